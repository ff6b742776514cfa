/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FREERTOS_H
#define TESTS_FREERTOS_H
/* The documented signatures of FreeRTOS that port/freertos uses: types. Our own words; no part of FreeRTOS.
 */
#include <stddef.h>
#include <stdint.h>

typedef long BaseType_t;
typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;

#ifndef configTICK_RATE_HZ
#define configTICK_RATE_HZ ((TickType_t)1000)
#endif
#define pdFALSE ((BaseType_t)0)
#define pdTRUE ((BaseType_t)1)

typedef struct StaticSemaphore {
    void *opaque[20];
} StaticSemaphore_t;

#endif

/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FREERTOS_SEMPHR_H
#define TESTS_FREERTOS_SEMPHR_H
/* The documented signatures of FreeRTOS that port/freertos uses: mutexes. Not for interrupts. */
#include "FreeRTOS.h"

struct QueueDefinition;
typedef struct QueueDefinition *SemaphoreHandle_t;

SemaphoreHandle_t
xSemaphoreCreateMutexStatic(StaticSemaphore_t *memory); /* configSUPPORT_STATIC_ALLOCATION */
BaseType_t xSemaphoreTake(SemaphoreHandle_t semaphore, TickType_t ticks); /* pdTRUE: taken */
BaseType_t xSemaphoreGive(SemaphoreHandle_t semaphore);

#endif

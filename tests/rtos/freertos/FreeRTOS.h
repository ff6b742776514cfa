/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ESP_FREERTOS_H
#define TESTS_ESP_FREERTOS_H
/* The documented signatures of ESP-IDF's FreeRTOS, where they differ: a critical section takes a spinlock. */
#include "../FreeRTOS.h"

typedef struct spinlock {
    uint32_t owner, count;
} portMUX_TYPE;

#define portMUX_INITIALIZER_UNLOCKED                                                                         \
    {                                                                                                        \
        0, 0                                                                                                 \
    }

#endif

/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ESP_FREERTOS_TASK_H
#define TESTS_ESP_FREERTOS_TASK_H
#include "../task.h"
#include "FreeRTOS.h"

#undef taskENTER_CRITICAL
#undef taskEXIT_CRITICAL

/* Both nest on one core. */
void vPortEnterCriticalOf(portMUX_TYPE *lock);
void vPortExitCriticalOf(portMUX_TYPE *lock);
#define taskENTER_CRITICAL(lock) vPortEnterCriticalOf(lock)
#define taskEXIT_CRITICAL(lock) vPortExitCriticalOf(lock)

#endif

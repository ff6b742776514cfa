/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FREERTOS_TASK_H
#define TESTS_FREERTOS_TASK_H
/* The documented signatures of FreeRTOS that port/freertos uses: tasks. */
#include "FreeRTOS.h"

struct tskTaskControlBlock;
typedef struct tskTaskControlBlock *TaskHandle_t;

#define taskSCHEDULER_SUSPENDED ((BaseType_t)0)
#define taskSCHEDULER_NOT_STARTED ((BaseType_t)1)
#define taskSCHEDULER_RUNNING ((BaseType_t)2)

BaseType_t xTaskGetSchedulerState(void); /* INCLUDE_xTaskGetSchedulerState */
TickType_t xTaskGetTickCount(void);      /* not for interrupts */
TaskHandle_t xTaskGetCurrentTaskHandle(void);

/* Both nest; not for interrupts. */
void vPortEnterCritical(void);
void vPortExitCritical(void);
#define taskENTER_CRITICAL() vPortEnterCritical()
#define taskEXIT_CRITICAL() vPortExitCritical()

#endif

/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CMSIS_OS2_H
#define TESTS_CMSIS_OS2_H
/* The documented signatures of CMSIS-RTOS2 that port/cmsis-rtos2 uses. Our own words; no part of CMSIS. */
#include <stddef.h>
#include <stdint.h>

typedef enum {
    osOK = 0,
    osError = -1,
    osErrorTimeout = -2,
    osErrorParameter = -4,
    osErrorISR = -6
} osStatus_t;
typedef enum {
    osKernelInactive = 0,
    osKernelReady = 1,
    osKernelRunning = 2,
    osKernelLocked = 3,
    osKernelSuspended = 4,
    osKernelError = -1
} osKernelState_t;

typedef void *osThreadId_t;
typedef void *osMutexId_t;
typedef struct {
    const char *name;
    uint32_t attr_bits;
    void *cb_mem;
    uint32_t cb_size;
} osMutexAttr_t;

#define osMutexPrioInherit 0x00000002u

osKernelState_t osKernelGetState(void);
int32_t
osKernelLock(void); /* 1 was locked, 0 was not, negative: failed, as before the start and in interrupts */
int32_t osKernelRestoreLock(int32_t lock);
uint32_t osKernelGetTickCount(void);
uint32_t osKernelGetTickFreq(void);
osThreadId_t osThreadGetId(void);
osMutexId_t osMutexNew(const osMutexAttr_t *attr);
osStatus_t osMutexAcquire(osMutexId_t mutex_id, uint32_t timeout); /* osErrorISR in interrupts */
osStatus_t osMutexRelease(osMutexId_t mutex_id);

#endif

/* SPDX-License-Identifier: MIT */
/* CMSIS-RTOS2 on one core, over RTX5, FreeRTOS or another. MCPERR_MUTEX_SIZE is at least what a mutex of the
   RTOS takes (osRtxMutexCbSize; sizeof(StaticSemaphore_t)). Checked: compiled for Cortex-M3 against the
   signatures in tests/rtos, and run on the host over a stand-in for the kernel
   (tests/rtos/test_cmsis_rtos2.c). It has not run over a kernel itself. */
#include "port.h"
#include "../common.h"

#include "cmsis_os2.h"

#ifndef MCPERR_MUTEX_SIZE
#define MCPERR_MUTEX_SIZE 128
#endif

static uint64_t memory[(MCPERR_MUTEX_SIZE + 7) / 8];
static const osMutexAttr_t attributes = {"mcperr audit", osMutexPrioInherit, memory, MCPERR_MUTEX_SIZE};
static osMutexId_t mutex;
static mcperr_ticks ticks;

/* Before the kernel runs there is one thread, and the calls for locks fail. */
static bool is_started(void)
{
    const osKernelState_t state = osKernelGetState();
    return state != osKernelInactive && state != osKernelReady;
}

/* Threads are held off; interrupts, which may not call the library, go on. */
static uint32_t lock(void *ctx) { return (void)ctx, (uint32_t)osKernelLock(); }

static void unlock(void *ctx, uint32_t before)
{
    (void)ctx;
    if ((int32_t)before >= 0)
        (void)osKernelRestoreLock((int32_t)before);
}

static uint32_t mono_ms(void *ctx)
{
    const uint32_t key = lock(ctx);
    const uint32_t ms = mcperr_ticks_ms(&ticks, osKernelGetTickCount(), osKernelGetTickFreq());

    unlock(ctx, key);
    return ms;
}

static bool audit_lock(void *ctx)
{
    return (void)ctx,
           !is_started() || osMutexAcquire(mutex, MCPERR_AUDIT_WAIT_S * osKernelGetTickFreq()) == osOK;
}

static void audit_unlock(void *ctx)
{
    (void)ctx;
    if (is_started())
        (void)osMutexRelease(mutex);
}

static uintptr_t task(void *ctx) { return (void)ctx, (uintptr_t)osThreadGetId(); }

mcperr_port mcperr_port_cmsis_rtos2(void)
{
    const mcperr_port port = {.mono_ms = mono_ms,
                              .lock = lock,
                              .unlock = unlock,
                              .audit_lock = audit_lock,
                              .audit_unlock = audit_unlock,
                              .task = task};

    if (mutex == NULL)
        mutex = osMutexNew(&attributes);
    return port;
}

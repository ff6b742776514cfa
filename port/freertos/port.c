/* SPDX-License-Identifier: MIT */
/* FreeRTOS 10 or later, and the one of ESP-IDF. FreeRTOSConfig.h must set to 1: configUSE_MUTEXES,
   configSUPPORT_STATIC_ALLOCATION, INCLUDE_xTaskGetSchedulerState. TickType_t must have 32 bits or more.
   Checked: compiled for Cortex-M3 against the signatures in tests/rtos, in both forms, and run on the host
   over a stand-in for the kernel (tests/rtos/test_freertos.c). It has not run over the kernel itself. */
#include "port.h"
#include "kernel.h"

typedef char ticks_have_32_bits[sizeof(TickType_t) >= 4 ? 1 : -1];

static StaticSemaphore_t memory;
static SemaphoreHandle_t mutex;
static mcperr_ticks ticks;

/* Before the scheduler runs there is one thread, and a critical section would leave interrupts masked. */
static bool is_started(void) { return xTaskGetSchedulerState() != taskSCHEDULER_NOT_STARTED; }

static uint32_t lock(void *ctx)
{
    const bool enter = is_started();

    (void)ctx;
    if (enter)
        ENTER();
    return enter;
}

static void unlock(void *ctx, uint32_t entered)
{
    (void)ctx;
    if (entered)
        LEAVE();
}

static uint32_t mono_ms(void *ctx)
{
    const uint32_t key = lock(ctx);
    const uint32_t ms = mcperr_ticks_ms(&ticks, (uint32_t)xTaskGetTickCount(), configTICK_RATE_HZ);

    unlock(ctx, key);
    return ms;
}

/* Nobody may wait while the scheduler is suspended. */
static bool audit_lock(void *ctx)
{
    (void)ctx;
    return !is_started() || (mutex != NULL && xTaskGetSchedulerState() == taskSCHEDULER_RUNNING &&
                             xSemaphoreTake(mutex, MCPERR_AUDIT_WAIT_S * configTICK_RATE_HZ) == pdTRUE);
}

static void audit_unlock(void *ctx)
{
    (void)ctx;
    if (is_started())
        (void)xSemaphoreGive(mutex);
}

static uintptr_t task(void *ctx) { return (void)ctx, (uintptr_t)xTaskGetCurrentTaskHandle(); }

mcperr_port mcperr_port_freertos(void)
{
    const mcperr_port port = {.wall_ms = WALL_MS,
                              .mono_ms = mono_ms,
                              .fine_us = FINE_US,
                              .lock = lock,
                              .unlock = unlock,
                              .audit_lock = audit_lock,
                              .audit_unlock = audit_unlock,
                              .task = task};

    if (mutex == NULL)
        mutex = xSemaphoreCreateMutexStatic(&memory);
    return port;
}

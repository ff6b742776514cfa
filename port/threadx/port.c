/* SPDX-License-Identifier: MIT */
/* ThreadX 6 on one core. Its tick is 10 ms unless TX_TIMER_TICKS_PER_SECOND says otherwise, and so is the
   grain of time. Checked: compiled for Cortex-M3 against the signatures in tests/rtos, and run on the host
   over a stand-in for the kernel (tests/rtos/test_threadx.c). It has not run over the kernel itself. */
#include "port.h"
#include "../common.h"

#include "tx_api.h"

static CHAR name[] = "mcperr audit";
static TX_MUTEX mutex;
static bool made;
static mcperr_ticks ticks;

static uint32_t lock(void *ctx) { return (void)ctx, tx_interrupt_control(TX_INT_DISABLE); }

static void unlock(void *ctx, uint32_t posture) { (void)ctx, (void)tx_interrupt_control((UINT)posture); }

static uint32_t mono_ms(void *ctx)
{
    const uint32_t key = lock(ctx);
    const uint32_t ms = mcperr_ticks_ms(&ticks, (uint32_t)tx_time_get(), TX_TIMER_TICKS_PER_SECOND);

    unlock(ctx, key);
    return ms;
}

/* Only threads may wait; initialization may not. */
static bool audit_lock(void *ctx)
{
    const ULONG wait =
        tx_thread_identify() != TX_NULL ? MCPERR_AUDIT_WAIT_S * TX_TIMER_TICKS_PER_SECOND : TX_NO_WAIT;

    (void)ctx;
    return made && tx_mutex_get(&mutex, wait) == TX_SUCCESS;
}

static void audit_unlock(void *ctx) { (void)ctx, (void)tx_mutex_put(&mutex); }

static uintptr_t task(void *ctx) { return (void)ctx, (uintptr_t)tx_thread_identify(); }

mcperr_port mcperr_port_threadx(void)
{
    const mcperr_port port = {.mono_ms = mono_ms,
                              .lock = lock,
                              .unlock = unlock,
                              .audit_lock = audit_lock,
                              .audit_unlock = audit_unlock,
                              .task = task};

    if (!made)
        made = tx_mutex_create(&mutex, name, TX_INHERIT) == TX_SUCCESS;
    return port;
}

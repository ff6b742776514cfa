/* SPDX-License-Identifier: MIT */
/* port/threadx over a stand-in for the kernel that notes what it is asked. */
#include "minunit.h"

#include "../../port/threadx/port.c"

#define MS_PER_TICK (1000 / TX_TIMER_TICKS_PER_SECOND) /* 10, unless it is configured */

static UINT posture;
static ULONG tick, waited;
static TX_THREAD *running;
static bool taken, refuse;

ULONG tx_time_get(void) { return tick; }
TX_THREAD *tx_thread_identify(void) { return running; }

UINT tx_interrupt_control(UINT new_posture)
{
    const UINT old = posture;

    posture = new_posture;
    return old;
}

UINT tx_mutex_create(TX_MUTEX *which, CHAR *called, UINT inherit)
{
    mu_check(which == &mutex);
    mu_assert_string_eq("mcperr audit", called);
    mu_assert_uint_eq(1, inherit);
    return refuse ? TX_NOT_AVAILABLE : TX_SUCCESS;
}

UINT tx_mutex_get(TX_MUTEX *which, ULONG wait)
{
    mu_check(which == &mutex);
    waited = wait;
    if (taken)
        return TX_NOT_AVAILABLE;
    taken = true;
    return TX_SUCCESS;
}

UINT tx_mutex_put(TX_MUTEX *which)
{
    mu_check(which == &mutex && taken);
    taken = false;
    return TX_SUCCESS;
}

MU_TEST(a_mutex_that_cannot_be_made_cannot_be_taken)
{
    refuse = true;
    const mcperr_port port = mcperr_port_threadx();

    refuse = false;
    mu_check(!port.audit_lock(port.ctx));
    mu_check(!taken);
}

MU_TEST(unlocking_restores_the_posture_that_was)
{
    const mcperr_port port = mcperr_port_threadx();
    const uint32_t outer = port.lock(port.ctx), inner = port.lock(port.ctx);

    (void)port.mono_ms(port.ctx);
    mu_assert_uint_eq(1, posture);
    port.unlock(port.ctx, inner);
    mu_assert_uint_eq(1, posture);
    port.unlock(port.ctx, outer);
    mu_assert_uint_eq(0, posture);
}

MU_TEST(only_a_thread_waits_for_the_audit_lock)
{
    const mcperr_port port = mcperr_port_threadx();

    running = NULL;
    mu_check(port.audit_lock(port.ctx));
    mu_assert_uint_eq(0, waited);
    port.audit_unlock(port.ctx);
    running = (TX_THREAD *)&tick;
    mu_check(port.audit_lock(port.ctx));
    mu_assert_uint_eq(5 * TX_TIMER_TICKS_PER_SECOND, waited);
    mu_check(!port.audit_lock(port.ctx));
    port.audit_unlock(port.ctx);
}

MU_TEST(time_follows_the_rate_of_ticks_and_runs_on_where_they_wrap)
{
    const mcperr_port port = mcperr_port_threadx();

    tick = 7;
    mu_assert_uint_eq(7 * MS_PER_TICK, port.mono_ms(port.ctx));
    tick = UINT32_MAX;
    const uint32_t before = port.mono_ms(port.ctx);
    tick = (ULONG)(tick + 5);
    mu_assert_uint_eq(5 * MS_PER_TICK, port.mono_ms(port.ctx) - before);
    mu_assert_uint_eq(0, posture);
}

MU_TEST(a_thread_is_known_by_its_control_block)
{
    const mcperr_port port = mcperr_port_threadx();

    running = (TX_THREAD *)&tick;
    mu_assert_uint_eq((uintptr_t)&tick, port.task(port.ctx));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_mutex_that_cannot_be_made_cannot_be_taken)
    MU_RUN(unlocking_restores_the_posture_that_was)
    MU_RUN(only_a_thread_waits_for_the_audit_lock)
    MU_RUN(time_follows_the_rate_of_ticks_and_runs_on_where_they_wrap)
    MU_RUN(a_thread_is_known_by_its_control_block)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* port/cmsis-rtos2 over a stand-in for the kernel that notes what it is asked. */
#include "minunit.h"

#include "../../port/cmsis-rtos2/port.c"

static osKernelState_t state;
static int32_t locked;
static uint32_t tick, waited;
static int acquired, restored;
static bool refuse;

osKernelState_t osKernelGetState(void) { return state; }
uint32_t osKernelGetTickCount(void) { return tick; }
uint32_t osKernelGetTickFreq(void) { return 1024; }
osThreadId_t osThreadGetId(void) { return &tick; }

static bool is_running(void) { return state == osKernelRunning || state == osKernelLocked; }

int32_t osKernelLock(void)
{
    const int32_t before = locked;

    if (!is_running())
        return osError;
    locked = 1;
    return before;
}

int32_t osKernelRestoreLock(int32_t lock_state)
{
    mu_check(is_running() && lock_state >= 0);
    restored++;
    return locked = lock_state;
}

osMutexId_t osMutexNew(const osMutexAttr_t *attr)
{
    mu_assert_uint_eq(osMutexPrioInherit, attr->attr_bits);
    mu_check(attr->cb_mem == memory && attr->cb_size == MCPERR_MUTEX_SIZE && sizeof memory >= attr->cb_size);
    return refuse ? NULL : &acquired;
}

osStatus_t osMutexAcquire(osMutexId_t mutex_id, uint32_t timeout)
{
    if (mutex_id != &acquired)
        return osErrorParameter;
    waited = timeout;
    return acquired++ == 0 ? osOK : osErrorTimeout;
}

osStatus_t osMutexRelease(osMutexId_t mutex_id)
{
    mu_check(mutex_id == &acquired && acquired > 0);
    acquired = 0;
    return osOK;
}

MU_TEST(a_mutex_that_cannot_be_made_cannot_be_taken)
{
    refuse = true;
    const mcperr_port port = mcperr_port_cmsis_rtos2();

    refuse = false;
    state = osKernelRunning;
    mu_check(!port.audit_lock(port.ctx));
}

MU_TEST(before_the_kernel_runs_no_lock_is_touched)
{
    const mcperr_port port = mcperr_port_cmsis_rtos2();

    for (state = osKernelInactive; state <= osKernelReady; state++) {
        const uint32_t key = port.lock(port.ctx);
        port.unlock(port.ctx, key);
        mu_assert_int_eq(0, restored);
        mu_check(port.audit_lock(port.ctx));
        port.audit_unlock(port.ctx);
        mu_assert_int_eq(0, acquired);
    }
}

MU_TEST(unlocking_restores_what_was)
{
    const mcperr_port port = mcperr_port_cmsis_rtos2();

    state = osKernelRunning;
    const uint32_t outer = port.lock(port.ctx), inner = port.lock(port.ctx);
    (void)port.mono_ms(port.ctx);
    mu_assert_int_eq(1, locked);
    port.unlock(port.ctx, inner);
    mu_assert_int_eq(1, locked);
    port.unlock(port.ctx, outer);
    mu_assert_int_eq(0, locked);
}

MU_TEST(a_thread_waits_for_the_audit_lock_and_gives_up)
{
    const mcperr_port port = mcperr_port_cmsis_rtos2();

    state = osKernelRunning;
    mu_check(port.audit_lock(port.ctx));
    mu_assert_uint_eq(5 * 1024, waited);
    mu_check(!port.audit_lock(port.ctx));
    port.audit_unlock(port.ctx);
    mu_assert_int_eq(0, acquired);
}

MU_TEST(time_is_exact_at_1024_ticks_a_second)
{
    const mcperr_port port = mcperr_port_cmsis_rtos2();

    for (tick = 0; tick < 10000; tick += 3)
        mu_assert_uint_eq((uint64_t)tick * 1000 / 1024, port.mono_ms(port.ctx));
}

MU_TEST(a_thread_is_known_by_its_id)
{
    const mcperr_port port = mcperr_port_cmsis_rtos2();

    mu_assert_uint_eq((uintptr_t)&tick, port.task(port.ctx));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_mutex_that_cannot_be_made_cannot_be_taken)
    MU_RUN(before_the_kernel_runs_no_lock_is_touched)
    MU_RUN(unlocking_restores_what_was)
    MU_RUN(a_thread_waits_for_the_audit_lock_and_gives_up)
    MU_RUN(time_is_exact_at_1024_ticks_a_second)
    MU_RUN(a_thread_is_known_by_its_id)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* port/zephyr over a stand-in for the kernel that notes what it is asked. */
#include "minunit.h"

#include <time.h>

#include "../../port/zephyr/port.c"

static bool in_interrupt, taken;
static int spins, next_key, last_key, failure;
static int64_t waited, uptime_ms;
static struct timespec clock_says;

k_tid_t k_current_get(void) { return (k_tid_t)&spins; }
bool k_is_in_isr(void) { return in_interrupt; }
uint32_t k_uptime_get_32(void) { return (uint32_t)uptime_ms; }
int64_t k_uptime_ticks(void) { return uptime_ms * 10; }
uint64_t k_ticks_to_us_floor64(uint64_t ticks) { return ticks * 100; }

k_spinlock_key_t k_spin_lock(struct k_spinlock *which)
{
    const k_spinlock_key_t key = {++next_key};

    mu_check(which == &spinlock);
    mu_assert_int_eq(0, spins++);
    return key;
}

void k_spin_unlock(struct k_spinlock *which, k_spinlock_key_t key)
{
    mu_check(which == &spinlock);
    mu_assert_int_eq(1, spins--);
    last_key = key.key;
}

int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout)
{
    mu_check(mutex == &audit_mutex && !in_interrupt);
    waited = timeout.ticks;
    if (taken)
        return -11;
    taken = true;
    return 0;
}

int k_mutex_unlock(struct k_mutex *mutex)
{
    mu_check(mutex == &audit_mutex && taken);
    taken = false;
    return 0;
}

int sys_clock_gettime(int clock_id, struct timespec *now)
{
    mu_assert_int_eq(1, clock_id);
    *now = clock_says;
    return failure;
}

MU_TEST(the_spinlock_gets_its_own_key_back)
{
    const mcperr_port port = mcperr_port_zephyr();

    next_key = 40;
    for (int i = 41; i < 44; i++) {
        const uint32_t key = port.lock(port.ctx);
        mu_assert_int_eq(1, spins);
        (void)port.mono_ms(port.ctx); /* must not take it again */
        (void)port.task(port.ctx);
        port.unlock(port.ctx, key);
        mu_assert_int_eq(i, last_key);
    }
    mu_assert_int_eq(0, spins);
}

MU_TEST(a_thread_waits_for_the_audit_lock_and_gives_up)
{
    const mcperr_port port = mcperr_port_zephyr();

    mu_check(port.audit_lock(port.ctx));
    mu_assert_int_eq(K_SECONDS(5).ticks, waited);
    mu_check(!port.audit_lock(port.ctx));
    port.audit_unlock(port.ctx);
    mu_check(!taken);
}

MU_TEST(an_interrupt_does_not_get_the_audit_lock)
{
    const mcperr_port port = mcperr_port_zephyr();

    in_interrupt = true;
    mu_check(!port.audit_lock(port.ctx));
    in_interrupt = false;
    mu_check(!taken);
}

MU_TEST(time_is_the_uptime_and_wraps_at_32_bits)
{
    const mcperr_port port = mcperr_port_zephyr();

    uptime_ms = (INT64_C(1) << 32) + 5;
    mu_assert_uint_eq(5, port.mono_ms(port.ctx));
    mu_assert_uint_eq((uint32_t)((UINT64_C(1000) << 32) + 5000), port.fine_us(port.ctx));
}

#if ZEPHYR_VERSION_CODE >= ZEPHYR_VERSION(4, 2, 0)
MU_TEST(the_wall_clock_is_unknown_until_it_is_set)
{
    const mcperr_port port = mcperr_port_zephyr();

    clock_says.tv_sec = 17;
    mu_assert_int_eq(-1, port.wall_ms(port.ctx));
    clock_says.tv_sec = 1772064000;
    clock_says.tv_nsec = 123999999;
    mu_assert_int_eq(1772064000123, port.wall_ms(port.ctx));
    failure = -22;
    mu_assert_int_eq(-1, port.wall_ms(port.ctx));
    failure = 0;
}
#else
MU_TEST(the_wall_clock_is_unknown_until_it_is_set)
{
    const mcperr_port port = mcperr_port_zephyr();

    mu_check(port.wall_ms == NULL);
}
#endif

MU_TEST(a_thread_is_known_by_its_id)
{
    const mcperr_port port = mcperr_port_zephyr();

    mu_assert_uint_eq((uintptr_t)&spins, port.task(port.ctx));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(the_spinlock_gets_its_own_key_back)
    MU_RUN(a_thread_waits_for_the_audit_lock_and_gives_up)
    MU_RUN(an_interrupt_does_not_get_the_audit_lock)
    MU_RUN(time_is_the_uptime_and_wraps_at_32_bits)
    MU_RUN(the_wall_clock_is_unknown_until_it_is_set)
    MU_RUN(a_thread_is_known_by_its_id)
)
/* clang-format on */

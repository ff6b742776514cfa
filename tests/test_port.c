/* SPDX-License-Identifier: MIT */
/* The ports without an operating system, each where it belongs. They are included, so that what is private
   can be looked at. */
#include "minunit.h"

#include "../port/common.h"
#include "../port/none/port.c"

#if defined(__arm__) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#include "../port/cortex-m/port.c"
#define CORTEX_M
#elif defined(__riscv) && !defined(__linux__)
#define MCPERR_MTIME_HZ 10000000u
#include "../port/riscv/port.c"
#define RISCV
#endif

/* ---- one thread ------------------------------------------------------------------------------------ */

static uint32_t count_up(void *ctx) { return ++*(uint32_t *)ctx; }

MU_TEST(a_port_for_one_thread_has_the_callers_clock_and_nothing_else)
{
    uint32_t ticks = 41;
    const mcperr_port port = mcperr_port_none(count_up, &ticks);

    mu_assert_uint_eq(42, port.mono_ms(port.ctx));
    mu_assert_uint_eq(43, port.mono_ms(port.ctx));
    mu_check(port.wall_ms == NULL && port.fine_us == NULL && port.task == NULL);
    mu_check(port.lock == NULL && port.unlock == NULL && port.audit_lock == NULL &&
             port.audit_unlock == NULL);
    mu_assert_uint_eq(0, port.boot_id);
}

MU_TEST(a_port_without_any_clock_stands_still)
{
    const mcperr_port port = mcperr_port_none(NULL, NULL);

    mu_assert_uint_eq(0, port.mono_ms(port.ctx));
    mu_assert_uint_eq(0, port.mono_ms(port.ctx));
}

/* ---- what ports share ------------------------------------------------------------------------------ */

MU_TEST(a_clock_that_was_never_set_is_unknown)
{
    mu_assert_int_eq(-1, mcperr_wall(0, 999));
    mu_assert_int_eq(-1, mcperr_wall(-5, 0));
    mu_assert_int_eq(-1, mcperr_wall(1577836799, 999));
    mu_assert_int_eq(1577836800000, mcperr_wall(1577836800, 0));
    mu_assert_int_eq(2147483648999, mcperr_wall(2147483648, 999));
    mu_assert_int_eq(253402300799999, mcperr_wall(253402300799, 999));
}

/* Ticks in uneven steps over several wraps of the counter, against 64-bit arithmetic. */
static void check_rate(uint32_t rate)
{
    mcperr_ticks ticks = {0, 0, 0};
    uint64_t now = 0;

    for (uint32_t step = 1; now < (UINT64_C(5) << 32); step = step < 0x40000000 ? step * 3 + 1 : step - 7) {
        now += step;
        mu_assert_uint_eq((uint32_t)(now * 1000 / rate), mcperr_ticks_ms(&ticks, (uint32_t)now, rate));
    }
}

MU_TEST(milliseconds_of_ticks_are_exact_at_every_rate_and_run_on_where_the_counter_wraps)
{
    static const uint32_t rates[] = {1, 3, 32, 60, 100, 128, 250, 333, 1000, 1024, 32768, 1000000, 4000000};

    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        check_rate(rates[i]);
}

MU_TEST(milliseconds_of_ticks_stand_still_between_ticks)
{
    mcperr_ticks ticks = {0, 0, 0};

    mu_assert_uint_eq(10, mcperr_ticks_ms(&ticks, 1, 100));
    mu_assert_uint_eq(10, mcperr_ticks_ms(&ticks, 1, 100));
    mu_assert_uint_eq(20, mcperr_ticks_ms(&ticks, 2, 100));
}

/* ---- Cortex-M -------------------------------------------------------------------------------------- */

#if defined(CORTEX_M) || defined(RISCV)
#define PATIENCE 100000000u /* rounds, so that a clock that stands fails the test instead of hanging it */

/* Over 30 ms microseconds go with the milliseconds, at most `late` ms behind, and never back. */
static void check_clock(const mcperr_port *port, uint32_t late)
{
    const uint32_t begin = port->mono_ms(port->ctx);
    uint32_t last = port->fine_us(port->ctx), least = 999, most = 0;

    for (uint32_t i = 0;
         i < PATIENCE && (port->mono_ms(port->ctx) - begin < 30 || least >= 200 || most < 800); i++) {
        const uint32_t before = port->mono_ms(port->ctx), us = port->fine_us(port->ctx);
        const uint32_t after = port->mono_ms(port->ctx);
        mu_check(us - last < 0x80000000);
        mu_check(us - before * 1000 < (after - before + late) * 1000);
        least = us % 1000 < least ? us % 1000 : least;
        most = us % 1000 > most ? us % 1000 : most;
        last = us;
    }
    mu_check(port->mono_ms(port->ctx) - begin >= 30);
    mu_check(least < 200 && most >= 800);
}
#endif

#ifdef CORTEX_M
#if __ARM_ARCH >= 7
#define CORE_HZ 25000000u /* mps2-an385 */
#else
#define CORE_HZ 16000000u /* microbit */
#endif

void arm_systick_isr(void);
void arm_systick_isr(void) { mcperr_cortex_m_tick(); }

static uint32_t primask(void)
{
    uint32_t value;

    __asm__ volatile("mrs %0, primask" : "=r"(value) : : "memory");
    return value;
}

static bool wait_for_ms(const mcperr_port *port, uint32_t ms)
{
    const uint32_t begin = port->mono_ms(port->ctx);

    for (uint32_t i = 0; i < PATIENCE; i++)
        if (port->mono_ms(port->ctx) - begin >= ms)
            return true;
    return false;
}

MU_TEST(cortex_m_counts_milliseconds)
{
    const mcperr_port port = mcperr_port_cortex_m();

    mcperr_cortex_m_start(CORE_HZ);
    mu_assert_uint_eq(CORE_HZ / 1000 - 1, SYST_RVR);
    mu_check(wait_for_ms(&port, 20));
}

MU_TEST(cortex_m_milliseconds_wrap)
{
    const mcperr_port port = mcperr_port_cortex_m();

    milliseconds = UINT32_MAX - 3;
    mu_check(wait_for_ms(&port, 8));
    mu_check(port.mono_ms(port.ctx) < 1000000);
}

MU_TEST(cortex_m_microseconds_go_with_the_milliseconds_and_never_back)
{
    const mcperr_port port = mcperr_port_cortex_m();
    check_clock(&port, 2);
}

MU_TEST(cortex_m_unlocking_restores_what_was)
{
    const mcperr_port port = mcperr_port_cortex_m();

    mu_assert_uint_eq(0, primask());
    const uint32_t outer = port.lock(port.ctx);
    mu_assert_uint_eq(0, outer);
    mu_assert_uint_eq(1, primask());
    const uint32_t inner = port.lock(port.ctx);
    mu_assert_uint_eq(1, inner);
    mu_assert_uint_eq(1, primask());
    port.unlock(port.ctx, inner);
    mu_assert_uint_eq(1, primask());
    port.unlock(port.ctx, outer);
    mu_assert_uint_eq(0, primask());
}

MU_TEST(cortex_m_holds_the_tick_off_while_it_is_locked_and_keeps_it)
{
    const mcperr_port port = mcperr_port_cortex_m();
    const uint32_t key = port.lock(port.ctx), before = port.mono_ms(port.ctx);
    uint32_t i = 0;

    while (i < PATIENCE && (ICSR & PENDSTSET) == 0)
        i++;
    mu_check(i < PATIENCE);
    mu_assert_uint_eq(before, port.mono_ms(port.ctx));
    /* The finer clock knows of the tick that waits. */
    const uint32_t us = port.fine_us(port.ctx);
    mu_check(us - (before + 1) * 1000 < 1000);
    port.unlock(port.ctx, key);
    mu_check(port.mono_ms(port.ctx) - before >= 1);
}

#define TARGET_TESTS                                                                                         \
    MU_RUN(cortex_m_counts_milliseconds)                                                                     \
    MU_RUN(cortex_m_milliseconds_wrap)                                                                       \
    MU_RUN(cortex_m_microseconds_go_with_the_milliseconds_and_never_back)                                    \
    MU_RUN(cortex_m_unlocking_restores_what_was)                                                             \
    MU_RUN(cortex_m_holds_the_tick_off_while_it_is_locked_and_keeps_it)

/* ---- RISC-V ---------------------------------------------------------------------------------------- */

#elif defined(RISCV)

static uint32_t mie(void)
{
    uintptr_t mstatus;

    __asm__ volatile("csrr %0, mstatus" : "=r"(mstatus) : : "memory");
    return (uint32_t)mstatus & MIE;
}

MU_TEST(riscv_unlocking_restores_what_was)
{
    const mcperr_port port = mcperr_port_riscv();

    /* Nothing is enabled in mie, so that nothing interrupts. */
    __asm__ volatile("csrs mstatus, %0" : : "r"((uintptr_t)MIE) : "memory");
    mu_assert_uint_eq(MIE, mie());
    const uint32_t outer = port.lock(port.ctx);
    mu_assert_uint_eq(MIE, outer);
    mu_assert_uint_eq(0, mie());
    const uint32_t inner = port.lock(port.ctx);
    mu_assert_uint_eq(0, inner);
    port.unlock(port.ctx, inner);
    mu_assert_uint_eq(0, mie());
    port.unlock(port.ctx, outer);
    mu_assert_uint_eq(MIE, mie());
    __asm__ volatile("csrc mstatus, %0" : : "r"((uintptr_t)MIE) : "memory");
}

MU_TEST(riscv_divides_every_count_by_long_division)
{
    static const uint32_t words[] = {0,      1,       9999,       10000,      10001,
                                     0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, UINT32_MAX};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t j = 0; j < sizeof words / sizeof *words; j++) {
            const uint64_t count = (uint64_t)words[i] << 32 | words[j];
            uint32_t rest;
            mu_assert_uint_eq((uint32_t)(count / 10000), ms_of(words[i], words[j], &rest));
            mu_assert_uint_eq(count % 10000, rest);
        }
}

/* From wherever mtime stands. */
static void check_riscv_clock(void)
{
    const mcperr_port port = mcperr_port_riscv();
    check_clock(&port, 1);
}

MU_TEST(riscv_time_goes_on) { check_riscv_clock(); }

static void set_mtime(uint32_t high, uint32_t low)
{
    volatile uint32_t *const mtime = (volatile uint32_t *)(uintptr_t)MCPERR_MTIME_ADDRESS;

    mtime[0] = 0; /* so that it does not carry in between */
    mtime[1] = high;
    mtime[0] = low;
}

MU_TEST(riscv_time_goes_on_where_the_low_half_of_mtime_wraps)
{
    set_mtime(6, UINT32_MAX - 100000); /* 10 ms before */
    check_riscv_clock();
}

/* Often enough to read the halves on either side of a wrap. */
MU_TEST(riscv_reads_both_halves_of_mtime_at_one_time)
{
    const mcperr_port port = mcperr_port_riscv();
    uint32_t rest;

    for (uint32_t round = 1; round <= 3000; round++) {
        const uint32_t begin = ms_of(round, UINT32_MAX - 100, &rest);
        set_mtime(round, UINT32_MAX - 100); /* 10 us before */
        for (unsigned i = 0; i < 30; i++)
            mu_check(port.mono_ms(port.ctx) - begin < 10000);
    }
}

#define TARGET_TESTS                                                                                         \
    MU_RUN(riscv_unlocking_restores_what_was)                                                                \
    MU_RUN(riscv_divides_every_count_by_long_division)                                                       \
    MU_RUN(riscv_time_goes_on)                                                                               \
    MU_RUN(riscv_time_goes_on_where_the_low_half_of_mtime_wraps)                                             \
    MU_RUN(riscv_reads_both_halves_of_mtime_at_one_time)

#else
#define TARGET_TESTS
#endif

/* clang-format off */
MU_MAIN(
    MU_RUN(a_port_for_one_thread_has_the_callers_clock_and_nothing_else)
    MU_RUN(a_port_without_any_clock_stands_still)
    MU_RUN(a_clock_that_was_never_set_is_unknown)
    MU_RUN(milliseconds_of_ticks_are_exact_at_every_rate_and_run_on_where_the_counter_wraps)
    MU_RUN(milliseconds_of_ticks_stand_still_between_ticks)
    TARGET_TESTS
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* port/posix in threads; tests/tools/ports.sh runs it under ThreadSanitizer, too. */
#include "../../port/posix/port.c"

#include "minunit.h"

#define THREADS 8
#define ROUNDS 20000

static mcperr_port port;

static void run_threads(void *(*run)(void *), void *arguments, size_t size)
{
    pthread_t threads[THREADS];

    for (unsigned i = 0; i < THREADS; i++)
        mu_assert_int_eq(0, pthread_create(&threads[i], NULL, run, (char *)arguments + i * size));
    for (unsigned i = 0; i < THREADS; i++)
        mu_assert_int_eq(0, pthread_join(threads[i], NULL));
}

MU_TEST(the_wall_clock_is_the_systems)
{
    const int64_t before = time(NULL), said = port.wall_ms(port.ctx), after = time(NULL);

    mu_check(before <= said / 1000 + 1 && said / 1000 <= after);
}

MU_TEST(milliseconds_and_microseconds_go_together_and_never_back)
{
    const uint32_t begin = port.mono_ms(port.ctx);
    uint32_t last = port.fine_us(port.ctx);

    while (port.mono_ms(port.ctx) - begin < 20) {
        const uint32_t before = port.mono_ms(port.ctx), us = port.fine_us(port.ctx);
        const uint32_t after = port.mono_ms(port.ctx);
        mu_check(us - last < 0x80000000);
        mu_check(us - before * 1000 < (after - before + 1) * 1000);
        last = us;
    }
}

static volatile unsigned shared; /* volatile, so that the sum is lost without a lock */

static void *add_under_the_short_lock(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint32_t key = port.lock(port.ctx);
        (void)port.mono_ms(port.ctx); /* the boundary reads it with the lock held */
        shared = shared + 1;
        port.unlock(port.ctx, key);
    }
    return NULL;
}

static void *add_under_the_audit_lock(void *unused)
{
    (void)unused;
    for (unsigned i = 0; i < ROUNDS; i++) {
        if (!port.audit_lock(port.ctx))
            return NULL;
        shared = shared + 1;
        port.audit_unlock(port.ctx);
    }
    return NULL;
}

MU_TEST(the_short_lock_lets_one_thread_in)
{
    shared = 0;
    run_threads(add_under_the_short_lock, NULL, 0);
    mu_assert_uint_eq(THREADS * ROUNDS, shared);
}

MU_TEST(the_audit_lock_lets_one_thread_in)
{
    shared = 0;
    run_threads(add_under_the_audit_lock, NULL, 0);
    mu_assert_uint_eq(THREADS * ROUNDS, shared);
}

MU_TEST(the_short_lock_is_free_while_the_log_is_written)
{
    mu_check(port.audit_lock(port.ctx));
    const uint32_t key = port.lock(port.ctx);
    port.unlock(port.ctx, key);
    port.audit_unlock(port.ctx);
}

static pthread_barrier_t together; /* a thread that has ended may leave its number to another */

static void *note_task(void *to)
{
    uintptr_t *const task_of = to;

    *task_of = port.task(port.ctx);
    mu_assert_uint_eq(*task_of, port.task(port.ctx));
    (void)pthread_barrier_wait(&together);
    return NULL;
}

MU_TEST(threads_that_run_together_have_numbers_of_their_own)
{
    uintptr_t tasks[THREADS + 1];

    (void)pthread_barrier_init(&together, NULL, THREADS);
    run_threads(note_task, tasks, sizeof *tasks);
    (void)pthread_barrier_destroy(&together);
    tasks[THREADS] = port.task(port.ctx);
    for (unsigned i = 0; i <= THREADS; i++)
        for (unsigned j = 0; j < i; j++)
            mu_check(tasks[i] != tasks[j]);
}

MU_TEST(each_start_has_a_boot_id_of_its_own)
{
    const mcperr_port other = mcperr_port_posix();

    mu_check(port.boot_id != 0 && other.boot_id != 0);
    mu_check(port.boot_id != other.boot_id);
}

MU_TEST(stacks_are_let_out_if_the_environment_says_exactly_true)
{
    static const char *const others[] = {"",       "1",      "TRUE", "True", " true", "true ",
                                         "true\n", "truely", "tru",  "yes",  "on",    "false"};

    (void)unsetenv("DEBUG_STACK");
    mu_check(!mcperr_posix_debug_stack());
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        (void)setenv("DEBUG_STACK", others[i], 1);
        mu_check(!mcperr_posix_debug_stack());
    }
    (void)setenv("DEBUG_STACK", "true", 1);
    mu_check(mcperr_posix_debug_stack());
    (void)unsetenv("DEBUG_STACK");
    mu_check(!mcperr_posix_debug_stack());
}

/* clang-format off */
MU_MAIN(
    port = mcperr_port_posix();
    MU_RUN(the_wall_clock_is_the_systems)
    MU_RUN(milliseconds_and_microseconds_go_together_and_never_back)
    MU_RUN(the_short_lock_lets_one_thread_in)
    MU_RUN(the_audit_lock_lets_one_thread_in)
    MU_RUN(the_short_lock_is_free_while_the_log_is_written)
    MU_RUN(threads_that_run_together_have_numbers_of_their_own)
    MU_RUN(each_start_has_a_boot_id_of_its_own)
    MU_RUN(stacks_are_let_out_if_the_environment_says_exactly_true)
)
/* clang-format on */

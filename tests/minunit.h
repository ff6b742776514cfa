/* SPDX-License-Identifier: MIT */
#ifndef MINUNIT_H
#define MINUNIT_H
/*
 * A minunit-style test kit for host and bare metal: no timers, no floating point, no allocation.
 *
 *     MU_TEST(two_and_two_are_four) { mu_assert_int_eq(4, 2 + 2); }
 *     MU_MAIN(MU_RUN(two_and_two_are_four))
 *
 * A failed check is printed with its place and the test goes on; a test with a failed check has
 * failed. The program prints `N passed, M failed` last and exits with 1 if M is not 0. With an
 * argument it runs only the tests whose names contain it.
 * Define MU_PUTS(text) before the include to print elsewhere than to stdout.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef MU_PUTS
#include <stdio.h>
#define MU_PUTS(text) (void)fputs((text), stdout)
#endif

#define MU_FAILURES_SHOWN 5 /* of each test: loops over millions of cases must not flood */

static unsigned mu_passed, mu_failed, mu_failures;
static const char *mu_test, *mu_filter;

static inline void mu_put_uint(uint64_t value)
{
    char text[21];
    size_t at = sizeof text - 1;

    text[at] = '\0';
    do {
        text[--at] = (char)('0' + (char)(value % 10));
        value /= 10;
    } while (value > 0);
    MU_PUTS(text + at);
}

static inline void mu_put_int(int64_t value)
{
    if (value < 0)
        MU_PUTS("-");
    mu_put_uint(value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static inline void mu_put_bytes(const void *bytes, size_t size)
{
    static const char hex[] = "0123456789abcdef";
    const unsigned char *const at = (const unsigned char *)bytes;

    for (size_t i = 0; i < size && i < 400; i++) {
        char text[5] = {'\\', 'x', hex[at[i] >> 4], hex[at[i] & 15], '\0'};
        if (at[i] >= 0x20 && at[i] < 0x7F) {
            text[0] = (char)at[i];
            text[1] = '\0';
        }
        MU_PUTS(text);
    }
    MU_PUTS(" (");
    mu_put_uint(size);
    MU_PUTS(" bytes)");
}

/* Counts a failed check and says whether to print what was expected. */
static inline int mu_failed_at(const char *what, const char *file, int line)
{
    if (++mu_failures > MU_FAILURES_SHOWN)
        return 0;
    MU_PUTS("  ");
    MU_PUTS(file);
    MU_PUTS(":");
    mu_put_int(line);
    MU_PUTS(": ");
    MU_PUTS(mu_test != NULL ? mu_test : "");
    MU_PUTS(": ");
    MU_PUTS(what);
    MU_PUTS("\n");
    return 1;
}

static inline void mu_int_eq(int64_t expected, int64_t got, const char *what, const char *file, int line)
{
    if (expected == got || !mu_failed_at(what, file, line))
        return;
    MU_PUTS("    expected ");
    mu_put_int(expected);
    MU_PUTS("\n    got      ");
    mu_put_int(got);
    MU_PUTS("\n");
}

static inline void mu_uint_eq(uint64_t expected, uint64_t got, const char *what, const char *file, int line)
{
    if (expected == got || !mu_failed_at(what, file, line))
        return;
    MU_PUTS("    expected ");
    mu_put_uint(expected);
    MU_PUTS("\n    got      ");
    mu_put_uint(got);
    MU_PUTS("\n");
}

static inline void mu_mem_eq(const void *expected, size_t expected_size, const void *got, size_t size,
                             const char *what, const char *file, int line)
{
    if ((expected_size == size && (size == 0 || memcmp(expected, got, size) == 0)) ||
        !mu_failed_at(what, file, line))
        return;
    MU_PUTS("    expected ");
    mu_put_bytes(expected, expected_size);
    MU_PUTS("\n    got      ");
    mu_put_bytes(got, size);
    MU_PUTS("\n");
}

static inline void mu_run(const char *name, void (*test)(void))
{
    if (mu_filter != NULL && strstr(name, mu_filter) == NULL)
        return;
    mu_test = name;
    mu_failures = 0;
    test();
    if (mu_failures == 0)
        mu_passed++;
    else
        mu_failed++;
    if (mu_failures > MU_FAILURES_SHOWN) {
        MU_PUTS("  and ");
        mu_put_uint(mu_failures - MU_FAILURES_SHOWN);
        MU_PUTS(" more\n");
    }
}

static inline int mu_report(void)
{
    mu_put_uint(mu_passed);
    MU_PUTS(" passed, ");
    mu_put_uint(mu_failed);
    MU_PUTS(" failed\n");
    return mu_failed > 0 || mu_passed == 0;
}

#define MU_TEST(name) static void name(void)
#define MU_RUN(name) mu_run(#name, name);
#define MU_MAIN(runs)                                                                                        \
    int main(int argc, char **argv)                                                                          \
    {                                                                                                        \
        mu_filter = argc > 1 ? argv[1] : NULL;                                                               \
        runs return mu_report();                                                                             \
    }

#define mu_check(condition) (void)((condition) || mu_failed_at(#condition, __FILE__, __LINE__))
#define mu_fail(message) (void)mu_failed_at(message, __FILE__, __LINE__)
#define mu_assert_int_eq(expected, got)                                                                      \
    mu_int_eq((int64_t)(expected), (int64_t)(got), #got, __FILE__, __LINE__)
#define mu_assert_uint_eq(expected, got)                                                                     \
    mu_uint_eq((uint64_t)(expected), (uint64_t)(got), #got, __FILE__, __LINE__)
#define mu_assert_mem_eq(expected, expected_size, got, size)                                                 \
    mu_mem_eq((expected), (expected_size), (got), (size), #got, __FILE__, __LINE__)
#define mu_assert_string_eq(expected, got)                                                                   \
    mu_mem_eq((expected), strlen(expected), (got), strlen(got), #got, __FILE__, __LINE__)

#endif

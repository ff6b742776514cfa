/* SPDX-License-Identifier: MIT */
/* JSON numbers as integers, exactly. */
#include "fixed.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool integer(const char *number, unsigned places, int64_t *value)
{
    return mcperr_fixed_integer(mcperr_fixed_of(mcperr_raw(number), places), value);
}

MU_TEST(a_whole_number_is_read_however_it_is_spelt)
{
    static const struct {
        const char *number;
        unsigned places;
        int64_t value;
    } all[] = {
        {"0", 0, 0},
        {"-0", 0, 0},
        {"-0.000", 0, 0},
        {"0e99999999999", 0, 0},
        {"7", 0, 7},
        {"-7.0", 0, -7},
        {"7.000e0", 0, 7},
        {"70e-1", 0, 7},
        {"0.07E+2", 0, 7},
        {"9223372036854775807", 0, INT64_MAX},
        {"9223372036854775.807e3", 0, INT64_MAX},
        {"-9223372036854775808", 0, INT64_MIN},
        {"-9223372036854775808.0", 0, INT64_MIN},
        {"1.25", 3, 1250},
        {"-0.001", 3, -1},
        {"5", 3, 5000},
        {"1e-3", 3, 1},
        {"12.5e1", 3, 125000},
        {"9", 18, 9000000000000000000},
        {"0.000000000000000001", 18, 1},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        int64_t value = -5;
        if (!integer(all[i].number, all[i].places, &value) || value != all[i].value)
            mu_fail(all[i].number);
    }
}

MU_TEST(a_part_of_a_unit_and_what_does_not_fit_are_no_integer)
{
    static const struct {
        const char *number;
        unsigned places;
    } all[] = {
        {"0.5", 0},
        {"-0.5", 0},
        {"7.0000000000000000000001", 0},
        {"75e-1", 0},
        {"1e-99999999999", 0},
        {"9223372036854775808", 0},
        {"-9223372036854775809", 0},
        {"18446744073709551616", 0},
        {"1e19", 0},
        {"1e99999999999", 0},
        {"1.2345", 3},
        {"10", 18},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        int64_t value = -5;
        if (integer(all[i].number, all[i].places, &value) || value != -5)
            mu_fail(all[i].number);
    }
}

MU_TEST(a_number_is_compared_with_a_limit_in_the_same_units)
{
    static const struct {
        const char *number;
        int64_t limit;
        int sign;
    } all[] = {
        {"1.5", 1, 1},
        {"1.5", 2, -1},
        {"2.0", 2, 0},
        {"-1.5", -1, -1},
        {"-1.5", -2, 1},
        {"-0", 0, 0},
        {"1e400", INT64_MAX, 1},
        {"-1e400", INT64_MIN, -1},
        {"0.5", 0, 1},
        {"-0.5", 0, -1},
        {"-9223372036854775808", INT64_MIN, 0},
    };

    for (size_t i = 0; i < COUNT(all); i++)
        mu_assert_int_eq(all[i].sign,
                         mcperr_fixed_compare(mcperr_fixed_of(mcperr_raw(all[i].number), 0), all[i].limit));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_whole_number_is_read_however_it_is_spelt)
    MU_RUN(a_part_of_a_unit_and_what_does_not_fit_are_no_integer)
    MU_RUN(a_number_is_compared_with_a_limit_in_the_same_units)
)
/* clang-format on */

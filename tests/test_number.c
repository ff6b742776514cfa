/* SPDX-License-Identifier: MIT */
/* Integers, decimals and times. */
#include "minunit.h"
#include "text.h"

#define BYTES(literal) (literal), sizeof(literal) - 1
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define GUARD 0x5A

/* ---- numbers ------------------------------------------------------------------------------- */

static void check_integer(const char *text, size_t size, bool good, int64_t value)
{
    int64_t got = 77;

    if (mcperr_integer(text, size, &got) != good)
        mu_assert_mem_eq(good ? "an integer" : "no integer", 10, text, size);
    mu_assert_int_eq(good ? value : 77, got);
}

MU_TEST(an_integer_is_read_up_to_both_ends_of_int64)
{
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {
        {"0", 0},
        {"-0", 0},
        {"1", 1},
        {"-1", -1},
        {"9", 9},
        {"10", 10},
        {"-32768", -32768},
        {"4294967296", INT64_C(4294967296)},
        {"999999999999999999", INT64_C(999999999999999999)},
        {"1000000000000000000", INT64_C(1000000000000000000)},
        {"9223372036854775799", INT64_C(9223372036854775799)},
        {"9223372036854775806", INT64_MAX - 1},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775807", -INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
    };

    for (size_t i = 0; i < COUNT(good); i++)
        check_integer(good[i].text, strlen(good[i].text), true, good[i].value);
}

MU_TEST(what_is_no_integer_or_outside_int64_is_refused)
{
    static const char *const bad[] = {
        "",
        "-",
        "+1",
        "--1",
        "00",
        "01",
        "-01",
        "-00",
        " 1",
        "1 ",
        "1.0",
        "1e2",
        "0x1",
        "1-",
        "1,2",
        "\xC2\xB2",
        "9223372036854775808",
        "9223372036854775810",
        "-9223372036854775809",
        "-9223372036854775810",
        "9999999999999999999",
        "10000000000000000000",
        "-10000000000000000000",
        "18446744073709551609",
        "18446744073709551610",
        "18446744073709551615",
        "18446744073709551616",
        "-18446744073709551616",
        "18446744073709551617",
        "100000000000000000000",
        "184467440737095516160",
        "340282366920938463463374607431768211457",
    };

    for (size_t i = 0; i < COUNT(bad); i++)
        check_integer(bad[i], strlen(bad[i]), false, 0);
    check_integer(BYTES("1\0"), false, 0);
    check_integer("12345", 3, true, 123);
    check_integer("-5", 1, false, 0);
    check_integer("-5", 0, false, 0);
}

MU_TEST(every_one_or_two_bytes_are_an_integer_or_are_refused)
{
    for (unsigned first = 0; first < 0x100; first++) {
        const bool digit = first >= '0' && first <= '9';
        const int value = (int)first - '0';
        char text[2] = {(char)first, '7'};
        check_integer(text, 1, digit, value);
        for (unsigned second = 0; second < 0x100; second++) {
            const bool more = second >= '0' && second <= '9';
            const int last = (int)second - '0';
            text[1] = (char)second;
            check_integer(text, 2, more && ((digit && value > 0) || first == '-'),
                          first == '-' ? -last : value * 10 + last);
        }
    }
}

MU_TEST(no_text_and_no_place_for_the_value_are_no_integer)
{
    check_integer(NULL, 0, false, 0);
    mu_check(!mcperr_integer(NULL, 1, NULL));
    mu_check(!mcperr_integer("1", 1, NULL));
}

/* Digits by subtracting powers of ten. */
static size_t count_down(uint64_t value, char to[MCPERR_DECIMAL_MAX])
{
    static const uint64_t most = UINT64_C(10000000000000000000);
    size_t size = 0;

    for (uint64_t power = most; power > 0; power = power == 1 ? 0 : power / 10) {
        char digit = '0';
        for (; value >= power; value -= power)
            digit++;
        if (size > 0 || digit > '0' || power == 1)
            to[size++] = digit;
    }
    return size;
}

static void check_decimal(uint64_t value)
{
    char room[MCPERR_DECIMAL_MAX + 2], expected[MCPERR_DECIMAL_MAX], *const to = room + 1;

    memset(room, GUARD, sizeof room);
    const char *const first = mcperr_decimal(value, to);
    mu_check(first >= to && first < to + MCPERR_DECIMAL_MAX);
    mu_assert_mem_eq(expected, count_down(value, expected), first, (size_t)(to + MCPERR_DECIMAL_MAX - first));
    for (const char *at = room; at < first; at++)
        mu_check(*at == GUARD);
    mu_check(to[MCPERR_DECIMAL_MAX] == GUARD);
}

MU_TEST(decimals_are_right_around_powers_of_ten_and_of_two)
{
    uint64_t power = 1;

    for (unsigned i = 0; i < 20; i++, power *= 10)
        for (uint64_t value = power - 1; value != power + 2; value++)
            check_decimal(value);
    for (unsigned i = 0; i < 64; i++)
        for (uint64_t value = (UINT64_C(1) << i) - 1; value != (UINT64_C(1) << i) + 2; value++)
            check_decimal(value);
    for (uint64_t value = UINT64_MAX; value > UINT64_MAX - 1000; value--)
        check_decimal(value);
    check_decimal(0);
}

MU_TEST(decimals_are_right_for_many_values_of_every_size)
{
    uint64_t state = 1;

    for (unsigned i = 0; i < 100000; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        check_decimal(state >> (i & 63));
    }
}

MU_TEST(known_values_have_their_known_digits)
{
    char to[MCPERR_DECIMAL_MAX];

    mu_assert_mem_eq("0", 1, mcperr_decimal(0, to), 1);
    mu_assert_mem_eq("10", 2, mcperr_decimal(10, to), 2);
    mu_assert_mem_eq("1234567890", 10, mcperr_decimal(1234567890, to), 10);
    mu_assert_mem_eq("18446744073709551615", 20, mcperr_decimal(UINT64_MAX, to), 20);
}

/* ---- time ---------------------------------------------------------------------------------- */

#define MS_PER_DAY INT64_C(86400000)

static bool is_leap(unsigned year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static unsigned days_in(unsigned year, unsigned month)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

static void put_number(char *to, unsigned value, unsigned digits)
{
    while (digits-- > 0) {
        to[digits] = (char)('0' + (int)(value % 10));
        value /= 10;
    }
}

static unsigned get_number(const char *from, unsigned digits)
{
    unsigned value = 0;

    while (digits-- > 0)
        value = value * 10 + (unsigned)(*from++ - '0');
    return value;
}

static void check_written(const char *expected, int64_t ms)
{
    char room[MCPERR_TIME_SIZE + 2];

    memset(room, GUARD, sizeof room);
    mcperr_time_text(ms, room + 1);
    mu_assert_mem_eq(expected, MCPERR_TIME_SIZE, room + 1, MCPERR_TIME_SIZE);
    mu_check(room[0] == GUARD && room[MCPERR_TIME_SIZE + 1] == GUARD);
}

static void check_read(const char *text, size_t size, bool good, int64_t ms)
{
    int64_t got = -77;

    if (mcperr_time_read(text, size, &got) != good)
        mu_assert_mem_eq(good ? "a time" : "no time", 6, text, size);
    mu_assert_int_eq(good ? ms : -77, got);
}

static void check_time(const char *text, int64_t ms)
{
    mcperr_time_text(ms, NULL);
    check_written(text, ms);
    check_read(text, MCPERR_TIME_SIZE, true, ms);
}

MU_TEST(known_instants_have_their_known_texts)
{
    check_time("1970-01-01T00:00:00.000Z", 0);
    check_time("1970-01-01T00:00:00.001Z", 1);
    check_time("1970-01-01T23:59:59.999Z", MS_PER_DAY - 1);
    check_time("1970-01-02T00:00:00.000Z", MS_PER_DAY);
    check_time("1999-12-31T23:59:59.999Z", INT64_C(946684799999));
    check_time("2000-01-01T00:00:00.000Z", INT64_C(946684800000));
    check_time("2000-02-29T00:00:00.000Z", INT64_C(951782400000));
    check_time("2000-03-01T00:00:00.000Z", INT64_C(951868800000));
    check_time("2001-09-09T01:46:40.000Z", INT64_C(1000000000000));
    check_time("2038-01-19T03:14:07.000Z", INT64_C(2147483647000));
    check_time("2038-01-19T03:14:08.000Z", INT64_C(2147483648000));
    check_time("2100-02-28T00:00:00.000Z", INT64_C(4107456000000));
    check_time("2100-03-01T00:00:00.000Z", INT64_C(4107542400000));
    check_time("2106-02-07T06:28:15.999Z", INT64_C(4294967295999));
    check_time("9999-12-31T23:59:59.999Z", MCPERR_TIME_MAX);
}

MU_TEST(times_outside_1970_to_9999_are_written_as_the_nearest_inside)
{
    static const char first[] = "1970-01-01T00:00:00.000Z", last[] = "9999-12-31T23:59:59.999Z";

    check_written(first, -1);
    check_written(first, -MS_PER_DAY);
    check_written(first, INT64_MIN);
    check_written(last, MCPERR_TIME_MAX + 1);
    check_written(last, INT64_MAX);
}

/* All days, counted one by one; tested are every 97th and those around new year and the leap day. */
MU_TEST(days_from_1970_to_9999_are_written_and_read)
{
    char text[] = "....-..-..T12:34:56.789Z";
    const int64_t time_of_day = ((12 * 60 + 34) * 60 + 56) * 1000 + 789;
    int64_t ms = time_of_day;
    unsigned until_next = 0;

    for (unsigned year = 1970; year <= 9999; year++)
        for (unsigned month = 1; month <= 12; month++) {
            const unsigned days = days_in(year, month);
            for (unsigned day = 1; day <= days; day++, ms += MS_PER_DAY) {
                const bool first = day == 1 && (month == 1 || month == 3);
                const bool last = day == days && (month == 2 || month == 12);
                if (until_next-- > 0 && !first && !last)
                    continue;
                until_next = 96;
                put_number(text, year, 4);
                put_number(text + 5, month, 2);
                put_number(text + 8, day, 2);
                check_time(text, ms);
            }
        }
    mu_assert_int_eq(MCPERR_TIME_MAX + 1, ms - time_of_day);
}

MU_TEST(every_hour_minute_second_and_millisecond_is_written_and_read)
{
    static const struct {
        unsigned place, digits, count, unit;
    } parts[] = {{11, 2, 24, 3600000}, {14, 2, 60, 60000}, {17, 2, 60, 1000}, {20, 3, 1000, 1}};
    char text[] = "2026-01-19T00:00:00.000Z";

    for (size_t i = 0; i < COUNT(parts); i++)
        for (unsigned value = 0; value < parts[i].count; value++) {
            put_number(text + parts[i].place, value, parts[i].digits);
            int64_t ms = INT64_C(1768780800000);
            for (size_t j = 0; j < COUNT(parts); j++)
                ms += (int64_t)get_number(text + parts[j].place, parts[j].digits) * parts[j].unit;
            check_time(text, ms);
        }
}

/* Is this a time, by the letter of the form? */
static bool is_time(const char *text)
{
    static const char form[] = "dddd-dd-ddTdd:dd:dd.dddZ";

    for (size_t i = 0; i < MCPERR_TIME_SIZE; i++)
        if (form[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != form[i])
            return false;
    const unsigned year = get_number(text, 4), month = get_number(text + 5, 2), day = get_number(text + 8, 2);
    return year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= days_in(year, month) &&
           get_number(text + 11, 2) < 24 && get_number(text + 14, 2) < 60 && get_number(text + 17, 2) < 60;
}

MU_TEST(a_time_with_one_byte_changed_is_refused_or_another_time)
{
    static const char *const times[] = {"1970-01-01T00:00:00.000Z", "2024-02-29T12:34:56.789Z",
                                        "2100-02-28T19:09:49.050Z", "9999-12-31T23:59:59.999Z"};
    char text[MCPERR_TIME_SIZE];

    for (size_t i = 0; i < COUNT(times); i++)
        for (size_t place = 0; place < MCPERR_TIME_SIZE; place++)
            for (unsigned byte = 0; byte < 0x100; byte++) {
                int64_t ms = -77;
                memcpy(text, times[i], MCPERR_TIME_SIZE);
                text[place] = (char)byte;
                mu_check(mcperr_time_read(text, MCPERR_TIME_SIZE, &ms) == is_time(text));
                if (is_time(text))
                    check_written(text, ms);
                else
                    mu_assert_int_eq(-77, ms);
            }
}

MU_TEST(whatever_is_not_a_time_in_that_form_is_refused)
{
    static const char *const bad[] = {
        "2026-01-19t15:32:10.123Z",    "2026-01-19T15:32:10.123z", "2026-01-19 15:32:10.123Z",
        "2026-01-19T24:00:00.000Z",    "2026-01-19T25:00:00.000Z", "2026-01-19T99:00:00.000Z",
        "2026-01-19T15:60:10.123Z",    "2026-01-19T15:99:10.123Z", "2026-01-19T15:32:60.123Z",
        "2016-12-31T23:59:60.000Z",    "2026-02-29T00:00:00.000Z", "2100-02-29T00:00:00.000Z",
        "2000-02-30T00:00:00.000Z",    "2024-02-30T00:00:00.000Z", "2026-04-31T00:00:00.000Z",
        "2026-06-31T00:00:00.000Z",    "2026-09-31T00:00:00.000Z", "2026-11-31T00:00:00.000Z",
        "2026-00-19T15:32:10.123Z",    "2026-13-19T15:32:10.123Z", "2026-99-19T15:32:10.123Z",
        "2026-01-00T15:32:10.123Z",    "2026-01-32T15:32:10.123Z", "2026-12-99T15:32:10.123Z",
        "1969-12-31T23:59:59.999Z",    "1900-01-01T00:00:00.000Z", "0000-01-01T00:00:00.000Z",
        "0000-00-00T00:00:00.000Z",    "0000-03-01T00:00:00.000Z", "9999-99-99T99:99:99.999Z",
        "99999-1-19T15:32:10.123Z",    "9999-12-32T00:00:00.000Z", "+2026-01-19T15:32:10.12Z",
        "-2026-01-19T15:32:10.12Z",    "2026-1-019T15:32:10.123Z", "2026-01-19T15:32:10,123Z",
        "2026-01-19T15.32.10.123Z",    "2026/01/19T15:32:10.123Z", "2026-01-19T15:32:10+0000",
        "2026-01-19T15:32:10.1234",    "2026-01-19T15:32+00:00Z ", " 2026-01-19T15:32:10.12Z",
        "202601190T1532101230000Z",    "202601191532101230000000", "------------------------",
        "0-0-0-0-0-0-000000000000",    "TTTTTTTTTTTTTTTTTTTTTTTT", "                        ",
        "2026-01-19T15:32:10.12\xB2Z",
    };
    static const char *const wrong_length[] = {
        "",
        "2026",
        "2026-01-19",
        "2026-01-19T15:32Z",
        "2026-01-19T15:32:10Z",
        "2026-01-19T15:32:10.12Z",
        "2026-01-19T15:32:10.123",
        "2026-01-19T15:32:10.1234Z",
        "2026-01-19T15:32:10.123ZZ",
        "2026-01-19T15:32:10.123+00:00",
        "2026-01-19T15:32:10.123-00:00",
        "10000-01-01T00:00:00.000Z",
    };

    for (size_t i = 0; i < COUNT(bad); i++) {
        mu_assert_uint_eq(MCPERR_TIME_SIZE, strlen(bad[i]));
        check_read(bad[i], strlen(bad[i]), false, 0);
    }
    for (size_t i = 0; i < COUNT(wrong_length); i++)
        check_read(wrong_length[i], strlen(wrong_length[i]), false, 0);
}

MU_TEST(only_the_whole_of_a_time_is_a_time_and_only_if_it_can_be_told)
{
    static const char text[] = "2026-01-19T15:32:10.123Z2026";

    for (size_t size = 0; size < sizeof text; size++)
        check_read(text, size, size == MCPERR_TIME_SIZE, INT64_C(1768836730123));
    check_read(text, SIZE_MAX, false, 0);
    check_read(NULL, 0, false, 0);
    check_read(NULL, MCPERR_TIME_SIZE, false, 0);
    mu_check(!mcperr_time_read(text, MCPERR_TIME_SIZE, NULL));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(an_integer_is_read_up_to_both_ends_of_int64)
    MU_RUN(what_is_no_integer_or_outside_int64_is_refused)
    MU_RUN(every_one_or_two_bytes_are_an_integer_or_are_refused)
    MU_RUN(no_text_and_no_place_for_the_value_are_no_integer)
    MU_RUN(decimals_are_right_around_powers_of_ten_and_of_two)
    MU_RUN(decimals_are_right_for_many_values_of_every_size)
    MU_RUN(known_values_have_their_known_digits)
    MU_RUN(known_instants_have_their_known_texts)
    MU_RUN(times_outside_1970_to_9999_are_written_as_the_nearest_inside)
    MU_RUN(days_from_1970_to_9999_are_written_and_read)
    MU_RUN(every_hour_minute_second_and_millisecond_is_written_and_read)
    MU_RUN(a_time_with_one_byte_changed_is_refused_or_another_time)
    MU_RUN(whatever_is_not_a_time_in_that_form_is_refused)
    MU_RUN(only_the_whole_of_a_time_is_a_time_and_only_if_it_can_be_told)
)
/* clang-format on */

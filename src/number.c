/* SPDX-License-Identifier: MIT */
/* Decimals and time, without a 64-bit division: no target has one, and the helpers are large. */
#include "text.h"

#include <string.h>

/* How many times `unit` goes into *rest, which keeps the remainder. */
#if (defined(__ARM_ARCH) && !defined(__ARM_FEATURE_IDIV)) || (defined(__riscv) && !defined(__riscv_div))
static MCPERR_NOINLINE uint32_t take(uint32_t *rest, uint32_t unit)
{
    uint32_t part = unit, times = 0, left = *rest;

    while (part <= left >> 1)
        part <<= 1;
    for (;; part >>= 1) {
        times <<= 1;
        if (left >= part) {
            left -= part;
            times++;
        }
        if (part == unit)
            break;
    }
    *rest = left;
    return times;
}
#else
static uint32_t take(uint32_t *rest, uint32_t unit)
{
    const uint32_t times = *rest / unit;

    *rest -= times * unit;
    return times;
}
#endif

/* ---- numbers ------------------------------------------------------------------------------- */

char *mcperr_decimal(uint64_t value, char to[MCPERR_DECIMAL_MAX])
{
    /* Sixteen bits at a time, the highest first: a remainder below 10 and sixteen bits fit in 32. */
    uint32_t part[4] = {value & 0xFFFF, value >> 16 & 0xFFFF, value >> 32 & 0xFFFF, (uint32_t)(value >> 48)};
    unsigned top = 3;
    // cppcheck-suppress ctuPointerArith ; one past the end
    char *at = to + MCPERR_DECIMAL_MAX;

    do {
        uint32_t rest = 0;
        while (top > 0 && part[top] == 0)
            top--;
        for (unsigned i = top + 1; i-- > 0;) {
            rest = rest << 16 | part[i];
            part[i] = take(&rest, 10);
        }
        *--at = (char)('0' + (int)rest);
    } while (top > 0 || part[0] > 0);
    return at;
}

bool mcperr_integer(const char *text, size_t size, int64_t *value)
{
    uint64_t sum = 0;

    if (text == NULL || size == 0 || value == NULL)
        return false;
    const char *at = text, *const end = at + size;
    const bool negative = *at == '-';
    if (negative)
        at++;
    if (at == end || (*at == '0' && end - at > 1))
        return false;
    for (; at < end; at++) {
        const uint32_t digit = (uint32_t)(unsigned char)*at - '0';
        if (digit > 9 || sum > UINT64_MAX / 10 - 1)
            return false;
        sum = sum * 10 + digit;
    }
    if (sum > (uint64_t)INT64_MAX + negative)
        return false;
    *value = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return true;
}

/* ---- time ---------------------------------------------------------------------------------- */

#define DAYS_400Y 146097u
#define DAYS_100Y 36524u
#define DAYS_4Y 1461u
#define DAYS_1Y 365u
#define DAYS_TO_1970 719468u /* from 0000-03-01: years that begin in March end with the leap day */
#define MS_DAY 86400000u     /* 84375 << 10 */

/* The last two digits of value. */
static void two(char *to, uint32_t value)
{
    to[0] = (char)('0' + (int)take(&value, 10));
    to[1] = (char)('0' + (int)value);
}

/* As many years of the unit as there are. The last one of four is a day longer than the unit. */
static uint32_t take_of_four(uint32_t *day, uint32_t unit)
{
    const uint32_t times = take(day, unit);

    if (times < 4)
        return times;
    *day += unit;
    return 3;
}

void mcperr_time_text(int64_t unix_ms, char to[MCPERR_TIME_SIZE])
{
    static const char form[MCPERR_TIME_SIZE] = "----------T--:--:--.---Z"; /* no NUL */
    const uint64_t ms = unix_ms < 0                 ? 0
                        : unix_ms > MCPERR_TIME_MAX ? (uint64_t)MCPERR_TIME_MAX
                                                    : (uint64_t)unix_ms;

    if (to == NULL)
        return;
    /* Days and the rest of the last, by long division in two steps that fit in 32 bits. */
    uint32_t rest = (uint32_t)(ms >> 22), day = take(&rest, MS_DAY >> 10) << 12;
    rest = rest << 12 | (ms >> 10 & 0xFFF);
    day += take(&rest, MS_DAY >> 10) + DAYS_TO_1970;
    rest = rest << 10 | (ms & 0x3FF);

    uint32_t century = take(&day, DAYS_400Y) << 2;
    century += take_of_four(&day, DAYS_100Y);
    uint32_t year = take(&day, DAYS_4Y) << 2;
    year += take_of_four(&day, DAYS_1Y);
    /* From March, five months are always 153 days. */
    uint32_t fifths = day * 5 + 2, month = take(&fifths, 153) + 3;
    if (month > 12) {
        month -= 12;
        if (++year == 100) {
            year = 0;
            century++;
        }
    }
    memcpy(to, form, sizeof form);
    two(to, century);
    two(to + 2, year);
    two(to + 5, month);
    two(to + 8, take(&fifths, 5) + 1);
    two(to + 11, take(&rest, 3600000));
    two(to + 14, take(&rest, 60000));
    two(to + 17, take(&rest, 1000));
    to[20] = (char)('0' + (int)take(&rest, 100));
    two(to + 21, rest);
}

/* Days from 0000-03-01 to the first of a month that is counted from March. */
static uint32_t days_to(uint32_t year, uint32_t month)
{
    uint32_t fifths = month * 153u + 2;
    const uint32_t centuries = take(&year, 100);

    return centuries * DAYS_100Y + (centuries >> 2) + year * DAYS_1Y + (year >> 2) + take(&fifths, 5);
}

bool mcperr_time_read(const char *text, size_t size, int64_t *unix_ms)
{
    static const char form[] = "0000-00-00T00:00:00.000Z";
    uint32_t part[8] = {0, 0, 0, 0, 0, 0, 0, 0}, n = 0; /* year, month, day, hour, minute, second, ms */

    if (text == NULL || unix_ms == NULL || size != MCPERR_TIME_SIZE)
        return false;
    for (unsigned i = 0; i < MCPERR_TIME_SIZE; i++) {
        const uint32_t digit = (uint32_t)(unsigned char)text[i] - '0';
        if (form[i] != '0' ? text[i] != form[i] : digit > 9)
            return false;
        if (form[i] == '0')
            part[n] = part[n] * 10 + digit;
        else
            n++;
    }
    if (part[0] < 1970 || part[1] - 1 > 11 || part[3] > 23 || part[4] > 59 || part[5] > 59)
        return false;
    const bool early = part[1] < 3; /* January and February end the year before */
    const uint32_t year = part[0] - early, month = early ? part[1] + 9 : part[1] - 3;
    const uint32_t first = days_to(year, month);
    const uint32_t next = part[1] == 2 ? days_to(year + 1, 0) : days_to(year, month + 1);
    if (part[2] - 1 >= next - first)
        return false;
    /* Minutes fit in 32 bits up to the year 9999. Halves of them times 60000 do, too: no 64-bit product. */
    const uint32_t minutes = ((first + part[2] - 1 - DAYS_TO_1970) * 24 + part[3]) * 60 + part[4];
    const uint32_t upper = (minutes >> 16) * 60000u, lower = (minutes & 0xFFFF) * 60000u;
    *unix_ms = (int64_t)((uint64_t)upper << 16) + (lower + part[5] * 1000u + part[6]);
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "fixed.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static uint64_t shift_in(uint64_t whole, unsigned digit)
{
    return whole > (UINT64_MAX - 9) / 10 ? UINT64_MAX : (whole << 3) + (whole << 1) + digit;
}

/* The exponent at the end of a number, 0 if there is none. Behind nine digits it is beyond any text. */
static int32_t exponent_of(const char *at, const char *end)
{
    int32_t exponent = 0;

    while (at < end && *at != 'e' && *at != 'E')
        at++;
    if (at == end)
        return 0;
    const bool negative = at[1] == '-';
    for (at += is_digit(at[1]) ? 1 : 2; at < end; at++)
        exponent = exponent < 100000000 ? exponent * 10 + (*at - '0') : exponent;
    return negative ? -exponent : exponent;
}

mcperr_fixed mcperr_fixed_of(mcperr_text number, unsigned places)
{
    const char *at = number.data, *const end = at + number.size;
    mcperr_fixed f = {0, false, *at == '-'};
    int32_t left = exponent_of(at, end) + (int32_t)places; /* digits of units that are still to come */

    at += f.negative;
    for (const char *i = at; i < end && is_digit(*i); i++)
        left++;
    for (; at < end && (is_digit(*at) || *at == '.'); at++) {
        if (*at == '.')
            continue;
        if (left > 0)
            f.whole = shift_in(f.whole, (unsigned)(*at - '0'));
        else if (*at != '0')
            f.more = true;
        left--;
    }
    for (; left > 0 && f.whole != 0 && f.whole != UINT64_MAX; left--)
        f.whole = shift_in(f.whole, 0);
    f.negative = f.negative && (f.whole != 0 || f.more); /* -0 is 0 */
    return f;
}

int mcperr_fixed_compare(mcperr_fixed number, int64_t limit)
{
    if (number.negative != (limit < 0))
        return number.negative ? -1 : 1;
    const uint64_t size = limit < 0 ? 0 - (uint64_t)limit : (uint64_t)limit;
    const int sign = number.negative ? -1 : 1;
    if (number.whole != size)
        return number.whole > size ? sign : -sign;
    return number.more ? sign : 0;
}

bool mcperr_fixed_integer(mcperr_fixed number, int64_t *value)
{
    if (number.more || number.whole > (uint64_t)INT64_MAX + number.negative)
        return false;
    /* The last one of the negative has no counterpart. */
    *value = number.negative ? -(int64_t)(number.whole - 1) - 1 : (int64_t)number.whole;
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <string.h>

/* ---- characters ---------------------------------------------------------------------------- */

uint32_t mcperr_char_utf8(const char *at, const char *end, const char **next)
{
    const uint32_t lead = (unsigned char)*at++;
    uint32_t code = lead, low = 0x80, high = 0xBF;
    unsigned more = 0;

    if (lead >= 0xF0) {
        more = 3;
        code = lead & 0x07;
        low = lead == 0xF0 ? 0x90 : 0x80;
        high = lead == 0xF4 ? 0x8F : 0xBF;
    } else if (lead >= 0xE0) {
        more = 2;
        code = lead & 0x0F;
        low = lead == 0xE0 ? 0xA0 : 0x80;
        high = lead == 0xED ? 0x9F : 0xBF;
    } else if (lead >= 0x80) {
        more = 1;
        code = lead & 0x1F;
    }
    *next = at;
    if (more > 0 && (lead < 0xC2 || lead > 0xF4))
        return MCPERR_CHAR_BROKEN;
    for (; more > 0; more--) {
        if (at == end)
            return MCPERR_CHAR_CUT;
        const uint32_t byte = (unsigned char)*at;
        if (byte < low || byte > high)
            return MCPERR_CHAR_BROKEN;
        code = code << 6 | (byte & 0x3F);
        *next = ++at;
        low = 0x80;
        high = 0xBF;
    }
    return code;
}

/* Up to four hexadecimal digits, and how many there are; BROKEN if one is none. */
static uint32_t hex4(const char *at, const char *end, unsigned *count)
{
    uint32_t code = 0;

    for (*count = 0; *count < 4 && at < end; ++*count, at++) {
        const uint32_t digit = (unsigned char)*at, letter = digit | 0x20;
        if (digit - '0' < 10)
            code = code << 4 | (digit - '0');
        else if (letter - 'a' < 6)
            code = code << 4 | (letter - 'a' + 10);
        else
            return MCPERR_CHAR_BROKEN;
    }
    return code;
}

static bool is_high(uint32_t code) { return code >> 10 == 0xD800 >> 10; }

/* Do the first `count` digits of a code belong to a low half, DC00 to DFFF? */
static bool is_low(uint32_t code, unsigned count)
{
    return count >= 2 ? code >> (4 * count - 6) == 0xDC00 >> 10 : count == 0 || code == 0xD;
}

/* The low half that must follow a high one; `at` is where its backslash should be. */
static uint32_t low_half(const char *at, const char *end)
{
    unsigned count;

    if (at == end)
        return MCPERR_CHAR_CUT;
    if (*at++ != '\\')
        return MCPERR_CHAR_HALF;
    if (at == end)
        return MCPERR_CHAR_CUT;
    if (*at++ != 'u')
        return MCPERR_CHAR_HALF;
    const uint32_t code = hex4(at, end, &count);
    if (code == MCPERR_CHAR_BROKEN || !is_low(code, count))
        return MCPERR_CHAR_HALF;
    return count < 4 ? MCPERR_CHAR_CUT : code;
}

uint32_t mcperr_char_escape(const char *at, const char *end, const char **next)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";

    *next = ++at; /* the backslash alone, should the rest be bad */
    if (at == end)
        return MCPERR_CHAR_CUT;
    if (*at != 'u') {
        unsigned i = 0;
        while (letters[i] != *at)
            if (++i == sizeof letters - 1)
                return MCPERR_CHAR_BROKEN;
        *next = at + 1;
        return (unsigned char)meant[i];
    }
    at++;
    unsigned count;
    uint32_t code = hex4(at, end, &count);
    if (code == MCPERR_CHAR_BROKEN)
        return code;
    if (count == 4)
        *next = at + 4;
    if (count >= 2 && is_low(code, count))
        return MCPERR_CHAR_HALF;
    if (count < 4)
        return MCPERR_CHAR_CUT;
    if (is_high(code)) {
        const uint32_t low = low_half(at + 4, end);
        if (low >= MCPERR_CHAR_CUT)
            return low;
        *next = at + 10;
        code = 0x10000 + ((code & 0x3FF) << 10 | (low & 0x3FF));
    }
    return code;
}

uint32_t mcperr_char_next(const char **at, const char *end, unsigned form)
{
    const uint32_t code = form == MCPERR_ESCAPED && **at == '\\' ? mcperr_char_escape(*at, end, at)
                                                                 : mcperr_char_utf8(*at, end, at);
    return code >= MCPERR_CHAR_CUT ? MCPERR_CHAR_REPLACED : code;
}

const char *mcperr_char_run(const char *at, const char *end)
{
    for (; at < end; at++) {
        const uint32_t byte = (unsigned char)*at;
        if (byte - 0x20 >= 0x5F || byte == '"' || byte == '\\')
            break;
    }
    return at;
}

size_t mcperr_utf8_put(uint32_t code, char to[4])
{
    size_t size = 1;

    if (code < 0x80) {
        to[0] = (char)code;
        return size;
    }
    /* Continuation bytes from the last to the first, each taking six bits. */
    const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    for (unsigned i = more; i > 0; i--, size++, code >>= 6)
        to[i] = (char)(unsigned char)(0x80 | (code & 0x3F));
    to[0] = (char)(unsigned char)((0x780 >> more & 0xF0) | code);
    return size;
}

/* ---- views --------------------------------------------------------------------------------- */

static mcperr_text view(const void *data, size_t size, unsigned form)
{
    return data != NULL && size <= MCPERR_TEXT_MAX ? mcperr_view(data, size, form) : MCPERR_ABSENT;
}

static size_t length(const char *text) { return text != NULL ? strlen(text) : 0; }

mcperr_text mcperr_str(const char *plain) { return view(plain, length(plain), MCPERR_PLAIN); }
mcperr_text mcperr_text_of(const char *plain, size_t size) { return view(plain, size, MCPERR_PLAIN); }
mcperr_text mcperr_raw(const char *json) { return view(json, length(json), MCPERR_JSON); }
mcperr_text mcperr_raw_of(const char *json, size_t size) { return view(json, size, MCPERR_JSON); }
mcperr_text mcperr_fields(const mcperr_field *fields, size_t count)
{
    return view(fields, count, MCPERR_FIELDS);
}

static mcperr_field field(const char *key, mcperr_text text, int64_t number, unsigned type)
{
    const mcperr_field made = {key, text, number, (uint8_t)type};
    return made;
}

mcperr_field mcperr_field_str(const char *key, const char *plain)
{
    return field(key, mcperr_str(plain), 0, MCPERR_FIELD_TEXT);
}
mcperr_field mcperr_field_text(const char *key, mcperr_text text)
{
    return field(key, text, 0, MCPERR_FIELD_TEXT);
}
mcperr_field mcperr_field_int(const char *key, int64_t number)
{
    return field(key, MCPERR_ABSENT, number, MCPERR_FIELD_INT);
}
mcperr_field mcperr_field_bool(const char *key, bool value)
{
    return field(key, MCPERR_ABSENT, value, MCPERR_FIELD_BOOL);
}

bool mcperr_text_same(mcperr_text a, mcperr_text b)
{
    if (a.data == NULL || b.data == NULL)
        return a.data == b.data;
    if (a.form == MCPERR_FIELDS || b.form == MCPERR_FIELDS ||
        (a.form == MCPERR_JSON) != (b.form == MCPERR_JSON))
        return false;

    const bool json = a.form == MCPERR_JSON;
    const char *at_a = a.data, *const end_a = at_a + a.size;
    const char *at_b = b.data, *const end_b = at_b + b.size;
    while (at_a < end_a && at_b < end_b) {
        const unsigned char byte_a = (unsigned char)*at_a, byte_b = (unsigned char)*at_b;
        if (json || (byte_a < 0x80 && byte_b < 0x80 && byte_a != '\\' && byte_b != '\\')) {
            if (byte_a != byte_b)
                return false;
            at_a++;
            at_b++;
        } else if (mcperr_char_next(&at_a, end_a, a.form) != mcperr_char_next(&at_b, end_b, b.form)) {
            return false;
        }
    }
    return at_a == end_a && at_b == end_b;
}

bool mcperr_text_is(mcperr_text text, const char *plain) { return mcperr_text_same(text, mcperr_str(plain)); }

size_t mcperr_text_copy(mcperr_text text, char *to, size_t cap)
{
    const size_t size = text.data == NULL || text.form == MCPERR_FIELDS ? 0 : text.size;
    const char *at = size > 0 ? text.data : "", *const end = at + size;
    size_t len = 0;

    while (at < end) {
        char bytes[4];
        size_t count = 1;
        if (text.form == MCPERR_JSON)
            bytes[0] = *at++;
        else
            count = mcperr_utf8_put(mcperr_char_next(&at, end, text.form), bytes);
        if (to != NULL && count < cap && len < cap - count)
            memcpy(to + len, bytes, count);
        len += count;
    }
    if (to != NULL && cap > 0)
        to[len < cap ? len : 0] = '\0';
    return len;
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* A tenth, by shifts and adds: Cortex-M0+ has no divide instruction, and its helper is 400 bytes.
   0.8 n as a sum of halves is low by at most 7, which / 8 turns into at most one. */
static uint64_t tenth(uint64_t n)
{
    uint64_t q = (n >> 1) + (n >> 2);

    q += q >> 4;
    q += q >> 8;
    q += q >> 16;
    q += q >> 32;
    q >>= 3;
    return q + (n - (q << 3) - (q << 1) > 9);
}

char *mcperr_decimal(uint64_t value, char to[MCPERR_DECIMAL_MAX])
{
    // cppcheck-suppress ctuPointerArith ; one past the end
    char *at = to + MCPERR_DECIMAL_MAX;

    do {
        const uint64_t rest = tenth(value);
        *--at = (char)('0' + (int)(value - (rest << 3) - (rest << 1)));
        value = rest;
    } while (value > 0);
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

/* How many times `unit` goes into *rest, which keeps the remainder. The answer must be below
   1 << bits. Long division, because the targets have no 64-bit one. */
static uint32_t take(uint64_t *rest, uint32_t unit, unsigned bits)
{
    uint64_t part = (uint64_t)unit << bits;
    uint32_t times = 0;

    while (bits-- > 0) {
        part >>= 1;
        times <<= 1;
        if (*rest >= part) {
            *rest -= part;
            times |= 1;
        }
    }
    return times;
}

/* The last `count` digits of value, and a mark behind them. */
static char *digits(char *to, uint32_t value, unsigned count, char mark)
{
    char all[MCPERR_DECIMAL_MAX];

    mcperr_decimal(100000u + value, all);
    memcpy(to, all + MCPERR_DECIMAL_MAX - count, count);
    to[count] = mark;
    return to + count + 1;
}

#define MS_DAY 86400000u
#define DAYS_400Y 146097u
#define DAYS_100Y 36524u
#define DAYS_4Y 1461u
#define DAYS_1Y 365u
#define DAYS_TO_1970 719468u /* from 0000-03-01: years that begin in March end with the leap day */

void mcperr_time_text(int64_t unix_ms, char to[MCPERR_TIME_SIZE])
{
    uint64_t ms = unix_ms < 0 ? 0 : unix_ms > MCPERR_TIME_MAX ? (uint64_t)MCPERR_TIME_MAX : (uint64_t)unix_ms;
    uint64_t day = take(&ms, MS_DAY, 22) + (uint64_t)DAYS_TO_1970;
    uint32_t year = take(&day, DAYS_400Y, 5) * 400, some;
    char all[MCPERR_TIME_SIZE + 1], *at = all;

    if (to == NULL)
        return;
    /* The last century of four and the last year of four are a day longer than the unit. */
    some = take(&day, DAYS_100Y, 3);
    if (some == 4) {
        some = 3;
        day += DAYS_100Y;
    }
    year += some * 100;
    year += take(&day, DAYS_4Y, 5) * 4;
    some = take(&day, DAYS_1Y, 3);
    if (some == 4) {
        some = 3;
        day += DAYS_1Y;
    }
    year += some;
    /* From March, five months are always 153 days. */
    uint64_t fifths = day * 5 + 2;
    const uint32_t month = take(&fifths, 153, 4);
    const uint32_t day_of_month = (uint32_t)take(&fifths, 5, 5) + 1;

    at = digits(at, year + (month > 9), 4, '-');
    at = digits(at, month > 9 ? month - 9 : month + 3, 2, '-');
    at = digits(at, day_of_month, 2, 'T');
    at = digits(at, take(&ms, 3600000u, 5), 2, ':');
    at = digits(at, take(&ms, 60000u, 6), 2, ':');
    at = digits(at, take(&ms, 1000u, 6), 2, '.');
    digits(at, (uint32_t)ms, 3, 'Z');
    memcpy(to, all, MCPERR_TIME_SIZE);
}

/* Days from 0000-03-01 to the first of a month that is counted from March. */
static uint32_t days_to(uint32_t year, uint32_t month)
{
    uint64_t rest = year, fifths = month * 153u + 2;
    const uint32_t centuries = take(&rest, 100, 7), years = (uint32_t)rest;

    return centuries * DAYS_100Y + (centuries >> 2) + years * DAYS_1Y + (years >> 2) + take(&fifths, 5, 9);
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
    *unix_ms = (int64_t)(first + part[2] - 1 - DAYS_TO_1970) * MS_DAY +
               (int64_t)(part[3] * 3600000u + part[4] * 60000u + part[5] * 1000u + part[6]);
    return true;
}

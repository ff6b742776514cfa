/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as text: the first says how the rest is cut into two texts and what form they have.
 * The rest as a whole is also taken for an integer, for a time, and for the bytes of a number.
 */
#include "fuzz.h"
#include "json_read.h"

#include <errno.h>

typedef struct copy {
    char *bytes;
    size_t size;
} copy;

static copy copied(mcperr_text text)
{
    copy c = {NULL, mcperr_text_copy(text, NULL, 0)};

    c.bytes = fuzz_room(c.size + 1);
    property(mcperr_text_copy(text, c.bytes, c.size + 1) == c.size);
    property(c.bytes[c.size] == '\0');
    return c;
}

static void copies_whole_or_not_at_all(mcperr_text text, size_t cap)
{
    char *const small = fuzz_room(cap);

    property(mcperr_text_copy(text, small, cap) >= cap);
    property(cap == 0 || small[0] == '\0');
    free(small);
}

/* The check is the judge of UTF-8. What a JSON string may not hold as it is, is ASCII: spaces do as well. */
static void is_utf8(copy c)
{
    char *const json = fuzz_room(c.size + 2);

    json[0] = json[c.size + 1] = '"';
    for (size_t i = 0; i < c.size; i++) {
        const unsigned char byte = (unsigned char)c.bytes[i];
        json[i + 1] = c.bytes[i];
        if (byte < 0x20 || byte == '"' || byte == '\\')
            json[i + 1] = ' ';
    }
    property(mcperr_json_check(json, c.size + 2, NULL, NULL, NULL) == MCPERR_OK);
    free(json);
}

/* Written as a string and read again, a text stands for the same characters. */
static void survives_writing(mcperr_text text, copy c, bool ascii)
{
    const size_t cap = 6 * c.size + 3;
    char *const json = fuzz_room(cap);
    mcperr_json w;
    mcperr_token token;
    mcperr_doc doc;

    mcperr_json_init(&w, json, cap);
    if (ascii)
        mcperr_json_ascii(&w);
    mcperr_json_text(&w, NULL, text);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    property(mcperr_doc_open(&doc, json, w.len, NULL, &token, 1, NULL) == MCPERR_OK);
    property(mcperr_text_same(mcperr_doc_text(&doc, 0), text));
    const copy read = copied(mcperr_doc_text(&doc, 0));
    property(fuzz_equal(read.bytes, read.size, c.bytes, c.size));
    free(read.bytes);
    free(json);
}

static void text(mcperr_text view, copy c, uint8_t choice)
{
    const mcperr_text plain = mcperr_text_of(c.bytes, c.size);
    const copy again = copied(plain);

    copies_whole_or_not_at_all(view, choice % (c.size + 1));
    is_utf8(c);
    property(fuzz_equal(again.bytes, again.size, c.bytes, c.size));
    property(mcperr_text_same(view, view));
    property(mcperr_text_same(view, plain));
    property(mcperr_text_is(view, c.bytes) == (strlen(c.bytes) == c.size));
    property(!mcperr_text_same(view, mcperr_str(NULL)));
    property(!mcperr_text_same(view, mcperr_raw_of(c.bytes, c.size)));
    survives_writing(view, c, false);
    survives_writing(view, c, true);
    free(again.bytes);
}

static void texts(const char *bytes, size_t size, uint8_t choice)
{
    const size_t half = size > 0 ? (choice >> 2) % (size + 1) : 0;
    char *const left = fuzz_copy(bytes, half), *const right = fuzz_copy(bytes + half, size - half);
    mcperr_text a = mcperr_text_of(left, half), b = mcperr_text_of(right, size - half);

    a.form = choice & 1 ? MCPERR_ESCAPED : MCPERR_PLAIN;
    b.form = choice & 2 ? MCPERR_ESCAPED : MCPERR_PLAIN;
    const copy copy_a = copied(a), copy_b = copied(b);
    text(a, copy_a, choice);
    text(b, copy_b, choice);
    const bool same = fuzz_equal(copy_a.bytes, copy_a.size, copy_b.bytes, copy_b.size);
    property(mcperr_text_same(a, b) == same);
    property(mcperr_text_same(b, a) == same);
    free(copy_a.bytes);
    free(copy_b.bytes);
    free(left);
    free(right);
}

/* The grammar of an integer in JSON. */
static bool is_integer(const char *text, size_t size)
{
    const size_t sign = size > 0 && text[0] == '-';

    if (size == sign || (text[sign] == '0' && size > sign + 1))
        return false;
    for (size_t i = sign; i < size; i++)
        if (text[i] < '0' || text[i] > '9')
            return false;
    return true;
}

static void integer(const char *text, size_t size)
{
    const int64_t untouched = 0x5A5A5A5A;
    int64_t value = untouched;
    char line[32] = "", written[32];
    const bool accepted = mcperr_integer(text, size, &value);

    if (!is_integer(text, size) || size >= sizeof line) {
        property(!accepted && value == untouched);
        return;
    }
    memcpy(line, text, size);
    errno = 0;
    const long long expected = strtoll(line, NULL, 10);
    property(accepted == (errno == 0));
    property(value == (accepted ? expected : untouched));
    if (!accepted || strcmp(line, "-0") == 0)
        return;
    mcperr_json w;
    mcperr_json_init(&w, written, sizeof written);
    mcperr_json_int(&w, NULL, value);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    property(strcmp(written, line) == 0);
}

static void time_as_text(const char *text, size_t size)
{
    const int64_t untouched = -1;
    int64_t ms = untouched;
    char again[MCPERR_TIME_SIZE];

    if (!mcperr_time_read(text, size, &ms)) {
        property(ms == untouched);
        return;
    }
    property(ms >= 0 && ms <= MCPERR_TIME_MAX);
    mcperr_time_text(ms, again);
    property(fuzz_equal(again, sizeof again, text, size));
}

static bool is_leap(unsigned year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* The calendar, counted year by year and month by month. */
static void date(uint64_t days, char *to, size_t cap)
{
    unsigned lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned year = 1970 + 400 * (unsigned)(days / 146097), month = 0;

    days %= 146097;
    for (; days >= 365u + is_leap(year); year++)
        days -= 365u + is_leap(year);
    lengths[1] += is_leap(year);
    for (; days >= lengths[month]; month++)
        days -= lengths[month];
    (void)snprintf(to, cap, "%04u-%02u-%02u", year, month + 1, (unsigned)days + 1);
}

static void time_as_number(int64_t ms)
{
    const int64_t within = ms < 0 ? 0 : ms > MCPERR_TIME_MAX ? MCPERR_TIME_MAX : ms;
    const unsigned of_day = (unsigned)(within % 86400000);
    char text[MCPERR_TIME_SIZE], day[32], expected[64];
    int64_t read = -1;

    mcperr_time_text(ms, text);
    property(mcperr_time_read(text, sizeof text, &read));
    property(read == within);
    date((uint64_t)within / 86400000, day, sizeof day);
    (void)snprintf(expected, sizeof expected, "%sT%02u:%02u:%02u.%03uZ", day, of_day / 3600000,
                   of_day / 60000 % 60, of_day / 1000 % 60, of_day % 1000);
    property(fuzz_equal(text, sizeof text, expected, strlen(expected)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *const bytes = fuzz_copy(data + 1, size - 1);
    int64_t number = 0;

    texts(bytes, size - 1, data[0]);
    integer(bytes, size - 1);
    time_as_text(bytes, size - 1);
    memcpy(&number, bytes, size - 1 < sizeof number ? size - 1 : sizeof number);
    time_as_number(number);
    time_as_number((int64_t)((uint64_t)number % (uint64_t)(MCPERR_TIME_MAX + 1)));
    property(fuzz_equal(bytes, size - 1, data + 1, size - 1));
    free(bytes);
    return 0;
}

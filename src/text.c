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
    const unsigned char byte = (unsigned char)**at;

    if (byte < 0x80 && byte != '\\') { /* most are: half of the instructions */
        ++*at;
        return byte;
    }
    const uint32_t code = form == MCPERR_ESCAPED && **at == '\\' ? mcperr_char_escape(*at, end, at)
                                                                 : mcperr_char_utf8(*at, end, at);
    return code >= MCPERR_CHAR_CUT ? MCPERR_CHAR_REPLACED : code;
}

const char *mcperr_char_run(const char *at, const char *end)
{
#ifdef MCPERR_WORDS
    for (size_t word; (size_t)(end - at) >= sizeof word; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        const size_t found = mcperr_not_plain(word);
        if (found == 0)
            continue;
#if SIZE_MAX > UINT32_MAX && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        return at + (__builtin_ctzll(found) >> 3); /* a third fewer instructions for strings of 20 bytes */
#else
        break;
#endif
    }
#endif
    while (at < end && mcperr_is_plain((unsigned char)*at))
        at++;
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

bool mcperr_text_spells(mcperr_text text, const char *utf8, size_t size)
{
    /* What is not UTF-8 is read as something else, which then is not in a text of the same size. */
    if (text.form == MCPERR_PLAIN && text.data != NULL)
        return text.size == size && memcmp(text.data, utf8, size) == 0;
    return mcperr_text_same(text, mcperr_plain(utf8, size));
}

bool mcperr_text_is(mcperr_text text, const char *plain) { return mcperr_text_same(text, mcperr_str(plain)); }

size_t mcperr_text_copy(mcperr_text text, char *to, size_t cap)
{
    const size_t size = text.data == NULL || text.form == MCPERR_FIELDS ? 0 : text.size;
    const char *at = size > 0 ? text.data : "", *const end = at + size;
    size_t len = 0;

    while (at < end) {
        char bytes[4];
        const char *from = at;
        if (text.form == MCPERR_JSON)
            at = end;
        else if (mcperr_is_plain((unsigned char)*at))
            at = mcperr_char_run(at, end);
        size_t count = (size_t)(at - from);
        if (count == 0) {
            count = mcperr_utf8_put(mcperr_char_next(&at, end, text.form), bytes);
            from = bytes;
        }
        if (to != NULL && count < cap && len < cap - count)
            memcpy(to + len, from, count);
        len += count;
    }
    if (to != NULL && cap > 0)
        to[len < cap ? len : 0] = '\0';
    return len;
}

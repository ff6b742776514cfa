/* SPDX-License-Identifier: MIT */
/* What json_bytes.h does not do in place: bytes beyond the room, bytes in quotes, and escapes. */
#include "json_bytes.h"

void mcperr_append(mcperr_json *w, const char *bytes, size_t size)
{
    const size_t len = w->len;

    if (has_room(w, size)) {
        w->len = len + size;
        memcpy(w->buf + len, bytes, size);
        return;
    }
    w->len = size <= SIZE_MAX - len ? len + size : SIZE_MAX;
    if (w->spill != NULL)
        w->spill(w, bytes, size);
}

void mcperr_append_escaped(mcperr_json *w, const char *bytes, size_t size)
{
#ifdef MCPERR_WORDS
    /* Looking for room once saves an eighth of framing an envelope, and a quarter of a large one. */
    if (has_room(w, 2 * size)) {
        char *to = w->buf + w->len;
        for (; size > 0; size--, bytes++) {
            if (*bytes == '"' || *bytes == '\\')
                *to++ = '\\';
            *to++ = *bytes;
        }
        w->len = (size_t)(to - w->buf);
        return;
    }
#endif
    for (; size > 0; size--, bytes++) {
        const char pair[2] = {'\\', *bytes};
        const bool escaped = *bytes == '"' || *bytes == '\\';
        mcperr_append(w, pair + !escaped, 1u + escaped);
    }
}

#define PART 24      /* what is spelt byte by byte is gathered, and put in parts of this size */
#define DENSE 3      /* so many characters as they are make a run */
#define CHAR_MOST 12 /* bytes of one character: two halves as \u */

static char *spell_u(char *to, uint32_t unit)
{
    *to++ = '\\';
    *to++ = 'u';
    for (unsigned shift = 16; shift > 0;) {
        const uint32_t digit = unit >> (shift -= 4) & 15;
        *to++ = (char)(digit < 10 ? '0' + digit : 'a' - 10 + digit);
    }
    return to;
}

/* A character that may not stand as it is, or stood there as an escape. */
static char *spell(char *to, uint32_t code, bool ascii)
{
    static const char letters[] = "btn\0fr"; /* 8 to 13; 11 has none */

    if (code == '"' || code == '\\' || (code - 8 < 6 && code != 11)) {
        to[0] = '\\';
        to[1] = (char)code;
        if (code - 8 < 6)
            to[1] = letters[code - 8];
        return to + 2;
    }
    if (code >= 0x20 && (code < 0x7F || !ascii))
        return to + mcperr_utf8_put(code, to);
    if (code >= 0x10000) {
        to = spell_u(to, 0xD7C0 + (code >> 10));
        code = 0xDC00 | (code & 0x3FF);
    }
    return spell_u(to, code);
}

/* Characters one by one, from the first that may not stand as it is, as far as they are gathered in one go:
   up to the end, or a run of those that may. Answers where. */
static const char *put_dense(mcperr_json *w, const char *at, const char *end, unsigned form)
{
    const bool ascii = w->mode & MCPERR_ASCII;
    char part[PART + CHAR_MOST], *to = part;
    unsigned plain = 0;

    do {
        const uint32_t byte = (unsigned char)*at;
        if (mcperr_is_plain(byte)) {
            *to++ = *at++;
            plain++;
            continue;
        }
        const char *next = at + 1;
        uint32_t code = byte;
        plain = 0;
        if (byte >= 0x80) {
            code = mcperr_char_utf8(at, end, &next);
            if (code < MCPERR_CHAR_CUT && !ascii) {
                while (at < next)
                    *to++ = *at++;
                continue;
            }
        } else if (byte == '\\' && form != MCPERR_PLAIN) {
            code = mcperr_char_escape(at, end, &next);
        } else if (byte < 0x20 && form == MCPERR_JSON) {
            mcperr_json_fail(w, MCPERR_E_SYNTAX);
        }
        if (code >= MCPERR_CHAR_CUT) {
            if (form == MCPERR_JSON)
                mcperr_json_fail(w, code == MCPERR_CHAR_CUT ? MCPERR_E_PARTIAL : MCPERR_E_SYNTAX);
            code = MCPERR_CHAR_REPLACED;
        }
        to = spell(to, code, ascii);
        at = next;
    } while (at < end && to < part + PART && plain < DENSE);
    put(w, part, (size_t)(to - part));
    return at;
}

/* Characters of which the first may not stand as it is: one by one, and between them runs that may. */
void mcperr_put_rest(mcperr_json *w, const char *at, const char *end, unsigned form)
{
    do
        at = put_run(w, put_dense(w, at, end, form), end);
    while (at < end);
}

/* SPDX-License-Identifier: MIT */
/* The writer. append() and append_byte() alone touch the buffer. */
#include "json_write.h"
#include "text.h"

#include <string.h>

void mcperr_json_fail(mcperr_json *w, mcperr_status status)
{
    if (w->status == MCPERR_OK)
        w->status = (uint8_t)status;
}

static void set(mcperr_json *w, unsigned mode) { w->mode = (uint8_t)(w->mode | mode); }
static void clear(mcperr_json *w, unsigned mode) { w->mode = (uint8_t)(w->mode & ~mode); }

/* ---- bytes -------------------------------------------------------------------------------------- */

/*
 * The next byte belongs at buf[len], if len < room. Once something did not fit, len > room, and nothing fits
 * any more, so that what is stored is always a prefix.
 */
static bool has_room(const mcperr_json *w, size_t size)
{
    return w->len < w->room && size <= w->room - w->len;
}

static MCPERR_NOINLINE void append_beyond(mcperr_json *w, const char *bytes, size_t size)
{
    w->len = size <= SIZE_MAX - w->len ? w->len + size : SIZE_MAX;
    if (w->spill != NULL)
        w->spill(w, bytes, size);
}

static inline void append(mcperr_json *w, const char *bytes, size_t size)
{
    if (has_room(w, size)) {
        memcpy(w->buf + w->len, bytes, size);
        w->len += size;
    } else {
        append_beyond(w, bytes, size);
    }
}

/* The same for one byte: quotes are most of them, and this takes a tenth off the time of an envelope. */
static inline void append_byte(mcperr_json *w, char byte)
{
    if (w->len < w->room)
        w->buf[w->len++] = byte;
    else
        append_beyond(w, &byte, 1);
}

static MCPERR_NOINLINE void append_escaped(mcperr_json *w, const char *bytes, size_t size)
{
    for (; size > 0; size--, bytes++) {
        if (*bytes == '"' || *bytes == '\\')
            append_byte(w, '\\');
        append_byte(w, *bytes);
    }
}

static inline void put(mcperr_json *w, const char *bytes, size_t size)
{
    if (w->mode & MCPERR_IN_QUOTES)
        append_escaped(w, bytes, size);
    else
        append(w, bytes, size);
}

static inline void put_byte(mcperr_json *w, char byte)
{
    if (w->mode & MCPERR_IN_QUOTES)
        append_escaped(w, &byte, 1);
    else
        append_byte(w, byte);
}

void mcperr_json_put(mcperr_json *w, const char *bytes, size_t size) { put(w, bytes, size); }

/* ---- strings ------------------------------------------------------------------------------------ */

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

#ifdef MCPERR_WORDS
/* Copy characters as far as they may stand as they are. Looking and storing in one go takes a quarter off the
   time of an envelope. Answers how many they are; what is stored behind them is spoilt. */
static MCPERR_NOINLINE size_t copy_run(char *to, const char *from, size_t size)
{
    size_t word, found = 0, i = 0;

    for (; found == 0 && i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, from + i, sizeof word);
        memcpy(to + i, &word, sizeof word);
        found = mcperr_not_plain(word);
    }
    if (found == 0 && i < size && i > 0) { /* the rest, with some that are known to be plain */
        i = size;
        memcpy(&word, from + i - sizeof word, sizeof word);
        memcpy(to + i - sizeof word, &word, sizeof word);
        found = mcperr_not_plain(word);
    }
    if (found != 0)
        i -= sizeof word - mcperr_plain_before(found);
    for (; i < size && mcperr_is_plain((unsigned char)from[i]); i++)
        to[i] = from[i];
    return i;
}
#endif

/* A run of characters that may stand as they are, in quotes, too. Answers where it ends. */
static inline const char *put_run(mcperr_json *w, const char *at, const char *end)
{
#ifdef MCPERR_WORDS
    if (has_room(w, (size_t)(end - at))) {
        const size_t size = copy_run(w->buf + w->len, at, (size_t)(end - at));
        w->len += size;
        return at + size;
    }
#endif
    const char *const run = mcperr_char_run(at, end);
    append(w, at, (size_t)(run - at));
    return run;
}

/* Characters one by one, from the first that may not stand as it is, as far as they are gathered in one go:
   up to the end, or a run of those that may. Answers where. */
static const char *put_dense(mcperr_json *w, const char *at, const char *end, unsigned form)
{
    const bool ascii = w->mode & MCPERR_ASCII;
    char part[PART + CHAR_MOST], *from = part, *to;
    const bool direct = !(w->mode & MCPERR_IN_QUOTES) && has_room(w, sizeof part);
    unsigned plain = 0;

    if (direct)
        from = w->buf + w->len;
    to = from;

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
    } while (at < end && to < from + PART && plain < DENSE);
    if (direct)
        w->len += (size_t)(to - from);
    else
        put(w, part, (size_t)(to - part));
    return at;
}

/* Characters of which the first may not stand as it is: one by one, and between them runs that may. */
static MCPERR_NOINLINE void put_rest(mcperr_json *w, const char *at, const char *end, unsigned form)
{
    do
        at = put_run(w, put_dense(w, at, end, form), end);
    while (at < end);
}

/* Characters of a string. */
static inline void put_chars(mcperr_json *w, mcperr_text text)
{
    const char *at = text.data, *const end = at + text.size;

    if ((at = put_run(w, at, end)) < end)
        put_rest(w, at, end, text.form);
}

/* ---- structure ---------------------------------------------------------------------------------- */

/* Is there exactly one document, and is it whole? */
static bool is_complete(const mcperr_json *w) { return w->depth == w->base && (w->mode & MCPERR_AT_COMMA); }

/* A name that comes as ,"name":" with its comma where one is due. */
static void put_name(mcperr_json *w, const char *name, size_t size, bool comma)
{
    put(w, name + !comma, size - !comma);
}

/* Open the object that was waiting for its first member. */
static MCPERR_NOINLINE void open_lazy(mcperr_json *w)
{
    const char *const name = w->lazy;

    w->lazy = NULL;
    put_name(w, name, strlen(name) - 1, w->mode & MCPERR_OUTER);
    put_byte(w, '{');
}

/* May a member stand here? */
static inline bool begins_member(mcperr_json *w)
{
    if (w->status != MCPERR_OK)
        return false;
    if ((w->mode & (MCPERR_IN_OBJECT | MCPERR_AT_VALUE)) != MCPERR_IN_OBJECT) {
        mcperr_json_fail(w, MCPERR_E_MISUSE);
        return false;
    }
    if (w->lazy != NULL)
        open_lazy(w);
    return true;
}

void mcperr_json_name(mcperr_json *w, const char *name, size_t size)
{
    if (!begins_member(w))
        return;
    put_name(w, name, size, w->mode & MCPERR_AT_COMMA);
    set(w, MCPERR_AT_COMMA | MCPERR_AT_VALUE);
}

void mcperr_json_member(mcperr_json *w, const char *name, size_t size, const char *prefix,
                        const mcperr_text *text)
{
    if (!begins_member(w))
        return;
    put_name(w, name, size + 1, w->mode & MCPERR_AT_COMMA);
    set(w, MCPERR_AT_COMMA);
    if (prefix != NULL)
        put_chars(w, mcperr_str(prefix));
    if (text->data != NULL)
        put_chars(w, *text);
    put_byte(w, '"');
}

void mcperr_json_key(mcperr_json *w, mcperr_text key)
{
    if (!begins_member(w))
        return;
    if (w->mode & MCPERR_AT_COMMA)
        put_byte(w, ',');
    put_byte(w, '"');
    put_chars(w, key);
    put(w, "\":", 2);
    set(w, MCPERR_AT_COMMA | MCPERR_AT_VALUE);
}

/* What precedes a value without a name, or with one that is written. False if it may not stand here. */
static bool is_due(mcperr_json *w)
{
    if (w->status != MCPERR_OK)
        return false;
    if (w->mode & MCPERR_AT_VALUE) {
        clear(w, MCPERR_AT_VALUE);
        return true;
    }
    if ((w->mode & MCPERR_IN_OBJECT) || is_complete(w)) {
        mcperr_json_fail(w, MCPERR_E_MISUSE);
        return false;
    }
    if (w->mode & MCPERR_AT_COMMA)
        put_byte(w, ',');
    set(w, MCPERR_AT_COMMA);
    return true;
}

/* The same with the name that is yet to be written. */
static bool lead(mcperr_json *w, const char *key)
{
    if (w == NULL)
        return false;
    if (key != NULL)
        mcperr_json_key(w, mcperr_str(key));
    return is_due(w);
}

bool mcperr_json_due(mcperr_json *w, const char *key)
{
    const bool due = lead(w, key);

    if (due)
        set(w, MCPERR_AT_VALUE);
    return due;
}

void mcperr_json_value(mcperr_json *w, const char *key, const char *bytes, size_t size)
{
    if (lead(w, key))
        put(w, bytes, size);
}

/* One level deeper; false if that is too deep. */
static bool descend(mcperr_json *w, bool object)
{
    if (w->depth == MCPERR_DEPTH_DEFAULT) {
        mcperr_json_fail(w, MCPERR_E_DEPTH);
        return false;
    }
    const uint32_t bit = UINT32_C(1) << w->depth++;
    w->objects &= ~bit;
    clear(w, MCPERR_AT_COMMA | MCPERR_IN_OBJECT);
    if (object) {
        w->objects |= bit;
        set(w, MCPERR_IN_OBJECT);
    }
    return true;
}

/* Where a container or quoted document has ended: a value of what is around it. */
static void ascend(mcperr_json *w)
{
    clear(w, MCPERR_IN_OBJECT);
    if (w->depth > w->base && (w->objects >> (w->depth - 1u) & 1))
        set(w, MCPERR_IN_OBJECT);
    set(w, MCPERR_AT_COMMA);
}

static void open(mcperr_json *w, const char *key, bool object)
{
    if (lead(w, key) && descend(w, object))
        put_byte(w, object ? '{' : '[');
}

void mcperr_json_object(mcperr_json *w, const char *key) { open(w, key, true); }
void mcperr_json_array(mcperr_json *w, const char *key) { open(w, key, false); }

void mcperr_json_lazy(mcperr_json *w, const char *name)
{
    if (!begins_member(w))
        return;
    const bool comma = w->mode & MCPERR_AT_COMMA;
    if (!descend(w, true))
        return;
    clear(w, MCPERR_OUTER);
    if (comma)
        set(w, MCPERR_OUTER);
    w->lazy = name;
}

void mcperr_json_end(mcperr_json *w)
{
    if (w == NULL || w->status != MCPERR_OK)
        return;
    if (w->depth == w->base || (w->mode & MCPERR_AT_VALUE)) {
        mcperr_json_fail(w, MCPERR_E_MISUSE);
        return;
    }
    const bool opened = w->lazy == NULL;
    if (opened)
        put_byte(w, w->mode & MCPERR_IN_OBJECT ? '}' : ']');
    w->lazy = NULL;
    w->depth--;
    ascend(w);
    if (!opened && !(w->mode & MCPERR_OUTER))
        clear(w, MCPERR_AT_COMMA);
}

void mcperr_json_quote(mcperr_json *w, const char *key)
{
    if (w != NULL && (w->mode & MCPERR_IN_QUOTES))
        mcperr_json_fail(w, MCPERR_E_MISUSE);
    if (!lead(w, key))
        return;
    append_byte(w, '"');
    w->base = w->depth;
    clear(w, MCPERR_AT_COMMA | MCPERR_IN_OBJECT);
    set(w, MCPERR_IN_QUOTES);
}

void mcperr_json_unquote(mcperr_json *w)
{
    if (w == NULL || w->status != MCPERR_OK)
        return;
    if (!(w->mode & MCPERR_IN_QUOTES) || !is_complete(w)) {
        mcperr_json_fail(w, MCPERR_E_MISUSE);
        return;
    }
    clear(w, MCPERR_IN_QUOTES);
    w->base = 0;
    ascend(w);
    append_byte(w, '"');
}

/* ---- values ------------------------------------------------------------------------------------- */

void mcperr_json_string(mcperr_json *w)
{
    if (is_due(w))
        put_byte(w, '"');
}

void mcperr_json_piece(mcperr_json *w, mcperr_text piece)
{
    if (w->status == MCPERR_OK && piece.data != NULL)
        put_chars(w, piece);
}

void mcperr_json_plain(mcperr_json *w, const char *piece) { mcperr_json_piece(w, mcperr_str(piece)); }

void mcperr_json_string_end(mcperr_json *w)
{
    if (w->status == MCPERR_OK)
        put_byte(w, '"');
}

void mcperr_json_chars(mcperr_json *w, mcperr_text text)
{
    mcperr_json_string(w);
    mcperr_json_piece(w, text);
    mcperr_json_string_end(w);
}

void mcperr_json_null(mcperr_json *w, const char *key) { mcperr_json_value(w, key, "null", 4); }
void mcperr_json_bool(mcperr_json *w, const char *key, bool value)
{
    mcperr_json_value(w, key, value ? "true" : "false", value ? 4 : 5);
}

static void put_integer(mcperr_json *w, const char *key, uint64_t size, bool negative)
{
    char text[1 + MCPERR_DECIMAL_MAX];
    char *at = mcperr_decimal(size, text + 1);

    if (negative)
        *--at = '-';
    mcperr_json_value(w, key, at, (size_t)(text + sizeof text - at));
}

void mcperr_json_int(mcperr_json *w, const char *key, int64_t value)
{
    put_integer(w, key, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void mcperr_json_uint(mcperr_json *w, const char *key, uint64_t value) { put_integer(w, key, value, false); }

void mcperr_json_view(mcperr_json *w, const char *key, mcperr_text text)
{
    if (text.data == NULL)
        mcperr_json_null(w, key);
    else if (!mcperr_json_due(w, key))
        return;
    else if (text.form == MCPERR_JSON)
        mcperr_json_raw(w, text);
    else
        mcperr_json_chars(w, text);
}

void mcperr_json_str(mcperr_json *w, const char *key, const char *plain)
{
    mcperr_json_view(w, key, mcperr_str(plain));
}

void mcperr_json_time(mcperr_json *w, const char *key, int64_t unix_ms)
{
    char text[MCPERR_TIME_SIZE];

    mcperr_time_text(unix_ms, text);
    mcperr_json_view(w, key, mcperr_plain(text, sizeof text));
}

void mcperr_json_text(mcperr_json *w, const char *key, mcperr_text text)
{
    if (text.data == NULL || text.form != MCPERR_FIELDS) {
        mcperr_json_view(w, key, text);
        return;
    }
    mcperr_json_object(w, key);
    if (w != NULL)
        mcperr_json_fields(w, text);
    mcperr_json_end(w);
}

/* ---- the document ------------------------------------------------------------------------------- */

void mcperr_json_init(mcperr_json *w, char *buf, size_t cap)
{
    if (w == NULL)
        return;
    memset(w, 0, sizeof *w);
    w->buf = buf;
    if (buf == NULL || cap == 0)
        return;
    w->room = cap - 1;
    *buf = '\0';
}

void mcperr_json_ascii(mcperr_json *w)
{
    if (w != NULL)
        set(w, MCPERR_ASCII);
}

void mcperr_json_unique(mcperr_json *w, bool unique)
{
    clear(w, MCPERR_UNIQUE);
    if (unique)
        set(w, MCPERR_UNIQUE);
}

mcperr_status mcperr_json_finish(mcperr_json *w)
{
    if (w == NULL)
        return MCPERR_E_MISUSE;
    if ((w->mode & MCPERR_IN_QUOTES) || !is_complete(w))
        mcperr_json_fail(w, MCPERR_E_MISUSE);
    if (w->spill != NULL) {
        w->spill(w, NULL, 0);
    } else if (w->buf != NULL) {
        if (w->len > w->room)
            mcperr_json_fail(w, MCPERR_E_NOSPACE);
        if (w->room > 0)
            w->buf[w->status == MCPERR_OK ? w->len : 0] = '\0';
    }
    return (mcperr_status)w->status;
}

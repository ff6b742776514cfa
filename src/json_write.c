/* SPDX-License-Identifier: MIT */
/* The writer: where a value may stand, and what is around it. */
#include "json_bytes.h"

#include <string.h>

void mcperr_json_fail(mcperr_json *w, mcperr_status status)
{
    if (w->status == MCPERR_OK)
        w->status = (uint8_t)status;
}

static void set(mcperr_json *w, unsigned mode) { w->mode = (uint8_t)(w->mode | mode); }
static void clear(mcperr_json *w, unsigned mode) { w->mode = (uint8_t)(w->mode & ~mode); }

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

/* ---- strings in pieces -------------------------------------------------------------------------- */

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

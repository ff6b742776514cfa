/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_JSON_BYTES_H
#define MCPERR_SRC_JSON_BYTES_H
/* Bytes and characters of a document. What is here and in json_bytes.c alone touches the buffer. */
#include "json_write.h"
#include "text.h"

#include <string.h>

/* ---- bytes -------------------------------------------------------------------------------------- */

/*
 * The next byte belongs at buf[len], if len < room. Once something did not fit, len > room, and nothing fits
 * any more, so that what is stored is always a prefix.
 */
static inline bool has_room(const mcperr_json *w, size_t size)
{
    return w->len < w->room && size <= w->room - w->len;
}

/* Bytes as they are; what does not fit is counted, or streamed. */
void mcperr_append(mcperr_json *w, const char *bytes, size_t size);

/* The same for one byte: quotes are most of them, and this saves up to a tenth of writing an envelope and a
   seventh of framing it. */
static inline void append_byte(mcperr_json *w, char byte)
{
    if (w->len < w->room)
        w->buf[w->len++] = byte;
    else
        mcperr_append(w, &byte, 1);
}

/* Quotes and backslashes with a backslash. */
void mcperr_append_escaped(mcperr_json *w, const char *bytes, size_t size);

/* Bytes of the document as they are; in quotes, with its quotes and backslashes escaped. */
static inline void put(mcperr_json *w, const char *bytes, size_t size)
{
    if (w->mode & MCPERR_IN_QUOTES)
        mcperr_append_escaped(w, bytes, size);
    else
        mcperr_append(w, bytes, size);
}

static inline void put_byte(mcperr_json *w, char byte)
{
    if (byte == '"' && (w->mode & MCPERR_IN_QUOTES))
        append_byte(w, '\\');
    append_byte(w, byte);
}

/* ---- characters of a string ---------------------------------------------------------------------- */

/* Characters of which the first may not stand as it is. */
void mcperr_put_rest(mcperr_json *w, const char *at, const char *end, unsigned form);

/* A run of characters that may stand as they are, in quotes, too. Answers where it ends. */
static inline const char *put_run(mcperr_json *w, const char *at, const char *end)
{
    const char *const run = mcperr_char_run(at, end);
    mcperr_append(w, at, (size_t)(run - at));
    return run;
}

/* Characters of a string. */
static inline void put_chars(mcperr_json *w, mcperr_text text)
{
    const char *at = text.data, *const end = at + text.size;

    if ((at = put_run(w, at, end)) < end)
        mcperr_put_rest(w, at, end, text.form);
}

#endif

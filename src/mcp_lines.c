/* SPDX-License-Identifier: MIT */
#include "mcp_frame.h"
#include "text.h"

#include <string.h>

/* How much of the end of an overlong line is kept: an id, with room to slide. */
#define TAIL 192

static void add(uint32_t *count)
{
    if (*count < UINT32_MAX)
        ++*count;
}

bool mcperr_lines_init(mcperr_lines *lines, char *buf, size_t cap)
{
    if (lines == NULL)
        return false;
    memset(lines, 0, sizeof *lines);
    if (buf == NULL || cap < MCPERR_LINES_MIN)
        return false;
    lines->buf = buf;
    lines->cap = cap;
    return true;
}

/* Where the first line from `from` on ends; `end` if it does not. */
static size_t find_end(const mcperr_lines *lines, size_t from)
{
    while (from < lines->end && lines->buf[from] != '\n')
        from++;
    return from;
}

/* Make room in a buffer that is full and holds no complete line: keep the beginning and the latest bytes. */
static void slide(mcperr_lines *lines)
{
    if (lines->head == 0) {
        add(&lines->overlong);
        lines->head = lines->cap - TAIL;
    }
    memcpy(lines->buf + lines->head, lines->buf + lines->cap - TAIL / 2, TAIL / 2);
    lines->end = lines->head + TAIL / 2;
}

size_t mcperr_lines_put(mcperr_lines *lines, const char *bytes, size_t size)
{
    size_t taken = 0;

    if (lines == NULL || lines->buf == NULL || bytes == NULL)
        return 0;
    if (lines->begin > 0) {
        lines->end -= lines->begin;
        memmove(lines->buf, lines->buf + lines->begin, lines->end);
        lines->begin = 0;
    }
    for (; taken < size; taken++) {
        if (bytes[taken] == '\0') {
            add(&lines->noise);
            continue;
        }
        if (lines->end == lines->cap) {
            if (find_end(lines, 0) < lines->end)
                break;
            slide(lines);
        }
        lines->buf[lines->end++] = bytes[taken];
    }
    return taken;
}

static bool is_blank(const mcperr_line *line)
{
    size_t i = 0;

    while (i < line->size && (line->text[i] == ' ' || line->text[i] == '\t'))
        i++;
    return i == line->size;
}

/* The complete line at *from, and *from behind it. */
static bool line_at(const mcperr_lines *lines, size_t *from, mcperr_line *line)
{
    do {
        const size_t end = find_end(lines, *from);
        if (end == lines->end)
            return false;
        line->text = lines->buf + *from;
        line->size = end - *from;
        line->cut = 0;
        if (line->size > 0 && line->text[line->size - 1] == '\r')
            line->size--;
        *from = end + 1;
    } while (is_blank(line));
    return true;
}

bool mcperr_lines_next(mcperr_lines *lines, mcperr_line *line)
{
    if (lines == NULL || line == NULL)
        return false;
    const bool found = line_at(lines, &lines->begin, line);
    if (found && line->text == lines->buf)
        line->cut = lines->head;
    if (lines->begin > 0)
        lines->head = 0; /* the line too long was the first */
    return found;
}

static bool cancels(const mcperr_line *line, mcperr_text id, mcperr_token *tokens, size_t count)
{
    mcperr_doc doc;

    if (mcperr_doc_open(&doc, line->text, line->size, NULL, tokens, count, NULL) != MCPERR_OK ||
        !mcperr_text_is(mcperr_doc_text(&doc, mcperr_doc_find(&doc, 0, "method")),
                        "notifications/cancelled") ||
        !mcperr_text_is(mcperr_doc_text(&doc, mcperr_doc_find(&doc, 0, "jsonrpc")), "2.0") ||
        mcperr_doc_find(&doc, 0, "id") != MCPERR_DOC_NONE)
        return false;
    const uint32_t params = mcperr_doc_find(&doc, 0, "params");
    mcperr_text cancelled = mcperr_raw_value(&doc, mcperr_doc_find(&doc, params, "requestId"));
    cancelled.form = id.form = MCPERR_ESCAPED; /* the same characters, however they are spelt */
    return mcperr_text_same(cancelled, id);
}

bool mcperr_lines_cancel(const mcperr_lines *lines, mcperr_text id, mcperr_token *tokens, size_t count)
{
    mcperr_line line;

    if (lines == NULL || id.data == NULL)
        return false;
    for (size_t from = lines->begin; line_at(lines, &from, &line);)
        if (cancels(&line, id, tokens, count))
            return true;
    return false;
}

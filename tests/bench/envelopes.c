/* SPDX-License-Identifier: MIT */
/* The seven envelopes as C values, and their texts. */
#include "bench.h"
#include "values.h"

#include <string.h>

#define TEXT(key, text)                                                                                      \
    {                                                                                                        \
        key, text, 0, NODE_TEXT                                                                              \
    }
#define NUMBER(key, number)                                                                                  \
    {                                                                                                        \
        key, NULL, number, NODE_NUMBER                                                                       \
    }
#define BOOLEAN(key, value)                                                                                  \
    {                                                                                                        \
        key, NULL, value, NODE_BOOLEAN                                                                       \
    }
#define ABSENT(key)                                                                                          \
    {                                                                                                        \
        key, NULL, 0, NODE_NULL                                                                              \
    }
#define OPEN(key)                                                                                            \
    {                                                                                                        \
        key, NULL, 0, NODE_OPEN                                                                              \
    }
#define CLOSE                                                                                                \
    {                                                                                                        \
        NULL, NULL, 0, NODE_CLOSE                                                                            \
    }

static const node context[] = {
    OPEN("error"),
    TEXT("code", "cache_missing"),
    TEXT("message", "Cache does not exist"),
    CLOSE,
};

static const node toolerror[] = {
    TEXT("type", "CONFLICT"),
    TEXT("message", TOOLERROR_MESSAGE),
    BOOLEAN("recoverable", true),
    OPEN("data"),
    TEXT("resource", "documents/42"),
    NUMBER("expected_version", 7),
    NUMBER("actual_version", 9),
    BOOLEAN("locked", false),
    CLOSE,
};

static const node owlclaw[] = {
    OPEN("error"),
    TEXT("code", "runtime.timeout"),
    TEXT("message", OWLCLAW_MESSAGE),
    TEXT("category", "runtime"),
    BOOLEAN("retryable", true),
    TEXT("incident_id", OWLCLAW_INCIDENT),
    OPEN("details"),
    TEXT("tool", "read_temperature"),
    NUMBER("attempt", 3),
    CLOSE,
    NUMBER("retry_after", 30),
    CLOSE,
};

static const node codeintel[] = {
    TEXT("path", ""),
    TEXT("content", ""),
    NUMBER("lines", 0),
    NUMBER("size", 0),
    TEXT("error", CODEINTEL_MESSAGE),
    OPEN("problem"),
    TEXT("type", "https://kgfoundry.dev/problems/file-not-found"),
    TEXT("title", "File Not Found"),
    NUMBER("status", 404),
    TEXT("detail", CODEINTEL_MESSAGE),
    TEXT("instance", "urn:codeintel:files:open_file"),
    TEXT("code", "file-not-found"),
    OPEN("extensions"),
    TEXT("exception_type", "FileNotFoundError"),
    TEXT("path", "src/sensors/calibration.py"),
    CLOSE,
    CLOSE,
};

static const node kaiza[] = {
    TEXT("error_code", "FILE_READ_FAILED"),
    TEXT("human_message", KAIZA_MESSAGE),
    TEXT("role", "WINDSURF"),
    TEXT("session_id", KAIZA_SESSION),
    TEXT("workspace_root", KAIZA_WORKSPACE),
    TEXT("tool_name", "read_file"),
    ABSENT("invariant_id"),
    TEXT("phase_id", "PHASE_5A"),
    TEXT("plan_hash", KAIZA_PLAN),
    OPEN("cause"),
    TEXT("message", KAIZA_CAUSE),
    TEXT("code", "EIO"),
    TEXT("name", "Error"),
    CLOSE,
    TEXT("timestamp", KAIZA_TIME),
    TEXT("stack_trace", KAIZA_STACK),
};

static const node escapes[] = {
    TEXT("type", "VALIDATION"),
    TEXT("message", ESCAPES_MESSAGE),
    BOOLEAN("recoverable", true),
    OPEN("data"),
    TEXT("line", ESCAPES_LINE),
    TEXT("sch\xC3\xB6n", ESCAPES_LINE ESCAPES_LINE),
    CLOSE,
};

static const node nested[] = {
    TEXT("type", "TRANSIENT"),
    TEXT("message", "bus error"),
    BOOLEAN("recoverable", true),
    OPEN("data"),
    NUMBER("board", 1),
    OPEN("bus"),
    TEXT("name", "i2c0"),
    OPEN("device"),
    NUMBER("address", 72),
    OPEN("register"),
    TEXT("name", "config"),
    OPEN("field"),
    NUMBER("bit", 15),
    OPEN("value"),
    NUMBER("expected", 1),
    NUMBER("read", 0),
    CLOSE,
    CLOSE,
    CLOSE,
    CLOSE,
    CLOSE,
    CLOSE,
};

#define ENVELOPE(name, dialect, nodes, code, message)                                                        \
    {                                                                                                        \
        name, &dialect, nodes, sizeof nodes / sizeof *nodes, code, message                                   \
    }

const envelope envelopes[ENVELOPES] = {
    [CONTEXT] = ENVELOPE("context", mcperr_context, context, "cache_missing", "Cache does not exist"),
    [TOOLERROR] = ENVELOPE("toolerror", mcperr_toolerror, toolerror, "CONFLICT", TOOLERROR_MESSAGE),
    [OWLCLAW] = ENVELOPE("owlclaw", mcperr_owlclaw, owlclaw, "runtime.timeout", OWLCLAW_MESSAGE),
    [CODEINTEL] = ENVELOPE("codeintel", mcperr_codeintel, codeintel, "file-not-found", CODEINTEL_MESSAGE),
    [KAIZA] = ENVELOPE("kaiza", mcperr_kaiza, kaiza, "FILE_READ_FAILED", KAIZA_MESSAGE),
    [ESCAPES] = ENVELOPE("escapes", mcperr_toolerror, escapes, "VALIDATION", ESCAPES_MESSAGE),
    [NESTED] = ENVELOPE("nested", mcperr_toolerror, nested, "TRANSIENT", "bus error"),
};

/* ---- their texts ----------------------------------------------------------------------------------------
 */

static char *put(char *to, const char *text)
{
    const size_t size = strlen(text);

    memcpy(to, text, size);
    return to + size;
}

static char *put_escaped(char *to, const char *text)
{
    static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt", hex[] = "0123456789abcdef";

    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        const char *const found = strchr(named, *text);
        if (found != NULL) {
            *to++ = '\\';
            *to++ = letters[found - named];
        } else if (c < 0x20) {
            to = put(to, "\\u00");
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        } else {
            *to++ = *text;
        }
    }
    return to;
}

static char *put_string(char *to, const char *text)
{
    *to++ = '"';
    to = put_escaped(to, text);
    *to++ = '"';
    return to;
}

static char *put_number(char *to, int32_t number)
{
    char digits[10];
    size_t count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

static char *put_value(char *to, const node *n)
{
    switch (n->type) {
    case NODE_TEXT:
        return put_string(to, n->text);
    case NODE_NUMBER:
        return put_number(to, n->number);
    case NODE_BOOLEAN:
        return put(to, n->number ? "true" : "false");
    case NODE_OPEN:
        return put(to, "{");
    default:
        return put(to, "null");
    }
}

static void add_piece(subject *s, const char *from, const char *to)
{
    s->pieces[s->piece_count].at = from;
    s->pieces[s->piece_count++].size = (size_t)(to - from);
}

void prepare(subject *s, unsigned index)
{
    const envelope *const e = &envelopes[index];
    char *to = s->text, *from = to;

    memset(s, 0, sizeof *s);
    s->envelope = e;
    s->index = index;
    *to++ = '{';
    for (const node *n = e->nodes; n < e->nodes + e->node_count; n++) {
        if (n->type == NODE_CLOSE) {
            *to++ = '}';
            continue;
        }
        if (to[-1] != '{')
            *to++ = ',';
        to = put_string(to, n->key);
        *to++ = ':';
        add_piece(s, from, to);
        from = to;
        to = put_value(to, n);
        add_piece(s, from, to);
        from = to;
    }
    *to++ = '}';
    add_piece(s, from, to);
    s->size = (size_t)(to - s->text);
    to = put(s->framed, FRAME_HEAD);
    to = put_escaped(to, s->text);
    to = put(to, FRAME_TAIL);
    s->framed_size = (size_t)(to - s->framed);
}

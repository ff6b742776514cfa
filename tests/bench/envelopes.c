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

typedef struct text {
    char *at, *from; /* the piece that has begun */
    subject *s;      /* NULL: pieces are not wanted */
} text;

static void cut(text *t)
{
    if (t->s != NULL && t->at > t->from) {
        t->s->pieces[t->s->piece_count].at = t->from;
        t->s->pieces[t->s->piece_count++].size = (size_t)(t->at - t->from);
    }
    t->from = t->at;
}

static void put(text *t, const char *plain)
{
    const size_t size = strlen(plain);

    memcpy(t->at, plain, size);
    t->at += size;
}

static void put_escape(text *t, unsigned char c, char letter)
{
    static const char hex[] = "0123456789abcdef";

    cut(t);
    if (letter != '\0') {
        *t->at++ = '\\';
        *t->at++ = letter;
    } else {
        put(t, "\\u00");
        *t->at++ = hex[c >> 4];
        *t->at++ = hex[c & 15];
    }
    cut(t);
}

static void put_escaped(text *t, const char *plain)
{
    static const char named[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";

    for (; *plain != '\0'; plain++) {
        const char *const found = strchr(named, *plain);
        if (found != NULL)
            put_escape(t, 0, letters[found - named]);
        else if ((unsigned char)*plain < 0x20)
            put_escape(t, (unsigned char)*plain, '\0');
        else
            *t->at++ = *plain;
    }
}

static void put_number(text *t, int32_t number)
{
    char digits[11] = "";
    size_t at = sizeof digits - 1;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(t, digits + at);
}

/* The quotes of a text are of the piece around it. */
static void put_value(text *t, const node *n)
{
    switch (n->type) {
    case NODE_TEXT:
        put(t, "\"");
        cut(t);
        put_escaped(t, n->text);
        cut(t);
        put(t, "\"");
        break;
    case NODE_NUMBER:
        cut(t);
        put_number(t, n->number);
        cut(t);
        break;
    case NODE_BOOLEAN:
        cut(t);
        put(t, n->number ? "true" : "false");
        cut(t);
        break;
    case NODE_OPEN:
        put(t, "{");
        break;
    default:
        put(t, "null");
    }
}

void prepare(subject *s, unsigned index)
{
    const envelope *const e = &envelopes[index];
    text t = {s->text, s->text, s}, framed = {s->framed, s->framed, NULL};

    memset(s, 0, sizeof *s);
    s->envelope = e;
    s->index = index;
    put(&t, "{");
    for (const node *n = e->nodes; n < e->nodes + e->node_count; n++) {
        if (n->type == NODE_CLOSE) {
            put(&t, "}");
            continue;
        }
        put(&t, t.at[-1] == '{' ? "\"" : ",\"");
        put(&t, n->key);
        put(&t, "\":");
        put_value(&t, n);
    }
    put(&t, "}");
    cut(&t);
    s->size = (size_t)(t.at - s->text);
    put(&framed, FRAME_HEAD);
    put_escaped(&framed, s->text);
    put(&framed, FRAME_TAIL);
    s->framed_size = (size_t)(framed.at - s->framed);
}

/* SPDX-License-Identifier: MIT */
#ifndef REPLY_H
#define REPLY_H
/* What the tests of replies share: lines of a server, and what is to be understood of them. */
#include "mcperr/mcp.h"
#include "mcperr/policy.h"

#include "codec.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NOBODY DIALECTS

static char line[1400];
static mcperr_reply reply;

/* Read a copy of the text, which is the line from then on. */
static inline mcperr_reply_kind read_line(const char *text)
{
    memset(&reply, 0xA5, sizeof reply);
    strcpy(line, text);
    return mcperr_reply_read(dialects, DIALECTS, line, strlen(text), tokens, TOKENS, &reply);
}

/* Is it exactly this, as it stands in the line? NULL: absent. */
static inline bool is(mcperr_text view, const char *bytes)
{
    const char *const at = view.data;

    if (at == NULL || bytes == NULL)
        return at == bytes;
    return at >= line && at + view.size < line + sizeof line && view.size == strlen(bytes) &&
           memcmp(at, bytes, view.size) == 0;
}

static inline bool is_zero(const void *bytes, size_t size)
{
    const unsigned char *const at = bytes;
    size_t i = 0;

    while (i < size && at[i] == 0)
        i++;
    return i == size;
}

/* What is to be understood of a line. */
typedef struct expected {
    const char *line;
    uint8_t kind, odd, place, reading, dialect, error_kind;
    const char *code, *message; /* of the error, unescaped */
} expected;

static inline void check(const expected *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const expected *const e = &all[i];
        const mcperr_dialect *const d = e->dialect < DIALECTS ? dialects[e->dialect] : NULL;
        const mcperr_reply_kind kind = read_line(e->line);
        if (kind != (mcperr_reply_kind)e->kind || reply.kind != kind || reply.odd != e->odd ||
            reply.place != (mcperr_reply_place)e->place || reply.reading != (mcperr_reading)e->reading ||
            reply.dialect != d || reply.error.kind != e->error_kind ||
            !mcperr_text_is(reply.error.code, e->code) || !mcperr_text_is(reply.error.message, e->message))
            mu_fail(e->line);
        if (kind != MCPERR_REPLY_MALFORMED)
            mu_check(is_zero(&reply.fault, sizeof reply.fault));
        else
            mu_check(reply.fault.reason != MCPERR_R_NONE);
    }
}

#define RESULT MCPERR_REPLY_RESULT
#define TOOL MCPERR_REPLY_TOOL_ERROR
#define PROTOCOL MCPERR_REPLY_PROTOCOL_ERROR
#define MALFORMED MCPERR_REPLY_MALFORMED

#define HEAD "{\"jsonrpc\":\"2.0\",\"id\":4,"
#define TEXT(inside) "\"content\":[{\"type\":\"text\",\"text\":\"" inside "\"}]"
#define ANSWER(members) HEAD "\"result\":{" members "}}"
#define FAILED(inside) ANSWER(TEXT(inside) ",\"isError\":true")
#define ERROR(members) HEAD "\"error\":{" members "}}"

/* An envelope as it is, and as the text of a string. */
#define TOOLERROR_JSON "{\"type\":\"NOT_FOUND\",\"message\":\"no \\\"x\\\"\",\"recoverable\":false}"
#define TOOLERROR_TEXT                                                                                       \
    "{\\\"type\\\":\\\"NOT_FOUND\\\",\\\"message\\\":\\\"no "                                                \
    "\\\\\\\"x\\\\\\\"\\\",\\\"recoverable\\\":false}"
#define OWLCLAW_ERROR                                                                                        \
    "\"error\":{\"code\":\"runtime.timeout\",\"message\":\"slow\",\"category\":\"runtime\","                 \
    "\"retryable\":true,\"incident_id\":\"i\"}"
/* One whose code is not known, but its kind is. */
#define PROBLEM_TEXT                                                                                         \
    "{\\\"type\\\":\\\"about:blank\\\",\\\"title\\\":\\\"T\\\",\\\"status\\\":403,\\\"detail\\\":"           \
    "\\\"no\\\","                                                                                            \
    "\\\"instance\\\":\\\"x\\\"}"

#endif

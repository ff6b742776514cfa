/* SPDX-License-Identifier: MIT */
/* Envelopes that are not valid, one violation each. Whoever accepts one has missed it. */
#include "host.h"

#include <stdio.h>

#define CAUSE_AND_BEFORE                                                                                     \
    "\"session_id\":null,\"workspace_root\":null,\"tool_name\":\"t\",\"invariant_id\":null,\"phase_id\":"    \
    "null,"                                                                                                  \
    "\"plan_hash\":null,\"cause\":null,"
#define KAIZA_OF(code, role, time)                                                                           \
    "{\"error_code\":" code ",\"human_message\":\"m\",\"role\":" role "," CAUSE_AND_BEFORE                   \
    "\"timestamp\":" time "}"
#define NOW "\"2026-01-19T15:32:10.123Z\""
#define TOOL(message, rest) "{\"type\":\"CONFLICT\",\"message\":" message ",\"recoverable\":true" rest "}"
#define OWL(category, retryable, rest)                                                                       \
    "{\"error\":{\"code\":\"runtime.timeout\",\"message\":\"m\",\"category\":" category                      \
    ",\"retryable\":" retryable ",\"incident_id\":\"i\"" rest "}}"

typedef struct violation {
    const char *what;
    unsigned envelope;
    const char *text;
    size_t size;
} violation;

#define VIOLATION(what, envelope, text)                                                                      \
    {                                                                                                        \
        what, envelope, text, sizeof(text) - 1                                                               \
    }

static const violation list[] = {
    /* not JSON */
    VIOLATION("raw control character in a string", TOOLERROR, TOOL("\"a\nb\"", "")),
    VIOLATION("bytes that are not UTF-8", TOOLERROR, TOOL("\"a\xFF\"", "")),
    VIOLATION("overlong UTF-8", TOOLERROR, TOOL("\"\xC0\xAF\"", "")),
    VIOLATION("UTF-8 of a surrogate", TOOLERROR, TOOL("\"\xED\xA0\x80\"", "")),
    VIOLATION("half of a surrogate pair", TOOLERROR, TOOL("\"\\uD800\"", "")),
    VIOLATION("unknown escape", TOOLERROR, TOOL("\"\\x41\"", "")),
    VIOLATION("leading zero", TOOLERROR, TOOL("\"m\"", ",\"data\":{\"n\":01}")),
    VIOLATION("number that ends in a dot", TOOLERROR, TOOL("\"m\"", ",\"data\":{\"n\":1.}")),
    VIOLATION("NaN", TOOLERROR, TOOL("\"m\"", ",\"data\":{\"n\":NaN}")),
    VIOLATION("trailing comma", TOOLERROR, TOOL("\"m\"", ",")),
    VIOLATION("missing comma", TOOLERROR, TOOL("\"m\"", " \"data\":{}")),
    VIOLATION("text after the document", TOOLERROR, TOOL("\"m\"", "") "x"),
    VIOLATION("NUL after the document", TOOLERROR, TOOL("\"m\"", "") "\0"),
    VIOLATION("comment", TOOLERROR, TOOL("\"m\"", "/**/")),
    VIOLATION("document that ends too early", TOOLERROR, "{\"type\":\"CONFLICT\",\"message\":\"m\""),
    /* JSON, but not the contract */
    VIOLATION("name that stands twice", TOOLERROR, TOOL("\"m\"", ",\"message\":\"n\"")),
    VIOLATION("name that stands twice inside data", TOOLERROR, TOOL("\"m\"", ",\"data\":{\"a\":1,\"a\":2}")),
    VIOLATION("missing member", TOOLERROR, "{\"type\":\"CONFLICT\",\"message\":\"m\"}"),
    VIOLATION("member of another type", TOOLERROR, TOOL("7", "")),
    VIOLATION("unknown code", KAIZA, KAIZA_OF("\"NO_SUCH_CODE\"", "null", NOW)),
    VIOLATION("unknown role", KAIZA, KAIZA_OF("\"INTERNAL_ERROR\"", "\"ROOT\"", NOW)),
    VIOLATION("day that does not exist", KAIZA,
              KAIZA_OF("\"INTERNAL_ERROR\"", "null", "\"2026-02-30T15:32:10.123Z\"")),
    VIOLATION("category that contradicts the code", OWLCLAW, OWL("\"auth\"", "true", "")),
    VIOLATION("retryable that contradicts the code", OWLCLAW, OWL("\"runtime\"", "false", "")),
    VIOLATION("fraction of a second to wait", OWLCLAW, OWL("\"runtime\"", "true", ",\"retry_after\":1.5")),
    VIOLATION("member that a closed contract does not have", CONTEXT,
              "{\"error\":{\"code\":\"io_error\",\"message\":\"m\",\"x\":1}}"),
    VIOLATION("empty message where there must be one", CONTEXT,
              "{\"error\":{\"code\":\"io_error\",\"message\":\"\"}}"),
};

void violations(void)
{
    static results out;

    for (size_t i = 0; i < contender_count; i++)
        for (size_t v = 0; does(contenders[i], READ) && v < sizeof list / sizeof *list; v++)
            printf("%s\t%s\t%s\n", contenders[i]->name, list[v].what,
                   contenders[i]->read(&envelopes[list[v].envelope], list[v].text, list[v].size, &out)
                       ? "missed"
                       : "refused");
}

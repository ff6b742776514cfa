/* SPDX-License-Identifier: MIT */
#ifndef SERVER_H
#define SERVER_H
/* A device that speaks MCP: the node of node.h behind an endpoint, and lines as clients send them. */
#include "json_read.h"
#include "mcperr/mcp.h"
#include "node.h"

#define VENDOR "io.modelcontextprotocol/"
#define META                                                                                                 \
    "\"_meta\":{\"" VENDOR "protocolVersion\":\"2026-07-28\",\"" VENDOR                                      \
    "clientInfo\":{\"name\":\"probe\",\"version\":\"1\"},\"" VENDOR "clientCapabilities\":{}}"
/* Requests as the official clients spell them: the id comes last. */
#define LEGACY(id, method) "{\"method\":\"" method "\",\"jsonrpc\":\"2.0\",\"id\":" id "}"
#define LEGACY_WITH(id, method, params)                                                                      \
    "{\"method\":\"" method "\",\"params\":{" params "},\"jsonrpc\":\"2.0\",\"id\":" id "}"
#define MODERN(id, method) LEGACY_WITH(id, method, META)
#define MODERN_WITH(id, method, params) LEGACY_WITH(id, method, params "," META)

#define INITIALIZE(version)                                                                                  \
    LEGACY_WITH("0", "initialize",                                                                           \
                "\"protocolVersion\":" version                                                               \
                ",\"capabilities\":{},\"clientInfo\":{\"name\":\"probe\",\"version\":\"1\"}")

#define OK(id, result) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{" result "}}"
#define OK_MODERN(id, result)                                                                                \
    OK(id, "\"resultType\":\"complete\"," result ",\"_meta\":{\"" VENDOR                                     \
           "serverInfo\":{\"name\":\"node\",\"version\":\"1.0\"}}")
#define REFUSED(id, code, message)                                                                           \
    "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"error\":{\"code\":" code ",\"message\":\"" message "\"}}"
#define REFUSED_NO_ID(code, message)                                                                         \
    "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":" code ",\"message\":\"" message "\"}}"
#define KNOWN "[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]" /* versions */
#define TEXT(inside) "\"content\":[{\"type\":\"text\",\"text\":\"" inside "\"}]"

#define EIGHT(text) text text text text text text text text
#define SIXTY "123456789012345678901234567890123456789012345678901234567890"

static mcperr_endpoint server;

/* ---- its tools ----------------------------------------------------------------------------------------- */

static inline mcperr_status read_temp(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    int64_t channel = 0;

    (void)self;
    (void)mcperr_arg_int(args, "channel", &channel);
    if (channel == 4)
        return mcperr_fail(err, MCPERR_TIMEOUT, "sensor did not answer");
    mcperr_json_int(result, "milli_celsius", 21500 + channel);
    return MCPERR_OK;
}

/* Repeats what it is given as `text`. */
static inline mcperr_status echo(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self;
    (void)err;
    mcperr_json_text(result, "text", mcperr_arg_text(args, "text"));
    return MCPERR_OK;
}

static inline mcperr_status lie(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self;
    (void)args;
    (void)err;
    mcperr_json_bool(result, "ok", false);
    return MCPERR_OK;
}

static const mcperr_param channels[] = {
    {.name = "channel", .description = "Which one", .min = 1, .max = 4, .type = MCPERR_INTEGER}};

static const mcperr_tool server_tools[] = {
    {.name = "read_temp",
     .operation = "files:read_temp",
     .run = read_temp,
     .idempotent = true,
     .description = "Read a temperature",
     .params = channels,
     .param_count = COUNT(channels)},
    {.name = "echo", .run = echo, .input_schema = "{\"type\": \"object\"}"},
    {.name = "status",
     .run = read_temp,
     .output_schema = "{\"type\":\"object\",\"required\":[\"milli_celsius\"]}"},
    {.name = "lie", .run = lie},
};

/* ---- the server ---------------------------------------------------------------------------------------- */

static inline void server_begin(const mcperr_dialect *dialect)
{
    node_begin(dialect);
    memset(&server, 0, sizeof server);
    server.boundary = &node;
    server.tools = server_tools;
    server.tool_count = COUNT(server_tools);
    server.name = "node";
    server.version = "1.0";
    server.tokens = tokens;
    server.token_count = COUNT(tokens);
    server.scratch = scratch;
    server.scratch_size = sizeof scratch;
    server.ttl_ms = 5000;
}

/* Is this one JSON-RPC response on one line, with an id that is no null? */
static inline bool is_a_response(const char *line, size_t size)
{
    static const char head[] = "{\"jsonrpc\":\"2.0\",";
    mcperr_doc doc;
    static mcperr_token places[90];

    if (mcperr_doc_open(&doc, line, size, NULL, places, COUNT(places), NULL) != MCPERR_OK ||
        strncmp(line, head, sizeof head - 1) != 0 || memchr(line, '\n', size) != NULL ||
        mcperr_doc_type(&doc, mcperr_doc_find(&doc, 0, "id")) == MCPERR_T_NULL)
        return false;
    const uint32_t result = mcperr_doc_find(&doc, 0, "result"), error = mcperr_doc_find(&doc, 0, "error");
    int64_t code;
    return result != MCPERR_DOC_NONE
               ? error == MCPERR_DOC_NONE && mcperr_doc_type(&doc, result) == MCPERR_T_OBJECT
               : mcperr_doc_integer(&doc, mcperr_doc_find(&doc, error, "code"), &code) &&
                     mcperr_doc_type(&doc, mcperr_doc_find(&doc, error, "message")) == MCPERR_T_STRING;
}

/* For tests/mcp/lines.mjs: every answer is judged against the schemas of its protocol. */
static inline void tell(const mcperr_line *line)
{
#ifdef TELL_LINES
    if (line->cut == 0)
        printf("# a line\n> %.*s\n< %s\n", (int)line->size, line->text, out);
    else
        printf("# a line that was cut\n%s\n", out);
#else
    (void)line;
#endif
}

/* Put into `out` what the server answers to a line, in a buffer of that size; an empty string: nothing. */
static inline void answer_in(const mcperr_line *line, size_t cap)
{
    memset(out, '#', sizeof out);
    length = mcperr_endpoint_line(&server, line, out, cap);
    for (size_t i = cap; i < sizeof out; i++)
        mu_check(out[i] == '#');
    mu_assert_int_eq(0, clocks.locks);
    if (length > 0)
        mu_check(length < cap && strlen(out) == length && is_a_response(out, length));
    else if (cap > 0)
        mu_check(out[0] == '\0');
    if (length > 0)
        tell(line);
}

static inline void answer_to(const char *text)
{
    const mcperr_line line = {text, strlen(text), 0};
    answer_in(&line, sizeof out);
}

#define assert_answer(expected, line)                                                                        \
    do {                                                                                                     \
        answer_to(line);                                                                                     \
        mu_assert_string_eq(expected, out);                                                                  \
    } while (0)
#define assert_answer_in(cap, expected, line)                                                                \
    do {                                                                                                     \
        answer_in(line, cap);                                                                                \
        mu_assert_string_eq(expected, out);                                                                  \
    } while (0)

#endif

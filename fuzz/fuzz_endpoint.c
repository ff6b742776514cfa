/* SPDX-License-Identifier: MIT */
/*
 * Any bytes in any chunking, through the lines of a port to an endpoint: at most one answer for each line,
 * each of them one JSON-RPC response to the request that it answers, and nothing outside of the buffers is
 * touched.
 *
 * An input is a header of four bytes and the stream: dialect and switches; size of the chunks; size of the
 * buffer for lines; size of the buffer for answers.
 */
#include "dialects.h"
#include "mcp.h"
#include "mcp_frame.h"

#define HEADER 4
#define SCRATCH 96
#define GUARD 16

/* Memory with a guard on both sides, beyond what a sanitizer looks at: replay runs without one. */
static char *guarded(size_t size)
{
    char *const room = fuzz_room(size + 2 * (size_t)GUARD);

    memset(room, 0xA5, size + 2 * (size_t)GUARD);
    return room + GUARD;
}

static void release_guarded(char *bytes, size_t size)
{
    for (size_t i = 0; i < GUARD; i++)
        property((uint8_t)bytes[size + i] == 0xA5 && (uint8_t)bytes[-1 - (ptrdiff_t)i] == 0xA5);
    free(bytes - GUARD);
}

/* ---- the server ---------------------------------------------------------------------------------------- */

typedef struct device {
    mcperr_endpoint server;
    mcperr_boundary boundary;
    mcperr_lines lines;
    bool strict; /* refuses some */
} device;

static uint32_t no_clock(void *ctx) { return ctx != NULL; }
static const mcperr_port port = {.mono_ms = no_clock};

/* Succeeds or fails as it is told, and repeats what it is given. */
static mcperr_status work(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    int64_t kind = -1;

    (void)self;
    if (mcperr_arg_int(args, "fail", &kind) && kind >= 0) {
        mcperr_json details;
        mcperr_details(args, &details);
        mcperr_json_text(&details, "text", mcperr_arg_text(args, "text"));
        mcperr_details_end(args, &details, err);
        (void)mcperr_fail(err, (mcperr_kind)(kind % MCPERR_KIND_COUNT), NULL);
        err->message = mcperr_arg_text(args, "text");
        return MCPERR_E_FAILED;
    }
    mcperr_json_text(result, "text", mcperr_arg_text(args, "text"));
    return MCPERR_OK;
}

/* Repeats a number, and perhaps is an error in disguise. */
static mcperr_status repeat(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    bool now = true;

    (void)self;
    (void)err;
    (void)mcperr_arg_bool(args, "now", &now);
    mcperr_json_text(result, "number", mcperr_arg_number(args, "number"));
    mcperr_json_bool(result, "ok", now);
    return MCPERR_OK;
}

static const mcperr_param params[] = {
    {.name = "text", .type = MCPERR_STRING, .min = 1, .max = 40},
    {.name = "fail", .type = MCPERR_INTEGER, .min = -1, .max = 99},
    {.name = "number", .type = MCPERR_NUMBER, .min = -5, .max = INT64_MAX},
    {.name = "state", .type = MCPERR_STRING, .one_of = "on|off"},
    {.name = "now", .type = MCPERR_BOOLEAN},
};
static const mcperr_tool tools[] = {
    {.name = "work", .run = work, .description = "Works", .params = params, .param_count = 5},
    {.name = "free", .run = work, .input_schema = "{\"type\":\"object\"}", .idempotent = true},
    {.name = "shaped", .run = repeat, .output_schema = "{}", .params = params, .param_count = 5},
    {.name = "need",
     .run = repeat,
     .empty_result = "{\"items\":[]}",
     .operation = "files:need",
     .params = params + 2,
     .param_count = 1},
};

static mcperr_status authorize(void *ctx, const mcperr_tool *tool, mcperr_text raw, mcperr_error *err)
{
    const device *const d = ctx;

    property(raw.data == NULL || mcperr_json_check(raw.data, raw.size, NULL, NULL, NULL) == MCPERR_OK);
    if (!d->strict || (tool != NULL && tool->idempotent))
        return MCPERR_OK;
    return mcperr_fail(err, MCPERR_FORBIDDEN, "not you");
}

static bool cancelled(void *ctx, mcperr_text id)
{
    const device *const d = ctx;

    property(mcperr_is_id(id));
    return mcperr_lines_cancel(&d->lines, id, d->server.tokens, d->server.token_count);
}

/* ---- answers ------------------------------------------------------------------------------------------- */

static bool same_id(mcperr_text a, mcperr_text b) { return fuzz_equal(a.data, a.size, b.data, b.size); }

/* What must hold of an answer to a line. */
static void is_an_answer(const mcperr_line *line, const char *whole, size_t whole_size, const char *answer,
                         size_t size)
{
    static const char head[] = "{\"jsonrpc\":\"2.0\",";
    const document written = document_of(fuzz_copy(answer, size), size);
    int64_t code = 0;

    property(written.checked == MCPERR_OK && memchr(answer, '\n', size) == NULL);
    property(size > sizeof head && memcmp(answer, head, sizeof head - 1) == 0);
    property(!has_duplicates(written));
    const mcperr_doc doc = opened(written);
    const uint32_t id = mcperr_doc_find(&doc, 0, "id"), result = mcperr_doc_find(&doc, 0, "result"),
                   error = mcperr_doc_find(&doc, 0, "error");
    const mcperr_text echoed = mcperr_raw_value(&doc, id);
    property((result == MCPERR_DOC_NONE) != (error == MCPERR_DOC_NONE));
    if (result != MCPERR_DOC_NONE) {
        property(mcperr_doc_type(&doc, result) == MCPERR_T_OBJECT && id != MCPERR_DOC_NONE);
    } else {
        property(mcperr_doc_integer(&doc, mcperr_doc_find(&doc, error, "code"), &code));
        property(mcperr_rpc_may_send((int32_t)code) && code == (int32_t)code);
        property(mcperr_doc_type(&doc, mcperr_doc_find(&doc, error, "message")) == MCPERR_T_STRING);
    }
    property(id == MCPERR_DOC_NONE || mcperr_is_id(echoed));

    /* The request, read once more with all the tokens that it wants. */
    const document asked = document_of(fuzz_copy(whole, whole_size), whole_size);
    if (asked.checked == MCPERR_OK && (line->cut == 0 || !has_duplicates(asked))) {
        const mcperr_doc request = opened(asked);
        const uint32_t its_id = mcperr_doc_find(&request, 0, "id");
        const mcperr_text meant = mcperr_raw_value(&request, its_id);
        if (id != MCPERR_DOC_NONE)
            property(its_id != MCPERR_DOC_NONE && same_id(meant, echoed));
        else
            property(its_id == MCPERR_DOC_NONE || !mcperr_is_id(meant) || has_duplicates(asked));
        const bool method = mcperr_doc_find(&request, 0, "method") != MCPERR_DOC_NONE;
        property(its_id != MCPERR_DOC_NONE || !method);
        property(line->cut == 0 || method || mcperr_doc_find(&request, 0, "params") != MCPERR_DOC_NONE);
    } else {
        /* No id is guessed for a text that is broken, unless nobody has looked that far. */
        property((id == MCPERR_DOC_NONE) == (code == MCPERR_RPC_PARSE));
        property(line->cut == 0 || id != MCPERR_DOC_NONE);
    }
    forget(asked);
    forget(written);
}

static void answer(device *d, const mcperr_line *line, const char *whole, size_t whole_size, char *out,
                   size_t cap)
{
    const uint32_t unanswered = d->server.unanswered;
    char *const before = fuzz_copy(line->text, line->size);
    const size_t size = mcperr_endpoint_line(&d->server, line, out, cap);

    property(fuzz_equal(before, line->size, line->text, line->size));
    free(before);
    property(size == 0 || size < cap);
    property(d->server.unanswered == unanswered || (size == 0 && cap < mcperr_endpoint_min_size(&d->server)));
    if (cap > 0)
        property(strlen(out) == size);
    if (size > 0)
        is_an_answer(line, whole, whole_size, out, size);
}

/* ---- the stream ---------------------------------------------------------------------------------------- */

/* The next line of the stream that is not blank, whole, without NULs and its end. The caller frees it. */
static char *next_line(const char **at, const char *end, size_t *size)
{
    for (;;) {
        char *const line = fuzz_room((size_t)(end - *at));
        bool blank = true;
        *size = 0;
        for (; *at < end && **at != '\n'; ++*at)
            if (**at != '\0')
                line[(*size)++] = **at;
        property(*at < end);
        ++*at;
        if (*size > 0 && line[*size - 1] == '\r')
            --*size;
        for (size_t i = 0; i < *size; i++)
            blank = blank && (line[i] == ' ' || line[i] == '\t');
        if (!blank)
            return line;
        free(line);
    }
}

static void serve(device *d, const uint8_t *header, const char *stream, size_t size)
{
    const size_t step = 1 + (header[1] & 63u), room = MCPERR_LINES_MIN + 2 * (size_t)header[2],
                 cap = 5 * (size_t)header[3];
    char *const buf = guarded(room), *const out = guarded(cap);
    mcperr_line line;
    size_t ends = 0, taken = 0;
    const char *rest = stream; /* what no line was taken of */

    property(mcperr_lines_init(&d->lines, buf, room));
    for (size_t at = 0; at < size;) {
        const size_t part = step < size - at ? step : size - at;
        const size_t put = mcperr_lines_put(&d->lines, stream + at, part);
        for (size_t i = at; i < at + put; i++)
            ends += stream[i] == '\n';
        at += put;
        bool any = false;
        while (mcperr_lines_next(&d->lines, &line)) {
            property(line.text >= buf && line.text + line.size < buf + room && line.cut <= line.size);
            property(memchr(line.text, '\n', line.size) == NULL && memchr(line.text, 0, line.size) == NULL);
            size_t whole_size = 0;
            char *const whole = next_line(&rest, stream + size, &whole_size);
            property(line.cut > 0 || fuzz_equal(whole, whole_size, line.text, line.size));
            answer(d, &line, whole, whole_size, out, cap);
            free(whole);
            any = true;
            taken++;
        }
        property(put == part || any); /* it goes on */
    }
    property(taken <= ends);
    release_guarded(out, cap);
    release_guarded(buf, room);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    device d;

    if (size < HEADER)
        return 0;
    const size_t count = 8 + (data[0] >> 6) * (size_t)20, scratch = data[0] & 16 ? SCRATCH : 24;
    memset(&d, 0, sizeof d);
    d.boundary.port = &port;
    d.boundary.dialect = dialects[(data[0] & 7) % DIALECTS];
    d.strict = data[0] & 8;
    d.server.boundary = &d.boundary;
    d.server.tools = tools;
    d.server.tool_count = sizeof tools / sizeof *tools;
    d.server.name = "node";
    d.server.version = "1.0";
    d.server.instructions = data[0] & 32 ? "Be kind." : NULL;
    d.server.meta_key = data[0] & 32 ? "com.example/error" : NULL;
    d.server.structured_errors = data[0] & 16;
    d.server.tokens = (mcperr_token *)(void *)fuzz_room(count * sizeof *d.server.tokens);
    d.server.token_count = count;
    d.server.scratch = guarded(scratch);
    d.server.scratch_size = scratch;
    d.server.authorize = authorize;
    d.server.cancelled = cancelled;
    d.server.ctx = &d;
    char *const stream = fuzz_copy(data + HEADER, size - HEADER);
    serve(&d, data, stream, size - HEADER);
    free(stream);
    release_guarded(d.server.scratch, scratch);
    free(d.server.tokens);
    return 0;
}

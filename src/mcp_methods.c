/* SPDX-License-Identifier: MIT */
/* What the methods answer, and how much room that needs. */
#include "error.h"
#include "mcp_request.h"
#include "params.h"
#include "text.h"

#define LEGACY "2025-11-25" /* what an unknown version is answered with */
#define SUPPORTED "[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]"

#define ABOUT_MOST 64   /* longest name that an error repeats */
#define VERSION_MOST 32 /* bytes of a version that an error repeats */

const char mcperr_too_much[] = "The request is too long or too deep for this server";

bool mcperr_endpoint_complete(const mcperr_endpoint *e)
{
    const mcperr_boundary *const b = e != NULL ? e->boundary : NULL;

    return b != NULL && b->dialect != NULL && b->port != NULL && b->port->mono_ms != NULL &&
           e->tools != NULL && e->name != NULL && e->version != NULL && e->tokens != NULL &&
           e->token_count > 0;
}

/* ---- errors of the protocol ---------------------------------------------------------------------------- */

static size_t unanswered(mcperr_endpoint *e)
{
    if (e->unanswered < UINT32_MAX)
        e->unanswered++;
    return 0;
}

size_t mcperr_refuse(mcperr_request *r, int32_t code, const char *what, mcperr_text about, mcperr_text data)
{
    size_t len = 0;

    if (about.size > ABOUT_MOST)
        about = MCPERR_ABSENT;
    const mcperr_status status = mcperr_rpc_error(&r->answer, code, what, about, data, r->buf, r->cap, &len);
    return status == MCPERR_OK ? len : unanswered(r->e);
}

size_t mcperr_refuse_plainly(mcperr_request *r, int32_t code, const char *what)
{
    return mcperr_refuse(r, code, what, MCPERR_ABSENT, MCPERR_ABSENT);
}

static mcperr_status put_version_error(const mcperr_answer *answer, mcperr_text requested, char *buf,
                                       size_t cap, size_t *len)
{
    const mcperr_field data[2] = {mcperr_field_text("supported", mcperr_raw(SUPPORTED)),
                                  mcperr_field_text("requested", mcperr_text_head(requested, VERSION_MOST))};

    return mcperr_rpc_error(answer, MCPERR_RPC_VERSION, "Unsupported protocol version", MCPERR_ABSENT,
                            mcperr_fields(data, 2), buf, cap, len);
}

size_t mcperr_refuse_version(mcperr_request *r, mcperr_text requested)
{
    size_t len = 0;
    const mcperr_status status = put_version_error(&r->answer, requested, r->buf, r->cap, &len);

    return status == MCPERR_OK ? len : unanswered(r->e);
}

/* ---- what all results share ---------------------------------------------------------------------------- */

size_t mcperr_refuse_for_space(mcperr_request *r)
{
    return mcperr_refuse_plainly(r, MCPERR_RPC_INTERNAL, "The answer does not fit the buffer");
}

size_t mcperr_finish_result(mcperr_request *r, mcperr_json *w)
{
    return mcperr_json_finish(w) == MCPERR_OK ? w->len : mcperr_refuse_for_space(r);
}

static void put_capabilities(mcperr_json *w)
{
    mcperr_json_object(w, "capabilities");
    mcperr_json_object(w, "tools");
    mcperr_json_end(w);
    mcperr_json_end(w);
}

static void put_instructions(const mcperr_endpoint *e, mcperr_json *w)
{
    if (e->instructions != NULL)
        mcperr_json_str(w, "instructions", e->instructions);
}

void mcperr_put_caching(const mcperr_endpoint *e, mcperr_json *w)
{
    mcperr_json_uint(w, "ttlMs", e->ttl_ms);
    mcperr_json_str(w, "cacheScope", "private");
}

/* ---- ping, server/discover ----------------------------------------------------------------- */

static size_t ping(mcperr_request *r)
{
    mcperr_json w;

    mcperr_json_init(&w, r->buf, r->cap);
    mcperr_put_result(&w, &r->answer);
    mcperr_put_result_end(&w, &r->answer, NULL, NULL);
    return mcperr_finish_result(r, &w);
}

static void put_discovery(const mcperr_endpoint *e, const mcperr_answer *answer, mcperr_json *w)
{
    mcperr_put_result(w, answer);
    mcperr_json_text(w, "supportedVersions", mcperr_raw(SUPPORTED));
    put_capabilities(w);
    put_instructions(e, w);
    mcperr_put_caching(e, w);
    mcperr_put_result_end(w, answer, NULL, NULL);
}

static size_t discover(mcperr_request *r)
{
    mcperr_json w;

    mcperr_json_init(&w, r->buf, r->cap);
    put_discovery(r->e, &r->answer, &w);
    return mcperr_finish_result(r, &w);
}

/* ---- initialize, tools/call ---------------------------------------------------------------------------- */

/* Refusals of the hook are errors of the protocol, with the HTTP status as their code: the kind's, since not
   every dialect has a code of its own for them. */
static mcperr_status authorize(mcperr_request *r, const mcperr_tool *tool, mcperr_error *err)
{
    mcperr_endpoint *const e = r->e;

    if (e->authorize == NULL)
        return MCPERR_OK;
    const mcperr_status status = e->authorize(e->ctx, tool, r->raw, err);
    if (status != MCPERR_OK)
        r->answer.refused = err->status != 0 ? err->status : mcperr_kind_of(err->kind)->status;
    return status;
}

static mcperr_status admit_client(void *ctx, const mcperr_tool *tool, mcperr_args *args, mcperr_error *err)
{
    (void)tool;
    (void)args;
    return authorize(ctx, NULL, err);
}

static mcperr_status admit_call(void *ctx, const mcperr_tool *tool, mcperr_args *args, mcperr_error *err)
{
    const mcperr_status status = authorize(ctx, tool, err);

    return status != MCPERR_OK || tool->input_schema != NULL ? status : mcperr_params_check(tool, args, err);
}

/* Run a tool, or what is like one, through the boundary. */
static size_t run(mcperr_request *r, const mcperr_tool *tool, mcperr_text arguments,
                  mcperr_status (*admit)(void *, const mcperr_tool *, mcperr_args *, mcperr_error *))
{
    const mcperr_endpoint *const e = r->e;
    const mcperr_frame frame = mcperr_answer_frame(&r->answer);
    const mcperr_call one = {.arguments = arguments.data,
                             .arguments_size = arguments.size,
                             .tokens = e->tokens,
                             .token_count = e->token_count,
                             .scratch = e->scratch,
                             .scratch_size = e->scratch_size,
                             .out = r->buf,
                             .cap = r->cap,
                             .client = e->client.data != NULL ? e->client : r->client,
                             .admit = admit,
                             .admit_ctx = r,
                             .frame = &frame};
    size_t len = 0;

    return mcperr_boundary_call(e->boundary, tool, &one, &len) != MCPERR_NOTHING ? len
                                                                                 : mcperr_refuse_for_space(r);
}

/* The version that a client asks for at `initialize`, if it is known, else the newest of its era. */
static mcperr_text agreed_version(const mcperr_request *r)
{
    const mcperr_text asked =
        mcperr_doc_text(&r->doc, mcperr_doc_find(&r->doc, r->params, "protocolVersion"));

    return mcperr_text_in(asked, MCPERR_LEGACY_ALL) ? asked : mcperr_str(LEGACY);
}

static void put_greeting(const mcperr_endpoint *e, mcperr_text version, mcperr_json *w)
{
    mcperr_json_text(w, "protocolVersion", version);
    put_capabilities(w);
    mcperr_json_object(w, "serverInfo");
    mcperr_json_str(w, "name", e->name);
    mcperr_json_str(w, "version", e->version);
    mcperr_json_end(w);
    put_instructions(e, w);
}

static mcperr_status greet(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    const mcperr_request *const r = self;

    (void)args;
    (void)err;
    (void)mcperr_text_copy(r->client, r->e->client_name, sizeof r->e->client_name);
    put_greeting(r->e, agreed_version(r), result);
    return MCPERR_OK;
}

static size_t initialize(mcperr_request *r)
{
    const mcperr_tool tool = {.name = "initialize", .run = greet, .self = r};
    const uint32_t version = mcperr_doc_find(&r->doc, r->params, "protocolVersion");
    const uint32_t info = mcperr_doc_find(&r->doc, r->params, "clientInfo");

    if (mcperr_doc_type(&r->doc, version) != MCPERR_T_STRING)
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "initialize needs a protocolVersion");
    r->client = mcperr_doc_text(&r->doc, mcperr_doc_find(&r->doc, info, "name"));
    r->answer.plain = true;
    r->answer.refused = MCPERR_RPC_INTERNAL;
    return run(r, &tool, MCPERR_ABSENT, admit_client);
}

static size_t call_tool(mcperr_request *r)
{
    mcperr_endpoint *const e = r->e;
    const uint32_t name = mcperr_doc_find(&r->doc, r->params, "name");
    const uint32_t arguments = mcperr_doc_find(&r->doc, r->params, "arguments");
    const mcperr_text text = mcperr_doc_text(&r->doc, name);
    const mcperr_tool *tool = e->tools;

    if (mcperr_doc_type(&r->doc, name) != MCPERR_T_STRING)
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "tools/call needs the name of a tool");
    if (arguments != MCPERR_DOC_NONE && mcperr_doc_type(&r->doc, arguments) != MCPERR_T_OBJECT)
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "The arguments of a tool are an object");
    while (tool < e->tools + e->tool_count && !mcperr_text_is(text, tool->name))
        tool++;
    if (tool == e->tools + e->tool_count)
        return mcperr_refuse(r, MCPERR_RPC_PARAMS, "Unknown tool", text, MCPERR_ABSENT);
    const mcperr_text given = mcperr_doc_text(&r->doc, arguments);
    if (e->cancelled != NULL && e->cancelled(e->ctx, r->answer.id))
        return 0;
    r->answer.structured_result = tool->output_schema != NULL;
    return run(r, tool, given, admit_call);
}

/* ---- the methods ------------------------------------------------------------------------------------------
 */

enum { IN_LEGACY = 1, IN_MODERN = 2 };

static const struct {
    const char *name;
    size_t (*answer)(mcperr_request *r);
    uint8_t eras;
} methods[] = {
    {"initialize", initialize, IN_LEGACY},
    {"ping", ping, IN_LEGACY},
    {"server/discover", discover, IN_MODERN},
    {"tools/list", mcperr_list_tools, IN_LEGACY | IN_MODERN},
    {"tools/call", call_tool, IN_LEGACY | IN_MODERN},
};

size_t mcperr_answer_method(mcperr_request *r, mcperr_text method)
{
    const unsigned era = r->answer.modern ? IN_MODERN : IN_LEGACY;

    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if ((methods[i].eras & era) && mcperr_text_is(method, methods[i].name))
            return methods[i].answer(r);
    return mcperr_refuse(r, MCPERR_RPC_METHOD, "Method not found", method, MCPERR_ABSENT);
}

/* ---- how much room answers need -------------------------------------------------------------------------
 */

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static size_t measure_greetings(const mcperr_endpoint *e, const mcperr_answer *answer)
{
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    put_discovery(e, answer, &w);
    const size_t discovery = w.len;
    mcperr_json_init(&w, NULL, 0);
    mcperr_put_result(&w, answer);
    put_greeting(e, mcperr_str(LEGACY), &w);
    mcperr_put_result_end(&w, answer, NULL, NULL);
    return larger(discovery, w.len);
}

/* The longest error of the protocol: a version that is not known. */
static size_t measure_refusals(const mcperr_answer *answer)
{
    static const char long_version[VERSION_MOST + 1] = "2026-07-28 and more, up to limit";
    size_t version = 0, words = 0;

    (void)put_version_error(answer, mcperr_str(long_version), NULL, 0, &version);
    (void)mcperr_rpc_error(answer, MCPERR_RPC_REQUEST, mcperr_too_much, answer->id, MCPERR_ABSENT, NULL, 0,
                           &words);
    return larger(version, words);
}

/* Failures of a tool, as results and as errors of the protocol. */
static size_t measure_failures(const mcperr_endpoint *e, mcperr_answer *answer, const mcperr_tool *tool)
{
    const mcperr_frame frame = mcperr_answer_frame(answer);

    answer->refused = 0;
    const size_t result = mcperr_boundary_min_size_framed(e->boundary, tool, &frame);
    answer->refused = MCPERR_RPC_INTERNAL;
    return larger(result, mcperr_boundary_min_size_framed(e->boundary, tool, &frame)) - 1;
}

size_t mcperr_endpoint_min_size(const mcperr_endpoint *e)
{
    static const mcperr_tool hello = {.name = "initialize"};
    static const char longest_id[MCPERR_ID_MAX + 1] =
        "\"..............................................................\"";

    if (!mcperr_endpoint_complete(e))
        return 0;
    mcperr_answer answer = {
        .id = mcperr_raw(longest_id), .modern = true, .name = e->name, .version = e->version};
    size_t most = larger(measure_greetings(e, &answer), measure_refusals(&answer));
    most = larger(most, measure_failures(e, &answer, &hello));
    for (const mcperr_tool *tool = e->tools; tool < e->tools + e->tool_count; tool++) {
        const size_t listing = mcperr_listing_size(e, &answer, tool);
        if (listing == 0)
            return 0;
        most = larger(most, larger(listing, measure_failures(e, &answer, tool)));
    }
    return most + 1;
}

/* SPDX-License-Identifier: MIT */
/* From a line to the request in it, and to the error if there is none. */
#include "error.h"
#include "mcp_request.h"

#include <string.h>

#define MODERN "2026-07-28"
#define VENDOR "io.modelcontextprotocol/"

/* A request that names its version, or asks for what only the new era has, is of the new era, and must then
   bring what that wants. */
static size_t answer_request(mcperr_request *r, mcperr_text method)
{
    const uint32_t meta = mcperr_doc_find(&r->doc, r->params, "_meta");
    const uint32_t version = mcperr_doc_find(&r->doc, meta, VENDOR "protocolVersion");
    const uint32_t abilities = mcperr_doc_find(&r->doc, meta, VENDOR "clientCapabilities");
    const uint32_t info = mcperr_doc_find(&r->doc, meta, VENDOR "clientInfo");
    const mcperr_text asked = mcperr_doc_text(&r->doc, version);

    if (meta != MCPERR_DOC_NONE && mcperr_doc_type(&r->doc, meta) != MCPERR_T_OBJECT)
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "_meta is not an object");
    r->answer.modern = version != MCPERR_DOC_NONE || abilities != MCPERR_DOC_NONE ||
                       info != MCPERR_DOC_NONE || mcperr_text_is(method, "server/discover");
    if (!r->answer.modern) {
        r->client = mcperr_str(r->e->client_name);
        return mcperr_answer_method(r, method);
    }
    if (mcperr_doc_type(&r->doc, version) != MCPERR_T_STRING)
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "_meta needs " VENDOR "protocolVersion");
    if (mcperr_text_in(asked, MCPERR_LEGACY_ALL))
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS,
                                     "A version before " MODERN " begins with initialize");
    if (!mcperr_text_is(asked, MODERN))
        return mcperr_refuse_version(r, asked);
    if (mcperr_doc_type(&r->doc, abilities) != MCPERR_T_OBJECT)
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "_meta needs " VENDOR "clientCapabilities");
    r->client = mcperr_doc_text(&r->doc, mcperr_doc_find(&r->doc, info, "name"));
    return mcperr_answer_method(r, method);
}

/* ---- lines --------------------------------------------------------------------------------------------- */

/* A line that can't be located here: it is refused if it is a request whose id can be told, and dropped if
   not. What does not end as an object does is no request. */
static size_t answer_overlong(mcperr_request *r, const mcperr_line *line)
{
    const size_t head = line->cut != 0 ? line->cut : line->size;
    mcperr_salvage about;

    mcperr_salvage_line(line->text, head, line->text + line->cut, line->size - line->cut, &about);
    if (about.id.data == NULL || !about.request || about.broken)
        return 0;
    r->answer.id = about.id;
    return mcperr_refuse_plainly(r, MCPERR_RPC_REQUEST, mcperr_too_much);
}

static size_t answer_broken(mcperr_request *r, const mcperr_fault *fault)
{
    const mcperr_field data[2] = {mcperr_field_int("offset", fault->offset),
                                  mcperr_field_str("reason", mcperr_reason_text(fault->reason))};

    return mcperr_refuse(r, MCPERR_RPC_PARSE, "Parse error", MCPERR_ABSENT, mcperr_fields(data, 2));
}

/* How many ids a message has. */
static unsigned count_ids(const mcperr_doc *doc)
{
    unsigned count = 0;

    for (uint32_t name = mcperr_doc_first(doc, 0); name != MCPERR_DOC_NONE;
         name = mcperr_doc_next(doc, 0, name))
        count += mcperr_text_is(mcperr_doc_text(doc, name), "id");
    return count;
}

/* Has an object two members of one name? Then peers would disagree on which counts. */
static bool says_twice(const mcperr_doc *doc)
{
    mcperr_name name;

    mcperr_doc_names(&name);
    while (mcperr_doc_name(doc, &name))
        if (mcperr_doc_is_twice(doc, &name))
            return true;
    return false;
}

/* A message that is JSON: a request, or something that has no answer. */
static size_t answer_message(mcperr_request *r)
{
    const mcperr_doc *const doc = &r->doc;
    const uint32_t id = mcperr_doc_find(doc, 0, "id"), method = mcperr_doc_find(doc, 0, "method");
    const mcperr_text raw = mcperr_raw_value(doc, id);

    if (mcperr_doc_type(doc, 0) != MCPERR_T_OBJECT)
        return mcperr_refuse_plainly(r, MCPERR_RPC_REQUEST, "Not a JSON-RPC message");
    if (method == MCPERR_DOC_NONE && (mcperr_doc_find(doc, 0, "result") != MCPERR_DOC_NONE ||
                                      mcperr_doc_find(doc, 0, "error") != MCPERR_DOC_NONE))
        return 0; /* a response: nothing was asked */
    if (method != MCPERR_DOC_NONE && id == MCPERR_DOC_NONE)
        return 0; /* a notification */
    if (id != MCPERR_DOC_NONE && (!mcperr_is_id(raw) || count_ids(doc) > 1))
        return mcperr_refuse_plainly(r, MCPERR_RPC_REQUEST, "An id is one short string or integer");
    r->answer.id = raw;
    if (says_twice(doc))
        return mcperr_refuse_plainly(r, MCPERR_RPC_REQUEST, "A name stands twice in one object");
    if (mcperr_doc_type(doc, method) != MCPERR_T_STRING ||
        !mcperr_text_is(mcperr_doc_text(doc, mcperr_doc_find(doc, 0, "jsonrpc")), "2.0"))
        return mcperr_refuse_plainly(r, MCPERR_RPC_REQUEST, "Not a JSON-RPC 2.0 request");
    r->params = mcperr_doc_find(doc, 0, "params");
    r->raw = mcperr_doc_text(doc, r->params);
    if (r->params != MCPERR_DOC_NONE && mcperr_doc_type(doc, r->params) != MCPERR_T_OBJECT)
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "params is not an object");
    return answer_request(r, mcperr_doc_text(doc, method));
}

size_t mcperr_endpoint_line(mcperr_endpoint *e, const mcperr_line *line, char *buf, size_t cap)
{
    static const mcperr_limits limits = {.tokens = MCPERR_ENVELOPE_TOKENS_MAX};
    mcperr_request r;
    mcperr_fault fault;

    if (buf != NULL && cap > 0)
        buf[0] = '\0';
    if (!mcperr_endpoint_complete(e) || line == NULL || line->text == NULL || line->cut > line->size ||
        buf == NULL)
        return 0;
    memset(&r, 0, sizeof r);
    r.e = e;
    r.buf = buf;
    r.cap = cap;
    r.answer.name = e->name;
    r.answer.version = e->version;
    r.answer.meta_key = e->meta_key;
    r.answer.structured_errors = e->structured_errors;
    if (line->cut != 0)
        return answer_overlong(&r, line);
    switch (mcperr_doc_open(&r.doc, line->text, line->size, &limits, e->tokens, e->token_count, &fault)) {
    case MCPERR_OK:
        return answer_message(&r);
    case MCPERR_E_SYNTAX:
    case MCPERR_E_PARTIAL:
        return answer_broken(&r, &fault);
    default:
        return answer_overlong(&r, line);
    }
}

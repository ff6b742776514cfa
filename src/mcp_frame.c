/* SPDX-License-Identifier: MIT */
#include "mcp_frame.h"
#include "error.h"
#include "json_write.h"
#include "mcp.h"

bool mcperr_rpc_may_send(int32_t code)
{
    switch (code) {
    case MCPERR_RPC_PARSE:
    case MCPERR_RPC_REQUEST:
    case MCPERR_RPC_METHOD:
    case MCPERR_RPC_PARAMS:
    case MCPERR_RPC_INTERNAL:
    case MCPERR_RPC_HEADER:
    case MCPERR_RPC_CAPABILITY:
    case MCPERR_RPC_VERSION:
        return true;
    default:
        return code < -32768 || code > -32000;
    }
}

/* The line's object, up to and with the id. */
static void put_head(mcperr_json *w, const mcperr_answer *answer)
{
    mcperr_json_object(w, NULL);
    mcperr_json_str(w, "jsonrpc", "2.0");
    if (mcperr_is_id(answer->id))
        mcperr_json_value(w, "id", answer->id.data, answer->id.size);
}

void mcperr_put_result(mcperr_json *w, const mcperr_answer *answer)
{
    put_head(w, answer);
    mcperr_json_object(w, "result");
    if (answer->modern)
        mcperr_json_str(w, "resultType", "complete");
}

void mcperr_put_result_end(mcperr_json *w, const mcperr_answer *answer, const mcperr_dialect *d,
                           const mcperr_error *err)
{
    mcperr_json_lazy(w, ",\"_meta\":\"");
    if (answer->modern && answer->name != NULL) {
        mcperr_json_object(w, "io.modelcontextprotocol/serverInfo");
        mcperr_json_str(w, "name", answer->name);
        mcperr_json_str(w, "version", answer->version);
        mcperr_json_end(w);
    }
    if (err != NULL && answer->meta_key != NULL)
        (void)mcperr_encode(d, err, MCPERR_SHED_NOTHING, w, answer->meta_key, NULL);
    mcperr_json_end(w);
    mcperr_json_end(w);
    mcperr_json_end(w);
}

/* ---- the frame of a tool's answer ---------------------------------------------------------------------- */

static void begin_refusal(const mcperr_answer *answer, mcperr_json *w)
{
    put_head(w, answer);
    mcperr_json_object(w, "error");
    mcperr_json_int(w, "code", mcperr_rpc_may_send(answer->refused) ? answer->refused : MCPERR_RPC_INTERNAL);
    (void)mcperr_json_due(w, "data");
}

static void end_refusal(mcperr_json *w, const mcperr_dialect *d, const mcperr_error *err, unsigned shed)
{
    mcperr_put_message(d, err, shed, w);
    mcperr_json_end(w);
    mcperr_json_end(w);
}

/* The content: one text block. */
static void begin_text(mcperr_json *w)
{
    mcperr_json_array(w, "content");
    mcperr_json_object(w, NULL);
    mcperr_json_str(w, "type", "text");
}

static void end_text(mcperr_json *w)
{
    mcperr_json_end(w);
    mcperr_json_end(w);
}

static void begin_answer(void *ctx, mcperr_json *w, bool failed)
{
    mcperr_answer *const answer = ctx;

    if (failed && answer->refused != 0) {
        begin_refusal(answer, w);
        return;
    }
    if (!failed && answer->plain) {
        put_head(w, answer);
        (void)mcperr_json_due(w, "result");
        return;
    }
    mcperr_put_result(w, answer);
    if (!failed && answer->structured_result) {
        (void)mcperr_json_due(w, "structuredContent");
        answer->began = w->len;
        return;
    }
    begin_text(w);
    mcperr_json_quote(w, "text");
}

static void end_answer(void *ctx, mcperr_json *w, const mcperr_dialect *d, const mcperr_error *err,
                       unsigned shed)
{
    mcperr_answer *const answer = ctx;
    const bool copies = err != NULL && shed == MCPERR_SHED_NOTHING;

    if (err != NULL && answer->refused != 0) {
        end_refusal(w, d, err, shed);
        return;
    }
    if (err == NULL && answer->plain) {
        mcperr_json_end(w);
        return;
    }
    if (err == NULL && answer->structured_result) {
        /* The text is the same once more, taken from where it stands in the buffer. */
        const mcperr_text same =
            w->len < w->room ? mcperr_plain(w->buf + answer->began, w->len - answer->began) : MCPERR_ABSENT;
        begin_text(w);
        mcperr_json_text(w, "text", same);
    } else {
        mcperr_json_unquote(w);
    }
    end_text(w);
    if (err != NULL)
        mcperr_json_bool(w, "isError", true);
    if (copies && answer->structured_errors && !answer->structured_result)
        (void)mcperr_encode(d, err, shed, w, "structuredContent", NULL);
    mcperr_put_result_end(w, answer, d, copies ? err : NULL);
}

mcperr_frame mcperr_answer_frame(mcperr_answer *answer)
{
    const mcperr_frame frame = {begin_answer, end_answer, answer};
    return frame;
}

/* ---- errors of the protocol ---------------------------------------------------------------------------- */

mcperr_status mcperr_rpc_error(const mcperr_answer *answer, int32_t code, const char *what, mcperr_text about,
                               mcperr_text data, char *buf, size_t cap, size_t *len)
{
    mcperr_json w;

    if (answer == NULL || what == NULL)
        return MCPERR_E_MISUSE;
    if (!mcperr_rpc_may_send(code))
        return MCPERR_E_VALUE;
    mcperr_json_init(&w, buf, cap);
    put_head(&w, answer);
    mcperr_json_object(&w, "error");
    mcperr_json_int(&w, "code", code);
    (void)mcperr_json_due(&w, "message");
    mcperr_json_string(&w);
    mcperr_json_plain(&w, what);
    if (about.data != NULL) {
        mcperr_json_plain(&w, ": ");
        mcperr_json_piece(&w, about);
    }
    mcperr_json_string_end(&w);
    if (data.data != NULL)
        mcperr_json_text(&w, "data", data);
    mcperr_json_end(&w);
    mcperr_json_end(&w);
    const mcperr_status status = mcperr_json_finish(&w);
    if (len != NULL)
        *len = w.len;
    return status;
}

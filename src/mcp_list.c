/* SPDX-License-Identifier: MIT */
/* tools/list: in pages, as the buffer allows. */
#include "json_names.h"
#include "mcp_request.h"
#include "params.h"
#include "text.h"

#include <string.h>

static void put_tool(const mcperr_tool *tool, mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_str(w, "name", tool->name);
    if (tool->description != NULL)
        mcperr_json_str(w, "description", tool->description);
    if (tool->input_schema != NULL)
        mcperr_json_text(w, "inputSchema", mcperr_raw(tool->input_schema));
    else
        mcperr_params_schema(tool, w, "inputSchema");
    if (tool->output_schema != NULL)
        mcperr_json_text(w, "outputSchema", mcperr_raw(tool->output_schema));
    if (tool->idempotent) {
        mcperr_json_object(w, "annotations");
        mcperr_json_bool(w, "idempotentHint", true);
        mcperr_json_end(w);
    }
    mcperr_json_end(w);
}

/* The list from `first` on, as far as it fits; the place to go on, or tool_count. */
static size_t put_tools(const mcperr_endpoint *e, size_t first, size_t room, mcperr_json *w)
{
    size_t i = first;

    for (; i < e->tool_count; i++) {
        const mcperr_json before = *w;
        put_tool(&e->tools[i], w);
        if (w->len > room) {
            *w = before;
            break;
        }
    }
    return i;
}

static void put_list_end(const mcperr_endpoint *e, const mcperr_answer *answer, size_t next, mcperr_json *w)
{
    mcperr_json_end(w);
    if (next < e->tool_count) {
        char digits[MCPERR_DECIMAL_MAX];
        const char *const begin = mcperr_decimal(next, digits);
        mcperr_json_text(w, "nextCursor", mcperr_plain(begin, (size_t)(digits + sizeof digits - begin)));
    }
    if (answer->modern)
        mcperr_put_caching(e, w);
    mcperr_put_result_end(w, answer, NULL, NULL);
}

static void put_list_head(const mcperr_answer *answer, mcperr_json *w)
{
    mcperr_put_result(w, answer);
    mcperr_json_array(w, "tools");
}

/* The length of what comes behind the last tool, if there is a next page. */
static size_t list_end_size(const mcperr_endpoint *e, const mcperr_answer *answer)
{
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    put_list_head(answer, &w);
    const size_t head = w.len;
    put_list_end(e, answer, 0, &w);
    return w.len - head + MCPERR_DECIMAL_MAX;
}

size_t mcperr_list_tools(mcperr_request *r)
{
    const uint32_t cursor = mcperr_doc_find(&r->doc, r->params, "cursor");
    const mcperr_text text = mcperr_doc_text(&r->doc, cursor);
    int64_t first = 0;
    mcperr_json w;

    if (cursor != MCPERR_DOC_NONE &&
        (text.form != MCPERR_PLAIN || !mcperr_integer(text.data, text.size, &first) || first < 0 ||
         (uint64_t)first >= r->e->tool_count))
        return mcperr_refuse_plainly(r, MCPERR_RPC_PARAMS, "Invalid cursor");
    const size_t end = list_end_size(r->e, &r->answer);
    mcperr_json_init(&w, r->buf, r->cap);
    put_list_head(&r->answer, &w);
    const size_t next = put_tools(r->e, (size_t)first, r->cap > end ? r->cap - end - 1 : 0, &w);
    if (next == (size_t)first && next < r->e->tool_count)
        return mcperr_refuse_for_space(r);
    put_list_end(r->e, &r->answer, next, &w);
    return mcperr_finish_result(r, &w);
}

/* NULL, or an object, which MCP wants; the writer looks at the rest. */
static bool is_schema(const char *json)
{
    return json == NULL || *mcperr_skip_space(json, json + strlen(json)) == '{';
}

size_t mcperr_listing_size(const mcperr_endpoint *e, const mcperr_answer *answer, const mcperr_tool *tool)
{
    mcperr_json w;

    if (tool->name == NULL || tool->run == NULL || !is_schema(tool->input_schema) ||
        !is_schema(tool->output_schema) || !mcperr_params_good(tool))
        return 0;
    mcperr_json_init(&w, NULL, 0);
    put_list_head(answer, &w);
    put_tool(tool, &w);
    return w.status == MCPERR_OK ? w.len + list_end_size(e, answer) : 0;
}

/* SPDX-License-Identifier: MIT */
#include "run.h"
#include "error.h"
#include "json_read.h"
#include "json_write.h"
#include "text.h"

#include <string.h>

/*
 * Is a member of the result's object itself the mark of an error? The text is the writer's own, so that it is
 * minified and names are spelt in one way; in a frame it may be the inside of a string.
 */
static MCPERR_NOINLINE bool is_disguised(const char *result, size_t size, unsigned form)
{
    const char *next = result, *const end = result + size;
    char name[12];
    size_t length = 0;
    unsigned depth = 0;
    bool inside = false; /* a string */

    while (next < end) {
        const uint32_t c = mcperr_char_next(&next, end, form);
        if (c == '"') {
            inside = !inside;
            length = inside ? 0 : length;
        } else if (inside) {
            if (c == '\\')
                (void)mcperr_char_next(&next, end, form);
            if (length < sizeof name)
                name[length] = (char)(c < 0x80 ? c : '?'); /* no mark has others */
            length++;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            depth--;
        } else if (c == ':' && depth == 1 && length <= sizeof name) {
            const mcperr_text key = mcperr_plain(name, length);
            if (mcperr_text_in(key, "error|problem|error_code") ||
                (mcperr_text_is(key, "ok") && *next == 'f'))
                return true;
        }
    }
    return false;
}

/* Where the result itself stands in the buffer, and whether as JSON or inside of a string. */
typedef struct place {
    size_t begin, end;
    uint8_t depth, form;
} place;

static void begin(mcperr_json *w, const mcperr_call *call, place *at)
{
    mcperr_json_init(w, call->out, call->cap);
    if (call->frame != NULL)
        call->frame->begin(call->frame->ctx, w, false);
    at->begin = w->len;
    at->depth = w->depth;
    at->form = w->mode & MCPERR_IN_QUOTES ? MCPERR_ESCAPED : MCPERR_PLAIN;
    mcperr_json_object(w, NULL);
}

static mcperr_status finish(mcperr_json *w, const mcperr_frame *frame, place *at)
{
    mcperr_json_end(w);
    at->end = w->len;
    if (frame != NULL)
        frame->end(frame->ctx, w, NULL, NULL, MCPERR_SHED_NOTHING);
    return mcperr_json_finish(w);
}

/* Locate the arguments. False: they are no object, or do not fit. */
static MCPERR_NOINLINE bool locate(const mcperr_call *call, mcperr_args *args)
{
    mcperr_doc doc;

    if (call->arguments == NULL)
        return true;
    if (mcperr_doc_open(&doc, call->arguments, call->arguments_size, NULL, call->tokens, call->token_count,
                        NULL) != MCPERR_OK ||
        mcperr_doc_type(&doc, 0) != MCPERR_T_OBJECT)
        return false;
    args->json = doc.json;
    args->count = doc.count;
    return true;
}

/* What is wrong with a result that its handler calls good; NULL if nothing is. */
static const char *fault_of(mcperr_json *w, const mcperr_call *call, place *at)
{
    const bool whole = w->status == MCPERR_OK && w->depth == at->depth + 1 && w->buf == call->out;
    const mcperr_status status = whole ? finish(w, call->frame, at) : MCPERR_E_MISUSE;

    if (status == MCPERR_E_NOSPACE)
        return "result does not fit the buffer";
    return status != MCPERR_OK ? "result is unfinished or broken" : NULL;
}

/* Let the handler write its result. */
static MCPERR_NOINLINE bool write_result(const mcperr_tool *tool, const mcperr_call *call, mcperr_error *err,
                                         size_t *len, place *at)
{
    mcperr_args args = {NULL, call->tokens, 0, call->scratch, call->scratch != NULL ? call->scratch_size : 0};
    mcperr_json w;

    if (!locate(call, &args)) {
        (void)mcperr_fail(err, MCPERR_INVALID, "arguments are not a JSON object that can be read here");
        return false;
    }
    if (call->admit != NULL && call->admit(call->admit_ctx, tool, &args, err) != MCPERR_OK)
        return false;
    begin(&w, call, at);
    if (tool->run(tool->self, &args, &w, err) != MCPERR_OK)
        return false;
    memset(err, 0, sizeof *err);
    const char *const fault = fault_of(&w, call, at);
    if (fault != NULL)
        (void)mcperr_fail(err, MCPERR_INTERNAL, fault);
    else
        *len = w.len;
    return fault == NULL;
}

bool mcperr_run(const mcperr_tool *tool, const mcperr_call *call, mcperr_error *err, size_t *len,
                bool *disguised)
{
    place at;

    if (!write_result(tool, call, err, len, &at))
        return false;
    *disguised = is_disguised(call->out + at.begin, at.end - at.begin, at.form);
    if (*disguised) {
        *len = 0;
        (void)mcperr_fail(err, MCPERR_INTERNAL, "result is an error in disguise");
    }
    return !*disguised;
}

/* SPDX-License-Identifier: MIT */
#include "run.h"
#include "error.h"
#include "json_read.h"
#include "json_write.h"
#include "text.h"

#include <string.h>

/* Does a text begin with these words? Both end with a NUL. */
static bool begins(const char *text, const char *words)
{
    while (*words != '\0' && *text == *words) {
        text++;
        words++;
    }
    return *words == '\0';
}

/* Is this member of a result the mark of an error? The text is the writer's own, so that a value begins
   right behind its name. */
static bool is_mark(const void *ctx, mcperr_text key)
{
    bool *const *const found = ctx;

    if (mcperr_text_in(key, "error|problem|error_code") ||
        (mcperr_text_is(key, "ok") && begins((const char *)key.data + key.size, "\":false")))
        **found = true;
    return true;
}

static MCPERR_NOINLINE bool is_disguised(const char *result, size_t size)
{
    bool found = false, *const mark = &found;
    mcperr_sieve sieve = {is_mark, NULL, &mark, NULL, MCPERR_ABSENT};
    mcperr_json nowhere;

    mcperr_json_init(&nowhere, NULL, 0);
    mcperr_json_object(&nowhere, NULL);
    mcperr_json_sift(&nowhere, mcperr_view(result, size, MCPERR_JSON), &sieve);
    return found;
}

static mcperr_status finish(mcperr_json *w)
{
    mcperr_json_end(w);
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
static const char *fault_of(mcperr_json *w, const mcperr_call *call)
{
    const bool whole = w->status == MCPERR_OK && w->depth == 1 && w->buf == call->out;
    const mcperr_status status = whole ? finish(w) : MCPERR_E_MISUSE;

    if (status == MCPERR_E_NOSPACE)
        return "result does not fit the buffer";
    return status != MCPERR_OK ? "result is unfinished or broken" : NULL;
}

/* Let the handler write its result. */
static MCPERR_NOINLINE bool write_result(const mcperr_tool *tool, const mcperr_call *call, mcperr_error *err,
                                         size_t *len)
{
    mcperr_args args = {NULL, call->tokens, 0, call->scratch, call->scratch != NULL ? call->scratch_size : 0};
    mcperr_json w;

    if (!locate(call, &args)) {
        (void)mcperr_fail(err, MCPERR_INVALID, "arguments are not a JSON object that can be read here");
        return false;
    }
    mcperr_json_init(&w, call->out, call->cap);
    mcperr_json_object(&w, NULL);
    if (tool->run(tool->self, &args, &w, err) != MCPERR_OK)
        return false;
    memset(err, 0, sizeof *err);
    const char *const fault = fault_of(&w, call);
    if (fault != NULL)
        (void)mcperr_fail(err, MCPERR_INTERNAL, fault);
    else
        *len = w.len;
    return fault == NULL;
}

bool mcperr_run(const mcperr_tool *tool, const mcperr_call *call, mcperr_error *err, size_t *len,
                bool *disguised)
{
    if (!write_result(tool, call, err, len))
        return false;
    *disguised = is_disguised(call->out, *len);
    if (*disguised) {
        *len = 0;
        (void)mcperr_fail(err, MCPERR_INTERNAL, "result is an error in disguise");
    }
    return !*disguised;
}

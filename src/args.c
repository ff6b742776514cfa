/* SPDX-License-Identifier: MIT */
/* What a handler is given: its arguments, and memory that outlives it. */
#include "fixed.h"
#include "json_read.h"
#include "mcperr/boundary.h"
#include "text.h"

#include <string.h>

/* ---- arguments --------------------------------------------------------------------------------------- */

static mcperr_doc doc_of(const mcperr_args *args)
{
    const mcperr_doc doc = {args->json, args->tokens, args->json != NULL ? args->count : 0, 0};
    return doc;
}

mcperr_text mcperr_arg_text(const mcperr_args *args, const char *name)
{
    if (args == NULL)
        return MCPERR_ABSENT;
    const mcperr_doc doc = doc_of(args);
    const uint32_t value = mcperr_doc_find(&doc, 0, name);
    return mcperr_doc_type(&doc, value) == MCPERR_T_STRING ? mcperr_doc_text(&doc, value) : MCPERR_ABSENT;
}

mcperr_text mcperr_arg_number(const mcperr_args *args, const char *name)
{
    if (args == NULL)
        return MCPERR_ABSENT;
    const mcperr_doc doc = doc_of(args);
    const uint32_t value = mcperr_doc_find(&doc, 0, name);
    return mcperr_doc_type(&doc, value) == MCPERR_T_NUMBER ? mcperr_doc_text(&doc, value) : MCPERR_ABSENT;
}

bool mcperr_arg_fixed(const mcperr_args *args, const char *name, unsigned places, int64_t *value)
{
    const mcperr_text number = mcperr_arg_number(args, name);

    return number.data != NULL && value != NULL && places <= MCPERR_PLACES_MAX &&
           mcperr_fixed_integer(mcperr_fixed_of(number, places), value);
}

bool mcperr_arg_int(const mcperr_args *args, const char *name, int64_t *value)
{
    return mcperr_arg_fixed(args, name, 0, value);
}

bool mcperr_arg_bool(const mcperr_args *args, const char *name, bool *value)
{
    if (args == NULL || value == NULL)
        return false;
    const mcperr_doc doc = doc_of(args);
    const mcperr_type type = mcperr_doc_type(&doc, mcperr_doc_find(&doc, 0, name));
    if (type != MCPERR_T_TRUE && type != MCPERR_T_FALSE)
        return false;
    *value = type == MCPERR_T_TRUE;
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------------ */

static void use_scratch(mcperr_args *args, size_t size)
{
    args->scratch += size;
    args->scratch_size -= size;
}

mcperr_status mcperr_say(mcperr_args *args, mcperr_error *err, mcperr_kind kind, const char *message)
{
    const size_t size = message != NULL ? strlen(message) + 1 : 0;
    const char *kept = NULL;

    if (args != NULL && size > 0 && size <= args->scratch_size) {
        kept = memcpy(args->scratch, message, size);
        use_scratch(args, size);
    }
    return mcperr_fail(err, kind, kept);
}

void mcperr_details(mcperr_args *args, mcperr_json *w)
{
    const bool lent = args != NULL && args->scratch != NULL;

    mcperr_json_init(w, lent ? args->scratch : "", lent ? args->scratch_size : 0);
    mcperr_json_object(w, NULL);
}

void mcperr_details_end(mcperr_args *args, mcperr_json *w, mcperr_error *err)
{
    /* Memory that was lent to something else meanwhile is not touched any more. */
    if (args == NULL || w == NULL || err == NULL || w->buf != args->scratch)
        return;
    mcperr_json_end(w);
    if (mcperr_json_finish(w) != MCPERR_OK)
        return;
    err->details = mcperr_raw_of(args->scratch, w->len);
    use_scratch(args, w->len + 1);
}

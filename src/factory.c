/* SPDX-License-Identifier: MIT */
/* The factories that contracts define, with their defaults. */
#include "error.h"
#include "json_read.h"
#include "text.h"

/* ---- KAIZA ------------------------------------------------------------------------------------------ */

/* INTERNAL_ERROR unless the error has a code of KAIZA's; one that was thrown comes before that. */
static void set_kaiza_code(mcperr_error *err, mcperr_text thrown)
{
    if (mcperr_same_codes(err->home, &mcperr_kaiza) && err->code.data != NULL)
        return;
    if (thrown.data == NULL || mcperr_set_code(err, &mcperr_kaiza, thrown) != MCPERR_OK)
        (void)mcperr_set_code(err, &mcperr_kaiza, mcperr_str("INTERNAL_ERROR"));
}

static void set_default_message(mcperr_error *err, const char *message)
{
    if (err->message.data == NULL)
        err->message = mcperr_str(message);
}

/* What was thrown with no message, or an empty one, is unexpected. */
static mcperr_text said_or_default(mcperr_text message)
{
    return message.size > 0 ? message : mcperr_str("An unexpected error occurred");
}

void mcperr_kaiza_unknown(mcperr_error *err, mcperr_field fields[3], const char *message, mcperr_text code,
                          const char *name)
{
    if (err == NULL)
        return;
    set_kaiza_code(err, code.form <= MCPERR_ESCAPED ? code : MCPERR_ABSENT);
    err->cause = mcperr_cause(fields, message, code, name);
    err->message = said_or_default(mcperr_str(message));
}

void mcperr_kaiza_thrown(mcperr_error *err, mcperr_text thrown, mcperr_token *tokens, size_t count)
{
    mcperr_doc doc;
    mcperr_text message = MCPERR_ABSENT, code = MCPERR_ABSENT;

    if (err == NULL)
        return;
    err->cause = thrown;
    if (thrown.data != NULL && thrown.form == MCPERR_JSON &&
        mcperr_doc_open(&doc, thrown.data, thrown.size, NULL, tokens, count, NULL) == MCPERR_OK) {
        const mcperr_type type = mcperr_doc_type(&doc, 0);
        if (type == MCPERR_T_NULL)
            err->cause = MCPERR_ABSENT;
        else if (type != MCPERR_T_OBJECT && type != MCPERR_T_ARRAY)
            err->cause.form = type == MCPERR_T_STRING ? MCPERR_JSON : MCPERR_PLAIN; /* a scalar as text */
        const uint32_t said = mcperr_doc_find(&doc, 0, "message"), spelt = mcperr_doc_find(&doc, 0, "code");
        if (mcperr_doc_type(&doc, said) == MCPERR_T_STRING)
            message = mcperr_doc_text(&doc, said);
        if (mcperr_doc_type(&doc, spelt) == MCPERR_T_STRING)
            code = mcperr_doc_text(&doc, spelt);
    }
    set_kaiza_code(err, code);
    err->message = said_or_default(message);
}

void mcperr_kaiza_invariant(mcperr_error *err, mcperr_text invariant)
{
    if (err == NULL)
        return;
    (void)mcperr_set_code(err, &mcperr_kaiza, mcperr_str("INVARIANT_VIOLATION"));
    err->invariant = invariant;
    err->cause = MCPERR_ABSENT;
}

mcperr_status mcperr_kaiza_tool(mcperr_error *err, mcperr_text code)
{
    const mcperr_status status = mcperr_set_code(err, &mcperr_kaiza, code);

    if (status == MCPERR_OK)
        set_default_message(err, "Tool execution failed");
    return status;
}

mcperr_status mcperr_kaiza_startup(mcperr_error *err, mcperr_text code)
{
    const mcperr_status status = mcperr_set_code(err, &mcperr_kaiza, code);

    if (status != MCPERR_OK)
        return status;
    set_default_message(err, "Startup failed");
    err->tool = mcperr_str("startup");
    err->role = err->session = err->workspace = err->phase = err->plan = MCPERR_ABSENT;
    return status;
}

/* ---- codeintel -------------------------------------------------------------------------------------- */

bool mcperr_exception_is(const mcperr_exception *exception, const char *name)
{
    while (exception != NULL) {
        if (mcperr_text_is(mcperr_str(name), exception->name) ||
            (exception->base != NULL && mcperr_text_is(mcperr_str(name), exception->base)))
            return true;
        exception = mcperr_exception_named(mcperr_str(exception->base));
    }
    return false;
}

void mcperr_raise(mcperr_error *err, mcperr_text exception, mcperr_text message, mcperr_text context)
{
    const mcperr_exception *const known = mcperr_exception_named(exception);

    if (err == NULL)
        return;
    if (known == NULL) {
        (void)mcperr_set_code(err, &mcperr_codeintel, mcperr_str("internal-error"));
        err->message = err->details = MCPERR_ABSENT;
        err->exception = exception;
        return;
    }
    (void)mcperr_set_code(err, &mcperr_codeintel, mcperr_str(known->code->code));
    err->message = message;
    err->details = context;
    err->exception = MCPERR_ABSENT;
}

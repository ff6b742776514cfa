/* SPDX-License-Identifier: MIT */
#ifndef CODEC_H
#define CODEC_H
/* What the tests of encoding and decoding share: all dialects, and both ways in one call. */
#include "mcperr/error.h"
#include "minunit.h"

enum { KAIZA, CONTEXT, CODEINTEL, PROBLEM, TOOLERROR, OWLCLAW, OWLCLAW_API, DIALECTS };

static const mcperr_dialect *const dialects[DIALECTS] = {
    [KAIZA] = &mcperr_kaiza,
    [CONTEXT] = &mcperr_context,
    [CODEINTEL] = &mcperr_codeintel,
    [PROBLEM] = &mcperr_problem,
    [TOOLERROR] = &mcperr_toolerror,
    [OWLCLAW] = &mcperr_owlclaw,
    [OWLCLAW_API] = &mcperr_owlclaw_api,
};

#ifndef TOKENS
#define TOKENS 80
#endif
static mcperr_token tokens[TOKENS];

/* The error in a dialect, in a buffer that the next call takes again. What was refused is the
   status, the reason and the member: "E_VALUE: value not allowed here: /role". */
static inline const char *encoded(unsigned dialect, const mcperr_error *err)
{
    static char text[1600];
    mcperr_json w;
    mcperr_fault fault;

    mcperr_json_init(&w, text, sizeof text);
    const mcperr_status status = mcperr_encode(dialects[dialect], err, MCPERR_SHED_NOTHING, &w, NULL, &fault);
    if (status == MCPERR_OK) {
        mu_assert_int_eq(MCPERR_R_NONE, fault.reason);
        mu_check(fault.key.data == NULL && fault.parent.data == NULL);
        return mcperr_json_finish(&w) == MCPERR_OK ? text : "does not fit";
    }
    mu_assert_int_eq(status, mcperr_json_finish(&w));
    mu_assert_uint_eq(0, fault.offset);
    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_array(&w, NULL);
    mcperr_json_str(&w, NULL, mcperr_status_text(status));
    mcperr_json_str(&w, NULL, mcperr_reason_text(fault.reason));
    mcperr_fault_pointer(&fault, NULL, 0, &w, NULL);
    mcperr_json_end(&w);
    return mcperr_json_finish(&w) == MCPERR_OK ? text : "no room for the fault";
}

static inline mcperr_status decoded(unsigned dialect, const char *json, mcperr_error *err,
                                    mcperr_fault *fault)
{
    return mcperr_decode(dialects[dialect], json, strlen(json), tokens, TOKENS, err, fault);
}

static inline mcperr_status validated(unsigned dialect, const char *json)
{
    return mcperr_validate(dialects[dialect], json, strlen(json), tokens, TOKENS, NULL);
}

/* The JSON Pointer of a fault in a text, without its quotes. */
static inline const char *pointer_in(const mcperr_fault *fault, const char *json)
{
    static char text[160];
    mcperr_json w;

    mcperr_json_init(&w, text, sizeof text);
    mcperr_fault_pointer(fault, json, json != NULL ? strlen(json) : 0, &w, NULL);
    if (mcperr_json_finish(&w) != MCPERR_OK)
        return "no pointer";
    text[w.len - 1] = '\0';
    return text + 1;
}

static inline mcperr_error kind_error(mcperr_kind kind, const char *message)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    (void)mcperr_fail(&err, kind, message);
    return err;
}

/* An error with something in every member. */
static inline mcperr_error rich_error(void)
{
    mcperr_error err = kind_error(MCPERR_RATE_LIMITED, "Too many \"calls\" \xE2\x82\xAC");

    err.time_ms = INT64_C(1768836730123);
    err.tool = mcperr_str("open_file");
    err.operation = mcperr_str("files:open_file");
    err.exception = mcperr_str("KeyError");
    err.incident = mcperr_str("inc_1");
    err.session = mcperr_str("s-1");
    err.workspace = mcperr_str("/home/u");
    err.role = mcperr_str("WINDSURF");
    err.invariant = mcperr_str("INV_1");
    err.phase = mcperr_str("P5");
    err.plan = mcperr_str("abc1");
    err.stack = mcperr_str("at f\nat g");
    err.cause = mcperr_raw("{ \"message\" : \"m\", \"code\": null }");
    err.details = mcperr_raw("{ \"path\" : \"/home/u/a.c\", \"n\" : [ 1, 2 ] }");
    err.result = mcperr_raw("{ \"items\" : [], \"total\" : 0 }");
    mcperr_set_retry_after(&err, 30);
    return err;
}

#endif

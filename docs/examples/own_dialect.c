/* SPDX-License-Identifier: MIT */
/*
 * A dialect of one's own, in one's own file: two tables and the object that names them. The library
 * then writes it, reads it strictly, validates, detects and translates it like the built-in ones.
 *
 *     {"fault":{"id":"E_TIMEOUT","text":"…","again":true,"unit":"pump-3","info":{…}}}
 */
#include "mcperr/mcperr.h"

#include <stdio.h>
#include <string.h>

/* In wire order: name, what goes there, how it departs from "required and not null". */
static const mcperr_row rows[] = {
    MCPERR_ROW("fault", OPEN, 0),
    MCPERR_ROW("id", CODE, 0),
    MCPERR_ROW("text", MESSAGE, 0),
    MCPERR_ROW("again", RETRYABLE, 0),
    MCPERR_ROW_TEXT("unit", tool, MCPERR_ROW_KEEP),
    MCPERR_ROW("info", OPEN, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_SPLICE(details, MCPERR_ROW_OPTIONAL, MCPERR_SHED_DETAILS),
    MCPERR_ROW_CLOSE,
    MCPERR_ROW_CLOSE,
};

enum { E_BUG, E_INPUT, E_DENIED, E_ABSENT, E_BUSY, E_TIMEOUT, CODES };

/* A new code is one line here. */
static const mcperr_code codes[CODES] = {
    [E_BUG] = MCPERR_CODE("E_BUG", MCPERR_INTERNAL, "internal fault"),
    [E_INPUT] = MCPERR_CODE("E_INPUT", MCPERR_INVALID, "bad input"),
    [E_DENIED] = MCPERR_CODE("E_DENIED", MCPERR_FORBIDDEN, "not allowed"),
    [E_ABSENT] = MCPERR_CODE("E_ABSENT", MCPERR_NOT_FOUND, "not there"),
    [E_BUSY] = MCPERR_CODE("E_BUSY", MCPERR_UNAVAILABLE, "busy"),
    [E_TIMEOUT] = MCPERR_CODE("E_TIMEOUT", MCPERR_TIMEOUT, "no answer"),
};

/* How this dialect says each kind: complete, so that no fallback is silent. */
static const uint8_t words[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = E_BUG,
    [MCPERR_INVALID] = E_INPUT,
    [MCPERR_UNSUPPORTED_VERSION] = E_INPUT,
    [MCPERR_VERSION_CONFLICT] = E_INPUT,
    [MCPERR_UNSUPPORTED_ENCODING] = E_INPUT,
    [MCPERR_UNAUTHENTICATED] = E_DENIED,
    [MCPERR_FORBIDDEN] = E_DENIED,
    [MCPERR_NOT_FOUND] = E_ABSENT,
    [MCPERR_CONFLICT] = E_BUSY,
    [MCPERR_PRECONDITION] = E_DENIED,
    [MCPERR_POLICY] = E_DENIED,
    [MCPERR_RATE_LIMITED] = E_BUSY,
    [MCPERR_BUDGET] = E_DENIED,
    [MCPERR_CORRUPT] = E_BUG,
    [MCPERR_IO] = E_BUG,
    [MCPERR_TIMEOUT] = E_TIMEOUT,
    [MCPERR_UNAVAILABLE] = E_BUSY,
};

static const mcperr_dialect pumps = {
    "pumps",
    "fault.id",
    rows,
    codes,
    words,
    NULL,
    sizeof rows / sizeof *rows,
    CODES,
    10,
    MCPERR_DIALECT_CLOSED,
};

int main(void)
{
    static const mcperr_dialect *const known[] = {&pumps, &mcperr_toolerror};
    static mcperr_token tokens[32];
    const mcperr_field info[] = {mcperr_field_int("pressure_mbar", 1013),
                                 mcperr_field_bool("valve_open", false)};
    char fault[256], tool_error[256];
    mcperr_error err;
    mcperr_json w;
    size_t len;

    memset(&err, 0, sizeof err);
    (void)mcperr_fail(&err, MCPERR_TIMEOUT, "pump did not answer");
    err.tool = mcperr_str("pump-3");
    err.details = mcperr_fields(info, 2);
    if (mcperr_emit(&pumps, &err, fault, sizeof fault, &len) != MCPERR_OK)
        return 1;
    puts(fault);

    const mcperr_dialect *const found = mcperr_detect(known, 2, fault, len, tokens, 32);
    printf("detected: %s\n", found != NULL ? found->name : "none");

    mcperr_json_init(&w, tool_error, sizeof tool_error);
    if (mcperr_translate(&pumps, &mcperr_toolerror, fault, len, tokens, 32, mcperr_str(NULL), &w, NULL) !=
            MCPERR_OK ||
        mcperr_json_finish(&w) != MCPERR_OK)
        return 1;
    puts(tool_error);
    return 0;
}

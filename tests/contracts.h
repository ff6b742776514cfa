/* SPDX-License-Identifier: MIT */
#ifndef CONTRACTS_H
#define CONTRACTS_H
/* What tests of the contracts share: errors to envelopes and back, compared byte by byte. */
#include "mcperr/error.h"

#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ROOM 1280
#define TOKENS 80

static const mcperr_dialect *const every_dialect[] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,  &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api};

static mcperr_token tokens[TOKENS];

static inline mcperr_error no_error(void)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    return err;
}

/* An error with a code of a dialect, which must know it. */
static inline mcperr_error error_of(const mcperr_dialect *d, const char *code)
{
    mcperr_error err = no_error();

    if (mcperr_set_code(&err, d, mcperr_str(code)) != MCPERR_OK)
        mu_fail(code);
    return err;
}

/* The envelope of an error, or why there is none. */
static inline const char *written(const mcperr_dialect *d, const mcperr_error *err)
{
    static char text[ROOM];
    mcperr_json w;

    mcperr_json_init(&w, text, sizeof text);
    const mcperr_status refused = mcperr_encode(d, err, MCPERR_SHED_NOTHING, &w, NULL, NULL);
    const mcperr_status status = mcperr_json_finish(&w);
    return status == MCPERR_OK ? text : mcperr_status_text(refused != MCPERR_OK ? refused : status);
}

static inline mcperr_status decoded(const mcperr_dialect *d, const char *json, mcperr_error *err)
{
    return mcperr_decode(d, json, strlen(json), tokens, TOKENS, err, NULL);
}

/* What is written of an envelope that was read, or why it was refused. */
static inline const char *rewritten(const mcperr_dialect *d, const char *json)
{
    mcperr_error err;
    const mcperr_status status = decoded(d, json, &err);

    return status == MCPERR_OK ? written(d, &err) : mcperr_status_text(status);
}

/* The error is written as these bytes, and these bytes are read and written again the same. */
#define assert_envelope(d, err, expected)                                                                    \
    do {                                                                                                     \
        mu_assert_string_eq(expected, written(d, err));                                                      \
        mu_assert_string_eq(expected, rewritten(d, expected));                                               \
    } while (0)

#define assert_text(expected, text)                                                                          \
    do {                                                                                                     \
        if (!mcperr_text_is(text, expected))                                                                 \
            mu_fail(#text " is not " #expected);                                                             \
    } while (0)

#endif

/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_DIALECTS_H
#define FUZZ_DIALECTS_H
/* What the harnesses of errors share: the dialects, and both ways between an error and its text. */
#include "error.h"
#include "fuzz.h"
#include "json_read.h"
#include "mcperr/policy.h"

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

/* A text, and tokens for exactly as many names and values as are in it; for as many as can be, if it is not
 * JSON. */
typedef struct document {
    char *json;
    size_t size, count;
    mcperr_token *tokens;
    mcperr_status checked;
} document;

static inline document document_of(char *json, size_t size)
{
    document text = {json, size, 0, NULL, MCPERR_OK};
    uint32_t needed = (uint32_t)size + 1;

    text.checked = mcperr_json_check(json, size, NULL, &needed, NULL);
    text.count = needed;
    text.tokens = (mcperr_token *)(void *)fuzz_room(text.count * sizeof *text.tokens);
    return text;
}

static inline void forget(document text)
{
    free(text.tokens);
    free(text.json);
}

static inline mcperr_status decoded(const mcperr_dialect *d, document text, mcperr_error *err,
                                    mcperr_fault *fault)
{
    return mcperr_decode(d, text.json, text.size, text.tokens, text.count, err, fault);
}

static inline mcperr_status validated(const mcperr_dialect *d, document text)
{
    return mcperr_validate(d, text.json, text.size, text.tokens, text.count, NULL);
}

static inline mcperr_doc opened(document text)
{
    mcperr_doc doc;

    property(mcperr_doc_open(&doc, text.json, text.size, NULL, text.tokens, text.count, NULL) == MCPERR_OK);
    property(doc.count == text.count);
    return doc;
}

static inline bool has_duplicates(document text)
{
    const mcperr_doc doc = opened(text);

    for (uint32_t object = 0; object < doc.count; object++) {
        if (mcperr_doc_type(&doc, object) != MCPERR_T_OBJECT)
            continue;
        for (uint32_t a = mcperr_doc_first(&doc, object); a != MCPERR_DOC_NONE;
             a = mcperr_doc_next(&doc, object, a))
            for (uint32_t b = mcperr_doc_next(&doc, object, a); b != MCPERR_DOC_NONE;
                 b = mcperr_doc_next(&doc, object, b))
                if (mcperr_text_same(mcperr_doc_text(&doc, a), mcperr_doc_text(&doc, b)))
                    return true;
    }
    return false;
}

/* The error in a dialect. Without text if it was refused: then `checked` tells why, and *fault where. */
static inline document encoded(const mcperr_dialect *d, const mcperr_error *err, unsigned shed,
                               mcperr_fault *fault)
{
    document refused = {NULL, 0, 0, NULL, MCPERR_OK};
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    refused.checked = mcperr_encode(d, err, shed, &w, NULL, fault);
    property(mcperr_json_finish(&w) == refused.checked);
    if (refused.checked != MCPERR_OK)
        return refused;
    const size_t len = w.len;
    char *const json = fuzz_room(len + 1);
    mcperr_json_init(&w, json, len + 1);
    property(mcperr_encode(d, err, shed, &w, NULL, fault) == MCPERR_OK);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    property(w.len == len && json[len] == '\0');
    const document text = document_of(json, len);
    property(text.checked == MCPERR_OK);
    return text;
}

/* The JSON Pointer of a fault, as the one string that it is. */
static inline document pointed(const mcperr_fault *fault, const char *json, size_t size)
{
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    mcperr_fault_pointer(fault, json, size, &w, NULL);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    const size_t len = w.len;
    char *const pointer = fuzz_room(len + 1);
    mcperr_json_init(&w, pointer, len + 1);
    mcperr_fault_pointer(fault, json, size, &w, NULL);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    const document text = document_of(pointer, len);
    property(text.checked == MCPERR_OK && text.count == 1);
    property(len == 2 || (pointer[0] == '"' && pointer[1] == '/'));
    return text;
}

/* Whatever is advised, there is a delay where one is due, and only there. */
static inline void advice_never_spins(const mcperr_error *err, uint32_t random)
{
    static const mcperr_retry policies[] = {
        {0, 0, 0}, {1, 1, 9}, {UINT32_MAX, 1, 2}, {7, UINT32_MAX, UINT32_MAX}};
    static const uint32_t attempts[] = {0, 1, 2, 3, 40, UINT32_MAX - 1, UINT32_MAX};

    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        for (size_t k = 0; k < sizeof attempts / sizeof *attempts; k++) {
            const mcperr_advice advice = mcperr_advise(err, &policies[i], attempts[k], random & 1, random);
            const bool again = advice.action == MCPERR_RETRY || advice.action == MCPERR_WAIT;
            property(advice.action <= MCPERR_VERIFY_PLAN);
            property((advice.delay_ms > 0) == again);
            property(!again || attempts[k] < (policies[i].tries > 0 ? policies[i].tries : 3));
        }
}

#endif

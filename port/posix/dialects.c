/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

const mcperr_dialect *const dialects[DIALECTS] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,   &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api,
};

mcperr_token tokens[TOKENS_MOST];

const mcperr_dialect *find_dialect(const char *name)
{
    for (size_t i = 0; i < DIALECTS; i++)
        if (strcmp(dialects[i]->name, name) == 0)
            return dialects[i];
    return NULL;
}

/* Is the text JSON within the limits? */
static verdict check_json(const input *in)
{
    static const mcperr_limits limits = {INPUT_MOST, TOKENS_MOST, 0};
    verdict v;

    memset(&v, 0, sizeof v);
    v.status = mcperr_json_check(in->text, in->size, &limits, NULL, &v.fault);
    return v;
}

verdict detect_dialect(const input *in)
{
    verdict v = check_json(in);

    if (v.status == MCPERR_OK)
        v.dialect = mcperr_detect(dialects, DIALECTS, in->text, in->size, tokens, TOKENS_MOST);
    if (v.status == MCPERR_OK && v.dialect == NULL)
        v.status = MCPERR_E_SHAPE;
    return v;
}

verdict read_envelope(const input *in, const mcperr_dialect *d, mcperr_error *err)
{
    verdict v = d != NULL ? check_json(in) : detect_dialect(in);

    if (d != NULL)
        v.dialect = d;
    if (v.status == MCPERR_OK)
        v.status = mcperr_decode(v.dialect, in->text, in->size, tokens, TOKENS_MOST, err, &v.fault);
    return v;
}

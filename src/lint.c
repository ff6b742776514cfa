/* SPDX-License-Identifier: MIT */
/* Rules of the contracts that no schema can say. */
#include "decode.h"
#include "json_write.h"
#include "text.h"

#include <string.h>

#define EXPECTED_MOST 96

typedef struct findings {
    mcperr_decoding x;
    mcperr_fault *faults;
    size_t most, count;
} findings;

static void find(findings *f, const mcperr_row *row, mcperr_reason reason)
{
    if (f->count < f->most) {
        const mcperr_row *const parent = mcperr_row_parent(f->x.d, row);
        mcperr_fault *const fault = &f->faults[f->count];
        fault->offset = mcperr_doc_offset(f->x.doc, mcperr_row_value(&f->x, row));
        fault->reason = reason;
        fault->key = mcperr_row_name(row);
        fault->parent = parent != NULL ? mcperr_row_name(parent) : MCPERR_ABSENT;
    }
    f->count++;
}

bool mcperr_is_operation(mcperr_text text)
{
    char name[64], *colon = name;

    if (mcperr_text_copy(text, name, sizeof name) != strlen(name))
        return false; /* too long, or holds U+0000 */
    while (*colon != ':' && *colon != '\0')
        colon++;
    if (!mcperr_text_in(mcperr_plain(name, (size_t)(colon - name)), "files|search|git|semantic") ||
        *colon != ':')
        return false;
    const char *at = colon + 1;
    while ((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '_')
        at++;
    return at > colon + 1 && *at == '\0';
}

/* Is a text what the row would be written as for the code? */
static bool is_expected(const findings *f, const mcperr_row *row, mcperr_text text)
{
    const mcperr_text spelt = f->x.err->code;
    const mcperr_code unknown = {spelt.data, "", NULL, (uint8_t)spelt.size, 0, 0};
    const mcperr_code *const code = f->x.code != NULL ? f->x.code : &unknown;
    const mcperr_text absent = MCPERR_ABSENT;
    char expected[EXPECTED_MOST];
    mcperr_json w;

    if (f->x.code == NULL && (spelt.form != MCPERR_PLAIN || spelt.size > UINT8_MAX))
        return true;
    mcperr_json_init(&w, expected, sizeof expected);
    mcperr_code_text(row, code, &absent, &w);
    if (mcperr_json_finish(&w) != MCPERR_OK)
        return true;
    mcperr_text inside = mcperr_plain(expected + 1, w.len - 2);
    inside.form = MCPERR_ESCAPED;
    return mcperr_text_same(text, inside);
}

static void judge(findings *f, const mcperr_row *row, mcperr_text text)
{
    const mcperr_error *const err = f->x.err;

    switch (row->form) {
    case MCPERR_FORM_MESSAGE:
        if ((row->flags & MCPERR_ROW_SAFE) && f->x.d->filter != NULL &&
            f->x.d->filter(err, MCPERR_ABSENT, text).data != NULL)
            find(f, row, MCPERR_R_DIAGNOSTICS);
        else if (!mcperr_text_same(text, err->message)) /* that of the last message row */
            find(f, row, MCPERR_R_DIFFERS);
        break;
    case MCPERR_FORM_TYPE:
        if (!is_expected(f, row, text))
            find(f, row, MCPERR_R_NOT_CODE);
        break;
    case MCPERR_FORM_TITLE:
        if (!is_expected(f, row, text))
            find(f, row, MCPERR_R_NOT_TITLE);
        break;
    case MCPERR_FORM_CANONICAL:
        if (f->x.code != NULL && !is_expected(f, row, text))
            find(f, row, MCPERR_R_NOT_TITLE);
        break;
    case MCPERR_FORM_TEXT:
        if ((row->flags & MCPERR_ROW_SAFE) && !mcperr_is_operation(mcperr_row_text(row, err)))
            find(f, row, MCPERR_R_OPERATION);
        break;
    case MCPERR_FORM_STATUS:
        /* 426 is the other status that OwlClaw gives an unsupported version. */
        if (f->x.code != NULL && err->status != 0 &&
            !(err->status == 426 && err->kind == MCPERR_UNSUPPORTED_VERSION))
            find(f, row, MCPERR_R_CONTRADICTS);
        break;
    default:
        break;
    }
}

size_t mcperr_lint(const mcperr_dialect *d, const char *json, size_t size, mcperr_token *tokens, size_t count,
                   mcperr_fault *faults, size_t most)
{
    mcperr_error err;
    mcperr_doc doc;
    findings f;

    if (d == NULL || mcperr_envelope_open(&doc, json, size, tokens, count, NULL) != MCPERR_OK)
        return 0;
    f.faults = faults;
    f.most = faults != NULL ? most : 0;
    f.count = 0;
    if (mcperr_decode_doc(&f.x, d, &doc, &err, NULL, false) != MCPERR_OK)
        return 0;
    for (const mcperr_row *row = d->rows; row < d->rows + d->row_count; row++)
        if (mcperr_row_value(&f.x, row) != 0)
            judge(&f, row, mcperr_doc_text(&doc, mcperr_row_value(&f.x, row)));
    return f.count;
}

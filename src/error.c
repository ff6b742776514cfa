/* SPDX-License-Identifier: MIT */
/* Making errors: what a handler calls, and the setters. */
#include "error.h"
#include "text.h"

#include <string.h>

#define RETRY_AFTER_MOST 2147483647u

const mcperr_code *mcperr_code_named(const mcperr_dialect *d, mcperr_text code)
{
    for (unsigned i = 0; i < d->code_count; i++)
        if ((code.size == d->codes[i].size || code.form != MCPERR_PLAIN) &&
            mcperr_text_spells(code, d->codes[i].code, d->codes[i].size))
            return &d->codes[i];
    return NULL;
}

const mcperr_row *mcperr_row_parent(const mcperr_dialect *d, const mcperr_row *row)
{
    unsigned closed = 0;

    while (row-- > d->rows) {
        if (row->form == MCPERR_FORM_CLOSE)
            closed++;
        else if (row->form == MCPERR_FORM_OPEN && closed-- == 0)
            return row;
    }
    return NULL;
}

bool mcperr_text_in(mcperr_text text, const char *list)
{
    while (*list != '\0') {
        size_t size = 0;
        while (list[size] != '\0' && list[size] != '|')
            size++;
        if (mcperr_text_spells(text, list, size))
            return true;
        list += size + (list[size] == '|');
    }
    return false;
}

mcperr_status mcperr_fail(mcperr_error *err, mcperr_kind kind, const char *message)
{
    if (err != NULL) {
        err->kind = (uint8_t)(kind < MCPERR_KIND_COUNT ? kind : MCPERR_INTERNAL);
        err->home = NULL;
        err->code = MCPERR_ABSENT;
        err->code_row = 0;
        err->message = mcperr_str(message);
    }
    return MCPERR_E_FAILED;
}

mcperr_status mcperr_set_code(mcperr_error *err, const mcperr_dialect *dialect, mcperr_text code)
{
    if (err == NULL || dialect == NULL)
        return MCPERR_E_MISUSE;
    const mcperr_code *const row = mcperr_code_named(dialect, code);
    if (row == NULL)
        return MCPERR_E_VALUE;
    err->home = dialect;
    err->code = mcperr_plain(row->code, row->size);
    err->code_row = (uint8_t)(row - dialect->codes + 1);
    err->kind = row->kind;
    return MCPERR_OK;
}

void mcperr_set_retry_after(mcperr_error *err, uint32_t seconds)
{
    if (err == NULL)
        return;
    err->retry_after_s = seconds < RETRY_AFTER_MOST ? seconds : RETRY_AFTER_MOST;
    err->has_retry_after = true;
}

bool mcperr_is_retryable(const mcperr_error *err)
{
    if (err == NULL)
        return false;
    if (err->retryable != MCPERR_BY_KIND)
        return err->retryable == MCPERR_YES;
    return err->recoverable != MCPERR_NO && mcperr_kind_retryable(err->kind);
}

bool mcperr_is_recoverable(const mcperr_error *err)
{
    if (err == NULL)
        return false;
    return err->recoverable == MCPERR_BY_KIND ? mcperr_kind_retryable(err->kind)
                                              : err->recoverable == MCPERR_YES;
}

mcperr_text mcperr_cause(mcperr_field fields[3], const char *message, mcperr_text code, const char *name)
{
    const bool zero = code.form == MCPERR_JSON ? mcperr_text_same(code, mcperr_raw("0")) : code.size == 0;

    if (fields == NULL)
        return MCPERR_ABSENT;
    fields[0] = mcperr_field_str("message", message);
    fields[1] = mcperr_field_text("code", code.data == NULL || zero ? MCPERR_ABSENT : code);
    fields[2] = mcperr_field_str("name", name);
    return mcperr_fields(fields, 3);
}

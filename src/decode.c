/* SPDX-License-Identifier: MIT */
/* Text to rows. One loop for all dialects: locate the members first, then read each value. */
#include "decode.h"
#include "text.h"

#include <string.h>

#define NONE MCPERR_DOC_NONE

static mcperr_status refuse(const mcperr_decoding *x, mcperr_status status, mcperr_reason reason,
                            const mcperr_row *row, uint32_t offset)
{
    if (x->fault != NULL) {
        const mcperr_row *const parent = row != NULL ? mcperr_row_parent(x->d, row) : NULL;
        x->fault->offset = offset;
        x->fault->reason = reason;
        x->fault->key = row != NULL ? mcperr_row_name(row) : MCPERR_ABSENT;
        x->fault->parent = parent != NULL ? mcperr_row_name(parent) : MCPERR_ABSENT;
    }
    return status;
}

/* The same for the value of a row. */
static mcperr_status refuse_value(const mcperr_decoding *x, mcperr_status status, mcperr_reason reason,
                                  const mcperr_row *row)
{
    return refuse(x, status, reason, row, mcperr_doc_offset(x->doc, mcperr_row_value(x, row)));
}

/* The same for a name that may not be there. */
static mcperr_status refuse_name(const mcperr_decoding *x, mcperr_reason reason, uint32_t name)
{
    if (x->fault != NULL) {
        x->fault->offset = mcperr_doc_offset(x->doc, name);
        x->fault->reason = reason;
        x->fault->key = mcperr_doc_text(x->doc, name);
    }
    return MCPERR_E_SHAPE;
}

/* ---- where the members are ------------------------------------------------------------------------ */

/* The row of the member of that name in the object that `parent` opens, or NULL. */
static const mcperr_row *row_named(const mcperr_decoding *x, const mcperr_row *parent, mcperr_text name)
{
    const mcperr_row *const end = x->d->rows + x->d->row_count;

    for (const mcperr_row *row = parent != NULL ? parent + 1 : x->d->rows; row < end; row++) {
        if (row->form == MCPERR_FORM_CLOSE)
            return NULL; /* nested objects are skipped below, so this one is the parent's */
        if (row->name_size > 0 && (x->lenient || !(row->flags & MCPERR_ROW_ALIAS)) &&
            mcperr_text_same(name, mcperr_row_name(row)))
            return row;
        if (row->form == MCPERR_FORM_OPEN)
            row = mcperr_row_close(row);
    }
    return NULL;
}

/* Does the object that `parent` opens take any member? */
static bool has_splice(const mcperr_decoding *x, const mcperr_row *parent)
{
    for (unsigned i = 0; i < x->d->row_count; i++)
        if (x->d->rows[i].form == MCPERR_FORM_SPLICE && mcperr_row_parent(x->d, &x->d->rows[i]) == parent)
            return true;
    return false;
}

/* Members of one object: which token is whose. Duplicates are found for the document as a whole. */
static mcperr_status locate(mcperr_decoding *x, const mcperr_row *parent, uint32_t object)
{
    for (uint32_t i = mcperr_doc_first(x->doc, object); i != NONE; i = mcperr_doc_next(x->doc, object, i)) {
        const mcperr_text name = mcperr_doc_text(x->doc, i);
        const mcperr_row *const row = row_named(x, parent, name);
        if (row != NULL) {
            x->value[row - x->d->rows] = (uint16_t)mcperr_doc_value(x->doc, i);
            continue;
        }
        if (!(x->d->flags & MCPERR_DIALECT_CLOSED) || x->lenient || has_splice(x, parent))
            continue;
        if (x->fault != NULL)
            x->fault->parent = parent != NULL ? mcperr_row_name(parent) : MCPERR_ABSENT;
        return refuse_name(x, MCPERR_R_UNKNOWN, i);
    }
    return MCPERR_OK;
}

/* The object that a row is in. */
static uint32_t object_of(const mcperr_decoding *x, const mcperr_row *row)
{
    const mcperr_row *const parent = mcperr_row_parent(x->d, row);

    return parent != NULL ? mcperr_row_value(x, parent) : 0;
}

static bool is_empty_array(const mcperr_decoding *x, uint32_t value)
{
    return mcperr_doc_type(x->doc, value) == MCPERR_T_ARRAY && mcperr_doc_first(x->doc, value) == NONE;
}

static MCPERR_NOINLINE mcperr_status locate_all(mcperr_decoding *x)
{
    const mcperr_row *const end = x->d->rows + x->d->row_count;

    for (unsigned i = 0; i < MCPERR_ROWS_MAX; i++)
        x->value[i] = UINT16_MAX;
    if (mcperr_doc_type(x->doc, 0) != MCPERR_T_OBJECT)
        return refuse(x, MCPERR_E_SHAPE, MCPERR_R_TYPE, NULL, mcperr_doc_offset(x->doc, 0));
    const uint32_t twice = mcperr_doc_duplicate(x->doc, 0);
    if (twice != NONE) {
        if (x->fault != NULL)
            x->fault->parent = MCPERR_ABSENT;
        return refuse_name(x, MCPERR_R_TWICE, twice);
    }
    mcperr_status status = locate(x, NULL, 0);
    for (const mcperr_row *row = x->d->rows; row < end && status == MCPERR_OK; row++) {
        const uint32_t value = mcperr_row_value(x, row);
        if (row->form != MCPERR_FORM_OPEN || value == NONE)
            continue;
        if ((row->flags & MCPERR_ROW_OPEN_READ) && is_empty_array(x, value))
            x->value[row - x->d->rows] = UINT16_MAX;
        else if (mcperr_doc_type(x->doc, value) != MCPERR_T_OBJECT)
            status = refuse_value(x, MCPERR_E_SHAPE, MCPERR_R_TYPE, row);
        else
            status = locate(x, row, value);
    }
    return status;
}

/* ---- what the values are -------------------------------------------------------------------------- */

static void set_text(mcperr_decoding *x, const mcperr_row *row, mcperr_text text)
{
    *(mcperr_text *)(void *)((char *)x->err + row->at) = text;
}

/* Step over a prefix; false, and the text untouched, if it does not begin so. */
static bool step_over(mcperr_text *text, const char *prefix)
{
    const char *at = text->data, *const end = at + text->size;

    for (; *prefix != '\0'; prefix++)
        if (at == end || mcperr_char_next(&at, end, text->form) != (unsigned char)*prefix)
            return false;
    text->data = at;
    text->size = (uint32_t)(end - at) & MCPERR_TEXT_MAX;
    return true;
}

static MCPERR_NOINLINE mcperr_status read_text(mcperr_decoding *x, const mcperr_row *row, mcperr_text text)
{
    if ((row->flags & MCPERR_ROW_ONE_OF) && !x->lenient && !mcperr_text_in(text, row->extra))
        return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_NOT_ALLOWED, row);
    if (row->extra != NULL && !(row->flags & MCPERR_ROW_ONE_OF)) {
        if (!step_over(&text, row->extra) && !x->lenient)
            return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_PREFIX, row);
        if (text.size == 0)
            return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_EMPTY, row);
    }
    set_text(x, row, text);
    return MCPERR_OK;
}

/* kebab-case, or domain.reason in lower case with underscores. */
static bool is_code_form(mcperr_text code, uint32_t separator)
{
    const char *at = code.data, *const end = at + code.size;
    bool begins = true, separated = separator == '-';

    while (at < end) {
        const uint32_t c = mcperr_char_next(&at, end, code.form);
        const bool letter = c - 'a' < 26 || c - '0' < 10;
        if (!letter && (begins || (c != separator && !(separator == '.' && c == '_'))))
            return false;
        separated = separated || c == separator;
        begins = !letter;
    }
    return !begins && separated;
}

static mcperr_status read_code(mcperr_decoding *x, const mcperr_row *row, mcperr_text text)
{
    x->code = mcperr_code_named(x->d, text);
    const bool kebab = x->d->flags & MCPERR_DIALECT_KEBAB, dotted = x->d->flags & MCPERR_DIALECT_DOTTED;
    if (x->code == NULL && !((kebab && is_code_form(text, '-')) || (dotted && is_code_form(text, '.'))))
        return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_CODE, row);
    x->err->home = x->d;
    x->err->code = text;
    if (x->code != NULL) {
        x->err->code = mcperr_plain(x->code->code, x->code->size);
        x->err->code_row = (uint8_t)(x->code - x->d->codes + 1);
        x->err->kind = x->code->kind;
    }
    return MCPERR_OK;
}

/* The type names the code as well; where the code itself is left out, it is the code. */
static MCPERR_NOINLINE mcperr_status read_type(mcperr_decoding *x, const mcperr_row *row, mcperr_text text)
{
    if (!step_over(&text, row->extra))
        return x->lenient ? MCPERR_OK : refuse_value(x, MCPERR_E_VALUE, MCPERR_R_PREFIX, row);
    if (!is_code_form(text, '-'))
        return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_CODE, row);
    return x->err->code.data == NULL ? read_code(x, row, text) : MCPERR_OK;
}

static MCPERR_NOINLINE mcperr_status read_category(mcperr_decoding *x, const mcperr_row *row,
                                                   mcperr_text text)
{
    /* What an unknown code of a category is, and what it is if it may be retried. */
    static const struct {
        const char *category;
        uint8_t kind, retryable;
    } categories[] = {
        {"validation", MCPERR_INVALID, MCPERR_INVALID},
        {"compatibility", MCPERR_UNSUPPORTED_VERSION, MCPERR_UNSUPPORTED_VERSION},
        {"governance", MCPERR_POLICY, MCPERR_RATE_LIMITED},
        {"auth", MCPERR_FORBIDDEN, MCPERR_FORBIDDEN},
        {"runtime", MCPERR_INTERNAL, MCPERR_IO},
        {"dependency", MCPERR_UNAVAILABLE, MCPERR_UNAVAILABLE},
        {"internal", MCPERR_INTERNAL, MCPERR_INTERNAL},
    };

    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++) {
        if (!mcperr_text_is(text, categories[i].category))
            continue;
        if (x->code == NULL)
            x->err->kind = x->err->retryable == MCPERR_YES ? categories[i].retryable : categories[i].kind;
        else if (!mcperr_text_is(text, mcperr_kind_of(x->code->kind)->category))
            return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_CONTRADICTS, row);
        return MCPERR_OK;
    }
    return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_NOT_ALLOWED, row);
}

static MCPERR_NOINLINE mcperr_status read_time(mcperr_decoding *x, const mcperr_row *row, mcperr_text text)
{
    char time[MCPERR_TIME_SIZE + 1];

    if (mcperr_text_copy(text, time, sizeof time) == MCPERR_TIME_SIZE &&
        mcperr_time_read(time, MCPERR_TIME_SIZE, &x->err->time_ms))
        return MCPERR_OK;
    return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_TIME, row);
}

static mcperr_status read_string(mcperr_decoding *x, const mcperr_row *row, mcperr_text text)
{
    switch (row->form) {
    case MCPERR_FORM_TEXT:
        return read_text(x, row, text);
    case MCPERR_FORM_CODE:
        return read_code(x, row, text);
    case MCPERR_FORM_TYPE:
        return read_type(x, row, text);
    case MCPERR_FORM_MESSAGE:
        if ((row->flags & MCPERR_ROW_SAFE) && text.size == 0)
            return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_EMPTY, row);
        x->err->message = text;
        return MCPERR_OK;
    case MCPERR_FORM_CANONICAL: /* the message, unless there is one of its own */
        if (x->err->message.data == NULL)
            x->err->message = text;
        return MCPERR_OK;
    case MCPERR_FORM_CATEGORY:
        return read_category(x, row, text);
    case MCPERR_FORM_TIME:
        return read_time(x, row, text);
    default:
        return MCPERR_OK; /* TITLE */
    }
}

static mcperr_status read_flag(mcperr_decoding *x, const mcperr_row *row, bool value)
{
    const uint8_t answer = value ? MCPERR_YES : MCPERR_NO;

    if (row->form == MCPERR_FORM_RECOVERABLE)
        x->err->recoverable = answer;
    else if (x->code == NULL)
        x->err->retryable = answer;
    else if (value != mcperr_kind_of(x->code->kind)->retryable)
        return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_CONTRADICTS, row);
    return MCPERR_OK;
}

static MCPERR_NOINLINE mcperr_status read_number(mcperr_decoding *x, const mcperr_row *row, int64_t value)
{
    if (row->form == MCPERR_FORM_STATUS) {
        if (value < 100 || value > 599)
            return refuse_value(x, MCPERR_E_VALUE, MCPERR_R_RANGE, row);
        /* 500 is an internal error here, not a passing one as it is for a client of HTTP. */
        if (x->code == NULL && (x->d->flags & MCPERR_DIALECT_KEBAB))
            x->err->kind = (uint8_t)(value == 500 ? MCPERR_INTERNAL : mcperr_kind_of_http((unsigned)value));
        x->err->status = value == mcperr_kind_of(x->err->kind)->status ? 0 : (uint16_t)value;
        return MCPERR_OK;
    }
    if (value < 0 || value > INT32_MAX)
        return row->flags & MCPERR_ROW_HINT ? MCPERR_OK
                                            : refuse_value(x, MCPERR_E_VALUE, MCPERR_R_RANGE, row);
    mcperr_set_retry_after(x->err, (uint32_t)value);
    return MCPERR_OK;
}

/* The value of a row, whose JSON type must be the row's. */
static MCPERR_NOINLINE mcperr_status read_value(mcperr_decoding *x, const mcperr_row *row, uint32_t value)
{
    const mcperr_type type = mcperr_doc_type(x->doc, value);
    int64_t number = 0;

    if (type == MCPERR_T_NULL && (row->flags & MCPERR_ROW_NULLABLE))
        return MCPERR_OK;
    switch (row->form) {
    case MCPERR_FORM_OPEN:
        return MCPERR_OK;
    case MCPERR_FORM_RAW:
        if (type != MCPERR_T_STRING && type != MCPERR_T_OBJECT)
            break;
        set_text(x, row, mcperr_doc_text(x->doc, value));
        return MCPERR_OK;
    case MCPERR_FORM_RETRYABLE:
    case MCPERR_FORM_RECOVERABLE:
        if (type != MCPERR_T_TRUE && type != MCPERR_T_FALSE)
            break;
        return read_flag(x, row, type == MCPERR_T_TRUE);
    case MCPERR_FORM_STATUS:
    case MCPERR_FORM_RETRY_AFTER:
        if (!mcperr_doc_integer(x->doc, value, &number))
            break;
        return read_number(x, row, number);
    default:
        if (type != MCPERR_T_STRING)
            break;
        return read_string(x, row, mcperr_doc_text(x->doc, value));
    }
    return row->flags & MCPERR_ROW_HINT ? MCPERR_OK : refuse_value(x, MCPERR_E_SHAPE, MCPERR_R_TYPE, row);
}

static mcperr_status read_row(mcperr_decoding *x, const mcperr_row *row)
{
    const uint32_t value = mcperr_row_value(x, row), object = object_of(x, row);

    if (row->form == MCPERR_FORM_CLOSE || object == NONE)
        return MCPERR_OK;
    if (row->form == MCPERR_FORM_SPLICE) {
        set_text(x, row, mcperr_doc_text(x->doc, object));
        return MCPERR_OK;
    }
    if (value != NONE)
        return read_value(x, row, value);
    if (row->flags & (MCPERR_ROW_OPTIONAL | MCPERR_ROW_OPEN_READ | MCPERR_ROW_ALIAS))
        return MCPERR_OK;
    return refuse(x, MCPERR_E_SHAPE, MCPERR_R_MISSING, row, mcperr_doc_offset(x->doc, object));
}

/* What rows say is checked against the code, a category against retryable, a status against the kind. */
enum { TURNS = 4 };
static unsigned turn(const mcperr_row *row)
{
    switch (row->form) {
    case MCPERR_FORM_CODE:
        return 0;
    case MCPERR_FORM_RETRYABLE:
        return 1;
    case MCPERR_FORM_STATUS:
        return TURNS - 1;
    default:
        return 2;
    }
}

mcperr_status mcperr_decode_doc(mcperr_decoding *x, const mcperr_dialect *d, const mcperr_doc *doc,
                                mcperr_error *err, mcperr_fault *fault, bool lenient)
{
    const mcperr_row *const end = d->rows + d->row_count;

    x->d = d;
    x->doc = doc;
    x->err = err;
    x->fault = fault;
    x->code = NULL;
    x->lenient = lenient;
    memset(err, 0, sizeof *err);
    mcperr_status status = locate_all(x);
    err->checked = status == MCPERR_OK;
    for (unsigned now = 0; now < TURNS; now++)
        for (const mcperr_row *row = x->d->rows; row < end && (status == MCPERR_OK || lenient); row++) {
            if (turn(row) != now)
                continue;
            const mcperr_status read = read_row(x, row);
            /* A peer's odd or missing member is done without; its code cannot be. */
            if (status == MCPERR_OK && (!lenient || row->form == MCPERR_FORM_CODE))
                status = read;
        }
    return status;
}

mcperr_status mcperr_envelope_open(mcperr_doc *doc, const char *json, size_t size, mcperr_token *tokens,
                                   size_t count, mcperr_fault *fault)
{
    return mcperr_doc_open(doc, json, size, NULL, tokens,
                           count < MCPERR_ENVELOPE_TOKENS_MAX ? count : MCPERR_ENVELOPE_TOKENS_MAX, fault);
}

/* ---- the public calls ----------------------------------------------------------------------------- */

mcperr_status mcperr_decode(const mcperr_dialect *d, const char *json, size_t size, mcperr_token *tokens,
                            size_t count, mcperr_error *err, mcperr_fault *fault)
{
    mcperr_error read;
    mcperr_doc doc;
    mcperr_decoding x;

    if (d == NULL)
        return MCPERR_E_MISUSE;
    mcperr_status status = mcperr_envelope_open(&doc, json, size, tokens, count, fault);
    if (status != MCPERR_OK)
        return status;
    status = mcperr_decode_doc(&x, d, &doc, &read, fault, false);
    if (status == MCPERR_OK && err != NULL)
        *err = read;
    return status;
}

mcperr_status mcperr_validate(const mcperr_dialect *d, const char *json, size_t size, mcperr_token *tokens,
                              size_t count, mcperr_fault *fault)
{
    return mcperr_decode(d, json, size, tokens, count, NULL, fault);
}

mcperr_status mcperr_translate(const mcperr_dialect *from, const mcperr_dialect *to, const char *json,
                               size_t size, mcperr_token *tokens, size_t count, mcperr_text incident,
                               mcperr_json *w, mcperr_fault *fault)
{
    mcperr_error err;

    if (to == NULL || w == NULL)
        return MCPERR_E_MISUSE;
    const mcperr_status status = mcperr_decode(from, json, size, tokens, count, &err, fault);
    if (status != MCPERR_OK)
        return status;
    if (err.incident.data == NULL)
        err.incident = incident;
    return mcperr_encode(to, &err, MCPERR_SHED_NOTHING, w, NULL, fault);
}

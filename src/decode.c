/* SPDX-License-Identifier: MIT */
/* Text to rows. One loop for all dialects: locate the members first, then read each value. */
#include "decode.h"
#include "text.h"

#include <string.h>

/* Each reader answers why it refuses a value, or NONE. */

static void set_text(const mcperr_decoding *x, const mcperr_row *row, const mcperr_text *text)
{
    *(mcperr_text *)(void *)((char *)x->err + row->at) = *text;
}

/* Step over a prefix; false, and the text untouched, if it does not begin so. */
static bool step_over(mcperr_text *text, const char *prefix)
{
    const char *at = text->data, *const end = at + text->size;
    const size_t size = strlen(prefix);

    if (text->form == MCPERR_PLAIN) {
        if (text->size < size || memcmp(at, prefix, size) != 0)
            return false;
        at += size;
        prefix += size;
    }
    for (; *prefix != '\0'; prefix++)
        if (at == end || mcperr_char_next(&at, end, text->form) != (unsigned char)*prefix)
            return false;
    text->data = at;
    text->size = (uint32_t)(end - at) & MCPERR_TEXT_MAX;
    return true;
}

static mcperr_reason read_text(const mcperr_decoding *x, const mcperr_row *row, mcperr_text *text)
{
    if (row->flags & MCPERR_ROW_ONE_OF) {
        if (!x->lenient && !mcperr_text_in(*text, row->extra))
            return MCPERR_R_NOT_ALLOWED;
    } else if (row->extra != NULL) {
        if (!step_over(text, row->extra) && !x->lenient)
            return MCPERR_R_PREFIX;
        if (text->size == 0)
            return MCPERR_R_EMPTY;
    }
    set_text(x, row, text);
    return MCPERR_R_NONE;
}

/* kebab-case, or domain.reason in lower case with underscores. */
static bool is_code_form(const mcperr_text *code, uint32_t separator)
{
    const char *at = code->data, *const end = at + code->size;
    bool begins = true, separated = separator == '-';

    while (at < end) {
        const uint32_t c = mcperr_char_next(&at, end, code->form);
        const bool letter = c - 'a' < 26 || c - '0' < 10;
        if (!letter && (begins || (c != separator && !(separator == '.' && c == '_'))))
            return false;
        separated = separated || c == separator;
        begins = !letter;
    }
    return !begins && separated;
}

static mcperr_reason read_code(mcperr_decoding *x, mcperr_text *text)
{
    const unsigned flags = x->d->flags;

    if (mcperr_set_code(x->err, x->d, *text) == MCPERR_OK) {
        x->code = &x->d->codes[x->err->code_row - 1];
        return MCPERR_R_NONE;
    }
    if (!((flags & MCPERR_DIALECT_KEBAB) && is_code_form(text, '-')) &&
        !((flags & MCPERR_DIALECT_DOTTED) && is_code_form(text, '.')))
        return MCPERR_R_CODE;
    x->err->home = x->d;
    x->err->code = *text;
    return MCPERR_R_NONE;
}

/* The type names the code as well; where the code itself is left out, it is the code. */
static mcperr_reason read_type(mcperr_decoding *x, const mcperr_row *row, mcperr_text *text)
{
    if (!step_over(text, row->extra))
        return x->lenient ? MCPERR_R_NONE : MCPERR_R_PREFIX;
    if (!is_code_form(text, '-'))
        return MCPERR_R_CODE;
    return x->err->code.data == NULL ? read_code(x, text) : MCPERR_R_NONE;
}

static mcperr_reason read_category(const mcperr_decoding *x, mcperr_text *text)
{
    const mcperr_kind kind = mcperr_kind_in(*text, x->err->retryable == MCPERR_YES);

    if (kind == MCPERR_KIND_COUNT)
        return MCPERR_R_NOT_ALLOWED;
    if (x->code == NULL)
        x->err->kind = (uint8_t)kind;
    else if (!mcperr_text_is(*text, mcperr_kind_category(x->code->kind)))
        return MCPERR_R_CONTRADICTS;
    return MCPERR_R_NONE;
}

static mcperr_reason read_time(const mcperr_decoding *x, const mcperr_text *text)
{
    return mcperr_time_read(text->data, text->size, &x->err->time_ms) ? MCPERR_R_NONE : MCPERR_R_TIME;
}

/* The same with escapes. What is longer than a time counts as one byte more. */
static MCPERR_NOINLINE mcperr_reason read_escaped_time(const mcperr_decoding *x, const mcperr_text *text)
{
    const char *at = text->data, *const end = at + text->size;
    char plain[MCPERR_TIME_SIZE];
    size_t size = 0;

    while (at < end && size < sizeof plain) {
        const uint32_t c = mcperr_char_next(&at, end, MCPERR_ESCAPED);
        plain[size++] = (char)(unsigned char)(c < 0x80 ? c : 0);
    }
    const mcperr_text time = mcperr_plain(plain, size + (at < end));
    return read_time(x, &time);
}

static mcperr_reason read_flag(const mcperr_decoding *x, const mcperr_row *row, bool value)
{
    const uint8_t answer = value ? MCPERR_YES : MCPERR_NO;

    if (row->form == MCPERR_FORM_RECOVERABLE)
        x->err->recoverable = answer;
    else if (x->code == NULL)
        x->err->retryable = answer;
    else if (value != mcperr_kind_retryable(x->code->kind))
        return MCPERR_R_CONTRADICTS;
    return MCPERR_R_NONE;
}

/* A whole number below UINT32_MAX, which stands for all others; false if it has a fraction or an exponent. */
static bool is_whole(const mcperr_text *number, uint32_t *value)
{
    const char *at = number->data, *const end = at + number->size;
    const bool negative = *at == '-';
    uint32_t sum = 0;

    for (at += negative; at < end; at++) {
        const uint32_t digit = (uint32_t)(unsigned char)*at - '0';
        if (digit > 9)
            return false;
        sum = sum < UINT32_MAX / 10 ? sum * 10 + digit : UINT32_MAX;
    }
    *value = negative && sum > 0 ? UINT32_MAX : sum;
    return true;
}

static mcperr_reason read_number(const mcperr_decoding *x, const mcperr_row *row, const mcperr_text *number)
{
    mcperr_error *const err = x->err;
    uint32_t value;

    if (!is_whole(number, &value))
        return MCPERR_R_TYPE;
    if (row->form == MCPERR_FORM_RETRY_AFTER) {
        if (value > INT32_MAX)
            return MCPERR_R_RANGE;
        mcperr_set_retry_after(err, value);
        return MCPERR_R_NONE;
    }
    if (value - 100 > 499)
        return MCPERR_R_RANGE;
    /* 500 is an internal error here, not a passing one as it is for a client of HTTP. */
    if (x->code == NULL && (x->d->flags & MCPERR_DIALECT_KEBAB))
        err->kind = (uint8_t)(value == 500 ? MCPERR_INTERNAL : mcperr_kind_of_http(value));
    err->status = value == mcperr_kind_status(err->kind) ? 0 : (uint16_t)value;
    return MCPERR_R_NONE;
}

/* The value of a row, whose JSON type must be the row's. */
static mcperr_reason read_value(mcperr_decoding *x, const mcperr_row *row, mcperr_type type,
                                mcperr_text *text)
{
    static const uint8_t types[] = {
        [MCPERR_FORM_OPEN] = 1 << MCPERR_T_OBJECT | 1 << MCPERR_T_ARRAY,
        [MCPERR_FORM_RAW] = 1 << MCPERR_T_STRING | 1 << MCPERR_T_OBJECT,
        [MCPERR_FORM_STATUS] = 1 << MCPERR_T_NUMBER,
        [MCPERR_FORM_RETRYABLE] = 1 << MCPERR_T_TRUE | 1 << MCPERR_T_FALSE,
        [MCPERR_FORM_RECOVERABLE] = 1 << MCPERR_T_TRUE | 1 << MCPERR_T_FALSE,
        [MCPERR_FORM_RETRY_AFTER] = 1 << MCPERR_T_NUMBER,
        [MCPERR_FORM_TIME] = 0,
    }; /* 0: a string */
    const unsigned wanted = types[row->form] != 0 ? types[row->form] : 1 << MCPERR_T_STRING;

    if (!(wanted >> type & 1))
        return MCPERR_R_TYPE;
    switch (row->form) {
    case MCPERR_FORM_TEXT:
        return read_text(x, row, text);
    case MCPERR_FORM_RAW:
        set_text(x, row, text);
        return MCPERR_R_NONE;
    case MCPERR_FORM_CODE:
        return read_code(x, text);
    case MCPERR_FORM_TYPE:
        return read_type(x, row, text);
    case MCPERR_FORM_MESSAGE:
        if ((row->flags & MCPERR_ROW_SAFE) && text->size == 0)
            return MCPERR_R_EMPTY;
        x->err->message = *text;
        return MCPERR_R_NONE;
    case MCPERR_FORM_CANONICAL: /* the message, unless there is one of its own */
        if (x->err->message.data == NULL)
            x->err->message = *text;
        return MCPERR_R_NONE;
    case MCPERR_FORM_CATEGORY:
        return read_category(x, text);
    case MCPERR_FORM_STATUS:
    case MCPERR_FORM_RETRY_AFTER:
        return read_number(x, row, text);
    case MCPERR_FORM_RETRYABLE:
    case MCPERR_FORM_RECOVERABLE:
        return read_flag(x, row, type == MCPERR_T_TRUE);
    case MCPERR_FORM_TIME:
        return text->form == MCPERR_ESCAPED ? read_escaped_time(x, text) : read_time(x, text);
    default:
        return MCPERR_R_NONE; /* OPEN, TITLE */
    }
}

static mcperr_reason read_row(mcperr_decoding *x, const mcperr_row *row)
{
    const uint32_t value = mcperr_row_value(x, row);
    mcperr_text text;

    if (value != 0) {
        const mcperr_type type = mcperr_doc_value(x->doc, value, &text);
        if (type == MCPERR_T_NULL && (row->flags & MCPERR_ROW_NULLABLE))
            return MCPERR_R_NONE;
        const mcperr_reason reason = read_value(x, row, type, &text);
        const bool odd = reason == MCPERR_R_TYPE || reason == MCPERR_R_RANGE;
        return odd && (row->flags & MCPERR_ROW_HINT) ? MCPERR_R_NONE : reason;
    }
    const bool splice = row->form == MCPERR_FORM_SPLICE;
    if (!splice && (row->form == MCPERR_FORM_CLOSE ||
                    (row->flags & (MCPERR_ROW_OPTIONAL | MCPERR_ROW_OPEN_READ | MCPERR_ROW_ALIAS))))
        return MCPERR_R_NONE;
    const mcperr_row *const parent = mcperr_row_parent(x->d, row);
    const uint32_t object = parent != NULL ? mcperr_row_value(x, parent) : 0;
    const mcperr_type type = mcperr_doc_value(x->doc, object, &text);
    if (parent != NULL && (object == 0 || type != MCPERR_T_OBJECT)) /* nor is there anything in it */
        return MCPERR_R_NONE;
    if (!splice)
        return MCPERR_R_MISSING;
    set_text(x, row, &text);
    return MCPERR_R_NONE;
}

/* What rows say is checked against the code, a category against retryable, a status against the kind. */
enum { CODE, RETRYABLE, MOST, STATUS };
static unsigned turn(const mcperr_row *row)
{
    switch (row->form) {
    case MCPERR_FORM_CODE:
        return CODE;
    case MCPERR_FORM_RETRYABLE:
        return RETRYABLE;
    case MCPERR_FORM_STATUS:
        return STATUS;
    default:
        return MOST;
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
    mcperr_status status = mcperr_locate(x);
    err->checked = status == MCPERR_OK;
    unsigned turns = 1u << CODE; /* those that some row has */
    for (unsigned now = CODE; turns >> now != 0; now++)
        for (const mcperr_row *row = d->rows; turns >> now & 1 && row < end; row++) {
            const unsigned its = turn(row);
            turns |= 1u << its;
            if (its != now || (status != MCPERR_OK && !lenient))
                continue;
            const mcperr_reason reason = read_row(x, row);
            /* A peer's odd or missing member is done without; its code cannot be. */
            if (reason != MCPERR_R_NONE && status == MCPERR_OK && (!lenient || now == CODE))
                status = mcperr_refuse_row(x, reason, row);
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

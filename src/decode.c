/* SPDX-License-Identifier: MIT */
/* Text to rows. One loop for all dialects: locate the members first, then read each value. */
#include "decode.h"
#include "text.h"

#include <string.h>

#define NONE MCPERR_DOC_NONE

/* Tell the fault of a member, which is at a token. */
static mcperr_status refuse(const mcperr_decoding *x, mcperr_reason reason, const mcperr_text *key,
                            const mcperr_row *parent, uint32_t token)
{
    if (x->fault != NULL) {
        x->fault->offset = mcperr_doc_offset(x->doc, token);
        x->fault->reason = reason;
        x->fault->key = *key;
        x->fault->parent = parent != NULL ? mcperr_row_name(parent) : MCPERR_ABSENT;
    }
    return reason <= MCPERR_R_TYPE ? MCPERR_E_SHAPE : MCPERR_E_VALUE;
}

/* The same for a row: the fault is its value, or the object that lacks it. */
static mcperr_status refuse_row(const mcperr_decoding *x, mcperr_reason reason, const mcperr_row *row)
{
    const mcperr_row *const parent = mcperr_row_parent(x->d, row);
    uint32_t token = mcperr_row_value(x, row);

    if (token == 0 && parent != NULL)
        token = mcperr_row_value(x, parent);
    const mcperr_text name = mcperr_row_name(row);
    return refuse(x, reason, &name, parent, token);
}

/* ---- where the members are ------------------------------------------------------------------------ */

/* The first row of an object, or NULL if rows do not say what is in it. */
static const mcperr_row *rows_in(const mcperr_decoding *x, uint32_t object)
{
    if (object == 0)
        return x->d->rows;
    for (const mcperr_row *row = x->d->rows; row < x->d->rows + x->d->row_count; row++)
        if (row->form == MCPERR_FORM_OPEN && mcperr_row_value(x, row) == object)
            return row + 1;
    return NULL;
}

/* The row behind a row and all that is in it. */
static const mcperr_row *behind(const mcperr_row *row)
{
    return 1 + (row->form == MCPERR_FORM_OPEN ? mcperr_row_close(row) : row);
}

static bool is_named(const mcperr_decoding *x, const mcperr_row *row, const mcperr_text *name)
{
    /* The size alone tells most of them apart. */
    return (row->name_size == name->size || name->form != MCPERR_PLAIN) && row->name_size > 0 &&
           (x->lenient || !(row->flags & MCPERR_ROW_ALIAS)) &&
           mcperr_text_spells(*name, row->name + 2, row->name_size);
}

/* Is the value of a row that opens an object one, or the empty array that may stand for none? */
static bool is_object(const mcperr_decoding *x, const mcperr_row *row)
{
    const uint32_t value = mcperr_row_value(x, row);
    const mcperr_type type = mcperr_doc_type(x->doc, value);

    return type == MCPERR_T_OBJECT || ((row->flags & MCPERR_ROW_OPEN_READ) && type == MCPERR_T_ARRAY &&
                                       mcperr_doc_first(x->doc, value) == NONE);
}

/* The row of that name in the object whose rows begin at `first`, or NULL. The search begins at `next`. */
static const mcperr_row *row_named(const mcperr_decoding *x, const mcperr_row *first, const mcperr_row *next,
                                   const mcperr_text *name)
{
    const mcperr_row *const end = x->d->rows + x->d->row_count, *row = next;

    do {
        if (row == end || row->form == MCPERR_FORM_CLOSE)
            row = first;
        else if (is_named(x, row, name))
            return row;
        else
            row = behind(row);
    } while (row != next);
    return NULL;
}

/* Does the object whose rows begin at `first` take any member? */
static bool takes_any(const mcperr_decoding *x, const mcperr_row *first)
{
    const mcperr_row *const end = x->d->rows + x->d->row_count;

    if (!(x->d->flags & MCPERR_DIALECT_CLOSED) || x->lenient)
        return true;
    while (first < end && first->form != MCPERR_FORM_CLOSE && first->form != MCPERR_FORM_SPLICE)
        first = behind(first);
    return first < end && first->form == MCPERR_FORM_SPLICE;
}

/* Which token is whose: one pass over the names of all objects. What is there twice is told before what is
   unknown, and that before an object that is none. */
static MCPERR_NOINLINE mcperr_status locate(mcperr_decoding *x)
{
    const mcperr_row *first = NULL, *next = NULL, *wrong = NULL, *around = NULL;
    uint32_t object = NONE, unknown = 0;
    mcperr_name name;

    mcperr_doc_names(x->doc, &name);
    while (mcperr_doc_name(x->doc, &name)) {
        if (name.object != object)
            first = next = rows_in(x, object = name.object);
        const mcperr_row *const row = first != NULL ? row_named(x, first, next, &name.text) : NULL;
        if (row != NULL ? mcperr_row_value(x, row) != 0 : mcperr_doc_is_twice(x->doc, &name)) {
            memset(x->value, 0, sizeof x->value); /* nobody knows which one is meant */
            return refuse(x, MCPERR_R_TWICE, &name.text, NULL, name.index);
        }
        if (row == NULL) {
            if (first != NULL && unknown == 0 && !takes_any(x, first)) {
                unknown = name.index;
                around = first;
            }
            continue;
        }
        x->value[row - x->d->rows] = (uint16_t)(name.index + 1);
        next = row + 1; /* where the next member most often belongs */
        if (row->form == MCPERR_FORM_OPEN) {
            next = first;
            if (wrong == NULL && !is_object(x, row))
                wrong = row;
        }
    }
    if (unknown != 0) {
        (void)mcperr_doc_value(x->doc, unknown, &name.text);
        return refuse(x, MCPERR_R_UNKNOWN, &name.text, around > x->d->rows ? around - 1 : NULL, unknown);
    }
    return wrong != NULL ? refuse_row(x, MCPERR_R_TYPE, wrong) : MCPERR_OK;
}

/* ---- what the values are -------------------------------------------------------------------------- */

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

static MCPERR_NOINLINE mcperr_reason read_time(const mcperr_decoding *x, mcperr_text *text)
{
    const char *at = text->data, *const end = at + text->size;
    char plain[MCPERR_TIME_SIZE];
    size_t size = 0;

    if (text->form == MCPERR_ESCAPED) {
        while (at < end && size < sizeof plain) {
            const uint32_t c = mcperr_char_next(&at, end, MCPERR_ESCAPED);
            plain[size++] = c < 0x80 ? (char)c : '\0';
        }
        *text = mcperr_plain(plain, size + (size_t)(end - at));
    }
    return mcperr_time_read(text->data, text->size, &x->err->time_ms) ? MCPERR_R_NONE : MCPERR_R_TIME;
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
        return read_time(x, text);
    default:
        return MCPERR_R_NONE; /* OPEN, TITLE */
    }
}

static mcperr_reason read_row(mcperr_decoding *x, const mcperr_row *row)
{
    const uint32_t value = mcperr_row_value(x, row);
    const mcperr_row *parent;
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
    parent = mcperr_row_parent(x->d, row);
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
    static const uint8_t turns[] = {MOST,
                                    MOST,
                                    MOST,
                                    MOST,
                                    MOST,
                                    [MCPERR_FORM_CODE] = CODE,
                                    MOST,
                                    MOST,
                                    MOST,
                                    MOST,
                                    MOST,
                                    [MCPERR_FORM_STATUS] = STATUS,
                                    [MCPERR_FORM_RETRYABLE] = RETRYABLE,
                                    MOST,
                                    MOST,
                                    MOST};
    return turns[row->form];
}

mcperr_status mcperr_decode_doc(mcperr_decoding *x, const mcperr_dialect *d, const mcperr_doc *doc,
                                mcperr_error *err, mcperr_fault *fault, bool lenient)
{
    const mcperr_row *const end = d->rows + d->row_count;

    static const mcperr_text nobody = {NULL, 0, MCPERR_PLAIN};

    memset(x, 0, sizeof *x);
    x->d = d;
    x->doc = doc;
    x->err = err;
    x->fault = fault;
    x->lenient = lenient;
    memset(err, 0, sizeof *err);
    mcperr_status status =
        mcperr_doc_type(doc, 0) == MCPERR_T_OBJECT ? locate(x) : refuse(x, MCPERR_R_TYPE, &nobody, NULL, 0);
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
                status = refuse_row(x, reason, row);
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

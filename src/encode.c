/* SPDX-License-Identifier: MIT */
/* Rows to text. One loop for all dialects; a dialect's peculiarities are flags of its rows. */
#include "error.h"
#include "json_write.h"
#include "text.h"

#include <string.h>

/* One row of one error. */
typedef struct job {
    const mcperr_dialect *d;
    const mcperr_error *err;
    const mcperr_code *code;
    const mcperr_row *row;
    mcperr_json *w;
    unsigned shed;
} job;

/* ---- texts that follow from a code --------------------------------------------------------------- */

/* The code, its words separated by `space`. A title's words begin with a capital. */
static void put_spelt(const mcperr_code *code, char space, mcperr_json *w)
{
    char part[16];
    unsigned size = 0;
    char before = space;

    for (unsigned i = 0; i < code->size; i++) {
        char c = code->code[i];
        if (c == '-' || c == '_' || c == '.')
            c = space;
        else if (space == ' ' && before == ' ' && c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        before = part[size++] = c;
        if (size == sizeof part || i + 1u == code->size) {
            mcperr_json_piece(w, mcperr_plain(part, size));
            size = 0;
        }
    }
}

/* The canonical message, with the invariant for its "{}". */
static void put_canonical(const mcperr_code *code, const mcperr_text *invariant, mcperr_json *w)
{
    const char *const message = code->message, *gap = message;

    while (*gap != '\0' && !(gap[0] == '{' && gap[1] == '}'))
        gap++;
    mcperr_json_piece(w, mcperr_plain(message, (size_t)(gap - message)));
    if (*gap == '\0')
        return;
    if (invariant->data != NULL && invariant->form <= MCPERR_ESCAPED)
        mcperr_json_piece(w, *invariant);
    else
        mcperr_json_plain(w, "unknown");
    mcperr_json_plain(w, gap + 2);
}

void mcperr_code_text(const mcperr_row *row, const mcperr_code *code, const mcperr_text *invariant,
                      mcperr_json *w)
{
    mcperr_json_string(w);
    switch (row->form) {
    case MCPERR_FORM_TITLE:
        put_spelt(code, ' ', w);
        break;
    case MCPERR_FORM_TYPE:
        mcperr_json_plain(w, row->extra);
        if (code->slug != NULL)
            mcperr_json_plain(w, code->slug);
        else
            put_spelt(code, '-', w);
        break;
    default:
        put_canonical(code, invariant, w);
        break;
    }
    mcperr_json_string_end(w);
}

/* ---- one row ------------------------------------------------------------------------------------ */

/* Texts are handed on by their place: their bit-fields are dear to take apart and put together. */
static const mcperr_text absent = {NULL, 0, MCPERR_PLAIN}, unknown = {"unknown", 7, MCPERR_PLAIN};

/* The writer is good until then. */
static mcperr_reason refuse(const job *j, mcperr_reason reason)
{
    j->w->status = reason == MCPERR_R_TYPE || reason == MCPERR_R_MISSING ? MCPERR_E_SHAPE : MCPERR_E_VALUE;
    return reason;
}

static void put_name(const job *j) { mcperr_json_name(j->w, j->row->name, j->row->name_size + 4u); }

static mcperr_reason put_absent(const job *j)
{
    if (j->row->flags & MCPERR_ROW_NULLABLE) {
        put_name(j);
        mcperr_json_null(j->w, NULL);
    }
    return MCPERR_R_NONE;
}

static mcperr_reason put_string(const job *j, const char *prefix, const mcperr_text *text)
{
    mcperr_json_member(j->w, j->row->name, j->row->name_size + 4u, prefix, text);
    return MCPERR_R_NONE;
}

static mcperr_reason put_from_code(const job *j, const mcperr_text *invariant)
{
    put_name(j);
    mcperr_code_text(j->row, j->code, invariant, j->w);
    return MCPERR_R_NONE;
}

static mcperr_reason put_number(const job *j, uint32_t number, uint32_t least, uint32_t most)
{
    if (number < least || number > most)
        return refuse(j, MCPERR_R_RANGE);
    put_name(j);
    mcperr_json_uint(j->w, NULL, number);
    return MCPERR_R_NONE;
}

static mcperr_reason put_code(const job *j)
{
    const mcperr_text code = mcperr_plain(j->code->code, j->code->size);

    return put_string(j, NULL, &code);
}

static MCPERR_NOINLINE mcperr_reason put_time(const job *j)
{
    char text[MCPERR_TIME_SIZE];

    mcperr_time_text(j->err->time_ms, text);
    const mcperr_text time = mcperr_plain(text, sizeof text);
    return put_string(j, NULL, &time);
}

static bool is_shed(const job *j)
{
    return j->shed >= j->row->shed && !(j->row->flags & (MCPERR_ROW_KEEP | MCPERR_ROW_GIVEN));
}

/* The error's text for the row; absent if it is shed. */
static const mcperr_text *given(const job *j)
{
    return is_shed(j) ? &absent : (const mcperr_text *)(const void *)((const char *)j->err + j->row->at);
}

static MCPERR_NOINLINE mcperr_reason put_text(const job *j)
{
    const unsigned flags = j->row->flags;
    const char *const extra = j->row->extra;
    const mcperr_text *text = given(j);

    if (text->data == NULL) {
        if (flags & (MCPERR_ROW_NULLABLE | MCPERR_ROW_OPTIONAL))
            return put_absent(j);
        if (flags & MCPERR_ROW_GIVEN)
            return refuse(j, MCPERR_R_MISSING);
        text = &j->err->tool;
        if (text->data == NULL || text->size == 0 || text->form > MCPERR_ESCAPED)
            text = &unknown;
    }
    if (text->form > MCPERR_ESCAPED)
        return refuse(j, MCPERR_R_TYPE);
    if (flags & MCPERR_ROW_ONE_OF)
        return mcperr_text_in(*text, extra) ? put_string(j, NULL, text) : refuse(j, MCPERR_R_NOT_ALLOWED);
    if (extra != NULL && text->size == 0)
        return refuse(j, MCPERR_R_EMPTY);
    return put_string(j, extra, text);
}

/* The first character of a JSON text that is not white space; 0 if there is none, or it is no JSON. */
static int first_of(mcperr_text json)
{
    if (json.form != MCPERR_JSON)
        return 0;
    const char *at = json.data, *const end = at + json.size;
    while (at < end && (unsigned char)*at <= ' ')
        at++;
    return at < end ? *at : 0;
}

static mcperr_reason put_raw(const job *j)
{
    const mcperr_text text = *given(j);

    if (text.data == NULL)
        return put_absent(j);
    /* null is what an absent one is written as, too; anything broken is found by the writer. */
    const int first = first_of(text);
    if (first != 0 && first != '{' && first != '"' && first != 'n')
        return refuse(j, MCPERR_R_TYPE);
    put_name(j);
    mcperr_json_text(j->w, NULL, text);
    return MCPERR_R_NONE;
}

static bool has_value(const mcperr_row *row, const mcperr_error *err)
{
    if (row->form == MCPERR_FORM_RETRY_AFTER)
        return err->has_retry_after;
    return row->form != MCPERR_FORM_TEXT || mcperr_row_text(row, err).data != NULL;
}

/* A spliced object gives way to the members that rows write beside it, and details to a retry hint that
   the dialect has its own place for. */
static bool is_written_by_a_row(const void *ctx, mcperr_text key)
{
    const job *const j = ctx;
    const mcperr_row *const home = mcperr_row_parent(j->d, j->row);
    const mcperr_row *const end = j->d->rows + j->d->row_count;
    const bool details = j->row->at == offsetof(mcperr_error, details);

    for (const mcperr_row *row = j->d->rows; row < end; row++)
        if (row->name_size > 0 && (key.size == row->name_size || key.form != MCPERR_PLAIN) &&
            mcperr_text_spells(key, row->name + 2, row->name_size) && has_value(row, j->err) &&
            ((details && row->form == MCPERR_FORM_RETRY_AFTER) || mcperr_row_parent(j->d, row) == home))
            return true;
    return false;
}

static MCPERR_NOINLINE mcperr_reason put_splice(const job *j)
{
    mcperr_sieve sieve = {is_written_by_a_row, j->row->flags & MCPERR_ROW_SAFE ? j->d->filter : NULL, j,
                          j->err, MCPERR_ABSENT};

    mcperr_json_sift(j->w, *given(j), &sieve);
    return MCPERR_R_NONE;
}

/* May the message not leave in this dialect? */
static bool is_unsafe(const job *j)
{
    const mcperr_error *const err = j->err;
    const char *const canonical = j->code->message;

    return (err->home != NULL && !mcperr_same_codes(err->home, j->d)) || err->message.size == 0 ||
           (j->d->filter != NULL && !mcperr_text_spells(err->message, canonical, strlen(canonical)) &&
            j->d->filter(err, MCPERR_ABSENT, err->message).data != NULL);
}

static MCPERR_NOINLINE mcperr_reason put_message(const job *j)
{
    const mcperr_text *const text = &j->err->message;
    const unsigned flags = j->row->flags;
    bool own = text->data != NULL && j->shed < MCPERR_SHED_MESSAGE;

    if (own && text->form > MCPERR_ESCAPED)
        return refuse(j, MCPERR_R_TYPE);
    if (own && (flags & MCPERR_ROW_SAFE) && is_unsafe(j))
        own = false;
    if ((flags & MCPERR_ROW_DIFFERS) && (!own || mcperr_text_is(*text, j->code->message)))
        return MCPERR_R_NONE;
    if (own)
        return put_string(j, NULL, text);
    return put_from_code(j, j->shed < MCPERR_SHED_ALL ? &j->err->invariant : &absent);
}

static mcperr_reason put_row(const job *j)
{
    const mcperr_error *const err = j->err;
    const unsigned kind = j->code->kind;
    mcperr_json *const w = j->w;

    switch (j->row->form) {
    case MCPERR_FORM_OPEN:
        if (j->row->flags & MCPERR_ROW_OPTIONAL) {
            mcperr_json_lazy(w, j->row->name);
        } else {
            put_name(j);
            mcperr_json_object(w, NULL);
        }
        break;
    case MCPERR_FORM_CLOSE:
        mcperr_json_end(w);
        break;
    case MCPERR_FORM_TEXT:
        return put_text(j);
    case MCPERR_FORM_RAW:
        return put_raw(j);
    case MCPERR_FORM_SPLICE:
        return put_splice(j);
    case MCPERR_FORM_MESSAGE:
        return put_message(j);
    case MCPERR_FORM_CODE:
        return put_code(j);
    case MCPERR_FORM_CATEGORY:
        return put_string(j, mcperr_kind_category(kind), &absent);
    case MCPERR_FORM_STATUS:
        return put_number(j, err->status != 0 ? err->status : mcperr_kind_status(kind), 100, 599);
    case MCPERR_FORM_RETRY_AFTER:
        if (err->has_retry_after && !is_shed(j))
            return put_number(j, err->retry_after_s, 0, INT32_MAX);
        break;
    case MCPERR_FORM_RETRYABLE:
    case MCPERR_FORM_RECOVERABLE:
        put_name(j);
        mcperr_json_bool(w, NULL,
                         j->row->form == MCPERR_FORM_RETRYABLE ? mcperr_kind_retryable(kind)
                                                               : mcperr_is_recoverable(err));
        break;
    case MCPERR_FORM_TIME:
        return put_time(j);
    default:
        return put_from_code(j, &absent);
    }
    return MCPERR_R_NONE;
}

/* ---- all rows ----------------------------------------------------------------------------------- */

const mcperr_code *mcperr_code_of(const mcperr_dialect *d, const mcperr_error *err)
{
    if (mcperr_same_codes(err->home, d) && err->code.data != NULL)
        return err->code_row > 0 && err->code_row <= d->code_count ? &d->codes[err->code_row - 1u]
                                                                   : mcperr_code_named(d, err->code);
    return &d->codes[d->words[err->kind < MCPERR_KIND_COUNT ? err->kind : MCPERR_INTERNAL]];
}

const mcperr_row *mcperr_put_rows(const mcperr_dialect *d, const mcperr_error *err, unsigned shed,
                                  mcperr_json *w, mcperr_reason *reason)
{
    const mcperr_row *const end = d->rows + d->row_count;
    job j = {d, err, mcperr_code_of(d, err), d->rows, w, shed};

    *reason = MCPERR_R_NONE;
    if (w->status != MCPERR_OK)
        return NULL;
    mcperr_json_unique(w, !err->checked);
    for (; j.row < end; j.row++) {
        if (j.row->flags & MCPERR_ROW_ALIAS)
            continue;
        if (j.code != NULL)
            *reason = put_row(&j);
        else if (j.row->form == MCPERR_FORM_CODE)
            *reason = refuse(&j, MCPERR_R_CODE);
        if (w->status != MCPERR_OK)
            break;
    }
    mcperr_json_unique(w, false);
    /* A sink that fails is not the row's fault. */
    return j.row < end && w->status != MCPERR_E_SINK ? j.row : NULL;
}

/* Why the writer refused a text. */
static MCPERR_NOINLINE mcperr_reason why(const mcperr_json *w, mcperr_text text)
{
    mcperr_fault fault;

    if (w->status == MCPERR_E_DEPTH)
        return MCPERR_R_DEPTH;
    if (text.form == MCPERR_FIELDS)
        return MCPERR_R_TWICE;
    if (text.form != MCPERR_JSON)
        return MCPERR_R_TYPE;
    if (mcperr_json_check(text.data, text.size, NULL, NULL, &fault) != MCPERR_OK)
        return fault.reason;
    return first_of(text) == '{' ? MCPERR_R_TWICE : MCPERR_R_TYPE;
}

void mcperr_put_message(const mcperr_dialect *d, const mcperr_error *err, unsigned shed, mcperr_json *w)
{
    mcperr_row message = MCPERR_ROW("message", MESSAGE, 0);
    const job j = {d, err, mcperr_code_of(d, err), &message, w, shed};

    for (unsigned i = 0; i < d->row_count; i++)
        if (d->rows[i].form == MCPERR_FORM_MESSAGE)
            message.flags |= d->rows[i].flags & MCPERR_ROW_SAFE;
    (void)put_message(&j);
}

mcperr_status mcperr_encode(const mcperr_dialect *d, const mcperr_error *err, unsigned shed, mcperr_json *w,
                            const char *key, mcperr_fault *fault)
{
    mcperr_reason reason;

    if (d == NULL || err == NULL || w == NULL)
        return MCPERR_E_MISUSE;
    mcperr_json_object(w, key);
    const mcperr_row *row = mcperr_put_rows(d, err, shed, w, &reason), *parent = NULL;
    if (row == NULL)
        mcperr_json_end(w);
    if (fault == NULL)
        return (mcperr_status)w->status;
    if (row != NULL && reason == MCPERR_R_NONE)
        reason = why(w, mcperr_row_text(row, err));
    if (row != NULL && row->form == MCPERR_FORM_SPLICE)
        row = mcperr_row_parent(d, row); /* the object as a whole */
    if (row != NULL)
        parent = mcperr_row_parent(d, row);
    fault->offset = 0;
    fault->reason = reason;
    fault->key = row != NULL ? mcperr_row_name(row) : MCPERR_ABSENT;
    fault->parent = parent != NULL ? mcperr_row_name(parent) : MCPERR_ABSENT;
    return (mcperr_status)w->status;
}

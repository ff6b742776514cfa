/* SPDX-License-Identifier: MIT */
/* Rows to text. One loop for all dialects; a dialect's peculiarities are flags of its rows. */
#include "error.h"
#include "json_write.h"
#include "text.h"

#include <string.h>

typedef struct job {
    const mcperr_dialect *d;
    const mcperr_error *err;
    const mcperr_code *code;
    const mcperr_row *splice; /* the row whose object is being spliced */
    unsigned shed;
} job;

/* ---- texts that follow from a code --------------------------------------------------------------- */

static void piece(mcperr_json *w, const char *text, size_t size)
{
    mcperr_json_piece(w, mcperr_plain(text, size));
}

static void put_slug(const mcperr_code *code, mcperr_json *w)
{
    if (code->slug != NULL) {
        piece(w, code->slug, strlen(code->slug));
        return;
    }
    for (unsigned i = 0; i < code->size; i++)
        piece(w, code->code[i] == '.' || code->code[i] == '_' ? "-" : code->code + i, 1);
}

static void put_title(const mcperr_code *code, mcperr_json *w)
{
    bool begins = true;

    for (unsigned i = 0; i < code->size; i++) {
        char c = code->code[i];
        if (c == '-' || c == '_' || c == '.')
            c = ' ';
        else if (begins && c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        begins = c == ' ';
        piece(w, &c, 1);
    }
}

/* The canonical message, with the invariant for its "{}". */
static void put_canonical(const mcperr_code *code, mcperr_text invariant, mcperr_json *w)
{
    const char *const message = code->message;
    const size_t size = strlen(message);

    for (size_t i = 0; i + 1 < size; i++)
        if (message[i] == '{' && message[i + 1] == '}') {
            piece(w, message, i);
            mcperr_json_piece(w, invariant.data != NULL && invariant.form <= MCPERR_ESCAPED
                                     ? invariant
                                     : mcperr_str("unknown"));
            piece(w, message + i + 2, size - i - 2);
            return;
        }
    piece(w, message, size);
}

void mcperr_code_text(const mcperr_row *row, const mcperr_code *code, mcperr_text invariant, mcperr_json *w)
{
    mcperr_json_string(w);
    switch (row->form) {
    case MCPERR_FORM_TYPE:
        mcperr_json_piece(w, mcperr_str(row->extra));
        put_slug(code, w);
        break;
    case MCPERR_FORM_TITLE:
        put_title(code, w);
        break;
    case MCPERR_FORM_CODE:
        piece(w, code->code, code->size);
        break;
    default:
        put_canonical(code, invariant, w);
        break;
    }
    mcperr_json_string_end(w);
}

/* ---- one row ------------------------------------------------------------------------------------ */

/* The writer is good until then. */
static mcperr_reason refuse(mcperr_json *w, mcperr_status status, mcperr_reason reason)
{
    w->status = (uint8_t)status;
    return reason;
}

static void put_name(const mcperr_row *row, mcperr_json *w) { mcperr_json_name(w, row->name); }

static mcperr_reason absent(const mcperr_row *row, mcperr_json *w)
{
    if (row->flags & MCPERR_ROW_NULLABLE) {
        put_name(row, w);
        mcperr_json_null(w, NULL);
    }
    return MCPERR_R_NONE;
}

static bool is_shed(const job *j, const mcperr_row *row)
{
    return j->shed >= row->shed && !(row->flags & (MCPERR_ROW_KEEP | MCPERR_ROW_GIVEN));
}

/* What stands for a text that must be there and is not. */
static mcperr_text stand_in(const mcperr_error *err)
{
    const bool named = err->tool.data != NULL && err->tool.size > 0 && err->tool.form <= MCPERR_ESCAPED;

    return named ? err->tool : mcperr_str("unknown");
}

static MCPERR_NOINLINE mcperr_reason put_text(const job *j, const mcperr_row *row, mcperr_json *w)
{
    const bool one_of = row->flags & MCPERR_ROW_ONE_OF;
    mcperr_text text = is_shed(j, row) ? MCPERR_ABSENT : mcperr_row_text(row, j->err);

    if (text.data == NULL && (row->flags & (MCPERR_ROW_NULLABLE | MCPERR_ROW_OPTIONAL)))
        return absent(row, w);
    if (text.data == NULL && (row->flags & MCPERR_ROW_GIVEN))
        return refuse(w, MCPERR_E_SHAPE, MCPERR_R_MISSING);
    if (text.data == NULL)
        text = stand_in(j->err);
    if (text.form > MCPERR_ESCAPED)
        return refuse(w, MCPERR_E_SHAPE, MCPERR_R_TYPE);
    if (one_of && !mcperr_text_in(text, row->extra))
        return refuse(w, MCPERR_E_VALUE, MCPERR_R_NOT_ALLOWED);
    if (!one_of && row->extra != NULL && text.size == 0)
        return refuse(w, MCPERR_E_VALUE, MCPERR_R_EMPTY);
    put_name(row, w);
    mcperr_json_string(w);
    if (!one_of)
        mcperr_json_piece(w, mcperr_str(row->extra));
    mcperr_json_piece(w, text);
    mcperr_json_string_end(w);
    return MCPERR_R_NONE;
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

/* Why the writer refused a text. */
static MCPERR_NOINLINE mcperr_reason why(const mcperr_json *w, mcperr_text text)
{
    mcperr_fault fault;

    if (w->status == MCPERR_OK)
        return MCPERR_R_NONE;
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

static MCPERR_NOINLINE mcperr_reason put_raw(const job *j, const mcperr_row *row, mcperr_json *w)
{
    const mcperr_text text = is_shed(j, row) ? MCPERR_ABSENT : mcperr_row_text(row, j->err);

    if (text.data == NULL)
        return absent(row, w);
    /* null is what an absent one is written as, too; anything broken is found below. */
    const int first = first_of(text);
    if (first != 0 && first != '{' && first != '"' && first != 'n')
        return refuse(w, MCPERR_E_SHAPE, MCPERR_R_TYPE);
    put_name(row, w);
    mcperr_json_text(w, NULL, text);
    return why(w, text);
}

static bool has_value(const job *j, const mcperr_row *row)
{
    if (row->form == MCPERR_FORM_RETRY_AFTER)
        return j->err->has_retry_after;
    return row->form != MCPERR_FORM_TEXT || mcperr_row_text(row, j->err).data != NULL;
}

/* A spliced object gives way to the members that rows write beside it, and details to a retry hint that
   the dialect has its own place for. */
static bool is_written_by_a_row(const void *ctx, mcperr_text key)
{
    const job *const j = ctx;
    const mcperr_row *const home = mcperr_row_parent(j->d, j->splice);
    const mcperr_row *const end = j->d->rows + j->d->row_count;
    const bool details = j->splice->at == offsetof(mcperr_error, details);

    for (const mcperr_row *row = j->d->rows; row < end; row++)
        if (row->name_size > 0 &&
            ((details && row->form == MCPERR_FORM_RETRY_AFTER) || mcperr_row_parent(j->d, row) == home) &&
            has_value(j, row) && mcperr_text_same(key, mcperr_row_name(row)))
            return true;
    return false;
}

static MCPERR_NOINLINE mcperr_reason put_splice(job *j, const mcperr_row *row, mcperr_json *w)
{
    mcperr_sieve sieve = {is_written_by_a_row, row->flags & MCPERR_ROW_SAFE ? j->d->filter : NULL, j, j->err,
                          MCPERR_ABSENT};

    j->splice = row;
    if (!is_shed(j, row))
        mcperr_json_sift(w, mcperr_row_text(row, j->err), &sieve);
    return why(w, mcperr_row_text(row, j->err));
}

static MCPERR_NOINLINE mcperr_reason put_message(const job *j, const mcperr_row *row, mcperr_json *w)
{
    const mcperr_error *const err = j->err;
    mcperr_text text = err->message;
    const bool foreign = err->home != NULL && !mcperr_same_codes(err->home, j->d);

    if (j->shed >= MCPERR_SHED_MESSAGE)
        text = MCPERR_ABSENT;
    if (text.data != NULL && text.form > MCPERR_ESCAPED)
        return refuse(w, MCPERR_E_SHAPE, MCPERR_R_TYPE);
    if ((row->flags & MCPERR_ROW_SAFE) && text.data != NULL &&
        (foreign || text.size == 0 ||
         (j->d->filter != NULL && j->d->filter(err, MCPERR_ABSENT, text).data != NULL)))
        text = MCPERR_ABSENT;
    if ((row->flags & MCPERR_ROW_DIFFERS) && (text.data == NULL || mcperr_text_is(text, j->code->message)))
        return MCPERR_R_NONE;
    put_name(row, w);
    if (text.data == NULL) {
        mcperr_code_text(row, j->code, j->shed < MCPERR_SHED_ALL ? err->invariant : MCPERR_ABSENT, w);
        return MCPERR_R_NONE;
    }
    mcperr_json_string(w);
    mcperr_json_piece(w, text);
    mcperr_json_string_end(w);
    return MCPERR_R_NONE;
}

static mcperr_reason put_row(job *j, const mcperr_row *row, mcperr_json *w)
{
    const mcperr_kind_info *const kind = mcperr_kind_of(j->code->kind);
    const unsigned status = j->err->status != 0 ? j->err->status : kind->status;

    switch (row->form) {
    case MCPERR_FORM_TEXT:
        return put_text(j, row, w);
    case MCPERR_FORM_RAW:
        return put_raw(j, row, w);
    case MCPERR_FORM_SPLICE:
        return put_splice(j, row, w);
    case MCPERR_FORM_MESSAGE:
        return put_message(j, row, w);
    case MCPERR_FORM_STATUS:
        if (status < 100 || status > 599)
            return refuse(w, MCPERR_E_VALUE, MCPERR_R_RANGE);
        break;
    case MCPERR_FORM_RETRY_AFTER:
        if (!j->err->has_retry_after || is_shed(j, row))
            return MCPERR_R_NONE;
        if (j->err->retry_after_s > INT32_MAX)
            return refuse(w, MCPERR_E_VALUE, MCPERR_R_RANGE);
        break;
    default:
        break;
    }
    put_name(row, w);
    switch (row->form) {
    case MCPERR_FORM_CATEGORY:
        mcperr_json_str(w, NULL, kind->category);
        break;
    case MCPERR_FORM_STATUS:
        mcperr_json_uint(w, NULL, status);
        break;
    case MCPERR_FORM_RETRYABLE:
        mcperr_json_bool(w, NULL, kind->retryable);
        break;
    case MCPERR_FORM_RECOVERABLE:
        mcperr_json_bool(w, NULL, mcperr_is_recoverable(j->err));
        break;
    case MCPERR_FORM_RETRY_AFTER:
        mcperr_json_uint(w, NULL, j->err->retry_after_s);
        break;
    case MCPERR_FORM_TIME:
        mcperr_json_time(w, NULL, j->err->time_ms);
        break;
    default:
        mcperr_code_text(row, j->code, MCPERR_ABSENT, w);
        break;
    }
    return MCPERR_R_NONE;
}

/* ---- members of an object that was given ---------------------------------------------------------- */

typedef struct search {
    const char *name;
    bool *found;
} search;

static bool is_sought(const void *ctx, mcperr_text key)
{
    const search *const s = ctx;

    if (mcperr_text_is(key, s->name))
        *s->found = true;
    return true;
}

bool mcperr_has_member(mcperr_text object, const char *name)
{
    bool found = false;
    const search s = {name, &found};
    mcperr_sieve sieve = {is_sought, NULL, &s, NULL, MCPERR_ABSENT};
    mcperr_json nowhere;

    /* Its members are walked as if to be written, and all are left out. */
    mcperr_json_init(&nowhere, NULL, 0);
    mcperr_json_object(&nowhere, NULL);
    mcperr_json_sift(&nowhere, object, &sieve);
    return found;
}

/* ---- all rows ----------------------------------------------------------------------------------- */

const mcperr_code *mcperr_code_of(const mcperr_dialect *d, const mcperr_error *err)
{
    if (mcperr_same_codes(err->home, d) && err->code.data != NULL)
        return err->code_row > 0 && err->code_row <= d->code_count ? &d->codes[err->code_row - 1u]
                                                                   : mcperr_code_named(d, err->code);
    return &d->codes[d->words[err->kind < MCPERR_KIND_COUNT ? err->kind : MCPERR_INTERNAL]];
}

static const mcperr_row *put_all(job *j, mcperr_json *w, mcperr_reason *reason)
{
    const mcperr_row *const end = j->d->rows + j->d->row_count;

    for (const mcperr_row *row = j->d->rows; row < end; row++) {
        *reason = MCPERR_R_NONE;
        if (row->flags & MCPERR_ROW_ALIAS)
            continue;
        if (row->form == MCPERR_FORM_OPEN) {
            if (row->flags & MCPERR_ROW_OPTIONAL) {
                mcperr_json_lazy(w, row->name);
            } else {
                put_name(row, w);
                mcperr_json_object(w, NULL);
            }
        } else if (row->form == MCPERR_FORM_CLOSE) {
            mcperr_json_end(w);
        } else {
            *reason = put_row(j, row, w);
        }
        if (w->status != MCPERR_OK)
            return row;
    }
    return NULL;
}

static const mcperr_row *code_row(const mcperr_dialect *d)
{
    const mcperr_row *row = d->rows;

    while (row->form != MCPERR_FORM_CODE)
        row++;
    return row;
}

const mcperr_row *mcperr_put_rows(const mcperr_dialect *d, const mcperr_error *err, unsigned shed,
                                  mcperr_json *w, mcperr_reason *reason)
{
    job j = {d, err, mcperr_code_of(d, err), NULL, shed};

    *reason = MCPERR_R_NONE;
    if (w->status != MCPERR_OK)
        return NULL;
    if (j.code == NULL) {
        *reason = refuse(w, MCPERR_E_VALUE, MCPERR_R_CODE);
        return code_row(d);
    }
    mcperr_json_unique(w, !err->checked);
    const mcperr_row *const refused = put_all(&j, w, reason);
    mcperr_json_unique(w, false);
    if (w->status != MCPERR_E_SINK)
        return refused;
    *reason = MCPERR_R_NONE; /* not the row's fault */
    return NULL;
}

/* Writes the error; answers the row that was refused, or NULL if the writer itself was the reason. */
static const mcperr_row *put_error(const mcperr_dialect *d, const mcperr_error *err, unsigned shed,
                                   mcperr_json *w, const char *key, mcperr_reason *reason)
{
    mcperr_json_object(w, key);
    const mcperr_row *const refused = mcperr_put_rows(d, err, shed, w, reason);
    if (refused == NULL)
        mcperr_json_end(w);
    return refused;
}

mcperr_status mcperr_encode(const mcperr_dialect *d, const mcperr_error *err, unsigned shed, mcperr_json *w,
                            const char *key, mcperr_fault *fault)
{
    mcperr_reason reason;

    if (d == NULL || err == NULL || w == NULL)
        return MCPERR_E_MISUSE;
    const mcperr_row *row = put_error(d, err, shed, w, key, &reason);
    if (row != NULL && row->form == MCPERR_FORM_SPLICE)
        row = mcperr_row_parent(d, row); /* the object as a whole */
    if (fault != NULL) {
        const mcperr_row *const parent = row != NULL ? mcperr_row_parent(d, row) : NULL;
        fault->offset = 0;
        fault->reason = reason;
        fault->key = row != NULL ? mcperr_row_name(row) : MCPERR_ABSENT;
        fault->parent = parent != NULL ? mcperr_row_name(parent) : MCPERR_ABSENT;
    }
    return (mcperr_status)w->status;
}

/* ---- an answer in any case ----------------------------------------------------------------------- */

/* Take away what a row refused, so that the next try gets further. */
static void mend(mcperr_error *err, const mcperr_row *row)
{
    static const mcperr_text nothing = {NULL, 0, MCPERR_PLAIN};

    switch (row->form) {
    case MCPERR_FORM_CODE:
        err->home = NULL;
        break;
    case MCPERR_FORM_STATUS:
        err->status = 0;
        break;
    case MCPERR_FORM_RETRY_AFTER:
        err->has_retry_after = false;
        break;
    case MCPERR_FORM_MESSAGE:
        err->message = nothing;
        break;
    default: {
        mcperr_text *const text = (mcperr_text *)(void *)((char *)err + row->at);
        *text = row->flags & MCPERR_ROW_GIVEN ? mcperr_str("unknown") : nothing;
        break;
    }
    }
}

/* Write what can be written of an error, which loses what was refused. Answers the first refusal. No
   row is mended twice: a dialect with a row that takes no value at all gets no envelope. */
static mcperr_status put_mended(const mcperr_dialect *d, mcperr_error *err, unsigned shed,
                                const mcperr_frame *frame, mcperr_json *w, char *buf, size_t cap)
{
    mcperr_status first = MCPERR_OK;

    for (unsigned tries = 0; tries <= d->row_count; tries++) {
        mcperr_reason reason;
        mcperr_json_init(w, buf, cap);
        if (frame != NULL)
            frame->begin(frame->ctx, w, true);
        const mcperr_row *const refused = put_error(d, err, shed, w, NULL, &reason);
        if (refused == NULL) {
            if (frame != NULL)
                frame->end(frame->ctx, w, d, err, shed);
            break;
        }
        if (first == MCPERR_OK)
            first = (mcperr_status)w->status;
        mend(err, refused);
    }
    return first;
}

mcperr_status mcperr_emit_framed(const mcperr_dialect *d, const mcperr_error *err, const mcperr_frame *frame,
                                 char *buf, size_t cap, size_t *len)
{
    mcperr_error left;
    mcperr_json w;
    mcperr_status answer = MCPERR_OK;

    if (len != NULL)
        *len = 0;
    if (d == NULL || buf == NULL)
        return MCPERR_E_MISUSE;
    memset(&left, 0, sizeof left);
    if (err != NULL)
        left = *err;
    for (unsigned shed = MCPERR_SHED_NOTHING; shed <= MCPERR_SHED_ALL; shed++) {
        const mcperr_status refused = put_mended(d, &left, shed, frame, &w, buf, cap);
        if (answer == MCPERR_OK)
            answer = refused;
        if (mcperr_json_finish(&w) == MCPERR_OK) {
            if (len != NULL)
                *len = w.len;
            return answer;
        }
        if (answer == MCPERR_OK)
            answer = MCPERR_E_NOSPACE;
    }
    return MCPERR_E_SIZE;
}

mcperr_status mcperr_emit(const mcperr_dialect *d, const mcperr_error *err, char *buf, size_t cap,
                          size_t *len)
{
    return mcperr_emit_framed(d, err, NULL, buf, cap, len);
}

size_t mcperr_min_size_framed(const mcperr_dialect *d, const mcperr_error *like, const mcperr_frame *frame)
{
    mcperr_error least;
    size_t most = 0;

    if (d == NULL || like == NULL)
        return 0;
    for (unsigned i = 0; i < d->code_count; i++) {
        mcperr_json w;
        memset(&least, 0, sizeof least);
        least.tool = like->tool;
        least.operation = like->operation;
        least.incident = like->incident;
        least.result = like->result;
        least.home = d;
        least.code = mcperr_plain(d->codes[i].code, d->codes[i].size);
        least.code_row = (uint8_t)(i + 1);
        least.recoverable = MCPERR_NO; /* false is longer than true */
        (void)put_mended(d, &least, MCPERR_SHED_ALL, frame, &w, NULL, 0);
        if (w.len > most)
            most = w.len;
    }
    return most + 1;
}

size_t mcperr_min_size(const mcperr_dialect *d, const mcperr_error *like)
{
    return mcperr_min_size_framed(d, like, NULL);
}

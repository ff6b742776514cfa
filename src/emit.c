/* SPDX-License-Identifier: MIT */
/* An answer in any case: what a contract refuses is taken away, and what does not fit is shed. */
#include "error.h"
#include "json_write.h"
#include "text.h"

#include <string.h>

void mcperr_mend(mcperr_error *err, const mcperr_row *row)
{
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
        err->message.data = NULL;
        break;
    default: {
        mcperr_text *const text = (mcperr_text *)(void *)((char *)err + row->at);
        *text = row->flags & MCPERR_ROW_GIVEN ? mcperr_plain("unknown", 7) : MCPERR_ABSENT;
        break;
    }
    }
}

/* An answer, and what it takes to try again with less. */
typedef struct attempt {
    const mcperr_dialect *d;
    const mcperr_frame *frame; /* NULL: none */
    char *buf;
    size_t cap;
    const mcperr_error *err; /* the caller's or, once something was refused, `mended` */
    mcperr_error mended;
    mcperr_json w;
} attempt;

/* Write what can be written of the error, which loses what was refused. Answers the first refusal. No row is
   mended twice: a dialect with a row that takes no value at all gets no envelope. */
static mcperr_status put_mended(attempt *a, unsigned shed)
{
    const mcperr_frame *const frame = a->frame;
    mcperr_json *const w = &a->w;
    mcperr_status first = MCPERR_OK;

    for (unsigned tries = 0; tries <= a->d->row_count; tries++) {
        mcperr_reason reason;
        mcperr_json_init(w, a->buf, a->cap);
        if (frame != NULL)
            frame->begin(frame->ctx, w, true);
        mcperr_json_object(w, NULL);
        const mcperr_row *const refused = mcperr_put_rows(a->d, a->err, shed, w, &reason);
        if (refused == NULL) {
            mcperr_json_end(w);
            if (frame != NULL)
                frame->end(frame->ctx, w, a->d, a->err, shed);
            break;
        }
        if (first == MCPERR_OK)
            first = (mcperr_status)w->status;
        if (a->err != &a->mended)
            a->mended = *a->err;
        a->err = &a->mended;
        mcperr_mend(&a->mended, refused);
    }
    return first;
}

mcperr_status mcperr_emit_framed(const mcperr_dialect *d, const mcperr_error *err, const mcperr_frame *frame,
                                 char *buf, size_t cap, size_t *len)
{
    attempt a;
    mcperr_status answer = MCPERR_OK;

    if (len != NULL)
        *len = 0;
    if (d == NULL || buf == NULL)
        return MCPERR_E_MISUSE;
    a.d = d;
    a.frame = frame;
    a.buf = buf;
    a.cap = cap;
    a.err = err;
    if (err == NULL) {
        memset(&a.mended, 0, sizeof a.mended);
        a.err = &a.mended;
    }
    for (unsigned shed = MCPERR_SHED_NOTHING; shed <= MCPERR_SHED_ALL; shed++) {
        const mcperr_status refused = put_mended(&a, shed);
        if (answer == MCPERR_OK)
            answer = refused;
        if (mcperr_json_finish(&a.w) == MCPERR_OK) {
            if (len != NULL)
                *len = a.w.len;
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
    attempt a;
    size_t most = 0;

    if (d == NULL || like == NULL)
        return 0;
    a.d = d;
    a.frame = frame;
    a.buf = NULL;
    a.cap = 0;
    a.err = &a.mended;
    for (unsigned i = 0; i < d->code_count; i++) {
        mcperr_error *const least = &a.mended;
        memset(least, 0, sizeof *least);
        least->tool = like->tool;
        least->operation = like->operation;
        least->incident = like->incident;
        least->result = like->result;
        least->home = d;
        least->code = mcperr_plain(d->codes[i].code, d->codes[i].size);
        least->code_row = (uint8_t)(i + 1);
        least->recoverable = MCPERR_NO; /* false is longer than true */
        (void)put_mended(&a, MCPERR_SHED_ALL);
        if (a.w.len > most)
            most = a.w.len;
    }
    return most + 1;
}

size_t mcperr_min_size(const mcperr_dialect *d, const mcperr_error *like)
{
    return mcperr_min_size_framed(d, like, NULL);
}

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

/* Write what can be written of *err, which becomes the copy `mended` without what was refused. Answers the
   first refusal. No row is mended twice: a dialect with a row that takes no value at all gets no envelope. */
static mcperr_status put_mended(const mcperr_dialect *d, const mcperr_error **err, mcperr_error *mended,
                                unsigned shed, const mcperr_frame *frame, mcperr_json *w, char *buf,
                                size_t cap)
{
    mcperr_status first = MCPERR_OK;

    for (unsigned tries = 0; tries <= d->row_count; tries++) {
        mcperr_reason reason;
        mcperr_json_init(w, buf, cap);
        if (frame != NULL)
            frame->begin(frame->ctx, w, true);
        mcperr_json_object(w, NULL);
        const mcperr_row *const refused = mcperr_put_rows(d, *err, shed, w, &reason);
        if (refused == NULL) {
            mcperr_json_end(w);
            if (frame != NULL)
                frame->end(frame->ctx, w, d, *err, shed);
            break;
        }
        if (first == MCPERR_OK)
            first = (mcperr_status)w->status;
        if (*err != mended)
            *mended = **err;
        *err = mended;
        mcperr_mend(mended, refused);
    }
    return first;
}

mcperr_status mcperr_emit_framed(const mcperr_dialect *d, const mcperr_error *err, const mcperr_frame *frame,
                                 char *buf, size_t cap, size_t *len)
{
    mcperr_error mended;
    mcperr_json w;
    mcperr_status answer = MCPERR_OK;

    if (len != NULL)
        *len = 0;
    if (d == NULL || buf == NULL)
        return MCPERR_E_MISUSE;
    if (err == NULL) {
        memset(&mended, 0, sizeof mended);
        err = &mended;
    }
    for (unsigned shed = MCPERR_SHED_NOTHING; shed <= MCPERR_SHED_ALL; shed++) {
        const mcperr_status refused = put_mended(d, &err, &mended, shed, frame, &w, buf, cap);
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
        const mcperr_error *err = &least;
        (void)put_mended(d, &err, &least, MCPERR_SHED_ALL, frame, &w, NULL, 0);
        if (w.len > most)
            most = w.len;
    }
    return most + 1;
}

size_t mcperr_min_size(const mcperr_dialect *d, const mcperr_error *like)
{
    return mcperr_min_size_framed(d, like, NULL);
}

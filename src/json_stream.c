/* SPDX-License-Identifier: MIT */
/* A document that leaves through a chunk. Firmware that does not stream does not link it. */
#include "json_write.h"

#include <string.h>

static void flush(mcperr_json *w)
{
    if (w->status == MCPERR_OK && w->at > 0 && !w->flush(w->ctx, w->buf, w->at))
        mcperr_json_fail(w, MCPERR_E_SINK);
    w->at = 0;
}

/* A streaming writer has no room of its own (`room` is 0), so that every byte comes here; NULL: no more will.
   at < chunk always, so that chunk - at is what is left of it. */
static void spill(mcperr_json *w, const char *bytes, size_t size)
{
    if (bytes == NULL) {
        if (w->len != w->measured)
            mcperr_json_fail(w, MCPERR_E_MISUSE);
        flush(w);
        return;
    }
    if (w->len > w->measured)
        mcperr_json_fail(w, MCPERR_E_MISUSE);
    while (size > 0 && w->status == MCPERR_OK) {
        const size_t room = w->chunk - w->at, part = size < room ? size : room;
        memcpy(w->buf + w->at, bytes, part);
        w->at += part;
        bytes += part;
        size -= part;
        if (w->at == w->chunk)
            flush(w);
    }
}

void mcperr_json_stream(mcperr_json *w, const mcperr_json *done, char *chunk, size_t cap,
                        mcperr_flush callback, void *ctx)
{
    mcperr_json_init(w, chunk, 0);
    if (w == NULL)
        return;
    w->flush = callback;
    w->ctx = ctx;
    w->chunk = cap;
    w->spill = spill;
    if (done == NULL || chunk == NULL || cap == 0 || callback == NULL) {
        w->status = MCPERR_E_MISUSE;
        return;
    }
    w->measured = done->len;
    w->status = done->status;
    if (done->depth > 0 || !(done->mode & MCPERR_AT_COMMA) || (done->mode & MCPERR_IN_QUOTES))
        mcperr_json_fail(w, MCPERR_E_MISUSE);
}

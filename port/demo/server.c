/* SPDX-License-Identifier: MIT */
#include "server.h"

/* Is the request cancelled by a line that has already come? */
static bool cancelled(void *ctx, mcperr_text id)
{
    const server *const s = ctx;

    return mcperr_lines_cancel(&s->lines, id, s->endpoint.tokens, s->endpoint.token_count);
}

bool server_has_room(const server *s)
{
    const size_t needed = mcperr_endpoint_min_size(&s->endpoint);

    return needed > 0 && needed <= SERVER_ANSWER;
}

bool server_begin(server *s, const mcperr_sink *log, const mcperr_hash *hash)
{
    s->endpoint.boundary = &s->boundary;
    s->endpoint.tokens = s->tokens;
    s->endpoint.token_count = SERVER_TOKENS;
    s->endpoint.scratch = s->scratch;
    s->endpoint.scratch_size = SERVER_SCRATCH;
    s->endpoint.cancelled = cancelled;
    s->endpoint.ctx = s;
    if (log != NULL) {
        if (mcperr_audit_open(&s->audit, log, s->record, SERVER_RECORD, hash) != MCPERR_OK)
            return false;
        s->boundary.audit = &s->audit;
    }
    return mcperr_lines_init(&s->lines, s->line, SERVER_LINE) && server_has_room(s);
}

/* Take in all that has come, as far as there is room, so that a request is not begun if its cancellation is
   there. False: nothing has come. */
static bool take_in(server *s, bool wait)
{
    bool any = false;

    for (;; wait = false) {
        const char *bytes = NULL;
        const size_t came = s->wire->receive(&bytes, wait), taken = mcperr_lines_put(&s->lines, bytes, came);
        s->wire->taken(taken);
        any = any || came > 0;
        if (came == 0 || taken < came)
            return any;
    }
}

bool server_run(server *s)
{
    bool found = false;

    for (;;) {
        mcperr_line line;
        if (!take_in(s, !found) && !found)
            return true;
        found = mcperr_lines_next(&s->lines, &line);
        if (!found)
            continue;
        const size_t size = mcperr_endpoint_line(&s->endpoint, &line, s->answer, SERVER_ANSWER);
        s->answer[size] = '\n';
        if (size > 0 && !s->wire->send(s->answer, size + 1))
            return false;
    }
}

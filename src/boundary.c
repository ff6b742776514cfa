/* SPDX-License-Identifier: MIT */
/* Around a tool: run, complete, audit, log, count, alert, encode. Each step that needs much stack is a
   function of its own, so that none of them lies under another. */
#include "mcperr/boundary.h"
#include "error.h"
#include "incident.h"
#include "log.h"
#include "platform.h"
#include "run.h"
#include "text.h"

#include <string.h>

/* ---- time, numbers, events ------------------------------------------------------------------------- */

static void add(uint32_t *event)
{
    if (*event < UINT32_MAX)
        ++*event;
}

static void count(const mcperr_boundary *b, uint32_t *event)
{
    const uint32_t key = mcperr_lock(b->port);

    add(event);
    mcperr_unlock(b->port, key);
}

/* 64-bit milliseconds since the start, from a clock that wraps. For use with the lock held. */
static uint64_t tick(mcperr_boundary *b)
{
    b->now_ms += b->port->mono_ms(b->port->ctx) - (uint32_t)b->now_ms;
    return b->now_ms;
}

static uint64_t monotonic(mcperr_boundary *b)
{
    const uint32_t key = mcperr_lock(b->port);
    const uint64_t now = tick(b);

    mcperr_unlock(b->port, key);
    return now;
}

static const char *operation_of(const mcperr_tool *tool)
{
    return tool->operation != NULL ? tool->operation : tool->name;
}

/* ---- a failure ------------------------------------------------------------------------------------- */

typedef struct failure {
    mcperr_boundary *b;
    const mcperr_tool *tool;
    const mcperr_call *call;
    mcperr_error *err;
    size_t *len;
    const char
        *unaudited;       /* KAIZA's word for why there is no record; NULL: there is one, or none is wanted */
    mcperr_text incident; /* the boundary's own */
    uint8_t urgency;      /* of everything that went wrong */
    bool mended;          /* the envelope holds less than the error did */
} failure;

static void set_if_absent(mcperr_text *text, mcperr_text value)
{
    if (text->data == NULL)
        *text = value;
}

/* Give an error what it lacks. */
static MCPERR_NOINLINE void complete(failure *f, char incident[MCPERR_INCIDENT_MOST])
{
    mcperr_boundary *const b = f->b;
    mcperr_error *const err = f->err;
    const int64_t now = mcperr_wall_ms(b->port);
    /* An error that came complete in its home dialect passes as it is. */
    const bool whole =
        mcperr_same_codes(err->home, b->dialect) && err->tool.data != NULL && err->time_ms != 0;

    f->incident = mcperr_incident(b, now, incident);
    if (!whole) {
        set_if_absent(&err->role, b->role);
        set_if_absent(&err->session, b->session);
        set_if_absent(&err->workspace, b->workspace);
        set_if_absent(&err->phase, b->phase);
        set_if_absent(&err->plan, b->plan);
        set_if_absent(&err->tool, mcperr_str(f->tool->name));
        if (err->time_ms == 0)
            err->time_ms = now >= 0 ? now : (int64_t)monotonic(b);
    }
    set_if_absent(&err->operation, mcperr_str(operation_of(f->tool)));
    set_if_absent(&err->result, mcperr_raw(f->tool->empty_result));
    set_if_absent(&err->incident, f->incident);
}

/* ---- audit ----------------------------------------------------------------------------------------- */

/* The audit lock is held. Failures that were not recorded meanwhile go with the next record. */
static void begin_audit(mcperr_boundary *b)
{
    const uintptr_t self = mcperr_task(b->port);
    const uint32_t key = mcperr_lock(b->port), lost = b->unrecorded;

    b->auditor = self;
    b->auditing = true;
    b->unrecorded = 0;
    mcperr_unlock(b->port, key);
    b->audit->lost = lost < UINT32_MAX - b->audit->lost ? b->audit->lost + lost : UINT32_MAX;
}

static void end_audit(mcperr_boundary *b)
{
    const uint32_t key = mcperr_lock(b->port);

    b->auditing = false;
    mcperr_unlock(b->port, key);
}

/* Make the record durable; answers KAIZA's word for what went wrong, NULL if nothing did. */
static MCPERR_NOINLINE const char *audit(mcperr_boundary *b, const mcperr_error *err)
{
    if (b->audit == NULL)
        return NULL;
    if (!mcperr_lock_audit(b->port)) {
        count(b, &b->unrecorded);
        return "AUDIT_LOCK_FAILED";
    }
    begin_audit(b);
    const mcperr_status status = mcperr_audit_write(b->audit, b->dialect, err);
    end_audit(b);
    mcperr_unlock_audit(b->port);
    return status == MCPERR_OK ? NULL : "AUDIT_LOG_FAILED";
}

/* KAIZA has codes for an audit that failed; they carry what failed before as their cause. In a dialect that
   has none the error stays what it is. */
static MCPERR_NOINLINE void become_audit_error(failure *f, mcperr_field fields[3])
{
    mcperr_error *const err = f->err;
    const mcperr_code *const was = mcperr_code_of(f->b->dialect, err);

    fields[0] =
        mcperr_field_text("message", err->message.data != NULL ? err->message : mcperr_str(was->message));
    fields[1] = mcperr_field_str("code", was->code);
    fields[2] = mcperr_field_text("name", err->tool);
    if (mcperr_set_code(err, f->b->dialect, mcperr_str(f->unaudited)) != MCPERR_OK)
        return;
    err->cause = mcperr_fields(fields, 3);
    err->message = MCPERR_ABSENT;
    err->status = 0;
    f->urgency |= mcperr_kind_of(err->kind)->alert;
}

/* ---- log, count, alert, encode --------------------------------------------------------------------- */

/* The envelope comes last, so that its buffer is free until then. */
static void log_it(const failure *f)
{
    const mcperr_boundary *const b = f->b;
    const mcperr_call *const call = f->call;

    if (b->log == NULL)
        return;
    const size_t size = mcperr_log_line(b->dialect, f->err, b->component, call->out, call->cap);
    b->log(b->ctx, mcperr_log_level(b->dialect, f->err), call->out, size);
}

static MCPERR_NOINLINE void count_and_alert(const failure *f)
{
    mcperr_boundary *const b = f->b;
    const mcperr_text client = f->call->client;
    const char *const code = mcperr_code_of(b->dialect, f->err)->code;
    const unsigned status = mcperr_status_of(b->dialect, f->err);
    const uint32_t key = mcperr_lock(b->port);

    mcperr_metrics_count(b->metrics, code, operation_of(f->tool), status);
    const bool alert = mcperr_alert_note(b->clients, b->client_count, f->urgency, client, tick(b));
    mcperr_unlock(b->port, key);
    if (alert && b->alert != NULL)
        b->alert(b->ctx, f->err, client);
}

/* Write the envelope. What a handler put in place of the tool's own names is never shed, so that it makes
   way if nothing fits otherwise. */
static mcperr_outcome encode(failure *f)
{
    const mcperr_call *const call = f->call;
    const mcperr_dialect *const dialect = f->b->dialect;
    mcperr_error *const err = f->err;
    mcperr_status written = mcperr_emit_framed(dialect, err, call->frame, call->out, call->cap, f->len);

    if (written == MCPERR_E_SIZE) {
        err->tool = mcperr_str(f->tool->name);
        err->operation = mcperr_str(operation_of(f->tool));
        err->result = mcperr_raw(f->tool->empty_result);
        err->incident = f->incident;
        written = mcperr_emit_framed(dialect, err, call->frame, call->out, call->cap, f->len);
    }
    f->mended = f->mended || written != MCPERR_OK;
    return written == MCPERR_E_SIZE ? MCPERR_NOTHING : MCPERR_ENVELOPE;
}

static MCPERR_NOINLINE mcperr_outcome let_out(failure *f)
{
    log_it(f);
    if (!f->b->debug_stack)
        f->err->stack = MCPERR_ABSENT;
    count_and_alert(f);
    return encode(f);
}

static MCPERR_NOINLINE mcperr_outcome let_out_unaudited(failure *f)
{
    mcperr_field cause[3];

    become_audit_error(f, cause);
    return let_out(f);
}

/* ---- the call -------------------------------------------------------------------------------------- */

static void count_failure(const failure *f, mcperr_outcome outcome, uint32_t took)
{
    mcperr_boundary *const b = f->b;
    const uint32_t key = mcperr_lock(b->port);

    mcperr_metrics_took(b->metrics, operation_of(f->tool), took);
    add(&b->events.failures);
    if (f->unaudited != NULL)
        add(&b->events.audit_failed);
    if (outcome == MCPERR_NOTHING)
        add(&b->events.unanswered);
    else if (f->mended)
        add(&b->events.mended);
    b->locked = b->locked || b->lock_on_failure;
    mcperr_unlock(b->port, key);
}

/* The boundary's whole answer to a failure. */
static MCPERR_NOINLINE mcperr_outcome answer(failure *f)
{
    const mcperr_boundary *const b = f->b;
    const uint32_t began = mcperr_fine_us(b->port);
    char incident[MCPERR_INCIDENT_MOST];

    f->call->out[0] = '\0';
    complete(f, incident);
    f->mended = mcperr_code_of(b->dialect, f->err) == NULL;
    if (f->mended)
        f->err->home = NULL; /* the word for its kind stands for a code without a row */
    f->urgency = mcperr_kind_of(f->err->kind)->alert;
    f->unaudited = audit(f->b, f->err);
    const mcperr_outcome outcome = f->unaudited != NULL ? let_out_unaudited(f) : let_out(f);
    count_failure(f, outcome, mcperr_fine_us(b->port) - began);
    return outcome;
}

/* A call from within the audit sink would wait for itself: answer without a record. */
static MCPERR_NOINLINE mcperr_outcome refuse(failure *f)
{
    char incident[MCPERR_INCIDENT_MOST];

    (void)mcperr_fail(f->err, MCPERR_UNAVAILABLE, "called from within the audit sink");
    complete(f, incident);
    return encode(f);
}

typedef enum gate { GATE_OPEN, GATE_LOCKED, GATE_REENTERED } gate;

/* Note a call, and see whether it may run. The clock is looked at, lest it wraps unseen. */
static MCPERR_NOINLINE gate enter(mcperr_boundary *b)
{
    const uintptr_t self = mcperr_task(b->port);
    const uint32_t key = mcperr_lock(b->port);
    const bool reentered = b->auditing && b->auditor == self;
    const gate found = reentered ? GATE_REENTERED : b->locked ? GATE_LOCKED : GATE_OPEN;

    (void)tick(b);
    add(&b->events.calls);
    if (reentered) {
        add(&b->events.reentered);
        add(&b->unrecorded);
    }
    mcperr_unlock(b->port, key);
    return found;
}

/* True: the result stands in the buffer. */
static bool run(const failure *f)
{
    bool disguised = false;
    const bool good = mcperr_run(f->tool, f->call, f->err, f->len, &disguised);

    if (disguised)
        count(f->b, &f->b->events.disguised);
    return good;
}

mcperr_outcome mcperr_boundary_call(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_call *call,
                                    size_t *len)
{
    mcperr_error err;
    size_t size = 0;
    failure f = {b, tool, call, &err, len != NULL ? len : &size, NULL, MCPERR_ABSENT, 0, false};

    *f.len = 0;
    if (call == NULL || call->out == NULL || call->cap == 0)
        return MCPERR_NOTHING;
    call->out[0] = '\0';
    if (b == NULL || b->port == NULL || b->port->mono_ms == NULL || b->dialect == NULL || tool == NULL ||
        tool->run == NULL)
        return MCPERR_NOTHING;
    memset(&err, 0, sizeof err);
    switch (enter(b)) {
    case GATE_REENTERED:
        return refuse(&f);
    case GATE_LOCKED:
        (void)mcperr_fail(&err, MCPERR_PRECONDITION, "Session locked due to prior failure");
        (void)mcperr_set_code(&err, b->dialect, mcperr_str("SESSION_LOCKED"));
        break;
    default:
        if (run(&f))
            return MCPERR_RESULT;
        break;
    }
    return answer(&f);
}

size_t mcperr_boundary_min_size_framed(const mcperr_boundary *b, const mcperr_tool *tool,
                                       const mcperr_frame *frame)
{
    mcperr_error like;

    if (b == NULL || b->dialect == NULL || tool == NULL)
        return 0;
    memset(&like, 0, sizeof like);
    like.tool = mcperr_str(tool->name);
    like.operation = mcperr_str(operation_of(tool));
    like.result = mcperr_raw(tool->empty_result);
    like.incident = mcperr_str(MCPERR_INCIDENT_LONGEST);
    const size_t envelope = mcperr_min_size_framed(b->dialect, &like, frame);
    const size_t line = b->log != NULL ? mcperr_log_min_size(b->dialect, like.operation, b->component) : 0;
    return envelope > line ? envelope : line;
}

size_t mcperr_boundary_min_size(const mcperr_boundary *b, const mcperr_tool *tool)
{
    return mcperr_boundary_min_size_framed(b, tool, NULL);
}

void mcperr_boundary_unlock(mcperr_boundary *b)
{
    if (b == NULL || b->port == NULL)
        return;
    const uint32_t key = mcperr_lock(b->port);
    b->locked = false;
    mcperr_unlock(b->port, key);
}

/* SPDX-License-Identifier: MIT */
#include "mcperr/boundary.h"
#include "crc.h"
#include "error.h"
#include "json_read.h"
#include "json_write.h"
#include "log.h"
#include "text.h"

#include <string.h>

#define INCIDENT_MOST 40 /* inc_20260226_4294967295_4294967295 and a NUL */

/* ---- for handlers ---------------------------------------------------------------------------------- */

static mcperr_doc doc_of(const mcperr_args *args)
{
    const mcperr_doc doc = {args->json, args->tokens, args->json != NULL ? args->count : 0, 0};
    return doc;
}

mcperr_text mcperr_arg_text(const mcperr_args *args, const char *name)
{
    if (args == NULL)
        return MCPERR_ABSENT;
    const mcperr_doc doc = doc_of(args);
    const uint32_t value = mcperr_doc_find(&doc, 0, name);
    return mcperr_doc_type(&doc, value) == MCPERR_T_STRING ? mcperr_doc_text(&doc, value) : MCPERR_ABSENT;
}

bool mcperr_arg_int(const mcperr_args *args, const char *name, int64_t *value)
{
    if (args == NULL)
        return false;
    const mcperr_doc doc = doc_of(args);
    return mcperr_doc_integer(&doc, mcperr_doc_find(&doc, 0, name), value);
}

bool mcperr_arg_bool(const mcperr_args *args, const char *name, bool *value)
{
    if (args == NULL || value == NULL)
        return false;
    const mcperr_doc doc = doc_of(args);
    const mcperr_type type = mcperr_doc_type(&doc, mcperr_doc_find(&doc, 0, name));
    if (type != MCPERR_T_TRUE && type != MCPERR_T_FALSE)
        return false;
    *value = type == MCPERR_T_TRUE;
    return true;
}

static void use_scratch(mcperr_args *args, size_t size)
{
    args->scratch += size;
    args->scratch_size -= size;
}

mcperr_status mcperr_say(mcperr_args *args, mcperr_error *err, mcperr_kind kind, const char *message)
{
    const size_t size = message != NULL ? strlen(message) + 1 : 0;
    const char *kept = NULL;

    if (args != NULL && size > 0 && size <= args->scratch_size) {
        kept = memcpy(args->scratch, message, size);
        use_scratch(args, size);
    }
    return mcperr_fail(err, kind, kept);
}

void mcperr_details(mcperr_args *args, mcperr_json *w)
{
    const bool lent = args != NULL && args->scratch != NULL;

    mcperr_json_init(w, lent ? args->scratch : "", lent ? args->scratch_size : 0);
    mcperr_json_object(w, NULL);
}

void mcperr_details_end(mcperr_args *args, mcperr_json *w, mcperr_error *err)
{
    /* Memory that was lent to something else meanwhile is not touched any more. */
    if (args == NULL || w == NULL || err == NULL || w->buf != args->scratch)
        return;
    mcperr_json_end(w);
    if (mcperr_json_finish(w) != MCPERR_OK)
        return;
    err->details = mcperr_raw_of(args->scratch, w->len);
    use_scratch(args, w->len + 1);
}

/* ---- time, numbers, events ------------------------------------------------------------------------- */

static uint32_t lock(const mcperr_boundary *b)
{
    return b->port->lock != NULL ? b->port->lock(b->port->ctx) : 0;
}

static void unlock(const mcperr_boundary *b, uint32_t key)
{
    if (b->port->unlock != NULL)
        b->port->unlock(b->port->ctx, key);
}

static void add(uint32_t *event)
{
    if (*event < UINT32_MAX)
        ++*event;
}

static void count(mcperr_boundary *b, uint32_t *event)
{
    const uint32_t key = lock(b);

    add(event);
    unlock(b, key);
}

/* 64-bit milliseconds since the start, from a clock that wraps. For use with the lock held. */
static uint64_t tick(mcperr_boundary *b)
{
    b->now_ms += b->port->mono_ms(b->port->ctx) - (uint32_t)b->now_ms;
    return b->now_ms;
}

static uint64_t monotonic(mcperr_boundary *b)
{
    const uint32_t key = lock(b);
    const uint64_t now = tick(b);

    unlock(b, key);
    return now;
}

static int64_t wall(const mcperr_boundary *b)
{
    return b->port->wall_ms != NULL ? b->port->wall_ms(b->port->ctx) : -1;
}

static uint32_t microseconds(const mcperr_boundary *b)
{
    return b->port->fine_us != NULL ? b->port->fine_us(b->port->ctx) : b->port->mono_ms(b->port->ctx) * 1000u;
}

static uintptr_t task(const mcperr_boundary *b)
{
    return b->port->task != NULL ? b->port->task(b->port->ctx) : 0;
}

static const char *operation_of(const mcperr_tool *tool)
{
    return tool->operation != NULL ? tool->operation : tool->name;
}

typedef struct serial {
    uint32_t start, number;
} serial;

/* The next incident: a number, and what tells this start from others: the boot id, else the log's next
   number, else the time. The log is looked at once, before anything is written to it from here. */
static serial next_serial(mcperr_boundary *b, int64_t now)
{
    const uint32_t key = lock(b);

    if (!b->started)
        b->start = b->port->boot_id != 0 || b->audit == NULL ? b->port->boot_id : b->audit->next_seq;
    b->started = true;
    if (b->start == 0 && now >= 0)
        b->start = (uint32_t)now;
    const serial s = {b->start, ++b->incidents};
    unlock(b, key);
    return s;
}

/* inc_, the date or 00000000, the start and the number. */
static mcperr_text make_incident(char to[INCIDENT_MOST], int64_t now, serial s)
{
    static const char form[] = "inc_00000000";
    char digits[MCPERR_DECIMAL_MAX], *at = to + sizeof form - 1;
    const uint32_t numbers[2] = {s.start, s.number};

    memcpy(to, form, sizeof form - 1);
    if (now >= 0) {
        char date[MCPERR_TIME_SIZE];
        mcperr_time_text(now, date);
        memcpy(to + 4, date, 4);
        memcpy(to + 8, date + 5, 2);
        memcpy(to + 10, date + 8, 2);
    }
    for (unsigned i = 0; i < 2; i++) {
        const char *const begin = mcperr_decimal(numbers[i], digits);
        const size_t size = (size_t)(digits + sizeof digits - begin);
        *at++ = '_';
        memcpy(at, begin, size);
        at += size;
    }
    return mcperr_plain(to, (size_t)(at - to));
}

/* ---- run ------------------------------------------------------------------------------------------- */

/* Does a text begin with these words? Both end with a NUL. */
static bool begins(const char *text, const char *words)
{
    while (*words != '\0' && *text == *words) {
        text++;
        words++;
    }
    return *words == '\0';
}

/* Is this member of a result the mark of an error? The text is the writer's own, so that a value begins
   right behind its name. */
static bool is_mark(const void *ctx, mcperr_text key)
{
    bool *const *const found = ctx;

    if (mcperr_text_in(key, "error|problem|error_code") ||
        (mcperr_text_is(key, "ok") && begins((const char *)key.data + key.size, "\":false")))
        **found = true;
    return true;
}

static bool is_disguised(const char *result, size_t size)
{
    bool found = false, *const mark = &found;
    mcperr_sieve sieve = {is_mark, NULL, &mark, NULL, MCPERR_ABSENT};
    mcperr_json nowhere;

    mcperr_json_init(&nowhere, NULL, 0);
    mcperr_json_object(&nowhere, NULL);
    mcperr_json_sift(&nowhere, mcperr_view(result, size, MCPERR_JSON), &sieve);
    return found;
}

static mcperr_status finish(mcperr_json *w)
{
    mcperr_json_end(w);
    return mcperr_json_finish(w);
}

/* Run the handler; true if its result stands in the buffer. */
static bool run(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_call *call, mcperr_error *err,
                size_t *len)
{
    mcperr_args args = {NULL, call->tokens, 0, call->scratch, call->scratch != NULL ? call->scratch_size : 0};
    mcperr_doc doc;
    mcperr_json w;

    if (call->arguments != NULL) {
        if (mcperr_doc_open(&doc, call->arguments, call->arguments_size, NULL, call->tokens,
                            call->token_count, NULL) != MCPERR_OK ||
            mcperr_doc_type(&doc, 0) != MCPERR_T_OBJECT) {
            (void)mcperr_fail(err, MCPERR_INVALID, "arguments are not a JSON object that can be read here");
            return false;
        }
        args.json = doc.json;
        args.count = doc.count;
    }
    mcperr_json_init(&w, call->out, call->cap);
    mcperr_json_object(&w, NULL);
    if (tool->run(tool->self, &args, &w, err) != MCPERR_OK)
        return false;
    memset(err, 0, sizeof *err);
    const bool whole = w.status == MCPERR_OK && w.depth == 1 && w.buf == call->out;
    const mcperr_status status = whole ? finish(&w) : MCPERR_E_MISUSE;
    if (status == MCPERR_E_NOSPACE) {
        (void)mcperr_fail(err, MCPERR_INTERNAL, "result does not fit the buffer");
    } else if (status != MCPERR_OK) {
        (void)mcperr_fail(err, MCPERR_INTERNAL, "result is unfinished or broken");
    } else if (is_disguised(call->out, w.len)) {
        count(b, &b->events.disguised);
        (void)mcperr_fail(err, MCPERR_INTERNAL, "result is an error in disguise");
    } else {
        *len = w.len;
        return true;
    }
    return false;
}

/* ---- complete, audit, log, count, alert ---------------------------------------------------------------- */

static void set_if_absent(mcperr_text *text, mcperr_text value)
{
    if (text->data == NULL)
        *text = value;
}

/* Give an error what it lacks; answers the incident id that is the boundary's own. */
static mcperr_text complete(mcperr_boundary *b, const mcperr_tool *tool, mcperr_error *err,
                            char incident[INCIDENT_MOST])
{
    const int64_t now = wall(b);
    const mcperr_text own = make_incident(incident, now, next_serial(b, now));
    /* An error that came complete in its home dialect passes as it is. */
    const bool whole =
        mcperr_same_codes(err->home, b->dialect) && err->tool.data != NULL && err->time_ms != 0;

    if (!whole) {
        set_if_absent(&err->role, b->role);
        set_if_absent(&err->session, b->session);
        set_if_absent(&err->workspace, b->workspace);
        set_if_absent(&err->phase, b->phase);
        set_if_absent(&err->plan, b->plan);
        set_if_absent(&err->tool, mcperr_str(tool->name));
        if (err->time_ms == 0)
            err->time_ms = now >= 0 ? now : (int64_t)monotonic(b);
    }
    set_if_absent(&err->operation, mcperr_str(operation_of(tool)));
    set_if_absent(&err->result, mcperr_raw(tool->empty_result));
    set_if_absent(&err->incident, own);
    return own;
}

/* Make the record durable; answers KAIZA's word for what went wrong, NULL if nothing did. */
static const char *audit(mcperr_boundary *b, const mcperr_error *err)
{
    const mcperr_port *const port = b->port;
    const uintptr_t self = task(b);

    if (b->audit == NULL)
        return NULL;
    if (port->audit_lock != NULL && !port->audit_lock(port->ctx)) {
        count(b, &b->unrecorded);
        return "AUDIT_LOCK_FAILED";
    }
    uint32_t key = lock(b);
    b->auditor = self;
    b->auditing = true;
    const uint32_t lost = b->unrecorded;
    b->unrecorded = 0;
    unlock(b, key);
    b->audit->lost = lost < UINT32_MAX - b->audit->lost ? b->audit->lost + lost : UINT32_MAX;
    const mcperr_status status = mcperr_audit_write(b->audit, b->dialect, err);
    key = lock(b);
    b->auditing = false;
    unlock(b, key);
    if (port->audit_unlock != NULL)
        port->audit_unlock(port->ctx);
    return status == MCPERR_OK ? NULL : "AUDIT_LOG_FAILED";
}

/* KAIZA has codes for an audit that failed; they carry what failed before as their cause. In a dialect that
   has none the error stays what it is. */
static void become_audit_error(mcperr_boundary *b, mcperr_error *err, const char *code,
                               mcperr_field fields[3])
{
    const mcperr_code *const was = mcperr_code_of(b->dialect, err);

    fields[0] =
        mcperr_field_text("message", err->message.data != NULL ? err->message : mcperr_str(was->message));
    fields[1] = mcperr_field_str("code", was->code);
    fields[2] = mcperr_field_text("name", err->tool);
    if (mcperr_set_code(err, b->dialect, mcperr_str(code)) != MCPERR_OK)
        return;
    err->cause = mcperr_fields(fields, 3);
    err->message = MCPERR_ABSENT;
    err->status = 0;
}

static void note(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_error *err, unsigned level,
                 const mcperr_call *call)
{
    const char *const code = mcperr_code_of(b->dialect, err)->code;
    const unsigned status = mcperr_status_of(b->dialect, err);
    const uint32_t key = lock(b);

    mcperr_metrics_count(b->metrics, code, operation_of(tool), status);
    const bool alert = mcperr_alert_note(b->clients, b->client_count, level, call->client, tick(b));
    unlock(b, key);
    if (alert && b->alert != NULL)
        b->alert(b->ctx, err, call->client);
}

/* ---- the call ---------------------------------------------------------------------------------------- */

/* Write the envelope. What a handler put in place of the tool's own names is never shed, so that it makes
   way if nothing fits otherwise. */
static mcperr_status emit(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_call *call,
                          mcperr_error *err, mcperr_text incident, size_t *len)
{
    const mcperr_status written = mcperr_emit(b->dialect, err, call->out, call->cap, len);

    if (written != MCPERR_E_SIZE)
        return written;
    err->tool = mcperr_str(tool->name);
    err->operation = mcperr_str(operation_of(tool));
    err->result = mcperr_raw(tool->empty_result);
    err->incident = incident;
    return mcperr_emit(b->dialect, err, call->out, call->cap, len);
}

/* The boundary's whole answer to a failure. */
static mcperr_outcome answer(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_call *call,
                             mcperr_error *err, size_t *len)
{
    const uint32_t began = microseconds(b);
    char incident[INCIDENT_MOST];
    mcperr_field cause[3]; // cppcheck-suppress variableScope ; the error refers to them

    call->out[0] = '\0';
    const mcperr_text own = complete(b, tool, err, incident);
    const bool strange = mcperr_code_of(b->dialect, err) == NULL;
    if (strange)
        err->home = NULL; /* the word for its kind stands for a code without a row */
    unsigned urgency = mcperr_kind_of(err->kind)->alert;
    const char *const unaudited = audit(b, err);
    if (unaudited != NULL) {
        become_audit_error(b, err, unaudited, cause);
        urgency |= mcperr_kind_of(err->kind)->alert;
    }
    if (b->log != NULL) {
        /* The envelope comes last, so that its buffer is free until then. */
        const size_t size = mcperr_log_line(b->dialect, err, b->component, call->out, call->cap);
        b->log(b->ctx, mcperr_log_level(b->dialect, err), call->out, size);
    }
    if (!b->debug_stack)
        err->stack = MCPERR_ABSENT;
    note(b, tool, err, urgency, call);
    const mcperr_status written = emit(b, tool, call, err, own, len);

    const uint32_t took = microseconds(b) - began, key = lock(b);
    mcperr_metrics_took(b->metrics, operation_of(tool), took);
    add(&b->events.failures);
    if (unaudited != NULL)
        add(&b->events.audit_failed);
    if (written == MCPERR_E_SIZE)
        add(&b->events.unanswered);
    else if (written != MCPERR_OK || strange)
        add(&b->events.mended);
    b->locked = b->locked || b->lock_on_failure;
    unlock(b, key);
    return written == MCPERR_E_SIZE ? MCPERR_NOTHING : MCPERR_ENVELOPE;
}

/* A call from within the audit sink would wait for itself: answer without a record. */
static mcperr_outcome refuse(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_call *call,
                             mcperr_error *err, size_t *len)
{
    char incident[INCIDENT_MOST];

    (void)mcperr_fail(err, MCPERR_UNAVAILABLE, "called from within the audit sink");
    const mcperr_text own = complete(b, tool, err, incident);
    return emit(b, tool, call, err, own, len) == MCPERR_E_SIZE ? MCPERR_NOTHING : MCPERR_ENVELOPE;
}

typedef enum gate { GATE_OPEN, GATE_LOCKED, GATE_REENTERED } gate;

/* Note a call, and see whether it may run. The clock is looked at, lest it wraps unseen. */
static gate enter(mcperr_boundary *b)
{
    const uintptr_t self = task(b);
    const uint32_t key = lock(b);
    const bool reentered = b->auditing && b->auditor == self;
    const gate found = reentered ? GATE_REENTERED : b->locked ? GATE_LOCKED : GATE_OPEN;

    (void)tick(b);
    add(&b->events.calls);
    if (reentered) {
        add(&b->events.reentered);
        add(&b->unrecorded);
    }
    unlock(b, key);
    return found;
}

mcperr_outcome mcperr_boundary_call(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_call *call,
                                    size_t *len)
{
    mcperr_error err;
    size_t size = 0;

    if (len == NULL)
        len = &size;
    *len = 0;
    if (call == NULL || call->out == NULL || call->cap == 0)
        return MCPERR_NOTHING;
    call->out[0] = '\0';
    if (b == NULL || b->port == NULL || b->port->mono_ms == NULL || b->dialect == NULL || tool == NULL ||
        tool->run == NULL)
        return MCPERR_NOTHING;
    memset(&err, 0, sizeof err);
    switch (enter(b)) {
    case GATE_REENTERED:
        return refuse(b, tool, call, &err, len);
    case GATE_LOCKED:
        (void)mcperr_fail(&err, MCPERR_PRECONDITION, "Session locked due to prior failure");
        (void)mcperr_set_code(&err, b->dialect, mcperr_str("SESSION_LOCKED"));
        break;
    default:
        if (run(b, tool, call, &err, len))
            return MCPERR_RESULT;
        break;
    }
    return answer(b, tool, call, &err, len);
}

size_t mcperr_boundary_min_size(const mcperr_boundary *b, const mcperr_tool *tool)
{
    mcperr_error like;
    static const char longest[] = "inc_20260226_4294967295_4294967295";

    if (b == NULL || b->dialect == NULL || tool == NULL)
        return 0;
    memset(&like, 0, sizeof like);
    like.tool = mcperr_str(tool->name);
    like.operation = mcperr_str(operation_of(tool));
    like.result = mcperr_raw(tool->empty_result);
    like.incident = mcperr_str(longest);
    const size_t envelope = mcperr_min_size(b->dialect, &like);
    const size_t line = b->log != NULL ? mcperr_log_min_size(b->dialect, like.operation, b->component) : 0;
    return envelope > line ? envelope : line;
}

void mcperr_boundary_unlock(mcperr_boundary *b)
{
    if (b == NULL || b->port == NULL)
        return;
    const uint32_t key = lock(b);
    b->locked = false;
    unlock(b, key);
}

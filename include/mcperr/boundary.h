/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_BOUNDARY_H
#define MCPERR_BOUNDARY_H
/**
 * @file
 * The tool boundary: whatever a handler does, the caller gets its result or one valid envelope.
 *
 * Around each call: run the handler, complete its error, audit it, log it, count it, raise the alert,
 * encode it. The record is durable before the envelope is written.
 *
 * **When to use it:** around every tool of a server, and around nothing else. A handler says what went
 * wrong in one line and cannot forget the rest:
 *
 *     static mcperr_status read_temp(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
 *     {
 *         int32_t milli;
 *         if (!sensor_read(self, &milli))
 *             return mcperr_fail(err, MCPERR_TIMEOUT, "sensor did not answer");
 *         mcperr_json_int(result, "milli_celsius", milli);
 *         return MCPERR_OK;
 *     }
 *
 * docs/examples/boundary.c is a complete program.
 *
 * **Threads:** calls may run at the same time in any number of threads, each with its own mcperr_call.
 * Handlers, log and alert callbacks run without a lock held; the audit sink runs under the port's audit
 * lock. Not for interrupts.
 */
#include "mcperr/audit.h"
#include "mcperr/error.h"
#include "mcperr/metrics.h"
#include "mcperr/policy.h"
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Tools
 * --------------------------------------------------------------------------------------------- */

/** What a handler is given. */
typedef struct mcperr_args {
    const char *json;     /* the arguments, an object; NULL: none */
    mcperr_token *tokens; /* located */
    uint32_t count;
    char *scratch; /* what is left of the memory lent to the handler */
    size_t scratch_size;
} mcperr_args;

/**
 * A tool. Writes the members of its result into `result`, which is an open object, and answers
 * MCPERR_OK; or answers anything else, most simply what mcperr_fail returns. `err` is zeroed.
 * Views in *err must outlive the handler: constants, parts of the arguments, or scratch (mcperr_say).
 */
typedef mcperr_status (*mcperr_handler)(void *self, mcperr_args *args, mcperr_json *result,
                                        mcperr_error *err);

/** What an argument must be. */
enum {
    MCPERR_STRING = 0, /**< min and max are its length in characters */
    MCPERR_INTEGER,    /**< within 64 bits; 7.0 is one, as it is to JSON Schema */
    MCPERR_NUMBER,     /**< any number; the handler gets its text */
    MCPERR_BOOLEAN     /**< min and max do not matter */
};

/** One parameter of a tool. min and max are inclusive; both 0: any. */
typedef struct mcperr_param {
    const char *name;
    const char *description; /**< for the model; NULL: none */
    int64_t min, max;        /**< INT64_MIN, INT64_MAX: no limit on that side */
    const char *one_of;      /**< a string of these words, separated by '|'; NULL: any */
    uint8_t type;
    bool required;
} mcperr_param;

/** One tool. What is not set may be NULL. */
typedef struct mcperr_tool {
    const char *name;
    const char *operation;    /**< `category:operation`; NULL: the name */
    const char *empty_result; /**< JSON object: what codeintel envelopes begin with; NULL: nothing */
    mcperr_handler run;
    void *self;
    bool idempotent; /**< calling it twice does no harm */
    /* The rest is for MCP: see mcp.h. */
    const char *description;
    const mcperr_param *params; /**< all there are; arguments are checked against them before `run` */
    size_t param_count;
    const char *input_schema; /**< JSON Schema in place of one made of params, and no check; NULL: made */
    const char
        *output_schema; /**< JSON Schema of the result, which then travels as structured content, too */
} mcperr_tool;

/** An argument as a text; absent if it is not there or no string. */
mcperr_text mcperr_arg_text(const mcperr_args *args, const char *name);
/** An argument that is an integer, exactly and however it is spelt (7, 7.0, 70e-1). @return false, and *value
    untouched, if it is none, or none of 64 bits. */
bool mcperr_arg_int(const mcperr_args *args, const char *name, int64_t *value);
/** Most decimals of mcperr_arg_fixed. */
#define MCPERR_PLACES_MAX 18
/**
 * A number as an integer, exactly and without floating point: with 3 places 1.25 is 1250.
 * @return false, and *value untouched, if the argument is no number, has more decimals than `places` (zeros
 * do not count), or does not fit; also if places > MCPERR_PLACES_MAX, or args or value is NULL
 */
bool mcperr_arg_fixed(const mcperr_args *args, const char *name, unsigned places, int64_t *value);
/** An argument that is a number, as it was spelt; absent if it is none. */
mcperr_text mcperr_arg_number(const mcperr_args *args, const char *name);
/** An argument that is true or false. @return false, and *value untouched, if it is neither. */
bool mcperr_arg_bool(const mcperr_args *args, const char *name, bool *value);

/**
 * Fail with a message that lives in the handler's own frame: it is copied into the memory that the
 * boundary lends. What does not fit is left out, and the canonical message stands for it.
 * @return MCPERR_E_FAILED, always.
 */
mcperr_status mcperr_say(mcperr_args *args, mcperr_error *err, mcperr_kind kind, const char *message);
/** Begin details in that memory: write members into *w, then call mcperr_details_end, then mcperr_say. */
void mcperr_details(mcperr_args *args, mcperr_json *w);
/** End them. If they do not fit, or mcperr_say came between, they are left out. */
void mcperr_details_end(mcperr_args *args, mcperr_json *w, mcperr_error *err);

/* ------------------------------------------------------------------------------------------------
 * The boundary
 * --------------------------------------------------------------------------------------------- */

/** How serious a log record is. */
typedef enum mcperr_level { MCPERR_LOG_WARNING = 0, MCPERR_LOG_ERROR, MCPERR_LOG_CRITICAL } mcperr_level;

/** Events that no envelope tells of. Counted from the start, saturating. Read them between calls, or holding
    the port's lock. */
typedef struct mcperr_events {
    uint32_t calls, failures;
    uint32_t audit_failed; /**< records that could not be made durable */
    uint32_t disguised;    /**< errors dressed as success */
    uint32_t mended;       /**< envelopes that went out with less than the error held */
    uint32_t reentered;    /**< calls from within the audit sink, refused */
    uint32_t unanswered;   /**< calls whose buffer was too small for any envelope */
} mcperr_events;

/**
 * A boundary. Zero it, set what is public, and keep it where it is. Everything public may be NULL or
 * absent but `port` and `dialect`.
 *
 * Every error gets an incident id unless it has one: `inc_`, the date (00000000 while no clock is set), the
 * start, a number. The start is the port's boot id, else the next number of the audit log, else the time in
 * ms. So ids are unique across restarts if there is a boot id, or a log that can be written, or a clock.
 */
typedef struct mcperr_boundary {
    const mcperr_port *port;
    const mcperr_dialect *dialect; /**< of the envelopes; may be changed between calls */
    mcperr_audit *audit;           /**< open, and of this boundary alone */
    mcperr_metrics *metrics;
    mcperr_alert_client *clients; /**< zeroed; for warnings that pile up */
    size_t client_count;
    /** One JSON line for each error, without LF: printable ASCII, no secrets. Gone when it returns. Empty
        if call->out is too small. */
    void (*log)(void *ctx, mcperr_level level, const char *line, size_t size);
    /** Page somebody. */
    void (*alert)(void *ctx, const mcperr_error *err, mcperr_text client);
    void *ctx;             /**< for both */
    const char *component; /**< in the log; NULL: "codeintel_mcp" */
    /** The session; completes errors that lack these. */
    mcperr_text role, session, workspace, phase, plan;
    bool lock_on_failure; /**< after a failure, answer SESSION_LOCKED until mcperr_boundary_unlock */
    bool debug_stack;     /**< let stack traces leave the device; the log has them always. May be changed
                               between calls; on POSIX, mcperr_posix_debug_stack asks the environment */
    mcperr_events events; /**< to be read */
    /* private */
    uint64_t now_ms;
    uintptr_t auditor;
    uint32_t incidents, start;
    uint32_t unrecorded; /* failures that no record tells of yet */
    bool auditing, locked, started;
} mcperr_boundary;

/** Memory for one call, all of it the caller's. */
typedef struct mcperr_call {
    const char *arguments; /**< JSON object; NULL: none */
    size_t arguments_size;
    mcperr_token *tokens; /**< for the arguments */
    size_t token_count;
    char *scratch; /**< lent to the handler; NULL: none */
    size_t scratch_size;
    char *out; /**< result or envelope, with a NUL */
    size_t cap;
    mcperr_text client; /**< who is calling, for alerts */
    /** Judges the call before the handler runs: what is not MCPERR_OK is the answer. NULL: no questions. */
    mcperr_status (*admit)(void *ctx, const mcperr_tool *tool, mcperr_args *args, mcperr_error *err);
    void *admit_ctx;
    const mcperr_frame *frame; /**< around result and envelope; NULL: none */
} mcperr_call;

/** What is in the buffer after a call. */
typedef enum mcperr_outcome {
    MCPERR_RESULT = 0, /**< what the handler wrote: one JSON object */
    MCPERR_ENVELOPE,   /**< one envelope in the boundary's dialect */
    MCPERR_NOTHING     /**< an empty string: the buffer is smaller than mcperr_boundary_min_size, or misuse */
} mcperr_outcome;

/**
 * The smallest buffer in which every failure of the tool can be answered, and logged if there is a log.
 * Check it at start-up.
 * 0 if b, its dialect or tool is NULL.
 */
size_t mcperr_boundary_min_size(const mcperr_boundary *b, const mcperr_tool *tool);
/** The same for answers in a frame. */
size_t mcperr_boundary_min_size_framed(const mcperr_boundary *b, const mcperr_tool *tool,
                                       const mcperr_frame *frame);

/**
 * Call a tool: every tool of a server, each time it is called, so that no failure goes unrecorded and no
 * handler has to know the contract. What it is good for: one line in a handler becomes a complete, valid
 * envelope; a bug in a handler becomes one, too; the record is durable before the caller knows.
 *
 * @param b    the boundary, set up once and shared by all calls
 * @param tool what to call. Its `empty_result` is what it answers when it has nothing to say, such as
 *             `{"path":"","content":"","lines":0,"size":0}`: a codeintel envelope begins with these members,
 *             so that a caller who looks only for `content` finds it. Other dialects have no place for it.
 * @param call arguments and memory of this call. `out` must hold mcperr_boundary_min_size bytes; until the
 *             envelope is written it serves for the log line.
 * @param len  length of what is in call->out; may be NULL
 * @return what is there. MCPERR_ENVELOPE also when the handler answered MCPERR_OK but its result does not
 *         fit, is unfinished or broken, or is an error in disguise (its root has `error`, `problem`,
 *         `error_code` or `ok: false`); when the arguments are no JSON object; when the session is
 *         locked; and when it is called from within the audit sink.
 *
 * **Notes:** a result that is good is not touched. What an error already has is kept; one that comes with
 * code of this dialect, tool and time passes as it is. If the record cannot be made durable, KAIZA's
 * envelope says so and has the error as its cause; other dialects keep the error, and events.audit_failed
 * counts it. Members that the contract refuses are left out; what does not fit is shed.
 *
 * **Example,** from docs/examples/boundary.c, which is compiled and run by the tests:
 *
 *     static const mcperr_tool tool = {
 *         .name = "open_file",
 *         .operation = "files:open_file",
 *         .empty_result = "{\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0}",
 *         .run = open_file,
 *         .self = &wifi,
 *     };
 *
 *     const mcperr_outcome outcome = mcperr_boundary_call(&boundary, &tool, &call, NULL);
 *     printf("%s: %s\n", outcome == MCPERR_RESULT ? "result" : "envelope", answer);
 */
mcperr_outcome mcperr_boundary_call(mcperr_boundary *b, const mcperr_tool *tool, const mcperr_call *call,
                                    size_t *len);

/** Let calls run again after lock_on_failure has locked them. */
void mcperr_boundary_unlock(mcperr_boundary *b);

#ifdef __cplusplus
}
#endif
#endif

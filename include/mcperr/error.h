/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_ERROR_H
#define MCPERR_ERROR_H
/**
 * @file
 * One error, five contracts: the neutral error, and its way into and out of every dialect.
 *
 * An error is plain data that borrows its texts. A dialect is a constant object passed by pointer
 * (dialect.h), so that firmware links only those it names. Nothing here allocates, recurses, locks,
 * reads a clock or keeps state: every function is reentrant and may run in an interrupt.
 */
#include "mcperr/dialect.h"
#include "mcperr/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Kinds
 * --------------------------------------------------------------------------------------------- */

/** How urgent a failure is: OwlClaw's alert levels. */
enum { MCPERR_WARNING = 0, MCPERR_CRITICAL = 1 };

/** What a kind means, whatever the dialect. */
typedef struct mcperr_kind_info {
    const char *name;     /**< such as "not_found" */
    const char *category; /**< OwlClaw's word, such as "runtime" */
    uint16_t status;      /**< HTTP status */
    bool retryable;       /**< may the same call work later? */
    uint8_t alert;        /**< MCPERR_WARNING or MCPERR_CRITICAL */
} mcperr_kind_info;

/** The facts about a kind; those of MCPERR_INTERNAL for a value that is none. Never NULL. */
const mcperr_kind_info *mcperr_kind_of(unsigned kind);
/** The kind of that name, or MCPERR_KIND_COUNT if there is none. */
mcperr_kind mcperr_kind_named(mcperr_text name);

/** The kind for an HTTP status, as ToolError maps them: MCPERR_INTERNAL for anything below 400 or past 599.
 */
mcperr_kind mcperr_kind_of_http(unsigned status);

/* ------------------------------------------------------------------------------------------------
 * The error
 * --------------------------------------------------------------------------------------------- */

/** Answers that default to what the kind says. */
enum { MCPERR_BY_KIND = 0, MCPERR_NO = 1, MCPERR_YES = 2 };

/**
 * A failure. Zeroed, it is a good internal error. Views are borrowed until it was encoded. Absent
 * views are left out, or null, or replaced by a default, as each contract says.
 */
typedef struct mcperr_error {
    int64_t time_ms;            /**< Unix time in ms; without a clock, time since boot */
    const mcperr_dialect *home; /**< whose spelling `code` is; NULL: only the kind is known */
    mcperr_text code;           /**< set by mcperr_set_code or by reading */
    mcperr_text message;        /**< for people; absent: the canonical one */
    mcperr_text tool;           /**< name of the tool that failed */
    mcperr_text operation;      /**< `category:operation` */
    mcperr_text exception;      /**< type of an exception that no table knows */
    mcperr_text incident;       /**< id for support */
    mcperr_text session;
    mcperr_text workspace; /**< root folder, an absolute path */
    mcperr_text role;
    mcperr_text invariant;
    mcperr_text phase;
    mcperr_text plan;
    mcperr_text stack;      /**< written only by dialects that have it, and only while present */
    mcperr_text cause;      /**< text, fields or JSON: a string or an object */
    mcperr_text details;    /**< fields or JSON: an object (data, details, extensions) */
    mcperr_text result;     /**< fields or JSON: an object, the tool's empty result */
    uint32_t retry_after_s; /**< with has_retry_after; at most 2147483647 */
    uint16_t status;        /**< HTTP status; 0: that of the code or kind */
    uint8_t kind;           /**< a mcperr_kind */
    uint8_t code_row;       /* 1 + row of `code` in home->codes; 0: not looked up, or none */
    uint8_t retryable;      /**< MCPERR_BY_KIND, MCPERR_NO or MCPERR_YES */
    uint8_t recoverable;    /**< may it work with changed input? By kind: transient ones only */
    bool has_retry_after;
    bool checked; /**< set by reading: its raw JSON has no name twice. Clear it if you replace a view by raw
                     JSON that may have. */
} mcperr_error;

/**
 * Say why a tool failed. For handlers: `return mcperr_fail(err, MCPERR_TIMEOUT, "no answer");`
 * Sets kind, code and message and keeps the rest. `message` must outlive the error; NULL: the
 * canonical one. A kind that is none counts as MCPERR_INTERNAL. err may be NULL.
 * @return MCPERR_E_FAILED, always.
 */
mcperr_status mcperr_fail(mcperr_error *err, mcperr_kind kind, const char *message);

/**
 * Give the error a code of a dialect; its kind becomes the code's.
 * @return MCPERR_OK, or MCPERR_E_VALUE, and the error untouched, if the dialect does not know the
 *         code; MCPERR_E_MISUSE if err or dialect is NULL.
 */
mcperr_status mcperr_set_code(mcperr_error *err, const mcperr_dialect *dialect, mcperr_text code);

/** Set the seconds to wait before a retry. More than 2147483647 counts as 2147483647. */
void mcperr_set_retry_after(mcperr_error *err, uint32_t seconds);

/** Would the same call work later? The error's own answer, else its kind's. */
bool mcperr_is_retryable(const mcperr_error *err);
/** Might the call work with changed input? The error's own answer, else: if it is transient. */
bool mcperr_is_recoverable(const mcperr_error *err);

/**
 * A cause as KAIZA normalises it: {message, code, name}. The three fields are the caller's and must
 * outlive the error. `code` is a text (empty: null), or raw JSON for a number (0: null); absent: null.
 */
mcperr_text mcperr_cause(mcperr_field fields[3], const char *message, mcperr_text code, const char *name);

/* ------------------------------------------------------------------------------------------------
 * Factories of the contracts
 * --------------------------------------------------------------------------------------------- */

/**
 * KAIZA's SystemError.fromUnknown for an error object: the message for people is that of the error,
 * the cause is {message, code, name}, and a `code` that KAIZA registers becomes the error's code
 * unless it has a KAIZA code already. Without a message, or with an empty one: "An unexpected error
 * occurred". The rest of
 * *err (tool, session, ...) is context and kept. `fields` as in mcperr_cause.
 */
void mcperr_kaiza_unknown(mcperr_error *err, mcperr_field fields[3], const char *message, mcperr_text code,
                          const char *name);
/**
 * The same for anything else that was thrown: a plain text or scalar is the cause and nothing else;
 * raw JSON of an object is the cause as it is, and its member `message`, if it is a string, the
 * message for people. Absent: no cause. Needs `count` tokens for raw JSON, else its message is not seen.
 */
void mcperr_kaiza_thrown(mcperr_error *err, mcperr_text thrown, mcperr_token *tokens, size_t count);
/** SystemError.invariantViolation: INVARIANT_VIOLATION, "Invariant ... was violated", no cause. */
void mcperr_kaiza_invariant(mcperr_error *err, mcperr_text invariant);
/** SystemError.toolFailure: a code of KAIZA's; "Tool execution failed" unless there is a message.
    @return MCPERR_E_VALUE, and the error untouched, for a code that is none. */
mcperr_status mcperr_kaiza_tool(mcperr_error *err, mcperr_text code);
/** SystemError.startupFailure: the same with tool "startup", "Startup failed", and no session context. */
mcperr_status mcperr_kaiza_startup(mcperr_error *err, mcperr_text code);

/** An exception that codeintel's table knows. */
typedef struct mcperr_exception {
    const char *name;
    const char *base;        /**< name of its base; NULL: a built-in one */
    const mcperr_code *code; /**< code, kind and canonical message */
    const char *context;     /**< names of its context members, separated by '|' */
} mcperr_exception;

/** The exception of that name, or NULL. Links codeintel's tables. */
const mcperr_exception *mcperr_exception_named(mcperr_text name);
/** Is it of that name or base, at any distance? */
bool mcperr_exception_is(const mcperr_exception *exception, const char *name);
/**
 * Turn an exception into an error. A known one sets code, message (absent: the canonical one) and
 * details (`context`: an object, or absent). An unknown one is internal, with the canonical message
 * whatever its own was, and keeps only its type.
 */
void mcperr_raise(mcperr_error *err, mcperr_text exception, mcperr_text message, mcperr_text context);
/** Set tool, operation and empty result of one of codeintel's six tools. @return false if it is none, or
    err is NULL. */
bool mcperr_codeintel_tool(mcperr_error *err, mcperr_text tool);

/* ------------------------------------------------------------------------------------------------
 * Writing
 * --------------------------------------------------------------------------------------------- */

/** What encode leaves out to make an envelope smaller; each level includes those before. */
enum {
    MCPERR_SHED_NOTHING = 0,
    MCPERR_SHED_STACK,
    MCPERR_SHED_DETAILS,
    MCPERR_SHED_CAUSE,
    MCPERR_SHED_MESSAGE, /**< the canonical message instead of the given one */
    MCPERR_SHED_ALL      /**< every optional view; code, tool, incident and empty result stay */
};

/**
 * Write an error in a dialect, as one value of the document being written (`key` NULL at its root).
 * The error is written as it is or refused as a whole: see mcperr_emit for one that always answers.
 * @param fault which member was refused and why, as `parent` and `key`; offset is 0; may be NULL
 * @return MCPERR_OK, or
 *         MCPERR_E_VALUE: a code without a row, a role or number that the contract does not allow;
 *         MCPERR_E_SHAPE: a required member is absent (the incident), or raw JSON is not of
 *         the type that the member wants;
 *         MCPERR_E_SYNTAX, _PARTIAL, _DEPTH: raw JSON is broken or too deep;
 *         MCPERR_E_MISUSE: d, err or w is NULL, or the writer is not at a place for a value.
 *         The writer keeps the failure. A buffer too small is told by mcperr_json_finish.
 */
mcperr_status mcperr_encode(const mcperr_dialect *d, const mcperr_error *err, unsigned shed, mcperr_json *w,
                            const char *key, mcperr_fault *fault);

/**
 * Write an error whatever is wrong with it: members that the contract refuses are left out or
 * replaced by their defaults, and what does not fit is shed, level by level. The buffer then holds
 * exactly one valid envelope with a NUL.
 * @param len its length; may be NULL
 * @return MCPERR_OK: written as it was. MCPERR_E_VALUE, _SHAPE, _SYNTAX, _PARTIAL, _DEPTH: written
 *         without the members that were refused, or with less (MCPERR_E_NOSPACE: something was
 *         shed). MCPERR_E_SIZE: nothing fits, the buffer holds an empty string; needs a buffer of
 *         mcperr_min_size. MCPERR_E_MISUSE: d or buf is NULL. err == NULL is an internal error.
 */
mcperr_status mcperr_emit(const mcperr_dialect *d, const mcperr_error *err, char *buf, size_t cap,
                          size_t *len);

/**
 * The smallest buffer in which mcperr_emit can answer with any code of the dialect, for errors with
 * the tool, operation, incident and result of `like`. 0 if d or like is NULL.
 */
size_t mcperr_min_size(const mcperr_dialect *d, const mcperr_error *like);

/**
 * What stands around an envelope in a message of some protocol, such as an MCP result (mcp.h). `begin`
 * leaves the writer where one value is due, without a key; `end` finishes the document. Both may be called
 * several times for one answer, since what does not fit is tried again with less.
 */
typedef struct mcperr_frame {
    /** `failed`: an envelope comes, otherwise the result of a tool. */
    void (*begin)(void *ctx, mcperr_json *w, bool failed);
    /** `err` is what was written in between, NULL if it was a result; `shed` how much of it was left out. */
    void (*end)(void *ctx, mcperr_json *w, const mcperr_dialect *d, const mcperr_error *err, unsigned shed);
    void *ctx;
} mcperr_frame;

/** mcperr_emit within a frame: the buffer holds the whole message. frame == NULL: none. */
mcperr_status mcperr_emit_framed(const mcperr_dialect *d, const mcperr_error *err, const mcperr_frame *frame,
                                 char *buf, size_t cap, size_t *len);
/** mcperr_min_size for it. */
size_t mcperr_min_size_framed(const mcperr_dialect *d, const mcperr_error *like, const mcperr_frame *frame);

/* ------------------------------------------------------------------------------------------------
 * Reading
 * --------------------------------------------------------------------------------------------- */

/** An envelope has at most this many names and values; more are MCPERR_E_TOKENS. */
#define MCPERR_ENVELOPE_TOKENS_MAX 65534

/**
 * Read an envelope strictly: the contract and nothing else. Views in *err point into `json`.
 * @param tokens room for `count` names and values (mcperr_json_check tells how many there are)
 * @param err    the error; untouched unless MCPERR_OK; NULL: only validate
 * @param fault  where, what and why; may be NULL
 * @return MCPERR_OK; what mcperr_json_check answers; MCPERR_E_SHAPE or _VALUE;
 *         MCPERR_E_MISUSE if d or tokens is NULL or count is 0.
 */
mcperr_status mcperr_decode(const mcperr_dialect *d, const char *json, size_t size, mcperr_token *tokens,
                            size_t count, mcperr_error *err, mcperr_fault *fault);

/** The same, judging only. */
mcperr_status mcperr_validate(const mcperr_dialect *d, const char *json, size_t size, mcperr_token *tokens,
                              size_t count, mcperr_fault *fault);

/** How mcperr_read understood a text, from best to worst. */
typedef enum mcperr_reading {
    MCPERR_EXACT = 0, /**< a valid envelope */
    MCPERR_ALIAS,     /**< what a real implementation sends in its place; if its code could not be told, home
                           is NULL and only the kind is known */
    MCPERR_LEGACY,    /**< `[CODE] message`, `CODE: message`, or an `error` text without a problem */
    MCPERR_PLAINTEXT  /**< anything else: an internal error with the text as its message */
} mcperr_reading;

/**
 * Read whatever a peer sent as an error, and never refuse it. *err is always set; views point into
 * `text`. Dialects are tried as mcperr_detect tells; `set` has `set_size` of them. With too few
 * tokens, or no tokens at all, JSON is plain text.
 */
mcperr_reading mcperr_read(const mcperr_dialect *const *set, size_t set_size, const char *text, size_t size,
                           mcperr_token *tokens, size_t count, mcperr_error *err);

/**
 * Which dialect of the set a JSON text is in, judged by its distinguishing members alone. NULL if it
 * is in none, or not JSON, or the tokens do not suffice.
 */
const mcperr_dialect *mcperr_detect(const mcperr_dialect *const *set, size_t set_size, const char *json,
                                    size_t size, mcperr_token *tokens, size_t count);

/**
 * From one dialect into another: decode, then encode. `incident` is used where the target needs an
 * incident id and the source has none (absent: refused then).
 * Fails as mcperr_decode (fault with an offset) or mcperr_encode (fault without) does.
 */
mcperr_status mcperr_translate(const mcperr_dialect *from, const mcperr_dialect *to, const char *json,
                               size_t size, mcperr_token *tokens, size_t count, mcperr_text incident,
                               mcperr_json *w, mcperr_fault *fault);

/**
 * Rules of the contracts that no schema can say, for a text that mcperr_validate accepts: diagnostics
 * in a Context message, `error` other than `problem.detail`, a type that does not end in the code, a
 * title that is not the code's, an operation that is not `category:operation`, a status that is not
 * the code's.
 * @param faults room for `most` findings; may be NULL if most is 0
 * @return how many findings there are, whether they fitted or not; 0 if the text is not valid.
 */
size_t mcperr_lint(const mcperr_dialect *d, const char *json, size_t size, mcperr_token *tokens, size_t count,
                   mcperr_fault *faults, size_t most);

/**
 * Write the JSON Pointer of a fault's member as a string value, such as "/problem/code". With the
 * text that was read it is exact at any depth; without (json == NULL) it is made of the fault's
 * parent and key.
 */
void mcperr_fault_pointer(const mcperr_fault *fault, const char *json, size_t size, mcperr_json *w,
                          const char *key);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_JSON_H
#define MCPERR_JSON_H
/**
 * @file
 * Strict JSON in the caller's memory: text views, a writer and a checker.
 *
 * Usable alone. Nothing here allocates, recurses, locks, reads a clock or keeps state of its own:
 * every function is reentrant and may run in an interrupt, as long as two contexts do not share
 * one writer. All memory belongs to the caller; views borrow and must outlive their use. Input is
 * never modified. NULL is a defined value for every pointer argument; each function says of what.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Deepest nesting that the writer writes, and that the check allows unless told otherwise. */
#define MCPERR_DEPTH_DEFAULT 32

/** Deepest nesting that the check can be told to allow. Costs one bit of its stack a level. */
#ifndef MCPERR_DEPTH_MAX
#define MCPERR_DEPTH_MAX 128
#endif
#if MCPERR_DEPTH_MAX < MCPERR_DEPTH_DEFAULT || MCPERR_DEPTH_MAX > 32767
#error "MCPERR_DEPTH_MAX must be 32 to 32767"
#endif

/** How deep a field array may hold field arrays (see mcperr_field). Costs 8 to 16 stack bytes a level. */
#ifndef MCPERR_FIELDS_DEPTH
#define MCPERR_FIELDS_DEPTH 4
#endif
#if MCPERR_FIELDS_DEPTH < 1 || MCPERR_FIELDS_DEPTH > MCPERR_DEPTH_DEFAULT
#error "MCPERR_FIELDS_DEPTH must be 1 to 32"
#endif

/* ------------------------------------------------------------------------------------------------
 * Status, reason, fault
 * --------------------------------------------------------------------------------------------- */

/** What became of a call. Zero is good; every other value means that nothing usable was produced. */
typedef enum mcperr_status {
    MCPERR_OK = 0,
    MCPERR_E_NOSPACE, /**< the buffer is too small; the size needed is told */
    MCPERR_E_SYNTAX,  /**< not RFC 8259 JSON, or not UTF-8 */
    MCPERR_E_PARTIAL, /**< good so far, but the text ends before the document does */
    MCPERR_E_SIZE,    /**< longer than the limit */
    MCPERR_E_DEPTH,   /**< nested deeper than the limit */
    MCPERR_E_TOKENS,  /**< more names and values than the limit or the token array allows */
    MCPERR_E_SHAPE,   /**< JSON, but a member is missing, unknown, twice there or of the wrong type */
    MCPERR_E_VALUE,   /**< the right shape, but a value that is not allowed there */
    MCPERR_E_MISUSE,  /**< the caller broke a rule of the call */
    MCPERR_E_SINK,    /**< a callback of the caller reported failure */
    MCPERR_E_FAILED,  /**< what a tool answers when it failed */
    MCPERR_E_INTERNAL /**< the library contradicts itself; never seen, always reported */
} mcperr_status;

/** A few words for a status, for a log or a person. Never NULL. */
const char *mcperr_status_text(mcperr_status status);

/** Why a text was refused. */
typedef enum mcperr_reason {
    MCPERR_R_NONE = 0,
    MCPERR_R_END,          /**< the text ends too early */
    MCPERR_R_BOM,          /**< a byte order mark */
    MCPERR_R_VALUE,        /**< no value where one must stand */
    MCPERR_R_NAME,         /**< no member name where one must stand */
    MCPERR_R_COLON,        /**< no ':' after a member name */
    MCPERR_R_NEXT_MEMBER,  /**< neither ',' nor '}' after a member */
    MCPERR_R_NEXT_ELEMENT, /**< neither ',' nor ']' after an element */
    MCPERR_R_TRAILING,     /**< something after the document */
    MCPERR_R_LITERAL,      /**< misspelt true, false or null */
    MCPERR_R_NUMBER,       /**< a byte that no number has there */
    MCPERR_R_CONTROL,      /**< a raw control character in a string */
    MCPERR_R_ESCAPE,       /**< an escape that JSON does not have */
    MCPERR_R_SURROGATE,    /**< half of a surrogate pair */
    MCPERR_R_UTF8,         /**< bytes that are not UTF-8 */
    MCPERR_R_SIZE,         /**< the size limit */
    MCPERR_R_DEPTH,        /**< the depth limit */
    MCPERR_R_TOKENS,       /**< the token limit */
    MCPERR_R_MISSING,      /**< a member that must be there is not */
    MCPERR_R_UNKNOWN,      /**< a member that the contract does not have */
    MCPERR_R_TWICE,        /**< a member for the second time */
    MCPERR_R_TYPE,         /**< a value of the wrong type, or null */
    MCPERR_R_CODE,         /**< a code that the contract does not have */
    MCPERR_R_NOT_ALLOWED,  /**< a value that the contract does not allow there */
    MCPERR_R_RANGE,        /**< a number out of range */
    MCPERR_R_TIME,         /**< not a time in the contract's form */
    MCPERR_R_PREFIX,       /**< the text does not begin as the contract says */
    MCPERR_R_EMPTY,        /**< an empty text where there must be one */
    MCPERR_R_CONTRADICTS,  /**< the value contradicts the code */
    MCPERR_R_DIAGNOSTICS,  /**< lint: a path, hash, trace or control character in the message */
    MCPERR_R_DIFFERS,      /**< lint: differs from the message */
    MCPERR_R_NOT_CODE,     /**< lint: does not end in the code */
    MCPERR_R_NOT_TITLE,    /**< lint: is not the title of the code */
    MCPERR_R_OPERATION,    /**< lint: is not `category:operation` */
    MCPERR_R_COUNT_
} mcperr_reason;

/** A few words for a reason, such as "text after the document". Never NULL. */
const char *mcperr_reason_text(mcperr_reason reason);

/* ------------------------------------------------------------------------------------------------
 * Text views
 * --------------------------------------------------------------------------------------------- */

/** What the bytes of a view are. */
enum {
    MCPERR_PLAIN = 0, /**< text; meant to be UTF-8, replaced by U+FFFD where it is not */
    MCPERR_ESCAPED,   /**< the inside of a JSON string, escapes and all */
    MCPERR_JSON,      /**< one JSON value, not trusted: checked before it is written */
    MCPERR_FIELDS     /**< an array of mcperr_field, written as an object; size counts fields */
};

/** Longest view; a longer one is made absent. */
#define MCPERR_TEXT_MAX 0x3FFFFFFF

/** A borrowed text, 8 bytes on 32-bit targets. data == NULL: absent, which is not the same as empty. */
typedef struct mcperr_text {
    const void *data;
    uint32_t size : 30;
    uint32_t form : 2;
} mcperr_text;

/**
 * Where and why a text was refused. The offset is that of the first byte that cannot continue a
 * valid document; of the first byte of a broken UTF-8 sequence or escape; of the bracket, name or
 * value that passes a limit or breaks a contract; of the object that lacks a member; the limit
 * itself for the size; the length where the text ends too early.
 */
typedef struct mcperr_fault {
    uint32_t offset;
    mcperr_reason reason;
    mcperr_text key;    /**< the member, and... */
    mcperr_text parent; /**< ...the one around it; both absent for faults of the JSON itself */
} mcperr_fault;

/** What a field holds. */
enum {
    MCPERR_FIELD_TEXT = 0, /**< `text`, in any form; absent is null */
    MCPERR_FIELD_INT,      /**< `number` */
    MCPERR_FIELD_BOOL      /**< `number`, 0 is false */
};

/** One member of an object that is given as C data. key == NULL: the field is left out. */
typedef struct mcperr_field {
    const char *key;
    mcperr_text text;
    int64_t number;
    uint8_t type;
} mcperr_field;

/** View of a C string. NULL: absent. */
mcperr_text mcperr_str(const char *plain);
/** View of `size` bytes of plain text. NULL or longer than MCPERR_TEXT_MAX: absent. */
mcperr_text mcperr_text_of(const char *plain, size_t size);
/** View of raw JSON as a C string. NULL: absent. */
mcperr_text mcperr_raw(const char *json);
/** View of `size` bytes of raw JSON. NULL or longer than MCPERR_TEXT_MAX: absent. */
mcperr_text mcperr_raw_of(const char *json, size_t size);
/** View of `count` fields as an object. NULL or more than MCPERR_TEXT_MAX: absent. */
mcperr_text mcperr_fields(const mcperr_field *fields, size_t count);

/** The field "key": "text". */
mcperr_field mcperr_field_str(const char *key, const char *plain);
/** The field "key": text, in the text's own form. */
mcperr_field mcperr_field_text(const char *key, mcperr_text text);
/** The field "key": number. */
mcperr_field mcperr_field_int(const char *key, int64_t number);
/** The field "key": true or false. */
mcperr_field mcperr_field_bool(const char *key, bool value);

/**
 * Do two texts stand for the same characters? Escapes and replacements count as what they stand
 * for. JSON is compared byte by byte and equals JSON only; field arrays equal nothing; absent
 * equals absent only.
 */
bool mcperr_text_same(mcperr_text a, mcperr_text b);
/** The same with a C string. NULL is absent. */
bool mcperr_text_is(mcperr_text text, const char *plain);

/**
 * Copy the characters of a text (escapes resolved, broken UTF-8 replaced; JSON as it is) into
 * `to`, and end them with a NUL. All or nothing: what does not fit in `cap` bytes leaves an empty
 * string. Absent texts and field arrays count as empty.
 * @return the length of the copy without its NUL, whether it fitted or not: good if less than cap.
 *         to == NULL measures.
 */
size_t mcperr_text_copy(mcperr_text text, char *to, size_t cap);

/* ------------------------------------------------------------------------------------------------
 * Numbers and time
 * --------------------------------------------------------------------------------------------- */

/**
 * Read a decimal integer: perhaps `-`, then digits without a leading zero, nothing else. -0 is 0.
 * @return false, and *value untouched, if the text is anything else or outside int64_t, or a pointer is NULL.
 */
bool mcperr_integer(const char *text, size_t size, int64_t *value);

/** Bytes of a time as text, its NUL not counted: 2026-01-19T15:32:10.123Z */
#define MCPERR_TIME_SIZE 24
/** The last millisecond of the year 9999. */
#define MCPERR_TIME_MAX INT64_C(253402300799999)

/**
 * Write milliseconds since 1970-01-01 as ISO 8601 in UTC, MCPERR_TIME_SIZE characters without a
 * NUL. Times before 1970 are written as its first millisecond, times past 9999 as its last. `to` may be
 * NULL.
 */
void mcperr_time_text(int64_t unix_ms, char to[MCPERR_TIME_SIZE]);

/**
 * Read what mcperr_time_text writes, and nothing else.
 * @return false, and *unix_ms untouched, if it is not a time of the years 1970 to 9999 in that form, or a
 *         pointer is NULL.
 */
bool mcperr_time_read(const char *text, size_t size, int64_t *unix_ms);

/* ------------------------------------------------------------------------------------------------
 * The strict check
 * --------------------------------------------------------------------------------------------- */

/** What a text may cost. Zero means the default, so a zeroed struct, or none at all, is good. */
typedef struct mcperr_limits {
    uint32_t size;   /**< bytes; default and most: MCPERR_TEXT_MAX, or INT_MAX if that is less */
    uint32_t tokens; /**< names and values together; default: no limit but the size */
    uint16_t depth;  /**< default: MCPERR_DEPTH_DEFAULT; most: MCPERR_DEPTH_MAX */
} mcperr_limits;

/**
 * Is this text exactly one JSON document as RFC 8259 defines it, in UTF-8 without a byte order mark?
 *
 * One pass, at most a few instructions a byte whatever the text holds, at most 192 bytes of stack on
 * Cortex-M3. Lone surrogates are refused; duplicate names are not, since RFC 8259 allows them.
 * @param json   may be NULL if size is 0
 * @param limits NULL: the defaults
 * @param tokens how many names and values there are; NULL if not wanted; set only on MCPERR_OK
 * @param fault  where and why it was refused; NULL if not wanted; on MCPERR_OK its reason is NONE and its
 *               offset the size; untouched on MCPERR_E_MISUSE
 * @return MCPERR_OK, or MCPERR_E_SYNTAX, _PARTIAL (which includes the empty text), _SIZE, _DEPTH,
 *         _TOKENS; MCPERR_E_MISUSE if json is NULL with a size.
 */
mcperr_status mcperr_json_check(const char *json, size_t size, const mcperr_limits *limits, uint32_t *tokens,
                                mcperr_fault *fault);

/** Room to locate one name or value: reading functions take an array. Contents are private. */
typedef struct mcperr_token {
    int scratch[5];
} mcperr_token;

/* ------------------------------------------------------------------------------------------------
 * The writer
 * --------------------------------------------------------------------------------------------- */

/** Takes the next bytes of a streamed document. @return false to stop: MCPERR_E_SINK. */
typedef bool (*mcperr_flush)(void *ctx, const char *bytes, size_t size);

/**
 * A document being written. Plain data: copy it to mark a place, copy it back to rewind (not past a
 * flush). Read `len` and `status`; leave the rest alone. Made by one of the three functions below.
 */
typedef struct mcperr_json {
    char *buf;                  /* NULL: measure */
    size_t room;                /* bytes that fit, and one more for the NUL; 0 while streaming */
    size_t len;                 /**< length of the document so far, whether it was stored or not */
    const char *lazy;           /* name of an object that is yet to be opened; NULL: none */
    struct mcperr_sieve *sieve; /* what is replaced in the values of a spliced object; NULL: nothing */
    uint32_t objects;           /* bit n: the container at depth n is an object */
    uint8_t depth, base;        /* base: the depth at which JSON goes into a string */
    uint8_t mode;
    uint8_t status; /**< the first failure, a mcperr_status */
    /* Streaming: where bytes go, the chunk's size and how much of it is filled, the length that was promised.
     */
    void (*spill)(struct mcperr_json *, const char *, size_t); /* NULL: not streaming */
    mcperr_flush flush;
    void *ctx;
    size_t chunk, at, measured;
} mcperr_json;

/**
 * Write into `cap` bytes at `buf`, one of which is for the NUL that mcperr_json_finish sets. Until
 * something is written, the buffer holds an empty string.
 * buf == NULL: store nothing and measure: afterwards `len` is the length of the document.
 */
void mcperr_json_init(mcperr_json *w, char *buf, size_t cap);

/**
 * Write through a chunk of `cap` bytes (one is enough) to a callback. `done` is a finished measuring
 * writer, by which the document is known to be good before its first byte leaves: make the same
 * calls again. The chunk gets no NUL. `ctx` goes to the callback.
 * Fails (the writer's status is set and nothing is ever flushed) if w, done, chunk or flush is NULL,
 * cap is 0, or `done` has failed or was not finished.
 */
void mcperr_json_stream(mcperr_json *w, const mcperr_json *done, char *chunk, size_t cap, mcperr_flush flush,
                        void *ctx);

/** From here on, write everything past 0x7E as \u escapes: for logs and terminals. */
void mcperr_json_ascii(mcperr_json *w);

/*
 * Each call below writes one value, preceded by a comma where one is due. In an object `key` is the
 * member's name; in an array and for the document itself it is NULL. After the first failure they do
 * nothing, so that a document is a plain list of calls with one check, in mcperr_json_finish.
 *
 * They fail with MCPERR_E_MISUSE if there is a key where none belongs or none where one does, if a
 * second document is begun, or what is not open is closed; with MCPERR_E_DEPTH past
 * MCPERR_DEPTH_DEFAULT open containers; with MCPERR_E_SINK if the callback fails. A buffer that is
 * too small does not stop them: `len` goes on counting. w == NULL does nothing.
 */

void mcperr_json_object(mcperr_json *w, const char *key);
void mcperr_json_array(mcperr_json *w, const char *key);
/** Close the innermost object or array. */
void mcperr_json_end(mcperr_json *w);

void mcperr_json_null(mcperr_json *w, const char *key);
void mcperr_json_bool(mcperr_json *w, const char *key, bool value);
void mcperr_json_int(mcperr_json *w, const char *key, int64_t value);
void mcperr_json_uint(mcperr_json *w, const char *key, uint64_t value);
/** A C string. NULL: null. */
void mcperr_json_str(mcperr_json *w, const char *key, const char *plain);
/** A time as a string, as mcperr_time_text writes it. */
void mcperr_json_time(mcperr_json *w, const char *key, int64_t unix_ms);

/**
 * A text in its form: plain and escaped as a string, JSON as the value it is (checked, then
 * minified: no white space, escapes only where they must be), fields as an object, absent as null.
 * Also fails with what mcperr_json_check answers if the JSON is broken or too deep for its place,
 * and with MCPERR_E_DEPTH if fields nest deeper than MCPERR_FIELDS_DEPTH.
 */
void mcperr_json_text(mcperr_json *w, const char *key, mcperr_text text);

/**
 * The members of an object (JSON or fields), here, in the open object, without those named in
 * `except` (`count` C strings; NULL if none). Absent: nothing.
 * Also fails with MCPERR_E_MISUSE outside an object, with MCPERR_E_SHAPE if the text is not an
 * object, and as mcperr_json_text does.
 */
void mcperr_json_splice(mcperr_json *w, mcperr_text object, const char *const *except, size_t count);

/**
 * Begin a string whose characters are a JSON document of its own, written by the calls that follow
 * up to mcperr_json_unquote: MCP carries envelopes that way. The inner document shares the depth
 * limit. Also fails with MCPERR_E_MISUSE inside another such string.
 */
void mcperr_json_quote(mcperr_json *w, const char *key);
/** End that string. Fails with MCPERR_E_MISUSE unless exactly one inner document is complete. */
void mcperr_json_unquote(mcperr_json *w);

/**
 * End the document.
 * @return MCPERR_OK: the buffer holds the whole document and a NUL, `len` is its length.
 *         MCPERR_E_NOSPACE: it needs `len` + 1 bytes. MCPERR_E_MISUSE: it is empty or unfinished, a
 *         streamed one is not the one measured, or w is NULL. Otherwise the first failure.
 *         After any failure the buffer, if it has a byte, holds an empty string.
 */
mcperr_status mcperr_json_finish(mcperr_json *w);

#ifdef __cplusplus
}
#endif
#endif

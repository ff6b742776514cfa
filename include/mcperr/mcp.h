/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_MCP_H
#define MCPERR_MCP_H
/**
 * @file
 * MCP lines: answers out, replies in, and an endpoint that makes a table of tools a server.
 *
 * A line is one JSON-RPC message without its newline. Both eras of the protocol are spoken, chosen for each
 * request: up to 2025-11-25, with `initialize`; and 2026-07-28, where every request says its version.
 * Nothing here allocates, recurses or keeps state of its own; all memory is the caller's. Frames, errors,
 * replies and lines are reentrant. An endpoint is for one thread at a time; several may share a boundary.
 */
#include "mcperr/boundary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Answers out
 * --------------------------------------------------------------------------------------------- */

/** Codes of JSON-RPC and MCP that may be sent. For your own use any outside -32768 to -32000. */
enum {
    MCPERR_RPC_PARSE = -32700,
    MCPERR_RPC_REQUEST = -32600, /**< not a JSON-RPC request */
    MCPERR_RPC_METHOD = -32601,  /**< no such method */
    MCPERR_RPC_PARAMS = -32602,  /**< malformed request, unknown tool */
    MCPERR_RPC_INTERNAL = -32603,
    MCPERR_RPC_HEADER = -32020,     /**< HTTP headers contradict the request */
    MCPERR_RPC_CAPABILITY = -32021, /**< the client lacks a capability */
    MCPERR_RPC_VERSION = -32022     /**< unsupported protocol version */
};

/** May this code be sent? Not those that MCP reserves, has retired, or leaves to servers of old. */
bool mcperr_rpc_may_send(int32_t code);

/** Longest id that is echoed, in bytes on the wire with its quotes. */
#define MCPERR_ID_MAX 64

/** To whom an answer goes, and what it carries beside. Zeroed, it is a legacy answer without an id. */
typedef struct mcperr_answer {
    mcperr_text id;         /**< as it came: a JSON integer or string; anything else is left out */
    bool modern;            /**< 2026-07-28 */
    const char *name;       /**< of the server, in modern results; NULL: not told */
    const char *version;    /**< of the server; with name */
    const char *meta_key;   /**< put a copy of envelopes into `_meta` under this key; NULL: no */
    bool structured_errors; /**< put a copy of envelopes into `structuredContent`, unless... */
    bool structured_result; /**< ...the tool has an output schema: results go there, and as text */
    int32_t refused;        /**< not 0: envelopes travel in `data` of a JSON-RPC error with this code */
    bool plain;             /**< the result is no tool's: it is the object itself */
    size_t began;           /* private: where the result begins */
} mcperr_answer;

/**
 * The frame of a tool's answer, for mcperr_emit_framed and mcperr_call. A failure is a result with
 * `isError`, the envelope as text in its first content block; copies are the first that is shed. The frame
 * refers to the answer. A `refused` code that may not be sent is sent as MCPERR_RPC_INTERNAL.
 */
mcperr_frame mcperr_answer_frame(mcperr_answer *answer);

/**
 * Write a JSON-RPC error. `what` is one sentence; `about`, if present, is quoted behind it ("Unknown tool:
 * nope"); `data` (fields or JSON) is left out if absent.
 * buf == NULL: measures. `len` may be NULL.
 * @return MCPERR_OK and *len; MCPERR_E_NOSPACE: it needs *len + 1 bytes; MCPERR_E_VALUE: the code may not be
 *         sent; MCPERR_E_SYNTAX, _PARTIAL, _DEPTH: the data is broken; MCPERR_E_MISUSE: answer or what is
 *         NULL.
 */
mcperr_status mcperr_rpc_error(const mcperr_answer *answer, int32_t code, const char *what, mcperr_text about,
                               mcperr_text data, char *buf, size_t cap, size_t *len);

/* ------------------------------------------------------------------------------------------------
 * Lines of a serial port
 * --------------------------------------------------------------------------------------------- */

/** One line, without its end. */
typedef struct mcperr_line {
    const char *text;
    size_t size;
    size_t cut; /**< not 0: the line was too long; this many bytes are its beginning, the rest its end */
} mcperr_line;

/** Bytes into lines. Members are private but for the counts. */
typedef struct mcperr_lines {
    char *buf;
    size_t cap;
    size_t begin, end; /* what is in the buffer and was not yet taken */
    size_t head;       /* not 0: a line too long is coming in; this many bytes of it are kept */
    uint32_t overlong; /**< lines that did not fit; saturating */
    uint32_t noise;    /**< NUL bytes that were dropped; saturating */
} mcperr_lines;

/** Smallest buffer for lines. A line comes whole if it and its end, one LF or CR LF, fit in the buffer. */
#define MCPERR_LINES_MIN 256

/** Use `cap` bytes at `buf`. @return false, and nothing is ever taken, if a pointer is NULL or cap is too
    small. */
bool mcperr_lines_init(mcperr_lines *lines, char *buf, size_t cap);
/**
 * Put in what came from the port, as much as there is room for. Not while a line from mcperr_lines_next is in
 * use. @return how many bytes were taken: if not all, take lines out first.
 */
size_t mcperr_lines_put(mcperr_lines *lines, const char *bytes, size_t size);
/**
 * Take out the next line. LF ends one, a CR before it is dropped, blank ones are passed over. The text stays
 * until the next mcperr_lines_put. @return false if no line is complete.
 */
bool mcperr_lines_next(mcperr_lines *lines, mcperr_line *line);
/** Does a line that waits, complete, cancel the request of that id? Made for mcperr_endpoint.cancelled, when
   the endpoint's own tokens are free. */
bool mcperr_lines_cancel(const mcperr_lines *lines, mcperr_text id, mcperr_token *tokens, size_t count);

/* ------------------------------------------------------------------------------------------------
 * The endpoint
 * --------------------------------------------------------------------------------------------- */

/**
 * A server. Zero it, set what is public, check mcperr_endpoint_min_size at start-up, and keep it where it is.
 * boundary, tools, name, version and tokens must be there.
 */
typedef struct mcperr_endpoint {
    mcperr_boundary *boundary;
    const mcperr_tool *tools;
    size_t tool_count;
    const char *name, *version;
    const char *instructions; /**< for the model; NULL: none */
    mcperr_token *tokens;     /**< for one line: about one for every 8 bytes */
    size_t token_count;
    char *scratch; /**< lent to handlers; NULL: none */
    size_t scratch_size;
    uint32_t ttl_ms;        /**< how long a client may keep the list of tools (2026-07-28) */
    const char *meta_key;   /**< as in mcperr_answer */
    bool structured_errors; /**< as in mcperr_answer */
    mcperr_text client;     /**< who is at the other end; absent: what the client says it is called */
    /**
     * May this client do that? `tool` is NULL for `initialize`. MCPERR_OK, or what mcperr_fail returns: the
     * refusal is recorded as any failure of a tool is, and answered with a JSON-RPC error whose code is the
     * error's HTTP status and whose data is the envelope. `params` is raw JSON, or absent. NULL: anybody may.
     */
    mcperr_status (*authorize)(void *ctx, const mcperr_tool *tool, mcperr_text params, mcperr_error *err);
    /** Was this request cancelled while it waited? Asked right before a tool runs; the answer to yes is no
        line at all. See mcperr_lines_cancel. NULL: no. */
    bool (*cancelled)(void *ctx, mcperr_text id);
    void *ctx;           /**< for both */
    uint32_t unanswered; /**< lines whose answer did not fit the buffer; saturating */
    /* private */
    char client_name[32];
} mcperr_endpoint;

/** The smallest buffer for answers: no request and no failure needs a larger one, and a list of tools comes
    in parts that fit. 0 if the endpoint or its boundary lacks what it must have, a tool has no name or
    handler, a schema is no JSON object, or a parameter has no name of its own or no value that could be good
    (min above max, a negative length, an empty one_of). */
size_t mcperr_endpoint_min_size(const mcperr_endpoint *e);

/**
 * Take one line, give at most one back.
 *
 * Knows initialize, ping, server/discover, tools/list and tools/call; ignores notifications and responses.
 * Bad lines get the JSON-RPC error that says what is wrong, with the id, byte for byte, if it was good; a
 * parse error and an id that is null, fractional, there twice or longer than MCPERR_ID_MAX get one without. A
 * line with too much for the buffer or the tokens is refused if its beginning shows a method or params, and
 * its beginning or end one id, and dropped if not.
 * @param buf for the answer, with a NUL and without a newline; another memory than the line's
 * @return the length of the answer; 0: there is none to be sent
 */
size_t mcperr_endpoint_line(mcperr_endpoint *e, const mcperr_line *line, char *buf, size_t cap);

/* ------------------------------------------------------------------------------------------------
 * Replies in
 * --------------------------------------------------------------------------------------------- */

/** What a line from a server is. */
typedef enum mcperr_reply_kind {
    MCPERR_REPLY_RESULT = 0,     /**< it worked */
    MCPERR_REPLY_TOOL_ERROR,     /**< the tool failed */
    MCPERR_REPLY_PROTOCOL_ERROR, /**< the request failed */
    MCPERR_REPLY_INPUT_REQUIRED, /**< the server wants something first (2026-07-28) */
    MCPERR_REPLY_OTHER,          /**< a request or notification of the server's own */
    MCPERR_REPLY_MALFORMED       /**< none of these; `fault` tells where and why */
} mcperr_reply_kind;

/** A few words for it, for a person. Never NULL. */
const char *mcperr_reply_text(mcperr_reply_kind kind);

/** Where the envelope was found; in the order of search. */
typedef enum mcperr_reply_place {
    MCPERR_IN_NOTHING = 0, /**< nowhere: the error is made of what else was told */
    MCPERR_IN_TEXT, /**< a text block of the content; malformed: a string that it broke, since its quotes
                         were not escaped */
    MCPERR_IN_STRUCTURED, /**< structuredContent, or a result without a content */
    MCPERR_IN_META,       /**< a member of `_meta` */
    MCPERR_IN_DATA,       /**< data of the JSON-RPC error */
    MCPERR_IN_ERROR,      /**< the JSON-RPC error itself */
    MCPERR_IN_LINE,       /**< the line itself: a contract's members in the place of JSON-RPC's */
    MCPERR_IN_MESSAGE     /**< message of the JSON-RPC error, or an error that is a string */
} mcperr_reply_place;

/** What a peer did wrong, and was understood all the same. */
enum {
    MCPERR_ODD_NOT_MARKED = 1, /**< an error of a tool that isError does not mark: there is an envelope */
    MCPERR_ODD_NO_CODE = 2,    /**< a JSON-RPC error without an integer code, or without a message */
    MCPERR_ODD_ID = 4, /**< an id that is null, no integer or string, or too long; a result without one */
    MCPERR_ODD_VERSION = 8, /**< jsonrpc is not "2.0" */
    MCPERR_ODD_BOTH = 16,   /**< result and error: the error counts, unless it is null or false */
    MCPERR_ODD_BOM = 32,    /**< a byte order mark before the line */
    MCPERR_ODD_MARK = 64 /**< isError is no boolean: 1 and the text "true", in letters of any case, count as
                              true, all else as false */
};

/** One reply, understood. Views point into the line; absent: not there. */
typedef struct mcperr_reply {
    mcperr_reply_kind kind;
    mcperr_text id;         /**< JSON: an integer or a string; absent: none. Malformed: if it can be told */
    mcperr_text result;     /**< JSON: all of the result; gone once a text in it was unescaped */
    mcperr_text text;       /**< the first text block; plain if it was unescaped */
    mcperr_text structured; /**< structuredContent: JSON, or a string */
    mcperr_text state;      /**< input required: requestState, to be sent back */
    mcperr_text method;     /**< other: what is requested or notified */
    mcperr_text message;    /**< protocol error: its message */
    mcperr_text data;       /**< protocol error: its data, JSON or a string */
    int64_t code; /**< protocol error: its code, also if it was quoted; tool error: the one that its text
                       quotes, as in `MCP error -32602: ...`, unless that is an envelope; 0: none */
    unsigned odd; /**< MCPERR_ODD_... */
    mcperr_reply_place place;
    const mcperr_dialect *dialect; /**< of the envelope, or of the code; NULL: of none that was asked for */
    mcperr_reading reading;        /**< how well the error was understood */
    mcperr_error error;            /**< tool error, protocol error, malformed: what to do? mcperr_advise */
    mcperr_fault fault;            /**< malformed: where and why, as offset in the line; otherwise zero */
} mcperr_reply;

/**
 * Read one line of a server. Nothing is refused: what cannot be read is malformed, and is an error that
 * mcperr_advise has advice for.
 *
 * An error is an envelope, wherever it stands; otherwise the words that came, with the code of a dialect that
 * stands before them, or the kind that the JSON-RPC code stands for. What frameworks put before (`MCP error
 * -32602: `, `Error executing tool x: `) is passed over. Where no code tells the kind, a status of HTTP does
 * (`status code 429`), or the first 256 bytes of the words, if they are those of well-known servers and
 * libraries (`timed out`, `permission denied`): read as MCPERR_PLAINTEXT all the same. They may also tell
 * that -32602 is about an unknown tool or resource (not_found), or about the server's own result (internal).
 * `Retry after 30 seconds`, `try again in 1m30s` and the like give retry_after. In a malformed line, words
 * are words.
 *
 * A result that is not marked as an error is one only if it is an envelope beyond doubt: exact, or with a
 * code that is known and a message. So is an object that stands among other words, as in a Markdown fence or
 * behind `Error: `, which is sought in the texts of marked errors and in strings that JSON-RPC errors hold.
 * Of the line's own members that are there twice the last counts; an envelope that says a name twice is none.
 * The line is judged as strictly as any JSON here: half a surrogate pair, or nesting deeper than
 * MCPERR_DEPTH_DEFAULT, makes it malformed.
 *
 * The line is changed: a text that may be an envelope, or is all that an error says, is unescaped where it
 * stands, which makes it shorter. What is around it is then no JSON any more.
 * @param set    dialects to look for; `set_size` of them; NULL: none
 * @param line   with or without its end; NULL: empty
 * @param tokens room for `count` names and values. With too few for the line it is malformed. An envelope
 *               inside of a string is read in the same room after it; with too few for that it is not found
 * @return reply->kind; MCPERR_REPLY_MALFORMED if reply is NULL
 */
mcperr_reply_kind mcperr_reply_read(const mcperr_dialect *const *set, size_t set_size, char *line,
                                    size_t size, mcperr_token *tokens, size_t count, mcperr_reply *reply);

#ifdef __cplusplus
}
#endif
#endif

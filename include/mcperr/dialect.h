/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_DIALECT_H
#define MCPERR_DIALECT_H
/**
 * @file
 * The dialects, and what it takes to add one of your own.
 *
 * A dialect is two constant tables: rows in wire order, each saying which member of the error goes
 * under which name in which form; and codes, each with the kind it stands for. One loop writes all
 * dialects and one loop reads them. docs/examples/own_dialect.c shows a dialect in a user's file.
 */
#include "mcperr/json.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mcperr_dialect mcperr_dialect;

extern const mcperr_dialect mcperr_kaiza;       /**< KAIZA SystemError 1.0.0 */
extern const mcperr_dialect mcperr_context;     /**< Context Resolve v0 */
extern const mcperr_dialect mcperr_codeintel;   /**< codeintel envelope 1.0.0: empty result, error, problem */
extern const mcperr_dialect mcperr_problem;     /**< codeintel's problem object alone (RFC 9457) */
extern const mcperr_dialect mcperr_toolerror;   /**< ToolError */
extern const mcperr_dialect mcperr_owlclaw;     /**< OwlClaw, MCP representation */
extern const mcperr_dialect mcperr_owlclaw_api; /**< OwlClaw, API representation (problem details) */

/** What kind of failure it is, in words that every dialect can translate. */
typedef enum mcperr_kind {
    MCPERR_INTERNAL = 0,
    MCPERR_INVALID,
    MCPERR_UNSUPPORTED_VERSION,
    MCPERR_VERSION_CONFLICT,
    MCPERR_UNSUPPORTED_ENCODING,
    MCPERR_UNAUTHENTICATED,
    MCPERR_FORBIDDEN,
    MCPERR_NOT_FOUND,
    MCPERR_CONFLICT,
    MCPERR_PRECONDITION,
    MCPERR_POLICY,
    MCPERR_RATE_LIMITED,
    MCPERR_BUDGET,
    MCPERR_CORRUPT,
    MCPERR_IO,
    MCPERR_TIMEOUT,
    MCPERR_UNAVAILABLE,
    MCPERR_KIND_COUNT
} mcperr_kind;

/* ------------------------------------------------------------------------------------------------
 * Rows
 * --------------------------------------------------------------------------------------------- */

/** In which form a member travels. */
enum {
    MCPERR_FORM_OPEN,        /**< an object begins; the rows up to its CLOSE are its members */
    MCPERR_FORM_CLOSE,       /**< it ends */
    MCPERR_FORM_TEXT,        /**< a string: `extra`, if given, then the error's text */
    MCPERR_FORM_RAW,         /**< a string or an object, as it is */
    MCPERR_FORM_SPLICE,      /**< all other members of this object: those of the error's text */
    MCPERR_FORM_CODE,        /**< the code */
    MCPERR_FORM_TYPE,        /**< `extra`, then the code's slug */
    MCPERR_FORM_TITLE,       /**< the code in Title Case */
    MCPERR_FORM_CANONICAL,   /**< the code's canonical message */
    MCPERR_FORM_MESSAGE,     /**< the message, or the canonical one */
    MCPERR_FORM_CATEGORY,    /**< the code's category */
    MCPERR_FORM_STATUS,      /**< the HTTP status, 100 to 599 */
    MCPERR_FORM_RETRYABLE,   /**< the code's retryable */
    MCPERR_FORM_RECOVERABLE, /**< the error's recoverable */
    MCPERR_FORM_RETRY_AFTER, /**< seconds, 0 to 2147483647 */
    MCPERR_FORM_TIME         /**< ISO 8601 with milliseconds */
};

/** How a row departs from "required, and not null". */
enum {
    MCPERR_ROW_NULLABLE = 1,  /**< absent is null */
    MCPERR_ROW_OPTIONAL = 2,  /**< absent is left out; so is an object without members */
    MCPERR_ROW_OPEN_READ = 4, /**< may be missing when read, but is always written; OPEN: may be an
                                   empty array when read */
    MCPERR_ROW_KEEP = 8,      /**< never shed */
    MCPERR_ROW_ONE_OF = 16,   /**< TEXT: `extra` lists the values allowed, separated by '|' */
    MCPERR_ROW_GIVEN = 32,    /**< TEXT: must be given; without it, absent is the tool or "unknown" */
    MCPERR_ROW_ALIAS = 64,    /**< read by mcperr_read only, never written */
    MCPERR_ROW_SAFE = 128,    /**< MESSAGE: no diagnostics, not empty. SPLICE: secrets redacted.
                                   TEXT: `category:operation` (lint) */
    MCPERR_ROW_DIFFERS = 256, /**< MESSAGE: left out if it is the canonical one */
    MCPERR_ROW_HINT = 512     /**< read: a value of another type or range is ignored, not refused */
};

/** One member. Made by MCPERR_ROW and its kin only, so that tables survive changes of layout. */
typedef struct mcperr_row {
    const char *name; /* ,"name":" */
    const char *extra;
    uint16_t at; /* offset of a mcperr_text in mcperr_error */
    uint16_t flags;
    uint8_t name_size; /* of the name alone */
    uint8_t form;
    uint8_t shed; /* the level that drops it */
} mcperr_row;

#define MCPERR_ROW_(name, extra, at, form, flags, shed)                                                      \
    {                                                                                                        \
        ",\"" name "\":\"", (extra), (uint16_t)(at), (flags), (uint8_t)(sizeof(name) - 1), (form), (shed)    \
    }
/** A member that is a text of the error (mcperr_error must be complete: include error.h). */
#define MCPERR_ROW_TEXT(name, member, flags)                                                                 \
    MCPERR_ROW_(name, NULL, offsetof(mcperr_error, member), MCPERR_FORM_TEXT, flags, 5)
/** The same with a prefix, or with the values allowed (MCPERR_ROW_ONE_OF). */
#define MCPERR_ROW_TEXT_EXTRA(name, extra, member, flags)                                                    \
    MCPERR_ROW_(name, extra, offsetof(mcperr_error, member), MCPERR_FORM_TEXT, flags, 5)
/** A text that is shed before others. */
#define MCPERR_ROW_TEXT_SHED(name, member, flags, level)                                                     \
    MCPERR_ROW_(name, NULL, offsetof(mcperr_error, member), MCPERR_FORM_TEXT, flags, level)
/** A string or object of the error, as it is. */
#define MCPERR_ROW_RAW(name, member, flags, level)                                                           \
    MCPERR_ROW_(name, NULL, offsetof(mcperr_error, member), MCPERR_FORM_RAW, flags, level)
/** All members of an object of the error that no row of this object writes. */
#define MCPERR_ROW_SPLICE(member, flags, level)                                                              \
    MCPERR_ROW_("", NULL, offsetof(mcperr_error, member), MCPERR_FORM_SPLICE, flags, level)
/** A member that follows from the error: CODE, TITLE, STATUS, … */
#define MCPERR_ROW(name, form, flags) MCPERR_ROW_(name, NULL, 0, MCPERR_FORM_##form, flags, 5)
/** `prefix`, then the code's slug. */
#define MCPERR_ROW_TYPE(name, prefix) MCPERR_ROW_(name, prefix, 0, MCPERR_FORM_TYPE, 0, 5)
#define MCPERR_ROW_CLOSE MCPERR_ROW_("", NULL, 0, MCPERR_FORM_CLOSE, 0, 5)

/** Most rows of a dialect. */
#define MCPERR_ROWS_MAX 32

/* ------------------------------------------------------------------------------------------------
 * Codes
 * --------------------------------------------------------------------------------------------- */

/** On which MCP requests a code may arise; 0: on any. */
enum { MCPERR_ON_INITIALIZE = 1, MCPERR_ON_CALL = 2, MCPERR_ON_READ = 4 };

/** One code. Made by MCPERR_CODE and its kin only. */
typedef struct mcperr_code {
    const char *code;
    const char *message; /* "{}" stands for the invariant */
    const char *slug;    /* for TYPE; NULL: the code, with '-' for '.' and '_' */
    uint8_t size;        /* of the code */
    uint8_t kind;
    uint8_t surface; /* MCPERR_ON_... */
} mcperr_code;

/** A code with a slug and a surface of its own. */
#define MCPERR_CODE_ON(code, kind, message, slug, surface)                                                   \
    {                                                                                                        \
        (code), (message), (slug), (uint8_t)(sizeof(code) - 1), (uint8_t)(kind), (uint8_t)(surface)          \
    }
/** A code, the kind it stands for, and its canonical message. */
#define MCPERR_CODE(code, kind, message) MCPERR_CODE_ON(code, kind, message, NULL, 0)

/* ------------------------------------------------------------------------------------------------
 * Dialects
 * --------------------------------------------------------------------------------------------- */

/** Properties of a dialect. */
enum {
    MCPERR_DIALECT_CLOSED = 1, /**< members that no row names are refused */
    MCPERR_DIALECT_KEBAB = 2,  /**< other codes are read if they are kebab-case; the kind is the status's */
    MCPERR_DIALECT_DOTTED =
        4 /**< other codes are read if they are domain.reason; the kind is the category's */
};

/** Replaces values that must not leave; answers absent where nothing is to be replaced. */
typedef mcperr_text (*mcperr_filter)(const void *ctx, mcperr_text key, mcperr_text value);

struct mcperr_dialect {
    const char *name;
    /** Members by which it is known: `a&b|c.d&!e`; a trailing dot means an object, `!` one that is not there.
     */
    const char *marks;
    const mcperr_row *rows;
    const mcperr_code *codes;
    const uint8_t *words; /**< for each kind, the row of the code that says it */
    mcperr_filter filter; /**< for SPLICE rows that are SAFE; its ctx is the error; NULL: none */
    uint8_t row_count, code_count;
    uint8_t rank; /**< of several that match a text, the lowest is meant */
    uint8_t flags;
};

#ifdef __cplusplus
}
#endif
#endif

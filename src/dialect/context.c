/* SPDX-License-Identifier: MIT */
/* MCP Error Object for Context Resolve v0. */
#include "redact.h"

static const mcperr_row rows[] = {
    MCPERR_ROW("error", OPEN, 0),
    MCPERR_ROW("code", CODE, 0),
    MCPERR_ROW("message", MESSAGE, MCPERR_ROW_SAFE),
    MCPERR_ROW_CLOSE,
};

enum { CACHE_MISSING, CACHE_INVALID, INVALID_QUERY, INVALID_BUDGET, IO_ERROR, INTERNAL_ERROR, CODES };

static const mcperr_code codes[CODES] = {
    [CACHE_MISSING] = MCPERR_CODE("cache_missing", MCPERR_NOT_FOUND, "Cache does not exist"),
    [CACHE_INVALID] = MCPERR_CODE("cache_invalid", MCPERR_CORRUPT, "Cache exists but is invalid"),
    [INVALID_QUERY] = MCPERR_CODE("invalid_query", MCPERR_INVALID, "Query is invalid"),
    [INVALID_BUDGET] = MCPERR_CODE("invalid_budget", MCPERR_INVALID, "Budget is invalid"),
    [IO_ERROR] = MCPERR_CODE("io_error", MCPERR_IO, "I/O error occurred"),
    [INTERNAL_ERROR] = MCPERR_CODE("internal_error", MCPERR_INTERNAL, "Internal error"),
};

static const uint8_t words[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = INTERNAL_ERROR,
    [MCPERR_INVALID] = INVALID_QUERY,
    [MCPERR_UNSUPPORTED_VERSION] = INVALID_QUERY,
    [MCPERR_VERSION_CONFLICT] = INVALID_QUERY,
    [MCPERR_UNSUPPORTED_ENCODING] = CACHE_INVALID,
    [MCPERR_UNAUTHENTICATED] = IO_ERROR,
    [MCPERR_FORBIDDEN] = IO_ERROR,
    [MCPERR_NOT_FOUND] = CACHE_MISSING,
    [MCPERR_CONFLICT] = CACHE_INVALID,
    [MCPERR_PRECONDITION] = INTERNAL_ERROR,
    [MCPERR_POLICY] = INTERNAL_ERROR,
    [MCPERR_RATE_LIMITED] = IO_ERROR,
    [MCPERR_BUDGET] = INTERNAL_ERROR,
    [MCPERR_CORRUPT] = CACHE_INVALID,
    [MCPERR_IO] = IO_ERROR,
    [MCPERR_TIMEOUT] = INTERNAL_ERROR,
    [MCPERR_UNAVAILABLE] = IO_ERROR,
};

const mcperr_dialect mcperr_context = {
    "context",
    "error.code&error.message&!jsonrpc",
    rows,
    codes,
    words,
    mcperr_no_diagnostics,
    sizeof rows / sizeof *rows,
    CODES,
    5,
    MCPERR_DIALECT_CLOSED,
};

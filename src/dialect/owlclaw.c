/* SPDX-License-Identifier: MIT */
/* OwlClaw Unified Error Model: two representations (sections 2 and 3) over one code table (section 4). */
#include "mcperr/error.h"

static const mcperr_row mcp_rows[] = {
    MCPERR_ROW("error", OPEN, 0),
    MCPERR_ROW("code", CODE, 0),
    MCPERR_ROW("message", MESSAGE, MCPERR_ROW_OPEN_READ),
    MCPERR_ROW("category", CATEGORY, 0),
    MCPERR_ROW("retryable", RETRYABLE, 0),
    MCPERR_ROW_TEXT("incident_id", incident, MCPERR_ROW_GIVEN | MCPERR_ROW_KEEP),
    MCPERR_ROW("details", OPEN, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_SPLICE(details, MCPERR_ROW_OPTIONAL, MCPERR_SHED_DETAILS),
    MCPERR_ROW_CLOSE,
    MCPERR_ROW("retry_after", RETRY_AFTER, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_CLOSE,
};

static const mcperr_row api_rows[] = {
    MCPERR_ROW_TYPE("type", "https://owlclaw.dev/problems/"),
    MCPERR_ROW("title", CANONICAL, 0),
    MCPERR_ROW("status", STATUS, 0),
    MCPERR_ROW("detail", MESSAGE, MCPERR_ROW_OPTIONAL | MCPERR_ROW_DIFFERS),
    MCPERR_ROW("code", CODE, 0),
    MCPERR_ROW("category", CATEGORY, 0),
    MCPERR_ROW("retryable", RETRYABLE, 0),
    MCPERR_ROW_TEXT("incident_id", incident, MCPERR_ROW_GIVEN | MCPERR_ROW_KEEP),
    MCPERR_ROW("details", OPEN, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_SPLICE(details, MCPERR_ROW_OPTIONAL, MCPERR_SHED_DETAILS),
    MCPERR_ROW_CLOSE,
    MCPERR_ROW("retry_after", RETRY_AFTER, MCPERR_ROW_OPTIONAL),
};

/* One code for each kind, in the order of the kinds: the kind's facts are the columns of the matrix.
   Those that section 4 does not list are rows of our own, as section 7 allows. */
static const mcperr_code codes[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = MCPERR_CODE("internal.unexpected", MCPERR_INTERNAL, "Unexpected internal error"),
    [MCPERR_INVALID] = MCPERR_CODE("validation.invalid_input", MCPERR_INVALID, "Invalid input"),
    [MCPERR_UNSUPPORTED_VERSION] =
        MCPERR_CODE_SLUG("protocol.unsupported_version", MCPERR_UNSUPPORTED_VERSION,
                         "Unsupported protocol version", "protocol-version"),
    [MCPERR_VERSION_CONFLICT] =
        MCPERR_CODE("protocol.version_conflict", MCPERR_VERSION_CONFLICT, "Protocol version conflict"),
    [MCPERR_UNSUPPORTED_ENCODING] =
        MCPERR_CODE("validation.unsupported_encoding", MCPERR_UNSUPPORTED_ENCODING, "Unsupported encoding"),
    [MCPERR_UNAUTHENTICATED] = MCPERR_CODE("auth.unauthorized", MCPERR_UNAUTHENTICATED, "Unauthorized"),
    [MCPERR_FORBIDDEN] = MCPERR_CODE("auth.forbidden", MCPERR_FORBIDDEN, "Forbidden"),
    [MCPERR_NOT_FOUND] = MCPERR_CODE("runtime.not_found", MCPERR_NOT_FOUND, "Not found"),
    [MCPERR_CONFLICT] = MCPERR_CODE("runtime.conflict", MCPERR_CONFLICT, "Conflict"),
    [MCPERR_PRECONDITION] =
        MCPERR_CODE("governance.precondition_failed", MCPERR_PRECONDITION, "Precondition failed"),
    [MCPERR_POLICY] = MCPERR_CODE("governance.policy_violation", MCPERR_POLICY, "Policy violation"),
    [MCPERR_RATE_LIMITED] = MCPERR_CODE("governance.rate_limited", MCPERR_RATE_LIMITED, "Rate limited"),
    [MCPERR_BUDGET] = MCPERR_CODE("governance.budget_exceeded", MCPERR_BUDGET, "Budget exceeded"),
    [MCPERR_CORRUPT] = MCPERR_CODE("runtime.corrupt_data", MCPERR_CORRUPT, "Corrupt data"),
    [MCPERR_IO] = MCPERR_CODE("runtime.io_error", MCPERR_IO, "I/O error"),
    [MCPERR_TIMEOUT] = MCPERR_CODE("runtime.timeout", MCPERR_TIMEOUT, "Operation timed out"),
    [MCPERR_UNAVAILABLE] =
        MCPERR_CODE("dependency.unavailable", MCPERR_UNAVAILABLE, "Dependency unavailable"),
};

static const uint8_t words[MCPERR_KIND_COUNT] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

const mcperr_dialect mcperr_owlclaw = {
    "owlclaw", "error.category|error.incident_id", mcp_rows,          codes, words,
    NULL,      sizeof mcp_rows / sizeof *mcp_rows, MCPERR_KIND_COUNT, 4,     MCPERR_DIALECT_DOTTED,
};

const mcperr_dialect mcperr_owlclaw_api = {
    "owlclaw-api", "status&category&incident_id",      api_rows,          codes, words,
    NULL,          sizeof api_rows / sizeof *api_rows, MCPERR_KIND_COUNT, 6,     MCPERR_DIALECT_DOTTED,
};

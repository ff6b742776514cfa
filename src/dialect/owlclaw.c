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
#define ANY 0
#define INITIALIZE MCPERR_ON_INITIALIZE
#define CALL MCPERR_ON_CALL
#define START (MCPERR_ON_INITIALIZE | MCPERR_ON_CALL)
#define USE (MCPERR_ON_CALL | MCPERR_ON_READ)
#define ROW(kind, code, message, slug, surface) [kind] = MCPERR_CODE_ON(code, kind, message, slug, surface)

static const mcperr_code codes[MCPERR_KIND_COUNT] = {
    ROW(MCPERR_INTERNAL, "internal.unexpected", "Unexpected internal error", NULL, ANY),
    ROW(MCPERR_INVALID, "validation.invalid_input", "Invalid input", NULL, CALL),
    ROW(MCPERR_UNSUPPORTED_VERSION, "protocol.unsupported_version", "Unsupported protocol version",
        "protocol-version", START),
    ROW(MCPERR_VERSION_CONFLICT, "protocol.version_conflict", "Protocol version conflict", NULL, START),
    ROW(MCPERR_UNSUPPORTED_ENCODING, "validation.unsupported_encoding", "Unsupported encoding", NULL, CALL),
    ROW(MCPERR_UNAUTHENTICATED, "auth.unauthorized", "Unauthorized", NULL, INITIALIZE),
    ROW(MCPERR_FORBIDDEN, "auth.forbidden", "Forbidden", NULL, USE),
    ROW(MCPERR_NOT_FOUND, "runtime.not_found", "Not found", NULL, USE),
    ROW(MCPERR_CONFLICT, "runtime.conflict", "Conflict", NULL, CALL),
    ROW(MCPERR_PRECONDITION, "governance.precondition_failed", "Precondition failed", NULL, CALL),
    ROW(MCPERR_POLICY, "governance.policy_violation", "Policy violation", NULL, CALL),
    ROW(MCPERR_RATE_LIMITED, "governance.rate_limited", "Rate limited", NULL, CALL),
    ROW(MCPERR_BUDGET, "governance.budget_exceeded", "Budget exceeded", NULL, CALL),
    ROW(MCPERR_CORRUPT, "runtime.corrupt_data", "Corrupt data", NULL, USE),
    ROW(MCPERR_IO, "runtime.io_error", "I/O error", NULL, USE),
    ROW(MCPERR_TIMEOUT, "runtime.timeout", "Operation timed out", NULL, USE),
    ROW(MCPERR_UNAVAILABLE, "dependency.unavailable", "Dependency unavailable", NULL, USE),
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

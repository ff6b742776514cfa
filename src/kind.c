/* SPDX-License-Identifier: MIT */
/* Kinds: one row each. Everything that a contract says of a code follows from its kind. */
#include "error.h"

#include <string.h>

/* clang-format off */
#define KINDS(KIND) \
    KIND(MCPERR_INTERNAL, "internal", INTERNAL, 500, false, MCPERR_CRITICAL) \
    KIND(MCPERR_INVALID, "invalid", VALIDATION, 400, false, MCPERR_WARNING) \
    KIND(MCPERR_UNSUPPORTED_VERSION, "unsupported_version", COMPATIBILITY, 400, false, MCPERR_WARNING) \
    KIND(MCPERR_VERSION_CONFLICT, "version_conflict", VALIDATION, 400, false, MCPERR_WARNING) \
    KIND(MCPERR_UNSUPPORTED_ENCODING, "unsupported_encoding", VALIDATION, 415, false, MCPERR_WARNING) \
    KIND(MCPERR_UNAUTHENTICATED, "unauthenticated", AUTH, 401, false, MCPERR_CRITICAL) \
    KIND(MCPERR_FORBIDDEN, "forbidden", AUTH, 403, false, MCPERR_CRITICAL) \
    KIND(MCPERR_NOT_FOUND, "not_found", RUNTIME, 404, false, MCPERR_WARNING) \
    KIND(MCPERR_CONFLICT, "conflict", RUNTIME, 409, false, MCPERR_WARNING) \
    KIND(MCPERR_PRECONDITION, "precondition", GOVERNANCE, 409, false, MCPERR_WARNING) \
    KIND(MCPERR_POLICY, "policy", GOVERNANCE, 403, false, MCPERR_WARNING) \
    KIND(MCPERR_RATE_LIMITED, "rate_limited", GOVERNANCE, 429, true, MCPERR_WARNING) \
    KIND(MCPERR_BUDGET, "budget", GOVERNANCE, 403, false, MCPERR_CRITICAL) \
    KIND(MCPERR_CORRUPT, "corrupt", RUNTIME, 500, false, MCPERR_CRITICAL) \
    KIND(MCPERR_IO, "io", RUNTIME, 500, true, MCPERR_WARNING) \
    KIND(MCPERR_TIMEOUT, "timeout", RUNTIME, 504, true, MCPERR_WARNING) \
    KIND(MCPERR_UNAVAILABLE, "unavailable", DEPENDENCY, 503, true, MCPERR_WARNING)
/* clang-format on */

enum { INTERNAL, VALIDATION, COMPATIBILITY, AUTH, RUNTIME, GOVERNANCE, DEPENDENCY };

static const char categories[][14] = {
    [INTERNAL] = "internal", [VALIDATION] = "validation", [COMPATIBILITY] = "compatibility", [AUTH] = "auth",
    [RUNTIME] = "runtime",   [GOVERNANCE] = "governance", [DEPENDENCY] = "dependency",
};

#define INFO(kind, name, category, status, retryable, alert)                                                 \
    [kind] = {name, categories[category], status, retryable, alert},
static const mcperr_kind_info kinds[MCPERR_KIND_COUNT] = {KINDS(INFO)};

/* The same in two bytes each: what writing needs. Firmware that asks no more links no more. */
#define FACTS(kind, name, category, status, retryable, alert)                                                \
    [kind] = (status) | (category) << 10 | (retryable) << 13,
static const uint16_t facts[MCPERR_KIND_COUNT] = {KINDS(FACTS)};

static unsigned facts_of(unsigned kind) { return facts[kind < MCPERR_KIND_COUNT ? kind : MCPERR_INTERNAL]; }

unsigned mcperr_kind_status(unsigned kind) { return facts_of(kind) & 0x3FF; }
bool mcperr_kind_retryable(unsigned kind) { return facts_of(kind) >> 13; }
const char *mcperr_kind_category(unsigned kind) { return categories[facts_of(kind) >> 10 & 7]; }

mcperr_kind mcperr_kind_in(mcperr_text category, bool retryable)
{
    static const uint8_t usual[][2] = {
        [INTERNAL] = {MCPERR_INTERNAL, MCPERR_INTERNAL},
        [VALIDATION] = {MCPERR_INVALID, MCPERR_INVALID},
        [COMPATIBILITY] = {MCPERR_UNSUPPORTED_VERSION, MCPERR_UNSUPPORTED_VERSION},
        [AUTH] = {MCPERR_FORBIDDEN, MCPERR_FORBIDDEN},
        [RUNTIME] = {MCPERR_INTERNAL, MCPERR_IO},
        [GOVERNANCE] = {MCPERR_POLICY, MCPERR_RATE_LIMITED},
        [DEPENDENCY] = {MCPERR_UNAVAILABLE, MCPERR_UNAVAILABLE},
    };

    for (unsigned i = 0; i < sizeof usual / sizeof *usual; i++)
        if (mcperr_text_is(category, categories[i]))
            return (mcperr_kind)usual[i][retryable];
    return MCPERR_KIND_COUNT;
}

const mcperr_kind_info *mcperr_kind_of(unsigned kind)
{
    return &kinds[kind < MCPERR_KIND_COUNT ? kind : MCPERR_INTERNAL];
}

mcperr_kind mcperr_kind_named(mcperr_text name)
{
    unsigned kind = 0;

    while (kind < MCPERR_KIND_COUNT && !mcperr_text_is(name, kinds[kind].name))
        kind++;
    return (mcperr_kind)kind;
}

mcperr_kind mcperr_kind_of_http(unsigned status)
{
    switch (status) {
    case 401:
        return MCPERR_UNAUTHENTICATED;
    case 403:
        return MCPERR_FORBIDDEN;
    case 404:
    case 410:
        return MCPERR_NOT_FOUND;
    case 408:
        return MCPERR_TIMEOUT;
    case 409:
        return MCPERR_CONFLICT;
    case 415:
        return MCPERR_UNSUPPORTED_ENCODING;
    case 425:
        return MCPERR_UNAVAILABLE;
    case 429:
        return MCPERR_RATE_LIMITED;
    case 504:
        return MCPERR_TIMEOUT;
    default:
        break;
    }
    if (status >= 500 && status < 600)
        return MCPERR_UNAVAILABLE;
    return status >= 400 && status < 500 ? MCPERR_INVALID : MCPERR_INTERNAL;
}

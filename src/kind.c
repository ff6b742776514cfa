/* SPDX-License-Identifier: MIT */
/* Kinds: one row each. Everything that a contract says of a code follows from its kind. */
#include "mcperr/error.h"

#include <string.h>

static const mcperr_kind_info kinds[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = {"internal", "internal", 500, false, MCPERR_CRITICAL},
    [MCPERR_INVALID] = {"invalid", "validation", 400, false, MCPERR_WARNING},
    [MCPERR_UNSUPPORTED_VERSION] = {"unsupported_version", "compatibility", 400, false, MCPERR_WARNING},
    [MCPERR_VERSION_CONFLICT] = {"version_conflict", "validation", 400, false, MCPERR_WARNING},
    [MCPERR_UNSUPPORTED_ENCODING] = {"unsupported_encoding", "validation", 415, false, MCPERR_WARNING},
    [MCPERR_UNAUTHENTICATED] = {"unauthenticated", "auth", 401, false, MCPERR_CRITICAL},
    [MCPERR_FORBIDDEN] = {"forbidden", "auth", 403, false, MCPERR_CRITICAL},
    [MCPERR_NOT_FOUND] = {"not_found", "runtime", 404, false, MCPERR_WARNING},
    [MCPERR_CONFLICT] = {"conflict", "runtime", 409, false, MCPERR_WARNING},
    [MCPERR_PRECONDITION] = {"precondition", "governance", 409, false, MCPERR_WARNING},
    [MCPERR_POLICY] = {"policy", "governance", 403, false, MCPERR_WARNING},
    [MCPERR_RATE_LIMITED] = {"rate_limited", "governance", 429, true, MCPERR_WARNING},
    [MCPERR_BUDGET] = {"budget", "governance", 403, false, MCPERR_CRITICAL},
    [MCPERR_CORRUPT] = {"corrupt", "runtime", 500, false, MCPERR_CRITICAL},
    [MCPERR_IO] = {"io", "runtime", 500, true, MCPERR_WARNING},
    [MCPERR_TIMEOUT] = {"timeout", "runtime", 504, true, MCPERR_WARNING},
    [MCPERR_UNAVAILABLE] = {"unavailable", "dependency", 503, true, MCPERR_WARNING},
};

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

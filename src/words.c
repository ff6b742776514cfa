/* SPDX-License-Identifier: MIT */
/* Words for people. Firmware that never prints a status or reason does not link them. */
#include "mcperr/json.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const statuses[] = {
    "good",
    "buffer too small",
    "not valid JSON",
    "text ends too early",
    "too long",
    "nested too deep",
    "too many values",
    "not the shape of this envelope",
    "value not allowed",
    "call not allowed",
    "sink failed",
    "the tool failed",
    "internal contradiction",
};

static const char *const reasons[] = {
    "nothing wrong",
    "text ends too early",
    "byte order mark",
    "expected a value",
    "expected a member name in quotes",
    "expected ':' after the member name",
    "expected ',' or '}' after the member",
    "expected ',' or ']' after the element",
    "text after the document",
    "misspelt true, false or null",
    "malformed number",
    "raw control character in a string",
    "invalid escape",
    "half of a surrogate pair",
    "invalid UTF-8",
    "longer than the limit",
    "nested deeper than the limit",
    "more values than the limit",
    "must be there, but is missing",
    "not a member of this contract",
    "there for the second time",
    "value of the wrong type",
    "not a code of this contract",
    "value not allowed here",
    "number out of range",
    "not a time of the form 2026-01-19T15:32:10.123Z",
    "does not begin as the contract says",
    "must not be empty",
    "contradicts the code",
    "message with diagnostics (path, hash, trace or control character)",
    "differs from the message",
    "does not end in the code",
    "not the title of the code",
    "not of the form category:operation",
};

typedef char statuses_complete[COUNT(statuses) == MCPERR_E_INTERNAL + 1 ? 1 : -1];
typedef char reasons_complete[COUNT(reasons) == MCPERR_R_COUNT_ ? 1 : -1];

const char *mcperr_status_text(mcperr_status status)
{
    return (size_t)status < COUNT(statuses) ? statuses[status] : "unknown status";
}

const char *mcperr_reason_text(mcperr_reason reason)
{
    return (size_t)reason < COUNT(reasons) ? reasons[reason] : "unknown reason";
}

/* SPDX-License-Identifier: MIT */
#include "contracts.h"
#include "mcperr/errno.h"

#include <limits.h>

/* The table of kinds that everything follows. */
static const struct {
    mcperr_kind kind;
    const char *name;
    unsigned status;
    const char *category;
    bool retryable;
    unsigned alert;
} kinds[] = {
    {MCPERR_INTERNAL, "internal", 500, "internal", false, MCPERR_CRITICAL},
    {MCPERR_INVALID, "invalid", 400, "validation", false, MCPERR_WARNING},
    {MCPERR_UNSUPPORTED_VERSION, "unsupported_version", 400, "compatibility", false, MCPERR_WARNING},
    {MCPERR_VERSION_CONFLICT, "version_conflict", 400, "validation", false, MCPERR_WARNING},
    {MCPERR_UNSUPPORTED_ENCODING, "unsupported_encoding", 415, "validation", false, MCPERR_WARNING},
    {MCPERR_UNAUTHENTICATED, "unauthenticated", 401, "auth", false, MCPERR_CRITICAL},
    {MCPERR_FORBIDDEN, "forbidden", 403, "auth", false, MCPERR_CRITICAL},
    {MCPERR_NOT_FOUND, "not_found", 404, "runtime", false, MCPERR_WARNING},
    {MCPERR_CONFLICT, "conflict", 409, "runtime", false, MCPERR_WARNING},
    {MCPERR_PRECONDITION, "precondition", 409, "governance", false, MCPERR_WARNING},
    {MCPERR_POLICY, "policy", 403, "governance", false, MCPERR_WARNING},
    {MCPERR_RATE_LIMITED, "rate_limited", 429, "governance", true, MCPERR_WARNING},
    {MCPERR_BUDGET, "budget", 403, "governance", false, MCPERR_CRITICAL},
    {MCPERR_CORRUPT, "corrupt", 500, "runtime", false, MCPERR_CRITICAL},
    {MCPERR_IO, "io", 500, "runtime", true, MCPERR_WARNING},
    {MCPERR_TIMEOUT, "timeout", 504, "runtime", true, MCPERR_WARNING},
    {MCPERR_UNAVAILABLE, "unavailable", 503, "dependency", true, MCPERR_WARNING},
};

MU_TEST(every_kind_has_the_row_of_the_table)
{
    mu_assert_int_eq(MCPERR_KIND_COUNT, COUNT(kinds));
    for (size_t i = 0; i < COUNT(kinds); i++) {
        const mcperr_kind_info *const kind = mcperr_kind_of(kinds[i].kind);

        mu_assert_uint_eq(i, kinds[i].kind);
        mu_assert_string_eq(kinds[i].name, kind->name);
        mu_assert_uint_eq(kinds[i].status, kind->status);
        mu_assert_string_eq(kinds[i].category, kind->category);
        mu_assert_int_eq(kinds[i].retryable, kind->retryable);
        mu_assert_uint_eq(kinds[i].alert, kind->alert);
    }
}

MU_TEST(zero_is_internal_and_so_is_a_value_that_is_no_kind)
{
    const unsigned none[] = {MCPERR_KIND_COUNT, MCPERR_KIND_COUNT + 1, 255, UINT_MAX};

    mu_assert_int_eq(0, MCPERR_INTERNAL);
    for (size_t i = 0; i < COUNT(none); i++)
        mu_check(mcperr_kind_of(none[i]) == mcperr_kind_of(MCPERR_INTERNAL));
}

MU_TEST(a_kind_is_found_by_its_name_and_by_nothing_else)
{
    static const char *const none[] = {NULL, "", "internals", "intern", "Internal", "not found", "unknown"};

    for (size_t i = 0; i < COUNT(kinds); i++)
        mu_assert_int_eq(kinds[i].kind, mcperr_kind_named(mcperr_str(kinds[i].name)));
    for (size_t i = 0; i < COUNT(none); i++)
        mu_assert_int_eq(MCPERR_KIND_COUNT, mcperr_kind_named(mcperr_str(none[i])));
}

static const char *tool_error_type(mcperr_kind kind)
{
    return mcperr_toolerror.codes[mcperr_toolerror.words[kind]].code;
}

/* ToolError's table, the particular statuses first. */
static const struct {
    unsigned first, last;
    const char *type;
} http[] = {
    {0, 399, "INTERNAL"},     {400, 400, "VALIDATION"}, {422, 422, "VALIDATION"},
    {401, 401, "PERMISSION"}, {403, 403, "PERMISSION"}, {404, 404, "NOT_FOUND"},
    {410, 410, "NOT_FOUND"},  {409, 409, "CONFLICT"},   {408, 408, "TRANSIENT"},
    {425, 425, "TRANSIENT"},  {429, 429, "TRANSIENT"},  {400, 499, "VALIDATION"},
    {500, 599, "TRANSIENT"},  {600, 700, "INTERNAL"},   {UINT_MAX, UINT_MAX, "INTERNAL"},
};

static const char *http_type(unsigned status)
{
    size_t i = 0;

    while (status < http[i].first || status > http[i].last)
        i++;
    return http[i].type;
}

MU_TEST(every_http_status_is_the_type_that_toolerror_maps_it_to)
{
    for (unsigned status = 0; status <= 700; status++)
        mu_assert_string_eq(http_type(status), tool_error_type(mcperr_kind_of_http(status)));
    mu_assert_string_eq("INTERNAL", tool_error_type(mcperr_kind_of_http(UINT_MAX)));
}

MU_TEST(an_http_status_of_a_kind_says_that_kind_where_the_contract_does)
{
    static const struct {
        unsigned status;
        mcperr_kind kind;
    } rows[] = {
        {400, MCPERR_INVALID},      {401, MCPERR_UNAUTHENTICATED},
        {403, MCPERR_FORBIDDEN},    {404, MCPERR_NOT_FOUND},
        {408, MCPERR_TIMEOUT},      {409, MCPERR_CONFLICT},
        {410, MCPERR_NOT_FOUND},    {415, MCPERR_UNSUPPORTED_ENCODING},
        {422, MCPERR_INVALID},      {425, MCPERR_UNAVAILABLE},
        {429, MCPERR_RATE_LIMITED}, {500, MCPERR_UNAVAILABLE},
        {503, MCPERR_UNAVAILABLE},  {504, MCPERR_TIMEOUT},
        {200, MCPERR_INTERNAL},     {0, MCPERR_INTERNAL},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        mu_assert_int_eq(rows[i].kind, mcperr_kind_of_http(rows[i].status));
}

/* Only names that every C library of a target here has. */
static const struct {
    int error;
    mcperr_kind kind;
    const char *type;
} errors[] = {
    {0, MCPERR_INTERNAL, "INTERNAL"},
    {-1, MCPERR_INTERNAL, "INTERNAL"},
    {INT_MAX, MCPERR_INTERNAL, "INTERNAL"},
    {EINVAL, MCPERR_INVALID, "VALIDATION"},
    {EDOM, MCPERR_INVALID, "VALIDATION"},
    {ERANGE, MCPERR_INVALID, "VALIDATION"},
    {ENAMETOOLONG, MCPERR_INVALID, "VALIDATION"},
    {EISDIR, MCPERR_INVALID, "VALIDATION"},
    {ENOTDIR, MCPERR_INVALID, "VALIDATION"},
    {EILSEQ, MCPERR_UNSUPPORTED_ENCODING, "VALIDATION"},
    {ENOENT, MCPERR_NOT_FOUND, "NOT_FOUND"},
    {ENODEV, MCPERR_NOT_FOUND, "NOT_FOUND"},
    {ENXIO, MCPERR_NOT_FOUND, "NOT_FOUND"},
    {EACCES, MCPERR_FORBIDDEN, "PERMISSION"},
    {EPERM, MCPERR_FORBIDDEN, "PERMISSION"},
    {EROFS, MCPERR_FORBIDDEN, "PERMISSION"},
    {EEXIST, MCPERR_CONFLICT, "CONFLICT"},
    {ENOTEMPTY, MCPERR_CONFLICT, "CONFLICT"},
    {EDEADLK, MCPERR_CONFLICT, "CONFLICT"},
    {EIO, MCPERR_IO, "TRANSIENT"},
    {ENOSPC, MCPERR_IO, "TRANSIENT"},
    {EFBIG, MCPERR_IO, "TRANSIENT"},
    {EAGAIN, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {EBUSY, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {EINTR, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {ENOMEM, MCPERR_UNAVAILABLE, "TRANSIENT"},
    /* connection failures */
    {ETIMEDOUT, MCPERR_TIMEOUT, "TRANSIENT"},
    {EPIPE, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {ECONNREFUSED, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {ECONNRESET, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {ECONNABORTED, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {ENOTCONN, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {ENETDOWN, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {ENETUNREACH, MCPERR_UNAVAILABLE, "TRANSIENT"},
    {EHOSTUNREACH, MCPERR_UNAVAILABLE, "TRANSIENT"},
#ifdef EHOSTDOWN
    {EHOSTDOWN, MCPERR_UNAVAILABLE, "TRANSIENT"},
#endif
};

MU_TEST(errno_values_are_kinds_and_connection_failures_may_pass)
{
    for (size_t i = 0; i < COUNT(errors); i++) {
        const mcperr_kind kind = mcperr_kind_of_errno(errors[i].error);

        mu_assert_int_eq(errors[i].kind, kind);
        mu_assert_string_eq(errors[i].type, tool_error_type(kind));
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_kind_has_the_row_of_the_table)
    MU_RUN(zero_is_internal_and_so_is_a_value_that_is_no_kind)
    MU_RUN(a_kind_is_found_by_its_name_and_by_nothing_else)
    MU_RUN(every_http_status_is_the_type_that_toolerror_maps_it_to)
    MU_RUN(an_http_status_of_a_kind_says_that_kind_where_the_contract_does)
    MU_RUN(errno_values_are_kinds_and_connection_failures_may_pass)
)
/* clang-format on */

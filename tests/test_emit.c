/* SPDX-License-Identifier: MIT */
/* What is shed in a buffer of any size, and how small it may be. */
#include "codec.h"
#include "error.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ROOM 1000
#define TEN(text) text text text text text text text text text text

static char text[ROOM + 8];

static mcperr_error plain_error(void) { return kind_error(MCPERR_BUDGET, "over budget"); }

static mcperr_error long_error(void)
{
    mcperr_error err = kind_error(MCPERR_IO, TEN("no such luck; "));

    mcperr_kaiza_invariant(&err, mcperr_str(TEN("INVARIANT ")));
    err.tool = mcperr_str("a_tool");
    err.operation = mcperr_str("git:blame_range");
    err.incident = mcperr_str("inc_20260226_001");
    err.cause = mcperr_raw("{\"message\":\"" TEN("why ") "\"}");
    err.details = mcperr_raw("{\"a\":{\"b\":[1,2,3]},\"text\":\"" TEN("x") "\"}");
    err.result = mcperr_raw("{\"blame\":[]}");
    return err;
}

/* Longer than the row that its code has. */
static mcperr_error short_message_error(void)
{
    mcperr_error err = rich_error();

    err.message = mcperr_str("x");
    return err;
}

static mcperr_error broken_error(void)
{
    mcperr_error err = rich_error();

    err.role = mcperr_str("PILOT");
    err.cause = mcperr_raw("{");
    err.details = mcperr_raw("{\"a\":}");
    err.incident = mcperr_raw("7");
    err.retry_after_s = UINT32_MAX;
    return err;
}

static mcperr_error owlclaw_error(void)
{
    mcperr_error err = long_error();

    (void)mcperr_set_code(&err, &mcperr_owlclaw, mcperr_str("validation.unsupported_encoding"));
    err.status = 599;
    err.recoverable = MCPERR_YES;
    mcperr_set_retry_after(&err, UINT32_MAX);
    return err;
}

static mcperr_error (*const samples[])(void) = {plain_error,         rich_error,   long_error,
                                                short_message_error, broken_error, owlclaw_error};

/* What an envelope must say at any size. */
static const char *const always[DIALECTS][4] = {
    [KAIZA] = {"\"error_code\":\"", "\"tool_name\":\""},
    [CONTEXT] = {"\"code\":\""},
    [CODEINTEL] = {"\"code\":\"", "\"instance\":\"urn:codeintel:", "\"error\":\""},
    [PROBLEM] = {"\"code\":\"", "\"instance\":\"urn:codeintel:"},
    [TOOLERROR] = {"\"type\":\""},
    [OWLCLAW] = {"\"code\":\"", "\"incident_id\":\"", "\"category\":\""},
    [OWLCLAW_API] = {"\"code\":\"", "\"incident_id\":\"", "\"category\":\"", "\"status\":"},
};

static bool holds(const char *envelope, const char *prefix, mcperr_text value)
{
    char name[64];
    const char *const at = strstr(envelope, prefix);
    const size_t size = mcperr_text_copy(value, name, sizeof name);

    return at != NULL &&
           (value.data == NULL || value.form > MCPERR_ESCAPED ||
            (strncmp(at + strlen(prefix), name, size) == 0 && at[strlen(prefix) + size] == '"'));
}

static void check_always(unsigned d, const mcperr_error *err)
{
    for (unsigned i = 0; i < 4 && always[d][i] != NULL; i++)
        mu_check(strstr(text, always[d][i]) != NULL);
    if (d == KAIZA)
        mu_check(holds(text, "\"tool_name\":\"", err->tool));
    if (d == CODEINTEL || d == PROBLEM)
        mu_check(holds(text, "\"instance\":\"urn:codeintel:", err->operation));
    if (d == OWLCLAW || d == OWLCLAW_API)
        mu_check(holds(text, "\"incident_id\":\"", err->incident));
    if (d == CODEINTEL && err->result.data != NULL) {
        const char *const result = strstr(err->result.data, "blame") != NULL
                                       ? "{\"blame\":[],\"error\":"
                                       : "{\"items\":[],\"total\":0,\"error\":";
        mu_check(strncmp(text, result, strlen(result)) == 0);
    }
}

#define GUARD '#'

MU_TEST(every_buffer_from_the_minimum_up_holds_one_valid_envelope_and_nothing_past_its_end)
{

    for (size_t i = 0; i < COUNT(samples); i++)
        for (unsigned d = 0; d < DIALECTS; d++) {
            const mcperr_error err = samples[i]();
            const size_t least = mcperr_min_size(dialects[d], &err);
            size_t full = 0, len;
            const mcperr_status whole = mcperr_emit(dialects[d], &err, text, ROOM, &full);
            mu_check(whole != MCPERR_E_SIZE && whole != MCPERR_E_NOSPACE && full + 1 < ROOM);
            for (size_t cap = 0; cap <= full + 2; cap++) {
                memset(text, GUARD, sizeof text);
                const mcperr_status status = mcperr_emit(dialects[d], &err, text, cap, &len);
                mu_check(text[cap] == GUARD && text[cap + 7] == GUARD);
                if (status == MCPERR_E_SIZE) {
                    mu_check(cap < least);
                    mu_assert_uint_eq(0, len);
                    mu_check(cap == 0 || text[0] == '\0');
                    continue;
                }
                mu_assert_uint_eq(strlen(text), len);
                mu_check(len < cap);
                mu_assert_int_eq(cap > full || whole != MCPERR_OK ? whole : MCPERR_E_NOSPACE, status);
                mu_assert_int_eq(MCPERR_OK, validated(d, text));
                check_always(d, &err);
            }
        }
}

MU_TEST(the_minimum_is_enough_for_every_code_and_not_a_byte_more)
{

    for (unsigned d = 0; d < DIALECTS; d++) {
        const mcperr_error like = rich_error();
        const size_t least = mcperr_min_size(dialects[d], &like);
        size_t most = 0;
        for (unsigned i = 0; i < dialects[d]->code_count; i++) {
            mcperr_error err = rich_error();
            const mcperr_code *const code = &dialects[d]->codes[i];
            mu_assert_int_eq(MCPERR_OK,
                             mcperr_set_code(&err, dialects[d], mcperr_text_of(code->code, code->size)));
            err.recoverable = MCPERR_NO;
            err.message = err.cause = err.stack = mcperr_str(TEN("long "));
            size_t len = 0;
            mu_assert_int_eq(MCPERR_E_NOSPACE, mcperr_emit(dialects[d], &err, text, least, &len));
            mu_check(strstr(text, code->code) != NULL);
            most = len > most ? len : most;
        }
        mu_assert_uint_eq(most + 1, least);
    }
}

MU_TEST(members_are_shed_in_order_as_the_buffer_shrinks)
{
    static const struct {
        unsigned dialect;
        const char *members[6];
    } orders[] = {
        {KAIZA, {"\"stack_trace\"", "\"cause\":{", "Too many", "\"s-1\"", NULL}},
        {CODEINTEL, {"\"path\"", "Too many", "\"retry_after\"", NULL}},
        {TOOLERROR, {"\"path\"", "Too many", "\"retry_after\"", NULL}},
        {OWLCLAW, {"\"details\"", "Too many", "\"retry_after\"", NULL}},
        {OWLCLAW_API, {"\"details\"", "Too many", "\"retry_after\"", NULL}},
    };
    const mcperr_error err = rich_error();

    for (size_t i = 0; i < COUNT(orders); i++) {
        const mcperr_dialect *const d = dialects[orders[i].dialect];
        unsigned gone = 0;
        for (size_t cap = ROOM; mcperr_emit(d, &err, text, cap, NULL) != MCPERR_E_SIZE; cap--) {
            unsigned absent = 0;
            while (orders[i].members[absent] != NULL && strstr(text, orders[i].members[absent]) == NULL)
                absent++;
            mu_check(absent >= gone);
            gone = absent;
            /* What is behind the first one that is there, is there as well. */
            for (unsigned later = absent; orders[i].members[later] != NULL; later++)
                mu_check(strstr(text, orders[i].members[later]) != NULL);
        }
        mu_check(orders[i].members[gone] == NULL);
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_buffer_from_the_minimum_up_holds_one_valid_envelope_and_nothing_past_its_end)
    MU_RUN(the_minimum_is_enough_for_every_code_and_not_a_byte_more)
    MU_RUN(members_are_shed_in_order_as_the_buffer_shrinks)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "contracts.h"
#include "mcperr/policy.h"

static bool is_again(mcperr_action action) { return action == MCPERR_RETRY || action == MCPERR_WAIT; }

/* What an agent does about an error text that it received, at its first attempt. */
static mcperr_advice advice_on(const char *text, bool idempotent)
{
    mcperr_error err;

    (void)mcperr_read(every_dialect, COUNT(every_dialect), text, strlen(text), tokens, TOKENS, &err);
    return mcperr_advise(&err, NULL, 1, idempotent, 0);
}

static mcperr_error of_kind(mcperr_kind kind)
{
    mcperr_error err = no_error();

    (void)mcperr_fail(&err, kind, NULL);
    return err;
}

/* ---- words ----------------------------------------------------------------------------------------- */

static const char *const action_words[] = {
    [MCPERR_GIVE_UP] = "give up",
    [MCPERR_RETRY] = "try the same call again",
    [MCPERR_WAIT] = "wait, then try the same call again",
    [MCPERR_FIX_INPUT] = "fix the input, then try once more",
    [MCPERR_WORK_AROUND] = "work around it",
    [MCPERR_NEGOTIATE] = "negotiate with those who hold it",
    [MCPERR_ESCALATE] = "ask a person who may decide",
    [MCPERR_ASK] = "ask before doing it again, for it may have happened",
    [MCPERR_BEGIN_SESSION] = "begin a session first",
    [MCPERR_FAILURE_REPORT] = "write a failure report",
    [MCPERR_CHECK_ROLE] = "check role and permissions",
    [MCPERR_VERIFY_PLAN] = "verify that the plan is approved",
};

MU_TEST(every_action_has_its_words)
{
    for (size_t i = 0; i < COUNT(action_words); i++)
        mu_assert_string_eq(action_words[i], mcperr_action_text((mcperr_action)i));
    mu_assert_string_eq("unknown action", mcperr_action_text((mcperr_action)(MCPERR_VERIFY_PLAN + 1)));
    mu_assert_string_eq("unknown action", mcperr_action_text((mcperr_action)100));
}

/* ---- KAIZA, section 7 ------------------------------------------------------------------------------- */

static const struct {
    const char *code;
    mcperr_action action;
} kaiza[] = {
    {"SESSION_NOT_INITIALIZED", MCPERR_BEGIN_SESSION},
    {"SESSION_LOCKED", MCPERR_FAILURE_REPORT},
    {"SESSION_INITIALIZATION_FAILED", MCPERR_GIVE_UP},
    {"INVALID_INPUT_TYPE", MCPERR_FIX_INPUT},
    {"INVALID_INPUT_FORMAT", MCPERR_FIX_INPUT},
    {"INVALID_INPUT_VALUE", MCPERR_FIX_INPUT},
    {"MISSING_REQUIRED_FIELD", MCPERR_FIX_INPUT},
    {"UNAUTHORIZED_ACTION", MCPERR_CHECK_ROLE},
    {"INSUFFICIENT_PERMISSIONS", MCPERR_CHECK_ROLE},
    {"ROLE_MISMATCH", MCPERR_CHECK_ROLE},
    {"INVALID_PATH", MCPERR_FIX_INPUT},
    {"PATH_NOT_FOUND", MCPERR_WORK_AROUND},
    {"PATH_TRAVERSAL_BLOCKED", MCPERR_ESCALATE},
    {"OUTSIDE_WORKSPACE", MCPERR_ESCALATE},
    {"FILE_NOT_FOUND", MCPERR_WORK_AROUND},
    {"FILE_ALREADY_EXISTS", MCPERR_WAIT},
    {"FILE_READ_FAILED", MCPERR_RETRY},
    {"FILE_WRITE_FAILED", MCPERR_RETRY},
    {"PATCH_INVALID", MCPERR_FIX_INPUT},
    {"PATCH_APPLY_FAILED", MCPERR_WAIT},
    {"HASH_MISMATCH", MCPERR_WAIT},
    {"PLAN_NOT_FOUND", MCPERR_WORK_AROUND},
    {"PLAN_NOT_APPROVED", MCPERR_VERIFY_PLAN},
    {"PLAN_ENFORCEMENT_FAILED", MCPERR_ESCALATE},
    {"PLAN_SCOPE_VIOLATION", MCPERR_ESCALATE},
    {"POLICY_VIOLATION", MCPERR_ESCALATE},
    {"RUST_POLICY_VIOLATION", MCPERR_ESCALATE},
    {"PREFLIGHT_FAILED", MCPERR_FIX_INPUT},
    {"INVARIANT_VIOLATION", MCPERR_GIVE_UP},
    {"BOOTSTRAP_FAILURE", MCPERR_GIVE_UP},
    {"SELF_AUDIT_FAILURE", MCPERR_GIVE_UP},
    {"AUDIT_LOG_FAILED", MCPERR_RETRY},
    {"AUDIT_LOCK_FAILED", MCPERR_RETRY},
    {"INTERNAL_ERROR", MCPERR_GIVE_UP},
    {"UNKNOWN_TOOL_FAILURE", MCPERR_GIVE_UP},
};

MU_TEST(kaiza_codes_call_for_the_actions_of_section_7)
{
    mu_assert_uint_eq(mcperr_kaiza.code_count, COUNT(kaiza));
    for (size_t i = 0; i < COUNT(kaiza); i++) {
        const mcperr_error err = error_of(&mcperr_kaiza, kaiza[i].code);
        const mcperr_advice advice = mcperr_advise(&err, NULL, 1, true, 0);

        mu_assert_int_eq(kaiza[i].action, advice.action);
        mu_assert_uint_eq(is_again(kaiza[i].action) ? 1000 : 0, advice.delay_ms);
    }
}

MU_TEST(a_code_of_another_dialect_is_not_taken_for_one_of_kaiza)
{
    static const mcperr_dialect other = {"other", "x", NULL, NULL, NULL, NULL, 0, 0, 0, 0};
    mcperr_error err = error_of(&mcperr_kaiza, "SESSION_LOCKED");

    err.home = &other;
    mu_assert_int_eq(MCPERR_FIX_INPUT, mcperr_advise(&err, NULL, 1, true, 0).action);
    err.home = NULL;
    mu_assert_int_eq(MCPERR_FIX_INPUT, mcperr_advise(&err, NULL, 1, true, 0).action);
}

/* ---- ToolError: recommended agent patterns ---------------------------------------------------------- */

#define TOOL_ERROR(type, recoverable, data)                                                                  \
    "{\"type\":\"" type "\",\"message\":\"m\",\"recoverable\":" recoverable data "}"

MU_TEST(transient_is_retried_after_its_delay_three_times_at_most)
{
    mcperr_error err = error_of(&mcperr_toolerror, "TRANSIENT");

    mu_assert_int_eq(MCPERR_RETRY, advice_on(TOOL_ERROR("TRANSIENT", "true", ""), false).action);
    mu_assert_uint_eq(1000, advice_on(TOOL_ERROR("TRANSIENT", "true", ""), false).delay_ms);
    mu_assert_uint_eq(
        30000, advice_on(TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":30}"), false).delay_ms);
    mu_assert_int_eq(MCPERR_RETRY, mcperr_advise(&err, NULL, 1, true, 0).action);
    mu_assert_int_eq(MCPERR_RETRY, mcperr_advise(&err, NULL, 2, true, 0).action);
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, NULL, 3, true, 0).action);
    mu_assert_uint_eq(0, mcperr_advise(&err, NULL, 3, true, 0).delay_ms);
}

MU_TEST(transient_that_is_not_recoverable_is_given_up)
{
    mu_assert_int_eq(MCPERR_GIVE_UP, advice_on(TOOL_ERROR("TRANSIENT", "false", ""), true).action);
}

MU_TEST(a_retry_after_that_makes_no_sense_is_ignored)
{
    static const char *const texts[] = {
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":-5}"),
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":0.5}"),
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":1e3}"),
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":2147483648}"),
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":99999999999999999999}"),
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":\"30\"}"),
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":null}"),
        TOOL_ERROR("TRANSIENT", "true", ",\"data\":{\"retry_after\":0}"),
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        const mcperr_advice advice = advice_on(texts[i], true);
        mu_assert_int_eq(MCPERR_RETRY, advice.action);
        mu_assert_uint_eq(1000, advice.delay_ms);
    }
}

MU_TEST(validation_is_fixed_and_tried_once_more)
{
    const mcperr_error err = error_of(&mcperr_toolerror, "VALIDATION");

    mu_assert_int_eq(MCPERR_FIX_INPUT, advice_on(TOOL_ERROR("VALIDATION", "false", ""), true).action);
    mu_assert_int_eq(MCPERR_FIX_INPUT, advice_on(TOOL_ERROR("VALIDATION", "true", ""), true).action);
    mu_assert_int_eq(MCPERR_FIX_INPUT, mcperr_advise(&err, NULL, 1, true, 0).action);
    mu_assert_uint_eq(0, mcperr_advise(&err, NULL, 1, true, 0).delay_ms);
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, NULL, 2, true, 0).action);
}

MU_TEST(not_found_is_worked_around_and_permission_escalated)
{
    mu_assert_int_eq(MCPERR_WORK_AROUND, advice_on(TOOL_ERROR("NOT_FOUND", "false", ""), true).action);
    mu_assert_int_eq(MCPERR_ESCALATE, advice_on(TOOL_ERROR("PERMISSION", "false", ""), true).action);
}

MU_TEST(a_conflict_is_negotiated_if_its_holders_are_named_else_waited_for)
{
    static const struct {
        const char *data;
        mcperr_action action;
    } conflicts[] = {
        {"", MCPERR_WAIT},
        {",\"data\":{}", MCPERR_WAIT},
        {",\"data\":{\"conflict\":[]}", MCPERR_WAIT},
        {",\"data\":{\"inner\":{\"conflicts\":[1]}}", MCPERR_WAIT},
        {",\"data\":{\"conflicts\":[{\"agent_id\":\"agent-2\"}]}", MCPERR_NEGOTIATE},
        {",\"data\":{\"a\":1,\"c\\u006fnflicts\":[{\"agent_id\":\"agent-2\"}],\"b\":2}", MCPERR_NEGOTIATE},
    };

    for (size_t i = 0; i < COUNT(conflicts); i++) {
        char text[160] = "{\"type\":\"CONFLICT\",\"message\":\"m\",\"recoverable\":true";
        const mcperr_advice advice = advice_on(strcat(strcat(text, conflicts[i].data), "}"), true);
        mu_assert_int_eq(conflicts[i].action, advice.action);
        mu_assert_uint_eq(conflicts[i].action == MCPERR_WAIT ? 1000 : 0, advice.delay_ms);
    }

    const mcperr_field holders[] = {mcperr_field_str("conflicts", "agent-2")};
    mcperr_error err = of_kind(MCPERR_CONFLICT);
    err.details = mcperr_fields(holders, COUNT(holders));
    mu_assert_int_eq(MCPERR_NEGOTIATE, mcperr_advise(&err, NULL, 1, true, 0).action);
    err.details = mcperr_raw("[\"conflicts\"]");
    mu_assert_int_eq(MCPERR_WAIT, mcperr_advise(&err, NULL, 1, true, 0).action);
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, NULL, 3, true, 0).action);
}

MU_TEST(internal_and_legacy_errors_are_given_up)
{
    mu_assert_int_eq(MCPERR_GIVE_UP, advice_on(TOOL_ERROR("INTERNAL", "false", ""), true).action);
    mu_assert_int_eq(MCPERR_GIVE_UP, advice_on(TOOL_ERROR("INTERNAL", "true", ""), true).action);
    mu_assert_int_eq(MCPERR_GIVE_UP,
                     advice_on("check conflicts: intermute 500: internal error", true).action);
    mu_assert_int_eq(MCPERR_GIVE_UP, advice_on("{\"message\":\"m\"}", true).action);
    mu_assert_int_eq(MCPERR_GIVE_UP, advice_on("", true).action);
}

/* ---- OwlClaw, section 5 ------------------------------------------------------------------------------ */

MU_TEST(owlclaw_codes_follow_their_retryable)
{
    for (unsigned i = 0; i < mcperr_owlclaw.code_count; i++) {
        mcperr_error err = error_of(&mcperr_owlclaw, mcperr_owlclaw.codes[i].code);
        const bool retryable = mcperr_kind_of(err.kind)->retryable;

        mu_assert_int_eq(retryable, is_again(mcperr_advise(&err, NULL, 1, true, 0).action));
        mcperr_set_retry_after(&err, 30); /* which does not make it retryable */
        mu_assert_int_eq(retryable, is_again(mcperr_advise(&err, NULL, 1, true, 0).action));
        mu_assert_uint_eq(retryable ? 30000 : 0, mcperr_advise(&err, NULL, 1, true, 0).delay_ms);
    }
}

#define OWLCLAW(code, category, retryable)                                                                   \
    "{\"error\":{\"code\":\"" code "\",\"category\":\"" category "\",\"retryable\":" retryable               \
    ",\"incident_id\":\"i\"}}"

MU_TEST(an_unknown_code_of_owlclaw_follows_its_retryable_too)
{
    static const char *const categories[] = {"validation", "compatibility", "governance", "auth",
                                             "runtime",    "dependency",    "internal"};

    for (size_t i = 0; i < COUNT(categories); i++)
        for (int retryable = 0; retryable < 2; retryable++) {
            char text[160] = "{\"error\":{\"code\":\"new.code\",\"category\":\"";
            strcat(strcat(text, categories[i]),
                   retryable ? "\",\"retryable\":true" : "\",\"retryable\":false");
            const mcperr_advice advice = advice_on(strcat(text, ",\"incident_id\":\"i\"}}"), true);
            mu_assert_int_eq(retryable, advice.action == MCPERR_RETRY);
            mu_assert_int_eq(retryable, is_again(advice.action));
        }
}

MU_TEST(a_conflict_of_owlclaw_is_not_retried)
{
    mu_assert_int_eq(MCPERR_WORK_AROUND,
                     advice_on(OWLCLAW("runtime.conflict", "runtime", "false"), true).action);
}

MU_TEST(a_timeout_that_may_have_happened_is_asked_about)
{
    mcperr_error err = error_of(&mcperr_owlclaw, "runtime.timeout");

    mu_assert_int_eq(MCPERR_RETRY, mcperr_advise(&err, NULL, 1, true, 0).action);
    mu_assert_int_eq(MCPERR_ASK, mcperr_advise(&err, NULL, 1, false, 0).action);
    mu_assert_uint_eq(0, mcperr_advise(&err, NULL, 1, false, 0).delay_ms);
    mu_assert_int_eq(MCPERR_ASK, mcperr_advise(&err, NULL, 3, false, 0).action);
    err.retryable = MCPERR_NO;
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, NULL, 1, false, 0).action);
    err = error_of(&mcperr_owlclaw, "dependency.unavailable"); /* which has not happened */
    mu_assert_int_eq(MCPERR_RETRY, mcperr_advise(&err, NULL, 1, false, 0).action);
}

/* ---- Context and codeintel -------------------------------------------------------------------------- */

static const struct {
    const mcperr_dialect *dialect;
    const char *code;
    mcperr_action action;
} others[] = {
    {&mcperr_context, "cache_missing", MCPERR_WORK_AROUND},
    {&mcperr_context, "cache_invalid", MCPERR_GIVE_UP}, /* structural: retrying will not help */
    {&mcperr_context, "io_error", MCPERR_RETRY},        /* environmental: retry may succeed */
    {&mcperr_context, "invalid_query", MCPERR_FIX_INPUT},
    {&mcperr_context, "invalid_budget", MCPERR_FIX_INPUT},
    {&mcperr_context, "internal_error", MCPERR_GIVE_UP},
    {&mcperr_codeintel, "file-not-found", MCPERR_WORK_AROUND},
    {&mcperr_codeintel, "unsupported-encoding", MCPERR_FIX_INPUT},
    {&mcperr_codeintel, "invalid-parameter", MCPERR_FIX_INPUT},
    {&mcperr_codeintel, "forbidden", MCPERR_ESCALATE},
    {&mcperr_codeintel, "git-operation-error", MCPERR_GIVE_UP},
    {&mcperr_codeintel, "vector-search-error", MCPERR_RETRY},
    {&mcperr_codeintel, "embedding-error", MCPERR_RETRY},
    {&mcperr_codeintel, "internal-error", MCPERR_GIVE_UP},
    {&mcperr_codeintel, "file-operation-error", MCPERR_FIX_INPUT},
};

MU_TEST(codes_of_the_other_contracts_call_for_what_they_say)
{
    for (size_t i = 0; i < COUNT(others); i++) {
        const mcperr_error err = error_of(others[i].dialect, others[i].code);
        mu_assert_int_eq(others[i].action, mcperr_advise(&err, NULL, 1, true, 0).action);
    }
}

/* ---- kinds ----------------------------------------------------------------------------------------------
 */

static const mcperr_action by_kind[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = MCPERR_GIVE_UP,
    [MCPERR_INVALID] = MCPERR_FIX_INPUT,
    [MCPERR_UNSUPPORTED_VERSION] = MCPERR_FIX_INPUT,
    [MCPERR_VERSION_CONFLICT] = MCPERR_FIX_INPUT,
    [MCPERR_UNSUPPORTED_ENCODING] = MCPERR_FIX_INPUT,
    [MCPERR_UNAUTHENTICATED] = MCPERR_ESCALATE,
    [MCPERR_FORBIDDEN] = MCPERR_ESCALATE,
    [MCPERR_NOT_FOUND] = MCPERR_WORK_AROUND,
    [MCPERR_CONFLICT] = MCPERR_WAIT,
    [MCPERR_PRECONDITION] = MCPERR_FIX_INPUT,
    [MCPERR_POLICY] = MCPERR_ESCALATE,
    [MCPERR_RATE_LIMITED] = MCPERR_RETRY,
    [MCPERR_BUDGET] = MCPERR_ESCALATE,
    [MCPERR_CORRUPT] = MCPERR_GIVE_UP,
    [MCPERR_IO] = MCPERR_RETRY,
    [MCPERR_TIMEOUT] = MCPERR_RETRY,
    [MCPERR_UNAVAILABLE] = MCPERR_RETRY,
};

MU_TEST(every_kind_calls_for_an_action)
{
    for (unsigned kind = 0; kind < MCPERR_KIND_COUNT; kind++) {
        const mcperr_error err = of_kind((mcperr_kind)kind);
        mu_assert_int_eq(by_kind[kind], mcperr_advise(&err, NULL, 1, true, 0).action);
    }
}

MU_TEST(a_kind_that_is_none_is_given_up)
{
    mcperr_error err = no_error();

    err.kind = MCPERR_KIND_COUNT;
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, NULL, 1, true, 0).action);
    err.kind = 255;
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, NULL, 1, true, 0).action);
}

MU_TEST(no_error_needs_no_action)
{
    const mcperr_advice advice = mcperr_advise(NULL, NULL, 1, true, 0);

    mu_assert_int_eq(MCPERR_GIVE_UP, advice.action);
    mu_assert_uint_eq(0, advice.delay_ms);
}

/* Every error that can be, at every attempt: a delay where there is a retry, and only there. */
static void check_all_attempts(const mcperr_error *err)
{
    static const mcperr_retry settings[] = {
        {0, 0, 0}, {1, 1, 5}, {1, 0, 0}, {UINT32_MAX, UINT32_MAX, UINT32_MAX}, {5000, 1, 9}, {0, 0, 1}};
    static const uint32_t attempts[] = {0, 1, 2, 3, 40, UINT32_MAX};
    static const uint32_t randoms[] = {0, 1, 0x80000000u, UINT32_MAX};

    for (size_t s = 0; s < COUNT(settings); s++)
        for (size_t a = 0; a < COUNT(attempts); a++)
            for (unsigned r = 0; r < 2 * COUNT(randoms); r++) {
                const mcperr_advice advice =
                    mcperr_advise(err, &settings[s], attempts[a], r & 1, randoms[r / 2]);
                mu_assert_int_eq(is_again(advice.action), advice.delay_ms > 0);
                mu_check(!is_again(advice.action) || err->retryable != MCPERR_NO);
                mu_check(!is_again(advice.action) ||
                         attempts[a] < (settings[s].tries > 0 ? settings[s].tries : 3));
                mu_check(advice.action <= MCPERR_VERIFY_PLAN);
            }
}

MU_TEST(there_is_never_a_retry_without_a_delay_nor_a_delay_without_a_retry)
{
    for (unsigned kind = 0; kind <= MCPERR_KIND_COUNT; kind++)
        for (unsigned answers = 0; answers < 9; answers++)
            for (unsigned hint = 0; hint < 4; hint++) {
                static const uint32_t hints[] = {0, 0, 1, UINT32_MAX};
                mcperr_error err = no_error();
                err.kind = (uint8_t)kind;
                err.retryable = (uint8_t)(answers / 3);
                err.recoverable = (uint8_t)(answers % 3);
                err.has_retry_after = hint > 0;
                err.retry_after_s = hints[hint];
                check_all_attempts(&err);
            }
}

MU_TEST(an_error_that_says_it_is_not_retryable_is_not_waited_for)
{
    mcperr_error err = of_kind(MCPERR_CONFLICT);

    err.retryable = MCPERR_NO;
    mu_assert_int_eq(MCPERR_WORK_AROUND, mcperr_advise(&err, NULL, 1, true, 0).action);
    err.retryable = MCPERR_YES;
    mu_assert_int_eq(MCPERR_RETRY, mcperr_advise(&err, NULL, 1, true, 0).action);
}

/* ---- delays ----------------------------------------------------------------------------------------------
 */

static uint32_t delay(const mcperr_error *err, const mcperr_retry *retry, uint32_t attempt, uint32_t random)
{
    return mcperr_advise(err, retry, attempt, true, random).delay_ms;
}

MU_TEST(the_delay_doubles_from_base_to_cap)
{
    const mcperr_error err = of_kind(MCPERR_UNAVAILABLE);
    const mcperr_retry many = {0, 0, 100}, odd = {3, 20, 100}, half = {10, 21, 100}, third = {7, 20, 100},
                       wide = {1, UINT32_MAX, UINT32_MAX}, low = {5000, 700, 100}, equal = {700, 700, 100},
                       least = {1, 1, 100};
    static const uint32_t expected[] = {1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000};
    static const uint32_t odds[] = {3, 6, 12, 20, 20};

    for (uint32_t i = 0; i < COUNT(expected); i++)
        mu_assert_uint_eq(expected[i], delay(&err, &many, i + 1, 0));
    for (uint32_t i = 0; i < COUNT(odds); i++)
        mu_assert_uint_eq(odds[i], delay(&err, &odd, i + 1, 0));
    mu_assert_uint_eq(1000, delay(&err, &many, 0, 0));
    mu_assert_uint_eq(20, delay(&err, &half, 2, 0));
    mu_assert_uint_eq(14, delay(&err, &third, 2, 0));
    mu_assert_uint_eq(1, delay(&err, &least, 9, 0));
    mu_assert_uint_eq(UINT32_C(0x80000000), delay(&err, &wide, 32, 0));
    mu_assert_uint_eq(UINT32_MAX, delay(&err, &wide, 33, 0));
    mu_assert_uint_eq(UINT32_MAX, delay(&err, &wide, UINT32_MAX - 1, 0));
    mu_assert_uint_eq(700, delay(&err, &low, 1, 0));
    mu_assert_uint_eq(700, delay(&err, &equal, 9, 0));
}

MU_TEST(chance_takes_up_to_half_of_a_delay_away)
{
    const mcperr_error err = of_kind(MCPERR_UNAVAILABLE);
    const mcperr_retry retry = {1000, 60000, 100}, tiny = {1, 1, 100}, three = {3, 3, 100};
    uint32_t random = 1;

    mu_assert_uint_eq(1000, delay(&err, &retry, 1, 0));
    mu_assert_uint_eq(750, delay(&err, &retry, 1, UINT32_C(0x80000000)));
    mu_assert_uint_eq(501, delay(&err, &retry, 1, UINT32_MAX));
    mu_assert_uint_eq(1, delay(&err, &tiny, 1, UINT32_MAX));
    mu_assert_uint_eq(3, delay(&err, &three, 1, UINT32_MAX));
    for (uint32_t attempt = 1; attempt < 99; attempt++) {
        const uint32_t full = delay(&err, &retry, attempt, 0);
        random = random * 1664525u + 1013904223u;
        const uint32_t less = delay(&err, &retry, attempt, random);
        mu_check(less > full / 2 && less <= full);
    }
}

MU_TEST(a_retry_after_is_obeyed_whatever_the_cap_and_the_chance)
{
    static const uint32_t delays[][2] = {
        {0, 500}, /* the base delay: never at once */
        {1, 1000},
        {30, 30000},
        {3600, 3600000},
        {4294966, UINT32_C(4294966000)},
        {4294967, UINT32_C(4294967000)},
        {4294968, UINT32_C(4294967000)}, /* the longest that 32 bits of ms can say */
        {2147483647, UINT32_C(4294967000)},
    };
    const mcperr_retry retry = {500, 800, 5};

    for (size_t i = 0; i < COUNT(delays); i++)
        for (uint32_t attempt = 1; attempt < 5; attempt++) {
            mcperr_error err = of_kind(MCPERR_RATE_LIMITED);
            mcperr_set_retry_after(&err, delays[i][0]);
            mu_assert_uint_eq(delays[i][1], delay(&err, &retry, attempt, 0));
            mu_assert_uint_eq(delays[i][1], delay(&err, &retry, attempt, UINT32_MAX));
        }
    mcperr_error err = of_kind(MCPERR_RATE_LIMITED);
    err.has_retry_after = true; /* past what the setter allows */
    err.retry_after_s = UINT32_MAX;
    mu_assert_uint_eq(UINT32_C(4294967000), delay(&err, NULL, 1, 0));
}

MU_TEST(zeroes_are_the_defaults)
{
    const mcperr_error err = of_kind(MCPERR_IO);
    const mcperr_retry zeroes = {0, 0, 0}, defaults = {1000, 60000, 3};

    for (uint32_t attempt = 0; attempt < 5; attempt++) {
        const mcperr_advice expected = mcperr_advise(&err, &defaults, attempt, true, 12345);
        const mcperr_advice by_zeroes = mcperr_advise(&err, &zeroes, attempt, true, 12345);
        const mcperr_advice by_none = mcperr_advise(&err, NULL, attempt, true, 12345);

        mu_assert_int_eq(expected.action, by_zeroes.action);
        mu_assert_uint_eq(expected.delay_ms, by_zeroes.delay_ms);
        mu_assert_int_eq(expected.action, by_none.action);
        mu_assert_uint_eq(expected.delay_ms, by_none.delay_ms);
    }
}

MU_TEST(the_number_of_tries_is_the_callers)
{
    const mcperr_error err = of_kind(MCPERR_IO);
    const mcperr_retry once = {0, 0, 1}, five = {0, 0, 5};

    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, &once, 1, true, 0).action);
    mu_assert_int_eq(MCPERR_RETRY, mcperr_advise(&err, &five, 4, true, 0).action);
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, &five, 5, true, 0).action);
    mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&err, &five, UINT32_MAX, true, 0).action);
}

/* ---- circuit breaker ----------------------------------------------------------------------------------- */

MU_TEST(a_zeroed_breaker_opens_after_five_failures_for_thirty_seconds)
{
    mcperr_breaker b;

    memset(&b, 0, sizeof b);
    for (unsigned i = 0; i < 5; i++) {
        mu_check(mcperr_breaker_allows(&b, 100));
        mcperr_breaker_note(&b, false, 100);
    }
    mu_check(!mcperr_breaker_allows(&b, 100));
    mu_check(!mcperr_breaker_allows(&b, 30099));
    mu_check(mcperr_breaker_allows(&b, 30100));
}

MU_TEST(a_breaker_lets_one_call_try_until_its_outcome_is_noted)
{
    mcperr_breaker b;

    mcperr_breaker_init(&b, 2, 1000);
    mcperr_breaker_note(&b, false, 0);
    mu_check(mcperr_breaker_allows(&b, 0));
    mcperr_breaker_note(&b, false, 10);
    mu_check(!mcperr_breaker_allows(&b, 10));
    mu_check(!mcperr_breaker_allows(&b, 1009));
    mu_check(mcperr_breaker_allows(&b, 1010));
    mu_check(!mcperr_breaker_allows(&b, 1010));
    mu_check(!mcperr_breaker_allows(&b, 99999));
    mcperr_breaker_note(&b, false, 100000); /* still dead: open again from now on */
    mu_check(!mcperr_breaker_allows(&b, 100999));
    mu_check(mcperr_breaker_allows(&b, 101000));
    mcperr_breaker_note(&b, true, 101001); /* alive: closed, and counts from the start */
    mu_check(mcperr_breaker_allows(&b, 101001));
    mu_check(mcperr_breaker_allows(&b, 101001));
    mcperr_breaker_note(&b, false, 101002);
    mu_check(mcperr_breaker_allows(&b, 101002));
    mcperr_breaker_note(&b, false, 101003);
    mu_check(!mcperr_breaker_allows(&b, 101003));
}

MU_TEST(a_success_between_failures_keeps_a_breaker_closed)
{
    mcperr_breaker b;

    mcperr_breaker_init(&b, 3, 0);
    for (unsigned i = 0; i < 90; i++) {
        mu_check(mcperr_breaker_allows(&b, i));
        mcperr_breaker_note(&b, i % 3 == 2, i);
    }
}

MU_TEST(a_dead_tool_is_not_called_ninety_times)
{
    mcperr_breaker b;
    unsigned calls = 0;

    mcperr_breaker_init(&b, 0, 0);
    for (uint64_t second = 0; second < 90; second++)
        if (mcperr_breaker_allows(&b, second * 1000)) {
            calls++;
            mcperr_breaker_note(&b, false, second * 1000);
        }
    mu_assert_uint_eq(7, calls); /* five, then one each half minute */
}

MU_TEST(a_breaker_counts_as_far_as_its_threshold_goes)
{
    mcperr_breaker b;

    mcperr_breaker_init(&b, UINT16_MAX, 1);
    for (unsigned i = 1; i < UINT16_MAX; i++)
        mcperr_breaker_note(&b, false, 0);
    mu_check(mcperr_breaker_allows(&b, 0));
    mcperr_breaker_note(&b, false, 0);
    mu_check(!mcperr_breaker_allows(&b, 0));
    mcperr_breaker_note(&b, false, 5);
    mu_check(!mcperr_breaker_allows(&b, 5));
    mu_check(mcperr_breaker_allows(&b, 6));
}

MU_TEST(a_breaker_bears_any_clock)
{
    mcperr_breaker b;

    mcperr_breaker_init(&b, 1, 1000);
    mcperr_breaker_note(&b, false, UINT64_MAX - 10);
    mu_check(!mcperr_breaker_allows(&b, UINT64_MAX));
    mu_check(!mcperr_breaker_allows(&b, 0)); /* the clock went back */
    mcperr_breaker_init(&b, 1, 1000);
    mcperr_breaker_note(&b, false, UINT32_MAX - UINT64_C(10));
    mu_check(!mcperr_breaker_allows(&b, UINT32_MAX + UINT64_C(989)));
    mu_check(mcperr_breaker_allows(&b, UINT32_MAX + UINT64_C(990)));
}

MU_TEST(no_breaker_lets_everything_pass)
{
    mcperr_breaker_init(NULL, 1, 1);
    mcperr_breaker_note(NULL, false, 0);
    mu_check(mcperr_breaker_allows(NULL, 0));
}

/* ---- alerts ----------------------------------------------------------------------------------------------
 */

#define ENTRIES 4

static mcperr_alert_client clients[ENTRIES];

static void forget_clients(void) { memset(clients, 0, sizeof clients); }

static bool warn(const char *client, uint64_t now)
{
    return mcperr_alert_note(clients, ENTRIES, MCPERR_WARNING, mcperr_str(client), now);
}

/* That many warnings at one time, none of which is an alert. */
static void warn_quietly(const char *client, unsigned times, uint64_t now)
{
    while (times-- > 0)
        mu_check(!warn(client, now));
}

MU_TEST(critical_is_an_alert_each_time)
{
    forget_clients();
    for (unsigned i = 0; i < 3; i++)
        mu_check(mcperr_alert_note(clients, ENTRIES, MCPERR_CRITICAL, mcperr_str("a"), 0));
    mu_check(mcperr_alert_note(NULL, 0, MCPERR_CRITICAL, mcperr_str("a"), 0));
    warn_quietly("a", 5, 0); /* and is no warning */
}

MU_TEST(without_entries_no_warning_is_an_alert)
{
    forget_clients();
    for (unsigned i = 0; i < 10; i++) {
        mu_check(!mcperr_alert_note(NULL, ENTRIES, MCPERR_WARNING, mcperr_str("a"), 0));
        mu_check(!mcperr_alert_note(clients, 0, MCPERR_WARNING, mcperr_str("a"), 0));
    }
}

MU_TEST(five_warnings_are_no_alert_and_the_sixth_is)
{
    forget_clients();
    warn_quietly("a", 5, 1000);
    mu_check(warn("a", 1000));
}

MU_TEST(the_window_is_five_minutes_to_the_millisecond)
{
    static const struct {
        uint64_t sixth;
        bool alert;
    } windows[] = {{299999, true}, {300000, false}, {300001, false}};
    static const uint64_t begins[] = {0, 1, UINT32_MAX - UINT64_C(150000), UINT64_MAX - UINT64_C(300001)};

    for (size_t i = 0; i < COUNT(windows); i++)
        for (size_t b = 0; b < COUNT(begins); b++) {
            forget_clients();
            warn_quietly("a", 5, begins[b]);
            mu_assert_int_eq(windows[i].alert, warn("a", begins[b] + windows[i].sixth));
        }
}

MU_TEST(the_window_slides)
{
    forget_clients();
    for (unsigned minute = 0; minute < 60; minute++) /* five in five minutes, for an hour */
        mu_check(!warn("a", minute * UINT64_C(60000)));
    forget_clients();
    for (unsigned i = 0; i < 5; i++)
        mu_check(!warn("a", i * UINT64_C(60000)));
    mu_check(warn("a", 299999));
}

MU_TEST(an_alert_is_latched_until_the_rate_falls_below)
{
    forget_clients();
    warn_quietly("a", 5, 0);
    mu_check(warn("a", 0));
    warn_quietly("a", 20, 0);
    warn_quietly("a", 20, 200000);
    warn_quietly("a", 1, 499999); /* the five before it are in the window still */
    warn_quietly("a", 1, 500000); /* one is: the rate has fallen */
    warn_quietly("a", 3, 500001);
    mu_check(warn("a", 500002)); /* and has risen again */
    warn_quietly("a", 1, 500003);
}

MU_TEST(the_oldest_warning_leaves_the_window_first)
{
    forget_clients();
    for (uint64_t ms = 0; ms < 5; ms++)
        warn_quietly("a", 1, ms);
    mu_check(warn("a", 5));
    warn_quietly("a", 1, 300001); /* those of 2 to 5 are left: the rate has fallen */
    mu_check(warn("a", 300001));
}

MU_TEST(an_alert_comes_again_after_a_silence)
{
    forget_clients();
    for (uint64_t hour = 0; hour < 5; hour++) {
        warn_quietly("a", 5, hour * 3600000);
        mu_check(warn("a", hour * 3600000));
    }
}

MU_TEST(clients_are_counted_apart)
{
    forget_clients();
    for (unsigned i = 0; i < 5; i++) {
        warn_quietly("a", 1, i);
        warn_quietly("b", 1, i);
        warn_quietly("", 1, i);
    }
    mu_check(warn("b", 6));
    mu_check(warn("a", 6));
    mu_check(warn("", 6));
}

MU_TEST(an_absent_client_is_a_client_and_not_the_empty_one)
{
    forget_clients();
    warn_quietly(NULL, 5, 0);
    warn_quietly("", 5, 0);
    mu_check(warn(NULL, 0));
    mu_check(warn("", 0));
}

MU_TEST(a_client_is_known_by_its_characters)
{
    mcperr_text escaped = mcperr_str("caf\\u00e9");

    escaped.form = MCPERR_ESCAPED;
    forget_clients();
    warn_quietly("caf\xC3\xA9", 5, 0);
    mu_check(mcperr_alert_note(clients, ENTRIES, MCPERR_WARNING, escaped, 0));
}

MU_TEST(a_client_whose_hash_is_zero_is_not_taken_for_a_free_entry)
{
    forget_clients();
    warn_quietly("77kepQFQ8Kl", 5, 0);
    mu_check(clients[0].id != 0);
    mu_check(warn("77kepQFQ8Kl", 0));
}

MU_TEST(clients_without_an_entry_share_the_last_one_which_still_alerts)
{
    forget_clients();
    warn_quietly("a", 1, 0);
    warn_quietly("b", 1, 0);
    warn_quietly("c", 1, 0);
    warn_quietly("d", 3, 0); /* three entries are taken */
    warn_quietly("e", 2, 0);
    mu_check(warn("f", 0)); /* the sixth of those who share */
    warn_quietly("g", 5, 0);
    warn_quietly("a", 4, 0); /* those with an entry are not disturbed */
    mu_check(warn("a", 0));
}

MU_TEST(a_single_entry_is_shared_by_all)
{
    forget_clients();
    for (unsigned i = 0; i < 5; i++)
        mu_check(!mcperr_alert_note(clients, 1, MCPERR_WARNING, mcperr_str(i % 2 ? "a" : "b"), i));
    mu_check(mcperr_alert_note(clients, 1, MCPERR_WARNING, mcperr_str("c"), 6));
}

MU_TEST(an_entry_that_fell_silent_goes_to_the_next_client)
{
    forget_clients();
    warn_quietly("a", 5, 0);
    mu_check(warn("a", 0)); /* its latch must not pass on */
    warn_quietly("b", 1, 299999);
    warn_quietly("c", 1, 299999);
    warn_quietly("d", 5, 300000);
    mu_check(warn("d", 300000));
    warn_quietly("a", 5, 300000); /* now one of those who share */
    mu_check(warn("a", 300000));
}

MU_TEST(an_entry_is_not_silent_while_its_last_warning_is_recent)
{
    forget_clients();
    warn_quietly("a", 1, 0);
    warn_quietly("a", 1, 200000);
    warn_quietly("b", 1, 200000);
    warn_quietly("c", 1, 200000);
    warn_quietly("d", 1, 300001);
    warn_quietly("a", 4, 300001);
    mu_check(warn("a", 300001));
}

MU_TEST(warnings_across_32_bits_of_milliseconds_are_counted)
{
    const uint64_t wrap = UINT64_C(1) << 32;

    forget_clients();
    warn_quietly("a", 3, wrap - 2);
    warn_quietly("a", 2, wrap + 1);
    mu_check(warn("a", wrap + 2));
    forget_clients();
    warn_quietly("a", 5, 1);
    warn_quietly("a", 1, wrap + 1); /* far apart, alike in 32 bits */
}

MU_TEST(a_clock_that_goes_back_neither_loses_nor_floods)
{
    unsigned alerts = 0;

    forget_clients();
    warn_quietly("a", 5, UINT64_MAX - 5);
    mu_check(warn("a", 3)); /* counted as the sixth: better one alert too many */
    for (unsigned i = 0; i < 100; i++)
        alerts += warn("a", 4);
    mu_assert_uint_eq(0, alerts);
    warn_quietly("a", 5, 400000); /* what was seen before the jump is forgotten by now */
    mu_check(warn("a", 400000));
}

MU_TEST(a_client_that_gets_an_entry_of_its_own_keeps_what_was_counted_of_it)
{
    mcperr_alert_client table[2];
    unsigned alerts = 0;

    memset(table, 0, sizeof table);
    (void)mcperr_alert_note(table, 2, MCPERR_WARNING, mcperr_str("A"), 0);
    for (unsigned i = 0; i < 5; i++)
        alerts += mcperr_alert_note(table, 2, MCPERR_WARNING, mcperr_str("B"), 299000 + i);
    mu_assert_uint_eq(0, alerts);
    mu_check(mcperr_alert_note(table, 2, MCPERR_WARNING, mcperr_str("B"), 300100));
    mu_check(!mcperr_alert_note(table, 2, MCPERR_WARNING, mcperr_str("B"), 300101));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_client_that_gets_an_entry_of_its_own_keeps_what_was_counted_of_it)
    MU_RUN(every_action_has_its_words)
    MU_RUN(kaiza_codes_call_for_the_actions_of_section_7)
    MU_RUN(a_code_of_another_dialect_is_not_taken_for_one_of_kaiza)
    MU_RUN(transient_is_retried_after_its_delay_three_times_at_most)
    MU_RUN(transient_that_is_not_recoverable_is_given_up)
    MU_RUN(a_retry_after_that_makes_no_sense_is_ignored)
    MU_RUN(validation_is_fixed_and_tried_once_more)
    MU_RUN(not_found_is_worked_around_and_permission_escalated)
    MU_RUN(a_conflict_is_negotiated_if_its_holders_are_named_else_waited_for)
    MU_RUN(internal_and_legacy_errors_are_given_up)
    MU_RUN(owlclaw_codes_follow_their_retryable)
    MU_RUN(an_unknown_code_of_owlclaw_follows_its_retryable_too)
    MU_RUN(a_conflict_of_owlclaw_is_not_retried)
    MU_RUN(a_timeout_that_may_have_happened_is_asked_about)
    MU_RUN(codes_of_the_other_contracts_call_for_what_they_say)
    MU_RUN(every_kind_calls_for_an_action)
    MU_RUN(a_kind_that_is_none_is_given_up)
    MU_RUN(no_error_needs_no_action)
    MU_RUN(there_is_never_a_retry_without_a_delay_nor_a_delay_without_a_retry)
    MU_RUN(an_error_that_says_it_is_not_retryable_is_not_waited_for)
    MU_RUN(the_delay_doubles_from_base_to_cap)
    MU_RUN(chance_takes_up_to_half_of_a_delay_away)
    MU_RUN(a_retry_after_is_obeyed_whatever_the_cap_and_the_chance)
    MU_RUN(zeroes_are_the_defaults)
    MU_RUN(the_number_of_tries_is_the_callers)
    MU_RUN(a_zeroed_breaker_opens_after_five_failures_for_thirty_seconds)
    MU_RUN(a_breaker_lets_one_call_try_until_its_outcome_is_noted)
    MU_RUN(a_success_between_failures_keeps_a_breaker_closed)
    MU_RUN(a_dead_tool_is_not_called_ninety_times)
    MU_RUN(a_breaker_counts_as_far_as_its_threshold_goes)
    MU_RUN(a_breaker_bears_any_clock)
    MU_RUN(no_breaker_lets_everything_pass)
    MU_RUN(critical_is_an_alert_each_time)
    MU_RUN(without_entries_no_warning_is_an_alert)
    MU_RUN(five_warnings_are_no_alert_and_the_sixth_is)
    MU_RUN(the_window_is_five_minutes_to_the_millisecond)
    MU_RUN(the_window_slides)
    MU_RUN(an_alert_is_latched_until_the_rate_falls_below)
    MU_RUN(the_oldest_warning_leaves_the_window_first)
    MU_RUN(an_alert_comes_again_after_a_silence)
    MU_RUN(clients_are_counted_apart)
    MU_RUN(an_absent_client_is_a_client_and_not_the_empty_one)
    MU_RUN(a_client_is_known_by_its_characters)
    MU_RUN(a_client_whose_hash_is_zero_is_not_taken_for_a_free_entry)
    MU_RUN(clients_without_an_entry_share_the_last_one_which_still_alerts)
    MU_RUN(a_single_entry_is_shared_by_all)
    MU_RUN(an_entry_that_fell_silent_goes_to_the_next_client)
    MU_RUN(an_entry_is_not_silent_while_its_last_warning_is_recent)
    MU_RUN(warnings_across_32_bits_of_milliseconds_are_counted)
    MU_RUN(a_clock_that_goes_back_neither_loses_nor_floods)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "contracts.h"
#include "error.h"

/* On a 32-bit target an error is at most 160 bytes. */
typedef char error_is_small[sizeof(void *) > 4 || sizeof(mcperr_error) <= 160 ? 1 : -1];

/* ---- a failure of a handler ---------------------------------------------------------------------- */

static mcperr_status handler(mcperr_error *err) { return mcperr_fail(err, MCPERR_TIMEOUT, "no answer"); }

MU_TEST(a_handler_says_why_it_failed)
{
    mcperr_error err = no_error();

    mu_assert_int_eq(MCPERR_E_FAILED, handler(&err));
    mu_assert_int_eq(MCPERR_TIMEOUT, err.kind);
    assert_text("no answer", err.message);
    mu_check(err.home == NULL);
    mu_check(err.code.data == NULL);
}

MU_TEST(failing_replaces_kind_code_and_message_and_keeps_the_rest)
{
    mcperr_error err = error_of(&mcperr_kaiza, "HASH_MISMATCH");

    err.message = mcperr_str("old");
    err.tool = mcperr_str("read_sensor");
    err.incident = mcperr_str("inc_1");
    err.status = 507;
    mcperr_set_retry_after(&err, 7);
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_fail(&err, MCPERR_NOT_FOUND, NULL));
    mu_assert_int_eq(MCPERR_NOT_FOUND, err.kind);
    mu_check(err.home == NULL);
    mu_check(err.code.data == NULL);
    mu_assert_uint_eq(0, err.code_row);
    mu_check(err.message.data == NULL);
    assert_text("read_sensor", err.tool);
    assert_text("inc_1", err.incident);
    mu_assert_uint_eq(507, err.status);
    mu_check(err.has_retry_after);
    mu_assert_uint_eq(7, err.retry_after_s);
}

MU_TEST(a_kind_that_is_none_fails_as_internal)
{
    const int none[] = {MCPERR_KIND_COUNT, MCPERR_KIND_COUNT + 1, 255, 256, -1};

    for (size_t i = 0; i < COUNT(none); i++) {
        mcperr_error err = error_of(&mcperr_kaiza, "HASH_MISMATCH");

        mu_assert_int_eq(MCPERR_E_FAILED, mcperr_fail(&err, (mcperr_kind)none[i], "?"));
        mu_assert_int_eq(MCPERR_INTERNAL, err.kind);
    }
}

MU_TEST(failing_without_an_error_to_fill_still_fails)
{
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_fail(NULL, MCPERR_IO, "nobody listens"));
}

MU_TEST(a_zeroed_error_is_a_good_internal_error_in_every_dialect)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        mcperr_error err = no_error(), again;

        err.incident = mcperr_str("inc_1"); /* which OwlClaw cannot do without */
        mu_assert_int_eq(MCPERR_OK, decoded(every_dialect[i], written(every_dialect[i], &err), &again));
        mu_assert_int_eq(MCPERR_INTERNAL, again.kind);
    }
}

/* ---- codes ---------------------------------------------------------------------------------------- */

MU_TEST(a_code_brings_its_kind_and_its_home)
{
    mcperr_error err = no_error();

    err.message = mcperr_str("kept");
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_kaiza, mcperr_str("AUDIT_LOCK_FAILED")));
    mu_assert_int_eq(MCPERR_UNAVAILABLE, err.kind);
    mu_check(err.home == &mcperr_kaiza);
    assert_text("AUDIT_LOCK_FAILED", err.code);
    mu_assert_uint_eq(33, err.code_row);
    assert_text("kept", err.message);
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_toolerror, mcperr_str("CONFLICT")));
    mu_assert_int_eq(MCPERR_CONFLICT, err.kind);
    mu_check(err.home == &mcperr_toolerror);
    mu_assert_uint_eq(2, err.code_row);
}

MU_TEST(a_code_outlives_the_text_that_named_it)
{
    char name[] = "forbidden";
    mcperr_error err = no_error();

    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_codeintel, mcperr_str(name)));
    memset(name, 'x', sizeof name - 1);
    assert_text("forbidden", err.code);
}

MU_TEST(a_code_may_be_named_in_escapes)
{
    mcperr_text name = mcperr_str("io\\u005ferror");
    mcperr_error err = no_error();

    name.form = MCPERR_ESCAPED;
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_context, name));
    assert_text("io_error", err.code);
}

MU_TEST(a_code_that_the_dialect_does_not_know_leaves_the_error_untouched)
{
    static const char *const none[] = {NULL, "", "IO_ERROR", "io_erro", "io_error_", "cache-missing"};

    for (size_t i = 0; i < COUNT(none); i++) {
        mcperr_error err = error_of(&mcperr_kaiza, "HASH_MISMATCH"), before = err;

        mu_assert_int_eq(MCPERR_E_VALUE, mcperr_set_code(&err, &mcperr_context, mcperr_str(none[i])));
        mu_check(err.home == before.home);
        mu_check(mcperr_text_same(err.code, before.code));
        mu_assert_uint_eq(before.code_row, err.code_row);
        mu_assert_uint_eq(before.kind, err.kind);
    }
    mcperr_error err = no_error();
    mu_assert_int_eq(MCPERR_E_VALUE, mcperr_set_code(&err, &mcperr_context, mcperr_raw("\"io_error\"")));
}

MU_TEST(setting_a_code_without_an_error_or_a_dialect_is_misuse)
{
    mcperr_error err = no_error();

    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_set_code(NULL, &mcperr_context, mcperr_str("io_error")));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_set_code(&err, NULL, mcperr_str("io_error")));
    mu_check(err.home == NULL);
}

MU_TEST(every_one_byte_change_of_a_code_is_no_code)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++)
        for (unsigned n = 0; n < every_dialect[i]->code_count; n++) {
            const mcperr_code *const code = &every_dialect[i]->codes[n];
            for (unsigned at = 0; at < code->size; at++) {
                char other[64];
                memcpy(other, code->code, code->size);
                other[at] = (char)(other[at] ^ 1);
                mu_check(mcperr_code_named(every_dialect[i], mcperr_text_of(other, code->size)) == NULL);
            }
            mu_check(mcperr_code_named(every_dialect[i], mcperr_text_of(code->code, code->size - 1u)) ==
                     NULL);
        }
}

/* ---- retrying ---------------------------------------------------------------------------------------- */

MU_TEST(retry_after_is_kept_up_to_its_limit)
{
    static const uint32_t seconds[][2] = {
        {0, 0},
        {1, 1},
        {30, 30},
        {2147483646u, 2147483646u},
        {2147483647u, 2147483647u},
        {2147483648u, 2147483647u},
        {UINT32_MAX, 2147483647u},
    };

    for (size_t i = 0; i < COUNT(seconds); i++) {
        mcperr_error err = no_error();

        mcperr_set_retry_after(&err, seconds[i][0]);
        mu_check(err.has_retry_after);
        mu_assert_uint_eq(seconds[i][1], err.retry_after_s);
    }
    mcperr_set_retry_after(NULL, 30);
}

/* The error's own answers, and what they come to for a kind that may be retried and one that may not. */
static const struct {
    uint8_t retryable, recoverable;
    bool timeout_retryable, timeout_recoverable, invalid_retryable, invalid_recoverable;
} answers[] = {
    {MCPERR_BY_KIND, MCPERR_BY_KIND, true, true, false, false},
    {MCPERR_BY_KIND, MCPERR_NO, false, false, false, false},
    {MCPERR_BY_KIND, MCPERR_YES, true, true, false, true},
    {MCPERR_NO, MCPERR_BY_KIND, false, true, false, false},
    {MCPERR_NO, MCPERR_NO, false, false, false, false},
    {MCPERR_NO, MCPERR_YES, false, true, false, true},
    {MCPERR_YES, MCPERR_BY_KIND, true, true, true, false},
    {MCPERR_YES, MCPERR_NO, true, false, true, false},
    {MCPERR_YES, MCPERR_YES, true, true, true, true},
};

MU_TEST(an_error_may_answer_for_itself_else_its_kind_does)
{
    for (size_t i = 0; i < COUNT(answers); i++) {
        mcperr_error err = no_error();

        err.retryable = answers[i].retryable;
        err.recoverable = answers[i].recoverable;
        err.kind = MCPERR_TIMEOUT;
        mu_assert_int_eq(answers[i].timeout_retryable, mcperr_is_retryable(&err));
        mu_assert_int_eq(answers[i].timeout_recoverable, mcperr_is_recoverable(&err));
        err.kind = MCPERR_INVALID;
        mu_assert_int_eq(answers[i].invalid_retryable, mcperr_is_retryable(&err));
        mu_assert_int_eq(answers[i].invalid_recoverable, mcperr_is_recoverable(&err));
    }
}

MU_TEST(transient_kinds_alone_are_recoverable_and_retryable_by_themselves)
{
    for (unsigned kind = 0; kind < MCPERR_KIND_COUNT + 2u; kind++) {
        const bool transient = kind == MCPERR_RATE_LIMITED || kind == MCPERR_IO || kind == MCPERR_TIMEOUT ||
                               kind == MCPERR_UNAVAILABLE;
        mcperr_error err = no_error();

        err.kind = (uint8_t)kind;
        mu_assert_int_eq(transient, mcperr_is_retryable(&err));
        mu_assert_int_eq(transient, mcperr_is_recoverable(&err));
    }
}

MU_TEST(no_error_is_neither_retryable_nor_recoverable)
{
    mu_check(!mcperr_is_retryable(NULL));
    mu_check(!mcperr_is_recoverable(NULL));
}

/* ---- causes ------------------------------------------------------------------------------------------- */

static const char *cause_text(mcperr_text cause)
{
    static char text[200];
    mcperr_json w;

    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_text(&w, NULL, cause);
    return mcperr_json_finish(&w) == MCPERR_OK ? text : "refused";
}

MU_TEST(a_cause_is_message_code_and_name)
{
    mcperr_field fields[3];
    mcperr_text escaped = mcperr_str("E\\u004EOENT");

    escaped.form = MCPERR_ESCAPED;
    mu_assert_uint_eq(3, mcperr_cause(fields, "gone", escaped, "Error").size);
    mu_assert_string_eq("{\"message\":\"gone\",\"code\":\"ENOENT\",\"name\":\"Error\"}",
                        cause_text(mcperr_cause(fields, "gone", mcperr_str("ENOENT"), "Error")));
    mu_assert_string_eq("{\"message\":\"gone\",\"code\":\"ENOENT\",\"name\":\"Error\"}",
                        cause_text(mcperr_cause(fields, "gone", escaped, "Error")));
    mu_assert_string_eq("{\"message\":\"exit\",\"code\":7,\"name\":\"Error\"}",
                        cause_text(mcperr_cause(fields, "exit", mcperr_raw("7"), "Error")));
    mu_assert_string_eq("{\"message\":\"exit\",\"code\":-1,\"name\":\"Error\"}",
                        cause_text(mcperr_cause(fields, "exit", mcperr_raw("-1"), "Error")));
}

MU_TEST(a_cause_without_a_code_or_with_a_zero_one_has_null)
{
    mcperr_field fields[3];
    const mcperr_text none[] = {mcperr_str(NULL), mcperr_str(""), mcperr_raw("0"), mcperr_raw(NULL)};

    for (size_t i = 0; i < COUNT(none); i++)
        mu_assert_string_eq("{\"message\":\"exit\",\"code\":null,\"name\":\"Error\"}",
                            cause_text(mcperr_cause(fields, "exit", none[i], "Error")));
    mu_assert_string_eq("{\"message\":null,\"code\":null,\"name\":null}",
                        cause_text(mcperr_cause(fields, NULL, mcperr_str(NULL), NULL)));
}

MU_TEST(a_cause_without_fields_to_hold_it_is_absent)
{
    mu_check(mcperr_cause(NULL, "m", mcperr_str("c"), "n").data == NULL);
}

/* ---- words in lists --------------------------------------------------------------------------------- */

MU_TEST(a_text_is_in_a_list_as_a_whole_word_only)
{
    mu_check(mcperr_text_in(mcperr_str("a"), "a"));
    mu_check(mcperr_text_in(mcperr_str("a"), "a|bc"));
    mu_check(mcperr_text_in(mcperr_str("bc"), "a|bc"));
    mu_check(mcperr_text_in(mcperr_str("bc"), "a|bc|d"));
    mu_check(mcperr_text_in(mcperr_str("b"), "a||b"));
    mu_check(!mcperr_text_in(mcperr_str("b"), "a|bc|d"));
    mu_check(!mcperr_text_in(mcperr_str("a|bc"), "a|bc|d"));
    mu_check(!mcperr_text_in(mcperr_str(""), "a|bc"));
    mu_check(!mcperr_text_in(mcperr_str(""), ""));
    mu_check(!mcperr_text_in(mcperr_str(NULL), "a|bc"));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_handler_says_why_it_failed)
    MU_RUN(failing_replaces_kind_code_and_message_and_keeps_the_rest)
    MU_RUN(a_kind_that_is_none_fails_as_internal)
    MU_RUN(failing_without_an_error_to_fill_still_fails)
    MU_RUN(a_zeroed_error_is_a_good_internal_error_in_every_dialect)
    MU_RUN(a_code_brings_its_kind_and_its_home)
    MU_RUN(a_code_outlives_the_text_that_named_it)
    MU_RUN(a_code_may_be_named_in_escapes)
    MU_RUN(a_code_that_the_dialect_does_not_know_leaves_the_error_untouched)
    MU_RUN(setting_a_code_without_an_error_or_a_dialect_is_misuse)
    MU_RUN(every_one_byte_change_of_a_code_is_no_code)
    MU_RUN(retry_after_is_kept_up_to_its_limit)
    MU_RUN(an_error_may_answer_for_itself_else_its_kind_does)
    MU_RUN(transient_kinds_alone_are_recoverable_and_retryable_by_themselves)
    MU_RUN(no_error_is_neither_retryable_nor_recoverable)
    MU_RUN(a_cause_is_message_code_and_name)
    MU_RUN(a_cause_without_a_code_or_with_a_zero_one_has_null)
    MU_RUN(a_cause_without_fields_to_hold_it_is_absent)
    MU_RUN(a_text_is_in_a_list_as_a_whole_word_only)
)
/* clang-format on */

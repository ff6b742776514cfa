/* SPDX-License-Identifier: MIT */
#include "tool.h"

static char text[OUT_ROOM];

/* ---- what a handler may do ----------------------------------------------------------------------------- */

MU_TEST(a_result_is_let_through_untouched_and_nothing_is_recorded)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        assert_answer("{\"milli_celsius\":21500}", succeeds);
        mu_assert_uint_eq(23, length);
        assert_answer("{}", succeeds_with_nothing);
        mu_assert_uint_eq(0, file.size);
        mu_assert_uint_eq(2, node.events.calls);
        mu_assert_uint_eq(0, node.events.failures);
    }
}

MU_TEST(a_handler_that_fails_without_saying_why_is_an_internal_error)
{
    node_begin(&mcperr_kaiza);
    assert_answer(INTERNAL("Unexpected server error"), no_handler);
    for (mcperr_status status = MCPERR_E_NOSPACE; status <= MCPERR_E_INTERNAL; status++) {
        node_begin(&mcperr_kaiza);
        tool.self = &status;
        assert_answer(INTERNAL("Unexpected server error"), fails_with_status);
    }
    mu_assert_uint_eq(1, node.events.failures);
}

MU_TEST(a_result_that_does_not_fit_is_an_internal_error)
{
    node_begin(&mcperr_kaiza);
    assert_answer(INTERNAL("result does not fit the buffer"), writes_too_much);
}

HANDLER(leaves_it_open)
{
    UNUSED;
    mcperr_json_array(result, "items");
    return MCPERR_OK;
}

HANDLER(closes_too_much)
{
    UNUSED;
    mcperr_json_end(result);
    return MCPERR_OK;
}

HANDLER(leaves_a_string_open)
{
    UNUSED;
    mcperr_json_quote(result, "text");
    return MCPERR_OK;
}

HANDLER(writes_without_a_key)
{
    UNUSED;
    mcperr_json_int(result, NULL, 1);
    return MCPERR_OK;
}

HANDLER(writes_broken_json)
{
    UNUSED;
    mcperr_json_text(result, "raw", mcperr_raw("{\"a\":"));
    return MCPERR_OK;
}

HANDLER(ends_the_document)
{
    UNUSED;
    mcperr_json_end(result);
    (void)mcperr_json_finish(result);
    return MCPERR_OK;
}

/* Takes the writer for its own. */
HANDLER(writes_elsewhere)
{
    char own[40];

    UNUSED;
    mcperr_json_init(result, own, sizeof own);
    mcperr_json_object(result, NULL);
    mcperr_json_int(result, "n", 1);
    return MCPERR_OK;
}

MU_TEST(a_result_that_is_unfinished_or_broken_is_an_internal_error)
{
    static const mcperr_handler broken[] = {leaves_it_open,       closes_too_much,    leaves_a_string_open,
                                            writes_without_a_key, writes_broken_json, ends_the_document,
                                            writes_elsewhere};

    for (size_t i = 0; i < COUNT(broken); i++) {
        node_begin(&mcperr_kaiza);
        assert_answer(INTERNAL("result is unfinished or broken"), broken[i]);
        mu_assert_uint_eq(0, node.events.disguised);
    }
}

/* Writes the members of an object that is given as JSON. */
HANDLER(writes_members)
{
    UNUSED;
    mcperr_json_splice(result, mcperr_raw(self), NULL, 0);
    return MCPERR_OK;
}

MU_TEST(an_error_in_disguise_is_an_internal_error_and_counted)
{
    static const char marked[][40] = {
        "{\"error\":\"x\"}",       "{\"n\":1,\"problem\":{}}", "{\"error_code\":1}",
        "{\"ok\":false}",          "{\"error\":null}",         "{\"ok\":false,\"n\":1}",
        "{\"\\u0065rror\":\"x\"}", "{\"n\":1,\"ok\" : false}", "{\"a\":1,\"problem\":0}"};

    for (size_t i = 0; i < COUNT(marked); i++) {
        node_begin(&mcperr_kaiza);
        tool.self = memcpy(text, marked[i], sizeof marked[i]);
        assert_answer(INTERNAL("result is an error in disguise"), writes_members);
        mu_assert_uint_eq(1, node.events.disguised);
        mu_assert_uint_eq(1, node.events.failures);
    }
}

/* The buffer ends right behind the result, so that reading on would be seen. */
MU_TEST(words_of_an_error_elsewhere_are_no_disguise)
{
    static const char fair[][40] = {"{\"ok\":true}",         "{\"errors\":0}",
                                    "{\"n\":{\"error\":1}}", "{\"a\":[\"error\"]}",
                                    "{\"ok\":\"false\"}",    "{\"ok\":0}",
                                    "{\"okay\":false}",      "{\"OK\":false}",
                                    "{\"ok\":[false]}",      "{\"a\":\"ok\\\":false\"}",
                                    "{\"Error\":1}",         "{\"problems\":[]}"};

    for (size_t i = 0; i < COUNT(fair); i++) {
        node_begin(&mcperr_kaiza);
        tool.self = memcpy(text, fair[i], sizeof fair[i]);
        call.cap = strlen(fair[i]) + 1;
        assert_answer(fair[i], writes_members);
    }
}

HANDLER(writes_half_and_fails)
{
    UNUSED;
    mcperr_json_array(result, "items");
    mcperr_json_int(result, NULL, 1);
    return mcperr_fail(err, MCPERR_TIMEOUT, "gave up");
}

MU_TEST(half_a_result_leaves_nothing_behind)
{
    node_begin(&mcperr_toolerror);
    assert_answer("{\"type\":\"TRANSIENT\",\"message\":\"gave up\",\"recoverable\":true}",
                  writes_half_and_fails);
}

HANDLER(sets_an_error_and_succeeds)
{
    UNUSED;
    (void)mcperr_fail(err, MCPERR_TIMEOUT, "never mind");
    return MCPERR_OK;
}

MU_TEST(a_handler_that_succeeds_after_all_has_succeeded)
{
    node_begin(&mcperr_kaiza);
    assert_answer("{}", sets_an_error_and_succeeds);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_result_is_let_through_untouched_and_nothing_is_recorded)
    MU_RUN(a_handler_that_fails_without_saying_why_is_an_internal_error)
    MU_RUN(a_result_that_does_not_fit_is_an_internal_error)
    MU_RUN(a_result_that_is_unfinished_or_broken_is_an_internal_error)
    MU_RUN(an_error_in_disguise_is_an_internal_error_and_counted)
    MU_RUN(words_of_an_error_elsewhere_are_no_disguise)
    MU_RUN(half_a_result_leaves_nothing_behind)
    MU_RUN(a_handler_that_succeeds_after_all_has_succeeded)
)
/* clang-format on */

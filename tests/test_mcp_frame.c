/* SPDX-License-Identifier: MIT */
/* Answers out: the frame of a tool's answer, and errors of the protocol. */
#include "mcperr/mcp.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const mcperr_dialect *const every_dialect[] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,  &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api};

static char buf[1600];
static mcperr_text absent;

static mcperr_answer to(const char *id)
{
    const mcperr_answer answer = {.id = mcperr_raw(id)};
    return answer;
}

static mcperr_answer modern(const char *id)
{
    const mcperr_answer answer = {.id = mcperr_raw(id), .modern = true, .name = "node", .version = "1.0"};
    return answer;
}

/* ---- codes --------------------------------------------------------------------------------------------- */

static bool is_defined(int32_t code)
{
    return code == -32700 || (code >= -32603 && code <= -32600) || (code >= -32022 && code <= -32020);
}

MU_TEST(only_defined_codes_and_those_outside_of_the_reserved_range_may_be_sent)
{
    static const int32_t free_codes[] = {INT32_MIN, -32769, -31999, -1, 0, 1, 401, 403, INT32_MAX};

    for (int32_t code = -32768; code <= -32000; code++)
        mu_check(mcperr_rpc_may_send(code) == is_defined(code));
    for (size_t i = 0; i < COUNT(free_codes); i++)
        mu_check(mcperr_rpc_may_send(free_codes[i]));
}

/* ---- errors of the protocol ---------------------------------------------------------------------------- */

static mcperr_status write_error(const mcperr_answer *answer, int32_t code, const char *what,
                                 mcperr_text about, mcperr_text data)
{
    size_t len = 0;

    memset(buf, '#', sizeof buf);
    const mcperr_status status = mcperr_rpc_error(answer, code, what, about, data, buf, sizeof buf, &len);
    if (status == MCPERR_OK)
        mu_assert_uint_eq(strlen(buf), len);
    return status;
}

#define assert_error(expected, answer, code, what, about, data)                                              \
    do {                                                                                                     \
        const mcperr_answer answer_ = (answer);                                                              \
        mu_assert_int_eq(MCPERR_OK, write_error(&answer_, code, what, about, data));                         \
        mu_assert_string_eq(expected, buf);                                                                  \
    } while (0)

MU_TEST(an_error_has_its_code_and_one_sentence)
{
    assert_error(
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":\"Unknown tool: nope\"}}",
        to("3"), MCPERR_RPC_PARAMS, "Unknown tool", mcperr_str("nope"), absent);
    assert_error("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}", to(NULL),
                 MCPERR_RPC_PARSE, "Parse error", absent, absent);
    assert_error("{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":401,\"message\":\": \"}}", modern("0"),
                 401, "", mcperr_str(""), absent);
}

MU_TEST(what_an_error_is_about_is_quoted_as_the_characters_it_stands_for)
{
    const char *const line =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":7,\"message\":\"No: \\\"a\\\"\\n\xC3\xA9\"}}";
    const mcperr_text escaped = {"\\\"a\\\"\\n\\u00e9", 13, MCPERR_ESCAPED};

    assert_error(line, to("1"), 7, "No", mcperr_str("\"a\"\n\xC3\xA9"), absent);
    assert_error(line, to("1"), 7, "No", escaped, absent);
}

MU_TEST(data_is_fields_or_json)
{
    const mcperr_field fields[2] = {mcperr_field_int("offset", 7), mcperr_field_str("reason", "why")};

    assert_error("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\","
                 "\"data\":{\"offset\":7,\"reason\":\"why\"}}}",
                 to(NULL), MCPERR_RPC_PARSE, "Parse error", absent, mcperr_fields(fields, 2));
    assert_error("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32021,\"message\":\"No\","
                 "\"data\":{\"requiredCapabilities\":{\"elicitation\":{}}}}}",
                 to("1"), MCPERR_RPC_CAPABILITY, "No", absent,
                 mcperr_raw("{ \"requiredCapabilities\" : {\"elicitation\":{}} }"));
    assert_error("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":5,\"message\":\"No\",\"data\":null}}", to(NULL), 5,
                 "No", absent, mcperr_raw("null"));
}

MU_TEST(an_id_is_echoed_as_it_came)
{
    static const char *const ids[] = {
        "0", "-7", "9007199254740993", "\"\"", "\"3\"", "\"a\\\"\\\\\\n\"", "\"\\u00e9\\/\xC3\xA9\""};

    for (size_t i = 0; i < COUNT(ids); i++) {
        const mcperr_answer answer = to(ids[i]);
        char expected[96] = "{\"jsonrpc\":\"2.0\",\"id\":";
        strcat(expected, ids[i]);
        strcat(expected, ",\"error\":{\"code\":1,\"message\":\"No\"}}");
        mu_assert_int_eq(MCPERR_OK, write_error(&answer, 1, "No", absent, absent));
        mu_assert_string_eq(expected, buf);
    }
}

MU_TEST(what_is_no_id_is_left_out_and_never_null)
{
    static const char *const none[] = {
        "null",   "1.5",
        "1e3",    "true",
        "[1]",    "{}",
        "",       "\"",
        "\"\n\"", "\"123456789012345678901234567890123456789012345678901234567890123\""};
    static const char line[] = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"No\"}}";

    for (size_t i = 0; i < COUNT(none); i++)
        assert_error(line, to(none[i]), 1, "No", absent, absent);
    mcperr_answer plain = {.id = mcperr_str("7")};
    assert_error(line, plain, 1, "No", absent, absent);
}

MU_TEST(reserved_and_retired_codes_are_refused)
{
    static const int32_t codes[] = {-32768, -32701, -32604, -32599, -32100, -32099,
                                    -32042, -32023, -32019, -32002, -32001, -32000};
    const mcperr_answer answer = to("1");

    for (size_t i = 0; i < COUNT(codes); i++) {
        mu_assert_int_eq(MCPERR_E_VALUE, write_error(&answer, codes[i], "No", absent, absent));
        mu_check(buf[0] == '#');
    }
}

MU_TEST(an_error_with_broken_data_is_refused_and_leaves_an_empty_string)
{
    static const struct {
        const char *data;
        mcperr_status status;
    } all[] = {{"{\"a\"}", MCPERR_E_SYNTAX},
               {"{\"a\":", MCPERR_E_PARTIAL},
               {"", MCPERR_E_PARTIAL},
               {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", MCPERR_E_DEPTH}};
    const mcperr_answer answer = to("1");

    for (size_t i = 0; i < COUNT(all); i++) {
        mu_assert_int_eq(all[i].status, write_error(&answer, 1, "No", absent, mcperr_raw(all[i].data)));
        mu_assert_string_eq("", buf);
    }
}

MU_TEST(an_error_is_written_whole_or_not_at_all_and_tells_what_it_needs)
{
    static const char line[] =
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":\"Unknown tool: nope\"}}";
    const mcperr_answer answer = to("3");
    size_t len;

    for (size_t cap = 0; cap <= sizeof line + 1; cap++) {
        memset(buf, '#', sizeof buf);
        const mcperr_status status = mcperr_rpc_error(&answer, MCPERR_RPC_PARAMS, "Unknown tool",
                                                      mcperr_str("nope"), absent, buf, cap, &len);
        mu_assert_int_eq(cap < sizeof line ? MCPERR_E_NOSPACE : MCPERR_OK, status);
        mu_assert_uint_eq(sizeof line - 1, len);
        if (cap > 0)
            mu_assert_string_eq(status == MCPERR_OK ? line : "", buf);
        for (size_t i = cap; i < sizeof line + 8; i++)
            mu_check(buf[i] == '#');
    }
}

MU_TEST(an_error_needs_an_answer_and_words_and_without_a_buffer_is_measured)
{
    const mcperr_answer answer = to("3");
    size_t len = 0;

    mu_assert_int_eq(MCPERR_E_MISUSE, write_error(NULL, 1, "No", absent, absent));
    mu_assert_int_eq(MCPERR_E_MISUSE, write_error(&answer, 1, NULL, absent, absent));
    mu_assert_int_eq(MCPERR_OK, mcperr_rpc_error(&answer, 1, "No", absent, absent, buf, sizeof buf, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_rpc_error(&answer, 1, "No", absent, absent, NULL, 0, &len));
    mu_assert_uint_eq(strlen(buf), len);
    mu_assert_int_eq(MCPERR_E_NOSPACE, mcperr_rpc_error(&answer, 1, "No", absent, absent, buf, 9, NULL));
}

/* ---- results ------------------------------------------------------------------------------------------- */

/* A tool's answer that worked, in `cap` bytes. */
static mcperr_status write_result(mcperr_answer answer, size_t cap)
{
    const mcperr_frame frame = mcperr_answer_frame(&answer);
    mcperr_json w;

    memset(buf, '#', sizeof buf);
    mcperr_json_init(&w, buf, cap);
    frame.begin(frame.ctx, &w, false);
    mcperr_json_object(&w, NULL);
    mcperr_json_str(&w, "say", "a\"b");
    mcperr_json_end(&w);
    frame.end(frame.ctx, &w, NULL, NULL, MCPERR_SHED_NOTHING);
    return mcperr_json_finish(&w);
}

#define assert_result(expected, answer)                                                                      \
    do {                                                                                                     \
        mu_assert_int_eq(MCPERR_OK, write_result(answer, sizeof buf));                                       \
        mu_assert_string_eq(expected, buf);                                                                  \
    } while (0)

#define TEXT(inside) "\"content\":[{\"type\":\"text\",\"text\":\"" inside "\"}]"
#define SAYS TEXT("{\\\"say\\\":\\\"a\\\\\\\"b\\\"}")
#define INFO "\"io.modelcontextprotocol/serverInfo\":{\"name\":\"node\",\"version\":\"1.0\"}"

MU_TEST(a_result_is_text_and_in_the_new_era_says_that_it_is_complete_and_whose)
{
    mcperr_answer nameless = modern("\"q\"");

    nameless.name = NULL;
    assert_result("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{" SAYS "}}", to("0"));
    assert_result("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"resultType\":\"complete\"," SAYS
                  ",\"_meta\":{" INFO "}}}",
                  modern("\"q\""));
    assert_result("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{\"resultType\":\"complete\"," SAYS "}}",
                  nameless);
}

MU_TEST(what_is_for_errors_does_not_show_in_a_result)
{
    mcperr_answer answer = to("0");

    answer.meta_key = "com.example/error";
    answer.structured_errors = true;
    answer.refused = 403;
    answer.name = "not told to legacy clients";
    assert_result("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{" SAYS "}}", answer);
}

MU_TEST(a_structured_result_comes_as_it_is_and_as_text)
{
    mcperr_answer answer = modern("0");

    answer.structured_result = true;
    assert_result("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"resultType\":\"complete\","
                  "\"structuredContent\":{\"say\":\"a\\\"b\"}," SAYS ",\"_meta\":{" INFO "}}}",
                  answer);
}

MU_TEST(a_plain_result_is_the_object_itself)
{
    mcperr_answer answer = to("0");

    answer.plain = true;
    assert_result("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"say\":\"a\\\"b\"}}", answer);
}

MU_TEST(a_result_is_written_whole_or_not_at_all)
{
    mcperr_answer answers[3] = {to("0"), modern("0"), to("0")};

    answers[1].structured_result = true;
    answers[2].plain = true;
    for (size_t i = 0; i < COUNT(answers); i++) {
        mu_assert_int_eq(MCPERR_OK, write_result(answers[i], sizeof buf));
        const size_t needed = strlen(buf) + 1;
        for (size_t cap = 0; cap <= needed + 1; cap++) {
            const mcperr_status status = write_result(answers[i], cap);
            mu_assert_int_eq(cap < needed ? MCPERR_E_NOSPACE : MCPERR_OK, status);
            if (cap > 0)
                mu_assert_uint_eq(status == MCPERR_OK ? needed - 1 : 0, strlen(buf));
            mu_check(buf[cap] == '#');
        }
    }
}

/* ---- failures ------------------------------------------------------------------------------------------ */

static mcperr_error failure(const char *message)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    (void)mcperr_fail(&err, MCPERR_TIMEOUT, message);
    err.tool = mcperr_str("t");
    err.incident = mcperr_str("inc_1");
    return err;
}

static mcperr_status write_failure(const mcperr_dialect *d, const mcperr_error *err, mcperr_answer answer,
                                   size_t cap)
{
    const mcperr_frame frame = mcperr_answer_frame(&answer);
    size_t len = 0;

    memset(buf, '#', sizeof buf);
    const mcperr_status status = mcperr_emit_framed(d, err, &frame, buf, cap, &len);
    if (cap > 0)
        mu_assert_uint_eq(strlen(buf), len);
    return status;
}

#define assert_failure(expected, message, answer)                                                            \
    do {                                                                                                     \
        const mcperr_error err_ = failure(message);                                                          \
        mu_assert_int_eq(MCPERR_OK, write_failure(&mcperr_toolerror, &err_, answer, sizeof buf));            \
        mu_assert_string_eq(expected, buf);                                                                  \
    } while (0)

#define ENVELOPE "{\"type\":\"TRANSIENT\",\"message\":\"a\\\"b\",\"recoverable\":true}"
#define QUOTED                                                                                               \
    TEXT("{\\\"type\\\":\\\"TRANSIENT\\\",\\\"message\\\":\\\"a\\\\\\\"b\\\",\\\"recoverable\\\":true}")     \
    ",\"isError\":true"

MU_TEST(a_failure_is_a_result_that_says_so_with_the_envelope_as_its_text)
{
    assert_failure("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{" QUOTED "}}", "a\"b", to("4"));
    assert_failure("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"resultType\":\"complete\"," QUOTED
                   ",\"_meta\":{" INFO "}}}",
                   "a\"b", modern("4"));
}

MU_TEST(copies_of_the_envelope_stand_where_they_are_wanted)
{
    mcperr_answer answer = to("4");

    answer.meta_key = "com.example/error";
    assert_failure("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{" QUOTED
                   ",\"_meta\":{\"com.example/error\":" ENVELOPE "}}}",
                   "a\"b", answer);
    answer = modern("4");
    answer.meta_key = "com.example/error";
    answer.structured_errors = true;
    assert_failure("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"resultType\":\"complete\"," QUOTED
                   ",\"structuredContent\":" ENVELOPE ",\"_meta\":{" INFO ",\"com.example/error\":" ENVELOPE
                   "}}}",
                   "a\"b", answer);
}

MU_TEST(a_tool_with_an_output_schema_has_no_errors_in_its_structured_content)
{
    mcperr_answer answer = to("4");

    answer.structured_errors = true;
    answer.structured_result = true;
    answer.plain = true; /* is about results */
    assert_failure("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{" QUOTED "}}", "a\"b", answer);
}

MU_TEST(a_refusal_is_an_error_of_the_protocol_with_the_envelope_as_its_data)
{
    mcperr_answer answer = modern("4");

    answer.refused = 403;
    answer.meta_key = "com.example/error";
    answer.structured_errors = true;
    assert_failure("{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":403,\"data\":" ENVELOPE
                   ",\"message\":\"a\\\"b\"}}",
                   "a\"b", answer);
    answer.refused = -32002; /* retired */
    assert_failure("{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-32603,\"data\":" ENVELOPE
                   ",\"message\":\"a\\\"b\"}}",
                   "a\"b", answer);
}

MU_TEST(a_refusal_says_no_more_in_its_message_than_the_envelope_does)
{
    mcperr_answer answer = to("4");
    mcperr_error err = failure("see /etc/passwd at line 7");

    answer.refused = 504;
    (void)write_failure(&mcperr_context, &err, answer, sizeof buf);
    mu_check(strstr(buf, "passwd") == NULL);
    mu_check(strstr(buf, "\"message\":\"\"") == NULL);
    (void)write_failure(&mcperr_owlclaw, &err, answer, sizeof buf);
    mu_check(strstr(buf, ",\"message\":\"see /etc/passwd at line 7\"}}") != NULL);
    /* The canonical one has a place for the invariant. */
    err = failure(NULL);
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_kaiza, mcperr_str("INVARIANT_VIOLATION")));
    err.invariant = mcperr_str("INV_7");
    (void)write_failure(&mcperr_kaiza, &err, answer, sizeof buf);
    mu_check(strstr(buf, ",\"message\":\"Invariant INV_7 was violated\"}}") != NULL);
    /* One that equals the canonical message is left out of this dialect's envelope, but not here. */
    err = failure(NULL);
    (void)write_failure(&mcperr_owlclaw_api, &err, answer, sizeof buf);
    mu_check(strstr(buf, "\"detail\"") == NULL);
    mu_check(strstr(buf, ",\"message\":\"") != NULL && strstr(buf, ",\"message\":\"\"") == NULL);
}

MU_TEST(a_message_that_is_no_text_is_never_the_message_of_a_refusal)
{
    mcperr_answer answer = to("4");
    mcperr_error err = failure(NULL);

    answer.refused = 504;
    err.message = mcperr_raw("{\"a\":1}");
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        (void)write_failure(every_dialect[i], &err, answer, sizeof buf);
        mu_check(strstr(buf, "\"message\":\"") != NULL);
        mu_check(strstr(buf, "\"message\":{") == NULL);
    }
}

/* ---- what does not fit --------------------------------------------------------------------------------- */

/* Is there one JSON-RPC response in the buffer? */
static bool is_a_response(void)
{
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":4,\"";

    return mcperr_json_check(buf, strlen(buf), NULL, NULL, NULL) == MCPERR_OK &&
           strncmp(buf, head, sizeof head - 1) == 0 && strchr(buf, '\n') == NULL &&
           (strstr(buf, "\"isError\":true") != NULL) != (strstr(buf, ",\"error\":{\"code\":") != NULL);
}

MU_TEST(from_the_least_size_on_every_dialect_gives_one_whole_line_and_below_it_none)
{
    for (unsigned i = 0; i < COUNT(every_dialect) * 2; i++) {
        const mcperr_dialect *const d = every_dialect[i >> 1];
        mcperr_answer answer = modern("4");
        mcperr_error err = failure("a message that is longer than most of them are");
        err.details = mcperr_raw("{\"k\":[1,2,3]}");
        answer.meta_key = "com.example/error";
        answer.structured_errors = true;
        answer.refused = i & 1 ? 403 : 0;
        const mcperr_frame frame = mcperr_answer_frame(&answer);
        const size_t least = mcperr_min_size_framed(d, &err, &frame);
        mu_check(least > 60 && least < sizeof buf);
        mu_assert_int_eq(MCPERR_OK, write_failure(d, &err, answer, sizeof buf));
        const size_t needed = strlen(buf) + 1;
        for (size_t cap = 0; cap <= needed + 1; cap++) {
            const mcperr_status status = write_failure(d, &err, answer, cap);
            mu_check(status == (cap >= needed ? MCPERR_OK : cap >= least ? MCPERR_E_NOSPACE : status));
            if (status == MCPERR_E_SIZE)
                mu_check(cap == 0 || buf[0] == '\0');
            else
                mu_check(is_a_response());
            mu_check(buf[cap] == '#');
        }
    }
}

MU_TEST(copies_are_the_first_that_is_shed)
{
    const mcperr_error err = failure("a\"b");
    mcperr_answer answer = to("4");

    answer.meta_key = "com.example/error";
    answer.structured_errors = true;
    mu_assert_int_eq(MCPERR_OK, write_failure(&mcperr_toolerror, &err, answer, sizeof buf));
    const size_t needed = strlen(buf) + 1;
    mu_assert_int_eq(MCPERR_E_NOSPACE, write_failure(&mcperr_toolerror, &err, answer, needed - 1));
    mu_assert_string_eq("{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{" QUOTED "}}", buf);
}

MU_TEST(copies_that_are_too_deep_for_their_place_are_shed)
{
    mcperr_error err = failure("deep");
    mcperr_answer answer = to("4");
    char deep[64];

    /* As deep as the text can hold: 5 containers are open around the details, in _meta one less. */
    memset(deep, '[', 30);
    memset(deep + 30, ']', 30);
    deep[60] = '\0';
    answer.meta_key = "com.example/error";
    for (unsigned depth = 1; depth <= 30; depth++) {
        const mcperr_field field = mcperr_field_text("k", mcperr_raw_of(deep + 30 - depth, 2 * depth));
        err.details = mcperr_fields(&field, 1);
        const mcperr_status status = write_failure(&mcperr_codeintel, &err, answer, sizeof buf);
        mu_check(status == MCPERR_OK || status == MCPERR_E_DEPTH || status == MCPERR_E_NOSPACE);
        mu_check(is_a_response());
    }
}

MU_TEST(a_tool_error_never_lacks_its_text_even_for_null)
{
    const mcperr_answer answer = to("4");

    mu_assert_int_eq(MCPERR_OK, write_failure(&mcperr_toolerror, NULL, answer, sizeof buf));
    mu_check(is_a_response());
    mu_check(strstr(buf, "\"text\":\"{\\\"type\\\":\\\"") != NULL);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(only_defined_codes_and_those_outside_of_the_reserved_range_may_be_sent)
    MU_RUN(an_error_has_its_code_and_one_sentence)
    MU_RUN(what_an_error_is_about_is_quoted_as_the_characters_it_stands_for)
    MU_RUN(data_is_fields_or_json)
    MU_RUN(an_id_is_echoed_as_it_came)
    MU_RUN(what_is_no_id_is_left_out_and_never_null)
    MU_RUN(reserved_and_retired_codes_are_refused)
    MU_RUN(an_error_with_broken_data_is_refused_and_leaves_an_empty_string)
    MU_RUN(an_error_is_written_whole_or_not_at_all_and_tells_what_it_needs)
    MU_RUN(an_error_needs_an_answer_and_words_and_without_a_buffer_is_measured)
    MU_RUN(a_result_is_text_and_in_the_new_era_says_that_it_is_complete_and_whose)
    MU_RUN(what_is_for_errors_does_not_show_in_a_result)
    MU_RUN(a_structured_result_comes_as_it_is_and_as_text)
    MU_RUN(a_plain_result_is_the_object_itself)
    MU_RUN(a_result_is_written_whole_or_not_at_all)
    MU_RUN(a_failure_is_a_result_that_says_so_with_the_envelope_as_its_text)
    MU_RUN(copies_of_the_envelope_stand_where_they_are_wanted)
    MU_RUN(a_tool_with_an_output_schema_has_no_errors_in_its_structured_content)
    MU_RUN(a_refusal_is_an_error_of_the_protocol_with_the_envelope_as_its_data)
    MU_RUN(a_refusal_says_no_more_in_its_message_than_the_envelope_does)
    MU_RUN(a_message_that_is_no_text_is_never_the_message_of_a_refusal)
    MU_RUN(from_the_least_size_on_every_dialect_gives_one_whole_line_and_below_it_none)
    MU_RUN(copies_are_the_first_that_is_shed)
    MU_RUN(copies_that_are_too_deep_for_their_place_are_shed)
    MU_RUN(a_tool_error_never_lacks_its_text_even_for_null)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* From lines to answers: messages, ids, eras, and the methods that are no tool's. */
#include "server.h"

/* ---- what is no request -------------------------------------------------------------------------------- */

MU_TEST(a_line_that_is_no_json_is_a_parse_error_without_an_id)
{
    server_begin(&mcperr_kaiza);
    assert_answer("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\","
                  "\"data\":{\"offset\":8,\"reason\":\"expected a member name in quotes\"}}}",
                  "{\"id\":4,!}");
    assert_answer("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\","
                  "\"data\":{\"offset\":7,\"reason\":\"text ends too early\"}}}",
                  "{\"id\":4");
    answer_to("\xEF\xBB\xBF{}");
    mu_check(strstr(out, "\"code\":-32700") != NULL && strstr(out, "\"id\"") == NULL);
    answer_to("boot: ready");
    mu_check(strstr(out, "\"code\":-32700") != NULL && strstr(out, "\"id\"") == NULL);
    mu_assert_uint_eq(0, node.events.calls);
}

MU_TEST(json_that_is_no_message_is_refused_without_an_id)
{
    static const char *const lines[] = {
        "[]", "7", "null", "\"id\"", "true", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]"};

    server_begin(&mcperr_kaiza);
    for (size_t i = 0; i < COUNT(lines); i++)
        assert_answer(REFUSED_NO_ID("-32600", "Not a JSON-RPC message"), lines[i]);
}

MU_TEST(a_request_must_be_one_of_json_rpc_2_0)
{
    server_begin(&mcperr_kaiza);
    assert_answer(REFUSED_NO_ID("-32600", "Not a JSON-RPC 2.0 request"), "{}");
    assert_answer(REFUSED("1", "-32600", "Not a JSON-RPC 2.0 request"), "{\"id\":1}");
    assert_answer(REFUSED("1", "-32600", "Not a JSON-RPC 2.0 request"), "{\"id\":1,\"method\":\"ping\"}");
    assert_answer(REFUSED("1", "-32600", "Not a JSON-RPC 2.0 request"),
                  "{\"id\":1,\"method\":\"ping\",\"jsonrpc\":\"1.0\"}");
    assert_answer(REFUSED("1", "-32600", "Not a JSON-RPC 2.0 request"),
                  "{\"id\":1,\"method\":\"ping\",\"jsonrpc\":2.0}");
    assert_answer(REFUSED("1", "-32600", "Not a JSON-RPC 2.0 request"),
                  "{\"id\":1,\"method\":7,\"jsonrpc\":\"2.0\"}");
}

MU_TEST(notifications_and_responses_are_never_answered)
{
    static const char *const lines[] = {
        "{\"method\":\"notifications/initialized\",\"jsonrpc\":\"2.0\"}",
        "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1},\"jsonrpc\":\"2.0\"}",
        "{\"method\":\"notifications/what?\",\"params\":7}",
        "{\"method\":\"ping\",\"jsonrpc\":\"2.0\"}",
        "{\"method\":\"notifications/twice\",\"params\":{\"a\":1,\"a\":2}}",
        "{\"method\":null}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{}}",
        "{\"result\":null}",
    };

    server_begin(&mcperr_kaiza);
    for (size_t i = 0; i < COUNT(lines); i++)
        assert_answer("", lines[i]);
    mu_assert_uint_eq(0, server.unanswered);
}

/* ---- ids ----------------------------------------------------------------------------------------------- */

MU_TEST(ids_are_echoed_byte_for_byte)
{
    server_begin(&mcperr_kaiza);
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}", LEGACY("0", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":-1,\"result\":{}}", LEGACY("-1", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":\"\",\"result\":{}}", LEGACY("\"\"", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":\"3\",\"result\":{}}", LEGACY("\"3\"", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":\"a\\\"\\\\\\n\\u00e9\",\"result\":{}}",
                  LEGACY("\"a\\\"\\\\\\n\\u00e9\"", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"result\":{}}",
                  LEGACY("9007199254740993", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":\"" SIXTY "12\",\"result\":{}}",
                  LEGACY("\"" SIXTY "12\"", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":" SIXTY "1234,\"result\":{}}", LEGACY(SIXTY "1234", "ping"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}",
                  "{\"\\u0069d\":5,\"jsonrpc\":\"2.0\",\"method\":\"p\\u0069ng\"}");
}

MU_TEST(what_is_no_id_or_stands_twice_is_refused_without_one)
{
    static const char *const lines[] = {
        LEGACY("null", "ping"),
        LEGACY("1.5", "ping"),
        LEGACY("1.0", "ping"),
        LEGACY("1e3", "ping"),
        LEGACY("true", "ping"),
        LEGACY("[1]", "ping"),
        LEGACY("{\"id\":1}", "ping"),
        LEGACY("\"" SIXTY "123\"", "ping"),
        LEGACY(SIXTY "12345", "ping"),
        "{\"id\":1,\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"id\":2}",
        "{\"id\":1,\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"id\":1}",
        "{\"id\":1,\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"\\u0069d\":2}",
        "{\"id\":1,\"params\":{\"a\":1,\"a\":2},\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"id\":2}",
    };

    server_begin(&mcperr_kaiza);
    for (size_t i = 0; i < COUNT(lines); i++)
        assert_answer(REFUSED_NO_ID("-32600", "An id is one short string or integer"), lines[i]);
}

MU_TEST(a_name_that_stands_twice_elsewhere_is_refused_with_the_id)
{
    static const char *const lines[] = {
        "{\"method\":\"ping\",\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
        LEGACY_WITH("1", "ping", "\"a\":1,\"a\":2"),
        LEGACY_WITH("1", "tools/call", "\"name\":\"echo\",\"arguments\":{\"id\":1,\"\\u0069d\":2}"),
        LEGACY_WITH("1", "tools/list", "\"x\":[{\"a\":{},\"b\":1,\"a\":[]}]"),
    };

    server_begin(&mcperr_kaiza);
    for (size_t i = 0; i < COUNT(lines); i++)
        assert_answer(REFUSED("1", "-32600", "A name stands twice in one object"), lines[i]);
}

/* ---- lines that are too long --------------------------------------------------------------------------- */

static void answer_to_cut(const char *head, const char *tail)
{
    char text[200];
    mcperr_line line = {text, strlen(head) + strlen(tail), strlen(head)};

    memcpy(text, head, strlen(head));
    memcpy(text + strlen(head), tail, strlen(tail));
    answer_in(&line, sizeof out);
}

#define assert_cut(expected, head, tail)                                                                     \
    do {                                                                                                     \
        answer_to_cut(head, tail);                                                                           \
        mu_assert_string_eq(expected, out);                                                                  \
    } while (0)
#define TOO_MUCH(id) REFUSED(id, "-32600", "The request is too long or too deep for this server")

MU_TEST(a_line_that_was_cut_is_refused_if_its_id_can_be_told_and_dropped_if_not)
{
    server_begin(&mcperr_kaiza);
    assert_cut(TOO_MUCH("4"), "{\"jsonrpc\":\"2.0\",\"id\":4,\"params\":{\"a", "xx\"}}");
    assert_cut(TOO_MUCH("\"a\\\"\""), "{\"method\":\"x\",\"params\":{\"a\":\"aa",
               "xx\"},\"jsonrpc\":\"2.0\",\"id\":\"a\\\"\"}");
    assert_cut("", "{\"method\":\"notifications/x\",\"params\":{\"a", "xx\"}}");
    assert_cut("", "{\"id\":null,\"params\":{\"a", "xx\"}}");
    assert_cut("", "xxxxxxx", "xxxxxx");
    assert_cut("", "{\"id\":82,\"method\":\"aaaa", "aaaaaaa");
    assert_cut(TOO_MUCH("7"), LEGACY("7", "ping") "   ", "     ");
    assert_cut("", "{\"id\":82,\"method\":\"x\",\"params\":{\"a", "xx\"},\"id\":83}");
    mu_assert_uint_eq(0, server.unanswered);
}

MU_TEST(a_line_with_too_many_values_or_too_deep_is_refused_with_its_id)
{
    server_begin(&mcperr_kaiza);
    server.token_count = 9;
    assert_answer(TOO_MUCH("6"), LEGACY_WITH("6", "ping", "\"a\":1"));
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":6,\"result\":{}}", LEGACY_WITH("6", "ping", ""));
    assert_answer("", "[1,2,3,4,5,6,7,8,9,10]");
    server.token_count = COUNT(tokens);
#define FORTY(text) EIGHT(text) EIGHT(text) EIGHT(text) EIGHT(text) EIGHT(text)
    assert_answer(TOO_MUCH("\"d\""), "{\"id\":\"d\",\"params\":" FORTY("[") FORTY("]") "}");
    assert_answer(TOO_MUCH("1"), "{\"method\":\"x\",\"deep\":" FORTY("[") FORTY("]") ",\"id\":1}");
}

MU_TEST(a_response_that_is_too_much_is_ignored_as_any_other_is)
{
    server_begin(&mcperr_kaiza);
    assert_cut("", "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"a", "xx\"}}");
    assert_cut("", "{\"id\":4,\"x\":\"a", "xx\",\"result\":{}}");
    assert_answer("", "{\"id\":4,\"deep\":" FORTY("[") FORTY("]") ",\"result\":{}}");
    assert_cut("", "{\"error\":{\"code\":1,\"message\":\"a", "xx\"},\"id\":4}");
    server.token_count = 9;
    assert_answer("", "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":[1,2,3,4,5,6,7,8,9]}");
    assert_answer(TOO_MUCH("4"), "{\"jsonrpc\":\"2.0\",\"id\":4,\"params\":[1,2,3,4,5,6,7,8,9]} ");
    mu_assert_uint_eq(0, server.unanswered);
}

MU_TEST(a_line_whose_beginning_is_longer_than_itself_is_no_line)
{
    const mcperr_line line = {"{\"id\":1}", 8, 9};

    server_begin(&mcperr_kaiza);
    assert_answer_in(sizeof out, "", &line);
}

MU_TEST(lines_of_a_port_are_answered_one_by_one_and_a_long_one_is_refused)
{
    static const char stream[] = "\0\0boot\r\n" LEGACY("1", "ping") "\r\n\n" LEGACY_WITH(
        "2", "ping", "\"x\":\"" FORTY("123456789 ") "\"") "\n" LEGACY("\"last\"", "ping") "\n";
    static char buf[MCPERR_LINES_MIN];
    mcperr_lines lines;
    mcperr_line line;

    for (size_t step = 1; step < sizeof stream; step++) {
        unsigned answers = 0;
        server_begin(&mcperr_kaiza);
        mu_check(mcperr_lines_init(&lines, buf, sizeof buf));
        for (size_t at = 0; at < sizeof stream - 1;) {
            const size_t left = sizeof stream - 1 - at;
            at += mcperr_lines_put(&lines, stream + at, step < left ? step : left);
            while (mcperr_lines_next(&lines, &line)) {
                static const char *const expected[] = {
                    "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\","
                    "\"data\":{\"offset\":0,\"reason\":\"expected a value\"}}}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", TOO_MUCH("2"),
                    "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"result\":{}}"};
                assert_answer_in(sizeof out, answers < 4 ? expected[answers] : "", &line);
                answers++;
            }
        }
        mu_assert_uint_eq(4, answers);
        mu_assert_uint_eq(2, lines.noise);
        mu_assert_uint_eq(1, lines.overlong);
    }
}

/* ---- eras ---------------------------------------------------------------------------------------------- */

MU_TEST(params_are_an_object)
{
    server_begin(&mcperr_kaiza);
    assert_answer(REFUSED("1", "-32602", "params is not an object"),
                  "{\"method\":\"ping\",\"params\":[],\"jsonrpc\":\"2.0\",\"id\":1}");
    assert_answer(REFUSED("1", "-32602", "params is not an object"),
                  "{\"method\":\"ping\",\"params\":null,\"jsonrpc\":\"2.0\",\"id\":1}");
}

MU_TEST(a_modern_request_brings_its_version_and_capabilities)
{
#define META_OF(members) LEGACY_WITH("1", "tools/list", "\"_meta\":{" members "}")
#define VERSION(version) "\"" VENDOR "protocolVersion\":" version
#define ABILITIES(json) "\"" VENDOR "clientCapabilities\":" json
#define CLIENT "\"" VENDOR "clientInfo\":{}"
    static const char no_version[] = REFUSED("1", "-32602", "_meta needs " VENDOR "protocolVersion"),
                      no_abilities[] = REFUSED("1", "-32602", "_meta needs " VENDOR "clientCapabilities");

    server_begin(&mcperr_kaiza);
    assert_answer(no_version, META_OF(ABILITIES("{}")));
    assert_answer(no_version, META_OF(CLIENT));
    assert_answer(no_version, META_OF(VERSION("20260728")));
    assert_answer(no_version, META_OF(VERSION("null") "," ABILITIES("{}")));
    assert_answer(no_abilities, META_OF(VERSION("\"2026-07-28\"")));
    assert_answer(no_abilities, META_OF(VERSION("\"2026-07-28\"") "," ABILITIES("[]")));
    answer_to(META_OF(VERSION("\"2026-07-28\"") "," ABILITIES("{}")));
    mu_check(strstr(out, "\"resultType\":\"complete\"") != NULL);
    assert_answer(REFUSED("1", "-32602", "_meta is not an object"), LEGACY_WITH("1", "ping", "\"_meta\":[]"));
    /* Other members of _meta are nobody's era. */
    answer_to(META_OF("\"progressToken\":1"));
    mu_check(strstr(out, "\"result\":{\"tools\":[") != NULL);
}

MU_TEST(an_unknown_modern_version_is_refused_with_those_that_are_known)
{
#define UNKNOWN(version)                                                                                     \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol version\"," \
    "\"data\":{\"supported\":" KNOWN ",\"requested\":" version "}}}"

    server_begin(&mcperr_kaiza);
    assert_answer(UNKNOWN("\"1900-01-01\""), META_OF(VERSION("\"1900-01-01\"") "," ABILITIES("{}")));
    assert_answer(REFUSED("1", "-32602", "A version before 2026-07-28 begins with initialize"),
                  META_OF(VERSION("\"2025-11-25\"")));
    assert_answer(UNKNOWN("\"\\\"\""), META_OF(VERSION("\"\\\"\"")));
    assert_answer(UNKNOWN("\"12345678901234567890123456789012\""),
                  META_OF(VERSION("\"12345678901234567890123456789012\"")));
    assert_answer(UNKNOWN("\"12345678901234567890123456789012\""),
                  META_OF(VERSION("\"12345678901234567890123456789012 and more\"")));
}

/* ---- how much room answers need ------------------------------------------------------------------------ */

static const char *const requests[] = {
    "!",
    "[]",
    "{}",
    LEGACY("null", "ping"),
    LEGACY("\"" SIXTY "12\"", "ping"),
    LEGACY("\"" SIXTY "12\"", SIXTY "1234"),
    LEGACY_WITH("\"" SIXTY "12\"", "initialize", "\"protocolVersion\":\"2025-11-25\""),
    MODERN("\"" SIXTY "12\"", "server/discover"),
    MODERN("\"" SIXTY "12\"", "tools/list"),
    MODERN_WITH("\"" SIXTY "12\"", "tools/call", "\"name\":\"" SIXTY "1234\""),
    MODERN_WITH("\"" SIXTY "12\"", "tools/call", "\"name\":\"read_temp\",\"arguments\":{\"channel\":4}"),
    MODERN_WITH("\"" SIXTY "12\"", "tools/call", "\"name\":\"read_temp\",\"arguments\":{\"channel\":5}"),
    MODERN_WITH("\"" SIXTY "12\"", "tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"" SIXTY "\"}"),
    MODERN_WITH("\"" SIXTY "12\"", "tools/call", "\"name\":\"lie\""),
    LEGACY_WITH("\"" SIXTY "12\"", "tools/call", "\"name\":\"status\""),
    LEGACY_WITH("\"" SIXTY "12\"", "tools/list",
                "\"_meta\":{" VERSION("\"12345678901234567890123456789012\"") "}"),
    "{\"id\":\"" SIXTY "12\",\"params\":" FORTY("[") FORTY("]") "}",
};

MU_TEST(in_every_buffer_there_is_one_whole_answer_or_none_and_from_the_least_on_always_one)
{
    static const mcperr_dialect *const every[] = {&mcperr_kaiza,      &mcperr_context,   &mcperr_codeintel,
                                                  &mcperr_problem,    &mcperr_toolerror, &mcperr_owlclaw,
                                                  &mcperr_owlclaw_api};

    for (size_t d = 0; d < COUNT(every); d++) {
        server_begin(every[d]);
        server.meta_key = "com.example/error";
        server.structured_errors = d & 1;
        node.audit = NULL; /* these are many */
        const size_t least = mcperr_endpoint_min_size(&server);
        mu_check(least > 0 && least < sizeof out);
        for (size_t i = 0; i < COUNT(requests); i++) {
            const mcperr_line line = {requests[i], strlen(requests[i]), 0};
            for (size_t cap = 0; cap < least + 2; cap += d == 0 || cap + 20 > least ? 1 : 13) {
                const uint32_t before = server.unanswered;
                answer_in(&line, cap);
                mu_assert_uint_eq(before + (length == 0), server.unanswered);
                mu_check(length > 0 || cap < least);
            }
        }
    }
}

MU_TEST(an_answer_that_does_not_fit_is_an_error_if_that_fits)
{
    const mcperr_line hello = {MODERN("1", "server/discover"), sizeof MODERN("1", "server/discover") - 1, 0},
                      list = {LEGACY("1", "tools/list"), sizeof LEGACY("1", "tools/list") - 1, 0},
                      call_it = {LEGACY_WITH("1", "tools/call", "\"name\":\"status\""),
                                 sizeof LEGACY_WITH("1", "tools/call", "\"name\":\"status\"") - 1, 0};

    server_begin(&mcperr_kaiza);
    assert_answer_in(120, REFUSED("1", "-32603", "The answer does not fit the buffer"), &hello);
    assert_answer_in(120, REFUSED("1", "-32603", "The answer does not fit the buffer"), &list);
    assert_answer_in(120, REFUSED("1", "-32603", "The answer does not fit the buffer"), &call_it);
    mu_assert_uint_eq(0, server.unanswered);
    server.unanswered = UINT32_MAX;
    assert_answer_in(40, "", &hello);
    mu_assert_uint_eq(UINT32_MAX, server.unanswered);
}

MU_TEST(what_is_at_the_other_end_does_not_change_the_least_size)
{
    server_begin(&mcperr_kaiza);
    const size_t least = mcperr_endpoint_min_size(&server);
    answer_to(INITIALIZE("\"2025-11-25\""));
    mu_assert_uint_eq(least, mcperr_endpoint_min_size(&server));
    /* What it must tell does. */
    server.instructions = EIGHT(SIXTY);
    mu_check(mcperr_endpoint_min_size(&server) > least);
}

/* ---- an endpoint that is not complete ------------------------------------------------------------------ */

static void assert_incomplete(void)
{
    mu_assert_uint_eq(0, mcperr_endpoint_min_size(&server));
    assert_answer("", LEGACY("1", "ping"));
}

MU_TEST(an_endpoint_that_lacks_something_answers_nothing)
{
#define WITHOUT(statement)                                                                                   \
    server_begin(&mcperr_kaiza);                                                                             \
    statement;                                                                                               \
    assert_incomplete()
    static const mcperr_port no_clock = {.boot_id = 1};

    WITHOUT(server.boundary = NULL);
    WITHOUT(node.dialect = NULL);
    WITHOUT(node.port = NULL);
    WITHOUT(node.port = &no_clock);
    WITHOUT(server.tools = NULL);
    WITHOUT(server.name = NULL);
    WITHOUT(server.version = NULL);
    WITHOUT(server.tokens = NULL);
    WITHOUT(server.token_count = 0);
    mu_assert_uint_eq(0, mcperr_endpoint_min_size(NULL));
}

MU_TEST(a_tool_that_cannot_be_listed_shows_at_start_up)
{
    static const mcperr_tool nameless = {.run = echo}, idle = {.name = "t"},
                             broken_in = {.name = "t", .run = echo, .input_schema = "{"},
                             broken_out = {.name = "t", .run = echo, .output_schema = "{]"},
                             no_object = {.name = "t", .run = echo, .input_schema = " 5"},
                             no_object_out = {.name = "t", .run = echo, .output_schema = "true"};
    static const mcperr_tool *const bad[] = {&nameless,   &idle,      &broken_in,
                                             &broken_out, &no_object, &no_object_out};

    for (size_t i = 0; i < COUNT(bad); i++) {
        server_begin(&mcperr_kaiza);
        server.tools = bad[i];
        server.tool_count = 1;
        mu_assert_uint_eq(0, mcperr_endpoint_min_size(&server));
    }
}

MU_TEST(a_parameter_that_nothing_could_satisfy_shows_at_start_up)
{
    static const mcperr_param all[][2] = {
        {{.name = "a", .min = 1}, {.name = "b"}}, /* max was forgotten */
        {{.name = "a"}, {.name = "b", .min = 5, .max = 4, .type = MCPERR_NUMBER}},
        {{.name = "a", .min = -5, .max = -1}, {.name = "b"}},
        {{.name = "a", .min = INT64_MIN, .max = -1}, {.name = "b"}},
        {{.name = "a", .min = -1, .max = INT64_MAX}, {.name = "b"}},
        {{.name = "a", .one_of = ""}, {.name = "b"}},
        {{.name = "a"}, {.name = "a", .type = MCPERR_INTEGER}},
        {{.name = "a"}, {.name = NULL}},
        /* and those that something could */
        {{.name = "a", .min = 1, .max = INT64_MAX}, {.name = "b", .min = 4, .max = 4, .one_of = "on|off"}},
        {{.name = "a", .min = INT64_MIN, .max = 1},
         {.name = "b", .min = -5, .max = -1, .type = MCPERR_NUMBER}},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        const mcperr_tool made = {.name = "t", .run = echo, .params = all[i], .param_count = 2};
        server_begin(&mcperr_kaiza);
        server.tools = &made;
        server.tool_count = 1;
        mu_check((mcperr_endpoint_min_size(&server) > 0) == (i >= COUNT(all) - 2));
    }
}

MU_TEST(misuse_is_answered_with_nothing)
{
    const mcperr_line none = {NULL, 4, 0}, ping = {LEGACY("1", "ping"), sizeof LEGACY("1", "ping") - 1, 0};

    server_begin(&mcperr_kaiza);
    assert_answer_in(sizeof out, "", NULL);
    assert_answer_in(sizeof out, "", &none);
    mu_assert_uint_eq(0, mcperr_endpoint_line(&server, &ping, NULL, 100));
    mu_assert_uint_eq(0, mcperr_endpoint_line(NULL, &ping, out, sizeof out));
    mu_assert_string_eq("", out);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_line_that_is_no_json_is_a_parse_error_without_an_id)
    MU_RUN(json_that_is_no_message_is_refused_without_an_id)
    MU_RUN(a_request_must_be_one_of_json_rpc_2_0)
    MU_RUN(notifications_and_responses_are_never_answered)
    MU_RUN(ids_are_echoed_byte_for_byte)
    MU_RUN(what_is_no_id_or_stands_twice_is_refused_without_one)
    MU_RUN(a_name_that_stands_twice_elsewhere_is_refused_with_the_id)
    MU_RUN(a_line_that_was_cut_is_refused_if_its_id_can_be_told_and_dropped_if_not)
    MU_RUN(a_line_with_too_many_values_or_too_deep_is_refused_with_its_id)
    MU_RUN(a_response_that_is_too_much_is_ignored_as_any_other_is)
    MU_RUN(a_line_whose_beginning_is_longer_than_itself_is_no_line)
    MU_RUN(lines_of_a_port_are_answered_one_by_one_and_a_long_one_is_refused)
    MU_RUN(params_are_an_object)
    MU_RUN(a_modern_request_brings_its_version_and_capabilities)
    MU_RUN(an_unknown_modern_version_is_refused_with_those_that_are_known)
    MU_RUN(in_every_buffer_there_is_one_whole_answer_or_none_and_from_the_least_on_always_one)
    MU_RUN(an_answer_that_does_not_fit_is_an_error_if_that_fits)
    MU_RUN(what_is_at_the_other_end_does_not_change_the_least_size)
    MU_RUN(an_endpoint_that_lacks_something_answers_nothing)
    MU_RUN(a_tool_that_cannot_be_listed_shows_at_start_up)
    MU_RUN(a_parameter_that_nothing_could_satisfy_shows_at_start_up)
    MU_RUN(misuse_is_answered_with_nothing)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* Replies of servers: what the protocol says, and what peers send in its place. */
#include "reply.h"

/* ---- results ------------------------------------------------------------------------------------------ */

MU_TEST(a_result_is_told_as_it_stands)
{
    static const char text[] = HEAD
        "\"result\":{\"resultType\":\"complete\",\"_meta\":{\"a\":{\"name\":\"toy\"}},\"content\":["
        "{\"type\":\"image\",\"data\":\"AA==\"},{\"type\":\"text\",\"text\":\"21 \\u00b0C\"},"
        "{\"type\":\"text\",\"text\":\"more\"}],\"structuredContent\":{\"c\":[21]},\"isError\":false}}\r\n";

    mu_assert_int_eq(RESULT, read_line(text));
    mu_assert_string_eq(text, line);
    mu_check(is(reply.id, "4") && reply.id.form == MCPERR_JSON);
    mu_check(is(reply.text, "21 \\u00b0C") && reply.text.form == MCPERR_ESCAPED);
    mu_check(is(reply.structured, "{\"c\":[21]}") && reply.structured.form == MCPERR_JSON);
    mu_assert_mem_eq("{\"resultType\"", 13, reply.result.data, 13);
    mu_assert_uint_eq(strlen(text) - strlen(HEAD "\"result\":}\r\n"), reply.result.size);
    mu_check(is(reply.state, NULL) && is(reply.method, NULL) && is(reply.message, NULL) &&
             is(reply.data, NULL));
    mu_assert_uint_eq(0, reply.odd);
    mu_assert_int_eq(0, reply.code);
    mu_check(reply.dialect == NULL && reply.place == MCPERR_IN_NOTHING && reply.reading == MCPERR_PLAINTEXT);
    mu_check(is_zero(&reply.error, sizeof reply.error));
}

MU_TEST(what_is_not_an_envelope_beyond_doubt_stays_a_result)
{
    static const char *const results[] = {
        ANSWER(""),
        ANSWER("\"tools\":[{\"name\":\"type\",\"recoverable\":\"problem\"}]"),
        ANSWER("\"content\":[]"),
        ANSWER("\"content\":null"),
        ANSWER("\"content\":[null,1,{},{\"type\":\"text\"},[{\"text\":\"x\"}]]"),
        ANSWER(TEXT("")),
        ANSWER(TEXT("[NOT_FOUND] is what I say when there is none")),
        ANSWER(TEXT("{\\\"temperature\\\":21}")),
        ANSWER(TEXT("{\\\"error\\\":\\\"\\\"}")),
        ANSWER(TEXT("see " TOOLERROR_TEXT)),
        ANSWER(TEXT("[" TOOLERROR_TEXT "]")),
        ANSWER("\"isError\":null," TEXT("MCP error -32602: no")),
        ANSWER("\"structuredContent\":[" TOOLERROR_JSON "]"),
        ANSWER("\"structuredContent\":{\"last\":" TOOLERROR_JSON "}"),
        ANSWER("\"structuredContent\":\"x\""),
        ANSWER("\"_meta\":{\"com.example/error\":" TOOLERROR_JSON "}," TEXT("good")),
        ANSWER("\"_meta\":{\"com.example/error\":" TOOLERROR_JSON "}"),
        ANSWER("\"isError\":true,\"isError\":false," TEXT("the last one counts")),
        /* Reports that have members of a contract, and even its codes. */
        ANSWER("\"structuredContent\":{\"type\":\"sensor\",\"message\":\"ok\"}"),
        ANSWER("\"structuredContent\":{\"type\":\"sensor\",\"message\":\"ok\",\"recoverable\":true}"),
        ANSWER("\"structuredContent\":{\"type\":\"CONFLICT\",\"recoverable\":true,\"path\":\"a\"}"),
        ANSWER("\"structuredContent\":{\"type\":\"INTERNAL\",\"recoverable\":120,\"lost\":3}"),
        ANSWER("\"structuredContent\":{\"type\":\"INTERNAL\",\"message\":null,\"recoverable\":true}"),
        ANSWER("\"structuredContent\":{\"code\":\"A\",\"message\":\"b\"}"),
        ANSWER("\"structuredContent\":{\"code\":\"io_error\",\"message\":\"b\"}"),
        ANSWER("\"structuredContent\":{\"error\":{\"code\":\"A\",\"message\":\"b\"}}"),
        ANSWER("\"structuredContent\":{\"error\":{\"code\":7,\"message\":\"b\"}}"),
        ANSWER("\"structuredContent\":{\"error_code\":\"FILE_NOT_FOUND\",\"count\":12}"),
        ANSWER("\"structuredContent\":{\"error_code\":\"NONE\",\"human_message\":\"fine\"}"),
        ANSWER("\"structuredContent\":{\"problem\":{\"title\":\"x + 1 = 2\"}}"),
        ANSWER("\"structuredContent\":{\"type\":\"page\",\"title\":\"T\",\"status\":200,"
               "\"instance\":\"x\"}"),
        ANSWER("\"type\":\"TRANSIENT\",\"recoverable\":false"),
        HEAD "\"error\":null,\"error\":false,\"result\":{}}",
    };

    for (size_t i = 0; i < COUNT(results); i++) {
        if (read_line(results[i]) != RESULT || reply.place != MCPERR_IN_NOTHING || reply.dialect != NULL)
            mu_fail(results[i]);
        mu_assert_string_eq(results[i], line);
        mu_check(reply.result.data != NULL && is_zero(&reply.error, sizeof reply.error));
    }
    mu_assert_uint_eq(MCPERR_ODD_BOTH, reply.odd);
}

MU_TEST(a_mark_that_is_no_boolean_is_told_and_counts_if_it_clearly_means_true)
{
    static const struct {
        const char *mark;
        uint8_t kind, odd;
    } all[] = {
        {"true", TOOL, 0},
        {"false", RESULT, 0},
        {"\"true\"", TOOL, MCPERR_ODD_MARK},
        {"\"TRUE\"", TOOL, MCPERR_ODD_MARK},
        {"\"tr\\u0055e\"", TOOL, MCPERR_ODD_MARK},
        {"1", TOOL, MCPERR_ODD_MARK},
        {"0", RESULT, MCPERR_ODD_MARK},
        {"2", RESULT, MCPERR_ODD_MARK},
        {"1.0", RESULT, MCPERR_ODD_MARK},
        {"null", RESULT, MCPERR_ODD_MARK},
        {"\"yes\"", RESULT, MCPERR_ODD_MARK},
        {"\"1\"", RESULT, MCPERR_ODD_MARK},
        {"\"\"", RESULT, MCPERR_ODD_MARK},
        {"\"tru\"", RESULT, MCPERR_ODD_MARK},
        {"\"truely\"", RESULT, MCPERR_ODD_MARK},
        {"\"false\"", RESULT, MCPERR_ODD_MARK},
        {"[true]", RESULT, MCPERR_ODD_MARK},
        {"{}", RESULT, MCPERR_ODD_MARK},
        {"true,\"isError\":0", RESULT, MCPERR_ODD_MARK},
    };

    for (size_t i = 0; i < COUNT(all); i++)
        for (unsigned envelope = 0; envelope < 2; envelope++) {
            char text[200] = HEAD "\"result\":{\"isError\":";
            strcat(text, all[i].mark);
            strcat(text, envelope ? "," TEXT(TOOLERROR_TEXT) "}}" : "," TEXT("x") "}}");
            const bool found = envelope && all[i].kind == RESULT;
            if (read_line(text) != (found ? TOOL : (mcperr_reply_kind)all[i].kind) ||
                reply.odd != (all[i].odd | (found ? MCPERR_ODD_NOT_MARKED : 0u)))
                mu_fail(text);
        }
}

MU_TEST(a_result_that_looks_like_an_envelope_is_unescaped_and_stays_a_result)
{
    static const char *const texts[] = {
        ANSWER(TEXT("{\\\"type\\\":\\\"file\\\",\\\"recoverable\\\":1}")),
        ANSWER(TEXT("{\\\"type\\\":\\\"recoverable\\\"}")),
        ANSWER(TEXT("{\\\"type\\\":\\\"recoverable\\\"")),
        ANSWER(TEXT(PROBLEM_TEXT)),
    };
    static const char *const unescaped[] = {
        "{\"type\":\"file\",\"recoverable\":1}",
        "{\"type\":\"recoverable\"}",
        "{\"type\":\"recoverable\"",
        "{\"type\":\"about:blank\",\"title\":\"T\",\"status\":403,\"detail\":\"no\",\"instance\":\"x\"}",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        mu_assert_int_eq(RESULT, read_line(texts[i]));
        mu_check(is(reply.text, unescaped[i]) && reply.text.form == MCPERR_PLAIN);
        mu_check(reply.result.data == NULL && reply.dialect == NULL && reply.place == MCPERR_IN_NOTHING);
        mu_check(reply.reading == MCPERR_PLAINTEXT && is_zero(&reply.error, sizeof reply.error));
    }
}

/* ---- errors of tools ---------------------------------------------------------------------------------- */

MU_TEST(an_envelope_of_every_dialect_is_read_from_the_text_of_a_failed_tool)
{
    for (unsigned d = 0; d < DIALECTS; d++) {
        static char text[1400];
        const mcperr_error made = rich_error();
        mcperr_json w;
        mcperr_json_init(&w, text, sizeof text);
        mcperr_json_object(&w, NULL);
        mcperr_json_str(&w, "jsonrpc", "2.0");
        mcperr_json_str(&w, "id", "a\"b");
        mcperr_json_object(&w, "result");
        mcperr_json_array(&w, "content");
        mcperr_json_object(&w, NULL);
        mcperr_json_str(&w, "type", "text");
        mcperr_json_quote(&w, "text");
        mu_assert_int_eq(MCPERR_OK, mcperr_encode(dialects[d], &made, MCPERR_SHED_NOTHING, &w, NULL, NULL));
        mcperr_json_unquote(&w);
        mcperr_json_end(&w);
        mcperr_json_end(&w);
        mcperr_json_bool(&w, "isError", true);
        mcperr_json_end(&w);
        mcperr_json_end(&w);
        mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
        mu_assert_int_eq(TOOL, read_line(text));
        mu_check(reply.dialect == dialects[d] && reply.error.home == dialects[d]);
        mu_check(reply.reading == MCPERR_EXACT && reply.place == MCPERR_IN_TEXT && reply.odd == 0);
        mu_check(is(reply.id, "\"a\\\"b\""));
        /* The text is the envelope, to the byte. */
        const char *const envelope = encoded(d, &made);
        mu_assert_mem_eq(envelope, strlen(envelope), reply.text.data, reply.text.size);
        mu_check(reply.result.data == NULL && reply.text.form == MCPERR_PLAIN);
        mu_check((const char *)reply.error.message.data > line);
        mu_check(mcperr_text_same(made.message, reply.error.message));
    }
}

MU_TEST(an_envelope_is_looked_for_in_texts_then_structured_then_meta)
{
    static const expected all[] = {
        {FAILED(TOOLERROR_TEXT), TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND,
         "NOT_FOUND", "no \"x\""},
        {ANSWER("\"isError\":true,\"content\":[{\"text\":\"\\\"sorry\\\"\"},{\"text\":\"" TOOLERROR_TEXT
                "\"}]"),
         TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {FAILED(" \\n{\\\"t\\u0079pe\\\":\\\"CONFLICT\\\",\\\"message\\\":\\\"\\u00e9\\\","
                "\\\"recoverable\\\":true}"),
         TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "\xC3\xA9"},
        {FAILED("{\\\"t\\\\u0079pe\\\":\\\"CONFLICT\\\",\\\"message\\\":\\\"\\\",\\\"recoverable\\\":true}"),
         TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", ""},
        {FAILED("{\\\"type\\\":\\\"TRANSIENT\\\",\\\"recoverable\\\":true}"), TOOL, 0, MCPERR_IN_TEXT,
         MCPERR_ALIAS, TOOLERROR, MCPERR_UNAVAILABLE, "TRANSIENT", NULL},
        {FAILED(PROBLEM_TEXT), TOOL, 0, MCPERR_IN_TEXT, MCPERR_ALIAS, PROBLEM, MCPERR_FORBIDDEN, NULL, "no"},
        {ANSWER("\"isError\":true,\"structuredContent\":" TOOLERROR_JSON ",\"content\":[]"), TOOL, 0,
         MCPERR_IN_STRUCTURED, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ANSWER("\"isError\":true,\"structuredContent\":\"" TOOLERROR_TEXT "\"," TEXT("\\\"")), TOOL, 0,
         MCPERR_IN_STRUCTURED, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ANSWER("\"isError\":true,\"_meta\":{\"a\":1,\"b\":{\"c\":2},\"com.example/error\":" TOOLERROR_JSON
                ",\"d\":" TOOLERROR_JSON "}," TEXT("not \\\"here\\\"")),
         TOOL, 0, MCPERR_IN_META, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ANSWER("\"isError\":true,\"_meta\":{\"e\":\"" TOOLERROR_TEXT "\"}"), TOOL, 0, MCPERR_IN_META,
         MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        /* One that was cut is none; its copy is. */
        {ANSWER("\"isError\":true,\"_meta\":{\"e\":" TOOLERROR_JSON
                "}," TEXT("{\\\"type\\\":1,\\\"recoverable\\\"")),
         TOOL, 0, MCPERR_IN_META, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        /* The first that is found counts. */
        {ANSWER("\"isError\":true,\"structuredContent\":{\"error_code\":\"SESSION_LOCKED\"},"
                "\"_meta\":{\"e\":" TOOLERROR_JSON "}"),
         TOOL, 0, MCPERR_IN_STRUCTURED, MCPERR_ALIAS, KAIZA, MCPERR_PRECONDITION, "SESSION_LOCKED", NULL},
        {ANSWER("\"isError\":true,\"_meta\":\"none\"," TEXT("x")), TOOL, 0, MCPERR_IN_NOTHING,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "x"},
    };

    check(all, COUNT(all));
    /* All but the text that was unescaped is still there. */
    (void)read_line(all[7].line);
    mu_check(is(reply.structured, TOOLERROR_JSON) && reply.structured.form == MCPERR_PLAIN);
    mu_check(is(reply.text, "\"") && reply.result.data == NULL);
    (void)read_line(all[1].line);
    mu_check(is(reply.text, "\\\"sorry\\\"") && reply.text.form == MCPERR_ESCAPED);
    (void)read_line(all[6].line);
    mu_check(reply.result.data != NULL && is(reply.structured, TOOLERROR_JSON));
    mu_assert_string_eq(all[6].line, line);
}

MU_TEST(a_failed_tool_without_an_envelope_is_understood_by_its_words)
{
    static const expected all[] = {
        {HEAD "\"result\":{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":"
              "\"Invalid departure date: must be in the future.\"}],\"isError\":true}}",
         TOOL, 0, MCPERR_IN_NOTHING, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL,
         "Invalid departure date: must be in the future."},
        {FAILED("[SESSION_LOCKED] \\\"s\\\" is locked"), TOOL, 0, MCPERR_IN_NOTHING, MCPERR_LEGACY, KAIZA,
         MCPERR_PRECONDITION, "SESSION_LOCKED", "\"s\" is locked"},
        {FAILED("TRANSIENT: busy"), TOOL, 0, MCPERR_IN_NOTHING, MCPERR_LEGACY, TOOLERROR, MCPERR_UNAVAILABLE,
         "TRANSIENT", "busy"},
        {FAILED("{\\\"error\\\":\\\"no such file\\\"}"), TOOL, 0, MCPERR_IN_NOTHING, MCPERR_LEGACY, NOBODY,
         MCPERR_NOT_FOUND, NULL, "no such file"},
        {FAILED("{\\\"type\\\":\\\"WEIRD\\\",\\\"message\\\":\\\"hm\\\",\\\"recoverable\\\":1}"), TOOL, 0,
         MCPERR_IN_NOTHING, MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL, NULL, "hm"},
        {FAILED("{\\\"code\\\":\\\"E_SENSOR_TIMEOUT\\\",\\\"retryable\\\":true}"), TOOL, 0, MCPERR_IN_NOTHING,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL,
         "{\"code\":\"E_SENSOR_TIMEOUT\",\"retryable\":true}"},
        {FAILED(""), TOOL, 0, MCPERR_IN_NOTHING, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, ""},
        {ANSWER("\"isError\":true"), TOOL, 0, MCPERR_IN_NOTHING, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL,
         NULL, NULL},
        {ANSWER("\"isError\":true,\"content\":[]"), TOOL, 0, MCPERR_IN_NOTHING, MCPERR_PLAINTEXT, NOBODY,
         MCPERR_INTERNAL, NULL, NULL},
        {ANSWER("\"isError\":true,\"structuredContent\":{\"error\":\"x\"}"), TOOL, 0, MCPERR_IN_NOTHING,
         MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL, NULL, "x"},
        {ANSWER("\"isError\":\"true\"," TEXT("x")), TOOL, MCPERR_ODD_MARK, MCPERR_IN_NOTHING,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "x"},
        /* Content that is not an array of blocks. */
        {ANSWER("\"isError\":true,\"content\":\"[CONFLICT] taken\""), TOOL, 0, MCPERR_IN_NOTHING,
         MCPERR_LEGACY, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "taken"},
        {ANSWER("\"isError\":true,\"content\":[\"a\"]"), TOOL, 0, MCPERR_IN_NOTHING, MCPERR_PLAINTEXT, NOBODY,
         MCPERR_INTERNAL, NULL, "a"},
        {ANSWER("\"isError\":true,\"content\":{\"type\":\"text\",\"text\":\"b\"}"), TOOL, 0,
         MCPERR_IN_NOTHING, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "b"},
        {ANSWER("\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":" TOOLERROR_JSON "}]"), TOOL, 0,
         MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
    };

    check(all, COUNT(all));
    (void)read_line(all[1].line);
    mu_check(is(reply.text, "[SESSION_LOCKED] \"s\" is locked") && reply.text.form == MCPERR_PLAIN);
    mu_assert_int_eq(MCPERR_FAILURE_REPORT, mcperr_advise(&reply.error, NULL, 1, true, 0).action);
}

MU_TEST(words_of_a_framework_before_those_of_a_tool_are_passed_over)
{
    static const struct {
        const char *line, *message;
        int16_t code;
        uint8_t kind, reading;
    } all[] = {
        {FAILED("MCP error -32602: Tool nope not found"), "Tool nope not found", -32602, MCPERR_NOT_FOUND,
         MCPERR_LEGACY},
        {FAILED("MCP error -32002: \\\"x\\\" is gone"), "\"x\" is gone", -32002, MCPERR_NOT_FOUND,
         MCPERR_LEGACY},
        {FAILED("MCP error 429: "), "", 429, MCPERR_RATE_LIMITED, MCPERR_LEGACY},
        {FAILED("MCP error -32603: [CONFLICT] x"), "x", -32603, MCPERR_CONFLICT, MCPERR_LEGACY},
        {FAILED("MCP error -32603: " TOOLERROR_TEXT), "no \\\"x\\\"", 0, MCPERR_NOT_FOUND, MCPERR_EXACT},
        {FAILED("Error executing tool read: no answer: 5 tries"), "no answer: 5 tries", 0, MCPERR_INTERNAL,
         MCPERR_PLAINTEXT},
        {FAILED("Error calling tool 'a:b': [CONFLICT] x"), "x", 0, MCPERR_CONFLICT, MCPERR_LEGACY},
        {FAILED("Error executing tool read: " TOOLERROR_TEXT), "no \\\"x\\\"", 0, MCPERR_NOT_FOUND,
         MCPERR_EXACT},
        {FAILED("Error executing tool read: MCP error -32601: x"), "x", -32601, MCPERR_NOT_FOUND,
         MCPERR_LEGACY},
        {FAILED("MCP error 429"), "MCP error 429", 0, MCPERR_INTERNAL, MCPERR_PLAINTEXT},
        {FAILED("MCP error 429:x"), "MCP error 429:x", 0, MCPERR_INTERNAL, MCPERR_PLAINTEXT},
        {FAILED("MCP error : x"), "MCP error : x", 0, MCPERR_INTERNAL, MCPERR_PLAINTEXT},
        {FAILED("MCP error"), "MCP error", 0, MCPERR_INTERNAL, MCPERR_PLAINTEXT},
        {FAILED("MCP error 1.5: x"), "MCP error 1.5: x", 0, MCPERR_INTERNAL, MCPERR_PLAINTEXT},
        {FAILED("mcp error -32602: x"), "mcp error -32602: x", 0, MCPERR_INTERNAL, MCPERR_PLAINTEXT},
        {FAILED("Error executing tool read:"), "Error executing tool read:", 0, MCPERR_INTERNAL,
         MCPERR_PLAINTEXT},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        mu_assert_int_eq(TOOL, read_line(all[i].line));
        if (reply.code != all[i].code || reply.reading != (mcperr_reading)all[i].reading ||
            reply.error.kind != all[i].kind || !is(reply.error.message, all[i].message))
            mu_fail(all[i].line);
    }
    (void)read_line(all[1].line);
    mu_check(is(reply.text, "MCP error -32002: \"x\" is gone"));
}

MU_TEST(an_envelope_in_a_result_that_says_it_is_good_is_an_error)
{
    static const expected all[] = {
        {ANSWER(TEXT(TOOLERROR_TEXT) ",\"isError\":false"), TOOL, MCPERR_ODD_NOT_MARKED, MCPERR_IN_TEXT,
         MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ANSWER(TEXT(TOOLERROR_TEXT)), TOOL, MCPERR_ODD_NOT_MARKED, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR,
         MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ANSWER(TEXT(TOOLERROR_TEXT) ",\"isError\":\"true\""), TOOL, MCPERR_ODD_MARK, MCPERR_IN_TEXT,
         MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ANSWER(TEXT("{\\\"error_code\\\":\\\"SESSION_LOCKED\\\",\\\"human_message\\\":\\\"m\\\"}")), TOOL,
         MCPERR_ODD_NOT_MARKED, MCPERR_IN_TEXT, MCPERR_ALIAS, KAIZA, MCPERR_PRECONDITION, "SESSION_LOCKED",
         "m"},
        {ANSWER("\"error\":{\"code\":\"io_error\",\"message\":\"m\"},\"attempts\":3"), TOOL,
         MCPERR_ODD_NOT_MARKED, MCPERR_IN_STRUCTURED, MCPERR_ALIAS, CONTEXT, MCPERR_IO, "io_error", "m"},
        {ANSWER("\"structuredContent\":" TOOLERROR_JSON "," TEXT("{}")), TOOL, MCPERR_ODD_NOT_MARKED,
         MCPERR_IN_STRUCTURED, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {HEAD "\"result\":" TOOLERROR_JSON "}", TOOL, MCPERR_ODD_NOT_MARKED, MCPERR_IN_STRUCTURED,
         MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        /* A code of a server's own, in an envelope that is good in every other way. */
        {ANSWER("\"error\":{\"code\":\"runtime.odd\",\"message\":\"m\",\"category\":\"runtime\","
                "\"retryable\":true,\"incident_id\":\"i\"}"),
         TOOL, MCPERR_ODD_NOT_MARKED, MCPERR_IN_STRUCTURED, MCPERR_EXACT, OWLCLAW, MCPERR_IO, "runtime.odd",
         "m"},
    };

    check(all, COUNT(all));
}

/* ---- errors of requests -------------------------------------------------------------------------------- */

MU_TEST(a_protocol_error_has_the_kind_of_its_code)
{
    static const struct {
        const char *code;
        int32_t number;
        uint16_t kind, status;
    } all[] = {
        {"-32700", -32700, MCPERR_INVALID, 0},
        {"-32600", -32600, MCPERR_INVALID, 0},
        {"-32601", -32601, MCPERR_NOT_FOUND, 0},
        {"-32602", -32602, MCPERR_INVALID, 0},
        {"-32603", -32603, MCPERR_INTERNAL, 0},
        {"-32000", -32000, MCPERR_INTERNAL, 0},
        {"-32001", -32001, MCPERR_INTERNAL, 0},
        {"-32002", -32002, MCPERR_NOT_FOUND, 0},
        {"-32020", -32020, MCPERR_INVALID, 0},
        {"-32021", -32021, MCPERR_PRECONDITION, 0},
        {"-32023", -32023, MCPERR_RATE_LIMITED, 0},
        {"-32022", -32022, MCPERR_UNSUPPORTED_VERSION, 0},
        {"-32042", -32042, MCPERR_PRECONDITION, 0},
        {"0", 0, MCPERR_INTERNAL, 0},
        {"1", 1, MCPERR_INTERNAL, 0},
        {"399", 399, MCPERR_INTERNAL, 0},
        {"400", 400, MCPERR_INVALID, 0},
        {"401", 401, MCPERR_UNAUTHENTICATED, 0},
        {"410", 410, MCPERR_NOT_FOUND, 410},
        {"429", 429, MCPERR_RATE_LIMITED, 0},
        {"503", 503, MCPERR_UNAVAILABLE, 0},
        {"599", 599, MCPERR_UNAVAILABLE, 599},
        {"600", 600, MCPERR_INTERNAL, 0},
        {"2147483647", 2147483647, MCPERR_INTERNAL, 0},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        char text[120] = HEAD "\"error\":{\"message\":\"m\",\"code\":";
        strcat(text, all[i].code);
        strcat(text, "}}");
        mu_assert_int_eq(PROTOCOL, read_line(text));
        mu_assert_int_eq(all[i].number, reply.code);
        mu_assert_uint_eq(all[i].kind, reply.error.kind);
        mu_assert_uint_eq(all[i].status, reply.error.status);
        mu_assert_uint_eq(0, reply.odd);
        mu_check(is(reply.id, "4") && is(reply.message, "m") && is(reply.error.message, "m"));
    }
}

MU_TEST(the_protocol_s_own_errors_are_understood_with_their_data)
{
    static const char version[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32022,\"message\":\"Unsupported protocol "
        "version\",\"data\":{\"supported\":[\"2026-07-28\",\"2025-11-25\"],\"requested\":\"1900-01-01\"}}}";

    mu_assert_int_eq(PROTOCOL, read_line(version));
    mu_check(is(reply.id, "1") && is(reply.message, "Unsupported protocol version"));
    mu_check(is(reply.data, "{\"supported\":[\"2026-07-28\",\"2025-11-25\"],\"requested\":\"1900-01-01\"}"));
    mu_check(reply.error.details.data == reply.data.data && reply.error.details.form == MCPERR_JSON);
    mu_assert_int_eq(MCPERR_FIX_INPUT, mcperr_advise(&reply.error, NULL, 1, true, 0).action);
    mu_assert_string_eq(version, line);
    (void)read_line(ERROR("\"code\":-32021,\"message\":\"m\",\"data\":[{}]"));
    mu_check(is(reply.data, "[{}]") && reply.error.details.data == NULL);
    (void)read_line(ERROR("\"code\":-32603,\"message\":\"m\",\"data\":\"{ \\\"oops\\\"\""));
    mu_check(is(reply.data, "{ \\\"oops\\\"") && reply.error.details.data == NULL);
    (void)read_line(ERROR("\"code\":-32603,\"message\":\"a \\\"b\\\"\""));
    mu_check(is(reply.message, "a \"b\"") && reply.message.form == MCPERR_PLAIN && reply.data.data == NULL);
    /* Nobody knows to which request it belongs. */
    mu_assert_int_eq(PROTOCOL,
                     read_line("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"m\"}}"));
    mu_check(reply.id.data == NULL && reply.odd == 0);
}

MU_TEST(the_time_to_wait_is_taken_from_the_data_of_an_error)
{
    static const struct {
        const char *data;
        int32_t seconds; /* -1: none */
    } all[] = {
        {"{\"retryAfter\":30}", 30},
        {"{\"retry_after\":0}", 0},
        {"{\"retryAfterSeconds\":2147483647}", 2147483647},
        {"{\"x\":1,\"retry_after_seconds\":7}", 7},
        {"{\"retryAfterMs\":1}", 1},
        {"{\"retry_after_ms\":1000}", 1},
        {"{\"retry_after_ms\":1001}", 2},
        {"{\"retry_after_ms\":0}", 0},
        {"{\"retry_after_ms\":2147483647}", 2147484},
        {"{\"retryAfter\":-1,\"retryAfterMs\":2500}", 3},
        {"{\"retryAfter\":5,\"retryAfterMs\":2500}", 5},
        {"{\"retryAfter\":2147483648}", -1},
        {"{\"retryAfter\":1.5}", -1},
        {"{\"retryAfter\":\"30\"}", -1},
        {"{\"a\":{\"retryAfter\":30}}", -1},
        {"[\"retryAfter\",30]", -1},
        {"null", -1},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        char text[160] = HEAD "\"error\":{\"code\":-32023,\"message\":\"m\",\"data\":";
        strcat(text, all[i].data);
        strcat(text, "}}");
        mu_assert_int_eq(PROTOCOL, read_line(text));
        mu_assert_uint_eq(all[i].seconds >= 0, reply.error.has_retry_after);
        if (all[i].seconds >= 0)
            mu_assert_uint_eq((uint32_t)all[i].seconds, reply.error.retry_after_s);
    }
}

MU_TEST(an_envelope_in_a_protocol_error_wins_over_its_code)
{
    static const expected all[] = {
        {ERROR("\"code\":-32603,\"message\":\"Not found\",\"data\":" TOOLERROR_JSON), PROTOCOL, 0,
         MCPERR_IN_DATA, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ERROR("\"code\":429,\"message\":\"Not found\",\"data\":\"" TOOLERROR_TEXT "\""), PROTOCOL, 0,
         MCPERR_IN_DATA, MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ERROR("\"code\":401,\"message\":\"m\",\"data\":{" OWLCLAW_ERROR "}"), PROTOCOL, 0, MCPERR_IN_DATA,
         MCPERR_EXACT, OWLCLAW, MCPERR_TIMEOUT, "runtime.timeout", "slow"},
        {ERROR("\"code\":-32603,\"message\":\"" TOOLERROR_TEXT "\""), PROTOCOL, 0, MCPERR_IN_MESSAGE,
         MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {ERROR("\"code\":-32603,\"message\":\"" PROBLEM_TEXT "\",\"data\":{\"type\":\"instance\"}"), PROTOCOL,
         0, MCPERR_IN_MESSAGE, MCPERR_ALIAS, PROBLEM, MCPERR_FORBIDDEN, NULL, "no"},
        {HEAD "\"error\":{\"error_code\":\"SESSION_LOCKED\",\"data\":{\"type\":\"recoverable\"}}}", PROTOCOL,
         MCPERR_ODD_NO_CODE, MCPERR_IN_ERROR, MCPERR_ALIAS, KAIZA, MCPERR_PRECONDITION, "SESSION_LOCKED",
         NULL},
        /* The contract's object in the place of the error, and around it. */
        {HEAD "\"error\":" TOOLERROR_JSON "}", PROTOCOL, MCPERR_ODD_NO_CODE, MCPERR_IN_ERROR, MCPERR_EXACT,
         TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {HEAD OWLCLAW_ERROR "}", PROTOCOL, MCPERR_ODD_NO_CODE, MCPERR_IN_LINE, MCPERR_EXACT, OWLCLAW,
         MCPERR_TIMEOUT, "runtime.timeout", "slow"},
        {HEAD "\"error\":\"" TOOLERROR_TEXT "\"}", PROTOCOL, MCPERR_ODD_NO_CODE, MCPERR_IN_MESSAGE,
         MCPERR_EXACT, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {"{\"error\":{\"code\":\"cache_missing\",\"message\":\"m\"}}", PROTOCOL,
         MCPERR_ODD_NO_CODE | MCPERR_ODD_VERSION, MCPERR_IN_LINE, MCPERR_EXACT, CONTEXT, MCPERR_NOT_FOUND,
         "cache_missing", "m"},
    };

    check(all, COUNT(all));
    (void)read_line(all[1].line);
    mu_check(is(reply.data, TOOLERROR_JSON) && reply.data.form == MCPERR_PLAIN && reply.code == 429);
    mu_check(is(reply.message, "Not found"));
    (void)read_line(all[8].line);
    mu_check(is(reply.message, TOOLERROR_JSON) && reply.message.form == MCPERR_PLAIN);
}

MU_TEST(mistakes_of_a_protocol_error_are_told_and_lived_with)
{
    static const expected all[] = {
        {ERROR("\"message\":\"no code\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT, NOBODY,
         MCPERR_INTERNAL, NULL, "no code"},
        {ERROR("\"code\":-32602"), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INVALID,
         NULL, NULL},
        {ERROR("\"code\":-32602,\"message\":null"), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT, NOBODY,
         MCPERR_INVALID, NULL, NULL},
        {ERROR("\"code\":\"-32602\",\"message\":\"quoted\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_INVALID, NULL, "quoted"},
        {ERROR("\"code\":-32602.5,\"message\":\"m\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT,
         NOBODY, MCPERR_INTERNAL, NULL, "m"},
        {ERROR("\"code\":9223372036854775808,\"message\":\"m\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "m"},
        {ERROR("\"code\":\"cache_missing\",\"message\":\"m\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0,
         MCPERR_LEGACY, CONTEXT, MCPERR_NOT_FOUND, "cache_missing", "m"},
        {ERROR("\"code\":\"CONFLICT\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_LEGACY, TOOLERROR,
         MCPERR_CONFLICT, "CONFLICT", NULL},
        {ERROR("\"code\":\"E_ODD\",\"message\":\"m\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT,
         NOBODY, MCPERR_INTERNAL, NULL, "m"},
        {ERROR("\"code\":-32603,\"message\":\"[NOT_FOUND] x\""), PROTOCOL, 0, 0, MCPERR_LEGACY, TOOLERROR,
         MCPERR_NOT_FOUND, "NOT_FOUND", "x"},
        {ERROR("\"code\":\"CONFLICT\",\"message\":\"[NOT_FOUND] x\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0,
         MCPERR_LEGACY, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "x"},
        {ERROR("\"message\":\"MCP error -32601: x\""), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_LEGACY, NOBODY,
         MCPERR_NOT_FOUND, NULL, "x"},
        {ERROR("\"code\":-32602,\"message\":\"MCP error -32601: x\""), PROTOCOL, 0, 0, MCPERR_LEGACY, NOBODY,
         MCPERR_INVALID, NULL, "x"},
        {ERROR("\"code\":-1,\"code\":-32601,\"message\":\"last\""), PROTOCOL, 0, 0, MCPERR_PLAINTEXT, NOBODY,
         MCPERR_NOT_FOUND, NULL, "last"},
        {ERROR(""), PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, NULL},
        {HEAD "\"error\":\"[TRANSIENT] busy\"}", PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_LEGACY, TOOLERROR,
         MCPERR_UNAVAILABLE, "TRANSIENT", "busy"},
        {HEAD "\"error\":true}", PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL,
         NULL, NULL},
        {HEAD "\"error\":[1]}", PROTOCOL, MCPERR_ODD_NO_CODE, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL,
         NULL, NULL},
        {HEAD "\"result\":{},\"error\":{\"code\":-32601,\"message\":\"m\"}}", PROTOCOL, MCPERR_ODD_BOTH, 0,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_NOT_FOUND, NULL, "m"},
        {HEAD "\"result\":null,\"error\":{\"code\":-32601,\"message\":\"m\"}}", PROTOCOL, MCPERR_ODD_BOTH, 0,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_NOT_FOUND, NULL, "m"},
        {"{\"id\":null,\"error\":{\"code\":-32700,\"message\":\"m\"}}", PROTOCOL,
         MCPERR_ODD_ID | MCPERR_ODD_VERSION, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INVALID, NULL, "m"},
        {"\xEF\xBB\xBF" ERROR("\"code\":-32700,\"message\":\"m\""), PROTOCOL, MCPERR_ODD_BOM, 0,
         MCPERR_PLAINTEXT, NOBODY, MCPERR_INVALID, NULL, "m"},
        {"\t" ERROR("\"code\":-32700,\"message\":\"m\"") " \r", PROTOCOL, 0, 0, MCPERR_PLAINTEXT, NOBODY,
         MCPERR_INVALID, NULL, "m"},
    };

    check(all, COUNT(all));
    (void)read_line(all[3].line);
    mu_assert_int_eq(-32602, reply.code);
    (void)read_line(all[6].line);
    mu_assert_int_eq(0, reply.code);
    (void)read_line(all[2].line);
    mu_check(reply.message.data == NULL);
}

/* ---- what else a server says --------------------------------------------------------------------------- */

MU_TEST(ids_are_told_as_they_came_or_not_at_all)
{
    static const struct {
        const char *member, *id;
        uint8_t odd;
    } all[] = {
        {"\"id\":0,", "0", 0},
        {"\"id\":-7,", "-7", 0},
        {"\"id\" : \"\\u0041\\\"\" ,", "\"\\u0041\\\"\"", 0},
        {"\"id\":\"\",", "\"\"", 0},
        {"\"id\":1,\"id\":2,", "2", 0},
        {"\"id\":null,", NULL, MCPERR_ODD_ID},
        {"\"id\":1.5,", NULL, MCPERR_ODD_ID},
        {"\"id\":[1],", NULL, MCPERR_ODD_ID},
        {"\"id\":\"0123456789012345678901234567890123456789012345678901234567890123\",", NULL, MCPERR_ODD_ID},
        {"", NULL, MCPERR_ODD_ID},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        char text[160] = "{\"jsonrpc\":\"2.0\",";
        strcat(text, all[i].member);
        strcat(text, "\"result\":{}}");
        mu_assert_int_eq(RESULT, read_line(text));
        mu_check(is(reply.id, all[i].id));
        mu_assert_uint_eq(all[i].odd, reply.odd);
    }
}

MU_TEST(a_server_may_want_something_first)
{
    mu_assert_int_eq(MCPERR_REPLY_INPUT_REQUIRED,
                     read_line(ANSWER("\"resultType\":\"input_required\",\"requestState\":\"a\\/b\","
                                      "\"inputRequests\":{},\"isError\":true," TEXT(TOOLERROR_TEXT))));
    mu_check(is(reply.state, "a\\/b") && reply.state.form == MCPERR_ESCAPED && is(reply.id, "4"));
    mu_check(reply.result.data != NULL && is_zero(&reply.error, sizeof reply.error));
    mu_assert_uint_eq(0, reply.odd);
    mu_assert_int_eq(MCPERR_REPLY_INPUT_REQUIRED,
                     read_line(ANSWER("\"resultType\":\"input\\u005frequired\"")));
    mu_check(reply.state.data == NULL);
}

MU_TEST(a_server_may_have_requests_of_its_own)
{
    mu_assert_int_eq(MCPERR_REPLY_OTHER,
                     read_line("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{}}"));
    mu_check(reply.id.data == NULL && reply.odd == 0 && is(reply.method, "notifications/progress"));
    mu_assert_int_eq(MCPERR_REPLY_OTHER, read_line(HEAD "\"method\":\"roots/list\"}"));
    mu_check(is(reply.id, "4") && is(reply.method, "roots/list"));
    mu_check(is_zero(&reply.error, sizeof reply.error));
}

/* ---- what is no message -------------------------------------------------------------------------------- */

MU_TEST(what_is_malformed_is_told_with_its_place_and_id)
{
    static const struct {
        const char *line, *id, *key;
        uint16_t offset;
        uint8_t reason;
    } all[] = {
        {"", NULL, NULL, 0, MCPERR_R_END},
        {"\r\n", NULL, NULL, 2, MCPERR_R_END},
        {"boot: 3.3V ok", NULL, NULL, 0, MCPERR_R_VALUE},
        {"[" ANSWER("") "]", NULL, NULL, 0, MCPERR_R_TYPE},
        {" \"x\"", NULL, NULL, 1, MCPERR_R_TYPE},
        {"7", NULL, NULL, 0, MCPERR_R_TYPE},
        {"{}", NULL, "result", 0, MCPERR_R_MISSING},
        {" {\"id\":3,\"error\":null,\"method\":5}", "3", "result", 1, MCPERR_R_MISSING},
        {HEAD "\"result\":null}", "4", "result", 33, MCPERR_R_TYPE},
        {HEAD "\"result\":\"x\"}", "4", "result", 33, MCPERR_R_TYPE},
        {ANSWER("\"resultType\":\"task\""), "4", "resultType", 47, MCPERR_R_NOT_ALLOWED},
        {ANSWER("\"resultType\":null"), "4", "resultType", 47, MCPERR_R_NOT_ALLOWED},
        {HEAD "\"result\":{" TEXT("{\"code\":1}") "}}", "4", NULL, 70, MCPERR_R_NEXT_MEMBER},
        {"{\"result\":{" TEXT("say \"hi\"") "},\"jsonrpc\":\"2.0\",\"id\":\"z\"}", "\"z\"", NULL, 50,
         MCPERR_R_NEXT_MEMBER},
        {HEAD "\"result\":{" TEXT("\x01"), "4", NULL, 68, MCPERR_R_CONTROL},
        {HEAD "\"result\":{" TEXT("\\ud800") "}}", "4", NULL, 68, MCPERR_R_SURROGATE},
        {HEAD "\"result\":{", "4", NULL, 34, MCPERR_R_END},
        {"{\"result\":{\"a\":{\"id\":5}", NULL, NULL, 23, MCPERR_R_END},
        {"\xEF\xBB\xBF{\"id\":6,\"result\":7}", "6", "result", 20, MCPERR_R_TYPE},
        {"\xEF\xBB\xBF{\"id\":6,]", "6", NULL, 11, MCPERR_R_NAME},
        {"\xEF\xBB\xBF", NULL, NULL, 3, MCPERR_R_END},
        {"\xEF\xBB", NULL, NULL, 0, MCPERR_R_VALUE},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        mu_assert_int_eq(MALFORMED, read_line(all[i].line));
        if (!is(reply.id, all[i].id) || reply.fault.offset != all[i].offset ||
            reply.fault.reason != (mcperr_reason)all[i].reason ||
            !mcperr_text_is(reply.fault.key, all[i].key) || reply.fault.parent.data != NULL)
            mu_fail(all[i].line);
        mu_assert_string_eq(all[i].line, line);
        mu_check(reply.error.message.data != NULL && reply.place == MCPERR_IN_NOTHING);
        mu_assert_int_eq(MCPERR_GIVE_UP, mcperr_advise(&reply.error, NULL, 1, true, 0).action);
    }
}

MU_TEST(words_and_envelopes_without_a_message_around_them_are_understood)
{
    static const expected all[] = {
        {TOOLERROR_JSON "\r\n", MALFORMED, MCPERR_ODD_VERSION, MCPERR_IN_LINE, MCPERR_EXACT, TOOLERROR,
         MCPERR_NOT_FOUND, "NOT_FOUND", "no \"x\""},
        {"{\"err\\u006fr_code\":\"SESSION_LOCKED\"}", MALFORMED, MCPERR_ODD_VERSION, MCPERR_IN_LINE,
         MCPERR_ALIAS, KAIZA, MCPERR_PRECONDITION, "SESSION_LOCKED", NULL},
        {"[TRANSIENT] busy\n", MALFORMED, 0, 0, MCPERR_LEGACY, TOOLERROR, MCPERR_UNAVAILABLE, "TRANSIENT",
         "busy"},
        {"\"TRANSIENT: \\\"busy\\\"\"", MALFORMED, MCPERR_ODD_VERSION, 0, MCPERR_LEGACY, TOOLERROR,
         MCPERR_UNAVAILABLE, "TRANSIENT", "\"busy\""},
        {"MCP error -32601: no", MALFORMED, 0, 0, MCPERR_LEGACY, NOBODY, MCPERR_NOT_FOUND, NULL, "no"},
        {"panic: stack overflow", MALFORMED, 0, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL,
         "panic: stack overflow"},
    };

    check(all, COUNT(all));
}

MU_TEST(an_envelope_whose_quotes_were_not_escaped_is_understood_though_the_line_is_malformed)
{
    static const expected all[] = {
        {ANSWER(TEXT("{\"type\":\"CONFLICT\",\"message\":\"m\",\"recoverable\":true}") ",\"isError\":true"),
         MALFORMED, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "m"},
        {ERROR("\"code\":1,\"message\":\"m\",\"data\":\"{  \"error_code\": \"SESSION_LOCKED\" } \""),
         MALFORMED, 0, MCPERR_IN_TEXT, MCPERR_ALIAS, KAIZA, MCPERR_PRECONDITION, "SESSION_LOCKED", NULL},
        /* It is not worth more than any other text. */
        {"[\" \"CONFLICT: x\"]", MALFORMED, 0, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL,
         "[\" \"CONFLICT: x\"]"},
        {"[\"{\"type\":1,\"recoverable\":2}", MALFORMED, 0, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL,
         NULL, "[\"{\"type\":1,\"recoverable\":2}"},
        {" \"x\"x", MALFORMED, 0, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "\"x\"x"},
        {"\"\"x", MALFORMED, 0, 0, MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "\"\"x"},
    };

    check(all, COUNT(all));
    (void)read_line(all[0].line);
    mu_check(is(reply.id, "4") && reply.fault.offset == 70 && reply.fault.reason == MCPERR_R_NEXT_MEMBER);
    mu_assert_string_eq(all[0].line, line);
}

#define EIGHT(text) text text text text text text text text

MU_TEST(past_the_limits_of_depth_and_tokens_a_line_is_malformed)
{
    static const char text[] = FAILED("x");

    mu_assert_int_eq(MALFORMED, read_line(HEAD "\"result\":" EIGHT("[") EIGHT("[") EIGHT("[") EIGHT("[")));
    mu_check(is(reply.id, "4") && reply.fault.reason == MCPERR_R_DEPTH);
    mu_assert_uint_eq(strlen(HEAD "\"result\":") + 31, reply.fault.offset);
    /* 7 at the root, 2 of members around 7 of the content: one token less is too few. */
    for (size_t count = 0; count <= 16; count++) {
        strcpy(line, text);
        const mcperr_reply_kind kind =
            mcperr_reply_read(dialects, DIALECTS, line, strlen(text), tokens, count, &reply);
        mu_assert_int_eq(count < 16 ? MALFORMED : TOOL, kind);
        mu_assert_int_eq(count < 16 ? MCPERR_R_TOKENS : MCPERR_R_NONE, reply.fault.reason);
        mu_check(is(reply.id, "4"));
        mu_check(mcperr_text_is(reply.error.message, count < 16 ? text : "x"));
    }
    mu_assert_int_eq(MALFORMED, mcperr_reply_read(dialects, DIALECTS, line, strlen(text), NULL, 9, &reply));
    mu_check(reply.fault.reason == MCPERR_R_TOKENS && reply.fault.offset == 0 && is(reply.id, "4"));
}

MU_TEST(the_tokens_of_the_line_serve_again_for_the_envelope)
{
    /* 16 for the line, 7 for the envelope. */
    static const char text[] = FAILED(TOOLERROR_TEXT);

    strcpy(line, text);
    mu_assert_int_eq(TOOL, mcperr_reply_read(dialects, DIALECTS, line, strlen(text), tokens, 16, &reply));
    mu_check(reply.reading == MCPERR_EXACT && reply.dialect == dialects[TOOLERROR]);
}

MU_TEST(without_dialects_errors_are_words)
{
    static const char text[] = FAILED(TOOLERROR_TEXT),
                      word[] = ERROR("\"code\":\"CONFLICT\",\"message\":\"m\"");

    for (unsigned null = 0; null < 2; null++) {
        const mcperr_dialect *const *const set = null ? NULL : dialects;
        strcpy(line, text);
        mu_assert_int_eq(
            TOOL, mcperr_reply_read(set, null ? DIALECTS : 0, line, strlen(text), tokens, TOKENS, &reply));
        mu_check(reply.place == MCPERR_IN_NOTHING && reply.dialect == NULL);
        mu_check(is(reply.error.message, TOOLERROR_JSON) && reply.reading == MCPERR_PLAINTEXT);
        strcpy(line, word);
        mu_assert_int_eq(PROTOCOL, mcperr_reply_read(set, null ? DIALECTS : 0, line, strlen(word), tokens,
                                                     TOKENS, &reply));
        mu_check(is(reply.error.message, "m") && reply.error.kind == MCPERR_INTERNAL);
        strcpy(line, ANSWER(TEXT(TOOLERROR_TEXT)));
        mu_assert_int_eq(
            RESULT, mcperr_reply_read(set, null ? DIALECTS : 0, line, strlen(line), tokens, TOKENS, &reply));
        mu_assert_string_eq(ANSWER(TEXT(TOOLERROR_TEXT)), line);
    }
}

MU_TEST(no_line_and_no_reply_are_defined)
{
    mu_assert_int_eq(MALFORMED, mcperr_reply_read(dialects, DIALECTS, NULL, 7, tokens, TOKENS, &reply));
    mu_check(reply.fault.reason == MCPERR_R_END && reply.fault.offset == 0 && reply.id.data == NULL);
    mu_check(reply.error.message.data == NULL && reply.reading == MCPERR_PLAINTEXT);
    mu_assert_int_eq(MALFORMED, mcperr_reply_read(dialects, DIALECTS, line, 7, tokens, TOKENS, NULL));
}

MU_TEST(every_kind_of_reply_has_words_of_its_own)
{
    for (unsigned i = 0; i <= MALFORMED; i++)
        for (unsigned other = 0; other < i; other++)
            mu_check(strcmp(mcperr_reply_text((mcperr_reply_kind)i),
                            mcperr_reply_text((mcperr_reply_kind)other)) != 0);
    mu_assert_string_eq("a result", mcperr_reply_text(RESULT));
    mu_assert_string_eq("an error of the tool", mcperr_reply_text(TOOL));
    mu_assert_string_eq("an error of the request", mcperr_reply_text(PROTOCOL));
    mu_assert_string_eq("unknown reply", mcperr_reply_text((mcperr_reply_kind)(MALFORMED + 1)));
    mu_assert_string_eq("unknown reply", mcperr_reply_text((mcperr_reply_kind)-1));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_result_is_told_as_it_stands)
    MU_RUN(what_is_not_an_envelope_beyond_doubt_stays_a_result)
    MU_RUN(a_mark_that_is_no_boolean_is_told_and_counts_if_it_clearly_means_true)
    MU_RUN(a_result_that_looks_like_an_envelope_is_unescaped_and_stays_a_result)
    MU_RUN(an_envelope_of_every_dialect_is_read_from_the_text_of_a_failed_tool)
    MU_RUN(an_envelope_is_looked_for_in_texts_then_structured_then_meta)
    MU_RUN(a_failed_tool_without_an_envelope_is_understood_by_its_words)
    MU_RUN(words_of_a_framework_before_those_of_a_tool_are_passed_over)
    MU_RUN(an_envelope_in_a_result_that_says_it_is_good_is_an_error)
    MU_RUN(a_protocol_error_has_the_kind_of_its_code)
    MU_RUN(the_protocol_s_own_errors_are_understood_with_their_data)
    MU_RUN(the_time_to_wait_is_taken_from_the_data_of_an_error)
    MU_RUN(an_envelope_in_a_protocol_error_wins_over_its_code)
    MU_RUN(mistakes_of_a_protocol_error_are_told_and_lived_with)
    MU_RUN(ids_are_told_as_they_came_or_not_at_all)
    MU_RUN(a_server_may_want_something_first)
    MU_RUN(a_server_may_have_requests_of_its_own)
    MU_RUN(what_is_malformed_is_told_with_its_place_and_id)
    MU_RUN(words_and_envelopes_without_a_message_around_them_are_understood)
    MU_RUN(an_envelope_whose_quotes_were_not_escaped_is_understood_though_the_line_is_malformed)
    MU_RUN(past_the_limits_of_depth_and_tokens_a_line_is_malformed)
    MU_RUN(the_tokens_of_the_line_serve_again_for_the_envelope)
    MU_RUN(without_dialects_errors_are_words)
    MU_RUN(no_line_and_no_reply_are_defined)
    MU_RUN(every_kind_of_reply_has_words_of_its_own)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* Replies of servers that tell their errors in words: which kind, how long to wait, and envelopes among them.
 */
#include "reply.h"

/* What is to be understood of the words of a failed tool. */
typedef struct meant {
    const char *words;
    uint8_t kind;
    int32_t wait; /* seconds; -1: none is told */
} meant;

static void check_meant(const meant *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[500] = HEAD "\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"";
        strcat(text, all[i].words);
        strcat(text, "\"}]}}");
        const bool waits = all[i].wait >= 0;
        if (read_line(text) != TOOL || reply.error.kind != all[i].kind ||
            reply.error.has_retry_after != waits ||
            (waits && reply.error.retry_after_s != (uint32_t)all[i].wait) ||
            reply.place != MCPERR_IN_NOTHING || reply.dialect != NULL)
            mu_fail(all[i].words);
    }
}

MU_TEST(words_of_well_known_servers_tell_the_kind)
{
    static const meant all[] = {
        {"rate limit exceeded, retry after 30 seconds", MCPERR_RATE_LIMITED, 30},
        {"429 Too Many Requests", MCPERR_RATE_LIMITED, -1},
        {"GitHub: API Rate_Limit-Exceeded for user", MCPERR_RATE_LIMITED, -1},
        {"You are being rate limited.", MCPERR_RATE_LIMITED, -1},
        {"Rate limit reached for model x. Please try again in 6m0s.", MCPERR_RATE_LIMITED, 360},
        {"timed out", MCPERR_TIMEOUT, -1},
        {"The operation timed out\\nat run (x.js:1)", MCPERR_TIMEOUT, -1},
        {"timeout of 5000ms exceeded", MCPERR_TIMEOUT, -1},
        {"context deadline exceeded", MCPERR_TIMEOUT, -1},
        {"connect ETIMEDOUT 10.0.0.1:80", MCPERR_TIMEOUT, -1},
        {"504 Gateway Timeout", MCPERR_TIMEOUT, -1},
        {"not found", MCPERR_NOT_FOUND, -1},
        {"404 Not Found", MCPERR_NOT_FOUND, -1},
        {"ENOENT: no such file or directory, open 'x'", MCPERR_NOT_FOUND, -1},
        {"Sensor 7 does not exist", MCPERR_NOT_FOUND, -1},
        {"permission denied", MCPERR_FORBIDDEN, -1},
        {"EACCES: permission denied, open '/x'", MCPERR_FORBIDDEN, -1},
        {"Access denied - path outside allowed directories", MCPERR_FORBIDDEN, -1},
        {"403 Forbidden", MCPERR_FORBIDDEN, -1},
        {"unauthorized", MCPERR_UNAUTHENTICATED, -1},
        {"401 Unauthorized", MCPERR_UNAUTHENTICATED, -1},
        {"Invalid API key", MCPERR_UNAUTHENTICATED, -1},
        {"Error: Bad credentials", MCPERR_UNAUTHENTICATED, -1},
        {"503 Service Unavailable", MCPERR_UNAVAILABLE, -1},
        {"connect ECONNREFUSED 127.0.0.1:5432", MCPERR_UNAVAILABLE, -1},
        {"The node is starting, try again later", MCPERR_UNAVAILABLE, -1},
        {"The node is starting. Retry in 5 s", MCPERR_UNAVAILABLE, 5},
        {"529 {'type': 'overloaded_error'}", MCPERR_UNAVAILABLE, -1},
        {"400 Bad Request", MCPERR_INVALID, -1},
        {"the sensor is on fire", MCPERR_INTERNAL, -1},
    };

    check_meant(all, COUNT(all));
    (void)read_line(FAILED("rate limit exceeded, retry after 30 seconds"));
    mu_check(is(reply.error.message, "rate limit exceeded, retry after 30 seconds"));
    mu_check(reply.reading == MCPERR_PLAINTEXT && reply.odd == 0 && reply.code == 0);
    const mcperr_advice advice = mcperr_advise(&reply.error, NULL, 1, false, 0);
    mu_assert_int_eq(MCPERR_RETRY, advice.action);
    mu_assert_uint_eq(30000, advice.delay_ms);
}

MU_TEST(sentences_of_the_sdks_tell_whose_fault_it_is)
{
    static const struct {
        const char *line;
        uint8_t kind, advice;
    } all[] = {
        {FAILED("Input validation error: Invalid arguments for tool x: n: expected number"), MCPERR_INVALID,
         MCPERR_FIX_INPUT},
        {FAILED("MCP error -32602: Invalid arguments for tool x: path not found"), MCPERR_INVALID,
         MCPERR_FIX_INPUT},
        {FAILED("MCP error -32602: Input validation error: Invalid arguments for tool x"), MCPERR_INVALID,
         MCPERR_FIX_INPUT},
        {FAILED("Error executing tool x: 1 validation error for xArguments\\nn\\n  Field required"),
         MCPERR_INVALID, MCPERR_FIX_INPUT},
        {FAILED("Error executing tool x: 2 validation errors for xArguments"), MCPERR_INVALID,
         MCPERR_FIX_INPUT},
        {FAILED("Error executing tool x: division by zero"), MCPERR_INTERNAL, MCPERR_GIVE_UP},
        {FAILED("Error executing tool x: no such host"), MCPERR_NOT_FOUND, MCPERR_WORK_AROUND},
        {FAILED("Unknown tool: x"), MCPERR_NOT_FOUND, MCPERR_WORK_AROUND},
        {FAILED("Tool x not found"), MCPERR_NOT_FOUND, MCPERR_WORK_AROUND},
        {FAILED("MCP error -32602: Tool x not found"), MCPERR_NOT_FOUND, MCPERR_WORK_AROUND},
        {FAILED("MCP error -32602: MCP error -32602: Tool x not found"), MCPERR_NOT_FOUND,
         MCPERR_WORK_AROUND},
        {ERROR("\"code\":-32602,\"message\":\"Unknown tool: x\""), MCPERR_NOT_FOUND, MCPERR_WORK_AROUND},
        {ERROR("\"code\":-32602,\"message\":\"Resource not found: a://b\""), MCPERR_NOT_FOUND,
         MCPERR_WORK_AROUND},
        /* The server broke its own promise. */
        {FAILED("Output validation error: Invalid structured content for tool x"), MCPERR_INTERNAL,
         MCPERR_GIVE_UP},
        {FAILED("MCP error -32602: Output validation error: Invalid structured content for tool x"),
         MCPERR_INTERNAL, MCPERR_GIVE_UP},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        (void)read_line(all[i].line);
        if (reply.error.kind != all[i].kind ||
            mcperr_advise(&reply.error, NULL, 1, true, 0).action != (mcperr_action)all[i].advice)
            mu_fail(all[i].line);
    }
    (void)read_line(all[10].line);
    mu_check(is(reply.error.message, "Tool x not found") && reply.code == -32602);
}

MU_TEST(a_code_says_more_than_words)
{
    static const struct {
        const char *line;
        uint16_t kind, status;
    } all[] = {
        {ERROR("\"code\":-32601,\"message\":\"rate limit exceeded\""), MCPERR_NOT_FOUND, 0},
        {ERROR("\"code\":-32602,\"message\":\"rate limit exceeded\""), MCPERR_INVALID, 0},
        {ERROR("\"code\":401,\"message\":\"user not found\""), MCPERR_UNAUTHENTICATED, 0},
        {ERROR("\"code\":-32603,\"message\":\"Internal error: rate limit exceeded\""), MCPERR_RATE_LIMITED,
         0},
        {ERROR("\"code\":-32001,\"message\":\"Request timed out\""), MCPERR_TIMEOUT, 0},
        {ERROR("\"message\":\"access denied\""), MCPERR_FORBIDDEN, 0},
        {HEAD "\"error\":\"not found\"}", MCPERR_NOT_FOUND, 0},
        {FAILED("[CONFLICT] not found"), MCPERR_CONFLICT, 0},
        {FAILED("{\\\"error\\\":\\\"\\\\nnot found\\\"}"), MCPERR_NOT_FOUND, 0},
        /* That of HTTP, if it stands where programs put it. */
        {FAILED("Request failed with status code 429"), MCPERR_RATE_LIMITED, 0},
        {FAILED("https://x/y: http: HTTP 410: not known"), MCPERR_NOT_FOUND, 410},
        {FAILED("Error code: 503 - overloaded"), MCPERR_UNAVAILABLE, 0},
        {FAILED("Request failed with status code 404: unauthorized"), MCPERR_NOT_FOUND, 0},
        {FAILED("http error=599"), MCPERR_UNAVAILABLE, 599},
        {FAILED("status code 399"), MCPERR_INTERNAL, 0},
        {FAILED("status code 600"), MCPERR_INTERNAL, 0},
        {FAILED("status code 4040"), MCPERR_INTERNAL, 0},
        {FAILED("status code unknown"), MCPERR_INTERNAL, 0},
        {FAILED("404 sensors failed"), MCPERR_INTERNAL, 0},
    };

    for (size_t i = 0; i < COUNT(all); i++) {
        (void)read_line(all[i].line);
        if (reply.error.kind != all[i].kind || reply.error.status != all[i].status)
            mu_fail(all[i].line);
    }
    (void)read_line(all[9].line);
    mu_assert_int_eq(0, reply.code);
}

MU_TEST(what_only_looks_like_known_words_tells_nothing)
{
    static const meant all[] = {
        {"file_not_found_handler crashed", MCPERR_INTERNAL, -1},
        {"cannot founder", MCPERR_INTERNAL, -1},
        {"not foundered", MCPERR_INTERNAL, -1},
        {"not found\xC3\xA9", MCPERR_INTERNAL, -1},
        {"\xC3\xA9not found", MCPERR_INTERNAL, -1},
        {"not  found", MCPERR_INTERNAL, -1},
        {"not foun", MCPERR_INTERNAL, -1},
        {"bad timeout", MCPERR_INTERNAL, -1},
        {"unauthorizedly", MCPERR_INTERNAL, -1},
        {"the rate limit is 5", MCPERR_INTERNAL, -1},
        /* What stands first in the table counts, not what is said first. */
        {"not found: permission denied: too many requests", MCPERR_RATE_LIMITED, -1},
        {"(not found)", MCPERR_NOT_FOUND, -1},
        {"'x'not-found2", MCPERR_NOT_FOUND, -1},
    };

    check_meant(all, COUNT(all));
    /* Neither do results and noise on the line. */
    mu_assert_int_eq(RESULT, read_line(ANSWER(TEXT("rate limit exceeded, retry after 30 seconds"))));
    mu_check(is_zero(&reply.error, sizeof reply.error));
    mu_assert_int_eq(MALFORMED, read_line("uplink timed out, retry after 30 seconds"));
    mu_check(reply.error.kind == MCPERR_INTERNAL && !reply.error.has_retry_after);
}

MU_TEST(words_are_looked_for_where_an_error_begins)
{
    static const char head[] = HEAD "\"result\":{\"isError\":true,\"content\":\"";

    /* The last letter is the 256th, and the 257th. */
    for (unsigned more = 0; more < 2; more++) {
        static char text[400];
        char *const words = text + strlen(head);
        strcpy(text, head);
        memset(words, '.', 247 + more);
        strcpy(words + 247 + more, "not found\"}}");
        mu_assert_int_eq(TOOL, read_line(text));
        mu_assert_int_eq(more ? MCPERR_INTERNAL : MCPERR_NOT_FOUND, reply.error.kind);
    }
}

MU_TEST(the_time_to_wait_is_taken_from_the_words)
{
    static const meant all[] = {
        {"busy: retry after 30", MCPERR_UNAVAILABLE, 30},
        {"busy: retry after 30.", MCPERR_UNAVAILABLE, 30},
        {"busy: retry after 30, or later", MCPERR_UNAVAILABLE, 30},
        {"Retry-After: 120", MCPERR_UNAVAILABLE, 120},
        {"retry_after=5", MCPERR_UNAVAILABLE, 5},
        {"try again in 1 second", MCPERR_UNAVAILABLE, 1},
        {"try again in 20s.", MCPERR_UNAVAILABLE, 20},
        {"try again in 20 sec", MCPERR_UNAVAILABLE, 20},
        {"try again in 2 minutes", MCPERR_UNAVAILABLE, 120},
        {"try again in 2 Min.", MCPERR_UNAVAILABLE, 120},
        {"try again in 1 hour", MCPERR_UNAVAILABLE, 3600},
        {"try again in 1.578s", MCPERR_UNAVAILABLE, 2},
        {"try again in 2.000s", MCPERR_UNAVAILABLE, 2},
        {"try again in 2.25", MCPERR_UNAVAILABLE, 3},
        {"try again in 2..", MCPERR_UNAVAILABLE, 2},
        {"try again in 1.5 minutes", MCPERR_UNAVAILABLE, 120},
        {"try again in 86ms", MCPERR_UNAVAILABLE, 1},
        {"try again in 1001 milliseconds", MCPERR_UNAVAILABLE, 2},
        {"try again in 7m12.345s", MCPERR_UNAVAILABLE, 433},
        {"try again in 1h2m3s4ms", MCPERR_UNAVAILABLE, 3724},
        {"try again in 1 minute 30 seconds", MCPERR_UNAVAILABLE, 90},
        {"try again in 30 seconds 5 times", MCPERR_UNAVAILABLE, 30},
        {"try again in 1s2s", MCPERR_UNAVAILABLE, 1},
        {"try again in 999999 hours", MCPERR_UNAVAILABLE, 2147483647},
        {"try again in 0 seconds", MCPERR_UNAVAILABLE, 0},
        {"retry after a reset; retry after 7 s", MCPERR_UNAVAILABLE, 7},
        {"permission denied, retry after 9 s", MCPERR_FORBIDDEN, 9},
        {"MCP error -32603: retry after 9 s", MCPERR_UNAVAILABLE, 9},
        /* No time, or none that is sure. */
        {"try again in a moment", MCPERR_UNAVAILABLE, -1},
        {"try again in", MCPERR_UNAVAILABLE, -1},
        {"try again in ", MCPERR_UNAVAILABLE, -1},
        {"retry after 2026-01-19T15:32:10Z", MCPERR_UNAVAILABLE, -1},
        {"retry after 12:30", MCPERR_UNAVAILABLE, -1},
        {"retry after 5 attempts", MCPERR_UNAVAILABLE, -1},
        {"retry after 5sheep", MCPERR_UNAVAILABLE, -1},
        {"retry after -5 s", MCPERR_UNAVAILABLE, -1},
        {"retry after 1000000 s", MCPERR_UNAVAILABLE, -1},
        {"retry afterwards: 5 s", MCPERR_INTERNAL, -1},
    };

    check_meant(all, COUNT(all));
    /* A code that is known lacks a time no more than words do; data say it best. */
    (void)read_line(FAILED("[TRANSIENT] busy, retry after 8 seconds"));
    mu_check(reply.dialect == dialects[TOOLERROR] && reply.error.retry_after_s == 8);
    (void)read_line(ERROR("\"code\":-32023,\"message\":\"retry after 8 s\",\"data\":{\"retryAfter\":3}"));
    mu_check(reply.error.kind == MCPERR_RATE_LIMITED && reply.error.retry_after_s == 3);
    (void)read_line(ERROR("\"code\":-32023,\"message\":\"retry after 8 s\""));
    mu_check(reply.error.kind == MCPERR_RATE_LIMITED && reply.error.retry_after_s == 8);
}

#define CONFLICT_TEXT "{\\\"type\\\":\\\"CONFLICT\\\",\\\"message\\\":\\\"m\\\",\\\"recoverable\\\":true}"

MU_TEST(an_envelope_among_words_is_found_if_it_is_one_beyond_doubt)
{
    static const expected all[] = {
        {FAILED("```json\\n" CONFLICT_TEXT "\\n```"), TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR,
         MCPERR_CONFLICT, "CONFLICT", "m"},
        {FAILED("Error: " CONFLICT_TEXT), TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT,
         "CONFLICT", "m"},
        {FAILED("MCP error -32603: Error in {x}: {\\\"a\\\":{}} " CONFLICT_TEXT "{} (see {log})"), TOOL, 0,
         MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "m"},
        {FAILED("{" CONFLICT_TEXT), TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT,
         "CONFLICT", "m"},
        {FAILED("[" CONFLICT_TEXT "]"), TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT,
         "CONFLICT", "m"},
        {ANSWER("\"isError\":true,\"content\":[{\"text\":\"it failed:\"},{\"text\":\"```\\n" CONFLICT_TEXT
                "\"}]"),
         TOOL, 0, MCPERR_IN_TEXT, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "m"},
        {ANSWER("\"isError\":true,\"structuredContent\":\"E: " CONFLICT_TEXT "\""), TOOL, 0,
         MCPERR_IN_STRUCTURED, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "m"},
        {ERROR("\"code\":-32603,\"message\":\"Internal error: " CONFLICT_TEXT "\""), PROTOCOL, 0,
         MCPERR_IN_MESSAGE, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "m"},
        {ERROR("\"code\":-32603,\"message\":\"m\",\"data\":\"caused by " CONFLICT_TEXT "\""), PROTOCOL, 0,
         MCPERR_IN_DATA, MCPERR_EXACT, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", "m"},
        {FAILED("E {\\\"error_code\\\":\\\"SESSION_LOCKED\\\",\\\"human_message\\\":\\\"m\\\"}"), TOOL, 0,
         MCPERR_IN_TEXT, MCPERR_ALIAS, KAIZA, MCPERR_PRECONDITION, "SESSION_LOCKED", "m"},
    };

    check(all, COUNT(all));
    (void)read_line(all[0].line);
    mu_check(is(reply.text, "```json\n{\"type\":\"CONFLICT\",\"message\":\"m\",\"recoverable\":true}\n```"));
    mu_check(is(reply.error.message, "m") && reply.code == 0);
}

MU_TEST(what_is_among_words_and_no_envelope_beyond_doubt_stays_words)
{
    static const char *const words[] = {
        "E {\\\"error_code\\\":\\\"SESSION_LOCKED\\\"}",
        "E {\\\"error_code\\\":\\\"ODD\\\",\\\"human_message\\\":\\\"m\\\"}",
        "E " PROBLEM_TEXT,
        "E {\\\"type\\\":\\\"CONFLICT\\\",\\\"message\\\":\\\"m\\\",\\\"recoverable\\\":true",
        "{\\\"errors\\\":[" CONFLICT_TEXT "]}",
        "E {\\\"last\\\":" CONFLICT_TEXT "}",
        "{{{{",
    };

    for (size_t i = 0; i < COUNT(words); i++) {
        char text[300] = HEAD "\"result\":{\"isError\":true,\"content\":\"";
        strcat(text, words[i]);
        strcat(text, "\"}}");
        if (read_line(text) != TOOL || reply.place != MCPERR_IN_NOTHING || reply.dialect != NULL ||
            reply.error.kind != MCPERR_INTERNAL)
            mu_fail(words[i]);
    }
    /* Neither is it sought in results, in JSON, and in what is no message. */
    mu_assert_int_eq(RESULT, read_line(ANSWER(TEXT("Error: " CONFLICT_TEXT))));
    mu_assert_string_eq(ANSWER(TEXT("Error: " CONFLICT_TEXT)), line);
    mu_assert_int_eq(TOOL, read_line(ANSWER("\"isError\":true,\"structuredContent\":[" TOOLERROR_JSON "]")));
    mu_check(reply.place == MCPERR_IN_NOTHING);
    mu_assert_int_eq(MALFORMED, read_line("boot " TOOLERROR_JSON));
    mu_check(reply.place == MCPERR_IN_NOTHING);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(words_of_well_known_servers_tell_the_kind)
    MU_RUN(sentences_of_the_sdks_tell_whose_fault_it_is)
    MU_RUN(a_code_says_more_than_words)
    MU_RUN(what_only_looks_like_known_words_tells_nothing)
    MU_RUN(words_are_looked_for_where_an_error_begins)
    MU_RUN(the_time_to_wait_is_taken_from_the_words)
    MU_RUN(an_envelope_among_words_is_found_if_it_is_one_beyond_doubt)
    MU_RUN(what_is_among_words_and_no_envelope_beyond_doubt_stays_words)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* tools/list: all of every tool, in pages. */
#include "server.h"

#define TOOL_0                                                                                               \
    "{\"name\":\"read_temp\",\"description\":\"Read a temperature\",\"inputSchema\":{\"type\":\"object\","   \
    "\"properties\":{\"channel\":{\"type\":\"integer\",\"description\":\"Which one\",\"minimum\":1,"         \
    "\"maximum\":4}},\"additionalProperties\":false},\"annotations\":{\"idempotentHint\":true}}"
#define TOOL_1 "{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}"
#define NO_PARAMS "\"inputSchema\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}"
#define TOOL_2                                                                                               \
    "{\"name\":\"status\"," NO_PARAMS                                                                        \
    ",\"outputSchema\":{\"type\":\"object\",\"required\":[\"milli_celsius\"]}}"
#define TOOL_3 "{\"name\":\"lie\"," NO_PARAMS "}"

MU_TEST(the_list_tells_all_of_every_tool)
{
    server_begin(&mcperr_kaiza);
    assert_answer(OK("1", "\"tools\":[" TOOL_0 "," TOOL_1 "," TOOL_2 "," TOOL_3 "]"),
                  LEGACY("1", "tools/list"));
    server.tools = server_tools + 1;
    server.tool_count = 1;
    assert_answer(OK_MODERN("1", "\"tools\":[" TOOL_1 "],\"ttlMs\":5000,\"cacheScope\":\"private\""),
                  MODERN("1", "tools/list"));
    server.tool_count = 0;
    assert_answer(OK("1", "\"tools\":[]"), LEGACY_WITH("1", "tools/list", ""));
}

MU_TEST(a_cursor_that_was_not_given_out_is_refused)
{
    static const char *const lines[] = {LEGACY_WITH("1", "tools/list", "\"cursor\":\"\""),
                                        LEGACY_WITH("1", "tools/list", "\"cursor\":1"),
                                        LEGACY_WITH("1", "tools/list", "\"cursor\":\"-1\""),
                                        LEGACY_WITH("1", "tools/list", "\"cursor\":\"4\""),
                                        LEGACY_WITH("1", "tools/list", "\"cursor\":\"x\""),
                                        LEGACY_WITH("1", "tools/list", "\"cursor\":null"),
                                        LEGACY_WITH("1", "tools/list", "\"cursor\":\"\\u0031\""),
                                        LEGACY_WITH("1", "tools/list", "\"cursor\":\"9223372036854775807\"")};

    server_begin(&mcperr_kaiza);
    for (size_t i = 0; i < COUNT(lines); i++)
        assert_answer(REFUSED("1", "-32602", "Invalid cursor"), lines[i]);
    assert_answer(OK("1", "\"tools\":[" TOOL_3 "]"), LEGACY_WITH("1", "tools/list", "\"cursor\":\"3\""));
}

/* The cursor in the answer, or NULL. */
static const char *next_cursor(void)
{
    const char *const at = strstr(out, "\"nextCursor\":\"");

    return at != NULL ? at + 14 : NULL;
}

/* Walk through the list in a buffer of that size: a bit for each tool, in order. False if it does not fit. */
static bool walk(bool modern, size_t cap)
{
    char request[320];
    unsigned seen = 0;

    for (const char *cursor = "0"; cursor != NULL; cursor = next_cursor()) {
        strcpy(request, "{\"id\":1,\"jsonrpc\":\"2.0\",\"method\":\"tools/list\",\"params\":{\"cursor\":\"");
        memcpy(request + strlen(request), (char[2]){*cursor, '\0'}, 2);
        strcat(request, modern ? "\"," META "}}" : "\"}}");
        const mcperr_line line = {request, strlen(request), 0};
        answer_in(&line, cap);
        if (length == 0 || strstr(out, "\"error\"") != NULL)
            return false;
        for (unsigned i = 0; i < COUNT(server_tools); i++) {
            static const char *const names[] = {"{\"name\":\"read_temp\"", "{\"name\":\"echo\"",
                                                "{\"name\":\"status\"", "{\"name\":\"lie\""};
            if (strstr(out, names[i]) != NULL) {
                mu_check(seen >> i == 0); /* once, and in order */
                seen |= 1u << i;
            }
        }
    }
    mu_assert_uint_eq(15, seen);
    return true;
}

MU_TEST(in_every_buffer_from_the_least_on_all_tools_are_listed_exactly_once)
{
    for (unsigned modern = 0; modern < 2; modern++) {
        bool before = false;
        server_begin(&mcperr_toolerror);
        const size_t least = mcperr_endpoint_min_size(&server);
        mu_check(least > 0 && least < sizeof out);
        for (size_t cap = 0; cap <= sizeof out; cap++) {
            const bool all = walk(modern, cap);
            mu_check(all || cap < least);
            mu_check(all || !before); /* more room is never worse */
            before = all;
        }
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(the_list_tells_all_of_every_tool)
    MU_RUN(a_cursor_that_was_not_given_out_is_refused)
    MU_RUN(in_every_buffer_from_the_least_on_all_tools_are_listed_exactly_once)
)
/* clang-format on */

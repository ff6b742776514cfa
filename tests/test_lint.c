/* SPDX-License-Identifier: MIT */
/* Rules that no schema can say: each with a text that keeps it and one that does not. */
#include "codec.h"
#include "error.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* An envelope in two halves: a finding, if there is one, is at the second. */
typedef struct linted {
    uint8_t dialect;
    mcperr_reason reason; /* NONE: clean */
    const char *before, *rest, *pointer;
} linted;

#define PROBLEM_TYPE "{\"type\":\"https://kgfoundry.dev/problems/file-not-found\","
#define PROBLEM_TITLE PROBLEM_TYPE "\"title\":\"File Not Found\","
#define PROBLEM_STATUS PROBLEM_TITLE "\"status\":404,\"detail\":\"d\","
#define PROBLEM_TAIL                                                                                         \
    ",\"detail\":\"d\",\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"file-not-found\"}"
#define API_TAIL                                                                                             \
    ",\"code\":\"protocol.unsupported_version\",\"category\":\"compatibility\",\"retryable\":false,"         \
    "\"incident_id\":\"i\"}"
#define API_TYPE "{\"type\":\"https://owlclaw.dev/problems/protocol-version\","
#define API_TITLE API_TYPE "\"title\":\"Unsupported protocol version\","

static const linted texts[] = {
    {CONTEXT, MCPERR_R_NONE, "{\"error\":{\"code\":\"io_error\",\"message\":", "\"All well\"}}", NULL},
    {CONTEXT, MCPERR_R_NONE, "{\"error\":{\"code\":\"io_error\",\"message\":", "\"I\\/O error occurred\"}}",
     NULL},
    {CONTEXT, MCPERR_R_DIAGNOSTICS, "{\"error\":{\"code\":\"io_error\",\"message\":", "\"no /etc/x\"}}",
     "/error/message"},
    {CONTEXT, MCPERR_R_DIAGNOSTICS,
     " { \"error\" : { \"code\":\"io_error\", \"m\\u0065ssage\" :  ", "\"deadbeef\" } }", "/error/message"},
    {CONTEXT, MCPERR_R_DIAGNOSTICS, "{\"error\":{\"code\":\"io_error\",\"message\":", "\"two\\nlines\"}}",
     "/error/message"},

    {CODEINTEL, MCPERR_R_NONE, "{\"items\":[],\"error\":",
     "\"\\u0064\",\"problem\":" PROBLEM_STATUS
     "\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"file-not-found\"}}",
     NULL},
    {CODEINTEL, MCPERR_R_DIFFERS, "{\"items\":[],\"error\":",
     "\"e\",\"problem\":" PROBLEM_STATUS
     "\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"file-not-found\"}}",
     "/error"},
    {CODEINTEL, MCPERR_R_OPERATION,
     "{\"error\":\"d\",\"problem\":" PROBLEM_STATUS "\"code\":\"file-not-found\",\"instance\":",
     "\"urn:codeintel:open_file\"}}", "/problem/instance"},

    {PROBLEM, MCPERR_R_NONE, "", PROBLEM_TITLE "\"status\":404" PROBLEM_TAIL, NULL},
    {PROBLEM, MCPERR_R_NONE, "",
     "{\"type\":\"https:\\/\\/kgfoundry.dev/problems/file\\u002dnot-found\",\"title\":\"File N\\u006ft "
     "Found\","
     "\"status\":404" PROBLEM_TAIL,
     NULL},
    {PROBLEM, MCPERR_R_NOT_CODE, "{\"type\":",
     "\"https://kgfoundry.dev/problems/file-found\",\"title\":\"File Not Found\",\"status\":404" PROBLEM_TAIL,
     "/type"},
    {PROBLEM, MCPERR_R_NOT_TITLE, PROBLEM_TYPE "\"title\":", "\"File not found\",\"status\":404" PROBLEM_TAIL,
     "/title"},
    {PROBLEM, MCPERR_R_NOT_TITLE, PROBLEM_TYPE "\"title\":", "\"\",\"status\":404" PROBLEM_TAIL, "/title"},
    {PROBLEM, MCPERR_R_CONTRADICTS, PROBLEM_TITLE "\"status\":", "410" PROBLEM_TAIL, "/status"},
    {PROBLEM, MCPERR_R_CONTRADICTS, PROBLEM_TITLE "\"status\":", "426" PROBLEM_TAIL, "/status"},

    /* A code without a row has a title and a type, but any status. */
    {PROBLEM, MCPERR_R_NONE, "",
     "{\"type\":\"https://kgfoundry.dev/problems/own-c0de\",\"title\":\"Own "
     "C0de\",\"status\":418,\"detail\":\"d\","
     "\"instance\":\"urn:codeintel:git:x\",\"code\":\"own-c0de\"}",
     NULL},
    {PROBLEM, MCPERR_R_NOT_TITLE, "{\"type\":\"https://kgfoundry.dev/problems/own-code\",\"title\":",
     "\"Own "
     "code\",\"status\":418,\"detail\":\"d\",\"instance\":\"urn:codeintel:git:x\",\"code\":\"own-code\"}",
     "/title"},
    {PROBLEM, MCPERR_R_NOT_CODE, "{\"type\":",
     "\"https://kgfoundry.dev/problems/code\",\"title\":\"Own Code\",\"status\":418,\"detail\":\"d\","
     "\"instance\":\"urn:codeintel:git:x\",\"code\":\"own-code\"}",
     "/type"},
    /* Without a code, the type is the code. */
    {PROBLEM, MCPERR_R_NONE, "",
     "{\"type\":\"https://kgfoundry.dev/problems/own-code\",\"title\":\"Own "
     "Code\",\"status\":418,\"detail\":\"d\","
     "\"instance\":\"urn:codeintel:git:x\"}",
     NULL},
    /* Escaped, or too long to be written here, a code is not judged. */
    {PROBLEM, MCPERR_R_NONE, "",
     "{\"type\":\"https://kgfoundry.dev/problems/x\",\"title\":\"x\",\"status\":418,\"detail\":\"d\","
     "\"instance\":\"urn:codeintel:git:x\",\"code\":\"\\u006fwn\"}",
     NULL},
    {PROBLEM, MCPERR_R_NONE, "",
     "{\"type\":\"https://kgfoundry.dev/problems/x\",\"title\":\"x\",\"status\":418,\"detail\":\"d\","
     "\"instance\":\"urn:codeintel:git:x\",\"code\":\""
     "a-code-of-a-hundred-characters-that-goes-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on-and-on\"}",
     NULL},

    {OWLCLAW, MCPERR_R_NONE, "",
     "{\"error\":{\"code\":\"auth.forbidden\",\"message\":\"see "
     "/etc/x\",\"category\":\"auth\",\"retryable\":false,"
     "\"incident_id\":\"i\"}}",
     NULL},
    {OWLCLAW_API, MCPERR_R_NONE, "", API_TITLE "\"status\":400" API_TAIL, NULL},
    {OWLCLAW_API, MCPERR_R_NONE, "", API_TITLE "\"status\":426,\"detail\":\"other\"" API_TAIL, NULL},
    {OWLCLAW_API, MCPERR_R_CONTRADICTS, API_TITLE "\"status\":", "404" API_TAIL, "/status"},
    {OWLCLAW_API, MCPERR_R_NOT_TITLE, API_TYPE "\"title\":", "\"Unsupported\",\"status\":400" API_TAIL,
     "/title"},
    {OWLCLAW_API, MCPERR_R_NOT_CODE, "{\"type\":",
     "\"https://owlclaw.dev/problems/protocol-unsupported-version\",\"title\":\"Unsupported protocol "
     "version\","
     "\"status\":400" API_TAIL,
     "/type"},
    {OWLCLAW_API, MCPERR_R_CONTRADICTS,
     "{\"type\":\"https://owlclaw.dev/problems/auth-forbidden\",\"title\":\"Forbidden\",\"status\":",
     "426,\"code\":\"auth.forbidden\",\"category\":\"auth\",\"retryable\":false,\"incident_id\":\"i\"}",
     "/status"},
    {OWLCLAW_API, MCPERR_R_NONE, "",
     "{\"type\":\"https://owlclaw.dev/problems/"
     "own-code-x\",\"title\":\"Any\",\"status\":418,\"code\":\"own.code_x\","
     "\"category\":\"auth\",\"retryable\":false,\"incident_id\":\"i\"}",
     NULL},
    {OWLCLAW_API, MCPERR_R_NOT_CODE, "{\"type\":",
     "\"https://owlclaw.dev/problems/own\",\"title\":\"Any\",\"status\":418,\"code\":\"own.code_x\","
     "\"category\":\"auth\",\"retryable\":false,\"incident_id\":\"i\"}",
     "/type"},

    {KAIZA, MCPERR_R_NONE, "",
     "{\"error_code\":\"INTERNAL_ERROR\",\"human_message\":\"/etc/x\",\"role\":null,\"session_id\":null,"
     "\"workspace_root\":\"/"
     "etc\",\"tool_name\":\"t\",\"invariant_id\":null,\"phase_id\":null,\"plan_hash\":null,"
     "\"cause\":null,\"timestamp\":\"1970-01-01T00:00:00.000Z\"}",
     NULL},
    {TOOLERROR, MCPERR_R_NONE, "", "{\"type\":\"INTERNAL\",\"message\":\"/etc/x\",\"recoverable\":true}",
     NULL},
};

MU_TEST(each_rule_finds_what_breaks_it_and_nothing_else)
{
    static char text[500];
    mcperr_fault faults[3];

    for (size_t i = 0; i < COUNT(texts); i++) {
        const mcperr_dialect *const d = dialects[texts[i].dialect];
        strcpy(text, texts[i].before);
        strcat(text, texts[i].rest);
        mu_assert_int_eq(MCPERR_OK, validated(texts[i].dialect, text));
        const size_t found = mcperr_lint(d, text, strlen(text), tokens, TOKENS, faults, COUNT(faults));
        if (found != (texts[i].reason != MCPERR_R_NONE))
            mu_fail(texts[i].rest);
        if (texts[i].reason == MCPERR_R_NONE || found == 0)
            continue;
        mu_assert_int_eq(texts[i].reason, faults[0].reason);
        mu_assert_uint_eq(strlen(texts[i].before), faults[0].offset);
        mu_assert_string_eq(texts[i].pointer, pointer_in(&faults[0], text));
        mu_assert_string_eq(texts[i].pointer, pointer_in(&faults[0], NULL));
    }
}

MU_TEST(a_code_that_is_longer_than_any_row_is_not_judged)
{
    static char text[600];
    mcperr_fault fault;

    strcpy(text,
           "{\"type\":\"https://kgfoundry.dev/problems/x\",\"title\":\"x\",\"status\":418,\"detail\":\"d\","
           "\"instance\":\"urn:codeintel:git:x\",\"code\":\"ab");
    for (unsigned i = 0; i < 256; i++)
        strcat(text, "c");
    strcat(text, "\"}");
    mu_assert_int_eq(MCPERR_OK, validated(PROBLEM, text));
    mu_assert_uint_eq(0, mcperr_lint(&mcperr_problem, text, strlen(text), tokens, TOKENS, &fault, 1));
}

#define ALL_WRONG                                                                                            \
    "{\"error\":\"e\",\"problem\":{\"type\":\"https://kgfoundry.dev/problems/"                               \
    "x\",\"title\":\"X\",\"status\":500,"                                                                    \
    "\"detail\":\"d\",\"instance\":\"urn:codeintel:x\",\"code\":\"file-not-found\"}}"

MU_TEST(all_findings_are_counted_and_those_that_fit_are_told_in_order)
{
    static const mcperr_reason reasons[] = {MCPERR_R_DIFFERS, MCPERR_R_NOT_CODE, MCPERR_R_NOT_TITLE,
                                            MCPERR_R_CONTRADICTS, MCPERR_R_OPERATION};
    static const char *const pointers[] = {"/error", "/problem/type", "/problem/title", "/problem/status",
                                           "/problem/instance"};
    mcperr_fault faults[COUNT(reasons) + 1];

    for (size_t room = 0; room <= COUNT(faults); room++) {
        memset(faults, 0, sizeof faults);
        mu_assert_uint_eq(COUNT(reasons), mcperr_lint(&mcperr_codeintel, ALL_WRONG, strlen(ALL_WRONG), tokens,
                                                      TOKENS, faults, room));
        for (size_t i = 0; i < COUNT(faults); i++) {
            const bool told = i < room && i < COUNT(reasons);
            mu_assert_int_eq(told ? reasons[i] : MCPERR_R_NONE, faults[i].reason);
            if (told)
                mu_assert_string_eq(pointers[i], pointer_in(&faults[i], ALL_WRONG));
        }
    }
    mu_assert_uint_eq(COUNT(reasons),
                      mcperr_lint(&mcperr_codeintel, ALL_WRONG, strlen(ALL_WRONG), tokens, TOKENS, NULL, 3));
}

MU_TEST(a_text_that_is_not_valid_has_no_findings)
{
    static const char *const broken[] = {"", "{", "{}", "[]", "null", "{\"error\":\"e\"}"};
    mcperr_fault fault;

    for (size_t i = 0; i < COUNT(broken); i++)
        for (unsigned d = 0; d < DIALECTS; d++)
            mu_assert_uint_eq(
                0, mcperr_lint(dialects[d], broken[i], strlen(broken[i]), tokens, TOKENS, &fault, 1));
    mu_assert_uint_eq(0, mcperr_lint(NULL, ALL_WRONG, strlen(ALL_WRONG), tokens, TOKENS, &fault, 1));
    mu_assert_uint_eq(0,
                      mcperr_lint(&mcperr_codeintel, ALL_WRONG, strlen(ALL_WRONG), NULL, TOKENS, &fault, 1));
    mu_assert_uint_eq(0, mcperr_lint(&mcperr_codeintel, ALL_WRONG, strlen(ALL_WRONG), tokens, 5, &fault, 1));
    mu_assert_uint_eq(0, mcperr_lint(&mcperr_codeintel, NULL, 5, tokens, TOKENS, &fault, 1));
}

MU_TEST(what_the_library_writes_has_no_findings)
{
    mcperr_fault fault;

    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned kind = 0; kind < MCPERR_KIND_COUNT; kind++)
            for (unsigned message = 0; message < 2; message++) {
                mcperr_error err = rich_error();
                (void)mcperr_fail(&err, (mcperr_kind)kind, message > 0 ? "see /etc/x" : NULL);
                const char *const text = encoded(d, &err);
                mu_assert_uint_eq(0, mcperr_lint(dialects[d], text, strlen(text), tokens, TOKENS, &fault, 1));
            }
}

MU_TEST(an_operation_is_one_of_four_categories_a_colon_and_a_name)
{
    static const char *const operations[] = {
        "files:open_file", "search:text", "git:a",
        "semantic:x9_",    "files:_",     "files:abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrst_"};
    static const char *const others[] = {
        "",
        ":",
        "files",
        "files:",
        "file:open",
        "filesystem:x",
        "Files:open",
        "files:Open",
        "files::",
        "files:a;",
        "files:{",
        "files:a`",
        "files:a:b",
        "files:a b",
        " git:a",
        "git:a ",
        "git:a-b",
        "files|search:a",
        "files:\xC3\xA9",
        "files:abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrst_uvwxyz",
    };

    for (size_t i = 0; i < COUNT(operations); i++)
        if (!mcperr_is_operation(mcperr_str(operations[i])))
            mu_fail(operations[i]);
    for (size_t i = 0; i < COUNT(others); i++)
        if (mcperr_is_operation(mcperr_str(others[i])))
            mu_fail(others[i]);
    mcperr_text escaped = mcperr_str("files\\u003aopen");
    escaped.form = MCPERR_ESCAPED;
    mu_check(mcperr_is_operation(escaped));
    mu_check(!mcperr_is_operation(mcperr_text_of("git:a\0b", 7)));
    mu_check(!mcperr_is_operation(mcperr_str(NULL)));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(each_rule_finds_what_breaks_it_and_nothing_else)
    MU_RUN(a_code_that_is_longer_than_any_row_is_not_judged)
    MU_RUN(all_findings_are_counted_and_those_that_fit_are_told_in_order)
    MU_RUN(a_text_that_is_not_valid_has_no_findings)
    MU_RUN(what_the_library_writes_has_no_findings)
    MU_RUN(an_operation_is_one_of_four_categories_a_colon_and_a_name)
)
/* clang-format on */

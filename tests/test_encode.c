/* SPDX-License-Identifier: MIT */
/* Errors to envelopes: every form and flag of a row, what is refused, and what is shed. */
#include "codec.h"
#include "error.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ROOM 1000

static char text[ROOM + 8];

/* ---- every row of every dialect ----------------------------------------------------------------- */

#define ZERO_TIME "1970-01-01T00:00:00.000Z"

MU_TEST(a_zeroed_error_is_an_internal_error_with_every_default)
{
    static const char *const expected[DIALECTS] = {
        [KAIZA] =
            "{\"error_code\":\"INTERNAL_ERROR\",\"human_message\":\"Unexpected server error\",\"role\":null,"
            "\"session_id\":null,\"workspace_root\":null,\"tool_name\":\"unknown\",\"invariant_id\":null,"
            "\"phase_id\":null,\"plan_hash\":null,\"cause\":null,\"timestamp\":\"" ZERO_TIME "\"}",
        [CONTEXT] = "{\"error\":{\"code\":\"internal_error\",\"message\":\"Internal error\"}}",
        [CODEINTEL] =
            "{\"error\":\"Internal error\",\"problem\":{\"type\":\"https://kgfoundry.dev/problems/"
            "internal-error\",\"title\":\"Internal Error\",\"status\":500,\"detail\":\"Internal error\","
            "\"instance\":\"urn:codeintel:unknown\",\"code\":\"internal-error\"}}",
        [PROBLEM] =
            "{\"type\":\"https://kgfoundry.dev/problems/internal-error\",\"title\":\"Internal Error\","
            "\"status\":500,\"detail\":\"Internal error\",\"instance\":\"urn:codeintel:unknown\","
            "\"code\":\"internal-error\"}",
        [TOOLERROR] = "{\"type\":\"INTERNAL\",\"message\":\"internal error\",\"recoverable\":false}",
        [OWLCLAW] =
            "[\"not the shape of this envelope\",\"must be there, but is missing\",\"/error/incident_id\"]",
        [OWLCLAW_API] =
            "[\"not the shape of this envelope\",\"must be there, but is missing\",\"/incident_id\"]",
    };
    mcperr_error err;

    memset(&err, 0, sizeof err);
    for (unsigned d = 0; d < DIALECTS; d++)
        mu_assert_string_eq(expected[d], encoded(d, &err));
}

MU_TEST(an_error_with_everything_is_written_as_far_as_each_contract_has_words_for_it)
{
    static const char *const expected[DIALECTS] = {
        [KAIZA] =
            "{\"error_code\":\"UNKNOWN_TOOL_FAILURE\",\"human_message\":\"Too many \\\"calls\\\" "
            "\xE2\x82\xAC\",\"role\":\"WINDSURF\",\"session_id\":\"s-1\",\"workspace_root\":\"/home/u\","
            "\"tool_name\":\"open_file\",\"invariant_id\":\"INV_1\",\"phase_id\":\"P5\",\"plan_hash\":"
            "\"abc1\","
            "\"cause\":{\"message\":\"m\",\"code\":null},\"timestamp\":\"2026-01-19T15:32:10.123Z\","
            "\"stack_trace\":\"at f\\nat g\"}",
        [CONTEXT] = "{\"error\":{\"code\":\"io_error\",\"message\":\"Too many \\\"calls\\\" \xE2\x82\xAC\"}}",
        [CODEINTEL] =
            "{\"items\":[],\"total\":0,\"error\":\"Too many \\\"calls\\\" \xE2\x82\xAC\",\"problem\":{"
            "\"type\":\"https://kgfoundry.dev/problems/internal-error\",\"title\":\"Internal Error\","
            "\"status\":500,\"detail\":\"Too many \\\"calls\\\" \xE2\x82\xAC\","
            "\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"internal-error\",\"extensions\":{"
            "\"exception_type\":\"KeyError\",\"retry_after\":30,\"path\":\"a.c\",\"n\":[1,2]}}}",
        [PROBLEM] =
            "{\"type\":\"https://kgfoundry.dev/problems/internal-error\",\"title\":\"Internal Error\","
            "\"status\":500,\"detail\":\"Too many \\\"calls\\\" \xE2\x82\xAC\","
            "\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"internal-error\",\"extensions\":{"
            "\"exception_type\":\"KeyError\",\"retry_after\":30,\"path\":\"a.c\",\"n\":[1,2]}}",
        [TOOLERROR] =
            "{\"type\":\"TRANSIENT\",\"message\":\"Too many \\\"calls\\\" \xE2\x82\xAC\","
            "\"recoverable\":true,\"data\":{\"retry_after\":30,\"path\":\"/home/u/a.c\",\"n\":[1,2]}}",
        [OWLCLAW] = "{\"error\":{\"code\":\"governance.rate_limited\",\"message\":\"Too many \\\"calls\\\" "
                    "\xE2\x82\xAC\",\"category\":\"governance\",\"retryable\":true,\"incident_id\":\"inc_1\","
                    "\"details\":{\"path\":\"/home/u/a.c\",\"n\":[1,2]},\"retry_after\":30}}",
        [OWLCLAW_API] = "{\"type\":\"https://owlclaw.dev/problems/governance-rate-limited\","
                        "\"title\":\"Rate limited\",\"status\":429,\"detail\":\"Too many \\\"calls\\\" "
                        "\xE2\x82\xAC\",\"code\":\"governance.rate_limited\",\"category\":\"governance\","
                        "\"retryable\":true,\"incident_id\":\"inc_1\",\"details\":{\"path\":\"/home/u/a.c\","
                        "\"n\":[1,2]},\"retry_after\":30}",
    };
    const mcperr_error err = rich_error();

    for (unsigned d = 0; d < DIALECTS; d++) {
        mu_assert_string_eq(expected[d], encoded(d, &err));
        mu_assert_int_eq(MCPERR_OK, validated(d, expected[d]));
    }
}

MU_TEST(a_code_of_the_same_table_is_kept_and_its_message_slug_and_title_follow)
{
    mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);

    err.incident = mcperr_str("i");
    mu_assert_int_eq(MCPERR_OK,
                     mcperr_set_code(&err, &mcperr_owlclaw, mcperr_str("protocol.unsupported_version")));
    mu_assert_string_eq("{\"type\":\"https://owlclaw.dev/problems/protocol-version\","
                        "\"title\":\"Unsupported protocol version\",\"status\":400,"
                        "\"code\":\"protocol.unsupported_version\",\"category\":\"compatibility\","
                        "\"retryable\":false,\"incident_id\":\"i\"}",
                        encoded(OWLCLAW_API, &err));
    err.status = 426;
    mu_assert_string_eq("{\"type\":\"https://owlclaw.dev/problems/protocol-version\","
                        "\"title\":\"Unsupported protocol version\",\"status\":426,"
                        "\"code\":\"protocol.unsupported_version\",\"category\":\"compatibility\","
                        "\"retryable\":false,\"incident_id\":\"i\"}",
                        encoded(OWLCLAW_API, &err));
    mu_assert_int_eq(MCPERR_OK, validated(OWLCLAW_API, encoded(OWLCLAW_API, &err)));
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_problem, mcperr_str("git-operation-error")));
    err.status = 0;
    mu_assert_string_eq(
        "{\"error\":\"Git operation failed\",\"problem\":{"
        "\"type\":\"https://kgfoundry.dev/problems/git-operation-error\","
        "\"title\":\"Git Operation Error\",\"status\":500,\"detail\":\"Git operation failed\","
        "\"instance\":\"urn:codeintel:unknown\",\"code\":\"git-operation-error\"}}",
        encoded(CODEINTEL, &err));
    /* A code without its row is looked up; a row past the table is not trusted. */
    err.code_row = 0;
    mu_check(strstr(encoded(PROBLEM, &err), "\"code\":\"git-operation-error\"") != NULL);
    err.code_row = 255;
    mu_check(strstr(encoded(PROBLEM, &err), "\"code\":\"git-operation-error\"") != NULL);
    /* Away from home, and without a code, the kind speaks. */
    mu_check(strstr(encoded(TOOLERROR, &err), "\"type\":\"INTERNAL\"") != NULL);
    err.code = mcperr_str(NULL);
    err.kind = MCPERR_NOT_FOUND;
    mu_check(strstr(encoded(PROBLEM, &err), "\"code\":\"file-not-found\"") != NULL);
    err.kind = MCPERR_KIND_COUNT;
    mu_check(strstr(encoded(PROBLEM, &err), "\"code\":\"internal-error\"") != NULL);
}

MU_TEST(a_status_is_written_from_100_to_599)
{
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, NULL);

    err.incident = mcperr_str("i");
    err.status = 100;
    mu_check(strstr(encoded(PROBLEM, &err), "\"status\":100,") != NULL);
    err.status = 599;
    mu_check(strstr(encoded(OWLCLAW_API, &err), "\"status\":599,") != NULL);
}

MU_TEST(the_invariant_stands_in_its_canonical_message)
{
    mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);

    mcperr_kaiza_invariant(&err, mcperr_str("A\"B"));
    mu_check(strstr(encoded(KAIZA, &err), "\"human_message\":\"Invariant A\\\"B was violated\"") != NULL);
    mu_check(strstr(encoded(KAIZA, &err), "\"invariant_id\":\"A\\\"B\"") != NULL);
    err.invariant = mcperr_str(NULL);
    mu_check(strstr(encoded(KAIZA, &err), "\"human_message\":\"Invariant unknown was violated\"") != NULL);
}

MU_TEST(an_operation_that_is_not_given_is_the_tool)
{
    mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);

    err.tool = mcperr_str("open_file");
    mu_check(strstr(encoded(PROBLEM, &err), "\"urn:codeintel:open_file\"") != NULL);
    err.tool = mcperr_str("");
    mu_check(strstr(encoded(PROBLEM, &err), "\"urn:codeintel:unknown\"") != NULL);
    err.tool = mcperr_raw("{}");
    mu_check(strstr(encoded(PROBLEM, &err), "\"urn:codeintel:unknown\"") != NULL);
    mu_assert_int_eq(MCPERR_OK, validated(PROBLEM, encoded(PROBLEM, &err)));
}

MU_TEST(recoverable_is_the_errors_own_and_retryable_the_codes)
{
    mcperr_error err = kind_error(MCPERR_TIMEOUT, NULL);

    err.incident = mcperr_str("i");
    mu_check(strstr(encoded(TOOLERROR, &err), "\"recoverable\":true") != NULL);
    err.recoverable = MCPERR_NO;
    err.retryable = MCPERR_NO;
    mu_check(strstr(encoded(TOOLERROR, &err), "\"recoverable\":false") != NULL);
    mu_check(strstr(encoded(OWLCLAW, &err), "\"retryable\":true") != NULL);
    err.kind = MCPERR_INVALID;
    err.recoverable = MCPERR_YES;
    err.retryable = MCPERR_YES;
    mu_check(strstr(encoded(TOOLERROR, &err), "\"recoverable\":true") != NULL);
    mu_check(strstr(encoded(OWLCLAW, &err), "\"retryable\":false") != NULL);
}

MU_TEST(a_shed_level_drops_its_members_and_those_of_the_levels_before)
{
    static const struct {
        const char *member;
        unsigned dialect, shed;
    } dropped[] = {
        {"\"stack_trace\":", KAIZA, MCPERR_SHED_STACK},
        {"\"path\":", PROBLEM, MCPERR_SHED_DETAILS},
        {"\"path\":", TOOLERROR, MCPERR_SHED_DETAILS},
        {"\"details\":", OWLCLAW, MCPERR_SHED_DETAILS},
        {"\"details\":", OWLCLAW_API, MCPERR_SHED_DETAILS},
        {"\"cause\":{", KAIZA, MCPERR_SHED_CAUSE},
        {"Too many", KAIZA, MCPERR_SHED_MESSAGE},
        {"Too many", CONTEXT, MCPERR_SHED_MESSAGE},
        {"Too many", CODEINTEL, MCPERR_SHED_MESSAGE},
        {"Too many", TOOLERROR, MCPERR_SHED_MESSAGE},
        {"\"detail\":", OWLCLAW_API, MCPERR_SHED_MESSAGE},
        {"\"retry_after\":", OWLCLAW, MCPERR_SHED_ALL},
        {"\"data\":", TOOLERROR, MCPERR_SHED_ALL},
        {"\"extensions\":", PROBLEM, MCPERR_SHED_ALL},
        {"\"WINDSURF\"", KAIZA, MCPERR_SHED_ALL},
        {"\"s-1\"", KAIZA, MCPERR_SHED_ALL},
        {"\"/home/u\"", KAIZA, MCPERR_SHED_ALL},
        {"\"P5\"", KAIZA, MCPERR_SHED_ALL},
        {"\"open_file\"", KAIZA, MCPERR_SHED_ALL + 1},
        {"\"items\":[]", CODEINTEL, MCPERR_SHED_ALL + 1},
        {":files:open_file\"", CODEINTEL, MCPERR_SHED_ALL + 1},
        {"\"inc_1\"", OWLCLAW, MCPERR_SHED_ALL + 1},
        {"\"inc_1\"", OWLCLAW_API, MCPERR_SHED_ALL + 1},
        {"10.123Z\"", KAIZA, MCPERR_SHED_ALL + 1},
    };
    const mcperr_error err = rich_error();

    for (size_t i = 0; i < COUNT(dropped); i++)
        for (unsigned shed = 0; shed <= MCPERR_SHED_ALL; shed++) {
            mcperr_json w;
            mcperr_json_init(&w, text, sizeof text);
            mu_assert_int_eq(MCPERR_OK,
                             mcperr_encode(dialects[dropped[i].dialect], &err, shed, &w, NULL, NULL));
            mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
            mu_assert_int_eq(MCPERR_OK, validated(dropped[i].dialect, text));
            if ((strstr(text, dropped[i].member) != NULL) != (shed < dropped[i].shed))
                mu_fail(dropped[i].member);
        }
}

/* ---- what is refused ------------------------------------------------------------------------------ */

static void no_change(mcperr_error *err) { (void)err; }
static void code_unknown(mcperr_error *err)
{
    err->home = &mcperr_owlclaw;
    err->code = mcperr_str("auth.strange");
}
static void kebab_unknown(mcperr_error *err)
{
    err->home = &mcperr_problem;
    err->code = mcperr_str("strange");
}
static void role_foreign(mcperr_error *err) { err->role = mcperr_str("PILOT"); }
static void role_empty(mcperr_error *err) { err->role = mcperr_str(""); }
static void role_list(mcperr_error *err) { err->role = mcperr_str("ANTIGRAVITY|WINDSURF"); }
static void role_json(mcperr_error *err) { err->role = mcperr_raw("\"WINDSURF\""); }
static void tool_json(mcperr_error *err) { err->tool = mcperr_raw("{}"); }
static void tool_fields(mcperr_error *err) { err->tool = mcperr_fields((const mcperr_field *)"", 0); }
static void invariant_json(mcperr_error *err)
{
    (void)mcperr_set_code(err, &mcperr_kaiza, mcperr_str("INVARIANT_VIOLATION"));
    err->message = mcperr_str(NULL);
    err->invariant = mcperr_raw("{}");
}
static void message_json(mcperr_error *err) { err->message = mcperr_raw("\"m\""); }
static void operation_empty(mcperr_error *err) { err->operation = mcperr_str(""); }
static void incident_absent(mcperr_error *err) { err->incident = mcperr_str(NULL); }
static void incident_json(mcperr_error *err) { err->incident = mcperr_raw("1"); }
static void status_99(mcperr_error *err) { err->status = 99; }
static void status_600(mcperr_error *err) { err->status = 600; }
static void retry_past_most(mcperr_error *err) { err->retry_after_s = UINT32_C(2147483648); }
static void cause_array(mcperr_error *err) { err->cause = mcperr_raw(" [1]"); }
static void cause_number(mcperr_error *err) { err->cause = mcperr_raw("1"); }
static void cause_true(mcperr_error *err) { err->cause = mcperr_raw("true"); }
static void cause_cut(mcperr_error *err) { err->cause = mcperr_raw("{\"a\":"); }
static void cause_empty(mcperr_error *err) { err->cause = mcperr_raw(""); }
static void cause_white(mcperr_error *err) { err->cause = mcperr_raw(" \n"); }
static void cause_broken(mcperr_error *err) { err->cause = mcperr_raw("{\"a\" 1}"); }
static void cause_nil(mcperr_error *err) { err->cause = mcperr_raw("nil"); }
#define OPEN_8 "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":"
#define CLOSE_8 "}}}}}}}}"
#define DEEP_32 OPEN_8 OPEN_8 OPEN_8 OPEN_8 "1" CLOSE_8 CLOSE_8 CLOSE_8 CLOSE_8
static void cause_deep(mcperr_error *err) { err->cause = mcperr_raw(DEEP_32); }
static void details_text(mcperr_error *err) { err->details = mcperr_str("d"); }
static void details_array(mcperr_error *err) { err->details = mcperr_raw("[]"); }
static void details_broken(mcperr_error *err) { err->details = mcperr_raw("{\"a\":01}"); }
static void details_cut(mcperr_error *err) { err->details = mcperr_raw("{"); }
static void details_deep(mcperr_error *err) { err->details = mcperr_raw(DEEP_32); }
static void cause_twice(mcperr_error *err)
{
    err->cause = mcperr_raw("{\"a\":[{\"b\":1,\"c\":{},\"\\u0062\":2}]}");
}
static void details_twice(mcperr_error *err)
{
    err->details = mcperr_raw("{ \"a\" : \"}\" , \"b\" : [ 1 ] , \"a\" : 2 }");
}
static void fields_twice(mcperr_error *err)
{
    static const mcperr_field inner[] = {{"x", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_INT},
                                         {NULL, {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_INT},
                                         {"y", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_INT},
                                         {"x", {NULL, 0, MCPERR_PLAIN}, 2, MCPERR_FIELD_INT}};
    static mcperr_field outer[1];
    outer[0] = mcperr_field_text("o", mcperr_fields(inner, COUNT(inner)));
    err->details = mcperr_fields(outer, 1);
}
static void result_twice(mcperr_error *err) { err->result = mcperr_raw("{\"a\":1,\"a\":1}"); }
static void result_text(mcperr_error *err) { err->result = mcperr_str("r"); }
static void result_null(mcperr_error *err) { err->result = mcperr_raw("null"); }
static void result_broken(mcperr_error *err) { err->result = mcperr_raw("{]"); }

#define ALL 0x7Fu
#define IN(d) (1u << (d))
#define SHAPE "[\"not the shape of this envelope\","
#define VALUE "[\"value not allowed\","
#define SYNTAX "[\"not valid JSON\","
#define PARTIAL "[\"text ends too early\","
#define DEPTH "[\"nested too deep\","
#define TYPE "\"value of the wrong type\","
#define RANGE "\"number out of range\","
#define ENDS "\"text ends too early\","
#define DEEP "\"nested deeper than the limit\","
#define TWICE "\"there for the second time\","
#define CODE "\"not a code of this contract\","
#define NOT_ALLOWED "\"value not allowed here\","
#define MISSING "\"must be there, but is missing\","
#define EMPTY "\"must not be empty\","

/* What is wrong with an otherwise good error, and what a dialect says to it. */
static const struct {
    void (*change)(mcperr_error *err);
    unsigned in; /* one bit for each dialect that refuses it; the others have no place for it */
    mcperr_status status;
    const char *refusal;
} refusals[] = {
    {no_change, 0, MCPERR_OK, ""},
    {code_unknown, IN(OWLCLAW), MCPERR_E_VALUE, VALUE CODE "\"/error/code\"]"},
    {code_unknown, IN(OWLCLAW_API), MCPERR_E_VALUE, VALUE CODE "\"/code\"]"},
    {kebab_unknown, IN(CODEINTEL), MCPERR_E_VALUE, VALUE CODE "\"/problem/code\"]"},
    {kebab_unknown, IN(PROBLEM), MCPERR_E_VALUE, VALUE CODE "\"/code\"]"},
    {role_foreign, IN(KAIZA), MCPERR_E_VALUE, VALUE NOT_ALLOWED "\"/role\"]"},
    {role_empty, IN(KAIZA), MCPERR_E_VALUE, VALUE NOT_ALLOWED "\"/role\"]"},
    {role_list, IN(KAIZA), MCPERR_E_VALUE, VALUE NOT_ALLOWED "\"/role\"]"},
    {role_json, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/role\"]"},
    {tool_json, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/tool_name\"]"},
    {tool_fields, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/tool_name\"]"},
    {invariant_json, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/invariant_id\"]"},
    {message_json, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/human_message\"]"},
    {message_json, IN(CONTEXT), MCPERR_E_SHAPE, SHAPE TYPE "\"/error/message\"]"},
    {message_json, IN(CODEINTEL), MCPERR_E_SHAPE, SHAPE TYPE "\"/error\"]"},
    {message_json, IN(PROBLEM), MCPERR_E_SHAPE, SHAPE TYPE "\"/detail\"]"},
    {message_json, IN(TOOLERROR), MCPERR_E_SHAPE, SHAPE TYPE "\"/message\"]"},
    {message_json, IN(OWLCLAW), MCPERR_E_SHAPE, SHAPE TYPE "\"/error/message\"]"},
    {message_json, IN(OWLCLAW_API), MCPERR_E_SHAPE, SHAPE TYPE "\"/detail\"]"},
    {operation_empty, IN(CODEINTEL), MCPERR_E_VALUE, VALUE EMPTY "\"/problem/instance\"]"},
    {operation_empty, IN(PROBLEM), MCPERR_E_VALUE, VALUE EMPTY "\"/instance\"]"},
    {incident_absent, IN(OWLCLAW), MCPERR_E_SHAPE, SHAPE MISSING "\"/error/incident_id\"]"},
    {incident_absent, IN(OWLCLAW_API), MCPERR_E_SHAPE, SHAPE MISSING "\"/incident_id\"]"},
    {incident_json, IN(OWLCLAW), MCPERR_E_SHAPE, SHAPE TYPE "\"/error/incident_id\"]"},
    {incident_json, IN(OWLCLAW_API), MCPERR_E_SHAPE, SHAPE TYPE "\"/incident_id\"]"},
    {status_99, IN(CODEINTEL), MCPERR_E_VALUE, VALUE RANGE "\"/problem/status\"]"},
    {status_99, IN(PROBLEM) | IN(OWLCLAW_API), MCPERR_E_VALUE, VALUE RANGE "\"/status\"]"},
    {status_600, IN(CODEINTEL), MCPERR_E_VALUE, VALUE RANGE "\"/problem/status\"]"},
    {status_600, IN(PROBLEM) | IN(OWLCLAW_API), MCPERR_E_VALUE, VALUE RANGE "\"/status\"]"},
    {retry_past_most, IN(PROBLEM), MCPERR_E_VALUE, VALUE RANGE "\"/extensions/retry_after\"]"},
    {retry_past_most, IN(TOOLERROR), MCPERR_E_VALUE, VALUE RANGE "\"/data/retry_after\"]"},
    {retry_past_most, IN(OWLCLAW), MCPERR_E_VALUE, VALUE RANGE "\"/error/retry_after\"]"},
    {retry_past_most, IN(OWLCLAW_API), MCPERR_E_VALUE, VALUE RANGE "\"/retry_after\"]"},
    {cause_array, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/cause\"]"},
    {cause_number, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/cause\"]"},
    {cause_true, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TYPE "\"/cause\"]"},
    {cause_cut, IN(KAIZA), MCPERR_E_PARTIAL, PARTIAL ENDS "\"/cause\"]"},
    {cause_empty, IN(KAIZA), MCPERR_E_PARTIAL, PARTIAL ENDS "\"/cause\"]"},
    {cause_white, IN(KAIZA), MCPERR_E_PARTIAL, PARTIAL ENDS "\"/cause\"]"},
    {cause_broken, IN(KAIZA), MCPERR_E_SYNTAX,
     SYNTAX "\"expected ':' after the member name\","
            "\"/cause\"]"},
    {cause_nil, IN(KAIZA), MCPERR_E_SYNTAX,
     SYNTAX "\"misspelt true, false or null\","
            "\"/cause\"]"},
    {cause_deep, IN(KAIZA), MCPERR_E_DEPTH, DEPTH DEEP "\"/cause\"]"},
    {details_text, IN(TOOLERROR), MCPERR_E_SHAPE, SHAPE TYPE "\"/data\"]"},
    {details_array, IN(TOOLERROR), MCPERR_E_SHAPE, SHAPE TYPE "\"/data\"]"},
    {details_broken, IN(TOOLERROR), MCPERR_E_SYNTAX,
     SYNTAX "\"expected ',' or '}' after the member\","
            "\"/data\"]"},
    {details_cut, IN(OWLCLAW_API), MCPERR_E_PARTIAL, PARTIAL ENDS "\"/details\"]"},
    {details_deep, IN(PROBLEM), MCPERR_E_DEPTH, DEPTH DEEP "\"/extensions\"]"},
    {details_deep, IN(OWLCLAW), MCPERR_E_DEPTH, DEPTH DEEP "\"/error/details\"]"},
    {details_text, IN(CODEINTEL), MCPERR_E_SHAPE, SHAPE TYPE "\"/problem/extensions\"]"},
    {cause_twice, IN(KAIZA), MCPERR_E_SHAPE, SHAPE TWICE "\"/cause\"]"},
    {details_twice, IN(TOOLERROR), MCPERR_E_SHAPE, SHAPE TWICE "\"/data\"]"},
    {details_twice, IN(PROBLEM), MCPERR_E_SHAPE, SHAPE TWICE "\"/extensions\"]"},
    {fields_twice, IN(OWLCLAW), MCPERR_E_SHAPE, SHAPE TWICE "\"/error/details\"]"},
    {result_twice, IN(CODEINTEL), MCPERR_E_SHAPE, SHAPE TWICE "\"\"]"},
    {result_text, IN(CODEINTEL), MCPERR_E_SHAPE, SHAPE TYPE "\"\"]"},
    {result_null, IN(CODEINTEL), MCPERR_E_SHAPE, SHAPE TYPE "\"\"]"},
    {result_broken, IN(CODEINTEL), MCPERR_E_SYNTAX,
     SYNTAX "\"expected a member name in quotes\","
            "\"\"]"},
};

MU_TEST(what_a_contract_refuses_is_named_with_its_member_and_the_reason)
{
    for (size_t i = 0; i < COUNT(refusals); i++)
        for (unsigned d = 0; d < DIALECTS; d++)
            if (refusals[i].in & IN(d)) {
                mcperr_error err = rich_error();
                refusals[i].change(&err);
                mu_assert_string_eq(refusals[i].refusal, encoded(d, &err));
            }
}

MU_TEST(what_a_contract_has_no_member_for_is_not_judged)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        for (size_t i = 0; i < COUNT(refusals); i++) {
            unsigned in = 0;
            for (size_t same = 0; same < COUNT(refusals); same++)
                if (refusals[same].change == refusals[i].change)
                    in |= refusals[same].in;
            /* details and retry_after are in more dialects than the table has lines for. */
            if ((in & IN(d)) || (d != CONTEXT && d != KAIZA))
                continue;
            mcperr_error err = rich_error();
            refusals[i].change(&err);
            mu_check(encoded(d, &err)[0] == '{');
        }
}

MU_TEST(whatever_is_refused_the_rest_goes_out_and_is_valid)
{

    for (size_t i = 0; i < COUNT(refusals); i++)
        for (unsigned d = 0; d < DIALECTS; d++) {
            mcperr_error err = rich_error();
            size_t len = 0;
            refusals[i].change(&err);
            const bool refused = encoded(d, &err)[0] == '[';
            mu_assert_int_eq(refused ? refusals[i].status : MCPERR_OK,
                             mcperr_emit(dialects[d], &err, text, sizeof text, &len));
            mu_assert_uint_eq(strlen(text), len);
            mu_assert_int_eq(MCPERR_OK, validated(d, text));
        }
}

MU_TEST(only_what_is_refused_is_left_out)
{
    static const struct {
        void (*change)(mcperr_error *err);
        uint8_t dialect;
        const char *without, *instead;
    } changes[] = {
        {role_foreign, KAIZA, "\"WINDSURF\"", "null"},
        {tool_json, KAIZA, "\"open_file\"", "\"unknown\""},
        {cause_broken, KAIZA, "{\"message\":\"m\",\"code\":null}", "null"},
        {message_json, KAIZA, "\"Too many \\\"calls\\\" \xE2\x82\xAC\"",
         "\"Tool failed for an unmapped reason\""},
        {message_json, OWLCLAW_API, "\"detail\":\"Too many \\\"calls\\\" \xE2\x82\xAC\",", ""},
        {retry_past_most, OWLCLAW_API, ",\"retry_after\":30", ""},
        {retry_past_most, TOOLERROR, "\"retry_after\":30,", ""},
        {incident_json, OWLCLAW, "\"inc_1\"", "\"unknown\""},
        {incident_absent, OWLCLAW_API, "\"inc_1\"", "\"unknown\""},
        {operation_empty, CODEINTEL, "files:open_file", "open_file"},
        {status_600, OWLCLAW_API, "no such text", ""},
        {details_broken, TOOLERROR, ",\"path\":\"/home/u/a.c\",\"n\":[1,2]", ""},
        {result_null, CODEINTEL, "\"items\":[],\"total\":0,", ""},
        {code_unknown, OWLCLAW_API, "no such text", ""},
    };
    static char expected[ROOM];

    for (size_t i = 0; i < COUNT(changes); i++) {
        mcperr_error err = rich_error();
        const char *const whole = encoded(changes[i].dialect, &err), *const at =
                                                                         strstr(whole, changes[i].without);
        strcpy(expected, whole);
        if (at != NULL) {
            strcpy(expected + (at - whole), changes[i].instead);
            strcat(expected, at + strlen(changes[i].without));
        }
        changes[i].change(&err);
        mu_check(encoded(changes[i].dialect, &err)[0] == '[');
        mu_check(mcperr_emit(dialects[changes[i].dialect], &err, text, sizeof text, NULL) != MCPERR_OK);
        mu_assert_string_eq(expected, text);
    }
    /* An unknown code takes nothing with it. */
    mcperr_error err = rich_error();
    kebab_unknown(&err);
    err.status = 418;
    mu_assert_int_eq(MCPERR_E_VALUE, mcperr_emit(&mcperr_problem, &err, text, sizeof text, NULL));
    mu_check(strstr(text, "\"status\":418,\"detail\":\"Too many") != NULL &&
             strstr(text, "\"retry_after\":30") != NULL);
}

MU_TEST(all_that_is_refused_at_once_is_left_out_and_the_first_refusal_is_told)
{
    static const char *const expected[DIALECTS] = {
        [KAIZA] =
            "{\"error_code\":\"UNKNOWN_TOOL_FAILURE\",\"human_message\":\"Tool failed for an unmapped "
            "reason\",\"role\":null,\"session_id\":null,\"workspace_root\":null,\"tool_name\":\"unknown\","
            "\"invariant_id\":null,\"phase_id\":null,\"plan_hash\":null,\"cause\":null,\"timestamp\":"
            "\"" ZERO_TIME "\"}",
        [CONTEXT] = "{\"error\":{\"code\":\"io_error\",\"message\":\"I/O error occurred\"}}",
        [CODEINTEL] =
            "{\"error\":\"Internal error\",\"problem\":{\"type\":\"https://kgfoundry.dev/problems/"
            "internal-error\",\"title\":\"Internal Error\",\"status\":500,\"detail\":\"Internal error\","
            "\"instance\":\"urn:codeintel:unknown\",\"code\":\"internal-error\"}}",
        [PROBLEM] =
            "{\"type\":\"https://kgfoundry.dev/problems/internal-error\",\"title\":\"Internal Error\","
            "\"status\":500,\"detail\":\"Internal error\",\"instance\":\"urn:codeintel:unknown\","
            "\"code\":\"internal-error\"}",
        [TOOLERROR] = "{\"type\":\"TRANSIENT\",\"message\":\"temporarily unavailable\",\"recoverable\":true}",
        [OWLCLAW] = "{\"error\":{\"code\":\"governance.rate_limited\",\"message\":\"Rate limited\","
                    "\"category\":\"governance\",\"retryable\":true,\"incident_id\":\"unknown\"}}",
        [OWLCLAW_API] = "{\"type\":\"https://owlclaw.dev/problems/governance-rate-limited\","
                        "\"title\":\"Rate limited\",\"status\":429,\"code\":\"governance.rate_limited\","
                        "\"category\":\"governance\",\"retryable\":true,\"incident_id\":\"unknown\"}",
    };
    static const uint8_t first[DIALECTS] = {
        [KAIZA] = MCPERR_E_VALUE,       [CONTEXT] = MCPERR_E_VALUE,   [CODEINTEL] = MCPERR_E_VALUE,
        [PROBLEM] = MCPERR_E_VALUE,     [TOOLERROR] = MCPERR_E_VALUE, [OWLCLAW] = MCPERR_E_VALUE,
        [OWLCLAW_API] = MCPERR_E_VALUE,
    };

    for (unsigned d = 0; d < DIALECTS; d++) {
        mcperr_error err = kind_error(MCPERR_RATE_LIMITED, NULL);
        err.home = dialects[d];
        err.code = mcperr_str("no such code");
        err.message = err.tool = err.operation = err.exception = err.incident = err.session = err.workspace =
            err.role = err.invariant = err.phase = err.plan = err.stack = err.cause = err.details =
                err.result = mcperr_raw("[");
        err.status = 99;
        err.has_retry_after = true;
        err.retry_after_s = UINT32_MAX;
        mu_assert_int_eq(first[d], mcperr_emit(dialects[d], &err, text, sizeof text, NULL));
        mu_assert_string_eq(expected[d], text);
    }
}

MU_TEST(null_arguments_are_misuse)
{
    const mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);
    mcperr_json w;
    size_t len = 9;

    strcpy(text, "abc");
    mcperr_json_init(&w, NULL, 0);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_encode(NULL, &err, 0, &w, NULL, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_encode(&mcperr_kaiza, NULL, 0, &w, NULL, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_encode(&mcperr_kaiza, &err, 0, NULL, NULL, NULL));
    mu_assert_uint_eq(0, w.len);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_emit(NULL, &err, text, sizeof text, &len));
    mu_assert_uint_eq(0, len);
    mu_assert_string_eq("abc", text);
    len = 9;
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_emit(&mcperr_kaiza, &err, NULL, 100, &len));
    mu_assert_uint_eq(0, len);
    mu_assert_uint_eq(0, mcperr_min_size(NULL, &err));
    mu_assert_uint_eq(0, mcperr_min_size(&mcperr_kaiza, NULL));
}

MU_TEST(no_error_at_all_is_an_internal_error)
{

    mu_assert_int_eq(MCPERR_OK, mcperr_emit(&mcperr_context, NULL, text, sizeof text, NULL));
    mu_assert_string_eq("{\"error\":{\"code\":\"internal_error\",\"message\":\"Internal error\"}}", text);
    mu_assert_int_eq(MCPERR_E_SHAPE, mcperr_emit(&mcperr_owlclaw, NULL, text, sizeof text, NULL));
    mu_assert_string_eq(
        "{\"error\":{\"code\":\"internal.unexpected\",\"message\":\"Unexpected internal error\","
        "\"category\":\"internal\",\"retryable\":false,\"incident_id\":\"unknown\"}}",
        text);
}

MU_TEST(a_writer_that_may_not_take_a_value_refuses_without_naming_a_member)
{
    const mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);
    mcperr_fault fault;
    mcperr_json w;

    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_object(&w, NULL);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_encode(&mcperr_context, &err, 0, &w, NULL, &fault));
    mu_assert_int_eq(MCPERR_R_NONE, fault.reason);
    mu_check(fault.key.data == NULL && fault.parent.data == NULL);
    /* Under a key, and in an array, it may stand. */
    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_object(&w, NULL);
    mu_assert_int_eq(MCPERR_OK, mcperr_encode(&mcperr_context, &err, 0, &w, "data", NULL));
    mcperr_json_array(&w, "all");
    mu_assert_int_eq(MCPERR_OK, mcperr_encode(&mcperr_toolerror, &err, 0, &w, NULL, NULL));
    mcperr_json_end(&w);
    mcperr_json_end(&w);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    mu_assert_string_eq(
        "{\"data\":{\"error\":{\"code\":\"internal_error\",\"message\":\"Internal error\"}},"
        "\"all\":[{\"type\":\"INTERNAL\",\"message\":\"internal error\",\"recoverable\":false}]}",
        text);
}

MU_TEST(an_envelope_that_would_nest_too_deep_is_refused_at_the_member_that_does)
{
    const mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);
    mcperr_fault fault;
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    for (unsigned i = 1; i < MCPERR_DEPTH_DEFAULT; i++)
        mcperr_json_array(&w, NULL);
    mu_assert_int_eq(MCPERR_E_DEPTH, mcperr_encode(&mcperr_context, &err, 0, &w, NULL, &fault));
    mu_check(mcperr_text_is(fault.key, "error"));
    mcperr_json_init(&w, NULL, 0);
    for (unsigned i = 0; i < MCPERR_DEPTH_DEFAULT; i++)
        mcperr_json_array(&w, NULL);
    mu_assert_int_eq(MCPERR_E_DEPTH, mcperr_encode(&mcperr_context, &err, 0, &w, NULL, &fault));
    mu_check(fault.key.data == NULL);
}

/* ---- raw JSON, fields and splicing ---------------------------------------------------------------- */

MU_TEST(a_cause_is_a_string_an_object_or_null_in_any_form)
{
    mcperr_field fields[3];
    const struct {
        mcperr_text cause;
        const char *written;
    } causes[] = {
        {mcperr_str("plain \"text\""), "\"cause\":\"plain \\\"text\\\"\","},
        {mcperr_str(""), "\"cause\":\"\","},
        {mcperr_raw(" \"a\\u0062\" "), "\"cause\":\"ab\","},
        {mcperr_raw("\n{ \"a\" : [ ] }"), "\"cause\":{\"a\":[]},"},
        {mcperr_raw("null"), "\"cause\":null,"},
        {mcperr_str(NULL), "\"cause\":null,"},
        {mcperr_fields(fields, 0), "\"cause\":{},"},
        {mcperr_cause(fields, "m", mcperr_raw("5"), "N"),
         "\"cause\":{\"message\":\"m\",\"code\":5,\"name\":\"N\"},"},
    };

    for (size_t i = 0; i < COUNT(causes); i++) {
        mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);
        err.cause = causes[i].cause;
        if (strstr(encoded(KAIZA, &err), causes[i].written) == NULL)
            mu_fail(causes[i].written);
        mu_assert_int_eq(MCPERR_OK, validated(KAIZA, encoded(KAIZA, &err)));
    }
}

MU_TEST(fields_are_details_and_results_like_json)
{
    const mcperr_field inner[] = {mcperr_field_bool("b", true), mcperr_field_str("nil", NULL)};
    const mcperr_field details[] = {
        mcperr_field_int("n", -1),           mcperr_field_text("in", mcperr_fields(inner, COUNT(inner))),
        mcperr_field_str(NULL, "left out"),  mcperr_field_text("raw", mcperr_raw("[ 1 ]")),
        mcperr_field_int("retry_after", 99),
    };
    const mcperr_field result[] = {mcperr_field_str("error", "hidden"), mcperr_field_int("total", 0),
                                   mcperr_field_str("problem", "hidden")};
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, "m");

    err.incident = mcperr_str("i");
    err.details = mcperr_fields(details, COUNT(details));
    err.result = mcperr_fields(result, COUNT(result));
    mu_assert_string_eq("{\"type\":\"NOT_FOUND\",\"message\":\"m\",\"recoverable\":false,\"data\":{\"n\":-1,"
                        "\"in\":{\"b\":true,\"nil\":null},\"raw\":[1],\"retry_after\":99}}",
                        encoded(TOOLERROR, &err));
    mcperr_set_retry_after(&err, 7);
    mu_assert_string_eq(
        "{\"type\":\"NOT_FOUND\",\"message\":\"m\",\"recoverable\":false,\"data\":{\"retry_after\":7,"
        "\"n\":-1,\"in\":{\"b\":true,\"nil\":null},\"raw\":[1]}}",
        encoded(TOOLERROR, &err));
    mu_assert_string_eq(
        "{\"error\":{\"code\":\"runtime.not_found\",\"message\":\"m\",\"category\":\"runtime\","
        "\"retryable\":false,\"incident_id\":\"i\",\"details\":{\"n\":-1,\"in\":{\"b\":true,"
        "\"nil\":null},\"raw\":[1]},\"retry_after\":7}}",
        encoded(OWLCLAW, &err));
    mu_assert_string_eq(
        "{\"total\":0,\"error\":\"m\",\"problem\":{"
        "\"type\":\"https://kgfoundry.dev/problems/file-not-found\",\"title\":\"File Not Found\","
        "\"status\":404,\"detail\":\"m\",\"instance\":\"urn:codeintel:unknown\","
        "\"code\":\"file-not-found\",\"extensions\":{\"retry_after\":7,\"n\":-1,"
        "\"in\":{\"b\":true,\"nil\":null},\"raw\":[1]}}}",
        encoded(CODEINTEL, &err));
}

MU_TEST(members_that_rows_write_are_not_spliced_however_they_are_spelt)
{
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, "m");

    err.exception = mcperr_str("E");
    mcperr_set_retry_after(&err, 7);
    err.details =
        mcperr_raw("{\"retry\\u005fafter\":1,\"exc\\u0065ption_type\":\"F\",\"in\":{\"retry_after\":2}}");
    err.result =
        mcperr_raw("{\"err\\u006fr\":1,\"problem\":{},\"retry_after\":3,\"code\":4,\"a\":{\"error\":5}}");
    mu_assert_string_eq(
        "{\"retry_after\":3,\"code\":4,\"a\":{\"error\":5},\"error\":\"m\",\"problem\":{"
        "\"type\":\"https://kgfoundry.dev/problems/file-not-found\",\"title\":\"File Not Found\","
        "\"status\":404,\"detail\":\"m\",\"instance\":\"urn:codeintel:unknown\","
        "\"code\":\"file-not-found\",\"extensions\":{\"exception_type\":\"E\",\"retry_after\":7,"
        "\"in\":{\"retry_after\":2}}}}",
        encoded(CODEINTEL, &err));
    /* A row without a value gives way. */
    err.exception = mcperr_str(NULL);
    err.has_retry_after = false;
    mu_check(
        strstr(encoded(CODEINTEL, &err),
               "\"extensions\":{\"retry_after\":1,\"exception_type\":\"F\",\"in\":{\"retry_after\":2}}}}") !=
        NULL);
}

MU_TEST(a_member_of_an_object_in_any_form_is_found_by_its_name)
{
    const mcperr_field fields[] = {mcperr_field_int("a", 1), mcperr_field_str(NULL, "b")};

    mu_check(mcperr_has_member(mcperr_fields(fields, COUNT(fields)), "a"));
    mu_check(!mcperr_has_member(mcperr_fields(fields, COUNT(fields)), "b"));
    mu_check(mcperr_has_member(mcperr_raw("{\"b\":{},\"\\u0061\":null}"), "a"));
    mu_check(!mcperr_has_member(mcperr_raw("{\"b\":{\"a\":1}}"), "a"));
    mu_check(!mcperr_has_member(mcperr_raw("[\"a\"]"), "a"));
    mu_check(!mcperr_has_member(mcperr_raw("{\"a\":1"), "a"));
    mu_check(!mcperr_has_member(mcperr_str("a"), "a"));
    mu_check(!mcperr_has_member(mcperr_str(NULL), "a"));
}

MU_TEST(an_object_without_members_is_left_out)
{
    static const char *const names[DIALECTS] = {
        [KAIZA] = "data",     [CONTEXT] = "data",    [CODEINTEL] = "extensions", [PROBLEM] = "extensions",
        [TOOLERROR] = "data", [OWLCLAW] = "details", [OWLCLAW_API] = "details",
    };
    static const char *const nothings[] = {NULL, "{}", " { } "};

    for (size_t i = 0; i < COUNT(nothings); i++)
        for (unsigned d = 0; d < DIALECTS; d++) {
            mcperr_error err = kind_error(MCPERR_INVALID, "m");
            err.incident = mcperr_str("i");
            err.details = mcperr_raw(nothings[i]);
            mu_check(strstr(encoded(d, &err), names[d]) == NULL);
            err.details = mcperr_fields((const mcperr_field *)&err, 0);
            mu_check(strstr(encoded(d, &err), names[d]) == NULL);
        }
    /* An object whose only member is written elsewhere has none. */
    mcperr_error err = kind_error(MCPERR_RATE_LIMITED, NULL);
    err.incident = mcperr_str("i");
    err.details = mcperr_raw("{\"retry_after\":3}");
    mcperr_set_retry_after(&err, 0);
    mu_assert_string_eq(
        "{\"error\":{\"code\":\"governance.rate_limited\",\"message\":\"Rate limited\","
        "\"category\":\"governance\",\"retryable\":true,\"incident_id\":\"i\",\"retry_after\":0}}",
        encoded(OWLCLAW, &err));
}

MU_TEST(retry_after_is_never_there_twice_on_any_way)
{

    for (unsigned from = 0; from < DIALECTS; from++)
        for (unsigned to = 0; to < DIALECTS; to++) {
            mcperr_error err = rich_error(), read;
            strcpy(text, encoded(from, &err));
            mu_assert_int_eq(MCPERR_OK, decoded(from, text, &read, NULL));
            if (read.incident.data == NULL)
                read.incident = mcperr_str("i");
            const char *const again = encoded(to, &read), *const hint = strstr(again, "retry_after");
            mu_check(hint == NULL || strstr(hint + 1, "retry_after") == NULL);
            mu_assert_int_eq(MCPERR_OK, validated(to, again));
        }
}

/* ---- messages -------------------------------------------------------------------------------------- */

/* Where each dialect writes the message. */
static const char *const message_member[DIALECTS] = {
    [KAIZA] = "\"human_message\":", [CONTEXT] = "\"message\":",   [CODEINTEL] = "\"error\":",
    [PROBLEM] = "\"detail\":",      [TOOLERROR] = "\"message\":", [OWLCLAW] = "\"message\":",
    [OWLCLAW_API] = "\"detail\":",
};

static bool says(unsigned d, const mcperr_error *err, const char *quoted)
{
    const char *const at = strstr(encoded(d, err), message_member[d]);

    return at != NULL && strncmp(at + strlen(message_member[d]), quoted, strlen(quoted)) == 0;
}

MU_TEST(a_message_is_written_in_any_form_and_never_blocks_an_error)
{
    static const struct {
        const char *bytes, *quoted;
        uint8_t size, form;
        bool diagnostic; /* not written in Context */
    } messages[] = {
        {"plain", "\"plain\"", 5, MCPERR_PLAIN, false},
        {"q\"b", "\"q\\\"b\"", 3, MCPERR_PLAIN, false},
        {"back\\slash", "\"back\\\\slash\"", 10, MCPERR_PLAIN, true},
        {"tab\there", "\"tab\\there\"", 8, MCPERR_PLAIN, true},
        {"nul\0x", "\"nul\\u0000x\"", 5, MCPERR_PLAIN, true},
        {"\x7F", "\"\x7F\"", 1, MCPERR_PLAIN, true},
        {"bad \xFF\xC3(", "\"bad \xEF\xBF\xBD\xEF\xBF\xBD(\"", 7, MCPERR_PLAIN, false},
        {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"", 3, MCPERR_PLAIN, false},
        {"caf\xC3\xA9 \xF0\x9F\x98\x80", "\"caf\xC3\xA9 \xF0\x9F\x98\x80\"", 10, MCPERR_PLAIN, false},
        {"esc \\u00e9\\\"", "\"esc \xC3\xA9\\\"\"", 12, MCPERR_ESCAPED, false},
        {"\\u0000", "\"\\u0000\"", 6, MCPERR_ESCAPED, true},
        {"a\\/b", "\"a/b\"", 4, MCPERR_ESCAPED, false},
    };

    for (size_t i = 0; i < COUNT(messages); i++)
        for (unsigned d = 0; d < DIALECTS; d++) {
            mcperr_error err = kind_error(MCPERR_NOT_FOUND, NULL);
            err.incident = mcperr_str("i");
            err.message = mcperr_text_of(messages[i].bytes, messages[i].size);
            err.message.form = messages[i].form & 3u;
            const bool canonical = d == CONTEXT && messages[i].diagnostic;
            if (!says(d, &err, canonical ? "\"Cache does not exist\"" : messages[i].quoted))
                mu_fail(messages[i].quoted);
            mu_assert_int_eq(MCPERR_OK, validated(d, encoded(d, &err)));
        }
}

MU_TEST(an_empty_message_is_a_message_except_in_context)
{
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, "");

    err.incident = mcperr_str("i");
    for (unsigned d = 0; d < DIALECTS; d++)
        mu_check(says(d, &err, d == CONTEXT ? "\"Cache does not exist\"" : "\"\""));
}

MU_TEST(a_canonical_message_is_the_title_and_not_the_detail)
{
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, "Not found");

    err.incident = mcperr_str("i");
    mu_check(strstr(encoded(OWLCLAW_API, &err), "\"title\":\"Not found\",\"status\":404,\"code\"") != NULL);
    err.message = mcperr_str("\\u004eot found");
    err.message.form = MCPERR_ESCAPED;
    mu_check(strstr(encoded(OWLCLAW_API, &err), "\"title\":\"Not found\",\"status\":404,\"code\"") != NULL);
    err.message = mcperr_str("Not found!");
    mu_check(strstr(encoded(OWLCLAW_API, &err), "\"status\":404,\"detail\":\"Not found!\",\"code\"") != NULL);
}

MU_TEST(a_message_from_another_dialect_does_not_enter_context)
{
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, "harmless");

    mu_check(says(CONTEXT, &err, "\"harmless\""));
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_context, mcperr_str("cache_missing")));
    mu_check(says(CONTEXT, &err, "\"harmless\""));
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_toolerror, mcperr_str("NOT_FOUND")));
    mu_check(says(CONTEXT, &err, "\"Cache does not exist\""));
}

/* ---- streams, quotes and large texts --------------------------------------------------------------- */

/* Compares what is flushed with what is expected. */
typedef struct comparing {
    const char *expected;
    size_t at;
    bool differs;
} comparing;

static bool compare(void *ctx, const char *bytes, size_t size)
{
    comparing *const c = ctx;

    c->differs = c->differs || strncmp(c->expected + c->at, bytes, size) != 0;
    c->at += size;
    return true;
}

MU_TEST(an_envelope_through_small_chunks_is_the_same_as_in_one_piece)
{
    const mcperr_error err = rich_error();
    char chunk[33];

    for (unsigned d = 0; d < DIALECTS; d++)
        for (size_t cap = 1; cap <= sizeof chunk; cap++) {
            comparing c = {encoded(d, &err), 0, false};
            mcperr_json measured, w;
            mcperr_json_init(&measured, NULL, 0);
            mu_assert_int_eq(MCPERR_OK, mcperr_encode(dialects[d], &err, 0, &measured, NULL, NULL));
            mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&measured));
            mcperr_json_stream(&w, &measured, chunk, cap, compare, &c);
            mu_assert_int_eq(MCPERR_OK, mcperr_encode(dialects[d], &err, 0, &w, NULL, NULL));
            mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
            mu_check(!c.differs);
            mu_assert_uint_eq(strlen(c.expected), c.at);
        }
}

MU_TEST(a_quoted_envelope_is_the_plain_one_escaped)
{
    static char quoted[1000], escaped[1000];
    const mcperr_error err = rich_error();

    for (unsigned d = 0; d < DIALECTS; d++) {
        mcperr_json w;
        mcperr_json_init(&w, quoted, sizeof quoted);
        mcperr_json_object(&w, NULL);
        mcperr_json_quote(&w, "text");
        mu_assert_int_eq(MCPERR_OK, mcperr_encode(dialects[d], &err, 0, &w, NULL, NULL));
        mcperr_json_unquote(&w);
        mcperr_json_end(&w);
        mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
        mcperr_json_init(&w, escaped, sizeof escaped);
        mcperr_json_object(&w, NULL);
        mcperr_json_str(&w, "text", encoded(d, &err));
        mcperr_json_end(&w);
        mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
        mu_assert_string_eq(escaped, quoted);
    }
}

#define TEN_OF(...)                                                                                          \
    __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__,  \
        __VA_ARGS__, __VA_ARGS__

static const char ten_kb[10000] = {TEN_OF(TEN_OF(TEN_OF('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')))};

/* Adds up what is flushed. */
static bool add_up(void *ctx, const char *bytes, size_t size)
{
    uint32_t *const sum = ctx;

    for (size_t i = 0; i < size; i++)
        *sum += (unsigned char)bytes[i];
    return true;
}

MU_TEST(a_message_of_ten_thousand_bytes_is_written_whole_or_shed)
{
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, NULL), small = kind_error(MCPERR_NOT_FOUND, "");
    mcperr_json measured, w;
    char chunk[16];

    err.message = mcperr_text_of(ten_kb, sizeof ten_kb);
    err.incident = small.incident = mcperr_str("i");
    for (unsigned d = 0; d < DIALECTS; d++) {
        uint32_t sum = 0, envelope = 0;
        const char *const around = encoded(d, &small);
        add_up(&envelope, around, strlen(around));
        mcperr_json_init(&measured, NULL, 0);
        mu_assert_int_eq(MCPERR_OK, mcperr_encode(dialects[d], &err, 0, &measured, NULL, NULL));
        mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&measured));
        mcperr_json_stream(&w, &measured, chunk, sizeof chunk, add_up, &sum);
        mu_assert_int_eq(MCPERR_OK, mcperr_encode(dialects[d], &err, 0, &w, NULL, NULL));
        mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
        /* The ten digits add up to 525; codeintel says its message twice, Context never such a one. */
        const uint32_t times = d == CONTEXT ? 0 : d == CODEINTEL ? 2 : 1;
        mu_assert_uint_eq(strlen(around) + times * 10000, measured.len);
        mu_assert_uint_eq(envelope + times * 525 * 1000, sum);
        mu_assert_int_eq(times > 0 ? MCPERR_E_NOSPACE : MCPERR_OK,
                         mcperr_emit(dialects[d], &err, text, sizeof text, NULL));
        mu_assert_int_eq(MCPERR_OK, validated(d, text));
        mu_check(strstr(text, "0123") == NULL);
    }
}

/* ---- dialects of one's own --------------------------------------------------------------------------- */

static const uint8_t one_word[MCPERR_KIND_COUNT] = {0};

MU_TEST(titles_and_canonical_messages_follow_from_any_code)
{
    static const mcperr_row rows[] = {MCPERR_ROW("c", CODE, 0), MCPERR_ROW("t", TITLE, 0),
                                      MCPERR_ROW("m", CANONICAL, 0), MCPERR_ROW_TYPE("u", "urn:")};
    static const mcperr_code codes[] = {
        MCPERR_CODE("a-b_c.dE{9f-9-{", MCPERR_INTERNAL, "a {b} {"),
        MCPERR_CODE_ON("-x", MCPERR_INTERNAL, "{} is {}", "own.slug", 0),
        MCPERR_CODE("y", MCPERR_INTERNAL, "ends in {}"),
    };
    static const mcperr_dialect own = {"own", "c",         rows,         codes, one_word,
                                       NULL,  COUNT(rows), COUNT(codes), 1,     0};
    mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);

    mu_assert_int_eq(MCPERR_OK, mcperr_emit(&own, &err, text, sizeof text, NULL));
    mu_assert_string_eq("{\"c\":\"a-b_c.dE{9f-9-{\",\"t\":\"A B C DE{9f 9 {\",\"m\":\"a {b} "
                        "{\",\"u\":\"urn:a-b-c-dE{9f-9-{\"}",
                        text);
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &own, mcperr_str("-x")));
    mu_assert_int_eq(MCPERR_OK, mcperr_emit(&own, &err, text, sizeof text, NULL));
    mu_assert_string_eq("{\"c\":\"-x\",\"t\":\" X\",\"m\":\"unknown is {}\",\"u\":\"urn:own.slug\"}", text);
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &own, mcperr_str("y")));
    mu_assert_int_eq(MCPERR_OK, mcperr_emit(&own, &err, text, sizeof text, NULL));
    mu_assert_string_eq("{\"c\":\"y\",\"t\":\"Y\",\"m\":\"ends in unknown\",\"u\":\"urn:y\"}", text);
}

MU_TEST(a_dialect_that_refuses_every_value_gets_no_envelope_but_an_answer)
{
    static const mcperr_row rows[] = {
        MCPERR_ROW("code", CODE, 0),
        MCPERR_ROW_TEXT_EXTRA("choice", "a|b", phase, MCPERR_ROW_ONE_OF),
    };
    static const mcperr_code codes[] = {MCPERR_CODE("X", MCPERR_INTERNAL, "x")};
    static const mcperr_dialect strict = {"strict", "code",      rows, codes, one_word,
                                          NULL,     COUNT(rows), 1,    1,     0};
    mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);
    size_t len = 1;

    mu_assert_int_eq(MCPERR_E_SIZE, mcperr_emit(&strict, &err, text, sizeof text, &len));
    mu_assert_uint_eq(0, len);
    mu_assert_string_eq("", text);
    err.phase = mcperr_str("b");
    mu_assert_int_eq(MCPERR_OK, mcperr_emit(&strict, &err, text, sizeof text, &len));
    mu_assert_string_eq("{\"code\":\"X\",\"choice\":\"b\"}", text);
}

MU_TEST(a_member_that_must_be_given_is_not_shed)
{
    static const mcperr_row rows[] = {
        MCPERR_ROW("code", CODE, 0),
        MCPERR_ROW_TEXT("who", session, MCPERR_ROW_GIVEN),
    };
    static const mcperr_code codes[] = {MCPERR_CODE("X", MCPERR_INTERNAL, "x")};
    static const mcperr_dialect own = {"own", "code", rows, codes, one_word, NULL, COUNT(rows), 1, 1, 0};
    mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);

    err.session = mcperr_str("me");
    mu_assert_int_eq(MCPERR_OK, mcperr_emit(&own, &err, text, sizeof text, NULL));
    mu_assert_string_eq("{\"code\":\"X\",\"who\":\"me\"}", text);
    mu_assert_int_eq(MCPERR_E_SIZE, mcperr_emit(&own, &err, text, 10, NULL));
    mu_assert_string_eq("", text);
}

MU_TEST(a_message_that_must_be_safe_needs_no_filter)
{
    static const mcperr_row rows[] = {MCPERR_ROW("id", CODE, 0),
                                      MCPERR_ROW("text", MESSAGE, MCPERR_ROW_SAFE)};
    static const mcperr_code codes[] = {MCPERR_CODE("E", MCPERR_INTERNAL, "canonical")};
    static const uint8_t words[MCPERR_KIND_COUNT] = {0};
    const mcperr_dialect own = {"own", "id", rows, codes, words, NULL, COUNT(rows), 1, 9, 0};
    mcperr_error err = kind_error(MCPERR_INTERNAL, "/etc is full");
    static char line[64];
    mcperr_token few[8];

    mu_assert_int_eq(MCPERR_OK, mcperr_emit(&own, &err, line, sizeof line, NULL));
    mu_assert_string_eq("{\"id\":\"E\",\"text\":\"/etc is full\"}", line);
    mu_assert_uint_eq(0, mcperr_lint(&own, line, strlen(line), few, 8, NULL, 0));
}

static bool full(void *ctx, const char *bytes, size_t size)
{
    (void)ctx, (void)bytes, (void)size;
    return false;
}

MU_TEST(a_sink_that_fails_is_the_fault_of_no_member)
{
    mcperr_error err = rich_error();
    mcperr_json done, w;
    mcperr_fault fault;
    char chunk[16];

    mcperr_json_init(&done, NULL, 0);
    mu_assert_int_eq(MCPERR_OK, mcperr_encode(&mcperr_kaiza, &err, 0, &done, NULL, NULL));
    mcperr_json_stream(&w, &done, chunk, sizeof chunk, full, NULL);
    mu_assert_int_eq(MCPERR_E_SINK, mcperr_encode(&mcperr_kaiza, &err, 0, &w, NULL, &fault));
    mu_check(fault.key.data == NULL && fault.parent.data == NULL);
    mu_assert_int_eq(MCPERR_R_NONE, fault.reason);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_message_that_must_be_safe_needs_no_filter)
    MU_RUN(a_sink_that_fails_is_the_fault_of_no_member)
    MU_RUN(a_zeroed_error_is_an_internal_error_with_every_default)
    MU_RUN(an_error_with_everything_is_written_as_far_as_each_contract_has_words_for_it)
    MU_RUN(a_code_of_the_same_table_is_kept_and_its_message_slug_and_title_follow)
    MU_RUN(a_status_is_written_from_100_to_599)
    MU_RUN(the_invariant_stands_in_its_canonical_message)
    MU_RUN(an_operation_that_is_not_given_is_the_tool)
    MU_RUN(recoverable_is_the_errors_own_and_retryable_the_codes)
    MU_RUN(a_shed_level_drops_its_members_and_those_of_the_levels_before)
    MU_RUN(what_a_contract_refuses_is_named_with_its_member_and_the_reason)
    MU_RUN(what_a_contract_has_no_member_for_is_not_judged)
    MU_RUN(whatever_is_refused_the_rest_goes_out_and_is_valid)
    MU_RUN(only_what_is_refused_is_left_out)
    MU_RUN(all_that_is_refused_at_once_is_left_out_and_the_first_refusal_is_told)
    MU_RUN(null_arguments_are_misuse)
    MU_RUN(no_error_at_all_is_an_internal_error)
    MU_RUN(a_writer_that_may_not_take_a_value_refuses_without_naming_a_member)
    MU_RUN(an_envelope_that_would_nest_too_deep_is_refused_at_the_member_that_does)
    MU_RUN(a_cause_is_a_string_an_object_or_null_in_any_form)
    MU_RUN(fields_are_details_and_results_like_json)
    MU_RUN(members_that_rows_write_are_not_spliced_however_they_are_spelt)
    MU_RUN(a_member_of_an_object_in_any_form_is_found_by_its_name)
    MU_RUN(an_object_without_members_is_left_out)
    MU_RUN(retry_after_is_never_there_twice_on_any_way)
    MU_RUN(a_message_is_written_in_any_form_and_never_blocks_an_error)
    MU_RUN(an_empty_message_is_a_message_except_in_context)
    MU_RUN(a_canonical_message_is_the_title_and_not_the_detail)
    MU_RUN(a_message_from_another_dialect_does_not_enter_context)
    MU_RUN(an_envelope_through_small_chunks_is_the_same_as_in_one_piece)
    MU_RUN(a_quoted_envelope_is_the_plain_one_escaped)
    MU_RUN(a_message_of_ten_thousand_bytes_is_written_whole_or_shed)
    MU_RUN(titles_and_canonical_messages_follow_from_any_code)
    MU_RUN(a_dialect_that_refuses_every_value_gets_no_envelope_but_an_answer)
    MU_RUN(a_member_that_must_be_given_is_not_shed)
)
/* clang-format on */

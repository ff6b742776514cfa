/* SPDX-License-Identifier: MIT */
/* The factories of the contracts. Seven of the eight classes of tests that section 8 of KAIZA's contract
   asks for are here under its names; the eighth, "Audit log", belongs to the tool boundary. */
#include "contracts.h"

#define NOON INT64_C(1768836730123)

/* Envelopes of KAIZA differ in these members here. */
#define KAIZA(code, message, role, session, workspace, tool, invariant, phase, plan, cause)                  \
    "{\"error_code\":\"" code "\",\"human_message\":\"" message "\",\"role\":" role                          \
    ",\"session_id\":" session ",\"workspace_root\":" workspace ",\"tool_name\":\"" tool                     \
    "\",\"invariant_id\":" invariant ",\"phase_id\":" phase ",\"plan_hash\":" plan ",\"cause\":" cause       \
    ",\"timestamp\":\"2026-01-19T15:32:10.123Z\"}"
/* Without a session. */
#define EARLY(code, message, tool, cause)                                                                    \
    KAIZA(code, message, "null", "null", "null", tool, "null", "null", "null", cause)

static mcperr_error at_noon(const char *tool)
{
    mcperr_error err = no_error();

    err.time_ms = NOON;
    err.tool = mcperr_str(tool);
    return err;
}

/* Something in every place that a factory may or must not touch. */
static mcperr_error in_session(void)
{
    mcperr_error err = at_noon("write_file");

    err.role = mcperr_str("WINDSURF");
    err.session = mcperr_str("s-1");
    err.workspace = mcperr_str("/w");
    err.phase = mcperr_str("P1");
    err.plan = mcperr_str("h1");
    return err;
}

/* ---- KAIZA, section 8 ------------------------------------------------------------------------------ */

MU_TEST(raw_error_thrown_becomes_system_error)
{
    mcperr_error err = at_noon("read_file");
    mcperr_field fields[3];

    mcperr_kaiza_unknown(&err, fields, "Something failed", mcperr_str(NULL), "Error");
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "Something failed", "read_file",
                          "{\"message\":\"Something failed\",\"code\":null,\"name\":\"Error\"}"));
}

MU_TEST(string_thrown_becomes_system_error)
{
    mcperr_error err = at_noon("read_file");

    mcperr_kaiza_thrown(&err, mcperr_str("Something failed"), NULL, 0);
    assert_envelope(
        &mcperr_kaiza, &err,
        EARLY("INTERNAL_ERROR", "An unexpected error occurred", "read_file", "\"Something failed\""));
}

MU_TEST(object_thrown_becomes_system_error)
{
    mcperr_error err = at_noon("read_file");

    mcperr_kaiza_thrown(&err, mcperr_raw(" { \"message\" : \"Object error\", \"n\" : [ 1 ] } "), tokens,
                        TOKENS);
    assert_envelope(
        &mcperr_kaiza, &err,
        EARLY("INTERNAL_ERROR", "Object error", "read_file", "{\"message\":\"Object error\",\"n\":[1]}"));
}

MU_TEST(invariant_violation_includes_invariant_id)
{
    mcperr_error err = at_noon("write_file");

    mcperr_kaiza_invariant(&err, mcperr_str("MANDATORY_DIAGNOSTICS"));
    assert_envelope(&mcperr_kaiza, &err,
                    KAIZA("INVARIANT_VIOLATION", "Invariant MANDATORY_DIAGNOSTICS was violated", "null",
                          "null", "null", "write_file", "\"MANDATORY_DIAGNOSTICS\"", "null", "null", "null"));
}

MU_TEST(pre_session_error_has_null_session_id_and_workspace_root)
{
    mcperr_error err = at_noon("begin_session");

    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_tool(&err, mcperr_str("SESSION_NOT_INITIALIZED")));
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("SESSION_NOT_INITIALIZED", "Tool execution failed", "begin_session", "null"));
}

MU_TEST(error_with_phase_id_and_plan_hash_is_preserved_in_envelope)
{
    mcperr_error err = in_session();

    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_tool(&err, mcperr_str("PLAN_SCOPE_VIOLATION")));
    assert_envelope(&mcperr_kaiza, &err,
                    KAIZA("PLAN_SCOPE_VIOLATION", "Tool execution failed", "\"WINDSURF\"", "\"s-1\"",
                          "\"/w\"", "write_file", "null", "\"P1\"", "\"h1\"", "null"));
}

MU_TEST(serialization_is_json_safe_without_anything_undefined)
{
    for (unsigned i = 0; i < mcperr_kaiza.code_count; i++) {
        static const char *const members[] = {"error_code",     "human_message", "role",         "session_id",
                                              "workspace_root", "tool_name",     "invariant_id", "phase_id",
                                              "plan_hash",      "cause",         "timestamp"};
        mcperr_error err = no_error();

        mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_tool(&err, mcperr_str(mcperr_kaiza.codes[i].code)));
        err.message = mcperr_str("\x01\"\\\xFF\xE2\x82 \xF0\x9F\x98\x80");
        err.tool = mcperr_str("\n");
        const char *at = written(&mcperr_kaiza, &err);
        mu_assert_int_eq(MCPERR_OK, mcperr_json_check(at, strlen(at), NULL, NULL, NULL));
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_kaiza, at, NULL));
        mu_check(strstr(at, "undefined") == NULL);
        mu_check(strstr(at, "\\u0001\\\"\\\\\xEF\xBF\xBD\xEF\xBF\xBD \xF0\x9F\x98\x80\"") != NULL);
        for (size_t n = 0; n < COUNT(members) && at != NULL; n++) {
            at = strstr(at, members[n]); /* in this order */
            mu_check(at != NULL);
        }
    }
}

/* ---- KAIZA, the samples of sections 4 and 10 -------------------------------------------------------- */

MU_TEST(the_samples_of_the_document_write_these_envelopes)
{
    mcperr_field fields[3];

    mcperr_error err = at_noon("read_file");
    err.session = mcperr_str("550e8400-e29b-41d4-a716-446655440000");
    err.workspace = mcperr_str("/home/user/project");
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_kaiza, mcperr_str("FILE_READ_FAILED")));
    mcperr_kaiza_unknown(&err, fields, "no such file", mcperr_str("ENOENT"), "Error");
    assert_envelope(&mcperr_kaiza, &err,
                    KAIZA("FILE_READ_FAILED", "no such file", "null",
                          "\"550e8400-e29b-41d4-a716-446655440000\"", "\"/home/user/project\"", "read_file",
                          "null", "null", "null",
                          "{\"message\":\"no such file\",\"code\":\"ENOENT\",\"name\":\"Error\"}"));

    err = at_noon("write_file");
    err.message = mcperr_str("Session was not initialized");
    mcperr_kaiza_invariant(&err, mcperr_str("MANDATORY_DIAGNOSTICS"));
    assert_envelope(&mcperr_kaiza, &err,
                    KAIZA("INVARIANT_VIOLATION", "Session was not initialized", "null", "null", "null",
                          "write_file", "\"MANDATORY_DIAGNOSTICS\"", "null", "null", "null"));

    err = at_noon("write_file");
    err.message = mcperr_str("Invalid file path: contains ../ traversal");
    err.cause = mcperr_cause(fields, "bad path", mcperr_str(NULL), "Error");
    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_tool(&err, mcperr_str("INVALID_PATH")));
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INVALID_PATH", "Invalid file path: contains ../ traversal", "write_file",
                          "{\"message\":\"bad path\",\"code\":null,\"name\":\"Error\"}"));

    err = at_noon(NULL);
    err.message = mcperr_str("Failed to bootstrap MCP server");
    err.cause = mcperr_cause(fields, "no key", mcperr_str(NULL), "Error");
    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_startup(&err, mcperr_str("BOOTSTRAP_FAILURE")));
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("BOOTSTRAP_FAILURE", "Failed to bootstrap MCP server", "startup",
                          "{\"message\":\"no key\",\"code\":null,\"name\":\"Error\"}"));

    err = error_of(&mcperr_kaiza, "INTERNAL_ERROR"); /* direct construction */
    err.time_ms = NOON;
    err.message = mcperr_str("Something went wrong");
    err.tool = mcperr_str("my_tool");
    err.role = mcperr_str("WINDSURF");
    err.session = mcperr_str("...");
    err.workspace = mcperr_str("/path");
    assert_envelope(&mcperr_kaiza, &err,
                    KAIZA("INTERNAL_ERROR", "Something went wrong", "\"WINDSURF\"", "\"...\"", "\"/path\"",
                          "my_tool", "null", "null", "null", "null"));

    err = at_noon("read_file"); /* migration */
    err.message = mcperr_str("Invalid path: empty");
    err.cause = mcperr_cause(fields, "empty", mcperr_str(NULL), "Error");
    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_tool(&err, mcperr_str("INVALID_PATH")));
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INVALID_PATH", "Invalid path: empty", "read_file",
                          "{\"message\":\"empty\",\"code\":null,\"name\":\"Error\"}"));
}

MU_TEST(legacy_throws_of_the_document_are_read)
{
    static const char *const legacy = "INVALID_PATH: contains ..";
    mcperr_error err;

    mu_assert_int_eq(MCPERR_LEGACY, mcperr_read(every_dialect, COUNT(every_dialect), legacy, strlen(legacy),
                                                tokens, TOKENS, &err));
    assert_text("INVALID_PATH", err.code);
    assert_text("contains ..", err.message);
}

/* ---- KAIZA, an error object --------------------------------------------------------------------------- */

MU_TEST(an_error_object_without_a_message_gets_the_default)
{
    mcperr_error err = at_noon("t");
    mcperr_field fields[3];

    err.message = mcperr_str("of another error");
    mcperr_kaiza_unknown(&err, fields, NULL, mcperr_str(NULL), "Error");
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t",
                          "{\"message\":null,\"code\":null,\"name\":\"Error\"}"));
}

MU_TEST(an_empty_message_is_no_message_when_something_unknown_was_thrown)
{
    mcperr_error err = at_noon("t");
    mcperr_field fields[3];

    mcperr_kaiza_unknown(&err, fields, "", mcperr_str(NULL), "Error");
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t",
                          "{\"message\":\"\",\"code\":null,\"name\":\"Error\"}"));
    mcperr_kaiza_thrown(&err, mcperr_raw("{\"message\":\"\"}"), tokens, TOKENS);
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "{\"message\":\"\"}"));
}

MU_TEST(the_context_of_an_unknown_error_is_kept)
{
    mcperr_error err = in_session();
    mcperr_field fields[3];

    mcperr_kaiza_unknown(&err, fields, "m", mcperr_raw("7"), NULL);
    assert_envelope(&mcperr_kaiza, &err,
                    KAIZA("INTERNAL_ERROR", "m", "\"WINDSURF\"", "\"s-1\"", "\"/w\"", "write_file", "null",
                          "\"P1\"", "\"h1\"", "{\"message\":\"m\",\"code\":7,\"name\":null}"));
}

MU_TEST(an_error_object_without_fields_to_hold_it_has_no_cause)
{
    mcperr_error err = at_noon("t");

    mcperr_kaiza_unknown(&err, NULL, "m", mcperr_str("HASH_MISMATCH"), "Error");
    assert_envelope(&mcperr_kaiza, &err, EARLY("HASH_MISMATCH", "m", "t", "null"));
}

/* Which code an unknown error gets: its own of KAIZA's, else the registered one that was thrown. */
static const struct {
    const mcperr_dialect *home;
    const char *code, *thrown, *expected;
} choices[] = {
    {NULL, NULL, NULL, "INTERNAL_ERROR"},
    {NULL, NULL, "", "INTERNAL_ERROR"},
    {NULL, NULL, "ENOENT", "INTERNAL_ERROR"},
    {NULL, NULL, "ROLE_MISMATCH", "ROLE_MISMATCH"},
    {&mcperr_kaiza, "FILE_READ_FAILED", NULL, "FILE_READ_FAILED"},
    {&mcperr_kaiza, "FILE_READ_FAILED", "ROLE_MISMATCH", "FILE_READ_FAILED"},
    {&mcperr_kaiza, NULL, "ROLE_MISMATCH", "ROLE_MISMATCH"},
    {&mcperr_toolerror, "TRANSIENT", NULL, "INTERNAL_ERROR"},
    {&mcperr_toolerror, "TRANSIENT", "ROLE_MISMATCH", "ROLE_MISMATCH"},
};

MU_TEST(a_registered_code_that_was_thrown_becomes_the_code)
{
    for (size_t i = 0; i < COUNT(choices); i++) {
        char json[80] = "{\"code\":\"";
        mcperr_error err = choices[i].code != NULL ? error_of(choices[i].home, choices[i].code) : no_error();
        mcperr_field fields[3];

        err.home = choices[i].home;
        mcperr_error other = err;
        mcperr_kaiza_unknown(&err, fields, "m", mcperr_str(choices[i].thrown), "Error");
        assert_text(choices[i].expected, err.code);
        mu_check(err.home == &mcperr_kaiza);

        strcat(strcat(json, choices[i].thrown != NULL ? choices[i].thrown : ""), "\"}");
        mcperr_kaiza_thrown(&other, mcperr_raw(json), tokens, TOKENS);
        assert_text(choices[i].expected, other.code);
        mu_check(other.home == &mcperr_kaiza);
    }
}

MU_TEST(a_registered_code_may_be_thrown_in_escapes)
{
    mcperr_text code = mcperr_str("ROLE\\u005fMISMATCH");
    mcperr_error err = no_error();
    mcperr_field fields[3];

    code.form = MCPERR_ESCAPED;
    mcperr_kaiza_unknown(&err, fields, "m", code, "Error");
    assert_text("ROLE_MISMATCH", err.code);
}

MU_TEST(a_number_or_an_object_is_not_a_code_that_was_thrown)
{
    const mcperr_field inside[] = {mcperr_field_str("code", "ROLE_MISMATCH")};
    mcperr_error err = at_noon("t");
    mcperr_field fields[3];

    mcperr_kaiza_unknown(&err, fields, "m", mcperr_raw("\"ROLE_MISMATCH\""), "Error");
    assert_text("INTERNAL_ERROR", err.code);
    mcperr_kaiza_unknown(&err, fields, "m", mcperr_fields(inside, 1), "Error");
    assert_text("INTERNAL_ERROR", err.code);
    mcperr_kaiza_thrown(&err, mcperr_raw("{\"message\":{},\"code\":5}"), tokens, TOKENS);
    assert_envelope(
        &mcperr_kaiza, &err,
        EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "{\"message\":{},\"code\":5}"));
}

/* ---- KAIZA, anything else that was thrown ------------------------------------------------------------- */

MU_TEST(scalars_and_texts_are_the_cause_and_nothing_else)
{
    static const char *const thrown[] = {"0", "NaN", "true", "", "INVALID_PATH"};
    static const char *const causes[] = {"\"0\"", "\"NaN\"", "\"true\"", "\"\"", "\"INVALID_PATH\""};

    for (size_t i = 0; i < COUNT(thrown); i++) {
        mcperr_error err = at_noon("t");
        mcperr_json w;
        char cause[32];

        mcperr_kaiza_thrown(&err, mcperr_str(thrown[i]), tokens, TOKENS);
        assert_text("INTERNAL_ERROR", err.code);
        assert_text("An unexpected error occurred", err.message);
        mcperr_json_init(&w, cause, sizeof cause);
        mcperr_json_text(&w, NULL, err.cause);
        mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
        mu_assert_string_eq(causes[i], cause);
    }
}

MU_TEST(nothing_thrown_is_no_cause)
{
    mcperr_error err = at_noon("t");

    err.cause = mcperr_str("old");
    err.message = mcperr_str("old");
    mcperr_kaiza_thrown(&err, mcperr_str(NULL), tokens, TOKENS);
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "null"));
    mcperr_kaiza_thrown(&err, mcperr_raw(NULL), tokens, TOKENS);
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "null"));
    mcperr_kaiza_thrown(&err, mcperr_raw("null"), tokens, TOKENS);
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "null"));
}

MU_TEST(without_enough_tokens_the_message_of_an_object_is_not_seen)
{
    mcperr_error err = at_noon("t");

    mcperr_kaiza_thrown(&err, mcperr_raw("{\"message\":\"m\"}"), tokens, 2);
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "{\"message\":\"m\"}"));
    mcperr_kaiza_thrown(&err, mcperr_raw("{\"message\":\"m\"}"), NULL, 0);
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "{\"message\":\"m\"}"));
    mcperr_kaiza_thrown(&err, mcperr_raw("{\"message\":\"m\"}"), tokens, 3);
    assert_envelope(&mcperr_kaiza, &err, EARLY("INTERNAL_ERROR", "m", "t", "{\"message\":\"m\"}"));
}

MU_TEST(a_scalar_that_was_thrown_is_the_cause_as_text)
{
    static const struct {
        const char *thrown, *cause;
    } scalars[] = {{"7", "\"7\""}, {"-1.5e3", "\"-1.5e3\""}, {"true", "\"true\""}, {"\"boom\"", "\"boom\""}};

    for (size_t i = 0; i < COUNT(scalars); i++) {
        mcperr_error err = at_noon("t");
        static char text[ROOM], expected[ROOM];

        mcperr_kaiza_thrown(&err, mcperr_raw(scalars[i].thrown), tokens, TOKENS);
        mu_assert_int_eq(MCPERR_OK, mcperr_emit(&mcperr_kaiza, &err, text, sizeof text, NULL));
        strcpy(expected, EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", ""));
        char *const at = strstr(expected, "\"cause\":") + 8;
        const char *const rest = strstr(text, ",\"timestamp\"");
        strcpy(at, scalars[i].cause);
        strcat(at, rest != NULL ? rest : "");
        mu_assert_string_eq(expected, text);
    }
}

MU_TEST(broken_json_and_arrays_are_no_cause_but_an_envelope_comes_out)
{
    static const struct {
        const char *thrown;
        mcperr_status status;
    } wrong[] = {
        {"{\"message\":\"m\"", MCPERR_E_PARTIAL},
        {"{\"message\":m}", MCPERR_E_SYNTAX},
        {"[\"message\",1]", MCPERR_E_SHAPE},
        {"null", MCPERR_OK},
    };

    for (size_t i = 0; i < COUNT(wrong); i++) {
        mcperr_error err = at_noon("t");
        static char text[ROOM];

        mcperr_kaiza_thrown(&err, mcperr_raw(wrong[i].thrown), tokens, TOKENS);
        mu_assert_int_eq(wrong[i].status, mcperr_emit(&mcperr_kaiza, &err, text, sizeof text, NULL));
        mu_assert_string_eq(EARLY("INTERNAL_ERROR", "An unexpected error occurred", "t", "null"), text);
    }
}

/* ---- KAIZA, the other factories ------------------------------------------------------------------------ */

MU_TEST(an_invariant_violation_ignores_code_and_cause)
{
    mcperr_error err = in_session();

    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, &mcperr_kaiza, mcperr_str("INTERNAL_ERROR")));
    err.cause = mcperr_str("x");
    mcperr_kaiza_invariant(&err, mcperr_str("INV \"A\""));
    mu_assert_string_eq(KAIZA("INVARIANT_VIOLATION", "Invariant INV \\\"A\\\" was violated", "\"WINDSURF\"",
                              "\"s-1\"", "\"/w\"", "write_file", "\"INV \\\"A\\\"\"", "\"P1\"", "\"h1\"",
                              "null"),
                        written(&mcperr_kaiza, &err));
    mcperr_kaiza_invariant(&err, mcperr_str(NULL));
    mu_check(err.invariant.data == NULL);
}

MU_TEST(a_tool_failure_keeps_its_message_even_an_empty_one)
{
    mcperr_error err = at_noon(NULL);

    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_tool(&err, mcperr_str("INTERNAL_ERROR")));
    assert_envelope(&mcperr_kaiza, &err, EARLY("INTERNAL_ERROR", "Tool execution failed", "unknown", "null"));
    err.message = mcperr_str("");
    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_tool(&err, mcperr_str("INTERNAL_ERROR")));
    assert_envelope(&mcperr_kaiza, &err, EARLY("INTERNAL_ERROR", "", "unknown", "null"));
}

MU_TEST(a_startup_failure_has_no_session_whatever_was_given)
{
    mcperr_error err = in_session();

    err.cause = mcperr_str("kept");
    mu_assert_int_eq(MCPERR_OK, mcperr_kaiza_startup(&err, mcperr_str("SELF_AUDIT_FAILURE")));
    assert_envelope(&mcperr_kaiza, &err,
                    EARLY("SELF_AUDIT_FAILURE", "Startup failed", "startup", "\"kept\""));
}

MU_TEST(a_code_that_is_not_registered_is_refused_and_the_error_untouched)
{
    mcperr_error err = in_session();

    mu_assert_int_eq(MCPERR_E_VALUE, mcperr_kaiza_tool(&err, mcperr_str("NOT_A_CODE")));
    mu_assert_int_eq(MCPERR_E_VALUE, mcperr_kaiza_startup(&err, mcperr_str("NOT_A_CODE")));
    mu_check(err.home == NULL);
    mu_check(err.message.data == NULL);
    assert_text("write_file", err.tool);
    assert_text("s-1", err.session);
}

MU_TEST(factories_without_an_error_do_nothing)
{
    mcperr_field fields[3];

    mcperr_kaiza_unknown(NULL, fields, "m", mcperr_str(NULL), "Error");
    mcperr_kaiza_thrown(NULL, mcperr_str("m"), tokens, TOKENS);
    mcperr_kaiza_invariant(NULL, mcperr_str("i"));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_kaiza_tool(NULL, mcperr_str("INTERNAL_ERROR")));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_kaiza_startup(NULL, mcperr_str("INTERNAL_ERROR")));
    mcperr_raise(NULL, mcperr_str("ValueError"), mcperr_str("m"), mcperr_str(NULL));
    mu_check(!mcperr_codeintel_tool(NULL, mcperr_str("open_file")));
}

/* ---- codeintel, exceptions ------------------------------------------------------------------------------
 */

/* The table "Exception -> Status Code Mapping", the hierarchy, and the context fields. */
static const struct {
    const char *name, *bases, *code;
    unsigned status;
    const char *message, *context;
} exceptions[] = {
    {"FileNotFoundError", "", "file-not-found", 404, "File not found", ""},
    {"UnicodeDecodeError", "", "unsupported-encoding", 415, "Binary file or encoding error",
     "encoding|reason"},
    {"ValueError", "", "invalid-parameter", 400, "Invalid parameter", ""},
    {"FileOperationError", "KgFoundryError", "file-operation-error", 400, "File operation failed", "path"},
    {"InvalidLineRangeError", "FileOperationError KgFoundryError", "invalid-parameter", 400,
     "Invalid parameter", "path|start_line|end_line"},
    {"PathOutsideRepositoryError", "KgFoundryError", "forbidden", 403, "Access denied", "path"},
    {"FileReadError", "FileOperationError KgFoundryError", "unsupported-encoding", 415,
     "Binary file or encoding error", "path"},
    {"GitOperationError", "KgFoundryError", "git-operation-error", 500, "Git operation failed",
     "path|git_command"},
    {"VectorSearchError", "KgFoundryError", "vector-search-error", 503, "Search failed", "query|faiss_index"},
    {"EmbeddingError", "KgFoundryError", "embedding-error", 503, "Embedding generation failed", ""},
};

MU_TEST(every_exception_of_the_table_has_its_code_status_message_and_context)
{
    for (size_t i = 0; i < COUNT(exceptions); i++) {
        const mcperr_exception *const known = mcperr_exception_named(mcperr_str(exceptions[i].name));
        mcperr_error err = no_error(), again;

        mu_check(known != NULL);
        if (known == NULL)
            continue;
        mu_assert_string_eq(exceptions[i].name, known->name);
        mu_assert_string_eq(exceptions[i].code, known->code->code);
        mu_assert_string_eq(exceptions[i].context, known->context);
        mcperr_raise(&err, mcperr_str(exceptions[i].name), mcperr_str(NULL), mcperr_str(NULL));
        err.operation = mcperr_str("files:open_file");
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_problem, written(&mcperr_problem, &err), &again));
        assert_text(exceptions[i].code, again.code);
        mu_assert_uint_eq(exceptions[i].status, mcperr_kind_of(again.kind)->status);
        mu_assert_uint_eq(0, again.status);
        assert_text(exceptions[i].message, again.message);
        mu_check(again.details.data == NULL);
        mu_check(again.exception.data == NULL);
    }
}

static bool is_base(const char *bases, const char *name)
{
    const char *const at = strstr(bases, name);

    return at != NULL && (at[strlen(name)] == '\0' || at[strlen(name)] == ' ');
}

MU_TEST(an_exception_is_itself_and_all_its_bases)
{
    for (size_t i = 0; i < COUNT(exceptions); i++) {
        const mcperr_exception *const known = mcperr_exception_named(mcperr_str(exceptions[i].name));

        mu_check(mcperr_exception_is(known, exceptions[i].name));
        for (size_t other = 0; other < COUNT(exceptions); other++)
            if (other != i)
                mu_assert_int_eq(is_base(exceptions[i].bases, exceptions[other].name),
                                 mcperr_exception_is(known, exceptions[other].name));
        mu_assert_int_eq(is_base(exceptions[i].bases, "KgFoundryError"),
                         mcperr_exception_is(known, "KgFoundryError"));
        mu_check(!mcperr_exception_is(known, "Exception"));
        mu_check(!mcperr_exception_is(known, NULL));
    }
    mu_check(!mcperr_exception_is(NULL, "ValueError"));
}

MU_TEST(an_exception_outside_the_table_has_no_row)
{
    static const char *const none[] = {
        NULL, "", "RuntimeError", "PermissionError", "valueError", "KgFoundryError"};

    for (size_t i = 0; i < COUNT(none); i++)
        mu_check(mcperr_exception_named(mcperr_str(none[i])) == NULL);
}

MU_TEST(context_fields_become_extensions)
{
    const mcperr_field git[] = {mcperr_field_str("path", "src/a.c"),
                                mcperr_field_str("git_command", "blame")};
    const mcperr_field search[] = {mcperr_field_str("query", "q"), mcperr_field_str("faiss_index", "main")};
    const mcperr_field range[] = {mcperr_field_str("path", "a"), mcperr_field_int("start_line", 0),
                                  mcperr_field_str("end_line", NULL)};
    const struct {
        const char *exception;
        mcperr_text context;
        const char *extensions;
    } cases[] = {
        {"GitOperationError", mcperr_fields(git, 2),
         "\"extensions\":{\"path\":\"src/a.c\",\"git_command\":\"blame\"}}"},
        {"VectorSearchError", mcperr_fields(search, 2),
         "\"extensions\":{\"query\":\"q\",\"faiss_index\":\"main\"}}"},
        {"InvalidLineRangeError", mcperr_fields(range, 3),
         "\"extensions\":{\"path\":\"a\",\"start_line\":0,\"end_line\":null}}"},
        {"FileReadError", mcperr_raw("{ \"path\": \"x.png\" }"), "\"extensions\":{\"path\":\"x.png\"}}"},
        {"EmbeddingError", mcperr_raw("{}"), "\"code\":\"embedding-error\"}"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        mcperr_error err = no_error();

        err.operation = mcperr_str("git:blame_range");
        mcperr_raise(&err, mcperr_str(cases[i].exception), mcperr_str("m"), cases[i].context);
        const char *const text = written(&mcperr_problem, &err);
        const size_t size = strlen(text), tail = strlen(cases[i].extensions);
        mu_check(size > tail);
        mu_assert_string_eq(cases[i].extensions, text + (size > tail ? size - tail : 0));
    }
}

MU_TEST(an_unknown_exception_keeps_its_type_and_tells_nothing_else)
{
    const mcperr_field context[] = {mcperr_field_str("password", "hunter2")};
    mcperr_error err = no_error();

    mu_check(mcperr_codeintel_tool(&err, mcperr_str("blame_range")));
    err.details = mcperr_raw("{\"old\":\"canary\"}");
    mcperr_raise(&err, mcperr_str("PermissionError"), mcperr_str("canary"), mcperr_fields(context, 1));
    assert_envelope(&mcperr_codeintel, &err,
                    "{\"blame\":[],\"error\":\"Internal error\","
                    "\"problem\":{\"type\":\"https://kgfoundry.dev/problems/internal-error\","
                    "\"title\":\"Internal Error\",\"status\":500,\"detail\":\"Internal error\","
                    "\"instance\":\"urn:codeintel:git:blame_range\",\"code\":\"internal-error\","
                    "\"extensions\":{\"exception_type\":\"PermissionError\"}}}");
    mcperr_raise(&err, mcperr_str("ValueError"), mcperr_str("bad"), mcperr_str(NULL));
    mu_check(err.exception.data == NULL);
    mcperr_raise(&err, mcperr_str(NULL), mcperr_str("canary"), mcperr_str(NULL));
    assert_envelope(&mcperr_codeintel, &err,
                    "{\"blame\":[],\"error\":\"Internal error\","
                    "\"problem\":{\"type\":\"https://kgfoundry.dev/problems/internal-error\","
                    "\"title\":\"Internal Error\",\"status\":500,\"detail\":\"Internal error\","
                    "\"instance\":\"urn:codeintel:git:blame_range\",\"code\":\"internal-error\"}}");
}

/* ---- codeintel, empty results ------------------------------------------------------------------------ */

static const struct {
    const char *tool, *operation, *fields;
} tools[] = {
    {"open_file", "files:open_file", "\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0"},
    {"list_paths", "files:list_paths", "\"items\":[],\"total\":0,\"truncated\":false"},
    {"blame_range", "git:blame_range", "\"blame\":[]"},
    {"file_history", "git:file_history", "\"commits\":[]"},
    {"search_text", "search:text", "\"matches\":[],\"total\":0,\"truncated\":false"},
    {"semantic_search", "search:semantic", "\"findings\":[],\"answer\":\"\",\"confidence\":0.0"},
};

MU_TEST(each_of_the_six_tools_answers_with_its_empty_result)
{
    for (size_t i = 0; i < COUNT(tools); i++) {
        mcperr_error err = no_error();
        char expected[500] = "{";

        mu_check(mcperr_codeintel_tool(&err, mcperr_str(tools[i].tool)));
        assert_text(tools[i].tool, err.tool);
        mcperr_raise(&err, mcperr_str("EmbeddingError"), mcperr_str("m"), mcperr_str(NULL));
        strcat(strcat(expected, tools[i].fields),
               ",\"error\":\"m\",\"problem\":{\"type\":\"https://kgfoundry.dev/problems/embedding-error\","
               "\"title\":\"Embedding Error\",\"status\":503,\"detail\":\"m\","
               "\"instance\":\"urn:codeintel:");
        strcat(strcat(expected, tools[i].operation), "\",\"code\":\"embedding-error\"}}");
        assert_envelope(&mcperr_codeintel, &err, expected);
    }
}

MU_TEST(another_tool_brings_its_own_empty_result)
{
    static const char *const none[] = {NULL, "", "open_files", "open", "OPEN_FILE"};

    for (size_t i = 0; i < COUNT(none); i++) {
        mcperr_error err = no_error();

        err.tool = mcperr_str("read_sensor");
        err.result = mcperr_raw("{\"value\":null}");
        mu_check(!mcperr_codeintel_tool(&err, mcperr_str(none[i])));
        assert_text("read_sensor", err.tool);
        mu_check(err.operation.data == NULL);
        mu_check(mcperr_text_same(mcperr_raw("{\"value\":null}"), err.result));
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(raw_error_thrown_becomes_system_error)
    MU_RUN(string_thrown_becomes_system_error)
    MU_RUN(object_thrown_becomes_system_error)
    MU_RUN(invariant_violation_includes_invariant_id)
    MU_RUN(pre_session_error_has_null_session_id_and_workspace_root)
    MU_RUN(error_with_phase_id_and_plan_hash_is_preserved_in_envelope)
    MU_RUN(serialization_is_json_safe_without_anything_undefined)
    MU_RUN(the_samples_of_the_document_write_these_envelopes)
    MU_RUN(legacy_throws_of_the_document_are_read)
    MU_RUN(an_error_object_without_a_message_gets_the_default)
    MU_RUN(an_empty_message_is_no_message_when_something_unknown_was_thrown)
    MU_RUN(the_context_of_an_unknown_error_is_kept)
    MU_RUN(an_error_object_without_fields_to_hold_it_has_no_cause)
    MU_RUN(a_registered_code_that_was_thrown_becomes_the_code)
    MU_RUN(a_registered_code_may_be_thrown_in_escapes)
    MU_RUN(a_number_or_an_object_is_not_a_code_that_was_thrown)
    MU_RUN(scalars_and_texts_are_the_cause_and_nothing_else)
    MU_RUN(nothing_thrown_is_no_cause)
    MU_RUN(without_enough_tokens_the_message_of_an_object_is_not_seen)
    MU_RUN(a_scalar_that_was_thrown_is_the_cause_as_text)
    MU_RUN(broken_json_and_arrays_are_no_cause_but_an_envelope_comes_out)
    MU_RUN(an_invariant_violation_ignores_code_and_cause)
    MU_RUN(a_tool_failure_keeps_its_message_even_an_empty_one)
    MU_RUN(a_startup_failure_has_no_session_whatever_was_given)
    MU_RUN(a_code_that_is_not_registered_is_refused_and_the_error_untouched)
    MU_RUN(factories_without_an_error_do_nothing)
    MU_RUN(every_exception_of_the_table_has_its_code_status_message_and_context)
    MU_RUN(an_exception_is_itself_and_all_its_bases)
    MU_RUN(an_exception_outside_the_table_has_no_row)
    MU_RUN(context_fields_become_extensions)
    MU_RUN(an_unknown_exception_keeps_its_type_and_tells_nothing_else)
    MU_RUN(each_of_the_six_tools_answers_with_its_empty_result)
    MU_RUN(another_tool_brings_its_own_empty_result)
)
/* clang-format on */

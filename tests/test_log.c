/* SPDX-License-Identifier: MIT */
/* The log record, as codeintel's section on logs lists it for each kind of exception. */
#include "log.h"
#include "contracts.h"

#define LINE(level, message, code, status, rest)                                                             \
    "{\"level\":\"" level "\",\"component\":\"codeintel_mcp\",\"message\":\"" message                        \
    "\",\"operation\":\"files:open_file\",\"error_code\":\"" code "\",\"http_status\":" status rest "}"

static char line[1024];

/* The line about an error, in a buffer that the next call takes again. Whatever it is: one line of
   printable ASCII that is JSON. */
static const char *logged(const mcperr_dialect *d, const mcperr_error *err, const char *component)
{
    memset(line, '#', sizeof line);
    const size_t size = mcperr_log_line(d, err, component, line, sizeof line);
    mu_assert_uint_eq(strlen(line), size);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_check(line, size, NULL, NULL, NULL));
    for (size_t i = 0; i < size; i++)
        mu_check(line[i] >= 0x20 && line[i] <= 0x7E);
    return line;
}

/* An exception in the operation files:open_file. */
static mcperr_error raised(const char *exception, const char *message, const char *context)
{
    mcperr_error err = no_error();

    err.operation = mcperr_str("files:open_file");
    mcperr_raise(&err, mcperr_str(exception), mcperr_str(message), mcperr_raw(context));
    return err;
}

/* ---- one record for each kind of exception --------------------------------------------------------- */

MU_TEST(a_domain_error_is_logged_with_its_message_code_and_context)
{
    static const struct {
        const char *exception, *message, *context, *line;
    } known[] = {
        {"FileOperationError", "cannot do that", "{\"path\":\"a.c\"}",
         LINE("WARNING", "cannot do that", "file-operation-error", "400", ",\"context\":{\"path\":\"a.c\"}")},
        {"FileReadError", "binary", "{\"path\":\"a.bin\"}",
         LINE("WARNING", "binary", "unsupported-encoding", "415", ",\"context\":{\"path\":\"a.bin\"}")},
        {"InvalidLineRangeError", "start_line must be positive",
         "{ \"path\" : \"a.c\", \"start_line\" : 0, \"end_line\" : null }",
         LINE("WARNING", "start_line must be positive", "invalid-parameter", "400",
              ",\"context\":{\"path\":\"a.c\",\"start_line\":0,\"end_line\":null}")},
        {"PathOutsideRepositoryError", "outside", "{\"path\":\"a.c\"}",
         LINE("WARNING", "outside", "forbidden", "403", ",\"context\":{\"path\":\"a.c\"}")},
        {"GitOperationError", "git failed", "{\"path\":null,\"git_command\":\"blame\"}",
         LINE("CRITICAL", "git failed", "git-operation-error", "500",
              ",\"context\":{\"path\":null,\"git_command\":\"blame\"}")},
        {"VectorSearchError", "Search timeout", "{\"query\":\"def main\",\"faiss_index\":\"i\"}",
         LINE("ERROR", "Search timeout", "vector-search-error", "503",
              ",\"context\":{\"query\":\"def main\",\"faiss_index\":\"i\"}")},
        {"EmbeddingError", NULL, NULL,
         LINE("ERROR", "Embedding generation failed", "embedding-error", "503", "")},
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        const mcperr_error err = raised(known[i].exception, known[i].message, known[i].context);
        mu_assert_string_eq(known[i].line, logged(&mcperr_codeintel, &err, NULL));
    }
}

MU_TEST(file_not_found_is_a_warning_with_its_words_as_error)
{
    const mcperr_error err = raised("FileNotFoundError", "No such file: a.c", NULL);

    mu_assert_string_eq(
        LINE("WARNING", "File not found", "file-not-found", "404", ",\"error\":\"No such file: a.c\""),
        logged(&mcperr_codeintel, &err, NULL));
}

MU_TEST(a_unicode_error_is_a_warning_with_encoding_and_reason)
{
    const mcperr_error err = raised("UnicodeDecodeError", "can't decode byte 0xff",
                                    "{\"encoding\":\"utf-8\",\"reason\":\"invalid start byte\"}");

    mu_assert_string_eq(LINE("WARNING", "Binary file or encoding error", "unsupported-encoding", "415",
                             ",\"error\":\"can't decode byte 0xff\",\"encoding\":\"utf-8\","
                             "\"reason\":\"invalid start byte\""),
                        logged(&mcperr_codeintel, &err, NULL));
}

MU_TEST(a_value_error_is_a_warning_with_its_words_as_error)
{
    mcperr_error err = raised("ValueError", "limit must be positive", NULL);

    mu_assert_string_eq(LINE("WARNING", "Invalid parameter", "invalid-parameter", "400",
                             ",\"error\":\"limit must be positive\""),
                        logged(&mcperr_codeintel, &err, NULL));
    err.home = &mcperr_problem; /* the same codes, read from the problem object alone */
    mu_assert_string_eq(LINE("WARNING", "Invalid parameter", "invalid-parameter", "400",
                             ",\"error\":\"limit must be positive\""),
                        logged(&mcperr_problem, &err, NULL));
}

MU_TEST(an_unknown_exception_is_logged_with_its_type_and_stack_and_not_with_its_words)
{
    mcperr_error err = raised("KeyError", "canary", "{\"secret\":\"canary\"}");

    err.stack = mcperr_str("at f\n\tat \xC3\xBC");
    mu_assert_string_eq(LINE("CRITICAL", "Unexpected error", "internal-error", "500",
                             ",\"exception_type\":\"KeyError\",\"stack\":\"at f\\n\\tat \\u00fc\""),
                        logged(&mcperr_codeintel, &err, NULL));
}

/* ---- the rest of a record ---------------------------------------------------------------------------- */

MU_TEST(component_tool_and_incident_are_logged)
{
    mcperr_error err = raised("FileOperationError", "m", NULL);

    err.tool = mcperr_str("open_file");
    err.incident = mcperr_str("inc_1");
    mu_assert_string_eq("{\"level\":\"WARNING\",\"component\":\"node-7\",\"message\":\"m\","
                        "\"operation\":\"files:open_file\",\"error_code\":\"file-operation-error\","
                        "\"http_status\":400,\"tool_name\":\"open_file\",\"incident_id\":\"inc_1\"}",
                        logged(&mcperr_codeintel, &err, "node-7"));
}

MU_TEST(an_error_without_an_operation_is_logged_without)
{
    mcperr_error err = error_of(&mcperr_kaiza, "FILE_NOT_FOUND");

    mu_assert_string_eq("{\"level\":\"WARNING\",\"component\":\"codeintel_mcp\",\"message\":\"File does not "
                        "exist\",\"error_code\":\"FILE_NOT_FOUND\",\"http_status\":404}",
                        logged(&mcperr_kaiza, &err, NULL));
}

MU_TEST(each_dialect_logs_its_own_code)
{
    static const char *const codes[] = {"UNKNOWN_TOOL_FAILURE", "internal_error", "internal-error",
                                        "internal-error",       "TRANSIENT",      "runtime.timeout",
                                        "runtime.timeout"};
    mcperr_error err = no_error();

    (void)mcperr_fail(&err, MCPERR_TIMEOUT, "no answer");
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        (void)logged(every_dialect[i], &err, NULL);
        const char *const at = strstr(line, "\"error_code\":\"");
        mu_check(at != NULL && strncmp(at + 14, codes[i], strlen(codes[i])) == 0 &&
                 at[14 + strlen(codes[i])] == '"');
    }
}

MU_TEST(the_level_follows_from_status_and_alert)
{
    static const struct {
        mcperr_kind kind;
        uint16_t status;
        mcperr_level level;
    } known[] = {
        {MCPERR_NOT_FOUND, 0, MCPERR_LOG_WARNING},
        {MCPERR_FORBIDDEN, 0, MCPERR_LOG_WARNING},
        {MCPERR_RATE_LIMITED, 0, MCPERR_LOG_WARNING},
        {MCPERR_TIMEOUT, 0, MCPERR_LOG_ERROR},
        {MCPERR_IO, 0, MCPERR_LOG_ERROR},
        {MCPERR_INTERNAL, 0, MCPERR_LOG_CRITICAL},
        {MCPERR_CORRUPT, 0, MCPERR_LOG_CRITICAL},
        {MCPERR_INTERNAL, 499, MCPERR_LOG_WARNING},
        {MCPERR_NOT_FOUND, 500, MCPERR_LOG_ERROR},
        {MCPERR_FORBIDDEN, 599, MCPERR_LOG_CRITICAL},
        {MCPERR_NOT_FOUND, 600, MCPERR_LOG_WARNING},
        {MCPERR_INTERNAL, 99, MCPERR_LOG_CRITICAL},
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        mcperr_error err = no_error();
        (void)mcperr_fail(&err, known[i].kind, NULL);
        err.status = known[i].status;
        mu_assert_int_eq(known[i].level, mcperr_log_level(&mcperr_owlclaw, &err));
    }
}

MU_TEST(the_chain_of_causes_is_logged_and_does_not_leave)
{
    mcperr_error err = raised("GitOperationError", "git failed", NULL);
    static const char *const causes[] = {
        "{\"message\":\"exit 128\",\"cause\":{\"message\":\"no lock\",\"cause\":{\"message\":\"EAGAIN\"}}}",
        "{\"message\":\"exit 128\"}"};

    for (size_t i = 0; i < COUNT(causes); i++) {
        err.cause = mcperr_raw(causes[i]);
        (void)logged(&mcperr_codeintel, &err, NULL);
        const char *const at = strstr(line, ",\"cause\":");
        mu_check(at != NULL && strncmp(at + 9, causes[i], strlen(causes[i])) == 0);
        mu_check(strstr(written(&mcperr_codeintel, &err), "128") == NULL);
    }
}

MU_TEST(a_built_in_exception_has_a_cause_too)
{
    mcperr_error err = raised("FileNotFoundError", "No such file", NULL);

    err.cause = mcperr_str("ENOENT");
    mu_assert_string_eq(LINE("WARNING", "File not found", "file-not-found", "404",
                             ",\"error\":\"No such file\",\"cause\":{\"message\":\"ENOENT\"}"),
                        logged(&mcperr_codeintel, &err, NULL));
}

MU_TEST(a_cause_that_is_no_object_is_the_message_of_one)
{
    static const struct {
        const char *raw, *cause;
    } known[] = {
        {" \"a\\u0062c\" ", "{\"message\":\"abc\"}"},
        {"[1,2]", "{\"message\":[1,2]}"},
        {"7", "{\"message\":7}"},
        {"null", "{\"message\":null}"},
        {" \n { } ", NULL},
    };
    mcperr_error err = raised("GitOperationError", "m", NULL);
    const mcperr_field field = mcperr_field_int("errno", 11);

    for (size_t i = 0; i < COUNT(known); i++) {
        err.cause = mcperr_raw(known[i].raw);
        (void)logged(&mcperr_codeintel, &err, NULL);
        const char *const at = strstr(line, "\"cause\":");
        if (known[i].cause == NULL)
            mu_check(at == NULL);
        else
            mu_check(at != NULL && strncmp(at + 8, known[i].cause, strlen(known[i].cause)) == 0);
    }
    err.cause = mcperr_fields(&field, 1);
    mu_check(strstr(logged(&mcperr_codeintel, &err, NULL), "\"cause\":{\"errno\":11}") != NULL);
}

/* ---- nothing secret ---------------------------------------------------------------------------------- */

MU_TEST(secrets_in_context_and_cause_are_redacted)
{
    static const char secrets[] =
        "{\"password\":\"canary\",\"apiKey\":\"canary\",\"n\":{\"access_token\":\"canary\"},"
        "\"cookies\":[\"canary\"],\"at\":\"/home/canary/x\",\"in\":\"/w/src/a.c\"}";
    static const char safe[] = "{\"password\":\"[redacted]\",\"apiKey\":\"[redacted]\","
                               "\"n\":{\"access_token\":\"[redacted]\"},\"cookies\":\"[redacted]\","
                               "\"at\":\"[redacted]\",\"in\":\"src/a.c\"}";
    mcperr_error err = raised("GitOperationError", "m", secrets);

    err.workspace = mcperr_str("/w");
    err.cause = mcperr_raw(secrets);
    (void)logged(&mcperr_codeintel, &err, NULL);
    mu_check(strstr(line, "canary") == NULL);
    const char *const context = strstr(line, "\"context\":"), *const cause = strstr(line, "\"cause\":");
    mu_check(context != NULL && strncmp(context + 10, safe, strlen(safe)) == 0);
    mu_check(cause != NULL && strncmp(cause + 8, safe, strlen(safe)) == 0);
}

MU_TEST(secrets_beside_a_built_in_exception_are_redacted)
{
    const mcperr_error err = raised("ValueError", "bad", "{\"token\":\"canary\",\"reason\":\"/etc/canary\"}");

    mu_assert_string_eq(LINE("WARNING", "Invalid parameter", "invalid-parameter", "400",
                             ",\"error\":\"bad\",\"token\":\"[redacted]\",\"reason\":\"[redacted]\""),
                        logged(&mcperr_codeintel, &err, NULL));
}

MU_TEST(a_path_in_the_words_of_a_cause_is_redacted)
{
    mcperr_error err = raised("GitOperationError", "m", NULL);

    err.cause = mcperr_str("cannot open /home/canary/.netrc");
    (void)logged(&mcperr_codeintel, &err, NULL);
    mu_check(strstr(line, "\"cause\":{\"message\":\"[redacted]\"}") != NULL);
}

/* The session is no part of a log record, and its place is not seen either. */
MU_TEST(the_session_is_not_logged)
{
    mcperr_error err = error_of(&mcperr_kaiza, "INVALID_PATH");

    err.session = err.role = err.workspace = err.plan = err.phase = mcperr_str("canary");
    mu_check(strstr(logged(&mcperr_kaiza, &err, NULL), "canary") == NULL);
}

/* ---- whatever the error holds ------------------------------------------------------------------------ */

MU_TEST(a_record_is_one_line_of_ascii_whatever_the_words_are)
{
    mcperr_error err = error_of(&mcperr_toolerror, "INTERNAL");

    err.message = mcperr_str("a\r\nb\x7F\xE2\x82\xAC\xF0\x9F\x98\x80\xFF");
    err.tool = mcperr_str("\x1B[31m");
    mu_assert_string_eq("{\"level\":\"CRITICAL\",\"component\":\"caf\\u00e9\",\"message\":"
                        "\"a\\r\\nb\\u007f\\u20ac\\ud83d\\ude00\\ufffd\",\"error_code\":\"INTERNAL\","
                        "\"http_status\":500,\"tool_name\":\"\\u001b[31m\"}",
                        logged(&mcperr_toolerror, &err, "caf\xC3\xA9"));
}

MU_TEST(members_of_the_context_never_stand_for_those_of_the_record)
{
    const mcperr_error err =
        raised("ValueError", "bad", "{\"level\":\"x\",\"component\":\"x\",\"error\":\"x\",\"kept\":1}");

    mu_assert_string_eq(
        LINE("WARNING", "Invalid parameter", "invalid-parameter", "400", ",\"error\":\"bad\",\"kept\":1"),
        logged(&mcperr_codeintel, &err, NULL));
}

MU_TEST(what_cannot_be_written_is_left_out_and_the_rest_is_logged)
{
    const mcperr_field field = mcperr_field_int("n", 1);
    const mcperr_text fields = mcperr_fields(&field, 1);
    mcperr_error err = raised("GitOperationError", "m", "{\"broken\":");

    err.cause = mcperr_raw("{]");
    err.stack = mcperr_str("at f");
    mu_assert_string_eq(LINE("CRITICAL", "m", "git-operation-error", "500", ",\"stack\":\"at f\""),
                        logged(&mcperr_codeintel, &err, NULL));

    err = raised("GitOperationError", "m", "{\"n\":1}");
    err.status = 999;
    err.message = err.tool = err.incident = err.stack = err.invariant = fields;
    err.cause = mcperr_raw("tru");
    mu_assert_string_eq(
        LINE("CRITICAL", "Git operation failed", "git-operation-error", "500", ",\"context\":{\"n\":1}"),
        logged(&mcperr_codeintel, &err, NULL));
}

MU_TEST(a_code_without_a_row_is_logged_as_the_word_for_its_kind)
{
    mcperr_error err = no_error();

    err.home = &mcperr_codeintel;
    err.code = mcperr_str("teapot-error");
    err.kind = MCPERR_INVALID;
    err.operation = mcperr_str("files:open_file");
    mu_assert_string_eq(LINE("WARNING", "Invalid parameter", "invalid-parameter", "400", ""),
                        logged(&mcperr_codeintel, &err, NULL));
}

MU_TEST(an_invariant_that_is_no_text_is_unknown)
{
    const mcperr_field field = mcperr_field_int("n", 1);
    mcperr_error err = error_of(&mcperr_kaiza, "INVARIANT_VIOLATION");

    err.invariant = mcperr_str("INV_1");
    mu_check(strstr(logged(&mcperr_kaiza, &err, NULL), "\"Invariant INV_1 was violated\"") != NULL);
    err.invariant = mcperr_fields(&field, 1);
    mu_check(strstr(logged(&mcperr_kaiza, &err, NULL), "\"Invariant unknown was violated\"") != NULL);
}

/* ---- in buffers of any size -------------------------------------------------------------------------- */

static mcperr_error rich(const char *exception)
{
    mcperr_error err =
        raised(exception, "the words of the message", "{\"path\":\"a.c\",\"git_command\":\"blame\"}");

    err.tool = mcperr_str("open_file");
    err.incident = mcperr_str("inc_20260101_1_1");
    err.cause = mcperr_str("ENOENT");
    err.stack = mcperr_str("at f");
    return err;
}

/* Every size gives a whole line or none; a larger buffer never gives less; nothing behind it is touched. */
MU_TEST(a_line_is_shed_to_any_buffer_that_takes_the_least)
{
    static const char *const exceptions[] = {"GitOperationError", "FileNotFoundError", "KeyError"};

    for (size_t i = 0; i < COUNT(exceptions); i++) {
        mcperr_error err = rich(exceptions[i]);
        if (i == 1)
            err.details = mcperr_raw("{\"reason\":\"gone\"}");
        const size_t whole = mcperr_log_line(&mcperr_codeintel, &err, NULL, line, sizeof line);
        const size_t least = mcperr_log_min_size(&mcperr_codeintel, err.operation, NULL);
        size_t before = 0;
        mu_check(whole > 0 && least <= whole);
        for (size_t cap = 0; cap <= whole + 1; cap++) {
            memset(line, '#', sizeof line);
            const size_t size = mcperr_log_line(&mcperr_codeintel, &err, NULL, line, cap);
            mu_check(line[cap] == '#');
            mu_check(size >= before && (size > 0 || cap < least));
            mu_check(size == 0 || (line[size] == '\0' && size < cap &&
                                   mcperr_json_check(line, size, NULL, NULL, NULL) == MCPERR_OK));
            mu_check(size > 0 || cap == 0 || line[0] == '\0');
            before = size;
        }
        mu_assert_uint_eq(whole, before);
    }
}

MU_TEST(stack_goes_first_then_context_then_cause_then_the_words_and_the_operation_last)
{
    static const char *const parts[] = {"\"stack\"",    "\"context\"",   "\"cause\"",
                                        "the words of", "\"tool_name\"", "\"operation\":\"files:open_file\""};
    const mcperr_error err = rich("GitOperationError");
    const size_t whole = mcperr_log_line(&mcperr_codeintel, &err, NULL, line, sizeof line);
    size_t shed = 0;

    for (size_t cap = whole + 1; cap > 0; cap--) {
        if (mcperr_log_line(&mcperr_codeintel, &err, NULL, line, cap) == 0)
            break;
        while (shed < COUNT(parts) && strstr(line, parts[shed]) == NULL)
            shed++;
        for (size_t i = 0; i < COUNT(parts); i++)
            mu_check((strstr(line, parts[i]) == NULL) == (i < shed));
        mu_check(strstr(line, "\"level\":\"CRITICAL\",\"component\":\"codeintel_mcp\"") != NULL);
        mu_check(strstr(line, "\"error_code\":\"git-operation-error\"") != NULL);
    }
    mu_assert_uint_eq(COUNT(parts), shed);
}

MU_TEST(the_smallest_buffer_takes_every_code_and_kind)
{
    const mcperr_text operation = mcperr_str("files:open_file");

    for (size_t d = 0; d < COUNT(every_dialect); d++) {
        const size_t least = mcperr_log_min_size(every_dialect[d], operation, "node");
        mu_check(least < 300);
        for (unsigned i = 0; i < every_dialect[d]->code_count; i++) {
            mcperr_error err = error_of(every_dialect[d], every_dialect[d]->codes[i].code);
            err.operation = operation;
            err.status = 599;
            mu_check(mcperr_log_line(every_dialect[d], &err, "node", line, least) > 0);
        }
        for (unsigned kind = 0; kind < MCPERR_KIND_COUNT; kind++) {
            mcperr_error err = no_error();
            (void)mcperr_fail(&err, (mcperr_kind)kind, "words that are too many for so small a buffer");
            err.operation = operation;
            mu_check(mcperr_log_line(every_dialect[d], &err, "node", line, least) > 0);
        }
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_domain_error_is_logged_with_its_message_code_and_context)
    MU_RUN(file_not_found_is_a_warning_with_its_words_as_error)
    MU_RUN(a_unicode_error_is_a_warning_with_encoding_and_reason)
    MU_RUN(a_value_error_is_a_warning_with_its_words_as_error)
    MU_RUN(an_unknown_exception_is_logged_with_its_type_and_stack_and_not_with_its_words)
    MU_RUN(component_tool_and_incident_are_logged)
    MU_RUN(an_error_without_an_operation_is_logged_without)
    MU_RUN(each_dialect_logs_its_own_code)
    MU_RUN(the_level_follows_from_status_and_alert)
    MU_RUN(the_chain_of_causes_is_logged_and_does_not_leave)
    MU_RUN(a_built_in_exception_has_a_cause_too)
    MU_RUN(a_cause_that_is_no_object_is_the_message_of_one)
    MU_RUN(secrets_in_context_and_cause_are_redacted)
    MU_RUN(secrets_beside_a_built_in_exception_are_redacted)
    MU_RUN(a_path_in_the_words_of_a_cause_is_redacted)
    MU_RUN(the_session_is_not_logged)
    MU_RUN(a_record_is_one_line_of_ascii_whatever_the_words_are)
    MU_RUN(members_of_the_context_never_stand_for_those_of_the_record)
    MU_RUN(what_cannot_be_written_is_left_out_and_the_rest_is_logged)
    MU_RUN(a_code_without_a_row_is_logged_as_the_word_for_its_kind)
    MU_RUN(an_invariant_that_is_no_text_is_unknown)
    MU_RUN(a_line_is_shed_to_any_buffer_that_takes_the_least)
    MU_RUN(stack_goes_first_then_context_then_cause_then_the_words_and_the_operation_last)
    MU_RUN(the_smallest_buffer_takes_every_code_and_kind)
)
/* clang-format on */

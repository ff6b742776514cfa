/* SPDX-License-Identifier: MIT */
/* The methods but tools/list. Calls of tools go through the boundary and back; who may, and what was
 * cancelled. */
#include "server.h"

#define CALL(id, name, arguments)                                                                            \
    LEGACY_WITH(id, "tools/call", "\"name\":\"" name "\",\"arguments\":" arguments)
#define CALL_MODERN(id, name, arguments)                                                                     \
    MODERN_WITH(id, "tools/call", "\"name\":\"" name "\",\"arguments\":" arguments)

/* A tool error of the ToolError dialect. */
#define FAILED(id, type, message, recoverable, more)                                                         \
    OK(id, TEXT("{\\\"type\\\":\\\"" type "\\\",\\\"message\\\":\\\"" message                                \
                "\\\",\\\"recoverable\\\":" recoverable more "}") ",\"isError\":true")

/* ---- methods and eras ---------------------------------------------------------------------------------- */

MU_TEST(an_unknown_method_is_told_if_it_is_short)
{
    server_begin(&mcperr_kaiza);
    assert_answer(REFUSED("1", "-32601", "Method not found: resources/list"), LEGACY("1", "resources/list"));
    assert_answer(REFUSED("1", "-32601", "Method not found: a\\\"b"), LEGACY("1", "a\\\"b"));
    assert_answer(REFUSED("1", "-32601", "Method not found: " SIXTY "1234"), LEGACY("1", SIXTY "1234"));
    assert_answer(REFUSED("1", "-32601", "Method not found"), LEGACY("1", SIXTY "12345"));
    assert_answer(REFUSED("1", "-32601", "Method not found: "), LEGACY("1", ""));
}

MU_TEST(each_era_has_its_own_methods)
{
    server_begin(&mcperr_kaiza);
    assert_answer(REFUSED("1", "-32601", "Method not found: ping"), MODERN("1", "ping"));
    assert_answer(REFUSED("1", "-32602", "_meta needs " VENDOR "protocolVersion"),
                  LEGACY("1", "server/discover"));
    assert_answer(REFUSED("1", "-32601", "Method not found: initialize"),
                  MODERN_WITH("1", "initialize", "\"protocolVersion\":\"2025-11-25\""));
}

MU_TEST(discovery_tells_versions_capabilities_and_who_it_is)
{
    server_begin(&mcperr_kaiza);
    assert_answer(OK_MODERN("\"server-discover-probe-1\"",
                            "\"supportedVersions\":" KNOWN ",\"capabilities\":{\"tools\":{}},\"ttlMs\":5000,"
                            "\"cacheScope\":\"private\""),
                  MODERN("\"server-discover-probe-1\"", "server/discover"));
    server.instructions = "Be \"kind\".";
    server.ttl_ms = 0;
    assert_answer(OK_MODERN("0", "\"supportedVersions\":" KNOWN
                                 ",\"capabilities\":{\"tools\":{}},\"instructions\":\"Be \\\"kind\\\".\","
                                 "\"ttlMs\":0,\"cacheScope\":\"private\""),
                  MODERN("0", "server/discover"));
}

/* ---- initialize ---------------------------------------------------------------------------------------- */

#define GREETING(version)                                                                                    \
    OK("0", "\"protocolVersion\":\"" version                                                                 \
            "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"node\",\"version\":\"1.0\"}")

MU_TEST(a_known_version_is_agreed_on_and_any_other_is_answered_with_the_newest_of_that_era)
{
    server_begin(&mcperr_kaiza);
    assert_answer(GREETING("2025-11-25"), INITIALIZE("\"2025-11-25\""));
    assert_answer(GREETING("2025-06-18"), INITIALIZE("\"2025-06-18\""));
    assert_answer(GREETING("2025-03-26"), INITIALIZE("\"2025-03-26\""));
    assert_answer(GREETING("2024-11-05"), INITIALIZE("\"2024-11-05\""));
    assert_answer(GREETING("2025-11-25"), INITIALIZE("\"2026-07-28\""));
    assert_answer(GREETING("2025-11-25"), INITIALIZE("\"\""));
    assert_answer(GREETING("2025-11-25"), INITIALIZE("\"" EIGHT(SIXTY) "\""));
    mu_assert_uint_eq(7, node.events.calls);
    mu_assert_uint_eq(0, node.events.failures);
}

MU_TEST(initialize_needs_a_version)
{
    static const char refused[] = REFUSED("0", "-32602", "initialize needs a protocolVersion");

    server_begin(&mcperr_kaiza);
    assert_answer(refused, LEGACY("0", "initialize"));
    assert_answer(refused, INITIALIZE("null"));
    assert_answer(refused, INITIALIZE("20251125"));
}

MU_TEST(instructions_are_given_at_initialize)
{
    server_begin(&mcperr_kaiza);
    server.instructions = "Be kind.";
    assert_answer(OK("0", "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":"
                          "{\"name\":\"node\",\"version\":\"1.0\"},\"instructions\":\"Be kind.\""),
                  INITIALIZE("\"2025-11-25\""));
}

/* ---- results and failures ------------------------------------------------------------------------------ */

MU_TEST(a_result_comes_back_as_text)
{
    server_begin(&mcperr_toolerror);
    assert_answer(OK("2", TEXT("{\\\"milli_celsius\\\":21501}")), CALL("2", "read_temp", "{\"channel\":1}"));
    assert_answer(OK("2", TEXT("{\\\"milli_celsius\\\":21500}")),
                  LEGACY_WITH("2", "tools/call", "\"name\":\"read_temp\""));
    assert_answer(OK_MODERN("\"b\"", TEXT("{\\\"milli_celsius\\\":21502}")),
                  CALL_MODERN("\"b\"", "read_temp", "{\"channel\":2}"));
    assert_answer(OK("2", TEXT("{\\\"text\\\":\\\"a\\\\\\\"\\\\n\xC3\xA9\\\"}")),
                  CALL("2", "echo", "{\"text\":\"a\\\"\\n\\u00e9\"}"));
    mu_assert_uint_eq(4, node.events.calls);
    mu_assert_uint_eq(0, file.size);
}

MU_TEST(a_tool_with_an_output_schema_gives_its_result_structured_too)
{
    server_begin(&mcperr_toolerror);
    assert_answer(
        OK("2", "\"structuredContent\":{\"milli_celsius\":21500}," TEXT("{\\\"milli_celsius\\\":21500}")),
        CALL("2", "status", "{}"));
    assert_answer(OK_MODERN("2", "\"structuredContent\":{\"milli_celsius\":21500}," TEXT(
                                     "{\\\"milli_celsius\\\":21500}")),
                  CALL_MODERN("2", "status", "{}"));
}

MU_TEST(a_failure_is_an_envelope_that_says_so_and_is_recorded)
{
    server_begin(&mcperr_toolerror);
    assert_answer(FAILED("3", "TRANSIENT", "sensor did not answer", "true", ""),
                  CALL("3", "read_temp", "{\"channel\":4}"));
    mu_assert_uint_eq(1, node.events.failures);
    mu_check(file.size > 0);
    assert_answer(OK_MODERN("3", TEXT("{\\\"type\\\":\\\"TRANSIENT\\\",\\\"message\\\":\\\"sensor did not "
                                      "answer\\\",\\\"recoverable\\\":true}") ",\"isError\":true"),
                  CALL_MODERN("3", "read_temp", "{\"channel\":4}"));
}

MU_TEST(copies_of_the_envelope_are_made_where_the_endpoint_wants_them)
{
#define ENVELOPE "{\"type\":\"TRANSIENT\",\"message\":\"sensor did not answer\",\"recoverable\":true}"
#define QUOTED                                                                                               \
    TEXT("{\\\"type\\\":\\\"TRANSIENT\\\",\\\"message\\\":\\\"sensor did not answer\\\","                    \
         "\\\"recoverable\\\":true}")                                                                        \
    ",\"isError\":true"

    server_begin(&mcperr_toolerror);
    server.meta_key = "com.example/error";
    server.structured_errors = true;
    assert_answer(
        OK("3", QUOTED ",\"structuredContent\":" ENVELOPE ",\"_meta\":{\"com.example/error\":" ENVELOPE "}"),
        CALL("3", "read_temp", "{\"channel\":4}"));
    /* Less room, no copies; and never a cut line. */
    const size_t needed = length + 1;
    static const char line[] = CALL("3", "read_temp", "{\"channel\":4}");
    const mcperr_line request = {line, sizeof line - 1, 0};
    assert_answer_in(needed - 1, OK("3", QUOTED), &request);
}

MU_TEST(a_result_in_disguise_is_found_in_every_frame)
{
    static mcperr_tool structured;

    server_begin(&mcperr_toolerror);
    assert_answer(FAILED("3", "INTERNAL", "result is an error in disguise", "false", ""),
                  CALL("3", "lie", "{}"));
    structured = server_tools[3];
    structured.output_schema = "{}";
    server.tools = &structured;
    server.tool_count = 1;
    assert_answer(FAILED("3", "INTERNAL", "result is an error in disguise", "false", ""),
                  CALL("3", "lie", "{}"));
    mu_assert_uint_eq(2, node.events.disguised);
}

MU_TEST(a_session_that_is_locked_answers_with_an_envelope)
{
    server_begin(&mcperr_kaiza);
    node.lock_on_failure = true;
    answer_to(CALL("3", "read_temp", "{\"channel\":4}"));
    answer_to(CALL("4", "read_temp", "{\"channel\":1}"));
    mu_check(strstr(out, "\\\"error_code\\\":\\\"SESSION_LOCKED\\\"") != NULL);
    mu_check(strstr(out, "\"isError\":true") != NULL);
    answer_to(LEGACY_WITH("5", "initialize", "\"protocolVersion\":\"2025-11-25\""));
    mu_check(strstr(out, "\"error\":{\"code\":-32603,\"data\":{\"error_code\":\"SESSION_LOCKED\"") != NULL);
}

/* ---- what is asked for --------------------------------------------------------------------------------- */

MU_TEST(an_unknown_tool_is_an_error_of_the_protocol)
{
    server_begin(&mcperr_toolerror);
    assert_answer(REFUSED("3", "-32602", "Unknown tool: nope"), CALL("3", "nope", "{}"));
    assert_answer(REFUSED("3", "-32602", "Unknown tool: nope"), CALL_MODERN("3", "nope", "{}"));
    assert_answer(REFUSED("3", "-32602", "Unknown tool: "), CALL("3", "", "{}"));
    assert_answer(REFUSED("3", "-32602", "Unknown tool"),
                  CALL("3", "12345678901234567890123456789012345678901234567890123456789012345", "{}"));
    server.tool_count = 0;
    assert_answer(REFUSED("3", "-32602", "Unknown tool: echo"), CALL("3", "echo", "{}"));
    mu_assert_uint_eq(0, node.events.calls);
}

MU_TEST(a_request_of_another_shape_is_an_error_of_the_protocol)
{
    server_begin(&mcperr_toolerror);
    assert_answer(REFUSED("3", "-32602", "tools/call needs the name of a tool"), LEGACY("3", "tools/call"));
    assert_answer(REFUSED("3", "-32602", "tools/call needs the name of a tool"),
                  LEGACY_WITH("3", "tools/call", "\"name\":7"));
    assert_answer(REFUSED("3", "-32602", "The arguments of a tool are an object"), CALL("3", "echo", "[]"));
    assert_answer(REFUSED("3", "-32602", "The arguments of a tool are an object"), CALL("3", "echo", "null"));
    mu_assert_uint_eq(0, node.events.calls);
}

MU_TEST(a_bad_argument_is_a_tool_error_that_names_it)
{
#define ABOUT(name) ",\\\"data\\\":{\\\"argument\\\":\\\"" name "\\\"}"

    server_begin(&mcperr_toolerror);
    assert_answer(FAILED("3", "VALIDATION", "argument 'channel' must be an integer from 1 to 4", "false",
                         ABOUT("channel")),
                  CALL("3", "read_temp", "{\"channel\":5}"));
    assert_answer(
        FAILED("3", "VALIDATION", "argument 'unit' is not one of this tool", "false", ABOUT("unit")),
        CALL("3", "read_temp", "{\"unit\":\"C\"}"));
    mu_assert_uint_eq(2, node.events.failures);
    /* A schema of the tool's own is the tool's own business. */
    assert_answer(OK("3", TEXT("{\\\"text\\\":null}")), CALL("3", "echo", "{\"unit\":\"C\"}"));
}

/* ---- who may ------------------------------------------------------------------------------------------- */

typedef struct gatekeeper {
    const char *code; /* refuses with it; NULL: lets pass */
    const char *tool, *params;
    unsigned asked;
    uint16_t status;
    bool silent;
    const mcperr_dialect *home; /* of the code */
} gatekeeper;

static mcperr_status keep_gate(void *ctx, const mcperr_tool *wanted, mcperr_text params, mcperr_error *err)
{
    gatekeeper *const g = ctx;

    g->asked++;
    if (g->tool != NULL)
        mu_check(wanted != NULL && strcmp(wanted->name, g->tool) == 0);
    else
        mu_check(wanted == NULL);
    mu_assert_mem_eq(g->params, strlen(g->params), params.data, params.size);
    mu_assert_uint_eq(MCPERR_JSON, params.form);
    if (g->silent)
        return MCPERR_E_FAILED;
    if (g->code == NULL)
        return MCPERR_OK;
    (void)mcperr_fail(err, MCPERR_FORBIDDEN, "not you");
    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(err, g->home, mcperr_str(g->code)));
    err->status = g->status;
    return MCPERR_E_FAILED;
}

static gatekeeper gate;

static void gate_begin(const mcperr_dialect *d, const char *tool_name, const char *params)
{
    server_begin(d);
    memset(&gate, 0, sizeof gate);
    gate.home = d;
    gate.tool = tool_name;
    gate.params = params;
    server.authorize = keep_gate;
    server.ctx = &gate;
}

#define HELLO "\"protocolVersion\":\"2025-11-25\",\"clientInfo\":{\"name\":\"probe\"}"

/* Does the log hold these words? */
static bool recorded(const char *words)
{
    file.bytes[file.size < sizeof file.bytes ? file.size : sizeof file.bytes - 1] = '\0';
    return strstr(file.bytes, words) != NULL;
}

MU_TEST(whoever_may_initialize_and_call_is_asked_and_passes)
{
    gate_begin(&mcperr_owlclaw, NULL, "{" HELLO "}");
    answer_to(LEGACY_WITH("0", "initialize", HELLO));
    mu_check(strstr(out, "\"protocolVersion\":\"2025-11-25\"") != NULL);
    gate.tool = "read_temp";
    gate.params = "{\"name\":\"read_temp\",\"arguments\":{\"channel\":1}}";
    assert_answer(OK("1", TEXT("{\\\"milli_celsius\\\":21501}")), CALL("1", "read_temp", "{\"channel\":1}"));
    mu_assert_uint_eq(2, gate.asked);
    mu_assert_uint_eq(0, node.events.failures);
}

MU_TEST(a_client_that_may_not_initialize_is_refused_with_the_status_as_code_and_recorded)
{
    gate_begin(&mcperr_owlclaw, NULL, "{" HELLO "}");
    gate.code = "auth.unauthorized";
    answer_to(LEGACY_WITH("0", "initialize", HELLO));
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":401,\"data\":{",
                      tail[] = "},\"message\":\"not you\"}}";
    mu_assert_mem_eq(head, sizeof head - 1, out, sizeof head - 1);
    mu_assert_mem_eq(tail, sizeof tail - 1, out + length - (sizeof tail - 1), sizeof tail - 1);
    mu_check(strstr(out, "\"auth.unauthorized\"") != NULL);
    mu_check(recorded("auth.unauthorized") && recorded("initialize"));
    mu_assert_uint_eq(1, node.events.failures);
}

MU_TEST(a_call_that_is_not_allowed_is_refused_in_both_eras_before_its_arguments_are_judged)
{
    gate_begin(&mcperr_kaiza, "read_temp", "{\"name\":\"read_temp\",\"arguments\":{\"channel\":9}}");
    gate.code = "INSUFFICIENT_PERMISSIONS";
    answer_to(CALL("1", "read_temp", "{\"channel\":9}"));
    static const char head[] =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":403,\"data\":{\"error_code\":"
        "\"INSUFFICIENT_PERMISSIONS\",\"human_message\":\"not you\"";
    mu_assert_mem_eq(head, sizeof head - 1, out, sizeof head - 1);
    mu_check(recorded("INSUFFICIENT_PERMISSIONS") && recorded("read_temp"));
    gate.params = "{\"name\":\"read_temp\",\"arguments\":{\"channel\":9}," META "}";
    answer_to(CALL_MODERN("1", "read_temp", "{\"channel\":9}"));
    mu_assert_mem_eq(head, sizeof head - 1, out, sizeof head - 1);
    mu_assert_uint_eq(2, gate.asked);
    mu_assert_uint_eq(2, node.events.failures);
}

MU_TEST(a_refusal_has_the_same_code_in_a_dialect_without_a_word_for_it)
{
    static const char head[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":403,\"data\":{\"error\":";

    gate_begin(&mcperr_kaiza, "read_temp", "{\"name\":\"read_temp\",\"arguments\":{\"channel\":9}}");
    gate.code = "INSUFFICIENT_PERMISSIONS";
    node.dialect = &mcperr_context;
    answer_to(CALL("1", "read_temp", "{\"channel\":9}"));
    mu_assert_mem_eq(head, sizeof head - 1, out, sizeof head - 1);
}

MU_TEST(the_status_of_a_refusal_may_be_the_hook_s_own_and_a_silent_one_is_internal)
{
    gate_begin(&mcperr_kaiza, "echo", "{\"name\":\"echo\"}");
    gate.code = "INSUFFICIENT_PERMISSIONS";
    gate.status = 451;
    answer_to(LEGACY_WITH("1", "tools/call", "\"name\":\"echo\""));
    mu_check(strstr(out, "\"error\":{\"code\":451,") != NULL);
    gate.silent = true;
    answer_to(LEGACY_WITH("1", "tools/call", "\"name\":\"echo\""));
    mu_check(strstr(out, "\"error\":{\"code\":500,") != NULL);
    mu_check(strstr(out, ",\"message\":\"Unexpected server error\"}}") != NULL);
}

MU_TEST(nobody_is_asked_about_anything_else)
{
    gate_begin(&mcperr_kaiza, NULL, "");
    answer_to(LEGACY("1", "ping"));
    answer_to(LEGACY("1", "tools/list"));
    answer_to(MODERN("1", "server/discover"));
    answer_to(CALL("1", "nope", "{}"));
    mu_assert_uint_eq(0, gate.asked);
}

/* ---- who is calling ------------------------------------------------------------------------------------ */

static char caller[40];

static void note_caller(void *ctx, const mcperr_error *err, mcperr_text client)
{
    (void)ctx;
    (void)err;
    (void)mcperr_text_copy(client, caller, sizeof caller);
}

/* The client of an alert that a line raises. */
static void assert_caller(const char *expected, const char *line)
{
    node.alert = note_caller;
    memcpy(caller, "nobody", 7);
    answer_to(line);
    mu_assert_string_eq(expected, caller);
}

MU_TEST(a_client_is_who_it_says_it_is_unless_the_device_knows_better)
{
    static const char legacy[] = CALL("1", "lie", "{}"), modern[] = CALL_MODERN("1", "lie", "{}");

    server_begin(&mcperr_kaiza);
    assert_caller("", legacy);
    assert_caller("probe", modern);
    assert_caller("", legacy); /* what a stateless request says is of that request alone */
    answer_to(LEGACY_WITH("0", "initialize", HELLO));
    assert_caller("probe", legacy);
    answer_to(LEGACY_WITH("0", "initialize",
                          "\"protocolVersion\":\"2025-11-25\",\"clientInfo\":{\"name\":"
                          "\"a name that is longer than is kept here\"}"));
    assert_caller("", legacy);
    server.client = mcperr_str("uart0");
    assert_caller("uart0", legacy);
    assert_caller("uart0", modern);
}

static mcperr_status refuse_all(void *ctx, const mcperr_tool *wanted, mcperr_text params, mcperr_error *err)
{
    (void)ctx, (void)wanted, (void)params;
    return mcperr_fail(err, MCPERR_INTERNAL, "nobody");
}

MU_TEST(a_client_that_is_refused_leaves_no_name)
{
    static const char legacy[] = CALL("1", "lie", "{}");

    server_begin(&mcperr_kaiza);
    answer_to(LEGACY_WITH("0", "initialize", HELLO));
    server.authorize = refuse_all;
    assert_caller("mallory", LEGACY_WITH("0", "initialize",
                                         "\"protocolVersion\":\"2025-11-25\",\"clientInfo\":{\"name\":"
                                         "\"mallory\"}"));
    server.authorize = NULL;
    assert_caller("probe", legacy);
}

/* ---- cancelled ----------------------------------------------------------------------------------------- */

typedef struct canceller {
    const char *id;
    unsigned asked;
} canceller;

static bool was_cancelled(void *ctx, mcperr_text id)
{
    canceller *const c = ctx;

    c->asked++;
    memset(tokens, 0xA5, sizeof tokens); /* they are free now */
    return mcperr_text_same(id, mcperr_raw(c->id));
}

MU_TEST(a_call_that_was_cancelled_does_not_run_and_has_no_answer)
{
    canceller c = {"\"x\"", 0};

    server_begin(&mcperr_toolerror);
    server.cancelled = was_cancelled;
    server.ctx = &c;
    assert_answer("", CALL("\"x\"", "read_temp", "{\"channel\":1}"));
    mu_assert_uint_eq(1, c.asked);
    mu_assert_uint_eq(0, node.events.calls);
    mu_assert_uint_eq(0, server.unanswered);
    assert_answer(OK("\"y\"", TEXT("{\\\"milli_celsius\\\":21501}")),
                  CALL("\"y\"", "read_temp", "{\"channel\":1}"));
    mu_assert_uint_eq(2, c.asked);
    /* Only calls wait. */
    assert_answer("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{}}", LEGACY("\"x\"", "ping"));
    mu_assert_uint_eq(2, c.asked);
}

static mcperr_lines port_lines;

static bool lines_cancel(void *ctx, mcperr_text id)
{
    return mcperr_lines_cancel(ctx, id, tokens, COUNT(tokens));
}

MU_TEST(a_cancellation_that_waits_in_the_lines_is_honoured_before_the_call_starts)
{
    static char buf[MCPERR_LINES_MIN];
    static const char stream[] =
        CALL("7", "echo", "{}") "\n{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7},"
                                "\"jsonrpc\":\"2.0\"}\n" CALL("8", "echo", "{}") "\n";
    mcperr_line line;

    server_begin(&mcperr_toolerror);
    server.cancelled = lines_cancel;
    server.ctx = &port_lines;
    mu_check(mcperr_lines_init(&port_lines, buf, sizeof buf));
    mu_assert_uint_eq(sizeof stream - 1, mcperr_lines_put(&port_lines, stream, sizeof stream - 1));
    mu_check(mcperr_lines_next(&port_lines, &line));
    assert_answer_in(sizeof out, "", &line);
    mu_check(mcperr_lines_next(&port_lines, &line));
    assert_answer_in(sizeof out, "", &line);
    mu_check(mcperr_lines_next(&port_lines, &line));
    assert_answer_in(sizeof out, OK("8", TEXT("{\\\"text\\\":null}")), &line);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(an_unknown_method_is_told_if_it_is_short)
    MU_RUN(each_era_has_its_own_methods)
    MU_RUN(discovery_tells_versions_capabilities_and_who_it_is)
    MU_RUN(a_known_version_is_agreed_on_and_any_other_is_answered_with_the_newest_of_that_era)
    MU_RUN(initialize_needs_a_version)
    MU_RUN(instructions_are_given_at_initialize)
    MU_RUN(a_result_comes_back_as_text)
    MU_RUN(a_tool_with_an_output_schema_gives_its_result_structured_too)
    MU_RUN(a_failure_is_an_envelope_that_says_so_and_is_recorded)
    MU_RUN(copies_of_the_envelope_are_made_where_the_endpoint_wants_them)
    MU_RUN(a_result_in_disguise_is_found_in_every_frame)
    MU_RUN(a_session_that_is_locked_answers_with_an_envelope)
    MU_RUN(an_unknown_tool_is_an_error_of_the_protocol)
    MU_RUN(a_request_of_another_shape_is_an_error_of_the_protocol)
    MU_RUN(a_bad_argument_is_a_tool_error_that_names_it)
    MU_RUN(whoever_may_initialize_and_call_is_asked_and_passes)
    MU_RUN(a_client_that_may_not_initialize_is_refused_with_the_status_as_code_and_recorded)
    MU_RUN(a_call_that_is_not_allowed_is_refused_in_both_eras_before_its_arguments_are_judged)
    MU_RUN(a_refusal_has_the_same_code_in_a_dialect_without_a_word_for_it)
        MU_RUN(the_status_of_a_refusal_may_be_the_hook_s_own_and_a_silent_one_is_internal)
    MU_RUN(nobody_is_asked_about_anything_else)
    MU_RUN(a_client_is_who_it_says_it_is_unless_the_device_knows_better)
    MU_RUN(a_client_that_is_refused_leaves_no_name)
    MU_RUN(a_call_that_was_cancelled_does_not_run_and_has_no_answer)
    MU_RUN(a_cancellation_that_waits_in_the_lines_is_honoured_before_the_call_starts)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "tool.h"

static char text[OUT_ROOM];

/* ---- errors that are broken ---------------------------------------------------------------------------- */

HANDLER(passes_broken_json)
{
    UNUSED;
    err->cause = mcperr_raw("{\"a\":");
    err->details = mcperr_raw("[1]");
    err->result = mcperr_raw("{]");
    err->tool = mcperr_raw("{}");
    err->incident = mcperr_raw("[]");
    err->stack = mcperr_raw("{}");
    err->role = mcperr_str("NOBODY");
    err->status = 999;
    mcperr_set_retry_after(err, 9);
    return mcperr_fail(err, MCPERR_IO, "bus error");
}

MU_TEST(broken_parts_of_an_error_are_left_out_and_counted)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        (void)answered(passes_broken_json);
        mu_check(i == 1 || strstr(out, "bus error") != NULL);
        mu_assert_uint_eq(i == 1 ? 0 : 1, node.events.mended);
        mu_assert_uint_eq(1, records());
    }
}

HANDLER(has_a_code_without_a_row)
{
    UNUSED;
    err->home = node.dialect;
    err->code = mcperr_str("no-such-code");
    err->kind = MCPERR_NOT_FOUND;
    return MCPERR_E_FAILED;
}

HANDLER(is_of_no_kind)
{
    UNUSED;
    err->kind = 200;
    return MCPERR_E_FAILED;
}

MU_TEST(a_code_without_a_row_is_the_word_for_its_kind_everywhere)
{
    mcperr_counter counters[2];
    mcperr_metrics metrics = {counters, NULL, COUNT(counters), 0};

    memset(counters, 0, sizeof counters);
    node_begin(&mcperr_kaiza);
    node.metrics = &metrics;
    assert_answer(EARLY("FILE_NOT_FOUND", "File does not exist", "null"), has_a_code_without_a_row);
    mu_check(recorded("\"error_code\":\"FILE_NOT_FOUND\""));
    mu_assert_string_eq("FILE_NOT_FOUND", counters[0].code);
    mu_assert_uint_eq(404, counters[0].status);
    mu_assert_uint_eq(1, node.events.mended);
    assert_answer(INTERNAL("Unexpected server error"), is_of_no_kind);
}

/* ---- buffers of any size ------------------------------------------------------------------------------- */

/* Everything, and names that are longer than the tool's own. */
HANDLER(fails_with_everything)
{
    UNUSED;
    err->cause = mcperr_raw("{\"message\":\"c\"}");
    err->details = mcperr_raw("{\"n\":[1,2,3]}");
    err->stack = mcperr_str("at f\nat g");
    if (self != NULL)
        err->tool = err->operation = err->incident = mcperr_str(self);
    if (self != NULL)
        err->result = mcperr_raw("{\"a\":\"........................................................\"}");
    return mcperr_fail(err, MCPERR_UNAVAILABLE, "some words about what happened");
}

static char long_name[] = "a-name-that-is-longer-than-what-start-up-was-told-of-so-that-it-must-make-way";

static void nothing_logged(void *ctx, mcperr_level level, const char *line, size_t size)
{
    (void)level;
    (void)line;
    *(size_t *)ctx = size;
}

MU_TEST(from_the_least_size_up_there_is_always_one_valid_envelope)
{
    static const mcperr_handler handlers[] = {fails_with_everything, writes_too_much, no_handler,
                                              passes_broken_json};
    size_t logged = 0;

    for (size_t i = 0; i < COUNT(every_dialect); i++)
        for (unsigned with = 0; with < 8; with++) {
            node_begin(every_dialect[i]);
            tool.self = with & 1 ? long_name : NULL;
            tool.empty_result = with & 2 ? "{\"items\":[],\"total\":0}" : NULL;
            node.log = with & 4 ? nothing_logged : NULL;
            node.ctx = &logged;
            const size_t least = mcperr_boundary_min_size(&node, &tool);
            mu_check(least > 0 && least < 500);
            for (size_t cap = 0; cap <= sizeof out; cap += cap < least + 9 ? 1 : 60) {
                call.cap = cap;
                file_begin();
                (void)answered(handlers[cap % COUNT(handlers)]);
                mu_check(length > 0 || cap < least);
                mu_check(logged > 0 || cap < least || !(with & 4));
                if (cap > 0)
                    mu_assert_uint_eq(1, records());
            }
        }
}

MU_TEST(the_least_size_is_not_larger_than_it_must_be)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        unsigned tight = 0;
        node_begin(every_dialect[i]);
        const size_t least = mcperr_boundary_min_size(&node, &tool);
        for (unsigned code = 0; code < every_dialect[i]->code_count; code++) {
            mcperr_error err;
            memset(&err, 0, sizeof err);
            (void)mcperr_set_code(&err, every_dialect[i], mcperr_str(every_dialect[i]->codes[code].code));
            err.tool = mcperr_str(tool.name);
            err.operation = mcperr_str(tool.operation);
            err.incident = mcperr_str("inc_20260119_4294967295_4294967295");
            err.recoverable = MCPERR_NO;
            mu_check(mcperr_emit(every_dialect[i], &err, text, least, NULL) != MCPERR_E_SIZE);
            tight += mcperr_emit(every_dialect[i], &err, text, least - 1, NULL) == MCPERR_E_SIZE;
        }
        mu_check(tight > 0);
    }
    mu_assert_uint_eq(0, mcperr_boundary_min_size(NULL, &tool));
    mu_assert_uint_eq(0, mcperr_boundary_min_size(&node, NULL));
    node.dialect = NULL;
    mu_assert_uint_eq(0, mcperr_boundary_min_size(&node, &tool));
}

MU_TEST(a_call_that_cannot_be_answered_is_recorded_and_counted)
{
    node_begin(&mcperr_kaiza);
    call.cap = 20;
    mu_assert_int_eq(MCPERR_NOTHING, node_call());
    mu_assert_uint_eq(1, node.events.unanswered);
    mu_assert_uint_eq(0, node.events.mended);
    mu_assert_uint_eq(1, records());
}

MU_TEST(misuse_is_answered_with_nothing)
{
    node_begin(&mcperr_kaiza);
    length = 9;
    mu_assert_int_eq(MCPERR_NOTHING, mcperr_boundary_call(&node, &tool, NULL, &length));
    mu_assert_uint_eq(0, length);
    mu_assert_int_eq(MCPERR_NOTHING, mcperr_boundary_call(NULL, &tool, &call, &length));
    mu_assert_int_eq(MCPERR_NOTHING, mcperr_boundary_call(&node, NULL, &call, NULL));
    for (unsigned part = 0; part < 5; part++) {
        node_begin(&mcperr_kaiza);
        if (part == 0)
            node.port = NULL;
        else if (part == 1)
            port.mono_ms = NULL;
        else if (part == 2)
            node.dialect = NULL;
        else if (part == 3)
            tool.run = NULL;
        else
            call.out = NULL;
        memset(out, '#', sizeof out);
        length = 9;
        mu_assert_int_eq(MCPERR_NOTHING, mcperr_boundary_call(&node, &tool, &call, &length));
        mu_assert_uint_eq(0, length);
        mu_check(out[0] == (part < 4 ? '\0' : '#'));
        mu_assert_uint_eq(0, node.events.calls);
    }
    mcperr_boundary_unlock(NULL);
    memset(&node, 0, sizeof node);
    mcperr_boundary_unlock(&node);
    node_begin(&mcperr_kaiza);
    mu_assert_int_eq(MCPERR_ENVELOPE, mcperr_boundary_call(&node, &tool, &call, NULL));
}

/* ---- completing ---------------------------------------------------------------------------------------- */

static void begin_session(void)
{
    node.role = mcperr_str("WINDSURF");
    node.session = mcperr_str("s-1");
    node.workspace = mcperr_str("/w");
    node.phase = mcperr_str("P5");
    node.plan = mcperr_str("abc1");
}

MU_TEST(the_session_completes_an_error)
{
    node_begin(&mcperr_kaiza);
    begin_session();
    assert_answer(KAIZA("FILE_NOT_FOUND", "no such file", "\"WINDSURF\"", "\"s-1\"", "\"/w\"", "\"P5\"",
                        "\"abc1\"", "null"),
                  finds_nothing);
    mu_check(recorded("\"plan_hash\":\"abc1\",\"phase_id\":\"P5\",\"timestamp\":\"" NOON
                      "\",\"cause\":null,\"session_id\":\"s-1\",\"role\":\"WINDSURF\","
                      "\"incident_id\":\"inc_20260119_7_1\""));
}

HANDLER(has_its_own_session)
{
    UNUSED;
    err->role = mcperr_str("ANTIGRAVITY");
    err->session = mcperr_str("s-2");
    return mcperr_fail(err, MCPERR_NOT_FOUND, "no such file");
}

MU_TEST(what_an_error_has_is_not_replaced)
{
    node_begin(&mcperr_kaiza);
    begin_session();
    assert_answer(KAIZA("FILE_NOT_FOUND", "no such file", "\"ANTIGRAVITY\"", "\"s-2\"", "\"/w\"", "\"P5\"",
                        "\"abc1\"", "null"),
                  has_its_own_session);
}

/* An error that another KAIZA server sent, with null in all places of the session. */
static const char foreign[] = EARLY("PLAN_NOT_FOUND", "elsewhere", "{\"message\":\"m\"}");

HANDLER(passes_on)
{
    UNUSED;
    mu_assert_int_eq(MCPERR_OK, mcperr_decode(&mcperr_kaiza, foreign, sizeof foreign - 1, tokens,
                                              COUNT(tokens), err, NULL));
    return MCPERR_E_FAILED;
}

static mcperr_status names_its_tool(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self, (void)args, (void)result;
    (void)mcperr_set_code(err, &mcperr_kaiza, mcperr_str("FILE_NOT_FOUND"));
    err->tool = mcperr_str("inner");
    return MCPERR_E_FAILED;
}

MU_TEST(an_error_without_a_time_is_not_complete)
{
    node_begin(&mcperr_kaiza);
    begin_session();
    assert_answer(
        "{\"error_code\":\"FILE_NOT_FOUND\",\"human_message\":\"File does not exist\",\"role\":\"WINDSURF\","
        "\"session_id\":\"s-1\",\"workspace_root\":\"/w\",\"tool_name\":\"inner\",\"invariant_id\":null,"
        "\"phase_id\":\"P5\",\"plan_hash\":\"abc1\",\"cause\":null,\"timestamp\":\"" NOON "\"}",
        names_its_tool);
}

MU_TEST(an_error_that_is_complete_in_its_home_dialect_passes_untouched)
{
    node_begin(&mcperr_kaiza);
    begin_session();
    clocks.wall += 86400000;
    assert_answer(foreign, passes_on);
    mu_check(recorded("\"error_code\":\"PLAN_NOT_FOUND\""));
    node_begin(&mcperr_toolerror); /* it is not at home here */
    begin_session();
    assert_answer("{\"type\":\"NOT_FOUND\",\"message\":\"elsewhere\",\"recoverable\":false}", passes_on);
    mu_check(recorded("\"session_id\":\"s-1\""));
}

MU_TEST(the_empty_result_comes_first_in_codeintel_and_the_operation_is_told)
{
    node_begin(&mcperr_codeintel);
    tool.empty_result = "{\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0}";
    assert_answer(
        "{\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0,\"error\":\"no such file\",\"problem\":{"
        "\"type\":\"https://kgfoundry.dev/problems/file-not-found\",\"title\":\"File Not Found\","
        "\"status\":404,\"detail\":\"no such file\",\"instance\":\"urn:codeintel:files:open_file\","
        "\"code\":\"file-not-found\"}}",
        finds_nothing);
    tool.operation = tool.empty_result = NULL;
    mu_check(strstr(answered(finds_nothing), "\"urn:codeintel:open_file\"") != NULL);
    mu_check(strncmp(out, "{\"error\"", 8) == 0);
    tool.name = NULL;
    mu_check(strstr(answered(finds_nothing), "\"urn:codeintel:unknown\"") != NULL);
}

/* ---- audit --------------------------------------------------------------------------------------------- */

/* KAIZA's contract, section 8, the eighth class of tests: "Audit log". */
MU_TEST(audit_log_entry_written_on_failure)
{
    node_begin(&mcperr_kaiza);
    (void)answered(finds_nothing);
    mu_assert_uint_eq(1, records());
    mu_check(recorded("{\"seq\":1,\"tool_name\":\"open_file\",\"error_code\":\"FILE_NOT_FOUND\","
                      "\"invariant_id\":null,\"plan_hash\":null,\"phase_id\":null,"
                      "\"timestamp\":\"" NOON "\",\"cause\":null,\"session_id\":null,\"role\":null,"
                      "\"incident_id\":\"inc_20260119_7_1\",\"crc\":\""));
    mu_assert_uint_eq(file.size, file.durable);
}

MU_TEST(a_record_is_made_before_anything_is_shed)
{
    node_begin(&mcperr_toolerror);
    call.cap = mcperr_boundary_min_size(&node, &tool);
    (void)answered(fails_with_everything);
    mu_check(recorded("\"cause\":{\"message\":\"c\"}"));
    mu_assert_uint_eq(1, node.events.mended);
}

MU_TEST(without_a_log_nothing_is_recorded)
{
    node_begin(&mcperr_kaiza);
    node.audit = NULL;
    assert_answer(EARLY("FILE_NOT_FOUND", "no such file", "null"), finds_nothing);
    mu_assert_uint_eq(0, file.size);
    mu_assert_uint_eq(0, clocks.audit_locked);
}

MU_TEST(in_kaiza_a_record_that_failed_is_the_error_and_the_error_its_cause)
{
    node_begin(&mcperr_kaiza);
    file.append = (fault){.at = 1};
    assert_answer(EARLY("AUDIT_LOG_FAILED", "Failed to write to audit log",
                        "{\"message\":\"no such file\",\"code\":\"FILE_NOT_FOUND\",\"name\":\"open_file\"}"),
                  finds_nothing);
    file.sync = (fault){.at = 1};
    assert_answer(EARLY("AUDIT_LOG_FAILED", "Failed to write to audit log",
                        "{\"message\":\"Unexpected server error\",\"code\":\"INTERNAL_ERROR\","
                        "\"name\":\"open_file\"}"),
                  no_handler);
    clocks.audit_lock = (fault){.at = 1};
    assert_answer(EARLY("AUDIT_LOCK_FAILED", "Failed to acquire audit log lock",
                        "{\"message\":\"no such file\",\"code\":\"FILE_NOT_FOUND\",\"name\":\"open_file\"}"),
                  finds_nothing);
    mu_assert_uint_eq(3, node.events.audit_failed);
    assert_answer(EARLY("FILE_NOT_FOUND", "no such file", "null"), finds_nothing);
    mu_check(recorded("\"lost\":3"));
    mu_assert_uint_eq(3, node.events.audit_failed);
}

MU_TEST(a_log_that_was_never_opened_is_a_log_that_failed)
{
    node_begin(&mcperr_kaiza);
    memset(&audit, 0, sizeof audit);
    mu_check(strstr(answered(finds_nothing), "\"AUDIT_LOG_FAILED\"") != NULL);
}

MU_TEST(other_dialects_keep_the_error_and_count_the_loss)
{
    for (size_t i = 1; i < COUNT(every_dialect); i++)
        for (unsigned which = 0; which < 3; which++) {
            node_begin(every_dialect[i]);
            (void)answered(times_out);
            memcpy(text, out, sizeof text);
            node_begin(every_dialect[i]);
            fault *const f = which == 0 ? &file.append : which == 1 ? &file.sync : &clocks.audit_lock;
            *f = (fault){.at = 1};
            assert_answer(text, times_out);
            mu_check(f->struck);
            mu_assert_uint_eq(1, node.events.audit_failed);
            (void)answered(times_out);
            mu_check(recorded("\"lost\":1"));
            mu_assert_uint_eq(1, node.events.audit_failed);
        }
}

HANDLER(has_a_status_of_its_own)
{
    UNUSED;
    err->status = 404;
    return mcperr_fail(err, MCPERR_INTERNAL, "m");
}

static char raised[8]; /* kinds of the errors that were alerts, as numbers */

static void raise_alert(void *ctx, const mcperr_error *err, mcperr_text client)
{
    (void)ctx;
    (void)client;
    mu_assert_int_eq(0, clocks.locks);
    const size_t size = strlen(raised);
    if (size + 1 < sizeof raised)
        raised[size] = (char)('a' + err->kind);
}

/* The code of the log that failed has its own status and urgency; that of the error is not lost. */
MU_TEST(an_urgent_error_is_an_alert_even_if_it_could_not_be_recorded)
{
    mcperr_counter counters[2];
    mcperr_metrics metrics = {counters, NULL, COUNT(counters), 0};

    memset(counters, 0, sizeof counters);
    memset(raised, 0, sizeof raised);
    node_begin(&mcperr_kaiza);
    node.metrics = &metrics;
    node.alert = raise_alert;
    file.append = (fault){.at = 1, .forever = true};
    (void)answered(has_a_status_of_its_own);
    mu_assert_string_eq("AUDIT_LOG_FAILED", counters[0].code);
    mu_assert_uint_eq(500, counters[0].status);
    char io[2] = {(char)('a' + MCPERR_IO), '\0'};
    mu_assert_string_eq(io, raised);
    (void)answered(finds_nothing);
    mu_assert_string_eq(io, raised);
}

/* ---- locking the session ------------------------------------------------------------------------------- */

MU_TEST(after_a_failure_a_session_may_be_locked_until_it_is_unlocked)
{
    node_begin(&mcperr_kaiza);
    node.lock_on_failure = true;
    assert_answer("{\"milli_celsius\":21500}", succeeds);
    (void)answered(finds_nothing);
    for (int i = 0; i < 2; i++)
        assert_answer(EARLY("SESSION_LOCKED", "Session locked due to prior failure", "null"), succeeds);
    mu_assert_uint_eq(3, records());
    mcperr_boundary_unlock(&node);
    assert_answer("{\"milli_celsius\":21500}", succeeds);
    (void)answered(finds_nothing);
    node.dialect = &mcperr_toolerror;
    assert_answer("{\"type\":\"CONFLICT\",\"message\":\"Session locked due to prior failure\","
                  "\"recoverable\":false}",
                  succeeds);
}

MU_TEST(a_session_is_not_locked_unless_that_is_wanted)
{
    node_begin(&mcperr_kaiza);
    (void)answered(finds_nothing);
    assert_answer("{\"milli_celsius\":21500}", succeeds);
}

/* ---- calls from within --------------------------------------------------------------------------------- */

static char inner[OUT_ROOM];
static size_t inner_room = sizeof inner;
static mcperr_outcome inner_outcome;
static uintptr_t inner_task;
static unsigned inner_calls;

static void call_from_within(void)
{
    mcperr_call own = call;
    mcperr_tool other = tool;
    const uintptr_t task = clocks.task;

    if (inner_calls++ > 0)
        return;
    own.out = inner;
    own.cap = inner_room;
    own.client = mcperr_str(NULL);
    other.run = finds_nothing;
    clocks.task = inner_task;
    inner_outcome = mcperr_boundary_call(&node, &other, &own, NULL);
    clocks.task = task;
}

static bool append_and_call(void *ctx, const char *bytes, size_t size)
{
    call_from_within();
    return file_append(ctx, bytes, size);
}

MU_TEST(a_call_from_within_the_audit_sink_is_refused_counted_and_told)
{
    mcperr_sink sink = file_sink;

    sink.append = append_and_call;
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        audit.sink = &sink;
        inner_task = clocks.task;
        inner_calls = 0;
        mu_assert_int_eq(MCPERR_ENVELOPE, (tool.run = times_out, node_call()));
        mu_assert_int_eq(MCPERR_ENVELOPE, inner_outcome);
        mu_assert_int_eq(MCPERR_OK,
                         mcperr_validate(node.dialect, inner, strlen(inner), tokens, COUNT(tokens), NULL));
        mu_check(strstr(inner, "no such file") == NULL);
        mu_assert_uint_eq(1, node.events.reentered);
        mu_assert_uint_eq(1, clocks.audit_locked);
        mu_assert_uint_eq(1, records());
        (void)answered(times_out);
        mu_check(recorded("\"lost\":1"));
        mu_assert_uint_eq(1, node.events.reentered);
    }
    node_begin(&mcperr_kaiza);
    begin_session();
    audit.sink = &sink;
    inner_calls = 0;
    (void)answered(times_out);
    mu_assert_string_eq(KAIZA("UNKNOWN_TOOL_FAILURE", "called from within the audit sink", "\"WINDSURF\"",
                              "\"s-1\"", "\"/w\"", "\"P5\"", "\"abc1\"", "null"),
                        inner);
}

/* Another thread waits for the audit lock, which is not modelled here: without one it may run. */
MU_TEST(a_call_from_another_task_is_not_taken_for_one_from_within)
{
    mcperr_sink sink = file_sink;

    sink.append = append_and_call;
    node_begin(&mcperr_kaiza);
    node.audit = &audit;
    audit.sink = &sink;
    port.audit_lock = NULL;
    port.audit_unlock = NULL;
    inner_task = clocks.task + 1;
    inner_calls = 0;
    (void)answered(times_out);
    mu_check(strstr(inner, "no such file") != NULL);
    mu_assert_uint_eq(0, node.events.reentered);
}

MU_TEST(a_call_from_within_that_has_no_room_is_answered_with_nothing)
{
    mcperr_sink sink = file_sink;

    sink.append = append_and_call;
    node_begin(&mcperr_kaiza);
    audit.sink = &sink;
    inner_task = clocks.task;
    inner_calls = 0;
    inner_room = 10;
    (void)answered(times_out);
    inner_room = sizeof inner;
    mu_assert_int_eq(MCPERR_NOTHING, inner_outcome);
    mu_assert_string_eq("", inner);
    mu_assert_uint_eq(1, node.events.reentered);
}

HANDLER(calls_another)
{
    UNUSED;
    inner_calls = 0;
    inner_task = clocks.task;
    call_from_within();
    return mcperr_fail(err, MCPERR_UNAVAILABLE, "the other failed");
}

MU_TEST(a_handler_may_call_another_tool)
{
    node_begin(&mcperr_kaiza);
    mu_check(strstr(answered(calls_another), "the other failed") != NULL);
    mu_check(strstr(inner, "no such file") != NULL);
    mu_assert_uint_eq(2, records());
}

/* ---- stack traces -------------------------------------------------------------------------------------- */

static char logged[OUT_ROOM];
static mcperr_level logged_level;
static unsigned logged_count;

static void keep_log(void *ctx, mcperr_level level, const char *line, size_t size)
{
    (void)ctx;
    mu_assert_int_eq(0, clocks.locks);
    mu_assert_int_eq(0, clocks.audit_locks);
    mu_assert_uint_eq(strlen(line), size);
    memcpy(logged, line, size + 1);
    logged_level = level;
    logged_count++;
}

static bool alert_has_stack;

static void see_alert(void *ctx, const mcperr_error *err, mcperr_text client)
{
    (void)ctx;
    (void)client;
    alert_has_stack = err->stack.data != NULL;
}

HANDLER(raises)
{
    UNUSED;
    mcperr_raise(err, mcperr_str("KeyError"), mcperr_str("canary"), mcperr_str(NULL));
    err->stack = mcperr_str("at f");
    return MCPERR_E_FAILED;
}

MU_TEST(a_stack_leaves_the_device_only_while_debugging_and_the_log_always_has_it)
{
    node_begin(&mcperr_kaiza);
    node.log = keep_log;
    node.alert = see_alert;
    mu_check(strstr(answered(raises), "stack") == NULL);
    mu_check(!alert_has_stack);
    mu_check(strstr(logged, "\"exception_type\":\"KeyError\"") != NULL);
    mu_check(strstr(logged, "\"stack\":\"at f\"") != NULL);
    node.debug_stack = true;
    mu_check(strstr(answered(raises), "\"stack_trace\":\"at f\"") != NULL);
    mu_check(alert_has_stack);
    node.debug_stack = false;
    mu_check(strstr(answered(raises), "stack") == NULL);
    mu_check(strstr(file.bytes, "at f") == NULL && strstr(file.bytes, "canary") == NULL);
}

/* ---- the order ----------------------------------------------------------------------------------------- */

/* What happened, one letter each; and what was so at the time. */
static char order[32];
static mcperr_counter order_counters[2];
static mcperr_histogram order_histograms[2];
static mcperr_metrics order_metrics = {order_counters, order_histograms, 2, 2};

static void happened(char what)
{
    const size_t size = strlen(order);

    if (size + 1 < sizeof order)
        order[size] = what;
}

HANDLER(runs_in_order)
{
    UNUSED;
    happened('r');
    mu_check(clocks.locks == 0 && clocks.audit_locks == 0);
    mcperr_json_str(result, "half", "a result");
    return mcperr_fail(err, MCPERR_INTERNAL, "m");
}

static bool append_in_order(void *ctx, const char *bytes, size_t size)
{
    happened('a');
    mu_check(clocks.locks == 0 && clocks.audit_locks == 1);
    mu_check(out[0] == '\0' && order_counters[0].count == 0);
    return file_append(ctx, bytes, size);
}

static bool sync_in_order(void *ctx)
{
    happened('s');
    mu_check(out[0] == '\0' && order_counters[0].count == 0);
    mu_check(recorded("\"tool_name\":\"open_file\"") && recorded("\"timestamp\":\"" NOON) &&
             recorded("\"incident_id\":\"inc_20260119_7_1\""));
    return file_sync(ctx);
}

static void log_in_order(void *ctx, mcperr_level level, const char *line, size_t size)
{
    (void)ctx;
    (void)level;
    (void)line;
    (void)size;
    happened('l');
    mu_check(clocks.locks == 0 && clocks.audit_locks == 0);
    mu_check(file.durable == file.size && file.size > 0 && order_counters[0].count == 0);
}

static void alert_in_order(void *ctx, const mcperr_error *err, mcperr_text client)
{
    (void)ctx;
    happened('A');
    mu_check(clocks.locks == 0 && order_counters[0].count == 1 && order_histograms[0].operation == NULL);
    mu_check(mcperr_text_is(client, "console") && mcperr_text_is(err->incident, "inc_20260119_7_1"));
    mu_check(strstr(out, "human_message") == NULL);
}

MU_TEST(run_complete_audit_log_count_alert_encode_come_in_that_order)
{
    mcperr_sink sink = file_sink;

    sink.append = append_in_order;
    sink.sync = sync_in_order;
    node_begin(&mcperr_kaiza);
    audit.sink = &sink;
    memset(order, 0, sizeof order);
    memset(order_counters, 0, sizeof order_counters);
    memset(order_histograms, 0, sizeof order_histograms);
    node.metrics = &order_metrics;
    node.log = log_in_order;
    node.alert = alert_in_order;
    call.client = mcperr_str("console");
    assert_answer(INTERNAL("m"), runs_in_order);
    mu_assert_string_eq("raslA", order);
    mu_assert_uint_eq(1, order_counters[0].count);
    mu_assert_string_eq("files:open_file", order_histograms[0].operation);
}

/* ---- log, metrics, alerts ------------------------------------------------------------------------------ */

MU_TEST(each_failure_is_logged_once_and_success_is_not)
{
    node_begin(&mcperr_kaiza);
    node.log = keep_log;
    node.component = "node-7";
    logged_count = 0;
    (void)answered(succeeds);
    mu_assert_uint_eq(0, logged_count);
    (void)answered(finds_nothing);
    mu_assert_uint_eq(1, logged_count);
    mu_assert_int_eq(MCPERR_LOG_WARNING, logged_level);
    mu_assert_string_eq(
        "{\"level\":\"WARNING\",\"component\":\"node-7\",\"message\":\"no such file\","
        "\"operation\":\"files:open_file\",\"error_code\":\"FILE_NOT_FOUND\","
        "\"http_status\":404,\"tool_name\":\"open_file\",\"incident_id\":\"inc_20260119_7_1\"}",
        logged);
    tool.operation = NULL;
    (void)answered(no_handler);
    mu_assert_int_eq(MCPERR_LOG_CRITICAL, logged_level);
    mu_check(strstr(logged, "\"operation\":\"open_file\"") != NULL);
}

MU_TEST(errors_and_the_time_they_take_are_counted)
{
    mcperr_counter counters[3];
    mcperr_histogram histograms[2];
    mcperr_metrics metrics = {counters, histograms, COUNT(counters), COUNT(histograms)};

    memset(counters, 0, sizeof counters);
    memset(histograms, 0, sizeof histograms);
    node_begin(&mcperr_codeintel);
    node.metrics = &metrics;
    (void)answered(succeeds);
    (void)answered(finds_nothing);
    (void)answered(finds_nothing);
    (void)answered(no_handler);
    mu_assert_string_eq("file-not-found", counters[0].code);
    mu_assert_string_eq("files:open_file", counters[0].operation);
    mu_assert_uint_eq(2, counters[0].count);
    mu_assert_uint_eq(404, counters[0].status);
    mu_assert_string_eq("internal-error", counters[1].code);
    mu_assert_uint_eq(1, counters[1].count);
    mu_assert_uint_eq(500, counters[1].status);
    mu_assert_string_eq("files:open_file", histograms[0].operation);
    mu_assert_uint_eq(3, histograms[0].bucket[0]);
    mu_assert_uint_eq(3 * 7, histograms[0].sum_us);
}

static bool sync_for_a_while(void *ctx)
{
    clocks.mono += 3;
    clocks.fine += 60000;
    return file_sync(ctx);
}

MU_TEST(without_a_fine_clock_milliseconds_are_counted_across_a_wrap)
{
    mcperr_histogram histograms[1];
    mcperr_metrics metrics = {NULL, histograms, 0, COUNT(histograms)};
    mcperr_sink sink = file_sink;

    sink.sync = sync_for_a_while;
    memset(histograms, 0, sizeof histograms);
    node_begin(&mcperr_codeintel);
    audit.sink = &sink;
    node.metrics = &metrics;
    port.fine_us = NULL;
    clocks.mono = UINT32_MAX - 1;
    (void)answered(no_handler);
    mu_assert_uint_eq(3000, histograms[0].sum_us);
    port.fine_us = fine_us;
    clocks.fine = UINT32_MAX - 10;
    (void)answered(no_handler);
    mu_assert_uint_eq(3000 + 60007, histograms[0].sum_us);
}

MU_TEST(warnings_of_one_client_are_an_alert_when_the_sixth_comes_within_five_minutes)
{
    mcperr_alert_client clients[3];

    memset(clients, 0, sizeof clients);
    memset(raised, 0, sizeof raised);
    node_begin(&mcperr_owlclaw);
    node.alert = raise_alert;
    node.clients = clients;
    node.client_count = COUNT(clients);
    for (int i = 0; i < 6; i++) {
        mu_assert_string_eq("", raised);
        call.client = mcperr_str("other");
        if (i < 5)
            (void)answered(finds_nothing);
        call.client = mcperr_str("console");
        clocks.mono += 59000;
        (void)answered(finds_nothing);
    }
    char not_found[2] = {(char)('a' + MCPERR_NOT_FOUND), '\0'};
    mu_assert_string_eq(not_found, raised);
    node.alert = NULL;
    (void)answered(no_handler);
}

/* The clock wraps between two warnings; without an error, only calls keep it running. */
MU_TEST(the_window_of_alerts_bears_a_clock_that_wraps)
{
    mcperr_alert_client clients[2];

    memset(clients, 0, sizeof clients);
    memset(raised, 0, sizeof raised);
    node_begin(&mcperr_owlclaw);
    node.alert = raise_alert;
    node.clients = clients;
    node.client_count = COUNT(clients);
    clocks.mono = UINT32_MAX - 2000;
    for (int i = 0; i < 5; i++, clocks.mono += 1000)
        (void)answered(finds_nothing);
    mu_assert_string_eq("", raised);
    /* Almost three wraps later, to the tick before. */
    for (int i = 0; i < 6; i++, clocks.mono += UINT32_MAX / 2)
        (void)answered(succeeds);
    clocks.mono = 3000;
    (void)answered(finds_nothing);
    mu_assert_string_eq("", raised);
}

/* ---- ports with less ----------------------------------------------------------------------------------- */

MU_TEST(a_port_with_a_clock_alone_is_enough)
{
    node_begin(&mcperr_kaiza);
    port = (mcperr_port){.ctx = &clocks, .mono_ms = mono_ms};
    mu_check(strstr(answered(finds_nothing), "\"timestamp\":\"1970-01-01T00:00:01.000Z\"") != NULL);
    mu_assert_uint_eq(1, records());
    mu_assert_uint_eq(0, clocks.locked + clocks.audit_locked);
}

MU_TEST(events_saturate)
{
    node_begin(&mcperr_kaiza);
    memset(&node.events, 0xFF, sizeof node.events);
    node.unrecorded = UINT32_MAX;
    audit.lost = 1;
    (void)answered(no_handler);
    mu_assert_uint_eq(UINT32_MAX, node.events.calls);
    mu_assert_uint_eq(UINT32_MAX, node.events.failures);
    mu_check(recorded("\"lost\":4294967295"));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(broken_parts_of_an_error_are_left_out_and_counted)
    MU_RUN(a_code_without_a_row_is_the_word_for_its_kind_everywhere)
    MU_RUN(from_the_least_size_up_there_is_always_one_valid_envelope)
    MU_RUN(the_least_size_is_not_larger_than_it_must_be)
    MU_RUN(a_call_that_cannot_be_answered_is_recorded_and_counted)
    MU_RUN(misuse_is_answered_with_nothing)
    MU_RUN(the_session_completes_an_error)
    MU_RUN(what_an_error_has_is_not_replaced)
    MU_RUN(an_error_without_a_time_is_not_complete)
    MU_RUN(an_error_that_is_complete_in_its_home_dialect_passes_untouched)
    MU_RUN(the_empty_result_comes_first_in_codeintel_and_the_operation_is_told)
    MU_RUN(audit_log_entry_written_on_failure)
    MU_RUN(a_record_is_made_before_anything_is_shed)
    MU_RUN(without_a_log_nothing_is_recorded)
    MU_RUN(in_kaiza_a_record_that_failed_is_the_error_and_the_error_its_cause)
    MU_RUN(a_log_that_was_never_opened_is_a_log_that_failed)
    MU_RUN(other_dialects_keep_the_error_and_count_the_loss)
    MU_RUN(an_urgent_error_is_an_alert_even_if_it_could_not_be_recorded)
    MU_RUN(after_a_failure_a_session_may_be_locked_until_it_is_unlocked)
    MU_RUN(a_session_is_not_locked_unless_that_is_wanted)
    MU_RUN(a_call_from_within_the_audit_sink_is_refused_counted_and_told)
    MU_RUN(a_call_from_another_task_is_not_taken_for_one_from_within)
    MU_RUN(a_call_from_within_that_has_no_room_is_answered_with_nothing)
    MU_RUN(a_handler_may_call_another_tool)
    MU_RUN(a_stack_leaves_the_device_only_while_debugging_and_the_log_always_has_it)
    MU_RUN(run_complete_audit_log_count_alert_encode_come_in_that_order)
    MU_RUN(each_failure_is_logged_once_and_success_is_not)
    MU_RUN(errors_and_the_time_they_take_are_counted)
    MU_RUN(without_a_fine_clock_milliseconds_are_counted_across_a_wrap)
    MU_RUN(warnings_of_one_client_are_an_alert_when_the_sixth_comes_within_five_minutes)
    MU_RUN(the_window_of_alerts_bears_a_clock_that_wraps)
    MU_RUN(a_port_with_a_clock_alone_is_enough)
    MU_RUN(events_saturate)
)
/* clang-format on */

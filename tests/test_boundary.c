/* SPDX-License-Identifier: MIT */
#define FILE_ROOM 2048
#include "node.h"

static const mcperr_dialect *const every_dialect[] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,  &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api};

#define NOON "2026-01-19T15:32:10.123Z"
#define KAIZA(code, message, role, session, workspace, phase, plan, cause)                                   \
    "{\"error_code\":\"" code "\",\"human_message\":\"" message "\",\"role\":" role                          \
    ",\"session_id\":" session ",\"workspace_root\":" workspace                                              \
    ",\"tool_name\":\"open_file\",\"invariant_id\":null,\"phase_id\":" phase ",\"plan_hash\":" plan          \
    ",\"cause\":" cause ",\"timestamp\":\"" NOON "\"}"
#define EARLY(code, message, cause) KAIZA(code, message, "null", "null", "null", "null", "null", cause)
#define INTERNAL(message) EARLY("INTERNAL_ERROR", message, "null")

/* The tool answers with these bytes. */
#define assert_answer(expected, handler)                                                                     \
    do {                                                                                                     \
        (void)answered(handler);                                                                             \
        mu_assert_string_eq(expected, out);                                                                  \
    } while (0)

static char text[OUT_ROOM];

/* The lines of the log, all good. */
static bool count_good(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    (void)seq;
    (void)line;
    (void)size;
    *(unsigned *)ctx += what == MCPERR_LINE_GOOD ? 1 : 1000;
    return true;
}

static unsigned records(void)
{
    static char line[LINE_ROOM];
    unsigned count = 0;

    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&file_sink, line, sizeof line, count_good, &count, NULL));
    return count;
}

/* Does the log hold these words? */
static bool recorded(const char *words)
{
    file.bytes[file.size < sizeof file.bytes ? file.size : sizeof file.bytes - 1] = '\0';
    return strstr(file.bytes, words) != NULL;
}

/* ---- handlers ---------------------------------------------------------------------------------------- */

#define HANDLER(name)                                                                                        \
    static mcperr_status name(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
#define UNUSED ((void)self, (void)args, (void)result, (void)err)

HANDLER(succeeds)
{
    UNUSED;
    mcperr_json_int(result, "milli_celsius", 21500);
    return MCPERR_OK;
}

HANDLER(succeeds_with_nothing)
{
    UNUSED;
    return MCPERR_OK;
}

HANDLER(times_out)
{
    UNUSED;
    return mcperr_fail(err, MCPERR_TIMEOUT, "sensor did not answer");
}

HANDLER(finds_nothing)
{
    UNUSED;
    return mcperr_fail(err, MCPERR_NOT_FOUND, "no such file");
}

/* The handler's own status, whatever it is, and nothing said. */
HANDLER(fails_with_status)
{
    UNUSED;
    return *(const mcperr_status *)self;
}

/* ---- what a handler may do ------------------------------------------------------------------------------
 */

MU_TEST(a_result_is_let_through_untouched_and_nothing_is_recorded)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        assert_answer("{\"milli_celsius\":21500}", succeeds);
        mu_assert_uint_eq(23, length);
        assert_answer("{}", succeeds_with_nothing);
        mu_assert_uint_eq(0, file.size);
        mu_assert_uint_eq(2, node.events.calls);
        mu_assert_uint_eq(0, node.events.failures);
    }
}

MU_TEST(a_handler_that_fails_without_saying_why_is_an_internal_error)
{
    node_begin(&mcperr_kaiza);
    assert_answer(INTERNAL("Unexpected server error"), no_handler);
    for (mcperr_status status = MCPERR_E_NOSPACE; status <= MCPERR_E_INTERNAL; status++) {
        node_begin(&mcperr_kaiza);
        tool.self = &status;
        assert_answer(INTERNAL("Unexpected server error"), fails_with_status);
    }
    mu_assert_uint_eq(1, node.events.failures);
}

HANDLER(writes_too_much)
{
    UNUSED;
    mcperr_json_array(result, "items");
    for (int i = 0; i < 300; i++)
        mcperr_json_int(result, NULL, i);
    mcperr_json_end(result);
    return MCPERR_OK;
}

MU_TEST(a_result_that_does_not_fit_is_an_internal_error)
{
    node_begin(&mcperr_kaiza);
    assert_answer(INTERNAL("result does not fit the buffer"), writes_too_much);
}

HANDLER(leaves_it_open)
{
    UNUSED;
    mcperr_json_array(result, "items");
    return MCPERR_OK;
}

HANDLER(closes_too_much)
{
    UNUSED;
    mcperr_json_end(result);
    return MCPERR_OK;
}

HANDLER(leaves_a_string_open)
{
    UNUSED;
    mcperr_json_quote(result, "text");
    return MCPERR_OK;
}

HANDLER(writes_without_a_key)
{
    UNUSED;
    mcperr_json_int(result, NULL, 1);
    return MCPERR_OK;
}

HANDLER(writes_broken_json)
{
    UNUSED;
    mcperr_json_text(result, "raw", mcperr_raw("{\"a\":"));
    return MCPERR_OK;
}

HANDLER(ends_the_document)
{
    UNUSED;
    mcperr_json_end(result);
    (void)mcperr_json_finish(result);
    return MCPERR_OK;
}

/* Takes the writer for its own. */
HANDLER(writes_elsewhere)
{
    char own[40];

    UNUSED;
    mcperr_json_init(result, own, sizeof own);
    mcperr_json_object(result, NULL);
    mcperr_json_int(result, "n", 1);
    return MCPERR_OK;
}

MU_TEST(a_result_that_is_unfinished_or_broken_is_an_internal_error)
{
    static const mcperr_handler broken[] = {leaves_it_open,       closes_too_much,    leaves_a_string_open,
                                            writes_without_a_key, writes_broken_json, ends_the_document,
                                            writes_elsewhere};

    for (size_t i = 0; i < COUNT(broken); i++) {
        node_begin(&mcperr_kaiza);
        assert_answer(INTERNAL("result is unfinished or broken"), broken[i]);
        mu_assert_uint_eq(0, node.events.disguised);
    }
}

/* Writes the members of an object that is given as JSON. */
HANDLER(writes_members)
{
    UNUSED;
    mcperr_json_splice(result, mcperr_raw(self), NULL, 0);
    return MCPERR_OK;
}

MU_TEST(an_error_in_disguise_is_an_internal_error_and_counted)
{
    static const char marked[][40] = {
        "{\"error\":\"x\"}",       "{\"n\":1,\"problem\":{}}", "{\"error_code\":1}",
        "{\"ok\":false}",          "{\"error\":null}",         "{\"ok\":false,\"n\":1}",
        "{\"\\u0065rror\":\"x\"}", "{\"n\":1,\"ok\" : false}", "{\"a\":1,\"problem\":0}"};

    for (size_t i = 0; i < COUNT(marked); i++) {
        node_begin(&mcperr_kaiza);
        tool.self = memcpy(text, marked[i], sizeof marked[i]);
        assert_answer(INTERNAL("result is an error in disguise"), writes_members);
        mu_assert_uint_eq(1, node.events.disguised);
        mu_assert_uint_eq(1, node.events.failures);
    }
}

/* The buffer ends right behind the result, so that reading on would be seen. */
MU_TEST(words_of_an_error_elsewhere_are_no_disguise)
{
    static const char fair[][40] = {"{\"ok\":true}",         "{\"errors\":0}",
                                    "{\"n\":{\"error\":1}}", "{\"a\":[\"error\"]}",
                                    "{\"ok\":\"false\"}",    "{\"ok\":0}",
                                    "{\"okay\":false}",      "{\"OK\":false}",
                                    "{\"ok\":[false]}",      "{\"a\":\"ok\\\":false\"}",
                                    "{\"Error\":1}",         "{\"problems\":[]}"};

    for (size_t i = 0; i < COUNT(fair); i++) {
        node_begin(&mcperr_kaiza);
        tool.self = memcpy(text, fair[i], sizeof fair[i]);
        call.cap = strlen(fair[i]) + 1;
        assert_answer(fair[i], writes_members);
    }
}

HANDLER(writes_half_and_fails)
{
    UNUSED;
    mcperr_json_array(result, "items");
    mcperr_json_int(result, NULL, 1);
    return mcperr_fail(err, MCPERR_TIMEOUT, "gave up");
}

MU_TEST(half_a_result_leaves_nothing_behind)
{
    node_begin(&mcperr_toolerror);
    assert_answer("{\"type\":\"TRANSIENT\",\"message\":\"gave up\",\"recoverable\":true}",
                  writes_half_and_fails);
}

HANDLER(sets_an_error_and_succeeds)
{
    UNUSED;
    (void)mcperr_fail(err, MCPERR_TIMEOUT, "never mind");
    return MCPERR_OK;
}

MU_TEST(a_handler_that_succeeds_after_all_has_succeeded)
{
    node_begin(&mcperr_kaiza);
    assert_answer("{}", sets_an_error_and_succeeds);
}

/* ---- messages and other memory ----------------------------------------------------------------------------
 */

/* 10 KB is more RAM than a small target has to spare. */
#ifdef __linux__
#define LONG_MESSAGE 10240
#else
#define LONG_MESSAGE 1000
#endif

static char long_message[LONG_MESSAGE + 1];

HANDLER(says_what_self_is)
{
    UNUSED;
    return mcperr_fail(err, MCPERR_NOT_FOUND, self);
}

MU_TEST(a_message_may_be_empty_or_not_utf_8)
{
    char empty[] = "", broken[] = "a\xFF\xE2\x82z\"\n";

    node_begin(&mcperr_kaiza);
    tool.self = empty;
    assert_answer(EARLY("FILE_NOT_FOUND", "", "null"), says_what_self_is);
    tool.self = broken;
    assert_answer(EARLY("FILE_NOT_FOUND", "a\xEF\xBF\xBD\xEF\xBF\xBDz\\\"\\n", "null"), says_what_self_is);
    tool.self = NULL;
    assert_answer(EARLY("FILE_NOT_FOUND", "File does not exist", "null"), says_what_self_is);
    mu_assert_uint_eq(0, node.events.mended);
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        tool.self = broken;
        mu_check(strstr(answered(says_what_self_is), "\xFF") == NULL);
        tool.self = empty;
        (void)answered(says_what_self_is);
    }
}

MU_TEST(a_message_that_is_too_long_gives_way_to_the_canonical_one)
{
    memset(long_message, 'm', LONG_MESSAGE);
    long_message[LONG_MESSAGE] = '\0';
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        tool.self = long_message;
        (void)answered(says_what_self_is);
        mu_check(length > 0 && strstr(out, "mmm") == NULL);
        mu_assert_uint_eq(i == 1 ? 0 : 1, node.events.mended); /* Context takes no message of that length */
    }
    node_begin(&mcperr_kaiza);
    tool.self = long_message;
    assert_answer(EARLY("FILE_NOT_FOUND", "File does not exist", "null"), says_what_self_is);
}

static void scribble(void)
{
    volatile char frame[256];

    for (size_t i = 0; i < sizeof frame; i++)
        frame[i] = 'Z';
}

HANDLER(says_from_its_own_frame)
{
    char message[64];

    UNUSED;
    memset(message, 'f', sizeof message);
    message[*(const size_t *)self] = '\0';
    return mcperr_say(args, err, MCPERR_IO, message);
}

MU_TEST(a_message_may_live_in_the_frame_of_the_handler)
{
    size_t size = 3;

    node_begin(&mcperr_toolerror);
    tool.self = &size;
    assert_answer("{\"type\":\"TRANSIENT\",\"message\":\"fff\",\"recoverable\":true}",
                  says_from_its_own_frame);
    scribble();
    for (size = 0; size < 40; size++) {
        call.scratch_size = 20;
        scratch[20] = '#';
        (void)answered(says_from_its_own_frame);
        mu_check(scratch[20] == '#');
        mu_check((strstr(out, size > 0 ? "\"f" : "\"\"") != NULL) == (size < 20));
    }
    call.scratch = NULL;
    size = 0;
    mu_check(strstr(answered(says_from_its_own_frame), "\"\"") == NULL);
}

HANDLER(says_with_details)
{
    mcperr_json w;
    char name[] = "valve-3";

    UNUSED;
    mcperr_details(args, &w);
    mcperr_json_str(&w, "holder", name);
    mcperr_json_int(&w, "n", 3);
    mcperr_details_end(args, &w, err);
    memset(name, 'Z', sizeof name - 1);
    return mcperr_say(args, err, MCPERR_CONFLICT, "valve is held");
}

MU_TEST(details_and_message_share_the_memory_that_is_lent)
{
    static const char whole[] = "{\"type\":\"CONFLICT\",\"message\":\"valve is held\",\"recoverable\":false,"
                                "\"data\":{\"holder\":\"valve-3\",\"n\":3}}";
    const size_t details = sizeof "{\"holder\":\"valve-3\",\"n\":3}", message = sizeof "valve is held";

    node_begin(&mcperr_toolerror);
    assert_answer(whole, says_with_details);
    for (size_t size = 0; size <= details + message; size++) {
        call.scratch_size = size;
        memset(scratch, '#', sizeof scratch);
        (void)answered(says_with_details);
        mu_check(scratch[size] == '#');
        mu_check((strstr(out, "\"data\":{\"holder\":\"valve-3\",\"n\":3}") != NULL) == (size >= details));
        mu_check((strstr(out, "valve is held") != NULL) ==
                 (size >= details + message || (size < details && size >= message)));
    }
    mu_assert_string_eq(whole, out);
}

/* The message is copied over details that are not ended: they are left out, and it is not harmed. */
HANDLER(says_between_details)
{
    mcperr_json w;
    mcperr_status status;

    UNUSED;
    mcperr_details(args, &w);
    mcperr_json_int(&w, "n", 3);
    status = mcperr_say(args, err, MCPERR_CONFLICT, "a message between");
    mcperr_json_int(&w, "m", 4);
    mcperr_details_end(args, &w, err);
    return status;
}

HANDLER(ends_broken_details)
{
    mcperr_json w;

    UNUSED;
    mcperr_details(args, &w);
    mcperr_json_text(&w, "raw", mcperr_raw("tru"));
    mcperr_details_end(args, &w, err);
    return mcperr_say(args, err, MCPERR_CONFLICT, "a message behind");
}

MU_TEST(details_that_were_not_ended_well_are_left_out)
{
    node_begin(&mcperr_toolerror);
    mu_check(strstr(answered(says_between_details), "data") == NULL);
    assert_answer("{\"type\":\"CONFLICT\",\"message\":\"a message behind\",\"recoverable\":false}",
                  ends_broken_details);
}

MU_TEST(helpers_of_handlers_take_null)
{
    mcperr_error err;
    mcperr_json w;
    mcperr_args none;

    memset(&err, 0, sizeof err);
    memset(&none, 0, sizeof none);
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_say(NULL, &err, MCPERR_IO, "kept nowhere"));
    mu_check(err.message.data == NULL && err.kind == MCPERR_IO);
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_say(&none, NULL, MCPERR_IO, "x"));
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_say(&none, &err, MCPERR_BUDGET, NULL));
    mu_check(err.message.data == NULL && err.kind == MCPERR_BUDGET);
    mcperr_details(NULL, &w);
    mcperr_json_int(&w, "n", 1);
    mcperr_details_end(NULL, &w, &err);
    mcperr_details(&none, &w);
    mcperr_details_end(&none, &w, &err);
    mcperr_details(&none, NULL);
    mcperr_details_end(&none, NULL, &err);
    none.scratch = scratch;
    none.scratch_size = sizeof scratch;
    mcperr_details(&none, &w);
    mcperr_details_end(&none, &w, NULL);
    mu_check(err.details.data == NULL && none.scratch == scratch);
}

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

/* ---- buffers of any size --------------------------------------------------------------------------------
 */

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

/* ---- completing ------------------------------------------------------------------------------------------
 */

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

/* ---- audit ----------------------------------------------------------------------------------------------
 */

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

/* ---- locking the session
 * ----------------------------------------------------------------------------------- */

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

/* ---- calls from within
 * ------------------------------------------------------------------------------------- */

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

/* ---- stack traces
 * ------------------------------------------------------------------------------------------- */

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

/* ---- the order
 * ----------------------------------------------------------------------------------------------- */

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

/* ---- log, metrics, alerts
 * -------------------------------------------------------------------------------------- */

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

/* ---- clocks
 * ---------------------------------------------------------------------------------------------------- */

MU_TEST(an_unknown_clock_tells_the_time_since_the_start)
{
    node_begin(&mcperr_kaiza);
    clocks.wall = -1;
    clocks.mono = 12345;
    mu_check(strstr(answered(finds_nothing), "\"timestamp\":\"1970-01-01T00:00:12.345Z\"") != NULL);
    mu_check(recorded("\"timestamp\":\"1970-01-01T00:00:12.345Z\"") &&
             recorded("\"incident_id\":\"inc_00000000_7_1\""));
    port.wall_ms = NULL;
    clocks.mono = UINT32_MAX;
    mu_check(strstr(answered(finds_nothing), "\"timestamp\":\"1970-02-19T17:02:47.295Z\"") != NULL);
    clocks.mono += 2; /* past 2^32 */
    mu_check(strstr(answered(finds_nothing), "\"timestamp\":\"1970-02-19T17:02:47.297Z\"") != NULL);
}

MU_TEST(clocks_of_any_year_are_told)
{
    static const struct {
        int64_t wall;
        const char *time, *incident;
    } known[] = {
        {0, "1970-01-01T00:00:00.000Z", "inc_19700101_7_"},
        {INT64_C(2147483647999), "2038-01-19T03:14:07.999Z", "inc_20380119_7_"},
        {INT64_C(2147483648000), "2038-01-19T03:14:08.000Z", "inc_20380119_7_"},
        {INT64_C(4294967296000), "2106-02-07T06:28:16.000Z", "inc_21060207_7_"},
        {INT64_C(253402300799999), "9999-12-31T23:59:59.999Z", "inc_99991231_7_"},
        {INT64_C(253402300800000), "9999-12-31T23:59:59.999Z", "inc_99991231_7_"},
        {INT64_MAX, "9999-12-31T23:59:59.999Z", "inc_99991231_7_"},
        {INT64_C(1), "1970-01-01T00:00:00.001Z", "inc_19700101_7_"}, /* backwards */
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        node_begin(&mcperr_kaiza);
        clocks.wall = known[i].wall;
        mu_check(strstr(answered(finds_nothing), known[i].time) != NULL);
        mu_check(recorded(known[i].incident));
    }
}

/* ---- incident ids
 * ------------------------------------------------------------------------------------------------ */

MU_TEST(an_incident_id_has_the_date_the_start_and_a_number)
{
    node_begin(&mcperr_owlclaw);
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_7_1\"") != NULL);
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_7_2\"") != NULL);
    port.boot_id = UINT32_MAX;
    memset(&node.started, 0, sizeof node.started);
    node.incidents = UINT32_MAX - 1;
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_4294967295_4294967295\"") !=
             NULL);
    call.cap = mcperr_boundary_min_size(&node, &tool);
    node.incidents = UINT32_MAX - 1;
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_4294967295_4294967295\"") !=
             NULL);
    node_begin(&mcperr_owlclaw);
    port.boot_id = 0;
    audit.next_seq = 42;
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_42_1\"") != NULL);
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_42_2\"") != NULL);
    node_begin(&mcperr_owlclaw);
    port.boot_id = 0;
    node.audit = NULL;
    clocks.wall = -1;
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_00000000_0_1\"") != NULL);
    clocks.wall = INT64_C(1768836730123);
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_3605171467_2\"") != NULL);
    clocks.wall++;
    mu_check(strstr(answered(finds_nothing), "\"incident_id\":\"inc_20260119_3605171467_3\"") != NULL);
}

HANDLER(has_an_incident)
{
    UNUSED;
    err->incident = mcperr_str("inc_mine");
    return mcperr_fail(err, MCPERR_NOT_FOUND, NULL);
}

MU_TEST(an_incident_id_of_the_handler_is_kept)
{
    node_begin(&mcperr_owlclaw);
    mu_check(strstr(answered(has_an_incident), "\"incident_id\":\"inc_mine\"") != NULL);
    mu_check(recorded("\"incident_id\":\"inc_mine\""));
}

/* A log that keeps its last line only, which is enough to go on from. */
typedef struct last_line {
    char line[LINE_ROOM];
    size_t size;
} last_line;

static last_line kept;

static bool keep_line(void *ctx, const char *bytes, size_t size)
{
    last_line *const l = ctx;

    memcpy(l->line, bytes, size);
    l->size = size;
    return true;
}

static bool keep_nothing(void *ctx) { return ctx != NULL; }

static int32_t read_line(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    const last_line *const l = ctx;
    const size_t left = offset < l->size ? l->size - offset : 0, part = size < left ? size : left;

    memcpy(to, l->line + (l->size - left), part);
    return (int32_t)part;
}

static const mcperr_sink last_line_sink = {&kept, keep_line, keep_nothing, read_line, NULL};

#ifdef __linux__
#define IDS 100000u
#define SLOTS (1u << 18)
#else
#define IDS 60u
#define SLOTS (1u << 7)
#endif

static uint64_t ids[SLOTS];

/* Was this text not seen before? */
static bool is_new(const char *id, size_t size)
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)id[i]) * UINT64_C(1099511628211);
    for (size_t slot = (size_t)(hash % SLOTS);; slot = (slot + 1) % SLOTS) {
        if (ids[slot] == hash)
            return false;
        if (ids[slot] == 0) {
            ids[slot] = hash;
            return true;
        }
    }
}

/* Restarts come after 1, 2, 3, ... ids; the clock goes on, and so do the log and the boot id, if there are
 * any. */
MU_TEST(incident_ids_are_unique_across_restarts_with_a_boot_id_a_log_or_a_clock)
{
    for (unsigned with = 0; with < 8; with++) {
        const bool booted = with & 1, logs = with & 2, clock = with & 4;
        uint32_t starts = 0, left = 0, doubles = 0;
        node_begin(&mcperr_owlclaw);
        memset(ids, 0, sizeof ids);
        memset(&kept, 0, sizeof kept);
        for (uint32_t i = 0; i < IDS; i++) {
            if (left == 0) {
                memset(&node, 0, sizeof node);
                node.port = &port;
                node.dialect = &mcperr_owlclaw;
                mu_assert_int_eq(MCPERR_OK,
                                 mcperr_audit_open(&audit, &last_line_sink, audit_line, LINE_ROOM, NULL));
                node.audit = logs ? &audit : NULL;
                port.boot_id = booted ? starts + 1 : 0;
                /* Without anything to tell one start from another there is only one. */
                left = with != 0 ? ++starts : IDS;
                clocks.wall += 1;
            }
            left--;
            if (!clock)
                clocks.wall = -1;
            clocks.mono++;
            (void)mcperr_boundary_call(&node, &tool, &call, &length);
            const char *const id = strstr(out, "inc_"), *const end = id != NULL ? strchr(id, '"') : NULL;
            doubles += end == NULL || !is_new(id, (size_t)(end - id));
        }
        mu_assert_uint_eq(0, doubles);
        mu_check(with == 0 || starts > 10);
    }
}

/* ---- arguments
 * -------------------------------------------------------------------------------------------------- */

static char read_back[200];

/* Says what it finds under the name that self is. */
HANDLER(reads_argument)
{
    int64_t number = -77;
    bool flag = false;
    mcperr_json w;

    UNUSED;
    mcperr_json_init(&w, read_back, sizeof read_back);
    mcperr_json_object(&w, NULL);
    mcperr_json_text(&w, "text", mcperr_arg_text(args, self));
    if (mcperr_arg_int(args, self, &number))
        mcperr_json_int(&w, "int", number);
    else
        mu_assert_int_eq(-77, number);
    const mcperr_text spelt = mcperr_arg_number(args, self);
    if (spelt.data != NULL)
        mcperr_json_text(&w, "number", spelt);
    if (mcperr_arg_bool(args, self, &flag))
        mcperr_json_bool(&w, "bool", flag);
    else
        mu_check(!flag);
    mcperr_json_end(&w);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    return MCPERR_OK;
}

MU_TEST(arguments_are_read_by_name_and_type)
{
    static char arguments[] =
        " { \"s\" : \"a\\u0062\\n\", \"\" : \"e\", \"i\" : -9223372036854775808, \"f\" : 1.0,"
        " \"t\" : true, \"n\" : null, \"o\" : { \"x\" : 1 }, \"no\" : false, \"i\" : 2 } ";
    static const struct {
        const char *name, *found;
    } known[] = {
        {"s", "{\"text\":\"ab\\n\"}"},
        {"", "{\"text\":\"e\"}"},
        {"i", "{\"text\":null,\"int\":-9223372036854775808,\"number\":-9223372036854775808}"},
        {"f", "{\"text\":null,\"number\":1.0}"},
        {"t", "{\"text\":null,\"bool\":true}"},
        {"no", "{\"text\":null,\"bool\":false}"},
        {"n", "{\"text\":null}"},
        {"o", "{\"text\":null}"},
        {"x", "{\"text\":null}"},
        {"absent", "{\"text\":null}"},
    };

    node_begin(&mcperr_kaiza);
    call.arguments = arguments;
    call.arguments_size = strlen(arguments);
    for (size_t i = 0; i < COUNT(known); i++) {
        static char name[8];
        memcpy(name, known[i].name, strlen(known[i].name) + 1);
        tool.self = name;
        assert_answer("{}", reads_argument);
        mu_assert_string_eq(known[i].found, read_back);
    }
    tool.self = NULL; /* no name */
    assert_answer("{}", reads_argument);
    mu_assert_string_eq("{\"text\":null}", read_back);
}

MU_TEST(without_arguments_nothing_is_found)
{
    static char name[] = "s";

    node_begin(&mcperr_kaiza);
    tool.self = name;
    assert_answer("{}", reads_argument);
    mu_assert_string_eq("{\"text\":null}", read_back);
    call.tokens = NULL;
    call.token_count = 0;
    assert_answer("{}", reads_argument);
    mu_assert_string_eq("{\"text\":null}", read_back);
}

HANDLER(reads_null)
{
    int64_t number = 5;
    bool flag = true;

    UNUSED;
    mu_check(mcperr_arg_text(NULL, "i").data == NULL);
    mu_check(mcperr_arg_number(NULL, "i").data == NULL);
    mu_check(!mcperr_arg_int(NULL, "i", &number) && !mcperr_arg_int(args, "i", NULL) && number == 5);
    mu_check(!mcperr_arg_bool(NULL, "t", &flag) && !mcperr_arg_bool(args, "t", NULL) && flag);
    return MCPERR_OK;
}

MU_TEST(arguments_take_null)
{
    static const char arguments[] = "{\"i\":1,\"t\":false}";

    node_begin(&mcperr_kaiza);
    call.arguments = arguments;
    call.arguments_size = sizeof arguments - 1;
    assert_answer("{}", reads_null);
}

MU_TEST(arguments_that_are_no_object_or_do_not_fit_are_invalid_input_and_the_tool_is_not_run)
{
    static const char *const bad[] = {"", "[]", "1", "{", "{\"a\":1}x", "{\"a\":tru}", "\xFF", "\"{}\""};

    node_begin(&mcperr_toolerror);
    for (size_t i = 0; i < COUNT(bad); i++) {
        call.arguments = bad[i];
        call.arguments_size = strlen(bad[i]);
        assert_answer("{\"type\":\"VALIDATION\",\"message\":\"arguments are not a JSON object that can be "
                      "read here\",\"recoverable\":false}",
                      succeeds);
    }
    call.arguments = "{\"a\":1}";
    call.arguments_size = 7;
    call.token_count = 2;
    mu_check(strstr(answered(succeeds), "VALIDATION") != NULL);
    call.token_count = 3;
    assert_answer("{\"milli_celsius\":21500}", succeeds);
    call.tokens = NULL;
    mu_check(strstr(answered(succeeds), "VALIDATION") != NULL);
}

/* ---- ports with less
 * ------------------------------------------------------------------------------------------ */

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
    MU_RUN(a_result_is_let_through_untouched_and_nothing_is_recorded)
    MU_RUN(a_handler_that_fails_without_saying_why_is_an_internal_error)
    MU_RUN(a_result_that_does_not_fit_is_an_internal_error)
    MU_RUN(a_result_that_is_unfinished_or_broken_is_an_internal_error)
    MU_RUN(an_error_in_disguise_is_an_internal_error_and_counted)
    MU_RUN(words_of_an_error_elsewhere_are_no_disguise)
    MU_RUN(half_a_result_leaves_nothing_behind)
    MU_RUN(a_handler_that_succeeds_after_all_has_succeeded)
    MU_RUN(a_message_may_be_empty_or_not_utf_8)
    MU_RUN(a_message_that_is_too_long_gives_way_to_the_canonical_one)
    MU_RUN(a_message_may_live_in_the_frame_of_the_handler)
    MU_RUN(details_and_message_share_the_memory_that_is_lent)
    MU_RUN(details_that_were_not_ended_well_are_left_out)
    MU_RUN(helpers_of_handlers_take_null)
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
    MU_RUN(an_unknown_clock_tells_the_time_since_the_start)
    MU_RUN(clocks_of_any_year_are_told)
    MU_RUN(an_incident_id_has_the_date_the_start_and_a_number)
    MU_RUN(an_incident_id_of_the_handler_is_kept)
    MU_RUN(incident_ids_are_unique_across_restarts_with_a_boot_id_a_log_or_a_clock)
    MU_RUN(arguments_are_read_by_name_and_type)
    MU_RUN(without_arguments_nothing_is_found)
    MU_RUN(arguments_take_null)
    MU_RUN(arguments_that_are_no_object_or_do_not_fit_are_invalid_input_and_the_tool_is_not_run)
    MU_RUN(a_port_with_a_clock_alone_is_enough)
    MU_RUN(events_saturate)
)
/* clang-format on */

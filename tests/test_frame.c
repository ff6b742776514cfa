/* SPDX-License-Identifier: MIT */
/* What stands around an answer, and what is judged before a call. */
#include "node.h"

static const mcperr_dialect *const every_dialect[] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,  &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api};

/* ---- a frame ------------------------------------------------------------------------------------------- */

typedef struct model {
    bool quoted, failed, had_error;
    unsigned begun, ended, shed;
} model;

static model seen;

/* {"in":...,"failed":...}, where the dots are the document or a string that holds it. */
static void begin(void *ctx, mcperr_json *w, bool failed)
{
    model *const m = ctx;

    m->begun++;
    m->failed = failed;
    mcperr_json_object(w, NULL);
    if (m->quoted) {
        mcperr_json_quote(w, "in");
        return;
    }
    mcperr_json_array(w, "in");
}

static void end(void *ctx, mcperr_json *w, const mcperr_dialect *d, const mcperr_error *err, unsigned shed)
{
    model *const m = ctx;

    m->ended++;
    m->shed = shed;
    m->had_error = err != NULL;
    mu_check((d != NULL) == (err != NULL) && (err != NULL) == m->failed);
    if (m->quoted)
        mcperr_json_unquote(w);
    else
        mcperr_json_end(w);
    mcperr_json_bool(w, "failed", m->failed);
    mcperr_json_end(w);
}

static const mcperr_frame frame = {begin, end, &seen};

static void frame_begin(bool quoted)
{
    memset(&seen, 0, sizeof seen);
    seen.quoted = quoted;
}

/* ---- errors in a frame --------------------------------------------------------------------------------- */

static mcperr_error failure(void)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    (void)mcperr_fail(&err, MCPERR_TIMEOUT, "a message that says \"late\"");
    err.tool = mcperr_str("t");
    err.incident = mcperr_str("inc_1");
    err.details = mcperr_raw("{\"tries\":[1,2,3]}");
    return err;
}

#define ENVELOPE                                                                                             \
    "{\"type\":\"TRANSIENT\",\"message\":\"a message that says \\\"late\\\"\",\"recoverable\":true,"         \
    "\"data\":{\"tries\":[1,2,3]}}"
#define QUOTED                                                                                               \
    "{\\\"type\\\":\\\"TRANSIENT\\\",\\\"message\\\":\\\"a message that says \\\\\\\"late\\\\\\\"\\\","      \
    "\\\"recoverable\\\":true,\\\"data\\\":{\\\"tries\\\":[1,2,3]}}"

MU_TEST(an_envelope_is_written_into_its_frame)
{
    const mcperr_error err = failure();

    frame_begin(false);
    mu_assert_int_eq(MCPERR_OK,
                     mcperr_emit_framed(&mcperr_toolerror, &err, &frame, out, sizeof out, &length));
    mu_assert_string_eq("{\"in\":[" ENVELOPE "],\"failed\":true}", out);
    mu_assert_uint_eq(strlen(out), length);
    mu_assert_uint_eq(1, seen.begun);
    mu_assert_uint_eq(MCPERR_SHED_NOTHING, seen.shed);
    frame_begin(true);
    mu_assert_int_eq(MCPERR_OK, mcperr_emit_framed(&mcperr_toolerror, &err, &frame, out, sizeof out, NULL));
    mu_assert_string_eq("{\"in\":\"" QUOTED "\",\"failed\":true}", out);
    mu_assert_int_eq(MCPERR_OK, mcperr_emit_framed(&mcperr_toolerror, &err, NULL, out, sizeof out, NULL));
    mu_assert_string_eq(ENVELOPE, out);
}

MU_TEST(a_frame_is_begun_anew_for_what_is_mended_and_ended_once)
{
    mcperr_error err = failure();

    err.details = mcperr_raw("{\"tries\":");
    frame_begin(true);
    mu_assert_int_eq(MCPERR_E_PARTIAL,
                     mcperr_emit_framed(&mcperr_toolerror, &err, &frame, out, sizeof out, &length));
    mu_assert_uint_eq(2, seen.begun);
    mu_assert_uint_eq(1, seen.ended);
    mu_check(seen.had_error);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_check(out, length, NULL, NULL, NULL));
}

MU_TEST(what_does_not_fit_the_frame_is_shed_and_from_the_least_size_on_something_fits)
{
    for (unsigned i = 0; i < 2 * COUNT(every_dialect); i++) {
        const mcperr_dialect *const d = every_dialect[i >> 1];
        const mcperr_error err = failure();
        frame_begin(i & 1);
        const size_t least = mcperr_min_size_framed(d, &err, &frame), plain = mcperr_min_size(d, &err);
        mu_check(least >= plain + 20 && plain == mcperr_min_size_framed(d, &err, NULL));
        unsigned shed = MCPERR_SHED_ALL;
        for (size_t cap = 0; cap <= sizeof out; cap += cap + 3 < least ? 3 : 1) {
            memset(out, '#', sizeof out);
            const mcperr_status status = mcperr_emit_framed(d, &err, &frame, out, cap, &length);
            mu_check(status != MCPERR_E_SIZE || cap < least);
            if (status == MCPERR_E_SIZE) {
                mu_assert_uint_eq(0, length);
                mu_check(cap == 0 || out[0] == '\0');
            } else {
                mu_check(length < cap && strlen(out) == length);
                mu_assert_int_eq(MCPERR_OK, mcperr_json_check(out, length, NULL, NULL, NULL));
                mu_check(seen.shed <= shed); /* more room, more said */
                shed = seen.shed;
            }
            mu_check(cap == sizeof out || out[cap] == '#');
        }
        mu_assert_uint_eq(MCPERR_SHED_NOTHING, shed);
    }
}

MU_TEST(a_frame_takes_null_as_an_envelope_does)
{
    frame_begin(false);
    mu_assert_int_eq(MCPERR_OK,
                     mcperr_emit_framed(&mcperr_toolerror, NULL, &frame, out, sizeof out, &length));
    mu_assert_string_eq("{\"in\":[{\"type\":\"INTERNAL\",\"message\":\"internal error\","
                        "\"recoverable\":false}],\"failed\":true}",
                        out);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_emit_framed(NULL, NULL, &frame, out, sizeof out, &length));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_emit_framed(&mcperr_toolerror, NULL, &frame, NULL, 9, &length));
    mu_assert_uint_eq(0, length);
    mu_assert_uint_eq(0, mcperr_min_size_framed(&mcperr_toolerror, NULL, &frame));
}

/* ---- calls in a frame ---------------------------------------------------------------------------------- */

/* Writes the members of an object that is given as JSON. */
static mcperr_status writes(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)args;
    (void)err;
    mcperr_json_splice(result, mcperr_raw(self), NULL, 0);
    return MCPERR_OK;
}

/* Call the tool, which writes that, in a buffer of that size. */
static mcperr_outcome call_writing(const char *members, size_t cap)
{
    static char object[120];

    tool.run = writes;
    tool.self = strcpy(object, members);
    call.frame = &frame;
    call.cap = cap;
    memset(out, '#', sizeof out);
    const mcperr_outcome outcome = mcperr_boundary_call(&node, &tool, &call, &length);
    mu_check(cap == sizeof out || out[cap] == '#');
    mu_assert_uint_eq(strlen(out), length);
    if (length > 0)
        mu_assert_int_eq(MCPERR_OK, mcperr_json_check(out, length, NULL, NULL, NULL));
    return outcome;
}

MU_TEST(a_result_is_written_into_its_frame)
{
    node_begin(&mcperr_toolerror);
    frame_begin(false);
    mu_assert_int_eq(MCPERR_RESULT, call_writing("{\"say\":\"a\\\"b\"}", sizeof out));
    mu_assert_string_eq("{\"in\":[{\"say\":\"a\\\"b\"}],\"failed\":false}", out);
    frame_begin(true);
    mu_assert_int_eq(MCPERR_RESULT, call_writing("{\"say\":\"a\\\"b\"}", sizeof out));
    mu_assert_string_eq("{\"in\":\"{\\\"say\\\":\\\"a\\\\\\\"b\\\"}\",\"failed\":false}", out);
    mu_check(!seen.had_error);
}

MU_TEST(a_result_whose_frame_does_not_fit_is_a_failure_in_that_frame)
{
    for (unsigned quoted = 0; quoted < 2; quoted++) {
        node_begin(&mcperr_toolerror);
        node.audit = NULL;
        frame_begin(quoted);
        const size_t least = mcperr_boundary_min_size_framed(&node, &tool, &frame);
        const char members[] =
            "{\"a\":\"1234567890123456789012345678901234567890123456789012345678901234567890"
            "1234567890\"}";
        mu_assert_int_eq(MCPERR_RESULT, call_writing(members, sizeof out));
        const size_t needed = length + 1;
        mu_check(least > 0 && least < needed);
        for (size_t cap = 1; cap <= needed; cap++) {
            const mcperr_outcome outcome = call_writing(members, cap);
            mu_check(outcome == (cap == needed ? MCPERR_RESULT : cap >= least ? MCPERR_ENVELOPE : outcome));
            mu_check(outcome == MCPERR_NOTHING || seen.failed == (outcome == MCPERR_ENVELOPE));
        }
    }
    mu_assert_uint_eq(0, mcperr_boundary_min_size_framed(NULL, &tool, &frame));
}

MU_TEST(an_error_in_disguise_is_found_inside_of_every_frame)
{
    static const char *const marked[] = {"{\"error\":\"x\"}",
                                         "{\"n\":1,\"problem\":{}}",
                                         "{\"error_code\":1}",
                                         "{\"ok\":false}",
                                         "{\"n\":\"a\\\"b\",\"ok\":false}",
                                         "{\"a\":{\"b\":[]},\"error\":null}",
                                         "{\"\\u0065rror\":\"x\"}",
                                         "{\"a\\\\\":\"\\\\\",\"ok\":false}",
                                         "{\"a\":\"{\",\"problem\":0}",
                                         "{\"\xC3\xA9\":1,\"ok\":false}",
                                         "{\"a_name_that_is_long\":1,\"ok\":false}"};

    for (unsigned quoted = 0; quoted < 2; quoted++)
        for (size_t i = 0; i < COUNT(marked); i++) {
            node_begin(&mcperr_toolerror);
            frame_begin(quoted);
            if (call_writing(marked[i], sizeof out) != MCPERR_ENVELOPE)
                mu_fail(marked[i]);
            mu_check(strstr(out, "result is an error in disguise") != NULL);
            mu_assert_uint_eq(1, node.events.disguised);
        }
}

MU_TEST(innocent_names_are_let_through_in_every_frame)
{
    static const char *const fair[] = {"{\"ok\":true}",
                                       "{\"n\":{\"error\":1}}",
                                       "{\"n\":[{\"ok\":false}]}",
                                       "{\"a\":\"error\"}",
                                       "{\"a\":\"\\\"error\\\":1\"}",
                                       "{\"ok\":\"false\"}",
                                       "{\"error\\\"\":1}",
                                       "{\"\\\"error\":1}",
                                       "{\"error\\n\":1}",
                                       "{\"error_codes\":1}",
                                       "{\"error_code_of_a_long_name\":1}",
                                       "{\"o\\\\k\":false}",
                                       "{\"\":false}",
                                       "{\"problem_solved\":0}",
                                       "{\"ok\":[false]}",
                                       "{\"\xC5\xAFk\":false}",
                                       "{\"\xC5\xA5rror\":1}",
                                       "{\"\xE1\x81\xAFk\":false}"};

    for (unsigned quoted = 0; quoted < 2; quoted++)
        for (size_t i = 0; i < COUNT(fair); i++) {
            node_begin(&mcperr_toolerror);
            frame_begin(quoted);
            if (call_writing(fair[i], sizeof out) != MCPERR_RESULT)
                mu_fail(fair[i]);
        }
}

MU_TEST(words_of_the_frame_are_no_disguise)
{
    node_begin(&mcperr_toolerror);
    frame_begin(false);
    mu_assert_int_eq(MCPERR_RESULT, call_writing("{}", sizeof out));
    mu_assert_string_eq("{\"in\":[{}],\"failed\":false}", out);
}

static mcperr_status ends_the_frame(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)args;
    (void)err;
    for (unsigned i = 0; i < *(const unsigned *)self; i++)
        mcperr_json_end(result);
    return MCPERR_OK;
}

MU_TEST(a_handler_cannot_leave_its_frame)
{
    for (unsigned quoted = 0; quoted < 2; quoted++)
        for (unsigned ends = 1; ends < 5; ends++) {
            node_begin(&mcperr_toolerror);
            frame_begin(quoted);
            tool.run = ends_the_frame;
            tool.self = &ends;
            call.frame = &frame;
            mu_assert_int_eq(MCPERR_ENVELOPE, mcperr_boundary_call(&node, &tool, &call, &length));
            mu_check(strstr(out, "result is unfinished or broken") != NULL);
            mu_assert_int_eq(MCPERR_OK, mcperr_json_check(out, length, NULL, NULL, NULL));
        }
}

/* ---- calls that are judged ----------------------------------------------------------------------------- */

typedef struct judge {
    mcperr_status verdict;
    bool says;
    unsigned asked;
} judge;

static mcperr_status admit(void *ctx, const mcperr_tool *wanted, mcperr_args *args, mcperr_error *err)
{
    judge *const j = ctx;
    int64_t n = 0;

    j->asked++;
    mu_check(wanted == &tool);
    mu_check(mcperr_arg_int(args, "n", &n) && n == 5);
    if (j->says)
        (void)mcperr_say(args, err, MCPERR_FORBIDDEN, "not now");
    return j->verdict;
}

static unsigned runs;

static mcperr_status counts(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    int64_t n = 0;

    (void)self;
    (void)err;
    runs++;
    mu_check(mcperr_arg_int(args, "n", &n));
    mcperr_json_int(result, "n", n);
    return MCPERR_OK;
}

static void judged(judge *j)
{
    runs = 0;
    tool.run = counts;
    call.arguments = "{\"n\":5}";
    call.arguments_size = 7;
    call.admit = admit;
    call.admit_ctx = j;
    memset(out, '#', sizeof out);
    (void)mcperr_boundary_call(&node, &tool, &call, &length);
}

MU_TEST(a_call_that_is_admitted_runs)
{
    judge j = {MCPERR_OK, false, 0};

    node_begin(&mcperr_toolerror);
    judged(&j);
    mu_assert_string_eq("{\"n\":5}", out);
    mu_assert_uint_eq(1, j.asked);
    mu_assert_uint_eq(1, runs);
    /* What was said while it was admitted is not an error. */
    j.says = true;
    judged(&j);
    mu_assert_string_eq("{\"n\":5}", out);
    mu_assert_uint_eq(0, node.events.failures);
}

MU_TEST(a_call_that_is_not_admitted_is_a_failure_like_any_other_and_does_not_run)
{
    judge j = {MCPERR_E_FAILED, true, 0};

    node_begin(&mcperr_toolerror);
    judged(&j);
    mu_assert_string_eq("{\"type\":\"PERMISSION\",\"message\":\"not now\",\"recoverable\":false}", out);
    mu_assert_uint_eq(0, runs);
    mu_assert_uint_eq(1, node.events.failures);
    mu_check(file.size > 0);
    j.says = false;
    j.verdict = MCPERR_E_VALUE;
    judged(&j);
    mu_assert_string_eq("{\"type\":\"INTERNAL\",\"message\":\"internal error\",\"recoverable\":false}", out);
}

MU_TEST(nobody_judges_a_call_whose_arguments_cannot_be_read_or_whose_session_is_locked)
{
    judge j = {MCPERR_OK, false, 0};

    node_begin(&mcperr_toolerror);
    node.lock_on_failure = true;
    call.token_count = 2;
    judged(&j);
    mu_check(strstr(out, "VALIDATION") != NULL);
    call.token_count = COUNT(tokens);
    judged(&j);
    mu_check(strstr(out, "Session locked") != NULL);
    mu_assert_uint_eq(0, j.asked + runs);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(an_envelope_is_written_into_its_frame)
    MU_RUN(a_frame_is_begun_anew_for_what_is_mended_and_ended_once)
    MU_RUN(what_does_not_fit_the_frame_is_shed_and_from_the_least_size_on_something_fits)
    MU_RUN(a_frame_takes_null_as_an_envelope_does)
    MU_RUN(a_result_is_written_into_its_frame)
    MU_RUN(a_result_whose_frame_does_not_fit_is_a_failure_in_that_frame)
    MU_RUN(an_error_in_disguise_is_found_inside_of_every_frame)
    MU_RUN(innocent_names_are_let_through_in_every_frame)
    MU_RUN(words_of_the_frame_are_no_disguise)
    MU_RUN(a_handler_cannot_leave_its_frame)
    MU_RUN(a_call_that_is_admitted_runs)
    MU_RUN(a_call_that_is_not_admitted_is_a_failure_like_any_other_and_does_not_run)
    MU_RUN(nobody_judges_a_call_whose_arguments_cannot_be_read_or_whose_session_is_locked)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/*
 * The boundary hammered by eight threads, with everything attached: POSIX port, file sink, metrics, alerts,
 * log. Twice, with a restart between. To be run under ThreadSanitizer, in a folder of its own.
 */
#include "minunit.h"
#include "json_read.h"
#include "mcperr/boundary.h"
#include "port/posix/audit_file.h"
#include "port/posix/port.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 2, THREADS = 8, CALLS = 90, ALL_CALLS = ROUNDS * THREADS * CALLS };

/* Call number n of a thread is of type n % TYPES. */
enum { SUCCESS, NOT_FOUND, SLOW, OWN_INCIDENT, DISGUISED, TYPES };
enum { EACH = ALL_CALLS / TYPES, FAILURES = EACH * (TYPES - 1) };

static unsigned answered[ALL_CALLS]; /* each is one thread's own */
static char incidents[ALL_CALLS][48];
static unsigned logged[3], bad_logs, alerts_critical, alerts_warning, bad_answers;

static void bump(unsigned *count)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

    (void)pthread_mutex_lock(&mutex);
    ++*count;
    (void)pthread_mutex_unlock(&mutex);
}

/* ---- the tools ---------------------------------------------------------------------------------------- */

static int64_t number(const mcperr_args *args, const char *name)
{
    int64_t value = -1;

    return mcperr_arg_int(args, name, &value) ? value : -1;
}

/* What the record of a failure must tell: which call it was. */
static void say_which(mcperr_args *args, mcperr_error *err)
{
    mcperr_json w;

    mcperr_details(args, &w);
    mcperr_json_int(&w, "call", number(args, "call"));
    mcperr_details_end(args, &w, err);
    err->cause = err->details;
}

static mcperr_status work(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    const int64_t call = number(args, "call");
    char message[64];

    (void)self;
    (void)snprintf(message, sizeof message, "own_%ld", (long)call);
    mcperr_json_int(result, "call", call);
    if (call % TYPES == SUCCESS)
        return MCPERR_OK;
    if (call % TYPES == DISGUISED) {
        mcperr_json_bool(result, "ok", false);
        return MCPERR_OK;
    }
    say_which(args, err);
    if (call % TYPES == NOT_FOUND)
        return mcperr_fail(err, MCPERR_NOT_FOUND, NULL);
    const mcperr_status failed =
        mcperr_say(args, err, call % TYPES == SLOW ? MCPERR_TIMEOUT : MCPERR_BUDGET, message);
    if (call % TYPES == OWN_INCIDENT)
        err->incident = err->message;
    return failed;
}

static const mcperr_tool tools[] = {
    {.name = "one", .operation = "files:one", .run = work},
    {.name = "two", .run = work},
};

/* ---- the callbacks ------------------------------------------------------------------------------------ */

static void take_log(void *ctx, mcperr_level level, const char *line, size_t size)
{
    static const char begin[] = "{\"level\":\"";

    (void)ctx;
    bump(&logged[level]);
    if (mcperr_json_check(line, size, NULL, NULL, NULL) != MCPERR_OK ||
        memcmp(line, begin, sizeof begin - 1) != 0)
        bump(&bad_logs);
}

static void take_alert(void *ctx, const mcperr_error *err, mcperr_text client)
{
    (void)ctx;
    (void)client;
    bump(mcperr_kind_of(err->kind)->alert == MCPERR_CRITICAL ? &alerts_critical : &alerts_warning);
}

/* ---- the hammer --------------------------------------------------------------------------------------- */

static mcperr_counter counters[16];
static mcperr_histogram histograms[3];
static mcperr_metrics metrics = {counters, histograms, 16, 3};
static mcperr_events events[ROUNDS];
static mcperr_boundary boundary;
static pthread_barrier_t start;

/* Keep the answer: one result or one envelope that says what its call was to say. */
static bool take_answer(int call, mcperr_outcome outcome, const char *answer, size_t size)
{
    static const uint8_t kinds[TYPES] = {0, MCPERR_NOT_FOUND, MCPERR_TIMEOUT, MCPERR_BUDGET, MCPERR_INTERNAL};
    mcperr_token tokens[32];
    mcperr_error err;

    answered[call]++;
    if (call % TYPES == SUCCESS) {
        char wanted[32];
        (void)snprintf(wanted, sizeof wanted, "{\"call\":%d}", call);
        return outcome == MCPERR_RESULT && strcmp(answer, wanted) == 0 && size == strlen(wanted);
    }
    if (outcome != MCPERR_ENVELOPE ||
        mcperr_decode(&mcperr_owlclaw, answer, size, tokens, 32, &err, NULL) != MCPERR_OK)
        return false;
    (void)mcperr_text_copy(err.incident, incidents[call], sizeof incidents[call]);
    return err.kind == kinds[call % TYPES];
}

static void *hammer(void *first)
{
    const int begin = *(const int *)first;
    char client[16], arguments[32], scratch[128], out[512];
    mcperr_token tokens[8];

    (void)snprintf(client, sizeof client, "client-%d", begin / CALLS % THREADS);
    (void)pthread_barrier_wait(&start);
    for (int call = begin; call < begin + CALLS; call++) {
        const int length = snprintf(arguments, sizeof arguments, "{\"call\":%d}", call);
        const mcperr_call one = {.arguments = arguments,
                                 .arguments_size = (size_t)length,
                                 .tokens = tokens,
                                 .token_count = 8,
                                 .scratch = scratch,
                                 .scratch_size = sizeof scratch,
                                 .out = out,
                                 .cap = sizeof out,
                                 .client = mcperr_str(client)};
        size_t size = 0;
        const mcperr_outcome outcome = mcperr_boundary_call(&boundary, &tools[call % 2], &one, &size);
        if (!take_answer(call, outcome, out, size))
            bump(&bad_answers);
    }
    return NULL;
}

static void run_round(int round, const char *path)
{
    static mcperr_alert_client clients[THREADS + 1];
    static char line[MCPERR_AUDIT_LINE_MIN + 200];
    static int first[THREADS];
    static mcperr_audit audit;
    const mcperr_port port = mcperr_port_posix();
    mcperr_audit_file file;
    pthread_t threads[THREADS];

    mu_assert_int_eq(MCPERR_OK, mcperr_audit_file_open(&file, path));
    const mcperr_sink sink = mcperr_audit_file_sink(&file);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, sizeof line, &mcperr_sha256));
    memset(&boundary, 0, sizeof boundary);
    memset(clients, 0, sizeof clients);
    boundary.port = &port;
    boundary.dialect = &mcperr_owlclaw;
    boundary.audit = &audit;
    boundary.metrics = &metrics;
    boundary.clients = clients;
    boundary.client_count = THREADS + 1;
    boundary.log = take_log;
    boundary.alert = take_alert;
    (void)pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        first[i] = (round * THREADS + i) * CALLS;
        mu_assert_int_eq(0, pthread_create(&threads[i], NULL, hammer, &first[i]));
    }
    for (int i = 0; i < THREADS; i++)
        (void)pthread_join(threads[i], NULL);
    (void)pthread_barrier_destroy(&start);
    events[round] = boundary.events;
    mcperr_audit_file_close(&file);
}

/* ---- what must be true -------------------------------------------------------------------------------- */

#define LOG "threads.jsonl"

typedef struct found {
    unsigned bad, records, out_of_order, unknown, disguised;
    unsigned of_call[ALL_CALLS];
    char incidents[FAILURES][48];
} found;

static mcperr_text member(const mcperr_doc *doc, uint32_t object, const char *name)
{
    const uint32_t value = mcperr_doc_find(doc, object, name);

    return value != MCPERR_DOC_NONE ? mcperr_doc_text(doc, value) : mcperr_str(NULL);
}

static bool look(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    found *const f = ctx;
    mcperr_token tokens[64];
    mcperr_doc doc;
    int64_t call = -1;

    if (what != MCPERR_LINE_GOOD || mcperr_doc_open(&doc, line, size, NULL, tokens, 64, NULL) != MCPERR_OK ||
        f->records >= FAILURES) {
        f->bad++;
        return true;
    }
    f->out_of_order += seq != f->records + 1;
    (void)mcperr_text_copy(member(&doc, 0, "incident_id"), f->incidents[f->records], sizeof f->incidents[0]);
    f->records++;
    if (mcperr_doc_integer(&doc, mcperr_doc_find(&doc, mcperr_doc_find(&doc, 0, "cause"), "call"), &call) &&
        call >= 0 && call < ALL_CALLS && strcmp(incidents[call], f->incidents[f->records - 1]) == 0)
        f->of_call[call]++;
    else if (mcperr_text_is(member(&doc, 0, "error_code"), "internal.unexpected"))
        f->disguised++;
    else
        f->unknown++;
    return true;
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

static unsigned repeated(char (*texts)[48], size_t count)
{
    unsigned same = 0;

    qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 1; i < count; i++)
        same += strcmp(texts[i - 1], texts[i]) == 0;
    return same;
}

static found in_log;

MU_TEST(every_call_is_answered_once_and_rightly)
{
    (void)remove(LOG);
    for (int round = 0; round < ROUNDS; round++)
        run_round(round, LOG);
    for (int i = 0; i < ALL_CALLS; i++)
        mu_assert_int_eq(1, answered[i]);
    mu_assert_int_eq(0, bad_answers);
}

MU_TEST(every_record_is_whole_and_the_sequence_has_no_gap)
{
    static char line[1024];
    mcperr_audit_file file;
    bool ended = false;

    mu_assert_int_eq(MCPERR_OK, mcperr_audit_file_open(&file, LOG));
    const mcperr_sink sink = mcperr_audit_file_sink(&file);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&sink, line, sizeof line, look, &in_log, &ended));
    mcperr_audit_file_close(&file);
    mu_check(ended);
    mu_assert_int_eq(FAILURES, in_log.records);
    mu_assert_int_eq(0, in_log.bad);
    mu_assert_int_eq(0, in_log.out_of_order);
}

MU_TEST(every_failure_has_one_record_with_the_incident_of_its_envelope)
{
    for (int i = 0; i < ALL_CALLS; i++)
        mu_assert_int_eq(i % TYPES != SUCCESS && i % TYPES != DISGUISED, in_log.of_call[i]);
    mu_assert_int_eq(EACH, in_log.disguised);
    mu_assert_int_eq(0, in_log.unknown);
}

MU_TEST(no_incident_is_told_twice_even_after_a_restart)
{
    mu_assert_int_eq(0, repeated(in_log.incidents, FAILURES));
}

MU_TEST(counters_are_exact)
{
    static const struct {
        const char *code;
        unsigned status, each;
    } wanted[] = {{"runtime.not_found", 404, EACH / 2},
                  {"runtime.timeout", 504, EACH / 2},
                  {"governance.budget_exceeded", 403, EACH / 2},
                  {"internal.unexpected", 500, EACH / 2}};
    unsigned rows = 0, timed = 0;

    for (size_t i = 0; i < 16; i++)
        for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
            if (counters[i].count > 0 && strcmp(counters[i].code, wanted[k].code) == 0) {
                mu_assert_int_eq(wanted[k].each, counters[i].count);
                mu_assert_int_eq(wanted[k].status, counters[i].status);
                rows++;
            }
    mu_assert_int_eq(8, rows);
    mu_assert_int_eq(0, counters[8].count);
    for (size_t i = 0; i < MCPERR_BUCKETS; i++)
        timed += histograms[0].bucket[i] + histograms[1].bucket[i];
    mu_assert_int_eq(FAILURES, timed);
    for (int round = 0; round < ROUNDS; round++) {
        mu_assert_int_eq(ALL_CALLS / ROUNDS, events[round].calls);
        mu_assert_int_eq(FAILURES / ROUNDS, events[round].failures);
        mu_assert_int_eq(EACH / ROUNDS, events[round].disguised);
        mu_assert_int_eq(0, events[round].audit_failed + events[round].reentered + events[round].unanswered);
    }
}

MU_TEST(every_error_is_logged_once_in_a_whole_line)
{
    mu_assert_int_eq(0, bad_logs);
    mu_assert_int_eq(2 * EACH, logged[MCPERR_LOG_WARNING]); /* 403 and 404 */
    mu_assert_int_eq(EACH, logged[MCPERR_LOG_ERROR]);
    mu_assert_int_eq(EACH, logged[MCPERR_LOG_CRITICAL]);
}

MU_TEST(critical_errors_alert_each_time_and_warnings_once_for_each_client)
{
    mu_assert_int_eq(2 * EACH, alerts_critical);
    mu_assert_int_eq(ROUNDS * THREADS, alerts_warning);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_call_is_answered_once_and_rightly)
    MU_RUN(every_record_is_whole_and_the_sequence_has_no_gap)
    MU_RUN(every_failure_has_one_record_with_the_incident_of_its_envelope)
    MU_RUN(no_incident_is_told_twice_even_after_a_restart)
    MU_RUN(counters_are_exact)
    MU_RUN(every_error_is_logged_once_in_a_whole_line)
    MU_RUN(critical_errors_alert_each_time_and_warnings_once_for_each_client)
)
/* clang-format on */

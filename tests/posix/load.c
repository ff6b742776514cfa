/* SPDX-License-Identifier: MIT */
/*
 * One million calls, every tenth of them fails: no record is lost, memory stays flat. Tells how long handling
 * an error takes: first with a sink in memory that keeps lines until they are verified, so that the library's
 * own work is measured; then with a file that is synced for each record, where the disk decides.
 */
#define _POSIX_C_SOURCE 200809L /* NOLINT: POSIX reserves it for this */
#include "minunit.h"
#include "mcperr/boundary.h"
#include "port/posix/audit_file.h"
#include "port/posix/port.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { CALLS = 1000000, EVERY = 10, FAILURES = CALLS / EVERY, FILE_FAILURES = 300 };

/* ---- a sink that verifies ------------------------------------------------------------------------------ */

typedef struct verifier {
    char bytes[1 << 16];
    size_t size;
    uint32_t seen, wrong;
} verifier;

static int32_t read_kept(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    const verifier *const v = ctx;
    const size_t left = offset < v->size ? v->size - offset : 0, part = left < size ? left : size;

    memcpy(to, v->bytes + v->size - left, part);
    return (int32_t)part;
}

static bool verify_line(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    verifier *const v = ctx;

    (void)line;
    (void)size;
    v->wrong += what != MCPERR_LINE_GOOD || seq != ++v->seen;
    return true;
}

static void verify(verifier *v)
{
    static char line[1024];
    const mcperr_sink kept = {v, NULL, NULL, read_kept, NULL};
    bool ended = false;

    v->wrong += mcperr_audit_scan(&kept, line, sizeof line, verify_line, v, &ended) != MCPERR_OK || !ended;
    v->size = 0;
}

static bool append(void *ctx, const char *bytes, size_t size)
{
    verifier *const v = ctx;

    if (size > sizeof v->bytes - v->size)
        verify(v);
    memcpy(v->bytes + v->size, bytes, size);
    v->size += size;
    return true;
}

static bool sync_nothing(void *ctx)
{
    (void)ctx;
    return true;
}

/* ---- calls --------------------------------------------------------------------------------------------- */

static mcperr_status work(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    int64_t call = 0;

    (void)self;
    (void)mcperr_arg_int(args, "call", &call);
    if (call % EVERY == 0) {
        mcperr_json w;
        mcperr_details(args, &w);
        mcperr_json_int(&w, "call", call);
        mcperr_json_str(&w, "password", "not for the log");
        mcperr_details_end(args, &w, err);
        return mcperr_say(args, err, MCPERR_IO, "sensor did not answer");
    }
    mcperr_json_int(result, "call", call);
    return MCPERR_OK;
}

static const mcperr_tool tool = {.name = "work", .operation = "files:work", .run = work};

static unsigned logged, alerted;

static void take_log(void *ctx, mcperr_level level, const char *line, size_t size)
{
    (void)ctx;
    (void)level;
    logged += size > 0 && line[size - 1] == '}';
}

static void take_alert(void *ctx, const mcperr_error *err, mcperr_text client)
{
    (void)ctx;
    (void)err;
    (void)client;
    alerted++;
}

static mcperr_counter counters[8];
static mcperr_histogram histograms[4];
static mcperr_metrics metrics = {counters, histograms, 8, 4};
static mcperr_alert_client clients[4];
static mcperr_audit audit;
static mcperr_boundary boundary = {
    .dialect = &mcperr_codeintel,
    .audit = &audit,
    .metrics = &metrics,
    .clients = clients,
    .client_count = 4,
    .log = take_log,
    .alert = take_alert,
};

static uint64_t now_ns(void)
{
    struct timespec time;

    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static const char envelope[] =
    "{\"error\":\"sensor did not "
    "answer\",\"problem\":{\"type\":\"https://kgfoundry.dev/problems/internal-error\","
    "\"title\":\"Internal Error\",\"status\":500,\"detail\":\"sensor did not answer\","
    "\"instance\":\"urn:codeintel:files:work\",\"code\":\"internal-error\","
    "\"extensions\":{\"call\":%lu,\"password\":\"[redacted]\"}}}";

/* One call, rightly answered? *took is how long it took, in ns. */
static bool call_one(uint32_t number, uint32_t *took)
{
    static mcperr_token tokens[8];
    static char arguments[32], wanted[768], scratch[256], out[768];
    const bool fails = number % EVERY == 0;
    const int length = snprintf(arguments, sizeof arguments, "{\"call\":%lu}", (unsigned long)number);
    const mcperr_call call = {.arguments = arguments,
                              .arguments_size = (size_t)length,
                              .tokens = tokens,
                              .token_count = 8,
                              .scratch = scratch,
                              .scratch_size = sizeof scratch,
                              .out = out,
                              .cap = sizeof out,
                              .client = mcperr_str("client")};
    const uint64_t began = now_ns();
    const mcperr_outcome outcome = mcperr_boundary_call(&boundary, &tool, &call, NULL);

    *took = (uint32_t)(now_ns() - began);
    if (fails)
        (void)snprintf(wanted, sizeof wanted, envelope, (unsigned long)number);
    return outcome == (fails ? MCPERR_ENVELOPE : MCPERR_RESULT) &&
           strcmp(out, fails ? wanted : arguments) == 0;
}

/* ---- time and memory ----------------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* For people, not a test: time on a busy machine proves nothing. */
static void tell(const char *what, uint32_t *ns, size_t count)
{
    static const unsigned percents[] = {50, 95, 99};

    qsort(ns, count, sizeof *ns, by_number);
    printf("error handling, %s:", what);
    for (size_t i = 0; i < sizeof percents / sizeof *percents; i++) {
        const size_t at = count * percents[i] / 100;
        printf(" p%u %.1f us,", percents[i], ns[at] / 1e3);
    }
    printf(" longest %.1f us\n", ns[count - 1] / 1e3);
}

/* Memory of the process that is no file's, in kB: heap, stack and static data. -1: not known. */
static long memory_kb(void)
{
    char text[128];
    long kb = -1;
    FILE *const from = fopen("/proc/self/status", "r");

    while (from != NULL && kb < 0 && fgets(text, sizeof text, from) != NULL)
        if (strncmp(text, "RssAnon:", 8) == 0)
            kb = strtol(text + 8, NULL, 10);
    if (from != NULL)
        (void)fclose(from);
    return kb;
}

static uint32_t took[FAILURES];
static char line[1024];

MU_TEST(a_million_calls_lose_no_record_and_take_no_memory)
{
    static verifier v;
    const mcperr_sink sink = {&v, append, sync_nothing, read_kept, NULL};
    uint32_t wrong = 0, ignored;

    memset(took, 1, sizeof took); /* its pages are there from the beginning */
    memset(v.bytes, 1, sizeof v.bytes);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, sizeof line, NULL));
    long before = 0;
    for (uint32_t i = 0; i < CALLS; i++) {
        if (i == CALLS / 100)
            before = memory_kb();
        wrong += !call_one(i, i % EVERY == 0 ? &took[i / EVERY] : &ignored);
    }
    const long after = memory_kb();
    verify(&v);
    printf("memory: %ld kB after 1 %% of the calls, %ld kB after all\n", before, after);
    mu_check(before > 0 && after == before);
    mu_assert_int_eq(0, wrong);
    mu_assert_int_eq(FAILURES, v.seen);
    mu_assert_int_eq(0, v.wrong);
    mu_assert_int_eq(0, audit.lost);
    mu_assert_int_eq(FAILURES, logged);
    mu_assert_int_eq(FAILURES, counters[0].count);
    mu_assert_int_eq(CALLS, boundary.events.calls);
    mu_assert_int_eq(FAILURES, boundary.events.failures);
    mu_assert_int_eq(1, alerted);
    tell("in memory", took, FAILURES);
}

MU_TEST(with_a_synced_file_it_is_told_how_long_the_disk_takes)
{
    mcperr_audit_file file;
    uint32_t wrong = 0;

    (void)unlink("load.jsonl");
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_file_open(&file, "load.jsonl"));
    const mcperr_sink sink = mcperr_audit_file_sink(&file);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, sizeof line, NULL));
    for (uint32_t i = 0; i < FILE_FAILURES; i++)
        wrong += !call_one(i * EVERY, &took[i]);
    mcperr_audit_file_close(&file);
    mu_assert_int_eq(0, wrong);
    mu_assert_int_eq(0, audit.lost);
    tell("with a synced file", took, FILE_FAILURES);
}

int main(void)
{
    static mcperr_port port;

    port = mcperr_port_posix();
    boundary.port = &port;
    MU_RUN(a_million_calls_lose_no_record_and_take_no_memory)
    MU_RUN(with_a_synced_file_it_is_told_how_long_the_disk_takes)
    return mu_report();
}

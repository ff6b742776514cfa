/* SPDX-License-Identifier: MIT */
#include "tool.h"

/* ---- clocks -------------------------------------------------------------------------------------------- */

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

/* ---- incident ids -------------------------------------------------------------------------------------- */

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

/* clang-format off */
MU_MAIN(
    MU_RUN(an_unknown_clock_tells_the_time_since_the_start)
    MU_RUN(clocks_of_any_year_are_told)
    MU_RUN(an_incident_id_has_the_date_the_start_and_a_number)
    MU_RUN(an_incident_id_of_the_handler_is_kept)
    MU_RUN(incident_ids_are_unique_across_restarts_with_a_boot_id_a_log_or_a_clock)
)
/* clang-format on */

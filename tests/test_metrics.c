/* SPDX-License-Identifier: MIT */
#include "mcperr/metrics.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ROOM 3000

#define COUNTER "codeintel_errors_total"
#define DURATION "codeintel_error_handling_duration_seconds"
#define COUNTER_HEAD                                                                                         \
    "# HELP " COUNTER " Errors by code, operation and status.\n"                                             \
    "# TYPE " COUNTER " counter\n"
#define DURATION_HEAD                                                                                        \
    "# HELP " DURATION " Time spent handling errors.\n"                                                      \
    "# TYPE " DURATION " histogram\n"
#define ERRORS(code, operation, status, count)                                                               \
    COUNTER "{error_code=\"" code "\",operation=\"" operation "\",http_status=\"" status "\"} " count "\n"
#define BUCKET(operation, le, count) DURATION "_bucket{operation=\"" operation "\",le=\"" le "\"} " count "\n"
#define TOOK(operation, a, b, c, d, e, f, g, sum, count)                                                     \
    BUCKET(operation, "0.0001", a)                                                                           \
    BUCKET(operation, "0.0005", b)                                                                           \
    BUCKET(operation, "0.001", c)                                                                            \
    BUCKET(operation, "0.005", d)                                                                            \
    BUCKET(operation, "0.01", e)                                                                             \
    BUCKET(operation, "0.05", f)                                                                             \
    BUCKET(operation, "0.1", g)                                                                              \
    BUCKET(operation, "+Inf", count)                                                                         \
    DURATION "_sum{operation=\"" operation "\"} " sum "\n" DURATION "_count{operation=\"" operation          \
             "\"} " count "\n"

static mcperr_counter counters[3];
static mcperr_histogram histograms[2];
static mcperr_metrics metrics;
static char text[ROOM];

static void begin(void)
{
    memset(counters, 0, sizeof counters);
    memset(histograms, 0, sizeof histograms);
    metrics = (mcperr_metrics){counters, histograms, COUNT(counters), COUNT(histograms)};
}

/* The whole text, written at once. */
static const char *exposition(void)
{
    uint32_t cursor = 0;
    size_t len = 0;

    mu_assert_int_eq(MCPERR_OK, mcperr_metrics_write(&metrics, &cursor, text, sizeof text - 1, &len));
    text[len] = '\0';
    return text;
}

/* ---- bytes ------------------------------------------------------------------------------------------- */

MU_TEST(without_errors_only_help_and_type_are_told)
{
    begin();
    mu_assert_string_eq(COUNTER_HEAD DURATION_HEAD, exposition());
}

MU_TEST(errors_are_counted_by_code_operation_and_status)
{
    begin();
    mcperr_metrics_count(&metrics, "file-not-found", "files:open_file", 404);
    mcperr_metrics_count(&metrics, "internal-error", "files:open_file", 500);
    mcperr_metrics_count(&metrics, "file-not-found", "files:open_file", 404);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("file-not-found", "files:open_file", "404", "2")
                            ERRORS("internal-error", "files:open_file", "500", "1") DURATION_HEAD,
                        exposition());
}

MU_TEST(rows_differ_by_each_of_their_labels)
{
    static mcperr_counter four[5];

    begin();
    memset(four, 0, sizeof four);
    metrics.counters = four;
    metrics.counter_count = COUNT(four);
    mcperr_metrics_count(&metrics, "a", "x", 1);
    mcperr_metrics_count(&metrics, "b", "x", 1);
    mcperr_metrics_count(&metrics, "a", "y", 1);
    mcperr_metrics_count(&metrics, "a", "x", 2);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("a", "x", "1", "1") ERRORS("b", "x", "1", "1")
                            ERRORS("a", "y", "1", "1") ERRORS("a", "x", "2", "1") DURATION_HEAD,
                        exposition());
}

MU_TEST(the_same_words_at_another_address_are_the_same_row)
{
    static const char code[] = "invalid-parameter", operation[] = "search:text";

    begin();
    mcperr_metrics_count(&metrics, code, operation, 400);
    mcperr_metrics_count(&metrics, "invalid-parameter", "search:text", 400);
    mcperr_metrics_took(&metrics, operation, 7);
    mcperr_metrics_took(&metrics, "search:text", 8);
    mu_assert_string_eq(
        COUNTER_HEAD ERRORS("invalid-parameter", "search:text", "400", "2")
            DURATION_HEAD TOOK("search:text", "2", "2", "2", "2", "2", "2", "2", "0.000015", "2"),
        exposition());
}

MU_TEST(a_duration_falls_into_the_bucket_whose_bound_it_does_not_exceed)
{
    static const uint32_t bounds[] = {100, 500, 1000, 5000, 10000, 50000, 100000};

    for (unsigned i = 0; i < COUNT(bounds); i++) {
        begin();
        mcperr_metrics_took(&metrics, "x", bounds[i] - 1);
        mcperr_metrics_took(&metrics, "x", bounds[i]);
        mcperr_metrics_took(&metrics, "x", bounds[i] + 1);
        for (unsigned j = 0; j < MCPERR_BUCKETS; j++)
            mu_assert_uint_eq(j == i ? 2 : j == i + 1 ? 1 : 0, histograms[0].bucket[j]);
    }
}

MU_TEST(buckets_are_cumulated_and_the_sum_is_in_seconds)
{
    static const uint32_t took[] = {0, 100, 101, 600, 1001, 9999, 10001, 50001, 100001, 2000000};

    begin();
    for (size_t i = 0; i < COUNT(took); i++)
        mcperr_metrics_took(&metrics, "x", took[i]);
    mu_assert_string_eq(
        COUNTER_HEAD DURATION_HEAD TOOK("x", "2", "3", "4", "5", "6", "7", "8", "2.171804", "10"),
        exposition());
}

MU_TEST(labels_are_escaped)
{
    begin();
    mcperr_metrics_count(&metrics, "a\"b\\c\nd", "\xE2\x82\xAC", 500);
    mcperr_metrics_took(&metrics, "\n\"\\", 1000000);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("a\\\"b\\\\c\\nd", "\xE2\x82\xAC", "500", "1") DURATION_HEAD TOOK(
                            "\\n\\\"\\\\", "0", "0", "0", "0", "0", "0", "0", "1.000000", "1"),
                        exposition());
}

/* ---- the last row ------------------------------------------------------------------------------------ */

MU_TEST(what_finds_no_row_is_counted_as_other)
{
    static const char *const codes[] = {"a", "b", "c", "d", "a", "e"};

    begin();
    for (size_t i = 0; i < COUNT(codes); i++) {
        mcperr_metrics_count(&metrics, codes[i], "x", 500);
        mcperr_metrics_took(&metrics, codes[i], 1000);
    }
    mu_assert_string_eq(COUNTER_HEAD ERRORS("a", "x", "500", "2") ERRORS("b", "x", "500", "1")
                            ERRORS("other", "other", "other", "3")
                                DURATION_HEAD TOOK("a", "0", "0", "2", "2", "2", "2", "2", "0.002000", "2")
                                    TOOK("other", "0", "0", "4", "4", "4", "4", "4", "0.004000", "4"),
                        exposition());
}

MU_TEST(a_single_row_collects_everything)
{
    begin();
    metrics.counter_count = metrics.histogram_count = 1;
    mcperr_metrics_count(&metrics, "a", "x", 500);
    mcperr_metrics_count(&metrics, "b", "y", 404);
    mcperr_metrics_took(&metrics, "x", 1);
    mcperr_metrics_took(&metrics, "y", 1);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("other", "other", "other", "2")
                            DURATION_HEAD TOOK("other", "2", "2", "2", "2", "2", "2", "2", "0.000002", "2"),
                        exposition());
}

/* Two series with the same labels would make a scrape fail. */
MU_TEST(no_two_rows_have_the_same_labels_whatever_is_counted)
{
    begin();
    mcperr_metrics_count(&metrics, NULL, NULL, 0);
    mcperr_metrics_count(&metrics, "other", "other", 0);
    mcperr_metrics_took(&metrics, NULL, 1);
    mcperr_metrics_took(&metrics, "other", 1);
    mcperr_metrics_took(&metrics, "x", 1);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("other", "other", "other", "2")
                            DURATION_HEAD TOOK("x", "1", "1", "1", "1", "1", "1", "1", "0.000001", "1")
                                TOOK("other", "2", "2", "2", "2", "2", "2", "2", "0.000002", "2"),
                        exposition());
}

MU_TEST(a_row_called_other_is_one_row_however_it_is_spelt)
{
    begin();
    mcperr_metrics_count(&metrics, NULL, "x", 500);
    mcperr_metrics_count(&metrics, "other", "x", 500);
    mcperr_metrics_count(&metrics, "a", "other", 404);
    mcperr_metrics_count(&metrics, "a", NULL, 404);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("other", "x", "500", "2") ERRORS("a", "other", "404", "2")
                            DURATION_HEAD,
                        exposition());
}

MU_TEST(a_status_that_no_row_can_hold_is_other)
{
    begin();
    mcperr_metrics_count(&metrics, "a", "x", 65536 + 500);
    mcperr_metrics_count(&metrics, "a", "x", 65535);
    mcperr_metrics_count(&metrics, "a", "x", 65536 + 500);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("a", "x", "65535", "1") ERRORS("other", "other", "other", "2")
                            DURATION_HEAD,
                        exposition());
}

MU_TEST(absent_labels_are_other)
{
    begin();
    mcperr_metrics_count(&metrics, NULL, "x", 500);
    mcperr_metrics_count(&metrics, "a", NULL, 500);
    mcperr_metrics_count(&metrics, NULL, "x", 500);
    mu_assert_string_eq(COUNTER_HEAD ERRORS("other", "x", "500", "2") ERRORS("a", "other", "500", "1")
                            DURATION_HEAD,
                        exposition());
}

/* ---- limits ------------------------------------------------------------------------------------------ */

MU_TEST(counters_saturate)
{
    begin();
    mcperr_metrics_count(&metrics, "a", "x", 500);
    mcperr_metrics_took(&metrics, "x", 1);
    counters[0].count = UINT32_MAX - 1;
    histograms[0].bucket[0] = UINT32_MAX - 1;
    for (int i = 0; i < 3; i++) {
        mcperr_metrics_count(&metrics, "a", "x", 500);
        mcperr_metrics_took(&metrics, "x", 1);
    }
    mu_assert_uint_eq(UINT32_MAX, counters[0].count);
    mu_assert_uint_eq(UINT32_MAX, histograms[0].bucket[0]);
}

MU_TEST(the_sum_of_durations_saturates)
{
    begin();
    mcperr_metrics_took(&metrics, "x", 1);
    histograms[0].sum_us = UINT64_MAX - 5;
    mcperr_metrics_took(&metrics, "x", 4);
    mu_assert_uint_eq(UINT64_MAX - 1, histograms[0].sum_us);
    mcperr_metrics_took(&metrics, "x", UINT32_MAX);
    mu_assert_uint_eq(UINT64_MAX, histograms[0].sum_us);
    mcperr_metrics_took(&metrics, "x", 0);
    mu_assert_uint_eq(UINT64_MAX, histograms[0].sum_us);
    mu_assert_string_eq(
        COUNTER_HEAD DURATION_HEAD TOOK("x", "3", "3", "3", "3", "3", "3", "3", "18446744073709.551615", "4"),
        exposition());
}

MU_TEST(full_buckets_add_up_without_wrapping)
{
    begin();
    mcperr_metrics_count(&metrics, "a", "x", 65535);
    counters[0].count = UINT32_MAX;
    histograms[0].operation = "x";
    for (unsigned i = 0; i < MCPERR_BUCKETS; i++)
        histograms[0].bucket[i] = UINT32_MAX;
    mu_assert_string_eq(COUNTER_HEAD ERRORS("a", "x", "65535", "4294967295") DURATION_HEAD TOOK(
                            "x", "4294967295", "8589934590", "12884901885", "17179869180", "21474836475",
                            "25769803770", "30064771065", "0.000000", "34359738360"),
                        exposition());
}

MU_TEST(without_tables_nothing_is_counted)
{
    begin();
    metrics = (mcperr_metrics){NULL, NULL, 0, 0};
    mcperr_metrics_count(&metrics, "a", "x", 500);
    mcperr_metrics_took(&metrics, "x", 1);
    mcperr_metrics_count(NULL, "a", "x", 500);
    mcperr_metrics_took(NULL, "x", 1);
    mu_assert_string_eq(COUNTER_HEAD DURATION_HEAD, exposition());
}

/* ---- in small buffers -------------------------------------------------------------------------------- */

static void fill(void)
{
    begin();
    mcperr_metrics_count(&metrics, "a", "x", 500);
    mcperr_metrics_count(&metrics, "b", "x", 404);
    mcperr_metrics_count(&metrics, "c", "x", 404);
    mcperr_metrics_took(&metrics, "x", 100);
    mcperr_metrics_took(&metrics, "y", 100000);
}

static size_t longest_line(const char *of)
{
    size_t longest = 0, size = 0;

    for (; *of != '\0'; of++) {
        size++;
        if (size > longest)
            longest = size;
        if (*of == '\n')
            size = 0;
    }
    return longest;
}

/* What comes in parts is the whole; each part is whole lines, and nothing behind it is written to. */
MU_TEST(a_buffer_of_any_size_gets_the_same_text_in_parts)
{
    static char part[ROOM], whole[ROOM];

    fill();
    memcpy(whole, exposition(), sizeof whole);
    const size_t size = strlen(whole), enough = longest_line(whole);
    for (size_t cap = 0; cap <= size + 1; cap++) {
        uint32_t cursor = 0;
        size_t at = 0, len = 0;
        mcperr_status status;
        do {
            part[cap] = '#';
            status = mcperr_metrics_write(&metrics, &cursor, part, cap, &len);
            mu_check(part[cap] == '#' && len <= cap);
            mu_check(len == 0 || part[len - 1] == '\n');
            if (len > size - at || memcmp(whole + at, part, len) != 0) {
                mu_fail("a part differs from the whole");
                return;
            }
            at += len;
        } while (status == MCPERR_E_NOSPACE && len > 0);
        mu_assert_int_eq(cap < enough ? MCPERR_E_NOSPACE : MCPERR_OK, status);
        mu_check(cap < enough ? at < size : at == size);
    }
}

MU_TEST(a_larger_buffer_goes_on_where_a_small_one_could_not)
{
    uint32_t cursor = 0;
    size_t len = 1;

    fill();
    mu_assert_int_eq(MCPERR_E_NOSPACE, mcperr_metrics_write(&metrics, &cursor, text, 0, &len));
    mu_assert_uint_eq(0, len);
    mu_assert_int_eq(MCPERR_OK, mcperr_metrics_write(&metrics, &cursor, text, sizeof text, &len));
    mu_assert_mem_eq(COUNTER_HEAD, strlen(COUNTER_HEAD), text, strlen(COUNTER_HEAD));
    mu_assert_int_eq(MCPERR_OK, mcperr_metrics_write(&metrics, &cursor, text, sizeof text, &len));
    mu_assert_uint_eq(0, len);
}

MU_TEST(null_arguments_are_misuse)
{
    uint32_t cursor = 0;
    size_t len = 7;

    begin();
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_metrics_write(NULL, &cursor, text, sizeof text, &len));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_metrics_write(&metrics, NULL, text, sizeof text, &len));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_metrics_write(&metrics, &cursor, NULL, sizeof text, &len));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_metrics_write(&metrics, &cursor, text, sizeof text, NULL));
    mu_assert_uint_eq(7, len);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(without_errors_only_help_and_type_are_told)
    MU_RUN(errors_are_counted_by_code_operation_and_status)
    MU_RUN(rows_differ_by_each_of_their_labels)
    MU_RUN(the_same_words_at_another_address_are_the_same_row)
    MU_RUN(a_duration_falls_into_the_bucket_whose_bound_it_does_not_exceed)
    MU_RUN(buckets_are_cumulated_and_the_sum_is_in_seconds)
    MU_RUN(labels_are_escaped)
    MU_RUN(what_finds_no_row_is_counted_as_other)
    MU_RUN(a_single_row_collects_everything)
    MU_RUN(no_two_rows_have_the_same_labels_whatever_is_counted)
    MU_RUN(a_row_called_other_is_one_row_however_it_is_spelt)
    MU_RUN(a_status_that_no_row_can_hold_is_other)
    MU_RUN(absent_labels_are_other)
    MU_RUN(counters_saturate)
    MU_RUN(the_sum_of_durations_saturates)
    MU_RUN(full_buckets_add_up_without_wrapping)
    MU_RUN(without_tables_nothing_is_counted)
    MU_RUN(a_buffer_of_any_size_gets_the_same_text_in_parts)
    MU_RUN(a_larger_buffer_goes_on_where_a_small_one_could_not)
    MU_RUN(null_arguments_are_misuse)
)
/* clang-format on */

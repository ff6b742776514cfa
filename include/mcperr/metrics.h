/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_METRICS_H
#define MCPERR_METRICS_H
/**
 * @file
 * Counters and the duration histogram of codeintel's contract, in fixed tables, and their text for
 * Prometheus.
 *
 * All numbers saturate. What finds no row goes to the last one, whose labels say "other". No two lines ever
 * have the same labels: an operation that is itself called "other" shares the last row of the histograms,
 * while its errors are told from the last row of the counters by their status. Not reentrant for one object:
 * the tool boundary takes the port's short lock around notes; write from a copy, or between.
 */
#include "mcperr/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Buckets of the histogram: 0.1, 0.5, 1, 5, 10, 50, 100 ms, and more. */
#define MCPERR_BUCKETS 8

/** Errors of one code, operation and status. Zeroed: free. */
typedef struct mcperr_counter {
    const char *code, *operation; /* borrowed for good: from a code table and a tool table */
    uint32_t count;
    uint16_t status;
} mcperr_counter;

/** Time spent on errors of one operation. Zeroed: free. */
typedef struct mcperr_histogram {
    const char *operation;
    uint64_t sum_us;
    uint32_t bucket[MCPERR_BUCKETS]; /* each alone, not cumulated */
} mcperr_histogram;

/** The caller's zeroed tables; the last row of each collects what finds no other. NULL with a count of 0 is
 * good. */
typedef struct mcperr_metrics {
    mcperr_counter *counters;
    mcperr_histogram *histograms;
    uint16_t counter_count, histogram_count;
} mcperr_metrics;

/** Count an error. A NULL text is "other". A status that is 0 or more than 65535 belongs in the last row.
    `code` and `operation` must stay where they are. NULL metrics: nothing. */
void mcperr_metrics_count(mcperr_metrics *m, const char *code, const char *operation, unsigned status);
/** Note how long an error was handled. NULL and "other" belong in the last row. NULL metrics: nothing. */
void mcperr_metrics_took(mcperr_metrics *m, const char *operation, uint32_t us);

/**
 * Write the next whole lines of the text exposition.
 * @param cursor 0 at first; kept between calls
 * @param len    how many bytes were written; no NUL is added
 * @return MCPERR_OK: that was the rest. MCPERR_E_NOSPACE: call again (with a larger buffer if *len is 0).
 *         MCPERR_E_MISUSE: a NULL argument.
 */
mcperr_status mcperr_metrics_write(const mcperr_metrics *m, uint32_t *cursor, char *buf, size_t cap,
                                   size_t *len);

#ifdef __cplusplus
}
#endif
#endif

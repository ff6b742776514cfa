/* SPDX-License-Identifier: MIT */
/*
 * Prints the metrics text of filled tables, as the library writes it, 128 bytes at a time: labels that need
 * escapes, numbers at their ends, and rows that ran over. Fails if 128 bytes are too few for a line.
 */
#include "mcperr/metrics.h"

#include <stdio.h>

#define COUNTERS 6
#define HISTOGRAMS 5

static const char *const operations[] = {
    "files:open_file",   "search:text",     "a\"quoted\\one\nof two lines",
    "git:blame\xC3\xA9", "semantic:search", "runs:over"};

int main(void)
{
    static mcperr_counter counters[COUNTERS];
    static mcperr_histogram histograms[HISTOGRAMS];
    static const uint32_t durations_us[] = {0, 100, 101, 499, 1000, 5000, 9999, 50000, 100000, UINT32_MAX};
    mcperr_metrics metrics = {counters, histograms, COUNTERS, HISTOGRAMS};
    mcperr_status status = MCPERR_E_NOSPACE;
    uint32_t cursor = 0;

    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        mcperr_metrics_count(&metrics, "file-not-found", operations[i], 404);
        mcperr_metrics_count(&metrics, "internal-error", operations[i], 500);
        for (size_t k = 0; k < sizeof durations_us / sizeof *durations_us; k++)
            mcperr_metrics_took(&metrics, operations[i], durations_us[k]);
    }
    counters[0].count = UINT32_MAX;
    histograms[0].sum_us = UINT64_MAX;
    while (status == MCPERR_E_NOSPACE) {
        char buffer[128];
        size_t size = 0;
        status = mcperr_metrics_write(&metrics, &cursor, buffer, sizeof buffer, &size);
        if (status == MCPERR_E_NOSPACE && size == 0) {
            (void)fprintf(stderr, "line %lu does not fit\n", (unsigned long)cursor);
            return 1;
        }
        if (fwrite(buffer, 1, size, stdout) != size)
            return 1;
    }
    return status == MCPERR_OK ? 0 : 1;
}

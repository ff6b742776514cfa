/* SPDX-License-Identifier: MIT */
#include "mcperr/metrics.h"
#include "text.h"

#include <string.h>

static const uint32_t bounds_us[MCPERR_BUCKETS - 1] = {100, 500, 1000, 5000, 10000, 50000, 100000};
static const char *const bounds[MCPERR_BUCKETS] = {"0.0001", "0.0005", "0.001", "0.005",
                                                   "0.01",   "0.05",   "0.1",   "+Inf"};

#define OTHER "other" /* the labels of the last row, and of what has no name */

static const char *or_other(const char *name) { return name != NULL ? name : OTHER; }

static bool same(const char *a, const char *b) { return a == b || mcperr_text_is(mcperr_str(a), b); }

static void add(uint32_t *count)
{
    if (*count < UINT32_MAX)
        ++*count;
}

/* ---- counting ------------------------------------------------------------------------------------ */

void mcperr_metrics_count(mcperr_metrics *m, const char *code, const char *operation, unsigned status)
{
    if (m == NULL || m->counter_count == 0)
        return;
    mcperr_counter *const last = m->counters + m->counter_count - 1;
    mcperr_counter *row = status - 1 < UINT16_MAX ? m->counters : last;
    code = or_other(code);
    operation = or_other(operation);
    for (; row < last; row++) {
        if (row->count == 0) {
            row->code = code;
            row->operation = operation;
            row->status = (uint16_t)status;
            break;
        }
        if (same(row->code, code) && same(row->operation, operation) && row->status == status)
            break;
    }
    add(&row->count);
}

void mcperr_metrics_took(mcperr_metrics *m, const char *operation, uint32_t us)
{
    unsigned bucket = 0;

    if (m == NULL || m->histogram_count == 0)
        return;
    mcperr_histogram *const last = m->histograms + m->histogram_count - 1;
    /* Its labels are the operation alone: two rows of that name would be one series twice. */
    mcperr_histogram *row = same(or_other(operation), OTHER) ? last : m->histograms;
    while (row < last && row->operation != NULL && !same(row->operation, operation))
        row++;
    if (row < last)
        row->operation = operation;
    while (bucket < MCPERR_BUCKETS - 1 && us > bounds_us[bucket])
        bucket++;
    add(&row->bucket[bucket]);
    row->sum_us = us < UINT64_MAX - row->sum_us ? row->sum_us + us : UINT64_MAX;
}

/* ---- the text ------------------------------------------------------------------------------------ */

typedef struct page {
    char *buf;
    size_t cap, len;
    bool full; /* the line does not fit */
} page;

static void put(page *p, const char *text, size_t size)
{
    p->full = p->full || size > p->cap - p->len;
    if (p->full)
        return;
    memcpy(p->buf + p->len, text, size);
    p->len += size;
}

static void put_text(page *p, const char *text) { put(p, text, strlen(text)); }

/* A label's value: quotes, backslashes and line feeds are escaped. */
static void put_label(page *p, const char *name, const char *value)
{
    put_text(p, name);
    put_text(p, "=\"");
    for (const char *at = or_other(value); *at != '\0'; at++) {
        if (*at == '"' || *at == '\\')
            put(p, "\\", 1);
        if (*at == '\n')
            put_text(p, "\\n");
        else
            put(p, at, 1);
    }
    put(p, "\"", 1);
}

static void put_number(page *p, uint64_t value)
{
    char digits[MCPERR_DECIMAL_MAX];
    const char *const begin = mcperr_decimal(value, digits);

    put(p, begin, (size_t)(digits + sizeof digits - begin));
}

/* Microseconds as seconds, with six decimals. */
static void put_seconds(page *p, uint64_t us)
{
    char digits[MCPERR_DECIMAL_MAX + 1];
    char *begin = mcperr_decimal(us, digits + 1), *const end = digits + sizeof digits;

    while (end - begin < 7)
        *--begin = '0';
    put(p, begin, (size_t)(end - begin) - 6);
    put(p, ".", 1);
    put(p, end - 6, 6);
}

#define COUNTER "codeintel_errors_total"
#define DURATION "codeintel_error_handling_duration_seconds"

static void put_counter(page *p, const mcperr_counter *c)
{
    if (c->count == 0)
        return;
    put_text(p, COUNTER "{");
    put_label(p, "error_code", c->code);
    put_label(p, ",operation", c->operation);
    put_text(p, ",http_status=\"");
    if (c->status != 0)
        put_number(p, c->status);
    else
        put_text(p, OTHER);
    put_text(p, "\"} ");
    put_number(p, c->count);
    put(p, "\n", 1);
}

/* Line 0 to 7: the buckets; 8: the sum; 9: the count. */
static void put_histogram(page *p, const mcperr_histogram *h, unsigned line)
{
    static const char *const names[] = {"_bucket", "_sum", "_count"};
    uint64_t count = 0, all = 0;

    for (unsigned i = 0; i < MCPERR_BUCKETS; i++) {
        all += h->bucket[i];
        if (i <= line)
            count = all;
    }
    if (all == 0)
        return;
    put_text(p, DURATION);
    put_text(p, names[line < MCPERR_BUCKETS ? 0 : line - MCPERR_BUCKETS + 1]);
    put(p, "{", 1);
    put_label(p, "operation", h->operation);
    if (line < MCPERR_BUCKETS)
        put_label(p, ",le", bounds[line]);
    put_text(p, "} ");
    if (line == MCPERR_BUCKETS)
        put_seconds(p, h->sum_us);
    else
        put_number(p, line < MCPERR_BUCKETS ? count : all);
    put(p, "\n", 1);
}

#define LINES_OF_ONE (MCPERR_BUCKETS + 2)

/* Line number `line` of the whole; false behind the last. */
static bool put_line(page *p, const mcperr_metrics *m, uint32_t line)
{
    static const char *const counter_head[2] = {"# HELP " COUNTER " Errors by code, operation and status.\n",
                                                "# TYPE " COUNTER " counter\n"};
    static const char *const duration_head[2] = {"# HELP " DURATION " Time spent handling errors.\n",
                                                 "# TYPE " DURATION " histogram\n"};

    if (line < 2) {
        put_text(p, counter_head[line]);
        return true;
    }
    line -= 2;
    if (line < m->counter_count) {
        put_counter(p, &m->counters[line]);
        return true;
    }
    line -= m->counter_count;
    if (line < 2) {
        put_text(p, duration_head[line]);
        return true;
    }
    line -= 2;
    for (uint32_t i = 0; i < m->histogram_count; i++, line -= LINES_OF_ONE)
        if (line < LINES_OF_ONE) {
            put_histogram(p, &m->histograms[i], line);
            return true;
        }
    return false;
}

mcperr_status mcperr_metrics_write(const mcperr_metrics *m, uint32_t *cursor, char *buf, size_t cap,
                                   size_t *len)
{
    page p = {buf, cap, 0, false};

    if (m == NULL || cursor == NULL || buf == NULL || len == NULL)
        return MCPERR_E_MISUSE;
    for (*len = 0;; ++*cursor) {
        if (!put_line(&p, m, *cursor))
            return MCPERR_OK;
        if (p.full)
            return MCPERR_E_NOSPACE;
        *len = p.len;
    }
}

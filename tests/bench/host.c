/* SPDX-License-Identifier: MIT */
/*
 * bench count [CONTENDER [JOB [ENVELOPE]]]   do each job once, for callgrind
 * bench time                                 the shortest time of each
 * bench allocations                          with alloc.c linked: allocations, frees and bytes of each
 * bench outputs                              what each writes, if it is not the text that it should be
 * bench violations                           which invalid envelopes each refuses
 * bench growth                               envelopes that grow, for callgrind
 * Columns are separated by tabs; tests/bench/measure.py reads them.
 */
#define _POSIX_C_SOURCE 200809L
#include "host.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static subject now;
static results out;

typedef struct work {
    const contender *contender;
    unsigned job;
} work;

static size_t work_once(void *ctx)
{
    const work *const w = ctx;

    return do_job(w->contender, w->job, &now, &out);
}

size_t measured_once(job j, void *ctx);
__attribute__((noinline)) size_t measured_once(job j, void *ctx) { return j(ctx) + 1; /* no tail call */ }

size_t measured(job j, void *ctx)
{
    (void)j(ctx);
    return measured_once(j, ctx) - 1;
}

static void print_work(const work *w)
{
    printf("%s\t%s\t%s", w->contender->name, job_names[w->job], now.envelope->name);
}

/* ---- one row for each contender, job and envelope ---------------------------------------------------------
 */

static void count(work *w)
{
    const size_t done = measured(work_once, w);

    print_work(w);
    printf("\t%s\n", is_right(w->job, done, &now, &out) ? "right" : "wrong");
}

/* Of many short runs, the shortest: what disturbs only adds. */
static void take_time(work *w)
{
    enum { ROUNDS = 300, TIMES = 50 };
    int64_t shortest = INT64_MAX;

    for (int round = 0; round < ROUNDS; round++) {
        struct timespec begin, end;
        (void)clock_gettime(CLOCK_MONOTONIC, &begin);
        for (int i = 0; i < TIMES; i++)
            (void)work_once(w);
        (void)clock_gettime(CLOCK_MONOTONIC, &end);
        const int64_t took = (int64_t)(end.tv_sec - begin.tv_sec) * 1000000000 + end.tv_nsec - begin.tv_nsec;
        shortest = took < shortest ? took : shortest;
    }
    print_work(w);
    printf("\t%.1f\n", (double)shortest / TIMES);
}

extern size_t allocations[3] __attribute__((weak)); /* alloc.c */

static void count_allocations(work *w)
{
    (void)work_once(w);
    memset(allocations, 0, sizeof allocations);
    (void)work_once(w);
    print_work(w);
    printf("\t%zu\t%zu\t%zu\n", allocations[0], allocations[1], allocations[2]);
}

static void print_hex(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        printf("%02x", (unsigned)(unsigned char)text[i]);
}

static void put_output(work *w)
{
    const size_t done = work_once(w);

    if (w->job == READ || is_right(w->job, done, &now, &out))
        return;
    print_work(w);
    printf("\t");
    print_hex(out.text, done);
    printf("\t");
    print_hex(w->job == WRITE ? now.text : now.framed, w->job == WRITE ? now.size : now.framed_size);
    printf("\n");
}

/* ---- which of them
 * ------------------------------------------------------------------------------------------ */

static bool is_wanted(const work *w, char **filter)
{
    const char *const names[] = {w->contender->name, job_names[w->job], now.envelope->name};

    for (size_t i = 0; w->contender != &nothing_contender && i < 3 && filter[i] != NULL; i++)
        if (strcmp(filter[i], names[i]) != 0)
            return false;
    return true;
}

static void each(void (*action)(work *w), char **filter)
{
    for (unsigned e = 0; e < ENVELOPES; e++) {
        prepare(&now, e);
        for (unsigned j = 0; j < JOBS; j++)
            for (size_t i = 0; i < contender_count; i++) {
                work w = {contenders[i], j};
                if (does(contenders[i], j) && is_wanted(&w, filter))
                    action(&w);
            }
    }
}

static void print_sizes(void)
{
    for (unsigned e = 0; e < ENVELOPES; e++) {
        prepare(&now, e);
        printf("%s\t%zu\t%zu\t%zu\n", now.envelope->name, now.size, now.framed_size, now.piece_count);
    }
}

int main(int argc, char **argv)
{
    const char *const mode = argc > 1 ? argv[1] : "";
    char *none[] = {NULL}, **const filter = argc > 2 ? argv + 2 : none;

    if (strcmp(mode, "count") == 0)
        each(count, filter);
    else if (strcmp(mode, "time") == 0)
        each(take_time, filter);
    else if (strcmp(mode, "outputs") == 0)
        each(put_output, filter);
    else if (strcmp(mode, "allocations") == 0 && allocations != NULL)
        each(count_allocations, filter);
    else if (strcmp(mode, "violations") == 0)
        violations();
    else if (strcmp(mode, "growth") == 0)
        growth();
    else if (strcmp(mode, "sizes") == 0)
        print_sizes();
    else
        return 2;
    return 0;
}

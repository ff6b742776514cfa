/* SPDX-License-Identifier: MIT */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H
/* The benchmark on a host: what can be asked of it. */
#include "bench.h"

/* Something to be measured. */
typedef size_t (*job)(void *ctx);

/* Do it once to warm up and once more in a function of its own, by whose name callgrind counts. */
size_t measured(job j, void *ctx);

void growth(void);     /* grown envelopes, each job once: shape, job, factor, bytes */
void violations(void); /* invalid envelopes: who refuses which */

#endif

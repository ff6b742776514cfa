/* SPDX-License-Identifier: MIT */
/* Runs every job of every contender on every envelope once, for callgrind:
   bench count [CONTENDER [JOB [ENVELOPE]]] */
#include "bench.h"

#include <stdio.h>
#include <string.h>

static subject now;
static results out;

const char *const job_names[JOBS] = {"write", "frame", "read"};

const contender *const contenders[] = {
    &mcperr_contender, &memcpy_contender, &snprintf_contender, &utf8_contender,      &jsmn_contender,
    &cjson_contender,  &json_c_contender, &jansson_contender,  &rapidjson_contender, &simdjson_contender,
};
const size_t contender_count = sizeof contenders / sizeof *contenders;

static size_t nothing(const subject *s, results *r)
{
    (void)s;
    (void)r;
    return 1;
}

static const contender empty_contender = {"nothing", nothing, NULL, NULL, false};

/* One job; what callgrind counts is what happens in `measured`. */
static __attribute__((noinline)) size_t run(const contender *c, unsigned job)
{
    if (job == READ)
        return c->read(now.envelope, now.text, now.size, &out);
    return job == WRITE ? c->write(&now, &out) : c->frame(&now, &out);
}

size_t measured(const contender *c, unsigned job);
__attribute__((noinline)) size_t measured(const contender *c, unsigned job) { return run(c, job) + 1; }

static bool does(const contender *c, unsigned job)
{
    return c != NULL && (job == READ ? c->read != NULL : job == FRAME ? c->frame != NULL : c->write != NULL);
}

/* Did the job that has just run do what it should? */
static bool is_right(unsigned job, size_t done)
{
    if (job == READ)
        return done == 1 && strcmp(out.code, now.envelope->code) == 0 &&
               strcmp(out.message, now.envelope->message) == 0;
    return job == WRITE ? done == now.size && memcmp(out.text, now.text, done) == 0
                        : done == now.framed_size && memcmp(out.text, now.framed, done) == 0;
}

/* The first time is to warm up; the second is counted. */
static void count(const contender *c, unsigned job)
{
    (void)run(c, job);
    memset(&out, 0, sizeof out);
    const size_t done = measured(c, job) - 1;
    printf("%s\t%s\t%s\t%s\n", c->name, job_names[job], now.envelope->name,
           is_right(job, done) ? "right" : "wrong");
}

static const char *const *filter;

static bool is_wanted(const contender *c, unsigned job)
{
    const char *const names[] = {c->name, job_names[job], now.envelope->name};

    for (size_t i = 0; i < 3 && filter[i] != NULL; i++)
        if (strcmp(filter[i], names[i]) != 0)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    const char *wanted[4] = {NULL};

    for (int i = 2; i < argc && i < 5; i++)
        wanted[i - 2] = argv[i];
    filter = wanted;
    for (unsigned e = 0; e < ENVELOPES; e++) {
        prepare(&now, e);
        if (e == 0)
            count(&empty_contender, WRITE);
        for (unsigned job = 0; job < JOBS; job++)
            for (size_t i = 0; i < contender_count; i++)
                if (does(contenders[i], job) && is_wanted(contenders[i], job))
                    count(contenders[i], job);
    }
    return 0;
}

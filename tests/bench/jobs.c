/* SPDX-License-Identifier: MIT */
/* Who does what, and was it done right? */
#include "bench.h"

#include <string.h>

const char *const job_names[JOBS] = {"write", "frame", "read"};

/* `nothing` first: what it costs is taken off the others. */
const contender *const contenders[] = {
    &nothing_contender, &mcperr_contender,    &memcpy_contender,   &snprintf_contender,
    &utf8_contender,    &jsmn_contender,      &cjson_contender,    &json_c_contender,
    &jansson_contender, &rapidjson_contender, &simdjson_contender,
};
const size_t contender_count = sizeof contenders / sizeof *contenders;

bool does(const contender *c, unsigned job)
{
    return c != NULL && (job == READ ? c->read != NULL : job == FRAME ? c->frame != NULL : c->write != NULL);
}

size_t do_job(const contender *c, unsigned job, const subject *s, results *r)
{
    if (job == READ)
        return c->read(s->envelope, s->text, s->size, r);
    return job == WRITE ? c->write(s, r) : c->frame(s, r);
}

bool is_right(unsigned job, size_t done, const subject *s, const results *r)
{
    if (job == READ)
        return done == 1 && strcmp(r->code, s->envelope->code) == 0 &&
               strcmp(r->message, s->envelope->message) == 0;
    return job == WRITE ? done == s->size && memcmp(r->text, s->text, done) == 0
                        : done == s->framed_size && memcmp(r->text, s->framed, done) == 0;
}

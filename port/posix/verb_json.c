/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

static uint32_t depth, size = INPUT_MOST, most;

static const option options[] = {
    {"--depth", "N", "deepest nesting to allow; 32 unless told", .number = &depth, .least = 1,
     .most = MCPERR_DEPTH_MAX},
    {"--size", "N", "most bytes to allow; 67108864 unless told", .number = &size, .least = 1,
     .most = INPUT_MOST},
    {"--tokens", "N", "most names and values to allow; any number unless told", .number = &most, .least = 1,
     .most = MCPERR_TEXT_MAX},
};

typedef struct answer {
    const input *in;
    verdict v;
    uint32_t tokens;
} answer;

static void write_answer(mcperr_json *w, void *what)
{
    const answer *const a = what;

    mcperr_json_object(w, NULL);
    write_line(w, a->in);
    mcperr_json_bool(w, "valid", a->v.status == MCPERR_OK);
    if (a->v.status == MCPERR_OK)
        mcperr_json_uint(w, "tokens", a->tokens);
    else
        mcperr_json_null(w, "tokens");
    write_fault(w, a->in, &a->v);
    mcperr_json_end(w);
}

static int judge(const input *in)
{
    const mcperr_limits limits = {size, most, (uint16_t)depth};
    answer a;

    memset(&a, 0, sizeof a);
    a.in = in;
    a.v.status = mcperr_json_check(in->text, in->size, &limits, &a.tokens, &a.v.fault);
    if (as_json) {
        (void)print_json(write_answer, &a);
    } else if (a.v.status == MCPERR_OK) {
        print_line(stdout, in);
        printf("valid: %lu bytes, %lu names and values\n", (unsigned long)in->size, (unsigned long)a.tokens);
    } else {
        print_fault(stderr, "", in, &a.v);
    }
    return exit_for(a.v.status);
}

static int run(const char *file) { return each_input(file, judge); }

const verb verb_json = {
    "json", "is it exactly one JSON document (RFC 8259, UTF-8)?", NULL, options, COUNT(options), true, run,
};

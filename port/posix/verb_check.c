/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

static const mcperr_dialect *dialect;
static bool lint;

static const option options[] = {
    {"-d", "DIALECT", "the contract to check against; without it, the one that it is detected to be in",
     .dialect = &dialect},
    {"--lint", NULL, "also tell breaches of rules that no schema can say", .flag = &lint},
};

typedef struct answer {
    const input *in;
    verdict v;
    mcperr_fault findings[MCPERR_ROWS_MAX]; /* at most one for each member */
    size_t count;
} answer;

/* A finding, seen as a fault of a verdict. */
static verdict finding(const answer *a, size_t i)
{
    const verdict v = {a->v.dialect, MCPERR_E_VALUE, a->findings[i], false};

    return v;
}

static void write_answer(mcperr_json *w, void *what)
{
    const answer *const a = what;

    mcperr_json_object(w, NULL);
    write_line(w, a->in);
    mcperr_json_bool(w, "valid", a->v.status == MCPERR_OK);
    mcperr_json_str(w, "dialect", a->v.dialect != NULL ? a->v.dialect->name : NULL);
    write_fault(w, a->in, &a->v);
    if (lint && a->v.status == MCPERR_OK) {
        mcperr_json_array(w, "lint");
        for (size_t i = 0; i < a->count; i++) {
            const verdict v = finding(a, i);
            mcperr_json_object(w, NULL);
            write_fault(w, a->in, &v);
            mcperr_json_end(w);
        }
        mcperr_json_end(w);
    } else {
        mcperr_json_null(w, "lint");
    }
    mcperr_json_end(w);
}

static void print_answer(const answer *a)
{
    if (a->v.status != MCPERR_OK) {
        print_fault(stderr, "", a->in, &a->v);
        return;
    }
    print_line(stdout, a->in);
    printf("valid: %s\n", a->v.dialect->name);
    for (size_t i = 0; i < a->count; i++) {
        const verdict v = finding(a, i);
        print_fault(stderr, "lint: ", a->in, &v);
    }
}

static int judge(const input *in)
{
    answer a;

    memset(&a, 0, sizeof a);
    a.in = in;
    a.v = read_envelope(in, dialect, NULL);
    if (lint && a.v.status == MCPERR_OK)
        a.count =
            mcperr_lint(a.v.dialect, in->text, in->size, tokens, TOKENS_MOST, a.findings, COUNT(a.findings));
    if (a.count > COUNT(a.findings))
        a.count = COUNT(a.findings);
    if (as_json)
        (void)print_json(write_answer, &a);
    else
        print_answer(&a);
    return a.count > 0 ? EXIT_BAD : exit_for(a.v.status);
}

static int run(const char *file) { return each_input(file, judge); }

const verb verb_check = {
    "check",
    "is it a valid envelope? Says which, or where and why not",
    "An invalid envelope is told as `byte OFFSET /member: reason` on standard error. A finding of --lint\n"
    "is told in the same way, and makes the exit status 1, though the envelope is valid.\n"
    "With --json each verdict is {\"valid\",\"dialect\",\"offset\",\"pointer\",\"reason\",\"lint\"}, behind\n"
    "\"line\" with --lines; lint is null where it was not asked for or the envelope is invalid.\n",
    options,
    COUNT(options),
    true,
    run,
};

/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <inttypes.h>

typedef struct answer {
    const input *in;
    verdict v;
} answer;

static void write_answer(mcperr_json *w, void *what)
{
    const answer *const a = what;

    mcperr_json_object(w, NULL);
    write_line(w, a->in);
    mcperr_json_str(w, "dialect", a->v.dialect != NULL ? a->v.dialect->name : NULL);
    write_fault(w, a->in, &a->v);
    mcperr_json_end(w);
}

static int judge(const input *in)
{
    answer a = {in, detect_dialect(in)};
    const int code = exit_for(a.v.status);

    if (as_json) {
        (void)print_json(write_answer, &a);
        return code;
    }
    /* The name comes first, for scripts; past a limit there is no answer. */
    if (code != EXIT_LIMIT) {
        printf("%s", a.v.dialect != NULL ? a.v.dialect->name : "none");
        if (in->line > 0)
            printf(" line %" PRIu64, in->line);
        putchar('\n');
    }
    if (code != EXIT_GOOD && a.v.fault.reason != MCPERR_R_NONE)
        print_fault(stderr, "", in, &a.v);
    return code;
}

static int run(const char *file) { return each_input(file, judge); }

const verb verb_detect = {
    "detect",
    "which dialect is it in? Prints its name, or none",
    "An envelope is known by its distinguishing members alone; `mcperr check` tells whether it is valid.\n",
    NULL,
    0,
    true,
    run,
};

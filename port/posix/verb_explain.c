/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <inttypes.h>

typedef struct answer {
    const input *in;
    explanation e;
} answer;

static void write_answer(mcperr_json *w, void *what)
{
    const answer *const a = what;

    mcperr_json_object(w, NULL);
    write_line(w, a->in);
    write_explanation(w, &a->e);
    mcperr_json_end(w);
}

static int judge(const input *in)
{
    answer a = {.in = in};

    if (in->size > INPUT_MOST)
        return too_long(in);
    a.e.reading = mcperr_read(dialects, DIALECTS, in->text, in->size, tokens, TOKENS_MOST, &a.e.err);
    /* Some envelopes are known by their members, though their code is not. */
    a.e.dialect = a.e.reading <= MCPERR_ALIAS ? detect_dialect(in).dialect : a.e.err.home;
    if (as_json)
        return exit_for(print_json(write_answer, &a));
    if (in->line > 0)
        printf("line %" PRIu64 ":\n", in->line);
    print_explanation(&a.e);
    if (in->line > 0)
        putchar('\n');
    return EXIT_GOOD;
}

static int run(const char *file) { return each_input(file, judge); }

const verb verb_explain = {
    "explain",
    "what happened, whether to try again, and what to do: for any text that came as an error",
    "Never refuses a text. `Read as` tells how it was understood; with --json that is \"reading\": exact,\n"
    "alias, legacy or plain. The advice is that for a first call which may not be done twice blindly.\n",
    NULL,
    0,
    true,
    run,
};

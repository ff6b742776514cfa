/* SPDX-License-Identifier: MIT */
#include "command.h"

static const mcperr_dialect *from, *to;
static const char *incident;

static const option options[] = {
    {"-t", "DIALECT", "the dialect to write", .dialect = &to, .required = true},
    {"-f", "DIALECT", "the dialect to read; without it, the one that is detected", .dialect = &from},
    {"--incident", "ID", "incident id for a dialect that needs one, if the envelope has none",
     .text = &incident},
};

typedef struct answer {
    const input *in;
    mcperr_error err;
    verdict v; /* its dialect is that of the envelope that was read */
} answer;

static void write_envelope(mcperr_json *w, void *what)
{
    answer *const a = what;

    a->v.status = mcperr_encode(to, &a->err, MCPERR_SHED_NOTHING, w, NULL, &a->v.fault);
}

static void write_answer(mcperr_json *w, void *what)
{
    answer *const a = what;

    mcperr_json_object(w, NULL);
    write_line(w, a->in);
    mcperr_json_bool(w, "valid", a->v.status == MCPERR_OK);
    mcperr_json_str(w, "from", a->v.dialect != NULL ? a->v.dialect->name : NULL);
    mcperr_json_str(w, "to", to->name);
    write_fault(w, a->in, &a->v);
    if (a->v.status == MCPERR_OK)
        a->v.status = mcperr_encode(to, &a->err, MCPERR_SHED_NOTHING, w, "envelope", &a->v.fault);
    else
        mcperr_json_null(w, "envelope");
    mcperr_json_end(w);
}

static int judge(const input *in)
{
    answer a;

    a.in = in;
    a.v = read_envelope(in, from, &a.err);
    if (a.v.status == MCPERR_OK) {
        if (a.err.incident.data == NULL)
            a.err.incident = mcperr_str(incident);
        a.v.writing = true;
        (void)print_json(as_json ? write_answer : write_envelope, &a);
    }
    /* Both writers leave a refusal in the verdict, and nothing on standard output. */
    if (a.v.status != MCPERR_OK && as_json)
        (void)print_json(write_answer, &a);
    else if (a.v.status != MCPERR_OK)
        print_fault(stderr, "", in, &a.v);
    return exit_for(a.v.status);
}

static int run(const char *file) { return each_input(file, judge); }

const verb verb_translate = {
    "translate",
    "the same error in another dialect",
    "A kind travels, a code stays home: another dialect uses its own word for the kind of failure.\n"
    "A canonical envelope that is written in its own dialect keeps its bytes.\n"
    "With --json the answer is {\"valid\",\"from\",\"to\",\"offset\",\"pointer\",\"reason\",\"envelope\"}.\n",
    options,
    COUNT(options),
    true,
    run,
};

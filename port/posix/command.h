/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_COMMAND_H
#define MCPERR_COMMAND_H
/* The `mcperr` command: one file for each verb, and what they share. */
#include "mcperr/mcperr.h"

#include <stdio.h>

/* Exit codes of every verb. Of several verdicts the highest is the worst. */
enum exit_code {
    EXIT_GOOD = 0,
    EXIT_BAD = 1, /* invalid, or the answer is no */
    EXIT_USAGE = 2,
    EXIT_LIMIT = 3 /* input or output failed, or a limit was reached */
};

/* ---- verbs and their options ----------------------------------------------------------------------- */

/* One option: what follows it, what it is for, and the one place where its value goes. */
typedef struct option {
    const char *name, *value; /* such as "-d", "DIALECT"; value NULL: nothing follows */
    const char *meaning;
    bool *flag;
    const char **text;
    const mcperr_dialect **dialect;
    uint32_t *number, least, most;
    bool required;
} option;

typedef struct verb {
    const char *name, *purpose, *notes;
    const option *options;
    size_t option_count;
    enum { READS_NOTHING, READS_TEXTS, READS_FILE } reads; /* [FILE|-]; texts: --lines, --json */
    int (*run)(const char *file);
} verb;

extern const verb verb_check, verb_detect, verb_translate, verb_explain, verb_codes, verb_make, verb_json,
    verb_audit, verb_reply, verb_serve;

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Take the words behind the verb: options into their places; answers the file, or NULL. Ends the
   program with the verb's help if that is asked for, or with its usage if something is wrong. */
const char *read_options(const verb *v, char *const *words);
/* How to call a verb, on one line or more. */
void print_usage(const verb *v, FILE *to, const char *before);
/* Say what is wrong, and how to call the verb; exit code 2. */
void usage_error(const char *what, const char *word) __attribute__((noreturn));

/* What the verbs that read have in common. */
extern bool as_json, by_line;

/* ---- input ----------------------------------------------------------------------------------------- */

#define INPUT_MOST (64u << 20)

/* A text to judge: a whole file, or one of its lines. The judge may change it. */
typedef struct input {
    char *text;
    size_t size;   /* INPUT_MOST + 1: longer than the limit; its end was dropped */
    uint64_t line; /* 0: a whole file */
} input;

/* Judge a file or standard input ("-" or NULL): all of it, or with --lines each line that is not
   blank. Answers the worst exit code. Ends the program with a word about it if it can't be read. */
int each_input(const char *file, int (*judge)(const input *in));

/* ---- dialects -------------------------------------------------------------------------------------- */

#define DIALECTS 7
extern const mcperr_dialect *const dialects[DIALECTS];

/* Most names and values of an envelope, and room for them. */
#define TOKENS_MOST MCPERR_ENVELOPE_TOKENS_MAX
extern mcperr_token tokens[TOKENS_MOST];

/* The dialect of that name, or NULL. */
const mcperr_dialect *find_dialect(const char *name);

/* What became of an envelope. */
typedef struct verdict {
    const mcperr_dialect *dialect; /* NULL: none */
    mcperr_status status;
    mcperr_fault fault; /* reason NONE with a bad status: it is of no dialect */
    bool writing;       /* the fault is in what was to be written, and has no place in a text */
} verdict;

/* Is the text JSON within the limits, and which dialect is it in? */
verdict detect_dialect(const input *in);
/* Read an envelope of a dialect, or with NULL of the one that it is in. `err` may be NULL. */
verdict read_envelope(const input *in, const mcperr_dialect *d, mcperr_error *err);

/* ---- output ---------------------------------------------------------------------------------------- */

/* That output failed is found and told once, at the end of the program. */
#define say(...) ((void)fprintf(__VA_ARGS__))

/* The exit code for a status. */
int exit_for(mcperr_status status);

/* Write a document and a newline to standard output. `write` is called twice, the first time to
   measure; a document that fails is not begun. */
mcperr_status print_json(void (*write)(mcperr_json *w, void *what), void *what);

/* The member "line", if the input is one. */
void write_line(mcperr_json *w, const input *in);
/* The members "offset", "pointer" and "reason". */
void write_fault(mcperr_json *w, const input *in, const verdict *v);
/* The same for a person: `line N: byte N /pointer: reason`. `in` may be NULL. */
void print_fault(FILE *to, const char *before, const input *in, const verdict *v);
/* `line N: `, if the input is one. */
void print_line(FILE *to, const input *in);
/* A text longer than INPUT_MOST is told as such; answers EXIT_LIMIT. */
int too_long(const input *in);
/* The characters of a text that a peer wrote, on one line, cut where it is long. */
void print_text(mcperr_text text);

/* ---- errors explained -------------------------------------------------------------------------------- */

typedef struct explanation {
    mcperr_error err;
    const mcperr_dialect *dialect; /* NULL: none */
    mcperr_reading reading;
    int64_t rpc_code; /* of JSON-RPC; 0: none */
} explanation;

/* What it means and what to do: as members of the open object; or for a person, in lines with labels. */
void write_explanation(mcperr_json *w, const explanation *e);
void print_explanation(const explanation *e);
void print_label(const char *label);

#endif

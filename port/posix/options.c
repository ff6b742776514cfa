/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS 100

bool as_json, by_line;

static const verb *current; /* for the usage that ends a complaint */

/* Every verb that reads has these behind its own. */
static const option reading_options[] = {
    {"--lines", NULL, "JSONL: judge each line by itself; blank lines are skipped", .flag = &by_line},
    {"--json", NULL, "answer with one JSON object for each verdict", .flag = &as_json},
};

/* ---- what a verb takes, for people ------------------------------------------------------------------ */

/* Option number `i` of a verb, or NULL behind the last one. */
static const option *option_at(const verb *v, size_t i)
{
    if (i < v->option_count)
        return &v->options[i];
    i -= v->option_count;
    return v->reads == READS_TEXTS && i < COUNT(reading_options) ? &reading_options[i] : NULL;
}

/* Append to a line that is broken where it gets too long. */
static void print_wrapped(FILE *to, int *column, int indent, const char *words)
{
    const int width = (int)strlen(words);

    if (*column + 1 + width > COLUMNS)
        *column = fprintf(to, "\n%*s", indent, "") - 1;
    *column += fprintf(to, " %s", words);
}

void print_usage(const verb *v, FILE *to, const char *before)
{
    int column = fprintf(to, "%smcperr %s", before, v->name);
    const int indent = column;
    const option *one;

    for (size_t i = 0; (one = option_at(v, i)) != NULL; i++) {
        char words[64];
        (void)snprintf(words, sizeof words, one->required ? "%s%s%s" : "[%s%s%s]", one->name,
                       one->value != NULL ? " " : "", one->value != NULL ? one->value : "");
        print_wrapped(to, &column, indent, words);
    }
    if (v->reads)
        print_wrapped(to, &column, indent, "[FILE|-]");
    say(to, "\n");
}

static void print_verb_help(const verb *v)
{
    const option *one;

    print_usage(v, stdout, "usage: ");
    printf("%s\n\n", v->purpose);
    for (size_t i = 0; (one = option_at(v, i)) != NULL; i++) {
        const char *const value = one->value != NULL ? one->value : "";
        printf("  %s %-*s %s\n", one->name, 23 - (int)strlen(one->name), value, one->meaning);
    }
    if (v->notes != NULL)
        printf("\n%s", v->notes);
}

void usage_error(const char *what, const char *word)
{
    say(stderr, "mcperr: %s%s%s\n", what, word != NULL ? ": " : "", word != NULL ? word : "");
    if (current != NULL)
        print_usage(current, stderr, "usage: ");
    else
        say(stderr, "try: mcperr --help\n");
    exit(EXIT_USAGE);
}

/* ---- the words of a call ----------------------------------------------------------------------------- */

static const option *find_option(const char *name, size_t size)
{
    const option *one;

    for (size_t i = 0; (one = option_at(current, i)) != NULL; i++)
        if (strlen(one->name) == size && memcmp(one->name, name, size) == 0)
            return one;
    return NULL;
}

static uint32_t read_number(const option *one, const char *value)
{
    int64_t number = 0;

    if (!mcperr_integer(value, strlen(value), &number) || number < one->least || number > one->most)
        usage_error("not a number in range", value);
    return (uint32_t)number;
}

static void set_option(const option *one, const char *value)
{
    if (one->text != NULL)
        *one->text = value;
    else if (one->number != NULL)
        *one->number = read_number(one, value);
    else if ((*one->dialect = find_dialect(value)) == NULL)
        usage_error("unknown dialect", value);
}

/* Take the option at *words and its value: `--name value`, `--name=value` or `-n value`. Answers the
   last word that it took. */
static char *const *take_option(char *const *words)
{
    const char *const word = *words, *const equals = word[1] == '-' ? strchr(word, '=') : NULL;
    const option *const one = find_option(word, equals != NULL ? (size_t)(equals - word) : strlen(word));

    if (one == NULL)
        usage_error("unknown option", word);
    if (one->value == NULL) {
        if (equals != NULL)
            usage_error("takes no value", one->name);
        *one->flag = true;
    } else if (equals != NULL) {
        set_option(one, equals + 1);
    } else if (*++words != NULL) {
        set_option(one, *words);
    } else {
        usage_error("a value must follow", one->name);
    }
    return words;
}

const char *read_options(const verb *v, char *const *words)
{
    const char *file = NULL;
    const option *one;
    bool ended = false;

    current = v;
    for (; *words != NULL; words++) {
        const bool operand = ended || words[0][0] != '-' || words[0][1] == '\0';
        if (!operand && strcmp(*words, "--") == 0) {
            ended = true;
        } else if (!operand && (strcmp(*words, "--help") == 0 || strcmp(*words, "-h") == 0)) {
            print_verb_help(v);
            exit(fflush(stdout) == 0 ? EXIT_GOOD : EXIT_LIMIT);
        } else if (!operand) {
            words = take_option(words);
        } else if (!v->reads) {
            usage_error("takes no file", *words);
        } else if (file != NULL) {
            usage_error("one file at a time", *words);
        } else {
            file = *words;
        }
    }
    for (size_t i = 0; (one = option_at(v, i)) != NULL; i++)
        if (one->required && *one->dialect == NULL)
            usage_error("must be given", one->name);
    return file;
}

/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char buffer[INPUT_MOST + 1];

/* The next line without its end; false behind the last one. What does not fit is dropped. */
static bool read_line(FILE *from, input *in)
{
    int c = getc(from);

    if (c == EOF)
        return false;
    in->line++;
    for (in->size = 0; c != EOF && c != '\n'; c = getc(from))
        if (in->size < sizeof buffer)
            buffer[in->size++] = (char)c;
    return !ferror(from);
}

/* Only white space? A line whose end was dropped is none that can be known to be blank. */
static bool is_blank(const input *in)
{
    size_t i = 0;

    while (i < in->size && (in->text[i] == ' ' || in->text[i] == '\t' || in->text[i] == '\r'))
        i++;
    return i == in->size && in->size <= INPUT_MOST;
}

static int each_line(FILE *from, input *in, int (*judge)(const input *in))
{
    int worst = EXIT_GOOD;

    /* Verdicts appear as soon as they are known, and in step with those on standard error. */
    (void)setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    while (!ferror(stdout) && read_line(from, in)) {
        const int code = is_blank(in) ? EXIT_GOOD : judge(in);
        if (code > worst)
            worst = code;
    }
    return worst;
}

int each_input(const char *file, int (*judge)(const input *in))
{
    const bool standard = file == NULL || strcmp(file, "-") == 0;
    FILE *const from = standard ? stdin : fopen(file, "rb");
    input in = {buffer, 0, 0};
    int worst = EXIT_GOOD;

    if (from != NULL && by_line)
        worst = each_line(from, &in, judge);
    else if (from != NULL)
        in.size = fread(buffer, 1, sizeof buffer, from);
    if (from == NULL || ferror(from)) {
        say(stderr, "mcperr: %s: %s\n", standard ? "standard input" : file, strerror(errno));
        exit(EXIT_LIMIT);
    }
    if (!standard)
        (void)fclose(from);
    return by_line ? worst : judge(&in);
}

/* SPDX-License-Identifier: MIT */
/* Lines `dialect<TAB>text` from stdin; for each, 1 or 0 on stdout: does mcperr_validate accept the text? */
#include "mcperr/error.h"

#include <stdio.h>
#include <string.h>

static const mcperr_dialect *const dialects[] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,   &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api,
};

static const mcperr_dialect *dialect_named(const char *name)
{
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (strcmp(dialects[i]->name, name) == 0)
            return dialects[i];
    return NULL;
}

/* One line without its end, which may hold NUL bytes; false at the end of the input. */
static bool read_line(char *line, size_t cap, size_t *size)
{
    int c;

    for (*size = 0; (c = getchar()) != EOF && c != '\n'; ++*size)
        if (*size < cap)
            line[*size] = (char)c;
    return c != EOF;
}

int main(void)
{
    static char line[1 << 17];
    static mcperr_token tokens[512];
    size_t size;

    while (read_line(line, sizeof line, &size)) {
        char *const tab = size <= sizeof line ? memchr(line, '\t', size) : NULL;
        if (tab != NULL)
            *tab = '\0';
        const mcperr_dialect *const d = tab != NULL ? dialect_named(line) : NULL;
        if (d == NULL) {
            fputs("verdicts: a line too long, without a tab, or of no dialect\n", stderr);
            return 2;
        }
        const char *const text = tab + 1;
        const mcperr_status status = mcperr_validate(d, text, (size_t)(line + size - text), tokens,
                                                     sizeof tokens / sizeof *tokens, NULL);
        if (status == MCPERR_E_INTERNAL || status == MCPERR_E_MISUSE) {
            fprintf(stderr, "verdicts: %s: %s\n", d->name, mcperr_status_text(status));
            return 2;
        }
        puts(status == MCPERR_OK ? "1" : "0");
    }
    return 0;
}

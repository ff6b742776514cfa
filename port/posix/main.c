/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define VERSION_TEXT                                                                                         \
    STRING(MCPERR_VERSION_MAJOR) "." STRING(MCPERR_VERSION_MINOR) "." STRING(MCPERR_VERSION_PATCH)

static const verb *const verbs[] = {
    &verb_check, &verb_detect, &verb_translate, &verb_explain, &verb_codes, &verb_make,
    &verb_json,  &verb_audit,  &verb_reply,     &verb_serve,   NULL,
};

static void print_help(void)
{
    printf("mcperr " VERSION_TEXT ": MCP error envelopes\n\nusage:\n");
    for (const verb *const *v = verbs; *v != NULL; v++) {
        print_usage(*v, stdout, "  ");
        printf("      %s\n", (*v)->purpose);
    }
    printf("  mcperr VERB --help | --help | --version\n\n"
           "DIALECT is one of:");
    for (size_t i = 0; i < DIALECTS; i++)
        printf(" %s", dialects[i]->name);
    puts("\nFILE is a file to read; - or nothing is standard input.\n"
         "exit status: 0 good, 1 invalid or negative answer, 2 usage, 3 input/output or a limit");
}

static const verb *find_verb(const char *name)
{
    const verb *const *v = verbs;

    while (*v != NULL && strcmp((*v)->name, name) != 0)
        v++;
    return *v;
}

static int run(char *const *argv)
{
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_help();
        return EXIT_GOOD;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("mcperr " VERSION_TEXT);
        return EXIT_GOOD;
    }
    const verb *const v = find_verb(argv[1]);
    if (v == NULL)
        usage_error("unknown verb", argv[1]);
    return v->run(read_options(v, argv + 2));
}

int main(int argc, char **argv)
{
    if (argc < 2)
        usage_error("which verb?", NULL);
    const int code = run(argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("mcperr: standard output");
        return EXIT_LIMIT;
    }
    return code;
}

/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

static const mcperr_dialect *dialect;

static const option options[] = {
    {"-d", "DIALECT", "the dialect whose codes to list", .dialect = &dialect, .required = true},
    {"--json", NULL, "one JSON object for each code", .flag = &as_json},
};

static const char *alert_of(const mcperr_kind_info *kind)
{
    return kind->alert == MCPERR_CRITICAL ? "critical" : "warning";
}

static void write_code(mcperr_json *w, void *what)
{
    const mcperr_code *const code = *(const mcperr_code **)what;
    const mcperr_kind_info *const kind = mcperr_kind_of(code->kind);

    mcperr_json_object(w, NULL);
    mcperr_json_str(w, "code", code->code);
    mcperr_json_str(w, "kind", kind->name);
    mcperr_json_uint(w, "status", kind->status);
    mcperr_json_str(w, "category", kind->category);
    mcperr_json_bool(w, "retryable", kind->retryable);
    mcperr_json_str(w, "alert", alert_of(kind));
    mcperr_json_str(w, "message", code->message);
    mcperr_json_end(w);
}

static void print_row(int width, const char *const cells[7])
{
    printf("%-*s  %-20s  %-4s  %-13s  %-5s  %-8s  %s\n", width, cells[0], cells[1], cells[2], cells[3],
           cells[4], cells[5], cells[6]);
}

static void print_table(void)
{
    static const char *const heads[7] = {"CODE", "KIND", "HTTP", "CATEGORY", "RETRY", "ALERT", "MESSAGE"};
    int width = (int)strlen(heads[0]);

    for (size_t i = 0; i < dialect->code_count; i++)
        if (dialect->codes[i].size > width)
            width = dialect->codes[i].size;
    print_row(width, heads);
    for (size_t i = 0; i < dialect->code_count; i++) {
        const mcperr_code *const code = &dialect->codes[i];
        const mcperr_kind_info *const kind = mcperr_kind_of(code->kind);
        char status[8];
        (void)snprintf(status, sizeof status, "%u", (unsigned)kind->status);
        const char *const cells[7] = {
            code->code,     kind->name,   status, kind->category, kind->retryable ? "yes" : "no",
            alert_of(kind), code->message};
        print_row(width, cells);
    }
}

static int run(const char *file)
{
    (void)file;
    if (!as_json)
        print_table();
    for (size_t i = 0; as_json && i < dialect->code_count; i++) {
        const mcperr_code *code = &dialect->codes[i];
        (void)print_json(write_code, &code);
    }
    return EXIT_GOOD;
}

const verb verb_codes = {
    "codes",
    "the codes of a dialect, and what each stands for",
    "RETRY tells whether the same call may work later; ALERT how urgent the failure is. In a message, {}\n"
    "stands for the id of the invariant.\n",
    options,
    COUNT(options),
    false,
    run,
};

/* SPDX-License-Identifier: MIT */
/*
 * node [--audit FILE] [--metrics FILE] [--cut N]: a host node for the demo. Calls its tools, most of which
 * fail, and shows what their callers get. Alerts go to standard output, too; the log goes to standard error.
 * With --cut it is killed when half of its Nth record is written.
 */
#define _POSIX_C_SOURCE 200809L /* NOLINT: POSIX reserves it for this */
#include "audit_file.h"
#include "metrics_file.h"
#include "port.h"

#include "mcperr/boundary.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OUT_SIZE 1024

/* ---- tools ------------------------------------------------------------------------------------------- */

static mcperr_status read_temp(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    int64_t sensor;

    (void)self;
    if (!mcperr_arg_int(args, "sensor", &sensor))
        return mcperr_fail(err, MCPERR_INVALID, "sensor must be an integer");
    if (sensor == 2)
        return mcperr_fail(err, MCPERR_TIMEOUT, "sensor did not answer");
    if (sensor != 1) {
        char message[48];
        (void)snprintf(message, sizeof message, "there is no sensor %ld", (long)sensor);
        return mcperr_say(args, err, MCPERR_NOT_FOUND, message); /* the message is in this frame */
    }
    mcperr_json_int(result, "milli_celsius", 21500);
    return MCPERR_OK;
}

/* Dresses its failure as success, which the boundary does not let through. */
static mcperr_status set_valve(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self;
    (void)args;
    (void)err;
    mcperr_json_bool(result, "ok", false);
    mcperr_json_str(result, "reason", "stuck");
    return MCPERR_OK;
}

static const mcperr_tool temp = {.name = "read_temp", .run = read_temp, .idempotent = true};
static const mcperr_tool valve = {.name = "set_valve", .run = set_valve};

/* A night of calls. The gateway asks a dead sensor six times. */
static const struct {
    const char *client;
    const mcperr_tool *tool;
    const char *arguments;
} calls[] = {
    {"console", &temp, "{\"sensor\":1}"}, {"console", &temp, "{\"sensor\":7}"},
    {"console", &temp, "{\"sensor\":"},   {"console", &valve, "{}"},
    {"gateway", &temp, "{\"sensor\":2}"}, {"gateway", &temp, "{\"sensor\":2}"},
    {"gateway", &temp, "{\"sensor\":2}"}, {"gateway", &temp, "{\"sensor\":2}"},
    {"gateway", &temp, "{\"sensor\":2}"}, {"gateway", &temp, "{\"sensor\":2}"},
};

/* ---- a sink that dies -------------------------------------------------------------------------------- */

static mcperr_sink file_sink;
static long records_left; /* until the cut; 0: never */

static bool append_or_die(void *ctx, const char *bytes, size_t size)
{
    if (records_left > 0 && --records_left == 0) {
        (void)file_sink.append(ctx, bytes, size / 2);
        (void)fflush(stdout);
        (void)raise(SIGKILL);
    }
    return file_sink.append(ctx, bytes, size);
}

/* ---- the node ---------------------------------------------------------------------------------------- */

static mcperr_counter counters[16];
static mcperr_histogram histograms[4];
static mcperr_metrics metrics = {counters, histograms, 16, 4};
static mcperr_alert_client clients[8];

static void print_log(void *ctx, mcperr_level level, const char *line, size_t size)
{
    (void)ctx;
    (void)level;
    (void)fprintf(stderr, "%.*s\n", (int)size, line);
}

static void print_alert(void *ctx, const mcperr_error *err, mcperr_text client)
{
    const mcperr_kind_info *const kind = mcperr_kind_of(err->kind);

    (void)ctx;
    printf("ALERT     %s: %s, client %.*s, incident %.*s\n",
           kind->alert == MCPERR_CRITICAL ? "critical" : "too many warnings", kind->name, (int)client.size,
           (const char *)client.data, (int)err->incident.size, (const char *)err->incident.data);
}

static void make_calls(mcperr_boundary *b)
{
    static mcperr_token tokens[16];
    static char scratch[128], out[OUT_SIZE];

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char *const arguments = calls[i].arguments;
        const mcperr_call call = {.arguments = arguments,
                                  .arguments_size = strlen(arguments),
                                  .tokens = tokens,
                                  .token_count = 16,
                                  .scratch = scratch,
                                  .scratch_size = sizeof scratch,
                                  .out = out,
                                  .cap = sizeof out,
                                  .client = mcperr_str(calls[i].client)};
        printf("call      %s %s\n", calls[i].tool->name, arguments);
        const mcperr_outcome outcome = mcperr_boundary_call(b, calls[i].tool, &call, NULL);
        printf("%s  %s\n", outcome == MCPERR_RESULT ? "result  " : "envelope", out);
    }
}

/* The value of an option, or NULL. */
static const char *option(char *const *words, const char *name)
{
    for (; *words != NULL; words++)
        if (strcmp(*words, name) == 0)
            return words[1];
    return NULL;
}

int main(int argc, char **argv)
{
    static mcperr_audit audit;
    static char line[1024];
    const char *const path = option(argv, "--audit"), *const metrics_path = option(argv, "--metrics");
    const char *const cut = option(argv, "--cut");
    const mcperr_port port = mcperr_port_posix();
    mcperr_boundary boundary = {.port = &port,
                                .dialect = &mcperr_owlclaw,
                                .audit = &audit,
                                .metrics = &metrics,
                                .clients = clients,
                                .client_count = sizeof clients / sizeof *clients,
                                .log = print_log,
                                .alert = print_alert,
                                .component = "node",
                                .debug_stack = mcperr_posix_debug_stack()};
    mcperr_audit_file file;

    (void)argc;
    if (mcperr_audit_file_open(&file, path) != MCPERR_OK) {
        perror(path != NULL ? path : MCPERR_AUDIT_FILE);
        return 1;
    }
    file_sink = mcperr_audit_file_sink(&file);
    mcperr_sink sink = file_sink;
    sink.append = append_or_die;
    if (mcperr_audit_open(&audit, &sink, line, sizeof line, &mcperr_sha256) != MCPERR_OK ||
        mcperr_boundary_min_size(&boundary, &temp) > OUT_SIZE ||
        mcperr_boundary_min_size(&boundary, &valve) > OUT_SIZE) {
        (void)fputs("node: the log cannot be used, or a buffer is too small\n", stderr);
        return 1;
    }
    if (audit.torn > 0)
        printf("recovered the audit log: %lu torn\n", (unsigned long)audit.torn);
    records_left = cut != NULL ? strtol(cut, NULL, 10) : 0;
    make_calls(&boundary);
    mcperr_audit_file_close(&file);
    if (metrics_path != NULL && !mcperr_metrics_file(metrics_path, &metrics)) {
        perror(metrics_path);
        return 1;
    }
    return 0;
}

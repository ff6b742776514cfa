/* SPDX-License-Identifier: MIT */
#include "../demo/node.h"
#include "audit_file.h"
#include "command.h"
#include "metrics_file.h"
#include "port.h"
#include "stdio_wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const mcperr_dialect *dialect = &mcperr_owlclaw;
static const char *audit_path, *metrics_path, *client;

static const option options[] = {
    {"--dialect", "DIALECT",
     "of the errors, until the tool use_dialect chooses another; owlclaw unless given", .dialect = &dialect},
    {"--audit", "FILE",
     "keep an audit log there: each failure is on disk before its answer leaves, or that is told",
     .text = &audit_path},
    {"--metrics", "FILE", "write counters there, at the beginning and the end, as Prometheus reads them",
     .text = &metrics_path},
    {"--client", "ID", "who the client is, for alerts; what it says it is called unless given",
     .text = &client},
};

static mcperr_counter counters[64];
static mcperr_histogram histograms[16];
static mcperr_metrics metrics = {counters, histograms, COUNT(counters), COUNT(histograms)};
static mcperr_alert_client clients[8];

/* Each failure has its log line right after its record, so that a record that was lost is told at once. */
static void print_log(void *ctx, mcperr_level level, const char *line, size_t size)
{
    static uint32_t lost;
    const mcperr_events *const events = ctx;

    (void)level;
    say(stderr, "%.*s\n", (int)size, line);
    if (events->audit_failed > lost)
        say(stderr, "mcperr: %s: a record could not be stored\n", audit_path);
    lost = events->audit_failed;
}

static void print_alert(void *ctx, const mcperr_error *err, mcperr_text from)
{
    const mcperr_kind_info *const kind = mcperr_kind_of(err->kind);
    char name[256];
    mcperr_json w;

    (void)ctx;
    /* In quotes and ASCII: the name is the peer's, and terminals obey. */
    mcperr_json_init(&w, name, sizeof name);
    mcperr_json_ascii(&w);
    mcperr_json_text(&w, NULL, from);
    (void)mcperr_json_finish(&w);
    say(stderr, "alert: %s: %s, client %s, incident %.*s\n",
        kind->alert == MCPERR_CRITICAL ? "critical" : "too many warnings", kind->name, name,
        (int)err->incident.size, (const char *)err->incident.data);
}

static int complain(const char *about, const char *what)
{
    say(stderr, "mcperr: %s: %s\n", about, what);
    return EXIT_LIMIT;
}

/* Serve until the client hangs up, and leave the log and the metrics as they should be. */
static int serve(server *s, mcperr_audit_file *file)
{
    const mcperr_sink sink = mcperr_audit_file_sink(file);
    int code = EXIT_GOOD;

    if (!node_begin(s, audit_path != NULL ? &sink : NULL, &mcperr_sha256))
        return complain(audit_path != NULL ? audit_path : "serve",
                        "the log cannot be used, or memory is too small");
    if (metrics_path != NULL && !mcperr_metrics_file(metrics_path, &metrics))
        return complain(metrics_path, strerror(errno));
    if (s->audit.torn > 0)
        say(stderr, "recovered the audit log: %lu torn\n", (unsigned long)s->audit.torn);
    if (!server_run(s))
        code = complain("standard output", "the client is gone");
    if (metrics_path != NULL && !mcperr_metrics_file(metrics_path, &metrics))
        code = complain(metrics_path, strerror(errno));
    return s->boundary.events.audit_failed > 0 ? EXIT_LIMIT : code;
}

static int run(const char *file)
{
    static server s;
    const mcperr_port port = mcperr_port_posix();
    const char *const debug = getenv("DEBUG_STACK");
    mcperr_audit_file log = {-1};

    (void)file;
    if (audit_path != NULL && mcperr_audit_file_open(&log, audit_path) != MCPERR_OK)
        return complain(audit_path, strerror(errno));
    s.wire = stdio_wire();
    s.boundary.port = &port;
    s.boundary.dialect = dialect;
    s.boundary.metrics = &metrics;
    s.boundary.clients = clients;
    s.boundary.client_count = COUNT(clients);
    s.boundary.log = print_log;
    s.boundary.ctx = &s.boundary.events;
    s.boundary.alert = print_alert;
    s.boundary.component = "serve";
    s.boundary.debug_stack = debug != NULL && strcmp(debug, "true") == 0;
    s.endpoint.client = mcperr_str(client);
    const int code = serve(&s, &log);
    mcperr_audit_file_close(&log);
    return code;
}

const verb verb_serve = {
    "serve",
    "be the demo's sensor node, an MCP server on standard input and output",
    "One JSON-RPC message a line, in the protocol of 2026-07-28 and of those before. Ends with its input,\n"
    "and on SIGTERM and SIGINT. The log goes to standard error. If the environment has DEBUG_STACK=true,\n"
    "stack traces leave in the envelopes that know them.\n",
    options,
    COUNT(options),
    READS_NOTHING,
    run,
};

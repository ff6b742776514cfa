/* SPDX-License-Identifier: MIT */
/* Firmware that uses one part of the library, to be measured: -DPART=... chooses it. */
#include "mcperr/mcperr.h"

#define NOTHING 0
#define WRITER 1
#define CHECK 2
#define EMIT 3
#define READ 4
#define BOTH 5
#define ALL 6
#define AROUND 7      /* the boundary alone */
#define AUDITED 8     /* and the audit log in flash */
#define BOUNDARY 9    /* and metrics and alerts */
#define ENDPOINT 10   /* and an MCP server on a serial port */
#define EVERYTHING 11 /* BOUNDARY and all dialects, with all that is done with them */
#define WHOLE 12      /* and the MCP server */
#define REPLY (-1)    /* understand replies, and know what to do */

#ifndef DIALECT
#define DIALECT mcperr_kaiza
#endif

extern char buffer[512];
extern mcperr_token tokens[64];
extern mcperr_error error;
char buffer[512];
mcperr_token tokens[64];
mcperr_error error;

#if PART == ALL || PART >= EVERYTHING
static const mcperr_dialect *const every[] = {&mcperr_kaiza,      &mcperr_context,   &mcperr_codeintel,
                                              &mcperr_problem,    &mcperr_toolerror, &mcperr_owlclaw,
                                              &mcperr_owlclaw_api};
#endif

#if PART >= AROUND
static uint32_t no_clock(void *ctx) { return ctx != NULL; }
static mcperr_status fail(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self, (void)result;
    return mcperr_say(args, err, MCPERR_TIMEOUT, buffer);
}
extern mcperr_boundary boundary;
extern mcperr_ring ring;
extern mcperr_flash flash;
extern mcperr_audit audit;
mcperr_boundary boundary;
mcperr_ring ring;
mcperr_flash flash;
mcperr_audit audit;
#endif

int main(void)
{
    volatile unsigned seen = 0;
#if PART == WRITER
    mcperr_json w;
    mcperr_json_init(&w, buffer, sizeof buffer);
    mcperr_json_object(&w, NULL);
    mcperr_json_str(&w, "sensor", buffer);
    mcperr_json_int(&w, "value", (int64_t)seen);
    mcperr_json_end(&w);
    seen = mcperr_json_finish(&w);
#elif PART == CHECK
    seen = mcperr_json_check(buffer, sizeof buffer, NULL, NULL, NULL);
#endif
#if PART == EMIT || PART == BOTH
    (void)mcperr_fail(&error, MCPERR_TIMEOUT, buffer);
    seen = mcperr_emit(&DIALECT, &error, buffer, sizeof buffer, NULL);
#endif
#if PART == READ || PART == BOTH
    seen = mcperr_decode(&DIALECT, buffer, sizeof buffer, tokens, 64, &error, NULL);
#endif
#if PART == ALL || PART >= EVERYTHING
    mcperr_fault fault;
    mcperr_json w;
    (void)mcperr_fail(&error, MCPERR_TIMEOUT, buffer);
    seen = mcperr_emit(every[seen], &error, buffer, sizeof buffer, NULL);
    seen = mcperr_read(every, 7, buffer, sizeof buffer, tokens, 64, &error);
    mcperr_json_init(&w, buffer, sizeof buffer);
    seen = mcperr_translate(every[seen], every[seen], buffer, sizeof buffer, tokens, 64, error.incident, &w,
                            &fault);
    seen = (unsigned)mcperr_lint(every[seen], buffer, sizeof buffer, tokens, 64, &fault, 1);
    seen = mcperr_advise(&error, NULL, 1, true, 0).delay_ms;
#endif
#if PART == REPLY
    static const mcperr_dialect *const set[] = {&DIALECT};
    static mcperr_reply reply;
    seen = mcperr_reply_read(set, 1, buffer, sizeof buffer, tokens, 64, &reply);
    seen = mcperr_advise(&reply.error, NULL, 1, true, 0).delay_ms;
#endif
#if PART >= AROUND
    static const mcperr_port port = {.mono_ms = no_clock};
    static const mcperr_tool tool = {"t", "files:t", "{}", fail, NULL, true};
    const mcperr_call call = {
        buffer, 2, tokens, 64, buffer, 64, buffer, sizeof buffer, {NULL, 0, MCPERR_PLAIN}};
    size_t len;

    boundary.port = &port;
    boundary.dialect = &DIALECT;
#if PART >= AUDITED
    seen = mcperr_ring_open(&ring, &flash);
    const mcperr_sink sink = mcperr_ring_sink(&ring);
    seen = mcperr_audit_open(&audit, &sink, buffer, sizeof buffer, NULL);
    boundary.audit = &audit;
#endif
#if PART >= BOUNDARY
    static mcperr_counter counters[4];
    static mcperr_histogram histograms[2];
    static mcperr_metrics metrics = {counters, histograms, 4, 2};
    static mcperr_alert_client clients[2];
    uint32_t cursor = 0;
    boundary.metrics = &metrics;
    boundary.clients = clients;
    boundary.client_count = 2;
#endif
    seen = mcperr_boundary_call(&boundary, &tool, &call, &len);
#if PART >= BOUNDARY
    seen = mcperr_metrics_write(&metrics, &cursor, buffer, sizeof buffer, &len);
#endif
#endif
#if PART == ENDPOINT || PART == WHOLE
    static char text[512];
    static mcperr_lines lines;
    static mcperr_endpoint endpoint = {.boundary = &boundary,
                                       .tools = &tool,
                                       .tool_count = 1,
                                       .name = "n",
                                       .version = "1",
                                       .tokens = tokens};
    mcperr_line line;

    endpoint.token_count = 64;
    seen = mcperr_lines_init(&lines, text, sizeof text);
    seen = (unsigned)mcperr_endpoint_min_size(&endpoint);
    seen = (unsigned)mcperr_lines_put(&lines, buffer, sizeof buffer);
    if (mcperr_lines_next(&lines, &line))
        seen = (unsigned)mcperr_endpoint_line(&endpoint, &line, buffer, sizeof buffer);
#endif
    return (int)seen;
}

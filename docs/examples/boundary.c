/* SPDX-License-Identifier: MIT */
/*
 * The tool boundary around a tool, complete. The tool opens one of a device's settings files. Its handler
 * says in one line what went wrong; time, incident id, audit record, log, counters and the envelope are
 * the boundary's work, and are the same for every tool.
 *
 * It is called twice: for a file that is there, and for one that is not.
 */
#include "mcperr/boundary.h"

#include <stdio.h>
#include <string.h>

/* ---- the tool ---------------------------------------------------------------------------------------- */

typedef struct settings {
    const char *path, *content;
} settings;

static mcperr_status open_file(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    const settings *const file = self;
    const mcperr_text path = mcperr_arg_text(args, "path");

    if (path.data == NULL)
        return mcperr_fail(err, MCPERR_INVALID, "path must be a text");
    if (!mcperr_text_is(path, file->path))
        return mcperr_fail(err, MCPERR_NOT_FOUND, "no settings of that name");
    mcperr_json_str(result, "path", file->path);
    mcperr_json_str(result, "content", file->content);
    mcperr_json_int(result, "lines", 1);
    mcperr_json_uint(result, "size", strlen(file->content));
    return MCPERR_OK;
}

static settings wifi = {"wifi.conf", "channel=6"};

/* The empty result is what the tool answers when it has nothing to say: a caller that looks only for
   `content` finds it in the envelope of a failure, too. */
static const mcperr_tool tool = {
    .name = "open_file",
    .operation = "files:open_file",
    .empty_result = "{\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0}",
    .run = open_file,
    .self = &wifi,
    .idempotent = true,
};

/* ---- the platform ------------------------------------------------------------------------------------ */

/* A clock that stands still, so that this program prints the same each time. One thread: no locks. */
static int64_t wall_ms(void *ctx)
{
    (void)ctx;
    return 1768836730123; /* 2026-01-19T15:32:10.123Z */
}

static uint32_t mono_ms(void *ctx)
{
    (void)ctx;
    return 1000;
}

static const mcperr_port port = {.wall_ms = wall_ms, .mono_ms = mono_ms, .boot_id = 7};

/* A log in RAM. A device has flash (mcperr_ring_sink), a host a file. */
typedef struct memory {
    char bytes[1024];
    size_t size;
} memory;

static bool append(void *ctx, const char *bytes, size_t size)
{
    memory *const log = ctx;

    if (size > sizeof log->bytes - log->size)
        return false;
    memcpy(log->bytes + log->size, bytes, size);
    log->size += size;
    return true;
}

static bool sync_log(void *ctx)
{
    (void)ctx;
    return true;
}

static int32_t read_log(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    const memory *const log = ctx;
    const size_t left = offset < log->size ? log->size - offset : 0, part = size < left ? size : left;

    memcpy(to, log->bytes + log->size - left, part);
    return (int32_t)part;
}

/* ---- the server -------------------------------------------------------------------------------------- */

#define ANSWER_SIZE 512

static memory audit_log;
static const mcperr_sink sink = {&audit_log, append, sync_log, read_log, NULL};
static mcperr_boundary boundary = {.port = &port, .dialect = &mcperr_codeintel};

static void serve(const char *arguments)
{
    static mcperr_token tokens[16];
    static char answer[ANSWER_SIZE], scratch[64];
    const mcperr_call call = {
        .arguments = arguments,
        .arguments_size = strlen(arguments),
        .tokens = tokens,
        .token_count = 16,
        .scratch = scratch,
        .scratch_size = sizeof scratch,
        .out = answer,
        .cap = sizeof answer,
        .client = mcperr_str("console"),
    };
    const mcperr_outcome outcome = mcperr_boundary_call(&boundary, &tool, &call, NULL);

    printf("%s: %s\n", outcome == MCPERR_RESULT ? "result" : "envelope", answer);
}

int main(void)
{
    static mcperr_audit audit;
    static char line[MCPERR_AUDIT_LINE_MIN];

    if (mcperr_audit_open(&audit, &sink, line, sizeof line, NULL) != MCPERR_OK)
        return 1;
    boundary.audit = &audit;
    /* Buffers that are too small are found now, not at the first failure. */
    if (mcperr_boundary_min_size(&boundary, &tool) > ANSWER_SIZE)
        return 1;

    serve("{\"path\":\"wifi.conf\"}");
    serve("{\"path\":\"radio.conf\"}");
    printf("audit: %.*s", (int)audit_log.size, audit_log.bytes);
    return 0;
}

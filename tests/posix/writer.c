/* SPDX-License-Identifier: MIT */
/*
 * writer FILE COUNT PAUSE_US: a process to be killed. Calls a tool that fails, COUNT times, and says on
 * standard output which record was acknowledged, after each call has returned and before the next. With a
 * pause each record reaches the file in pieces, so that a kill finds it in the middle of a line.
 */
#define _POSIX_C_SOURCE 200809L /* NOLINT: POSIX reserves it for this */
#include "mcperr/boundary.h"
#include "port/posix/audit_file.h"
#include "port/posix/port.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PIECE 48

static mcperr_sink file_sink;
static long pause_us;

static bool append_in_pieces(void *ctx, const char *bytes, size_t size)
{
    const struct timespec pause = {0, pause_us * 1000};

    while (size > 0) {
        const size_t part = pause_us > 0 && size > PIECE ? PIECE : size;
        if (!file_sink.append(ctx, bytes, part))
            return false;
        if (pause_us > 0)
            (void)nanosleep(&pause, NULL);
        bytes += part;
        size -= part;
    }
    return true;
}

static mcperr_status fail(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self;
    (void)args;
    (void)result;
    return mcperr_fail(err, MCPERR_IO, "sensor did not answer");
}

/* Past stdio's buffer, which would die with the process. */
static bool acknowledge(uint32_t seq)
{
    char text[16];
    const int length = snprintf(text, sizeof text, "%lu\n", (unsigned long)seq);

    return write(STDOUT_FILENO, text, (size_t)length) == length;
}

int main(int argc, char **argv)
{
    static const mcperr_tool tool = {.name = "read_temp", .run = fail};
    static char line[1024], out[1024];
    static mcperr_audit audit;
    static mcperr_boundary boundary = {.dialect = &mcperr_kaiza, .audit = &audit};
    const mcperr_call call = {.out = out, .cap = sizeof out};
    static mcperr_port port;
    mcperr_audit_file file;

    if (argc != 4 || mcperr_audit_file_open(&file, argv[1]) != MCPERR_OK)
        return 2;
    pause_us = strtol(argv[3], NULL, 10);
    file_sink = mcperr_audit_file_sink(&file);
    mcperr_sink sink = file_sink;
    sink.append = append_in_pieces;
    if (mcperr_audit_open(&audit, &sink, line, sizeof line, &mcperr_sha256) != MCPERR_OK)
        return 1;
    port = mcperr_port_posix();
    boundary.port = &port;
    for (long i = strtol(argv[2], NULL, 10); i > 0; i--) {
        if (mcperr_boundary_call(&boundary, &tool, &call, NULL) != MCPERR_ENVELOPE ||
            strstr(out, "\"FILE_READ_FAILED\"") == NULL || !acknowledge(audit.next_seq - 1))
            return 1;
    }
    return 0;
}

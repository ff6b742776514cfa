/* SPDX-License-Identifier: MIT */
#ifndef TOOL_H
#define TOOL_H
/* Handlers of every sort behind a node, and what they must be answered with. */
#define FILE_ROOM 2048
#include "node.h"

static const mcperr_dialect *const every_dialect[] = {
    &mcperr_kaiza,     &mcperr_context, &mcperr_codeintel,  &mcperr_problem,
    &mcperr_toolerror, &mcperr_owlclaw, &mcperr_owlclaw_api};

#define NOON "2026-01-19T15:32:10.123Z"
#define KAIZA(code, message, role, session, workspace, phase, plan, cause)                                   \
    "{\"error_code\":\"" code "\",\"human_message\":\"" message "\",\"role\":" role                          \
    ",\"session_id\":" session ",\"workspace_root\":" workspace                                              \
    ",\"tool_name\":\"open_file\",\"invariant_id\":null,\"phase_id\":" phase ",\"plan_hash\":" plan          \
    ",\"cause\":" cause ",\"timestamp\":\"" NOON "\"}"
#define EARLY(code, message, cause) KAIZA(code, message, "null", "null", "null", "null", "null", cause)
#define INTERNAL(message) EARLY("INTERNAL_ERROR", message, "null")

/* The tool answers with these bytes. */
#define assert_answer(expected, handler)                                                                     \
    do {                                                                                                     \
        (void)answered(handler);                                                                             \
        mu_assert_string_eq(expected, out);                                                                  \
    } while (0)

/* The lines of the log, all good. */
static inline bool count_good(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    (void)seq;
    (void)line;
    (void)size;
    *(unsigned *)ctx += what == MCPERR_LINE_GOOD ? 1 : 1000;
    return true;
}

static inline unsigned records(void)
{
    static char line[LINE_ROOM];
    unsigned count = 0;

    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&file_sink, line, sizeof line, count_good, &count, NULL));
    return count;
}

/* Does the log hold these words? */
static inline bool recorded(const char *words)
{
    file.bytes[file.size < sizeof file.bytes ? file.size : sizeof file.bytes - 1] = '\0';
    return strstr(file.bytes, words) != NULL;
}

/* ---- handlers ---------------------------------------------------------------------------------------- */

#define HANDLER(name)                                                                                        \
    static inline mcperr_status name(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
#define UNUSED ((void)self, (void)args, (void)result, (void)err)

HANDLER(succeeds)
{
    UNUSED;
    mcperr_json_int(result, "milli_celsius", 21500);
    return MCPERR_OK;
}

HANDLER(succeeds_with_nothing)
{
    UNUSED;
    return MCPERR_OK;
}

HANDLER(times_out)
{
    UNUSED;
    return mcperr_fail(err, MCPERR_TIMEOUT, "sensor did not answer");
}

HANDLER(finds_nothing)
{
    UNUSED;
    return mcperr_fail(err, MCPERR_NOT_FOUND, "no such file");
}

/* The handler's own status, whatever it is, and nothing said. */
HANDLER(fails_with_status)
{
    UNUSED;
    return *(const mcperr_status *)self;
}

HANDLER(writes_too_much)
{
    UNUSED;
    mcperr_json_array(result, "items");
    for (int i = 0; i < 300; i++)
        mcperr_json_int(result, NULL, i);
    mcperr_json_end(result);
    return MCPERR_OK;
}

#endif

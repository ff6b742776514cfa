/* SPDX-License-Identifier: MIT */
/* What the jobs cannot cost less than, and snprintf, which leaves escaping out. */
#include "bench.h"
#include "values.h"

#define JSMN_STATIC
#include "jsmn.h"
#include <stdio.h>
#include <string.h>

#define TOKENS 64

/* ---- nothing: what a measurement costs by itself
 * ------------------------------------------------------------ */

static size_t do_nothing(const subject *s, results *r)
{
    (void)s;
    (void)r;
    return 1;
}

const contender nothing_contender = {"nothing", do_nothing, NULL, NULL};

/* ---- memcpy: the final text, a name or a value at a time --------------------------------------------------
 */

static size_t copy_pieces(const subject *s, results *r)
{
    char *to = r->text;

    for (size_t i = 0; i < s->piece_count; i++) {
        memcpy(to, s->pieces[i].at, s->pieces[i].size);
        to += s->pieces[i].size;
    }
    return (size_t)(to - r->text);
}

const contender memcpy_contender = {"memcpy", copy_pieces, NULL, NULL};

/* ---- snprintf
 * ----------------------------------------------------------------------------------------------- */

static int print(unsigned index, char *to, size_t cap)
{
    switch (index) {
    case CONTEXT:
        return snprintf(to, cap, "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}", "cache_missing",
                        "Cache does not exist");
    case TOOLERROR:
        return snprintf(
            to, cap,
            "{\"type\":\"%s\",\"message\":\"%s\",\"recoverable\":%s,\"data\":{\"resource\":\"%s\","
            "\"expected_version\":%d,\"actual_version\":%d,\"locked\":%s}}",
            "CONFLICT", TOOLERROR_MESSAGE, "true", "documents/42", 7, 9, "false");
    case OWLCLAW:
        return snprintf(
            to, cap,
            "{\"error\":{\"code\":\"%s\",\"message\":\"%s\",\"category\":\"%s\",\"retryable\":%s,"
            "\"incident_id\":\"%s\",\"details\":{\"tool\":\"%s\",\"attempt\":%d},\"retry_after\":%d}}",
            "runtime.timeout", OWLCLAW_MESSAGE, "runtime", "true", OWLCLAW_INCIDENT, "read_temperature", 3,
            30);
    case CODEINTEL:
        return snprintf(
            to, cap,
            "{\"path\":\"%s\",\"content\":\"%s\",\"lines\":%d,\"size\":%d,\"error\":\"%s\",\"problem\":{"
            "\"type\":\"https://kgfoundry.dev/problems/%s\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\","
            "\"instance\":\"urn:codeintel:%s\",\"code\":\"%s\",\"extensions\":{\"exception_type\":\"%s\","
            "\"path\":\"%s\"}}}",
            "", "", 0, 0, CODEINTEL_MESSAGE, "file-not-found", "File Not Found", 404, CODEINTEL_MESSAGE,
            "files:open_file", "file-not-found", "FileNotFoundError", "src/sensors/calibration.py");
    case KAIZA:
        return snprintf(
            to, cap,
            "{\"error_code\":\"%s\",\"human_message\":\"%s\",\"role\":\"%s\",\"session_id\":\"%s\","
            "\"workspace_root\":\"%s\",\"tool_name\":\"%s\",\"invariant_id\":%s,\"phase_id\":\"%s\","
            "\"plan_hash\":\"%s\",\"cause\":{\"message\":\"%s\",\"code\":\"%s\",\"name\":\"%s\"},"
            "\"timestamp\":\"%s\",\"stack_trace\":\"%s\"}",
            "FILE_READ_FAILED", KAIZA_MESSAGE, "WINDSURF", KAIZA_SESSION, KAIZA_WORKSPACE, "read_file",
            "null", "PHASE_5A", KAIZA_PLAN, KAIZA_CAUSE, "EIO", "Error", KAIZA_TIME, KAIZA_STACK);
    case ESCAPES:
        return snprintf(to, cap,
                        "{\"type\":\"%s\",\"message\":\"%s\",\"recoverable\":%s,\"data\":{\"line\":\"%s\","
                        "\"sch\xC3\xB6n\":\"%s\"}}",
                        "VALIDATION", ESCAPES_MESSAGE, "true", ESCAPES_LINE, ESCAPES_LINE ESCAPES_LINE);
    default:
        return snprintf(
            to, cap,
            "{\"type\":\"%s\",\"message\":\"%s\",\"recoverable\":%s,\"data\":{\"board\":%d,\"bus\":{"
            "\"name\":\"%s\",\"device\":{\"address\":%d,\"register\":{\"name\":\"%s\",\"field\":{"
            "\"bit\":%d,\"value\":{\"expected\":%d,\"read\":%d}}}}}}}",
            "TRANSIENT", "bus error", "true", 1, "i2c0", 72, "config", 15, 1, 0);
    }
}

static size_t print_envelope(const subject *s, results *r)
{
    return (size_t)print(s->index, r->text, TEXT_ROOM);
}

static size_t print_frame(const subject *s, results *r)
{
    static char inner[TEXT_ROOM];

    (void)print(s->index, inner, sizeof inner);
    return (size_t)snprintf(r->text, FRAME_ROOM, "%s%s%s", FRAME_HEAD, inner, FRAME_TAIL);
}

const contender snprintf_contender = {"snprintf", print_envelope, print_frame, NULL};

/* ---- reading: is it UTF-8?, and jsmn as it comes --------------------------------------------------------
 */

/* By the table of RFC 3629; eight ASCII bytes at a time, as a careful programmer would. */
static bool is_utf8(const unsigned char *at, const unsigned char *end)
{
    while (at < end) {
        uint64_t eight;
        if (end - at >= 8 && (memcpy(&eight, at, 8), (eight & UINT64_C(0x8080808080808080)) == 0)) {
            at += 8;
            continue;
        }
        const unsigned c = *at++;
        const unsigned more = c < 0x80 ? 0 : c < 0xC2 ? 4 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF5 ? 3 : 4;
        if (more > 3 || (size_t)(end - at) < more)
            return false;
        if (more > 1 && (at[0] < (c == 0xE0   ? 0xA0
                                  : c == 0xF0 ? 0x90
                                              : 0x80) ||
                         at[0] > (c == 0xED   ? 0x9F
                                  : c == 0xF4 ? 0x8F
                                              : 0xBF)))
            return false;
        for (unsigned i = 0; i < more; i++)
            if ((at[i] & 0xC0) != 0x80)
                return false;
        at += more;
    }
    return true;
}

static bool check_utf8(const envelope *e, const char *text, size_t size, results *r)
{
    (void)e;
    (void)r;
    return is_utf8((const unsigned char *)text, (const unsigned char *)text + size);
}

const contender utf8_contender = {"UTF-8 check", NULL, NULL, check_utf8};

static jsmntok_t tokens[TOKENS];

static bool tokenise(const envelope *e, const char *text, size_t size, results *r)
{
    jsmn_parser parser;

    (void)e;
    (void)r;
    jsmn_init(&parser);
    return jsmn_parse(&parser, text, size, tokens, TOKENS) > 0;
}

const contender jsmn_contender = {"jsmn", NULL, NULL, tokenise};

/* SPDX-License-Identifier: MIT */
#ifndef AUDIT_LOG_H
#define AUDIT_LOG_H
/* A log in the model of a file: errors to write, lines to put there, and what a walk through it meets. */
#include "mcperr/audit.h"
#include "crc.h"

#define FILE_ROOM 3072
#include "models.h"

#define CAP 400
#define TAIL 18 /* ,"crc":"xxxxxxxx"} */

static mcperr_audit audit;
static char line[CAP];

/* An error with something in every member that a record has. */
static inline mcperr_error rich_error(void)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    (void)mcperr_fail(&err, MCPERR_NOT_FOUND, "not in a record");
    err.time_ms = INT64_C(1768836730123);
    err.tool = mcperr_str("open_file");
    err.session = mcperr_str("s-1");
    err.role = mcperr_str("WINDSURF");
    err.invariant = mcperr_str("INV_1");
    err.phase = mcperr_str("P5");
    err.plan = mcperr_str("abc1");
    err.incident = mcperr_str("inc_1");
    err.cause = mcperr_raw("{ \"message\" : \"m\" }");
    return err;
}

static inline mcperr_status opened(size_t cap, const mcperr_hash *hash)
{
    return mcperr_audit_open(&audit, &file_sink, line, cap, hash);
}

static inline mcperr_status wrote(const char *tool)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    err.tool = mcperr_str(tool);
    return mcperr_audit_write(&audit, &mcperr_kaiza, &err);
}

/* Put a line with a right CRC behind what is in the file. */
static inline void seal(const char *begin)
{
    char crc[8];
    const size_t at = file.size;

    (void)file_append(&file, begin, strlen(begin));
    (void)file_append(&file, ",\"crc\":\"", 8);
    mcperr_hex32(mcperr_crc32(0, file.bytes + at, file.size - at), crc);
    (void)file_append(&file, crc, 8);
    (void)file_append(&file, "\"}\n", 3);
    file.durable = file.size;
}

static inline void put(const char *text)
{
    (void)file_append(&file, text, strlen(text));
    file.durable = file.size;
}

/* What a walk through the log meets, as one character a line: `+` good, `-` bad; numbers and the last line
   beside. */
typedef struct seen {
    char lines[64];
    uint32_t seq[64];
    size_t count, stop_at;
    char last[CAP + 1];
    bool ended;
} seen;

static seen log_seen;

static inline bool look(void *ctx, mcperr_audit_line what, uint32_t seq, const char *text, size_t size)
{
    seen *const s = ctx;

    mu_check((what == MCPERR_LINE_GOOD) == (seq > 0));
    mu_check(size <= CAP);
    if (s->count + 1 >= sizeof s->lines)
        return false;
    s->seq[s->count] = seq;
    s->lines[s->count++] = what == MCPERR_LINE_GOOD ? '+' : '-';
    memcpy(s->last, text, size);
    s->last[size] = '\0';
    return s->count != s->stop_at;
}

static inline const char *walked(size_t cap)
{
    static char buffer[CAP];

    memset(&log_seen, 0, sizeof log_seen);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&file_sink, buffer, cap, look, &log_seen, &log_seen.ended));
    return log_seen.lines;
}

/* The last line that is good, without its CRC. */
static inline const char *last_told(void)
{
    (void)walked(CAP);
    const size_t size = strlen(log_seen.last);
    log_seen.last[size > TAIL ? size - TAIL : 0] = '\0';
    return size > TAIL && log_seen.count > 0 && log_seen.lines[log_seen.count - 1] == '+' ? log_seen.last
                                                                                          : "none";
}

static uint32_t last_seq(void) { return log_seen.count > 0 ? log_seen.seq[log_seen.count - 1] : 0; }

/* What a record tells behind its last member of the error. */
static inline const char *counts_told(void)
{
    const char *const told = last_told(), *const role = strstr(told, "\"role\":null");

    return role != NULL ? role + 11 : told;
}

/* Open a log twice; the second time nothing is written. Answers the record that recovery wrote. */
static inline const char *recovered(void)
{
    const size_t before = file.size;

    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    const size_t after = file.size;
    const uint32_t next = audit.next_seq;
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    mu_assert_uint_eq(after, file.size);
    mu_assert_uint_eq(next, audit.next_seq);
    mu_assert_uint_eq(0, audit.torn);
    mu_assert_uint_eq(0, audit.lost);
    return after == before ? "" : last_told();
}

static inline void three_records(void)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    for (int i = 0; i < 3; i++)
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
}

#endif

/* SPDX-License-Identifier: MIT */
#include "mcperr/audit.h"
#include "audit_line.h"
#include "crc.h"
#include "error.h"
#include "json_write.h"
#include "log.h"
#include "text.h"

#include <string.h>

#define CRC_SIZE 8
#define LINK_NAME ",\"prev\":"
#define LINK_SIZE (sizeof LINK_NAME - 1 + 2 + 64)
#define RECOVERED "\"recovered\":true"

/* The record, in the same terms as a dialect's envelope. */
static const mcperr_row rows[] = {
    MCPERR_ROW_TEXT("tool_name", tool, 0),
    MCPERR_ROW("error_code", CODE, 0),
    MCPERR_ROW_TEXT("invariant_id", invariant, MCPERR_ROW_NULLABLE),
    MCPERR_ROW_TEXT("plan_hash", plan, MCPERR_ROW_NULLABLE),
    MCPERR_ROW_TEXT("phase_id", phase, MCPERR_ROW_NULLABLE),
    MCPERR_ROW("timestamp", TIME, 0),
    MCPERR_ROW_RAW("cause", cause, MCPERR_ROW_NULLABLE, MCPERR_SHED_CAUSE),
    MCPERR_ROW_TEXT("session_id", session, MCPERR_ROW_NULLABLE),
    MCPERR_ROW_TEXT("role", role, MCPERR_ROW_NULLABLE),
    MCPERR_ROW_TEXT("incident_id", incident, MCPERR_ROW_OPTIONAL),
};

static uint32_t sum(uint32_t a, uint32_t b) { return b < UINT32_MAX - a ? a + b : UINT32_MAX; }

/* ---- writing --------------------------------------------------------------------------------------- */

static void begin_record(const mcperr_audit *audit, mcperr_json *w)
{
    mcperr_json_init(w, audit->line, audit->cap - MCPERR_AUDIT_TAIL);
    mcperr_json_ascii(w);
    mcperr_json_object(w, NULL);
    mcperr_json_uint(w, "seq", audit->next_seq);
}

/* The hash of the record before, in hexadecimal digits. */
static void put_link(const mcperr_audit *audit, mcperr_json *w)
{
    (void)mcperr_json_due(w, "prev");
    mcperr_json_string(w);
    for (const uint8_t *at = audit->previous; at < audit->previous + sizeof audit->previous; at += 4) {
        char hex[8];
        mcperr_hex32((uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3], hex);
        mcperr_json_piece(w, mcperr_plain(hex, sizeof hex));
    }
    mcperr_json_string_end(w);
}

/* What every record may tell, and the link to the one before. */
static bool end_record(const mcperr_audit *audit, mcperr_json *w)
{
    if (audit->lost > 0)
        mcperr_json_uint(w, "lost", audit->lost);
    if (audit->overwritten > 0)
        mcperr_json_uint(w, "overwritten", audit->overwritten);
    if (audit->hash != NULL)
        put_link(audit, w);
    mcperr_json_end(w);
    return mcperr_json_finish(w) == MCPERR_OK;
}

static bool add_to_crc(void *crc, const char *bytes, size_t size)
{
    *(uint32_t *)crc = mcperr_crc32(*(uint32_t *)crc, bytes, size);
    return true;
}

static void put_alone(mcperr_json *w, mcperr_text text)
{
    mcperr_json_ascii(w);
    mcperr_json_text(w, NULL, text);
    (void)mcperr_json_finish(w);
}

/* The CRC of a text as a record holds it. */
static MCPERR_NOINLINE uint32_t crc_of(mcperr_text text)
{
    mcperr_json measure, w;
    char chunk[16];
    uint32_t crc = 0;

    mcperr_json_init(&measure, NULL, 0);
    put_alone(&measure, text);
    mcperr_json_stream(&w, &measure, chunk, sizeof chunk, add_to_crc, &crc);
    put_alone(&w, text);
    return crc;
}

#define TOLD "{\"truncated\":true,\"crc\":\"xxxxxxxx\"}"

/* What stands for a cause that is too large. */
static mcperr_text told_of(mcperr_text cause, char to[sizeof TOLD])
{
    memcpy(to, TOLD, sizeof TOLD);
    mcperr_hex32(crc_of(cause), to + sizeof TOLD - 1 - CRC_SIZE - 2);
    return mcperr_view(to, sizeof TOLD - 1, MCPERR_JSON);
}

/* Does a record of what is left of the error fit? */
static bool fits(const mcperr_audit *audit, const mcperr_dialect *record, mcperr_error *err, unsigned shed,
                 mcperr_json *w)
{
    do
        begin_record(audit, w);
    while (!mcperr_put_record(record, err, shed, w));
    return end_record(audit, w);
}

/* A record of the error. Each try holds less: the whole; its cause only told of; no text that may be
   absent; not even the tool's name; and at last, for a code that is too long, nothing but its number. */
static MCPERR_NOINLINE size_t put_error(const mcperr_audit *audit, const mcperr_dialect *d,
                                        const mcperr_error *err)
{
    mcperr_dialect record = *d;
    mcperr_error less = *err;
    mcperr_json w;
    char told[sizeof TOLD];

    record.rows = rows;
    record.row_count = sizeof rows / sizeof *rows;
    for (unsigned try = 0; try < 4; try++) {
        if (try == 1 && less.cause.data != NULL)
            less.cause = told_of(less.cause, told);
        else if (try == 3)
            less.tool = MCPERR_ABSENT;
        if (fits(audit, &record, &less, try < 2 ? MCPERR_SHED_NOTHING : MCPERR_SHED_ALL, &w))
            return w.len;
    }
    begin_record(audit, &w);
    mcperr_json_bool(&w, "truncated", true);
    (void)end_record(audit, &w); /* fits in MCPERR_AUDIT_LINE_MIN */
    return w.len;
}

/* End a line that a failed write left open. */
static void end_line(mcperr_audit *audit)
{
    audit->dirty = audit->dirty && !audit->sink->append(audit->sink->ctx, "\n", 1);
}

/* Make room for the record in the line buffer. True: others had to go. It has to tell so: compose it again.
 */
static bool must_tell(mcperr_audit *audit, size_t size)
{
    const mcperr_sink *const sink = audit->sink;

    if (sink->make_room == NULL)
        return false;
    const uint32_t gone = sink->make_room(sink->ctx, size + MCPERR_AUDIT_TAIL);
    audit->overwritten = sum(audit->overwritten, gone);
    return gone > 0;
}

/* Append the record in the line buffer and make it durable. Its number is spent: if that fails, any part of
   it may be in the log, and it is one of those that are lost. */
static mcperr_status store(mcperr_audit *audit, size_t size)
{
    const mcperr_sink *const sink = audit->sink;

    size = mcperr_audit_seal(audit->line, size);
    audit->next_seq++;
    audit->dirty = audit->dirty || !sink->append(sink->ctx, audit->line, size) || !sink->sync(sink->ctx);
    if (audit->dirty) {
        audit->lost = sum(audit->lost, 1);
        return MCPERR_E_SINK;
    }
    audit->lost = audit->overwritten = 0;
    if (audit->hash != NULL)
        audit->hash->of(audit->line, size - 1, audit->previous);
    return MCPERR_OK;
}

/* ---- recovery -------------------------------------------------------------------------------------- */

typedef struct recovery {
    mcperr_audit *audit;
    uint32_t last, torn, missing;
    uint32_t behind; /* bad lines behind the last good one */
    uint32_t before; /* numbers before the first record that nothing tells of */
} recovery;

static bool has_words(const char *line, size_t size, const char *words)
{
    const size_t length = strlen(words);

    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(line + i, words, length) == 0)
            return true;
    return false;
}

/* The count that ends at *end, under its name, and *end before it. Another member there: 0, and *end as it
   was. */
static uint32_t count_before(const char *line, size_t *end, const char *name)
{
    const size_t length = strlen(name);
    size_t digits = *end;
    int64_t count = 0;

    while (line[digits - 1] >= '0' && line[digits - 1] <= '9')
        digits--;
    if (digits < length || memcmp(line + digits - length, name, length) != 0 ||
        !mcperr_integer(line + digits, *end - digits, &count))
        return 0;
    *end = digits - length;
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

/* How many numbers before the first record does nothing tell of, up to this one? What a record tells stands
   behind all that is the error's. */
static uint32_t untold(const recovery *r, uint32_t seq, const char *line, size_t size)
{
    size_t end = size - MCPERR_AUDIT_TAIL;

    if (end > LINK_SIZE && memcmp(line + end - LINK_SIZE, LINK_NAME, sizeof LINK_NAME - 1) == 0)
        end -= LINK_SIZE;
    if (count_before(line, &end, ",\"overwritten\":") > 0)
        return 0;
    if (r->last > 0)
        return r->before;
    /* Lines that are bad stand for records, lost or not. */
    const uint32_t lost = count_before(line, &end, ",\"lost\":"), told = lost > r->behind ? lost : r->behind;
    return told < seq ? seq - 1 - told : 0;
}

static bool recover_line(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    recovery *const r = ctx;

    (void)what;
    /* A number that does not go up, 0 in a bad line, is one that was copied or damaged beyond its CRC. */
    if (seq <= r->last) {
        r->torn++;
        r->behind++;
        return true;
    }
    r->before = untold(r, seq, line, size);
    if (r->last > 0)
        r->missing += seq - r->last - 1;
    r->last = seq;
    r->behind = 0;
    if (has_words(line, size < 64 ? size : 64, RECOVERED))
        r->torn = r->missing = 0;
    if (r->audit->hash != NULL)
        r->audit->hash->of(line, size, r->audit->previous);
    return true;
}

static MCPERR_NOINLINE size_t put_recovery(const mcperr_audit *audit, const recovery *r)
{
    mcperr_json w;

    begin_record(audit, &w);
    mcperr_json_bool(&w, "recovered", true);
    mcperr_json_uint(&w, "torn", r->torn);
    mcperr_json_uint(&w, "missing", r->missing);
    (void)end_record(audit, &w); /* fits in MCPERR_AUDIT_LINE_MIN */
    return w.len;
}

static MCPERR_NOINLINE mcperr_status recover(mcperr_audit *audit)
{
    recovery r = {audit, 0, 0, 0, 0, 0};
    bool ended = true;

    memset(audit->previous, 0, sizeof audit->previous);
    if (mcperr_audit_scan(audit->sink, audit->line, audit->cap, recover_line, &r, &ended) != MCPERR_OK)
        return MCPERR_E_SINK;
    /* Bad lines at the end may have been good once: they keep their numbers. One that was cut never was. */
    if (!ended && r.behind > 0)
        r.behind--;
    if (r.behind >= UINT32_MAX - r.last)
        return MCPERR_E_SINK; /* all numbers are used up */
    audit->next_seq = r.last + r.behind + 1;
    audit->lost = sum(audit->lost, r.behind);
    audit->torn = r.torn;
    audit->dirty = !ended;
    /* What a ring erased and the power did not let it tell. A file has no reason to begin later. */
    if (audit->sink->make_room == NULL)
        r.before = 0;
    audit->overwritten = sum(audit->overwritten, r.before);
    if (r.torn == 0 && r.before == 0 && ended)
        return MCPERR_OK;
    end_line(audit);
    size_t size = put_recovery(audit, &r);
    if (must_tell(audit, size))
        size = put_recovery(audit, &r);
    return store(audit, size);
}

mcperr_status mcperr_audit_open(mcperr_audit *audit, const mcperr_sink *sink, char *line, size_t cap,
                                const mcperr_hash *hash)
{
    if (audit == NULL)
        return MCPERR_E_MISUSE;
    memset(audit, 0, sizeof *audit);
    if (sink == NULL || sink->append == NULL || sink->sync == NULL || sink->read == NULL || line == NULL ||
        cap < MCPERR_AUDIT_LINE_MIN)
        return MCPERR_E_MISUSE;
    audit->sink = sink;
    audit->hash = hash;
    audit->line = line;
    audit->cap = cap;
    return recover(audit);
}

mcperr_status mcperr_audit_write(mcperr_audit *audit, const mcperr_dialect *d, const mcperr_error *err)
{
    if (audit == NULL || audit->sink == NULL || d == NULL || err == NULL)
        return MCPERR_E_MISUSE;
    /* Without knowing what is in the log, no number is safe. */
    if (audit->next_seq == 0)
        (void)recover(audit);
    if (audit->next_seq == 0) {
        audit->lost = sum(audit->lost, 1);
        return MCPERR_E_SINK;
    }
    end_line(audit);
    size_t size = put_error(audit, d, err);
    if (must_tell(audit, size))
        size = put_error(audit, d, err);
    return store(audit, size);
}

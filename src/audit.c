/* SPDX-License-Identifier: MIT */
#include "mcperr/audit.h"
#include "crc.h"
#include "error.h"
#include "log.h"
#include "text.h"

#include <string.h>

/* Behind the record's last member: ,"crc":"xxxxxxxx"} and LF. */
#define CRC_KEY ",\"crc\":\""
#define CRC_KEY_SIZE (sizeof CRC_KEY - 1)
#define CRC_END "\"}"
#define CRC_SIZE 8
#define TAIL_SIZE (CRC_KEY_SIZE + CRC_SIZE + sizeof CRC_END - 1)
#define SEQ_KEY "{\"seq\":"
#define SEQ_KEY_SIZE (sizeof SEQ_KEY - 1)
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

/* ---- lines ----------------------------------------------------------------------------------------- */

/* The sequence number of a good line; 0 for any other. */
static uint32_t seq_of(const char *line, size_t size)
{
    char crc[CRC_SIZE];
    int64_t seq = 0;
    size_t digits = SEQ_KEY_SIZE;

    if (size <= SEQ_KEY_SIZE + TAIL_SIZE || memcmp(line, SEQ_KEY, SEQ_KEY_SIZE) != 0)
        return 0;
    const char *const tail = line + size - TAIL_SIZE, *const value = tail + CRC_KEY_SIZE;
    if (memcmp(tail, CRC_KEY, CRC_KEY_SIZE) != 0 ||
        memcmp(value + CRC_SIZE, CRC_END, sizeof CRC_END - 1) != 0)
        return 0;
    mcperr_hex32(mcperr_crc32(0, line, (size_t)(value - line)), crc);
    if (memcmp(value, crc, sizeof crc) != 0)
        return 0;
    while (line[digits] != ',')
        digits++;
    if (!mcperr_integer(line + SEQ_KEY_SIZE, digits - SEQ_KEY_SIZE, &seq) || seq < 1 ||
        seq > (int64_t)UINT32_MAX)
        return 0;
    return (uint32_t)seq;
}

/* Put the CRC and LF behind a finished record of `size` bytes; answers the size of the line. */
static size_t seal(char *line, size_t size)
{
    char *const tail = line + size - 1; /* the brace moves behind */

    memcpy(tail, CRC_KEY, CRC_KEY_SIZE);
    mcperr_hex32(mcperr_crc32(0, line, size - 1 + CRC_KEY_SIZE), tail + CRC_KEY_SIZE);
    memcpy(tail + CRC_KEY_SIZE + CRC_SIZE, CRC_END "\n", sizeof CRC_END);
    return size + TAIL_SIZE;
}

typedef struct walk {
    mcperr_audit_visit visit;
    void *ctx;
    bool cut;     /* the line's beginning was thrown away */
    bool stopped; /* the visitor wants no more */
} walk;

static void tell(walk *w, uint32_t seq, const char *line, size_t size)
{
    w->stopped =
        w->stopped || !w->visit(w->ctx, seq > 0 ? MCPERR_LINE_GOOD : MCPERR_LINE_BAD, seq, line, size);
}

static size_t without_padding(const char *line, size_t size)
{
    while (size > 0 && line[size - 1] == ' ')
        size--;
    return size;
}

/* Visit the record that a text begins with. If its LF is damaged, more follows: then what stands for the
   LF is bad, and the next record begins behind it. Answers how many bytes were visited, 0 if the text does
   not begin with a record. */
static size_t visit_record(walk *w, const char *text, size_t size)
{
    size_t end = w->cut ? 0 : size, behind;
    uint32_t seq = 0;

    while (end > 0 && (seq = seq_of(text, end)) == 0)
        end--;
    if (end == 0)
        return 0;
    tell(w, seq, text, end);
    for (behind = end; behind < size && text[behind] == ' ';)
        behind++;
    if (behind < size)
        tell(w, 0, text + behind++, 1);
    return behind;
}

static void visit_line(walk *w, const char *line, size_t size)
{
    size_t visited;

    size = without_padding(line, size);
    while (size > 0 && (visited = visit_record(w, line, size)) > 0) {
        line += visited;
        size -= visited;
    }
    if (size > 0 || w->cut)
        tell(w, 0, line, size);
    w->cut = false;
}

/* Visit the whole lines among `size` bytes and move the rest to the front; answers its size. */
static size_t visit_lines(walk *w, char *bytes, size_t size)
{
    size_t begin = 0;

    for (size_t i = 0; i < size; i++)
        if (bytes[i] == '\n') {
            visit_line(w, bytes + begin, i - begin);
            begin = i + 1;
        }
    memmove(bytes, bytes + begin, size - begin);
    return size - begin;
}

/* Make room in a buffer that is full; answers how much of it is still held. */
static size_t make_room(walk *w, char *line, size_t cap)
{
    const size_t size = without_padding(line, cap);
    const size_t visited = size < cap ? 0 : visit_record(w, line, cap);

    if (size < cap)
        return size;
    w->cut = w->cut || visited == 0;
    memmove(line, line + visited, cap - visited);
    return w->cut ? 0 : cap - visited;
}

mcperr_status mcperr_audit_scan(const mcperr_sink *sink, char *line, size_t cap, mcperr_audit_visit visit,
                                void *ctx, bool *ended)
{
    walk w = {visit, ctx, false, false};
    size_t held = 0;
    uint32_t offset = 0;
    bool end = true;

    if (sink == NULL || sink->read == NULL || line == NULL || cap == 0 || visit == NULL)
        return MCPERR_E_MISUSE;
    while (!w.stopped) {
        if (held == cap)
            held = make_room(&w, line, cap);
        const size_t room = cap - held;
        /* No test has a line of 2 GiB: GCOVR_EXCL_BR_START */
        const uint32_t wanted = room < INT32_MAX ? (uint32_t)room : INT32_MAX;
        /* GCOVR_EXCL_BR_STOP */
        const int32_t got = sink->read(sink->ctx, offset, line + held, wanted);
        if (got < 0 || (size_t)got > room)
            return MCPERR_E_SINK;
        if (got == 0)
            break;
        offset += (uint32_t)got;
        held += (size_t)got;
        end = line[held - 1] == '\n';
        held = visit_lines(&w, line, held);
    }
    visit_line(&w, line, held);
    if (ended != NULL)
        *ended = end;
    return MCPERR_OK;
}

/* ---- writing --------------------------------------------------------------------------------------- */

static void begin_record(const mcperr_audit *audit, mcperr_json *w, uint32_t seq)
{
    mcperr_json_init(w, audit->line, audit->cap - TAIL_SIZE);
    mcperr_json_ascii(w);
    mcperr_json_object(w, NULL);
    mcperr_json_uint(w, "seq", seq);
}

/* What every record may tell, and the link to the one before. */
static bool end_record(const mcperr_audit *audit, mcperr_json *w)
{
    if (audit->lost > 0)
        mcperr_json_uint(w, "lost", audit->lost);
    if (audit->overwritten > 0)
        mcperr_json_uint(w, "overwritten", audit->overwritten);
    if (audit->hash != NULL) {
        char hex[64];
        for (unsigned i = 0; i < 8; i++) {
            const uint8_t *const four = audit->previous + (size_t)4 * i;
            mcperr_hex32((uint32_t)four[0] << 24 | (uint32_t)four[1] << 16 | (uint32_t)four[2] << 8 | four[3],
                         hex + (size_t)8 * i);
        }
        mcperr_json_text(w, "prev", mcperr_plain(hex, sizeof hex));
    }
    mcperr_json_end(w);
    return mcperr_json_finish(w) == MCPERR_OK;
}

/* Append the record in the line buffer and make it durable. */
static mcperr_status store(mcperr_audit *audit, size_t size)
{
    const mcperr_sink *const sink = audit->sink;

    size = seal(audit->line, size);
    /* A line that a failed write left open is ended first. */
    if ((audit->dirty && !sink->append(sink->ctx, "\n", 1)) || !sink->append(sink->ctx, audit->line, size) ||
        !sink->sync(sink->ctx)) {
        audit->dirty = true;
        return MCPERR_E_SINK;
    }
    audit->dirty = false;
    audit->lost = audit->overwritten = 0;
    if (audit->hash != NULL)
        audit->hash->of(audit->line, size - 1, audit->previous);
    return MCPERR_OK;
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

/* A record of the error. Each try holds less: the whole; its cause only told of; no text that may be
   absent; not even the tool's name; and at last, for a code that is too long, nothing but its number. */
static size_t compose(mcperr_audit *audit, const mcperr_dialect *d, const mcperr_error *err, uint32_t seq)
{
    mcperr_dialect record = *d;
    mcperr_error less = *err;
    mcperr_json w;
    mcperr_field cut[2];
    char crc[CRC_SIZE];

    record.rows = rows;
    record.row_count = sizeof rows / sizeof *rows;
    for (unsigned try = 0; try < 4; try++) {
        if (try == 1 && less.cause.data != NULL) {
            mcperr_hex32(crc_of(less.cause), crc);
            cut[0] = mcperr_field_bool("truncated", true);
            cut[1] = mcperr_field_text("crc", mcperr_plain(crc, sizeof crc));
            less.cause = mcperr_fields(cut, 2);
        } else if (try == 3) {
            less.tool = MCPERR_ABSENT;
        }
        begin_record(audit, &w, seq);
        mcperr_put_record(&record, &less, try < 2 ? MCPERR_SHED_NOTHING : MCPERR_SHED_ALL, &w);
        if (end_record(audit, &w))
            return w.len;
    }
    begin_record(audit, &w, seq);
    mcperr_json_bool(&w, "truncated", true);
    (void)end_record(audit, &w); /* fits in MCPERR_AUDIT_LINE_MIN */
    return w.len;
}

/* ---- recovery -------------------------------------------------------------------------------------- */

typedef struct recovery {
    mcperr_audit *audit;
    uint32_t last, torn, missing;
    uint32_t behind; /* bad lines behind the last good one */
} recovery;

static bool has_words(const char *line, size_t size, const char *words)
{
    const size_t length = strlen(words);

    for (size_t i = 0; i + length <= size; i++)
        if (memcmp(line + i, words, length) == 0)
            return true;
    return false;
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

static mcperr_status recover(mcperr_audit *audit)
{
    recovery r = {audit, 0, 0, 0, 0};
    bool ended = true;
    mcperr_json w;

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
    if (r.torn == 0 && ended)
        return MCPERR_OK;
    begin_record(audit, &w, audit->next_seq++);
    mcperr_json_bool(&w, "recovered", true);
    mcperr_json_uint(&w, "torn", r.torn);
    mcperr_json_uint(&w, "missing", r.missing);
    (void)end_record(audit, &w); /* fits in MCPERR_AUDIT_LINE_MIN */
    return store(audit, w.len);
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
    mcperr_status status = MCPERR_E_SINK;

    if (audit == NULL || audit->sink == NULL || d == NULL || err == NULL)
        return MCPERR_E_MISUSE;
    /* Without knowing what is in the log, no number is safe. */
    if (audit->next_seq == 0)
        (void)recover(audit);
    if (audit->next_seq != 0) {
        if (audit->sink->overwritten != NULL)
            audit->overwritten = sum(audit->overwritten, audit->sink->overwritten(audit->sink->ctx));
        status = store(audit, compose(audit, d, err, audit->next_seq++));
    }
    if (status != MCPERR_OK)
        audit->lost = sum(audit->lost, 1);
    return status;
}

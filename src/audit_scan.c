/* SPDX-License-Identifier: MIT */
#include "audit_line.h"
#include "crc.h"
#include "mcperr/audit.h"

#include <string.h>

/* Behind the record's last member: ,"crc":"xxxxxxxx"} and LF. */
#define CRC_KEY ",\"crc\":\""
#define CRC_KEY_SIZE (sizeof CRC_KEY - 1)
#define CRC_END "\"}"
#define CRC_SIZE 8
#define SEQ_KEY "{\"seq\":"
#define SEQ_KEY_SIZE (sizeof SEQ_KEY - 1)

/* The sequence number of an object that is a record; 0 for any other. Behind the right CRC an object has no
   other end than that of a record. */
static uint32_t seq_of(const char *line, size_t size)
{
    char crc[CRC_SIZE];
    int64_t seq = 0;
    size_t digits = SEQ_KEY_SIZE;

    if (size <= SEQ_KEY_SIZE + MCPERR_AUDIT_TAIL || memcmp(line, SEQ_KEY, SEQ_KEY_SIZE) != 0)
        return 0;
    const char *const tail = line + size - MCPERR_AUDIT_TAIL, *const value = tail + CRC_KEY_SIZE;
    if (memcmp(tail, CRC_KEY, CRC_KEY_SIZE) != 0)
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

size_t mcperr_audit_seal(char *line, size_t size)
{
    char *const tail = line + size - 1; /* the brace moves behind */

    memcpy(tail, CRC_KEY, CRC_KEY_SIZE);
    mcperr_hex32(mcperr_crc32(0, line, size - 1 + CRC_KEY_SIZE), tail + CRC_KEY_SIZE);
    memcpy(tail + CRC_KEY_SIZE + CRC_SIZE, CRC_END "\n", sizeof CRC_END);
    return size + MCPERR_AUDIT_TAIL;
}

typedef struct walk {
    mcperr_audit_visit visit;
    void *ctx;
    bool cut;     /* the line's beginning was thrown away */
    bool behind;  /* a record ended here: its padding and LF are next */
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

/* How long the object is that a text begins with; 0 if it does not end there. A record ends where its object
   does, whatever its members hold. */
static size_t object_size(const char *text, size_t size)
{
    unsigned depth = 0;
    bool in_string = false;

    for (size_t i = 0; i < size; i++) {
        if (text[i] == '"')
            in_string = !in_string;
        else if (in_string)
            i += text[i] == '\\';
        else if (text[i] == '{')
            depth++;
        else if (text[i] == '}' && depth-- <= 1)
            return i + 1;
    }
    return 0;
}

/* Visit the records that a text begins with. If the LF of one is damaged, more follows: then what stands for
   the LF is bad, and the next record begins behind it. Answers how many bytes were visited. Each byte is
   looked at a few times at most, whatever the text holds. */
static size_t visit_records(walk *w, const char *text, size_t size)
{
    size_t at = 0;

    while (!w->cut && at < size) {
        if (w->behind) {
            w->behind = text[at] == ' ';
            if (!w->behind)
                tell(w, 0, text + at, 1);
            at++;
            continue;
        }
        const size_t length = object_size(text + at, size - at);
        const uint32_t seq = seq_of(text + at, length);
        if (seq == 0)
            break;
        tell(w, seq, text + at, length);
        w->behind = true;
        at += length;
    }
    return at;
}

static void visit_line(walk *w, const char *line, size_t size)
{
    size = without_padding(line, size);
    const size_t visited = visit_records(w, line, size);
    if (visited < size || w->cut)
        tell(w, 0, line + visited, size - visited);
    w->cut = w->behind = false;
}

/* Visit the whole lines among `size` bytes, of which `seen` have no LF, and move the rest to the front;
   answers its size. */
static size_t visit_lines(walk *w, char *bytes, size_t seen, size_t size)
{
    size_t begin = 0;

    for (size_t i = seen; i < size; i++)
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
    const size_t visited = visit_records(w, line, cap), rest = visited > 0 ? cap - visited : 0;

    w->cut = w->cut || (visited == 0 && without_padding(line, cap) > 0);
    memmove(line, line + visited, rest);
    return rest;
}

mcperr_status mcperr_audit_scan(const mcperr_sink *sink, char *line, size_t cap, mcperr_audit_visit visit,
                                void *ctx, bool *ended)
{
    walk w = {visit, ctx, false, false, false};
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
        end = line[held + (size_t)got - 1] == '\n';
        held = visit_lines(&w, line, held, held + (size_t)got);
    }
    visit_line(&w, line, held);
    if (ended != NULL)
        *ended = end;
    return MCPERR_OK;
}

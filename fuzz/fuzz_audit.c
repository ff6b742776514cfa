/* SPDX-License-Identifier: MIT */
/*
 * A log that is anything at all: recovered from a file, and from a ring of flash sectors.
 *
 * Three bytes choose the flash, the line buffer, and whether records are linked. The rest is the image. In it
 *
 *     \x01           is the end of a record, with the right CRC for what began with the last `{"seq":`
 *     \x02 number    in a flash, where a sector begins: a good header with that number; 255 is the largest
 */
#include "crc.h"
#include "fuzz.h"
#include "mcperr/audit.h"
#include "mcperr/dialect.h"

#define LINE_LEAST 400 /* takes what is written below, whatever it has to tell */
#define LINE_MOST 512
#define RECORDS 6 /* written after recovery: more than the smallest ring holds */

/* ---- images ---------------------------------------------------------------------------------------- */

typedef struct image {
    char *bytes;
    size_t size, room;
} image;

static void put(image *to, const void *bytes, size_t size)
{
    if (size > to->room - to->size)
        size = to->room - to->size;
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void seal(image *to)
{
    static const char begin[] = "{\"seq\":", key[] = ",\"crc\":\"";
    size_t from = to->size;
    char crc[8];

    while (from > 0 &&
           (to->size - from < sizeof begin - 1 || memcmp(to->bytes + from, begin, sizeof begin - 1) != 0))
        from--;
    put(to, key, sizeof key - 1);
    mcperr_hex32(mcperr_crc32(0, to->bytes + from, to->size - from), crc);
    put(to, crc, sizeof crc);
    put(to, "\"}", 2);
}

static void expand(image *to, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] == 1)
            seal(to);
        else
            put(to, data + i, 1);
}

/* ---- a file ---------------------------------------------------------------------------------------- */

static size_t reads; /* calls of a sink, or of a flash */

static bool append_to_file(void *ctx, const char *bytes, size_t size)
{
    image *const file = ctx;

    property(size <= file->room - file->size);
    put(file, bytes, size);
    return true;
}

static bool sync_file(void *ctx) { return ctx != NULL; }

static int32_t read_file(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    const image *const file = ctx;
    const size_t left = offset < file->size ? file->size - offset : 0, part = left < size ? left : size;

    reads++;
    property(size > 0 && offset <= file->size);
    memcpy(to, file->bytes + (file->size - left), part);
    return (int32_t)part;
}

/* ---- a flash --------------------------------------------------------------------------------------- */

static mcperr_flash flash;

static bool erase(void *ctx, uint32_t sector)
{
    property(sector < flash.sectors);
    memset((char *)ctx + sector * flash.sector_size, 0xFF, flash.sector_size);
    return true;
}

static bool program(void *ctx, uint32_t address, const void *bytes, uint32_t size)
{
    char *const chip = ctx;

    property(size > 0 && address % flash.unit == 0 && size % flash.unit == 0);
    property(address / flash.sector_size == (address + size - 1) / flash.sector_size);
    property(address + size <= flash.sectors * flash.sector_size);
    for (uint32_t i = 0; i < size; i++)
        property(chip[address + i] == '\xFF'); /* no unit is programmed twice */
    memcpy(chip + address, bytes, size);
    return true;
}

static bool read_flash(void *ctx, uint32_t address, void *bytes, uint32_t size)
{
    reads++;
    property(address + size <= flash.sectors * flash.sector_size);
    memcpy(bytes, (const char *)ctx + address, size);
    return true;
}

static void fill_flash(char *chip, const uint8_t *data, size_t size)
{
    memset(chip, 0xFF, (size_t)flash.sectors * flash.sector_size);
    for (uint32_t i = 0; i < flash.sectors && size > 0; i++) {
        image sector = {chip + (size_t)i * flash.sector_size, 0, flash.sector_size};
        if (size > 1 && data[0] == 2) {
            uint32_t header[3] = {0x6572636D, data[1] < 255 ? data[1] : UINT32_MAX, 0};
            header[2] = mcperr_crc32(0, header, 8);
            put(&sector, header, sizeof header);
            while (sector.size % flash.unit != 0)
                put(&sector, "\xFF", 1);
            data += 2;
            size -= 2;
        }
        const size_t rest = sector.room - sector.size, part = size < rest ? size : rest;
        expand(&sector, data, part);
        data += part;
        size -= part;
    }
}

/* ---- what a walk finds ----------------------------------------------------------------------------- */

typedef struct found {
    size_t good, bad, bytes, cap;
    uint32_t last;    /* the largest number */
    uint32_t lost;    /* that the last record tells */
    uint8_t hash[32]; /* of the last record whose number goes up */
    bool ended, linked;
    char line[LINE_MOST];
    size_t size; /* the last good line */
} found;

/* Behind these words in the last line; NULL if they are not there. */
static const char *behind(const found *f, const char *words)
{
    for (size_t at = 0; at + strlen(words) < f->size; at++)
        if (memcmp(f->line + at, words, strlen(words)) == 0)
            return f->line + at + strlen(words);
    return NULL;
}

/* Does the last line carry the hash of the one before it? */
static bool is_linked(const found *f)
{
    const char *const link = behind(f, "\"prev\":\"");
    char hex[8];

    for (size_t i = 0; i < sizeof f->hash && link != NULL; i++) {
        mcperr_hex32(f->hash[i], hex);
        if (memcmp(link + 2 * i, hex + 6, 2) != 0)
            return false;
    }
    return link != NULL;
}

static bool look(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    found *const f = ctx;

    property(size <= f->cap);
    property((what == MCPERR_LINE_GOOD) == (seq > 0));
    f->bytes += size;
    f->good += seq > 0;
    f->bad += seq == 0;
    if (seq == 0)
        return true;
    memcpy(f->line, line, f->size = size);
    f->linked = is_linked(f);
    if (seq > f->last) {
        const char *const lost = behind(f, ",\"lost\":");
        f->last = seq;
        f->lost = lost != NULL ? (uint32_t)strtoul(lost, NULL, 10) : 0;
        mcperr_sha256.of(line, size, f->hash);
    }
    return true;
}

typedef struct store {
    mcperr_sink sink;
    mcperr_ring ring;
    const image *bytes; /* all that is kept: a file, or a chip */
    size_t cap;
    const mcperr_hash *hash;
    bool is_ring;
} store;

/* A walk takes a number of reads that is linear in the log: a ring finds its sectors anew at each. */
static found walk(const store *s)
{
    char *const line = fuzz_room(s->cap);
    found f;

    memset(&f, 0, sizeof f);
    f.cap = s->cap;
    reads = 0;
    property(mcperr_audit_scan(&s->sink, line, s->cap, look, &f, &f.ended) == MCPERR_OK);
    const size_t each = s->is_ring ? flash.sectors * (3 + (size_t)flash.sector_size / 32) : 1;
    property(reads <= (8 + 4 * s->bytes->size / s->cap + 2 * (s->is_ring ? flash.sectors : 0)) * each);
    property(f.bytes <= s->bytes->size);
    free(line);
    return f;
}

/* ---- what must hold -------------------------------------------------------------------------------- */

static mcperr_status start(store *s, mcperr_audit *audit, char *line)
{
    if (s->is_ring) {
        property(mcperr_ring_open(&s->ring, &flash) == MCPERR_OK);
        s->sink = mcperr_ring_sink(&s->ring);
    }
    return mcperr_audit_open(audit, &s->sink, line, s->cap, s->hash);
}

static void writes(const store *s, mcperr_audit *audit)
{
    mcperr_error err;
    uint32_t last = audit->next_seq - 1;

    memset(&err, 0, sizeof err);
    (void)mcperr_fail(&err, MCPERR_IO, "bus error");
    for (unsigned i = 0; i < RECORDS && last < UINT32_MAX; i++, last++) {
        char tool[] = "t0 of a name with spaces    ";
        tool[1] = (char)('0' + i);
        err.tool = mcperr_str(tool);
        property(audit->next_seq == last + 1);
        if (mcperr_audit_write(audit, &mcperr_kaiza, &err) != MCPERR_OK) {
            property(s->is_ring && s->ring.number == UINT32_MAX); /* no sector is left */
            return;
        }
        const found f = walk(s);
        property(f.last == last + 1 && f.good > 0 && f.ended);
        const char *const name = behind(&f, "\"tool_name\":\"");
        property(name != NULL && memcmp(name, tool, sizeof tool - 1) == 0);
        property(audit->lost == 0 && (s->hash == NULL || (last == 0) || f.linked));
    }
}

/* Recover, recover again, go on. */
static void recovers(store *s)
{
    char *const line = fuzz_room(s->cap);
    mcperr_audit audit;

    if (s->is_ring)
        (void)start(s, &audit, line); /* a new device gets its first sector */
    const found before = walk(s);
    const mcperr_status status = start(s, &audit, line);
    const found once = walk(s);
    if (status != MCPERR_OK) { /* all numbers are used up, of records or of sectors */
        property(status == MCPERR_E_SINK);
        property(UINT32_MAX - before.last <= before.bad + 1 || (s->is_ring && s->ring.number == UINT32_MAX));
        free(line);
        return;
    }
    property(once.last < UINT32_MAX ? audit.next_seq == once.last + 1 : audit.next_seq == 0);
    property(once.ended && once.last >= before.last && once.last - before.last <= 1 + once.lost);
    property(once.last == before.last || (s->hash == NULL || before.last == 0 || once.linked));

    char *const kept = fuzz_copy(s->bytes->bytes, s->bytes->size);
    const size_t size = s->bytes->size;
    const uint32_t next = audit.next_seq;
    property(start(s, &audit, line) == (next > 0 ? MCPERR_OK : MCPERR_E_SINK));
    property(fuzz_equal(kept, size, s->bytes->bytes, s->bytes->size));
    property(audit.next_seq == next && audit.lost == 0 && audit.torn == 0);
    free(kept);
    if (next > 0)
        writes(s, &audit);
    free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    store s;
    memset(&s, 0, sizeof s);
    s.cap = LINE_LEAST + data[1] % (LINE_MOST - LINE_LEAST);
    s.hash = data[2] % 2 != 0 ? &mcperr_sha256 : NULL;

    const size_t room = 20 * size + (RECORDS + 2) * LINE_MOST;
    image file = {fuzz_room(room), 0, room};
    expand(&file, data + 3, size - 3);
    s.bytes = &file;
    s.sink = (mcperr_sink){&file, append_to_file, sync_file, read_file, NULL};
    recovers(&s);
    free(file.bytes);

    flash = (mcperr_flash){NULL,
                           erase,
                           program,
                           read_flash,
                           512u << data[0] / 64 % 2,
                           2 + data[0] / 8 % 4,
                           1u << data[0] % 8 % 6};
    const size_t all = (size_t)flash.sectors * flash.sector_size;
    image chip = {fuzz_room(all), all, all};
    flash.ctx = chip.bytes;
    fill_flash(chip.bytes, data + 3, size - 3);
    s.bytes = &chip;
    s.is_ring = true;
    recovers(&s);
    free(chip.bytes);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Sectors in a ring. Each begins with a header {magic, number, CRC}; numbers count up, so that the newest
 * sector is known. A sector is erased, then gets its header, then is filled. A cut at any point leaves all
 * others as they were.
 */
#include "crc.h"
#include "mcperr/audit.h"

#include <string.h>

#define MAGIC 0x6572636Du /* mcre */
#define HEADER 12
#define CHUNK 32 /* bytes handled at once: a multiple of every unit */

typedef struct header {
    uint32_t magic, number, crc;
} header;

static uint32_t rounded(const mcperr_flash *flash, uint32_t size)
{
    return (size + flash->unit - 1) & ~(flash->unit - 1);
}

static uint32_t data_begin(const mcperr_flash *flash) { return rounded(flash, HEADER); }

static uint32_t following(const mcperr_ring *ring, uint32_t sector)
{
    return sector + 1 < ring->flash->sectors ? sector + 1 : 0;
}

static uint32_t header_crc(const header *h) { return mcperr_crc32(0, h, offsetof(header, crc)); }

/* The number of a sector, 0 if its header is none. *good is cleared if the flash fails. */
static uint32_t number_of(const mcperr_flash *flash, uint32_t sector, bool *good)
{
    header h;

    if (!flash->read(flash->ctx, sector * flash->sector_size, &h, HEADER)) {
        *good = false;
        return 0;
    }
    return h.magic == MAGIC && h.crc == header_crc(&h) ? h.number : 0;
}

/* Where the data of a sector ends: behind its last unit that is not erased. */
static uint32_t data_end(const mcperr_flash *flash, uint32_t sector, bool *good)
{
    uint8_t bytes[CHUNK];
    uint32_t end = flash->sector_size;

    while (end > data_begin(flash)) {
        const uint32_t left = end - data_begin(flash), size = left < CHUNK ? left : CHUNK;
        if (!flash->read(flash->ctx, sector * flash->sector_size + end - size, bytes, size)) {
            *good = false;
            return end;
        }
        for (uint32_t i = size; i > 0; i--, end--)
            if (bytes[i - 1] != 0xFF)
                return rounded(flash, end);
    }
    return end;
}

/* Erase a sector and give it its number. */
static bool begin_sector(mcperr_ring *ring, uint32_t sector, uint32_t number)
{
    const mcperr_flash *const flash = ring->flash;
    header h = {MAGIC, number, 0};
    uint8_t bytes[CHUNK];

    h.crc = header_crc(&h);
    memset(bytes, 0xFF, sizeof bytes);
    memcpy(bytes, &h, HEADER);
    if (!flash->erase(flash->ctx, sector) ||
        !flash->program(flash->ctx, sector * flash->sector_size, bytes, data_begin(flash)))
        return false;
    ring->sector = sector;
    ring->number = number;
    ring->at = data_begin(flash);
    return true;
}

static bool is_usable(const mcperr_flash *flash)
{
    return flash != NULL && flash->erase != NULL && flash->program != NULL && flash->read != NULL &&
           flash->sectors >= 2 && flash->sector_size >= 64 &&
           (uint64_t)flash->sectors * flash->sector_size <= UINT32_MAX && flash->unit > 0 &&
           flash->unit <= CHUNK && (flash->unit & (flash->unit - 1)) == 0 &&
           (flash->sector_size & (flash->unit - 1)) == 0;
}

mcperr_status mcperr_ring_open(mcperr_ring *ring, const mcperr_flash *flash)
{
    bool good = true;

    if (ring == NULL)
        return MCPERR_E_MISUSE;
    memset(ring, 0, sizeof *ring);
    if (!is_usable(flash))
        return MCPERR_E_MISUSE;
    ring->flash = flash;
    for (uint32_t i = 0; i < flash->sectors; i++) {
        const uint32_t number = number_of(flash, i, &good);
        if (number > ring->number) {
            ring->number = number;
            ring->sector = i;
        }
    }
    if (!good)
        return MCPERR_E_SINK;
    if (ring->number == 0)
        good = begin_sector(ring, 0, 1);
    else
        ring->at = data_end(flash, ring->sector, &good);
    ring->usable = good;
    return good ? MCPERR_OK : MCPERR_E_SINK;
}

/* ---- the sink ---------------------------------------------------------------------------------------- */

/* A flash that failed when it was opened is tried again. */
static bool is_ready(mcperr_ring *ring)
{
    return ring->usable || mcperr_ring_open(ring, ring->flash) == MCPERR_OK;
}

/* Lines in a sector that is about to be erased, blank ones not counted. */
static uint32_t count_lines(const mcperr_ring *ring, uint32_t sector)
{
    const mcperr_flash *const flash = ring->flash;
    bool good = true, blank = true;
    uint8_t bytes[CHUNK];
    uint32_t lines = 0;

    if (number_of(flash, sector, &good) == 0)
        return 0;
    for (uint32_t at = data_begin(flash), end = data_end(flash, sector, &good); good && at < end;) {
        const uint32_t left = end - at, size = left < CHUNK ? left : CHUNK;
        good = flash->read(flash->ctx, sector * flash->sector_size + at, bytes, size);
        for (uint32_t i = 0; good && i < size; i++) {
            lines += bytes[i] == '\n' && !blank;
            blank = bytes[i] == '\n' || (blank && bytes[i] == ' ');
        }
        at += size;
    }
    return lines;
}

static bool rotate(mcperr_ring *ring)
{
    if (ring->number == UINT32_MAX)
        return false; /* no sector could be newer */
    const uint32_t next = following(ring, ring->sector), lines = count_lines(ring, next);
    const bool begun = begin_sector(ring, next, ring->number + 1);
    bool good = true;

    /* What was erased is gone, even if the sector cannot be begun. */
    /* No test overwrites 2^32 lines: GCOVR_EXCL_BR_START */
    if (begun || (number_of(ring->flash, next, &good) == 0 && good))
        ring->overwritten = lines < UINT32_MAX - ring->overwritten ? ring->overwritten + lines : UINT32_MAX;
    /* GCOVR_EXCL_BR_STOP */
    return begun;
}

/* Have room for a line, if need be in the next sector. */
static bool has_room(mcperr_ring *ring, size_t size)
{
    const mcperr_flash *const flash = ring->flash;

    if (!is_ready(ring) || size == 0 || size > flash->sector_size)
        return false;
    const uint32_t total = rounded(flash, (uint32_t)size);
    return total <= flash->sector_size - data_begin(flash) &&
           (total <= flash->sector_size - ring->at || rotate(ring));
}

/* A line is padded with spaces before its LF to whole units. */
static bool ring_append(void *ctx, const char *line, size_t size)
{
    mcperr_ring *const ring = ctx;
    const mcperr_flash *const flash = ring->flash;
    uint8_t bytes[CHUNK];

    if (!has_room(ring, size))
        return false;
    const uint32_t text = (uint32_t)size - 1, total = rounded(flash, (uint32_t)size);
    const uint32_t address = ring->sector * flash->sector_size + ring->at;
    ring->at += total; /* whatever becomes of it: no unit is programmed twice */
    for (uint32_t at = 0; at < total;) {
        const uint32_t left = total - at, part = left < CHUNK ? left : CHUNK;
        // cppcheck-suppress knownConditionTrueFalse ; part is not 0
        for (uint32_t i = 0; i < part; i++)
            bytes[i] = (uint8_t)(at + i < text ? line[at + i] : at + i < total - 1 ? ' ' : line[text]);
        if (!flash->program(flash->ctx, address + at, bytes, part))
            return false;
        at += part;
    }
    return true;
}

static bool ring_sync(void *ctx)
{
    const mcperr_ring *const ring = ctx;

    return ring->usable; /* programming is durable when it returns */
}

/* All sectors from the oldest to the newest, as if they were one file, with an LF between them: what damage
   left at the end of one cannot hide the first record of the next. */
static int32_t ring_read(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    mcperr_ring *const ring = ctx;
    const mcperr_flash *const flash = ring->flash;
    bool good = is_ready(ring);
    uint32_t sector = ring->sector;

    for (uint32_t i = 0; good && i < flash->sectors; i++) {
        sector = following(ring, sector);
        if (number_of(flash, sector, &good) == 0)
            continue;
        const uint32_t held = data_end(flash, sector, &good) - data_begin(flash);
        const uint32_t shown = held + (sector != ring->sector);
        if (offset >= shown) {
            offset -= shown;
            continue;
        }
        uint32_t part = size < held - offset ? size : held - offset;
        if (part == 0)
            to[part++] = '\n';
        else if (!flash->read(flash->ctx, sector * flash->sector_size + data_begin(flash) + offset, to, part))
            good = false;
        return good ? (int32_t)part : -1;
    }
    return good ? 0 : -1;
}

static uint32_t ring_make_room(void *ctx, size_t size)
{
    mcperr_ring *const ring = ctx;

    (void)has_room(ring, size); /* if there is none, appending fails */
    const uint32_t count = ring->overwritten;
    ring->overwritten = 0;
    return count;
}

mcperr_sink mcperr_ring_sink(mcperr_ring *ring)
{
    static const mcperr_sink none = {NULL, NULL, NULL, NULL, NULL};
    const mcperr_sink sink = {ring, ring_append, ring_sync, ring_read, ring_make_room};

    return ring != NULL ? sink : none;
}

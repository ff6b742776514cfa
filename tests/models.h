/* SPDX-License-Identifier: MIT */
#ifndef MODELS_H
#define MODELS_H
/* A file and a flash that fail, lose power and are damaged as real ones are. */
#include "mcperr/audit.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- faults ------------------------------------------------------------------------------------------ */

/* Which call of a function fails, counted from 1; 0: none. */
typedef struct fault {
    uint32_t at, calls;
    bool forever; /* and all calls behind it */
    bool struck;
} fault;

static inline bool strikes(fault *f)
{
    f->calls++;
    const bool now = f->at > 0 && (f->calls == f->at || (f->forever && f->calls > f->at));
    f->struck = f->struck || now;
    return now;
}

/* ---- a file ------------------------------------------------------------------------------------------ */

#ifndef FILE_ROOM
#define FILE_ROOM 2048
#endif

/* What an append that fails has written of its bytes. */
enum { WROTE_NOTHING, WROTE_HALF, WROTE_ALL, WROTE_WAYS };

typedef struct file_model {
    char bytes[FILE_ROOM];
    size_t size;
    size_t durable;     /* what is behind this may be lost when the power fails */
    size_t from, until; /* what a sync that failed should have written: it never will be */
    unsigned wrote;
    fault append, sync, read;
    uint32_t overwritten;
} file_model;

static file_model file;

static inline bool file_append(void *ctx, const char *bytes, size_t size)
{
    file_model *const f = ctx;
    const bool fails = strikes(&f->append);
    size_t part = size;

    if (fails && f->wrote != WROTE_ALL)
        part = f->wrote == WROTE_HALF ? size / 2 : 0;
    if (part > sizeof f->bytes - f->size)
        return false; /* full */
    memcpy(f->bytes + f->size, bytes, part);
    f->size += part;
    return !fails;
}

static inline bool file_sync(void *ctx)
{
    file_model *const f = ctx;

    if (strikes(&f->sync)) {
        f->from = f->until > f->durable ? f->from : f->durable;
        f->until = f->size;
        return false;
    }
    f->durable = f->size;
    return true;
}

static inline int32_t file_read(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    file_model *const f = ctx;
    const size_t left = offset < f->size ? f->size - offset : 0, part = size < left ? size : left;

    if (strikes(&f->read))
        return -1;
    memcpy(to, f->bytes + (f->size - left), part);
    return (int32_t)part;
}

static inline uint32_t file_make_room(void *ctx, size_t size)
{
    file_model *const f = ctx;
    const uint32_t count = f->overwritten;

    (void)size;
    f->overwritten = 0;
    return count;
}

static const mcperr_sink file_sink = {&file, file_append, file_sync, file_read, NULL};
/* The same as if it made room like a ring. */
static const mcperr_sink ring_like_sink = {&file, file_append, file_sync, file_read, file_make_room};

static inline void file_begin(void) { memset(&file, 0, sizeof file); }

static inline void file_no_faults(void)
{
    memset(&file.append, 0, sizeof file.append);
    memset(&file.sync, 0, sizeof file.sync);
    memset(&file.read, 0, sizeof file.read);
}

/* ---- a flash ----------------------------------------------------------------------------------------- */

#ifndef FLASH_ROOM
#define FLASH_ROOM 2048
#endif

/* What becomes of the byte at which the power fails. */
enum { CUT_CLEAN, CUT_HALF, CUT_GAP, CUT_FLIPPED, CUT_WAYS };

typedef struct flash_model {
    uint8_t bytes[FLASH_ROOM];
    fault erase, program, read;
    uint32_t budget; /* bytes that are still programmed or erased before the power fails */
    unsigned way;
    bool cut; /* the power has failed */
} flash_model;

static flash_model chip;
static mcperr_flash flash;

/* Write as far as the power lasts. */
static inline bool flash_write(flash_model *f, uint32_t address, const uint8_t *bytes, uint32_t size)
{
    const uint32_t part = size < f->budget ? size : f->budget;

    for (uint32_t i = 0; i < part; i++)
        f->bytes[address + i] = bytes != NULL ? bytes[i] : 0xFF;
    f->budget -= part;
    if (part == size)
        return true;
    f->cut = true;
    const uint8_t meant = bytes != NULL ? bytes[part] : 0xFF;
    if (f->way == CUT_HALF) /* only some of its bits are programmed, or erased */
        f->bytes[address + part] = bytes != NULL ? meant | 0xAA : f->bytes[address + part] | 0x55;
    if (f->way == CUT_FLIPPED)
        f->bytes[address + part] = meant ^ 0x10;
    for (uint32_t i = part + 5; f->way == CUT_GAP && i < size; i++)
        f->bytes[address + i] = bytes != NULL ? bytes[i] : 0xFF;
    return false;
}

static inline bool flash_erase(void *ctx, uint32_t sector)
{
    flash_model *const f = ctx;
    const bool fails = strikes(&f->erase);

    if (sector >= flash.sectors || f->cut) {
        mu_check(sector < flash.sectors);
        return false;
    }
    return flash_write(f, sector * flash.sector_size, NULL, flash.sector_size >> fails) && !fails;
}

static inline bool flash_program(void *ctx, uint32_t address, const void *bytes, uint32_t size)
{
    flash_model *const f = ctx;
    const bool fails = strikes(&f->program);

    mu_check(address % flash.unit == 0 && size % flash.unit == 0 && size > 0);
    if (f->cut || size > flash.sectors * flash.sector_size ||
        address > flash.sectors * flash.sector_size - size) {
        mu_check(f->cut);
        return false;
    }
    for (uint32_t i = 0; i < size; i++)
        mu_check(f->bytes[address + i] == 0xFF); /* no unit is programmed twice */
    return flash_write(f, address, bytes, fails ? size / 2 / flash.unit * flash.unit : size) && !fails;
}

static inline bool flash_read(void *ctx, uint32_t address, void *bytes, uint32_t size)
{
    flash_model *const f = ctx;
    const uint32_t all = flash.sectors * flash.sector_size;

    if (strikes(&f->read) || f->cut)
        return false;
    if (size > all || address > all - size) {
        mu_fail("read out of range");
        return false;
    }
    memcpy(bytes, f->bytes + address, size);
    return true;
}

/* A new chip: nothing is erased yet. */
static inline void flash_begin(uint32_t sectors, uint32_t sector_size, uint32_t unit)
{
    flash = (mcperr_flash){&chip, flash_erase, flash_program, flash_read, sector_size, sectors, unit};
    memset(&chip, 0, sizeof chip);
    chip.budget = UINT32_MAX;
    mu_check(sectors * sector_size <= sizeof chip.bytes);
}

static inline void flash_no_faults(void)
{
    memset(&chip.erase, 0, sizeof chip.erase);
    memset(&chip.program, 0, sizeof chip.program);
    memset(&chip.read, 0, sizeof chip.read);
    chip.budget = UINT32_MAX;
    chip.cut = false;
}

#endif

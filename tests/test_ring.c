/* SPDX-License-Identifier: MIT */
#include "mcperr/audit.h"

#ifdef __linux__
#define FLASH_ROOM 2048
#else
#define FLASH_ROOM 1024
#endif
#include "models.h"

#define HEADER 12
#define LINE_ROOM 384 /* no sector here is longer */

static const uint32_t units[] = {1, 2, 4, 8, 16, 32};

static mcperr_ring ring;
static mcperr_sink sink;

/* ---- lines ------------------------------------------------------------------------------------------- */

static uint32_t data_begin(void) { return (HEADER + flash.unit - 1) / flash.unit * flash.unit; }

/* The longest line that a sector takes, its LF included. */
static uint32_t longest(void) { return flash.sector_size - data_begin(); }

/* Line number n: its size goes through all from 2 to the longest, its bytes are its own. */
static uint32_t line_of(uint32_t n, char to[LINE_ROOM])
{
    const uint32_t size = 2 + n * 7 % (longest() - 1);

    for (uint32_t i = 0; i + 1 < size; i++)
        to[i] = (char)('!' + (n * 31 + i) % 94);
    to[size - 1] = '\n';
    return size;
}

static bool appended(uint32_t n)
{
    static char line[LINE_ROOM];
    const uint32_t size = line_of(n, line);

    return sink.append(sink.ctx, line, size) && sink.sync(sink.ctx);
}

static mcperr_status open_ring(void)
{
    const mcperr_status status = mcperr_ring_open(&ring, &flash);

    sink = mcperr_ring_sink(&ring);
    return status;
}

static char content[FLASH_ROOM], before[FLASH_ROOM];

/* Read everything, `step` bytes at a time. */
static uint32_t read_all(uint32_t step)
{
    uint32_t size = 0;

    for (;;) {
        char part[64];
        const int32_t got = sink.read(sink.ctx, size, part, step);
        if (got <= 0 || size + (uint32_t)got > sizeof content) {
            mu_assert_int_eq(0, got);
            return size;
        }
        memcpy(content + size, part, (size_t)got);
        size += (uint32_t)got;
    }
}

/* The log is lines first to last, each padded to whole units, with an LF between sectors. */
static void assert_lines(uint32_t first, uint32_t last)
{
    static char line[LINE_ROOM];
    const uint32_t size = read_all(64);
    uint32_t at = 0;

    for (uint32_t n = first; n <= last; n++) {
        const uint32_t text = line_of(n, line) - 1;
        const uint32_t padded = (text + flash.unit) / flash.unit * flash.unit;
        at += at < size && content[at] == '\n';
        if (padded > size - at || memcmp(content + at, line, text) != 0 || content[at + padded - 1] != '\n') {
            mu_assert_mem_eq(line, text, content + at, text < size - at ? text : size - at);
            return;
        }
        for (uint32_t i = text; i + 1 < padded; i++)
            mu_check(content[at + i] == ' ');
        at += padded;
    }
    mu_assert_uint_eq(at, size);
}

/* ---- opening ----------------------------------------------------------------------------------------- */

MU_TEST(a_new_device_begins_with_an_empty_log)
{
    for (size_t i = 0; i < COUNT(units); i++) {
        flash_begin(3, 128, units[i]);
        mu_assert_int_eq(MCPERR_OK, open_ring());
        mu_assert_uint_eq(0, read_all(64));
        mu_assert_uint_eq(1, chip.erase.calls);
        for (uint32_t at = HEADER; at < 128; at++)
            mu_assert_uint_eq(0xFF, chip.bytes[at]);
        mu_assert_int_eq(MCPERR_OK, open_ring());
        mu_assert_uint_eq(1, chip.erase.calls);
        mu_check(appended(0));
        assert_lines(0, 0);
    }
}

MU_TEST(a_flash_that_no_ring_can_use_is_misuse)
{
    static const struct {
        uint32_t sectors, sector_size, unit;
        mcperr_status status;
    } known[] = {
        {2, 64, 1, MCPERR_OK},         {2, 64, 32, MCPERR_OK},      {0, 64, 1, MCPERR_E_MISUSE},
        {1, 64, 1, MCPERR_E_MISUSE},   {2, 63, 1, MCPERR_E_MISUSE}, {2, 0, 1, MCPERR_E_MISUSE},
        {2, 64, 0, MCPERR_E_MISUSE},   {2, 64, 3, MCPERR_E_MISUSE}, {2, 96, 12, MCPERR_E_MISUSE},
        {2, 128, 64, MCPERR_E_MISUSE}, {2, 66, 4, MCPERR_E_MISUSE}, {65536, 65536, 1, MCPERR_E_MISUSE},
        {2, 65, 1, MCPERR_OK},
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        flash_begin(2, 64, 1);
        flash.sectors = known[i].sectors;
        flash.sector_size = known[i].sector_size;
        flash.unit = known[i].unit;
        mu_assert_int_eq(known[i].status, open_ring());
        mu_assert_int_eq(known[i].status == MCPERR_OK, sink.append(sink.ctx, "x\n", 2));
    }
}

MU_TEST(null_is_misuse_and_gives_a_sink_that_refuses)
{
    mcperr_audit audit;
    char line[MCPERR_AUDIT_LINE_MIN], byte;

    flash_begin(2, 64, 1);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_ring_open(NULL, &flash));
    for (unsigned part = 0; part < 4; part++) {
        flash_begin(2, 64, 1);
        if (part == 0)
            flash.erase = NULL;
        else if (part == 1)
            flash.program = NULL;
        else if (part == 2)
            flash.read = NULL;
        mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_ring_open(&ring, part < 3 ? &flash : NULL));
        sink = mcperr_ring_sink(&ring);
        mu_check(!sink.append(sink.ctx, "x\n", 2));
        mu_check(!sink.sync(sink.ctx));
        mu_assert_int_eq(-1, sink.read(sink.ctx, 0, &byte, 1));
        mu_assert_uint_eq(0, sink.make_room(sink.ctx, 0));
    }
    sink = mcperr_ring_sink(NULL);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_open(&audit, &sink, line, sizeof line, NULL));
}

/* ---- lines of every length --------------------------------------------------------------------------- */

MU_TEST(a_line_of_every_length_up_to_the_sector_is_kept_and_longer_ones_are_refused)
{
    static char line[300];

    for (size_t i = 0; i < COUNT(units); i++)
        for (uint32_t size = 0; size < sizeof line; size++) {
            flash_begin(2, 256, units[i]);
            mu_assert_int_eq(MCPERR_OK, open_ring());
            memset(line, 'x', sizeof line);
            if (size > 0)
                line[size - 1] = '\n';
            const bool fits = size > 0 && size <= longest();
            mu_check(sink.append(sink.ctx, line, size) == fits);
            const uint32_t padded = fits ? (size + flash.unit - 1) / flash.unit * flash.unit : 0;
            mu_assert_uint_eq(padded, read_all(64));
            if (fits) {
                mu_check(memcmp(content, line, size - 1) == 0);
                mu_check(content[padded - 1] == '\n');
            }
        }
}

MU_TEST(a_sector_is_filled_to_its_last_byte)
{
    for (size_t i = 0; i < COUNT(units); i++) {
        char line[64];
        flash_begin(2, 128, units[i]);
        mu_assert_int_eq(MCPERR_OK, open_ring());
        memset(line, 'x', sizeof line);
        const uint32_t half = longest() / 2 / units[i] * units[i], rest = longest() - half;
        line[half - 1] = '\n';
        mu_check(sink.append(sink.ctx, line, half));
        line[half - 1] = 'x';
        line[rest - 1] = '\n';
        mu_check(sink.append(sink.ctx, line, rest));
        mu_assert_uint_eq(1, chip.erase.calls);
        mu_check(chip.bytes[127] == '\n');
        mu_check(sink.append(sink.ctx, "x\n", 2));
        mu_assert_uint_eq(2, chip.erase.calls);
    }
}

MU_TEST(a_log_is_read_from_every_offset_in_parts_of_every_size)
{
    char part[64];

    flash_begin(3, 64, 4);
    mu_assert_int_eq(MCPERR_OK, open_ring());
    for (uint32_t n = 0; n < 9; n++)
        mu_check(appended(n));
    const uint32_t size = read_all(1);
    memcpy(before, content, size);
    for (uint32_t step = 1; step <= sizeof part; step++) {
        mu_assert_uint_eq(size, read_all(step));
        mu_assert_mem_eq(before, size, content, size);
        for (uint32_t offset = 0; offset <= size + 1; offset++) {
            const int32_t got = sink.read(sink.ctx, offset, part, step);
            mu_check(offset < size ? got > 0 && (uint32_t)got <= step : got == 0);
            mu_check(got <= 0 || memcmp(part, before + offset, (size_t)got) == 0);
        }
    }
}

/* ---- round and round --------------------------------------------------------------------------------- */

/* After each line the log holds all lines but those counted as overwritten; so it does when it is opened
   anew, at every state there is. */
static void go_round(uint32_t sectors, uint32_t sector_size, uint32_t unit, uint32_t lines)
{
    uint32_t first = 0;

    flash_begin(sectors, sector_size, unit);
    mu_assert_int_eq(MCPERR_OK, open_ring());
    for (uint32_t n = 0; n < lines; n++) {
        const uint32_t erased = chip.erase.calls;
        mu_check(appended(n));
        mu_check(chip.erase.calls <= erased + 1);
        const uint32_t gone = sink.make_room(sink.ctx, 0);
        mu_check(gone == 0 || chip.erase.calls == erased + 1);
        mu_assert_uint_eq(0, sink.make_room(sink.ctx, 0));
        first += gone;
        assert_lines(first, n);
        const uint32_t programmed = chip.program.calls;
        mu_assert_int_eq(MCPERR_OK, open_ring());
        mu_assert_uint_eq(programmed, chip.program.calls);
        assert_lines(first, n);
    }
    mu_check(first > 0 && chip.erase.calls > 3 * sectors);
}

MU_TEST(a_ring_goes_round_many_times_and_counts_what_it_overwrites)
{
    for (size_t i = 0; i < COUNT(units); i++) {
        go_round(2, 64, units[i], 60);
        go_round(3, 128, units[i], 60);
        go_round(4, 96, units[i], 60);
    }
#ifdef __linux__
    for (size_t i = 0; i < COUNT(units); i++)
        for (uint32_t sectors = 2; sectors <= 5; sectors++)
            for (uint32_t size = 64; size <= 384; size += 32)
                go_round(sectors, size, units[i], 1000);
#endif
}

/* The newest sectors are not touched when the oldest is erased, and that one is erased whole. */
MU_TEST(the_oldest_sector_is_erased_whole_and_no_other)
{
    flash_begin(3, 128, 8);
    mu_assert_int_eq(MCPERR_OK, open_ring());
    for (uint32_t n = 0; n < 40; n++) {
        const uint32_t erased = chip.erase.calls, sector = ring.sector;
        memcpy(before, chip.bytes, sizeof before);
        mu_check(appended(n));
        if (chip.erase.calls == erased)
            continue;
        mu_assert_uint_eq((sector + 1) % 3, ring.sector);
        for (uint32_t i = 0; i < 3; i++)
            if (i != ring.sector)
                mu_assert_mem_eq(before + i * 128, 128, chip.bytes + i * 128, 128);
        for (uint32_t at = ring.sector * 128 + ring.at; at < ring.sector * 128 + 128; at++)
            mu_assert_uint_eq(0xFF, chip.bytes[at]);
    }
}

MU_TEST(blank_lines_are_not_counted_as_records)
{
    uint32_t gone = 0;

    flash_begin(2, 64, 16);
    mu_assert_int_eq(MCPERR_OK, open_ring());
    for (unsigned i = 0; i < 20; i++) {
        mu_check(sink.append(sink.ctx, "\n", 1));
        gone += sink.make_room(sink.ctx, 0);
    }
    mu_assert_uint_eq(0, gone);
    for (unsigned i = 0; i < 20; i++) {
        mu_check(sink.append(sink.ctx, i % 2 == 0 ? "\n" : "a b\n", i % 2 == 0 ? 1 : 4));
        gone += sink.make_room(sink.ctx, 0);
    }
    mu_check(gone >= 6 && gone <= 9);
}

/* ---- a flash that fails ------------------------------------------------------------------------------- */

MU_TEST(a_flash_that_fails_when_it_is_opened_is_tried_again)
{
    for (unsigned which = 0; which < 3; which++) {
        flash_begin(2, 64, 4);
        if (which > 0) { /* a device that was used before */
            mu_assert_int_eq(MCPERR_OK, open_ring());
            mu_check(appended(0));
        }
        fault *const f = which == 0 ? &chip.erase : &chip.read;
        f->at = f->calls + (which < 2 ? 1 : 4);
        mu_assert_int_eq(MCPERR_E_SINK, open_ring());
        mu_check(f->struck);
        if (which > 0) {
            assert_lines(0, 0);
            mu_check(appended(1));
            assert_lines(0, 1);
        } else {
            mu_check(appended(0));
            assert_lines(0, 0);
        }
    }
    flash_begin(2, 64, 4);
    chip.read = (fault){.at = 1, .forever = true};
    mu_assert_int_eq(MCPERR_E_SINK, open_ring());
    mu_check(!appended(0));
    mu_check(!sink.sync(sink.ctx));
    mu_assert_int_eq(-1, sink.read(sink.ctx, 0, content, 1));
    mu_assert_uint_eq(0, chip.erase.calls);
}

MU_TEST(what_could_not_be_read_is_told)
{
    flash_begin(3, 64, 4);
    mu_assert_int_eq(MCPERR_OK, open_ring());
    for (uint32_t n = 0; n < 12; n++)
        mu_check(appended(n));
    for (uint32_t at = 1;; at++) {
        char part[8];
        chip.read = (fault){.at = at};
        const int32_t got = sink.read(sink.ctx, 0, part, sizeof part);
        if (!chip.read.struck) {
            mu_check(at > 3 && got > 0);
            break;
        }
        mu_assert_int_eq(-1, got);
        chip.read = (fault){.at = at};
        mu_check(sink.read(sink.ctx, 10000, part, sizeof part) <= 0);
    }
}

/* Does what was read hold this line, whole? */
static bool holds(uint32_t n, uint32_t size)
{
    static char line[LINE_ROOM];
    const uint32_t text = line_of(n, line) - 1;

    for (uint32_t at = 0; at + text < size; at++)
        if (memcmp(content + at, line, text) == 0) {
            for (at += text; at + 1 < size && content[at] == ' ';)
                at++;
            return content[at] == '\n';
        }
    return false;
}

/* A line that failed leaves a gap or a torn line; all others are whole, and no unit is programmed twice (the
   model looks). */
MU_TEST(a_program_that_failed_harms_no_other_line)
{
    for (size_t i = 0; i < COUNT(units); i++)
        for (uint32_t at = 2; at < 30; at++) {
            bool good[7];
            flash_begin(2, 256, units[i]);
            mu_assert_int_eq(MCPERR_OK, open_ring());
            chip.program.at = at;
            for (uint32_t n = 0; n < 6; n++)
                good[n] = appended(n);
            const uint32_t size = read_all(64);
            mu_assert_int_eq(MCPERR_OK, open_ring());
            mu_assert_uint_eq(size, read_all(64));
            chip.program = (fault){.at = 0};
            good[6] = appended(6);
            const uint32_t after = read_all(64);
            for (uint32_t n = 0; n < 7; n++)
                mu_assert_int_eq(good[n], holds(n, after));
            mu_check(good[6]);
        }
}

static bool erase_nothing(void *ctx, uint32_t sector)
{
    (void)ctx;
    (void)sector;
    return false;
}

/* A line that fills a sector of 128 bytes. */
static bool fill_sector(void)
{
    char line[100];

    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    return sink.append(sink.ctx, line, sizeof line);
}

/* A sector that was erased is gone, whatever becomes of its header; one that was not is not counted. */
MU_TEST(what_is_overwritten_is_counted_once_even_if_the_sector_cannot_be_begun)
{
    for (unsigned which = 0; which < 3; which++) {
        uint32_t gone = 0;
        flash_begin(2, 128, 4);
        mu_assert_int_eq(MCPERR_OK, open_ring());
        mu_check(fill_sector());
        for (uint32_t n = 1; n < 8; n++) {
            if (which == 0)
                flash.erase = erase_nothing;
            else
                *(which == 1 ? &chip.erase : &chip.program) = (fault){.at = 1, .forever = true};
            mu_check(!fill_sector());
            mu_check(!fill_sector());
            flash.erase = flash_erase;
            flash_no_faults();
            mu_check(fill_sector());
            gone += sink.make_room(sink.ctx, 0);
            mu_assert_uint_eq(n - 1, gone);
        }
    }
}

MU_TEST(what_is_overwritten_is_not_counted_twice_if_reading_fails_too)
{
    bool struck = true;

    for (uint32_t at = 1; struck; at++) {
        flash_begin(2, 128, 4);
        mu_assert_int_eq(MCPERR_OK, open_ring());
        mu_check(fill_sector() && fill_sector());
        chip.read = (fault){.at = at};
        chip.program = (fault){.at = 1};
        mu_check(!fill_sector());
        struck = chip.read.struck;
        flash_no_faults();
        mu_check(fill_sector());
        const uint32_t gone = sink.make_room(sink.ctx, 0);
        mu_check(gone <= 1 && (struck || gone == 1));
    }
}

MU_TEST(the_count_of_what_is_overwritten_saturates)
{
    flash_begin(2, 64, 32);
    mu_assert_int_eq(MCPERR_OK, open_ring());
    for (unsigned i = 0; i < 4; i++) {
        mu_check(sink.append(sink.ctx, "x\n", 2));
        ring.overwritten = UINT32_MAX - 1;
    }
    mu_check(sink.append(sink.ctx, "x\n", 2));
    mu_check(sink.append(sink.ctx, "x\n", 2));
    mu_assert_uint_eq(UINT32_MAX, sink.make_room(sink.ctx, 0));
}

/* As a log ends with its last number. 2^32 sectors are more than any flash bears. */
MU_TEST(a_ring_ends_with_the_last_number_of_a_sector)
{
    flash_begin(2, 128, 4);
    mu_assert_int_eq(MCPERR_OK, open_ring());
    ring.number = UINT32_MAX - 1;
    mu_check(fill_sector() && fill_sector());
    mu_assert_uint_eq(UINT32_MAX, ring.number);
    for (int i = 0; i < 2; i++) {
        mu_check(!fill_sector());
        mu_assert_int_eq(MCPERR_OK, open_ring());
        mu_assert_uint_eq(UINT32_MAX, ring.number);
    }
    mu_assert_uint_eq(2, chip.erase.calls);
}

/* ---- a log over a ring --------------------------------------------------------------------------------- */

/* Records are padded, so that in flash they may be longer than the buffer they were written in. */
MU_TEST(records_of_every_size_are_read_again_whatever_the_unit)
{
    static char line[MCPERR_AUDIT_LINE_MIN + 31];
    static char tool[160];
    mcperr_audit audit;
    mcperr_error err;

    for (size_t i = 0; i < COUNT(units); i++)
        for (size_t cap = MCPERR_AUDIT_LINE_MIN; cap <= sizeof line; cap += 5) {
            flash_begin(2, 512, units[i]);
            mu_assert_int_eq(MCPERR_OK, open_ring());
            mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, cap, NULL));
            for (uint32_t size = 100; size < sizeof tool; size += 3) {
                memset(&err, 0, sizeof err);
                memset(tool, 't', sizeof tool);
                err.tool = mcperr_text_of(tool, size);
                mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_toolerror, &err));
            }
            const uint32_t next = audit.next_seq;
            mu_assert_int_eq(MCPERR_OK, open_ring());
            mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, cap, NULL));
            mu_assert_uint_eq(next, audit.next_seq);
            mu_assert_uint_eq(0, audit.torn);
        }
}

static bool last_is_good(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    (void)line;
    (void)size;
    *(bool *)ctx = what == MCPERR_LINE_GOOD && seq == 3;
    return true;
}

/* Damage may have made a line feed of the last byte that was programmed of a unit. */
MU_TEST(a_unit_that_ends_early_harms_no_record_behind_it)
{
    for (size_t i = 0; i < COUNT(units); i++)
        for (uint32_t programmed = 1; programmed < units[i]; programmed++) {
            static char line[LINE_ROOM];
            bool good = false;
            mcperr_audit audit;
            mcperr_error err;
            memset(&err, 0, sizeof err);
            flash_begin(2, 512, units[i]);
            mu_assert_int_eq(MCPERR_OK, open_ring());
            memset(chip.bytes + data_begin(), '*', programmed - 1);
            chip.bytes[data_begin() + programmed - 1] = '\n';
            mu_assert_int_eq(MCPERR_OK, open_ring());
            mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, sizeof line, NULL));
            audit.next_seq = 3;
            mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
            mu_assert_int_eq(MCPERR_OK,
                             mcperr_audit_scan(&sink, line, sizeof line, last_is_good, &good, NULL));
            mu_check(good);
        }
}

static void open_log(mcperr_audit *audit, char line[LINE_ROOM])
{
    mu_assert_int_eq(MCPERR_OK, open_ring());
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(audit, &sink, line, LINE_ROOM, NULL));
}

/* The first record of each sector that was used before tells how many were erased for it. */
MU_TEST(a_record_that_others_make_room_for_tells_of_them)
{
    static char line[LINE_ROOM];
    mcperr_audit audit;
    mcperr_error err;
    uint32_t tellers = 0;

    memset(&err, 0, sizeof err);
    flash_begin(2, 512, 8);
    open_log(&audit, line);
    for (uint32_t i = 0; i < 12; i++) {
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
        const bool first = i > 0 && i % 2 == 0; /* two records fill a sector */
        const bool told = strstr(line, ",\"overwritten\":2,\"crc\"") != NULL;
        mu_check(told == (first && i >= 4));
        tellers += told;
    }
    mu_assert_uint_eq(4, tellers);
    open_log(&audit, line);
    mu_assert_uint_eq(13, audit.next_seq);
}

static bool largest(void *ctx, mcperr_audit_line what, uint32_t seq, const char *text, size_t size)
{
    uint32_t *const last = ctx;

    (void)what, (void)text, (void)size;
    *last = seq > *last ? seq : *last;
    return true;
}

/* The last bytes of a sector are damaged. Its next neighbour's first record is found, before and after the
   damaged sector is erased, so that no number is used twice. */
MU_TEST(a_damaged_end_of_a_sector_does_not_hide_the_first_record_of_the_next)
{
    static char line[LINE_ROOM];
    mcperr_audit audit;
    mcperr_error err;
    uint32_t last = 0;

    memset(&err, 0, sizeof err);
    flash_begin(2, 512, 8);
    open_log(&audit, line);
    for (unsigned i = 0; i < 3; i++)
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_assert_uint_eq(1, ring.sector);
    memset(chip.bytes + 256, '*', 256);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&sink, line, sizeof line, largest, &last, NULL));
    mu_assert_uint_eq(3, last);
    open_log(&audit, line);
    mu_assert_uint_eq(5, audit.next_seq); /* 4 is the recovery's */
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_new_device_begins_with_an_empty_log)
    MU_RUN(a_flash_that_no_ring_can_use_is_misuse)
    MU_RUN(null_is_misuse_and_gives_a_sink_that_refuses)
    MU_RUN(a_line_of_every_length_up_to_the_sector_is_kept_and_longer_ones_are_refused)
    MU_RUN(a_sector_is_filled_to_its_last_byte)
    MU_RUN(a_log_is_read_from_every_offset_in_parts_of_every_size)
    MU_RUN(a_ring_goes_round_many_times_and_counts_what_it_overwrites)
    MU_RUN(the_oldest_sector_is_erased_whole_and_no_other)
    MU_RUN(blank_lines_are_not_counted_as_records)
    MU_RUN(a_flash_that_fails_when_it_is_opened_is_tried_again)
    MU_RUN(what_could_not_be_read_is_told)
    MU_RUN(a_program_that_failed_harms_no_other_line)
    MU_RUN(what_is_overwritten_is_counted_once_even_if_the_sector_cannot_be_begun)
    MU_RUN(what_is_overwritten_is_not_counted_twice_if_reading_fails_too)
    MU_RUN(the_count_of_what_is_overwritten_saturates)
    MU_RUN(a_ring_ends_with_the_last_number_of_a_sector)
    MU_RUN(records_of_every_size_are_read_again_whatever_the_unit)
    MU_RUN(a_unit_that_ends_early_harms_no_record_behind_it)
    MU_RUN(a_record_that_others_make_room_for_tells_of_them)
    MU_RUN(a_damaged_end_of_a_sector_does_not_hide_the_first_record_of_the_next)
)
/* clang-format on */

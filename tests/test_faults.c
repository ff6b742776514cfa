/* SPDX-License-Identifier: MIT */
/*
 * Proof by fault injection: a node whose tool always fails, over a file and over a ring of flash sectors,
 * while every callback fails at every call, and the power at every byte.
 *
 * What must hold in all cases: an acknowledged record survives; nothing is emitted before its record is
 * durable; no number is used twice, and none is missing untold; the client always holds one valid envelope;
 * locks balance; recovering twice is recovering once.
 */
#define FILE_ROOM 2560
#define FLASH_ROOM 1536
#include "node.h"

/* A small target takes fewer of the cases that are many, all over the range. */
#ifdef __linux__
#define STRIDE(host, small) (host)
#else
#define STRIDE(host, small) (small)
#endif

/* ---- the node and its client --------------------------------------------------------------------------- */

static const char *const names[] = {"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9"};

static bool on_flash;
static mcperr_ring ring;
static mcperr_sink sink;

/* Records that the client was told of. */
static struct {
    uint32_t seq;
    unsigned name;
    bool found;
} acknowledged[COUNT(names)];
static unsigned acknowledged_count;

/* Where a call is: nothing may leave before its record is durable, or is known not to be. */
static bool durable, failed;

static bool note(bool good)
{
    mu_assert_int_eq(0, clocks.locks);
    mu_check(out[0] == '\0' || clocks.audit_locks == 0); /* at the start there is no call */
    failed = failed || !good;
    return good;
}

static mcperr_sink plain_sink;

static bool watch_append(void *ctx, const char *bytes, size_t size)
{
    durable = false;
    return note(plain_sink.append(ctx, bytes, size));
}

static bool watch_sync(void *ctx) { return durable = note(plain_sink.sync(ctx)); }

static int32_t watch_read(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    const int32_t got = plain_sink.read(ctx, offset, to, size);

    (void)note(got >= 0);
    return got;
}

static bool watch_lock(void *ctx) { return note(lock_audit(ctx)); }

/* The first that leaves: everything else comes later. */
static void watch_log(void *ctx, mcperr_level level, const char *line, size_t size)
{
    (void)ctx;
    (void)level;
    (void)line;
    mu_check(size > 0);
    mu_check(durable || failed);
}

static void watch_alert(void *ctx, const mcperr_error *err, mcperr_text client)
{
    (void)ctx;
    (void)err;
    (void)client;
    mu_check(durable || failed);
}

/* Power on: nothing is left but what is in file or flash. */
static mcperr_status start(void)
{
    out[0] = '#';
    clocks.locks = clocks.audit_locks = 0;
    if (on_flash) {
        (void)mcperr_ring_open(&ring, &flash);
        plain_sink = mcperr_ring_sink(&ring);
    } else {
        plain_sink = file_sink;
    }
    sink = plain_sink;
    sink.append = watch_append;
    sink.sync = watch_sync;
    sink.read = watch_read;
    memset(&node, 0, sizeof node);
    node.port = &port;
    node.dialect = &mcperr_kaiza;
    node.log = watch_log;
    node.alert = watch_alert;
    node.audit = &audit;
    return mcperr_audit_open(&audit, &sink, audit_line, sizeof audit_line, NULL);
}

static void new_device(bool flashed, uint32_t unit)
{
    node_begin(&mcperr_kaiza);
    file_begin();
    port.audit_lock = watch_lock;
    flash_begin(3, 512, unit);
    on_flash = flashed;
    acknowledged_count = 0;
}

/* One call of the tool, which fails. The client gets its envelope in any case (node_call looks), and says
   whether it tells of a record. */
static bool call_tool(unsigned name)
{
    const uint32_t lost = node.events.audit_failed;

    durable = failed = false;
    tool.name = names[name];
    mu_assert_int_eq(MCPERR_ENVELOPE, node_call());
    const bool told = node.events.audit_failed == lost;
    mu_check(told ==
             (strstr(out, "\"AUDIT_LOG_FAILED\"") == NULL && strstr(out, "\"AUDIT_LOCK_FAILED\"") == NULL));
    mu_check(!told || durable);
    if (told && acknowledged_count < COUNT(acknowledged)) {
        acknowledged[acknowledged_count].seq = audit.next_seq - 1;
        acknowledged[acknowledged_count++].name = name;
    }
    return told;
}

/* ---- what must hold ------------------------------------------------------------------------------------ */

typedef struct survey {
    uint32_t first, last;
    bool begins;      /* nothing is missing before the first record, but what it calls lost */
    bool overwritten; /* some record tells of it */
} survey;

/* Behind these words in a line; NULL if they are not there. */
static const char *behind(const char *line, size_t size, const char *words)
{
    for (size_t at = 0; at + strlen(words) < size; at++)
        if (memcmp(line + at, words, strlen(words)) == 0)
            return line + at + strlen(words);
    return NULL;
}

static uint32_t lost_in(const char *line, size_t size)
{
    const char *at = behind(line, size, ",\"lost\":");
    uint32_t lost = 0;

    for (; at != NULL && *at >= '0' && *at <= '9'; at++)
        lost = 10 * lost + (uint32_t)(*at - '0');
    return lost;
}

static bool look(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    survey *const s = ctx;

    if (what != MCPERR_LINE_GOOD)
        return true;
    mu_check(seq > s->last); /* no number twice */
    const bool told = seq - s->last - 1 <= lost_in(line, size);
    mu_check(s->first == 0 || told);
    if (s->first == 0) {
        s->first = seq;
        s->begins = told;
    }
    s->last = seq;
    s->overwritten = s->overwritten || behind(line, size, ",\"overwritten\":") != NULL;
    for (unsigned i = 0; i < acknowledged_count; i++)
        if (acknowledged[i].seq == seq) {
            const char *const name = behind(line, size, "\"tool_name\":\"t");
            acknowledged[i].found = name != NULL && *name == (char)('0' + acknowledged[i].name);
        }
    return true;
}

/* FNV-1a over all that is stored. */
static uint32_t image(void)
{
    const unsigned char *at = on_flash ? chip.bytes : (const unsigned char *)file.bytes;
    const unsigned char *const end = at + (on_flash ? sizeof chip.bytes : file.size);
    uint32_t hash = UINT32_C(2166136261);

    while (at < end)
        hash = (hash ^ *at++) * UINT32_C(16777619);
    return hash;
}

/* All that was acknowledged is there. A ring may have overwritten the oldest, but not the newest. */
static survey assert_log(void)
{
    static char line[LINE_ROOM];
    survey s = {0, 0, true, false};

    for (unsigned i = 0; i < acknowledged_count; i++)
        acknowledged[i].found = false;
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&plain_sink, line, sizeof line, look, &s, NULL));
    for (unsigned i = 0; i < acknowledged_count; i++) {
        const bool newest = i == acknowledged_count - 1;
        mu_check(acknowledged[i].found || (on_flash && !newest && acknowledged[i].seq < s.first));
    }
    return s;
}

/* Start twice without faults: the second time nothing changes, and the node goes on. */
static void assert_recovers(void)
{
    file_no_faults();
    flash_no_faults();
    memset(&clocks.audit_lock, 0, sizeof clocks.audit_lock);
    memset(&clocks.clock, 0, sizeof clocks.clock);
    memset(&clocks.ticks, 0, sizeof clocks.ticks);
    mu_assert_int_eq(MCPERR_OK, start());
    const survey s = assert_log();
    mu_check(s.begins || s.overwritten);
    const uint32_t once = image(), next = audit.next_seq;
    mu_assert_int_eq(MCPERR_OK, start());
    mu_assert_uint_eq(once, image());
    mu_assert_uint_eq(next, audit.next_seq);
    mu_check(call_tool(9));
    (void)assert_log();
}

/* The run of every case: some calls, a restart, more calls. */
static void live(void)
{
    (void)start();
    for (unsigned i = 0; i < 3; i++)
        (void)call_tool(i);
    (void)start();
    for (unsigned i = 3; i < 5; i++)
        (void)call_tool(i);
}

/* ---- a fault at every call ----------------------------------------------------------------------------- */

static fault *const file_faults[] = {&file.append,       &file.sync,    &file.read,
                                     &clocks.audit_lock, &clocks.clock, &clocks.ticks};
static fault *const flash_faults[] = {&chip.erase,        &chip.program, &chip.read,
                                      &clocks.audit_lock, &clocks.clock, &clocks.ticks};

MU_TEST(a_file_may_fail_at_every_call_of_every_callback_once_and_forever)
{
    for (size_t which = 0; which < COUNT(file_faults); which++)
        for (unsigned way = 0; way < (which == 0 ? WROTE_WAYS : 1u); way++)
            for (unsigned forever = 0; forever < 2; forever++)
                for (uint32_t at = 1;; at++) {
                    new_device(false, 1);
                    file.wrote = way;
                    file_faults[which]->at = at;
                    file_faults[which]->forever = forever;
                    live();
                    const bool struck = file_faults[which]->struck;
                    assert_recovers();
                    if (!struck) {
                        mu_check(at > 3);
                        mu_assert_uint_eq(6, acknowledged_count);
                        break;
                    }
                }
}

MU_TEST(a_flash_may_fail_at_every_call_of_every_callback_once_and_forever)
{
    static const uint32_t units[] = {1, 8, 32};

    for (size_t u = 0; u < COUNT(units); u++)
        for (size_t which = 0; which < COUNT(flash_faults); which++)
            for (unsigned forever = 0; forever < 2; forever++)
                for (uint32_t at = 1;; at += STRIDE(1, at > 30 ? 7 : 1)) {
                    new_device(true, units[u]);
                    flash_faults[which]->at = at;
                    flash_faults[which]->forever = forever;
                    live();
                    const bool struck = flash_faults[which]->struck;
                    assert_recovers();
                    if (!struck) {
                        mu_check(at > 3);
                        mu_assert_uint_eq(6, acknowledged_count);
                        break;
                    }
                }
}

/* ---- a fault, a power cut, and a fault during recovery ------------------------------------------------- */

/* The power fails; of the bytes that are not durable some are kept. Those that could not be synced may be
   gone although what came later is durable, as file systems do. */
static void cut_power(unsigned kept)
{
    const size_t more = file.size - file.durable;

    if (kept == 0)
        memset(file.bytes + file.from, 0, file.until - file.from);
    file.size = file.durable + (kept == 0 ? 0 : kept == 1 ? more / 2 : more);
    file.durable = file.size;
}

/* Three records with a first fault, then a restart and a call with a second one. False if the second never
   struck; *first_struck tells of the first. */
static bool pair(fault *first, uint32_t at, fault *second, uint32_t then, unsigned flags, bool *first_struck)
{
    first->at = at;
    first->forever = flags & 1;
    (void)start();
    for (unsigned i = 0; i < 3; i++)
        (void)call_tool(i);
    *first_struck = first->struck;
    if (!on_flash)
        cut_power(flags >> 2 & 3);
    memset(first, 0, sizeof *first);
    memset(second, 0, sizeof *second);
    second->at = then;
    second->forever = flags & 2;
    (void)start();
    (void)call_tool(3);
    const bool struck = second->struck;
    assert_recovers();
    return struck;
}

MU_TEST(a_file_may_fail_and_fail_again_during_recovery)
{
    for (size_t a = 0; a < COUNT(file_faults); a++)
        for (size_t b = 0; b < COUNT(file_faults); b++)
            for (unsigned flags = 0; flags < 12; flags += STRIDE(1, 5)) {
                bool first = true, second = true;
                for (uint32_t at = 1; first; at++, second = true)
                    for (uint32_t then = 1; second; then++) {
                        new_device(false, 1);
                        file.wrote = flags % WROTE_WAYS;
                        second = pair(file_faults[a], at, file_faults[b], then, flags, &first);
                    }
            }
}

MU_TEST(a_flash_may_fail_and_fail_again_during_recovery)
{
    for (size_t a = 0; a < COUNT(flash_faults); a++)
        for (size_t b = 0; b < COUNT(flash_faults); b++)
            for (unsigned flags = 0; flags < 4; flags += STRIDE(1, 3)) {
                bool first = true, second = true;
                for (uint32_t at = 1; first; at += STRIDE(1, 13), second = true)
                    for (uint32_t then = 1; second; then += STRIDE(1, 11)) {
                        new_device(true, 16);
                        second = pair(flash_faults[a], at, flash_faults[b], then, flags, &first);
                    }
            }
}

/* ---- a power cut at every byte ------------------------------------------------------------------------- */

/* What is behind `cut` is lost, and the byte there is damaged. */
static void damage_file(size_t cut, unsigned way, unsigned bit)
{
    const char meant = file.bytes[cut];

    file.size = cut;
    if (way == CUT_HALF)
        file.bytes[file.size++] = (char)(meant | (bit % 2 == 0 ? 0xAA : 0x55));
    if (way == CUT_FLIPPED)
        file.bytes[file.size++] = (char)(meant ^ (char)(1u << bit));
    for (unsigned i = 0; way == CUT_GAP && i < 1 + 3 * bit; i++)
        file.bytes[file.size++] = '\xFF';
    file.durable = file.size;
}

/* Three records. Answers how long the log is. */
static size_t three_records(void)
{
    new_device(false, 1);
    mu_assert_int_eq(MCPERR_OK, start());
    for (unsigned i = 0; i < 3; i++)
        mu_check(call_tool(i));
    return file.size;
}

/* Only what was whole before the cut was acknowledged. */
static void forget_behind(size_t cut, size_t size)
{
    while (acknowledged_count > 0 && size / 3 * acknowledged_count > cut)
        acknowledged_count--;
}

MU_TEST(the_power_may_fail_at_every_byte_of_a_file)
{
    const size_t size = three_records();

    for (size_t cut = 0; cut <= size; cut++)
        for (unsigned way = 0; way < CUT_WAYS; way++)
            for (unsigned bit = 0; bit < (way == CUT_CLEAN ? 1u : 8u); bit += STRIDE(1, 5)) {
                (void)three_records();
                damage_file(cut, way, bit);
                forget_behind(cut, size);
                assert_recovers();
            }
}

MU_TEST(the_power_may_fail_again_at_every_byte_of_a_recovery)
{
    const size_t size = three_records();

    for (size_t cut = 0; cut <= size; cut += STRIDE(7, 97))
        for (unsigned way = 0; way < CUT_WAYS; way++)
            for (size_t again = 0;; again += STRIDE(1, 17)) {
                (void)three_records();
                damage_file(cut, way, 3);
                forget_behind(cut, size);
                const size_t before = file.size;
                mu_assert_int_eq(MCPERR_OK, start());
                if (before + again > file.size)
                    break;
                if (before + again < file.size)
                    damage_file(before + again, (way + again) % CUT_WAYS, again % 8);
                assert_recovers();
            }
}

/* The power of a flash fails after so many bytes were programmed or erased. The ring goes round meanwhile. */
static void cut_flash(uint32_t unit, uint32_t budget, unsigned way, bool *cut)
{
    new_device(true, unit);
    chip.budget = budget;
    chip.way = way;
    (void)start();
    for (unsigned i = 0; i < 8 && !chip.cut; i++)
        (void)call_tool(i);
    *cut = chip.cut;
}

MU_TEST(the_power_may_fail_at_every_byte_of_a_flash)
{
    static const uint32_t units[] = {8, 1, 32};

    for (size_t u = 0; u < COUNT(units); u++)
        for (unsigned way = 0; way < CUT_WAYS; way++) {
            bool cut = true;
            for (uint32_t budget = 0; cut; budget += STRIDE(u == 0 ? 1 : 5, 41)) {
                cut_flash(units[u], budget, way, &cut);
                assert_recovers();
            }
            mu_assert_uint_eq(9, acknowledged_count);
        }
}

MU_TEST(the_power_of_a_flash_may_fail_again_during_recovery)
{
    for (unsigned way = 0; way < CUT_WAYS; way++) {
        bool cut = true;
        for (uint32_t budget = 0; cut; budget += STRIDE(29, 211)) {
            bool again = true;
            for (uint32_t more = 0; again; more += STRIDE(17, 67)) {
                cut_flash(8, budget, way, &cut);
                flash_no_faults();
                chip.budget = more;
                chip.way = (way + more) % CUT_WAYS;
                (void)start();
                if (!chip.cut)
                    (void)call_tool(8);
                again = chip.cut;
                assert_recovers();
            }
        }
    }
}

/* ---- arbitrary images ---------------------------------------------------------------------------------- */

static uint32_t chance;

static uint32_t next_chance(void)
{
    chance ^= chance << 13;
    chance ^= chance >> 17;
    return chance ^= chance << 5;
}

/* Parts of records, line feeds and noise. */
static void fill_with_chance(char *to, size_t size)
{
    static const char *const parts[] = {"{\"seq\":", "1",  ",\"crc\":\"", "00000000",
                                        "\"}",       "\n", " ",           "\xFF"};

    for (size_t i = 0; i < size;) {
        const char *const part = parts[next_chance() % COUNT(parts)];
        if (next_chance() % 3 == 0)
            to[i++] = (char)next_chance();
        for (size_t at = 0; part[at] != '\0' && i < size; at++)
            to[i++] = part[at];
    }
}

MU_TEST(any_image_is_recovered_once_and_goes_on)
{
    chance = 20260119;
    for (unsigned i = 0; i < STRIDE(3000u, 100u); i++) {
        new_device(i % 2 != 0, 1u << i % 6);
        fill_with_chance((char *)chip.bytes, sizeof chip.bytes);
        file.size = file.durable = next_chance() % 1500;
        fill_with_chance(file.bytes, file.size);
        assert_recovers();
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_file_may_fail_at_every_call_of_every_callback_once_and_forever)
    MU_RUN(a_flash_may_fail_at_every_call_of_every_callback_once_and_forever)
    MU_RUN(a_file_may_fail_and_fail_again_during_recovery)
    MU_RUN(a_flash_may_fail_and_fail_again_during_recovery)
    MU_RUN(the_power_may_fail_at_every_byte_of_a_file)
    MU_RUN(the_power_may_fail_again_at_every_byte_of_a_recovery)
    MU_RUN(the_power_may_fail_at_every_byte_of_a_flash)
    MU_RUN(the_power_of_a_flash_may_fail_again_during_recovery)
    MU_RUN(any_image_is_recovered_once_and_goes_on)
)
/* clang-format on */

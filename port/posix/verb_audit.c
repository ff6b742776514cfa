/* SPDX-License-Identifier: MIT */
#include "command.h"
#include "json_read.h"
#include "mcperr/audit.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define DEFAULT_FILE "audit-log.jsonl"
#define LINE_MOST (64u << 10)
#define DIGEST 32
#define CRC_FRAME ",\"crc\":\"xxxxxxxx\"}"
#define FRAME_SIZE (sizeof CRC_FRAME - 1)

static const option options[] = {
    {"--json", NULL,
     "the records that are good, one a line, as they are in the log; the verdict on standard error",
     .flag = &as_json},
};

/* ---- what is found ---------------------------------------------------------------------------------- */

/* Reasons to call a log damaged. */
enum damage { TORN, BAD_CRC, NO_RECORD, NOT_RISING, MISSING, BROKEN_LINK, NOT_ENDED, DAMAGES };

static const char *const damage_words[DAMAGES] = {
    [TORN] = "torn and never told",
    [BAD_CRC] = "wrong CRC",
    [NO_RECORD] = "right CRC but no record",
    [NOT_RISING] = "number used before",
    [MISSING] = "missing and never told",
    [BROKEN_LINK] = "broken link",
    [NOT_ENDED] = "last line without its end",
};

typedef struct history {
    uint64_t records, damage[DAMAGES];
    uint64_t lost, torn, overwritten, recoveries, links; /* told, or good */
    uint64_t before;                                     /* missing before the first; a ring tells later */
    uint32_t first, last;                                /* numbers; 0: no record yet */
    uint8_t hash[DIGEST], link[DIGEST];                  /* of the last record, and what it carries */
} history;

typedef struct record {
    mcperr_doc doc;
    uint32_t seq;
    uint64_t lost, overwritten, torn, missing;
    bool recovered, linked;
    uint8_t link[DIGEST];
} record;

/* ---- records ---------------------------------------------------------------------------------------- */

static mcperr_text text_member(const record *r, const char *name)
{
    const uint32_t value = mcperr_doc_find(&r->doc, 0, name);

    return mcperr_doc_type(&r->doc, value) == MCPERR_T_STRING ? mcperr_doc_text(&r->doc, value)
                                                              : mcperr_str(NULL);
}

/* A count, 0 if it is not there. */
static uint64_t count_member(const record *r, const char *name)
{
    int64_t count = 0;

    return mcperr_doc_integer(&r->doc, mcperr_doc_find(&r->doc, 0, name), &count) && count > 0
               ? (uint64_t)count
               : 0;
}

static bool read_hex(mcperr_text hex, uint8_t digest[DIGEST])
{
    static const char digits[16] = {"0123456789abcdef"};

    for (size_t i = 0; i < 2 * (size_t)DIGEST; i++) {
        const char *const digit =
            hex.size == 2 * DIGEST ? memchr(digits, ((const char *)hex.data)[i], sizeof digits) : NULL;
        if (digit == NULL)
            return false;
        digest[i / 2] = (uint8_t)(digest[i / 2] << 4 | (digit - digits));
    }
    return true;
}

static bool read_record(record *r, uint32_t seq, const char *line, size_t size)
{
    static const mcperr_limits limits = {LINE_MOST, TOKENS_MOST, MCPERR_DEPTH_MAX};

    memset(r, 0, sizeof *r);
    if (mcperr_doc_open(&r->doc, line, size, &limits, tokens, TOKENS_MOST, NULL) != MCPERR_OK)
        return false;
    r->seq = seq;
    r->lost = count_member(r, "lost");
    r->overwritten = count_member(r, "overwritten");
    r->torn = count_member(r, "torn");
    r->missing = count_member(r, "missing");
    r->recovered = mcperr_doc_type(&r->doc, mcperr_doc_find(&r->doc, 0, "recovered")) == MCPERR_T_TRUE;
    r->linked = mcperr_doc_find(&r->doc, 0, "prev") != MCPERR_DOC_NONE;
    return !r->linked || read_hex(text_member(r, "prev"), r->link);
}

/* ---- judging ---------------------------------------------------------------------------------------- */

static uint64_t less(uint64_t from, uint64_t amount) { return from > amount ? from - amount : 0; }

/* A link names the record before. If the writer took that one for lost, though it is there, both name
   the same. The first record of all names none, and what the first one left of a ring names is gone. */
static bool is_linked(const history *h, const record *r)
{
    static const uint8_t none[DIGEST];

    if (h->last == 0)
        return r->seq > 1 || memcmp(r->link, none, DIGEST) == 0;
    return memcmp(r->link, h->hash, DIGEST) == 0 || (r->lost > 0 && memcmp(r->link, h->link, DIGEST) == 0);
}

static void note_record(history *h, const record *r, const char *line, size_t size)
{
    h->records++;
    /* What was lost is told in the very next record, and may have left a torn line. */
    const uint64_t missing = less(r->seq - h->last - 1, r->lost);
    if (h->first > 0)
        h->damage[MISSING] += missing;
    else
        h->before = missing;
    if (r->linked && is_linked(h, r))
        h->links++;
    else if (r->linked)
        h->damage[BROKEN_LINK]++;
    const uint64_t untold = less(h->damage[TORN], r->lost + r->torn);
    h->torn += h->damage[TORN] - untold;
    h->damage[TORN] = untold;
    h->recoveries += r->recovered;
    h->lost += r->lost;
    h->overwritten += r->overwritten;
    if (h->first == 0)
        h->first = r->seq;
    h->last = r->seq;
    memcpy(h->link, r->link, DIGEST);
    mcperr_sha256.of(line, size, h->hash);
}

/* Framed like a record, so that only its CRC can be wrong? Else it is a part of one. */
static enum damage kind_of_bad(const char *line, size_t size)
{
    if (size <= FRAME_SIZE || line[0] != '{' || memcmp(line + size - 2, "\"}", 2) != 0 ||
        memcmp(line + size - FRAME_SIZE, CRC_FRAME, FRAME_SIZE - 10) != 0)
        return TORN;
    return BAD_CRC;
}

/* ---- telling ---------------------------------------------------------------------------------------- */

static void print_cell(mcperr_text text, size_t width)
{
    const mcperr_text shown = text.data != NULL ? text : mcperr_str("-");

    print_text(shown);
    printf("%*s", shown.size < width ? (int)(width - shown.size) : 1, "");
}

static void print_record(const record *r)
{
    printf("%10" PRIu32 "  ", r->seq);
    if (r->recovered) {
        printf("recovered: %" PRIu64 " torn, %" PRIu64 " missing", r->torn, r->missing);
    } else {
        print_cell(text_member(r, "timestamp"), 26);
        print_cell(text_member(r, "tool_name"), 20);
        print_cell(text_member(r, "error_code"), 28);
        print_text(text_member(r, "incident_id"));
    }
    if (r->lost > 0)
        printf("  (%" PRIu64 " lost before)", r->lost);
    if (r->overwritten > 0)
        printf("  (%" PRIu64 " overwritten)", r->overwritten);
    putchar('\n');
}

static bool visit(void *ctx, mcperr_audit_line what, uint32_t seq, const char *line, size_t size)
{
    history *const h = ctx;
    enum damage damage = NO_RECORD;
    record r;

    if (what == MCPERR_LINE_BAD) {
        damage = kind_of_bad(line, size);
    } else if (seq <= h->last) {
        damage = NOT_RISING;
    } else if (read_record(&r, seq, line, size)) {
        note_record(h, &r, line, size);
        if (as_json)
            printf("%.*s\n", (int)size, line);
        else
            print_record(&r);
        return !ferror(stdout);
    }
    h->damage[damage]++;
    if (!as_json)
        printf("         !  %s (%lu bytes)\n", damage == TORN ? "torn" : damage_words[damage],
               (unsigned long)size);
    return !ferror(stdout);
}

/* `, words N`, unless there are none. The first of several has another beginning. */
static void print_count(FILE *to, const char **before, const char *words, uint64_t count)
{
    if (count == 0)
        return;
    (void)fprintf(to, "%s%s %" PRIu64, *before, words, count);
    *before = ", ";
}

static int print_verdict(const history *h, FILE *to)
{
    const char *before = "damaged: ";

    for (unsigned i = 0; i < DAMAGES; i++)
        print_count(to, &before, damage_words[i], h->damage[i]);
    const bool whole = before[0] == 'd';
    (void)fprintf(to, "%srecords %" PRIu64, whole ? "whole: " : "; ", h->records);
    if (h->records > 0)
        (void)fprintf(to, " (%" PRIu32 " to %" PRIu32 ")", h->first, h->last);
    before = ", ";
    print_count(to, &before, "linked", h->links);
    print_count(to, &before, "recovered", h->recoveries);
    print_count(to, &before, "torn and told", h->torn);
    print_count(to, &before, "lost and told", h->lost);
    print_count(to, &before, "overwritten and told", h->overwritten);
    (void)fprintf(to, "\n");
    return whole ? EXIT_GOOD : EXIT_BAD;
}

/* ---- the verb ---------------------------------------------------------------------------------------- */

/* A scan reads on from where it was, so that pipes will do, and files of any size. */
static int32_t read_on(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    FILE *const from = ctx;
    const size_t got = fread(to, 1, size, from);

    (void)offset;
    return ferror(from) ? -1 : (int32_t)got;
}

static int run(const char *file)
{
    static char line[LINE_MOST];
    static history h;
    const char *const name = file != NULL ? file : DEFAULT_FILE;
    const bool standard = strcmp(name, "-") == 0;
    FILE *const from = standard ? stdin : fopen(name, "rb");
    const mcperr_sink sink = {from, NULL, NULL, read_on, NULL};
    bool ended = true;

    if (from == NULL || mcperr_audit_scan(&sink, line, sizeof line, visit, &h, &ended) != MCPERR_OK) {
        (void)fprintf(stderr, "mcperr: %s: %s\n", standard ? "standard input" : name, strerror(errno));
        return EXIT_LIMIT;
    }
    if (!standard)
        (void)fclose(from);
    h.damage[NOT_ENDED] = !ended && h.damage[TORN] == 0; /* a torn end is counted as that */
    if (h.overwritten == 0)
        h.damage[MISSING] += h.before;
    (void)fflush(stdout);
    return print_verdict(&h, as_json ? stderr : stdout);
}

const verb verb_audit = {
    "audit",
    "list and verify an audit log: numbers, CRCs, gaps, links",
    "FILE is " DEFAULT_FILE " unless given. The last line is the verdict. A log is whole if all that\n"
    "is missing or torn in it is told by a later record; then the exit status is 0. It is 1 if the log\n"
    "is damaged, and 3 if it cannot be read. Links between records are checked where there are any.\n",
    options,
    COUNT(options),
    READS_FILE,
    run,
};

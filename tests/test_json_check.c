/* SPDX-License-Identifier: MIT */
#include "mcperr/json.h"

#include "json_valid.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The golden constants of tests/tools/golden.py. */
#define ACCEPTED_COUNT 4898
#define ACCEPTED_HASH UINT64_C(0x3CD1A310D7129BB4)

static char room[2048]; /* where documents are built */
static char tail[2048]; /* where they are checked */
typedef char deepest_fits[MCPERR_DEPTH_MAX < 500 ? 1 : -1];

/* What a fault holds before it is told. */
static const mcperr_fault stale = {77, MCPERR_R_COUNT_, {"", 0, MCPERR_JSON}, {"", 0, MCPERR_JSON}};

typedef struct verdict {
    mcperr_status status;
    uint32_t tokens;
    mcperr_fault fault;
} verdict;

/* The text is checked at the very end of an array, where a sanitizer sees a read past its end. */
static verdict judge(const char *text, size_t size, const mcperr_limits *limits)
{
    char *const at = tail + sizeof tail - size;
    verdict got;

    memcpy(at, text, size);
    got.tokens = 0;
    got.fault = stale;
    got.status = mcperr_json_check(at, size, limits, &got.tokens, &got.fault);
    mu_assert_mem_eq(text, size, at, size);
    mu_check(got.fault.key.data == NULL && got.fault.parent.data == NULL);
    return got;
}

static mcperr_status status_for(mcperr_reason reason)
{
    switch (reason) {
    case MCPERR_R_NONE:
        return MCPERR_OK;
    case MCPERR_R_END:
        return MCPERR_E_PARTIAL;
    case MCPERR_R_SIZE:
        return MCPERR_E_SIZE;
    case MCPERR_R_DEPTH:
        return MCPERR_E_DEPTH;
    case MCPERR_R_TOKENS:
        return MCPERR_E_TOKENS;
    default:
        return MCPERR_E_SYNTAX;
    }
}

static void put_verdict(const char *label, mcperr_reason reason, uint32_t offset)
{
    MU_PUTS(label);
    MU_PUTS(mcperr_reason_text(reason));
    MU_PUTS(" at ");
    mu_put_uint(offset);
    MU_PUTS("\n");
}

/* A refusal comes with its status, reason and offset, and without a token count. */
static void expect_at(int line, const char *text, size_t size, const mcperr_limits *limits,
                      mcperr_reason reason, uint32_t offset)
{
    const verdict got = judge(text, size, limits);
    const int good = reason == MCPERR_R_NONE;

    if (got.status == status_for(reason) && got.fault.reason == reason &&
        (good ? got.tokens > 0 : got.fault.offset == offset && got.tokens == 0))
        return;
    if (!mu_failed_at(mcperr_status_text(got.status), __FILE__, line))
        return;
    MU_PUTS("    text     ");
    mu_put_bytes(text, size);
    put_verdict("\n    expected ", reason, offset);
    put_verdict("    got      ", got.fault.reason, got.fault.offset);
}

#define expect(text, size, reason, offset) expect_at(__LINE__, text, size, NULL, reason, (uint32_t)(offset))
#define expect_within(limits, text, size, reason, offset)                                                    \
    expect_at(__LINE__, text, size, limits, reason, (uint32_t)(offset))

/* ---- the grammar --------------------------------------------------------------------------- */

MU_TEST(every_string_of_five_symbols_is_judged_as_an_independent_parser_does)
{
    uint32_t accepted = 0;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);

    for (unsigned size = 0; size <= JSON_SMALL_MAX; size++)
        for (uint32_t number = 0; number < JSON_SMALL_COUNT(size); number++) {
            char text[JSON_SMALL_MAX], *const begin = text + JSON_SMALL_MAX - size;
            json_small(begin, size, number);
            if (mcperr_json_check(begin, size, NULL, NULL, NULL) != MCPERR_OK)
                continue;
            accepted++;
            for (unsigned i = 0; i < size; i++)
                hash = (hash ^ (unsigned char)begin[i]) * UINT64_C(0x100000001B3);
            hash = (hash ^ '\n') * UINT64_C(0x100000001B3);
        }
    mu_assert_uint_eq(ACCEPTED_COUNT, accepted);
    mu_assert_uint_eq(ACCEPTED_HASH, hash);
}

MU_TEST(valid_documents_are_accepted_and_their_names_and_values_counted)
{
    for (size_t i = 0; i < JSON_VALID_COUNT; i++) {
        const char *const text = json_valid[i].text;
        const verdict got = judge(text, strlen(text), NULL);
        mu_int_eq(MCPERR_OK, got.status, text, __FILE__, __LINE__);
        mu_int_eq(MCPERR_R_NONE, got.fault.reason, text, __FILE__, __LINE__);
        mu_uint_eq(json_valid[i].tokens, got.tokens, text, __FILE__, __LINE__);
    }
}

MU_TEST(a_valid_document_that_is_cut_short_is_partial_at_its_length)
{
    for (size_t i = 0; i < JSON_VALID_COUNT; i++) {
        const char *const text = json_valid[i].text;
        const size_t size = strlen(text), blank = strspn(text, " \t\r\n");
        size_t root_end = size;
        while (strchr(" \t\r\n", text[root_end - 1]) != NULL)
            root_end--;
        if (strchr("-0123456789", text[blank]) != NULL)
            continue; /* a number may end anywhere */
        for (size_t cut = 0; cut < size; cut++)
            expect(text, cut, cut < root_end ? MCPERR_R_END : MCPERR_R_NONE, cut);
    }
}

MU_TEST(a_number_that_is_cut_where_it_cannot_end_is_partial)
{
    static const char text[] = "-0.5e+7";

    for (size_t cut = 0; cut < sizeof text - 1; cut++)
        expect(text, cut, cut == 2 || cut == 4 ? MCPERR_R_NONE : MCPERR_R_END, cut);
}

#define BAD(text, offset, reason)                                                                            \
    {                                                                                                        \
        text, sizeof(text) - 1, offset, MCPERR_R_##reason, __LINE__                                          \
    }

static const struct {
    const char *text;
    size_t size;
    uint32_t offset;
    mcperr_reason reason;
    int line;
} invalid[] = {
    /* nothing there */
    BAD("", 0, END),
    BAD(" \t\r\n", 4, END),
    BAD("\0", 0, VALUE),
    BAD("\0[]", 0, VALUE),
    BAD("1\0", 1, TRAILING),
    BAD("{}\0", 2, TRAILING),
    BAD("{\0}", 1, NAME),
    BAD("[1\0]", 2, NEXT_ELEMENT),

    /* byte order marks and white space that JSON does not have */
    BAD("\xEF\xBB\xBF", 0, BOM),
    BAD("\xEF\xBB\xBF{}", 0, BOM),
    BAD("\xEF\xBB\xBF ", 0, BOM),
    BAD("\xEF\xBB", 0, VALUE),
    BAD("\xEF\xBB\xBE{}", 0, VALUE),
    BAD("\xEF\xBA\xBF{}", 0, VALUE),
    BAD("\xEE\xBB\xBF{}", 0, VALUE),
    BAD(" \xEF\xBB\xBF{}", 1, VALUE),
    BAD("[\xEF\xBB\xBF]", 1, VALUE),
    BAD("{}\xEF\xBB\xBF", 2, TRAILING),
    BAD("\xFE\xFF\0[\0]", 0, VALUE),
    BAD("\f1", 0, VALUE),
    BAD("[1,\v2]", 3, VALUE),
    BAD("1\f", 1, TRAILING),
    BAD("\xC2\xA0[]", 0, VALUE),
    BAD("\xC3\xA9", 0, VALUE),

    /* roots */
    BAD("1 2", 2, TRAILING),
    BAD("{}{}", 2, TRAILING),
    BAD("[][", 2, TRAILING),
    BAD("\"a\"\"b\"", 3, TRAILING),
    BAD("true false", 5, TRAILING),
    BAD("{},", 2, TRAILING),
    BAD("{\"a\":1}}", 7, TRAILING),
    BAD("[]]", 2, TRAILING),
    BAD(":::{},,", 0, VALUE),
    BAD("}", 0, VALUE),
    BAD("]", 0, VALUE),
    BAD(",", 0, VALUE),
    BAD("a", 0, VALUE),

    /* arrays */
    BAD("[", 1, END),
    BAD("[1", 2, END),
    BAD("[1,", 3, END),
    BAD("[1,]", 3, VALUE),
    BAD("[,1]", 1, VALUE),
    BAD("[,]", 1, VALUE),
    BAD("[1,,2]", 3, VALUE),
    BAD("[1 2]", 3, NEXT_ELEMENT),
    BAD("[1\"x\"]", 2, NEXT_ELEMENT),
    BAD("[\"x\"1]", 4, NEXT_ELEMENT),
    BAD("[1:2]", 2, NEXT_ELEMENT),
    BAD("[\"a\":1]", 4, NEXT_ELEMENT),
    BAD("[[]{}]", 3, NEXT_ELEMENT),
    BAD("[truefalse\"x\"]", 5, NEXT_ELEMENT),
    BAD("[}", 1, VALUE),
    BAD("[1}", 2, NEXT_ELEMENT),
    BAD("[{},[1,2}]", 8, NEXT_ELEMENT),
    BAD("[{},[}]", 5, VALUE),

    /* objects */
    BAD("{", 1, END),
    BAD("{\"a\"", 4, END),
    BAD("{\"a\":", 5, END),
    BAD("{\"a\":1", 6, END),
    BAD("{\"a\":1,", 7, END),
    BAD("{\"a\"}", 4, COLON),
    BAD("{\"a\",\"b\"}", 4, COLON),
    BAD("{\"a\" \"b\"}", 5, COLON),
    BAD("{\"a\"1}", 4, COLON),
    BAD("{\"a\":}", 5, VALUE),
    BAD("{\"a\":,}", 5, VALUE),
    BAD("{\"a\":::::\"b\"}", 5, VALUE),
    BAD("{\"a\":1,}", 7, NAME),
    BAD("{\"a\":1,,\"b\":2}", 7, NAME),
    BAD("{,}", 1, NAME),
    BAD("{:1}", 1, NAME),
    BAD("{1:2}", 1, NAME),
    BAD("{null:1}", 1, NAME),
    BAD("{{}:1}", 1, NAME),
    BAD("{[]}", 1, NAME),
    BAD("{a:1}", 1, NAME),
    BAD("{'a':1}", 1, NAME),
    BAD("{\"a\":1,2}", 7, NAME),
    BAD("{\"a\":1\"b\":1}", 6, NEXT_MEMBER),
    BAD("{\"a\":1{\"b\":2}}", 6, NEXT_MEMBER),
    BAD("{\"a\":\"b\":\"c\"}", 8, NEXT_MEMBER),
    BAD("{\"a\":{}:1}", 7, NEXT_MEMBER),
    BAD("{\"a\":[][]}", 7, NEXT_MEMBER),
    BAD("{]", 1, NAME),
    BAD("{\"a\":1]", 6, NEXT_MEMBER),
    BAD("[[],{\"a\":1]]", 10, NEXT_MEMBER),
    BAD("{\"a\":[1,2},\"b\":3}", 9, NEXT_ELEMENT),

    /* numbers, and the neighbours of the digits: / and : */
    BAD("-", 1, END),
    BAD("1.", 2, END),
    BAD("1e", 2, END),
    BAD("1e+", 3, END),
    BAD("01", 1, TRAILING),
    BAD("-01", 2, TRAILING),
    BAD("[00]", 2, NEXT_ELEMENT),
    BAD("[-]", 2, NUMBER),
    BAD("--1", 1, NUMBER),
    BAD("-a", 1, NUMBER),
    BAD("-.5", 1, NUMBER),
    BAD("- 1", 1, NUMBER),
    BAD("-Infinity", 1, NUMBER),
    BAD("[1.]", 3, NUMBER),
    BAD("[1.e5]", 3, NUMBER),
    BAD("[1.-5]", 3, NUMBER),
    BAD("[1e]", 3, NUMBER),
    BAD("[1e+]", 4, NUMBER),
    BAD("[1e+-1]", 4, NUMBER),
    BAD("[1ee1]", 3, NUMBER),
    BAD("1.5.2", 3, TRAILING),
    BAD("1e5.2", 3, TRAILING),
    BAD("1e5e2", 3, TRAILING),
    BAD(".5", 0, VALUE),
    BAD("+1", 0, VALUE),
    BAD("1d5", 1, TRAILING),
    BAD("0x10", 1, TRAILING),
    BAD("1-2", 1, TRAILING),
    BAD("1/2", 1, TRAILING),
    BAD("1:2", 1, TRAILING),
    BAD("0/", 1, TRAILING),
    BAD("0:", 1, TRAILING),
    BAD("/1", 0, VALUE),
    BAD(":1", 0, VALUE),
    BAD("-/", 1, NUMBER),
    BAD("-:", 1, NUMBER),
    BAD("1./", 2, NUMBER),
    BAD("1.:", 2, NUMBER),
    BAD("1.5/", 3, TRAILING),
    BAD("1.5:", 3, TRAILING),
    BAD("1e/", 2, NUMBER),
    BAD("1e:", 2, NUMBER),
    BAD("1e5/", 3, TRAILING),
    BAD("1e5:", 3, TRAILING),

    /* literals */
    BAD("t", 1, END),
    BAD("tru", 3, END),
    BAD("fals", 4, END),
    BAD("nul", 3, END),
    BAD("NaN", 0, VALUE),
    BAD("Infinity", 0, VALUE),
    BAD("True", 0, VALUE),
    BAD("FALSE", 0, VALUE),
    BAD("truE", 3, LITERAL),
    BAD("nan", 1, LITERAL),
    BAD("[fals]", 5, LITERAL),
    BAD("[nul]", 4, LITERAL),
    BAD("[tru e]", 4, LITERAL),
    BAD("{\"a\":tr:ue}", 7, LITERAL),
    BAD("nulll", 4, TRAILING),
    BAD("true1", 4, TRAILING),
    BAD("undefined", 0, VALUE),

    /* strings */
    BAD("\"", 1, END),
    BAD("\"a", 2, END),
    BAD("\"\\", 2, END),
    BAD("\"\\\"", 3, END),
    BAD("\"\\u", 3, END),
    BAD("\"\\u123", 6, END),
    BAD("\"\\uD800", 7, END),
    BAD("\"\\uD800\\", 8, END),
    BAD("\"\\uD800\\u", 9, END),
    BAD("\"\\uD800\\uDC0", 12, END),
    BAD("\"\xC3", 2, END),
    BAD("\"\xF0\x9F\x98", 4, END),
    BAD("\"\0\"", 1, CONTROL),
    BAD("\"a\0b\"", 2, CONTROL),
    BAD("\"a\nb\"", 2, CONTROL),
    BAD("\"\t\"", 1, CONTROL),
    BAD("\"\x1F", 1, CONTROL),
    BAD("{\"a\r\":1}", 3, CONTROL),
    BAD("\"\\x41\"", 1, ESCAPE),
    BAD("\"a\\'\"", 2, ESCAPE),
    BAD("\"\\0\"", 1, ESCAPE),
    BAD("\"\\\0\"", 1, ESCAPE),
    BAD("\"\\\n\"", 1, ESCAPE),
    BAD("\"\\U0041\"", 1, ESCAPE),
    BAD("\"\\u\"", 1, ESCAPE),
    BAD("\"\\u12\"", 1, ESCAPE),
    BAD("\"\\u12G4\"", 1, ESCAPE),
    BAD("\"\\u 123\"", 1, ESCAPE),
    BAD("\"\\u+123\"", 1, ESCAPE),
    BAD("\"\\u00e`\"", 1, ESCAPE),
    BAD("\"\\uD80G\"", 1, ESCAPE),
    BAD("\"\\n\\u12345\\u00/0\"", 10, ESCAPE),
    BAD("{\"\\a\":1}", 2, ESCAPE),
    BAD("'a'", 0, VALUE),
    BAD("\"a\\\\\" \"", 6, TRAILING),

    /* surrogates */
    BAD("\"\\uD800\"", 1, SURROGATE),
    BAD("\"\\uDC00\"", 1, SURROGATE),
    BAD("\"a\\uD83Dz\"", 2, SURROGATE),
    BAD("\"\\uD800\\n\"", 1, SURROGATE),
    BAD("\"\\uD800\\x\"", 1, SURROGATE),
    BAD("\"\\uD800uDC00\"", 1, SURROGATE),
    BAD("\"\\uD800\\u0041\"", 1, SURROGATE),
    BAD("\"\\uD800\\uDC0G\"", 1, SURROGATE),
    BAD("\"\\uD800\\uD800\\uDC00\"", 1, SURROGATE),
    BAD("\"\\uDC00\\uD800\"", 1, SURROGATE),
    BAD("\"\\uD800\\uDC00\\uDC00\"", 13, SURROGATE),
    BAD("\"\\u0041\\uDFFF\"", 7, SURROGATE),
    BAD("{\"\\uDBFF\":1}", 2, SURROGATE),

    /* UTF-8 */
    BAD("\"\x80\"", 1, UTF8),
    BAD("\"ab\xFF\"", 3, UTF8),
    BAD("\"\xC0\x80\"", 1, UTF8),
    BAD("\"\xC1\xBF\"", 1, UTF8),
    BAD("\"\xE0\x80\x80\"", 1, UTF8),
    BAD("\"\xE0\x9F\xBF\"", 1, UTF8),
    BAD("\"\xED\xA0\x80\"", 1, UTF8),
    BAD("\"\xF0\x80\x80\x80\"", 1, UTF8),
    BAD("\"\xF4\x90\x80\x80\"", 1, UTF8),
    BAD("\"\xF5\x80\x80\x80\"", 1, UTF8),
    BAD("\"\xF8\x88\x80\x80\x80\"", 1, UTF8),
    BAD("\"\xC3\"", 1, UTF8),
    BAD("\"\xE2\x82\"", 1, UTF8),
    BAD("\"\xF0\x9F\x98\"", 1, UTF8),
    BAD("\"\xC3\xA9\xE2\x82\\u0041\"", 3, UTF8),
    BAD("{\"\xBF\":1}", 2, UTF8),

    /* comments */
    BAD("/* c */1", 0, VALUE),
    BAD("[1,/**/2]", 3, VALUE),
    BAD("1 // c", 2, TRAILING),
    BAD("# c\n1", 0, VALUE),
    BAD("{/**/}", 1, NAME),
};

MU_TEST(invalid_documents_are_refused_where_and_why_they_fail)
{
    for (size_t i = 0; i < COUNT(invalid); i++)
        expect_at(invalid[i].line, invalid[i].text, invalid[i].size, NULL, invalid[i].reason,
                  invalid[i].offset);
}

/* Which bytes may stand between `before` and `after`: pairs of a first and a last one. */
#define PLACE(before, after, ranges)                                                                         \
    {                                                                                                        \
        before, after, ranges, __LINE__                                                                      \
    }
#define BLANK "\t\n\r\r  "

static const struct {
    const char *before, *after, *ranges;
    int line;
} places[] = {
    /* the document */
    PLACE("", "", "09"),
    PLACE("", "1", BLANK "--19"),
    PLACE("", "]", "[["),
    PLACE("", "}", "{{"),
    PLACE("", "a\"", "\"\""),
    PLACE("1", "", BLANK "09"),
    PLACE("1 ", "", BLANK),
    PLACE("{}", "", BLANK),
    PLACE("[]", "", BLANK),
    PLACE("\"\"", "", BLANK),

    /* strings */
    PLACE("\"", "\"", " !#[]\x7F"),
    PLACE("\"ab", "cd\"", " !#[]\x7F"),
    PLACE("{\"", "\":1}", " !#[]\x7F"),
    PLACE("\"\\", "\"", "\"\"//\\\\bbffnnrrtt"),
    PLACE("\"\\", "0041\"", "\"\"//\\\\bbffnnrrttuu"),
    PLACE("\"\\u", "000\"", "09AFaf"),
    PLACE("\"\\u0", "00\"", "09AFaf"),
    PLACE("\"\\u00", "0\"", "09AFaf"),
    PLACE("\"\\u000", "\"", "09AFaf"),
    PLACE("\"\\ud", "00\"", "07"),
    PLACE("\"\\uD800", "uDC00\"", "\\\\"),
    PLACE("\"\\uD800\\", "DC00\"", "uu"),
    PLACE("\"\\uD800\\u", "C00\"", "DDdd"),
    PLACE("\"\\uD800\\uD", "00\"", "CFcf"),

    /* numbers */
    PLACE("-", "", "09"),
    PLACE("-", "1", "19"),
    PLACE("0", "", BLANK),
    PLACE("0", "1", "..EEee"),
    PLACE("-0", "", BLANK),
    PLACE("-0", "1", "..EEee"),
    PLACE("1", "1", "..09EEee"),
    PLACE("-1", "", BLANK "09"),
    PLACE("1.", "", "09"),
    PLACE("1.", "1", "09"),
    PLACE("1.5", "", BLANK "09"),
    PLACE("1.5", "1", "09EEee"),
    PLACE("1e", "", "09"),
    PLACE("1E", "1", "++--09"),
    PLACE("1e+", "", "09"),
    PLACE("1e-", "1", "09"),
    PLACE("1e1", "", BLANK "09"),
    PLACE("1e1", "1", "09"),

    /* literals */
    PLACE("", "rue", "tt"),
    PLACE("t", "ue", "rr"),
    PLACE("tr", "e", "uu"),
    PLACE("tru", "", "ee"),
    PLACE("true", "", BLANK),
    PLACE("", "alse", "ff"),
    PLACE("f", "lse", "aa"),
    PLACE("fa", "se", "ll"),
    PLACE("fal", "e", "ss"),
    PLACE("fals", "", "ee"),
    PLACE("", "ull", "nn"),
    PLACE("n", "ll", "uu"),
    PLACE("nu", "l", "ll"),
    PLACE("nul", "", "ll"),
    PLACE("[null", "1]", ",,"),

    /* objects */
    PLACE("{", "", "}}"),
    PLACE("{", "}", BLANK),
    PLACE("{", "\":1}", "\"\""),
    PLACE("{", "\"a\":1}", BLANK),
    PLACE("{", "a\":1}", "\"\""),
    PLACE("{\"a\"", "1}", "::"),
    PLACE("{\"a\"", ":1}", BLANK),
    PLACE("{\"a\":", "}", "09"),
    PLACE("{\"a\":", "1}", BLANK "--19"),
    PLACE("{\"a\":1", "", "}}"),
    PLACE("{\"a\":1", "}", BLANK "09"),
    PLACE("{\"a\":[]", "}", BLANK),
    PLACE("{\"a\":1", "\"b\":2}", ",,"),
    PLACE("{\"a\":1,", "\"b\":2}", BLANK),
    PLACE("{\"a\":1,", "b\":2}", "\"\""),

    /* arrays */
    PLACE("[", "", "]]"),
    PLACE("[", "]", BLANK "09"),
    PLACE("[", "2]", BLANK "--19"),
    PLACE("[1", "", "]]"),
    PLACE("[1", "]", BLANK "09"),
    PLACE("[1", "2]", ",,..09EEee"),
    PLACE("[\"\"", "2]", ",,"),
    PLACE("[\"\"", "]", BLANK),
    PLACE("[{}", "[]]", ",,"),
    PLACE("[1,", "]", "09"),
    PLACE("[1,", "2]", BLANK "--19"),
};

MU_TEST(at_every_place_exactly_the_bytes_of_the_grammar_are_accepted)
{
    for (size_t p = 0; p < COUNT(places); p++) {
        const size_t at = strlen(places[p].before), size = at + 1 + strlen(places[p].after);
        memcpy(room, places[p].before, at);
        memcpy(room + at + 1, places[p].after, size - at - 1);
        for (unsigned byte = 0; byte < 256; byte++) {
            int good = 0;
            for (const char *range = places[p].ranges; *range != '\0'; range += 2)
                good |= byte >= (unsigned char)range[0] && byte <= (unsigned char)range[1];
            room[at] = (char)(unsigned char)byte;
            const verdict got = judge(room, size, NULL);
            if (good == (got.status == MCPERR_OK) ||
                !mu_failed_at(mcperr_status_text(got.status), __FILE__, places[p].line))
                continue;
            MU_PUTS("    text     ");
            mu_put_bytes(room, size);
            MU_PUTS("\n");
        }
    }
}

/* A document in pieces. A fault in a whole piece lies at the first byte of the piece. */
typedef struct piece {
    const char *text;
    int whole;
} piece;

static const piece *piece_at(size_t number, size_t count)
{
    static const piece first = {"[", 0}, last = {"0]\n", 0};
    static const piece between[] = {
        {"{\"caf", 0},
        {"\xC3\xA9", 1},
        {"\" : \"", 0},
        {"\\u00e9", 1},
        {"\\n", 1},
        {"\xE2\x82\xAC", 1},
        {" ", 0},
        {"\xF0\x9F\x98\x80", 1},
        {"\\ud83d\\ude00", 1},
        {"\",\"n\":[-12.50e+3,0],\"ok\":[true,false,null,{},\"", 0},
        {"\\\"", 1},
        {"\"]\t}\r,\n", 0},
    };

    return number == 0 ? &first : number == count - 1 ? &last : &between[(number - 1) % COUNT(between)];
}

static size_t put(size_t at, const char *text)
{
    const size_t size = strlen(text);

    memcpy(room + at, text, size);
    return at + size;
}

MU_TEST(one_bad_byte_anywhere_in_a_long_document_is_found_where_it_is)
{
    enum { PIECES = 1 + 12 * 20 + 1 };
    static const unsigned char bad[] = {0x00, 0x1F, 0xFF};
    size_t size = 0, begin = 0;

    for (size_t i = 0; i < PIECES; i++)
        size = put(size, piece_at(i, PIECES)->text);
    mu_check(size > 1900);
    expect(room, size, MCPERR_R_NONE, 0);

    for (size_t i = 0; i < PIECES; i++) {
        const size_t end = begin + strlen(piece_at(i, PIECES)->text);
        for (size_t at = begin; at < end; at++) {
            const char kept = room[at];
            for (size_t b = 0; b < COUNT(bad); b++) {
                room[at] = (char)bad[b];
                const verdict got = judge(room, size, NULL);
                mu_assert_int_eq(MCPERR_E_SYNTAX, got.status);
                mu_assert_uint_eq(piece_at(i, PIECES)->whole ? begin : at, got.fault.offset);
            }
            room[at] = kept;
        }
        begin = end;
    }
    mu_assert_uint_eq(size, begin);
}

/* ---- characters ---------------------------------------------------------------------------- */

/* `"\uXXXX` for each code, then the closing quote. Returns the size. */
static size_t put_escapes(const uint32_t *codes, size_t count, const char *hex)
{
    size_t at = put(0, "\"");

    for (size_t i = 0; i < count; i++) {
        at = put(at, "\\u");
        for (unsigned shift = 16; shift > 0; shift -= 4)
            room[at++] = hex[codes[i] >> (shift - 4) & 15];
    }
    return put(at, "\"");
}

static const char *const hex_digits[] = {"0123456789abcdef", "0123456789ABCDEF"};

MU_TEST(every_escaped_code_is_accepted_unless_it_is_half_of_a_pair)
{
    for (size_t letters = 0; letters < COUNT(hex_digits); letters++)
        for (uint32_t code = 0; code <= 0xFFFF; code++) {
            const size_t size = put_escapes(&code, 1, hex_digits[letters]);
            const int half = code >= 0xD800 && code <= 0xDFFF;
            expect(room, size, half ? MCPERR_R_SURROGATE : MCPERR_R_NONE, 1);
        }
}

/* Up to three digits of an escape, at the end of a text. */
static void expect_digits(const char *before, uint32_t number, unsigned count, mcperr_reason reason)
{
    size_t at = put(0, before);

    for (unsigned i = count; i-- > 0;)
        room[at++] = hex_digits[0][number >> 4 * i & 15];
    expect(room, at, reason, reason == MCPERR_R_END ? at : 1);
}

MU_TEST(an_escape_that_is_cut_short_is_partial_only_if_it_can_still_become_good)
{
    for (unsigned count = 0; count < 4; count++)
        for (uint32_t number = 0; number < UINT32_C(1) << 4 * count; number++) {
            const uint32_t missing = UINT32_C(1) << 4 * (4 - count);
            const uint32_t from = number * missing, to = from + missing - 1; /* what it can become */
            const int all_low = from >= 0xDC00 && to <= 0xDFFF, none_low = to < 0xDC00 || from > 0xDFFF;
            expect_digits("\"\\u", number, count, all_low ? MCPERR_R_SURROGATE : MCPERR_R_END);
            expect_digits("\"\\uDBFF\\u", number, count, none_low ? MCPERR_R_SURROGATE : MCPERR_R_END);
        }
}

MU_TEST(escaped_surrogates_are_accepted_in_pairs_only)
{
    static const uint32_t edges[] = {0xD7FF, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xE000};
    /* The offset of the half that is alone; 0 if none is. Rows: the first code; columns: the second. */
    static const uint8_t alone[COUNT(edges)][COUNT(edges)] = {
        {0, 7, 7, 7, 7, 0}, /* D7FF */
        {1, 1, 1, 0, 0, 1}, /* D800 */
        {1, 1, 1, 0, 0, 1}, /* DBFF */
        {1, 1, 1, 1, 1, 1}, /* DC00 */
        {1, 1, 1, 1, 1, 1}, /* DFFF */
        {0, 7, 7, 7, 7, 0}, /* E000 */
    };

    for (size_t letters = 0; letters < COUNT(hex_digits); letters++)
        for (size_t first = 0; first < COUNT(edges); first++)
            for (size_t second = 0; second < COUNT(edges); second++) {
                const uint32_t codes[2] = {edges[first], edges[second]};
                const size_t size = put_escapes(codes, 2, hex_digits[letters]);
                const uint32_t offset = alone[first][second];
                expect(room, size, offset > 0 ? MCPERR_R_SURROGATE : MCPERR_R_NONE, offset);
            }
}

/* The well-formed sequences of more than one byte, as the Unicode Standard lists them. */
static const struct {
    uint8_t first_from, first_to, second_from, second_to, size;
} utf8[] = {
    {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
    {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
};

/* Size of the well-formed sequence that these bytes are or begin; 0 if there is none. */
static size_t utf8_size(const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < COUNT(utf8); i++) {
        if (bytes[0] < utf8[i].first_from || bytes[0] > utf8[i].first_to)
            continue;
        if (count > 1 && (bytes[1] < utf8[i].second_from || bytes[1] > utf8[i].second_to))
            return 0;
        for (size_t more = 2; more < count && more < utf8[i].size; more++)
            if (bytes[more] < 0x80 || bytes[more] > 0xBF)
                return 0;
        return utf8[i].size;
    }
    return 0;
}

/* Bytes, the first past 0x7F, in a string that is closed and in one that is not. */
static void expect_bytes(const unsigned char *bytes, size_t count)
{
    mcperr_reason reason = MCPERR_R_NONE, reason_if_open = MCPERR_R_END;
    size_t at = 0;
    char text[6];

    while (at < count && reason == MCPERR_R_NONE) {
        const size_t size = bytes[at] < 0x80 ? 1 : utf8_size(bytes + at, count - at);
        if (bytes[at] < 0x20)
            reason = reason_if_open = MCPERR_R_CONTROL;
        else if (size == 0)
            reason = reason_if_open = MCPERR_R_UTF8;
        else if (size > count - at)
            reason = MCPERR_R_UTF8; /* by the quote that follows */
        else
            at += size;
    }
    text[0] = '"';
    memcpy(text + 1, bytes, count);
    text[count + 1] = '"';
    expect(text, count + 2, reason, 1 + at);
    expect(text, count + 1, reason_if_open, reason_if_open == MCPERR_R_END ? 1 + count : 1 + at);
}

MU_TEST(two_bytes_are_accepted_if_they_are_utf8)
{
    for (unsigned first = 0x80; first < 0x100; first++)
        for (unsigned second = 0; second < 0x100; second++) {
            const unsigned char bytes[2] = {(unsigned char)first, (unsigned char)second};
            expect_bytes(bytes, 2);
        }
}

static const unsigned char utf8_edges[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};

MU_TEST(three_bytes_are_accepted_if_they_are_utf8)
{
    for (unsigned first = 0x80; first < 0x100; first++)
        for (size_t second = 0; second < COUNT(utf8_edges); second++)
            for (size_t third = 0; third < COUNT(utf8_edges); third++) {
                const unsigned char bytes[3] = {(unsigned char)first, utf8_edges[second], utf8_edges[third]};
                expect_bytes(bytes, 3);
            }
}

MU_TEST(four_bytes_are_accepted_if_they_are_utf8)
{
    for (unsigned first = 0x80; first < 0x100; first++)
        for (size_t second = 0; second < COUNT(utf8_edges); second++)
            for (size_t third = 0; third < COUNT(utf8_edges); third++)
                for (size_t fourth = 0; fourth < COUNT(utf8_edges); fourth++) {
                    const unsigned char bytes[4] = {(unsigned char)first, utf8_edges[second],
                                                    utf8_edges[third], utf8_edges[fourth]};
                    expect_bytes(bytes, 4);
                }
}

/* ---- nesting ------------------------------------------------------------------------------- */

MU_TEST(each_bracket_is_closed_by_its_own_kind_only)
{
    enum { DEPTH = 10 };

    for (unsigned pattern = 0; pattern < 1u << DEPTH; pattern++) { /* bit n: an object at level n */
        size_t size = 0;
        for (unsigned level = 0; level < DEPTH; level++)
            size = put(size, pattern >> level & 1 ? level < DEPTH - 1 ? "{\"\":" : "{" : "[");
        const size_t closing = size;
        for (unsigned level = DEPTH; level-- > 0;)
            size = put(size, pattern >> level & 1 ? "}" : "]");
        expect(room, size, MCPERR_R_NONE, 0);

        for (unsigned level = 0; level < DEPTH; level++) {
            const size_t at = closing + DEPTH - 1 - level;
            const int object = pattern >> level & 1, empty = level == DEPTH - 1;
            room[at] = object ? ']' : '}';
            expect(room, size,
                   object  ? empty ? MCPERR_R_NAME : MCPERR_R_NEXT_MEMBER
                   : empty ? MCPERR_R_VALUE
                           : MCPERR_R_NEXT_ELEMENT,
                   at);
            room[at] = object ? '}' : ']';
        }
    }
}

/* `outer` brackets, a text in them, and their ends. Returns the size. */
static size_t put_nested(size_t outer, const char *inner)
{
    memset(room, '[', outer);
    const size_t size = put(outer, inner);
    memset(room + size, ']', outer);
    return size + outer;
}

MU_TEST(siblings_of_different_kinds_are_told_apart_at_every_depth)
{
    const mcperr_limits deepest = {0, 0, MCPERR_DEPTH_MAX};

    for (size_t outer = 0; outer + 3 <= MCPERR_DEPTH_MAX; outer++) {
        expect_within(&deepest, room, put_nested(outer, "[{\"\":{}},[[],{}],{\"\":[]}]"), MCPERR_R_NONE, 0);
        expect_within(&deepest, room, put_nested(outer, "[{\"\":{}},[[],{}}]"), MCPERR_R_NEXT_ELEMENT,
                      outer + 15);
        expect_within(&deepest, room, put_nested(outer, "[[[]],{\"\":[]]]"), MCPERR_R_NEXT_MEMBER,
                      outer + 12);
        expect_within(&deepest, room, put_nested(outer, "[{\"\":{}},[[}]"), MCPERR_R_VALUE, outer + 11);
        expect_within(&deepest, room, put_nested(outer, "[[[]],{\"\":{]]"), MCPERR_R_NAME, outer + 11);
    }
}

/* ---- limits -------------------------------------------------------------------------------- */

MU_TEST(nesting_is_allowed_up_to_the_limit_on_depth)
{
    for (uint16_t depth = 1; depth <= MCPERR_DEPTH_MAX; depth++) {
        const mcperr_limits limits = {0, 0, depth};
        expect_within(&limits, room, put_nested(depth - 1u, "0"), MCPERR_R_NONE, 0);
        expect_within(&limits, room, put_nested(depth, "0"), MCPERR_R_NONE, 0);
        expect_within(&limits, room, put_nested(depth + 1u, "0"), MCPERR_R_DEPTH, depth);
        expect_within(&limits, room, put_nested(depth, "{}"), MCPERR_R_DEPTH, depth);
        expect_within(&limits, room, put_nested(depth, "1,[]"), MCPERR_R_DEPTH, depth + 2u);
    }
}

MU_TEST(the_limit_on_depth_is_32_by_default)
{
    const mcperr_limits zeroed = {0, 0, 0};

    expect(room, put_nested(31, ""), MCPERR_R_NONE, 0);
    expect(room, put_nested(32, ""), MCPERR_R_NONE, 0);
    expect(room, put_nested(33, ""), MCPERR_R_DEPTH, 32);
    expect_within(&zeroed, room, put_nested(32, ""), MCPERR_R_NONE, 0);
    expect_within(&zeroed, room, put_nested(33, ""), MCPERR_R_DEPTH, 32);
}

MU_TEST(a_limit_on_depth_past_the_most_is_the_most)
{
    static const uint16_t past[] = {MCPERR_DEPTH_MAX, MCPERR_DEPTH_MAX + 1, 65535};

    for (size_t i = 0; i < COUNT(past); i++) {
        const mcperr_limits limits = {0, 0, past[i]};
        expect_within(&limits, room, put_nested(MCPERR_DEPTH_MAX, ""), MCPERR_R_NONE, 0);
        expect_within(&limits, room, put_nested(MCPERR_DEPTH_MAX + 1, ""), MCPERR_R_DEPTH, MCPERR_DEPTH_MAX);
    }
}

MU_TEST(thousands_of_open_brackets_are_refused_at_the_limit)
{
    memset(room, '[', sizeof room);
    expect(room, sizeof room, MCPERR_R_DEPTH, 32);
    for (size_t at = 0; at + 5 <= sizeof room; at += 5)
        memcpy(room + at, "{\"\":[", 5);
    expect(room, sizeof room, MCPERR_R_DEPTH, 32 / 2 * 5);
}

MU_TEST(closed_brackets_do_not_count_for_the_depth)
{
    const mcperr_limits two = {0, 0, 2};

    for (size_t at = 0; at + 3 <= sizeof room; at += 3)
        memcpy(room + at, "[],", 3);
    room[0] = '[';
    room[1] = '0';
    memcpy(room + sizeof room - 2, "0]", 2); /* 2048 == 3 * 682 + 2 */
    expect_within(&two, room, sizeof room, MCPERR_R_NONE, 0);
}

MU_TEST(names_and_values_are_allowed_up_to_the_limit_on_tokens)
{
    static const char text[] = "{\"a\":[1,2,{\"b\":null}],\"c\":\"d\"}";
    static const uint32_t offsets[] = {0, 1, 5, 6, 8, 10, 11, 15, 22, 26};
    mcperr_limits limits = {0, 0, 0};

    for (uint32_t tokens = 1; tokens < COUNT(offsets); tokens++) {
        limits.tokens = tokens;
        expect_within(&limits, text, sizeof text - 1, MCPERR_R_TOKENS, offsets[tokens]);
    }
    static const uint32_t enough[] = {COUNT(offsets), COUNT(offsets) + 1, UINT32_MAX, 0};
    for (size_t i = 0; i < COUNT(enough); i++) {
        limits.tokens = enough[i];
        const verdict got = judge(text, sizeof text - 1, &limits);
        mu_assert_int_eq(MCPERR_OK, got.status);
        mu_assert_uint_eq(COUNT(offsets), got.tokens);
    }
}

MU_TEST(what_is_neither_name_nor_value_does_not_pass_the_limit_on_tokens)
{
    const mcperr_limits two = {0, 2, 0}, three = {0, 3, 0};

    expect_within(&three, "{\"a\":1,}", 8, MCPERR_R_NAME, 7);
    expect_within(&three, "{\"a\":1,2}", 9, MCPERR_R_NAME, 7);
    expect_within(&two, "[1,", 3, MCPERR_R_END, 3);
    expect_within(&two, "[1 2]", 5, MCPERR_R_NEXT_ELEMENT, 3);
    expect_within(&two, "1 2", 3, MCPERR_R_TRAILING, 2);
    expect_within(&two, "[1,]", 4, MCPERR_R_VALUE, 3);
    expect_within(&two, "[[}]", 4, MCPERR_R_VALUE, 2);
    expect_within(&two, "{\"a\":}", 6, MCPERR_R_VALUE, 5);
}

MU_TEST(bytes_are_allowed_up_to_the_limit_on_size)
{
    for (size_t i = 0; i < JSON_VALID_COUNT; i++) {
        const char *const text = json_valid[i].text;
        const uint32_t size = (uint32_t)strlen(text);
        mcperr_limits limits = {size, 0, 0};
        expect_within(&limits, text, size, MCPERR_R_NONE, 0);
        limits.size = size + 1;
        expect_within(&limits, text, size, MCPERR_R_NONE, 0);
        limits.size = size - 1;
        if (size > 1) /* a limit of 0 is the default */
            expect_within(&limits, text, size, MCPERR_R_SIZE, size - 1);
    }
}

MU_TEST(the_limit_on_size_comes_before_every_other_fault)
{
    const mcperr_limits tight = {3, 1, 1};

    expect_within(&tight, "}}}}", 4, MCPERR_R_SIZE, 3);
    expect_within(&tight, "[[]]", 4, MCPERR_R_SIZE, 3);
    expect_within(&tight, "    ", 4, MCPERR_R_SIZE, 3);
}

MU_TEST(a_text_longer_than_any_view_is_refused_unread)
{
    static const mcperr_limits all[] = {{0, 0, 0}, {MCPERR_TEXT_MAX, 0, 0}, {UINT32_MAX, 0, 0}};
    static const size_t sizes[] = {
        (size_t)MCPERR_TEXT_MAX + 1,
#if SIZE_MAX > UINT32_MAX
        (size_t)UINT32_MAX + 2, /* not 1 */
#endif
    };
    static const char text[] = "1";

    for (size_t i = 0; i < COUNT(all) * COUNT(sizes); i++) {
        mcperr_fault fault = stale;
        mu_assert_int_eq(MCPERR_E_SIZE,
                         mcperr_json_check(text, sizes[i / COUNT(all)], &all[i % COUNT(all)], NULL, &fault));
        mu_assert_int_eq(MCPERR_R_SIZE, fault.reason);
        mu_assert_uint_eq(MCPERR_TEXT_MAX, fault.offset);
    }
}

MU_TEST(an_incomplete_or_broken_text_within_all_limits_is_not_blamed_on_them)
{
    const mcperr_limits exact = {4, 2, 2};

    expect_within(&exact, "[[]", 3, MCPERR_R_END, 3);
    expect_within(&exact, "[[]]", 4, MCPERR_R_NONE, 0);
    expect_within(&exact, "[[]}", 4, MCPERR_R_NEXT_ELEMENT, 3);
}

/* ---- arguments ----------------------------------------------------------------------------- */

MU_TEST(no_text_is_an_empty_text_if_it_has_no_size)
{
    uint32_t tokens = 77;
    mcperr_fault fault = stale;

    mu_assert_int_eq(MCPERR_E_PARTIAL, mcperr_json_check(NULL, 0, NULL, &tokens, &fault));
    mu_assert_uint_eq(77, tokens);
    mu_assert_uint_eq(0, fault.offset);
    mu_assert_int_eq(MCPERR_R_END, fault.reason);
    mu_assert_int_eq(MCPERR_E_PARTIAL, mcperr_json_check(NULL, 0, NULL, NULL, NULL));
}

MU_TEST(no_text_with_a_size_is_misuse)
{
    uint32_t tokens = 77;
    mcperr_fault fault = stale;

    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_json_check(NULL, 1, NULL, &tokens, &fault));
    mu_assert_uint_eq(77, tokens);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_json_check(NULL, SIZE_MAX, NULL, NULL, NULL));
}

MU_TEST(results_that_are_not_wanted_are_not_needed)
{
    uint32_t tokens = 77;
    mcperr_fault fault = stale;

    mu_assert_int_eq(MCPERR_OK, mcperr_json_check("[1]", 3, NULL, NULL, NULL));
    mu_assert_int_eq(MCPERR_E_SYNTAX, mcperr_json_check("[1}", 3, NULL, NULL, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_json_check("[1]", 3, NULL, &tokens, NULL));
    mu_assert_uint_eq(2, tokens);
    mu_assert_int_eq(MCPERR_E_SYNTAX, mcperr_json_check("[1}", 3, NULL, NULL, &fault));
    mu_assert_uint_eq(2, fault.offset);
    mu_assert_int_eq(MCPERR_R_NEXT_ELEMENT, fault.reason);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_check("[1]", 3, NULL, NULL, &fault));
    mu_assert_int_eq(MCPERR_R_NONE, fault.reason);
}

MU_TEST(a_refusal_leaves_the_token_count_alone)
{
    uint32_t tokens = 77;

    mu_assert_int_eq(MCPERR_E_SYNTAX, mcperr_json_check("[1,2}", 5, NULL, &tokens, NULL));
    mu_assert_uint_eq(77, tokens);
}

MU_TEST(bytes_past_the_size_are_no_part_of_the_text)
{
    mu_assert_int_eq(MCPERR_OK, mcperr_json_check("12x", 2, NULL, NULL, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_json_check("[]]", 2, NULL, NULL, NULL));
    mu_assert_int_eq(MCPERR_E_PARTIAL, mcperr_json_check("true", 3, NULL, NULL, NULL));
    mu_assert_int_eq(MCPERR_E_PARTIAL, mcperr_json_check("1.5", 2, NULL, NULL, NULL));
    mu_assert_int_eq(MCPERR_E_PARTIAL, mcperr_json_check("\"a\"", 2, NULL, NULL, NULL));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_string_of_five_symbols_is_judged_as_an_independent_parser_does)
    MU_RUN(valid_documents_are_accepted_and_their_names_and_values_counted)
    MU_RUN(a_valid_document_that_is_cut_short_is_partial_at_its_length)
    MU_RUN(a_number_that_is_cut_where_it_cannot_end_is_partial)
    MU_RUN(invalid_documents_are_refused_where_and_why_they_fail)
    MU_RUN(at_every_place_exactly_the_bytes_of_the_grammar_are_accepted)
    MU_RUN(one_bad_byte_anywhere_in_a_long_document_is_found_where_it_is)
    MU_RUN(every_escaped_code_is_accepted_unless_it_is_half_of_a_pair)
    MU_RUN(an_escape_that_is_cut_short_is_partial_only_if_it_can_still_become_good)
    MU_RUN(escaped_surrogates_are_accepted_in_pairs_only)
    MU_RUN(two_bytes_are_accepted_if_they_are_utf8)
    MU_RUN(three_bytes_are_accepted_if_they_are_utf8)
    MU_RUN(four_bytes_are_accepted_if_they_are_utf8)
    MU_RUN(each_bracket_is_closed_by_its_own_kind_only)
    MU_RUN(siblings_of_different_kinds_are_told_apart_at_every_depth)
    MU_RUN(nesting_is_allowed_up_to_the_limit_on_depth)
    MU_RUN(the_limit_on_depth_is_32_by_default)
    MU_RUN(a_limit_on_depth_past_the_most_is_the_most)
    MU_RUN(thousands_of_open_brackets_are_refused_at_the_limit)
    MU_RUN(closed_brackets_do_not_count_for_the_depth)
    MU_RUN(names_and_values_are_allowed_up_to_the_limit_on_tokens)
    MU_RUN(what_is_neither_name_nor_value_does_not_pass_the_limit_on_tokens)
    MU_RUN(bytes_are_allowed_up_to_the_limit_on_size)
    MU_RUN(the_limit_on_size_comes_before_every_other_fault)
    MU_RUN(a_text_longer_than_any_view_is_refused_unread)
    MU_RUN(an_incomplete_or_broken_text_within_all_limits_is_not_blamed_on_them)
    MU_RUN(no_text_is_an_empty_text_if_it_has_no_size)
    MU_RUN(no_text_with_a_size_is_misuse)
    MU_RUN(results_that_are_not_wanted_are_not_needed)
    MU_RUN(a_refusal_leaves_the_token_count_alone)
    MU_RUN(bytes_past_the_size_are_no_part_of_the_text)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "minunit.h"
#include "text.h"

#define BYTES(literal) (literal), sizeof(literal) - 1
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define GUARD 0x5A

static mcperr_text view(unsigned form, const char *bytes)
{
    mcperr_text text = mcperr_str(bytes);

    text.form = form & 3;
    return text;
}

/* ---- decoding ------------------------------------------------------------------------------ */

typedef uint32_t (*decoder)(const char *at, const char *end, const char **next);

static void check_decoded(decoder decode, const void *bytes, size_t size, uint32_t code, size_t moved)
{
    const char *const begin = bytes, *next = begin;

    mu_assert_uint_eq(code, decode(begin, begin + size, &next));
    mu_assert_int_eq(moved, next - begin);
    mu_check(next > begin && next <= begin + size);
}

/* UTF-8 as the Unicode standard draws it, in code points: which of them have how many bytes. */
static const struct {
    size_t size;
    uint32_t first, last;
} ranges[] = {
    {1, 0, 0x7F}, {2, 0x80, 0x7FF}, {3, 0x800, 0xD7FF}, {3, 0xE000, 0xFFFF}, {4, 0x10000, 0x10FFFF},
};

/* How many bytes the character has whose first `size` bytes these are, if there is one; or 0. */
static size_t begun(const unsigned char *bytes, size_t size, uint32_t *code)
{
    unsigned ones = 0;

    while (ones < 8 && (bytes[0] >> (7 - ones) & 1))
        ones++;
    const size_t whole = ones == 0 ? 1 : ones == 1 ? 0 : ones;
    if (size > whole)
        return 0;
    uint32_t least = bytes[0] & (0x7Fu >> ones), most = least;
    for (size_t i = 1; i < whole; i++) {
        if (i < size && bytes[i] >> 6 != 2)
            return 0;
        least = least << 6 | (i < size ? bytes[i] & 0x3Fu : 0);
        most = most << 6 | (i < size ? bytes[i] & 0x3Fu : 0x3F);
    }
    *code = least;
    for (size_t i = 0; i < COUNT(ranges); i++)
        if (ranges[i].size == whole && least <= ranges[i].last && most >= ranges[i].first)
            return whole;
    return 0;
}

/* The bytes as text that ends after each of them in turn, against the longest begun character. */
static void check_utf8(const unsigned char *bytes, size_t size)
{
    for (size_t end = 1; end <= size; end++) {
        uint32_t code = 0;
        size_t good = 0, whole = 0;
        while (good < end && begun(bytes, good + 1, &code) > 0)
            whole = begun(bytes, ++good, &code);
        if (good == 0)
            check_decoded(mcperr_char_utf8, bytes, end, MCPERR_CHAR_BROKEN, 1);
        else if (good == whole)
            check_decoded(mcperr_char_utf8, bytes, end, code, whole);
        else
            check_decoded(mcperr_char_utf8, bytes, end, good == end ? MCPERR_CHAR_CUT : MCPERR_CHAR_BROKEN,
                          good);
    }
}

static const unsigned char edges[] = {0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};

MU_TEST(every_two_bytes_decode_to_their_character_or_maximal_subpart)
{
    unsigned char bytes[3] = {0, 0, 0x80};

    for (unsigned pair = 0; pair < 0x10000; pair++) {
        bytes[0] = (unsigned char)(pair >> 8);
        bytes[1] = (unsigned char)(pair & 0xFF);
        check_utf8(bytes, 2);
    }
}

MU_TEST(three_and_four_bytes_decode_to_their_character_or_maximal_subpart)
{
    unsigned char bytes[4];

    for (unsigned lead = 0; lead < 0x100; lead++) {
        bytes[0] = (unsigned char)lead;
        for (unsigned i = 0; i < COUNT(edges) * COUNT(edges); i++) {
            bytes[1] = edges[i / COUNT(edges)];
            bytes[2] = edges[i % COUNT(edges)];
            bytes[3] = 0x80;
            check_utf8(bytes, 3);
            for (unsigned j = 0; lead >= 0xE0 && j < COUNT(edges); j++) {
                bytes[3] = edges[j];
                check_utf8(bytes, 4);
            }
        }
    }
}

/* Byte sequences, and what stands for them when each maximal subpart is replaced; '?' is U+FFFD. */
static const struct {
    const char *bytes, *shown;
} replaced[] = {
    {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", "????????A"},
    {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", "????????A"},
    {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", "?????A??B"},
    {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "????A"},
    {"\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64", "a???b?c??d"},
    {"\xF0\x9F\x98", "?"},
    {"\xEF\xBF\xBD", "?"},
    {"\xF8\x88\x80\x80\x80", "?????"},
    {"\xFE\xFF", "??"},
};

MU_TEST(each_maximal_subpart_is_replaced_once)
{
    for (size_t i = 0; i < COUNT(replaced); i++) {
        const char *at = replaced[i].bytes, *const end = at + strlen(at), *shown = replaced[i].shown;
        while (at < end && *shown != '\0') {
            const uint32_t expected = *shown == '?' ? MCPERR_CHAR_REPLACED : (unsigned char)*shown;
            mu_assert_uint_eq(expected, mcperr_char_next(&at, end, MCPERR_PLAIN));
            shown++;
        }
        mu_check(at == end && *shown == '\0');
    }
}

MU_TEST(every_code_point_survives_encoding_and_decoding)
{
    for (size_t i = 0; i < COUNT(ranges); i++)
        for (uint32_t code = ranges[i].first; code <= ranges[i].last; code++) {
            char bytes[5] = {GUARD, GUARD, GUARD, GUARD, GUARD};
            const size_t size = mcperr_utf8_put(code, bytes);
            mu_assert_uint_eq(ranges[i].size, size);
            mu_check(bytes[ranges[i].size] == GUARD);
            check_decoded(mcperr_char_utf8, bytes, size, code, size);
        }
}

MU_TEST(known_code_points_have_their_known_bytes)
{
    static const struct {
        uint32_t code;
        const char *bytes;
        size_t size;
    } known[] = {
        {0x00, BYTES("\x00")},
        {0x7F, BYTES("\x7F")},
        {0x80, BYTES("\xC2\x80")},
        {0xE9, BYTES("\xC3\xA9")},
        {0x7FF, BYTES("\xDF\xBF")},
        {0x800, BYTES("\xE0\xA0\x80")},
        {0x20AC, BYTES("\xE2\x82\xAC")},
        {0xFFFD, BYTES("\xEF\xBF\xBD")},
        {0xFFFF, BYTES("\xEF\xBF\xBF")},
        {0x10000, BYTES("\xF0\x90\x80\x80")},
        {0x1F600, BYTES("\xF0\x9F\x98\x80")},
        {0x10FFFF, BYTES("\xF4\x8F\xBF\xBF")},
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        char bytes[4];
        mu_assert_mem_eq(known[i].bytes, known[i].size, bytes, mcperr_utf8_put(known[i].code, bytes));
        check_decoded(mcperr_char_utf8, known[i].bytes, known[i].size, known[i].code, known[i].size);
    }
}

/* ---- escapes ------------------------------------------------------------------------------- */

static const char hex_lower[] = "0123456789abcdef", hex_upper[] = "0123456789ABCDEF";

static void put_unit(char to[6], uint32_t unit, const char *hex)
{
    to[0] = '\\';
    to[1] = 'u';
    for (unsigned i = 5; i >= 2; i--, unit >>= 4)
        to[i] = hex[unit & 15];
}

static bool is_high_half(uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
static bool is_low_half(uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

MU_TEST(every_u_escape_is_its_code_unit_and_half_a_pair_is_none)
{
    char text[7] = "......x";

    for (uint32_t unit = 0; unit < 0x10000; unit++) {
        const bool half = is_high_half(unit) || is_low_half(unit);
        put_unit(text, unit, unit & 1 ? hex_upper : hex_lower);
        check_decoded(mcperr_char_escape, text, 7, half ? MCPERR_CHAR_HALF : unit, 6);
        check_decoded(mcperr_char_escape, text, 6,
                      is_high_half(unit) ? MCPERR_CHAR_CUT
                      : half             ? MCPERR_CHAR_HALF
                                         : unit,
                      6);
    }
}

MU_TEST(hexadecimal_digits_may_be_in_either_case)
{
    check_decoded(mcperr_char_escape, BYTES("\\uabcd"), 0xABCD, 6);
    check_decoded(mcperr_char_escape, BYTES("\\uABCD"), 0xABCD, 6);
    check_decoded(mcperr_char_escape, BYTES("\\ueFfE"), 0xEFFE, 6);
    check_decoded(mcperr_char_escape, BYTES("\\uD83d\\uDe00"), 0x1F600, 12);
}

static void check_pair(uint32_t high, uint32_t low)
{
    char text[13] = "............x";

    put_unit(text, high, hex_lower);
    put_unit(text + 6, low, hex_upper);
    if (is_low_half(low))
        check_decoded(mcperr_char_escape, text, 13, 0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00), 12);
    else
        check_decoded(mcperr_char_escape, text, 13, MCPERR_CHAR_HALF, 6);
}

MU_TEST(a_high_half_makes_a_pair_with_low_halves_only)
{
    static const uint32_t high_edges[] = {0xD800, 0xD801, 0xD83D, 0xDBFE, 0xDBFF};
    static const uint32_t low_edges[] = {0x0000, 0xD7FF, 0xD800, 0xDBFF, 0xDC00,
                                         0xDC01, 0xDFFE, 0xDFFF, 0xE000, 0xFFFF};

    for (uint32_t high = 0xD800; high <= 0xDBFF; high++)
        for (size_t i = 0; i < COUNT(low_edges); i++)
            check_pair(high, low_edges[i]);
    for (uint32_t low = 0xDC00; low <= 0xDFFF; low++)
        for (size_t i = 0; i < COUNT(high_edges); i++)
            check_pair(high_edges[i], low);
}

MU_TEST(a_backslash_escapes_eight_letters_and_no_other_byte)
{
    static const struct {
        char letter, meant;
    } letters[] = {{'"', '"'},  {'\\', '\\'}, {'/', '/'},  {'b', '\b'},
                   {'f', '\f'}, {'n', '\n'},  {'r', '\r'}, {'t', '\t'}};
    char text[3] = "\\.x";

    for (unsigned byte = 0; byte < 0x100; byte++) {
        uint32_t code = byte == 'u' ? MCPERR_CHAR_CUT : MCPERR_CHAR_BROKEN;
        size_t moved = 1;
        text[1] = (char)byte;
        for (size_t i = 0; i < COUNT(letters); i++)
            if (letters[i].letter == text[1]) {
                code = (unsigned char)letters[i].meant;
                moved = 2;
            }
        check_decoded(mcperr_char_escape, text, 2, code, moved);
    }
}

static bool is_one_of(const char *set, unsigned byte) { return byte != 0 && strchr(set, (int)byte) != NULL; }

MU_TEST(a_byte_that_is_no_hexadecimal_digit_breaks_the_escape_and_only_its_backslash_is_passed)
{
    char text[6];

    for (unsigned place = 2; place < 6; place++)
        for (unsigned byte = 0; byte < 0x100; byte++) {
            put_unit(text, 0x1234, hex_lower);
            text[place] = (char)byte;
            if (!is_one_of(hex_lower, byte) && !is_one_of(hex_upper, byte))
                check_decoded(mcperr_char_escape, text, 6, MCPERR_CHAR_BROKEN, 1);
        }
}

MU_TEST(a_byte_that_breaks_the_second_escape_leaves_half_a_pair)
{
    static const char *const allowed[6] = {
        "\\", "u", "dD", "cdefCDEF", "0123456789abcdefABCDEF", "0123456789abcdefABCDEF"};
    char text[12];

    for (unsigned place = 0; place < 6; place++)
        for (unsigned byte = 0; byte < 0x100; byte++) {
            const char *next;
            memcpy(text, "\\ud83d\\ude00", 12);
            text[6 + place] = (char)byte;
            if (!is_one_of(allowed[place], byte))
                check_decoded(mcperr_char_escape, text, 12, MCPERR_CHAR_HALF, 6);
            else
                mu_check(mcperr_char_escape(text, text + 12, &next) <= 0x10FFFF && next == text + 12);
        }
}

MU_TEST(a_cut_escape_passes_its_backslash_or_its_whole_high_half)
{
    static const char pair[] = "\\ud83d\\ude00";

    for (size_t size = 1; size < 12; size++)
        check_decoded(mcperr_char_escape, pair, size, MCPERR_CHAR_CUT, size < 6 ? 1 : 6);
    check_decoded(mcperr_char_escape, pair, 12, 0x1F600, 12);
}

/* The first `digits` digits of every unit, as the first escape and as the one behind a high half. */
MU_TEST(a_cut_escape_is_half_a_pair_as_soon_as_it_can_be_nothing_else)
{
    char text[12];

    for (unsigned digits = 0; digits < 4; digits++)
        for (uint32_t least = 0; least < 0x10000; least += 0x10000u >> 4 * digits) {
            const uint32_t most = least + (0x10000u >> 4 * digits) - 1;
            const bool always_low = is_low_half(least) && is_low_half(most);
            const bool never_low = most < 0xDC00 || least > 0xDFFF;
            put_unit(text, 0xDABC, hex_lower);
            put_unit(text + 6, least, hex_upper);
            check_decoded(mcperr_char_escape, text + 6, 2 + digits,
                          always_low ? MCPERR_CHAR_HALF : MCPERR_CHAR_CUT, 1);
            check_decoded(mcperr_char_escape, text, 8 + digits,
                          never_low ? MCPERR_CHAR_HALF : MCPERR_CHAR_CUT, 6);
        }
}

MU_TEST(a_backslash_is_an_escape_in_escaped_text_only)
{
    static const char text[] = "\\n";
    const char *at = text;

    mu_assert_uint_eq('\\', mcperr_char_next(&at, text + 2, MCPERR_PLAIN));
    mu_check(at == text + 1);
    at = text;
    mu_assert_uint_eq('\n', mcperr_char_next(&at, text + 2, MCPERR_ESCAPED));
    mu_check(at == text + 2);
}

MU_TEST(bad_escapes_and_bad_utf8_read_as_the_replacement_character)
{
    static const struct {
        const char *text;
        int64_t moved;
    } bad[] = {{"\\x", 1}, {"\\", 1}, {"\\ud83d", 6}, {"\\udc00", 6}, {"\xC3", 1}, {"\xE2\x82", 2}};

    for (size_t i = 0; i < COUNT(bad); i++) {
        const char *at = bad[i].text;
        mu_assert_uint_eq(MCPERR_CHAR_REPLACED, mcperr_char_next(&at, at + strlen(at), MCPERR_ESCAPED));
        mu_assert_int_eq(bad[i].moved, at - bad[i].text);
    }
}

MU_TEST(a_run_ends_at_a_quote_a_backslash_a_control_or_a_byte_past_tilde)
{
    char text[8];

    for (unsigned byte = 0; byte < 0x100; byte++)
        for (size_t place = 0; place < sizeof text; place++) {
            const bool stops = byte < 0x20 || byte == '"' || byte == '\\' || byte > 0x7E;
            memset(text, 'a', sizeof text);
            text[place] = (char)byte;
            mu_assert_int_eq(stops ? place : sizeof text, mcperr_char_run(text, text + sizeof text) - text);
            mu_assert_int_eq(place, mcperr_char_run(text, text + place) - text);
        }
}

/* ---- views --------------------------------------------------------------------------------- */

static void check_view(mcperr_text text, const void *data, size_t size, unsigned form)
{
    mu_check(text.data == data);
    mu_assert_uint_eq(size, text.size);
    mu_assert_uint_eq(form, text.form);
}

static const mcperr_field some_fields[] = {{"a", {"x", 1, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT}};

MU_TEST(a_view_has_the_data_size_and_form_it_was_made_of)
{
    static const char text[] = "[1]";

    check_view(mcperr_str(text), text, 3, MCPERR_PLAIN);
    check_view(mcperr_text_of(text, 2), text, 2, MCPERR_PLAIN);
    check_view(mcperr_raw(text), text, 3, MCPERR_JSON);
    check_view(mcperr_raw_of(text, 2), text, 2, MCPERR_JSON);
    check_view(mcperr_fields(some_fields, 1), some_fields, 1, MCPERR_FIELDS);
}

MU_TEST(an_empty_view_is_not_absent)
{
    static const char text[] = "";

    check_view(mcperr_str(text), text, 0, MCPERR_PLAIN);
    check_view(mcperr_text_of(text, 0), text, 0, MCPERR_PLAIN);
    check_view(mcperr_raw(text), text, 0, MCPERR_JSON);
    check_view(mcperr_raw_of(text, 0), text, 0, MCPERR_JSON);
    check_view(mcperr_fields(some_fields, 0), some_fields, 0, MCPERR_FIELDS);
}

MU_TEST(a_view_of_null_is_absent_whatever_its_size)
{
    static const size_t sizes[] = {0, 1, SIZE_MAX};

    check_view(mcperr_str(NULL), NULL, 0, MCPERR_PLAIN);
    check_view(mcperr_raw(NULL), NULL, 0, MCPERR_PLAIN);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        check_view(mcperr_text_of(NULL, sizes[i]), NULL, 0, MCPERR_PLAIN);
        check_view(mcperr_raw_of(NULL, sizes[i]), NULL, 0, MCPERR_PLAIN);
        check_view(mcperr_fields(NULL, sizes[i]), NULL, 0, MCPERR_PLAIN);
    }
}

MU_TEST(a_view_may_be_as_long_as_the_limit_and_is_absent_past_it)
{
    static const size_t past[] = {(size_t)MCPERR_TEXT_MAX + 1, SIZE_MAX - 1, SIZE_MAX};

    check_view(mcperr_text_of("x", MCPERR_TEXT_MAX), mcperr_text_of("x", 1).data, MCPERR_TEXT_MAX,
               MCPERR_PLAIN);
    check_view(mcperr_raw_of("x", MCPERR_TEXT_MAX), mcperr_raw_of("x", 1).data, MCPERR_TEXT_MAX, MCPERR_JSON);
    check_view(mcperr_fields(some_fields, MCPERR_TEXT_MAX), some_fields, MCPERR_TEXT_MAX, MCPERR_FIELDS);
    for (size_t i = 0; i < COUNT(past); i++) {
        check_view(mcperr_text_of("x", past[i]), NULL, 0, MCPERR_PLAIN);
        check_view(mcperr_raw_of("x", past[i]), NULL, 0, MCPERR_PLAIN);
        check_view(mcperr_fields(some_fields, past[i]), NULL, 0, MCPERR_PLAIN);
    }
}

static void check_field(mcperr_field field, const char *key, mcperr_text text, int64_t number, unsigned type)
{
    mu_check(field.key == key);
    check_view(field.text, text.data, text.size, text.form);
    mu_assert_int_eq(number, field.number);
    mu_assert_uint_eq(type, field.type);
}

MU_TEST(a_field_holds_its_key_and_what_it_was_made_of)
{
    static const char key[] = "key", text[] = "text";
    const mcperr_text absent = mcperr_str(NULL), raw = mcperr_raw("{}");
    const mcperr_text inner = mcperr_fields(some_fields, 1);

    check_field(mcperr_field_str(key, text), key, mcperr_str(text), 0, MCPERR_FIELD_TEXT);
    check_field(mcperr_field_str(key, NULL), key, absent, 0, MCPERR_FIELD_TEXT);
    check_field(mcperr_field_text(key, raw), key, raw, 0, MCPERR_FIELD_TEXT);
    check_field(mcperr_field_text(key, inner), key, inner, 0, MCPERR_FIELD_TEXT);
    check_field(mcperr_field_text(key, absent), key, absent, 0, MCPERR_FIELD_TEXT);
    check_field(mcperr_field_int(key, INT64_MIN), key, absent, INT64_MIN, MCPERR_FIELD_INT);
    check_field(mcperr_field_int(key, INT64_MAX), key, absent, INT64_MAX, MCPERR_FIELD_INT);
    check_field(mcperr_field_bool(key, true), key, absent, 1, MCPERR_FIELD_BOOL);
    check_field(mcperr_field_bool(key, false), key, absent, 0, MCPERR_FIELD_BOOL);
    check_field(mcperr_field_str(NULL, text), NULL, mcperr_str(text), 0, MCPERR_FIELD_TEXT);
    check_field(mcperr_field_int(NULL, 1), NULL, absent, 1, MCPERR_FIELD_INT);
}

/* ---- comparing and copying ----------------------------------------------------------------- */

/* The same text at the very end of an array, where a sanitizer sees who reads on. */
static mcperr_text at_the_end(char array[64], mcperr_text text)
{
    if (text.data == NULL || text.form == MCPERR_FIELDS)
        return text;
    memcpy(array + 64 - text.size, text.data, text.size);
    text.data = array + 64 - text.size;
    return text;
}

#define P MCPERR_PLAIN
#define E MCPERR_ESCAPED
#define J MCPERR_JSON

MU_TEST(texts_are_the_same_if_they_stand_for_the_same_characters)
{
    static const struct {
        unsigned form_a;
        const char *a;
        unsigned form_b;
        const char *b;
        bool same;
    } pairs[] = {
        {P, "", P, "", true},
        {P, "abc", P, "abc", true},
        {P, "abc", P, "abd", false},
        {P, "abc", P, "ab", false},
        {P, "abc", P, "", false},
        {P, "\\n", P, "\\n", true},
        {P, "\xC3\xA9", P, "\xC3\xA9", true},
        {P, "\x80", P, "\xFF", true},         /* both are one U+FFFD */
        {P, "\x80", P, "\xEF\xBF\xBD", true}, /* as is this */
        {P, "\xE2\x82", P, "\xC3", true},     /* and each of these */
        {P, "\x80\x80", P, "\xEF\xBF\xBD", false},
        {P, "", E, "", true},
        {P, "abc", E, "abc", true},
        {P, "abc", E, "\\u0061b\\u0063", true},
        {P, "abc", E, "\\u0061b", false},
        {P, "a/\"\\\b\f\n\r\t", E, "a\\/\\\"\\\\\\b\\f\\n\\r\\t", true},
        {P, "\\n", E, "\\n", false},
        {P, "\n", E, "\\n", true},
        {P, "\xC3\xA9", E, "\\u00E9", true},
        {P, "\xF0\x9F\x98\x80", E, "\\ud83d\\uDE00", true},
        {P, "\xEF\xBF\xBD", E, "\\ud83d", true},
        {P, "\xEF\xBF\xBDx", E, "\\x", true},
        {P, "\xEF\xBF\xBDx", E, "\\y", false},
        {P, "a", E, "A", false},
        {E, "a\\/b", E, "a/b", true},
        {E, "\\u0041", E, "\\u0041", true},
        {E, "\\u00e9", E, "\\u00E9", true},
        {E, "\\u0041", E, "\\u0042", false},
        {E, "\\ud83d\\ude00", E, "\xF0\x9F\x98\x80", true},
        {E, "\\ud83d", E, "\\udc00", true},
        {E, "ab", E, "abc", false},
        {J, "1", J, "1", true},
        {J, "", J, "", true},
        {J, "1", J, "2", false},
        {J, "1", J, "1 ", false},
        {J, "\"\\u0041\"", J, "\"A\"", false},
        {J, "a", P, "a", false},
        {J, "a", E, "a", false},
        {J, "", P, "", false},
        {J, "", E, "", false},
        {P, NULL, P, NULL, true},
        {E, NULL, J, NULL, true},
        {P, NULL, P, "", false},
        {E, NULL, E, "", false},
        {J, NULL, J, "", false},
        {P, NULL, P, "a", false},
    };

    for (size_t i = 0; i < COUNT(pairs); i++) {
        static char array_a[64], array_b[64];
        const mcperr_text a = at_the_end(array_a, view(pairs[i].form_a, pairs[i].a));
        const mcperr_text b = at_the_end(array_b, view(pairs[i].form_b, pairs[i].b));
        if (mcperr_text_same(a, b) != pairs[i].same || mcperr_text_same(b, a) != pairs[i].same)
            mu_assert_string_eq(pairs[i].a ? pairs[i].a : "(absent)", pairs[i].b ? pairs[i].b : "(absent)");
        if (b.form == MCPERR_PLAIN)
            mu_check(mcperr_text_is(a, pairs[i].b) == pairs[i].same);
        if (a.form == MCPERR_PLAIN)
            mu_check(mcperr_text_is(b, pairs[i].a) == pairs[i].same);
    }
}

MU_TEST(a_nul_is_a_character_like_any_other_when_texts_are_compared)
{
    mu_check(mcperr_text_same(mcperr_text_of(BYTES("a\0b")), view(E, "a\\u0000b")));
    mu_check(!mcperr_text_same(mcperr_text_of(BYTES("a\0b")), mcperr_text_of(BYTES("a\0c"))));
    mu_check(!mcperr_text_is(mcperr_text_of(BYTES("a\0b")), "a"));
    mu_check(!mcperr_text_is(view(E, "a\\u0000"), "a"));
}

MU_TEST(a_field_array_equals_nothing_not_even_itself)
{
    const mcperr_text fields = mcperr_fields(some_fields, 1), none = mcperr_fields(some_fields, 0);

    mu_check(!mcperr_text_same(fields, fields));
    mu_check(!mcperr_text_same(none, none));
    mu_check(!mcperr_text_same(none, mcperr_str("")));
    mu_check(!mcperr_text_same(mcperr_str(""), none));
    mu_check(!mcperr_text_same(none, mcperr_raw("{}")));
    mu_check(!mcperr_text_same(view(E, ""), none));
    mu_check(!mcperr_text_is(fields, NULL));
    mu_check(!mcperr_text_is(none, ""));
}

static void check_copies(mcperr_text text, const char *expected, size_t size)
{
    static char array[64];
    char room[48], *const to = room + 1;

    text = at_the_end(array, text);
    mu_assert_uint_eq(size, mcperr_text_copy(text, NULL, 0));
    mu_assert_uint_eq(size, mcperr_text_copy(text, NULL, 7));
    for (size_t cap = 0; cap <= size + 2; cap++) {
        memset(room, GUARD, sizeof room);
        mu_assert_uint_eq(size, mcperr_text_copy(text, to, cap));
        mu_check(room[0] == GUARD);
        for (size_t i = cap; i < sizeof room - 1; i++)
            mu_check(to[i] == GUARD);
        if (size < cap)
            mu_assert_mem_eq(expected, size, to, size);
        if (cap > 0)
            mu_check(to[size < cap ? size : 0] == '\0');
    }
}

MU_TEST(a_copy_is_whole_or_empty_at_every_capacity)
{
    static const char euro[] = "\xE2\x82\xAC";
    mcperr_text stray = mcperr_str(NULL);

    stray.size = 9;
    check_copies(mcperr_str(""), BYTES(""));
    check_copies(mcperr_str("plain \\n"), BYTES("plain \\n"));
    check_copies(mcperr_text_of(BYTES("a\0b")), BYTES("a\0b"));
    check_copies(mcperr_str("x\xF0\x9F\x98\x80y\xE2\x82\xACz"), BYTES("x\xF0\x9F\x98\x80y\xE2\x82\xACz"));
    check_copies(mcperr_text_of(euro, 2), BYTES("\xEF\xBF\xBD"));
    check_copies(mcperr_str("\xFF-\xC3"), BYTES("\xEF\xBF\xBD-\xEF\xBF\xBD"));
    check_copies(view(E, "\\u0041\\/\\n\\ud83d\\ude00"), BYTES("A/\n\xF0\x9F\x98\x80"));
    check_copies(view(E, "\\u0000"), BYTES("\0"));
    check_copies(view(E, "\\q\\ud800\\"), BYTES("\xEF\xBF\xBDq\xEF\xBF\xBD\xEF\xBF\xBD"));
    check_copies(mcperr_raw(" [\"\\n\", \xFF]"), BYTES(" [\"\\n\", \xFF]"));
    check_copies(mcperr_raw(""), BYTES(""));
    check_copies(mcperr_str(NULL), BYTES(""));
    check_copies(stray, BYTES(""));
    check_copies(mcperr_fields(some_fields, 1), BYTES(""));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_two_bytes_decode_to_their_character_or_maximal_subpart)
    MU_RUN(three_and_four_bytes_decode_to_their_character_or_maximal_subpart)
    MU_RUN(each_maximal_subpart_is_replaced_once)
    MU_RUN(every_code_point_survives_encoding_and_decoding)
    MU_RUN(known_code_points_have_their_known_bytes)
    MU_RUN(every_u_escape_is_its_code_unit_and_half_a_pair_is_none)
    MU_RUN(hexadecimal_digits_may_be_in_either_case)
    MU_RUN(a_high_half_makes_a_pair_with_low_halves_only)
    MU_RUN(a_backslash_escapes_eight_letters_and_no_other_byte)
    MU_RUN(a_byte_that_is_no_hexadecimal_digit_breaks_the_escape_and_only_its_backslash_is_passed)
    MU_RUN(a_byte_that_breaks_the_second_escape_leaves_half_a_pair)
    MU_RUN(a_cut_escape_passes_its_backslash_or_its_whole_high_half)
    MU_RUN(a_cut_escape_is_half_a_pair_as_soon_as_it_can_be_nothing_else)
    MU_RUN(a_backslash_is_an_escape_in_escaped_text_only)
    MU_RUN(bad_escapes_and_bad_utf8_read_as_the_replacement_character)
    MU_RUN(a_run_ends_at_a_quote_a_backslash_a_control_or_a_byte_past_tilde)
    MU_RUN(a_view_has_the_data_size_and_form_it_was_made_of)
    MU_RUN(an_empty_view_is_not_absent)
    MU_RUN(a_view_of_null_is_absent_whatever_its_size)
    MU_RUN(a_view_may_be_as_long_as_the_limit_and_is_absent_past_it)
    MU_RUN(a_field_holds_its_key_and_what_it_was_made_of)
    MU_RUN(texts_are_the_same_if_they_stand_for_the_same_characters)
    MU_RUN(a_nul_is_a_character_like_any_other_when_texts_are_compared)
    MU_RUN(a_field_array_equals_nothing_not_even_itself)
    MU_RUN(a_copy_is_whole_or_empty_at_every_capacity)
)
/* clang-format on */

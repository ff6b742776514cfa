/* SPDX-License-Identifier: MIT */
#include "json_read.h"

#include "json_valid.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NONE MCPERR_DOC_NONE

static mcperr_token tokens[200];
static char room[1024]; /* where documents are built */
static char tail[1024]; /* where they are read */
static mcperr_doc doc;
typedef char deepest_fits[MCPERR_DEPTH_MAX < COUNT(tokens) ? 1 : -1];

/* What a fault holds before it is told. */
static const mcperr_fault stale = {77, MCPERR_R_COUNT_, {"", 0, MCPERR_JSON}, {"", 0, MCPERR_JSON}};

/* Text and tokens are at the very ends of their arrays, where a sanitizer sees an access past them. */
static void open_of(const char *json, size_t size, const mcperr_limits *limits)
{
    char *const text = tail + sizeof tail - size;
    uint32_t count = 0;
    mcperr_fault fault = stale;

    memcpy(text, json, size);
    (void)mcperr_json_check(text, size, limits, &count, NULL);
    mu_check(count > 0 && count <= COUNT(tokens));
    count = count <= COUNT(tokens) ? count : COUNT(tokens);
    mu_int_eq(MCPERR_OK,
              mcperr_doc_open(&doc, text, size, limits, tokens + COUNT(tokens) - count, count, &fault), json,
              __FILE__, __LINE__);
    mu_assert_int_eq(MCPERR_R_NONE, fault.reason);
    mu_assert_uint_eq(count, doc.count);
}

static void open_doc(const char *json) { open_of(json, strlen(json), NULL); }

#define expect_text(bytes, in_form, index)                                                                   \
    do {                                                                                                     \
        const mcperr_text text_ = mcperr_doc_text(&doc, index);                                              \
        mu_assert_mem_eq(bytes, sizeof(bytes) - 1, text_.data, text_.size);                                  \
        mu_assert_uint_eq(in_form, text_.form);                                                              \
    } while (0)

static size_t put(size_t at, const char *text)
{
    const size_t size = strlen(text);

    memcpy(room + at, text, size);
    return at + size;
}

/* ---- values -------------------------------------------------------------------------------- */

MU_TEST(every_type_is_told_apart)
{
    static const mcperr_type types[] = {MCPERR_T_ARRAY,  MCPERR_T_OBJECT, MCPERR_T_ARRAY, MCPERR_T_STRING,
                                        MCPERR_T_NUMBER, MCPERR_T_NUMBER, MCPERR_T_TRUE,  MCPERR_T_FALSE,
                                        MCPERR_T_NULL,   MCPERR_T_STRING, MCPERR_T_NONE};

    open_doc("[{},[],\"\",0,-1,true,false,null,\"null\"]");
    mu_assert_uint_eq(COUNT(types) - 1, doc.count);
    for (uint32_t i = 0; i < COUNT(types); i++)
        mu_assert_int_eq(types[i], mcperr_doc_type(&doc, i));
}

MU_TEST(a_string_is_a_text_and_every_other_value_is_json)
{
    open_doc(" [ {\"a\" : 1 } , [ ] , -1.5e3,true, \"\" , \"caf\xC3\xA9\" , \"\\u00e9\\\\\", \"\\\"\"] ");
    expect_text("{\"a\" : 1 }", MCPERR_JSON, 1);
    expect_text("a", MCPERR_PLAIN, 2);
    expect_text("1", MCPERR_JSON, 3);
    expect_text("[ ]", MCPERR_JSON, 4);
    expect_text("-1.5e3", MCPERR_JSON, 5);
    expect_text("true", MCPERR_JSON, 6);
    expect_text("", MCPERR_PLAIN, 7);
    expect_text("caf\xC3\xA9", MCPERR_PLAIN, 8);
    expect_text("\\u00e9\\\\", MCPERR_ESCAPED, 9);
    expect_text("\\\"", MCPERR_ESCAPED, 10);
    mu_check(mcperr_doc_text(&doc, 7).data != NULL);
}

MU_TEST(the_offset_of_a_value_is_that_of_its_first_byte)
{
    static const uint32_t offsets[] = {1, 2, 6, 7, 11, 15, 18};

    open_doc(" {\"a\":[\"\", \"b\",12,{}]}");
    mu_assert_uint_eq(COUNT(offsets), doc.count);
    for (uint32_t i = 0; i < COUNT(offsets); i++)
        mu_assert_uint_eq(offsets[i], mcperr_doc_offset(&doc, i));
}

MU_TEST(a_root_of_any_kind_is_read)
{
    open_doc(" \"a\\n\" ");
    expect_text("a\\n", MCPERR_ESCAPED, 0);
    mu_assert_int_eq(MCPERR_T_STRING, mcperr_doc_type(&doc, 0));
    mu_assert_uint_eq(1, mcperr_doc_offset(&doc, 0));
    open_doc("\n-7");
    expect_text("-7", MCPERR_JSON, 0);
    open_doc("null");
    expect_text("null", MCPERR_JSON, 0);
    mu_assert_uint_eq(NONE, mcperr_doc_first(&doc, 0));
}

/* So many of a letter, and an escape that is no end of a string. */
static size_t put_long(size_t at, char letter, size_t count)
{
    memset(room + at, letter, count);
    return put(at + count, "\\\"");
}

static void expect_long(char letter, size_t count, uint32_t index)
{
    const mcperr_text text = mcperr_doc_text(&doc, index);
    const char *const inside = text.data;

    mu_assert_uint_eq(count + 2, text.size);
    mu_assert_uint_eq(MCPERR_ESCAPED, text.form);
    mu_check(inside[-1] == '"' && inside[count + 2] == '"');
    for (size_t i = 0; i < count; i++)
        mu_check(inside[i] == letter);
}

MU_TEST(a_string_is_found_where_it_stands_however_long_it_is)
{
    for (size_t count = 0; count < 40; count++) {
        size_t at = put_long(put(0, "{\""), 'n', count);
        at = put_long(put(at, "\" : \""), 'v', count);
        at = put_long(put(at, "\",\"a\":[1,\""), 'e', count);
        open_of(room, put(at, "\",{}],\"z\":0}"), NULL);
        mu_assert_uint_eq(10, doc.count);
        expect_long('n', count, 1);
        expect_long('v', count, 2);
        expect_text("a", MCPERR_PLAIN, 3);
        expect_long('e', count, 6);
        mu_assert_uint_eq(6, mcperr_doc_next(&doc, 4, 5));
        mu_assert_uint_eq(7, mcperr_doc_next(&doc, 4, 6));
        mu_assert_uint_eq(8, mcperr_doc_next(&doc, 0, 3));
        mu_assert_uint_eq(9, mcperr_doc_find(&doc, 0, "z"));

        at = put_long(put(0, "\""), 'r', count);
        open_of(room, put(at, "\" "), NULL);
        mu_assert_uint_eq(1, doc.count);
        expect_long('r', count, 0);
    }
}

MU_TEST(many_long_strings_are_found_where_they_stand)
{
    size_t at = put(0, "[");

    for (char letter = 'a'; letter <= 'z'; letter++)
        at = put(put_long(put(at, "\""), letter, 30), "\",");
    open_of(room, put(at, "0]"), NULL);
    mu_assert_uint_eq(28, doc.count);
    for (uint32_t i = 0; i < 26; i++) {
        expect_long((char)('a' + (int)i), 30, i + 1);
        mu_assert_uint_eq(i + 2, mcperr_doc_next(&doc, 0, i + 1));
    }
}

/* Where there is memory for it. */
#define LARGE (SIZE_MAX > UINT32_MAX ? UINT16_MAX : 64)

MU_TEST(a_string_that_ends_behind_64_kb_is_found_where_it_stands)
{
    static char large[LARGE + 8];

    for (size_t size = LARGE - 2; size <= LARGE + 3u; size++) {
        memset(large, 'x', size);
        large[0] = '[';
        large[1] = '"';
        memcpy(large + size, "\",0]", 5);
        mu_assert_int_eq(MCPERR_OK, mcperr_doc_open(&doc, large, size + 4, NULL, tokens, 3, NULL));
        mu_assert_uint_eq(size - 2, mcperr_doc_text(&doc, 1).size);
        mu_assert_uint_eq(size + 2, mcperr_doc_offset(&doc, 2));
    }
}

MU_TEST(integers_are_exact_or_refused)
{
    static const struct {
        const char *json;
        int64_t value;
    } exact[] = {
        {"0", 0},
        {"-0", 0},
        {"-1", -1},
        {"32767", 32767},
        {"-32602", -32602},
        {"2147483648", INT64_C(2147483648)},
        {"9223372036854775807", INT64_MAX},
        {"-9223372036854775808", INT64_MIN},
    };
    static const char *const refused[] = {"1.0",
                                          "1e2",
                                          "1E0",
                                          "-0.0",
                                          "9223372036854775808",
                                          "-9223372036854775809",
                                          "18446744073709551617",
                                          "100000000000000000000",
                                          "\"1\"",
                                          "\"\"",
                                          "\"\\u0031\"",
                                          "true",
                                          "null",
                                          "[1]",
                                          "{}"};

    for (size_t i = 0; i < COUNT(exact); i++) {
        int64_t value = 77;
        open_doc(exact[i].json);
        mu_check(mcperr_doc_integer(&doc, 0, &value));
        mu_int_eq(exact[i].value, value, exact[i].json, __FILE__, __LINE__);
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        int64_t value = 77;
        open_doc(refused[i]);
        mu_int_eq(0, mcperr_doc_integer(&doc, 0, &value), refused[i], __FILE__, __LINE__);
        mu_int_eq(77, value, refused[i], __FILE__, __LINE__);
    }
}

/* Where the token behind `*at` begins and ends, found by nothing but its first byte. */
static size_t scan_token(const char *json, size_t *at)
{
    *at += strspn(json + *at, " \t\r\n,:]}");
    if (json[*at] == '\0')
        return 0;
    if (json[*at] == '[' || json[*at] == '{')
        return 1;
    if (json[*at] != '"')
        return strcspn(json + *at, " \t\r\n,]}");
    size_t size = 1;
    while (json[*at + size] != '"')
        size += json[*at + size] == '\\' ? 2 : 1;
    return size + 1;
}

MU_TEST(every_name_and_value_of_a_valid_document_is_found_where_it_stands)
{
    for (size_t v = 0; v < JSON_VALID_COUNT; v++) {
        const char *const json = json_valid[v].text;
        size_t at = 0, size;
        uint32_t index = 0;

        open_doc(json);
        mu_uint_eq(json_valid[v].tokens, doc.count, json, __FILE__, __LINE__);
        for (; (size = scan_token(json, &at)) > 0; at += size, index++) {
            const mcperr_text text = mcperr_doc_text(&doc, index);
            mu_uint_eq(at, mcperr_doc_offset(&doc, index), json, __FILE__, __LINE__);
            switch (json[at]) {
            case '"':
                mu_assert_int_eq(MCPERR_T_STRING, mcperr_doc_type(&doc, index));
                mu_assert_mem_eq(json + at + 1, size - 2, text.data, text.size);
                mu_assert_int_eq(memchr(json + at, '\\', size) != NULL ? MCPERR_ESCAPED : MCPERR_PLAIN,
                                 text.form);
                break;
            case '[':
            case '{':
                mu_assert_int_eq(json[at] == '[' ? MCPERR_T_ARRAY : MCPERR_T_OBJECT,
                                 mcperr_doc_type(&doc, index));
                mu_assert_int_eq(MCPERR_OK, mcperr_json_check(text.data, text.size, NULL, NULL, NULL));
                break;
            default:
                mu_check(mcperr_doc_type(&doc, index) >= MCPERR_T_NUMBER);
                mu_assert_mem_eq(json + at, size, text.data, text.size);
                break;
            }
        }
        mu_uint_eq(json_valid[v].tokens, index, json, __FILE__, __LINE__);
    }
}

MU_TEST(every_valid_string_of_five_symbols_is_located_as_it_was_counted)
{
    for (unsigned size = 0; size <= JSON_SMALL_MAX; size++)
        for (uint32_t number = 0; number < JSON_SMALL_COUNT(size); number++) {
            char text[JSON_SMALL_MAX];
            json_small(text, size, number);
            if (mcperr_json_check(text, size, NULL, NULL, NULL) == MCPERR_OK)
                open_of(text, size, NULL);
        }
}

/* ---- walking ------------------------------------------------------------------------------- */

/* Names of an object, or elements of an array; other values have none. */
static uint32_t children(uint32_t container)
{
    uint32_t count = 0;

    if (mcperr_doc_type(&doc, container) > MCPERR_T_ARRAY)
        return 0;
    for (uint32_t i = mcperr_doc_first(&doc, container); i != NONE; i = mcperr_doc_next(&doc, container, i))
        count++;
    return count;
}

MU_TEST(walking_all_containers_meets_every_name_and_value_once)
{
    for (size_t v = 0; v < JSON_VALID_COUNT; v++) {
        uint32_t met = 1; /* the root */
        open_doc(json_valid[v].text);
        for (uint32_t i = 0; i < doc.count; i++)
            met += children(i) * (mcperr_doc_type(&doc, i) == MCPERR_T_OBJECT ? 2 : 1);
        mu_uint_eq(doc.count, met, json_valid[v].text, __FILE__, __LINE__);
    }
}

MU_TEST(elements_come_one_after_the_other_whatever_they_hold)
{
    static const uint32_t elements[] = {1, 3, 6, 10, 11, 12};
    uint32_t index;

    open_doc("[[1],{\"a\":2},[[[3]]],[],\"\",4]");
    index = mcperr_doc_first(&doc, 0);
    for (size_t i = 0; i < COUNT(elements); i++) {
        mu_assert_uint_eq(elements[i], index);
        index = mcperr_doc_next(&doc, 0, index);
    }
    mu_assert_uint_eq(NONE, index);
}

MU_TEST(members_come_one_after_the_other_whatever_they_hold)
{
    static const uint32_t names[] = {1, 5, 10, 12, 14};
    uint32_t index;

    open_doc("{\"a\":{\"b\":1},\"c\":[{\"d\":{}}],\"e\":{},\"f\":\"\",\"g\":0}");
    index = mcperr_doc_first(&doc, 0);
    for (size_t i = 0; i < COUNT(names); i++) {
        mu_assert_uint_eq(names[i], index);
        index = mcperr_doc_next(&doc, 0, index);
    }
    mu_assert_uint_eq(NONE, index);
}

MU_TEST(a_walk_ends_with_its_container_though_more_values_follow)
{
    open_doc("[[1,2],[],{},{\"a\":3},\"x\",4]");
    mu_assert_uint_eq(2, children(1));
    mu_assert_uint_eq(0, children(4));
    mu_assert_uint_eq(0, children(5));
    mu_assert_uint_eq(1, children(6));
    mu_assert_uint_eq(0, children(9));
    mu_assert_uint_eq(0, children(10));
    mu_assert_uint_eq(6, children(0));
}

MU_TEST(a_document_as_deep_as_can_be_is_walked_to_its_bottom)
{
    const mcperr_limits deepest = {0, 0, MCPERR_DEPTH_MAX};
    uint32_t index = 0;

    memset(room, '[', MCPERR_DEPTH_MAX);
    room[MCPERR_DEPTH_MAX] = '7';
    memset(room + MCPERR_DEPTH_MAX + 1, ']', MCPERR_DEPTH_MAX);
    open_of(room, 2 * MCPERR_DEPTH_MAX + 1, &deepest);
    for (uint32_t depth = 0; depth < MCPERR_DEPTH_MAX; depth++) {
        mu_assert_uint_eq(depth, index);
        mu_assert_int_eq(MCPERR_T_ARRAY, mcperr_doc_type(&doc, index));
        mu_assert_uint_eq(2 * (MCPERR_DEPTH_MAX - depth) + 1, mcperr_doc_text(&doc, index).size);
        mu_assert_uint_eq(NONE, mcperr_doc_next(&doc, index, mcperr_doc_first(&doc, index)));
        index = mcperr_doc_first(&doc, index);
    }
    expect_text("7", MCPERR_JSON, index);
}

MU_TEST(a_document_as_wide_as_the_tokens_is_walked_to_its_end)
{
    size_t size = put(0, "[");
    uint32_t index;

    for (size_t i = 1; i < COUNT(tokens); i++)
        size = put(size, i % 2 ? "1," : "\"\",");
    room[size - 1] = ']';
    open_of(room, size, NULL);
    index = mcperr_doc_first(&doc, 0);
    for (uint32_t i = 1; i < COUNT(tokens); i++) {
        mu_assert_uint_eq(i, index);
        mu_assert_int_eq(i % 2 ? MCPERR_T_NUMBER : MCPERR_T_STRING, mcperr_doc_type(&doc, index));
        index = mcperr_doc_next(&doc, 0, index);
    }
    mu_assert_uint_eq(NONE, index);
}

/* ---- finding ------------------------------------------------------------------------------- */

MU_TEST(a_member_is_found_by_the_characters_of_its_name)
{
    static const struct {
        const char *json, *name;
        uint32_t index;
    } cases[] = {
        {"{\"code\":1}", "code", 2},
        {"{\"c\\u006fde\":1}", "code", 2},
        {"{\"\\u0063\\u006F\\u0064\\u0065\":1}", "code", 2},
        {"{\"cod\":1,\"codes\":2,\"code\":3}", "code", 6},
        {"{\"Code\":1}", "code", NONE},
        {"{\"a\\/b\":1}", "a/b", 2},
        {"{\"a\\\"\\\\\\n\":1}", "a\"\\\n", 2},
        {"{\"caf\\u00e9\":1}", "caf\xC3\xA9", 2},
        {"{\"caf\xC3\xA9\":1}", "caf\xC3\xA9", 2},
        {"{\"\\ud83d\\ude00\":1}", "\xF0\x9F\x98\x80", 2},
        {"{\"\":1}", "", 2},
        {"{\"a\":1}", "", NONE},
        {"{\"\":1}", "a", NONE},
        {"{\"a\\u0000b\":1}", "a", NONE},
        {"{\"a\":1}", NULL, NONE},
        {"{}", "a", NONE},
        {"[]", "a", NONE},
        {"[\"a\",1]", "a", NONE},
        {"\"a\"", "a", NONE},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        open_doc(cases[i].json);
        mu_uint_eq(cases[i].index, mcperr_doc_find(&doc, 0, cases[i].name), cases[i].json, __FILE__,
                   __LINE__);
    }
}

MU_TEST(of_several_members_of_a_name_the_first_is_found)
{
    open_doc("{\"b\":0,\"\\u0061\":1,\"a\":2}");
    expect_text("1", MCPERR_JSON, mcperr_doc_find(&doc, 0, "a"));
}

MU_TEST(a_member_is_found_behind_nested_values_that_have_one_of_its_name)
{
    open_doc("{\"x\":{\"a\":1},\"y\":[{\"a\":2},\"a\"],\"z\":\"a\",\"a\":{\"a\":3}}");
    const uint32_t outer = mcperr_doc_find(&doc, 0, "a");
    expect_text("{\"a\":3}", MCPERR_JSON, outer);
    expect_text("3", MCPERR_JSON, mcperr_doc_find(&doc, outer, "a"));
    expect_text("1", MCPERR_JSON, mcperr_doc_find(&doc, mcperr_doc_find(&doc, 0, "x"), "a"));
    mu_assert_uint_eq(NONE, mcperr_doc_find(&doc, mcperr_doc_find(&doc, 0, "y"), "a"));
    mu_assert_uint_eq(NONE, mcperr_doc_find(&doc, mcperr_doc_find(&doc, 0, "z"), "a"));
    mu_assert_uint_eq(NONE, mcperr_doc_find(&doc, outer, "x"));
}

/* The first name that stands in its object for the second time. */
static uint32_t twice(void)
{
    mcperr_name name;

    mcperr_doc_names(&name);
    while (mcperr_doc_name(&doc, &name))
        if (mcperr_doc_is_twice(&doc, &name))
            return name.index;
    return NONE;
}

/* ---- duplicates ---------------------------------------------------------------------------- */

MU_TEST(a_name_that_stands_twice_in_one_object_is_a_duplicate)
{
    static const struct {
        const char *json;
        uint32_t index; /* of the second name */
    } cases[] = {
        {"{\"a\":1,\"a\":2}", 3},
        {"{\"\":1,\"\":2}", 3},
        {"{\"a\":1,\"\\u0061\":2}", 3},
        {"{\"\\u0061\":1,\"a\":2}", 3},
        {"{\"\\/\":1,\"/\":2}", 3},
        {"{\"\\u00e9\":1,\"\xC3\xA9\":2}", 3},
        {"{\"\\ud83d\\ude00\":1,\"\xF0\x9F\x98\x80\":2}", 3},
        {"{\"\\u00E9\":1,\"\\u00e9\":2}", 3},
        {"{\"a\":1,\"b\":2,\"b\":3,\"a\":4}", 5},
        {"{\"a\":1,\"b\":2,\"a\":3,\"b\":4}", 5},
        {"{\"a\":{\"b\":[1,2]},\"c\":{},\"a\":3}", 9},
        {"{\"x\":{\"a\":1,\"a\":2}}", 5},
        {"[{\"a\":1},{\"a\":1,\"b\":2,\"a\":3}]", 9},
        {"[[[{\"a\":1,\"a\":1}]]]", 6},
        {"{\"a\":[{\"a\":{\"a\":1,\"b\":1,\"a\":1}}]}", 10},
        {"{\"a\":\"a\",\"b\":\"a\",\"a\":\"b\"}", 5},
        {"{\"a\":1,\"a\":{\"a\":1,\"a\":2}}", 3},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        open_doc(cases[i].json);
        mu_uint_eq(cases[i].index, twice(), cases[i].json, __FILE__, __LINE__);
    }
}

MU_TEST(names_that_differ_and_names_in_different_objects_are_no_duplicates)
{
    static const char *const documents[] = {
        "0",
        "\"a\"",
        "{}",
        "[]",
        "{\"a\":1}",
        "[\"a\",\"a\"]",
        "{\"a\":\"a\"}",
        "{\"a\":\"b\",\"b\":\"a\"}",
        "{\"a\":1,\"A\":2,\"\":3,\"aa\":4}",
        "{\"a\":1,\"\\\\u0061\":2}",
        "{\"a\":1,\"a\\u0000\":2}",
        "{\"\\n\":1,\"n\":2}",
        "[{\"a\":1},{\"a\":1}]",
        "{\"a\":{\"a\":{\"a\":1}}}",
        "{\"\":{\"\":{\"\":[{\"\":1},{\"\":2}]}}}",
        "{\"a\":[\"a\",{\"a\":1},{\"a\":\"a\"},[\"a\"]],\"b\":{\"a\":1,\"b\":2}}",
    };

    for (size_t i = 0; i < COUNT(documents); i++) {
        open_doc(documents[i]);
        mu_uint_eq(NONE, twice(), documents[i], __FILE__, __LINE__);
    }
}

MU_TEST(a_search_for_duplicates_leaves_the_document_readable)
{
    for (size_t v = 0; v < JSON_VALID_COUNT; v++) {
        open_doc(json_valid[v].text);
        const uint32_t found = twice();
        uint32_t met = 1;
        for (uint32_t i = 0; i < doc.count; i++)
            met += children(i) * (mcperr_doc_type(&doc, i) == MCPERR_T_OBJECT ? 2 : 1);
        mu_uint_eq(doc.count, met, json_valid[v].text, __FILE__, __LINE__);
        mu_uint_eq(found, twice(), json_valid[v].text, __FILE__, __LINE__);
    }
}

/* `"xy":0,` with another pair of letters for each number. */
static size_t put_member(size_t at, uint32_t number)
{
    char member[] = "\"..\":0,";

    member[1] = (char)('a' + (char)(number % 26));
    member[2] = (char)('A' + (char)(number / 26));
    return put(at, member);
}

MU_TEST(one_duplicate_among_many_members_is_found_wherever_its_first_is)
{
    for (uint32_t count = 1; count < 60; count++) {
        size_t size = put(0, "{");
        for (uint32_t i = 0; i < count; i++)
            size = put_member(size, i);
        room[size - 1] = '}';
        open_of(room, size, NULL);
        mu_assert_uint_eq(NONE, twice());

        for (uint32_t first = 0; first + 1 < count; first++) {
            room[put_member(size - 7, first) - 1] = '}';
            open_of(room, size, NULL);
            mu_assert_uint_eq(1 + 2 * (count - 1), twice());
        }
    }
}

MU_TEST(many_objects_with_the_same_names_have_no_duplicates)
{
    const uint32_t last = 1 + 27 * 7; /* an object is seven tokens */
    size_t size = put(0, "[");

    for (uint32_t i = 0; i < 28; i++) {
        size = put(size, "{\"\":0,\"a\":0,");
        size = put(put_member(size, 0) - 1, "},");
    }
    room[size - 1] = ']';
    open_of(room, size, NULL);
    mu_assert_uint_eq(last + 7, doc.count);
    mu_assert_uint_eq(NONE, twice());

    memcpy(room + size - sizeof "'aA':0}]" + 1, "\"a\" ", 4);
    open_of(room, size, NULL);
    mu_assert_uint_eq(last + 5, twice());
}

/* ---- what is not there --------------------------------------------------------------------- */

static void expect_nothing_at(uint32_t index)
{
    int64_t value = 77;

    mu_assert_int_eq(MCPERR_T_NONE, mcperr_doc_type(&doc, index));
    mu_assert_uint_eq(0, mcperr_doc_offset(&doc, index));
    mu_check(mcperr_doc_text(&doc, index).data == NULL);
    mu_check(!mcperr_doc_integer(&doc, index, &value));
    mu_assert_int_eq(77, value);
    mu_assert_uint_eq(NONE, mcperr_doc_first(&doc, index));
    mu_assert_uint_eq(NONE, mcperr_doc_next(&doc, index, 1));
    mu_assert_uint_eq(NONE, mcperr_doc_next(&doc, 0, index));
    mu_assert_uint_eq(NONE, mcperr_doc_find(&doc, index, "a"));
}

MU_TEST(an_index_that_names_nothing_answers_none)
{
    static const char *const documents[] = {"{\"a\":1,\"a\":2}", "[1,2]", "1"};

    for (size_t i = 0; i < COUNT(documents); i++) {
        open_doc(documents[i]);
        expect_nothing_at(doc.count);
        expect_nothing_at(doc.count + 1);
        expect_nothing_at(NONE - 1);
        expect_nothing_at(NONE);
    }
}

MU_TEST(the_last_value_has_none_behind_it)
{
    open_doc("{\"a\":1}");
    mu_assert_uint_eq(NONE, mcperr_doc_next(&doc, 0, 2));
    mu_assert_uint_eq(NONE, mcperr_doc_next(&doc, 0, 1));
}

/* ---- opening ------------------------------------------------------------------------------- */

MU_TEST(a_token_array_that_is_one_too_small_is_refused_at_the_last_value)
{
    for (size_t v = 0; v < JSON_VALID_COUNT; v++) {
        const char *const json = json_valid[v].text;
        const uint32_t count = json_valid[v].tokens;
        mcperr_fault fault = stale;

        open_doc(json);
        const uint32_t last = mcperr_doc_offset(&doc, count - 1);
        mu_assert_int_eq(MCPERR_OK, mcperr_doc_open(&doc, json, strlen(json), NULL, tokens, count, NULL));
        mu_assert_uint_eq(count, doc.count);
        if (count == 1)
            continue;
        memset(&tokens[count - 1], 0x5A, sizeof *tokens);
        const mcperr_token kept = tokens[count - 1];
        mu_assert_int_eq(MCPERR_E_TOKENS,
                         mcperr_doc_open(&doc, json, strlen(json), NULL, tokens, count - 1, &fault));
        mu_assert_int_eq(MCPERR_R_TOKENS, fault.reason);
        mu_uint_eq(last, fault.offset, json, __FILE__, __LINE__);
        mu_assert_mem_eq(&kept, sizeof kept, &tokens[count - 1], sizeof kept);
        expect_nothing_at(0);
    }
}

MU_TEST(the_lower_one_of_two_limits_on_tokens_counts)
{
    static const struct {
        uint32_t limit;
        size_t count;
        mcperr_status status;
    } cases[] = {
        {0, 3, MCPERR_OK},         {3, 3, MCPERR_OK},
        {3, 200, MCPERR_OK},       {UINT32_MAX, 3, MCPERR_OK},
        {0, 2, MCPERR_E_TOKENS},   {2, 200, MCPERR_E_TOKENS},
        {200, 2, MCPERR_E_TOKENS}, {3, SIZE_MAX, MCPERR_OK},
        {0, SIZE_MAX, MCPERR_OK},  {2, SIZE_MAX, MCPERR_E_TOKENS},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        const mcperr_limits limits = {0, cases[i].limit, 0};
        mcperr_fault fault = stale;
        mu_assert_int_eq(cases[i].status,
                         mcperr_doc_open(&doc, "[1,2]", 5, &limits, tokens, cases[i].count, &fault));
        mu_assert_uint_eq(cases[i].status == MCPERR_OK ? 3 : 0, doc.count);
        if (cases[i].status != MCPERR_OK)
            mu_assert_uint_eq(3, fault.offset);
    }
}

MU_TEST(the_other_limits_and_the_faults_are_those_of_the_check)
{
    static const struct {
        const char *json;
        mcperr_limits limits;
        mcperr_status status;
        mcperr_fault fault;
    } cases[] = {
        {"[1]", {2, 0, 0}, MCPERR_E_SIZE, {.offset = 2, .reason = MCPERR_R_SIZE}},
        {"[[]]", {0, 0, 1}, MCPERR_E_DEPTH, {.offset = 1, .reason = MCPERR_R_DEPTH}},
        {"[1", {0, 0, 0}, MCPERR_E_PARTIAL, {.offset = 2, .reason = MCPERR_R_END}},
        {"[1 2]", {0, 0, 0}, MCPERR_E_SYNTAX, {.offset = 3, .reason = MCPERR_R_NEXT_ELEMENT}},
        {"", {0, 0, 0}, MCPERR_E_PARTIAL, {.offset = 0, .reason = MCPERR_R_END}},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        mcperr_fault fault = stale;
        open_doc("[1,2]");
        mu_assert_int_eq(cases[i].status, mcperr_doc_open(&doc, cases[i].json, strlen(cases[i].json),
                                                          &cases[i].limits, tokens, COUNT(tokens), &fault));
        mu_assert_int_eq(cases[i].fault.reason, fault.reason);
        mu_assert_uint_eq(cases[i].fault.offset, fault.offset);
        expect_nothing_at(0);
    }
}

MU_TEST(a_document_cannot_be_opened_without_room_or_text)
{
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_doc_open(NULL, "1", 1, NULL, tokens, COUNT(tokens), NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_doc_open(&doc, "1", 1, NULL, NULL, 1, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_doc_open(&doc, "1", 1, NULL, tokens, 0, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_doc_open(&doc, NULL, 1, NULL, tokens, COUNT(tokens), NULL));
    expect_nothing_at(0);
    mu_assert_int_eq(MCPERR_E_PARTIAL, mcperr_doc_open(&doc, NULL, 0, NULL, tokens, COUNT(tokens), NULL));
    expect_nothing_at(0);
}

MU_TEST(bytes_past_the_size_are_no_part_of_the_document)
{
    mu_assert_int_eq(MCPERR_OK, mcperr_doc_open(&doc, "12]3", 2, NULL, tokens, COUNT(tokens), NULL));
    expect_text("12", MCPERR_JSON, 0);
    mu_assert_int_eq(MCPERR_OK, mcperr_doc_open(&doc, "[1]]", 3, NULL, tokens, COUNT(tokens), NULL));
    expect_text("[1]", MCPERR_JSON, 0);
    mu_assert_uint_eq(2, doc.count);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_type_is_told_apart)
    MU_RUN(a_string_is_a_text_and_every_other_value_is_json)
    MU_RUN(the_offset_of_a_value_is_that_of_its_first_byte)
    MU_RUN(a_root_of_any_kind_is_read)
    MU_RUN(a_string_is_found_where_it_stands_however_long_it_is)
    MU_RUN(many_long_strings_are_found_where_they_stand)
    MU_RUN(a_string_that_ends_behind_64_kb_is_found_where_it_stands)
    MU_RUN(integers_are_exact_or_refused)
    MU_RUN(every_name_and_value_of_a_valid_document_is_found_where_it_stands)
    MU_RUN(every_valid_string_of_five_symbols_is_located_as_it_was_counted)
    MU_RUN(walking_all_containers_meets_every_name_and_value_once)
    MU_RUN(elements_come_one_after_the_other_whatever_they_hold)
    MU_RUN(members_come_one_after_the_other_whatever_they_hold)
    MU_RUN(a_walk_ends_with_its_container_though_more_values_follow)
    MU_RUN(a_document_as_deep_as_can_be_is_walked_to_its_bottom)
    MU_RUN(a_document_as_wide_as_the_tokens_is_walked_to_its_end)
    MU_RUN(a_member_is_found_by_the_characters_of_its_name)
    MU_RUN(of_several_members_of_a_name_the_first_is_found)
    MU_RUN(a_member_is_found_behind_nested_values_that_have_one_of_its_name)
    MU_RUN(a_name_that_stands_twice_in_one_object_is_a_duplicate)
    MU_RUN(names_that_differ_and_names_in_different_objects_are_no_duplicates)
    MU_RUN(a_search_for_duplicates_leaves_the_document_readable)
    MU_RUN(one_duplicate_among_many_members_is_found_wherever_its_first_is)
    MU_RUN(many_objects_with_the_same_names_have_no_duplicates)
    MU_RUN(an_index_that_names_nothing_answers_none)
    MU_RUN(the_last_value_has_none_behind_it)
    MU_RUN(a_token_array_that_is_one_too_small_is_refused_at_the_last_value)
    MU_RUN(the_lower_one_of_two_limits_on_tokens_counts)
    MU_RUN(the_other_limits_and_the_faults_are_those_of_the_check)
    MU_RUN(a_document_cannot_be_opened_without_room_or_text)
    MU_RUN(bytes_past_the_size_are_no_part_of_the_document)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "json_names.h"
#include "json_write.h"

#include "minunit.h"

#include <string.h>

#define MANY 150 /* names: more than three blocks of hashes */

static char key[MANY][5];
static mcperr_field field[MANY];
static char text[MANY * 9 + 3];

static void set_key(unsigned index, unsigned number)
{
    key[index][0] = 'k';
    for (unsigned digit = 3; digit > 0; digit--, number /= 10)
        key[index][digit] = (char)('0' + number % 10);
}

static void number_keys(void)
{
    memset(key, 0, sizeof key);
    for (unsigned i = 0; i < MANY; i++)
        set_key(i, i);
}

/* {"k000":1,"k001":1,...} */
static bool json_has_twice(unsigned count)
{
    size_t size = 0;

    text[size++] = '{';
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            text[size++] = ',';
        text[size++] = '"';
        memcpy(text + size, key[i], strlen(key[i]));
        size += strlen(key[i]);
        memcpy(text + size, "\":1", 3);
        size += 3;
    }
    text[size++] = '}';
    return mcperr_json_has_twice(text, text + size, 1);
}

static bool fields_have_twice(unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        field[i] = mcperr_field_int(key[i], 1);
    return mcperr_fields_have_twice(field, field + count);
}

MU_TEST(names_that_differ_are_told_apart_however_many_there_are)
{
    number_keys();
    for (unsigned count = 0; count <= MANY; count++) {
        mu_check(!json_has_twice(count));
        mu_check(!fields_have_twice(count));
    }
}

MU_TEST(a_name_that_stands_twice_is_found_at_any_two_places)
{
    for (unsigned second = 1; second < MANY; second += 7)
        for (unsigned first = 0; first < second; first += 5) {
            number_keys();
            set_key(second, first);
            mu_check(json_has_twice(MANY));
            mu_check(fields_have_twice(MANY));
            mu_check(!json_has_twice(second));
        }
}

/* Names whose hashes are the same in the bits that are kept; that of the last but one is 0 and counts as 1.
 */
static const char *const alike[][2] = {{"gh", "ne"}, {"qm", "sm"}, {"dr", "aay"}, {"xer", "beu"}};

MU_TEST(names_with_the_same_hash_are_not_the_same_name)
{
    const unsigned pairs = sizeof alike / sizeof *alike;

    number_keys();
    for (unsigned i = 0; i < 2 * pairs; i++)
        strcpy(key[10 * i], alike[i / 2][i % 2]);
    mu_check(!json_has_twice(MANY));
    mu_check(!fields_have_twice(MANY));
    for (unsigned i = 0; i < 2 * pairs; i++) {
        strcpy(key[MANY - 1], alike[i / 2][i % 2]);
        mu_check(json_has_twice(MANY));
        mu_check(fields_have_twice(MANY));
    }
}

MU_TEST(a_field_without_a_key_has_no_name)
{
    const mcperr_field fields[] = {mcperr_field_int(NULL, 1), mcperr_field_int("a", 1),
                                   mcperr_field_int(NULL, 1), mcperr_field_int("a", 1)};

    mu_check(!mcperr_fields_have_twice(fields, fields + 3));
    mu_check(mcperr_fields_have_twice(fields, fields + 4));
    mu_check(!mcperr_fields_have_twice(fields + 2, fields + 3));
}

MU_TEST(many_fields_may_be_without_a_key_too)
{
    number_keys();
    mu_check(!fields_have_twice(20));
    field[0].key = field[7].key = field[19].key = NULL;
    mu_check(!mcperr_fields_have_twice(field, field + 20));
    field[18].key = key[1];
    mu_check(mcperr_fields_have_twice(field, field + 20));
}

MU_TEST(few_fields_are_compared_as_the_characters_that_are_written)
{
    static const struct {
        const char *a, *b;
        bool same;
    } pairs[] = {{"", "", true},
                 {"", "a", false},
                 {"a", "ab", false},
                 {"ab", "ac", false},
                 {"\xC3\xA9", "\xC3\xA8", false},
                 {"\xC3\xA9", "\xC3\xA9", true},
                 {"\xC3\xA9", "\xC4\xA9", false},
                 {"\xFFz", "\xFEz", true},
                 {"\xFFz", "\xEF\xBF\xBDz", true},
                 {"a\xFF", "a\xC0", true},
                 {"\xFF", "z", false}};

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const mcperr_field fields[] = {mcperr_field_int(pairs[i].a, 1), mcperr_field_int("other", 1),
                                       mcperr_field_int(pairs[i].b, 1)};
        mu_assert_int_eq(pairs[i].same, mcperr_fields_have_twice(fields, fields + 3));
    }
}

/* What becomes of raw JSON whose names must differ. */
static mcperr_status put_unique(const char *json)
{
    char to[200];
    mcperr_json w;

    mcperr_json_init(&w, to, sizeof to);
    mcperr_json_unique(&w, true);
    mcperr_json_text(&w, NULL, mcperr_raw(json));
    return mcperr_json_finish(&w);
}

MU_TEST(a_name_twice_in_raw_json_is_found_behind_other_objects_and_in_other_spellings)
{
    static const char *const good[] = {"{\"a\":{\"a\":{\"a\":1}}}",
                                       "{\"a\":{\"b\":1},\"b\":{\"a\":1},\"c\":[{\"a\":1},{\"a\":1}]}",
                                       "{\"abz\":1,\"acz\":2,\"adz\":3}", /* alike in size and ends */
                                       "{\"\":1,\"a\":2}", "{\"\\u0061\":1,\"b\":2}"};
    static const char *const bad[] = {"{\"a\":1,\"a\":2}",
                                      "{\"a\":{\"b\":1},\"a\":2}",
                                      "{\"a\":[],\"b\":{},\"a\":{}}",
                                      "[{\"x\":1},{\"a\":1,\"b\":2,\"a\":3}]",
                                      "{\"\":1,\"\":2}",
                                      "{\"a\":1,\"\\u0061\":2}",
                                      "{\"\\u0061\":1,\"a\":2}",
                                      "{\"x\":{\"\xC3\xA9\":1,\"\\u00e9\":2}}"};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        mu_assert_int_eq(MCPERR_OK, put_unique(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        mu_assert_int_eq(MCPERR_E_SHAPE, put_unique(bad[i]));
}

static bool has_twice(const char *json, uint32_t levels)
{
    return mcperr_json_has_twice(json, json + strlen(json), levels);
}

MU_TEST(names_are_compared_within_one_object_and_as_characters)
{
    mu_check(has_twice("{\"a\":1,\"\\u0061\":2}", 1));
    mu_check(has_twice("[{} , { \"a\" : \"}\" , \"b\" : { \"a\" : 1 } , \"a\" : [ ] }]", 2));
    mu_check(!has_twice("{\"a\":{\"a\":\"a\",\"b\":[\"a\",\"a\"]},\"b\":1}", 3));
    mu_check(has_twice("{\"a\":{\"b\":1,\"c\":2,\"b\":3}}", 2));
}

MU_TEST(levels_that_are_not_asked_for_are_not_looked_at)
{
    mu_check(!has_twice("{\"a\":1,\"a\":2}", 0));
    mu_check(!has_twice("{\"a\":1,\"a\":2}", 2));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(names_that_differ_are_told_apart_however_many_there_are)
    MU_RUN(a_name_that_stands_twice_is_found_at_any_two_places)
    MU_RUN(names_with_the_same_hash_are_not_the_same_name)
    MU_RUN(a_field_without_a_key_has_no_name)
    MU_RUN(many_fields_may_be_without_a_key_too)
    MU_RUN(few_fields_are_compared_as_the_characters_that_are_written)
    MU_RUN(a_name_twice_in_raw_json_is_found_behind_other_objects_and_in_other_spellings)
    MU_RUN(names_are_compared_within_one_object_and_as_characters)
    MU_RUN(levels_that_are_not_asked_for_are_not_looked_at)
)
/* clang-format on */

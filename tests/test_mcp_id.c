/* SPDX-License-Identifier: MIT */
/* Ids: which JSON is one, and which can be told from a line that is broken or was cut. */
#include "mcp.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define EIGHT(text) text text text text text text text text
#define SIXTY EIGHT("1234567") "1234"

MU_TEST(a_string_or_an_integer_of_up_to_64_bytes_is_an_id)
{
    static const char *const ids[] = {"0",
                                      "-1",
                                      "-0",
                                      "7",
                                      "9007199254740993",
                                      SIXTY "5678",
                                      "-" SIXTY "567",
                                      "\"\"",
                                      "\"a\"",
                                      "\"3\"",
                                      "\"\\\"\\u00e9\\/\"",
                                      "\"\xC3\xA9\"",
                                      "\"server-discover-probe-1\"",
                                      "\"" SIXTY "56\""};

    for (size_t i = 0; i < COUNT(ids); i++)
        if (!mcperr_is_id(mcperr_raw(ids[i])))
            mu_fail(ids[i]);
}

MU_TEST(nothing_else_is_an_id)
{
    static const char *const others[] = {
        "",          " ",   "null", "true",       "1.0",         "1e3",    "1.5",         "01",
        "-",         "--1", "1-",   "+1",         "1 ",          " 1",     "\"a\" ",      " \"a\"",
        "\"",        "\"a", "a\"",  "\"a\"\"b\"", "\"a\",\"b\"", "\"\n\"", "\"\\ud800\"", "\"\xFF\"",
        "\"\\x41\"", "[1]", "{}",   "1,2",        "1\"",         "\"1",    SIXTY "56789", "\"" SIXTY "567\"",
    };

    for (size_t i = 0; i < COUNT(others); i++)
        if (mcperr_is_id(mcperr_raw(others[i])))
            mu_fail(others[i]);
    mu_check(!mcperr_is_id(mcperr_raw(NULL)));
    mu_check(!mcperr_is_id(mcperr_str("1")));
    mu_check(!mcperr_is_id(mcperr_fields(NULL, 1)));
}

/* A text and the id that is to be told from it; NULL: none. */
typedef struct salvage {
    const char *text, *id;
} salvage;

static void check(const salvage *all, size_t count, bool head)
{
    for (size_t i = 0; i < count; i++) {
        const size_t size = strlen(all[i].text);
        mcperr_salvage about;
        if (head)
            mcperr_salvage_line(all[i].text, size, NULL, 9, &about);
        else
            mcperr_salvage_line(NULL, 9, all[i].text, size, &about);
        const mcperr_text id = about.id;
        if ((id.data != NULL) != (all[i].id != NULL)) {
            mu_fail(all[i].text);
        } else if (id.data != NULL) {
            mu_assert_mem_eq(all[i].id, strlen(all[i].id), id.data, id.size);
            mu_assert_uint_eq(MCPERR_JSON, id.form);
            mu_check((const char *)id.data >= all[i].text &&
                     (const char *)id.data + id.size <= all[i].text + size);
        }
    }
}

MU_TEST(an_id_is_told_from_the_beginning_of_a_line_that_is_cut_or_broken_behind_it)
{
    static const salvage all[] = {
        {"{\"jsonrpc\":\"2.0\",\"id\":4,", "4"},
        {"{\"jsonrpc\":\"2.0\",\"id\":4}", "4"},
        {"{\"id\":0,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"{\"code\":\"X\"}\"}]}}", "0"},
        {" \r\n\t{ \"id\" : \"a\\\"b\" , !", "\"a\\\"b\""},
        {"{\"\\u0069\\u0064\":-7,", "-7"},
        {"{\"method\":\"tools/call\",\"params\":{\"id\":1,\"a\":[2,{\"id\":3}]},\"id\":5,", "5"},
        {"{\"a\":\"id\",\"b\":\"x\\\"id\\\":9,\",\"id\":6,\"c\":", "6"},
        {"{\"a\":[1,\"id\",2],\"b\":{},\"c\":[],\"id\":8,\xFF", "8"},
        {"{\"id\":1,\"deep\":" EIGHT("[") EIGHT("[") EIGHT("[") EIGHT("["), "1"},
    };

    check(all, COUNT(all), true);
}

MU_TEST(an_id_that_is_not_the_root_s_or_not_whole_is_not_told)
{
    static const salvage all[] = {
        {"", NULL},
        {" ", NULL},
        {"{", NULL},
        {"{\"id", NULL},
        {"{\"id\\", NULL},
        {"{\"id\"", NULL},
        {"{\"id\":", NULL},
        {"{\"id\":1", NULL},
        {"{\"id\":1 ", NULL},
        {"{\"id\":12x,", NULL},
        {"{\"id\":\"a", NULL},
        {"{\"id\":\"a\\\",", NULL},
        {"{\"id\":\"a\"", NULL},
        {"{\"id\":null,", NULL},
        {"{\"id\":1.5,", NULL},
        {"{\"id\":[1],", NULL},
        {"{\"id\":{\"id\":1},", NULL},
        {"{\"id\":" SIXTY "56789,", NULL},
        {"{\"id\":null,\"id\":2,", NULL},
        {"{\"id\":\"id\",\"id\":2}", NULL},
        {"{\"id\":1,\"x\":2,\"id\":", NULL},
        {"{\"ID\":1,\"i\":2,\"idx\":3}", NULL},
        {"{\"x\":{\"id\":1,", NULL},
        {"{\"x\":\"\\\"id\\\":1,", NULL},
        {"{\"x\":1,,\"id\":2,", NULL},
        {"{\"x\":\"{\"y\":1}\",\"id\":2,", NULL},
        {"[{\"id\":1,", NULL},
        {"[\"id\",1,", NULL},
        {"\"id\":1,", NULL},
        {"id:1,", NULL},
        {"\xEF\xBB\xBF{\"id\":1,", NULL},
    };

    check(all, COUNT(all), true);
}

MU_TEST(an_id_is_told_from_the_end_of_a_line)
{
    static const salvage all[] = {
        {",\"id\":4}", "4"},
        {"{\"id\":4}", "4"},
        {"x,\"id\":4}", "4"},
        {" \"}]},  \"id\" :\t -12 } \r\n", "-12"},
        {",\"jsonrpc\":\"2.0\",\"id\":\"id\"}", "\"id\""},
        {",\"id\":\"a\\\"id\\\":1\"}", "\"a\\\"id\\\":1\""},
        {"{\"id\":1},\"id\":2}", "2"},
        {"\"{\"code\":\"X\"}\"}]},\"id\":\"\"}", "\"\""},
    };

    check(all, COUNT(all), false);
}

MU_TEST(what_is_not_the_last_member_at_the_end_is_no_id)
{
    static const salvage all[] = {
        {"", NULL},
        {"\n", NULL},
        {"}", NULL},
        {" }", NULL},
        {"\"id\":4}", NULL},
        {" \"id\":4}", NULL},
        {"x\"id\":4}", NULL},
        {",\"x\\\"id\":4}", NULL},
        {",\\\"id\\\":4}", NULL},
        {",\"id\":4", NULL},
        {",\"id\":4]", NULL},
        {",\"id\":4}]", NULL},
        {",\"id\":4,\"a\":5}", NULL},
        {",\"id\":4}}", NULL},
        {",\"id\":}", NULL},
        {",\"id\"}", NULL},
        {",\"id\" }", NULL},
        {",\"id\";4}", NULL},
        {",\"id\"4}", NULL},
        {",\"id\":null}", NULL},
        {",\"id\":4.5}", NULL},
        {",\"id\":\"a}", NULL},
        {",\"id\":a\"}", NULL},
        {",\"id\":\"" SIXTY "567\"}", NULL},
        {",\"id\":1,\"b\":[2,\"id\"]}", NULL},
        {",\"idx\":1}", NULL},
        {",\"x\":{\"id\":1}}", NULL},
    };

    check(all, COUNT(all), false);
}

static mcperr_salvage salvage_of(const char *head, const char *tail)
{
    mcperr_salvage about;

    mcperr_salvage_line(head, strlen(head), tail, strlen(tail), &about);
    return about;
}

MU_TEST(an_id_at_the_beginning_and_another_at_the_end_are_none)
{
    static const char tail[] = "z\"},\"id\":2}", whole[] = "{\"a\":[],\"id\":2}";
    mcperr_salvage about;

    about = salvage_of("{\"method\":\"x\",\"params\":", tail);
    mu_assert_mem_eq("2", 1, about.id.data, about.id.size);
    mu_check(salvage_of("{\"id\":1,\"x\":\"", tail).id.data == NULL);
    mu_check(salvage_of("{\"id\":2,\"x\":\"", tail).id.data == NULL);
    mu_check(salvage_of("{\"id\":null,\"x\":\"", tail).id.data == NULL);
    mu_check(salvage_of("{\"id\":", tail).id.data == NULL);
    /* The same one, seen from both sides. */
    about = salvage_of(whole, whole);
    mu_assert_mem_eq("2", 1, about.id.data, about.id.size);
    /* What no check has seen is not walked over. */
    mcperr_salvage_line(whole, (size_t)MCPERR_TEXT_MAX + 1, NULL, 0, &about);
    mu_check(about.id.data == NULL);
    mcperr_salvage_line(NULL, 0, NULL, 0, &about);
    mu_check(about.id.data == NULL && !about.request && !about.broken);
}

MU_TEST(an_end_that_is_no_brace_is_told)
{
    mu_check(!salvage_of("{", "x\"}").broken);
    mu_check(!salvage_of("{", "} \t\r\n").broken);
    mu_check(!salvage_of("{}", "").broken);
    mu_check(!salvage_of("{}", " ").broken);
    mu_check(salvage_of("{}", "}x").broken);
    mu_check(salvage_of("{}", "]").broken);
}

MU_TEST(a_request_is_told_by_its_method_or_params)
{
    mu_check(salvage_of("{\"id\":1,\"method\":\"x", "").request);
    mu_check(salvage_of("{\"params\":{\"a", "").request);
    mu_check(salvage_of("{\"m\\u0065thod\":", "").request);
    mu_check(!salvage_of("{\"id\":1,\"method\"", "").request);
    mu_check(!salvage_of("{\"id\":1,\"result\":{\"method\":1,\"params\":2}", "").request);
    mu_check(!salvage_of("{\"a\":\"method\",\"b\":[\"params\"],", "").request);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_string_or_an_integer_of_up_to_64_bytes_is_an_id)
    MU_RUN(nothing_else_is_an_id)
    MU_RUN(an_id_is_told_from_the_beginning_of_a_line_that_is_cut_or_broken_behind_it)
    MU_RUN(an_id_that_is_not_the_root_s_or_not_whole_is_not_told)
    MU_RUN(an_id_is_told_from_the_end_of_a_line)
    MU_RUN(what_is_not_the_last_member_at_the_end_is_no_id)
    MU_RUN(an_id_at_the_beginning_and_another_at_the_end_are_none)
    MU_RUN(an_end_that_is_no_brace_is_told)
    MU_RUN(a_request_is_told_by_its_method_or_params)
)
/* clang-format on */

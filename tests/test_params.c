/* SPDX-License-Identifier: MIT */
/* Arguments judged by the parameters of a tool, and the schema made of them. */
#include "params.h"
#include "json_read.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static mcperr_token tokens[24];
static char scratch[240], schema[600];
static mcperr_error err;
static mcperr_param param; /* the only one of `tool` */
static mcperr_tool tool;
static size_t lent;

/* A tool with one parameter, called "n". */
static void begin(unsigned type, int64_t min, int64_t max)
{
    const mcperr_param one = {.name = "n", .min = min, .max = max, .type = (uint8_t)type};

    param = one;
    memset(&tool, 0, sizeof tool);
    tool.name = "t";
    tool.params = &param;
    tool.param_count = 1;
    lent = sizeof scratch;
}

static mcperr_status judge(const char *json, size_t size)
{
    mcperr_args args = {NULL, tokens, 0, lent > 0 ? scratch : NULL, lent};
    mcperr_doc doc;

    memset(&err, 0, sizeof err);
    memset(scratch, '#', sizeof scratch);
    if (json != NULL) {
        mu_assert_int_eq(MCPERR_OK, mcperr_doc_open(&doc, json, size, NULL, tokens, COUNT(tokens), NULL));
        args.json = doc.json;
        args.count = doc.count;
    }
    const mcperr_status status = mcperr_params_check(&tool, &args, &err);
    for (size_t i = lent; i < sizeof scratch; i++)
        mu_check(scratch[i] == '#');
    if (status == MCPERR_OK)
        mu_assert_uint_eq(lent, args.scratch_size);
    else
        mu_assert_uint_eq(MCPERR_INVALID, err.kind);
    return status;
}

static bool takes(const char *value)
{
    char json[120] = "{\"n\":";

    strcat(json, value);
    strcat(json, "}");
    return judge(json, strlen(json)) == MCPERR_OK;
}

/* Refused, with these words and details. */
static void refuses(const char *json, const char *message, const char *details)
{
    mu_assert_int_eq(MCPERR_E_FAILED, judge(json, json != NULL ? strlen(json) : 0));
    mu_assert_mem_eq(message, strlen(message), err.message.data, err.message.size);
    if (details == NULL)
        mu_check(err.details.data == NULL);
    else
        mu_assert_mem_eq(details, strlen(details), err.details.data, err.details.size);
}

#define assert_takes(value) mu_check(takes(value))
#define assert_refuses(value) mu_check(!takes(value))

/* ---- types --------------------------------------------------------------------------------------------- */

MU_TEST(each_type_takes_its_own_values_and_no_others)
{
    static const struct {
        const char *value;
        uint8_t takers; /* bit n: type n */
    } all[] = {{"\"\"", 1},    {"\"a\"", 1},
               {"\"5\"", 1},   {"\"true\"", 1},
               {"5", 6},       {"-5", 6},
               {"0", 6},       {"-0", 6},
               {"5.0", 6},     {"0.5", 4},
               {"50e-1", 6},   {"1E+2", 6},
               {"1e400", 4},   {"9223372036854775807", 6},
               {"true", 8},    {"-9223372036854775808", 6},
               {"false", 8},   {"9223372036854775808", 4},
               {"null", 0},    {"-9223372036854775809", 4},
               {"{}", 0},      {"[]", 0},
               {"[\"a\"]", 0}, {"{\"n\":5}", 0}};

    for (unsigned type = MCPERR_STRING; type <= MCPERR_BOOLEAN; type++)
        for (size_t i = 0; i < COUNT(all); i++) {
            begin(type, 0, 0);
            if (takes(all[i].value) != (all[i].takers >> type & 1))
                mu_fail(all[i].value);
        }
}

MU_TEST(an_argument_is_refused_with_its_name_and_what_it_must_be)
{
    begin(MCPERR_STRING, 0, 0);
    refuses("{\"n\":5}", "argument 'n' must be a string", "{\"argument\":\"n\"}");
    begin(MCPERR_INTEGER, 0, 0);
    refuses("{\"n\":\"5\"}", "argument 'n' must be an integer of 64 bits", "{\"argument\":\"n\"}");
    begin(MCPERR_NUMBER, 0, 0);
    refuses("{\"n\":null}", "argument 'n' must be a number", "{\"argument\":\"n\"}");
    begin(MCPERR_BOOLEAN, 0, 0);
    refuses("{\"n\":0}", "argument 'n' must be true or false", "{\"argument\":\"n\"}");
}

MU_TEST(limits_are_told_in_words)
{
    begin(MCPERR_INTEGER, 1, 4);
    refuses("{\"n\":5}", "argument 'n' must be an integer from 1 to 4", "{\"argument\":\"n\"}");
    begin(MCPERR_NUMBER, -40, INT64_MAX);
    refuses("{\"n\":-41}", "argument 'n' must be a number of at least -40", "{\"argument\":\"n\"}");
    begin(MCPERR_INTEGER, INT64_MIN, 0);
    refuses("{\"n\":1}", "argument 'n' must be an integer of at most 0", "{\"argument\":\"n\"}");
    begin(MCPERR_INTEGER, INT64_MIN + 1, INT64_MIN + 2);
    refuses("{\"n\":0}", "argument 'n' must be an integer from -9223372036854775807 to -9223372036854775806",
            "{\"argument\":\"n\"}");
    begin(MCPERR_STRING, 1, 16);
    refuses("{\"n\":\"\"}", "argument 'n' must be a string from 1 to 16 characters", "{\"argument\":\"n\"}");
    begin(MCPERR_STRING, INT64_MIN, 3);
    refuses("{\"n\":\"four\"}", "argument 'n' must be a string of at most 3 characters",
            "{\"argument\":\"n\"}");
    begin(MCPERR_STRING, 0, INT64_MAX);
    refuses("{\"n\":7}", "argument 'n' must be a string of at least 0 characters", "{\"argument\":\"n\"}");
    begin(MCPERR_STRING, 0, 0);
    param.one_of = "on|off";
    refuses("{\"n\":\"of\"}", "argument 'n' must be one of on|off", "{\"argument\":\"n\"}");
}

/* ---- ranges, exactly ----------------------------------------------------------------------------------- */

MU_TEST(integers_are_held_to_their_limits)
{
    begin(MCPERR_INTEGER, -2, 3);
    assert_refuses("-3");
    assert_takes("-2");
    assert_takes("-0");
    assert_takes("3");
    assert_refuses("4");
    assert_refuses("9223372036854775807");
    assert_refuses("-9223372036854775808");
    begin(MCPERR_INTEGER, INT64_MIN, INT64_MAX);
    assert_takes("-9223372036854775808");
    assert_takes("9223372036854775807");
    begin(MCPERR_INTEGER, INT64_MIN, INT64_MIN);
    assert_takes("-9223372036854775808");
    assert_refuses("-9223372036854775807");
    begin(MCPERR_INTEGER, INT64_MAX, INT64_MAX);
    assert_takes("9223372036854775807");
    assert_refuses("9223372036854775806");
}

MU_TEST(numbers_are_compared_by_their_value_and_not_by_their_spelling)
{
    static const char *const five[] = {"5",      "5.0", "5.000", "50e-1", "500E-2",  "0.5e1",
                                       "0.05e2", "5e0", "5e-0",  "5E+0",  "0.5e0001"};
    static const char *const less[] = {"4.9999999999999999999999",
                                       "49e-1",
                                       "0",
                                       "-5",
                                       "-0.0",
                                       "5e-1",
                                       "0.5",
                                       "499999999999999999999e-20",
                                       "5e-400",
                                       "-1e400",
                                       "0e99",
                                       "5e-99999999999999999999"};
    static const char *const more[] = {
        "5.0000000000000000000001", "51e-1", "6", "5e1", "1E+2", "1e400", "1e9999", "1e99999999999999999999",
        "500000000000000000001e-20"};

    begin(MCPERR_NUMBER, 5, 5);
    for (size_t i = 0; i < COUNT(five); i++)
        if (!takes(five[i]))
            mu_fail(five[i]);
    for (size_t i = 0; i < COUNT(less); i++) {
        begin(MCPERR_NUMBER, 5, INT64_MAX);
        if (takes(less[i]))
            mu_fail(less[i]);
        begin(MCPERR_NUMBER, INT64_MIN, 5);
        if (!takes(less[i]))
            mu_fail(less[i]);
    }
    for (size_t i = 0; i < COUNT(more); i++) {
        begin(MCPERR_NUMBER, 5, INT64_MAX);
        if (!takes(more[i]))
            mu_fail(more[i]);
        begin(MCPERR_NUMBER, INT64_MIN, 5);
        if (takes(more[i]))
            mu_fail(more[i]);
    }
}

MU_TEST(limits_below_zero_and_at_zero_are_as_exact)
{
    begin(MCPERR_NUMBER, -5, 0);
    assert_takes("-5");
    assert_takes("-5.0");
    assert_takes("-49.9e-1");
    assert_refuses("-5.1");
    assert_refuses("-500e-1");
    assert_takes("0");
    assert_takes("-0");
    assert_takes("-0.0e5");
    assert_takes("0e400");
    assert_takes("-0.1");
    assert_refuses("0.1");
    assert_refuses("1e-9999");
    begin(MCPERR_NUMBER, INT64_MIN + 1, INT64_MAX - 1);
    assert_takes("-9223372036854775807");
    assert_refuses("-9223372036854775807.1");
    assert_refuses("-9223372036854775808");
    assert_takes("9223372036854775806");
    assert_takes("9223372036854775805.9");
    assert_refuses("9223372036854775806.1");
    assert_refuses("9223372036854775808");
    assert_refuses("18446744073709551615");
    assert_refuses("18446744073709551616");
    assert_refuses("184467440737095516160e-1");
}

/* One and ten thousand zeros, times ten to minus ten thousand and some. */
#define TEN(item) item, item, item, item, item, item, item, item, item, item
#define WITH_ZEROS(last)                                                                                     \
    {                                                                                                        \
        '{', '"', 'n', '"', ':', '1', TEN(TEN(TEN(TEN('0')))), 'e', '-', '1', '0', '0', '0', last, '}'       \
    }

MU_TEST(a_number_with_more_digits_than_most_exponents_is_as_exact)
{
    static const char one[] = WITH_ZEROS('0'), tenth[] = WITH_ZEROS('1');

    begin(MCPERR_NUMBER, 1, 1);
    mu_assert_int_eq(MCPERR_OK, judge(one, sizeof one));
    mu_assert_int_eq(MCPERR_E_FAILED, judge(tenth, sizeof tenth));
}

MU_TEST(the_length_of_a_string_is_counted_in_characters)
{
    begin(MCPERR_STRING, 2, 3);
    assert_refuses("\"a\"");
    assert_takes("\"ab\"");
    assert_takes("\"abc\"");
    assert_refuses("\"abcd\"");
    assert_takes("\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    assert_takes("\"\\u00e9\\n\\\"\"");
    assert_takes("\"\\ud83d\\ude00\\ud83d\\ude00\\ud83d\\ude00\"");
    assert_refuses("\"\\ud83d\\ude00\"");
    begin(MCPERR_STRING, INT64_MIN, 1);
    assert_takes("\"\"");
    assert_takes("\"a\"");
    assert_refuses("\"ab\"");
    begin(MCPERR_STRING, 1, INT64_MAX);
    assert_refuses("\"\"");
    assert_takes("\"abcdefghijklmnopqrstuvwxyz\"");
}

MU_TEST(the_range_of_a_boolean_does_not_matter)
{
    begin(MCPERR_BOOLEAN, 5, 7);
    assert_takes("true");
    assert_takes("false");
    refuses("{\"n\":6}", "argument 'n' must be true or false", "{\"argument\":\"n\"}");
}

MU_TEST(one_of_some_words_is_exactly_one_of_them)
{
    begin(MCPERR_STRING, 0, 0);
    param.one_of = "on|off|a b";
    assert_takes("\"on\"");
    assert_takes("\"off\"");
    assert_takes("\"a b\"");
    assert_takes("\"\\u006fn\"");
    assert_refuses("\"\"");
    assert_refuses("\"o\"");
    assert_refuses("\"onn\"");
    assert_refuses("\"ON\"");
    assert_refuses("\"on|off\"");
    assert_refuses("\"|\"");
    assert_refuses("1");
    /* Only strings have words. */
    param.type = MCPERR_INTEGER;
    assert_takes("1");
}

/* ---- which are there ----------------------------------------------------------------------------------- */

MU_TEST(what_is_required_must_be_there_and_what_is_not_may_be_missing)
{
    begin(MCPERR_INTEGER, 1, 4);
    mu_assert_int_eq(MCPERR_OK, judge("{}", 2));
    mu_assert_int_eq(MCPERR_OK, judge(NULL, 0));
    param.required = true;
    refuses("{}", "argument 'n' is missing; it must be an integer from 1 to 4", "{\"argument\":\"n\"}");
    refuses(NULL, "argument 'n' is missing; it must be an integer from 1 to 4", "{\"argument\":\"n\"}");
    assert_takes("1");
}

MU_TEST(unknown_arguments_are_refused_by_the_name_they_stand_for)
{
    begin(MCPERR_INTEGER, 0, 0);
    refuses("{\"m\":1}", "argument 'm' is not one of this tool", "{\"argument\":\"m\"}");
    refuses("{\"n\":1,\"N\":1}", "argument 'N' is not one of this tool", "{\"argument\":\"N\"}");
    refuses("{\"\":1}", "argument '' is not one of this tool", "{\"argument\":\"\"}");
    refuses("{\"a\\\"\\u00e9\\n\":1}", "argument 'a\"\xC3\xA9\n' is not one of this tool",
            "{\"argument\":\"a\\\"\xC3\xA9\\n\"}");
    mu_assert_int_eq(MCPERR_OK, judge("{\"\\u006e\":1}", 12));
    tool.param_count = 0;
    tool.params = NULL;
    mu_assert_int_eq(MCPERR_OK, judge("{}", 2));
    refuses("{\"n\":1}", "argument 'n' is not one of this tool", "{\"argument\":\"n\"}");
}

#define TWENTY "12345678901234567890"
#define SIXTY TWENTY TWENTY TWENTY

MU_TEST(a_long_name_is_told_by_its_beginning_and_no_character_is_cut)
{
    begin(MCPERR_INTEGER, 0, 0);
    refuses("{\"" SIXTY "1234\":1}", "argument '" SIXTY "1234' is not one of this tool",
            "{\"argument\":\"" SIXTY "1234\"}");
    refuses("{\"" SIXTY SIXTY SIXTY "\":1}", "argument '" SIXTY "1234...' is not one of this tool",
            "{\"argument\":\"" SIXTY "1234\"}");
    refuses("{\"" SIXTY "123\xC3\xA9\":1}", "argument '" SIXTY "123...' is not one of this tool",
            "{\"argument\":\"" SIXTY "123\"}");
    refuses("{\"" SIXTY "12\xC3\xA9\":1}", "argument '" SIXTY "12\xC3\xA9' is not one of this tool",
            "{\"argument\":\"" SIXTY "12\xC3\xA9\"}");
    refuses("{\"" SIXTY "\\u00e9\":1}", "argument '" SIXTY "...' is not one of this tool",
            "{\"argument\":\"" SIXTY "\"}");
}

MU_TEST(a_name_with_u_0000_is_told_whole)
{
    static const char message[] = "argument 'a\0b' is not one of this tool";

    begin(MCPERR_INTEGER, 0, 0);
    mu_assert_int_eq(MCPERR_E_FAILED, judge("{\"a\\u0000b\":1}", 14));
    mu_assert_mem_eq(message, sizeof message - 1, err.message.data, err.message.size);
}

MU_TEST(the_first_that_is_wrong_is_named)
{
    const mcperr_param two[2] = {{.name = "a", .type = MCPERR_STRING, .required = true},
                                 {.name = "b", .type = MCPERR_BOOLEAN}};

    begin(MCPERR_STRING, 0, 0);
    tool.params = two;
    tool.param_count = 2;
    mu_assert_int_eq(MCPERR_OK, judge("{\"b\":true,\"a\":\"\"}", 17));
    refuses("{\"b\":1,\"a\":1}", "argument 'a' must be a string", "{\"argument\":\"a\"}");
    refuses("{\"a\":\"\",\"b\":1}", "argument 'b' must be true or false", "{\"argument\":\"b\"}");
    refuses("{\"b\":1}", "argument 'a' is missing; it must be a string", "{\"argument\":\"a\"}");
    refuses("{\"b\":1,\"c\":1}", "argument 'c' is not one of this tool", "{\"argument\":\"c\"}");
}

MU_TEST(without_enough_memory_the_words_are_common_ones_and_details_may_be_missing)
{
    static const char own[] = "argument 'n' must be an integer from 1 to 4",
                      common[] = "an argument is missing, unknown or not what it must be";
    const size_t details = sizeof "{\"argument\":\"n\"}";

    begin(MCPERR_INTEGER, 1, 4);
    for (lent = 0; lent <= details + sizeof own + 1; lent++) {
        const bool has_details = lent >= details,
                   has_words = lent - (has_details ? details : 0) >= sizeof own;
        refuses("{\"n\":5}", has_words ? own : common, has_details ? "{\"argument\":\"n\"}" : NULL);
    }
    /* A name that is too long for it. */
    begin(MCPERR_INTEGER, 1, 4);
    for (lent = 0; lent < 80; lent++)
        mu_assert_int_eq(MCPERR_E_FAILED, judge("{\"a_name_that_is_rather_long_by_itself\":5}", 42));
}

/* ---- the schema ---------------------------------------------------------------------------------------- */

static const char *schema_of(void)
{
    mcperr_json w;

    mcperr_json_init(&w, schema, sizeof schema);
    mcperr_json_object(&w, NULL);
    mcperr_params_schema(&tool, &w, "s");
    mcperr_json_end(&w);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    return schema;
}

MU_TEST(a_tool_without_parameters_has_a_schema_that_takes_none)
{
    begin(MCPERR_STRING, 0, 0);
    tool.params = NULL;
    tool.param_count = 0;
    mu_assert_string_eq("{\"s\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}}",
                        schema_of());
}

MU_TEST(the_schema_says_what_is_checked)
{
    static const mcperr_param all[] = {
        {.name = "text",
         .description = "What \"it\" says",
         .type = MCPERR_STRING,
         .min = 1,
         .max = 16,
         .required = true},
        {.name = "state", .type = MCPERR_STRING, .one_of = "on|off", .required = true},
        {.name = "channel", .type = MCPERR_INTEGER, .min = -4, .max = INT64_MAX},
        {.name = "level", .type = MCPERR_NUMBER, .min = INT64_MIN, .max = 100},
        {.name = "any", .type = MCPERR_NUMBER},
        {.name = "now", .type = MCPERR_BOOLEAN, .min = 1, .max = 2, .one_of = "x"},
    };

    begin(MCPERR_STRING, 0, 0);
    tool.params = all;
    tool.param_count = COUNT(all);
    mu_assert_string_eq("{\"s\":{\"type\":\"object\",\"properties\":{"
                        "\"text\":{\"type\":\"string\",\"description\":\"What \\\"it\\\" says\","
                        "\"minLength\":1,\"maxLength\":16},"
                        "\"state\":{\"type\":\"string\",\"enum\":[\"on\",\"off\"]},"
                        "\"channel\":{\"type\":\"integer\",\"minimum\":-4},"
                        "\"level\":{\"type\":\"number\",\"maximum\":100},"
                        "\"any\":{\"type\":\"number\"},"
                        "\"now\":{\"type\":\"boolean\"}},"
                        "\"required\":[\"text\",\"state\"],\"additionalProperties\":false}}",
                        schema_of());
}

MU_TEST(a_type_that_is_none_is_one_of_the_four)
{
    begin(MCPERR_BOOLEAN + 4, 0, 0);
    assert_takes("true");
    assert_refuses("1");
    tool.param_count = 1;
    mu_check(strstr(schema_of(), "\"boolean\"") != NULL);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(each_type_takes_its_own_values_and_no_others)
    MU_RUN(an_argument_is_refused_with_its_name_and_what_it_must_be)
    MU_RUN(limits_are_told_in_words)
    MU_RUN(integers_are_held_to_their_limits)
    MU_RUN(numbers_are_compared_by_their_value_and_not_by_their_spelling)
    MU_RUN(limits_below_zero_and_at_zero_are_as_exact)
    MU_RUN(a_number_with_more_digits_than_most_exponents_is_as_exact)
    MU_RUN(the_length_of_a_string_is_counted_in_characters)
    MU_RUN(the_range_of_a_boolean_does_not_matter)
    MU_RUN(one_of_some_words_is_exactly_one_of_them)
    MU_RUN(what_is_required_must_be_there_and_what_is_not_may_be_missing)
    MU_RUN(unknown_arguments_are_refused_by_the_name_they_stand_for)
    MU_RUN(a_long_name_is_told_by_its_beginning_and_no_character_is_cut)
    MU_RUN(a_name_with_u_0000_is_told_whole)
    MU_RUN(the_first_that_is_wrong_is_named)
    MU_RUN(without_enough_memory_the_words_are_common_ones_and_details_may_be_missing)
    MU_RUN(a_tool_without_parameters_has_a_schema_that_takes_none)
    MU_RUN(the_schema_says_what_is_checked)
    MU_RUN(a_type_that_is_none_is_one_of_the_four)
)
/* clang-format on */

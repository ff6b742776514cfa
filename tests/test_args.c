/* SPDX-License-Identifier: MIT */
#include "tool.h"

/* ---- arguments ----------------------------------------------------------------------------------------- */

static char read_back[200];

/* Says what it finds under the name that self is. */
HANDLER(reads_argument)
{
    int64_t number = -77, milli = -77;
    bool flag = false;
    mcperr_json w;

    UNUSED;
    mcperr_json_init(&w, read_back, sizeof read_back);
    mcperr_json_object(&w, NULL);
    mcperr_json_text(&w, "text", mcperr_arg_text(args, self));
    if (mcperr_arg_int(args, self, &number))
        mcperr_json_int(&w, "int", number);
    else
        mu_assert_int_eq(-77, number);
    if (mcperr_arg_fixed(args, self, 3, &milli))
        mcperr_json_int(&w, "milli", milli);
    else
        mu_assert_int_eq(-77, milli);
    const mcperr_text spelt = mcperr_arg_number(args, self);
    if (spelt.data != NULL)
        mcperr_json_text(&w, "number", spelt);
    if (mcperr_arg_bool(args, self, &flag))
        mcperr_json_bool(&w, "bool", flag);
    else
        mu_check(!flag);
    mcperr_json_end(&w);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    return MCPERR_OK;
}

MU_TEST(arguments_are_read_by_name_and_type)
{
    static char arguments[] =
        " { \"s\" : \"a\\u0062\\n\", \"\" : \"e\", \"i\" : -9223372036854775808, \"f\" : 1.0, \"h\" : 0.5, "
        "\"k\" : 0.0005,"
        " \"t\" : true, \"n\" : null, \"o\" : { \"x\" : 1 }, \"no\" : false, \"i\" : 2 } ";
    static const struct {
        const char *name, *found;
    } known[] = {
        {"s", "{\"text\":\"ab\\n\"}"},
        {"", "{\"text\":\"e\"}"},
        {"i", "{\"text\":null,\"int\":-9223372036854775808,\"number\":-9223372036854775808}"},
        {"f", "{\"text\":null,\"int\":1,\"milli\":1000,\"number\":1.0}"},
        {"h", "{\"text\":null,\"milli\":500,\"number\":0.5}"},
        {"k", "{\"text\":null,\"number\":0.0005}"},
        {"t", "{\"text\":null,\"bool\":true}"},
        {"no", "{\"text\":null,\"bool\":false}"},
        {"n", "{\"text\":null}"},
        {"o", "{\"text\":null}"},
        {"x", "{\"text\":null}"},
        {"absent", "{\"text\":null}"},
    };

    node_begin(&mcperr_kaiza);
    call.arguments = arguments;
    call.arguments_size = strlen(arguments);
    for (size_t i = 0; i < COUNT(known); i++) {
        static char name[8];
        memcpy(name, known[i].name, strlen(known[i].name) + 1);
        tool.self = name;
        assert_answer("{}", reads_argument);
        mu_assert_string_eq(known[i].found, read_back);
    }
    tool.self = NULL; /* no name */
    assert_answer("{}", reads_argument);
    mu_assert_string_eq("{\"text\":null}", read_back);
}

MU_TEST(without_arguments_nothing_is_found)
{
    static char name[] = "s";

    node_begin(&mcperr_kaiza);
    tool.self = name;
    assert_answer("{}", reads_argument);
    mu_assert_string_eq("{\"text\":null}", read_back);
    call.tokens = NULL;
    call.token_count = 0;
    assert_answer("{}", reads_argument);
    mu_assert_string_eq("{\"text\":null}", read_back);
}

HANDLER(reads_null)
{
    int64_t number = 5;
    bool flag = true;

    UNUSED;
    mu_check(mcperr_arg_text(NULL, "i").data == NULL);
    mu_check(mcperr_arg_number(NULL, "i").data == NULL);
    mu_check(!mcperr_arg_int(NULL, "i", &number) && !mcperr_arg_int(args, "i", NULL) && number == 5);
    mu_check(!mcperr_arg_fixed(NULL, "i", 3, &number) && !mcperr_arg_fixed(args, "i", 3, NULL));
    mu_check(!mcperr_arg_fixed(args, "i", MCPERR_PLACES_MAX + 1, &number) && number == 5);
    mu_check(mcperr_arg_fixed(args, "i", MCPERR_PLACES_MAX, &number) && number == 1000000000000000000);
    mu_check(!mcperr_arg_bool(NULL, "t", &flag) && !mcperr_arg_bool(args, "t", NULL) && flag);
    return MCPERR_OK;
}

MU_TEST(arguments_take_null)
{
    static const char arguments[] = "{\"i\":1,\"t\":false}";

    node_begin(&mcperr_kaiza);
    call.arguments = arguments;
    call.arguments_size = sizeof arguments - 1;
    assert_answer("{}", reads_null);
}

MU_TEST(arguments_that_are_no_object_or_do_not_fit_are_invalid_input_and_the_tool_is_not_run)
{
    static const char *const bad[] = {"", "[]", "1", "{", "{\"a\":1}x", "{\"a\":tru}", "\xFF", "\"{}\""};

    node_begin(&mcperr_toolerror);
    for (size_t i = 0; i < COUNT(bad); i++) {
        call.arguments = bad[i];
        call.arguments_size = strlen(bad[i]);
        assert_answer("{\"type\":\"VALIDATION\",\"message\":\"arguments are not a JSON object that can be "
                      "read here\",\"recoverable\":false}",
                      succeeds);
    }
    call.arguments = "{\"a\":1}";
    call.arguments_size = 7;
    call.token_count = 2;
    mu_check(strstr(answered(succeeds), "VALIDATION") != NULL);
    call.token_count = 3;
    assert_answer("{\"milli_celsius\":21500}", succeeds);
    call.tokens = NULL;
    mu_check(strstr(answered(succeeds), "VALIDATION") != NULL);
}

/* ---- messages and other memory ------------------------------------------------------------------------- */

/* 10 KB is more RAM than a small target has to spare. */
#ifdef __linux__
#define LONG_MESSAGE 10240
#else
#define LONG_MESSAGE 1000
#endif

static char long_message[LONG_MESSAGE + 1];

HANDLER(says_what_self_is)
{
    UNUSED;
    return mcperr_fail(err, MCPERR_NOT_FOUND, self);
}

MU_TEST(a_message_may_be_empty_or_not_utf_8)
{
    char empty[] = "", broken[] = "a\xFF\xE2\x82z\"\n";

    node_begin(&mcperr_kaiza);
    tool.self = empty;
    assert_answer(EARLY("FILE_NOT_FOUND", "", "null"), says_what_self_is);
    tool.self = broken;
    assert_answer(EARLY("FILE_NOT_FOUND", "a\xEF\xBF\xBD\xEF\xBF\xBDz\\\"\\n", "null"), says_what_self_is);
    tool.self = NULL;
    assert_answer(EARLY("FILE_NOT_FOUND", "File does not exist", "null"), says_what_self_is);
    mu_assert_uint_eq(0, node.events.mended);
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        tool.self = broken;
        mu_check(strstr(answered(says_what_self_is), "\xFF") == NULL);
        tool.self = empty;
        (void)answered(says_what_self_is);
    }
}

MU_TEST(a_message_that_is_too_long_gives_way_to_the_canonical_one)
{
    memset(long_message, 'm', LONG_MESSAGE);
    long_message[LONG_MESSAGE] = '\0';
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        node_begin(every_dialect[i]);
        tool.self = long_message;
        (void)answered(says_what_self_is);
        mu_check(length > 0 && strstr(out, "mmm") == NULL);
        mu_assert_uint_eq(i == 1 ? 0 : 1, node.events.mended); /* Context takes no message of that length */
    }
    node_begin(&mcperr_kaiza);
    tool.self = long_message;
    assert_answer(EARLY("FILE_NOT_FOUND", "File does not exist", "null"), says_what_self_is);
}

static void scribble(void)
{
    volatile char frame[256];

    for (size_t i = 0; i < sizeof frame; i++)
        frame[i] = 'Z';
}

HANDLER(says_from_its_own_frame)
{
    char message[64];

    UNUSED;
    memset(message, 'f', sizeof message);
    message[*(const size_t *)self] = '\0';
    return mcperr_say(args, err, MCPERR_IO, message);
}

MU_TEST(a_message_may_live_in_the_frame_of_the_handler)
{
    size_t size = 3;

    node_begin(&mcperr_toolerror);
    tool.self = &size;
    assert_answer("{\"type\":\"TRANSIENT\",\"message\":\"fff\",\"recoverable\":true}",
                  says_from_its_own_frame);
    scribble();
    for (size = 0; size < 40; size++) {
        call.scratch_size = 20;
        scratch[20] = '#';
        (void)answered(says_from_its_own_frame);
        mu_check(scratch[20] == '#');
        mu_check((strstr(out, size > 0 ? "\"f" : "\"\"") != NULL) == (size < 20));
    }
    call.scratch = NULL;
    size = 0;
    mu_check(strstr(answered(says_from_its_own_frame), "\"\"") == NULL);
}

HANDLER(says_with_details)
{
    mcperr_json w;
    char name[] = "valve-3";

    UNUSED;
    mcperr_details(args, &w);
    mcperr_json_str(&w, "holder", name);
    mcperr_json_int(&w, "n", 3);
    mcperr_details_end(args, &w, err);
    memset(name, 'Z', sizeof name - 1);
    return mcperr_say(args, err, MCPERR_CONFLICT, "valve is held");
}

MU_TEST(details_and_message_share_the_memory_that_is_lent)
{
    static const char whole[] = "{\"type\":\"CONFLICT\",\"message\":\"valve is held\",\"recoverable\":false,"
                                "\"data\":{\"holder\":\"valve-3\",\"n\":3}}";
    const size_t details = sizeof "{\"holder\":\"valve-3\",\"n\":3}", message = sizeof "valve is held";

    node_begin(&mcperr_toolerror);
    assert_answer(whole, says_with_details);
    for (size_t size = 0; size <= details + message; size++) {
        call.scratch_size = size;
        memset(scratch, '#', sizeof scratch);
        (void)answered(says_with_details);
        mu_check(scratch[size] == '#');
        mu_check((strstr(out, "\"data\":{\"holder\":\"valve-3\",\"n\":3}") != NULL) == (size >= details));
        mu_check((strstr(out, "valve is held") != NULL) ==
                 (size >= details + message || (size < details && size >= message)));
    }
    mu_assert_string_eq(whole, out);
}

/* The message is copied over details that are not ended: they are left out, and it is not harmed. */
HANDLER(says_between_details)
{
    mcperr_json w;
    mcperr_status status;

    UNUSED;
    mcperr_details(args, &w);
    mcperr_json_int(&w, "n", 3);
    status = mcperr_say(args, err, MCPERR_CONFLICT, "a message between");
    mcperr_json_int(&w, "m", 4);
    mcperr_details_end(args, &w, err);
    return status;
}

HANDLER(ends_broken_details)
{
    mcperr_json w;

    UNUSED;
    mcperr_details(args, &w);
    mcperr_json_text(&w, "raw", mcperr_raw("tru"));
    mcperr_details_end(args, &w, err);
    return mcperr_say(args, err, MCPERR_CONFLICT, "a message behind");
}

MU_TEST(details_that_were_not_ended_well_are_left_out)
{
    node_begin(&mcperr_toolerror);
    mu_check(strstr(answered(says_between_details), "data") == NULL);
    assert_answer("{\"type\":\"CONFLICT\",\"message\":\"a message behind\",\"recoverable\":false}",
                  ends_broken_details);
}

MU_TEST(helpers_of_handlers_take_null)
{
    mcperr_error err;
    mcperr_json w;
    mcperr_args none;

    memset(&err, 0, sizeof err);
    memset(&none, 0, sizeof none);
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_say(NULL, &err, MCPERR_IO, "kept nowhere"));
    mu_check(err.message.data == NULL && err.kind == MCPERR_IO);
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_say(&none, NULL, MCPERR_IO, "x"));
    mu_assert_int_eq(MCPERR_E_FAILED, mcperr_say(&none, &err, MCPERR_BUDGET, NULL));
    mu_check(err.message.data == NULL && err.kind == MCPERR_BUDGET);
    mcperr_details(NULL, &w);
    mcperr_json_int(&w, "n", 1);
    mcperr_details_end(NULL, &w, &err);
    mcperr_details(&none, &w);
    mcperr_details_end(&none, &w, &err);
    mcperr_details(&none, NULL);
    mcperr_details_end(&none, NULL, &err);
    none.scratch = scratch;
    none.scratch_size = sizeof scratch;
    mcperr_details(&none, &w);
    mcperr_details_end(&none, &w, NULL);
    mu_check(err.details.data == NULL && none.scratch == scratch);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(arguments_are_read_by_name_and_type)
    MU_RUN(without_arguments_nothing_is_found)
    MU_RUN(arguments_take_null)
    MU_RUN(arguments_that_are_no_object_or_do_not_fit_are_invalid_input_and_the_tool_is_not_run)
    MU_RUN(a_message_may_be_empty_or_not_utf_8)
    MU_RUN(a_message_that_is_too_long_gives_way_to_the_canonical_one)
    MU_RUN(a_message_may_live_in_the_frame_of_the_handler)
    MU_RUN(details_and_message_share_the_memory_that_is_lent)
    MU_RUN(details_that_were_not_ended_well_are_left_out)
    MU_RUN(helpers_of_handlers_take_null)
)
/* clang-format on */

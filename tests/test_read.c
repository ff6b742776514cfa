/* SPDX-License-Identifier: MIT */
/* Reading whatever a peer sends, telling whose it is, and pointing at what is wrong with it. */
#include "codec.h"
#include "decode.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define NOBODY DIALECTS

/* Exactly or nearly a document of somebody's, or a text. */
typedef struct sent {
    const char *text;
    uint8_t reading, home, kind;
    const char *code, *message; /* NULL: absent */
} sent;

static mcperr_reading read_all(const char *text, mcperr_error *err)
{
    memset(err, 0xA5, sizeof *err);
    return mcperr_read(dialects, DIALECTS, text, strlen(text), tokens, TOKENS, err);
}

static void check_sent(const sent *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mcperr_error err;
        const mcperr_reading reading = read_all(all[i].text, &err);
        const mcperr_dialect *const home = all[i].home < DIALECTS ? dialects[all[i].home] : NULL;
        if (reading != (mcperr_reading)all[i].reading || err.home != home || err.kind != all[i].kind ||
            !mcperr_text_is(err.code, all[i].code) || !mcperr_text_is(err.message, all[i].message))
            mu_fail(all[i].text);
    }
}

/* ---- detection ---------------------------------------------------------------------------------------- */

static const mcperr_dialect *detected(const char *text)
{
    return mcperr_detect(dialects, DIALECTS, text, strlen(text), tokens, TOKENS);
}

MU_TEST(what_a_dialect_writes_is_known_and_read_as_its_own)
{
    static char text[800];

    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned newline = 0; newline < 2; newline++) {
            const mcperr_error made = rich_error();
            mcperr_error err;
            strcpy(text, encoded(d, &made));
            strcat(text, newline ? "\n" : "");
            mu_check(detected(text) == dialects[d]);
            mu_assert_int_eq(MCPERR_EXACT, read_all(text, &err));
            mu_check(err.home == dialects[d]);
            mu_check(mcperr_text_same(err.message, made.message));
            /* Views are those of the text. */
            mu_check((const char *)err.message.data > text &&
                     (const char *)err.message.data < text + strlen(text));
        }
}

MU_TEST(of_several_that_might_be_meant_the_first_in_the_order_of_detection_is)
{
    static const struct {
        const char *text;
        uint8_t dialect;
    } texts[] = {
        {"{\"error_code\":null,\"problem\":{},\"type\":1,\"recoverable\":2,\"error\":{\"category\":3}}",
         KAIZA},
        {"{\"problem\":{},\"type\":1,\"recoverable\":2,\"error\":{\"category\":3}}", CODEINTEL},
        {"{\"problem\":[],\"type\":1,\"recoverable\":2,\"error\":{\"category\":3}}", TOOLERROR},
        {"{\"problem\":\"{}\",\"type\":1,\"error\":{\"category\":3,\"code\":4,\"message\":5}}", OWLCLAW},
        {"{\"error\":{\"incident_id\":3},\"status\":1,\"category\":2,\"incident_id\":3}", OWLCLAW},
        {"{\"error\":{\"code\":4,\"message\":5},\"status\":1,\"category\":2,\"incident_id\":3}", CONTEXT},
        {"{\"error\":{\"code\":4},\"status\":1,\"category\":2,\"incident_id\":3}", OWLCLAW_API},
        {"{\"error\":\"\",\"status\":1,\"category\":2,\"incident_id\":3,\"type\":4,\"title\":5,\"instance\":"
         "6}",
         OWLCLAW_API},
        {"{\"error\":\"\",\"status\":1,\"category\":2,\"type\":4,\"title\":5,\"instance\":6}", PROBLEM},
        {"{\"err\\u006fr\":{\"c\\u006fde\":4,\"message\":5}}", CONTEXT},
        {"{\"status\":1,\"category\":2,\"type\":4,\"title\":5}", NOBODY},
        {"{\"error\":\"code message\"}", NOBODY},
        {"{\"error\":[\"code\",\"message\"]}", NOBODY},
        {"{\"recoverable\":true}", NOBODY},
        {"{\"a\":{\"error_code\":1}}", NOBODY},
        {"[\"error_code\"]", NOBODY},
        {"\"error_code\"", NOBODY},
        {"{}", NOBODY},
        {"{\"error_code\":1", NOBODY},
        {"", NOBODY},
    };
    const mcperr_dialect *reversed[DIALECTS];

    for (unsigned d = 0; d < DIALECTS; d++)
        reversed[d] = dialects[DIALECTS - 1 - d];
    for (size_t i = 0; i < COUNT(texts); i++) {
        const mcperr_dialect *const expected =
            texts[i].dialect < DIALECTS ? dialects[texts[i].dialect] : NULL;
        if (detected(texts[i].text) != expected ||
            mcperr_detect(reversed, DIALECTS, texts[i].text, strlen(texts[i].text), tokens, TOKENS) !=
                expected)
            mu_fail(texts[i].text);
    }
}

MU_TEST(only_dialects_of_the_set_are_found_and_only_with_enough_tokens)
{
    static const char text[] = "{\"error_code\":1,\"problem\":{}}";
    static const mcperr_dialect *const two[] = {&mcperr_context, &mcperr_codeintel};

    mu_check(mcperr_detect(two, 2, text, strlen(text), tokens, TOKENS) == &mcperr_codeintel);
    mu_check(mcperr_detect(two, 1, text, strlen(text), tokens, TOKENS) == NULL);
    mu_check(mcperr_detect(two, 0, text, strlen(text), tokens, TOKENS) == NULL);
    mu_check(mcperr_detect(NULL, 2, text, strlen(text), tokens, TOKENS) == NULL);
    mu_check(mcperr_detect(two, 2, text, strlen(text), tokens, 5) == &mcperr_codeintel);
    mu_check(mcperr_detect(two, 2, text, strlen(text), tokens, 4) == NULL);
    mu_check(mcperr_detect(two, 2, text, strlen(text), NULL, 4) == NULL);
    mu_check(mcperr_detect(two, 2, NULL, 4, tokens, TOKENS) == NULL);
}

MU_TEST(what_may_be_an_envelope_is_told_by_words_alone)
{
    static const struct {
        const char *text;
        bool may, may_hold;
    } texts[] = {
        {"{\"error_code\":1}", true, true},
        {" \n{\\\"error_code\\\"", true, true},
        {"\\n\\u007b\\\"error_code\\\":1}", true, true},
        {"{\"a\":[\"error_code\"]", true, true},
        {"{\"type\":1,\"recoverable\":2}", true, true},
        {"{\"error\":{\"category\":1}}", true, true},
        {"{\"problem\":\"\"}", true, true},
        {"{\"error_code", false, false},
        {"{error_code:1}", false, false},
        {"{\"type\":1}", false, false},
        {"{\"category\":1}", false, false},
        {"[{\"error_code\":1}]", false, true},
        {"x{\"error_code\":1}", false, true},
        {"{}", false, false},
        {" ", false, false},
        {"", false, false},
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        mcperr_text text = mcperr_str(texts[i].text);
        text.form = MCPERR_ESCAPED;
        if (mcperr_may_be_envelope(dialects, DIALECTS, text, false) != texts[i].may)
            mu_fail(texts[i].text);
        if (mcperr_may_be_envelope(dialects, DIALECTS, text, true) != texts[i].may_hold)
            mu_fail(texts[i].text);
        mu_check(!mcperr_may_be_envelope(NULL, DIALECTS, text, true));
        mu_check(!mcperr_may_be_envelope(dialects, 0, text, true));
    }
}

/* ---- reading anything ------------------------------------------------------------------------------------
 */

#define KAIZA_HEAD "{\"error_code\":\"FILE_NOT_FOUND\",\"human_message\":\"gone\","
#define KAIZA_PLACE                                                                                          \
    "\"session_id\":null,\"workspace_root\":null,\"tool_name\":\"t\",\"invariant_id\":null,\"phase_id\":"    \
    "null,"
#define KAIZA_TAIL "\"cause\":null,\"timestamp\":\"2026-01-19T15:32:10.123Z\"}"
#define TYPE_URL "\"type\":\"https://kgfoundry.dev/problems/"

MU_TEST(what_real_implementations_send_is_read_as_an_alias)
{
    static const sent all[] = {
        {KAIZA_HEAD "\"role\":null," KAIZA_PLACE "\"plan_hash\":null," KAIZA_TAIL, MCPERR_EXACT, KAIZA,
         MCPERR_NOT_FOUND, "FILE_NOT_FOUND", "gone"},
        {KAIZA_HEAD "\"role\":null," KAIZA_PLACE
                    "\"plan_hash\":null,\"retry\":1,\"plan_signature\":7," KAIZA_TAIL,
         MCPERR_EXACT, KAIZA, MCPERR_NOT_FOUND, "FILE_NOT_FOUND", "gone"},
        {KAIZA_HEAD "\"role\":null," KAIZA_PLACE "\"plan_signature\":\"sig\"," KAIZA_TAIL, MCPERR_ALIAS,
         KAIZA, MCPERR_NOT_FOUND, "FILE_NOT_FOUND", "gone"},
        {KAIZA_HEAD "\"role\":\"PILOT\"," KAIZA_PLACE "\"plan_hash\":null," KAIZA_TAIL, MCPERR_ALIAS, KAIZA,
         MCPERR_NOT_FOUND, "FILE_NOT_FOUND", "gone"},
        {KAIZA_HEAD "\"tool_name\":\"t\",\"timestamp\":\"2026-01-19T15:32:10.123Z\"}", MCPERR_ALIAS, KAIZA,
         MCPERR_NOT_FOUND, "FILE_NOT_FOUND", "gone"},
        {"{" TYPE_URL "file-not-found\",\"title\":\"File Not Found\",\"status\":404,\"detail\":\"gone\","
         "\"instance\":\"files:open_file\",\"code\":\"file-not-found\"}",
         MCPERR_ALIAS, PROBLEM, MCPERR_NOT_FOUND, "file-not-found", "gone"},
        {"{\"path\":\"\",\"error\":\"gone\",\"problem\":{" TYPE_URL
         "path-not-found\",\"title\":\"Path Not Found\","
         "\"status\":404,\"detail\":\"gone\",\"instance\":\"files:open_file\",\"code\":\"path-not-found\"}}",
         MCPERR_ALIAS, CODEINTEL, MCPERR_NOT_FOUND, "path-not-found", "gone"},
        {"{\"path\":\"\",\"error\":\"gone\",\"problem\":{" TYPE_URL
         "path-not-found\",\"title\":\"Path Not Found\","
         "\"status\":404,\"detail\":\"gone\",\"instance\":\"urn:codeintel:x\"}}",
         MCPERR_EXACT, CODEINTEL, MCPERR_NOT_FOUND, "path-not-found", "gone"},
        {"{\"type\":\"about:blank\",\"title\":\"T\",\"status\":403,\"detail\":\"no\",\"instance\":\"x\"}",
         MCPERR_ALIAS, NOBODY, MCPERR_FORBIDDEN, NULL, "no"},
        /* Members that are missing or odd are done without, as long as the code is known. */
        {"{\"error_code\":\"SESSION_NOT_INITIALIZED\",\"human_message\":\"m\"}", MCPERR_ALIAS, KAIZA,
         MCPERR_PRECONDITION, "SESSION_NOT_INITIALIZED", "m"},
        {"{\"error_code\":\"SESSION_LOCKED\",\"human_message\":5,\"cause\":[1],\"timestamp\":\"2026-01-19T15:"
         "32:10Z\"}",
         MCPERR_ALIAS, KAIZA, MCPERR_PRECONDITION, "SESSION_LOCKED", NULL},
        {"{\"error\":{\"code\":\"runtime.timeout\",\"category\":\"internal\",\"retryable\":false,\"retry_"
         "after\":-5}}",
         MCPERR_ALIAS, OWLCLAW, MCPERR_TIMEOUT, "runtime.timeout", NULL},
        {"{\"type\":\"TRANSIENT\",\"recoverable\":true}", MCPERR_ALIAS, TOOLERROR, MCPERR_UNAVAILABLE,
         "TRANSIENT", NULL},
        {"{\"error\":\"x\",\"problem\":{\"status\":404}}", MCPERR_ALIAS, NOBODY, MCPERR_NOT_FOUND, NULL, "x"},
        {"{\"error\":\"a\",\"problem\":{\"title\":\"T\",\"status\":700,\"detail\":\"d\",\"code\":\"file-not-"
         "found\"}}",
         MCPERR_ALIAS, CODEINTEL, MCPERR_NOT_FOUND, "file-not-found", "d"},
        {"{\"type\":\"NOT_FOUND\",\"message\":\"gone\",\"recoverable\":false,\"trace\":[]}", MCPERR_ALIAS,
         TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND", "gone"},
        {"{\"documents\":[],\"error\":{\"code\":\"io_error\",\"message\":\"bad\",\"details\":{}}}",
         MCPERR_ALIAS, CONTEXT, MCPERR_IO, "io_error", "bad"},
        {"{\"error\":{\"code\":\"auth.odd\",\"category\":\"auth\",\"retryable\":false,\"incident_id\":\"i\"}"
         "}",
         MCPERR_EXACT, OWLCLAW, MCPERR_FORBIDDEN, "auth.odd", NULL},
    };
    mcperr_error err;

    check_sent(all, COUNT(all));
    (void)read_all(all[1].text, &err);
    mu_check(err.plan.data == NULL);
    (void)read_all(all[2].text, &err);
    mu_check(mcperr_text_is(err.plan, "sig"));
    (void)read_all(all[3].text, &err);
    mu_check(mcperr_text_is(err.role, "PILOT"));
    (void)read_all(all[5].text, &err);
    mu_check(mcperr_text_is(err.operation, "files:open_file"));
    /* The strict door stays shut. */
    for (size_t i = 0; i < COUNT(all); i++)
        if (all[i].reading == MCPERR_ALIAS)
            for (unsigned d = 0; d < DIALECTS; d++)
                mu_check(validated(d, all[i].text) != MCPERR_OK);
}

MU_TEST(texts_from_before_the_contracts_are_read_by_their_code)
{
    static const sent all[] = {
        {"[FILE_NOT_FOUND] no such file", MCPERR_LEGACY, KAIZA, MCPERR_NOT_FOUND, "FILE_NOT_FOUND",
         "no such file"},
        {"INVALID_PATH: holds ../", MCPERR_LEGACY, KAIZA, MCPERR_INVALID, "INVALID_PATH", "holds ../"},
        {"[NOT_FOUND] agent \"x\" [not] registered", MCPERR_LEGACY, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND",
         "agent \"x\" [not] registered"},
        {"[TRANSIENT]busy", MCPERR_LEGACY, TOOLERROR, MCPERR_UNAVAILABLE, "TRANSIENT", "busy"},
        {"TRANSIENT:busy: yes", MCPERR_LEGACY, TOOLERROR, MCPERR_UNAVAILABLE, "TRANSIENT", "busy: yes"},
        {" \n[INTERNAL]   a  b\r\n", MCPERR_LEGACY, TOOLERROR, MCPERR_INTERNAL, "INTERNAL", "a  b"},
        {"[INTERNAL]", MCPERR_LEGACY, TOOLERROR, MCPERR_INTERNAL, "INTERNAL", ""},
        {"CONFLICT:", MCPERR_LEGACY, TOOLERROR, MCPERR_CONFLICT, "CONFLICT", ""},
        {"runtime.timeout: slow", MCPERR_LEGACY, OWLCLAW, MCPERR_TIMEOUT, "runtime.timeout", "slow"},
        {"file-not-found: x", MCPERR_LEGACY, CODEINTEL, MCPERR_NOT_FOUND, "file-not-found", "x"},
        {"cache_missing: x", MCPERR_LEGACY, CONTEXT, MCPERR_NOT_FOUND, "cache_missing", "x"},
        {"\"[NOT_FOUND] a \\\"b\\\"\\n\"", MCPERR_LEGACY, TOOLERROR, MCPERR_NOT_FOUND, "NOT_FOUND",
         "a \"b\"\n"},
        {"{\"error\":\"File not found\"}", MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL, NULL, "File not found"},
        {"{\"path\":\"\",\"err\\u006fr\":\"a\\nb\",\"lines\":0}", MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL,
         NULL, "a\nb"},
        {"{\"error\":\"x\",\"problem\":null}", MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL, NULL, "x"},
        {"{\"error\":{\"code\":\"no_such_code\",\"message\":\"m\"}}", MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL,
         NULL, "m"},
        {"{\"error_code\":\"NO_SUCH_CODE\",\"human_message\":\"m\"}", MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL,
         NULL, "m"},
        {"{\"type\":\"WEIRD\",\"message\":\"hello\",\"recoverable\":true}", MCPERR_LEGACY, NOBODY,
         MCPERR_INTERNAL, NULL, "hello"},
        {"{\"error\":\"\"}", MCPERR_LEGACY, NOBODY, MCPERR_INTERNAL, NULL, ""},
    };

    check_sent(all, COUNT(all));
}

MU_TEST(anything_else_is_an_internal_error_with_the_text_as_its_message)
{
    static const char *const texts[] = {
        "something broke",
        "Error: something broke",
        "[Error] something broke",
        "not_found: x",
        "NOT_FOUND",
        "[NOT_FOUND",
        "[] x",
        ": x",
        "]",
        "[",
        ":",
        "42",
        "null",
        "true",
        "[1,2]",
        "{}",
        "{\"a\":1}",
        "{\"error\":5}",
        "{\"error\":{\"code\":\"x\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}",
        "{\"type\":\"NOT_FOUND\",\"message\":\"gone\",\"recoverable\":",
        "{\"type\":\"NOT_FOUND\",\"type\":\"NOT_FOUND\",\"message\":\"\",\"recoverable\":true}",
        "{\"type\":\"NOT_FOUND\",\"message\":\"gone\",\"recoverable\":false} trailing",
        "\"unfinished",
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        const sent one = {texts[i], MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, texts[i]};
        check_sent(&one, 1);
    }
    static const sent others[] = {
        {"", MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, ""},
        {" \r\n\t ", MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, ""},
        {"  out of memory \n", MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "out of memory"},
        {"\"out of \\u006demory\"", MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, "out of memory"},
        {"\"\"", MCPERR_PLAINTEXT, NOBODY, MCPERR_INTERNAL, NULL, ""},
    };
    check_sent(others, COUNT(others));
}

MU_TEST(bytes_that_are_no_text_are_kept_as_they_are)
{
    static const char bytes[] = "\x7F"
                                "ELF\0\xFF\xFE[x]\0:\x80";
    mcperr_error err;

    mu_assert_int_eq(MCPERR_PLAINTEXT,
                     mcperr_read(dialects, DIALECTS, bytes, sizeof bytes - 1, tokens, TOKENS, &err));
    mu_assert_mem_eq(bytes, sizeof bytes - 1, err.message.data, err.message.size);
    mu_assert_uint_eq(MCPERR_PLAIN, err.message.form);
    /* They can be told to others. */
    mu_check(strstr(encoded(TOOLERROR, &err), "ELF\\u0000\xEF\xBF\xBD\xEF\xBF\xBD[x]\\u0000:\xEF\xBF\xBD") !=
             NULL);
}

MU_TEST(without_dialects_only_an_error_text_is_understood)
{
    static const char *const texts[] = {"[NOT_FOUND] x",
                                        "{\"type\":\"NOT_FOUND\",\"message\":\"\",\"recoverable\":true}"};
    mcperr_error err;

    for (size_t i = 0; i < COUNT(texts); i++) {
        mu_assert_int_eq(MCPERR_PLAINTEXT,
                         mcperr_read(dialects, 0, texts[i], strlen(texts[i]), tokens, TOKENS, &err));
        mu_check(mcperr_text_is(err.message, texts[i]) && err.home == NULL);
        mu_assert_int_eq(MCPERR_PLAINTEXT,
                         mcperr_read(NULL, DIALECTS, texts[i], strlen(texts[i]), tokens, TOKENS, &err));
        mu_check(mcperr_text_is(err.message, texts[i]) && err.home == NULL);
    }
    mu_assert_int_eq(MCPERR_LEGACY, mcperr_read(NULL, 0, "{\"error\":\"x\"}", 13, tokens, TOKENS, &err));
    mu_check(mcperr_text_is(err.message, "x"));
}

MU_TEST(without_tokens_json_is_plain_text_and_codes_are_still_read)
{
    static const char json[] = "{\"type\":\"NOT_FOUND\",\"message\":\"\",\"recoverable\":true}";
    mcperr_error err;

    mu_assert_int_eq(MCPERR_EXACT, mcperr_read(dialects, DIALECTS, json, strlen(json), tokens, 7, &err));
    mu_assert_int_eq(MCPERR_PLAINTEXT, mcperr_read(dialects, DIALECTS, json, strlen(json), tokens, 6, &err));
    mu_check(mcperr_text_is(err.message, json) && err.home == NULL && err.code.data == NULL);
    mu_assert_int_eq(MCPERR_PLAINTEXT, mcperr_read(dialects, DIALECTS, json, strlen(json), NULL, 7, &err));
    mu_assert_int_eq(MCPERR_PLAINTEXT, mcperr_read(dialects, DIALECTS, json, strlen(json), tokens, 0, &err));
    mu_check(mcperr_text_is(err.message, json));
    mu_assert_int_eq(MCPERR_LEGACY, mcperr_read(dialects, DIALECTS, "[CONFLICT] x", 12, NULL, 0, &err));
    mu_check(mcperr_text_is(err.message, "x") && err.kind == MCPERR_CONFLICT);
}

MU_TEST(no_text_and_no_error_are_defined)
{
    mcperr_error err;

    mu_assert_int_eq(MCPERR_PLAINTEXT, mcperr_read(dialects, DIALECTS, NULL, 7, tokens, TOKENS, &err));
    mu_check(mcperr_text_is(err.message, "") && err.kind == MCPERR_INTERNAL);
    mu_assert_int_eq(MCPERR_PLAINTEXT, mcperr_read(dialects, DIALECTS, NULL, 0, tokens, TOKENS, &err));
    mu_check(mcperr_text_is(err.message, ""));
    mu_assert_int_eq(MCPERR_PLAINTEXT, mcperr_read(dialects, DIALECTS, "x", 1, tokens, TOKENS, NULL));
}

/* ---- pointers
 * ---------------------------------------------------------------------------------------------- */

MU_TEST(a_pointer_leads_to_the_name_or_value_at_an_offset)
{
    static const char text[] =
        " {\"a\":{\"b\":[10,{\"c\\/~\":[[],\"x\\\",]\",true]},{}],\"\\u0064\":null},\"e\":\"}\"} ";
    static const struct {
        const char *at, *pointer;
    } places[] = {
        {" {\"a\"", ""},
        {"{\"a\"", ""},
        {"\"a\"", "/a"},
        {"{\"b\"", "/a"},
        {"\"b\"", "/a/b"},
        {"[10", "/a/b"},
        {"10,", "/a/b/0"},
        {"{\"c", "/a/b/1"},
        {"\"c\\/~\"", "/a/b/1/c~1~0"},
        {"[[]", "/a/b/1/c~1~0"},
        {"[],\"x", "/a/b/1/c~1~0/0"},
        {"\"x\\\",]\"", "/a/b/1/c~1~0/1"},
        {"true]", "/a/b/1/c~1~0/2"},
        {"{}],", "/a/b/2"},
        {"\"\\u0064\"", "/a/d"},
        {"null}", "/a/d"},
        {"\"e\"", "/e"},
        {"\"}\"}", "/e"},
    };

    for (size_t i = 0; i < COUNT(places); i++) {
        mcperr_fault fault;
        memset(&fault, 0, sizeof fault);
        fault.reason = MCPERR_R_TYPE;
        fault.offset = (uint32_t)(strstr(text, places[i].at) - text);
        mu_assert_string_eq(places[i].pointer, pointer_in(&fault, text));
        /* What is missing is missed in the object that is there. */
        if (places[i].at[0] == '{') {
            char missing[40];
            strcpy(missing, places[i].pointer);
            strcat(missing, "/m~1");
            fault.reason = MCPERR_R_MISSING;
            fault.key = mcperr_str("m/");
            mu_assert_string_eq(missing, pointer_in(&fault, text));
        }
    }
}

MU_TEST(a_pointer_into_a_broken_text_goes_as_far_as_it_can)
{
    static const struct {
        const char *text, *pointer;
    } texts[] = {
        {"", ""},
        {"\"x", ""},
        {"{", ""},
        {"{\"", "/"},
        {"{\"ab", "/ab"},
        {"{\"ab\\", "/ab\xEF\xBF\xBD"},
        {"{\"ab\"", "/ab"},
        {"{\"ab\":", "/ab"},
        {"{\"ab\":[1,", "/ab/1"},
        {"{\"ab\":\"x", "/ab"},
        {"{\"ab\":1,", ""},
        {"[", "/0"},
        {"[[1,2],", "/1"},
        {"}", ""},
        {"}}{\"a", "/a"},
        {"]", ""},
        {",", ""},
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        mcperr_fault fault;
        memset(&fault, 0, sizeof fault);
        fault.reason = MCPERR_R_END;
        fault.offset = (uint32_t)strlen(texts[i].text);
        mu_assert_string_eq(texts[i].pointer, pointer_in(&fault, texts[i].text));
    }
}

#define EIGHT(text) text text text text text text text text

MU_TEST(a_pointer_is_as_deep_as_the_writer_can_write_and_empty_past_that)
{
    static const char deep[] = EIGHT("[") EIGHT("[") EIGHT("[") EIGHT("[") "["
                                                                           "7";
    mcperr_fault fault;

    memset(&fault, 0, sizeof fault);
    fault.reason = MCPERR_R_DEPTH;
    fault.offset = 32;
    mu_assert_string_eq(EIGHT("/0") EIGHT("/0") EIGHT("/0") EIGHT("/0"), pointer_in(&fault, deep));
    fault.offset = 33;
    mu_assert_string_eq("", pointer_in(&fault, deep));
}

MU_TEST(a_pointer_without_the_text_is_made_of_parent_and_key)
{
    mcperr_fault fault;

    memset(&fault, 0, sizeof fault);
    mu_assert_string_eq("", pointer_in(&fault, NULL));
    fault.key = mcperr_str("k~");
    mu_assert_string_eq("/k~0", pointer_in(&fault, NULL));
    fault.parent = mcperr_str("p\"/");
    mu_assert_string_eq("/p\\\"~1/k~0", pointer_in(&fault, NULL));
    fault.parent = mcperr_str("\\u00e9");
    fault.parent.form = MCPERR_ESCAPED;
    mu_assert_string_eq("/\xC3\xA9/k~0", pointer_in(&fault, NULL));
}

MU_TEST(a_pointer_is_a_member_or_an_element_of_what_is_being_written)
{
    mcperr_fault fault;
    mcperr_json w;
    char text[40];

    memset(&fault, 0, sizeof fault);
    fault.key = mcperr_str("k");
    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_object(&w, NULL);
    mcperr_json_int(&w, "n", 1);
    mcperr_fault_pointer(&fault, NULL, 0, &w, "at");
    mcperr_json_array(&w, "all");
    mcperr_fault_pointer(&fault, NULL, 0, &w, NULL);
    mcperr_json_end(&w);
    mcperr_json_end(&w);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    mu_assert_string_eq("{\"n\":1,\"at\":\"/k\",\"all\":[\"/k\"]}", text);
    /* A place where no string may stand is told by the writer. */
    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_object(&w, NULL);
    mcperr_fault_pointer(&fault, NULL, 0, &w, NULL);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_json_finish(&w));
    mcperr_json_init(&w, text, sizeof text);
    mcperr_fault_pointer(NULL, NULL, 0, &w, NULL);
    mu_assert_uint_eq(0, w.len);
    mcperr_fault_pointer(&fault, NULL, 0, NULL, NULL);
    mcperr_fault_pointer(&fault, "x", (size_t)MCPERR_TEXT_MAX + 1, &w, NULL);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    mu_assert_string_eq("\"/k\"", text);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(what_a_dialect_writes_is_known_and_read_as_its_own)
    MU_RUN(of_several_that_might_be_meant_the_first_in_the_order_of_detection_is)
    MU_RUN(only_dialects_of_the_set_are_found_and_only_with_enough_tokens)
    MU_RUN(what_may_be_an_envelope_is_told_by_words_alone)
    MU_RUN(what_real_implementations_send_is_read_as_an_alias)
    MU_RUN(texts_from_before_the_contracts_are_read_by_their_code)
    MU_RUN(anything_else_is_an_internal_error_with_the_text_as_its_message)
    MU_RUN(bytes_that_are_no_text_are_kept_as_they_are)
    MU_RUN(without_dialects_only_an_error_text_is_understood)
    MU_RUN(without_tokens_json_is_plain_text_and_codes_are_still_read)
    MU_RUN(no_text_and_no_error_are_defined)
    MU_RUN(a_pointer_leads_to_the_name_or_value_at_an_offset)
    MU_RUN(a_pointer_into_a_broken_text_goes_as_far_as_it_can)
    MU_RUN(a_pointer_is_as_deep_as_the_writer_can_write_and_empty_past_that)
    MU_RUN(a_pointer_without_the_text_is_made_of_parent_and_key)
    MU_RUN(a_pointer_is_a_member_or_an_element_of_what_is_being_written)
)
/* clang-format on */

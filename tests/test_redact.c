/* SPDX-License-Identifier: MIT */
/* What must not leave: secrets and paths in codeintel's context, diagnostics in Context's messages. */
#include "codec.h"
#include "redact.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define CANARY "c4n4ry"

static char json[600];

/* The extensions that codeintel writes for details, as the text behind "extensions":, without the end. */
static const char *extensions(mcperr_text details, mcperr_text workspace)
{
    static char written[600];
    mcperr_error err = kind_error(MCPERR_NOT_FOUND, "m");

    err.details = details;
    err.workspace = workspace;
    const char *const text = encoded(PROBLEM, &err), *const at = strstr(text, "\"extensions\":");
    mu_assert_int_eq(MCPERR_OK, validated(PROBLEM, text));
    strcpy(written, at != NULL ? at + strlen("\"extensions\":") : text);
    written[strlen(written) - 1] = '\0';
    /* The envelope redacts what its problem does. */
    mu_check(strstr(encoded(CODEINTEL, &err), written) != NULL);
    return written;
}

static const char *extensions_of(const char *details)
{
    return extensions(mcperr_raw(details), mcperr_str(NULL));
}

/* ---- secrets ----------------------------------------------------------------------------------------- */

static const char *const secret_keys[] = {
    "password",
    "Password",
    "PASSWORD",
    "passwords",
    "passwd",
    "user_password",
    "password-hash",
    "dbPassword",
    "DBPassword",
    "old.password",
    "secret",
    "clientSecret",
    "client_secrets",
    "token",
    "accessToken",
    "ACCESS_TOKEN",
    "refresh-tokens",
    "idToken2",
    "password1",
    "2ndToken",
    "api2key",
    "authorization",
    "Authorization",
    "apiKey",
    "APIKey",
    "API_KEY",
    "api-key",
    "x-api-key",
    "api key",
    "api.keys",
    "apikey",
    "ApiKeys",
    "credential",
    "credentials",
    "awsCredentials",
    "cookie",
    "Set-Cookie",
    "session_cookies",
    "passphrase",
    "my api key id",
    "\xC3\xA9token",
    "token\xC3\xA9",
    "a_very_long_name_that_goes_on_and_on_and_ends_in_a_password",
};

static const char *const harmless_keys[] = {
    "keyboard",
    "monkey",
    "secretary",
    "authorize",
    "author",
    "tokenizer",
    "key",
    "api",
    "apiary",
    "internationalizations",
    "passwordpasswordpassword",
    "api_id_key",
    "keyApi",
    "cookiecutter",
    "passwort",
    "pass",
    "word",
    "tokenss",
    "8secretary9",
    "secre",

    "mytoken",
    "credentialed",
    "path",
    "query",
    "git_command",
    "faiss_index",
    "",
    "_",
    "a_very_long_name_that_goes_on_and_on_and_ends_in_a_harmless_word",
};

/* {"key":value} */
static mcperr_text member(const char *key, const char *value)
{
    strcpy(json, "{\"");
    strcat(json, key);
    strcat(json, "\":");
    strcat(json, value);
    strcat(json, "}");
    return mcperr_raw(json);
}

MU_TEST(a_value_of_any_type_under_a_key_with_a_secret_word_is_redacted)
{
    static const char *const values[] = {
        "\"" CANARY "\"",
        "7",
        "null",
        "true",
        "[\"" CANARY "\",{\"a\":\"" CANARY "\"}]",
        "{\"a\":{\"b\":\"" CANARY "\"}}",
    };
    static char expected[100];

    for (size_t i = 0; i < COUNT(secret_keys); i++)
        for (size_t j = 0; j < COUNT(values); j++) {
            strcpy(expected, "{\"");
            strcat(expected, secret_keys[i]);
            strcat(expected, "\":\"[redacted]\"}");
            mu_assert_string_eq(expected, extensions(member(secret_keys[i], values[j]), mcperr_str(NULL)));
        }
}

MU_TEST(a_value_under_any_other_key_is_kept)
{
    static const char *const values[] = {"\"kept\"", "7", "null", "[\"kept\",{\"a\":true}]"};
    static char expected[100];

    for (size_t i = 0; i < COUNT(harmless_keys); i++)
        for (size_t j = 0; j < COUNT(values); j++) {
            strcpy(expected, (const char *)member(harmless_keys[i], values[j]).data);
            mu_assert_string_eq(expected, extensions(mcperr_raw(json), mcperr_str(NULL)));
        }
}

MU_TEST(a_secret_key_is_told_however_it_is_escaped_and_however_deep_it_is)
{
    static const char *const details[][2] = {
        {"{\"p\\u0061ssword\":\"" CANARY "\"}", "{\"password\":\"[redacted]\"}"},
        {"{\"\\u0074\\u006F\\u006b\\u0065\\u006e\":\"" CANARY "\"}", "{\"token\":\"[redacted]\"}"},
        {"{\"x\\u0000token\":\"" CANARY "\"}", "{\"x\\u0000token\":\"[redacted]\"}"},
        {"{\"api\\u002dkey\":1}", "{\"api-key\":\"[redacted]\"}"},
        {"{\"a\":{\"b\":[{\"c\":{\"secret\":\"" CANARY "\"},\"d\":1}]},\"e\":2}",
         "{\"a\":{\"b\":[{\"c\":{\"secret\":\"[redacted]\"},\"d\":1}]},\"e\":2}"},
        {"{\"a\":[[{\"token\":{\"b\":\"" CANARY "\"}}],\"kept\"]}",
         "{\"a\":[[{\"token\":\"[redacted]\"}],\"kept\"]}"},
        {"{ \"token\" : \"" CANARY "\" , \"a\" : 1 }", "{\"token\":\"[redacted]\",\"a\":1}"},
        {"{\"a\":\"token\",\"b\":[\"password\"]}", "{\"a\":\"token\",\"b\":[\"password\"]}"},
    };

    for (size_t i = 0; i < COUNT(details); i++)
        mu_assert_string_eq(details[i][1], extensions_of(details[i][0]));
}

MU_TEST(secrets_in_fields_are_redacted_like_those_in_json)
{
    const mcperr_field inner[] = {mcperr_field_str("token", CANARY), mcperr_field_str("path", "/etc/" CANARY),
                                  mcperr_field_bool("cookie", true)};
    const mcperr_field fields[] = {
        mcperr_field_str("password", CANARY),
        mcperr_field_int("secret", 7),
        mcperr_field_text("inner", mcperr_fields(inner, COUNT(inner))),
        mcperr_field_text("credentials", mcperr_fields(inner, COUNT(inner))),
        mcperr_field_text("raw",
                          mcperr_raw("{\"api_key\":\"" CANARY "\",\"p\":[\"/etc/" CANARY "\",\"/w/a\"]}")),
        mcperr_field_text("token", mcperr_raw("[1]")),
        mcperr_field_str("path", "/w/a.c"),
        mcperr_field_str("nil", NULL),
        mcperr_field_int("n", 7),
    };

    mu_assert_string_eq(
        "{\"password\":\"[redacted]\",\"secret\":\"[redacted]\",\"inner\":{\"token\":\"[redacted]\","
        "\"path\":\"[redacted]\",\"cookie\":\"[redacted]\"},\"credentials\":\"[redacted]\","
        "\"raw\":{\"api_key\":\"[redacted]\",\"p\":[\"[redacted]\",\"a\"]},\"token\":\"[redacted]\","
        "\"path\":\"a.c\",\"nil\":null,\"n\":7}",
        extensions(mcperr_fields(fields, COUNT(fields)), mcperr_str("/w")));
}

/* ---- paths ------------------------------------------------------------------------------------------- */

#define GONE "[redacted]"

static const struct {
    const char *value, *written; /* NULL: as it is */
} paths[] = {
    /* in the workspace, which is /home/u */
    {"/home/u/a.c", "a.c"},
    {"/home/u/src/a b.c", "src/a b.c"},
    {"/home/u", "."},
    {"/home/u/", "."},
    {"/home/u/..x/...", "..x/..."},
    /* in it, and out of it again */
    {"/home/u/../x", GONE},
    {"/home/u/a/../../x", GONE},
    {"/home/u/..", GONE},
    /* behind what is no name */
    {"\xE2\x80\x9C/home/x/k\xE2\x80\x9D", GONE},
    {"-I/opt/k", GONE},
    {"cc -C/opt", GONE},
    {"a-I/opt", NULL},
    {"x)/opt", GONE},
    {"$/opt", GONE},
    {"~root/.ssh", GONE},
    {"~5 items", NULL},
    {"x~/y", NULL},
    {"a_/b", NULL},
    {"a/~x", NULL},
    {"x:~y", NULL},
    {"a\\~b", NULL},
    {"a\\/b", NULL},
    {"/home/u/\xC3\xA9", "\xC3\xA9"},
    /* elsewhere */
    {"/etc/passwd", GONE},
    {"/x", GONE},
    {"/home/user2/a.c", GONE},
    {"/home/u2", GONE},
    {"/home", GONE},
    {"/home/", GONE},
    {"/HOME/u/a.c", GONE},
    {"//home/u/a.c", GONE},
    {"///etc/x", GONE},
    {"/home/u//etc/x", GONE},
    {"/home/u/a.c /etc/x", GONE},
    {"/home/u/a=/etc/x", GONE},
    {"/home/u and more", GONE},
    {" /home/u/a.c", GONE},
    {"~/x", GONE},
    {"see ~/x", GONE},
    {"C:\\Users\\x", GONE},
    {"c:/x", GONE},
    {"at C:\\", GONE},
    {"\\\\host\\share", GONE},
    {"to \\\\host", GONE},
    {"file:///etc/x", GONE},
    {"file:/etc/x", GONE},
    {"file://host/x", GONE},
    {"FILE:///x", GONE},
    {"unix:///var/run/x", GONE},
    {"see /etc/x", GONE},
    {"\t/etc/x", GONE},
    {"\"/etc/x\"", GONE},
    {"'/etc/x'", GONE},
    {"`/etc/x`", GONE},
    {"--out=/etc/x", GONE},
    {"(/etc/x)", GONE},
    {"[/etc/x]", GONE},
    {"{/etc/x}", GONE},
    {"<//etc/x>", GONE},
    {"a,/etc/x", GONE},
    {"a;/etc/x", GONE},
    {"a|/etc/x", GONE},
    {"a>/etc/x", GONE},
    {"@/etc/x", GONE},
    {"&/etc/x", GONE},
    {"#!/bin/sh", GONE},
    {"PATH:/bin", GONE},
    /* no paths */
    {"", NULL},
    {"/", NULL},
    {"/ ", NULL},
    {"//", NULL},
    {"// note", NULL},
    {"and / or", NULL},
    {"a/b", NULL},
    {"src/a.c", NULL},
    {"../x", NULL},
    {"./x", NULL},
    {"~", NULL},
    {"I/O", NULL},
    {"1/2", NULL},
    {"*/x", NULL},
    {"http://example.com/x", NULL},
    {"see https://example.com/a/b", NULL},
    {"C:", NULL},
    {"10:30", NULL},
    {"\\d+", NULL},
    {"a\\\\b", NULL},
    {"\xC3\xA9/x", NULL},
    {"def main", NULL},
};

/* {"path":"value"} with the characters escaped that must be, or all slashes, too. */
static mcperr_text path_member(const char *value, bool slashes)
{
    char *to = json + strlen(strcpy(json, "{\"path\":\""));

    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\' || (slashes && *value == '/'))
            *to++ = '\\';
        *to++ = *value == '\t' ? ' ' : *value;
    }
    strcpy(to, "\"}");
    return mcperr_raw(json);
}

MU_TEST(absolute_paths_become_relative_to_the_workspace_or_are_redacted)
{
    static char expected[100];

    for (size_t i = 0; i < COUNT(paths); i++)
        for (unsigned slashes = 0; slashes < 2; slashes++) {
            const char *const written = paths[i].written != NULL ? paths[i].written : paths[i].value;
            strcpy(expected, (const char *)path_member(written, false).data);
            mu_assert_string_eq(expected,
                                extensions(path_member(paths[i].value, slashes), mcperr_str("/home/u")));
        }
}

MU_TEST(paths_in_fields_and_deep_in_json_are_judged_like_others)
{
    for (size_t i = 0; i < COUNT(paths); i++) {
        const mcperr_field inner = mcperr_field_str("in", paths[i].value);
        const mcperr_field field = mcperr_field_text("out", mcperr_fields(&inner, 1));
        const char *const written = paths[i].written != NULL ? paths[i].written : paths[i].value;
        const mcperr_field other = mcperr_field_str("in", written);
        mcperr_json w;
        mcperr_json_init(&w, json, sizeof json);
        mcperr_json_object(&w, NULL);
        mcperr_json_text(&w, "out", mcperr_fields(&other, 1));
        mcperr_json_end(&w);
        mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
        mu_assert_string_eq(json, extensions(mcperr_fields(&field, 1), mcperr_str("/home/u")));
    }
    mu_assert_string_eq(
        "{\"a\":[\"[redacted]\",[\"x\",{\"b\":\"[redacted]\",\"c\":[\"y\"]}],7]}",
        extensions(mcperr_raw("{\"a\":[\"/etc/x\",[\"/home/u/x\",{\"b\":\"~/x\",\"c\":[\"/home/u/y\"]}],7]}"),
                   mcperr_str("/home/u")));
}

MU_TEST(a_workspace_of_any_form_is_the_root)
{
    static const struct {
        const char *workspace;
        uint8_t form;
        const char *path, *written;
    } roots[] = {
        {"/home/u", MCPERR_PLAIN, "/home/u/a", "{\"path\":\"a\"}"},
        {"\\/home\\/u", MCPERR_ESCAPED, "/home/u/a", "{\"path\":\"a\"}"},
        {"/home/u/", MCPERR_PLAIN, "/home/u/a", "{\"path\":\"a\"}"},
        {"/home/u/", MCPERR_PLAIN, "/home/u/", "{\"path\":\".\"}"},
        {"/home/u/", MCPERR_PLAIN, "/home/u", "{\"path\":\"[redacted]\"}"},
        {"/", MCPERR_PLAIN, "/etc/a", "{\"path\":\"etc/a\"}"},
        {"", MCPERR_PLAIN, "/etc/a", "{\"path\":\"[redacted]\"}"},
        {NULL, MCPERR_PLAIN, "/etc/a", "{\"path\":\"[redacted]\"}"},
        {"/etc", MCPERR_JSON, "/etc/a", "{\"path\":\"[redacted]\"}"},
        {"C:\\w", MCPERR_PLAIN, "C:\\w\\a", "{\"path\":\"[redacted]\"}"},
    };

    for (size_t i = 0; i < COUNT(roots); i++) {
        mcperr_text workspace = mcperr_str(roots[i].workspace);
        workspace.form = roots[i].form & 3u;
        mu_assert_string_eq(roots[i].written, extensions(path_member(roots[i].path, false), workspace));
    }
}

MU_TEST(a_filter_without_key_and_value_has_nothing_to_replace)
{
    const mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);

    mu_check(mcperr_redact(&err, mcperr_str(NULL), mcperr_str(NULL)).data == NULL);
    mu_check(mcperr_redact(&err, mcperr_str("path"), mcperr_str(NULL)).data == NULL);
    mu_check(mcperr_redact(&err, mcperr_str(NULL), mcperr_str("a")).data == NULL);
    mu_check(mcperr_text_is(mcperr_redact(&err, mcperr_str(NULL), mcperr_str("/a")), GONE));
    mu_check(mcperr_text_is(mcperr_redact(&err, mcperr_str("token"), mcperr_str(NULL)), GONE));
}

/* ---- canaries everywhere ----------------------------------------------------------------------------- */

MU_TEST(a_canary_in_any_member_of_the_error_does_not_reach_contracts_without_a_place_for_it)
{
    static const uint16_t nowhere[] = {
        offsetof(mcperr_error, session),
        offsetof(mcperr_error, workspace),
        offsetof(mcperr_error, role),
        offsetof(mcperr_error, invariant),
        offsetof(mcperr_error, phase),
        offsetof(mcperr_error, plan),
        offsetof(mcperr_error, stack),
        offsetof(mcperr_error, cause),
        offsetof(mcperr_error, tool),
        offsetof(mcperr_error, incident),
        /* in codeintel, but not in Context: */
        offsetof(mcperr_error, operation),
        offsetof(mcperr_error, exception),
        offsetof(mcperr_error, result),
        offsetof(mcperr_error, details),
    };
    static const unsigned in_codeintel = 10;

    for (size_t i = 0; i < COUNT(nowhere); i++) {
        mcperr_error err = rich_error();
        mcperr_text *const text = (mcperr_text *)(void *)((char *)&err + nowhere[i]);
        *text = text->form == MCPERR_JSON ? mcperr_raw("{\"a\":\"" CANARY "\"}") : mcperr_str(CANARY);
        mu_check(strstr(encoded(CONTEXT, &err), CANARY) == NULL);
        mu_assert_uint_eq(i >= in_codeintel, strstr(encoded(CODEINTEL, &err), CANARY) != NULL);
    }
}

MU_TEST(every_context_member_of_every_exception_is_free_of_absolute_paths)
{
    static const char *const exceptions[] = {
        "UnicodeDecodeError",         "FileOperationError", "InvalidLineRangeError", "FileReadError",
        "PathOutsideRepositoryError", "GitOperationError",  "VectorSearchError",
    };
    static const char *const secrets[] = {"/srv/" CANARY "/a", "C:\\\\" CANARY, "~/" CANARY,
                                          "file:///" CANARY, "git -C /srv/" CANARY " log"};
    char name[30];

    for (size_t i = 0; i < COUNT(exceptions); i++)
        for (size_t j = 0; j < COUNT(secrets); j++) {
            const mcperr_exception *const exception = mcperr_exception_named(mcperr_str(exceptions[i]));
            for (const char *at = exception->context; *at != '\0';) {
                const size_t size = strcspn(at, "|");
                memcpy(name, at, size);
                name[size] = '\0';
                at += size + (at[size] == '|');
                strcpy(json, "{\"");
                strcat(json, name);
                strcat(json, "\":\"");
                strcat(json, secrets[j]);
                strcat(json, "\"}");
                mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);
                mcperr_raise(&err, mcperr_str(exceptions[i]), mcperr_str("m"), mcperr_raw(json));
                const char *const text = encoded(CODEINTEL, &err);
                mu_check(strstr(text, CANARY) == NULL && strstr(text, GONE) != NULL &&
                         strstr(text, name) != NULL);
                mu_check(strstr(encoded(PROBLEM, &err), CANARY) == NULL);
                mu_check(strstr(encoded(CONTEXT, &err), CANARY) == NULL);
            }
        }
}

/* ---- messages of Context ------------------------------------------------------------------------------ */

#define SIXTEEN(text) text text text text text text text text text text text text text text text text

static const char *const clean[] = {
    "Cache is stale",
    "I/O error",
    "on a/b",
    "a/b",
    "a/b or c/d",
    "version 2.0 only",
    "Try again in 5 s.",
    "Error: try again",
    "seven: 1234567",
    "defaced abcdefg",
    "caf\xC3\xA9 \xF0\x9F\x98\x80",
    "50% done",
    ":1",
    ".c",
    "x1",
    "online line",
    "\xC2\xA0",
    SIXTEEN("no such") " things as they",
};

static const char *const diagnostic[] = {
    "/",
    "/a",
    "a/",
    "ab/c",
    "a/bc",
    "xa/b",
    "a1/b",
    "1/2",
    "a/1",
    "see /etc/x",
    "a\\b",
    "C:\\x",
    "main.c",
    "see main.c:10",
    "10:42",
    "a:1",
    "0x1F",
    "0X1",
    "deadbeef",
    "DEADBEEF",
    "12345678",
    "99999999",
    "a:9",
    "a:0",
    "hash 9f86d081884c",
    "Traceback (most recent)",
    "a Stack trace",
    "stack trace",
    "at line five",
    "on line five",
    "new\nline",
    "tab\there",
    "\x1F",
    "\x7F",
    "\xC2\x80",
    "\xC2\x9F",
    SIXTEEN("eight ch"),
    SIXTEEN("nine char"),
};

static bool is_written(const char *message)
{
    const mcperr_error err = kind_error(MCPERR_NOT_FOUND, message);
    mcperr_error read;

    mu_assert_int_eq(MCPERR_OK, decoded(CONTEXT, encoded(CONTEXT, &err), &read, NULL));
    const bool written = mcperr_text_is(read.message, message);
    mu_check(written || mcperr_text_is(read.message, "Cache does not exist"));
    return written;
}

MU_TEST(a_clean_message_is_written_in_context)
{
    for (size_t i = 0; i < COUNT(clean); i++)
        if (!is_written(clean[i]))
            mu_fail(clean[i]);
}

MU_TEST(a_message_with_diagnostics_is_replaced_in_context)
{
    for (size_t i = 0; i < COUNT(diagnostic); i++)
        if (is_written(diagnostic[i]))
            mu_fail(diagnostic[i]);
}

MU_TEST(a_message_is_judged_by_its_characters_and_not_by_its_escapes)
{
    static const struct {
        const char *inside;
        bool clean;
    } messages[] = {
        {"caf\\u00e9", true}, {"I\\/O", true},     {"\\/etc", false}, {"\\u002fetc", false}, {"\\n", false},
        {"a\\u0000", false},  {"\\\"a\\\"", true}, {"\\\\", false},   {"\\u0085", false},
    };
    const mcperr_error err = kind_error(MCPERR_INTERNAL, NULL);

    for (size_t i = 0; i < COUNT(messages); i++) {
        mcperr_text text = mcperr_str(messages[i].inside);
        text.form = MCPERR_ESCAPED;
        if ((mcperr_no_diagnostics(&err, mcperr_str(NULL), text).data == NULL) != messages[i].clean)
            mu_fail(messages[i].inside);
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_value_of_any_type_under_a_key_with_a_secret_word_is_redacted)
    MU_RUN(a_value_under_any_other_key_is_kept)
    MU_RUN(a_secret_key_is_told_however_it_is_escaped_and_however_deep_it_is)
    MU_RUN(secrets_in_fields_are_redacted_like_those_in_json)
    MU_RUN(absolute_paths_become_relative_to_the_workspace_or_are_redacted)
    MU_RUN(paths_in_fields_and_deep_in_json_are_judged_like_others)
    MU_RUN(a_workspace_of_any_form_is_the_root)
    MU_RUN(a_filter_without_key_and_value_has_nothing_to_replace)
    MU_RUN(a_canary_in_any_member_of_the_error_does_not_reach_contracts_without_a_place_for_it)
    MU_RUN(every_context_member_of_every_exception_is_free_of_absolute_paths)
    MU_RUN(a_clean_message_is_written_in_context)
    MU_RUN(a_message_with_diagnostics_is_replaced_in_context)
    MU_RUN(a_message_is_judged_by_its_characters_and_not_by_its_escapes)
)
/* clang-format on */

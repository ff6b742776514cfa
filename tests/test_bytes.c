/* SPDX-License-Identifier: MIT */
/*
 * The same bytes on every target: all that a fixed suite of documents comes to, in one hash. To add
 * a document, add its function to the table, and the hash that is then printed as GOLDEN.
 */
#include "minunit.h"
#include "mcperr/mcperr.h"

#define GOLDEN UINT64_C(0xD06A0995632761DF)

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ROOM 1024
#define CHUNK 7

typedef void (*document)(mcperr_json *w);

/* ---- FNV-1a, 64 bits ----------------------------------------------------------------------- */

#define HASH_OF_NOTHING UINT64_C(0xCBF29CE484222325)

static uint64_t hash = HASH_OF_NOTHING;

static void hash_bytes(const void *bytes, size_t size)
{
    const unsigned char *const at = bytes;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
}

static void hash_number(uint64_t number)
{
    for (unsigned i = 0; i < 8; i++, number >>= 8) {
        const unsigned char byte = (unsigned char)(number & 0xFF);
        hash_bytes(&byte, 1);
    }
}

static void print_hash(void)
{
    char text[17] = "";

    for (unsigned i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    MU_PUTS("hash ");
    MU_PUTS(text);
    MU_PUTS("\n");
}

/* ---- documents ----------------------------------------------------------------------------- */

static mcperr_text escaped(const char *inside)
{
    mcperr_text view = mcperr_str(inside);

    view.form = MCPERR_ESCAPED;
    return view;
}

static void nothing(mcperr_json *w) { (void)w; }
static void a_null(mcperr_json *w) { mcperr_json_null(w, NULL); }
static void a_string(mcperr_json *w) { mcperr_json_str(w, NULL, "caf\xC3\xA9 \"\\/\xF0\x9F\x98\x80"); }

static void literals_and_structure(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_null(w, "");
    mcperr_json_bool(w, "true", true);
    mcperr_json_bool(w, "\xC3\xA9\n", false);
    mcperr_json_array(w, "list");
    mcperr_json_object(w, NULL);
    mcperr_json_end(w);
    mcperr_json_array(w, NULL);
    mcperr_json_end(w);
    mcperr_json_str(w, NULL, "");
    mcperr_json_str(w, NULL, NULL);
    mcperr_json_end(w);
    mcperr_json_object(w, "object");
    mcperr_json_str(w, "a", "b");
    mcperr_json_end(w);
    mcperr_json_end(w);
}

static void numbers(mcperr_json *w)
{
    uint64_t power = 1;

    mcperr_json_array(w, NULL);
    for (unsigned i = 0; i < 64; i++) {
        mcperr_json_uint(w, NULL, UINT64_C(1) << i);
        mcperr_json_uint(w, NULL, (UINT64_C(1) << i) - 1);
    }
    for (unsigned i = 0; i < 19; i++, power *= 10) {
        mcperr_json_int(w, NULL, (int64_t)power - 1);
        mcperr_json_int(w, NULL, -(int64_t)power);
    }
    mcperr_json_int(w, NULL, INT64_MIN);
    mcperr_json_int(w, NULL, INT64_MAX);
    mcperr_json_uint(w, NULL, UINT64_MAX);
    mcperr_json_end(w);
}

static void times(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_time(w, NULL, INT64_MIN);
    mcperr_json_time(w, NULL, -1);
    for (int64_t ms = 0; ms <= MCPERR_TIME_MAX; ms += INT64_C(1234567890123))
        mcperr_json_time(w, NULL, ms);
    mcperr_json_time(w, NULL, INT64_C(951782400000));
    mcperr_json_time(w, NULL, INT64_C(2147483647000));
    mcperr_json_time(w, NULL, MCPERR_TIME_MAX);
    mcperr_json_time(w, NULL, INT64_MAX);
    mcperr_json_end(w);
}

static void every_byte_alone_and_after_the_start_of_a_character(mcperr_json *w)
{
    char text[3] = "\xF1\x80";

    mcperr_json_array(w, NULL);
    for (unsigned byte = 0; byte < 0x100; byte++) {
        text[2] = (char)byte;
        mcperr_json_text(w, NULL, mcperr_text_of(text + 2, 1));
        mcperr_json_text(w, NULL, mcperr_text_of(text, 3));
    }
    mcperr_json_end(w);
}

static void escapes(mcperr_json *w)
{
    static const char *const inside[] = {
        "\\u0041\\/\\\"\\\\\\b\\f\\n\\r\\t",
        "\\u0000\\u001f\\u007f\\u00e9\\u2028\\uffff",
        "\\ud83d\\ude00\\udbff\\udfff",
        "\\ud83d",
        "\\ude00x",
        "\\ud83d\\u0041",
        "\\",
        "\\x\\u12",
        "raw \" and \n and \xFF",
    };

    mcperr_json_array(w, NULL);
    for (size_t i = 0; i < COUNT(inside); i++)
        mcperr_json_text(w, NULL, escaped(inside[i]));
    mcperr_json_end(w);
}

static void raw_json(mcperr_json *w)
{
    static const char *const json[] = {
        " 1 ",
        "\n[ -0 , 1.50 , 1E+2 , true ,\tfalse , null ]\r\n",
        "{ \"\\u0061\\u00e9\" : { } , \"b\" : \" { [ \\/ ] } \" }",
        "[ \"\\ud83d\\ude00\" , \"\\\\\\\"\" , [ [ ] ] ]",
    };

    mcperr_json_object(w, NULL);
    for (size_t i = 0; i < COUNT(json); i++)
        mcperr_json_text(w, "raw", mcperr_raw(json[i]));
    mcperr_json_end(w);
}

static const mcperr_field inner[] = {
    {"code", {NULL, 0, MCPERR_PLAIN}, INT64_MIN, MCPERR_FIELD_INT},
    {NULL, {"left out", 8, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"off", {NULL, 0, MCPERR_PLAIN}, 0, MCPERR_FIELD_BOOL},
};
static const mcperr_field outer[] = {
    {"code", {"plain \xC3", 7, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"escaped", {"\\u00e9", 6, MCPERR_ESCAPED}, 0, MCPERR_FIELD_TEXT},
    {"raw", {" [ ] ", 5, MCPERR_JSON}, 0, MCPERR_FIELD_TEXT},
    {"inner", {inner, COUNT(inner), MCPERR_FIELDS}, 0, MCPERR_FIELD_TEXT},
    {"absent", {NULL, 0, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"on", {NULL, 0, MCPERR_PLAIN}, -1, MCPERR_FIELD_BOOL},
};

static void fields(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_fields(outer, COUNT(outer))); }

static void splices(mcperr_json *w)
{
    static const char *const except[] = {"code", "\xC3\xA9"};

    mcperr_json_object(w, NULL);
    mcperr_json_splice(w, mcperr_raw("{}"), NULL, 0);
    mcperr_json_splice(w, mcperr_raw("{ \"\\u0063ode\" : {} , \"a\" : \"}\" }"), except, COUNT(except));
    mcperr_json_int(w, "between", 0);
    mcperr_json_splice(w, mcperr_fields(outer, COUNT(outer)), except, COUNT(except));
    mcperr_json_splice(w, mcperr_raw("{\"\\u00e9\":[1,{\"code\":2}],\"b\":[3,{\"code\":4}]}"), except,
                       COUNT(except));
    mcperr_json_splice(w, mcperr_str(NULL), NULL, 0);
    mcperr_json_end(w);
}

static void documents_in_strings(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    for (unsigned i = 0; i < 2; i++) {
        mcperr_json_object(w, NULL);
        mcperr_json_quote(w, "text");
        fields(w);
        mcperr_json_unquote(w);
        mcperr_json_end(w);
        mcperr_json_quote(w, NULL);
        a_string(w);
        mcperr_json_unquote(w);
        mcperr_json_ascii(w);
    }
    mcperr_json_end(w);
}

static void levels(mcperr_json *w, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (i % 2 == 0)
            mcperr_json_array(w, i == 0 ? NULL : "k");
        else
            mcperr_json_object(w, NULL);
    for (unsigned i = 0; i < count; i++)
        mcperr_json_end(w);
}

static void as_deep_as_it_goes(mcperr_json *w) { levels(w, MCPERR_DEPTH_DEFAULT); }
static void too_deep(mcperr_json *w) { levels(w, MCPERR_DEPTH_DEFAULT + 1); }
static void unfinished(mcperr_json *w) { mcperr_json_array(w, NULL); }
static void broken_raw_json(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_raw("{}}")); }
static void cut_raw_json(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_raw("{\"a\"")); }
static void a_splice_of_no_object(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_splice(w, mcperr_raw("[]"), NULL, 0);
    mcperr_json_end(w);
}

static const document documents[] = {
    nothing,
    a_null,
    a_string,
    literals_and_structure,
    numbers,
    times,
    every_byte_alone_and_after_the_start_of_a_character,
    escapes,
    raw_json,
    fields,
    splices,
    documents_in_strings,
    as_deep_as_it_goes,
    too_deep,
    unfinished,
    broken_raw_json,
    cut_raw_json,
    a_splice_of_no_object,
};

/* ---- the ways to write them ---------------------------------------------------------------- */

enum { IN_ASCII = 1, IN_QUOTES = 2, EVERY_WAY = 4 };

static void perform(mcperr_json *w, document write, unsigned how)
{
    if (how & IN_ASCII)
        mcperr_json_ascii(w);
    if (how & IN_QUOTES)
        mcperr_json_quote(w, NULL);
    write(w);
    if (how & IN_QUOTES)
        mcperr_json_unquote(w);
    hash_number(mcperr_json_finish(w));
    if (w->status <= MCPERR_E_NOSPACE) /* how far a refused document got is nobody's business */
        hash_number(w->len);
}

static void hash_buffered(document write, unsigned how, size_t cap)
{
    static char text[ROOM];
    mcperr_json w;

    mcperr_json_init(&w, text, cap);
    perform(&w, write, how);
    hash_bytes(text, strlen(text) + 1);
}

static bool to_hash(void *ctx, const char *bytes, size_t size)
{
    (void)ctx;
    hash_bytes(bytes, size);
    hash_number(size);
    return true;
}

static void hash_streamed(document write, unsigned how)
{
    char chunk[CHUNK];
    mcperr_json measured, w;

    mcperr_json_init(&measured, NULL, 0);
    perform(&measured, write, how);
    mcperr_json_stream(&w, &measured, chunk, sizeof chunk, to_hash, NULL);
    perform(&w, write, how);
}

/* ---- envelopes ------------------------------------------------------------------------------ */

static const mcperr_dialect *const dialects[] = {&mcperr_kaiza,      &mcperr_context,   &mcperr_codeintel,
                                                 &mcperr_problem,    &mcperr_toolerror, &mcperr_owlclaw,
                                                 &mcperr_owlclaw_api};

static mcperr_error rich_error(void)
{
    static const mcperr_field cause[] = {
        {"message", {"bus \xFF stuck", 11, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
        {"code", {NULL, 0, MCPERR_PLAIN}, -7, MCPERR_FIELD_INT}};
    mcperr_error err;

    memset(&err, 0, sizeof err);
    err.time_ms = INT64_C(1768836730123);
    err.tool = mcperr_str("read_t\xC3\xA9mp");
    err.operation = mcperr_str("files:open_file");
    err.incident = mcperr_str("inc_20260226_001");
    err.session = mcperr_str("550e8400");
    err.workspace = mcperr_str("/ws");
    err.role = mcperr_str("WINDSURF");
    err.stack = mcperr_str("at main\n at boot");
    err.cause = mcperr_fields(cause, COUNT(cause));
    err.details = mcperr_raw(
        "{ \"limit\" : [1.50, 2e3], \"apiToken\":\"x\", \"path\":\"/ws/a\\u00e9\", \"at\":\"/etc\" }");
    err.result = mcperr_raw("{\"items\":[],\"confidence\":0.0}");
    mcperr_set_retry_after(&err, 30);
    return err;
}

/* Every code of every dialect and every kind in every dialect, whole and shed, and read back. */
static void hash_envelopes(void)
{
    static mcperr_token tokens[64];
    static char text[ROOM];

    for (size_t d = 0; d < COUNT(dialects); d++)
        for (unsigned i = 0; i < dialects[d]->code_count + (unsigned)MCPERR_KIND_COUNT; i++) {
            mcperr_error err = rich_error(), read;
            const size_t least = mcperr_min_size(dialects[d], &err);
            if (i < dialects[d]->code_count)
                (void)mcperr_set_code(&err, dialects[d], mcperr_str(dialects[d]->codes[i].code));
            else
                (void)mcperr_fail(&err, (mcperr_kind)(i - dialects[d]->code_count), "it \"failed\" \x01");
            for (size_t cap = least; cap <= ROOM; cap += 97) {
                size_t len = 0;
                hash_number(mcperr_emit(dialects[d], &err, text, cap, &len));
                hash_bytes(text, len + 1);
                hash_number(mcperr_decode(dialects[d], text, len, tokens, COUNT(tokens), &read, NULL));
                hash_number(read.kind);
                hash_number(mcperr_advise(&read, NULL, 1, true, 12345).delay_ms);
            }
        }
}

MU_TEST(the_hash_is_fnv_1a)
{
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = {
        {"", HASH_OF_NOTHING}, {"a", UINT64_C(0xAF63DC4C8601EC8C)}, {"foobar", UINT64_C(0x85944171F73967E8)}};

    for (size_t i = 0; i < COUNT(known); i++) {
        hash = HASH_OF_NOTHING;
        hash_bytes(known[i].text, strlen(known[i].text));
        mu_assert_uint_eq(known[i].hash, hash);
    }
}

MU_TEST(every_document_is_the_same_bytes_on_every_target)
{
    hash = HASH_OF_NOTHING;
    for (size_t i = 0; i < COUNT(documents); i++)
        for (unsigned how = 0; how < EVERY_WAY; how++) {
            hash_buffered(documents[i], how, ROOM);
            hash_buffered(documents[i], how, CHUNK);
            hash_streamed(documents[i], how);
        }
    hash_envelopes();
    print_hash();
    mu_check(hash == GOLDEN);
}

/* clang-format off */
MU_MAIN(
    MU_RUN(the_hash_is_fnv_1a)
    MU_RUN(every_document_is_the_same_bytes_on_every_target)
)
/* clang-format on */

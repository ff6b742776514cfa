/* SPDX-License-Identifier: MIT */
#include "minunit.h"
#include "json_write.h"
#include "text.h"

#define BYTES(literal) (literal), sizeof(literal) - 1
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define GUARD 0x5A
#define ROOM 512

#define E_ACUTE "\xC3\xA9"
#define SMILE "\xF0\x9F\x98\x80"
#define REPLACED "\xEF\xBF\xBD"

typedef void (*document)(mcperr_json *w);

/* How a document is written. */
enum { AS_IS = 0, IN_ASCII = 1, IN_QUOTES = 2, EVERY_WAY = 4 };

static mcperr_json writer;
static char room[1 + ROOM + 1], *const text = room + 1;

static mcperr_text escaped(const char *inside)
{
    mcperr_text view = mcperr_str(inside);

    view.form = MCPERR_ESCAPED;
    return view;
}

static void add(char *to, const char *more) { memcpy(to + strlen(to), more, strlen(more) + 1); }

static void perform(mcperr_json *w, document write, unsigned how)
{
    if (how & IN_ASCII)
        mcperr_json_ascii(w);
    if (how & IN_QUOTES)
        mcperr_json_quote(w, NULL);
    write(w);
    if (how & IN_QUOTES)
        mcperr_json_unquote(w);
}

static size_t measure(document write, unsigned how)
{
    mcperr_json_init(&writer, NULL, 0);
    perform(&writer, write, how);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&writer));
    return writer.len;
}

static void check_guards(size_t cap)
{
    mu_check(room[0] == GUARD);
    for (size_t i = cap; i <= ROOM; i++)
        mu_check(text[i] == GUARD);
}

/* Write into the first `cap` bytes of `text`. */
static mcperr_status write_into(size_t cap, document write, unsigned how)
{
    memset(room, GUARD, sizeof room);
    mcperr_json_init(&writer, text, cap);
    perform(&writer, write, how);
    const mcperr_status status = mcperr_json_finish(&writer);
    check_guards(cap);
    return status;
}

static void check_written(const char *expected, document write, unsigned how)
{
    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, write, how));
    mu_assert_string_eq(expected, text);
    mu_assert_uint_eq(strlen(expected), writer.len);
}

static void check_refused(mcperr_status status, document write)
{
    mu_assert_int_eq(status, write_into(ROOM, write, AS_IS));
    mu_assert_int_eq(status, writer.status);
    mu_assert_string_eq("", text);
}

/* ---- documents ----------------------------------------------------------------------------- */

static const mcperr_field inner_fields[] = {
    {"n", {NULL, 0, MCPERR_PLAIN}, -1, MCPERR_FIELD_INT},
    {NULL, {"left out", 8, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"none", {"", 0, MCPERR_FIELDS}, 0, MCPERR_FIELD_TEXT},
};
static const mcperr_field all_fields[] = {
    {NULL, {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_INT},
    {"str", {"\"" E_ACUTE, 3, MCPERR_PLAIN}, 9, MCPERR_FIELD_TEXT},
    {"esc", {"\\u00e9\\/", 8, MCPERR_ESCAPED}, 0, MCPERR_FIELD_TEXT},
    {"raw", {" [ 1 ] ", 7, MCPERR_JSON}, 0, MCPERR_FIELD_TEXT},
    {"in", {inner_fields, COUNT(inner_fields), MCPERR_FIELDS}, 0, MCPERR_FIELD_TEXT},
    {"null", {NULL, 0, MCPERR_PLAIN}, 5, MCPERR_FIELD_TEXT},
    {"nil", {NULL, 3, MCPERR_FIELDS}, 5, MCPERR_FIELD_TEXT},
    {"int", {"no", 2, MCPERR_PLAIN}, INT64_MIN, MCPERR_FIELD_INT},
    {"yes", {"no", 2, MCPERR_PLAIN}, -2, MCPERR_FIELD_BOOL},
    {"no", {NULL, 0, MCPERR_PLAIN}, 0, MCPERR_FIELD_BOOL},
    {E_ACUTE, {"", 0, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
};
#define FIELDS_WITH(c)                                                                                       \
    "\"str\":\"\\\"" c "\",\"esc\":\"" c                                                                     \
    "/\",\"raw\":[1],\"in\":{\"n\":-1,\"none\":{}},\"null\":null,\"nil\":null,"                              \
    "\"int\":-9223372036854775808,\"yes\":true,\"no\":false,\"" c "\":\"\""

static mcperr_text fields(void) { return mcperr_fields(all_fields, COUNT(all_fields)); }

static void a_null(mcperr_json *w) { mcperr_json_null(w, NULL); }
static void a_true(mcperr_json *w) { mcperr_json_bool(w, NULL, true); }
static void a_false(mcperr_json *w) { mcperr_json_bool(w, NULL, false); }
static void a_zero(mcperr_json *w) { mcperr_json_int(w, NULL, 0); }
static void a_least(mcperr_json *w) { mcperr_json_int(w, NULL, INT64_MIN); }
static void a_most(mcperr_json *w) { mcperr_json_int(w, NULL, INT64_MAX); }
static void a_minus_one(mcperr_json *w) { mcperr_json_int(w, NULL, -1); }
static void an_unsigned_zero(mcperr_json *w) { mcperr_json_uint(w, NULL, 0); }
static void an_unsigned_most(mcperr_json *w) { mcperr_json_uint(w, NULL, UINT64_MAX); }
static void a_string(mcperr_json *w) { mcperr_json_str(w, NULL, "a\"b\\c/" E_ACUTE SMILE); }
static void an_empty_string(mcperr_json *w) { mcperr_json_str(w, NULL, ""); }
static void an_absent_string(mcperr_json *w) { mcperr_json_str(w, NULL, NULL); }
static void a_time(mcperr_json *w) { mcperr_json_time(w, NULL, INT64_C(1768836730123)); }
static void a_plain_text(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_text_of(BYTES("\\n\0"))); }
static void an_escaped_text(mcperr_json *w) { mcperr_json_text(w, NULL, escaped("\\u0041\\u00e9\\n\\/")); }
static void an_absent_text(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_raw(NULL)); }
static void a_raw_text(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_raw(" { \"\\u00e9\" : [ ] } ")); }
static void a_fields_text(mcperr_json *w) { mcperr_json_text(w, NULL, fields()); }
static void a_text_without_fields(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_fields(all_fields, 0)); }

static void an_empty_object(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_end(w);
}

static void an_empty_array(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_end(w);
}

static void an_array_of_everything(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_null(w, NULL);
    mcperr_json_bool(w, NULL, true);
    mcperr_json_bool(w, NULL, false);
    mcperr_json_int(w, NULL, -12);
    mcperr_json_uint(w, NULL, 12);
    mcperr_json_str(w, NULL, "s");
    mcperr_json_time(w, NULL, 0);
    mcperr_json_text(w, NULL, mcperr_str("t"));
    mcperr_json_text(w, NULL, escaped("\\t"));
    mcperr_json_text(w, NULL, mcperr_raw("[\n]"));
    mcperr_json_text(w, NULL, mcperr_fields(inner_fields, 1));
    mcperr_json_text(w, NULL, mcperr_str(NULL));
    mcperr_json_array(w, NULL);
    mcperr_json_end(w);
    mcperr_json_object(w, NULL);
    mcperr_json_end(w);
    mcperr_json_end(w);
}

static void an_object_of_everything(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_null(w, "");
    mcperr_json_bool(w, "b", true);
    mcperr_json_bool(w, "b", false);
    mcperr_json_int(w, "i", -12);
    mcperr_json_uint(w, "u", 12);
    mcperr_json_str(w, "s\"\\\n" E_ACUTE, "s");
    mcperr_json_time(w, "time", 0);
    mcperr_json_text(w, "t", mcperr_str("t"));
    mcperr_json_text(w, "e", escaped("\\t"));
    mcperr_json_text(w, "r", mcperr_raw("[\n]"));
    mcperr_json_text(w, "f", mcperr_fields(inner_fields, 1));
    mcperr_json_text(w, "n", mcperr_str(NULL));
    mcperr_json_array(w, "a");
    mcperr_json_end(w);
    mcperr_json_object(w, "o");
    mcperr_json_end(w);
    mcperr_json_end(w);
}

static void a_nested_document(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_object(w, NULL);
    mcperr_json_array(w, "a");
    mcperr_json_int(w, NULL, 1);
    mcperr_json_object(w, NULL);
    mcperr_json_end(w);
    mcperr_json_end(w);
    mcperr_json_int(w, "b", 2);
    mcperr_json_end(w);
    mcperr_json_array(w, NULL);
    mcperr_json_array(w, NULL);
    mcperr_json_end(w);
    mcperr_json_end(w);
    mcperr_json_int(w, NULL, 3);
    mcperr_json_end(w);
}

static void a_spliced_document(mcperr_json *w)
{
    static const char *const except[] = {"b"};

    mcperr_json_object(w, NULL);
    mcperr_json_splice(w, mcperr_raw("{ \"\\u00e9\" : \"}\" , \"b\" : 1 , \"c\" : [ 2 ] }"), except, 1);
    mcperr_json_int(w, "d", 3);
    mcperr_json_splice(w, fields(), except, 1);
    mcperr_json_end(w);
}

static void a_document_of_names_and_pieces(mcperr_json *w)
{
    const mcperr_text accent = mcperr_str(E_ACUTE);

    mcperr_json_object(w, NULL);
    mcperr_json_name(w, ",\"a\":\"", 5);
    mcperr_json_int(w, NULL, 1);
    mcperr_json_name(w, ",\"bc\":\"", 6);
    mcperr_json_object(w, NULL);
    mcperr_json_key(w, mcperr_str("\"" E_ACUTE));
    mcperr_json_text(w, NULL, mcperr_fields(inner_fields, 1));
    mcperr_json_key(w, escaped("\\u0064"));
    mcperr_json_text(w, NULL, mcperr_raw(" [ 2 ] "));
    mcperr_json_end(w);
    mcperr_json_name(w, ",\"\":\"", 4);
    mcperr_json_string(w);
    mcperr_json_string_end(w);
    mcperr_json_member(w, ",\"m\":\"", 5, "a\"", &accent);
    mcperr_json_member(w, ",\"n\":\"", 5, NULL, &accent);
    mcperr_json_member(w, ",\"o\":\"", 5, "o", &(mcperr_text){NULL, 0, MCPERR_PLAIN});
    mcperr_json_key(w, mcperr_str("pieces"));
    mcperr_json_string(w);
    mcperr_json_piece(w, mcperr_str("\"" E_ACUTE));
    mcperr_json_piece(w, mcperr_str(NULL));
    mcperr_json_piece(w, escaped("\\u0041\\n"));
    mcperr_json_piece(w, mcperr_text_of(E_ACUTE, 1));
    mcperr_json_string_end(w);
    mcperr_json_array(w, "list");
    mcperr_json_string(w);
    mcperr_json_piece(w, mcperr_str("x"));
    mcperr_json_string_end(w);
    mcperr_json_string(w);
    mcperr_json_string_end(w);
    mcperr_json_end(w);
    mcperr_json_end(w);
}

static void a_document_of_lazy_objects(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_array(w, NULL);
    mcperr_json_array(w, NULL);
    mcperr_json_end(w);
    mcperr_json_end(w);
    mcperr_json_object(w, NULL);
    mcperr_json_lazy(w, ",\"none\":\"");
    mcperr_json_end(w);
    mcperr_json_lazy(w, ",\"a\":\"");
    mcperr_json_name(w, ",\"b\":\"", 5);
    mcperr_json_array(w, NULL);
    mcperr_json_end(w);
    mcperr_json_int(w, "c", 1);
    mcperr_json_end(w);
    mcperr_json_lazy(w, ",\"none\":\"");
    mcperr_json_splice(w, mcperr_str(NULL), NULL, 0);
    mcperr_json_splice(w, mcperr_raw("{}"), NULL, 0);
    mcperr_json_end(w);
    mcperr_json_lazy(w, ",\"d\":\"");
    mcperr_json_lazy(w, ",\"e\":\"");
    mcperr_json_splice(w, mcperr_raw("{\"f\":2}"), NULL, 0);
    mcperr_json_end(w);
    mcperr_json_end(w);
    mcperr_json_lazy(w, ",\"g\":\"");
    mcperr_json_text(w, "h", mcperr_fields(inner_fields, 1));
    mcperr_json_end(w);
    mcperr_json_end(w);
    mcperr_json_str(w, NULL, E_ACUTE);
    mcperr_json_end(w);
}

static void a_document_with_strings_of_json(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_quote(w, "text");
    mcperr_json_object(w, NULL);
    mcperr_json_str(w, "a\"" E_ACUTE, "\\\n" SMILE);
    mcperr_json_text(w, "raw", mcperr_raw("[ \"\\\\\" ]"));
    mcperr_json_end(w);
    mcperr_json_unquote(w);
    mcperr_json_array(w, "list");
    mcperr_json_quote(w, NULL);
    mcperr_json_str(w, NULL, "x");
    mcperr_json_unquote(w);
    mcperr_json_quote(w, NULL);
    mcperr_json_null(w, NULL);
    mcperr_json_unquote(w);
    mcperr_json_end(w);
    mcperr_json_end(w);
}

static const struct {
    document write;
    const char *bytes;
    const char *ascii; /* NULL: the same */
    bool quotes;       /* and so may not stand in quotes itself */
} documents[] = {
    {a_null, "null", NULL, false},
    {a_true, "true", NULL, false},
    {a_false, "false", NULL, false},
    {a_zero, "0", NULL, false},
    {a_least, "-9223372036854775808", NULL, false},
    {a_most, "9223372036854775807", NULL, false},
    {a_minus_one, "-1", NULL, false},
    {an_unsigned_zero, "0", NULL, false},
    {an_unsigned_most, "18446744073709551615", NULL, false},
    {a_string, "\"a\\\"b\\\\c/" E_ACUTE SMILE "\"", "\"a\\\"b\\\\c/\\u00e9\\ud83d\\ude00\"", false},
    {an_empty_string, "\"\"", NULL, false},
    {an_absent_string, "null", NULL, false},
    {a_time, "\"2026-01-19T15:32:10.123Z\"", NULL, false},
    {a_plain_text, "\"\\\\n\\u0000\"", NULL, false},
    {an_escaped_text, "\"A" E_ACUTE "\\n/\"", "\"A\\u00e9\\n/\"", false},
    {an_absent_text, "null", NULL, false},
    {a_raw_text, "{\"" E_ACUTE "\":[]}", "{\"\\u00e9\":[]}", false},
    {a_fields_text, "{" FIELDS_WITH(E_ACUTE) "}", "{" FIELDS_WITH("\\u00e9") "}", false},
    {a_text_without_fields, "{}", NULL, false},
    {an_empty_object, "{}", NULL, false},
    {an_empty_array, "[]", NULL, false},
    {an_array_of_everything,
     "[null,true,false,-12,12,\"s\",\"1970-01-01T00:00:00.000Z\",\"t\",\"\\t\",[],{\"n\":-1},null,[],{}]",
     NULL, false},
    {an_object_of_everything,
     "{\"\":null,\"b\":true,\"b\":false,\"i\":-12,\"u\":12,\"s\\\"\\\\\\n" E_ACUTE
     "\":\"s\",\"time\":\"1970-01-01T00:00:00.000Z\",\"t\":\"t\",\"e\":\"\\t\",\"r\":[],"
     "\"f\":{\"n\":-1},\"n\":null,\"a\":[],\"o\":{}}",
     "{\"\":null,\"b\":true,\"b\":false,\"i\":-12,\"u\":12,\"s\\\"\\\\\\n\\u00e9"
     "\":\"s\",\"time\":\"1970-01-01T00:00:00.000Z\",\"t\":\"t\",\"e\":\"\\t\",\"r\":[],"
     "\"f\":{\"n\":-1},\"n\":null,\"a\":[],\"o\":{}}",
     false},
    {a_nested_document, "[{\"a\":[1,{}],\"b\":2},[[]],3]", NULL, false},
    {a_spliced_document, "{\"" E_ACUTE "\":\"}\",\"c\":[2],\"d\":3," FIELDS_WITH(E_ACUTE) "}",
     "{\"\\u00e9\":\"}\",\"c\":[2],\"d\":3," FIELDS_WITH("\\u00e9") "}", false},
    {a_document_of_names_and_pieces,
     "{\"a\":1,\"bc\":{\"\\\"" E_ACUTE "\":{\"n\":-1},\"d\":[2]},\"\":\"\",\"m\":\"a\\\"" E_ACUTE
     "\",\"n\":\"" E_ACUTE "\",\"o\":\"o\",\"pieces\":\"\\\"" E_ACUTE "A\\n" REPLACED
     "\",\"list\":[\"x\",\"\"]}",
     "{\"a\":1,\"bc\":{\"\\\"\\u00e9\":{\"n\":-1},\"d\":[2]},\"\":\"\",\"m\":\"a\\\"\\u00e9\",\"n\":"
     "\"\\u00e9\",\"o\":\"o\",\"pieces\":\"\\\"\\u00e9A\\n\\ufffd"
     "\",\"list\":[\"x\",\"\"]}",
     false},
    {a_document_of_lazy_objects,
     "[[[]],{\"a\":{\"b\":[],\"c\":1},\"d\":{\"e\":{\"f\":2}},\"g\":{\"h\":{\"n\":-1}}},\"" E_ACUTE "\"]",
     "[[[]],{\"a\":{\"b\":[],\"c\":1},\"d\":{\"e\":{\"f\":2}},\"g\":{\"h\":{\"n\":-1}}},\"\\u00e9\"]", false},
    {a_document_with_strings_of_json,
     "{\"text\":\"{\\\"a\\\\\\\"" E_ACUTE "\\\":\\\"\\\\\\\\\\\\n" SMILE
     "\\\",\\\"raw\\\":[\\\"\\\\\\\\\\\"]}\","
     "\"list\":[\"\\\"x\\\"\",\"null\"]}",
     "{\"text\":\"{\\\"a\\\\\\\"\\\\u00e9\\\":\\\"\\\\\\\\\\\\n\\\\ud83d\\\\ude00\\\","
     "\\\"raw\\\":[\\\"\\\\\\\\\\\"]}\",\"list\":[\"\\\"x\\\"\",\"null\"]}",
     true},
};

/* Calls `test` with every document in every way that it may be written. */
static void with_every_document(void (*test)(document write, unsigned how))
{
    for (size_t i = 0; i < COUNT(documents); i++)
        for (unsigned how = 0; how < EVERY_WAY; how++)
            if (!(how & IN_QUOTES) || !documents[i].quotes)
                test(documents[i].write, how);
}

MU_TEST(every_document_is_written_byte_for_byte)
{
    for (size_t i = 0; i < COUNT(documents); i++)
        check_written(documents[i].bytes, documents[i].write, AS_IS);
}

MU_TEST(in_ascii_everything_past_tilde_is_an_escape)
{
    for (size_t i = 0; i < COUNT(documents); i++)
        check_written(documents[i].ascii ? documents[i].ascii : documents[i].bytes, documents[i].write,
                      IN_ASCII);
}

static char kept[ROOM];

static void the_kept_text(mcperr_json *w) { mcperr_json_str(w, NULL, kept); }

static void in_quotes_is_as_a_string(document write, unsigned how)
{
    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, write, how & IN_ASCII));
    memcpy(kept, text, writer.len + 1);
    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, the_kept_text, how & IN_ASCII));
    memcpy(kept, text, writer.len + 1);
    check_written(kept, write, how | IN_QUOTES);
}

MU_TEST(a_quoted_document_is_the_string_of_its_text)
{
    for (size_t i = 0; i < COUNT(documents); i++)
        if (!documents[i].quotes) {
            in_quotes_is_as_a_string(documents[i].write, AS_IS);
            in_quotes_is_as_a_string(documents[i].write, IN_ASCII);
        }
}

static void a_document_in_ascii_from_its_middle_on(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_str(w, NULL, E_ACUTE);
    mcperr_json_ascii(w);
    mcperr_json_str(w, NULL, E_ACUTE);
    mcperr_json_end(w);
}

MU_TEST(ascii_begins_where_it_is_asked_for)
{
    check_written("[\"" E_ACUTE "\",\"\\u00e9\"]", a_document_in_ascii_from_its_middle_on, AS_IS);
}

/* ---- buffers ------------------------------------------------------------------------------- */

static void fits_from_its_length_and_one_on(document write, unsigned how)
{
    const size_t len = measure(write, how);

    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, write, how));
    mu_assert_uint_eq(len, strlen(text));
    memcpy(kept, text, len + 1);
    for (size_t cap = 0; cap <= len + 2; cap++) {
        mu_assert_int_eq(cap > len ? MCPERR_OK : MCPERR_E_NOSPACE, write_into(cap, write, how));
        mu_assert_uint_eq(len, writer.len);
        if (cap > 0)
            mu_assert_string_eq(cap > len ? kept : "", text);
    }
}

MU_TEST(a_document_fits_in_its_length_and_one_and_in_nothing_less)
{
    with_every_document(fits_from_its_length_and_one_on);
}

MU_TEST(without_a_buffer_the_capacity_means_nothing)
{
    mcperr_json_init(&writer, NULL, 3);
    an_array_of_everything(&writer);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&writer));
    mu_assert_uint_eq(measure(an_array_of_everything, AS_IS), writer.len);
}

MU_TEST(finishing_twice_says_the_same_twice)
{
    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, a_nested_document, AS_IS));
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&writer));
    mu_assert_string_eq("[{\"a\":[1,{}],\"b\":2},[[]],3]", text);
    mu_assert_int_eq(MCPERR_E_NOSPACE, write_into(9, a_nested_document, AS_IS));
    mu_assert_int_eq(MCPERR_E_NOSPACE, mcperr_json_finish(&writer));
}

MU_TEST(the_length_stays_at_its_most_rather_than_wrap)
{
    mcperr_json_init(&writer, NULL, 0);
    mcperr_json_array(&writer, NULL);
    writer.len = SIZE_MAX - 4;
    mcperr_json_null(&writer, NULL);
    mu_assert_uint_eq(SIZE_MAX, writer.len);
    mcperr_json_null(&writer, NULL);
    mu_assert_uint_eq(SIZE_MAX, writer.len);
    writer.len = SIZE_MAX - 6;
    mcperr_json_null(&writer, NULL);
    mu_assert_uint_eq(SIZE_MAX - 1, writer.len);
}

MU_TEST(a_copy_of_the_writer_is_a_place_to_come_back_to)
{
    mcperr_json mark;

    memset(room, GUARD, sizeof room);
    mcperr_json_init(&writer, text, 32);
    mcperr_json_object(&writer, NULL);
    mcperr_json_int(&writer, "a", 1);
    mark = writer;

    mcperr_json_array(&writer, "long");
    mcperr_json_str(&writer, NULL, "more than there is room for");
    mu_check(writer.len > 32);
    writer = mark;
    mu_assert_uint_eq(6, writer.len);
    mcperr_json_null(&writer, NULL);
    mu_assert_int_eq(MCPERR_E_MISUSE, writer.status);
    writer = mark;
    mcperr_json_quote(&writer, "q");
    mcperr_json_object(&writer, NULL);
    writer = mark;

    mcperr_json_int(&writer, "b", 2);
    mcperr_json_end(&writer);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&writer));
    mu_assert_string_eq("{\"a\":1,\"b\":2}", text);
    check_guards(32);
}

/* ---- streams ------------------------------------------------------------------------------- */

static struct {
    char bytes[ROOM];
    size_t size, largest;
    unsigned calls, fails_at;
} sink;

static bool to_sink(void *ctx, const char *bytes, size_t size)
{
    mu_check(ctx == &sink);
    mu_check(bytes == text);
    mu_check(size > 0);
    if (++sink.calls == sink.fails_at)
        return false;
    if (size <= sizeof sink.bytes - sink.size)
        memcpy(sink.bytes + sink.size, bytes, size);
    sink.size += size;
    sink.largest = size > sink.largest ? size : sink.largest;
    return true;
}

/* Stream by chunks of `cap` bytes what was measured to be `done`. */
static mcperr_status stream(size_t cap, const mcperr_json *done, document write, unsigned how,
                            unsigned fails_at)
{
    memset(&sink, 0, sizeof sink);
    sink.fails_at = fails_at;
    memset(room, GUARD, sizeof room);
    mcperr_json_stream(&writer, done, text, cap, to_sink, &sink);
    perform(&writer, write, how);
    const mcperr_status status = mcperr_json_finish(&writer);
    check_guards(cap);
    return status;
}

static void streams_by_any_chunk(document write, unsigned how)
{
    const size_t len = measure(write, how);
    const mcperr_json done = writer;

    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, write, how));
    memcpy(kept, text, len);
    for (size_t cap = 1; cap <= len + 1; cap++) {
        mu_assert_int_eq(MCPERR_OK, stream(cap, &done, write, how, 0));
        mu_assert_mem_eq(kept, len, sink.bytes, sink.size);
        mu_assert_uint_eq(len, writer.len);
        mu_assert_uint_eq((len + cap - 1) / cap, sink.calls);
        mu_assert_uint_eq(cap < len ? cap : len, sink.largest);
    }
    mu_check(text[len] == GUARD);
}

MU_TEST(a_streamed_document_is_the_same_bytes_whatever_the_chunk)
{
    with_every_document(streams_by_any_chunk);
}

static void ends_with_the_failure_of_the_sink(document write, unsigned how)
{
    static const size_t caps[] = {1, 2, 7, 31};
    const size_t len = measure(write, how);
    const mcperr_json done = writer;

    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, write, how));
    memcpy(kept, text, len);
    for (size_t i = 0; i < COUNT(caps); i++)
        for (unsigned n = 1; n <= (len + caps[i] - 1) / caps[i]; n++) {
            mu_assert_int_eq(MCPERR_E_SINK, stream(caps[i], &done, write, how, n));
            mu_assert_uint_eq(n, sink.calls);
            mu_assert_mem_eq(kept, (n - 1) * caps[i], sink.bytes, sink.size);
        }
}

MU_TEST(a_sink_that_fails_is_not_called_again) { with_every_document(ends_with_the_failure_of_the_sink); }

MU_TEST(streaming_other_than_what_was_measured_is_misuse_and_never_too_many_bytes)
{
    static const document others[] = {a_null,
                                      a_false,
                                      an_empty_array,
                                      an_unsigned_most,
                                      a_fields_text,
                                      a_nested_document,
                                      an_array_of_everything,
                                      an_empty_string,
                                      a_spliced_document};

    for (size_t i = 0; i < COUNT(others); i++) {
        const size_t len = measure(others[i], AS_IS);
        const mcperr_json done = writer;
        for (size_t j = 0; j < COUNT(others); j++) {
            if (measure(others[j], AS_IS) == len)
                continue;
            for (size_t cap = 1; cap <= ROOM; cap += cap) {
                mu_assert_int_eq(MCPERR_E_MISUSE, stream(cap, &done, others[j], AS_IS, 0));
                mu_check(sink.size <= len);
            }
        }
    }
}

MU_TEST(streaming_what_failed_to_be_measured_fails_alike_and_flushes_nothing)
{
    mcperr_json done;

    for (unsigned status = MCPERR_E_NOSPACE; status <= MCPERR_E_INTERNAL; status++) {
        (void)measure(a_null, AS_IS);
        done = writer;
        done.status = (uint8_t)status;
        mu_assert_int_eq(status, stream(1, &done, a_null, AS_IS, 0));
        mu_assert_uint_eq(0, sink.calls);
    }
}

static void an_open_array(mcperr_json *w) { mcperr_json_array(w, NULL); }
static void an_open_quote(mcperr_json *w) { mcperr_json_quote(w, NULL); }
static void nothing(mcperr_json *w) { (void)w; }
static void a_quote_left_open(mcperr_json *w)
{
    mcperr_json_quote(w, NULL);
    mcperr_json_null(w, NULL);
}

MU_TEST(streaming_what_was_not_finished_is_misuse_and_flushes_nothing)
{
    static const document unfinished[] = {nothing, an_open_array, an_open_quote, a_quote_left_open};

    for (size_t i = 0; i < COUNT(unfinished); i++) {
        mcperr_json done;
        mcperr_json_init(&done, NULL, 0);
        unfinished[i](&done);
        mcperr_json_stream(&writer, &done, text, ROOM, to_sink, &sink);
        mu_assert_int_eq(MCPERR_E_MISUSE, writer.status);
        mu_assert_int_eq(MCPERR_E_MISUSE, stream(1, &done, unfinished[i], AS_IS, 0));
        mu_assert_uint_eq(0, sink.calls);
    }
}

MU_TEST(a_stream_that_is_left_unfinished_is_misuse)
{
    (void)measure(an_empty_array, AS_IS);
    const mcperr_json done = writer;

    mu_assert_int_eq(MCPERR_E_MISUSE, stream(8, &done, an_open_array, AS_IS, 0));
    mu_assert_uint_eq(0, sink.calls);
    mu_assert_int_eq(MCPERR_E_MISUSE, stream(8, &done, nothing, AS_IS, 0));
    mu_assert_uint_eq(0, sink.calls);
}

MU_TEST(a_stream_without_writer_measure_chunk_or_sink_is_misuse)
{
    (void)measure(a_null, AS_IS);
    const mcperr_json done = writer;
    memset(&sink, 0, sizeof sink);

    mcperr_json_stream(NULL, &done, text, 8, to_sink, &sink);
    for (unsigned missing = 0; missing < 4; missing++) {
        mcperr_json_stream(&writer, missing == 0 ? NULL : &done, missing == 1 ? NULL : text,
                           missing == 2 ? 0 : 8, missing == 3 ? NULL : to_sink, &sink);
        mu_assert_int_eq(MCPERR_E_MISUSE, writer.status);
        mcperr_json_null(&writer, NULL);
        mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_json_finish(&writer));
        mu_assert_uint_eq(0, writer.len);
    }
    mu_assert_uint_eq(0, sink.calls);
}

static bool to_nowhere(void *ctx, const char *bytes, size_t size)
{
    mu_assert_mem_eq("null", 4, bytes, size);
    return ctx == NULL;
}

MU_TEST(a_sink_may_do_without_a_context)
{
    (void)measure(a_null, AS_IS);
    const mcperr_json done = writer;

    mcperr_json_stream(&writer, &done, text, 8, to_nowhere, NULL);
    mcperr_json_null(&writer, NULL);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&writer));
}

/* ---- strings ------------------------------------------------------------------------------- */

static mcperr_text given;

static void the_given_text(mcperr_json *w) { mcperr_json_text(w, NULL, given); }

/* The same text at the very end of an array, where a sanitizer sees who reads on. */
static mcperr_text at_the_end(mcperr_text view)
{
    static char all[160];

    memcpy(all + sizeof all - view.size, view.data, view.size);
    view.data = all + sizeof all - view.size;
    return view;
}

static void check_text(const char *expected, mcperr_text view, unsigned how)
{
    given = at_the_end(view);
    check_written(expected, the_given_text, how);
}

static void put_escape(char *to, uint32_t unit)
{
    memcpy(to, "\\u0000", 7);
    for (size_t i = 5; i >= 2; i--, unit >>= 4)
        to[i] = "0123456789abcdef"[unit & 15];
}

MU_TEST(each_control_character_has_its_escape_in_every_form)
{
    static const char *const short_ones[0x20] = {
        ['\b'] = "\\b", ['\f'] = "\\f", ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t"};

    for (unsigned code = 0; code < 0x20; code++) {
        const char control = (char)code;
        char escape[7], expected[9] = "\"";
        put_escape(escape, code);
        add(expected, short_ones[code] ? short_ones[code] : escape);
        add(expected, "\"");
        mcperr_text raw_control = mcperr_text_of(&control, 1);
        check_text(expected, raw_control, AS_IS);
        check_text(expected, raw_control, IN_ASCII);
        raw_control.form = MCPERR_ESCAPED;
        check_text(expected, raw_control, AS_IS);
        check_text(expected, escaped(escape), AS_IS);
        char json[9] = "\"";
        add(json, escape);
        add(json, "\"");
        check_text(expected, mcperr_raw(json), AS_IS);
    }
}

static void check_code_point(uint32_t code)
{
    char utf8[5], as_is[8] = "\"", ascii[16] = "\"", escapes[13] = "";

    utf8[mcperr_utf8_put(code, utf8)] = '\0';
    if (code < 0x10000) {
        put_escape(escapes, code);
    } else {
        put_escape(escapes, 0xD800 + (code - 0x10000) / 0x400);
        put_escape(escapes + 6, 0xDC00 + (code - 0x10000) % 0x400);
    }
    if (code == '"' || code == '\\')
        add(as_is, "\\");
    add(as_is, utf8);
    add(as_is, "\"");
    add(ascii, code < 0x7F ? as_is + 1 : escapes);
    if (code >= 0x7F)
        add(ascii, "\"");
    check_text(as_is, mcperr_str(utf8), AS_IS);
    check_text(ascii, mcperr_str(utf8), IN_ASCII);
    check_text(as_is, escaped(escapes), AS_IS);
    check_text(ascii, escaped(escapes), IN_ASCII);
}

MU_TEST(characters_are_written_raw_or_in_ascii_as_escapes)
{
    for (uint32_t code = 0x20; code < 0x900; code++)
        check_code_point(code);
    for (uint32_t code = 0x901; code <= 0x10FFFF; code += code < 0x10000 ? 31 : 509)
        if (code < 0xD800 || code > 0xDFFF)
            check_code_point(code);
    check_code_point(0xD7FF);
    check_code_point(0xE000);
    check_code_point(0xFFFF);
    check_code_point(0x10000);
    check_code_point(0x10FFFF);
}

static const char *now_raw, *now_escaped; /* one character, and its escape */
static char raw_array[32], raw_object[64];

static void a_document_with_the_character_everywhere(mcperr_json *w)
{
    const mcperr_field field = mcperr_field_text(now_raw, escaped(now_escaped));

    mcperr_json_object(w, NULL);
    mcperr_json_str(w, now_raw, now_raw);
    mcperr_json_text(w, now_raw, escaped(now_escaped));
    mcperr_json_text(w, now_raw, mcperr_raw(raw_array));
    mcperr_json_text(w, now_raw, mcperr_fields(&field, 1));
    mcperr_json_splice(w, mcperr_raw(raw_object), NULL, 0);
    mcperr_json_splice(w, mcperr_fields(&field, 1), NULL, 0);
    mcperr_json_end(w);
}

/* A text with its '?' replaced by the character. */
static void put_form(char *to, const char *form, const char *character)
{
    *to = '\0';
    for (; *form != '\0'; form++) {
        const char letter[2] = {*form, '\0'};
        add(to, *form == '?' ? character : letter);
    }
}

MU_TEST(ascii_holds_in_keys_raw_json_fields_and_splices)
{
    static const char form[] =
        "{\"?\":\"?\",\"?\":\"?\",\"?\":[\"?\"],\"?\":{\"?\":\"?\"},\"?\":\"?\",\"?\":\"?\"}";
    static const struct {
        const char *raw, *escape;
    } characters[] = {
        {"\x7F", "\\u007f"},
        {"\xC2\x80", "\\u0080"},
        {E_ACUTE, "\\u00e9"},
        {"\xE2\x80\xA8", "\\u2028"},
        {REPLACED, "\\ufffd"},
        {"\xEF\xBF\xBF", "\\uffff"},
        {"\xF0\x90\x80\x80", "\\ud800\\udc00"},
        {SMILE, "\\ud83d\\ude00"},
        {"\xF4\x8F\xBF\xBF", "\\udbff\\udfff"},
    };

    for (size_t i = 0; i < COUNT(characters); i++) {
        now_raw = characters[i].raw;
        now_escaped = characters[i].escape;
        put_form(raw_array, "[\"?\"]", now_escaped);
        put_form(raw_object, "{\"?\":\"?\"}", now_escaped);
        put_form(kept, form, now_raw);
        check_written(kept, a_document_with_the_character_everywhere, AS_IS);
        put_form(kept, form, now_escaped);
        check_written(kept, a_document_with_the_character_everywhere, IN_ASCII);
        put_form(raw_array, "[\"?\"]", now_raw);
        put_form(raw_object, "{\"?\":\"?\"}", now_raw);
        check_written(kept, a_document_with_the_character_everywhere, IN_ASCII);
    }
}

MU_TEST(broken_utf8_is_replaced_by_maximal_subparts)
{
    static const struct {
        const char *bytes, *shown; /* '?' is U+FFFD */
    } broken[] = {
        {"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41", "\"????????A\""},
        {"\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41", "\"????????A\""},
        {"\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", "\"?????A??B\""},
        {"\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41", "\"????A\""},
        {"\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64", "\"a???b?c??d\""},
        {"\xE2\x82", "\"?\""},
        {"\xF0\x9F\x98", "\"?\""},
        {"\xC3\"", "\"?\\\"\""},
    };

    for (size_t i = 0; i < COUNT(broken); i++) {
        put_form(kept, broken[i].shown, REPLACED);
        check_text(kept, mcperr_str(broken[i].bytes), AS_IS);
        check_text(kept, escaped(broken[i].bytes), AS_IS);
        put_form(kept, broken[i].shown, "\\ufffd");
        check_text(kept, mcperr_str(broken[i].bytes), IN_ASCII);
    }
}

MU_TEST(escaped_text_is_written_with_no_more_escapes_than_it_needs)
{
    static const struct {
        const char *inside, *written;
    } canonical[] = {
        {"", "\"\""},
        {"\\u0041", "\"A\""},
        {"\\/", "\"/\""},
        {"/", "\"/\""},
        {"\\u002F", "\"/\""},
        {"\\u0022\\\"", "\"\\\"\\\"\""},
        {"\\u005c\\\\", "\"\\\\\\\\\""},
        {"\\u000A\\u0009\\u001F", "\"\\n\\t\\u001f\""},
        {"\\b\\f\\n\\r\\t", "\"\\b\\f\\n\\r\\t\""},
        {"\\u007f", "\"\x7F\""},
        {"\\ud83d\\ude00", "\"" SMILE "\""},
        {"\\ud83d", "\"" REPLACED "\""},
        {"\\ude00", "\"" REPLACED "\""},
        {"\\ude00\\ud83d", "\"" REPLACED REPLACED "\""},
        {"\\ud83dx", "\"" REPLACED "x\""},
        {"\\ud83d\\n", "\"" REPLACED "\\n\""},
        {"\\ud83d\\ud83d\\ude00", "\"" REPLACED SMILE "\""},
        {"\\", "\"" REPLACED "\""},
        {"a\\qb", "\"a" REPLACED "qb\""},
        {"\\u12", "\"" REPLACED "u12\""},
        {"\\u12G4", "\"" REPLACED "u12G4\""},
        {"a\"b", "\"a\\\"b\""},
        {"a\nb", "\"a\\nb\""},
        {"x" E_ACUTE "\\u00e9" E_ACUTE, "\"x" E_ACUTE E_ACUTE E_ACUTE "\""},
    };

    for (size_t i = 0; i < COUNT(canonical); i++)
        check_text(canonical[i].written, escaped(canonical[i].inside), AS_IS);
}

/* ---- raw JSON ------------------------------------------------------------------------------ */

/* The JSON with more behind it that does not belong to the view. */
static mcperr_text amid_other_text(const char *json)
{
    static const char more[] = "\"z\":9}]\\\"";
    static char all[160];
    const size_t size = strlen(json);

    memcpy(all, json, size);
    memcpy(all + size, more, sizeof more);
    return mcperr_raw_of(all, size);
}

static void the_given_text_thrice(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_text(w, NULL, given);
    mcperr_json_object(w, NULL);
    mcperr_json_text(w, "a", given);
    mcperr_json_text(w, "b", given);
    mcperr_json_end(w);
    mcperr_json_end(w);
}

MU_TEST(raw_json_is_minified_and_its_numbers_keep_their_spelling)
{
    static const struct {
        const char *json, *written;
    } raw[] = {
        {"1", "1"},
        {" \t\r\n1 \t\r\n", "1"},
        {"true", "true"},
        {"\nfalse\n", "false"},
        {"null ", "null"},
        {"\"\"", "\"\""},
        {" \" a  b \" ", "\" a  b \""},
        {"[]", "[]"},
        {"{}", "{}"},
        {"\n[ 1 ,\t2\r\n]\n", "[1,2]"},
        {"{ \"a\" : [ ] , \"b\" :\n{ } }", "{\"a\":[],\"b\":{}}"},
        {"[-0,0.10,1E+2,1e-05,123456789012345678901234567890.5]",
         "[-0,0.10,1E+2,1e-05,123456789012345678901234567890.5]"},
        {"\"\\u0041\\/\\u00e9\\ud83d\\ude00\"", "\"A/" E_ACUTE SMILE "\""},
        {"\"\\\"\\\\\\u0022\\u005c\"", "\"\\\"\\\\\\\"\\\\\""},
        {"[\"\\u000a\\u001F\",\"\\b\\f\\n\\r\\t\"]", "[\"\\n\\u001f\",\"\\b\\f\\n\\r\\t\"]"},
        {"{ \"\\u0061 b\" : \"{ [ , : ] }\" }", "{\"a b\":\"{ [ , : ] }\"}"},
        {"[\"\x7F" E_ACUTE SMILE "\"]", "[\"\x7F" E_ACUTE SMILE "\"]"},
        {"{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"},
    };

    for (size_t i = 0; i < COUNT(raw); i++) {
        check_text(raw[i].written, mcperr_raw(raw[i].json), AS_IS);
        given = amid_other_text(raw[i].json);
        check_written(raw[i].written, the_given_text, AS_IS);
        kept[0] = '\0';
        add(kept, "[");
        add(kept, raw[i].written);
        add(kept, ",{\"a\":");
        add(kept, raw[i].written);
        add(kept, ",\"b\":");
        add(kept, raw[i].written);
        add(kept, "}]");
        check_written(kept, the_given_text_thrice, AS_IS);
    }
}

static void the_given_text_as_a_field(mcperr_json *w)
{
    const mcperr_field field = mcperr_field_text("k", given);

    mcperr_json_text(w, NULL, mcperr_fields(&field, 1));
}

static void the_given_text_in_quotes(mcperr_json *w)
{
    mcperr_json_quote(w, NULL);
    mcperr_json_text(w, NULL, given);
    mcperr_json_unquote(w);
}

static void the_given_text_spliced(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_splice(w, given, NULL, 0);
    mcperr_json_end(w);
}

MU_TEST(broken_raw_json_is_refused_with_the_status_of_the_check_and_nothing_is_left)
{
    static const document places[] = {the_given_text, the_given_text_thrice, the_given_text_as_a_field,
                                      the_given_text_in_quotes, the_given_text_spliced};
    static const struct {
        const char *json;
        size_t size;
        mcperr_status status;
    } broken[] = {
        {BYTES(""), MCPERR_E_PARTIAL},
        {BYTES(" \n"), MCPERR_E_PARTIAL},
        {BYTES("["), MCPERR_E_PARTIAL},
        {BYTES("[1,"), MCPERR_E_PARTIAL},
        {BYTES("{\"a\":"), MCPERR_E_PARTIAL},
        {BYTES("{\"a\":{}"), MCPERR_E_PARTIAL},
        {BYTES("\"abc"), MCPERR_E_PARTIAL},
        {BYTES("nul"), MCPERR_E_PARTIAL},
        {BYTES("-"), MCPERR_E_PARTIAL},
        {BYTES("1,\"code\":\"x\""), MCPERR_E_SYNTAX},
        {BYTES("{}}"), MCPERR_E_SYNTAX},
        {BYTES("{},\"a\":1"), MCPERR_E_SYNTAX},
        {BYTES("\"a\",\"b\":1"), MCPERR_E_SYNTAX},
        {BYTES("]"), MCPERR_E_SYNTAX},
        {BYTES("[}"), MCPERR_E_SYNTAX},
        {BYTES("{\"a\":1]"), MCPERR_E_SYNTAX},
        {BYTES("[1,]"), MCPERR_E_SYNTAX},
        {BYTES("{\"a\":1,}"), MCPERR_E_SYNTAX},
        {BYTES(",1"), MCPERR_E_SYNTAX},
        {BYTES("1 2"), MCPERR_E_SYNTAX},
        {BYTES("{a:1}"), MCPERR_E_SYNTAX},
        {BYTES("'a'"), MCPERR_E_SYNTAX},
        {BYTES("01"), MCPERR_E_SYNTAX},
        {BYTES("NaN"), MCPERR_E_SYNTAX},
        {BYTES("1//"), MCPERR_E_SYNTAX},
        {BYTES("1\0"), MCPERR_E_SYNTAX},
        {BYTES("\"\n\""), MCPERR_E_SYNTAX},
        {BYTES("\"\\x\""), MCPERR_E_SYNTAX},
        {BYTES("\"\\ud83d\""), MCPERR_E_SYNTAX},
        {BYTES("\"\xFF\""), MCPERR_E_SYNTAX},
        {BYTES("\xEF\xBB\xBF{}"), MCPERR_E_SYNTAX},
    };

    for (size_t i = 0; i < COUNT(broken); i++) {
        mu_assert_int_eq(broken[i].status,
                         mcperr_json_check(broken[i].json, broken[i].size, NULL, NULL, NULL));
        given = at_the_end(mcperr_raw_of(broken[i].json, broken[i].size));
        for (size_t j = 0; j < COUNT(places); j++)
            check_refused(broken[i].status, places[j]);
    }
}

/* ---- depth --------------------------------------------------------------------------------- */

#define MOST MCPERR_DEPTH_DEFAULT

static unsigned levels;
static bool of_objects;

static void open_levels(mcperr_json *w)
{
    for (unsigned i = 0; i < levels; i++)
        if (of_objects)
            mcperr_json_object(w, i == 0 ? NULL : "k");
        else
            mcperr_json_array(w, NULL);
}

static void close_levels(mcperr_json *w)
{
    for (unsigned i = 0; i < levels; i++)
        mcperr_json_end(w);
}

static const char *key_below(void) { return of_objects && levels > 0 ? "k" : NULL; }

static void the_levels_alone(mcperr_json *w)
{
    open_levels(w);
    close_levels(w);
}

static void the_given_text_below(mcperr_json *w)
{
    open_levels(w);
    mcperr_json_text(w, key_below(), given);
    close_levels(w);
}

static void the_given_text_in_quotes_below(mcperr_json *w)
{
    open_levels(w);
    mcperr_json_quote(w, key_below());
    mcperr_json_text(w, NULL, given);
    mcperr_json_unquote(w);
    close_levels(w);
}

static void the_given_text_spliced_below(mcperr_json *w)
{
    open_levels(w);
    mcperr_json_splice(w, given, NULL, 0);
    close_levels(w);
}

MU_TEST(containers_open_to_the_limit_and_no_deeper)
{
    for (unsigned kind = 0; kind < 2; kind++)
        for (levels = 1; levels <= MOST + 2; levels++) {
            of_objects = kind > 0;
            mu_assert_int_eq(levels <= MOST ? MCPERR_OK : MCPERR_E_DEPTH,
                             write_into(ROOM, the_levels_alone, AS_IS));
        }
}

/* JSON that is `depth` containers deep. */
static mcperr_text nested(unsigned depth)
{
    static char json[2 * (MOST + 2) + 1];
    size_t size = 0;

    for (unsigned i = 0; i < depth; i++)
        json[size++] = '[';
    if (depth == 0)
        json[size++] = '1';
    for (unsigned i = 0; i < depth; i++)
        json[size++] = ']';
    return mcperr_raw_of(json, size);
}

MU_TEST(raw_json_may_be_as_deep_as_its_place_leaves_room_for)
{
    for (unsigned kind = 0; kind < 2; kind++)
        for (levels = 0; levels <= MOST; levels++)
            for (unsigned depth = 0; depth <= MOST + 1; depth++) {
                const mcperr_status status = levels + depth <= MOST ? MCPERR_OK : MCPERR_E_DEPTH;
                of_objects = kind > 0;
                given = nested(depth);
                mu_assert_int_eq(status, write_into(ROOM, the_given_text_below, AS_IS));
                mu_assert_int_eq(status, write_into(ROOM, the_given_text_in_quotes_below, AS_IS));
            }
}

MU_TEST(at_the_deepest_place_scalars_are_written_and_containers_refused)
{
    static const struct {
        const char *json;
        mcperr_status status;
    } values[] = {
        {" 1", MCPERR_OK},      {"\"[{\"", MCPERR_OK},   {"null", MCPERR_OK},
        {"[]", MCPERR_E_DEPTH}, {" {}", MCPERR_E_DEPTH}, {"[[]]", MCPERR_E_DEPTH},
    };

    of_objects = false;
    levels = MOST;
    for (size_t i = 0; i < COUNT(values); i++) {
        given = mcperr_raw(values[i].json);
        mu_assert_int_eq(values[i].status, write_into(ROOM, the_given_text_below, AS_IS));
    }
}

MU_TEST(a_spliced_object_shares_its_level_with_the_open_one)
{
    static char json[3 * (MOST + 2)];

    of_objects = true;
    for (levels = 1; levels <= MOST; levels++)
        for (unsigned depth = 0; depth <= MOST; depth++) {
            mcperr_text inner = nested(depth);
            memcpy(json, "{\"k\":", 5);
            memcpy(json + 5, inner.data, inner.size);
            json[5 + inner.size] = '}';
            given = mcperr_raw_of(json, 6 + (size_t)inner.size);
            mu_assert_int_eq(levels + depth <= MOST ? MCPERR_OK : MCPERR_E_DEPTH,
                             write_into(ROOM, the_given_text_spliced_below, AS_IS));
        }
}

/* Fields in fields, `depth` arrays of them. */
static mcperr_text nested_fields(unsigned depth)
{
    static mcperr_field chain[MCPERR_FIELDS_DEPTH + 2];

    chain[depth - 1] = mcperr_field_int("k", 1);
    for (unsigned i = depth - 1; i-- > 0;)
        chain[i] = mcperr_field_text("k", mcperr_fields(&chain[i + 1], 1));
    return mcperr_fields(chain, 1);
}

MU_TEST(fields_nest_to_their_own_limit_and_to_that_of_the_document)
{
    for (levels = 0; levels <= MOST; levels++)
        for (unsigned depth = 1; depth <= MCPERR_FIELDS_DEPTH + 2; depth++) {
            const bool good = depth <= MCPERR_FIELDS_DEPTH;
            given = nested_fields(depth);
            of_objects = false;
            mu_assert_int_eq(good && levels + depth <= MOST ? MCPERR_OK : MCPERR_E_DEPTH,
                             write_into(ROOM, the_given_text_below, AS_IS));
            of_objects = true;
            if (levels > 0)
                mu_assert_int_eq(good && levels + depth <= MOST + 1 ? MCPERR_OK : MCPERR_E_DEPTH,
                                 write_into(ROOM, the_given_text_spliced_below, AS_IS));
        }
    given = nested_fields(MCPERR_FIELDS_DEPTH);
    mu_assert_int_eq(MCPERR_OK, write_into(ROOM, the_given_text, AS_IS));
    kept[0] = '\0';
    for (unsigned i = 0; i < MCPERR_FIELDS_DEPTH; i++)
        add(kept, "{\"k\":");
    add(kept, "1");
    for (unsigned i = 0; i < MCPERR_FIELDS_DEPTH; i++)
        add(kept, "}");
    mu_assert_string_eq(kept, text);
}

static uint32_t pattern; /* bit n: an array at depth n */

/* The pattern twice in one array, the second time inverted. */
static void a_pattern_and_its_inverse(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    for (unsigned turn = 0; turn < 2; turn++, pattern = ~pattern) {
        bool array = true;
        for (unsigned i = 1; i < MOST; i++) {
            const char *const key = array ? NULL : "";
            array = (pattern >> i & 1) != 0;
            if (array)
                mcperr_json_array(w, key);
            else
                mcperr_json_object(w, key);
        }
        for (unsigned i = 1; i < MOST; i++)
            mcperr_json_end(w);
    }
    mcperr_json_end(w);
}

MU_TEST(every_level_remembers_whether_it_is_an_array)
{
    static const uint32_t patterns[] = {0,          0xFFFFFFFF, 0x55555555, 0x33333333,
                                        0x0F0F0F0F, 0x00FF00FF, 0x0000FFFF};

    for (size_t n = 0; n < COUNT(patterns); n++) {
        memcpy(kept, "[", 2);
        for (unsigned turn = 0; turn < 2; turn++) {
            const uint32_t bits = turn == 0 ? patterns[n] : ~patterns[n];
            bool array = true;
            add(kept, turn == 0 ? "" : ",");
            for (unsigned i = 1; i < MOST; i++) {
                add(kept, array ? "" : "\"\":");
                array = (bits >> i & 1) != 0;
                add(kept, array ? "[" : "{");
            }
            for (unsigned i = MOST - 1; i >= 1; i--)
                add(kept, bits >> i & 1 ? "]" : "}");
        }
        add(kept, "]");
        pattern = patterns[n];
        check_written(kept, a_pattern_and_its_inverse, AS_IS);
    }
}

/* ---- splices ------------------------------------------------------------------------------- */

static const char *const left_out[] = {"code", NULL, E_ACUTE, ""};
static bool with_first, with_last;

static void the_given_text_spliced_between(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    if (with_first)
        mcperr_json_int(w, "first", 1);
    mcperr_json_splice(w, given, left_out, COUNT(left_out));
    if (with_last)
        mcperr_json_int(w, "last", 2);
    mcperr_json_end(w);
}

/* The given object, spliced before and behind other members and alone. */
static void check_spliced(const char *members)
{
    for (unsigned places = 0; places < 4; places++) {
        const char *const parts[3] = {places & 1 ? "\"first\":1" : "", members,
                                      places & 2 ? "\"last\":2" : ""};
        with_first = (places & 1) != 0;
        with_last = (places & 2) != 0;
        memcpy(kept, "{", 2);
        for (size_t i = 0; i < COUNT(parts); i++) {
            add(kept, parts[i][0] != '\0' && kept[1] != '\0' ? "," : "");
            add(kept, parts[i]);
        }
        add(kept, "}");
        check_written(kept, the_given_text_spliced_between, AS_IS);
    }
}

MU_TEST(a_splice_writes_the_members_of_an_object_but_those_left_out)
{
    static const struct {
        const char *json, *members;
    } objects[] = {
        {"{}", ""},
        {" {\n} ", ""},
        {"{\"a\":1}", "\"a\":1"},
        {"{\"a\":1} \n", "\"a\":1"},
        {"{\"code\":1}", ""},
        {"{\"code\":1,\"a\":2}", "\"a\":2"},
        {"{\"a\":2,\"code\":1}", "\"a\":2"},
        {"{\"a\":2,\"code\":1,\"b\":3}", "\"a\":2,\"b\":3"},
        {"{\"\\u0063od\\u0065\":1,\"a\":2}", "\"a\":2"},
        {"{\"\\u00e9\":1,\"" E_ACUTE "\":2,\"e\":3}", "\"e\":3"},
        {"{\"\":1,\"x\":2}", "\"x\":2"},
        {"{\"Code\":1,\"code \":2,\"cod\":3,\"codes\":4}", "\"Code\":1,\"code \":2,\"cod\":3,\"codes\":4"},
        {"{\"a\":{\"code\":1},\"code\":{\"a\":[1,{\"}\":\"]\"}]},\"b\":\"}\"}",
         "\"a\":{\"code\":1},\"b\":\"}\""},
        {"{\"a\":\"\\\"},{\\\\\",\"code\":\"\\\\\\\"\",\"b\":[[],{\"c\":\"]\"}]}",
         "\"a\":\"\\\"},{\\\\\",\"b\":[[],{\"c\":\"]\"}]"},
        {"\n{ \"a\" : [ 1 , 2 ] ,\r\n\t\"code\" : { \"x\" : 1 } , \"b\" : true }\n",
         "\"a\":[1,2],\"b\":true"},
        {"{\"a\":1,\"a\":1.50}", "\"a\":1,\"a\":1.50"},
        {"{\"a\\u0022\\/\":\"\\u0041\"}", "\"a\\\"/\":\"A\""},
    };

    for (size_t i = 0; i < COUNT(objects); i++) {
        given = at_the_end(mcperr_raw(objects[i].json));
        check_spliced(objects[i].members);
    }
}

MU_TEST(a_splice_ends_where_its_text_ends)
{
    static const char *const objects[] = {"{\"a\":1}", "{\"a\":1} ", "{\"a\":{}}\n", "{\"a\":\"\"}"};
    static const char *const members[] = {"\"a\":1", "\"a\":1", "\"a\":{}", "\"a\":\"\""};

    for (size_t i = 0; i < COUNT(objects); i++) {
        given = amid_other_text(objects[i]);
        check_spliced(members[i]);
    }
    given = amid_other_text("{}");
    check_spliced("");
}

MU_TEST(a_splice_of_fields_leaves_out_names_at_its_own_level_only)
{
    static const mcperr_field within[] = {
        {"code", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_INT},
        {NULL, {NULL, 0, MCPERR_PLAIN}, 2, MCPERR_FIELD_INT},
    };
    static const mcperr_field object[] = {
        {"code", {"x", 1, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
        {"a", {within, COUNT(within), MCPERR_FIELDS}, 0, MCPERR_FIELD_TEXT},
        {E_ACUTE, {within, COUNT(within), MCPERR_FIELDS}, 0, MCPERR_FIELD_TEXT},
        {"", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_BOOL},
        {"b", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_BOOL},
    };

    given = mcperr_fields(object, COUNT(object));
    check_spliced("\"a\":{\"code\":1},\"b\":true");
    given = mcperr_fields(object, 1);
    check_spliced("");
    given = mcperr_fields(object, 0);
    check_spliced("");
}

MU_TEST(a_splice_of_nothing_writes_nothing)
{
    given = mcperr_str(NULL);
    check_spliced("");
    given = mcperr_fields(NULL, 3);
    check_spliced("");
}

static void a_splice_without_a_list(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_splice(w, mcperr_raw("{\"code\":1}"), NULL, 3);
    mcperr_json_splice(w, mcperr_raw("{\"code\":2}"), left_out, 0);
    mcperr_json_splice(w, mcperr_fields(inner_fields, 1), NULL, 3);
    mcperr_json_end(w);
}

MU_TEST(without_a_list_or_with_none_on_it_nothing_is_left_out)
{
    check_written("{\"code\":1,\"code\":2,\"n\":-1}", a_splice_without_a_list, AS_IS);
}

MU_TEST(only_objects_are_spliced)
{
    static const char *const others[] = {"[]", " [ {} ]", "1", "\"{}\"", "null", "true"};

    for (size_t i = 0; i < COUNT(others); i++) {
        given = at_the_end(mcperr_raw(others[i]));
        check_refused(MCPERR_E_SHAPE, the_given_text_spliced);
    }
    given = mcperr_str("{}");
    check_refused(MCPERR_E_SHAPE, the_given_text_spliced);
    given = escaped("{}");
    check_refused(MCPERR_E_SHAPE, the_given_text_spliced);
}

static void a_splice_at_the_root(mcperr_json *w) { mcperr_json_splice(w, given, NULL, 0); }
static void a_splice_in_an_array(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_splice(w, given, NULL, 0);
    mcperr_json_end(w);
}
static void a_splice_behind_the_root(mcperr_json *w)
{
    an_empty_object(w);
    mcperr_json_splice(w, given, NULL, 0);
}
static void a_splice_for_a_value(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_name(w, ",\"k\":\"", 5);
    mcperr_json_splice(w, given, NULL, 0);
    mcperr_json_end(w);
}
static void a_splice_at_the_root_of_a_quoted_document(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_quote(w, "k");
    mcperr_json_splice(w, given, NULL, 0);
}

MU_TEST(a_splice_outside_an_object_is_misuse)
{
    static const document places[] = {a_splice_at_the_root, a_splice_in_an_array, a_splice_behind_the_root,
                                      a_splice_at_the_root_of_a_quoted_document};
    const mcperr_text views[] = {mcperr_raw("{}"), mcperr_raw("["), fields(), mcperr_str("x"),
                                 mcperr_str(NULL)};

    for (size_t i = 0; i < COUNT(places); i++)
        for (size_t j = 0; j < COUNT(views); j++) {
            given = views[j];
            check_refused(MCPERR_E_MISUSE, places[i]);
        }
}

/* ---- sieves -------------------------------------------------------------------------------- */

static const char drops_ctx[] = "drops", filter_ctx[] = "filter";

static bool drops(const void *ctx, mcperr_text key)
{
    mu_check(ctx == drops_ctx);
    return mcperr_text_is(key, "drop");
}

/* Whatever is named "secret" becomes ***, and the text "path" becomes p". */
static mcperr_text filter(const void *ctx, mcperr_text key, mcperr_text value)
{
    mu_check(ctx == filter_ctx);
    if (mcperr_text_is(key, "secret"))
        return mcperr_str("***");
    return mcperr_text_is(value, "path") ? escaped("\\u0070\\\"") : mcperr_str(NULL);
}

static mcperr_filter the_filter;

static void the_given_text_sifted(mcperr_json *w)
{
    mcperr_sieve sieve = {drops, the_filter, drops_ctx, filter_ctx, {NULL, 0, MCPERR_PLAIN}};

    mcperr_json_object(w, NULL);
    mcperr_json_sift(w, given, &sieve);
    mcperr_json_end(w);
}

MU_TEST(a_sieve_drops_members_and_replaces_values_at_any_depth)
{
    static const struct {
        const char *json, *sifted;
    } objects[] = {
        {"{}", "{}"},
        {"{\"drop\":\"path\"}", "{}"},
        {"{\"drop\":1,\"a\":{\"drop\":2}}", "{\"a\":{\"drop\":2}}"},
        {"{\"secret\":1,\"a\":2}", "{\"secret\":\"***\",\"a\":2}"},
        {"{\"secret\":null}", "{\"secret\":\"***\"}"},
        {"{\"a\":[{\"secret\":\"x\"},\"innocent\"]}", "{\"a\":[{\"secret\":\"***\"},\"innocent\"]}"},
        {"{\"secret\":\"path\"}", "{\"secret\":\"***\"}"},
        {"{\"s\\u0065cret\":\"x\"}", "{\"secret\":\"***\"}"},
        {"{ \"secret\" : { \"x\" : [ 1 , { \"y\" : \"}\" } ] } , \"a\" : 2 }",
         "{\"secret\":\"***\",\"a\":2}"},
        {"{ \"a\" : { \"secret\" : [ 1 , 2 ] , \"b\" : 3 } , \"c\" : 4 }",
         "{\"a\":{\"secret\":\"***\",\"b\":3},\"c\":4}"},
        {"{\"a\":[{\"secret\":\"]\"},{\"b\":{\"secret\":{}}}]}",
         "{\"a\":[{\"secret\":\"***\"},{\"b\":{\"secret\":\"***\"}}]}"},
        {"{\"a\":\"path\",\"b\":\"pat\"}", "{\"a\":\"p\\\"\",\"b\":\"pat\"}"},
        {"{\"a\":\"\\u0070ath\"}", "{\"a\":\"p\\\"\"}"},
        {"{ \"a\" : [ \"path\" , \"x\" , [ \"path\" ] , { \"b\" : \"path\" } ] }",
         "{\"a\":[\"p\\\"\",\"x\",[\"p\\\"\"],{\"b\":\"p\\\"\"}]}"},
        {"{\"path\":\"secret\"}", "{\"path\":\"secret\"}"},
    };

    the_filter = filter;
    for (size_t i = 0; i < COUNT(objects); i++) {
        given = at_the_end(mcperr_raw(objects[i].json));
        check_written(objects[i].sifted, the_given_text_sifted, AS_IS);
    }
}

static const mcperr_field sifted_within[] = {
    {"drop", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_INT},
    {"secret", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_BOOL},
};
static const mcperr_field sifted_fields[] = {
    {"drop", {"path", 4, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"secret", {NULL, 0, MCPERR_PLAIN}, 1, MCPERR_FIELD_INT},
    {"secret", {"x", 1, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"secret", {"[", 1, MCPERR_JSON}, 0, MCPERR_FIELD_TEXT},
    {"secret", {sifted_within, COUNT(sifted_within), MCPERR_FIELDS}, 0, MCPERR_FIELD_TEXT},
    {"a", {"path", 4, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"a", {"\\u0070ath", 9, MCPERR_ESCAPED}, 0, MCPERR_FIELD_TEXT},
    {"a", {" {\"secret\":1,\"b\":\"path\"}", 24, MCPERR_JSON}, 0, MCPERR_FIELD_TEXT},
    {"a", {sifted_within, COUNT(sifted_within), MCPERR_FIELDS}, 0, MCPERR_FIELD_TEXT},
    {"a", {NULL, 0, MCPERR_PLAIN}, 0, MCPERR_FIELD_TEXT},
    {"a", {"path", 4, MCPERR_PLAIN}, 7, MCPERR_FIELD_INT},
};

MU_TEST(a_sieve_drops_and_replaces_fields_of_every_type)
{
    the_filter = filter;
    given = mcperr_fields(sifted_fields, COUNT(sifted_fields));
    check_written("{\"secret\":\"***\",\"secret\":\"***\",\"secret\":\"***\",\"secret\":\"***\","
                  "\"a\":\"p\\\"\",\"a\":\"p\\\"\",\"a\":{\"secret\":\"***\",\"b\":\"p\\\"\"},"
                  "\"a\":{\"drop\":1,\"secret\":\"***\"},\"a\":null,\"a\":7}",
                  the_given_text_sifted, AS_IS);
}

MU_TEST(what_a_sieve_drops_or_replaces_must_be_json_nevertheless)
{
    static const struct {
        const char *json;
        mcperr_status status;
    } objects[] = {
        {"{\"a\":1,\"drop\":[1,}", MCPERR_E_SYNTAX},
        {"{\"a\":1,\"drop\":{\"b\":\"\\x\"}}", MCPERR_E_SYNTAX},
        {"{\"a\":1,\"secret\":tru}", MCPERR_E_SYNTAX},
        {"{\"a\":1,\"secret\":[\"\x01\"]}", MCPERR_E_SYNTAX},
        {"{\"a\":1,\"drop\":[1,2", MCPERR_E_PARTIAL},
        {"{\"a\":1,\"secret\":{\"b\"", MCPERR_E_PARTIAL},
        {"{\"a\":\"path\",\"b\":\"path", MCPERR_E_PARTIAL},
        {"{\"a\":1,\"drop\":2", MCPERR_E_PARTIAL},
    };

    the_filter = filter;
    for (size_t i = 0; i < COUNT(objects); i++) {
        given = at_the_end(mcperr_raw(objects[i].json));
        check_refused(objects[i].status, the_given_text_sifted);
    }
}

MU_TEST(a_sieve_without_a_filter_only_drops)
{
    the_filter = NULL;
    given = mcperr_raw("{\"drop\":1,\"secret\":2,\"a\":\"path\"}");
    check_written("{\"secret\":2,\"a\":\"path\"}", the_given_text_sifted, AS_IS);
    given = mcperr_fields(sifted_within, COUNT(sifted_within));
    check_written("{\"secret\":true}", the_given_text_sifted, AS_IS);
}

/* ---- objects that are opened by their first member ----------------------------------------- */

MU_TEST(a_lazy_object_outside_an_object_or_too_deep_is_refused)
{
    of_objects = true;
    for (levels = 0; levels <= MOST; levels++) {
        mcperr_json_init(&writer, text, ROOM);
        open_levels(&writer);
        mcperr_json_lazy(&writer, ",\"k\":\"");
        mu_assert_int_eq(levels == 0     ? MCPERR_E_MISUSE
                         : levels < MOST ? MCPERR_OK
                                         : MCPERR_E_DEPTH,
                         writer.status);
    }
    mcperr_json_init(&writer, text, ROOM);
    mcperr_json_array(&writer, NULL);
    mcperr_json_lazy(&writer, ",\"k\":\"");
    mu_assert_int_eq(MCPERR_E_MISUSE, writer.status);
}

static void a_lazy_object_where_a_value_is_due(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_name(w, ",\"k\":\"", 5);
    mcperr_json_lazy(w, ",\"o\":\"");
}

static void a_lazy_object_left_open(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_lazy(w, ",\"k\":\"");
    mcperr_json_end(w);
    mcperr_json_lazy(w, ",\"k\":\"");
}

MU_TEST(a_lazy_object_must_be_closed_like_any_other)
{
    check_refused(MCPERR_E_MISUSE, a_lazy_object_left_open);
    check_refused(MCPERR_E_MISUSE, a_lazy_object_where_a_value_is_due);
}

/* ---- misuse -------------------------------------------------------------------------------- */

/*
 * Calls as letters: { [ } open and close, 0 is null, < and > begin and end a quoted document, : gives
 * the next call a key, = and ~ write one on their own, ready or yet to be escaped.
 */
static const char *script;

static void the_script(mcperr_json *w)
{
    const char *key = NULL;

    for (const char *at = script; *at != '\0'; at++) {
        switch (*at) {
        case ':':
            key = "k";
            continue;
        case '{':
            mcperr_json_object(w, key);
            break;
        case '[':
            mcperr_json_array(w, key);
            break;
        case '}':
            mcperr_json_end(w);
            break;
        case '0':
            mcperr_json_null(w, key);
            break;
        case '<':
            mcperr_json_quote(w, key);
            break;
        case '>':
            mcperr_json_unquote(w);
            break;
        case '=':
            mcperr_json_name(w, ",\"k\":\"", 5);
            break;
        default:
            mcperr_json_key(w, mcperr_str("k"));
            break;
        }
        key = NULL;
    }
}

MU_TEST(a_splice_where_a_value_is_due_is_misuse)
{
    const mcperr_text views[] = {mcperr_raw("{}"), mcperr_raw("{\"a\":1}"), fields(), mcperr_str(NULL)};

    for (size_t i = 0; i < COUNT(views); i++) {
        given = views[i];
        check_refused(MCPERR_E_MISUSE, a_splice_for_a_value);
    }
}

MU_TEST(calls_that_make_no_document_are_misuse)
{
    static const char *const scripts[] = {
        "",                                          /* empty */
        "[",     "{",       "[[}",    "{:{}",        /* unfinished */
        "}",     "[}}",     "0}",                    /* closing what is not open */
        "00",    "[}0",     "{}[",    "0<",          /* two documents */
        ":0",    ":{}",     ":[}",    ":<",          /* a key for the document */
        "[:0}",  "[:[}}",   "[:<0>}",                /* a key in an array */
        "{0}",   "{[}}",    "{<0>}",                 /* no key in an object */
        ">",     "[>}",     "0>",                    /* ending a string that was not begun */
        "<>",    "<[>}",    "<{>",    "<",     "<0", /* or whose document is not complete */
        "<00>",  "<[}[}>",                           /* or two */
        "<<0>>", "<[<0>}>",                          /* a string in such a string */
        "[<}>",  "[<0}>",   "<}>",                   /* closing what is open outside the string */
        "<:0>",  "{:<:0>}",                          /* a key for the inner document */
        "<0>0",  "<0><0>",                           /* two documents, quoted */
        "=0",    "[=0}",    "<=0>",                  /* a name outside an object */
        "{=}",   "{=~0}",   "{~=0}",  "{=:0}",       /* a name without a value, or with two names */
    };

    for (size_t i = 0; i < COUNT(scripts); i++) {
        script = scripts[i];
        check_refused(MCPERR_E_MISUSE, the_script);
    }
}

/* What those calls should come to, drawn as simply as can be. */
typedef struct model {
    char open[8], bytes[96]; /* open: o and a for containers, d for documents */
    unsigned values[8], top;
    bool named, quoted, failed;
} model;

static void emit(model *m, const char *bytes)
{
    for (; *bytes != '\0'; bytes++) {
        const char byte[2] = {*bytes, '\0'};
        add(m->bytes, m->quoted && *bytes == '"' ? "\\" : "");
        add(m->bytes, byte);
    }
}

static void model_push(model *m, char kind)
{
    m->open[++m->top] = kind;
    m->values[m->top] = 0;
}

static void model_key(model *m)
{
    m->failed = m->open[m->top] != 'o' || m->named;
    m->named = true;
    emit(m, m->values[m->top]++ > 0 ? "," : "");
    emit(m, "\"k\":");
}

static void model_value(model *m, char call)
{
    const char here = m->open[m->top];

    m->failed =
        (here == 'o' && !m->named) || (here == 'd' && m->values[m->top] > 0) || (call == '<' && m->quoted);
    if (here != 'o')
        emit(m, m->values[m->top]++ > 0 ? "," : "");
    emit(m, call == '{' ? "{" : call == '[' ? "[" : call == '<' ? "\"" : "null");
    m->named = false;
    m->quoted = m->quoted || call == '<';
    if (call != '0')
        model_push(m, call == '{' ? 'o' : call == '[' ? 'a' : 'd');
}

static void model_call(model *m, char call)
{
    const char here = m->open[m->top];

    if (m->failed)
        return;
    if (call == ':' || call == '=' || call == '~') {
        model_key(m);
    } else if (call == '}') {
        m->failed = here == 'd' || m->named;
        emit(m, here == 'o' ? "}" : "]");
        m->top -= !m->failed;
    } else if (call == '>') {
        m->failed = here != 'd' || m->top == 0 || m->values[m->top] != 1;
        m->quoted = false;
        emit(m, "\"");
        m->top -= !m->failed;
    } else {
        model_value(m, call);
    }
}

static void check_against_model(void)
{
    model m;

    memset(&m, 0, sizeof m);
    m.open[0] = 'd';
    for (const char *at = script; *at != '\0'; at++)
        model_call(&m, *at);
    m.failed = m.failed || m.top > 0 || m.values[0] != 1;

    mcperr_json_init(&writer, text, ROOM);
    the_script(&writer);
    mu_assert_int_eq(m.failed ? MCPERR_E_MISUSE : MCPERR_OK, mcperr_json_finish(&writer));
    mu_assert_string_eq(m.failed ? "" : m.bytes, text);
    if (!m.failed)
        mu_assert_int_eq(MCPERR_OK, mcperr_json_check(text, writer.len, NULL, NULL, NULL));
}

MU_TEST(every_sequence_of_up_to_five_calls_does_what_a_simple_model_says)
{
    static const char *const calls[] = {"{", "[", "}", "0", "<", ">", ":{", ":[", ":0", ":<", "=", "~"};
    unsigned many = COUNT(calls);

    for (unsigned length = 1; length <= 5; length++, many *= COUNT(calls))
        for (unsigned n = 0; n < many; n++) {
            char sequence[11] = "";
            unsigned rest = n;
            for (unsigned i = 0; i < length; i++, rest /= COUNT(calls))
                add(sequence, calls[rest % COUNT(calls)]);
            script = sequence;
            check_against_model();
        }
    script = "";
}

static void fail_with_misuse(mcperr_json *w) { mcperr_json_null(w, "key in an array"); }
static void fail_with_syntax(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_raw("[1,]")); }
static void fail_with_partial(mcperr_json *w) { mcperr_json_text(w, NULL, mcperr_raw("[1,")); }
static void fail_with_depth(mcperr_json *w) { mcperr_json_text(w, NULL, nested(MOST)); }
static void fail_with_shape(mcperr_json *w)
{
    mcperr_json_object(w, NULL);
    mcperr_json_splice(w, mcperr_str("x"), NULL, 0);
}

static const struct {
    document act;
    mcperr_status status;
} failures[] = {
    {fail_with_misuse, MCPERR_E_MISUSE},   {fail_with_syntax, MCPERR_E_SYNTAX},
    {fail_with_partial, MCPERR_E_PARTIAL}, {fail_with_depth, MCPERR_E_DEPTH},
    {fail_with_shape, MCPERR_E_SHAPE},
};

static size_t first_failure, second_failure;

static void two_failures(mcperr_json *w)
{
    mcperr_json_array(w, NULL);
    mcperr_json_int(w, NULL, 1);
    failures[first_failure].act(w);
    failures[second_failure].act(w);
}

MU_TEST(the_first_failure_is_the_one_that_is_told)
{
    for (first_failure = 0; first_failure < COUNT(failures); first_failure++)
        for (second_failure = 0; second_failure < COUNT(failures); second_failure++) {
            check_refused(failures[first_failure].status, two_failures);
            mu_assert_int_eq(failures[first_failure].status, write_into(2, two_failures, AS_IS));
            mu_assert_string_eq("", text);
            mu_assert_int_eq(failures[first_failure].status, write_into(0, two_failures, AS_IS));
        }
}

MU_TEST(after_a_failure_no_call_does_anything)
{
    mcperr_json before;

    memset(room, GUARD, sizeof room);
    mcperr_json_init(&writer, text, ROOM);
    mcperr_json_object(&writer, NULL);
    mcperr_json_int(&writer, "a", 1);
    mcperr_json_int(&writer, NULL, 1);
    mu_assert_int_eq(MCPERR_E_MISUSE, writer.status);
    before = writer;
    mcperr_json_object(&writer, "k");
    mcperr_json_array(&writer, "k");
    mcperr_json_end(&writer);
    mcperr_json_null(&writer, "k");
    mcperr_json_bool(&writer, "k", true);
    mcperr_json_int(&writer, "k", 1);
    mcperr_json_uint(&writer, "k", 1);
    mcperr_json_str(&writer, "k", "s");
    mcperr_json_time(&writer, "k", 0);
    mcperr_json_text(&writer, "k", mcperr_str("t"));
    mcperr_json_text(&writer, "k", mcperr_raw("["));
    mcperr_json_text(&writer, "k", fields());
    mcperr_json_splice(&writer, mcperr_raw("{\"a\":1}"), NULL, 0);
    mcperr_json_splice(&writer, fields(), NULL, 0);
    mcperr_json_quote(&writer, "k");
    mcperr_json_unquote(&writer);
    mcperr_json_name(&writer, ",\"k\":\"", 5);
    mcperr_json_member(&writer, ",\"k\":\"", 5, "p", &(mcperr_text){"t", 1, MCPERR_PLAIN});
    mcperr_json_key(&writer, mcperr_str("k"));
    mcperr_json_string(&writer);
    mcperr_json_piece(&writer, mcperr_str("t"));
    mcperr_json_string_end(&writer);
    mcperr_json_lazy(&writer, ",\"k\":\"");
    mu_assert_mem_eq(&before, sizeof before, &writer, sizeof writer);
    mu_assert_mem_eq("{\"a\":1\x5A", 7, text, 7);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_json_finish(&writer));
    mu_assert_string_eq("", text);
}

MU_TEST(no_writer_is_a_writer_that_does_nothing)
{
    const mcperr_text views[] = {mcperr_str("t"), mcperr_raw("{}"), fields(), mcperr_str(NULL)};

    mcperr_json_init(NULL, text, 8);
    mcperr_json_init(NULL, NULL, 0);
    mcperr_json_stream(NULL, NULL, NULL, 0, NULL, NULL);
    mcperr_json_ascii(NULL);
    for (unsigned i = 0; i < 2; i++) {
        const char *const key = i > 0 ? "k" : NULL;
        mcperr_json_object(NULL, key);
        mcperr_json_array(NULL, key);
        mcperr_json_end(NULL);
        mcperr_json_null(NULL, key);
        mcperr_json_bool(NULL, key, true);
        mcperr_json_int(NULL, key, 1);
        mcperr_json_uint(NULL, key, 1);
        mcperr_json_str(NULL, key, "s");
        mcperr_json_time(NULL, key, 0);
        for (size_t j = 0; j < COUNT(views); j++) {
            mcperr_json_text(NULL, key, views[j]);
            mcperr_json_splice(NULL, views[j], left_out, COUNT(left_out));
        }
        mcperr_json_quote(NULL, key);
        mcperr_json_unquote(NULL);
    }
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_json_finish(NULL));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_document_is_written_byte_for_byte)
    MU_RUN(in_ascii_everything_past_tilde_is_an_escape)
    MU_RUN(a_quoted_document_is_the_string_of_its_text)
    MU_RUN(ascii_begins_where_it_is_asked_for)
    MU_RUN(a_document_fits_in_its_length_and_one_and_in_nothing_less)
    MU_RUN(without_a_buffer_the_capacity_means_nothing)
    MU_RUN(finishing_twice_says_the_same_twice)
    MU_RUN(the_length_stays_at_its_most_rather_than_wrap)
    MU_RUN(a_copy_of_the_writer_is_a_place_to_come_back_to)
    MU_RUN(a_streamed_document_is_the_same_bytes_whatever_the_chunk)
    MU_RUN(a_sink_that_fails_is_not_called_again)
    MU_RUN(streaming_other_than_what_was_measured_is_misuse_and_never_too_many_bytes)
    MU_RUN(streaming_what_failed_to_be_measured_fails_alike_and_flushes_nothing)
    MU_RUN(streaming_what_was_not_finished_is_misuse_and_flushes_nothing)
    MU_RUN(a_stream_that_is_left_unfinished_is_misuse)
    MU_RUN(a_stream_without_writer_measure_chunk_or_sink_is_misuse)
    MU_RUN(a_sink_may_do_without_a_context)
    MU_RUN(each_control_character_has_its_escape_in_every_form)
    MU_RUN(characters_are_written_raw_or_in_ascii_as_escapes)
    MU_RUN(ascii_holds_in_keys_raw_json_fields_and_splices)
    MU_RUN(broken_utf8_is_replaced_by_maximal_subparts)
    MU_RUN(escaped_text_is_written_with_no_more_escapes_than_it_needs)
    MU_RUN(raw_json_is_minified_and_its_numbers_keep_their_spelling)
    MU_RUN(broken_raw_json_is_refused_with_the_status_of_the_check_and_nothing_is_left)
    MU_RUN(containers_open_to_the_limit_and_no_deeper)
    MU_RUN(raw_json_may_be_as_deep_as_its_place_leaves_room_for)
    MU_RUN(at_the_deepest_place_scalars_are_written_and_containers_refused)
    MU_RUN(a_spliced_object_shares_its_level_with_the_open_one)
    MU_RUN(fields_nest_to_their_own_limit_and_to_that_of_the_document)
    MU_RUN(every_level_remembers_whether_it_is_an_array)
    MU_RUN(a_splice_writes_the_members_of_an_object_but_those_left_out)
    MU_RUN(a_splice_ends_where_its_text_ends)
    MU_RUN(a_splice_of_fields_leaves_out_names_at_its_own_level_only)
    MU_RUN(a_splice_of_nothing_writes_nothing)
    MU_RUN(without_a_list_or_with_none_on_it_nothing_is_left_out)
    MU_RUN(only_objects_are_spliced)
    MU_RUN(a_splice_outside_an_object_is_misuse)
    MU_RUN(a_sieve_drops_members_and_replaces_values_at_any_depth)
    MU_RUN(a_sieve_drops_and_replaces_fields_of_every_type)
    MU_RUN(what_a_sieve_drops_or_replaces_must_be_json_nevertheless)
    MU_RUN(a_sieve_without_a_filter_only_drops)
    MU_RUN(a_lazy_object_outside_an_object_or_too_deep_is_refused)
    MU_RUN(a_lazy_object_must_be_closed_like_any_other)
    MU_RUN(a_splice_where_a_value_is_due_is_misuse)
    MU_RUN(calls_that_make_no_document_are_misuse)
    MU_RUN(every_sequence_of_up_to_five_calls_does_what_a_simple_model_says)
    MU_RUN(the_first_failure_is_the_one_that_is_told)
    MU_RUN(after_a_failure_no_call_does_anything)
    MU_RUN(no_writer_is_a_writer_that_does_nothing)
)
/* clang-format on */

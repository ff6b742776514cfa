/* SPDX-License-Identifier: MIT */
/* Bytes of a serial port into lines. */
#include "mcperr/mcp.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define CAP MCPERR_LINES_MIN

static mcperr_lines lines;
static char buf[CAP + 8], taken[1200];
static mcperr_token tokens[24];

static void begin(void)
{
    memset(buf, '#', sizeof buf);
    mu_check(mcperr_lines_init(&lines, buf, CAP));
}

/* Put all in, so many bytes at a time, and take out lines as they come: each in [], cut ones with a | where
   something is missing. */
static void feed(const char *bytes, size_t size, size_t step)
{
    mcperr_line line;

    while (size > 0) {
        const size_t part = step < size ? step : size, got = mcperr_lines_put(&lines, bytes, part);
        bytes += got;
        size -= got;
        while (mcperr_lines_next(&lines, &line)) {
            strcat(taken, "[");
            strncat(taken, line.text, line.cut != 0 ? line.cut : line.size);
            if (line.cut != 0) {
                strcat(taken, "|");
                strncat(taken, line.text + line.cut, line.size - line.cut);
            }
            strcat(taken, "]");
        }
    }
    mu_assert_mem_eq("########", 8, buf + CAP, 8);
}

/* In every chunking the bytes are these lines. */
static void check(const char *expected, const char *bytes, size_t size)
{
    for (size_t step = 1; step <= size; step++) {
        begin();
        taken[0] = '\0';
        feed(bytes, size, step);
        mu_assert_string_eq(expected, taken);
    }
}

#define CHECK(expected, bytes) check(expected, bytes, sizeof(bytes) - 1)

MU_TEST(a_line_ends_at_lf_and_a_cr_before_it_is_dropped)
{
    CHECK("[{\"a\":1}][b]", "{\"a\":1}\nb\r\n");
    CHECK("[a][b][c]", "a\r\nb\nc\r\nhalf");
    CHECK("[a\r][\rb][c\rd]", "a\r\r\n\rb\nc\rd\n");
}

MU_TEST(blank_lines_are_passed_over)
{
    CHECK("", "\n\r\n  \n\t\r\n \t \n");
    CHECK("[a][ b ]", "\n\na\n\r\n \n b \n\n");
    CHECK("[ \r ]", " \r \n");
}

MU_TEST(nul_bytes_are_noise_that_is_dropped_and_counted)
{
    CHECK("[ab][c]", "\0a\0b\0\n\0\0c\n\0");
    mu_assert_uint_eq(6, lines.noise);
    mu_assert_uint_eq(0, lines.overlong);
}

MU_TEST(other_noise_is_part_of_its_line_and_of_no_other)
{
    CHECK("[\x01\xFF\x80][{}]", "\x01\xFF\x80\n{}\n");
}

MU_TEST(an_unfinished_line_is_not_given_out)
{
    mcperr_line line;

    begin();
    mu_check(!mcperr_lines_next(&lines, &line));
    mu_assert_uint_eq(3, mcperr_lines_put(&lines, "abc", 3));
    mu_check(!mcperr_lines_next(&lines, &line));
    mu_assert_uint_eq(1, mcperr_lines_put(&lines, "\n", 1));
    mu_check(mcperr_lines_next(&lines, &line));
    mu_assert_mem_eq("abc", 3, line.text, line.size);
    mu_assert_uint_eq(0, line.cut);
    mu_check(!mcperr_lines_next(&lines, &line));
}

/* ---- lines that are long ------------------------------------------------------------------------------- */

/* A line of so many bytes: its number at the beginning and at the end, and dots. */
static void put_long(size_t size, const char *end)
{
    static char bytes[3 * CAP];
    size_t at = 0;

    memset(bytes, '.', size);
    memcpy(bytes, "{\"first\"", 8);
    memcpy(bytes + size - 7, "\"last\"}", 7);
    memcpy(bytes + size, end, strlen(end));
    for (const size_t all = size + strlen(end); at < all;) {
        const size_t got = mcperr_lines_put(&lines, bytes + at, all - at);
        if (got == 0)
            break;
        at += got;
    }
    mu_assert_uint_eq(size + strlen(end), at);
}

MU_TEST(a_line_comes_whole_if_it_and_its_end_fit)
{
    mcperr_line line;

    for (size_t size = CAP - 4; size <= CAP + 2; size++)
        for (unsigned crlf = 0; crlf < 2; crlf++) {
            begin();
            put_long(size, crlf ? "\r\n" : "\n");
            const bool whole = size + 1 + crlf <= CAP;
            mu_assert_uint_eq(whole ? 0 : 1, lines.overlong);
            mu_check(mcperr_lines_next(&lines, &line));
            mu_check(whole == (line.cut == 0));
            mu_assert_mem_eq("{\"first\"", 8, line.text, 8);
            mu_assert_mem_eq("\"last\"}", 7, line.text + line.size - 7, 7);
            if (whole)
                mu_assert_uint_eq(size, line.size);
        }
}

MU_TEST(of_a_line_that_is_too_long_the_beginning_and_the_end_are_kept)
{
    mcperr_line line;

    for (size_t size = CAP; size < 3 * CAP - 2; size++) {
        begin();
        put_long(size, "\n");
        mu_check(mcperr_lines_next(&lines, &line));
        mu_check(line.cut >= 64 && line.cut < line.size);
        mu_check(line.size - line.cut >= 6 + MCPERR_ID_MAX + 1); /* ,"id":X} */
        mu_check(line.size < CAP);
        mu_assert_mem_eq("{\"first\"", 8, line.text, 8);
        mu_assert_mem_eq("\"last\"}", 7, line.text + line.size - 7, 7);
        mu_check(!mcperr_lines_next(&lines, &line));
        /* The next one is as good as any. */
        mu_assert_uint_eq(4, mcperr_lines_put(&lines, "{}\r\n", 4));
        mu_check(mcperr_lines_next(&lines, &line));
        mu_assert_mem_eq("{}", 2, line.text, line.size);
        mu_assert_uint_eq(0, line.cut);
        mu_assert_uint_eq(1, lines.overlong);
    }
}

MU_TEST(lines_around_a_line_too_long_are_whole_in_every_chunking)
{
    static char bytes[700];
    const size_t size = sizeof bytes;

    memset(bytes, 'x', size);
    memcpy(bytes, "before\n", 7);
    memcpy(bytes + size - 7, "\nafter\n", 7);
    for (size_t step = 1; step <= size; step++) {
        begin();
        taken[0] = '\0';
        feed(bytes, size, step);
        mu_assert_mem_eq("[before][xxx", 12, taken, 12);
        mu_assert_mem_eq("xxx][after]", 11, taken + strlen(taken) - 11, 11);
        mu_check(strchr(taken, '|') != NULL);
        mu_assert_uint_eq(1, lines.overlong);
    }
}

MU_TEST(a_line_too_long_that_is_blank_is_passed_over_and_cuts_no_other)
{
    static char bytes[CAP + 40];
    const size_t size = sizeof bytes;

    memset(bytes, ' ', size);
    memcpy(bytes + size - 5, "\n{}\na", 5);
    begin();
    taken[0] = '\0';
    feed(bytes, size, size);
    mu_assert_string_eq("[{}]", taken);
    mu_assert_uint_eq(1, lines.overlong);
}

MU_TEST(a_full_buffer_takes_no_more_until_lines_are_taken_out)
{
    mcperr_line line;

    begin();
    for (unsigned i = 0; i < CAP / 2; i++)
        mu_assert_uint_eq(2, mcperr_lines_put(&lines, "a\n", 2));
    mu_assert_uint_eq(0, mcperr_lines_put(&lines, "b\n", 2));
    mu_assert_uint_eq(1, mcperr_lines_put(&lines, "\0b\n", 3)); /* noise needs no room */
    mu_check(mcperr_lines_next(&lines, &line));
    mu_assert_uint_eq(2, mcperr_lines_put(&lines, "b\nc\n", 4));
    for (unsigned i = 1; i < CAP / 2; i++)
        mu_check(mcperr_lines_next(&lines, &line) && line.text[0] == 'a');
    mu_check(mcperr_lines_next(&lines, &line) && line.text[0] == 'b');
    mu_check(!mcperr_lines_next(&lines, &line));
    mu_assert_uint_eq(0, lines.overlong);
}

MU_TEST(counts_saturate)
{
    begin();
    lines.noise = UINT32_MAX - 1;
    lines.overlong = UINT32_MAX - 1;
    for (unsigned i = 0; i < 2; i++) {
        mcperr_line line;
        mu_assert_uint_eq(1, mcperr_lines_put(&lines, "", 1));
        put_long(CAP, "\n");
        mu_check(mcperr_lines_next(&lines, &line));
        mu_assert_uint_eq(UINT32_MAX, lines.noise);
        mu_assert_uint_eq(UINT32_MAX, lines.overlong);
    }
}

MU_TEST(what_is_missing_or_too_small_takes_nothing_ever)
{
    mcperr_line line;

    mu_check(!mcperr_lines_init(NULL, buf, CAP));
    mu_check(!mcperr_lines_init(&lines, buf, CAP - 1));
    mu_assert_uint_eq(0, mcperr_lines_put(&lines, "a\n", 2));
    mu_check(!mcperr_lines_next(&lines, &line));
    mu_check(!mcperr_lines_init(&lines, NULL, CAP));
    mu_assert_uint_eq(0, mcperr_lines_put(&lines, "a\n", 2));
    mu_check(!mcperr_lines_next(&lines, &line));
    mu_check(!mcperr_lines_cancel(&lines, mcperr_raw("1"), tokens, COUNT(tokens)));
    begin();
    mu_assert_uint_eq(0, mcperr_lines_put(NULL, "a\n", 2));
    mu_assert_uint_eq(0, mcperr_lines_put(&lines, NULL, 2));
    mu_check(!mcperr_lines_next(NULL, &line));
    mu_check(!mcperr_lines_next(&lines, NULL));
    mu_check(!mcperr_lines_cancel(NULL, mcperr_raw("1"), tokens, COUNT(tokens)));
}

/* ---- cancelled while it waited ------------------------------------------------------------------------- */

#define CANCEL(id)                                                                                           \
    "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" id                                  \
    ",\"reason\":\"McpError\"},\"jsonrpc\":\"2.0\"}"

static bool cancels(const char *waiting, const char *id)
{
    begin();
    mu_assert_uint_eq(strlen(waiting), mcperr_lines_put(&lines, waiting, strlen(waiting)));
    const mcperr_lines before = lines;
    const bool found = mcperr_lines_cancel(&lines, mcperr_raw(id), tokens, COUNT(tokens));
    mu_assert_mem_eq(&before, sizeof before, &lines, sizeof lines);
    return found;
}

MU_TEST(a_request_is_cancelled_by_a_complete_line_that_waits_and_names_its_id)
{
    mu_check(cancels(CANCEL("7") "\n", "7"));
    mu_check(cancels("noise\n\n{}\n" CANCEL("7") "\r\n", "7"));
    mu_check(cancels(CANCEL("\"a\\\"b\"") "\n", "\"a\\\"b\""));
    mu_check(cancels(CANCEL("0") "\n" CANCEL("-1") "\n", "-1"));
}

MU_TEST(nothing_else_cancels_a_request)
{
    mu_check(!cancels("", "7"));
    mu_check(!cancels(CANCEL("7"), "7")); /* its end is yet to come */
    mu_check(!cancels(CANCEL("7") "\n", "8"));
    mu_check(!cancels(CANCEL("7") "\n", "\"7\""));
    mu_check(!cancels(CANCEL("\"7\"") "\n", "7"));
    mu_check(!cancels(CANCEL("7") "x\n", "7"));
    mu_check(!cancels("{\"method\":\"notifications/cancelled\"}\n", "7"));
    mu_check(!cancels("{\"method\":\"notifications/cancelled\",\"params\":[7]}\n", "7"));
    mu_check(!cancels("{\"method\":\"notifications/other\",\"params\":{\"requestId\":7}}\n", "7"));
    mu_check(!cancels("{\"params\":{\"requestId\":7}}\n", "7"));
    mu_check(!cancels("{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}\n", "7"));
    mu_check(!cancels("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"notifications/cancelled\","
                      "\"params\":{\"requestId\":7}}\n",
                      "7")); /* a request */
    mu_check(!cancels("{\"method\":\"notifications/cancelled\",\"params\":{}}\n", NULL));
}

MU_TEST(a_line_that_was_taken_cancels_nothing_any_more)
{
    mcperr_line line;

    mu_check(cancels(CANCEL("7") "\n" CANCEL("8") "\n", "7"));
    mu_check(mcperr_lines_next(&lines, &line));
    mu_check(!mcperr_lines_cancel(&lines, mcperr_raw("7"), tokens, COUNT(tokens)));
    mu_check(mcperr_lines_cancel(&lines, mcperr_raw("8"), tokens, COUNT(tokens)));
    mu_check(!mcperr_lines_cancel(&lines, mcperr_raw("8"), tokens, 3));
    mu_check(!mcperr_lines_cancel(&lines, mcperr_raw("8"), NULL, 0));
}

MU_TEST(a_cancellation_may_spell_the_id_with_other_escapes_but_a_number_is_no_string)
{
    static const char stream[] =
        "{\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"\\u0037a\"},"
        "\"jsonrpc\":\"2.0\"}\n";
    static mcperr_token room[16];
    mcperr_lines cancelling;

    mu_check(mcperr_lines_init(&cancelling, buf, CAP));
    mu_assert_uint_eq(sizeof stream - 1, mcperr_lines_put(&cancelling, stream, sizeof stream - 1));
    mu_check(mcperr_lines_cancel(&cancelling, mcperr_raw("\"7a\""), room, 16));
    mu_check(!mcperr_lines_cancel(&cancelling, mcperr_raw("7"), room, 16));
    mu_check(!mcperr_lines_cancel(&cancelling, mcperr_raw("\"7\""), room, 16));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_line_ends_at_lf_and_a_cr_before_it_is_dropped)
    MU_RUN(blank_lines_are_passed_over)
    MU_RUN(nul_bytes_are_noise_that_is_dropped_and_counted)
    MU_RUN(other_noise_is_part_of_its_line_and_of_no_other)
    MU_RUN(an_unfinished_line_is_not_given_out)
    MU_RUN(a_line_comes_whole_if_it_and_its_end_fit)
    MU_RUN(of_a_line_that_is_too_long_the_beginning_and_the_end_are_kept)
    MU_RUN(lines_around_a_line_too_long_are_whole_in_every_chunking)
    MU_RUN(a_line_too_long_that_is_blank_is_passed_over_and_cuts_no_other)
    MU_RUN(a_full_buffer_takes_no_more_until_lines_are_taken_out)
    MU_RUN(counts_saturate)
    MU_RUN(what_is_missing_or_too_small_takes_nothing_ever)
    MU_RUN(a_request_is_cancelled_by_a_complete_line_that_waits_and_names_its_id)
    MU_RUN(nothing_else_cancels_a_request)
    MU_RUN(a_line_that_was_taken_cancels_nothing_any_more)
    MU_RUN(a_cancellation_may_spell_the_id_with_other_escapes_but_a_number_is_no_string)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "audit_log.h"

/* ---- walking through a log ----------------------------------------------------------------------------- */

static void fill(char c, size_t count)
{
    for (size_t i = 0; i < count; i++)
        (void)file_append(&file, &c, 1);
    file.durable = file.size;
}

MU_TEST(lines_longer_than_the_buffer_are_bad_and_the_next_is_read)
{
    for (size_t size = CAP - 3; size < 3 * CAP; size += size < CAP + 3 || size > 2 * CAP - 5 ? 1 : CAP / 2) {
        file_begin();
        seal("{\"seq\":1");
        fill('x', size);
        put("\n");
        seal("{\"seq\":2");
        mu_assert_string_eq("+-+", walked(CAP));
        mu_check(log_seen.ended);
        file_begin();
        fill('x', size);
        mu_assert_string_eq("-", walked(CAP));
        mu_check(!log_seen.ended);
    }
}

/* A ring pads records to whole units, so that they may be longer than what was written. */
MU_TEST(padding_does_not_make_a_line_too_long)
{
    file_begin();
    seal("{\"seq\":1");
    file.size--;
    const size_t record = file.size;
    for (size_t padding = 0; padding < 2 * CAP; padding += 1 + padding / 8) {
        file_begin();
        seal("{\"seq\":1");
        file.size--;
        fill(' ', padding);
        put("\n");
        seal("{\"seq\":2");
        for (size_t cap = record; cap < record + 8; cap++)
            mu_assert_string_eq("++", walked(cap));
        mu_assert_string_eq("++", walked(CAP));
        file_begin();
        fill(' ', padding);
        mu_assert_string_eq("", walked(record));
        mu_check(log_seen.ended == (padding == 0));
    }
}

MU_TEST(the_line_buffer_may_be_of_any_size)
{
    three_records();
    const size_t record = file.size / 3 - 1;
    for (size_t cap = 1; cap <= CAP; cap++)
        mu_assert_string_eq(cap < record ? "---" : "+++", walked(cap));
}

MU_TEST(a_visitor_may_stop)
{
    three_records();
    put("x\nx");
    for (size_t stop_at = 1; stop_at < 6; stop_at++)
        for (size_t cap = CAP; cap > CAP - 40; cap--) {
            static char buffer[CAP];
            memset(&log_seen, 0, sizeof log_seen);
            log_seen.stop_at = stop_at;
            mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&file_sink, buffer, cap, look, &log_seen, NULL));
            mu_assert_uint_eq(stop_at, log_seen.count);
        }
}

static int32_t read_too_much(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    (void)ctx;
    (void)offset;
    (void)to;
    return (int32_t)(size + 1);
}

/* A few bytes at a time. */
static int32_t read_little(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    return file_read(ctx, offset, to, size < 7 ? size : 7);
}

MU_TEST(a_sink_may_read_as_little_as_it_likes_but_not_more_than_asked)
{
    mcperr_sink sink = file_sink;

    three_records();
    sink.read = read_little;
    memset(&log_seen, 0, sizeof log_seen);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&sink, line, CAP, look, &log_seen, NULL));
    mu_assert_string_eq("+++", log_seen.lines);
    sink.read = read_too_much;
    mu_assert_int_eq(MCPERR_E_SINK, mcperr_audit_scan(&sink, line, CAP, look, &log_seen, NULL));
    mu_assert_int_eq(MCPERR_E_SINK, mcperr_audit_open(&audit, &sink, line, CAP, NULL));
}

static int32_t read_nothing(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    (void)offset;
    (void)to;
    *(uint32_t *)ctx = size;
    return 0;
}

MU_TEST(no_more_is_asked_for_than_a_sink_can_answer)
{
    uint32_t asked = 0;
    const mcperr_sink empty = {&asked, NULL, NULL, read_nothing, NULL};

    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&empty, line, SIZE_MAX, look, &log_seen, NULL));
    mu_assert_uint_eq(INT32_MAX, asked);
}

/* ---- damage ------------------------------------------------------------------------------------------ */

/* The record in the middle is damaged, its LF included; those beside it stay as they are. */
MU_TEST(every_flipped_bit_of_a_record_is_found_and_its_neighbours_stay_readable)
{
    three_records();
    const size_t each = file.size / 3;
    for (size_t bit = 8 * each; bit < 16 * each; bit++) {
        three_records();
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ (char)(1u << bit % 8));
        const char *const lines = walked(CAP);
        mu_check(strchr(lines, '-') != NULL);
        mu_check(log_seen.count >= 3 && log_seen.seq[0] == 1 && last_seq() == 3);
        /* The record itself is good if only its LF is damaged. */
        mu_check((strlen(lines) == 4 && log_seen.seq[1] == 2) == (bit >= 16 * each - 8) || lines[1] == '-');
        (void)recovered();
        mu_assert_uint_eq(5, audit.next_seq);
    }
}

MU_TEST(every_flipped_bit_of_the_last_record_is_found_and_its_number_is_not_used_again)
{
    three_records();
    const size_t each = file.size / 3;
    for (size_t bit = 16 * each; bit < 24 * each; bit++) {
        three_records();
        file.bytes[bit / 8] = (char)(file.bytes[bit / 8] ^ (char)(1u << bit % 8));
        (void)walked(CAP);
        mu_check(strchr(log_seen.lines, '-') != NULL);
        mu_check(log_seen.seq[0] == 1 && log_seen.seq[1] == 2);
        mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
        (void)walked(CAP);
        mu_check(log_seen.seq[0] == 1 && log_seen.seq[1] == 2);
        for (size_t i = 3; i < log_seen.count; i++)
            mu_check(log_seen.seq[i] == 0 || log_seen.seq[i] > 3);
        mu_check(last_seq() > 4);
    }
}

/* Three records whose texts have spaces, as padding has. */
static size_t three_records_with_spaces(void)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    for (int i = 0; i < 3; i++)
        mu_assert_int_eq(MCPERR_OK, wrote("open  a  file    "));
    return file.size / 3;
}

/* In the smallest buffer that takes a record the damaged LF is found when the buffer is emptied. */
MU_TEST(a_damaged_line_feed_harms_no_record_in_a_buffer_of_any_size)
{
    const size_t each = three_records_with_spaces();

    for (size_t cap = each - 1; cap <= CAP; cap++) {
        (void)three_records_with_spaces();
        file.bytes[2 * each - 1] = 'J';
        mu_assert_string_eq("++-+", walked(cap));
        mu_check(log_seen.ended);
        file.bytes[each - 1] = '{';
        mu_assert_string_eq("+-+-+", walked(cap));
        file.bytes[3 * each - 1] = '"';
        mu_assert_string_eq("+-+-+-", walked(cap));
        mu_check(!log_seen.ended);
    }
}

/* The same with padding between a record and what stands for its LF. */
MU_TEST(a_damaged_line_feed_behind_padding_harms_no_record_in_a_buffer_of_any_size)
{
    for (size_t padding = 1; padding < 70; padding += 3) {
        file_begin();
        seal("{\"seq\":1");
        file.size--;
        const size_t record = file.size;
        fill(' ', padding);
        put("\x8A");
        seal("{\"seq\":2");
        for (size_t cap = record; cap < 3 * record; cap++) {
            mu_assert_string_eq("+-+", walked(cap));
            mu_assert_uint_eq(2, last_seq());
        }
    }
}

/* ---- where a record ends ----------------------------------------------------------------------------- */

/* Parts of a record that look like records, and would have a right CRC. */
MU_TEST(a_record_ends_where_its_object_does_whatever_it_holds)
{
    file_begin();
    seal("{\"seq\":1,\"cause\":{\"a\":1");
    file.size--; /* the inner object has the CRC of all before it; the outer one goes on */
    put(",\"b\":\"}\\\"}\\\\\"");
    static char begin[CAP];
    memcpy(begin, file.bytes, file.size);
    begin[file.size] = '\0';
    file_begin();
    seal(begin);
    mu_assert_string_eq("+", walked(CAP));
    mu_assert_uint_eq(1, last_seq());
    mu_assert_uint_eq(file.size - 1, strlen(log_seen.last));
}

MU_TEST(what_follows_a_record_in_its_line_is_bad)
{
    static const struct {
        const char *behind, *lines;
    } known[] = {
        {"x", "+-"},   {"xx", "+--"}, {"  x", "+-"}, {"x  ", "+-"},   {"}", "+-"},
        {"}}", "+--"}, {"\"", "+-"},  {",{", "+--"}, {"{}{}", "+--"}, {",{\"seq\":2}", "+--"},
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        file_begin();
        seal("{\"seq\":1");
        file.size--;
        put(known[i].behind);
        put("\n");
        mu_assert_string_eq(known[i].lines, walked(CAP));
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(lines_longer_than_the_buffer_are_bad_and_the_next_is_read)
    MU_RUN(padding_does_not_make_a_line_too_long)
    MU_RUN(the_line_buffer_may_be_of_any_size)
    MU_RUN(a_visitor_may_stop)
    MU_RUN(a_sink_may_read_as_little_as_it_likes_but_not_more_than_asked)
    MU_RUN(no_more_is_asked_for_than_a_sink_can_answer)
    MU_RUN(every_flipped_bit_of_a_record_is_found_and_its_neighbours_stay_readable)
    MU_RUN(every_flipped_bit_of_the_last_record_is_found_and_its_number_is_not_used_again)
    MU_RUN(a_damaged_line_feed_harms_no_record_in_a_buffer_of_any_size)
    MU_RUN(a_damaged_line_feed_behind_padding_harms_no_record_in_a_buffer_of_any_size)
    MU_RUN(a_record_ends_where_its_object_does_whatever_it_holds)
    MU_RUN(what_follows_a_record_in_its_line_is_bad)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "audit_log.h"

/* ---- the record -------------------------------------------------------------------------------------- */

#define RECORD(code, crc)                                                                                    \
    "{\"seq\":1,\"tool_name\":\"open_file\",\"error_code\":\"" code                                          \
    "\",\"invariant_id\":\"INV_1\",\"plan_hash\":\"abc1\",\"phase_id\":\"P5\","                              \
    "\"timestamp\":\"2026-01-19T15:32:10.123Z\",\"cause\":{\"message\":\"m\"},\"session_id\":\"s-1\","       \
    "\"role\":\"WINDSURF\",\"incident_id\":\"inc_1\",\"crc\":\"" crc "\"}\n"

MU_TEST(a_record_has_these_bytes_in_each_dialect)
{
    static const struct {
        const mcperr_dialect *dialect;
        const char *record;
    } known[] = {
        {&mcperr_kaiza, RECORD("FILE_NOT_FOUND", "e291a058")},
        {&mcperr_context, RECORD("cache_missing", "b7af5645")},
        {&mcperr_codeintel, RECORD("file-not-found", "20985521")},
        {&mcperr_problem, RECORD("file-not-found", "20985521")},
        {&mcperr_toolerror, RECORD("NOT_FOUND", "9ef4ba09")},
        {&mcperr_owlclaw, RECORD("runtime.not_found", "6d5e9619")},
        {&mcperr_owlclaw_api, RECORD("runtime.not_found", "6d5e9619")},
    };
    const mcperr_error err = rich_error();

    for (size_t i = 0; i < COUNT(known); i++) {
        file_begin();
        mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, known[i].dialect, &err));
        mu_assert_mem_eq(known[i].record, strlen(known[i].record), file.bytes, file.size);
        mu_assert_uint_eq(file.size, file.durable);
    }
}

MU_TEST(a_code_of_its_own_goes_into_the_record_and_absent_members_are_null)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    (void)mcperr_set_code(&err, &mcperr_kaiza, mcperr_str("PLAN_NOT_APPROVED"));
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_assert_string_eq("{\"seq\":1,\"tool_name\":\"unknown\",\"error_code\":\"PLAN_NOT_APPROVED\","
                        "\"invariant_id\":null,\"plan_hash\":null,\"phase_id\":null,"
                        "\"timestamp\":\"1970-01-01T00:00:00.000Z\",\"cause\":null,\"session_id\":null,"
                        "\"role\":null",
                        last_told());
}

MU_TEST(numbers_go_up_by_one)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    for (int i = 0; i < 12; i++)
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq("++++++++++++", walked(CAP));
    for (uint32_t i = 0; i < 12; i++)
        mu_assert_uint_eq(i + 1, log_seen.seq[i]);
}

MU_TEST(a_record_is_one_line_of_printable_ascii_whatever_the_error_holds)
{
    mcperr_error err = rich_error();
    unsigned feeds = 0;

    err.tool = mcperr_str("a\nb\r\x7F\x1B\xE2\x82\xAC\xF0\x9F\x98\x80\xFF\"\\");
    err.session = mcperr_str("\n");
    err.cause = mcperr_raw("{\"\xC3\xBC\" : \"\\n\\u0000\xC3\xBC\"}");
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    for (size_t i = 0; i < file.size; i++) {
        feeds += file.bytes[i] == '\n';
        mu_check(file.bytes[i] == '\n' || (file.bytes[i] >= 0x20 && file.bytes[i] <= 0x7E));
    }
    mu_assert_uint_eq(1, feeds);
    mu_check(file.bytes[file.size - 1] == '\n');
    mu_check(strstr(last_told(), "\"a\\nb\\r\\u007f\\u001b\\u20ac\\ud83d\\ude00\\ufffd\\\"\\\\\"") != NULL);
    mu_check(strstr(log_seen.last, "{\"\\u00fc\":\"\\n\\u0000\\u00fc\"}") != NULL);
    mu_assert_string_eq("+", log_seen.lines);
}

/* ---- records that are too large, or cannot be written ------------------------------------------------- */

#define MANY "0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"

/* The CRC is that of the cause as the record would hold it. */
MU_TEST(a_cause_that_is_too_large_becomes_its_crc)
{
    const mcperr_field fields[] = {mcperr_field_str("message", MANY MANY MANY "\xC3\xBC")};
    const mcperr_text causes[] = {
        mcperr_raw(" { \"message\" : \"" MANY MANY MANY "\\u00fc\" } "),
        mcperr_fields(fields, 1),
    };
    mcperr_error err = rich_error();

    for (size_t i = 0; i < COUNT(causes); i++) {
        err.cause = causes[i];
        file_begin();
        mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
        mu_assert_string_eq("{\"seq\":1,\"tool_name\":\"open_file\",\"error_code\":\"FILE_NOT_FOUND\","
                            "\"invariant_id\":\"INV_1\",\"plan_hash\":\"abc1\",\"phase_id\":\"P5\","
                            "\"timestamp\":\"2026-01-19T15:32:10.123Z\","
                            "\"cause\":{\"truncated\":true,\"crc\":\"07134ef1\"},\"session_id\":\"s-1\","
                            "\"role\":\"WINDSURF\",\"incident_id\":\"inc_1\"",
                            last_told());
    }
    err.cause = mcperr_str(MANY MANY MANY);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_check(strstr(last_told(), "\"cause\":{\"truncated\":true,\"crc\":\"cef00a58\"}") != NULL);
}

MU_TEST(texts_that_are_too_large_are_left_out_and_the_tool_stays)
{
    mcperr_error err = rich_error();

    err.session = mcperr_str(MANY MANY MANY MANY MANY);
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_assert_string_eq("{\"seq\":1,\"tool_name\":\"open_file\",\"error_code\":\"FILE_NOT_FOUND\","
                        "\"invariant_id\":null,\"plan_hash\":null,\"phase_id\":null,"
                        "\"timestamp\":\"2026-01-19T15:32:10.123Z\",\"cause\":null,\"session_id\":null,"
                        "\"role\":null",
                        last_told());
    err.tool = mcperr_str(MANY MANY MANY MANY MANY);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_assert_string_eq("{\"seq\":2,\"tool_name\":\"unknown\",\"error_code\":\"FILE_NOT_FOUND\","
                        "\"invariant_id\":null,\"plan_hash\":null,\"phase_id\":null,"
                        "\"timestamp\":\"2026-01-19T15:32:10.123Z\",\"cause\":null,\"session_id\":null,"
                        "\"role\":null",
                        last_told());
}

MU_TEST(a_code_that_is_too_long_leaves_a_record_with_a_number)
{
    static const mcperr_code codes[] = {MCPERR_CODE(MANY MANY MANY, MCPERR_INTERNAL, "long")};
    static const uint8_t words[MCPERR_KIND_COUNT] = {0};
    mcperr_dialect own = mcperr_toolerror;
    mcperr_error err = rich_error();

    own.codes = codes;
    own.words = words;
    own.code_count = 1;
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(MCPERR_AUDIT_LINE_MIN, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &own, &err));
    mu_assert_string_eq("{\"seq\":1,\"truncated\":true", last_told());
}

/* The most that a record may have to tell, in the smallest buffer. */
MU_TEST(the_smallest_buffer_always_takes_a_record)
{
    mcperr_error err = rich_error();

    (void)mcperr_set_code(&err, &mcperr_kaiza, mcperr_str("SESSION_INITIALIZATION_FAILED"));
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(MCPERR_AUDIT_LINE_MIN, &mcperr_sha256));
    audit.lost = audit.overwritten = UINT32_MAX;
    audit.next_seq = UINT32_MAX - 1;
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_assert_string_eq(
        "{\"seq\":4294967294,\"truncated\":true,\"lost\":4294967295,\"overwritten\":4294967295,"
        "\"prev\":\"0000000000000000000000000000000000000000000000000000000000000000\"",
        last_told());
}

MU_TEST(every_line_buffer_takes_records_and_reads_them_again)
{
    const mcperr_error err = rich_error();

    for (size_t cap = MCPERR_AUDIT_LINE_MIN; cap <= CAP; cap++) {
        file_begin();
        mu_assert_int_eq(MCPERR_OK, opened(cap, NULL));
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
        mu_check(file.size < cap);
        mu_assert_int_eq(MCPERR_OK, opened(cap, NULL));
        mu_assert_uint_eq(2, audit.next_seq);
    }
}

MU_TEST(what_a_record_cannot_hold_is_left_out_and_the_rest_is_recorded)
{
    const mcperr_field field = mcperr_field_int("n", 1);
    mcperr_error err = rich_error();

    err.cause = mcperr_raw("{\"broken\":");
    err.session = mcperr_fields(&field, 1);
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_assert_string_eq("{\"seq\":1,\"tool_name\":\"open_file\",\"error_code\":\"FILE_NOT_FOUND\","
                        "\"invariant_id\":\"INV_1\",\"plan_hash\":\"abc1\",\"phase_id\":\"P5\","
                        "\"timestamp\":\"2026-01-19T15:32:10.123Z\",\"cause\":null,\"session_id\":null,"
                        "\"role\":\"WINDSURF\",\"incident_id\":\"inc_1\"",
                        last_told());
    err = rich_error();
    err.home = &mcperr_kaiza;
    err.code = mcperr_str("NO_SUCH_CODE");
    err.tool = mcperr_fields(&field, 1);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    mu_assert_string_eq("{\"seq\":2,\"tool_name\":\"unknown\",\"error_code\":\"FILE_NOT_FOUND\","
                        "\"invariant_id\":\"INV_1\",\"plan_hash\":\"abc1\",\"phase_id\":\"P5\","
                        "\"timestamp\":\"2026-01-19T15:32:10.123Z\",\"cause\":{\"message\":\"m\"},"
                        "\"session_id\":\"s-1\",\"role\":\"WINDSURF\",\"incident_id\":\"inc_1\"",
                        last_told());
}

/* ---- what is not in the log --------------------------------------------------------------------------- */

MU_TEST(lost_records_are_told_in_the_next_good_one_and_only_there)
{
    for (unsigned way = 0; way < WROTE_WAYS; way++) {
        file_begin();
        mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
        file.wrote = way;
        file.append = (fault){.at = 2, .calls = 1};
        mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
        file.sync = (fault){.at = 1};
        mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
        mu_assert_uint_eq(2, audit.lost);
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
        mu_assert_string_eq(",\"lost\":2", counts_told());
        mu_assert_uint_eq(4, last_seq());
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
        mu_assert_string_eq("", counts_told());
        mu_assert_uint_eq(5, last_seq());
    }
}

static mcperr_status opened_like_a_ring(void)
{
    return mcperr_audit_open(&audit, &ring_like_sink, line, CAP, NULL);
}

MU_TEST(a_record_tells_itself_of_what_was_overwritten_for_it)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened_like_a_ring());
    file.overwritten = 3;
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq(",\"overwritten\":3", counts_told());
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq("", counts_told());
}

MU_TEST(overwritten_records_are_told_until_a_record_is_good)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened_like_a_ring());
    file.overwritten = 3;
    file.sync = (fault){.at = 1};
    mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
    file.overwritten = 4;
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq(",\"lost\":1,\"overwritten\":7", counts_told());
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq("", counts_told());
}

static uint32_t always_one(void *ctx, size_t size)
{
    mu_check(ctx == &file && size > 0 && size < CAP);
    return 1;
}

MU_TEST(a_sink_is_asked_once_for_room_whatever_it_answers)
{
    mcperr_sink sink = ring_like_sink;

    sink.make_room = always_one;
    file_begin();
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, CAP, NULL));
    for (int i = 0; i < 2; i++) {
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
        mu_assert_string_eq(",\"overwritten\":1", counts_told());
    }
}

MU_TEST(counts_saturate)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened_like_a_ring());
    audit.lost = UINT32_MAX - 1;
    audit.overwritten = UINT32_MAX - 5;
    file.overwritten = 100;
    file.sync = (fault){.at = 1, .forever = true};
    for (int i = 0; i < 3; i++)
        mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
    mu_assert_uint_eq(UINT32_MAX, audit.lost);
    mu_assert_uint_eq(UINT32_MAX, audit.overwritten);
}

MU_TEST(a_line_that_a_failed_write_left_open_is_ended_before_the_next)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    file.wrote = WROTE_HALF;
    file.append = (fault){.at = 1};
    mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq("-++", walked(CAP));
}

/* ---- recovery ---------------------------------------------------------------------------------------- */

/* Recovery writes this record, or none. */
#define assert_recovered(expected)                                                                           \
    do {                                                                                                     \
        const char *const told = recovered();                                                                \
        mu_assert_string_eq(expected, told);                                                                 \
    } while (0)

MU_TEST(an_empty_log_begins_with_one)
{
    file_begin();
    assert_recovered("");
    mu_assert_uint_eq(1, audit.next_seq);
    put("\n \n\n");
    assert_recovered("");
    mu_assert_uint_eq(1, audit.next_seq);
}

MU_TEST(a_good_log_goes_on_with_the_next_number)
{
    three_records();
    assert_recovered("");
    mu_assert_uint_eq(4, audit.next_seq);
}

MU_TEST(a_torn_tail_is_ended_and_told)
{
    three_records();
    file.size -= 5;
    assert_recovered("{\"seq\":3,\"recovered\":true,\"torn\":1,\"missing\":0");
    mu_assert_string_eq("++-+", walked(CAP));
    mu_assert_uint_eq(4, audit.next_seq);
}

MU_TEST(a_cut_just_before_the_line_feed_leaves_a_good_record)
{
    three_records();
    file.size--;
    assert_recovered("{\"seq\":4,\"recovered\":true,\"torn\":0,\"missing\":0");
    mu_assert_string_eq("++++", walked(CAP));
    mu_assert_uint_eq(5, audit.next_seq);
}

MU_TEST(a_log_cut_at_any_byte_keeps_what_is_whole_and_uses_no_number_twice)
{
    three_records();
    const size_t size = file.size, each = size / 3;
    for (size_t cut = 0; cut <= size; cut++) {
        three_records();
        file.size = file.durable = cut;
        /* A record is whole without its LF. */
        const uint32_t whole = (uint32_t)((cut + 1) / each);
        (void)recovered();
        const bool clean = cut % each == 0;
        mu_assert_uint_eq(whole + (clean ? 1 : 2), audit.next_seq);
        (void)walked(CAP);
        mu_check(log_seen.ended);
        uint32_t last = 0;
        for (size_t i = 0; i < log_seen.count; i++)
            if (log_seen.seq[i] > 0) {
                mu_assert_uint_eq(last + 1, log_seen.seq[i]);
                last = log_seen.seq[i];
            }
        mu_assert_uint_eq(whole + (clean ? 0 : 1), last);
    }
}

MU_TEST(garbage_is_told_and_passed_over)
{
    file_begin();
    put("not a record\n\x80\xFF{\"seq\":1}\n");
    seal("{\"seq\":5,\"a\":1");
    put("{\"seq\":6,\"crc\":\"00000000\"}\n");
    seal("{\"seq\":9");
    put("{\"seq\":10,\"tool");
    assert_recovered("{\"seq\":10,\"recovered\":true,\"torn\":4,\"missing\":3");
    mu_assert_string_eq("--+-+-+", walked(CAP));
}

MU_TEST(a_torn_line_is_told_once)
{
    three_records();
    put("half a rec");
    assert_recovered("{\"seq\":4,\"recovered\":true,\"torn\":1,\"missing\":0");
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    put("half");
    assert_recovered("{\"seq\":6,\"recovered\":true,\"torn\":1,\"missing\":0");
    mu_assert_string_eq("+++-++-+", walked(CAP));
}

/* Only a record of recovery ends the count of what is torn, whatever tools and causes are called. */
MU_TEST(a_tool_cannot_pass_for_a_recovery)
{
    mcperr_error err = rich_error();

    err.tool = mcperr_str("\"recovered\":true");
    err.cause = mcperr_raw("{\"recovered\":true}");
    file_begin();
    put("garbage\n");
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    file.size = 8; /* the record of recovery is taken away */
    audit.next_seq = 1;
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_write(&audit, &mcperr_kaiza, &err));
    assert_recovered("{\"seq\":2,\"recovered\":true,\"torn\":1,\"missing\":0");
}

/* What was good once and is damaged now was used, and may have been seen. */
MU_TEST(damaged_lines_at_the_end_keep_their_numbers)
{
    three_records();
    file.bytes[file.size - 30] ^= 1;
    assert_recovered("{\"seq\":4,\"recovered\":true,\"torn\":1,\"missing\":0,\"lost\":1");
    mu_assert_string_eq("++-+", walked(CAP));
    three_records();
    put("\xFF\xFF\xFF\n\xFF\n\xFF");
    assert_recovered("{\"seq\":6,\"recovered\":true,\"torn\":3,\"missing\":0,\"lost\":2");
}

MU_TEST(numbers_that_do_not_go_up_are_bad_lines)
{
    file_begin();
    seal("{\"seq\":3");
    seal("{\"seq\":2");
    seal("{\"seq\":3");
    seal("{\"seq\":7");
    assert_recovered("{\"seq\":8,\"recovered\":true,\"torn\":2,\"missing\":3");
}

#define LINK "\"prev\":\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\""

/* The power may fail between erasing a sector and the record that tells of it. A file has no such excuse. */
MU_TEST(numbers_that_a_ring_lost_at_its_beginning_and_nothing_tells_of_were_overwritten)
{
    static const struct {
        const char *first, *second;
        const char *told; /* NULL: nothing is left to tell */
    } known[] = {
        {"{\"seq\":1", "{\"seq\":2", NULL},
        {"{\"seq\":5", "{\"seq\":6", ",\"overwritten\":4"},
        {"{\"seq\":5,\"a\":null", "{\"seq\":6," LINK, ",\"overwritten\":4"},
        {"{\"seq\":5,\"lost\":1", "{\"seq\":6", ",\"overwritten\":3"},
        {"{\"seq\":5,\"lost\":4", "{\"seq\":6", NULL},
        {"{\"seq\":5,\"lost\":9", "{\"seq\":6", NULL},
        {"{\"seq\":5,\"lost\":99999999999", "{\"seq\":6", NULL},
        {"{\"seq\":5,\"overwritten\":1", "{\"seq\":6", NULL},
        {"{\"seq\":5", "{\"seq\":6,\"lost\":1,\"overwritten\":2", NULL},
        {"{\"seq\":5", "{\"seq\":6,\"lost\":1,\"overwritten\":2," LINK, NULL},
        {"{\"seq\":5,\"lost\":2," LINK, "{\"seq\":6", ",\"overwritten\":2"},
        /* what a tool said tells nothing */
        {"{\"seq\":5,\"cause\":{\"overwritten\":3},\"a\":1", "{\"seq\":6", ",\"overwritten\":4"},
        {"{\"seq\":5", "{\"seq\":6,\"overwritten\":x", ",\"overwritten\":4"},
        {"{\"seq\":5", "{\"seq\":6,\"overwritten\":", ",\"overwritten\":4"},
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        file_begin();
        seal(known[i].first);
        seal(known[i].second);
        const size_t size = file.size;
        mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
        mu_assert_uint_eq(size, file.size);
        for (int again = 0; again < 2; again++) {
            mu_assert_int_eq(MCPERR_OK, opened_like_a_ring());
            mu_check((known[i].told == NULL) == (file.size == size));
            const char *const told = strstr(last_told(), "\"missing\":0");
            mu_assert_string_eq(known[i].told != NULL ? known[i].told : "", told != NULL ? told + 11 : "");
        }
    }
}

MU_TEST(bad_lines_at_the_beginning_of_a_ring_were_not_overwritten)
{
    file_begin();
    put("bad\nbad\n");
    seal("{\"seq\":3");
    mu_assert_int_eq(MCPERR_OK, opened_like_a_ring());
    mu_assert_string_eq("{\"seq\":4,\"recovered\":true,\"torn\":2,\"missing\":0", last_told());
    file_begin();
    put("bad\nbad\n");
    seal("{\"seq\":9,\"lost\":1");
    mu_assert_int_eq(MCPERR_OK, opened_like_a_ring());
    mu_assert_string_eq("{\"seq\":10,\"recovered\":true,\"torn\":2,\"missing\":0,\"overwritten\":6",
                        last_told());
}

MU_TEST(only_a_number_from_1_on_in_a_frame_makes_a_record)
{
    static const char *const bad[] = {
        "{\"seq\":0",          "{\"seq\":-1",         "{\"seq\":01",  "{\"seq\":1.0",
        "{\"seq\":4294967296", "{\"seq\":\"1\"",      "{\"seq\":",    "{\"seq\": 1",
        " {\"seq\":1",         "{\"Seq\":1",          "{\"seq\":1\"", "{\"seq\":99999999999999999999",
        "{\"sequence\":1",     "{\"seq\":1 ,\"a\":1", "{\"seq\":1}",  "",
    };

    file_begin();
    for (size_t i = 0; i < COUNT(bad); i++)
        seal(bad[i]);
    mu_assert_string_eq("----------------", walked(CAP));
    seal("{\"seq\":4294967295");
    seal("{\"seq\":1");
    mu_assert_string_eq("----------------++", walked(CAP));
}

MU_TEST(when_all_numbers_are_used_nothing_is_written)
{
    file_begin();
    seal("{\"seq\":4294967294");
    mu_assert_int_eq(MCPERR_OK, opened(CAP, NULL));
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    (void)walked(CAP);
    mu_assert_uint_eq(UINT32_MAX, last_seq());
    const size_t size = file.size;
    for (int i = 0; i < 2; i++) {
        mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
        mu_assert_uint_eq(size, file.size);
    }
    mu_assert_int_eq(MCPERR_E_SINK, opened(CAP, NULL));
    mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
    put("torn");
    mu_assert_int_eq(MCPERR_E_SINK, opened(CAP, NULL));
    mu_assert_uint_eq(size + 4, file.size);
}

MU_TEST(a_log_that_cannot_be_read_takes_no_record_until_it_can)
{
    three_records();
    const size_t size = file.size;
    file.read = (fault){.at = 1, .forever = true};
    mu_assert_int_eq(MCPERR_E_SINK, opened(CAP, NULL));
    mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
    mu_assert_int_eq(MCPERR_E_SINK, wrote("t"));
    mu_assert_uint_eq(size, file.size);
    file_no_faults();
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq(",\"lost\":2", counts_told());
    mu_assert_uint_eq(4, last_seq());
}

MU_TEST(a_recovery_that_cannot_be_written_is_tried_again_at_the_next_start)
{
    three_records();
    put("torn");
    file.append = (fault){.at = 1, .forever = true};
    mu_assert_int_eq(MCPERR_E_SINK, opened(CAP, NULL));
    mu_assert_uint_eq(1, audit.torn);
    mu_assert_uint_eq(1, audit.lost); /* its number is spent, and the next record says so */
    file_no_faults();
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq(",\"lost\":1", counts_told());
    mu_assert_string_eq("+++-+", log_seen.lines);
    mu_assert_uint_eq(5, last_seq());
    assert_recovered("{\"seq\":6,\"recovered\":true,\"torn\":1,\"missing\":1");
}

/* ---- links ------------------------------------------------------------------------------------------- */

/* Does each record carry the hash of the good one before? */
typedef struct chain {
    uint8_t hash[32];
    unsigned right, wrong;
} chain;

static bool follow(void *ctx, mcperr_audit_line what, uint32_t seq, const char *text, size_t size)
{
    chain *const c = ctx;
    char hex[72];

    (void)seq;
    if (what != MCPERR_LINE_GOOD)
        return true;
    for (unsigned i = 0; i < 32; i++) {
        char digits[8];
        mcperr_hex32(c->hash[i], digits);
        memcpy(hex + 8 + 2 * (size_t)i, digits + 6, 2);
    }
    memcpy(hex, "\"prev\":\"", 8);
    const bool right = size > TAIL + 72 && memcmp(text + size - TAIL - 73, hex, 72) == 0;
    c->right += right;
    c->wrong += !right;
    mcperr_sha256.of(text, size, c->hash);
    return true;
}

static chain followed(void)
{
    static char buffer[CAP];
    chain c;

    memset(&c, 0, sizeof c);
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&file_sink, buffer, CAP, follow, &c, NULL));
    return c;
}

MU_TEST(the_first_link_is_zero_and_the_next_is_the_hash_of_the_line)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, &mcperr_sha256));
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq(",\"prev\":\"0000000000000000000000000000000000000000000000000000000000000000\"",
                        counts_told());
    mu_assert_int_eq(MCPERR_OK, wrote("t"));
    mu_assert_string_eq(",\"prev\":\"365148485dda6cd5ededf9563b84e2279c7463155d5090c929cbe9e0268cc034\"",
                        counts_told());
}

MU_TEST(links_hold_across_restarts_and_recoveries)
{
    file_begin();
    for (int start = 0; start < 4; start++) {
        mu_assert_int_eq(MCPERR_OK, opened(CAP, &mcperr_sha256));
        mu_assert_int_eq(MCPERR_OK, wrote("a"));
        mu_assert_int_eq(MCPERR_OK, wrote("b"));
        if (start == 1)
            put("torn");
        if (start == 2)
            file.size--; /* its LF */
    }
    const chain c = followed();
    mu_assert_uint_eq(10, c.right);
    mu_assert_uint_eq(0, c.wrong);
}

MU_TEST(after_a_failed_write_the_link_is_that_of_the_last_acknowledged_record)
{
    for (unsigned way = WROTE_NOTHING; way <= WROTE_HALF; way++) {
        file_begin();
        mu_assert_int_eq(MCPERR_OK, opened(CAP, &mcperr_sha256));
        mu_assert_int_eq(MCPERR_OK, wrote("a"));
        file.wrote = way;
        file.append = (fault){.at = 2, .calls = 1};
        mu_assert_int_eq(MCPERR_E_SINK, wrote("b"));
        mu_assert_int_eq(MCPERR_OK, wrote("c"));
        const chain c = followed();
        mu_assert_uint_eq(2, c.right);
        mu_assert_uint_eq(0, c.wrong);
    }
}

MU_TEST(a_record_that_was_changed_breaks_the_link_behind_it)
{
    file_begin();
    mu_assert_int_eq(MCPERR_OK, opened(CAP, &mcperr_sha256));
    for (int i = 0; i < 3; i++)
        mu_assert_int_eq(MCPERR_OK, wrote("t"));
    /* Another tool, and the CRC made to fit. */
    char *const tool = strstr(file.bytes, "\"t\"");
    const size_t each = file.size / 3;
    tool[1] = 'u';
    mcperr_hex32(mcperr_crc32(0, file.bytes, each - 11), file.bytes + each - 11);
    mu_assert_string_eq("+++", walked(CAP));
    const chain c = followed();
    mu_assert_uint_eq(2, c.right);
    mu_assert_uint_eq(1, c.wrong);
}

/* ---- misuse ------------------------------------------------------------------------------------------ */

MU_TEST(a_log_without_its_parts_is_not_opened)
{
    for (unsigned part = 0; part < 3; part++) {
        mcperr_sink sink = file_sink;
        if (part == 0)
            sink.append = NULL;
        else if (part == 1)
            sink.sync = NULL;
        else
            sink.read = NULL;
        mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_open(&audit, &sink, line, CAP, NULL));
        mu_assert_int_eq(MCPERR_E_MISUSE, wrote("t"));
    }
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_open(NULL, &file_sink, line, CAP, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_open(&audit, NULL, line, CAP, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_open(&audit, &file_sink, NULL, CAP, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, opened(MCPERR_AUDIT_LINE_MIN - 1, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, wrote("t"));
}

MU_TEST(null_arguments_are_misuse)
{
    mcperr_error err = rich_error();
    mcperr_sink sink = file_sink;

    three_records();
    const size_t size = file.size;
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_write(NULL, &mcperr_kaiza, &err));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_write(&audit, NULL, &err));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_write(&audit, &mcperr_kaiza, NULL));
    mu_assert_uint_eq(size, file.size);
    mu_assert_uint_eq(0, audit.lost);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_scan(NULL, line, CAP, look, &log_seen, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_scan(&file_sink, NULL, CAP, look, &log_seen, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_scan(&file_sink, line, 0, look, &log_seen, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_scan(&file_sink, line, CAP, NULL, &log_seen, NULL));
    sink.read = NULL;
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_scan(&sink, line, CAP, look, &log_seen, NULL));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_record_has_these_bytes_in_each_dialect)
    MU_RUN(a_code_of_its_own_goes_into_the_record_and_absent_members_are_null)
    MU_RUN(numbers_go_up_by_one)
    MU_RUN(a_record_is_one_line_of_printable_ascii_whatever_the_error_holds)
    MU_RUN(a_cause_that_is_too_large_becomes_its_crc)
    MU_RUN(texts_that_are_too_large_are_left_out_and_the_tool_stays)
    MU_RUN(a_code_that_is_too_long_leaves_a_record_with_a_number)
    MU_RUN(the_smallest_buffer_always_takes_a_record)
    MU_RUN(every_line_buffer_takes_records_and_reads_them_again)
    MU_RUN(what_a_record_cannot_hold_is_left_out_and_the_rest_is_recorded)
    MU_RUN(lost_records_are_told_in_the_next_good_one_and_only_there)
    MU_RUN(a_record_tells_itself_of_what_was_overwritten_for_it)
    MU_RUN(overwritten_records_are_told_until_a_record_is_good)
    MU_RUN(a_sink_is_asked_once_for_room_whatever_it_answers)
    MU_RUN(counts_saturate)
    MU_RUN(a_line_that_a_failed_write_left_open_is_ended_before_the_next)
    MU_RUN(an_empty_log_begins_with_one)
    MU_RUN(a_good_log_goes_on_with_the_next_number)
    MU_RUN(a_torn_tail_is_ended_and_told)
    MU_RUN(a_cut_just_before_the_line_feed_leaves_a_good_record)
    MU_RUN(a_log_cut_at_any_byte_keeps_what_is_whole_and_uses_no_number_twice)
    MU_RUN(garbage_is_told_and_passed_over)
    MU_RUN(a_torn_line_is_told_once)
    MU_RUN(a_tool_cannot_pass_for_a_recovery)
    MU_RUN(damaged_lines_at_the_end_keep_their_numbers)
    MU_RUN(numbers_that_do_not_go_up_are_bad_lines)
    MU_RUN(numbers_that_a_ring_lost_at_its_beginning_and_nothing_tells_of_were_overwritten)
    MU_RUN(bad_lines_at_the_beginning_of_a_ring_were_not_overwritten)
    MU_RUN(only_a_number_from_1_on_in_a_frame_makes_a_record)
    MU_RUN(when_all_numbers_are_used_nothing_is_written)
    MU_RUN(a_log_that_cannot_be_read_takes_no_record_until_it_can)
    MU_RUN(a_recovery_that_cannot_be_written_is_tried_again_at_the_next_start)
    MU_RUN(the_first_link_is_zero_and_the_next_is_the_hash_of_the_line)
    MU_RUN(links_hold_across_restarts_and_recoveries)
    MU_RUN(after_a_failed_write_the_link_is_that_of_the_last_acknowledged_record)
    MU_RUN(a_record_that_was_changed_breaks_the_link_behind_it)
    MU_RUN(a_log_without_its_parts_is_not_opened)
    MU_RUN(null_arguments_are_misuse)
)
/* clang-format on */

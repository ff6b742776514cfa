/* SPDX-License-Identifier: MIT */
#include "crc.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint8_t bytes[256];

static void count_up(void)
{
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
}

MU_TEST(texts_have_the_crc_that_others_compute)
{
    static const struct {
        const char *text;
        uint32_t crc;
    } known[] = {
        {"", 0},
        {"a", 0xE8B7BE43},
        {"abc", 0x352441C2},
        {"123456789", 0xCBF43926},
        {"The quick brown fox jumps over the lazy dog", 0x414FA339},
    };

    for (size_t i = 0; i < COUNT(known); i++)
        mu_assert_uint_eq(known[i].crc, mcperr_crc32(0, known[i].text, strlen(known[i].text)));
}

MU_TEST(all_bytes_have_the_crc_that_others_compute)
{
    memset(bytes, 0, 32);
    mu_assert_uint_eq(0x190A55AD, mcperr_crc32(0, bytes, 32));
    memset(bytes, 0xFF, 32);
    mu_assert_uint_eq(0xFF6CAB0B, mcperr_crc32(0, bytes, 32));
    count_up();
    mu_assert_uint_eq(0x91267E8A, mcperr_crc32(0, bytes, 32));
    mu_assert_uint_eq(0x29058C73, mcperr_crc32(0, bytes, sizeof bytes));
}

MU_TEST(two_parts_have_the_crc_of_the_whole_wherever_it_is_cut)
{
    count_up();
    for (size_t cut = 0; cut <= sizeof bytes; cut++)
        mu_assert_uint_eq(0x29058C73,
                          mcperr_crc32(mcperr_crc32(0, bytes, cut), bytes + cut, sizeof bytes - cut));
}

MU_TEST(every_flipped_bit_changes_the_crc)
{
    count_up();
    for (unsigned bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        mu_check(mcperr_crc32(0, bytes, sizeof bytes) != 0x29058C73);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

MU_TEST(numbers_are_written_as_eight_lower_case_digits)
{
    static const struct {
        uint32_t value;
        const char *digits;
    } known[] = {
        {0, "00000000"},          {0xF, "0000000f"},        {0x12345678, "12345678"},
        {0x9ABCDEF0, "9abcdef0"}, {UINT32_MAX, "ffffffff"},
    };

    for (size_t i = 0; i < COUNT(known); i++) {
        char digits[10] = "**********";
        mcperr_hex32(known[i].value, digits + 1);
        mu_assert_mem_eq(known[i].digits, 8, digits + 1, 8);
        mu_check(digits[0] == '*' && digits[9] == '*');
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(texts_have_the_crc_that_others_compute)
    MU_RUN(all_bytes_have_the_crc_that_others_compute)
    MU_RUN(two_parts_have_the_crc_of_the_whole_wherever_it_is_cut)
    MU_RUN(every_flipped_bit_changes_the_crc)
    MU_RUN(numbers_are_written_as_eight_lower_case_digits)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#include "crc.h"
#include "mcperr/audit.h"
#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The digest as text, in a buffer that the next call takes again. */
static const char *hex_of(const void *message, size_t size)
{
    static char hex[65];
    uint8_t digest[32 + 1];

    digest[32] = 0xA5;
    mcperr_sha256.of(message, size, digest);
    mu_assert_uint_eq(0xA5, digest[32]);
    for (unsigned i = 0; i < 32; i++) {
        char digits[8];
        mcperr_hex32(digest[i], digits);
        memcpy(hex + 2 * (size_t)i, digits + 6, 2);
    }
    return hex;
}

MU_TEST(examples_of_the_standard_have_their_digests)
{
    static const struct {
        const char *message, *digest;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
         "mnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };

    for (size_t i = 0; i < COUNT(known); i++)
        mu_assert_string_eq(known[i].digest, hex_of(known[i].message, strlen(known[i].message)));
}

MU_TEST(zeroes_over_several_blocks_have_their_digest)
{
    static const char zeroes[300];

    mu_assert_string_eq("d13d4a8b3b8add19b5970157f09d00c12cbda4fed4d74d8493156523f7069b66",
                        hex_of(zeroes, sizeof zeroes));
}

/* Where the padding needs a block of its own, and where it does not. */
MU_TEST(every_length_around_the_end_of_a_block_has_its_digest)
{
    static const struct {
        uint8_t size;
        uint32_t begins;
    } known[] = {
        {55, 0xE7313D33},  {56, 0x4324D65F},  {57, 0x35DF6094},  {58, 0x9AFD9E8B},  {59, 0x3F67CD87},
        {60, 0x06659A8B},  {61, 0x4A28A6C4},  {62, 0x5B50D7A3},  {63, 0x81C80242},  {64, 0x39E3D7B6},
        {65, 0xAACCA6FF},  {119, 0x9CE7368E}, {120, 0x7836B787}, {121, 0x1189A98A}, {122, 0x60937AFB},
        {123, 0x229C92A5}, {124, 0x2F781A36}, {125, 0xB402A31C}, {126, 0x3D11BE99}, {127, 0xA8D23E75},
        {128, 0xD2742F1F}, {129, 0x307F8FC2},
    };
    static uint8_t digests[COUNT(known)][32];
    char message[129];

    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (char)(i * 7 + 3);
    for (size_t i = 0; i < COUNT(known); i++) {
        const uint8_t *const d = digests[i];
        mcperr_sha256.of(message, known[i].size, digests[i]);
        mu_assert_uint_eq(known[i].begins,
                          (uint32_t)d[0] << 24 | (uint32_t)d[1] << 16 | (uint32_t)d[2] << 8 | d[3]);
    }
    mu_assert_string_eq("fcc6ef8fce786b1eafbd862c76a5b1358c2d74a3cfe0cc21e7146ca11f8ed19f",
                        hex_of(digests, sizeof digests));
}

MU_TEST(every_flipped_bit_changes_the_digest)
{
    char message[70], first[65];

    memset(message, 'm', sizeof message);
    memcpy(first, hex_of(message, sizeof message), sizeof first);
    for (unsigned bit = 0; bit < 8 * sizeof message; bit++) {
        message[bit / 8] = (char)(message[bit / 8] ^ (char)(1u << bit % 8));
        mu_check(strcmp(first, hex_of(message, sizeof message)) != 0);
        message[bit / 8] = 'm';
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(examples_of_the_standard_have_their_digests)
    MU_RUN(zeroes_over_several_blocks_have_their_digest)
    MU_RUN(every_length_around_the_end_of_a_block_has_its_digest)
    MU_RUN(every_flipped_bit_changes_the_digest)
)
/* clang-format on */

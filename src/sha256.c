/* SPDX-License-Identifier: MIT */
/* SHA-256 (FIPS 180-4), small rather than fast. */
#include "mcperr/audit.h"

#include <string.h>

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turned(uint32_t x, unsigned by) { return x >> by | x << (32 - by); }

static void take_block(uint32_t state[8], const uint8_t block[64])
{
    uint32_t w[16], v[8];

    memcpy(v, state, sizeof v);
    for (size_t i = 0; i < 64; i++) {
        uint32_t *const now = &w[i & 15];
        if (i < 16) {
            *now = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                   (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
        } else {
            const uint32_t a = w[(i + 1) & 15], b = w[(i + 14) & 15];
            *now += (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + w[(i + 9) & 15] +
                    (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
        }
        const uint32_t t = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) +
                           ((v[4] & v[5]) ^ (~v[4] & v[6])) + round_constants[i] + *now;
        const uint32_t u = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) +
                           ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, sizeof v - sizeof *v);
        v[4] += t;
        v[0] = t + u;
    }
    for (unsigned i = 0; i < 8; i++)
        state[i] += v[i];
}

static void sha256(const char *bytes, size_t size, uint8_t digest[32])
{
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint64_t bits = (uint64_t)size * 8;
    uint8_t block[64];
    size_t left = size;

    for (; left >= sizeof block; left -= sizeof block, bytes += sizeof block) {
        memcpy(block, bytes, sizeof block);
        take_block(state, block);
    }
    memset(block, 0, sizeof block);
    memcpy(block, bytes, left);
    block[left] = 0x80;
    if (left >= 56) {
        take_block(state, block);
        memset(block, 0, sizeof block);
    }
    for (unsigned i = 0; i < 8; i++)
        block[63 - i] = (uint8_t)(bits >> (8 * i));
    take_block(state, block);
    for (unsigned i = 0; i < 32; i++)
        digest[i] = (uint8_t)(state[i >> 2] >> (24 - 8 * (i & 3)));
}

const mcperr_hash mcperr_sha256 = {sha256};

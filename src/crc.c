/* SPDX-License-Identifier: MIT */
#include "crc.h"

uint32_t mcperr_crc32(uint32_t crc, const void *bytes, size_t size)
{
    /* Four bits at a time: 64 bytes of table instead of 1024. */
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    const unsigned char *at = bytes, *const end = at + size;

    for (crc = ~crc; at < end; at++) {
        crc = table[(crc ^ *at) & 15] ^ crc >> 4;
        crc = table[(crc ^ (uint32_t)(*at >> 4)) & 15] ^ crc >> 4;
    }
    return ~crc;
}

void mcperr_hex32(uint32_t value, char to[8])
{
    for (unsigned i = 8; i-- > 0; value >>= 4)
        to[i] = "0123456789abcdef"[value & 15];
}

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_CRC_H
#define MCPERR_SRC_CRC_H
#include <stddef.h>
#include <stdint.h>

/* CRC-32 (IEEE 802.3) of bytes; `crc` is that of what went before, 0 at the beginning. */
uint32_t mcperr_crc32(uint32_t crc, const void *bytes, size_t size);
/* Its eight lower-case hexadecimal digits. */
void mcperr_hex32(uint32_t value, char to[8]);
#endif

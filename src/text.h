/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_TEXT_H
#define MCPERR_SRC_TEXT_H
/* Characters: the only code that decodes UTF-8 and escapes. */
#include "mcperr/json.h"

/* A function whose frame must not lie under what its caller calls next: inlining would put it there. */
#if defined(__GNUC__)
#define MCPERR_NOINLINE __attribute__((noinline))
#else
#define MCPERR_NOINLINE
#endif

/* Views made in place. A call that returns a struct costs a stack slot for each use. */
#define MCPERR_ABSENT ((mcperr_text){NULL, 0, MCPERR_PLAIN})
static inline mcperr_text mcperr_view(const void *data, size_t size, unsigned form)
{
    return (mcperr_text){data, size & MCPERR_TEXT_MAX, form & 3};
}
static inline mcperr_text mcperr_plain(const char *data, size_t size)
{
    return mcperr_view(data, size, MCPERR_PLAIN);
}

/* Code points that are none. */
#define MCPERR_CHAR_BROKEN 0xFFFFFFFFu /* not UTF-8, or not an escape */
#define MCPERR_CHAR_HALF 0xFFFFFFFEu   /* an escape for half of a surrogate pair */
#define MCPERR_CHAR_CUT 0xFFFFFFFDu    /* good so far, but the text ends */
#define MCPERR_CHAR_REPLACED 0xFFFDu

/* At a bad character *next moves past its maximal subpart; it always moves, and never past end. */
uint32_t mcperr_char_utf8(const char *at, const char *end, const char **next);
uint32_t mcperr_char_escape(const char *at, const char *end, const char **next);

/* The character at *at of a plain or escaped text, U+FFFD for a bad one, and *at behind it. */
uint32_t mcperr_char_next(const char **at, const char *end, unsigned form);

/* May a byte stand in a JSON string as it is, whatever is around it? */
static inline bool mcperr_is_plain(uint32_t byte)
{
    return byte - 0x20 < 0x5F && byte != '"' && byte != '\\';
}

/* Where a word can be loaded from any address, a word at a time is three times as fast; elsewhere (Cortex-M0)
   a byte at a time is both faster and smaller. */
#if SIZE_MAX > UINT32_MAX || defined(__i386__) || defined(__ARM_FEATURE_UNALIGNED)
#define MCPERR_WORDS
#define MCPERR_EACH(byte) (SIZE_MAX / 0xFF * (byte)) /* that byte in every place of a word */

/* The top bit of each byte of a word that is not plain. A borrow or carry comes only from such a byte, so
   that the lowest one is told exactly; a byte past 0x7F sets its bit in one term or another. */
static inline size_t mcperr_not_plain(size_t word)
{
    return ((word - MCPERR_EACH(0x20)) | ((word ^ MCPERR_EACH('"')) - MCPERR_EACH(1)) |
            ((word ^ MCPERR_EACH('\\')) - MCPERR_EACH(1)) | (word + MCPERR_EACH(1))) &
           MCPERR_EACH(0x80);
}
#endif

/* The first byte from `at` on that may not stand in a JSON string as it is, or is past 0x7E. */
const char *mcperr_char_run(const char *at, const char *end);

/* mcperr_text_same for a view and valid UTF-8. */
bool mcperr_text_spells(mcperr_text text, const char *utf8, size_t size);

#define MCPERR_DECIMAL_MAX 20
/* Digits of value, without a NUL, at the end of `to`: the return value points to the first. */
char *mcperr_decimal(uint64_t value, char to[MCPERR_DECIMAL_MAX]);

/* UTF-8 of a code point that is one: 1 to 4 bytes. */
size_t mcperr_utf8_put(uint32_t code, char to[4]);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_H
#define FUZZ_H
/*
 * A harness is one file, fuzz_<name>.c or .cc, that defines LLVMFuzzerTestOneInput and states what must
 * hold for every input with property(). Its seeds are the files of corpus/<name>. It links with
 * libFuzzer, or with replay.c to run over given files only.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
#ifdef __cplusplus
}
#endif

#define property(condition) ((condition) ? (void)0 : fuzz_failed(#condition, __FILE__, __LINE__))

static inline void fuzz_failed(const char *condition, const char *file, int line)
{
    (void)fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

/* Memory of exactly that size, so that AddressSanitizer sees the first byte past it. */
static inline char *fuzz_room(size_t size)
{
    char *const room = (char *)calloc(size, 1);

    if (room == NULL && size > 0) {
        (void)fputs("out of memory\n", stderr);
        abort();
    }
    return room;
}

static inline char *fuzz_copy(const void *bytes, size_t size)
{
    char *const copy = fuzz_room(size);

    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

/* Some number that any change of the bytes changes: FNV-1a. */
static inline uint32_t fuzz_hash(const uint8_t *data, size_t size)
{
    uint32_t hash = UINT32_C(2166136261);

    while (size-- > 0)
        hash = (hash ^ *data++) * UINT32_C(16777619);
    return hash;
}

static inline int fuzz_equal(const void *a, size_t a_size, const void *b, size_t b_size)
{
    return a_size == b_size && (a_size == 0 || memcmp(a, b, a_size) == 0);
}

#endif

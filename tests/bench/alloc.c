/* SPDX-License-Identifier: MIT */
/* Linked in for `bench allocations`: counts what goes through malloc and its kin, and passes it on to
 * glibc's. */
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void __libc_free(void *old);

size_t allocations[3]; /* how many, freed, bytes */
extern size_t allocations[3];

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);

static void count(size_t size)
{
    allocations[0]++;
    allocations[2] += size;
}

void *malloc(size_t size)
{
    count(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size)
{
    count(size);
    return __libc_realloc(old, size);
}

void free(void *old)
{
    allocations[1] += old != NULL;
    __libc_free(old);
}

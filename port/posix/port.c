/* SPDX-License-Identifier: MIT */
/* Checked: tests/posix/test_port.c with gcc and clang, also under ThreadSanitizer. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: POSIX reserves it for this */
#include "port.h"
#include "../common.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t short_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t audit_mutex = PTHREAD_MUTEX_INITIALIZER;

/* Zero if there is no such clock. */
static struct timespec now(clockid_t clock)
{
    struct timespec time = {0, 0};

    (void)clock_gettime(clock, &time);
    return time;
}

static int64_t wall_ms(void *ctx)
{
    const struct timespec time = now(CLOCK_REALTIME);

    (void)ctx;
    return mcperr_wall(time.tv_sec, (uint32_t)time.tv_nsec / 1000000u);
}

static uint32_t mono_ms(void *ctx)
{
    const struct timespec time = now(CLOCK_MONOTONIC);

    (void)ctx;
    return (uint32_t)time.tv_sec * 1000u + (uint32_t)time.tv_nsec / 1000000u;
}

static uint32_t fine_us(void *ctx)
{
    const struct timespec time = now(CLOCK_MONOTONIC);

    (void)ctx;
    return (uint32_t)time.tv_sec * 1000000u + (uint32_t)time.tv_nsec / 1000u;
}

static uint32_t lock(void *ctx) { return (void)ctx, (uint32_t)pthread_mutex_lock(&short_mutex); }

static void unlock(void *ctx, uint32_t failed)
{
    (void)ctx;
    if (!failed)
        (void)pthread_mutex_unlock(&short_mutex);
}

static bool audit_lock(void *ctx) { return (void)ctx, pthread_mutex_lock(&audit_mutex) == 0; }

static void audit_unlock(void *ctx) { (void)ctx, (void)pthread_mutex_unlock(&audit_mutex); }

/* A pthread_t need not be a number. Where a thread keeps its errno is one, and no other thread's. */
static uintptr_t task(void *ctx) { return (void)ctx, (uintptr_t)&errno; }

/* Nanoseconds wrap in four seconds, so that two starts agree by chance only. */
static uint32_t new_boot_id(void)
{
    const struct timespec time = now(CLOCK_REALTIME);
    const uint32_t id = ((uint32_t)time.tv_sec * 1000000000u + (uint32_t)time.tv_nsec) ^ (uint32_t)getpid();

    return id != 0 ? id : 1;
}

mcperr_port mcperr_port_posix(void)
{
    const mcperr_port port = {.wall_ms = wall_ms,
                              .mono_ms = mono_ms,
                              .fine_us = fine_us,
                              .lock = lock,
                              .unlock = unlock,
                              .audit_lock = audit_lock,
                              .audit_unlock = audit_unlock,
                              .task = task,
                              .boot_id = new_boot_id()};
    return port;
}

bool mcperr_posix_debug_stack(void)
{
    const char *const debug = getenv("DEBUG_STACK");

    return debug != NULL && strcmp(debug, "true") == 0;
}

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_H
#define MCPERR_PORT_H
/**
 * @file
 * What the library needs of a platform: clocks and locks, as one constant struct of functions.
 *
 * Ports for POSIX, bare metal and four RTOSes are under port/; docs/porting.md shows how to write one.
 * A member that is NULL has a meaning, so that a zeroed struct with mono_ms is a port for one thread.
 */
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mcperr_port {
    void *ctx; /**< goes to each function */

    /** Unix time in ms; negative while it is not known. NULL: never known. Display only. */
    int64_t (*wall_ms)(void *ctx);
    /** Monotonic ms; wraps at 2^32. Called at every call of a tool, sometimes while `lock` is held: it must
        not take that lock, nor wait for anything. Never NULL. */
    uint32_t (*mono_ms)(void *ctx);
    /** A finer monotonic clock in us, for durations; wraps. NULL: mono_ms serves. */
    uint32_t (*fine_us)(void *ctx);

    /** A lock for a few instructions; never fails, never nests. The key goes to unlock. NULL: none needed.
        Of all functions here only mono_ms and task may run while it is held. */
    uint32_t (*lock)(void *ctx);
    void (*unlock)(void *ctx, uint32_t key);

    /** The lock around a write to the audit log; may block, may fail. NULL: none needed. */
    bool (*audit_lock)(void *ctx);
    void (*audit_unlock)(void *ctx);

    /** Which thread is running: any number that differs between threads. Like mono_ms, it must not take
        `lock`. NULL: there is one. */
    uintptr_t (*task)(void *ctx);

    /** Differs at each start: a counter kept in flash, or a random number. 0: not known. */
    uint32_t boot_id;
} mcperr_port;

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_COMMON_H
#define MCPERR_PORT_COMMON_H
/* What several ports share. */
#include "mcperr/port.h"

#include <stddef.h>

/** How long a thread waits for the audit log, in seconds, before it answers without a record. */
#ifndef MCPERR_AUDIT_WAIT_S
#define MCPERR_AUDIT_WAIT_S 5u
#endif

/**
 * Unix time in ms, or -1 if it is before 2020: then it counts from a start, and nobody has set the clock.
 */
static inline int64_t mcperr_wall(int64_t seconds, uint32_t ms)
{
    return seconds < 1577836800 ? -1 : seconds * 1000 + ms;
}

/**
 * Milliseconds from a 32-bit tick counter. The library's clock must run on where 2^32 ms wrap; the product
 * of a tick count does so only if its rate divides 1000. Carrying the rest is exact for every rate up to
 * 4 MHz, and needs no 64-bit division. Zeroed: begins with the counter at 0.
 */
typedef struct mcperr_ticks {
    uint32_t last, ms, rest;
} mcperr_ticks;

/** The time at tick `now`. Call it with a lock held, and more often than the counter wraps. */
static inline uint32_t mcperr_ticks_ms(mcperr_ticks *t, uint32_t now, uint32_t rate)
{
    const uint32_t passed = now - t->last;

    t->last = now;
    t->rest += passed % rate * 1000u;
    t->ms += passed / rate * 1000u + t->rest / rate;
    t->rest %= rate;
    return t->ms;
}

#endif

/* SPDX-License-Identifier: MIT */
/* Zephyr 3.7 or later; the wall clock is known from 4.2 on, once somebody has set it. One core or several.
   Checked: compiled for Cortex-M3 against the signatures in tests/rtos, for 3.7 and 4.2, and run on the host
   over a stand-in for the kernel (tests/rtos/test_zephyr.c). It has not run over the kernel itself. */
#include "port.h"
#include "../common.h"

#include <zephyr/kernel.h>
#include <zephyr/version.h>

static K_MUTEX_DEFINE(audit_mutex);
static struct k_spinlock spinlock;
static k_spinlock_key_t holder; /* a key is opaque; only who holds the lock looks at it */

#if ZEPHYR_VERSION_CODE >= ZEPHYR_VERSION(4, 2, 0)
#include <time.h>
#include <zephyr/sys/clock.h>
static int64_t wall_ms(void *ctx)
{
    struct timespec now;

    (void)ctx;
    return sys_clock_gettime(SYS_CLOCK_REALTIME, &now) == 0
               ? mcperr_wall(now.tv_sec, (uint32_t)now.tv_nsec / 1000000u)
               : -1;
}
#define WALL_MS wall_ms
#else
#define WALL_MS NULL
#endif

static uint32_t mono_ms(void *ctx) { return (void)ctx, k_uptime_get_32(); }

static uint32_t fine_us(void *ctx)
{
    return (void)ctx, (uint32_t)k_ticks_to_us_floor64((uint64_t)k_uptime_ticks());
}

static uint32_t lock(void *ctx)
{
    (void)ctx;
    const k_spinlock_key_t key = k_spin_lock(&spinlock);
    holder = key;
    return 0;
}

static void unlock(void *ctx, uint32_t none)
{
    (void)ctx, (void)none;
    k_spin_unlock(&spinlock, holder);
}

static bool audit_lock(void *ctx)
{
    return (void)ctx, !k_is_in_isr() && k_mutex_lock(&audit_mutex, K_SECONDS(MCPERR_AUDIT_WAIT_S)) == 0;
}

static void audit_unlock(void *ctx) { (void)ctx, (void)k_mutex_unlock(&audit_mutex); }

static uintptr_t task(void *ctx) { return (void)ctx, (uintptr_t)k_current_get(); }

mcperr_port mcperr_port_zephyr(void)
{
    const mcperr_port port = {.wall_ms = WALL_MS,
                              .mono_ms = mono_ms,
                              .fine_us = fine_us,
                              .lock = lock,
                              .unlock = unlock,
                              .audit_lock = audit_lock,
                              .audit_unlock = audit_unlock,
                              .task = task};
    return port;
}

/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ZEPHYR_KERNEL_H
#define TESTS_ZEPHYR_KERNEL_H
/* The documented signatures of Zephyr that port/zephyr uses. Our own words; no part of Zephyr. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t ticks;
} k_timeout_t;
#define K_SECONDS(s) ((k_timeout_t){(int64_t)(s)*10000})

struct k_thread;
typedef struct k_thread *k_tid_t;
k_tid_t k_current_get(void);
bool k_is_in_isr(void);

struct k_mutex {
    k_tid_t owner;
    uint32_t lock_count;
};
#define K_MUTEX_DEFINE(name) struct k_mutex name = {NULL, 0}
int k_mutex_lock(struct k_mutex *mutex, k_timeout_t timeout); /* 0, -EBUSY, -EAGAIN; not for interrupts */
int k_mutex_unlock(struct k_mutex *mutex);

struct k_spinlock {
    int locked;
};
typedef struct {
    int key;
} k_spinlock_key_t;
k_spinlock_key_t k_spin_lock(struct k_spinlock *lock); /* anywhere; does not nest */
void k_spin_unlock(struct k_spinlock *lock, k_spinlock_key_t key);

uint32_t k_uptime_get_32(void);
int64_t k_uptime_ticks(void);
uint64_t k_ticks_to_us_floor64(uint64_t ticks);

#endif

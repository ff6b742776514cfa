/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ZEPHYR_SYS_CLOCK_H
#define TESTS_ZEPHYR_SYS_CLOCK_H
/* The documented signature of Zephyr's clock; there since 4.2. */
#define SYS_CLOCK_REALTIME 1

struct timespec;                                           /* Zephyr does not define it here, either */
int sys_clock_gettime(int clock_id, struct timespec *now); /* 0; also with 1970 before the clock is set */

#endif

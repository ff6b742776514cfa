/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ZEPHYR_VERSION_H
#define TESTS_ZEPHYR_VERSION_H
/* What Zephyr's build writes: the version. */
#define ZEPHYR_VERSION(major, minor, patch) (((major) << 16) + ((minor) << 8) + (patch))
#ifndef ZEPHYR_VERSION_CODE
#define ZEPHYR_VERSION_CODE ZEPHYR_VERSION(4, 2, 0)
#endif

#endif

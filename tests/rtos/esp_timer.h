/* SPDX-License-Identifier: MIT */
#ifndef TESTS_ESP_TIMER_H
#define TESTS_ESP_TIMER_H
/* The documented signature of ESP-IDF that port/freertos uses. */
#include <stdint.h>

int64_t esp_timer_get_time(void); /* us since the start */

#endif

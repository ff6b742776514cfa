/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_FREERTOS_KERNEL_H
#define MCPERR_PORT_FREERTOS_KERNEL_H
/* FreeRTOS by its own names, and what ESP-IDF does otherwise: a critical section over several cores, and
 * clocks. */
#include "../common.h"

#ifdef ESP_PLATFORM
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "esp_timer.h"
#include <sys/time.h>

static portMUX_TYPE cores = portMUX_INITIALIZER_UNLOCKED;
#define ENTER() taskENTER_CRITICAL(&cores)
#define LEAVE() taskEXIT_CRITICAL(&cores)

static int64_t wall_ms(void *ctx)
{
    struct timeval now;

    (void)ctx;
    return gettimeofday(&now, NULL) == 0 ? mcperr_wall(now.tv_sec, (uint32_t)now.tv_usec / 1000u) : -1;
}

static uint32_t fine_us(void *ctx) { return (void)ctx, (uint32_t)esp_timer_get_time(); }
#define WALL_MS wall_ms
#define FINE_US fine_us

#else
#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#define ENTER() taskENTER_CRITICAL()
#define LEAVE() taskEXIT_CRITICAL()
#define WALL_MS NULL
#define FINE_US NULL
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* From reset to main on a Cortex-M3. What has no type of its own is the linker script's. */
#include "../board.h"
#include "board.h"

#include <string.h>

extern char data_begin[], data_end[], data_image[], bss_begin[], bss_end[];
extern uint32_t stack_begin[], stack_end[];
extern void stack_top(void); /* a number among functions: the first word of the table is the stack pointer */

#define PAINT 0x5AA5C33Cu

static void reset(void)
{
    const uint32_t *const now = __builtin_frame_address(0);

    memcpy(data_begin, data_image, (size_t)(data_end - data_begin));
    memset(bss_begin, 0, (size_t)(bss_end - bss_begin));
    /* Not memset: what it would find on the stack is its own. */
    for (volatile uint32_t *word = stack_begin; word < now - 16; word++)
        *word = PAINT;
    board_end(main());
}

uint32_t stack_size(void) { return (uint32_t)(stack_end - stack_begin) * 4u; }

uint32_t stack_used(void)
{
    const uint32_t *word = stack_begin;

    while (word < stack_end && *word == PAINT)
        word++;
    return (uint32_t)(stack_end - word) * 4u;
}

static void fault(void) { semihosting_exit(2); }

typedef void (*vector)(void);
extern const vector vectors[16 + 1];

__attribute__((section(".vectors"), used)) const vector vectors[16 + 1] = {
    [0] = stack_top,
    [1] = reset,
    [2] = fault,
    [3] = fault,
    [4] = fault,
    [5] = fault,
    [6] = fault,
    [11] = fault,
    [12] = fault,
    [14] = fault,
    [15] = systick_handler,
    [16] = uart_handler,
};

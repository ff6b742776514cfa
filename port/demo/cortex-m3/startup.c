/* SPDX-License-Identifier: MIT */
/* From reset to main on a Cortex-M3. What has no type of its own is the linker script's. */
#include "../board.h"
#include "board.h"

#include <string.h>

extern char data_begin[], data_image[], data_size[], bss_begin[], bss_size[], stack_size[];
extern uint32_t stack_begin[];
extern void stack_top(void); /* no function, but it stands among them: the stack pointer at reset */

#define NUMBER(symbol) ((size_t)(symbol)) /* what the linker gave it as its address */
#define PAINT 0x5AA5C33Cu

static void reset(void)
{
    const size_t free = NUMBER(__builtin_frame_address(0)) - NUMBER(stack_begin) - 64;

    memcpy(data_begin, data_image, NUMBER(data_size));
    memset(bss_begin, 0, NUMBER(bss_size));
    for (size_t i = 0; i < free / sizeof *stack_begin; i++)
        stack_begin[i] = PAINT;
    board_end(main());
}

uint32_t stack_room(void) { return NUMBER(stack_size); }

uint32_t stack_used(void)
{
    uint32_t free = 0;

    while (free < stack_room() && stack_begin[free / sizeof *stack_begin] == PAINT)
        free += sizeof *stack_begin;
    return stack_room() - free;
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

/* SPDX-License-Identifier: MIT */
#ifndef DEMO_CORTEX_M3_H
#define DEMO_CORTEX_M3_H
/* What the files of this board tell each other. */
#include <stdint.h>

void systick_handler(void);
void uart_handler(void);
void semihosting_exit(int status) __attribute__((noreturn));
/* Of the stack: its bytes in all, and the most that were ever in use. */
uint32_t stack_room(void);
uint32_t stack_used(void);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef DEMO_BOARD_H
#define DEMO_BOARD_H
/* What a board must have to be the node: a UART that interrupts, a clock, and an end. */
#include "mcperr/port.h"

#include <stddef.h>

/* ---- made by each board ------------------------------------------------------------------------------ */

/* Start the clock and the UART, with its interrupt. */
void board_begin(void);
mcperr_port board_port(void);
/* Give what the UART has received to board_received, as long as that has room. Runs in the UART's
   interrupt, or with interrupts held off. */
void board_listen(void);
/* Bytes that the UART could not keep, since nobody took them in time. */
uint32_t board_overruns(void);
void board_send(const char *bytes, size_t size);
/* Sleep until an interrupt is due, whether it is held off or not. */
void board_sleep(void);
/* End the emulator. */
void board_end(int status) __attribute__((noreturn));

/* ---- made by firmware.c ------------------------------------------------------------------------------ */

bool board_has_room(void);
void board_received(char byte);
int main(void);

#endif

/* SPDX-License-Identifier: MIT */
/* A HardFault ends the emulator with status 1 instead of hanging it. */
#include <stdint.h>

void arm_hardfault_isr(void);
void arm_hardfault_isr(void)
{
    static const uint32_t run_time_error[2] = {0x20023, 1}; /* ADP_Stopped_RunTimeErrorUnknown */
    register uint32_t operation __asm__("r0") = 0x20;       /* SYS_EXIT_EXTENDED */
    register const void *argument __asm__("r1") = run_time_error;

    __asm__ volatile("bkpt 0xAB" : : "r"(operation), "r"(argument) : "memory");
    for (;;) {
    }
}

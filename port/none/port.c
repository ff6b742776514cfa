/* SPDX-License-Identifier: MIT */
/* No operating system, one thread, nothing that interrupts and calls the library: no lock is needed.
   Checked: tests/test_port.c on all hosts and on Cortex-M0, Cortex-M3 and RV32 under QEMU. */
#include "port.h"

#include <stddef.h>

static uint32_t no_clock(void *ctx) { return (void)ctx, 0; }

mcperr_port mcperr_port_none(uint32_t (*mono_ms)(void *ctx), void *ctx)
{
    const mcperr_port port = {.ctx = ctx, .mono_ms = mono_ms != NULL ? mono_ms : no_clock};
    return port;
}

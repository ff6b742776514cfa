/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_RISCV_H
#define MCPERR_PORT_RISCV_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One thread and interrupts on one RISC-V hart in machine mode; the clock is mtime. Nothing to start. */
mcperr_port mcperr_port_riscv(void);

#ifdef __cplusplus
}
#endif
#endif

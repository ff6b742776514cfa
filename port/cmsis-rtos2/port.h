/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_CMSIS_RTOS2_H
#define MCPERR_PORT_CMSIS_RTOS2_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Threads of a CMSIS-RTOS2. Makes the audit mutex: call it between osKernelInitialize and osKernelStart. */
mcperr_port mcperr_port_cmsis_rtos2(void);

#ifdef __cplusplus
}
#endif
#endif

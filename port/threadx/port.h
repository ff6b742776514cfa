/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_THREADX_H
#define MCPERR_PORT_THREADX_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Threads of ThreadX on one core. Makes the audit mutex: call it in tx_application_define. */
mcperr_port mcperr_port_threadx(void);

#ifdef __cplusplus
}
#endif
#endif

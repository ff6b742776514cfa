/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_FREERTOS_H
#define MCPERR_PORT_FREERTOS_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Tasks of one FreeRTOS. Makes the audit mutex: call it before the tasks that use the library run. */
mcperr_port mcperr_port_freertos(void);

#ifdef __cplusplus
}
#endif
#endif

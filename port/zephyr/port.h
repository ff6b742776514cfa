/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_ZEPHYR_H
#define MCPERR_PORT_ZEPHYR_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Threads of Zephyr in supervisor mode. */
mcperr_port mcperr_port_zephyr(void);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_NONE_H
#define MCPERR_PORT_NONE_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One thread, and a clock of yours. NULL: a clock that stands still. `ctx` goes to it. */
mcperr_port mcperr_port_none(uint32_t (*mono_ms)(void *ctx), void *ctx);

#ifdef __cplusplus
}
#endif
#endif

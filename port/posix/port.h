/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_POSIX_H
#define MCPERR_PORT_POSIX_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Threads of one POSIX process. Its boot id is a new one at each call: call it once. Not for signal
 * handlers. */
mcperr_port mcperr_port_posix(void);

/** Is the environment's DEBUG_STACK exactly "true"? For mcperr_boundary's debug_stack. */
bool mcperr_posix_debug_stack(void);

#ifdef __cplusplus
}
#endif
#endif

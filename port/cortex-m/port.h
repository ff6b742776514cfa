/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_PORT_CORTEX_M_H
#define MCPERR_PORT_CORTEX_M_H
#include "mcperr/port.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One thread and interrupts on one Cortex-M core; the clock is SysTick. Nothing to start. */
mcperr_port mcperr_port_cortex_m(void);

/** Let SysTick interrupt every millisecond. Not needed if something else has done so, such as a vendor's HAL.
 */
void mcperr_cortex_m_start(uint32_t core_hz);

/** Count one millisecond: call it from SysTick_Handler. */
void mcperr_cortex_m_tick(void);

#ifdef __cplusplus
}
#endif
#endif

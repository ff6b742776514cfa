/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_PLATFORM_H
#define MCPERR_SRC_PLATFORM_H
/* The functions of a port, where NULL has the meaning that port.h says. */
#include "mcperr/port.h"

#include <stddef.h>

static inline uint32_t mcperr_lock(const mcperr_port *port)
{
    return port->lock != NULL ? port->lock(port->ctx) : 0;
}

static inline void mcperr_unlock(const mcperr_port *port, uint32_t key)
{
    if (port->unlock != NULL)
        port->unlock(port->ctx, key);
}

static inline bool mcperr_lock_audit(const mcperr_port *port)
{
    return port->audit_lock == NULL || port->audit_lock(port->ctx);
}

static inline void mcperr_unlock_audit(const mcperr_port *port)
{
    if (port->audit_unlock != NULL)
        port->audit_unlock(port->ctx);
}

static inline int64_t mcperr_wall_ms(const mcperr_port *port)
{
    return port->wall_ms != NULL ? port->wall_ms(port->ctx) : -1;
}

static inline uint32_t mcperr_fine_us(const mcperr_port *port)
{
    return port->fine_us != NULL ? port->fine_us(port->ctx) : port->mono_ms(port->ctx) * 1000u;
}

static inline uintptr_t mcperr_task(const mcperr_port *port)
{
    return port->task != NULL ? port->task(port->ctx) : 0;
}

#endif

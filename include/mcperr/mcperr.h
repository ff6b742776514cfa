/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_MCPERR_H
#define MCPERR_MCPERR_H
/**
 * @file
 * Everything that mcperr offers, in one include. Each header also stands alone.
 */
#include "mcperr/audit.h"
#include "mcperr/boundary.h"
#include "mcperr/dialect.h"
#include "mcperr/error.h"
#include "mcperr/json.h"
#include "mcperr/mcp.h"
#include "mcperr/metrics.h"
#include "mcperr/policy.h"
#include "mcperr/port.h"

/** Version of the library, in this one place; semantic versioning. */
#define MCPERR_VERSION_MAJOR 0
#define MCPERR_VERSION_MINOR 1
#define MCPERR_VERSION_PATCH 0
/** The version as one number for #if: 0xMMmmpp. */
#define MCPERR_VERSION (MCPERR_VERSION_MAJOR * 0x10000 + MCPERR_VERSION_MINOR * 0x100 + MCPERR_VERSION_PATCH)

#endif

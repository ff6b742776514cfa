/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_REDACT_H
#define MCPERR_SRC_REDACT_H
/* What must not leave a device. Both are mcperr_filter; ctx is the error. */
#include "mcperr/error.h"

/* Context values: secrets by the name of their key become "[redacted]"; absolute paths become
   relative to the workspace, or "[redacted]". */
mcperr_text mcperr_redact(const void *err, mcperr_text key, mcperr_text value);

/* Messages: not absent if `value` holds a path, a hash or run of hex digits, a trace or a control
   character. */
mcperr_text mcperr_no_diagnostics(const void *err, mcperr_text key, mcperr_text value);

#endif

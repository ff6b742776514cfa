/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_INCIDENT_H
#define MCPERR_SRC_INCIDENT_H
#include "mcperr/boundary.h"

/* The longest incident id, and room for one. */
#define MCPERR_INCIDENT_LONGEST "inc_20260226_4294967295_4294967295"
#define MCPERR_INCIDENT_MOST (sizeof MCPERR_INCIDENT_LONGEST)

/* The next incident id of a boundary: inc_, the date (00000000 if `now` is negative), the start, the number.
   Without a NUL. */
mcperr_text mcperr_incident(mcperr_boundary *b, int64_t now, char to[MCPERR_INCIDENT_MOST]);

#endif

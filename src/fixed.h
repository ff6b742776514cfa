/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_FIXED_H
#define MCPERR_SRC_FIXED_H
/* JSON numbers, exactly, without floating point: as a count of units, each 10 to the power of -places. */
#include "mcperr/json.h"

typedef struct mcperr_fixed {
    uint64_t whole;      /* units, without the sign; UINT64_MAX: that or more */
    bool more, negative; /* there is a part of a unit, too */
} mcperr_fixed;

/* Read what is known to be a JSON number, however it is spelt. */
mcperr_fixed mcperr_fixed_of(mcperr_text number, unsigned places);

/* Less than 0, 0 or more, as the number is less than the limit, equal or more. */
int mcperr_fixed_compare(mcperr_fixed number, int64_t limit);

/* False, and *value untouched, if the number is no whole one or too large. */
bool mcperr_fixed_integer(mcperr_fixed number, int64_t *value);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_JSON_CHECK_H
#define MCPERR_SRC_JSON_CHECK_H
/* The strict check, with what it learns on its way. */
#include "mcperr/json.h"

#define MCPERR_LONG_STRINGS 12
typedef struct mcperr_checked {
    uint32_t tokens;
    uint32_t plain; /* strings that end before this offset have no escapes */
    uint32_t long_strings;
    struct {
        uint16_t begin, end;            /* between the quotes */
    } long_string[MCPERR_LONG_STRINGS]; /* the first ones, in the first 64 KB */
} mcperr_checked;

/* mcperr_json_check. *found is good on MCPERR_OK. */
mcperr_status mcperr_json_judge(const char *json, size_t size, const mcperr_limits *limits,
                                mcperr_checked *found, mcperr_fault *fault);

#endif

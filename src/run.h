/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_RUN_H
#define MCPERR_SRC_RUN_H
#include "mcperr/boundary.h"

/* Run a handler. True: its result stands in call->out, *len bytes. False: *err, which comes zeroed, tells why
   not, or tells nothing if the handler did not. *disguised is set if the result was an error in disguise. */
bool mcperr_run(const mcperr_tool *tool, const mcperr_call *call, mcperr_error *err, size_t *len,
                bool *disguised);

#endif

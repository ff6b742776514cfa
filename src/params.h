/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_PARAMS_H
#define MCPERR_SRC_PARAMS_H
/* The parameters of a tool: one table, from which arguments are judged and the schema is written. */
#include "mcperr/boundary.h"

/* Are the arguments what the tool's parameters say, and nothing else? If not, the error names the first that
   is not, and says what it must be. */
mcperr_status mcperr_params_check(const mcperr_tool *tool, mcperr_args *args, mcperr_error *err);

/* Has each parameter a name of its own, and could a value of it be good? */
bool mcperr_params_good(const mcperr_tool *tool);

/* The JSON Schema of the arguments, as a member. */
void mcperr_params_schema(const mcperr_tool *tool, mcperr_json *w, const char *key);

#endif

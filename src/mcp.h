/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_MCP_H
#define MCPERR_SRC_MCP_H
/* What the parts of the MCP room share. */
#include "mcperr/mcp.h"

/* Is this JSON an id: a string or an integer, exactly, of at most MCPERR_ID_MAX bytes? */
bool mcperr_is_id(mcperr_text json);

/* What can be told of a line that is broken or was cut. */
typedef struct mcperr_salvage {
    mcperr_text id; /* absent: none, two, or none that mcperr_is_id takes */
    bool request;   /* it has a method or params */
    bool broken;    /* its end is not that of an object */
} mcperr_salvage;

/* Looks at the members of the object that `head` begins with, as far as all is good and they are whole, and
   at `"id":X}` at the very end of `tail`. Two ids are none. Either text may be NULL; they may overlap. */
void mcperr_salvage_line(const char *head, size_t head_size, const char *tail, size_t tail_size,
                         mcperr_salvage *to);

#endif

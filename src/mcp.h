/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_MCP_H
#define MCPERR_SRC_MCP_H
/* What the parts of the MCP room share. */
#include "mcperr/mcp.h"

/* Is this JSON an id: a string or an integer, exactly, of at most MCPERR_ID_MAX bytes? */
bool mcperr_is_id(mcperr_text json);

/* The id of a line that is broken or was cut: the member `id` of the object that `head` begins with, if all
   is good up to and behind it; otherwise what stands in `"id":X}` at the very end of `tail`. Either may be
   NULL. Answers false, and leaves *id alone, if there is none, or it is none that mcperr_is_id takes. */
bool mcperr_salvage_id(const char *head, size_t head_size, const char *tail, size_t tail_size,
                       mcperr_text *id);

#endif

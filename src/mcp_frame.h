/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_MCP_FRAME_H
#define MCPERR_SRC_MCP_FRAME_H
/* The outer shape of lines, in and out. */
#include "json_read.h"
#include "mcperr/mcp.h"
#include "text.h"

/* A value as it is spelt, a string with its quotes. */
static inline mcperr_text mcperr_raw_value(const mcperr_doc *doc, uint32_t index)
{
    const mcperr_text text = mcperr_doc_text(doc, index);

    return text.data == NULL || text.form == MCPERR_JSON
               ? text
               : mcperr_view((const char *)text.data - 1, text.size + 2u, MCPERR_JSON);
}

/* Begin a result: the line's object is open, and in it `result`, with what its era wants at its head. */
void mcperr_put_result(mcperr_json *w, const mcperr_answer *answer);

/* End it: `_meta` if there is something to tell, with a copy of the error if it is not NULL. */
void mcperr_put_result_end(mcperr_json *w, const mcperr_answer *answer, const mcperr_dialect *d,
                           const mcperr_error *err);

#endif

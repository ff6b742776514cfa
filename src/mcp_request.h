/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_MCP_REQUEST_H
#define MCPERR_SRC_MCP_REQUEST_H
/* A request on its way from the line (mcp_endpoint.c) to the method that answers it (mcp_methods.c,
 * mcp_list.c). */
#include "mcp.h"
#include "mcp_frame.h"

/* The versions that begin with initialize. */
#define MCPERR_LEGACY_ALL "2025-11-25|2025-06-18|2025-03-26|2024-11-05"

typedef struct mcperr_request {
    mcperr_endpoint *e;
    mcperr_doc doc;     /* gone once a tool's arguments are located */
    uint32_t params;    /* an object, or none... */
    mcperr_text raw;    /* ...and its text */
    mcperr_text client; /* what it is called */
    mcperr_answer answer;
    char *buf;
    size_t cap;
} mcperr_request;

/* Why a request that cannot be located is refused. */
extern const char mcperr_too_much[];

/* All that mcperr_endpoint must have is there. */
bool mcperr_endpoint_complete(const mcperr_endpoint *e);

/* Refuse the request; `about` is repeated if it is short. */
size_t mcperr_refuse(mcperr_request *r, int32_t code, const char *what, mcperr_text about, mcperr_text data);
/* The same with nothing but the words. */
size_t mcperr_refuse_plainly(mcperr_request *r, int32_t code, const char *what);
/* Refuse a version, and tell which are known. */
size_t mcperr_refuse_version(mcperr_request *r, mcperr_text requested);

/* Refuse an answer that does not fit. */
size_t mcperr_refuse_for_space(mcperr_request *r);

/* The length of a result that was written to the request's buffer; an error if it does not fit. */
size_t mcperr_finish_result(mcperr_request *r, mcperr_json *w);
/* How long a result may be kept (2026-07-28). */
void mcperr_put_caching(const mcperr_endpoint *e, mcperr_json *w);

size_t mcperr_list_tools(mcperr_request *r);
/* An answer that holds a list of this tool alone; 0 if it cannot be listed or called. */
size_t mcperr_listing_size(const mcperr_endpoint *e, const mcperr_answer *answer, const mcperr_tool *tool);

/* Answer a method of the request's era. */
size_t mcperr_answer_method(mcperr_request *r, mcperr_text method);

#endif

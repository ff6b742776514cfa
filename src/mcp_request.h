/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_MCP_REQUEST_H
#define MCPERR_SRC_MCP_REQUEST_H
/* A request on its way from the line (mcp_endpoint.c) to the method that answers it (mcp_methods.c). */
#include "mcp.h"
#include "mcp_frame.h"

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
/* Refuse a version of at most MCPERR_VERSION_MOST bytes, and tell which are known. */
#define MCPERR_VERSION_MOST 32
size_t mcperr_refuse_version(mcperr_request *r, mcperr_text requested);

/* Answer a method of the request's era. */
size_t mcperr_answer_method(mcperr_request *r, mcperr_text method);

#endif

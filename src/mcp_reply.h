/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_MCP_REPLY_H
#define MCPERR_SRC_MCP_REPLY_H
/* A reply while it is read: what the line is, and which error stands in it. */
#include "json_read.h"
#include "mcp.h"

typedef struct mcperr_reader {
    const mcperr_dialect *const *set;
    size_t set_size;
    char *line; /* behind a byte order mark */
    size_t size;
    mcperr_token *tokens;
    size_t count;
    mcperr_reply *reply;
    mcperr_doc doc;
    mcperr_text found[MCPERR_IN_MESSAGE + 1]; /* what may be an envelope, for each place */
    mcperr_text word;                         /* protocol error: a code that is no number */
    uint32_t retry_after_s;
    bool has_retry_after;
} mcperr_reader;

/* Keep a text that may be an envelope: the first of each place. */
void mcperr_reply_offer(mcperr_reader *x, mcperr_reply_place place, mcperr_text text);

/* Read the first envelope of those that were kept; what is not `marked` as an error must be one beyond doubt.
   Answers false, and the error is zero, if there is none. From then on the tokens are gone. */
bool mcperr_reply_envelope(mcperr_reader *x, bool marked);

/* Without an envelope there are words, and perhaps a code. */
void mcperr_reply_words(mcperr_reader *x, mcperr_text words);

#endif

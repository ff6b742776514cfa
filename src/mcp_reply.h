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
    bool marked; /* it is an error, or in the place of one; all else must be one beyond doubt */
} mcperr_reader;

/* Keep a text that may be an envelope: the first of each place. */
void mcperr_reply_offer(mcperr_reader *x, mcperr_reply_place place, mcperr_text text);

/* Read the first envelope of those that were kept. Answers false, and the error is zero, if there is none.
   From then on the tokens are gone. */
bool mcperr_reply_envelope(mcperr_reader *x);

/* How long the JSON is that begins at `at`, whatever is behind it; 0: there is none. */
size_t mcperr_reply_json(const char *at, const char *end);

/* Make escaped text plain, where it stands in the line. */
void mcperr_reply_unescape(mcperr_reader *x, mcperr_text *text);

/* Without an envelope there are words, and perhaps a code. */
void mcperr_reply_words(mcperr_reader *x, mcperr_text words);

/* Step behind the words that frameworks of servers put before those of a tool. Answers the code of a JSON-RPC
   error that is among them; 0: none. */
int64_t mcperr_reply_unwrap(mcperr_text *text);

/* Behind the first phrase of `list`, which '|' separates, that the text says at `at`, not as the beginning of
   a longer word; NULL: none. The list is in lower case; the text may be in any, with '_' or '-' for a blank.
 */
const char *mcperr_reply_says(const mcperr_text *text, const char *at, const char *list);

/* Rounded up, without a division. */
static inline uint32_t mcperr_seconds(uint32_t ms)
{
    return (uint32_t)(((uint64_t)ms + 999) * 274877907 >> 38);
}

#endif

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_JSON_WRITE_H
#define MCPERR_SRC_JSON_WRITE_H
/* What the rest of the library needs of the writer beyond its public calls. */
#include "mcperr/dialect.h"

/* A member's name, ready to be written: `name` is ,"text": and the value is the next call, with a NULL key.
 */
void mcperr_json_name(mcperr_json *w, const char *name);

/* The same for a name that is yet to be escaped. */
void mcperr_json_key(mcperr_json *w, mcperr_text key);

/* A string in pieces: begin, any number of pieces, end. Pieces are plain or escaped. */
void mcperr_json_string(mcperr_json *w);
void mcperr_json_piece(mcperr_json *w, mcperr_text piece);
void mcperr_json_string_end(mcperr_json *w);

/* An object that is opened by its first member; mcperr_json_end takes it back if there is none. */
void mcperr_json_lazy(mcperr_json *w, const char *name);

/* From here on, refuse raw JSON and fields with a name that stands twice in one object (MCPERR_E_SHAPE). RFC
   8259 allows them; no reader of an envelope can be asked to. Costs time quadratic in the names of one
   object. */
void mcperr_json_unique(mcperr_json *w, bool unique);

/* What to do with the members of a spliced object. */
typedef struct mcperr_sieve {
    bool (*drops)(const void *ctx, mcperr_text key); /* leave out this member of the object itself */
    mcperr_filter filter;                            /* replace this value, at any depth; may be NULL */
    const void *ctx, *filter_ctx;
    mcperr_text key; /* of the value being written */
} mcperr_sieve;
void mcperr_json_sift(mcperr_json *w, mcperr_text object, mcperr_sieve *sieve);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_JSON_WRITE_H
#define MCPERR_SRC_JSON_WRITE_H
/* What the rest of the library needs of the writer beyond its public calls. */
#include "mcperr/dialect.h"

/* Where the document stands: mcperr_json.mode. */
enum {
    MCPERR_AT_COMMA = 1,  /* a value ends here: the next one needs a comma, or is one too many */
    MCPERR_AT_VALUE = 2,  /* what precedes a value is written: it must be next */
    MCPERR_IN_OBJECT = 4, /* the innermost container is an object */
    MCPERR_IN_QUOTES = 8, /* the document is the text of a string */
    MCPERR_OUTER = 16,    /* the object that is yet to be opened needs a comma */
    MCPERR_ASCII = 32,    /* \u for everything past 0x7E */
    MCPERR_UNIQUE = 64    /* names in one object differ */
};

void mcperr_json_fail(mcperr_json *w, mcperr_status status);

/* A member's name, ready to be written: `name` is ,"text":" and `size` that of it all but the last quote. The
   value is the next call, with a NULL key. */
void mcperr_json_name(mcperr_json *w, const char *name, size_t size);

/* The same with its value, a string: the prefix, then the text, which is plain or escaped; either may be
   absent. */
void mcperr_json_member(mcperr_json *w, const char *name, size_t size, const char *prefix,
                        const mcperr_text *text);

/* A name that is yet to be escaped; the value is the next call. A text of the form MCPERR_JSON is the inside
   of a string of raw JSON: as MCPERR_ESCAPED, but refused where it is bad. */
void mcperr_json_key(mcperr_json *w, mcperr_text key);

/* Write what precedes a value, the name too if there is a key; the value is the next call, with a NULL key.
   False if none may stand here. */
bool mcperr_json_due(mcperr_json *w, const char *key);

/* A value that is ready to be written. */
void mcperr_json_value(mcperr_json *w, const char *key, const char *bytes, size_t size);

/* A string in pieces: begin, any number of pieces, end. Pieces are plain or escaped, or as in
   mcperr_json_key. */
void mcperr_json_string(mcperr_json *w);
void mcperr_json_piece(mcperr_json *w, mcperr_text piece);
void mcperr_json_plain(mcperr_json *w, const char *piece); /* a C string; NULL: nothing */
void mcperr_json_string_end(mcperr_json *w);

/* All of that for one piece. */
void mcperr_json_chars(mcperr_json *w, mcperr_text text);

/* mcperr_json_text for any text but fields. */
void mcperr_json_view(mcperr_json *w, const char *key, mcperr_text text);

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

/* What stands for the value of the member `sieve->key`, or for its string `value`; absent: itself. */
mcperr_text mcperr_json_instead(const mcperr_json *w, mcperr_text value);

/* Raw JSON as a value that is due; or the members of a raw object, here. */
void mcperr_json_raw(mcperr_json *w, mcperr_text json);
void mcperr_json_raw_members(mcperr_json *w, mcperr_text object);

/* Fields as members of the open object. */
void mcperr_json_fields(mcperr_json *w, mcperr_text fields);

#endif

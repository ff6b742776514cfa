/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_DECODE_H
#define MCPERR_SRC_DECODE_H
/* Decoding, with what reading and linting need of it beyond the public call. */
#include "error.h"
#include "json_read.h"

typedef struct mcperr_decoding {
    const mcperr_dialect *d;
    const mcperr_doc *doc;
    mcperr_error *err;
    mcperr_fault *fault;
    const mcperr_code *code;         /* the row of the code, once it was read */
    uint16_t value[MCPERR_ROWS_MAX]; /* token of each row's value; 0 (the root is nobody's): none */
    bool lenient;                    /* take what real implementations send */
} mcperr_decoding;

/* The token of a row's value; 0: it has none. */
static inline uint32_t mcperr_row_value(const mcperr_decoding *x, const mcperr_row *row)
{
    return x->value[row - x->d->rows];
}

/* mcperr_doc_open for an envelope. */
mcperr_status mcperr_envelope_open(mcperr_doc *doc, const char *json, size_t size, mcperr_token *tokens,
                                   size_t count, mcperr_fault *fault);

/* Find the value of each row. Fails if the document is no object, has a name twice or one that is not
   allowed, or a value that is no object where rows go on. */
mcperr_status mcperr_locate(mcperr_decoding *x);

/* Tell the fault of a row, which is at its value, or at the object that lacks it. */
mcperr_status mcperr_refuse_row(const mcperr_decoding *x, mcperr_reason reason, const mcperr_row *row);

/* Decode a document that is open. *x is left for what comes after: code and values. */
mcperr_status mcperr_decode_doc(mcperr_decoding *x, const mcperr_dialect *d, const mcperr_doc *doc,
                                mcperr_error *err, mcperr_fault *fault, bool lenient);

/* May a text be an envelope, of the set, or hold one among other words? Judged without reading it, by the
   words of its marks: a `no` is certain but for names that are themselves written with escapes. Absent: no.
 */
bool mcperr_may_be_envelope(const mcperr_dialect *const *set, size_t set_size, mcperr_text text,
                            bool among_words);

#endif

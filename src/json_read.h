/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_JSON_READ_H
#define MCPERR_SRC_JSON_READ_H
/*
 * A document that was judged by mcperr_json_check and located by jsmn. Values are named by the index
 * of their token; index 0 is the root. Every index below comes from here, or answers `none`.
 */
#include "mcperr/json.h"

typedef struct mcperr_doc {
    const char *json;
    mcperr_token *tokens;
    uint32_t count;
    uint32_t plain; /* strings that end before this offset have no escapes */
} mcperr_doc;

typedef enum mcperr_type {
    MCPERR_T_NONE = 0, /* no such value */
    MCPERR_T_OBJECT,
    MCPERR_T_ARRAY,
    MCPERR_T_STRING,
    MCPERR_T_NUMBER,
    MCPERR_T_TRUE,
    MCPERR_T_FALSE,
    MCPERR_T_NULL
} mcperr_type;

#define MCPERR_DOC_NONE UINT32_MAX

/* Check, then locate. The limit on tokens is the lower one of `limits` and `count`.
   Fails as mcperr_json_check does; with MCPERR_E_MISUSE if doc or tokens is NULL or count is 0;
   with MCPERR_E_INTERNAL should jsmn see another document than the check did. */
mcperr_status mcperr_doc_open(mcperr_doc *doc, const char *json, size_t size, const mcperr_limits *limits,
                              mcperr_token *tokens, size_t count, mcperr_fault *fault);

/* The type of a value, and itself: a string as plain or escaped text, anything else as JSON. */
mcperr_type mcperr_doc_value(const mcperr_doc *doc, uint32_t index, mcperr_text *text);
mcperr_text mcperr_doc_text(const mcperr_doc *doc, uint32_t index);
mcperr_type mcperr_doc_type(const mcperr_doc *doc, uint32_t index);

/* Where a value begins in the text; a string at its quote. */
uint32_t mcperr_doc_offset(const mcperr_doc *doc, uint32_t index);

/* Exactly an integer, as mcperr_integer says. */
bool mcperr_doc_integer(const mcperr_doc *doc, uint32_t index, int64_t *value);

/* The next name of an object, or element of an array (no other value), behind one of its own or (the first)
   behind the container itself; NONE when there is none. The value of a name is the token behind it. */
uint32_t mcperr_doc_next(const mcperr_doc *doc, uint32_t container, uint32_t index);
static inline uint32_t mcperr_doc_first(const mcperr_doc *doc, uint32_t container)
{
    return mcperr_doc_next(doc, container, container);
}

/* The value of the member of that name, compared unescaped. The first, if there are several. */
uint32_t mcperr_doc_find(const mcperr_doc *doc, uint32_t object, const char *name);
uint32_t mcperr_doc_member(const mcperr_doc *doc, uint32_t object, mcperr_text name);

/* Names of all objects, in the order of the text. */
typedef struct mcperr_name {
    uint32_t index, object;
    mcperr_text text;
} mcperr_name;
static inline void mcperr_doc_names(mcperr_name *name) { name->index = 0; }
/* The next one, which is the first after mcperr_doc_names; false if there is none. */
bool mcperr_doc_name(const mcperr_doc *doc, mcperr_name *name);

/* Was there such a name in the object before, of those asked about? They are asked about in their order, once
   or again. Expected time linear in the text, with no memory but the tokens': a hash table in their spare
   member, jsmn's `size`. For documents of up to MCPERR_ENVELOPE_TOKENS_MAX. */
bool mcperr_doc_is_twice(const mcperr_doc *doc, const mcperr_name *name);

#endif

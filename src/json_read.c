/* SPDX-License-Identifier: MIT */
/*
 * The only file that knows jsmn. It is given valid, bounded text only; its `size` is never used.
 */
#include "json_read.h"
#include "json_check.h"
#include "json_names.h"
#include "text.h"

#define JSMN_STATIC
#ifndef JSMN_PARENT_LINKS
#define JSMN_PARENT_LINKS
#endif
#undef JSMN_STRICT
#include <jsmn.h>

/* The caller's tokens are jsmn's: same size, or this array type has none. */
typedef char tokens_fit[sizeof(jsmntok_t) == sizeof(mcperr_token) ? 1 : -1];

static jsmntok_t *all(const mcperr_doc *doc) { return (jsmntok_t *)(void *)doc->tokens; }

/* jsmn looks at each byte of a string again, which is most of its work. It is made to be resumed: of the long
   ones it sees neither quote, and their tokens are put in between. On KAIZA, that is a quarter of reading.
   A function of its own: inlined, its many variables would be kept in memory. */
static MCPERR_NOINLINE int locate(mcperr_token *tokens, const mcperr_checked *found, const char *json,
                                  size_t size)
{
    jsmntok_t *const token = (jsmntok_t *)(void *)tokens;
    jsmn_parser parser;

    /* It is not. Said here, what jsmn does without tokens is left out: GCOVR_EXCL_BR_START */
    if (token == NULL)
        return 0;
    /* GCOVR_EXCL_BR_STOP */
    jsmn_init(&parser);
    for (uint32_t i = 0;; i++) {
        const bool last = i == found->long_strings;
        const int begin = last ? 0 : found->long_string[i].begin, end = last ? 0 : found->long_string[i].end;
        const int count = jsmn_parse(&parser, json, last ? size : (size_t)begin - 1, token, found->tokens);
        /* No text is known on which they differ: GCOVR_EXCL_BR_START */
        if (last || parser.toknext == found->tokens)
            return count;
        /* GCOVR_EXCL_BR_STOP */
        jsmntok_t *const string = &token[parser.toknext++];
        string->type = JSMN_STRING;
        string->start = begin;
        string->end = end;
        string->size = 0;
        string->parent = parser.toksuper;
        parser.pos = (unsigned)end + 1;
    }
}

mcperr_status mcperr_doc_open(mcperr_doc *doc, const char *json, size_t size, const mcperr_limits *limits,
                              mcperr_token *tokens, size_t count, mcperr_fault *fault)
{
    static const mcperr_limits defaults = {0, 0, 0};
    mcperr_limits within = limits != NULL ? *limits : defaults;
    mcperr_checked found;

    if (doc == NULL || tokens == NULL || count == 0)
        return MCPERR_E_MISUSE;
    doc->json = json;
    doc->tokens = tokens;
    doc->count = 0;
    if (within.tokens == 0 || within.tokens > count)
        within.tokens = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
    const mcperr_status status = mcperr_json_judge(json, size, &within, &found, fault);
    if (status != MCPERR_OK)
        return status;
    /* No text is known on which they differ: GCOVR_EXCL_BR_START */
    if (locate(tokens, &found, json, size) != (int)found.tokens)
        return MCPERR_E_INTERNAL;
    /* GCOVR_EXCL_BR_STOP */
    doc->count = found.tokens;
    doc->plain = found.plain;
    return MCPERR_OK;
}

/* A string, whose form depends on whether it has escapes. */
static void view_string(const mcperr_doc *doc, const jsmntok_t *token, mcperr_text *text)
{
    const char *const begin = doc->json + token->start;
    const size_t size = (size_t)(token->end - token->start);
    size_t i = (uint32_t)token->end > doc->plain ? 0 : size;

    while (i < size && begin[i] != '\\')
        i++;
    *text = mcperr_view(begin, size, i < size ? MCPERR_ESCAPED : MCPERR_PLAIN);
}

mcperr_type mcperr_doc_value(const mcperr_doc *doc, uint32_t index, mcperr_text *text)
{
    *text = MCPERR_ABSENT;
    if (index >= doc->count)
        return MCPERR_T_NONE;
    const jsmntok_t *const token = all(doc) + index;
    if (token->type == JSMN_STRING) {
        view_string(doc, token, text);
        return MCPERR_T_STRING;
    }
    const char *const begin = doc->json + token->start;
    *text = mcperr_view(begin, (size_t)(token->end - token->start), MCPERR_JSON);
    switch (*begin) {
    case '{':
        return MCPERR_T_OBJECT;
    case '[':
        return MCPERR_T_ARRAY;
    case 't':
        return MCPERR_T_TRUE;
    case 'f':
        return MCPERR_T_FALSE;
    case 'n':
        return MCPERR_T_NULL;
    default:
        return MCPERR_T_NUMBER;
    }
}

mcperr_text mcperr_doc_text(const mcperr_doc *doc, uint32_t index)
{
    mcperr_text text;

    (void)mcperr_doc_value(doc, index, &text);
    return text;
}

mcperr_type mcperr_doc_type(const mcperr_doc *doc, uint32_t index)
{
    mcperr_text text;

    return mcperr_doc_value(doc, index, &text);
}

uint32_t mcperr_doc_offset(const mcperr_doc *doc, uint32_t index)
{
    if (index >= doc->count)
        return 0;
    const jsmntok_t *const token = all(doc) + index;
    return (uint32_t)token->start - (token->type == JSMN_STRING);
}

bool mcperr_doc_integer(const mcperr_doc *doc, uint32_t index, int64_t *value)
{
    const mcperr_text text = mcperr_doc_text(doc, index);

    return text.form == MCPERR_JSON && mcperr_integer(text.data, text.size, value);
}

uint32_t mcperr_doc_next(const mcperr_doc *doc, uint32_t container, uint32_t index)
{
    const jsmntok_t *const token = all(doc);

    /* What is in a container follows it, up to the first token whose parent is before it. */
    while (index < doc->count && ++index < doc->count && token[index].parent >= (int)container)
        if (token[index].parent == (int)container)
            return index;
    return MCPERR_DOC_NONE;
}

bool mcperr_doc_name(const mcperr_doc *doc, mcperr_name *name)
{
    const jsmntok_t *const token = all(doc);
    uint32_t i = name->index;

    do
        if (++i >= doc->count)
            return false;
    while (token[token[i].parent].type != JSMN_OBJECT);
    name->index = i;
    name->object = (uint32_t)token[i].parent;
    view_string(doc, token + i, &name->text);
    return true;
}

uint32_t mcperr_doc_member(const mcperr_doc *doc, uint32_t object, mcperr_text name)
{
    if (mcperr_doc_type(doc, object) != MCPERR_T_OBJECT)
        return MCPERR_DOC_NONE;
    uint32_t i = object;
    do
        i = mcperr_doc_next(doc, object, i);
    while (i != MCPERR_DOC_NONE && !mcperr_text_same(mcperr_doc_text(doc, i), name));
    return i != MCPERR_DOC_NONE ? i + 1 : i;
}

uint32_t mcperr_doc_find(const mcperr_doc *doc, uint32_t object, const char *name)
{
    return mcperr_doc_member(doc, object, mcperr_str(name));
}

bool mcperr_doc_is_twice(const mcperr_doc *doc, const mcperr_name *name)
{
    jsmntok_t *const token = all(doc);
    /* The products make every bit of the hash, and the object, count in the upper half. */
    const uint32_t hash =
        (mcperr_name_hash(name->text) ^ name->object * UINT32_C(0x9E3779B1)) * UINT32_C(0x85EBCA77);
    uint32_t slot = (hash >> 16) * (doc->count & 0xFFFF) >> 16;

    /* The sizes are the table: each what jsmn counted, or minus the index of a name. A name has a value, so
       that at most half of them are taken. */
    for (; token[slot].size < 0; slot = slot + 1 < doc->count ? slot + 1 : 0) {
        const uint32_t other = (uint32_t)-token[slot].size;
        if (other == name->index)
            return false;
        if ((uint32_t)token[other].parent == name->object &&
            mcperr_text_same(name->text, mcperr_doc_text(doc, other)))
            return true;
    }
    token[slot].size = -(int)name->index;
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * The only file that knows jsmn. It is given valid, bounded text only; its `size` is never used.
 */
#include "json_read.h"
#include "json_check.h"
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

/* NULL for an index that names nothing. */
static const jsmntok_t *at(const mcperr_doc *doc, uint32_t index)
{
    return index < doc->count ? all(doc) + index : NULL;
}

/* A function of its own: inlined, its many variables would be kept in memory. */
static MCPERR_NOINLINE int locate(mcperr_token *tokens, uint32_t count, const char *json, size_t size)
{
    jsmn_parser parser;

    jsmn_init(&parser);
    return jsmn_parse(&parser, json, size, (jsmntok_t *)(void *)tokens, count);
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
    if (locate(tokens, found.tokens, json, size) != (int)found.tokens)
        return MCPERR_E_INTERNAL;
    /* GCOVR_EXCL_BR_STOP */
    doc->count = found.tokens;
    doc->plain = found.plain;
    return MCPERR_OK;
}

mcperr_type mcperr_doc_type(const mcperr_doc *doc, uint32_t index)
{
    const jsmntok_t *const token = at(doc, index);

    if (token == NULL)
        return MCPERR_T_NONE;
    switch (token->type) {
    case JSMN_OBJECT:
        return MCPERR_T_OBJECT;
    case JSMN_ARRAY:
        return MCPERR_T_ARRAY;
    case JSMN_STRING:
        return MCPERR_T_STRING;
    default:
        break;
    }
    switch (doc->json[token->start]) {
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

uint32_t mcperr_doc_offset(const mcperr_doc *doc, uint32_t index)
{
    const jsmntok_t *const token = at(doc, index);

    return token == NULL ? 0 : (uint32_t)token->start - (token->type == JSMN_STRING);
}

mcperr_text mcperr_doc_text(const mcperr_doc *doc, uint32_t index)
{
    const jsmntok_t *const token = at(doc, index);

    if (token == NULL)
        return MCPERR_ABSENT;
    const char *const begin = doc->json + token->start;
    const size_t size = (size_t)(token->end - token->start);
    if (token->type != JSMN_STRING)
        return mcperr_raw_of(begin, size);
    mcperr_text text = mcperr_plain(begin, size);
    for (size_t i = 0; i < size && (uint32_t)token->end > doc->plain; i++)
        if (begin[i] == '\\')
            text.form = MCPERR_ESCAPED;
    return text;
}

bool mcperr_doc_integer(const mcperr_doc *doc, uint32_t index, int64_t *value)
{
    const mcperr_text text = mcperr_doc_text(doc, index);

    return text.form == MCPERR_JSON && mcperr_integer(text.data, text.size, value);
}

uint32_t mcperr_doc_parent(const mcperr_doc *doc, uint32_t index) { return (uint32_t)all(doc)[index].parent; }

uint32_t mcperr_doc_next(const mcperr_doc *doc, uint32_t container, uint32_t index)
{
    const jsmntok_t *const token = all(doc);

    /* What is in a container follows it, up to the first token whose parent is before it. */
    while (++index < doc->count && token[index].parent >= (int)container)
        if (token[index].parent == (int)container)
            return index;
    return MCPERR_DOC_NONE;
}

uint32_t mcperr_doc_name(const mcperr_doc *doc, uint32_t index)
{
    const jsmntok_t *const token = all(doc);

    while (++index < doc->count)
        if (token[token[index].parent].type == JSMN_OBJECT)
            return index;
    return MCPERR_DOC_NONE;
}

bool mcperr_doc_is_empty(const mcperr_doc *doc, uint32_t index)
{
    return mcperr_doc_type(doc, index) == MCPERR_T_ARRAY &&
           mcperr_doc_next(doc, index, index) == MCPERR_DOC_NONE;
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

void mcperr_doc_forget_names(const mcperr_doc *doc)
{
    for (uint32_t i = 0; i < doc->count; i++)
        all(doc)[i].size = 0;
}

/* FNV-1a over the characters that a name stands for. */
static uint32_t hash_of(mcperr_text name, uint32_t seed)
{
    const char *next = name.data, *const end = next + name.size;
    uint32_t hash = (UINT32_C(2166136261) ^ seed) * UINT32_C(16777619);

    while (next < end)
        hash = (hash ^ mcperr_char_next(&next, end, name.form)) * UINT32_C(16777619);
    return hash;
}

bool mcperr_doc_is_twice(const mcperr_doc *doc, uint32_t index)
{
    jsmntok_t *const token = all(doc);
    const int parent = token[index].parent;
    const mcperr_text name = mcperr_doc_text(doc, index);
    uint32_t slot = (uint32_t)((uint64_t)hash_of(name, (uint32_t)parent) * doc->count >> 32);

    /* The sizes are the table: each the index of a name, or 0. A name has a value, so that at most half
       of them are taken. */
    for (; token[slot].size != 0; slot = slot + 1 < doc->count ? slot + 1 : 0) {
        const uint32_t other = (uint32_t)token[slot].size;
        if (token[other].parent == parent && mcperr_text_same(name, mcperr_doc_text(doc, other)))
            return true;
    }
    token[slot].size = (int)index;
    return false;
}

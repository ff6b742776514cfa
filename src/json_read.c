/* SPDX-License-Identifier: MIT */
/*
 * The only file that knows jsmn. It is given valid, bounded text only; its `size` is never used.
 */
#include "json_read.h"
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

static int locate(mcperr_doc *doc, const char *json, size_t size, uint32_t count)
{
    jsmn_parser parser;

    doc->json = json;
    doc->count = count;
    jsmn_init(&parser);
    return jsmn_parse(&parser, json, size, all(doc), count);
}

mcperr_status mcperr_doc_open(mcperr_doc *doc, const char *json, size_t size, const mcperr_limits *limits,
                              mcperr_token *tokens, size_t count, mcperr_fault *fault)
{
    static const mcperr_limits defaults = {0, 0, 0};
    mcperr_limits within = limits != NULL ? *limits : defaults;
    uint32_t found = 0;

    if (doc == NULL || tokens == NULL || count == 0)
        return MCPERR_E_MISUSE;
    doc->tokens = tokens;
    doc->count = 0;
    if (within.tokens == 0 || within.tokens > count)
        within.tokens = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
    const mcperr_status status = mcperr_json_check(json, size, &within, &found, fault);
    if (status != MCPERR_OK)
        return status;
    /* No text is known on which they differ: GCOVR_EXCL_BR_START */
    if (locate(doc, json, size, found) == (int)found)
        return MCPERR_OK;
    /* GCOVR_EXCL_BR_STOP */
    doc->count = 0;
    return MCPERR_E_INTERNAL;
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
    for (size_t i = 0; i < size; i++)
        if (begin[i] == '\\')
            text.form = MCPERR_ESCAPED;
    return text;
}

bool mcperr_doc_integer(const mcperr_doc *doc, uint32_t index, int64_t *value)
{
    const mcperr_text text = mcperr_doc_text(doc, index);

    return text.form == MCPERR_JSON && mcperr_integer(text.data, text.size, value);
}

/* The first token behind a value and all that is in it. */
static uint32_t behind(const mcperr_doc *doc, uint32_t index)
{
    const jsmntok_t *const token = all(doc);
    uint32_t next = index + 1;

    while (next < doc->count && token[next].start < token[index].end)
        next++;
    return next;
}

/* That token, if it is still in the container. */
static uint32_t if_inside(const mcperr_doc *doc, uint32_t container, uint32_t index)
{
    const jsmntok_t *const token = at(doc, index);

    return token != NULL && token->start < all(doc)[container].end ? index : MCPERR_DOC_NONE;
}

uint32_t mcperr_doc_first(const mcperr_doc *doc, uint32_t container)
{
    return at(doc, container) == NULL ? MCPERR_DOC_NONE : if_inside(doc, container, container + 1);
}

uint32_t mcperr_doc_value(const mcperr_doc *doc, uint32_t name)
{
    return at(doc, name) == NULL || at(doc, name + 1) == NULL ? MCPERR_DOC_NONE : name + 1;
}

uint32_t mcperr_doc_next(const mcperr_doc *doc, uint32_t container, uint32_t index)
{
    if (at(doc, container) == NULL || at(doc, index) == NULL)
        return MCPERR_DOC_NONE;
    if (all(doc)[container].type == JSMN_OBJECT)
        index = mcperr_doc_value(doc, index);
    return at(doc, index) == NULL ? MCPERR_DOC_NONE : if_inside(doc, container, behind(doc, index));
}

uint32_t mcperr_doc_member(const mcperr_doc *doc, uint32_t object, mcperr_text name)
{
    if (mcperr_doc_type(doc, object) != MCPERR_T_OBJECT)
        return MCPERR_DOC_NONE;
    for (uint32_t i = mcperr_doc_first(doc, object); i != MCPERR_DOC_NONE;
         i = mcperr_doc_next(doc, object, i))
        if (mcperr_text_same(mcperr_doc_text(doc, i), name))
            return mcperr_doc_value(doc, i);
    return MCPERR_DOC_NONE;
}

uint32_t mcperr_doc_find(const mcperr_doc *doc, uint32_t object, const char *name)
{
    return mcperr_doc_member(doc, object, mcperr_str(name));
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

uint32_t mcperr_doc_duplicate(const mcperr_doc *doc, uint32_t index)
{
    if (at(doc, index) == NULL)
        return MCPERR_DOC_NONE;
    jsmntok_t *const token = all(doc);
    const uint32_t end = behind(doc, index), slots = end - index;

    /* token[index ... end - 1].size is the table: the index of a name, or 0. A name has a value, so
       that at most half of the slots are taken. */
    for (uint32_t i = index; i < end; i++)
        token[i].size = 0;
    for (uint32_t i = index + 1; i < end; i++) {
        const int parent = token[i].parent;
        if (token[i].type != JSMN_STRING || token[parent].type != JSMN_OBJECT)
            continue;
        const mcperr_text name = mcperr_doc_text(doc, i);
        uint32_t slot = (uint32_t)((uint64_t)hash_of(name, (uint32_t)parent) * slots >> 32);
        for (; token[index + slot].size != 0; slot = slot + 1 < slots ? slot + 1 : 0) {
            const uint32_t other = (uint32_t)token[index + slot].size;
            if (token[other].parent == parent && mcperr_text_same(name, mcperr_doc_text(doc, other)))
                return i;
        }
        token[index + slot].size = (int)i;
    }
    return MCPERR_DOC_NONE;
}

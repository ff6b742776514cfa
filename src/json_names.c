/* SPDX-License-Identifier: MIT */
/*
 * Names that stand twice in one object, found without memory for all of them: some are kept as hashes while
 * the others pass by, then the next, so that each byte is looked at once for every BLOCK names.
 */
#include "json_names.h"

#include <string.h>

#define BLOCK 48
#define SLOTS 64 /* more than BLOCK */
#define FEW 8    /* so many fields are compared with each other in less time */

const char *mcperr_skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

const char *mcperr_closing_quote(const char *at, const char *end)
{
    while ((at = mcperr_char_run(at + 1, end)) < end && *at != '"')
        if (*at == '\\' && ++at == end)
            break;
    return at;
}

/* The comma or bracket behind the value at `at`. */
static const char *skip_value(const char *at, const char *end)
{
    for (unsigned depth = 0;; at++) {
        if (*at == '"')
            at = mcperr_closing_quote(at, end);
        else if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']' || *at == ',') {
            if (depth == 0)
                return at;
            depth -= *at != ',';
        }
    }
}

/* Names of one object, from here on: in JSON, behind the brace or a comma; or in fields. */
typedef struct names {
    const void *at, *end; /* at == NULL: none are left */
    bool fields;
} names;

static mcperr_text next_field(names *n)
{
    const mcperr_field *at = n->at, *const end = n->end;

    while (at < end && at->key == NULL)
        at++;
    n->at = at < end ? at + 1 : at;
    return mcperr_str(at < end ? at->key : NULL);
}

static MCPERR_NOINLINE mcperr_text next_member(names *n)
{
    const char *const name = mcperr_skip_space(n->at, n->end);
    const char *const close = mcperr_closing_quote(name, n->end);
    const char *const behind = skip_value(mcperr_skip_space(close + 1, n->end) + 1, n->end);

    n->at = *behind == ',' ? behind + 1 : NULL;
    return mcperr_inside(name, close, MCPERR_ESCAPED);
}

/* The next name; absent if there is none. */
static mcperr_text next(names *n)
{
    if (n->at == NULL)
        return MCPERR_ABSENT;
    return n->fields ? next_field(n) : next_member(n);
}

uint32_t mcperr_name_hash(mcperr_text name)
{
    const char *at = name.data, *const end = at + name.size;
    uint32_t hash = UINT32_C(2166136261);

    while (at < end) {
        const unsigned char byte = (unsigned char)*at;
        const uint32_t code = mcperr_is_plain(byte) ? (at++, byte) : mcperr_char_next(&at, end, name.form);
        hash = (hash ^ code) * UINT32_C(16777619);
    }
    return hash;
}

/* The hash, folded to what is never 0. */
static uint16_t hash_of(mcperr_text name)
{
    const uint32_t hash = mcperr_name_hash(name);
    const uint16_t folded = (uint16_t)(hash ^ hash >> 16);

    return folded != 0 ? folded : 1;
}

/* The index of a name behind the first `behind` that has the hash of one in the first block; 0 if there is
   none, and then *n moves behind the block. */
static MCPERR_NOINLINE unsigned suspect(names *n, unsigned behind)
{
    uint16_t seen[SLOTS];
    names x = *n;
    unsigned index = 0, kept = 0, block = 0;
    mcperr_text name;

    memset(seen, 0, sizeof seen);
    while ((name = next(&x)).data != NULL) {
        const uint16_t hash = hash_of(name);
        unsigned slot = hash % SLOTS;
        while (seen[slot] != 0 && seen[slot] != hash)
            slot = (slot + 1) % SLOTS;
        if (++index > behind && seen[slot] == hash)
            return index;
        if (kept == BLOCK)
            continue;
        kept += seen[slot] == 0;
        seen[slot] = hash;
        block = index;
    }
    if (kept < BLOCK)
        n->at = NULL;
    while (block-- > 0)
        (void)next(n);
    return 0;
}

/* Does the name of that index stand before, too? */
static MCPERR_NOINLINE bool stands_before(const names *all, unsigned index)
{
    names n = *all;
    mcperr_text name = MCPERR_ABSENT;

    for (unsigned i = 0; i < index; i++)
        name = next(&n);
    for (n = *all; --index > 0;)
        if (mcperr_text_same(name, next(&n)))
            return true;
    return false;
}

static bool has_twice(names *n)
{
    unsigned index = 0;

    while (n->at != NULL) {
        index = suspect(n, index);
        if (index > 0 && stands_before(n, index))
            return true;
    }
    return false;
}

/* Do two fields have the same name? Mostly the first bytes tell; what is not ASCII may be replaced. */
static bool are_same(const mcperr_field *a, const mcperr_field *b)
{
    if (a->key == NULL || b->key == NULL || (*a->key != *b->key && (unsigned char)(*a->key | *b->key) < 0x80))
        return false;
    return mcperr_text_is(mcperr_str(a->key), b->key);
}

bool mcperr_fields_have_twice(const mcperr_field *at, const mcperr_field *end)
{
    names n = {at, end, true};

    if (end - at > FEW)
        return has_twice(&n);
    for (const mcperr_field *a = at; a < end; a++)
        for (const mcperr_field *b = at; b < a; b++)
            if (are_same(a, b))
                return true;
    return false;
}

bool mcperr_json_has_twice(const char *at, const char *end, uint32_t levels)
{
    for (unsigned depth = 0; levels != 0 && at < end; at++) {
        names n = {at + 1, end, false};
        if (*at == '"')
            at = mcperr_closing_quote(at, end);
        else if (*at == '}' || *at == ']')
            depth--;
        else if (*at == '{' || *at == '[') {
            if (*at == '{' && (levels >> depth & 1) && *mcperr_skip_space(at + 1, end) == '"' &&
                has_twice(&n))
                return true;
            depth++;
        }
    }
    return false;
}

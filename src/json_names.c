/* SPDX-License-Identifier: MIT */
/*
 * Names that stand twice in one object, found without memory for all of them: some are kept as hashes while
 * the others pass by, then the next, so that each byte is looked at once for every BLOCK names.
 */
#include "json_names.h"

#include <string.h>

#define BLOCK 32
#define SLOTS (2 * BLOCK)

const char *mcperr_skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

const char *mcperr_closing_quote(const char *at, const char *end)
{
    while (++at < end && *at != '"')
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

/* Names of one object, from here on. */
typedef struct names {
    const char *at, *end;                   /* in JSON: behind the brace or a comma; NULL: none are left */
    const mcperr_field *field, *fields_end; /* or in fields */
} names;

/* The next name; absent if there is none. */
static mcperr_text next(names *n)
{
    while (n->field < n->fields_end) {
        const mcperr_text key = mcperr_str(n->field++->key);
        if (key.data != NULL)
            return key;
    }
    if (n->at == NULL)
        return MCPERR_ABSENT;
    const char *const name = mcperr_skip_space(n->at, n->end);
    if (*name != '"') { /* the closing bracket of an empty object */
        n->at = NULL;
        return MCPERR_ABSENT;
    }
    const char *const close = mcperr_closing_quote(name, n->end);
    n->at = skip_value(mcperr_skip_space(close + 1, n->end) + 1, n->end);
    n->at = *n->at == ',' ? n->at + 1 : NULL;
    return mcperr_inside(name, close, MCPERR_ESCAPED);
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

    return (uint16_t)(hash ^ hash >> 16) | 1;
}

/* How many of the names up to the `last`th are this one? */
static unsigned count_of(names n, unsigned last, mcperr_text name)
{
    unsigned count = 0;

    while (last-- > 0)
        count += mcperr_text_same(name, next(&n));
    return count;
}

static bool has_twice(names n)
{
    uint16_t seen[SLOTS];

    for (;;) {
        const names begin = n;
        names x = n;
        unsigned index = 0, kept = 0;
        memset(seen, 0, sizeof seen);
        for (mcperr_text name; (name = next(&x)).data != NULL;) {
            const uint16_t hash = hash_of(name);
            unsigned slot = (hash >> 1) % SLOTS;
            while (seen[slot] != 0 && seen[slot] != hash)
                slot = (slot + 1) % SLOTS;
            index++;
            if (seen[slot] == hash && count_of(begin, index, name) > 1)
                return true;
            if (kept < BLOCK && seen[slot] == 0) {
                seen[slot] = hash;
                if (++kept == BLOCK)
                    n = x;
            }
        }
        if (kept < BLOCK)
            return false;
    }
}

bool mcperr_fields_have_twice(const mcperr_field *at, const mcperr_field *end)
{
    const names n = {NULL, NULL, at, end};

    return has_twice(n);
}

bool mcperr_json_has_twice(const char *at, const char *end, unsigned depth, uint32_t several)
{
    for (; at < end; at++) {
        const names n = {at + 1, end, NULL, NULL};
        if (*at == '"')
            at = mcperr_closing_quote(at, end);
        else if (*at == '}' || *at == ']')
            depth--;
        else if (*at == '{' || *at == '[') {
            if (*at == '{' && (several >> depth & 1) && has_twice(n))
                return true;
            depth++;
        }
    }
    return false;
}

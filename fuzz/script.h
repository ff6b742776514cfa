/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SCRIPT_H
#define FUZZ_SCRIPT_H
/*
 * Inputs that are lines: what reads them, and holds what they say. Fields are written as
 *
 *     type key = value ;                  s C string, p plain, e escaped, j JSON, i int, b bool,
 *                                         - without a key, anything else: a field of that type
 *     ( key = fields )
 */
#include "fuzz.h"
#include "mcperr/json.h"

#define FIELDS_MOST 8
#define FIELDS_NESTED (MCPERR_FIELDS_DEPTH + 2)

/* ---- memory that lasts as long as the input ---------------------------------------------------- */

typedef struct block {
    struct block *next;
    void *bytes;
} block;

static block *blocks;

static inline void *hold(const void *bytes, size_t size)
{
    block *const made = (block *)(void *)fuzz_room(sizeof *made);

    made->bytes = fuzz_copy(bytes, size);
    made->next = blocks;
    blocks = made;
    return made->bytes;
}

static inline void release(void)
{
    while (blocks != NULL) {
        block *const next = blocks->next;
        free(blocks->bytes);
        free(blocks);
        blocks = next;
    }
}

/* ---- values from bytes ------------------------------------------------------------------------- */

typedef struct span {
    const char *at, *end;
} span;

/* Up to a mark, which is passed but not part of it. */
static inline span before(span *from, char mark)
{
    span part = {from->at, from->at};

    while (part.end < from->end && *part.end != mark)
        part.end++;
    from->at = part.end < from->end ? part.end + 1 : part.end;
    return part;
}

static inline size_t size_of(span s) { return (size_t)(s.end - s.at); }

static inline const char *c_string(span s)
{
    char *const text = fuzz_room(size_of(s) + 1);

    memcpy(text, s.at, size_of(s));
    text[size_of(s)] = '\0';
    const char *const held = hold(text, size_of(s) + 1);
    free(text);
    return held;
}

static inline mcperr_text view(span s, unsigned form)
{
    mcperr_text text = mcperr_text_of(hold(s.at, size_of(s)), size_of(s));

    text.form = form & 3;
    return text;
}

static inline int64_t number(const char *text) { return strtoll(text, NULL, 10); }

static inline mcperr_text fields(span *from, unsigned nested);

static inline mcperr_field field(char type, span *from, unsigned nested)
{
    const char *const key = c_string(before(from, '='));
    span value = {from->at, from->at};

    if (type == '(' && nested < FIELDS_NESTED)
        return mcperr_field_text(key, fields(from, nested + 1));
    while (value.end < from->end && *value.end != ';' && *value.end != ')')
        value.end++;
    from->at = value.end;
    mcperr_field odd = mcperr_field_text(key, view(value, MCPERR_PLAIN));
    switch (type) {
    case 's':
        return mcperr_field_str(key, c_string(value));
    case 'p':
        return odd;
    case 'e':
        return mcperr_field_text(key, view(value, MCPERR_ESCAPED));
    case 'j':
        return mcperr_field_text(key, view(value, MCPERR_JSON));
    case 'i':
        return mcperr_field_int(key, number(c_string(value)));
    case 'b':
        return mcperr_field_bool(key, size_of(value) > 0);
    case '-':
        return mcperr_field_int(NULL, 1);
    default:
        odd.type = (uint8_t)type;
        return odd;
    }
}

static inline mcperr_text fields(span *from, unsigned nested)
{
    mcperr_field list[FIELDS_MOST];
    size_t count = 0;

    while (from->at < from->end && count < FIELDS_MOST) {
        const char type = *from->at++;
        if (type == ')')
            break;
        if (type != ';')
            list[count++] = field(type, from, nested);
    }
    return mcperr_fields(hold(list, count * sizeof *list), count);
}

#endif

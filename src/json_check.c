/* SPDX-License-Identifier: MIT */
/*
 * RFC 8259, judged byte by byte: a state machine with one bit for each open container. What it
 * accepts, jsmn may be trusted with; what it counts, jsmn must find.
 */
#include "json_check.h"
#include "json_names.h"
#include "text.h"

#include <limits.h>

#define SIZE_MOST (INT_MAX < MCPERR_TEXT_MAX ? INT_MAX : MCPERR_TEXT_MAX)

#define LONG 12 /* bytes of a string: looking at fewer costs jsmn less than stepping over them */

typedef struct scan {
    const char *begin, *end;
    const char *escape; /* the first backslash; NULL: none */
    mcperr_checked *found;
    uint32_t tokens, tokens_most; /* so far; the last one's number */
    uint16_t depth, depth_most;
    uint32_t objects;                             /* bit n: the container n levels up is an object */
    uint32_t outer[(MCPERR_DEPTH_MAX + 31) / 32]; /* `objects` as it was at each 32nd level */
    uint8_t reason;
} scan;

/* Each scanner answers where what it accepts ends. When it refuses, that is where the fault lies, and
   s->reason why. A fault at the end of the text is always that the text ends: document() sees to that. */
static const char *refuse(scan *s, const char *at, mcperr_reason reason)
{
    s->reason = (uint8_t)reason;
    return at;
}

/* Most often there is none: not calling for it saves a tenth. */
static const char *space(const scan *s, const char *at)
{
    return at < s->end && (unsigned char)*at <= ' ' ? mcperr_skip_space(at, s->end) : at;
}

/* A character of a string that does not stand for itself. */
static const char *special(scan *s, const char *at)
{
    const char *next;
    const bool escape = *at == '\\';

    if ((unsigned char)*at < 0x20)
        return refuse(s, at, MCPERR_R_CONTROL);
    const uint32_t code =
        escape ? mcperr_char_escape(at, s->end, &next) : mcperr_char_utf8(at, s->end, &next);
    if (code < MCPERR_CHAR_CUT)
        return next;
    if (code == MCPERR_CHAR_CUT)
        return refuse(s, s->end, MCPERR_R_END);
    if (code == MCPERR_CHAR_HALF)
        return refuse(s, at, MCPERR_R_SURROGATE);
    return refuse(s, at, escape ? MCPERR_R_ESCAPE : MCPERR_R_UTF8);
}

/* From within a string to its closing quote. */
static const char *inside(scan *s, const char *at)
{
    while (at < s->end && *at != '"') {
        if (*at == '\\') {
            if (s->escape == NULL)
                s->escape = at;
            /* Most escapes are a backslash and one letter: told here, they cost a third. */
            if (s->end - at > 1 && mcperr_is_escape(at[1])) {
                at += 2;
                continue;
            }
        } else if (mcperr_is_plain((unsigned char)*at)) {
            at = mcperr_char_run(at, s->end);
            continue;
        }
        at = special(s, at);
        if (s->reason != MCPERR_R_NONE)
            return at;
    }
    return at < s->end ? at : refuse(s, at, MCPERR_R_END);
}

/* From behind the opening quote of a string to behind the closing one. */
static const char *string(scan *s, const char *begin)
{
    mcperr_checked *const found = s->found;
    const char *at = mcperr_char_run(begin, s->end);

    if (at == s->end || *at != '"') {
        at = inside(s, at);
        if (s->reason != MCPERR_R_NONE)
            return at;
    }
    if (at - begin > LONG && at - s->begin <= UINT16_MAX && found->long_strings < MCPERR_LONG_STRINGS) {
        found->long_string[found->long_strings].begin = (uint16_t)(begin - s->begin);
        found->long_string[found->long_strings++].end = (uint16_t)(at - s->begin);
    }
    return at + 1;
}

static const char *open(scan *s, const char *at)
{
    if (s->depth == s->depth_most)
        return refuse(s, at, MCPERR_R_DEPTH);
    if (s->depth % 32 == 0)
        s->outer[s->depth / 32] = s->objects;
    s->depth++;
    s->objects = s->objects << 1 | (*at == '{');
    return at + 1;
}

static bool begins_value(char byte)
{
    for (const char *first = "{[tfn-"; *first != '\0'; first++)
        if (byte == *first)
            return true;
    return (unsigned)(unsigned char)byte - '0' < 10;
}

/* A value that is no string, or the beginning of one that has values in it. */
static const char *value(scan *s, const char *at)
{
    if (*at == '{' || *at == '[')
        return open(s, at);
    const bool word = *at >= 'a';
    if (mcperr_json_scalar(&at, s->end))
        return at;
    return refuse(s, at, word ? MCPERR_R_LITERAL : MCPERR_R_NUMBER);
}

/* A name or value. */
static const char *token(scan *s, const char *at, bool name)
{
    if (at == s->end)
        return refuse(s, at, MCPERR_R_END);
    const bool quoted = *at == '"';
    if (!quoted && (name || !begins_value(*at)))
        return refuse(s, at, name ? MCPERR_R_NAME : MCPERR_R_VALUE);
    if (s->tokens++ > s->tokens_most)
        return refuse(s, at, MCPERR_R_TOKENS);
    return quoted ? string(s, at + 1) : value(s, at);
}

/* From behind a value, or into one that has just begun, to where the next name or value must stand:
   containers that end there are closed. */
static const char *onward(scan *s, const char *at, bool begun)
{
    for (; s->depth > 0; begun = false) {
        const bool object = s->objects & 1;
        at = space(s, at);
        if (at == s->end)
            return refuse(s, at, MCPERR_R_END);
        if (*at != (object ? '}' : ']')) {
            if (!begun && *at != ',')
                return refuse(s, at, object ? MCPERR_R_NEXT_MEMBER : MCPERR_R_NEXT_ELEMENT);
            return begun ? at : at + 1;
        }
        at++;
        s->depth--;
        s->objects = s->depth % 32 == 0 ? s->outer[s->depth / 32] : s->objects >> 1;
    }
    return at;
}

/* The whole text. */
static const char *document(scan *s, const char *at)
{
    bool name = false;

    do {
        const unsigned depth = s->depth;
        at = token(s, space(s, at), name);
        if (s->reason != MCPERR_R_NONE)
            break;
        if (name) {
            at = space(s, at);
            at = at < s->end && *at == ':' ? at + 1 : refuse(s, at, MCPERR_R_COLON);
            name = false;
        } else {
            at = onward(s, at, s->depth > depth);
            name = s->objects & 1;
        }
    } while (s->reason == MCPERR_R_NONE && s->depth > 0);
    if (s->reason == MCPERR_R_NONE) {
        at = space(s, at);
        if (at < s->end)
            s->reason = MCPERR_R_TRAILING;
    } else if (at == s->end) {
        s->reason = MCPERR_R_END;
    }
    return at;
}

static bool is_bom(const char *at, const char *end)
{
    return end - at >= 3 && at[0] == '\xEF' && at[1] == '\xBB' && at[2] == '\xBF';
}

static uint32_t limit(uint32_t asked, uint32_t otherwise, uint32_t most)
{
    return asked == 0 ? otherwise : asked < most ? asked : most;
}

static mcperr_status status_of(mcperr_reason reason)
{
    switch (reason) {
    case MCPERR_R_NONE:
        return MCPERR_OK;
    case MCPERR_R_END:
        return MCPERR_E_PARTIAL;
    case MCPERR_R_SIZE:
        return MCPERR_E_SIZE;
    case MCPERR_R_DEPTH:
        return MCPERR_E_DEPTH;
    case MCPERR_R_TOKENS:
        return MCPERR_E_TOKENS;
    default:
        return MCPERR_E_SYNTAX;
    }
}

mcperr_status mcperr_json_judge(const char *json, size_t size, const mcperr_limits *limits,
                                mcperr_checked *found, mcperr_fault *fault)
{
    static const mcperr_limits defaults = {0, 0, 0};
    const mcperr_limits *const given = limits != NULL ? limits : &defaults;
    const uint32_t size_most = limit(given->size, SIZE_MOST, SIZE_MOST);
    const char *const begin = json != NULL ? json : "", *at;
    scan s;

    if (json == NULL && size > 0)
        return MCPERR_E_MISUSE;
    found->long_strings = 0;
    s.found = found;
    s.begin = begin;
    s.escape = NULL;
    s.tokens = 0;
    s.tokens_most = given->tokens - 1; /* no limit: UINT32_MAX */
    s.depth = 0;
    s.depth_most = (uint16_t)limit(given->depth, MCPERR_DEPTH_DEFAULT, MCPERR_DEPTH_MAX);
    s.reason = MCPERR_R_NONE;
    s.objects = 0;

    if (size > size_most) {
        at = refuse(&s, begin + size_most, MCPERR_R_SIZE);
    } else {
        s.end = begin + size;
        at = document(&s, begin);
        if (s.reason == MCPERR_R_VALUE && at == begin && is_bom(begin, s.end))
            s.reason = MCPERR_R_BOM;
    }
    if (fault != NULL) {
        fault->key = fault->parent = MCPERR_ABSENT;
        fault->offset = (uint32_t)(at - begin);
        fault->reason = (mcperr_reason)s.reason;
    }
    found->tokens = s.tokens;
    found->plain = (uint32_t)((s.escape != NULL ? s.escape : at) - begin);
    return status_of((mcperr_reason)s.reason);
}

mcperr_status mcperr_json_check(const char *json, size_t size, const mcperr_limits *limits, uint32_t *tokens,
                                mcperr_fault *fault)
{
    mcperr_checked found;
    const mcperr_status status = mcperr_json_judge(json, size, limits, &found, fault);

    if (status == MCPERR_OK && tokens != NULL)
        *tokens = found.tokens;
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * RFC 8259, judged byte by byte: a state machine with one bit for each open container. What it
 * accepts, jsmn may be trusted with; what it counts, jsmn must find.
 */
#include "json_check.h"
#include "text.h"

#include <limits.h>

#define SIZE_MOST (INT_MAX < MCPERR_TEXT_MAX ? INT_MAX : MCPERR_TEXT_MAX)

typedef struct scan {
    const char *end;
    const char *escape; /* the first backslash; NULL: none */
    uint32_t tokens, tokens_most;
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

static const char *space(const scan *s, const char *at)
{
    while (at < s->end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

/* The character at `at`, which begins with a byte that does not stand for itself. */
static const char *special(scan *s, const char *at)
{
    const char *next;
    mcperr_reason reason = MCPERR_R_UTF8;
    uint32_t code;

    if ((unsigned char)*at < 0x20)
        return refuse(s, at, MCPERR_R_CONTROL);
    if (*at == '\\') {
        reason = MCPERR_R_ESCAPE;
        if (s->escape == NULL)
            s->escape = at;
        code = mcperr_char_escape(at, s->end, &next);
    } else {
        code = mcperr_char_utf8(at, s->end, &next);
    }
    if (code < MCPERR_CHAR_CUT)
        return next;
    return refuse(s, code == MCPERR_CHAR_CUT ? s->end : at,
                  code == MCPERR_CHAR_HALF ? MCPERR_R_SURROGATE : reason);
}

/* One more name or value, a string. */
static const char *string(scan *s, const char *at)
{
    at++;
    while (s->reason == MCPERR_R_NONE) {
        at = mcperr_char_run(at, s->end);
        if (at == s->end)
            return refuse(s, at, MCPERR_R_END);
        if (*at == '"')
            return at + 1;
        at = special(s, at);
    }
    return at;
}

static bool is_digit(const scan *s, const char *at)
{
    return at < s->end && (unsigned)(unsigned char)*at - '0' < 10;
}

/* One digit or more. */
static const char *digits(scan *s, const char *at)
{
    if (!is_digit(s, at))
        return refuse(s, at, MCPERR_R_NUMBER);
    do
        at++;
    while (is_digit(s, at));
    return at;
}

static const char *number(scan *s, const char *at)
{
    if (*at == '-')
        at++;
    at = at < s->end && *at == '0' ? at + 1 : digits(s, at);
    if (s->reason == MCPERR_R_NONE && at < s->end && *at == '.')
        at = digits(s, at + 1);
    if (s->reason == MCPERR_R_NONE && at < s->end && (*at | 0x20) == 'e') {
        at++;
        if (at < s->end && (*at == '+' || *at == '-'))
            at++;
        at = digits(s, at);
    }
    return at;
}

static const char *literal(scan *s, const char *at, const char *word)
{
    for (; *word != '\0'; at++, word++)
        if (at == s->end || *at != *word)
            return refuse(s, at, MCPERR_R_LITERAL);
    return at;
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

static bool begins_value(const scan *s, const char *at)
{
    for (const char *first = "\"{[tfn-"; *first != '\0'; first++)
        if (*at == *first)
            return true;
    return is_digit(s, at);
}

/* A value, or the beginning of one that has values in it. */
static const char *value(scan *s, const char *at)
{
    if (at == s->end || !begins_value(s, at))
        return refuse(s, at, MCPERR_R_VALUE);
    if (s->tokens++ == s->tokens_most)
        return refuse(s, at, MCPERR_R_TOKENS);
    switch (*at) {
    case '"':
        return string(s, at);
    case '{':
    case '[':
        return open(s, at);
    case 't':
        return literal(s, at, "true");
    case 'f':
        return literal(s, at, "false");
    case 'n':
        return literal(s, at, "null");
    default:
        return number(s, at);
    }
}

/* A name and its colon. */
static const char *name(scan *s, const char *at)
{
    if (at == s->end || *at != '"')
        return refuse(s, at, MCPERR_R_NAME);
    if (s->tokens++ == s->tokens_most)
        return refuse(s, at, MCPERR_R_TOKENS);
    at = string(s, at);
    if (s->reason != MCPERR_R_NONE)
        return at;
    at = space(s, at);
    if (at == s->end || *at != ':')
        return refuse(s, at, MCPERR_R_COLON);
    return space(s, at + 1);
}

/* From behind a value, or into one that has just begun, to where the next one must stand: containers that end
   are closed on the way. */
static const char *onward(scan *s, const char *at, bool begun)
{
    for (; s->depth > 0; begun = false) {
        const bool object = s->objects & 1;
        at = space(s, at);
        if (at == s->end)
            return refuse(s, at, MCPERR_R_END);
        if (*at != (object ? '}' : ']')) {
            if (begun)
                return at;
            if (*at == ',')
                return space(s, at + 1);
            return refuse(s, at, object ? MCPERR_R_NEXT_MEMBER : MCPERR_R_NEXT_ELEMENT);
        }
        at++;
        s->depth--;
        s->objects = s->depth % 32 == 0 ? s->outer[s->depth / 32] : s->objects >> 1;
    }
    return space(s, at);
}

/* The whole text. */
static const char *document(scan *s, const char *at)
{
    at = space(s, at);
    do {
        const unsigned depth = s->depth;
        if (s->objects & 1)
            at = name(s, at);
        if (s->reason == MCPERR_R_NONE)
            at = value(s, at);
        if (s->reason == MCPERR_R_NONE)
            at = onward(s, at, s->depth > depth);
    } while (s->reason == MCPERR_R_NONE && s->depth > 0);
    if (s->reason == MCPERR_R_NONE && at < s->end)
        s->reason = MCPERR_R_TRAILING;
    else if (s->reason != MCPERR_R_NONE && at == s->end)
        s->reason = MCPERR_R_END;
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
    const char *const begin = json != NULL ? json : "", *at = begin;
    scan s;

    if (json == NULL && size > 0)
        return MCPERR_E_MISUSE;
    s.escape = NULL;
    s.tokens = 0;
    s.tokens_most = limit(given->tokens, UINT32_MAX, UINT32_MAX);
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

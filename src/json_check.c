/* SPDX-License-Identifier: MIT */
/*
 * RFC 8259, judged byte by byte: a state machine with one bit for each open container. What it
 * accepts, jsmn may be trusted with; what it counts, jsmn must find.
 */
#include "text.h"

#include <limits.h>

#define SIZE_MOST (INT_MAX < MCPERR_TEXT_MAX ? INT_MAX : MCPERR_TEXT_MAX)

/* Each scanner moves *at behind what it accepts and answers NONE; otherwise *at is where the fault
   lies, and the answer is why. A fault at the end of the text is that the text ends. */

static mcperr_reason string(const char **at, const char *end)
{
    const char *next = *at + 1; /* the quote */

    for (;;) {
        *at = next = mcperr_char_run(next, end);
        if (next == end)
            return MCPERR_R_END;
        const unsigned char byte = (unsigned char)*next;
        if (byte == '"') {
            *at = next + 1;
            return MCPERR_R_NONE;
        }
        if (byte < 0x20)
            return MCPERR_R_CONTROL;
        const uint32_t code =
            byte == '\\' ? mcperr_char_escape(next, end, &next) : mcperr_char_utf8(next, end, &next);
        switch (code) {
        case MCPERR_CHAR_CUT:
            *at = end;
            return MCPERR_R_END;
        case MCPERR_CHAR_HALF:
            return MCPERR_R_SURROGATE;
        case MCPERR_CHAR_BROKEN:
            return byte == '\\' ? MCPERR_R_ESCAPE : MCPERR_R_UTF8;
        default:
            break;
        }
    }
}

static bool is_digit(const char *at, const char *end)
{
    return at < end && (unsigned)(unsigned char)*at - '0' < 10;
}

/* One digit or more. */
static mcperr_reason digits(const char **at, const char *end)
{
    if (!is_digit(*at, end))
        return MCPERR_R_NUMBER;
    do
        ++*at;
    while (is_digit(*at, end));
    return MCPERR_R_NONE;
}

static mcperr_reason number(const char **at, const char *end)
{
    mcperr_reason reason = MCPERR_R_NONE;

    if (**at == '-')
        ++*at;
    if (*at < end && **at == '0')
        ++*at;
    else
        reason = digits(at, end);
    if (reason == MCPERR_R_NONE && *at < end && **at == '.') {
        ++*at;
        reason = digits(at, end);
    }
    if (reason == MCPERR_R_NONE && *at < end && (**at | 0x20) == 'e') {
        ++*at;
        if (*at < end && (**at == '+' || **at == '-'))
            ++*at;
        reason = digits(at, end);
    }
    return reason;
}

static mcperr_reason literal(const char **at, const char *end, const char *word)
{
    for (; *word != '\0'; ++*at, word++)
        if (*at == end || **at != *word)
            return MCPERR_R_LITERAL;
    return MCPERR_R_NONE;
}

/* What may come next. */
enum expect { VALUE, FIRST_VALUE, NAME, FIRST_NAME, COLON, NEXT, DONE };

typedef struct scan {
    const char *at, *end;
    uint32_t tokens, tokens_left;
    uint16_t depth, depth_most;
    uint8_t expect;
    uint32_t objects[(MCPERR_DEPTH_MAX + 31) / 32]; /* bit d: the container at depth d + 1 is an object */
} scan;

static bool in_object(const scan *s)
{
    const unsigned d = s->depth - 1u;
    return (s->objects[d >> 5] >> (d & 31) & 1) != 0;
}

static mcperr_reason open(scan *s, bool object)
{
    if (s->depth == s->depth_most)
        return MCPERR_R_DEPTH;
    const unsigned d = s->depth++;
    const uint32_t bit = UINT32_C(1) << (d & 31);
    /* The bits above are those of containers closed long ago, or of none: drop them. */
    s->objects[d >> 5] = (d & 31 ? s->objects[d >> 5] & (bit - 1) : 0) | (object ? bit : 0);
    s->at++;
    s->expect = object ? FIRST_NAME : FIRST_VALUE;
    return MCPERR_R_NONE;
}

static mcperr_reason value(scan *s)
{
    const char byte = *s->at;

    s->expect = s->depth > 0 ? NEXT : DONE;
    switch (byte) {
    case '{':
    case '[':
        return open(s, byte == '{');
    case '"':
        return string(&s->at, s->end);
    case 't':
        return literal(&s->at, s->end, "true");
    case 'f':
        return literal(&s->at, s->end, "false");
    case 'n':
        return literal(&s->at, s->end, "null");
    default:
        return number(&s->at, s->end);
    }
}

static bool begins_value(char byte)
{
    for (const char *first = "\"{[tfn-0123456789"; *first != '\0'; first++)
        if (byte == *first)
            return true;
    return false;
}

/* One more name or value. */
static mcperr_reason token(scan *s)
{
    const bool name = s->expect == NAME || s->expect == FIRST_NAME;

    if (name && *s->at != '"')
        return MCPERR_R_NAME;
    if (!name && !begins_value(*s->at))
        return MCPERR_R_VALUE;
    if (s->tokens_left == 0)
        return MCPERR_R_TOKENS;
    s->tokens_left--;
    s->tokens++;
    if (!name)
        return value(s);
    s->expect = COLON;
    return string(&s->at, s->end);
}

/* What stands at s->at, which is neither the end nor white space. */
static mcperr_reason step(scan *s)
{
    const char byte = *s->at;

    if (s->expect == DONE)
        return MCPERR_R_TRAILING;
    if (s->expect == COLON) {
        if (byte != ':')
            return MCPERR_R_COLON;
        s->at++;
        s->expect = VALUE;
        return MCPERR_R_NONE;
    }
    if (s->expect == VALUE || s->expect == NAME)
        return token(s);

    const bool object = in_object(s);
    if (byte == (object ? '}' : ']')) {
        s->at++;
        s->expect = --s->depth > 0 ? NEXT : DONE;
        return MCPERR_R_NONE;
    }
    if (s->expect != NEXT)
        return token(s);
    if (byte != ',')
        return object ? MCPERR_R_NEXT_MEMBER : MCPERR_R_NEXT_ELEMENT;
    s->at++;
    s->expect = object ? NAME : VALUE;
    return MCPERR_R_NONE;
}

/* The whole text. Short of it, the fault is at s->at. */
static mcperr_reason document(scan *s)
{
    mcperr_reason reason = MCPERR_R_NONE;

    while (reason == MCPERR_R_NONE) {
        while (s->at < s->end && (*s->at == ' ' || *s->at == '\n' || *s->at == '\r' || *s->at == '\t'))
            s->at++;
        if (s->at == s->end)
            return s->expect == DONE ? MCPERR_R_NONE : MCPERR_R_END;
        reason = step(s);
    }
    return s->at == s->end ? MCPERR_R_END : reason;
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

mcperr_status mcperr_json_check(const char *json, size_t size, const mcperr_limits *limits, uint32_t *tokens,
                                mcperr_fault *fault)
{
    static const mcperr_limits defaults = {0, 0, 0};
    const mcperr_limits *const given = limits != NULL ? limits : &defaults;
    const uint32_t size_most = limit(given->size, SIZE_MOST, SIZE_MOST);
    const char *const begin = json != NULL ? json : "";
    mcperr_reason reason = MCPERR_R_SIZE;
    scan s;

    if (json == NULL && size > 0)
        return MCPERR_E_MISUSE;
    s.at = s.end = begin;
    s.tokens = 0;
    s.tokens_left = limit(given->tokens, UINT32_MAX, UINT32_MAX);
    s.depth = 0;
    s.depth_most = (uint16_t)limit(given->depth, MCPERR_DEPTH_DEFAULT, MCPERR_DEPTH_MAX);
    s.expect = VALUE;

    if (size > size_most) {
        s.at += size_most;
    } else {
        s.end += size;
        reason = document(&s);
    }
    if (reason == MCPERR_R_VALUE && s.at == begin && is_bom(begin, s.end))
        reason = MCPERR_R_BOM;
    if (reason == MCPERR_R_NONE && tokens != NULL)
        *tokens = s.tokens;
    if (fault != NULL) {
        fault->key = fault->parent = MCPERR_ABSENT;
        fault->offset = (uint32_t)(s.at - begin);
        fault->reason = reason;
    }
    return status_of(reason);
}

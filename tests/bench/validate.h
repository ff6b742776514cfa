/* SPDX-License-Identifier: MIT */
#ifndef BENCH_VALIDATE_H
#define BENCH_VALIDATE_H
/*
 * The contracts, validated on a tree that a peer has parsed: one pass over the members of each object, in the
 * order in which they are expected. A peer's file defines before it includes this one:
 *
 *   value                      a value of the tree, cheap to copy
 *   member                     a place among the members of an object
 *   value_type(v)              one of the IS_... below; 0 for anything else
 *   value_text(v, &size)       of a string
 *   value_boolean(v)           of true or false: 1 or 0
 *   value_integer(v, &number)  of a number; false if it has a fraction or is too large
 *   member_first(v), member_is(v, m), member_next(v, m)
 *   member_name(m, &size), member_value(m)
 *   element_first(v), element_is(v, m), element_next(v, m), element_value(m)      of an array
 *
 * and then calls validate(). Codes, the facts about them and the form of a time are asked of mcperr, for all
 * alike.
 */
#include "bench.h"

#include <string.h>

enum { IS_NULL = 1, IS_BOOLEAN = 2, IS_NUMBER = 4, IS_TEXT = 8, IS_OBJECT = 16, IS_ARRAY = 32 };
enum {
    OTHER,
    CODE,
    MESSAGE,
    FILLED,
    ROLE,
    TIME,
    STATUS,
    CATEGORY,
    RETRYABLE,
    SECONDS,
    TYPE,
    INSTANCE,
    INSIDE
};

typedef struct rule {
    const char *name;
    uint8_t size, types, what;
    bool required;
} rule;

typedef struct shape {
    const rule *rules;
    size_t count;
    const struct shape *inside; /* of its member INSIDE */
    bool closed;
} shape;

typedef struct reading {
    const mcperr_dialect *dialect;
    const mcperr_code *code;
    const char *code_text, *message;
    size_t code_size, message_size;
    const char *category;
    size_t category_size;
    int retryable; /* -1: not there */
} reading;

#define RULE(name, types, what, required)                                                                    \
    {                                                                                                        \
        name, sizeof(name) - 1, types, what, required                                                        \
    }
#define SHAPE(rules, inside, closed)                                                                         \
    {                                                                                                        \
        rules, sizeof rules / sizeof *rules, inside, closed                                                  \
    }

static const rule context_error_rules[] = {
    RULE("code", IS_TEXT, CODE, true),
    RULE("message", IS_TEXT, FILLED, true),
};
static const shape context_error = SHAPE(context_error_rules, NULL, true);
static const rule context_rules[] = {RULE("error", IS_OBJECT, INSIDE, true)};
static const shape context_shape = SHAPE(context_rules, &context_error, true);

static const rule toolerror_rules[] = {
    RULE("type", IS_TEXT, CODE, true),
    RULE("message", IS_TEXT, MESSAGE, true),
    RULE("recoverable", IS_BOOLEAN, OTHER, true),
    RULE("data", IS_OBJECT, OTHER, false),
};
static const shape toolerror_shape = SHAPE(toolerror_rules, NULL, false);

static const rule owlclaw_error_rules[] = {
    RULE("code", IS_TEXT, CODE, true),
    RULE("message", IS_TEXT, MESSAGE, false),
    RULE("category", IS_TEXT, CATEGORY, true),
    RULE("retryable", IS_BOOLEAN, RETRYABLE, true),
    RULE("incident_id", IS_TEXT, OTHER, true),
    RULE("details", IS_OBJECT, OTHER, false),
    RULE("retry_after", IS_NUMBER, SECONDS, false),
};
static const shape owlclaw_error = SHAPE(owlclaw_error_rules, NULL, false);
static const rule owlclaw_rules[] = {RULE("error", IS_OBJECT, INSIDE, true)};
static const shape owlclaw_shape = SHAPE(owlclaw_rules, &owlclaw_error, false);

static const rule problem_rules[] = {
    RULE("type", IS_TEXT, TYPE, true),           RULE("title", IS_TEXT, OTHER, true),
    RULE("status", IS_NUMBER, STATUS, true),     RULE("detail", IS_TEXT, OTHER, true),
    RULE("instance", IS_TEXT, INSTANCE, true),   RULE("code", IS_TEXT, CODE, false),
    RULE("extensions", IS_OBJECT, OTHER, false),
};
static const shape problem_shape = SHAPE(problem_rules, NULL, false);
static const rule codeintel_rules[] = {
    RULE("error", IS_TEXT, MESSAGE, true),
    RULE("problem", IS_OBJECT, INSIDE, true),
};
static const shape codeintel_shape = SHAPE(codeintel_rules, &problem_shape, false);

static const rule kaiza_rules[] = {
    RULE("error_code", IS_TEXT, CODE, true),
    RULE("human_message", IS_TEXT, MESSAGE, true),
    RULE("role", IS_TEXT | IS_NULL, ROLE, true),
    RULE("session_id", IS_TEXT | IS_NULL, OTHER, true),
    RULE("workspace_root", IS_TEXT | IS_NULL, OTHER, true),
    RULE("tool_name", IS_TEXT, OTHER, true),
    RULE("invariant_id", IS_TEXT | IS_NULL, OTHER, true),
    RULE("phase_id", IS_TEXT | IS_NULL, OTHER, true),
    RULE("plan_hash", IS_TEXT | IS_NULL, OTHER, true),
    RULE("cause", IS_TEXT | IS_OBJECT | IS_NULL, OTHER, true),
    RULE("timestamp", IS_TEXT, TIME, true),
    RULE("stack_trace", IS_TEXT, OTHER, false),
};
static const shape kaiza_shape = SHAPE(kaiza_rules, NULL, false);

static inline const shape *shape_of(const mcperr_dialect *d)
{
    return d == &mcperr_context     ? &context_shape
           : d == &mcperr_owlclaw   ? &owlclaw_shape
           : d == &mcperr_codeintel ? &codeintel_shape
           : d == &mcperr_kaiza     ? &kaiza_shape
                                    : &toolerror_shape;
}

static inline bool is(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

static inline bool begins(const char *text, size_t size, const char *prefix)
{
    const size_t length = strlen(prefix);

    return size > length && memcmp(text, prefix, length) == 0;
}

/* A code of the dialect, or one of its form where others are allowed. */
static inline bool is_code(reading *r, const char *text, size_t size)
{
    const mcperr_dialect *const d = r->dialect;
    bool dot = false;

    for (unsigned i = 0; i < d->code_count; i++)
        if (d->codes[i].size == size && memcmp(text, d->codes[i].code, size) == 0) {
            r->code = &d->codes[i];
            return true;
        }
    if (!(d->flags & (MCPERR_DIALECT_KEBAB | MCPERR_DIALECT_DOTTED)))
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '.')
            dot = true;
        else if (strchr("abcdefghijklmnopqrstuvwxyz0123456789-_", text[i]) == NULL)
            return false;
    }
    return size > 0 && dot == ((d->flags & MCPERR_DIALECT_DOTTED) != 0);
}

static inline bool is_allowed_text(reading *r, const rule *row, const char *text, size_t size)
{
    int64_t time;

    switch (row->what) {
    case CODE:
        r->code_text = text;
        r->code_size = size;
        return is_code(r, text, size);
    case FILLED:
    case MESSAGE:
        r->message = text;
        r->message_size = size;
        return size > 0 || row->what != FILLED;
    case ROLE:
        return is(text, size, "WINDSURF") || is(text, size, "ANTIGRAVITY");
    case TIME:
        return mcperr_time_read(text, size, &time);
    case CATEGORY:
        r->category = text;
        r->category_size = size;
        return true;
    case TYPE:
        return begins(text, size, "https://kgfoundry.dev/problems/");
    case INSTANCE:
        return begins(text, size, "urn:codeintel:");
    default:
        return true;
    }
}

static bool is_allowed(reading *r, const rule *row, value v, unsigned type)
{
    int64_t number;
    size_t size;

    if (!(row->types & type))
        return false;
    if (type == IS_TEXT) {
        const char *const text = value_text(v, &size);
        return is_allowed_text(r, row, text, size);
    }
    if (row->what == RETRYABLE)
        r->retryable = value_boolean(v);
    if (row->what == STATUS)
        return value_integer(v, &number) && number >= 100 && number <= 599;
    if (row->what == SECONDS)
        return value_integer(v, &number) && number >= 0 && number <= INT32_MAX;
    return true;
}

/* No name stands twice in an object, at any depth. */
static bool is_unique(value v)
{
    const unsigned type = value_type(v);
    size_t size, other_size;

    if (type == IS_ARRAY)
        for (member m = element_first(v); element_is(v, m); m = element_next(v, m))
            if (!is_unique(element_value(m)))
                return false;
    if (type != IS_OBJECT)
        return true;
    for (member m = member_first(v); member_is(v, m); m = member_next(v, m)) {
        const char *const name = member_name(m, &size);
        for (member n = member_next(v, m); member_is(v, n); n = member_next(v, n)) {
            const char *const other = member_name(n, &other_size);
            if (size == other_size && memcmp(name, other, size) == 0)
                return false;
        }
        if (!is_unique(member_value(m)))
            return false;
    }
    return true;
}

/* The rule of that name, looked for from the one that is expected. */
static inline size_t rule_named(const shape *s, size_t from, const char *name, size_t size)
{
    for (size_t i = 0; i < s->count; i++, from++) {
        if (from == s->count)
            from = 0;
        if (s->rules[from].size == size && memcmp(s->rules[from].name, name, size) == 0)
            return from;
    }
    return s->count;
}

static bool has_shape(reading *r, const shape *s, value v)
{
    uint32_t seen = 0;
    size_t expected = 0, size;

    for (member m = member_first(v); member_is(v, m); m = member_next(v, m)) {
        const char *const name = member_name(m, &size);
        const size_t at = rule_named(s, expected, name, size);
        const value below = member_value(m);
        if (at == s->count) {
            if (s->closed || !is_unique(below))
                return false;
            continue;
        }
        const unsigned type = value_type(below);
        if ((seen & UINT32_C(1) << at) || !is_allowed(r, &s->rules[at], below, type))
            return false;
        if (s->rules[at].what == INSIDE ? !has_shape(r, s->inside, below)
                                        : (type & (IS_OBJECT | IS_ARRAY)) && !is_unique(below))
            return false;
        seen |= UINT32_C(1) << at;
        expected = at + 1;
    }
    for (size_t i = 0; i < s->count; i++)
        if (s->rules[i].required && !(seen & UINT32_C(1) << i))
            return false;
    return true;
}

static inline bool put_out(char *to, size_t room, const char *text, size_t size)
{
    if (text == NULL || size >= room)
        return false;
    memcpy(to, text, size);
    to[size] = '\0';
    return true;
}

/* Is the tree an envelope of this contract? Then code and message are copied out. */
static bool validate(const envelope *e, value v, results *out)
{
    reading r;

    memset(&r, 0, sizeof r);
    r.dialect = e->dialect;
    r.retryable = -1;
    if (value_type(v) != IS_OBJECT || !has_shape(&r, shape_of(e->dialect), v))
        return false;
    if (r.code != NULL && r.category != NULL) {
        const mcperr_kind_info *const kind = mcperr_kind_of(r.code->kind);
        if (!is(r.category, r.category_size, kind->category) || r.retryable != (int)kind->retryable)
            return false;
    }
    return put_out(out->code, CODE_ROOM, r.code_text, r.code_size) &&
           put_out(out->message, MESSAGE_ROOM, r.message, r.message_size);
}

#endif

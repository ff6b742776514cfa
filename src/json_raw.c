/* SPDX-License-Identifier: MIT */
/*
 * Raw JSON, which is not trusted, in one pass: each name, value and bracket goes through the writer as if the
 * caller had written it, so that it comes out without white space and in the writer's own spelling. What the
 * writer's place in the document does not allow next is refused, and nothing is looked at twice.
 */
#include "json_names.h"
#include "json_write.h"
#include "text.h"

/* ---- lexemes ------------------------------------------------------------------------------------ */

static bool is_digit(const char *at, const char *end)
{
    return at < end && (unsigned)(unsigned char)*at - '0' < 10;
}

/* Behind the digits at *at; false if there is none. */
static bool digits(const char **at, const char *end)
{
    const char *const begin = *at;

    while (is_digit(*at, end))
        ++*at;
    return *at > begin;
}

static bool number(const char **at, const char *end)
{
    *at += **at == '-';
    if (*at < end && **at == '0')
        ++*at;
    else if (!digits(at, end))
        return false;
    if (*at < end && **at == '.') {
        ++*at;
        if (!digits(at, end))
            return false;
    }
    if (*at == end || (**at | 0x20) != 'e')
        return true;
    ++*at;
    *at += *at < end && (**at == '+' || **at == '-');
    return digits(at, end);
}

bool mcperr_json_scalar(const char **at, const char *end)
{
    const char *word = "true";

    if (**at == 'f')
        word = "false";
    else if (**at == 'n')
        word = "null";
    else if (**at != 't')
        return number(at, end);
    while (*word != '\0' && *at < end && **at == *word) {
        word++;
        ++*at;
    }
    return *word == '\0';
}

/* ---- the walk ----------------------------------------------------------------------------------- */

enum expect {
    VALUE, /* a value or, in an object, a name */
    FIRST, /* the same, or a closing bracket */
    NEXT,  /* a comma, or a closing bracket */
    DONE
};

typedef struct walk {
    mcperr_json *w;
    const char *at, *end;
    uint8_t expect;
    uint8_t depth;  /* of what is around the value, or around the object whose members are spliced */
    bool members;   /* are they? */
    uint8_t muted;  /* 1 + the depth of a value that is judged, but not written; else 0 */
    uint32_t names; /* of the innermost object so far: see note_name(); all bits: not known */
    uint32_t twice; /* bit n: an object n levels deep in the text may have a name twice */
    struct {        /* what the writer was before that */
        size_t room, len;
        const char *lazy;
        void (*spill)(mcperr_json *, const char *, size_t);
        uint8_t mode;
    } kept;
} walk;

static void refuse(walk *x) { mcperr_json_fail(x->w, x->at == x->end ? MCPERR_E_PARTIAL : MCPERR_E_SYNTAX); }

static void mute(walk *x)
{
    mcperr_json *const w = x->w;

    x->muted = (uint8_t)(w->depth + 1u);
    x->kept.room = w->room;
    x->kept.len = w->len;
    x->kept.lazy = w->lazy;
    x->kept.spill = w->spill;
    x->kept.mode = w->mode;
    w->room = 0;
    w->spill = NULL;
}

static void unmute(walk *x)
{
    mcperr_json *const w = x->w;

    x->muted = 0;
    w->room = x->kept.room;
    w->len = x->kept.len;
    w->lazy = x->kept.lazy;
    w->spill = x->kept.spill;
    w->mode = x->kept.mode;
}

/* A value ends here. */
static void ended(walk *x)
{
    const unsigned depth = x->w->depth;

    if (x->muted == depth + 1)
        unmute(x);
    x->expect = depth == x->depth ? DONE : NEXT;
}

/* Write what stands for a value, if something does; the value itself is then muted. */
static void offer(walk *x, mcperr_text value)
{
    const mcperr_text instead = x->muted ? MCPERR_ABSENT : mcperr_json_instead(x->w, value);

    if (instead.data == NULL)
        return;
    mcperr_json_chars(x->w, instead);
    mute(x);
    x->w->mode |= MCPERR_AT_VALUE;
}

static void set_key(walk *x, mcperr_text key)
{
    if (x->w->sieve != NULL)
        x->w->sieve->key = key;
}

/* Behind a string that was written. What is cut by its closing quote is wrong, not cut. */
static void behind(walk *x, const char *close)
{
    if (close < x->end && x->w->status == MCPERR_E_PARTIAL)
        x->w->status = MCPERR_E_SYNTAX;
    x->at = close;
    if (close < x->end)
        x->at++;
    else
        refuse(x);
}

/* Names that are the same have the same size and ends, unless one has escapes. */
static MCPERR_NOINLINE void note_name(walk *x, const char *close)
{
    const char *const begin = x->at + 1;
    const unsigned ends = (unsigned char)*begin + 7u * (unsigned char)close[-1];
    const uint32_t bit = UINT32_C(1) << ((ends + 3 * (unsigned)(close - begin)) & 31);

    if ((x->names & bit) || mcperr_char_run(begin, close) < close)
        x->twice |= UINT32_C(1) << (x->w->depth - x->depth - 1u);
    x->names |= bit;
}

static void name(walk *x)
{
    mcperr_json *const w = x->w;

    if (*x->at != '"') {
        refuse(x);
        return;
    }
    const char *const close = mcperr_closing_quote(x->at, x->end);
    mcperr_text key = mcperr_inside(x->at, close, MCPERR_ESCAPED);
    set_key(x, key);
    if (x->members && w->depth == x->depth + 1u && w->sieve->drops(w->sieve->ctx, key))
        mute(x);
    key.form = MCPERR_JSON;
    mcperr_json_key(w, key);
    if (close < x->end)
        note_name(x, close);
    behind(x, close);
    x->at = mcperr_skip_space(x->at, x->end);
    if (x->at == x->end || *x->at != ':') {
        refuse(x);
        return;
    }
    x->at++;
    x->expect = VALUE;
    offer(x, MCPERR_ABSENT);
}

static void value(walk *x)
{
    mcperr_json *const w = x->w;
    const char *const begin = x->at;

    if (*begin == '"') {
        const char *const close = mcperr_closing_quote(begin, x->end);
        offer(x, mcperr_inside(begin, close, MCPERR_ESCAPED));
        mcperr_json_chars(w, mcperr_inside(begin, close, MCPERR_JSON));
        behind(x, close);
    } else if (*begin == '{' || *begin == '[') {
        if (*begin == '{')
            mcperr_json_object(w, NULL);
        else
            mcperr_json_array(w, NULL);
        x->at++;
        x->expect = FIRST;
        x->names = 0;
    } else if (mcperr_json_scalar(&x->at, x->end)) {
        mcperr_json_value(w, NULL, begin, (size_t)(x->at - begin));
    } else {
        refuse(x);
    }
    set_key(x, MCPERR_ABSENT); /* elements of an array have none */
    if (x->expect != FIRST)
        ended(x);
}

static MCPERR_NOINLINE void step(walk *x)
{
    mcperr_json *const w = x->w;
    const bool object = w->mode & MCPERR_IN_OBJECT;

    if (x->expect != VALUE && *x->at == (object ? '}' : ']')) {
        x->at++;
        if (!x->members || w->depth > x->depth + 1u)
            mcperr_json_end(w);
        else
            x->expect = DONE;
        x->names = UINT32_MAX;
        if (x->expect != DONE)
            ended(x);
    } else if (x->expect == NEXT) {
        if (*x->at == ',')
            x->at++;
        else
            refuse(x);
        x->expect = VALUE;
    } else if (object && !(w->mode & MCPERR_AT_VALUE)) {
        name(x);
    } else {
        x->expect = VALUE;
        value(x);
    }
}

/* ---- the two calls ------------------------------------------------------------------------------ */

/* `members`: those of an object begin at `at`; else a value does. Answers how deep in the text objects are
   that may have a name twice, a bit for each level. */
static MCPERR_NOINLINE uint32_t all(mcperr_json *w, const char *at, const char *end, bool members)
{
    walk x;

    x.w = w;
    x.at = at;
    x.end = end;
    x.expect = members ? FIRST : VALUE;
    x.depth = (uint8_t)(w->depth - members);
    x.members = members;
    x.muted = 0;
    x.names = 0;
    x.twice = 0;
    while (w->status == MCPERR_OK) {
        x.at = mcperr_skip_space(x.at, end);
        if (x.at == end || x.expect == DONE)
            break;
        step(&x);
    }
    if (x.muted > 0)
        unmute(&x);
    if (x.expect != DONE || x.at < end)
        refuse(&x);
    return w->status == MCPERR_OK && (w->mode & MCPERR_UNIQUE) ? x.twice : 0;
}

void mcperr_json_raw(mcperr_json *w, mcperr_text json)
{
    const char *const at = json.data, *const end = at + json.size;

    if (mcperr_json_has_twice(at, end, all(w, at, end, false)))
        mcperr_json_fail(w, MCPERR_E_SHAPE);
}

/* What is no object: is it JSON at all? */
static MCPERR_NOINLINE mcperr_status check(const char *at, const char *end, unsigned depth)
{
    mcperr_json nowhere;

    mcperr_json_init(&nowhere, NULL, 0);
    nowhere.depth = nowhere.base = (uint8_t)depth;
    (void)all(&nowhere, at, end, false);
    return nowhere.status != MCPERR_OK ? (mcperr_status)nowhere.status : MCPERR_E_SHAPE;
}

void mcperr_json_raw_members(mcperr_json *w, mcperr_text object)
{
    const char *const end = (const char *)object.data + object.size;
    const char *const at = mcperr_skip_space(object.data, end);

    if (at == end || *at != '{')
        mcperr_json_fail(w, check(at, end, w->depth - 1u));
    else if (mcperr_json_has_twice(at, end, all(w, at + 1, end, true)))
        mcperr_json_fail(w, MCPERR_E_SHAPE);
}

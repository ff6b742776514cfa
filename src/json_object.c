/* SPDX-License-Identifier: MIT */
/* Objects that are given as a whole: fields, and the members of one object spliced into another. */
#include "json_names.h"
#include "json_write.h"
#include "text.h"

mcperr_text mcperr_json_instead(const mcperr_json *w, mcperr_text value)
{
    const mcperr_sieve *const sieve = w->sieve;

    if (sieve == NULL || sieve->filter == NULL)
        return MCPERR_ABSENT;
    return sieve->filter(sieve->filter_ctx, sieve->key, value);
}

/* ---- fields ------------------------------------------------------------------------------------- */

static void judge(mcperr_json *w, const mcperr_field *at, const mcperr_field *end)
{
    if ((w->mode & MCPERR_UNIQUE) && mcperr_fields_have_twice(at, end))
        mcperr_json_fail(w, MCPERR_E_SHAPE);
}

/* Is something written in place of a value? */
static bool replaced(mcperr_json *w, mcperr_text value)
{
    const mcperr_text instead = mcperr_json_instead(w, value);

    if (instead.data != NULL)
        mcperr_json_chars(w, instead);
    return instead.data != NULL;
}

/* Write the value of a field that is not an array of fields. */
static void put_field(mcperr_json *w, const mcperr_field *field)
{
    const mcperr_text text = field->text;

    if (field->type == MCPERR_FIELD_INT)
        mcperr_json_int(w, NULL, field->number);
    else if (field->type != MCPERR_FIELD_TEXT)
        mcperr_json_bool(w, NULL, field->number != 0);
    else if (text.data == NULL || text.form > MCPERR_ESCAPED)
        mcperr_json_view(w, NULL, text);
    else if (!replaced(w, text))
        mcperr_json_chars(w, text);
}

/* Arrays inside are objects inside: a stack, not recursion. */
void mcperr_json_fields(mcperr_json *w, mcperr_text fields)
{
    struct {
        const mcperr_field *at, *end;
    } level[MCPERR_FIELDS_DEPTH], *top = level;

    top->at = fields.data;
    top->end = top->at + fields.size;
    judge(w, top->at, top->end);
    while (w->status == MCPERR_OK) {
        if (top->at == top->end) {
            if (top == level)
                return;
            top--;
            mcperr_json_end(w);
            continue;
        }
        const mcperr_field *const field = top->at++;
        const mcperr_text key = mcperr_str(field->key);
        if (key.data == NULL || (top == level && w->sieve != NULL && w->sieve->drops(w->sieve->ctx, key)))
            continue;
        mcperr_json_key(w, key);
        if (w->sieve != NULL)
            w->sieve->key = key;
        if (replaced(w, MCPERR_ABSENT))
            continue;
        if (field->type != MCPERR_FIELD_TEXT || field->text.data == NULL ||
            field->text.form != MCPERR_FIELDS) {
            put_field(w, field);
        } else if (++top < level + MCPERR_FIELDS_DEPTH) {
            mcperr_json_object(w, NULL);
            top->at = field->text.data;
            top->end = top->at + field->text.size;
            judge(w, top->at, top->end);
        } else {
            mcperr_json_fail(w, MCPERR_E_DEPTH);
        }
    }
}

/* ---- splices ------------------------------------------------------------------------------------ */

void mcperr_json_sift(mcperr_json *w, mcperr_text object, mcperr_sieve *sieve)
{
    if (w == NULL || w->status != MCPERR_OK)
        return;
    if ((w->mode & (MCPERR_IN_OBJECT | MCPERR_AT_VALUE)) != MCPERR_IN_OBJECT) {
        mcperr_json_fail(w, MCPERR_E_MISUSE);
        return;
    }
    if (object.data == NULL)
        return;
    w->sieve = sieve;
    if (object.form == MCPERR_FIELDS)
        mcperr_json_fields(w, object);
    else if (object.form == MCPERR_JSON)
        mcperr_json_raw_members(w, object);
    else
        mcperr_json_fail(w, MCPERR_E_SHAPE);
    w->sieve = NULL;
}

typedef struct names {
    const char *const *names;
    size_t count;
} names;

static bool is_named(const void *ctx, mcperr_text key)
{
    const names *const n = ctx;

    for (size_t i = 0; n->names != NULL && i < n->count; i++)
        if (mcperr_text_is(key, n->names[i]))
            return true;
    return false;
}

void mcperr_json_splice(mcperr_json *w, mcperr_text object, const char *const *except, size_t count)
{
    const names excepted = {except, count};
    mcperr_sieve sieve = {is_named, NULL, &excepted, NULL, MCPERR_ABSENT};

    mcperr_json_sift(w, object, &sieve);
}

/* ---- a member of an object that was given ------------------------------------------------------- */

typedef struct search {
    const char *name;
    bool *found;
} search;

static bool is_sought(const void *ctx, mcperr_text key)
{
    const search *const s = ctx;

    if (mcperr_text_is(key, s->name))
        *s->found = true;
    return true;
}

bool mcperr_has_member(mcperr_text object, const char *name)
{
    bool found = false;
    const search s = {name, &found};
    mcperr_sieve sieve = {is_sought, NULL, &s, NULL, MCPERR_ABSENT};
    mcperr_json nowhere;

    /* Its members are walked as if to be written, and all are left out. */
    mcperr_json_init(&nowhere, NULL, 0);
    mcperr_json_object(&nowhere, NULL);
    mcperr_json_sift(&nowhere, object, &sieve);
    return found && nowhere.status == MCPERR_OK;
}

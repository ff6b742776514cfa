/* SPDX-License-Identifier: MIT */
/* Where the members of an envelope are: which token is the value of which row. */
#include "decode.h"
#include "text.h"

#include <string.h>

#define NONE MCPERR_DOC_NONE

/* Tell the fault of a member, which is at a token. */
static mcperr_status refuse(const mcperr_decoding *x, mcperr_reason reason, const mcperr_text *key,
                            const mcperr_row *parent, uint32_t token)
{
    if (x->fault != NULL) {
        x->fault->offset = mcperr_doc_offset(x->doc, token);
        x->fault->reason = reason;
        x->fault->key = *key;
        x->fault->parent = parent != NULL ? mcperr_row_name(parent) : MCPERR_ABSENT;
    }
    return reason <= MCPERR_R_TYPE ? MCPERR_E_SHAPE : MCPERR_E_VALUE;
}

/* Tell the fault of a name, or of the document that should have some. */
static mcperr_status refuse_name(const mcperr_decoding *x, mcperr_reason reason, const mcperr_row *parent,
                                 uint32_t name)
{
    const mcperr_text key = name > 0 ? mcperr_doc_text(x->doc, name) : MCPERR_ABSENT;

    return refuse(x, reason, &key, parent, name);
}

mcperr_status mcperr_refuse_row(const mcperr_decoding *x, mcperr_reason reason, const mcperr_row *row)
{
    const mcperr_row *const parent = mcperr_row_parent(x->d, row);
    uint32_t token = mcperr_row_value(x, row);

    if (token == 0 && parent != NULL)
        token = mcperr_row_value(x, parent);
    const mcperr_text name = mcperr_row_name(row);
    return refuse(x, reason, &name, parent, token);
}

/* The first row of an object, or NULL if rows do not say what is in it. */
static const mcperr_row *rows_in(const mcperr_decoding *x, uint32_t object)
{
    if (object == 0)
        return x->d->rows;
    for (const mcperr_row *row = x->d->rows; row < x->d->rows + x->d->row_count; row++)
        if (row->form == MCPERR_FORM_OPEN && mcperr_row_value(x, row) == object)
            return row + 1;
    return NULL;
}

/* The row behind a row and all that is in it. */
static const mcperr_row *behind(const mcperr_row *row)
{
    return 1 + (row->form == MCPERR_FORM_OPEN ? mcperr_row_close(row) : row);
}

static bool is_named(const mcperr_decoding *x, const mcperr_row *row, const mcperr_text *name)
{
    const size_t size = row->name_size;

    /* The size alone tells most of them apart. */
    if (size == 0 || (size != name->size && name->form == MCPERR_PLAIN) ||
        ((row->flags & MCPERR_ROW_ALIAS) && !x->lenient))
        return false;
    return name->form == MCPERR_PLAIN ? memcmp(name->data, row->name + 2, size) == 0
                                      : mcperr_text_spells(*name, row->name + 2, size);
}

/* Is the value of a row that opens an object one, or the empty array that may stand for none? */
static bool is_object(const mcperr_decoding *x, const mcperr_row *row)
{
    const uint32_t value = mcperr_row_value(x, row);
    const mcperr_type type = mcperr_doc_type(x->doc, value);

    return type == MCPERR_T_OBJECT || ((row->flags & MCPERR_ROW_OPEN_READ) && type == MCPERR_T_ARRAY &&
                                       mcperr_doc_first(x->doc, value) == NONE);
}

/* The row of that name in the object whose rows begin at `first`, or NULL. The search begins at `next`. */
static const mcperr_row *row_named(const mcperr_decoding *x, const mcperr_row *first, const mcperr_row *next,
                                   const mcperr_text *name)
{
    const mcperr_row *const end = x->d->rows + x->d->row_count, *row = next;

    do {
        if (row == end || row->form == MCPERR_FORM_CLOSE)
            row = first;
        else if (is_named(x, row, name))
            return row;
        else
            row = behind(row);
    } while (row != next);
    return NULL;
}

/* Does the object whose rows begin at `first` take any member? */
static bool takes_any(const mcperr_decoding *x, const mcperr_row *first)
{
    const mcperr_row *const end = x->d->rows + x->d->row_count;

    if (!(x->d->flags & MCPERR_DIALECT_CLOSED) || x->lenient)
        return true;
    while (first < end && first->form != MCPERR_FORM_CLOSE && first->form != MCPERR_FORM_SPLICE)
        first = behind(first);
    return first < end && first->form == MCPERR_FORM_SPLICE;
}

/* One pass over the names of all objects. What is there twice is told before what is unknown, and that before
   an object that is none. */
mcperr_status mcperr_locate(mcperr_decoding *x)
{
    const mcperr_row *first = NULL, *next = NULL, *wrong = NULL, *around = NULL;
    uint32_t object = NONE, unknown = 0;
    mcperr_name name;

    mcperr_doc_names(&name);
    memset(x->value, 0, x->d->row_count * sizeof *x->value);
    if (mcperr_doc_type(x->doc, 0) != MCPERR_T_OBJECT)
        return refuse_name(x, MCPERR_R_TYPE, NULL, 0);
    while (mcperr_doc_name(x->doc, &name)) {
        if (name.object != object)
            first = next = rows_in(x, object = name.object);
        const mcperr_row *const row = first != NULL ? row_named(x, first, next, &name.text) : NULL;
        if (row != NULL ? mcperr_row_value(x, row) != 0 : mcperr_doc_is_twice(x->doc, &name)) {
            memset(x->value, 0, x->d->row_count * sizeof *x->value); /* nobody knows which one is meant */
            return refuse_name(x, MCPERR_R_TWICE, NULL, name.index);
        }
        if (row == NULL) {
            if (first != NULL && unknown == 0 && !takes_any(x, first)) {
                unknown = name.index;
                around = first;
            }
            continue;
        }
        x->value[row - x->d->rows] = (uint16_t)(name.index + 1);
        next = row + 1; /* where the next member most often belongs */
        if (row->form == MCPERR_FORM_OPEN) {
            next = first;
            if (wrong == NULL && !is_object(x, row))
                wrong = row;
        }
    }
    if (unknown != 0)
        return refuse_name(x, MCPERR_R_UNKNOWN, around > x->d->rows ? around - 1 : NULL, unknown);
    return wrong != NULL ? mcperr_refuse_row(x, MCPERR_R_TYPE, wrong) : MCPERR_OK;
}

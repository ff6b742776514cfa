/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_ERROR_H
#define MCPERR_SRC_ERROR_H
/* What the parts of the error room share. */
#include "mcperr/error.h"
#include "text.h"

/* What writing needs of a kind; that of MCPERR_INTERNAL for a value that is none. */
unsigned mcperr_kind_status(unsigned kind);
bool mcperr_kind_retryable(unsigned kind);
const char *mcperr_kind_category(unsigned kind);

/* What an unknown code of a category is, given whether it may be retried; MCPERR_KIND_COUNT if it is no
 * category. */
mcperr_kind mcperr_kind_in(mcperr_text category, bool retryable);

/* The row of a code in a dialect, or NULL. */
const mcperr_code *mcperr_code_named(const mcperr_dialect *d, mcperr_text code);

/* Do two dialects spell their codes alike? */
static inline bool mcperr_same_codes(const mcperr_dialect *a, const mcperr_dialect *b)
{
    return a != NULL && b != NULL && a->codes == b->codes;
}

/* The text of the error that a row stands for. */
static inline mcperr_text mcperr_row_text(const mcperr_row *row, const mcperr_error *err)
{
    return *(const mcperr_text *)(const void *)((const char *)err + row->at);
}

/* The name of a row's member. */
static inline mcperr_text mcperr_row_name(const mcperr_row *row)
{
    return mcperr_plain(row->name + 2, row->name_size);
}

/* The row that opens the object which a row is in; NULL for the envelope itself. */
const mcperr_row *mcperr_row_parent(const mcperr_dialect *d, const mcperr_row *row);

/* The row that closes the object which a row opens. */
static inline const mcperr_row *mcperr_row_close(const mcperr_row *open)
{
    unsigned depth = 1;

    while (depth > 0) {
        open++;
        if (open->form == MCPERR_FORM_OPEN)
            depth++;
        else if (open->form == MCPERR_FORM_CLOSE)
            depth--;
    }
    return open;
}

/* Is a text one of the words in `list`, which are separated by '|'? */
bool mcperr_text_in(mcperr_text text, const char *list);

/* The code that an error has in a dialect: its own at home, elsewhere the word for its kind; NULL if its own
   has no row. */
const mcperr_code *mcperr_code_of(const mcperr_dialect *d, const mcperr_error *err);

/* Write all rows into the open object. Answers the row that was refused, and why; NULL if none was, or the
   writer itself was the reason. */
const mcperr_row *mcperr_put_rows(const mcperr_dialect *d, const mcperr_error *err, unsigned shed,
                                  mcperr_json *w, mcperr_reason *reason);

/* Write the member `message`: what the dialect says in words, and no more. */
void mcperr_put_message(const mcperr_dialect *d, const mcperr_error *err, unsigned shed, mcperr_json *w);

/* Take away what a row refused, so that the next try gets further. */
void mcperr_mend(mcperr_error *err, const mcperr_row *row);

/* Has an object, given as JSON or fields, a member of that name? */
bool mcperr_has_member(mcperr_text object, const char *name);

/* Write the value of a row that follows from the code alone: TYPE, TITLE, CANONICAL. */
void mcperr_code_text(const mcperr_row *row, const mcperr_code *code, const mcperr_text *invariant,
                      mcperr_json *w);

/* Is a text `category:operation` with a category of codeintel's? */
bool mcperr_is_operation(mcperr_text text);

#endif

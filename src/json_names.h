/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_JSON_NAMES_H
#define MCPERR_SRC_JSON_NAMES_H
/* Names that stand twice in one object. */
#include "text.h"

/* Does one, in text that was found to be good JSON? `levels` has a bit for each level with an object that may
   have one; others are not looked at. */
bool mcperr_json_has_twice(const char *at, const char *end, uint32_t levels);

/* Does one in an array of fields? Those inside are not looked at. */
bool mcperr_fields_have_twice(const mcperr_field *at, const mcperr_field *end);

const char *mcperr_skip_space(const char *at, const char *end);

/* A number or word. *at moves behind it or, if it is none, to the byte that is wrong. */
bool mcperr_json_scalar(const char **at, const char *end);

/* FNV-1a over the characters that a name stands for. */
uint32_t mcperr_name_hash(mcperr_text name);

/* The closing quote of the string that opens at `at`, or the end of the text. */
const char *mcperr_closing_quote(const char *at, const char *end);

/* The inside of the string that opens at `at` and is closed at `close`. */
static inline mcperr_text mcperr_inside(const char *at, const char *close, unsigned form)
{
    return mcperr_view(at + 1, (size_t)(close - at) - 1, form);
}

#endif

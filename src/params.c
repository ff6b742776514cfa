/* SPDX-License-Identifier: MIT */
#include "params.h"
#include "error.h"
#include "fixed.h"
#include "json_read.h"
#include "json_write.h"

#include <string.h>

#define NAME_MOST 64 /* bytes of an argument's name that are repeated */

static const struct {
    const char *schema, *words;
    uint8_t of; /* the type that JSON has for it */
} types[] = {
    [MCPERR_STRING] = {"string", "a string", MCPERR_T_STRING},
    [MCPERR_INTEGER] = {"integer", "an integer", MCPERR_T_NUMBER},
    [MCPERR_NUMBER] = {"number", "a number", MCPERR_T_NUMBER},
    [MCPERR_BOOLEAN] = {"boolean", "true or false", MCPERR_T_TRUE},
};

static unsigned type_of(const mcperr_param *param) { return param->type & 3; }

/* Which limits a parameter has. */
static bool has_range(const mcperr_param *p)
{
    return type_of(p) != MCPERR_BOOLEAN && (p->min != 0 || p->max != 0);
}
static bool has_min(const mcperr_param *p) { return has_range(p) && p->min != INT64_MIN; }
static bool has_max(const mcperr_param *p) { return has_range(p) && p->max != INT64_MAX; }

/* ---- judging ------------------------------------------------------------------------------------------- */

static uint64_t characters(mcperr_text text)
{
    const char *at = text.data, *const end = at + text.size;
    uint64_t count = 0;

    for (; at < end; count++)
        (void)mcperr_char_next(&at, end, text.form);
    return count;
}

/* What the limits of a parameter are about: the number itself, or the length of the string. */
static mcperr_fixed measure(const mcperr_param *param, mcperr_text value)
{
    const mcperr_fixed length = {type_of(param) == MCPERR_STRING ? characters(value) : 0, false, false};

    return type_of(param) == MCPERR_STRING ? length : mcperr_fixed_of(value, 0);
}

static bool is_good(const mcperr_param *param, const mcperr_doc *doc, uint32_t index)
{
    const mcperr_type type = mcperr_doc_type(doc, index);
    int64_t integer;

    if ((type == MCPERR_T_FALSE ? MCPERR_T_TRUE : type) != types[type_of(param)].of)
        return false;
    const mcperr_text value = mcperr_doc_text(doc, index);
    if (type_of(param) == MCPERR_INTEGER && !mcperr_fixed_integer(mcperr_fixed_of(value, 0), &integer))
        return false;
    if (type == MCPERR_T_STRING && param->one_of != NULL && !mcperr_text_in(value, param->one_of))
        return false;
    if (!has_range(param))
        return true;
    const mcperr_fixed size = measure(param, value);
    return !(has_min(param) && mcperr_fixed_compare(size, param->min) < 0) &&
           !(has_max(param) && mcperr_fixed_compare(size, param->max) > 0);
}

/* ---- saying what is wrong ------------------------------------------------------------------------------ */

/* A message in the memory that is lent. at == NULL: it did not fit. */
typedef struct message {
    char *at;
    size_t left; /* with room for the NUL */
} message;

static void say(message *m, const char *words)
{
    const size_t size = strlen(words);

    if (m->at == NULL || size >= m->left) {
        m->at = NULL;
        return;
    }
    memcpy(m->at, words, size + 1);
    m->at += size;
    m->left -= size;
}

static void say_number(message *m, int64_t number)
{
    char digits[MCPERR_DECIMAL_MAX + 1];

    digits[MCPERR_DECIMAL_MAX] = '\0';
    if (number < 0)
        say(m, "-");
    say(m, mcperr_decimal(number < 0 ? 0 - (uint64_t)number : (uint64_t)number, digits));
}

/* Such as: an integer from 1 to 4; a string of at most 16 characters; one of on|off */
static void say_what(message *m, const mcperr_param *param)
{
    if (type_of(param) == MCPERR_STRING && param->one_of != NULL) {
        say(m, "one of ");
        say(m, param->one_of);
        return;
    }
    say(m, types[type_of(param)].words);
    if (has_min(param)) {
        say(m, has_max(param) ? " from " : " of at least ");
        say_number(m, param->min);
    }
    if (has_max(param)) {
        say(m, has_min(param) ? " to " : " of at most ");
        say_number(m, param->max);
    }
    if (has_range(param) && type_of(param) == MCPERR_STRING)
        say(m, " characters");
    if (!has_range(param) && type_of(param) == MCPERR_INTEGER)
        say(m, " of 64 bits");
}

/* Refuse the arguments for one of them. `wrong` stands between its name and what it must be (param NULL:
   nothing). */
static mcperr_status refuse(mcperr_args *args, mcperr_error *err, mcperr_text given, const char *wrong,
                            const mcperr_param *param)
{
    const mcperr_text name = mcperr_text_head(given, NAME_MOST);
    mcperr_json details;

    mcperr_details(args, &details);
    mcperr_json_text(&details, "argument", name);
    mcperr_details_end(args, &details, err);

    char *const begin = args->scratch;
    message m = {begin, args->scratch_size};
    const size_t named = mcperr_text_copy(name, NULL, 0);
    say(&m, "argument '");
    if (m.at != NULL && named < m.left) {
        m.at += mcperr_text_copy(name, m.at, m.left);
        m.left -= named;
    } else {
        m.at = NULL;
    }
    say(&m, name.size < given.size ? "..." : "");
    say(&m, wrong);
    if (param != NULL)
        say_what(&m, param);
    if (m.at == NULL)
        return mcperr_fail(err, MCPERR_INVALID, "an argument is missing, unknown or not what it must be");
    args->scratch = m.at + 1;
    args->scratch_size = m.left - 1;
    (void)mcperr_fail(err, MCPERR_INVALID, begin);
    err->message = mcperr_plain(begin, (size_t)(m.at - begin)); /* the name may hold U+0000 */
    return MCPERR_E_FAILED;
}

mcperr_status mcperr_params_check(const mcperr_tool *tool, mcperr_args *args, mcperr_error *err)
{
    const mcperr_doc doc = {args->json, args->tokens, args->json != NULL ? args->count : 0, 0};

    for (uint32_t name = mcperr_doc_first(&doc, 0); name != MCPERR_DOC_NONE;
         name = mcperr_doc_next(&doc, 0, name)) {
        const mcperr_text text = mcperr_doc_text(&doc, name);
        size_t i = 0;
        while (i < tool->param_count && !mcperr_text_is(text, tool->params[i].name))
            i++;
        if (i == tool->param_count)
            return refuse(args, err, text, "' is not one of this tool", NULL);
    }
    for (size_t i = 0; i < tool->param_count; i++) {
        const mcperr_param *const param = &tool->params[i];
        const uint32_t value = mcperr_doc_find(&doc, 0, param->name);
        if (value == MCPERR_DOC_NONE) {
            if (param->required)
                return refuse(args, err, mcperr_str(param->name), "' is missing; it must be ", param);
        } else if (!is_good(param, &doc, value)) {
            return refuse(args, err, mcperr_str(param->name), "' must be ", param);
        }
    }
    return MCPERR_OK;
}

/* ---- the table itself ------ */

/* Could any value be good? */
static bool is_possible(const mcperr_param *param)
{
    const bool string = type_of(param) == MCPERR_STRING;

    if (has_min(param) && has_max(param) && param->min > param->max)
        return false;
    return !string || ((!has_min(param) || param->min >= 0) && (!has_max(param) || param->max >= 0) &&
                       (param->one_of == NULL || param->one_of[0] != '\0'));
}

bool mcperr_params_good(const mcperr_tool *tool)
{
    for (size_t i = 0; i < tool->param_count; i++) {
        const char *const name = tool->params[i].name;
        if (name == NULL || !is_possible(&tool->params[i]))
            return false;
        for (size_t j = 0; j < i; j++)
            if (mcperr_text_is(mcperr_str(name), tool->params[j].name))
                return false;
    }
    return true;
}

/* ---- the schema ---------------------------------------------------------------------------------------- */

static void put_words(mcperr_json *w, const char *key, const char *list)
{
    mcperr_json_array(w, key);
    for (;;) {
        const char *end = list;
        while (*end != '\0' && *end != '|')
            end++;
        mcperr_json_text(w, NULL, mcperr_plain(list, (size_t)(end - list)));
        if (*end == '\0')
            break;
        list = end + 1;
    }
    mcperr_json_end(w);
}

static void put_param(const mcperr_param *param, mcperr_json *w)
{
    const bool string = type_of(param) == MCPERR_STRING;

    mcperr_json_object(w, param->name);
    mcperr_json_str(w, "type", types[type_of(param)].schema);
    if (param->description != NULL)
        mcperr_json_str(w, "description", param->description);
    if (string && param->one_of != NULL)
        put_words(w, "enum", param->one_of);
    if (has_min(param))
        mcperr_json_int(w, string ? "minLength" : "minimum", param->min);
    if (has_max(param))
        mcperr_json_int(w, string ? "maxLength" : "maximum", param->max);
    mcperr_json_end(w);
}

void mcperr_params_schema(const mcperr_tool *tool, mcperr_json *w, const char *key)
{
    bool required = false;

    mcperr_json_object(w, key);
    mcperr_json_str(w, "type", "object");
    mcperr_json_object(w, "properties");
    for (size_t i = 0; i < tool->param_count; i++) {
        put_param(&tool->params[i], w);
        required = required || tool->params[i].required;
    }
    mcperr_json_end(w);
    if (required) {
        mcperr_json_array(w, "required");
        for (size_t i = 0; i < tool->param_count; i++)
            if (tool->params[i].required)
                mcperr_json_str(w, NULL, tool->params[i].name);
        mcperr_json_end(w);
    }
    mcperr_json_bool(w, "additionalProperties", false);
    mcperr_json_end(w);
}

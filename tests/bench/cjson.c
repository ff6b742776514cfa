/* SPDX-License-Identifier: MIT */
/* cJSON does the jobs. */
#include <cjson/cJSON.h>
#include <stdint.h>
#include <string.h>

typedef const cJSON *value;
typedef const cJSON *member;

#define value_text(v, size) (*(size) = strlen((v)->valuestring), (v)->valuestring)
#define value_boolean(v) ((int)cJSON_IsTrue(v))
#define member_first(v) ((v)->child)
#define member_is(v, m) ((m) != NULL)
#define member_next(v, m) ((m)->next)
#define member_name(m, size) (*(size) = strlen((m)->string), (m)->string)
#define member_value(m) (m)
#define element_first member_first
#define element_is member_is
#define element_next member_next
#define element_value member_value

static inline unsigned value_type(value v)
{
    switch (v->type & 0xFF) {
    case cJSON_NULL:
        return 1;
    case cJSON_True:
    case cJSON_False:
        return 2;
    case cJSON_Number:
        return 4;
    case cJSON_String:
        return 8;
    case cJSON_Object:
        return 16;
    case cJSON_Array:
        return 32;
    default:
        return 0;
    }
}

static inline _Bool value_integer(value v, int64_t *number)
{
    if (!(v->valuedouble > -9e15 && v->valuedouble < 9e15))
        return 0;
    *number = (int64_t)v->valuedouble;
    return (double)*number == v->valuedouble;
}

#include "validate.h"

static cJSON *build(const envelope *e)
{
    cJSON *open[16];
    size_t depth = 0;

    open[0] = cJSON_CreateObject();
    for (const node *n = e->nodes; n < e->nodes + e->node_count; n++)
        switch (n->type) {
        case NODE_TEXT:
            (void)cJSON_AddStringToObject(open[depth], n->key, n->text);
            break;
        case NODE_NUMBER:
            (void)cJSON_AddNumberToObject(open[depth], n->key, n->number);
            break;
        case NODE_BOOLEAN:
            (void)cJSON_AddBoolToObject(open[depth], n->key, n->number);
            break;
        case NODE_NULL:
            (void)cJSON_AddNullToObject(open[depth], n->key);
            break;
        case NODE_OPEN:
            open[depth + 1] = cJSON_AddObjectToObject(open[depth], n->key);
            depth++;
            break;
        default:
            depth--;
        }
    return open[0];
}

static bool print(cJSON *tree, char *to, int room)
{
    const bool printed = cJSON_PrintPreallocated(tree, to, room, 0);

    cJSON_Delete(tree);
    return printed;
}

static size_t write_envelope(const subject *s, results *r)
{
    return print(build(s->envelope), r->text, TEXT_ROOM) ? strlen(r->text) : 0;
}

static size_t write_frame(const subject *s, results *r)
{
    static char inner[TEXT_ROOM];

    if (!print(build(s->envelope), inner, TEXT_ROOM))
        return 0;
    cJSON *const root = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(root, "jsonrpc", "2.0");
    (void)cJSON_AddNumberToObject(root, "id", 1);
    cJSON *const result = cJSON_AddObjectToObject(root, "result");
    cJSON *const content = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(content, "type", "text");
    (void)cJSON_AddStringToObject(content, "text", inner);
    (void)cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "content"), content);
    (void)cJSON_AddTrueToObject(result, "isError");
    return print(root, r->text, FRAME_ROOM) ? strlen(r->text) : 0;
}

static bool read_envelope(const envelope *e, const char *text, size_t size, results *r)
{
    const char *end;
    cJSON *const tree = cJSON_ParseWithLengthOpts(text, size, &end, 0);
    bool good = tree != NULL;

    for (; good && end < text + size; end++)
        good = *end == ' ' || *end == '\t' || *end == '\n' || *end == '\r';
    good = good && validate(e, tree, r);
    cJSON_Delete(tree);
    return good;
}

const contender cjson_contender = {"cJSON", write_envelope, write_frame, read_envelope};

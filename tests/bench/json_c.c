/* SPDX-License-Identifier: MIT */
/* json-c does the jobs. Its tokener is kept from call to call. */
#include <json-c/json.h>
#include <stdint.h>
#include <string.h>

typedef json_object *value;
typedef struct place {
    struct lh_entry *entry; /* of an object */
    json_object *array;
    size_t index;
} member;

#define value_boolean(v) ((int)json_object_get_boolean(v))
#define member_is(v, m) ((m).entry != NULL)
#define member_value(m) ((json_object *)lh_entry_v((m).entry))
#define element_is(v, m) ((m).index < json_object_array_length(v))
#define element_value(m) json_object_array_get_idx((m).array, (m).index)

static inline unsigned value_type(value v)
{
    static const uint8_t types[] = {
        [json_type_null] = 1,    [json_type_boolean] = 2, [json_type_double] = 4, [json_type_int] = 4,
        [json_type_object] = 16, [json_type_array] = 32,  [json_type_string] = 8,
    };
    return types[json_object_get_type(v)];
}

static inline const char *value_text(value v, size_t *size)
{
    *size = (size_t)json_object_get_string_len(v);
    return json_object_get_string(v);
}

static inline _Bool value_integer(value v, int64_t *number)
{
    *number = json_object_get_int64(v);
    return json_object_get_type(v) == json_type_int;
}

static inline member member_first(value v) { return (member){json_object_get_object(v)->head, NULL, 0}; }
static inline member member_next(value v, member m)
{
    (void)v;
    return (member){m.entry->next, NULL, 0};
}
static inline const char *member_name(member m, size_t *size)
{
    const char *const name = lh_entry_k(m.entry);

    *size = strlen(name);
    return name;
}
static inline member element_first(value v) { return (member){NULL, v, 0}; }
static inline member element_next(value v, member m) { return (member){NULL, v, m.index + 1}; }

#include "validate.h"

/* In place of the library's own: a seed that does not change, so that counts do not. */
int json_c_get_random_seed(void);
int json_c_get_random_seed(void) { return 1; }

static json_object *build(const envelope *e)
{
    json_object *open[16];
    size_t depth = 0;

    open[0] = json_object_new_object();
    for (const node *n = e->nodes; n < e->nodes + e->node_count; n++)
        switch (n->type) {
        case NODE_TEXT:
            (void)json_object_object_add(open[depth], n->key, json_object_new_string(n->text));
            break;
        case NODE_NUMBER:
            (void)json_object_object_add(open[depth], n->key, json_object_new_int(n->number));
            break;
        case NODE_BOOLEAN:
            (void)json_object_object_add(open[depth], n->key, json_object_new_boolean(n->number));
            break;
        case NODE_NULL:
            (void)json_object_object_add(open[depth], n->key, NULL);
            break;
        case NODE_OPEN:
            open[depth + 1] = json_object_new_object();
            (void)json_object_object_add(open[depth], n->key, open[depth + 1]);
            depth++;
            break;
        default:
            depth--;
        }
    return open[0];
}

static const char *print(json_object *tree, size_t *size)
{
    return json_object_to_json_string_length(tree, JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE,
                                             size);
}

static size_t put_out_of(json_object *tree, char *to, size_t room)
{
    size_t size;
    const char *const text = print(tree, &size);

    if (text == NULL || size >= room)
        size = 0;
    else
        memcpy(to, text, size + 1);
    (void)json_object_put(tree);
    return size;
}

static size_t write_envelope(const subject *s, results *r)
{
    return put_out_of(build(s->envelope), r->text, TEXT_ROOM);
}

static size_t write_frame(const subject *s, results *r)
{
    json_object *const root = json_object_new_object(), *const result = json_object_new_object();
    json_object *const contents = json_object_new_array(), *const content = json_object_new_object();
    json_object *const inner = build(s->envelope);
    size_t size;
    const char *const text = print(inner, &size);

    (void)json_object_object_add(root, "jsonrpc", json_object_new_string("2.0"));
    (void)json_object_object_add(root, "id", json_object_new_int(1));
    (void)json_object_object_add(root, "result", result);
    (void)json_object_object_add(result, "content", contents);
    (void)json_object_array_add(contents, content);
    (void)json_object_object_add(content, "type", json_object_new_string("text"));
    (void)json_object_object_add(content, "text", json_object_new_string_len(text, (int)size));
    (void)json_object_object_add(result, "isError", json_object_new_boolean(1));
    (void)json_object_put(inner);
    return put_out_of(root, r->text, FRAME_ROOM);
}

static bool read_envelope(const envelope *e, const char *text, size_t size, results *r)
{
    static json_tokener *tokener;

    if (tokener == NULL) {
        tokener = json_tokener_new();
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    }
    json_tokener_reset(tokener);
    json_object *const tree = json_tokener_parse_ex(tokener, text, (int)size);
    const bool whole = json_tokener_get_error(tokener) == json_tokener_success &&
                       json_tokener_get_parse_end(tokener) == size;
    const bool good = whole && validate(e, tree, r);
    (void)json_object_put(tree);
    return good;
}

const contender json_c_contender = {"json-c", write_envelope, write_frame, read_envelope};

/* SPDX-License-Identifier: MIT */
/* Jansson does the jobs. */
#include <jansson.h>
#include <stdint.h>
#include <string.h>

typedef json_t *value;
typedef struct place {
    void *iter; /* of an object */
    json_t *array;
    size_t index;
} member;

#define value_text(v, size) (*(size) = json_string_length(v), json_string_value(v))
#define value_boolean(v) ((int)json_is_true(v))
#define member_is(v, m) ((m).iter != NULL)
#define member_name(m, size)                                                                                 \
    (*(size) = strlen(json_object_iter_key((m).iter)), json_object_iter_key((m).iter))
#define member_value(m) json_object_iter_value((m).iter)
#define element_is(v, m) ((m).index < json_array_size(v))
#define element_value(m) json_array_get((m).array, (m).index)

static inline unsigned value_type(value v)
{
    static const uint8_t types[] = {
        [JSON_NULL] = 1, [JSON_TRUE] = 2,   [JSON_FALSE] = 2,   [JSON_INTEGER] = 4,
        [JSON_REAL] = 4, [JSON_STRING] = 8, [JSON_OBJECT] = 16, [JSON_ARRAY] = 32,
    };
    return types[json_typeof(v)];
}

static inline _Bool value_integer(value v, int64_t *number)
{
    *number = json_integer_value(v);
    return json_is_integer(v);
}

static inline member member_first(value v) { return (member){json_object_iter(v), NULL, 0}; }
static inline member member_next(value v, member m)
{
    return (member){json_object_iter_next(v, m.iter), NULL, 0};
}
static inline member element_first(value v) { return (member){NULL, v, 0}; }
static inline member element_next(value v, member m) { return (member){NULL, v, m.index + 1}; }

#include "validate.h"

/* A seed that does not change, so that counts do not. */
static __attribute__((constructor)) void seed(void) { json_object_seed(1); }

static json_t *build(const envelope *e)
{
    json_t *open[16];
    size_t depth = 0;

    open[0] = json_object();
    for (const node *n = e->nodes; n < e->nodes + e->node_count; n++)
        switch (n->type) {
        case NODE_TEXT:
            (void)json_object_set_new(open[depth], n->key, json_string(n->text));
            break;
        case NODE_NUMBER:
            (void)json_object_set_new(open[depth], n->key, json_integer(n->number));
            break;
        case NODE_BOOLEAN:
            (void)json_object_set_new(open[depth], n->key, json_boolean(n->number));
            break;
        case NODE_NULL:
            (void)json_object_set_new(open[depth], n->key, json_null());
            break;
        case NODE_OPEN:
            open[depth + 1] = json_object();
            (void)json_object_set_new(open[depth], n->key, open[depth + 1]);
            depth++;
            break;
        default:
            depth--;
        }
    return open[0];
}

static size_t put_out_of(json_t *tree, char *to, size_t room)
{
    const size_t size = json_dumpb(tree, to, room, JSON_COMPACT);

    json_decref(tree);
    return size <= room ? size : 0;
}

static size_t write_envelope(const subject *s, results *r)
{
    return put_out_of(build(s->envelope), r->text, TEXT_ROOM);
}

static size_t write_frame(const subject *s, results *r)
{
    static char inner[TEXT_ROOM];
    const size_t size = put_out_of(build(s->envelope), inner, TEXT_ROOM);
    json_t *const root = json_object(), *const result = json_object();
    json_t *const contents = json_array(), *const content = json_object();

    (void)json_object_set_new(root, "jsonrpc", json_string("2.0"));
    (void)json_object_set_new(root, "id", json_integer(1));
    (void)json_object_set_new(root, "result", result);
    (void)json_object_set_new(result, "content", contents);
    (void)json_array_append_new(contents, content);
    (void)json_object_set_new(content, "type", json_string("text"));
    (void)json_object_set_new(content, "text", json_stringn(inner, size));
    (void)json_object_set_new(result, "isError", json_true());
    return put_out_of(root, r->text, FRAME_ROOM);
}

static bool read_envelope(const envelope *e, const char *text, size_t size, results *r)
{
    json_t *const tree = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    const bool good = tree != NULL && validate(e, tree, r);

    json_decref(tree);
    return good;
}

const contender jansson_contender = {"Jansson", write_envelope, write_frame, read_envelope};

// SPDX-License-Identifier: MIT
// RapidJSON does the jobs: its SAX writer, and its DOM in place of a reader.
#include <cstdint>
#include <cstring>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

typedef const rapidjson::Value *value;
struct place {
    const rapidjson::Value::Member *of_object;
    const rapidjson::Value *of_array;
};
typedef place member;

static inline unsigned value_type(value v)
{
    static const uint8_t types[] = {1, 2, 2, 16, 32, 8, 4}; // as rapidjson::Type has them
    return types[v->GetType()];
}
static inline const char *value_text(value v, size_t *size)
{
    *size = v->GetStringLength();
    return v->GetString();
}
static inline int value_boolean(value v) { return v->IsTrue(); }
static inline bool value_integer(value v, int64_t *number)
{
    *number = v->IsInt64() ? v->GetInt64() : 0;
    return v->IsInt64();
}
static inline member member_first(value v) { return {v->MemberBegin().operator->(), nullptr}; }
static inline bool member_is(value v, member m) { return m.of_object != v->MemberEnd().operator->(); }
static inline member member_next(value, member m) { return {m.of_object + 1, nullptr}; }
static inline const char *member_name(member m, size_t *size) { return value_text(&m.of_object->name, size); }
static inline value member_value(member m) { return &m.of_object->value; }
static inline member element_first(value v) { return {nullptr, v->Begin()}; }
static inline bool element_is(value v, member m) { return m.of_array != v->End(); }
static inline member element_next(value, member m) { return {nullptr, m.of_array + 1}; }
static inline value element_value(member m) { return m.of_array; }

#include "validate.h"

typedef rapidjson::Writer<rapidjson::StringBuffer> writer;

static void build(writer &w, const envelope *e)
{
    w.StartObject();
    for (const node *n = e->nodes; n < e->nodes + e->node_count; n++) {
        if (n->type == NODE_CLOSE) {
            w.EndObject();
            continue;
        }
        w.Key(n->key);
        if (n->type == NODE_TEXT)
            w.String(n->text);
        else if (n->type == NODE_NUMBER)
            w.Int(n->number);
        else if (n->type == NODE_BOOLEAN)
            w.Bool(n->number != 0);
        else if (n->type == NODE_OPEN)
            w.StartObject();
        else
            w.Null();
    }
    w.EndObject();
}

static size_t put_out_of(const rapidjson::StringBuffer &buffer, char *to, size_t room)
{
    return put_out(to, room, buffer.GetString(), buffer.GetSize()) ? buffer.GetSize() : 0;
}

static size_t write_envelope(const subject *s, results *r)
{
    rapidjson::StringBuffer buffer;
    writer w(buffer);

    build(w, s->envelope);
    return put_out_of(buffer, r->text, TEXT_ROOM);
}

static size_t write_frame(const subject *s, results *r)
{
    rapidjson::StringBuffer inner, buffer;
    writer v(inner), w(buffer);

    build(v, s->envelope);
    w.StartObject();
    w.Key("jsonrpc");
    w.String("2.0");
    w.Key("id");
    w.Int(1);
    w.Key("result");
    w.StartObject();
    w.Key("content");
    w.StartArray();
    w.StartObject();
    w.Key("type");
    w.String("text");
    w.Key("text");
    w.String(inner.GetString(), static_cast<rapidjson::SizeType>(inner.GetSize()));
    w.EndObject();
    w.EndArray();
    w.Key("isError");
    w.Bool(true);
    w.EndObject();
    w.EndObject();
    return put_out_of(buffer, r->text, FRAME_ROOM);
}

static bool read_envelope(const envelope *e, const char *text, size_t size, results *r)
{
    rapidjson::Document tree;

    tree.Parse<rapidjson::kParseValidateEncodingFlag>(text, size);
    return !tree.HasParseError() && validate(e, &tree, r);
}

extern "C" const contender rapidjson_contender = {"RapidJSON", write_envelope, write_frame, read_envelope};

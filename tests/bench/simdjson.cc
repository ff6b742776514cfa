// SPDX-License-Identifier: MIT
// simdjson reads; it does not write. Its parser is kept from call to call.
#include <cstdint>
#include <cstring>
#include <simdjson.h>

typedef simdjson::dom::element value;
struct place {
    simdjson::dom::object::iterator of_object;
    simdjson::dom::array::iterator of_array;
};
typedef place member;

static inline unsigned value_type(value v)
{
    switch (v.type()) {
    case simdjson::dom::element_type::NULL_VALUE:
        return 1;
    case simdjson::dom::element_type::BOOL:
        return 2;
    case simdjson::dom::element_type::STRING:
        return 8;
    case simdjson::dom::element_type::OBJECT:
        return 16;
    case simdjson::dom::element_type::ARRAY:
        return 32;
    default:
        return 4;
    }
}
static inline const char *value_text(value v, size_t *size)
{
    *size = v.get_string_length().value_unsafe();
    return v.get_c_str().value_unsafe();
}
static inline int value_boolean(value v) { return v.get_bool().value_unsafe(); }
static inline bool value_integer(value v, int64_t *number)
{
    return v.get_int64().get(*number) == simdjson::SUCCESS;
}
static inline member member_first(value v) { return {v.get_object().value_unsafe().begin(), {}}; }
static inline bool member_is(value v, member m) { return m.of_object != v.get_object().value_unsafe().end(); }
static inline member member_next(value, member m) { return {++m.of_object, {}}; }
static inline const char *member_name(member m, size_t *size)
{
    *size = m.of_object.key_length();
    return m.of_object.key_c_str();
}
static inline value member_value(member m) { return m.of_object.value(); }
static inline member element_first(value v) { return {{}, v.get_array().value_unsafe().begin()}; }
static inline bool element_is(value v, member m) { return m.of_array != v.get_array().value_unsafe().end(); }
static inline member element_next(value, member m) { return {{}, ++m.of_array}; }
static inline value element_value(member m) { return *m.of_array; }

#include "validate.h"

static bool read_envelope(const envelope *e, const char *text, size_t size, results *r)
{
    static simdjson::dom::parser parser;
    simdjson::dom::element tree;

    return parser.parse(text, size).get(tree) == simdjson::SUCCESS && validate(e, tree, r);
}

extern "C" const contender simdjson_contender = {"simdjson", nullptr, nullptr, read_envelope};

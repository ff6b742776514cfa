/* SPDX-License-Identifier: MIT */
#ifndef JSON_VALID_H
#define JSON_VALID_H
#include <stdint.h>

/* Valid documents, and how many names and values each has. */
static const struct {
    const char *text;
    uint32_t tokens;
} json_valid[] = {
    /* every kind of root */
    {"{}", 1},
    {"[]", 1},
    {"\"\"", 1},
    {"0", 1},
    {"true", 1},
    {"false", 1},
    {"null", 1},

    /* numbers */
    {"-0", 1},
    {"7", 1},
    {"-1234567890", 1},
    {"0.0", 1},
    {"-0.5", 1},
    {"1.25", 1},
    {"0e0", 1},
    {"1e5", 1},
    {"1E5", 1},
    {"1e+05", 1},
    {"1E-05", 1},
    {"-12.340e-056", 1},
    {"9223372036854775807", 1},
    {"123456789012345678901234567890.5e999999", 1},
    {"[0,-0,1,-1,10,1.0,0.1e1,1E1]", 9},

    /* strings */
    {"\"a\"", 1},
    {"\" {}[],:'/ \x7F\"", 1},
    {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", 1},
    {"\"\\\\\"", 1},
    {"\"\\u0000\\u001f\\u007F\\uD7FF\\uE000\\uffff\"", 1},
    {"\"\\ud83d\\ude00\\uD800\\uDC00\\uDBFF\\uDFFF\"", 1},
    {"\"\xC2\x80\xDF\xBF\"", 1},
    {"\"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\"", 1},
    {"\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"", 1},
    {"\"caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"", 1},
    {"\"\xEF\xBB\xBF\"", 1},
    {"[\"\",\"true\",\"0\",\"{\",\"]\",\"\\\"\"]", 7},

    /* white space */
    {" \t\r\n{ \t\r\n} \t\r\n", 1},
    {" [ ] ", 1},
    {"\ntrue\n", 1},
    {"\t\"a\" ", 1},
    {" { \"a\" : 1 , \"b\" : [ 2 , \"c\" ] } ", 7},
    {"[\n1\r,\t2 ]", 3},

    /* containers */
    {"[[]]", 2},
    {"[{}]", 2},
    {"{\"\":{}}", 3},
    {"{\"\":\"\"}", 3},
    {"{\"a\":[]}", 3},
    {"[{},[1,2]]", 5},
    {"[[],{\"a\":1}]", 5},
    {"[[[]],[[],[]],[]]", 7},
    {"[true,false,null,true]", 5},
    {"{\"a\":true,\"b\":false,\"c\":null}", 7},
    {"{\"a\":{\"b\":{\"c\":[{\"d\":[]}]}},\"e\":[[{}]]}", 14},
    {"{\"a\":1,\"a\":2,\"\\u0061\":3}", 7},
    {"{\"\\\"\":1,\"\xC3\xA9\":2,\"\\ud83d\\ude00\":3}", 7},
    {"[{\"a\":\"b\",\"c\":[1,{\"d\":null}]},{\"a\":\"b\"},\"x\",[[]]]", 16},
    {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", 32},
    {"[{\"\":[{\"\":[{\"\":[{\"\":[{\"\":[{\"\":[{\"\":[{\"\":[]}]}]}]}]}]}]}]}]", 25},

    /* the kind of text this library is about */
    {"{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32602,\"message\":\"Invalid params\","
     "\"data\":{\"field\":\"temp\\u00e9rature\",\"limits\":[-40,85.5],\"retry\":false}}}",
     21},
    {"{\"content\":[{\"type\":\"text\",\"text\":\"sensor \\\"t1\\\" failed\\n\"}],\"isError\":true}", 10},
};

#define JSON_VALID_COUNT (sizeof json_valid / sizeof *json_valid)

/* All strings of up to five symbols, valid or not: those of one size are numbered in order. */
#define JSON_SMALL_MAX 5
#define JSON_SMALL_COUNT(size) (UINT32_C(1) << 4 * (size))

static inline void json_small(char *to, unsigned size, uint32_t number)
{
    static const char symbols[] = "{}[],:\"\\01-.e+ \n"; /* sixteen */

    for (; size > 0; number >>= 4)
        to[--size] = symbols[number & 15];
}

#endif

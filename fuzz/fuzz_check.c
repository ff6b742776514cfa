/* SPDX-License-Identifier: MIT */
/* Any bytes: the check, the document that it lets through, and its rewriting tell one story. */
#include "fuzz.h"
#include "json_read.h"

#define PREFIXES_TRIED 96 /* of each text; each costs a check */

/* ---- documents that are accepted ------------------------------------------------------------ */

/* Visits a value and all that is in it. The tokens come in the order of the text, none twice. */
static void visit(const mcperr_doc *doc, uint32_t index, uint32_t *visited)
{
    const mcperr_type type = mcperr_doc_type(doc, index);
    const uint32_t first = mcperr_doc_first(doc, index);

    property(index == *visited);
    ++*visited;
    if (type == MCPERR_T_OBJECT) {
        for (uint32_t name = first; name != MCPERR_DOC_NONE; name = mcperr_doc_next(doc, index, name)) {
            property(name == *visited);
            property(mcperr_doc_type(doc, name) == MCPERR_T_STRING);
            ++*visited;
            visit(doc, name + 1, visited);
        }
    } else if (type == MCPERR_T_ARRAY) {
        for (uint32_t i = first; i != MCPERR_DOC_NONE; i = mcperr_doc_next(doc, index, i))
            visit(doc, i, visited);
    } else {
        property(type != MCPERR_T_NONE);
        property(first == MCPERR_DOC_NONE);
    }
}

static void is_space(const char *at, const char *end)
{
    for (; at < end; at++)
        property(*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r');
}

static void root_is_all_but_space(const mcperr_doc *doc, const char *json, size_t size)
{
    const bool string = mcperr_doc_type(doc, 0) == MCPERR_T_STRING;
    const char *const begin = json + mcperr_doc_offset(doc, 0);
    const char *const end =
        (const char *)mcperr_doc_text(doc, 0).data + mcperr_doc_text(doc, 0).size + string;

    property(begin + string == mcperr_doc_text(doc, 0).data);
    is_space(json, begin);
    is_space(end, json + size);
}

/* A name as the characters it stands for, and the object that it is in. */
typedef struct name {
    char *plain;
    size_t size;
    uint32_t index, object;
} name;

static size_t collect_names(const mcperr_doc *doc, uint32_t object, name *names, size_t count)
{
    const mcperr_type type = mcperr_doc_type(doc, object);

    for (uint32_t i = mcperr_doc_first(doc, object); i != MCPERR_DOC_NONE;
         i = mcperr_doc_next(doc, object, i)) {
        if (type == MCPERR_T_OBJECT) {
            const mcperr_text text = mcperr_doc_text(doc, i);
            name *const to = &names[count++];
            to->size = mcperr_text_copy(text, NULL, 0);
            to->plain = fuzz_room(to->size + 1);
            property(mcperr_text_copy(text, to->plain, to->size + 1) == to->size);
            to->index = i;
            to->object = object;
        }
        count = collect_names(doc, type == MCPERR_T_OBJECT ? i + 1 : i, names, count);
    }
    return count;
}

static bool is_same(const name *a, const name *b)
{
    return a->object == b->object && fuzz_equal(a->plain, a->size, b->plain, b->size);
}

/* Each name against every one before it. */
static uint32_t duplicate(const name *names, size_t count, const name **first)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same(&names[k], &names[i])) {
                *first = &names[k];
                return names[i].index;
            }
    return MCPERR_DOC_NONE;
}

/* The first one of its name that the document itself finds. */
static uint32_t found_twice(const mcperr_doc *doc, size_t *count)
{
    mcperr_name each;

    mcperr_doc_names(&each);
    for (*count = 0; mcperr_doc_name(doc, &each); ++*count)
        if (mcperr_doc_is_twice(doc, &each))
            return each.index;
    return MCPERR_DOC_NONE;
}

static void duplicates_are_found(const mcperr_doc *doc)
{
    name *const names = (name *)(void *)fuzz_room(doc->count * sizeof *names);
    const size_t count = collect_names(doc, 0, names, 0);
    const name *first = NULL;
    const uint32_t twice = duplicate(names, count, &first);

    size_t met;
    property(found_twice(doc, &met) == twice);
    property(met == count || twice != MCPERR_DOC_NONE);
    if (first != NULL && strlen(first->plain) == first->size)
        property(mcperr_doc_find(doc, first->object, first->plain) == first->index + 1);
    property(found_twice(doc, &met) == twice);
    for (size_t i = 0; i < count; i++)
        free(names[i].plain);
    free(names);
}

static void tokens_are_needed(const char *json, size_t size, const mcperr_limits *limits, uint32_t count)
{
    mcperr_token *const tokens = (mcperr_token *)(void *)fuzz_room(count * sizeof *tokens);
    mcperr_doc doc;
    mcperr_fault fault;
    uint32_t visited = 0;

    property(mcperr_doc_open(&doc, json, size, limits, tokens, count, &fault) == MCPERR_OK);
    property(doc.count == count);
    property(fault.reason == MCPERR_R_NONE);
    visit(&doc, 0, &visited);
    property(visited == count);
    root_is_all_but_space(&doc, json, size);
    const uint32_t last = mcperr_doc_offset(&doc, count - 1);
    duplicates_are_found(&doc);

    const mcperr_status fewer = mcperr_doc_open(&doc, json, size, limits, tokens, count - 1, &fault);
    property(fewer == (count > 1 ? MCPERR_E_TOKENS : MCPERR_E_MISUSE));
    property(count == 1 || (fault.reason == MCPERR_R_TOKENS && fault.offset == last));
    free(tokens);
}

static char *rewritten(const char *json, size_t size, size_t *len)
{
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    mcperr_json_text(&w, NULL, mcperr_raw_of(json, size));
    property(mcperr_json_finish(&w) == MCPERR_OK);
    *len = w.len;
    char *const text = fuzz_room(*len + 1);
    mcperr_json_init(&w, text, *len + 1);
    mcperr_json_text(&w, NULL, mcperr_raw_of(json, size));
    property(mcperr_json_finish(&w) == MCPERR_OK);
    property(w.len == *len && text[*len] == '\0');
    return text;
}

static void minifying_is_final(const char *json, size_t size, uint32_t count)
{
    size_t len, len_again;
    uint32_t count_again;
    char *const text = rewritten(json, size, &len);

    property(len <= size);
    property(mcperr_json_check(text, len, NULL, &count_again, NULL) == MCPERR_OK);
    property(count_again == count);
    char *const again = rewritten(text, len, &len_again);
    property(fuzz_equal(text, len, again, len_again));
    free(again);
    free(text);
}

/* ---- texts that are refused, or end too early ------------------------------------------------ */

/* Closing brackets for all that is open, innermost first. */
static size_t closers(const char *json, size_t size, char *to)
{
    size_t depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < size; i++) {
        if (json[i] == '"')
            quoted = !quoted;
        else if (quoted && json[i] == '\\')
            i++;
        else if (!quoted && (json[i] == '{' || json[i] == '['))
            to[depth++] = json[i] == '{' ? '}' : ']';
        else if (!quoted && (json[i] == '}' || json[i] == ']'))
            depth--;
    }
    for (size_t i = 0; i < depth / 2; i++) {
        const char swapped = to[i];
        to[i] = to[depth - 1 - i];
        to[depth - 1 - i] = swapped;
    }
    return depth;
}

/* A text that merely ends too early has an ending. */
static void partial_can_be_completed(const char *json, size_t size, const mcperr_limits *limits)
{
    static const char *const values[] = {"",     "0",   ":0", "\"\":0", "rue", "ue", "e",
                                         "alse", "lse", "se", "ull",    "ll",  "l"};
    static const char *const strings[] = {"",         "n",           "0000",     "000",      "00",
                                          "0",        "00\\uDC00",   "0\\uDC00", "\\uDC00",  "uDC00",
                                          "DC00",     "C00",         "\x80",     "\x80\x80", "\x80\x80\x80",
                                          "\xA0\x80", "\x90\x80\x80"};
    static const char *const ends[] = {"\"", "\":0"};
    enum { VALUES = sizeof values / sizeof *values, STRINGS = sizeof strings / sizeof *strings };
    char brackets[MCPERR_DEPTH_MAX];
    const size_t depth = closers(json, size, brackets);
    char *const whole = fuzz_room(size + 16 + depth);
    bool completed = false;

    if (size > 0)
        memcpy(whole, json, size);
    for (size_t i = 0; i < VALUES + 2 * STRINGS && !completed; i++) {
        const size_t s = i - VALUES; /* with each string, both ends */
        const char *const part = i < VALUES ? values[i] : strings[s / 2];
        const char *const end = i < VALUES ? "" : ends[s % 2];
        size_t len = size;
        memcpy(whole + len, part, strlen(part));
        len += strlen(part);
        memcpy(whole + len, end, strlen(end));
        len += strlen(end);
        memcpy(whole + len, brackets, depth);
        completed = mcperr_json_check(whole, len + depth, limits, NULL, NULL) == MCPERR_OK;
    }
    property(completed);
    free(whole);
}

static bool is_sequence(mcperr_reason reason)
{
    return reason == MCPERR_R_BOM || reason == MCPERR_R_ESCAPE || reason == MCPERR_R_SURROGATE ||
           reason == MCPERR_R_UTF8;
}

/* What stands before a fault is blameless, and what comes behind it changes nothing. */
static void fault_is_the_first(const char *json, size_t prefix, const mcperr_limits *limits,
                               mcperr_status status, mcperr_fault fault)
{
    mcperr_fault here;
    const mcperr_status verdict = mcperr_json_check(json, prefix, limits, NULL, &here);

    if (prefix <= fault.offset) {
        property(verdict == MCPERR_OK || verdict == MCPERR_E_PARTIAL);
        return;
    }
    if (verdict == MCPERR_E_PARTIAL) {
        property(is_sequence(fault.reason)); /* not yet known to be broken */
        return;
    }
    property(verdict == status);
    property(here.offset == fault.offset);
    property(
        here.reason == fault.reason || (fault.reason == MCPERR_R_BOM && here.reason == MCPERR_R_VALUE) ||
        (fault.reason == MCPERR_R_ESCAPE && here.reason == MCPERR_R_SURROGATE)); /* "\uDE, then no digit */
}

static void size_is_limited(const char *json, size_t size, const mcperr_limits *limits)
{
    mcperr_limits shorter = *limits;
    mcperr_fault fault;

    if (size < 2)
        return;
    shorter.size = (uint32_t)size - 1;
    property(mcperr_json_check(json, size, &shorter, NULL, &fault) == MCPERR_E_SIZE);
    property(fault.reason == MCPERR_R_SIZE && fault.offset == shorter.size);
}

static void check(const char *json, size_t size, const mcperr_limits *limits)
{
    const uint32_t untouched = 0xDEADBEEF;
    uint32_t count = untouched;
    mcperr_fault fault, again;
    mcperr_token token;
    mcperr_doc doc;
    const mcperr_status status = mcperr_json_check(json, size, limits, &count, &fault);

    property(fault.offset <= size);
    property((fault.reason == MCPERR_R_NONE) == (status == MCPERR_OK));
    property((fault.reason == MCPERR_R_END) == (status == MCPERR_E_PARTIAL));
    for (size_t prefix = 0; prefix < size && prefix < PREFIXES_TRIED; prefix++)
        fault_is_the_first(json, prefix, limits, status, fault);
    fault_is_the_first(json, fault.offset, limits, status, fault);
    size_is_limited(json, size, limits);
    if (status == MCPERR_OK) {
        tokens_are_needed(json, size, limits, count);
        if (limits->depth == 0)
            minifying_is_final(json, size, count);
        return;
    }
    property(status == MCPERR_E_SYNTAX || status == MCPERR_E_PARTIAL || status == MCPERR_E_DEPTH);
    property(count == untouched);
    property((status == MCPERR_E_PARTIAL) == (fault.offset == size));
    if (status == MCPERR_E_PARTIAL)
        partial_can_be_completed(json, size, limits);
    if (mcperr_doc_open(&doc, json, size, limits, &token, 1, &again) != MCPERR_E_TOKENS)
        property(again.offset == fault.offset && again.reason == fault.reason);
    property(mcperr_doc_type(&doc, 0) == MCPERR_T_NONE);
    property(mcperr_doc_first(&doc, 0) == MCPERR_DOC_NONE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const mcperr_limits usual = {0, 0, 0}, deepest = {0, 0, MCPERR_DEPTH_MAX}, flat = {0, 0, 1};
    char *const json = fuzz_copy(data, size);

    check(json, size, &usual);
    check(json, size, &deepest);
    check(json, size, &flat);
    property(fuzz_equal(json, size, data, size));
    free(json);
    return 0;
}

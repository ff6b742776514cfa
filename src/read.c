/* SPDX-License-Identifier: MIT */
/* Reading what peers send: which dialect is it, and what if it is none. */
#include "decode.h"
#include "json_write.h"
#include "text.h"

#include <string.h>

#define NONE MCPERR_DOC_NONE

/* ---- detection ------------------------------------------------------------------------------------ */

/* Walks a list: sets *size to the length of the word at `at`, and answers where the next one begins. */
static const char *next_word(const char *at, const char *end, char separator, size_t *size)
{
    const char *stop = at;

    while (stop < end && *stop != separator)
        stop++;
    *size = (size_t)(stop - at);
    return stop < end ? stop + 1 : end;
}

/* Where marks are sought: in a document; or, with none, in any text, by their words alone. */
typedef struct place {
    const mcperr_doc *doc;
    mcperr_text text;
} place;

/* Does a word stand in the text, with a quote behind it that may be escaped? */
static bool has_word(mcperr_text text, const char *word, size_t size)
{
    const char *at = text.data, *const end = at + text.size;

    for (; (size_t)(end - at) > size; at++)
        if (memcmp(at, word, size) == 0 && (at[size] == '"' || at[size] == '\\'))
            return true;
    return false;
}

/* One mark: a member, a member of a member, (with a trailing dot) a member that is an object, or (behind a
   '!') one that is not there. */
static bool has_mark(const place *in, const char *mark, size_t size)
{
    size_t length;
    const char *const end = mark + size, *const inner = next_word(mark, end, '.', &length);
    const mcperr_doc *const doc = in->doc;

    if (doc == NULL)
        return *mark == '!' || (has_word(in->text, mark, length) &&
                                (inner == end || has_word(in->text, inner, (size_t)(end - inner))));
    if (*mark == '!')
        return mcperr_doc_member(doc, 0, mcperr_plain(mark + 1, size - 1)) == NONE;
    const uint32_t value = mcperr_doc_member(doc, 0, mcperr_plain(mark, length));

    if (length == size || value == NONE)
        return value != NONE;
    if (inner == end)
        return mcperr_doc_type(doc, value) == MCPERR_T_OBJECT;
    return mcperr_doc_member(doc, value, mcperr_plain(inner, (size_t)(end - inner))) != NONE;
}

static bool has_all(const place *in, const char *marks, size_t size)
{
    const char *const end = marks + size;

    while (marks < end) {
        size_t length;
        const char *const mark = marks;
        marks = next_word(marks, end, '&', &length);
        if (!has_mark(in, mark, length))
            return false;
    }
    return true;
}

static bool has_marks(const place *in, const char *marks)
{
    const char *const end = marks + strlen(marks);

    while (marks < end) {
        size_t length;
        const char *const all = marks;
        marks = next_word(marks, end, '|', &length);
        if (has_all(in, all, length))
            return true;
    }
    return false;
}

static const mcperr_dialect *detect(const mcperr_dialect *const *set, size_t set_size, const place *in)
{
    const mcperr_dialect *best = NULL;

    for (size_t i = 0; i < set_size; i++)
        if ((best == NULL || set[i]->rank < best->rank) && has_marks(in, set[i]->marks))
            best = set[i];
    return best;
}

static const mcperr_dialect *detect_doc(const mcperr_dialect *const *set, size_t set_size,
                                        const mcperr_doc *doc)
{
    const place in = {doc, MCPERR_ABSENT};

    return detect(set, set_size, &in);
}

const mcperr_dialect *mcperr_detect(const mcperr_dialect *const *set, size_t set_size, const char *json,
                                    size_t size, mcperr_token *tokens, size_t count)
{
    mcperr_doc doc;

    if (set == NULL || mcperr_envelope_open(&doc, json, size, tokens, count, NULL) != MCPERR_OK)
        return NULL;
    return detect_doc(set, set_size, &doc);
}

bool mcperr_may_be_envelope(const mcperr_dialect *const *set, size_t set_size, mcperr_text text,
                            bool among_words)
{
    const char *at = text.data, *const end = at + text.size;
    const place in = {NULL, text};
    uint32_t first = ' ';

    while (at < end && first <= ' ')
        first = mcperr_char_next(&at, end, text.form);
    return (first == '{' || among_words) && set != NULL && detect(set, set_size, &in) != NULL;
}

/* ---- reading anything ------------------------------------------------------------------------------ */

/* `[CODE] message` and `CODE: message`, with a code of one of the dialects. */
static bool read_legacy(const mcperr_dialect *const *set, size_t set_size, mcperr_text text,
                        mcperr_error *err)
{
    const char *at = text.data, *const end = at + text.size;
    const bool bracket = at < end && *at == '[';
    size_t size;

    at += bracket;
    const char *rest = next_word(at, end, bracket ? ']' : ':', &size);
    if (size == 0 || at + size == end)
        return false;
    for (size_t i = 0; i < set_size; i++)
        if (mcperr_set_code(err, set[i], mcperr_plain(at, size)) == MCPERR_OK) {
            while (rest < end && *rest == ' ')
                rest++;
            err->message = mcperr_plain(rest, (size_t)(end - rest));
            err->message.form = text.form;
            return true;
        }
    return false;
}

static mcperr_text trimmed(mcperr_text text)
{
    const char *at = text.data, *end = at + text.size;

    while (at < end && (unsigned char)*at <= ' ')
        at++;
    while (at < end && (unsigned char)end[-1] <= ' ')
        end--;
    text.data = at;
    text.size = (uint32_t)(end - at) & MCPERR_TEXT_MAX;
    return text;
}

static mcperr_reading read_doc(const mcperr_dialect *const *set, size_t set_size, const mcperr_doc *doc,
                               mcperr_error *err)
{
    mcperr_decoding x;

    const mcperr_dialect *const d = detect_doc(set, set_size, doc);
    if (d != NULL && mcperr_decode_doc(&x, d, doc, err, NULL, false) == MCPERR_OK)
        return MCPERR_EXACT;
    if (d != NULL && mcperr_decode_doc(&x, d, doc, err, NULL, true) == MCPERR_OK)
        return MCPERR_ALIAS;
    /* No code that is known; perhaps words for people. */
    mcperr_text said = d != NULL ? err->message : MCPERR_ABSENT;
    const uint32_t error = mcperr_doc_find(doc, 0, "error");
    if (said.data == NULL && mcperr_doc_type(doc, error) == MCPERR_T_STRING)
        said = mcperr_doc_text(doc, error);
    memset(err, 0, sizeof *err);
    err->message = said;
    return said.data != NULL ? MCPERR_LEGACY : MCPERR_PLAINTEXT;
}

mcperr_reading mcperr_read(const mcperr_dialect *const *set, size_t set_size, const char *text, size_t size,
                           mcperr_token *tokens, size_t count, mcperr_error *err)
{
    mcperr_text plain = mcperr_plain(text != NULL ? text : "", text != NULL ? size : 0);
    mcperr_reading reading = MCPERR_PLAINTEXT;
    mcperr_doc doc;

    if (err == NULL)
        return reading;
    memset(err, 0, sizeof *err);
    if (set == NULL)
        set_size = 0;
    if (mcperr_envelope_open(&doc, text, size, tokens, count, NULL) == MCPERR_OK) {
        reading = read_doc(set, set_size, &doc, err);
        if (mcperr_doc_type(&doc, 0) == MCPERR_T_STRING)
            plain = mcperr_doc_text(&doc, 0);
    }
    if (reading != MCPERR_PLAINTEXT)
        return reading;
    plain = trimmed(plain);
    if (read_legacy(set, set_size, plain, err))
        return MCPERR_LEGACY;
    err->message = plain;
    return MCPERR_PLAINTEXT;
}

/* ---- where a fault is -------------------------------------------------------------------------------- */

static void put_step(mcperr_json *w, mcperr_text name)
{
    const char *at = name.data, *const end = at + name.size;

    mcperr_json_piece(w, mcperr_str("/"));
    while (at < end) {
        const char *const begin = at;
        const uint32_t c = mcperr_char_next(&at, end, name.form);
        if (c == '~' || c == '/')
            mcperr_json_piece(w, mcperr_str(c == '~' ? "~0" : "~1"));
        else
            mcperr_json_piece(w, mcperr_view(begin, (size_t)(at - begin), name.form));
    }
}

/* Behind the closing quote of the string that opens at `at`; the end of the text counts as one. */
static uint32_t string_end(const char *json, uint32_t size, uint32_t at)
{
    for (at++; at < size && json[at] != '"'; at++)
        if (json[at] == '\\')
            at++;
    return (at < size ? at : size) + 1;
}

/* The steps from the root to the value or name at `offset`. The text is valid up to there. */
static void put_path(mcperr_json *w, const char *json, uint32_t size, uint32_t offset)
{
    uint32_t step[MCPERR_DEPTH_DEFAULT]; /* offset of the name, or index of the element */
    uint32_t arrays = 0, named = 0;      /* bit n: level n is an array; has a name */
    uint32_t depth = 0, at = 0;

    while (at <= offset && at < size) {
        const uint32_t bit = depth > 0 ? UINT32_C(1) << (depth - 1) : 0;
        const char c = json[at];
        if (c == '"') {
            if (depth > 0 && !(arrays & bit) && !(named & bit)) {
                step[depth - 1] = at;
                named |= bit;
            }
            at = string_end(json, size, at);
            continue;
        }
        if (at == offset)
            break;
        if (c == '{' || c == '[') {
            if (depth == MCPERR_DEPTH_DEFAULT)
                return;
            const uint32_t inner = UINT32_C(1) << depth;
            arrays = c == '[' ? arrays | inner : arrays & ~inner;
            named = c == '[' ? named | inner : named & ~inner;
            step[depth++] = 0;
        } else if ((c == '}' || c == ']') && depth > 0) {
            depth--;
        } else if (c == ',' && (arrays & bit)) {
            step[depth - 1]++;
        } else if (c == ',') {
            named &= ~bit;
        }
        at++;
    }
    for (uint32_t i = 0; i < depth && (named >> i & 1); i++) {
        if (arrays >> i & 1) {
            char digits[MCPERR_DECIMAL_MAX];
            const char *const begin = mcperr_decimal(step[i], digits);
            put_step(w, mcperr_plain(begin, (size_t)(digits + sizeof digits - begin)));
        } else {
            mcperr_text name =
                mcperr_plain(json + step[i] + 1, string_end(json, size, step[i]) - step[i] - 2);
            name.form = MCPERR_ESCAPED;
            put_step(w, name);
        }
    }
}

void mcperr_fault_pointer(const mcperr_fault *fault, const char *json, size_t size, mcperr_json *w,
                          const char *key)
{
    if (fault == NULL || w == NULL)
        return;
    if (key != NULL)
        mcperr_json_key(w, mcperr_str(key));
    mcperr_json_string(w);
    if (json != NULL && size <= MCPERR_TEXT_MAX) {
        put_path(w, json, (uint32_t)size, fault->offset);
        if (fault->reason == MCPERR_R_MISSING)
            put_step(w, fault->key);
    } else {
        if (fault->parent.data != NULL)
            put_step(w, fault->parent);
        if (fault->key.data != NULL)
            put_step(w, fault->key);
    }
    mcperr_json_string_end(w);
}

/* SPDX-License-Identifier: MIT */
#include "redact.h"
#include "text.h"

#include <string.h>

static const char redacted[] = "[redacted]";

static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return is_upper(c) || is_lower(c); }
static bool is_word(char c) { return is_letter(c) || is_digit(c); }
static bool is_hex(char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

/* ---- secrets: by the words of a key ------------------------------------------------------------ */

/* Where the word at `at` ends: at a separator, or where camelCase begins a new one. */
static const char *word_end(const char *at)
{
    for (at++; is_word(*at); at++)
        if (is_upper(*at) && (!is_upper(at[-1]) || is_lower(at[1])))
            break;
    return at;
}

/* Is the word from `at` to `end` this one, in any case, singular or plural? */
static bool word_is(const char *at, const char *end, const char *word)
{
    const size_t size = strlen(word), length = (size_t)(end - at);

    if (length != size && (length != size + 1 || (at[size] | 0x20) != 's'))
        return false;
    for (size_t i = 0; i < size; i++)
        if ((at[i] | 0x20) != word[i])
            return false;
    return true;
}

static bool is_secret(mcperr_text key)
{
    static const char *const words[] = {"password",   "passwd", "secret", "token",     "authorization",
                                        "credential", "cookie", "apikey", "passphrase"};
    char name[64];
    bool api = false;

    if (mcperr_text_copy(key, name, sizeof name) >= sizeof name)
        return true; /* too long to judge */
    for (const char *at = name, *end; *at != '\0'; at = end) {
        end = at + 1;
        if (!is_word(*at))
            continue;
        end = word_end(at);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (word_is(at, end, words[i]))
                return true;
        if (api && word_is(at, end, "key"))
            return true;
        api = word_is(at, end, "api");
    }
    return false;
}

/* ---- paths ------------------------------------------------------------------------------------- */

/* The rest of a path below the root, "." for the root itself, absent if it is elsewhere. */
static mcperr_text below(mcperr_text path, mcperr_text root)
{
    uint32_t last = '/';

    if (root.data == NULL || root.size == 0 || root.form > MCPERR_ESCAPED)
        return MCPERR_ABSENT;
    const char *at = path.data, *const end = at + path.size;
    const char *root_at = root.data, *const root_end = root_at + root.size;
    while (root_at < root_end) {
        last = mcperr_char_next(&root_at, root_end, root.form);
        if (at == end || mcperr_char_next(&at, end, path.form) != last)
            return MCPERR_ABSENT;
    }
    if (at == end)
        return mcperr_str(".");
    if (last != '/' && mcperr_char_next(&at, end, path.form) != '/')
        return MCPERR_ABSENT;
    path.data = at;
    path.size = (uint32_t)(end - at) & MCPERR_TEXT_MAX;
    return path.size > 0 ? path : mcperr_str(".");
}

/* Walks characters and tells absolute paths: /x, ~/x, C:\x, C:/x, \\host, file:///x. `before` and `last`
   are the two characters before `c`. */
static bool begins_path(uint32_t before, uint32_t last, uint32_t c, uint32_t next)
{
    const bool apart = last == 0 || last <= ' ' || last == '"' || last == '\'' || last == '=' ||
                       last == '(' || last == ',' || last == '<' || last == '[' || last == '{' ||
                       last == ';' || last == '|';

    if (c == '/')
        return (apart && next > ' ' && next != '/') || last == '~' || (last == ':' && next != '/') ||
               (last == '/' && before == '/');
    if (c == '\\')
        return last == ':' || (apart && next == '\\');
    return false;
}

/* Where in a text an absolute path begins: 0 nowhere, 1 at its first character, 2 further on. */
static unsigned path_in(mcperr_text text)
{
    const char *at = text.data, *const end = at + text.size;
    uint32_t before = 0, last = 0, c = at < end ? mcperr_char_next(&at, end, text.form) : 0;

    for (size_t index = 0; c != 0 || at < end; index++) {
        const uint32_t next = at < end ? mcperr_char_next(&at, end, text.form) : 0;
        if (begins_path(before, last, c, next))
            return index == 0 ? 1 : 2;
        before = last;
        last = c;
        c = next;
    }
    return 0;
}

mcperr_text mcperr_redact(const void *ctx, mcperr_text key, mcperr_text value)
{
    const mcperr_error *const err = ctx;

    if (key.data != NULL && is_secret(key))
        return mcperr_str(redacted);
    if (value.data == NULL)
        return value;
    const unsigned path = path_in(value);
    if (path == 0)
        return MCPERR_ABSENT;
    const mcperr_text relative = path == 1 ? below(value, err->workspace) : MCPERR_ABSENT;
    return relative.data != NULL ? relative : mcperr_str(redacted);
}

/* ---- diagnostics in a message ------------------------------------------------------------------- */

#define HEX_RUN 8

/* A slash between single letters, as in I/O, is no path. */
static bool is_path_mark(const char *text, const char *at)
{
    const bool one_before = at > text && is_letter(at[-1]) && (at - 1 == text || !is_word(at[-2]));
    const bool one_behind = is_letter(at[1]) && !is_word(at[2]);

    return *at == '\\' || (*at == '/' && !(one_before && one_behind));
}

/* main.c, 10:42, 0x1F: a point or colon inside a word, or the mark of a hexadecimal number. */
static bool is_trace_mark(const char *text, const char *at)
{
    if (at == text || !is_word(at[-1]))
        return false;
    if (*at == '.')
        return is_letter(at[1]);
    if (*at == ':')
        return is_digit(at[1]);
    return (*at | 0x20) == 'x' && at[-1] == '0';
}

static bool begins_with(const char *at, const char *word)
{
    return strlen(at) >= strlen(word) && memcmp(at, word, strlen(word)) == 0;
}

mcperr_text mcperr_no_diagnostics(const void *err, mcperr_text key, mcperr_text value)
{
    static const char *const traces[] = {"raceback", "tack trace", "at line", " line "};
    char text[128];
    unsigned hex = 0;

    (void)err;
    (void)key;
    if (mcperr_text_copy(value, text, sizeof text) >= sizeof text)
        return value; /* too long to judge */
    if (strlen(text) != mcperr_text_copy(value, NULL, 0))
        return value; /* holds U+0000 */
    for (const char *at = text; *at != '\0'; at++) {
        hex = is_hex(*at) ? hex + 1 : 0;
        if (hex == HEX_RUN || (unsigned char)*at < ' ' || *at == '\x7F' || is_path_mark(text, at) ||
            is_trace_mark(text, at))
            return value;
        for (size_t i = 0; i < sizeof traces / sizeof *traces; i++)
            if (begins_with(at, traces[i]))
                return value;
    }
    return MCPERR_ABSENT;
}

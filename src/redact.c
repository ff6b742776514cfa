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

/* The next character, 0 at the end; any that is not ASCII, or is U+0000, counts as punctuation. */
static char ascii(const char **at, const char *end, unsigned form)
{
    if (*at == end)
        return 0;
    const uint32_t c = mcperr_char_next(at, end, form);
    return (char)(c > 0 && c < 0x80 ? c : '-');
}

/* ---- secrets: by the words of a key ------------------------------------------------------------ */

#define WORD_MOST 16 /* longer than any of the words below */

/* Is this word that one, singular or plural? */
static bool word_is(const char *word, size_t size, const char *other)
{
    const size_t length = strlen(other);

    return (size == length || (size == length + 1 && word[length] == 's')) &&
           memcmp(word, other, length) == 0;
}

/* Does a word mean a secret? *api says whether the word before was "api". */
static bool is_secret_word(const char *word, size_t size, bool *api)
{
    static const char *const words[] = {"password",   "passwd", "secret", "token",     "authorization",
                                        "credential", "cookie", "apikey", "passphrase"};
    bool secret = *api && word_is(word, size, "key");

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        secret = secret || word_is(word, size, words[i]);
    *api = word_is(word, size, "api");
    return secret;
}

/* Words end at anything but a letter, and where camelCase begins a new one. */
static MCPERR_NOINLINE bool is_secret(mcperr_text key)
{
    const char *at = key.data, *const end = at + key.size;
    char word[WORD_MOST], before = 0, next = ascii(&at, end, key.form);
    size_t size = 0;
    bool api = false;

    while (next != 0) {
        const char c = next;
        next = ascii(&at, end, key.form);
        if (!is_letter(c) || (is_upper(c) && (!is_upper(before) || is_lower(next)))) {
            if (size > 0 && is_secret_word(word, size, &api))
                return true;
            size = 0;
        }
        if (is_letter(c) && size < WORD_MOST)
            word[size++] = (char)(c | 0x20);
        before = c;
    }
    return is_secret_word(word, size, &api);
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

static bool is_ascii_letter(uint32_t c) { return (c | 0x20) - 'a' < 26; }

/* Does a path that follows this character begin there? Not behind a character of a name or pattern. Beyond
   ASCII, what is no letter is mostly in U+2000 to U+2BFF. */
static bool is_apart(uint32_t c)
{
    if (c >= 0x80)
        return c - 0x2000 < 0xC00;
    return !is_word((char)c) && c != '_' && c != '.' && c != '*' && c != '/' && c != ':' && c != '\\' &&
           c != '~';
}

/* Walks characters and tells absolute paths: /x, //x, ~/x, ~x, C:\x, C:/x, \\host, file://x, x:///x,
   -I/x. `past` holds the three characters before `c`, the last one first. */
static bool begins_path(const uint32_t past[3], uint32_t c, uint32_t next)
{
    const uint32_t last = past[0], before = past[1];

    if (c == '~')
        return is_apart(last) && (next == '/' || is_ascii_letter(next));
    if (c == '\\')
        return last == ':' || (is_apart(last) && next == '\\');
    if (c != '/')
        return false;
    if (last == ':')
        return next != '/' || (before | 0x20) == 'e';
    if (last == '/')
        return next > ' ' && (before == '/' || is_apart(before));
    const bool option = is_ascii_letter(last) && before == '-' && is_apart(past[2]);
    return next > ' ' && next != '/' && (is_apart(last) || option);
}

/* Where in a text an absolute path begins: 0 nowhere, 1 at its first character, 2 further on. */
static unsigned path_in(mcperr_text text)
{
    const char *at = text.data, *const end = at + text.size;
    uint32_t past[3] = {0, 0, 0}, c = at < end ? mcperr_char_next(&at, end, text.form) : 0;

    for (size_t index = 0; c != 0 || at < end; index++) {
        const uint32_t next = at < end ? mcperr_char_next(&at, end, text.form) : 0;
        if (begins_path(past, c, next))
            return index == 0 ? 1 : 2;
        past[2] = past[1];
        past[1] = past[0];
        past[0] = c;
        c = next;
    }
    return 0;
}

/* Does a path go up, so that it may lead out of where it begins? */
static bool goes_up(mcperr_text path)
{
    const char *at = path.data, *const end = at + path.size;
    unsigned dots = 0; /* of a step that has nothing else; 3: it has */

    while (at < end) {
        const uint32_t c = mcperr_char_next(&at, end, path.form);
        if (c == '/' || c == '\\') {
            if (dots == 2)
                return true;
            dots = 0;
        } else {
            dots = c == '.' && dots < 3 ? dots + 1 : 3;
        }
    }
    return dots == 2;
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
    return relative.data != NULL && path_in(relative) == 0 && !goes_up(relative) ? relative
                                                                                 : mcperr_str(redacted);
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

/* One byte below U+0020, U+007F, or two from U+0080 to U+009F. */
static bool is_control(const char *at)
{
    const unsigned char c = (unsigned char)*at;

    return c < ' ' || c == 0x7F || (c == 0xC2 && (unsigned char)at[1] < 0xA0);
}

static bool begins_with(const char *at, const char *word)
{
    while (*word != '\0' && *at == *word) {
        at++;
        word++;
    }
    return *word == '\0';
}

mcperr_text mcperr_no_diagnostics(const void *err, mcperr_text key, mcperr_text value)
{
    static const char *const traces[] = {"raceback", "tack trace", "at line", " line "};
    char text[128];
    unsigned hex = 0;

    (void)err;
    (void)key;
    if (mcperr_text_copy(value, text, sizeof text) != strlen(text))
        return value; /* too long to judge, or holds U+0000 */
    for (const char *at = text; *at != '\0'; at++) {
        hex = is_hex(*at) ? hex + 1 : 0;
        if (hex == HEX_RUN || is_control(at) || is_path_mark(text, at) || is_trace_mark(text, at))
            return value;
        for (size_t i = 0; i < sizeof traces / sizeof *traces; i++)
            if (begins_with(at, traces[i]))
                return value;
    }
    return MCPERR_ABSENT;
}

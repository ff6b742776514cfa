/* SPDX-License-Identifier: MIT */
/* An error without an envelope: words and codes. */
#include "error.h"
#include "mcp_reply.h"
#include "text.h"

#include <string.h>

static bool is_letter(uint32_t c) { return (c | 0x20) - 'a' < 26 || c == '_' || c >= 0x80; }

static uint32_t folded(uint32_t c)
{
    if (c - 'A' < 26)
        return c + ('a' - 'A');
    return c == '_' || c == '-' ? ' ' : c;
}

const char *mcperr_reply_says(const mcperr_text *text, const char *at, const char *list)
{
    const char *const end = (const char *)text->data + text->size, *here = at, *next = at;
    bool same = true;

    for (;; list++) {
        if (*list != '|' && *list != '\0') {
            same = same && here < end &&
                   folded(mcperr_char_next(&here, end, text->form)) == (unsigned char)*list;
            continue;
        }
        next = here;
        if (same && (here == end || !is_letter(mcperr_char_next(&next, end, text->form))))
            return here;
        if (*list == '\0')
            return NULL;
        here = at;
        same = true;
    }
}

int64_t mcperr_reply_unwrap(mcperr_text *text)
{
    static const struct {
        const char *words;
        bool code; /* a code stands behind them, not a name */
    } wraps[] = {{"Error executing tool ", false}, {"Error calling tool ", false}, {"MCP error ", true}};
    int64_t code = 0;

    for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++) {
        const char *const begin = text->data, *const end = begin + text->size;
        const size_t size = strlen(wraps[i].words);
        if (text->size < size || memcmp(begin, wraps[i].words, size) != 0)
            continue;
        const char *at = begin + size;
        while (end - at >= 2 && (at[0] != ':' || at[1] != ' '))
            at++;
        if (end - at < 2 ||
            (wraps[i].code && !mcperr_integer(begin + size, (size_t)(at - begin) - size, &code)))
            break;
        *text = mcperr_view(at + 2, (size_t)(end - at) - 2, text->form);
    }
    return code;
}

static mcperr_kind kind_of_code(int64_t code)
{
    static const struct {
        int32_t code;
        uint8_t kind;
    } kinds[] = {
        {-32700, MCPERR_INVALID},      {-32600, MCPERR_INVALID},      {-32601, MCPERR_NOT_FOUND},
        {-32602, MCPERR_INVALID},      {-32002, MCPERR_NOT_FOUND}, /* of old: no such resource */
        {-32020, MCPERR_INVALID},      {-32021, MCPERR_PRECONDITION}, {-32022, MCPERR_UNSUPPORTED_VERSION},
        {-32023, MCPERR_RATE_LIMITED}, /* proposed */
        {-32042, MCPERR_PRECONDITION}, /* of old: the user must visit a page first */
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (code == kinds[i].code)
            return (mcperr_kind)kinds[i].kind;
    return code >= 400 && code < 600 ? mcperr_kind_of_http((unsigned)code) : MCPERR_INTERNAL;
}

/* A code that is a word, of any dialect. */
static void read_code_word(mcperr_reader *x)
{
    for (size_t i = 0; i < x->set_size; i++)
        if (mcperr_set_code(&x->reply->error, x->set[i], x->word) == MCPERR_OK) {
            x->reply->reading = MCPERR_LEGACY;
            return;
        }
}

void mcperr_reply_words(mcperr_reader *x, mcperr_text words)
{
    mcperr_reply *const r = x->reply;
    mcperr_error *const err = &r->error;

    if (words.data != NULL) {
        mcperr_reply_unescape(x, &words);
        const int64_t code = mcperr_reply_unwrap(&words);
        r->reading = mcperr_read(x->set, x->set_size, words.data, words.size, x->tokens, x->count, err);
        if (r->reading == MCPERR_PLAINTEXT && code != 0)
            r->reading = MCPERR_LEGACY;
        if (r->code == 0)
            r->code = code;
    }
    if (err->home == NULL && x->word.data != NULL)
        read_code_word(x);
    r->dialect = err->home;
    if (err->home != NULL)
        return;
    err->kind = (uint8_t)kind_of_code(r->code);
    if (r->code >= 400 && r->code < 600 && r->code != mcperr_kind_of(err->kind)->status)
        err->status = (uint16_t)r->code;
}

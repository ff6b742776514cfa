/* SPDX-License-Identifier: MIT */
/*
 * The error in a reply: an envelope that is read where it stands, with the tokens of the line, and unescaped
 * in place if it is inside of a string; otherwise words and codes.
 */
#include "decode.h"
#include "mcp_reply.h"
#include "text.h"

#include <string.h>

void mcperr_reply_offer(mcperr_reader *x, mcperr_reply_place place, mcperr_text text)
{
    if (text.data != NULL && x->found[place].data == NULL &&
        mcperr_may_be_envelope(x->set, x->set_size, text))
        x->found[place] = text;
}

/* Make escaped text plain, where it stands: no character is longer than its escape. */
static void unescape(mcperr_reader *x, mcperr_text *text)
{
    mcperr_reply *const r = x->reply;
    enum { VIEWS = 4 };
    mcperr_text *const views[VIEWS] = {&r->text, &r->structured, &r->data, &r->message};

    if (text->form != MCPERR_ESCAPED)
        return;
    const char *at = text->data, *const end = at + text->size;
    char *const begin = x->line + (at - x->line), *to = begin;
    while (at < end)
        to += mcperr_utf8_put(mcperr_char_next(&at, end, MCPERR_ESCAPED), to);
    *text = mcperr_plain(begin, (size_t)(to - begin));
    for (size_t i = 0; i < VIEWS; i++)
        if (views[i]->data == begin)
            *views[i] = *text;
    r->result = MCPERR_ABSENT;
}

/* Step behind the words that frameworks of servers put before those of a tool. Answers the code of a JSON-RPC
   error that is among them; 0: none. */
static int64_t unwrap(mcperr_text *text)
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

/* Read what was kept at a place. If not `marked` as an error it must be one beyond doubt. */
static bool is_envelope(mcperr_reader *x, mcperr_reply_place place, bool marked)
{
    mcperr_reply *const r = x->reply;
    mcperr_text text = x->found[place];

    if (text.data == NULL)
        return false;
    unescape(x, &text);
    (void)unwrap(&text);
    r->dialect = mcperr_detect(x->set, x->set_size, text.data, text.size, x->tokens, x->count);
    if (r->dialect == NULL)
        return false;
    r->reading = mcperr_read(x->set, x->set_size, text.data, text.size, x->tokens, x->count, &r->error);
    r->place = place;
    return r->reading == MCPERR_EXACT || (r->reading == MCPERR_ALIAS && (marked || r->error.code_row > 0));
}

bool mcperr_reply_envelope(mcperr_reader *x, bool marked)
{
    for (unsigned place = MCPERR_IN_TEXT; place <= MCPERR_IN_MESSAGE; place++)
        if (is_envelope(x, (mcperr_reply_place)place, marked))
            return true;
    memset(&x->reply->error, 0, sizeof x->reply->error);
    x->reply->dialect = NULL;
    x->reply->reading = MCPERR_PLAINTEXT;
    x->reply->place = MCPERR_IN_NOTHING;
    return false;
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
        unescape(x, &words);
        const int64_t code = unwrap(&words);
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

/* SPDX-License-Identifier: MIT */
/* The envelope in a reply. It is read where it stands, with the tokens of the line, and unescaped in place if
   it is inside of a string. */
#include "decode.h"
#include "mcp_reply.h"
#include "text.h"

#include <string.h>

/* An error that is told in a text may stand among words, or in a Markdown fence. */
static bool may_have_words_around(const mcperr_reader *x, mcperr_text text)
{
    return x->marked && x->reply->kind != MCPERR_REPLY_MALFORMED && text.form != MCPERR_JSON;
}

void mcperr_reply_offer(mcperr_reader *x, mcperr_reply_place place, mcperr_text text)
{
    if (text.data != NULL && x->found[place].data == NULL &&
        mcperr_may_be_envelope(x->set, x->set_size, text, may_have_words_around(x, text)))
        x->found[place] = text;
}

/* No character is longer than its escape. */
void mcperr_reply_unescape(mcperr_reader *x, mcperr_text *text)
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

/* Is a text an envelope? If it need not be one it must be so beyond doubt. */
static bool reads_as_envelope(mcperr_reader *x, mcperr_text text, bool marked)
{
    mcperr_reply *const r = x->reply;

    r->dialect = mcperr_detect(x->set, x->set_size, text.data, text.size, x->tokens, x->count);
    if (r->dialect == NULL)
        return false;
    r->reading = mcperr_read(x->set, x->set_size, text.data, text.size, x->tokens, x->count, &r->error);
    return r->reading == MCPERR_EXACT ||
           (r->reading == MCPERR_ALIAS &&
            (marked || (r->error.code_row > 0 && r->error.message.data != NULL)));
}

size_t mcperr_reply_json(const char *at, const char *end)
{
    const size_t size = (size_t)(end - at);
    mcperr_fault fault;

    if (mcperr_json_check(at, size, NULL, NULL, &fault) == MCPERR_OK)
        return size;
    return fault.reason == MCPERR_R_TRAILING ? fault.offset : 0;
}

/* Is one of the objects in a text an envelope, beyond doubt? What is in an object is its own affair. */
static bool holds_envelope(mcperr_reader *x, mcperr_text text)
{
    const char *at = text.data, *const end = at + text.size;

    for (size_t size = 1; at < end; at += size, size = 1) {
        const size_t json = *at == '{' ? mcperr_reply_json(at, end) : 0;
        if (json == 0)
            continue;
        size = json;
        if (reads_as_envelope(x, mcperr_plain(at, json), false))
            return true;
    }
    return false;
}

/* Read what was kept at a place. */
static bool is_envelope(mcperr_reader *x, mcperr_reply_place place)
{
    mcperr_text text = x->found[place];

    if (text.data == NULL)
        return false;
    mcperr_reply_unescape(x, &text);
    (void)mcperr_reply_unwrap(&text);
    x->reply->place = place;
    return reads_as_envelope(x, text, x->marked) ||
           (may_have_words_around(x, text) && holds_envelope(x, text));
}

bool mcperr_reply_envelope(mcperr_reader *x)
{
    for (unsigned place = MCPERR_IN_TEXT; place <= MCPERR_IN_MESSAGE; place++)
        if (is_envelope(x, (mcperr_reply_place)place))
            return true;
    memset(&x->reply->error, 0, sizeof x->reply->error);
    x->reply->dialect = NULL;
    x->reply->reading = MCPERR_PLAINTEXT;
    x->reply->place = MCPERR_IN_NOTHING;
    return false;
}

/* SPDX-License-Identifier: MIT */
/* The envelope in a reply. It is read where it stands, with the tokens of the line, and unescaped in place if
   it is inside of a string. */
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

/* Read what was kept at a place. If it is not marked as an error it must be one beyond doubt. */
static bool is_envelope(mcperr_reader *x, mcperr_reply_place place)
{
    mcperr_reply *const r = x->reply;
    mcperr_text text = x->found[place];

    if (text.data == NULL)
        return false;
    mcperr_reply_unescape(x, &text);
    (void)mcperr_reply_unwrap(&text);
    r->dialect = mcperr_detect(x->set, x->set_size, text.data, text.size, x->tokens, x->count);
    if (r->dialect == NULL)
        return false;
    r->reading = mcperr_read(x->set, x->set_size, text.data, text.size, x->tokens, x->count, &r->error);
    r->place = place;
    return r->reading == MCPERR_EXACT || (r->reading == MCPERR_ALIAS && (x->marked || r->error.code_row > 0));
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

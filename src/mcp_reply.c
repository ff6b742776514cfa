/* SPDX-License-Identifier: MIT */
/*
 * Replies of servers. All that stands outside of an envelope is taken first, as views into the line; then the
 * envelope is read where it stands, with the same tokens. Inside of a string it is unescaped in place.
 */
#include "decode.h"
#include "mcp.h"
#include "text.h"

#include <string.h>

#define NONE MCPERR_DOC_NONE

const char *mcperr_reply_text(mcperr_reply_kind kind)
{
    static const char *const words[] = {
        "a result",
        "an error of the tool",
        "an error of the request",
        "a question: the server needs an answer first",
        "a request or notification of the server",
        "not a message of MCP",
    };

    return (size_t)kind < sizeof words / sizeof *words ? words[kind] : "unknown reply";
}

typedef struct reader {
    const mcperr_dialect *const *set;
    size_t set_size;
    char *line; /* behind a byte order mark */
    size_t size;
    mcperr_token *tokens;
    size_t count;
    mcperr_reply *reply;
    mcperr_doc doc;
    mcperr_text found[MCPERR_IN_MESSAGE + 1]; /* what may be an envelope, for each place */
    mcperr_text word;                         /* protocol error: a code that is no number */
    uint32_t retry_after_s;
    bool has_retry_after;
} reader;

/* ---- members ------------------------------------------------------------------------------------------ */

/* The member of that name; the last, if there are several, as it is for most clients. */
static uint32_t member(const reader *x, uint32_t object, const char *name)
{
    uint32_t value = NONE;

    if (mcperr_doc_type(&x->doc, object) != MCPERR_T_OBJECT)
        return NONE;
    for (uint32_t i = mcperr_doc_first(&x->doc, object); i != NONE; i = mcperr_doc_next(&x->doc, object, i))
        if (mcperr_text_is(mcperr_doc_text(&x->doc, i), name))
            value = i + 1;
    return value;
}

static mcperr_text member_text(const reader *x, uint32_t object, const char *name)
{
    return mcperr_doc_text(&x->doc, member(x, object, name));
}

static mcperr_type member_type(const reader *x, uint32_t object, const char *name)
{
    return mcperr_doc_type(&x->doc, member(x, object, name));
}

/* ---- envelopes and other words ------------------------------------------------------------------------ */

/* Keep a text that may be an envelope: the first of each place. */
static void offer(reader *x, mcperr_reply_place place, mcperr_text text)
{
    if (text.data != NULL && x->found[place].data == NULL &&
        mcperr_may_be_envelope(x->set, x->set_size, text))
        x->found[place] = text;
}

/* Make escaped text plain, where it stands: no character is longer than its escape. */
static void unescape(reader *x, mcperr_text *text)
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
static bool is_envelope(reader *x, mcperr_reply_place place, bool marked)
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

/* From here on the tokens are gone. */
static bool has_envelope(reader *x, bool marked)
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
static void read_code_word(reader *x)
{
    for (size_t i = 0; i < x->set_size; i++)
        if (mcperr_set_code(&x->reply->error, x->set[i], x->word) == MCPERR_OK) {
            x->reply->reading = MCPERR_LEGACY;
            return;
        }
}

/* Without an envelope there are words, and perhaps a code. */
static void read_words(reader *x, mcperr_text words)
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

/* ---- replies ------------------------------------------------------------------------------------------ */

/* Not a message of MCP: perhaps an envelope without one around it, or words. */
static void malformed(reader *x, const mcperr_fault *fault)
{
    const mcperr_text line = mcperr_text_of(x->line, x->size);

    x->reply->kind = MCPERR_REPLY_MALFORMED;
    x->reply->fault = *fault;
    x->found[MCPERR_IN_LINE] = line;
    if (!has_envelope(x, true))
        read_words(x, line);
}

/* The same for a value that is good JSON. */
static void refuse(reader *x, mcperr_reason reason, uint32_t value, const char *key)
{
    const mcperr_fault fault = {mcperr_doc_offset(&x->doc, value), reason, mcperr_str(key), MCPERR_ABSENT};

    malformed(x, &fault);
}

/* One block of a content; some send its text alone, or a block without an array around it. */
static void take_block(reader *x, uint32_t block)
{
    const mcperr_type type = mcperr_doc_type(&x->doc, block);
    const mcperr_text text =
        type == MCPERR_T_STRING ? mcperr_doc_text(&x->doc, block) : member_text(x, block, "text");

    if (x->reply->text.data == NULL)
        x->reply->text = text;
    offer(x, MCPERR_IN_TEXT, text);
}

static void take_result(reader *x, uint32_t result, bool marked)
{
    const uint32_t content = member(x, result, "content"), meta = member(x, result, "_meta");

    if (mcperr_doc_type(&x->doc, content) == MCPERR_T_ARRAY)
        for (uint32_t i = mcperr_doc_first(&x->doc, content); i != NONE;
             i = mcperr_doc_next(&x->doc, content, i))
            take_block(x, i);
    else
        take_block(x, content);
    x->reply->structured = member_text(x, result, "structuredContent");
    offer(x, MCPERR_IN_STRUCTURED, x->reply->structured);
    if (content == NONE)
        offer(x, MCPERR_IN_STRUCTURED, x->reply->result);
    /* What else a server tells beside a good result is its own affair. */
    if (marked && mcperr_doc_type(&x->doc, meta) == MCPERR_T_OBJECT)
        for (uint32_t i = mcperr_doc_first(&x->doc, meta); i != NONE; i = mcperr_doc_next(&x->doc, meta, i))
            offer(x, MCPERR_IN_META, mcperr_doc_text(&x->doc, i + 1));
    if (marked && x->found[MCPERR_IN_TEXT].data == NULL)
        x->found[MCPERR_IN_TEXT] = x->reply->text;
}

static void read_result(reader *x, uint32_t result)
{
    mcperr_reply *const r = x->reply;
    const uint32_t type = member(x, result, "resultType");
    const mcperr_text type_text = mcperr_doc_text(&x->doc, type);

    if (mcperr_doc_type(&x->doc, result) != MCPERR_T_OBJECT) {
        refuse(x, MCPERR_R_TYPE, result, "result");
        return;
    }
    if (r->id.data == NULL)
        r->odd |= MCPERR_ODD_ID;
    r->result = mcperr_doc_text(&x->doc, result);
    if (mcperr_text_is(type_text, "input_required")) {
        r->kind = MCPERR_REPLY_INPUT_REQUIRED;
        r->state = member_text(x, result, "requestState");
        return;
    }
    if (type != NONE && !mcperr_text_is(type_text, "complete")) {
        refuse(x, MCPERR_R_NOT_ALLOWED, type, "resultType");
        return;
    }
    const bool is_true = member_type(x, result, "isError") == MCPERR_T_TRUE;
    const bool marked = is_true || mcperr_text_is(member_text(x, result, "isError"), "true");
    take_result(x, result, marked);
    if (has_envelope(x, marked) || marked)
        r->kind = MCPERR_REPLY_TOOL_ERROR;
    if (r->kind == MCPERR_REPLY_TOOL_ERROR && !is_true)
        r->odd |= MCPERR_ODD_NOT_MARKED;
    if (marked && r->place == MCPERR_IN_NOTHING)
        read_words(x, r->text.data != NULL ? r->text : r->structured);
}

/* Seconds to wait, as many servers put them into data, and the proposed error for too many requests does. */
static void take_retry_after(reader *x, uint32_t data)
{
    static const struct {
        const char *name;
        bool ms;
    } names[] = {
        {"retryAfter", false},          {"retry_after", false}, {"retryAfterSeconds", false},
        {"retry_after_seconds", false}, {"retryAfterMs", true}, {"retry_after_ms", true},
    };

    for (size_t i = 0; i < sizeof names / sizeof *names && !x->has_retry_after; i++) {
        int64_t number = -1;
        x->has_retry_after = mcperr_doc_integer(&x->doc, member(x, data, names[i].name), &number) &&
                             number >= 0 && number <= INT32_MAX;
        if (x->has_retry_after) /* (ms + 999) / 1000, without a division */
            x->retry_after_s =
                names[i].ms ? (uint32_t)(((uint64_t)number + 999) * 274877907 >> 38) : (uint32_t)number;
    }
}

static void take_error(reader *x, uint32_t error)
{
    mcperr_reply *const r = x->reply;
    const bool is_text = mcperr_doc_type(&x->doc, error) == MCPERR_T_STRING;
    const uint32_t code = member(x, error, "code"), message = is_text ? error : member(x, error, "message"),
                   data = member(x, error, "data");
    const mcperr_text code_text = mcperr_doc_text(&x->doc, code);

    if (!mcperr_doc_integer(&x->doc, code, &r->code) || mcperr_doc_type(&x->doc, message) != MCPERR_T_STRING)
        r->odd |= MCPERR_ODD_NO_CODE;
    /* Some quote the number. */
    if (mcperr_doc_type(&x->doc, code) == MCPERR_T_STRING &&
        !mcperr_integer(code_text.data, code_text.size, &r->code))
        x->word = code_text;
    if (mcperr_doc_type(&x->doc, message) == MCPERR_T_STRING)
        r->message = mcperr_doc_text(&x->doc, message);
    r->data = mcperr_doc_text(&x->doc, data);
    take_retry_after(x, data);
    offer(x, MCPERR_IN_DATA, r->data);
    x->found[MCPERR_IN_MESSAGE] = r->message;
    /* What is around a text can only be read before that text changes. */
    if (x->found[MCPERR_IN_DATA].data == NULL && !is_text) {
        x->found[MCPERR_IN_ERROR] = mcperr_doc_text(&x->doc, error);
        x->found[MCPERR_IN_LINE] = mcperr_text_of(x->line, x->size);
    }
}

static void read_error(reader *x, uint32_t error)
{
    mcperr_reply *const r = x->reply;

    r->kind = MCPERR_REPLY_PROTOCOL_ERROR;
    take_error(x, error);
    if (has_envelope(x, true))
        return;
    read_words(x, r->message);
    if (r->data.data != NULL && r->data.form == MCPERR_JSON && *(const char *)r->data.data == '{')
        r->error.details = r->data;
    if (x->has_retry_after)
        mcperr_set_retry_after(&r->error, x->retry_after_s);
}

static void take_id(reader *x)
{
    const uint32_t id = member(x, 0, "id");
    mcperr_text text = mcperr_doc_text(&x->doc, id);

    if (mcperr_doc_type(&x->doc, id) == MCPERR_T_STRING) /* with its quotes */
        text = mcperr_raw_of((const char *)text.data - 1, text.size + (size_t)2);
    if (mcperr_is_id(text))
        x->reply->id = text;
    else if (id != NONE)
        x->reply->odd |= MCPERR_ODD_ID;
}

static void read_message(reader *x)
{
    mcperr_reply *const r = x->reply;
    const uint32_t error = member(x, 0, "error"), result = member(x, 0, "result");
    const mcperr_type type = mcperr_doc_type(&x->doc, error);

    take_id(x);
    if (!mcperr_text_is(member_text(x, 0, "jsonrpc"), "2.0"))
        r->odd |= MCPERR_ODD_VERSION;
    if (error != NONE && result != NONE)
        r->odd |= MCPERR_ODD_BOTH;
    if (error != NONE && type != MCPERR_T_NULL && type != MCPERR_T_FALSE) {
        read_error(x, error);
    } else if (result != NONE) {
        read_result(x, result);
    } else if (member_type(x, 0, "method") == MCPERR_T_STRING) {
        r->kind = MCPERR_REPLY_OTHER;
        r->method = member_text(x, 0, "method");
    } else if (mcperr_doc_type(&x->doc, 0) == MCPERR_T_OBJECT) {
        refuse(x, MCPERR_R_MISSING, 0, "result");
    } else {
        refuse(x, MCPERR_R_TYPE, 0, NULL);
    }
}

static void read_broken(reader *x, const mcperr_fault *fault)
{
    /* The brace at the end of a text that ends too early may close anything. */
    (void)mcperr_salvage_id(x->line, x->size, fault->reason != MCPERR_R_END ? x->line : NULL, x->size,
                            &x->reply->id);
    malformed(x, fault);
}

static bool has_byte_order_mark(const char *line, size_t size)
{
    return size >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0;
}

mcperr_reply_kind mcperr_reply_read(const mcperr_dialect *const *set, size_t set_size, char *line,
                                    size_t size, mcperr_token *tokens, size_t count, mcperr_reply *reply)
{
    mcperr_fault fault = {0, MCPERR_R_TOKENS, MCPERR_ABSENT, MCPERR_ABSENT}; /* if there are none at all */
    reader x;

    if (reply == NULL)
        return MCPERR_REPLY_MALFORMED;
    memset(reply, 0, sizeof *reply);
    memset(&x, 0, sizeof x);
    reply->reading = MCPERR_PLAINTEXT;
    x.reply = reply;
    x.set = set;
    x.set_size = set != NULL ? set_size : 0;
    x.line = line;
    x.size = line != NULL ? size : 0;
    x.tokens = tokens;
    x.count = count;
    if (has_byte_order_mark(x.line, x.size)) {
        x.line += 3;
        x.size -= 3;
        reply->odd |= MCPERR_ODD_BOM;
    }
    if (mcperr_doc_open(&x.doc, x.line, x.size, NULL, tokens, count, &fault) == MCPERR_OK)
        read_message(&x);
    else
        read_broken(&x, &fault);
    if (reply->odd & MCPERR_ODD_BOM)
        reply->fault.offset += reply->kind == MCPERR_REPLY_MALFORMED ? 3 : 0;
    return reply->kind;
}

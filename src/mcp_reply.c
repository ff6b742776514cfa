/* SPDX-License-Identifier: MIT */
/* Replies of servers. All that stands outside of an error is taken first, as views into the line. */
#include "mcp_reply.h"
#include "text.h"

#include <string.h>

#define NONE MCPERR_DOC_NONE

const char *mcperr_reply_text(mcperr_reply_kind kind)
{
    static const char *const words[] = {
        "a result",
        "an error of the tool",
        "an error of the request",
        "a question of the server",
        "a request or notification of the server",
        "not a message of MCP",
    };

    return (size_t)kind < sizeof words / sizeof *words ? words[kind] : "unknown reply";
}

/* ---- members ------------------------------------------------------------------------------------------ */

/* The member of that name; the last, if there are several, as it is for most clients. */
static uint32_t member(const mcperr_reader *x, uint32_t object, const char *name)
{
    uint32_t value = NONE;

    if (mcperr_doc_type(&x->doc, object) != MCPERR_T_OBJECT)
        return NONE;
    for (uint32_t i = mcperr_doc_first(&x->doc, object); i != NONE; i = mcperr_doc_next(&x->doc, object, i))
        if (mcperr_text_is(mcperr_doc_text(&x->doc, i), name))
            value = i + 1;
    return value;
}

static mcperr_text member_text(const mcperr_reader *x, uint32_t object, const char *name)
{
    return mcperr_doc_text(&x->doc, member(x, object, name));
}

static mcperr_type member_type(const mcperr_reader *x, uint32_t object, const char *name)
{
    return mcperr_doc_type(&x->doc, member(x, object, name));
}

/* ---- replies ------------------------------------------------------------------------------------------ */

/* Not a message of MCP: perhaps an envelope without one around it, or words. */
static void malformed(mcperr_reader *x, const mcperr_fault *fault)
{
    const mcperr_text line = mcperr_text_of(x->line, x->size);

    x->reply->kind = MCPERR_REPLY_MALFORMED;
    x->marked = true;
    x->reply->fault = *fault;
    x->found[MCPERR_IN_LINE] = line;
    if (!mcperr_reply_envelope(x))
        mcperr_reply_words(x, line);
}

/* The same for a value that is good JSON. */
static void refuse(mcperr_reader *x, mcperr_reason reason, uint32_t value, const char *key)
{
    const mcperr_fault fault = {mcperr_doc_offset(&x->doc, value), reason, mcperr_str(key), MCPERR_ABSENT};

    malformed(x, &fault);
}

/* One block of a content; some send its text alone, or a block without an array around it. */
static void take_block(mcperr_reader *x, uint32_t block)
{
    const mcperr_type type = mcperr_doc_type(&x->doc, block);
    const mcperr_text text =
        type == MCPERR_T_STRING ? mcperr_doc_text(&x->doc, block) : member_text(x, block, "text");

    if (x->reply->text.data == NULL)
        x->reply->text = text;
    mcperr_reply_offer(x, MCPERR_IN_TEXT, text);
}

static void take_result(mcperr_reader *x, uint32_t result)
{
    const uint32_t content = member(x, result, "content"), meta = member(x, result, "_meta");

    if (mcperr_doc_type(&x->doc, content) == MCPERR_T_ARRAY)
        for (uint32_t i = mcperr_doc_first(&x->doc, content); i != NONE;
             i = mcperr_doc_next(&x->doc, content, i))
            take_block(x, i);
    else
        take_block(x, content);
    x->reply->structured = member_text(x, result, "structuredContent");
    mcperr_reply_offer(x, MCPERR_IN_STRUCTURED, x->reply->structured);
    if (content == NONE)
        mcperr_reply_offer(x, MCPERR_IN_STRUCTURED, x->reply->result);
    /* What else a server tells beside a good result is its own affair. */
    if (x->marked && mcperr_doc_type(&x->doc, meta) == MCPERR_T_OBJECT)
        for (uint32_t i = mcperr_doc_first(&x->doc, meta); i != NONE; i = mcperr_doc_next(&x->doc, meta, i))
            mcperr_reply_offer(x, MCPERR_IN_META, mcperr_doc_text(&x->doc, i + 1));
    if (x->marked && x->found[MCPERR_IN_TEXT].data == NULL)
        x->found[MCPERR_IN_TEXT] = x->reply->text;
}

static void take_mark(mcperr_reader *x, uint32_t mark)
{
    mcperr_text text;
    const mcperr_type type = mcperr_doc_value(&x->doc, mark, &text);
    int64_t number = 0;

    x->marked = type == MCPERR_T_TRUE;
    if (x->marked || type == MCPERR_T_FALSE || type == MCPERR_T_NONE)
        return;
    x->reply->odd |= MCPERR_ODD_MARK;
    const char *const end = (const char *)text.data + text.size;
    x->marked = type == MCPERR_T_STRING ? mcperr_reply_says(&text, text.data, "true") == end
                                        : mcperr_doc_integer(&x->doc, mark, &number) && number == 1;
}

static void read_result(mcperr_reader *x, uint32_t result)
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
    take_mark(x, member(x, result, "isError"));
    take_result(x, result);
    const bool found = mcperr_reply_envelope(x);
    if (found || x->marked)
        r->kind = MCPERR_REPLY_TOOL_ERROR;
    if (found && !x->marked)
        r->odd |= MCPERR_ODD_NOT_MARKED;
    if (!found && x->marked)
        mcperr_reply_words(x, r->text.data != NULL ? r->text : r->structured);
}

/* Seconds to wait, as many servers put them into data, and the proposed error for too many requests does. */
static void take_retry_after(mcperr_reader *x, uint32_t data)
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
        if (x->has_retry_after)
            x->retry_after_s = names[i].ms ? mcperr_seconds((uint32_t)number) : (uint32_t)number;
    }
}

static void take_error(mcperr_reader *x, uint32_t error)
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
    mcperr_reply_offer(x, MCPERR_IN_DATA, r->data);
    x->found[MCPERR_IN_MESSAGE] = r->message;
    /* What is around a text can only be read before that text changes. */
    if (!is_text && (x->found[MCPERR_IN_DATA].data == NULL || r->data.form == MCPERR_JSON)) {
        x->found[MCPERR_IN_ERROR] = mcperr_doc_text(&x->doc, error);
        x->found[MCPERR_IN_LINE] = mcperr_text_of(x->line, x->size);
    }
}

static void read_error(mcperr_reader *x, uint32_t error)
{
    mcperr_reply *const r = x->reply;

    r->kind = MCPERR_REPLY_PROTOCOL_ERROR;
    x->marked = true;
    take_error(x, error);
    if (mcperr_reply_envelope(x))
        return;
    mcperr_reply_words(x, r->message);
    if (r->data.data != NULL && r->data.form == MCPERR_JSON && *(const char *)r->data.data == '{')
        r->error.details = r->data;
    if (x->has_retry_after)
        mcperr_set_retry_after(&r->error, x->retry_after_s);
}

static void take_id(mcperr_reader *x)
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

static void read_message(mcperr_reader *x)
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

/* An envelope whose quotes were not escaped ends the string that should hold it right behind its brace. */
static void take_unescaped(mcperr_reader *x, uint32_t offset)
{
    if (offset < 2 || x->line[offset - 1] != '"')
        return;
    const char *at = x->line + offset - 2;
    while (at > x->line && *at == ' ')
        at--;
    const size_t size = mcperr_reply_json(at, x->line + x->size);
    if (size > 0)
        x->found[MCPERR_IN_TEXT] = mcperr_plain(at, size);
}

static void read_broken(mcperr_reader *x, const mcperr_fault *fault)
{
    mcperr_salvage about;

    /* The brace at the end of a text that ends too early may close anything. */
    mcperr_salvage_line(x->line, x->size, fault->reason != MCPERR_R_END ? x->line : NULL, x->size, &about);
    x->reply->id = about.id;
    take_unescaped(x, fault->offset);
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
    mcperr_reader x;

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
    if ((reply->odd & MCPERR_ODD_BOM) && reply->kind == MCPERR_REPLY_MALFORMED)
        reply->fault.offset += 3;
    return reply->kind;
}

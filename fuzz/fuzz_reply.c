/* SPDX-License-Identifier: MIT */
/* Any line of a server is understood as something, within its own bytes; and what id it has is never guessed
 * wrong. */
#include "dialects.h"
#include "mcp.h"

/* A line that may be changed, and what is understood of it. */
typedef struct reading {
    document line;
    const uint8_t *bytes; /* as it came */
    mcperr_reply reply;
} reading;

static void restore(reading *r)
{
    if (r->line.size > 0)
        memcpy(r->line.json, r->bytes, r->line.size);
}

static mcperr_reply_kind read_line(reading *r, const mcperr_dialect *const *set, size_t count)
{
    memset(&r->reply, 0x5A, sizeof r->reply);
    restore(r);
    const mcperr_reply_kind kind =
        mcperr_reply_read(set, DIALECTS, r->line.json, r->line.size, r->line.tokens, count, &r->reply);
    property(kind == r->reply.kind && kind <= MCPERR_REPLY_MALFORMED);
    return kind;
}

static bool is_zero(const void *bytes, size_t size)
{
    const unsigned char *const at = bytes;
    size_t i = 0;

    while (i < size && at[i] == 0)
        i++;
    return i == size;
}

/* ---- one reply ---------------------------------------------------------------------------------------- */

/* A view of the line, and if it claims to be JSON, good JSON. */
static void stands_in(const reading *r, mcperr_text view)
{
    const char *const at = view.data;

    if (at == NULL)
        return;
    property(at >= r->line.json && at + view.size <= r->line.json + r->line.size);
    property(view.form <= MCPERR_JSON);
    if (view.form == MCPERR_JSON)
        property(mcperr_json_check(at, view.size, NULL, NULL, NULL) == MCPERR_OK);
}

static void views_stand_in_the_line(const reading *r)
{
    const mcperr_reply *const p = &r->reply;
    const mcperr_text views[] = {p->id,
                                 p->result,
                                 p->text,
                                 p->structured,
                                 p->state,
                                 p->method,
                                 p->message,
                                 p->data,
                                 p->error.message,
                                 p->error.tool,
                                 p->error.operation,
                                 p->error.exception,
                                 p->error.incident,
                                 p->error.session,
                                 p->error.workspace,
                                 p->error.role,
                                 p->error.invariant,
                                 p->error.phase,
                                 p->error.plan,
                                 p->error.stack,
                                 p->error.cause,
                                 p->error.details,
                                 p->error.result};

    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        stands_in(r, views[i]);
    if (p->error.code_row == 0)
        stands_in(r, p->error.code);
    property(p->id.data == NULL || mcperr_is_id(p->id));
}

static void facts_agree(const reading *r)
{
    const mcperr_reply *const p = &r->reply;
    const bool unchanged = fuzz_equal(r->line.json, r->line.size, r->bytes, r->line.size);
    const bool broken = p->kind == MCPERR_REPLY_MALFORMED;

    property(broken == (p->fault.reason != MCPERR_R_NONE));
    property(broken ? p->fault.offset <= r->line.size : is_zero(&p->fault, sizeof p->fault));
    property(unchanged || !broken);
    property(unchanged || p->result.data == NULL);
    property(p->reading <= MCPERR_PLAINTEXT && p->place <= MCPERR_IN_MESSAGE);
    property((p->place != MCPERR_IN_NOTHING) == (p->reading <= MCPERR_ALIAS));
    property(p->place == MCPERR_IN_NOTHING || p->dialect != NULL);
    property(p->error.home == NULL || p->error.home == p->dialect);
    property(!(p->odd & MCPERR_ODD_NOT_MARKED) || p->kind == MCPERR_REPLY_TOOL_ERROR);
    property(!(p->odd & MCPERR_ODD_MARK) || p->kind == MCPERR_REPLY_TOOL_ERROR ||
             p->kind == MCPERR_REPLY_RESULT);
    property(!(p->odd & MCPERR_ODD_NO_CODE) || p->kind == MCPERR_REPLY_PROTOCOL_ERROR);
    if (p->kind == MCPERR_REPLY_RESULT || p->kind == MCPERR_REPLY_INPUT_REQUIRED ||
        p->kind == MCPERR_REPLY_OTHER) {
        property(is_zero(&p->error, sizeof p->error) && p->place == MCPERR_IN_NOTHING && p->code == 0);
        property(p->dialect == NULL);
    }
    if (p->kind != MCPERR_REPLY_RESULT)
        property(p->kind == MCPERR_REPLY_TOOL_ERROR || p->structured.data == NULL);
}

/* What is no JSON is malformed at the place that the check tells, but for a byte order mark. */
static void faults_are_those_of_the_check(const reading *r)
{
    const uint32_t mark = r->reply.odd & MCPERR_ODD_BOM ? 3 : 0;
    mcperr_fault fault;

    if (mcperr_json_check((const char *)r->bytes + mark, r->line.size - mark, NULL, NULL, &fault) ==
        MCPERR_OK)
        return;
    property(r->reply.kind == MCPERR_REPLY_MALFORMED);
    property(r->reply.fault.offset == fault.offset + mark && r->reply.fault.reason == fault.reason);
}

static void can_be_told(const mcperr_error *err, const mcperr_dialect *d)
{
    const size_t least = mcperr_min_size(d, err);
    char *const buf = fuzz_room(least);
    size_t len = 0;
    const mcperr_status status = mcperr_emit(d, err, buf, least, &len);

    property(status != MCPERR_E_SIZE && status != MCPERR_E_MISUSE);
    const document text = document_of(buf, len);
    property(validated(d, text) == MCPERR_OK);
    forget(text);
}

/* ---- the same line again --------------------------------------------------------------------------------
 */

static bool same_view(mcperr_text a, mcperr_text b)
{
    return a.data == b.data && a.size == b.size && a.form == b.form;
}

static void reads_the_same_again(reading *r)
{
    const mcperr_reply p = r->reply;
    const mcperr_reply *const q = &r->reply;

    (void)read_line(r, dialects, r->line.count);
    property(p.kind == q->kind && p.odd == q->odd && p.code == q->code && p.place == q->place);
    property(p.dialect == q->dialect && p.reading == q->reading && p.error.kind == q->error.kind);
    property(p.error.home == q->error.home && p.fault.offset == q->fault.offset);
    property(same_view(p.id, q->id) && same_view(p.result, q->result) && same_view(p.text, q->text));
    property(same_view(p.message, q->message) && same_view(p.data, q->data));
    property(same_view(p.error.message, q->error.message) && same_view(p.error.code, q->error.code));
}

/* Without dialects there are no envelopes; without enough tokens there is no message. */
static void needs_dialects_and_tokens(reading *r)
{
    const mcperr_reply with = r->reply;
    const mcperr_reply_kind without = read_line(r, NULL, r->line.count);

    property(r->reply.place == MCPERR_IN_NOTHING && r->reply.dialect == NULL);
    property(without == with.kind || (without == MCPERR_REPLY_RESULT && (with.odd & MCPERR_ODD_NOT_MARKED)));
    if (r->line.checked == MCPERR_OK) {
        property(read_line(r, dialects, r->line.count - 1) == MCPERR_REPLY_MALFORMED);
        property(r->reply.fault.reason == MCPERR_R_TOKENS);
        views_stand_in_the_line(r);
    }
}

/* From a part of the beginning and a part of the end of a good message, its id is told or nothing is. */
static void salvages_no_other_id(reading *r, mcperr_text id, uint32_t random)
{
    const size_t size = r->line.size, head = random % (size + 1), tail = (random >> 16) % (size + 1);
    mcperr_salvage about;

    restore(r);
    mcperr_salvage_line(r->line.json, head, r->line.json + size - tail, tail, &about);
    const mcperr_text found = about.id;
    if (found.data == NULL)
        return;
    stands_in(r, found);
    property(mcperr_is_id(found));
    if (r->line.checked == MCPERR_OK && !has_duplicates(r->line))
        property(same_view(found, id));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint32_t hash = fuzz_hash(data, size);
    reading r = {document_of(fuzz_copy(data, size), size), data, {MCPERR_REPLY_RESULT}};

    if (size > 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) /* the line is what comes behind */
        r.line.count = size;
    const mcperr_reply_kind kind = read_line(&r, dialects, r.line.count);
    views_stand_in_the_line(&r);
    facts_agree(&r);
    faults_are_those_of_the_check(&r);
    if (kind == MCPERR_REPLY_TOOL_ERROR || kind == MCPERR_REPLY_PROTOCOL_ERROR ||
        kind == MCPERR_REPLY_MALFORMED) {
        advice_never_spins(&r.reply.error, hash);
        can_be_told(&r.reply.error, dialects[hash % DIALECTS]);
    }
    const mcperr_text id = r.reply.id;
    reads_the_same_again(&r);
    needs_dialects_and_tokens(&r);
    salvages_no_other_id(&r, id, hash);
    forget(r.line);
    return 0;
}

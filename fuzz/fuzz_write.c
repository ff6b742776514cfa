/* SPDX-License-Identifier: MIT */
/*
 * Any list of writer calls, into any capacity, measured, stored and streamed.
 *
 * Three bytes choose the capacity, the chunk and the flush that fails. Then each line is a call:
 *
 *     call [!] [key] [TAB value] LF       with `!`, a key where none belongs and none where one does
 *
 *     { object  [ array  } end  n null  t true  f false  i int  u uint  T time  s C string  0 absent
 *     p plain  e escaped  j JSON  o fields  x splice JSON  y splice fields  z splice plain text
 *     q quote  . unquote  a ascii  m mark  r rewind
 *
 * The key of a splice is the list of names to leave out, with commas. Fields are written as script.h says.
 */
#include "json_read.h"
#include "script.h"

#define CALLS_MOST 160
#define EXCEPT_MOST 4

/* ---- calls from bytes -------------------------------------------------------------------------- */

typedef struct call {
    char kind;
    bool contrary;
    const char *key, *plain;
    mcperr_text text;
    const char *except[EXCEPT_MOST];
    size_t except_count;
} call;

static call call_of(span line)
{
    call c = {'\0', false, NULL, NULL, {NULL, 0, 0}, {NULL}, 0};

    if (line.at == line.end)
        return c;
    c.kind = *line.at++;
    c.contrary = line.at < line.end && *line.at == '!';
    line.at += c.contrary;
    span key = before(&line, '\t');
    c.key = c_string(key);
    c.plain = c_string(line);
    while (strchr("xyz", c.kind) != NULL && key.at < key.end && c.except_count < EXCEPT_MOST)
        c.except[c.except_count++] = c_string(before(&key, ','));
    if (c.kind == 'e')
        c.text = view(line, MCPERR_ESCAPED);
    else if (c.kind == 'j' || c.kind == 'x')
        c.text = view(line, MCPERR_JSON);
    else if (c.kind == 'o' || c.kind == 'y')
        c.text = fields(&line, 0);
    else if (c.kind != '0')
        c.text = view(line, MCPERR_PLAIN);
    return c;
}

/* ---- what the rules say of a list of calls ----------------------------------------------------- */

typedef struct place {
    uint64_t arrays; /* bit n: the container at depth n is an array */
    unsigned depth, base;
    bool quoted, complete; /* complete: the value of the document stands */
    bool ascii;            /* from the first byte on */
    mcperr_status status;
} place;

static bool in_object(const place *p) { return p->depth > p->base && (p->arrays >> (p->depth - 1) & 1) == 0; }

static void ended(place *p)
{
    if (p->depth == p->base)
        p->complete = true;
}

static void expect(place *p, const call *c)
{
    const bool opens = c->kind == '{' || c->kind == '[';

    if (p->status != MCPERR_OK)
        return;
    switch (c->kind) {
    case 'a':
        p->ascii = p->ascii || (p->depth == 0 && !p->quoted && !p->complete);
        return;
    case '}':
        if (p->depth == p->base) {
            p->status = MCPERR_E_MISUSE;
            return;
        }
        p->depth--;
        ended(p);
        return;
    case '.':
        if (!p->quoted || p->depth != p->base || !p->complete) {
            p->status = MCPERR_E_MISUSE;
            return;
        }
        p->quoted = p->complete = false;
        p->base = 0;
        ended(p);
        return;
    case 'x':
    case 'y':
    case 'z':
        if (!in_object(p))
            p->status = MCPERR_E_MISUSE;
        else if (c->kind == 'z')
            p->status = MCPERR_E_SHAPE;
        return;
    default:
        break;
    }
    if (c->contrary || (p->depth == p->base && p->complete) || (c->kind == 'q' && p->quoted)) {
        p->status = MCPERR_E_MISUSE;
    } else if ((opens || c->kind == 'o') && p->depth == MCPERR_DEPTH_DEFAULT) {
        p->status = MCPERR_E_DEPTH;
    } else if (opens) {
        const uint64_t bit = UINT64_C(1) << p->depth++;
        p->arrays = c->kind == '[' ? p->arrays | bit : p->arrays & ~bit;
    } else if (c->kind == 'q') {
        p->base = p->depth;
        p->quoted = true;
        p->complete = false;
    } else {
        ended(p);
    }
}

/* JSON and fields may be bad in themselves: the writer's verdict must be one that fits, and stands. */
static void agree(place *p, const call *c, const mcperr_json *w)
{
    const mcperr_status status = (mcperr_status)w->status;
    const bool fits = status == MCPERR_E_SYNTAX || status == MCPERR_E_PARTIAL || status == MCPERR_E_DEPTH ||
                      (status == MCPERR_E_SHAPE && c->kind == 'x');

    if (p->status == MCPERR_OK && strchr("joxy", c->kind) != NULL && fits)
        p->status = status;
    property(p->status == status);
}

/* ---- playing them ------------------------------------------------------------------------------ */

static void make(mcperr_json *w, const call *c, const char *key)
{
    switch (c->kind) {
    case '{':
        mcperr_json_object(w, key);
        break;
    case '[':
        mcperr_json_array(w, key);
        break;
    case '}':
        mcperr_json_end(w);
        break;
    case 'n':
        mcperr_json_null(w, key);
        break;
    case 't':
    case 'f':
        mcperr_json_bool(w, key, c->kind == 't');
        break;
    case 'i':
        mcperr_json_int(w, key, number(c->plain));
        break;
    case 'u':
        mcperr_json_uint(w, key, strtoull(c->plain, NULL, 10));
        break;
    case 'T':
        mcperr_json_time(w, key, number(c->plain));
        break;
    case 's':
        mcperr_json_str(w, key, c->plain);
        break;
    case '0':
    case 'p':
    case 'e':
    case 'j':
    case 'o':
        mcperr_json_text(w, key, c->text);
        break;
    case 'x':
    case 'y':
    case 'z':
        mcperr_json_splice(w, c->text, c->except_count > 0 ? c->except : NULL, c->except_count);
        break;
    case 'q':
        mcperr_json_quote(w, key);
        break;
    case '.':
        mcperr_json_unquote(w);
        break;
    case 'a':
        mcperr_json_ascii(w);
        break;
    default:
        break;
    }
}

typedef struct script {
    call calls[CALLS_MOST];
    size_t count;
    bool quotes, rewinds;
} script;

/* The peak is the greatest length that there was on the way. */
static place play(mcperr_json *w, const script *s, size_t *peak)
{
    place p = {0, 0, 0, false, false, false, MCPERR_OK}, marked_place = p;
    mcperr_json marked;

    *peak = 0;
    if (w != NULL)
        marked = *w;
    for (size_t i = 0; i < s->count; i++) {
        const call *const c = &s->calls[i];
        if (c->kind == 'm' && w != NULL) {
            marked = *w;
            marked_place = p;
        } else if (c->kind == 'r' && w != NULL) {
            *w = marked;
            p = marked_place;
        } else {
            make(w, c, in_object(&p) != c->contrary ? c->key : NULL);
            expect(&p, c);
            if (w != NULL && w->flush == NULL)
                agree(&p, c, w);
        }
        if (w != NULL && w->len > *peak)
            *peak = w->len;
    }
    if (p.status == MCPERR_OK && (p.quoted || p.depth > 0 || !p.complete))
        p.status = MCPERR_E_MISUSE;
    return p;
}

static place measured(const script *s, mcperr_json *w, size_t *peak)
{
    mcperr_json_init(w, NULL, 0);
    const place p = play(w, s, peak);

    property(mcperr_json_finish(w) == p.status);
    return p;
}

/* ---- stored ------------------------------------------------------------------------------------ */

/* The buffer, which is as large as its capacity and not a byte larger. */
static char *stored(const script *s, const mcperr_json *measure, size_t cap)
{
    const mcperr_status expected = (mcperr_status)measure->status;
    char *const buf = fuzz_room(cap);
    size_t peak;
    mcperr_json w;

    if (cap > 0)
        memset(buf, 'U', cap);
    mcperr_json_init(&w, buf, cap);
    (void)play(&w, s, &peak);
    const mcperr_status status = mcperr_json_finish(&w);
    property(w.len == measure->len);
    property(status == (expected == MCPERR_OK && cap <= w.len ? MCPERR_E_NOSPACE : expected));
    if (status != MCPERR_OK) {
        property(cap == 0 || buf[0] == '\0');
        return buf;
    }
    property(memchr(buf, '\0', cap) == buf + w.len);
    property(mcperr_json_check(buf, w.len, NULL, NULL, NULL) == MCPERR_OK);
    for (size_t i = peak + 1; i < cap; i++)
        property(buf[i] == 'U');
    return buf;
}

static void is_ascii(const char *text)
{
    for (; *text != '\0'; text++)
        property(*text >= 0x20 && *text <= 0x7E);
}

/* ---- streamed ---------------------------------------------------------------------------------- */

typedef struct sink {
    char *bytes;
    size_t size, room, chunk;
    unsigned calls, fails_at; /* 0: never */
} sink;

static bool receive(void *ctx, const char *bytes, size_t size)
{
    sink *const to = ctx;

    property(size > 0 && size <= to->chunk);
    property(size <= to->room - to->size);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    to->calls++;
    return to->calls != to->fails_at;
}

static mcperr_status streamed(const script *s, const mcperr_json *measure, sink *to)
{
    char *const chunk = fuzz_room(to->chunk);
    size_t peak;
    mcperr_json w;

    to->room = measure->len;
    to->bytes = fuzz_room(to->room);
    to->size = to->calls = 0;
    mcperr_json_stream(&w, measure, chunk, to->chunk, receive, to);
    (void)play(&w, s, &peak);
    const mcperr_status status = mcperr_json_finish(&w);
    free(chunk);
    return status;
}

static void streams(const script *s, const mcperr_json *measure, const char *stored_text, sink *to,
                    unsigned failing)
{
    property(streamed(s, measure, to) == (mcperr_status)measure->status);
    if (measure->status == MCPERR_OK)
        property(fuzz_equal(to->bytes, to->size, stored_text, measure->len));
    else
        property(to->calls == 0);
    free(to->bytes);

    if (to->calls > 0) {
        to->fails_at = 1 + failing % to->calls;
        property(streamed(s, measure, to) == MCPERR_E_SINK);
        property(to->calls == to->fails_at);
        property(memcmp(to->bytes, stored_text, to->size) == 0);
        free(to->bytes);
        to->fails_at = 0;
    }
}

/* The promise of another length is never exceeded, as receive() sees, and never good in the end. */
static void breaks_promise(const script *s, const mcperr_json *measure, sink *to, size_t promised)
{
    char *const plain = fuzz_room(promised);
    mcperr_json promise;

    memset(plain, 'x', promised);
    mcperr_json_init(&promise, NULL, 0);
    mcperr_json_text(&promise, NULL, mcperr_text_of(plain, promised));
    property(mcperr_json_finish(&promise) == MCPERR_OK);
    const mcperr_status status = streamed(s, &promise, to);
    if (measure->status == MCPERR_OK)
        property(status == (promise.len == measure->len ? MCPERR_OK : MCPERR_E_MISUSE));
    else
        property(status != MCPERR_OK);
    free(to->bytes);
    free(plain);
}

/* ---- read back --------------------------------------------------------------------------------- */

/* Quoted, the same calls make a string whose characters are the document. */
static void quotes(const script *s, const char *document)
{
    char *buf = NULL;
    size_t peak, cap = 0;
    mcperr_json w;
    mcperr_token token;
    mcperr_doc doc;

    for (unsigned pass = 0; pass < 2; pass++) {
        if (pass == 1)
            buf = fuzz_room(cap);
        mcperr_json_init(&w, buf, cap);
        mcperr_json_quote(&w, NULL);
        (void)play(&w, s, &peak);
        mcperr_json_unquote(&w);
        property(mcperr_json_finish(&w) == MCPERR_OK);
        cap = w.len + 1;
    }
    property(mcperr_doc_open(&doc, buf, w.len, NULL, &token, 1, NULL) == MCPERR_OK);
    property(mcperr_text_is(mcperr_doc_text(&doc, 0), document));
    free(buf);
}

static bool is_excepted(const call *c, mcperr_text name)
{
    const size_t size = mcperr_text_copy(name, NULL, 0);
    char *const plain = fuzz_room(size + 1);
    bool excepted = false;

    (void)mcperr_text_copy(name, plain, size + 1);
    for (size_t i = 0; i < c->except_count; i++)
        excepted = excepted || fuzz_equal(plain, size, c->except[i], strlen(c->except[i]));
    free(plain);
    return excepted;
}

static void value_is_rewritten(const mcperr_doc *from, uint32_t value, const mcperr_doc *to, uint32_t written)
{
    const mcperr_text text = mcperr_doc_text(from, value), result = mcperr_doc_text(to, written);
    mcperr_json w;

    property(mcperr_doc_type(from, value) == mcperr_doc_type(to, written));
    if (text.form != MCPERR_JSON) {
        property(mcperr_text_same(text, result));
        return;
    }
    const size_t cap = text.size + 1u;
    char *const buf = fuzz_room(cap);
    mcperr_json_init(&w, buf, cap);
    mcperr_json_text(&w, NULL, text);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    property(fuzz_equal(buf, w.len, result.data, result.size));
    free(buf);
}

/* A splice alone in an object: that object's members are those of the text, in order, less the excepted. */
static void splices(const call *c)
{
    const size_t cap = c->text.size + 3u, room = c->text.size / 2u + 2u;
    mcperr_token *const tokens = (mcperr_token *)(void *)fuzz_room(2 * room * sizeof *tokens);
    char *const buf = fuzz_room(cap);
    mcperr_doc from, to;
    mcperr_json w;

    mcperr_json_init(&w, buf, cap);
    mcperr_json_object(&w, NULL);
    mcperr_json_splice(&w, c->text, c->except, c->except_count);
    mcperr_json_end(&w);
    if (mcperr_json_finish(&w) == MCPERR_OK) {
        property(mcperr_doc_open(&from, c->text.data, c->text.size, NULL, tokens, room, NULL) == MCPERR_OK);
        property(mcperr_doc_open(&to, buf, w.len, NULL, tokens + room, room, NULL) == MCPERR_OK);
        uint32_t written = mcperr_doc_first(&to, 0);
        for (uint32_t name = mcperr_doc_first(&from, 0); name != MCPERR_DOC_NONE;
             name = mcperr_doc_next(&from, 0, name)) {
            if (is_excepted(c, mcperr_doc_text(&from, name)))
                continue;
            property(mcperr_text_same(mcperr_doc_text(&from, name), mcperr_doc_text(&to, written)));
            value_is_rewritten(&from, name + 1, &to, written + 1);
            written = mcperr_doc_next(&to, 0, written);
        }
        property(written == MCPERR_DOC_NONE);
    }
    free(buf);
    free(tokens);
}

/* ------------------------------------------------------------------------------------------------ */

static void read_script(script *s, span text)
{
    s->count = 0;
    s->quotes = s->rewinds = false;
    while (text.at < text.end && s->count < CALLS_MOST) {
        const call c = call_of(before(&text, '\n'));
        if (c.kind == '\0' || strchr("{[}ntfiuTs0pejoxyzq.amr", c.kind) == NULL)
            continue;
        s->calls[s->count++] = c;
        s->quotes = s->quotes || c.kind == 'q' || c.kind == '.';
        s->rewinds = s->rewinds || c.kind == 'r';
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static script s;
    size_t peak, nothing;
    mcperr_json measure;

    if (size < 3)
        return 0;
    const span text = {(const char *)data + 3, (const char *)data + size};
    read_script(&s, text);
    const place end = measured(&s, &measure, &peak);

    const size_t caps[] = {data[0] % (measure.len + 2), measure.len, measure.len + 9};
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++)
        free(stored(&s, &measure, caps[i]));
    char *const whole = stored(&s, &measure, measure.len + 1);
    if (end.ascii && end.status == MCPERR_OK)
        is_ascii(whole);
    if (!s.quotes && end.status == MCPERR_OK)
        quotes(&s, whole);

    /* A rewind must not pass a flush: then the chunk holds all that is ever written. */
    sink to = {NULL, 0, 0, s.rewinds ? peak + 1 : 1 + data[1] % (measure.len + 1), 0, 0};
    streams(&s, &measure, whole, &to, data[2]);
    breaks_promise(&s, &measure, &to, data[2] % (measure.len + 1));
    free(whole);

    for (size_t i = 0; i < s.count; i++)
        if (s.calls[i].kind == 'x')
            splices(&s.calls[i]);
    (void)play(NULL, &s, &nothing);
    property(mcperr_json_finish(NULL) == MCPERR_E_MISUSE);
    release();
    return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * The writer. Every byte of output passes through store(), and store() alone
 * touches the buffer.
 */
#include "json_write.h"
#include "text.h"

#include <string.h>

enum mode {
    COMMA = 1,  /* a value ends here: the next one needs a comma, or is one too many */
    ASCII = 2,  /* \u for everything past 0x7E */
    NAMED = 4,  /* the name is written: its value must be next */
    OUTER = 8,  /* the object that is yet to be opened needs a comma */
    UNIQUE = 16 /* names in one object differ */
};

static void fail(mcperr_json *w, mcperr_status status)
{
    if (w->status == MCPERR_OK)
        w->status = (uint8_t)status;
}

/* ---- bytes -------------------------------------------------------------------------------------- */

static void flush(mcperr_json *w)
{
    if (w->status == MCPERR_OK && w->at > 0 && !w->flush(w->ctx, w->buf, w->at))
        fail(w, MCPERR_E_SINK);
    w->at = 0;
}

/*
 * at <= cap always, so cap - at is the room that is left. A buffer keeps its
 * last byte free for the NUL (size < room); at == cap then means that something
 * did not fit, and nothing fits any more, so that what is stored is always a
 * prefix. A chunk is filled to its last byte and flushed.
 */
static void store(mcperr_json *w, const char *bytes, size_t size)
{
    w->len = size <= SIZE_MAX - w->len ? w->len + size : SIZE_MAX;
    if (size < w->cap - w->at) {
        memcpy(w->buf + w->at, bytes, size);
        w->at += size;
        return;
    }
    if (w->flush == NULL) {
        w->at = w->cap;
        return;
    }
    if (w->len > w->measured)
        fail(w, MCPERR_E_MISUSE);
    while (size > 0 && w->status == MCPERR_OK) {
        const size_t room = w->cap - w->at, part = size < room ? size : room;
        memcpy(w->buf + w->at, bytes, part);
        w->at += part;
        bytes += part;
        size -= part;
        if (w->at == w->cap)
            flush(w);
    }
}

/* Text of the document. Inside a quoted document its quotes and backslashes are
 * escaped. */
static void put(mcperr_json *w, const char *bytes, size_t size)
{
    if (w->quote == 0) {
        store(w, bytes, size);
        return;
    }
    const char *const end = bytes + size;
    for (const char *at = bytes; at < end; at++) {
        if (*at == '"' || *at == '\\') {
            store(w, bytes, (size_t)(at - bytes));
            store(w, "\\", 1);
            bytes = at;
        }
    }
    store(w, bytes, (size_t)(end - bytes));
}

/* ---- strings ------------------------------------------------------------------------------------ */

static MCPERR_NOINLINE void put_u(mcperr_json *w, uint32_t unit)
{
    static const char hex[] = "0123456789abcdef";
    char text[6] = {'\\', 'u', '0', '0', '0', '0'};

    for (unsigned i = 5; unit > 0; i--, unit >>= 4)
        text[i] = hex[unit & 15];
    put(w, text, sizeof text);
}

static void put_char(mcperr_json *w, uint32_t code)
{
    static const char letters[] = "btn\0fr"; /* 8 to 13; 11 has none */
    char text[4];

    if (code == '"' || code == '\\') {
        text[0] = '\\';
        text[1] = (char)code;
        put(w, text, 2);
    } else if (code - 8 < 6 && code != 11) {
        text[0] = '\\';
        text[1] = letters[code - 8];
        put(w, text, 2);
    } else if (code < 0x20 || (code > 0x7E && (w->mode & ASCII) && code < 0x10000)) {
        put_u(w, code);
    } else if (code > 0x7E && (w->mode & ASCII)) {
        put_u(w, 0xD7C0 + (code >> 10));
        put_u(w, 0xDC00 | (code & 0x3FF));
    } else {
        put(w, text, mcperr_utf8_put(code, text));
    }
}

/* Characters of a string: runs that may stand as they are, and between them one
 * by one. */
static void put_chars(mcperr_json *w, mcperr_text text)
{
    const char *at = text.data, *run = at, *const end = at + text.size;

    for (;;) {
        const char *next;
        uint32_t code;
        at = mcperr_char_run(at, end);
        if (at == end)
            break;
        if (*at == '\\' && text.form != MCPERR_PLAIN)
            code = mcperr_char_escape(at, end, &next);
        else
            code = mcperr_char_utf8(at, end, &next);
        if (code > 0x7E && code < MCPERR_CHAR_CUT && *at != '\\' && !(w->mode & ASCII)) {
            at = next;
            continue;
        }
        put(w, run, (size_t)(at - run));
        put_char(w, code < MCPERR_CHAR_CUT ? code : MCPERR_CHAR_REPLACED);
        at = run = next;
    }
    put(w, run, (size_t)(end - run));
}

static void put_string(mcperr_json *w, mcperr_text text)
{
    put(w, "\"", 1);
    put_chars(w, text);
    put(w, "\"", 1);
}

/* ---- structure ---------------------------------------------------------------------------------- */

/* The depth of the document being written: that of the string around it, if
 * there is one. */
static unsigned base(const mcperr_json *w) { return w->quote > 0 ? w->quote - 1u : 0; }

static bool in_object(const mcperr_json *w)
{
    return w->depth > base(w) && (w->arrays >> (w->depth - 1u) & 1) == 0;
}

/* Is there exactly one document, and is it whole? */
static bool is_complete(const mcperr_json *w) { return w->depth == base(w) && (w->mode & COMMA) != 0; }

/* A name that comes as ,"name": with its comma where one is due. */
static void put_name(mcperr_json *w, const char *name, bool comma)
{
    put(w, name + !comma, strlen(name + !comma));
}

/* Open the object that was waiting for its first member. */
static void wake(mcperr_json *w)
{
    const char *const name = w->lazy;

    if (name == NULL)
        return;
    w->lazy = NULL;
    put_name(w, name, w->mode & OUTER);
    put(w, "{", 1);
}

/* What precedes a value: a comma where one is due, and its name. False if it
 * may not stand here. */
static bool lead(mcperr_json *w, mcperr_text key)
{
    if (w == NULL || w->status != MCPERR_OK)
        return false;
    if ((in_object(w) && !(w->mode & NAMED)) != (key.data != NULL) || is_complete(w)) {
        fail(w, MCPERR_E_MISUSE);
        return false;
    }
    if (w->mode & NAMED) {
        w->mode &= (uint8_t)~NAMED;
        return true;
    }
    wake(w);
    if (w->mode & COMMA)
        put(w, ",", 1);
    w->mode |= COMMA;
    if (key.data != NULL) {
        put_string(w, key);
        put(w, ":", 1);
    }
    return true;
}

/* A value that is ready to be stored. */
static void put_value(mcperr_json *w, const char *key, const char *bytes, size_t size)
{
    if (lead(w, mcperr_str(key)))
        put(w, bytes, size);
}

static void open(mcperr_json *w, const char *key, bool array)
{
    if (!lead(w, mcperr_str(key)))
        return;
    if (w->depth == MCPERR_DEPTH_DEFAULT) {
        fail(w, MCPERR_E_DEPTH);
        return;
    }
    const uint32_t bit = UINT32_C(1) << w->depth++;
    w->arrays = array ? w->arrays | bit : w->arrays & ~bit;
    w->mode &= (uint8_t)~COMMA;
    put(w, array ? "[" : "{", 1);
}

/* ---- raw JSON: what follows walks text that mcperr_json_check has accepted ---------------------- */

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (unsigned char)*at <= ' ')
        at++;
    return at;
}

/* Behind the closing quote of the string that opens at `at`. */
static const char *skip_string(const char *at)
{
    while (*++at != '"')
        if (*at == '\\')
            at++;
    return at + 1;
}

/* The comma or bracket behind the value at `at`. */
static const char *skip_value(const char *at)
{
    for (unsigned depth = 0;;) {
        if (*at == '"') {
            at = skip_string(at);
            continue;
        }
        if (*at == '{' || *at == '[')
            depth++;
        else if (*at == '}' || *at == ']' || *at == ',') {
            if (depth == 0)
                return at;
            depth -= *at != ',';
        }
        at++;
    }
}

/* The text of the string that opens at `at` and ends before `end`. */
static mcperr_text string_at(const char *at, const char *end)
{
    mcperr_text text = mcperr_plain(at + 1, (size_t)(end - at) - 2);

    text.form = MCPERR_ESCAPED;
    return text;
}

/* What stands for a value of the member `key`, or for its string `value`; absent: itself. */
static mcperr_text instead_of(const mcperr_json *w, mcperr_text value)
{
    const mcperr_sieve *const sieve = w->sieve;

    return sieve != NULL && sieve->filter != NULL ? sieve->filter(sieve->filter_ctx, sieve->key, value)
                                                  : MCPERR_ABSENT;
}

/* Write what stands for the whole value, if something does. */
static bool put_instead(mcperr_json *w)
{
    const mcperr_text instead = instead_of(w, MCPERR_ABSENT);

    if (instead.data != NULL)
        put_string(w, instead);
    return instead.data != NULL;
}

static void put_filtered(mcperr_json *w, mcperr_text value)
{
    const mcperr_text instead = instead_of(w, value);

    put_string(w, instead.data != NULL ? instead : value);
}

static void set_key(const mcperr_json *w, mcperr_text key)
{
    if (w->sieve != NULL)
        w->sieve->key = key;
}

/* A value without white space, and with what the sieve replaces in it. */
static void put_minified(mcperr_json *w, const char *at, const char *end)
{
    if (put_instead(w))
        return;
    while ((at = skip_space(at, end)) < end) {
        const char *const begin = at;
        if (*at != '"') {
            while (at < end && (unsigned char)*at > ' ' && *at != '"')
                at++;
            put(w, begin, (size_t)(at - begin));
            set_key(w, MCPERR_ABSENT); /* elements of an array have none */
            continue;
        }
        at = skip_string(at);
        const char *const colon = skip_space(at, end);
        if (colon == end || *colon != ':') {
            put_filtered(w, string_at(begin, at));
            set_key(w, MCPERR_ABSENT);
            continue;
        }
        set_key(w, string_at(begin, at));
        put_string(w, string_at(begin, at));
        put(w, ":", 1);
        at = put_instead(w) ? skip_value(colon + 1) : colon + 1;
    }
}

/* Does a name stand twice in one object, at any depth? */
static MCPERR_NOINLINE bool has_twice(const char *at, const char *end)
{
    while (at < end) {
        const char *const name = at;
        if (*at != '"') {
            at++;
            continue;
        }
        at = skip_string(at);
        const mcperr_text key = string_at(name, at);
        const char *next = skip_space(at, end);
        if (next == end || *next != ':')
            continue;
        for (next = skip_value(next + 1); *next == ','; next = skip_value(next + 1)) {
            const char *const other = skip_space(next + 1, end);
            next = skip_string(other);
            if (mcperr_text_same(key, string_at(other, next)))
                return true;
            next = skip_space(next, end);
        }
    }
    return false;
}

/* Check JSON that goes `level` containers deep, and answer where it begins, or
 * NULL. */
static MCPERR_NOINLINE const char *checked(mcperr_json *w, mcperr_text json, unsigned level)
{
    const char *const begin = json.data;
    const mcperr_limits limits = {
        0, 0, (uint16_t)(level < MCPERR_DEPTH_DEFAULT ? MCPERR_DEPTH_DEFAULT - level : 1)};
    mcperr_status status = mcperr_json_check(begin, json.size, &limits, NULL, NULL);

    if (status == MCPERR_OK) {
        const char *const first = skip_space(begin, begin + json.size);
        if (level == MCPERR_DEPTH_DEFAULT && (*first == '{' || *first == '['))
            status = MCPERR_E_DEPTH;
        else if ((w->mode & UNIQUE) && has_twice(first, begin + json.size))
            status = MCPERR_E_SHAPE;
        else
            return first;
    }
    fail(w, status);
    return NULL;
}

/* ---- texts and fields --------------------------------------------------------------------------- */

/* Any text but fields, where a value is due. */
static void put_any(mcperr_json *w, mcperr_text text)
{
    if (text.data == NULL) {
        put(w, "null", 4);
    } else if (text.form != MCPERR_JSON) {
        put_filtered(w, text);
    } else {
        const char *const first = checked(w, text, w->depth);
        if (first != NULL)
            put_minified(w, first, (const char *)text.data + text.size);
    }
}

static void put_text(mcperr_json *w, const char *key, mcperr_text text)
{
    if (lead(w, mcperr_str(key)))
        put_any(w, text);
}

/* Has a field before this one its key? */
static bool is_before(const mcperr_field *at, const mcperr_field *field)
{
    for (; at < field; at++)
        if (at->key != NULL && strlen(at->key) == strlen(field->key) &&
            memcmp(at->key, field->key, strlen(field->key)) == 0)
            return true;
    return false;
}

/* Fields as members of the open object. Arrays inside are objects inside: a stack, not recursion. */
static void put_fields(mcperr_json *w, mcperr_text fields)
{
    struct {
        const mcperr_field *begin, *at, *end;
    } level[MCPERR_FIELDS_DEPTH];
    unsigned top = 0;

    level[0].begin = level[0].at = fields.data;
    level[0].end = level[0].at + fields.size;
    while (w->status == MCPERR_OK) {
        if (level[top].at == level[top].end) {
            if (top == 0)
                return;
            top--;
            mcperr_json_end(w);
            continue;
        }
        const mcperr_field *const field = level[top].at++;
        const mcperr_text key = mcperr_str(field->key), text = field->text;
        if (key.data == NULL || (top == 0 && w->sieve != NULL && w->sieve->drops(w->sieve->ctx, key)))
            continue;
        if ((w->mode & UNIQUE) && is_before(level[top].begin, field)) {
            fail(w, MCPERR_E_SHAPE);
            return;
        }
        set_key(w, key);
        if (!lead(w, key) || put_instead(w))
            continue;
        if (field->type == MCPERR_FIELD_TEXT && (text.data == NULL || text.form != MCPERR_FIELDS)) {
            put_any(w, text);
            continue;
        }
        w->mode |= NAMED;
        if (field->type == MCPERR_FIELD_INT) {
            mcperr_json_int(w, NULL, field->number);
        } else if (field->type != MCPERR_FIELD_TEXT) {
            mcperr_json_bool(w, NULL, field->number != 0);
        } else if (++top < MCPERR_FIELDS_DEPTH) {
            open(w, NULL, false);
            level[top].begin = level[top].at = text.data;
            level[top].end = level[top].at + text.size;
        } else {
            fail(w, MCPERR_E_DEPTH);
        }
    }
}

static MCPERR_NOINLINE void put_members(mcperr_json *w, mcperr_text object)
{
    /* The object's own level is the one that is open already. */
    const char *at = checked(w, object, w->depth - 1u), *const end = (const char *)object.data + object.size;

    if (at == NULL)
        return;
    if (*at != '{') {
        fail(w, MCPERR_E_SHAPE);
        return;
    }
    while (*at != '}') {
        at = skip_space(at + 1, end); /* behind the brace or comma */
        if (*at == '}')
            return;
        const char *const name = at;
        at = skip_string(at);
        const mcperr_text key = string_at(name, at);
        const char *const value = skip_space(at, end) + 1; /* behind the colon */
        at = skip_value(value);
        set_key(w, key);
        if (!w->sieve->drops(w->sieve->ctx, key) && lead(w, key))
            put_minified(w, value, at);
    }
}

/* ---- the public calls --------------------------------------------------------------------------- */

void mcperr_json_init(mcperr_json *w, char *buf, size_t cap)
{
    if (w == NULL)
        return;
    memset(w, 0, sizeof *w);
    w->buf = buf;
    w->cap = buf != NULL ? cap : 0;
}

void mcperr_json_stream(mcperr_json *w, const mcperr_json *done, char *chunk, size_t cap,
                        mcperr_flush callback, void *ctx)
{
    mcperr_json_init(w, callback != NULL ? chunk : NULL, cap);
    if (w == NULL)
        return;
    if (done == NULL || chunk == NULL || cap == 0 || callback == NULL ||
        (done->status == MCPERR_OK && (!is_complete(done) || done->quote > 0)))
        w->status = MCPERR_E_MISUSE;
    else if (done->status != MCPERR_OK)
        w->status = done->status;
    else
        w->measured = done->len;
    w->flush = callback;
    w->ctx = ctx;
}

void mcperr_json_ascii(mcperr_json *w)
{
    if (w != NULL)
        w->mode |= ASCII;
}

void mcperr_json_object(mcperr_json *w, const char *key) { open(w, key, false); }
void mcperr_json_array(mcperr_json *w, const char *key) { open(w, key, true); }

void mcperr_json_end(mcperr_json *w)
{
    if (w == NULL || w->status != MCPERR_OK)
        return;
    if (w->depth == base(w) || (w->mode & NAMED)) {
        fail(w, MCPERR_E_MISUSE);
        return;
    }
    if (w->lazy != NULL) { /* it never was opened */
        w->lazy = NULL;
        w->mode = (uint8_t)((w->mode & ~COMMA) | (w->mode & OUTER ? COMMA : 0));
    } else {
        put(w, in_object(w) ? "}" : "]", 1);
        w->mode |= COMMA;
    }
    w->depth--;
}

void mcperr_json_null(mcperr_json *w, const char *key) { put_value(w, key, "null", 4); }
void mcperr_json_bool(mcperr_json *w, const char *key, bool value)
{
    put_value(w, key, value ? "true" : "false", value ? 4 : 5);
}

static void put_integer(mcperr_json *w, const char *key, uint64_t size, bool negative)
{
    char text[1 + MCPERR_DECIMAL_MAX];
    char *at = mcperr_decimal(size, text + 1);

    if (negative)
        *--at = '-';
    put_value(w, key, at, (size_t)(text + sizeof text - at));
}

void mcperr_json_int(mcperr_json *w, const char *key, int64_t value)
{
    put_integer(w, key, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void mcperr_json_uint(mcperr_json *w, const char *key, uint64_t value) { put_integer(w, key, value, false); }

void mcperr_json_str(mcperr_json *w, const char *key, const char *plain)
{
    put_text(w, key, mcperr_str(plain));
}

void mcperr_json_time(mcperr_json *w, const char *key, int64_t unix_ms)
{
    char text[MCPERR_TIME_SIZE];

    mcperr_time_text(unix_ms, text);
    put_text(w, key, mcperr_plain(text, sizeof text));
}

void mcperr_json_text(mcperr_json *w, const char *key, mcperr_text text)
{
    if (text.data == NULL || text.form != MCPERR_FIELDS) {
        put_text(w, key, text);
        return;
    }
    open(w, key, false);
    if (w != NULL)
        put_fields(w, text);
    mcperr_json_end(w);
}

void mcperr_json_sift(mcperr_json *w, mcperr_text object, mcperr_sieve *sieve)
{
    if (w == NULL || w->status != MCPERR_OK)
        return;
    if (!in_object(w)) {
        fail(w, MCPERR_E_MISUSE);
        return;
    }
    if (object.data == NULL)
        return;
    w->sieve = sieve;
    if (object.form == MCPERR_FIELDS)
        put_fields(w, object);
    else if (object.form == MCPERR_JSON)
        put_members(w, object);
    else
        fail(w, MCPERR_E_SHAPE);
    w->sieve = NULL;
}

typedef struct names {
    const char *const *names;
    size_t count;
} names;

static bool is_named(const void *ctx, mcperr_text key)
{
    const names *const n = ctx;

    for (size_t i = 0; n->names != NULL && i < n->count; i++)
        if (mcperr_text_is(key, n->names[i]))
            return true;
    return false;
}

void mcperr_json_splice(mcperr_json *w, mcperr_text object, const char *const *except, size_t count)
{
    const names excepted = {except, count};
    mcperr_sieve sieve = {is_named, NULL, &excepted, NULL, MCPERR_ABSENT};

    mcperr_json_sift(w, object, &sieve);
}

void mcperr_json_name(mcperr_json *w, const char *name)
{
    if (w->status != MCPERR_OK)
        return;
    if (!in_object(w) || (w->mode & NAMED)) {
        fail(w, MCPERR_E_MISUSE);
        return;
    }
    wake(w);
    put_name(w, name, w->mode & COMMA);
    w->mode |= COMMA | NAMED;
}

void mcperr_json_key(mcperr_json *w, mcperr_text key)
{
    if (lead(w, key))
        w->mode |= NAMED;
}

void mcperr_json_string(mcperr_json *w)
{
    if (lead(w, MCPERR_ABSENT))
        put(w, "\"", 1);
}

void mcperr_json_piece(mcperr_json *w, mcperr_text piece)
{
    if (w->status == MCPERR_OK && piece.data != NULL)
        put_chars(w, piece);
}

void mcperr_json_string_end(mcperr_json *w)
{
    if (w->status == MCPERR_OK)
        put(w, "\"", 1);
}

void mcperr_json_unique(mcperr_json *w, bool unique)
{
    w->mode = (uint8_t)(unique ? w->mode | UNIQUE : w->mode & ~UNIQUE);
}

void mcperr_json_lazy(mcperr_json *w, const char *name)
{
    if (w->status != MCPERR_OK)
        return;
    if (!in_object(w) || (w->mode & NAMED) || w->depth == MCPERR_DEPTH_DEFAULT) {
        fail(w, in_object(w) && !(w->mode & NAMED) ? MCPERR_E_DEPTH : MCPERR_E_MISUSE);
        return;
    }
    wake(w);
    w->arrays &= ~(UINT32_C(1) << w->depth++);
    w->mode = (uint8_t)((w->mode & ~(COMMA | OUTER)) | (w->mode & COMMA ? OUTER : 0));
    w->lazy = name;
}

void mcperr_json_quote(mcperr_json *w, const char *key)
{
    if (w != NULL && w->quote > 0)
        fail(w, MCPERR_E_MISUSE);
    if (!lead(w, mcperr_str(key)))
        return;
    store(w, "\"", 1);
    w->quote = (uint8_t)(w->depth + 1u);
    w->mode &= (uint8_t)~COMMA;
}

void mcperr_json_unquote(mcperr_json *w)
{
    if (w == NULL || w->status != MCPERR_OK)
        return;
    if (w->quote == 0 || !is_complete(w)) {
        fail(w, MCPERR_E_MISUSE);
        return;
    }
    w->quote = 0;
    store(w, "\"", 1);
}

mcperr_status mcperr_json_finish(mcperr_json *w)
{
    if (w == NULL)
        return MCPERR_E_MISUSE;
    if (w->quote > 0 || !is_complete(w) || (w->flush != NULL && w->len != w->measured))
        fail(w, MCPERR_E_MISUSE);
    if (w->flush != NULL)
        flush(w);
    else if (w->buf != NULL && w->at == w->cap)
        fail(w, MCPERR_E_NOSPACE);
    if (w->buf != NULL && w->cap > 0 && w->flush == NULL)
        w->buf[w->status == MCPERR_OK ? w->at : 0] = '\0';
    return (mcperr_status)w->status;
}

/* SPDX-License-Identifier: MIT */
/* An error without an envelope: words and codes. */
#include "error.h"
#include "mcp_reply.h"
#include "text.h"

#include <string.h>

/* ---- phrases ------------------------------------------------------------------------------------------ */

static bool is_letter(uint32_t c) { return (c | 0x20) - 'a' < 26 || c == '_' || c >= 0x80; }

static uint32_t folded(uint32_t c)
{
    if (c == '_' || c == '-')
        return ' ';
    return c - 'A' < 26 ? c + ('a' - 'A') : c;
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

/* The same, from `at` on; not as a part of a longer word. */
static const char *find(const mcperr_text *text, const char *at, const char *list)
{
    const char *const end = (const char *)text->data + text->size;
    bool inside = false;

    while (at < end) {
        const char *const behind = inside ? NULL : mcperr_reply_says(text, at, list);
        if (behind != NULL)
            return behind;
        inside = is_letter(mcperr_char_next(&at, end, text->form));
    }
    return NULL;
}

static bool is_digit(char c) { return (unsigned)c - '0' < 10; }

/* A number of up to six digits at *at, rounded up, and *at behind it and a blank. What may stand between a
   name and its value is passed over. */
static bool take_number(const char **at, const char *end, uint32_t *number)
{
    const char *here = *at;
    uint32_t sum = 0;
    bool more = false;

    while (here < end && (*here == ' ' || *here == ':' || *here == '='))
        here++;
    const char *const begin = here;
    for (; here < end && is_digit(*here); here++)
        sum = sum * 10 + (uint32_t)(*here - '0');
    if (here == begin || here - begin > 6)
        return false;
    if (end - here >= 2 && *here == '.' && is_digit(here[1]))
        for (here++; here < end && is_digit(*here); here++)
            more = more || *here != '0';
    *number = sum + more;
    *at = here + (here < end && *here == ' ');
    return true;
}

/* The first number that stands behind one of the phrases; where it ends, or NULL. */
static const char *find_number(const mcperr_text *text, const char *list, uint32_t *number)
{
    const char *at = text->data, *const end = at + text->size;

    while ((at = find(text, at, list)) != NULL)
        if (take_number(&at, end, number))
            return at;
    return NULL;
}

/* ---- what they tell ----------------------------------------------------------------------------------- */

/* How long to wait: units from the largest to the smallest, each at most once, or a number alone. */
static void take_wait(const mcperr_text *said, mcperr_error *err)
{
    static const struct {
        const char *names;
        uint16_t seconds; /* 0: less than one */
    } units[] = {
        {"h|hour|hours", 3600},
        {"m|min|mins|minute|minutes", 60},
        {"s|sec|secs|second|seconds", 1},
        {"ms|millisecond|milliseconds", 0},
    };
    enum { UNITS = sizeof units / sizeof *units };
    const char *const end = (const char *)said->data + said->size;
    uint32_t number = 0, sum = 0;
    const char *at = find_number(said, "retry after|retry in|try again in", &number), *behind = NULL;

    if (at == NULL)
        return;
    if (at == end || *at == '.' || *at == ',') {
        mcperr_set_retry_after(err, number);
        return;
    }
    size_t i = 0;
    do {
        while (i < UNITS && (behind = mcperr_reply_says(said, at, units[i].names)) == NULL)
            i++;
        if (i == UNITS)
            return;
        at = behind;
        sum += units[i].seconds > 0 ? number * units[i].seconds : mcperr_seconds(number);
        mcperr_set_retry_after(err, sum);
    } while (++i < UNITS && take_number(&at, end, &number));
}

/* The words of well-known servers and libraries. The first row that has one of those that are said counts. */
static mcperr_kind kind_of_words(const mcperr_text *said)
{
    static const struct {
        const char *phrases;
        mcperr_kind kind;
    } rows[] = {
        {"output validation error", MCPERR_INTERNAL},
        {"input validation error|invalid arguments|invalid argument|invalid parameters|invalid parameter|"
         "invalid params|validation error for|validation errors for|bad request",
         MCPERR_INVALID},
        {"rate limit exceeded|rate limit reached|rate limited|too many requests", MCPERR_RATE_LIMITED},
        {"unauthorized|unauthenticated|not authenticated|authentication failed|authentication required|"
         "invalid api key|invalid token|token expired|token has expired|bad credentials|invalid credentials",
         MCPERR_UNAUTHENTICATED},
        {"permission denied|access denied|forbidden|not authorized|not permitted|insufficient "
         "permissions|eacces|"
         "eperm",
         MCPERR_FORBIDDEN},
        {"timed out|timeout of|timeout exceeded|request timeout|gateway timeout|deadline exceeded|etimedout",
         MCPERR_TIMEOUT},
        {"service unavailable|temporarily unavailable|bad gateway|server is overloaded|overloaded "
         "error|connection refused|econnrefused|"
         "try again later|retry after|retry in|try again in",
         MCPERR_UNAVAILABLE},
        {"not found|no such|does not exist|unknown tool|enoent", MCPERR_NOT_FOUND},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (find(said, said->data, rows[i].phrases) != NULL)
            return rows[i].kind;
    return MCPERR_KIND_COUNT;
}

int64_t mcperr_reply_unwrap(mcperr_text *text)
{
    static const struct {
        const char *words;
        bool code; /* a code stands behind them, not a name */
    } wraps[] = {{"Error executing tool ", false}, {"Error calling tool ", false}, {"MCP error ", true}};
    int64_t code = 0;
    size_t i = 0;

    while (i < sizeof wraps / sizeof *wraps) {
        const char *const begin = text->data, *const end = begin + text->size;
        const size_t size = strlen(wraps[i].words);
        if (text->size < size || memcmp(begin, wraps[i].words, size) != 0) {
            i++;
            continue;
        }
        const char *at = begin + size;
        while (end - at >= 2 && (at[0] != ':' || at[1] != ' '))
            at++;
        if (end - at < 2 ||
            (wraps[i].code && !mcperr_integer(begin + size, (size_t)(at - begin) - size, &code)))
            break;
        *text = mcperr_view(at + 2, (size_t)(end - at) - 2, text->form);
        i = 0;
    }
    return code;
}

enum { RPC_INVALID_PARAMS = -32602 };

static mcperr_kind kind_of_code(int64_t code)
{
    static const struct {
        int32_t code;
        uint8_t kind;
    } kinds[] = {
        {-32700, MCPERR_INVALID},
        {-32600, MCPERR_INVALID},
        {-32601, MCPERR_NOT_FOUND},
        {RPC_INVALID_PARAMS, MCPERR_INVALID},
        {-32002, MCPERR_NOT_FOUND}, /* of old: no such resource */
        {-32020, MCPERR_INVALID},
        {-32021, MCPERR_PRECONDITION},
        {-32022, MCPERR_UNSUPPORTED_VERSION},
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

enum { SAID_MOST = 256 }; /* where an error begins it says what it is; further on, anything may be quoted */

static void set_kind(mcperr_error *err, int64_t code, const mcperr_text *said)
{
    const bool params = code == RPC_INVALID_PARAMS;
    mcperr_kind kind = kind_of_code(code);
    uint32_t status = 0;

    if (kind == MCPERR_INTERNAL &&
        find_number(said, "status code|error code|http error|http", &status) != NULL && status >= 400 &&
        status < 600)
        kind = kind_of_code(code = status);
    if (kind == MCPERR_INTERNAL || params) {
        const mcperr_kind words = kind_of_words(said);
        /* The code for bad parameters is also that of unknown tools and resources, and of bad results. */
        if (words != MCPERR_KIND_COUNT && (!params || words == MCPERR_NOT_FOUND || words == MCPERR_INTERNAL))
            kind = words;
    }
    err->kind = (uint8_t)kind;
    if (code >= 400 && code < 600 && code != mcperr_kind_of(kind)->status)
        err->status = (uint16_t)code;
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
    mcperr_text said = mcperr_plain("", 0);
    if (r->kind != MCPERR_REPLY_MALFORMED && err->message.data != NULL)
        said = mcperr_text_head(err->message, SAID_MOST);
    take_wait(&said, err);
    if (err->home == NULL)
        set_kind(err, r->code, &said);
}

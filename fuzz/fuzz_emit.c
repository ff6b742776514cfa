/* SPDX-License-Identifier: MIT */
/*
 * Any error, in any dialect, into any capacity, measured, stored and streamed.
 *
 * Three bytes choose the dialect, the capacity, and the chunk or the secret. Then each line is a member:
 *
 *     member form value LF
 *
 *     c code  m message  t tool  o operation  x exception  i incident  s session  w workspace  r role
 *     v invariant  p phase  l plan  k stack  u cause  d details  e empty result
 *     of the forms: p plain  e escaped  j JSON  o fields, as script.h says; anything else: absent
 *
 *     member value LF
 *
 *     H home  C code that home knows  K kind  T time  A retry_after  S status  Y retryable  Z recoverable
 */
#include "dialects.h"
#include "script.h"

/* ---- errors from bytes -------------------------------------------------------------------------- */

static const struct {
    char letter;
    size_t at;
} texts[] = {
    {'c', offsetof(mcperr_error, code)},      {'m', offsetof(mcperr_error, message)},
    {'t', offsetof(mcperr_error, tool)},      {'o', offsetof(mcperr_error, operation)},
    {'x', offsetof(mcperr_error, exception)}, {'i', offsetof(mcperr_error, incident)},
    {'s', offsetof(mcperr_error, session)},   {'w', offsetof(mcperr_error, workspace)},
    {'r', offsetof(mcperr_error, role)},      {'v', offsetof(mcperr_error, invariant)},
    {'p', offsetof(mcperr_error, phase)},     {'l', offsetof(mcperr_error, plan)},
    {'k', offsetof(mcperr_error, stack)},     {'u', offsetof(mcperr_error, cause)},
    {'d', offsetof(mcperr_error, details)},   {'e', offsetof(mcperr_error, result)},
};

static mcperr_text text_of(span line)
{
    const char form = line.at < line.end ? *line.at++ : '\0';

    switch (form) {
    case 'p':
        return view(line, MCPERR_PLAIN);
    case 'e':
        return view(line, MCPERR_ESCAPED);
    case 'j':
        return view(line, MCPERR_JSON);
    case 'o':
        return fields(&line, 0);
    default:
        return mcperr_str(NULL);
    }
}

static void set_member(mcperr_error *err, char letter, span line)
{
    const int64_t value = number(c_string(line));

    switch (letter) {
    case 'H':
        err->home = (uint64_t)value < DIALECTS ? dialects[value] : NULL;
        err->code_row = 0;
        return;
    case 'C':
        (void)mcperr_set_code(err, err->home, view(line, MCPERR_PLAIN));
        return;
    case 'K':
        err->kind = (uint8_t)value;
        return;
    case 'T':
        err->time_ms = value;
        return;
    case 'A':
        err->retry_after_s = (uint32_t)value;
        err->has_retry_after = true;
        return;
    case 'S':
        err->status = (uint16_t)value;
        return;
    case 'Y':
        err->retryable = (uint8_t)value;
        return;
    case 'Z':
        err->recoverable = (uint8_t)value;
        return;
    default:
        break;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].letter == letter)
            *(mcperr_text *)(void *)((char *)err + texts[i].at) = text_of(line);
    if (letter == 'c')
        err->code_row = 0;
}

static mcperr_error error_of(span lines)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    while (lines.at < lines.end) {
        span line = before(&lines, '\n');
        if (line.at < line.end) {
            const char letter = *line.at++;
            set_member(&err, letter, line);
        }
    }
    return err;
}

/* Does a text, as an object or value of its own, have a name twice? */
static bool repeats_a_name(mcperr_text text)
{
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    mcperr_json_text(&w, NULL, text);
    if (mcperr_json_finish(&w) != MCPERR_OK)
        return false;
    const size_t len = w.len;
    char *const json = fuzz_room(len + 1);
    mcperr_json_init(&w, json, len + 1);
    mcperr_json_text(&w, NULL, text);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    const document written = document_of(json, len);
    const bool twice = has_duplicates(written);
    forget(written);
    return twice;
}

/* ---- what an envelope must have ------------------------------------------------------------------ */

/* The members of the empty result lead, but for those that the envelope itself has. */
static void result_leads(const mcperr_error *err, document text)
{
    static const char *const own[] = {"error", "problem"};
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    mcperr_json_object(&w, NULL);
    mcperr_json_splice(&w, err->result, own, 2);
    mcperr_json_end(&w);
    if (mcperr_json_finish(&w) != MCPERR_OK)
        return;
    const size_t len = w.len;
    char *const lead = fuzz_room(len + 1);
    mcperr_json_init(&w, lead, len + 1);
    mcperr_json_object(&w, NULL);
    mcperr_json_splice(&w, err->result, own, 2);
    mcperr_json_end(&w);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    property(text.size >= len && memcmp(text.json, lead, len - 1) == 0);
    free(lead);
}

static void keeps_what_is_never_shed(const mcperr_dialect *d, const mcperr_error *err, document text)
{
    const mcperr_row *const end = d->rows + d->row_count;
    mcperr_error told;

    property(decoded(d, text, &told, NULL) == MCPERR_OK);
    const mcperr_code *const own =
        mcperr_same_codes(err->home, d) && err->code.data != NULL ? mcperr_code_named(d, err->code) : NULL;
    const unsigned kind = err->kind < MCPERR_KIND_COUNT ? err->kind : MCPERR_INTERNAL;
    property(mcperr_text_is(told.code, own != NULL ? own->code : d->codes[d->words[kind]].code));
    for (const mcperr_row *row = d->rows; row < end; row++) {
        if (!(row->flags & MCPERR_ROW_KEEP))
            continue;
        if (row->form == MCPERR_FORM_SPLICE) {
            result_leads(err, text);
            continue;
        }
        const mcperr_text given = mcperr_row_text(row, err);
        if (given.data != NULL && given.form <= MCPERR_ESCAPED && (row->extra == NULL || given.size > 0))
            property(mcperr_text_same(mcperr_row_text(row, &told), given));
        else
            property(mcperr_row_text(row, &told).data != NULL);
    }
}

/* ---- writing -------------------------------------------------------------------------------------- */

typedef struct sink {
    char *bytes;
    size_t size;
} sink;

static bool take(void *ctx, const char *bytes, size_t size)
{
    sink *const to = (sink *)ctx;

    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

static void streams(const mcperr_dialect *d, const mcperr_error *err, unsigned shed, document text,
                    size_t chunk_size)
{
    char *const chunk = fuzz_room(chunk_size);
    sink to = {fuzz_room(text.size), 0};
    mcperr_json measure, w;

    mcperr_json_init(&measure, NULL, 0);
    (void)mcperr_encode(d, err, shed, &measure, NULL, NULL);
    property(mcperr_json_finish(&measure) == MCPERR_OK);
    mcperr_json_stream(&w, &measure, chunk, chunk_size, take, &to);
    property(mcperr_encode(d, err, shed, &w, NULL, NULL) == MCPERR_OK);
    property(mcperr_json_finish(&w) == MCPERR_OK);
    property(fuzz_equal(to.bytes, to.size, text.json, text.size));
    free(to.bytes);
    free(chunk);
}

/* At each level: one valid envelope, or a refusal that names the member. */
static void encodes(const mcperr_dialect *d, const mcperr_error *err, bool repeats, uint8_t choice)
{
    static const unsigned levels[] = {MCPERR_SHED_NOTHING, MCPERR_SHED_STACK,   MCPERR_SHED_DETAILS,
                                      MCPERR_SHED_CAUSE,   MCPERR_SHED_MESSAGE, MCPERR_SHED_ALL,
                                      MCPERR_SHED_ALL + 1, UINT32_MAX};

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        mcperr_fault fault;
        const document text = encoded(d, err, levels[i], &fault);
        property(fault.offset == 0);
        property((fault.reason == MCPERR_R_NONE) == (text.checked == MCPERR_OK));
        forget(pointed(&fault, NULL, 0));
        if (text.checked == MCPERR_OK) {
            property(repeats || validated(d, text) == MCPERR_OK);
            if (i == choice % (sizeof levels / sizeof *levels))
                streams(d, err, levels[i], text, 1u + choice / 4u);
        } else {
            property(text.checked == MCPERR_E_VALUE || text.checked == MCPERR_E_SHAPE ||
                     text.checked == MCPERR_E_SYNTAX || text.checked == MCPERR_E_PARTIAL ||
                     text.checked == MCPERR_E_DEPTH);
        }
        forget(text);
    }
}

/* Whatever the error and the room: one envelope, or an empty string where no envelope fits. `whole` is
   the error as it is, if it can be written so. */
static void emits(const mcperr_dialect *d, const mcperr_error *err, document whole, bool repeats, size_t cap,
                  size_t least)
{
    char *const buf = fuzz_room(cap);
    size_t len = cap;
    const mcperr_status status = mcperr_emit(d, err, buf, cap, &len);
    const bool fits = whole.checked == MCPERR_OK && whole.size < cap;

    if (status == MCPERR_E_SIZE) {
        property(cap < least && !fits);
        property(len == 0 && (cap == 0 || buf[0] == '\0'));
        free(buf);
        return;
    }
    property(len < cap && buf[len] == '\0');
    if (fits)
        property(status == MCPERR_OK && fuzz_equal(buf, len, whole.json, whole.size));
    else
        property(status == (whole.checked != MCPERR_OK ? whole.checked : MCPERR_E_NOSPACE));
    const document text = document_of(buf, len);
    property(text.checked == MCPERR_OK);
    if (!repeats)
        keeps_what_is_never_shed(d, err, text);
    forget(text);
}

/* ---- secrets -------------------------------------------------------------------------------------- */

static const char canary[] = "c4n4ry";

static bool holds_canary(const char *bytes, size_t size)
{
    for (size_t i = 0; i + sizeof canary - 1 <= size; i++)
        if (memcmp(bytes + i, canary, sizeof canary - 1) == 0)
            return true;
    return false;
}

static mcperr_text secret_value(uint8_t choice)
{
    static const mcperr_field inside[] = {{"a", {canary, sizeof canary - 1, MCPERR_PLAIN}, 0, 0}};
    static const char *const values[] = {"\"c4n4ry\"", "[1,\"c4n4ry\"]", "{\"a\":{\"c4n4ry\":[]}}"};

    switch (choice % 5) {
    case 0:
        return mcperr_str(canary);
    case 1:
        return mcperr_fields(inside, 1);
    default:
        return mcperr_raw(values[choice % 5 - 2]);
    }
}

/* The error's own details beside a secret, by its key, and a path outside of the workspace. */
static void hides(const mcperr_dialect *d, const mcperr_error *like, uint8_t choice)
{
    static const char *const keys[] = {"password",      "dbPasswd",  "client_secret", "access-token",
                                       "Authorization", "api_key",   "APIKeys",       "credentials",
                                       "HTTPCookie",    "X-Api-Key", "my secrets",    "TOKEN"};
    static const char *const paths[] = {"/srv/c4n4ry",      "~/c4n4ry",         "C:\\c4n4ry",
                                        "D:/c4n4ry",        "\\\\host\\c4n4ry", "file:///c4n4ry/a",
                                        "(/c4n4ry)",        "a=/c4n4ry",        "/home/me/a /c4n4ry",
                                        "/home/me//c4n4ry", "/home/mean/c4n4ry"};
    static const char *const raw[] = {"{\"a\":[{\"pass\\u0077ord\":\"c4n4ry\"}]}",
                                      "{\"a\":[\"\\/srv\\/c4n4ry\",1]}",
                                      "{\"authToken\" : [ \"]\", {\"b\":\"c4n4ry\"} ] , \"c\":0}"};
    const char *const path = paths[choice % (sizeof paths / sizeof *paths)];
    mcperr_field context[5];
    mcperr_error err = *like;

    const size_t before_path = like->message.form == MCPERR_PLAIN ? like->message.size : 0;
    char *const message = fuzz_room(before_path + 1 + strlen(path));
    if (before_path > 0)
        memcpy(message, like->message.data, before_path);
    message[before_path] = ' ';
    memcpy(message + before_path + 1, path, strlen(path));

    context[0] = mcperr_field_text("own", like->details);
    context[1] = mcperr_field_text(keys[choice % (sizeof keys / sizeof *keys)], secret_value(choice));
    context[2] = mcperr_field_str("path", path);
    context[3] = mcperr_field_text("text", mcperr_text_of(message, before_path + 1 + strlen(path)));
    context[4] = mcperr_field_text("raw", mcperr_raw(raw[choice % (sizeof raw / sizeof *raw)]));
    err.workspace = mcperr_str("/home/me");
    err.details = mcperr_fields(context, 5);
    if (d == &mcperr_context)
        err.message = context[3].text;
    const document text = encoded(d, &err, MCPERR_SHED_NOTHING, NULL);
    property(text.checked != MCPERR_OK || !holds_canary(text.json, text.size));
    forget(text);
    free(message);
}

/* ------------------------------------------------------------------------------------------------ */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3)
        return 0;
    const span lines = {(const char *)data + 3, (const char *)data + size};
    const mcperr_dialect *const d = dialects[data[0] % DIALECTS];
    const mcperr_error err = error_of(lines);
    const size_t least = mcperr_min_size(d, &err);
    const bool repeats =
        repeats_a_name(err.details) || repeats_a_name(err.result) || repeats_a_name(err.cause);

    encodes(d, &err, repeats, data[2]);
    const size_t caps[] = {data[1] % least, least - 1, least, least + data[1], least + 512 + 8 * size};
    const document whole = encoded(d, &err, MCPERR_SHED_NOTHING, NULL);
    for (size_t i = 0; i < sizeof caps / sizeof *caps; i++)
        emits(d, &err, whole, repeats, caps[i], least);
    forget(whole);
    advice_never_spins(&err, data[1] * UINT32_C(16843009));
    if (d->filter != NULL && !holds_canary((const char *)data, size))
        hides(d, &err, data[2]);
    release();
    return 0;
}

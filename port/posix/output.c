/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <inttypes.h>
#include <string.h>

#define POINTER_MOST 4096 /* a longer one is not shown to people: the byte offset tells the place */
#define SHOWN_MOST 400    /* bytes of a peer's text */

int exit_for(mcperr_status status)
{
    switch (status) {
    case MCPERR_OK:
        return EXIT_GOOD;
    case MCPERR_E_SYNTAX:
    case MCPERR_E_PARTIAL:
    case MCPERR_E_SHAPE:
    case MCPERR_E_VALUE:
        return EXIT_BAD;
    default:
        return EXIT_LIMIT;
    }
}

/* ---- JSON ------------------------------------------------------------------------------------------- */

static bool to_stdout(void *ctx, const char *bytes, size_t size)
{
    (void)ctx;
    return fwrite(bytes, 1, size, stdout) == size;
}

mcperr_status print_json(void (*write)(mcperr_json *w, void *what), void *what)
{
    mcperr_json measured, w;
    char chunk[512];

    mcperr_json_init(&measured, NULL, 0);
    write(&measured, what);
    mcperr_status status = mcperr_json_finish(&measured);
    if (status != MCPERR_OK)
        return status;
    mcperr_json_stream(&w, &measured, chunk, sizeof chunk, to_stdout, NULL);
    write(&w, what);
    status = mcperr_json_finish(&w);
    putchar('\n');
    return status;
}

void write_line(mcperr_json *w, const input *in)
{
    if (in->line > 0)
        mcperr_json_uint(w, "line", in->line);
}

/* ---- faults ----------------------------------------------------------------------------------------- */

/* A fault of the JSON itself has a place, but is of no member. */
static bool is_of_json(const verdict *v)
{
    return v->status != MCPERR_E_SHAPE && v->status != MCPERR_E_VALUE;
}

static const char *reason_for(const verdict *v)
{
    if (v->fault.reason == MCPERR_R_NONE)
        return "not an envelope of any dialect";
    /* What encode refuses as raw JSON of the wrong type may be no JSON at all. */
    return v->writing && is_of_json(v) ? mcperr_status_text(v->status) : mcperr_reason_text(v->fault.reason);
}

void write_fault(mcperr_json *w, const input *in, const verdict *v)
{
    const bool bad = v->status != MCPERR_OK, known = bad && v->fault.reason != MCPERR_R_NONE;

    if (known && !v->writing)
        mcperr_json_uint(w, "offset", v->fault.offset);
    else
        mcperr_json_null(w, "offset");
    if (known && (v->writing || !is_of_json(v)))
        mcperr_fault_pointer(&v->fault, v->writing ? NULL : in->text, in->size, w, "pointer");
    else
        mcperr_json_null(w, "pointer");
    mcperr_json_str(w, "reason", bad ? reason_for(v) : NULL);
}

void print_line(FILE *to, const input *in)
{
    if (in != NULL && in->line > 0)
        say(to, "line %" PRIu64 ": ", in->line);
}

/* ` /error/code`, in ASCII: names are the peer's, and terminals obey. */
static void print_pointer(FILE *to, const input *in, const verdict *v)
{
    static char pointer[POINTER_MOST];
    mcperr_json w;

    mcperr_json_init(&w, pointer, sizeof pointer);
    mcperr_json_ascii(&w);
    mcperr_fault_pointer(&v->fault, v->writing ? NULL : in->text, v->writing ? 0 : in->size, &w, NULL);
    if (mcperr_json_finish(&w) == MCPERR_OK && w.len > 2)
        say(to, "%s%.*s", v->writing ? "" : " ", (int)w.len - 2, pointer + 1);
}

void print_fault(FILE *to, const char *before, const input *in, const verdict *v)
{
    (void)fflush(stdout); /* what was said before stays before */
    print_line(to, in);
    say(to, "%s", before);
    if (v->fault.reason != MCPERR_R_NONE) {
        if (!v->writing)
            say(to, "byte %" PRIu32, v->fault.offset);
        if (v->writing || !is_of_json(v))
            print_pointer(to, in, v);
        say(to, ": ");
    }
    say(to, "%s\n", reason_for(v));
}

static const verdict overlong = {NULL, MCPERR_E_SIZE, {.offset = INPUT_MOST, .reason = MCPERR_R_SIZE}, false};

static void write_overlong(mcperr_json *w, void *what)
{
    const input *const in = *(const input **)what;

    mcperr_json_object(w, NULL);
    write_line(w, in);
    write_fault(w, in, &overlong);
    mcperr_json_end(w);
}

int too_long(const input *in)
{
    if (as_json)
        (void)print_json(write_overlong, &in);
    else
        print_fault(stderr, "", in, &overlong);
    return EXIT_LIMIT;
}

/* ---- what peers wrote ------------------------------------------------------------------------------- */

/* How much of a text to show: whole characters and escapes only. */
static size_t shown_size(mcperr_text text)
{
    const char *const bytes = text.data;
    size_t at = 0;

    while (at < text.size) {
        size_t step = 1;
        if (text.form == MCPERR_ESCAPED && bytes[at] == '\\')
            step = bytes[at + 1] == 'u' ? 6 : 2;
        if (at + step > SHOWN_MOST)
            break;
        at += step;
    }
    for (unsigned most = 3; at < text.size && most > 0 && ((unsigned char)bytes[at] & 0xC0) == 0x80; most--)
        at--;
    return at;
}

/* Control characters, those of C1 (U+0080 to U+009F) included, are not for terminals. */
void print_text(mcperr_text text)
{
    static char shown[3 * SHOWN_MOST + 1]; /* a broken byte becomes three */

    if (text.data == NULL || text.form == MCPERR_FIELDS)
        return;
    const size_t size = shown_size(text);
    const bool cut = size < text.size;
    text.size = (uint32_t)size & MCPERR_TEXT_MAX;
    const size_t length = mcperr_text_copy(text, shown, sizeof shown);
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)shown[i];
        const bool c1 = c == 0xC2 && (unsigned char)shown[i + 1] < 0xA0;
        putchar(c < ' ' || c == 0x7F || c1 ? ' ' : c);
        i += c1;
    }
    if (cut)
        printf("...");
}

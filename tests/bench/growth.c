/* SPDX-License-Identifier: MIT */
/* Envelopes of one shape, from 1 to 64 times as large: what a byte costs must not rise. */
#include "host.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 64, UNIT_FIELDS = 8, TOKENS = 4 * 64 * 64, ROOM = 64 * 1024 };
#define DEEPEST (MCPERR_DEPTH_DEFAULT - 2) /* the envelope and `data` are around it */

static char value[ROOM], text[ROOM];
static size_t size;
static mcperr_token tokens[TOKENS];
static mcperr_field fields[MOST * UNIT_FIELDS];
static char names[MOST * UNIT_FIELDS][8];
static mcperr_error err;

static void repeat(const char *unit, unsigned times)
{
    while (times-- > 0)
        (void)strcat(value + strlen(value), unit);
}

/* Members of data: as fields in C, and as JSON. */
static void name_fields(void)
{
    for (unsigned i = 0; i < MOST * UNIT_FIELDS; i++)
        (void)snprintf(names[i], sizeof names[i], "n%u", i);
}

static void grow_fields(unsigned factor)
{
    for (unsigned i = 0; i < factor * UNIT_FIELDS; i++)
        fields[i] = i % 2 ? mcperr_field_int(names[i], i) : mcperr_field_str(names[i], "a plain value");
    err.details = mcperr_fields(fields, factor * UNIT_FIELDS);
}

static void grow_members(unsigned factor)
{
    size_t at = 0;

    for (unsigned i = 0; i < factor * UNIT_FIELDS; i++)
        at += (size_t)snprintf(value + at, sizeof value - at,
                               i % 2 ? "%c\"%s\":%u" : "%c\"%s\":\"a plain value\"", i > 0 ? ',' : '{',
                               names[i], i);
    value[at] = '}';
    err.details = mcperr_raw(value);
}

/* One array of numbers. */
static void grow_flat(unsigned factor)
{
    repeat("{\"n\":[0", 1);
    repeat(",17,-2.5e3,true", factor * UNIT_FIELDS);
    repeat("]}", 1);
    err.details = mcperr_raw(value);
}

/* Side by side, as deep as the limit allows. */
static void grow_deep(unsigned factor)
{
    repeat("{\"n\":[0", 1);
    for (unsigned i = 0; i < factor; i++) {
        repeat(",", 1);
        repeat("[", DEEPEST - 1);
        repeat("]", DEEPEST - 1);
    }
    repeat("]}", 1);
    err.details = mcperr_raw(value);
}

/* Deeper and deeper, to the limit. */
static void grow_depth(unsigned factor)
{
    const unsigned depth = factor * DEEPEST / MOST;

    repeat("{\"n\":", depth);
    repeat("7", 1);
    repeat("}", depth);
    err.details = mcperr_raw(value);
}

static void grow_string(unsigned factor)
{
    repeat("a plain text of no interest whatever to anyone. ", factor * 2);
    err.message = mcperr_str(value);
}

static void grow_unicode(unsigned factor)
{
    repeat("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", factor * 8);
    err.message = mcperr_str(value);
}

static void grow_escapes(unsigned factor)
{
    repeat("\"\n\\\x01\t\r", factor * 8);
    err.message = mcperr_str(value);
}

static const struct {
    const char *name;
    void (*grow)(unsigned factor);
    unsigned least;
} shapes[] = {
    {"members as C fields", grow_fields, 1},
    {"members as JSON", grow_members, 1},
    {"flat array", grow_flat, 1},
    {"nested to the limit, side by side", grow_deep, 1},
    {"deeper and deeper", grow_depth, 4},
    {"long string", grow_string, 1},
    {"all 2, 3 and 4-byte UTF-8", grow_unicode, 1},
    {"all escapes", grow_escapes, 1},
};

static size_t write_grown(void *ctx)
{
    (void)ctx;
    return mcperr_emit(&mcperr_toolerror, &err, text, sizeof text, &size) == MCPERR_OK;
}

static size_t read_grown(void *ctx)
{
    mcperr_error read;

    (void)ctx;
    return mcperr_decode(&mcperr_toolerror, text, size, tokens, TOKENS, &read, NULL) == MCPERR_OK;
}

static size_t do_nothing(void *ctx)
{
    (void)ctx;
    return 1;
}

static void take(const char *shape, const char *what, unsigned factor, job j)
{
    const bool right = measured(j, NULL) == 1;

    printf("%s\t%s\t%u\t%zu\t%s\n", shape, what, factor, size, right ? "right" : "wrong");
}

void growth(void)
{
    name_fields();
    take("nothing", "nothing", 1, do_nothing);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (unsigned factor = shapes[i].least; factor <= MOST; factor *= 2) {
            memset(value, 0, sizeof value);
            memset(&err, 0, sizeof err);
            (void)mcperr_fail(&err, MCPERR_INTERNAL, "m");
            shapes[i].grow(factor);
            take(shapes[i].name, "write", factor, write_grown);
            take(shapes[i].name, "read", factor, read_grown);
        }
}

/* SPDX-License-Identifier: MIT */
#ifndef BENCH_H
#define BENCH_H
/* What is measured: seven envelopes, three jobs, and contenders that do them. Host and bare metal. */
#include "mcperr/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- envelopes ----------------------------------------------------------------------------------------- */

enum { NODE_TEXT, NODE_NUMBER, NODE_BOOLEAN, NODE_NULL, NODE_OPEN, NODE_CLOSE };

/* One member in wire order, as a C value. The braces of the document itself are not among them. */
typedef struct node {
    const char *key, *text;
    int32_t number;
    uint8_t type;
} node;

enum { CONTEXT, TOOLERROR, OWLCLAW, CODEINTEL, KAIZA, ESCAPES, NESTED, ENVELOPES };

typedef struct envelope {
    const char *name;
    const mcperr_dialect *dialect;
    const node *nodes;
    size_t node_count;
    const char *code, *message; /* what reading must find */
} envelope;

extern const envelope envelopes[ENVELOPES];

/* ---- one envelope, ready to be measured ------------------------------------------------------------------
 */

#define TEXT_ROOM 1024  /* an envelope */
#define FRAME_ROOM 2048 /* an envelope as an MCP result */
#define CODE_ROOM 64
#define MESSAGE_ROOM 512
#define PIECES 100

typedef struct piece {
    const char *at;
    size_t size;
} piece;

/* The texts as they must come out, and where the names and values in them begin. */
typedef struct subject {
    const envelope *envelope;
    unsigned index;
    size_t size, framed_size;
    size_t piece_count;
    char text[TEXT_ROOM], framed[FRAME_ROOM];
    piece pieces[PIECES];
} subject;

/* Made by a writer of the benchmark's own, which has no other virtue than to be simple. */
void prepare(subject *s, unsigned index);

#define FRAME_HEAD "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
#define FRAME_TAIL "\"}],\"isError\":true}}"

/* ---- contenders
 * -------------------------------------------------------------------------------------------- */

/* Where the jobs put their results. */
typedef struct results {
    char text[FRAME_ROOM];
    char code[CODE_ROOM], message[MESSAGE_ROOM];
} results;

enum { WRITE, FRAME, READ, JOBS };
extern const char *const job_names[JOBS];

typedef struct contender {
    const char *name;
    /* From C values into r->text; the length, 0: failed. */
    size_t (*write)(const subject *s, results *r);
    size_t (*frame)(const subject *s, results *r);
    /* Read `size` bytes by the contract of the envelope; put code and message into *r. False: refused. */
    bool (*read)(const envelope *e, const char *text, size_t size, results *r);
    bool whole; /* does the whole job; else it is a limit, or knowingly less */
} contender;

/* Those that are linked; the others are NULL. */
extern const contender mcperr_contender, memcpy_contender, snprintf_contender, utf8_contender, jsmn_contender;
extern const contender cjson_contender __attribute__((weak)), json_c_contender __attribute__((weak)),
    jansson_contender __attribute__((weak)), rapidjson_contender __attribute__((weak)),
    simdjson_contender __attribute__((weak));
extern const contender *const contenders[];
extern const size_t contender_count;

#ifdef __cplusplus
}
#endif
#endif

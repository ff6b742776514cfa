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
#define PIECES 240

typedef struct piece {
    const char *at;
    size_t size;
} piece;

/* The texts as they must come out. A piece is what a writer finds in one place: the text between two values,
   a run of a value without escapes, an escape. */
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

/* Does jobs; NULL: not this one. */
typedef struct contender {
    const char *name;
    /* From C values into r->text; the length, 0: failed. */
    size_t (*write)(const subject *s, results *r);
    size_t (*frame)(const subject *s, results *r);
    /* Read `size` bytes by the contract of the envelope; put code and message into *r. False: refused. */
    bool (*read)(const envelope *e, const char *text, size_t size, results *r);
} contender;

/* Weak: those that are not linked are NULL. */
#define CONTENDER(name) extern const contender name##_contender __attribute__((weak))
CONTENDER(nothing);
CONTENDER(mcperr);
CONTENDER(memcpy);
CONTENDER(snprintf);
CONTENDER(utf8);
CONTENDER(jsmn);
CONTENDER(cjson);
CONTENDER(json_c);
CONTENDER(jansson);
CONTENDER(rapidjson);
CONTENDER(simdjson);

extern const contender *const contenders[];
extern const size_t contender_count;

bool does(const contender *c, unsigned job);
size_t do_job(const contender *c, unsigned job, const subject *s, results *r);
/* Did the job that answered `done` do what it should? */
bool is_right(unsigned job, size_t done, const subject *s, const results *r);

#ifdef __cplusplus
}
#endif
#endif

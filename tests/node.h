/* SPDX-License-Identifier: MIT */
#ifndef NODE_H
#define NODE_H
/* A device with one tool: a port whose clocks and locks the tests set and watch, a boundary, and the memory
   of a call. The audit log is the model of a file. */
#include "mcperr/boundary.h"
#include "models.h"

#define OUT_ROOM 900
#define LINE_ROOM 400

/* ---- the port ---------------------------------------------------------------------------------------- */

typedef struct port_model {
    int64_t wall;
    uint32_t mono, fine;
    int locks, audit_locks; /* held now */
    uint32_t locked, audit_locked;
    fault audit_lock, clock, ticks;
    uintptr_t task;
} port_model;

static port_model clocks;

static inline int64_t wall_ms(void *ctx)
{
    port_model *const p = ctx;

    return strikes(&p->clock) ? -1 : p->wall;
}

/* A clock that fails falls back to 0. */
static inline uint32_t mono_ms(void *ctx)
{
    port_model *const p = ctx;

    return strikes(&p->ticks) ? 0 : p->mono;
}

static inline uint32_t fine_us(void *ctx) { return ((port_model *)ctx)->fine += 7; }
static inline uintptr_t task_of(void *ctx) { return ((port_model *)ctx)->task; }

static inline uint32_t lock_short(void *ctx)
{
    port_model *const p = ctx;

    mu_assert_int_eq(0, p->locks++); /* never nests */
    return ++p->locked;
}

static inline void unlock_short(void *ctx, uint32_t key)
{
    port_model *const p = ctx;

    mu_assert_int_eq(1, p->locks--);
    mu_assert_uint_eq(p->locked, key);
}

static inline bool lock_audit(void *ctx)
{
    port_model *const p = ctx;

    mu_assert_int_eq(0, p->locks);
    if (strikes(&p->audit_lock))
        return false;
    mu_assert_int_eq(0, p->audit_locks++);
    p->audit_locked++;
    return true;
}

static inline void unlock_audit(void *ctx)
{
    port_model *const p = ctx;

    mu_assert_int_eq(0, p->locks);
    mu_assert_int_eq(1, p->audit_locks--);
}

static const mcperr_port whole_port = {
    .ctx = &clocks,
    .wall_ms = wall_ms,
    .mono_ms = mono_ms,
    .fine_us = fine_us,
    .lock = lock_short,
    .unlock = unlock_short,
    .audit_lock = lock_audit,
    .audit_unlock = unlock_audit,
    .task = task_of,
    .boot_id = 7,
};

/* ---- the node ---------------------------------------------------------------------------------------- */

static mcperr_port port;
static mcperr_boundary node;
static mcperr_audit audit;
static mcperr_tool tool;
static char audit_line[LINE_ROOM], out[OUT_ROOM], scratch[160];
static mcperr_token tokens[48];
static mcperr_call call;
static size_t length;

static inline mcperr_status no_handler(void *self, mcperr_args *args, mcperr_json *result, mcperr_error *err)
{
    (void)self;
    (void)args;
    (void)result;
    (void)err;
    return MCPERR_E_FAILED;
}

/* A node in a dialect, with its log open and empty, in the year 2026. */
static inline void node_begin(const mcperr_dialect *dialect)
{
    memset(&clocks, 0, sizeof clocks);
    clocks.wall = INT64_C(1768836730123);
    clocks.mono = 1000;
    port = whole_port;
    file_begin();
    mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &file_sink, audit_line, sizeof audit_line, NULL));
    memset(&node, 0, sizeof node);
    node.port = &port;
    node.dialect = dialect;
    node.audit = &audit;
    memset(&tool, 0, sizeof tool);
    tool.name = "open_file";
    tool.operation = "files:open_file";
    tool.run = no_handler;
    memset(&call, 0, sizeof call);
    call.tokens = tokens;
    call.token_count = COUNT(tokens);
    call.scratch = scratch;
    call.scratch_size = sizeof scratch;
    call.out = out;
    call.cap = sizeof out;
}

/* Call the tool; whatever happens, locks balance and there is a result, one valid envelope, or an empty
   string. */
static inline mcperr_outcome node_call(void)
{
    memset(out, '#', sizeof out);
    const mcperr_outcome outcome = mcperr_boundary_call(&node, &tool, &call, &length);
    mu_assert_int_eq(0, clocks.locks);
    mu_assert_int_eq(0, clocks.audit_locks);
    if (call.cap > 0)
        mu_assert_uint_eq(strlen(out), length);
    mu_check((length == 0) == (outcome == MCPERR_NOTHING));
    for (size_t i = call.cap; i < sizeof out; i++)
        mu_check(out[i] == '#');
    if (outcome == MCPERR_RESULT)
        mu_assert_int_eq(MCPERR_OK, mcperr_json_check(out, length, NULL, NULL, NULL));
    else if (outcome == MCPERR_ENVELOPE)
        mu_assert_int_eq(MCPERR_OK, mcperr_validate(node.dialect, out, length, tokens, COUNT(tokens), NULL));
    return outcome;
}

/* What the tool answers, in the buffer that the next call takes again. */
static inline const char *answered(mcperr_handler run)
{
    tool.run = run;
    (void)node_call();
    return out;
}

#endif

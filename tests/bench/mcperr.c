/* SPDX-License-Identifier: MIT */
/* mcperr does the jobs, as firmware would. */
#include "bench.h"
#include "mcperr/mcp.h"
#include "values.h"

#include <string.h>

#define TOKENS 64

/* What the caller keeps: the fields of one error, which are filled as part of the job, and the tokens. */
typedef struct fields {
    mcperr_field one[4], two[4], three[4], four[4];
} fields;

static fields f;
static mcperr_token tokens[TOKENS];

static void fill_context(mcperr_error *err)
{
    (void)mcperr_fail(err, MCPERR_NOT_FOUND, "Cache does not exist");
}

static void fill_toolerror(mcperr_error *err)
{
    (void)mcperr_fail(err, MCPERR_CONFLICT, TOOLERROR_MESSAGE);
    err->recoverable = MCPERR_YES;
    f.one[0] = mcperr_field_str("resource", "documents/42");
    f.one[1] = mcperr_field_int("expected_version", 7);
    f.one[2] = mcperr_field_int("actual_version", 9);
    f.one[3] = mcperr_field_bool("locked", false);
    err->details = mcperr_fields(f.one, 4);
}

static void fill_owlclaw(mcperr_error *err)
{
    (void)mcperr_fail(err, MCPERR_TIMEOUT, OWLCLAW_MESSAGE);
    err->incident = mcperr_str(OWLCLAW_INCIDENT);
    f.one[0] = mcperr_field_str("tool", "read_temperature");
    f.one[1] = mcperr_field_int("attempt", 3);
    err->details = mcperr_fields(f.one, 2);
    mcperr_set_retry_after(err, 30);
}

static void fill_codeintel(mcperr_error *err)
{
    (void)mcperr_fail(err, MCPERR_NOT_FOUND, CODEINTEL_MESSAGE);
    err->operation = mcperr_str("files:open_file");
    err->exception = mcperr_str("FileNotFoundError");
    f.one[0] = mcperr_field_str("path", "");
    f.one[1] = mcperr_field_str("content", "");
    f.one[2] = mcperr_field_int("lines", 0);
    f.one[3] = mcperr_field_int("size", 0);
    err->result = mcperr_fields(f.one, 4);
    f.two[0] = mcperr_field_str("path", "src/sensors/calibration.py");
    err->details = mcperr_fields(f.two, 1);
}

static void fill_kaiza(mcperr_error *err)
{
    (void)mcperr_fail(err, MCPERR_IO, KAIZA_MESSAGE);
    err->role = mcperr_str("WINDSURF");
    err->session = mcperr_str(KAIZA_SESSION);
    err->workspace = mcperr_str(KAIZA_WORKSPACE);
    err->tool = mcperr_str("read_file");
    err->phase = mcperr_str("PHASE_5A");
    err->plan = mcperr_str(KAIZA_PLAN);
    err->cause = mcperr_cause(f.one, KAIZA_CAUSE, mcperr_str("EIO"), "Error");
    err->time_ms = KAIZA_TIME_MS;
    err->stack = mcperr_str(KAIZA_STACK);
}

static void fill_escapes(mcperr_error *err)
{
    (void)mcperr_fail(err, MCPERR_INVALID, ESCAPES_MESSAGE);
    err->recoverable = MCPERR_YES;
    f.one[0] = mcperr_field_str("line", ESCAPES_LINE);
    f.one[1] = mcperr_field_str("sch\xC3\xB6n", ESCAPES_LINE ESCAPES_LINE);
    err->details = mcperr_fields(f.one, 2);
}

/* Four levels of fields; what is deeper is JSON. */
static void fill_nested(mcperr_error *err)
{
    (void)mcperr_fail(err, MCPERR_UNAVAILABLE, "bus error");
    f.four[0] = mcperr_field_str("name", "config");
    f.four[1] = mcperr_field_text("field", mcperr_raw("{\"bit\":15,\"value\":{\"expected\":1,\"read\":0}}"));
    f.three[0] = mcperr_field_int("address", 72);
    f.three[1] = mcperr_field_text("register", mcperr_fields(f.four, 2));
    f.two[0] = mcperr_field_str("name", "i2c0");
    f.two[1] = mcperr_field_text("device", mcperr_fields(f.three, 2));
    f.one[0] = mcperr_field_int("board", 1);
    f.one[1] = mcperr_field_text("bus", mcperr_fields(f.two, 2));
    err->details = mcperr_fields(f.one, 2);
}

static void (*const fill[ENVELOPES])(mcperr_error *err) = {
    [CONTEXT] = fill_context,     [TOOLERROR] = fill_toolerror, [OWLCLAW] = fill_owlclaw,
    [CODEINTEL] = fill_codeintel, [KAIZA] = fill_kaiza,         [ESCAPES] = fill_escapes,
    [NESTED] = fill_nested,
};

static size_t write_envelope(const subject *s, results *r)
{
    mcperr_error err;
    size_t len;

    memset(&err, 0, sizeof err);
    fill[s->index](&err);
    return mcperr_emit(s->envelope->dialect, &err, r->text, TEXT_ROOM, &len) == MCPERR_OK ? len : 0;
}

static size_t write_frame(const subject *s, results *r)
{
    mcperr_error err;
    mcperr_answer answer;
    size_t len;

    memset(&err, 0, sizeof err);
    fill[s->index](&err);
    memset(&answer, 0, sizeof answer);
    answer.id = mcperr_raw("1");
    const mcperr_frame frame = mcperr_answer_frame(&answer);
    return mcperr_emit_framed(s->envelope->dialect, &err, &frame, r->text, FRAME_ROOM, &len) == MCPERR_OK
               ? len
               : 0;
}

static bool read_envelope(const envelope *e, const char *text, size_t size, results *r)
{
    mcperr_error err;

    return mcperr_decode(e->dialect, text, size, tokens, TOKENS, &err, NULL) == MCPERR_OK &&
           mcperr_text_copy(err.code, r->code, CODE_ROOM) < CODE_ROOM &&
           mcperr_text_copy(err.message, r->message, MESSAGE_ROOM) < MESSAGE_ROOM;
}

const contender mcperr_contender = {"mcperr", write_envelope, write_frame, read_envelope};

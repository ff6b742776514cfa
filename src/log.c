/* SPDX-License-Identifier: MIT */
/* The structured log record of codeintel's contract, for every dialect. */
#include "log.h"
#include "error.h"
#include "redact.h"
#include "text.h"

#include <string.h>

/* Level and component travel in two members of the error that no log record has a use for. */
#define LEVEL role
#define COMPONENT session
#define LEVEL_ROW MCPERR_ROW_TEXT("level", LEVEL, MCPERR_ROW_KEEP)
#define COMPONENT_ROW MCPERR_ROW_TEXT("component", COMPONENT, MCPERR_ROW_KEEP)

#define CAUSE_ROWS                                                                                           \
    MCPERR_ROW("cause", OPEN, MCPERR_ROW_OPTIONAL),                                                          \
        MCPERR_ROW_SPLICE(cause, MCPERR_ROW_OPTIONAL | MCPERR_ROW_SAFE, MCPERR_SHED_CAUSE), MCPERR_ROW_CLOSE

/* A domain error: its message, and its context as an object. */
static const mcperr_row domain_rows[] = {
    LEVEL_ROW,
    COMPONENT_ROW,
    MCPERR_ROW("message", MESSAGE, 0),
    MCPERR_ROW_TEXT("operation", operation, MCPERR_ROW_OPTIONAL | MCPERR_ROW_KEEP),
    MCPERR_ROW("error_code", CODE, 0),
    MCPERR_ROW("http_status", STATUS, 0),
    MCPERR_ROW_TEXT("exception_type", exception, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_TEXT("tool_name", tool, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_TEXT("incident_id", incident, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW("context", OPEN, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_SPLICE(details, MCPERR_ROW_OPTIONAL | MCPERR_ROW_SAFE, MCPERR_SHED_DETAILS),
    MCPERR_ROW_CLOSE,
    CAUSE_ROWS,
    MCPERR_ROW_TEXT_SHED("stack", stack, MCPERR_ROW_OPTIONAL, MCPERR_SHED_STACK),
};

/* A built-in exception (FileNotFoundError, UnicodeDecodeError, ValueError): a fixed message, its own words
   as `error`, and its facts beside them. */
static const mcperr_row builtin_rows[] = {
    LEVEL_ROW,
    COMPONENT_ROW,
    MCPERR_ROW("message", CANONICAL, 0),
    MCPERR_ROW_TEXT("operation", operation, MCPERR_ROW_OPTIONAL | MCPERR_ROW_KEEP),
    MCPERR_ROW("error_code", CODE, 0),
    MCPERR_ROW("http_status", STATUS, 0),
    MCPERR_ROW("error", MESSAGE, 0),
    MCPERR_ROW_TEXT("tool_name", tool, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_TEXT("incident_id", incident, MCPERR_ROW_OPTIONAL),
    MCPERR_ROW_SPLICE(details, MCPERR_ROW_OPTIONAL | MCPERR_ROW_SAFE, MCPERR_SHED_DETAILS),
    CAUSE_ROWS,
};

/* ---- records in general ---------------------------------------------------------------------------- */

bool mcperr_put_record(const mcperr_dialect *record, mcperr_error *err, unsigned shed, mcperr_json *w)
{
    mcperr_reason reason;
    const mcperr_row *const refused = mcperr_put_rows(record, err, shed, w, &reason);

    if (refused != NULL)
        mcperr_mend(err, refused);
    return refused == NULL;
}

/* ---- the log --------------------------------------------------------------------------------------- */

static const char *const levels[] = {"WARNING", "ERROR", "CRITICAL"};

unsigned mcperr_status_of(const mcperr_dialect *d, const mcperr_error *err)
{
    const mcperr_code *const code = mcperr_code_of(d, err);

    if (err->status >= 100 && err->status <= 599)
        return err->status;
    return mcperr_kind_of(code != NULL ? code->kind : err->kind)->status;
}

mcperr_level mcperr_log_level(const mcperr_dialect *d, const mcperr_error *err)
{
    if (mcperr_status_of(d, err) < 500)
        return MCPERR_LOG_WARNING;
    return mcperr_kind_of(err->kind)->alert == MCPERR_CRITICAL ? MCPERR_LOG_CRITICAL : MCPERR_LOG_ERROR;
}

static MCPERR_NOINLINE bool is_builtin(const mcperr_error *err)
{
    return err->home != NULL && mcperr_text_in(mcperr_str(err->home->name), "codeintel|problem") &&
           err->exception.data == NULL &&
           mcperr_text_in(err->code, "file-not-found|unsupported-encoding|invalid-parameter") &&
           !mcperr_has_member(err->details, "path");
}

static void set_rows(mcperr_dialect *record, bool builtin)
{
    record->rows = builtin ? builtin_rows : domain_rows;
    record->row_count =
        builtin ? sizeof builtin_rows / sizeof *builtin_rows : sizeof domain_rows / sizeof *domain_rows;
    record->filter = mcperr_redact;
}

static void put_line(const mcperr_dialect *record, mcperr_error *said, unsigned shed, mcperr_json *w,
                     char *buf, size_t cap)
{
    do {
        mcperr_json_init(w, buf, cap);
        mcperr_json_ascii(w);
        mcperr_json_object(w, NULL);
    } while (!mcperr_put_record(record, said, shed, w));
    mcperr_json_end(w);
}

/* Anything but an object is the message of a cause. */
static bool is_object(mcperr_text text)
{
    const char *at = text.data;
    const char *const end = text.form == MCPERR_JSON ? at + text.size : at;

    while (at < end && (unsigned char)*at <= ' ')
        at++;
    return text.form == MCPERR_FIELDS || (at < end && *at == '{');
}

static const char *or_default(const char *component)
{
    return component != NULL ? component : "codeintel_mcp";
}

/* The error as the log tells it. *message is for a cause that is no object. */
static MCPERR_NOINLINE void rephrase(mcperr_error *said, const mcperr_dialect *d, const char *component,
                                     mcperr_field *message)
{
    said->LEVEL = mcperr_str(levels[mcperr_log_level(d, said)]);
    said->COMPONENT = mcperr_str(or_default(component));
    if (said->exception.data != NULL)
        said->message = mcperr_str("Unexpected error");
    if (said->invariant.form > MCPERR_ESCAPED)
        said->invariant = MCPERR_ABSENT; /* a part of some canonical messages */
    if (said->cause.data != NULL && !is_object(said->cause)) {
        *message = mcperr_field_text("message", said->cause);
        said->cause = mcperr_fields(message, 1);
    }
}

MCPERR_NOINLINE size_t mcperr_log_line(const mcperr_dialect *d, const mcperr_error *err,
                                       const char *component, char *buf, size_t cap)
{
    mcperr_dialect record = *d;
    mcperr_error said = *err;
    mcperr_field message;
    mcperr_json w;

    set_rows(&record, is_builtin(err));
    rephrase(&said, d, component, &message);
    for (unsigned shed = MCPERR_SHED_NOTHING; shed <= MCPERR_SHED_ALL + 1; shed++) {
        if (shed > MCPERR_SHED_ALL)
            said.operation = MCPERR_ABSENT;
        put_line(&record, &said, shed, &w, buf, cap);
        if (mcperr_json_finish(&w) == MCPERR_OK)
            return w.len;
    }
    return 0;
}

size_t mcperr_log_min_size(const mcperr_dialect *d, mcperr_text operation, const char *component)
{
    mcperr_dialect record = *d;
    mcperr_error least;
    size_t most = 0;

    set_rows(&record, true); /* the longer ones */
    memset(&least, 0, sizeof least);
    least.operation = operation;
    least.LEVEL = mcperr_str(levels[MCPERR_LOG_CRITICAL]);
    least.COMPONENT = mcperr_str(or_default(component));
    least.home = d;
    for (unsigned i = 0; i < d->code_count; i++) {
        mcperr_json w;
        least.code = mcperr_plain(d->codes[i].code, d->codes[i].size);
        put_line(&record, &least, MCPERR_SHED_ALL, &w, NULL, 0);
        if (w.len > most)
            most = w.len;
    }
    return most + 1;
}

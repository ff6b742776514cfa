/* SPDX-License-Identifier: MIT */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "command.h"

#include <string.h>
#include <time.h>

/* ---- what can be given ------------------------------------------------------------------------------ */

static const mcperr_dialect *dialect;
static struct {
    const char *factory, *code, *kind, *exception, *message, *tool, *role, *session, *workspace, *invariant,
        *phase, *plan, *cause_text, *cause_message, *cause_code, *cause_name, *cause_json, *data, *context,
        *operation, *empty_result, *incident, *retry_after, *recoverable, *status, *time, *stack;
} given;

static const option options[] = {
    {"-d", "DIALECT", "the dialect to write", .dialect = &dialect, .required = true},
    {"--factory", "NAME", "KAIZA's: unknown, invariant, tool or startup", .text = &given.factory},
    {"-c", "CODE", "a code of the dialect; or -k, or --exception", .text = &given.code},
    {"-k", "KIND", "the kind of failure, in the dialect's word for it", .text = &given.kind},
    {"--exception", "NAME", "an exception, as codeintel maps them", .text = &given.exception},
    {"-m", "MESSAGE", "for people; without it, the default of the factory or code", .text = &given.message},
    {"--tool", "T", "the tool that failed", .text = &given.tool},
    {"--role", "R", "ANTIGRAVITY or WINDSURF", .text = &given.role},
    {"--session", "S", "session id", .text = &given.session},
    {"--workspace", "W", "root folder of the workspace", .text = &given.workspace},
    {"--invariant", "I", "id of the invariant that was violated", .text = &given.invariant},
    {"--phase", "P", "phase id", .text = &given.phase},
    {"--plan", "H", "plan hash", .text = &given.plan},
    {"--cause-text", "T", "the cause: a text", .text = &given.cause_text},
    {"--cause-message", "M", "the cause: an error object with this message,", .text = &given.cause_message},
    {"--cause-code", "C", "... this code (a number is a number),", .text = &given.cause_code},
    {"--cause-name", "N", "... and this name", .text = &given.cause_name},
    {"--cause-json", "J", "the cause: a JSON object or string", .text = &given.cause_json},
    {"--data", "J", "details, a JSON object", .text = &given.data},
    {"--context", "J", "the same: the context of an exception", .text = &given.context},
    {"--operation", "O", "category:operation", .text = &given.operation},
    {"--empty-result", "J", "the tool's empty result, a JSON object", .text = &given.empty_result},
    {"--incident", "ID", "incident id", .text = &given.incident},
    {"--retry-after", "N", "seconds to wait before a retry", .text = &given.retry_after},
    {"--recoverable", "true|false", "without it, as the kind says", .text = &given.recoverable},
    {"--status", "N", "HTTP status; without it, the code's", .text = &given.status},
    {"--time", "ISO", "such as 2026-01-19T15:32:10.123Z; without it, now", .text = &given.time},
    {"--stack", "T", "stack trace", .text = &given.stack},
};

static mcperr_field cause_fields[3];

/* ---- values that need reading ----------------------------------------------------------------------- */

static int64_t integer(const char *text)
{
    int64_t number = 0;

    if (!mcperr_integer(text, strlen(text), &number))
        usage_error("not a whole number", text);
    return number;
}

/* A number that the error can hold; for others the most, which every contract refuses. */
static uint32_t number_within(const char *text, uint32_t least, uint32_t most)
{
    const int64_t number = integer(text);

    return number < least || number > most ? most : (uint32_t)number;
}

static int64_t time_of(const char *text)
{
    struct timespec now = {0, 0};
    int64_t time_ms = 0;

    if (text == NULL) {
        (void)clock_gettime(CLOCK_REALTIME, &now);
        return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    }
    if (!mcperr_time_read(text, strlen(text), &time_ms))
        usage_error("not a time of the form 2026-01-19T15:32:10.123Z", text);
    return time_ms;
}

static uint8_t answer_of(const char *text)
{
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        usage_error("neither true nor false", text);
    return text[0] == 't' ? MCPERR_YES : MCPERR_NO;
}

/* A number is a number, anything else a text. */
static mcperr_text cause_code(void)
{
    const char *const text = given.cause_code;
    const bool digit = text != NULL && strchr("-0123456789", text[0]) != NULL;

    if (digit && mcperr_json_check(text, strlen(text), NULL, NULL, NULL) == MCPERR_OK)
        return mcperr_raw(text);
    return mcperr_str(text);
}

static mcperr_text cause_given(void)
{
    if (given.cause_message != NULL)
        return mcperr_cause(cause_fields, given.cause_message, cause_code(), given.cause_name);
    return given.cause_json != NULL ? mcperr_raw(given.cause_json) : mcperr_str(given.cause_text);
}

/* ---- KAIZA's factories ------------------------------------------------------------------------------ */

static void from_unknown(mcperr_error *err)
{
    if (given.cause_message != NULL)
        mcperr_kaiza_unknown(err, cause_fields, given.cause_message, cause_code(), given.cause_name);
    else
        mcperr_kaiza_thrown(err, err->cause, tokens, TOKENS_MOST);
}

static void invariant_violation(mcperr_error *err) { mcperr_kaiza_invariant(err, err->invariant); }
/* A code that is none stays in the error, for the writer to refuse. */
static void tool_failure(mcperr_error *err) { (void)mcperr_kaiza_tool(err, err->code); }
static void startup_failure(mcperr_error *err) { (void)mcperr_kaiza_startup(err, err->code); }

static const struct factory {
    const char *name;
    void (*make)(mcperr_error *err);
    const char *needs, **needed;
} factories[] = {
    {"unknown", from_unknown, NULL, NULL},
    {"invariant", invariant_violation, "--factory invariant needs --invariant", &given.invariant},
    {"tool", tool_failure, "--factory tool needs -c", &given.code},
    {"startup", startup_failure, "--factory startup needs -c", &given.code},
};

static const struct factory *factory_given(void)
{
    for (size_t i = 0; i < COUNT(factories); i++)
        if (strcmp(given.factory, factories[i].name) == 0)
            return &factories[i];
    usage_error("unknown factory", given.factory);
}

/* ---- options that exclude or need each other -------------------------------------------------------- */

static void check_options(void)
{
    const int reasons = (given.code != NULL) + (given.kind != NULL) + (given.exception != NULL);
    const int causes =
        (given.cause_text != NULL) + (given.cause_message != NULL) + (given.cause_json != NULL);

    if (reasons > 1)
        usage_error("only one of -c, -k and --exception", NULL);
    if (causes > 1)
        usage_error("only one of --cause-text, --cause-message and --cause-json", NULL);
    if (given.cause_message == NULL && (given.cause_code != NULL || given.cause_name != NULL))
        usage_error("--cause-code and --cause-name need --cause-message", NULL);
    if (given.data != NULL && given.context != NULL)
        usage_error("only one of --data and --context", NULL);
    if (given.factory == NULL)
        return;
    const struct factory *const f = factory_given();
    if (dialect != &mcperr_kaiza)
        usage_error("--factory needs -d kaiza", NULL);
    if (given.kind != NULL || given.exception != NULL)
        usage_error("--factory takes -c, not -k or --exception", NULL);
    if (f->needed != NULL && *f->needed == NULL)
        usage_error(f->needs, NULL);
}

/* ---- the error -------------------------------------------------------------------------------------- */

static void fill(mcperr_error *err)
{
    memset(err, 0, sizeof *err);
    err->time_ms = time_of(given.time);
    err->message = mcperr_str(given.message);
    err->tool = mcperr_str(given.tool);
    err->operation = mcperr_str(given.operation);
    err->incident = mcperr_str(given.incident);
    err->session = mcperr_str(given.session);
    err->workspace = mcperr_str(given.workspace);
    err->role = mcperr_str(given.role);
    err->invariant = mcperr_str(given.invariant);
    err->phase = mcperr_str(given.phase);
    err->plan = mcperr_str(given.plan);
    err->stack = mcperr_str(given.stack);
    err->cause = cause_given();
    err->details = mcperr_raw(given.data != NULL ? given.data : given.context);
    err->result = mcperr_raw(given.empty_result);
    if (given.retry_after != NULL) {
        err->retry_after_s = number_within(given.retry_after, 0, UINT32_MAX);
        err->has_retry_after = true;
    }
    if (given.status != NULL)
        err->status = (uint16_t)number_within(given.status, 1, UINT16_MAX); /* 0: not given */
    if (given.recoverable != NULL)
        err->recoverable = answer_of(given.recoverable);
}

/* Why it failed: a code, a kind, an exception, or a factory's word for it. */
static void set_reason(mcperr_error *err)
{
    if (given.code != NULL && mcperr_set_code(err, dialect, mcperr_str(given.code)) != MCPERR_OK) {
        err->home = dialect; /* the writer refuses it by name */
        err->code = mcperr_str(given.code);
    }
    if (given.kind != NULL) {
        const mcperr_kind kind = mcperr_kind_named(mcperr_str(given.kind));
        if (kind == MCPERR_KIND_COUNT)
            usage_error("unknown kind", given.kind);
        err->kind = (uint8_t)kind;
    }
    if (given.exception != NULL)
        mcperr_raise(err, mcperr_str(given.exception), err->message, err->details);
    if (given.factory != NULL) {
        const struct factory *const f = factory_given();
        f->make(err);
    }
    if (dialect->codes == mcperr_codeintel.codes && mcperr_codeintel_tool(err, err->tool)) {
        if (given.operation != NULL)
            err->operation = mcperr_str(given.operation);
        if (given.empty_result != NULL)
            err->result = mcperr_raw(given.empty_result);
    }
}

typedef struct making {
    mcperr_error err;
    verdict v;
} making;

static void write_envelope(mcperr_json *w, void *what)
{
    making *const m = what;

    m->v.status = mcperr_encode(dialect, &m->err, MCPERR_SHED_NOTHING, w, NULL, &m->v.fault);
}

static int run(const char *file)
{
    making m;

    (void)file;
    check_options();
    fill(&m.err);
    set_reason(&m.err);
    m.v.writing = true;
    (void)print_json(write_envelope, &m);
    if (m.v.status != MCPERR_OK)
        print_fault(stderr, "", NULL, &m.v);
    return exit_for(m.v.status);
}

const verb verb_make = {
    "make",
    "an error in a dialect: prints the envelope, or the member that the contract refuses",
    "What a dialect has no member for is left out. KIND is one of: internal invalid unsupported_version\n"
    "version_conflict unsupported_encoding unauthenticated forbidden not_found conflict precondition\n"
    "policy rate_limited budget corrupt io timeout unavailable.\n"
    "\n"
    "Factories make what KAIZA's contract says: unknown takes its message from the cause, whatever -m is,\n"
    "and a registered --cause-code as its code unless there is a -c; invariant has no cause and one code;\n"
    "startup has no session context. With --factory unknown, --cause-text is a string or scalar that was\n"
    "thrown, --cause-json an object.\n"
    "With -d codeintel and one of its six tools as --tool, operation and empty result are the tool's.\n",
    options,
    COUNT(options),
    false,
    run,
};

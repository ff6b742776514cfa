/* SPDX-License-Identifier: MIT */
/* Kind by dialect, every way between two dialects, and what is true of any error at all. */
#if defined(__x86_64__) || defined(__i386__)
#define GENERATED 100000
#define ROOM 2000
#define TOKENS 240
#else /* emulated */
#define GENERATED 2000
#define ROOM 1500
#define TOKENS 180
#endif
#include "codec.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static char source[ROOM], target[ROOM], again[ROOM];

/* ---- kind by dialect ------------------------------------------------------------------------------ */

/* The word for each kind: codeintel's is that of its problem object, OwlClaw's that of both forms. */
static const struct {
    const char *toolerror, *kaiza, *context, *codeintel, *owlclaw;
} words[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = {"INTERNAL", "INTERNAL_ERROR", "internal_error", "internal-error",
                         "internal.unexpected"},
    [MCPERR_INVALID] = {"VALIDATION", "INVALID_INPUT_VALUE", "invalid_query", "invalid-parameter",
                        "validation.invalid_input"},
    [MCPERR_UNSUPPORTED_VERSION] = {"VALIDATION", "INVALID_INPUT_VALUE", "invalid_query", "invalid-parameter",
                                    "protocol.unsupported_version"},
    [MCPERR_VERSION_CONFLICT] = {"VALIDATION", "INVALID_INPUT_VALUE", "invalid_query", "invalid-parameter",
                                 "protocol.version_conflict"},
    [MCPERR_UNSUPPORTED_ENCODING] = {"VALIDATION", "FILE_READ_FAILED", "cache_invalid",
                                     "unsupported-encoding", "validation.unsupported_encoding"},
    [MCPERR_UNAUTHENTICATED] = {"PERMISSION", "UNAUTHORIZED_ACTION", "io_error", "forbidden",
                                "auth.unauthorized"},
    [MCPERR_FORBIDDEN] = {"PERMISSION", "INSUFFICIENT_PERMISSIONS", "io_error", "forbidden",
                          "auth.forbidden"},
    [MCPERR_NOT_FOUND] = {"NOT_FOUND", "FILE_NOT_FOUND", "cache_missing", "file-not-found",
                          "runtime.not_found"},
    [MCPERR_CONFLICT] = {"CONFLICT", "HASH_MISMATCH", "cache_invalid", "internal-error", "runtime.conflict"},
    [MCPERR_PRECONDITION] = {"CONFLICT", "PREFLIGHT_FAILED", "internal_error", "internal-error",
                             "governance.precondition_failed"},
    [MCPERR_POLICY] = {"PERMISSION", "POLICY_VIOLATION", "internal_error", "forbidden",
                       "governance.policy_violation"},
    [MCPERR_RATE_LIMITED] = {"TRANSIENT", "UNKNOWN_TOOL_FAILURE", "io_error", "internal-error",
                             "governance.rate_limited"},
    [MCPERR_BUDGET] = {"PERMISSION", "UNKNOWN_TOOL_FAILURE", "internal_error", "forbidden",
                       "governance.budget_exceeded"},
    [MCPERR_CORRUPT] = {"INTERNAL", "FILE_READ_FAILED", "cache_invalid", "internal-error",
                        "runtime.corrupt_data"},
    [MCPERR_IO] = {"TRANSIENT", "FILE_READ_FAILED", "io_error", "internal-error", "runtime.io_error"},
    [MCPERR_TIMEOUT] = {"TRANSIENT", "UNKNOWN_TOOL_FAILURE", "internal_error", "internal-error",
                        "runtime.timeout"},
    [MCPERR_UNAVAILABLE] = {"TRANSIENT", "UNKNOWN_TOOL_FAILURE", "io_error", "internal-error",
                            "dependency.unavailable"},
};

static const char *word(unsigned d, unsigned kind)
{
    switch (d) {
    case KAIZA:
        return words[kind].kaiza;
    case CONTEXT:
        return words[kind].context;
    case TOOLERROR:
        return words[kind].toolerror;
    case OWLCLAW:
    case OWLCLAW_API:
        return words[kind].owlclaw;
    default:
        return words[kind].codeintel;
    }
}

/* Dialects with one table of codes. */
static bool same_table(unsigned a, unsigned b) { return dialects[a]->codes == dialects[b]->codes; }

MU_TEST(each_dialect_has_a_word_for_each_kind)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        for (unsigned kind = 0; kind < MCPERR_KIND_COUNT; kind++) {
            mcperr_error err = kind_error((mcperr_kind)kind, NULL), read;
            err.incident = mcperr_str("i");
            strcpy(source, encoded(d, &err));
            mu_assert_int_eq(MCPERR_OK, decoded(d, source, &read, NULL));
            if (!mcperr_text_is(read.code, word(d, kind)))
                mu_fail(word(d, kind));
            mu_assert_string_eq(source, encoded(d, &read));
            /* Of its own kind, no error is recoverable that may not be retried. */
            if (d == TOOLERROR)
                mu_assert_uint_eq(mcperr_kind_of(kind)->retryable ? MCPERR_YES : MCPERR_NO, read.recoverable);
        }
}

/* An envelope of that code, with all that the dialect can say. */
static void write_source(unsigned d, const mcperr_code *code)
{
    mcperr_error err = rich_error();

    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, dialects[d], mcperr_text_of(code->code, code->size)));
    err.message = mcperr_str("as said");
    strcpy(source, encoded(d, &err));
}

static mcperr_status translate(unsigned from, unsigned to, mcperr_text incident, mcperr_fault *fault)
{
    mcperr_json w;

    mcperr_json_init(&w, target, sizeof target);
    const mcperr_status status = mcperr_translate(dialects[from], dialects[to], source, strlen(source),
                                                  tokens, TOKENS, incident, &w, fault);
    return status == MCPERR_OK ? mcperr_json_finish(&w) : status;
}

MU_TEST(every_code_of_every_dialect_becomes_the_word_for_its_kind_and_comes_home_unchanged)
{
    for (unsigned from = 0; from < DIALECTS; from++)
        for (unsigned i = 0; i < dialects[from]->code_count; i++) {
            const mcperr_code *const code = &dialects[from]->codes[i];
            write_source(from, code);
            for (unsigned to = 0; to < DIALECTS; to++) {
                mcperr_error read;
                mcperr_fault fault;
                mu_assert_int_eq(MCPERR_OK, translate(from, to, mcperr_str("inc_2"), &fault));
                mu_assert_int_eq(MCPERR_OK, decoded(to, target, &read, NULL));
                if (!mcperr_text_is(read.code, same_table(from, to) ? code->code : word(to, code->kind)))
                    mu_fail(code->code);
                if (to == from)
                    mu_assert_string_eq(source, target);
            }
        }
}

MU_TEST(a_code_without_a_row_becomes_the_word_for_the_kind_that_its_envelope_tells)
{
    static const struct {
        uint8_t from, kind;
        const char *text;
    } unknown[] = {
        {OWLCLAW, MCPERR_RATE_LIMITED,
         "{\"error\":{\"code\":\"governance.slow\",\"message\":\"m\",\"category\":\"governance\","
         "\"retryable\":true,\"incident_id\":\"i\"}}"},
        {OWLCLAW_API, MCPERR_FORBIDDEN,
         "{\"type\":\"https://owlclaw.dev/problems/"
         "auth-odd\",\"title\":\"m\",\"status\":403,\"code\":\"auth.odd\","
         "\"category\":\"auth\",\"retryable\":false,\"incident_id\":\"i\"}"},
        {PROBLEM, MCPERR_NOT_FOUND,
         "{\"type\":\"https://kgfoundry.dev/problems/path-not-found\",\"title\":\"Path Not "
         "Found\",\"status\":404,"
         "\"detail\":\"m\",\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"path-not-found\"}"},
    };

    for (size_t i = 0; i < COUNT(unknown); i++)
        for (unsigned to = 0; to < DIALECTS; to++) {
            mcperr_error read;
            mcperr_fault fault;
            strcpy(source, unknown[i].text);
            const mcperr_status status = translate(unknown[i].from, to, mcperr_str("i"), &fault);
            /* Writing at home needs a row. */
            mu_assert_int_eq(same_table(unknown[i].from, to) ? MCPERR_E_VALUE : MCPERR_OK, status);
            if (status != MCPERR_OK) {
                mu_assert_int_eq(MCPERR_R_CODE, fault.reason);
                continue;
            }
            mu_assert_int_eq(MCPERR_OK, decoded(to, target, &read, NULL));
            mu_check(mcperr_text_is(read.code, word(to, unknown[i].kind)));
        }
}

MU_TEST(an_incident_is_the_sources_own_or_the_one_given_or_missed)
{
    mcperr_fault fault;

    write_source(TOOLERROR, &mcperr_toolerror.codes[0]);
    mu_assert_int_eq(MCPERR_E_SHAPE, translate(TOOLERROR, OWLCLAW, mcperr_str(NULL), &fault));
    mu_assert_int_eq(MCPERR_R_MISSING, fault.reason);
    mu_assert_uint_eq(0, fault.offset);
    mu_assert_string_eq("/error/incident_id", pointer_in(&fault, NULL));
    mu_assert_int_eq(MCPERR_OK, translate(TOOLERROR, OWLCLAW, mcperr_str("inc_2"), NULL));
    mu_check(strstr(target, "\"incident_id\":\"inc_2\"") != NULL);
    write_source(OWLCLAW_API, &mcperr_owlclaw.codes[0]);
    mu_assert_int_eq(MCPERR_OK, translate(OWLCLAW_API, OWLCLAW, mcperr_str("inc_2"), NULL));
    mu_check(strstr(target, "\"incident_id\":\"inc_1\"") != NULL);
}

MU_TEST(a_source_that_is_refused_is_not_translated)
{
    mcperr_fault fault;

    strcpy(source, "{\"type\":\"INTERNAL\",\"message\":7,\"recoverable\":true}");
    for (unsigned to = 0; to < DIALECTS; to++) {
        mu_assert_int_eq(MCPERR_E_SHAPE, translate(TOOLERROR, to, mcperr_str("i"), &fault));
        mu_assert_uint_eq(29, fault.offset);
        mu_assert_string_eq("/message", pointer_in(&fault, source));
    }
}

/* ---- what is lost on each way ------------------------------------------------------------------------- */

/* What an envelope can tell, and a text by which it is known in any dialect. */
enum { CODE_FACT = 0 };
static const struct {
    const char *name, *canary;
} facts[] = {
    [CODE_FACT] = {"code", NULL}, /* that of the source */
    {"message", "as said"},
    {"details", "77123"},
    {"retry_after", "54321"},
    {"status", "418"},
    {"recoverable", "\"recoverable\":true"},
    {"incident", "inc_canary"},
    {"operation", "files:op_canary"},
    {"exception", "ExceptionCanary"},
    {"result", "\"items\":[]"},
    {"tool", "tool_canary"},
    {"role", "WINDSURF"},
    {"session", "session_canary"},
    {"workspace", "workspace_canary"},
    {"invariant", "INVARIANT_CANARY"},
    {"phase", "phase_canary"},
    {"plan", "plan_canary"},
    {"cause", "cause canary"},
    {"time", "2026-01-19T15:32:10.123Z"},
    {"stack", "stack canary"},
};

/* What each source tells that the target does not. A code is replaced by the word for its kind. */
#define SESSION "role, session, workspace, invariant, phase, plan, cause, time, stack"
static const char *const lost[DIALECTS][DIALECTS] = {
    [KAIZA] =
        {
            [CONTEXT] = ("code, message, tool, " SESSION),
            [CODEINTEL] = ("code, " SESSION), /* the tool is told as the operation */
            [PROBLEM] = ("code, " SESSION),
            [TOOLERROR] = ("code, tool, " SESSION),
            [OWLCLAW] = ("code, tool, " SESSION),
            [OWLCLAW_API] = ("code, tool, " SESSION),
        },
    [CONTEXT] =
        {
            [KAIZA] = "code",
            [CODEINTEL] = "code",
            [PROBLEM] = "code",
            [TOOLERROR] = "code",
            [OWLCLAW] = "code",
            [OWLCLAW_API] = "code",
        },
    [CODEINTEL] =
        {
            [KAIZA] = "code, details, retry_after, status, operation, exception, result",
            [CONTEXT] = "code, message, details, retry_after, status, operation, exception, result",
            [PROBLEM] = "result",
            [TOOLERROR] = "code, status, operation, result", /* the exception is told in the details */
            [OWLCLAW] = "code, status, operation, result",
            [OWLCLAW_API] = "code, operation, result",
        },
    [PROBLEM] =
        {
            [KAIZA] = "code, details, retry_after, status, operation, exception",
            [CONTEXT] = "code, message, details, retry_after, status, operation, exception",
            [CODEINTEL] = "",
            [TOOLERROR] = "code, status, operation",
            [OWLCLAW] = "code, status, operation",
            [OWLCLAW_API] = "code, operation",
        },
    [TOOLERROR] =
        {
            [KAIZA] = "code, details, retry_after, recoverable",
            [CONTEXT] = "code, message, details, retry_after, recoverable",
            [CODEINTEL] = "code, recoverable",
            [PROBLEM] = "code, recoverable",
            [OWLCLAW] = "code, recoverable",
            [OWLCLAW_API] = "code, recoverable",
        },
    [OWLCLAW] =
        {
            [KAIZA] = "code, details, retry_after, incident",
            [CONTEXT] = "code, message, details, retry_after, incident",
            [CODEINTEL] = "code, incident",
            [PROBLEM] = "code, incident",
            [TOOLERROR] = "code, incident",
            [OWLCLAW_API] = "",
        },
    [OWLCLAW_API] =
        {
            [KAIZA] = "code, details, retry_after, status, incident",
            [CONTEXT] = "code, message, details, retry_after, status, incident",
            [CODEINTEL] = "code, incident",
            [PROBLEM] = "code, incident",
            [TOOLERROR] = "code, status, incident",
            [OWLCLAW] = "status",
        },
};

static mcperr_error telling_error(unsigned d)
{
    static const char *const codes[DIALECTS] = {
        [KAIZA] = "HASH_MISMATCH",          [CONTEXT] = "invalid_budget", [CODEINTEL] = "git-operation-error",
        [PROBLEM] = "git-operation-error",  [TOOLERROR] = "CONFLICT",     [OWLCLAW] = "runtime.conflict",
        [OWLCLAW_API] = "runtime.conflict",
    };
    mcperr_error err = rich_error();

    mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, dialects[d], mcperr_str(codes[d])));
    err.message = mcperr_str("as said");
    err.details = mcperr_raw("{\"limit\":77123}");
    mcperr_set_retry_after(&err, 54321);
    err.status = 418;
    err.recoverable = MCPERR_YES;
    err.incident = mcperr_str("inc_canary");
    err.operation = mcperr_str("files:op_canary");
    err.exception = mcperr_str("ExceptionCanary");
    err.tool = mcperr_str("tool_canary");
    err.session = mcperr_str("session_canary");
    err.workspace = mcperr_str("/workspace_canary");
    err.invariant = mcperr_str("INVARIANT_CANARY");
    err.phase = mcperr_str("phase_canary");
    err.plan = mcperr_str("plan_canary");
    err.cause = mcperr_str("cause canary");
    err.stack = mcperr_str("stack canary");
    return err;
}

MU_TEST(what_is_lost_between_two_dialects_is_what_the_table_says)
{
    for (unsigned from = 0; from < DIALECTS; from++) {
        const mcperr_error err = telling_error(from);
        strcpy(source, encoded(from, &err));
        for (unsigned to = 0; to < DIALECTS; to++) {
            char gone[200] = "";
            mu_assert_int_eq(MCPERR_OK, translate(from, to, mcperr_str("i"), NULL));
            mu_assert_int_eq(MCPERR_OK, validated(to, target));
            for (size_t i = 0; i < COUNT(facts); i++) {
                const char *const canary = i == CODE_FACT ? err.code.data : facts[i].canary;
                if (strstr(source, canary) == NULL || strstr(target, canary) != NULL)
                    continue;
                strcat(gone, gone[0] != '\0' ? ", " : "");
                strcat(gone, facts[i].name);
            }
            mu_assert_string_eq(from == to ? "" : lost[from][to], gone);
        }
    }
}

MU_TEST(each_dialect_tells_the_facts_that_its_contract_has_members_for)
{
    static const char *const told[DIALECTS] = {
        [KAIZA] = ("code, message, tool, " SESSION),
        [CONTEXT] = "code, message",
        [CODEINTEL] = "code, message, details, retry_after, status, operation, exception, result",
        [PROBLEM] = "code, message, details, retry_after, status, operation, exception",
        [TOOLERROR] = "code, message, details, retry_after, recoverable",
        [OWLCLAW] = "code, message, details, retry_after, incident",
        [OWLCLAW_API] = "code, message, details, retry_after, status, incident",
    };

    for (unsigned d = 0; d < DIALECTS; d++) {
        const mcperr_error err = telling_error(d);
        const char *const text = encoded(d, &err);
        char all[200] = "";
        for (size_t i = 0; i < COUNT(facts); i++)
            if (strstr(text, i == CODE_FACT ? (const char *)err.code.data : facts[i].canary) != NULL) {
                strcat(all, all[0] != '\0' ? ", " : "");
                strcat(all, facts[i].name);
            }
        mu_assert_string_eq(told[d], all);
    }
}

/* ---- any error at all ---------------------------------------------------------------------------------- */

static uint32_t seed = 20260119;

/* A number below `most`. */
static unsigned any(unsigned most)
{
    seed = seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return (unsigned)((uint64_t)(seed >> 8) * most >> 24);
}

static bool one_in(unsigned times) { return any(times) == 0; }

/* Where the texts of one generated error are. */
static char arena[ROOM / 2];
static size_t used;

static void push(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size && used < sizeof arena - 1; i++)
        arena[used++] = bytes[i];
    arena[used] = '\0';
}

static void push_str(const char *text) { push(text, strlen(text)); }

/* Pieces of texts that are all valid JSON strings, then those that are not, or not UTF-8. */
static const char *const escaped_pieces[] = {
    "a",
    "Z9",
    " ",
    "\xC3\xA9",
    "\xE2\x82\xAC",
    "\xF0\x9F\x98\x80",
    "\\\"",
    "\\\\",
    "\\/",
    "\\n",
    "\\u001f",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\u0000",
    "/etc/x",
    "urn:",
    "deadbeef0",
    "\x7F",
    "token",
    ": ",
    "[A] ",
    "{",
    "~/x",
    "C:/x",
};
static const char *const plain_pieces[] = {"\"",   "\\",   "\n",           "\x01",
                                           "\xFF", "\xC3", "\xED\xA0\x80", "\xF4\x90\x80\x80"};

static void push_escaped(unsigned most)
{
    for (unsigned count = any(most); count > 0; count--)
        push_str(escaped_pieces[any(COUNT(escaped_pieces))]);
}

static mcperr_text any_text(void)
{
    const size_t begin = used;
    const bool escaped = one_in(3);

    if (one_in(3))
        return mcperr_str(NULL);
    push_escaped(6);
    if (!escaped && one_in(3))
        push_str(plain_pieces[any(COUNT(plain_pieces))]);
    mcperr_text text = mcperr_text_of(arena + begin, used - begin);
    text.form = escaped ? MCPERR_ESCAPED : MCPERR_PLAIN;
    return text;
}

static void push_value(unsigned depth);

static void push_object(unsigned depth)
{
    static const char *const keys[] = {"path", "p\\u0061ssword", "query", "\\/\\\"", "\xC3\xA9", "error"};
    const unsigned first = any(COUNT(keys)), count = any(COUNT(keys));

    push_str(one_in(4) ? " { " : "{");
    if (one_in(8))
        push_str("\"retry_after\":7");
    for (unsigned i = 0; i < count; i++) {
        if (arena[used - 1] != '{' && arena[used - 1] != ' ')
            push_str(",");
        push_str("\"");
        push_str(keys[(first + i) % COUNT(keys)]);
        push_str(one_in(4) ? "\" :\t" : "\":");
        push_value(depth + 1);
    }
    push_str("}");
}

static void push_value(unsigned depth)
{
    static const char *const scalars[] = {"null", "true", "false", "0", "-1.50e+10", "12345678901234567890",
                                          "0.0"};

    switch (any(depth < 4 ? 4 : 2)) {
    case 0:
        push_str(scalars[any(COUNT(scalars))]);
        break;
    case 1:
        push_str("\"");
        push_escaped(4);
        push_str("\"");
        break;
    case 2:
        push_object(depth);
        break;
    default:
        push_str("[");
        for (unsigned count = any(3); count > 0; count--) {
            push_value(depth + 1);
            push_str(count > 1 ? "," : "");
        }
        push_str("]");
        break;
    }
}

#define FIELDS 3
static mcperr_field fields[2 * FIELDS];

static mcperr_text any_fields(mcperr_field *to, bool nested)
{
    static const char *const keys[FIELDS] = {"path", "apiKey", "n"};
    const unsigned count = any(FIELDS + 1);

    for (unsigned i = 0; i < count; i++)
        switch (any(nested ? 5 : 4)) {
        case 0:
            to[i] = mcperr_field_int(keys[i], (int32_t)seed);
            break;
        case 1:
            to[i] = mcperr_field_bool(keys[i], seed >> 31);
            break;
        case 2:
            to[i] = mcperr_field_text(keys[i], any_text());
            break;
        case 3:
            to[i] = mcperr_field_str(NULL, "left out");
            break;
        default:
            to[i] = mcperr_field_text(keys[i], any_fields(fields + FIELDS, false));
            break;
        }
    return mcperr_fields(to, count);
}

static mcperr_text any_object(void)
{
    const size_t begin = used;

    switch (any(8)) {
    case 0:
    case 1:
        return mcperr_str(NULL);
    case 2:
        return any_text();
    case 3:
        push_value(0);
        break;
    case 4:
        push_object(0);
        used -= one_in(4); /* broken */
        break;
    default:
        push_object(0);
        break;
    }
    return mcperr_raw_of(arena + begin, used - begin);
}

static mcperr_error any_error(void)
{
    static const char *const roles[] = {"WINDSURF", "ANTIGRAVITY", "PILOT"};
    mcperr_error err;

    used = 0;
    memset(&err, 0, sizeof err);
    err.time_ms = one_in(4) ? (int64_t)((uint64_t)seed << 32 | seed) : (int64_t)seed * 1000;
    err.kind = (uint8_t)any(MCPERR_KIND_COUNT + 1);
    if (one_in(2)) {
        const mcperr_dialect *const home = dialects[any(DIALECTS)];
        const mcperr_code *const code = &home->codes[any(home->code_count)];
        mu_assert_int_eq(MCPERR_OK, mcperr_set_code(&err, home, mcperr_text_of(code->code, code->size)));
        if (one_in(8)) {
            err.code = any_text();
            err.code_row = 0;
        }
    }
    err.message = any_text();
    err.tool = any_text();
    err.operation = any_text();
    err.exception = any_text();
    err.incident = any_text();
    err.session = any_text();
    err.workspace = one_in(4) ? mcperr_str("/etc") : any_text();
    err.role = one_in(2) ? mcperr_str(NULL) : mcperr_str(roles[any(COUNT(roles))]);
    err.invariant = any_text();
    err.phase = any_text();
    err.plan = any_text();
    err.stack = any_text();
    err.cause = any_object();
    err.details = one_in(4) ? any_fields(fields, true) : any_object();
    err.result = any_object();
    err.has_retry_after = one_in(2);
    err.retry_after_s = one_in(8) ? seed : any(1000);
    err.status = (uint16_t)(one_in(2) ? 0 : any(700));
    err.retryable = (uint8_t)any(3);
    err.recoverable = (uint8_t)any(3);
    return err;
}

static bool same_error(const mcperr_error *a, const mcperr_error *b)
{
    static const uint16_t texts[] = {
        offsetof(mcperr_error, code),      offsetof(mcperr_error, message),
        offsetof(mcperr_error, tool),      offsetof(mcperr_error, operation),
        offsetof(mcperr_error, exception), offsetof(mcperr_error, incident),
        offsetof(mcperr_error, session),   offsetof(mcperr_error, workspace),
        offsetof(mcperr_error, role),      offsetof(mcperr_error, invariant),
        offsetof(mcperr_error, phase),     offsetof(mcperr_error, plan),
        offsetof(mcperr_error, stack),     offsetof(mcperr_error, cause),
        offsetof(mcperr_error, details),   offsetof(mcperr_error, result),
    };

    for (size_t i = 0; i < COUNT(texts); i++)
        if (!mcperr_text_same(*(const mcperr_text *)(const void *)((const char *)a + texts[i]),
                              *(const mcperr_text *)(const void *)((const char *)b + texts[i])))
            return false;
    return a->time_ms == b->time_ms && a->home == b->home && a->retry_after_s == b->retry_after_s &&
           a->status == b->status && a->kind == b->kind && a->code_row == b->code_row &&
           a->retryable == b->retryable && a->recoverable == b->recoverable &&
           a->has_retry_after == b->has_retry_after;
}

static mcperr_status write_to(char *to, unsigned d, const mcperr_error *err)
{
    mcperr_json w;

    mcperr_json_init(&w, to, ROOM);
    (void)mcperr_encode(dialects[d], err, MCPERR_SHED_NOTHING, &w, NULL, NULL);
    return mcperr_json_finish(&w);
}

static mcperr_status read_from(const char *text, unsigned d, mcperr_error *err)
{
    return mcperr_decode(dialects[d], text, strlen(text), tokens, TOKENS, err, NULL);
}

/* What is written is valid, and reading and writing it again changes nothing, which is `deep` looked at
   from all sides. True if it was written. */
static bool check_round(unsigned d, const mcperr_error *err, bool deep)
{
    mcperr_error first, second;

    if (write_to(source, d, err) != MCPERR_OK)
        return false;
    const mcperr_status status = read_from(source, d, &first);
    if (status != MCPERR_OK)
        mu_assert_string_eq(mcperr_status_text(status), source);
    mu_assert_int_eq(MCPERR_OK, write_to(again, d, &first));
    mu_assert_string_eq(source, again);
    if (deep) {
        mu_assert_int_eq(MCPERR_OK, mcperr_json_check(source, strlen(source), NULL, NULL, NULL));
        mu_assert_int_eq(MCPERR_OK, read_from(again, d, &second));
        mu_check(same_error(&first, &second));
    }
    return true;
}

MU_TEST(any_error_that_is_written_is_valid_and_is_read_and_written_again_the_same)
{
    static unsigned written[DIALECTS];
    unsigned translated = 0;

    for (unsigned i = 0; i < GENERATED; i++) {
        const mcperr_error err = any_error();
        for (unsigned d = 0; d < DIALECTS; d++) {
            const bool deep = i % DIALECTS == d;
            if (!check_round(d, &err, deep))
                continue;
            written[d]++;
            if (!deep)
                continue;
            const unsigned to = any(DIALECTS);
            mcperr_json w;
            mcperr_json_init(&w, target, sizeof target);
            mu_assert_int_eq(MCPERR_OK, mcperr_translate(dialects[d], dialects[to], source, strlen(source),
                                                         tokens, TOKENS, mcperr_str("i"), &w, NULL));
            if (mcperr_json_finish(&w) == MCPERR_OK) {
                mu_assert_int_eq(MCPERR_OK, read_from(target, to, NULL));
                translated++;
            }
        }
    }
    /* The generator is good for something. */
    for (unsigned d = 0; d < DIALECTS; d++)
        mu_check(written[d] > GENERATED / 10);
    mu_check(translated > GENERATED / 4);
}

MU_TEST(any_error_gets_out_whole_in_any_buffer_that_is_large_enough)
{
    for (unsigned i = 0; i < GENERATED / 5; i++) {
        const unsigned d = i % DIALECTS;
        const mcperr_error err = any_error();
        const size_t least = mcperr_min_size(dialects[d], &err), cap = least / 2 + any(ROOM / 2);
        size_t len = 1;
        if (cap > ROOM)
            continue;
        const mcperr_status status = mcperr_emit(dialects[d], &err, target, cap, &len);
        mu_assert_uint_eq(strlen(target), len);
        if (status == MCPERR_E_SIZE)
            mu_check(cap < least && len == 0);
        else
            mu_assert_int_eq(MCPERR_OK, read_from(target, d, NULL));
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(each_dialect_has_a_word_for_each_kind)
    MU_RUN(every_code_of_every_dialect_becomes_the_word_for_its_kind_and_comes_home_unchanged)
    MU_RUN(a_code_without_a_row_becomes_the_word_for_the_kind_that_its_envelope_tells)
    MU_RUN(an_incident_is_the_sources_own_or_the_one_given_or_missed)
    MU_RUN(a_source_that_is_refused_is_not_translated)
    MU_RUN(what_is_lost_between_two_dialects_is_what_the_table_says)
    MU_RUN(each_dialect_tells_the_facts_that_its_contract_has_members_for)
    MU_RUN(any_error_that_is_written_is_valid_and_is_read_and_written_again_the_same)
    MU_RUN(any_error_gets_out_whole_in_any_buffer_that_is_large_enough)
)
/* clang-format on */

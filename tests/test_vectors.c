/* SPDX-License-Identifier: MIT */
/* Recorded outputs of real implementations: each is what tests/vectors/MANIFEST says it is. */
#include "contracts.h"
#include "error.h"
#include "mcperr/policy.h"

/* What is recorded about a text. */
enum {
    VECTOR_SAME,    /* read and written again, it is the same */
    VECTOR_VALID,   /* the dialect accepts it */
    VECTOR_INVALID, /* the dialect refuses it */
    VECTOR_EXACT,   /* it reads as `code` and `message`: exactly, */
    VECTOR_ALIAS,   /* as what a real implementation sends, */
    VECTOR_LEGACY   /* or as text from before the contract */
};

typedef struct vector_text {
    const char *name;
    const mcperr_dialect *dialect;
    int check;
    const char *text, *code, *message;
} vector_text;

/* How a KAIZA error was made. */
enum { VECTOR_UNKNOWN, VECTOR_INVARIANT, VECTOR_TOOL, VECTOR_STARTUP, VECTOR_NEW };

typedef struct vector_kaiza {
    const char *name;
    int factory;
    const char *code, *message, *tool, *role, *session, *workspace, *phase, *plan, *invariant, *stack;
    const char *cause_message, *cause_code, *cause_number, *cause_name; /* an error object, */
    const char *cause_text, *cause_json;                                /* a text, or any other object */
    bool differs;
    const char *expected; /* NULL: the code is refused */
} vector_kaiza;

typedef struct vector_kaiza_codes {
    const char *name, *codes[35];
} vector_kaiza_codes;

typedef struct vector_redaction {
    const char *name, *input, *output;
    bool differs;
} vector_redaction;

typedef struct vector_context {
    const char *name, *code, *expected;
} vector_context;

typedef struct vector_condition {
    const char *name, *code; /* the code, where no kind says it */
    mcperr_kind kind;
    const char *expected;
} vector_condition;

typedef struct vector_tool {
    const char *name, *tool, *operation, *result;
} vector_tool;

typedef struct vector_exception {
    const char *name, *operation, *exception, *message, *context, *expected;
} vector_exception;

typedef struct vector_matrix {
    const char *name, *code, *category;
    bool retryable;
    unsigned status, other_status, alert;
    const char *expected;
} vector_matrix;

typedef struct vector_retry {
    const char *name;
    bool retryable, has_retry_after, retried, differs;
    uint32_t retry_after, delay_ms;
} vector_retry;

typedef struct vector_alerting {
    const char *name;
    unsigned count, alerts; /* bit n: the event n is an alert */
    struct {
        const char *code, *client;
        unsigned at_s;
    } events[6];
} vector_alerting;

typedef struct vector_toolerror {
    const char *name, *type, *message; /* no type: the message is a plain text that was read */
    uint8_t recoverable;
    const char *data;
    bool differs;
    const char *expected;
} vector_toolerror;

typedef struct vector_http {
    const char *name;
    unsigned status;
    const char *types;
    bool differs;
} vector_http;

#include "vectors/vectors.h"

/* Does something with each row of a table, and names the rows that fail. */
#define for_each(row, table)                                                                                 \
    for (size_t i_ = 0, failures_ = mu_failures; i_ < COUNT(table); i_++, failures_ = mu_failures)           \
        for (const vector_##row *row = &table[i_]; row != NULL;                                              \
             row = (mu_failures != failures_ ? mu_fail(row->name) : (void)0, NULL))

static mcperr_reading read_as(const char *text, mcperr_error *err)
{
    return mcperr_read(every_dialect, COUNT(every_dialect), text, strlen(text), tokens, TOKENS, err);
}

MU_TEST(every_recorded_text_is_judged_as_the_manifest_says)
{
    for_each(text, text_vectors)
    {
        const size_t size = strlen(text->text);
        const bool valid =
            mcperr_validate(text->dialect, text->text, size, tokens, TOKENS, NULL) == MCPERR_OK;
        mcperr_error err;

        mu_assert_int_eq(text->check <= VECTOR_VALID || text->check == VECTOR_EXACT, valid);
        if (text->check == VECTOR_SAME)
            mu_assert_string_eq(text->text, rewritten(text->dialect, text->text));
        if (text->check < VECTOR_EXACT)
            continue;
        mu_assert_int_eq(MCPERR_EXACT + text->check - VECTOR_EXACT, read_as(text->text, &err));
        mu_check(mcperr_same_codes(err.home, text->dialect));
        assert_text(text->code, err.code);
        assert_text(text->message, err.message);
    }
}

MU_TEST(registered_codes_are_those_of_the_real_implementation_in_order)
{
    mu_assert_uint_eq(COUNT(kaiza_codes_vectors->codes), mcperr_kaiza.code_count);
    for (size_t i = 0; i < COUNT(kaiza_codes_vectors->codes); i++)
        mu_assert_string_eq(kaiza_codes_vectors->codes[i], mcperr_kaiza.codes[i].code);
}

static mcperr_text kaiza_cause_code(const vector_kaiza *v)
{
    return v->cause_number != NULL ? mcperr_raw(v->cause_number) : mcperr_str(v->cause_code);
}

static mcperr_text kaiza_cause(const vector_kaiza *v, mcperr_field fields[3])
{
    if (v->cause_message != NULL)
        return mcperr_cause(fields, v->cause_message, kaiza_cause_code(v), v->cause_name);
    return v->cause_json != NULL ? mcperr_raw(v->cause_json) : mcperr_str(v->cause_text);
}

static mcperr_status make_kaiza(const vector_kaiza *v, mcperr_field fields[3], mcperr_error *err)
{
    const mcperr_text code = mcperr_str(v->code), cause = kaiza_cause(v, fields);

    *err = no_error();
    err->time_ms = INT64_C(1768836730123);
    err->message = mcperr_str(v->message);
    err->tool = mcperr_str(v->tool);
    err->role = mcperr_str(v->role);
    err->session = mcperr_str(v->session);
    err->workspace = mcperr_str(v->workspace);
    err->phase = mcperr_str(v->phase);
    err->plan = mcperr_str(v->plan);
    err->invariant = mcperr_str(v->invariant);
    err->stack = mcperr_str(v->stack);
    err->cause = cause;
    switch (v->factory) {
    case VECTOR_TOOL:
        return mcperr_kaiza_tool(err, code);
    case VECTOR_STARTUP:
        return mcperr_kaiza_startup(err, code);
    case VECTOR_INVARIANT:
        mcperr_kaiza_invariant(err, err->invariant);
        return MCPERR_OK;
    default:
        break;
    }
    if (v->code != NULL && mcperr_set_code(err, &mcperr_kaiza, code) != MCPERR_OK)
        return MCPERR_E_VALUE;
    if (v->factory == VECTOR_UNKNOWN && v->cause_message != NULL)
        mcperr_kaiza_unknown(err, fields, v->cause_message, kaiza_cause_code(v), v->cause_name);
    else if (v->factory == VECTOR_UNKNOWN)
        mcperr_kaiza_thrown(err, cause, tokens, TOKENS);
    return MCPERR_OK;
}

MU_TEST(kaiza_factories_write_what_the_real_ones_wrote)
{
    for_each(kaiza, kaiza_vectors)
    {
        static char text[ROOM];
        mcperr_field fields[3];
        mcperr_error err;
        size_t size;

        mu_assert_int_eq(kaiza->expected != NULL ? MCPERR_OK : MCPERR_E_VALUE,
                         make_kaiza(kaiza, fields, &err));
        if (kaiza->expected == NULL)
            continue;
        const mcperr_status status = mcperr_emit(&mcperr_kaiza, &err, text, sizeof text, &size);
        mu_assert_uint_eq(strlen(text), size);
        if (kaiza->differs) {
            mu_check(strcmp(kaiza->expected, text) != 0);
            mu_check(decoded(&mcperr_kaiza, kaiza->expected, NULL) != MCPERR_OK);
            mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_kaiza, text, NULL));
        } else {
            mu_assert_int_eq(MCPERR_OK, status);
            mu_assert_string_eq(kaiza->expected, text);
            mu_assert_string_eq(kaiza->expected, rewritten(&mcperr_kaiza, kaiza->expected));
        }
    }
}

MU_TEST(the_values_that_real_code_redacts_are_redacted_unless_it_guesses)
{
    for_each(redaction, redaction_vectors)
    {
        mcperr_error err = error_of(&mcperr_codeintel, "internal-error");

        err.operation = mcperr_str("files:open_file");
        err.details = mcperr_raw(redaction->input);
        const char *const extensions = strstr(written(&mcperr_problem, &err), ",\"extensions\":");
        mu_check(extensions != NULL);
        if (extensions == NULL)
            continue;
        const char *const output = extensions + strlen(",\"extensions\":");
        const size_t size = strlen(redaction->output);
        mu_assert_int_eq(!redaction->differs,
                         strlen(output) == size + 1 && memcmp(output, redaction->output, size) == 0);
    }
}

MU_TEST(context_codes_write_their_canonical_envelopes)
{
    for_each(context, context_vectors)
    {
        const mcperr_error err = error_of(&mcperr_context, context->code);

        assert_envelope(&mcperr_context, &err, context->expected);
    }
}

MU_TEST(conditions_are_classified_as_the_real_server_does)
{
    for_each(condition, condition_vectors)
    {
        mcperr_error err = no_error(), again;

        if (condition->code != NULL)
            err = error_of(&mcperr_context, condition->code);
        else
            (void)mcperr_fail(&err, condition->kind, NULL);
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_context, written(&mcperr_context, &err), &again));
        assert_text(condition->expected, again.code);
    }
}

MU_TEST(the_six_tools_have_their_empty_results_and_operations)
{
    for_each(tool, tool_vectors)
    {
        mcperr_error err = no_error();

        mu_check(mcperr_codeintel_tool(&err, mcperr_str(tool->tool)));
        assert_text(tool->tool, err.tool);
        if (tool->operation != NULL)
            assert_text(tool->operation, err.operation);
        else
            mu_check(mcperr_text_same(mcperr_raw(tool->result), err.result));
    }
}

static const char *tool_of(const char *operation)
{
    for (size_t i = 0; i < COUNT(tool_vectors); i++)
        if (tool_vectors[i].operation != NULL && strcmp(tool_vectors[i].operation, operation) == 0)
            return tool_vectors[i].tool;
    return NULL;
}

MU_TEST(exceptions_become_the_envelopes_of_the_contract)
{
    for_each(exception, exception_vectors)
    {
        mcperr_error err = no_error();

        mu_check(mcperr_codeintel_tool(&err, mcperr_str(tool_of(exception->operation))));
        mcperr_raise(&err, mcperr_str(exception->exception), mcperr_str(exception->message),
                     mcperr_raw(exception->context));
        assert_envelope(&mcperr_codeintel, &err, exception->expected);
    }
}

MU_TEST(the_matrix_of_owlclaw_is_the_same_in_both_representations)
{
    for_each(matrix, matrix_vectors)
    {
        mcperr_error err = error_of(&mcperr_owlclaw, matrix->code), api;
        const mcperr_kind_info *const kind = mcperr_kind_of(err.kind);

        mu_assert_uint_eq(matrix->alert, kind->alert);
        mu_assert_uint_eq(matrix->status, kind->status);
        mu_assert_int_eq(matrix->retryable, kind->retryable);
        mu_assert_string_eq(matrix->category, kind->category);
        err.message = mcperr_str("m");
        err.incident = mcperr_str("inc_20260226_001");
        assert_envelope(&mcperr_owlclaw, &err, matrix->expected);

        err.status = (uint16_t)matrix->other_status;
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_owlclaw_api, written(&mcperr_owlclaw_api, &err), &api));
        mu_assert_uint_eq(matrix->other_status, api.status);
        mu_assert_uint_eq(err.kind, api.kind);
        assert_text(matrix->code, api.code);
    }
}

MU_TEST(retries_follow_the_recorded_policy)
{
    for_each(retry, retry_vectors)
    {
        for (unsigned i = 0; i < mcperr_owlclaw.code_count; i++) {
            mcperr_error err = error_of(&mcperr_owlclaw, mcperr_owlclaw.codes[i].code);

            if (mcperr_is_retryable(&err) != retry->retryable)
                continue;
            if (retry->has_retry_after)
                mcperr_set_retry_after(&err, retry->retry_after);
            const mcperr_advice advice = mcperr_advise(&err, NULL, 1, true, 0);
            mu_assert_int_eq(retry->retried, advice.action == MCPERR_RETRY);
            mu_check(advice.action != MCPERR_WAIT);
            mu_assert_int_eq(!retry->differs, advice.delay_ms == retry->delay_ms);
        }
    }
}

MU_TEST(alerts_come_when_the_record_says)
{
    for_each(alerting, alerting_vectors)
    {
        mcperr_alert_client clients[4];
        unsigned alerts = 0;

        memset(clients, 0, sizeof clients);
        for (unsigned i = 0; i < alerting->count; i++) {
            const mcperr_error err = error_of(&mcperr_owlclaw, alerting->events[i].code);
            if (mcperr_alert_note(clients, COUNT(clients), mcperr_kind_of(err.kind)->alert,
                                  mcperr_str(alerting->events[i].client), alerting->events[i].at_s * 1000u))
                alerts |= 1u << i;
        }
        mu_assert_uint_eq(alerting->alerts, alerts);
    }
}

MU_TEST(tool_errors_are_what_python_and_go_write_but_for_their_escapes)
{
    for_each(toolerror, toolerror_vectors)
    {
        mcperr_error err, again;

        if (toolerror->type != NULL) {
            err = error_of(&mcperr_toolerror, toolerror->type);
            err.message = mcperr_str(toolerror->message);
            err.recoverable = toolerror->recoverable;
            err.details = mcperr_raw(toolerror->data);
        } else {
            mu_assert_int_eq(MCPERR_PLAINTEXT, read_as(toolerror->message, &err));
        }
        if (!toolerror->differs) {
            assert_envelope(&mcperr_toolerror, &err, toolerror->expected);
            continue;
        }
        mu_check(strcmp(toolerror->expected, written(&mcperr_toolerror, &err)) != 0);
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_toolerror, toolerror->expected, &again));
        assert_text(toolerror->type, again.code);
        assert_text(toolerror->message, again.message);
    }
}

MU_TEST(http_statuses_are_the_recorded_types)
{
    for_each(http, http_vectors)
    {
        const mcperr_kind kind = mcperr_kind_of_http(http->status);
        const mcperr_code *const type = &mcperr_toolerror.codes[mcperr_toolerror.words[kind]];

        mu_assert_int_eq(!http->differs, mcperr_text_in(mcperr_str(type->code), http->types));
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_recorded_text_is_judged_as_the_manifest_says)
    MU_RUN(registered_codes_are_those_of_the_real_implementation_in_order)
    MU_RUN(kaiza_factories_write_what_the_real_ones_wrote)
    MU_RUN(the_values_that_real_code_redacts_are_redacted_unless_it_guesses)
    MU_RUN(context_codes_write_their_canonical_envelopes)
    MU_RUN(conditions_are_classified_as_the_real_server_does)
    MU_RUN(the_six_tools_have_their_empty_results_and_operations)
    MU_RUN(exceptions_become_the_envelopes_of_the_contract)
    MU_RUN(the_matrix_of_owlclaw_is_the_same_in_both_representations)
    MU_RUN(retries_follow_the_recorded_policy)
    MU_RUN(alerts_come_when_the_record_says)
    MU_RUN(tool_errors_are_what_python_and_go_write_but_for_their_escapes)
    MU_RUN(http_statuses_are_the_recorded_types)
)
/* clang-format on */

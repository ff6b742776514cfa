/* SPDX-License-Identifier: MIT */
/* The tables of the five contracts, and every example that their documents print. */
#include "contracts.h"
#include "error.h"

/* ---- codes ------------------------------------------------------------------------------------- */

typedef struct code_row {
    const char *code;
    mcperr_kind kind;
    const char *message;
} code_row;

static const code_row kaiza_codes[] = {
    {"SESSION_NOT_INITIALIZED", MCPERR_PRECONDITION, "No session created via begin_session"},
    {"SESSION_LOCKED", MCPERR_PRECONDITION, "Session locked due to prior failure"},
    {"SESSION_INITIALIZATION_FAILED", MCPERR_INTERNAL, "Failed to initialize session"},
    {"INVALID_INPUT_TYPE", MCPERR_INVALID, "Wrong data type"},
    {"INVALID_INPUT_FORMAT", MCPERR_INVALID, "Malformed input"},
    {"INVALID_INPUT_VALUE", MCPERR_INVALID, "Invalid value"},
    {"MISSING_REQUIRED_FIELD", MCPERR_INVALID, "Required field is absent"},
    {"UNAUTHORIZED_ACTION", MCPERR_FORBIDDEN, "Action not allowed for current role"},
    {"INSUFFICIENT_PERMISSIONS", MCPERR_FORBIDDEN, "Caller lacks required permissions"},
    {"ROLE_MISMATCH", MCPERR_FORBIDDEN, "Role conflicts with expected role"},
    {"INVALID_PATH", MCPERR_INVALID, "Path is malformed or invalid"},
    {"PATH_NOT_FOUND", MCPERR_NOT_FOUND, "Path does not exist"},
    {"PATH_TRAVERSAL_BLOCKED", MCPERR_FORBIDDEN, "Path traversal attempt blocked"},
    {"OUTSIDE_WORKSPACE", MCPERR_FORBIDDEN, "Path is outside workspace root"},
    {"FILE_NOT_FOUND", MCPERR_NOT_FOUND, "File does not exist"},
    {"FILE_ALREADY_EXISTS", MCPERR_CONFLICT, "File already exists"},
    {"FILE_READ_FAILED", MCPERR_IO, "Failed to read file"},
    {"FILE_WRITE_FAILED", MCPERR_IO, "Failed to write file"},
    {"PATCH_INVALID", MCPERR_INVALID, "Patch is malformed"},
    {"PATCH_APPLY_FAILED", MCPERR_CONFLICT, "Patch could not be applied"},
    {"HASH_MISMATCH", MCPERR_CONFLICT, "File hash mismatch"},
    {"PLAN_NOT_FOUND", MCPERR_NOT_FOUND, "Plan file not found"},
    {"PLAN_NOT_APPROVED", MCPERR_PRECONDITION, "Plan is not marked APPROVED"},
    {"PLAN_ENFORCEMENT_FAILED", MCPERR_POLICY, "Plan validation failed"},
    {"PLAN_SCOPE_VIOLATION", MCPERR_POLICY, "Operation outside plan scope"},
    {"POLICY_VIOLATION", MCPERR_POLICY, "Code violates policy"},
    {"RUST_POLICY_VIOLATION", MCPERR_POLICY, "Rust-specific policy violation"},
    {"PREFLIGHT_FAILED", MCPERR_PRECONDITION, "Preflight checks failed"},
    {"INVARIANT_VIOLATION", MCPERR_INTERNAL, "Invariant {} was violated"},
    {"BOOTSTRAP_FAILURE", MCPERR_INTERNAL, "Bootstrap initialization failed"},
    {"SELF_AUDIT_FAILURE", MCPERR_INTERNAL, "Server self-audit failed at startup"},
    {"AUDIT_LOG_FAILED", MCPERR_IO, "Failed to write to audit log"},
    {"AUDIT_LOCK_FAILED", MCPERR_UNAVAILABLE, "Failed to acquire audit log lock"},
    {"INTERNAL_ERROR", MCPERR_INTERNAL, "Unexpected server error"},
    {"UNKNOWN_TOOL_FAILURE", MCPERR_INTERNAL, "Tool failed for an unmapped reason"},
};

static const code_row context_codes[] = {
    {"cache_missing", MCPERR_NOT_FOUND, "Cache does not exist"},
    {"cache_invalid", MCPERR_CORRUPT, "Cache exists but is invalid"},
    {"invalid_query", MCPERR_INVALID, "Query is invalid"},
    {"invalid_budget", MCPERR_INVALID, "Budget is invalid"},
    {"io_error", MCPERR_IO, "I/O error occurred"},
    {"internal_error", MCPERR_INTERNAL, "Internal error"},
};

static const code_row codeintel_codes[] = {
    {"file-not-found", MCPERR_NOT_FOUND, "File not found"},
    {"unsupported-encoding", MCPERR_UNSUPPORTED_ENCODING, "Binary file or encoding error"},
    {"invalid-parameter", MCPERR_INVALID, "Invalid parameter"},
    {"forbidden", MCPERR_FORBIDDEN, "Access denied"},
    {"git-operation-error", MCPERR_INTERNAL, "Git operation failed"},
    {"vector-search-error", MCPERR_UNAVAILABLE, "Search failed"},
    {"embedding-error", MCPERR_UNAVAILABLE, "Embedding generation failed"},
    {"internal-error", MCPERR_INTERNAL, "Internal error"},
    {"file-operation-error", MCPERR_INVALID, "File operation failed"},
};

static const code_row toolerror_codes[] = {
    {"NOT_FOUND", MCPERR_NOT_FOUND, "not found"},
    {"CONFLICT", MCPERR_CONFLICT, "conflict"},
    {"VALIDATION", MCPERR_INVALID, "invalid input"},
    {"PERMISSION", MCPERR_FORBIDDEN, "not permitted"},
    {"TRANSIENT", MCPERR_UNAVAILABLE, "temporarily unavailable"},
    {"INTERNAL", MCPERR_INTERNAL, "internal error"},
};

/* One for each kind, in the order of the kinds. */
static const code_row owlclaw_codes[] = {
    {"internal.unexpected", MCPERR_INTERNAL, "Unexpected internal error"},
    {"validation.invalid_input", MCPERR_INVALID, "Invalid input"},
    {"protocol.unsupported_version", MCPERR_UNSUPPORTED_VERSION, "Unsupported protocol version"},
    {"protocol.version_conflict", MCPERR_VERSION_CONFLICT, "Protocol version conflict"},
    {"validation.unsupported_encoding", MCPERR_UNSUPPORTED_ENCODING, "Unsupported encoding"},
    {"auth.unauthorized", MCPERR_UNAUTHENTICATED, "Unauthorized"},
    {"auth.forbidden", MCPERR_FORBIDDEN, "Forbidden"},
    {"runtime.not_found", MCPERR_NOT_FOUND, "Not found"},
    {"runtime.conflict", MCPERR_CONFLICT, "Conflict"},
    {"governance.precondition_failed", MCPERR_PRECONDITION, "Precondition failed"},
    {"governance.policy_violation", MCPERR_POLICY, "Policy violation"},
    {"governance.rate_limited", MCPERR_RATE_LIMITED, "Rate limited"},
    {"governance.budget_exceeded", MCPERR_BUDGET, "Budget exceeded"},
    {"runtime.corrupt_data", MCPERR_CORRUPT, "Corrupt data"},
    {"runtime.io_error", MCPERR_IO, "I/O error"},
    {"runtime.timeout", MCPERR_TIMEOUT, "Operation timed out"},
    {"dependency.unavailable", MCPERR_UNAVAILABLE, "Dependency unavailable"},
};

/* In the order of detection. */
static const struct {
    const mcperr_dialect *dialect;
    const char *name;
    const code_row *codes;
    size_t count;
    unsigned flags;
} dialects[] = {
    {&mcperr_kaiza, "kaiza", kaiza_codes, COUNT(kaiza_codes), 0},
    {&mcperr_codeintel, "codeintel", codeintel_codes, COUNT(codeintel_codes), MCPERR_DIALECT_KEBAB},
    {&mcperr_toolerror, "toolerror", toolerror_codes, COUNT(toolerror_codes), MCPERR_DIALECT_CLOSED},
    {&mcperr_owlclaw, "owlclaw", owlclaw_codes, COUNT(owlclaw_codes), MCPERR_DIALECT_DOTTED},
    {&mcperr_context, "context", context_codes, COUNT(context_codes), MCPERR_DIALECT_CLOSED},
    {&mcperr_owlclaw_api, "owlclaw-api", owlclaw_codes, COUNT(owlclaw_codes), MCPERR_DIALECT_DOTTED},
    {&mcperr_problem, "problem", codeintel_codes, COUNT(codeintel_codes), MCPERR_DIALECT_KEBAB},
};

MU_TEST(every_code_of_every_contract_has_its_kind_and_message)
{
    for (size_t i = 0; i < COUNT(dialects); i++) {
        const mcperr_dialect *const d = dialects[i].dialect;

        mu_assert_string_eq(dialects[i].name, d->name);
        mu_assert_uint_eq(dialects[i].flags, d->flags);
        mu_assert_uint_eq(dialects[i].count, d->code_count);
        for (size_t n = 0; n < dialects[i].count; n++) {
            const code_row *const row = &dialects[i].codes[n];
            mu_assert_string_eq(row->code, d->codes[n].code);
            mu_assert_int_eq(row->kind, d->codes[n].kind);
            mu_assert_string_eq(row->message, d->codes[n].message);
        }
    }
}

MU_TEST(dialects_are_detected_in_the_order_of_the_contracts)
{
    for (size_t i = 1; i < COUNT(dialects); i++)
        mu_check(dialects[i - 1].dialect->rank < dialects[i].dialect->rank);
}

MU_TEST(the_representations_of_one_contract_share_its_codes)
{
    mu_check(mcperr_same_codes(&mcperr_codeintel, &mcperr_problem));
    mu_check(mcperr_same_codes(&mcperr_owlclaw, &mcperr_owlclaw_api));
    mu_check(!mcperr_same_codes(&mcperr_kaiza, &mcperr_context));
    mu_check(!mcperr_same_codes(NULL, &mcperr_context));
    mu_check(!mcperr_same_codes(&mcperr_context, NULL));
    mu_check(!mcperr_same_codes(NULL, NULL));
}

/* ---- kinds -------------------------------------------------------------------------------------- */

enum { TOOLERROR, KAIZA, CONTEXT, CODEINTEL, OWLCLAW, CONTRACTS };

/* What each contract calls each kind. */
static const char *const words[MCPERR_KIND_COUNT][CONTRACTS] = {
    {"INTERNAL", "INTERNAL_ERROR", "internal_error", "internal-error", "internal.unexpected"},
    {"VALIDATION", "INVALID_INPUT_VALUE", "invalid_query", "invalid-parameter", "validation.invalid_input"},
    {"VALIDATION", "INVALID_INPUT_VALUE", "invalid_query", "invalid-parameter",
     "protocol.unsupported_version"},
    {"VALIDATION", "INVALID_INPUT_VALUE", "invalid_query", "invalid-parameter", "protocol.version_conflict"},
    {"VALIDATION", "FILE_READ_FAILED", "cache_invalid", "unsupported-encoding",
     "validation.unsupported_encoding"},
    {"PERMISSION", "UNAUTHORIZED_ACTION", "io_error", "forbidden", "auth.unauthorized"},
    {"PERMISSION", "INSUFFICIENT_PERMISSIONS", "io_error", "forbidden", "auth.forbidden"},
    {"NOT_FOUND", "FILE_NOT_FOUND", "cache_missing", "file-not-found", "runtime.not_found"},
    {"CONFLICT", "HASH_MISMATCH", "cache_invalid", "internal-error", "runtime.conflict"},
    {"CONFLICT", "PREFLIGHT_FAILED", "internal_error", "internal-error", "governance.precondition_failed"},
    {"PERMISSION", "POLICY_VIOLATION", "internal_error", "forbidden", "governance.policy_violation"},
    {"TRANSIENT", "UNKNOWN_TOOL_FAILURE", "io_error", "internal-error", "governance.rate_limited"},
    {"PERMISSION", "UNKNOWN_TOOL_FAILURE", "internal_error", "forbidden", "governance.budget_exceeded"},
    {"INTERNAL", "FILE_READ_FAILED", "cache_invalid", "internal-error", "runtime.corrupt_data"},
    {"TRANSIENT", "FILE_READ_FAILED", "io_error", "internal-error", "runtime.io_error"},
    {"TRANSIENT", "UNKNOWN_TOOL_FAILURE", "internal_error", "internal-error", "runtime.timeout"},
    {"TRANSIENT", "UNKNOWN_TOOL_FAILURE", "io_error", "internal-error", "dependency.unavailable"},
};

static const mcperr_dialect *const contracts[][2] = {
    [TOOLERROR] = {&mcperr_toolerror, &mcperr_toolerror}, [KAIZA] = {&mcperr_kaiza, &mcperr_kaiza},
    [CONTEXT] = {&mcperr_context, &mcperr_context},       [CODEINTEL] = {&mcperr_codeintel, &mcperr_problem},
    [OWLCLAW] = {&mcperr_owlclaw, &mcperr_owlclaw_api},
};

MU_TEST(every_contract_has_its_word_for_every_kind)
{
    for (unsigned kind = 0; kind < MCPERR_KIND_COUNT; kind++)
        for (size_t i = 0; i < COUNT(contracts); i++)
            for (size_t form = 0; form < 2; form++) {
                const mcperr_dialect *const d = contracts[i][form];
                mu_check(d->words[kind] < d->code_count);
                mu_assert_string_eq(words[kind][i], d->codes[d->words[kind]].code);
            }
}

MU_TEST(an_error_that_has_only_a_kind_is_written_with_that_word)
{
    for (unsigned kind = 0; kind <= MCPERR_KIND_COUNT; kind++)
        for (size_t i = 0; i < COUNT(contracts); i++)
            for (size_t form = 0; form < 2; form++) {
                mcperr_error err = no_error(), again;
                err.kind = (uint8_t)kind;
                err.incident = mcperr_str("inc_1");
                mu_assert_int_eq(MCPERR_OK,
                                 decoded(contracts[i][form], written(contracts[i][form], &err), &again));
                assert_text(words[kind % MCPERR_KIND_COUNT][i], again.code);
            }
}

MU_TEST(no_two_kinds_have_the_same_word_in_every_dialect)
{
    for (unsigned kind = 0; kind < MCPERR_KIND_COUNT; kind++)
        for (unsigned other = 0; other < kind; other++) {
            bool same = true;
            for (size_t i = 0; i < COUNT(every_dialect); i++)
                same = same && every_dialect[i]->words[kind] == every_dialect[i]->words[other];
            mu_check(!same);
        }
}

/* ---- members ------------------------------------------------------------------------------------- */

/* Members in the order of the documents: `?` may be left out, `!` may be null, `~` is read only; `{`
   begins an object and `}` ends one; `*` stands for members of any name. */
static const struct {
    const mcperr_dialect *dialect;
    const char *members;
} shapes[] = {
    {&mcperr_kaiza, "error_code human_message role! session_id! workspace_root! tool_name invariant_id! "
                    "phase_id! plan_hash! plan_signature~! cause! timestamp stack_trace?"},
    {&mcperr_context, "error{ code message }"},
    {&mcperr_codeintel, "* error problem{ type title status detail instance code extensions?{ "
                        "exception_type? retry_after? *? } }"},
    {&mcperr_problem,
     "type title status detail instance code extensions?{ exception_type? retry_after? *? }"},
    {&mcperr_toolerror, "type message recoverable data?{ retry_after? *? }"},
    {&mcperr_owlclaw, "error{ code message category retryable incident_id details?{ *? } retry_after? }"},
    {&mcperr_owlclaw_api, "type title status detail? code category retryable incident_id details?{ *? } "
                          "retry_after?"},
};

static void put_member(char *to, const mcperr_row *row)
{
    if (row->form == MCPERR_FORM_SPLICE)
        strcat(to, "*");
    strncat(to, row->name + 2, row->name_size);
    if (row->flags & MCPERR_ROW_ALIAS)
        strcat(to, "~");
    if (row->flags & MCPERR_ROW_OPTIONAL)
        strcat(to, "?");
    if (row->flags & MCPERR_ROW_NULLABLE)
        strcat(to, "!");
    if (row->form == MCPERR_FORM_OPEN || row->form == MCPERR_FORM_CLOSE)
        strcat(to, row->form == MCPERR_FORM_OPEN ? "{" : "}");
}

MU_TEST(every_contract_has_the_members_of_its_document_in_order)
{
    mu_assert_uint_eq(COUNT(every_dialect), COUNT(shapes));
    for (size_t i = 0; i < COUNT(shapes); i++) {
        char members[240] = "";

        for (unsigned n = 0; n < shapes[i].dialect->row_count; n++) {
            if (n > 0)
                strcat(members, " ");
            put_member(members, &shapes[i].dialect->rows[n]);
        }
        mu_assert_string_eq(shapes[i].members, members);
    }
}

/* ---- tables that hold together ------------------------------------------------------------------- */

MU_TEST(codes_are_unique_and_their_sizes_right)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        const mcperr_dialect *const d = every_dialect[i];

        mu_check(d->code_count > 0);
        for (unsigned n = 0; n < d->code_count; n++) {
            const mcperr_code *const code = &d->codes[n];
            mu_assert_uint_eq(strlen(code->code), code->size);
            mu_check(code->size > 0);
            mu_check(code->kind < MCPERR_KIND_COUNT);
            mu_check(code->message[0] != '\0');
            mu_check(mcperr_code_named(d, mcperr_str(code->code)) == code);
        }
        mu_check(mcperr_code_named(d, mcperr_str("no_such_code")) == NULL);
        mu_check(mcperr_code_named(d, mcperr_str(NULL)) == NULL);
    }
}

static bool is_text_of_an_error(size_t at)
{
    static const size_t texts[] = {
        offsetof(mcperr_error, message),   offsetof(mcperr_error, tool),
        offsetof(mcperr_error, operation), offsetof(mcperr_error, exception),
        offsetof(mcperr_error, incident),  offsetof(mcperr_error, session),
        offsetof(mcperr_error, workspace), offsetof(mcperr_error, role),
        offsetof(mcperr_error, invariant), offsetof(mcperr_error, phase),
        offsetof(mcperr_error, plan),      offsetof(mcperr_error, stack),
        offsetof(mcperr_error, cause),     offsetof(mcperr_error, details),
        offsetof(mcperr_error, result),
    };

    for (size_t i = 0; i < COUNT(texts); i++)
        if (at == texts[i])
            return true;
    return false;
}

static void check_row(const mcperr_row *row)
{
    const size_t size = strlen(row->name);

    mu_assert_uint_eq(row->name_size + 5u, size); /* ,"name":" */
    mu_assert_mem_eq(",\"", 2, row->name, 2);
    mu_assert_mem_eq("\":\"", 3, row->name + size - 3, 3);
    mu_check(row->form <= MCPERR_FORM_TIME);
    mu_check(row->shed > MCPERR_SHED_NOTHING && row->shed <= MCPERR_SHED_ALL);
    mu_assert_int_eq(row->form == MCPERR_FORM_CLOSE || row->form == MCPERR_FORM_SPLICE, row->name_size == 0);
    if (row->form == MCPERR_FORM_TEXT || row->form == MCPERR_FORM_RAW || row->form == MCPERR_FORM_SPLICE)
        mu_check(is_text_of_an_error(row->at));
    if (row->form == MCPERR_FORM_TYPE || (row->flags & MCPERR_ROW_ONE_OF))
        mu_check(row->extra != NULL);
    mu_check((row->flags & (MCPERR_ROW_NULLABLE | MCPERR_ROW_OPTIONAL)) !=
             (MCPERR_ROW_NULLABLE | MCPERR_ROW_OPTIONAL));
}

MU_TEST(rows_are_well_formed_and_their_objects_balanced)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        const mcperr_dialect *const d = every_dialect[i];
        const mcperr_row *open[4] = {NULL};
        unsigned depth = 0, codes = 0, messages = 0;

        mu_check(d->row_count <= MCPERR_ROWS_MAX);
        mu_check(d->marks[0] != '\0');
        for (const mcperr_row *row = d->rows; row < d->rows + d->row_count; row++) {
            check_row(row);
            codes += row->form == MCPERR_FORM_CODE;
            messages += row->form == MCPERR_FORM_MESSAGE;
            if (row->form == MCPERR_FORM_CLOSE) {
                mu_check(depth > 0);
                mu_check(mcperr_row_close(open[depth]) == row);
                depth--;
                continue;
            }
            mu_check(mcperr_row_parent(d, row) == open[depth]);
            if (row->form == MCPERR_FORM_OPEN) {
                /* an optional object holds no objects */
                mu_check(open[depth] == NULL || !(open[depth]->flags & MCPERR_ROW_OPTIONAL));
                open[++depth] = row;
            }
        }
        mu_assert_uint_eq(0, depth);
        mu_assert_uint_eq(1, codes);
        mu_check(messages > 0);
    }
}

MU_TEST(members_of_one_object_have_names_of_their_own)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++) {
        const mcperr_dialect *const d = every_dialect[i];

        for (const mcperr_row *row = d->rows; row < d->rows + d->row_count; row++)
            for (const mcperr_row *other = d->rows; other < row; other++)
                if (row->name_size > 0 && mcperr_row_parent(d, row) == mcperr_row_parent(d, other))
                    mu_check(!mcperr_text_same(mcperr_row_name(row), mcperr_row_name(other)));
    }
}

MU_TEST(a_text_that_no_dialect_may_leak_has_a_filter)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++)
        for (unsigned n = 0; n < every_dialect[i]->row_count; n++) {
            const mcperr_row *const row = &every_dialect[i]->rows[n];
            if ((row->flags & MCPERR_ROW_SAFE) && row->form != MCPERR_FORM_TEXT)
                mu_check(every_dialect[i]->filter != NULL);
        }
}

/* ---- all codes, written and read ------------------------------------------------------------------ */

static const mcperr_dialect *detected(const char *json)
{
    return mcperr_detect(every_dialect, COUNT(every_dialect), json, strlen(json), tokens, TOKENS);
}

MU_TEST(every_contract_is_known_by_its_distinguishing_members)
{
    mu_check(detected("{\"error_code\":1}") == &mcperr_kaiza);
    mu_check(detected("{\"problem\":{}}") == &mcperr_codeintel);
    mu_check(detected("{\"problem\":1}") == NULL);
    mu_check(detected("{\"type\":1,\"recoverable\":1}") == &mcperr_toolerror);
    mu_check(detected("{\"error\":{\"category\":1}}") == &mcperr_owlclaw);
    mu_check(detected("{\"error\":{\"incident_id\":1}}") == &mcperr_owlclaw);
    mu_check(detected("{\"error\":{\"code\":1,\"message\":1}}") == &mcperr_context);
    mu_check(detected("{\"error\":{\"code\":1}}") == NULL);
    mu_check(detected("{\"status\":1,\"category\":1,\"incident_id\":1}") == &mcperr_owlclaw_api);
    mu_check(detected("{\"type\":1,\"title\":1,\"status\":1,\"instance\":1}") == &mcperr_problem);
    mu_check(detected("{}") == NULL);
}

MU_TEST(every_code_comes_home_as_it_went)
{
    for (size_t i = 0; i < COUNT(every_dialect); i++)
        for (unsigned n = 0; n < every_dialect[i]->code_count; n++) {
            mcperr_error err = error_of(every_dialect[i], every_dialect[i]->codes[n].code), again;
            static char text[ROOM];

            err.incident = mcperr_str("inc_1");
            err.operation = mcperr_str("files:open_file");
            strcpy(text, written(every_dialect[i], &err));
            mu_assert_string_eq(text, rewritten(every_dialect[i], text));
            mu_check(detected(text) == every_dialect[i]);
            mu_assert_int_eq(MCPERR_OK, decoded(every_dialect[i], text, &again));
            mu_check(again.home == every_dialect[i]);
            mu_check(mcperr_text_same(err.code, again.code));
            mu_assert_uint_eq(err.kind, again.kind);
            mu_assert_uint_eq(n + 1, again.code_row);
            mu_assert_uint_eq(0, again.status);
        }
}

/* ---- KAIZA ---------------------------------------------------------------------------------------- */

MU_TEST(kaiza_writes_every_field_of_section_1_in_order)
{
    mcperr_error err = error_of(&mcperr_kaiza, "INVALID_INPUT_TYPE");

    err.message = mcperr_str("path must be a string");
    err.role = mcperr_str("WINDSURF");
    err.session = mcperr_str("550e8400-e29b...");
    err.workspace = mcperr_str("/home/user/project");
    err.tool = mcperr_str("write_file");
    err.invariant = mcperr_str("MANDATORY_DIAGNOSTICS");
    err.phase = mcperr_str("PHASE_5A");
    err.plan = mcperr_str("abc123def456...");
    err.cause = mcperr_raw("{ \"message\": \"...\", \"code\": \"...\" }");
    err.time_ms = INT64_C(1768836730123);
    assert_envelope(&mcperr_kaiza, &err,
                    "{\"error_code\":\"INVALID_INPUT_TYPE\",\"human_message\":\"path must be a string\","
                    "\"role\":\"WINDSURF\",\"session_id\":\"550e8400-e29b...\","
                    "\"workspace_root\":\"/home/user/project\",\"tool_name\":\"write_file\","
                    "\"invariant_id\":\"MANDATORY_DIAGNOSTICS\",\"phase_id\":\"PHASE_5A\","
                    "\"plan_hash\":\"abc123def456...\",\"cause\":{\"message\":\"...\",\"code\":\"...\"},"
                    "\"timestamp\":\"2026-01-19T15:32:10.123Z\"}");
    err.role = mcperr_str("ANTIGRAVITY");
    err.cause = mcperr_str("as text");
    err.stack = mcperr_str("Error: x\n    at main");
    assert_envelope(&mcperr_kaiza, &err,
                    "{\"error_code\":\"INVALID_INPUT_TYPE\",\"human_message\":\"path must be a string\","
                    "\"role\":\"ANTIGRAVITY\",\"session_id\":\"550e8400-e29b...\","
                    "\"workspace_root\":\"/home/user/project\",\"tool_name\":\"write_file\","
                    "\"invariant_id\":\"MANDATORY_DIAGNOSTICS\",\"phase_id\":\"PHASE_5A\","
                    "\"plan_hash\":\"abc123def456...\",\"cause\":\"as text\","
                    "\"timestamp\":\"2026-01-19T15:32:10.123Z\",\"stack_trace\":\"Error: x\\n    at main\"}");
}

MU_TEST(kaiza_leaves_nothing_undefined)
{
    const mcperr_error err = no_error();

    assert_envelope(&mcperr_kaiza, &err,
                    "{\"error_code\":\"INTERNAL_ERROR\",\"human_message\":\"Unexpected server error\","
                    "\"role\":null,\"session_id\":null,\"workspace_root\":null,\"tool_name\":\"unknown\","
                    "\"invariant_id\":null,\"phase_id\":null,\"plan_hash\":null,\"cause\":null,"
                    "\"timestamp\":\"1970-01-01T00:00:00.000Z\"}");
}

MU_TEST(kaiza_reads_plan_signature_for_plan_hash_and_never_writes_it)
{
    static const char *const renamed =
        "{\"error_code\":\"HASH_MISMATCH\",\"human_message\":\"m\",\"role\":null,\"session_id\":null,"
        "\"workspace_root\":null,\"tool_name\":\"t\",\"invariant_id\":null,\"phase_id\":null,"
        "\"plan_signature\":\"abc\",\"cause\":null,\"timestamp\":\"2026-01-19T15:32:10.123Z\"}";
    mcperr_error err;

    mu_assert_int_eq(MCPERR_E_SHAPE, decoded(&mcperr_kaiza, renamed, &err));
    mu_assert_int_eq(MCPERR_ALIAS, mcperr_read(every_dialect, COUNT(every_dialect), renamed, strlen(renamed),
                                               tokens, TOKENS, &err));
    mu_assert_string_eq("{\"error_code\":\"HASH_MISMATCH\",\"human_message\":\"m\",\"role\":null,"
                        "\"session_id\":null,\"workspace_root\":null,\"tool_name\":\"t\","
                        "\"invariant_id\":null,\"phase_id\":null,\"plan_hash\":\"abc\",\"cause\":null,"
                        "\"timestamp\":\"2026-01-19T15:32:10.123Z\"}",
                        written(&mcperr_kaiza, &err));
}

/* ---- Context Resolve v0 ---------------------------------------------------------------------------- */

static void check_refused(const mcperr_dialect *d, const char *json, mcperr_status status,
                          mcperr_reason reason, const char *parent, const char *key)
{
    mcperr_fault fault;

    mu_assert_int_eq(status, mcperr_validate(d, json, strlen(json), tokens, TOKENS, &fault));
    mu_assert_int_eq(reason, fault.reason);
    assert_text(parent, fault.parent);
    assert_text(key, fault.key);
}

MU_TEST(context_refuses_the_forbidden_patterns)
{
    check_refused(&mcperr_context,
                  "{\"error\":{\"code\":\"cache_invalid\",\"message\":\"Cache exists but is invalid\","
                  "\"details\":{}}}",
                  MCPERR_E_SHAPE, MCPERR_R_UNKNOWN, "error", "details");
    check_refused(&mcperr_context,
                  "{\"documents\":[],\"error\":{\"code\":\"internal_error\",\"message\":\"Internal error\"}}",
                  MCPERR_E_SHAPE, MCPERR_R_UNKNOWN, NULL, "documents");
    check_refused(&mcperr_context, "{\"error\":{\"code\":\"timeout\",\"message\":\"m\"}}", MCPERR_E_VALUE,
                  MCPERR_R_CODE, "error", "code");
    check_refused(&mcperr_context, "{\"error\":{\"code\":\"io_error\",\"message\":\"\"}}", MCPERR_E_VALUE,
                  MCPERR_R_EMPTY, "error", "message");
}

MU_TEST(context_writes_canonical_messages_and_custom_ones_without_diagnostics)
{
    static const struct {
        const char *given, *expected;
    } messages[] = {
        {NULL, "I/O error occurred"},
        {"", "I/O error occurred"},
        {"The disk is full", "The disk is full"},
        {"I/O error occurred", "I/O error occurred"},
        {"cannot open /etc/passwd", "I/O error occurred"},
        {"hash 0123abcd45 differs", "I/O error occurred"},
        {"Traceback (most recent call last)", "I/O error occurred"},
        {"two\nlines", "I/O error occurred"},
    };

    for (size_t i = 0; i < COUNT(messages); i++) {
        mcperr_error err = error_of(&mcperr_context, "io_error"), again;

        err.message = mcperr_str(messages[i].given);
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_context, written(&mcperr_context, &err), &again));
        assert_text(messages[i].expected, again.message);
    }
}

/* ---- codeintel -------------------------------------------------------------------------------------- */

static const char *const success = "{\"path\":\"src/main.py\",\"content\":\"def main():\\n    pass\","
                                   "\"lines\":2,\"size\":28}";

MU_TEST(codeintel_does_not_take_a_success_for_an_error)
{
    mu_assert_int_eq(MCPERR_E_SHAPE, decoded(&mcperr_codeintel, success, NULL));
    mu_check(detected(success) == NULL);
}

MU_TEST(codeintel_writes_the_examples_of_its_document)
{
    mcperr_error err = error_of(&mcperr_codeintel, "file-not-found");

    mu_check(mcperr_codeintel_tool(&err, mcperr_str("open_file")));
    err.message = mcperr_str("File not found: src/main.py");
    assert_envelope(&mcperr_codeintel, &err,
                    "{\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0,"
                    "\"error\":\"File not found: src/main.py\","
                    "\"problem\":{\"type\":\"https://kgfoundry.dev/problems/file-not-found\","
                    "\"title\":\"File Not Found\",\"status\":404,\"detail\":\"File not found: src/main.py\","
                    "\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"file-not-found\"}}");

    const mcperr_field range[] = {mcperr_field_str("path", "src/main.py"), mcperr_field_int("start_line", 0),
                                  mcperr_field_int("end_line", 10)};
    mcperr_raise(&err, mcperr_str("InvalidLineRangeError"),
                 mcperr_str("start_line must be a positive integer"), mcperr_fields(range, COUNT(range)));
    assert_envelope(&mcperr_codeintel, &err,
                    "{\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0,"
                    "\"error\":\"start_line must be a positive integer\","
                    "\"problem\":{\"type\":\"https://kgfoundry.dev/problems/invalid-parameter\","
                    "\"title\":\"Invalid Parameter\",\"status\":400,"
                    "\"detail\":\"start_line must be a positive integer\","
                    "\"instance\":\"urn:codeintel:files:open_file\",\"code\":\"invalid-parameter\","
                    "\"extensions\":{\"path\":\"src/main.py\",\"start_line\":0,\"end_line\":10}}}");

    const mcperr_field query[] = {mcperr_field_str("query", "def main")};
    mu_check(mcperr_codeintel_tool(&err, mcperr_str("search_text")));
    mcperr_raise(&err, mcperr_str("VectorSearchError"), mcperr_str("Search timeout"),
                 mcperr_fields(query, COUNT(query)));
    assert_envelope(&mcperr_codeintel, &err,
                    "{\"matches\":[],\"total\":0,\"truncated\":false,\"error\":\"Search timeout\","
                    "\"problem\":{\"type\":\"https://kgfoundry.dev/problems/vector-search-error\","
                    "\"title\":\"Vector Search Error\",\"status\":503,\"detail\":\"Search timeout\","
                    "\"instance\":\"urn:codeintel:search:text\",\"code\":\"vector-search-error\","
                    "\"extensions\":{\"query\":\"def main\"}}}");
    assert_envelope(&mcperr_problem, &err,
                    "{\"type\":\"https://kgfoundry.dev/problems/vector-search-error\","
                    "\"title\":\"Vector Search Error\",\"status\":503,\"detail\":\"Search timeout\","
                    "\"instance\":\"urn:codeintel:search:text\",\"code\":\"vector-search-error\","
                    "\"extensions\":{\"query\":\"def main\"}}");
}

MU_TEST(codeintel_reads_the_structure_of_its_data_contract)
{
    static const char *const structure =
        "{\"matches\":[],\"blame\":[],\"findings\":[],\"path\":\"\","
        "\"error\":\"Human-readable error message\","
        "\"problem\":{\"type\":\"https://kgfoundry.dev/problems/error-code\",\"title\":\"Error Title\","
        "\"status\":404,\"detail\":\"Detailed error message\","
        "\"instance\":\"urn:codeintel:category:operation\",\"code\":\"error-code\","
        "\"extensions\":{\"path\":\"src/main.py\",\"exception_type\":\"FileNotFoundError\"}}}";
    mcperr_error err;

    mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_codeintel, structure, &err));
    assert_text("error-code", err.code);
    mu_assert_int_eq(MCPERR_NOT_FOUND, err.kind);
    assert_text("category:operation", err.operation);
    assert_text("FileNotFoundError", err.exception);
    mu_assert_string_eq(mcperr_status_text(MCPERR_E_VALUE), written(&mcperr_codeintel, &err));
}

/* Code, status, and what follows from them in the problem object. */
static const struct {
    const char *code, *title;
    unsigned status;
} problems[] = {
    {"file-not-found", "File Not Found", 404},
    {"unsupported-encoding", "Unsupported Encoding", 415},
    {"invalid-parameter", "Invalid Parameter", 400},
    {"forbidden", "Forbidden", 403},
    {"git-operation-error", "Git Operation Error", 500},
    {"vector-search-error", "Vector Search Error", 503},
    {"embedding-error", "Embedding Error", 503},
    {"internal-error", "Internal Error", 500},
    {"file-operation-error", "File Operation Error", 400},
};

static const char *problem_text(size_t i)
{
    static char text[ROOM];
    mcperr_json w;
    char type[80] = "https://kgfoundry.dev/problems/";

    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_object(&w, NULL);
    mcperr_json_str(&w, "type", strcat(type, problems[i].code));
    mcperr_json_str(&w, "title", problems[i].title);
    mcperr_json_uint(&w, "status", problems[i].status);
    mcperr_json_str(&w, "detail", codeintel_codes[i].message);
    mcperr_json_str(&w, "instance", "urn:codeintel:git:blame_range");
    mcperr_json_str(&w, "code", problems[i].code);
    mcperr_json_end(&w);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    return text;
}

MU_TEST(codeintel_codes_have_their_type_title_and_status)
{
    mu_assert_uint_eq(mcperr_problem.code_count, COUNT(problems));
    for (size_t i = 0; i < COUNT(problems); i++) {
        mcperr_error err = error_of(&mcperr_problem, problems[i].code);

        err.operation = mcperr_str("git:blame_range");
        assert_envelope(&mcperr_problem, &err, problem_text(i));
    }
}

/* ---- ToolError --------------------------------------------------------------------------------------- */

MU_TEST(toolerror_writes_the_examples_of_its_document)
{
    mcperr_error err = error_of(&mcperr_toolerror, "NOT_FOUND");

    err.message = mcperr_str("agent \"fd-safety\" not registered");
    assert_envelope(&mcperr_toolerror, &err,
                    "{\"type\":\"NOT_FOUND\",\"message\":\"agent \\\"fd-safety\\\" not registered\","
                    "\"recoverable\":false}");

    err = error_of(&mcperr_toolerror, "CONFLICT");
    err.message = mcperr_str("reservation conflict: 2 conflicts");
    err.recoverable = MCPERR_YES;
    err.details =
        mcperr_raw("{\n    \"conflicts\": [\n      {\"agent_id\": \"agent-2\", \"pattern\": \"src/*.go\","
                   " \"held_by\": \"agent-2\"}\n    ]\n  }");
    assert_envelope(&mcperr_toolerror, &err,
                    "{\"type\":\"CONFLICT\",\"message\":\"reservation conflict: 2 conflicts\","
                    "\"recoverable\":true,\"data\":{\"conflicts\":[{\"agent_id\":\"agent-2\","
                    "\"pattern\":\"src/*.go\",\"held_by\":\"agent-2\"}]}}");

    err = error_of(&mcperr_toolerror, "TRANSIENT");
    err.message = mcperr_str("rate limited");
    mcperr_set_retry_after(&err, 30);
    assert_envelope(&mcperr_toolerror, &err,
                    "{\"type\":\"TRANSIENT\",\"message\":\"rate limited\",\"recoverable\":true,"
                    "\"data\":{\"retry_after\":30}}");
}

MU_TEST(toolerror_is_recoverable_by_default_if_it_is_transient)
{
    for (size_t i = 0; i < COUNT(toolerror_codes); i++) {
        mcperr_error err = error_of(&mcperr_toolerror, toolerror_codes[i].code), again;

        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_toolerror, written(&mcperr_toolerror, &err), &again));
        mu_assert_int_eq(strcmp(toolerror_codes[i].code, "TRANSIENT") == 0 ? MCPERR_YES : MCPERR_NO,
                         again.recoverable);
        err.recoverable = MCPERR_YES;
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_toolerror, written(&mcperr_toolerror, &err), &again));
        mu_assert_int_eq(MCPERR_YES, again.recoverable);
        err.recoverable = MCPERR_NO;
        mu_assert_int_eq(MCPERR_OK, decoded(&mcperr_toolerror, written(&mcperr_toolerror, &err), &again));
        mu_assert_int_eq(MCPERR_NO, again.recoverable);
    }
}

MU_TEST(toolerror_refuses_what_its_schema_refuses)
{
    check_refused(&mcperr_toolerror, "{\"message\":\"m\",\"recoverable\":true}", MCPERR_E_SHAPE,
                  MCPERR_R_MISSING, NULL, "type");
    check_refused(&mcperr_toolerror, "{\"type\":\"RATE_LIMITED\",\"message\":\"m\",\"recoverable\":true}",
                  MCPERR_E_VALUE, MCPERR_R_CODE, NULL, "type");
    check_refused(&mcperr_toolerror, "{\"type\":\"INTERNAL\",\"message\":\"m\",\"recoverable\":\"no\"}",
                  MCPERR_E_SHAPE, MCPERR_R_TYPE, NULL, "recoverable");
    check_refused(&mcperr_toolerror,
                  "{\"type\":\"INTERNAL\",\"message\":\"m\",\"recoverable\":false,\"data\":null}",
                  MCPERR_E_SHAPE, MCPERR_R_TYPE, NULL, "data");
    check_refused(&mcperr_toolerror,
                  "{\"type\":\"INTERNAL\",\"message\":\"m\",\"recoverable\":false,\"more\":1}",
                  MCPERR_E_SHAPE, MCPERR_R_UNKNOWN, NULL, "more");
}

/* ---- OwlClaw ------------------------------------------------------------------------------------------ */

MU_TEST(owlclaw_writes_the_examples_of_its_document)
{
    mcperr_error err = error_of(&mcperr_owlclaw, "protocol.unsupported_version");

    err.incident = mcperr_str("inc_20260226_001");
    err.details = mcperr_raw("{\"supported_versions\": [\"v1\"]}");
    assert_envelope(&mcperr_owlclaw_api, &err,
                    "{\"type\":\"https://owlclaw.dev/problems/protocol-version\","
                    "\"title\":\"Unsupported protocol version\",\"status\":400,"
                    "\"code\":\"protocol.unsupported_version\",\"category\":\"compatibility\","
                    "\"retryable\":false,\"incident_id\":\"inc_20260226_001\","
                    "\"details\":{\"supported_versions\":[\"v1\"]}}");
    err.details = mcperr_raw("{\"supported_versions\": [\"2025-06\", \"2025-03\"]}");
    assert_envelope(&mcperr_owlclaw, &err,
                    "{\"error\":{\"code\":\"protocol.unsupported_version\","
                    "\"message\":\"Unsupported protocol version\",\"category\":\"compatibility\","
                    "\"retryable\":false,\"incident_id\":\"inc_20260226_001\","
                    "\"details\":{\"supported_versions\":[\"2025-06\",\"2025-03\"]}}}");
}

MU_TEST(owlclaw_writes_the_recommended_extensions_last)
{
    mcperr_error err = error_of(&mcperr_owlclaw, "governance.rate_limited");

    err.incident = mcperr_str("inc_1");
    err.message = mcperr_str("Slow down");
    err.details = mcperr_raw("{\"limit\":10}");
    mcperr_set_retry_after(&err, 30);
    assert_envelope(&mcperr_owlclaw, &err,
                    "{\"error\":{\"code\":\"governance.rate_limited\",\"message\":\"Slow down\","
                    "\"category\":\"governance\",\"retryable\":true,\"incident_id\":\"inc_1\","
                    "\"details\":{\"limit\":10},\"retry_after\":30}}");
    assert_envelope(&mcperr_owlclaw_api, &err,
                    "{\"type\":\"https://owlclaw.dev/problems/governance-rate-limited\","
                    "\"title\":\"Rate limited\",\"status\":429,\"detail\":\"Slow down\","
                    "\"code\":\"governance.rate_limited\",\"category\":\"governance\",\"retryable\":true,"
                    "\"incident_id\":\"inc_1\",\"details\":{\"limit\":10},\"retry_after\":30}");
}

MU_TEST(owlclaw_unsupported_version_is_426_by_option)
{
    mcperr_error err = error_of(&mcperr_owlclaw_api, "protocol.unsupported_version");

    err.incident = mcperr_str("i");
    err.status = 426;
    assert_envelope(&mcperr_owlclaw_api, &err,
                    "{\"type\":\"https://owlclaw.dev/problems/protocol-version\","
                    "\"title\":\"Unsupported protocol version\",\"status\":426,"
                    "\"code\":\"protocol.unsupported_version\",\"category\":\"compatibility\","
                    "\"retryable\":false,\"incident_id\":\"i\"}");
}

/* Section 4, and the rows that section 7 lets us add. */
static const struct {
    const char *slug;
    unsigned status;
    const char *category;
    bool retryable;
} matrix[] = {
    {"internal-unexpected", 500, "internal", false},
    {"validation-invalid-input", 400, "validation", false},
    {"protocol-version", 400, "compatibility", false},
    {"protocol-version-conflict", 400, "validation", false},
    {"validation-unsupported-encoding", 415, "validation", false},
    {"auth-unauthorized", 401, "auth", false},
    {"auth-forbidden", 403, "auth", false},
    {"runtime-not-found", 404, "runtime", false},
    {"runtime-conflict", 409, "runtime", false},
    {"governance-precondition-failed", 409, "governance", false},
    {"governance-policy-violation", 403, "governance", false},
    {"governance-rate-limited", 429, "governance", true},
    {"governance-budget-exceeded", 403, "governance", false},
    {"runtime-corrupt-data", 500, "runtime", false},
    {"runtime-io-error", 500, "runtime", true},
    {"runtime-timeout", 504, "runtime", true},
    {"dependency-unavailable", 503, "dependency", true},
};

/* The canonical fields, which are the same in both representations. */
static void put_canonical_fields(mcperr_json *w, size_t i)
{
    mcperr_json_str(w, "category", matrix[i].category);
    mcperr_json_bool(w, "retryable", matrix[i].retryable);
    mcperr_json_str(w, "incident_id", "inc_1");
}

static const char *owlclaw_text(size_t i, bool api)
{
    static char text[ROOM];
    char type[80] = "https://owlclaw.dev/problems/";
    mcperr_json w;

    mcperr_json_init(&w, text, sizeof text);
    mcperr_json_object(&w, NULL);
    if (api) {
        mcperr_json_str(&w, "type", strcat(type, matrix[i].slug));
        mcperr_json_str(&w, "title", owlclaw_codes[i].message);
        mcperr_json_uint(&w, "status", matrix[i].status);
    } else {
        mcperr_json_object(&w, "error");
    }
    mcperr_json_str(&w, "code", owlclaw_codes[i].code);
    if (!api)
        mcperr_json_str(&w, "message", owlclaw_codes[i].message);
    put_canonical_fields(&w, i);
    mcperr_json_end(&w);
    if (!api)
        mcperr_json_end(&w);
    mu_assert_int_eq(MCPERR_OK, mcperr_json_finish(&w));
    return text;
}

MU_TEST(owlclaw_codes_agree_in_api_and_mcp)
{
    mu_assert_uint_eq(mcperr_owlclaw.code_count, COUNT(matrix));
    for (size_t i = 0; i < COUNT(matrix); i++) {
        mcperr_error err = error_of(&mcperr_owlclaw, owlclaw_codes[i].code);

        err.incident = mcperr_str("inc_1");
        assert_envelope(&mcperr_owlclaw, &err, owlclaw_text(i, false));
        assert_envelope(&mcperr_owlclaw_api, &err, owlclaw_text(i, true));
    }
}

MU_TEST(owlclaw_needs_its_canonical_fields)
{
    mcperr_error err = error_of(&mcperr_owlclaw, "runtime.timeout");

    mu_assert_string_eq(mcperr_status_text(MCPERR_E_SHAPE), written(&mcperr_owlclaw, &err));
    mu_assert_string_eq(mcperr_status_text(MCPERR_E_SHAPE), written(&mcperr_owlclaw_api, &err));
    check_refused(&mcperr_owlclaw,
                  "{\"error\":{\"category\":\"runtime\",\"retryable\":true,\"incident_id\":\"i\"}}",
                  MCPERR_E_SHAPE, MCPERR_R_MISSING, "error", "code");
    check_refused(&mcperr_owlclaw,
                  "{\"error\":{\"code\":\"runtime.timeout\",\"retryable\":true,\"incident_id\":\"i\"}}",
                  MCPERR_E_SHAPE, MCPERR_R_MISSING, "error", "category");
    check_refused(&mcperr_owlclaw,
                  "{\"error\":{\"code\":\"runtime.timeout\",\"category\":\"runtime\",\"incident_id\":\"i\"}}",
                  MCPERR_E_SHAPE, MCPERR_R_MISSING, "error", "retryable");
    check_refused(&mcperr_owlclaw,
                  "{\"error\":{\"code\":\"runtime.timeout\",\"category\":\"runtime\",\"retryable\":true}}",
                  MCPERR_E_SHAPE, MCPERR_R_MISSING, "error", "incident_id");
    check_refused(&mcperr_owlclaw,
                  "{\"error\":{\"code\":\"runtime.timeout\",\"category\":\"weather\",\"retryable\":true,"
                  "\"incident_id\":\"i\"}}",
                  MCPERR_E_VALUE, MCPERR_R_NOT_ALLOWED, "error", "category");
    check_refused(&mcperr_owlclaw,
                  "{\"error\":{\"code\":\"runtime.timeout\",\"category\":\"runtime\",\"retryable\":false,"
                  "\"incident_id\":\"i\"}}",
                  MCPERR_E_VALUE, MCPERR_R_CONTRADICTS, "error", "retryable");
}

/* ---- a member of a row at any depth ------------------------------------------------------------------ */

MU_TEST(a_row_knows_the_object_it_is_in_whatever_was_closed_before)
{
    static const mcperr_row rows[] = {
        MCPERR_ROW("a", OPEN, 0), MCPERR_ROW("b", OPEN, 0),   MCPERR_ROW_CLOSE,
        MCPERR_ROW("c", CODE, 0), MCPERR_ROW_CLOSE,           MCPERR_ROW("d", MESSAGE, 0),
        MCPERR_ROW("e", OPEN, 0), MCPERR_ROW("f", STATUS, 0), MCPERR_ROW_CLOSE,
    };
    static const mcperr_dialect d = {"own", "a.", rows, NULL, NULL, NULL, COUNT(rows), 0, 0, 0};

    mu_check(mcperr_row_parent(&d, &rows[0]) == NULL);
    mu_check(mcperr_row_parent(&d, &rows[1]) == &rows[0]);
    mu_check(mcperr_row_parent(&d, &rows[3]) == &rows[0]);
    mu_check(mcperr_row_parent(&d, &rows[5]) == NULL);
    mu_check(mcperr_row_parent(&d, &rows[7]) == &rows[6]);
    mu_check(mcperr_row_close(&rows[0]) == &rows[4]);
    mu_check(mcperr_row_close(&rows[1]) == &rows[2]);
}

MU_TEST(owlclaw_codes_arise_where_the_matrix_says)
{
    static const struct {
        const char *code;
        uint8_t surface;
    } surfaces[] = {
        {"protocol.unsupported_version", MCPERR_ON_INITIALIZE | MCPERR_ON_CALL},
        {"protocol.version_conflict", MCPERR_ON_INITIALIZE | MCPERR_ON_CALL},
        {"governance.rate_limited", MCPERR_ON_CALL},
        {"governance.budget_exceeded", MCPERR_ON_CALL},
        {"auth.unauthorized", MCPERR_ON_INITIALIZE},
        {"auth.forbidden", MCPERR_ON_CALL | MCPERR_ON_READ},
        {"runtime.timeout", MCPERR_ON_CALL | MCPERR_ON_READ},
        {"dependency.unavailable", MCPERR_ON_CALL | MCPERR_ON_READ},
        {"internal.unexpected", 0},
    };

    for (size_t i = 0; i < COUNT(surfaces); i++) {
        unsigned row = 0;
        while (row < mcperr_owlclaw.code_count &&
               strcmp(mcperr_owlclaw.codes[row].code, surfaces[i].code) != 0)
            row++;
        mu_check(row < mcperr_owlclaw.code_count);
        mu_assert_uint_eq(surfaces[i].surface, mcperr_owlclaw.codes[row].surface);
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(owlclaw_codes_arise_where_the_matrix_says)
    MU_RUN(every_code_of_every_contract_has_its_kind_and_message)
    MU_RUN(dialects_are_detected_in_the_order_of_the_contracts)
    MU_RUN(the_representations_of_one_contract_share_its_codes)
    MU_RUN(every_contract_has_its_word_for_every_kind)
    MU_RUN(an_error_that_has_only_a_kind_is_written_with_that_word)
    MU_RUN(no_two_kinds_have_the_same_word_in_every_dialect)
    MU_RUN(every_contract_has_the_members_of_its_document_in_order)
    MU_RUN(codes_are_unique_and_their_sizes_right)
    MU_RUN(rows_are_well_formed_and_their_objects_balanced)
    MU_RUN(members_of_one_object_have_names_of_their_own)
    MU_RUN(a_text_that_no_dialect_may_leak_has_a_filter)
    MU_RUN(every_contract_is_known_by_its_distinguishing_members)
    MU_RUN(every_code_comes_home_as_it_went)
    MU_RUN(kaiza_writes_every_field_of_section_1_in_order)
    MU_RUN(kaiza_leaves_nothing_undefined)
    MU_RUN(kaiza_reads_plan_signature_for_plan_hash_and_never_writes_it)
    MU_RUN(context_refuses_the_forbidden_patterns)
    MU_RUN(context_writes_canonical_messages_and_custom_ones_without_diagnostics)
    MU_RUN(codeintel_does_not_take_a_success_for_an_error)
    MU_RUN(codeintel_writes_the_examples_of_its_document)
    MU_RUN(codeintel_reads_the_structure_of_its_data_contract)
    MU_RUN(codeintel_codes_have_their_type_title_and_status)
    MU_RUN(toolerror_writes_the_examples_of_its_document)
    MU_RUN(toolerror_is_recoverable_by_default_if_it_is_transient)
    MU_RUN(toolerror_refuses_what_its_schema_refuses)
    MU_RUN(owlclaw_writes_the_examples_of_its_document)
    MU_RUN(owlclaw_writes_the_recommended_extensions_last)
    MU_RUN(owlclaw_unsupported_version_is_426_by_option)
    MU_RUN(owlclaw_codes_agree_in_api_and_mcp)
    MU_RUN(owlclaw_needs_its_canonical_fields)
    MU_RUN(a_row_knows_the_object_it_is_in_whatever_was_closed_before)
)
/* clang-format on */

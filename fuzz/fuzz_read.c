/* SPDX-License-Identifier: MIT */
/* Any bytes are an error that can be acted on, and told in every dialect. */
#include "dialects.h"

static mcperr_reading read_as(document text, mcperr_error *err)
{
    memset(err, 0x5A, sizeof *err);
    return mcperr_read(dialects, DIALECTS, text.json, text.size, text.tokens, text.count, err);
}

/* In the smallest buffer that is promised to do, there is one envelope; in a large one as well. */
static void can_be_told(const mcperr_dialect *d, const mcperr_error *err, size_t size)
{
    const size_t least = mcperr_min_size(d, err), sizes[] = {least, least + 64, least + 512 + 8 * size};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char *const buf = fuzz_room(sizes[i]);
        size_t len = 0;
        const mcperr_status status = mcperr_emit(d, err, buf, sizes[i], &len);
        property(status != MCPERR_E_SIZE && status != MCPERR_E_MISUSE);
        property(len < sizes[i] && strlen(buf) == len);
        const document text = document_of(buf, len);
        property(validated(d, text) == MCPERR_OK);
        forget(text);
    }
}

/* Which dialect it is does not depend on the order in which they are named. */
static const mcperr_dialect *detected(document text)
{
    const mcperr_dialect *reversed[DIALECTS];
    const mcperr_dialect *const found =
        mcperr_detect(dialects, DIALECTS, text.json, text.size, text.tokens, text.count);

    for (unsigned i = 0; i < DIALECTS; i++)
        reversed[i] = dialects[DIALECTS - 1 - i];
    property(mcperr_detect(reversed, DIALECTS, text.json, text.size, text.tokens, text.count) == found);
    return found;
}

/* The very same view: place, size and form. What is between the members of a struct does not count. */
static bool is_view(mcperr_text a, mcperr_text b)
{
    return a.data == b.data && a.size == b.size && a.form == b.form;
}

static bool is_same(const mcperr_error *a, const mcperr_error *b)
{
    return a->time_ms == b->time_ms && a->home == b->home && is_view(a->code, b->code) &&
           is_view(a->message, b->message) && is_view(a->tool, b->tool) &&
           is_view(a->operation, b->operation) && is_view(a->exception, b->exception) &&
           is_view(a->incident, b->incident) && is_view(a->session, b->session) &&
           is_view(a->workspace, b->workspace) && is_view(a->role, b->role) &&
           is_view(a->invariant, b->invariant) && is_view(a->phase, b->phase) && is_view(a->plan, b->plan) &&
           is_view(a->stack, b->stack) && is_view(a->cause, b->cause) && is_view(a->details, b->details) &&
           is_view(a->result, b->result) && a->retry_after_s == b->retry_after_s && a->status == b->status &&
           a->kind == b->kind && a->code_row == b->code_row && a->retryable == b->retryable &&
           a->recoverable == b->recoverable && a->has_retry_after == b->has_retry_after &&
           a->checked == b->checked;
}

/* A valid envelope is read as what it says; what else is read borrows from the text alone. */
static void reading_is_told(document text, const mcperr_error *err, mcperr_reading reading)
{
    const mcperr_dialect *const d = detected(text);
    mcperr_error exact;

    property(reading <= MCPERR_PLAINTEXT);
    property((reading == MCPERR_EXACT) == (d != NULL && validated(d, text) == MCPERR_OK));
    property(reading != MCPERR_ALIAS || d != NULL);
    property(reading != MCPERR_PLAINTEXT || (err->kind == MCPERR_INTERNAL && err->home == NULL));
    if (reading <= MCPERR_ALIAS)
        property(err->home == (err->code.data != NULL ? d : NULL));
    else
        property(err->message.data != NULL);
    if (reading == MCPERR_EXACT) {
        property(decoded(d, text, &exact, NULL) == MCPERR_OK);
        property(is_same(err, &exact));
    }
}

/* Without tokens there is no JSON: the text is a message, perhaps behind a code. */
static void can_do_without_tokens(document text)
{
    mcperr_error err;
    const mcperr_reading reading = mcperr_read(dialects, DIALECTS, text.json, text.size, NULL, 0, &err);

    property(reading == MCPERR_LEGACY || reading == MCPERR_PLAINTEXT);
    property((reading == MCPERR_LEGACY) == (err.home != NULL));
    property(err.message.data != NULL && err.message.size <= text.size);
    property(mcperr_detect(dialects, DIALECTS, text.json, text.size, NULL, 0) == NULL);
}

static mcperr_status translated(const mcperr_dialect *from, const mcperr_dialect *to, document text,
                                mcperr_text incident, mcperr_json *w, mcperr_fault *fault)
{
    return mcperr_translate(from, to, text.json, text.size, text.tokens, text.count, incident, w, fault);
}

/* One dialect writes what another one reads. An unknown code may stop it, a lack of an incident, or depth. */
static void translates(const mcperr_dialect *to, document text, const mcperr_error *err, mcperr_text incident)
{
    mcperr_fault fault;
    mcperr_json w;

    mcperr_json_init(&w, NULL, 0);
    const mcperr_status status = translated(err->home, to, text, incident, &w, &fault);
    property(mcperr_json_finish(&w) == status);
    if (status != MCPERR_OK) {
        const bool no_row = mcperr_same_codes(err->home, to) && mcperr_code_named(to, err->code) == NULL;
        const bool no_incident = incident.data == NULL && err->incident.data == NULL;
        property((no_row && fault.reason == MCPERR_R_CODE) ||
                 (no_incident && fault.reason == MCPERR_R_MISSING) || status == MCPERR_E_DEPTH);
        property(fault.offset == 0);
        forget(pointed(&fault, NULL, 0));
        return;
    }
    const size_t len = w.len;
    char *const json = fuzz_room(len + 1);
    mcperr_json_init(&w, json, len + 1);
    property(translated(err->home, to, text, incident, &w, &fault) == MCPERR_OK);
    property(mcperr_json_finish(&w) == MCPERR_OK && w.len == len);
    const document written = document_of(json, len);
    property(validated(to, written) == MCPERR_OK);
    forget(written);
}

static void translates_from(const mcperr_dialect *from, document text)
{
    mcperr_error err;
    mcperr_json w;
    const mcperr_status status = decoded(from, text, &err, NULL);

    for (unsigned to = 0; to < DIALECTS && status == MCPERR_OK; to++) {
        translates(dialects[to], text, &err, mcperr_str("inc_7"));
        translates(dialects[to], text, &err, mcperr_str(NULL));
    }
    mcperr_json_init(&w, NULL, 0);
    if (status != MCPERR_OK)
        property(translated(from, &mcperr_toolerror, text, mcperr_str(NULL), &w, NULL) == status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const document text = document_of(fuzz_copy(data, size), size);
    const uint32_t hash = fuzz_hash(data, size);
    mcperr_error err;
    const mcperr_reading reading = read_as(text, &err);

    reading_is_told(text, &err, reading);
    advice_never_spins(&err, hash);
    can_be_told(dialects[hash % DIALECTS], &err, size);
    for (unsigned from = 0; from < DIALECTS; from++)
        translates_from(dialects[from], text);
    can_do_without_tokens(text);
    property(fuzz_equal(text.json, text.size, data, size));
    forget(text);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* The first byte chooses a dialect, the rest is any text: decoding, judging and writing it tell one story. */
#include "dialects.h"

#define FINDINGS_MOST 8

/* ---- where a fault is -------------------------------------------------------------------------- */

/* The next step of a pointer, its ~0 and ~1 resolved in place. */
static mcperr_text step_of(char **at, const char *end)
{
    char *const begin = ++*at, *to = begin;

    while (*at < end && **at != '/') {
        char c = *(*at)++;
        if (c == '~') {
            property(*at < end && (**at == '0' || **at == '1'));
            c = *(*at)++ == '0' ? '~' : '/';
        }
        *to++ = c;
    }
    return mcperr_text_of(begin, (size_t)(to - begin));
}

static uint32_t element_of(const mcperr_doc *doc, uint32_t array, mcperr_text index)
{
    int64_t count = -1;

    property(mcperr_integer((const char *)index.data, index.size, &count));
    uint32_t element = mcperr_doc_first(doc, array);
    while (count-- > 0)
        element = mcperr_doc_next(doc, array, element);
    return element;
}

/* The value that a pointer leads to. One step less for a member that is missing, whose name *last is. */
static uint32_t led_to(const mcperr_doc *doc, char *pointer, size_t size, bool missing, mcperr_text *last)
{
    const char *const end = pointer + size;
    uint32_t value = 0;

    *last = mcperr_str(NULL);
    while (pointer < end) {
        *last = step_of(&pointer, end);
        if (missing && pointer == end)
            break;
        value = mcperr_doc_type(doc, value) == MCPERR_T_ARRAY ? element_of(doc, value, *last)
                                                              : mcperr_doc_member(doc, value, *last);
        property(value != MCPERR_DOC_NONE);
    }
    return value;
}

static void pointer_leads_to_the_fault(document text, const mcperr_fault *fault)
{
    const document pointer = pointed(fault, text.json, text.size);
    const mcperr_doc string = opened(pointer), doc = opened(text);
    const mcperr_text inside = mcperr_doc_text(&string, 0);
    const size_t size = mcperr_text_copy(inside, NULL, 0);
    char *const plain = fuzz_room(size + 1);
    mcperr_text last;

    (void)mcperr_text_copy(inside, plain, size + 1);
    const uint32_t value = led_to(&doc, plain, size, fault->reason == MCPERR_R_MISSING, &last);
    property(mcperr_text_same(last, fault->key));
    if (fault->reason == MCPERR_R_UNKNOWN)
        property(mcperr_doc_offset(&doc, value - 1) == fault->offset);
    else if (fault->reason == MCPERR_R_TWICE) /* a pointer cannot tell the second of a name */
        property(mcperr_doc_offset(&doc, value - 1) < fault->offset);
    else
        property(mcperr_doc_offset(&doc, value) == fault->offset);
    free(plain);
    forget(pointer);
}

static void fault_is_told(document text, const mcperr_fault *fault)
{
    property(fault->offset <= text.size);
    property(fault->reason > MCPERR_R_NONE && fault->reason < MCPERR_R_COUNT_);
    forget(pointed(fault, NULL, 0));
    if (text.checked == MCPERR_OK)
        pointer_leads_to_the_fault(text, fault);
    else
        forget(pointed(fault, text.json, text.size));
}

/* ---- texts that are read ------------------------------------------------------------------------ */

static bool same_fault(const mcperr_fault *a, const mcperr_fault *b)
{
    return a->offset == b->offset && a->reason == b->reason && mcperr_text_same(a->key, b->key) &&
           mcperr_text_same(a->parent, b->parent);
}

/* Lint counts the same whatever the room, fills no more than it has, and tells where. */
static size_t linted(const mcperr_dialect *d, document text, mcperr_fault faults[FINDINGS_MOST])
{
    const uint32_t untouched = 0xDEADBEEF;
    mcperr_fault one[2];
    const size_t count = mcperr_lint(d, text.json, text.size, text.tokens, text.count, NULL, 0);

    one[1].offset = untouched;
    for (size_t i = 0; i < FINDINGS_MOST; i++)
        faults[i].offset = untouched;
    property(mcperr_lint(d, text.json, text.size, text.tokens, text.count, one, 1) == count);
    property(mcperr_lint(d, text.json, text.size, text.tokens, text.count, faults, FINDINGS_MOST) == count);
    property(count <= FINDINGS_MOST);
    property(one[1].offset == untouched);
    property(count == 0 || same_fault(&one[0], &faults[0]));
    for (size_t i = 0; i < FINDINGS_MOST; i++)
        if (i < count)
            fault_is_told(text, &faults[i]);
        else
            property(faults[i].offset == untouched);
    return count;
}

/* What the library writes breaks no rule of the writer's; the error may still break rules of its own. */
static void is_written_clean(const mcperr_dialect *d, document text)
{
    mcperr_fault faults[FINDINGS_MOST];
    const size_t count = linted(d, text, faults);

    for (size_t i = 0; i < count; i++)
        property(faults[i].reason == MCPERR_R_OPERATION || faults[i].reason == MCPERR_R_CONTRADICTS);
}

static void writing_is_final(const mcperr_dialect *d, const mcperr_error *err)
{
    mcperr_fault fault;
    mcperr_error again;
    const document text = encoded(d, err, MCPERR_SHED_NOTHING, &fault);

    if (mcperr_code_named(d, err->code) == NULL) {
        property(d->flags & (MCPERR_DIALECT_KEBAB | MCPERR_DIALECT_DOTTED));
        property(text.checked == MCPERR_E_VALUE && fault.reason == MCPERR_R_CODE);
        forget(pointed(&fault, NULL, 0));
        return;
    }
    property(text.checked == MCPERR_OK && fault.reason == MCPERR_R_NONE);
    property(decoded(d, text, &again, &fault) == MCPERR_OK);
    const document written = encoded(d, &again, MCPERR_SHED_NOTHING, NULL);
    property(fuzz_equal(text.json, text.size, written.json, written.size));
    is_written_clean(d, text);
    forget(written);
    forget(text);
}

/* ------------------------------------------------------------------------------------------------ */

static void decode(const mcperr_dialect *d, document text)
{
    mcperr_error err, untouched;
    mcperr_fault fault, judged, findings[FINDINGS_MOST];

    memset(&err, 0x5A, sizeof err);
    memset(&untouched, 0x5A, sizeof untouched);
    const mcperr_status status = decoded(d, text, &err, &fault);
    property(mcperr_validate(d, text.json, text.size, text.tokens, text.count, &judged) == status);
    property(validated(d, text) == status);
    property(same_fault(&fault, &judged));
    if (text.checked == MCPERR_OK && text.count > 1)
        property(mcperr_decode(d, text.json, text.size, text.tokens, text.count - 1, NULL, NULL) ==
                 MCPERR_E_TOKENS);
    if (status != MCPERR_OK) {
        property(text.checked == MCPERR_OK ? status == MCPERR_E_SHAPE || status == MCPERR_E_VALUE
                                           : status == text.checked);
        property(memcmp(&err, &untouched, sizeof err) == 0);
        fault_is_told(text, &fault);
        property(mcperr_lint(d, text.json, text.size, text.tokens, text.count, findings, FINDINGS_MOST) == 0);
        return;
    }
    const mcperr_doc doc = opened(text);
    property(text.checked == MCPERR_OK && mcperr_doc_type(&doc, 0) == MCPERR_T_OBJECT);
    property(fault.reason == MCPERR_R_NONE);
    property(err.home == d && err.code.data != NULL && err.kind < MCPERR_KIND_COUNT);
    (void)linted(d, text, findings);
    writing_is_final(d, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const document text = document_of(fuzz_copy(data + 1, size - 1), size - 1);
    decode(dialects[data[0] % DIALECTS], text);
    property(fuzz_equal(text.json, text.size, data + 1, size - 1));
    forget(text);
    return 0;
}

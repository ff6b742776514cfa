/* SPDX-License-Identifier: MIT */
/* Envelopes to errors: from one good envelope of each dialect, all that can be wrong with it. */
#include "codec.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- an envelope in parts ------------------------------------------------------------------------- */

/* JSON types, as bits. */
enum {
    OBJECT = 1,
    ARRAY = 2,
    STRING = 4,
    NUMBER = 8,
    TRUE = 16,
    FALSE = 32,
    NIL = 64,
    BOOL = TRUE | FALSE,
    ANY = 127,
    OPTIONAL = 128, /* may be missing */
    FREE = ANY | OPTIONAL
};

/* A value of each type, in the order of their bits. */
static const char *const value_of_type[] = {"{}", "[]", "\"x\"", "7", "true", "false", "null"};

/* A member; `{` opens an object, whose members follow up to one without a name. */
typedef struct member {
    const char *name, *value;
    unsigned may_be;
} member;

#define END_OBJECT                                                                                           \
    {                                                                                                        \
        NULL, "}", 0                                                                                         \
    }
#define END_ENVELOPE                                                                                         \
    {                                                                                                        \
        NULL, NULL, 0                                                                                        \
    }

static const member kaiza_members[] = {
    {"error_code", "\"FILE_NOT_FOUND\"", STRING},
    {"human_message", "\"no \\\"file\\\"\"", STRING},
    {"role", "\"WINDSURF\"", STRING | NIL},
    {"session_id", "\"s-1\"", STRING | NIL},
    {"workspace_root", "\"/home/u\"", STRING | NIL},
    {"tool_name", "\"read_file\"", STRING},
    {"invariant_id", "\"INV\"", STRING | NIL},
    {"phase_id", "\"P5\"", STRING | NIL},
    {"plan_hash", "\"abc\"", STRING | NIL},
    {"cause", "{\"code\":7}", STRING | OBJECT | NIL},
    {"timestamp", "\"2026-01-19T15:32:10.123Z\"", STRING},
    {"stack_trace", "\"at f\"", STRING | OPTIONAL},
    END_ENVELOPE,
};

static const member context_members[] = {
    {"error", "{", OBJECT},
    {"code", "\"cache_missing\"", STRING},
    {"message", "\"gone\"", STRING},
    END_OBJECT,
    END_ENVELOPE,
};

static const member codeintel_members[] = {
    {"items", "[]", FREE},
    {"total", "0", FREE},
    {"error", "\"gone\"", STRING},
    {"problem", "{", OBJECT},
    {"type", "\"https://kgfoundry.dev/problems/file-not-found\"", STRING},
    {"title", "\"File Not Found\"", STRING},
    {"status", "404", NUMBER},
    {"detail", "\"gone\"", STRING},
    {"instance", "\"urn:codeintel:files:open_file\"", STRING},
    {"code", "\"file-not-found\"", STRING | OPTIONAL},
    {"extensions", "{", OBJECT | ARRAY | OPTIONAL},
    {"exception_type", "\"E\"", FREE},
    {"retry_after", "30", FREE},
    {"path", "\"a.c\"", FREE},
    END_OBJECT,
    END_OBJECT,
    END_ENVELOPE,
};

static const member problem_members[] = {
    {"type", "\"https://kgfoundry.dev/problems/file-not-found\"", STRING},
    {"title", "\"File Not Found\"", STRING},
    {"status", "404", NUMBER},
    {"detail", "\"gone\"", STRING},
    {"instance", "\"urn:codeintel:files:open_file\"", STRING},
    {"code", "\"file-not-found\"", STRING | OPTIONAL},
    {"extensions", "{", OBJECT | ARRAY | OPTIONAL},
    {"exception_type", "\"E\"", FREE},
    {"retry_after", "30", FREE},
    {"path", "\"a.c\"", FREE},
    END_OBJECT,
    END_ENVELOPE,
};

static const member toolerror_members[] = {
    {"type", "\"CONFLICT\"", STRING},
    {"message", "\"held\"", STRING},
    {"recoverable", "true", BOOL},
    {"data", "{", OBJECT | OPTIONAL},
    {"retry_after", "30", FREE},
    {"conflicts", "[1,2]", FREE},
    END_OBJECT,
    END_ENVELOPE,
};

static const member owlclaw_members[] = {
    {"error", "{", OBJECT},
    {"code", "\"governance.rate_limited\"", STRING},
    {"message", "\"slow down\"", STRING | OPTIONAL},
    {"category", "\"governance\"", STRING},
    {"retryable", "true", TRUE},
    {"incident_id", "\"inc_1\"", STRING},
    {"details", "{", OBJECT | OPTIONAL},
    {"limit", "10", FREE},
    END_OBJECT,
    {"retry_after", "30", NUMBER | OPTIONAL},
    END_OBJECT,
    END_ENVELOPE,
};

static const member owlclaw_api_members[] = {
    {"type", "\"https://owlclaw.dev/problems/governance-rate-limited\"", STRING},
    {"title", "\"Rate limited\"", STRING},
    {"status", "429", NUMBER},
    {"detail", "\"slow down\"", STRING | OPTIONAL},
    {"code", "\"governance.rate_limited\"", STRING},
    {"category", "\"governance\"", STRING},
    {"retryable", "true", TRUE},
    {"incident_id", "\"inc_1\"", STRING},
    {"details", "{", OBJECT | OPTIONAL},
    {"limit", "10", FREE},
    END_OBJECT,
    {"retry_after", "30", NUMBER | OPTIONAL},
    END_ENVELOPE,
};

static const member *const members_of[DIALECTS] = {
    [KAIZA] = kaiza_members,
    [CONTEXT] = context_members,
    [CODEINTEL] = codeintel_members,
    [PROBLEM] = problem_members,
    [TOOLERROR] = toolerror_members,
    [OWLCLAW] = owlclaw_members,
    [OWLCLAW_API] = owlclaw_api_members,
};

/* What to do to one member of an envelope. */
typedef enum change {
    AS_IT_IS,
    DROPPED,  /* with all that it opens */
    RENAMED,  /* `text` between the quotes of its name */
    REVALUED, /* `text` for its value, and for all that it opens */
    FOLLOWED, /* `text`, a whole member, behind it, or as the first one of the object that it opens */
    FIRST     /* before all others of its object */
} change;

#define ROOM 800
#define NESTED 4
#define MEMBERS 20

/* An envelope that was built, and where its member `at` is. */
typedef struct built {
    char text[ROOM];
    char pointer[80];
    size_t size, value, behind, object; /* of the whole; where its value, a follower, its object begin */
    const char *parent;                 /* name of the object around it; NULL: the envelope */
} built;

static void add(built *b, const char *text)
{
    for (; *text != '\0' && b->size < ROOM - 1; text++)
        b->text[b->size++] = *text;
    b->text[b->size] = '\0';
}

static bool opens(const member *m) { return m->name != NULL && strcmp(m->value, "{") == 0; }

/* The index behind a member and all that it opens. */
static size_t behind(const member *all, size_t at)
{
    unsigned depth = 0;

    do {
        if (opens(&all[at]))
            depth++;
        else if (all[at].name == NULL)
            depth--;
        at++;
    } while (depth > 0);
    return at;
}

/* The index of the first member of the object that a member is in. */
static size_t first_of_object(const member *all, size_t at)
{
    for (size_t i = at; i-- > 0;)
        if (opens(&all[i]) && behind(all, i) > at)
            return i + 1;
    return 0;
}

/* The order in which members are written; answers how many there are. */
static size_t order_of(const member *all, size_t at, change how, uint8_t order[MEMBERS])
{
    const size_t end = behind(all, at), first = how == FIRST ? first_of_object(all, at) : at;
    const size_t kept = how == DROPPED || how == REVALUED ? at + 1 : end;
    size_t count = 0;

    for (size_t i = 0; all[i].value != NULL; i++) {
        if (i == first)
            for (size_t moved = at; moved < kept; moved++)
                order[count++] = (uint8_t)moved;
        if (i < at || i >= end)
            order[count++] = (uint8_t)i;
    }
    return count;
}

/* Where the member is, before it is written. */
static void locate(built *b, const char *const path[NESTED], size_t depth, const char *name)
{
    b->parent = depth > 0 ? path[depth - 1] : NULL;
    for (size_t i = 0; i <= depth; i++) {
        strcat(b->pointer, "/");
        strcat(b->pointer, i < depth ? path[i] : name);
    }
}

/* The envelope of a dialect with a change of one member, and `space` between all tokens. */
static const built *build(unsigned d, size_t at, change how, const char *text, const char *space)
{
    static built b;
    const member *const all = members_of[d];
    const char *path[NESTED];
    uint8_t order[MEMBERS];
    const size_t count = order_of(all, at, how, order);
    size_t object[NESTED] = {0}, depth = 0;
    bool comma = false;

    memset(&b, 0, sizeof b);
    add(&b, "{");
    for (size_t k = 0; k < count; k++) {
        const member *const m = &all[order[k]];
        const bool here = order[k] == at;
        if (m->name == NULL) {
            add(&b, space);
            add(&b, "}");
            comma = true;
            depth--;
            continue;
        }
        if (here) {
            locate(&b, path, depth, m->name);
            b.object = object[depth];
        }
        if (here && how == DROPPED)
            continue;
        add(&b, comma ? "," : "");
        add(&b, space);
        add(&b, "\"");
        add(&b, here && how == RENAMED ? text : m->name);
        add(&b, "\"");
        add(&b, space);
        add(&b, ":");
        add(&b, space);
        comma = true;
        if (here)
            b.value = b.size;
        if (here && how == REVALUED) {
            add(&b, text);
            continue;
        }
        if (opens(m)) {
            path[depth++] = m->name;
            object[depth] = b.size;
            comma = false;
        }
        add(&b, m->value);
        if (here && how == FOLLOWED) {
            add(&b, comma ? "," : "");
            b.behind = b.size;
            add(&b, text);
            comma = true;
        }
    }
    add(&b, space);
    add(&b, "}");
    add(&b, space);
    return &b;
}

static const char *good(unsigned d) { return build(d, 0, AS_IT_IS, NULL, "")->text; }

/* The index of the member of that name. */
static size_t member_named(unsigned d, const char *name)
{
    size_t i = 0;

    while (members_of[d][i].name == NULL || strcmp(members_of[d][i].name, name) != 0)
        i++;
    return i;
}

/* Reads an envelope. If it is refused, the error must be untouched and validate must say the same. */
static mcperr_status read_of(unsigned d, const built *b, mcperr_error *err, mcperr_fault *fault)
{
    mcperr_fault other;
    const unsigned char *const bytes = (const unsigned char *)err;

    memset(err, 0xA5, sizeof *err);
    const mcperr_status status = decoded(d, b->text, err, fault);
    if (status != MCPERR_OK)
        for (size_t i = 0; i < sizeof *err; i++)
            if (bytes[i] != 0xA5) {
                mu_fail("the error was touched");
                break;
            }
    mu_assert_int_eq(status, mcperr_validate(dialects[d], b->text, b->size, tokens, TOKENS, &other));
    mu_assert_uint_eq(fault->offset, other.offset);
    mu_assert_int_eq(fault->reason, other.reason);
    mu_assert_int_eq(status, validated(d, b->text));
    return status;
}

#define expect(status_expected, reason_expected, offset_expected, d, b)                                      \
    do {                                                                                                     \
        mcperr_error err_;                                                                                   \
        mcperr_fault fault_;                                                                                 \
        mu_assert_int_eq(status_expected, read_of(d, b, &err_, &fault_));                                    \
        mu_assert_int_eq(reason_expected, fault_.reason);                                                    \
        mu_assert_uint_eq(offset_expected, fault_.offset);                                                   \
        mu_assert_string_eq((b)->pointer, pointer_in(&fault_, (b)->text));                                   \
    } while (0)

#define EACH_MEMBER(d, i)                                                                                    \
    for (size_t i = 0; members_of[d][i].value != NULL; i++)                                                  \
        if (members_of[d][i].name != NULL)

/* A text that outlives the next one that is built. */
static char kept[ROOM];

/* ---- good envelopes --------------------------------------------------------------------------------- */

MU_TEST(a_good_envelope_is_read_into_the_members_of_the_error)
{
#define AT(member) (uint16_t) offsetof(mcperr_error, member)
    static const struct {
        uint8_t dialect;
        uint16_t at;
        const char *text;
    } expected[] = {
        {KAIZA, AT(code), "FILE_NOT_FOUND"},
        {KAIZA, AT(message), "no \"file\""},
        {KAIZA, AT(role), "WINDSURF"},
        {KAIZA, AT(session), "s-1"},
        {KAIZA, AT(workspace), "/home/u"},
        {KAIZA, AT(tool), "read_file"},
        {KAIZA, AT(invariant), "INV"},
        {KAIZA, AT(phase), "P5"},
        {KAIZA, AT(plan), "abc"},
        {KAIZA, AT(stack), "at f"},
        {KAIZA, AT(operation), NULL},
        {CONTEXT, AT(code), "cache_missing"},
        {CONTEXT, AT(message), "gone"},
        {CODEINTEL, AT(code), "file-not-found"},
        {CODEINTEL, AT(message), "gone"},
        {CODEINTEL, AT(operation), "files:open_file"},
        {CODEINTEL, AT(exception), "E"},
        {CODEINTEL, AT(tool), NULL},
        {PROBLEM, AT(code), "file-not-found"},
        {PROBLEM, AT(message), "gone"},
        {PROBLEM, AT(operation), "files:open_file"},
        {PROBLEM, AT(exception), "E"},
        {TOOLERROR, AT(code), "CONFLICT"},
        {TOOLERROR, AT(message), "held"},
        {OWLCLAW, AT(code), "governance.rate_limited"},
        {OWLCLAW, AT(message), "slow down"},
        {OWLCLAW, AT(incident), "inc_1"},
        {OWLCLAW_API, AT(code), "governance.rate_limited"},
        {OWLCLAW_API, AT(message), "slow down"},
        {OWLCLAW_API, AT(incident), "inc_1"},
        {OWLCLAW_API, AT(cause), NULL},
    };
    static const struct {
        const char *details;
        uint8_t kind, recoverable;
        bool retry;
    } facts[DIALECTS] = {
        [KAIZA] = {NULL, MCPERR_NOT_FOUND, MCPERR_BY_KIND, false},
        [CONTEXT] = {NULL, MCPERR_NOT_FOUND, MCPERR_BY_KIND, false},
        [CODEINTEL] = {"{\"exception_type\":\"E\",\"retry_after\":30,\"path\":\"a.c\"}", MCPERR_NOT_FOUND,
                       MCPERR_BY_KIND, true},
        [PROBLEM] = {"{\"exception_type\":\"E\",\"retry_after\":30,\"path\":\"a.c\"}", MCPERR_NOT_FOUND,
                     MCPERR_BY_KIND, true},
        [TOOLERROR] = {"{\"retry_after\":30,\"conflicts\":[1,2]}", MCPERR_CONFLICT, MCPERR_YES, true},
        [OWLCLAW] = {"{\"limit\":10}", MCPERR_RATE_LIMITED, MCPERR_BY_KIND, true},
        [OWLCLAW_API] = {"{\"limit\":10}", MCPERR_RATE_LIMITED, MCPERR_BY_KIND, true},
    };
    mcperr_error err;
    mcperr_fault fault;

    for (size_t i = 0; i < COUNT(expected); i++) {
        mu_assert_int_eq(MCPERR_OK, decoded(expected[i].dialect, good(expected[i].dialect), &err, &fault));
        const mcperr_text text = *(const mcperr_text *)(const void *)((const char *)&err + expected[i].at);
        if (!mcperr_text_is(text, expected[i].text))
            mu_fail(expected[i].text != NULL ? expected[i].text : "not absent");
    }
    for (unsigned d = 0; d < DIALECTS; d++) {
        mu_assert_int_eq(MCPERR_OK, read_of(d, build(d, 0, AS_IT_IS, NULL, ""), &err, &fault));
        mu_assert_int_eq(MCPERR_R_NONE, fault.reason);
        mu_check(err.home == dialects[d] && err.code_row > 0);
        mu_assert_uint_eq(facts[d].kind, err.kind);
        mu_assert_uint_eq(facts[d].recoverable, err.recoverable);
        mu_assert_uint_eq(MCPERR_BY_KIND, err.retryable);
        mu_assert_uint_eq(0, err.status);
        mu_assert_uint_eq(facts[d].retry, err.has_retry_after);
        mu_assert_uint_eq(facts[d].retry ? 30 : 0, err.retry_after_s);
        mu_assert_int_eq(d == KAIZA ? INT64_C(1768836730123) : 0, err.time_ms);
        mu_check(mcperr_text_same(mcperr_raw(facts[d].details), err.details));
    }
    mu_assert_int_eq(MCPERR_OK, decoded(KAIZA, good(KAIZA), &err, NULL));
    mu_check(mcperr_text_same(mcperr_raw("{\"code\":7}"), err.cause));
}

MU_TEST(what_is_read_is_written_again_byte_by_byte)
{
    mcperr_error err;

    for (unsigned d = 0; d < DIALECTS; d++) {
        mu_assert_int_eq(MCPERR_OK, decoded(d, good(d), &err, NULL));
        mu_assert_string_eq(good(d), encoded(d, &err));
    }
}

/* As above, though what was read is not what is expected. */
static void check_written_again(unsigned d, const char *text, const char *expected)
{
    static char copy[ROOM];
    mcperr_error err;

    strcpy(copy, expected);
    mu_assert_int_eq(MCPERR_OK, decoded(d, text, &err, NULL));
    mu_assert_string_eq(copy, encoded(d, &err));
}

MU_TEST(white_space_between_tokens_and_a_newline_at_the_end_change_nothing)
{
    static const char *const spaces[] = {" ", "\n", "\t\r\n  "};

    for (size_t i = 0; i < COUNT(spaces); i++)
        for (unsigned d = 0; d < DIALECTS; d++) {
            strcpy(kept, build(d, 0, AS_IT_IS, NULL, spaces[i])->text);
            check_written_again(d, kept, good(d));
        }
    for (unsigned d = 0; d < DIALECTS; d++) {
        strcpy(kept, good(d));
        strcat(kept, "\n");
        check_written_again(d, kept, good(d));
    }
}

MU_TEST(members_may_come_in_any_order)
{

    for (unsigned d = 0; d < DIALECTS; d++)
        EACH_MEMBER(d, i)
        {
            mcperr_error err;
            strcpy(kept, build(d, i, FIRST, NULL, "")->text);
            mu_assert_uint_eq(strlen(good(d)), strlen(kept));
            if ((members_of[d][i].may_be & FREE) != FREE)
                check_written_again(d, kept, good(d));
            else
                mu_assert_int_eq(MCPERR_OK, decoded(d, kept, &err, NULL));
        }
}

MU_TEST(every_escape_of_a_member_name_is_that_member)
{
    static const char *const hex[] = {"0123456789abcdef", "0123456789ABCDEF"};
    char name[140];

    for (unsigned d = 0; d < DIALECTS; d++)
        EACH_MEMBER(d, i)
        {
            const char *const plain = members_of[d][i].name;
            const size_t size = strlen(plain);
            /* Each character in turn, then all of them. */
            for (size_t at = 0; at <= size; at++)
                for (unsigned letters = 0; letters < 2; letters++) {
                    char *to = name;
                    for (size_t j = 0; j < size; j++) {
                        const unsigned c = (unsigned char)plain[j];
                        if (j != at && at != size) {
                            *to++ = plain[j];
                            continue;
                        }
                        memcpy(to, "\\u00", 4);
                        to[4] = hex[letters][c >> 4];
                        to[5] = hex[letters][c & 15];
                        to += 6;
                    }
                    *to = '\0';
                    strcpy(kept, build(d, i, RENAMED, name, "")->text);
                    check_written_again(d, kept, good(d));
                }
        }
}

/* ---- one thing wrong ------------------------------------------------------------------------------- */

MU_TEST(a_missing_member_is_named_with_the_object_that_lacks_it)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        EACH_MEMBER(d, i)
        {
            const built *const b = build(d, i, DROPPED, NULL, "");
            mcperr_error err;
            mcperr_fault fault;
            if (members_of[d][i].may_be & OPTIONAL) {
                mu_assert_int_eq(MCPERR_OK, read_of(d, b, &err, &fault));
                continue;
            }
            expect(MCPERR_E_SHAPE, MCPERR_R_MISSING, b->object, d, b);
            (void)read_of(d, b, &err, &fault);
            mu_check(mcperr_text_is(fault.key, members_of[d][i].name));
            mu_check(mcperr_text_is(fault.parent, b->parent));
        }
}

MU_TEST(a_member_for_the_second_time_is_refused_however_it_is_spelt)
{
    char second[60];

    for (unsigned d = 0; d < DIALECTS; d++)
        EACH_MEMBER(d, i)
    for (unsigned escaped = 0; escaped < 2; escaped++) {
        const char *const name = members_of[d][i].name;
        const size_t last = strlen(name) - 1;
        mcperr_fault fault;
        mcperr_error err;
        if (opens(&members_of[d][i]))
            continue; /* below */
        strcpy(second, "\"");
        strcat(second, name);
        if (escaped) {
            second[1 + last] = '\0';
            strcat(second, "\\u00");
            strncat(second, &"0123456789abcdef"[(unsigned char)name[last] >> 4], 1);
            strncat(second, &"0123456789abcdef"[name[last] & 15], 1);
        }
        strcat(second, "\":null");
        const built *const b = build(d, i, FOLLOWED, second, "");
        expect(MCPERR_E_SHAPE, MCPERR_R_TWICE, b->behind, d, b);
        (void)read_of(d, b, &err, &fault);
        mu_check(mcperr_text_is(fault.key, name));
        mu_check(fault.parent.data == NULL);
    }
    /* Objects, and members of objects that no row names. */
    static const struct {
        uint8_t dialect;
        const char *before, *second, *pointer;
    } more[] = {
        {CONTEXT, "{\"error\":{\"code\":\"cache_missing\",\"message\":\"m\",\"x\":1},", "\"error\":{}}",
         "/error"},
        {TOOLERROR, "{\"type\":\"CONFLICT\",\"message\":\"\",\"recoverable\":true,\"data\":{},",
         "\"d\\u0061ta\":{}}", "/data"},
        {TOOLERROR,
         "{\"type\":\"CONFLICT\",\"message\":\"\",\"recoverable\":true,\"data\":{\"a\":[0,{\"b\":1,\"c\":2,",
         "\"b\":3}]}}", "/data/a/1/b"},
        {KAIZA, "{\"x\":{\"\\/~\":1,", "\"/~\":2}}", "/x/~1~0"},
    };
    for (size_t i = 0; i < COUNT(more); i++) {
        mcperr_fault fault;
        strcpy(kept, more[i].before);
        strcat(kept, more[i].second);
        mu_assert_int_eq(MCPERR_E_SHAPE, decoded(more[i].dialect, kept, NULL, &fault));
        mu_assert_int_eq(MCPERR_R_TWICE, fault.reason);
        mu_assert_uint_eq(strlen(more[i].before), fault.offset);
        mu_assert_string_eq(more[i].pointer, pointer_in(&fault, kept));
        mu_assert_int_eq(MCPERR_E_SHAPE, validated(more[i].dialect, kept));
    }
}

MU_TEST(a_value_of_another_type_is_refused_where_it_begins)
{
    for (unsigned d = 0; d < DIALECTS; d++)
        EACH_MEMBER(d, i)
    for (unsigned type = 0; type < COUNT(value_of_type); type++) {
        const built *const b = build(d, i, REVALUED, value_of_type[type], "");
        mcperr_error err;
        mcperr_fault fault;
        if (members_of[d][i].may_be & 1u << type) {
            /* Of the right type, but perhaps not of the right value. */
            if ((members_of[d][i].may_be & FREE) == FREE || type == 6)
                mu_assert_int_eq(MCPERR_OK, read_of(d, b, &err, &fault));
            continue;
        }
        if ((members_of[d][i].may_be & BOOL) && (1u << type & BOOL)) {
            expect(MCPERR_E_VALUE, MCPERR_R_CONTRADICTS, b->value, d, b);
            continue;
        }
        expect(MCPERR_E_SHAPE, MCPERR_R_TYPE, b->value, d, b);
        (void)read_of(d, b, &err, &fault);
        mu_check(mcperr_text_is(fault.key, members_of[d][i].name));
        mu_check(mcperr_text_is(fault.parent, b->parent));
    }
}

MU_TEST(an_unknown_member_is_refused_by_closed_contracts_and_ignored_by_open_ones)
{

    for (unsigned d = 0; d < DIALECTS; d++)
        EACH_MEMBER(d, i)
        {
            static const char extra[] = "\"x~/y\":[{}]";
            const built *const b = build(d, i, FOLLOWED, extra, "");
            const char *const object = opens(&members_of[d][i]) ? members_of[d][i].name : b->parent;
            const bool closed =
                (d == CONTEXT || d == TOOLERROR) && (object == NULL || strcmp(object, "data") != 0);
            mcperr_error err;
            mcperr_fault fault;
            mu_assert_int_eq(closed ? MCPERR_E_SHAPE : MCPERR_OK, read_of(d, b, &err, &fault));
            mu_assert_int_eq(closed ? MCPERR_R_UNKNOWN : MCPERR_R_NONE, fault.reason);
            if (!closed)
                continue;
            mu_assert_uint_eq(b->behind, fault.offset);
            mu_check(mcperr_text_is(fault.key, "x~/y"));
            mu_check(mcperr_text_is(fault.parent, object));
            strcpy(kept, object != NULL ? "/" : "");
            strcat(kept, object != NULL ? object : "");
            strcat(kept, "/x~0~1y");
            mu_assert_string_eq(kept, pointer_in(&fault, b->text));
            mu_assert_string_eq(kept, pointer_in(&fault, NULL));
        }
}

MU_TEST(a_member_without_a_name_is_a_member_like_others)
{
    static const struct {
        uint8_t dialect, status;
        const char *text;
    } texts[] = {
        {TOOLERROR, MCPERR_OK,
         "{\"type\":\"CONFLICT\",\"message\":\"\",\"recoverable\":true,\"data\":{\"\":1}}"},
        {TOOLERROR, MCPERR_E_SHAPE, "{\"type\":\"CONFLICT\",\"message\":\"\",\"recoverable\":true,\"\":1}"},
        {CONTEXT, MCPERR_E_SHAPE, "{\"error\":{\"code\":\"io_error\",\"message\":\"m\",\"\":1}}"},
        {CODEINTEL, MCPERR_OK,
         "{\"\":[],\"error\":\"m\",\"problem\":{\"type\":\"https://kgfoundry.dev/problems/"
         "forbidden\",\"title\":"
         "\"Forbidden\",\"status\":403,\"detail\":\"m\",\"instance\":\"urn:codeintel:x\",\"code\":"
         "\"forbidden\","
         "\"extensions\":{\"\":null}}}"},
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        mu_assert_int_eq(texts[i].status, validated(texts[i].dialect, texts[i].text));
        if (texts[i].status == MCPERR_OK)
            check_written_again(texts[i].dialect, texts[i].text, texts[i].text);
    }
}

MU_TEST(an_empty_array_for_extensions_is_as_good_as_none)
{
    static const uint8_t with_extensions[] = {CODEINTEL, PROBLEM};

    for (size_t i = 0; i < COUNT(with_extensions); i++) {
        const unsigned d = with_extensions[i];
        const size_t at = member_named(d, "extensions");
        mcperr_error err;
        strcpy(kept, build(d, at, REVALUED, "[ ]", "")->text);
        mu_assert_int_eq(MCPERR_OK, decoded(d, kept, &err, NULL));
        mu_check(err.details.data == NULL);
        check_written_again(d, kept, build(d, at, DROPPED, NULL, "")->text);
    }
}

MU_TEST(an_envelope_that_is_cut_anywhere_is_refused_there)
{
    for (unsigned d = 0; d < DIALECTS; d++) {
        const built *const b = build(d, 0, AS_IT_IS, NULL, "");
        for (size_t size = 0; size < b->size; size++) {
            mcperr_error err;
            mcperr_fault fault;
            mu_assert_int_eq(MCPERR_E_PARTIAL,
                             mcperr_decode(dialects[d], b->text, size, tokens, TOKENS, &err, &fault));
            mu_assert_int_eq(MCPERR_R_END, fault.reason);
            mu_assert_uint_eq(size, fault.offset);
            mu_check(fault.key.data == NULL && fault.parent.data == NULL);
        }
    }
}

MU_TEST(a_text_that_is_not_an_object_is_refused)
{
    static const struct {
        const char *text;
        uint8_t status, reason, offset;
    } texts[] = {
        {"[]", MCPERR_E_SHAPE, MCPERR_R_TYPE, 0},
        {" \"x\"", MCPERR_E_SHAPE, MCPERR_R_TYPE, 1},
        {"  null", MCPERR_E_SHAPE, MCPERR_R_TYPE, 2},
        {"7", MCPERR_E_SHAPE, MCPERR_R_TYPE, 0},
        {"", MCPERR_E_PARTIAL, MCPERR_R_END, 0},
        {"{} {}", MCPERR_E_SYNTAX, MCPERR_R_TRAILING, 3},
        {"\xEF\xBB\xBF{}", MCPERR_E_SYNTAX, MCPERR_R_BOM, 0},
        {"{\"a\":\xFF}", MCPERR_E_SYNTAX, MCPERR_R_VALUE, 5},
    };

    for (size_t i = 0; i < COUNT(texts); i++)
        for (unsigned d = 0; d < DIALECTS; d++) {
            mcperr_fault fault;
            mu_assert_int_eq(texts[i].status, decoded(d, texts[i].text, NULL, &fault));
            mu_assert_int_eq(texts[i].reason, fault.reason);
            mu_assert_uint_eq(texts[i].offset, fault.offset);
            mu_check(fault.key.data == NULL && fault.parent.data == NULL);
            mu_assert_int_eq(texts[i].status, validated(d, texts[i].text));
        }
}

MU_TEST(tokens_that_do_not_suffice_are_told_and_those_that_just_do_are_enough)
{
    for (unsigned d = 0; d < DIALECTS; d++) {
        const built *const b = build(d, 0, AS_IT_IS, NULL, "");
        uint32_t needed = 0;
        mcperr_fault fault;
        mu_assert_int_eq(MCPERR_OK, mcperr_json_check(b->text, b->size, NULL, &needed, NULL));
        for (uint32_t count = 1; count < needed; count++)
            mu_assert_int_eq(MCPERR_E_TOKENS,
                             mcperr_decode(dialects[d], b->text, b->size, tokens, count, NULL, &fault));
        mu_assert_int_eq(MCPERR_R_TOKENS, fault.reason);
        mu_assert_int_eq(MCPERR_OK,
                         mcperr_decode(dialects[d], b->text, b->size, tokens, needed, NULL, &fault));
    }
}

MU_TEST(null_arguments_are_misuse)
{
    mcperr_error err;
    mcperr_json w;

    memset(&err, 0, sizeof err);
    err.kind = 9;
    mcperr_json_init(&w, NULL, 0);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_decode(NULL, "{}", 2, tokens, TOKENS, &err, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_decode(&mcperr_kaiza, "{}", 2, NULL, TOKENS, &err, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_decode(&mcperr_kaiza, "{}", 2, tokens, 0, &err, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_decode(&mcperr_kaiza, NULL, 2, tokens, TOKENS, &err, NULL));
    mu_assert_int_eq(MCPERR_E_PARTIAL, mcperr_decode(&mcperr_kaiza, NULL, 0, tokens, TOKENS, &err, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_validate(NULL, "{}", 2, tokens, TOKENS, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_translate(NULL, &mcperr_kaiza, "{}", 2, tokens, TOKENS,
                                                       mcperr_str(NULL), &w, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_translate(&mcperr_kaiza, NULL, "{}", 2, tokens, TOKENS,
                                                       mcperr_str(NULL), &w, NULL));
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_translate(&mcperr_kaiza, &mcperr_kaiza, "{}", 2, tokens, TOKENS,
                                                       mcperr_str(NULL), NULL, NULL));
    mu_assert_uint_eq(9, err.kind);
    mu_assert_uint_eq(0, w.len);
}

/* ---- values ------------------------------------------------------------------------------------------ */

/* All dialects that have the member. */
static void check_value(unsigned d, const char *name, const char *value, mcperr_status status,
                        mcperr_reason reason)
{
    const built *const b = build(d, member_named(d, name), REVALUED, value, "");
    mcperr_error err;
    mcperr_fault fault;

    const mcperr_status got = read_of(d, b, &err, &fault);
    if (got != status || fault.reason != reason)
        mu_fail(value);
    if (got == MCPERR_OK)
        return;
    mu_assert_uint_eq(b->value, fault.offset);
    mu_assert_string_eq(b->pointer, pointer_in(&fault, b->text));
}

typedef struct valued {
    uint8_t dialect;
    const char *name, *value;
    uint8_t status, reason;
} valued;

static void check_values(const valued *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_value(values[i].dialect, values[i].name, values[i].value, (mcperr_status)values[i].status,
                    (mcperr_reason)values[i].reason);
}

#define FINE MCPERR_OK, MCPERR_R_NONE
#define BAD(reason) MCPERR_E_VALUE, MCPERR_R_##reason
#define TYPE MCPERR_E_SHAPE, MCPERR_R_TYPE

MU_TEST(texts_are_judged_as_their_contract_says)
{
    static const valued values[] = {
        {KAIZA, "error_code", "\"INTERNAL\\u005fERROR\"", FINE},
        {KAIZA, "error_code", "\"internal_error\"", BAD(CODE)},
        {KAIZA, "error_code", "\"\"", BAD(CODE)},
        {KAIZA, "error_code", "\"INTERNAL_ERROR \"", BAD(CODE)},
        {KAIZA, "error_code", "\"INTERNAL_ERROR\\u0000\"", BAD(CODE)},
        {KAIZA, "role", "\"ANTIGRAVITY\"", FINE},
        {KAIZA, "role", "\"\\u0057INDSURF\"", FINE},
        {KAIZA, "role", "\"windsurf\"", BAD(NOT_ALLOWED)},
        {KAIZA, "role", "\"\"", BAD(NOT_ALLOWED)},
        {KAIZA, "role", "\"ANTIGRAVITY|WINDSURF\"", BAD(NOT_ALLOWED)},
        {KAIZA, "role", "\"WINDSURFER\"", BAD(NOT_ALLOWED)},
        {KAIZA, "human_message", "\"\"", FINE},
        {KAIZA, "tool_name", "\"\"", FINE},
        {KAIZA, "session_id", "\"\\u0000\"", FINE},
        {KAIZA, "cause", "\"\"", FINE},
        {KAIZA, "cause", "{\"a\":{\"b\":[]}}", FINE},
        {KAIZA, "timestamp", "\"1970-01-01T00:00:00.000Z\"", FINE},
        {KAIZA, "timestamp", "\"9999-12-31T23:59:59.999Z\"", FINE},
        {KAIZA, "timestamp", "\"2024-02-29T00:00:00.000Z\"", FINE},
        {KAIZA, "timestamp", "\"2026-01-19T15:32:10.123\\u005a\"", FINE},
        {KAIZA, "timestamp", "\"2026-01-19T15:32:10.123\\u005aZ\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19T15:32:1\\u0130.123Z\"", BAD(TIME)}, /* 0 in 8 bits */
        {KAIZA, "timestamp", "\"2026-01-19T15:32:10.123\\n\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2023-02-29T00:00:00.000Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"1969-12-31T23:59:59.999Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19T24:00:00.000Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19T15:32:60.000Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-13-19T15:32:10.123Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19T15:32:10Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19T15:32:10.123456Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19T15:32:10.123+00:00\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19 15:32:10.123Z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"2026-01-19t15:32:10.123z\"", BAD(TIME)},
        {KAIZA, "timestamp", "\"\"", BAD(TIME)},
        {CONTEXT, "code", "\"cache\\u005fmissing\"", FINE},
        {CONTEXT, "code", "\"Cache_missing\"", BAD(CODE)},
        {CONTEXT, "message", "\"/etc/passwd\"", FINE},
        {CONTEXT, "message", "\"\\u0000\"", FINE},
        {CONTEXT, "message", "\"\"", BAD(EMPTY)},
        {TOOLERROR, "type", "\"NOT_FOUND\"", FINE},
        {TOOLERROR, "type", "\"NOTFOUND\"", BAD(CODE)},
        {TOOLERROR, "message", "\"\"", FINE},
        {CODEINTEL, "error", "\"\"", FINE},
        {CODEINTEL, "title", "\"\"", FINE},
        {CODEINTEL, "type", "\"https:\\/\\/kgfoundry.dev\\/problems\\/file-not-found\"", FINE},
        {CODEINTEL, "type", "\"https://kgfoundry.dev/problems/x9\"", FINE},
        {PROBLEM, "type", "\"https:\\u002f/kgfoundry.dev/problems/a-b\"", FINE},
        {PROBLEM, "type", "\"http://kgfoundry.dev/problems/file-not-found\"", BAD(PREFIX)},
        {PROBLEM, "type", "\"https://kgfoundry.dev/problem\"", BAD(PREFIX)},
        {PROBLEM, "type", "\"\"", BAD(PREFIX)},
        {PROBLEM, "type", "\"https://kgfoundry.dev/problems/\"", BAD(CODE)},
        {PROBLEM, "type", "\"https://kgfoundry.dev/problems/a_b\"", BAD(CODE)},
        {PROBLEM, "type", "\"https://kgfoundry.dev/problems/A\"", BAD(CODE)},
        {PROBLEM, "type", "\"https://kgfoundry.dev/problems/a/b\"", BAD(CODE)},
        {CODEINTEL, "instance", "\"urn:codeintel:x\"", FINE},
        {CODEINTEL, "instance", "\"\\u0075rn:codeintel:\\u0000\"", FINE},
        {CODEINTEL, "instance", "\"urn:codeintel:\"", BAD(EMPTY)},
        {CODEINTEL, "instance", "\"files:open_file\"", BAD(PREFIX)},
        {CODEINTEL, "instance", "\"urn:codeinte\"", BAD(PREFIX)},
        {CODEINTEL, "instance", "\"\\u0075rn:codeinte\"", BAD(PREFIX)},
        {CODEINTEL, "instance", "\"\\u0075rn:codeintel;x\"", BAD(PREFIX)},
        {CODEINTEL, "instance", "\"\"", BAD(PREFIX)},
        {PROBLEM, "code", "\"a\"", FINE},
        {PROBLEM, "code", "\"path-not-found\"", FINE},
        {PROBLEM, "code", "\"a1-2b\"", FINE},
        {PROBLEM, "code", "\"\\u0061-b\"", FINE},
        {PROBLEM, "code", "\"\"", BAD(CODE)},
        {PROBLEM, "code", "\"-\"", BAD(CODE)},
        {PROBLEM, "code", "\"a-\"", BAD(CODE)},
        {PROBLEM, "code", "\"-a\"", BAD(CODE)},
        {PROBLEM, "code", "\"a--b\"", BAD(CODE)},
        {PROBLEM, "code", "\"a-B\"", BAD(CODE)},
        {PROBLEM, "code", "\"a_b\"", BAD(CODE)},
        {PROBLEM, "code", "\"a.b\"", BAD(CODE)},
        {PROBLEM, "code", "\"a:b\"", BAD(CODE)},
        {PROBLEM, "code", "\"a{\"", BAD(CODE)},
        {PROBLEM, "code", "\"a9-0z\"", FINE},
        {PROBLEM, "code", "\"a b\"", BAD(CODE)},
        {PROBLEM, "code", "\"\xC3\xA9\"", BAD(CODE)},
        {PROBLEM, "code", "\"a\\u0000\"", BAD(CODE)},
        {CODEINTEL, "code", "\"FileNotFound\"", BAD(CODE)},
        {CODEINTEL, "extensions", "[]", FINE},
        {CODEINTEL, "extensions", "{}", FINE},
        {CODEINTEL, "extensions", "[1]", TYPE},
        {PROBLEM, "extensions", "[[]]", TYPE},
        {OWLCLAW, "details", "[]", TYPE},
        {OWLCLAW, "details", "{}", FINE},
        {OWLCLAW, "incident_id", "\"\"", FINE},
        {OWLCLAW, "message", "\"\"", FINE},
        {OWLCLAW, "category", "\"governanc\\u0065\"", FINE},
        {OWLCLAW, "category", "\"auth\"", BAD(CONTRADICTS)},
        {OWLCLAW, "category", "\"Governance\"", BAD(NOT_ALLOWED)},
        {OWLCLAW, "category", "\"\"", BAD(NOT_ALLOWED)},
        {OWLCLAW, "category", "\"other\"", BAD(NOT_ALLOWED)},
        {OWLCLAW, "retryable", "false", BAD(CONTRADICTS)},
        {OWLCLAW_API, "category", "\"internal\"", BAD(CONTRADICTS)},
        {OWLCLAW_API, "retryable", "false", BAD(CONTRADICTS)},
        {OWLCLAW, "code", "\"governance.other\"", FINE},
        {OWLCLAW, "code", "\"a.b\"", FINE},
        {OWLCLAW, "code", "\"a_1.b_2\"", FINE},
        {OWLCLAW, "code", "\"a.b.c\"", FINE},
        {OWLCLAW, "code", "\"\\u0061.b\"", FINE},
        {OWLCLAW, "code", "\"runtime.timeout\"", BAD(CONTRADICTS)},
        {OWLCLAW, "code", "\"a\"", BAD(CODE)},
        {OWLCLAW, "code", "\"a_b\"", BAD(CODE)},
        {OWLCLAW, "code", "\"a.\"", BAD(CODE)},
        {OWLCLAW, "code", "\".a\"", BAD(CODE)},
        {OWLCLAW, "code", "\"a..b\"", BAD(CODE)},
        {OWLCLAW, "code", "\"a._b\"", BAD(CODE)},
        {OWLCLAW, "code", "\"a.b_\"", BAD(CODE)},
        {OWLCLAW, "code", "\"A.b\"", BAD(CODE)},
        {OWLCLAW, "code", "\"a-b.c\"", BAD(CODE)},
        {OWLCLAW, "code", "\"\"", BAD(CODE)},
        {OWLCLAW_API, "code", "\"not-dotted\"", BAD(CODE)},
        {OWLCLAW_API, "type", "\"https:\\/\\/owlclaw.dev\\/problems\\/any-slug\"", FINE},
        {OWLCLAW_API, "type", "\"about:blank\"", BAD(PREFIX)},
        {OWLCLAW_API, "type", "\"https://owlclaw.dev/problems/a.b\"", BAD(CODE)},
        {OWLCLAW_API, "title", "\"\"", FINE},
    };

    for (size_t i = 0; i < COUNT(values); i++) {
        /* A code that contradicts is told at the member that it contradicts. */
        if (values[i].reason == MCPERR_R_CONTRADICTS && strcmp(values[i].name, "code") == 0) {
            mcperr_fault fault;
            const built *const b = build(values[i].dialect, member_named(values[i].dialect, "code"), REVALUED,
                                         values[i].value, "");
            mu_assert_int_eq(MCPERR_E_VALUE, decoded(values[i].dialect, b->text, NULL, &fault));
            mu_assert_int_eq(MCPERR_R_CONTRADICTS, fault.reason);
            mu_assert_string_eq("/error/category", pointer_in(&fault, b->text));
            continue;
        }
        check_values(&values[i], 1);
    }
}

MU_TEST(a_status_is_an_integer_from_100_to_599)
{
    static const valued values[] = {
        {PROBLEM, "status", "100", FINE},
        {PROBLEM, "status", "599", FINE},
        {PROBLEM, "status", "99", BAD(RANGE)},
        {PROBLEM, "status", "600", BAD(RANGE)},
        {PROBLEM, "status", "0", BAD(RANGE)},
        {PROBLEM, "status", "-404", BAD(RANGE)},
        {PROBLEM, "status", "65940", BAD(RANGE)}, /* 404 in 16 bits */
        {PROBLEM, "status", "404.0", TYPE},
        {PROBLEM, "status", "4e2", TYPE},
        {PROBLEM, "status", "1e999", TYPE},
        {PROBLEM, "status", "123456789012345678901234567890", BAD(RANGE)},
        {PROBLEM, "status", "\"404\"", TYPE},
    };

    for (size_t i = 0; i < COUNT(values); i++) {
        valued value = values[i];
        static const uint8_t with_status[] = {PROBLEM, CODEINTEL, OWLCLAW_API};
        for (size_t d = 0; d < COUNT(with_status); d++) {
            value.dialect = with_status[d];
            check_values(&value, 1);
        }
    }
}

MU_TEST(a_status_other_than_the_codes_is_kept)
{
    static const struct {
        uint8_t dialect;
        const char *status;
        uint16_t kept;
    } statuses[] = {
        {PROBLEM, "404", 0},
        {PROBLEM, "410", 410},
        {OWLCLAW_API, "429", 0},
        {OWLCLAW_API, "426", 426},
    };
    mcperr_error err;

    for (size_t i = 0; i < COUNT(statuses); i++) {
        const unsigned d = statuses[i].dialect;
        strcpy(kept, build(d, member_named(d, "status"), REVALUED, statuses[i].status, "")->text);
        mu_assert_int_eq(MCPERR_OK, decoded(d, kept, &err, NULL));
        mu_assert_uint_eq(statuses[i].kept, err.status);
        mu_assert_string_eq(kept, encoded(d, &err));
    }
}

MU_TEST(a_retry_hint_is_an_integer_that_fits_or_refused_or_ignored)
{
    static const struct {
        const char *value;
        uint32_t seconds;
        bool fits;
        uint8_t status, reason; /* where it must fit */
    } hints[] = {
        {"0", 0, true, FINE},
        {"1", 1, true, FINE},
        {"2147483647", UINT32_C(2147483647), true, FINE},
        {"2147483648", 0, false, BAD(RANGE)},
        {"4294967296", 0, false, BAD(RANGE)},
        {"9223372036854775807", 0, false, BAD(RANGE)},
        {"-1", 0, false, BAD(RANGE)},
        {"-0", 0, true, FINE},
        {"1.5", 0, false, TYPE},
        {"30.0", 0, false, TYPE},
        {"3e1", 0, false, TYPE},
        {"1e999", 0, false, TYPE},
        {"123456789012345678901234567890", 0, false, BAD(RANGE)},
        {"\"30\"", 0, false, TYPE},
        {"null", 0, false, TYPE},
        {"true", 0, false, TYPE},
        {"{}", 0, false, TYPE},
        {"[30]", 0, false, TYPE},
    };
    static const uint8_t strict[] = {OWLCLAW, OWLCLAW_API}, ignoring[] = {TOOLERROR, CODEINTEL, PROBLEM};
    mcperr_error err;

    for (size_t i = 0; i < COUNT(hints); i++) {
        for (size_t j = 0; j < COUNT(strict); j++) {
            const unsigned d = strict[j];
            check_value(d, "retry_after", hints[i].value, (mcperr_status)hints[i].status,
                        (mcperr_reason)hints[i].reason);
            if (!hints[i].fits)
                continue;
            mu_assert_int_eq(
                MCPERR_OK,
                decoded(d, build(d, member_named(d, "retry_after"), REVALUED, hints[i].value, "")->text, &err,
                        NULL));
            mu_check(err.has_retry_after && err.retry_after_s == hints[i].seconds);
        }
        for (size_t j = 0; j < COUNT(ignoring); j++) {
            const unsigned d = ignoring[j];
            strcpy(kept, build(d, member_named(d, "retry_after"), REVALUED, hints[i].value, "")->text);
            mu_assert_int_eq(MCPERR_OK, decoded(d, kept, &err, NULL));
            mu_assert_uint_eq(hints[i].fits, err.has_retry_after);
            mu_assert_uint_eq(hints[i].seconds, err.retry_after_s);
            /* What is not obeyed is kept as it is. */
            if (strcmp(hints[i].value, "-0") != 0)
                mu_assert_string_eq(kept, encoded(d, &err));
        }
    }
}

/* ---- codes ------------------------------------------------------------------------------------------- */

#if defined(__x86_64__) || defined(__i386__)
#define BYTE_STEP 1
#else /* emulated */
#define BYTE_STEP 23
#endif

MU_TEST(every_change_of_one_byte_of_a_code_is_refused_or_another_code)
{
    static const struct {
        uint8_t dialect;
        const char *name, *before, *after;
    } envelopes[] = {
        {KAIZA, "error_code", "{\"error_code\":\"",
         "\",\"human_message\":\"\",\"role\":null,\"session_id\":null,\"workspace_root\":null,\"tool_name\":"
         "\"\","
         "\"invariant_id\":null,\"phase_id\":null,\"plan_hash\":null,\"cause\":null,"
         "\"timestamp\":\"2026-01-19T15:32:10.123Z\"}"},
        {CONTEXT, "code", "{\"error\":{\"code\":\"", "\",\"message\":\"m\"}}"},
        {TOOLERROR, "type", "{\"type\":\"", "\",\"message\":\"\",\"recoverable\":false}"},
    };

    for (size_t e = 0; e < COUNT(envelopes); e++) {
        const mcperr_dialect *const d = dialects[envelopes[e].dialect];
        for (unsigned i = 0; i < d->code_count; i++) {
            mcperr_error err;
            strcpy(kept, envelopes[e].before);
            char *const code = kept + strlen(kept);
            strcpy(code, d->codes[i].code);
            strcat(kept, envelopes[e].after);
            const size_t size = strlen(kept);
            mu_assert_int_eq(MCPERR_OK, decoded(envelopes[e].dialect, kept, &err, NULL));
            mu_assert_uint_eq(i + 1, err.code_row);
            mu_assert_uint_eq(d->codes[i].kind, err.kind);
            for (size_t at = 0; at < d->codes[i].size; at++) {
                const char right = code[at];
                for (unsigned byte = (unsigned)(i + at) % BYTE_STEP; byte < 256; byte += BYTE_STEP) {
                    code[at] = (char)byte;
                    if (code[at] != right &&
                        mcperr_validate(d, kept, size, tokens, TOKENS, NULL) == MCPERR_OK)
                        mu_fail(kept);
                }
                code[at] = right;
            }
        }
    }
}

MU_TEST(a_code_of_an_open_contract_has_the_kind_of_its_status)
{
    static const struct {
        const char *status;
        uint8_t kind;
    } kinds[] = {
        {"100", MCPERR_INTERNAL},        {"399", MCPERR_INTERNAL},     {"400", MCPERR_INVALID},
        {"401", MCPERR_UNAUTHENTICATED}, {"403", MCPERR_FORBIDDEN},    {"404", MCPERR_NOT_FOUND},
        {"408", MCPERR_TIMEOUT},         {"409", MCPERR_CONFLICT},     {"415", MCPERR_UNSUPPORTED_ENCODING},
        {"418", MCPERR_INVALID},         {"429", MCPERR_RATE_LIMITED}, {"500", MCPERR_INTERNAL},
        {"503", MCPERR_UNAVAILABLE},     {"504", MCPERR_TIMEOUT},      {"599", MCPERR_UNAVAILABLE},
    };
    mcperr_error err;

    for (size_t i = 0; i < COUNT(kinds); i++) {
        strcpy(kept, "{\"type\":\"https://kgfoundry.dev/problems/own-code\",\"title\":\"\",\"status\":");
        strcat(kept, kinds[i].status);
        strcat(kept, ",\"detail\":\"\",\"instance\":\"urn:codeintel:x\"}");
        mu_assert_int_eq(MCPERR_OK, decoded(PROBLEM, kept, &err, NULL));
        mu_assert_uint_eq(kinds[i].kind, err.kind);
        mu_check(mcperr_text_is(err.code, "own-code") && err.code_row == 0 && err.home == &mcperr_problem);
    }
}

MU_TEST(a_code_that_is_left_out_is_that_of_the_type)
{
    mcperr_error err;
    const built *const b = build(CODEINTEL, member_named(CODEINTEL, "code"), DROPPED, NULL, "");

    mu_assert_int_eq(MCPERR_OK, decoded(CODEINTEL, b->text, &err, NULL));
    mu_check(mcperr_text_is(err.code, "file-not-found") && err.code_row == 1);
    mu_assert_uint_eq(MCPERR_NOT_FOUND, err.kind);
}

MU_TEST(a_code_of_an_open_contract_has_the_kind_of_its_category)
{
    static const struct {
        const char *category;
        uint8_t kind, retryable;
    } categories[] = {
        {"validation", MCPERR_INVALID, MCPERR_INVALID},
        {"compatibility", MCPERR_UNSUPPORTED_VERSION, MCPERR_UNSUPPORTED_VERSION},
        {"governance", MCPERR_POLICY, MCPERR_RATE_LIMITED},
        {"auth", MCPERR_FORBIDDEN, MCPERR_FORBIDDEN},
        {"runtime", MCPERR_INTERNAL, MCPERR_IO},
        {"dependency", MCPERR_UNAVAILABLE, MCPERR_UNAVAILABLE},
        {"internal", MCPERR_INTERNAL, MCPERR_INTERNAL},
    };
    mcperr_error err;

    for (size_t i = 0; i < COUNT(categories); i++)
        for (unsigned retryable = 0; retryable < 2; retryable++) {
            strcpy(kept, "{\"error\":{\"category\":\"");
            strcat(kept, categories[i].category);
            strcat(kept, retryable ? "\",\"retryable\":true" : "\",\"retryable\":false");
            strcat(kept, ",\"incident_id\":\"i\",\"code\":\"own.code\"}}");
            mu_assert_int_eq(MCPERR_OK, decoded(OWLCLAW, kept, &err, NULL));
            mu_assert_uint_eq(retryable ? categories[i].retryable : categories[i].kind, err.kind);
            mu_assert_uint_eq(retryable ? MCPERR_YES : MCPERR_NO, err.retryable);
            mu_assert_uint_eq(retryable, mcperr_is_retryable(&err));
            mu_check(mcperr_text_is(err.code, "own.code") && err.code_row == 0 && err.message.data == NULL);
        }
    mu_assert_int_eq(MCPERR_E_VALUE,
                     validated(OWLCLAW, "{\"error\":{\"code\":\"own.code\",\"category\":\"own\","
                                        "\"retryable\":true,\"incident_id\":\"i\"}}"));
}

MU_TEST(the_status_of_an_unknown_code_is_kept_whatever_its_category)
{
    static const struct {
        const char *category, *status;
        uint16_t kept;
    } statuses[] = {
        {"auth", "500", 500},
        {"auth", "403", 0},
        {"internal", "500", 0},
        {"internal", "403", 403},
    };
    mcperr_error err;

    for (size_t i = 0; i < COUNT(statuses); i++) {
        strcpy(kept, "{\"type\":\"https://owlclaw.dev/problems/x\",\"title\":\"T\",\"status\":");
        strcat(kept, statuses[i].status);
        strcat(kept, ",\"code\":\"own.code\",\"category\":\"");
        strcat(kept, statuses[i].category);
        strcat(kept, "\",\"retryable\":false,\"incident_id\":\"i\"}");
        mu_assert_int_eq(MCPERR_OK, decoded(OWLCLAW_API, kept, &err, NULL));
        mu_assert_uint_eq(statuses[i].kept, err.status);
        mu_check(mcperr_text_is(err.message, "T"));
    }
}

MU_TEST(every_code_of_every_contract_agrees_with_its_category_and_retryable_alone)
{
    static const char *const categories[] = {"validation", "compatibility", "governance", "auth",
                                             "runtime",    "dependency",    "internal"};

    for (unsigned i = 0; i < mcperr_owlclaw.code_count; i++)
        for (size_t c = 0; c < COUNT(categories); c++)
            for (unsigned retryable = 0; retryable < 2; retryable++) {
                const mcperr_kind_info *const kind = mcperr_kind_of(mcperr_owlclaw.codes[i].kind);
                strcpy(kept, "{\"error\":{\"code\":\"");
                strcat(kept, mcperr_owlclaw.codes[i].code);
                strcat(kept, "\",\"category\":\"");
                strcat(kept, categories[c]);
                strcat(kept, retryable ? "\",\"retryable\":true" : "\",\"retryable\":false");
                strcat(kept, ",\"incident_id\":\"i\"}}");
                const bool agrees =
                    strcmp(kind->category, categories[c]) == 0 && kind->retryable == (retryable == 1);
                mu_assert_int_eq(agrees ? MCPERR_OK : MCPERR_E_VALUE, validated(OWLCLAW, kept));
            }
}

/* ---- a dialect of one's own ------------------------------------------------------------------------ */

MU_TEST(a_message_of_its_own_comes_before_the_canonical_one_in_any_order)
{
    static const mcperr_row rows[] = {
        MCPERR_ROW("code", CODE, 0),
        MCPERR_ROW("said", MESSAGE, MCPERR_ROW_OPTIONAL),
        MCPERR_ROW("title", CANONICAL, 0),
    };
    static const mcperr_code codes[] = {MCPERR_CODE("X", MCPERR_INTERNAL, "x")};
    static const uint8_t words[MCPERR_KIND_COUNT] = {0};
    static const mcperr_dialect own = {"own", "code", rows, codes, words, NULL, COUNT(rows), 1, 1, 0};
    static const char *const texts[][2] = {
        {"{\"code\":\"X\",\"said\":\"s\",\"title\":\"t\"}", "s"},
        {"{\"title\":\"t\",\"code\":\"X\"}", "t"},
    };

    for (size_t i = 0; i < COUNT(texts); i++) {
        mcperr_error err;
        mu_assert_int_eq(MCPERR_OK,
                         mcperr_decode(&own, texts[i][0], strlen(texts[i][0]), tokens, TOKENS, &err, NULL));
        mu_check(mcperr_text_is(err.message, texts[i][1]));
    }
}

MU_TEST(of_objects_that_are_none_the_first_in_the_text_is_named_and_an_unknown_member_before_them)
{
    static const mcperr_row rows[] = {
        MCPERR_ROW("a", OPEN, 0), MCPERR_ROW("c", CODE, 0),    MCPERR_ROW_CLOSE,
        MCPERR_ROW("b", OPEN, 0), MCPERR_ROW("m", MESSAGE, 0), MCPERR_ROW_CLOSE,
    };
    static const mcperr_code codes[] = {MCPERR_CODE("x", MCPERR_INVALID, "X")};
    static const uint8_t words[MCPERR_KIND_COUNT] = {0};
    static const mcperr_dialect d = {"own", "a",         rows,         codes, words,
                                     NULL,  COUNT(rows), COUNT(codes), 9,     MCPERR_DIALECT_CLOSED};
    static const struct {
        const char *json, *key, *parent;
        mcperr_reason reason;
        uint32_t offset;
    } cases[] = {
        {"{\"a\":{\"c\":\"x\"},\"b\":{\"m\":\"\"}}", NULL, NULL, MCPERR_R_NONE, 0},
        {"{\"b\":1,\"a\":2}", "b", NULL, MCPERR_R_TYPE, 5},
        {"{\"b\":1,\"a\":{\"c\":\"x\",\"c\":\"x\"}}", "c", NULL, MCPERR_R_TWICE, 20},
        {"{\"b\":1,\"a\":{\"m\":2,\"n\":3}}", "m", "a", MCPERR_R_UNKNOWN, 12},
        {"{\"b\":1,\"c\":2,\"a\":{\"m\":2}}", "c", NULL, MCPERR_R_UNKNOWN, 7},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        mcperr_fault fault;
        const mcperr_status status =
            mcperr_decode(&d, cases[i].json, strlen(cases[i].json), tokens, TOKENS, NULL, &fault);
        mu_int_eq(cases[i].reason == MCPERR_R_NONE ? MCPERR_OK : MCPERR_E_SHAPE, status, cases[i].json,
                  __FILE__, __LINE__);
        mu_int_eq(cases[i].reason, fault.reason, cases[i].json, __FILE__, __LINE__);
        if (status == MCPERR_OK)
            continue;
        mu_uint_eq(cases[i].offset, fault.offset, cases[i].json, __FILE__, __LINE__);
        mu_check(mcperr_text_is(fault.key, cases[i].key));
        mu_check(mcperr_text_is(fault.parent, cases[i].parent));
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_good_envelope_is_read_into_the_members_of_the_error)
    MU_RUN(what_is_read_is_written_again_byte_by_byte)
    MU_RUN(white_space_between_tokens_and_a_newline_at_the_end_change_nothing)
    MU_RUN(members_may_come_in_any_order)
    MU_RUN(every_escape_of_a_member_name_is_that_member)
    MU_RUN(a_missing_member_is_named_with_the_object_that_lacks_it)
    MU_RUN(a_member_for_the_second_time_is_refused_however_it_is_spelt)
    MU_RUN(a_value_of_another_type_is_refused_where_it_begins)
    MU_RUN(an_unknown_member_is_refused_by_closed_contracts_and_ignored_by_open_ones)
    MU_RUN(a_member_without_a_name_is_a_member_like_others)
    MU_RUN(an_empty_array_for_extensions_is_as_good_as_none)
    MU_RUN(an_envelope_that_is_cut_anywhere_is_refused_there)
    MU_RUN(a_text_that_is_not_an_object_is_refused)
    MU_RUN(tokens_that_do_not_suffice_are_told_and_those_that_just_do_are_enough)
    MU_RUN(null_arguments_are_misuse)
    MU_RUN(texts_are_judged_as_their_contract_says)
    MU_RUN(a_status_is_an_integer_from_100_to_599)
    MU_RUN(a_status_other_than_the_codes_is_kept)
    MU_RUN(a_retry_hint_is_an_integer_that_fits_or_refused_or_ignored)
    MU_RUN(every_change_of_one_byte_of_a_code_is_refused_or_another_code)
    MU_RUN(a_code_of_an_open_contract_has_the_kind_of_its_status)
    MU_RUN(a_code_that_is_left_out_is_that_of_the_type)
    MU_RUN(a_code_of_an_open_contract_has_the_kind_of_its_category)
    MU_RUN(the_status_of_an_unknown_code_is_kept_whatever_its_category)
    MU_RUN(every_code_of_every_contract_agrees_with_its_category_and_retryable_alone)
    MU_RUN(a_message_of_its_own_comes_before_the_canonical_one_in_any_order)
    MU_RUN(of_objects_that_are_none_the_first_in_the_text_is_named_and_an_unknown_member_before_them)
)
/* clang-format on */

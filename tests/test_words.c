/* SPDX-License-Identifier: MIT */
#include "mcperr/json.h"

#include "minunit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A word that tells each status from the others. */
static const struct {
    mcperr_status status;
    const char *word;
} statuses[] = {
    {MCPERR_OK, "good"},
    {MCPERR_E_NOSPACE, "buffer"},
    {MCPERR_E_SYNTAX, "JSON"},
    {MCPERR_E_PARTIAL, "ends"},
    {MCPERR_E_SIZE, "long"},
    {MCPERR_E_DEPTH, "nested"},
    {MCPERR_E_TOKENS, "many"},
    {MCPERR_E_SHAPE, "shape"},
    {MCPERR_E_VALUE, "value not"},
    {MCPERR_E_MISUSE, "call"},
    {MCPERR_E_SINK, "sink"},
    {MCPERR_E_FAILED, "tool failed"},
    {MCPERR_E_INTERNAL, "internal"},
};

static const struct {
    mcperr_reason reason;
    const char *word;
} reasons[] = {
    {MCPERR_R_NONE, "nothing"},
    {MCPERR_R_END, "ends"},
    {MCPERR_R_BOM, "byte order mark"},
    {MCPERR_R_VALUE, "a value"},
    {MCPERR_R_NAME, "member name in quotes"},
    {MCPERR_R_COLON, "':'"},
    {MCPERR_R_NEXT_MEMBER, "'}'"},
    {MCPERR_R_NEXT_ELEMENT, "']'"},
    {MCPERR_R_TRAILING, "text after the document"},
    {MCPERR_R_LITERAL, "true, false or null"},
    {MCPERR_R_NUMBER, "malformed number"},
    {MCPERR_R_CONTROL, "raw control"},
    {MCPERR_R_ESCAPE, "escape"},
    {MCPERR_R_SURROGATE, "surrogate"},
    {MCPERR_R_UTF8, "UTF-8"},
    {MCPERR_R_SIZE, "longer"},
    {MCPERR_R_DEPTH, "deeper"},
    {MCPERR_R_TOKENS, "more values"},
    {MCPERR_R_MISSING, "missing"},
    {MCPERR_R_UNKNOWN, "not a member"},
    {MCPERR_R_TWICE, "second time"},
    {MCPERR_R_TYPE, "wrong type"},
    {MCPERR_R_CODE, "not a code"},
    {MCPERR_R_NOT_ALLOWED, "value not allowed"},
    {MCPERR_R_RANGE, "out of range"},
    {MCPERR_R_TIME, "not a time"},
    {MCPERR_R_PREFIX, "begin as"},
    {MCPERR_R_EMPTY, "empty"},
    {MCPERR_R_CONTRADICTS, "contradicts"},
    {MCPERR_R_DIAGNOSTICS, "diagnostics"},
    {MCPERR_R_DIFFERS, "differs"},
    {MCPERR_R_NOT_CODE, "end in the code"},
    {MCPERR_R_NOT_TITLE, "title"},
    {MCPERR_R_OPERATION, "category:operation"},
};

typedef char every_status_is_here[COUNT(statuses) == MCPERR_E_INTERNAL + 1 ? 1 : -1];
typedef char every_reason_is_here[COUNT(reasons) == MCPERR_R_COUNT_ ? 1 : -1];

/* The word is in the words of its own value, and in no others. */
static void expect_word(const char *word, const char *words, int own)
{
    mu_int_eq(own, strstr(words, word) != NULL, word, __FILE__, __LINE__);
    for (const char *at = words; *at != '\0'; at++)
        mu_check(*at >= 0x20 && *at < 0x7F);
}

MU_TEST(every_status_has_words_of_its_own)
{
    for (size_t i = 0; i < COUNT(statuses); i++)
        for (size_t other = 0; other < COUNT(statuses); other++)
            expect_word(statuses[i].word, mcperr_status_text(statuses[other].status), i == other);
}

MU_TEST(every_reason_has_words_of_its_own)
{
    for (size_t i = 0; i < COUNT(reasons); i++)
        for (size_t other = 0; other < COUNT(reasons); other++)
            expect_word(reasons[i].word, mcperr_reason_text(reasons[other].reason), i == other);
}

MU_TEST(a_value_that_is_no_status_is_called_unknown)
{
    mu_assert_string_eq("unknown status", mcperr_status_text((mcperr_status)(MCPERR_E_INTERNAL + 1)));
    mu_assert_string_eq("unknown status", mcperr_status_text((mcperr_status)100));
    mu_assert_string_eq("unknown status", mcperr_status_text((mcperr_status)-1));
}

MU_TEST(a_value_that_is_no_reason_is_called_unknown)
{
    mu_assert_string_eq("unknown reason", mcperr_reason_text(MCPERR_R_COUNT_));
    mu_assert_string_eq("unknown reason", mcperr_reason_text((mcperr_reason)100));
    mu_assert_string_eq("unknown reason", mcperr_reason_text((mcperr_reason)-1));
}

/* clang-format off */
MU_MAIN(
    MU_RUN(every_status_has_words_of_its_own)
    MU_RUN(every_reason_has_words_of_its_own)
    MU_RUN(a_value_that_is_no_status_is_called_unknown)
    MU_RUN(a_value_that_is_no_reason_is_called_unknown)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* Ids of JSON-RPC, and what is left of one in a line that is no JSON. */
#include "mcp.h"
#include "text.h"

#include <string.h>

static bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

static bool is_integer_byte(char byte) { return byte == '-' || (byte >= '0' && byte <= '9'); }

bool mcperr_is_id(mcperr_text json)
{
    const char *const begin = json.data;
    size_t i = 0;

    if (begin == NULL || json.form != MCPERR_JSON || json.size == 0 || json.size > MCPERR_ID_MAX)
        return false;
    while (i < json.size && is_integer_byte(begin[i]))
        i++;
    if (i < json.size && (begin[0] != '"' || begin[json.size - 1] != '"'))
        return false;
    return mcperr_json_check(begin, json.size, NULL, NULL, NULL) == MCPERR_OK;
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && is_space(*at))
        at++;
    return at;
}

static const char *skip_space_back(const char *begin, const char *end)
{
    while (begin < end && is_space(end[-1]))
        end--;
    return end;
}

/* What stands between two places, without white space around it. */
static mcperr_text between(const char *begin, const char *end)
{
    begin = skip_space(begin, end);
    return mcperr_view(begin, (size_t)(skip_space_back(begin, end) - begin), MCPERR_JSON);
}

/* Behind the string that opens at `at`, or `end`. */
static const char *behind_string(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++)
        if (*at == '\\' && end - at > 1)
            at++;
    return at < end ? at + 1 : end;
}

/* The value of the root's member `id`. The text is the beginning of a good document; absent if there is no
   such member in it, or what follows its value is not in it. */
static mcperr_text id_in(const char *at, const char *end)
{
    const char *value = NULL;
    unsigned depth = 0;
    bool name_due = false, is_id = false;

    while (at < end) {
        const char *const begin = at++;
        if (*begin == '"') {
            at = behind_string(begin, end);
            if (depth == 1 && name_due)
                is_id = mcperr_text_is(mcperr_view(begin, (size_t)(at - begin), MCPERR_ESCAPED), "\"id\"");
            name_due = false;
        } else if (*begin == ':' && depth == 1 && is_id) {
            value = at;
        } else if (value != NULL && depth == 1 && (*begin == ',' || *begin == '}')) {
            return between(value, begin);
        } else if (*begin == '{' || *begin == '[') {
            name_due = ++depth == 1;
        } else if (*begin == '}' || *begin == ']') {
            depth--;
        } else if (*begin == ',') {
            name_due = true;
        }
    }
    return MCPERR_ABSENT;
}

static mcperr_text id_in_head(const char *head, size_t size)
{
    mcperr_fault fault;

    if (head == NULL)
        return MCPERR_ABSENT;
    (void)mcperr_json_check(head, size, NULL, NULL, &fault);
    return fault.reason != MCPERR_R_SIZE ? id_in(head, head + fault.offset) : MCPERR_ABSENT;
}

/* Where a good document ends in this, it is a member of the root: a quote that follows a comma or brace opens
   a name, and the last brace closes the root. */
static mcperr_text id_in_tail(const char *tail, size_t size)
{
    static const char name[] = {'"', 'i', 'd', '"'};

    if (tail == NULL)
        return MCPERR_ABSENT;
    const char *end = skip_space_back(tail, tail + size);
    if (end == tail || *--end != '}')
        return MCPERR_ABSENT;
    end = skip_space_back(tail, end);
    for (const char *at = end; at - tail > (ptrdiff_t)sizeof name; at--) {
        if (memcmp(at - sizeof name, name, sizeof name) != 0)
            continue;
        const char *const before = skip_space_back(tail, at - sizeof name), *const colon =
                                                                                skip_space(at, end);
        if (before > tail && (before[-1] == ',' || before[-1] == '{'))
            return colon < end && *colon == ':' ? between(colon + 1, end) : MCPERR_ABSENT;
    }
    return MCPERR_ABSENT;
}

bool mcperr_salvage_id(const char *head, size_t head_size, const char *tail, size_t tail_size,
                       mcperr_text *id)
{
    mcperr_text found = id_in_head(head, head_size);

    if (found.data == NULL)
        found = id_in_tail(tail, tail_size);
    if (!mcperr_is_id(found))
        return false;
    *id = found;
    return true;
}

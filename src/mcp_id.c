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

/* The members of the root that stand, with what follows, in the beginning of a good document. */
typedef struct members {
    unsigned ids;
    mcperr_text id; /* absent, too, if what follows its value is not there */
    bool request;   /* a method or params */
} members;

static members members_in(const char *at, const char *end)
{
    members found = {0, MCPERR_ABSENT, false};
    mcperr_text name = MCPERR_ABSENT;
    const char *id = NULL;
    unsigned depth = 0;

    while (at < end) {
        const char *const begin = at++;
        if (*begin == '"') {
            at = behind_string(begin, end);
            name = mcperr_view(begin, (size_t)(at - begin), MCPERR_ESCAPED);
        } else if (*begin == ':' && depth == 1) {
            id = mcperr_text_is(name, "\"id\"") ? at : NULL;
            found.ids += id != NULL;
            found.request =
                found.request || mcperr_text_is(name, "\"method\"") || mcperr_text_is(name, "\"params\"");
        } else if ((*begin == ',' || *begin == '}') && depth == 1 && id != NULL) {
            found.id = between(id, begin);
        }
        depth += *begin == '{' || *begin == '[';
        depth -= *begin == '}' || *begin == ']';
    }
    return found;
}

static members members_of(const char *head, size_t size)
{
    const char *const text = head != NULL ? head : "";
    mcperr_fault fault;

    (void)mcperr_json_check(text, head != NULL ? size : 0, NULL, NULL, &fault);
    return members_in(text, fault.reason != MCPERR_R_SIZE ? text + fault.offset : text);
}

/* In the end of a document, with the brace that closes the root: a quote that follows a comma or brace opens
   a name. */
static mcperr_text id_in_tail(const char *tail, size_t size)
{
    static const char name[] = {'"', 'i', 'd', '"'};
    const char *const end = skip_space_back(tail, tail + size - 1);

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

void mcperr_salvage_line(const char *head, size_t head_size, const char *tail, size_t tail_size,
                         mcperr_salvage *to)
{
    const members found = members_of(head, head_size);
    const size_t size = tail != NULL ? (size_t)(skip_space_back(tail, tail + tail_size) - tail) : 0;
    const bool broken = size > 0 && tail[size - 1] != '}';
    const mcperr_text last = size > 0 && !broken ? id_in_tail(tail, size) : MCPERR_ABSENT,
                      id = found.ids == 0 ? last : found.id;
    const bool one = found.ids <= 1 && (last.data == NULL || last.data == id.data);

    to->id = one && mcperr_is_id(id) ? id : MCPERR_ABSENT;
    to->request = found.request;
    to->broken = broken;
}

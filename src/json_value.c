/* SPDX-License-Identifier: MIT */
/* The writer's values, each a few calls of json_write.c. */
#include "json_write.h"
#include "text.h"

void mcperr_json_null(mcperr_json *w, const char *key) { mcperr_json_value(w, key, "null", 4); }
void mcperr_json_bool(mcperr_json *w, const char *key, bool value)
{
    mcperr_json_value(w, key, value ? "true" : "false", value ? 4 : 5);
}

static void put_integer(mcperr_json *w, const char *key, uint64_t size, bool negative)
{
    char text[1 + MCPERR_DECIMAL_MAX];
    char *at = mcperr_decimal(size, text + 1);

    if (negative)
        *--at = '-';
    mcperr_json_value(w, key, at, (size_t)(text + sizeof text - at));
}

void mcperr_json_int(mcperr_json *w, const char *key, int64_t value)
{
    put_integer(w, key, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void mcperr_json_uint(mcperr_json *w, const char *key, uint64_t value) { put_integer(w, key, value, false); }

void mcperr_json_view(mcperr_json *w, const char *key, mcperr_text text)
{
    if (text.data == NULL)
        mcperr_json_null(w, key);
    else if (!mcperr_json_due(w, key))
        return;
    else if (text.form == MCPERR_JSON)
        mcperr_json_raw(w, text);
    else
        mcperr_json_chars(w, text);
}

void mcperr_json_str(mcperr_json *w, const char *key, const char *plain)
{
    mcperr_json_view(w, key, mcperr_str(plain));
}

void mcperr_json_time(mcperr_json *w, const char *key, int64_t unix_ms)
{
    char text[MCPERR_TIME_SIZE];

    mcperr_time_text(unix_ms, text);
    mcperr_json_view(w, key, mcperr_plain(text, sizeof text));
}

void mcperr_json_text(mcperr_json *w, const char *key, mcperr_text text)
{
    if (text.data == NULL || text.form != MCPERR_FIELDS) {
        mcperr_json_view(w, key, text);
        return;
    }
    mcperr_json_object(w, key);
    if (w != NULL)
        mcperr_json_fields(w, text);
    mcperr_json_end(w);
}

/* SPDX-License-Identifier: MIT */
/* Firmware that does the jobs with others' code, to be measured beside ours: -DPART=... chooses it. */
#include <stddef.h>

#define CJSON_WRITE 1
#define CJSON_BOTH 2
#define JSMN 3

extern char buffer[512];
char buffer[512];

#if PART == JSMN
#define JSMN_STATIC
#include "jsmn.h"

extern jsmntok_t tokens[64];
jsmntok_t tokens[64];
#else
#include <cjson/cJSON.h>
#endif

int main(void)
{
    volatile int seen = 0;
#if PART == JSMN
    jsmn_parser parser;
    jsmn_init(&parser);
    seen = jsmn_parse(&parser, buffer, sizeof buffer, tokens, 64);
#else
    cJSON *const tree = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(tree, "type", buffer);
    (void)cJSON_AddStringToObject(tree, "message", buffer);
    (void)cJSON_AddBoolToObject(tree, "recoverable", seen);
    (void)cJSON_AddNumberToObject(cJSON_AddObjectToObject(tree, "data"), "retry_after", seen);
    seen = cJSON_PrintPreallocated(tree, buffer, sizeof buffer, 0);
    cJSON_Delete(tree);
#endif
#if PART == CJSON_BOTH
    cJSON *const read = cJSON_ParseWithLength(buffer, sizeof buffer);
    seen = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(read, "type")) &&
           cJSON_IsString(cJSON_GetObjectItemCaseSensitive(read, "message")) &&
           cJSON_IsBool(cJSON_GetObjectItemCaseSensitive(read, "recoverable"));
    cJSON_Delete(read);
#endif
    return seen;
}

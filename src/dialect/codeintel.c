/* SPDX-License-Identifier: MIT */
/* Capability codeintel-error-envelope 1.0.0: the envelope, and the problem object alone (RFC 9457). */
#include "mcperr/error.h"
#include "redact.h"

static const mcperr_row rows[] = {
    MCPERR_ROW_SPLICE(result, MCPERR_ROW_KEEP, MCPERR_SHED_ALL),
    MCPERR_ROW("error", MESSAGE, 0),
    MCPERR_ROW("problem", OPEN, 0),
    MCPERR_ROW_TYPE("type", "https://kgfoundry.dev/problems/"),
    MCPERR_ROW("title", TITLE, 0),
    MCPERR_ROW("status", STATUS, 0),
    MCPERR_ROW("detail", MESSAGE, 0),
    MCPERR_ROW_TEXT_EXTRA("instance", "urn:codeintel:", operation, MCPERR_ROW_KEEP | MCPERR_ROW_SAFE),
    MCPERR_ROW("code", CODE, MCPERR_ROW_OPEN_READ),
    MCPERR_ROW("extensions", OPEN, MCPERR_ROW_OPTIONAL | MCPERR_ROW_OPEN_READ),
    MCPERR_ROW_TEXT("exception_type", exception, MCPERR_ROW_OPTIONAL | MCPERR_ROW_HINT),
    MCPERR_ROW("retry_after", RETRY_AFTER, MCPERR_ROW_OPTIONAL | MCPERR_ROW_HINT),
    MCPERR_ROW_SPLICE(details, MCPERR_ROW_OPTIONAL | MCPERR_ROW_SAFE, MCPERR_SHED_DETAILS),
    MCPERR_ROW_CLOSE,
    MCPERR_ROW_CLOSE,
};
#define ENVELOPE (sizeof rows / sizeof *rows)
#define PROBLEM 3 /* the first row of the problem object */

enum {
    FILE_NOT_FOUND,
    UNSUPPORTED_ENCODING,
    INVALID_PARAMETER,
    FORBIDDEN,
    GIT_OPERATION_ERROR,
    VECTOR_SEARCH_ERROR,
    EMBEDDING_ERROR,
    INTERNAL_ERROR,
    FILE_OPERATION_ERROR,
    CODES
};

static const mcperr_code codes[CODES] = {
    [FILE_NOT_FOUND] = MCPERR_CODE("file-not-found", MCPERR_NOT_FOUND, "File not found"),
    [UNSUPPORTED_ENCODING] =
        MCPERR_CODE("unsupported-encoding", MCPERR_UNSUPPORTED_ENCODING, "Binary file or encoding error"),
    [INVALID_PARAMETER] = MCPERR_CODE("invalid-parameter", MCPERR_INVALID, "Invalid parameter"),
    [FORBIDDEN] = MCPERR_CODE("forbidden", MCPERR_FORBIDDEN, "Access denied"),
    [GIT_OPERATION_ERROR] = MCPERR_CODE("git-operation-error", MCPERR_INTERNAL, "Git operation failed"),
    [VECTOR_SEARCH_ERROR] = MCPERR_CODE("vector-search-error", MCPERR_UNAVAILABLE, "Search failed"),
    [EMBEDDING_ERROR] = MCPERR_CODE("embedding-error", MCPERR_UNAVAILABLE, "Embedding generation failed"),
    [INTERNAL_ERROR] = MCPERR_CODE("internal-error", MCPERR_INTERNAL, "Internal error"),
    [FILE_OPERATION_ERROR] = MCPERR_CODE("file-operation-error", MCPERR_INVALID, "File operation failed"),
};

static const uint8_t words[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = INTERNAL_ERROR,
    [MCPERR_INVALID] = INVALID_PARAMETER,
    [MCPERR_UNSUPPORTED_VERSION] = INVALID_PARAMETER,
    [MCPERR_VERSION_CONFLICT] = INVALID_PARAMETER,
    [MCPERR_UNSUPPORTED_ENCODING] = UNSUPPORTED_ENCODING,
    [MCPERR_UNAUTHENTICATED] = FORBIDDEN,
    [MCPERR_FORBIDDEN] = FORBIDDEN,
    [MCPERR_NOT_FOUND] = FILE_NOT_FOUND,
    [MCPERR_CONFLICT] = INTERNAL_ERROR,
    [MCPERR_PRECONDITION] = INTERNAL_ERROR,
    [MCPERR_POLICY] = FORBIDDEN,
    [MCPERR_RATE_LIMITED] = INTERNAL_ERROR,
    [MCPERR_BUDGET] = FORBIDDEN,
    [MCPERR_CORRUPT] = INTERNAL_ERROR,
    [MCPERR_IO] = INTERNAL_ERROR,
    [MCPERR_TIMEOUT] = INTERNAL_ERROR,
    [MCPERR_UNAVAILABLE] = INTERNAL_ERROR,
};

const mcperr_dialect mcperr_codeintel = {
    "codeintel", "problem.", rows, codes, words, mcperr_redact, ENVELOPE, CODES, 2, MCPERR_DIALECT_KEBAB,
};

const mcperr_dialect mcperr_problem = {
    "problem",     "type&title&status&instance", rows + PROBLEM, codes, words,
    mcperr_redact, ENVELOPE - PROBLEM - 1,       CODES,          7,     MCPERR_DIALECT_KEBAB,
};

/* ---- exceptions: the table "Exception -> Status Code Mapping" and its hierarchy ---------------- */

static const mcperr_exception exceptions[] = {
    {"FileNotFoundError", NULL, &codes[FILE_NOT_FOUND], ""},
    {"UnicodeDecodeError", NULL, &codes[UNSUPPORTED_ENCODING], "encoding|reason"},
    {"ValueError", NULL, &codes[INVALID_PARAMETER], ""},
    {"FileOperationError", "KgFoundryError", &codes[FILE_OPERATION_ERROR], "path"},
    {"InvalidLineRangeError", "FileOperationError", &codes[INVALID_PARAMETER], "path|start_line|end_line"},
    {"FileReadError", "FileOperationError", &codes[UNSUPPORTED_ENCODING], "path"},
    {"PathOutsideRepositoryError", "KgFoundryError", &codes[FORBIDDEN], "path"},
    {"GitOperationError", "KgFoundryError", &codes[GIT_OPERATION_ERROR], "path|git_command"},
    {"VectorSearchError", "KgFoundryError", &codes[VECTOR_SEARCH_ERROR], "query|faiss_index"},
    {"EmbeddingError", "KgFoundryError", &codes[EMBEDDING_ERROR], ""},
};

const mcperr_exception *mcperr_exception_named(mcperr_text name)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        if (mcperr_text_is(name, exceptions[i].name))
            return &exceptions[i];
    return NULL;
}

/* ---- the empty results of FR-ERR-011 ----------------------------------------------------------- */

static const struct {
    const char *tool, *operation, *result;
} tools[] = {
    {"open_file", "files:open_file", "{\"path\":\"\",\"content\":\"\",\"lines\":0,\"size\":0}"},
    {"list_paths", "files:list_paths", "{\"items\":[],\"total\":0,\"truncated\":false}"},
    {"blame_range", "git:blame_range", "{\"blame\":[]}"},
    {"file_history", "git:file_history", "{\"commits\":[]}"},
    {"search_text", "search:text", "{\"matches\":[],\"total\":0,\"truncated\":false}"},
    {"semantic_search", "search:semantic", "{\"findings\":[],\"answer\":\"\",\"confidence\":0.0}"},
};

bool mcperr_codeintel_tool(mcperr_error *err, mcperr_text tool)
{
    for (size_t i = 0; err != NULL && i < sizeof tools / sizeof *tools; i++)
        if (mcperr_text_is(tool, tools[i].tool)) {
            err->tool = tool;
            err->operation = mcperr_str(tools[i].operation);
            err->result = mcperr_raw(tools[i].result);
            return true;
        }
    return false;
}

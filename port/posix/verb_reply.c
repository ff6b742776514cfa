/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <inttypes.h>

static const option options[] = {
    {"--json", NULL, "answer with one JSON object for each line", .flag = &as_json},
};

/* ---- words ------------------------------------------------------------------------------------------ */

static const char *const kinds[] = {
    [MCPERR_REPLY_RESULT] = "result",
    [MCPERR_REPLY_TOOL_ERROR] = "tool_error",
    [MCPERR_REPLY_PROTOCOL_ERROR] = "protocol_error",
    [MCPERR_REPLY_INPUT_REQUIRED] = "input_required",
    [MCPERR_REPLY_OTHER] = "other",
    [MCPERR_REPLY_MALFORMED] = "malformed",
};

/* For each place: a word for machines, and one for people. */
static const struct {
    const char *word, *words;
} places[] = {
    [MCPERR_IN_NOTHING] = {NULL, NULL},
    [MCPERR_IN_TEXT] = {"text", "a text of the content"},
    [MCPERR_IN_STRUCTURED] = {"structured", "the structured content"},
    [MCPERR_IN_META] = {"meta", "_meta"},
    [MCPERR_IN_DATA] = {"data", "the data of the error"},
    [MCPERR_IN_ERROR] = {"error", "the place of the error"},
    [MCPERR_IN_LINE] = {"line", "the line itself"},
    [MCPERR_IN_MESSAGE] = {"message", "the message of the error"},
};

static const struct {
    unsigned bit;
    const char *word, *words;
} oddities[] = {
    {MCPERR_ODD_NOT_MARKED, "not_marked", "the result does not say that it is an error (\"isError\":true)"},
    {MCPERR_ODD_NO_CODE, "no_code", "the error of JSON-RPC lacks an integer code, or a message"},
    {MCPERR_ODD_ID, "id", "the id is missing, null, or neither an integer nor a short string"},
    {MCPERR_ODD_VERSION, "version", "\"jsonrpc\" is not \"2.0\""},
    {MCPERR_ODD_BOTH, "both", "there are both a result and an error"},
    {MCPERR_ODD_BOM, "bom", "a byte order mark stands before the line"},
    {MCPERR_ODD_MARK, "mark", "\"isError\" is neither true nor false"},
};

/* ---- what is known ---------------------------------------------------------------------------------- */

typedef struct answer {
    const input *in;
    mcperr_reply reply;
    bool failed; /* there is an error to explain */
} answer;

static explanation explained(const mcperr_reply *r)
{
    const explanation e = {r->error, r->dialect, r->reading, r->code};

    return e;
}

/* The fault of a line as that of a text that was judged. */
static verdict judged(const mcperr_reply *r)
{
    verdict v = {NULL, MCPERR_OK, r->fault, false};

    switch (r->fault.reason) {
    case MCPERR_R_NONE:
        break;
    case MCPERR_R_MISSING:
    case MCPERR_R_TYPE:
    case MCPERR_R_NOT_ALLOWED:
        v.status = MCPERR_E_SHAPE;
        break;
    case MCPERR_R_DEPTH:
    case MCPERR_R_TOKENS:
        v.status = MCPERR_E_TOKENS;
        break;
    default:
        v.status = MCPERR_E_SYNTAX;
        break;
    }
    return v;
}

/* ---- for machines ----------------------------------------------------------------------------------- */

static void write_answer(mcperr_json *w, void *what)
{
    const answer *const a = what;
    const mcperr_reply *const r = &a->reply;
    const explanation e = explained(r);
    const verdict v = judged(r);

    mcperr_json_object(w, NULL);
    write_line(w, a->in);
    mcperr_json_str(w, "kind", kinds[r->kind]);
    mcperr_json_text(w, "id", r->id);
    mcperr_json_text(w, "method", r->method);
    mcperr_json_text(w, "state", r->state);
    if (r->code != 0)
        mcperr_json_int(w, "rpc_code", r->code);
    else
        mcperr_json_null(w, "rpc_code");
    mcperr_json_str(w, "place", places[r->place].word);
    mcperr_json_array(w, "odd");
    for (size_t i = 0; i < COUNT(oddities); i++)
        if (r->odd & oddities[i].bit)
            mcperr_json_str(w, NULL, oddities[i].word);
    mcperr_json_end(w);
    write_fault(w, a->in, &v);
    if (a->failed) {
        mcperr_json_object(w, "error");
        write_explanation(w, &e);
        mcperr_json_end(w);
    } else {
        mcperr_json_null(w, "error");
    }
    mcperr_json_end(w);
}

/* ---- for people ------------------------------------------------------------------------------------- */

static void print_fact(const char *label, mcperr_text text)
{
    if (text.data == NULL)
        return;
    print_label(label);
    print_text(text);
    putchar('\n');
}

static void print_answer(const answer *a)
{
    const mcperr_reply *const r = &a->reply;
    const explanation e = explained(r);
    const verdict v = judged(r);
    const input whole = {a->in->text, a->in->size, 0};
    const char *label = "Odd:";

    printf("line %" PRIu64 ": %s", a->in->line, mcperr_reply_text(r->kind));
    if (r->id.data != NULL) {
        printf(", id ");
        print_text(r->id);
    }
    putchar('\n');
    if (v.status != MCPERR_OK) {
        print_label("Fault:");
        print_fault(stdout, "", &whole, &v);
    }
    if (a->failed)
        print_explanation(&e);
    else
        print_fact("Text:", r->text);
    print_fact("Method:", r->method);
    print_fact("State:", r->state);
    if (r->place != MCPERR_IN_NOTHING) {
        print_label("Envelope in:");
        printf("%s\n", places[r->place].words);
    }
    for (size_t i = 0; i < COUNT(oddities); i++)
        if (r->odd & oddities[i].bit) {
            print_label(label);
            printf("%s\n", oddities[i].words);
            label = "";
        }
    putchar('\n');
}

static int judge(const input *in)
{
    answer a = {.in = in};

    if (in->size > INPUT_MOST)
        return too_long(in);
    const mcperr_reply_kind kind =
        mcperr_reply_read(dialects, DIALECTS, in->text, in->size, tokens, TOKENS_MOST, &a.reply);
    a.failed = kind == MCPERR_REPLY_TOOL_ERROR || kind == MCPERR_REPLY_PROTOCOL_ERROR ||
               kind == MCPERR_REPLY_MALFORMED;
    if (as_json)
        (void)print_json(write_answer, &a);
    else
        print_answer(&a);
    return exit_for(judged(&a.reply).status);
}

static int run(const char *file)
{
    by_line = true;
    return each_input(file, judge);
}

const verb verb_reply = {
    "reply",
    "what the lines of an MCP server say: results, errors and what to do about them, mistakes",
    "Each line is one message of JSON-RPC; blank lines are skipped. Errors are explained as by `mcperr "
    "explain`,\n"
    "wherever in the message they stand. The exit status tells whether the lines were understood, not what "
    "they\n"
    "say: 0 all were, an error of a tool or request among them or not; 1 one is malformed; 3 one is past a "
    "limit.\n"
    "With --json each line is "
    "{\"line\",\"kind\",\"id\",\"method\",\"state\",\"rpc_code\",\"place\",\"odd\",\"offset\",\n"
    "\"pointer\",\"reason\",\"error\"}; kind is result, tool_error, protocol_error, input_required, other or "
    "malformed;\n"
    "place is where the envelope stood; odd lists what the server did wrong; error is as `explain --json` "
    "writes it.\n",
    options,
    COUNT(options),
    READS_FILE,
    run,
};

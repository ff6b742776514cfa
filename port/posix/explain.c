/* SPDX-License-Identifier: MIT */
/* What an error means, for people and machines. */
#include "command.h"

#include <inttypes.h>

/* ---- words ------------------------------------------------------------------------------------------ */

static const char *const kinds[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = "something broke inside the server",
    [MCPERR_INVALID] = "the call's input is not acceptable",
    [MCPERR_UNSUPPORTED_VERSION] = "the server does not speak this protocol version",
    [MCPERR_VERSION_CONFLICT] = "the call names protocol versions that contradict each other",
    [MCPERR_UNSUPPORTED_ENCODING] = "the data is binary, or in an encoding that the server cannot read",
    [MCPERR_UNAUTHENTICATED] = "the caller has not proved who it is",
    [MCPERR_FORBIDDEN] = "the caller may not do this",
    [MCPERR_NOT_FOUND] = "what the call asks for does not exist",
    [MCPERR_CONFLICT] = "somebody else holds it, or has changed it in the meantime",
    [MCPERR_PRECONDITION] = "something else has to happen first",
    [MCPERR_POLICY] = "a rule of the server forbids it",
    [MCPERR_RATE_LIMITED] = "there were too many calls in a short time",
    [MCPERR_BUDGET] = "the budget is used up",
    [MCPERR_CORRUPT] = "data that the server keeps is damaged",
    [MCPERR_IO] = "the server could not read or write something",
    [MCPERR_TIMEOUT] = "no answer came in time",
    [MCPERR_UNAVAILABLE] = "something that the server needs is not available at the moment",
};

/* For each reading: a word for machines; and for people, around the name of the dialect. */
static const struct {
    const char *word, *before, *behind;
} readings[] = {
    [MCPERR_EXACT] = {"exact", "a valid ", " envelope"},
    [MCPERR_ALIAS] = {"alias", "a ", " envelope that departs from its contract; `mcperr check` tells where"},
    [MCPERR_LEGACY] = {"legacy", "an older form, a code or a message without an envelope", NULL},
    [MCPERR_PLAINTEXT] = {"plain", "plain text, which says no more than its words", NULL},
};

/* For each action: a word for machines; does the same call make sense again; and what the few words
   of the library leave open. */
static const struct {
    const char *word, *again, *more;
} actions[] = {
    [MCPERR_GIVE_UP] = {"give_up", "No, the same call would fail again.", "; tell those who run the server"},
    [MCPERR_RETRY] = {"retry", "Yes", ", and stop after 3 failures in all"},
    [MCPERR_WAIT] = {"wait", "Yes", ", and stop after 3 failures in all"},
    [MCPERR_FIX_INPUT] = {"fix_input", "Not as it is: the same call would fail again.", ""},
    [MCPERR_WORK_AROUND] = {"work_around", "No, the same call would fail again.",
                            ": do without it, or look for another one"},
    [MCPERR_NEGOTIATE] = {"negotiate", "Not before it is free.", ", as the details tell"},
    [MCPERR_ESCALATE] = {"escalate", "No, not before somebody allows it.", ""},
    [MCPERR_ASK] = {"ask", "Only if doing it twice does no harm.", ""},
    [MCPERR_BEGIN_SESSION] = {"begin_session", "Yes, once there is a session.", ", with begin_session"},
    [MCPERR_FAILURE_REPORT] = {"failure_report", "No, the session is locked after an earlier failure.",
                               " in docs/reports/"},
    [MCPERR_CHECK_ROLE] = {"check_role", "No, not in this role.", ""},
    [MCPERR_VERIFY_PLAN] = {"verify_plan", "Yes, once the plan is approved.", ""},
};

/* ---- what is known ---------------------------------------------------------------------------------- */

/* Is nothing known but words? */
static bool is_plain(const explanation *e) { return e->dialect == NULL && e->err.kind == MCPERR_INTERNAL; }

static mcperr_advice advice_on(const explanation *e) { return mcperr_advise(&e->err, NULL, 1, false, 0); }

static mcperr_text message_of(const mcperr_error *err)
{
    if (err->message.data != NULL)
        return err->message;
    const bool known = err->home != NULL && err->code_row > 0;
    return mcperr_str(known ? err->home->codes[err->code_row - 1u].message : NULL);
}

/* The words of a cause: itself, or the message of an object, read as KAIZA reads what was thrown. */
static mcperr_text cause_of(const mcperr_error *err)
{
    mcperr_error thrown = {.time_ms = 0};

    if (err->cause.data == NULL || err->cause.form != MCPERR_JSON)
        return err->cause;
    mcperr_kaiza_thrown(&thrown, err->cause, tokens, TOKENS_MOST);
    const char *const begin = err->cause.data, *const said = thrown.message.data;
    return said >= begin && said < begin + err->cause.size ? thrown.message : err->cause;
}

/* ---- for machines ----------------------------------------------------------------------------------- */

void write_explanation(mcperr_json *w, const explanation *e)
{
    const mcperr_error *const err = &e->err;
    const mcperr_kind_info *const kind = mcperr_kind_of(err->kind);
    const mcperr_advice advice = advice_on(e);

    mcperr_json_str(w, "reading", readings[e->reading].word);
    mcperr_json_str(w, "dialect", e->dialect != NULL ? e->dialect->name : NULL);
    mcperr_json_text(w, "code", err->code);
    mcperr_json_str(w, "kind", kind->name);
    mcperr_json_text(w, "message", message_of(err));
    mcperr_json_uint(w, "status", err->status != 0 ? err->status : kind->status);
    mcperr_json_str(w, "category", kind->category);
    mcperr_json_str(w, "alert", kind->alert == MCPERR_CRITICAL ? "critical" : "warning");
    mcperr_json_bool(w, "retryable", mcperr_is_retryable(err));
    mcperr_json_bool(w, "recoverable", mcperr_is_recoverable(err));
    if (err->has_retry_after)
        mcperr_json_uint(w, "retry_after", err->retry_after_s);
    else
        mcperr_json_null(w, "retry_after");
    mcperr_json_str(w, "action", actions[advice.action].word);
    mcperr_json_uint(w, "delay_ms", advice.delay_ms);
    mcperr_json_text(w, "tool", err->tool);
    mcperr_json_text(w, "operation", err->operation);
    mcperr_json_text(w, "incident", err->incident);
    mcperr_json_text(w, "cause", err->cause);
    mcperr_json_text(w, "details", err->details);
}

/* ---- for people ------------------------------------------------------------------------------------- */

void print_label(const char *label) { printf("%-16s", label); }

/* `name text`, behind a label for the first of a line and a comma for the others; nothing if absent. */
static void print_fact(const char **label, const char *name, mcperr_text text)
{
    if (text.data == NULL)
        return;
    if (*label != NULL)
        print_label(*label);
    printf("%s%s", *label != NULL ? "" : ", ", name);
    print_text(text);
    *label = NULL;
}

static void end_facts(const char *label)
{
    if (label == NULL)
        putchar('\n');
}

static void print_delay(uint32_t delay_ms)
{
    static const struct {
        uint32_t seconds;
        const char *unit;
    } units[] = {{1, "second"}, {60, "minute"}, {3600, "hour"}, {86400, "day"}};
    const uint32_t seconds = delay_ms / 1000 + (delay_ms % 1000 != 0);
    size_t i = 0;

    /* The largest unit of which there are at least two, rounded up. */
    while (i + 1 < COUNT(units) && seconds >= 2 * units[i + 1].seconds)
        i++;
    const unsigned long count = (seconds + units[i].seconds - 1) / units[i].seconds;
    printf("%lu %s%s", count, units[i].unit, count == 1 ? "" : "s");
}

static void print_advice(const explanation *e)
{
    const mcperr_advice advice = advice_on(e);

    print_label("Try again?");
    printf("%s", is_plain(e) ? "No, nothing says that it would help." : actions[advice.action].again);
    if (advice.delay_ms > 0) {
        printf(", after ");
        print_delay(advice.delay_ms);
        printf("%s", e->err.has_retry_after && e->err.retry_after_s > 0 ? ", as the server asks."
                                                                        : ", then twice as long each time.");
    }
    putchar('\n');
    print_label("What to do:");
    printf("%s%s\n", mcperr_action_text(advice.action), actions[advice.action].more);
}

static void print_facts(const mcperr_error *err)
{
    const char *label = "Where:";

    print_fact(&label, "tool ", err->tool);
    print_fact(&label, "operation ", err->operation);
    print_fact(&label, "phase ", err->phase);
    print_fact(&label, "role ", err->role);
    end_facts(label);
    label = "Broken rule:";
    print_fact(&label, "", err->invariant);
    end_facts(label);
    label = "Caused by:";
    print_fact(&label, "", cause_of(err));
    print_fact(&label, "an exception of type ", err->exception);
    end_facts(label);
    label = "Details:";
    print_fact(&label, "", err->details);
    end_facts(label);
    label = "Incident:";
    print_fact(&label, "", err->incident);
    if (label == NULL)
        printf(" (quote it when you ask for help)");
    end_facts(label);
}

static void print_names(const explanation *e)
{
    print_label("Known as:");
    if (e->err.code.data != NULL) {
        printf("code ");
        print_text(e->err.code);
        printf(", ");
    } else if (e->rpc_code != 0) {
        printf("code %" PRId64 ", ", e->rpc_code);
    }
    printf("kind %s\n", mcperr_kind_of(e->err.kind)->name);
    print_label("Read as:");
    if (e->dialect == NULL && e->rpc_code != 0)
        printf("an error of JSON-RPC, by its code and words");
    else
        printf("%s", readings[e->reading].before);
    if (readings[e->reading].behind != NULL)
        printf("%s%s", e->dialect->name, readings[e->reading].behind);
    else if (e->dialect != NULL)
        printf(" (%s)", e->dialect->name);
    putchar('\n');
}

void print_explanation(const explanation *e)
{
    const mcperr_text message = message_of(&e->err);

    print_label("What happened:");
    if (message.data != NULL && message.size > 0)
        print_text(message);
    else
        printf("the server does not say");
    putchar('\n');
    print_label("That means:");
    printf("%s\n",
           is_plain(e) ? "nothing more is known; it counts as broken inside the server" : kinds[e->err.kind]);
    print_names(e);
    print_advice(e);
    print_facts(&e->err);
}

/* SPDX-License-Identifier: MIT */
#include "mcperr/policy.h"
#include "error.h"
#include "text.h"

#include <string.h>

/* ---- advice ----------------------------------------------------------------------------------------- */

const char *mcperr_action_text(mcperr_action action)
{
    static const char *const words[] = {
        "give up",
        "try the same call again",
        "wait, then try the same call again",
        "fix the input, then try once more",
        "work around it",
        "negotiate with those who hold it",
        "ask a person who may decide",
        "ask before doing it again, for it may have happened",
        "begin a session first",
        "write a failure report",
        "check role and permissions",
        "verify that the plan is approved",
    };

    return (size_t)action < sizeof words / sizeof *words ? words[action] : "unknown action";
}

/* What each kind calls for, where nothing more particular is known. */
static const uint8_t by_kind[MCPERR_KIND_COUNT] = {
    [MCPERR_INTERNAL] = MCPERR_GIVE_UP,
    [MCPERR_INVALID] = MCPERR_FIX_INPUT,
    [MCPERR_UNSUPPORTED_VERSION] = MCPERR_FIX_INPUT,
    [MCPERR_VERSION_CONFLICT] = MCPERR_FIX_INPUT,
    [MCPERR_UNSUPPORTED_ENCODING] = MCPERR_FIX_INPUT,
    [MCPERR_UNAUTHENTICATED] = MCPERR_ESCALATE,
    [MCPERR_FORBIDDEN] = MCPERR_ESCALATE,
    [MCPERR_NOT_FOUND] = MCPERR_WORK_AROUND,
    [MCPERR_CONFLICT] = MCPERR_WAIT,
    [MCPERR_PRECONDITION] = MCPERR_FIX_INPUT,
    [MCPERR_POLICY] = MCPERR_ESCALATE,
    [MCPERR_RATE_LIMITED] = MCPERR_RETRY,
    [MCPERR_BUDGET] = MCPERR_ESCALATE,
    [MCPERR_CORRUPT] = MCPERR_GIVE_UP,
    [MCPERR_IO] = MCPERR_RETRY,
    [MCPERR_TIMEOUT] = MCPERR_RETRY,
    [MCPERR_UNAVAILABLE] = MCPERR_RETRY,
};

/* Section 7 of KAIZA's contract. The dialect is known by its name, so that it need not be linked. */
static mcperr_action by_code(const mcperr_error *err)
{
    static const struct {
        const char *code;
        mcperr_action action;
    } actions[] = {
        {"SESSION_NOT_INITIALIZED", MCPERR_BEGIN_SESSION}, {"SESSION_LOCKED", MCPERR_FAILURE_REPORT},
        {"UNAUTHORIZED_ACTION", MCPERR_CHECK_ROLE},        {"ROLE_MISMATCH", MCPERR_CHECK_ROLE},
        {"INSUFFICIENT_PERMISSIONS", MCPERR_CHECK_ROLE},   {"PLAN_NOT_APPROVED", MCPERR_VERIFY_PLAN},
    };

    if (err->home != NULL && mcperr_text_is(mcperr_str(err->home->name), "kaiza"))
        for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
            if (mcperr_text_is(err->code, actions[i].code))
                return actions[i].action;
    return MCPERR_GIVE_UP;
}

static mcperr_action action_for(const mcperr_error *err, bool idempotent)
{
    const unsigned kind = err->kind < MCPERR_KIND_COUNT ? err->kind : MCPERR_INTERNAL;
    mcperr_action action = by_code(err);

    if (action != MCPERR_GIVE_UP)
        return action;
    action = (mcperr_action)by_kind[kind];
    if (kind == MCPERR_CONFLICT && mcperr_has_member(err->details, "conflicts"))
        return MCPERR_NEGOTIATE;
    /* Where the error or its contract has a `retryable`, it is read first. */
    if (action == MCPERR_WAIT &&
        (err->retryable == MCPERR_NO || (err->home != NULL && (err->home->flags & MCPERR_DIALECT_DOTTED))))
        return MCPERR_WORK_AROUND;
    if (action == MCPERR_RETRY && !mcperr_is_retryable(err))
        return MCPERR_GIVE_UP;
    if (action != MCPERR_RETRY && err->retryable == MCPERR_YES)
        action = MCPERR_RETRY;
    return action == MCPERR_RETRY && kind == MCPERR_TIMEOUT && !idempotent ? MCPERR_ASK : action;
}

static uint32_t delay_for(const mcperr_error *err, uint32_t base, uint32_t cap, uint32_t attempt,
                          uint32_t random)
{
    const uint32_t most_s = UINT32_MAX / 1000;
    uint32_t delay = base;

    if (err->has_retry_after && err->retry_after_s > 0)
        return (err->retry_after_s < most_s ? err->retry_after_s : most_s) * 1000;
    if (err->has_retry_after)
        return base;
    for (; attempt > 1 && delay < cap; attempt--)
        delay = delay > cap / 2 ? cap : delay * 2;
    if (delay > cap)
        delay = cap;
    return delay - (uint32_t)((uint64_t)random * (delay / 2) >> 32);
}

mcperr_advice mcperr_advise(const mcperr_error *err, const mcperr_retry *retry, uint32_t attempt,
                            bool idempotent, uint32_t random)
{
    const uint32_t base = retry != NULL && retry->base_ms > 0 ? retry->base_ms : 1000;
    const uint32_t cap = retry != NULL && retry->cap_ms > 0 ? retry->cap_ms : 60000;
    const uint32_t tries = retry != NULL && retry->tries > 0 ? retry->tries : 3;
    mcperr_advice advice = {MCPERR_GIVE_UP, 0};

    if (err == NULL)
        return advice;
    advice.action = action_for(err, idempotent);
    if ((advice.action == MCPERR_RETRY || advice.action == MCPERR_WAIT) && attempt < tries)
        advice.delay_ms = delay_for(err, base, cap, attempt, random);
    else if (advice.action == MCPERR_RETRY || advice.action == MCPERR_WAIT ||
             (advice.action == MCPERR_FIX_INPUT && attempt > 1))
        advice.action = MCPERR_GIVE_UP;
    return advice;
}

/* ---- circuit breaker -------------------------------------------------------------------------------- */

static uint16_t threshold_of(const mcperr_breaker *b) { return b->threshold > 0 ? b->threshold : 5; }

void mcperr_breaker_init(mcperr_breaker *b, uint16_t threshold, uint32_t delay_ms)
{
    if (b == NULL)
        return;
    memset(b, 0, sizeof *b);
    b->threshold = threshold;
    b->delay_ms = delay_ms;
}

bool mcperr_breaker_allows(mcperr_breaker *b, uint64_t now_ms)
{
    if (b == NULL || b->failures < threshold_of(b))
        return true;
    const uint32_t delay = b->delay_ms > 0 ? b->delay_ms : 30000;
    if (b->trying || now_ms < b->opened_ms || now_ms - b->opened_ms < delay)
        return false;
    b->trying = true;
    return true;
}

void mcperr_breaker_note(mcperr_breaker *b, bool success, uint64_t now_ms)
{
    if (b == NULL)
        return;
    b->trying = false;
    if (success)
        b->failures = 0;
    else if (b->failures < UINT16_MAX)
        b->failures++;
    if (!success && b->failures >= threshold_of(b))
        b->opened_ms = now_ms;
}

/* ---- alerts ------------------------------------------------------------------------------------------ */

/* FNV-1a, 64 bits, over the characters; 0 is kept for entries that are free. */
static uint64_t id_of(mcperr_text client)
{
    const bool absent = client.data == NULL;
    const char *at = absent ? "" : client.data, *const end = at + (absent ? 0 : client.size);
    uint64_t id = UINT64_C(14695981039346656037) ^ absent;

    while (at < end)
        id = (id ^ mcperr_char_next(&at, end, client.form)) * UINT64_C(1099511628211);
    return id != 0 ? id : 1;
}

/* Is a warning of `then` still in the window (now - 300 s, now]? A clock that went back keeps it. */
static bool is_recent(uint64_t then, uint64_t now)
{
    return now < then || now - then < MCPERR_ALERT_WINDOW_MS;
}

static bool is_idle(const mcperr_alert_client *c, uint64_t now)
{
    return c->count == 0 || !is_recent(c->seen_ms[c->count - 1u], now);
}

/* The client's entry, an idle one, or the last one for all who find none. */
static mcperr_alert_client *entry_for(mcperr_alert_client *clients, size_t count, uint64_t id, uint64_t now)
{
    mcperr_alert_client *idle = NULL;

    for (size_t i = 0; i + 1 < count; i++) {
        if (clients[i].id == id)
            return &clients[i];
        if (idle == NULL && is_idle(&clients[i], now))
            idle = &clients[i];
    }
    if (idle == NULL)
        return &clients[count - 1];
    /* It may have been counted with the others in the last one: better an alert too many than one too few. */
    *idle = clients[count - 1];
    if (is_idle(idle, now))
        memset(idle, 0, sizeof *idle);
    idle->id = id;
    return idle;
}

bool mcperr_alert_note(mcperr_alert_client *clients, size_t count, unsigned level, mcperr_text client,
                       uint64_t now_ms)
{
    uint8_t kept = 0;

    if (level == MCPERR_CRITICAL)
        return true;
    if (clients == NULL || count == 0)
        return false;
    mcperr_alert_client *const c = entry_for(clients, count, id_of(client), now_ms);
    for (uint8_t i = 0; i < c->count; i++)
        if (is_recent(c->seen_ms[i], now_ms))
            c->seen_ms[kept++] = c->seen_ms[i];
    c->count = kept;
    const bool above = kept == MCPERR_ALERT_THRESHOLD;
    if (above) {
        memmove(c->seen_ms, c->seen_ms + 1, sizeof c->seen_ms - sizeof *c->seen_ms);
        c->count--;
    }
    c->seen_ms[c->count++] = now_ms;
    const bool alert = above && !c->alerted;
    c->alerted = above;
    return alert;
}

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_POLICY_H
#define MCPERR_POLICY_H
/**
 * @file
 * What to do next: advice on an error, a circuit breaker, and the alert window.
 *
 * Pure arithmetic: time and randomness are arguments, nothing is read, locked or allocated. Every
 * function is reentrant for objects that are not shared; shared ones need the caller's lock.
 */
#include "mcperr/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------------------
 * Advice
 * --------------------------------------------------------------------------------------------- */

/** What the caller of a failed tool should do. */
typedef enum mcperr_action {
    MCPERR_GIVE_UP = 0,    /**< log it and stop */
    MCPERR_RETRY,          /**< the same call again, after the delay */
    MCPERR_WAIT,           /**< somebody else is in the way: the same call again, after the delay */
    MCPERR_FIX_INPUT,      /**< change the call, then try once more */
    MCPERR_WORK_AROUND,    /**< do without this resource, try alternatives */
    MCPERR_NEGOTIATE,      /**< ask the holders that the details name to release it */
    MCPERR_ESCALATE,       /**< a person must decide or permit */
    MCPERR_ASK,            /**< it may have happened: ask before doing it again */
    MCPERR_BEGIN_SESSION,  /**< KAIZA: call begin_session first */
    MCPERR_FAILURE_REPORT, /**< KAIZA: write a failure report */
    MCPERR_CHECK_ROLE,     /**< KAIZA: check role and permissions */
    MCPERR_VERIFY_PLAN     /**< KAIZA: verify that the plan is approved */
} mcperr_action;

/** A few words for an action, for a person. Never NULL. */
const char *mcperr_action_text(mcperr_action action);

typedef struct mcperr_advice {
    mcperr_action action;
    uint32_t delay_ms; /**< with RETRY and WAIT: never 0 there; 0 otherwise */
} mcperr_advice;

/** How often and how fast to retry. Zeroes mean the defaults. */
typedef struct mcperr_retry {
    uint32_t base_ms; /**< first delay; 1000 */
    uint32_t cap_ms;  /**< longest delay of one's own making; 60000 */
    uint32_t tries;   /**< calls in all; 3 */
} mcperr_retry;

/**
 * Advice after call number `attempt` (1 is the first) failed with `err`.
 *
 * A retry_after is obeyed, whatever the cap (0 is the base delay; what does not fit 32 bits of ms is
 * 4294967 seconds). Without one the delay doubles from base to cap, and `random` (any 32 bits; 0 for
 * none) takes up to half of it away. A timeout of a call that is not idempotent is MCPERR_ASK.
 * @param err   NULL: MCPERR_GIVE_UP
 * @param retry NULL: the defaults
 */
mcperr_advice mcperr_advise(const mcperr_error *err, const mcperr_retry *retry, uint32_t attempt,
                            bool idempotent, uint32_t random);

/* ------------------------------------------------------------------------------------------------
 * Circuit breaker
 * --------------------------------------------------------------------------------------------- */

/** One for each tool. Zeroed, it is closed and has the defaults. Members are private. */
typedef struct mcperr_breaker {
    uint64_t opened_ms;
    uint32_t delay_ms;
    uint16_t threshold, failures;
    bool trying;
} mcperr_breaker;

/** Open after `threshold` failures in a row (0: 5), try again after `delay_ms` (0: 30000). */
void mcperr_breaker_init(mcperr_breaker *b, uint16_t threshold, uint32_t delay_ms);
/** May the tool be called now? While open: no; after the delay: one call, until its outcome is noted. */
bool mcperr_breaker_allows(mcperr_breaker *b, uint64_t now_ms);
/** Note the outcome of a call. */
void mcperr_breaker_note(mcperr_breaker *b, bool success, uint64_t now_ms);

/* ------------------------------------------------------------------------------------------------
 * Alerts
 * --------------------------------------------------------------------------------------------- */

#define MCPERR_ALERT_WINDOW_MS 300000u
#define MCPERR_ALERT_THRESHOLD 5 /**< more warnings than this in the window are an alert */

/** What is known of one client. Members are private. */
typedef struct mcperr_alert_client {
    uint64_t id;
    uint64_t seen_ms[MCPERR_ALERT_THRESHOLD]; /* the last warnings, oldest first */
    uint8_t count;
    bool alerted;
} mcperr_alert_client;

/**
 * Is this error an alert? Critical ones are, each time. Warnings are when the sixth within five
 * minutes comes from one client, and again only after the rate has fallen below.
 * @param clients an array of `count` zeroed entries, kept by the caller; clients that find no entry
 *                share the last one, which still alerts
 * @param client  any text; absent is a client, too
 * @param now_ms  64-bit monotonic time
 * @return false also if clients is NULL or count is 0 and the level is not MCPERR_CRITICAL.
 */
bool mcperr_alert_note(mcperr_alert_client *clients, size_t count, unsigned level, mcperr_text client,
                       uint64_t now_ms);

#ifdef __cplusplus
}
#endif
#endif

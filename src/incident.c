/* SPDX-License-Identifier: MIT */
#include "incident.h"
#include "platform.h"
#include "text.h"

#include <string.h>

typedef struct serial {
    uint32_t start, number;
} serial;

/* The next incident: a number, and what tells this start from others: the boot id, else the log's next
   number, else the time. The log is looked at once, before anything is written to it from here. */
static MCPERR_NOINLINE serial next_serial(mcperr_boundary *b, int64_t now)
{
    const uint32_t key = mcperr_lock(b->port);

    if (!b->started)
        b->start = b->port->boot_id != 0 || b->audit == NULL ? b->port->boot_id : b->audit->next_seq;
    b->started = true;
    if (b->start == 0 && now >= 0)
        b->start = (uint32_t)now;
    const serial s = {b->start, ++b->incidents};
    mcperr_unlock(b->port, key);
    return s;
}

/* A number behind an underscore; answers what is behind it. */
static char *put_number(char *at, uint32_t number)
{
    char digits[MCPERR_DECIMAL_MAX];
    const char *const begin = mcperr_decimal(number, digits);
    const size_t size = (size_t)(digits + sizeof digits - begin);

    *at = '_';
    memcpy(at + 1, begin, size);
    return at + 1 + size;
}

/* 20260226 */
static MCPERR_NOINLINE void put_date(char *to, int64_t now)
{
    char time[MCPERR_TIME_SIZE];

    mcperr_time_text(now, time);
    memcpy(to, time, 4);
    memcpy(to + 4, time + 5, 2);
    memcpy(to + 6, time + 8, 2);
}

mcperr_text mcperr_incident(mcperr_boundary *b, int64_t now, char to[MCPERR_INCIDENT_MOST])
{
    static const char form[] = "inc_00000000";
    const serial s = next_serial(b, now);

    memcpy(to, form, sizeof form - 1);
    if (now >= 0)
        put_date(to + 4, now);
    const char *const end = put_number(put_number(to + sizeof form - 1, s.start), s.number);
    return mcperr_plain(to, (size_t)(end - to));
}

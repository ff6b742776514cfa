/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_LOG_H
#define MCPERR_SRC_LOG_H
#include "mcperr/boundary.h"

/* How serious an error is: by its status, and critical if its kind is and the status is 5xx. */
mcperr_level mcperr_log_level(const mcperr_dialect *d, const mcperr_error *err);

/* One line of JSON about an error, with a NUL; what does not fit is shed. Answers its length, 0 if not even
   the least fits. */
size_t mcperr_log_line(const mcperr_dialect *d, const mcperr_error *err, const char *component, char *buf,
                       size_t cap);

/* The smallest buffer in which mcperr_log_line has a line for any code of the dialect and that operation. */
size_t mcperr_log_min_size(const mcperr_dialect *d, mcperr_text operation, const char *component);

/* Write the rows of a record into the open object. If a row refuses, the error loses what it refused, and the
   answer is false: begin the record again. None of the rows may be one that must be given. */
bool mcperr_put_record(const mcperr_dialect *record, mcperr_error *err, unsigned shed, mcperr_json *w);

/* The HTTP status of an error in a dialect. */
unsigned mcperr_status_of(const mcperr_dialect *d, const mcperr_error *err);

#endif

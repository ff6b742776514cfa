/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_METRICS_FILE_H
#define MCPERR_METRICS_FILE_H
#include "mcperr/metrics.h"

/* Write metrics to a file, as Prometheus reads them. False, with errno set, if that failed. */
bool mcperr_metrics_file(const char *path, const mcperr_metrics *metrics);

#endif

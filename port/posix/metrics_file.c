/* SPDX-License-Identifier: MIT */
#include "metrics_file.h"

#include <stdio.h>

bool mcperr_metrics_file(const char *path, const mcperr_metrics *metrics)
{
    FILE *const to = fopen(path, "w");
    char buffer[512];
    uint32_t cursor = 0;
    size_t size = 1;
    mcperr_status status = MCPERR_E_NOSPACE;

    if (to == NULL)
        return false;
    while (status == MCPERR_E_NOSPACE && size > 0) {
        status = mcperr_metrics_write(metrics, &cursor, buffer, sizeof buffer, &size);
        (void)fwrite(buffer, 1, size, to);
    }
    const bool good = status == MCPERR_OK && !ferror(to);
    return fclose(to) == 0 && good;
}

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_AUDIT_FILE_H
#define MCPERR_AUDIT_FILE_H
/**
 * @file
 * A file as the sink of an audit log. What sync has acknowledged survives a loss of power, as far as the
 * file system and the disk keep their word.
 *
 *     static mcperr_audit_file file;
 *     static mcperr_sink sink;
 *
 *     if (mcperr_audit_file_open(&file, NULL) != MCPERR_OK)
 *         perror(MCPERR_AUDIT_FILE);
 *     sink = mcperr_audit_file_sink(&file);
 *     (void)mcperr_audit_open(&audit, &sink, line, sizeof line, NULL);
 *
 * One process has a log open at a time, since two would give the same numbers; a second one is refused. The
 * lock is POSIX's: it ends with the process, and when the process closes the file by any descriptor.
 */
#include "mcperr/audit.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The file where none is named, in the working directory. */
#define MCPERR_AUDIT_FILE "audit-log.jsonl"

/** An open file. Keep it where it is while the sink is in use. Its member is private. */
typedef struct mcperr_audit_file {
    int descriptor;
} mcperr_audit_file;

/**
 * Open a log for appending, or make it, readable and writable by its owner only. Its entry in the folder is
 * made durable.
 * @param path NULL: MCPERR_AUDIT_FILE
 * @return MCPERR_OK; MCPERR_E_SINK with errno set if that failed, if the path leads to no regular file or to
 *         one of 4 GiB or more, or if another process has it open (EAGAIN or EACCES); MCPERR_E_MISUSE if file
 *         is NULL. After a failure every use of the sink fails.
 */
mcperr_status mcperr_audit_file_open(mcperr_audit_file *file, const char *path);

/**
 * The file as a sink; it refers to *file. A log ends at 4 GiB, as on a disk that is full.
 */
mcperr_sink mcperr_audit_file_sink(mcperr_audit_file *file);

/** Close it. Twice is once. Nothing is lost: each record was synced when it was written. */
void mcperr_audit_file_close(mcperr_audit_file *file);

#ifdef __cplusplus
}
#endif
#endif

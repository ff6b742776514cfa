/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_SRC_AUDIT_LINE_H
#define MCPERR_SRC_AUDIT_LINE_H
#include <stddef.h>

/* What stands behind the last member of a record, its brace included: ,"crc":"xxxxxxxx"} */
#define MCPERR_AUDIT_TAIL 18

/* Make a line of a record: a finished object of `size` bytes, behind which there is room for the tail. Its
   CRC and LF are added. Answers the size of the line. */
size_t mcperr_audit_seal(char *line, size_t size);

#endif

/* SPDX-License-Identifier: MIT */
#ifndef MCPERR_STDIO_WIRE_H
#define MCPERR_STDIO_WIRE_H
/* Standard input and output as the line to an MCP client. */
#include "../demo/server.h"

/* Hung up at the end of input, on SIGTERM and on SIGINT; until then these signals are held off but where the
   server waits for its client, so that none comes between a record and its answer. */
const server_wire *stdio_wire(void);

#endif

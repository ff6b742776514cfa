/* SPDX-License-Identifier: MIT */
#ifndef DEMO_SERVER_H
#define DEMO_SERVER_H
/*
 * An MCP server on a line of bytes. It is the same on a host and on a board: what they differ in is the wire,
 * the port and the sink of the audit log. All the memory that it needs is in one struct, so that what it
 * costs can be read off.
 */
#include "mcperr/mcp.h"

#define SERVER_LINE 2048   /* longest request */
#define SERVER_ANSWER 4096 /* longest answer */
#define SERVER_TOKENS 256  /* names and values of a request */
#define SERVER_SCRATCH 256 /* for what handlers say beyond constants */
#define SERVER_RECORD 512  /* longest line of the audit log */

/* The line to the client. */
typedef struct server_wire {
    /* Where the bytes are that have come, and how many. With `wait`, wait for the first; 0 is then the end:
       the client has hung up. Without, 0 is nothing yet. */
    size_t (*receive)(const char **bytes, bool wait);
    /* So many of them are not needed any more. */
    void (*taken)(size_t size);
    /* Send all of it. False: the client is gone. */
    bool (*send)(const char *bytes, size_t size);
    /* Bytes that came and were lost before anybody took them. NULL: none ever are. */
    uint32_t (*overruns)(void);
} server_wire;

typedef struct server {
    /* Zero it, then set: the wire; of the boundary its port and dialect, and what else is wanted; of the
       endpoint its tools, name and version, and what else is wanted. */
    const server_wire *wire;
    mcperr_boundary boundary;
    mcperr_endpoint endpoint;
    /* The rest is the server's. */
    mcperr_lines lines;
    mcperr_audit audit;
    mcperr_token tokens[SERVER_TOKENS];
    char line[SERVER_LINE], answer[SERVER_ANSWER + 1], scratch[SERVER_SCRATCH], record[SERVER_RECORD];
} server;

/* Lend the memory to all of it, and open the audit log in `log` (NULL: none), linked by `hash` if it is not
   NULL. False: a buffer is too small for an answer, or the log cannot be read. */
bool server_begin(server *s, const mcperr_sink *log, const mcperr_hash *hash);

/* Is there room for every answer in the dialect that the boundary has? */
bool server_has_room(const server *s);

/* Answer until the client hangs up. False: it cannot be reached any more. */
bool server_run(server *s);

#endif

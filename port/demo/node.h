/* SPDX-License-Identifier: MIT */
#ifndef DEMO_NODE_H
#define DEMO_NODE_H
/* A sensor node: its tools, and nothing of a platform. */
#include "server.h"

/* Begin a server of the node's tools; the rest is as server_begin says. There is one node. */
bool node_begin(server *s, const mcperr_sink *log, const mcperr_hash *hash);

#endif

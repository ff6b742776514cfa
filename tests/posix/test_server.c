/* SPDX-License-Identifier: MIT */
/* The server of port/demo on a wire that gives its bytes in pieces, as a ring does where it wraps. */
#include "mcperr/dialect.h"
#include "minunit.h"
#include "port/demo/node.h"
#include "port/posix/port.h"

#define CALL                                                                                                 \
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"node_status\"}}\n"
#define CANCEL "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n"
#define PING "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n"

static const char *stream;
static size_t at, piece; /* how much of it was taken; no piece goes past a multiple of this */
static char said[8192];

static size_t receive(const char **bytes, bool wait)
{
    const size_t left = strlen(stream) - at, most = piece - at % piece;

    (void)wait;
    *bytes = stream + at;
    return left < most ? left : most;
}

static void taken(size_t size) { at += size; }

static bool send(const char *bytes, size_t size)
{
    strncat(said, bytes, size);
    return true;
}

static void talk(const char *lines, size_t pieces)
{
    static const server_wire wire = {receive, taken, send, NULL};
    static server s;
    static mcperr_port port;

    memset(&s, 0, sizeof s);
    port = mcperr_port_posix();
    stream = lines;
    at = 0;
    piece = pieces;
    said[0] = '\0';
    s.wire = &wire;
    s.boundary.port = &port;
    s.boundary.dialect = &mcperr_owlclaw;
    mu_check(node_begin(&s, NULL, NULL));
    mu_check(server_run(&s));
    mu_assert_uint_eq(strlen(stream), at);
}

MU_TEST(a_cancellation_that_has_come_is_heeded_wherever_the_pieces_end)
{
    static const char lines[] = CALL CANCEL PING;

    for (size_t pieces = 1; pieces <= sizeof lines; pieces++) {
        talk(lines, pieces);
        mu_assert_string_eq("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n", said);
    }
}

MU_TEST(every_line_is_answered_wherever_the_pieces_end)
{
    static const char lines[] = PING PING PING;

    for (size_t pieces = 1; pieces <= sizeof lines; pieces++) {
        talk(lines, pieces);
        mu_assert_string_eq("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n"
                            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n"
                            "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n",
                            said);
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_cancellation_that_has_come_is_heeded_wherever_the_pieces_end)
    MU_RUN(every_line_is_answered_wherever_the_pieces_end)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* NOLINT: POSIX reserves it for this */
#include "stdio_wire.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

static char buffer[SERVER_LINE];
static size_t first, behind; /* what is in the buffer */
static bool ended;
static sigset_t while_waiting;
static volatile sig_atomic_t told_to_end;

static void note_signal(int number)
{
    (void)number;
    told_to_end = 1;
}

/* The signals are blocked but while we wait, and a wait that ends at once may not let them in. */
static bool is_told_to_end(void)
{
    sigset_t pending;

    return told_to_end || (sigpending(&pending) == 0 &&
                           (sigismember(&pending, SIGTERM) == 1 || sigismember(&pending, SIGINT) == 1));
}

/* Wait until input has come, or output would not block. False: not yet and not `wait`, told to end, or there
   is no such file. */
static bool is_ready(int descriptor, bool wait)
{
    static const struct timespec now = {0, 0};
    const bool input = descriptor == STDIN_FILENO;
    fd_set set;
    int found;

    do {
        FD_ZERO(&set);
        FD_SET(descriptor, &set);
        found = pselect(descriptor + 1, input ? &set : NULL, input ? NULL : &set, NULL,
                        wait && !is_told_to_end() ? NULL : &now, &while_waiting);
    } while (found < 0 && errno == EINTR);
    return found > 0;
}

static size_t receive(const char **bytes, bool wait)
{
    if (first == behind && !is_told_to_end() && !ended && is_ready(STDIN_FILENO, wait)) {
        const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
        ended = got <= 0;
        first = 0;
        behind = got > 0 ? (size_t)got : 0;
        if (got == 0)
            buffer[behind++] = '\n'; /* the last line may lack it; a blank one is none */
    }
    *bytes = buffer + first;
    return behind - first;
}

static void taken(size_t size) { first += size; }

/* What a pipe is ready for, and not more, so that it does not block. */
static bool send(const char *bytes, size_t size)
{
    while (size > 0) {
        if (!is_ready(STDOUT_FILENO, true))
            return false;
        const ssize_t sent = write(STDOUT_FILENO, bytes, size < _POSIX_PIPE_BUF ? size : _POSIX_PIPE_BUF);
        if (sent < 0 && errno != EAGAIN)
            return false;
        bytes += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
    return true;
}

const server_wire *stdio_wire(void)
{
    static const server_wire wire = {receive, taken, send, NULL};
    struct sigaction end = {.sa_handler = note_signal}, ignore = {.sa_handler = SIG_IGN};
    sigset_t both;

    (void)sigemptyset(&both);
    (void)sigaddset(&both, SIGTERM);
    (void)sigaddset(&both, SIGINT);
    (void)sigprocmask(SIG_BLOCK, &both, &while_waiting);
    (void)sigdelset(&while_waiting, SIGTERM);
    (void)sigdelset(&while_waiting, SIGINT);
    (void)sigaction(SIGTERM, &end, NULL);
    (void)sigaction(SIGINT, &end, NULL);
    (void)sigaction(SIGPIPE, &ignore, NULL); /* a client that is gone is told by write */
    return &wire;
}

/* SPDX-License-Identifier: MIT */
/* For LD_PRELOAD: the process is killed when half of its write number CUT to a file is done. */
#define _GNU_SOURCE /* NOLINT: for syscall */
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    static int writes;
    const char *const cut = getenv("CUT");

    if (descriptor > STDERR_FILENO && cut != NULL && ++writes == atoi(cut)) {
        (void)syscall(SYS_write, descriptor, bytes, size / 2);
        (void)raise(SIGKILL);
    }
    return syscall(SYS_write, descriptor, bytes, size);
}

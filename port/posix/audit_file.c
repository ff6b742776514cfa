/* SPDX-License-Identifier: MIT */
/* Checked: tests/posix/test_audit_file.c, with a fault at every call. */
#define _POSIX_C_SOURCE 200809L /* NOLINT: POSIX reserves them for this */
#define _FILE_OFFSET_BITS 64    /* NOLINT */
#include "audit_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- opening ----------------------------------------------------------------------------------------- */

/* Open the folder that `path` is in. Its name is what stands before the last slash. */
static int open_folder(const char *path)
{
    const char *const slash = strrchr(path, '/');
    char name[4096];
    const size_t size = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);

    if (size >= sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(name, path, size);
    name[size] = '\0';
    return open(size > 0 ? name : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void close_quietly(int descriptor)
{
    const int error = errno;

    (void)close(descriptor);
    errno = error;
}

/* A new file survives a loss of power only with its entry. This is done at each opening, for who made the
   file may not have lived to do it. Some file systems cannot sync a folder, and say EINVAL. */
static bool sync_folder(const char *path)
{
    const int folder = open_folder(path);
    int failed;

    if (folder < 0)
        return false;
    do
        failed = fsync(folder);
    while (failed != 0 && errno == EINTR);
    const bool good = failed == 0 || errno == EINVAL;
    close_quietly(folder);
    return good;
}

/* Only a regular file has an end where reading stops, and offsets of a sink have 32 bits. */
static bool is_log(int descriptor)
{
    struct stat about;

    if (fstat(descriptor, &about) != 0)
        return false;
    errno = S_ISREG(about.st_mode) ? EFBIG : EINVAL;
    return S_ISREG(about.st_mode) && about.st_size <= (off_t)UINT32_MAX;
}

/* Keep other processes out. Some file systems have no locks; there, nobody is kept out. */
static bool is_ours(int descriptor)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

    return fcntl(descriptor, F_SETLK, &whole) == 0 || (errno != EAGAIN && errno != EACCES);
}

mcperr_status mcperr_audit_file_open(mcperr_audit_file *file, const char *path)
{
    if (file == NULL)
        return MCPERR_E_MISUSE;
    if (path == NULL)
        path = MCPERR_AUDIT_FILE;
    do
        file->descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    while (file->descriptor < 0 && errno == EINTR);
    if (file->descriptor < 0)
        return MCPERR_E_SINK;
    if (is_log(file->descriptor) && is_ours(file->descriptor) && sync_folder(path))
        return MCPERR_OK;
    close_quietly(file->descriptor);
    file->descriptor = -1;
    return MCPERR_E_SINK;
}

void mcperr_audit_file_close(mcperr_audit_file *file)
{
    if (file == NULL || file->descriptor < 0)
        return;
    (void)close(file->descriptor);
    file->descriptor = -1;
}

/* ---- the sink ---------------------------------------------------------------------------------------- */

static bool has_room(int descriptor, size_t size)
{
    struct stat about;

    return fstat(descriptor, &about) == 0 && size <= UINT32_MAX &&
           about.st_size <= (off_t)(UINT32_MAX - size);
}

static bool append(void *ctx, const char *bytes, size_t size)
{
    const mcperr_audit_file *const file = ctx;

    if (!has_room(file->descriptor, size))
        return false;
    while (size > 0) {
        const ssize_t written = write(file->descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

static bool sync_data(void *ctx)
{
    const mcperr_audit_file *const file = ctx;
    int failed;

    do
        failed = fdatasync(file->descriptor);
    while (failed != 0 && errno == EINTR);
    return failed == 0;
}

static int32_t read_at(void *ctx, uint32_t offset, char *to, uint32_t size)
{
    const mcperr_audit_file *const file = ctx;
    ssize_t got;

    do
        got = pread(file->descriptor, to, size < INT32_MAX ? size : INT32_MAX, (off_t)offset);
    while (got < 0 && errno == EINTR);
    return (int32_t)got;
}

mcperr_sink mcperr_audit_file_sink(mcperr_audit_file *file)
{
    const mcperr_sink sink = {.ctx = file, .append = append, .sync = sync_data, .read = read_at};
    return sink;
}

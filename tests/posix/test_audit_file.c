/* SPDX-License-Identifier: MIT */
/* port/posix/audit_file.c on a real file, with faults between it and the system. Run it in an empty folder.
 */
#define _POSIX_C_SOURCE 200809L /* NOLINT */
#define _FILE_OFFSET_BITS 64    /* NOLINT */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mcperr/dialect.h"
#include "minunit.h"

/* ---- faults ---------------------------------------------------------------------------------------- */

/* Calls are counted from 1; the one with number `at` fails, or all from there on if `forever`. */
static struct {
    int calls, at, error;
    bool forever;
    size_t most; /* bytes in one write; 0: any number */
} fault;

static bool faulty(void)
{
    fault.calls++;
    if (fault.at == 0 || (fault.forever ? fault.calls < fault.at : fault.calls != fault.at))
        return false;
    errno = fault.error;
    return true;
}

static void no_faults(void) { memset(&fault, 0, sizeof fault); }

static void fail_at(int call, int error, bool forever)
{
    no_faults();
    fault.at = call;
    fault.error = error;
    fault.forever = forever;
}

static int faulty_open(const char *path, int flags, ...)
{
    va_list more;

    va_start(more, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
    va_end(more);
    return faulty() ? -1 : open(path, flags, mode);
}

static ssize_t faulty_write(int to, const void *bytes, size_t size)
{
    return faulty() ? -1 : write(to, bytes, fault.most > 0 && size > fault.most ? fault.most : size);
}

static ssize_t faulty_pread(int from, void *to, size_t size, off_t offset)
{
    return faulty() ? -1 : pread(from, to, size, offset);
}

static int synced_folders, synced_files;

static int faulty_fsync(int what)
{
    struct stat about;

    if (faulty())
        return -1;
    synced_folders += fstat(what, &about) == 0 && S_ISDIR(about.st_mode);
    return fsync(what);
}

static int faulty_fdatasync(int what)
{
    if (faulty())
        return -1;
    synced_files++;
    return fdatasync(what);
}

static int faulty_fstat(int what, struct stat *about) { return faulty() ? -1 : fstat(what, about); }
static int faulty_fcntl(int what, int command, struct flock *how)
{
    return faulty() ? -1 : fcntl(what, command, how);
}

#define open faulty_open
#define write faulty_write
#define pread faulty_pread
#define fsync faulty_fsync
#define fdatasync faulty_fdatasync
#define fstat faulty_fstat
#define fcntl faulty_fcntl
#include "../../port/posix/audit_file.c"
#undef open
#undef write
#undef pread
#undef fsync
#undef fdatasync
#undef fstat
#undef fcntl

/* ---- helpers --------------------------------------------------------------------------------------- */

#define LOG "log.jsonl"

static mcperr_audit_file file;
static mcperr_sink sink;

static mcperr_status open_log(const char *path)
{
    const mcperr_status status = mcperr_audit_file_open(&file, path);

    sink = mcperr_audit_file_sink(&file);
    return status;
}

static void open_new_log(void)
{
    no_faults();
    (void)unlink(LOG);
    mu_assert_int_eq(MCPERR_OK, open_log(LOG));
}

static bool put(const char *text) { return sink.append(sink.ctx, text, strlen(text)); }

static void check_log(const char *expected)
{
    char held[256];
    const int from = open(LOG, O_RDONLY);
    const ssize_t size = read(from, held, sizeof held);

    mu_assert_mem_eq(expected, strlen(expected), held, (size_t)size);
    (void)close(from);
}

static int open_descriptors(void)
{
    int count = 0;

    for (int descriptor = 0; descriptor < 64; descriptor++)
        count += fcntl(descriptor, F_GETFD) >= 0;
    return count;
}

/* ---- opening --------------------------------------------------------------------------------------- */

MU_TEST(a_new_log_is_its_owners_and_its_folder_is_synced)
{
    struct stat about;

    synced_folders = 0;
    (void)umask(0);
    open_new_log();
    mu_assert_int_eq(0, stat(LOG, &about));
    mu_assert_uint_eq(S_IFREG | 0600, about.st_mode);
    mu_assert_int_eq(1, synced_folders);
    mu_check((fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC) != 0);
    mu_check((fcntl(file.descriptor, F_GETFL) & O_APPEND) != 0);
    mcperr_audit_file_close(&file);
}

MU_TEST(the_log_without_a_name_is_in_the_working_folder)
{
    no_faults();
    mu_assert_int_eq(MCPERR_OK, open_log(NULL));
    mu_check(put("x\n"));
    mcperr_audit_file_close(&file);
    mu_assert_int_eq(0, unlink("audit-log.jsonl"));
}

MU_TEST(a_log_may_be_in_another_folder)
{
    char path[300];

    no_faults();
    (void)mkdir("folder", 0700);
    mu_assert_int_eq(MCPERR_OK, open_log("folder/" LOG));
    mcperr_audit_file_close(&file);
    mu_check(getcwd(path, sizeof path - 20) != NULL);
    strcat(path, "/folder/" LOG);
    mu_assert_int_eq(MCPERR_OK, open_log(path));
    mcperr_audit_file_close(&file);
    mu_assert_int_eq(0, unlink("folder/" LOG));
}

static bool is_folder_of(const char *path, const char *folder)
{
    struct stat found, expected;
    const int descriptor = open_folder(path);
    const bool same = fstat(descriptor, &found) == 0 && stat(folder, &expected) == 0 &&
                      found.st_dev == expected.st_dev && found.st_ino == expected.st_ino;

    (void)close(descriptor);
    return same;
}

MU_TEST(the_folder_of_a_log_is_what_stands_before_its_name)
{
    static char endless[5000];

    mu_check(is_folder_of("x", "."));
    mu_check(is_folder_of("/x", "/"));
    mu_check(is_folder_of("/dev/x", "/dev"));
    mu_check(is_folder_of("folder/x", "folder"));
    mu_check(is_folder_of("./folder/../x", "."));
    memset(endless, '/', sizeof endless - 1);
    mu_assert_int_eq(-1, open_folder(endless));
    mu_assert_int_eq(ENAMETOOLONG, errno);
}

MU_TEST(what_is_no_regular_file_is_refused)
{
    const int before = open_descriptors();

    no_faults();
    (void)mkfifo("pipe", 0600);
    mu_assert_int_eq(MCPERR_E_SINK, open_log("pipe"));
    mu_assert_int_eq(EINVAL, errno);
    mu_assert_int_eq(MCPERR_E_SINK, open_log("/dev/zero"));
    mu_assert_int_eq(EINVAL, errno);
    mu_assert_int_eq(MCPERR_E_SINK, open_log("folder"));
    mu_assert_int_eq(EISDIR, errno);
    mu_assert_int_eq(MCPERR_E_SINK, open_log("nowhere/" LOG));
    mu_assert_int_eq(ENOENT, errno);
    mu_assert_int_eq(MCPERR_E_MISUSE, mcperr_audit_file_open(NULL, LOG));
    mu_assert_int_eq(before, open_descriptors());
}

MU_TEST(opening_fails_with_each_call_and_leaves_nothing_open)
{
    const int before = open_descriptors();

    /* open, fstat, fcntl, open the folder, fsync it */
    for (int call = 1; call <= 5; call++) {
        fail_at(call, call == 3 ? EAGAIN : EIO, false);
        mu_assert_int_eq(MCPERR_E_SINK, open_log(LOG));
        mu_assert_int_eq(call == 3 ? EAGAIN : EIO, errno);
        mu_assert_int_eq(before, open_descriptors());
        no_faults();
        mu_check(!put("x") && !sink.sync(sink.ctx));
        mu_check(sink.read(sink.ctx, 0, (char[1]){0}, 1) < 0);
        mcperr_audit_file_close(&file);
    }
    fail_at(6, EIO, true);
    mu_assert_int_eq(MCPERR_OK, open_log(LOG));
    mcperr_audit_file_close(&file);
}

MU_TEST(a_file_system_without_locks_or_folder_syncs_will_do)
{
    fail_at(3, ENOLCK, false);
    mu_assert_int_eq(MCPERR_OK, open_log(LOG));
    mcperr_audit_file_close(&file);
    fail_at(5, EINVAL, false);
    mu_assert_int_eq(MCPERR_OK, open_log(LOG));
    mcperr_audit_file_close(&file);
}

/* Another process opens the log: what does it see? */
static int status_in_another_process(void)
{
    int status = -1;
    const pid_t child = fork();

    if (child == 0)
        _exit(mcperr_audit_file_open(&(mcperr_audit_file){0}, LOG) == MCPERR_OK ? 0 : errno);
    (void)waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

MU_TEST(two_processes_cannot_have_one_log)
{
    open_new_log();
    const int refused = status_in_another_process();
    mu_check(refused == EAGAIN || refused == EACCES);
    mcperr_audit_file_close(&file);
    mu_assert_int_eq(0, status_in_another_process());
}

MU_TEST(closing_twice_is_closing_once)
{
    open_new_log();
    mcperr_audit_file_close(&file);
    const int other = open(".", O_RDONLY);
    mcperr_audit_file_close(&file);
    mu_check(fcntl(other, F_GETFD) >= 0);
    (void)close(other);
    mcperr_audit_file_close(NULL);
    mu_check(!put("x"));
}

/* ---- the sink -------------------------------------------------------------------------------------- */

MU_TEST(bytes_are_appended_and_read_from_any_offset)
{
    char held[8];

    open_new_log();
    mu_check(put("one\n"));
    mu_check(put("two\n"));
    mcperr_audit_file_close(&file);
    mu_assert_int_eq(MCPERR_OK, open_log(LOG));
    mu_check(put("three\n"));
    check_log("one\ntwo\nthree\n");
    mu_assert_int_eq(8, sink.read(sink.ctx, 4, held, 8));
    mu_assert_mem_eq("two\nthre", 8, held, 8);
    mu_assert_int_eq(2, sink.read(sink.ctx, 12, held, 8));
    mu_assert_mem_eq("e\n", 2, held, 2);
    mu_assert_int_eq(0, sink.read(sink.ctx, 14, held, 8));
    mu_assert_int_eq(0, sink.read(sink.ctx, UINT32_MAX, held, 8));
    mu_check(sink.make_room == NULL);
    mcperr_audit_file_close(&file);
}

MU_TEST(a_short_write_is_continued)
{
    open_new_log();
    for (fault.most = 1; fault.most < 7; fault.most++)
        mu_check(put("123456\n"));
    fault.most = 0;
    check_log("123456\n123456\n123456\n123456\n123456\n123456\n");
    mcperr_audit_file_close(&file);
}

MU_TEST(a_call_that_a_signal_interrupts_is_made_again)
{
    char held[2];

    for (int call = 1; call <= 5; call += 4) { /* open, and fsync of the folder */
        fail_at(call, EINTR, false);
        mu_assert_int_eq(MCPERR_OK, open_log(LOG));
        mcperr_audit_file_close(&file);
    }
    open_new_log();
    fail_at(2, EINTR, false); /* after fstat */
    mu_check(put("x\n"));
    mu_assert_int_eq(3, fault.calls);
    fail_at(1, EINTR, false);
    mu_check(sink.sync(sink.ctx));
    mu_assert_int_eq(2, fault.calls);
    fail_at(1, EINTR, false);
    mu_assert_int_eq(2, sink.read(sink.ctx, 0, held, 2));
    mu_assert_int_eq(2, fault.calls);
    check_log("x\n");
    mcperr_audit_file_close(&file);
}

MU_TEST(a_disk_that_is_full_fails_and_may_keep_a_part)
{
    open_new_log();
    fail_at(4, ENOSPC, true); /* fstat and two writes before */
    fault.most = 3;
    mu_check(!put("1234567\n"));
    mu_check(!put("x\n"));
    mu_check(!sink.sync(sink.ctx));
    no_faults();
    mu_check(put("\nmore\n") && sink.sync(sink.ctx));
    check_log("123456\nmore\n");
    mcperr_audit_file_close(&file);
}

MU_TEST(a_sync_reaches_the_file_and_its_failure_is_told)
{
    open_new_log();
    synced_files = 0;
    mu_check(put("x\n") && sink.sync(sink.ctx));
    mu_assert_int_eq(1, synced_files);
    fail_at(1, EIO, false);
    mu_check(!sink.sync(sink.ctx));
    fail_at(1, EIO, false);
    mu_check(sink.read(sink.ctx, 0, (char[1]){0}, 1) < 0);
    mcperr_audit_file_close(&file);
}

MU_TEST(a_log_ends_where_offsets_do)
{
    open_new_log();
    mu_assert_int_eq(0, ftruncate(file.descriptor, (off_t)UINT32_MAX - 3));
    mu_check(!put("1234"));
    mu_check(put("123"));
    mu_check(!put("1"));
    mu_check(put(""));
    mcperr_audit_file_close(&file);
    mu_assert_int_eq(MCPERR_OK, open_log(LOG));
    mu_assert_int_eq(0, ftruncate(file.descriptor, (off_t)UINT32_MAX + 1));
    mcperr_audit_file_close(&file);
    mu_assert_int_eq(MCPERR_E_SINK, open_log(LOG));
    mu_assert_int_eq(EFBIG, errno);
    (void)unlink(LOG);
}

/* ---- with the log above it --------------------------------------------------------------------------- */

static char line[512];

static bool count_line(void *ctx, mcperr_audit_line what, uint32_t seq, const char *text, size_t size)
{
    uint32_t *const seen = ctx; /* bad, good, the last number */

    (void)text, (void)size;
    seen[what == MCPERR_LINE_GOOD]++;
    if (seq > 0)
        seen[2] = seq;
    return true;
}

static mcperr_status write_record(mcperr_audit *audit)
{
    mcperr_error err;

    memset(&err, 0, sizeof err);
    (void)mcperr_fail(&err, MCPERR_TIMEOUT, "sensor did not answer");
    return mcperr_audit_write(audit, &mcperr_toolerror, &err);
}

MU_TEST(records_that_were_acknowledged_are_there_after_a_fault_at_any_call)
{
    for (int call = 1; call <= 12; call++) {
        mcperr_audit audit;
        uint32_t acknowledged = 0, seen[3] = {0, 0, 0};

        open_new_log();
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, sizeof line, NULL));
        fail_at(call, ENOSPC, false);
        fault.most = 100;
        for (unsigned i = 0; i < 4; i++)
            acknowledged += write_record(&audit) == MCPERR_OK;
        no_faults();
        mu_assert_uint_eq(3, acknowledged);
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&sink, line, sizeof line, count_line, seen, NULL));
        mu_check(seen[1] >= acknowledged && seen[1] <= 4 && seen[0] <= 1);
        mcperr_audit_file_close(&file);
    }
}

/* A child writes records as fast as it can and says so after each; it is killed in the middle. */
MU_TEST(records_that_were_acknowledged_are_there_after_kill_9)
{
    for (int round = 0; round < 5; round++) {
        mcperr_audit audit;
        uint32_t seen[3] = {0, 0, 0};
        int said[2], acknowledged = 0;
        char byte;

        no_faults();
        (void)unlink(LOG);
        mu_assert_int_eq(0, pipe(said));
        const pid_t child = fork();
        if (child == 0) {
            (void)open_log(LOG);
            (void)mcperr_audit_open(&audit, &sink, line, sizeof line, NULL);
            while (write_record(&audit) == MCPERR_OK && write(said[1], "r", 1) == 1) {
            }
            _exit(1);
        }
        (void)close(said[1]);
        while (acknowledged < 20 + round && read(said[0], &byte, 1) == 1)
            acknowledged++;
        (void)kill(child, SIGKILL);
        (void)waitpid(child, NULL, 0);
        while (read(said[0], &byte, 1) == 1)
            acknowledged++;
        (void)close(said[0]);
        mu_check(acknowledged >= 20);
        mu_assert_int_eq(MCPERR_OK, open_log(LOG));
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_open(&audit, &sink, line, sizeof line, NULL));
        mu_assert_int_eq(MCPERR_OK, write_record(&audit));
        mu_assert_int_eq(MCPERR_OK, mcperr_audit_scan(&sink, line, sizeof line, count_line, seen, NULL));
        mu_check(seen[1] > (uint32_t)acknowledged && seen[2] == seen[1]);
        mcperr_audit_file_close(&file);
    }
}

/* clang-format off */
MU_MAIN(
    MU_RUN(a_new_log_is_its_owners_and_its_folder_is_synced)
    MU_RUN(the_log_without_a_name_is_in_the_working_folder)
    MU_RUN(a_log_may_be_in_another_folder)
    MU_RUN(the_folder_of_a_log_is_what_stands_before_its_name)
    MU_RUN(what_is_no_regular_file_is_refused)
    MU_RUN(opening_fails_with_each_call_and_leaves_nothing_open)
    MU_RUN(a_file_system_without_locks_or_folder_syncs_will_do)
    MU_RUN(two_processes_cannot_have_one_log)
    MU_RUN(closing_twice_is_closing_once)
    MU_RUN(bytes_are_appended_and_read_from_any_offset)
    MU_RUN(a_short_write_is_continued)
    MU_RUN(a_call_that_a_signal_interrupts_is_made_again)
    MU_RUN(a_disk_that_is_full_fails_and_may_keep_a_part)
    MU_RUN(a_sync_reaches_the_file_and_its_failure_is_told)
    MU_RUN(a_log_ends_where_offsets_do)
    MU_RUN(records_that_were_acknowledged_are_there_after_a_fault_at_any_call)
    MU_RUN(records_that_were_acknowledged_are_there_after_kill_9)
)
/* clang-format on */

/* SPDX-License-Identifier: MIT */
/* Runs a harness over the files and folders that are given, for compilers without libFuzzer. */
#define _POSIX_C_SOURCE 200809L
#include "fuzz.h"

#include <dirent.h>
#include <sys/stat.h>

static unsigned passed, failed;

static void fail(const char *path)
{
    (void)fprintf(stderr, "%s: cannot be read\n", path);
    failed++;
}

static void run_file(const char *path, size_t size)
{
    FILE *const file = fopen(path, "rb");
    char *const bytes = fuzz_room(size);

    if (file == NULL || fread(bytes, 1, size, file) != size) {
        fail(path);
    } else {
        /* Named before it runs: a property that does not hold ends the program. */
        (void)fprintf(stderr, "%s\n", path);
        (void)LLVMFuzzerTestOneInput((const uint8_t *)bytes, size);
        passed++;
    }
    if (file != NULL)
        (void)fclose(file);
    free(bytes);
}

static void run(const char *path)
{
    struct stat info;

    if (stat(path, &info) != 0) {
        fail(path);
        return;
    }
    if (!S_ISDIR(info.st_mode)) {
        run_file(path, (size_t)info.st_size);
        return;
    }
    DIR *const folder = opendir(path);
    if (folder == NULL) {
        fail(path);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.')
            continue;
        const size_t size = strlen(path) + strlen(entry->d_name) + 2;
        char *const inner = fuzz_room(size);
        (void)snprintf(inner, size, "%s/%s", path, entry->d_name);
        run(inner);
        free(inner);
    }
    (void)closedir(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    (void)printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 || passed == 0;
}

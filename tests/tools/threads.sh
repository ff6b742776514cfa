#!/usr/bin/env bash
# tests/posix/threads.c under ThreadSanitizer; then its log, judged by `mcperr audit`.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=build/posix
folder=$out/threads.log
rm -rf $folder
mkdir -p $folder
clang -std=c99 -g -O1 -fsanitize=thread -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror -D_POSIX_C_SOURCE=200809L -pthread -I. -Iinclude \
    -Isrc -Itests -isystem build/jsmn tests/posix/threads.c port/posix/port.c port/posix/audit_file.c src/*.c \
    src/dialect/*.c -o $out/threads || exit 1
(cd $folder && TSAN_OPTIONS='halt_on_error=0 exitcode=66' ../threads)
status=$?
verdict=$(build/mcperr audit $folder/threads.jsonl | tail -n 1)
echo "$verdict"
case $status$verdict in
'0whole: records 1152 (1 to 1152), linked 1152') echo '1 passed, 0 failed' ;;
*)
    echo "exit status $status, and the audit is not what it should be"
    echo '0 passed, 1 failed'
    exit 1
    ;;
esac

#!/usr/bin/env bash
# Each program in docs/examples compiles without a warning, with gcc and clang, and prints what is beside it.
set -u
strict="-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror -Iinclude"
passed=0 failed=0
mkdir -p build/examples
for source in docs/examples/*.c; do
    name=$(basename "$source" .c)
    for compiler in gcc clang; do
        # shellcheck disable=SC2086 # a list of flags
        if $compiler $strict "$source" build/libmcperr.a -o "build/examples/$name" &&
            "build/examples/$name" | diff "docs/examples/$name.out" -; then
            passed=$((passed + 1))
        else
            echo "$source with $compiler"
            failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

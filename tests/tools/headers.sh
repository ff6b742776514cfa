#!/usr/bin/env bash
# Each public header compiles alone, in C99 and in C++, without a warning; and all of them together, twice.
set -u
strict="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror -Iinclude -fsyntax-only"
passed=0 failed=0
mapfile -t headers < <(cd include && ls mcperr/*.h)
for language in "gcc -xc -std=c99" "clang -xc -std=c99" "g++ -xc++ -std=c++11" "clang++ -xc++ -std=c++11"; do
    for what in "${headers[@]}" all; do
        names=("$what")
        [ "$what" = all ] && names=("${headers[@]}" "${headers[@]}")
        # An object, too, so that the file is not empty.
        if { printf '#include "%s"\n' "${names[@]}"; echo 'extern int not_empty;'; } | $language $strict -; then
            passed=$((passed + 1))
        else
            echo "$language: $what"
            failed=$((failed + 1))
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

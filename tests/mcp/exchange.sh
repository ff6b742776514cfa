#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The same lines to the demo's node on this host, on a Cortex-M3 and on RV32: the answers must be those of
# tests/mcp/transcript.txt, byte by byte. Then what a serial line does to messages, on all three. And what the images
# need. `--write` puts the host's answers into the transcript.
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
transcript=tests/mcp/transcript.txt
out=build/exchange
passed=0 failed=0
mkdir -p $out
rm -f $out/*.log

count() { # count GOOD WORDS...
    if [ "$1" = 1 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        shift
        printf '%s\n' "$@"
    fi
}

# ---- the three nodes, each a command on standard input and output

host() { rm -f $out/audit.jsonl; build/mcperr serve --audit $out/audit.jsonl 2>>$out/host.log; }
cortex_m3() { port/demo/qemu-cortex-m3.sh 2>>$out/cortex_m3.log; }
rv32() { port/demo/qemu-rv32.sh 2>>$out/rv32.log; }
export -f host cortex_m3 rv32
export out
node() { timeout 120 bash -c "$1"; }

# What differs between two runs.
plain() {
    sed -E -e 's/inc_[0-9]{8}_[0-9]+_([0-9]+)/inc_DATE_START_\1/g' \
        -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/TIME/g' \
        -e 's/(retry_after\\*":)(5[0-9]|60)/\1MINUTE/g'
}

if [ "${1-}" = --write ]; then
    # One request at a time, so that each answer is known to be its own.
    coproc NODE { host; }
    while IFS= read -r line; do
        [ "${line:0:1}" != '<' ] || continue
        printf '%s\n' "$line"
        [ "${line:0:1}" = '>' ] || continue
        printf '%s\n{"jsonrpc":"2.0","id":"end","method":"ping"}\n' "${line:2}" >&"${NODE[1]}"
        while IFS= read -r answer <&"${NODE[0]}" && [ "$answer" != '{"jsonrpc":"2.0","id":"end","result":{}}' ]; do
            printf '< %s\n' "$answer" | plain
        done
    done <$transcript >$out/transcript.new
    cp $out/transcript.new $transcript
    exit
fi

# ---- the transcript

sed -n 's/^> //p' $transcript >$out/requests
sed -n 's/^< //p' $transcript >$out/expected
for name in host cortex_m3 rv32; do
    node $name <$out/requests >$out/$name.raw
    count $(($? == 0)) "$name did not end well"
    plain <$out/$name.raw >$out/$name.out
    count $(($(wc -l <$out/$name.out) == $(wc -l <$out/expected))) "$name does not answer as often as it should"
    while IFS= read -r want <&3 && IFS= read -r got <&4; do
        count "$([ "$want" = "$got" ] && echo 1)" "$name says:" "  $got" "and should say:" "  $want"
    done 3<$out/expected 4<$out/$name.out
    # An incident has a number that no other has.
    grep -o 'inc_[0-9_]*' $out/$name.raw | sort | uniq -d >$out/twice
    count "$([ ! -s $out/twice ] && echo 1)" "$name: incidents used twice: $(cat $out/twice)"
done
records=$(sed -n 's/.*\\"records\\":\([0-9]*\).*/\1/p' $transcript | tail -n 1)
count "$([ "$(build/mcperr audit $out/audit.jsonl | tail -n 1)" = "whole: records $records (1 to $records), linked $records" ] && echo 1)" \
    "the host's log: $(build/mcperr audit $out/audit.jsonl | tail -n 1)"

# Two devices without a clock differ in nothing but how fast they were.
sed -E 's/T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/T/g; s/(retry_after\\*":)(5[0-9]|60)/\1/g' $out/cortex_m3.raw >$out/cortex_m3.date
sed -E 's/T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/T/g; s/(retry_after\\*":)(5[0-9]|60)/\1/g' $out/rv32.raw >$out/rv32.date
count "$(cmp $out/cortex_m3.date $out/rv32.date && echo 1)" 'the two devices differ'

# What docs/mcp.md shows was said.
while IFS= read -r line; do
    count "$(grep -qxF -e "$line" $transcript && echo 1)" "docs/mcp.md shows what was not said: $line"
done < <(sed -n '/^[<>] /p' docs/mcp.md | plain)

# ---- a serial line

ping() { printf '{"jsonrpc":"2.0","id":%s,"method":"ping"}' "$1"; }
pong() { printf '{"jsonrpc":"2.0","id":%s,"result":{}}\n' "$1"; }
padding() { head -c "$1" /dev/zero | tr '\0' "$2"; }
too_long() { printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"The request is too long or too deep for this server"}}\n' "$1"; }
broken() { printf '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"offset":%s,"reason":"%s"}}}\n' "$1" "$2"; }
longest=2048 # a request and its end; a ping has 40 bytes

{
    printf '\0\0boot: v1.0\r\n' && broken 0 'expected a value' >&3 # NUL bytes are noise
    printf '\377\376\200\n' && broken 0 'expected a value' >&3
    printf '\r\n\n \t \r\n' # blank
    ping 1 && printf '\r\n' && pong 1 >&3
    printf '{"jsonrpc":"2.0",\0"id":\0002,"method":"pi\0\0ng"}\0\n\0' && pong 2 >&3
    ping 3 && printf '\n' && ping 4 && printf '\n\n' && pong 3 >&3 && pong 4 >&3
    ping 5 | sed "s/}$/$(padding $((longest - 1 - 40)) ' ')&/" && printf '\n' && pong 5 >&3 # just fits
    ping 6 | sed "s/}$/$(padding $((longest - 40)) ' ')&/" && printf '\n' && too_long 6 >&3
    printf '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"%s"}}\n' "$(padding 5000 x)" && too_long 7 >&3
    printf '{"method":"ping","params":{"x":"%s"},"jsonrpc":"2.0","id":"eight"}\n' "$(padding 5000 x)" && too_long '"eight"' >&3
    padding 9000 '{' && printf '\n' # nobody can be told
    ping 9 && printf '\n' && pong 9 >&3
    printf '{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"node_status"}}\n' &&
        printf '%s\n' '{"jsonrpc":"2.0","id":10,"result":{"content":[{"type":"text","text":"{\"dialect\":\"owlclaw\",\"calls\":1,\"failures\":0,\"records\":0,\"records_lost\":0,\"lines_too_long\":4,\"nul_bytes\":8,\"overruns\":0}"}]}}' >&3
} >$out/serial 3>$out/serial.expected

# Many at once: none is lost, and they are answered in turn.
for i in $(seq 0 299); do
    printf '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"read_temperature","arguments":{"sensor":1}}}\n' "$i"
done >$out/many
for i in $(seq 0 299); do
    printf '{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"{\\"milli_celsius\\":21500}"}]}}\n' "$i"
done >$out/many.expected

for name in host cortex_m3 rv32; do
    for what in serial many; do
        # A UART has no end: what it sent last waits for one for ever.
        { cat $out/$what && [ $name = host ] || ping 11; } | node $name >$out/$name.$what
        count $(($? == 0)) "$name did not end well: $what"
        while IFS= read -r want <&3; do
            IFS= read -r got <&4 || got='(nothing)'
            count "$([ "$want" = "$got" ] && echo 1)" "$name says:" "  $got" "and should say:" "  $want"
        done 3<$out/$what.expected 4<$out/$name.$what
        count $(($(wc -l <$out/$name.$what) == $(wc -l <$out/$what.expected))) "$name: $what: more answers than requests"
    done
done

# ---- the demo, which must notice a server that is none

for name in host cortex_m3 rv32; do
    port/demo/talk.sh bash -c $name >$out/talk
    count $(($? == 0)) "the demo on $name:" "$(cat $out/talk)"
done
port/demo/talk.sh true >$out/talk
count $(($? == 1)) 'the demo takes anything for a server'

# ---- the images

for image in cortex-m3:arm-none-eabi rv32:riscv64-unknown-elf; do
    heap=$("${image#*:}-nm" "build/demo/${image%:*}.elf" | grep -iwE '_?(malloc|calloc|realloc|free|sbrk)(_r)?')
    count "$([ -z "$heap" ] && echo 1)" "${image%:*} has a heap: $heap"
done
# Told at the end of each run; the most of all runs.
read -r stack used < <(sed -n 's/.*"stack":\([0-9]*\),"used":\([0-9]*\).*/\1 \2/p' $out/cortex_m3.log | sort -n -k 2 | tail -n 1)
count $((stack > 0 && used > 0 && used * 4 < stack * 3)) "Cortex-M3: $used of $stack bytes of stack were in use"
echo "note: Cortex-M3: at most $used of $stack bytes of stack were in use"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

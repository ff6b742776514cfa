#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# serve.sh MCPERR: `mcperr serve` as a process of this host: its options, its log, its end, and what is left of it when it
# is killed.
set -u
export LC_ALL=C
mcperr=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
passed=0 failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

count() { # count GOOD WORDS...
    if [ "$1" = 1 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        shift
        printf '%s\n' "$@"
    fi
}
# is WHAT GOT PATTERN: the same, but that * stands for anything
is() {
    # shellcheck disable=SC2053 # patterns are meant
    count "$([[ $2 == $3 ]] && echo 1)" "$1:" "  $2" "should be" "  $3"
}
call() { # call ID TOOL ARGUMENTS
    printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' "$1" "$2" "$3"
}
serve() { timeout 20 "$mcperr" serve "$@" 2>err; }
timeout_of() { call "$1" read_temperature '{"sensor":2}'; }

# ---- options

for dialect in kaiza context codeintel problem toolerror owlclaw owlclaw-api; do
    answer=$(timeout_of 1 | serve --dialect $dialect)
    is "the dialect $dialect" "$answer" '{"jsonrpc":"2.0","id":1,"result":{"content":\[{"type":"text","text":"*"}\],"isError":true}}'
    envelope=$(sed -e 's/^.*"text":"//' -e 's/"}\],"isError.*//' -e 's/\\"/"/g' <<<"$answer")
    is "the envelope" "$("$mcperr" check -d $dialect <<<"$envelope" 2>&1)" "valid: $dialect"
done
is 'owlclaw unless told' "$(timeout_of 1 | serve)" '*runtime.timeout*'
serve --dialect latin </dev/null >out
is 'a dialect that is none' "$?$(cat out err)" '2mcperr: unknown dialect: latin*'
serve file </dev/null >out
is 'a file' "$?$(cat out err)" '2mcperr: takes no file: file*'
is 'a last line without an end' "$(printf '%s' "$(call 1 node_status '{}')" | serve)" '{"jsonrpc":"2.0","id":1,"result":*'
is 'half a line' "$(printf '{"jsonrpc":"2.0",' | serve)" '{"jsonrpc":"2.0","error":{"code":-32700,*'
call 1 self_test '{}' | serve --metrics /nonexistent/file >out
is 'metrics that cannot be kept' "$?$(cat out err)" '3mcperr: /nonexistent/file: *'
# Input that never ends does not hold up the end.
(i=0; while call $i node_status '{}'; do i=$((i + 1)); done 2>/dev/null) | timeout -s TERM 0.5 "$mcperr" serve >out 2>err
is 'told to end while input comes' "${PIPESTATUS[1]}" 124
yes "$(call 1 node_status '{}')" | head -n 2000000 >long
timeout -s TERM -k 5 0.3 "$mcperr" serve <long >out 2>err
is 'told to end in the middle of a file' "$?$([ "$(wc -l <out)" -lt 2000000 ] && echo ' in the middle')" '124 in the middle'
rm -f long out
# A disk that is full: answers go on, and nothing is hidden.
full=$( (for i in $(seq 20); do call "$i" self_test '{}'; done; call 21 node_status '{}') |
    (trap '' XFSZ; ulimit -f 4; "$mcperr" serve --audit full 2>&1; echo "ended $?"))
is 'a full disk is told' "$full" '*mcperr: full: a record could not be stored*'
stored=$("$mcperr" audit --json full 2>err | wc -l)
is 'and counted' "${full//\\/}" "*\"failures\":20,\"records\":$stored,\"records_lost\":$((20 - stored)),*ended 3"
is 'no input' "$(serve </dev/null && echo "ended $?")" 'ended 0'

# ---- the log: on standard error, one JSON line for each failure, and alerts

(timeout_of 1; call 2 self_test '{}') | serve >out
is 'answers' "$(wc -l <out)" 2
is 'the first log line' "$(sed -n 1p err)" '{"level":"ERROR","component":"serve","message":"sensor 2 did not answer",*'
is 'the second one, with its trace' "$(sed -n 2p err)" '{"level":"CRITICAL",*march_test+0x1a*'
is 'an alert' "$(sed -n 3p err)" 'alert: critical: internal, client "", incident inc_*_2'
printf '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"probe"}}}\n' >greeting
(cat greeting; call 1 self_test '{}') | serve >out
is 'who it was' "$(tail -n 1 err)" 'alert: *, client "probe", incident *'
(cat greeting; call 1 self_test '{}') | serve --client gateway >out
is 'who it was, told by an option' "$(tail -n 1 err)" 'alert: *, client "gateway", incident *'
sed 's/probe/a\\n\\u001b[31mb/' greeting >forged
(cat forged; call 1 self_test '{}') | serve >out
is 'a name that would forge a line' "$(tail -n 1 err)" 'alert: *, client "a\\n\\u001b\[31mb", incident *'
for i in 1 2 3 4 5 6; do timeout_of $i; done | serve >out
is 'the sixth warning' "$(grep -c '^alert: too many warnings: timeout' err)" 1

# ---- traces leave only if somebody wants that

is 'no trace' "$(call 1 self_test '{}' | serve --dialect kaiza)" '*INTERNAL_ERROR*'
is 'no trace' "$(call 1 self_test '{}' | serve --dialect kaiza | grep -c march_test)" 0
is 'no trace' "$(call 1 self_test '{}' | DEBUG_STACK=1 serve --dialect kaiza | grep -c march_test)" 0
is 'a trace' "$(call 1 self_test '{}' | DEBUG_STACK=true serve --dialect kaiza)" '*march_test+0x1a*'

# ---- cancelled before it was begun

cancel() { printf '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}\n' "$1"; }
(timeout_of 1; timeout_of 2; cancel 2; timeout_of 3; cancel 4; cancel '"3"') >lines
is 'the request that was cancelled' "$(serve <lines | grep -o '"id":[0-9]*' | tr '\n' ' ')" '"id":1 "id":3 '

# ---- metrics

(timeout_of 1; timeout_of 2) | serve --metrics metrics.txt >out
is 'metrics at the end of input' "$(grep -c '^codeintel_errors_total{error_code="runtime.timeout",operation="sensors:read_temperature",http_status="504"} 2$' metrics.txt)" 1
timeout_of 1 | serve --metrics nowhere/metrics.txt >out
is 'metrics that cannot be written' "$?$(tail -n 1 err)" '3mcperr: nowhere/metrics.txt: No such file or directory'

# ---- the end

# hold: run a server in the background with its input held open; `told` waits until it has answered
hold() {
    rm -f fifo out
    mkfifo fifo
    "$mcperr" serve "$@" <fifo >out 2>err &
    pid=$!
    exec 9>fifo
}
told() { for _ in $(seq 200); do [ "$(wc -l <out)" -ge "$1" ] && return; sleep 0.05; done; }

for signal in TERM INT; do
    rm -f metrics.txt
    hold --metrics metrics.txt
    timeout_of 1 >&9
    told 1
    kill -$signal $pid
    wait $pid
    is "SIG$signal" "$?$(grep -c 'runtime.timeout' metrics.txt)" 01
    exec 9>&-
done

timeout_of 1 | serve >/dev/full
is 'a full disk' "$?$(tail -n 1 err)" '3mcperr: standard output: the client is gone'
(timeout_of 1; sleep 1; timeout_of 2; sleep 0.3) | (serve --metrics metrics.txt; echo $? >status) | head -n 1 >out
is 'a client that is gone' "$(cat status)$(grep -c 'runtime.timeout.* 2$' metrics.txt)" 31

# A client that does not read does not hold up the end.
rm -f fifo deaf
mkfifo fifo deaf
exec 8<>deaf
"$mcperr" serve <fifo >deaf 2>err &
pid=$!
exec 9>fifo
for i in $(seq 40); do call "$i" read_log '{"lines":40}'; done >&9
sleep 0.3
kill -TERM $pid
wait $pid
is 'SIGTERM while an answer waits' $? 3
exec 8>&- 9>&-

# ---- the audit log

verdict() { "$mcperr" audit "$1" | tail -n 1; }
(timeout_of 1; call 2 read_temperature '{"sensor":1}'; call 3 self_test '{}') | serve --audit log >out
is 'a log' "$(verdict log)" 'whole: records 2 (1 to 2), linked 2'
timeout_of 1 | serve --audit log >out
is 'goes on' "$(verdict log)" 'whole: records 3 (1 to 3), linked 3'
is 'an incident of the log is that of the answer' "$(grep -c "$(grep -o 'inc_[0-9_]*' out)" log)" 1
serve --audit nowhere/log </dev/null >out
is 'a log that cannot be' "$?$(cat out err)" '3mcperr: nowhere/log: No such file or directory'
hold --audit log
timeout_of 1 >&9
told 1
serve --audit log </dev/null >other
is 'a log that another server has' "$?$(cat other err)" '3mcperr: log: Resource temporarily unavailable'
exec 9>&-
wait $pid
(timeout_of 1; call 2 node_status '{}') | serve --audit /dev/full >out
is 'no file' "$?$(cat out)" '3'

# ---- killed in the middle of a record

"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -shared -fPIC "$here/cut.c" -o cut.so || count 0 'cut.c does not compile'
for cut in 1 2 5; do
    rm -f log
    for i in $(seq 9); do timeout_of "$i"; done >lines
    LD_PRELOAD=$folder/cut.so CUT=$cut "$mcperr" serve --audit log <lines >out 2>err &
    wait $! 2>/dev/null
    is "killed in record $cut" $? 137
    is 'its answers' "$(wc -l <out)" $((cut - 1))
    is 'its log' "$(verdict log)" "damaged: torn and never told 1; records $((cut - 1))*"
    serve --audit log <lines >out
    is 'started again' "$?$(head -n 1 err)" '0recovered the audit log: 1 torn'
    is 'its answers' "$(wc -l <out)" 9
    is 'its log' "$(verdict log)" "whole: records $((cut + 9)) (1 to $((cut + 9))), linked $((cut + 9)), recovered 1, torn and told 1"
done

# Killed anywhere: what was answered is in the log, and the next start has a log that is whole.
rm -f log
answered=0
for i in $(seq 1000); do timeout_of "$i"; done >lines
for round in 1 2 3 4 5 6 7 8; do
    hold --audit log
    cat lines >&9 2>/dev/null &
    writer=$!
    told 1
    sleep 0.0$((round * 7 % 10))
    kill -9 $pid
    wait $pid $writer 2>/dev/null
    exec 9>&-
    grep -o 'inc_[0-9_]*' out | sort >answers
    grep -o 'inc_[0-9_]*' log | sort >records
    answered=$((answered + $(wc -l <answers)))
    is "round $round: answered and not in the log" "$(comm -23 answers records | wc -l)" 0
    is "round $round: started again" "$(serve --audit log </dev/null && verdict log)" 'whole: *'
done
count $((answered > 8)) 'the servers were killed before they did anything'
echo "killed 8 times: $answered answers, all in the log; $(verdict log)"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

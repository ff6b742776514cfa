#!/usr/bin/env bash
# demo_node.sh MCPERR NODE: a node whose tools fail, its records, metrics and alerts; then it is killed in the middle of
# a write. What each step shows is checked, so that the tour is a test, too.
set -u
mcperr=$(realpath "$1") node=$(realpath "$2")
wrong=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

say() { printf '\n'; printf '%s\n' "$@"; }

# step EXIT COMMAND...: show a command and what it prints, or the last $keep lines of it; all of it stays in $answer
step() {
    local want=$1 code
    shift
    printf '\n  $ %s\n' "$*"
    answer=$("$@" 2>errors)
    code=$?
    if [ -n "${keep-}" ]; then
        printf '...\n%s\n' "$(tail -n "$keep" <<<"$answer")"
    else
        printf '%s\n' "$answer"
    fi | sed 's/^/    /'
    [ "$code" -eq "$want" ] || complain "exit status $code instead of $want" "$(cat errors)"
}
complain() { wrong=$((wrong + 1)); printf '    ^ WRONG: %s\n' "$@"; }
# shows N PATTERN: so many lines of the answer match
shows() { [ "$(grep -cE "$2" <<<"$answer")" -eq "$1" ] || complain "expected $1 lines with: $2"; }

node() { "$node" "$@"; }
mcperr() { "$mcperr" "$@"; }

say 'A node with two tools has a bad night. Whatever they do, the caller gets a result or one valid envelope. A critical' \
    'error raises an alert at once, and so does the sixth warning within five minutes from one client:'
step 0 node --metrics metrics.txt
shows 10 '^call '
shows 1 '^result    \{"milli_celsius":21500\}$'
shows 9 '^envelope  \{"error":\{"code":"[a-z_.]+","message":"[^"]+","category":"[a-z]+","retryable":(true|false),"incident_id":"inc_[0-9_]+"\}\}$'
shows 1 '"there is no sensor 7"'
shows 6 '"code":"runtime.timeout"'
shows 1 '^ALERT     critical: internal, client console, incident inc_[0-9_]+$'
shows 1 '^ALERT     too many warnings: timeout, client gateway, incident inc_[0-9_]+$'
while read -r envelope; do
    [ "$("$mcperr" check -d owlclaw <<<"$envelope" 2>&1)" = 'valid: owlclaw' ] || complain "invalid: $envelope"
done < <(sed -n 's/^envelope  //p' <<<"$answer")
cp errors node.log

say 'Each failure was in the audit log, synced to disk, before its envelope left:'
step 0 mcperr audit
shows 9 '^ +[1-9]  20[0-9TZ:.-]+  (read_temp|set_valve) +[a-z_.]+ +inc_[0-9_]+$'
shows 1 '^whole: records 9 \(1 to 9\), linked 9$'

say 'One line of the log, for machines:'
step 0 head -n 1 node.log
shows 1 '^\{"level":"WARNING","component":"node",.*"error_code":"runtime.not_found"'

say 'The counters, as Prometheus reads them:'
step 0 grep -v _bucket metrics.txt
shows 1 '^codeintel_errors_total\{error_code="runtime.timeout",operation="read_temp",http_status="504"\} 6$'
shows 1 '^codeintel_error_handling_duration_seconds_count\{operation="read_temp"\} 8$'

say 'Now the power fails: the node is killed when half of its third record is written.'
step 137 node --cut 3
shows 2 '^envelope '
shows 0 '^recovered'
say 'Two records were acknowledged, and are there. Of the third, whose envelope never left, a part is:'
keep=5 step 1 mcperr audit
shows 1 '^ +!  torn \([0-9]+ bytes\)$'
shows 1 '^damaged: torn and never told 1; records 11 \(1 to 11\), linked 11$'

say 'The node starts again. It ends the torn line, tells of it, and goes on counting:'
keep=2 step 0 node
shows 1 '^recovered the audit log: 1 torn$'
keep=12 step 0 mcperr audit
shows 1 '^ +12  recovered: 1 torn, 0 missing$'
shows 1 '^whole: records 21 \(1 to 21\), linked 21, recovered 1, torn and told 1$'

if [ "$wrong" -eq 0 ]; then
    say 'The demo ran as it should.'
else
    say "The demo FAILED: things that are wrong: $wrong"
    exit 1
fi

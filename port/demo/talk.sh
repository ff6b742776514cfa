#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# talk.sh SERVER...: talk to the demo's node, which the command serves on its standard input and output, and show every
# line. Each answer is compared with what it must be, so that the talk is a test, too.
set -u
wrong=0
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
trap '' PIPE # a server that has ended is noticed when it does not answer
meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'

say() { printf '\n'; printf '%s\n' "$@"; }
complain() { wrong=$((wrong + 1)); printf '  ^ WRONG: %s\n' "$@"; }

coproc NODE { trap - PIPE; exec "$@" 2>"$errors"; }
# shellcheck disable=SC2153 # bash sets it
node=$NODE_PID
exec {from}<&"${NODE[0]}" {to}>&"${NODE[1]}" # bash closes its own when the server ends
eval "exec ${NODE[1]}>&-"

tell() { printf '  > %s\n' "$1"; { printf '%s\n' "$1" >&"$to"; } 2>/dev/null; }
# ask REQUEST ANSWER: send a line, and show it and what comes back. In ANSWER, * stands for anything.
ask() {
    local answer='' shown
    tell "$1"
    read -r -t 30 answer <&"$from"
    shown=${answer:0:400}
    [ ${#answer} -le 400 ] || shown+="... (${#answer} bytes)"
    printf '  < %s\n' "$shown"
    # shellcheck disable=SC2053 # patterns are meant
    [[ $answer == $2 ]] || complain "expected $2" "$(cat "$errors")"
}
call() { # call ID TOOL ARGUMENTS ANSWER
    ask '{"jsonrpc":"2.0","id":'"$1"',"method":"tools/call","params":{"name":"'"$2"'","arguments":'"$3"'}}' "$4"
}

say "A client connects to: $*"
ask '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"talk","version":"1"}}}' \
    '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",*,"serverInfo":{"name":"sensor-node","version":"1.0.0"}}}'
tell '{"jsonrpc":"2.0","method":"notifications/initialized"}'

say 'It asks which tools there are:'
ask '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' '{"jsonrpc":"2.0","id":1,"result":{"tools":\[{"name":"read_temperature",*'

say 'A tool that works:'
call 2 read_temperature '{"sensor":1}' \
    '{"jsonrpc":"2.0","id":2,"result":{"content":\[{"type":"text","text":"{\\"milli_celsius\\":21500}"}\]}}'

say 'One that does not. The envelope tells an agent what happened, and when to try again:'
call 3 read_temperature '{"sensor":2}' \
    '*"{\\"error\\":{\\"code\\":\\"runtime.timeout\\",*,\\"retryable\\":true,\\"incident_id\\":\\"inc_*\\",\\"retry_after\\":5}}"}\],"isError":true}}'

say 'An argument that is wrong is for the model to mend:'
call 4 read_temperature '{"sensor":9}' "*\"argument 'sensor' must be an integer from 1 to 4\\\\\"*\"isError\":true}}"

say 'The same failure in another contract:'
call 5 use_dialect '{"dialect":"kaiza"}' '{"jsonrpc":"2.0","id":5,"result":{"content":\[{"type":"text","text":"{\\"dialect\\":\\"kaiza\\"}"}\]}}'
call 6 read_temperature '{"sensor":2}' '*"{\\"error_code\\":\\"UNKNOWN_TOOL_FAILURE\\",*\\"timestamp\\":\\"*Z\\"}"}\],"isError":true}}'

say 'What is wrong with the request itself is an error of the protocol:'
call 7 make_coffee '{}' '{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Unknown tool: make_coffee"}}'

say 'A client of the newest protocol asks without any greeting:'
ask '{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"read_temperature","arguments":{"sensor":1},'"$meta"'}}' \
    '{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete",*21500*'

say 'How is the node?'
call 8 node_status '{}' '*{\\"dialect\\":\\"kaiza\\",\\"calls\\":8,\\"failures\\":3,*'

say 'The client hangs up.'
exec {to}>&-
wait "$node"
status=$?
[ $status -eq 0 ] || complain "exit status $status" "$(cat "$errors")"

if [ "$wrong" -eq 0 ]; then
    say 'The demo ran as it should.'
else
    say "The demo FAILED: answers that are wrong: $wrong"
    exit 1
fi

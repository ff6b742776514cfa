#!/usr/bin/env bash
# A short tour of mcperr. The first argument is the command. What each step prints is compared with what it must
# print, so that the tour is a test, too.
set -u
mcperr=$1
wrong=0 error=

say() { printf '\n'; printf '%s\n' "$@"; }

# step EXIT ANSWER INPUT ARGUMENT...: show a call and what it answers. The answer stays in $answer.
step() {
    local want_code=$1 want=$2 input=$3 code word
    shift 3
    printf '\n  $ '
    case $input in
    '') ;;
    "$error") printf "echo \"\$error\" | " ;;
    *) printf "echo '%s' | " "$input" ;;
    esac
    printf 'mcperr'
    for word in "$@"; do
        case $word in *[!A-Za-z0-9_./:-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    answer=$(printf '%s' "$input" | "$mcperr" "$@" 2>&1)
    code=$?
    printf '\n%s\n' "$answer" | sed 's/^./    &/'
    if [ "$code" -ne "$want_code" ] || [ "$answer" != "$want" ]; then
        wrong=$((wrong + 1))
        printf '    ^ WRONG: expected exit status %s and\n%s\n' "$want_code" "$want"
    fi
}

say 'A tool on a device fails. The server says so in the contract that its fleet uses; here it is KAIZA:'
step 0 '{"error_code":"FILE_READ_FAILED","human_message":"Sensor did not answer","role":null,"session_id":null,"workspace_root":null,"tool_name":"read_temperature","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"bus stuck low","code":"EIO","name":"Error"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    '' make -d kaiza --factory tool -c FILE_READ_FAILED -m 'Sensor did not answer' --tool read_temperature \
    --cause-message 'bus stuck low' --cause-code EIO --cause-name Error --time 2026-01-19T15:32:10.123Z
error=$answer

say 'Other peers speak other contracts. It is one error, so it can be said in each of them. A kind of failure' \
    'travels, a code stays home, and nothing leaves that the other contract forbids:'
step 0 '{"error":{"code":"io_error","message":"I/O error occurred"}}' "$error" translate -t context
step 0 '{"error":"Sensor did not answer","problem":{"type":"https://kgfoundry.dev/problems/internal-error","title":"Internal Error","status":500,"detail":"Sensor did not answer","instance":"urn:codeintel:read_temperature","code":"internal-error"}}' \
    "$error" translate -t codeintel
step 0 '{"type":"https://kgfoundry.dev/problems/internal-error","title":"Internal Error","status":500,"detail":"Sensor did not answer","instance":"urn:codeintel:read_temperature","code":"internal-error"}' \
    "$error" translate -t problem
step 0 '{"type":"TRANSIENT","message":"Sensor did not answer","recoverable":true}' "$error" translate -t toolerror
step 0 '{"error":{"code":"runtime.io_error","message":"Sensor did not answer","category":"runtime","retryable":true,"incident_id":"inc_7"}}' \
    "$error" translate -t owlclaw --incident inc_7
step 0 '{"type":"https://owlclaw.dev/problems/runtime-io-error","title":"I/O error","status":500,"detail":"Sensor did not answer","code":"runtime.io_error","category":"runtime","retryable":true,"incident_id":"inc_7"}' \
    "$error" translate -t owlclaw-api --incident inc_7

say 'What comes in is checked to the byte. This one has a member that its contract does not have:'
step 1 'byte 73 /error/details: not a member of this contract' \
    '{"error":{"code":"cache_invalid","message":"Cache exists but is invalid","details":{}}}' check

say 'And this is for the person who reads the log at night:'
step 0 'What happened:  Sensor did not answer
That means:     the server could not read or write something
Known as:       code FILE_READ_FAILED, kind io
Read as:        a valid kaiza envelope
Try again?      Yes, after 1 second, then twice as long each time.
What to do:     try the same call again, and stop after 3 failures in all
Where:          tool read_temperature
Caused by:      bus stuck low' "$error" explain

if [ "$wrong" -eq 0 ]; then
    say 'The demo ran as it should.'
else
    say "The demo FAILED: answers that are wrong: $wrong"
    exit 1
fi

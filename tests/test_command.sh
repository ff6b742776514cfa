#!/usr/bin/env bash
# The `mcperr` command, called as a person or a script calls it. Verbs that have more to say are tested in the files
# test_command_*.sh beside this one, which are read here and count here.
#   expect EXIT STDOUT STDERR INPUT ARGUMENT...   outputs are compared whole, but `*` stands for anything;
#                                                 INPUT is a printf format
#   exact  EXIT STDOUT STDERR INPUT ARGUMENT...   everything to the letter
set -u
export LC_ALL=C # bytes are counted, and system messages compared
mcperr=$(realpath "$1")
here=$(dirname "$0")
passed=0 failed=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# count GOOD WORDS...: one test more; the words are for those that fail
count() {
    if [ "$1" = 1 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        shift
        printf '%s\n' "$@"
    fi
}

# The rest of both: compare, with patterns or without.
compare() {
    local patterns=$1 want_code=$2 want_out=$3 want_err=$4 out err code good=0
    shift 4
    out=$("$mcperr" "$@" 2>"$folder/err")
    code=$?
    err=$(cat "$folder/err")
    if [ "$patterns" = 1 ]; then
        # shellcheck disable=SC2053 # patterns are meant
        [[ $code -eq $want_code && $out == $want_out && $err == $want_err ]] && good=1
    else
        [[ $code -eq $want_code && $out == "$want_out" && $err == "$want_err" ]] && good=1
    fi
    count $good "mcperr $*: exit $code (wanted $want_code)" "  stdout: $out" "  wanted: $want_out" \
        "  stderr: $err" "  wanted: $want_err"
}

expect() {
    local code=$1 out=$2 err=$3 input=$4
    shift 4
    # shellcheck disable=SC2059 # so that inputs can have any byte
    compare 1 "$code" "$out" "$err" "$@" < <(printf "$input")
}

exact() {
    local code=$1 out=$2 err=$3 input=$4
    shift 4
    compare 0 "$code" "$out" "$err" "$@" < <(printf '%s' "$input")
}

# Itself.
version=$(awk '/define MCPERR_VERSION_(MAJOR|MINOR|PATCH) / {v = v d $3; d = "."} END {print v}' include/mcperr/mcperr.h)
expect 0 "mcperr $version" '' '' --version
for verb in check detect translate explain codes make json audit reply serve; do
    expect 0 "*usage:*mcperr $verb *exit status: 0 good, 1 *" '' '' --help
    expect 0 "usage: mcperr $verb *" '' '' $verb --help
    expect 0 "usage: mcperr $verb *" '' '' $verb -h
    expect 2 '' "mcperr: unknown option: --fast*usage: mcperr $verb *" '' $verb --fast
    expect 2 '' "mcperr: unknown option: -x*usage: mcperr $verb *" '' $verb -x
done
for dialect in kaiza context codeintel problem toolerror owlclaw owlclaw-api; do
    expect 0 "* $dialect*" '' '' --help
done
expect 0 '*mcperr check*' '' '' -h
expect 2 '' '*which verb*--help*' ''
expect 2 '' '*unknown verb: nonsense*' '' nonsense

# json: the verdict, the place and the reason.
expect 0 'valid: 13 bytes, 5 names and values' '' '{"a":[1,2.5]}' json
expect 0 'valid: 1 bytes, 1 names and values' '' '0' json -
expect 1 '' 'byte 0: text ends too early' '' json
expect 1 '' 'byte 3: text ends too early' ' \n\t' json
expect 1 '' 'byte 0: expected a value' '\0' json
expect 1 '' 'byte 7: text after the document' '{"a":1}\0{"b":2}' json
expect 1 '' 'byte 0: byte order mark' '\xef\xbb\xbf{}' json
expect 1 '' 'byte 2: half of a surrogate pair' '["\\ud800"]' json
expect 1 '' 'byte 1: invalid UTF-8' '"\xc0\x80"' json
expect 1 '' 'byte 3: expected a value' '[1,]' json
expect 1 '' "byte 6: expected ',' or '}' after the member" '{"a":1{"b":2}}' json
expect 1 '' 'byte 1: text after the document' '1d5' json
expect 1 '' 'byte 3: text after the document' '{} {}' json
expect 3 '' 'byte 32: nested deeper than the limit' "$(printf '[%.0s' {1..10000})" json

# Its limits.
expect 0 'valid:*' '' '[[1]]' json --depth 2
expect 3 '' 'byte 1: nested deeper than the limit' '[[1]]' json --depth 1
expect 3 '' 'byte 4: longer than the limit' '[[1]]' json --size 4
expect 0 'valid:*' '' '[[1]]' json --size 5
expect 3 '' 'byte 2: more values than the limit' '[[1]]' json --tokens 2
expect 0 'valid:*' '' '[[1]]' json --tokens 3
expect 2 '' '*not a number in range: 0*usage: mcperr json*' '' json --depth 0
expect 2 '' '*not a number in range: 129*' '' json --depth 129
expect 2 '' '*not a number in range: x*' '' json --depth x

# For machines, and by lines.
exact 0 '{"valid":true,"tokens":5,"offset":null,"pointer":null,"reason":null}' '' '{"a":[1,2.5]}' json --json
exact 1 '{"valid":false,"tokens":null,"offset":3,"pointer":null,"reason":"expected a value"}' '' '[1,]' json --json
exact 3 '{"valid":false,"tokens":null,"offset":1,"pointer":null,"reason":"nested deeper than the limit"}' '' '[[1]]' \
    json --depth=1 --json
expect 1 $'line 1: valid: 1 bytes, 1 names and values\nline 4: valid: 3 bytes, 2 names and values' \
    'line 3: byte 0: expected a value' '1\n \n]\n[2]' json --lines

# Options: in any order, with or without '=', up to '--'.
cp /dev/null "$folder/empty"
printf '[[1]]' >"$folder/--depth"
printf '{"a":"\\u00e9"}' >"$folder/good.json"
expect 0 'valid: 14 bytes, 3 names and values' '' '' json "$folder/good.json"
expect 0 'valid: 14 bytes*' '' '' json "$folder/good.json" --depth 1
expect 3 '' 'byte 1: nested deeper*' '[[1]]' json --depth=1
expect 3 '' 'byte 1: nested deeper*' '[[1]]' json --depth=2 --depth 1
expect 2 '' '*a value must follow: --depth*' '' json --depth
expect 2 '' '*not a number in range: *' '' json --depth=
expect 2 '' '*takes no value: --json*' '' json --json=yes
expect 2 '' '*unknown option: -d=kaiza*' '' check -d=kaiza
expect 2 '' '*one file at a time: b*' '' json a b
count "$(cd "$folder" && [ "$("$mcperr" json -- --depth)" = 'valid: 5 bytes, 3 names and values' ] && echo 1)" \
    'a file behind -- was not read'

# Files.
expect 1 '' 'byte 0: text ends too early' '' json "$folder/empty"
expect 3 '' '*absent.json: No such file or directory' '' json "$folder/absent.json"
expect 3 '' '*Is a directory' '' json "$folder"
expect 3 '' '*Is a directory' '' json --lines "$folder"
head -c $(((64 << 20) + 1)) /dev/zero | tr '\0' ' ' >"$folder/huge.json"
expect 3 '' 'byte 67108864: longer than the limit' '' json "$folder/huge.json"

# Output that cannot be written is not a success.
if [ -e /dev/full ]; then
    for call in 'json' 'explain' 'reply' 'detect' 'check --json' 'translate -t toolerror' 'json --lines'; do
        # shellcheck disable=SC2086 # words are meant
        printf '{"type":"INTERNAL","message":"m","recoverable":false}' | "$mcperr" $call >/dev/full 2>/dev/null
        count $(($? == 3)) "mcperr $call: a full disk was not noticed"
    done
    for call in '--help' '--version' 'make --help' 'make -d toolerror' 'codes -d kaiza' 'codes -d kaiza --json'; do
        # shellcheck disable=SC2086
        "$mcperr" $call >/dev/full 2>/dev/null
        count $(($? == 3)) "mcperr $call: a full disk was not noticed"
    done
fi

# A valid envelope of each dialect, most of them from its contract.
kaiza='{"error_code":"SESSION_LOCKED","human_message":"Session locked","role":"WINDSURF","session_id":"s1","workspace_root":"/home/user/project","tool_name":"write_file","invariant_id":null,"phase_id":"PHASE_5A","plan_hash":"abc123","cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}'
context='{"error":{"code":"cache_missing","message":"Cache does not exist"}}'
problem='{"type":"https://kgfoundry.dev/problems/file-not-found","title":"File Not Found","status":404,"detail":"File not found: src/main.py","instance":"urn:codeintel:files:open_file","code":"file-not-found"}'
codeintel='{"path":"","content":"","lines":0,"size":0,"error":"File not found: src/main.py","problem":'$problem'}'
toolerror='{"type":"TRANSIENT","message":"rate limited","recoverable":true,"data":{"retry_after":30}}'
owlclaw='{"error":{"code":"protocol.unsupported_version","message":"Unsupported protocol version","category":"compatibility","retryable":false,"incident_id":"inc_20260226_001","details":{"supported_versions":["2025-06","2025-03"]}}}'
owlclaw_api='{"type":"https://owlclaw.dev/problems/protocol-version","title":"Unsupported protocol version","status":400,"code":"protocol.unsupported_version","category":"compatibility","retryable":false,"incident_id":"inc_20260226_001","details":{"supported_versions":["v1"]}}'
# shellcheck disable=SC2034 # the parts use them
declare -A sample=([kaiza]=$kaiza [context]=$context [codeintel]=$codeintel [problem]=$problem [toolerror]=$toolerror
    [owlclaw]=$owlclaw [owlclaw-api]=$owlclaw_api)
# shellcheck disable=SC2034
dialects='kaiza context codeintel problem toolerror owlclaw owlclaw-api'

for part in "$here"/test_command_*.sh; do
    # shellcheck source=/dev/null
    . "$part"
done

# The demo is a test of its own.
port/posix/demo.sh "$mcperr" >"$folder/demo" 2>&1
count $(($? == 0)) "$(cat "$folder/demo")"
printf '#!/bin/sh\nexec "%s" "$@" --lines\n' "$mcperr" >"$folder/liar"
chmod +x "$folder/liar"
port/posix/demo.sh "$folder/liar" >"$folder/demo" 2>&1
count $(($? == 1 && $(grep -c 'The demo FAILED' "$folder/demo") == 1)) 'the demo of a command that answers wrongly did not fail'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

# shellcheck shell=bash disable=SC2154,SC2016
# check, detect, translate and codes. Read by test_command.sh.

# Every dialect is detected, checked by name and without, from a file and from standard input, and keeps its bytes.
for dialect in $dialects; do
    one=${sample[$dialect]}
    printf '%s' "$one" >"$folder/one"
    exact 0 "$dialect" '' "$one" detect
    exact 0 "$dialect" '' '' detect "$folder/one"
    exact 0 '{"dialect":"'"$dialect"'","offset":null,"pointer":null,"reason":null}' '' "$one" detect --json -
    exact 0 "valid: $dialect" '' "$one" check
    exact 0 "valid: $dialect" '' "$one" check -d "$dialect" -
    exact 0 "valid: $dialect" '' '' check "$folder/one" -d "$dialect" --lint
    exact 0 '{"valid":true,"dialect":"'"$dialect"'","offset":null,"pointer":null,"reason":null,"lint":null}' '' "$one" check --json
    exact 0 '{"valid":true,"dialect":"'"$dialect"'","offset":null,"pointer":null,"reason":null,"lint":[]}' '' "$one" \
        check --json --lint -d "$dialect"
    exact 0 "$one" '' "$one" translate -t "$dialect"
    exact 0 "$one" '' "$one"$'\n' translate -t "$dialect" -f "$dialect"
    # White space is not kept, the rest is.
    exact 0 "$one" '' " ${one//,\"/ , \"}" translate -t "$dialect"
    # Each into each is valid there, is one line, and explains itself.
    for target in $dialects; do
        translated=$("$mcperr" translate -t "$target" --incident inc_1 <"$folder/one")
        exact 0 "valid: $target" '' "$translated" check -d "$target"
        count $(($(printf '%s\n' "$translated" | wc -l) == 1)) "$dialect into $target is not one line"
        exact 0 '{"valid":true,"from":"'"$dialect"'","to":"'"$target"'","offset":null,"pointer":null,"reason":null,"envelope":'"$translated"'}' \
            '' '' translate -t "$target" --incident inc_1 --json "$folder/one"
    done
done

# check: where, which member, and why. refused PLACE POINTER REASON ENVELOPE ARGUMENT...: the place is a part of the
# envelope, whose first byte it is.
refused() {
    local before=${4%%"$1"*} pointer=$2 reason=$3 envelope=$4 dialect
    shift 4
    exact 1 '' "byte ${#before}${pointer:+ $pointer}: $reason" "$envelope" check "$@"
    dialect=$("$mcperr" detect <<<"$envelope" 2>/dev/null)
    [ "$dialect" = none ] && dialect=null || dialect=\"$dialect\"
    [ $# -lt 2 ] || dialect=\"$2\"
    exact 1 '{"valid":false,"dialect":'"$dialect"',"offset":'${#before}',"pointer":"'"$pointer"'","reason":"'"$reason"'","lint":null}' \
        '' "$envelope" check --json --lint "$@"
}
refused '"details"' /error/details 'not a member of this contract' \
    '{"error":{"code":"cache_invalid","message":"Cache exists but is invalid","details":{}}}'
refused '"documents"' /documents 'not a member of this contract' \
    '{"documents":[],"error":{"code":"internal_error","message":"Internal error"}}'
refused '"cache_mssing"' /error/code 'not a code of this contract' "${context/missing/mssing}"
refused '""' /error/message 'must not be empty' "${context/Cache does not exist/}"
refused '{"code"' /error/message 'must be there, but is missing' '{"error":{"code":"io_error"}}' -d context
refused '"error"' /error 'there for the second time' '{"err\u006fr":1,"error":{"code":"io_error","message":"m"}}' -d context
refused '"nobody"' /role 'value not allowed here' "${kaiza/WINDSURF/nobody}"
refused '5' /session_id 'value of the wrong type' "${kaiza/\"s1\"/5}"
refused '"2026-01-19"' /timestamp 'not a time of the form 2026-01-19T15:32:10.123Z' "${kaiza/T15:32:10.123Z/}"
refused '[]' /cause 'value of the wrong type' "${kaiza/\"cause\":null/\"cause\":[]}"
refused '"x"' /problem/status 'value of the wrong type' "${codeintel/404/\"x\"}"
refused '99' /problem/status 'number out of range' "${codeintel/404/99}"
refused '"http:' /type 'does not begin as the contract says' "${problem/https:/http:}" -d problem
refused '[]' /data 'value of the wrong type' '{"type":"INTERNAL","message":"m","recoverable":false,"data":[]}'
refused '{' /recoverable 'must be there, but is missing' '{"type":"INTERNAL","message":"m"}' -d toolerror
refused '"~/\"' '/~0~1\"' 'not a member of this contract' '{"type":"INTERNAL","message":"m","recoverable":false,"~/\"":1}'
refused 'true' /error/retryable 'contradicts the code' "${owlclaw/false/true}"
refused '"auth"' /category 'contradicts the code' "${owlclaw_api/compatibility/auth}"
refused '[' '' 'value of the wrong type' '[1]' -d kaiza

# Text that is no JSON has a place and a reason, but no member.
exact 1 '' 'byte 10: text ends too early' '{"error":{' check
exact 1 '' 'byte 10: text ends too early' '{"error":{' check -d context
exact 1 '{"valid":false,"dialect":null,"offset":10,"pointer":null,"reason":"text ends too early","lint":null}' '' '{"error":{' check --json
exact 1 '{"valid":false,"dialect":"context","offset":0,"pointer":null,"reason":"text ends too early","lint":null}' '' '' check --json -d context
# JSON that is no envelope.
exact 1 '' 'not an envelope of any dialect' '{"ok":true}' check
exact 1 '{"valid":false,"dialect":null,"offset":null,"pointer":null,"reason":"not an envelope of any dialect","lint":null}' '' '[]' check --json
exact 1 'none' '' '{"ok":true}' detect
exact 1 '{"dialect":null,"offset":null,"pointer":null,"reason":"not an envelope of any dialect"}' '' '{"ok":true}' detect --json
exact 1 'none' 'byte 0: expected a value' 'oops' detect
exact 1 '{"dialect":null,"offset":0,"pointer":null,"reason":"expected a value"}' '' 'oops' detect --json
# Limits are no verdict on the envelope.
deep=$(printf '{"error_code":%s' "$(printf '[%.0s' {1..40})")
for call in check 'check -d kaiza' detect 'translate -t context' 'translate -f kaiza -t context'; do
    # shellcheck disable=SC2086 # words are meant
    exact 3 '' 'byte 45: nested deeper than the limit' "$deep" $call
done
{ printf '{"error_code":['; printf '1,%.0s' {1..70000}; printf '1]}'; } >"$folder/many"
exact 3 '' 'byte 131077: more values than the limit' '' check "$folder/many"
exact 3 '' 'byte 131077: more values than the limit' '' check -d kaiza "$folder/many"
exact 3 '' 'byte 131077: more values than the limit' '' detect "$folder/many"
for call in check 'check -d kaiza' detect 'translate -t context' explain; do
    # shellcheck disable=SC2086
    exact 3 '' 'byte 67108864: longer than the limit' '' $call "$folder/huge.json"
done
exact 3 '{"offset":67108864,"pointer":null,"reason":"longer than the limit"}' '' '' explain --json "$folder/huge.json"

# --lint: findings on a valid envelope, one a line.
finding() { # finding PLACE POINTER REASON ENVELOPE DIALECT
    local before=${4%%"$1"*}
    exact 1 "valid: $5" "lint: byte ${#before} $2: $3" "$4" check --lint
    exact 0 "valid: $5" '' "$4" check
    exact 1 '{"valid":true,"dialect":"'"$5"'","offset":null,"pointer":null,"reason":null,"lint":[{"offset":'${#before}',"pointer":"'"$2"'","reason":"'"$3"'"}]}' \
        '' "$4" check --lint --json
}
finding '"/tmp/x"' /error/message 'message with diagnostics (path, hash, trace or control character)' \
    '{"error":{"code":"io_error","message":"/tmp/x"}}' context
finding '"gone"' /error 'differs from the message' "${codeintel/\"File not found: src\/main.py\"/\"gone\"}" codeintel
finding '"File not found",' /title 'not the title of the code' "${problem/File Not Found/File not found}" problem
finding '"https://kgfoundry.dev/problems/forbidden"' /type 'does not end in the code' "${problem/file-not-found/forbidden}" problem
finding '"urn:codeintel:open"' /instance 'not of the form category:operation' "${problem/files:open_file/open}" problem
finding '410' /status 'contradicts the code' "${problem/404/410}" problem
two=${codeintel/404/410}
two=${two/File Not Found/file not found}
title=${two%%'"file not'*} status=${two%%410*}
exact 1 'valid: codeintel' "lint: byte ${#title} /problem/title: not the title of the code
lint: byte ${#status} /problem/status: contradicts the code" "$two" check --lint

# translate: what is refused, on which side.
exact 1 '' '/error/incident_id: must be there, but is missing' "$toolerror" translate -t owlclaw
exact 1 '' '/incident_id: must be there, but is missing' "$toolerror" translate -t owlclaw-api
exact 1 '{"valid":false,"from":"toolerror","to":"owlclaw","offset":null,"pointer":"/error/incident_id","reason":"must be there, but is missing","envelope":null}' \
    '' "$toolerror" translate -t owlclaw --json
exact 0 '{"error":{"code":"dependency.unavailable","message":"rate limited","category":"dependency","retryable":true,"incident_id":"inc_9","retry_after":30}}' \
    '' "$toolerror" translate -t owlclaw --incident=inc_9
# An incident that is there comes before one that is given.
exact 0 "$owlclaw" '' "$owlclaw" translate -t owlclaw --incident other
exact 1 '' 'byte 9 /type: not a code of this contract' '{"type": "NONE","recoverable":true}' translate -t context
exact 1 '' 'byte 0 /error_code: must be there, but is missing' "$toolerror" translate -t context -f kaiza
exact 1 '{"valid":false,"from":"kaiza","to":"context","offset":0,"pointer":"/error_code","reason":"must be there, but is missing","envelope":null}' \
    '' "$toolerror" translate -t context -f kaiza --json
exact 1 '' 'not an envelope of any dialect' '{}' translate -t context
exact 1 '' 'byte 0: expected a value' 'x' translate -t context
expect 2 '' '*must be given: -t*usage: mcperr translate -t DIALECT*' '' translate
expect 2 '' '*unknown dialect: latin*' '' translate -t latin
expect 2 '' '*unknown dialect: latin*' '' check -d latin

# codes: one line for each, for people and for machines.
for pair in kaiza:35 context:6 codeintel:9 problem:9 toolerror:6 owlclaw:17 owlclaw-api:17; do
    dialect=${pair%:*}
    "$mcperr" codes -d "$dialect" >"$folder/table"
    count $(($(wc -l <"$folder/table") == ${pair#*:} + 1)) "codes -d $dialect: not ${pair#*:} codes"
    "$mcperr" codes -d "$dialect" --json >"$folder/codes"
    count $(($(wc -l <"$folder/codes") == ${pair#*:})) "codes -d $dialect --json: not ${pair#*:} codes"
    exact 0 "$("$mcperr" json --lines <"$folder/codes")" '' '' json --lines "$folder/codes"
    # Each can be made, and is of that kind.
    while IFS= read -r row; do
        code=${row#*\"code\":\"} kind=${row#*\"kind\":\"}
        code=${code%%\"*} kind=${kind%%\"*}
        made=$("$mcperr" make -d "$dialect" -c "$code" --incident inc_1 --operation files:open_file --time 2026-01-19T15:32:10.123Z)
        exact 0 "valid: $dialect" '' "$made" check -d "$dialect" --lint
        expect 0 '*"reading":"exact","dialect":"'"$dialect"'","code":"'"$code"'","kind":"'"$kind"'",*' '' "${made//%/%%}" explain --json
    done <"$folder/codes"
done
expect 0 'CODE  *KIND *HTTP *CATEGORY *RETRY *ALERT *MESSAGE
NOT_FOUND   not_found *404 *runtime *no *warning *not found
*TRANSIENT   unavailable *503 *dependency *yes *warning *temporarily unavailable
INTERNAL *' '' '' codes -d toolerror
exact 0 '{"code":"cache_missing","kind":"not_found","status":404,"category":"runtime","retryable":false,"alert":"warning","message":"Cache does not exist"}
{"code":"cache_invalid","kind":"corrupt","status":500,"category":"runtime","retryable":false,"alert":"critical","message":"Cache exists but is invalid"}
{"code":"invalid_query","kind":"invalid","status":400,"category":"validation","retryable":false,"alert":"warning","message":"Query is invalid"}
{"code":"invalid_budget","kind":"invalid","status":400,"category":"validation","retryable":false,"alert":"warning","message":"Budget is invalid"}
{"code":"io_error","kind":"io","status":500,"category":"runtime","retryable":true,"alert":"warning","message":"I/O error occurred"}
{"code":"internal_error","kind":"internal","status":500,"category":"internal","retryable":false,"alert":"critical","message":"Internal error"}' \
    '' '' codes --json -d context
expect 2 '' '*must be given: -d*usage: mcperr codes -d DIALECT *' '' codes
expect 2 '' '*takes no file: x*' '' codes -d kaiza x
expect 2 '' '*unknown dialect: *' '' codes -d ''

# shellcheck shell=bash disable=SC2154,SC2016
# explain: the samples of the contracts, and anything else. Read by test_command.sh.

exact 0 'What happened:  Session locked
That means:     something else has to happen first
Known as:       code SESSION_LOCKED, kind precondition
Read as:        a valid kaiza envelope
Try again?      No, the session is locked after an earlier failure.
What to do:     write a failure report in docs/reports/
Where:          tool write_file, phase PHASE_5A, role WINDSURF' '' "$kaiza" explain
exact 0 'What happened:  Cache does not exist
That means:     what the call asks for does not exist
Known as:       code cache_missing, kind not_found
Read as:        a valid context envelope
Try again?      No, the same call would fail again.
What to do:     work around it: do without it, or look for another one' '' "$context" explain
exact 0 'What happened:  File not found: src/main.py
That means:     what the call asks for does not exist
Known as:       code file-not-found, kind not_found
Read as:        a valid codeintel envelope
Try again?      No, the same call would fail again.
What to do:     work around it: do without it, or look for another one
Where:          operation files:open_file' '' "$codeintel" explain
exact 0 'What happened:  rate limited
That means:     something that the server needs is not available at the moment
Known as:       code TRANSIENT, kind unavailable
Read as:        a valid toolerror envelope
Try again?      Yes, after 30 seconds, as the server asks.
What to do:     try the same call again, and stop after 3 failures in all
Details:        {"retry_after":30}' '' "$toolerror" explain
exact 0 'What happened:  Unsupported protocol version
That means:     the server does not speak this protocol version
Known as:       code protocol.unsupported_version, kind unsupported_version
Read as:        a valid owlclaw envelope
Try again?      Not as it is: the same call would fail again.
What to do:     fix the input, then try once more
Details:        {"supported_versions":["2025-06","2025-03"]}
Incident:       inc_20260226_001 (quote it when you ask for help)' '' "$owlclaw" explain
exact 0 'What happened:  reservation conflict: 2 conflicts
That means:     somebody else holds it, or has changed it in the meantime
Known as:       code CONFLICT, kind conflict
Read as:        a valid toolerror envelope
Try again?      Not before it is free.
What to do:     negotiate with those who hold it, as the details tell
Details:        {"conflicts":[{"agent_id":"agent-2"}]}' '' \
    '{"type":"CONFLICT","message":"reservation conflict: 2 conflicts","recoverable":true,"data":{"conflicts":[{"agent_id":"agent-2"}]}}' explain

# Each advice says whether to try again, and what to do. advises AGAIN WHAT ACTION ENVELOPE
advises() {
    expect 0 "*
Try again?      $1
What to do:     $2*" '' "$4" explain
    expect 0 "*\"action\":\"$3\",*" '' "$4" explain --json
}
thrown='{"error_code":"%s","human_message":"m","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}'
advises 'No, the same call would fail again.' 'give up; tell those who run the server' give_up "${thrown/\%s/INTERNAL_ERROR}"
advises 'Yes, once there is a session.' 'begin a session first, with begin_session' begin_session "${thrown/\%s/SESSION_NOT_INITIALIZED}"
advises 'No, not in this role.' 'check role and permissions' check_role "${thrown/\%s/UNAUTHORIZED_ACTION}"
advises 'Yes, once the plan is approved.' 'verify that the plan is approved' verify_plan "${thrown/\%s/PLAN_NOT_APPROVED}"
advises 'Not as it is: the same call would fail again.' 'fix the input, then try once more' fix_input "${thrown/\%s/INVALID_PATH}"
advises 'Yes, after 1 second, then twice as long each time.' 'wait, then try the same call again, and stop after 3 failures in all' wait \
    "${thrown/\%s/HASH_MISMATCH}"
advises 'No, not before somebody allows it.' 'ask a person who may decide' escalate "${thrown/\%s/POLICY_VIOLATION}"
advises 'Only if doing it twice does no harm.' 'ask before doing it again, for it may have happened' ask \
    '{"error":{"code":"runtime.timeout","category":"runtime","retryable":true,"incident_id":"i"}}'
# The time to wait, in the unit that a person would use.
for pair in '0:1 second, then twice' '1:1 second, as' '119:119 seconds' '120:2 minutes' '7199:120 minutes' '7200:2 hours' \
    '172800:2 days' '2147483647:50 days'; do
    advises "Yes, after ${pair#*:}*." 'try the same call again*' retry "${toolerror/30/${pair%:*}}"
done

# What is known besides: the rule, the cause in its own words, the exception.
invariant=$("$mcperr" make -d kaiza --factory invariant --invariant MANDATORY_DIAGNOSTICS)
expect 0 'What happened:  Invariant MANDATORY_DIAGNOSTICS was violated*
Broken rule:    MANDATORY_DIAGNOSTICS' '' "$invariant" explain
for cause in '{"message":"bad path","code":null,"name":"Error"}' '"bad path"' '{"code":1, "message":"bad \u0070ath"}'; do
    exact 0 "$("$mcperr" explain <<<"${thrown/\%s/INVALID_PATH}")"$'\nCaused by:      bad path' '' \
        "$(printf '%s' "$thrown" | sed "s/%s/INVALID_PATH/; s/\"cause\":null/\"cause\":${cause//\\/\\\\}/")" explain
done
expect 0 '*
Caused by:      {"code":1}' '' "$(printf '%s' "$thrown" | sed 's/%s/INVALID_PATH/; s/"cause":null/"cause":{"code":1}/')" explain
unknown=$("$mcperr" make -d codeintel --exception RuntimeError --tool search_text)
expect 0 'What happened:  Internal error*
Where:          operation search:text
Caused by:      an exception of type RuntimeError*' '' "$unknown" explain

# How it was understood.
expect 0 'What happened:  Plan missing
*
Read as:        a kaiza envelope that departs from its contract; `mcperr check` tells where*' '' \
    '{"error_code":"PLAN_NOT_FOUND","human_message":"Plan missing","tool_name":"t","plan_signature":"s","timestamp":"2026-01-19T15:32:10.123Z"}' explain
# A problem of another server has no code that is known, but a status.
expect 0 'What happened:  gone
That means:     what the call asks for does not exist
Known as:       kind not_found
Read as:        a problem envelope that departs from its contract; `mcperr check` tells where*' '' \
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"gone","instance":"/a"}' explain
expect 0 '*"reading":"alias","dialect":"problem","code":null,"kind":"not_found",*' '' \
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"gone","instance":"/a"}' explain --json
for text in '[PLAN_NOT_FOUND] Plan missing' 'PLAN_NOT_FOUND: Plan missing' '"[PLAN_NOT_FOUND] Plan missing"'; do
    expect 0 'What happened:  Plan missing
That means:     what the call asks for does not exist
Known as:       code PLAN_NOT_FOUND, kind not_found
Read as:        an older form, a code or a message without an envelope (kaiza)
*' '' "$text" explain
done
expect 0 'What happened:  no such file
That means:     nothing more is known; it counts as broken inside the server
Known as:       kind internal
Read as:        an older form, a code or a message without an envelope
*' '' '{"error":"no such file"}' explain

# Any text at all.
plain='That means:     nothing more is known; it counts as broken inside the server
Known as:       kind internal
Read as:        plain text, which says no more than its words
Try again?      No, nothing says that it would help.
What to do:     give up; tell those who run the server'
for text in 'connection refused' '{"ok":true}' '{"error":{' '[1,2]' '12'; do
    exact 0 "What happened:  $text"$'\n'"$plain" '' "$text" explain
done
exact 0 $'What happened:  the server does not say\n'"$plain" '' '' explain
exact 0 $'What happened:  the server does not say\n'"$plain" '' $' \n' explain
# Terminals obey control characters, so that none reaches them: neither raw, nor escaped, nor of C1, nor DEL.
expect 0 $'What happened:  a [31m b c d e\n*' '' 'a\x1b[31m\tb\x7fc\xc2\x9bd\ne' explain
expect 0 $'What happened:  a b c d\xef\xbf\xbde\n*' '' '{"type":"INTERNAL","message":"a\\u001bb\\u0000c\\u009bd\\ufffde","recoverable":false}' explain
expect 0 $'What happened:  \xef\xbf\xbd\xef\xbf\xbda\n*' '' '\xff\xfea' explain
# A long message is cut, at a character.
long=$(printf 'é%.0s' {1..300})
expect 0 "What happened:  $(printf 'é%.0s' {1..200})..."$'\n*' '' "$long" explain
expect 0 "What happened:  x$(printf 'é%.0s' {1..199})..."$'\n*' '' "x$long" explain
expect 0 "What happened:  $(printf '"%.0s' {1..200})..."$'\n*' '' \
    '{"type":"INTERNAL","message":"'"$(printf '\\\\"%.0s' {1..300})"'","recoverable":false}' explain
expect 0 "What happened:  $(printf 'é%.0s' {1..66})..."$'\n*' '' \
    '{"type":"INTERNAL","message":"'"$(printf '\\\\u00e9%.0s' {1..300})"'","recoverable":false}' explain
expect 0 "What happened:  $(printf '\xef\xbf\xbd%.0s' {1..397})..."$'\n*' '' "$(printf '\\x80%.0s' {1..500})" explain

# For machines.
exact 0 '{"reading":"exact","dialect":"toolerror","code":"TRANSIENT","kind":"unavailable","message":"rate limited","status":503,"category":"dependency","alert":"warning","retryable":true,"recoverable":true,"retry_after":30,"action":"retry","delay_ms":30000,"tool":null,"operation":null,"incident":null,"cause":null,"details":{"retry_after":30}}' \
    '' "$toolerror" explain --json
exact 0 '{"reading":"exact","dialect":"owlclaw","code":"runtime.timeout","kind":"timeout","message":"Operation timed out","status":504,"category":"runtime","alert":"warning","retryable":true,"recoverable":true,"retry_after":null,"action":"ask","delay_ms":0,"tool":null,"operation":null,"incident":"inc_7","cause":null,"details":null}' \
    '' '{"error":{"code":"runtime.timeout","category":"runtime","retryable":true,"incident_id":"inc_7"}}' explain --json
exact 0 '{"reading":"legacy","dialect":"kaiza","code":"SESSION_LOCKED","kind":"precondition","message":"no","status":409,"category":"governance","alert":"warning","retryable":false,"recoverable":false,"retry_after":null,"action":"failure_report","delay_ms":0,"tool":null,"operation":null,"incident":null,"cause":null,"details":null}' \
    '' '[SESSION_LOCKED] no' explain --json
exact 0 '{"reading":"plain","dialect":null,"code":null,"kind":"internal","message":"a \"b\"","status":500,"category":"internal","alert":"critical","retryable":false,"recoverable":false,"retry_after":null,"action":"give_up","delay_ms":0,"tool":null,"operation":null,"incident":null,"cause":null,"details":null}' \
    '' 'a "b"' explain --json

# By lines, with a heading for each.
expect 0 'line 1:
What happened:  one
*

line 3:
What happened:  two
*' '' 'one\n\n[NOT_FOUND] two\n' explain --lines

# shellcheck shell=bash disable=SC2154,SC2016
# --lines: JSONL of any length, a verdict for each line, the exit status of the worst. Read by test_command.sh.

printf '%s\n' "$kaiza" '' "$context" '  	' "$toolerror" >"$folder/good.jsonl"
exact 0 'line 1: valid: kaiza
line 3: valid: context
line 5: valid: toolerror' '' '' check --lines "$folder/good.jsonl"
exact 0 'kaiza line 1
context line 3
toolerror line 5' '' '' detect --lines "$folder/good.jsonl"
exact 0 '{"type":"CONFLICT","message":"Session locked","recoverable":false}
{"type":"NOT_FOUND","message":"Cache does not exist","recoverable":false}
{"type":"TRANSIENT","message":"rate limited","recoverable":true,"data":{"retry_after":30}}' '' '' \
    translate -t toolerror --lines "$folder/good.jsonl"
exact 0 '{"line":1,"valid":true,"dialect":"kaiza","offset":null,"pointer":null,"reason":null,"lint":null}
{"line":3,"valid":true,"dialect":"context","offset":null,"pointer":null,"reason":null,"lint":null}
{"line":5,"valid":true,"dialect":"toolerror","offset":null,"pointer":null,"reason":null,"lint":null}' '' '' \
    check --lines --json "$folder/good.jsonl"
# With -d every line must be in that dialect.
expect 1 'line 3: valid: context' 'line 1: byte *
line 5: byte *' '' check --lines -d context "$folder/good.jsonl"

# The last line need not end, lines may end in CR LF, and an empty file has no verdict.
exact 0 $'line 1: valid: context\nline 2: valid: context' '' "$context"$'\r\n'"$context" check --lines
exact 0 '' '' '' check --lines
exact 0 '' '' $'\n\r\n\n' check --lines
exact 0 '' '' $' \n' explain --lines
# NUL is no blank.
expect 1 '' 'line 1: byte 0: expected a value' '\0\n' check --lines

# Broken lines are told apart, and those behind them are judged by themselves.
printf '%s\n' "$context" '{"error":{' 'oops' "${context/missing/mssing}" '{}' "${kaiza/WINDSURF/nobody}" "$context" >"$folder/bad.jsonl"
code='{"error":{"code":' role=${kaiza%%'"WINDSURF"'*}
exact 1 $'line 1: valid: context\nline 7: valid: context' "line 2: byte 10: text ends too early
line 3: byte 0: expected a value
line 4: byte ${#code} /error/code: not a code of this contract
line 5: not an envelope of any dialect
line 6: byte ${#role} /role: value not allowed here" '' check --lines "$folder/bad.jsonl"
exact 1 'context line 1
none line 2
none line 3
context line 4
none line 5
kaiza line 6
context line 7' 'line 2: byte 10: text ends too early
line 3: byte 0: expected a value' '' detect --lines "$folder/bad.jsonl"
exact 1 '{"type":"NOT_FOUND","message":"Cache does not exist","recoverable":false}
{"type":"NOT_FOUND","message":"Cache does not exist","recoverable":false}' "line 2: byte 10: text ends too early
line 3: byte 0: expected a value
line 4: byte ${#code} /error/code: not a code of this contract
line 5: not an envelope of any dialect
line 6: byte ${#role} /role: value not allowed here" '' translate -t toolerror --lines "$folder/bad.jsonl"
expect 1 '' 'line 2: /error/incident_id: must be there, but is missing' "\n$context\n" translate -t owlclaw --lines
exact 1 '{"line":1,"valid":false,"from":null,"to":"kaiza","offset":0,"pointer":null,"reason":"expected a value","envelope":null}' \
    '' 'oops' translate -t kaiza --lines --json
expect 1 $'line 1: valid: context\nline 2: valid: context' \
    'line 1: lint: byte 38 /error/message: message with diagnostics*' \
    '{"error":{"code":"io_error","message":"/tmp/x"}}\n{"error":{"code":"io_error","message":"I/O error occurred"}}\n' \
    check --lines --lint

# The order of verdicts is that of the lines, also when both outputs go to one place.
count "$([ "$("$mcperr" check --lines "$folder/bad.jsonl" 2>&1 | cut -c 1-6 | tr '\n' ' ')" = \
    'line 1 line 2 line 3 line 4 line 5 line 6 line 7 ' ] && echo 1)" 'verdicts are out of order'

# A verdict appears when its line is there, not when the file ends.
mkfifo "$folder/in" "$folder/out"
"$mcperr" check --lines <"$folder/in" >"$folder/out" &
exec 7>"$folder/in" 8<"$folder/out"
printf '%s\n' "$context" >&7
read -r -t 20 first <&8
exec 7>&- 8<&-
wait $!
count "$([ "$first" = 'line 1: valid: context' ] && echo 1)" 'the first verdict waited for the end of the input'

# Many lines; the number of the last one is right.
{ for _ in {1..2000}; do echo "$toolerror"; done; echo '['; } >"$folder/many.jsonl"
expect 1 'line 1: valid: toolerror*line 2000: valid: toolerror' 'line 2001: byte 1: text ends too early' '' \
    check --lines "$folder/many.jsonl"
count $(($("$mcperr" check --lines "$folder/many.jsonl" 2>/dev/null | wc -l) == 2000)) 'not a verdict for each line'

# A line longer than the limit has its own verdict; the next line is judged as if nothing had been. One of exactly the
# limit is no longer than it.
{ echo "$context"; cat "$folder/huge.json"; printf 'xyz\n'; echo "$kaiza"; echo '{'; } >"$folder/long.jsonl"
exact 3 $'line 1: valid: context\nline 3: valid: kaiza' \
    $'line 2: byte 67108864: longer than the limit\nline 4: byte 1: text ends too early' '' check --lines "$folder/long.jsonl"
exact 3 '{"line":1,"dialect":"context","offset":null,"pointer":null,"reason":null}
{"line":2,"dialect":null,"offset":67108864,"pointer":null,"reason":"longer than the limit"}
{"line":3,"dialect":"kaiza","offset":null,"pointer":null,"reason":null}
{"line":4,"dialect":null,"offset":1,"pointer":null,"reason":"text ends too early"}' '' '' detect --lines --json "$folder/long.jsonl"
expect 3 '{"line":1,*}
{"line":2,"offset":67108864,"pointer":null,"reason":"longer than the limit"}
{"line":3,*}
{"line":4,*}' '' '' explain --lines --json "$folder/long.jsonl"
{ head -c $(((64 << 20) - ${#context})) "$folder/huge.json"; echo "$context"; } >"$folder/fits.jsonl"
exact 0 'line 1: valid: context' '' '' check --lines "$folder/fits.jsonl"
rm "$folder/long.jsonl" "$folder/fits.jsonl"

# Whatever --json says is JSON, one document a line.
for call in 'check --lint' detect 'translate -t kaiza' explain json; do
    # shellcheck disable=SC2086 # words are meant
    "$mcperr" $call --lines --json "$folder/bad.jsonl" >"$folder/verdicts" 2>"$folder/err"
    expect 0 'line 1: valid: *line 7: valid: *' '' '' json --lines "$folder/verdicts"
    count $(($(wc -c <"$folder/err") == 0)) "mcperr $call --json says something on standard error"
done

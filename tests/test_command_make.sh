# shellcheck shell=bash disable=SC2154
# make: what the contracts print and their implementations were seen to emit, byte for byte; and what is refused.
# Read by test_command.sh.

made() { # made ENVELOPE ARGUMENT...
    local want=$1
    shift
    exact 0 "$want" '' '' make --time 2026-01-19T15:32:10.123Z "$@"
}
not_made() { # not_made STDERR ARGUMENT...: refused, with the member and the reason
    local want=$1
    shift
    exact 1 '' "$want" '' make --time 2026-01-19T15:32:10.123Z "$@"
}
misused() { # misused COMPLAINT ARGUMENT...
    local want=$1
    shift
    expect 2 '' "mcperr: $want"$'\nusage: mcperr make -d DIALECT *' '' make "$@"
}

# ---- KAIZA: fromUnknown ------------------------------------------------------------------------------------------
unknown=(-d kaiza --factory unknown)
made '{"error_code":"FILE_READ_FAILED","human_message":"Something went wrong","role":"WINDSURF","session_id":"550e8400-e29b-41d4-a716-446655440000","workspace_root":"/home/user/project","tool_name":"read_file","invariant_id":null,"phase_id":"PHASE_5A","plan_hash":"abc123def456","cause":{"message":"Something went wrong","code":null,"name":"Error"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" -c FILE_READ_FAILED --cause-message 'Something went wrong' --cause-name Error --role WINDSURF \
    --session 550e8400-e29b-41d4-a716-446655440000 --workspace /home/user/project --tool read_file --phase PHASE_5A --plan abc123def456
made '{"error_code":"INVALID_INPUT_FORMAT","human_message":"An unexpected error occurred","role":null,"session_id":null,"workspace_root":null,"tool_name":"read_file","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":"String error message","timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" -c INVALID_INPUT_FORMAT --tool read_file --cause-text 'String error message'
made '{"error_code":"INTERNAL_ERROR","human_message":"Object error","role":null,"session_id":null,"workspace_root":null,"tool_name":"write_file","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"Object error","code":"CUSTOM_CODE"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool write_file --cause-json '{"message":"Object error", "code":"CUSTOM_CODE"}'
# A message that is no text is not for people: the cause keeps it.
made '{"error_code":"INTERNAL_ERROR","human_message":"An unexpected error occurred","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":5},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t --cause-json '{"message":5}'
made '{"error_code":"INTERNAL_ERROR","human_message":"An unexpected error occurred","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t
for scalar in 0 NaN 10 true; do
    made '{"error_code":"INTERNAL_ERROR","human_message":"An unexpected error occurred","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":"'$scalar'","timestamp":"2026-01-19T15:32:10.123Z"}' \
        "${unknown[@]}" --tool t --cause-text $scalar
done
made '{"error_code":"INTERNAL_ERROR","human_message":"x is not a function","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"x is not a function","code":null,"name":"TypeError"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t --cause-message 'x is not a function' --cause-name TypeError
# An empty message is none, for people.
made '{"error_code":"INTERNAL_ERROR","human_message":"An unexpected error occurred","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"","code":null,"name":"Error"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t --cause-message '' --cause-name Error
made '{"error_code":"INTERNAL_ERROR","human_message":"An unexpected error occurred","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":""},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t --cause-json '{"message":""}'
# The code of a cause: a number is a number, a text a text, empty or zero is null.
for pair in '7:7' '-7:-7' '1.5:1.5' '1e3:1e3' 'EIO:"EIO"' '007:"007"' '-:"-"' ':null' '0:null'; do
    made '{"error_code":"INTERNAL_ERROR","human_message":"exit","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"exit","code":'"${pair#*:}"',"name":"Error"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
        "${unknown[@]}" --tool t --cause-message exit --cause-code "${pair%%:*}" --cause-name Error
done
# A registered code that was thrown becomes the code, unless the context has one. -m is no part of the context.
made '{"error_code":"HASH_MISMATCH","human_message":"changed","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"changed","code":"HASH_MISMATCH","name":null},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t --cause-message changed --cause-code HASH_MISMATCH -m ignored
made '{"error_code":"HASH_MISMATCH","human_message":"changed","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"code":"HASH_MISMATCH","message":"changed"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t --cause-json '{"code":"HASH_MISMATCH","message":"changed"}'
made '{"error_code":"INVALID_PATH","human_message":"changed","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"changed","code":"HASH_MISMATCH","name":null},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    "${unknown[@]}" --tool t -c INVALID_PATH --cause-message changed --cause-code HASH_MISMATCH
not_made '/error_code: not a code of this contract' "${unknown[@]}" -c NOT_A_CODE --cause-message e
not_made '/cause: value of the wrong type' "${unknown[@]}" --cause-json '["a",1]'

# ---- KAIZA: invariantViolation, toolFailure, startupFailure ------------------------------------------------------
made '{"error_code":"INVARIANT_VIOLATION","human_message":"Invariant MANDATORY_DIAGNOSTICS was violated","role":null,"session_id":null,"workspace_root":null,"tool_name":"unknown","invariant_id":"MANDATORY_DIAGNOSTICS","phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory invariant --invariant MANDATORY_DIAGNOSTICS
made '{"error_code":"INVARIANT_VIOLATION","human_message":"Session was not initialized","role":null,"session_id":null,"workspace_root":null,"tool_name":"write_file","invariant_id":"MANDATORY_DIAGNOSTICS","phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory invariant --invariant MANDATORY_DIAGNOSTICS -m 'Session was not initialized' --tool write_file
# Its cause and code are ignored.
made '{"error_code":"INVARIANT_VIOLATION","human_message":"Invariant INV_A was violated","role":null,"session_id":null,"workspace_root":null,"tool_name":"unknown","invariant_id":"INV_A","phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory invariant --invariant INV_A -c INTERNAL_ERROR --cause-message x --cause-name Error
made '{"error_code":"INVALID_PATH","human_message":"Invalid file path: contains ../ traversal","role":null,"session_id":null,"workspace_root":null,"tool_name":"write_file","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"bad path","code":null,"name":"Error"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory tool -c INVALID_PATH -m 'Invalid file path: contains ../ traversal' --tool write_file --cause-message 'bad path' --cause-name Error
made '{"error_code":"PLAN_NOT_FOUND","human_message":"Tool execution failed","role":null,"session_id":null,"workspace_root":null,"tool_name":"list_plans","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":"no plan","timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory tool -c PLAN_NOT_FOUND --tool list_plans --cause-text 'no plan'
made '{"error_code":"SESSION_NOT_INITIALIZED","human_message":"Session not initialized","role":null,"session_id":null,"workspace_root":null,"tool_name":"begin_session","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory tool -c SESSION_NOT_INITIALIZED -m 'Session not initialized' --tool begin_session
made '{"error_code":"INTERNAL_ERROR","human_message":"","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory tool -c INTERNAL_ERROR -m '' --tool t
made '{"error_code":"INTERNAL_ERROR","human_message":"Tool execution failed","role":null,"session_id":null,"workspace_root":null,"tool_name":"unknown","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory tool -c INTERNAL_ERROR
separator=$'\xe2\x80\xa8' paragraph=$'\xe2\x80\xa9'
made '{"error_code":"INTERNAL_ERROR","human_message":"é € 漢 😀 ls'"$separator"' ps'"$paragraph"' <&>","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory tool -c INTERNAL_ERROR -m "é € 漢 😀 ls$separator ps$paragraph <&>" --tool t
made '{"error_code":"INTERNAL_ERROR","human_message":"Tool execution failed","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"b":null,"d":null},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory tool -c INTERNAL_ERROR --tool t --cause-json ' {"b" : null , "d":null} '
made '{"error_code":"SELF_AUDIT_FAILURE","human_message":"Startup failed","role":null,"session_id":null,"workspace_root":null,"tool_name":"startup","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory startup -c SELF_AUDIT_FAILURE
made '{"error_code":"BOOTSTRAP_FAILURE","human_message":"Failed to bootstrap MCP server","role":null,"session_id":null,"workspace_root":null,"tool_name":"startup","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":{"message":"disk","code":null,"name":"Error"},"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory startup -c BOOTSTRAP_FAILURE -m 'Failed to bootstrap MCP server' --cause-message disk --cause-name Error
# Its session context is ignored.
made '{"error_code":"BOOTSTRAP_FAILURE","human_message":"Startup failed","role":null,"session_id":null,"workspace_root":null,"tool_name":"startup","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza --factory startup -c BOOTSTRAP_FAILURE --tool x --role WINDSURF --session s --workspace /w --phase P --plan h
not_made '/error_code: not a code of this contract' -d kaiza --factory tool -c CACHE_INVALID
not_made '/error_code: not a code of this contract' -d kaiza --factory startup -c startup_failure

# ---- KAIZA without a factory -------------------------------------------------------------------------------------
made '{"error_code":"POLICY_VIOLATION","human_message":"m","role":null,"session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":"INV_Z","phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza -c POLICY_VIOLATION -m m --invariant INV_Z --tool t
made '{"error_code":"INTERNAL_ERROR","human_message":"m","role":"ANTIGRAVITY","session_id":null,"workspace_root":null,"tool_name":"t","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":null,"timestamp":"2026-01-19T15:32:10.123Z","stack_trace":"SystemError: m\n    at t"}' \
    -d kaiza -c INTERNAL_ERROR -m m --tool t --role ANTIGRAVITY --stack $'SystemError: m\n    at t'
made '{"error_code":"UNKNOWN_TOOL_FAILURE","human_message":"Tool failed for an unmapped reason","role":null,"session_id":null,"workspace_root":null,"tool_name":"unknown","invariant_id":null,"phase_id":null,"plan_hash":null,"cause":"late","timestamp":"2026-01-19T15:32:10.123Z"}' \
    -d kaiza -k timeout --cause-json '"late"'
not_made '/role: value not allowed here' -d kaiza --role windsurf
not_made '/cause: value of the wrong type' -d kaiza --cause-json 5
not_made '/cause: not valid JSON' -d kaiza --cause-json '{"a" 1}'
not_made '/cause: text ends too early' -d kaiza --cause-json '{"a":1'
exact 3 '' '/cause: nested too deep' '' make -d kaiza --cause-json "{\"a\":$(printf '[%.0s' {1..40})$(printf ']%.0s' {1..40})}"

# ---- the others --------------------------------------------------------------------------------------------------
for pair in 'cache_missing:Cache does not exist' 'cache_invalid:Cache exists but is invalid' 'invalid_query:Query is invalid' \
    'invalid_budget:Budget is invalid' 'io_error:I/O error occurred' 'internal_error:Internal error'; do
    made '{"error":{"code":"'"${pair%%:*}"'","message":"'"${pair#*:}"'"}}' -d context -c "${pair%%:*}"
done
made '{"error":{"code":"io_error","message":"The disk is full"}}' -d context -c io_error -m 'The disk is full' --data '{"x":1}' --stack s
# Diagnostics do not leave.
made '{"error":{"code":"io_error","message":"I/O error occurred"}}' -d context -c io_error -m 'cannot read /home/u/secret.txt'

made '{"path":"","content":"","lines":0,"size":0,"error":"File not found: src/main.py","problem":{"type":"https://kgfoundry.dev/problems/file-not-found","title":"File Not Found","status":404,"detail":"File not found: src/main.py","instance":"urn:codeintel:files:open_file","code":"file-not-found"}}' \
    -d codeintel --exception FileNotFoundError --tool open_file -m 'File not found: src/main.py'
made '{"path":"","content":"","lines":0,"size":0,"error":"start_line must be a positive integer","problem":{"type":"https://kgfoundry.dev/problems/invalid-parameter","title":"Invalid Parameter","status":400,"detail":"start_line must be a positive integer","instance":"urn:codeintel:files:open_file","code":"invalid-parameter","extensions":{"path":"src/main.py","start_line":0,"end_line":10}}}' \
    -d codeintel --exception InvalidLineRangeError --tool open_file -m 'start_line must be a positive integer' \
    --context '{"path":"src/main.py","start_line":0,"end_line":10}'
made '{"matches":[],"total":0,"truncated":false,"error":"Search timeout","problem":{"type":"https://kgfoundry.dev/problems/vector-search-error","title":"Vector Search Error","status":503,"detail":"Search timeout","instance":"urn:codeintel:search:text","code":"vector-search-error","extensions":{"query":"def main"}}}' \
    -d codeintel --exception VectorSearchError --tool search_text -m 'Search timeout' --context '{"query":"def main"}'
made '{"path":"","content":"","lines":0,"size":0,"error":"bad","problem":{"type":"https://kgfoundry.dev/problems/invalid-parameter","title":"Invalid Parameter","status":400,"detail":"bad","instance":"urn:codeintel:files:open_file","code":"invalid-parameter","extensions":{"path":"a","start_line":0,"end_line":null}}}' \
    -d codeintel --exception InvalidLineRangeError --tool open_file -m bad --data '{"path":"a","start_line":0,"end_line":null}'
made '{"path":"","content":"","lines":0,"size":0,"error":"Binary file or encoding error: invalid start byte","problem":{"type":"https://kgfoundry.dev/problems/unsupported-encoding","title":"Unsupported Encoding","status":415,"detail":"Binary file or encoding error: invalid start byte","instance":"urn:codeintel:files:open_file","code":"unsupported-encoding","extensions":{"encoding":"utf-8","reason":"invalid start byte"}}}' \
    -d codeintel --exception UnicodeDecodeError --tool open_file -m 'Binary file or encoding error: invalid start byte' \
    --context '{"encoding":"utf-8","reason":"invalid start byte"}'
made '{"matches":[],"total":0,"truncated":false,"error":"query must not be empty","problem":{"type":"https://kgfoundry.dev/problems/invalid-parameter","title":"Invalid Parameter","status":400,"detail":"query must not be empty","instance":"urn:codeintel:search:text","code":"invalid-parameter"}}' \
    -d codeintel --exception ValueError --tool search_text -m 'query must not be empty'
made '{"path":"","content":"","lines":0,"size":0,"error":"File operation failed","problem":{"type":"https://kgfoundry.dev/problems/file-operation-error","title":"File Operation Error","status":400,"detail":"File operation failed","instance":"urn:codeintel:files:open_file","code":"file-operation-error","extensions":{"path":"test.py"}}}' \
    -d codeintel --exception FileOperationError --tool open_file --context '{"path":"test.py"}'
made '{"commits":[],"error":"Repository not found","problem":{"type":"https://kgfoundry.dev/problems/git-operation-error","title":"Git Operation Error","status":500,"detail":"Repository not found","instance":"urn:codeintel:git:file_history","code":"git-operation-error"}}' \
    -d codeintel --exception GitOperationError --tool file_history -m 'Repository not found'
# An exception that no table knows keeps only its type.
made '{"matches":[],"total":0,"truncated":false,"error":"Internal error","problem":{"type":"https://kgfoundry.dev/problems/internal-error","title":"Internal Error","status":500,"detail":"Internal error","instance":"urn:codeintel:search:text","code":"internal-error","extensions":{"exception_type":"RuntimeError"}}}' \
    -d codeintel --exception RuntimeError --tool search_text -m 'password is hunter2' --context '{"x":"hunter2"}'
# The empty result and operation of each tool, or one's own.
for pair in 'open_file files:open_file "path":"","content":"","lines":0,"size":0,' 'list_paths files:list_paths "items":[],"total":0,"truncated":false,' \
    'blame_range git:blame_range "blame":[],' 'file_history git:file_history "commits":[],' 'search_text search:text "matches":[],"total":0,"truncated":false,' \
    'semantic_search search:semantic "findings":[],"answer":"","confidence":0.0,'; do
    read -r tool operation result <<<"$pair"
    made "{$result"'"error":"m","problem":{"type":"https://kgfoundry.dev/problems/forbidden","title":"Forbidden","status":403,"detail":"m","instance":"urn:codeintel:'"$operation"'","code":"forbidden"}}' \
        -d codeintel -c forbidden --tool "$tool" -m m
done
made '{"path":"","content":"","lines":0,"size":0,"error":"m","problem":{"type":"https://kgfoundry.dev/problems/forbidden","title":"Forbidden","status":403,"detail":"m","instance":"urn:codeintel:git:mine","code":"forbidden"}}' \
    -d codeintel -c forbidden --tool open_file -m m --operation git:mine
made '{"rows":[],"error":"Access denied","problem":{"type":"https://kgfoundry.dev/problems/forbidden","title":"Forbidden","status":451,"detail":"Access denied","instance":"urn:codeintel:files:mine","code":"forbidden","extensions":{"retry_after":5,"token":"[redacted]"}}}' \
    -d codeintel -k policy --empty-result '{"rows": []}' --operation files:mine --status 451 --retry-after 5 --data '{"token":"x"}'
made '{"type":"https://kgfoundry.dev/problems/file-not-found","title":"File Not Found","status":404,"detail":"File not found","instance":"urn:codeintel:files:open_file","code":"file-not-found"}' \
    -d problem --exception FileNotFoundError --tool open_file
not_made '/problem/code: not a code of this contract' -d codeintel -c nonsense
not_made '/problem/status: number out of range' -d codeintel --status 99
not_made '/status: number out of range' -d problem --status 600
not_made '/status: number out of range' -d problem --status 0
not_made '/status: number out of range' -d problem --status -404
not_made '/status: number out of range' -d problem --status 65940
not_made '/status: number out of range' -d owlclaw-api --incident i --status 9223372036854775807
not_made '/problem/extensions: value of the wrong type' -d codeintel --data '[]'

made '{"type":"NOT_FOUND","message":"agent \"fd-safety\" not registered","recoverable":false}' -d toolerror -c NOT_FOUND -m 'agent "fd-safety" not registered'
made '{"type":"VALIDATION","message":"patterns is required","recoverable":false}' -d toolerror -c VALIDATION -m 'patterns is required'
made '{"type":"TRANSIENT","message":"database busy","recoverable":true}' -d toolerror -c TRANSIENT -m 'database busy'
made '{"type":"CONFLICT","message":"reservation conflict: 2 conflicts","recoverable":true,"data":{"conflicts":[{"agent_id":"agent-2","pattern":"src/*.go","held_by":"agent-2"}]}}' \
    -d toolerror -c CONFLICT -m 'reservation conflict: 2 conflicts' --recoverable true \
    --data '{"conflicts": [{"agent_id": "agent-2", "pattern": "src/*.go", "held_by": "agent-2"}]}'
made '{"type":"TRANSIENT","message":"gave up","recoverable":false}' -d toolerror -c TRANSIENT -m 'gave up' --recoverable=false
made '{"type":"INTERNAL","message":"","recoverable":false}' -d toolerror -c INTERNAL -m ''
made '{"type":"VALIDATION","message":"a<b && c>d","recoverable":false}' -d toolerror -c VALIDATION -m 'a<b && c>d'
made '{"type":"VALIDATION","message":"m","recoverable":false,"data":{"x":null,"y":[1,2.5,true,null,"s"]}}' -d toolerror -c VALIDATION -m m \
    --data '{"x":null,"y":[1,2.5,true,null,"s"]}'
made '{"type":"TRANSIENT","message":"rate limited","recoverable":true,"data":{"retry_after":30}}' -d toolerror -k rate_limited -m 'rate limited' --retry-after 30
made '{"type":"INTERNAL","message":"something broke","recoverable":false}' -d toolerror -m 'something broke'
made $'{"type":"INTERNAL","message":"\xef\xbf\xbd","recoverable":false}' -d toolerror -m $'\xff'
made '{"type":"TRANSIENT","message":"temporarily unavailable","recoverable":true,"data":{"retry_after":0}}' -d toolerror -k io --retry-after 0
made '{"type":"TRANSIENT","message":"temporarily unavailable","recoverable":true,"data":{"retry_after":2147483647}}' -d toolerror -k io --retry-after 2147483647
for number in 2147483648 4294967296 -1; do
    not_made '/data/retry_after: number out of range' -d toolerror --retry-after $number
    not_made '/error/retry_after: number out of range' -d owlclaw --incident i --retry-after $number
done
not_made '/type: not a code of this contract' -d toolerror -c transient
not_made '/data: value of the wrong type' -d toolerror --data '"x"'
not_made '/data: not valid JSON' -d toolerror --data x

made '{"error":{"code":"protocol.unsupported_version","message":"Unsupported protocol version","category":"compatibility","retryable":false,"incident_id":"inc_20260226_001","details":{"supported_versions":["2025-06","2025-03"]}}}' \
    -d owlclaw -c protocol.unsupported_version --incident inc_20260226_001 --data '{"supported_versions":["2025-06","2025-03"]}'
made '{"type":"https://owlclaw.dev/problems/protocol-version","title":"Unsupported protocol version","status":400,"code":"protocol.unsupported_version","category":"compatibility","retryable":false,"incident_id":"inc_20260226_001","details":{"supported_versions":["v1"]}}' \
    -d owlclaw-api -c protocol.unsupported_version --incident inc_20260226_001 --data '{"supported_versions":["v1"]}'
made '{"error":{"code":"governance.rate_limited","message":"slow down","category":"governance","retryable":true,"incident_id":"i","retry_after":9}}' \
    -d owlclaw -k rate_limited -m 'slow down' --incident i --retry-after 9
not_made '/error/incident_id: must be there, but is missing' -d owlclaw
not_made '/incident_id: must be there, but is missing' -d owlclaw-api
not_made '/error/code: not a code of this contract' -d owlclaw -c protocol.x --incident i

# ---- every kind, in every dialect; the time is now unless given --------------------------------------------------
help=$("$mcperr" make --help | tr '\n.' '  ')
for kind in internal invalid unsupported_version version_conflict unsupported_encoding unauthenticated forbidden not_found \
    conflict precondition policy rate_limited budget corrupt io timeout unavailable; do
    count "$([[ $help == *" $kind "* ]] && echo 1)" "make --help does not tell of the kind $kind"
    for dialect in $dialects; do
        exact 0 "valid: $dialect" '' "$("$mcperr" make -d "$dialect" -k $kind --incident i --operation git:blame_range)" check -d "$dialect" --lint
    done
done
before=$(date -u +%Y-%m-%dT%H:%M:%S)
made=$("$mcperr" make -d kaiza)
after=$(date -u +%Y-%m-%dT%H:%M:%S.999Z)
stamp=${made##*timestamp\":\"}
count "$([[ ! ${stamp%\"*} < $before && ! ${stamp%\"*} > $after ]] && echo 1)" "$made is not of this moment"

# ---- what cannot be meant ----------------------------------------------------------------------------------------
misused 'must be given: -d'
misused 'must be given: -d' -c INTERNAL
misused 'unknown dialect: Kaiza' -d Kaiza
misused 'takes no file: x' -d kaiza x
misused 'only one of -c, -k and --exception' -d kaiza -c INTERNAL_ERROR -k internal
misused 'only one of -c, -k and --exception' -d codeintel --exception ValueError -k internal
misused 'only one of -c, -k and --exception' -d codeintel --exception ValueError -c forbidden
misused 'only one of --cause-text, --cause-message and --cause-json' -d kaiza --cause-text a --cause-message b
misused 'only one of --cause-text, --cause-message and --cause-json' -d kaiza --cause-text a --cause-json '{}'
misused '--cause-code and --cause-name need --cause-message' -d kaiza --cause-code 7
misused '--cause-code and --cause-name need --cause-message' -d kaiza --cause-text a --cause-name Error
misused 'only one of --data and --context' -d toolerror --data '{}' --context '{}'
misused '--factory needs -d kaiza' -d toolerror --factory unknown
misused 'unknown factory: magic' -d kaiza --factory magic
misused '--factory takes -c, not -k or --exception' -d kaiza --factory unknown -k timeout
misused '--factory takes -c, not -k or --exception' -d kaiza --factory unknown --exception ValueError
misused '--factory invariant needs --invariant' -d kaiza --factory invariant
misused '--factory tool needs -c' -d kaiza --factory tool
misused '--factory startup needs -c' -d kaiza --factory startup
misused 'unknown kind: bad' -d kaiza -k bad
misused 'neither true nor false: yes' -d toolerror --recoverable yes
misused 'not a whole number: 4.5' -d problem --status 4.5
misused 'not a whole number: soon' -d toolerror --retry-after soon
misused 'not a whole number: ' -d toolerror --retry-after ''
for time in now '' 2026-01-19 2026-01-19T15:32:10Z 2026-02-30T00:00:00.000Z 1969-12-31T23:59:59.999Z; do
    misused "not a time of the form 2026-01-19T15:32:10.123Z: $time" -d kaiza --time "$time"
done
for option in -d -c -k -m --factory --exception --tool --role --session --workspace --invariant --phase --plan --cause-text \
    --cause-message --cause-code --cause-name --cause-json --data --context --operation --empty-result --incident --retry-after \
    --recoverable --status --time --stack; do
    misused "a value must follow: $option" -d kaiza $option
done

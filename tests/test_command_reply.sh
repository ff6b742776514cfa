# shellcheck shell=bash disable=SC2154,SC2016
# reply: what the lines of a server say. Read by test_command.sh.

# In the words of the protocol.
exact 0 'line 1: a result, id 4
Text:           21 "degrees"

line 2: an error of the tool, id "a\"b"
What happened:  Invalid departure date: must be in the future.
That means:     nothing more is known; it counts as broken inside the server
Known as:       kind internal
Read as:        plain text, which says no more than its words
Try again?      No, nothing says that it would help.
What to do:     give up; tell those who run the server

line 4: an error of the request, id 3
What happened:  Unknown tool: invalid_tool_name
That means:     what the call asks for does not exist
Known as:       code -32602, kind not_found
Read as:        an error of JSON-RPC, by its code and words
Try again?      No, the same call would fail again.
What to do:     work around it: do without it, or look for another one

line 5: a question of the server, id 0
State:          opaque

line 6: a request or notification of the server
Method:         notifications/progress' '' \
    '{"jsonrpc":"2.0","id":4,"result":{"resultType":"complete","content":[{"type":"text","text":"21 \"degrees\""}]}}
{"jsonrpc":"2.0","id":"a\"b","result":{"content":[{"type":"text","text":"Invalid departure date: must be in the future."}],"isError":true}}

{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: invalid_tool_name"}}
{"jsonrpc":"2.0","id":0,"result":{"resultType":"input_required","requestState":"opaque"}}
{"jsonrpc":"2.0","method":"notifications/progress","params":{}}' reply

# In words that many servers use.
exact 0 'line 1: an error of the tool, id 1
What happened:  Rate limit exceeded. Please try again in 1m30s.
That means:     there were too many calls in a short time
Known as:       kind rate_limited
Read as:        plain text, which says no more than its words
Try again?      Yes, after 90 seconds, as the server asks.
What to do:     try the same call again, and stop after 3 failures in all' '' \
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Rate limit exceeded. Please try again in 1m30s."}],"isError":true}}' reply

# An envelope, wherever it stands.
envelope=${toolerror//\"/\\\"}
explained='What happened:  rate limited
That means:     something that the server needs is not available at the moment
Known as:       code TRANSIENT, kind unavailable
Read as:        a valid toolerror envelope
Try again?      Yes, after 30 seconds, as the server asks.
What to do:     try the same call again, and stop after 3 failures in all
Details:        {"retry_after":30}'
found() { # found LINE WHERE KIND
    exact 0 "line 1: an error of the $3, id 1
$explained
Envelope in:    $2" '' "{\"jsonrpc\":\"2.0\",\"id\":1,$1}" reply -
}
found '"result":{"content":[{"type":"text","text":"'"$envelope"'"}],"isError":true}' 'a text of the content' tool
found '"result":{"content":[{"type":"text","text":"```json\n'"$envelope"'\n```"}],"isError":true}' 'a text of the content' tool
found '"result":{"content":[],"structuredContent":'"$toolerror"',"isError":true}' 'the structured content' tool
found '"result":{"content":[],"_meta":{"com.example/error":'"$toolerror"'},"isError":true}' '_meta' tool
found '"error":{"code":-32603,"message":"m","data":'"$toolerror"'}' 'the data of the error' request
found '"error":{"code":-32603,"message":"m","data":"'"$envelope"'"}' 'the data of the error' request
found '"error":{"code":-32603,"message":"'"$envelope"'"}' 'the message of the error' request
for dialect in $dialects; do
    text=${sample[$dialect]//\"/\\\"}
    expect 0 "line 1: an error of the tool, id 7*Read as:        a valid $dialect envelope*Envelope in:    a text of the content" '' \
        "$(printf '%s' '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"'"$text"'"}],"isError":true}}' | sed 's/\\/\\\\/g')" reply
done

# What servers do wrong, and is understood.
exact 0 "line 1: an error of the tool
$explained
Envelope in:    a text of the content
Odd:            the result does not say that it is an error (\"isError\":true)
                the id is missing, null, or neither an integer nor a short string
                \"jsonrpc\" is not \"2.0\"
                there are both a result and an error
                a byte order mark stands before the line" '' \
    $'\xef\xbb\xbf{"id":null,"result":{"content":[{"type":"text","text":"'"$envelope"'"}]},"error":null}' reply
exact 0 "line 1: an error of the tool, id 1
$explained
Envelope in:    a text of the content
Odd:            \"isError\" is neither true nor false" '' \
    '{"jsonrpc":"2.0","id":1,"result":{"isError":1,"content":[{"type":"text","text":"'"$envelope"'"}]}}' reply
exact 0 "line 1: an error of the request, id 1
$explained
Envelope in:    the place of the error
Odd:            the error of JSON-RPC lacks an integer code, or a message" '' '{"jsonrpc":"2.0","id":1,"error":'"$toolerror"'}' reply

# What is no message is told with its place, and understood as far as it can be. The status is that of the worst line.
exact 1 'line 1: not a message of MCP, id 4
Fault:          byte 47 /result/resultType: value not allowed here
What happened:  {"jsonrpc":"2.0","id":4,"result":{"resultType":"task"}}
That means:     nothing more is known; it counts as broken inside the server
Known as:       kind internal
Read as:        plain text, which says no more than its words
Try again?      No, nothing says that it would help.
What to do:     give up; tell those who run the server

line 2: a result, id 5' '' '{"jsonrpc":"2.0","id":4,"result":{"resultType":"task"}}
{"jsonrpc":"2.0","id":5,"result":{}}' reply
exact 1 "line 1: not a message of MCP, id 4
Fault:          byte 70: expected ',' or '}' after the member
$explained
Envelope in:    a text of the content" '' \
    '{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"'"$toolerror"'"}],"isError":true}}' reply
exact 1 "line 1: not a message of MCP
Fault:          byte 0 /result: must be there, but is missing
$explained
Envelope in:    the line itself
Odd:            \"jsonrpc\" is not \"2.0\"" '' "$toolerror" reply
expect 1 'line 1: not a message of MCP*Fault:          byte 0: value of the wrong type*' '' '[]' reply
expect 1 'line 1: not a message of MCP*Fault:          byte 4 /result: must*' '' '\xef\xbb\xbf {"":1}' reply
expect 3 'line 1: not a message of MCP, id 1*Fault:          byte *: nested deeper than the limit*' '' \
    '{"id":1,"x":'"$(printf '[%.0s' {1..40})" reply
expect 3 'line 1: not a message of MCP, id 1*more values than the limit*' '' \
    '{"id":1,"x":['"$(printf '1,%.0s' {1..70000})"']}' reply
expect 3 '' 'line 1: byte 67108864: longer than the limit' '' reply "$folder/huge.json"
exact 3 '{"line":1,"offset":67108864,"pointer":null,"reason":"longer than the limit"}' '' '' reply --json "$folder/huge.json"

# For machines.
exact 0 '{"line":1,"kind":"result","id":4,"method":null,"state":null,"rpc_code":null,"place":null,"odd":[],"offset":null,"pointer":null,"reason":null,"error":null}' \
    '' '{"jsonrpc":"2.0","id":4,"result":{"content":[]}}' reply --json
exact 0 '{"line":1,"kind":"result","id":4,"method":null,"state":null,"rpc_code":null,"place":null,"odd":["mark"],"offset":null,"pointer":null,"reason":null,"error":null}' \
    '' '{"jsonrpc":"2.0","id":4,"result":{"content":[],"isError":null}}' reply --json
exact 0 '{"line":1,"kind":"input_required","id":"x","method":null,"state":"s","rpc_code":null,"place":null,"odd":["version"],"offset":null,"pointer":null,"reason":null,"error":null}
{"line":2,"kind":"other","id":null,"method":"ping","state":null,"rpc_code":null,"place":null,"odd":["version"],"offset":null,"pointer":null,"reason":null,"error":null}' \
    '' '{"id":"x","result":{"resultType":"input_required","requestState":"s"}}
{"method":"ping"}' reply --json
exact 0 '{"line":1,"kind":"tool_error","id":"a","method":null,"state":null,"rpc_code":null,"place":"text","odd":["not_marked"],"offset":null,"pointer":null,"reason":null,"error":{"reading":"exact","dialect":"toolerror","code":"TRANSIENT","kind":"unavailable","message":"rate limited","status":503,"category":"dependency","alert":"warning","retryable":true,"recoverable":true,"retry_after":30,"action":"retry","delay_ms":30000,"tool":null,"operation":null,"incident":null,"cause":null,"details":{"retry_after":30}}}' \
    '' '{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"'"$envelope"'"}],"isError":false}}' reply --json
exact 0 '{"line":1,"kind":"protocol_error","id":1,"method":null,"state":null,"rpc_code":-32601,"place":null,"odd":["no_code"],"offset":null,"pointer":null,"reason":null,"error":{"reading":"plain","dialect":null,"code":null,"kind":"not_found","message":"gone","status":404,"category":"runtime","alert":"warning","retryable":false,"recoverable":false,"retry_after":null,"action":"work_around","delay_ms":0,"tool":null,"operation":null,"incident":null,"cause":null,"details":{"a":1}}}' \
    '' '{"jsonrpc":"2.0","id":1,"error":{"code":"-32601","message":"gone","data":{ "a": 1 }}}' reply --json
expect 1 '{"line":2,"kind":"malformed","id":4,"method":null,"state":null,"rpc_code":null,"place":null,"odd":[[]],"offset":33,"pointer":"/result","reason":"value of the wrong type","error":{"reading":"plain",*' '' \
    '\r\n{"jsonrpc":"2.0","id":4,"result":7}' reply --json
expect 1 '*"kind":"malformed","id":null,*"offset":0,"pointer":null,"reason":"expected a value","error":{"reading":"legacy","dialect":"toolerror","code":"CONFLICT",*' '' \
    'CONFLICT: x' reply --json

# Nothing is nothing.
exact 0 '' '' '' reply
exact 0 '' '' $'\n \r\n' reply --json
expect 2 '' '*unknown option: --lines*usage: mcperr reply *' '' reply --lines

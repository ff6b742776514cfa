# shellcheck shell=bash disable=SC2154,SC2016
# audit. Read by test_command.sh. The logs are made here with Python's CRC-32 and SHA-256, not the library's.

# seal: records, one a line, from standard input: `{...}` gets its CRC, and `"prev":"@"` the hash of the line before,
# `"prev":"@@"` that of the line before that one; a line `=TEXT` is TEXT as it is, `-TEXT` the same without line feed.
seal() {
    python3 -c '
import hashlib, sys, zlib
hashes = ["0" * 64] * 2
for line in sys.stdin.read().splitlines():
    if line[0] in "=-":
        sys.stdout.write(line[1:] + ("\n" if line[0] == "=" else ""))
        continue
    line = line[:-1].replace("\"@@\"", f"\"{hashes[-2]}\"").replace("\"@\"", f"\"{hashes[-1]}\"") + ",\"crc\":\""
    line += "%08x\"}" % zlib.crc32(line.encode())
    hashes.append(hashlib.sha256(line.encode()).hexdigest())
    print(line)' >"$folder/log"
}
record() { printf '{"seq":%d,"tool_name":"read_temp","error_code":"FILE_READ_FAILED","invariant_id":null,"plan_hash":null,"phase_id":null,"timestamp":"2026-01-19T15:32:10.123Z","cause":null,"session_id":null,"role":null,"incident_id":"inc_7_%d"%s}\n' "$1" "$1" "${2-}"; }
row() { printf '%10d  2026-01-19T15:32:10.123Z  read_temp           FILE_READ_FAILED            inc_7_%d%s' "$1" "$1" "${2-}"; }
recovered() { printf '{"seq":%d,"recovered":true,"torn":%d,"missing":%d%s}\n' "$1" "$2" "$3" "${4-}"; }
# judged EXIT VERDICT: the last line of the answer, on standard output and, with --json, on standard error
judged() {
    local out
    out=$("$mcperr" audit "$folder/log")
    count $(($? == $1)) "audit: exit status is not $1"
    count "$([ "${out##*$'\n'}" = "$2" ] && echo 1)" "audit: ${out##*$'\n'}" "  wanted: $2"
    expect "$1" '*' "$2" '' audit --json "$folder/log"
}

# A whole log, listed; --json has its lines as they are.
{ record 1; record 2; } | seal
exact 0 "$(row 1)"$'\n'"$(row 2)"$'\nwhole: records 2 (1 to 2)' '' '' audit "$folder/log"
exact 0 "$(cat "$folder/log")" 'whole: records 2 (1 to 2)' '' audit --json "$folder/log"
exact 0 "$(row 1)"$'\n'"$(row 2)"$'\nwhole: records 2 (1 to 2)' '' "$(cat "$folder/log")"$'\n' audit -
count "$(cd "$folder" && mv log audit-log.jsonl && "$mcperr" audit >/dev/null && mv audit-log.jsonl log && echo 1)" \
    'audit without a name did not read audit-log.jsonl'
exact 0 'whole: records 0' '' '' audit "$folder/empty"
seal <<<'{"seq":1,"tool_name":"\u001b[31mred\u009b","error_code":"X","timestamp":5}'
expect 0 $'         1  -                          \\[31mred  X  *whole: records 1 (1 to 1)' '' '' audit "$folder/log"

# What is lost and told is no damage; what is not told is.
{ record 1; record 4 ',"lost":2'; } | seal
exact 0 "$(row 1)"$'\n'"$(row 4 '  (2 lost before)')"$'\nwhole: records 2 (1 to 4), lost and told 2' '' '' audit "$folder/log"
{ record 1; record 5 ',"lost":2'; } | seal
judged 1 'damaged: missing and never told 1; records 2 (1 to 5), lost and told 2'
{ record 1; record 3; record 4 ',"lost":1'; } | seal
judged 1 'damaged: missing and never told 1; records 3 (1 to 4), lost and told 1'
{ record 1; echo '={"seq":2,"tool_na'; record 3 ',"lost":1'; } | seal
judged 0 'whole: records 2 (1 to 3), torn and told 1, lost and told 1'

# A cut line is told by a recovery; a number that is gone is not made good by it.
{ record 1; echo '-{"seq":2,"tool_na'; } | seal
exact 1 "$(row 1)"$'\n         !  torn (17 bytes)\ndamaged: torn and never told 1; records 1 (1 to 1)' '' '' audit "$folder/log"
{ record 1; echo '={"seq":2,"tool_na'; recovered 2 1 0; record 3; } | seal
exact 0 "$(row 1)"$'\n         !  torn (17 bytes)\n         2  recovered: 1 torn, 0 missing\n'"$(row 3)"$'\nwhole: records 3 (1 to 3), recovered 1, torn and told 1' '' '' audit "$folder/log"
{ record 1; echo '=torn'; echo '=torn'; recovered 2 1 0; } | seal
judged 1 'damaged: torn and never told 1; records 2 (1 to 2), recovered 1, torn and told 1'
{ record 1; echo '=torn'; recovered 3 1 1; } | seal
judged 1 'damaged: missing and never told 1; records 2 (1 to 3), recovered 1, torn and told 1'
record 1 | seal
printf '%s' "$(cat "$folder/log")" >"$folder/unended"
mv "$folder/unended" "$folder/log"
judged 1 'damaged: last line without its end 1; records 1 (1 to 1)'

# A record that was changed stays damage, whatever a recovery says; so does a number used twice.
{ record 1; record 2; record 3; } | seal
sed -i '2s/read_temp/read_tamp/' "$folder/log"
exact 1 "$(row 1)"$'\n         !  wrong CRC (241 bytes)\n'"$(row 3)"$'\ndamaged: wrong CRC 1, missing and never told 1; records 2 (1 to 3)' '' '' audit "$folder/log"
{ record 1; record 2; recovered 3 1 1; } | seal
sed -i '2s/read_temp/read_tamp/' "$folder/log"
judged 1 'damaged: wrong CRC 1, missing and never told 1; records 2 (1 to 3), recovered 1'
{ record 1; record 2; record 2; record 1; } | seal
judged 1 'damaged: number used before 2; records 2 (1 to 2)'
{ record 1; echo '{"seq":2,]}'; } | seal
judged 1 'damaged: right CRC but no record 1; records 1 (1 to 1)'
{ record 1; echo '{"seq":2,"prev":"5"}'; } | seal
judged 1 'damaged: right CRC but no record 1; records 1 (1 to 1)'

# The beginning of a ring is overwritten; that of a file is missed.
{ record 7; record 8 ',"overwritten":6'; } | seal
judged 0 'whole: records 2 (7 to 8), overwritten and told 6'
record 7 | seal
judged 1 'damaged: missing and never told 6; records 1 (7 to 7)'
{ record 3 ',"lost":2'; record 4; } | seal
judged 0 'whole: records 2 (3 to 4), lost and told 2'
{ record 3 ',"lost":1'; record 4 ',"lost":1'; } | seal
judged 1 'damaged: missing and never told 1; records 2 (3 to 4), lost and told 2'
{ record 7; recovered 8 0 0 ',"overwritten":6'; } | seal
judged 0 'whole: records 2 (7 to 8), recovered 1, overwritten and told 6'

# Links: to the record before; to the one before that if the writer took the last for lost; from the first to none.
linked=',"prev":"@"'
{ record 1 "$linked"; record 2 "$linked"; recovered 3 0 0 "$linked"; } | seal
judged 0 'whole: records 3 (1 to 3), linked 3, recovered 1'
{ record 1; record 2 "$linked"; } | seal
judged 0 'whole: records 2 (1 to 2), linked 1'
{ record 1 "$linked"; record 2 "$linked"; record 3 ',"lost":1,"prev":"@@"'; record 4 "$linked"; } | seal
judged 0 'whole: records 4 (1 to 4), linked 4, lost and told 1'
{ record 1 "$linked"; record 2 "$linked"; record 3 ',"prev":"@@"'; } | seal
judged 1 'damaged: broken link 1; records 3 (1 to 3), linked 2'
{ record 1 ',"prev":"'"$(printf '1%.0s' {1..64})"'"'; } | seal
judged 1 'damaged: broken link 1; records 1 (1 to 1)'
{ record 7 ',"overwritten":6,"prev":"'"$(printf '1%.0s' {1..64})"'"'; record 8 "$linked"; } | seal
judged 0 'whole: records 2 (7 to 8), linked 2, overwritten and told 6'
# Somebody changes a record and mends its CRC: the link of the next one tells.
{ record 1 "$linked"; record 2 "$linked"; record 3 "$linked"; } | seal
cp "$folder/log" "$folder/true"
{ sed -n 1p "$folder/true" | sed 's/^/=/'; sed -n 2p "$folder/true" | sed 's/read_temp/read_tamp/; s/,"crc":.*/}/'; sed -n 3p "$folder/true" | sed 's/^/=/'; } | seal
judged 1 'damaged: broken link 1; records 3 (1 to 3), linked 2'

# Lines longer than any record, and binary.
{ record 1; printf '=%s\n' "$(head -c 1500000 /dev/zero | tr '\0' x)"; record 2; } | seal
judged 1 'damaged: torn and never told 1; records 2 (1 to 2)'
head -c 65536 /dev/urandom >"$folder/log"
expect 1 '*' 'damaged: *; records 0' '' audit --json "$folder/log"

# Lines made to be slow: each beginning might be a record, each end might be one, and none has a line feed. A walk that
# looks at bytes again and again would take minutes.
{ python3 -c 'print(("{\"seq\":1" + ",\"crc\":\"00000000\"}" * 3600 + "\n") * 256, end="")'; } >"$folder/log"
out=$(timeout 60 "$mcperr" audit "$folder/log" | tail -n 1)
count "$([ "$out" = 'damaged: wrong CRC 256; records 0' ] && echo 1)" "audit of hostile lines: $out"
for i in {1..200}; do record "$i"; done | seal
for _ in {1..100}; do tr '\n' x <"$folder/log"; done >"$folder/glued"
out=$(timeout 60 "$mcperr" audit "$folder/glued" | tail -n 1)
count "$([ "$out" = 'damaged: torn and never told 20000, number used before 19800; records 200 (1 to 200)' ] && echo 1)" "audit of glued lines: $out"

# What cannot be read.
expect 3 '' '*absent.jsonl: No such file or directory' '' audit "$folder/absent.jsonl"
expect 3 '' '*Is a directory' '' audit "$folder"
count "$(cd "$folder" && "$mcperr" audit 2>&1 | grep -q 'audit-log.jsonl: No such file' && echo 1)" 'audit without a log says nothing'
expect 2 '' 'mcperr: one file at a time: b*usage: mcperr audit \[--json\] \[FILE|-\]' '' audit a b
expect 2 '' '*unknown option: --lines*' '' audit --lines
expect 0 'usage: mcperr audit *audit-log.jsonl*' '' '' audit --help
if [ -e /dev/full ]; then
    record 1 | seal
    "$mcperr" audit "$folder/log" >/dev/full 2>/dev/null
    count $(($? == 3)) 'mcperr audit: a full disk was not noticed'
fi

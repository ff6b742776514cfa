#!/usr/bin/env bash
# kill.sh WRITER MCPERR FOLDER: a writing process is killed at random moments, and the next one goes on with its log.
# After each kill: every acknowledged record is in the log, at most one that was not is, no number is there twice; and
# after the next start the log is whole.
set -u
writer=$(realpath "$1") mcperr=$(realpath "$2")
rounds=20 passed=0 failed=0 torn=0 unacknowledged=0
cd "$3" || exit 1
rm -f log acks
: >acks

count() { # count GOOD WORDS...
    if [ "$1" = 1 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        shift
        echo "round $round: $*"
    fi
}
# The numbers of all records of failures; those of recoveries are nobody's.
in_log() { "$mcperr" audit --json log 2>verdict | grep -v '"recovered":true' | sed 's/^{"seq":\([0-9]*\),.*/\1/' | sort; }

for round in $(seq $rounds); do
    # Every other one writes in pieces. The start alone takes a while, so that some are killed in it.
    "$writer" log 1000000 $((round % 2 * 3000)) >>acks &
    pid=$!
    sleep "0.$(printf %03d $((RANDOM % 200 + 5)))"
    kill -9 $pid
    wait $pid 2>/dev/null
    [ $? -eq 137 ] || count 0 'the writer ended by itself'

    sort acks >acked
    in_log >logged
    extra=$(comm -13 acked logged | wc -l)
    count $(($(comm -23 acked logged | wc -l) == 0)) "acknowledged, but not in the log: $(comm -23 acked logged | tr '\n' ' ')"
    count $((extra - unacknowledged <= 1)) 'more than one record that was not acknowledged'
    count $(($(sort acks logged | uniq -d | wc -l) == $(wc -l <acks) && $(uniq -d logged | wc -l) == 0)) 'a number is there twice'
    unacknowledged=$extra
    grep -q '^damaged: torn' verdict && torn=$((torn + 1))

    "$writer" log 0 0
    count $(($? == 0)) 'the log could not be opened again'
    "$mcperr" audit log >verdict
    count $(($? == 0)) "after recovery: $(tail -n 1 verdict)"
    cp log before
    "$writer" log 0 0
    count "$(cmp -s log before && echo 1)" 'recovering twice is not recovering once'
done
echo "$rounds kills: $(wc -l <acks) records acknowledged, $unacknowledged more in the log, $torn torn; $(tail -n 1 verdict)"
round=all
count $(($(wc -l <acks) > rounds)) 'too few records were written'
count $((torn > 0)) 'no kill came in the middle of a line'
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

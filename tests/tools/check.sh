#!/usr/bin/env bash
# check.sh NAME COMMAND...: run one check, keep its output in build/check/NAME.log, and say in one line how it went.
# What counts are the lines `N passed, M failed` that it prints; without any, its exit status is one test.
set -u
name=$1
shift
log=build/check/$name.log
mkdir -p build/check
begin=$SECONDS
"$@" >"$log" 2>&1
status=$?
read -r passed failed < <(tr -d '\r' <"$log" | awk -v status=$status '
    /^[0-9]+ passed, [0-9]+ failed$/ { seen = 1; passed += $1; failed += $3 }
    END { if (!seen && status == 0) passed = 1; if (status != 0 && failed == 0) failed = 1; print passed + 0, failed + 0 }')
echo "$passed $failed" >"build/check/$name.count"
printf '%-18s %6d passed, %d failed  (%d s)\n' "$name" "$passed" "$failed" $((SECONDS - begin))
sed -n 's/^note: /                   /p' "$log"
if [ "$failed" -ne 0 ]; then
    echo "---- the end of $log:"
    tail -n 40 "$log"
    echo "----"
fi

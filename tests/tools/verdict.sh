#!/usr/bin/env bash
# verdict.sh NAME...: add up the named checks. One that left no count has failed.
set -u
total_passed=0 total_failed=0
for name in "$@"; do
    passed=0 failed=1
    [ -f "build/check/$name.count" ] && read -r passed failed <"build/check/$name.count"
    total_passed=$((total_passed + passed)) total_failed=$((total_failed + failed))
    [ "$failed" -eq 0 ] || echo "failed: $name (build/check/$name.log)"
done
echo "$total_passed passed, $total_failed failed"
[ "$total_failed" -eq 0 ]

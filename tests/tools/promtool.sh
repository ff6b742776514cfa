#!/usr/bin/env bash
# The metrics text and the example alert rules, judged by Prometheus' own promtool. It comes from Debian's package, which
# is unpacked in build/promtool and not installed.
set -u
cd "$(dirname "$0")/../.." || exit 1
out=build/promtool
promtool=$out/usr/bin/promtool
rules=docs/examples/alerts.yml
passed=0 failed=0

fetch() { (cd $out && rm -f prometheus_*.deb && apt-get download -q prometheus && dpkg-deb -x prometheus_*.deb .); }

mkdir -p $out
if ! [ -x $promtool ] && ! fetch >$out/fetch.log 2>&1 &&
    ! { apt-get update -q && fetch; } >>$out/fetch.log 2>&1; then
    tail -n 5 $out/fetch.log
    echo "promtool cannot be had: Debian's package prometheus could not be downloaded (see $out/fetch.log)"
    echo "0 passed, 1 failed"
    exit 1
fi
rm -f $out/prometheus_*.deb

# check WORDS COMMAND...: one test; its output is shown if it fails
check() {
    local words=$1
    shift
    if "$@" >$out/log 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $words"
        cat $out/log
    fi
}
refuses() { ! "$@"; }
same() { diff <(printf '%s\n' "$1") <(printf '%s\n' "$2"); }

check 'the rules are accepted' $promtool check rules $rules
check 'the rules fire when they should, and only then' $promtool test rules tests/promtool/alerts_test.yml

# The rules name the codes that are critical, and no others.
critical=$(for dialect in kaiza context codeintel toolerror owlclaw; do
    build/mcperr codes -d $dialect | awk '$6 == "critical" {print $1}'
done | sort)
named=$(sed -n '/critical5m$/,/^$/p' $rules | grep -oE '[A-Za-z_.[-]+(\]?[A-Za-z_]+)*[|'\'']' | tr -d "[]|'" | sort)
check 'the rules name the critical codes of all contracts' same "$critical" "$named"

"${CC:-cc}" -std=c99 -Wall -Wextra -Werror -Iinclude tests/promtool/exposition.c build/libmcperr.a -o $out/exposition
check 'the exposition goes through a buffer of 128 bytes' $out/exposition
cp $out/log $out/metrics.txt
check 'the exposition is accepted' $promtool check metrics <$out/metrics.txt
check 'an exposition without types is refused' refuses $promtool check metrics < <(sed '/^# TYPE/d' $out/metrics.txt)
check 'no series is there twice' same '' "$(grep -v '^#' $out/metrics.txt | sed 's/ [^ ]*$//' | sort | uniq -d)"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]

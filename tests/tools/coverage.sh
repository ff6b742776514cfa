#!/usr/bin/env bash
# Branch coverage of src/ by the unit tests. The report names every branch that no test takes.
set -eu
out=build/coverage
rm -rf $out
make -s -f tests/target/rules.mk TARGET=coverage OUT=$out >/dev/null
gcovr --root . --filter src/ --exclude-throw-branches --branches --object-directory $out --txt $out/branches.txt \
    --html-details $out/index.html --print-summary $out
grep -E '^src|^TOTAL' $out/branches.txt
gcovr --root . --filter src/ --branches --object-directory $out --fail-under-branch 100 $out >/dev/null

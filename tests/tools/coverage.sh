#!/usr/bin/env bash
# Branch coverage of src/ by the unit tests: every branch is taken. Branches that cannot be are marked in the source, with the reason.
set -eu
out=build/coverage
rm -rf $out
mkdir -p $out
make -s -f tests/target/rules.mk TARGET=coverage OUT=$out >$out/tests.log 2>&1 || { sed 's/^/  /' $out/tests.log; exit 1; }
gcovr --root . --filter src/ --branches --object-directory $out --txt $out/branches.txt --html-details $out/index.html $out
cat $out/branches.txt
gcovr --root . --filter src/ --branches --object-directory $out --print-summary $out | sed -n 's/^\(lines\|branches\): /note: \1 covered: /p'
gcovr --root . --filter src/ --object-directory $out --fail-under-branch 100 $out >/dev/null || {
    echo "some branches are not taken: see above, or $out/index.html"
    exit 1
}
echo "1 passed, 0 failed"

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""count.py [ROOT] [CC] [-Ox]: instructions (x86-64, callgrind) of writing, framing and reading the seven envelopes, for
the library whose source tree is at ROOT (default: this one).
count.py ROOT CC -Ox CONTENDER JOB ENVELOPE: where in the code they are spent."""
import sys
import tempfile
from pathlib import Path

import measure

root = Path(sys.argv[1] if len(sys.argv) > 1 else measure.HERE.parent.parent)
compiler = sys.argv[2] if len(sys.argv) > 2 else "gcc"
opt = sys.argv[3] if len(sys.argv) > 3 else "-O2"
with tempfile.TemporaryDirectory() as folder:
    if len(sys.argv) == 7:
        print(measure.profile(measure.build(root, Path(folder), compiler, opt), *sys.argv[4:]))
        sys.exit()
    counts = measure.instructions(measure.build(root, Path(folder), compiler, opt))
envelopes = list(dict.fromkeys(envelope for _, _, envelope in counts))
print(f"instructions, x86-64, {compiler} {opt}; * is not what it should be")
for job in ("write", "frame", "read"):
    print(f"\n{job:12}" + "".join(f"{envelope:>11}" for envelope in envelopes))
    for who in dict.fromkeys(who for who, what, _ in counts if what == job):
        cells = (counts[who, job, envelope] for envelope in envelopes)
        limit = who in ("jsmn", "UTF-8 check")
        print(f"{who:12}" + "".join(f"{count:>10,}{' ' if right or limit else '*'}" for count, right in cells))

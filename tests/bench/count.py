#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Instructions (x86-64, callgrind) of writing, framing and reading the seven envelopes, for the library of any source tree.

count.py [ROOT [CC]]                             a table (default: this tree, gcc)
count.py ROOT CC growth                          instructions for each byte of envelopes that grow
count.py ROOT CC CONTENDER JOB ENVELOPE          where in the code they are spent"""
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
import measure  # pylint: disable=wrong-import-position


def print_counts(host):
    counts, differs = host.instructions(), host.outputs()
    envelopes = list(dict.fromkeys(envelope for _, _, envelope in counts))
    for job in measure.JOBS:
        print(f"\n{job:12}" + "".join(f"{envelope:>11}" for envelope in envelopes))
        for who in dict.fromkeys(who for who, what, _ in counts if what == job):
            cells = (f"{counts[who, job, name]:,}" + ("*" if (who, job, name) in differs else " ") for name in envelopes)
            print(f"{who:12}" + "".join(f"{cell:>11}" for cell in cells))
    print("\n* not the bytes that it should be")


def print_growth(host):
    for (shape, job), rows in host.growth().items():
        print(f"{shape:36}{job:7}" + "".join(f"{count / size:9.1f}" for _, size, count in rows))


with tempfile.TemporaryDirectory() as folder:
    root, compiler, *which = [*sys.argv[1:], *["", "gcc"][max(0, len(sys.argv) - 1):]]
    program = measure.Host(Path(root).resolve() if root else measure.ROOT, folder, compiler, ("cJSON",))
    if len(which) == 3:
        print(program.profile(*which))
    elif which:
        print_growth(program)
    else:
        print_counts(program)

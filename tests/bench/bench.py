#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py            measure everything, print it, and write docs/performance.md and docs/performance.svg
bench.py --quick    instruction counts and sizes only, against the budgets and against what the document says
bench.py --tighten  the same, and set the budgets to what is reached"""
import os
import sys
import time

sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
import budgets
import measure
import picture
import report
import target

QUICK_CHIP = "Cortex-M0+"


class Progress:
    """One line that says what is being done; on a terminal it is written over."""

    def __init__(self, steps):
        self.step, self.steps, self.begun = 0, steps, time.monotonic()

    def __call__(self, what):
        self.step += 1
        if sys.stderr.isatty():
            print(f"\r\x1b[K[{self.step}/{self.steps}] {what} ...", end="", file=sys.stderr, flush=True)
        else:
            print(f"[{self.step}/{self.steps}] {what}", file=sys.stderr, flush=True)

    def done(self):
        end = "\r\x1b[K" if sys.stderr.isatty() else ""
        print(f"{end}measured in {time.monotonic() - self.begun:.0f} s", file=sys.stderr)


def figures(counts, growth, flash, jobs):
    """What budgets are about, by the names that they use."""
    named = {f"{job} {envelope} {who}": count for (who, job, envelope), count in counts.items()}
    named |= {f"M0+ {job} {envelope} {who}": count for (who, job, envelope), (count, _, _) in jobs.items()}
    named |= {f"flash {part}": size for (part, chip), size in flash.items() if chip == QUICK_CHIP}
    for (shape, job), rows in growth.items():
        each = [count / size for _, size, count in rows]
        more = [(b[2] - a[2]) / (b[1] - a[1]) for a, b in zip(rows, rows[1:])]
        named[f"spread {job} {shape}"] = max(each) / each[0]
        named[f"rise {job} {shape}"] = more[-1] / more[-2]
    return named


def quick(tighten):
    progress = Progress(4)
    progress("building for the host")
    host = measure.Host(cc="gcc", peers=("cJSON",))
    progress("counting instructions")
    counts, growth = host.instructions(), host.growth()
    progress(f"linking firmware for {QUICK_CHIP}")
    flash = target.flash([QUICK_CHIP])
    progress(f"counting instructions on {QUICK_CHIP}")
    known = figures(counts, growth, flash, target.jobs(QUICK_CHIP))
    progress.done()
    if tighten:
        budgets.tighten(known)
    rows, failed = report.against(budgets.load(), known)
    print(report.plain(report.BUDGET_HEADER, rows))
    stale = report.stale(counts)
    for line in stale:
        print(line)
    passed = len(rows) - failed + (not stale)
    failed += bool(stale)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


def whole():
    progress = Progress(5 + 2 * len(measure.CXX) + len(target.CHIPS))
    seen = report.Seen()
    for cc in measure.CXX:
        progress(f"building for the host, {cc}")
        host = measure.Host(cc=cc)
        progress(f"counting instructions and taking times, {cc}")
        seen.counts[cc], seen.times[cc] = host.instructions(), host.nanoseconds()
        if cc == "gcc":
            progress("counting instructions of envelopes that grow")
            seen.growth = host.growth()
            progress("counting allocations, looking at outputs")
            seen.allocations, seen.outputs, seen.violations = host.allocations(), host.outputs(), host.violations()
            seen.sizes = host.sizes()
    progress("fetching cJSON's source")
    target.cjson_source()
    progress("linking firmware")
    seen.flash = target.flash(target.CHIPS, peers=True)
    for chip in target.CHIPS:
        progress(f"counting instructions and stack on {chip}")
        seen.jobs[chip] = target.jobs(chip, peers=True)
    progress("proving the stack")
    seen.proved = target.proved_stack()
    progress.done()
    seen.figures = figures(seen.counts["gcc"], seen.growth, seen.flash, seen.jobs[QUICK_CHIP])
    sections = report.sections(seen)
    print(report.terminal(sections))
    report.DOCUMENT.write_text(report.document(sections), encoding="utf-8")
    report.PICTURE.write_text(picture.draw(seen), encoding="utf-8")
    print(f"written: {report.DOCUMENT}, {report.PICTURE}")
    return 0


if __name__ == "__main__":
    os.chdir(measure.ROOT)
    try:
        asked = sys.argv[1:]
        if asked not in ([], ["--quick"], ["--tighten"]):
            sys.exit(__doc__)
        sys.exit(quick(asked == ["--tighten"]) if asked else whole())
    except measure.Failed as failure:
        sys.exit(f"\n{failure}")

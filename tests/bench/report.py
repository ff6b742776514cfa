# SPDX-License-Identifier: MIT
"""What was measured, as tables: for the terminal, and as docs/performance.md."""
import platform
import re
import textwrap
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import budgets
import measure
import target
from measure import JOBS, run

DOCUMENT, PICTURE = Path("docs/performance.md"), Path("docs/performance.svg")
TOLERANCE = 0.05  # by which the document's counts may be off before it counts as stale
WRONG, OTHER_BYTES = "✗", "≈"
SAID = {"write": "Write: from C values into a 1 KiB buffer", "frame": "Frame: the same inside an MCP result",
        "read": "Read: validate fully, copy code and message out"}
JUDGE_NOTHING = ("jsmn", "UTF-8 check")  # limits of reading
COMPILED_HERE = ("mcperr", "jsmn", "RapidJSON")


@dataclass
class Seen:
    """Everything that was measured."""
    counts: dict = field(default_factory=dict)
    times: dict = field(default_factory=dict)
    jobs: dict = field(default_factory=dict)
    growth: dict = None
    allocations: dict = None
    outputs: dict = None
    violations: dict = None
    sizes: dict = None
    flash: dict = None
    proved: dict = None
    figures: dict = None


@dataclass
class Section:
    title: str
    text: str
    header: list = None
    rows: list = None


# ---- tables ---------------------------------------------------------------------------------------------

def is_numeric(column):
    return all(not cell or cell[0].isdigit() or cell == "-" for cell in column)


def plain(header, rows):
    columns = list(zip(*rows))
    formats = ["{:" + (">" if is_numeric(column) else "<") + str(max(map(len, (title, *column)))) + "}"
               for title, column in zip(header, columns)]
    return "\n".join("  ".join(form.format(cell) for form, cell in zip(formats, row)).rstrip() for row in [header, *rows])


def markdown(header, rows):
    marks = ["---:" if is_numeric(column) else "---" for column in zip(*rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in [header, marks, *rows])


def terminal(sections):
    return "\n\n".join(section.title + "\n" + plain(section.header, section.rows) for section in sections if section.rows) + "\n"


def document(sections):
    parts = []
    for at, section in enumerate(sections):
        parts.append(("# " if at == 0 else "### " if section.title in SAID.values() else "## ") + section.title)
        parts += [textwrap.fill(paragraph, 140, break_long_words=False, break_on_hyphens=False)
                  for paragraph in section.text.split("\n\n") if paragraph]
        parts += [markdown(section.header, section.rows)] if section.rows else []
    return "\n\n".join(parts) + "\n"


# ---- budgets --------------------------------------------------------------------------------------------

BUDGET_HEADER = ["figure", "today", "budget", "goal", ""]


def against(which, figures):
    """Rows, and how many budgets are passed."""
    rows, failed = [], 0
    for budget in which:
        value = budget.value(figures)
        over = value > budget.most
        failed += over
        verdict = "OVER" if over else "met" if value <= budget.goal else ""
        rows.append([budget.what, *(budgets.number(each) for each in (value, budget.most, budget.goal)), verdict])
    return rows, failed


def stale(counts):
    """What is to be said if the document has other counts of ours."""
    said, job = {}, None
    envelopes = list(dict.fromkeys(envelope for _, _, envelope in counts))
    for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if DOCUMENT.exists() else ():
        job = next((name for name, title in SAID.items() if line == "### " + title), job)
        if job and line.startswith("| mcperr |") and (job, envelopes[0]) not in said:
            said |= {(job, envelope): int(re.sub(r"\D", "", cell)) for envelope, cell in zip(envelopes, line.split("|")[2:])}
    wrong = [(job, envelope, said.get((job, envelope), 0), count) for (who, job, envelope), count in counts.items()
             if who == "mcperr" and abs(said.get((job, envelope), 0) - count) > TOLERANCE * count]
    return ["{}: {} counts are of another state of the code; {} {} is not {:,} but {:,}: run `make bench`".format(
        DOCUMENT, len(wrong), *wrong[0])] if wrong else []


# ---- sections -------------------------------------------------------------------------------------------

def version(command):
    return run(*command).splitlines()[0]


def package(name):
    return run("dpkg-query", "-W", "-f", "${Version}", name)


def machine():
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    return f"{model[1] if model else platform.machine()}, {system}, Linux {platform.release()}"


def head(seen):
    peers = ", ".join(f"{peer} {package(of)}" for peer, (_, _, of) in measure.PEERS.items())
    text = f"""Made by `make bench` on {date.today()}; do not edit. Machine: {machine()}. Compilers: {version(["gcc", "--version"])};
{version(["clang", "--version"])}; {version(["arm-none-eabi-gcc", "--version"])};
{version(["riscv64-unknown-elf-gcc", "--version"])}. Peers, as Debian packages them: {peers}; jsmn {package("libjsmn-dev")}.
Instructions on the host: {version(["valgrind", "--version"])}. Emulator: {version(["qemu-system-arm", "--version"])}.

![Where mcperr stands]({PICTURE.name})

`make bench` installs what it lacks (Debian), measures everything again in a few minutes and rewrites this page. `make bench-quick` counts
instructions and sizes only, in less than a minute, and fails if a figure passes its budget; `make test` runs it, too.
`tests/bench/count.py` prints the counts of any source tree, and where in the code they are spent. The code of all jobs and contenders is in
[tests/bench](../tests/bench/bench.h).

**Envelopes**, in bytes (and framed in an MCP result): """ + ", ".join(
        f"{name} {size} ({framed})" for name, (size, framed) in seen.sizes.items()) + """. KAIZA comes with cause and stack, `escapes` is
dense with escapes and 2, 3 and 4-byte UTF-8, `nested` has data six levels deep.

**Contenders.** mcperr does each job as firmware would: `mcperr_fail`, members, `mcperr_emit`; or `mcperr_decode`, `mcperr_text_copy`. Peers
build their tree (RapidJSON: its event writer) from the same C values, print it and free it; or they parse with their strictest flags, then
validate the tree by the same contract in one pass (`tests/bench/validate.h`), copy code and message, and free it. Tokeners and parsers
that can be kept between calls are kept. The peers' timestamps and titles are ready-made text; mcperr makes them. mcperr also looks for
paths, secrets and traces in Context messages and codeintel extensions; the peers do not. Limits, which do less than the job: `memcpy`
copies the final text in pieces (the text between two values, a run between two escapes, an escape); `snprintf` does not escape; `jsmn`
only tokenises, as it comes by default; `UTF-8 check` is that alone."""
    return Section("What it costs, next to others", text)


def budget_section(seen):
    rows, _ = against(budgets.load(), seen.figures)
    text = """From `tests/bench/budgets.tsv`. A figure may not pass its budget; the goal is where it should be. Plain names are instructions on x86-64
(gcc -O2), `M0+` on Cortex-M0+ (gcc -Os), `flash` is bytes on Cortex-M0+. `spread` and `rise` are explained under Growth."""
    return Section("Budgets", text, BUDGET_HEADER, rows)


def cell(seen, who, job, envelope, value):
    mark = {"wrong": " " + WRONG, "same JSON": " " + OTHER_BYTES}
    return value + mark.get(seen.outputs.get((who, job, envelope)), "")


def missed(seen, who):
    return [what for what, refused in seen.violations.get(who, ()) if not refused]


def title(seen, who, job):
    """A reader that lets violations pass says so."""
    if job != "read" or who in JUDGE_NOTHING or not missed(seen, who):
        return who
    return f"{who} (misses {len(missed(seen, who))} of {len(seen.violations[who])} violations)"


def contenders(counts, job):
    return list(dict.fromkeys(who for who, what, _ in counts if what == job))


def count_sections(seen):
    counts, names = seen.counts["gcc"], list(seen.sizes)
    yield Section("Instructions on x86-64", f"""gcc -O2; fewer is better. One call after one to warm up, counted by callgrind
(`--toggle-collect`), the cost of an empty job taken off: repeatable to the instruction. {WRONG} is not the JSON that it should be,
{OTHER_BYTES} is, in other bytes.""")
    for job in JOBS:
        yield Section(SAID[job], "", [job, *names], [
            [title(seen, who, job), *(cell(seen, who, job, name, f"{counts[who, job, name]:,}") for name in names)] for who in contenders(counts, job)])
    counts = seen.counts["clang"]
    yield Section("Instructions on x86-64, clang", "The same with clang -O2, for what is compiled here and not by Debian.",
                  ["job", *names], [[f"{job}, {who}", *(f"{counts[who, job, name]:,}" for name in names)]
                                    for job in JOBS for who in contenders(counts, job) if who in COMPILED_HERE])


def time_section(seen):
    names, compilers = list(seen.sizes), list(seen.times)

    def ratio(cc, who, job, name):
        return seen.times[cc][who, job, name] / seen.times[cc]["mcperr", job, name]

    rows = [[f"{job}, {who}", *(" / ".join(f"{ratio(cc, who, job, name):.2f}" for cc in compilers) for name in names)]
            for job in JOBS for who in contenders(seen.times["gcc"], job) if who != "mcperr"]
    ours = ", ".join(f"{job} {seen.times['gcc']['mcperr', job, 'kaiza']:,.0f} ns" for job in JOBS)
    return Section("Time, as a multiple of mcperr's", f"""Wall time of the shortest of 300 runs of 50 calls each, all in one process, divided by
mcperr's. More than 1 is slower than mcperr. gcc / clang, both -O2. For scale, mcperr with gcc on KAIZA: {ours}.""",
                   ["job, contender", *names], rows)


def allocation_section(seen):
    whole = [who for who in contenders(seen.allocations, "read") if who not in JUDGE_NOTHING]
    rows = [[who, *("{:,} / {:,}".format(*seen.allocations[who, job, "kaiza"]) if (who, job, "kaiza") in seen.allocations else "-"
                    for job in JOBS)] for who in whole]
    return Section("Allocations", """Calls of malloc and its kin, and the bytes asked for, for each operation on the KAIZA envelope, by a malloc
that counts. What json-c's tokener and simdjson's parser keep between calls is not counted again.""", ["KAIZA: calls / bytes", *JOBS], rows)


def violation_section(seen):
    rows = [[who, f"{len(verdicts) - len(missed(seen, who))} of {len(verdicts)}", "; ".join(missed(seen, who)) or "none"]
            for who, verdicts in seen.violations.items() if who not in JUDGE_NOTHING]
    return Section("Violations", """Invalid envelopes, one violation each (`tests/bench/violations.c`), given to the same reading jobs. Where a peer's
tree still shows the violation, the common validation finds it; what is listed as missed was lost in parsing.""",
                   ["contender", "refused", "missed"], rows)


def flash_section(seen):
    parts = [part[0] for part in target.PARTS + target.PEER_PARTS]
    return Section("Flash", """Bytes that a firmware has more than an empty one: gcc -Os, picolibc, `--gc-sections`, parts of libc and libgcc included.
The firmware is `tests/footprint/firmware.c` and `peers.c`; the peers' reading firmware only looks at types. The library has no `.data`
and no `.bss` (a gate of `make test`).""", ["bytes of flash", *target.CHIPS],
                   [[part, *(f"{seen.flash[part, chip]:,}" for chip in target.CHIPS)] for part in parts])


def chip_sections(seen):
    names = list(seen.sizes)
    rows = [[f"{job}, {who}, {chip}", *(f"{jobs[who, job, name][0]:,}{'' if right(jobs, who, job, name) else ' ' + WRONG}" for name in names)]
            for chip, jobs in seen.jobs.items() if chip != "Cortex-M4" for job in JOBS for who in contenders(jobs, job)]
    most = max(abs(count / seen.jobs["Cortex-M3"][key][0] - 1) for key, (count, _, _) in seen.jobs["Cortex-M4"].items())
    yield Section("Instructions on microcontrollers", f"""gcc -Os, under QEMU with `-icount shift=0`: an instruction takes a nanosecond of the emulated
clock, which is read before and after 200 calls, and checked against a loop of known length. Cortex-M0+ code runs on QEMU's Cortex-M3, which
executes it unchanged. Cortex-M4 differs from Cortex-M3 by {most:.2%} at most and is left out.""",
                  ["job, contender, chip", *names], rows)
    rows = [[f"{job}, {who}", *(f"{max(seen.jobs[chip][who, job, name][1] for name in names):,}" for chip in target.CHIPS)]
            for job in JOBS for who in contenders(seen.jobs["Cortex-M3"], job)]
    yield Section("Stack, measured", """The deepest that a job went on any of the envelopes, in bytes: the stack below is painted before the call and looked at
after it. Buffers, tokens and fields are static and not in it; the error is.""", ["job, contender", *target.CHIPS], rows)
    if not seen.proved:
        return
    public = ("mcperr_json_check", "mcperr_encode", "mcperr_decode", "mcperr_emit", "mcperr_translate", "mcperr_boundary_call")
    yield Section("Stack, proved", "The worst path in the call graph on Cortex-M3, gcc -Os, whatever the input (`tests/tools/stack.py`).",
                  ["function", "bytes"], [[f"`{name}`", f"{seen.proved[name]:,}"] for name in public])


def right(jobs, who, job, name):
    """Limits that read do not copy anything out."""
    return jobs[who, job, name][2] or who in JUDGE_NOTHING


def growth_section(seen):
    factors = [1, 2, 4, 8, 16, 32, 64]
    rows = []
    for (shape, job), points in seen.growth.items():
        each = {factor: f"{count / size:.1f}" for factor, size, count in points}
        rows.append([f"{job}, {shape}", *(each.get(factor, "") for factor in factors),
                     *(f"{seen.figures[f'{what} {job} {shape}']:.2f}" for what in ("spread", "rise"))])
    return Section("Growth", """Instructions for each byte of a ToolError envelope (x86-64, gcc -O2) that grows in one way (`tests/bench/growth.c`): 8 to 512
members, 24 to 1,536 numbers, 1 to 64 chains nested to the limit, 1 to 30 levels, 96 to 6,144 plain bytes, and so on. `spread` is what a byte
costs at most, at any size, against what it costs at the smallest; `rise` is what a byte more costs between 32 and 64 times against between 16 and 32 times: 1 is linear, 2 is
quadratic.""", ["instructions a byte", *(f"{factor}×" for factor in factors), "spread", "rise"], rows)


def sections(seen):
    return [head(seen), budget_section(seen), *count_sections(seen), time_section(seen), allocation_section(seen),
            violation_section(seen), flash_section(seen), *chip_sections(seen), growth_section(seen)]

#!/usr/bin/env python3
"""Flash that parts of the library cost on Cortex-M0+ and M3, above an empty firmware, libc parts included.

Prints the table. `--check FILE` fails if the table in that file is not this one; `--write FILE` puts it there.
Also fails if a firmware with one dialect holds the tables of another."""
import re
import subprocess
import sys
from pathlib import Path

OUT = Path("build/footprint")
CPUS = {"Cortex-M0+": "cortex-m0plus", "Cortex-M3": "cortex-m3"}
PARTS = [  # what it says in the table, PART, DIALECT
    ("the writer alone", "WRITER", None),
    ("the strict check alone", "CHECK", None),
    ("write errors, one dialect (ToolError)", "EMIT", "mcperr_toolerror"),
    ("write errors, one dialect (KAIZA)", "EMIT", "mcperr_kaiza"),
    ("read and write, one dialect (ToolError)", "BOTH", "mcperr_toolerror"),
    ("read and write, one dialect (KAIZA)", "BOTH", "mcperr_kaiza"),
    ("understand the replies of MCP servers, with advice (ToolError)", "REPLY", "mcperr_toolerror"),
    ("tool boundary with audit in flash, log, metrics and alerts (KAIZA)", "BOUNDARY", "mcperr_kaiza"),
    ("all dialects, with read, translate, lint and advice", "ALL", None),
]
DIALECTS = {"mcperr_kaiza", "mcperr_context", "mcperr_codeintel", "mcperr_problem", "mcperr_toolerror", "mcperr_owlclaw",
            "mcperr_owlclaw_api"}
FLAGS = "-std=c99 -mthumb -Os -ffunction-sections -fdata-sections -specs=picolibc.specs -Iinclude -Isrc -isystem build/jsmn"
LINK = ("-Wl,--gc-sections -Wl,--defsym=__flash=0,--defsym=__flash_size=0x40000 "
        "-Wl,--defsym=__ram=0x20000000,--defsym=__ram_size=0x4000,--defsym=__stack_size=0x800")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def build(cpu, part, dialect, objects):
    image = OUT / f"{cpu}-{part}-{dialect}.elf"
    macros = [f"-DPART={part}"] + ([f"-DDIALECT={dialect}"] if dialect else [])
    run("arm-none-eabi-gcc", f"-mcpu={cpu}", *FLAGS.split(), *macros, "tests/footprint/firmware.c", *objects, *LINK.split(),
        "-o", str(image))
    text, data = run("arm-none-eabi-size", str(image)).splitlines()[1].split()[:2]
    return int(text) + int(data), set(re.findall(r" R (mcperr_\w+)", run("arm-none-eabi-nm", str(image))))


sizes, strangers = {}, []
for cpu in CPUS.values():
    objects = []
    for source in sorted([*Path("src").glob("*.c"), *Path("src/dialect").glob("*.c")]):
        target = OUT / cpu / source.with_suffix(".o").name
        target.parent.mkdir(parents=True, exist_ok=True)
        run("arm-none-eabi-gcc", f"-mcpu={cpu}", *FLAGS.split(), "-c", str(source), "-o", str(target))
        objects.append(str(target))
    empty, _ = build(cpu, "NOTHING", None, objects)
    for label, part, dialect in PARTS:
        size, symbols = build(cpu, part, dialect, objects)
        sizes[label, cpu] = size - empty
        if dialect:
            strangers += [f"{label}: links {other}" for other in (symbols & DIALECTS) - {dialect}]

table = "| bytes of flash (gcc 12, -Os, picolibc) | " + " | ".join(CPUS) + " |\n|---|" + "---:|" * len(CPUS) + "\n"
for label, _, _ in PARTS:
    table += f"| {label} | " + " | ".join(f"{sizes[label, cpu]:,}" for cpu in CPUS.values()) + " |\n"
print(table)

failed = len(strangers)
print("\n".join(strangers))
if len(sys.argv) == 3:
    path = Path(sys.argv[2])
    text = path.read_text(encoding="utf-8")
    begin, end = "<!-- sizes -->\n", "<!-- /sizes -->"
    head, rest = text.split(begin)
    old, tail = rest.split(end)
    if sys.argv[1] == "--write":
        path.write_text(head + begin + table + end + tail, encoding="utf-8")
    elif old != table:
        print(f"the table in {path} is not this one: run tests/tools/footprint.py --write {path}")
        failed += 1
print(f"{len(sizes) + 1 - failed} passed, {failed} failed")
sys.exit(failed > 0)

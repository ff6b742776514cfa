#!/usr/bin/env python3
"""Flash that parts of the library cost on Cortex-M0+ and M3, above an empty firmware, libc parts included.

Prints the table. `--check FILE` fails if the table in that file is not this one; `--write FILE` puts it there.
Also fails if a firmware with one dialect holds the tables of another. tests/bench measures more parts on more chips."""
import re
import subprocess
import sys
from pathlib import Path

OUT = Path("build/footprint")
ARM, RISCV = "arm-none-eabi-", "riscv64-unknown-elf-"
CHIPS = {  # tools, what the compiler must know, where flash and RAM begin
    "Cortex-M0+": (ARM, "-mcpu=cortex-m0plus -mthumb", 0x0, 0x20000000),
    "Cortex-M3": (ARM, "-mcpu=cortex-m3 -mthumb", 0x0, 0x20000000),
    "Cortex-M4": (ARM, "-mcpu=cortex-m4 -mthumb", 0x0, 0x20000000),
    "RV32IMAC": (RISCV, "-march=rv32imac -misa-spec=2.2 -mabi=ilp32 -mcmodel=medany", 0x80000000, 0x80200000),
}
TABLE = ("Cortex-M0+", "Cortex-M3")
PARTS = [  # what it says in the table, PART, DIALECT
    ("the writer alone", "WRITER", None),
    ("the strict check alone", "CHECK", None),
    ("write errors, one dialect (ToolError)", "EMIT", "mcperr_toolerror"),
    ("write errors, one dialect (KAIZA)", "EMIT", "mcperr_kaiza"),
    ("read and write, one dialect (ToolError)", "BOTH", "mcperr_toolerror"),
    ("read and write, one dialect (KAIZA)", "BOTH", "mcperr_kaiza"),
    ("understand the replies of MCP servers, with advice (ToolError)", "REPLY", "mcperr_toolerror"),
    ("tool boundary with audit in flash, log, metrics and alerts (KAIZA)", "BOUNDARY", "mcperr_kaiza"),
    ("the same behind an MCP endpoint on a serial port (KAIZA)", "ENDPOINT", "mcperr_kaiza"),
    ("all dialects, with read, translate, lint and advice", "ALL", None),
]
DIALECTS = {"mcperr_kaiza", "mcperr_context", "mcperr_codeintel", "mcperr_problem", "mcperr_toolerror", "mcperr_owlclaw",
            "mcperr_owlclaw_api"}
FLAGS = "-std=c99 -Os -ffunction-sections -fdata-sections -specs=picolibc.specs -Iinclude -Isrc -isystem build/jsmn"


def run(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def compile_for(chip, sources, flags=()):
    """The objects of these sources for a chip."""
    tools, machine, _, _ = CHIPS[chip]
    folder = OUT / chip
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for source in sources:
        objects.append(folder / source.with_suffix(".o").name)
        run(tools + "gcc", *machine.split(), *FLAGS.split(), *flags, "-c", source, "-o", objects[-1])
    return objects


def library():
    return sorted([*Path("src").glob("*.c"), *Path("src/dialect").glob("*.c")])


def link(chip, image, inputs, flags=(), stack=0x800, ram=0x4000):
    tools, machine, at, ram_at = CHIPS[chip]
    symbols = {"__flash": at, "__flash_size": 0x80000, "__ram": ram_at, "__ram_size": ram, "__stack_size": stack}
    run(tools + "gcc", *machine.split(), *FLAGS.split(), *flags, *inputs, "-Wl,--gc-sections",
        *(f"-Wl,--defsym={name}={value}" for name, value in symbols.items()), "-o", image)


def firmware(chip, part, dialect, objects, source="tests/footprint/firmware.c", flags=()):
    """Flash that a firmware fills, and the library's constants in it."""
    tools = CHIPS[chip][0]
    image = OUT / chip / f"{part}-{dialect}.elf"
    macros = [f"-DPART={part}"] + ([f"-DDIALECT={dialect}"] if dialect else [])
    link(chip, image, [source, *objects], [*macros, *flags])
    text, data = run(tools + "size", image).splitlines()[1].split()[:2]
    return int(text) + int(data), set(re.findall(r" R (mcperr_\w+)", run(tools + "nm", image)))


def measure(chips, parts):
    """{(what, chip): bytes}, and what is linked that should not be."""
    sizes, strangers = {}, []
    for chip in chips:
        objects = compile_for(chip, library())
        empty, _ = firmware(chip, "NOTHING", None, objects)
        for label, part, dialect in parts:
            size, symbols = firmware(chip, part, dialect, objects)
            sizes[label, chip] = size - empty
            if dialect:
                strangers += [f"{label}: links {other}" for other in (symbols & DIALECTS) - {dialect}]
    return sizes, strangers


def main():
    sizes, strangers = measure(TABLE, PARTS)
    table = "| bytes of flash (gcc 12, -Os, picolibc) | " + " | ".join(TABLE) + " |\n|---|" + "---:|" * len(TABLE) + "\n"
    for label, _, _ in PARTS:
        table += f"| {label} | " + " | ".join(f"{sizes[label, chip]:,}" for chip in TABLE) + " |\n"
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


if __name__ == "__main__":
    main()

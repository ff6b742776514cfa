#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the whole Cortex-M3 image of the demo needs of flash and RAM.

Prints the table. `--check FILE` fails if the table in that file is not this one; `--write FILE` puts it there."""
import subprocess
import sys
from pathlib import Path

IMAGE = "build/demo/cortex-m3.elf"
OBJECTS = [  # what it says in the table, symbol
    ("RAM: the server: requests, answers, tokens, a line of the log", "node_server"),
    ("RAM: bytes from the UART", "bytes_in"),
    ("RAM: the flash of the audit log, which a product has as flash", "sectors"),
]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


sections = {fields[0]: int(fields[1]) for fields in map(str.split, run("arm-none-eabi-size", "-A", IMAGE).splitlines())
            if len(fields) == 3 and fields[1].isdigit()}
sizes = {fields[3]: int(fields[1], 16) for fields in map(str.split, run("arm-none-eabi-nm", "-S", IMAGE).splitlines())
         if len(fields) == 4}
stack = sections[".stack"]
objects = sections[".data"] + sections[".bss"]
known = [(label, sizes[symbol]) for label, symbol in OBJECTS]
rows = [("flash: vectors, code and constants", sections[".text"] + sections[".data"]), *known,
        ("RAM: the rest", objects - sum(size for _, size in known)), ("RAM: stack", stack), ("RAM in all", objects + stack)]
table = "| bytes of the whole image (Cortex-M3, gcc 12, -Os, picolibc) | |\n|---|---:|\n"
table += "".join(f"| {label} | {size:,} |\n" for label, size in rows)
print(table)
print(f"note: Cortex-M3 image: {rows[0][1]:,} bytes of flash, {objects + stack:,} of RAM")

failed = 0
if len(sys.argv) == 3:
    path = Path(sys.argv[2])
    begin, end = "<!-- image -->\n", "<!-- /image -->"
    head, rest = path.read_text(encoding="utf-8").split(begin)
    old, tail = rest.split(end)
    if sys.argv[1] == "--write":
        path.write_text(head + begin + table + end + tail, encoding="utf-8")
    elif old != table:
        print(f"the table in {path} is not this one: run tests/mcp/image.py --write {path}")
        failed = 1
print(f"{1 - failed} passed, {failed} failed")
sys.exit(failed)

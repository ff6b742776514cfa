# SPDX-License-Identifier: MIT
"""The benchmark on microcontrollers: flash of firmware that is linked, instructions and stack of jobs under QEMU."""
import sys
from pathlib import Path

import measure
from measure import Failed, HERE, is_judged, jsmn_alone, run, table

sys.path.insert(0, str(HERE.parent / "tools"))
import footprint  # pylint: disable=wrong-import-position

footprint.OUT = measure.OUT / "flash"
JSMN = Path("build/jsmn")  # as footprint.py has it
CJSON = measure.OUT / "cjson"
SEMIHOST = "-display none -monitor none -serial none -semihosting-config enable=on,target=native -icount shift=0 -kernel"
# A Cortex-M3 runs the code of a Cortex-M0+, instruction by instruction; QEMU's boards with a Cortex-M0 have too little RAM.
BOARDS = {"Cortex-M0+": "qemu-system-arm -M mps2-an385", "Cortex-M3": "qemu-system-arm -M mps2-an385",
          "Cortex-M4": "qemu-system-arm -M mps2-an386", "RV32IMAC": "qemu-system-riscv32 -M virt -bios none"}
CHIPS = tuple(BOARDS)
CORE = [HERE / name for name in ("target.c", "jobs.c", "envelopes.c", "mcperr.c", "limits.c")]

TOOLERROR, KAIZA = "mcperr_toolerror", "mcperr_kaiza"
PARTS = [  # what it says in the table, PART, DIALECT
    ("write, ToolError", "EMIT", TOOLERROR),
    ("write, KAIZA", "EMIT", KAIZA),
    ("read, ToolError", "READ", TOOLERROR),
    ("read, KAIZA", "READ", KAIZA),
    ("read and write, ToolError", "BOTH", TOOLERROR),
    ("read and write, KAIZA", "BOTH", KAIZA),
    ("all dialects, with translate, lint and advice", "ALL", None),
    ("tool boundary, KAIZA", "AROUND", KAIZA),
    ("tool boundary with audit log in flash, KAIZA", "AUDITED", KAIZA),
    ("tool boundary with audit log, metrics and alerts, KAIZA", "BOUNDARY", KAIZA),
    ("everything but MCP", "EVERYTHING", None),
    ("MCP server with tool boundary, audit log, metrics and alerts, KAIZA", "ENDPOINT", KAIZA),
    ("everything with an MCP server", "WHOLE", None),
]
PEER_PARTS = [("jsmn alone", "JSMN"), ("cJSON, write", "CJSON_WRITE"), ("cJSON, read and write", "CJSON_BOTH")]


def cjson_source():
    """cJSON as Debian has it, in source; asks the archive that apt is set up for, in a folder of our own."""
    if not (CJSON / "source/cJSON.c").exists():
        (CJSON / "lists/partial").mkdir(parents=True, exist_ok=True)
        site, release = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages",
                            "Origin: Debian", "Component: main").splitlines()[0].split()
        (CJSON / "sources.list").write_text(f"deb-src {site} {release} main\n")
        folder = CJSON.resolve()
        apt = ["apt-get", "-q", "-o", f"Dir::Etc::sourcelist={folder}/sources.list", "-o", "Dir::Etc::sourceparts=/dev/null",
               "-o", f"Dir::State::lists={folder}/lists", "-o", f"Dir::Cache={folder}", "-o", "APT::Sandbox::User=root"]
        run(*apt, "update")
        run(*apt, "source", "--download-only", "cjson", cwd=CJSON)
        run("dpkg-source", "--no-check", "-x", next(folder.glob("*.dsc")), folder / "source")
    include = CJSON / "include/cjson"
    include.mkdir(parents=True, exist_ok=True)
    (include / "cJSON.h").write_bytes((CJSON / "source/cJSON.h").read_bytes())
    return CJSON / "source/cJSON.c", ["-isystem", str(CJSON / "include")]


def flash(chips, parts=tuple(PARTS), peers=False):
    """{(what, chip): bytes}"""
    jsmn_alone(JSMN)
    sizes, strangers = footprint.measure(chips, parts)
    if strangers:
        raise Failed("\n".join(strangers))
    for chip in chips if peers else ():
        source, flags = cjson_source()
        objects = footprint.compile_for(chip, [source], flags)
        empty, _ = footprint.firmware(chip, "NOTHING", None, footprint.compile_for(chip, footprint.library()))
        for label, part in PEER_PARTS:
            size, _ = footprint.firmware(chip, part, None, objects, "tests/footprint/peers.c", flags)
            sizes[label, chip] = size - empty
    return sizes


def jobs(chip, peers=False):
    """{(contender, job, envelope): (instructions, bytes of stack, right?)}"""
    jsmn_alone(JSMN)
    sources, flags = [*CORE, *footprint.library()], ["-I", str(HERE)]
    if peers:
        source, include = cjson_source()
        sources, flags = [*sources, HERE / "cjson.c", source], flags + include
    image = footprint.OUT / chip / "jobs.elf"
    link = ["--oslib=semihost", "--crt0=hosted"] + (["tests/target/hardfault.c"] if chip.startswith("Cortex") else [])
    footprint.link(chip, image, [*footprint.compile_for(chip, sources, flags), *link], stack=0x4000, ram=0x40000)
    rows = table(run("sh", "-c", f"timeout 120 {BOARDS[chip]} {SEMIHOST} {image} 2>&1 </dev/null"))
    (_, known, counted), *rows = rows
    if abs(int(known) - int(counted)) > 40:
        raise Failed(f"{chip}: {known} instructions are counted as {counted}")
    wrong = [row for row in rows if row[5] != "right" and is_judged(row[0], row[1])]
    if wrong:
        raise Failed("\n".join(f"not done right on {chip}: {', '.join(row[:3])}" for row in wrong))
    return {(who, job, envelope): (int(count), int(stack), right == "right")
            for who, job, envelope, count, stack, right in rows}


def proved_stack():
    """{function: bytes}, the worst path from each public function on Cortex-M3; empty if tests/tools/stack.py has no proof."""
    try:
        lines = run("tests/tools/stack.py").splitlines()
    except Failed:
        return {}
    return {way.split()[0]: int(size) for size, way in (line.split(None, 1) for line in lines if " mcperr_" in line[:20])}

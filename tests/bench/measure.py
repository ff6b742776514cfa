# SPDX-License-Identifier: MIT
"""Builds the benchmark for the host and counts its instructions with callgrind."""
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOST = ["main.c", "envelopes.c", "mcperr.c", "limits.c"]
PEERS = {"cJSON": (["cjson.c"], ["-lcjson"])}
WARN = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual".split()


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def build(root, out, cc="gcc", opt="-O2", peers=tuple(PEERS)):
    """The benchmark with the library of a source tree; returns the program."""
    out.mkdir(parents=True, exist_ok=True)
    library = sorted([*root.glob("src/*.c"), *root.glob("src/dialect/*.c")])
    sources, libs = [HERE / name for name in HOST], []
    for peer in peers:
        sources += [HERE / name for name in PEERS[peer][0]]
        libs += PEERS[peer][1]
    program = out / f"bench-{cc}"
    run(cc, *WARN, opt, "-gdwarf-4", f"-I{root}/include", f"-I{root}/src", "-isystem", "/usr/include", *sources, *library, *libs,
        "-o", program)
    return program


def instructions(program):
    """{(contender, job, envelope): (instructions, done right?)}"""
    dumps = program.with_suffix(".callgrind")
    dumps.unlink(missing_ok=True)
    names = run("valgrind", "--tool=callgrind", "--toggle-collect=measured", "--dump-after=measured", "--combine-dumps=yes",
                f"--callgrind-out-file={dumps}", program, "count", env={"LD_BIND_NOW": "1", "PATH": "/usr/bin:/bin"})
    totals = [int(total) for total in re.findall(r"^totals: (\d+)$", dumps.read_text(), re.M)]
    rows = [line.split("\t") for line in names.splitlines()]
    return {(who, job, envelope): (total - totals[0], right == "right")
            for (who, job, envelope, right), total in list(zip(rows, totals))[1:]}


def profile(program, *which):
    """By function and line, for one contender, job and envelope."""
    dump = program.with_suffix(".callgrind")
    run("valgrind", "--tool=callgrind", "--toggle-collect=measured", f"--callgrind-out-file={dump}", program, "count", *which,
        env={"LD_BIND_NOW": "1", "PATH": "/usr/bin:/bin"})
    return run("callgrind_annotate", "--inclusive=no", "--auto=yes", "--threshold=95", dump)

# SPDX-License-Identifier: MIT
"""Builds the benchmark for the host, and reads what it and callgrind say."""
import json
import os
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUT = Path("build/bench")

CORE = ["host.c", "jobs.c", "envelopes.c", "mcperr.c", "limits.c", "violations.c", "growth.c"]
# name in the tables: source, libraries, Debian package
PEERS = {"cJSON": ("cjson.c", ["-lcjson"], "libcjson-dev"),
         "json-c": ("json_c.c", [], "libjson-c-dev"),
         "Jansson": ("jansson.c", ["-ljansson"], "libjansson-dev"),
         "RapidJSON": ("rapidjson.cc", [], "rapidjson-dev"),
         "simdjson": ("simdjson.cc", ["-lsimdjson"], "libsimdjson-dev")}
JOBS = ("write", "frame", "read")
STRICT = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual"
FLAGS = {".c": f"-std=c99 {STRICT} -Werror -O2 -gdwarf-4".split(),
         ".cc": "-std=c++17 -Wall -Wextra -Werror -O2 -gdwarf-4".split()}
CXX = {"gcc": "g++", "clang": "clang++"}


class Failed(Exception):
    """A command did not end well."""


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def jsmn_alone(folder):
    """jsmn.h alone in a folder: compilers must not see the rest of /usr/include before their own."""
    header = (Path(os.environ.get("JSMN_DIR") or "/usr/include") / "jsmn.h").read_bytes()
    copy = folder / "jsmn.h"
    if not copy.exists() or copy.read_bytes() != header:  # others may be reading it
        folder.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(header)
    return folder


def is_judged(who, job):
    """Must it do the job as it should? We must, and a peer must read; what peers write is told in a table of its own."""
    return who == "mcperr" or (job == "read" and who in PEERS)


def table(text):
    return [line.split("\t") for line in text.splitlines()]


class Host:
    """The benchmark program with the library of a source tree."""

    def __init__(self, root=ROOT, out=OUT, cc="gcc", peers=tuple(PEERS)):
        self.folder = Path(out) / cc
        self.folder.mkdir(parents=True, exist_ok=True)
        self.jsmn = jsmn_alone(self.folder / "jsmn")
        library = sorted([*root.glob("src/*.c"), *root.glob("src/dialect/*.c")])
        sources = [HERE / name for name in CORE] + [HERE / PEERS[peer][0] for peer in peers] + library
        objects = [self.compile(root, source, cc) for source in sources]
        libs = [lib for peer in peers for lib in PEERS[peer][1]]
        link = CXX[cc] if any(str(source).endswith(".cc") for source in sources) else cc
        run(link, *objects, *libs, "-o", self.folder / "bench")
        run(link, *objects, self.compile(root, HERE / "alloc.c", cc), *libs, "-o", self.folder / "bench-alloc")

    def compile(self, root, source, cc):
        target = self.folder / f"{source.parent.name}-{source.name}.o"
        compiler = CXX[cc] if source.suffix == ".cc" else cc
        run(compiler, *FLAGS[source.suffix], f"-I{root}/include", f"-I{root}/src", "-isystem", self.jsmn, "-c", source,
            "-o", target)
        if source.name == "json_c.c":  # json-c and Jansson have names in common: hide json-c's
            whole = target.with_suffix(".whole.o")
            archive = run("gcc", "-print-file-name=libjson-c.a").strip()
            run("ld", "-r", target, archive, "-o", whole)
            run("objcopy", "--keep-global-symbol=json_c_contender", whole)
            return whole
        return target

    def ask(self, *mode, program="bench"):
        return table(run(f"./{program}", *mode, cwd=self.folder))

    def callgrind(self, *mode):
        """What the program prints, and for each line the instructions; an empty job is taken off."""
        dumps = self.folder / "callgrind.out"
        dumps.unlink(missing_ok=True)
        # Paths and environment are on the stack: the same for everyone, so that alignments are.
        rows = table(run("valgrind", "--tool=callgrind", "--toggle-collect=measured_once", "--dump-after=measured_once",
                         "--combine-dumps=yes", "--callgrind-out-file=callgrind.out", "./bench", *mode, cwd=self.folder,
                         env={"LD_BIND_NOW": "1", "PATH": os.environ["PATH"]}))
        totals = [int(total) for total in re.findall(r"^totals: (\d+)$", dumps.read_text(), re.M)]
        return [(row, total - totals[0]) for row, total in zip(rows, totals)]

    def instructions(self):
        """{(contender, job, envelope): instructions}"""
        counted = [(row, count) for row, count in self.callgrind("count") if row[0] != "nothing"]
        wrong = [row for row, _ in counted if row[3] != "right" and is_judged(row[0], row[1])]
        wrong += [(who, what) for who, seen in self.violations().items() for what, refused in seen if who == "mcperr" and not refused]
        if wrong:
            raise Failed("\n".join(f"not done right: {', '.join(row[:3])}" for row in wrong))
        return {tuple(row[:3]): count for row, count in counted}

    def growth(self):
        """{(shape, job): [(factor, bytes, instructions)]}"""
        series = {}
        for (shape, job, factor, size, right), count in self.callgrind("growth")[1:]:
            if right != "right":
                raise Failed(f"growth: {shape}, {job}, {factor} times: refused")
            series.setdefault((shape, job), []).append((int(factor), int(size), count))
        return series

    def nanoseconds(self):
        return {tuple(row[:3]): float(row[3]) for row in self.ask("time") if row[0] != "nothing"}

    def allocations(self):
        """{(contender, job, envelope): (allocations, bytes)}"""
        return {tuple(row[:3]): (int(row[3]), int(row[5])) for row in self.ask("allocations", program="bench-alloc")}

    def sizes(self):
        """{envelope: (bytes, bytes framed)}"""
        return {row[0]: (int(row[1]), int(row[2])) for row in self.ask("sizes")}

    def outputs(self):
        """{(contender, job, envelope): how it differs} of what was not written byte by byte as it should be."""
        differs = {}
        for who, job, envelope, *texts in self.ask("outputs"):
            got, expected = (bytes.fromhex(text) for text in texts)
            try:
                same = ordered(got, job) == ordered(expected, job)
            except ValueError:
                same = False
            if who != "nothing":
                differs[who, job, envelope] = "same JSON" if same else "wrong"
        return differs

    def violations(self):
        """{contender: [(violation, refused?)]}"""
        seen = {}
        for who, what, verdict in self.ask("violations"):
            seen.setdefault(who, []).append((what, verdict == "refused"))
        return seen

    def profile(self, *which):
        run("valgrind", "--tool=callgrind", "--toggle-collect=measured_once", "--callgrind-out-file=profile.out", "./bench", "count",
            *which, cwd=self.folder)
        return run("callgrind_annotate", "--auto=yes", "--threshold=95", self.folder / "profile.out")


def ordered(text, job):
    """The JSON with its members in order; what a frame carries is read, too."""
    value = json.loads(text, object_pairs_hook=list)
    if job == "frame":
        (_, inner) = dict(value)["result"][0][1][0][1]
        return value[:2], json.loads(inner, object_pairs_hook=list)
    return value

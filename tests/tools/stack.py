#!/usr/bin/env python3
"""Prove a bound on the stack: the worst path from every public function, from gcc's own call graph for Cortex-M3.

Fails on recursion, on frames whose size is not constant, on calls to functions that are not listed here, and on
a path above the budget. What a callback of the caller needs is the caller's and not counted."""
import glob
import os
import re
import subprocess
import sys

OUT = "build/stack"
FLAGS = "-std=c99 -mcpu=cortex-m3 -mthumb -Os -specs=picolibc.specs -fcallgraph-info=su,da -Iinclude -Isrc -isystem build/jsmn"
OUTSIDE = {"memcpy": 8, "memmove": 16, "memset": 8, "memcmp": 8, "strlen": 8,  # picolibc's, as disassembled
           "__aeabi_llsl": 8, "__aeabi_llsr": 8, "__aeabi_lmul": 24}
# Calls through a pointer: whom they may reach. What the caller's own code needs is the caller's.
SIEVES = {"is_named", "is_written_by_a_row", "is_sought"}
VALUES, MESSAGES = {"mcperr_redact"}, {"mcperr_no_diagnostics"}
VISITS, OWN = {"recover_line"}, set()  # OWN: ports, sinks, flash, handlers, callbacks
SPILL = {"spill"}
FRAMES, METHODS = {"begin_answer", "end_answer"}, {"initialize", "ping", "discover", "mcperr_list_tools", "call_tool"}
POINTERS = {"mcperr_append": SPILL, "mcperr_json_finish": SPILL, "flush": OWN, "mcperr_json_fields": SIEVES, "step": SIEVES,
            "mcperr_json_instead": VALUES, "put_message": MESSAGES, "mcperr_lint": MESSAGES, "tell": VISITS,
            "store": {"sha256"}, "recover_line": {"sha256"}, "put_mended": FRAMES, "mcperr_answer_method": METHODS,
            "write_result": FRAMES | {"admit_call", "admit_client", "greet"}}
POINTERS.update((name, OWN) for name in (
    "authorize", "call_tool", "mcperr_lock", "mcperr_unlock", "mcperr_lock_audit", "mcperr_unlock_audit", "mcperr_task", "mcperr_wall_ms",
    "mcperr_fine_us", "tick", "enter", "complete", "next_serial", "audit", "answer", "let_out", "count_and_alert", "number_of", "data_end", "begin_sector", "mcperr_audit_scan", "end_line", "must_tell", "ring_append", "ring_read", "count_lines"))
BUDGET = 720
BUDGETS = {
    992: "mcperr_translate mcperr_lint mcperr_reply_read",
    1120: "mcperr_emit mcperr_emit_framed mcperr_min_size mcperr_min_size_framed",  # with copies of the error in a frame
    1048: "mcperr_audit_write mcperr_log_line mcperr_log_min_size",
    976: "mcperr_run",
    1288: "mcperr_boundary_min_size mcperr_boundary_min_size_framed",
    1584: "mcperr_boundary_call",
    816: "mcperr_params_check mcperr_put_result_end mcperr_refuse_plainly mcperr_refuse_version",
    1040: "mcperr_list_tools mcperr_listing_size mcperr_finish_result",
    1528: "mcperr_endpoint_min_size",
    1856: "mcperr_answer_method",
    2136: "mcperr_endpoint_line",
}
BUDGETS = {name: size for size, names in BUDGETS.items() for name in names.split()}

frames, edges = {}, {}
for source in sorted(glob.glob("src/*.c") + glob.glob("src/dialect/*.c")):
    base = os.path.join(OUT, source[:-2])
    os.makedirs(os.path.dirname(base), exist_ok=True)
    subprocess.run(["arm-none-eabi-gcc", *FLAGS.split(), "-c", source, "-o", base + ".o"], check=True)
    graph = open(base + ".ci").read()
    for title, label in re.findall(r'node: \{ title: "([^"]*)" label: "([^"]*)"', graph):
        size = re.search(r"(\d+) bytes \(([^)]*)\)", label)
        if size:
            frames[title] = (int(size[1]), size[2])
    for caller, callee in re.findall(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"', graph):
        edges.setdefault(caller, set()).add(callee)

problems = []


def plain(name):
    return re.sub(r"\..*", "", name.split(":")[-1])


known = {}  # what worst() found: a function is looked at once for each caller


def worst(name, path=()):
    """The deepest use of stack below and including a function, and the path there."""
    if name in path:
        problems.append("recursion: " + " > ".join(map(plain, path + (name,))))
        return 0, ()
    place = (name, path[-1] if name == "__indirect_call" else None)
    if place not in known:
        known[place] = look(name, path)
    return known[place]


def look(name, path):
    if name == "__indirect_call":
        if plain(path[-1]) not in POINTERS:
            problems.append("call through a pointer in " + plain(path[-1]))
        reach = [other for other in frames if plain(other) in POINTERS.get(plain(path[-1]), ())]
        return max((worst(other, path) for other in reach), default=(0, ("(callback)",)))
    if name not in frames:
        if name not in OUTSIDE:
            problems.append(f"{plain(path[-1])} calls {name}, which is not listed")
        return OUTSIDE.get(name, 0), (name,)
    size, how = frames[name]
    if how != "static":
        problems.append(f"{plain(name)} has a frame that is {how}")
    below = [worst(callee, path + (name,)) for callee in sorted(edges.get(name, ()))]
    deepest, way = max(below, default=(0, ()))
    return size + deepest, (plain(name),) + way


targets, functions = set().union(*POINTERS.values()), set(map(plain, frames))
problems += [f"no function is called {name}" for name in sorted(targets - functions)]
public = sorted(name for name in frames if name.startswith("mcperr_"))
for name in public:
    size, way = worst(name)
    print(f"{size:5} {' > '.join(way)}")
    if size > BUDGETS.get(name, BUDGET):
        problems.append(f"{name} needs {size} bytes, more than {BUDGETS.get(name, BUDGET)}")
for problem in sorted(set(problems)):
    print("problem:", problem)
failed = len(set(problems))
print(f"{max(0, len(public) - failed)} passed, {failed} failed")
sys.exit(failed > 0 or not public)

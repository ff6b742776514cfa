#!/usr/bin/env python3
"""Programs printed in the documents compile without a warning, and print what the documents say they print.

A program is a ```c block with a main(); its output is the ```text block that follows it."""
import os
import re
import subprocess
import sys

STRICT = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Werror".split()
OUT = "build/readme"
os.makedirs(OUT, exist_ok=True)
documents = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split()
passed, failed = 0, 0
for path in documents:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", open(path, encoding="utf-8").read(), re.M | re.S)
    for (language, program), (after, expected) in zip(blocks, blocks[1:] + [("", "")]):
        if language != "c" or "int main(" not in program:
            continue
        name = os.path.join(OUT, re.sub(r"\W", "_", path))
        with open(name + ".c", "w", encoding="utf-8") as file:
            file.write(program)
        built = subprocess.run(["cc", *STRICT, "-Iinclude", name + ".c", "build/libmcperr.a", "-o", name], check=False)
        got = subprocess.run([name], capture_output=True, text=True, check=False).stdout if built.returncode == 0 else None
        good = got is not None and after == "text" and got == expected
        if not good:
            print(f"{path}: expected\n{expected}got\n{got}")
        passed, failed = passed + good, failed + (not good)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)

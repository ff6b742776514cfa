#!/usr/bin/env python3
"""Every relative link in the documents leads to a file, and every mcperr_ or MCPERR_ name in them exists."""
import os
import re
import subprocess
import sys

documents = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True).stdout.split()
sources = subprocess.run(["git", "ls-files", "include", "src", "port", "tests", "fuzz", "docs/examples", "Makefile"],
                         capture_output=True, text=True, check=True).stdout.split()
known = set()
for path in sources:
    if os.path.isfile(path) and not path.endswith((".md",)):
        with open(path, encoding="utf-8", errors="replace") as file:
            known |= set(re.findall(r"\b(?:mcperr|MCPERR)_\w+", file.read()))
passed, failed = 0, 0
for path in documents:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    folder = os.path.dirname(path)
    missing = [link for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
               if not os.path.exists(os.path.join(folder, link))]
    missing += sorted(name for name in set(re.findall(r"\b(?:mcperr|MCPERR)_\w+", text))
                      if name not in known and not any(other.startswith(name) for other in known))
    for what in missing:
        print(f"{path}: {what} does not exist")
    passed, failed = passed + (not missing), failed + bool(missing)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)

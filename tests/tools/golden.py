#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which strings of 0 to 5 symbols are JSON, according to Python's parser made strict.

Prints their count and hash as the constants of tests/test_json_check.c. With `--check FILE`, exits
with 1 if the constants in that file differ.
"""
import argparse
import itertools
import json
import re
import sys

ALPHABET = '{}[],:"\\01-.e+ \n'
LONGEST = 5


def refuse_constant(name):
    raise ValueError(name + " is not JSON")


# Numbers are kept as text: their grammar matters here, not their size.
DECODER = json.JSONDecoder(parse_constant=refuse_constant, parse_int=str, parse_float=str)


def is_json(text: bytes) -> bool:
    try:
        value = DECODER.decode(text.decode("utf-8"))
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # no lone surrogate has UTF-8
    except ValueError:
        return False
    return True


def fnv1a64(value: int, data: bytes) -> int:
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def constants() -> dict:
    count, digest = 0, 0xCBF29CE484222325
    for size in range(LONGEST + 1):
        for symbols in itertools.product(ALPHABET, repeat=size):
            text = "".join(symbols).encode("utf-8")
            if is_json(text):
                count += 1
                digest = fnv1a64(digest, text + b"\n")
    return {"ACCEPTED_COUNT": f"{count}", "ACCEPTED_HASH": f"UINT64_C(0x{digest:016X})"}


def self_test() -> None:
    for good in (b"1", b'"\\ud83d\\ude00"', b'{"a":[1.5e-3,null]}', "\"é\"".encode("utf-8"), b"9" * 5000):
        assert is_json(good), good
    for bad in (b"", b"NaN", b"-Infinity", b'"\\ud800"', b'{"\\udc00":1}', b'"\xc0\x80"', b"\xef\xbb\xbf1", b"[1,]"):
        assert not is_json(bad), bad


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", metavar="FILE", help="C file whose constants must be these")
    arguments = parser.parse_args()

    self_test()
    golden = constants()
    if arguments.check is None:
        for name, value in golden.items():
            print(f"#define {name} {value}")
        return 0

    with open(arguments.check, encoding="utf-8") as file:
        found = dict(re.findall(r"^#define (ACCEPTED_\w+) (\S+)$", file.read(), re.MULTILINE))
    for name, value in golden.items():
        if found.get(name) != value:
            print(f"{arguments.check}: {name} is {found.get(name)}, must be {value}")
    print("1 passed, 0 failed" if found == golden else "0 passed, 1 failed")
    return 0 if found == golden else 1


if __name__ == "__main__":
    sys.exit(main())

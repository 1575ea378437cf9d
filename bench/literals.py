"""How long literals take to compile: `python bench/literals.py 1000 10000 100000 [--jobs 4] [--kinds sums,pairs] [-O0]`.

One line per kind: processor seconds and peak memory of `ember run` for each number of elements, without a cache of the program.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FORMS = (
    "x + {0}",
    "y * {0}",
    "{0} - x",
    "x * y + {0}",
    "(x - {0}) * y",
    "f(x) + {0}",
    "f({0})",
    "-x",
)
KINDS: dict[str, Callable[[int], str]] = {
    "constants": lambda i: f"{i * 7}",
    "floats": lambda i: f"{i}.5",
    "texts": lambda i: f'"text {i}"',
    "sums": lambda i: f"x + {i}",
    "eight forms": lambda i: FORMS[(i * 2654435761 >> 7) % 8].format(i),
    "unlike": lambda i: f"x + {i} if x > {i % 7} else y",
    "made texts": lambda i: f"String(x + {i})",
    "pairs": lambda i: f"(x, {i}.5)",
    "lists": lambda i: f"[{i}, x]",
    "dict": lambda i: f"{i}: x + {i}",
    "dict of texts": lambda i: f'"key {i}": {i}',
    "set": lambda i: f"x + {i}",
    "argument": lambda i: f"x + {i}",
    "tuple": lambda i: f"x + {i}",
}
BRACKETS = {"dict": "{}", "dict of texts": "{}", "set": "{}", "tuple": "()"}
PROGRAM = """def f(x: Int) -> Int:
    return x * 2 + 1


def main():
    var x = String("abc").byte_length()
    var y = x + f(x)
    print(y)
    {use}
"""


def program(kind: str, count: int) -> str:
    """A program with a literal of so many elements."""
    before, after = BRACKETS.get(kind, "[]")
    literal = before + ", ".join(map(KINDS[kind], range(count))) + after
    if kind == "argument":
        return PROGRAM.format(use=f"print(len({literal}))")
    shown = "a[7]" if kind == "tuple" else "len(a)"
    return PROGRAM.format(use=f"var a = {literal}\n    print({shown})")


def measured(kind: str, count: int, level: str) -> str:
    """Processor seconds and memory of compiling and running it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "literal.mojo")
        path.write_text(program(kind, count))
        process = subprocess.Popen(
            [sys.executable, "-m", "ember", "run", level, "--max-memory", "60000", str(path)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        message = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        return (message.strip().splitlines() or [f"status {status}"])[0][-60:]
    return f"{usage.ru_utime + usage.ru_stime:.1f} s {usage.ru_maxrss / 1e6:.2f} GB"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("counts", nargs="+", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("-O", dest="level", default="3")
    arguments = parser.parse_args()
    kinds = arguments.kinds.split(",")
    with ThreadPoolExecutor(arguments.jobs) as pool:
        found = {
            kind: [pool.submit(measured, kind, n, f"-O{arguments.level}") for n in arguments.counts]
            for kind in kinds
        }
        print(f"{'elements':<16}" + "".join(f"{count:>20,}" for count in arguments.counts))
        for kind, results in found.items():
            print(f"{kind:<16}" + "".join(f"{r.result():>20}" for r in results), flush=True)


if __name__ == "__main__":
    main()

"""How fast the functions of `math` are over vectors, beside `mojo`'s and NumPy's, in the same run.

    python bench/math_functions.py [--runs N] [--mojo PATH] [--json FILE] [NAME…]

One program is written for `ember` and `mojo`: it fills an array, and stores a function of each of its vectors into
another, many times; the least time counts. NumPy does the same in this process. The programs take turns, so that all see
the same machine. Shown are nanoseconds for one number, and Ember's divided by those of the others.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from contest import build_all, contest_parser, mojo_commands, write_numbers
from processes import machine, run

COUNT = 4096
ROUNDS = 200
DTYPES = ("float32", "float64")


class Function(NamedTuple):
    """A function and the numbers it is measured on, evenly spread; NumPy's function, if it has one."""

    least: float
    most: float
    numpy: Callable[[np.ndarray], np.ndarray] | None


FUNCTIONS = {
    "exp": Function(-20, 20, np.exp),
    "exp2": Function(-20, 20, np.exp2),
    "expm1": Function(-5, 5, np.expm1),
    "log": Function(0.01, 100, np.log),
    "log2": Function(0.01, 100, np.log2),
    "log10": Function(0.01, 100, np.log10),
    "log1p": Function(-0.9, 10, np.log1p),
    "sin": Function(-20, 20, np.sin),
    "cos": Function(-20, 20, np.cos),
    "tan": Function(-20, 20, np.tan),
    "tanh": Function(-5, 5, np.tanh),
    "sinh": Function(-5, 5, np.sinh),
    "cosh": Function(-5, 5, np.cosh),
    "atan": Function(-5, 5, np.arctan),
    "asin": Function(-1, 1, np.arcsin),
    "acos": Function(-1, 1, np.arccos),
    "asinh": Function(-5, 5, np.arcsinh),
    "acosh": Function(1, 10, np.arccosh),
    "atanh": Function(-0.9, 0.9, np.arctanh),
    "erf": Function(-4, 4, None),
    "erfc": Function(-3, 3, None),
    "cbrt": Function(-100, 100, np.cbrt),
    "rsqrt": Function(0.01, 100, lambda x: 1 / np.sqrt(x)),
    "gamma": Function(0.1, 20, None),
    "lgamma": Function(0.1, 20, None),
}

PROGRAM = """
def time_{name}_{dtype}():
    var xs = List[Scalar[DType.{dtype}]](length={count}, fill=0)
    var ys = List[Scalar[DType.{dtype}]](length={count}, fill=0)
    for i in range({count}):
        xs[i] = Scalar[DType.{dtype}](Float64(i) * {step} + {least})
    comptime width = simd_width_of[DType.{dtype}]()
    var best = Int(1 << 60)
    for _ in range({rounds}):
        var start = perf_counter_ns()
        for i in range(0, {count}, width):
            ys.unsafe_ptr().unsafe_store(i, {name}(xs.unsafe_ptr().unsafe_load[width=width](i)))
        var end = perf_counter_ns()
        best = min(best, Int(end - start))
    print("{name}", "{dtype}", Float64(best) / {count}, ys[77])
"""


def main() -> None:
    arguments = contest_parser("The speed of the functions of math.", FUNCTIONS).parse_args()
    names = arguments.names or list(FUNCTIONS)
    print(machine())
    with tempfile.TemporaryDirectory(prefix="ember-bench-") as folder:
        executables = build(source(names), Path(folder), arguments.mojo)
        times = measure(names, executables, arguments.runs)
    print(f"{'ns':<18}{'ember':>9}{'mojo':>9}{'numpy':>9}{'/mojo':>8}{'/numpy':>8}")
    for key, row in times.items():
        print(line(key, row))
    write_numbers(arguments.json, "functions", times)


def source(names: list[str]) -> str:
    """The program that measures these functions."""
    text = f"from std.math import {', '.join(names)}\nfrom std.sys import simd_width_of\n"
    text += "from std.time import perf_counter_ns\n"
    calls = ""
    for name in names:
        least, most, _ = FUNCTIONS[name]
        for dtype in DTYPES:
            step = (most - least) / COUNT
            text += PROGRAM.format(
                name=name, dtype=dtype, count=COUNT, rounds=ROUNDS, step=step, least=float(least)
            )
            calls += f"    time_{name}_{dtype}()\n"
    return f"{text}\n\ndef main():\n{calls}"


def build(text: str, folder: Path, mojo: str | None) -> dict[str, str]:
    """The executables by compiler."""
    path = folder / "functions.mojo"
    path.write_text(text)
    return build_all("the program", mojo_commands(path, mojo), folder)


def measure(
    names: list[str], executables: dict[str, str], runs: int
) -> dict[str, dict[str, float]]:
    """Nanoseconds for one number, by function and format, then by who computed it."""
    times: dict[str, dict[str, float]] = {f"{n} {d}": {} for n in names for d in DTYPES}
    for _ in range(runs):
        for who, path in executables.items():
            for text in run([path]).output.splitlines():
                name, dtype, took, _ = text.split()
                keep_least(times[f"{name} {dtype}"], who, float(took))
        for key in times:
            name, dtype = key.split()
            took_numpy = of_numpy(FUNCTIONS[name], dtype)
            if took_numpy is not None:
                keep_least(times[key], "numpy", took_numpy)
    return times


def keep_least(row: dict[str, float], who: str, took: float) -> None:
    row[who] = min(row.get(who, math.inf), took)


def of_numpy(function: Function, dtype: str) -> float | None:
    """Nanoseconds for one number."""
    if function.numpy is None:
        return None
    step = (function.most - function.least) / COUNT
    xs = (np.arange(COUNT) * step + function.least).astype(dtype)
    best = math.inf
    for _ in range(ROUNDS // 4):
        start = time.perf_counter_ns()
        function.numpy(xs)
        best = min(best, time.perf_counter_ns() - start)
    return best / COUNT


def line(key: str, row: dict[str, float]) -> str:
    """A row of the table."""
    cells = "".join(cell(row.get(who), 9) for who in ("ember", "mojo", "numpy"))
    ratios = "".join(
        cell(row["ember"] / row[who] if who in row else None, 8) for who in ("mojo", "numpy")
    )
    return f"{key:<18}{cells}{ratios}"


def cell(number: float | None, width: int) -> str:
    return f"{'-':>{width}}" if number is None else f"{number:>{width}.2f}"


if __name__ == "__main__":
    main()

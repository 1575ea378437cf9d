"""What it costs to go from Python to Mojo and back, beside Python's own C functions and ctypes.

    python bench/python_calls.py [--rounds N]

Each line is the best of five, in nanoseconds for one call, the loop's own cost taken off.
"""

from __future__ import annotations

import argparse
import ctypes
import math
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import ember

SOURCE = """
from std.python import Python, PythonObject

def nothing():
    pass

def add(a: Int, b: Int) -> Int:
    return a + b

def half(x: Float64) -> Float64:
    return x / 2

def total(xs: Span[Float64, _]) -> Float64:
    var sum = 0.0
    for x in xs:
        sum += x
    return sum

def attributes(thing: PythonObject, rounds: Int) raises:
    for _ in range(rounds):
        _ = thing.real

def calls(function: PythonObject, rounds: Int) raises:
    for _ in range(rounds):
        _ = function(-5)
"""


def best(work: Callable[[], object], rounds: int) -> float:
    """Nanoseconds for one round of `work`, which does all of them."""
    times = []
    for _ in range(5):
        started = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - started)
    return min(times) / rounds


def per_call(function: Callable[..., object], rounds: int, *arguments: object) -> float:
    def loop() -> None:
        for _ in range(rounds):
            function(*arguments)

    def empty() -> None:
        for _ in range(rounds):
            pass

    return best(loop, rounds) - best(empty, rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200_000)
    rounds: int = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "calls.mojo")
        path.write_text(SOURCE)
        mojo: Any = ember.compile(path)
    fabs = ctypes.CDLL(None).fabs
    fabs.restype, fabs.argtypes = ctypes.c_double, (ctypes.c_double,)
    small = np.ones(8)
    lines = [
        ("mojo nothing()", per_call(mojo.nothing, rounds)),
        ("mojo add(1, 2)", per_call(mojo.add, rounds, 1, 2)),
        ("mojo half(1.5)", per_call(mojo.half, rounds, 1.5)),
        ("mojo total(8 float64)", per_call(mojo.total, rounds, small)),
        ("C    math.fabs(1.5)", per_call(math.fabs, rounds, 1.5)),
        ("C    math.fmod(1.5, 2.5)", per_call(math.fmod, rounds, 1.5, 2.5)),
        ("ctypes fabs(1.5)", per_call(fabs, rounds, 1.5)),
        ("numpy sum(8 float64)", per_call(small.sum, rounds)),
        ("from mojo: thing.real", best(lambda: mojo.attributes(5, rounds), rounds)),
        ("from mojo: abs(-5)", best(lambda: mojo.calls(abs, rounds), rounds)),
    ]
    for name, nanoseconds in lines:
        print(f"{name:28}{nanoseconds:8.0f} ns")


if __name__ == "__main__":
    main()

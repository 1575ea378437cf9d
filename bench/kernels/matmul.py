"""f32 products beside NumPy's and torch's in one run: `python bench/kernels/matmul.py [--torch PYTHON] [--seconds N]`.

`--torch` is a Python that has torch; it works in a process of its own, by turns with the others.
They take turns, the least time of each counts, and that of the processors where others use the machine, too; results are compared
with float64.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

import ember
from ember.binding.functions import Functions

SHAPES = [  # rows, depth, columns
    (512, 512, 512),
    (1024, 1024, 1024),
    (2048, 2048, 2048),
    (1, 4096, 4096),
    (37, 511, 1023),
    (4096, 16, 4096),
    (4096, 4096, 16),
    *((s, s, 128) for s in (128, 256, 512, 1024, 2048, 4096)),
]


TORCH = """
import sys, time, torch
for line in sys.stdin:
    m, k, n = map(int, line.split())
    a, b, c = torch.randn(m, k), torch.randn(k, n), torch.empty(m, n)
    for _ in sys.stdin:
        if not _.strip():
            break
        start = time.perf_counter_ns()
        torch.matmul(a, b, out=c)
        print(time.perf_counter_ns() - start, flush=True)
"""


class Torch:
    """torch in another process: products of one shape after the other."""

    def __init__(self, python: str) -> None:
        command = [python, "-c", TORCH]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def tell(self, line: str) -> None:
        assert self._process.stdin is not None
        print(line, file=self._process.stdin, flush=True)

    def milliseconds(self) -> float:
        """Of one product."""
        self.tell("again")
        assert self._process.stdout is not None
        return int(self._process.stdout.readline()) / 1e6


def measure(
    calls: Functions, shape: tuple[int, int, int], seconds: float, torch: Torch | None = None
) -> tuple[float, float]:
    """Prints times, and gives the best peer's over ours, and NumPy's over ours of the processors."""
    m, k, n = shape
    rng = np.random.default_rng(1)
    a, b = (rng.standard_normal(s, np.float32) for s in ((m, k), (k, n)))
    c, theirs_result = np.zeros((m, n), np.float32), np.zeros((m, n), np.float32)
    addresses = c.ctypes.data, a.ctypes.data, b.ctypes.data
    ours = theirs = (math.inf, math.inf)
    by_torch = math.inf
    if torch is not None:
        torch.tell(f"{m} {k} {n}")
    end, rounds = time.perf_counter() + seconds, 0
    while time.perf_counter() < end or rounds < 3:
        ours = least(ours, lambda: calls.product(*addresses, m, n, k))
        theirs = least(theirs, lambda: np.matmul(a, b, out=theirs_result))
        if torch is not None:
            by_torch = min(by_torch, torch.milliseconds())
        rounds += 1
    if torch is not None:
        torch.tell("")
    wanted = a[:64].astype(np.float64) @ b
    error = np.abs(c[:64] - wanted).max() / np.abs(wanted).max()
    ratio = min(theirs[0], by_torch) / ours[0]
    print(
        f"{m}x{k}x{n}: {ours[0]:.3f} ms, NumPy {theirs[0]:.3f}, torch {by_torch:.3f}, ratio {ratio:.2f}; "
        f"of processors {ours[1]:.3f} ms, NumPy {theirs[1]:.3f}, ratio {theirs[1] / ours[1]:.2f}; "
        f"{2 * m * n * k / ours[0] / 1e6:.1f} GFLOP/s, error {error:.1e}, {rounds} rounds",
        flush=True,
    )
    return ratio, theirs[1] / ours[1]


def least(before: tuple[float, float], work: Callable[[], object]) -> tuple[float, float]:
    """The lesser of times in ms, by the clock and of all processors."""
    cpu, start = time.process_time_ns(), time.perf_counter_ns()
    work()
    wall = time.perf_counter_ns() - start
    cpu = time.process_time_ns() - cpu
    return min(before[0], wall / 1e6), min(before[1], cpu / 1e6)


def mean(ratios: Iterable[float]) -> str:
    values = list(ratios)
    return f"{math.exp(sum(map(math.log, values)) / len(values)):.2f}, worst {min(values):.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="f32 products beside NumPy's and torch's.")
    parser.add_argument("--torch", metavar="PYTHON", help="a Python that has torch")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each shape")
    arguments = parser.parse_args()
    torch = Torch(arguments.torch) if arguments.torch else None
    calls = ember.compile(Path(__file__).with_name("matmul.mojo"))
    ratios = [measure(calls, shape, arguments.seconds, torch) for shape in SHAPES]
    print(
        f"geometric mean {mean(r for r, _ in ratios)}; of processors {mean(r for _, r in ratios)}"
    )


if __name__ == "__main__":
    main()

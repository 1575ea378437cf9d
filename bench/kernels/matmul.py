"""f32 products beside NumPy's in one run: `python bench/kernels/matmul.py [seconds per shape]`.

Both take turns, the least time of each counts, and that of the processors where others use the machine, too; results are compared with float64.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

import ember

SHAPES = [  # rows, depth, columns
    (512, 512, 512),
    (1024, 1024, 1024),
    (2048, 2048, 2048),
    (1, 4096, 4096),
    (37, 511, 1023),
    (4096, 16, 4096),
    (4096, 4096, 16),
]


def measure(
    calls: ember.binding.functions.Functions, shape: tuple[int, int, int], seconds: float
) -> tuple[float, float]:
    """Prints times, and gives NumPy's over ours."""
    m, k, n = shape
    rng = np.random.default_rng(1)
    a, b = (rng.standard_normal(s, np.float32) for s in ((m, k), (k, n)))
    c, theirs_result = np.zeros((m, n), np.float32), np.zeros((m, n), np.float32)
    addresses = c.ctypes.data, a.ctypes.data, b.ctypes.data
    ours = theirs = (math.inf, math.inf)
    end, rounds = time.perf_counter() + seconds, 0
    while time.perf_counter() < end or rounds < 3:
        ours = least(ours, lambda: calls.product(*addresses, m, n, k))
        theirs = least(theirs, lambda: np.matmul(a, b, out=theirs_result))
        rounds += 1
    wanted = a[:64].astype(np.float64) @ b
    error = np.abs(c[:64] - wanted).max() / np.abs(wanted).max()
    rate = 2 * m * n * k / ours[0] / 1e6
    print(
        f"{m}x{k}x{n}: {ours[0]:.3f} ms, NumPy {theirs[0]:.3f}, ratio {theirs[0] / ours[0]:.2f}; "
        f"of processors {ours[1]:.3f} ms, NumPy {theirs[1]:.3f}, ratio {theirs[1] / ours[1]:.2f}; "
        f"{rate:.1f} GFLOP/s, error {error:.1e}, {rounds} rounds",
        flush=True,
    )
    return theirs[0] / ours[0], theirs[1] / ours[1]


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
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    calls = ember.compile(Path(__file__).with_name("matmul.mojo"))
    ratios = [measure(calls, shape, seconds) for shape in SHAPES]
    print(
        f"geometric mean {mean(r for r, _ in ratios)}; of processors {mean(r for _, r in ratios)}"
    )


if __name__ == "__main__":
    main()

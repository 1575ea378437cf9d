"""f32 products beside NumPy's in one run: `python bench/kernels/matmul.py [seconds per shape]`.

Both take turns, the least time of each counts; results are compared with float64.
"""

from __future__ import annotations

import math
import sys
import time
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


def measure(calls: ember.binding.functions.Functions, shape: tuple[int, int, int], seconds: float) -> float:
    """Prints times, and gives NumPy's over ours."""
    m, k, n = shape
    rng = np.random.default_rng(1)
    a, b = (rng.standard_normal(s, np.float32) for s in ((m, k), (k, n)))
    c, theirs_result = np.zeros((m, n), np.float32), np.zeros((m, n), np.float32)
    ours = theirs = math.inf
    end, rounds = time.perf_counter() + seconds, 0
    while time.perf_counter() < end or rounds < 3:
        took = calls.product(c.ctypes.data, a.ctypes.data, b.ctypes.data, m, n, k)
        ours = min(ours, took / 1e6)
        start = time.perf_counter_ns()
        np.matmul(a, b, out=theirs_result)
        theirs = min(theirs, (time.perf_counter_ns() - start) / 1e6)
        rounds += 1
    wanted = a[:64].astype(np.float64) @ b
    error = np.abs(c[:64] - wanted).max() / np.abs(wanted).max()
    rate = 2 * m * n * k / ours / 1e6
    print(
        f"{m}x{k}x{n}: {ours:.3f} ms, NumPy {theirs:.3f} ms, ratio {theirs / ours:.2f}, "
        f"{rate:.1f} GFLOP/s, error {error:.1e}, {rounds} rounds",
        flush=True,
    )
    return theirs / ours


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    calls = ember.compile(Path(__file__).with_name("matmul.mojo"))
    ratios = [measure(calls, shape, seconds) for shape in SHAPES]
    print(f"geometric mean {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, worst {min(ratios):.2f}")


if __name__ == "__main__":
    main()

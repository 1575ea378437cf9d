"""Products with quantised weights: bytes read per second for one row, products per second for many, beside the speed of memory.

`python bench/kernels/qmatmul.py [seconds per shape]`. The shapes are those of SmolLM2-135M and of bigger models.
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

import numpy as np

import ember
from ember.binding.functions import Functions
from ember.pipelines.weights.formats import Format

SHAPES = [  # encoding, rows, columns, depth
    ("q4_1", 1, 576, 576),
    ("q4_1", 1, 960, 576),
    ("q4_1", 1, 3072, 576),
    ("q4_1", 1, 576, 1536),
    ("q8_0", 1, 49152, 576),
    ("q4_1", 128, 3072, 576),
    ("q4_1", 128, 576, 1536),
    ("q8_0", 128, 3072, 576),
    ("f16", 1, 3072, 576),
    ("f16", 8, 3072, 576),
    ("f16", 128, 3072, 576),
    ("q4_0", 8, 3072, 576),
    ("q4_0", 128, 3072, 576),
    ("q4_0", 1, 4096, 4096),
    ("q8_0", 1, 4096, 4096),
    ("q4_k", 1, 4096, 4096),
    ("q6_k", 1, 4096, 4096),
    ("q4_0", 128, 4096, 4096),
    ("q4_k", 128, 4096, 4096),
]
MEMORY = 64 << 20


def least(seconds: float, work) -> tuple[float, float]:
    """Seconds by the clock and of all processors, the least of several runs."""
    wall = cpu = math.inf
    end, rounds = time.perf_counter() + seconds, 0
    while time.perf_counter() < end or rounds < 3:
        before = time.process_time()
        wall = min(wall, work() / 1e9)
        cpu = min(cpu, time.process_time() - before)
        rounds += 1
    return wall, cpu


def measure(calls: Functions, shape: tuple[str, int, int, int], seconds: float) -> None:
    encoding, m, n, k = shape
    size = n * Format[encoding.upper()].bytes_of(k)
    copies = max(1, MEMORY // size) if m == 1 else 1
    rng = np.random.default_rng(1)
    weights = rng.integers(0, 60, size * copies, np.uint8)
    a, c = rng.standard_normal((m, k), np.float32), np.zeros((m, n), np.float32)
    addresses = c.ctypes.data, a.ctypes.data, weights.ctypes.data
    wall, cpu = least(seconds, lambda: calls[encoding](*addresses, m, n, k, copies))
    amount = size * copies if m == 1 else m * n * k
    unit = "GB/s" if m == 1 else "G products/s"
    print(
        f"{encoding} {m}x{k}x{n}: {wall / copies * 1e6:.1f} us, {amount / wall / 1e9:.1f} {unit}; "
        f"for a second of one processor {amount / cpu / 1e9:.1f}",
        flush=True,
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    calls = ember.compile(Path(__file__).with_name("qmatmul.mojo"))
    memory, sums = np.ones(4 * MEMORY, np.uint8), np.zeros(1024, np.uint64)
    wall, cpu = least(
        seconds, lambda: calls.read(memory.ctypes.data, memory.size, sums.ctypes.data)
    )
    print(
        f"memory: {memory.size / wall / 1e9:.1f} GB/s; by one processor {memory.size / cpu / 1e9:.1f}"
    )
    for shape in SHAPES:
        measure(calls, shape, seconds)


if __name__ == "__main__":
    main()

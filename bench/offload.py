"""The two ways to compile kernels, on a program with many of them: all together, or each alone.

    python bench/offload.py [--kernels N] [--runs N] [--accelerator NAME]

The talk's table again: user and system seconds, elapsed time and peak memory of building one matrix multiplication program
at -O3 and -O2, with and without line tables, with empty caches. The talk measured 1.25 to 2.25 times less processor
time for all-kernel compilation.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from processes import Cost, machine, run

REPOSITORY = Path(__file__).resolve().parent.parent
HEAD = """
from gpu import barrier, block_idx, thread_idx
from gpu.host import DeviceContext
from std.memory import stack_allocation

def matmul[
    dtype: DType, rows: Int, columns: Int, depth: Int, each: Int
](
    a: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    b: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    c: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    n: Int,
    k: Int,
):
    var tile_a = stack_allocation[rows * depth, Scalar[dtype], address_space = AddressSpace.SHARED]()
    var tile_b = stack_allocation[depth * columns, Scalar[dtype], address_space = AddressSpace.SHARED]()
    var x = Int(thread_idx.x)
    var y = Int(thread_idx.y)
    var row = Int(block_idx.y) * rows
    var column = Int(block_idx.x) * columns
    var sums = Array[Scalar[DType.float32], each](fill=0)
    for step in range(0, k, depth):
        for i in range(y * columns + x, rows * depth, columns * (rows // each)):
            tile_a[i] = a[(row + i // depth) * k + step + i % depth]
        for i in range(y * columns + x, depth * columns, columns * (rows // each)):
            tile_b[i] = b[(step + i // columns) * n + column + i % columns]
        barrier()
        comptime for d in range(depth):
            var right = tile_b[d * columns + x].cast[DType.float32]()
            comptime for i in range(each):
                sums[i] = tile_a[(y * each + i) * depth + d].cast[DType.float32]().fma(right, sums[i])
        barrier()
    comptime for i in range(each):
        c[(row + y * each + i) * n + column + x] = sums[i].cast[dtype]()

def run[
    dtype: DType, rows: Int, columns: Int, depth: Int, each: Int
](ctx: DeviceContext, size: Int) raises:
    var a = ctx.enqueue_create_buffer[dtype](size * size)
    var b = ctx.enqueue_create_buffer[dtype](size * size)
    var c = ctx.enqueue_create_buffer[dtype](size * size)
    ctx.enqueue_function[matmul[dtype, rows, columns, depth, each]](
        a, b, c, size, size, grid_dim=(size // columns, size // rows), block_dim=(columns, rows // each)
    )
    ctx.synchronize()

def main() raises:
    var ctx = DeviceContext()
"""
DTYPES = ("float32", "float16", "bfloat16", "float64")
SHAPES = [(r, c, d, e) for r in (16, 32, 64) for c in (16, 32) for d in (8, 16) for e in (4, 8)]


def program(kernels: int) -> str:
    choices = [(dtype, *shape) for shape in SHAPES for dtype in DTYPES][:kernels]
    lines = (f"    run[DType.{d}, {r}, {c}, {k}, {e}](ctx, 128)\n" for d, r, c, k, e in choices)
    return HEAD + "".join(lines)


def build(folder: Path, path: Path, accelerator: str, *options: str) -> Cost:
    environment = os.environ | {
        "PYTHONPATH": str(REPOSITORY),
        "EMBER_CACHE_DIR": str(folder / "cache"),
    }
    command = [sys.executable, "-m", "ember", "build", "--emit", "obj", "--no-cache", *options]
    command += ["--target-accelerator", accelerator, "-o", str(folder / "out.o"), str(path)]
    return run(command, environment)


def main() -> None:
    parser = argparse.ArgumentParser(description="All kernels together, or each alone.")
    parser.add_argument("--kernels", type=int, default=24)
    parser.add_argument("--runs", type=int, default=2, help="the best of this many is shown")
    parser.add_argument("--accelerator", default="sm_90a")
    arguments = parser.parse_args()
    print(machine())
    print(
        f"{arguments.kernels} kernels      {'all-kernel: cpu s':>18} {'wall':>6} {'MiB':>5}"
        f" {'per-kernel: cpu s':>18} {'wall':>6} {'MiB':>5} {'cpu ratio':>10}"
    )
    with tempfile.TemporaryDirectory(prefix="ember-offload-") as name:
        folder = Path(name)
        path = folder / "many.mojo"
        path.write_text(program(arguments.kernels))
        for level in ("-O3", "-O2"):
            for debug in ((), ("-g",)):
                costs = [
                    min(
                        (
                            build(
                                folder, path, arguments.accelerator, level, *debug, "--offload", m
                            )
                            for _ in range(arguments.runs)
                        ),
                        key=lambda cost: cost.cpu,
                    )
                    for m in ("all-kernel", "per-kernel")
                ]
                together, alone = costs
                label = f"{level[1:]}, {'line tables' if debug else 'none'}"
                print(
                    f"{label:<18} {together.cpu:>18.2f} {together.wall:>6.2f} {together.rss:>5.0f}"
                    f" {alone.cpu:>18.2f} {alone.wall:>6.2f} {alone.rss:>5.0f}"
                    f" {alone.cpu / together.cpu:>10.2f}",
                    flush=True,
                )


if __name__ == "__main__":
    main()

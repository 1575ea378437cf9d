"""How fast the kernels over rows are beside torch's, in the same run: reductions, softmax, norms.

    python bench/kernels/rows.py [--torch PYTHON] [--runs N] [NAME…]

`--torch` is a Python that has torch; both use all processors. The two take turns, the least time of each counts. Shown are
microseconds, the bytes that must be read and written divided by Ember's time, and Ember's time divided by torch's.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent.parent / "tests" / "kernels")]

from kernel_library import Instance, KernelLibrary, computed, fused, fused_out, plain  # noqa: E402

Array = np.ndarray[Any, Any]
F32 = "float32"
SHAPES = [(64, 1024), (512, 576), (1024, 1024), (16, 65536), (1, 4_000_000), (4096, 4096)]


class Kernel(NamedTuple):
    """A kernel, torch's expression for it, its operands besides x, and the passes over memory it needs."""

    instance: Instance
    torch: str
    vectors: int
    passes: int
    reduced: int | None = None


def reduction(module: str, struct: str, axis: int, result: str = F32) -> Instance:
    return Instance(module, struct, f"axis = {axis}", fused_out(result, 2), fused(F32, 2))


def norm(struct: str, parameters: str, vectors: int) -> Instance:
    return Instance("nn.normalization", struct, parameters, fused_out(F32, 2), fused(F32, 2), *[plain(F32, 1)] * vectors)  # fmt: skip


def soft(struct: str, axis: int) -> Instance:
    return Instance("nn.softmax", struct, f"axis = {axis}", computed(F32, 2), fused(F32, 2))


KERNELS = {
    "sum": Kernel(reduction("nn.reduction", "_ReduceAdd", 1), "x.sum(1, keepdim=True)", 0, 1, 1),
    "sum of columns": Kernel(reduction("nn.reduction", "_ReduceAdd", 0), "x.sum(0, keepdim=True)", 0, 1, 0),
    "max": Kernel(reduction("nn.reduction", "_ReduceMax", 1), "x.amax(1, keepdim=True)", 0, 1, 1),
    "arg_max": Kernel(reduction("nn.argmaxmin", "_ReduceArgMax", 1, "int64"), "x.argmax(1, keepdim=True)", 0, 1, 1),
    "softmax": Kernel(soft("_Softmax", 1), "torch.softmax(x, 1)", 0, 2),
    "softmax of columns": Kernel(soft("_Softmax", 0), "torch.softmax(x, 0)", 0, 2),
    "logsoftmax": Kernel(soft("_Logsoftmax", 1), "torch.log_softmax(x, 1)", 0, 2),
    "layer_norm": Kernel(norm("_LayerNorm", "epsilon = 1e-5", 2), "torch.nn.functional.layer_norm(x, x.shape[1:], *v)", 2, 2),
    "rms_norm": Kernel(norm("_RmsNorm", "epsilon = 1e-5, weight_offset = 0.0, multiply_before_cast = True", 1),
                       "torch.nn.functional.rms_norm(x, x.shape[1:], *v, eps=1e-5)", 1, 2),
}  # fmt: skip

WORKER = """
import json, sys, time, torch
for line in sys.stdin:
    shape, vectors, code, seconds = json.loads(line)
    x = torch.randn(shape); v = [torch.randn(shape[1]) for _ in range(vectors)]
    run = eval("lambda: " + code)
    run(); best = 1e9; end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter(); run(); best = min(best, time.perf_counter() - start)
    print(best, flush=True)
"""


class Torch:
    """Another process that has torch."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen([python, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # fmt: skip

    def time(self, shape: tuple[int, int], kernel: Kernel, seconds: float) -> float:
        assert self._process.stdin is not None and self._process.stdout is not None
        request = json.dumps([shape, kernel.vectors, kernel.torch, seconds])
        print(request, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


def least(run: Callable[[int], None], seconds: float) -> float:
    """The least time of a call; small ones are made several at a time."""
    start = time.perf_counter()
    run(1)
    times = max(1, min(100, int(0.001 / (time.perf_counter() - start))))
    best, end = 1e9, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        run(times)
        best = min(best, (time.perf_counter() - start) / times)
    return best


def arrays(kernel: Kernel, shape: tuple[int, int]) -> list[Array]:
    source = np.random.default_rng(0)
    result = list(shape)
    if kernel.reduced is not None:
        result[kernel.reduced] = 1
    y = np.zeros(result, kernel.instance.operands[0].dtype)
    return [y, source.normal(size=shape).astype(np.float32),
            *[source.normal(size=shape[1]).astype(np.float32) for _ in range(kernel.vectors)]]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(KERNELS)}")
    parser.add_argument("--torch", default=os.environ.get("TORCH_PYTHON"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    names = options.names or list(KERNELS)
    library = KernelLibrary([KERNELS[n].instance for n in names], opt_level=3)
    torch = Torch(options.torch) if options.torch else None
    for name in names:
        kernel = KERNELS[name]
        for shape in SHAPES:
            data = arrays(kernel, shape)
            ours, theirs = 1e9, 1e9
            for _ in range(options.runs):
                ours = min(ours, least(lambda n: library.run(kernel.instance, *data, times=n), 0.1))  # noqa: B023
                if torch is not None:
                    theirs = min(theirs, torch.time(shape, kernel, 0.1))
            speed = 4 * shape[0] * shape[1] * kernel.passes / ours / 1e9
            beside = f"  {theirs * 1e6:9.1f} us  {ours / theirs:5.2f}" if torch is not None else ""
            size = f"{shape[0]} x {shape[1]}"
            print(f"{name:20} {size:14} {ours * 1e6:9.1f} us {speed:6.1f} GB/s{beside}", flush=True)


if __name__ == "__main__":
    main()

"""The four fused graphs of the anchors on 2048 x 4096 float32, beside torch if an interpreter with it is given.

    python bench/graph/fused.py [--torch /path/to/python] [--rows 2048] [--columns 4096]

Prints milliseconds, the memory traffic a perfect kernel needs divided by the time, and the ratio to torch's best.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from ember.driver import Buffer
from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, TensorValue, ops

CPU = DeviceRef.CPU()
Forward = Callable[..., TensorValue]


def gelu_chain(x: TensorValue) -> TensorValue:
    return ops.gelu(x * 0.5 + 1.0, "tanh") * x


GRAPHS: dict[str, tuple[Forward, int]] = {
    "softmax": (lambda x: ops.softmax(x), 1),
    "rms_norm": (lambda x, w: ops.rms_norm(x, w, 1e-6), 2),
    "silu_mul": (lambda x, y: ops.silu(x) * y, 2),
    "gelu_chain": (gelu_chain, 1),
}

TORCH = """
import json, sys, time, torch
rows, columns, rounds, cpu = map(int, sys.argv[1:])
clock = time.process_time if cpu else time.perf_counter
x, y, w = torch.randn(rows, columns), torch.randn(rows, columns), torch.randn(columns)
F = torch.nn.functional
graphs = {
    "softmax": (lambda x: torch.softmax(x, -1), (x,)),
    "rms_norm": (lambda x, w: F.rms_norm(x, (columns,), w, 1e-6), (x, w)),
    "silu_mul": (lambda x, y: F.silu(x) * y, (x, y)),
    "gelu_chain": (lambda x: F.gelu(x * 0.5 + 1.0, approximate="tanh") * x, (x,)),
}
best = {}
for name, (function, given) in graphs.items():
    for form in (function, torch.compile(function)):
        try:
            for _ in range(2): form(*given)
        except Exception:
            continue
        for _ in range(rounds):
            begin = clock(); form(*given)
            best[name] = min(best.get(name, 9e9), clock() - begin)
print(json.dumps(best))
"""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--torch", help="a Python with torch")
    parser.add_argument("--rows", type=int, default=2048)
    parser.add_argument("--columns", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument(
        "--cpu", action="store_true", help="time of all processors, for busy machines"
    )
    arguments = parser.parse_args()
    rows, columns = arguments.rows, arguments.columns
    theirs: dict[str, float] = {}
    if arguments.torch:
        command = [
            arguments.torch,
            "-c",
            TORCH,
            str(rows),
            str(columns),
            str(arguments.rounds),
            str(int(arguments.cpu)),
        ]
        theirs = json.loads(
            subprocess.run(command, capture_output=True, text=True, check=True).stdout
        )
    numbers = np.random.default_rng(0)
    x, y = (
        Buffer.from_numpy(numbers.normal(size=(rows, columns)).astype(np.float32)) for _ in range(2)
    )
    w = Buffer.from_numpy(numbers.normal(size=columns).astype(np.float32))
    for name, (forward, count) in GRAPHS.items():
        given = (x,) if count == 1 else (x, w) if name == "rms_norm" else (x, y)
        types = [TensorType(DType.float32, ["m", "n"] if b is not w else ["n"], CPU) for b in given]
        model = InferenceSession().load(Graph(name, forward, types))
        best = measured(
            lambda model=model, given=given: model.execute(*given),
            arguments.rounds,
            time.process_time if arguments.cpu else time.perf_counter,
        )  # type: ignore[misc]
        moved = (1 + len([b for b in given if b is not w])) * rows * columns * 4
        beside = f"   {best / theirs[name]:.2f} of torch" if name in theirs else ""
        print(
            f"{name:12} {best * 1e3:8.2f} ms   {moved / best / 1e9:6.1f} GB/s{beside}   {model.kernel_summaries}"
        )


def measured(work: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    best = float("inf")
    for _ in range(rounds):
        begin = clock()
        work()
        best = min(best, clock() - begin)
    return best


if __name__ == "__main__":
    sys.exit(main())

"""The four fused graphs of the anchors on 2048 x 4096 float32, and what a call costs beside its kernels, next to MAX and torch.

    python bench/graph/fused.py [--max /path/to/python] [--torch /path/to/python] [--rows 2048] [--columns 4096]

Every round asks all of them in turn, each a process of its own with two threads that loaded its graphs before. Prints the best milliseconds, the
memory traffic a perfect kernel needs divided by that, what copying as many bytes reaches here, and the ratio to the best peer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

GRAPHS = ("softmax", "rms_norm", "silu_mul", "gelu_chain", "call")

COMMON = """
import json, os, sys, time
os.environ["OMP_NUM_THREADS"] = str(os.cpu_count())
rows, columns = map(int, sys.argv[1:3])

def serve(works):
    '''Says that it is ready; then, for every line with a graph's name, does it for a while and tells the best time.'''
    print("ready", flush=True)
    for line in sys.stdin:
        work = works[line.strip()]
        rounds = 2000 if line.strip() == "call" else 5
        best = 9e9
        for _ in range(rounds):
            begin = time.perf_counter()
            work()
            best = min(best, time.perf_counter() - begin)
        print(json.dumps(best), flush=True)
"""

# One text for both: `max.graph` is the API, `ember.as_max` makes it ours.
MAX = (
    COMMON
    + """
import numpy as np
from max.driver import Buffer
from max.dtype import DType
from max.engine import InferenceSession
from max.graph import DeviceRef, Graph, TensorType, ops

CPU = DeviceRef.CPU()
numbers = np.random.default_rng(0)
x, y = (Buffer.from_numpy(numbers.normal(size=(rows, columns)).astype(np.float32)) for _ in range(2))
w, one = (Buffer.from_numpy(numbers.normal(size=n).astype(np.float32)) for n in (columns, 4))
graphs = {
    "softmax": (lambda x: ops.softmax(x), (x,)),
    "rms_norm": (lambda x, w: ops.rms_norm(x, w, 1e-6), (x, w)),
    "silu_mul": (lambda x, y: ops.silu(x) * y, (x, y)),
    "gelu_chain": (lambda x: ops.gelu(x * 0.5 + 1.0, "tanh") * x, (x,)),
    "call": (lambda x: x + 1, (one,)),
}
session = InferenceSession()
works = {}
for name, (forward, given) in graphs.items():
    types = [TensorType(DType.float32, ["m", "n"] if len(b.shape) == 2 else ["n"], CPU) for b in given]
    model = session.load(Graph(name, forward, types))
    works[name] = lambda model=model, given=given: model.execute(*given)
    works[name]()
serve(works)
"""
)

TORCH = (
    COMMON
    + """
import torch
x, y, w = torch.randn(rows, columns), torch.randn(rows, columns), torch.randn(columns)
F = torch.nn.functional
graphs = {
    "softmax": (lambda x: torch.softmax(x, -1), (x,)),
    "rms_norm": (lambda x, w: F.rms_norm(x, (columns,), w, 1e-6), (x, w)),
    "silu_mul": (lambda x, y: F.silu(x) * y, (x, y)),
    "gelu_chain": (lambda x: F.gelu(x * 0.5 + 1.0, approximate="tanh") * x, (x,)),
    "call": (lambda x: x + 1, (torch.randn(4),)),
}
works = {}
with torch.inference_mode():
    for name, (function, given) in graphs.items():
        form = torch.compile(function) if sys.argv[3] == "compile" else function
        works[name] = lambda form=form, given=given: form(*given)
        works[name]()
    serve(works)
"""
)

COPY = (
    COMMON
    + """
import numpy as np
from concurrent.futures import ThreadPoolExecutor
source = np.ones((rows, columns), np.float32)
target = np.empty_like(source)
count = os.cpu_count()
pool = ThreadPoolExecutor(count)
parts = list(zip(np.array_split(target, count), np.array_split(source, count)))
serve({"copy": lambda: list(pool.map(lambda part: np.copyto(*part), parts))})
"""
)


class Peer:
    """A process that does what it is asked and tells the time."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )  # fmt: skip

    def is_ready(self) -> bool:
        assert self.process.stdout is not None
        return any(line.strip() == "ready" for line in iter(self.process.stdout.readline, ""))

    def time(self, name: str) -> float:
        assert self.process.stdin is not None and self.process.stdout is not None
        print(name, file=self.process.stdin, flush=True)
        return float(json.loads(self.process.stdout.readline()))

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--max", metavar="PYTHON", help="an interpreter that has MAX")
    parser.add_argument("--torch", metavar="PYTHON", help="an interpreter that has torch")
    parser.add_argument("--rows", type=int, default=2048)
    parser.add_argument("--columns", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    size = [str(options.rows), str(options.columns)]
    commands = {"ember": [sys.executable, "-c", f"import ember.as_max\n{MAX}", *size]}
    if options.max:
        commands["MAX"] = [options.max, "-c", MAX, *size]
    if options.torch:
        commands["torch"] = [options.torch, "-c", TORCH, *size, "eager"]
        commands["torch.compile"] = [options.torch, "-c", TORCH, *size, "compile"]
    peers = {who: Peer(command) for who, command in commands.items()}
    ready = {who: peer for who, peer in peers.items() if peer.is_ready()}
    copying = Peer([sys.executable, "-c", COPY, *size])
    copying.is_ready()
    best: dict[tuple[str, str], float] = {}
    copied = min(copying.time("copy") for _ in range(options.rounds))
    for _ in range(options.rounds):
        for name in GRAPHS:
            for who, peer in ready.items():
                best[name, who] = min(best.get((name, who), 9e9), peer.time(name))
    for peer in (*peers.values(), copying):
        peer.end()
    show(best, list(ready), options.rows * options.columns * 4, copied)


def show(best: dict[tuple[str, str], float], who: list[str], size: int, copied: float) -> None:
    """A line for each graph."""
    print(
        f"copying reaches {2 * size / copied / 1e9:.1f} GB/s in all threads: the roof of what reads and writes as much"
    )
    print(f"{'graph':12}" + "".join(f"{name:>14}" for name in who) + "   of the best peer")
    for name in GRAPHS:
        scale, unit = (1e6, "µs") if name == "call" else (1e3, "ms")
        times = "".join(f"{best[name, peer] * scale:11.2f} {unit}" for peer in who)
        others = [best[name, peer] for peer in who if peer != "ember"]
        ratio = f"   {best[name, 'ember'] / min(others):.2f}" if others else ""
        moved = (3 if name == "silu_mul" else 2) * size / best[name, "ember"] / 1e9
        speed = "" if name == "call" else f"   {moved:.1f} GB/s"
        print(f"{name:12}{times}{ratio}{speed}")


if __name__ == "__main__":
    sys.exit(main())

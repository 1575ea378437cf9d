"""How long graphs take to compile, cold and warm, beside MAX and torch.compile if interpreters with them are given.

    python bench/graph/compile_time.py [--max /path/to/python] [--torch /path/to/python] [--layers 30]
    python bench/graph/compile_time.py --accelerator sm_90a      the transformer for a GPU, which need not be there, in both offload modes

Every measurement is a process of its own with an empty cache (cold), then the same again (warm). Prints seconds of wall time and of the
processor from the finished graph to the loaded model, and the ratio of processor times to the peer's.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import ember
from ember.elaborating import INSTALLED_FUNCTIONS
from ember.support.fingerprint import LIBRARY, LIBRARY_FILE
from ember.tools.pack_functions import is_current as is_elaborated
from ember.tools.pack_library import is_current as is_lowered

GRAPHS = ("matmul", "elementwise", "softmax", "rms_norm", "transformer")

# One text for both: `max.graph` is the API, `ember.as_max` makes it ours.
BUILD = """
import json, os, resource, sys, time
from max.dtype import DType
from max.engine import InferenceSession
from max.graph import DeviceRef, Graph, TensorType, Weight, ops

name, layers = sys.argv[1], int(sys.argv[2])
accelerator, mode = [*sys.argv[3:], "", ""][:2]
CPU = DeviceRef.GPU() if accelerator else DeviceRef.CPU()
weights = {}

def tensor(*shape):
    return TensorType(DType.float32, list(shape), CPU)

def weight(name, *shape):
    import numpy as np
    weights[name] = np.zeros(shape, np.float32)
    return Weight(name, DType.float32, list(shape), CPU)

def transformer(x):
    for n in range(layers):
        h = ops.rms_norm(x, weight(f"{n}.norm", 64), 1e-6)
        q, k, v = (h @ weight(f"{n}.{part}", 64, 64) for part in "qkv")
        x = x + (ops.softmax(q @ ops.transpose(k, 0, 1) * 0.125) @ v) @ weight(f"{n}.o", 64, 64)
        h = ops.rms_norm(x, weight(f"{n}.norm2", 64), 1e-6)
        x = x + (ops.silu(h @ weight(f"{n}.gate", 64, 128)) * (h @ weight(f"{n}.up", 64, 128))) @ weight(f"{n}.down", 128, 64)
    return x

graphs = {
    "matmul": (lambda a, b, bias: ops.relu(a @ b + bias), [tensor("m", "k"), tensor("k", "n"), tensor()]),
    "elementwise": (lambda x: ops.gelu(x * 2 + 1), [tensor("m", "n")]),
    "softmax": (lambda x: ops.softmax(x), [tensor("m", "n")]),
    "rms_norm": (lambda x, w: ops.rms_norm(x, w, 1e-6), [tensor("m", "n"), tensor("n")]),
    "transformer": (transformer, [tensor("tokens", 64)]),
}
function, types = graphs[name]
graph = Graph(name, function, types)

def used():
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime

wall, cpu = time.perf_counter(), used()
if accelerator:
    from ember.graph.building import Sources, build
    from ember.graph.compile import translate
    files = translate(graph.op, graph.kernel_library).files
    build(Sources(files, None, accelerator, mode == "per-kernel"))
else:
    InferenceSession().load(graph, weights_registry=weights)
print(json.dumps([time.perf_counter() - wall, used() - cpu]))
"""

TORCH = """
import json, resource, sys, time, torch
F = torch.nn.functional
x, b = torch.randn(64, 64), torch.randn(64)
graphs = {
    "matmul": (lambda a, b: torch.relu(a @ a + b), (x, b)),
    "elementwise": (lambda x: F.gelu(x * 2 + 1), (x,)),
    "softmax": (lambda x: torch.softmax(x, -1), (x,)),
    "rms_norm": (lambda x, b: F.rms_norm(x, (64,), b, 1e-6), (x, b)),
}
function, given = graphs[sys.argv[1]]

def used():
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime

wall, cpu = time.perf_counter(), used()
torch.compile(function, dynamic=True)(*given)
print(json.dumps([time.perf_counter() - wall, used() - cpu]))
"""


def measured(command: list[str], cache: str) -> tuple[float, float] | None:
    """Seconds of wall time and of the processor; None where the process fails."""
    places = ("EMBER_CACHE_DIR", "MODULAR_CACHE_DIR", "MODULAR_MAX_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR")  # fmt: skip
    environment = {**os.environ, **dict.fromkeys(places, cache)}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    if ran.returncode:
        print(ran.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return None
    wall, cpu = json.loads(ran.stdout.strip().splitlines()[-1])
    return wall, cpu


def show(name: str, who: str, command: list[str], cache: str) -> None:
    """A row: cold, then warm."""
    cold, warm = measured(command, cache), measured(command, cache)
    if cold is None or warm is None:
        print(f"{name:12} {who:14} fails")
        return
    print(f"{name:12} {who:14} {cold[0]:8.2f} {cold[1]:8.2f} {warm[0]:8.2f} {warm[1]:8.2f}", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Times of compiling graphs.")
    parser.add_argument("--max", metavar="PYTHON", help="an interpreter that has MAX")
    parser.add_argument("--torch", metavar="PYTHON", help="an interpreter that has torch")
    parser.add_argument("--layers", type=int, default=30)
    parser.add_argument(
        "--accelerator", metavar="NAME", help="compile the transformer for this GPU"
    )
    parser.add_argument("--only", metavar="NAME", choices=GRAPHS)
    options = parser.parse_args()
    if not (is_lowered(LIBRARY, LIBRARY_FILE) and is_elaborated(INSTALLED_FUNCTIONS)):
        print("the library is not prepared for these files ('make library'): first compilations take longer")  # fmt: skip
    compileall.compile_dir(Path(ember.__file__).parent, quiet=1)  # as an installation does, the peers' too
    print(f"{'graph':12} {'who':14} {'cold s':>8} {'cpu s':>8} {'warm s':>8} {'cpu s':>8}")
    with tempfile.TemporaryDirectory() as folder:
        text = os.path.join(folder, "build.py")
        with open(text, "w") as file:
            file.write(BUILD)
        if options.accelerator:
            for mode in ("all-kernel", "per-kernel"):
                given = ["transformer", str(options.layers), options.accelerator, mode]
                show("transformer", mode, [sys.executable, "-m", "ember.as_max", text, *given], os.path.join(folder, mode))  # fmt: skip
            return
        for name in [options.only] if options.only else GRAPHS:
            given = [name, str(options.layers)]
            peers = {"ember": [sys.executable, "-m", "ember.as_max", text, *given]}
            if options.max:
                peers["MAX"] = [options.max, text, *given]
            if options.torch and name != "transformer":
                peers["torch.compile"] = [options.torch, "-c", TORCH, name]
            for who, command in peers.items():
                show(name, who, command, os.path.join(folder, f"{name}-{who}"))


if __name__ == "__main__":
    main()

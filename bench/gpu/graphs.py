"""Graphs on the GPU: every op's values, and how fast fused kernels, products and calls are.

    python bench/gpu/graphs.py [--json FILE] [--only values|speed] [--cases layer_norm,…] [--small]

Values are those of the lines of tests/graph/values.txt, compared with what the ops mean in NumPy. Times are of calls put on the stream one
after the other; torch does the same work in the same run, eagerly and compiled, if it is installed; they take turns (the median of many
batches). Kernels by hand, `by_hand`, are ops of graphs and take turns, too. `--cases` measures these fused graphs alone (`all` of them). On the simulated
device (`--small`) only the values mean something.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "graph")]

from reference import evaluate  # noqa: E402
from test_values import LINES, arrays  # noqa: E402

from ember.driver import Accelerator, Buffer  # noqa: E402
from ember.dtype import DType  # noqa: E402
from ember.engine import InferenceSession, Model  # noqa: E402
from ember.graph import DeviceRef, Graph, TensorType, ops  # noqa: E402

GPU = DeviceRef.GPU()
DEVICE = Accelerator()
SESSION = InferenceSession(devices=[DEVICE])
LATE = ("ops.nonzero", "masked_scatter", "non_maximum_suppression")
"""Ops whose result's size is found while the model runs: on the host only."""
TOGETHER = 16
"""Lines in one graph: their kernels are compiled at the same time."""


# -- values ----------------------------------------------------------------------------------------------


def check_values() -> dict[str, str]:
    """What is wrong with each line that is."""
    lines = [line for line in LINES if not any(word in line for word in LATE)]
    wrong: dict[str, str] = {}
    for start in range(0, len(lines), TOGETHER):
        some = lines[start : start + TOGETHER]
        try:
            wrong |= differences(some)
        except Exception:
            for line in some:
                try:
                    wrong |= differences([line])
                except Exception as problem:
                    wrong[line] = " | ".join(str(problem).splitlines()[:3])
    return wrong


def differences(lines: list[str]) -> dict[str, str]:
    """Compiles the lines as one graph, and compares its results."""
    given = [arrays(LINES.index(line), line.split(" | ")[0]) for line in lines]
    inputs = [array for names in given for array in names.values()]
    types = [TensorType(DType.from_numpy(a.dtype), a.shape, GPU) for a in inputs]
    with Graph("values", input_types=types) as graph:
        values = iter(graph.inputs)
        results = []
        for line, names in zip(lines, given, strict=True):
            known = {name: next(values).tensor for name in names}
            scope = {"ops": ops, "DType": DType, "CPU": GPU, "np": np, **known}
            results.append(eval(line.split(" | ")[1], scope))
        graph.output(*results)
    expected = evaluate(graph.op, inputs)
    found = SESSION.load(graph).execute(*inputs)
    wrong = {}
    for line, wanted, buffer in zip(lines, expected, found, strict=True):
        numbers = buffer.numbers()
        if numbers.shape != wanted.shape or not np.allclose(numbers, wanted, rtol=2e-4, atol=2e-5):
            wrong[line] = f"{numbers.ravel()[:4]} and not {np.asarray(wanted).ravel()[:4]}"
    return wrong


# -- speed -----------------------------------------------------------------------------------------------


def graph_of(types: list[TensorType], build: Callable[..., Any]) -> Model:
    with Graph("timed", input_types=types, custom_extensions=[Path(__file__).parent / "by_hand"]) as graph:
        graph.output(build(*(value.tensor for value in graph.inputs)))
    return SESSION.load(graph)


def filled(dtype: DType, *shape: int) -> Buffer:
    """Numbers between -1 and 1."""
    numbers = np.random.default_rng(1).random(shape, np.float32) * 2 - 1
    if dtype is DType.bfloat16:
        raw = (numbers.view(np.uint32) >> 16).astype(np.uint16)
        return Buffer.from_numpy(raw).view(dtype).to(DEVICE)
    return Buffer.from_numpy(numbers.astype(dtype.to_numpy())).to(DEVICE)


def batches(work: Callable[[], Any], wait: Callable[[], Any], calls: int = 50, count: int = 5) -> list[float]:
    """Milliseconds of a call in each of several batches, in which many follow each other."""
    for _ in range(5):
        work()
    wait()
    found = []
    for _ in range(count):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        wait()
        found.append((time.perf_counter() - start) / calls * 1e3)
    return found


def milliseconds(work: Callable[[], Any], wait: Callable[[], Any], calls: int = 50) -> float:
    """Of one call, when many follow each other: the best of several batches."""
    return min(batches(work, wait, calls))


def in_turns(works: dict[str, tuple[Callable[[], Any], Callable[[], Any]]], rounds: int = 4) -> dict[str, float]:
    """Milliseconds of each (the median), which take turns, so that clocks and heat are the same for all."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, (work, wait) in works.items():
            times[name] += batches(work, wait)
    return {name: statistics.median(some) for name, some in times.items()}


def gelu_chain(x: Any, y: Any, g: Any, b: Any) -> Any:
    return ops.gelu(x * 1.5 + y) * y - 0.5


BY_HAND: dict[str, Callable[..., Any]] = {
    "silu * mul": lambda x, y, g, b: by_hand("silu_mul", x, y),
    "gelu chain": lambda x, y, g, b: by_hand("gelu_chain", x, y),
    "softmax": lambda x, y, g, b: by_hand("softmax", x),
    "rms_norm": lambda x, y, g, b: by_hand("norm", x, g, b, is_centred=False),
    "layer_norm": lambda x, y, g, b: by_hand("norm", x, g, b, is_centred=True),
}
"""The same work by kernels written by hand, `by_hand`, for rows of 8192 numbers."""


def by_hand(name: str, x: Any, *more: Any, **parameters: bool) -> Any:
    return ops.custom(f"by_hand_{name}", GPU, [x, *more], [x.type], parameters)[0]


CASES: list[tuple[str, Callable[..., Any], str, int]] = [
    ("silu * mul", lambda x, y, g, b: ops.silu(x) * y, "F.silu(x) * y", 3),
    ("gelu chain", gelu_chain, "F.gelu(x * 1.5 + y) * y - 0.5", 3),
    ("softmax", lambda x, y, g, b: ops.softmax(x), "torch.softmax(x, -1)", 2),
    ("rms_norm", lambda x, y, g, b: ops.rms_norm(x, g, 1e-5, multiply_before_cast=True), "F.rms_norm(x, x.shape[-1:], g, 1e-5)", 2),
    ("layer_norm", lambda x, y, g, b: ops.layer_norm(x, g, b, 1e-5), "F.layer_norm(x, x.shape[-1:], g, b, 1e-5)", 2),
    ("sum", lambda x, y, g, b: ops.sum(x), "x.sum(-1, keepdim=True)", 1),
]  # fmt: skip
"""Name, our graph of two matrices and two rows, the same in torch, how often the matrix's bytes move."""


def measure_fused(side: int, names: list[str]) -> list[dict[str, Any]]:
    rows = []
    cases = [case for case in CASES if not names or case[0] in names]
    for dtype in (DType.float32, DType.bfloat16):
        matrix, row_type = TensorType(dtype, (side, side), GPU), TensorType(dtype, (side,), GPU)
        types = [matrix, matrix, row_type, row_type]
        inputs = [filled(dtype, *(int(dim) for dim in type.shape)) for type in types]
        for name, build, peer, moves in cases:
            size = side * side * dtype.size_in_bytes * moves
            row: dict[str, Any] = {"name": f"{name} {dtype.name} {side}²"}
            try:
                model = graph_of(types, build)
                works = {"ms": (partial(model.execute, *inputs), DEVICE.synchronize)}
                if side == 8192 and name in BY_HAND:
                    hand = graph_of(types, BY_HAND[name])
                    works["by hand ms"] = (partial(hand.execute, *inputs), DEVICE.synchronize)
                times = in_turns(works | torch_works(peer, *inputs))
                row |= {"ms": times["ms"], "GB/s": size / times["ms"] / 1e6, "kernels": len(model.kernel_summaries)}
                row |= times
            except Exception as problem:
                row["problem"] = " | ".join(str(problem).splitlines()[:3])
            rows.append(row)
            show(row)
    return rows


def measure_products(side: int, deep: int, wide: int) -> list[dict[str, Any]]:
    rows = []
    kind = DType.bfloat16
    shapes = [("M", "K"), ("N", "K"), ("N",)]
    types = [TensorType(kind, shape, GPU) for shape in shapes]
    plain = graph_of(types[:2], lambda a, b: a @ b.T)
    fused = graph_of(types, lambda a, b, c: ops.relu(a @ b.T + c))
    sizes = [(side, side, side), *((m, deep, wide) for m in (1, 2, 4, 8, 16, 32, 64))]
    for m, k, n in sizes:
        a, b, c = filled(kind, m, k), filled(kind, n, k), filled(kind, n)
        row: dict[str, Any] = {"name": f"matmul bf16 {m}x{k}x{n}"}
        row["ms"] = milliseconds(partial(plain.execute, a, b), DEVICE.synchronize)
        row["fused ms"] = milliseconds(partial(fused.execute, a, b, c), DEVICE.synchronize)
        row["TFLOP/s"] = 2 * m * k * n / row["ms"] / 1e9
        row["GB/s"] = 2 * (m * k + n * k + m * n) / row["ms"] / 1e6
        row |= in_turns(torch_works("x @ y.T", a, b), 1)
        rows.append(row)
        show(row)
    return rows


def measure_overhead() -> list[dict[str, Any]]:
    """Small graphs: what a call costs besides its kernels."""
    rows = []
    type = TensorType(DType.float32, (256,), GPU)
    x = filled(DType.float32, 256)
    for name, build in (
        ("call of 1 small kernel", lambda x: x + 1.0),
        ("call of 8 small kernels", lambda x: several(x, 8)),
    ):
        model = graph_of([type], build)
        ms = milliseconds(partial(model.execute, x), DEVICE.synchronize, 500)
        row = {"name": name, "ms": ms, "kernels": len(model.kernel_summaries)}
        rows.append(row)
        show(row)
    return rows


def several(x: Any, count: int) -> Any:
    for _ in range(count):
        x = ops.softmax(x)
    return x


# -- torch -----------------------------------------------------------------------------------------------


def torch_works(peer: str, *buffers: Buffer) -> dict[str, tuple[Callable[[], Any], Callable[[], Any]]]:
    """The same work in torch, eagerly and compiled, and how it is waited for; nothing without torch."""
    try:
        import torch
        import torch.nn.functional as F
    except ImportError:
        return {}
    names = "xygb"[: len(buffers)]
    tensors = [torch.from_dlpack(buffer) for buffer in buffers]
    scope: dict[str, Any] = {"torch": torch, "F": F}
    work = eval(f"lambda {', '.join(names)}: {peer}", scope)
    works = {"torch ms": (lambda: work(*tensors), torch.cuda.synchronize)}
    try:
        torch._dynamo.reset()  # it compiles a function some times only, and takes these for one
        compiled = torch.compile(work)
        compiled(*tensors)
        works["torch.compile ms"] = (lambda: compiled(*tensors), torch.cuda.synchronize)
    except Exception:
        pass
    return works


def show(row: dict[str, Any]) -> None:
    shown = [f"{key} {value:.4g}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items() if key != "name"]  # fmt: skip
    print(f"{row['name']:32}", "  ".join(shown), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", default="")
    parser.add_argument("--only", default="")
    parser.add_argument("--cases", default="", help="names of fused graphs: layer_norm,rms_norm; all")
    parser.add_argument("--small", action="store_true")
    arguments = parser.parse_args()
    found: dict[str, Any] = {"device": DEVICE.model_name}
    print(DEVICE.model_name, flush=True)
    side = 64 if arguments.small else 8192
    if arguments.cases:
        names = [] if arguments.cases == "all" else arguments.cases.split(",")
        found["fused"] = measure_fused(side, names)
    elif arguments.only in ("", "speed"):
        found["overhead"] = measure_overhead()
        found["fused"] = measure_fused(side, [])
        sizes = (64, 64, 128) if arguments.small else (4096, 4096, 14336)
        found["products"] = measure_products(*sizes)
    if arguments.only in ("", "values") and not arguments.cases:
        start = time.perf_counter()
        found["wrong values"] = check_values()
        for line, problem in found["wrong values"].items():
            print("WRONG", line, "\n     ", problem)
        seconds = time.perf_counter() - start
        print(f"{len(LINES)} lines in {seconds:.0f} s, {len(found['wrong values'])} wrong")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

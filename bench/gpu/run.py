"""Kernels of Ember beside torch, torch.compile and Triton on one GPU, in one run.

    python bench/gpu/run.py [--rounds N] [--json FILE] [NAME…]

Each of Ember's programs in this folder times batches of launches by the device's events (median after warm-up) and compares
the results with float64. The batches of the peers are CUDA graphs too, so that their times hold nothing of Python's. Ember
and the peers take turns in new processes, because where in memory the arrays lie is worth some percent, and the best median of
each counts. `WARM_UP=1` in the environment warms up for one second instead of three. Needs an NVIDIA GPU, torch and triton.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
WARM_UP = float(os.environ.get("WARM_UP", "3"))  # seconds, as in timing.mojo
RUNS, BATCH = 30, 10  # as there
SIDE, ROWS = 4096, 8192


def ember(program: str, *options: str) -> tuple[dict[str, tuple[float, float]], str, float]:
    """Milliseconds and error by name, the whole output, and the seconds the command took."""
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-m", "ember", "run", *options, str(HERE / f"{program}.mojo")]
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{program}: {done.stdout}{done.stderr}")
    results = {}
    for line in done.stdout.splitlines():
        word, *rest = line.split()
        if word == "result":
            results[rest[0]] = (float(rest[1]), float(rest[2]))
    return results, done.stdout, seconds


def median_ms(work: Callable[[int], Any], warm_up: float = WARM_UP, runs: int = RUNS) -> float:
    import torch

    for _ in range(3):
        work(0)  # compiles, and chooses algorithms
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for i in range(BATCH):
            work(i)
    times = []
    start = time.perf_counter()
    while time.perf_counter() - start < warm_up:
        graph.replay()
        torch.cuda.synchronize()
    for _ in range(runs):
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        graph.replay()
        last.record()
        last.synchronize()
        times.append(first.elapsed_time(last) / BATCH)
    return statistics.median(times)


def elementwise_peers() -> dict[str, dict[str, float]]:
    import torch
    from peers import add, grayscale, grid

    n = 1 << 28
    a, b, c = (torch.rand(n, device="cuda") for _ in range(3))
    found = {
        "add": {
            "torch": median_ms(lambda _: torch.add(a, b, out=c)),
            "triton": min(
                median_ms(lambda _, block=block: add[grid(n, block)](a, b, c, n, BLOCK=block))
                for block in (1024, 2048)
            ),
        }
    }
    n = 16000 * 16000
    image, gray = torch.rand(3 * n, device="cuda"), torch.empty(n, device="cuda")
    found["grayscale"] = {
        "triton": min(
            median_ms(lambda _, block=block: grayscale[grid(n, block)](image, gray, n, BLOCK=block))
            for block in (1024, 2048)
        )
    }
    return found


def rows_peers() -> dict[str, dict[str, float]]:
    import torch
    from peers import rms_norm, softmax

    x = torch.randn(ROWS, ROWS, device="cuda").bfloat16()
    inputs = [x, *(x.clone() for _ in range(3))]  # as many as Arrays has in rows.mojo
    outputs = [torch.empty_like(x) for _ in inputs]
    w = torch.randn(ROWS, device="cuda").bfloat16()

    def plain_norm(x: Any, w: Any) -> Any:
        wide = x.float()
        return (wide * torch.rsqrt((wide * wide).mean(-1, keepdim=True) + 1e-5) * w.float()).to(
            x.dtype
        )

    compiled_norm, compiled_softmax = (
        torch.compile(plain_norm),
        torch.compile(lambda x: torch.softmax(x, -1)),
    )

    def triton_softmax(i: int, warps: int) -> None:
        softmax[(ROWS,)](inputs[i % 4], outputs[i % 4], N=ROWS, num_warps=warps)

    def triton_norm(i: int, warps: int) -> None:
        rms_norm[(ROWS,)](inputs[i % 4], w, outputs[i % 4], N=ROWS, num_warps=warps)

    return {
        "softmax_bfloat16": {
            "torch": median_ms(lambda i: torch.softmax(inputs[i % 4], -1)),
            "torch.compile": median_ms(lambda i: compiled_softmax(inputs[i % 4])),
            "triton": min(median_ms(partial(triton_softmax, warps=n)) for n in (4, 8, 16)),
        },
        "rms_norm_bfloat16": {
            "torch": median_ms(
                lambda i: torch.nn.functional.rms_norm(inputs[i % 4], (ROWS,), w, 1e-5)
            ),
            "torch.compile": median_ms(lambda i: compiled_norm(inputs[i % 4], w)),
            "triton": min(median_ms(partial(triton_norm, warps=n)) for n in (4, 8, 16)),
        },
    }


def matmul_peers() -> dict[str, dict[str, float]]:
    import torch

    found: dict[str, dict[str, float]] = {}

    def factors(side: int, dtype: Any) -> tuple[Any, Any]:
        a, b = ((torch.rand(side, side, device="cuda") * 2 - 1).to(dtype) for _ in range(2))
        return a, b

    for side in (1024, 2048, SIDE, 8192):
        a, b = factors(side, torch.bfloat16)
        found[f"matmul_bf16_{side}"] = {"cuBLAS": median_ms(lambda _, a=a, b=b: a @ b)}
    a, b = factors(SIDE, torch.bfloat16)
    bias = torch.rand(SIDE, device="cuda").bfloat16()
    fused = torch.compile(
        lambda a, b, bias: torch.relu(a @ b + bias), mode="max-autotune-no-cudagraphs"
    )
    found["matmul_bf16_turned_4096"] = {"cuBLAS": median_ms(lambda _: a @ b.t())}
    found["matmul_bias_relu_4096"] = {"torch.compile": median_ms(lambda _: fused(a, b, bias))}
    for name, dtype in (("f16", torch.float16), ("f32", torch.float32)):
        a, b = factors(SIDE, dtype)
        found[f"matmul_{name}_4096"] = {"cuBLAS": median_ms(lambda _, a=a, b=b: a @ b)}
    torch.backends.cuda.matmul.allow_tf32 = True
    found["matmul_tf32_4096"] = {"cuBLAS": median_ms(lambda _: a @ b.t())}
    a, b = factors(SIDE, torch.float8_e4m3fn)
    one = torch.ones((), device="cuda")
    found["matmul_fp8_4096"] = {
        "cuBLAS": median_ms(
            lambda _: torch._scaled_mm(
                a, b.t(), one, one, out_dtype=torch.bfloat16, use_fast_accum=True
            )
        )
    }
    return found


def few_rows_peers() -> dict[str, dict[str, float]]:
    import torch

    copies = 5  # as in few_rows.mojo
    found: dict[str, dict[str, float]] = {}
    for n, k in ((14336, 4096), (4096, 14336)):
        weights = [(torch.rand(n, k, device="cuda") * 2 - 1).bfloat16() for _ in range(copies)]
        for m in (1, 2, 4, 8, 16, 32, 64):
            a = (torch.rand(m, k, device="cuda") * 2 - 1).bfloat16()
            found[f"few_{m}x{n}x{k}"] = {
                "cuBLAS": median_ms(lambda i, a=a, b=weights: a @ b[i % copies].t())
            }
    return found


def grouped_peers() -> dict[str, dict[str, float]]:
    import torch

    experts = 8  # as in grouped.mojo
    found: dict[str, dict[str, float]] = {}
    for n, k in ((28672, 4096), (4096, 14336)):
        weights = (torch.rand(experts, n, k, device="cuda") * 2 - 1).bfloat16()
        for m in (2, 8, 64, 1024, 8192):
            a = (torch.rand(m, k, device="cuda") * 2 - 1).bfloat16()
            bounds = [i * m // experts for i in range(experts + 1)]
            ends = torch.tensor(bounds[1:], dtype=torch.int32, device="cuda")
            groups = [(e, bounds[e], bounds[e + 1]) for e in range(experts)]

            def one_by_one(_: int, a: Any = a, b: Any = weights, groups: Any = groups) -> None:
                for expert, first, end in groups:
                    if first < end:
                        a[first:end] @ b[expert].t()

            def together(_: int, a: Any = a, b: Any = weights, ends: Any = ends) -> None:
                torch._grouped_mm(a, b.transpose(1, 2), offs=ends)

            row = found.setdefault(f"grouped_{m}x{n}x{k}", {"one by one": median_ms(one_by_one)})
            try:
                row["torch._grouped_mm"] = median_ms(together)
            except RuntimeError as problem:
                print(problem, file=sys.stderr)
    return found


def convolution_peers() -> dict[str, dict[str, float]]:
    import torch

    def pictures(*shape: int) -> Any:
        numbers = torch.rand(*shape, device="cuda").bfloat16() * 2 - 1
        return numbers.to(memory_format=torch.channels_last)

    x, w = pictures(32, 256, 56, 56), pictures(256, 256, 3, 3)
    torch.backends.cudnn.benchmark = True
    return {
        f"convolution_step_{step}": {
            "cuDNN": median_ms(
                lambda _, step=step: torch.nn.functional.conv2d(x, w, stride=step, padding=1)
            )
        }
        for step in (1, 2)
    }


def attention_peers() -> dict[str, dict[str, float]]:
    import torch

    found: dict[str, dict[str, float]] = {}
    attention = partial(torch.nn.functional.scaled_dot_product_attention, is_causal=True)
    for batch, length in ((1, 4096), (4, 8192)):
        q, k, v = (torch.randn(batch, 32, length, 128, device="cuda").bfloat16() for _ in range(3))
        found[f"attention_{batch}x32x{length}"] = {
            "SDPA": median_ms(lambda _, q=q, k=k, v=v: attention(q, k, v))
        }
    return found


def driver_launch_us() -> float:
    """Microseconds of the driver's own launch of an empty kernel, from a loop in machine code's stead: the least of many."""
    import torch

    torch.zeros(1, device="cuda")
    driver = ctypes.CDLL("libcuda.so.1")
    text = b".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry nothing() { ret; }\0"
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    driver.cuModuleLoadData(ctypes.byref(module), text)
    driver.cuModuleGetFunction(ctypes.byref(function), module, b"nothing")
    launch = driver.cuLaunchKernel
    arguments = (function, 1, 1, 1, 1, 1, 1, 0, None, None, None)
    best = 1e9
    for _ in range(20):
        start = time.perf_counter()
        for _ in range(2000):
            launch(*arguments)
        best = min(best, (time.perf_counter() - start) / 2000 * 1e6)
        torch.cuda.synchronize()
    return best


GROUPS = {
    "elementwise": elementwise_peers,
    "rows": rows_peers,
    "matmul": matmul_peers,
    "attention": attention_peers,
    "few_rows": few_rows_peers,
    "grouped": grouped_peers,
    "convolution": convolution_peers,
}


def peers_alone(group: str) -> dict[str, dict[str, float]]:
    """The times of the peers, measured by a process of their own."""
    command = [sys.executable, str(Path(__file__)), "--peers-of", group]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"peers of {group}: {done.stderr}")
    found: dict[str, dict[str, float]] = json.loads(done.stdout.splitlines()[-1])
    return found


def measure(group: str, rounds: int) -> dict[str, dict[str, float]]:
    """The best times of Ember and its peers by kernel, and Ember's largest error."""
    table: dict[str, dict[str, float]] = {}
    for _ in range(rounds):
        results, _, _ = ember(group)
        peers = peers_alone(group)
        for kernel, (ms, error) in results.items():
            row = table.setdefault(kernel, {"error": error})
            for who, taken in {"ember": ms, **peers.get(kernel, {})}.items():
                row[who] = min(taken, row.get(who, taken))
    return table


def show(kernel: str, row: dict[str, float]) -> None:
    ms = row["ember"]
    peers = {who: time for who, time in row.items() if who not in ("ember", "error")}
    shown = "  ".join(f"{who} {time:.4f} ({ms / time:.2f})" for who, time in peers.items())
    print(f"{kernel:<24} {ms:>9.4f} {row['error']:>9.1e}  {shown}  {speed(kernel, ms)}", flush=True)


def speed(kernel: str, ms: float) -> str:
    """TFLOP/s of products and of causal attention."""
    *_, size = kernel.split("_")
    if kernel.startswith("matmul"):
        return f"{2 * int(size) ** 3 / ms / 1e9:.0f} TFLOP/s"
    if kernel.startswith("attention"):
        batch, heads, length = map(int, size.split("x"))
        return f"{2 * batch * heads * length**2 * 128 / ms / 1e9:.0f} TFLOP/s"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Kernels beside torch and Triton.")
    parser.add_argument("names", nargs="*", default=[*GROUPS, "launch"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--peers-of", choices=GROUPS, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sys.path.insert(0, str(HERE))
    if arguments.peers_of is not None:
        print(json.dumps(GROUPS[arguments.peers_of]()))
        return
    table: dict[str, dict[str, float]] = {}
    print(f"{'kernel':<24} {'ember ms':>9} {'error':>9}  peers: ms (ember / peer)")
    for name in arguments.names:
        if name == "launch":
            _, output, _ = ember("launch")
            print(
                f"launch: ember {float(output.split()[1]):.2f} µs, driver {driver_launch_us():.2f} µs"
            )
            continue
        for kernel, row in measure(name, arguments.rounds).items():
            table[kernel] = row
            show(kernel, row)
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(table, indent=2) + "\n")


if __name__ == "__main__":
    main()

"""Kernels of Ember beside torch, torch.compile and Triton on one GPU, in one run.

    python bench/gpu/run.py [--json FILE] [NAME…]

Each of Ember's programs in this folder times batches of launches by the device's events (median after warm-up) and compares
the results with float64. The batches of the peers are CUDA graphs, so that their times hold nothing of Python's. Needs an NVIDIA GPU,
torch and triton.
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
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
WARM_UP, RUNS, BATCH = 5, 30, 10  # as in timing.mojo
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


def median_ms(work: Callable[[], Any]) -> float:
    import torch

    for _ in range(3):
        work()  # compiles, and chooses algorithms
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(BATCH):
            work()
    times = []
    for run in range(WARM_UP + RUNS):
        first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        first.record()
        graph.replay()
        last.record()
        last.synchronize()
        if run >= WARM_UP:
            times.append(first.elapsed_time(last) / BATCH)
    return statistics.median(times)


def elementwise_peers() -> dict[str, dict[str, float]]:
    import torch
    from peers import add, grayscale, grid

    n = 1 << 28
    a, b, c = (torch.rand(n, device="cuda") for _ in range(3))
    found = {
        "add": {
            "torch": median_ms(lambda: torch.add(a, b, out=c)),
            "triton": min(
                median_ms(lambda block=block: add[grid(n, block)](a, b, c, n, BLOCK=block))
                for block in (1024, 2048)
            ),
        }
    }
    n = 16000 * 16000
    image, gray = torch.rand(3 * n, device="cuda"), torch.empty(n, device="cuda")
    found["grayscale"] = {
        "triton": min(
            median_ms(lambda block=block: grayscale[grid(n, block)](image, gray, n, BLOCK=block))
            for block in (1024, 2048)
        )
    }
    return found


def rows_peers() -> dict[str, dict[str, float]]:
    import torch
    from peers import rms_norm, softmax

    x = torch.randn(ROWS, ROWS, device="cuda").bfloat16()
    y, w = torch.empty_like(x), torch.randn(ROWS, device="cuda").bfloat16()

    def plain_norm(x: Any, w: Any) -> Any:
        wide = x.float()
        return (wide * torch.rsqrt((wide * wide).mean(-1, keepdim=True) + 1e-6) * w.float()).to(
            x.dtype
        )

    compiled_norm, compiled_softmax = (
        torch.compile(plain_norm),
        torch.compile(lambda x: torch.softmax(x, -1)),
    )
    return {
        "softmax": {
            "torch": median_ms(lambda: torch.softmax(x, -1)),
            "torch.compile": median_ms(lambda: compiled_softmax(x)),
            "triton": min(
                median_ms(lambda warps=warps: softmax[(ROWS,)](x, y, N=ROWS, num_warps=warps))
                for warps in (4, 8, 16)
            ),
        },
        "rms_norm": {
            "torch": median_ms(lambda: torch.nn.functional.rms_norm(x, (ROWS,), w, 1e-6)),
            "torch.compile": median_ms(lambda: compiled_norm(x, w)),
            "triton": min(
                median_ms(lambda warps=warps: rms_norm[(ROWS,)](x, w, y, N=ROWS, num_warps=warps))
                for warps in (4, 8, 16)
            ),
        },
    }


def matmul_peers() -> dict[str, dict[str, float]]:
    import torch

    a, b = (torch.randn(SIDE, SIDE, device="cuda") for _ in range(2))
    half_a, half_b = a.bfloat16(), b.bfloat16()
    return {
        "matmul_bf16": {"cuBLAS": median_ms(lambda: half_a @ half_b)},
        "matmul_f32": {"cuBLAS": median_ms(lambda: a @ b)},
    }


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


GROUPS = {"elementwise": elementwise_peers, "rows": rows_peers, "matmul": matmul_peers}


def main() -> None:
    parser = argparse.ArgumentParser(description="Kernels beside torch and Triton.")
    parser.add_argument("names", nargs="*", default=[*GROUPS, "launch"])
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    sys.path.insert(0, str(HERE))
    table: dict[str, dict[str, float]] = {}
    print(f"{'kernel':<14} {'ember ms':>9} {'error':>9}  peers: ms (ember / peer)")
    for name in arguments.names:
        if name == "launch":
            _, output, _ = ember("launch")
            print(
                f"launch: ember {float(output.split()[1]):.2f} µs, driver {driver_launch_us():.2f} µs"
            )
            continue
        results, _, _ = ember(name)
        peers = GROUPS[name]()
        for kernel, (ms, error) in results.items():
            table[kernel] = {"ember": ms, "error": error, **peers.get(kernel, {})}
            shown = "  ".join(
                f"{who} {t:.4f} ({ms / t:.2f})" for who, t in peers.get(kernel, {}).items()
            )
            print(f"{kernel:<14} {ms:>9.4f} {error:>9.1e}  {shown}", flush=True)
            if kernel.startswith("matmul"):
                print(f"{'':<14} {2 * SIDE**3 / ms / 1e9:>9.0f} TFLOP/s")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(table, indent=2) + "\n")


if __name__ == "__main__":
    main()

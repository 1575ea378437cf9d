"""The tiles of products that suit each shape, beside cuBLAS.

    python bench/gpu/tuning.py [--json FILE] [square] [few]

Runs matmul_tiles.mojo, then torch over the same shapes, with as many second factors in turn, and prints for each shape the best tiles, their
time as a share of cuBLAS's, and all others. The constants of `linalg/_tensor_cores.mojo` are from here.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from run import BATCH, HERE, REPOSITORY, median_ms

ROOM = 128256 * 4096  # as in matmul_tiles.mojo


class Product(NamedTuple):
    m: int
    n: int
    k: int
    is_turned: bool


def tiles_of(words: list[str]) -> dict[Product, dict[str, float]]:
    """Milliseconds by shape and kind of tiles."""
    command = [sys.executable, "-m", "ember", "run", str(HERE / "matmul_tiles.mojo"), *words]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    found: dict[Product, dict[str, float]] = {}
    for line in done.stdout.splitlines():
        m, n, k, way, *kind, ms, _ = line.split()
        product = Product(int(m), int(n), int(k), way == "b.T")
        found.setdefault(product, {})[" ".join(kind)] = float(ms)
    if done.returncode != 0:
        print(done.stderr[-2000:], file=sys.stderr)
    return found


def cublas_ms(product: Product, room: Any) -> float:
    import torch

    m, n, k, is_turned = product
    copies = min(ROOM // (n * k), BATCH)
    a = torch.rand(m, k, device="cuda").bfloat16() * 2 - 1
    c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16)
    factors = [room[i * n * k : (i + 1) * n * k] for i in range(copies)]
    right = [f.view(n, k).t() if is_turned else f.view(k, n) for f in factors]
    return median_ms(lambda i: torch.mm(a, right[i % copies], out=c), warm_up=0.08, runs=11)


def main() -> None:
    parser = argparse.ArgumentParser(description="Tiles beside cuBLAS.")
    parser.add_argument("words", nargs="*", default=["square", "few"])
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    found = tiles_of(arguments.words)
    import torch

    room = torch.rand(ROOM, device="cuda").bfloat16() * 2 - 1
    rows = []
    for product, kinds in found.items():
        peer = cublas_ms(product, room)
        best = min(kinds, key=lambda kind: kinds[kind])
        rows.append({**product._asdict(), "cuBLAS": peer, "best": best, "ms": kinds})
        others = "  ".join(f"{kind} {ms * 1e3:.1f}" for kind, ms in sorted(kinds.items(), key=lambda item: item[1])[:4])  # fmt: skip
        way = "b.T" if product.is_turned else "b"
        print(f"{product.m}x{product.n}x{product.k} {way}: {kinds[best] / peer:.2f} of cuBLAS {peer * 1e3:.1f} us; {others}", flush=True)  # fmt: skip
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()

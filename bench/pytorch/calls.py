"""What calling an operator costs beside what it computes: a tiny tensor on the CPU, and the first use of a new operator.

    python bench/pytorch/calls.py [--json FILE]

Prints microseconds of a call beside an empty `torch.library.custom_op` and an operator that `torch.library.Library` registers bare,
and seconds of the first use (reading the library and calling an operator), with an empty cache and with a filled one, each in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ember.torch import CustomOpLibrary

KERNELS = Path(__file__).parents[2] / "tests" / "pytorch" / "kernels"
FIRST_USE = """
import time, torch
from ember.torch import CustomOpLibrary
x, y = torch.ones(4, 5), torch.empty(4, 5)
start = time.perf_counter()
library = CustomOpLibrary({kernels!r})
library.add_constant[{{"value": {value}}}](y, x)
print(time.perf_counter() - start)
assert y.eq({value} + 1).all()
"""


@torch.library.custom_op("ember_bench::empty", mutates_args=("y",))
def empty(y: torch.Tensor, x: torch.Tensor) -> None:
    pass


def bare() -> Callable[..., None]:
    library = torch.library.Library("ember_bench_bare", "DEF")
    library.define("empty(Tensor(a!) y, Tensor x) -> ()")
    library.impl("empty", lambda y, x: None, "CPU")
    bare.kept = library  # type: ignore[attr-defined]
    return torch.ops.ember_bench_bare.empty.default  # type: ignore[no-any-return]


def microseconds(op: Callable[..., Any], y: torch.Tensor, x: torch.Tensor) -> float:
    """The fastest of many short rounds: one that no neighbour interrupted."""
    found = []
    for _ in range(600):
        start = time.perf_counter()
        for _ in range(30):
            op(y, x)
        found.append((time.perf_counter() - start) / 30)
    return min(found) * 1e6


def first_use(value: int, cache: str) -> float:
    """Seconds of the first use in a process of its own."""
    program = FIRST_USE.format(kernels=str(KERNELS), value=value)
    environment = {**os.environ, "EMBER_CACHE_DIR": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed Ember has its bytecode
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)  # fmt: skip
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    x, y = torch.ones(4, 5), torch.empty(4, 5)
    op = CustomOpLibrary(KERNELS).add_constant[{"value": 3}]
    op(y, x)
    found = {"ember": microseconds(op, y, x), "empty custom_op": microseconds(empty, y, x), "empty, bare": microseconds(bare(), y, x)}  # fmt: skip
    for name, time_ in found.items():
        print(f"{name:16} {time_:6.1f} µs a call")
    with tempfile.TemporaryDirectory() as cache:
        first_use(0, cache)  # now every module is compiled to bytecode
    with tempfile.TemporaryDirectory() as cache:
        found["first use, empty cache"] = first_use(1, cache)
        found["first use of another"] = first_use(2, cache)
        found["first use, cached"] = first_use(2, cache)
    for name in ("first use, empty cache", "first use of another", "first use, cached"):
        print(f"{name:22} {found[name]:5.2f} s")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

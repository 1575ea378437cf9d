"""How fast the compiled code is, beside `mojo` and C with `-O3 -march=native`, in the same run.

    python bench/run_time.py [--runs N] [--mojo PATH] [--cc PATH] [--size N] [--json FILE] [NAME…]

Every program of `bench/programs` is built ahead of time by each compiler that is there; all must print the same checksum.
The runs take turns, so that all compilers see the same machine. Shown is the least user time of each, since wall time on
a shared machine measures the neighbours, and Ember's divided by the best of the others; wall time follows.
"""

from __future__ import annotations

import math
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from contest import (
    REPOSITORY,
    build_all,
    contest_parser,
    mojo_commands,
    run_in_turns,
    write_numbers,
)
from processes import Cost, machine

PROGRAMS = REPOSITORY / "bench" / "programs"


class Program(NamedTuple):
    """A program with its small size for tests, and how far checksums may be apart.

    Only what depends on the last bit of a sum, such as when a point near the edge of the Mandelbrot set escapes, may
    differ: compilers join multiplications and additions in different places.
    """

    small: int
    tolerance: float = 0.0


SUITE = {
    "mandelbrot": Program(64, 1e-4),
    "nbody": Program(1000, 1e-8),
    "matmul": Program(64),
    "layout_matmul": Program(64),
    "word_count": Program(5000),
    "sieve": Program(10000),
    "reduction": Program(2),
    "sort": Program(5000),
}


def main() -> None:
    parser = contest_parser("The speed of compiled code.", SUITE)
    parser.add_argument("--cc", default=shutil.which("gcc") or shutil.which("cc"))
    parser.add_argument("--size", help="for all programs, instead of each one's own")
    arguments = parser.parse_args()
    size = [] if arguments.size is None else [arguments.size]
    print(machine())
    print(f"{'user seconds':<14}{'ember':>9}{'mojo':>9}{'C':>9}{'ratio':>8}   wall: ember, mojo, C")
    results = {}
    for name in arguments.names or SUITE:
        with tempfile.TemporaryDirectory(prefix="ember-bench-") as folder:
            executables = build(name, Path(folder), arguments.mojo, arguments.cc)
            costs = measure(name, executables, size, arguments.runs)
        print(line(name, costs), flush=True)
        results[name] = report(costs)
    known = [result["ratio"] for result in results.values() if "ratio" in result]
    if known:
        mean = math.exp(sum(map(math.log, known)) / len(known))
        print(f"{'mean of ratios':<41}{mean:>8.2f}")
    write_numbers(arguments.json, "programs", results)


def build(name: str, folder: Path, mojo: str | None, cc: str | None) -> dict[str, str]:
    """The executables by compiler."""
    commands = mojo_commands(PROGRAMS / f"{name}.mojo", mojo)
    if cc:
        commands["C"] = [cc, "-O3", "-march=native", str(PROGRAMS / f"{name}.c"), "-lm"]
    return build_all(name, commands, folder)


def measure(
    name: str, executables: dict[str, str], size: list[str], runs: int
) -> dict[str, list[Cost]]:
    """Runs the executables in turns."""
    costs = run_in_turns(executables, size, runs)
    outputs = {who: runs[0].output for who, runs in costs.items()}
    first = next(iter(outputs.values()), "")
    if not all(agree(name, first, output) for output in outputs.values()):
        print(f"{name}: the checksums differ: {outputs}", file=sys.stderr)
    return costs


def agree(name: str, one: str, other: str) -> bool:
    """True when two outputs of a program have the same numbers, as far as they are determined."""
    tolerance = SUITE[name].tolerance
    mine, theirs = one.split(), other.split()
    return len(mine) == len(theirs) and all(
        math.isclose(int(a), int(b), rel_tol=tolerance) for a, b in zip(mine, theirs)
    )


def report(costs: dict[str, list[Cost]]) -> dict[str, float]:
    """The best times of each compiler, and the ratio."""
    result = {}
    for who, runs in costs.items():
        result[f"{who} user"] = min(cost.user for cost in runs)
        result[f"{who} wall"] = min(cost.wall for cost in runs)
    others = [result[f"{who} user"] for who in costs if who != "ember"]
    if others and "ember" in costs:
        result["ratio"] = result["ember user"] / min(others)
    return result


def line(name: str, costs: dict[str, list[Cost]]) -> str:
    result = report(costs)
    user, wall = (
        [cell(result.get(f"{who} {what}")) for who in ("ember", "mojo", "C")]
        for what in ("user", "wall")
    )
    ratio = f"{result['ratio']:>8.2f}" if "ratio" in result else f"{'-':>8}"
    return f"{name:<14}{''.join(user)}{ratio}  {''.join(wall)}"


def cell(seconds: float | None) -> str:
    return f"{'-':>9}" if seconds is None else f"{seconds:>9.3f}"


if __name__ == "__main__":
    main()

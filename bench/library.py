"""How fast the library's containers and strings are, beside `mojo`'s and C++'s, in the same run.

    python bench/library.py [--runs N] [--mojo PATH] [--cxx PATH] [--size N] [--json FILE] [NAME…]

Every operation is a small program in `bench/library`, in Mojo, one source for `ember` and `mojo`, and in C++ with the
standard containers and `-O3 -march=native`. All are built ahead of time and must print the same checksum. The runs take
turns, so that all see the same machine; shown is the least user time of each, and Ember's divided by that of the others.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from contest import (
    REPOSITORY,
    build_all,
    contest_parser,
    mojo_commands,
    run_in_turns,
    write_numbers,
)
from processes import machine

PROGRAMS = REPOSITORY / "bench" / "library"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.mojo"))
COMPILERS = ("ember", "mojo", "C++")


def main() -> None:
    parser = contest_parser("The speed of the library.", NAMES)
    parser.add_argument("--cxx", default=shutil.which("g++") or shutil.which("c++"))
    parser.add_argument("--size", help="for all programs, instead of each one's own")
    arguments = parser.parse_args()
    size = [] if arguments.size is None else [arguments.size]
    print(machine())
    print(f"{'user seconds':<22}{'ember':>9}{'mojo':>9}{'C++':>9}{'/mojo':>8}{'/C++':>8}")
    results = {}
    for name in arguments.names or NAMES:
        with tempfile.TemporaryDirectory(prefix="ember-bench-") as folder:
            executables = build(name, Path(folder), arguments.mojo, arguments.cxx)
            results[name] = measure(name, executables, size, arguments.runs)
        print(line(name, results[name]), flush=True)
    write_numbers(arguments.json, "programs", results)


def build(name: str, folder: Path, mojo: str | None, cxx: str | None) -> dict[str, str]:
    """The executables by compiler."""
    commands = mojo_commands(PROGRAMS / f"{name}.mojo", mojo)
    if cxx:
        source = str(PROGRAMS / f"{name}.cpp")
        commands["C++"] = [cxx, "-std=c++20", "-O3", "-march=native", source]
    return build_all(name, commands, folder)


def measure(name: str, executables: dict[str, str], size: list[str], runs: int) -> dict[str, float]:
    """Runs the executables in turns; the least user time of each."""
    costs = run_in_turns(executables, size, runs)
    outputs = {who: costs[who][0].output for who in costs}
    if len(set(outputs.values())) > 1:
        print(f"{name}: the checksums differ: {outputs}", file=sys.stderr)
    return {who: min(cost.user for cost in costs[who]) for who in costs}


def line(name: str, times: dict[str, float]) -> str:
    """A row of the table."""
    seconds = "".join(cell(times.get(who), 9, 3) for who in COMPILERS)
    ratios = "".join(cell(ratio(times, who), 8, 2) for who in COMPILERS[1:])
    return f"{name:<22}{seconds}{ratios}"


def ratio(times: dict[str, float], who: str) -> float | None:
    """Ember's time divided by another's, where both are known."""
    if "ember" not in times or not times.get(who):
        return None
    return times["ember"] / times[who]


def cell(number: float | None, width: int, digits: int) -> str:
    return f"{'-':>{width}}" if number is None else f"{number:>{width}.{digits}f}"


if __name__ == "__main__":
    main()

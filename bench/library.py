"""How fast the library's containers and strings are, beside `mojo`'s and C++'s, in the same run.

    python bench/library.py [--runs N] [--mojo PATH] [--cxx PATH] [--size N] [--json FILE] [NAME…]

Every operation is a small program in `bench/library`, in Mojo, one source for `ember` and `mojo`, and in C++ with the
standard containers and `-O3 -march=native`. All are built ahead of time and must print the same checksum. The runs take
turns, so that all see the same machine; shown is the least user time of each, and Ember's divided by that of the others.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from processes import Cost, machine, run

REPOSITORY = Path(__file__).resolve().parent.parent
PROGRAMS = REPOSITORY / "bench" / "library"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.mojo"))
COMPILERS = ("ember", "mojo", "C++")


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed of the library.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--runs", type=int, default=5, help="the best of this many is shown")
    parser.add_argument("--mojo", default=os.environ.get("MOJO") or shutil.which("mojo"))
    parser.add_argument("--cxx", default=shutil.which("g++") or shutil.which("c++"))
    parser.add_argument("--size", help="for all programs, instead of each one's own")
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
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
    if arguments.json is not None:
        arguments.json.write_text(
            json.dumps({"machine": machine(), "programs": results}, indent=2) + "\n"
        )


def build(name: str, folder: Path, mojo: str | None, cxx: str | None) -> dict[str, str]:
    """Builds a program with each compiler that takes it; the executables by compiler."""
    source = str(PROGRAMS / f"{name}.mojo")
    commands = {"ember": [sys.executable, "-m", "ember", "build", "-O3", source]}
    if mojo:
        commands["mojo"] = [mojo, "build", source]
    if cxx:
        source = str(PROGRAMS / f"{name}.cpp")
        commands["C++"] = [cxx, "-std=c++20", "-O3", "-march=native", source]
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    executables = {}
    for who, command in commands.items():
        target = str(folder / who)
        done = subprocess.run(
            [*command, "-o", target], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            executables[who] = target
        else:
            print(f"{who} does not build {name}:\n{done.stderr[-2000:]}", file=sys.stderr)
    return executables


def measure(name: str, executables: dict[str, str], size: list[str], runs: int) -> dict[str, float]:
    """Runs the executables in turns; the least user time of each."""
    costs: dict[str, list[Cost]] = {who: [] for who in executables}
    for _ in range(runs):
        for who, path in executables.items():
            costs[who].append(run([path, *size]))
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

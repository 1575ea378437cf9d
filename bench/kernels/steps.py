"""The steps of `docs/kernels.md`, one after the other: from plain loops to the library.

    python bench/kernels/steps.py [--gpu] [--side N] [--rounds N]

Each program of `examples/kernels` is asked for the speed of a problem of that size; rounds take turns, the best of each counts. Shown
are its speed and how many times faster than the first step that is.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KERNELS = ROOT / "examples" / "kernels"


def steps(of: str) -> list[Path]:
    """The programs of a problem, in order."""
    return sorted(KERNELS.glob(f"{of}_[0-9]_*.mojo"))


def measured(program: Path, side: int) -> tuple[float, str]:
    """The speed a step reports, and its unit."""
    command = [sys.executable, "-m", "ember", "run", str(program), str(side)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode != 0 or lines[:1] != ["right"]:
        sys.exit(f"{program.name}: {done.stdout}{done.stderr}")
    number, unit = lines[1].split()
    return float(number), unit


def show(problem: str, side: int, rounds: int) -> None:
    """The table of one problem."""
    programs = steps(problem)
    best: dict[Path, float] = {}
    for _ in range(rounds):
        for program in programs:
            speed, unit = measured(program, side)
            best[program] = max(speed, best.get(program, 0.0))
    print(f"\n| {problem}, {side}² | {unit} | of the first |\n| --- | ---: | ---: |")
    for program in programs:
        print(f"| `{program.stem}` | {best[program]:.4g} | {best[program] / best[programs[0]]:.3g} |", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--gpu", action="store_true", help="the steps for GPUs")
    parser.add_argument("--side", type=int, help="rows and columns (1024; 4096 on a GPU)")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    side = given.side or (4096 if given.gpu else 1024)
    for problem in ("matmul", "softmax"):
        show(f"gpu_{problem}" if given.gpu else problem, side, given.rounds)


if __name__ == "__main__":
    main()

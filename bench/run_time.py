"""How fast the compiled code is, beside `mojo` and C with `-O3 -march=native`, in the same run.

    python bench/run_time.py [--runs N] [--mojo PATH] [NAME…]

Every program of `bench/programs` is built ahead of time with each compiler that takes it; all must print the same. Shown is
the fastest of a few runs of the executable, and Ember's time divided by the best of the others.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
PROGRAMS = REPOSITORY / "bench" / "programs"


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed of compiled code.")
    parser.add_argument("names", nargs="*", default=sorted(p.stem for p in PROGRAMS.glob("*.mojo")))
    parser.add_argument("--runs", type=int, default=5, help="the fastest of this many is shown")
    parser.add_argument("--mojo", default=os.environ.get("MOJO") or shutil.which("mojo"))
    arguments = parser.parse_args()
    print(f"{'seconds':<14}{'ember':>9}{'mojo':>9}{'cc -O3':>9}{'ratio':>8}")
    for name in arguments.names:
        with tempfile.TemporaryDirectory(prefix="ember-bench-") as folder:
            show(name, measure(name, Path(folder), arguments.mojo, arguments.runs))


def show(name: str, times: dict[str, float]) -> None:
    others = [seconds for who, seconds in times.items() if who != "ember"]
    cells = [
        f"{times[who]:>9.3f}" if who in times else f"{'-':>9}" for who in ("ember", "mojo", "cc")
    ]
    ratio = f"{times['ember'] / min(others):>8.2f}" if others and "ember" in times else f"{'-':>8}"
    print(f"{name:<14}{''.join(cells)}{ratio}", flush=True)


def measure(name: str, folder: Path, mojo: str | None, runs: int) -> dict[str, float]:
    """The fastest run of each executable; the runs of all take turns, so that all see the same machine."""
    source = str(PROGRAMS / f"{name}.mojo")
    builds = {
        "ember": [sys.executable, "-m", "ember", "build", source, "-o"],
        "mojo": [mojo, "build", source, "-o"] if mojo else None,
        "cc": ["cc", "-O3", "-march=native", str(PROGRAMS / f"{name}.c"), "-lm", "-o"],
    }
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    executables = {
        who: folder / who
        for who, command in builds.items()
        if command is not None and built([*command, str(folder / who)], environment)
    }
    times: dict[str, float] = {}
    outputs: dict[str, str] = {}
    for _ in range(runs):
        for who, path in executables.items():
            start = time.perf_counter()
            outputs[who] = subprocess.run([path], capture_output=True, text=True, check=True).stdout
            taken = time.perf_counter() - start
            times[who] = min(taken, times.get(who, taken))
    if len(set(outputs.values())) > 1:
        print(f"{name}: the programs print different things: {outputs}", file=sys.stderr)
    return times


def built(command: list[str], environment: dict[str, str]) -> bool:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(f"{command[0]}: {done.stderr.strip()[:2000]}", file=sys.stderr)
    return done.returncode == 0


if __name__ == "__main__":
    main()

"""How long compiling takes, cold and warm, beside `mojo build` in the same run.

    python bench/compile_time.py [--runs N] [--mojo PATH] [--json FILE] [FILE…]

Cold means an empty cache; warm, that the same file was built before. `run` includes running the program. What comes with
an installation is there in all cases: Python's bytecode of the compiler, and the lowered library and elaborated functions if
`make setup` or `make library` has made them for these files (the first lines say whether the library is), as `mojo` comes with
its library compiled. Shown is the best of the runs by processor time (user and system, of all processes), its wall time, and
the most memory; the runs of both compilers take turns.
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
DEFAULT = [REPOSITORY / "examples" / f"{name}.mojo" for name in ("hello", "mandelbrot", "matmul")]
LABELS = ("build cold", "run cold", "build warm", "run warm")


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile times, cold and warm.")
    parser.add_argument("files", nargs="*", type=Path, default=DEFAULT, metavar="FILE")
    parser.add_argument("--runs", type=int, default=3, help="the best of this many is shown")
    parser.add_argument("--mojo", default=os.environ.get("MOJO") or shutil.which("mojo"))
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    arguments = parser.parse_args()
    print(machine())
    print(
        f"the library is {'lowered already' if is_library_lowered() else 'lowered anew in cold runs'}"
    )
    results: dict[str, object] = {"machine": machine()}
    with tempfile.TemporaryDirectory(prefix="ember-bench-") as folder:
        ember = Ember(Path(folder))
        for module in ("ember", "ember.compiler"):
            cost = ember.measure_import(module, arguments.runs)
            print(f"import {module}: {cost.cpu * 1000:.0f} ms more than an empty Python (cpu)")
            results[f"import {module}"] = cost.cpu
        for path in arguments.files:
            compilers: dict[str, Ember | Mojo] = {"ember": ember}
            if arguments.mojo:
                compilers["mojo"] = Mojo(Path(folder), arguments.mojo)
            costs = measure(path.resolve(), compilers, arguments.runs)
            show(path.stem, costs)
            results[path.stem] = {
                f"{who} {label}": cost._asdict() | {"output": ""}
                for (who, label), cost in costs.items()
            }
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


def is_library_lowered() -> bool:
    """Whether the file with the lowered library is there and of this compiler."""
    command = [sys.executable, "-m", "ember.tools.pack_library", "--check"]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True).returncode == 0


class Ember:
    """The compiler of this repository, with a cache and bytecode of its own."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "ember-cache"
        self.target = str(folder / "ember-out")
        self.environment = os.environ | {
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "PYTHONDONTWRITEBYTECODE": "",
            "EMBER_CACHE_DIR": str(self.cache),
        }

    def measure_import(self, module: str, runs: int) -> Cost:
        """What importing a module adds to starting Python."""
        run([sys.executable, "-c", f"import {module}"], self.environment)
        with_import, without = (
            min(
                (run([sys.executable, "-c", code], self.environment) for _ in range(2 * runs)),
                key=lambda cost: cost.cpu,
            )
            for code in (f"import {module}", "pass")
        )
        return with_import._replace(
            user=with_import.user - without.user,
            system=with_import.system - without.system,
            wall=with_import.wall - without.wall,
        )

    def clear(self) -> None:
        shutil.rmtree(self.cache, ignore_errors=True)

    def cost(self, verb: str, path: Path) -> Cost:
        target = ["-o", self.target] if verb == "build" else []
        command = [sys.executable, "-m", "ember", verb, *target, str(path)]
        return run(command, self.environment)


class Mojo:
    """An installed `mojo`, whose caches are under a home of its own."""

    def __init__(self, folder: Path, executable: str) -> None:
        self.home = folder / "mojo-home"
        self.target = str(folder / "mojo-out")
        self.executable = executable
        self.environment = os.environ | {
            "HOME": str(self.home),
            "MODULAR_HOME": str(self.home / "modular"),
            "XDG_CACHE_HOME": str(self.home / "cache"),
        }

    def clear(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()

    def cost(self, verb: str, path: Path) -> Cost:
        target = ["-o", self.target] if verb == "build" else []
        return run([self.executable, verb, *target, str(path)], self.environment)


def measure(
    path: Path, compilers: dict[str, Ember | Mojo], runs: int
) -> dict[tuple[str, str], Cost]:
    """The best run of each kind for each compiler."""
    best: dict[tuple[str, str], Cost] = {}

    def keep(who: str, label: str, cost: Cost) -> None:
        known = best.get((who, label))
        if known is None or cost.cpu < known.cpu:
            best[who, label] = cost

    for compiler in compilers.values():
        compiler.clear()
        compiler.cost("build", path)  # bytecode, and the files of the system's cache
    for _ in range(runs):
        for who, compiler in compilers.items():
            for verb in ("build", "run"):
                compiler.clear()
                keep(who, f"{verb} cold", compiler.cost(verb, path))
                keep(who, f"{verb} warm", compiler.cost(verb, path))
    return best


def show(name: str, costs: dict[tuple[str, str], Cost]) -> None:
    print(f"\n{name:<14}{'ember cpu':>10}{'wall':>8}{'MiB':>6}{'mojo cpu':>11}{'wall':>8}{'MiB':>6}{'ratio cpu':>11}{'wall':>7}")  # fmt: skip
    for label in LABELS:
        mine = costs["ember", label]
        text = f"{label:<14}{mine.cpu:>10.3f}{mine.wall:>8.2f}{mine.rss:>6.0f}"
        theirs = costs.get(("mojo", label))
        if theirs is not None:
            text += f"{theirs.cpu:>11.3f}{theirs.wall:>8.2f}{theirs.rss:>6.0f}"
            text += f"{mine.cpu / theirs.cpu:>11.2f}{mine.wall / theirs.wall:>7.2f}"
        print(text, flush=True)


if __name__ == "__main__":
    main()

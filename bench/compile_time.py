"""How long compiling takes, cold and warm, beside `mojo build` in the same run.

    python bench/compile_time.py [--runs N] [--mojo PATH] [FILE…]

Cold means an empty cache; warm, a second build of the same file. `ember run` warm is the time from the command to the end
of the program. Bytecode of the compiler's own modules is there in both cases, as after any first use.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
DEFAULT = [REPOSITORY / "examples" / f"{name}.mojo" for name in ("hello", "mandelbrot", "matmul")]


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile times, cold and warm.")
    parser.add_argument("files", nargs="*", type=Path, default=DEFAULT)
    parser.add_argument("--runs", type=int, default=3, help="the median of this many is shown")
    parser.add_argument("--mojo", default=os.environ.get("MOJO") or shutil.which("mojo"))
    arguments = parser.parse_args()
    print(
        f"{'seconds':<14}{'ember cold':>12}{'ember warm':>12}{'run warm':>10}{'mojo cold':>12}{'mojo warm':>12}  ratios cold, warm"
    )
    for path in arguments.files:
        ember = measure_ember(path.resolve(), arguments.runs)
        mojo = (
            measure_mojo(path.resolve(), arguments.runs, arguments.mojo) if arguments.mojo else None
        )
        show(path.stem, ember, mojo)


def show(name: str, ember: tuple[float, float, float], mojo: tuple[float, float] | None) -> None:
    cold, warm, run = ember
    line = f"{name:<14}{cold:>12.3f}{warm:>12.3f}{run:>10.3f}"
    if mojo is None:
        print(f"{line}{'-':>12}{'-':>12}")
    else:
        print(
            f"{line}{mojo[0]:>12.3f}{mojo[1]:>12.3f}  {cold / mojo[0]:.2f}, {min(warm, run) / mojo[1]:.2f}"
        )


def measure_ember(path: Path, runs: int) -> tuple[float, float, float]:
    """Cold build, warm build, warm run."""
    with tempfile.TemporaryDirectory(prefix="ember-bench-") as folder:
        environment = os.environ | {
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONPYCACHEPREFIX": f"{folder}/bytecode",
            "PYTHONDONTWRITEBYTECODE": "",
            "EMBER_CACHE_DIR": f"{folder}/cache",
        }
        build = [sys.executable, "-m", "ember", "build", str(path), "-o", f"{folder}/out"]
        run = [sys.executable, "-m", "ember", "run", str(path)]
        seconds(build, environment)  # fills the bytecode
        cold = []
        for _ in range(runs):
            shutil.rmtree(f"{folder}/cache", ignore_errors=True)
            cold.append(seconds(build, environment))
        seconds(run, environment)
        warm = [seconds(build, environment) for _ in range(runs)]
        started = [seconds(run, environment) for _ in range(runs)]
        return statistics.median(cold), statistics.median(warm), statistics.median(started)


def measure_mojo(path: Path, runs: int, mojo: str) -> tuple[float, float]:
    """Cold build, warm build; its cache is in the folder that MODULAR_HOME names."""
    with tempfile.TemporaryDirectory(prefix="mojo-bench-") as folder:
        environment = os.environ | {
            "MODULAR_HOME": f"{folder}/home",
            "XDG_CACHE_HOME": f"{folder}/cache",
            "HOME": folder,
        }
        build = [mojo, "build", str(path), "-o", f"{folder}/out"]
        cold = []
        for _ in range(runs):
            for place in ("home", "cache", ".cache", ".modular"):
                shutil.rmtree(f"{folder}/{place}", ignore_errors=True)
            cold.append(seconds(build, environment))
        warm = [seconds(build, environment) for _ in range(runs)]
        return statistics.median(cold), statistics.median(warm)


def seconds(command: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return taken


if __name__ == "__main__":
    main()

"""How compiling grows with the program: generated programs of N parts, N from small to large.

    python bench/scaling.py [--sizes 10,100,1000] [--kinds structs,instances,calls,kernels] [--jobs [1,2,4]] [--plot FILE]

Each program has N of one thing: structs with methods, instantiations of one generic function, functions that call one
another in a deep graph, or kernels for a GPU. Shown are processor milliseconds and memory per part that each
size adds to the one before: flat columns mean no curve. `--jobs` compares numbers of workers on the back end of the
largest program of instances and of `matmul_library`; nothing else with `--kinds none`. `--plot` draws the curves (it needs
matplotlib).
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

from processes import machine

from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.parallel import compile_texts
from ember.codegen.text.module import emit_part
from ember.codegen.text.split import split_module
from ember.compiler import Compilation
from ember.support.options import Options

REPOSITORY = Path(__file__).resolve().parent.parent


def structs(count: int) -> str:
    parts = [
        f"struct S{i}(Copyable, Movable):\n    var a: Int\n    var b: Float64\n"
        f"    def __init__(out self, a: Int):\n        self.a = a\n        self.b = Float64(a) + {i}\n"
        f"    def total(self) -> Float64:\n        return self.b * Float64(self.a + {i})\n"
        for i in range(count)
    ]
    uses = [f"    sum += S{i}(n + {i}).total()\n" for i in range(count)]
    return "\n".join(parts) + _in_groups(uses, "Float64")


def instances(count: int) -> str:
    generic = (
        "@no_inline\ndef work[n: Int](x: Int) -> Int:\n    var total = x\n    for i in range(n):\n"
        "        if (total ^ i) % 3 == 0:\n            total += i * n\n        else:\n            total -= i\n"
        "    return total\n"
    )
    return generic + _in_groups([f"    sum += work[{i + 1}](n)\n" for i in range(count)], "Int")


def calls(count: int) -> str:
    parts = ["@no_inline\ndef f0(x: Int) -> Int:\n    return x * 3 + 1\n"]
    parts += [
        f"@no_inline\ndef f{i}(x: Int) -> Int:\n    var y = f{i - 1}(x + {i})\n"
        f"    if y % 2 == 0:\n        return f{i // 2}(y)\n    return y ^ {i}\n"
        for i in range(1, count)
    ]
    return "\n".join(parts) + _main(f"    print(f{count - 1}(n) if n > 1000 else n)\n")


def kernels(count: int) -> str:
    generic = (
        "from gpu import global_idx\nfrom gpu.host import DeviceBuffer, DeviceContext\n"
        "def kernel[n: Int](data: UnsafePointer[Float32, MutAnyOrigin], size: Int):\n"
        "    var i = Int(global_idx.x)\n    if i < size:\n        data[i] = data[i] * n + Float32(i % (n + 1))\n"
    )
    launches = [
        f"    ctx.enqueue_function[kernel[{i + 1}]](buffer, 8, grid_dim=1, block_dim=8)\n"
        for i in range(count)
    ]
    head = "(ctx: DeviceContext, buffer: DeviceBuffer[DType.float32]) raises:\n"
    groups = _groups(launches)
    functions = [
        f"@no_inline\ndef group{g}{head}" + "".join(lines) for g, lines in enumerate(groups)
    ]
    start = "    var ctx = DeviceContext()\n    var buffer = ctx.enqueue_create_buffer[DType.float32](8)\n"
    body = "".join(f"    group{g}(ctx, buffer)\n" for g in range(len(groups)))
    main = f"def main() raises:\n{start}{body}    ctx.synchronize()\n"
    return "\n".join([generic, *functions, main])


def _in_groups(uses: list[str], type: str) -> str:
    """Functions of fifty lines each, as people would write them, and a `main` that calls them."""
    groups = _groups(uses)
    functions = [
        f"@no_inline\ndef group{g}(n: Int) -> {type}:\n    var sum = {type}(0)\n"
        + "".join(lines)
        + "    return sum\n"
        for g, lines in enumerate(groups)
    ]
    body = "".join(f"    sum += group{g}(n)\n" for g in range(len(groups)))
    return "\n".join(functions) + _main(f"    var sum = {type}(0)\n{body}    print(sum)\n")


def _groups(lines: list[str]) -> list[list[str]]:
    return [lines[i : i + 50] for i in range(0, len(lines), 50)]


def _main(body: str) -> str:
    return "from std.sys import argv\n\ndef main():\n    var n = len(argv())\n" + body


KINDS: dict[str, Callable[[int], str]] = {
    "structs": structs,
    "instances": instances,
    "calls": calls,
    "kernels": kernels,
}


def measure(text: str, folder: Path, *options: str) -> dict[str, float]:
    """Processor seconds and bytes of one build, with a cache that holds the library only."""
    path = folder / "program.mojo"
    path.write_text(text)
    command = [sys.executable, "-m", "ember", "build", "--time-report=json", "--emit", "obj"]
    environment = os.environ | {
        "PYTHONPATH": str(REPOSITORY),
        "EMBER_CACHE_DIR": str(folder / "cache"),
    }
    command += [*options, "-o", str(folder / "out.o"), str(path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"the build failed:\n{done.stderr[-3000:]}")
    report = json.loads(done.stderr[done.stderr.index("{") :])
    stages = report["stages"]
    return {
        "cpu": sum(stage["cpu_s"] for stage in stages),
        "memory": report["peak_memory_bytes"],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="How compiling grows with the program.")
    parser.add_argument("--sizes", default="10,100,1000,10000")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--accelerator", default="sm_90a", help="what kernels are compiled for")
    parser.add_argument(
        "--jobs", nargs="?", const="1,2", metavar="N,…", help="compare workers (default: 1,2)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="the best of this many, with --jobs")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    print(machine())
    results: dict[str, dict[int, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="ember-scaling-") as name:
        folder = Path(name)
        for kind in arguments.kinds.split(",") if arguments.kinds != "none" else ():
            results[kind] = _scale(kind, sizes, folder, arguments.accelerator)
        if arguments.jobs:
            jobs = [int(number) for number in arguments.jobs.split(",")]
            _compare_jobs(max(sizes), folder, jobs, arguments.rounds)
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")
    if arguments.plot is not None:
        _plot(results, arguments.plot)


def _scale(
    kind: str, sizes: list[int], folder: Path, accelerator: str
) -> dict[int, dict[str, float]]:
    options = ("--target-accelerator", accelerator) if kind == "kernels" else ()
    measure(KINDS[kind](1), folder, *options)  # fills the cache of the library
    last, before = 2, measure(KINDS[kind](2), folder, *options)
    print(f"\n{kind:<12} {'cpu s':>8} {'ms each':>9} {'MiB':>7} {'KiB each':>9}")
    found = {}
    for size in sizes:
        cost = found[size] = measure(KINDS[kind](size), folder, *options)
        each = 1000 * (cost["cpu"] - before["cpu"]) / (size - last)
        memory = (cost["memory"] - before["memory"]) / 1024 / (size - last)
        last, before = size, cost
        print(
            f"{size:<12} {cost['cpu']:>8.2f} {each:>9.2f} {cost['memory'] / 2**20:>7.0f} {memory:>9.1f}",
            flush=True,
        )
    return found


def _compare_jobs(size: int, folder: Path, jobs: list[int], rounds: int) -> None:
    """LLVM's wall time for a large program with each number of workers; they take turns, and the best of each counts."""
    generated = folder / "jobs.mojo"
    generated.write_text(instances(size))
    for path in (generated, REPOSITORY / "bench" / "programs" / "matmul_library.mojo"):
        module = Compilation(str(path), Options()).concrete()
        start = time.perf_counter()
        texts = [emit_part(part, host_target()) for part in split_module(module)]
        writing = time.perf_counter() - start
        best: dict[int, float] = {}
        outputs = []
        for _ in range(rounds):
            for workers in jobs:
                start = time.perf_counter()
                outputs.append(compile_texts(texts, host_target(), jobs=workers))
                wall = time.perf_counter() - start
                best[workers] = min(wall, best.get(workers, wall))
        if any(output != outputs[0] for output in outputs):
            sys.exit("the objects depend on the number of workers")
        print(f"\nback end of {path.stem}: {len(texts)} parts, {len(outputs[0])} objects")
        print(f"writing LLVM text {writing:.2f} s (one worker)")
        for workers, wall in best.items():
            print(
                f"{workers:>3} workers {wall:>7.2f} s {best[jobs[0]] / wall:>6.2f} times",
                flush=True,
            )


def _plot(results: dict[str, dict[int, dict[str, float]]], path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4))
    for kind, found in results.items():
        left.loglog(list(found), [c["cpu"] for c in found.values()], "o-", label=kind)
        right.loglog(list(found), [c["memory"] / 2**20 for c in found.values()], "o-", label=kind)
    for axes, title in ((left, "processor seconds"), (right, "peak memory, MiB")):
        axes.set_xlabel("parts of the program")
        axes.set_title(title)
        axes.grid(True, alpha=0.3)
        axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()

"""What each pass is worth: its own time and effect, and what the whole compilation is like without it.

    python bench/passes.py [--level N] [--extra] [FILE…]

For every program: the passes of the level with their time and the ops that went in and came out (summed over all runs of the
pass); then, for each pass, the ops left, the bytes of LLVM text and LLVM's time with all passes, without this one, and, with
`--extra`, with a pass added that is not part of a level. Processor seconds of one run: compare within one table. Levels O0
to O3 are compared at the end. The tables of `docs/design/0003-pass-pipeline.md` come from here.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

from ember.codegen.llvm.host import host_target
from ember.codegen.llvm.optimize import make_target_machine, optimized_module
from ember.codegen.text.module import emit_llvm
from ember.compiler import Compilation
from ember.ir.nodes import Op
from ember.ir.passes import PASSES, Pass, PassManager, count
from ember.opt import pipeline
from ember.support.options import Options

REPOSITORY = Path(__file__).resolve().parent.parent
DEFAULT = [
    REPOSITORY / "examples" / "hello.mojo",
    REPOSITORY / "bench" / "programs" / "account_book.mojo",
    REPOSITORY / "bench" / "programs" / "matmul_library.mojo",
]
PARTS = ("sroa", "mem2reg", "canonicalize", "simplify-cf", "unroll-full", "cse", "dce")
EXTRA = ("sccp", "licm", "stack-reuse", "merge-functions", "dead-arguments")


def main() -> None:
    parser = argparse.ArgumentParser(description="What each pass is worth.")
    parser.add_argument("files", nargs="*", type=Path, default=DEFAULT, metavar="FILE")
    parser.add_argument("--level", type=int, default=3)
    parser.add_argument("--extra", action="store_true", help="also passes that no level runs")
    arguments = parser.parse_args()
    gc.disable()
    for path in arguments.files:
        print(f"\n{path.stem}")
        start = process_time()
        module = Compilation(str(path), Options()).elaborate()
        front = process_time() - start
        print(f"reading and elaborating {front:.2f} s, {count(module):,} ops")
        show_passes(module, arguments.level)
        show_without(module, arguments.level, arguments.extra)
        show_levels(module, front)


class Tally:
    """What a pass did, over all its runs."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.before = 0
        self.after = 0


def show_passes(module: Op, level: int) -> None:
    """Time and ops of each pass, from one run of the level."""
    tallies = {name: Tally() for name in PARTS}
    with replaced({name: _counted(PASSES[name], tally) for name, tally in tallies.items()}):
        pipeline.optimize(module.clone({}), level)
    print(f"\n{'pass':16}{'seconds':>9}{'ops in':>10}{'ops out':>10}")
    for name, tally in tallies.items():
        print(f"{name:16}{tally.seconds:>9.3f}{tally.before:>10,}{tally.after:>10,}")


def _counted(one: Pass, tally: Tally) -> Pass:
    def run(op: Op) -> bool:
        tally.before += count(op)
        start = process_time()
        changed = one.run(op)
        tally.seconds += process_time() - start
        tally.after += count(op)
        return changed

    return Pass(one.name, one.unit, run)


@contextmanager
def replaced(passes: dict[str, Pass]) -> Iterator[None]:
    """Other passes under these names, for a while."""
    saved = {name: PASSES[name] for name in passes}
    PASSES.update(passes)
    try:
        yield
    finally:
        PASSES.update(saved)


def show_without(module: Op, level: int, extra: bool) -> None:
    """The compilation without each pass, and with each that no level has."""
    print(f"\n{'':24}{'ours':>8}{'ops':>9}{'LLVM kB':>9}{'LLVM':>8}{'sum':>8}")
    _show_cost("all", *_cost(module.clone({}), level))
    for name in PARTS:
        nothing = Pass(name, PASSES[name].unit, lambda op: False)
        with replaced({name: nothing}):
            _show_cost(f"without {name}", *_cost(module.clone({}), level))
    for name in EXTRA if extra else ():
        _show_cost(f"with {name}", *_cost(module.clone({}), level, [name, "simplify"]))


def show_levels(module: Op, front: float) -> None:
    """The levels beside each other."""
    print(f"\n{'':24}{'ours':>8}{'ops':>9}{'LLVM kB':>9}{'LLVM':>8}{'sum':>8}{'LLVM share':>12}")
    for level in pipeline.LEVELS:
        ours, ops, size, llvm = _cost(module.clone({}), level)
        share = llvm / (front + ours + llvm)
        _show_cost(f"O{level}", ours, ops, size, llvm, f"{share:>12.0%}")


def _cost(module: Op, level: int, more: list[str] | None = None) -> tuple[float, int, int, float]:
    """Seconds of our passes and of writing text, ops left, bytes of text, seconds of LLVM."""
    target = host_target()
    start = process_time()
    pipeline.optimize(module, level)
    PassManager(more or []).run(module)
    text = emit_llvm(module, target)
    ours = process_time() - start
    start = process_time()
    machine = make_target_machine(target, level)
    optimized_module(text, machine, level).emit(machine, as_object=True)
    return ours, count(module), len(text), process_time() - start


def _show_cost(name: str, ours: float, ops: int, size: int, llvm: float, more: str = "") -> None:
    row = f"{ours:>8.2f}{ops:>9,}{size / 1000:>9.0f}{llvm:>8.2f}{ours + llvm:>8.2f}"
    print(f"{name:24}{row}{more}", flush=True)


if __name__ == "__main__":
    main()

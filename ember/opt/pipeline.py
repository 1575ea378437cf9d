"""The order of all passes, with the reasons: what runs on a function as it is written, then one list per optimisation level.

`complete_function` runs on each function as soon as elaboration has written it, because the interpreter runs it, and callers
inline it, before the program is complete: destructors after the last uses, last copies to moves, values built where they are
wanted, variables to plain memory (all of it `end_lives`, in `ownership/destructors.py`); then simple slots to values, so that bodies
that are inlined fold; then dce over what these left behind.

`simplify`, run on one function, is `PROMOTE` while that finds something, `unroll-full`, and then `CLEAN_UP`:
- sroa first: fields become slots of their own, which mem2reg can see;
- canonicalize before mem2reg: known arms of `if`s go, so fewer slots meet different values;
- simplify-cf before mem2reg: where a block with breaks can be an `if`, nothing has to be carried past it;
- mem2reg: the main reduction, most loads and stores go; then again from the start, because a slot whose address lay in
  a slot that is gone (an argument pack) does not escape any more;
- unroll-full when loops carry their counters, which it has to know; then `PROMOTE` once more over the copies;
- canonicalize again: values that were behind loads are now constants and known structs;
- cse after it, so that equal expressions look equal; dce last, over what all of them left behind.

What each is worth, measured by `bench/passes.py` (ops and kB of LLVM text left at O3 without the pass):

| without        | account_book | matmul_library | what it is for                                         |
| -------------- | -----------: | -------------: | ------------------------------------------------------ |
| (all passes)   |  8,953  284  |   29,334  876  |                                                        |
| sroa           |  9,575  308  |   37,294 1207  | loads and stores of fields                             |
| mem2reg        | 11,028  375  |   41,185 1371  | loads and stores                                       |
| canonicalize   | 10,202  342  |   43,001 1431  | constants, known arms; LLVM needs a tenth more without |
| simplify-cf    |  9,354  289  |   31,711  904  | blocks, jumps, small `if`s                             |
| cse            | 11,009  331  |   35,930  991  | repeated address arithmetic and constants              |
| dce            |  9,361  304  |   31,836 1055  | what the others left behind                            |

Not part of a level, because they cost more than they save (they are there for `ember opt --passes`): sccp, licm and
stack-reuse found next to nothing that the passes before them had left and that LLVM would not do as fast; merge-functions and
dead-arguments save less than one op in a hundred. `unroll` by a factor is LLVM's, which can do without an exit per copy.

O0 keeps the code as written, less what nobody refers to, and inlines what `@always_inline` did while elaborating: about one and
a half times the LLVM text of O3, not the five to ten times that make an O0 slower than an O3. O1, O2 and O3 run the same passes
and differ in LLVM's own level: inlining, callees first, each simplified before its callers take it in, so that what is copied
is already small. (Without it LLVM inlines instead, into bigger functions: a quarter of `matmul_library` took 8.4 s at O1, and
takes 1.5 s.) `dead-symbols` runs last at every level: inlined functions are not needed any more.

LLVM's passes were switched off one by one (the table is in docs/design/0003-pass-pipeline.md). Only loop unswitching and the
code generator's third level cost more than they bring (`codegen/llvm/library.py` and `codegen/llvm/optimize.py` say so).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final

from ember.dialects import kgen, pop
from ember.ir.nodes import Op
from ember.ir.passes import PASSES, Pass, PassManager, PassReport, find_pass
from ember.ir.rewriter import ops_inside
from ember.opt.check_accesses import check_accesses
from ember.opt.dce import eliminate_dead_code
from ember.opt.forwarding import forward_stores
from ember.opt.inline import inline_calls
from ember.opt.outline import outline_endless
from ember.opt.shared_memory import check_shared_memory, place_shared_memory
from ember.ownership.destructors import end_lives
from ember.support.diagnostics import DiagnosticSink
from ember.support.target import Target

PROMOTE: Final = ("sroa", "canonicalize", "simplify-cf", "mem2reg")
CLEAN_UP: Final = ("canonicalize", "simplify-cf", "cse", "dce")
MAX_ROUNDS: Final = 3
"""How often `PROMOTE` is repeated while it still finds something."""

LEVELS: Final[dict[int, tuple[str, ...]]] = {
    0: ("dead-symbols",),
    1: ("inline-simplify", "dead-symbols"),
    2: ("inline-simplify", "dead-symbols"),
    3: ("inline-simplify", "dead-symbols"),
}

FILES: Final = (
    *("canonicalize", "cse", "dce", "dead_arguments", "dead_symbols", "inline", "licm", "mem2reg"),
    *("merge_functions", "outline", "sccp", "simplify_cf", "sroa", "stack_reuse", "unroll"),
)
"""The files of the passes that can be asked for by name: importing one registers its passes."""

for _file in FILES:
    import_module(f"ember.opt.{_file}")

Watch = Callable[[str, Op], None]
"""Is told the name of a pass that has just run, and the module or function it ran on."""


def complete_function(
    func: kgen.Func, sink: DiagnosticSink, verify: bool = False, verify_each: bool = False
) -> None:
    """What happens to a function that is written. `verify`: ownership is checked, after every step of it if `verify_each`."""
    end_lives(func, sink, _ownership_verifier() if verify else None, verify_each)
    forward_stores(func.body)
    eliminate_dead_code(func)


def _ownership_verifier() -> Callable[[kgen.Func], None]:
    from ember.ownership.verifier import verify_ownership  # costs start-up time

    return verify_ownership


def optimize(
    module: Op,
    level: int,
    verify_each: bool = False,
    after_each: Watch | None = None,
    count_ops: bool = False,
) -> list[PassReport]:
    """Runs the passes of an optimisation level (0 to 3) over a module.

    `after_each` also sees the passes inside `simplify`, one function at a time.
    """
    watched = {one.name: one for one in _composed(after_each)}
    passes = [watched.get(name, name) for name in LEVELS[level]]
    return PassManager(passes, verify_each, after_each, count_ops).run(module)


def optimize_program(
    module: Op, target: Target, level: int, verify_each: bool = False, watch: Watch | None = None
) -> None:
    """All that happens to the host's module: the passes of its level, then what must hold of the result and what ends here.

    Simulated kernels are in it, whose arrays in shared memory get places in the memory of their block, and whose accesses are
    watched where that is asked for. `outline` comes last: nothing of ours, but all of LLVM's, takes longer for longer functions.
    """
    optimize(module, level, verify_each, watch)
    check_shared_memory(module, target)
    check_accesses(module)
    place_shared_memory(module)
    outline_endless(module)


def optimize_kernels(
    module: Op,
    target: Target,
    kernels: Sequence[str],
    level: int,
    verify_each: bool = False,
    watch: Watch | None = None,
) -> None:
    """The same for a device's module. GPUs' instructions want constants, which our passes make: so these run at -O0 too."""
    optimize(module, max(level, 1) if target.is_gpu else level, verify_each, watch)
    check_shared_memory(module, target, kernels)


def simplify(function: Op, watch: Watch | None = None) -> bool:
    """`PROMOTE` while it finds something, then `CLEAN_UP`, on one function."""
    changed = False
    for _ in range(MAX_ROUNDS):
        did = {name: _run(name, function, watch) for name in PROMOTE}
        changed |= any(did.values())
        is_done = not did["sroa"] and not did["mem2reg"]
        if is_done or not _has_slots(function):
            break
    if _run("unroll-full", function, watch):
        changed = True
        for name in PROMOTE:
            _run(name, function, watch)
    for name in CLEAN_UP:
        changed |= _run(name, function, watch)
    return changed


def _run(name: str, function: Op, watch: Watch | None) -> bool:
    changed = find_pass(name).run(function)
    if watch is not None:
        watch(name, function)
    return changed


def _has_slots(function: Op) -> bool:
    return any(op.__class__ is pop.StackAllocation for op in ops_inside(function))


def _composed(watch: Watch | None) -> list[Pass]:
    """The passes that are made of others. Inlining goes callees first, each simplified before its callers look at it."""

    def simplified(function: Op) -> bool:
        return simplify(function, watch)

    def inlined(module: Op) -> bool:
        return inline_calls(module, simplified)

    return [
        Pass("simplify", "function", simplified),
        Pass("inline-simplify", "module", inlined),
    ]


PASSES.update({one.name: one for one in _composed(None)})

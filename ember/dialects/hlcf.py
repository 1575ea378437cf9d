"""`hlcf`: structured control flow with early exits, kept until LLVM.

A region falls through at its end: out of an `if` or `block`, back to the start of a `loop`. `break` and `continue`
name their target by `depth`: how many enclosing `hlcf.block`/`hlcf.loop` to skip (0 is the innermost; `hlcf.if` does
not count). `kgen.return` and `kgen.unreachable` may stand in any region. Values leave through memory (stack slots),
or, for `hlcf.if` with results, through `hlcf.yield` at the end of both arms. The talks write `rcf` for this dialect:
the parser reads both.
"""

from __future__ import annotations

from ember.ir.nodes import Body, Op, Operand, Operands, Results


class If(Op, name="hlcf.if"):
    """Runs one arm, by an `i1` or `!pop.scalar<bool>`: `hlcf.if %0 { … } else { … }`."""

    condition: Operand
    results_: Results
    then: Body
    otherwise: Body


class Loop(Op, name="hlcf.loop"):
    """Repeats its body until something leaves it: `hlcf.loop { … }`. `unroll`: 0 none, -1 full, n by that factor."""

    unroll: int
    body: Body


class Block(Op, name="hlcf.block"):
    """Runs its body once; a `break` to it jumps past its end: `hlcf.block { … }`."""

    body: Body


class Break(Op, name="hlcf.break", terminator=True):
    """Jumps past the end of the `depth`-th enclosing block or loop: `hlcf.break`."""

    depth: int


class Continue(Op, name="hlcf.continue", terminator=True):
    """Jumps to the start of the `depth`-th enclosing block or loop, which must be a loop: `hlcf.continue`."""

    depth: int


class Yield(Op, name="hlcf.yield", terminator=True):
    """Ends an arm of an `hlcf.if` that has results: `hlcf.yield %0 : index`."""

    values: Operands

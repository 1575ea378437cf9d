"""`hlcf`: structured control flow with early exits, kept until LLVM.

A region falls through at its end: out of an `if` or `block`, back to the start of a `loop`. `break` and `continue`
name their target by `depth`: how many enclosing `hlcf.block`/`hlcf.loop` to skip (0 is the innermost; `hlcf.if` does
not count). `kgen.return` and `kgen.unreachable` may stand in any region.

Values travel with control. An `if` with results gets them from the `yield` at the end of its arms; a `block` or `loop`
with results gets them from each `break` to it; a loop's region arguments are its inits in the first round and what the
`continue` that started a round brought in every other. Such a region does not fall through: it ends in a terminator.

    %sum = hlcf.loop %zero, %zero -> index (%i: index, %s: index) {
      %done = pop.cmp ge %i, %n : i1
      hlcf.if %done {
        hlcf.break %s : index
      }
      %i1 = pop.add %i, %one : index
      %s1 = pop.add %s, %i : index
      hlcf.continue %i1, %s1 : index, index
    }

The talks write `rcf` for this dialect: the parser reads both.
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
    """Repeats its body until something leaves it: `hlcf.loop { … }`. `unroll`: 0 none, -1 full, n by that factor.

    With values, it stands between its inits and its region's arguments: see above.
    """

    unroll: int
    inits: Operands
    results_: Results
    body: Body


class Block(Op, name="hlcf.block"):
    """Runs its body once; a `break` to it jumps past its end: `%0 = hlcf.block -> index { … }`."""

    results_: Results
    body: Body


class Break(Op, name="hlcf.break", terminator=True):
    """Jumps past the end of the `depth`-th enclosing block or loop, with its results: `hlcf.break 1 %0 : index`."""

    depth: int
    values: Operands


class Continue(Op, name="hlcf.continue", terminator=True):
    """Starts the next round of the `depth`-th enclosing block or loop, a loop: `hlcf.continue %0 : index`."""

    depth: int
    values: Operands


class Yield(Op, name="hlcf.yield", terminator=True):
    """Ends an arm of an `hlcf.if` that has results: `hlcf.yield %0 : index`."""

    values: Operands

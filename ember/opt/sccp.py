"""SCCP: sparse conditional constant propagation. What is constant on every path that can be taken becomes a constant.

Before:                                                    After:
    %r = hlcf.loop %one -> index (%x: index) {                 %r = hlcf.loop %one -> index (%x: index) {
      %c = pop.cmp eq %x, %one : i1                              %one_0 = kgen.param.constant = <1> : index
      %y = hlcf.if %c -> index {                                 %true = kgen.param.constant = <true> : i1
        hlcf.yield %x : index                                    …
      } else {                                                   hlcf.continue %one_0 : index
        %z = kgen.call @other() : () -> index                  }
        hlcf.yield %z : index
      }
      …
      hlcf.continue %y : index
    }

Starts from the assumption that nothing runs and everything is constant, and takes back what is refuted: `%x` is 1 at first,
so only the first arm runs, so the next round starts with 1 too. `canonicalize` alone, which goes from known to known, cannot
see that. A value is unknown (no entry), a constant, or `_VARIES`; each can change twice, so this ends. Arms that can be
taken, and values that join where paths meet, are found by region: an arm is looked at when its condition allows it, the
rest of a region only when control can get past what stands before. Constants replace the uses; `canonicalize` and `dce`
then take arms and ops away.
"""

from __future__ import annotations

from typing import Any, Final

from ember.dialects import hlcf, kgen, pop
from ember.dialects.constants import value_key
from ember.dialects.evaluate import evaluate
from ember.dialects.intrinsics import evaluate_intrinsic
from ember.ir.nodes import Op, Region, Value
from ember.ir.passes import function_pass
from ember.opt.flow import depth

_VARIES: Final = object()
_NOT_EVALUATED: Final = frozenset({kgen.Undefined, kgen.AddressOf, pop.StringAddress})


@function_pass("sccp")
def propagate_constants(function: Op) -> bool:
    """Replaces uses of values that are found to be constant."""
    analysis = _Analysis()
    body = function.regions[0]
    for argument in body.args:
        analysis.known[argument] = _VARIES
    analysis.visit(body)
    return _replace(body, analysis.known)


class _Analysis:
    """`known`: constants as one-tuples (None is a constant too), or `_VARIES`."""

    __slots__ = ("changed", "known", "targets")

    def __init__(self) -> None:
        self.known: dict[Value, Any] = {}
        self.targets: list[tuple[Op, list[bool]]] = []
        """Enclosing blocks and loops, and whether some break leaves them."""
        self.changed = False

    def visit(self, region: Region) -> bool:
        """Looks at what can run of a region; whether control comes to its end."""
        op = region.first
        while op is not None:
            if op.regions:
                if not self._visit_regions(op):
                    return False
            elif op.is_terminator:
                return self._leave(op)
            elif op.results:
                self._visit_plain(op)
            op = op.next
        return True

    # -- values ------------------------------------------------------------------------------------------

    def _meet(self, value: Value, found: Any) -> None:
        """One more thing that the value can be."""
        before: Any = self.known.get(value)
        if found is None or before is _VARIES:
            return
        if before is None:
            self.known[value] = found
        elif found is _VARIES or value_key(before[0]) != value_key(found[0]):
            self.known[value] = _VARIES
        else:
            return
        self.changed = True

    def _visit_plain(self, op: Op) -> None:
        result = op.results[0]
        if op.__class__ is kgen.Constant:
            self.known[result] = (op.attrs.get("value"),)
        elif len(op.results) == 1 and (op.is_pure or op.__class__ is pop.Intrinsic):
            self._meet(result, self._computed(op))
        else:
            for other in op.results:
                self.known[other] = _VARIES

    def _computed(self, op: Op) -> Any:
        known = self.known
        found: list[Any] = [known.get(operand) for operand in op.operands]
        if _VARIES in found or op.__class__ in _NOT_EVALUATED:
            return _VARIES
        if None in found:
            return None
        values = [one[0] for one in found]
        if op.__class__ is pop.Intrinsic:
            return self._computed_intrinsic(op, values)
        results = evaluate(op, values)
        return (results[0],) if results is not None else _VARIES

    def _computed_intrinsic(self, op: Op, values: list[object]) -> Any:
        if op.attrs.get("has_side_effects"):
            return _VARIES
        types = [operand.type for operand in op.operands]
        value = evaluate_intrinsic(op.attrs["name"], values, types, op.results[0].type)
        return (value,) if value is not None else _VARIES

    # -- control -----------------------------------------------------------------------------------------

    def _visit_regions(self, op: Op) -> bool:
        if op.__class__ is hlcf.If:
            return self._visit_if(op)
        left = [False]
        self.targets.append((op, left))
        body = op.regions[0]
        if op.__class__ is hlcf.Loop:
            for argument, init in zip(body.args, op.operands, strict=True):
                self._meet(argument, self.known.get(init))
            self._repeat(body)
        elif self.visit(body):
            left[0] = True
        self.targets.pop()
        return left[0]

    def _repeat(self, body: Region) -> None:
        """Rounds of a loop until nothing is taken back any more."""
        outer, self.changed = self.changed, True
        while self.changed:
            self.changed = False
            self.visit(body)
            outer |= self.changed
        self.changed = outer

    def _visit_if(self, op: Op) -> bool:
        condition = self.known.get(op.operands[0])
        comes_out = False
        for arm, taken in zip(op.regions, (True, False), strict=True):
            if condition is _VARIES or (condition is not None and bool(condition[0]) is taken):
                comes_out |= self.visit(arm)
        return comes_out

    def _leave(self, op: Op) -> bool:
        """A terminator; whether control comes to the end of the op around its region, as after a yield."""
        if op.__class__ is hlcf.Yield:
            assert op.parent_op is not None
            self._bring(op, op.parent_op.results)
            return True
        if op.__class__ is hlcf.Break:
            target, left = self.targets[-1 - depth(op)]
            left[0] = True
            self._bring(op, target.results)
        elif op.__class__ is hlcf.Continue:
            self._bring(op, self.targets[-1 - depth(op)][0].regions[0].args)
        return False

    def _bring(self, op: Op, receivers: list[Value]) -> None:
        for value, receiver in zip(op.operands, receivers, strict=True):
            self._meet(receiver, self.known.get(value))


# -- the changes -------------------------------------------------------------------------------------------


def _replace(region: Region, known: dict[Value, Any]) -> bool:
    changed = False
    if region.parent is not None and region.parent.__class__ is not kgen.Func:
        for argument in region.args:
            changed |= _replace_value(argument, known, region.first)
    op = region.first
    while op is not None:
        following = op.next
        for inner in op.regions:
            changed |= _replace(inner, known)
        if op.__class__ is not kgen.Constant:
            for result in op.results:
                changed |= _replace_value(result, known, following)
        op = following
    return changed


def _replace_value(value: Value, known: dict[Value, Any], anchor: Op | None) -> bool:
    found = known.get(value)
    if found is None or found is _VARIES or not value.uses or anchor is None:
        return False
    constant = kgen.Constant((), (value.type,), {"value": found[0]}, (), anchor.loc)
    assert anchor.parent is not None
    anchor.parent.insert_before(anchor, constant)
    value.replace_all_uses_with(constant.results[0])
    return True

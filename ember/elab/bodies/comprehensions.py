"""Comprehensions: `[e for x in xs if c]` is a collection filled by the loops around the element."""

from __future__ import annotations

from ember.dialects import hlcf, lit
from ember.elab.bodies.calls import call_method, construct
from ember.elab.bodies.recovery import run_nested
from ember.elab.bodies.rules import evaluates, executes, values_of
from ember.elab.model.frame import Frame
from ember.elab.model.types import SourceType, StructGen
from ember.elab.model.values import Val, Variable
from ember.elab.resolution.value_hooks import initialize
from ember.ir.nodes import Op, Region


class _Collecting:
    """A comprehension being filled; its variable is made when the first element's type is known."""

    __slots__ = ("kind", "region", "setup", "variable")

    def __init__(self, kind: str, region: Region, setup: Op) -> None:
        self.kind = kind
        self.region = region
        self.setup = setup
        self.variable: Variable | None = None

    def add(self, frame: Frame, elements: list[Val]) -> None:
        values = [frame.program.conversions.runtime(frame, element) for element in elements]
        if self.variable is None:
            _start_collection(frame, self, [v.type for v in values])
        assert self.variable is not None
        method = {"list": "append", "set": "add", "dict": "__setitem__"}[self.kind]
        call_method(frame, frame.place_of(self.variable), method, *values)


@evaluates(lit.Comprehension)
def _comprehension(frame: Frame, op: lit.Comprehension) -> Val:
    """Runs the loops, which fill the collection, and gives it."""
    setup = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    state = _Collecting(op.attrs["kind"], frame.region, setup)
    frame.collecting.append(state)
    block = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    run_nested(frame, op.regions[0], block.regions[0])
    frame.collecting.pop()
    if state.variable is None:
        frame.fail("cannot-infer-type", "the type of this comprehension cannot be inferred")
    return frame.place_of(state.variable, is_temporary=True)


@executes(lit.Add)
def _add(frame: Frame, op: lit.Add) -> None:
    frame.collecting[-1].add(frame, values_of(frame, op.operands))


def _start_collection(frame: Frame, state: _Collecting, types: list[SourceType]) -> None:
    library = frame.program.library
    decl = {"list": library.list, "set": library.set, "dict": library.dict}[state.kind]
    target = frame.program.members.bind(StructGen(decl, ()), tuple(types), {})
    variable = frame.variable(
        "", target, region=state.region, anchor=state.setup.prev, at_anchor=True
    )
    outer, frame.region = frame.region, state.setup.regions[0]
    initialize(frame, variable, construct(frame, target, []))
    frame.region = outer
    state.variable = variable

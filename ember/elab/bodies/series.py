"""Long displays, built one element after the other instead of all at once.

    var x: List[String] = [f(1), g(2), …]        var row = _Row[String](1000)
                                                 row.add(f(1))
                                                 row.add(g(2))
                                                 …
                                                 var x = List[String](__row__=row^)

Where an element raises, one value ends, the row; with a slot for each element there would be as many to end at each of as
many places. A struct takes part with a constructor that has an argument `__row__`; its first parameter is the type of the
elements. What else a display may become is made of its elements at once, as if it were short (`Display`).
"""

from __future__ import annotations

from itertools import chain

from ember.dialects import hlcf, lit
from ember.elab.bodies.calls import call_method, construct
from ember.elab.bodies.recovery import run_body, run_ops
from ember.elab.bodies.repeated import add_in_loop, runs_of_like_elements
from ember.elab.bodies.rules import evaluates
from ember.elab.bodies.waiting import is_open_value
from ember.elab.model.frame import Frame
from ember.elab.model.types import (
    DEFERRED,
    ParamValue,
    SourceType,
    StructGen,
    StructT,
    mentions_origin,
)
from ember.elab.model.values import (
    POISON,
    Argument,
    Display,
    Known,
    Local,
    Place,
    Val,
    Variable,
)
from ember.elab.resolution.value_hooks import initialize
from ember.ir.nodes import Op, Region

_MARK = "__row__"


class _Gathering:
    """Elements that wait, all of them, for the type of the whole."""

    def __init__(self) -> None:
        self.items: list[Val] = []

    def add(self, frame: Frame, values: list[Val]) -> None:
        self.items += values


class _Building:
    """Elements that go to rows, a row for each value of an element (two in a dictionary).

    Where the type of the elements is not given, literals wait for the first element that is none.
    """

    def __init__(self, frame: Frame, count: int, types: list[SourceType] | None) -> None:
        self.rows: list[Variable] = []
        self.types: list[SourceType] = []
        self._region = frame.region
        self._setup = frame.emit(hlcf.Block, (), (), {}, (Region(),))
        self._count = count
        self._waiting: list[list[Val]] = []
        if types is not None:
            self._start(frame, types)

    def add(self, frame: Frame, values: list[Val]) -> None:
        if not self.rows and any(isinstance(value, (Known, Display)) for value in values):
            self._waiting.append(values)
            return
        if not self.rows:
            settled = [frame.program.conversions.runtime(frame, value) for value in values]
            values = list(settled)
            self._start(frame, [value.type for value in settled])
        for variable, type, value in zip(self.rows, self.types, values, strict=True):
            value = frame.program.conversions.convert(frame, value, type)
            call_method(frame, frame.place_of(variable), "add", value)

    def finish(self, frame: Frame) -> None:
        """No element was anything but a literal."""
        if not self.rows and self._waiting:
            conversions = frame.program.conversions
            types = [conversions.runtime(frame, value).type for value in self._waiting[0]]
            self._start(frame, types)

    def _start(self, frame: Frame, types: list[SourceType]) -> None:
        members, library = frame.program.members, frame.program.library
        outer = frame.region
        for type in types:
            row = members.bind(StructGen(library.row, ()), (type,), {})
            assert isinstance(row, StructT)
            anchor = self._setup.prev
            variable = frame.variable("", row, region=self._region, anchor=anchor, at_anchor=True)
            frame.region = self._setup.regions[0]
            count = Argument(Known(frame.program.comptime.integer(self._count)))
            initialize(frame, variable, construct(frame, row, [count]))
            frame.region = outer
            self.rows.append(variable)
            self.types.append(type)
        for values in self._waiting:
            self.add(frame, values)


@evaluates(lit.Series)
def _series(frame: Frame, op: lit.Series) -> Val:
    """The collection that a long display is, or a display that waits for its type."""
    wanted = _wanted(frame, op)
    if wanted is None:
        return _gathered(frame, op)
    failures = len(frame.failures or ())
    state = _Building(frame, op.attrs["count"], _element_types(wanted, op.attrs["kind"]))
    _build(frame, op.regions[0], state)
    if len(frame.failures or ()) > failures:
        return POISON
    return _of_rows(frame, op, wanted, state)


def _gathered(frame: Frame, op: lit.Series) -> Val:
    failures = len(frame.failures or ())
    state = _Gathering()
    frame.collecting.append(state)
    run_body(frame, op.regions[0])
    frame.collecting.pop()
    if len(frame.failures or ()) > failures:
        return POISON
    if any(is_open_value(item) for item in state.items):
        return Known(DEFERRED)
    blank = ("",) * len(state.items)
    return Display(op.attrs["kind"], state.items, blank, blank, op.loc)


def _build(frame: Frame, body: Region, state: _Building) -> None:
    """Adds the elements, many of one form in a loop."""
    frame.collecting.append(state)
    for run in runs_of_like_elements(body):
        while run and not state.rows:
            run_ops(frame, run.pop(0))
        if not add_in_loop(frame, run, state.types, state.add):
            run_ops(frame, chain.from_iterable(run))
    state.finish(frame)
    frame.collecting.pop()


# -- what is wanted --------------------------------------------------------------------------------


def _wanted(frame: Frame, op: Op) -> StructGen | StructT | None:
    """What a series is to become, if that is known before its elements are, and takes rows."""
    if frame.is_sketch or frame.is_comptime or frame.program.definitions.is_checking:
        return None
    is_known, type = _destination(frame, op)
    if not is_known:
        return None
    if type is None:
        decl = frame.program.conversions.default_struct(frame, op.attrs["kind"])
        type = StructGen(decl, ())
    return type if isinstance(type, (StructGen, StructT)) and _takes(frame, op, type) else None


def _destination(frame: Frame, op: Op) -> tuple[bool, ParamValue | None]:
    """Whether the series goes to a variable or is returned, and the type it has there, if that is written."""
    users = op.results[0].uses
    if len(users) != 1:
        return False, None
    user = users[0]
    if isinstance(user, lit.Return):
        signature = frame.signature
        return (
            (False, None) if signature is None or signature.result_ref else (True, signature.result)
        )
    if not isinstance(user, (lit.Init, lit.Assign)):
        return False, None
    target = frame.values.get(user.operands[0])
    if isinstance(target, Place):
        return True, target.type
    if not isinstance(target, Local) or target.kind == "ref":
        return False, None
    bound = target.bound
    return True, target.type if bound is None else frame.program.conversions.type_of(bound)


def _takes(frame: Frame, op: Op, type: StructGen | StructT) -> bool:
    """Whether a struct can be made of rows with so many elements, and nothing they refer to has to be followed."""
    library, kind = frame.program.library, op.attrs["kind"]
    if kind == "dict":
        return type.decl is library.dict and _has_plain_elements(frame, type, 2)
    inits = type.decl.methods("__init__")
    if not any(arg.name == _MARK for init in inits for arg in init.args):
        return False
    if kind == "set" and type.decl is not library.set:
        return False
    if isinstance(type, StructT) and type.decl is library.array:
        has_room = type.args[1] == frame.program.comptime.integer(op.attrs["count"])
        return has_room and _has_plain_elements(frame, type, 1)
    return _has_plain_elements(frame, type, 1)


def _has_plain_elements(frame: Frame, type: StructGen | StructT, count: int) -> bool:
    if isinstance(type, StructGen):
        return not type.args
    facts, movable = frame.program.facts, frame.program.library.movable
    return all(
        isinstance(element, StructT)
        and not mentions_origin(element)
        and facts.conforms_to_decl(element, movable)
        for element in type.args[:count]
    )


def _element_types(type: StructGen | StructT, kind: str) -> list[SourceType] | None:
    """What the elements are to become, if that is written."""
    if isinstance(type, StructGen):
        return None
    return [t for t in type.args[: 2 if kind == "dict" else 1] if isinstance(t, SourceType)]


def _of_rows(frame: Frame, op: Op, to: StructGen | StructT, state: _Building) -> Val:
    """The collection with the elements of rows."""
    program = frame.program
    types: list[ParamValue] = list(state.types)
    if isinstance(to, StructGen):
        if to.decl is program.library.array:
            types.append(program.comptime.integer(op.attrs["count"]))
        bound = program.members.bind(StructGen(to.decl, ()), tuple(types), {})
        assert isinstance(bound, StructT)
        to = bound
    rows = [
        program.conversions.transferred(frame, frame.place_of(variable)) for variable in state.rows
    ]
    if op.attrs["kind"] != "dict":
        return construct(frame, to, [Argument(rows[0], _MARK)])
    lists = [
        construct(frame, _list_of(frame, type), [Argument(row, _MARK)])
        for type, row in zip(state.types, rows, strict=True)
    ]
    mark = Argument(Known(program.comptime.none()), "__dict_literal__")
    return construct(frame, to, [*map(Argument, lists), mark])


def _list_of(frame: Frame, element: SourceType) -> StructT:
    bound = frame.program.members.bind(StructGen(frame.program.library.list, ()), (element,), {})
    assert isinstance(bound, StructT)
    return bound

"""Long displays, built one element after the other instead of all at once.

    var x: List[String] = [f(1), g(2), …]        var row = _Row[String](1000)
                                                 row.add(f(1))
                                                 row.add(g(2))
                                                 …
                                                 var x = List[String](__row__=row^)

Where an element raises, one value ends, the row; with a slot for each element there would be as many to end at each of as
many places. A struct takes part with a constructor that has an argument `__row__`; its first parameter is the type of the
elements. An argument becomes what the call asks for, while elements of each form stand for all of them. What else a display may
become is made of its elements at once, as if it were short (`Display`).
"""

from __future__ import annotations

from itertools import chain

from ember.dialects import hlcf, lit
from ember.elab.bodies.calls import call_method, construct
from ember.elab.bodies.recovery import run_body, run_ops
from ember.elab.bodies.repeated import (
    MOST_FORMS,
    Formed,
    add_in_loop,
    formed_elements,
    runs,
    values_aside,
)
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
    Poison,
    Val,
    Variable,
)
from ember.elab.resolution.value_hooks import initialize
from ember.ir.nodes import Op, Region
from ember.support.diagnostics import CompileError

_MARK = "__row__"


class _Gathering:
    """Elements that wait, all of them, for the type of the whole."""

    def __init__(self) -> None:
        self.items: list[Val] = []

    def add(self, frame: Frame, values: list[Val]) -> None:
        self.items += values


class _Building:
    """Elements that go to rows, a row for each value of an element (two in a dictionary)."""

    def __init__(self, frame: Frame, count: int, types: list[SourceType]) -> None:
        self.rows: list[Variable] = []
        self.types = types
        for type in types:
            row = frame.program.members.bind(StructGen(frame.program.library.row, ()), (type,), {})
            assert isinstance(row, StructT)
            variable = frame.variable("", row)
            length = Argument(Known(frame.program.comptime.integer(count)))
            initialize(frame, variable, construct(frame, row, [length]))
            self.rows.append(variable)

    def add(self, frame: Frame, values: list[Val]) -> None:
        for variable, type, value in zip(self.rows, self.types, values, strict=True):
            value = frame.program.conversions.convert(frame, value, type)
            call_method(frame, frame.place_of(variable), "add", value)


@evaluates(lit.Series)
def _series(frame: Frame, op: lit.Series) -> Val:
    """The collection that a long display is, or a display that waits for its type."""
    if frame.is_sketch or frame.is_comptime or frame.program.definitions.is_checking:
        return _gathered(frame, op)
    elements = formed_elements(op.regions[0])
    wanted = _wanted(frame, op)
    if wanted is not None:
        return _as_rows(frame, op, elements, wanted) or _gathered(frame, op)
    samples = _samples(frame, elements) if _is_given(op) else None
    return _gathered(frame, op) if samples is None else _waiting(frame, op, elements, samples)


def _as_rows(
    frame: Frame, op: lit.Series, elements: list[Formed], to: StructGen | StructT
) -> Val | None:
    """The series as a struct that takes rows; None where the types of its elements are not known."""
    state = _built(frame, op, elements, to)
    if state is None or state is POISON:
        return state
    assert isinstance(state, _Building)
    return _of_rows(frame, op, to, state)


def _built(
    frame: Frame, op: lit.Series, elements: list[Formed], to: StructGen | StructT
) -> _Building | Poison | None:
    types = _written_types(to, op.attrs["kind"]) or _types_of(frame, elements)
    if types is None:
        return None
    told = len(frame.failures or ())
    state = _Building(frame, op.attrs["count"], types)
    _build(frame, elements, state)
    return POISON if _has_mistakes(frame, op, told) else state


def _gathered(frame: Frame, op: lit.Series) -> Val:
    told = len(frame.failures or ())
    state = _Gathering()
    frame.collecting.append(state)
    run_body(frame, op.regions[0])
    frame.collecting.pop()
    if _has_mistakes(frame, op, told):
        return POISON
    if any(is_open_value(item) for item in state.items):
        return Known(DEFERRED)
    blank = ("",) * len(state.items)
    return Display(op.attrs["kind"], state.items, blank, blank, op.loc)


def _build(frame: Frame, elements: list[Formed], state: _Building) -> None:
    """Adds the elements, those of forms that are common in a loop."""
    frame.collecting.append(state)
    for run in runs(frame, elements, state.types, state.add):
        if not add_in_loop(frame, run, state.add):
            run_ops(frame, chain.from_iterable(element for _, element in run))
    frame.collecting.pop()


def _has_mistakes(frame: Frame, op: lit.Series, told: int) -> bool:
    """Whether an element is wrong, or made of something that is, and was told before."""
    if frame.failures is None or len(frame.failures) > told:
        return frame.failures is not None
    adding = (inner for inner in op.regions[0] if inner.__class__ is lit.Add)
    return any(frame.values.get(value) is POISON for add in adding for value in add.operands)


def _types_of(frame: Frame, elements: list[Formed]) -> list[SourceType] | None:
    """The types of the first element that is no literal, else of the first; None where an element is wrong."""
    found: list[SourceType] | None = None
    conversions = frame.program.conversions
    for form in dict.fromkeys(form for form, _ in elements):
        try:
            with values_aside(frame, form.elements[0]) as values:
                types = [conversions.runtime(frame, value).type for value in values]
        except CompileError:
            return None
        if not any(isinstance(value, (Known, Display)) for value in values):
            return types
        found = found or types
    return found


# -- what is given to a call ---------------------------------------------------------------------


def _is_given(op: lit.Series) -> bool:
    """Whether a series is an argument, or what a loop goes through."""
    users = op.results[0].uses
    if len(users) != 1:
        return False
    (user,) = users
    if isinstance(user, lit.For):
        return True
    return isinstance(user, lit.Call) and not any(user.attrs["unpack"])


def _samples(frame: Frame, elements: list[Formed]) -> list[Val] | None:
    """What an element of each form adds, to tell types by; None where they are too many, wrong, or refer to something."""
    forms = dict.fromkeys(form for form, _ in elements)
    if len(forms) > MOST_FORMS:
        return None
    samples: list[Val] = []
    for form in forms:
        try:
            with values_aside(frame, form.elements[0]) as values:
                types = [frame.program.conversions.runtime(frame, value).type for value in values]
        except CompileError:
            return None
        if any(map(is_open_value, values)) or any(map(mentions_origin, types)):
            return None
        samples += values
    return samples


def _waiting(frame: Frame, op: lit.Series, elements: list[Formed], samples: list[Val]) -> Display:
    """A display whose elements are made here, once the call is known that it is given to."""
    marker = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    blank = ("",) * len(samples)
    display = Display(op.attrs["kind"], samples, blank, blank, op.loc)
    display.count = op.attrs["count"]

    def build(frame: Frame, to: StructGen | StructT) -> Val:
        outer = frame.region
        assert marker.parent is not None
        frame.region = Region()
        frame.region.parent = marker.parent.parent
        state = _built(frame, op, elements, to) if _takes(frame, op, to) else None
        found = _gathered(frame, op) if state is None else state
        for made in list(frame.region):
            made.remove()
            marker.parent.insert_before(marker, made)
        frame.region = outer
        if found is POISON:
            raise CompileError()
        return _of_rows(frame, op, to, found) if isinstance(found, _Building) else found

    display.build = build
    return display


# -- what is wanted --------------------------------------------------------------------------------


def _wanted(frame: Frame, op: Op) -> StructGen | StructT | None:
    """What a series is to become, if that is known before its elements are, and takes rows."""
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


def _written_types(type: StructGen | StructT, kind: str) -> list[SourceType] | None:
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

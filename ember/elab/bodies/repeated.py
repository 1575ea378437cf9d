"""Elements of a long display that differ in numbers only: a loop over these numbers.

    row.add(f(x + 7))                              table = _Table[Int](@value.1f, 1000)
    row.add(f(x + 3))                              while table.more():
    …                                                  row.add(f(x + table.next()))

So it is done where it cannot be told from writing every element: the same functions are called with the number in a register
as with the literal, and nothing but the literals differs between the first element and the last (not the line that a message
would name, for example). Else the elements are made one by one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Final

from ember.dialects import hlcf, kgen, lit
from ember.elab.bodies.calls import call_method, construct
from ember.elab.bodies.rules import EVALUATORS, run_op, value_of
from ember.elab.model.frame import Frame
from ember.elab.model.types import SourceType, StructGen, StructT
from ember.elab.model.values import Display, Val, Variable
from ember.elab.resolution.constant_displays import constant_arguments
from ember.elab.resolution.value_hooks import initialize
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

FEWEST: Final = 64
"""Elements of one form that are worth a loop."""

_FORMS: Final = frozenset((lit.Name, lit.Literal, lit.Binary, lit.Unary, lit.Call, lit.Attribute))
"""What an element may consist of: ops that are evaluated where they stand, and change no name."""

Element = list[Op]
"""The ops that make an element; the last is its lit.add."""
Add = Callable[[Frame, list[Val]], None]
Trace = tuple[list[object], list[object]]
"""The ops that an element became, and their constants."""


def runs_of_like_elements(body: Region) -> Iterator[list[Element]]:
    """The elements of a series, those of one form that follow each other together."""
    run: list[Element] = []
    form: object = None
    for element in _elements(body):
        found = _form(element)
        if run and (found is None or found != form):
            yield run
            run = []
        run.append(element)
        form = found
    if run:
        yield run


def _elements(body: Region) -> Iterator[Element]:
    ops: Element = []
    for op in body:
        ops.append(op)
        if op.__class__ is lit.Add:
            yield ops
            ops = []


def _form(element: Element) -> list[object] | None:
    """What two elements that differ in numbers have in common; None for an element that is like no other."""
    places: dict[Value, int] = {}
    form: list[object] = []
    for op in element[:-1]:
        if op.__class__ not in _FORMS:
            return None
        form.append(op.__class__)
        form.append(op.attrs["kind"] if _is_number(op) else op.attrs)
        form.extend(places.get(value, value) for value in op.operands)
        places[op.results[0]] = len(places)
    form.extend(places.get(value, value) for value in element[-1].operands)
    return form


def _is_number(op: Op) -> bool:
    return op.__class__ is lit.Literal and op.attrs["kind"] in ("int", "float")


# -- the loop --------------------------------------------------------------------------------------


def add_in_loop(frame: Frame, run: list[Element], types: list[SourceType], add: Add) -> bool:
    """Adds elements of one form in a loop; returns whether that can be done."""
    columns = _columns(run) if len(run) >= FEWEST else {}
    if not columns:
        return False
    try:
        first, last = _trace_aside(frame, run[0], add), _trace_aside(frame, run[-1], add)
    except CompileError:
        return False
    if first[0] != last[0] or not _differ_in(columns, first[1], last[1]):
        return False
    return any(_loop(frame, run[0], columns, holds, add, first) for holds in _types(frame, types))


def _columns(run: list[Element]) -> dict[Value, list[Op]]:
    """The literals that are not everywhere the same, under the value that each is in the first element."""
    found: dict[Value, list[Op]] = {}
    for place, op in enumerate(run[0]):
        if _is_number(op):
            literals = [element[place] for element in run]
            if any(literal.attrs["value"] != op.attrs["value"] for literal in literals):
                found[op.results[0]] = literals
    return found


def _types(frame: Frame, elements: list[SourceType]) -> Iterator[dict[str, SourceType]]:
    """What numbers of a kind may be in a register: what literals are by themselves, or what the elements are."""
    facts, library = frame.program.facts, frame.program.library
    whole, broken = map(facts.materialized, (library.int_literal, library.float_literal))
    yield {"int": whole, "float": broken}
    yield {"int": broken, "float": broken}
    for element in elements:
        if facts.conforms_to_decl(element, library.trivial_register_passable):
            yield {"int": element, "float": element}


def _loop(
    frame: Frame,
    element: Element,
    columns: dict[Value, list[Op]],
    types: dict[str, SourceType],
    add: Add,
    expected: Trace,
) -> bool:
    """The loop with numbers of a type; nothing of it stays if it would do something else than the elements one by one."""
    outer = frame.region
    block = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    frame.region = block.regions[0]
    try:
        tables = {value: _table(frame, literals, types) for value, literals in columns.items()}
        inner, loop = frame.open_loop(0)
        frame.region = loop.regions[0]
        _leave_at_end(frame, next(iter(tables.values())), inner)
        for value, table in tables.items():
            frame.values[value] = call_method(frame, frame.place_of(table), "next")
        with _recorded(frame) as trace:
            _make(frame, element, add, set(columns))
        is_same = trace[0] == expected[0]
    except CompileError:
        is_same = False
    finally:
        frame.region = outer
    if not is_same:
        block.remove()
        block.drop_references()
    return is_same


def _table(frame: Frame, literals: list[Op], types: dict[str, SourceType]) -> Variable:
    """The numbers as a constant array, and where in it the loop is."""
    type = types[literals[0].attrs["kind"]]
    items: list[Val] = [EVALUATORS[lit.Literal](frame, literal) for literal in literals]
    blank = ("",) * len(items)
    arguments = constant_arguments(
        frame, Display("list", items, blank, blank, literals[0].loc), type
    )
    table = frame.program.members.bind(StructGen(frame.program.library.table, ()), (type,), {})
    if arguments is None or not isinstance(table, StructT):
        raise CompileError()
    variable = frame.variable("", table)
    initialize(frame, variable, construct(frame, table, arguments))
    return variable


def _leave_at_end(frame: Frame, table: Variable, block: Op) -> None:
    more = call_method(frame, frame.place_of(table), "more")
    condition = frame.program.conversions.ssa(frame, more)
    done = Region()
    frame.emit(hlcf.If, (condition,), (), None, (Region(), done))
    outer, frame.region = frame.region, done
    frame.emit(hlcf.Break, (), (), {"depth": frame.depth_to(block)})
    frame.region = outer


# -- one element -----------------------------------------------------------------------------------


def _make(frame: Frame, element: Element, add: Add, known: set[Value]) -> None:
    """Makes an element in which some literals have values already."""
    for op in element[:-1]:
        if op.results[0] not in known:
            run_op(frame, op)
    frame.loc = element[-1].loc or frame.loc
    add(frame, [value_of(frame, value) for value in element[-1].operands])


def _trace_aside(frame: Frame, element: Element, add: Add) -> Trace:
    """What an element becomes, without leaving code behind."""
    outer = frame.region
    scratch = Region()
    scratch.parent = outer.parent
    frame.region = scratch
    try:
        with _recorded(frame) as trace:
            _make(frame, element, add, set())
        return trace
    finally:
        frame.region = outer
        for op in scratch:
            op.drop_references()


@contextmanager
def _recorded(frame: Frame) -> Iterator[Trace]:
    """What is emitted meanwhile, with everything that decides what it does."""
    region, last = frame.region, frame.region.last
    trace: Trace = ([], [])
    yield trace
    op = region.first if last is None else last.next
    while op is not None:
        for inner in op.walk():
            if inner.__class__ is kgen.Constant:
                trace[1].append(inner.attrs["value"])
            else:
                trace[0].append((inner.__class__, inner.attrs, [v.type for v in inner.results]))
        op = op.next


def _differ_in(columns: dict[Value, list[Op]], first: list[object], last: list[object]) -> bool:
    """Whether constants of the first and the last element differ in the numbers of the literals only."""
    ends = [(_number(literals[0]), _number(literals[-1])) for literals in columns.values()]
    return len(first) == len(last) and all(
        a == b or any(_is_near(a, start) and _is_near(b, end) for start, end in ends)
        for a, b in zip(first, last, strict=True)
    )


def _number(literal: Op) -> float:
    return float(str(literal.attrs["value"]).replace("_", ""))


def _is_near(constant: object, number: float) -> bool:
    """Whether a constant is a number as some type holds it."""
    if not isinstance(constant, (int, float, Fraction)):
        return False
    return math.isclose(constant, number, rel_tol=0.01)

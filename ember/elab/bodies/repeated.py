"""Elements of a long display that differ in numbers only: a loop over these numbers.

    row.add(f(x + 7))                              forms = _Table[Int](@value.1f, 1000)
    row.add(-x)                                    table = _Table[Int](@value.2f, 500)
    row.add(f(x + 3))                              while forms.more():
    …                                                  if forms.next() == 0: row.add(f(x + table.next()))
                                                       else: row.add(-x)

So it is done where it cannot be told from writing every element: the same functions are called with the number in a register
as with the literal, and nothing but the literals differs between the first element of a form and the last (not the line that a
message would name, for example). Else the elements are made one by one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from itertools import groupby
from typing import Final

from ember.dialects import hlcf, kgen, lit
from ember.elab.bodies.calls import call_method, construct
from ember.elab.bodies.rules import EVALUATORS, run_op, value_of
from ember.elab.model.frame import Frame
from ember.elab.model.types import SourceType, StructGen, StructT
from ember.elab.model.values import Display, Known, Val, Variable
from ember.elab.resolution.constant_displays import constant_arguments
from ember.elab.resolution.value_hooks import initialize
from ember.ir.nodes import Op, Region, Value
from ember.support.diagnostics import CompileError

FEWEST: Final = 64
"""Elements that are worth a loop."""
MOST_FORMS: Final = 32
"""What a loop chooses between; elements of forms that are rarer are made one by one."""

_FORMS: Final = frozenset(
    (lit.Name, lit.Literal, lit.Binary, lit.Unary, lit.Call, lit.Attribute, lit.Display)
)
"""What an element may consist of: ops that are evaluated where they stand, and change no name."""

Element = list[Op]
"""The ops that make an element; the last is its lit.add."""
Add = Callable[[Frame, list[Val]], None]
Trace = tuple[list[object], list[object]]
"""The ops that an element became, and their constants."""


class Form:
    """What elements that differ in numbers only have in common."""

    __slots__ = ("elements", "holds")

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self.holds: dict[str, SourceType] | None = None
        """What numbers are in a loop over the elements; None where there is to be none."""

    def columns(self) -> list[int]:
        """Where in an element stand literals that are not everywhere the same."""
        first = self.elements[0]
        return [
            place
            for place, op in enumerate(first)
            if _is_number(op)
            and any(e[place].attrs["value"] != op.attrs["value"] for e in self.elements)
        ]


Formed = tuple[Form, Element]


def formed_elements(body: Region) -> list[Formed]:
    """The elements of a series in their order, each with its form."""
    forms: dict[object, Form] = {}
    found = []
    for element in _elements(body):
        key = _key(element)
        form = Form() if key is None else forms.setdefault(key, Form())
        form.elements.append(element)
        found.append((form, element))
    return found


def _elements(body: Region) -> Iterator[Element]:
    ops: Element = []
    for op in body:
        ops.append(op)
        if op.__class__ is lit.Add:
            yield ops
            ops = []


def _key(element: Element) -> object:
    """What two elements that differ in numbers have in common; None for an element that is like no other."""
    places: dict[Value, int] = {}
    key: list[object] = []
    for op in element[:-1]:
        if op.__class__ not in _FORMS:
            return None
        key.append(op.__class__)
        key.append(op.attrs["kind"] if _is_number(op) else tuple(op.attrs.items()))
        key.extend(places.get(value, value) for value in op.operands)
        places[op.results[0]] = len(places)
    key.extend(places.get(value, value) for value in element[-1].operands)
    return tuple(key)


def _is_number(op: Op) -> bool:
    return op.__class__ is lit.Literal and op.attrs["kind"] in ("int", "float")


def runs(
    frame: Frame, elements: list[Formed], types: list[SourceType], add: Add
) -> Iterator[list[Formed]]:
    """The elements cut into those that are made in a loop, and those in between."""
    common = [form for form in dict.fromkeys(f for f, _ in elements) if _is_common(form)]
    common.sort(key=lambda form: -len(form.elements))
    for form in common[:MOST_FORMS]:
        form.holds = _in_registers(frame, form, types, add)
    for _, run in groupby(elements, lambda pair: pair[0].holds is None):
        yield list(run)


def _is_common(form: Form) -> bool:
    return len(form.elements) >= FEWEST


# -- what numbers may be -----------------------------------------------------------------------------


def _in_registers(
    frame: Frame, form: Form, types: list[SourceType], add: Add
) -> dict[str, SourceType] | None:
    """What the numbers of a form are to be, so that elements are made of them as of the literals."""
    columns = form.columns()
    ends = form.elements[0], form.elements[-1]
    try:
        first, last = (_trace_aside(frame, element, add) for element in ends)
    except CompileError:
        return None
    numbers = [tuple(_number(element[place]) for element in ends) for place in columns]
    if first[0] != last[0] or not _differ_in(numbers, first[1], last[1]):
        return None
    for holds in _types(frame, types):
        with suppress(CompileError), _aside(frame):
            tables = _tables(frame, ends[:1], columns, holds)
            _take_numbers(frame, ends[0], tables)
            with _recorded(frame) as trace:
                add(frame, _values(frame, ends[0], tables))
            if trace[0] == first[0]:
                return holds
    return None


def _types(frame: Frame, elements: list[SourceType]) -> Iterator[dict[str, SourceType]]:
    """What numbers of a kind may be in a register: what literals are by themselves, or what the elements are."""
    facts, library = frame.program.facts, frame.program.library
    whole, broken = map(facts.materialized, (library.int_literal, library.float_literal))
    yield {"int": whole, "float": broken}
    yield {"int": broken, "float": broken}
    for element in elements:
        if facts.conforms_to_decl(element, library.trivial_register_passable):
            yield {"int": element, "float": element}


# -- the loop --------------------------------------------------------------------------------------


def add_in_loop(frame: Frame, run: list[Formed], add: Add) -> bool:
    """Adds elements in a loop; returns whether that can be done, and leaves nothing behind where it cannot."""
    if len(run) < FEWEST or run[0][0].holds is None:
        return False
    outer = frame.region
    block = frame.emit(hlcf.Block, (), (), {}, (Region(),))
    frame.region = block.regions[0]
    try:
        _loop(frame, run, add)
    except CompileError:
        block.remove()
        block.drop_references()
        return False
    finally:
        frame.region = outer
    return True


def _loop(frame: Frame, run: list[Formed], add: Add) -> None:
    forms: dict[Form, list[Element]] = {}
    for form, element in run:
        forms.setdefault(form, []).append(element)
    tables = {f: _tables(frame, es, f.columns(), f.holds or {}) for f, es in forms.items()}
    number_of = {form: number for number, form in enumerate(forms)}
    choices = [Known(frame.program.comptime.integer(number_of[form])) for form, _ in run]
    chooser = _table(frame, choices, frame.program.library.int)
    inner, loop = frame.open_loop(0)
    frame.region = loop.regions[0]
    _leave_at_end(frame, chooser, inner)
    chosen = call_method(frame, frame.place_of(chooser), "next")
    for form, elements in forms.items():
        otherwise = Region()
        if number_of[form] < len(forms) - 1:
            is_it = call_method(
                frame, chosen, "__eq__", Known(frame.program.comptime.integer(number_of[form]))
            )
            then = Region()
            condition = frame.program.conversions.ssa(frame, is_it)
            frame.emit(hlcf.If, (condition,), (), None, (then, otherwise))
            frame.region = then
        _take_numbers(frame, elements[0], tables[form])
        add(frame, _values(frame, elements[0], tables[form]))
        frame.region = otherwise


def _tables(
    frame: Frame, elements: Sequence[Element], columns: list[int], holds: dict[str, SourceType]
) -> dict[int, Variable]:
    """The numbers of each column as a constant array, and where in it the loop is."""
    found = {}
    for place in columns:
        literals = [element[place] for element in elements]
        items = [EVALUATORS[lit.Literal](frame, literal) for literal in literals]
        found[place] = _table(frame, items, holds[literals[0].attrs["kind"]])
    return found


def _table(frame: Frame, items: Sequence[Val], type: SourceType) -> Variable:
    blank = ("",) * len(items)
    arguments = constant_arguments(
        frame, Display("list", list(items), blank, blank, frame.loc), type
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


def _take_numbers(frame: Frame, element: Element, tables: dict[int, Variable]) -> None:
    """The next numbers, in place of an element's literals."""
    for place, table in tables.items():
        number = call_method(frame, frame.place_of(table), "next")
        frame.values[element[place].results[0]] = number


def _values(frame: Frame, element: Element, known: Collection[int] = ()) -> list[Val]:
    """What an element adds; some of its ops have values already."""
    for place, op in enumerate(element[:-1]):
        if place not in known:
            run_op(frame, op)
    frame.loc = element[-1].loc or frame.loc
    return [value_of(frame, value) for value in element[-1].operands]


def _trace_aside(frame: Frame, element: Element, add: Add) -> Trace:
    """What an element becomes, without leaving code behind."""
    with _aside(frame), _recorded(frame) as trace:
        add(frame, _values(frame, element))
    return trace


@contextmanager
def values_aside(frame: Frame, element: Element) -> Iterator[list[Val]]:
    """What an element adds, while it is looked at; no code of it stays."""
    with _aside(frame):
        yield _values(frame, element)


@contextmanager
def _aside(frame: Frame) -> Iterator[None]:
    """What is emitted meanwhile is dropped."""
    outer = frame.region
    scratch = Region()
    scratch.parent = outer.parent
    frame.region = scratch
    try:
        yield
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


def _differ_in(numbers: list[tuple[float, ...]], first: list[object], last: list[object]) -> bool:
    """Whether constants of the first and the last element differ in the numbers of the literals only."""
    return len(first) == len(last) and all(
        a == b or any(_is_near(a, start) and _is_near(b, end) for start, end in numbers)
        for a, b in zip(first, last, strict=True)
    )


def _number(literal: Op) -> float:
    return float(str(literal.attrs["value"]).replace("_", ""))


def _is_near(constant: object, number: float) -> bool:
    """Whether a constant is a number as some type holds it."""
    if not isinstance(constant, (int, float, Fraction)):
        return False
    return math.isclose(constant, number, rel_tol=0.01)

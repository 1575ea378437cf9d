"""Concrete functions as Python source, for the compile-time interpreter.

    kgen.func @f(%n: index) -> index {          def f(v1):
      %x = pop.stack_allocation {type = index}    S[0] -= 4
      pop.store %n, %x                            if S[0] < 0: out_of_steps()
      hlcf.loop {                                 s2 = v1
        …                                         while True:
                                                    …

One op is about one line, so a line number in a Python traceback says which op failed, at no cost while running. SSA
values are local variables `vN`; stack slots that are only loaded and stored are locals `sN`. Structured control flow
maps to Python's; a jump across several levels sets `x` and is passed on level by level. Python limits how deep blocks
nest, so regions that are too deep become local functions that return their jump.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ember.dialects import hlcf, kgen, pop
from ember.dialects.constants import zero_value
from ember.dialects.conversions import cast_expression
from ember.dialects.evaluate import element_offset, kernel_for, lane_expression
from ember.elab.freezing import holds_pointers
from ember.elab.memory import UNINITIALIZED
from ember.ir import types as t
from ember.ir.layout import alignment_of, size_of
from ember.ir.nodes import Op, Region, Value

_LOOP_LIMIT: Final = 16  # Python allows 20 nested loops
_INDENT_LIMIT: Final = 70  # Python allows 100 levels


class Line(NamedTuple):
    """One line of generated code and the source location of its op."""

    indent: int
    text: str
    loc: Any


class Source(NamedTuple):
    """A translated function: its text, and the location for each line."""

    text: str
    locs: list[Any]


class Environment:
    """The names that generated code uses beside its locals; provided by the interpreter.

    `bind` gives a value a global name; the other callables give the global names of functions.
    """

    __slots__ = ("bind", "external", "function", "loader", "storer")

    def __init__(
        self,
        bind: Callable[[object], str],
        function: Callable[[str], str],
        external: Callable[[str], str],
        loader: Callable[[t.Type], str],
        storer: Callable[[t.Type], str],
    ) -> None:
        self.bind = bind
        self.function = function
        self.external = external
        self.loader = loader
        self.storer = storer


class CannotTranslate(Exception):
    """An op that has no meaning at compile time."""

    def __init__(self, op: Op) -> None:
        super().__init__(f"{op.op_name} cannot run at compile time")
        self.op = op


def translate(func: kgen.Func, environment: Environment) -> Source:
    """The Python text of a function named `translated`."""
    translator = Translator(func, environment)
    return translator.source()


class _Jump(NamedTuple):
    """Where a `break` or `continue` goes."""

    target: Op
    is_continue: bool


Pattern: TypeAlias = "str | tuple[Pattern, ...]"
"""The local variables that stand for a promoted stack slot: one, or one pattern per field."""


class _Level:
    """An enclosing Python loop, or local function (`op` None), and the jumps that pass through it."""

    __slots__ = ("jumps", "op")

    def __init__(self, op: Op | None) -> None:
        self.op = op
        self.jumps: set[_Jump] = set()


class Translator:
    """State while one function is translated."""

    __slots__ = (
        "_assigned",
        "_codes",
        "_counter",
        "_env",
        "_func",
        "_hoisted",
        "_indent",
        "_jumps",
        "_levels",
        "_lines",
        "_loc",
        "_locals",
        "_names",
        "_slots",
        "_steps",
        "_targets",
    )

    def __init__(self, func: kgen.Func, environment: Environment) -> None:
        self._func = func
        self._env = environment
        self._lines: list[Line] = []
        self._indent = 1
        self._loc: Any = func.loc
        self._names: dict[Value, str] = {}
        self._slots: dict[Value, Pattern] = {}  # pointers to promoted stack slots and their fields
        self._locals: set[str] = set()  # the variables of promoted slots
        self._counter = 0
        self._steps = 0  # ops seen in the region that is being counted
        self._levels: list[_Level] = []
        self._jumps: dict[Op, _Jump] = {}
        self._targets: set[Op] = set()
        self._codes: dict[_Jump, int] = {}
        self._assigned: list[set[str]] = []  # per open local function: locals it assigns
        self._hoisted: list[list[Line]] = [[]]  # per open function: the local functions it needs

    def source(self) -> Source:
        body = self._func.body
        self._find_jumps(body, [])
        parameters = [self._name(argument) for argument in body.args]
        self._counted_region(body)
        header = Line(0, f"def translated({', '.join(parameters)}):", self._func.loc)
        lines = [header, *self._hoisted[0], *self._lines]
        text = "\n".join([" " * line.indent + line.text for line in lines])
        return Source(text, [line.loc for line in lines])

    # -- emission ----------------------------------------------------------------------------------

    def emit(self, text: str) -> None:
        self._lines.append(Line(self._indent, text, self._loc))

    def define(self, value: Value, text: str) -> None:
        self.emit(f"{self._name(value)} = {text}")

    def operand(self, value: Value) -> str:
        return self._names[value]

    def operands(self, values: Sequence[Value]) -> str:
        names = self._names
        return ", ".join([names[value] for value in values])

    @property
    def env(self) -> Environment:
        return self._env

    def _name(self, value: Value) -> str:
        self._counter += 1
        name = self._names[value] = f"v{self._counter}"
        return name

    def alias(self, value: Value, text: str) -> None:
        """Uses of `value` become `text`, a name or a literal."""
        self._names[value] = text

    def _fresh(self, prefix: str) -> str:
        self._counter += 1
        return f"{prefix}{self._counter}"

    def _counted_region(self, region: Region) -> bool:
        """A region that runs as a whole: the ops in it, loops inside excepted, are counted as steps."""
        outer, self._steps = self._steps, 1
        at = len(self._lines)
        self.emit("")
        self.emit("if S[0] < 0: out_of_steps()")
        falls_through = self._region(region)
        self._lines[at] = self._lines[at]._replace(text=f"S[0] -= {self._steps}")
        self._steps = outer
        return falls_through

    # -- stack slots -------------------------------------------------------------------------------

    def stack_allocation(self, op: pop.StackAllocation) -> None:
        result = op.results[0]
        count = op.count if op.count is not None else 1
        shape = slot_shape([result], op.type) if count == 1 else None
        if shape is not None:
            self._names[result] = "None"  # never read: all uses go through the pattern
            self._slots[result] = self._declare(shape, op.type)
            return
        alignment = max(op.alignment or 0, alignment_of(op.type))
        self.define(result, f"stack_slot({size_of(op.type) * count}, {alignment})")

    def _declare(self, shape: Shape, type: t.Type) -> Pattern:
        """Local variables for a promoted slot, with some value each."""
        if shape is not True:
            assert isinstance(type, t.StructType)
            fields = zip(shape, type.elements, strict=True)
            return tuple([self._declare(part, element) for part, element in fields])
        name = self._fresh("s")
        self._locals.add(name)
        self.emit(f"{name} = {self._undefined(type)}")
        return name

    def slot(self, pointer: Value) -> Pattern | None:
        """The variables behind a pointer to a promoted slot."""
        return self._slots.get(pointer)

    def set_slot(self, pointer: Value, pattern: Pattern) -> None:
        self._names[pointer] = "None"
        self._slots[pointer] = pattern

    def load(self, op: pop.Load) -> None:
        result = op.results[0]
        pattern = self._slots.get(op.operands[0])
        if pattern is not None:
            self.define(result, pattern_text(pattern))
        else:
            self.define(result, f"{self._env.loader(result.type)}({self.operand(op.operands[0])})")

    def store(self, op: pop.Store) -> None:
        value, pointer = op.operands
        if value.owner.__class__ is kgen.Undefined:
            return  # what was there before is as good
        pattern = self._slots.get(pointer)
        if pattern is not None:
            for names in self._assigned:
                names.update(pattern_names(pattern))
            self.emit(f"{pattern_text(pattern)} = {self.operand(value)}")
            return
        storer = self._env.storer(value.type)
        self.emit(f"{storer}({self.operand(pointer)}, {self.operand(value)})")

    def _undefined(self, type: t.Type) -> str:
        return self.constant_text(undefined_value(type), type)

    # -- constants ---------------------------------------------------------------------------------

    def constant_text(self, value: object, type: t.Type) -> str:
        """An expression for a constant; one that points to memory makes that memory anew."""
        kind = value.__class__
        if value is None or kind is bool:
            return repr(value)
        if kind is int and not isinstance(type, t.PointerType) and value.bit_length() <= 256:  # type: ignore[attr-defined]
            return f"({value})" if value < 0 else str(value)  # type: ignore[operator]
        if kind is float and math.isfinite(value):  # type: ignore[arg-type]
            return f"({value!r})"
        if holds_pointers(type) and not _is_plain(value):
            return f"thaw({self._env.bind(value)}, {self._env.bind(type)})"
        return self._env.bind(value)

    # -- control flow ------------------------------------------------------------------------------

    def _find_jumps(self, region: Region, enclosing: list[Op]) -> None:
        """Resolves every break and continue, so that blocks nobody leaves early cost nothing."""
        for op in region:
            if op.__class__ is hlcf.Break or op.__class__ is hlcf.Continue:
                depth = op.attrs.get("depth") or 0
                target = enclosing[-1 - depth]
                self._jumps[op] = _Jump(target, op.__class__ is hlcf.Continue)
                self._targets.add(target)
            for inner in op.regions:
                nested = op.__class__ is hlcf.Loop or op.__class__ is hlcf.Block
                self._find_jumps(inner, [*enclosing, op] if nested else enclosing)

    def _region(self, region: Region) -> bool:
        """Emits the ops of a region; whether control can reach its end."""
        start = len(self._lines)
        outer = self._loc
        falls_through = True
        op = region.first
        while op is not None:
            self._steps += 1
            self._loc = op.loc if op.loc is not None else outer
            rule = _RULES.get(op.__class__)
            if rule is not None:
                rule(self, op)
            else:
                self.pure(op)
            if op.is_terminator:
                falls_through = op.__class__ is hlcf.Yield
                break
            op = op.next
        self._loc = outer
        if len(self._lines) == start:
            self.emit("pass")
        return falls_through

    def pure(self, op: Op) -> None:
        text = lane_expression(op)
        result = op.results[0] if op.results else None
        if result is None:
            raise CannotTranslate(op)
        if text is not None:
            self.define(result, text.format(*[self._names[v] for v in op.operands]))
            return
        kernel = kernel_for(op)
        if kernel is None:
            raise CannotTranslate(op)
        self.define(result, f"{self._env.bind(kernel)}({self.operands(op.operands)})")

    def conditional(self, op: hlcf.If) -> None:
        if self._indent >= _INDENT_LIMIT:
            self._outline(op, self._conditional)
        else:
            self._conditional(op)

    def _conditional(self, op: hlcf.If) -> None:
        results = [self._name(result) for result in op.results]
        for name in results:
            for names in self._assigned:
                names.add(name)
        then, otherwise = op.regions[0], op.regions[1] if len(op.regions) > 1 else None
        condition = self.operand(op.operands[0])
        if then.is_empty and otherwise is not None and not otherwise.is_empty:
            condition, then, otherwise = f"not {condition}", otherwise, None
        self.emit(f"if {condition}:")
        self._arm(then, results)
        if otherwise is not None and not otherwise.is_empty:
            self.emit("else:")
            self._arm(otherwise, results)

    def _arm(self, region: Region, results: list[str]) -> None:
        self._indent += 1
        self._region(region)
        last = region.last
        if results and last is not None and last.__class__ is hlcf.Yield:
            for name, value in zip(results, last.operands, strict=True):
                self.emit(f"{name} = {self.operand(value)}")
        self._indent -= 1

    def loop(self, op: Op) -> None:
        if op.__class__ is hlcf.Block and op not in self._targets:
            self._inline_block(op)
        elif self._loop_depth() >= _LOOP_LIMIT or self._indent >= _INDENT_LIMIT:
            self._outline(op, self._loop)
        else:
            self._loop(op)

    def _inline_block(self, op: Op) -> None:
        self._region(op.regions[0])

    def _loop(self, op: Op) -> None:
        level = _Level(op)
        self._levels.append(level)
        start = len(self._lines)
        self.emit("while True:")
        self._indent += 1
        if op.__class__ is hlcf.Loop:
            self._counted_region(op.regions[0])
        elif self._region(op.regions[0]):
            self.emit("break")
        self._indent -= 1
        self._levels.pop()
        if level.jumps:
            self._lines.insert(start, Line(self._indent, "x = 0", self._loc))
            self._pass_on(level.jumps)

    def _loop_depth(self) -> int:
        depth = 0
        for level in reversed(self._levels):
            if level.op is None:
                break
            depth += 1
        return depth

    def _outline(self, op: Op, emit: Callable[[Any], None]) -> None:
        """`op` in a local function, which returns None, the code of a jump, or a tuple to return.

        The function stands at the start of the one around it, so that it is not indented as deeply as its call.
        """
        name = self._fresh("r")
        body_at = len(self._lines)
        indent, self._indent = self._indent, 1
        level = _Level(None)
        self._levels.append(level)
        self._assigned.append(set())
        self._hoisted.append([])
        outer_slots = set(self._locals)
        emit(op)
        self._levels.pop()
        hoisted = self._hoisted.pop()
        results = [self._names[result] for result in op.results]
        shared = sorted(self._assigned.pop() & (outer_slots | set(results)))
        body = self._lines[body_at:]
        del self._lines[body_at:]
        self._indent = indent
        declaration = [Line(1, f"nonlocal {', '.join(shared)}", self._loc)] if shared else []
        header = Line(0, f"def {name}():", self._loc)
        lines = [header, *declaration, *hoisted, *body]
        self._hoisted[-1] += [Line(line.indent + 1, line.text, line.loc) for line in lines]
        for result in results:
            self.emit(f"{result} = None")
        self.emit(f"x = {name}()")
        self.emit(
            "if x.__class__ is tuple: return x" + ("" if self._in_local_function() else "[0]")
        )
        self._pass_on(level.jumps)

    def _in_local_function(self) -> bool:
        return any(level.op is None for level in self._levels)

    def jump(self, op: Op) -> None:
        jump = self._jumps[op]
        level = self._levels[-1]
        if level.op is not jump.target:
            self.emit(f"x = {self._code(jump)}")
        self._leave(jump)

    def _leave(self, jump: _Jump) -> None:
        """One step toward the target of a jump, whose code is in `x`."""
        level = self._levels[-1]
        if level.op is jump.target:
            self.emit("continue" if jump.is_continue else "break")
            return
        level.jumps.add(jump)
        self.emit("return x" if level.op is None else "break")

    def _pass_on(self, jumps: set[_Jump]) -> None:
        for jump in sorted(jumps, key=self._code):
            self.emit(f"if x == {self._code(jump)}:")
            self._indent += 1
            self._leave(jump)
            self._indent -= 1

    def _code(self, jump: _Jump) -> int:
        return self._codes.setdefault(jump, len(self._codes) + 1)

    def return_(self, op: Op) -> None:
        values = [self.operand(value) for value in op.operands]
        text = values[0] if len(values) == 1 else f"({', '.join(values)})" if values else "None"
        self.emit(f"return ({text},)" if self._in_local_function() else f"return {text}")

    # -- calls -------------------------------------------------------------------------------------

    def call(self, results: Sequence[Value], text: str) -> None:
        if not results:
            self.emit(text)
        elif len(results) == 1:
            self.define(results[0], text)
        else:
            names = ", ".join([self._name(result) for result in results])
            self.emit(f"{names} = {text}")


Shape: TypeAlias = "Literal[True] | tuple[Shape, ...]"
"""How a stack slot becomes local variables: True is one variable, a tuple has a shape per field."""


def slot_shape(pointers: list[Value], type: t.Type) -> Shape | None:
    """The shape of a slot whose uses are loads, stores and field addresses only; None when it must be memory.

    `pointers` are the values that point to it.
    """
    fields: dict[int, list[Value]] = {}
    for pointer in pointers:
        for use in pointer.uses:
            if use.__class__ is pop.Load:
                if use.results[0].type is not type:
                    return None
            elif use.__class__ is pop.Store:
                value, target = use.operands
                if value is pointer or target is not pointer or value.type is not type:
                    return None
            elif use.__class__ is kgen.StructGep and use.attrs["struct"] is type:
                fields.setdefault(use.attrs["index"], []).append(use.results[0])
            else:
                return None
    if not fields:
        return True
    if not isinstance(type, t.StructType):
        return None
    parts = [slot_shape(fields.get(i, []), element) for i, element in enumerate(type.elements)]
    return tuple(parts) if all(part is not None for part in parts) else None  # type: ignore[arg-type]


def pattern_text(pattern: Pattern) -> str:
    """A pattern as Python writes it, to read or to assign."""
    if isinstance(pattern, str):
        return pattern
    return f"({''.join([f'{pattern_text(part)}, ' for part in pattern])})"


def pattern_names(pattern: Pattern) -> list[str]:
    if isinstance(pattern, str):
        return [pattern]
    return [name for part in pattern for name in pattern_names(part)]


def _is_plain(value: object) -> bool:
    """Whether a constant has no pointers that need memory."""
    if value.__class__ is tuple:
        return all(map(_is_plain, value))
    return value is None or value.__class__ in (int, bool, float)


def undefined_value(type: t.Type) -> object:
    """Some value; a pointer that nobody may use."""
    match type:
        case t.PointerType():
            return UNINITIALIZED
        case t.StructType():
            return tuple(map(undefined_value, type.elements))
        case t.ArrayType():
            return (undefined_value(type.element),) * type.count
        case t.UnionType():
            return bytes(size_of(type))
    return zero_value(type)


# -- rules of ops with effects -----------------------------------------------------------------------------


def _constant(tr: Translator, op: kgen.Constant) -> None:
    text = tr.constant_text(op.value, op.results[0].type)
    if text.startswith("thaw("):
        tr.define(op.results[0], text)
    else:
        tr.alias(op.results[0], text)


def _undefined(tr: Translator, op: kgen.Undefined) -> None:
    type = op.results[0].type
    tr.alias(op.results[0], tr.constant_text(undefined_value(type), type))


def _address_of(tr: Translator, op: kgen.AddressOf) -> None:
    tr.define(op.results[0], f"address_of({tr.env.bind(op.symbol)})")


def _call(tr: Translator, op: kgen.Call) -> None:
    tr.call(op.results, f"{tr.env.function(op.callee.name)}({tr.operands(op.operands)})")


def _call_indirect(tr: Translator, op: kgen.CallIndirect) -> None:
    callee, *arguments = op.operands
    count = len(arguments)
    tr.call(op.results, f"callee({tr.operand(callee)}, {count})({tr.operands(arguments)})")


def _external_call(tr: Translator, op: pop.ExternalCall) -> None:
    text = f"{tr.env.external(op.name)}({tr.operands(op.operands)})"
    if op.results and isinstance(op.results[0].type, t.SimdType):
        dtype = op.results[0].type.dtype
        if dtype.kind == "float" and dtype.bits < 64:
            text = f"round_{dtype.name}({text})"
    tr.call(op.results, text)


def _intrinsic(tr: Translator, op: pop.Intrinsic) -> None:
    types = tr.env.bind(tuple(v.type for v in op.operands))
    result = tr.env.bind(op.results[0].type if op.results else t.NONE)
    arguments = tr.operands(op.operands)
    comma = "," if len(op.operands) == 1 else ""
    tr.call(op.results, f"intrinsic({op.name!r}, ({arguments}{comma}), {types}, {result})")


def _unreachable(tr: Translator, op: kgen.Unreachable) -> None:
    tr.emit("unreachable()")


def _offset(tr: Translator, op: pop.Offset) -> None:
    pointer, index = (tr.operand(v) for v in op.operands)
    size = size_of(op.element)
    _advance(tr, op.results[0], pointer, index if size == 1 else f"{index} * {size}")


def _struct_gep(tr: Translator, op: kgen.StructGep) -> None:
    pattern = tr.slot(op.operands[0])
    if pattern is not None:
        assert not isinstance(pattern, str)
        tr.set_slot(op.results[0], pattern[op.index])
        return
    offset = element_offset(op.struct, op.index)
    pointer = tr.operand(op.operands[0])
    if offset == 0:
        tr.alias(op.results[0], pointer)
    else:
        _advance(tr, op.results[0], pointer, str(offset))


def _advance(tr: Translator, result: Value, pointer: str, distance: str) -> None:
    if pointer == "None":
        tr.define(result, f"advance(None, {distance})")
        return
    tr.define(
        result,
        f"({pointer}[0], {pointer}[1] + {distance}) if {pointer}.__class__ is tuple"
        f" else advance({pointer}, {distance})",
    )


def _compare(tr: Translator, op: pop.Compare) -> None:
    if not isinstance(op.operands[0].type, t.PointerType):
        tr.pure(op)
        return
    a, b = (tr.operand(v) for v in op.operands)
    sign = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}[op.predicate]
    if op.predicate in ("eq", "ne"):
        tr.define(op.results[0], f"{a} {sign} {b}")
    else:
        tr.define(op.results[0], f"number({a}) {sign} number({b})")


def _select(tr: Translator, op: pop.Select) -> None:
    condition = op.operands[0].type
    if isinstance(condition, t.SimdType) and condition.width > 1:
        tr.pure(op)
        return
    mask, a, b = (tr.operand(v) for v in op.operands)
    tr.define(op.results[0], f"{a} if {mask} else {b}")


def _cast(tr: Translator, op: pop.Cast) -> None:
    text = cast_expression(op.operands[0].type, op.results[0].type)
    if text is None:
        tr.pure(op)
    elif text == "{0}":
        _alias(tr, op)
    else:
        tr.define(op.results[0], text.format(tr.operand(op.operands[0])))


def _struct_create(tr: Translator, op: kgen.StructCreate) -> None:
    fields = "".join([f"{tr.operand(v)}, " for v in op.operands])
    tr.define(op.results[0], f"({fields})")


def _struct_extract(tr: Translator, op: kgen.StructExtract) -> None:
    tr.define(op.results[0], f"{tr.operand(op.operands[0])}[{op.index}]")


def _alias(tr: Translator, op: Op) -> None:
    tr.alias(op.results[0], tr.operand(op.operands[0]))


def _one_argument(function: str) -> Callable[[Translator, Any], None]:
    def rule(tr: Translator, op: Op) -> None:
        tr.define(op.results[0], f"{function}({tr.operand(op.operands[0])})")

    return rule


def _memory_copy(tr: Translator, op: pop.MemoryCopy) -> None:
    tr.emit(f"copy({tr.operands(op.operands)})")


def _memory_set(tr: Translator, op: pop.MemorySet) -> None:
    tr.emit(f"fill({tr.operands(op.operands)})")


def _atomic_rmw(tr: Translator, op: pop.AtomicRmw) -> None:
    pointer, value = op.operands
    type = value.type
    load, store = tr.env.loader(type), tr.env.storer(type)
    place, operand = tr.operand(pointer), tr.operand(value)
    tr.define(op.results[0], f"{load}({place})")
    if op.kind == "xchg":
        tr.emit(f"{store}({place}, {operand})")
        return
    combine = kernel_for(_BINARY[op.kind]([value, value], [type]))
    for _ in range(2):
        value.uses.pop()
    if combine is None:
        raise CannotTranslate(op)
    old = tr.operand(op.results[0])
    tr.emit(f"{store}({place}, {tr.env.bind(combine)}({old}, {operand}))")


_BINARY: Final[dict[str, type[Op]]] = {
    "add": pop.Add,
    "sub": pop.Sub,
    "min": pop.Min,
    "max": pop.Max,
    "and": pop.And,
    "or": pop.Or,
    "xor": pop.Xor,
}


def _atomic_cmpxchg(tr: Translator, op: pop.AtomicCmpXchg) -> None:
    pointer, expected, desired = op.operands
    place = tr.operand(pointer)
    tr.define(op.results[0], f"{tr.env.loader(expected.type)}({place})")
    tr.define(op.results[1], f"{tr.operand(op.results[0])} == {tr.operand(expected)}")
    store = f"{tr.env.storer(desired.type)}({place}, {tr.operand(desired)})"
    tr.emit(f"if {tr.operand(op.results[1])}: {store}")


def _nothing(tr: Translator, op: Op) -> None:
    pass


_RULES: Final[dict[type[Op], Callable[[Translator, Any], None]]] = {
    kgen.Constant: _constant,
    kgen.Undefined: _undefined,
    kgen.AddressOf: _address_of,
    kgen.Call: _call,
    kgen.CallIndirect: _call_indirect,
    kgen.Return: Translator.return_,
    kgen.Unreachable: _unreachable,
    kgen.StructCreate: _struct_create,
    kgen.StructExtract: _struct_extract,
    kgen.StructGep: _struct_gep,
    hlcf.If: Translator.conditional,
    hlcf.Loop: Translator.loop,
    hlcf.Block: Translator.loop,
    hlcf.Break: Translator.jump,
    hlcf.Continue: Translator.jump,
    hlcf.Yield: _nothing,
    pop.StackAllocation: Translator.stack_allocation,
    pop.Load: Translator.load,
    pop.Store: Translator.store,
    pop.Offset: _offset,
    pop.Compare: _compare,
    pop.Select: _select,
    pop.Cast: _cast,
    pop.PointerCast: _alias,
    pop.PointerToIndex: _one_argument("signed_number"),
    pop.IndexToPointer: _one_argument("pointer"),
    pop.StringAddress: _one_argument("string_address"),
    pop.MemoryCopy: _memory_copy,
    pop.MemorySet: _memory_set,
    pop.AtomicRmw: _atomic_rmw,
    pop.AtomicCmpXchg: _atomic_cmpxchg,
    pop.Fence: _nothing,
    pop.Intrinsic: _intrinsic,
    pop.ExternalCall: _external_call,
}

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
nest, so regions that are too deep become local functions that return their jump. The declaration of an op names its rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, NoReturn

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import zero_value
from ember.dialects.evaluate import element_offset, kernel_for, lane_expression
from ember.dialects.layout import alignment_of, size_of
from ember.interpreter.freezing import holds_pointers
from ember.interpreter.local_slots import Pattern, Shape, pattern_names, pattern_text, slot_shape
from ember.interpreter.memory import UNINITIALIZED
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


class _Jump(NamedTuple):
    """Where a `break` or `continue` goes."""

    target: Op
    is_continue: bool


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
        "_parts",
        "_place_log",
        "_places",
        "_receivers",
        "_slots",
        "_steps",
        "_targets",
        "_within",
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
        self._parts: dict[Value, list[str]] = {}  # struct values taken apart: a name per field
        self._within: set[Value] = set()  # pointers that are known to point into a block
        self._places: dict[tuple[Value, int], str] = {}  # field addresses known here
        self._place_log: list[tuple[Value, int]] = []  # its keys, in order of their definition
        self._counter = 0
        self._steps = 0  # ops seen in the region that is being counted
        self._levels: list[_Level] = []
        self._jumps: dict[Op, _Jump] = {}
        self._targets: set[Op] = set()
        self._receivers: dict[Op, list[Value]] = {}  # what a jump with values assigns to
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
        self._within.add(result)

    def _declare(self, shape: Shape, type: t.Type) -> Pattern:
        """Local variables for a promoted slot, with some value each."""
        if shape is not True:
            assert isinstance(type, t.StructType)
            fields = zip(shape, type.elements, strict=True)
            return tuple([self._declare(part, element) for part, element in fields])
        name = self._fresh("s")
        self._locals.add(name)
        self.emit(f"{name} = {self.undefined(type)}")
        return name

    def load(self, op: pop.Load) -> None:
        result = op.results[0]
        pattern = self._slots.get(op.operands[0])
        if pattern is None:
            self.define(result, f"{self._env.loader(result.type)}({self.operand(op.operands[0])})")
        elif isinstance(pattern, str) or self._is_used_whole(result):
            self.define(result, pattern_text(pattern))
        else:
            used = {
                use.attrs["index"] for use in result.uses if use.__class__ is kgen.StructExtract
            }
            parts = [""] * len(pattern)
            for index in sorted(used):
                parts[index] = self._fresh("v")
                self.emit(f"{parts[index]} = {pattern_text(pattern[index])}")
            self._take_apart(result, parts)

    def store(self, op: pop.Store) -> None:
        value, pointer = op.operands
        if value.owner.__class__ is kgen.Undefined:
            return  # what was there before is as good
        pattern = self._slots.get(pointer)
        if pattern is None:
            storer = self._env.storer(value.type)
            self.emit(f"{storer}({self.operand(pointer)}, {self.operand(value)})")
            return
        for names in self._assigned:
            names.update(pattern_names(pattern))
        parts = self._parts.get(value)
        if parts is None or isinstance(pattern, str):
            self.emit(f"{pattern_text(pattern)} = {self.operand(value)}")
            return
        for field, part in zip(pattern, parts, strict=True):
            if part:
                self.emit(f"{pattern_text(field)} = {part}")

    # -- struct values -----------------------------------------------------------------------------

    def struct_create(self, op: kgen.StructCreate) -> None:
        result = op.results[0]
        parts = [self.operand(value) for value in op.operands]
        if self._is_used_whole(result):
            self.define(result, f"({''.join([f'{part}, ' for part in parts])})")
            self._parts[result] = parts
        else:
            self._take_apart(result, parts)

    def struct_extract(self, op: kgen.StructExtract) -> None:
        container, result = op.operands[0], op.results[0]
        parts = self._parts.get(container)
        if parts is not None:
            self.alias(result, parts[op.index])
        else:
            self.define(result, f"{self.operand(container)}[{op.index}]")

    def _take_apart(self, value: Value, parts: list[str]) -> None:
        self._parts[value] = parts
        self._names[value] = "None"  # never read: all uses take the parts

    def _is_used_whole(self, value: Value) -> bool:
        """Whether a struct value is needed as a tuple, not just field by field."""
        for use in value.uses:
            if use.__class__ is kgen.StructExtract:
                continue
            is_store = use.__class__ is pop.Store and use.operands[0] is value
            if not (is_store and isinstance(self._slots.get(use.operands[1]), tuple)):
                return True
        return False

    # -- addresses ---------------------------------------------------------------------------------

    def field_address(self, op: kgen.StructGep) -> None:
        pointer, result = op.operands[0], op.results[0]
        pattern = self._slots.get(pointer)
        if pattern is not None:
            assert not isinstance(pattern, str)
            self._names[result] = "None"
            self._slots[result] = pattern[op.index]
            return
        offset = element_offset(op.struct, op.index)
        known = self.operand(pointer) if offset == 0 else self._places.get((pointer, offset))
        if known is not None:
            self.alias(result, known)
            if pointer in self._within:
                self._within.add(result)
            return
        self.advance(result, pointer, str(offset))
        self._places[pointer, offset] = self.operand(result)
        self._place_log.append((pointer, offset))

    def advance(self, result: Value, pointer: Value, distance: str) -> None:
        """`result` is `pointer` and `distance` bytes."""
        name = self.operand(pointer)
        if name == "None":
            self.define(result, f"advance(None, {distance})")
            return
        moved = f"({name}[0], {name}[1] + {distance})"
        if pointer in self._within:
            self.define(result, moved)
            self._within.add(result)
        else:
            self.define(
                result, f"{moved} if {name}.__class__ is tuple else advance({name}, {distance})"
            )

    def undefined(self, type: t.Type) -> str:
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
                position = len(enclosing) - 1 - (op.attrs.get("depth") or 0)
                is_continue = op.__class__ is hlcf.Continue
                if op.operands:
                    around = enclosing[position]
                    self._receivers[op] = around.regions[0].args if is_continue else around.results
                if not is_continue:
                    while position + 1 < len(enclosing) and _ends_with(
                        enclosing[position], enclosing[position + 1]
                    ):
                        position += 1
                target = enclosing[position]
                self._jumps[op] = _Jump(target, is_continue)
                self._targets.add(target)
            for inner in op.regions:
                nested = op.__class__ is hlcf.Loop or op.__class__ is hlcf.Block
                self._find_jumps(inner, [*enclosing, op] if nested else enclosing)

    def _region(self, region: Region) -> bool:
        """Emits the ops of a region; whether control can reach its end."""
        start = len(self._lines)
        outer = self._loc
        known_places = len(self._place_log)
        falls_through = True
        op = region.first
        while op is not None:
            self._steps += 1
            self._loc = op.loc if op.loc is not None else outer
            rule = op.__class__.comptime
            if rule is not None:
                rule(self, op)
            else:
                self.pure(op)
            if op.is_terminator:
                falls_through = op.__class__ is hlcf.Yield
                break
            op = op.next
        self._loc = outer
        while len(self._place_log) > known_places:
            del self._places[self._place_log.pop()]
        if len(self._lines) == start:
            self.emit("pass")
        return falls_through

    def refuse(self, op: Op) -> NoReturn:
        raise CannotTranslate(op)

    def pure(self, op: Op) -> None:
        text = lane_expression(op)
        result = op.results[0] if op.results else None
        if result is None:
            self.refuse(op)
        if text is not None:
            text = text.format(*[self._names[v] for v in op.operands])
            if op.__class__ is pop.Compare and _is_next_condition(op):
                self.alias(result, text)
            else:
                self.define(result, text)
            return
        kernel = kernel_for(op)
        if kernel is None:
            self.refuse(op)
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
        self._declare_carried(op)
        self._region(op.regions[0])

    def _loop(self, op: Op) -> None:
        self._declare_carried(op)
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

    def _declare_carried(self, op: Op) -> None:
        """Variables for the results and, with their first values, for the arguments of a loop."""
        for result in op.results:
            self.define(result, "None")
            self._locals.add(self._names[result])
        if op.operands:
            self._locals.update([self._name(argument) for argument in op.regions[0].args])
            self._assign(op.regions[0].args, op.operands)

    def _assign(self, targets: Sequence[Value], values: Sequence[Value]) -> None:
        """Gives all targets their new values at once."""
        names = [self._names[target] for target in targets]
        for assigned in self._assigned:
            assigned.update(names)
        self.emit(f"{', '.join(names)} = {self.operands(values)}")

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
        if op.operands:
            self._assign(self._receivers[op], op.operands)
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


def _ends_with(outer: Op, inner: Op) -> bool:
    """Whether leaving `inner` is leaving the block `outer`, since nothing follows."""
    if outer.__class__ is not hlcf.Block:
        return False
    op: Op | None = inner
    while op is not None and op.next is None:
        op = op.parent_op
        if op is outer:
            return True
        if op.__class__ is not hlcf.If or (op is not None and op.results):
            return False
    return False


def _is_next_condition(op: Op) -> bool:
    """Whether the result of a comparison only decides the `hlcf.if` that follows (maybe cast to `i1` before)."""
    following = op.next
    if following is None or op.results[0].uses != [following]:
        return False
    if following.__class__ is pop.Cast and following.results[0].type in (t.I1, t.BOOL):
        return _is_next_condition(following)
    return following.__class__ is hlcf.If


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


def translate(func: kgen.Func, environment: Environment) -> Source:
    """The Python text of a function named `translated`."""
    return Translator(func, environment).source()

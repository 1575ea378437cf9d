"""Small programs over owned variables, for the tests of `ownership/destructors.py`.

A program is a list of statements (nested tuples). `build` makes the function the elaborator would make of it, with a
call for each thing that happens; `Execution` runs the function after the pass, watching every value; `Graph` is the
program as a plain graph, on which `expects_error` and `is_needed` answer by search what the pass computes by dataflow;
`Reading` runs the statements themselves and says which value each use must find.

Statements: ("declare", v) ("init", v, path) ("assign", v, path) ("use", v, path) ("uses", v, …) ("move", v, path)
("refer", holder, v): the holder is used, which refers to v
("tick", number) ("if", body, body) ("loop", body) ("block", body) ("break", depth) ("continue", depth)
("return", is_error) ("abort",)

From variable to variable, as the elaborator makes them, with temporaries: ("shift", (to, …), (from, …)) is `a, b = b, a`;
("step", to, from) is `a = f(b)` with a `read` argument; ("pass", to, from) the same with an owned one; ("give", v) is `f(v)`.
All are of one shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.ir.nodes import Builder, Op, Region, SymbolRef, Value
from ember.support.source import SourceFile

Statement: TypeAlias = tuple[Any, ...]
Body: TypeAlias = list[Statement]
FieldPath: TypeAlias = tuple[int, ...]

SOURCE = SourceFile("test.mojo", "." * 1000)


class Shape:
    """The type of a variable: whether it has a destructor, and its fields."""

    def __init__(self, has_destroy: bool, *fields: Shape) -> None:
        self.has_destroy = has_destroy
        self.fields = fields

    def type(self) -> t.Type:
        if len(self.fields) == 1:
            return self.fields[0].type()
        return t.StructType(tuple(f.type() for f in self.fields)) if self.fields else t.INDEX

    def destroy(self, path: FieldPath = ()) -> SymbolRef | None:
        return SymbolRef("destroy" + "".join(f".{i}" for i in path)) if self.has_destroy else None

    def parts(self, path: FieldPath = ()) -> tuple[object, ...]:
        return tuple(
            (field.destroy((*path, i)), field.parts((*path, i)))
            for i, field in enumerate(self.fields)
        )

    def nodes(self, path: FieldPath = ()) -> Iterator[tuple[FieldPath, Shape]]:
        yield path, self
        for i, field in enumerate(self.fields):
            yield from field.nodes((*path, i))

    def leaves(self, path: FieldPath = ()) -> frozenset[FieldPath]:
        return frozenset(
            p for p, node in self.nodes() if not node.fields and p[: len(path)] == path
        )

    def unit(self, path: FieldPath) -> FieldPath:
        """What is destroyed by one call together with the part at `path`."""
        shape = self
        for depth, index in enumerate(path):
            if shape.has_destroy:
                return path[:depth]
            shape = shape.fields[index]
        return path


class Declared:
    """A variable of a program."""

    def __init__(
        self,
        shape: Shape,
        name: str = "x",
        is_argument: bool = False,
        is_output: bool = False,
        linear: str = "",
        part_names: tuple[str, ...] = (),
    ) -> None:
        self.shape = shape
        self.name = name
        self.is_argument = is_argument
        self.is_output = is_output
        self.linear = linear
        self.part_names = part_names


class Program:
    def __init__(self, variables: list[Declared], body: Body) -> None:
        self.variables = variables
        self.body = body
        self.graph = Graph(self)
        taken_apart = set(_taken_apart(body))
        self.kept_whole = {
            v for v in range(len(variables)) if v not in taken_apart and self.graph.is_certain(v)
        }
        """Variables whose fields are never moved away, nor held on some paths only."""


def _taken_apart(body: Body) -> Iterator[int]:
    for statement in body:
        if statement[0] == "move" and statement[2]:
            yield statement[1]
        for inner in statement[1:]:
            if isinstance(inner, list):
                yield from _taken_apart(inner)


# -- building ----------------------------------------------------------------------------------------


class _Maker:
    def __init__(self, program: Program, func: kgen.Func) -> None:
        self.program = program
        self.slots: dict[int, Value] = {}
        self.func = func
        self.count = 0

    def location(self) -> Any:
        self.count += 1
        return SOURCE.span(self.count, self.count + 1)

    def field(self, at: Builder, variable: int, path: FieldPath) -> Value:
        pointer = self.slots[variable]
        shape = self.program.variables[variable].shape
        for index in path:
            if len(shape.fields) > 1:
                attrs = {"struct": shape.type(), "index": index}
                pointer = at.insert(kgen.StructGep([pointer], [t.POINTER], attrs)).results[0]
            shape = shape.fields[index]
        return pointer

    def body(self, body: Body, region: Region) -> None:
        at = Builder(region)
        for statement in body:
            if statement[0] in _EXITS:
                self.leave(at, *statement)
            else:
                name = _METHODS.get(statement[0], statement[0])
                getattr(self, name)(at, *statement[1:])

    def act(self, at: Builder, what: str, variable: int, path: FieldPath) -> None:
        name = f"{what}:{','.join(map(str, path))}"
        pointer = self.field(at, variable, path)
        at.insert(kgen.Call([pointer], [], {"callee": SymbolRef(name)}))

    def mark(self, at: Builder, op: type[Op], variable: int, path: FieldPath, **attrs: Any) -> None:
        attrs["path"] = path
        at.insert(op([self.slots[variable]], [], attrs, (), self.location()))

    def declare(self, at: Builder, variable: int) -> None:
        declared = self.program.variables[variable]
        operands = []
        if declared.is_argument or declared.is_output:
            operands = [self.func.body.add_argument(t.POINTER, f"v{variable}")]
        attrs = {
            "name": declared.name,
            "lent": declared.is_argument and declared.is_output,
            "type": declared.shape.type(),
            "destroy": declared.shape.destroy(),
            "parts": declared.shape.parts(),
            "initialized": declared.is_argument,
            "must_end_initialized": declared.is_output,
            "linear": declared.linear,
            "part_names": declared.part_names,
        }
        op = at.insert(kgen.Var(operands, [t.POINTER], attrs, (), self.location()))
        op.results[0].name = f"v{variable}"
        self.slots[variable] = op.results[0]

    def init(self, at: Builder, variable: int, path: FieldPath) -> None:
        self.act(at, "init", variable, path)
        self.mark(at, kgen.VarInit, variable, path)

    def assign(self, at: Builder, variable: int, path: FieldPath) -> None:
        self.mark(at, kgen.VarClear, variable, path)
        self.act(at, "init", variable, path)
        self.mark(at, kgen.VarInit, variable, path)

    def temporary(self, at: Builder, variable: int) -> Value:
        """A temporary of the type of a variable."""
        shape = self.program.variables[variable].shape
        attrs = {"name": "", "type": shape.type(), "destroy": shape.destroy(), "parts": ()}
        slot = at.insert(kgen.Var([], [t.POINTER], attrs, (), self.location())).results[0]
        slot.name = f"t{variable}"
        return slot

    def marked(self, at: Builder, op: type[Op], *slots: Value, **attrs: Any) -> None:
        at.insert(op(slots, [], {"path": (), **attrs}, (), self.location()))

    def copied(self, at: Builder, variable: int) -> Value:
        temporary = self.temporary(at, variable)
        symbols = {"copy": SymbolRef("copy:"), "move": SymbolRef("take:"), "size": 8}
        self.marked(at, kgen.VarCopy, self.slots[variable], temporary, **symbols)
        self.marked(at, kgen.VarInit, temporary)
        return temporary

    def store(self, at: Builder, variable: int, temporary: Value) -> None:
        self.marked(at, kgen.VarClear, self.slots[variable])
        take = {"move": SymbolRef("take:"), "size": 8}
        self.marked(at, kgen.VarTake, temporary, self.slots[variable], **take)
        self.marked(at, kgen.VarInit, self.slots[variable])

    def shift(self, at: Builder, targets: tuple[int, ...], sources: tuple[int, ...]) -> None:
        temporaries = [self.copied(at, source) for source in sources]
        for target, temporary in zip(targets, temporaries, strict=True):
            self.store(at, target, temporary)

    def step(self, at: Builder, target: int, source: int) -> None:
        result = self.temporary(at, target)
        self.called(at, "use:", self.slots[source])
        self.called(at, "init:", result)
        self.marked(at, kgen.VarUse, self.slots[source])
        self.marked(at, kgen.VarInit, result)
        self.store(at, target, result)

    def give(self, at: Builder, variable: int) -> None:
        argument = self.copied(at, variable)
        self.called(at, "move:", argument)
        self.marked(at, kgen.VarMove, argument)

    def hand_over(self, at: Builder, target: int, source: int) -> None:
        argument = self.copied(at, source)
        result = self.temporary(at, target)
        self.called(at, "init:", result)
        self.called(at, "move:", argument)
        self.marked(at, kgen.VarMove, argument)
        self.marked(at, kgen.VarInit, result)
        self.store(at, target, result)

    def called(self, at: Builder, what: str, *slots: Value) -> None:
        at.insert(kgen.Call(slots, [], {"callee": SymbolRef(what)}))

    def use(self, at: Builder, variable: int, path: FieldPath) -> None:
        self.act(at, "use", variable, path)
        self.mark(at, kgen.VarUse, variable, path)

    def uses(self, at: Builder, *variables: int) -> None:
        for variable in variables:
            self.act(at, "use", variable, ())
        for variable in variables:
            self.mark(at, kgen.VarUse, variable, ())

    def refer(self, at: Builder, holder: int, variable: int) -> None:
        self.use(at, holder, ())
        self.marked(at, kgen.VarUse, self.slots[variable], self.slots[holder], soft=True)

    def move(self, at: Builder, variable: int, path: FieldPath) -> None:
        self.act(at, "move", variable, path)
        self.mark(at, kgen.VarMove, variable, path)

    def tick(self, at: Builder, number: int) -> None:
        name = SymbolRef(f"tick:{number}")
        at.insert(kgen.Call([], [], {"callee": name}, (), self.location()))

    def branch(self, at: Builder, then: Body, otherwise: Body) -> None:
        attrs = {"callee": SymbolRef("choose")}
        condition = at.insert(kgen.Call([], [t.I1], attrs)).results[0]
        arms = [Region(), Region()]
        at.insert(hlcf.If([condition], [], {}, arms, self.location()))
        self.body(then, arms[0])
        self.body(otherwise, arms[1])

    def loop(self, at: Builder, body: Body) -> None:
        inner = Region()
        at.insert(hlcf.Loop([], [], {"unroll": 0}, [inner], self.location()))
        self.body(body, inner)

    def block(self, at: Builder, body: Body) -> None:
        inner = Region()
        at.insert(hlcf.Block([], [], {}, [inner], self.location()))
        self.body(body, inner)

    def leave(self, at: Builder, kind: str, argument: int = 0) -> None:
        attrs = {"error": bool(argument)} if kind == "return" else {"depth": argument}
        at.insert(_EXITS[kind]([], [], attrs, (), self.location()))


_METHODS = {"if": "branch", "pass": "hand_over"}

_EXITS: dict[str, type[Op]] = {
    "break": hlcf.Break,
    "continue": hlcf.Continue,
    "return": kgen.Return,
    "abort": kgen.Unreachable,
}


def build(program: Program) -> kgen.Func:
    attrs = {"name": "f", "type": t.FunctionType((), ()), "linkage": "internal", "inline": ""}
    func = kgen.Func([], [], attrs, [Region()])
    _Maker(program, func).body(program.body, func.regions[0])
    return func


# -- executing ---------------------------------------------------------------------------------------


class Violation(AssertionError):
    """The program, as run, broke a rule of ownership."""


class Slot:
    """Memory of one variable: which leaves hold a value.

    `broken`, if `is_kept_whole`: parts with a destructor that were whole until a field in them was destroyed; it must be written again.
    """

    def __init__(self, declared: Declared, variable: int, is_kept_whole: bool) -> None:
        self.declared = declared
        self.variable = variable
        self.is_kept_whole = is_kept_whole
        self.held: set[FieldPath] = set()
        self.broken: set[FieldPath] = set()
        self.contents: dict[FieldPath, int] = {}  # which value is where
        if declared.is_argument:
            self.held |= declared.shape.leaves()
            self.contents = dict.fromkeys(self.held, -1 - variable)

    def whole(self, path: FieldPath = ()) -> list[FieldPath]:
        """Parts at or below `path` with a destructor that wait to be destroyed."""
        shape = self.declared.shape
        return [
            p
            for p, node in shape.nodes()
            if node.has_destroy and p[: len(path)] == path and shape.leaves(p) <= self.held
        ]


class Execution:
    """One run; `choices` answers the branches. `log` lists what happened, destructions included."""

    def __init__(self, program: Program, func: kgen.Func, choices: Iterator[bool]) -> None:
        self.program = program
        self.choices = choices
        self.log: list[str] = []
        self.leaks: list[str] = []  # values overwritten before they were destroyed
        self.on_tick: Callable[[int, list[Slot]], None] | None = None
        self.seen: list[list[int]] = []  # the values that uses found
        self.made = 0
        self.fuel = 300
        self.func = func
        self.values: dict[Value, tuple[Slot, FieldPath]] = {}
        for argument in func.body.args:
            self.bind(argument)

    def bind(self, value: Value) -> None:
        assert value.name is not None
        variable = int(value.name[1:])
        declared = self.program.variables[variable]
        is_kept_whole = variable in self.program.kept_whole
        if value.name[0] == "t":
            declared, is_kept_whole = Declared(declared.shape, ""), False
        self.values[value] = (Slot(declared, variable, is_kept_whole), ())

    def run(self) -> str:
        """How it ended: "return", "error", "abort" or "fuel"."""
        outcome = self.region(self.func.body)
        if isinstance(outcome, tuple):
            raise Violation(f"left the function by {outcome}")
        slots = [slot for slot, path in self.values.values() if path == ()]
        if outcome in ("abort", "fuel"):
            return outcome
        if self.leaks:
            raise Violation(self.leaks[0])
        for slot in slots:
            if slot.declared.is_output and outcome == "return":
                if slot.held != slot.declared.shape.leaves():
                    raise Violation(f"output v{slot.variable} is incomplete")
            elif slot.whole():
                raise Violation(f"v{slot.variable} is never destroyed: {slot.whole()}")
            if slot.broken:
                raise Violation(f"v{slot.variable} is not destroyed as a whole: {slot.broken}")
        return outcome or "return"

    def region(self, region: Region) -> str | tuple[str, int] | None:
        for op in region:
            self.fuel -= 1
            if self.fuel < 0:
                return "fuel"
            outcome = self.op(op)
            if outcome is not None:
                return outcome
        return None

    def op(self, op: Op) -> str | tuple[str, int] | None:
        match op:
            case pop.StackAllocation():
                self.bind(op.results[0])
            case kgen.StructGep():
                slot, path = self.values[op.pointer]
                self.values[op.results[0]] = (slot, (*path, op.index))
            case kgen.Call():
                if op.callee.name != "choose":
                    self.call(op)
            case hlcf.If():
                return self.region(op.then if next(self.choices) else op.otherwise)
            case hlcf.Loop() | hlcf.Block():
                return self.scope(op)
            case hlcf.Break():
                return ("break", op.depth)
            case hlcf.Continue():
                return ("continue", op.depth)
            case kgen.Return():
                return "error" if op.attrs.get("error") else "return"
            case kgen.Unreachable():
                return "abort"
            case _:
                raise Violation(f"{op.op_name} is left")
        return None

    def scope(self, op: Op) -> str | tuple[str, int] | None:
        while True:
            outcome = self.region(op.regions[0])
            if isinstance(outcome, tuple) and outcome[1] > 0:
                return (outcome[0], outcome[1] - 1)
            if isinstance(outcome, str):
                return outcome
            if outcome == ("break", 0) or (outcome is None and isinstance(op, hlcf.Block)):
                return None
            self.fuel -= 1
            if self.fuel < 0:
                return "fuel"

    def call(self, op: kgen.Call) -> None:
        what, _, rest = op.callee.name.partition(":")
        if what == "tick":
            self.log.append("tick")
            if self.on_tick is not None:
                slots = [slot for slot, path in self.values.values() if path == ()]
                self.on_tick(int(rest), slots)
            return
        slot, pointed = self.values[op.arguments[0]]
        if what in ("copy", "take"):
            self.transfer(what, slot, self.values[op.arguments[1]][0])
            return
        if what.startswith("destroy"):
            path = tuple(int(i) for i in what.split(".")[1:])
            what = "destroy"
        else:
            path = tuple(int(i) for i in rest.split(",") if i)
        if _address(slot.declared.shape, path) != pointed:
            raise Violation(f"{op.callee} of v{slot.variable} at {pointed}")
        self.log.append(f"{what} {slot.declared.name}{''.join(f'.{i}' for i in path)}")
        self.happen(what, slot, path)

    def happen(self, what: str, slot: Slot, path: FieldPath) -> None:
        leaves = slot.declared.shape.leaves(path)
        if what == "init":
            if slot.whole(path) or any(b[: len(path)] == path for b in slot.broken):
                self.leaks.append(f"v{slot.variable}{path} is overwritten: {self.log}")
            self.made += 1
            slot.contents.update(dict.fromkeys(leaves, self.made))
            slot.held |= leaves
            slot.broken -= set(slot.whole())
            return
        if what == "destroy" and slot.is_kept_whole:
            slot.broken |= {p for p in slot.whole() if p != path and path[: len(p)] == p}
        if not leaves <= slot.held and (what == "destroy" or slot.declared.name):
            raise Violation(f"{what} of v{slot.variable}{path} which is gone: {self.log}")
        if what != "use":
            slot.held -= leaves
        else:
            self.seen.append([slot.contents.get(leaf, 0) for leaf in sorted(leaves)])

    def transfer(self, what: str, source: Slot, target: Slot) -> None:
        leaves = source.declared.shape.leaves()
        self.log.append(f"{what} {source.declared.name}, {target.declared.name}")
        if not leaves <= source.held:
            raise Violation(f"{what} of v{source.variable} which is gone: {self.log}")
        if target.whole() or target.broken:
            self.leaks.append(f"v{target.variable} is overwritten: {self.log}")
        target.contents.update(source.contents)
        target.held |= leaves
        if what == "take":
            source.held -= leaves


def _address(shape: Shape, path: FieldPath) -> FieldPath:
    """The path in the IR type, where a struct of one field is its field."""
    address = []
    for index in path:
        if len(shape.fields) > 1:
            address.append(index)
        shape = shape.fields[index]
    return tuple(address)


# -- the program as a graph --------------------------------------------------------------------------


class Graph:
    """Nodes are (statement, successors); node 0 is the end by return, falling off the end included."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.actions: list[Statement] = [("return", False)]
        self.successors: list[list[int]] = [[]]
        self.entry = self.body(program.body, 0, [])

    def node(self, action: Statement, *successors: int) -> int:
        self.actions.append(action)
        self.successors.append(list(successors))
        return len(self.actions) - 1

    def body(self, body: Body, after: int, targets: list[tuple[int, int]]) -> int:
        """The first node of `body`, whose end leads to `after`; `targets`: (end, start) of the scopes around."""
        for statement in reversed(body):
            match statement:
                case ("if", then, otherwise):
                    arms = self.body(then, after, targets), self.body(otherwise, after, targets)
                    after = self.node(("choose",), *arms)
                case ("loop", inner):
                    head = self.node(("head",))
                    self.successors[head] = [self.body(inner, head, [*targets, (after, head)])]
                    after = head
                case ("block", inner):
                    after = self.body(inner, after, [*targets, (after, -1)])
                case ("break", depth):
                    after = targets[-1 - depth][0]
                case ("continue", depth):
                    after = targets[-1 - depth][1]
                case ("uses", *variables):
                    for variable in reversed(variables):
                        after = self.node(("use", variable, ()), after)
                case ("shift", written, sources):
                    for target in reversed(written):
                        after = self.node(("assign", target, ()), after)
                    for source in reversed(sources):
                        after = self.node(("use", source, ()), after)
                case ("step" | "pass", target, source):
                    after = self.node(("assign", target, ()), after)
                    after = self.node(("use", source, ()), after)
                case ("give", variable):
                    after = self.node(("use", variable, ()), after)
                case ("return", _) | ("abort",):
                    after = self.node(statement)
                case _:
                    after = self.node(statement, after)
        return after

    def expects_error(self) -> bool:
        """Whether some path uses a named variable, or returns an output, that does not hold a value there."""
        return any(
            self._is_misused(v, leaf, node, held)
            for v, declared in enumerate(self.program.variables)
            for leaf in declared.shape.leaves()
            for node, held in self._states(v, leaf)
        )

    def is_certain(self, variable: int) -> bool:
        """Whether at each point, what holds a value does not depend on the path taken there."""
        for leaf in self.program.variables[variable].shape.leaves():
            states = self._states(variable, leaf)
            if any((node, not held) in states for node, held in states):
                return False
        return True

    def _touches(self, node: int, variable: int, leaf: FieldPath) -> bool:
        match self.actions[node]:
            case ("init" | "assign" | "use" | "move", v, path):
                return bool(v == variable and leaf[: len(path)] == path)
        return False

    def _is_misused(self, variable: int, leaf: FieldPath, node: int, held: bool) -> bool:
        kind = self.actions[node][0]
        if self.actions[node] == ("return", False):
            return self.program.variables[variable].is_output and not held
        return kind in ("use", "move") and self._touches(node, variable, leaf) and not held

    def _states(self, variable: int, leaf: FieldPath) -> set[tuple[int, bool]]:
        """All reachable (node, whether the leaf holds a value when control gets there)."""
        pending = [(self.entry, False)]
        seen = set(pending)
        while pending:
            node, held = pending.pop()
            if self.actions[node] == ("declare", variable):
                held = self.program.variables[variable].is_argument
            elif self._touches(node, variable, leaf):
                held = self.actions[node][0] != "move"
            for successor in self.successors[node]:
                if (successor, held) not in seen:
                    seen.add((successor, held))
                    pending.append((successor, held))
        return seen

    def is_needed(self, number: int, variable: int, leaf: FieldPath) -> bool:
        """Whether something after a tick touches the unit of a leaf before it is all overwritten, or all paths abort."""
        declared = self.program.variables[variable]
        unit = declared.shape.unit(leaf)
        start = self.actions.index(("tick", number))
        pending = list(self.successors[start])
        seen = set(pending)
        while pending:
            node = pending.pop()
            action = self.actions[node]
            if action == ("return", False) and declared.is_output:
                return True
            if action == ("declare", variable):
                continue
            if len(action) > 2 and action[1] == variable:
                path = action[2]
                is_all = (
                    unit[: len(path)] == path
                )  # the only field is not all: the destructor is its owner's
                if (is_all and action[0] in ("use", "move")) or (not is_all and path[: len(unit)] == unit):  # fmt: skip
                    return True
                if is_all:
                    continue
            pending += [n for n in self.successors[node] if n not in seen]
            seen.update(self.successors[node])
        return self._only_aborts(start)

    def _only_aborts(self, start: int) -> bool:
        """Whether no path from a node returns or goes round a loop for ever."""
        for node in self._reachable(start):
            kind = self.actions[node][0]
            if kind == "return" or (kind == "head" and node in self._reachable(node)):
                return False
        return True

    def _reachable(self, start: int) -> set[int]:
        """The nodes on paths that begin after `start`."""
        pending = [start]
        seen: set[int] = set()
        while pending:
            for successor in self.successors[pending.pop()]:
                if successor not in seen:
                    seen.add(successor)
                    pending.append(successor)
        return seen


# -- the program read aloud --------------------------------------------------------------------------


class Reading:
    """Runs the statements by their meaning. `seen`: the values that uses must find, as `Execution.seen`."""

    def __init__(self, program: Program, choices: Iterator[bool]) -> None:
        self.program = program
        self.choices = choices
        self.seen: list[list[int]] = []
        self.made = 0
        self.fuel = 300
        self.contents: dict[int, dict[FieldPath, int]] = {}

    def body(self, body: Body) -> str | tuple[str, int] | None:
        for statement in body:
            self.fuel -= 1
            if self.fuel < 0:
                return "fuel"
            outcome = self.statement(statement)
            if outcome is not None:
                return outcome
        return None

    def statement(self, statement: Statement) -> str | tuple[str, int] | None:
        match statement:
            case ("declare", variable):
                declared = self.program.variables[variable]
                first = -1 - variable if declared.is_argument else 0
                self.contents[variable] = dict.fromkeys(declared.shape.leaves(), first)
            case ("init" | "assign", variable, path):
                self.make(variable, path)
            case ("use", variable, path):
                self.use(variable, path)
            case ("uses", *variables):
                for variable in variables:
                    self.use(variable, ())
            case ("shift", targets, sources):
                read = [dict(self.contents[source]) for source in sources]
                for target, value in zip(targets, read, strict=True):
                    self.contents[target] = value
            case ("step", target, source):
                self.use(source, ())
                self.make(target, ())
            case ("pass", target, source):
                self.make(target, ())
            case ("if", then, otherwise):
                return self.body(then if next(self.choices) else otherwise)
            case ("loop" | "block", inner):
                return self.scope(inner, statement[0] == "loop")
            case ("break" | "continue", depth):
                return (statement[0], depth)
            case ("return", _) | ("abort",):
                return "end"
        return None

    def make(self, variable: int, path: FieldPath) -> None:
        self.made += 1
        leaves = self.program.variables[variable].shape.leaves(path)
        self.contents[variable].update(dict.fromkeys(leaves, self.made))

    def use(self, variable: int, path: FieldPath) -> None:
        leaves = sorted(self.program.variables[variable].shape.leaves(path))
        self.seen.append([self.contents[variable][leaf] for leaf in leaves])

    def scope(self, inner: Body, is_loop: bool) -> str | tuple[str, int] | None:
        while True:
            outcome = self.body(inner)
            if isinstance(outcome, tuple) and outcome[1] > 0:
                return (outcome[0], outcome[1] - 1)
            if isinstance(outcome, str):
                return outcome
            if outcome == ("break", 0) or (outcome is None and not is_loop):
                return None
            self.fuel -= 1
            if self.fuel < 0:
                return "fuel"

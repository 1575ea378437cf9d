"""The host program as a Mojo file: three exported functions that get one frame, an array of words.

    frame: addresses of the inputs, addresses of the results, the arena, the table, then the shapes of the inputs
    table: addresses of weights, constants and what the model keeps

`prepare` checks the shapes and says how much memory a call needs and what shapes its results have; `execute` launches the kernels;
`initialize` launches those that are needed once.
"""

from __future__ import annotations

from typing import Any, Final

from ember.dialects import mgp
from ember.dialects.dimensions import Dimension
from ember.dialects.mo_types import ShapedType
from ember.graph.mojo_source.words import size_name, size_text
from ember.graph.plan.host import Host
from ember.graph.plan.memory import ALIGNMENT, bytes_of
from ember.ir.nodes import Op, Region, Value

HEAD: Final = '''"""The host program of '{name}'."""

from std.ffi import external_call

comptime Words = UnsafePointer[Int, MutAnyOrigin]
comptime Message = UnsafePointer[UInt8, MutAnyOrigin]
'''


class HostSource:
    """The text, and what its caller must know: the table's order and the guards' messages."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.model = host.model
        self.body = host.model.regions[0]
        self.weights: list[tuple[str, ShapedType]] = []
        self.guards: list[str] = []
        self._names: dict[Value, str] = {}
        self._shape_at: list[int] = []
        self._first_seen: dict[str, int] = {}
        self._layout()
        self.text = self._write()

    # -- the frame ---------------------------------------------------------------------------------------------

    def _layout(self) -> None:
        outputs = self.model.attrs["output_types"]
        self.arena_at = len(self.body.args) + len(outputs)
        self.table_at = self.arena_at + 1
        at = self.table_at + 1
        for arg in self.body.args:
            self._shape_at.append(at)
            assert isinstance(arg.type, ShapedType)
            at += arg.type.rank
        self.frame_size = at
        for op in self.model.walk():
            if isinstance(op, mgp.Weight):
                assert isinstance(op.results[0].type, ShapedType)
                self.weights.append((op.attrs["name"], op.results[0].type))
        self.weights = list(dict.fromkeys(self.weights))

    def _table_index(self, op: Op) -> int:
        if isinstance(op, mgp.Weight):
            return [name for name, _ in self.weights].index(op.attrs["name"])
        first = len(self.weights)
        if isinstance(op, mgp.Constant):
            return first + int(op.attrs["number"])
        return first + len(self.host.constants) + int(op.attrs["number"])

    # -- the text ----------------------------------------------------------------------------------------------

    def _write(self) -> str:
        parts = [HEAD.format(name=self.model.attrs["name"]), self._prepare()]
        parts += [self._initialize(), self._execute()]
        return "\n\n".join(part.rstrip("\n") + "\n" for part in parts)

    def _prepare(self) -> str:
        lines = self._dimensions()
        for op in self.body:
            if isinstance(op, mgp.Define):
                name = op.attrs["symbol"]
                lines.append(f"var {size_name(name)} = {size_text(op.attrs['size'])}")
            elif isinstance(op, mgp.Guard):
                sides = size_text(op.attrs["left"]), size_text(op.attrs["right"])
                lines += self._check(*sides, op.attrs["message"])
        lines += self._arena()
        at = 1
        for number, type in enumerate(self.model.attrs["output_types"]):
            for axis, size in enumerate(type.dims):
                lines.append(f"sizes[{at}] = {size_text(size)}  # result {number}, axis {axis}")
                at += 1
        lines += ["return 0"]
        body = "\n".join(f"    {line}" for line in lines)
        return f'@export("ember_prepare", ABI="C")\ndef prepare(frame: Words, sizes: Words) -> Int:\n{body}\n'

    def _dimensions(self) -> list[str]:
        """Dimensions off the shapes of the inputs, and what must hold of those."""
        lines: list[str] = []
        checks: list[str] = []
        seen: set[str] = set()
        for number, arg in enumerate(self.body.args):
            assert isinstance(arg.type, ShapedType)
            for axis, size in enumerate(arg.type.dims):
                place = f"frame[{self._shape_at[number] + axis}]"
                symbol = size.symbol
                if symbol is not None and symbol not in seen:
                    seen.add(symbol)
                    lines.append(f"var {size_name(symbol)} = {place}")
                else:
                    message = f"input {number} has the shape {_shape(arg.type)}: axis {axis} must be {size}"
                    checks += self._check(place, size_text(size), message)
        return lines + checks

    def _check(self, left: str, right: str, message: str) -> list[str]:
        self.guards.append(message)
        return [
            f"if {left} != {right}:",
            f"    sizes[0] = {left}",
            f"    sizes[1] = {right}",
            f"    return {len(self.guards)}",
        ]

    def _arena(self) -> list[str]:
        """Where each block ends; the last is the size of all."""
        (op,) = [op for op in self.body if isinstance(op, mgp.Arena)]
        lines = ["var end = 0"]
        for sizes in op.attrs["blocks"]:
            lines.append(f"end += {_rounded(sizes)}")
        return [*lines, "sizes[0] = end"]

    def _initialize(self) -> str:
        (init,) = [op for op in self.body if isinstance(op, mgp.Init)]
        self._name_table()
        lines = self._launches(init.regions[0])
        body = "\n".join(f"    {line}" for line in [*lines, "return 0"])
        return (
            '@export("ember_initialize", ABI="C")\n'
            f"def initialize(table: Words, failure: Message) -> Int:\n{body}\n"
        )

    def _name_table(self) -> None:
        for op in self.model.walk():
            if isinstance(op, mgp.Weight | mgp.Constant | mgp.Kept):
                self._name(op.results[0], f"table[{self._table_index(op)}]")
            elif isinstance(op, mgp.Alias) and op.operands[0] in self._names:
                self._name(op.results[0], self._names[op.operands[0]])

    def _execute(self) -> str:
        lines = self._known_sizes()
        blocks: tuple[Any, ...] = ()
        for number, arg in enumerate(self.body.args):
            self._name(arg, f"frame[{number}]")
        first = len(self.body.args)
        for op in self.body:
            match op:
                case mgp.Arena():
                    blocks = op.attrs["blocks"]
                case mgp.OutputTensor():
                    self._name(op.results[0], f"frame[{first + op.attrs['number']}]")
                case mgp.Block():
                    self._name(op.results[0], f"block{op.attrs['number']}")
        if blocks:
            lines.append(f"var block0 = frame[{self.arena_at}]")
        for number, sizes in enumerate(blocks[:-1]):
            lines.append(f"var block{number + 1} = block{number} + {_rounded(sizes)}")
        lines.append(f"var table = Words(unsafe_from_address=frame[{self.table_at}])")
        lines += self._launches(self.body)
        body = "\n".join(f"    {line}" for line in [*lines, "return 0"])
        return (
            '@export("ember_execute", ABI="C")\n'
            f"def execute(frame: Words, failure: Message) -> Int:\n{body}\n"
        )

    def _known_sizes(self) -> list[str]:
        """Dimensions again, without checks."""
        lines: list[str] = []
        seen: set[str] = set()
        for number, arg in enumerate(self.body.args):
            assert isinstance(arg.type, ShapedType)
            for axis, size in enumerate(arg.type.dims):
                if size.symbol is not None and size.symbol not in seen:
                    seen.add(size.symbol)
                    place = self._shape_at[number] + axis
                    lines.append(f"var {size_name(size.symbol)} = frame[{place}]")
        for op in self.body:
            if isinstance(op, mgp.Define):
                lines.append(f"var {size_name(op.attrs['symbol'])} = {size_text(op.attrs['size'])}")
        return lines

    def _launches(self, region: Region) -> list[str]:
        lines: list[str] = []
        for op in region:
            if isinstance(op, mgp.Alias):
                self._name(op.results[0], self._names[op.operands[0]])
            elif isinstance(op, mgp.Launch):
                lines += self._launch(op)
            elif isinstance(op, mgp.Copy):
                target, source = (self._names[value] for value in op.operands)
                size = size_text(bytes_of(op.operands[0].type))
                lines.append(f'_ = external_call["memcpy", Int]({target}, {source}, {size})')
            elif isinstance(op, mgp.Condition):
                lines += [f"if not ({self._truth(op)}):", "    break"]
            elif isinstance(op, mgp.If):
                then, otherwise = (self._indented(region) for region in op.regions)
                lines += [f"if {self._truth(op)}:", *then, "else:", *otherwise]
            elif isinstance(op, mgp.While):
                before, again = (self._indented(region) for region in op.regions)
                lines += ["while True:", *before, *again]
        return lines

    def _indented(self, region: Region) -> list[str]:
        return [f"    {line}" for line in self._launches(region) or ["pass"]]

    def _truth(self, op: Op) -> str:
        """A tensor of one bool, read."""
        return f"Message(unsafe_from_address={self._names[op.operands[0]]})[0] != 0"

    def _launch(self, op: Op) -> list[str]:
        arguments = [self._names[value] for value in op.operands]
        arguments += map(size_name, op.attrs["sizes"])
        arguments.append("failure")
        source = op.attrs["source"]
        where = f"  # {', '.join(source)}" if source else ""
        return [
            f"# {op.attrs['summary']}{where}",
            f'if external_call["{op.attrs["kernel"]}", Int]({", ".join(arguments)}) != 0:',
            "    return 1",
        ]

    def _name(self, value: Value, text: str) -> None:
        self._names[value] = text


def _rounded(sizes: tuple[Dimension, ...]) -> str:
    """The bytes of a block."""
    texts = [size_text(size) for size in sizes]
    largest = texts[0] if len(texts) == 1 else f"max({', '.join(texts)})"
    return f"(({largest}) + {ALIGNMENT - 1}) // {ALIGNMENT} * {ALIGNMENT}"


def _shape(type: ShapedType) -> str:
    return f"[{', '.join(map(str, type.dims))}]"

"""The host program as a Mojo file: exported functions that get one frame, an array of words.

    frame: addresses of the inputs, addresses of the results, the arena, the table, context and arena of each device, then the
           shapes of the inputs, and those of results whose size is found while the model runs: their memory and shapes are written there
    table: addresses of weights, constants and what the model keeps

`prepare` checks the shapes and says how much memory a call needs and what shapes its results have; `execute` launches the kernels;
`initialize` launches those that are needed once. Programs with devices have two more: `open` makes a device and one of its streams the context
that kernels are launched with, and `graph` captures launches as one graph of the device, replays and frees it. Launches are put on that stream; the host
waits where `mgp.synchronize` says so.
"""

from __future__ import annotations

from typing import Final

from ember.dialects import mgp
from ember.dialects.dimensions import Dimension
from ember.dialects.mo_types import HOST, ShapedType
from ember.graph.mojo_source.words import size_name, size_text
from ember.graph.plan.host import Host
from ember.graph.plan.memory import ALIGNMENT, bytes_of
from ember.ir.nodes import Op, Region, Value
from ember.ir.types import Type

HEAD: Final = '''"""The host program of '{name}'."""

from std.ffi import external_call
{imports}
comptime Words = UnsafePointer[Int, MutAnyOrigin]
comptime Message = UnsafePointer[UInt8, MutAnyOrigin]
'''
DEVICE_IMPORTS: Final = """from mo.devices import abandon_graph, begin_graph, copy_on_device, copy_to_device, copy_to_host, end_graph, free_graph, open_context, replay_graph, wait_for
from mo.device_memory import LateDeviceMemory, new_device_memory
from mo.failures import report
"""
OPEN: Final = """@export("ember_open", ABI="C")
def open(number: Int, stream: Int, failure: Message) -> Int:
    try:
        return open_context(number, stream)
    except problem:
        _ = report(problem, failure)
        return 0


@export("ember_graph", ABI="C")
def graph(what: Int, value: Int, failure: Message) -> Int:
    try:
        if what == 0:
            return begin_graph(value)
        if what == 1:
            end_graph(value)
        elif what == 2:
            abandon_graph(value)
        elif what == 3:
            replay_graph(value)
        else:
            free_graph(value)
        return 1
    except problem:
        _ = report(problem, failure)
        return 0
"""


class HostSource:
    """The text, and what its caller must know: the table's order and the guards' messages."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.model = host.model
        self.body = host.model.regions[0]
        self.weights: list[tuple[str, ShapedType]] = []
        self.devices = [device for device in host.plans if device != HOST]
        self.guards: list[str] = []
        self._names: dict[Value, str] = {}
        self._shape_at: list[int] = []
        self._first_seen: dict[str, int] = {}
        self._late_ops = self._after_arena()
        """What is said about sizes after the arena was laid out depends on what kernels find."""
        self._layout()
        self.text = self._write()

    # -- the frame ---------------------------------------------------------------------------------------------

    def _layout(self) -> None:
        outputs = self.model.attrs["output_types"]
        self.arena_at = len(self.body.args) + len(outputs)
        self.table_at = self.arena_at + 1
        self.devices_at = self.table_at + 1
        at = self.devices_at + 2 * len(self.devices)
        for arg in self.body.args:
            self._shape_at.append(at)
            at += len(_dims(arg.type))
        created = [op for op in self.model.walk() if isinstance(op, mgp.CreateResult)]
        self._found_shape_at: dict[int, int] = {}
        for made in created:
            number = made.attrs["number"]
            self._found_shape_at[number] = at
            at += outputs[number].rank
        self.found_results = tuple(op.attrs["number"] for op in created)
        """Results whose shapes are found while the model runs, in the order of their shapes in the frame."""
        self.frame_size = at
        for op in self.model.walk():
            if isinstance(op, mgp.Weight):
                assert isinstance(op.results[0].type, ShapedType)
                self.weights.append((op.attrs["name"], op.results[0].type))
        self.weights = list(dict.fromkeys(self.weights))

    def _after_arena(self) -> set[Op]:
        early: set[Op] = set()
        for op in self.body:
            if isinstance(op, mgp.Arena):
                break
            early.add(op)
        return {op for op in self.model.walk() if op not in early}

    def _table_index(self, op: Op) -> int:
        if isinstance(op, mgp.Weight):
            return [name for name, _ in self.weights].index(op.attrs["name"])
        first = len(self.weights)
        if isinstance(op, mgp.Constant):
            return first + int(op.attrs["number"])
        return first + len(self.host.constants) + int(op.attrs["number"])

    # -- the text ----------------------------------------------------------------------------------------------

    def _write(self) -> str:
        has_late = any(isinstance(op, mgp.Reserve | mgp.CreateResult) for op in self.model.walk())
        imports = "from mo.late import LateMemory, new_memory\n" if has_late else ""
        if any(isinstance(op, mgp.Handle) for op in self.body):
            imports += "from mo.opaque import Handle\n"
        if self.devices:
            imports += DEVICE_IMPORTS
        head = HEAD.format(name=self.model.attrs["name"], imports=imports)
        parts = [head, *([OPEN] if self.devices else []), self._prepare()]
        parts += [self._initialize(), self._execute()]
        return "\n\n".join(part.rstrip("\n") + "\n" for part in parts)

    def _prepare(self) -> str:
        lines = self._dimensions()
        for op in self.body:
            if op in self._late_ops:
                continue
            if isinstance(op, mgp.Define):
                name = op.attrs["symbol"]
                lines.append(f"var {size_name(name)} = {size_text(op.attrs['size'])}")
            elif isinstance(op, mgp.Guard):
                sides = size_text(op.attrs["left"]), size_text(op.attrs["right"])
                lines += self._check(*sides, op.attrs["message"])
        arenas = [op for op in self.body if isinstance(op, mgp.Arena)]
        for at, arena in enumerate(arenas):
            lines += self._arena(arena, at)
        at = len(arenas)
        for number, type in enumerate(self.model.attrs["output_types"]):
            for axis, size in enumerate(_dims(type)):
                shown = "0" if number in self.found_results else size_text(size)
                lines.append(f"sizes[{at}] = {shown}  # result {number}, axis {axis}")
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
            for axis, size in enumerate(_dims(arg.type)):
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

    def _arena(self, op: Op, at: int) -> list[str]:
        """Where each block ends; the last is the size of all."""
        lines = ["var end = 0" if at == 0 else "end = 0"]
        for sizes in op.attrs["blocks"]:
            lines.append(f"end += {_rounded(sizes)}")
        return [*lines, f"sizes[{at}] = end"]

    def _initialize(self) -> str:
        (init,) = [op for op in self.body if isinstance(op, mgp.Init)]
        self._name_table()
        lines = [f"var {_word(d)} = contexts[{at}]" for at, d in enumerate(self.devices)]
        lines += self._launches(init.regions[0])
        return (
            '@export("ember_initialize", ABI="C")\n'
            f"def initialize(table: Words, contexts: Words, failure: Message) -> Int:\n{self._guarded(lines)}\n"
        )

    def _guarded(self, lines: list[str]) -> str:
        """The body of a function; work of devices may fail."""
        if not self.devices:
            return "\n".join(f"    {line}" for line in [*lines, "return 0"])
        inside = "\n".join(f"        {line}" for line in [*lines, "return 0"])
        return f"    try:\n{inside}\n    except problem:\n        return report(problem, failure)"

    def _name_table(self) -> None:
        for op in self.model.walk():
            if isinstance(op, mgp.Weight | mgp.Constant | mgp.Kept):
                self._name(op.results[0], f"table[{self._table_index(op)}]")
            elif isinstance(op, mgp.Alias) and op.operands[0] in self._names:
                self._name(op.results[0], self._part(op))

    def _execute(self) -> str:
        lines = self._known_sizes()
        for number, arg in enumerate(self.body.args):
            self._name(arg, f"frame[{number}]")
        first = len(self.body.args)
        for op in self.body:
            match op:
                case mgp.Arena():
                    lines += self._blocks(op)
                case mgp.OutputTensor():
                    self._name(op.results[0], f"frame[{first + op.attrs['number']}]")
                case mgp.Block():
                    block = f"{_prefix(_device(op.results[0]))}block{op.attrs['number']}"
                    self._name(op.results[0], block)
        lines.append(f"var table = Words(unsafe_from_address=frame[{self.table_at}])")
        late = sorted({self._late_name(op): self._late_type(op) for op in self.model.walk() if isinstance(op, mgp.Reserve)}.items())  # fmt: skip
        lines += [f"var {name} = {kind}" for name, kind in late]
        handles = [op for op in self.body if isinstance(op, mgp.Handle)]
        for handle in handles:
            name = f"value{handle.attrs['number']}"
            lines.append(f'var {name} = Handle["{handle.attrs["kernel"]}_end"]()')
            self._name(handle.results[0], f"Int(UnsafePointer(to={name}))")
        lines += self._launches(self.body)
        lines += [f"_ = {name}^" for name, _ in late]
        lines += [f"_ = value{handle.attrs['number']}^" for handle in handles]
        return (
            '@export("ember_execute", ABI="C")\n'
            f"def execute(frame: Words, failure: Message) -> Int:\n{self._guarded(lines)}\n"
        )

    def _blocks(self, op: Op) -> list[str]:
        """The context of a device, and where the blocks of its arena begin."""
        lines: list[str] = []
        device, at = op.attrs["device"], self.arena_at
        if device != HOST:
            at = self.devices_at + 2 * self.devices.index(device) + 1
            lines.append(f"var {_word(device)} = frame[{at - 1}]")
        name, blocks = f"{_prefix(device)}block", op.attrs["blocks"]
        if blocks:
            lines.append(f"var {name}0 = frame[{at}]")
        for number, sizes in enumerate(blocks[:-1]):
            lines.append(f"var {name}{number + 1} = {name}{number} + {_rounded(sizes)}")
        return lines

    def _known_sizes(self) -> list[str]:
        """Dimensions again, without checks."""
        lines: list[str] = []
        seen: set[str] = set()
        for number, arg in enumerate(self.body.args):
            for axis, size in enumerate(_dims(arg.type)):
                if size.symbol is not None and size.symbol not in seen:
                    seen.add(size.symbol)
                    place = self._shape_at[number] + axis
                    lines.append(f"var {size_name(size.symbol)} = frame[{place}]")
        for op in self.body:
            if isinstance(op, mgp.Define) and op not in self._late_ops:
                lines.append(f"var {size_name(op.attrs['symbol'])} = {size_text(op.attrs['size'])}")
        return lines

    def _launches(self, region: Region) -> list[str]:
        lines: list[str] = []
        for op in region:
            if isinstance(op, mgp.Alias):
                self._name(op.results[0], self._part(op))
            elif isinstance(op, mgp.Launch):
                lines += self._launch(op)
            elif type(op) in _LATE:
                lines += _LATE[type(op)](self, op)
            elif isinstance(op, mgp.Copy | mgp.Transfer):
                lines.append(self._copy(op))
            elif isinstance(op, mgp.Synchronize):
                lines.append(f"wait_for({_word(op.attrs['device'])})")
            elif isinstance(op, mgp.Condition):
                lines += [f"if not ({self._truth(op)}):", "    break"]
            elif isinstance(op, mgp.If):
                then, otherwise = (self._indented(region) for region in op.regions)
                lines += [f"if {self._truth(op)}:", *then, "else:", *otherwise]
            elif isinstance(op, mgp.While):
                before, again = (self._indented(region) for region in op.regions)
                lines += ["while True:", *before, *again]
        return lines

    def _copy(self, op: Op) -> str:
        """Bytes of a tensor to another place, perhaps on another device: by the stream of the device that has them, else of the one that gets them."""
        target, source = (self._names[value] for value in op.operands)
        there, here = (_device(value) for value in op.operands)
        size = size_text(bytes_of(op.operands[0].type))
        if there == here == HOST:
            return f'_ = external_call["memcpy", Int]({target}, {source}, {size})'
        way = "to_device" if here == HOST else "to_host" if there == HOST else "on_device"
        device = _word(there if here == HOST else here)
        return f"copy_{way}({device}, {target}, {source}, {size})"

    # -- sizes that are found while the model runs --------------------------------------------------------------

    def _found(self, op: Op) -> list[str]:
        name, axis = size_name(op.attrs["symbol"]), op.attrs["axis"]
        line = f"var {name} = Words(unsafe_from_address={self._names[op.operands[0]]})[{axis}]"
        return [line, *self._fails(f"{name} < 0", name, "0", f"'{op.attrs['symbol']}' is not a size")]  # fmt: skip

    def _check_found(self, op: Op) -> list[str]:
        found = f"Words(unsafe_from_address={self._names[op.operands[0]]})[{op.attrs['axis']}]"
        size = size_text(op.attrs["size"])
        return self._fails(f"{found} != {size}", found, size, op.attrs["message"])

    def _late_guard(self, op: Op) -> list[str]:
        if op not in self._late_ops:
            return []
        left, right = size_text(op.attrs["left"]), size_text(op.attrs["right"])
        return self._fails(f"{left} != {right}", left, right, op.attrs["message"])

    def _late_definition(self, op: Op) -> list[str]:
        if op not in self._late_ops:
            return []
        return [f"var {size_name(op.attrs['symbol'])} = {size_text(op.attrs['size'])}"]

    def _fails(self, condition: str, left: str, right: str, message: str) -> list[str]:
        """A check while the model runs: the number of the message, and what was found, go back."""
        self.guards.append(message)
        return [
            f"if {condition}:",
            f"    Words(unsafe_from_address=Int(failure))[0] = {left}",
            f"    Words(unsafe_from_address=Int(failure))[1] = {right}",
            f"    return {1 + len(self.guards)}",
        ]

    def _reserve(self, op: Op) -> list[str]:
        name = self._late_name(op)
        self._name(op.results[0], f"{name}.address")
        size = size_text(bytes_of(op.results[0].type))
        if _device(op.results[0]) != HOST:
            return [f"{name}.reserve({size})"]
        return [f"if not {name}.reserve({size}, failure):", "    return 1"]

    def _late_name(self, op: Op) -> str:
        return f"{_prefix(_device(op.results[0]))}late{op.attrs['number']}"

    def _late_type(self, op: Op) -> str:
        """A block of the host's memory or of a device's, with nothing in it yet."""
        device = _device(op.results[0])
        return "LateMemory()" if device == HOST else f"LateDeviceMemory({_word(device)})"

    def _create_result(self, op: Op) -> list[str]:
        number = op.attrs["number"]
        type = self.model.attrs["output_types"][number]  # perhaps another shape of the same memory
        place = f"frame[{len(self.body.args) + number}]"
        self._name(op.results[0], place)
        at = self._found_shape_at[number]
        lines = [f"frame[{at + axis}] = {size_text(size)}" for axis, size in enumerate(type.dims)]
        if type.device != HOST:
            room = f"new_device_memory({_word(type.device)}, {size_text(bytes_of(type))})"
            return [*lines, f"{place} = {room}"]
        return [
            *lines,
            f"{place} = new_memory({size_text(bytes_of(type))}, failure)",
            f"if {place} == 0:",
            "    return 1",
        ]

    def _indented(self, region: Region) -> list[str]:
        return [f"    {line}" for line in self._launches(region) or ["pass"]]

    def _truth(self, op: Op) -> str:
        """A tensor of one bool, read."""
        return f"Message(unsafe_from_address={self._names[op.operands[0]]})[0] != 0"

    def _launch(self, op: Op) -> list[str]:
        arguments = [self._names[value] for value in op.operands]
        arguments += map(size_name, op.attrs["sizes"])
        if op.attrs["device"] != HOST:
            arguments.append(_word(op.attrs["device"]))
        arguments.append("failure")
        source = op.attrs["source"]
        where = f"  # {', '.join(source)}" if source else ""
        return [
            f"# {op.attrs['summary']}{where}",
            f'if external_call["{op.attrs["kernel"]}", Int]({", ".join(arguments)}) != 0:',
            "    return 1",
        ]

    def _part(self, alias: Op) -> str:
        """The address that an alias has."""
        offset = alias.attrs["offset"]
        return f"{self._names[alias.operands[0]]}{f' + {offset}' if offset else ''}"

    def _name(self, value: Value, text: str) -> None:
        self._names[value] = text


_LATE: Final = {
    mgp.Found: HostSource._found,
    mgp.Check: HostSource._check_found,
    mgp.Guard: HostSource._late_guard,
    mgp.Define: HostSource._late_definition,
    mgp.Reserve: HostSource._reserve,
    mgp.CreateResult: HostSource._create_result,
}
"""What depends on sizes that kernels find, in the text of `execute`."""


def _word(device: str) -> str:
    """The variable with a device's context: `gpu:0` is `gpu0`."""
    return device.replace(":", "")


def _prefix(device: str) -> str:
    return "" if device == HOST else f"{_word(device)}_"


def _device(value: Value) -> str:
    assert isinstance(value.type, ShapedType)
    return value.type.device


def _rounded(sizes: tuple[Dimension, ...]) -> str:
    """The bytes of a block."""
    texts = [size_text(size) for size in sizes]
    largest = texts[0] if len(texts) == 1 else f"max({', '.join(texts)})"
    return f"(({largest}) + {ALIGNMENT - 1}) // {ALIGNMENT} * {ALIGNMENT}"


def _dims(type: Type) -> tuple[Dimension, ...]:
    """Sizes of a tensor; a value of a Mojo type has none."""
    return type.dims if isinstance(type, ShapedType) else ()


def _shape(type: Type) -> str:
    return f"[{', '.join(map(str, _dims(type)))}]"

"""The state of writing one module as LLVM text, and the few primitives every rule uses.

Text is collected as a list of lines, one instruction each; nothing is ever read back. A value's name is its operand
text: `%12`, or the constant itself, so constants cost no instruction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from ember.codegen.text.constants import ConstantWriter, escape
from ember.codegen.text.types import TypeInfo, TypeTable
from ember.dialects import types as t
from ember.ir.nodes import Op, Value
from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

_PLAIN_SYMBOL = re.compile(r"[A-Za-z_.$][A-Za-z0-9_.$]*").fullmatch
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]")
_LONGEST_NAME: Final = 200
"""LLVM cuts the names of values after 1,024 characters, and the number that tells slots apart with them."""


class Emitter:
    """One module being written."""

    __slots__ = (
        "allocas",
        "constants",
        "counter",
        "declarations",
        "exported",
        "globals",
        "is_foreign",
        "label_counter",
        "metadata",
        "names",
        "out",
        "symbols",
        "target",
        "types",
    )

    def __init__(self, target: Target) -> None:
        self.target = target
        self.types = TypeTable(target.arch, target.is_gpu)
        self.out: list[str] = []
        """Lines of the function being written."""
        self.names: dict[Value, str] = {}
        """The operand text of each value; values of type `none` have none."""
        self.counter = -1
        """The number of the last unnamed value: LLVM wants them to grow."""
        self.label_counter = 0
        self.allocas: list[str] = []
        self.declarations: dict[str, str] = {}
        """Functions used but not defined here: name to `declare` line."""
        self.exported: set[str] = set()
        """C names that this module defines itself."""
        self.globals: list[str] = []
        self.is_foreign = False
        """Whether the module contains instructions that the program names itself."""
        self.metadata: list[str] = []
        """Numbered metadata; `!N` is entry N."""
        self.symbols: dict[str, str] = {}
        self.constants = ConstantWriter(self.types, self.symbol, self.globals)

    def begin_function(self) -> None:
        self.out = []
        self.names = {}
        self.allocas = []
        self.counter = -1
        self.label_counter = 0

    def fresh(self) -> str:
        """A new value name."""
        self.counter += 1
        return f"%{self.counter}"

    def fresh_label(self) -> str:
        self.label_counter += 1
        return f"b{self.label_counter}"

    def assign(self, instruction: str) -> str:
        """Writes `%n = instruction` and gives `%n`."""
        self.counter += 1
        name = f"%{self.counter}"
        self.out.append(f"  {name} = {instruction}")
        return name

    def define(self, value: Value, instruction: str) -> None:
        """Writes `%n = instruction` as the definition of an IR value."""
        self.counter += 1
        name = f"%{self.counter}"
        self.out.append(f"  {name} = {instruction}")
        self.names[value] = name

    def symbol(self, name: str) -> str:
        """A function's or global's name as LLVM spells it."""
        text = self.symbols.get(name)
        if text is None:
            text = self.symbols[name] = self.spelled(name)
        return text

    @staticmethod
    def spelled(name: str) -> str:
        return f"@{name}" if _PLAIN_SYMBOL(name) else f'@"{escape(name.encode())}"'

    def add_metadata(self, text: str) -> str:
        """A numbered metadata node: `!N`."""
        self.metadata.append(text)
        return f"!{len(self.metadata) - 1}"

    def alloca(self, name: str, memory: str, align: int, is_local: bool = False) -> str:
        """A slot in the entry block; its name may carry the variable's. `is_local`: by an address of a GPU's local memory."""
        slot = f"%{_NOT_IN_NAMES.sub('_', name[:_LONGEST_NAME])}.{len(self.allocas)}"
        if self.target.arch == "amdgcn":  # the stack has an address space of its own there
            self.allocas.append(f"  {slot}.p = alloca {memory}, align {align}, addrspace(5)")
            if is_local:
                return f"{slot}.p"
            self.allocas.append(f"  {slot} = addrspacecast ptr addrspace(5) {slot}.p to ptr")
        elif is_local and self.target.is_gpu:
            self.allocas.append(f"  {slot}.p = alloca {memory}, align {align}")
            self.allocas.append(f"  {slot} = addrspacecast ptr {slot}.p to ptr addrspace(5)")
        else:
            self.allocas.append(f"  {slot} = alloca {memory}, align {align}")
        return slot

    def declare(self, name: str, result: str, parameters: str) -> str:
        """The symbol of a C function or intrinsic, declared by the first use that asks for it."""
        symbol = self.spelled(name)
        if name not in self.declarations and name not in self.exported:
            self.declarations[name] = f"declare {result} {symbol}({parameters})"
        return symbol

    def intrinsic(self, name: str, result: str, parameters: Sequence[str]) -> str:
        return self.declare(name, result, ", ".join(parameters))

    def to_memory(self, info: TypeInfo, text: str) -> str:
        """A register value in the form it has in memory."""
        if info.memory == info.text:
            return text
        if info.lanes > 1:
            whole = f"i{info.bits * info.lanes}"
            text = self.assign(f"bitcast {info.text} {text} to {whole}")
            return text if whole == info.memory else self.extend(whole, text, info.memory)
        return self.extend(info.text, text, info.memory)

    def extend(self, source: str, text: str, target: str) -> str:
        return self.assign(f"zext {source} {text} to {target}")

    def from_memory(self, info: TypeInfo, text: str) -> str:
        """The reverse of `to_memory`."""
        if info.memory == info.text:
            return text
        if info.lanes > 1:
            whole = f"i{info.bits * info.lanes}"
            if whole != info.memory:
                text = self.assign(f"trunc {info.memory} {text} to {whole}")
            return self.assign(f"bitcast {whole} {text} to {info.text}")
        return self.assign(f"trunc {info.memory} {text} to {info.text}")

    def result_type(self, types: Sequence[t.Type]) -> str:
        """What a function with these results returns: nothing, the value, or a struct of the values."""
        texts = [info.text for info in map(self.types.__getitem__, types) if not info.is_none]
        if not texts:
            return "void"
        return texts[0] if len(texts) == 1 else f"{{ {', '.join(texts)} }}"

    def arguments(self, values: Sequence[Value]) -> list[str]:
        """`type name` of each argument that has a run-time form."""
        types, names = self.types, self.names
        return [f"{types[v.type].text} {names[v]}" for v in values if not types[v.type].is_none]

    def call(self, results: Sequence[Value], instruction: str) -> None:
        """Writes a call (without `%n =`) and names its results, apart if there are several."""
        live = [value for value in results if not self.types[value.type].is_none]
        if not live:
            self.out.append(f"  {instruction}")
            return
        if len(live) == 1:
            self.define(live[0], instruction)
            return
        whole = self.assign(instruction)
        struct = self.result_type([value.type for value in results])
        for position, value in enumerate(live):
            self.define(value, f"extractvalue {struct} {whole}, {position}")


EmitRule: TypeAlias = Callable[[Emitter, Op], None]


def unsupported(op: Op, why: str) -> CompileError:
    """An op that cannot be compiled, as the user's error."""
    return CompileError(error("codegen-failed", op.loc, f"'{op.op_name}' {why}"))

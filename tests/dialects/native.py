"""Ops compiled to machine code: a function per op that reads operands from memory and writes the result."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.host import host_target
from ember.codegen.text.module import emit_llvm
from ember.compiler import support_objects
from ember.dialects import kgen, pop
from ember.dialects import types as t
from ember.dialects.layout import align_up, alignment_of, size_of
from ember.interpreter.accessors import Accessors
from ember.interpreter.memory import Memory
from ember.ir.nodes import Builder, Op, Region
from ember.runtime.jit import load_object
from ember.support.cache import default_cache

Case = tuple[type[Op], tuple[t.Type, ...], t.Type, dict[str, Any]]


class NativeOps:
    """Compiles a list of cases (op class, operand types, result type, attributes) as one module."""

    def __init__(self, cases: Sequence[Case]) -> None:
        body = Region()
        for number, case in enumerate(cases):
            body.append(_function(f"case{number}", case))
        target = host_target()
        text = emit_llvm(kgen.Module([], [], {}, [body]), target)
        code = compile_to_object(text, target, 2)
        loaded = load_object(code, *support_objects([code], target, default_cache()))
        pointer = ctypes.c_void_p
        self.cases = list(cases)
        self._keep = loaded
        self._functions = [
            loaded.function(f"case{n}", None, pointer, pointer) for n in range(len(cases))
        ]

    def run(self, number: int, values: Sequence[object]) -> object:
        """The result of case `number` for these operand values."""
        _, operand_types, result_type, _ = self.cases[number]
        memory = Memory(1 << 20)
        access = Accessors(memory)
        offsets = operand_offsets(operand_types)
        block, _ = memory.allocate(offsets[-1] + 64)
        for type, value, at in zip(operand_types, values, offsets, strict=False):
            access.writer(type)(block, at, value)
        arguments = ctypes.create_string_buffer(bytes(block.data), len(block.data) + 64)
        result = ctypes.create_string_buffer(size_of(result_type) + 64)
        first, into = (align_up(ctypes.addressof(b), 64) for b in (arguments, result))
        ctypes.memmove(first, bytes(block.data), len(block.data))
        self._functions[number](first, into)
        block, _ = memory.allocate(size_of(result_type))
        block.data[:] = ctypes.string_at(into, size_of(result_type))
        return access.reader(result_type)(block, 0)


def operand_offsets(types: Sequence[t.Type]) -> list[int]:
    """Where each operand lies, and after them the size of all."""
    offsets, offset = [], 0
    for type in types:
        offset = align_up(offset, alignment_of(type))
        offsets.append(offset)
        offset += size_of(type)
    return [*offsets, offset]


def _function(name: str, case: Case) -> kgen.Func:
    cls, operand_types, result_type, attrs = case
    region = Region([t.POINTER, t.POINTER])
    builder = Builder(region)
    source, target = region.args
    operands = []
    for type, at in zip(operand_types, operand_offsets(operand_types), strict=False):
        offset = builder.insert(kgen.Constant([], [t.INDEX], {"value": at})).results[0]
        place = builder.insert(pop.Offset([source, offset], [t.POINTER], {"element": t.BYTE}))
        operands.append(builder.insert(pop.Load([place.results[0]], [type])).results[0])
    result = builder.insert(cls(operands, [result_type], dict(attrs))).results[0]
    builder.insert(pop.Store([result, target]))
    builder.insert(kgen.Return())
    signature = t.FunctionType((t.POINTER, t.POINTER), ())
    attributes = {"name": name, "type": signature, "linkage": "export", "source_name": name}
    return kgen.Func([], [], attributes, [region])

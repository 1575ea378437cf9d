"""Builds small IR modules by hand and runs them natively."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.host import host_target
from ember.codegen.text.module import emit_llvm
from ember.compiler import support_objects
from ember.dialects import hlcf, kgen, pop
from ember.dialects import types as t
from ember.dialects.constants import decode_float, encode_float, wrap_signed
from ember.ir.nodes import Builder, Op, Region, SymbolRef, Value
from ember.runtime.jit import LoadedObject, load_object
from ember.support.cache import default_cache
from ember.support.dtype import DType

I32 = t.IntegerType(32)
I64 = t.IntegerType(64)


class Code:
    """A builder with one short method per op the tests use."""

    def __init__(self, region: Region, loc: Any = None) -> None:
        self.builder = Builder(region)
        self.loc = loc

    def op(
        self,
        cls: type[Op],
        operands: Sequence[Value] = (),
        results: Sequence[t.Type] = (),
        regions: Sequence[Region] = (),
        **attrs: Any,
    ) -> Op:
        return self.builder.insert(cls(operands, results, attrs, regions, self.loc))

    def value(
        self, cls: type[Op], operands: Sequence[Value], result: t.Type, **attrs: Any
    ) -> Value:
        return self.op(cls, operands, (result,), **attrs).results[0]

    def constant(self, value: object, type: t.Type = t.INDEX) -> Value:
        return self.value(kgen.Constant, (), type, value=value)

    def add(self, a: Value, b: Value) -> Value:
        return self.value(pop.Add, (a, b), a.type)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        return self.value(pop.Compare, (a, b), t.I1, predicate=predicate)

    def slot(self, type: t.Type, count: int = 1) -> Value:
        return self.value(
            pop.StackAllocation, (), t.POINTER, type=type, count=count, alignment=0, name="x"
        )

    def load(self, pointer: Value, type: t.Type = t.INDEX, **attrs: Any) -> Value:
        return self.value(pop.Load, (pointer,), type, **attrs)

    def store(self, value: Value, pointer: Value, **attrs: Any) -> None:
        self.op(pop.Store, (value, pointer), **attrs)

    def offset(self, pointer: Value, index: Value, element: t.Type) -> Value:
        return self.value(pop.Offset, (pointer, index), t.POINTER, element=element)

    def call(self, name: str, arguments: Sequence[Value], results: Sequence[t.Type]) -> list[Value]:
        return self.op(kgen.Call, arguments, results, callee=SymbolRef(name)).results

    def give(self, *values: Value) -> None:
        self.op(kgen.Return, values)

    def nested(self, fill: Callable[[Code], None]) -> Region:
        region = Region()
        fill(Code(region, self.loc))
        return region

    def if_(
        self,
        condition: Value,
        then: Callable[[Code], None],
        otherwise: Callable[[Code], None] = lambda code: None,
        results: Sequence[t.Type] = (),
    ) -> list[Value]:
        regions = [self.nested(then), self.nested(otherwise)]
        return self.op(hlcf.If, (condition,), results, regions).results

    def loop(self, body: Callable[[Code], None], unroll: int = 0) -> None:
        self.op(hlcf.Loop, regions=[self.nested(body)], unroll=unroll)

    def block(self, body: Callable[[Code], None]) -> None:
        self.op(hlcf.Block, regions=[self.nested(body)])


class Program:
    """A module under construction."""

    def __init__(self) -> None:
        self.body = Region()
        self.module = kgen.Module([], [], {}, [self.body])

    def function(
        self,
        name: str,
        inputs: Sequence[t.Type],
        results: Sequence[t.Type],
        fill: Callable[..., None],
        linkage: str = "export",
        inline: str = "",
        loc: Any = None,
    ) -> None:
        """`fill(code, *arguments)` writes the body."""
        region = Region(inputs)
        signature = t.FunctionType(tuple(inputs), tuple(results))
        attrs = {
            "name": name,
            "type": signature,
            "linkage": linkage,
            "inline": inline,
            "source_name": name,
        }
        self.body.append(kgen.Func([], [], attrs, [region], loc))
        fill(Code(region, loc), *region.args)

    def declaration(self, name: str, inputs: Sequence[t.Type], results: Sequence[t.Type]) -> None:
        attrs = {
            "name": name,
            "type": t.FunctionType(tuple(inputs), tuple(results)),
            "is_declaration": True,
        }
        self.body.append(kgen.Func([], [], attrs, [Region()]))

    def global_(self, name: str, type: t.Type, value: object, **attrs: Any) -> None:
        self.body.append(kgen.Global([], [], {"name": name, "type": type, "value": value, **attrs}))

    def text(self) -> str:
        return emit_llvm(self.module, host_target())

    def load(self, level: int = 2) -> LoadedObject:
        code = compile_to_object(self.text(), host_target(), level)
        return load_object(code, *support_objects([code], host_target(), default_cache()))

    def call(self, *arguments: int, name: str = "f", level: int = 2) -> int:
        """Calls an exported function of machine words."""
        kinds = [ctypes.c_int64] * len(arguments)
        loaded = self.load(level)
        return int(loaded.function(name, ctypes.c_int64, *kinds)(*arguments))


def encode_lanes(lanes: Sequence[Any], type: t.SimdType, size: int) -> bytes:
    """Lanes as the bytes they are in memory."""
    dtype = type.dtype
    bits = dtype.bits
    packed = 0
    for position, lane in enumerate(lanes):
        code = encode_float(lane, dtype) if dtype.is_float else int(lane)
        packed |= (code & ((1 << bits) - 1)) << (position * bits)
    return packed.to_bytes(size, "little")


def decode_lanes(data: bytes, type: t.SimdType) -> list[Any]:
    dtype: DType = type.dtype
    packed = int.from_bytes(data, "little")
    mask = (1 << dtype.bits) - 1
    codes = [packed >> (i * dtype.bits) & mask for i in range(type.width)]
    if dtype.is_float:
        return [decode_float(code, dtype) for code in codes]
    if dtype.kind == "signed":
        return [wrap_signed(code, dtype.bits) for code in codes]
    return codes

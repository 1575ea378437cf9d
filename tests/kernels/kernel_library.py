"""Registered kernels as functions of NumPy arrays: one compiled library for all instances a test needs.

add = Instance("nn.reduction", "_ReduceAdd", "axis = 1", out("float32", 2), fused("float32", 2))
library = KernelLibrary([add])
library.run(add, [result], [x])
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ember

Array = np.ndarray[Any, Any]
SIMULATED = "gpu"


class Operand(NamedTuple):
    """A tensor argument: its role as a Mojo type, what is fused into it, how many tensors it is."""

    role: str
    dtype: str
    rank: int
    fusion: str = ""
    count: int = 1


def out(dtype: str, rank: int) -> Operand:
    return Operand("OutputTensor", dtype, rank)


def fused_out(dtype: str, rank: int) -> Operand:
    return Operand("_FusedOutputTensor", dtype, rank)


def computed(dtype: str, rank: int) -> Operand:
    """An output whose values may be changed before the kernel stores them."""
    return Operand("_FusedComputeOutputTensor", dtype, rank)


def increased(dtype: str, rank: int) -> Operand:
    """An output into which adding 1 is fused."""
    return Operand("_FusedOutputTensor", dtype, rank, "output")


def plain(dtype: str, rank: int) -> Operand:
    return Operand("InputTensor", dtype, rank)


def changed(dtype: str, rank: int) -> Operand:
    return Operand("_MutableInputTensor", dtype, rank)


def fused(dtype: str, rank: int) -> Operand:
    return Operand("_FusedInputTensor", dtype, rank)


def doubled(dtype: str, rank: int) -> Operand:
    """An input into which doubling is fused."""
    return Operand("_FusedInputTensor", dtype, rank, "input")


def several(role: str, dtype: str, rank: int, count: int) -> Operand:
    return Operand(role, dtype, rank, count=count)


def scalar(dtype: str) -> Operand:
    """A number; its array has one element."""
    return Operand("Scalar", dtype, 0)


def numbers(*values: int) -> Operand:
    """An `IndexList` known now; it has no array."""
    return Operand("IndexList", ", ".join(map(str, values)), len(values))


class Instance:
    """A kernel for certain types: `parameters` of its `execute` as they are written in Mojo, by name; those of the struct stand behind its name."""

    def __init__(
        self, module: str, struct: str, parameters: str, *operands: Operand, target: str = "cpu"
    ) -> None:
        self.module = module
        self.struct = struct
        self.parameters = parameters
        self.operands = operands
        self.target = target

    @property
    def function(self) -> str:
        digest = hashlib.sha256(
            repr((self.struct, self.parameters, self.operands, self.target)).encode()
        )
        return f"_k{digest.hexdigest()[:12]}"

    def source(self) -> str:
        names, lines, after, at = [], ["var ctx = DeviceContext()"], ["ctx.synchronize()"], 0
        for i, operand in enumerate(self.operands):
            if self.target != "cpu" and operand.role not in ("Scalar", "IndexList"):
                for before, behind in _copies(operand, at):
                    lines.append(before)
                    after.append(behind)
            line, at = _operand(operand, f"a{i}", at, "data" if self.target == "cpu" else "there")
            lines.append(line)
            names.append(f"p_a{i}" if operand.fusion else f"a{i}")
        if self.target != "cpu":
            lines.insert(1, "var there = List[Int64](data)")
        brackets = f'target = "{self.target}"' + (f", {self.parameters}" if self.parameters else "")
        call = f"{self.struct}.execute[{brackets}]({', '.join(names)}, ctx)"
        loop = f"for _ in range(times):\n        {call}"
        body = "\n    ".join([*lines, loop, *after])
        return f"def {self.function}(data: Span[Int64, _], times: Int) raises:\n    {body}\n"


def _copies(operand: Operand, at: int) -> list[tuple[str, str]]:
    """Lines that give each tensor memory of the device, and those that fetch what is there afterwards."""
    dtype, result = f"DType.{operand.dtype}", []
    for i in range(operand.count):
        place = at + i * (operand.rank + 1)
        size = f"shape[{operand.rank}](data, {place + 1}).flattened_length()"
        make = (
            f"var b{place} = ctx.enqueue_create_buffer[{dtype}](max(1, {size}))\n"
            f"    if {size} > 0:\n"
            f"        ctx.enqueue_copy(b{place}, pointer[{dtype}](data, {place}))\n"
            f"    there[{place}] = Int64(Int(b{place}.unsafe_ptr()))"
        )
        fetch = f"if {size} > 0:\n        ctx.enqueue_copy(pointer[{dtype}](data, {place}), b{place})\n        ctx.synchronize()"
        result.append((make, fetch))
    return result


def _operand(operand: Operand, name: str, at: int, data: str) -> tuple[str, int]:
    """The line that makes an argument out of the numbers from place `at`: an address, then the shape, of each tensor."""
    dtype, rank = f"DType.{operand.dtype}", operand.rank
    if operand.role == "IndexList":
        return f"var {name} = IndexList[{rank}]({operand.dtype})", at
    if operand.role == "Scalar":
        return f"var {name} = pointer[{dtype}](data, {at})[]", at + 1
    if operand.count > 1 or "Variadic" in operand.role:
        step = rank + 1
        pointers = ", ".join(f"pointer[{dtype}]({data}, {at + i * step})" for i in range(operand.count))  # fmt: skip
        shapes = ", ".join(f"shape[{rank}]({data}, {at + i * step + 1})" for i in range(operand.count))  # fmt: skip
        return (
            f"var {name} = {operand.role}[{dtype}, {rank}, {operand.count}]("
            f"StaticTuple[UnsafePointer[Scalar[{dtype}], MutAnyOrigin], {operand.count}]({pointers}), "
            f"StaticTuple[IndexList[{rank}], {operand.count}]({shapes}))",
            at + step * operand.count,
        )
    spec = f"static_spec = StaticTensorSpec[{dtype}, {rank}].row_major(IndexList[{rank}](fill=-1))"
    value = (
        f"{operand.role}[{spec}](pointer[{dtype}]({data}, {at}), shape[{rank}]({data}, {at + 1}))"
    )
    line = f"var {name} = {value}"
    if operand.fusion:
        line = FUSIONS[operand.fusion].format(name=name, dtype=dtype, rank=rank, line=line)
    return line, at + 1 + rank


FUSIONS = {
    "input": """{line}
    def f_{name}[width: Int](index: IndexList[{rank}]) {{var {name}}} -> SIMD[{dtype}, width]:
        return {name}.load[width](index) * 2
    var p_{name} = {name}._with_input_lambda(f_{name})""",
    "output": """{line}
    def f_{name}[width: Int](index: IndexList[{rank}], value: SIMD[{dtype}, width]) {{var {name}}}:
        {name}.store[width](index, value + 1)
    var p_{name} = {name}._with_output_lambda(f_{name})""",
}


HEAD = """
from extensibility import *
from extensibility import _FusedComputeOutputTensor, _FusedInputTensor, _FusedOutputTensor, _MutableInputTensor
from std.gpu.host import DeviceContext
from std.utils import Index, IndexList, StaticTuple


def pointer[dtype: DType](data: Span[Int64, _], at: Int) -> UnsafePointer[Scalar[dtype], MutAnyOrigin]:
    return UnsafePointer[Scalar[dtype], MutAnyOrigin](unsafe_from_address=Int(data[at]))


def shape[rank: Int](data: Span[Int64, _], at: Int) -> IndexList[rank]:
    var result = IndexList[rank]()
    comptime for i in range(rank):
        result[i] = Int(data[at + i])
    return result


"""


class KernelLibrary:
    """Instances compiled together."""

    def __init__(self, instances: Sequence[Instance], opt_level: int = 1) -> None:
        functions = {i.function: i for i in instances}
        modules: dict[str, set[str]] = {}
        for instance in functions.values():
            modules.setdefault(instance.module, set()).add(instance.struct.partition("[")[0])
        imports = "".join(
            f"from {module} import {', '.join(sorted(structs))}\n"
            for module, structs in sorted(modules.items())
        )
        cases = "".join(
            f"    if which == {i}:\n        return {name}(data, times)\n"
            for i, name in enumerate(functions)
        )
        call = f"def call(which: Int, data: Span[Int64, _], times: Int) raises:\n{cases}"
        self._numbers = {name: i for i, name in enumerate(functions)}
        text = "\n\n".join([imports + HEAD, *[i.source() for i in functions.values()], call])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"kernels_{hashlib.sha256(text.encode()).hexdigest()[:12]}.mojo"
            path.write_text(text)
            self._functions = ember.compile(path, opt_level=opt_level)

    def run(self, instance: Instance, *arrays: Array, times: int = 1) -> None:
        """Calls a kernel, if need be several times: one array for each tensor, outputs first."""
        data: list[int] = []
        operands = [o for o in instance.operands for _ in range(o.count) if o.role != "IndexList"]
        for operand, array in zip(operands, arrays, strict=True):
            assert array.flags.c_contiguous and array.ndim == operand.rank
            assert array.dtype == ("uint16" if operand.dtype == "bfloat16" else operand.dtype)
            data.extend([array.ctypes.data, *array.shape])
        self._functions.call(self._numbers[instance.function], np.array(data, np.int64), times)


def stored(values: Array, dtype: str) -> Array:
    """Numbers as they lie in memory; bfloat16, which NumPy lacks, as the upper halves of float32."""
    if dtype != "bfloat16":
        return np.ascontiguousarray(values.astype(dtype))
    bits = np.ascontiguousarray(values.astype(np.float32)).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)


def read(array: Array, dtype: str) -> Array:
    """The numbers of an array that `stored` made, of a type NumPy computes with."""
    if dtype != "bfloat16":
        return array
    return (array.astype(np.uint32) << 16).view(np.float32)


def empty(shape: Sequence[int], dtype: str) -> Array:
    """Room for numbers, filled with something that no kernel writes."""
    return np.full(shape, 99, np.uint16 if dtype == "bfloat16" else dtype)

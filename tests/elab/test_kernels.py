"""Registered kernels as plain data: names, kinds, operands, parameters, shape functions, places."""

from __future__ import annotations

from pathlib import Path

from ember.compiler import Compilation
from ember.elab.modules.kernels import Kernel
from ember.queries import registered_kernels
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options

SOURCE = """
from extensibility import (
    ElementwiseBinaryOp, InputTensor, InputVariadicTensors, OutputTensor, register,
    register_shape_function, view_kernel, _FusedComputeOutputTensor, _MutableInputTensor,
)
from max.gpu.host import DeviceContext
from std.utils import IndexList

@register("mo.add")
struct Add(ElementwiseBinaryOp):
    @staticmethod
    def elementwise[
        dtype: DType, width: Int
    ](lhs: SIMD[dtype, width], rhs: SIMD[dtype, width]) -> SIMD[dtype, width]:
        return lhs + rhs

@register("scale", api="cuda")
@register("scale_too")
struct Scale[value: Int = 3]:
    @staticmethod
    def execute[dtype: DType, //, target: StaticString, axis: Int = 1](
        output: _FusedComputeOutputTensor[dtype=dtype, rank=2, ...],
        x: InputTensor[dtype=dtype, rank=output.rank, ...],
        state: _MutableInputTensor[dtype=DType.int32, rank=1, ...],
        many: InputVariadicTensors[dtype, 2, size=_],
        factor: Scalar[dtype],
        shape: IndexList[2],
        ctx: DeviceContext,
    ) raises:
        pass

@register("bad")
struct Bad:
    @staticmethod
    def execute(output: OutputTensor, name: String):
        pass

@register("turn")
@view_kernel
struct Turn:
    @staticmethod
    def update_input_view(x: InputTensor, shape: IndexList[x.rank]) -> type_of(x):
        return x

@register_shape_function("turn")
def turn_shape(x: InputTensor) -> IndexList[x.rank]:
    return x.shape()

struct NotAKernel:
    pass
"""

OF_2025 = """
import compiler
from tensor import FusedOutputTensor, InputTensor
from runtime.asyncrt import DeviceContextPtr
from utils.index import IndexList

@compiler.register("grayscale")
struct Grayscale:
    @staticmethod
    fn execute[target: StaticString](
        img_out: FusedOutputTensor[dtype=DType.float32, rank=2],
        img_in: InputTensor[dtype=DType.float32, rank=3],
        ctx: DeviceContextPtr,
    ) raises:
        pass

    @staticmethod
    fn shape(img_in: InputTensor[dtype=DType.float32, rank=3]) -> IndexList[2]:
        return IndexList[2](img_in.dim_size(1), img_in.dim_size(2))
"""


def kernels(path: Path) -> dict[str, Kernel]:
    compilation = Compilation(str(path), Options(), None, None)
    return {k.name: k for k in run_with_deep_stack(lambda: registered_kernels(compilation))}


def written(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.mojo").write_text(text)
    return folder


def test_kinds_and_places(tmp_path: Path) -> None:
    found = kernels(written(tmp_path, ops=SOURCE) / "ops.mojo")
    assert list(found) == ["mo.add", "scale", "scale_too", "bad", "turn"]
    assert [k.kind for k in found.values()] == ["elementwise", "opaque", "opaque", "opaque", "view"]
    assert found["mo.add"].conformances == ("ElementwiseBinaryOp",)
    assert found["scale"].conditions == {"api": "cuda"}
    assert found["mo.add"].place == (str(tmp_path / "ops.mojo"), 10, 1)
    shape = found["turn"].shape
    assert shape is not None
    assert shape.name == "turn_shape"


def test_operands(tmp_path: Path) -> None:
    execute = kernels(written(tmp_path, ops=SOURCE) / "ops.mojo")["scale"].functions["execute"]
    described = {o.name: (o.role, o.is_fusable, o.is_mutable) for o in execute.operands}
    assert described == {
        "output": ("output", True, True),
        "x": ("input", False, False),
        "state": ("input", False, True),
        "many": ("input", False, False),
        "factor": ("scalar", False, False),
        "shape": ("shape", False, False),
        "ctx": ("context", False, False),
    }
    operands = {o.name: o for o in execute.operands}
    assert operands["output"].parameters == {"dtype": "dtype", "rank": 2}
    assert operands["x"].parameters == {"dtype": "dtype", "rank": "output.rank"}
    assert operands["state"].parameters == {"dtype": "DType.int32", "rank": 1}
    assert "variadic" in operands["many"].traits
    assert "computing" in operands["output"].traits


def test_parameters(tmp_path: Path) -> None:
    scale = kernels(written(tmp_path, ops=SOURCE) / "ops.mojo")["scale"]
    assert scale.parameters == (("value", "Int", "3"),)
    assert scale.functions["execute"].parameters == (
        ("dtype", "DType", None),
        ("target", "StaticString", None),
        ("axis", "Int", "1"),
    )


def test_what_no_kernel_can_take(tmp_path: Path) -> None:
    found = kernels(written(tmp_path, ops=SOURCE) / "ops.mojo")
    message = "the argument 'name' of 'bad' is a 'String', which no kernel can take"
    assert found["bad"].problem == message
    assert not any(k.problem for k in found.values() if k.name != "bad")


def test_folder_and_2025(tmp_path: Path) -> None:
    found = kernels(written(tmp_path, __init__="", image=OF_2025, ops=SOURCE))
    assert "mo.add" in found
    gray = found["grayscale"]
    assert [(o.role, o.is_fusable) for o in gray.functions["execute"].operands] == [
        ("output", True),
        ("input", False),
        ("context", False),
    ]
    assert gray.shape is not None
    assert gray.shape.name == "shape"

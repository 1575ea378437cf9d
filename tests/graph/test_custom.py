"""Kernels by name in graphs: found in folders, checked against their signatures when the line runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ember.dtype import DType
from ember.graph import BufferType, DeviceRef, Graph, KernelLibrary, OpaqueType, TensorType, ops
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check

CPU = DeviceRef.CPU()
KERNELS = """
from extensibility import (
    InputTensor, InputVariadicTensors, OutputTensor, register, register_shape_function, _MutableInputTensor,
)
from max.gpu.host import DeviceContext
from std.utils import IndexList

@register("scale")
struct Scale[by: Int]:
    @staticmethod
    def execute[target: StaticString, clamp: Bool = False](
        output: OutputTensor,
        x: InputTensor[dtype=output.dtype, rank=output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        pass

@register("typed")
struct Typed:
    @staticmethod
    def execute[of: DType, name: StaticString = "a"](output: OutputTensor[dtype=DType.float32, rank=1, ...], x: InputTensor):
        pass

@register("join")
struct Join:
    @staticmethod
    def execute[dtype: DType](
        output: OutputTensor[dtype=dtype, rank=1, ...], first: InputTensor[dtype=dtype, rank=1, ...],
        rest: InputVariadicTensors[dtype, 1, size=_],
    ):
        pass

@register("grow")
struct Grow:
    @staticmethod
    def execute(x: _MutableInputTensor, by: Scalar[x.dtype]):
        pass

@register("find")
struct Find:
    @staticmethod
    def execute(output: OutputTensor[dtype=DType.int64, rank=1, ...], x: InputTensor):
        pass

@register_shape_function("find")
def find_shape(x: InputTensor) -> IndexList[1]:
    return IndexList[1](0)

struct Counter(Movable):
    var n: Int

@register("make_counter")
struct MakeCounter:
    @staticmethod
    def execute() -> Counter:
        return Counter(0)

@register("bump")
struct Bump:
    @staticmethod
    def execute(mut counter: Counter):
        counter.n += 1

@register("wrong")
struct Wrong:
    @staticmethod
    def execute(output: OutputTensor, name: String):
        pass
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kernels")
    (path / "__init__.mojo").write_text(KERNELS)
    return path


def tensor(*shape: Any, dtype: DType = DType.float32) -> TensorType:
    return TensorType(dtype, shape, CPU)


def buffer(*shape: Any) -> BufferType:
    return BufferType(DType.float32, shape, CPU)


def built(function: Callable[..., Any], folder: Path, *types: Any) -> Graph:
    graph = Graph("g", function, types, custom_extensions=[folder])
    module = parse_module(f"mo.module {{\n{graph}\n}}")
    assert not check(module) and print_op(module.regions[0].first) == repr(graph)
    return graph


def test_results_have_the_types_that_were_asked_for(folder: Path) -> None:
    graph = built(
        lambda x: ops.custom("scale", CPU, [x], [x.type], {"by": 2, "clamp": True})[0],
        folder,
        tensor("n", 3),
    )
    assert graph.output_types == [tensor("n", 3)]
    assert 'symbol = "scale"' in repr(graph) and "by = 2" in repr(graph)


def test_a_shape_function_may_bring_a_dimension(folder: Path) -> None:
    graph = built(
        lambda x: ops.custom("find", CPU, [x], [tensor("found", dtype=DType.int64)])[0] + 1,
        folder,
        tensor("n"),
    )
    assert graph.output_types == [tensor("found", dtype=DType.int64)]


def test_changes_are_ordered_by_the_chain(folder: Path) -> None:
    def body(b: Any, by: Any) -> Any:
        ops.inplace_custom("grow", CPU, [b, by])
        ops.inplace_custom("grow", CPU, [b, by])
        return b[...]

    graph = built(body, folder, buffer("n"), tensor())
    first, second = (op for op in graph.body if op.op_name == "mo.custom.inplace")
    assert second.operands[-1] is first.results[-1]


def test_opaque_values(folder: Path) -> None:
    def body() -> None:
        (counter,) = ops.custom("make_counter", CPU, [], [OpaqueType("Counter")])
        ops.inplace_custom("bump", CPU, [counter.opaque])

    built(body, folder)


@pytest.mark.parametrize(
    ("function", "error", "words"),
    [
        (lambda x, b: ops.custom("scael", CPU, [x], [x.type]), ValueError, "there is no kernel named 'scael'; those of the graph's folders are: scale, typed"),
        (lambda x, b: ops.custom("scale", CPU, [x], [x.type], {"bye": 2}), ValueError, "custom: 'scale': there is no parameter 'bye'; those of the kernel are: by, clamp"),
        (lambda x, b: ops.custom("scale", CPU, [x], [x.type], {"by": "2"}), ValueError, "the parameter 'by' is an 'Int', not '2'"),
        (lambda x, b: ops.custom("scale", CPU, [x], [x.type], {"by": True}), ValueError, "the parameter 'by' is an 'Int', not True"),
        (lambda x, b: ops.custom("scale", CPU, [x], [x.type], {"by": 1, "clamp": 1}), ValueError, "the parameter 'clamp' is a 'Bool', not 1"),
        (lambda x, b: ops.custom("scale", CPU, [x], [x.type]), ValueError, "the parameter 'by' is needed: an 'Int'"),
        (lambda x, b: ops.custom("scale", CPU, [x], [x.type], {"by": 1.5}), TypeError, "is a bool, int, str or DType, not float"),
        (lambda x, b: ops.custom("scale", CPU, [x, x], [x.type], {"by": 2}), ValueError, "the kernel has 1 inputs (x), and 2 are given"),
        (lambda x, b: ops.custom("scale", CPU, [x], [x.type] * 2, {"by": 2}), ValueError, "the kernel has 1 outputs (output), and 2 are given"),
        (lambda x, b: ops.custom("scale", CPU, [x], [tensor("n")], {"by": 2}), ValueError, "the rank of 'x' must be 1 as 'output.rank' says, not 2"),
        (lambda x, b: ops.custom("typed", CPU, [x], [tensor(3, dtype=DType.int8)], {"of": DType.int8}), ValueError, "the element type of 'output' must be DType.float32, not DType.int8"),
        (lambda x, b: ops.custom("join", CPU, [], [tensor(3)]), ValueError, "the kernel has 1 or more inputs (first, rest), and 0 are given"),
        (lambda x, b: ops.custom("scale", CPU, [x], [tensor("new", 3)], {"by": 2}), ValueError, "nobody says how large 'new' is"),
        (lambda x, b: ops.custom("wrong", CPU, [x], [x.type]), ValueError, "the argument 'name' is a 'String', which no tensor can be given"),
        (lambda x, b: ops.custom("grow", CPU, [x, x], []), ValueError, "the kernel changes 'x', so it takes a buffer there"),
        (lambda x, b: ops.inplace_custom("scale", CPU, [b], [x.type], {"by": 2}), ValueError, "only reads 'x', so it takes a tensor there"),
        (lambda x, b: ops.custom("grow", CPU, [b, x], []), TypeError, "use 'inplace_custom'"),
        (lambda x, b: ops.inplace_custom("scale", CPU, [x], [x.type], {"by": 2}), TypeError, "use 'custom'"),
    ],
)  # fmt: skip
def test_what_does_not_fit(function: Any, error: type[Exception], words: str, folder: Path) -> None:
    with pytest.raises(error) as found:
        Graph("g", function, [tensor("n", 3), buffer(3)], custom_extensions=[folder])
    assert words in str(found.value)


def test_errors_say_where_the_kernel_is(folder: Path) -> None:
    with pytest.raises(ValueError) as found:
        built(lambda x: ops.custom("scale", CPU, [x, x], [x.type], {"by": 2}), folder, tensor("n"))
    assert str(found.value).splitlines()[1:] == [
        "  operand 0: TensorType(DType.float32, [n], cpu:0)",
        "  operand 1: TensorType(DType.float32, [n], cpu:0)",
        f"  kernel: Scale at {folder / '__init__.mojo'}:9",
    ]


def test_libraries(folder: Path, tmp_path: Path) -> None:
    library = KernelLibrary([folder])
    assert "scale" in library and "relu" not in library and "join" in set(library)
    assert library.has_shape_function("find") and not library.has_shape_function("scale")
    graph = Graph("g", kernel_library=library)
    assert graph.kernel_libraries_paths == [folder]
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(ValueError, match="no such file or folder"):
        KernelLibrary([tmp_path / "nothing"])
    with pytest.raises(ValueError, match=r"it has no '__init__\.mojo'"):
        KernelLibrary([tmp_path])
    with pytest.raises(ValueError, match="holds no kernels"):
        KernelLibrary([tmp_path / "notes.txt"])
    (tmp_path / "bad.mojo").write_text("struct :\n")
    with pytest.raises(ValueError, match=r"(?s)cannot be read.*bad\.mojo:1"):
        KernelLibrary([tmp_path / "bad.mojo"])

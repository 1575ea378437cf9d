"""Dimensions, shapes and types as users write them, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from ember.driver import CPU
from ember.dtype import DType
from ember.graph.api.dims import AlgebraicDim, Dim, Shape, StaticDim, SymbolicDim
from ember.graph.api.types import BufferType, DeviceRef, OpaqueType, TensorType

N = Dim("n")


def test_kinds_of_dimensions() -> None:
    assert isinstance(Dim(4), StaticDim) and int(Dim(np.int64(4))) == 4
    assert isinstance(N, SymbolicDim) and N.name == "n"
    assert isinstance(N * 2, AlgebraicDim) and isinstance(N * 2 - N - N, StaticDim)
    assert Dim(N) is N


def test_dimensions_compare_by_value() -> None:
    assert Dim(4) == 4 and N == "n" and N != 4 and Dim(4) != "4 4"
    assert 2 * N + 1 == 1 + N * 2
    assert {Dim(4): "a"}[4] == "a"  # type: ignore[index]
    assert Dim(3) < 4 and Dim(3) >= Dim(3)


def test_how_dimensions_print() -> None:
    assert (repr(N * 2), str(N * 2)) == ("Dim('n') * Dim(2)", "n * 2")
    assert (repr(Dim(3)), str(Shape([N, 8]))) == ("Dim(3)", "[n, 8]")
    assert repr((N + 1) // 2) == "(Dim('n') + Dim(1)) // Dim(2)"


def test_substitution() -> None:
    size = (N + 1) // 2
    assert size.substitute({"n": 7}) == 4
    assert size.substitute({"n": "m"}) == (Dim("m") + 1) // 2
    assert [dim.name for dim in (N * Dim("m")).parameters] == ["m", "n"]


@pytest.mark.parametrize("wrong", [1.5, True, None, [1]])
def test_what_is_no_dimension(wrong: object) -> None:
    with pytest.raises(TypeError, match="a dimension is a number, a name or a Dim"):
        Dim(wrong)  # type: ignore[arg-type]


def test_symbols_are_no_numbers() -> None:
    with pytest.raises(TypeError, match="'n' is not known before the graph runs"):
        int(N)
    with pytest.raises(TypeError):
        _ = [1, 2][N]  # type: ignore[call-overload]
    for name in ("", "a b", "1a", "a-b"):
        with pytest.raises(ValueError, match="is no name of a dimension"):
            Dim(name)
    with pytest.raises(ZeroDivisionError):
        _ = N // 0
    with pytest.raises(ValueError, match="does not fit into 64 bits"):
        Dim(1 << 63)


def test_tensor_types() -> None:
    one = TensorType(DType.float32, ["n", 8], CPU())
    assert one == TensorType(DType.float32, [N, 8], DeviceRef.CPU())
    assert one != one.as_buffer() and one.as_buffer().as_tensor() == one
    assert one.cast(DType.int8).dtype is DType.int8 and one.rank == 2
    assert repr(one) == "TensorType(DType.float32, [n, 8], cpu:0)"
    assert TensorType(DType.bool, [2, 3], DeviceRef.GPU()).num_elements() == 6
    assert isinstance(BufferType(DType.int8, [], CPU()).cast(DType.int16), BufferType)
    with pytest.raises(RuntimeError, match="not known before it runs"):
        one.num_elements()
    with pytest.raises(TypeError, match="cannot be negative"):
        TensorType(DType.float32, [-1], CPU())
    with pytest.raises(TypeError, match="must be a DType"):
        TensorType("f32", [1], CPU())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a device"):
        TensorType(DType.float32, [1], "cpu")  # type: ignore[arg-type]


def test_shapes_and_devices() -> None:
    shape = Shape([N, 2, 3])
    assert shape.rank == 3 and shape.static_dims == [2, 3] and shape.size == N * 6
    assert Shape.is_static([1, 2]) and not Shape.is_static(shape)
    assert str(DeviceRef.GPU(1)) == "gpu:1" and DeviceRef.CPU().to_device() == CPU()
    assert OpaqueType("Counter", {"stride": 1}) == OpaqueType("Counter", {"stride": 1})


def test_kinds_of_dimensions_and_devices_by_name() -> None:
    for wrong in (lambda: StaticDim("a"), lambda: SymbolicDim(3)):
        with pytest.raises(TypeError, match="makes no"):
            wrong()
    assert DeviceRef("cpu") == DeviceRef.CPU() and repr(DeviceRef.GPU(1)) == "gpu:1"  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        DeviceRef("tpu")  # type: ignore[arg-type]

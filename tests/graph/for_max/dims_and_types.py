"""Dimensions, shapes, element types and types of values, as users of MAX test them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from max.driver import CPU
from max.dtype import DType
from max.graph import (
    AlgebraicDim,
    BufferType,
    DeviceKind,
    DeviceRef,
    Dim,
    Graph,
    Shape,
    StaticDim,
    SymbolicDim,
    TensorType,
    _ChainType,
    _OpaqueType,
)

sizes = st.integers(-(2**31), 2**31)
names = st.text("abcxyz", min_size=1, max_size=4)


@given(sizes, sizes)
def test_static_arithmetic(a, b):
    assert Dim(a) + b == a + b
    assert a - Dim(b) == a - b
    assert int(Dim(a) * Dim(b)) == a * b
    assert -Dim(a) == -a


@given(sizes)
def test_static_dim_is_a_number(a):
    dim = Dim(a)
    assert (
        isinstance(dim, StaticDim) and dim.dim == a and int(dim) == a and hash(dim) == hash(Dim(a))
    )
    assert str(dim) == str(a) and repr(dim) == f"Dim({a})"


@given(sizes, sizes)
def test_static_dims_are_ordered(a, b):
    assert (StaticDim(a) < StaticDim(b)) == (a < b)
    assert (StaticDim(a) <= b) == (a <= b)
    assert (StaticDim(a) > b) == (a > b)


def test_division_truncates():
    assert Dim(-7) // 2 == -3 and Dim(7) // 2 == 3


def test_division_by_zero():
    with pytest.raises(ZeroDivisionError):
        Dim(4) // 0
    with pytest.raises(ZeroDivisionError):
        Dim("n") // 0


@given(names)
def test_symbols(name):
    dim = Dim(name)
    assert isinstance(dim, SymbolicDim) and dim.name == name and dim == name and str(dim) == name
    assert repr(dim) == f"Dim('{name}')"


@pytest.mark.parametrize("name", ["", "1a", "a b", "a-b", "a.b", "é?"])
def test_bad_names(name):
    with pytest.raises(ValueError):
        Dim(name)


def test_good_names():
    for name in ("_", "_a", "A1", "batch_size"):
        assert Dim(name).name == name


def test_symbol_is_no_int():
    with pytest.raises(TypeError):
        int(Dim("n"))
    with pytest.raises(TypeError):
        range(Dim("n"))
    with pytest.raises(TypeError):
        [1, 2, 3][Dim("n")]


def test_static_dim_as_index():
    assert [1, 2, 3][Dim(1)] == 2
    assert list(range(Dim(2))) == [0, 1]


def test_algebra_folds():
    n = Dim("n")
    assert n * 0 == 0
    assert (n * 4) // 4 == n
    assert (n + 4) - 4 == n
    assert n - n == 0
    assert n + n == n * 2
    assert (n + 1) * 2 == n * 2 + 2
    assert isinstance(n + 1, AlgebraicDim)
    assert isinstance((n + 1) - 1, SymbolicDim)


def test_algebra_is_commutative():
    n, m = Dim("n"), Dim("m")
    assert n + m == m + n and n * m == m * n and (n + m) * 2 == m * 2 + n * 2
    assert n - m != m - n


def test_algebra_printed():
    assert str(Dim("n") * 2) == "n * 2"
    assert repr(Dim("n") * 2) == "Dim('n') * Dim(2)"


def test_parameters_and_substitute():
    dim = Dim("n") * 2 + Dim("m")
    assert {p.name for p in dim.parameters} == {"n", "m"}
    assert list(Dim(3).parameters) == []
    assert dim.substitute({"n": Dim(3), "m": Dim(1)}) == 7


def test_dims_in_sets():
    assert len({Dim(3), Dim(3), Dim("n"), Dim("n"), Dim("n") + 1, Dim("n") + 1}) == 3


def test_dim_of_dim():
    n = Dim("n")
    assert Dim(n) is n


def test_numpy_numbers_are_dims():
    assert Dim(np.int64(4)) == 4 and isinstance(Dim(np.int32(4)), StaticDim)


@pytest.mark.parametrize("value", [1.5, None, [1]])
def test_no_dims(value):
    with pytest.raises(TypeError):
        Dim(value)


def test_wrong_subclass():
    with pytest.raises(TypeError):
        StaticDim("n")
    with pytest.raises(TypeError):
        SymbolicDim(3)


def test_dim_too_large():
    with pytest.raises((ValueError, OverflowError, TypeError)):
        Dim(2**70)


def test_not_equal_to_other_things():
    assert Dim(3) != "3" and Dim("n") != 3 and Dim("n") != None and not Dim(3) == 3.5  # noqa: E711


def test_shape_basics():
    shape = Shape([1, "n", Dim("n") * 2])
    assert isinstance(shape, list) and shape.rank == 3 and shape == [1, "n", Dim("n") * 2]
    assert shape.static_dims == [1] and not Shape.is_static(shape) and Shape.is_static([1, 2])
    assert Shape(shape) == shape and Shape(()) == []


def test_shape_edits():
    shape = Shape([2, 3])
    shape[0] = Dim("n")
    assert shape == ["n", 3] and shape + [4] == ["n", 3, 4] and list(reversed(shape)) == [3, "n"]
    assert shape.index(3) == 1 and 3 in shape and 7 not in shape


def test_shape_parameters():
    assert {p.name for p in Shape(["n", 3, Dim("m") + 1]).parameters} == {"n", "m"}


def test_tensor_type_fields():
    type = TensorType(DType.float32, [2, "n"], DeviceRef.CPU())
    assert type.dtype == DType.float32 and type.shape == [2, "n"] and type.rank == 2
    assert type.device == DeviceRef.CPU() and {p.name for p in type.parameters} == {"n"}


def test_tensor_type_keywords():
    type = TensorType(dtype=DType.int8, shape=(4,), device=CPU())
    assert type.device == DeviceRef.CPU()


def test_tensor_type_needs_a_device():
    with pytest.raises(TypeError):
        TensorType(DType.float32, [2])


def test_tensor_type_equality():
    one = TensorType(DType.float32, [2, "n"], DeviceRef.CPU())
    assert one == TensorType(DType.float32, [2, "n"], DeviceRef.CPU())
    assert one != TensorType(DType.float32, [2, "m"], DeviceRef.CPU())
    assert one != TensorType(DType.float64, [2, "n"], DeviceRef.CPU())
    assert one != TensorType(DType.float32, [2, "n"], DeviceRef.GPU())
    assert one != BufferType(DType.float32, [2, "n"], DeviceRef.CPU())


def test_negative_dimension():
    with pytest.raises(TypeError):
        TensorType(DType.float32, [-1], DeviceRef.CPU())


def test_num_elements():
    assert TensorType(DType.float32, [2, 3], DeviceRef.CPU()).num_elements() == 6
    assert TensorType(DType.float32, [], DeviceRef.CPU()).num_elements() == 1
    with pytest.raises(RuntimeError):
        TensorType(DType.float32, ["n"], DeviceRef.CPU()).num_elements()


def test_cast_and_buffer_types():
    type = TensorType(DType.float32, ["n"], DeviceRef.GPU(1))
    assert type.cast(DType.int32) == TensorType(DType.int32, ["n"], DeviceRef.GPU(1))
    assert type.as_buffer() == BufferType(DType.float32, ["n"], DeviceRef.GPU(1))
    assert type.as_buffer().as_tensor() == type


def test_opaque_types():
    assert _OpaqueType("Counter") == _OpaqueType("Counter", {})
    assert _OpaqueType("Counter", {"a": 1}) != _OpaqueType("Counter", {"a": 2})
    assert _OpaqueType("Counter", {"a": DType.int8, "b": "x", "c": True}).name == "Counter"
    assert _ChainType() == _ChainType()


def test_device_refs():
    assert str(DeviceRef.CPU()) == "cpu:0" and str(DeviceRef.GPU(3)) == "gpu:3"
    assert DeviceRef.CPU() == DeviceRef(DeviceKind.CPU, 0) and DeviceRef.GPU(1) != DeviceRef.GPU(0)
    assert DeviceRef.CPU().is_cpu() and DeviceRef.GPU().is_gpu() and not DeviceRef.GPU().is_cpu()
    assert DeviceRef.from_device(CPU()) == DeviceRef.CPU() and DeviceRef.CPU().to_device() == CPU()
    assert len({DeviceRef.CPU(), DeviceRef.CPU(), DeviceRef.GPU()}) == 2
    assert DeviceRef.NPU(1).is_npu()


@pytest.mark.parametrize(
    "dtype, size",
    [
        (DType.bool, 1),
        (DType.int8, 1),
        (DType.uint16, 2),
        (DType.bfloat16, 2),
        (DType.float32, 4),
        (DType.float64, 8),
        (DType.float8_e4m3fn, 1),
    ],
)
def test_dtype_sizes(dtype, size):
    assert dtype.size_in_bytes == size and dtype.size_in_bits == 8 * size and dtype.align == size


def test_small_dtypes():
    assert DType.float4_e2m1fn.size_in_bits == 4
    assert DType.float6_e2m3fn.is_float() and DType.float6_e3m2fn.is_float()


def test_dtype_kinds():
    assert (
        DType.int8.is_integral() and DType.uint8.is_integral() and not DType.float16.is_integral()
    )
    assert DType.int8.is_signed_integral() and not DType.uint8.is_signed_integral()
    assert (
        DType.bfloat16.is_float()
        and DType.bfloat16.is_half()
        and DType.float16.is_half()
        and not DType.float32.is_half()
    )
    assert DType.float8_e5m2.is_float8() and not DType.float16.is_float8()
    assert not DType.bool.is_float()


@pytest.mark.parametrize(
    "dtype",
    [
        DType.bool,
        DType.int8,
        DType.int64,
        DType.uint32,
        DType.float16,
        DType.float32,
        DType.float64,
    ],
)
def test_dtype_numpy(dtype):
    assert DType.from_numpy(dtype.to_numpy()) == dtype


def test_dtype_without_numpy():
    with pytest.raises(ValueError):
        DType.bfloat16.to_numpy()
    with pytest.raises(ValueError):
        DType.from_numpy(np.dtype("complex64"))


def test_dtype_finfo():
    info = DType.finfo(DType.float32)
    assert info.max == np.finfo(np.float32).max and info.bits == 32
    assert DType.finfo(DType.bfloat16).bits == 16


def test_dtype_by_name():
    assert DType["float32"] is DType.float32 and DType.float32.name == "float32"
    assert DType.float32 in list(DType)


def test_dims_outlive_graphs():
    with Graph("one"):
        dim = Dim("n") + 1
    with Graph("two"):
        assert dim + 2 == Dim("n") + 3

"""Kernels of graphs: registered structs, their tensors, fusion, loops on the processor and on the device."""

import extensibility
from extensibility import (
    InputTensor,
    InputVariadicTensors,
    OutputTensor,
    StaticTensorSpec,
    _FusedComputeOutputTensor,
    _FusedInputTensor,
    _FusedOutputTensor,
    _MutableInputTensor,
    foreach,
    view_copy,
)
from max.gpu.host import DeviceContext
from std.gpu.host import DeviceBuffer
from std.testing import TestSuite, assert_equal
from std.utils import Index, IndexList, StaticTuple
from std.utils.coord import Coord

comptime f32 = DType.float32
comptime row = StaticTensorSpec[f32, 1].create_unknown()
comptime matrix = StaticTensorSpec[f32, 2].create_unknown()


@extensibility.register("add_constant")
struct AddConstant[value: Int]:
    @staticmethod
    def execute[
        target: StaticString
    ](
        output: OutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        @always_inline
        def add[width: Int](index: Coord) {var} -> SIMD[x.dtype, width]:
            return x.load[width](index) + Scalar[x.dtype](Self.value)

        foreach[target=target](add, output, ctx)


@extensibility.register_shape_function("add_constant")
def add_constant_shape(x: InputTensor) -> IndexList[x.rank]:
    return x.shape()


@extensibility.register("row_sums")
struct RowSums:
    @staticmethod
    def execute[
        target: StaticString
    ](
        output: _FusedOutputTensor[dtype=f32, rank=1, ...],
        x: _FusedInputTensor[dtype=f32, rank=2, ...],
        ctx: DeviceContext,
    ) raises:
        @__parameter
        def sum_of_row[width: Int](index: IndexList[1]) -> SIMD[f32, width]:
            var result = SIMD[f32, width]()
            comptime for lane in range(width):
                for j in range(x.dim_size[1]()):
                    result[lane] += x._fused_load[1](Index(index[0] + lane, j))
            return result

        foreach[sum_of_row, target=target](output, ctx)


struct Square:
    @staticmethod
    def execute(output: _FusedComputeOutputTensor[dtype=f32, rank=1, ...], x: InputTensor[dtype=f32, rank=1, ...]):
        for i in range(x.size()):
            var value = x[i] * x[i]
            output.store(Index(i), output._fused_compute_output_lambda[1](Index(i), value))


struct Counter:
    @staticmethod
    def execute(state: _MutableInputTensor[dtype = DType.int32, rank=1, ...]):
        state[0] += 1


def counted(ctx: DeviceContext, count: Int) raises -> DeviceBuffer[f32]:
    var buffer = ctx.enqueue_create_buffer[f32](count)
    with buffer.map_to_host() as host:
        for i in range(count):
            host[i] = Float32(i)
    return buffer


def check_foreach[target: StaticString]() raises:
    var ctx = DeviceContext()
    var a = counted(ctx, 14)
    var b = counted(ctx, 14)
    var x = InputTensor[static_spec=matrix](a.unsafe_ptr(), Index(2, 7))
    var y = OutputTensor[static_spec=matrix](b.unsafe_ptr(), add_constant_shape(x))
    AddConstant[10].execute[target](y, x, ctx)
    with b.map_to_host() as host:
        assert_equal(host[0], 10)
        assert_equal(host[13], 23)
    _ = a


def check_fusion[target: StaticString]() raises:
    var ctx = DeviceContext()
    var a = counted(ctx, 15)
    var b = counted(ctx, 5)
    var x = InputTensor[static_spec=matrix](a.unsafe_ptr(), Index(5, 3))
    var y = OutputTensor[static_spec=row](b.unsafe_ptr(), Index(5))

    def double[width: Int](index: IndexList[2]) {var x} -> SIMD[f32, width]:
        return x.load[width](index) * 2

    def negate[width: Int](index: IndexList[1], value: SIMD[f32, width]) {var y}:
        y.store[width](index, -value)

    RowSums.execute[target](y._with_output_lambda(negate), x._with_input_lambda(double), ctx)
    with b.map_to_host() as host:
        assert_equal(host[0], -6)
        assert_equal(host[4], -78)
    RowSums.execute[target](y._as[extensibility.FusedOutput](), x._as[extensibility.FusedInput](), ctx)
    with b.map_to_host() as host:
        assert_equal(host[4], 39)
    _ = a


def test_foreach() raises:
    check_foreach["cpu"]()
    check_foreach["gpu"]()


def test_fusion() raises:
    check_fusion["cpu"]()
    check_fusion["gpu"]()


def test_epilogue_that_computes() raises:
    var numbers: List[Float32] = [1, 2, 3]
    var squares: List[Float32] = [0, 0, 0]
    var x = InputTensor[static_spec=row](numbers.unsafe_ptr(), Index(3))
    var y = OutputTensor[static_spec=row](squares.unsafe_ptr(), Index(3))

    def add_index[width: Int](index: IndexList[1], value: SIMD[f32, width]) {} -> SIMD[f32, width]:
        return value + Float32(index[0])

    Square.execute(y._with_compute_lambda(add_index), x)
    assert_equal(squares, [1, 5, 11])
    Square.execute(y._as[extensibility._FusedComputeOutput](), x)
    assert_equal(squares, [1, 4, 9])
    _ = numbers


def test_views() raises:
    var numbers: List[Float32] = [1, 2, 3, 4, 5, 6]
    var result = List[Float32](length=6, fill=0)
    var ctx = DeviceContext()
    var y = OutputTensor[static_spec=matrix](result.unsafe_ptr(), Index(3, 2))
    var turned = InputTensor[static_spec=matrix](numbers.unsafe_ptr(), Index(3, 2), Index(1, 3))
    assert_equal(turned.load[2](Index(1, 0)), SIMD[f32, 2](2, 5))
    view_copy(y, turned, ctx)
    assert_equal(result, [1, 4, 2, 5, 3, 6])
    var spread = InputTensor[static_spec=matrix](numbers.unsafe_ptr(), Index(3, 2), Index(0, 0))
    view_copy[target="gpu"](y, spread, ctx)
    assert_equal(result, [1, 1, 1, 1, 1, 1])
    _ = numbers


def test_state_and_many() raises:
    comptime spec = StaticTensorSpec[DType.int32, 1].create_unknown()
    var count: List[Int32] = [41]
    Counter.execute(extensibility.MutableInputTensor[static_spec=spec](count.unsafe_ptr(), Index(1)))
    assert_equal(count[0], 42)
    var a: List[Float32] = [1, 2]
    var b: List[Float32] = [3, 4]
    var tensors = InputVariadicTensors[f32, 1, 2](
        StaticTuple[UnsafePointer[Float32, MutAnyOrigin], 2](a.unsafe_ptr(), b.unsafe_ptr()),
        StaticTuple[IndexList[1], 2](Index(2), Index(2)),
    )
    var total = Float32(0)
    comptime for i in range(2):
        total += tensors[i][0] + tensors[i][1]
    assert_equal(total, 10)
    _ = (a^, b^)


def test_what_is_known() raises:
    comptime spec = StaticTensorSpec[f32, 2].row_major(Index(2, 3))
    var numbers: List[Float32] = [1, 2, 3, 4, 5, 6]
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 3))
    assert_equal(x.to_tile_tensor().static_shape[1], 3)
    assert_equal(x.to_layout_tensor()[1, 1], 5)
    assert_equal(x.strides(), Index(3, 1))
    assert_equal(x.bytecount(), 24)
    _ = numbers


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

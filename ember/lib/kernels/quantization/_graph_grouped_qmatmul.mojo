"""`mo.grouped.qmatmul.ragged` with `.pack` and `.packed`: the kernels of graphs."""

import extensibility
from extensibility import InputTensor, OutputTensor, StaticTensorSpec, _FusedComputeOutputTensor, _FusedInputTensor
from linalg._device_grouped import grouped_matmul_on_device
from linalg.grouped import for_each_group
from linalg.matrix import Matrix
from linalg.multiply import pack
from quantization._by_name import check_target, half_type, is_half, with_encoding
from quantization.encodings import Encoding
from quantization.half_weights import check_half_row, multiply_half_rows
from quantization.qmatmul import check_row, multiply_encoded, pack_rows
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register("mo.grouped.qmatmul.ragged")
struct GroupedQMatmul[encoding: StaticString]:
    """Rows `starts[i]` to `starts[i + 1]` times the transpose of the encoded matrix `ids[i]`."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: _FusedInputTensor[rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=3, ...],
        starts: InputTensor[dtype = DType.uint32, rank=1, ...],
        ids: InputTensor[dtype = DType.int32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        check_target[target, "mo.grouped.qmatmul.ragged", Self.encoding]()
        _multiply_groups[Self.encoding](result, lhs, rhs, starts, ids, False)


@extensibility.register("mo.grouped.qmatmul.ragged.halves")
struct GroupedQMatmulHalves[encoding: StaticString]:
    """The same on devices, where the weights are halves and `lhs` is of their type, in memory."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: InputTensor[dtype = half_type(Self.encoding), rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=3, ...],
        starts: InputTensor[dtype = DType.uint32, rank=1, ...],
        ids: InputTensor[dtype = DType.int32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        comptime assert is_device(target), "mo.grouped.qmatmul.ragged.halves is for devices"
        check_half_row(rhs.dim_size[2](), lhs.dim_size[1]())
        comptime halves = StaticTensorSpec[half_type(Self.encoding), 3].row_major(IndexList[3](-1, -1, -1))
        var matrices = InputTensor[static_spec=halves](
            rhs.unsafe_ptr().bitcast[Scalar[half_type(Self.encoding)]](),
            IndexList[3](rhs.dim_size[0](), rhs.dim_size[1](), lhs.dim_size[1]()),
        )
        grouped_matmul_on_device(result, lhs, matrices, starts, ids, ctx)


@extensibility.register("mo.grouped.qmatmul.ragged.packed")
struct GroupedQMatmulPacked[encoding: StaticString]:
    """The same, where the matrices went through `mo.grouped.qmatmul.ragged.pack`."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: _FusedComputeOutputTensor[rank=2, ...],
        lhs: _FusedInputTensor[rank=2, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=3, ...],
        starts: InputTensor[dtype = DType.uint32, rank=1, ...],
        ids: InputTensor[dtype = DType.int32, rank=1, ...],
        ctx: DeviceContext,
    ) raises:
        """Computes them."""
        check_target[target, "mo.grouped.qmatmul.ragged.packed", Self.encoding]()
        _multiply_groups[Self.encoding](result, lhs, rhs, starts, ids, True)


@extensibility.register("mo.grouped.qmatmul.ragged.pack")
struct PackQuantizedGroups[encoding: StaticString]:
    """Encoded matrices in the order that suits the machine."""

    @staticmethod
    def execute[
        target: StaticString
    ](
        result: OutputTensor[dtype = DType.uint8, rank=3, ...],
        rhs: InputTensor[dtype = DType.uint8, rank=3, ...],
        ctx: DeviceContext,
    ) raises:
        """Puts them there."""
        check_target[target, "mo.grouped.qmatmul.ragged.pack", Self.encoding]()
        var rows = rhs.dim_size[1]()
        var row_bytes = rhs.dim_size[2]()
        for expert in range(rhs.dim_size[0]()):
            var place = result.unsafe_ptr() + expert * rows * row_bytes

            @__parameter
            def work[E: Encoding]() raises:
                pack_rows[E](place, rhs.unsafe_ptr() + expert * rows * row_bytes, rows, row_bytes)

            comptime if is_half(Self.encoding):
                comptime dtype = half_type(Self.encoding)
                pack[sum_type=DType.float32](place.bitcast[dtype](), _halves[dtype](rhs, expert))
            else:
                with_encoding[Self.encoding, work]()


def _multiply_groups[
    encoding: StaticString
](
    c: _FusedComputeOutputTensor[rank=2, ...],
    a: _FusedInputTensor[rank=2, ...],
    b: InputTensor[dtype = DType.uint8, rank=3, ...],
    starts: InputTensor[dtype = DType.uint32, rank=1, ...],
    ids: InputTensor[dtype = DType.int32, rank=1, ...],
    packed: Bool,
) raises:
    var columns = b.dim_size[1]()
    var row_bytes = b.dim_size[2]()

    @__parameter
    def check[E: Encoding]() raises:
        check_row[E](row_bytes, a.dim_size[1]())

    comptime if is_half(encoding):
        check_half_row(row_bytes, a.dim_size[1]())
    else:
        with_encoding[encoding, check]()

    @__parameter
    def group(first: Int, end: Int, id: Int) raises:
        @__parameter
        @always_inline
        def load[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
            return a._fused_load[width](IndexList[2](first + row, column)).cast[DType.float32]()

        @__parameter
        @always_inline
        def store[width: Int](row: Int, column: Int, value: SIMD[DType.float32, width]):
            c._fused_store[width](IndexList[2](first + row, column), value.cast[c.dtype]())

        @__parameter
        def work[E: Encoding]() raises:
            multiply_encoded[E, load, store](
                end - first, b.unsafe_ptr() + id * columns * row_bytes, columns, row_bytes, packed
            )

        comptime if is_half(encoding):
            multiply_half_rows[load, store](end - first, _halves[half_type(encoding)](b, id), packed)
        else:
            with_encoding[encoding, work]()

    for_each_group[group](c, starts, ids, b.dim_size[0]())


@always_inline
def _halves[dtype: DType](b: InputTensor[dtype = DType.uint8, rank=3, ...], expert: Int) -> Matrix[dtype]:
    """An expert's weights, turned: a column is a row of bytes."""
    var depth = b.dim_size[2]() // 2
    var start = (b.unsafe_ptr() + expert * b.dim_size[1]() * b.dim_size[2]()).bitcast[dtype]()
    return {start, depth, b.dim_size[1](), 1, depth}

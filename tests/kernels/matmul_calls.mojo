"""Products of matrices that lie at addresses, for test_matmul.py."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec, _FusedComputeOutputTensor
from linalg._graph_batch_matmul import BatchMatmul
from linalg._graph_matmul import Matmul, MatmulPacked, PackMatrix
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@always_inline
def at[dtype: DType](address: Int) -> UnsafePointer[Scalar[dtype], MutAnyOrigin]:
    return UnsafePointer[Scalar[dtype], MutAnyOrigin](unsafe_from_address=address)


def product[
    dtype: DType, transpose_b: Bool
](c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, row: Int, column: Int) raises:
    """`a` by strides, `b` and `c` in rows."""
    comptime spec = StaticTensorSpec[dtype, 2].create_unknown()
    var right = IndexList[2](n, k) if transpose_b else IndexList[2](k, n)
    Matmul[transpose_b].execute["cpu"](
        _FusedComputeOutputTensor[static_spec=spec](at[dtype](c), IndexList[2](m, n)),
        InputTensor[static_spec=spec](at[dtype](a), IndexList[2](m, k), IndexList[2](row, column)),
        InputTensor[static_spec=spec](at[dtype](b), right),
        DeviceContext(),
    )


def either[dtype: DType](c: Int, a: Int, b: Int, sizes: Int) raises:
    """Rows, columns, depth, strides of `a`, whether `b` is transposed."""
    var s = at[DType.int64](sizes)
    if s[5] != 0:
        product[dtype, True](c, a, b, Int(s[0]), Int(s[1]), Int(s[2]), Int(s[3]), Int(s[4]))
    else:
        product[dtype, False](c, a, b, Int(s[0]), Int(s[1]), Int(s[2]), Int(s[3]), Int(s[4]))


def float32(c: Int, a: Int, b: Int, sizes: Int) raises:
    either[DType.float32](c, a, b, sizes)


def float64(c: Int, a: Int, b: Int, sizes: Int) raises:
    either[DType.float64](c, a, b, sizes)


def float16(c: Int, a: Int, b: Int, sizes: Int) raises:
    either[DType.float16](c, a, b, sizes)


def int32(c: Int, a: Int, b: Int, sizes: Int) raises:
    either[DType.int32](c, a, b, sizes)


def int8(c: Int, a: Int, b: Int, sizes: Int) raises:
    either[DType.int8](c, a, b, sizes)


def relu_of_sum(c: Int, a: Int, b: Int, bias: Int, m: Int, n: Int, k: Int) raises:
    """With an epilogue: `relu(a @ b + bias)`."""
    comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
    var added = at[DType.float32](bias)

    @__parameter
    def epilogue[width: Int](index: IndexList[2], value: SIMD[DType.float32, width]) -> SIMD[DType.float32, width]:
        return max(value + added.load[width=width](index[1]), 0)

    var plain = _FusedComputeOutputTensor[static_spec=spec](at[DType.float32](c), IndexList[2](m, n))
    Matmul[False].execute["cpu"](
        plain._with_compute_lambda(epilogue),
        InputTensor[static_spec=spec](at[DType.float32](a), IndexList[2](m, k)),
        InputTensor[static_spec=spec](at[DType.float32](b), IndexList[2](k, n)),
        DeviceContext(),
    )


def batches[transpose_b: Bool](c: Int, a: Int, b: Int, batch: Int, m: Int, n: Int, k: Int) raises:
    comptime spec = StaticTensorSpec[DType.float32, 4].create_unknown()
    var right = IndexList[4](batch, 2, n, k) if transpose_b else IndexList[4](batch, 2, k, n)
    BatchMatmul[transpose_b].execute["cpu"](
        _FusedComputeOutputTensor[static_spec=spec](at[DType.float32](c), IndexList[4](batch, 2, m, n)),
        InputTensor[static_spec=spec](at[DType.float32](a), IndexList[4](batch, 2, m, k)),
        InputTensor[static_spec=spec](at[DType.float32](b), right),
        DeviceContext(),
    )


def batched(c: Int, a: Int, b: Int, batch: Int, m: Int, n: Int, k: Int, turned: Int) raises:
    if turned != 0:
        batches[True](c, a, b, batch, m, n, k)
    else:
        batches[False](c, a, b, batch, m, n, k)


def pack[transpose_b: Bool](packed: Int, b: Int, n: Int, k: Int) raises:
    comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
    PackMatrix[transpose_b].execute["cpu"](
        OutputTensor[static_spec=spec](at[DType.float32](packed), IndexList[2](k, n)),
        InputTensor[static_spec=spec](
            at[DType.float32](b), IndexList[2](n, k) if transpose_b else IndexList[2](k, n)
        ),
        DeviceContext(),
    )


def packed(c: Int, a: Int, b: Int, room: Int, m: Int, n: Int, k: Int, turned: Int) raises:
    """Packs `b` into the room, then multiplies."""
    comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
    if turned != 0:
        pack[True](room, b, n, k)
    else:
        pack[False](room, b, n, k)
    MatmulPacked.execute["cpu"](
        _FusedComputeOutputTensor[static_spec=spec](at[DType.float32](c), IndexList[2](m, n)),
        InputTensor[static_spec=spec](at[DType.float32](a), IndexList[2](m, k)),
        InputTensor[static_spec=spec](at[DType.float32](room), IndexList[2](k, n)),
        DeviceContext(),
    )

"""Weights of half precision beside activations of any: products, packing and decoding, on bytes as files have them."""

from extensibility import ManagedTensorSlice
from linalg.matrix import Matrix
from linalg.multiply import multiply, multiply_packed, pack
from quantization.half_products import HAS_HALF_SUMS, multiply_halves
from std.algorithm.parallel import sync_parallelize
from std.utils.index import IndexList

comptime _CHUNK = 16


def half_matmul[
    dtype: DType
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    *,
    packed: Bool = False,
) raises:
    """Sets `c` to `a @ b.T`, where a row of `b` is the bytes of a row of weights; packed ones went through `pack_halves`.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from quantization.half_weights import half_matmul
    from std.utils import Index

    def main() raises:
        comptime floats = StaticTensorSpec[DType.float32, 2].create_unknown()
        comptime bytes = StaticTensorSpec[DType.uint8, 2].create_unknown()
        var weights: List[UInt8] = [0, 0x3C, 0, 0x40]  # 1.0 and 2.0
        var numbers: List[Float32] = [3, 4]
        var result: List[Float32] = [0]
        half_matmul[DType.float16](
            OutputTensor[static_spec=floats](result.unsafe_ptr(), Index(1, 1)),
            InputTensor[static_spec=floats](numbers.unsafe_ptr(), Index(1, 2)),
            InputTensor[static_spec=bytes](weights.unsafe_ptr(), Index(1, 4)),
        )
        print(result)  # [11.0]
        _ = (numbers^, weights^)
    ```
    """
    var rows = a.dim_size[0]()
    var depth = a.dim_size[1]()
    if 2 * depth != b.dim_size[1]():
        raise Error("the rows of the weights have ", b.dim_size[1](), " bytes, which is not ", depth, " weights")
    comptime if dtype == DType.float16 and HAS_HALF_SUMS:

        @__parameter
        @always_inline
        def load[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
            return a._fused_load[width](IndexList[2](row, column)).cast[DType.float32]()

        @__parameter
        @always_inline
        def put[width: Int](row: Int, column: Int, value: SIMD[DType.float32, width]):
            c._fused_store[width](IndexList[2](row, column), value.cast[c.dtype]())

        multiply_halves[load, put](rows, depth, _weights[DType.float16](b), packed=packed)
    else:
        _multiply_as_floats[dtype](c, a, b, packed)


def _multiply_as_floats[
    dtype: DType
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    packed: Bool,
):
    var rows = a.dim_size[0]()
    var depth = a.dim_size[1]()
    var numbers = List[Float32](unsafe_uninit_length=rows * depth)

    @__parameter
    def copy(row: Int):
        var k = 0
        while k + _CHUNK <= depth:
            numbers.unsafe_ptr().store(
                row * depth + k, a._fused_load[_CHUNK](IndexList[2](row, k)).cast[DType.float32]()
            )
            k += _CHUNK
        while k < depth:
            numbers[row * depth + k] = a._fused_load[1](IndexList[2](row, k)).cast[DType.float32]()
            k += 1

    if rows == 1:
        copy(0)
    else:
        sync_parallelize[copy](rows)

    @__parameter
    @always_inline
    def store[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
        c._fused_store[width](IndexList[2](row, column), value.cast[c.dtype]())

    var left = Matrix[DType.float32]({mlir_value = numbers.unsafe_ptr().address}, rows, depth, depth, 1)
    if packed:
        multiply_packed[store](left, b.unsafe_ptr().bitcast[dtype](), b.dim_size[0]())
    else:
        multiply[store](left, _weights[dtype](b))
    _ = numbers


def pack_halves[
    dtype: DType
](
    result: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    weights: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
):
    """Puts weights of half precision into the order that `half_matmul` with `packed=True` wants.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from quantization.half_weights import pack_halves
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.uint8, 2].create_unknown()
    var weights: List[UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    var result = List[UInt8](length=8, fill=0)
    pack_halves[DType.float16](
        OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2, 4)),
        InputTensor[static_spec=spec](weights.unsafe_ptr(), Index(2, 4)),
    )
    print(result)  # [1, 2, 5, 6, 3, 4, 7, 8]
    _ = weights
    ```
    """
    pack[sum_type=DType.float32](result.unsafe_ptr().bitcast[dtype](), _weights[dtype](weights))


def decode_halves[
    dtype: DType
](
    result: ManagedTensorSlice[rank=2, ...], weights: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...]
) raises:
    """The numbers that bytes of half precision stand for.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from quantization.half_weights import decode_halves
    from std.utils import Index

    def main() raises:
        var weights: List[UInt8] = [0, 0x3C, 0, 0x40]
        var result: List[Float32] = [0, 0]
        decode_halves[DType.float16](
            OutputTensor[static_spec = StaticTensorSpec[DType.float32, 2].create_unknown()](
                result.unsafe_ptr(), Index(1, 2)
            ),
            InputTensor[static_spec = StaticTensorSpec[DType.uint8, 2].create_unknown()](
                weights.unsafe_ptr(), Index(1, 4)
            ),
        )
        print(result)  # [1.0, 2.0]
        _ = weights
    ```
    """
    if 2 * result.dim_size[1]() != weights.dim_size[1]():
        raise Error("rows of ", weights.dim_size[1](), " bytes are not rows of ", result.dim_size[1](), " weights")
    var numbers = _weights[dtype](weights)
    for row in range(numbers.columns):
        for column in range(numbers.rows):
            result._fused_store[1](IndexList[2](row, column), numbers[column, row].cast[result.dtype]())


@always_inline
def _weights[dtype: DType](x: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...]) -> Matrix[dtype]:
    """The weights, turned: a column is a row of bytes."""
    var depth = x.dim_size[1]() // 2
    return {x.unsafe_ptr().bitcast[dtype](), depth, x.dim_size[0](), 1, depth}

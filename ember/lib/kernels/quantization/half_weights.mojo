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
    check_half_row(b.dim_size[1](), a.dim_size[1]())

    @__parameter
    @always_inline
    def load[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
        return a._fused_load[width](IndexList[2](row, column)).cast[DType.float32]()

    @__parameter
    @always_inline
    def put[width: Int](row: Int, column: Int, value: SIMD[DType.float32, width]):
        c._fused_store[width](IndexList[2](row, column), value.cast[c.dtype]())

    multiply_half_rows[load, put](a.dim_size[0](), _weights[dtype](b), packed)


def check_half_row(row_bytes: Int, depth: Int) raises:
    """Raises if a row of so many bytes is not so many weights.

    Example:

    ```mojo
    from quantization.half_weights import check_half_row

    def main():
        try:
            check_half_row(6, 4)
        except e:
            print(e)  # the rows of the weights have 6 bytes, which is not 4 weights
    ```
    """
    if row_bytes != 2 * depth:
        raise Error("the rows of the weights have ", row_bytes, " bytes, which is not ", depth, " weights")


@always_inline
def multiply_half_rows[
    dtype: DType, //,
    load: def[width: Int](Int, Int) capturing -> SIMD[DType.float32, width],
    put: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](rows: Int, weights: Matrix[dtype], packed: Bool):
    """Gives `put` the products of `rows` rows of what `load` gives with a matrix of halves.

    Parameters:
        dtype: The type of the halves.
        load: The first factor: row, column.
        put: Gets the elements: row, column, a vector along the row.

    Args:
        rows: How many rows the first factor has.
        weights: The second factor; a column lies in a row.
        packed: Whether it went through `pack_halves`.

    Example:

    ```mojo
    from linalg.matrix import Matrix
    from quantization.half_weights import multiply_half_rows

    var weights: List[Float16] = [1, 2]

    @parameter
    def threes[width: Int](row: Int, column: Int) -> SIMD[DType.float32, width]:
        return 3

    @parameter
    def show[width: Int](row: Int, column: Int, value: SIMD[DType.float32, width]):
        print(value)  # 9.0

    multiply_half_rows[threes, show](1, Matrix[DType.float16](weights.unsafe_ptr(), 2, 1, 1, 2), False)
    _ = weights
    ```
    """
    comptime if dtype == DType.float16 and HAS_HALF_SUMS:
        multiply_halves[load, put](rows, weights.rows, rebind[Matrix[DType.float16]](weights), packed=packed)
    else:
        _multiply_as_floats[load, put](rows, weights, packed)


def _multiply_as_floats[
    dtype: DType, //,
    load: def[width: Int](Int, Int) capturing -> SIMD[DType.float32, width],
    put: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](rows: Int, weights: Matrix[dtype], packed: Bool):
    var depth = weights.rows
    var numbers = List[Float32](unsafe_uninit_length=rows * depth)

    @__parameter
    def copy(row: Int):
        var k = 0
        while k + _CHUNK <= depth:
            numbers.unsafe_ptr().store(row * depth + k, load[_CHUNK](row, k))
            k += _CHUNK
        while k < depth:
            numbers[row * depth + k] = load[1](row, k)
            k += 1

    if rows == 1:
        copy(0)
    else:
        sync_parallelize[copy](rows)

    @__parameter
    @always_inline
    def store[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
        put[width](row, column, value.cast[DType.float32]())

    var left = Matrix[DType.float32]({mlir_value = numbers.unsafe_ptr().address}, rows, depth, depth, 1)
    if packed:
        multiply_packed[store](left, weights.start, weights.columns)
    else:
        multiply[store](left, weights)
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

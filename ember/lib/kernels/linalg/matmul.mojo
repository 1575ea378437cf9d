"""matmul, matmul_packed and batch_matmul: products of matrices, over tensors."""

from extensibility import ManagedTensorSlice
from linalg.matrix import Matrix
from linalg.multiply import multiply, multiply_packed, pack
from std.algorithm.parallel import sync_parallelize
from std.utils.index import IndexList


def matmul[
    *, transpose_b: Bool = False, target: StaticString = "cpu"
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank=2, ...],
) raises:
    """Sets `c` to `a @ b`, or to `a @ b.T`; what is fused into `c` gets the elements.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg import matmul
    from std.utils import Index

    def main() raises:
        comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
        var numbers: List[Float32] = [1, 2, 3, 4]
        var result = List[Float32](length=4, fill=0)
        var a = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 2))
        matmul(OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2, 2)), a, a)
        print(result)  # [7.0, 10.0, 15.0, 22.0]
        _ = numbers
    ```
    """
    comptime assert target == "cpu", "matmul is for the target cpu"
    _multiply_into(c, _matrix[False](a, 0), _matrix[transpose_b](b, 0))


def _multiply_into[dtype: DType, //](c: ManagedTensorSlice[rank=2, ...], a: Matrix[dtype], b: Matrix[dtype]):
    """One function for both ways a matrix can lie: code for products is large."""

    @__parameter
    @always_inline
    def store[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
        c._fused_store[width](IndexList[2](row, column), value.cast[c.dtype]())

    multiply[store](a, b)


def pack_matrix[
    *, transpose_b: Bool = False
](packed: ManagedTensorSlice[rank=2, ...], b: ManagedTensorSlice[dtype = packed.dtype, rank=2, ...]):
    """Puts a matrix, or its transpose, into the order that `matmul_packed` wants; `packed` has rows and columns of the product's factor.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg.matmul import matmul_packed, pack_matrix
    from std.utils import Index

    def main() raises:
        comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
        var numbers: List[Float32] = [1, 2, 3, 4]
        var room = List[Float32](length=4, fill=0)
        var result = List[Float32](length=4, fill=0)
        var a = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 2))
        pack_matrix(OutputTensor[static_spec=spec](room.unsafe_ptr(), Index(2, 2)), a)
        var packed = InputTensor[static_spec=spec](room.unsafe_ptr(), Index(2, 2))
        matmul_packed(OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2, 2)), a, packed)
        print(result)  # [7.0, 10.0, 15.0, 22.0]
        _ = (numbers^, room^)
    ```
    """
    pack(packed.unsafe_ptr(), _matrix[transpose_b](b, 0))


def matmul_packed[
    *, target: StaticString = "cpu"
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank=2, ...],
) raises:
    """Sets `c` to the product of `a` and a matrix that went through `pack_matrix`.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg.matmul import matmul_packed, pack_matrix
    from std.utils import Index

    def main() raises:
        comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
        var numbers: List[Float32] = [2]
        var result: List[Float32] = [0]
        var a = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 1))
        matmul_packed(OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(1, 1)), a, a)
        print(result)  # [4.0]
        _ = numbers
    ```
    """
    comptime assert target == "cpu", "matmul_packed is for the target cpu"

    @__parameter
    @always_inline
    def store[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
        c._fused_store[width](IndexList[2](row, column), value.cast[c.dtype]())

    multiply_packed[store](_matrix[False](a, 0), b.unsafe_ptr(), b.dim_size[1]())


def batch_matmul[
    *, transpose_b: Bool = False, target: StaticString = "cpu"
](
    c: ManagedTensorSlice,
    a: ManagedTensorSlice[rank = c.rank, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank = c.rank, ...],
) raises:
    """Sets each matrix of `c`, over its last two dimensions, to the product of those of `a` and `b`.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg import batch_matmul
    from std.utils import Index

    def main() raises:
        comptime spec = StaticTensorSpec[DType.float32, 3].create_unknown()
        var numbers: List[Float32] = [1, 2, 3, 4]
        var result = List[Float32](length=2, fill=0)
        var a = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 1, 2))
        batch_matmul[transpose_b=True](OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2, 1, 1)), a, a)
        print(result)  # [5.0, 25.0]
        _ = numbers
    ```
    """
    comptime assert target == "cpu", "batch_matmul is for the target cpu"
    _multiply_batches(c, _matrix[False](a, 0), a.strides(), _matrix[transpose_b](b, 0), b.strides())


def _multiply_batches[
    dtype: DType, rank: Int, //
](
    c: ManagedTensorSlice[rank=rank, ...],
    a: Matrix[dtype],
    a_strides: IndexList[rank],
    b: Matrix[dtype],
    b_strides: IndexList[rank],
):
    """Products of the batch that begins with two matrices."""
    var batches = 1
    comptime for d in range(rank - 2):
        batches *= c.dim_size[d]()

    @__parameter
    def one(batch: Int):
        var place = IndexList[rank]()
        var left = a
        var right = b
        var rest = batch
        comptime for k in range(rank - 2):
            comptime d = rank - 3 - k
            place[d] = rest % c.dim_size[d]()
            rest //= c.dim_size[d]()
            left.start += place[d] * a_strides[d]
            right.start += place[d] * b_strides[d]

        @__parameter
        @always_inline
        def store[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
            var index = place
            index[rank - 2] = row
            index[rank - 1] = column
            c._fused_store[width](index, value.cast[c.dtype]())

        multiply[store](left, right)

    if batches == 1:
        one(0)
    else:
        sync_parallelize[one](batches)


@always_inline
def _matrix[transposed: Bool](x: ManagedTensorSlice, offset: Int) -> Matrix[x.dtype]:
    """The matrix of the last two dimensions that starts at an offset."""
    comptime row = x.rank - (1 if transposed else 2)
    comptime column = x.rank - (2 if transposed else 1)
    return {
        x.unsafe_ptr() + offset,
        x.dim_size[row](),
        x.dim_size[column](),
        x.stride_length[row](),
        x.stride_length[column](),
    }

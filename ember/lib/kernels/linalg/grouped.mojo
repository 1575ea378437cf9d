"""grouped_matmul: rows of a matrix in groups, each times a matrix of its own, as mixtures of experts want it.

The sum for one element is that of `multiply`: it depends on the depth alone, not on how many rows a group has.
"""

from extensibility import ManagedTensorSlice
from linalg.matrix import Matrix
from linalg.multiply import multiply, multiply_packed, pack
from std.utils.index import IndexList


def grouped_matmul[
    *, packed: Bool = False
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype = a.dtype, rank=3, ...],
    starts: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    ids: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
) raises:
    """Sets rows `starts[i]` to `starts[i + 1]` of `c` to those of `a` times `b[ids[i]].T`; packed matrices went through `pack_groups`.

    Rows of no group, and those of a group whose number is below 0, are zeros; what is fused into `c` gets the elements.

    Parameters:
        packed: Whether `b` went through `pack_groups`.

    Args:
        c: The products.
        a: The rows.
        b: The matrices, `[experts, columns, depth]`.
        starts: Where groups begin, and where the last one ends.
        ids: The matrix of each group.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg.grouped import grouped_matmul
    from std.utils import Index

    def main() raises:
        comptime matrix = StaticTensorSpec[DType.float32, 2].create_unknown()
        var rows: List[Float32] = [1, 2, 3]
        var factors: List[Float32] = [10, 100]  # two matrices of one number
        var starts: List[UInt32] = [0, 1, 3]
        var ids: List[Int32] = [1, 0]
        var result = List[Float32](length=3, fill=0)
        grouped_matmul(
            OutputTensor[static_spec=matrix](result.unsafe_ptr(), Index(3, 1)),
            InputTensor[static_spec=matrix](rows.unsafe_ptr(), Index(3, 1)),
            InputTensor[static_spec = StaticTensorSpec[DType.float32, 3].create_unknown()](
                factors.unsafe_ptr(), Index(2, 1, 1)
            ),
            InputTensor[static_spec = StaticTensorSpec[DType.uint32, 1].create_unknown()](starts.unsafe_ptr(), Index(3)),
            InputTensor[static_spec = StaticTensorSpec[DType.int32, 1].create_unknown()](ids.unsafe_ptr(), Index(2)),
        )
        print(result)  # [100.0, 20.0, 30.0]
        _ = (rows^, factors^, starts^, ids^)
    ```
    """
    var depth = a.dim_size[1]()
    var columns = b.dim_size[1]()
    if b.dim_size[2]() != depth:
        raise Error("rows of ", depth, " numbers do not fit matrices of ", b.dim_size[2](), " columns")

    @__parameter
    def work(first: Int, end: Int, id: Int) raises:
        @__parameter
        @always_inline
        def store[dtype: DType, width: Int](row: Int, column: Int, value: SIMD[dtype, width]):
            c._fused_store[width](IndexList[2](first + row, column), value.cast[c.dtype]())

        var left = Matrix[a.dtype](
            a.unsafe_ptr() + first * a.stride_length[0](),
            end - first,
            depth,
            a.stride_length[0](),
            a.stride_length[1](),
        )
        comptime if packed:
            multiply_packed[store](left, b.unsafe_ptr() + id * columns * depth, columns)
        else:
            multiply[store](left, _transposed(b, id))

    for_each_group[work](c, starts, ids, b.dim_size[0]())


def for_each_group[
    work: def(Int, Int, Int) raises capturing -> None
](
    c: ManagedTensorSlice[rank=2, ...],
    starts: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    ids: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    experts: Int,
) raises:
    """Calls `work(first row, end, matrix)` for each group that has rows; other rows of `c` become zeros.

    Parameters:
        work: What is done for a group.

    Args:
        c: Has the rows.
        starts: Where groups begin, and where the last one ends.
        ids: The matrix of each group.
        experts: How many matrices there are.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg.grouped import for_each_group
    from std.utils import Index

    def main() raises:
        var starts: List[UInt32] = [0, 0, 2, 3]
        var ids: List[Int32] = [4, 5, -1]
        var result = List[Float32](length=3, fill=0)

        @parameter
        def show(first: Int, end: Int, id: Int) raises:
            print(first, end, id)  # 0 2 5

        for_each_group[show](
            OutputTensor[static_spec = StaticTensorSpec[DType.float32, 2].create_unknown()](
                result.unsafe_ptr(), Index(3, 1)
            ),
            InputTensor[static_spec = StaticTensorSpec[DType.uint32, 1].create_unknown()](starts.unsafe_ptr(), Index(4)),
            InputTensor[static_spec = StaticTensorSpec[DType.int32, 1].create_unknown()](ids.unsafe_ptr(), Index(3)),
            7,
        )
        _ = (starts^, ids^, result^)
    ```
    """
    var rows = c.dim_size[0]()
    var groups = ids.dim_size[0]()
    if starts.dim_size[0]() != groups + 1:
        raise Error(groups, " groups begin and end at ", groups + 1, " places, not ", starts.dim_size[0]())
    var done = 0
    for group in range(groups):
        var first = Int(starts.load[1](IndexList[1](group)))
        var end = Int(starts.load[1](IndexList[1](group + 1)))
        var id = Int(ids.load[1](IndexList[1](group)))
        if first < done or end < first or end > rows:
            raise Error("group ", group, " is rows ", first, " to ", end, ", which are not behind row ", done, " of ", rows)
        if id >= experts:
            raise Error("group ", group, " asks for matrix ", id, " of ", experts)
        if id < 0 or first == end:
            continue
        _clear(c, done, first)
        work(first, end, id)
        done = end
    _clear(c, done, rows)


def _clear(c: ManagedTensorSlice[rank=2, ...], first: Int, end: Int):
    for row in range(first, end):
        for column in range(c.dim_size[1]()):
            c._fused_store[1](IndexList[2](row, column), Scalar[c.dtype](0))


def pack_groups(
    packed: ManagedTensorSlice[rank=3, ...], b: ManagedTensorSlice[dtype = packed.dtype, rank=3, ...]
):
    """Puts matrices `[experts, columns, depth]` into the order that `grouped_matmul` with `packed=True` wants; the numbers stay as many.

    Args:
        packed: Where to put them.
        b: The matrices.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from linalg.grouped import pack_groups
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 3].create_unknown()
    var factors: List[Float32] = [1, 2, 3, 4]
    var packed = List[Float32](length=4, fill=0)
    pack_groups(
        OutputTensor[static_spec=spec](packed.unsafe_ptr(), Index(1, 2, 2)),
        InputTensor[static_spec=spec](factors.unsafe_ptr(), Index(1, 2, 2)),
    )
    print(packed)  # [1.0, 3.0, 2.0, 4.0]
    _ = factors
    ```
    """
    for id in range(b.dim_size[0]()):
        pack(packed.unsafe_ptr() + id * b.dim_size[1]() * b.dim_size[2](), _transposed(b, id))


@always_inline
def _transposed(b: ManagedTensorSlice[rank=3, ...], id: Int) -> Matrix[b.dtype]:
    return {
        b.unsafe_ptr() + id * b.stride_length[0](),
        b.dim_size[2](),
        b.dim_size[1](),
        b.stride_length[2](),
        b.stride_length[1](),
    }

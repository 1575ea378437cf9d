"""Gather: slices of a tensor by their numbers."""

import extensibility
from extensibility import ManagedTensorSlice, _FusedInputTensor, _FusedOutputTensor, get_kernel_simd_width
from nn._loops import for_places
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@always_inline
def normalized[dtype: DType, //](index: Scalar[dtype], size: Int) -> Int:
    """An index counted from the end, if it is negative, as one counted from the start.

    Example:

    ```mojo
    from nn.gather_scatter import normalized

    print(normalized(Int64(-1), 5), normalized(Int64(2), 5))  # 4 2
    ```
    """
    var i = Int(index)
    return i + size if i < 0 else i


def check_indices[rank: Int, //](what: StaticString, indices: ManagedTensorSlice[rank=rank, ...], size: Int) raises:
    """Raises an error if an index is outside of an axis.

    Example:

    ```mojo
    from extensibility import InputTensor, StaticTensorSpec
    from nn.gather_scatter import check_indices
    from std.utils import Index

    var numbers: List[Int64] = [1, 7]
    var indices = InputTensor[static_spec = StaticTensorSpec[DType.int64, 1].create_unknown()](numbers.unsafe_ptr(), Index(2))
    try:
        check_indices("gather", indices, 5)
    except e:
        print(e)  # gather: index 7 is out of range for an axis of 5
    _ = numbers
    ```
    """
    var wrong = 0
    var found = False

    @__parameter
    @always_inline
    def look[width: Int](place: IndexList[rank]):
        var index = Int(indices.load[1](place))
        if index < -size or index >= size:
            wrong = index
            found = True

    for_places[look, 1](indices.shape())
    if found:
        raise Error(what, ": index ", wrong, " is out of range for an axis of ", size)


@always_inline
def gather[
    rank: Int, in_rank: Int, index_rank: Int, dtype: DType, //, axis: Int, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=in_rank, ...],
    indices: ManagedTensorSlice[rank=index_rank, ...],
    ctx: DeviceContext,
) raises:
    """Slices of `x` along an axis by their numbers: the axis is replaced by those of the indices. On devices indices are not checked.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.gather_scatter import gather
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime matrix = StaticTensorSpec[DType.float32, 2].create_unknown()
    var numbers: List[Float32] = [1, 2, 3, 4, 5, 6]
    var rows: List[Int64] = [2, -3]
    var result = List[Float32](length=4, fill=0)
    gather[0](
        OutputTensor[static_spec=matrix](result.unsafe_ptr(), Index(2, 2)),
        InputTensor[static_spec=matrix](numbers.unsafe_ptr(), Index(3, 2)),
        InputTensor[static_spec = StaticTensorSpec[DType.int64, 1].create_unknown()](rows.unsafe_ptr(), Index(2)),
        DeviceContext(),
    )
    print(result)  # [5.0, 6.0, 1.0, 2.0]
    _ = (numbers^, rows^)
    ```
    """
    comptime assert rank == in_rank - 1 + index_rank, "gather replaces one axis by those of the indices"
    comptime is_last = axis == in_rank - 1
    var size = x.dim_size[axis]()
    comptime if target == "cpu":
        check_indices("gather", indices, size)

    @__parameter
    @always_inline
    def one[width: Int](place: IndexList[rank]):
        var at = IndexList[index_rank]()
        comptime for i in range(index_rank):
            at[i] = place[axis + i]
        var source = IndexList[in_rank]()
        comptime for i in range(in_rank):
            comptime if i < axis:
                source[i] = place[i]
            elif i > axis:
                source[i] = place[i + index_rank - 1]
        source[axis] = normalized(indices.load[1](at), size)
        output._fused_store[width](place, x.load[width](source))

    for_places[one, 1 if is_last else get_kernel_simd_width[dtype, target](), target](output.shape(), ctx)


@extensibility.register("mo.gather")
struct _Gather:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: _FusedOutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, ...],
        indices: _FusedInputTensor,
        ctx: DeviceContext,
    ) raises:
        gather[axis, target](output, x, indices, ctx)

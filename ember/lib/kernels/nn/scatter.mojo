"""Scatter: updates written into a copy of a tensor at places given by numbers, or combined with what is there."""

import extensibility
from extensibility import InputTensor, ManagedTensorSlice, OutputTensor, _FusedInputTensor
from nn._loops import for_places, rows_along, start_of_row
from nn.concat import copy_into
from nn.gather_scatter import check_indices, normalized
from nn.reduction import Largest, Product, Reduction, Smallest, Sum
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


struct Replacement(Reduction):
    """The new number.

    Example:

    ```mojo
    from nn.scatter import Replacement

    print(Replacement.combine(Int32(3), Int32(4)))  # 4
    ```
    """

    @staticmethod
    @always_inline
    def first[dtype: DType]() -> Scalar[dtype]:
        """Zero."""
        return 0

    @staticmethod
    @always_inline
    def combine[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        """The second."""
        return b


@always_inline
def scatter[
    rank: Int, dtype: DType, //, R: Reduction, axis: Int, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    updates: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    indices: ManagedTensorSlice[rank=rank, ...],
    ctx: DeviceContext,
) raises:
    """A copy of `x` into which updates are combined, each at its own place but for the axis, along which an index says where.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.reduction import Sum
    from nn.scatter import scatter
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    var numbers: List[Float32] = [1, 2, 3]
    var added: List[Float32] = [10, 20]
    var places: List[Int64] = [2, 2]
    var result = List[Float32](length=3, fill=0)
    scatter[Sum, 0](
        OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(3)),
        InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(3)),
        InputTensor[static_spec=spec](added.unsafe_ptr(), Index(2)),
        InputTensor[static_spec = StaticTensorSpec[DType.int64, 1].create_unknown()](places.unsafe_ptr(), Index(2)),
        DeviceContext(),
    )
    print(result)  # [1.0, 2.0, 33.0]
    _ = (numbers^, added^, places^)
    ```
    """
    var size = x.dim_size[axis]()
    comptime if not is_device(target):
        check_indices("scatter", indices, size)
    copy_into[target](output, x, IndexList[rank](), IndexList[rank](), x.shape(), ctx)
    var shape = updates.shape()

    @__parameter
    @always_inline
    def one[width: Int](row: IndexList[1]):
        # A row after the other end, so that updates of one place are combined in order.
        var place = start_of_row[axis](row[0], shape)
        for i in range(shape[axis]):
            place[axis] = i
            var to = place
            to[axis] = normalized(indices.load[1](place), size)
            output.store[1](to, R.combine(output.load[1](to), updates.load[1](place)))

    for_places[one, 1, target](IndexList[1](rows_along[axis](shape)), ctx, shape[axis] * 4)


@always_inline
def place_by_indices[
    index_rank: Int, //, rank: Int, first_axis: Int
](
    what: StaticString,
    indices: ManagedTensorSlice[rank=index_rank, ...],
    at: IndexList[index_rank],
    shape: IndexList[rank],
    mut place: IndexList[rank],
) raises:
    """Sets the axes from `first_axis` on of a place to the numbers that stand in a row of indices.

    Example:

    ```mojo
    from extensibility import InputTensor, StaticTensorSpec
    from nn.scatter import place_by_indices
    from std.utils import Index, IndexList

    var numbers: List[Int64] = [1, -1]
    var indices = InputTensor[static_spec = StaticTensorSpec[DType.int64, 1].create_unknown()](numbers.unsafe_ptr(), Index(2))
    var place = IndexList[3]()
    place_by_indices[3, 0]("gather_nd", indices, Index(0), Index(4, 5, 6), place)
    print(place)  # (1, 4, 0)
    _ = numbers
    ```
    """
    var where = at
    for k in range(indices.dim_size[index_rank - 1]()):
        where[index_rank - 1] = k
        var index = normalized(indices.load[1](where), shape[first_axis + k])
        if index < 0 or index >= shape[first_axis + k]:
            raise Error(
                what, ": index ", indices.load[1](where), " is out of range for an axis of ", shape[first_axis + k]
            )
        place[first_axis + k] = index


@always_inline
def scatter_nd[
    rank: Int, update_rank: Int, index_rank: Int, dtype: DType, //, R: Reduction, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    updates: ManagedTensorSlice[dtype=dtype, rank=update_rank, ...],
    indices: ManagedTensorSlice[rank=index_rank, ...],
    ctx: DeviceContext,
) raises:
    """A copy of `x` into which updates are combined at the places that the last axis of the indices names.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.scatter import Replacement, scatter_nd
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    var numbers: List[Float32] = [1, 2, 3]
    var new: List[Float32] = [10]
    var places: List[Int64] = [1]
    var result = List[Float32](length=3, fill=0)
    scatter_nd[Replacement](
        OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(3)),
        InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(3)),
        InputTensor[static_spec=spec](new.unsafe_ptr(), Index(1)),
        InputTensor[static_spec = StaticTensorSpec[DType.int64, 2].create_unknown()](places.unsafe_ptr(), Index(1, 1)),
        DeviceContext(),
    )
    print(result)  # [1.0, 10.0, 3.0]
    _ = (numbers^, new^, places^)
    ```
    """
    comptime batch = index_rank - 1
    comptime behind = update_rank - batch
    comptime named = rank - behind
    var shape = x.shape()
    if indices.dim_size[index_rank - 1]() != named:
        raise Error("scatter_nd: places have ", named, " numbers, not ", indices.dim_size[index_rank - 1]())
    copy_into[target](output, x, IndexList[rank](), IndexList[rank](), shape, ctx)
    var count = 1
    var each = 1
    comptime for i in range(update_rank):
        comptime if i < batch:
            count *= updates.dim_size[i]()
        else:
            each *= updates.dim_size[i]()
    comptime if not is_device(target):
        for i in range(count):
            var to = IndexList[rank]()
            place_by_indices[rank, 0]("scatter_nd", indices, _row_of[index_rank](i, indices.shape()), shape, to)

    @__parameter
    @always_inline
    def one[width: Int](part: IndexList[1]):
        # The same element of each update, one update after the other.
        for i in range(count):
            var source = start_of_row[-1](i * each + part[0], updates.shape())
            var to = IndexList[rank]()
            var at = _row_of[index_rank](i, indices.shape())
            comptime for k in range(named):
                at[batch] = k
                to[k] = normalized(indices.load[1](at), shape[k])
            comptime for k in range(behind):
                to[named + k] = source[batch + k]
            output.store[1](to, R.combine(output.load[1](to), updates.load[1](source)))

    for_places[one, 1, target](IndexList[1](each), ctx, count)


@always_inline
def _row_of[rank: Int](number: Int, shape: IndexList[rank]) -> IndexList[rank]:
    # Where a row along the last axis starts.
    return start_of_row[rank - 1](number, shape)


@always_inline
def gather_nd[
    rank: Int, in_rank: Int, index_rank: Int, dtype: DType, //, batch_dims: Int, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=in_rank, ...],
    indices: ManagedTensorSlice[rank=index_rank, ...],
    ctx: DeviceContext,
) raises:
    """The parts of `x` whose places the last axis of the indices names; the first `batch_dims` axes of both go together.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.scatter import gather_nd
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime matrix = StaticTensorSpec[DType.float32, 2].create_unknown()
    var numbers: List[Float32] = [1, 2, 3, 4]
    var places: List[Int64] = [1, 0]
    var result = List[Float32](length=1, fill=0)
    gather_nd[0](
        OutputTensor[static_spec = StaticTensorSpec[DType.float32, 1].create_unknown()](result.unsafe_ptr(), Index(1)),
        InputTensor[static_spec=matrix](numbers.unsafe_ptr(), Index(2, 2)),
        InputTensor[static_spec = StaticTensorSpec[DType.int64, 2].create_unknown()](places.unsafe_ptr(), Index(1, 2)),
        DeviceContext(),
    )
    print(result)  # [3.0]
    _ = (numbers^, places^)
    ```
    """
    comptime given = index_rank - 1
    comptime behind = rank - given
    comptime first_behind = in_rank - behind
    var shape = output.shape()
    if indices.dim_size[index_rank - 1]() != first_behind - batch_dims:
        raise Error("gather_nd: places have ", first_behind - batch_dims, " numbers, not ", indices.dim_size[index_rank - 1]())
    var each = 1
    comptime for i in range(given, rank):
        each *= shape[i]
    comptime if not is_device(target):
        for i in range(shape.flattened_length() // max(each, 1)):
            var source = IndexList[in_rank]()
            place_by_indices[in_rank, batch_dims]("gather_nd", indices, _row_of[index_rank](i, indices.shape()), x.shape(), source)

    @__parameter
    @always_inline
    def one[width: Int](to: IndexList[rank]):
        var at = IndexList[index_rank]()
        var source = IndexList[in_rank]()
        comptime for k in range(given):
            at[k] = to[k]
            comptime if k < batch_dims:
                source[k] = to[k]
        comptime for k in range(first_behind - batch_dims):
            at[given] = k
            source[batch_dims + k] = normalized(indices.load[1](at), x.dim_size[batch_dims + k]())
        comptime for k in range(behind):
            source[first_behind + k] = to[given + k]
        output.store[1](to, x.load[1](source))

    for_places[one, 1, target](shape, ctx)


@extensibility.register("mo.gather_nd")
struct _GatherNd:
    @staticmethod
    def execute[target: StaticString, batch_dims: Int](
        output: OutputTensor, x: _FusedInputTensor[dtype = output.dtype, ...], indices: InputTensor, ctx: DeviceContext
    ) raises:
        gather_nd[batch_dims, target](output, x, indices, ctx)


@extensibility.register("mo.scatter")
struct _Scatter:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        indices: InputTensor[rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        scatter[Replacement, axis, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter_nd")
struct _ScatterNd:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, ...],
        indices: InputTensor,
        ctx: DeviceContext,
    ) raises:
        scatter_nd[Replacement, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter.add")
struct _ScatterAdd:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        indices: InputTensor[rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        scatter[Sum, axis, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter_nd.add")
struct _ScatterNdAdd:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, ...],
        indices: InputTensor,
        ctx: DeviceContext,
    ) raises:
        scatter_nd[Sum, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter.max")
struct _ScatterMax:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        indices: InputTensor[rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        scatter[Largest, axis, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter_nd.max")
struct _ScatterNdMax:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, ...],
        indices: InputTensor,
        ctx: DeviceContext,
    ) raises:
        scatter_nd[Largest, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter.min")
struct _ScatterMin:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        indices: InputTensor[rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        scatter[Smallest, axis, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter_nd.min")
struct _ScatterNdMin:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, ...],
        indices: InputTensor,
        ctx: DeviceContext,
    ) raises:
        scatter_nd[Smallest, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter.mul")
struct _ScatterMul:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        indices: InputTensor[rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        scatter[Product, axis, target](output, x, updates, indices, ctx)


@extensibility.register("mo.scatter_nd.mul")
struct _ScatterNdMul:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...],
        updates: _FusedInputTensor[dtype = output.dtype, ...],
        indices: InputTensor,
        ctx: DeviceContext,
    ) raises:
        scatter_nd[Product, target](output, x, updates, indices, ctx)

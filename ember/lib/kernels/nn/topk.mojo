"""The largest and smallest numbers along an axis, and the order of numbers."""

import extensibility
from extensibility import ManagedTensorSlice, OutputTensor, _FusedInputTensor
from nn._device_sort import order_on_device
from nn._device_topk import best_on_device, comes_first
from nn._loops import rows_along, share, start_of_row
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList

comptime _FEW = 64
"""Up to this many are kept in order while a row is read; more are found by sorting it."""


@always_inline
def top_k[
    rank: Int, dtype: DType, //, axis: Int, largest: Bool, target: StaticString = "cpu"
](
    values: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    indices: ManagedTensorSlice[rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    """The largest (or smallest) numbers along an axis, in order, and where they were; as many as the results have room for.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.topk import top_k
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    var numbers: List[Float32] = [3, 9, 4]
    var best = List[Float32](length=2, fill=0)
    var places = List[Int64](length=2, fill=0)
    top_k[0, True](
        OutputTensor[static_spec=spec](best.unsafe_ptr(), Index(2)),
        OutputTensor[static_spec = StaticTensorSpec[DType.int64, 1].create_unknown()](places.unsafe_ptr(), Index(2)),
        InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(3)),
        DeviceContext(),
    )
    print(best, places)  # [9.0, 4.0] [1, 2]
    _ = numbers
    ```
    """
    var shape = x.shape()
    var length = shape[axis]
    var count = values.dim_size[axis]()
    if count > length:
        raise Error("top_k: ", count, " of ", length, " numbers are asked for")
    comptime if is_device(target):

        @__parameter
        @always_inline
        def found(place: IndexList[rank], value: Scalar[dtype], index: Int):
            values.store[1](place, value)
            indices.store[1](place, Scalar[indices.dtype](index))

        best_on_device[axis, largest, found](x, count, ctx)
        return

    @__parameter
    def some(first: Int, end: Int):
        var numbers = List[Scalar[dtype]](length=length, fill=0)
        for row in range(first, end):
            var place = start_of_row[axis](row, shape)
            for i in range(length):
                place[axis] = i
                numbers[i] = x.load[1](place)
            var order = _first_few[largest](numbers, count) if count <= _FEW else _sorted[largest](numbers)
            for i in range(count):
                place[axis] = i
                values.store[1](place, numbers[order[i]])
                indices.store[1](place, Scalar[indices.dtype](order[i]))

    share[some](rows_along[axis](shape), length * 4)


def _first_few[dtype: DType, //, largest: Bool](numbers: List[Scalar[dtype]], count: Int) -> List[Int]:
    # The best so far stay in order; a number that is no better than the last of them is passed by.
    var order = List[Int](capacity=count + 1)
    if count == 0:
        return order^
    for i in range(len(numbers)):
        if len(order) == count:
            if not comes_first[largest](numbers[i], numbers[order[count - 1]]):
                continue
            _ = order.pop()
        order.append(i)
        var j = len(order) - 1
        while j > 0 and comes_first[largest](numbers[i], numbers[order[j - 1]]):
            order[j] = order[j - 1]
            j -= 1
        order[j] = i
    return order^


def _sorted[dtype: DType, //, largest: Bool](numbers: List[Scalar[dtype]]) -> List[Int]:
    # Places in the order of their numbers, equals as they stand.
    var order = List[Int](capacity=len(numbers))
    for i in range(len(numbers)):
        order.append(i)

    @__parameter
    def before(a: Int, b: Int) -> Bool:
        return comes_first[largest](numbers[a], numbers[b])

    sort[before, stable=True](order)
    return order^


@extensibility.register("mo.top_k")
struct _TopK:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        values: OutputTensor,
        indices: OutputTensor[rank = values.rank, ...],
        x: _FusedInputTensor[dtype = values.dtype, rank = values.rank, ...],
        ctx: DeviceContext,
    ) raises:
        top_k[axis, True, target](values, indices, x, ctx)


@extensibility.register("mo.bottom_k")
struct _BottomK:
    @staticmethod
    def execute[target: StaticString, axis: Int](
        values: OutputTensor,
        indices: OutputTensor[rank = values.rank, ...],
        x: _FusedInputTensor[dtype = values.dtype, rank = values.rank, ...],
        ctx: DeviceContext,
    ) raises:
        top_k[axis, False, target](values, indices, x, ctx)


@extensibility.register("mo.argsort")
struct _Argsort:
    @staticmethod
    def execute[target: StaticString, ascending: Bool](
        indices: OutputTensor[rank=1, ...], x: _FusedInputTensor[rank=1, ...], ctx: DeviceContext
    ) raises:
        comptime if is_device(target):

            @__parameter
            @always_inline
            def found(place: Int, index: Int):
                indices.store[1](IndexList[1](place), Scalar[indices.dtype](index))

            if x.dim_size[0]() > 0:
                order_on_device[not ascending, found](x, ctx)
            return
        var numbers = List[Scalar[x.dtype]](capacity=x.dim_size[0]())
        for i in range(x.dim_size[0]()):
            numbers.append(x.load[1](IndexList[1](i)))
        var order = _sorted[not ascending](numbers)
        for i in range(len(order)):
            indices[i] = Scalar[indices.dtype](order[i])

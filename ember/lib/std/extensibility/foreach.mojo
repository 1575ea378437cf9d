"""Loops over the elements of a tensor, on processors and on devices."""

from std.algorithm._device import is_device, run_on_device
from std.algorithm.functional import elementwise
from std.algorithm.parallel import sync_parallelize
from std.extensibility.managed_tensor_slice import ManagedTensorSlice
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.runtime._asyncrt import parallelism_level
from std.sys.info import simd_width_of
from std.utils.coord import *
from std.utils.index import IndexList

comptime _ENOUGH_FOR_THREADS = 1 << 15
"""Fewer elements than these are not shared among threads."""
comptime _DEVICE_BYTES = 16
"""What a thread of a device reads at once."""


def get_kernel_simd_width[dtype: DType, target: StaticString]() -> Int:
    """How many elements a kernel treats at once.

    Example:

    ```mojo
    from extensibility import get_kernel_simd_width

    print(get_kernel_simd_width[DType.float32, "gpu"]())  # 4
    ```
    """
    comptime if is_device(target):
        return max(1, _DEVICE_BYTES // dtype.size_of())
    else:
        return simd_width_of[dtype]()


@always_inline
def foreach[
    dtype: DType,
    rank: Int,
    func_type: AnyType,
    Context: AnyType, //,
    func: func_type,
    *,
    target: StaticString = "cpu",
    simd_width: Int = get_kernel_simd_width[dtype, target](),
    _trace_name: StaticString = "mogg.for_each",
](tensor: ManagedTensorSlice[dtype=dtype, rank=rank, ...], ctx: Context) raises:
    """Sets all elements: `func[width](index)` computes `width` of them. `index` is a `Coord` or an `IndexList`.

    Example:

    ```mojo
    from extensibility import OutputTensor, StaticTensorSpec, foreach
    from std.gpu.host import DeviceContext
    from std.utils import Index, IndexList

    comptime spec = StaticTensorSpec[DType.int32, 2].create_unknown()
    var numbers = List[Int32](length=6, fill=0)
    var result = OutputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 3))

    @parameter
    def seven[width: Int](index: IndexList[2]) -> SIMD[DType.int32, width]:
        return 7

    foreach[seven](result, DeviceContext())
    print(numbers)  # [7, 7, 7, 7, 7, 7]
    ```
    """

    @__parameter
    @always_inline
    def one[width: Int, any_rank: Int](index: IndexList[any_rank]):
        var place = rebind[IndexList[rank]](index)
        tensor._fused_store[width](place, rebind[SIMD[dtype, width]](func[width](Coord(place))))

    _for_all[one, simd_width, target](tensor.shape(), ctx)


@always_inline
def foreach[
    dtype: DType,
    rank: Int,
    F: AnyType,
    Context: AnyType, //,
    *,
    target: StaticString = "cpu",
    simd_width: Int = get_kernel_simd_width[dtype, target](),
    _trace_name: StaticString = "mogg.for_each",
](func: F, tensor: ManagedTensorSlice[dtype=dtype, rank=rank, ...], ctx: Context) raises:
    """Sets all elements: the closure `func[width](index)` computes `width` of them."""

    @__parameter
    @always_inline
    def one[width: Int](index: Coord) -> SIMD[dtype, width]:
        return rebind[SIMD[dtype, width]](func[width](index))

    foreach[one, target=target, simd_width=simd_width](tensor, ctx)


@always_inline
def view_copy[
    dtype: DType, rank: Int, Context: AnyType, //, *, target: StaticString = "cpu"
](
    result: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    view: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: Context,
) raises:
    """Copies all elements, whatever the strides of both are.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec, view_copy
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.int32, 2].create_unknown()
    var numbers: List[Int32] = [1, 2, 3, 4, 5, 6]
    var turned = List[Int32](length=6, fill=0)
    var view = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(3, 2), Index(1, 3))
    view_copy(OutputTensor[static_spec=spec](turned.unsafe_ptr(), Index(3, 2)), view, DeviceContext())
    print(turned)  # [1, 4, 2, 5, 3, 6]
    _ = numbers
    ```
    """

    @__parameter
    @always_inline
    def one[width: Int, any_rank: Int](index: IndexList[any_rank]):
        var place = rebind[IndexList[rank]](index)
        result._fused_store[width](place, view._fused_load[width](place))

    _for_all[one, get_kernel_simd_width[dtype, target](), target](result.shape(), ctx)


@always_inline
def _for_all[
    rank: Int,
    Context: AnyType, //,
    func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None,
    width: Int,
    target: StaticString,
](shape: IndexList[rank], ctx: Context) raises:
    comptime if is_device(target):
        run_on_device[func, width](shape, _context(ctx))
    else:
        comptime assert target == "cpu", "the targets of kernels are cpu and gpu"
        comptime if rank == 0:
            func[1, rank](shape)
        else:
            _on_processors[func, width](shape)


@always_inline
def _context[Context: AnyType](ctx: Context) raises -> DeviceContext:
    comptime if __same_type[Context, DeviceContext]():
        return rebind[DeviceContext](ctx)
    else:
        return ctx.get_device_context()


@always_inline
def _on_processors[
    rank: Int, //, func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank]):
    # The rows are shared among threads, if that is worth it.
    comptime last = rank - 1
    var columns = shape[last]
    var rows = 1
    comptime for d in range(last):
        rows *= shape[d]
    var shares = min(parallelism_level(), rows) if rows * columns >= _ENOUGH_FOR_THREADS else 1
    if shares <= 1:
        _rows[func, width](shape, 0, rows)
        return
    var each = ceildiv(rows, shares)

    @__parameter
    @always_inline
    def share(i: Int):
        _rows[func, width](shape, i * each, min((i + 1) * each, rows))

    sync_parallelize[share](shares)


@always_inline
def _rows[
    rank: Int, //, func: def[width: Int, rank: Int](IndexList[rank]) capturing -> None, width: Int
](shape: IndexList[rank], first: Int, end: Int):
    comptime last = rank - 1
    var columns = shape[last]
    var blocks = columns // width * width
    for row in range(first, end):
        var place = IndexList[rank]()
        var rest = row
        comptime for k in range(last):
            comptime d = last - 1 - k
            place[d] = rest % shape[d]
            rest //= shape[d]
        for column in range(0, blocks, width):
            place[last] = column
            func[width, rank](place)
        for column in range(blocks, columns):
            place[last] = column
            func[1, rank](place)

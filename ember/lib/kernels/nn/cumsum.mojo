"""Sums so far along an axis."""

import extensibility
from extensibility import ManagedTensorSlice, OutputTensor, _FusedInputTensor, get_kernel_simd_width
from nn._device_scan import scan_on_device
from nn._loops import accumulator, for_places, rows_along, start_of_row
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.utils.index import IndexList

comptime _MANY_ROWS = 4096
"""So many keep a device busy with a thread for each; less are shared by threads."""


@always_inline
def cumsum[
    rank: Int, dtype: DType, //, axis: Int, exclusive: Bool = False, reverse: Bool = False, target: StaticString = "cpu"
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    """Sums along an axis up to each place, which counts unless they are exclusive; from the end in reverse.

    Example:

    ```mojo
    from extensibility import InputTensor, OutputTensor, StaticTensorSpec
    from nn.cumsum import cumsum
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime spec = StaticTensorSpec[DType.int32, 1].create_unknown()
    var numbers: List[Int32] = [1, 2, 3]
    var sums = List[Int32](length=3, fill=0)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(3))
    cumsum[0](OutputTensor[static_spec=spec](sums.unsafe_ptr(), Index(3)), x, DeviceContext())
    print(sums)  # [1, 3, 6]
    _ = numbers
    ```
    """
    comptime acc = accumulator[dtype]()
    var length = x.shape()[axis]
    comptime if is_device(target):
        if rows_along[axis](x.shape()) < _MANY_ROWS and length > 1:
            _scan_rows[axis, exclusive, reverse](output, x, ctx)
            return
    var across = x.shape()
    across[axis] = 1

    @__parameter
    @always_inline
    def one[width: Int](start: IndexList[rank]):
        var place = start
        var sum = SIMD[acc, width](0)
        for i in range(length):
            place[axis] = length - 1 - i if reverse else i
            var value = x.load[width](place).cast[acc]()
            comptime if exclusive:
                output.store[width](place, sum.cast[dtype]())
                sum += value
            else:
                sum += value
                output.store[width](place, sum.cast[dtype]())

    for_places[one, get_kernel_simd_width[dtype, target]() if axis != rank - 1 else 1, target](across, ctx, length)


def _scan_rows[
    rank: Int, dtype: DType, //, axis: Int, exclusive: Bool, reverse: Bool
](
    output: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    x: ManagedTensorSlice[dtype=dtype, rank=rank, ...],
    ctx: DeviceContext,
) raises:
    # Many threads share a row.
    comptime acc = accumulator[dtype]()
    var shape = x.shape()
    var length = shape[axis]

    @__parameter
    @always_inline
    def place_of(row: Int, i: Int) -> IndexList[rank]:
        var place = start_of_row[axis](row, shape)
        place[axis] = length - 1 - i if reverse else i
        return place

    @__parameter
    @always_inline
    def load(row: Int, i: Int) -> SIMD[acc, 4]:
        comptime if axis == rank - 1 and not reverse:
            if i + 4 <= length:
                return x.load[4](place_of(row, i)).cast[acc]()
        var result = SIMD[acc, 4](0)
        comptime for k in range(4):
            if i + k < length:
                result[k] = x.load[1](place_of(row, i + k)).cast[acc]()
        return result

    @__parameter
    @always_inline
    def store(row: Int, i: Int, sums: SIMD[acc, 4]):
        comptime if axis == rank - 1 and not reverse:
            if i + 4 <= length:
                output.store[4](place_of(row, i), sums.cast[dtype]())
                return
        comptime for k in range(4):
            if i + k < length:
                output.store[1](place_of(row, i + k), sums[k].cast[dtype]())

    scan_on_device[load, store, exclusive](rows_along[axis](shape), length, ctx)


@extensibility.register("mo.cumsum")
struct _Cumsum:
    @staticmethod
    def execute[target: StaticString, axis: Int, exclusive: Bool, reverse: Bool](
        output: OutputTensor, x: _FusedInputTensor[dtype = output.dtype, rank = output.rank, ...], ctx: DeviceContext
    ) raises:
        cumsum[axis, exclusive, reverse, target](output, x, ctx)

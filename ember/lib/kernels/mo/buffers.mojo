"""Parts of buffers get new values."""

import extensibility
from extensibility import MutableInputTensor, _FusedInputTensor
from mo.devices import for_all_on_device
from mo.loops import for_all
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@extensibility.register("mo.mutable.store.slice")
struct _StoreSlice:
    """Along each axis as many elements as the value has, from `starts` in `steps`."""

    @staticmethod
    def execute[
        rank: Int, //, steps: IndexList[rank], target: StaticString
    ](
        buffer: MutableInputTensor[rank=rank, ...],
        value: _FusedInputTensor[dtype = buffer.dtype, rank=rank, ...],
        starts: IndexList[rank],
        ctx: DeviceContext,
    ) raises:
        """Stores it."""

        @__parameter
        @always_inline
        def element[width: Int](index: IndexList[rank]):
            var place = IndexList[rank]()
            comptime for i in range(rank):
                place[i] = starts[i] + index[i] * steps[i]
            var numbers = value._fused_load[width](index)
            comptime if steps[rank - 1] == 1:
                buffer.store[width](place, numbers)
            else:
                comptime for lane in range(width):
                    buffer.store[1](place, numbers[lane])
                    place[rank - 1] += steps[rank - 1]

        comptime if is_device(target):
            for_all_on_device[element, 1](value.shape(), ctx)
        else:
            for_all[element, simd_width_of[buffer.dtype]()](value.shape())

"""Numbers in even steps."""

import extensibility
from extensibility import _FusedOutputTensor
from mo.devices import for_all_on_device
from mo.loops import for_all
from std.algorithm._device import is_device
from std.gpu.host import DeviceContext
from std.math import ceil, iota
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@extensibility.register_shape_function("mo.range")
def _range_shape[dtype: DType, //](start: Scalar[dtype], stop: Scalar[dtype], step: Scalar[dtype]) raises -> IndexList[1]:
    if step == 0:
        raise Error("range: the step must not be 0")
    comptime if dtype.is_floating_point():
        var count = ceil((stop.cast[DType.float64]() - start.cast[DType.float64]()) / step.cast[DType.float64]())
        return IndexList[1](max(0, Int(count)))
    var distance = Int(stop) - Int(start)
    var by = Int(step)
    return IndexList[1](max(0, (distance + by - (1 if by > 0 else -1)) // by))


@extensibility.register("mo.range")
struct _Range:
    """`start`, `start + step`, and so on, as many as there is room for."""

    @staticmethod
    def execute[
        dtype: DType, //, target: StaticString
    ](
        result: _FusedOutputTensor[dtype=dtype, rank=1, ...],
        start: Scalar[dtype],
        stop: Scalar[dtype],
        step: Scalar[dtype],
        ctx: DeviceContext,
    ) raises:
        """Writes them."""

        @__parameter
        @always_inline
        def element[width: Int](index: IndexList[1]):
            var number = iota[dtype, width](Scalar[dtype](index[0]))
            result._fused_store[width](index, number * step + start)

        comptime if is_device(target):
            for_all_on_device[element, 1](result.shape(), ctx)
        else:
            for_all[element, simd_width_of[dtype]()](result.shape())

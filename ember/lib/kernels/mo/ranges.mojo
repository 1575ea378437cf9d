"""Numbers in even steps."""

import extensibility
from extensibility import _FusedOutputTensor
from mo.loops import for_all
from std.math import iota
from std.sys.info import simd_width_of
from std.utils.index import IndexList


@extensibility.register("mo.range")
struct _Range:
    """`start`, `start + step`, and so on, as many as there is room for."""

    @staticmethod
    def execute[
        dtype: DType, //
    ](
        result: _FusedOutputTensor[dtype=dtype, rank=1, ...],
        start: Scalar[dtype],
        stop: Scalar[dtype],
        step: Scalar[dtype],
    ):
        """Writes them."""

        @__parameter
        @always_inline
        def element[width: Int](index: IndexList[1]):
            var number = iota[dtype, width](Scalar[dtype](index[0]))
            result._fused_store[width](index, number * step + start)

        for_all[element, simd_width_of[dtype]()](result.shape())

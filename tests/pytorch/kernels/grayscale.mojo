# edition: 2025
"""The kernel of the talk on Mojo and PyTorch."""

import compiler
from runtime.asyncrt import DeviceContextPtr
from tensor import FusedOutputTensor, InputTensor, foreach
from utils.index import Index, IndexList

alias float32 = DType.float32


@compiler.register("grayscale")
struct Grayscale:
    @staticmethod
    fn execute[
        target: StaticString,
    ](
        img_out: FusedOutputTensor[dtype=float32, rank=2],
        img_in: InputTensor[dtype=float32, rank=3],
        ctx: DeviceContextPtr,
    ) raises:
        @parameter
        fn color_to_grayscale[width: Int](idx: IndexList[img_out.rank]) -> SIMD[float32, width]:
            var row, col = idx[0], idx[1]
            var r = img_in.load[width](Index(0, row, col))
            var g = img_in.load[width](Index(1, row, col))
            var b = img_in.load[width](Index(2, row, col))
            return 0.21 * r + 0.71 * g + 0.07 * b

        foreach[color_to_grayscale, target=target](img_out, ctx)

"""Random numbers, which are a function of the seed and the place alone."""

import extensibility
from extensibility import _FusedOutputTensor
from nn._loops import for_places, start_of_row
from std.gpu.host import DeviceContext
from std.random.philox import NormalRandom, Random
from std.utils.index import IndexList


@extensibility.register("mo.random.uniform")
struct _RandomUniform:
    @staticmethod
    def execute[target: StaticString, low: Float64, high: Float64](
        output: _FusedOutputTensor, seed: Scalar[DType.int64], ctx: DeviceContext
    ) raises:
        comptime span = (high - low).cast[DType.float32]()
        var size = output.size()
        var key = seed.cast[DType.uint64]()

        @__parameter
        @always_inline
        def four[width: Int](block: IndexList[1]):
            var first = 4 * block[0]
            var numbers = Random(seed=key, offset=UInt64(block[0])).step_uniform()
            for lane in range(min(4, size - first)):
                var value = low.cast[DType.float32]() + numbers[lane] * span
                output._fused_store[1](start_of_row[-1](first + lane, output.shape()), value.cast[output.dtype]())

        for_places[four, 1, target](IndexList[1]((size + 3) // 4), ctx, 64)


@extensibility.register("mo.random.normal")
struct _RandomNormal:
    @staticmethod
    def execute[target: StaticString, mean: Float64, std: Float64](
        output: _FusedOutputTensor, seed: Scalar[DType.int64], ctx: DeviceContext
    ) raises:
        var size = output.size()
        var key = seed.cast[DType.uint64]()

        @__parameter
        @always_inline
        def eight[width: Int](block: IndexList[1]):
            var first = 8 * block[0]
            var numbers = NormalRandom(seed=key, offset=UInt64(2 * block[0])).step_normal(
                mean.cast[DType.float32](), std.cast[DType.float32]()
            )
            for lane in range(min(8, size - first)):
                output._fused_store[1](start_of_row[-1](first + lane, output.shape()), numbers[lane].cast[output.dtype]())

        for_places[eight, 1, target](IndexList[1]((size + 7) // 8), ctx, 256)

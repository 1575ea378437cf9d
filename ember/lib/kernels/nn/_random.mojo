"""Numbers that follow a rule: ranges and random numbers, which are a function of the seed and the place alone."""

import extensibility
from extensibility import _FusedOutputTensor
from nn._loops import share, start_of_row
from std.gpu.host import DeviceContext
from std.random.philox import NormalRandom, Random


@extensibility.register("mo.range")
struct _Range:
    @staticmethod
    def execute[target: StaticString](
        output: _FusedOutputTensor[rank=1, ...],
        start: Scalar[output.dtype],
        stop: Scalar[output.dtype],
        step: Scalar[output.dtype],
        ctx: DeviceContext,
    ) raises:
        comptime assert target == "cpu", "range has no kernel for this target"
        for i in range(output.dim_size[0]()):
            output._fused_store[1](start_of_row[-1](i, output.shape()), start + step * Scalar[output.dtype](i))


@extensibility.register("mo.random.uniform")
struct _RandomUniform:
    @staticmethod
    def execute[target: StaticString, low: Float64, high: Float64](
        output: _FusedOutputTensor, seed: Scalar[DType.int64], ctx: DeviceContext
    ) raises:
        comptime assert target == "cpu", "random.uniform has no kernel for this target"
        comptime span = (high - low).cast[DType.float32]()
        var size = output.size()
        var key = seed.cast[DType.uint64]()

        @__parameter
        def some(first: Int, end: Int):
            for block in range(first, end):
                var numbers = Random(seed=key, offset=UInt64(block)).step_uniform()
                for lane in range(min(4, size - 4 * block)):
                    var value = low.cast[DType.float32]() + numbers[lane] * span
                    output._fused_store[1](start_of_row[-1](4 * block + lane, output.shape()), value.cast[output.dtype]())

        share[some]((size + 3) // 4, 64)


@extensibility.register("mo.random.normal")
struct _RandomNormal:
    @staticmethod
    def execute[target: StaticString, mean: Float64, std: Float64](
        output: _FusedOutputTensor, seed: Scalar[DType.int64], ctx: DeviceContext
    ) raises:
        comptime assert target == "cpu", "random.normal has no kernel for this target"
        var size = output.size()
        var key = seed.cast[DType.uint64]()

        @__parameter
        def some(first: Int, end: Int):
            for block in range(first, end):
                var numbers = NormalRandom(seed=key, offset=UInt64(2 * block)).step_normal(
                    mean.cast[DType.float32](), std.cast[DType.float32]()
                )
                for lane in range(min(8, size - 8 * block)):
                    output._fused_store[1](
                        start_of_row[-1](8 * block + lane, output.shape()), numbers[lane].cast[output.dtype]()
                    )

        share[some]((size + 7) // 8, 256)

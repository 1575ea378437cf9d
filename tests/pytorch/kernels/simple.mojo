"""Kernels with parameters, with numbers, with an operand that changes, and one that no tensor can serve."""

import extensibility
from extensibility import InputTensor, InputVariadicTensors, OutputTensor, _MutableInputTensor, foreach
from max.gpu.host import DeviceContext
from std.utils.coord import Coord


@extensibility.register("add_constant")
struct AddConstant[value: Int]:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        ctx: DeviceContext,
    ) raises:
        @__parameter
        def add[width: Int](index: Coord) -> SIMD[x.dtype, width]:
            return x.load[width](index) + Scalar[x.dtype](Self.value)

        foreach[add, target=target](output, ctx)


@extensibility.register("add_scaled")
struct AddScaled:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        factor: Float32,
        ctx: DeviceContext,
    ) raises:
        @__parameter
        def scaled[width: Int](index: Coord) -> SIMD[x.dtype, width]:
            return x.load[width](index) * factor.cast[x.dtype]()

        foreach[scaled, target=target](output, ctx)


@extensibility.register("advance")
struct Advance:
    @staticmethod
    def execute[target: StaticString](
        state: _MutableInputTensor[dtype = DType.int64, rank=1, ...], ctx: DeviceContext
    ) raises:
        for i in range(state.dim_size(0)):
            state[i] = state[i] + 1


@extensibility.register("several")
struct Several:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor, inputs: InputVariadicTensors[output.dtype, output.rank, ...]
    ) raises:
        pass

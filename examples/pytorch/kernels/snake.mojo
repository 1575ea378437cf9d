"""The activation `x + sin²(a·x) / a`, which can learn what repeats, and the way back through it."""

import extensibility
from extensibility import InputTensor, OutputTensor, foreach
from max.gpu.host import DeviceContext
from std.math import sin
from std.utils.coord import Coord


@extensibility.register("snake")
struct Snake:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        a: Float32,
        ctx: DeviceContext,
    ) raises:
        @__parameter
        def value[width: Int](index: Coord) -> SIMD[x.dtype, width]:
            var here = x.load[width](index)
            var scale = a.cast[x.dtype]()
            var wave = sin(here * scale)
            return here + wave * wave / scale

        foreach[value, target=target](output, ctx)


@extensibility.register("snake_backward")
struct SnakeBackward:
    @staticmethod
    def execute[target: StaticString](
        output: OutputTensor,
        gradient: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        x: InputTensor[dtype = output.dtype, rank = output.rank, ...],
        a: Float32,
        ctx: DeviceContext,
    ) raises:
        @__parameter
        def value[width: Int](index: Coord) -> SIMD[x.dtype, width]:
            var slope = 1 + sin(2 * a.cast[x.dtype]() * x.load[width](index))
            return gradient.load[width](index).cast[x.dtype]() * slope

        foreach[value, target=target](output, ctx)

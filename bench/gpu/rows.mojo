"""Rows of 8192 numbers by hand, in float32 and in bfloat16: softmax and norms with a block for each row, and two elementwise chains."""

from by_hand import (
    CHAIN_THREADS,
    COLUMNS,
    EPSILON,
    NORM_THREADS,
    SOFTMAX_THREADS,
    Numbers,
    gelu_chain,
    lanes,
    norm,
    silu_mul,
    softmax,
)
from gpu import block_idx, thread_idx
from gpu.host import DeviceBuffer, DeviceContext
from std.math import erf, exp, sqrt
from std.sys import get_defined_int
from timing import median_ms, report

comptime ROWS = get_defined_int["ROWS", 8192]()


def value(i: Int) -> Float32:
    return Float32((i * 2654435761) & 0xFFFF) / 8192 - 4


def fill[dtype: DType](x: Numbers[dtype], shift: Int):
    var i = Int(block_idx.x) * CHAIN_THREADS + Int(thread_idx.x)
    x[i] = value(i + shift).cast[dtype]()


struct Arrays[dtype: DType]:
    """Several inputs with the same numbers, and outputs, for launches to take turns with."""

    comptime COUNT = 4
    var inputs: List[DeviceBuffer[Self.dtype]]
    var outputs: List[DeviceBuffer[Self.dtype]]
    var gamma: DeviceBuffer[Self.dtype]
    var beta: DeviceBuffer[Self.dtype]

    def __init__(out self, ctx: DeviceContext) raises:
        self.inputs = List[DeviceBuffer[Self.dtype]]()
        self.outputs = List[DeviceBuffer[Self.dtype]]()
        for _ in range(Self.COUNT):
            self.inputs.append(Self.filled(ROWS * COLUMNS, 0, ctx))
            self.outputs.append(ctx.enqueue_create_buffer[Self.dtype](ROWS * COLUMNS))
        self.gamma = Self.filled(COLUMNS, 1, ctx)
        self.beta = Self.filled(COLUMNS, 2, ctx)

    @staticmethod
    def filled(length: Int, shift: Int, ctx: DeviceContext) raises -> DeviceBuffer[Self.dtype]:
        var result = ctx.enqueue_create_buffer[Self.dtype](length)
        ctx.enqueue_function[fill[Self.dtype]](result, shift, grid_dim=length // CHAIN_THREADS, block_dim=CHAIN_THREADS)
        return result

    @staticmethod
    def number(row: Int, column: Int) -> Float64:
        """Of the inputs; gamma and beta are those of row 0, shifted."""
        return Float64(value(row * COLUMNS + column).cast[Self.dtype]())

    def error[exact: def(Int, Int) capturing -> Float64](self, relative: Bool = False) raises -> Float64:
        """How far some rows of the first output are from what `exact` gives for their rows and columns."""
        var result = Float64(0)
        with self.outputs[0].map_to_host() as host:
            for r in range(0, ROWS, max(1, ROWS // 4)):
                for c in range(COLUMNS):
                    var wanted = exact(r, c)
                    var difference = abs(Float64(host[r * COLUMNS + c]) - wanted)
                    result = max(result, difference / abs(wanted) if relative else difference)
        return result


def bench_softmax[dtype: DType](ctx: DeviceContext, arrays: Arrays[dtype]) raises:
    var kernel = ctx.compile_function[softmax[dtype]]()

    @parameter
    def launch(ctx: DeviceContext, i: Int) raises:
        var k = i % arrays.COUNT
        ctx.enqueue_function(kernel, arrays.inputs[k], arrays.outputs[k], grid_dim=ROWS, block_dim=SOFTMAX_THREADS)

    var ms = median_ms[launch](ctx)
    var row = -1
    var total = Float64(0)

    @parameter
    def exact(r: Int, c: Int) -> Float64:
        if r != row:
            row = r
            total = 0
            for i in range(COLUMNS):
                total += exp(arrays.number(r, i))
        return exp(arrays.number(r, c)) / total

    report(String("softmax_", dtype), ms, arrays.error[exact](relative=True))


def bench_norm[dtype: DType, is_centred: Bool](name: String, ctx: DeviceContext, arrays: Arrays[dtype]) raises:
    var kernel = ctx.compile_function[norm[dtype, is_centred]]()

    @parameter
    def launch(ctx: DeviceContext, i: Int) raises:
        var k = i % arrays.COUNT
        ctx.enqueue_function(
            kernel, arrays.inputs[k], arrays.gamma, arrays.beta, arrays.outputs[k],
            grid_dim=ROWS, block_dim=NORM_THREADS
        )

    var ms = median_ms[launch](ctx)
    var row = -1
    var mean = Float64(0)
    var scale = Float64(0)

    @parameter
    def exact(r: Int, c: Int) -> Float64:
        if r != row:
            row = r
            mean = 0
            comptime if is_centred:
                for i in range(COLUMNS):
                    mean += arrays.number(r, i) / COLUMNS
            var total = Float64(0)
            for i in range(COLUMNS):
                total += (arrays.number(r, i) - mean) ** 2
            scale = 1 / sqrt(total / COLUMNS + Float64(EPSILON))
        var result = (arrays.number(r, c) - mean) * scale * arrays.number(0, c + 1)
        comptime if is_centred:
            result += arrays.number(0, c + 2)
        return result

    report(String(name, "_", dtype), ms, arrays.error[exact]())


def bench_chain[
    dtype: DType, chain: def(Numbers[dtype], Numbers[dtype], Numbers[dtype]) -> None, exact: def(Float64) capturing -> Float64
](name: String, ctx: DeviceContext, arrays: Arrays[dtype]) raises:
    var kernel = ctx.compile_function[chain]()

    @parameter
    def launch(ctx: DeviceContext, i: Int) raises:
        var k = i % arrays.COUNT
        ctx.enqueue_function(
            kernel, arrays.inputs[k], arrays.inputs[(k + 1) % arrays.COUNT], arrays.outputs[k],
            grid_dim=ROWS * COLUMNS // (CHAIN_THREADS * lanes[dtype]()), block_dim=CHAIN_THREADS
        )

    var ms = median_ms[launch](ctx)

    @parameter
    def at(r: Int, c: Int) -> Float64:
        return exact(arrays.number(r, c))

    report(String(name, "_", dtype), ms, arrays.error[at]())


def bench_all[dtype: DType](ctx: DeviceContext) raises:
    var arrays = Arrays[dtype](ctx)  # as the peers, all kernels use the same

    @parameter
    def silu(x: Float64) -> Float64:
        return x / (1 + exp(-x)) * x

    @parameter
    def gelu(x: Float64) -> Float64:
        return 1.25 * x * (1 + erf(2.5 * x / sqrt(Float64(2)))) * x - 0.5

    bench_softmax(ctx, arrays)
    bench_norm[is_centred=False]("rms_norm", ctx, arrays)
    bench_norm[is_centred=True]("layer_norm", ctx, arrays)
    bench_chain[chain = silu_mul[dtype], exact=silu]("silu_mul", ctx, arrays)
    bench_chain[chain = gelu_chain[dtype], exact=gelu]("gelu_chain", ctx, arrays)


def main() raises:
    var ctx = DeviceContext()
    bench_all[DType.bfloat16](ctx)
    bench_all[DType.float32](ctx)

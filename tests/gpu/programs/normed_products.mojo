"""A product that adds to what it is beside, and one that follows a norm of the sum: rows have the same bits among few and many."""

from extensibility import OutputTensor, StaticTensorSpec
from quantization._device import half_gated_on_device, half_matmul_adding, squares_of
from std.gpu.host import DeviceContext
from std.math import exp, sqrt
from std.utils.index import Index, IndexList

comptime BF16 = DType.bfloat16
comptime N = 64
comptime K = 128
comptime GATES = 16
comptime Floats[n: Int] = StaticTensorSpec[DType.float32, 2].row_major(IndexList[2](-1, n))
comptime Halves[n: Int] = StaticTensorSpec[BF16, 2].row_major(IndexList[2](-1, n))
comptime Bytes[m: Int, n: Int] = StaticTensorSpec[DType.uint8, 2].row_major(IndexList[2](m, n))
comptime Weights = StaticTensorSpec[DType.float32, 1].row_major(IndexList[1](N))


def left(row: Int, i: Int) -> Float32:
    return Float32((i * 7 + 3 + row) % 11 - 5)


def right(row: Int, i: Int) -> Float32:
    return Float32((i * 5 + row * 3) % 7 - 3) / 8


def gate(row: Int, i: Int) -> Float32:
    return Float32((i + row) % 5 - 2) / 4


def bytes_of(values: UnsafePointer[mut=True, UInt8, _], i: Int, value: Float32):
    values.bitcast[BFloat16]()[i] = value.cast[BF16]()


def expected(row: Int, column: Int) -> Float32:
    """The gated product of a row, in float64."""
    var sums = List[Float64]()
    var squares = Float64(0)
    for j in range(N):
        var sum = Float64(j % 5)
        for i in range(K):
            sum += Float64(left(row, i) * right(j, i))
        sums.append(sum)
        squares += sum * sum
    var scale = 1 / sqrt(squares / N + 1e-5)
    var both = InlineArray[Float64, 2](fill=0)
    for half in range(2):
        for j in range(N):
            both[half] += sums[j] * 1.5 * Float64(gate(2 * column + half, j)) * scale
    return Float32(both[0] / (1 + exp(-both[0])) * both[1])


def run(m: Int, ctx: DeviceContext) raises -> List[BFloat16]:
    var a = ctx.enqueue_create_buffer[BF16](m * K)
    var b = ctx.enqueue_create_buffer[DType.uint8](N * K * 2)
    var x = ctx.enqueue_create_buffer[DType.float32](m * N)
    var w = ctx.enqueue_create_buffer[DType.float32](N)
    var sums = ctx.enqueue_create_buffer[DType.float32](m * N)
    var rows = ctx.enqueue_create_buffer[BF16](m * N)
    var squares = ctx.enqueue_create_buffer[DType.float32](m * N // 8)
    var gates = ctx.enqueue_create_buffer[DType.uint8](2 * GATES * N * 2)
    var result = ctx.enqueue_create_buffer[BF16](m * GATES)
    with a.map_to_host() as host:
        for i in range(m * K):
            host[i] = left(i // K, i % K).cast[BF16]()
    with b.map_to_host() as host:
        for i in range(N * K):
            bytes_of(host.unsafe_ptr(), i, right(i // K, i % K))
    with x.map_to_host() as host:
        for i in range(m * N):
            host[i] = Float32(i % N % 5)
    with gates.map_to_host() as host:
        for i in range(2 * GATES * N):
            bytes_of(host.unsafe_ptr(), i, gate(i // N, i % N))
    ctx.enqueue_fill(w, 1.5)
    var normed = OutputTensor[static_spec=Halves[N]](rows.unsafe_ptr(), Index(m, N))
    var eights = OutputTensor[static_spec=Floats[N // 8]](squares.unsafe_ptr(), Index(m, N // 8))
    half_matmul_adding(
        OutputTensor[static_spec=Floats[N]](sums.unsafe_ptr(), Index(m, N)),
        normed,
        eights,
        OutputTensor[static_spec=Halves[K]](a.unsafe_ptr(), Index(m, K)),
        OutputTensor[static_spec=Bytes[N, 2 * K]](b.unsafe_ptr(), Index(N, 2 * K)),
        OutputTensor[static_spec=Floats[N]](x.unsafe_ptr(), Index(m, N)),
        OutputTensor[static_spec=Weights](w.unsafe_ptr(), Index(N)),
        ctx,
    )
    half_gated_on_device["silu", True](
        OutputTensor[static_spec=Halves[GATES]](result.unsafe_ptr(), Index(m, GATES)),
        normed,
        OutputTensor[static_spec=Bytes[2 * GATES, 2 * N]](gates.unsafe_ptr(), Index(2 * GATES, 2 * N)),
        ctx,
        squares_of(eights, 1e-5),
    )
    var found = List[BFloat16]()
    with result.map_to_host() as host:
        for i in range(m * GATES):
            found.append(host[i])
    _ = (a^, b^, x^, w^, sums^, rows^, squares^, gates^)
    return found^


def main() raises:
    var ctx = DeviceContext()
    var alone = run(1, ctx)
    var error = Float32(0)
    for column in range(GATES):
        var wanted = expected(0, column)
        error = max(error, abs(Float32(alone[column]) - wanted) / max(abs(wanted), 1))
    print("right", error < 0.02)
    for m in [3, 70]:
        var some = run(m, ctx)
        var is_same = True
        for i in range(GATES):
            is_same = is_same and some[i] == alone[i]
        print(m, "rows: the same bits", is_same)

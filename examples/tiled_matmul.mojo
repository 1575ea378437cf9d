# edition: 2025
"""Matrix multiplication by tiles: columns of `b` are packed, a tile of `c` stays in registers, threads share the columns.

    ember run examples/tiled_matmul.mojo [repetitions]

With repetitions it also says how fast it is, beside the plain loops.
"""

from algorithm import parallelize, vectorize
from layout import Layout, LayoutTensor
from sys import argv, simdwidthof
from time import perf_counter

alias dtype = DType.float32
alias simd_size = simdwidthof[dtype]()

alias SIZE = 256
alias MR = 4  # rows of the tile of `c` that stays in registers
alias NR = 4 * simd_size  # and its columns
alias KC = 128  # rows of `b` that are packed at once
alias AHEAD = 4  # how many rows ahead packed memory is asked for

alias Matrix = LayoutTensor[dtype, Layout.row_major(SIZE, SIZE), MutableAnyOrigin]
alias Packed = LayoutTensor[dtype, Layout.row_major(1, KC * NR), MutableAnyOrigin]


fn multiply_plain(c: Matrix, a: Matrix, b: Matrix):
    for m in range(SIZE):
        for n in range(SIZE):
            var sum: Scalar[dtype] = 0
            for k in range(SIZE):
                sum += a[m, k] * b[k, n]
            c[m, n] = sum


fn pack(b_row: Packed, b_tile: LayoutTensor[dtype, Layout((KC, NR), (SIZE, 1)), MutableAnyOrigin]):
    """Puts the rows of a tile of `b` one after the other."""
    for k in range(KC):

        @parameter
        fn copy[width: Int](n: Int):
            b_row.store[width](0, k * NR + n, b_tile.load[width](k, n))

        vectorize[copy, simd_size](NR)


@always_inline
fn multiply_tile(
    c_tile: LayoutTensor[dtype, Layout((MR, NR), (SIZE, 1)), MutableAnyOrigin],
    a_tile: LayoutTensor[dtype, Layout((MR, KC), (SIZE, 1)), MutableAnyOrigin],
    b_row: Packed,
):
    """Adds the product of a tile of `a` and packed rows of `b` to a tile of `c`."""
    var c_vectors = c_tile.vectorize[1, NR]()
    var c_cache = LayoutTensor[dtype, Layout.row_major(MR, NR), MutableAnyOrigin].stack_allocation().vectorize[1, NR]()
    c_cache.copy_from(c_vectors)

    for k in range(KC):
        var b_next_tile = b_row.tile[1, NR](0, k + AHEAD)

        @unroll
        for n in range(0, NR, simd_size):
            b_next_tile.prefetch(0, n)

        var b_tile = b_row.tile[1, NR](0, k)

        @unroll
        for m in range(MR):
            var av = a_tile[m, k]
            c_cache[m, 0] += av * b_tile.load[NR](0, 0)

    c_vectors.copy_from(c_cache)


fn multiply(c: Matrix, a: Matrix, b: Matrix):
    @parameter
    fn column(n: Int):
        var b_row = Packed.stack_allocation()
        for k in range(SIZE // KC):
            pack(b_row, b.tile[KC, NR](k, n))
            for m in range(SIZE // MR):
                multiply_tile(c.tile[MR, NR](m, n), a.tile[MR, KC](m, k), b_row)

    _ = c.fill(0)
    parallelize[column](SIZE // NR)


fn seconds[multiplication: fn (Matrix, Matrix, Matrix) -> None](c: Matrix, a: Matrix, b: Matrix, times: Int) -> Float64:
    """The least time of several runs."""
    var least: Float64 = 1e9
    for _ in range(times):
        var start = perf_counter()
        multiplication(c, a, b)
        least = min(least, perf_counter() - start)
    return least


def main():
    var numbers = List[Scalar[dtype]](length=4 * SIZE * SIZE, fill=0)
    var start = numbers.unsafe_ptr()
    var a = Matrix(start)
    var b = Matrix(start + SIZE * SIZE)
    var plain = Matrix(start + 2 * SIZE * SIZE)
    var tiled = Matrix(start + 3 * SIZE * SIZE)
    for i in range(SIZE):
        for j in range(SIZE):
            a[i, j] = (i * 3 + j) % 7
            b[i, j] = (i * 5 + j) % 7

    multiply_plain(plain, a, b)
    multiply(tiled, a, b)
    var difference: Scalar[dtype] = 0
    for i in range(SIZE):
        for j in range(SIZE):
            difference = max(difference, abs(plain[i, j] - tiled[i, j]))
    print("corners:", tiled[0, 0], tiled[SIZE - 1, SIZE - 1])
    print("largest difference:", difference)

    if len(argv()) > 1:
        var times = Int(argv()[1])
        var slow = seconds[multiply_plain](plain, a, b, times)
        var fast = seconds[multiply](tiled, a, b, times)
        alias operations = 2.0 * SIZE * SIZE * SIZE / 1e9
        print("plain:", operations / slow, "GFLOP/s")
        print("tiled:", operations / fast, "GFLOP/s")
    _ = numbers

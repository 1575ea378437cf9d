"""Products of matrices by `linalg.hopper`: tiles over the edges, both orders of the second factor, clusters, element types."""

from linalg.hopper import HopperTiles, multiply_on_hopper
from std.gpu.host import DeviceContext


def check[tiles: HopperTiles, dtype: DType, transpose_b: Bool](m: Int, n: Int, k: Int) raises:
    var context = DeviceContext()
    var a = context.enqueue_create_buffer[dtype](m * k)
    var b = context.enqueue_create_buffer[dtype](n * k)
    var c = context.enqueue_create_buffer[DType.bfloat16](m * n)
    with a.map_to_host() as host:
        for i in range(m * k):
            host[i] = Float32((i * 7 + i // k) % 13 - 6).cast[dtype]()
    with b.map_to_host() as host:
        for i in range(n * k):
            host[i] = Float32((i * 5 + i // n) % 11 - 5).cast[dtype]()
    var target = c.unsafe_ptr()

    @__parameter
    def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        target.store[alignment=2 * width](row * n + column, numbers.cast[DType.bfloat16]())

    multiply_on_hopper[tiles, store, transpose_b=transpose_b](
        a.unsafe_ptr(),
        b.unsafe_ptr(),
        m,
        n,
        k,
        context,
    )
    var wrong = 0
    with a.map_to_host() as left:
        with b.map_to_host() as right:
            with c.map_to_host() as result:
                for i in range(m):
                    for j in range(n):
                        var sum = Float32(0)
                        for l in range(k):
                            var place = j * k + l if transpose_b else l * n + j
                            sum += left[i * k + l].cast[DType.float32]() * right[place].cast[
                                DType.float32
                            ]()
                        wrong += Int(sum.cast[DType.bfloat16]() != result[i * n + j])
    print(dtype, m, n, k, "b.T" if transpose_b else "b", wrong, "wrong")


def main() raises:
    check[HopperTiles(128, 128, 2, 2, 2), DType.bfloat16, False](200, 136, 136)
    check[HopperTiles(64, 64, 3, 1, 2), DType.float16, False](70, 200, 264)
    check[HopperTiles(128, 64, 3, 1, 2), DType.bfloat16, True](130, 133, 72)
    check[HopperTiles(64, 64, 3, 2, 2), DType.float8_e4m3fn, True](130, 133, 144)
    check[HopperTiles(64, 32, 2, 1, 4), DType.float32, True](65, 40, 68)
    check[HopperTiles(64, 32, 2, 1, 4), DType.bfloat16, True](1, 1, 8)
    check[HopperTiles(64, 64, 2, 1, 4, parts=4), DType.bfloat16, True](65, 72, 328)
    check[HopperTiles(64, 64, 2, 1, 4, parts=4, spread=4), DType.bfloat16, True](65, 72, 328)
    check[HopperTiles(64, 32, 2, 1, 4, parts=4, spread=4), DType.bfloat16, True](3, 37, 136)
    check[HopperTiles(128, 128, 3, 2, 2, parts=2, spread=2), DType.bfloat16, False](200, 72, 264)
    check[HopperTiles(64, 32, 5, 1, 4, parts=4, groups=4), DType.bfloat16, True](65, 40, 584)
    check[HopperTiles(64, 32, 5, 1, 4, parts=4, groups=4), DType.bfloat16, True](3, 37, 136)
    check[HopperTiles(64, 64, 5, 1, 4, parts=8, groups=4, spread=2), DType.bfloat16, True](33, 72, 1096)

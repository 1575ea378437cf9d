"""stencil against loops, and reduce_boolean."""

from std.algorithm import reduce_boolean, stencil
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils import IndexList

comptime HEIGHT = 7
comptime WIDTH = 6
comptime CHANNELS = 5
comptime WINDOW = 3


def check_pooling[simd_width: Int](stride: Int, dilation: Int, padding: Int) raises:
    var count = 2 * HEIGHT * WIDTH * CHANNELS
    var numbers = List[Float32]()
    for i in range(count):
        numbers.append(Float32((i * 37) % 101))
    var extent = dilation * (WINDOW - 1) + 1
    var rows = (HEIGHT + 2 * padding - extent) // stride + 1
    var columns = (WIDTH + 2 * padding - extent) // stride + 1
    var sums = List[Float32](length=2 * rows * columns * CHANNELS, fill=-1)
    var source = numbers.unsafe_ptr()
    var target = sums.unsafe_ptr()

    @__parameter
    def region(at: IndexList[2]) -> Tuple[IndexList[2], IndexList[2]]:
        var lower = IndexList[2](at[0] * stride - padding, at[1] * stride - padding)
        return lower, IndexList[2](lower[0] + extent, lower[1] + extent)

    @__parameter
    def step(axis: Int) -> Int:
        return dilation

    @__parameter
    def load[width: Int, dtype: DType](at: IndexList[4]) -> SIMD[dtype, width]:
        var place = ((at[0] * HEIGHT + at[1]) * WIDTH + at[2]) * CHANNELS + at[3]
        return (source + place).load[width]().cast[dtype]()

    @__parameter
    def zero[width: Int]() -> SIMD[DType.float32, width]:
        return 0

    @__parameter
    def add[width: Int](
        at: IndexList[4], total: SIMD[DType.float32, width], value: SIMD[DType.float32, width]
    ) -> SIMD[DType.float32, width]:
        return total + value

    @__parameter
    def keep[width: Int](at: IndexList[4], total: SIMD[DType.float32, width]):
        (target + ((at[0] * rows + at[1]) * columns + at[2]) * CHANNELS + at[3]).store(total)

    stencil[4, 2, IndexList[2](1, 2), simd_width, DType.float32, region, step, load, zero, add, keep](
        IndexList[4](2, rows, columns, CHANNELS), IndexList[4](2, HEIGHT, WIDTH, CHANNELS)
    )
    for n in range(2):
        for y in range(rows):
            for x in range(columns):
                for c in range(CHANNELS):
                    var expected: Float32 = 0
                    for j in range(WINDOW):
                        for i in range(WINDOW):
                            var row = y * stride - padding + j * dilation
                            var column = x * stride - padding + i * dilation
                            if row >= 0 and row < HEIGHT and column >= 0 and column < WIDTH:
                                expected += numbers[((n * HEIGHT + row) * WIDTH + column) * CHANNELS + c]
                    assert_equal(sums[((n * rows + y) * columns + x) * CHANNELS + c], expected)


def test_pooling() raises:
    check_pooling[1](1, 1, 0)
    check_pooling[4](1, 1, 1)
    check_pooling[4](2, 2, 2)
    check_pooling[2](1, 2, 1)


def test_reduce_boolean() raises:
    var seen = 0

    @__parameter
    def has_zero[dtype: DType, width: Int](values: SIMD[dtype, width]) -> Bool:
        seen += width
        return values.eq(0).reduce_or()

    @__parameter
    def go_on(found: Bool) -> Bool:
        return not found

    var numbers = List[Int32](length=1001, fill=1)
    assert_false(reduce_boolean[has_zero, go_on](Span(numbers), True))
    assert_equal(seen, 1001)
    numbers[3] = 0
    seen = 0
    assert_true(reduce_boolean[has_zero, go_on](Span(numbers), False))
    assert_true(seen < 100)
    numbers[3] = 1
    numbers[1000] = 0
    assert_true(reduce_boolean[has_zero, go_on](Span(numbers), False))
    assert_true(reduce_boolean[has_zero, go_on](Span(List[Int32]()), True))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

"""What the steps share: numbers to work on, a check in float64, and the time of a call.

A step is checked on a small problem; a number after its name asks for the time of a problem of that size:

    ember run examples/kernels/matmul_1_loops.mojo
    ember run examples/kernels/matmul_1_loops.mojo 1024
"""

from std.math import exp
from std.sys import argv
from std.time import perf_counter

comptime Numbers = UnsafePointer[Float32, MutAnyOrigin]
comptime SMALL = 128
comptime ROUNDS = 5


def value(i: Int) -> Float32:
    """The number at place `i` of every input."""
    return Float32((i * 2654435761) & 0xFFFF) / 32768 - 1


def filled(count: Int) -> List[Float32]:
    """That many numbers."""
    var numbers = List[Float32](capacity=count)
    for i in range(count):
        numbers.append(value(i))
    return numbers^


def size_to_time() raises -> Int:
    """The size that the command line asks for, or zero."""
    return Int(argv()[1]) if len(argv()) > 1 else 0


def best_seconds[work: def() raises capturing -> None]() raises -> Float64:
    """The least time of several calls."""
    var least = Float64(1e9)
    for _ in range(ROUNDS):
        var start = perf_counter()
        work()
        least = min(least, perf_counter() - start)
    return least


def product_error(c: Numbers, side: Int) -> Float64:
    """How far a product of two squares of `value` is from the exact one, at some places."""
    var error = Float64(0)
    for place in range(64):
        var row = (place * 37) % side
        var column = (place * 53 + 11) % side
        var exact = Float64(0)
        for k in range(side):
            exact += Float64(value(row * side + k)) * Float64(value(k * side + column))
        error = max(error, abs(Float64(c[row * side + column]) - exact))
    return error


def softmax_error(y: Numbers, rows: Int, columns: Int) -> Float64:
    """How far rows are from the softmax of rows of `value`, relative to it."""
    var error = Float64(0)
    for row in range(0, rows, max(rows // 4, 1)):
        var total = Float64(0)
        for column in range(columns):
            total += exp(Float64(value(row * columns + column)))
        for column in range(columns):
            var exact = exp(Float64(value(row * columns + column))) / total
            error = max(error, abs(Float64(y[row * columns + column]) - exact) / exact)
    return error


def verdict(error: Float64, limit: Float64) -> String:
    """`right`, or by how much it is not."""
    return "right" if error < limit else String("wrong by ", error)


def try_product[multiply: def(Numbers, Numbers, Numbers, Int) thin -> None]() raises:
    """Checks a step that multiplies squares on the CPU, and times it if asked to."""
    var asked = size_to_time()
    var side = asked if asked > 0 else SMALL
    var a = filled(side * side)
    var c = List[Float32](length=side * side, fill=0)
    multiply(c.unsafe_ptr(), a.unsafe_ptr(), a.unsafe_ptr(), side)
    print(verdict(product_error(c.unsafe_ptr(), side), 1e-4 * Float64(side)))
    if asked > 0:

        @parameter
        def once() raises:
            multiply(c.unsafe_ptr(), a.unsafe_ptr(), a.unsafe_ptr(), side)

        print(2e-9 * Float64(side) ** 3 / best_seconds[once](), "GFLOP/s")
    _ = (a^, c^)


def try_softmax[softmax: def(Numbers, Numbers, Int, Int) thin -> None]() raises:
    """Checks a step that takes the softmax of rows on the CPU, and times it if asked to."""
    var asked = size_to_time()
    var side = asked if asked > 0 else SMALL
    var x = filled(side * side)
    var y = List[Float32](length=side * side, fill=0)
    softmax(y.unsafe_ptr(), x.unsafe_ptr(), side, side)
    print(verdict(softmax_error(y.unsafe_ptr(), side, side), 1e-5))
    if asked > 0:

        @parameter
        def once() raises:
            softmax(y.unsafe_ptr(), x.unsafe_ptr(), side, side)

        print(8e-9 * Float64(side) ** 2 / best_seconds[once](), "GB/s")
    _ = (x^, y^)

"""Step 2: whole vectors, each power taken once, one division a row."""

from std.math import exp
from std.sys import simd_width_of
from trials import Numbers, try_softmax

comptime WIDTH = 2 * simd_width_of[DType.float32]()
comptime Vector = SIMD[DType.float32, WIDTH]


@always_inline
def softmax_row(y: Numbers, x: Numbers, columns: Int):
    var tops = x.load[width=WIDTH]()
    for i in range(WIDTH, columns, WIDTH):
        tops = max(tops, x.load[width=WIDTH](i))
    var largest = Vector(tops.reduce_max())
    var totals = Vector(0)
    for i in range(0, columns, WIDTH):
        var powers = exp(x.load[width=WIDTH](i) - largest)
        y.store(i, powers)
        totals += powers
    var scale = Vector(1 / totals.reduce_add())
    for i in range(0, columns, WIDTH):
        y.store(i, y.load[width=WIDTH](i) * scale)


def softmax(y: Numbers, x: Numbers, rows: Int, columns: Int):
    for row in range(rows):
        softmax_row(y + row * columns, x + row * columns, columns)


def main() raises:
    try_softmax[softmax]()

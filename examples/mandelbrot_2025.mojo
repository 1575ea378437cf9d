# edition: 2025
"""The Mandelbrot kernel of a 2025 talk, in the spelling of its time."""

from complex import ComplexSIMD
from sys import simdwidthof

alias float = DType.float64
alias int = DType.index
alias MAX_ITERS = 100
alias WIDTH = simdwidthof[float]()
alias COLUMNS = 64
alias ROWS = 24


fn mandelbrot_kernel[width: Int](c: ComplexSIMD[float, width]) -> SIMD[int, width]:
    """A vectorized implementation of the inner mandelbrot computation."""
    var z = ComplexSIMD[float, width](0, 0)
    var iters = SIMD[int, width](0)
    var mask = SIMD[DType.bool, width](True)
    for i in range(MAX_ITERS):
        if not any(mask):
            break
        mask = z.squared_norm() <= 4
        iters = mask.select(iters + 1, iters)
        z = z.squared_add(c)
    return iters


fn main():
    var total = 0
    for row in range(ROWS):
        var y = SIMD[float, WIDTH](-1.2 + 2.4 * Float64(row) / (ROWS - 1))
        for column in range(0, COLUMNS, WIDTH):
            var x = SIMD[float, WIDTH](0)
            @parameter
            for lane in range(WIDTH):
                x[lane] = -2.0 + 2.6 * Float64(column + lane) / (COLUMNS - 1)
            var counts = mandelbrot_kernel[WIDTH](ComplexSIMD[float, WIDTH](x, y))
            total += int_sum(counts)
    print("iterations:", total)


fn int_sum[width: Int](counts: SIMD[int, width]) -> Int:
    return Int(counts.reduce_add())

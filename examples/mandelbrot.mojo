"""The Mandelbrot set, several points at a time in SIMD vectors."""

from std.complex import ComplexSIMD
from std.sys import simd_width_of

comptime WIDTH = simd_width_of[DType.float64]()
comptime COLUMNS = 64
comptime ROWS = 24
comptime MAX_ITERS = 100


def mandelbrot[width: SIMDLength](c: ComplexSIMD[DType.float64, width]) -> SIMD[DType.int64, width]:
    """How many steps each point takes to escape."""
    var z = ComplexSIMD[DType.float64, width](0, 0)
    var iters = SIMD[DType.int64, width](0)
    for _ in range(MAX_ITERS):
        var inside = z.squared_norm().le(4)
        if not inside.reduce_or():
            break
        iters = inside.select(iters + 1, iters)
        z = z.squared_add(c)
    return iters


def main():
    var shades = " .:-=+*#%@"
    var total: Int64 = 0
    for row in range(ROWS):
        var line = String()
        var y = SIMD[DType.float64, WIDTH](-1.2 + 2.4 * Float64(row) / Float64(ROWS - 1))
        for column in range(0, COLUMNS, WIDTH):
            var x = SIMD[DType.float64, WIDTH]()
            for lane in range(WIDTH):
                x[lane] = -2.0 + 2.6 * Float64(column + lane) / Float64(COLUMNS - 1)
            var counts = mandelbrot(ComplexSIMD[DType.float64, WIDTH](x, y))
            for lane in range(WIDTH):
                var shade = Int(counts[lane]) * 9 // MAX_ITERS
                line += String(shades[byte=shade])
                total += counts[lane]
        print(line)
    print("iterations:", total)

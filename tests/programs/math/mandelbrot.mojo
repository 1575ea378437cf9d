# A vectorised Mandelbrot set as text.
from std.complex import ComplexSIMD
from std.math import iota

comptime W = 32
comptime H = 11
comptime N = 16


def row[width: Int](y: Float64, x0: Float64, step: Float64) -> SIMD[DType.int, width]:
    var cx = iota[DType.float64, width]() * step + x0
    var c = ComplexSIMD[DType.float64, width](cx, y)
    var z = ComplexSIMD[DType.float64, width](0, 0)
    var iters = SIMD[DType.int, width](0)
    var live = SIMD[DType.bool, width](fill=True)
    for _ in range(N):
        live = z.squared_norm().le(4)
        if not any(live):
            break
        iters = live.select(iters + 1, iters)
        z = z.squared_add(c)
    return iters


def main():
    for j in range(H):
        var counts = row[W](-1.25 + 0.25 * Float64(j), -2.0, 0.09375)
        var line = String()
        for i in range(W):
            line += "#" if counts[i] == N else ("+" if counts[i] > 4 else ".")
        print(line)

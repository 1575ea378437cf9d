from buffer import NDBuffer
from buffer.list import DimList
from complex import ComplexSIMD
from algorithm import parallelize, vectorize
from utils.index import IndexList

alias int_type = DType.int32
alias float_type = DType.float32
alias height = 6
alias width = 16
alias MAX_ITERS = 30

fn mandelbrot_kernel[simd_width: Int](c: ComplexSIMD[float_type, simd_width]) -> SIMD[int_type, simd_width]:
    var z = c
    var iters = SIMD[int_type, simd_width](0)
    for _ in range(MAX_ITERS):
        var inside = z.squared_norm().le(4)
        iters = inside.select(iters + 1, iters)
        z = z * z + c
    return iters

fn mandelbrot(out: NDBuffer[int_type, 2, DimList(height, width)]):
    @parameter
    fn row(y: Int):
        @parameter
        fn part[w: Int](x: Int):
            var re = SIMD[float_type, w]()
            for i in range(w):
                re[i] = -2 + 2.5 * Float32(x + i) / width
            var c = ComplexSIMD[float_type, w](re, SIMD[float_type, w](-1 + 2 * Float32(y) / height))
            out.store(IndexList[2](y, x), mandelbrot_kernel(c))
        vectorize[part, 8](width)
    parallelize[row](height)

fn main():
    var counts = NDBuffer[int_type, 2, DimList(height, width)].stack_allocation()
    mandelbrot(counts)
    for y in range(height):
        for x in range(width):
            print(counts[y, x], end=" ")
        print()

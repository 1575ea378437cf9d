# The talk's Mandelbrot kernel over ComplexSIMD, with DType.index and mask comparison.
from complex import ComplexSIMD

alias float = DType.float64
alias int_t = DType.index
alias MAX_ITERS = 20


def mandelbrot_kernel[width: Int](c: ComplexSIMD[float, width]) -> SIMD[int_t, width]:
    """A vectorized implementation of the inner mandelbrot computation."""
    z = ComplexSIMD[float, width](0, 0)
    iters = SIMD[DType.index, width](0)
    mask = SIMD[DType.bool, width](True)
    for i in range(MAX_ITERS):
        if not any(mask):
            break
        mask = z.squared_norm() <= 4
        iters = mask.select(iters + 1, iters)
        z = z.squared_add(c)
    return iters


def main():
    c = ComplexSIMD[float, 4](SIMD[float, 4](0.0, 1.0, -1.0, 2.0), SIMD[float, 4](0.0, 0.0, 0.0, 2.0))
    print(mandelbrot_kernel(c))

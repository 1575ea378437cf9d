"""Operations of `ComplexSIMD` over arrays of real and imaginary parts in turn; see `test_complex_numbers.py`."""

from std.complex import ComplexSIMD, abs

comptime WIDTH = 4


def apply[dtype: DType](which: Int, xs: Span[Scalar[dtype], _], ys: Span[Scalar[dtype], _], zs: Span[mut=True, Scalar[dtype], _]):
    comptime Number = ComplexSIMD[dtype, WIDTH]
    for i in range(0, len(xs), 2 * WIDTH):
        var x = Number(from_interleaved=xs.unsafe_ptr().load[width=2 * WIDTH](i))
        var y = Number(from_interleaved=ys.unsafe_ptr().load[width=2 * WIDTH](i))
        var z = Number(0)
        if which == 0:
            z = x + y
        elif which == 1:
            z = x - y
        elif which == 2:
            z = x * y
        elif which == 3:
            z = x / y
        elif which == 4:
            z = Number(abs(x))
        elif which == 5:
            z = x.fma(y, x)
        elif which == 6:
            z = x.squared_add(y)
        elif which == 7:
            z = -x.conj()
        zs.unsafe_ptr().store(i, z.re.interleave(z.im))


def float64(which: Int, xs: Span[Float64, _], ys: Span[Float64, _], zs: Span[mut=True, Float64, _]):
    apply[DType.float64](which, xs, ys, zs)


def float32(which: Int, xs: Span[Float32, _], ys: Span[Float32, _], zs: Span[mut=True, Float32, _]):
    apply[DType.float32](which, xs, ys, zs)

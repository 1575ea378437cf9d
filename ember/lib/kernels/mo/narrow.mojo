"""Functions of narrow numbers: computed in float32 and rounded once, on NVIDIA GPUs by instructions that are exact enough for 16 bits."""

from std.math import erf, exp, tanh
from std.sys.info import is_gpu, is_nvidia_gpu
from std.sys.intrinsics import _vector_intrinsic, llvm_intrinsic

comptime _F32 = DType.float32
comptime _LOG2_E = 1.4426950408889634


@always_inline
def is_narrow(dtype: DType) -> Bool:
    """Whether numbers of a type have fewer bits than those that functions compute with.

    Example:

    ```mojo
    from mo.narrow import is_narrow

    print(is_narrow(DType.bfloat16), is_narrow(DType.float32))  # True False
    ```
    """
    return dtype.is_floating_point() and dtype.size_of() < 4


@always_inline
def working(dtype: DType) -> DType:
    """The type in which functions of a type's numbers are computed.

    Example:

    ```mojo
    from mo.narrow import working

    print(working(DType.bfloat16), working(DType.float64))  # float32 float64
    ```
    """
    return _F32 if is_narrow(dtype) else dtype


@always_inline
def exponential[dtype: DType, width: SIMDLength, //, *, quick: Bool](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """e to the power of `x`; `quick` is exact to 16 bits.

    Example:

    ```mojo
    from mo.narrow import exponential

    print(exponential[quick=True](Float32(0)))  # 1.0
    ```
    """
    comptime if quick and dtype == _F32 and is_nvidia_gpu():
        var result = SIMD[dtype, width]()
        comptime for i in range(Int(width)):
            result[i] = rebind[Scalar[dtype]](_power_of_two(rebind[Float32](x[i] * _LOG2_E)))
        return result
    else:
        return exp(x)


@always_inline
def logistic[dtype: DType, width: SIMDLength, //, *, quick: Bool](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """1 / (1 + e^-x); `quick` is exact to 16 bits.

    Example:

    ```mojo
    from mo.narrow import logistic

    print(logistic[quick=False](0.0))  # 0.5
    ```
    """
    return logistic_part[quick=quick](SIMD[dtype, width](1), x)


@always_inline
def logistic_part[
    dtype: DType, width: SIMDLength, //, *, quick: Bool
](whole: SIMD[dtype, width], x: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """`whole` / (1 + e^-x), which is `whole` times `logistic` with one step less; `quick` is exact to 16 bits.

    Example:

    ```mojo
    from mo.narrow import logistic_part

    print(logistic_part[quick=False](Float32(3), Float32(0)))  # 1.5
    ```
    """
    comptime if quick and dtype == _F32 and is_nvidia_gpu():
        return whole * _inverse[quick=True](1 + exponential[quick=True](-x))
    elif dtype == _F32 and not is_gpu():
        return whole / rebind[SIMD[dtype, width]](_one_and_exponential(rebind[SIMD[_F32, width]](x)))
    else:
        return whole / (1 + exp(-x))


@always_inline
def _one_and_exponential[width: SIMDLength, //](x: SIMD[_F32, width]) -> SIMD[_F32, width]:
    # With r = x + n ln 2, e^-x is 2^(n - 1) p(r), p a polynomial at most 1.9e-9 off. Below -88.7 it is infinite, above 87 nothing
    # beside 1, so one power of two does; n - 1 and the bias of exponents are the lowest bits of the sum.
    comptime Vector = SIMD[_F32, width]
    comptime magic = Vector(12582912 + 126)
    var y = _vector_intrinsic["llvm.minimum"](_vector_intrinsic["llvm.maximum"](x, Vector(-88.8)), Vector(86.9))
    var sum = y.fma(-_LOG2_E, magic)
    var power = Vector.from_bits(sum.to_bits[DType.int32]() << 23)
    var r = (sum - magic).fma(0.6931471805599453, y)
    var square = r * r
    var high = square.fma(0.0027673679953050525, r.fma(-0.016749634616512157, 0.08333645151537007))
    var middle = r.fma(-0.3333284030418837, 0.999999841572319)
    var low = r.fma(-2.0000000726541636, 2.0000000011085364)
    return high.fma(square, middle).fma(square, low).fma(power, 1)


@always_inline
def hyperbolic_tangent[
    dtype: DType, width: SIMDLength, //, *, quick: Bool
](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """The hyperbolic tangent; `quick` is exact to 16 bits.

    Example:

    ```mojo
    from mo.narrow import hyperbolic_tangent

    print(hyperbolic_tangent[quick=True](Float32(0)))  # 0.0
    ```
    """
    comptime if quick and dtype == _F32 and is_nvidia_gpu():
        # Near 0 the difference would lose digits, and two terms of the series do.
        var near = x - x * x * x * (1.0 / 3.0)
        return abs(x).lt(0.02).select(near, 2 * logistic[quick=True](2 * x) - 1)
    else:
        return tanh(x)


@always_inline
def normal_share[dtype: DType, width: SIMDLength, //, *, quick: Bool](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """The share of a normal distribution below `x`; `quick` is exact to 16 bits.

    Example:

    ```mojo
    from mo.narrow import normal_share

    print(normal_share[quick=False](0.0))  # 0.5
    ```
    """
    comptime if quick and dtype == _F32 and is_nvidia_gpu():
        # The share beyond |x| by a polynomial of 1 / (1 + c |x|) (Abramowitz and Stegun 7.1.26, with x / √2 for x).
        comptime Vector = SIMD[dtype, width]
        var t = _inverse[quick=True](abs(x).fma(0.23164188, 1.0))
        var sum = t.fma(0.5307027145, Vector(-0.7265760135))
        sum = t.fma(sum, Vector(0.7107068705))
        sum = t.fma(sum, Vector(-0.142248368))
        sum = t.fma(sum, Vector(0.127414796))
        var beyond = sum * t * exponential[quick=True](x * x * -0.5)
        return x.lt(0).select(beyond, 1 - beyond)
    else:
        return (erf(x * 0.7071067811865476) + 1) * 0.5


@always_inline
def _inverse[dtype: DType, width: SIMDLength, //, *, quick: Bool](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
    comptime if quick and dtype == _F32 and is_nvidia_gpu():
        var result = SIMD[dtype, width]()
        comptime for i in range(Int(width)):
            result[i] = rebind[Scalar[dtype]](_reciprocal(rebind[Float32](x[i])))
        return result
    else:
        return 1 / x


@always_inline
def _power_of_two(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.nvvm.ex2.approx.ftz.f32", Float32, has_side_effect=False](x)


@always_inline
def _reciprocal(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.nvvm.rcp.approx.ftz.f", Float32, has_side_effect=False](x)

"""Roots, lane by lane."""

from std.math._bits import exponent_bias, fraction_bits, integer_like
from std.math._pair import Pair, polynomial, square_root, times, with_sign
from std.math.exponentials import _is_computed
from std.sys.info import is_nvidia_gpu
from std.sys.intrinsics import _vector_intrinsic, llvm_intrinsic
from std.utils.numerics import inf


@always_inline
def sqrt[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The square root, correctly rounded; of integers, rounded down.

    Example:

    ```mojo
    from std.math import sqrt

    print(sqrt(2.0), sqrt(17))  # 1.4142135623730951 4
    ```
    """
    comptime if dtype.is_integral():
        var result = SIMD[dtype, length]()
        comptime for i in range(Int(length)):
            result[i] = _integer_root(x[i])
        return result
    elif _is_computed[dtype]():
        return square_root(x)
    else:
        return square_root(x.cast[DType.float32]()).cast[dtype]()


@always_inline
def _integer_root[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    # The root of the nearest float may be one too large.
    var root = Scalar[dtype](square_root(Float64(x)))
    comptime if dtype.bit_width() >= 64:
        if root != 0 and root > x // root:
            root -= 1
    return root


@always_inline
def rsqrt[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """One over the square root.

    At most 1.5 ULP off for Float64, 1.5 for Float32 and 0.51 for narrower formats;
    on NVIDIA GPUs 2 for Float32, by their instruction.

    Example:

    ```mojo
    from std.math import rsqrt

    print(rsqrt(4.0))  # 0.5
    ```
    """
    comptime if not _is_computed[dtype]():
        return rsqrt(x.cast[DType.float32]()).cast[dtype]()
    elif is_nvidia_gpu() and dtype == DType.float32:
        var result = SIMD[dtype, length]()
        comptime for i in range(Int(length)):
            result[i] = rebind[Scalar[dtype]](
                llvm_intrinsic["llvm.nvvm.rsqrt.approx.f", Float32, has_side_effect=False](rebind[Float32](x[i]))
            )
        return result
    else:
        return SIMD[dtype, length](1) / square_root(x)


def cbrt[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The cube root.

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import cbrt

    print(cbrt(27.0))  # 3.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return cbrt(x.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime whole = integer_like[dtype]()
        comptime Whole = SIMD[whole, length]
        comptime Two = Pair[dtype, length]
        comptime lift = 54 if dtype == DType.float64 else 24
        comptime smallest = Scalar[dtype].from_bits(Scalar[whole](1 << fraction_bits[dtype]()))
        var a = abs(x)
        var is_small = a.lt(Vector(smallest))
        var raised = is_small.select(times(a, Vector(Scalar[dtype](1 << lift))), a)
        # Minus a third of the bits is minus a third of the exponent: roughly 1/∛a, made better without dividing.
        comptime start = (Float64(exponent_bias[dtype]()) * 4 / 3 - 0.0680) * Float64(1 << fraction_bits[dtype]())
        var third = raised.to_bits[whole]().cast[dtype]().fma(-0.3333333333333333, Vector(Scalar[dtype](start)))
        var inverse = Vector.from_bits(third.cast[whole]())
        var error = (-times(raised, inverse)).fma(times(inverse, inverse), 1.0)
        var series = polynomial[0.3333333333333333, 0.2222222222222222, 0.1728395061728395](error)
        inverse = times(inverse, error).fma(series, inverse)
        comptime if dtype == DType.float64:
            error = (-times(raised, inverse)).fma(times(inverse, inverse), 1.0)
            inverse = times(inverse, error).fma(0.3333333333333333, inverse)
        # The last step with the digits that the square of the root loses.
        var last = times(inverse, inverse)
        var root = times(raised, last)
        var square = Two.product(root, root)
        error = square.low.fma(root, square.high.fma(root, -raised))
        root = error.fma(times(last, -0.3333333333333333), root)
        comptime down = 3.814697265625e-06 if dtype == DType.float64 else 0.00390625
        root = is_small.select(times(root, down), root)
        return with_sign(a.lt(Vector(inf[dtype]())).select(root, a), x)


def hypot[
    dtype: DType, length: SIMDLength, //
](arg0: SIMD[dtype, length], arg1: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The length of the vector (arg0, arg1).

    At most 1 ULP off for Float64, 1 for Float32 and 0.51 for narrower formats.

    Example:

    ```mojo
    from std.math import hypot

    print(hypot(3.0, 4.0))  # 5.0
    ```
    """
    comptime if not _is_computed[dtype]():
        return hypot(arg0.cast[DType.float32](), arg1.cast[DType.float32]()).cast[dtype]()
    else:
        comptime Vector = SIMD[dtype, length]
        comptime Two = Pair[dtype, length]
        comptime infinite = Vector(inf[dtype]())
        # Powers of two that keep the squares in range: 2^500, 2^-400, 2^±600; 2^60, 2^-40, 2^±80.
        comptime large = 3.273390607896142e150 if dtype == DType.float64 else 1152921504606846976.0
        comptime small = 3.872591914849318e-121 if dtype == DType.float64 else 9.094947017729282e-13
        comptime down = 2.409919865102884e-181 if dtype == DType.float64 else 8.271806125530277e-25
        comptime up = 4.149515568880993e180 if dtype == DType.float64 else 1.2089258196146292e24
        var most = _vector_intrinsic["llvm.maximum"](abs(arg0), abs(arg1))
        var least = _vector_intrinsic["llvm.minimum"](abs(arg0), abs(arg1))
        var factor = most.gt(large).select(Vector(down), most.lt(small).select(Vector(up), Vector(1.0)))
        var back = most.gt(large).select(Vector(up), most.lt(small).select(Vector(down), Vector(1.0)))
        var a = times(most, factor)
        var b = times(least, factor)
        var first = Two.product(a, a)
        var second = Two.product(b, b)
        var sum = Two.ordered_sum(first.high, second.high)
        # One step more with the digits that the sum and the root lose.
        var root = square_root(sum.high)
        var lost = (-root).fma(root, sum.high) + (sum.low + (first.low + second.low))
        var result = times(root + lost / (root + root), back)
        result = most.eq(0.0).select(most, result)
        return (abs(arg0).eq(infinite) | abs(arg1).eq(infinite)).select(infinite, result)

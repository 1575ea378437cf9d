"""Roots, exponentials, logarithms, angles: lane by lane."""

from std.ffi import external_call
from std.math._device import on_device
from std.sys.info import is_gpu, is_nvidia_gpu
from std.sys.intrinsics import _vector_intrinsic, llvm_intrinsic


@always_inline
def _by_intrinsic[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Through an LLVM intrinsic; the narrow formats go through Float32.
    comptime assert dtype.is_floating_point(), "the type must be floating point"
    comptime if is_gpu() and name != "llvm.sqrt":
        return on_device[name](x)
    elif dtype == DType.float64 or dtype == DType.float32:
        return _vector_intrinsic[name](x)
    else:
        return _vector_intrinsic[name](x.cast[DType.float32]()).cast[dtype]()


@always_inline
def _by_library[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # Lane by lane through the C library; the narrow formats go through Float32.
    comptime assert dtype.is_floating_point(), "the type must be floating point"
    comptime if is_gpu():
        return on_device[name](x)
    var result = SIMD[dtype, length]()
    comptime for i in range(Int(length)):
        comptime if dtype == DType.float64:
            result[i] = rebind[Scalar[dtype]](external_call[name, Float64](Float64(x[i])))
        else:
            comptime single = name + "f"
            result[i] = Scalar[dtype](external_call[single, Float32](Float32(x[i])))
    return result


@always_inline
def _by_library[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](x: SIMD[dtype, length], y: SIMD[dtype, length]) -> SIMD[dtype, length]:
    comptime assert dtype.is_floating_point(), "the type must be floating point"
    comptime if is_gpu():
        return on_device[name](x, y)
    var result = SIMD[dtype, length]()
    comptime for i in range(Int(length)):
        comptime if dtype == DType.float64:
            result[i] = rebind[Scalar[dtype]](external_call[name, Float64](Float64(x[i]), Float64(y[i])))
        else:
            comptime single = name + "f"
            result[i] = Scalar[dtype](external_call[single, Float32](Float32(x[i]), Float32(y[i])))
    return result


@always_inline
def exp[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """e to the power of `x`.

    Example:

    ```mojo
    from std.math import exp

    print(exp(0.0), exp(1.0))  # 1.0 2.718281828459045
    ```
    """
    return _by_intrinsic["llvm.exp"](x)


@always_inline
def exp2[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """2 to the power of `x`.

    Example:

    ```mojo
    from std.math import exp2

    print(exp2(3.0))  # 8.0
    ```
    """
    return _by_intrinsic["llvm.exp2"](x)


@always_inline
def log[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The natural logarithm.

    Example:

    ```mojo
    from std.math import log

    print(log(1.0))  # 0.0
    ```
    """
    return _by_intrinsic["llvm.log"](x)


@always_inline
def log2[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The logarithm to base 2.

    Example:

    ```mojo
    from std.math import log2

    print(log2(8.0))  # 3.0
    ```
    """
    return _by_intrinsic["llvm.log2"](x)


@always_inline
def log10[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The logarithm to base 10.

    Example:

    ```mojo
    from std.math import log10

    print(log10(1000.0))  # 3.0
    ```
    """
    return _by_intrinsic["llvm.log10"](x)


@always_inline
def sin[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The sine of an angle in radians.

    Example:

    ```mojo
    from std.math import sin

    print(sin(0.0), sin(SIMD[DType.float64, 2](0)))  # 0.0 [0.0, 0.0]
    ```
    """
    return _by_intrinsic["llvm.sin"](x)


@always_inline
def cos[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The cosine of an angle in radians.

    Example:

    ```mojo
    from std.math import cos

    print(cos(0.0))  # 1.0
    ```
    """
    return _by_intrinsic["llvm.cos"](x)


@always_inline
def tan[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The tangent of an angle in radians.

    Example:

    ```mojo
    from std.math import tan

    print(tan(0.0))  # 0.0
    ```
    """
    return _by_library["tan"](x)


@always_inline
def asin[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle with a sine.

    Example:

    ```mojo
    from std.math import asin

    print(asin(0.0))  # 0.0
    ```
    """
    return _by_library["asin"](x)


@always_inline
def acos[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle with a cosine.

    Example:

    ```mojo
    from std.math import acos

    print(acos(1.0))  # 0.0
    ```
    """
    return _by_library["acos"](x)


@always_inline
def atan[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle with a tangent.

    Example:

    ```mojo
    from std.math import atan

    print(atan(1.0) * 4)  # 3.141592653589793
    ```
    """
    return _by_library["atan"](x)


@always_inline
def sinh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The hyperbolic sine.

    Example:

    ```mojo
    from std.math import sinh

    print(sinh(0.0))  # 0.0
    ```
    """
    return _by_library["sinh"](x)


@always_inline
def cosh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The hyperbolic cosine.

    Example:

    ```mojo
    from std.math import cosh

    print(cosh(0.0))  # 1.0
    ```
    """
    return _by_library["cosh"](x)


@always_inline
def tanh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The hyperbolic tangent.

    Example:

    ```mojo
    from std.math import tanh

    print(tanh(0.0))  # 0.0
    ```
    """
    return _by_library["tanh"](x)


@always_inline
def asinh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The inverse hyperbolic sine.

    Example:

    ```mojo
    from std.math import asinh

    print(asinh(0.0))  # 0.0
    ```
    """
    return _by_library["asinh"](x)


@always_inline
def acosh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The inverse hyperbolic cosine.

    Example:

    ```mojo
    from std.math import acosh

    print(acosh(1.0))  # 0.0
    ```
    """
    return _by_library["acosh"](x)


@always_inline
def atanh[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The inverse hyperbolic tangent.

    Example:

    ```mojo
    from std.math import atanh

    print(atanh(0.0))  # 0.0
    ```
    """
    return _by_library["atanh"](x)


@always_inline
def erf[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The error function.

    Example:

    ```mojo
    from std.math import erf

    print(erf(0.0))  # 0.0
    ```
    """
    return _by_library["erf"](x)


@always_inline
def erfc[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """One minus the error function.

    Example:

    ```mojo
    from std.math import erfc

    print(erfc(0.0))  # 1.0
    ```
    """
    return _by_library["erfc"](x)


@always_inline
def expm1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`exp(x) - 1`, precise near 0.

    Example:

    ```mojo
    from std.math import expm1

    print(expm1(1e-20))  # 1e-20
    ```
    """
    return _by_library["expm1"](x)


@always_inline
def log1p[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`log(1 + x)`, precise near 0.

    Example:

    ```mojo
    from std.math import log1p

    print(log1p(1e-20))  # 1e-20
    ```
    """
    return _by_library["log1p"](x)


@always_inline
def cbrt[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The cube root, improved by one step of Newton's method.

    Example:

    ```mojo
    from std.math import cbrt

    print(cbrt(27.0))  # 3.0
    ```
    """
    comptime Vector = SIMD[dtype, length]
    var root = _by_library["cbrt"](x)
    var better = root - (root * root * root - x) / (Vector(3) * root * root)
    return root.eq(Vector(0)).select(root, better)


@always_inline
def lgamma[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The logarithm of the gamma function.

    Example:

    ```mojo
    from std.math import lgamma

    print(lgamma(1.0))  # 0.0
    ```
    """
    return _by_library["lgamma"](x)


@always_inline
def logb[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The binary exponent.

    Example:

    ```mojo
    from std.math import logb

    print(logb(10.0))  # 3.0
    ```
    """
    return _by_library["logb"](x)


@always_inline
def j0[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the first kind, order 0.

    Example:

    ```mojo
    from std.math import j0

    print(j0(0.0))  # 1.0
    ```
    """
    return _by_library["j0"](x)


@always_inline
def j1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the first kind, order 1.

    Example:

    ```mojo
    from std.math import j1

    print(j1(0.0))  # 0.0
    ```
    """
    return _by_library["j1"](x)


@always_inline
def y0[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the second kind, order 0.

    Example:

    ```mojo
    from std.math import y0

    print(y0(1.0) < y0(2.0))  # True
    ```
    """
    return _by_library["y0"](x)


@always_inline
def y1[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The Bessel function of the second kind, order 1.

    Example:

    ```mojo
    from std.math import y1

    print(y1(1.0) < 0)  # True
    ```
    """
    return _by_library["y1"](x)


@always_inline
def gamma[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The gamma function.

    Example:

    ```mojo
    from std.math import gamma

    print(gamma(5.0))  # 24.0
    ```
    """
    return _by_library["tgamma"](x)


@always_inline
def sqrt[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The square root; of integers, rounded down.

    Example:

    ```mojo
    from std.math import sqrt

    print(sqrt(2.0), sqrt(17))  # 1.4142135623730951 4
    ```
    """
    comptime if dtype.is_integral():
        var result = SIMD[dtype, length]()
        comptime for i in range(Int(length)):
            result[i] = Scalar[dtype](_vector_intrinsic["llvm.sqrt"](Float64(x[i])))
        return result
    else:
        return _by_intrinsic["llvm.sqrt"](x)


@always_inline
def rsqrt[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """One over the square root.

    Example:

    ```mojo
    from std.math import rsqrt

    print(rsqrt(4.0))  # 0.5
    ```
    """
    comptime if is_nvidia_gpu() and dtype != DType.float64:
        var single = x.cast[DType.float32]()
        comptime for i in range(Int(length)):
            single[i] = llvm_intrinsic["llvm.nvvm.rsqrt.approx.f", Float32, has_side_effect=False](single[i])
        return single.cast[dtype]()
    else:
        return SIMD[dtype, length](1) / sqrt(x)


@always_inline
def pow[dtype: DType, length: SIMDLength, //](base: SIMD[dtype, length], exp: SIMD[dtype, length]) -> SIMD[dtype, length] where dtype.is_floating_point():
    """`base` to the power of `exp`.

    Example:

    ```mojo
    from std.math import pow

    print(pow(2.0, 3.0))  # 8.0
    ```
    """
    return base**exp


@always_inline
def pow[dtype: DType, length: SIMDLength, //](base: SIMD[dtype, length], exp: Int) -> SIMD[dtype, length]:
    """`base` to an integer power."""
    return base**exp


@always_inline
def atan2[dtype: DType, length: SIMDLength, //](y: SIMD[dtype, length], x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The angle of the point (x, y).

    Example:

    ```mojo
    from std.math import atan2

    print(atan2(0.0, 1.0))  # 0.0
    ```
    """
    return _by_library["atan2"](y, x)


@always_inline
def hypot[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length], y: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The length of the vector (x, y).

    Example:

    ```mojo
    from std.math import hypot

    print(hypot(3.0, 4.0))  # 5.0
    ```
    """
    return _by_library["hypot"](x, y)


@always_inline
def remainder[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length], y: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """What is left of `x` after the nearest multiple of `y`.

    Example:

    ```mojo
    from std.math import remainder

    print(remainder(5.0, 3.0))  # -1.0
    ```
    """
    return _by_library["remainder"](x, y)


@always_inline
def scalb[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length], y: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """`x` times 2 to the power of `y`.

    Example:

    ```mojo
    from std.math import scalb

    print(scalb(1.5, 2.0))  # 6.0
    ```
    """
    return x * exp2(y)


@always_inline
def ldexp[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length], exp: SIMD[DType.int32, length]) -> SIMD[dtype, length]:
    """`x` times 2 to the power of `exp`.

    Example:

    ```mojo
    from std.math import ldexp

    print(ldexp(Float64(1.5), Int32(2)))  # 6.0
    ```
    """
    return x * exp2(exp.cast[dtype]())


def frexp[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> InlineArray[SIMD[dtype, length], 2]:
    """A fraction in 0.5 … 1 and a binary exponent.

    Example:

    ```mojo
    from std.math import frexp

    var parts = frexp(Float64(6))
    print(parts[0], parts[1])  # 0.75 3.0
    ```
    """
    var fraction = x
    var exponent = SIMD[dtype, length](0)
    comptime for i in range(Int(length)):
        if x[i] != 0:
            exponent[i] = logb(x[i]) + 1
            fraction[i] = x[i] / exp2(exponent[i])
    return InlineArray[SIMD[dtype, length], 2](fraction, exponent)


def modf[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> Tuple[SIMD[dtype, length], SIMD[dtype, length]]:
    """The whole part and the fraction.

    Example:

    ```mojo
    from std.math import modf

    print(modf(Float64(2.25)))  # (2.0, 0.25)
    ```
    """
    var whole = x.__trunc__()
    return (whole, x - whole)


@always_inline
def iota[dtype: DType, length: SIMDLength](offset: Scalar[dtype] = 0) -> SIMD[dtype, length]:
    """`offset`, `offset + 1`, …

    Example:

    ```mojo
    from std.math import iota

    print(iota[DType.int32, 4](10))  # [10, 11, 12, 13]
    ```
    """
    var result = SIMD[dtype, length]()
    comptime for i in range(Int(length)):
        result[i] = offset + Scalar[dtype](i)
    return result


def iota[dtype: DType, //](buff: UnsafePointer[Scalar[dtype], _], len: Int, offset: Int = 0):
    """Fills memory with `offset`, `offset + 1`, …"""
    for i in range(len):
        buff[i] = Scalar[dtype](offset + i)


def iota[dtype: DType, //](mut v: List[Scalar[dtype]], offset: Int = 0):
    """Fills a list with `offset`, `offset + 1`, …"""
    for i in range(len(v)):
        v[i] = Scalar[dtype](offset + i)

"""Elementary functions in kernels. Devices have no C library: what is not an instruction is made of polynomials.

Float32 results are right to about two units in the last place, Float64 ones to a few; angles up to about a million.
"""

from std.memory import bitcast
from std.sys.info import is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic

comptime _LN2 = 0.693147180559945309417232121458
comptime _LOG2E = 1.442695040888963407359924681
comptime _PI = 3.14159265358979323846264338327950288


@always_inline
def on_device[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """An elementary function, lane by lane; the narrow formats go through Float32."""
    comptime if dtype != DType.float64 and dtype != DType.float32:
        return on_device[name](x.cast[DType.float32]()).cast[dtype]()
    else:
        var result = SIMD[dtype, length]()
        comptime for i in range(Int(length)):
            result[i] = _one[name](x[i])
        return result


@always_inline
def on_device[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](x: SIMD[dtype, length], y: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """An elementary function of two arguments, lane by lane."""
    comptime if dtype != DType.float64 and dtype != DType.float32:
        return on_device[name](x.cast[DType.float32](), y.cast[DType.float32]()).cast[dtype]()
    else:
        var result = SIMD[dtype, length]()
        comptime for i in range(Int(length)):
            result[i] = _two[name](x[i], y[i])
        return result


@always_inline
def _one[dtype: DType, //, name: StringLiteral](x: Scalar[dtype]) -> Scalar[dtype]:
    comptime if name == "llvm.exp":
        return _exp(x)
    elif name == "llvm.exp2":
        return _exp2(x)
    elif name == "llvm.log":
        return _log(x)
    elif name == "llvm.log2":
        return _log(x) * Scalar[dtype](_LOG2E)
    elif name == "llvm.log10":
        return _log(x) * Scalar[dtype](0.434294481903251827651128918917)
    elif name == "llvm.sin":
        return _sine[0](x)
    elif name == "llvm.cos":
        return _sine[1](x)
    elif name == "tan":
        return _sine[0](x) / _sine[1](x)
    elif name == "tanh":
        return _tanh(x)
    elif name == "sinh":
        var e = _expm1(abs(x))
        return _with_sign((e + e / (e + 1)) * Scalar[dtype](0.5), x)
    elif name == "cosh":
        var e = _exp(x)
        return (e + 1 / e) * Scalar[dtype](0.5)
    elif name == "expm1":
        return _expm1(x)
    elif name == "log1p":
        return _log1p(x)
    elif name == "atan":
        return _atan(x)
    elif name == "asin":
        return _atan(x / _sqrt((1 - x) * (1 + x)))
    elif name == "acos":
        return 2 * _atan(_sqrt((1 - x) / (1 + x)))
    elif name == "asinh":
        var a = abs(x)
        return _with_sign(_log1p(a + a * a / (1 + _sqrt(1 + a * a))), x)
    elif name == "acosh":
        return _log(x + _sqrt((x - 1) * (x + 1)))
    elif name == "atanh":
        var a = abs(x)
        return _with_sign(Scalar[dtype](0.5) * _log1p(2 * a / (1 - a)), x)
    elif name == "erf":
        return _erf(x)
    elif name == "erfc":
        return _erfc(x.cast[DType.float64]()).cast[dtype]()
    elif name == "cbrt":
        return _cbrt(x)
    elif name == "logb":
        return Scalar[dtype](_split(abs(x))[0])
    else:
        comptime assert False, "'" + name + "' is not available in kernels"
        return x


@always_inline
def _two[dtype: DType, //, name: StringLiteral](x: Scalar[dtype], y: Scalar[dtype]) -> Scalar[dtype]:
    comptime if name == "pow":
        return _pow(x.cast[DType.float64](), y.cast[DType.float64]()).cast[dtype]()
    elif name == "atan2":
        return _atan2(x, y)
    elif name == "hypot":
        var large = max(abs(x), abs(y))
        var small = min(abs(x), abs(y))
        if large == 0 or large - large != 0:
            return large
        return large * _sqrt(1 + (small / large) * (small / large))
    elif name == "remainder":
        return x - y * _round(x / y)
    else:
        comptime assert False, "'" + name + "' is not available in kernels"
        return x


# -- pieces -------------------------------------------------------------------------------------------------


@always_inline
def _round[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    comptime name = "llvm.rint.f64" if dtype == DType.float64 else "llvm.rint.f32"
    return llvm_intrinsic[name, Scalar[dtype], has_side_effect=False](x)


@always_inline
def _sqrt[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    comptime name = "llvm.sqrt.f64" if dtype == DType.float64 else "llvm.sqrt.f32"
    return llvm_intrinsic[name, Scalar[dtype], has_side_effect=False](x)


@always_inline
def _with_sign[dtype: DType, //](x: Scalar[dtype], sign: Scalar[dtype]) -> Scalar[dtype]:
    comptime name = "llvm.copysign.f64" if dtype == DType.float64 else "llvm.copysign.f32"
    return llvm_intrinsic[name, Scalar[dtype], has_side_effect=False](x, sign)


@always_inline
def _power_of_two(n: Int32) -> Float64:
    # 2 to a power from -1022 to 1023.
    return bitcast[DType.float64, 1](UInt64(n + 1023) << 52)


@always_inline
def _split[dtype: DType, //](x: Scalar[dtype]) -> Tuple[Int32, Scalar[dtype]]:
    # A positive number as 2^e m, m from 1/√2 to √2.
    comptime if dtype == DType.float64:
        var scaled = rebind[Float64](x)
        var less = Int32(0)
        if scaled < 2.2250738585072014e-308:
            scaled *= 18014398509481984.0
            less = 54
        var bits = bitcast[DType.uint64, 1](scaled)
        var e = Int32(bits >> 52) - 1023
        var m = bitcast[DType.float64, 1]((bits & 0xFFFFFFFFFFFFF) | (UInt64(1023) << 52))
        if m > 1.4142135623730951:
            m *= 0.5
            e += 1
        return (e - less, rebind[Scalar[dtype]](m))
    else:
        var scaled = rebind[Float32](x)
        var less = Int32(0)
        if scaled < 1.17549435e-38:
            scaled *= 33554432.0
            less = 25
        var bits = bitcast[DType.uint32, 1](scaled)
        var e = Int32(bits >> 23) - 127
        var m = bitcast[DType.float32, 1]((bits & 0x7FFFFF) | (UInt32(127) << 23))
        if m > 1.4142135:
            m *= 0.5
            e += 1
        return (e - less, rebind[Scalar[dtype]](m))


# -- exponentials and logarithms ------------------------------------------------------------------------------


@always_inline
def _exp2_approximately(x: Float32) -> Float32:
    comptime if is_nvidia_gpu():
        return llvm_intrinsic["llvm.nvvm.ex2.approx.ftz.f32", Float32, has_side_effect=False](x)
    else:
        return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def _exp2[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    comptime if dtype == DType.float32:
        return rebind[Scalar[dtype]](_exp2_approximately(rebind[Float32](x)))
    else:
        return _exp(x * Scalar[dtype](_LN2))


@always_inline
def _exp[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    comptime if dtype == DType.float32:
        # 2^n 2^r; the product with log₂ e would be too coarse for large x in one piece.
        var y = min(max(rebind[Float32](x), Float32(-104)), Float32(89))
        var n = _round(y * Float32(_LOG2E))
        var r = y.fma(Float32(_LOG2E), -n)
        r = y.fma(Float32(1.9259629911266175e-08), r)
        var result = _exp2_approximately(n) * _exp2_approximately(r)
        return rebind[Scalar[dtype]](result if x == x else rebind[Float32](x))
    else:
        var y = min(max(rebind[Float64](x), Float64(-746)), Float64(710))
        var n = _round(y * Float64(_LOG2E))
        var r = n.fma(Float64(-0.693147180369123816490), y)
        r = n.fma(Float64(-1.90821492927058770002e-10), r)
        # e^r by its series; r is at most half of ln 2.
        var sum = Float64(1)
        comptime for i in range(14):
            comptime k = Float64(14 - i)
            sum = (sum * r / k) + 1
        var half = Int32(n) >> 1
        var result = sum * _power_of_two(half) * _power_of_two(Int32(n) - half)
        return rebind[Scalar[dtype]](result if x == x else rebind[Float64](x))


@always_inline
def _log[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    # ln m = 2 (s + s³/3 + s⁵/5 + …), s = (m - 1) / (m + 1).
    if not (x > 0):
        return -Scalar[dtype](1) / Scalar[dtype](0) if x == 0 else (x - x) / (x - x)
    if x - x != 0:
        return x
    var parts = _split(x)
    var e = Scalar[dtype](parts[0])
    var m = parts[1]
    var s = (m - 1) / (m + 1)
    var square = s * s
    comptime terms = 10 if dtype == DType.float64 else 4
    var sum = Scalar[dtype](0)
    comptime for i in range(terms):
        comptime k = 2.0 / Float64(2 * (terms - i) + 1)
        sum = (sum + Scalar[dtype](k)) * square
    comptime if dtype == DType.float64:
        var low = e * Scalar[dtype](1.90821492927058770002e-10)
        return e.fma(Scalar[dtype](0.693147180369123816490), low + (s * sum + 2 * s))
    else:
        var low = e * Scalar[dtype](9.0580006e-06)
        return e.fma(Scalar[dtype](0.69313812), low + (s * sum + 2 * s))


@always_inline
def _expm1[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    if abs(x) > Scalar[dtype](0.5):
        return _exp(x) - 1
    comptime terms = 15 if dtype == DType.float64 else 9
    var sum = Scalar[dtype](1)
    comptime for i in range(terms - 1):
        comptime k = Float64(terms - i)
        sum = (sum * x / Scalar[dtype](k)) + 1
    return sum * x


@always_inline
def _log1p[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    # What is lost in 1 + x is made up for.
    var u = 1 + x
    if u == 1 or u - u != 0:
        return x
    return _log(u) * (x / (u - 1))


@always_inline
def _pow(x: Float64, y: Float64) -> Float64:
    if y == 0 or x == 1:
        return 1
    var integral = _round(y) == y
    var odd = integral and _round(y * 0.5) != y * 0.5
    if x == 0:
        var zero_power = Float64(0) if y > 0 else 1 / Float64(0)
        return _with_sign(zero_power, x) if odd else zero_power
    var size = _exp(y * _log(abs(x)))
    if x > 0:
        return size
    if not integral:
        return (x - x) / Float64(0)
    return -size if odd else size


@always_inline
def _cbrt[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    var a = abs(x)
    if a == 0 or a - a != 0:
        return x
    var root = _exp(_log(a) / 3)
    root = root - (root * root * root - a) / (3 * root * root)
    return _with_sign(root, x)


# -- angles -----------------------------------------------------------------------------------------------------


@always_inline
def _sine[dtype: DType, //, quarter: Int](x: Scalar[dtype]) -> Scalar[dtype]:
    # The sine `quarter` quarters of a turn on: the angle is brought to at most an eighth of a turn.
    var wide = x.cast[DType.float64]()
    var n = _round(wide * (2.0 / _PI))
    var rest = n.fma(Float64(-1.5707963267948966), wide)
    rest = n.fma(Float64(-6.123233995736766e-17), rest)
    var r = rest.cast[dtype]()
    var square = r * r
    var turn = (Int(n) + quarter) & 3
    comptime terms = 8 if dtype == DType.float64 else 4
    var sum = Scalar[dtype](1)
    if turn & 1 == 1:
        comptime for i in range(terms + 1):
            comptime k = 2 * (terms + 1 - i)
            sum = 1 - sum * square / Scalar[dtype](k * (k - 1))
    else:
        comptime for i in range(terms):
            comptime k = 2 * (terms - i) + 1
            sum = 1 - sum * square / Scalar[dtype](k * (k - 1))
        sum *= r
    return -sum if turn >= 2 else sum


@always_inline
def _atan[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    # Brought to at most 1, then the angle is halved twice, then the series.
    var a = abs(x)
    var inverted = a > 1
    var y = 1 / a if inverted else a
    y = y / (1 + _sqrt(1 + y * y))
    y = y / (1 + _sqrt(1 + y * y))
    var square = y * y
    comptime terms = 12 if dtype == DType.float64 else 6
    var sum = Scalar[dtype](0)
    comptime for i in range(terms + 1):
        comptime k = 1.0 / Float64(2 * (terms - i) + 1)
        sum = Scalar[dtype](k) - sum * square
    var angle = 4 * y * sum
    if inverted:
        angle = Scalar[dtype](_PI / 2) - angle
    return _with_sign(angle, x) if x == x else x


@always_inline
def _atan2[dtype: DType, //](y: Scalar[dtype], x: Scalar[dtype]) -> Scalar[dtype]:
    if x == 0 and y == 0:
        return _with_sign(Scalar[dtype](_PI), y) if 1 / x < 0 else y
    var angle = _atan(abs(y) / abs(x))
    if x < 0:
        angle = Scalar[dtype](_PI) - angle
    return _with_sign(angle, y)


# -- the rest -----------------------------------------------------------------------------------------------------


@always_inline
def _tanh[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    var e = _expm1(-2 * abs(x))
    return _with_sign(-e / (e + 2), x)


@always_inline
def _erf[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    var a = abs(x)
    if a > Scalar[dtype](2):
        return _with_sign(1 - _erfc_far(a), x)
    # 2/√π e^(-x²) Σ (2x²)ⁿ x / (1·3·5·…·(2n+1)): no term is negative.
    comptime terms = 40 if dtype == DType.float64 else 22
    var square = 2 * x * x
    var sum = Scalar[dtype](1)
    comptime for i in range(terms):
        comptime k = 2 * (terms - i) + 1
        sum = 1 + sum * square / Scalar[dtype](k)
    return Scalar[dtype](1.12837916709551257390) * _exp(-x * x) * x * sum


@always_inline
def _erfc(x: Float64) -> Float64:
    if x > 2:
        return _erfc_far(x)
    return 1 - _erf(x)


@always_inline
def _erfc_far[dtype: DType, //](x: Scalar[dtype]) -> Scalar[dtype]:
    # e^(-x²)/√π times the continued fraction 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))).
    comptime depth = 40 if dtype == DType.float64 else 16
    var rest = x
    comptime for i in range(depth):
        comptime k = Float64(depth - i) * 0.5
        rest = x + Scalar[dtype](k) / rest
    return _exp(-x * x) * Scalar[dtype](0.56418958354775628695) / rest

"""Special values of the float formats."""

from std.builtin._float_traits import (
    _exponent_bits,
    _infinity,
    _largest_finite,
    _mantissa_bits,
    _not_a_number,
)
from std.builtin.simd import _unsigned_like
from std.memory.unsafe import bitcast
from std.sys.info import CompilationTarget
from std.sys.intrinsics import llvm_intrinsic

comptime _FLUSH_ON_ARM = 1 << 24
comptime _FLUSH_ON_X86 = 0x8040


struct FPUtils[dtype: DType]:
    """The parts of a float format.

    Example:

    ```mojo
    from std.utils.numerics import FPUtils

    print(FPUtils[DType.float32].mantissa_width(), FPUtils[DType.float32].exponent_width())  # 23 8
    ```

    ```mojo
    from std.utils.numerics import FPUtils

    comptime parts = FPUtils[DType.float32]
    print(parts.get_sign(-1.5), parts.get_exponent(6.0), parts.get_mantissa(1.5))  # True 129 4194304
    print(parts.get_exponent_biased(6.0))  # 129
    print(parts.set_sign(1.5, True), parts.set_exponent(1.5, 129), parts.set_mantissa(1.5, 0))  # -1.5 6.0 1.0
    print(parts.pack(False, 127, 0), parts.bitcast_to_uint(1.0), parts.bitcast_to_integer(1.0))  # 1.0 1065353216 1065353216
    print(parts.max_exponent(), parts.exponent_bias())  # 128 127
    print(parts.sign_mask(), parts.mantissa_mask(), parts.exponent_mask())  # 2147483648 8388607 2139095040
    ```
    """

    @staticmethod
    def mantissa_width() -> Int:
        """Stored bits of the fraction."""
        return _mantissa_bits[Self.dtype]()

    @staticmethod
    def exponent_width() -> Int:
        """Bits of the exponent."""
        return _exponent_bits[Self.dtype]()

    @staticmethod
    def max_exponent() -> Int:
        """The largest exponent, plus one."""
        return 1 << (_exponent_bits[Self.dtype]() - 1)

    @staticmethod
    def exponent_bias() -> Int:
        """What is added to the exponent."""
        return (1 << (_exponent_bits[Self.dtype]() - 1)) - 1

    @staticmethod
    def bitcast_to_integer(value: Scalar[Self.dtype]) -> Int:
        """The bits."""
        return Int(value.to_bits())

    @staticmethod
    def bitcast_to_uint(value: Scalar[Self.dtype]) -> UInt64:
        """The bits."""
        return UInt64(value.to_bits())

    @staticmethod
    def get_sign(value: Scalar[Self.dtype]) -> Bool:
        """True for negative numbers."""
        return UInt64(value.to_bits()) >> UInt64(Self.dtype.bit_width() - 1) != 0

    @staticmethod
    def get_exponent(value: Scalar[Self.dtype]) -> Int:
        """The stored exponent, from which the bias is not yet taken."""
        var bits = Int(value.to_bits()) >> _mantissa_bits[Self.dtype]()
        return bits & ((1 << _exponent_bits[Self.dtype]()) - 1)

    @staticmethod
    def get_exponent_biased(value: Scalar[Self.dtype]) -> Int:
        """The stored exponent, from which the bias is not yet taken."""
        return Self.get_exponent(value)

    @staticmethod
    def sign_mask() -> Int:
        """The bit of the sign."""
        return 1 << (Self.dtype.bit_width() - 1)

    @staticmethod
    def mantissa_mask() -> Int:
        """The bits of the fraction."""
        return (1 << _mantissa_bits[Self.dtype]()) - 1

    @staticmethod
    def exponent_mask() -> Int:
        """The bits of the exponent."""
        return ((1 << _exponent_bits[Self.dtype]()) - 1) << _mantissa_bits[Self.dtype]()

    @staticmethod
    def pack(sign: Bool, exponent: Int, mantissa: Int) -> Scalar[Self.dtype]:
        """The float with these parts; the exponent is the stored one."""
        var bits = Int(sign) << (Self.dtype.bit_width() - 1)
        bits |= exponent << _mantissa_bits[Self.dtype]() & Self.exponent_mask()
        return Self._of_bits(bits | (mantissa & Self.mantissa_mask()))

    @staticmethod
    def _of_bits(bits: Int) -> Scalar[Self.dtype]:
        comptime carrier = _unsigned_like[Self.dtype]()
        return bitcast[Self.dtype](Scalar[carrier](bits))

    @staticmethod
    def set_sign(value: Scalar[Self.dtype], sign: Bool) -> Scalar[Self.dtype]:
        """The float with another sign."""
        return Self._of_bits(Int(value.to_bits()) & ~Self.sign_mask() | Int(sign) << (Self.dtype.bit_width() - 1))

    @staticmethod
    def set_exponent(value: Scalar[Self.dtype], exponent: Int) -> Scalar[Self.dtype]:
        """The float with another stored exponent."""
        var shifted = exponent << _mantissa_bits[Self.dtype]()
        return Self._of_bits(Int(value.to_bits()) & ~Self.exponent_mask() | shifted & Self.exponent_mask())

    @staticmethod
    def set_mantissa(value: Scalar[Self.dtype], mantissa: Int) -> Scalar[Self.dtype]:
        """The float with another fraction."""
        return Self._of_bits(Int(value.to_bits()) & ~Self.mantissa_mask() | mantissa & Self.mantissa_mask())

    @staticmethod
    def get_mantissa(value: Scalar[Self.dtype]) -> Int:
        """The stored fraction."""
        return Int(value.to_bits()) & ((1 << _mantissa_bits[Self.dtype]()) - 1)


@always_inline
def inf[dtype: DType]() -> Scalar[dtype]:
    """Infinity.

    Example:

    ```mojo
    from std.utils.numerics import inf

    print(inf[DType.float32]())  # inf
    ```
    """
    return _infinity[dtype]()


@always_inline
def neg_inf[dtype: DType]() -> Scalar[dtype]:
    """Minus infinity.

    Example:

    ```mojo
    from std.utils.numerics import neg_inf

    print(neg_inf[DType.float32]())  # -inf
    ```
    """
    return -_infinity[dtype]()


@always_inline
def nan[dtype: DType]() -> Scalar[dtype]:
    """Not a number.

    Example:

    ```mojo
    from std.utils.numerics import nan

    print(nan[DType.float64]())  # nan
    ```
    """
    return _not_a_number[dtype]()


@always_inline
def isnan[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[DType.bool, length]:
    """Which lanes are not numbers.

    Example:

    ```mojo
    from std.utils.numerics import isnan, nan

    print(isnan(nan[DType.float64]()), isnan(1.0))  # True False
    ```
    """
    comptime if dtype.is_floating_point():
        return val.ne(val)
    else:
        return SIMD[DType.bool, length](0)


@always_inline
def isinf[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[DType.bool, length]:
    """Which lanes are infinite.

    Example:

    ```mojo
    from std.utils.numerics import inf, isinf

    print(isinf(inf[DType.float64]()), isinf(1.0))  # True False
    ```
    """
    comptime if dtype.is_floating_point() and Bool(_infinity[dtype]() != _largest_finite[dtype]()):
        return abs(val).eq(SIMD[dtype, length](_infinity[dtype]()))
    else:
        return SIMD[DType.bool, length](0)


@always_inline
def isfinite[dtype: DType, length: SIMDLength, //](val: SIMD[dtype, length]) -> SIMD[DType.bool, length]:
    """Which lanes are neither infinite nor not a number.

    Example:

    ```mojo
    from std.utils.numerics import isfinite

    print(isfinite(1.0))  # True
    ```
    """
    comptime if dtype.is_floating_point():
        return abs(val).lt(SIMD[dtype, length](_infinity[dtype]()))
    else:
        return SIMD[DType.bool, length](1)


@always_inline
def max_finite[dtype: DType]() -> Scalar[dtype]:
    """The largest number.

    Example:

    ```mojo
    from std.utils.numerics import max_finite

    print(max_finite[DType.int8](), max_finite[DType.float16]())  # 127 65504.0
    ```
    """
    return _largest_finite[dtype]()


@always_inline
def min_finite[dtype: DType]() -> Scalar[dtype]:
    """The smallest number.

    Example:

    ```mojo
    from std.utils.numerics import min_finite

    print(min_finite[DType.int8]())  # -128
    ```
    """
    return Scalar[dtype].MIN_FINITE


@always_inline
def max_or_inf[dtype: DType]() -> Scalar[dtype]:
    """The largest value, infinity for floats.

    Example:

    ```mojo
    from std.utils.numerics import max_or_inf

    print(max_or_inf[DType.uint8](), max_or_inf[DType.float32]())  # 255 inf
    ```
    """
    return Scalar[dtype].MAX


@always_inline
def min_or_neg_inf[dtype: DType]() -> Scalar[dtype]:
    """The smallest value, minus infinity for floats.

    Example:

    ```mojo
    from std.utils.numerics import min_or_neg_inf

    print(min_or_neg_inf[DType.int8](), min_or_neg_inf[DType.float32]())  # -128 -inf
    ```
    """
    return Scalar[dtype].MIN


def get_accum_type[dtype: DType]() -> DType:
    """A format to add many numbers in.

    Example:

    ```mojo
    from std.utils.numerics import get_accum_type

    print(get_accum_type[DType.bfloat16]())  # float32
    ```
    """
    comptime if dtype == DType.bfloat16 or dtype == DType.float16:
        return DType.float32
    else:
        return dtype


def nextafter[dtype: DType, length: SIMDLength, //](arg0: SIMD[dtype, length], arg1: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The next number in the direction of `arg1`.

    Example:

    ```mojo
    from std.utils.numerics import nextafter

    print(nextafter(Float32(1), Float32(2)) > 1)  # True
    ```
    """
    from std.ffi import external_call

    var result = SIMD[dtype, length]()
    comptime for i in range(Int(length)):
        comptime if dtype == DType.float64:
            result[i] = rebind[Scalar[dtype]](
                external_call["nextafter", Float64](Float64(arg0[i]), Float64(arg1[i]))
            )
        else:
            result[i] = Scalar[dtype](external_call["nextafterf", Float32](Float32(arg0[i]), Float32(arg1[i])))
    return result


def ulp[dtype: DType, length: SIMDLength, //](x: SIMD[dtype, length]) -> SIMD[dtype, length]:
    """The distance to the next number.

    Example:

    ```mojo
    from std.utils.numerics import ulp

    print(ulp(1.0))  # 2.220446049250313e-16
    ```
    """
    var magnitude = abs(x)
    return nextafter(magnitude, SIMD[dtype, length](_infinity[dtype]())) - magnitude


struct FlushDenormals(Defaultable):
    """Within a `with` block, floats too small to be normal count and are computed as zero.

    It is the processor that does so: what the compiler computes, or moves out of the block, is not affected.

    Example:

    ```mojo
    from std.utils.numerics import FlushDenormals

    @no_inline
    def halve(mut values: List[Float32]):
        for ref value in values:
            value *= 0.5

    var values: List[Float32] = [1.2e-38, 1.0]
    with FlushDenormals():
        halve(values)
    print(values)  # [0.0, 0.5]
    ```
    """

    var state: Int32
    """How the processor treated such floats before."""

    @always_inline
    def __init__(out self):
        """Remembers how such floats are treated."""
        self.state = Int32(0)
        if not __is_compile_time():
            self.state = _float_control()

    @always_inline
    def __enter__(self):
        """From here on they are zero."""
        if not __is_compile_time():
            comptime flush = _FLUSH_ON_X86 if CompilationTarget.is_x86() else _FLUSH_ON_ARM
            _set_float_control(self.state | Int32(flush))

    @always_inline
    def __exit__(self):
        """From here on they are treated as before."""
        if not __is_compile_time():
            _set_float_control(self.state)


@always_inline
def _float_control() -> Int32:
    # The register that says how the processor computes with floats; 0 for processors without one.
    comptime if CompilationTarget.is_x86():
        var control = Int32(0)
        llvm_intrinsic["llvm.x86.sse.stmxcsr", NoneType](UnsafePointer(to=control).address)
        return control
    elif CompilationTarget.is_arm():
        return Int32(llvm_intrinsic["llvm.aarch64.get.fpcr", Int64]())
    else:
        return Int32(0)


@always_inline
def _set_float_control(control: Int32):
    comptime if CompilationTarget.is_x86():
        var value = control
        llvm_intrinsic["llvm.x86.sse.ldmxcsr", NoneType](UnsafePointer(to=value).address)
    elif CompilationTarget.is_arm():
        llvm_intrinsic["llvm.aarch64.set.fpcr", NoneType](Int64(control))

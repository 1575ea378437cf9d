"""What SIMD computes lane by lane: operators, powers, rounding, bounds."""

from std.builtin._power import _integer_power, _integer_powers, _power, _round_to_digits
from std.builtin.debug_assert import _assert_failed
from std.builtin.simd import SIMD
from std.sys.intrinsics import _vector_intrinsic


__extension SIMD:
    @always_inline("nodebug")
    def __add__(self, rhs: Self) -> Self:
        """Sum, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        return Self(mlir_value=__mlir_op.`pop.add`(self.value, rhs.value))

    @always_inline("nodebug")
    def __radd__(self, lhs: Self) -> Self:
        """Sum, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        return Self(mlir_value=__mlir_op.`pop.add`(lhs.value, self.value))

    @always_inline("nodebug")
    def __iadd__(mut self, rhs: Self):
        """Sum, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        self.value = __mlir_op.`pop.add`(self.value, rhs.value)

    @always_inline("nodebug")
    def __sub__(self, rhs: Self) -> Self:
        """Difference, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        return Self(mlir_value=__mlir_op.`pop.sub`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rsub__(self, lhs: Self) -> Self:
        """Difference, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        return Self(mlir_value=__mlir_op.`pop.sub`(lhs.value, self.value))

    @always_inline("nodebug")
    def __isub__(mut self, rhs: Self):
        """Difference, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        self.value = __mlir_op.`pop.sub`(self.value, rhs.value)

    @always_inline("nodebug")
    def __mul__(self, rhs: Self) -> Self:
        """Product, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        return Self(mlir_value=__mlir_op.`pop.mul`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rmul__(self, lhs: Self) -> Self:
        """Product, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        return Self(mlir_value=__mlir_op.`pop.mul`(lhs.value, self.value))

    @always_inline("nodebug")
    def __imul__(mut self, rhs: Self):
        """Product, lane by lane; integers wrap."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be added, subtracted and multiplied; cast a Bool vector first"
        self.value = __mlir_op.`pop.mul`(self.value, rhs.value)

    @always_inline("nodebug")
    @staticmethod
    def _check_divisor(divisor: Self):
        # Ends the program when an integer would be divided by zero.
        comptime if Self.dtype.is_integral():
            comptime if Self._is_scalar:
                if divisor == Self(0):
                    _assert_failed(__call_location_text(), "division by zero")
            else:
                if divisor.eq(Self(0)).reduce_or():
                    _assert_failed(__call_location_text(), "division by zero")

    @always_inline("nodebug")
    def __truediv__(self, rhs: Self) -> Self:
        """Quotient; integers truncate toward zero."""
        Self._check_divisor(rhs)
        return Self(mlir_value=__mlir_op.`pop.div`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rtruediv__(self, lhs: Self) -> Self:
        """Quotient; integers truncate toward zero."""
        Self._check_divisor(self)
        return Self(mlir_value=__mlir_op.`pop.div`(lhs.value, self.value))

    @always_inline("nodebug")
    def __itruediv__(mut self, rhs: Self):
        """Quotient; integers truncate toward zero."""
        Self._check_divisor(rhs)
        self.value = __mlir_op.`pop.div`(self.value, rhs.value)

    @always_inline("nodebug")
    def __floordiv__(self, rhs: Self) -> Self:
        """Quotient rounded down."""
        Self._check_divisor(rhs)
        return Self(mlir_value=__mlir_op.`pop.floordiv`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rfloordiv__(self, lhs: Self) -> Self:
        """Quotient rounded down."""
        Self._check_divisor(self)
        return Self(mlir_value=__mlir_op.`pop.floordiv`(lhs.value, self.value))

    @always_inline("nodebug")
    def __ifloordiv__(mut self, rhs: Self):
        """Quotient rounded down."""
        Self._check_divisor(rhs)
        self.value = __mlir_op.`pop.floordiv`(self.value, rhs.value)

    @always_inline("nodebug")
    def __mod__(self, rhs: Self) -> Self:
        """Remainder with the sign of the divisor."""
        Self._check_divisor(rhs)
        return Self(mlir_value=__mlir_op.`pop.floormod`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rmod__(self, lhs: Self) -> Self:
        """Remainder with the sign of the divisor."""
        Self._check_divisor(self)
        return Self(mlir_value=__mlir_op.`pop.floormod`(lhs.value, self.value))

    @always_inline("nodebug")
    def __imod__(mut self, rhs: Self):
        """Remainder with the sign of the divisor."""
        Self._check_divisor(rhs)
        self.value = __mlir_op.`pop.floormod`(self.value, rhs.value)

    @always_inline("nodebug")
    def __and__(self, rhs: Self) -> Self:
        """Bitwise and."""
        return Self(mlir_value=__mlir_op.`pop.and`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rand__(self, lhs: Self) -> Self:
        """Bitwise and."""
        return Self(mlir_value=__mlir_op.`pop.and`(lhs.value, self.value))

    @always_inline("nodebug")
    def __iand__(mut self, rhs: Self):
        """Bitwise and."""
        self.value = __mlir_op.`pop.and`(self.value, rhs.value)

    @always_inline("nodebug")
    def __or__(self, rhs: Self) -> Self:
        """Bitwise or."""
        return Self(mlir_value=__mlir_op.`pop.or`(self.value, rhs.value))

    @always_inline("nodebug")
    def __ror__(self, lhs: Self) -> Self:
        """Bitwise or."""
        return Self(mlir_value=__mlir_op.`pop.or`(lhs.value, self.value))

    @always_inline("nodebug")
    def __ior__(mut self, rhs: Self):
        """Bitwise or."""
        self.value = __mlir_op.`pop.or`(self.value, rhs.value)

    @always_inline("nodebug")
    def __xor__(self, rhs: Self) -> Self:
        """Bitwise exclusive or."""
        return Self(mlir_value=__mlir_op.`pop.xor`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rxor__(self, lhs: Self) -> Self:
        """Bitwise exclusive or."""
        return Self(mlir_value=__mlir_op.`pop.xor`(lhs.value, self.value))

    @always_inline("nodebug")
    def __ixor__(mut self, rhs: Self):
        """Bitwise exclusive or."""
        self.value = __mlir_op.`pop.xor`(self.value, rhs.value)

    @always_inline("nodebug")
    def __lshift__(self, rhs: Self) -> Self:
        """Bits moved up."""
        return Self(mlir_value=__mlir_op.`pop.shl`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rlshift__(self, lhs: Self) -> Self:
        """Bits moved up."""
        return Self(mlir_value=__mlir_op.`pop.shl`(lhs.value, self.value))

    @always_inline("nodebug")
    def __ilshift__(mut self, rhs: Self):
        """Bits moved up."""
        self.value = __mlir_op.`pop.shl`(self.value, rhs.value)

    @always_inline("nodebug")
    def __rshift__(self, rhs: Self) -> Self:
        """Bits moved down."""
        return Self(mlir_value=__mlir_op.`pop.shr`(self.value, rhs.value))

    @always_inline("nodebug")
    def __rrshift__(self, lhs: Self) -> Self:
        """Bits moved down."""
        return Self(mlir_value=__mlir_op.`pop.shr`(lhs.value, self.value))

    @always_inline("nodebug")
    def __irshift__(mut self, rhs: Self):
        """Bits moved down."""
        self.value = __mlir_op.`pop.shr`(self.value, rhs.value)

    @always_inline("nodebug")
    def __truediv_2025__(self, rhs: Self) -> SIMD[_quotient_dtype[Self.dtype](), Self.length]:
        """Quotient as it was in 2025: integers divide to Float64."""
        comptime if Self.dtype.is_floating_point():
            return self / rhs
        else:
            return self.cast[DType.float64]() / rhs.cast[DType.float64]()

    @always_inline("nodebug")
    def __neg__(self) -> Self:
        """The opposite number."""
        comptime assert Self.dtype.is_numeric(), "only numbers can be negated; use '~' for Bool vectors"
        return Self(mlir_value=__mlir_op.`pop.neg`(self.value))

    @always_inline("nodebug")
    def __pos__(self) -> Self:
        """The number itself."""
        return self

    @always_inline("nodebug")
    def __invert__(self) -> Self:
        """All bits flipped."""
        comptime assert not Self.dtype.is_floating_point(), "'~' works on integers and Bool vectors"
        comptime if Self.dtype == DType.bool:
            return self ^ Self(1)
        else:
            return self ^ Self(-1)

    def __pow__(self, exp: Int) -> Self:
        """The number to an integer power."""
        return _integer_power(self, exp)

    def __pow__(self, exp: Self) -> Self where Self.dtype != DType.int or Self.length != 1:
        """The number to a power, lane by lane; whole numbers wrap, and negative powers of them are rounded to 0."""
        comptime if Self.dtype.is_floating_point():
            return _power(self, exp)
        else:
            return _integer_powers(self, exp)

    def __rpow__(self, base: Self) -> Self:
        """`base` to the power of this number."""
        return base**self

    def __ipow__(mut self, exp: Int):
        """Raises to an integer power."""
        self = _integer_power(self, exp)

    @always_inline("nodebug")
    def __abs__(self) -> Self:
        """The magnitude."""
        comptime if Self.dtype.is_floating_point():
            return _vector_intrinsic["llvm.fabs"](self)
        elif Self.dtype.is_signed():
            return self.lt(Self(0)).select(-self, self)
        else:
            return self

    @always_inline("nodebug")
    def fma(self, multiplier: Self, accumulator: Self) -> Self:
        """`self * multiplier + accumulator`, rounded once."""
        return Self(mlir_value=__mlir_op.`pop.fma`(self.value, multiplier.value, accumulator.value))

    def __divmod__(self, denominator: Self) -> Tuple[Self, Self]:
        """Quotient rounded down, and remainder."""
        return (self // denominator, self % denominator)

    @always_inline
    def __ceildiv__(self, denominator: Self) -> Self:
        """Quotient rounded up."""
        comptime if Self.dtype.is_signed():
            return -(self // -denominator)
        else:
            return (self + denominator - Self(1)) // denominator

    @always_inline("nodebug")
    def __round__(self) -> Self:
        """The nearest whole number, halves to even."""
        comptime if Self.dtype.is_floating_point():
            return _vector_intrinsic["llvm.roundeven"](self)
        else:
            return self

    def __round__(self, ndigits: Int) -> Self:
        """Rounded to a number of decimal digits."""
        return _round_to_digits(self, ndigits)

    @always_inline("nodebug")
    def __floor__(self) -> Self:
        """Rounded down."""
        comptime if Self.dtype.is_floating_point():
            return _vector_intrinsic["llvm.floor"](self)
        else:
            return self

    @always_inline("nodebug")
    def __ceil__(self) -> Self:
        """Rounded up."""
        comptime if Self.dtype.is_floating_point():
            return _vector_intrinsic["llvm.ceil"](self)
        else:
            return self

    @always_inline("nodebug")
    def __trunc__(self) -> Self:
        """Rounded toward zero."""
        comptime if Self.dtype.is_floating_point():
            return _vector_intrinsic["llvm.trunc"](self)
        else:
            return self

    @always_inline("nodebug")
    def clamp(self, lower_bound: Self, upper_bound: Self) -> Self:
        """The nearest value within the bounds."""
        return Self(
            mlir_value=__mlir_op.`pop.max`(
                __mlir_op.`pop.min`(self.value, upper_bound.value), lower_bound.value
            )
        )

    @always_inline("nodebug")
    def min(self, other: Self) -> Self:
        """The smaller, lane by lane."""
        return Self(mlir_value=__mlir_op.`pop.min`(self.value, other.value))

    @always_inline("nodebug")
    def max(self, other: Self) -> Self:
        """The larger, lane by lane."""
        return Self(mlir_value=__mlir_op.`pop.max`(self.value, other.value))

    @always_inline
    def is_power_of_two(self) -> SIMD[DType.bool, Self.length]:
        """Whether exactly one bit is set, lane by lane."""
        return self.gt(Self(0)) & (self & (self - Self(1))).eq(Self(0))


def _quotient_dtype[dtype: DType]() -> DType:
    comptime if dtype.is_floating_point():
        return dtype
    else:
        return DType.float64

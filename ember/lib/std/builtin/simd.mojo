"""SIMD: every number, one lane or many. `Int`, `Float64` and the others are one-lane vectors."""

from std.builtin.debug_assert import _assert_failed
from std.builtin._float_traits import _infinity, _largest_finite
from std.builtin._power import _integer_power, _power, _round_to_digits
from std.builtin.simd_length import SIMDLength
from std.builtin.value import _PythonValue
from std.collections.string._parse_float import _parse_float
from std.collections.string._parse_int import _parse_int
from std.format._float import _write_float
from std.format._integer import _write_integer
from std.memory.unsafe import bitcast
from std.sys.intrinsics import _vector_intrinsic

comptime _Lanes[dtype: DType, length: SIMDLength] = __mlir_type[`!pop.simd<`, length, `, `, dtype, `>`]

comptime Scalar[dtype: DType] = SIMD[dtype, 1]
"""One number: a vector with one lane.

Example:

```mojo
var small: UInt8 = 200
print(small + 100)  # 44
print(Float32(1) / 3)  # 0.33333334
```
"""

comptime Int = Scalar[DType.int]
"""A signed integer as wide as an address."""
comptime UInt = Scalar[DType.uint]
"""An unsigned integer as wide as an address."""
comptime Int8 = Scalar[DType.int8]
"""A signed integer of 8 bits."""
comptime Int16 = Scalar[DType.int16]
"""A signed integer of 16 bits."""
comptime Int32 = Scalar[DType.int32]
"""A signed integer of 32 bits."""
comptime Int64 = Scalar[DType.int64]
"""A signed integer of 64 bits."""
comptime Int128 = Scalar[DType.int128]
"""A signed integer of 128 bits."""
comptime Int256 = Scalar[DType.int256]
"""A signed integer of 256 bits."""
comptime UInt8 = Scalar[DType.uint8]
"""An unsigned integer of 8 bits."""
comptime UInt16 = Scalar[DType.uint16]
"""An unsigned integer of 16 bits."""
comptime UInt32 = Scalar[DType.uint32]
"""An unsigned integer of 32 bits."""
comptime UInt64 = Scalar[DType.uint64]
"""An unsigned integer of 64 bits."""
comptime UInt128 = Scalar[DType.uint128]
"""An unsigned integer of 128 bits."""
comptime UInt256 = Scalar[DType.uint256]
"""An unsigned integer of 256 bits."""
comptime Byte = UInt8
"""Another name of `UInt8`."""
comptime BFloat16 = Scalar[DType.bfloat16]
"""A floating point number of 16 bits: 8 of exponent, 7 of fraction."""
comptime Float16 = Scalar[DType.float16]
"""A floating point number of 16 bits: 5 of exponent, 10 of fraction."""
comptime Float32 = Scalar[DType.float32]
"""A floating point number of 32 bits (IEEE single precision)."""
comptime Float64 = Scalar[DType.float64]
"""A floating point number of 64 bits (IEEE double precision)."""
comptime Float4_e2m1fn = Scalar[DType.float4_e2m1fn]
"""A floating point number of 4 bits: 2 of exponent, 1 of fraction, finite values only."""
comptime Float8_e3m4 = Scalar[DType.float8_e3m4]
"""A floating point number of 8 bits: 3 of exponent, 4 of fraction."""
comptime Float8_e4m3fn = Scalar[DType.float8_e4m3fn]
"""A floating point number of 8 bits: 4 of exponent, 3 of fraction, no infinities."""
comptime Float8_e4m3fnuz = Scalar[DType.float8_e4m3fnuz]
"""A floating point number of 8 bits: 4 of exponent, 3 of fraction, no infinities and no negative zero."""
comptime Float8_e5m2 = Scalar[DType.float8_e5m2]
"""A floating point number of 8 bits: 5 of exponent, 2 of fraction."""
comptime Float8_e5m2fnuz = Scalar[DType.float8_e5m2fnuz]
"""A floating point number of 8 bits: 5 of exponent, 2 of fraction, no infinities and no negative zero."""
comptime Float8_e8m0fnu = Scalar[DType.float8_e8m0fnu]
"""A floating point number of 8 bits of exponent: powers of two, for scales."""


trait _SIMDValue(AnyType):
    """What only SIMD is: keeps the general number constructors away from SIMD values."""

    def _index(self) -> __mlir_type.index:
        ...


def _is_index[T: AnyType]() -> Bool:
    # Whether values of the type count: not numbers with a fraction, not vectors.
    comptime if conforms_to(T, _SIMDValue):
        return T.dtype.is_integral() and T.length == 1
    else:
        return True


struct SIMD[dtype: DType, length: SIMDLength](
    Absable,
    Boolable,
    CeilDivable,
    Ceilable,
    Comparable,
    Defaultable,
    Floatable,
    Floorable,
    Hashable,
    Indexer,
    Intable,
    Representable,
    Roundable,
    Sized,
    Stringable,
    TrivialRegisterPassable,
    Truncable,
    Writable,
    _SIMDValue,
):
    """`length` numbers of format `dtype` that are worked on together.

    Example:

    ```mojo
    var v = SIMD[DType.int32, 4](1, 2, 3, 4)
    print(v * v)  # [1, 4, 9, 16]
    print(v.reduce_add(), v[2])  # 10 3
    ```

    ```mojo
    var v = SIMD[DType.int32, 4](3, 1, 4, 1)
    print(v.reduce_min(), v.reduce_max(), v.reduce_mul())  # 1 4 12
    print(v.lt(SIMD[DType.int32, 4](2)), v.eq(SIMD[DType.int32, 4](1)))  # [False, True, False, True] [False, True, False, True]
    print(v.gt(SIMD[DType.int32, 4](1)).select(v, -v))  # [3, -1, 4, -1]
    print(v.min(SIMD[DType.int32, 4](2)), v.max(SIMD[DType.int32, 4](2)), v.clamp(2, 3))  # [2, 1, 2, 1] [3, 2, 4, 2] [3, 2, 3, 2]
    print(v.ne(v).reduce_or(), v.le(v).reduce_and(), v.ge(v).reduce_and())  # False True True
    print(v.is_power_of_two(), v.reduce_bit_count())  # [False, True, True, True] 5
    ```

    ```mojo
    var v = SIMD[DType.int32, 4](1, 2, 3, 4)
    print(v.reversed(), v.rotate_left[1](), v.rotate_right[1]())  # [4, 3, 2, 1] [2, 3, 4, 1] [4, 1, 2, 3]
    print(v.shift_left[1](), v.shift_right[1]())  # [2, 3, 4, 0] [0, 1, 2, 3]
    print(v.slice[2, offset=1](), v.insert[offset=2](SIMD[DType.int32, 2](8, 9)))  # [2, 3] [1, 2, 8, 9]
    print(v.shuffle[3, 2, 1, 0](), v.join(v).reduce_add())  # [4, 3, 2, 1] 20
    print(v.split()[0], v.deinterleave()[0], v.interleave(v).slice[4]())  # [1, 2] [1, 3] [1, 1, 2, 2]
    ```

    ```mojo
    print(Float64(2).fma(3, 1), Float64(1).cast[DType.int8]())  # 7.0 1
    print(Float32(1).to_bits(), Float32.from_bits(UInt32(1065353216)))  # 1065353216 1.0
    ```

    ```mojo
    def add[dtype: DType, width: SIMDLength](a: SIMD[dtype, width], b: SIMD[dtype, width]) -> SIMD[dtype, width]:
        return a + b

    print(SIMD[DType.int32, 4](1, 2, 3, 4).reduce[add]())  # 10
    ```
    """

    comptime _is_scalar = Self.length == SIMDLength(1)
    comptime _Mask = SIMD[DType.bool, Self.length]
    comptime _Compared = Bool if Self.length == SIMDLength(1) else SIMD[DType.bool, Self.length]
    comptime size = Int(Self.length)
    """The number of lanes."""
    comptime type = Self.dtype
    """The format of the lanes; an older name of `dtype`."""
    comptime element_type = Self.dtype
    """The format of the lanes; an older name of `dtype`."""
    comptime MAX = _largest[Self.dtype, Self.length]()
    """The largest value, infinity for floats."""
    comptime MIN = _smallest[Self.dtype, Self.length]()
    """The smallest value, minus infinity for floats."""
    comptime MAX_FINITE = SIMD[Self.dtype, Self.length](_largest_finite[Self.dtype]())
    """The largest value that is not infinite."""
    comptime MIN_FINITE = _smallest_finite[Self.dtype, Self.length]()
    """The smallest value that is not infinite."""
    comptime BITWIDTH = Self.dtype.bit_width()
    """The number of bits of a lane."""
    comptime device_type = Self
    """What a kernel gets: the same."""

    var value: __mlir_type[`!pop.simd<`, Self.length, `, `, Self.dtype, `>`]
    """The raw vector."""

    # -- constructors ---------------------------------------------------------------------------

    @always_inline("nodebug")
    def __init__(out self):
        """Zero in every lane."""
        self = Self(0)

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: _Lanes[Self.dtype, Self.length]):
        """Wraps a raw vector."""
        self.value = mlir_value

    @always_inline("nodebug")
    def __init__(
        out self, *, mlir_value: __mlir_type.index
    ) where Self.dtype == DType.int and Self.length == SIMDLength(1):
        """Wraps a raw machine word."""
        self.value = __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, Self.length]](mlir_value)

    @always_inline("nodebug")
    def __init__(
        out self, *, __mlir_value: __mlir_type.index
    ) where Self.dtype == DType.int and Self.length == SIMDLength(1):
        """Wraps a raw index, in the spelling of 2025."""
        self.value = __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, Self.length]](__mlir_value)

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: IntLiteral):
        """An integer literal in every lane."""
        self.value = __mlir_op.`pop.simd.splat`[_type = _Lanes[Self.dtype, Self.length]](
            __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, 1]](value.value)
        )

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: FloatLiteral) where Self.dtype.is_floating_point():
        """A float literal in every lane."""
        self.value = __mlir_op.`pop.simd.splat`[_type = _Lanes[Self.dtype, Self.length]](
            __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, 1]](value.value)
        )

    @always_inline("nodebug")
    def __init__(out self, value: FloatLiteral) where not Self.dtype.is_floating_point():
        """A float literal, truncated."""
        self = Self(value.__int_literal__())

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: Bool) where Self.dtype == DType.bool:
        """A truth value in every lane."""
        self.value = __mlir_op.`pop.simd.splat`[_type = _Lanes[Self.dtype, Self.length]](
            __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, 1]](value.value)
        )

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: SIMDLength) where Self.dtype == DType.int and Self.length == SIMDLength(1):
        """A number of lanes as an Int."""
        self.value = __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, Self.length]](value.value)

    @always_inline("nodebug")
    @implicit
    def __init__(out self, value: Scalar[Self.dtype]) where Self.length != SIMDLength(1):
        """One number in every lane."""
        self.value = __mlir_op.`pop.simd.splat`[_type = _Lanes[Self.dtype, Self.length]](value.value)

    @always_inline("nodebug")
    @__implicit_2025
    def __init__(out self, value: Int) where Self.dtype != DType.int:
        """An Int in every lane; in the spelling of 2025 this happens by itself."""
        self.value = __mlir_op.`pop.simd.splat`[_type = _Lanes[Self.dtype, Self.length]](
            __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, 1]](value.value)
        )

    @always_inline("nodebug")
    @__implicit_2025
    def __init__(out self, value: UInt) where Self.dtype == DType.int and Self.length == SIMDLength(1):
        """A UInt as an Int; in the spelling of 2025 this happens by itself."""
        self.value = __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, Self.length]](value.value)

    @always_inline("nodebug")
    def __init__[other: DType, //](out self, value: SIMD[other, Self.length]):
        """Converts from another format, lane by lane."""
        self.value = __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, Self.length]](value.value)

    @always_inline("nodebug")
    def __init__[T: Intable, //](
        out self, value: T
    ) where Self.dtype.is_integral() and not conforms_to(T, _SIMDValue):
        """From anything with an integer value."""
        self = Self(value.__int__())

    @always_inline("nodebug")
    def __init__[T: Floatable, //](
        out self, value: T
    ) where Self.dtype.is_floating_point() and not conforms_to(T, _SIMDValue):
        """From anything with a floating point value."""
        self = Self(value.__float__())

    def __init__[T: _PythonValue, //](out self, *, py: T) raises where Self.length == SIMDLength(1):
        """The value of a Python number: `Int(py=x)`, `Float32(py=x)`."""
        comptime if Self.dtype == DType.bool:
            self = Self(Scalar[DType.bool](py._to_bool()))
        elif Self.dtype.is_floating_point():
            self = Self(py.__float__())
        elif Self.dtype.is_unsigned():
            self = Self(py._to_unsigned())
        else:
            self = Self(py.__int__())

    @always_inline
    def __init__[T: _PythonValue, //](out self, value: T) raises where Self.length == SIMDLength(1):
        """The value of a Python number, in the spelling of 2025."""
        self = Self(py=value)

    def __init__(out self, text: StringSlice[ImmAnyOrigin]) raises:
        """Reads a number: `Int("42")`, `Float64("2.5")`; raises when the text is not one."""
        comptime if Self.dtype.is_floating_point():
            self = Self(_parse_float(text))
        else:
            self = Self(_parse_int(text, 10))

    def __init__(out self, text: StringSlice[ImmAnyOrigin], base: Int) raises where Self.dtype.is_integral():
        """Reads an integer in the given base."""
        self = Self(_parse_int(text, base))

    @always_inline
    def __init__(out self, *elems: Scalar[Self.dtype], __list_literal__: NoneType = None):
        """One number for each lane."""
        self.value = __mlir_op.`kgen.undefined`[_type = _Lanes[Self.dtype, Self.length]]()
        comptime for i in range(Int(Self.length)):
            self[i] = elems[i]

    @always_inline("nodebug")
    def __init__(out self, *, fill: Scalar[Self.dtype]):
        """One number in every lane."""
        self.value = __mlir_op.`pop.simd.splat`[_type = _Lanes[Self.dtype, Self.length]](fill.value)

    @always_inline
    def __init__[bits: DType, //](out self, *, from_bits: SIMD[bits, Self.length]):
        """The numbers with the given bits."""
        self = bitcast[Self.dtype, Self.length](from_bits)

    @staticmethod
    @always_inline
    def from_bits[bits: DType, //](value: SIMD[bits, Self.length]) -> Self:
        """The number with the given bits."""
        return bitcast[Self.dtype, Self.length](value)

    @always_inline
    def to_bits[bits: DType = _unsigned_like[Self.dtype]()](self) -> SIMD[bits, Self.length]:
        """The bits as unsigned integers."""
        return bitcast[_unsigned_like[Self.dtype](), Self.length](self).cast[bits]()

    # -- lanes ----------------------------------------------------------------------------------

    @always_inline("nodebug")
    def _index(self) -> __mlir_type.index:
        # The value as the raw machine word that ops take.
        return __mlir_op.`pop.cast`[_type = __mlir_type.index](self.value)

    @always_inline("nodebug")
    def __len__(self) -> Int:
        """The number of lanes."""
        return Int(Self.length)

    @always_inline("nodebug")
    def __getitem__(self, idx: Int) -> Scalar[Self.dtype]:
        """The number in a lane."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.extractelement`[_type = _Lanes[Self.dtype, 1]](self.value, idx._index())
        )

    @always_inline("nodebug")
    def __setitem__(mut self, idx: Int, value: Scalar[Self.dtype]):
        """Replaces the number in a lane."""
        self.value = __mlir_op.`pop.simd.insertelement`(self.value, value.value, idx._index())

    def __contains__(self, value: Scalar[Self.dtype]) -> Bool:
        """True when a lane holds `value`."""
        return self.eq(Self(value)).reduce_or()

    # -- arithmetic -----------------------------------------------------------------------------

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

    def __pow__(self, exp: Self) -> Self where Self.dtype.is_floating_point():
        """The number to a power."""
        return _power(self, exp)

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

    # -- comparison -----------------------------------------------------------------------------

    @always_inline("nodebug")
    def __eq__(self, rhs: Self) -> Bool:
        """True when all lanes are equal."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value)
                )
            )
        else:
            return self.eq(rhs).reduce_and()

    @always_inline("nodebug")
    def __ne__(self, rhs: Self) -> Bool:
        """True when a lane differs."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value)
                )
            )
        else:
            return self.ne(rhs).reduce_or()

    @always_inline("nodebug")
    def __lt__(self, rhs: Self) -> Self._Compared:
        """Whether it is less than `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"lt"`](self.value, rhs.value)
                )
            )
        else:
            return self.lt(rhs)

    @always_inline("nodebug")
    def __le__(self, rhs: Self) -> Self._Compared:
        """Whether it is at most `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"le"`](self.value, rhs.value)
                )
            )
        else:
            return self.le(rhs)

    @always_inline("nodebug")
    def __gt__(self, rhs: Self) -> Self._Compared:
        """Whether it is greater than `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"gt"`](self.value, rhs.value)
                )
            )
        else:
            return self.gt(rhs)

    @always_inline("nodebug")
    def __ge__(self, rhs: Self) -> Self._Compared:
        """Whether it is at least `rhs`: a Bool for one lane, a mask for more."""
        comptime if Self._is_scalar:
            return Bool(
                mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](
                    __mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ge"`](self.value, rhs.value)
                )
            )
        else:
            return self.ge(rhs)

    @always_inline("nodebug")
    def __eq_2025__(self, rhs: Self) -> Self._Compared:
        """Equality as it was in 2025: a mask for more than one lane."""
        comptime if Self._is_scalar:
            return self == rhs
        else:
            return self.eq(rhs)

    @always_inline("nodebug")
    def __ne_2025__(self, rhs: Self) -> Self._Compared:
        """Inequality as it was in 2025: a mask for more than one lane."""
        comptime if Self._is_scalar:
            return self != rhs
        else:
            return self.ne(rhs)

    @always_inline("nodebug")
    def eq(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are equal to those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def ne(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are different from those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def lt(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are less than those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"lt"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def le(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are at most those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"le"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def gt(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are greater than those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"gt"`](self.value, rhs.value)
        )

    @always_inline("nodebug")
    def ge(self, rhs: Self) -> SIMD[DType.bool, Self.length]:
        """The mask of the lanes that are at least those of `rhs`."""
        return SIMD[DType.bool, Self.length](
            mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ge"`](self.value, rhs.value)
        )

    @always_inline
    def select[
        result_dtype: DType, //
    ](
        self, true_case: SIMD[result_dtype, Self.length], false_case: SIMD[result_dtype, Self.length]
    ) -> SIMD[result_dtype, Self.length]:
        """Lane by lane: `true_case` where the mask is true, else `false_case`."""
        return SIMD[result_dtype, Self.length](
            mlir_value=__mlir_op.`pop.select`[_type = _Lanes[result_dtype, Self.length]](
                self.value, true_case.value, false_case.value
            )
        )

    # -- conversions ----------------------------------------------------------------------------

    @always_inline("nodebug")
    def cast[target: DType](self) -> SIMD[target, Self.length]:
        """Converts each lane to another format."""
        return SIMD[target, Self.length](
            mlir_value=__mlir_op.`pop.cast`[_type = _Lanes[target, Self.length]](self.value)
        )

    @always_inline("nodebug")
    def __bool__(self) -> Bool:
        """True when the number is not zero."""
        comptime if Self.dtype == DType.bool:
            return Bool(mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.i1](self.value))
        else:
            return self != Self(0)

    @always_inline("nodebug")
    def __int__(self) -> Int:
        """The number as an Int, floats truncated."""
        return Int(mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](self.value))

    @always_inline("nodebug")
    def __index__(self) -> Int:
        """The number as an Int."""
        return self.__int__()

    @always_inline("nodebug")
    def __mlir_index__(self) -> __mlir_type.index:
        """The number as a raw machine word."""
        return self._index()

    @always_inline("nodebug")
    def __float__(self) -> Float64:
        """The number as a Float64."""
        return Float64(mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<f64>`](self.value))

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the lanes."""
        hasher._update_with_simd(self)

    def write_to(self, mut writer: Some[Writer]):
        """Writes the number, or the lanes as `[1, 2]`."""
        comptime if Self._is_scalar:
            _write_scalar(rebind[Scalar[Self.dtype]](self), writer)
        else:
            writer.write_string("[")
            comptime for i in range(Int(Self.length)):
                comptime if i > 0:
                    writer.write_string(", ")
                _write_scalar(self[i], writer)
            writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the source form: `Int(3)`, `SIMD[DType.int32, 2](1, 2)`."""
        comptime if Self._is_scalar:
            _write_type_name[Self.dtype](writer)
            writer.write_string("(")
            self.write_to(writer)
        else:
            writer.write_string("SIMD[DType.")
            writer.write_string(Self.dtype._name())
            writer.write_string(", ")
            Int(Self.length).write_to(writer)
            writer.write_string("](")
            comptime for i in range(Int(Self.length)):
                comptime if i > 0:
                    writer.write_string(", ")
                _write_scalar(self[i], writer)
        writer.write_string(")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String:
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^

    # -- rearranging lanes ----------------------------------------------------------------------

    @always_inline
    def slice[
        output_width: SIMDLength, /, *, offset: Int = 0
    ](self) -> SIMD[Self.dtype, output_width]:
        """`output_width` lanes from `offset` on."""
        comptime if output_width == SIMDLength(1):
            return rebind[SIMD[Self.dtype, output_width]](self[offset])
        else:
            var result = SIMD[Self.dtype, output_width]()
            comptime for i in range(Int(output_width)):
                result[i] = self[offset + i]
            return result

    @always_inline
    def insert[*, offset: Int = 0](self, value: SIMD[Self.dtype, _]) -> Self:
        """The vector with `value` put at lane `offset`."""
        var result = self
        comptime for i in range(Int(value.length)):
            result[offset + i] = value[i]
        return result

    @always_inline
    def join(self, other: Self) -> SIMD[Self.dtype, Self.length + Self.length]:
        """The lanes of this vector, then those of `other`."""
        var result = SIMD[Self.dtype, Self.length + Self.length]()
        comptime for i in range(Int(Self.length)):
            result[i] = self[i]
            result[i + Int(Self.length)] = other[i]
        return result

    @always_inline
    def interleave(self, other: Self) -> SIMD[Self.dtype, Self.length + Self.length]:
        """Lanes taken from both in turn."""
        var result = SIMD[Self.dtype, Self.length + Self.length]()
        comptime for i in range(Int(Self.length)):
            result[2 * i] = self[i]
            result[2 * i + 1] = other[i]
        return result

    @always_inline
    def split(self) -> Tuple[SIMD[Self.dtype, Self.length // 2], SIMD[Self.dtype, Self.length // 2]]:
        """The lower and the upper half."""
        comptime half = Self.length // 2
        return (self.slice[half](), self.slice[half, offset = Int(half)]())

    @always_inline
    def deinterleave(
        self,
    ) -> Tuple[SIMD[Self.dtype, Self.length // 2], SIMD[Self.dtype, Self.length // 2]]:
        """The even lanes and the odd lanes."""
        comptime half = Self.length // 2
        var even = SIMD[Self.dtype, half]()
        var odd = SIMD[Self.dtype, half]()
        comptime for i in range(Int(half)):
            even[i] = self[2 * i]
            odd[i] = self[2 * i + 1]
        return (even, odd)

    @always_inline
    def shuffle[*mask: Int](self) -> Self:
        """Lanes picked by number."""
        return self.shuffle[*mask](self)

    @always_inline
    def shuffle[*mask: Int](self, other: Self) -> Self:
        """Lanes picked by number from this vector, then `other`."""
        var result = self
        comptime for i in range(Int(Self.length)):
            comptime source = mask[i]
            comptime assert 0 <= source < 2 * Int(Self.length), "a shuffle picks lanes that both vectors have"
            comptime if source < Int(Self.length):
                result[i] = self[source]
            else:
                result[i] = other[source - Int(Self.length)]
        return result

    @always_inline
    def rotate_left[shift: Int](self) -> Self:
        """Lanes moved down by `shift`, the first ones coming in at the end."""
        var result = self
        comptime for i in range(Int(Self.length)):
            result[i] = self[(i + shift) % Int(Self.length)]
        return result

    @always_inline
    def rotate_right[shift: Int](self) -> Self:
        """Lanes moved up by `shift`, the last ones coming in at the start."""
        return self.rotate_left[-shift]()

    @always_inline
    def shift_left[shift: Int](self) -> Self:
        """Lanes moved down by `shift`, zeros coming in at the end."""
        var result = Self(0)
        comptime for i in range(Int(Self.length) - shift):
            result[i] = self[i + shift]
        return result

    @always_inline
    def shift_right[shift: Int](self) -> Self:
        """Lanes moved up by `shift`, zeros coming in at the start."""
        var result = Self(0)
        comptime for i in range(Int(Self.length) - shift):
            result[i + shift] = self[i]
        return result

    @always_inline
    def reversed(self) -> Self:
        """The lanes in opposite order."""
        var result = self
        comptime for i in range(Int(Self.length)):
            result[i] = self[Int(Self.length) - 1 - i]
        return result

    # -- reductions -----------------------------------------------------------------------------

    @always_inline("nodebug")
    def reduce_add(self) -> Scalar[Self.dtype]:
        """The sum of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"add"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline("nodebug")
    def reduce_mul(self) -> Scalar[Self.dtype]:
        """The product of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"mul"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline("nodebug")
    def reduce_min(self) -> Scalar[Self.dtype]:
        """The smallest of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"min"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline("nodebug")
    def reduce_max(self) -> Scalar[Self.dtype]:
        """The largest of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"max"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline
    def reduce_add[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The sums of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower + upper).reduce_add[size_out]()

    @always_inline
    def reduce_mul[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The products of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower * upper).reduce_mul[size_out]()

    @always_inline
    def reduce_min[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The smallest of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower.min(upper)).reduce_min[size_out]()

    @always_inline
    def reduce_max[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The largest of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower.max(upper)).reduce_max[size_out]()

    @always_inline
    def reduce_and(self) -> Bool where Self.dtype == DType.bool:
        """True when all lanes are."""
        return Bool(self._reduce_bits["and"]())

    @always_inline
    def reduce_or(self) -> Bool where Self.dtype == DType.bool:
        """True when a lane is."""
        return Bool(self._reduce_bits["or"]())

    @always_inline
    def reduce_and(self) -> Scalar[Self.dtype] where Self.dtype != DType.bool:
        """All lanes combined with `&`."""
        return self._reduce_bits["and"]()

    @always_inline
    def reduce_or(self) -> Scalar[Self.dtype] where Self.dtype != DType.bool:
        """All lanes combined with `|`."""
        return self._reduce_bits["or"]()

    @always_inline
    def _reduce_bits[kind: StringLiteral](self) -> Scalar[Self.dtype]:
        comptime assert not Self.dtype.is_floating_point(), "bits are combined of integers and Bool vectors only"
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[kind=kind, _type = _Lanes[Self.dtype, 1]](self.value)
        )

    @always_inline
    def reduce_bit_count(self) -> Int:
        """How many bits are set in all lanes."""
        comptime if Self.dtype == DType.bool:
            return Int(self.cast[DType.int]().reduce_add())
        else:
            return Int(_vector_intrinsic["llvm.ctpop"](self).cast[DType.int]().reduce_add())

    @always_inline
    def reduce[
        combine: def[dt: DType, n: SIMDLength](SIMD[dt, n], SIMD[dt, n]) thin -> SIMD[dt, n],
        size_out: SIMDLength = 1,
    ](self) -> SIMD[Self.dtype, size_out]:
        """Combines the halves again and again until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return combine[Self.dtype, half](lower, upper).reduce[combine, size_out]()


# -- support --------------------------------------------------------------------------------------


def _quotient_dtype[dtype: DType]() -> DType:
    comptime if dtype.is_floating_point():
        return dtype
    else:
        return DType.float64


def _unsigned_like[dtype: DType]() -> DType:
    # The unsigned integer as wide as `dtype`.
    comptime bits = dtype.bit_width()
    comptime if bits <= 8:
        return DType.uint8
    elif bits == 16:
        return DType.uint16
    elif bits == 32:
        return DType.uint32
    elif bits == 64:
        return DType.uint64
    elif bits == 128:
        return DType.uint128
    else:
        return DType.uint256


@always_inline
def _largest[dtype: DType, length: SIMDLength]() -> SIMD[dtype, length]:
    comptime if dtype.is_floating_point():
        return SIMD[dtype, length](_infinity[dtype]())
    elif dtype == DType.bool:
        return SIMD[dtype, length](1)
    elif dtype.is_signed():
        return ~(SIMD[dtype, length](1) << SIMD[dtype, length](dtype.bit_width() - 1))
    else:
        return ~SIMD[dtype, length](0)


@always_inline
def _smallest[dtype: DType, length: SIMDLength]() -> SIMD[dtype, length]:
    comptime if dtype.is_floating_point():
        return SIMD[dtype, length](-_infinity[dtype]())
    elif dtype.is_signed():
        return SIMD[dtype, length](1) << SIMD[dtype, length](dtype.bit_width() - 1)
    else:
        return SIMD[dtype, length](0)


@always_inline
def _smallest_finite[dtype: DType, length: SIMDLength]() -> SIMD[dtype, length]:
    comptime if dtype.is_floating_point():
        return -SIMD[dtype, length](_largest_finite[dtype]())
    else:
        return _smallest[dtype, length]()


def _write_scalar[dtype: DType](value: Scalar[dtype], mut writer: Some[Writer]):
    comptime if dtype == DType.bool:
        Bool(value.__bool__()).write_to(writer)
    elif dtype.is_floating_point():
        _write_float(value, writer)
    else:
        _write_integer(value, writer)


def _write_type_name[dtype: DType](mut writer: Some[Writer]):
    # The alias of a one-lane vector: `Int`, `UInt8`, `Float64`.
    comptime if dtype == DType.int:
        writer.write_string("Int")
    elif dtype == DType.uint:
        writer.write_string("UInt")
    elif dtype.is_unsigned():
        writer.write_string("UInt")
        Int(dtype.bit_width()).write_to(writer)
    elif dtype.is_integral():
        writer.write_string("Int")
        Int(dtype.bit_width()).write_to(writer)
    elif dtype == DType.bool:
        writer.write_string("Scalar[DType.bool]")
    elif dtype == DType.bfloat16:
        writer.write_string("BFloat16")
    elif dtype == DType.float16 or dtype == DType.float32 or dtype == DType.float64:
        writer.write_string("Float")
        Int(dtype.bit_width()).write_to(writer)
    else:
        writer.write_string("Scalar[DType.")
        writer.write_string(dtype._name())
        writer.write_string("]")

"""SIMD: every number, one lane or many. `Int`, `Float64` and the others are one-lane vectors.

Here are the names, the constructors and the conversions. The files `_simd_*.mojo` extend the struct with the rest.
"""

from std.builtin._float_traits import _infinity, _largest_finite
from std.builtin._simd_arithmetic import *
from std.builtin._simd_comparison import *
from std.builtin._simd_lanes import *
from std.builtin._simd_reductions import *
from std.builtin._simd_text import *
from std.builtin.simd_length import SIMDLength
from std.builtin.value import _PythonValue
from std.collections.string._parse_float import _parse_float
from std.collections.string._parse_int import _parse_int
from std.memory.unsafe import bitcast

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
    # Whether values of the type count: not numbers with a fraction, not vectors, not truth values.
    comptime if conforms_to(T, _SIMDValue):
        return T.dtype.is_integral() and T.length == 1
    else:
        return not __same_type[T, Bool]()


struct SIMD[dtype: DType, length: SIMDLength](
    Absable,
    Boolable,
    CeilDivable,
    Ceilable,
    Comparable,
    Defaultable,
    DivModable,
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

    ```mojo
    from std.sys import Endian

    print(UInt16(0x1234).as_bytes[endian=Endian.big](), UInt16.from_bytes[endian=Endian.big]([0x12, 0x34]))  # [18, 52] 4660
    print(UInt16.from_endian[Endian.big](UInt16(1).to_endian[Endian.big]()))  # 1
    var text = String()
    Int(7).write_padded(text, 3)
    print(text)  #   7
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
    @__only_2025("a raw index is given by keyword")
    def __init__(
        out self, value: __mlir_type.index
    ) where Self.dtype == DType.int and Self.length == SIMDLength(1):
        """Wraps a raw index."""
        self.value = __mlir_op.`pop.cast`[_type = _Lanes[Self.dtype, Self.length]](value)

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
    @__implicit_2025
    def __init__(out self, value: UInt64) where Self.dtype == DType.uint and Self.length == SIMDLength(1):
        """A UInt64, as `hash` gives it, as a UInt; in the spelling of 2025 this happens by itself."""
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
    @__parameter_from_count
    def __init__[
        count: Int, //
    ](out self, *elems: Scalar[Self.dtype], __list_literal__: NoneType = None) where (
        count == Int(Self.length) or count < 0, "a vector takes as many numbers as it has lanes"
    ):
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
    def __setitem__(mut self, idx: Int, val: Scalar[Self.dtype]):
        """Replaces the number in a lane."""
        self.value = __mlir_op.`pop.simd.insertelement`(self.value, val.value, idx._index())

    def __contains__(self, value: Scalar[Self.dtype]) -> Bool:
        """True when a lane holds `value`."""
        return self.eq(Self(value)).reduce_or()

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


# -- support --------------------------------------------------------------------------------------


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

"""DType: the format of a number."""

from std.builtin._float_traits import _exponent_bits, _mantissa_bits


struct DType(Equatable, Hashable, Identifiable, Representable, Stringable, TrivialRegisterPassable, Writable):
    """A number format, such as `DType.float32`.

    Example:

    ```mojo
    var dtype = DType.float32
    print(dtype, dtype.is_floating_point(), dtype.bit_width())  # float32 True 32
    ```

    ```mojo
    print(DType.int8.is_integral(), DType.int8.is_signed(), DType.uint8.is_unsigned())  # True True True
    print(DType.bool.is_bool(), DType.float8_e5m2.is_float8(), DType.bfloat16.is_half_float())  # True True True
    print(DType.int32.is_numeric(), DType.int32.size_of(), DType.int32.bitwidth())  # True 4 32
    print(DType.int64.is_index32(), DType.int16.sizeof())  # False 2
    ```

    ```mojo
    comptime raw = DType.int8.get_value()
    print(DType(mlir_value=raw))  # int8
    ```

    ```mojo
    print(DType.mantissa_width[DType.float32](), DType.exponent_width[DType.float32]())  # 23 8
    print(DType.max_exponent[DType.float32](), DType.exponent_bias[DType.float32]())  # 128 127
    ```
    """

    var value: __mlir_type.`!kgen.dtype`
    """The raw format."""

    comptime invalid = DType(mlir_value=__mlir_attr.`invalid : !kgen.dtype`)
    """No format."""
    comptime bool = DType(mlir_value=__mlir_attr.`bool : !kgen.dtype`)
    """Truth values."""
    comptime int8 = DType(mlir_value=__mlir_attr.`si8 : !kgen.dtype`)
    """Signed integers of 8 bits."""
    comptime int16 = DType(mlir_value=__mlir_attr.`si16 : !kgen.dtype`)
    """Signed integers of 16 bits."""
    comptime int32 = DType(mlir_value=__mlir_attr.`si32 : !kgen.dtype`)
    """Signed integers of 32 bits."""
    comptime int64 = DType(mlir_value=__mlir_attr.`si64 : !kgen.dtype`)
    """Signed integers of 64 bits."""
    comptime int128 = DType(mlir_value=__mlir_attr.`si128 : !kgen.dtype`)
    """Signed integers of 128 bits."""
    comptime int256 = DType(mlir_value=__mlir_attr.`si256 : !kgen.dtype`)
    """Signed integers of 256 bits."""
    comptime uint8 = DType(mlir_value=__mlir_attr.`ui8 : !kgen.dtype`)
    """Unsigned integers of 8 bits."""
    comptime uint16 = DType(mlir_value=__mlir_attr.`ui16 : !kgen.dtype`)
    """Unsigned integers of 16 bits."""
    comptime uint32 = DType(mlir_value=__mlir_attr.`ui32 : !kgen.dtype`)
    """Unsigned integers of 32 bits."""
    comptime uint64 = DType(mlir_value=__mlir_attr.`ui64 : !kgen.dtype`)
    """Unsigned integers of 64 bits."""
    comptime uint128 = DType(mlir_value=__mlir_attr.`ui128 : !kgen.dtype`)
    """Unsigned integers of 128 bits."""
    comptime uint256 = DType(mlir_value=__mlir_attr.`ui256 : !kgen.dtype`)
    """Unsigned integers of 256 bits."""
    comptime int = DType(mlir_value=__mlir_attr.`index : !kgen.dtype`)
    """Signed integers as wide as an address: the format of `Int`."""
    comptime uint = DType(mlir_value=__mlir_attr.`uindex : !kgen.dtype`)
    """Unsigned integers as wide as an address: the format of `UInt`."""
    comptime index = DType(mlir_value=__mlir_attr.`index : !kgen.dtype`)
    """An older name of `DType.int`."""
    comptime float4_e2m1fn = DType(mlir_value=__mlir_attr.`f4e2m1fn : !kgen.dtype`)
    """Floating point numbers of 4 bits: 2 of exponent, 1 of fraction, finite values only."""
    comptime float8_e3m4 = DType(mlir_value=__mlir_attr.`f8e3m4 : !kgen.dtype`)
    """Floating point numbers of 8 bits: 3 of exponent, 4 of fraction."""
    comptime float8_e4m3fn = DType(mlir_value=__mlir_attr.`f8e4m3fn : !kgen.dtype`)
    """Floating point numbers of 8 bits: 4 of exponent, 3 of fraction, no infinities."""
    comptime float8_e4m3fnuz = DType(mlir_value=__mlir_attr.`f8e4m3fnuz : !kgen.dtype`)
    """Floating point numbers of 8 bits: 4 of exponent, 3 of fraction, no infinities and no negative zero."""
    comptime float8_e5m2 = DType(mlir_value=__mlir_attr.`f8e5m2 : !kgen.dtype`)
    """Floating point numbers of 8 bits: 5 of exponent, 2 of fraction."""
    comptime float8_e5m2fnuz = DType(mlir_value=__mlir_attr.`f8e5m2fnuz : !kgen.dtype`)
    """Floating point numbers of 8 bits: 5 of exponent, 2 of fraction, no infinities and no negative zero."""
    comptime float8_e8m0fnu = DType(mlir_value=__mlir_attr.`f8e8m0fnu : !kgen.dtype`)
    """Floating point numbers of 8 bits of exponent: powers of two, for scales."""
    comptime bfloat16 = DType(mlir_value=__mlir_attr.`bf16 : !kgen.dtype`)
    """Floating point numbers of 16 bits: 8 of exponent, 7 of fraction."""
    comptime float16 = DType(mlir_value=__mlir_attr.`f16 : !kgen.dtype`)
    """Floating point numbers of 16 bits: 5 of exponent, 10 of fraction."""
    comptime float32 = DType(mlir_value=__mlir_attr.`f32 : !kgen.dtype`)
    """Floating point numbers of 32 bits (IEEE single precision)."""
    comptime tensor_float32 = DType(mlir_value=__mlir_attr.`tf32 : !kgen.dtype`)
    """Floating point numbers of 19 bits: 8 of exponent, 10 of fraction."""
    comptime float64 = DType(mlir_value=__mlir_attr.`f64 : !kgen.dtype`)
    """Floating point numbers of 64 bits (IEEE double precision)."""

    comptime type = __mlir_type.`!kgen.dtype`
    """The raw type of formats."""

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: __mlir_type.`!kgen.dtype`):
        """Wraps a raw dtype."""
        self.value = mlir_value

    @always_inline("nodebug")
    def _code(self) -> Int:
        # The position in the compiler's table of dtypes: invalid 0, bool 1, signed 2-7, unsigned 8-13,
        # machine words 14 and 15, floats from 16 on.
        return Int(
            mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](
                __mlir_op.`pop.dtype.to_ui8`[_type = __mlir_type.`!pop.scalar<ui8>`](self.value)
            )
        )

    @always_inline("nodebug")
    def __eq__(self, rhs: DType) -> Bool:
        """True when both are the same format."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"eq"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __ne__(self, rhs: DType) -> Bool:
        """True when the formats differ."""
        return Bool(mlir_value=__mlir_op.`pop.cmp`[predicate = __mlir_attr.`"ne"`](self.value, rhs.value))

    @always_inline("nodebug")
    def __is__(self, rhs: DType) -> Bool:
        """True when both are the same format."""
        return self == rhs

    @always_inline("nodebug")
    def __isnot__(self, rhs: DType) -> Bool:
        """True when the formats differ."""
        return self != rhs

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the code of the format."""
        hasher._update_word(UInt64(self._code()))

    def is_bool(self) -> Bool:
        """True for `bool`."""
        return self._code() == 1

    def is_signed(self) -> Bool:
        """True for formats with negative numbers, floats included."""
        var c = self._code()
        return (c >= 2 and c <= 7) or c == 14 or c >= 16

    def is_unsigned(self) -> Bool:
        """True for unsigned integers."""
        var c = self._code()
        return (c >= 8 and c <= 13) or c == 15

    def is_integral(self) -> Bool:
        """True for integers, signed or not."""
        var c = self._code()
        return c >= 2 and c <= 15

    def is_floating_point(self) -> Bool:
        """True for floats of any width."""
        return self._code() >= 16

    def is_float8(self) -> Bool:
        """True for the one-byte floats."""
        var c = self._code()
        return c >= 17 and c <= 22

    def is_half_float(self) -> Bool:
        """True for the two-byte floats."""
        var c = self._code()
        return c == 23 or c == 24

    def is_numeric(self) -> Bool:
        """True for integers and floats."""
        return self._code() >= 2

    def is_index32(self) -> Bool:
        """True when the machine word has 32 bits and this is it."""
        return False

    def _bits(self) -> Int:
        var c = self._code()
        if c == 0:
            return 0
        if c == 1:
            return 1
        if c <= 7:
            return 8 << (c - 2)
        if c <= 13:
            return 8 << (c - 8)
        if c <= 15:
            return 64
        if c == 16:
            return 4
        if c <= 22:
            return 8
        if c <= 24:
            return 16
        if c <= 26:
            return 32
        return 64

    def bit_width(self) -> Int:
        """How many bits a number takes."""
        return self._bits()

    def bitwidth(self) -> Int:
        """How many bits a number takes."""
        return self._bits()

    def size_of(self) -> Int:
        """How many bytes a number takes."""
        var bits = self._bits()
        return 1 if bits < 8 else bits // 8

    def sizeof(self) -> Int:
        """How many bytes a number takes."""
        return self.size_of()

    def _name(self) -> StaticString:
        var c = self._code()
        if c == 1:
            return "bool"
        if c == 2:
            return "int8"
        if c == 3:
            return "int16"
        if c == 4:
            return "int32"
        if c == 5:
            return "int64"
        if c == 6:
            return "int128"
        if c == 7:
            return "int256"
        if c == 8:
            return "uint8"
        if c == 9:
            return "uint16"
        if c == 10:
            return "uint32"
        if c == 11:
            return "uint64"
        if c == 12:
            return "uint128"
        if c == 13:
            return "uint256"
        if c == 14:
            return "int"
        if c == 15:
            return "uint"
        if c == 16:
            return "float4_e2m1fn"
        if c == 17:
            return "float8_e3m4"
        if c == 18:
            return "float8_e4m3fn"
        if c == 19:
            return "float8_e4m3fnuz"
        if c == 20:
            return "float8_e5m2"
        if c == 21:
            return "float8_e5m2fnuz"
        if c == 22:
            return "float8_e8m0fnu"
        if c == 23:
            return "bfloat16"
        if c == 24:
            return "float16"
        if c == 25:
            return "float32"
        if c == 26:
            return "tensor_float32"
        if c == 27:
            return "float64"
        return "invalid"

    def write_to(self, mut writer: Some[Writer]):
        """Writes the name of the format."""
        writer.write_string(self._name())

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `DType.` and the name."""
        writer.write_string("DType.")
        writer.write_string(self._name())

    def __str__(self) -> String:
        """The name of the format."""
        return String(self._name())

    def __repr__(self) -> String:
        """`DType.` and the name."""
        return String("DType.") + String(self._name())

    def get_value(self) -> __mlir_type.`!kgen.dtype`:
        """The raw dtype."""
        return self.value

    @staticmethod
    def mantissa_width[dtype: DType]() -> Int:
        """Bits of the fraction of a floating point format."""
        return _mantissa_bits[dtype]()

    @staticmethod
    def exponent_width[dtype: DType]() -> Int:
        """Bits of the exponent of a floating point format."""
        return _exponent_bits[dtype]()

    @staticmethod
    def max_exponent[dtype: DType]() -> Int:
        """The exponent of two that the numbers of a floating point format stay below."""
        return 1 << (_exponent_bits[dtype]() - 1)

    @staticmethod
    def exponent_bias[dtype: DType]() -> Int:
        """What is added to exponents of a floating point format."""
        return (1 << (_exponent_bits[dtype]() - 1)) - 1

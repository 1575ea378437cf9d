"""DType: the format of a number."""


struct DType(Equatable, Hashable, Identifiable, Representable, Stringable, TrivialRegisterPassable, Writable):
    """A number format, such as `DType.float32`."""

    var value: __mlir_type.`!kgen.dtype`

    comptime invalid = DType(mlir_value=__mlir_attr.`invalid : !kgen.dtype`)
    comptime bool = DType(mlir_value=__mlir_attr.`bool : !kgen.dtype`)
    comptime int8 = DType(mlir_value=__mlir_attr.`si8 : !kgen.dtype`)
    comptime int16 = DType(mlir_value=__mlir_attr.`si16 : !kgen.dtype`)
    comptime int32 = DType(mlir_value=__mlir_attr.`si32 : !kgen.dtype`)
    comptime int64 = DType(mlir_value=__mlir_attr.`si64 : !kgen.dtype`)
    comptime int128 = DType(mlir_value=__mlir_attr.`si128 : !kgen.dtype`)
    comptime int256 = DType(mlir_value=__mlir_attr.`si256 : !kgen.dtype`)
    comptime uint8 = DType(mlir_value=__mlir_attr.`ui8 : !kgen.dtype`)
    comptime uint16 = DType(mlir_value=__mlir_attr.`ui16 : !kgen.dtype`)
    comptime uint32 = DType(mlir_value=__mlir_attr.`ui32 : !kgen.dtype`)
    comptime uint64 = DType(mlir_value=__mlir_attr.`ui64 : !kgen.dtype`)
    comptime uint128 = DType(mlir_value=__mlir_attr.`ui128 : !kgen.dtype`)
    comptime uint256 = DType(mlir_value=__mlir_attr.`ui256 : !kgen.dtype`)
    comptime int = DType(mlir_value=__mlir_attr.`index : !kgen.dtype`)
    comptime uint = DType(mlir_value=__mlir_attr.`uindex : !kgen.dtype`)
    comptime index = DType(mlir_value=__mlir_attr.`index : !kgen.dtype`)
    comptime float4_e2m1fn = DType(mlir_value=__mlir_attr.`f4e2m1fn : !kgen.dtype`)
    comptime float8_e3m4 = DType(mlir_value=__mlir_attr.`f8e3m4 : !kgen.dtype`)
    comptime float8_e4m3fn = DType(mlir_value=__mlir_attr.`f8e4m3fn : !kgen.dtype`)
    comptime float8_e4m3fnuz = DType(mlir_value=__mlir_attr.`f8e4m3fnuz : !kgen.dtype`)
    comptime float8_e5m2 = DType(mlir_value=__mlir_attr.`f8e5m2 : !kgen.dtype`)
    comptime float8_e5m2fnuz = DType(mlir_value=__mlir_attr.`f8e5m2fnuz : !kgen.dtype`)
    comptime float8_e8m0fnu = DType(mlir_value=__mlir_attr.`f8e8m0fnu : !kgen.dtype`)
    comptime bfloat16 = DType(mlir_value=__mlir_attr.`bf16 : !kgen.dtype`)
    comptime float16 = DType(mlir_value=__mlir_attr.`f16 : !kgen.dtype`)
    comptime float32 = DType(mlir_value=__mlir_attr.`f32 : !kgen.dtype`)
    comptime tensor_float32 = DType(mlir_value=__mlir_attr.`tf32 : !kgen.dtype`)
    comptime float64 = DType(mlir_value=__mlir_attr.`f64 : !kgen.dtype`)

    comptime type = __mlir_type.`!kgen.dtype`

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

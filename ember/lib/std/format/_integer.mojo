"""Integers as digits."""

from std.memory.span import Span


def _write_integer[dtype: DType](value: Scalar[dtype], mut writer: Some[Writer]):
    # All formats up to 64 bits share one conversion.
    comptime if dtype.bit_width() > 64:
        writer.write_string(_integer_text(value, 10, "").as_string_slice())
    elif dtype.is_signed():
        _write_word(UInt64(-Int64(value)) if value < 0 else UInt64(value), value < 0, writer)
    else:
        _write_word(UInt64(value), False, writer)


def _write_word(magnitude: UInt64, negative: Bool, mut writer: Some[Writer]):
    var buffer = __mlir_op.`pop.stack_allocation`[type=UInt8, count=24, alignment=1, name=""]()
    var start = _put_digits(UnsafePointer[Byte, MutAnyOrigin](mlir_value=buffer), magnitude, negative)
    var text = UnsafePointer[Byte, MutAnyOrigin](mlir_value=buffer) + start
    writer.write_string(StaticString(ptr=text.address, length=24 - start))


@no_inline
def _put_digits(buffer: UnsafePointer[Byte, MutAnyOrigin], magnitude: UInt64, negative: Bool) -> Int:
    # Fills 24 bytes from the end; gives the position of the first character.
    var position = 24
    var rest = magnitude
    while True:
        position -= 1
        buffer[position] = UInt8(rest % 10) + 48
        rest = rest // 10
        if rest == 0:
            break
    if negative:
        position -= 1
        buffer[position] = 45
    return position


def _integer_text[dtype: DType](value: Scalar[dtype], base: Int, prefix: StaticString) -> String:
    # The digits to any base from 2 to 36, after the sign and `prefix`.
    var digits = String()
    comptime unsigned = DType.uint64 if dtype.bit_width() <= 64 else DType.uint256
    var negative = False
    var rest = value.cast[unsigned]()
    comptime if dtype.is_signed():
        if value < 0:
            negative = True
            rest = Scalar[unsigned](0) - rest
    var buffer = List[Byte](capacity=260)
    while True:
        var digit = UInt8(rest % Scalar[unsigned](base))
        buffer.append(digit + (UInt8(48) if digit < 10 else UInt8(87)))
        rest = rest // Scalar[unsigned](base)
        if rest == 0:
            break
    if negative:
        digits.write_string("-")
    digits.write_string(prefix)
    for i in range(len(buffer)):
        digits._append_byte(buffer[len(buffer) - 1 - i])
    return digits^

"""Floats as text: the shortest digits that read back as the same number."""

from std.format._shortest import _Decimal, _shortest

comptime _Bytes = UnsafePointer[Byte, MutAnyOrigin]


def _write_float[dtype: DType](value: Scalar[dtype], mut writer: Some[Writer]):
    # Formats of 16 bits are shown as the Float32 they equal, smaller ones as the Float64.
    var storage = __mlir_op.`pop.stack_allocation`[type=UInt8, count=64, alignment=8, name=""]()
    var size: Int
    comptime if dtype == DType.float64 or dtype.bit_width() <= 8:
        size = _put_float(_Bytes(mlir_value=storage), UInt64(value.cast[DType.float64]().to_bits()), 52, 2047)
    else:
        size = _put_float(_Bytes(mlir_value=storage), UInt64(value.cast[DType.float32]().to_bits()), 23, 255)
    writer.write_string(StaticString(ptr=storage, length=size))


@no_inline
def _put_float(text: _Bytes, bits: UInt64, fraction_bits: Int, largest: Int) -> Int:
    # Fills in the text of a number in a format with so many bits of fraction, whose exponents end at `largest` (infinity
    # and NaN), and gives its size.
    var fraction = bits & ((UInt64(1) << UInt64(fraction_bits)) - 1)
    var exponent = Int(bits >> UInt64(fraction_bits)) & largest
    if exponent == largest and fraction != 0:
        return _put_word(text, "nan")
    var size = 0
    if Int(bits >> UInt64(fraction_bits)) > largest:
        text[0] = 45
        size = 1
    if exponent == largest:
        return size + _put_word(text + size, "inf")
    if exponent == 0 and fraction == 0:
        return size + _put_word(text + size, "0.0")
    return size + _put_decimal(text + size, _decimal_of(fraction, exponent, fraction_bits, largest))


@always_inline
def _decimal_of(fraction: UInt64, exponent: Int, fraction_bits: Int, largest: Int) -> _Decimal:
    var bias = largest // 2 + fraction_bits
    if exponent == 0:
        return _shortest(fraction, 1 - bias, False)
    var whole = fraction | (UInt64(1) << UInt64(fraction_bits))
    var shift = bias - exponent
    if shift >= 0 and shift <= fraction_bits and whole & ((UInt64(1) << UInt64(shift)) - 1) == 0:
        return _Decimal(whole >> UInt64(shift), 0)  # an integer
    return _shortest(whole, exponent - bias, fraction == 0 and exponent > 1)


def _put_word(text: _Bytes, word: StaticString) -> Int:
    __mlir_op.`pop.memcpy`[overlapping=False](text.address, word._data, word._length._index())
    return word._length


def _put_decimal(text: _Bytes, decimal: _Decimal) -> Int:
    # `123.45`, `0.00012`, or `1.5e-07` outside of 1e-4 … 1e16.
    var storage = __mlir_op.`pop.stack_allocation`[type=UInt8, count=24, alignment=8, name=""]()
    var start = 24
    var rest = decimal.digits
    while rest != 0:
        start -= 1
        _Bytes(mlir_value=storage)[start] = UInt8(rest % 10) + 48
        rest = rest // 10
    var digits = _Bytes(mlir_value=storage) + start
    var count = 24 - start
    var exponent = decimal.exponent + count - 1
    while count > 1 and digits[count - 1] == 48:
        count -= 1
    if exponent < -4 or exponent >= 16:
        return _put_scientific(text, digits, count, exponent)
    if exponent < 0:
        var zeros = 1 - exponent
        _fill(text, 0, zeros)
        text[1] = 46
        _copy(text + zeros, digits, count)
        return zeros + count
    var before = exponent + 1
    if count <= before:
        _copy(text, digits, count)
        _fill(text, count, before)
        return before + _put_word(text + before, ".0")
    _copy(text, digits, before)
    text[before] = 46
    _copy(text + before + 1, digits + before, count - before)
    return count + 1


def _put_scientific(text: _Bytes, digits: _Bytes, count: Int, exponent: Int) -> Int:
    var size = 1
    text[0] = digits[0]
    if count > 1:
        text[1] = 46
        _copy(text + 2, digits + 1, count - 1)
        size = count + 1
    text[size] = 101
    text[size + 1] = UInt8(45) if exponent < 0 else UInt8(43)
    size += 2
    var magnitude = -exponent if exponent < 0 else exponent
    if magnitude >= 100:
        text[size] = UInt8(48 + magnitude // 100)
        size += 1
    text[size] = UInt8(48 + magnitude // 10 % 10)
    text[size + 1] = UInt8(48 + magnitude % 10)
    return size + 2


@always_inline
def _copy(target: _Bytes, source: _Bytes, count: Int):
    for i in range(count):
        target[i] = source[i]


@always_inline
def _fill(text: _Bytes, start: Int, end: Int):
    # Zeros.
    for i in range(start, end):
        text[i] = 48

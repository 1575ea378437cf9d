"""Floats as text: the shortest digits that read back as the same number."""

from std.ffi import _external_call_variadic, external_call

comptime _Bytes = UnsafePointer[Byte, MutAnyOrigin]


def _write_float[dtype: DType](value: Scalar[dtype], mut writer: Some[Writer]):
    # Formats narrower than 32 bits are shown as the Float32 they equal.
    var storage = __mlir_op.`pop.stack_allocation`[type=UInt8, count=64, alignment=8, name=""]()
    var size: Int
    comptime if dtype == DType.float64:
        size = _put_float(_Bytes(mlir_value=storage), Float64(value), 15, 17)
    else:
        size = _put_float(_Bytes(mlir_value=storage), Float64(Float32(value)), 6, 9)
    writer.write_string(StaticString(ptr=storage, length=size))


@no_inline
def _put_float(text: _Bytes, value: Float64, fewest: Int, most: Int) -> Int:
    # Fills in the text and gives its size. `fewest` digits always survive being read back, `most` always suffice.
    if value != value:
        return _put_word(text, "nan")
    var size = 0
    if UInt64(value.to_bits()) >> 63 != 0:
        text[0] = 45
        size = 1
    var magnitude = abs(value)
    if magnitude == Float64.MAX:
        return size + _put_word(text + size, "inf")
    if magnitude == 0:
        return size + _put_word(text + size, "0.0")
    var storage = __mlir_op.`pop.stack_allocation`[type=UInt8, count=32, alignment=8, name=""]()
    var digits = _Bytes(mlir_value=storage)
    var count = _shortest_digits(digits, magnitude, fewest, most)
    return size + _lay_out(text + size, digits, count, _exponent(digits))


def _put_word(text: _Bytes, word: StaticString) -> Int:
    __mlir_op.`pop.memcpy`[overlapping=False](text.address, word._data, word._length._index())
    return word._length


def _shortest_digits(buffer: _Bytes, value: Float64, fewest: Int, most: Int) -> Int:
    # Leaves `d.ddde±xx` in the buffer and gives the number of digits, zeros at the end not counted.
    var precision = fewest
    if value < (2.2250738585072014e-308 if most == 17 else 1.1754943508222875e-38):
        precision = 1
    while True:
        var format = StaticString("%.*e\0")
        _ = _external_call_variadic["snprintf", Int32, 3](
            buffer.address, UInt64(32), format._data, Int32(precision - 1), value
        )
        if precision >= most or _reads_back(buffer, value, most):
            break
        precision += 1
    if most == 9:
        _round_ties_down(buffer, value, precision)
    while precision > 1 and buffer[precision] == 48:
        precision -= 1
    return precision


def _round_ties_down(buffer: _Bytes, value: Float64, precision: Int):
    # Where the number lies exactly between two texts of this precision, the smaller one is used.
    var storage = __mlir_op.`pop.stack_allocation`[type=UInt8, count=64, alignment=8, name=""]()
    var exact = _Bytes(mlir_value=storage)
    var format = StaticString("%.*e\0")
    _ = _external_call_variadic["snprintf", Int32, 3](
        exact.address, UInt64(64), format._data, Int32(precision + 20), value
    )
    if exact[precision + 1] != 53:
        return
    for i in range(precision + 2, precision + 22):
        if exact[i] != 48:
            return
    for i in range(precision + 1):
        buffer[i] = exact[i]


def _reads_back(buffer: _Bytes, value: Float64, most: Int) -> Bool:
    var end = UnsafePointer[Byte, MutAnyOrigin]()
    if most == 9:
        return Float64(external_call["strtof", Float32](buffer.address, end.address)) == value
    return external_call["strtod", Float64](buffer.address, end.address) == value


def _exponent(buffer: _Bytes) -> Int:
    # The number after the `e`.
    var i = 0
    while buffer[i] != 101:
        i += 1
    var negative = buffer[i + 1] == 45
    i += 2
    var exponent = 0
    while buffer[i] != 0:
        exponent = exponent * 10 + Int(buffer[i]) - 48
        i += 1
    return -exponent if negative else exponent


@always_inline
def _digit_at(digits: _Bytes, count: Int, i: Int) -> Byte:
    # Digit `i` of `d.ddd`, zero behind the last one.
    if i >= count:
        return 48
    if i == 0:
        return digits[0]
    return digits[i + 1]


def _lay_out(text: _Bytes, digits: _Bytes, count: Int, exponent: Int) -> Int:
    # `123.45`, `0.00012`, or `1.5e-07` outside of 1e-4 … 1e16.
    var size = 0
    if exponent < -4 or exponent >= 16:
        text[0] = digits[0]
        size = 1
        if count > 1:
            text[1] = 46
            size = 2
            for i in range(1, count):
                text[size] = _digit_at(digits, count, i)
                size += 1
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
    if exponent < 0:
        text[0] = 48
        text[1] = 46
        size = 2
        for _ in range(-exponent - 1):
            text[size] = 48
            size += 1
        for i in range(count):
            text[size] = _digit_at(digits, count, i)
            size += 1
        return size
    for i in range(exponent + 1):
        text[size] = _digit_at(digits, count, i)
        size += 1
    text[size] = 46
    size += 1
    for i in range(exponent + 1, max(count, exponent + 2)):
        text[size] = _digit_at(digits, count, i)
        size += 1
    return size

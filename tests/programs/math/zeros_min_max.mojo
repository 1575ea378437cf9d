"""A zero below zero is smaller than zero, and what is not a number counts for nothing: in every type, on every processor, at compile time too."""


def signs[dtype: DType, width: SIMDLength](lanes: SIMD[dtype, width]) -> String:
    var text = String()
    for i in range(width):
        var lane = lanes[i].cast[DType.float64]()
        text += "n" if lane != lane else "-" if 1.0 / lane < 0.0 else "+"
    return text


def table[dtype: DType](zero: Scalar[dtype]) -> String:
    """All pairs of a zero, the other one, and what is no number; constants beside them; vectors; the extremes of many."""
    comptime plus = Scalar[dtype](0.0)
    comptime minus = Scalar[dtype](-0.0)
    var values = [zero, -zero, zero / zero]
    var text = String()
    for a in values:
        for b in values:
            text += signs(max(a, b)) + signs(min(a, b))
        text += signs(max(a, plus)) + signs(max(minus, a)) + signs(min(plus, a)) + signs(min(a, minus))
    text += " "
    var left = SIMD[dtype, 4](zero, -zero, zero, -zero)
    var right = SIMD[dtype, 4](zero, zero, -zero, -zero)
    text += signs(max(left, right)) + signs(min(left, right)) + signs(max(left, plus)) + signs(min(right, minus))
    text += signs(left.reduce_max()) + signs(left.reduce_min()) + " "
    var many = [-zero for _ in range(100)]
    many[77] = zero
    var most, least = many[0], many[77]
    for value in many:
        most = max(most, value)
        least = min(least, value)
    return text + signs(most) + signs(least)


def show[dtype: DType](zero: Float64):
    comptime known = table[dtype](0.0)
    print(dtype, table[dtype](zero.cast[dtype]()), table[dtype](zero.cast[dtype]()) == known)


def main():
    var zero = Float64(String("").byte_length())
    show[DType.float64](zero)
    show[DType.float32](zero)
    show[DType.float16](zero)
    show[DType.bfloat16](zero)

"""SIMD vectors: lanes, arithmetic, masks, rearranging, reductions, texts; Bool and DType."""

from std.testing import TestSuite, assert_equal, assert_false, assert_true

comptime Ints = SIMD[DType.int32, 4]


def test_make() raises:
    assert_equal(String(Ints(7)), "[7, 7, 7, 7]")
    assert_equal(String(Ints(1, 2, 3, 4)), "[1, 2, 3, 4]")
    assert_equal(String(Ints()), "[0, 0, 0, 0]")
    assert_equal(String(SIMD[DType.bool, 2](fill=True)), "[True, True]")
    assert_equal(len(Ints()), 4)
    var v = Ints(1, 2, 3, 4)
    v[2] = 30
    assert_equal(v[2], 30)
    assert_true(30 in v)
    assert_false(31 in v)
    assert_equal(repr(v), "SIMD[DType.int32, 4](1, 2, 30, 4)")
    assert_equal(String(SIMD[DType.float64, 2](0.5, -0.0)), "[0.5, -0.0]")


def test_arithmetic() raises:
    var a = Ints(7, -7, 7, -7)
    var b = Ints(2, 2, -2, -2)
    assert_equal(String(a // b), "[3, -4, -4, 3]")
    assert_equal(String(a % b), "[1, 1, -1, -1]")
    assert_equal(String(a + 1), "[8, -6, 8, -6]")
    assert_equal(String(10 - a), "[3, 17, 3, 17]")
    assert_equal(String(a * b), "[14, -14, -14, 14]")
    assert_equal(String(-a), "[-7, 7, -7, 7]")
    assert_equal(String(abs(a)), "[7, 7, 7, 7]")
    assert_equal(String(a ** 2), "[49, 49, 49, 49]")
    comptime Four = SIMD[DType.int32, 4]
    assert_equal(String(Four(2, -1, 1, 0) ** Four(-1, -3, -2, 0)), "[0, -1, 1, 1]")
    assert_equal(String(Four(2, -3, 7, 10) ** Four(10, 3, 0, 1)), "[1024, -27, 1, 10]")
    assert_equal(String(SIMD[DType.uint8, 2](3, 2) ** SIMD[DType.uint8, 2](6, 9)), "[217, 0]")
    assert_equal(Int8(3) ** Int8(3), 27)
    assert_equal(String(a & 3), "[3, 1, 3, 1]")
    assert_equal(String(~a), "[-8, 6, -8, 6]")
    assert_equal(String(a << 1), "[14, -14, 14, -14]")
    assert_equal(String(a >> 1), "[3, -4, 3, -4]")
    assert_equal(String(a.fma(b, 1)), "[15, -13, -13, 15]")
    assert_equal(String(a.clamp(-1, 2)), "[2, -1, 2, -1]")
    var c = a
    c += 1
    c *= 2
    c -= 3
    c //= 2
    assert_equal(String(c), "[6, -8, 6, -8]")


def test_masks() raises:
    var a = Ints(1, 5, 3, 8)
    var b = Ints(1, 4, 9, 8)
    assert_equal(String(a.eq(b)), "[True, False, False, True]")
    assert_equal(String(a.ne(b)), "[False, True, True, False]")
    assert_equal(String(a.lt(b)), "[False, False, True, False]")
    assert_equal(String(a.ge(b)), "[True, True, False, True]")
    assert_equal(String(a.lt(b).select(a, b)), "[1, 4, 3, 8]")
    assert_false(a == b)
    assert_true(a != b)
    assert_true(a == a)
    assert_equal(String(min(a, b)), "[1, 4, 3, 8]")
    assert_equal(String(max(a, b)), "[1, 5, 9, 8]")
    assert_true(any(a.lt(b)))
    assert_false(all(a.lt(b)))
    assert_equal(String(~a.lt(b)), "[True, True, False, True]")
    assert_equal(String(a.lt(b) | a.eq(b)), "[True, False, True, True]")
    assert_equal(a.gt(0).cast[DType.int32]().reduce_add(), 4)


def test_rearrange() raises:
    var v = Ints(1, 2, 3, 4)
    assert_equal(String(v.shuffle[3, 2, 1, 0]()), "[4, 3, 2, 1]")
    assert_equal(String(v.shuffle[0, 4, 1, 5](Ints(9, 8, 7, 6))), "[1, 9, 2, 8]")
    assert_equal(String(v.slice[2]()), "[1, 2]")
    assert_equal(String(v.slice[2, offset=1]()), "[2, 3]")
    assert_equal(String(v.insert[offset=2](SIMD[DType.int32, 2](8, 9))), "[1, 2, 8, 9]")
    assert_equal(String(v.join(Ints(5, 6, 7, 8))), "[1, 2, 3, 4, 5, 6, 7, 8]")
    assert_equal(String(v.interleave(Ints(5, 6, 7, 8))), "[1, 5, 2, 6, 3, 7, 4, 8]")
    var halves = v.split()
    assert_equal(String(halves[0]), "[1, 2]")
    assert_equal(String(halves[1]), "[3, 4]")
    var odd_even = v.deinterleave()
    assert_equal(String(odd_even[0]), "[1, 3]")
    assert_equal(String(odd_even[1]), "[2, 4]")
    assert_equal(String(v.rotate_left[1]()), "[2, 3, 4, 1]")
    assert_equal(String(v.rotate_right[1]()), "[4, 1, 2, 3]")
    assert_equal(String(v.rotate_left[-1]()), "[4, 1, 2, 3]")
    assert_equal(String(v.shift_left[1]()), "[2, 3, 4, 0]")
    assert_equal(String(v.shift_right[3]()), "[0, 0, 0, 1]")
    assert_equal(String(v.reversed()), "[4, 3, 2, 1]")


def test_reduce() raises:
    var v = Ints(3, -2, 5, 4)
    assert_equal(v.reduce_add(), 10)
    assert_equal(v.reduce_mul(), -120)
    assert_equal(v.reduce_min(), -2)
    assert_equal(v.reduce_max(), 5)
    assert_equal(String(v.reduce_add[2]()), "[8, 2]")
    assert_equal(String(v.reduce_max[2]()), "[5, 4]")
    assert_equal(Ints(7, 6, 15, 14).reduce_and(), 6)
    assert_equal(Ints(1, 2, 4, 8).reduce_or(), 15)
    assert_equal(Ints(1, 2, 3, 8).reduce_bit_count(), 5)
    assert_false(v.gt(0).reduce_and())
    assert_true(v.gt(0).reduce_or())
    assert_equal(SIMD[DType.float32, 4](0.5, 1, 2, 4).reduce_add(), 7.5)


def test_casts() raises:
    assert_equal(String(SIMD[DType.float32, 2](1.9, -1.9).cast[DType.int32]()), "[1, -1]")
    assert_equal(String(Ints(256, 257, -1, 5).cast[DType.uint8]()), "[0, 1, 255, 5]")
    assert_equal(String(Ints(0, 1, -1, 5).cast[DType.bool]()), "[False, True, True, True]")
    assert_equal(String(SIMD[DType.bool, 2](True, False).cast[DType.float32]()), "[1.0, 0.0]")
    assert_equal(String(SIMD[DType.float32, 2](1, -2).to_bits()), "[1065353216, 3221225472]")
    assert_equal(String(SIMD[DType.float32, 2](from_bits=SIMD[DType.uint32, 2](1065353216, 0))), "[1.0, 0.0]")


def test_float_lanes() raises:
    var v = SIMD[DType.float64, 4](1.5, 2.5, -1.5, -2.5)
    assert_equal(String(round(v)), "[2.0, 2.0, -2.0, -2.0]")
    assert_equal(String(v.__floor__()), "[1.0, 2.0, -2.0, -3.0]")
    assert_equal(String(v.__ceil__()), "[2.0, 3.0, -1.0, -2.0]")
    assert_equal(String(v.__trunc__()), "[1.0, 2.0, -1.0, -2.0]")
    assert_equal(String(v % 2), "[1.5, 0.5, 0.5, 1.5]")
    assert_equal(String(v // 2), "[0.0, 1.0, -1.0, -2.0]")
    assert_equal(String(v / 2), "[0.75, 1.25, -0.75, -1.25]")


def test_bool() raises:
    assert_true(True and not False)
    assert_equal(True & False, False)
    assert_equal(True | False, True)
    assert_equal(True ^ True, False)
    assert_equal(~True, False)
    assert_true(False < True)
    assert_equal(Int(True), 1)
    assert_equal(Float64(True), 1.0)
    assert_equal(String(True), "True")
    assert_equal(repr(False), "False")
    assert_true(Bool(String("x").byte_length()))
    var b = True
    b &= False
    b |= True
    b ^= True
    assert_false(b)


def test_dtype() raises:
    assert_equal(String(DType.float32), "float32")
    assert_equal(repr(DType.uint8), "DType.uint8")
    assert_true(DType.int32.is_signed() and DType.int32.is_integral())
    assert_true(DType.uint64.is_unsigned())
    assert_true(DType.bfloat16.is_floating_point() and DType.bfloat16.is_half_float())
    assert_true(DType.float8_e5m2.is_float8())
    assert_true(DType.float16.is_numeric() and not DType.bool.is_numeric())
    assert_false(DType.int == DType.int64)
    assert_true(DType.int8 != DType.uint8)
    assert_true(Ints.dtype == DType.int32)
    var names = {DType.int8: 1, DType.float64: 2}
    assert_equal(names[DType.float64], 2)


def test_literals() raises:
    comptime big = 2**100
    assert_equal(String(big // 2**90), "1024")
    comptime third = 1.0 / 3.0
    assert_equal(String(Float64(third * 3.0)), "1.0")
    assert_equal(0.1 + 0.2, 0.3)
    assert_equal(7 / 2, 3.5)
    assert_equal(-7 // 2, -4)
    assert_equal(-7 % 3, 2)
    assert_equal(0xFF + 0b11 + 0o17 + 1_000, 1273)
    assert_equal(1 << 70 >> 68, 4)
    assert_equal(~5, -6)
    assert_equal(UInt8(0xFF), 255)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

"""Int, UInt and the integers of fixed widths, from 8 to 256 bits."""

from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_division_rounds_down() raises:
    assert_equal(7 // Int(2), 3)
    assert_equal(-7 // Int(2), -4)
    assert_equal(7 // Int(-2), -4)
    assert_equal(-7 // Int(-2), 3)
    assert_equal(-7 % Int(2), 1)
    assert_equal(7 % Int(-2), -1)
    assert_equal(-7 % Int(-2), -1)
    assert_equal(Int32(-7) // 2, -4)
    assert_equal(Int32(-7) % 2, 1)
    assert_equal(UInt(7) // 2, 3)
    assert_equal(Int(7) / 2, 3)
    assert_equal(Int(-7) / 2, -3)
    var parts = divmod(Int(-7), 2)
    assert_equal(parts[0], -4)
    assert_equal(parts[1], 1)


def test_wraps_around() raises:
    assert_equal(Int.MAX + 1, Int.MIN)
    assert_equal(UInt(0) - 1, UInt.MAX)
    assert_equal(Int8(127) + 1, -128)
    assert_equal(UInt8(255) + 2, 1)
    assert_equal(Int16(200) * 200, -25536)
    assert_equal(-Int8.MIN, Int8.MIN)
    assert_equal(abs(Int8.MIN), Int8.MIN)
    assert_equal(UInt16(0) - 1, 65535)


def test_limits() raises:
    assert_equal(String(Int.MAX), "9223372036854775807")
    assert_equal(String(Int.MIN), "-9223372036854775808")
    assert_equal(String(UInt.MAX), "18446744073709551615")
    assert_equal(Int8.MAX, 127)
    assert_equal(UInt32.MAX, 4294967295)
    assert_equal(UInt32.MIN, 0)
    assert_equal(Int64.MAX_FINITE, Int64.MAX)
    assert_equal(String(Int128.MAX), "170141183460469231731687303715884105727")
    assert_equal(String(UInt128.MAX), "340282366920938463463374607431768211455")
    assert_equal(String(Int256.MIN), "-57896044618658097711785492504343953926634992332820282019728792003956564819968")


def test_wide_arithmetic() raises:
    var a: UInt128 = 0xFFFFFFFFFFFFFFFF
    assert_equal(String(a * a), "340282366920938463426481119284349108225")
    assert_equal(String((a * a) // (a + 1)), "18446744073709551614")
    var b: Int256 = -1
    b = (b << 200) + 5
    assert_equal(String(b), "-1606938044258990275541962092341162602522202993782792835301371")
    assert_equal(String(b // 7), "-229562577751284325077423156048737514646028999111827547900196")
    assert_equal(b % 7, 1)
    assert_equal(b >> 199, -2)
    assert_equal(String(UInt256(3) ** 100), "515377520732011331036461129765621272702107522001")
    assert_equal(UInt256(3) ** 100 % 1000, 1)


def test_bits() raises:
    assert_equal(Int(12) & 10, 8)
    assert_equal(Int(12) | 10, 14)
    assert_equal(Int(12) ^ 10, 6)
    assert_equal(~Int(12), -13)
    assert_equal(~UInt8(12), 243)
    assert_equal(Int(1) << 62, 4611686018427387904)
    assert_equal(Int(-16) >> 2, -4)
    assert_equal(UInt8(200) >> 3, 25)
    assert_equal(Int8(-100) >> 3, -13)
    var x = 5
    x <<= 3
    x |= 1
    x ^= 8
    x &= 0x3F
    x >>= 1
    assert_equal(x, 16)


def test_powers() raises:
    assert_equal(Int(3) ** 4, 81)
    assert_equal(Int(-2) ** 63, Int.MIN)
    assert_equal(Int(2) ** 64, 0)
    assert_equal(Int(0) ** 0, 1)
    assert_equal(UInt8(3) ** 5, 243)
    assert_equal(UInt8(3) ** 6, 217)
    assert_equal(pow(Int(7), 3), 343)


def test_compares() raises:
    assert_true(Int(-1) < 0)
    assert_true(UInt8(200) > 100)
    assert_true(Int8(-56) < 100)
    assert_true(1 < Int(2) < 3)
    assert_false(3 < Int(2) < 3)
    assert_equal(min(Int(3), -4), -4)
    assert_equal(max(UInt8(3), 200), 200)
    assert_equal(Int(15).clamp(0, 10), 10)
    assert_equal(Int(-15).clamp(0, 10), 0)


def test_conversions() raises:
    assert_equal(Int(UInt8(255)), 255)
    assert_equal(Int(Int8(-1)), -1)
    assert_equal(UInt(Int(-1)), UInt.MAX)
    assert_equal(Int32(300).cast[DType.int8](), 44)
    assert_equal(Int32(-1).cast[DType.uint64](), UInt64.MAX)
    assert_equal(Int64(Int32(-5)), -5)
    assert_equal(Int(True) + Int(False), 1)
    assert_equal(Int("123"), 123)
    assert_equal(Int("-7"), -7)
    assert_equal(Int("  42 "), 42)
    assert_equal(atol("ff", 16), 255)
    assert_equal(atol("0x1F", 0), 31)
    assert_equal(atol("1_000"), 1000)
    for text in [String(""), String("x"), String("1.5"), String("9223372036854775808"), String("1__0"), String("-")]:
        with assert_raises():
            _ = Int(text)


def test_texts() raises:
    assert_equal(String(Int(-42)), "-42")
    assert_equal(repr(Int(-42)), "Int(-42)")
    assert_equal(repr(UInt(42)), "UInt(42)")
    assert_equal(repr(UInt8(7)), "UInt8(7)")
    assert_equal(repr(Int128(7)), "Int128(7)")
    assert_equal(hex(255), "0xff")
    assert_equal(hex(-255), "-0xff")
    assert_equal(hex(UInt8(10)), "0xa")
    assert_equal(bin(10), "0b1010")
    assert_equal(bin(Int8(-3)), "-0b11")
    assert_equal(oct(64), "0o100")
    assert_equal(hex(255, prefix="#"), "#ff")


def test_bool_of_numbers() raises:
    assert_true(Bool(Int(5)))
    assert_false(Bool(Int(0)))
    assert_true(Bool(UInt8(1)))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

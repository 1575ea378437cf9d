# Pointer: conversions, offsets, comparison, SIMD access, bit casts, managed allocations.
from std.memory import alloc
from std.testing import TestSuite, assert_equal, assert_true


def read_any(p: Pointer[Int, _]) -> Int:
    return p[]


def write_it(p: Pointer[mut=True, Int, _]):
    p[] += 1


def test_to_value() raises:
    var x = 41
    var p = Pointer(to=x)
    write_it(p)
    assert_equal(read_any(p), 42)
    assert_equal(p.as_imm()[], 42)
    assert_equal(x, 42)
    p.write(7)
    assert_equal(x, 7)


def test_managed() raises:
    var mem = alloc[Int]({count = 5}).into_managed()
    var p = mem.unsafe_ptr()
    for i in range(5):
        p[unsafe_offset=i] = i * i
    var total = 0
    for i in range(5):
        total += p[unsafe_offset=i]
    assert_equal(total, 30)
    assert_equal(p.unsafe_offset(3)[], 9)


def test_arithmetic() raises:
    var mem = alloc[Int32]({count = 8}).into_managed()
    var p = mem.unsafe_ptr()
    var end = p.unsafe_offset(8)
    assert_true(p < end)
    assert_true(end >= p)
    assert_equal(end - p, 8)
    assert_equal(p - end, -8)
    assert_equal(Int(end) - Int(p), 32)
    assert_true(p != end)


def test_vectors() raises:
    var mem = alloc[Int8]({count = 16}).into_managed()
    var p = mem.unsafe_ptr()
    for i in range(16):
        p[unsafe_offset=i] = Int8(i)
    assert_equal(p.unsafe_load[width=4](4), SIMD[DType.int8, 4](4, 5, 6, 7))
    p.unsafe_store(0, SIMD[DType.int8, 2](9, 9))
    assert_equal(p[unsafe_offset=1], 9)
    assert_equal(p[unsafe_offset=2], 2)


def test_bitcast() raises:
    var x = UInt32(0x01020304)
    var bytes = Pointer(to=x).unsafe_bitcast[UInt8]()
    var total = 0
    for i in range(4):
        total += Int(bytes[unsafe_offset=i])
    assert_equal(total, 10)


def test_text() raises:
    var x = 1
    assert_true(String(Pointer(to=x)).startswith("0x"))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

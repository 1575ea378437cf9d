"""memcpy, memset and the like, stack allocations, moving many values at once."""

from std.memory import (
    UnsafePointer,
    destroy_n,
    memcmp,
    memcpy,
    memmove,
    memset,
    memset_zero,
    stack_allocation,
    uninit_copy_n,
    uninit_move_n,
)
from std.testing import TestSuite, assert_equal, assert_true


def test_copying() raises:
    var source: List[Int32] = [1, 2, 3, 4, 5]
    var target = List[Int32](length=5, fill=0)
    memcpy(dest=target.unsafe_ptr(), src=source.unsafe_ptr(), count=3)
    assert_equal(String(target), "[1, 2, 3, 0, 0]")
    memmove(dest=source.unsafe_ptr() + 1, src=source.unsafe_ptr(), count=4)
    assert_equal(String(source), "[1, 1, 2, 3, 4]")
    memmove(dest=source.unsafe_ptr(), src=source.unsafe_ptr() + 1, count=4)
    assert_equal(String(source), "[1, 2, 3, 4, 4]")


def test_filling() raises:
    var numbers: List[UInt16] = [1, 2, 3, 4]
    memset(numbers.unsafe_ptr(), 0xFF, 2)
    assert_equal(String(numbers), "[65535, 65535, 3, 4]")
    memset_zero(numbers.unsafe_ptr() + 1, 2)
    assert_equal(String(numbers), "[65535, 0, 0, 4]")


def test_comparing() raises:
    var a: List[UInt8] = [1, 2, 3, 200]
    var b: List[UInt8] = [1, 2, 4, 1]
    assert_equal(memcmp(a.unsafe_ptr(), b.unsafe_ptr(), 2), 0)
    assert_true(memcmp(a.unsafe_ptr(), b.unsafe_ptr(), 3) < 0)
    assert_true(memcmp(b.unsafe_ptr(), a.unsafe_ptr(), 4) > 0)
    assert_true(memcmp(a.unsafe_ptr() + 3, b.unsafe_ptr() + 3, 1) > 0)
    assert_equal(memcmp(a.unsafe_ptr(), b.unsafe_ptr(), 0), 0)


def test_stack() raises:
    var numbers = stack_allocation[8, Int]()
    for i in range(8):
        numbers[i] = i * i
    var total = 0
    for i in range(8):
        total += numbers[i]
    assert_equal(total, 140)
    var floats = stack_allocation[4, DType.float32]()
    floats.store(SIMD[DType.float32, 4](1, 2, 3, 4))
    assert_equal(floats.load[width=4]().reduce_add(), 10)


def test_many_values() raises:
    var words: List[String] = ["a text that does not fit inside", "b", "another text that does not fit inside"]
    var first = UnsafePointer[String, MutAnyOrigin].alloc(3)
    var second = UnsafePointer[String, MutAnyOrigin].alloc(3)
    uninit_copy_n(dest=first, src=words.unsafe_ptr(), count=3)
    uninit_move_n(dest=second, src=first, count=3)
    second[0] += "!"
    assert_equal(second[0], "a text that does not fit inside!")
    assert_equal(words[0], "a text that does not fit inside")
    assert_equal(second[2], words[2])
    destroy_n(second, count=3)
    first.free()
    second.free()


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

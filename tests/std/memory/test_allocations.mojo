"""Memory with its layout, and pointers into it."""

from std.memory import Alignment, Layout, ThinAllocation, alloc, dealloc, unsafe_destroy_n
from std.testing import TestSuite, assert_equal


def test_layouts() raises:
    var wide = Layout[Int32, alignment = Alignment.of_bytes[64]()](count=3)
    assert_equal(String(wide), "Layout[SIMD[DType.int32, 1], alignment=64](count=3)")
    assert_equal(wide.as_byte_layout().count(), 12)
    var memory = alloc(wide)
    var place = Int(memory.unsafe_ptr())
    var count = len(memory)
    dealloc(memory^)
    assert_equal(place % 64, 0)
    assert_equal(count, 3)


def test_thin_and_managed() raises:
    var layout = Layout[Int64].single()
    var pointer = alloc(layout).into_thin().unsafe_leak()
    pointer.unsafe_write(7)
    assert_equal(pointer[], 7)
    dealloc(ThinAllocation(unsafe_owned_ptr=pointer).unsafe_with_layout(layout))
    var managed = alloc(layout).into_managed()
    managed.unsafe_ptr().unsafe_write(8)
    assert_equal(managed.unsafe_ptr()[], 8)


def test_numbers_apart() raises:
    var memory = alloc[Float32]({count = 16}).into_managed()
    var numbers = memory.unsafe_ptr()
    for i in range(16):
        (numbers + i).unsafe_write(Float32(i))
    assert_equal(numbers.unsafe_strided_load[width=4](3), SIMD[DType.float32, 4](0, 3, 6, 9))
    numbers.unsafe_strided_store(SIMD[DType.float32, 2](9, 8), 2)
    assert_equal(numbers.unsafe_load[width=4](), SIMD[DType.float32, 4](9, 1, 8, 3))
    assert_equal(numbers.unsafe_load[volatile=True](2), 8)
    var which = SIMD[DType.int32, 2](0, 1)
    assert_equal(numbers.unsafe_gather(which), SIMD[DType.float32, 2](9, 1))
    var mask = SIMD[DType.bool, 2](True, False)
    assert_equal(numbers.unsafe_gather(which, mask, SIMD[DType.float32, 2](5, 6)), SIMD[DType.float32, 2](9, 6))
    numbers.unsafe_scatter(which, SIMD[DType.float32, 2](3, 4), mask)
    assert_equal(numbers.unsafe_load[width=2](0), SIMD[DType.float32, 2](3, 1))
    numbers.unsafe_store(SIMD[DType.float32, 2](1, 2))
    assert_equal(numbers[1], 2)


def test_pointers_to_nothing_known() raises:
    var number = 5
    var opaque: OpaquePointer[origin_of(number)] = Pointer(to=number).unsafe_bitcast[NoneType]()
    var mutable: MutOpaquePointer[origin_of(number)] = opaque
    mutable.unsafe_bitcast[Int]()[] = 6
    assert_equal(number, 6)
    assert_equal(Int(Pointer[Int32, MutUntrackedOrigin].unsafe_dangling()), 4)
    assert_equal(Pointer(to=number).as_unsafe_any_origin()[], 6)


def test_values_written_and_destroyed() raises:
    var memory = alloc[String]({count = 2}).into_managed()
    var words = memory.unsafe_ptr()
    var word = String("a")
    words.unsafe_write(copy=word)
    (words + 1).unsafe_write_move_from(words)
    words.unsafe_write(word^)
    assert_equal(words[0] + words[1], "aa")
    assert_equal((words + 1).offset_from(words), 1)
    unsafe_destroy_n(words, 2)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

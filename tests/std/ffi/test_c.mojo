"""What goes to C and comes from it."""

from std.ffi import CStringSpan, ErrNo, OwnedDLHandle, UnsafeUnion, c_char, c_int, c_size_t, external_call
from std.sys.info import platform_map
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_optional_pointers_come_from_c() raises:
    var missing = String("EMBER_NO_SUCH_VARIABLE")
    var none = external_call["getenv", Optional[Pointer[c_char, MutUntrackedOrigin]]](missing.as_c_string_span())
    assert_false(none)
    var name = String("PATH")
    var found = external_call["getenv", Optional[Pointer[c_char, MutUntrackedOrigin]]](name.as_c_string_span().ptr())
    assert_true(found)
    assert_true(found.value()[] != 0)


def test_optional_pointers_go_to_c() raises:
    var none: Optional[Pointer[Int, MutUntrackedOrigin]] = None
    assert_true(external_call["time", Int](none) > 0)
    var seconds = 0
    var place = Optional(Pointer(to=seconds))
    assert_equal(external_call["time", Int](place), seconds)


def test_a_function_with_dots() raises:
    var room = Array[c_char, 16](fill=0)
    var form = String("%d-%s")
    var word = String("x")
    var size = external_call["snprintf", c_int, num_fixed_args=3](
        room.unsafe_ptr(), c_size_t(16), form.as_c_string_span().ptr(), c_int(7), word.as_c_string_span().ptr()
    )
    assert_equal(size, 3)
    assert_equal(room[0], 55)
    assert_equal(room[2], 120)


def test_functions_of_a_library() raises:
    var program = OwnedDLHandle()
    var absolute = program.get_function[c_int]("abs")
    assert_equal(absolute(c_int(-7)), 7)
    assert_equal(program.get_function[def(c_int) thin abi("C") -> c_int]("abs")(-3), 3)
    assert_equal(program.call["labs", Int](-9), 9)
    assert_false(program.get_symbol[UInt8]("no_such_symbol"))
    assert_true(program.get_symbol[UInt8]("abs"))
    with assert_raises(contains="symbol not found: no_such_function"):
        _ = program.get_function[c_int]("no_such_function")


def test_c_strings() raises:
    var text = String("hello")
    var seen = text.as_c_string_span()
    assert_equal(len(seen), 5)
    assert_equal(String(seen), "hello")
    assert_equal(external_call["strlen", Int]("four".as_c_string_slice()), 4)
    assert_true(seen == CStringSpan(unsafe_from_ptr=seen.ptr()))


def test_a_union() raises:
    var number = UnsafeUnion[Float32, UInt32](Float32(1))
    assert_equal(number.unsafe_get[UInt32](), 0x3F80_0000)
    number.unsafe_set(UInt32(0))
    assert_equal(number.unsafe_get[Float32](), 0)


def test_values_of_platforms() raises:
    comptime flag = platform_map["open", linux=512, macos=8]()
    assert_equal(flag, 512)
    assert_equal(platform_map[linux="l", macos="m"](), "l")
    assert_equal(ErrNo.EWOULDBLOCK, ErrNo.EAGAIN)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

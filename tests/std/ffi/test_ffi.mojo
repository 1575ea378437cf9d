"""std.ffi: the types of C, texts for C, error numbers, libraries."""

from std.ffi import (
    ErrNo,
    OwnedDLHandle,
    c_char,
    c_double,
    c_float,
    c_int,
    c_long,
    c_short,
    c_size_t,
    c_uint,
    external_call,
    get_errno,
    set_errno,
)
from std.sys import CompilationTarget, size_of
from std.testing import TestSuite, assert_almost_equal, assert_equal, assert_false, assert_raises, assert_true


def test_types() raises:
    assert_equal(size_of[c_char](), 1)
    assert_equal(size_of[c_short](), 2)
    assert_equal(size_of[c_int](), 4)
    assert_equal(size_of[c_uint](), 4)
    assert_equal(size_of[c_long](), 8)
    assert_equal(size_of[c_size_t](), 8)
    assert_equal(size_of[c_float](), 4)
    assert_equal(size_of[c_double](), 8)


def test_calls() raises:
    assert_equal(external_call["abs", c_int](c_int(-5)), 5)
    assert_equal(external_call["labs", Int](Int(-5)), 5)
    assert_equal(external_call["toupper", c_int](c_int(97)), 65)
    assert_equal(external_call["fabs", c_double](c_double(-2.5)), 2.5)
    assert_equal(external_call["ldexp", c_double](c_double(1.5), c_int(4)), 24.0)


def test_texts() raises:
    var text = String("hello")
    assert_equal(external_call["strlen", c_size_t](text.as_c_string_slice().unsafe_ptr()), 5)
    text += " a text that does not fit inside"
    assert_equal(external_call["strlen", c_size_t](text.as_c_string_slice().unsafe_ptr()), 37)
    var digits = String("12x")
    assert_equal(external_call["atoi", c_int](digits.as_c_string_slice().unsafe_ptr()), 12)


def test_errors() raises:
    assert_equal(external_call["close", c_int](c_int(-1)), -1)
    assert_equal(Int(get_errno().value), 9)
    assert_true(get_errno() == ErrNo.EBADF)
    assert_equal(String(get_errno()), "Bad file descriptor")
    set_errno(ErrNo.ENOENT)
    assert_true(get_errno() != ErrNo.SUCCESS)
    assert_equal(repr(get_errno()), "ErrNo(value=Int32(2))")


def test_libraries() raises:
    comptime name = "libm.so.6" if CompilationTarget.is_linux() else "libm.dylib"
    var library = OwnedDLHandle(name)
    assert_true(Bool(library))
    assert_true(library.check_symbol("cos"))
    assert_false(library.check_symbol("no_such_function"))
    assert_equal(library.call["cos", c_double](c_double(0.0)), 1.0)
    assert_almost_equal(library.call["sqrt", c_double](c_double(2.0)), 1.4142135623730951)
    assert_equal(library.call["pow", c_double](c_double(2.0), c_double(10.0)), 1024.0)
    with assert_raises():
        _ = OwnedDLHandle("/no/such/library.so")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

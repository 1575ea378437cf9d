# Pointers, moving values through memory.
from std.memory import ArcPointer, OwnedPointer, alloc, dealloc
from std.testing import TestSuite, assert_equal, assert_true


def test_pointer() raises:
    var x = 5
    var p = Pointer(to=x)
    p[] += 2
    assert_equal(x, 7)
    assert_true(p == Pointer(to=x))


def through_memory() -> String:
    var mem = alloc[String]({count = 2})
    var p = mem.unsafe_ptr()
    p.unsafe_write("first")
    p.unsafe_offset(1).unsafe_write("second")
    var out = p[] + "/" + p.unsafe_offset(1)[]
    p.unsafe_deinit_pointee()
    out += "/" + p.unsafe_offset(1).unsafe_take_pointee()
    dealloc(mem^)
    return out


def test_alloc() raises:
    assert_equal(through_memory(), "first/second/second")


def test_owned_arc() raises:
    var o = OwnedPointer(3)
    o[] += 1
    assert_equal(o[], 4)
    var a = ArcPointer(String("s"))
    var b = a
    b[] += "t"
    assert_equal(a[], "st")
    assert_equal(a.count(), 2)
    assert_true(a is b)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

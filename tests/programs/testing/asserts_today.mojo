# The asserts of std.testing.
from std.testing import *
from std.python import PythonObject, Python
def main() raises:
    assert_equal(1, 1); assert_equal("a", "a"); assert_equal([1, 2], [1, 2]); assert_equal(String("a"), "a")
    var s = String("a b")
    var w: List[StaticString] = ["a", "b"]
    assert_equal(s.split(), w)
    var l: List[Int] = [1, 2]
    assert_equal(Span(l), Span(l))
    assert_true(True); assert_false(False); assert_not_equal(1, 2); assert_almost_equal(1.0, 1.0 + 1e-10)
    assert_almost_equal(SIMD[DType.float32, 2](1), SIMD[DType.float32, 2](1), atol=1e-3, rtol=1e-3, msg="x")
    assert_is(PythonObject(None), PythonObject(None)) if False else None
    with assert_raises(): raise Error("x")
    with assert_raises(contains="foo"): raise Error("foo bar")
    try: assert_equal(1, 2, msg="boo")
    except e: print("boo" in String(e), "1" in String(e))
    try: assert_equal([1, 2], [1, 3])
    except e: print(String(e).find("[1, 2]") > 0)
    try: assert_true(False, "no")
    except e: print(String(e).find("no") > 0)
    try:
        with assert_raises(): pass
    except e: print(String(e).find("AssertionError: Didn't raise") >= 0)
    assert_equal((1, 2), (1, 2)); assert_equal(Optional(1), Optional(1)); assert_equal({1: 2}, {1: 2}); assert_equal(True, True); assert_equal(DType.int8, DType.int8)
    assert_equal(2.5, 2.5); assert_equal(UInt8(3), 3); assert_not_equal("a", "b"); assert_equal(SIMD[DType.int8, 2](1), SIMD[DType.int8, 2](1))
    print("ok")

"""std.reflection and std.traits: names, fields, places, what is trivial."""

from std.reflection import call_location, reflect, source_location
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.traits import IsTriviallyCopyable, IsTriviallyDeinitable, IsTriviallyMovable


@fieldwise_init
struct Point(Copyable, Writable):
    var x: Int32
    var y: Float64
    var name: String


struct Empty:
    pass


struct Generic[T: AnyType, n: Int]:
    var number: Int


@always_inline
def where_called() -> Int:
    return call_location().line()


def test_names() raises:
    assert_true(reflect[Point].name().endswith("Point"))
    assert_equal(String(reflect[Point].base_name()), "Point")
    assert_equal(String(reflect[Generic[Int, 3]].base_name()), "Generic")
    assert_equal(String(reflect[Int].name()), "SIMD[DType.int, 1]")
    assert_equal(String(reflect[String].base_name()), "String")


def test_fields() raises:
    assert_equal(reflect[Point].field_count(), 3)
    assert_equal(reflect[Empty].field_count(), 0)
    var names = reflect[Point].field_names()
    assert_equal(String(names[0]), "x")
    assert_equal(String(names[2]), "name")
    assert_equal(reflect[Point].field_index["y"](), 1)
    assert_equal(reflect[Point].field_offset[index=0](), 0)
    assert_equal(reflect[Point].field_offset[name="y"](), 8)
    assert_equal(reflect[Point].field_offset[index=2](), 16)


def test_references_to_fields() raises:
    var p = Point(1, 2.5, "a text that does not fit inside")
    assert_equal(reflect[Point].field_ref[1](p), 2.5)
    reflect[Point].field_ref[2](p) += "!"
    assert_equal(p.name, "a text that does not fit inside!")
    assert_equal(String(p), "Point(x=1, y=2.5, name=a text that does not fit inside!)")


def test_places() raises:
    var here = source_location()
    assert_equal(here.line(), 57)
    assert_true(here.file_name().endswith("test_reflection.mojo"))
    assert_true(String(here).endswith("test_reflection.mojo:57:31"))
    assert_equal(where_called(), 61)


def test_triviality() raises:
    assert_true(IsTriviallyCopyable[Int])
    assert_true(IsTriviallyMovable[Float64])
    assert_true(IsTriviallyDeinitable[Bool])
    assert_true(IsTriviallyDeinitable[Empty])
    assert_false(IsTriviallyDeinitable[Point])
    assert_false(IsTriviallyCopyable[Point])
    assert_false(IsTriviallyCopyable[List[Int]])
    assert_false(IsTriviallyDeinitable[Tuple[Int, String]])


def test_conformance() raises:
    assert_true(conforms_to(Point, Copyable))
    assert_true(conforms_to(Point, Writable))
    assert_false(conforms_to(Point, Hashable))
    assert_true(conforms_to(Int, Comparable))
    assert_false(conforms_to(Empty, Copyable))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

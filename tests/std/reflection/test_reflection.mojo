"""std.reflection and std.traits: names, fields, places, what is trivial."""

from std.memory import ArcPointer, OwnedPointer
from std.reflection import call_location, reflect, source_location
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.traits import IsTriviallyCopyable, IsTriviallyDeinitable, IsTriviallyMovable
from std.utils import Variant


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
    assert_equal(here.line(), 59)
    assert_true(here.file_name().endswith("test_reflection.mojo"))
    assert_true(String(here).endswith("test_reflection.mojo:59:31"))
    assert_equal(where_called(), 63)


struct Counted(Copyable):
    var value: Int
    comptime __copy_ctor_is_trivial = True
    comptime __move_ctor_is_trivial = False

    def __init__(out self, *, copy: Self):
        self.value = copy.value


struct Pinned:
    var value: Int


def flags[T: AnyType]() -> String:
    return String(IsTriviallyCopyable[T], " ", IsTriviallyMovable[T], " ", IsTriviallyDeinitable[T])


def test_triviality() raises:
    comptime all = "True True True"
    comptime only_moving = "False True False"
    assert_equal(flags[Int](), all)
    assert_equal(flags[Array[Int, 3]](), all)
    assert_equal(flags[Optional[Int]](), all)
    assert_equal(flags[Optional[Array[Int, 2]]](), all)
    assert_equal(flags[Variant[Int, Float64]](), all)
    assert_equal(flags[Slice](), all)
    assert_equal(flags[Empty](), "False True True")
    assert_equal(flags[Pinned](), "False True True")
    assert_equal(flags[Counted](), "True False True")
    assert_equal(flags[Point](), only_moving)
    assert_equal(flags[Array[String, 2]](), only_moving)
    assert_equal(flags[Optional[String]](), only_moving)
    assert_equal(flags[Variant[Int, String]](), only_moving)
    assert_equal(flags[List[Int]](), only_moving)
    assert_equal(flags[Dict[Int, Int]](), only_moving)
    assert_equal(flags[Set[Int]](), only_moving)
    assert_equal(flags[OwnedPointer[Int]](), only_moving)
    assert_equal(flags[ArcPointer[Int]](), only_moving)
    assert_false(IsTriviallyDeinitable[Tuple[Int, String]])
    assert_true(Int.__copy_ctor_is_trivial and List[Int].__move_ctor_is_trivial)
    assert_false(List[Int].__copy_ctor_is_trivial or List[Int].__del__is_trivial)


def test_traits_of_containers() raises:
    assert_false(conforms_to(Array[Int, 2], ImplicitlyCopyable))
    assert_true(conforms_to(Array[Int, 2], Comparable) and conforms_to(Array[Int, 2], Defaultable))
    assert_false(conforms_to(Array[Pinned, 2], Comparable) or conforms_to(Array[Pinned, 2], Defaultable))
    assert_true(conforms_to(Tuple[Int, String], Defaultable))
    assert_false(conforms_to(Tuple[Int, Pinned], Defaultable))
    assert_true(conforms_to(ArcPointer[Int], Equatable) and conforms_to(ArcPointer[Int], Hashable))
    assert_false(conforms_to(ArcPointer[Pinned], Equatable))
    var low: Array[Int, 3] = [1, 2, 3]
    var high: Array[Int, 3] = [1, 3, 0]
    assert_true(low < high and low <= high and high > low and low <= low and not low < low)
    assert_equal(Array[Int, 3](), [0, 0, 0])
    assert_equal(String(Tuple[Int, String]()), "(0, )")
    assert_equal(repr(ArcPointer(3)), "ArcPointer[SIMD[DType.int, 1]](Int(3))")
    assert_true(ArcPointer(3) == ArcPointer(3))


def test_conformance() raises:
    assert_true(conforms_to(Point, Copyable))
    assert_true(conforms_to(Point, Writable))
    assert_false(conforms_to(Point, Hashable))
    assert_true(conforms_to(Int, Comparable))
    assert_false(conforms_to(Empty, Copyable))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

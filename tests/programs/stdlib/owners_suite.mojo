# OwnedPointer and ArcPointer with observed destruction.
from std.memory import ArcPointer, OwnedPointer
from std.testing import TestSuite, assert_equal, assert_false, assert_true


struct Watched:
    var log: ArcPointer[List[String]]
    var name: String

    def __init__(out self, name: String, log: ArcPointer[List[String]]):
        self.name = name
        self.log = log

    def __deinit__(deinit self):
        self.log[].append(self.name)


def test_owned() raises:
    var log = ArcPointer(List[String]())
    var p = OwnedPointer(Watched("a", log))
    assert_equal(len(log[]), 0)
    var q = p^
    assert_equal(q[].name, "a")
    _ = q^
    assert_equal(log[], ["a"])


def test_owned_values() raises:
    var p = OwnedPointer(1)
    p[] = 5
    var q = OwnedPointer(other=p)
    q[] = 6
    assert_equal(p[], 5)
    assert_equal(p^.into_inner(), 5)
    assert_equal(String(OwnedPointer(42)), "42")


def test_shared() raises:
    var log = ArcPointer(List[String]())
    var p = ArcPointer(Watched("s", log))
    var keep = List[ArcPointer[Watched]]()
    keep.append(p)
    _ = p^
    assert_equal(len(log[]), 0)
    keep.clear()
    assert_equal(log[], ["s"])


def test_identity_count() raises:
    var a = ArcPointer(3)
    var b = a
    var c = ArcPointer(3)
    assert_true(a is b)
    assert_true(a is not c)
    assert_equal(a.count(), 2)
    _ = b^
    assert_equal(a.count(), 1)
    a[] += 1
    assert_equal(a[], 4)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

"""std.testing itself, std.logger, std.reflection, std.atomic, std.traits."""

from std.atomic import Atomic, fence
from std.logger import Level, Logger
from std.reflection import reflect, source_location
from std.testing import (
    TestSuite,
    assert_almost_equal,
    assert_equal,
    assert_false,
    assert_not_equal,
    assert_raises,
    assert_true,
)
from std.traits import IsTriviallyCopyable, IsTriviallyDeinitable, IsTriviallyMovable


@fieldwise_init
struct Point(Copyable, Writable):
    var x: Int
    var name: String


def message_of_equal(a: Int, b: Int) -> String:
    try:
        assert_equal(a, b)
    except e:
        return String(e)
    return "passed"


def test_assertions_that_hold() raises:
    assert_true(True)
    assert_false(False)
    assert_equal(1, 1)
    assert_equal(String("a"), "a")
    assert_not_equal(1, 2)
    assert_almost_equal(1.0, 1.0 + 1e-9)
    assert_almost_equal(SIMD[DType.float32, 2](1, 2), SIMD[DType.float32, 2](1, 2))


def test_assertions_that_fail() raises:
    assert_equal(message_of_equal(1, 1), "passed")
    assert_true("left: 1" in message_of_equal(1, 2))
    assert_true("right: 2" in message_of_equal(1, 2))
    with assert_raises(contains="unexpectedly False"):
        assert_true(False)
    with assert_raises(contains="my reason"):
        assert_true(False, "my reason")
    with assert_raises(contains="unexpectedly True"):
        assert_false(True)
    with assert_raises():
        assert_equal(1, 2)
    with assert_raises():
        assert_not_equal(1, 1)
    with assert_raises():
        assert_almost_equal(1.0, 1.1)


def test_raises() raises:
    with assert_raises(contains="expected"):
        raise Error("the expected text")
    with assert_raises():
        with assert_raises(contains="other"):
            raise Error("the expected text")
    with assert_raises(contains="Didn't raise"):
        with assert_raises():
            pass


def test_suite_counts() raises:
    var suite = TestSuite()
    suite.test[test_assertions_that_hold]()
    suite^.run(quiet=True)
    var failing = TestSuite()
    failing.test[always_fails]()
    failing.test[test_assertions_that_hold]()
    with assert_raises(contains="1 passed"):
        failing^.run(quiet=True)
    var skipping = TestSuite()
    skipping.test[always_fails]()
    skipping.skip[always_fails]()
    skipping^.run(quiet=True)


def always_fails() raises:
    assert_equal(1, 2)


def test_reflection() raises:
    assert_equal(reflect[Point].field_count(), 2)
    assert_equal(String(reflect[Point].field_names()[1]), "name")
    assert_true(reflect[Point].name().endswith("Point"))
    assert_equal(String(Point(1, "a")), "Point(x=1, name=a)")
    var here = source_location()
    assert_true(here.line() > 90)
    assert_true(here.file_name().endswith("test_testing.mojo"))


def test_triviality() raises:
    assert_true(IsTriviallyCopyable[Int])
    assert_true(IsTriviallyMovable[Int])
    assert_true(IsTriviallyDeinitable[Float64])
    assert_false(IsTriviallyDeinitable[String])
    assert_false(IsTriviallyCopyable[List[Int]])
    assert_false(IsTriviallyDeinitable[Point])


def test_atomic() raises:
    var a = Atomic[Int64](5)
    assert_equal(a.load(), 5)
    assert_equal(a.fetch_add(3), 5)
    assert_equal(a.load(), 8)
    a += 2
    a -= 1
    assert_equal(a.load(), 9)
    assert_equal(a.fetch_sub(4), 9)
    a.store(20)
    a.max(30)
    assert_equal(a.load(), 30)
    a.min(7)
    assert_equal(a.load(), 7)
    var expected: Int64 = 6
    assert_false(a.compare_exchange(expected, 100))
    assert_equal(expected, 7)
    assert_true(a.compare_exchange(expected, 100))
    assert_equal(a.load(), 100)
    fence()


def test_log_levels() raises:
    assert_true(Level.DEBUG < Level.INFO)
    assert_true(Level.ERROR > Level.WARNING)
    assert_true(Level.CRITICAL != Level.ERROR)
    assert_equal(String(Level.INFO), "INFO")
    var log = Logger[Level.ERROR]()
    log.info("not shown")
    log.debug("not shown")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

"""std.testing itself."""

from std.testing import (
    TestSuite,
    assert_almost_equal,
    assert_equal,
    assert_false,
    assert_not_equal,
    assert_raises,
    assert_true,
)


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


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

# TestSuite discovery by __functions_in_module; the report shows names in file order.
from std.testing import TestSuite, assert_equal, assert_true


def test_first() raises:
    assert_equal(2 * 3, 6)


def test_second() raises:
    assert_true(len([1, 2]) == 2)


def not_a_test() raises:
    raise "never run"


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

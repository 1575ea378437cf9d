# TestSuite discovers functions whose name starts with test_.
from std.testing import TestSuite, assert_equal, assert_true


def test_addition() raises:
    assert_equal(1 + 2, 3)


def test_strings() raises:
    assert_true("abc".startswith("ab"))


def helper() -> Int:
    return 5


def test_uses_helper() raises:
    assert_equal(helper(), 5)


def main() raises:
    var suite = TestSuite()
    suite.test[test_addition]()
    suite.test[test_strings]()
    suite^.run(quiet=True)
    print("done")

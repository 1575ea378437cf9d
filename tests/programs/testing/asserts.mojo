# std.testing assertions that hold, and their failure messages.
from std.testing import assert_almost_equal, assert_equal, assert_false, assert_not_equal, assert_raises, assert_true


def check(n: Int) raises:
    if n > 2:
        raise Error("n too big: ", n)


def main() raises:
    assert_equal(1 + 1, 2)
    assert_equal("a" + "b", "ab")
    assert_not_equal(1, 2)
    assert_true(3 > 2, "message")
    assert_false(3 < 2)
    assert_almost_equal(0.1 + 0.2, 0.3)
    with assert_raises():
        check(3)
    with assert_raises(contains="too big"):
        check(5)
    var xs: List[Int] = [1, 2]
    assert_equal(xs, [1, 2])
    try:
        assert_true(False, "told you")
    except e:
        print("failed as expected:", "told you" in String(e))
    try:
        assert_equal(1, 2)
    except e:
        print("differs:", "1" in String(e), "2" in String(e))
    print("all fine")

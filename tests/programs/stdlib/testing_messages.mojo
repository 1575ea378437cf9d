# The texts of failed assertions, without positions.
from std.testing import assert_almost_equal, assert_equal, assert_false, assert_not_equal, assert_raises, assert_true


def tail(e: Error) raises -> String:
    var text = String(e)
    var at = text.find("AssertionError")
    return String(text[byte=at:])


def main() raises:
    try:
        assert_equal(1, 2)
    except e:
        print(tail(e))
    try:
        assert_equal("a", "b", "letters")
    except e:
        print(tail(e))
    try:
        assert_not_equal(3, 3)
    except e:
        print(tail(e))
    try:
        assert_true(False)
    except e:
        print(tail(e))
    try:
        assert_true(False, "custom")
    except e:
        print(tail(e))
    try:
        assert_false(True)
    except e:
        print(tail(e))
    try:
        with assert_raises():
            print("no error here")
    except e:
        print(tail(e))
    try:
        with assert_raises(contains="apple"):
            raise "banana"
    except e:
        print("banana" in String(e))

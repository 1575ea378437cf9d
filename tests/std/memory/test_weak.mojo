"""Weak pointers know of a shared value without keeping it."""

from std.memory import ArcPointer
from std.memory.arc_pointer import WeakPointer
from std.testing import TestSuite, assert_equal, assert_false, assert_true


def test_they_do_not_keep() raises:
    var text = ArcPointer(String("a text that is long enough to lie on the heap"))
    var weak = WeakPointer(downgrade=text)
    var other = weak
    assert_equal(text.count(), 1)
    assert_equal(text.weak_count(), 2)
    var again = weak.try_upgrade()
    assert_true(again.value() is text)
    assert_equal(text.count(), 2)
    _ = again^
    _ = text^
    assert_false(weak.try_upgrade())
    assert_false(other.try_upgrade())


def test_they_may_be_gone_first() raises:
    var number = ArcPointer(7)
    _ = ArcPointer[Int].WeakPointer(downgrade=number)
    assert_equal(number.weak_count(), 0)
    assert_equal(number[], 7)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

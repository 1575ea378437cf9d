"""std.atomic and the spin locks."""

from std.atomic import Atomic, fence
from std.testing import TestSuite, assert_equal, assert_false, assert_true
from std.utils.lock import BlockingScopedLock, BlockingSpinLock


def test_arithmetic() raises:
    var a = Atomic[Int64](5)
    assert_equal(a.load(), 5)
    assert_equal(a.fetch_add(3), 5)
    assert_equal(a.load(), 8)
    a += 2
    a -= 1
    assert_equal(a.load(), 9)
    assert_equal(a.fetch_sub(4), 9)
    assert_equal(a.load(), 5)
    a.store(20)
    assert_equal(a.load(), 20)


def test_limits() raises:
    var a = Atomic[Int32](-5)
    a.max(30)
    assert_equal(a.load(), 30)
    a.max(7)
    assert_equal(a.load(), 30)
    a.min(7)
    assert_equal(a.load(), 7)
    a.min(-7)
    assert_equal(a.load(), -7)
    var u = Atomic[UInt8](250)
    _ = u.fetch_add(10)
    assert_equal(u.load(), 4)


def test_exchange() raises:
    var a = Atomic[Int64](7)
    var expected: Int64 = 6
    assert_false(a.compare_exchange(expected, 100))
    assert_equal(expected, 7)
    assert_equal(a.load(), 7)
    assert_true(a.compare_exchange(expected, 100))
    assert_equal(a.load(), 100)
    fence()


def test_floats() raises:
    var a = Atomic[Float32](1.5)
    assert_equal(a.fetch_add(2.25), 1.5)
    assert_equal(a.load(), 3.75)


def test_lock() raises:
    var lock = BlockingSpinLock()
    lock.lock(1)
    assert_true(lock.unlock(1))
    assert_false(lock.unlock(1))
    lock.lock(2)
    assert_false(lock.unlock(1))
    assert_true(lock.unlock(2))
    with BlockingScopedLock(lock):
        pass
    lock.lock(3)
    assert_true(lock.unlock(3))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

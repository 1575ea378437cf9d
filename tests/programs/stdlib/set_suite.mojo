# Set: every operator and method, order of pop, comprehension, hash.
from std.collections import Set
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_construction() raises:
    assert_equal(Set[Int](1, 2, 3), {1, 2, 3})
    assert_false(Set[Int]())
    assert_true(Set[Int](1))
    var a = {1, 2}
    var b = a.copy()
    b.add(9)
    assert_equal(len(a), 2)
    var c = b^
    assert_equal(len(c), 3)


def test_algebra() raises:
    assert_equal({1, 2, 3} & {3, 4}, {3})
    assert_equal({1, 2, 3} | {3, 4}, {1, 2, 3, 4})
    assert_equal({1, 2, 3} - {3, 4}, {1, 2})
    assert_equal({1, 2, 3} ^ {2, 3, 4}, {1, 4})
    assert_equal({1, 2}.intersection({2}), {2})
    assert_equal({1}.union({2}), {1, 2})
    assert_equal({1, 2}.symmetric_difference({2, 3}), {1, 3})


def test_in_place() raises:
    var x = {1, 2}
    x |= {3}
    x &= {2, 3}
    assert_equal(x, {2, 3})
    x -= {3}
    assert_equal(x, {2})
    x ^= {2, 5}
    assert_equal(x, {5})
    x.difference_update({5})
    assert_false(x)


def test_order_relations() raises:
    assert_true({2, 3} <= {1, 2, 3})
    assert_true({2, 3} < {1, 2, 3})
    assert_false({1, 2} < {1, 2})
    assert_true({1, 2, 3} >= {1})
    assert_true({1, 2, 3} > {1})
    assert_true({1, 2}.isdisjoint({3}))
    assert_true({1}.issubset({1, 2}))
    assert_true({1, 2}.issuperset({1}))


def test_add_remove() raises:
    var s = {1, 2, 3}
    s.remove(1)
    s.discard(77)
    with assert_raises():
        s.remove(1)
    assert_equal(s, {2, 3})


def test_pop_order() raises:
    var s = {1, 2, 3}
    assert_equal(s.pop(), 3)
    s.add(4)
    assert_equal(s.pop(), 4)
    assert_equal(s.pop(), 2)


def test_iteration() raises:
    var total = 0
    for x in {1, 2, 3}:
        total += x
    assert_equal(total, 6)
    var odd = {x * x for x in range(6) if x & 1}
    assert_equal(odd, {1, 9, 25})


def test_text_hash() raises:
    assert_equal(String({1, 2}), "{1, 2}")
    assert_equal(String(Set[Int]()), "{}")
    assert_equal(hash({1, 2, 3}), hash({3, 2, 1}))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

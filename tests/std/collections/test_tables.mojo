"""Dict, OrderedDict's order, Set and Counter."""

from std.collections import Counter, Set
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_dict_basics() raises:
    var d: Dict[String, Int] = {"a": 1, "b": 2}
    assert_equal(String(d), "{a: 1, b: 2}")
    assert_equal(repr(d), "Dict[String, SIMD[DType.int, 1]]({'a': Int(1), 'b': Int(2)})")
    assert_equal(d.get("a").value(), 1)
    assert_false(Bool(d.get("z")))
    assert_equal(d.get("z", 5), 5)
    assert_equal(d.pop("a"), 1)
    assert_equal(d.pop("q", 9), 9)
    d["c"] = 3
    d["c"] += 4
    assert_equal(d["c"], 7)
    assert_true("c" in d)
    assert_false("a" in d)
    with assert_raises():
        _ = d["missing"]
    d.clear()
    assert_equal(len(d), 0)
    assert_equal(String(d), "{}")


def test_dict_walks_in_order() raises:
    var d = Dict[Int, String]()
    for i in range(100):
        d[i * 7 % 101] = String(i)
    for i in range(0, 100, 2):
        _ = d.pop(i * 7 % 101)
    var i = 1
    for entry in d.items():
        assert_equal(entry.key, i * 7 % 101)
        assert_equal(entry.value, String(i))
        i += 2
    i = 1
    for key in d:
        assert_equal(key, i * 7 % 101)
        i += 2
    i = 1
    for value in d.values():
        assert_equal(value, String(i))
        i += 2
    assert_equal(len(d), 50)


def test_dict_merges() raises:
    var d: Dict[Int, Int] = {1: 2}
    assert_equal(d.setdefault(1, 5), 2)
    assert_equal(d.setdefault(2, 6), 6)
    d.update({2: 7, 3: 8})
    assert_equal(String(d), "{1: 2, 2: 7, 3: 8}")
    assert_equal(String(d | {9: 9}), "{1: 2, 2: 7, 3: 8, 9: 9}")
    d |= {4: 4}
    assert_true(d == {4: 4, 3: 8, 2: 7, 1: 2})
    assert_true(d != {4: 4})
    var last = d.popitem()
    assert_equal(last.key, 4)
    assert_equal(String(Dict[String, Int].fromkeys(["a", "b"], 3)), "{a: 3, b: 3}")


def test_dict_copies_are_apart() raises:
    var d: Dict[String, List[Int]] = {"x": [1]}
    var c = d.copy()
    c["x"].append(2)
    c["y"] = [3]
    assert_equal(String(d), "{x: [1]}")
    assert_equal(String(c), "{x: [1, 2], y: [3]}")
    var moved = c^
    assert_equal(len(moved), 2)


def test_set_operations() raises:
    var s: Set[Int] = {1, 2, 3}
    var t: Set[Int] = {2, 3, 4}
    assert_equal(String(s | t), "{1, 2, 3, 4}")
    assert_equal(String(s & t), "{2, 3}")
    assert_equal(String(s - t), "{1}")
    assert_equal(String(s ^ t), "{1, 4}")
    assert_false(s == t)
    assert_true((s & t) <= s)
    assert_true(s >= (s & t))
    assert_true((s & t) < s)
    assert_true(s.union(t) == (s | t))
    assert_true(s.intersection(t) == (s & t))
    assert_true(s.difference(t) == (s - t))
    assert_true(s.symmetric_difference(t) == (s ^ t))
    assert_true(s.issubset(s | t))
    assert_true((s | t).issuperset(t))
    assert_false(s.isdisjoint(t))
    s |= {9}
    s &= {2, 9}
    s -= {2}
    s ^= {7}
    assert_equal(String(s), "{9, 7}")


def test_set_elements() raises:
    var s: Set[String] = {"a", "b"}
    s.add("c")
    s.remove("a")
    s.discard("zz")
    assert_equal(String(s), "{b, c}")
    assert_true(repr(s).endswith("({'b', 'c'})"))
    with assert_raises():
        s.remove("a")
    assert_equal(len(s), 2)
    var popped = s.pop()
    assert_false(popped in s)
    s.clear()
    assert_false(Bool(s))


def test_counter() raises:
    var c = Counter[String]("a", "b", "a")
    assert_equal(c["a"], 2)
    assert_equal(c["z"], 0)
    assert_equal(c.total(), 3)
    assert_equal(len(c), 2)
    assert_true("a" in c)
    c["b"] += 5
    assert_equal(String(c), "{b: 6, a: 2}")
    var d = Counter[String]("a", "c")
    assert_equal((c + d)["a"], 3)
    assert_equal((c - d)["a"], 1)
    assert_equal((c & d)["a"], 1)
    assert_equal((c | d)["a"], 2)
    assert_equal(c.get("q", 4), 4)
    assert_true(c != d)
    assert_equal(c.pop("b"), 6)
    c.update(d)
    assert_equal(c["c"], 1)
    c.subtract(d)
    assert_equal(c["a"], 2)


def test_dict_insert_gives_what_was_there() raises:
    var d: Dict[String, String] = {"a": "a value that is longer than the others"}
    assert_false(Bool(d.insert("b", "x")))
    var old = d.insert("a", "y")
    assert_equal(old.value().value, "a value that is longer than the others")
    assert_equal(String(d), "{a: y, b: x}")


def test_counter_orders() raises:
    var c = Counter[Int]([1, 1, 2])
    var e = Counter[Int]([1, 1, 2, 3])
    assert_true(c.le(e))
    assert_false(c.lt(e))
    assert_true(e.ge(c))
    assert_false(e.gt(c))
    assert_true(Counter[Int]([1]).lt(Counter[Int]([1, 1])))
    assert_equal(len(e), 3)
    _ = e.popitem()
    assert_equal(len(e), 2)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

# Counter: counting, arithmetic, comparison, most common, elements.
from std.collections import Counter
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_counting() raises:
    var c = Counter[Int](1, 2, 2, 3, 3, 3)
    assert_equal(c[3], 3)
    assert_equal(c[9], 0)
    assert_equal(c.total(), 6)
    assert_equal(len(c), 3)
    assert_true(2 in c)
    assert_false(5 in c)


def test_fromkeys_get() raises:
    var keys: List[String] = ["a", "b"]
    var c = Counter[String].fromkeys(keys, 3)
    assert_equal(c["a"], 3)
    assert_equal(c.get("z", 7), 7)
    assert_false(c.get("z"))


def test_arithmetic() raises:
    var a = Counter[String]()
    a["x"] = 3
    a["y"] = 1
    var b = Counter[String]()
    b["x"] = 1
    b["z"] = 4
    var s = a + b
    assert_equal(s["x"], 4)
    assert_equal(s["z"], 4)
    var d = a - b
    assert_equal(d["x"], 2)
    assert_equal(d["z"], 0)
    assert_equal((a & b)["x"], 1)
    assert_equal((a | b)["z"], 4)
    a.update(b)
    assert_equal(a["x"], 4)
    a.subtract(b)
    assert_equal(a["z"], 0)


def test_elements() raises:
    var c = Counter[String]()
    c["a"] = 1
    c["b"] = 2
    var e = c.elements()
    assert_equal(len(e), 3)
    assert_equal(e[2], "b")


def test_iteration() raises:
    var c = Counter[String]()
    c["a"] = 1
    c["b"] = 2
    var keys = String()
    for k in c:
        keys += k
    assert_equal(keys, "ab")
    var total = 0
    for v in c.values():
        total += v
    for item in c.items():
        total += item.value * 10
    assert_equal(total, 33)


def test_pop() raises:
    var c = Counter[String]()
    c["a"] = 1
    assert_equal(c.pop("a"), 1)
    assert_equal(c.pop("a", 5), 5)
    with assert_raises(contains="KeyError"):
        _ = c.pop("a")


def test_text() raises:
    assert_equal(String(Counter[Int](1, 2, 2, 3, 3, 3)), "{3: 3, 2: 2, 1: 1}")
    assert_equal(String(Counter[Int]()), "{}")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

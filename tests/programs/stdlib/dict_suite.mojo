# Dict: fromkeys, find, popitem, setdefault, merge, reversed, take_items.
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_display() raises:
    var d = {"foo": 1, "bar": 2}
    assert_equal(d["foo"], 1)
    assert_equal(String(d), "{foo: 1, bar: 2}")


def test_fromkeys() raises:
    var keys: List[String] = ["a", "b"]
    var d = Dict.fromkeys(keys, 7)
    assert_equal(d["a"], 7)
    assert_equal(len(d), 2)


def test_pointer_to_value() raises:
    var d: Dict[String, Int] = {"a": 1}
    var p = Pointer(to=d["a"])
    p[] = 17
    assert_equal(d["a"], 17)


def test_growth() raises:
    var d: Dict[String, Int] = {}
    for i in range(500):
        d[String("key", i)] = i
    assert_equal(len(d), 500)
    assert_equal(d["key499"], 499)
    for i in range(0, 500, 2):
        _ = d.pop(String("key", i))
    assert_equal(len(d), 250)
    assert_false("key0" in d)
    assert_true("key1" in d)


def test_truth() raises:
    var d: Dict[Int, Int] = {}
    assert_false(d)
    d[1] = 1
    assert_true(d)


def test_errors() raises:
    var d: Dict[String, Int] = {}
    with assert_raises(contains="KeyError"):
        _ = d["a"]
    with assert_raises(contains="KeyError"):
        _ = d.pop("a")
    with assert_raises(contains="EmptyDictError"):
        _ = d.popitem()


def test_find_get() raises:
    var d: Dict[String, Int] = {"key": 1}
    assert_equal(d.find("key").value(), 1)
    assert_equal(d.get("key").value(), 1)
    assert_equal(d.find("no").or_else(0), 0)
    assert_equal(d.get("no", 5), 5)


def test_popitem() raises:
    var d: Dict[String, Int] = {"a": 1, "b": 2}
    var item = d.popitem()
    assert_equal(item.key, "b")
    assert_equal(item.value, 2)
    assert_equal(len(d), 1)


def test_merge() raises:
    var a: Dict[String, Int] = {"a": 1, "b": 2}
    var b: Dict[String, Int] = {"b": 3, "c": 4}
    var c = a | b
    assert_equal(c["b"], 3)
    assert_equal(len(c), 3)
    a |= b
    assert_equal(a["c"], 4)


def test_reversed() raises:
    var d: Dict[String, Int] = {"a": 1, "b": 2, "c": 3}
    var keys = String()
    for k in reversed(d):
        keys += k
    assert_equal(keys, "cba")
    var total = 0
    for v in reversed(d.values()):
        total = total * 10 + v
    assert_equal(total, 321)


def test_setdefault() raises:
    var d: Dict[String, List[Int]] = {}
    d.setdefault("x", []).append(1)
    d.setdefault("x", []).append(2)
    assert_equal(d["x"], [1, 2])


def test_take_items() raises:
    var d: Dict[Int, String] = {0: "a", 1: "b"}
    var values = String()
    for entry in d.take_items():
        values += entry.value
    assert_equal(values, "ab")
    assert_equal(len(d), 0)


def test_equality() raises:
    var a: Dict[Int, Int] = {1: 2, 3: 4}
    var b: Dict[Int, Int] = {3: 4, 1: 2}
    assert_true(a == b)
    b[5] = 6
    assert_true(a != b)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()

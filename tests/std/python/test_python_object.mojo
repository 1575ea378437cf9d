# Python objects in a Mojo program; also built into an executable by tests/python_interop.

from std.python import ConvertibleToPython, Python, PythonObject
from std.testing import assert_equal, assert_false, assert_raises, assert_true


@fieldwise_init
struct Point(ConvertibleToPython, ImplicitlyCopyable):
    var x: Int
    var y: Int

    def to_python_object(var self) raises -> PythonObject:
        return Python.tuple(self.x, self.y)


def test_numbers() raises:
    var five: PythonObject = 5
    assert_equal(String(five + 1), "6")
    assert_equal(String(five - 7), "-2")
    assert_equal(String(five * 2.5), "12.5")
    assert_equal(String(five / 2), "2.5")
    assert_equal(String(five // 2), "2")
    assert_equal(String(five % 3), "2")
    assert_equal(String(five**30), "931322574615478515625")
    assert_equal(String(five & 4), "4")
    assert_equal(String(five | 2), "7")
    assert_equal(String(five ^ 1), "4")
    assert_equal(String(five << 2), "20")
    assert_equal(String(five >> 1), "2")
    assert_equal(String(-five), "-5")
    assert_equal(String(+five), "5")
    assert_equal(String(~five), "-6")
    assert_equal(String(five.__abs__()), "5")


def test_reflected_and_in_place() raises:
    var five: PythonObject = 5
    assert_equal(String(7 - five), "2")
    assert_equal(String(1.5 * five), "7.5")
    assert_equal(String(2**five), "32")
    assert_equal(String(17 // five), "3")
    assert_equal(String(17 % five), "2")
    assert_equal(String(1 << five), "32")
    five += 1
    five *= 4
    five -= 3
    five //= 2
    five **= 2
    five %= 60
    five <<= 1
    five |= 1
    assert_equal(Int(py=five), (100 % 60) * 2 + 1)
    var text: PythonObject = "ab"
    text += "c"
    assert_equal(String(text * 2), "abcabc")


def test_matrix_product() raises:
    var tools = Python.evaluate("class M:\n    def __matmul__(self, o): return 'product'", file=True)
    assert_equal(String(tools.M() @ tools.M()), "product")


def test_comparison() raises:
    var five: PythonObject = 5
    assert_true(Bool(five == 5))
    assert_true(Bool(five != 6))
    assert_true(Bool(five < 6))
    assert_true(Bool(five <= 5))
    assert_false(Bool(five > 5))
    assert_true(Bool(five >= 5))
    assert_true(five is five)
    assert_true(five is not PythonObject("5"))
    assert_true(Python.none() is None)
    with assert_raises(contains="not supported between"):
        _ = five < "text"


def test_to_python() raises:
    assert_equal(String(Python.type(PythonObject(True))), "<class 'bool'>")
    assert_equal(String(Python.type(PythonObject(UInt8(255)))), "<class 'int'>")
    assert_equal(String(PythonObject(UInt64.MAX)), "18446744073709551615")
    assert_equal(String(PythonObject(Int64.MIN)), "-9223372036854775808")
    assert_equal(String(PythonObject(Int128(1) << 100)), "1267650600228229401496703205376")
    assert_equal(String(PythonObject(Float32(0.5))), "0.5")
    assert_equal(String(PythonObject(Scalar[DType.bool](True))), "True")
    assert_equal(String(PythonObject()), "None")
    assert_equal(String(PythonObject("täxt \u2603")), "täxt \u2603")
    assert_equal(String(len(PythonObject("täxt"))), "4")
    assert_equal(String(PythonObject(String("a") + "b")), "ab")
    var numbers: List[Int] = [1, 2, 3]
    assert_equal(String(PythonObject(numbers)), "[1, 2, 3]")
    var nested: List[List[String]] = [["a"], ["b", "c"]]
    assert_equal(String(PythonObject(nested)), "[['a'], ['b', 'c']]")
    var ages: Dict[String, Int] = {"Ada": 36}
    assert_equal(String(PythonObject(ages)), "{'Ada': 36}")
    assert_equal(String(PythonObject((1, "two", 3.5))), "(1, 'two', 3.5)")
    assert_equal(String(PythonObject(Optional[Int](4))), "4")
    assert_equal(String(PythonObject(Optional[Int](None))), "None")
    assert_equal(String(PythonObject(Point(3, 4))), "(3, 4)")
    var builtins = Python.import_module("builtins")
    assert_equal(String(builtins.repr(Point(3, 4))), "(3, 4)")


def test_displays() raises:
    var mixed: PythonObject = [1, "two", 3.5, None, [True]]
    assert_equal(String(mixed), "[1, 'two', 3.5, None, [True]]")
    var entries: PythonObject = {"a": 1, 2: "b"}
    assert_equal(String(entries), "{'a': 1, 2: 'b'}")
    var few: PythonObject = {1, 1}
    assert_equal(String(few), "{1}")
    assert_equal(String(Python.list(1, 2.5, "three")), "[1, 2.5, 'three']")
    assert_equal(String(Python.list([1, 2])), "[1, 2]")
    assert_equal(String(Python.tuple(1, "two")), "(1, 'two')")
    assert_equal(String(Python.tuple()), "()")
    assert_equal(String(Python.dict(name="Ada", born=1815)), "{'name': 'Ada', 'born': 1815}")
    assert_equal(String(Python.dict([("a", 1), ("b", 2)])), "{'a': 1, 'b': 2}")


def test_from_python() raises:
    var number = Python.evaluate("42")
    assert_equal(Int(py=number), 42)
    assert_equal(Int(number), 42)
    assert_equal(UInt8(py=number), 42)
    assert_equal(Float64(py=number), 42.0)
    assert_equal(Float32(py=Python.evaluate("0.25")), 0.25)
    assert_equal(UInt64(py=PythonObject(UInt64.MAX)), UInt64.MAX)
    assert_equal(Int(py=Python.evaluate("3.99")), 3)
    assert_equal(String(py=number), "42")
    assert_true(Bool(py=number))
    assert_false(Bool(Python.evaluate("[]")))
    assert_equal(repr(Python.evaluate("'x'")), "PythonObject('x')")
    with assert_raises(contains="invalid literal for int()"):
        _ = Int(py=PythonObject("many"))
    with assert_raises(contains="too large"):
        _ = Int(py=Python.evaluate("2**80"))
    with assert_raises(contains="can't convert negative"):
        _ = UInt64(py=PythonObject(-1))
    with assert_raises(contains="must be a string or a real number"):
        _ = Float64(py=Python.evaluate("[]"))
    assert_equal(String(py=Python.evaluate(r"'a\ud800b'")), "a?b")


def test_attributes() raises:
    var thing = Python.evaluate("class Thing:\n    size = 1", file=True).Thing()
    assert_equal(Int(py=thing.size), 1)
    thing.size = 10
    thing.size += 5
    assert_equal(Int(py=thing.size), 15)
    thing.inner = Python.list()
    thing.inner.append("x")
    assert_equal(String(thing.inner), "['x']")
    with assert_raises(contains="has no attribute 'colour'"):
        _ = thing.colour


def test_items() raises:
    var numbers = Python.list(10, 20, 30, 40)
    assert_equal(Int(py=numbers[1]), 20)
    assert_equal(Int(py=numbers[-1]), 40)
    assert_equal(String(numbers[1:3]), "[20, 30]")
    assert_equal(String(numbers[::-2]), "[40, 20]")
    assert_equal(String(numbers[:2]), "[10, 20]")
    numbers[0] = "first"
    numbers[1] += 5
    numbers[2:4] = Python.list()
    assert_equal(String(numbers), "['first', 25]")
    numbers.__delitem__(0)
    assert_equal(len(numbers), 1)
    assert_true(25 in numbers)
    assert_true("text" not in numbers)
    var keys = Python.evaluate("type('Keys', (), {'__getitem__': lambda self, key: key})()")
    assert_equal(String(keys[1, 2:3, "a"]), "(1, slice(2, 3, None), 'a')")
    with assert_raises(contains="list index out of range"):
        _ = numbers[10]
    with assert_raises(contains="has no len()"):
        _ = len(PythonObject(5))


def test_calls() raises:
    var tools = Python.evaluate("def call(a, b=2, *rest, c=3, **more): return (a, b, rest, c, more)", file=True)
    assert_equal(String(tools.call(1)), "(1, 2, (), 3, {})")
    assert_equal(String(tools.call("x", [1], 5, c=7, d={"k": None})), "('x', [1], (5,), 7, {'d': {'k': None}})")
    var twice = Python.evaluate("lambda x: x * 2")
    assert_equal(String(twice("ab")), "abab")
    with assert_raises(contains="not callable"):
        _ = PythonObject(5)()
    with assert_raises(contains="missing 1 required positional argument"):
        _ = tools.call()


def test_iteration() raises:
    var total = 0
    for number in Python.evaluate("range(5)"):
        total += Int(py=number)
    assert_equal(total, 10)
    var seen = String()
    for key in Python.dict(a=1, b=2):
        seen += String(key)
    assert_equal(seen, "ab")
    var tools = Python.evaluate("def broken():\n    yield 1\n    raise ValueError('stop here')", file=True)
    var count = 0
    with assert_raises(contains="stop here"):
        for _ in tools.broken():
            count += 1
    assert_equal(count, 1)
    with assert_raises(contains="'int' object is not iterable"):
        for _ in PythonObject(5):
            pass
    for number in Python.evaluate("iter([1, 2, 3])"):
        if Bool(number == 2):
            break


def test_exceptions() raises:
    with assert_raises(contains="division by zero"):
        _ = Python.evaluate("1 / 0")
    with assert_raises(contains="No module named 'no_such_module'"):
        _ = Python.import_module("no_such_module")
    with assert_raises(contains="invalid syntax"):
        _ = Python.evaluate("1 +* 2")
    try:
        _ = Python.evaluate("(_ for _ in ()).throw(RuntimeError)")
    except error:
        assert_equal(String(error), "RuntimeError")
    try:
        _ = Python.dict(a=1)["b"]
    except error:
        assert_equal(String(error), "'b'")
    assert_equal(Int(py=Python.evaluate("1 + 1")), 2)


def test_context_managers() raises:
    var tools = Python.evaluate(
        """
class Door:
    def __init__(self, swallows): self.log, self.swallows = [], swallows
    def __enter__(self): self.log.append('enter'); return 'inside'
    def __exit__(self, kind, value, trace): self.log.append(str(value)); return self.swallows
""",
        file=True,
    )
    var door = tools.Door(True)
    with door as place:
        assert_equal(String(place), "inside")
    with door:
        raise Error("lost")
    assert_equal(String(door.log), "['enter', 'None', 'enter', 'lost']")
    with assert_raises(contains="found"):
        with tools.Door(False):
            raise Error("found")


def test_hash_and_containers() raises:
    var table = Dict[Int, PythonObject]()
    table[1] = "one"
    assert_equal(String(table[1]), "one")
    var objects: List[PythonObject] = [1, "two"]
    assert_equal(String(objects[1]), "two")
    assert_equal(Int(py=PythonObject(objects)[0]), 1)
    assert_equal(PythonObject("a").__hash__(), PythonObject("a").__hash__())


def test_modules() raises:
    var math = Python.import_module("math")
    assert_equal(Float64(py=math.floor(2.7)), 2.0)
    assert_equal(String(Python.import_module("os.path").basename("a/b.c")), "b.c")
    assert_true(Python().eval("ember_test_value = 5"))
    assert_equal(Int(py=Python.evaluate("ember_test_value")), 5)
    var module = Python.evaluate("def twice(x):\n    return 2 * x", file=True, name="small")
    assert_equal(Int(py=module.twice(21)), 42)
    assert_equal(String(module.__name__), "small")
    Python.add_to_path("/some/folder")
    assert_equal(String(Python.import_module("sys").path[-1]), "/some/folder")
    assert_equal(String(Python.str(5)), "5")
    assert_equal(String(Python.int("7")), "7")
    assert_equal(String(Python.float("7")), "7.0")
    assert_true(Python.is_type(Python.type(PythonObject(1)), Python.type(PythonObject(2))))


def main() raises:
    test_numbers()
    test_reflected_and_in_place()
    test_matrix_product()
    test_comparison()
    test_to_python()
    test_displays()
    test_from_python()
    test_attributes()
    test_items()
    test_calls()
    test_iteration()
    test_exceptions()
    test_context_managers()
    test_hash_and_containers()
    test_modules()
    print("all passed")

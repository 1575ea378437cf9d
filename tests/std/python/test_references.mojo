# References are counted exactly: what a loop does to Python objects leaves no object behind and frees none too early.

from std.python import Python, PythonObject
from std.testing import assert_equal, assert_true


def use_everything(tools: PythonObject) raises:
    var numbers: PythonObject = [1, 2.5, "three", None, [4]]
    numbers.append("five")
    numbers[0] = {"key": (1, 2)}
    numbers[1] += 1
    var copy = numbers
    var moved = copy^
    for element in moved:
        _ = String(element)
    _ = moved[1:3] + Python.list(1, 2)
    _ = tools.call(1, moved, name="x")
    _ = Python.dict(a=1, b="two")
    _ = 3 * PythonObject(7) - 1 == 20
    _ = Python.evaluate("[object() for _ in range(10)]")
    var thing = tools.Thing()
    thing.value = moved
    thing.value = None
    try:
        _ = moved[100]
    except _:
        pass
    try:
        for _ in tools.broken():
            pass
    except _:
        pass
    for element in moved:
        if String(element) == "three":
            break


def blocks() raises -> Int:
    _ = Python.import_module("gc").collect()
    return Int(py=Python.import_module("sys").getallocatedblocks())


def test_no_leaks() raises:
    var tools = Python.evaluate(
        """
class Thing: pass
def call(*args, **kwargs): return args, kwargs
def broken():
    yield 1
    raise ValueError('no more')
""",
        file=True,
    )
    for _ in range(20):
        use_everything(tools)
    var before = blocks()
    for _ in range(3000):
        use_everything(tools)
    assert_true(blocks() - before < 2400, "objects were left behind")


def test_counts() raises:
    var sys = Python.import_module("sys")
    var marker = Python.evaluate("object()")
    var base = Int(py=sys.getrefcount(marker))
    var second = marker
    assert_equal(Int(py=sys.getrefcount(marker)), base + 1)
    var holder: List[PythonObject] = [marker, second, marker]
    assert_equal(Int(py=sys.getrefcount(marker)), base + 4)
    _ = holder^
    _ = second^
    assert_equal(Int(py=sys.getrefcount(marker)), base)
    var inside: PythonObject = [marker, marker]
    assert_equal(Int(py=sys.getrefcount(marker)), base + 2)
    _ = inside^
    assert_equal(Int(py=sys.getrefcount(marker)), base)


def main() raises:
    test_no_leaks()
    test_counts()
    print("all passed")

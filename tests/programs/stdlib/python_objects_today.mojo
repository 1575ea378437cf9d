# Python objects.
from std.python import Python, PythonObject
def main() raises:
    var l = Python.list(1, "a", 2.5)
    print(l, len(l), l[0], Python.dict(a=1, b=2), Python.tuple(1, 2), Python.type(l), Python.evaluate("1 + 2"))
    var m = Python.import_module("math")
    print(m.sqrt(16), Int(py=m.floor(2.5)), Float64(py=m.pi) > 3, String(PythonObject("x")), Bool(PythonObject(1)))
    var d = Python.dict()
    d["k"] = 4
    print(d, "k" in d, d.get("z", 9), PythonObject(None) is PythonObject(None), Python.none())
    for x in l: print(x)
    print(l[0:2], PythonObject(3) + 4, 5 - PythonObject(3), PythonObject(7) // 2, -PythonObject(1), PythonObject(2) ** 3, PythonObject(3) == 3, PythonObject(1) < 2)
    try: _ = m.nope
    except e: print(e)
    l.append(9)
    print(l, l.__len__())

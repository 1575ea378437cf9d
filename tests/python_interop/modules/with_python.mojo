"""Functions that use Python themselves."""

from std.python import Python, PythonObject


def describe(value: PythonObject, xs: Span[Float64, _]) raises -> String:
    var kind = Python.type(value)
    return String(kind.__name__) + " " + String(len(xs))


def import_it(name: String) raises -> PythonObject:
    return Python.import_module(name)

"""A module in the spelling of 2025."""

from os import abort
from python import PythonObject
from python.bindings import PythonModuleBuilder


@export
fn PyInit_old_style() -> PythonObject:
    try:
        var m = PythonModuleBuilder("old_style")
        m.def_function[passthrough]("passthrough", docstring="Adds a word.")
        return m.finalize()
    except e:
        return abort[PythonObject](String("cannot make the module: ", e))


fn passthrough(value: PythonObject) raises -> PythonObject:
    return value + PythonObject(" world from mojo")

"""PythonObject, where code of 2024 looks for it."""

from std.python.python_object import PythonObject

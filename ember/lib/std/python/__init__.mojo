"""Python: its modules and objects in Mojo programs, and Mojo functions and types in Python."""

from std.python._cpython import GILAcquired, GILReleased, PyObjectPtr
from std.python.conversions import ConvertibleFromPython, ConvertibleToPython, PythonConvertible
from std.python.python import Python
from std.python.python_object import PythonObject, TypedPythonObject

"""Traits of types that can become Python objects, and that can be made of them."""

from std.python.python_object import PythonObject


trait ConvertibleToPython:
    """Types whose values can be handed to Python.

    ```mojo
    struct Point(ConvertibleToPython, ImplicitlyCopyable):
        var x: Int
        var y: Int

        def to_python_object(var self) raises -> PythonObject:
            return Python.tuple(self.x, self.y)
    ```
    """

    def to_python_object(var self) raises -> PythonObject:
        ...


trait ConvertibleFromPython:
    """Types with a constructor `Type(py=object)`."""

    def __init__(out self, *, py: PythonObject) raises:
        ...


comptime PythonConvertible = ConvertibleToPython

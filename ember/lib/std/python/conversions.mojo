"""Traits of types that can become Python objects, and that can be made of them."""

from std.python.python_object import PythonObject


trait ConvertibleToPython:
    """Types whose values can be handed to Python.

    ```mojo
    from std.python import ConvertibleToPython, Python, PythonObject

    @fieldwise_init
    struct Point(ConvertibleToPython, ImplicitlyCopyable):
        var x: Int
        var y: Int

        def to_python_object(var self) raises -> PythonObject:
            return Python.tuple(self.x, self.y)

    print(Point(1, 2).to_python_object())  # (1, 2)
    ```
    """

    def to_python_object(var self) raises -> PythonObject:
        """The value as a Python object."""
        ...


trait ConvertibleFromPython:
    """Types with a constructor `Type(py=object)`.

    Example:

    ```mojo
    from std.python import ConvertibleFromPython, Python, PythonObject

    struct Point(ConvertibleFromPython):
        var x: Int
        var y: Int

        def __init__(out self, *, py: PythonObject) raises:
            self.x = Int(py=py[0])
            self.y = Int(py=py[1])

    print(Point(py=Python.tuple(1, 2)).y)  # 2
    ```
    """

    def __init__(out self, *, py: PythonObject) raises:
        """The value of a Python object."""
        ...


comptime PythonConvertible = ConvertibleToPython
"""An older name of `ConvertibleToPython`.

Example:

```mojo
from std.python import PythonObject
from std.python.conversions import PythonConvertible

@fieldwise_init
struct Seven(PythonConvertible):
    def to_python_object(var self) raises -> PythonObject:
        return PythonObject(7)

print(Seven().to_python_object())  # 7
```
"""

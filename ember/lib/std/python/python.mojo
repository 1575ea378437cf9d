"""Python: modules, evaluation, and Python's own collections."""

from std.python._cpython import PyObjectPtr, _call, _keep, _new_text
from std.python._errors import take_error
from std.python._library import ensure_python
from std.python.python_object import PythonObject, _arguments, _check, _object

comptime _EXPRESSION = Int32(258)
comptime _FILE = Int32(257)


struct Python(Defaultable, ImplicitlyCopyable):
    """The Python interpreter.

    Inside a Python process (`ember run`, an imported module) it is the one that runs already; an executable loads
    `libpython` when it first needs it, and raises when there is none.

    ```mojo
    from std.python import Python

    def main() raises:
        var math = Python.import_module("math")
        print(math.sqrt(2.0))
    ```

    ```mojo
    from std.python import Python

    print(Python.list(1, 2), Python.tuple(1, "a"), Python.dict(x=1))  # [1, 2] (1, 'a') {'x': 1}
    print(Python.none(), Python.str(7) + "!", Python.int("7") + 1, Python.float("1.5"))  # None 7! 8 1.5
    print(Python.is_type(Python.type(Python.list()), Python.type(Python.list(1))))  # True
    print(Python.py_long_as_ssize_t(Python.int(7)), Python.as_string_slice(Python.str("a")))  # 7 a
    ```
    """

    def __init__(out self):
        """The interpreter."""
        pass

    # -- code ------------------------------------------------------------------------------------

    @staticmethod
    def import_module(module: StringSlice[ImmAnyOrigin]) raises -> PythonObject:
        """A Python module by name, as `import` finds it.

        ```mojo
        from std.python import Python

        var json = Python.import_module("json")
        print(json.dumps([1, 2]))  # [1, 2]
        ```
        """
        ensure_python()
        var name = PythonObject(from_owned=_new_text(module))
        return _object(_call["PyImport_Import", PyObjectPtr](name._at()))

    @staticmethod
    def evaluate(
        expr: StringSlice[ImmAnyOrigin], file: Bool = False, name: StringSlice[ImmAnyOrigin] = "__main__"
    ) raises -> PythonObject:
        """The value of an expression; with `file`, the module that the statements make.

        ```mojo
        from std.python import Python

        print(Python.evaluate("[n * n for n in range(4)]"))  # [0, 1, 4, 9]
        var tools = Python.evaluate("def twice(x): return 2 * x", file=True, name="tools")
        print(tools.twice(21))  # 42
        ```
        """
        ensure_python()
        var code = String(expr)
        var module = _module_named(name)
        if file:
            module = _object(_call["PyModule_NewObject", PyObjectPtr](PythonObject(name)._at()))
        var names = PythonObject(from_borrowed=_call["PyModule_GetDict", PyObjectPtr](module._at()))
        _add_builtins(names)
        if not file:
            return _run(code^, _EXPRESSION, names)
        _ = _run(code^, _FILE, names)
        return module^

    def eval(self, var code: String) -> Bool:
        """Executes statements in `__main__`; False when they raised, which Python has then reported.

        ```mojo
        from std.python import Python

        print(Python().eval("import sys"))  # True
        ```
        """
        var status = _call["PyRun_SimpleString", Int32](code.unsafe_cstr_ptr())
        _ = code^
        return status == 0

    @staticmethod
    def add_to_path(dir_path: StringSlice[ImmAnyOrigin]) raises:
        """Adds a folder to those that modules are imported from.

        ```mojo
        from std.python import Python

        Python.add_to_path("scripts")
        ```
        """
        var path = Self.import_module("sys").path
        _ = path.append(PythonObject(dir_path))

    # -- values ----------------------------------------------------------------------------------

    @staticmethod
    def none() -> PythonObject:
        """Python's `None`."""
        return PythonObject()

    @staticmethod
    def list(*values: PythonObject) raises -> PythonObject:
        """A Python list: `Python.list(1, 2.5, "three")`."""
        var elements = _arguments(values)
        return _object(_call["PySequence_List", PyObjectPtr](elements._at()))

    @staticmethod
    def list[T: Copyable, //](values: List[T]) raises -> PythonObject:
        """A Python list of the converted elements."""
        return PythonObject(values)

    @staticmethod
    def list[T: Copyable, //](values: Span[T, _]) raises -> PythonObject:
        """A Python list of the converted elements."""
        var made = _object(_call["PyList_New", PyObjectPtr](0))
        for i in range(len(values)):
            var element = PythonObject(values[i])
            _check(_call["PyList_Append", Int32](made._at(), element._at()))
        return made^

    @staticmethod
    def tuple(*values: PythonObject) raises -> PythonObject:
        """A Python tuple: `Python.tuple(1, "two")`."""
        return _arguments(values)

    @staticmethod
    def dict(var **kwargs: PythonObject) raises -> PythonObject:
        """A Python dict: `Python.dict(name="Ada", born=1815)`."""
        var made = _object(_call["PyDict_New", PyObjectPtr]())
        for entry in kwargs.items():
            made[PythonObject(entry.key)] = entry.value
        return made^

    @staticmethod
    def dict[K: Copyable, V: Copyable, //](entries: List[Tuple[K, V]]) raises -> PythonObject:
        """A Python dict of pairs."""
        var made = _object(_call["PyDict_New", PyObjectPtr]())
        for i in range(len(entries)):
            made[PythonObject(entries[i][0].copy())] = PythonObject(entries[i][1].copy())
        return made^

    # -- Python's own functions ------------------------------------------------------------------

    @staticmethod
    def type(obj: PythonObject) raises -> PythonObject:
        """The type of an object: Python's `type(obj)`."""
        return _object(_call["PyObject_Type", PyObjectPtr](obj._at()))

    @staticmethod
    def is_type(x: PythonObject, y: PythonObject) -> Bool:
        """True when both are the same object."""
        return x is y

    @staticmethod
    def str(obj: PythonObject) raises -> PythonObject:
        """Python's `str(obj)`."""
        return _object(_call["PyObject_Str", PyObjectPtr](obj._at()))

    @staticmethod
    def int(obj: PythonObject) raises -> PythonObject:
        """Python's `int(obj)`."""
        return _object(_call["PyNumber_Long", PyObjectPtr](obj._at()))

    @staticmethod
    def float(obj: PythonObject) raises -> PythonObject:
        """Python's `float(obj)`."""
        return _object(_call["PyNumber_Float", PyObjectPtr](obj._at()))

    @staticmethod
    def as_string_slice(obj: PythonObject) raises -> String:
        """The text of a Python `str`."""
        return obj._to_text()

    @staticmethod
    def py_long_as_ssize_t(obj: PythonObject) raises -> Int:
        """The value of a Python `int`."""
        return obj.__int__()


def _module_named(name: StringSlice[ImmAnyOrigin]) raises -> PythonObject:
    var text = PythonObject(name)
    var module = _call["PyImport_AddModuleObject", PyObjectPtr](text._at())
    if not module:
        raise take_error()
    return PythonObject(from_borrowed=module)


def _add_builtins(names: PythonObject) raises:
    var builtins = PythonObject(from_borrowed=_call["PyEval_GetBuiltins", PyObjectPtr]())
    if "__builtins__" not in names:
        names["__builtins__"] = builtins


def _run(var code: String, kind: Int32, names: PythonObject) raises -> PythonObject:
    # Compiles and executes text with the given global names.
    var place = String("<ember>")
    var compiled = _object(
        _call["Py_CompileString", PyObjectPtr](code.unsafe_cstr_ptr(), place.unsafe_cstr_ptr(), kind)
    )
    _ = code^
    _ = place^
    return _object(_call["PyEval_EvalCode", PyObjectPtr](compiled._at(), names._at(), names._at()))

"""Python's C functions, called by name.

Each name has a place that remembers the function's address: the first call looks it up, later ones cost a load and a
branch. Only functions of the stable ABI are used, so any Python from 3.10 on will do.
"""

from std.os import abort
from std.python._library import _Address, _handle, ensure_python, find_symbol


struct PyObjectPtr(Boolable, Equatable, TrivialRegisterPassable):
    """The address of a Python object, or null; does not count as a reference.

    Example:

    ```mojo
    from std.python import PyObjectPtr

    print(Bool(PyObjectPtr()))  # False
    ```

    ```mojo
    from std.python import PyObjectPtr

    print(Bool(PyObjectPtr().as_pointer()))  # False
    ```
    """

    var address: __mlir_type.`!kgen.pointer<none>`
    """The raw address."""

    @always_inline
    def __init__(out self):
        """The null pointer."""
        self.address = _Address().address

    @always_inline
    def __init__(out self, *, at: _Address):
        """A known address."""
        self.address = at.address

    @always_inline
    def as_pointer(self) -> _Address:
        """The address as a pointer to bytes."""
        return _Address(mlir_value=self.address)

    @always_inline
    def __bool__(self) -> Bool:
        """False for the null pointer."""
        return Bool(self.as_pointer())

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """True for the same object."""
        return self.as_pointer() == other.as_pointer()

    @always_inline
    def __ne__(self, other: Self) -> Bool:
        """True for different objects."""
        return self.as_pointer() != other.as_pointer()


comptime PyObject = PyObjectPtr


@always_inline
def _symbol[name: StringLiteral]() -> UnsafePointer[_Address, MutAnyOrigin]:
    # The place that holds the address of one of Python's functions or variables.
    var place = UnsafePointer[_Address, MutAnyOrigin](mlir_value=__global_address["ember_python." + name, Int]())
    if not place[]:
        place[] = _look_up(name)
    return place


@no_inline
def _look_up(name: StringLiteral) -> _Address:
    try:
        ensure_python()
    except problem:
        abort(String(problem))
    var found = find_symbol(_handle()[], name)
    if not found:
        abort(String("this Python has no '") + name + "'")
    return found


@always_inline
def _call[name: StringLiteral, R: AnyType]() -> R:
    return _symbol[name]().bitcast[def() thin abi("C") -> R]()[]()


@always_inline
def _call[name: StringLiteral, R: AnyType, A: AnyType](a: A) -> R:
    return _symbol[name]().bitcast[def(A) thin abi("C") -> R]()[](a)


@always_inline
def _call[name: StringLiteral, R: AnyType, A: AnyType, B: AnyType](a: A, b: B) -> R:
    return _symbol[name]().bitcast[def(A, B) thin abi("C") -> R]()[](a, b)


@always_inline
def _call[name: StringLiteral, R: AnyType, A: AnyType, B: AnyType, C: AnyType](a: A, b: B, c: C) -> R:
    return _symbol[name]().bitcast[def(A, B, C) thin abi("C") -> R]()[](a, b, c)


@always_inline
def _call[
    name: StringLiteral, R: AnyType, A: AnyType, B: AnyType, C: AnyType, D: AnyType
](a: A, b: B, c: C, d: D) -> R:
    return _symbol[name]().bitcast[def(A, B, C, D) thin abi("C") -> R]()[](a, b, c, d)


# -- references ------------------------------------------------------------------------------------


@always_inline
def _keep(object: PyObjectPtr):
    # One reference more.
    _call["Py_IncRef", NoneType](object)


@always_inline
def _drop(object: PyObjectPtr):
    # One reference less.
    _call["Py_DecRef", NoneType](object)


@always_inline
def _variable[name: StringLiteral]() -> PyObjectPtr:
    # An object that is itself a variable of the library: `_Py_NoneStruct`, `PyLong_Type`.
    return PyObjectPtr(at=_symbol[name]()[])


@always_inline
def _pointed[name: StringLiteral]() -> PyObjectPtr:
    # An object that a variable of the library points to: `PyExc_TypeError`.
    return PyObjectPtr(at=_symbol[name]()[].bitcast[_Address]()[])


# -- text ------------------------------------------------------------------------------------------


@no_inline
def _new_text(text: StringSlice[ImmAnyOrigin]) -> PyObjectPtr:
    # A new `str`; bytes that are not UTF-8 become replacement characters.
    var policy = String("replace")
    var made = _call["PyUnicode_DecodeUTF8", PyObjectPtr](
        _Address(mlir_value=text._data), text.byte_length(), policy.unsafe_cstr_ptr().bitcast[Byte]()
    )
    _ = policy^
    return made


@no_inline
def _text_of(text: PyObjectPtr) -> String:
    # The text of a `str`; what UTF-8 cannot say comes as `?`.
    var size = 0
    var data = _call["PyUnicode_AsUTF8AndSize", _Address](text, UnsafePointer(to=size))
    if data:
        return String(StringSlice[ImmAnyOrigin](ptr=data, length=size))
    _call["PyErr_Clear", NoneType]()
    var coding = String("utf-8")
    var policy = String("replace")
    var bytes = _call["PyUnicode_AsEncodedString", PyObjectPtr](
        text, coding.unsafe_cstr_ptr().bitcast[Byte](), policy.unsafe_cstr_ptr().bitcast[Byte]()
    )
    _ = coding^
    _ = policy^
    if not bytes:
        _call["PyErr_Clear", NoneType]()
        return String("?")
    var result = String(unsafe_from_utf8_ptr=_call["PyBytes_AsString", _Address](bytes))
    _drop(bytes)
    return result^


# -- the interpreter's lock ------------------------------------------------------------------------


struct GILAcquired(Copyable, Movable):
    """Holds the interpreter's lock inside `with`; threads other than the first need it to use Python.

    ```mojo
    from std.python import GILAcquired, Python

    print(Python.evaluate("0"))  # 0
    with GILAcquired():
        print(Python.evaluate("1 + 1"))  # 2
    ```
    """

    var _state: Int32

    def __init__(out self):
        """Nothing happens before `with`."""
        self._state = 0

    def __init__[T: AnyType](out self, python: T):
        """Nothing happens before `with`; `python` is the interpreter, of which there is one."""
        self._state = 0

    def __enter__(mut self):
        """Waits for the lock."""
        self._state = _call["PyGILState_Ensure", Int32]()

    def __exit__(mut self):
        """Gives the lock back."""
        _call["PyGILState_Release", NoneType](self._state)


struct GILReleased(Copyable, Movable):
    """Lets other threads use Python inside `with`.

    ```mojo
    from std.python import GILReleased, Python

    print(Python.evaluate("1 + 1"))  # 2
    with GILReleased():
        print("work without Python")  # work without Python
    ```
    """

    var _state: _Address

    def __init__(out self):
        """Nothing happens before `with`."""
        self._state = _Address()

    def __init__[T: AnyType](out self, python: T):
        """Nothing happens before `with`; `python` is the interpreter, of which there is one."""
        self._state = _Address()

    def __enter__(mut self):
        """Gives the lock away."""
        self._state = _call["PyEval_SaveThread", _Address]()

    def __exit__(mut self):
        """Waits for the lock."""
        _call["PyEval_RestoreThread", NoneType](self._state)

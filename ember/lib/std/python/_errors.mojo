"""Exceptions: Python's become Mojo's errors, and Mojo's errors become Python's exceptions.

The text of an `Error` is the text of the exception. While Python is calling a Mojo function, the exception behind the
last error is remembered: if that error leaves the function, Python gets the exception itself back, type and all.
"""

from std.python._cpython import PyObjectPtr, _call, _drop, _new_text, _pointed, _text_of
from std.python._library import _Address


@always_inline
def _depth() -> UnsafePointer[Int, MutAnyOrigin]:
    # How many calls from Python into Mojo are under way.
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["ember_python_depth", Int]())


@always_inline
def _remembered() -> UnsafePointer[PyObjectPtr, MutAnyOrigin]:
    # The exception behind the last error, or null.
    return UnsafePointer[PyObjectPtr, MutAnyOrigin](mlir_value=__global_address["ember_python_exception", Int]())


@no_inline
def sentence(
    a: StringSlice[ImmAnyOrigin],
    b: StringSlice[ImmAnyOrigin],
    c: StringSlice[ImmAnyOrigin] = "",
    d: StringSlice[ImmAnyOrigin] = "",
    e: StringSlice[ImmAnyOrigin] = "",
    f: StringSlice[ImmAnyOrigin] = "",
) -> String:
    """The parts in a row: one function for all messages, so that they cost little to compile."""
    var text = String(a)
    text += b
    text += c
    text += d
    text += e
    text += f
    return text^


@no_inline
def take_error() -> Error:
    """The exception that Python has just raised, as an error; Python forgets it."""
    var kind = PyObjectPtr()
    var value = PyObjectPtr()
    var trace = PyObjectPtr()
    var kind_at = UnsafePointer(to=kind)
    var value_at = UnsafePointer(to=value)
    var trace_at = UnsafePointer(to=trace)
    _call["PyErr_Fetch", NoneType](kind_at, value_at, trace_at)
    _call["PyErr_NormalizeException", NoneType](kind_at, value_at, trace_at)
    if not value_at[]:
        return Error("an unknown Python exception")
    var text = _describe(value_at[])
    if trace_at[]:
        _ = _call["PyException_SetTraceback", Int32](value_at[], trace_at[])
        _drop(trace_at[])
    _drop(kind_at[])
    if _depth()[] > 0:
        _forget()
        _remembered()[] = value_at[]
    else:
        _drop(value_at[])
    return Error(text^)


def _describe(exception: PyObjectPtr) -> String:
    # What Python prints after the exception's type; the type when there is nothing more to say.
    var shown = _call["PyObject_Str", PyObjectPtr](exception)
    if not shown:
        _call["PyErr_Clear", NoneType]()
        return String("a Python exception that cannot be shown")
    var text = _text_of(shown)
    _drop(shown)
    if text:
        return text^
    var kind = _call["PyObject_Type", PyObjectPtr](exception)
    var attribute = _new_text("__name__")
    var name = _call["PyObject_GetAttr", PyObjectPtr](kind, attribute)
    _drop(attribute)
    _drop(kind)
    text = _text_of(name)
    _drop(name)
    return text^


@no_inline
def give_error(error: Error):
    """Raises an error in Python: as the exception it came from, else as a plain `Exception`."""
    var text = String(error)
    var source = _remembered()[]
    if source and _describe(source) == text:
        var kind = _call["PyObject_Type", PyObjectPtr](source)
        _call["PyErr_SetObject", NoneType](kind, source)
        _drop(kind)
        return
    set_exception(_pointed["PyExc_Exception"](), text)


def set_exception(kind: PyObjectPtr, text: StringSlice[ImmAnyOrigin]):
    """Makes Python raise an exception of this type when the Mojo function returns."""
    var message = _new_text(text)
    _call["PyErr_SetObject", NoneType](kind, message)
    _drop(message)


@no_inline
def type_error(text: StringSlice[ImmAnyOrigin]) -> Error:
    """An error that Python sees as a `TypeError`."""
    set_exception(_pointed["PyExc_TypeError"](), text)
    return take_error()


@always_inline
def enter_from_python():
    """A call from Python into Mojo begins."""
    _depth()[] += 1


@always_inline
def leave_to_python():
    """A call from Python into Mojo ends."""
    _depth()[] -= 1
    if _depth()[] == 0:
        _forget()


def _forget():
    if _remembered()[]:
        _drop(_remembered()[])
        _remembered()[] = PyObjectPtr()

"""The C functions through which Python calls Mojo functions: one for each, made by the compiler.

A function of any argument types is called through Python's fast convention: `self`, an array of arguments, their number.
Each argument is converted to the type that the function takes, and the result to a Python object; what the function raises
becomes an exception.
"""

from std.python._arguments import receive, receive_self
from std.python._buffers import _Held
from std.python._cpython import PyObjectPtr
from std.python._errors import enter_from_python, give_error, leave_to_python, sentence, type_error
from std.python._library import _Address
from std.python.python_object import PythonObject

comptime _Arguments = UnsafePointer[PyObjectPtr, MutAnyOrigin]
comptime _FastFunction = def(PyObjectPtr, _Arguments, Int) thin abi("C") -> PyObjectPtr


@always_inline
def _check_count(found: Int, wanted: Int) raises:
    if found != wanted:
        raise _wrong_count(found, wanted)


@no_inline
def _wrong_count(found: Int, wanted: Int) -> Error:
    var noun: StaticString = " argument, got " if wanted == 1 else " arguments, got "
    return type_error(sentence("expected ", String(wanted), noun, String(found)))


@always_inline
def _failed(error: Error) -> PyObjectPtr:
    # Null, after the error has been handed to Python.
    give_error(error)
    return PyObjectPtr()


@always_inline
def _given[R: Deinitable](var result: R) raises -> PyObjectPtr:
    # A new reference to the result as a Python object.
    return PythonObject(result).steal_data()


def _call_function[
    R: Deinitable, //, function: def() raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 0)
        result = _given(function())
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[R: Deinitable, //, function: def() raises thin -> R]() -> _Address:
    """The C function that calls `function` with 0 arguments."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, R: Deinitable, //, function: def(A) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 1)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        result = _given(function(a))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, R: Deinitable, //, function: def(A) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 1 argument."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, B: Deinitable, R: Deinitable, //, function: def(A, B) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 2)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        var b = receive[B](arguments[1], 2, held)
        result = _given(function(a, b))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, B: Deinitable, R: Deinitable, //, function: def(A, B) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 2 arguments."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, B: Deinitable, C: Deinitable, R: Deinitable, //, function: def(A, B, C) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 3)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        var b = receive[B](arguments[1], 2, held)
        var c = receive[C](arguments[2], 3, held)
        result = _given(function(a, b, c))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, B: Deinitable, C: Deinitable, R: Deinitable, //, function: def(A, B, C) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 3 arguments."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, R: Deinitable, //, function: def(A, B, C, D) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 4)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        var b = receive[B](arguments[1], 2, held)
        var c = receive[C](arguments[2], 3, held)
        var d = receive[D](arguments[3], 4, held)
        result = _given(function(a, b, c, d))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, R: Deinitable, //, function: def(A, B, C, D) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 4 arguments."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 5)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        var b = receive[B](arguments[1], 2, held)
        var c = receive[C](arguments[2], 3, held)
        var d = receive[D](arguments[3], 4, held)
        var e = receive[E](arguments[4], 5, held)
        result = _given(function(a, b, c, d, e))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 5 arguments."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 6)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        var b = receive[B](arguments[1], 2, held)
        var c = receive[C](arguments[2], 3, held)
        var d = receive[D](arguments[3], 4, held)
        var e = receive[E](arguments[4], 5, held)
        var f = receive[F](arguments[5], 6, held)
        result = _given(function(a, b, c, d, e, f))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 6 arguments."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, G: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F, G) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 7)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        var b = receive[B](arguments[1], 2, held)
        var c = receive[C](arguments[2], 3, held)
        var d = receive[D](arguments[3], 4, held)
        var e = receive[E](arguments[4], 5, held)
        var f = receive[F](arguments[5], 6, held)
        var g = receive[G](arguments[6], 7, held)
        result = _given(function(a, b, c, d, e, f, g))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, G: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F, G) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 7 arguments."""
    return _address_of_fast(_call_function[function])


def _call_function[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, G: Deinitable, H: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F, G, H) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 8)
        var held = _Held()
        var a = receive[A](arguments[0], 1, held)
        var b = receive[B](arguments[1], 2, held)
        var c = receive[C](arguments[2], 3, held)
        var d = receive[D](arguments[3], 4, held)
        var e = receive[E](arguments[4], 5, held)
        var f = receive[F](arguments[5], 6, held)
        var g = receive[G](arguments[6], 7, held)
        var h = receive[H](arguments[7], 8, held)
        result = _given(function(a, b, c, d, e, f, g, h))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_function[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, G: Deinitable, H: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F, G, H) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 8 arguments."""
    return _address_of_fast(_call_function[function])


def _call_method[
    A: Deinitable, R: Deinitable, //, function: def(A) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 0)
        var a = receive_self[A](self_)
        result = _given(function(a))
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_method[A: Deinitable, R: Deinitable, //, function: def(A) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 0 arguments."""
    return _address_of_fast(_call_method[function])


def _call_method[
    A: Deinitable, B: Deinitable, R: Deinitable, //, function: def(A, B) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 1)
        var held = _Held()
        var a = receive_self[A](self_)
        var b = receive[B](arguments[0], 1, held)
        result = _given(function(a, b))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_method[A: Deinitable, B: Deinitable, R: Deinitable, //, function: def(A, B) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 1 argument."""
    return _address_of_fast(_call_method[function])


def _call_method[
    A: Deinitable, B: Deinitable, C: Deinitable, R: Deinitable, //, function: def(A, B, C) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 2)
        var held = _Held()
        var a = receive_self[A](self_)
        var b = receive[B](arguments[0], 1, held)
        var c = receive[C](arguments[1], 2, held)
        result = _given(function(a, b, c))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_method[A: Deinitable, B: Deinitable, C: Deinitable, R: Deinitable, //, function: def(A, B, C) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 2 arguments."""
    return _address_of_fast(_call_method[function])


def _call_method[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, R: Deinitable, //, function: def(A, B, C, D) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 3)
        var held = _Held()
        var a = receive_self[A](self_)
        var b = receive[B](arguments[0], 1, held)
        var c = receive[C](arguments[1], 2, held)
        var d = receive[D](arguments[2], 3, held)
        result = _given(function(a, b, c, d))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_method[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, R: Deinitable, //, function: def(A, B, C, D) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 3 arguments."""
    return _address_of_fast(_call_method[function])


def _call_method[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 4)
        var held = _Held()
        var a = receive_self[A](self_)
        var b = receive[B](arguments[0], 1, held)
        var c = receive[C](arguments[1], 2, held)
        var d = receive[D](arguments[2], 3, held)
        var e = receive[E](arguments[3], 4, held)
        result = _given(function(a, b, c, d, e))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_method[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 4 arguments."""
    return _address_of_fast(_call_method[function])


def _call_method[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 5)
        var held = _Held()
        var a = receive_self[A](self_)
        var b = receive[B](arguments[0], 1, held)
        var c = receive[C](arguments[1], 2, held)
        var d = receive[D](arguments[2], 3, held)
        var e = receive[E](arguments[3], 4, held)
        var f = receive[F](arguments[4], 5, held)
        result = _given(function(a, b, c, d, e, f))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_method[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 5 arguments."""
    return _address_of_fast(_call_method[function])


def _call_method[
    A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, G: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F, G) raises thin -> R
](self_: PyObjectPtr, arguments: _Arguments, count: Int) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        _check_count(count, 6)
        var held = _Held()
        var a = receive_self[A](self_)
        var b = receive[B](arguments[0], 1, held)
        var c = receive[C](arguments[1], 2, held)
        var d = receive[D](arguments[2], 3, held)
        var e = receive[E](arguments[3], 4, held)
        var f = receive[F](arguments[4], 5, held)
        var g = receive[G](arguments[5], 6, held)
        result = _given(function(a, b, c, d, e, f, g))
        _ = held^
    except error:
        result = _failed(error)
    leave_to_python()
    return result


def entry_of_method[A: Deinitable, B: Deinitable, C: Deinitable, D: Deinitable, E: Deinitable, F: Deinitable, G: Deinitable, R: Deinitable, //, function: def(A, B, C, D, E, F, G) raises thin -> R]() -> _Address:
    """The C function that calls `function` with 6 arguments."""
    return _address_of_fast(_call_method[function])


@always_inline
def _address_of_fast(function: _FastFunction) -> _Address:
    var place = function
    return UnsafePointer(to=place).bitcast[_Address]()[]

"""What Python passes to a Mojo function, as the types the function takes.

Unlike `Int(py=x)`, which takes what Python's `int()` takes, an argument must fit: an `Int` wants an integer, a `Float64` a
number, a `String` a text. `Span` and `UnsafePointer` of numbers take any object with contiguous memory of that format
(NumPy arrays, `array`, `memoryview`, and what offers DLPack, such as Torch's tensors): the function sees the object's own
memory. It stays locked until the function returns.
"""

from std.python._buffers import _Format, _Held
from std.python._cpython import PyObjectPtr, _call, _drop, _pointed, _text_of, _variable
from std.python._errors import sentence, set_exception, take_error, type_error
from std.python._library import _Address
from std.python._values import _value_address
from std.python.conversions import ConvertibleFromPython
from std.python.python_object import PythonObject


struct _Kind[T: AnyType](TrivialRegisterPassable):
    """Stands for a type where overloads choose by it."""

    @always_inline
    def __init__(out self):
        pass


@always_inline
def receive[T: AnyType](object: PyObjectPtr, position: Int, mut held: _Held) raises -> T:
    """An argument as a `T`; `held` keeps memory that it refers to."""
    return _receive(_Kind[T](), object, position, held)


@always_inline
def _receive[
    dtype: DType, //
](kind: _Kind[Scalar[dtype]], object: PyObjectPtr, position: Int, mut held: _Held) raises -> Scalar[dtype]:
    comptime if dtype == DType.bool:
        return Scalar[dtype](_truth(object, position))
    elif dtype.is_floating_point():
        return Scalar[dtype](_number(object, position))
    elif dtype.is_unsigned():
        return Scalar[dtype](_unsigned(object, position, UInt64(Scalar[dtype].MAX)))
    else:
        return Scalar[dtype](_signed(object, position, Int(Scalar[dtype].MIN), Int(Scalar[dtype].MAX)))


def _receive(kind: _Kind[Bool], object: PyObjectPtr, position: Int, mut held: _Held) raises -> Bool:
    return _truth(object, position)


@no_inline
def _receive(kind: _Kind[String], object: PyObjectPtr, position: Int, mut held: _Held) raises -> String:
    if _call["PyObject_IsInstance", Int32](object, _variable["PyUnicode_Type"]()) != 1:
        raise wrong_type(object, position, "a str")
    return _text_of(object)


def _receive(kind: _Kind[PythonObject], object: PyObjectPtr, position: Int, mut held: _Held) raises -> PythonObject:
    return PythonObject(from_borrowed=object)


def _receive[T: ConvertibleFromPython, //](kind: _Kind[T], object: PyObjectPtr, position: Int, mut held: _Held) raises -> T:
    return T(py=PythonObject(from_borrowed=object))


def _receive[
    mut: Bool, dtype: DType, origin: Origin[mut=mut], //
](kind: _Kind[Span[mut=mut, Scalar[dtype], origin]], object: PyObjectPtr, position: Int, mut held: _Held) raises -> Span[Scalar[dtype], origin]:
    var memory = held.lock(object, position, _Format.of[dtype](), mut)
    return Span[Scalar[dtype], origin](
        ptr=UnsafePointer[Scalar[dtype], origin](mlir_value=memory.data.address), length=memory.count
    )


def _receive[
    mut: Bool, dtype: DType, origin: Origin[mut=mut], //
](kind: _Kind[UnsafePointer[mut=mut, Scalar[dtype], origin]], object: PyObjectPtr, position: Int, mut held: _Held) raises -> UnsafePointer[
    Scalar[dtype], origin
]:
    var memory = held.lock(object, position, _Format.of[dtype](), mut)
    return UnsafePointer[Scalar[dtype], origin](mlir_value=memory.data.address)


def receive_self[T: AnyType](object: PyObjectPtr) raises -> T:
    """The object a method is called on, as a `T`: a PythonObject, or a pointer to the Mojo value inside."""
    return _receive_self(_Kind[T](), object)


def _receive_self(kind: _Kind[PythonObject], object: PyObjectPtr) raises -> PythonObject:
    return PythonObject(from_borrowed=object)


def _receive_self[
    mut: Bool, T: AnyType, origin: Origin[mut=mut], //
](kind: _Kind[UnsafePointer[mut=mut, T, origin]], object: PyObjectPtr) raises -> UnsafePointer[T, origin]:
    var found = _value_address[T](PythonObject(from_borrowed=object))
    return UnsafePointer[T, origin](mlir_value=found.address)


# -- numbers -----------------------------------------------------------------------------------------


@no_inline
def _truth(object: PyObjectPtr, position: Int) raises -> Bool:
    # Python's own truth values, and NumPy's.
    if object == _variable["_Py_TrueStruct"]():
        return True
    if object == _variable["_Py_FalseStruct"]():
        return False
    var name = type_name(object)
    if name != "bool" and name != "bool_":
        raise wrong_type(object, position, "a bool")
    return _call["PyObject_IsTrue", Int32](object) == 1


@no_inline
def _number(object: PyObjectPtr, position: Int) raises -> Float64:
    var value = _call["PyFloat_AsDouble", Float64](object)
    if value == -1.0 and _call["PyErr_Occurred", _Address]():
        raise wrong_type(object, position, "a number")
    return value


@no_inline
def _signed(object: PyObjectPtr, position: Int, lowest: Int, highest: Int) raises -> Int:
    var number = _integer(object, position)
    var value = _call["PyLong_AsSsize_t", Int](number)
    _drop(number)
    if value == -1 and _call["PyErr_Occurred", _Address]():
        raise take_error()
    if value > highest or value < lowest:
        raise _out_of_range(position, String(lowest), String(highest))
    return value


@no_inline
def _unsigned(object: PyObjectPtr, position: Int, highest: UInt64) raises -> UInt64:
    var number = _integer(object, position)
    var value = _call["PyLong_AsUnsignedLongLong", UInt64](number)
    _drop(number)
    if value == UInt64.MAX and _call["PyErr_Occurred", _Address]():
        raise take_error()
    if value > highest:
        raise _out_of_range(position, "0", String(highest))
    return value


@no_inline
def _integer(object: PyObjectPtr, position: Int) raises -> PyObjectPtr:
    # A new reference to a Python `int`.
    var number = _call["PyNumber_Index", PyObjectPtr](object)
    if not number:
        raise wrong_type(object, position, "an integer")
    return number


# -- what is wrong with an argument ------------------------------------------------------------------


@no_inline
def type_name(object: PyObjectPtr) raises -> String:
    """The name of an object's type."""
    var kind = PythonObject(from_owned=_call["PyObject_Type", PyObjectPtr](object))
    return String(kind.__getattr__("__name__"))


@no_inline
def wrong_type(object: PyObjectPtr, position: Int, wanted: StringSlice[ImmAnyOrigin]) raises -> Error:
    """A Python `TypeError` that says what was expected and what came."""
    _call["PyErr_Clear", NoneType]()
    return type_error(sentence(argument(position), " must be ", wanted, ", not '", type_name(object), "'"))


@no_inline
def argument(position: Int) -> String:
    """How messages call an argument."""
    return sentence("argument ", String(position))


@no_inline
def _out_of_range(position: Int, lowest: StringSlice[ImmAnyOrigin], highest: StringSlice[ImmAnyOrigin]) -> Error:
    var text = sentence(argument(position), " must be from ", lowest, " to ", highest)
    set_exception(_pointed["PyExc_OverflowError"](), text)
    return take_error()

"""Mojo values inside Python objects.

An object's memory is Python's header (a count and a type, 16 bytes), then the Mojo value, then a byte that says whether
the value is there. Each Mojo type has one Python type, made by `PythonTypeBuilder`.
"""

from std.python._cpython import PyObjectPtr, _call, _drop
from std.python._errors import sentence, take_error, type_error
from std.python._library import _Address
from std.python.python_object import PythonObject, _object

comptime _HEADER = 16
comptime _TP_FREE = Int32(74)


@always_inline
def _type_place[T: AnyType]() -> UnsafePointer[PyObjectPtr, MutAnyOrigin]:
    # The Python type of a Mojo type, or null.
    return UnsafePointer[PyObjectPtr, MutAnyOrigin](
        mlir_value=__global_address["ember_python_type." + __qualified_type_name[T](), Int]()
    )


def lookup_py_type_object[T: AnyType]() raises -> PythonObject:
    """The Python type of a Mojo type; raises when no module added it."""
    var type = _type_place[T]()[]
    if not type:
        raise Error(
            sentence("No Python type object registered for Mojo type '", __type_name[T](), "'; add it with add_type")
        )
    return PythonObject(from_borrowed=type)


@always_inline
def _object_size[T: AnyType]() -> Int:
    return _HEADER + (__size_of[T]() + 1 + 15) // 16 * 16


@always_inline
def _flag[T: AnyType](object: PyObjectPtr) -> UnsafePointer[Byte, MutAnyOrigin]:
    # The byte that says whether the value is there.
    return object.as_pointer() + _HEADER + __size_of[T]()


@always_inline
def _value[T: AnyType](object: PyObjectPtr) -> UnsafePointer[T, MutAnyOrigin]:
    return (object.as_pointer() + _HEADER).bitcast[T]()


def _allocate[T: Movable & Deinitable](var value: T) raises -> PythonObject:
    var type = lookup_py_type_object[T]()
    var made = _object(_call["PyType_GenericAlloc", PyObjectPtr](type._at(), 0))
    _value[T](made._ptr).init_pointee_move(value^)
    _flag[T](made._ptr)[] = 1
    return made^


def _value_address[T: AnyType](object: PythonObject) raises -> UnsafePointer[T, MutAnyOrigin]:
    var type = lookup_py_type_object[T]()
    var fits = _call["PyObject_IsInstance", Int32](object._at(), type._at())
    if fits < 0:
        raise take_error()
    if fits == 0:
        var found = _object(_call["PyObject_Type", PyObjectPtr](object._at()))
        var name = String(found.__getattr__("__name__"))
        raise type_error(sentence("expected a '", __type_name[T](), "', not a '", name, "'"))
    if _flag[T](object._ptr)[] == 0:
        raise type_error(sentence("this '", __type_name[T](), "' was never initialised"))
    return _value[T](object._ptr)


def _deallocate[T: Deinitable](object: PyObjectPtr):
    # Python's `tp_dealloc`: drops the value, gives the memory back, and lets go of the type.
    if _flag[T](object)[] != 0:
        _flag[T](object)[] = 0
        _value[T](object).destroy_pointee()
    var type = _call["PyObject_Type", PyObjectPtr](object)
    var free = _call["PyType_GetSlot", _Address](type, _TP_FREE)  # a subclass in Python may have its own
    UnsafePointer(to=free).bitcast[def(PyObjectPtr) thin abi("C") -> NoneType]()[](object)
    _drop(type)  # what asking for it added
    _drop(type)  # what the object held

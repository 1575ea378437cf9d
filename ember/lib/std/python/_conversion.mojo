"""Mojo's numbers and collections as Python objects."""

from std.python._cpython import PyObjectPtr, _call
from std.python.python_object import PythonObject, _check, _object


@no_inline
def _number_of[dtype: DType](value: Scalar[dtype]) -> PyObjectPtr:
    comptime if dtype == DType.bool:
        return _call["PyBool_FromLong", PyObjectPtr](Int(value))
    elif dtype.is_floating_point():
        return _call["PyFloat_FromDouble", PyObjectPtr](Float64(value))
    elif dtype.bit_width() > 64:
        var text = String(value)
        var made = _call["PyLong_FromString", PyObjectPtr](text.unsafe_cstr_ptr(), 0, Int32(10))
        _ = text^
        return made
    elif dtype.is_unsigned():
        return _call["PyLong_FromUnsignedLongLong", PyObjectPtr](UInt64(value))
    else:
        return _call["PyLong_FromSsize_t", PyObjectPtr](Int(value))


def _slice_of(value: Slice) -> PyObjectPtr:
    var start = _bound(value.start)
    var end = _bound(value.end)
    var step = _bound(value.step)
    return _call["PySlice_New", PyObjectPtr](start._at(), end._at(), step._at())


def _bound(value: Optional[Int]) -> PythonObject:
    if value:
        return PythonObject(value.value())
    return PythonObject()


def _list_of[T: Copyable](values: List[T]) raises -> PythonObject:
    var made = _object(_call["PyList_New", PyObjectPtr](len(values)))
    for i in range(len(values)):
        var element = PythonObject(values[i].copy())
        _check(_call["PyList_SetItem", Int32](made._at(), i, element^.steal_data()))
    return made^


def _set_of[T: Copyable](values: List[T]) raises -> PythonObject:
    var elements = _list_of(values)
    return _object(_call["PySet_New", PyObjectPtr](elements._at()))


def _dict_of[K: KeyElement, V: Copyable](values: Dict[K, V]) raises -> PythonObject:
    var made = _object(_call["PyDict_New", PyObjectPtr]())
    for entry in values.items():
        var key = PythonObject(entry.key.copy())
        var value = PythonObject(entry.value.copy())
        _check(_call["PyDict_SetItem", Int32](made._at(), key._at(), value._at()))
    return made^


def _tuple_of[*Ts: AnyType](values: Tuple[*Ts]) raises -> PythonObject:
    var made = _object(_call["PyTuple_New", PyObjectPtr](Ts.__len__()))
    comptime for i in range(Ts.__len__()):
        var element = PythonObject(values[i])
        _check(_call["PyTuple_SetItem", Int32](made._at(), i, element^.steal_data()))
    return made^

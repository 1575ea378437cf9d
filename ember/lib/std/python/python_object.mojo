"""PythonObject: any Python value in a Mojo program."""

from std.builtin.value import _PythonValue
from std.python._conversion import _dict_of, _list_of, _number_of, _set_of, _slice_of, _tuple_of
from std.python._cpython import PyObjectPtr, _call, _drop, _keep, _new_text, _pointed, _text_of, _variable
from std.python._errors import take_error
from std.python._library import _Address
from std.python._values import _allocate, _value_address
from std.python.conversions import ConvertibleToPython


@always_inline
def _none() -> PyObjectPtr:
    return _variable["_Py_NoneStruct"]()


@always_inline
def _object(made: PyObjectPtr) raises -> PythonObject:
    # The object behind a new reference; null stands for an exception.
    if not made:
        raise take_error()
    return PythonObject(from_owned=made)


@always_inline
def _check(status: Int32) raises:
    # Minus one stands for an exception.
    if status < 0:
        raise take_error()


struct PythonObject(
    Boolable,
    Copyable,
    Defaultable,
    Deinitable,
    FloatableRaising,
    Hashable,
    Identifiable,
    ImplicitlyCopyable,
    IntableRaising,
    Movable,
    SizedRaising,
    Stringable,
    Writable,
    _PythonValue,
):
    """A Python object: attributes, calls, operators, subscripts and iteration as in Python.

    Numbers, texts, `None` and displays become Python objects where one is wanted; the way back is written out:
    `Int(py=x)`, `Float64(py=x)`, `Bool(x)`, `String(x)`.

    ```mojo
    from std.python import PythonObject

    var numbers: PythonObject = [1, 2, 3]
    numbers.append(4)
    print(len(numbers), numbers[0] + 10)  # 4 11
    for number in numbers:
        print(Int(py=number) * 2, end=" ")  # 2 4 6 8
    ```

    ```mojo
    from std.python import PythonObject

    var number = PythonObject(7)
    print(number.to_float64(), number.to_python_object(), Bool(number.unsafe_as_py_object_ptr()))  # 7.0 7 True
    var taken = number^.steal_data()
    print(PythonObject(from_owned=taken))  # 7
    ```
    """

    comptime __may_be_unused = True

    var _ptr: PyObjectPtr

    # -- life ------------------------------------------------------------------------------------

    def __init__(out self):
        """Python's `None`."""
        self = Self(from_borrowed=_none())

    @always_inline
    def __init__(out self, *, from_owned: PyObjectPtr):
        """Takes over a reference that the caller owns."""
        self._ptr = from_owned

    @always_inline
    def __init__(out self, *, from_borrowed: PyObjectPtr):
        """Makes a reference of its own."""
        _keep(from_borrowed)
        self._ptr = from_borrowed

    @always_inline
    def __init__(out self, *, copy: Self):
        """Another reference to the same object."""
        _keep(copy._ptr)
        self._ptr = copy._ptr

    @always_inline
    def __init__(out self, *, deinit move: Self):
        """Takes the reference over."""
        self._ptr = move._ptr

    @always_inline
    def __deinit__(deinit self):
        """Gives the reference back."""
        _drop(self._ptr)

    @always_inline
    def _at(ref self) -> UnsafePointer[Byte, origin_of(self)]:
        # The object's address; the reference is held as long as the address is used.
        return UnsafePointer[Byte, origin_of(self)](mlir_value=self._ptr.address)

    @always_inline
    def __init__(out self, value: Self):
        """Another reference to the same object."""
        self = Self(from_borrowed=value._ptr)

    # -- Mojo values as Python objects -------------------------------------------------------------

    @implicit
    def __init__(out self, value: NoneType):
        """Python's `None`."""
        self = Self(from_borrowed=_none())

    @implicit
    def __init__(out self, value: Bool):
        """Python's `True` or `False`."""
        self._ptr = _call["PyBool_FromLong", PyObjectPtr](Int(value))

    @always_inline
    @implicit
    def __init__(out self, value: IntLiteral):
        """A Python `int`."""
        self = Self(Int(value))

    @always_inline
    @implicit
    def __init__(out self, value: FloatLiteral):
        """A Python `float`."""
        self = Self(Float64(value))

    @implicit
    def __init__[dtype: DType, //](out self, value: Scalar[dtype]):
        """A Python `int`, `float` or `bool`."""
        self._ptr = _number_of(value)

    @always_inline
    @implicit
    def __init__(out self, value: StringLiteral):
        """A Python `str`."""
        self._ptr = _new_text(value)

    @implicit
    def __init__(out self, value: String):
        """A Python `str`."""
        self._ptr = _new_text(value)

    @implicit
    def __init__[origin: Origin, //](out self, value: StringSlice[origin]):
        """A Python `str`."""
        self._ptr = _new_text(StringSlice[ImmAnyOrigin](value))

    @implicit
    def __init__(out self, value: Slice):
        """A Python `slice`."""
        self._ptr = _slice_of(value)

    @implicit
    def __init__(out self, value: ContiguousSlice):
        """A Python `slice`."""
        self._ptr = _slice_of(Slice(value))

    @implicit
    def __init__[T: Copyable, //](out self, value: List[T]) raises:
        """A Python `list` of the converted elements."""
        self = _list_of(value)

    @implicit
    def __init__[K: KeyElement, V: Copyable, //](out self, value: Dict[K, V]) raises:
        """A Python `dict` of the converted entries."""
        self = _dict_of(value)

    @implicit
    def __init__[*Ts: AnyType](out self, value: Tuple[*Ts]) raises:
        """A Python `tuple` of the converted elements."""
        self = _tuple_of(value)

    @implicit
    def __init__[T: Copyable, //](out self, value: Optional[T]) raises:
        """The converted value, or Python's `None`."""
        if value:
            self = Self(value.value().copy())
        else:
            self = Self()

    @implicit
    def __init__[T: ConvertibleToPython & Copyable, //](out self, value: T) raises:
        """What the value's `to_python_object` makes of it."""
        self = value.copy().to_python_object()

    def __init__(out self, var *values: Self, __list_literal__: NoneType) raises:
        """`[a, b]`: a Python `list`."""
        self = _list_of(_taken(values^._taken()))

    def __init__(out self, var *values: Self, __set_literal__: NoneType) raises:
        """`{a, b}`: a Python `set`."""
        self = _set_of(_taken(values^._taken()))

    def __init__(out self, var keys: List[Self], var values: List[Self], __dict_literal__: NoneType) raises:
        """`{key: value}`: a Python `dict`."""
        self = _object(_call["PyDict_New", PyObjectPtr]())
        for i in range(len(keys)):
            _check(_call["PyObject_SetItem", Int32](self._ptr, keys[i]._at(), values[i]._at()))

    def __init__[T: Movable & Deinitable](out self, *, var alloc: T) raises:
        """A Python object that holds a Mojo value; its type must have been added to a module with `add_type`."""
        self = _allocate(alloc^)

    # -- Python objects as Mojo values ------------------------------------------------------------

    def __bool__(self) -> Bool:
        """Python's idea of its truth; False when Python cannot tell."""
        var truth = _call["PyObject_IsTrue", Int32](self._ptr)
        if truth < 0:
            _call["PyErr_Clear", NoneType]()
        return truth == 1

    def __int__(self) raises -> Int:
        """What Python's `int()` makes of it; raises when it is not a number or too large."""
        var number = _object(_call["PyNumber_Long", PyObjectPtr](self._ptr))
        var value = _call["PyLong_AsSsize_t", Int](number._at())
        if value == -1 and _call["PyErr_Occurred", _Address]():
            raise take_error()
        return value

    def __float__(self) raises -> Float64:
        """What Python's `float()` makes of it; raises when it is not a number."""
        var number = _object(_call["PyNumber_Float", PyObjectPtr](self._ptr))
        return _call["PyFloat_AsDouble", Float64](number._at())

    def _to_unsigned(self) raises -> UInt64:
        var number = _object(_call["PyNumber_Long", PyObjectPtr](self._ptr))
        var value = _call["PyLong_AsUnsignedLongLong", UInt64](number._at())
        if value == UInt64.MAX and _call["PyErr_Occurred", _Address]():
            raise take_error()
        return value

    def _to_bool(self) raises -> Bool:
        var truth = _call["PyObject_IsTrue", Int32](self._ptr)
        _check(truth)
        return truth == 1

    def _to_text(self) raises -> String:
        var shown = _object(_call["PyObject_Str", PyObjectPtr](self._ptr))
        var text = _text_of(shown._ptr)
        _ = shown^
        return text^

    def __str__(self) -> String:
        """What Python's `str()` makes of it."""
        try:
            return self._to_text()
        except problem:
            return String("<no text: ") + String(problem) + ">"

    def __repr__(self) -> String:
        """`PythonObject(…)` around what Python's `repr()` makes of it."""
        return String("PythonObject(") + self._representation() + ")"

    def _representation(self) -> String:
        var shown = _call["PyObject_Repr", PyObjectPtr](self._ptr)
        if not shown:
            return String("<no text: ") + String(take_error()) + ">"
        var text = _text_of(shown)
        _drop(shown)
        return text^

    def write_to(self, mut writer: Some[Writer]):
        """Writes what Python's `str()` makes of it."""
        writer.write_string(self.__str__())

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `PythonObject(…)` around what Python's `repr()` makes of it."""
        writer.write_string(self.__repr__())

    def __len__(self) raises -> Int:
        """How many elements it has."""
        var length = _call["PyObject_Size", Int](self._ptr)
        if length < 0:
            raise take_error()
        return length

    def __hash__(self) raises -> Int:
        """Python's hash of it."""
        var value = _call["PyObject_Hash", Int](self._ptr)
        if value == -1:
            raise take_error()
        return value

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds Python's hash; that of an object without one is 0."""
        var value = _call["PyObject_Hash", Int](self._ptr)
        if value == -1:
            _call["PyErr_Clear", NoneType]()
            value = 0
        hasher._update_word(UInt64(value))

    def to_python_object(var self) raises -> PythonObject:
        """The object itself."""
        return self^

    def to_float64(self) raises -> Float64:
        """What Python's `float()` makes of it."""
        return self.__float__()

    def unsafe_as_py_object_ptr(self) -> PyObjectPtr:
        """The object's address; it is valid as long as the object lives."""
        return self._ptr

    def steal_data(deinit self) -> PyObjectPtr:
        """The object's address, together with the reference to it."""
        return self._ptr

    def unsafe_get_as_pointer[dtype: DType](self) raises -> UnsafePointer[Scalar[dtype], MutAnyOrigin]:
        """The address that a Python `int` holds, such as `array.ctypes.data`.

        ```mojo
        from std.python import Python

        var array = Python.import_module("numpy").ones(3)
        var data = array.ctypes.data.unsafe_get_as_pointer[DType.float64]()
        print(data[2], len(array))  # 1.0 3
        ```
        """
        var place = self.__int__()
        return UnsafePointer(to=place).bitcast[UnsafePointer[Scalar[dtype], MutAnyOrigin]]()[]

    def downcast_value_ptr[T: AnyType](self, *, func: StaticString = "") raises -> UnsafePointer[T, MutAnyOrigin]:
        """Where the Mojo value of a Python object is; raises when it holds none of this type.

        Example:

        ```mojo
        from std.python import PythonObject
        from std.python.bindings import PythonTypeBuilder

        @fieldwise_init
        struct Answer(Defaultable, Movable):
            var value: Int

            def __init__(out self):
                self.value = 42

        var builder = PythonTypeBuilder.bind[Answer]("Answer")
        _ = builder.def_init_defaultable[Answer]()
        var answer = builder.finalize()()
        print(answer.downcast_value_ptr[Answer]()[].value)  # 42
        print(answer.unchecked_downcast_value_ptr[Answer]()[].value)  # 42
        ```
        """
        return _value_address[T](self)

    def unchecked_downcast_value_ptr[T: AnyType](self) -> UnsafePointer[T, MutAnyOrigin]:
        """Where the Mojo value of a Python object is, if it holds one of this type."""
        return (self._ptr.as_pointer() + 16).bitcast[T]()

    # -- attributes, subscripts, calls ---------------------------------------------------------------

    def __getattr__(self, name: StaticString) raises -> Self:
        """`self.name`."""
        var text = Self(from_owned=_new_text(name))
        return _object(_call["PyObject_GetAttr", PyObjectPtr](self._ptr, text._at()))

    def __setattr__(self, name: StaticString, value: Self) raises:
        """`self.name = value`."""
        var text = Self(from_owned=_new_text(name))
        _check(_call["PyObject_SetAttr", Int32](self._ptr, text._at(), value._at()))

    def __getitem__(self, *keys: Self) raises -> Self:
        """`self[key]`; several keys make a tuple, and slices are keys."""
        var key = _key(keys)
        return _object(_call["PyObject_GetItem", PyObjectPtr](self._ptr, key._at()))

    def __setitem__(self, *keys: Self, value: Self) raises:
        """`self[key] = value`."""
        var key = _key(keys)
        _check(_call["PyObject_SetItem", Int32](self._ptr, key._at(), value._at()))

    def __delitem__(self, key: Self) raises:
        """`del self[key]`."""
        _check(_call["PyObject_DelItem", Int32](self._ptr, key._at()))

    def __contains__(self, value: Self) raises -> Bool:
        """`value in self`."""
        var found = _call["PySequence_Contains", Int32](self._ptr, value._at())
        _check(found)
        return found == 1

    def __call__(self, *args: Self, var **kwargs: Self) raises -> Self:
        """`self(a, b, name=c)`."""
        var positional = _arguments(args)
        if len(kwargs) == 0:
            return _object(_call["PyObject_Call", PyObjectPtr](self._ptr, positional._at(), PyObjectPtr()))
        var named = _object(_call["PyDict_New", PyObjectPtr]())
        for entry in kwargs.items():
            var name = Self(entry.key)
            _check(_call["PyDict_SetItem", Int32](named._at(), name._at(), entry.value._at()))
        return _object(_call["PyObject_Call", PyObjectPtr](self._ptr, positional._at(), named._at()))

    def __iter__(self) raises -> _PyIter:
        """Walks the elements."""
        return _PyIter(_object(_call["PyObject_GetIter", PyObjectPtr](self._ptr)))

    # -- context managers ----------------------------------------------------------------------------

    def __enter__(self) raises -> Self:
        """`with self as x`: what Python's `__enter__` gives."""
        return self.__getattr__("__enter__")()

    def __exit__(self) raises:
        """Leaves `with` at its end."""
        _ = self.__getattr__("__exit__")(None, None, None)

    def __exit__(self, error: Error) raises -> Bool:
        """Leaves `with` because of an error; True when Python's `__exit__` swallowed it."""
        var text = Self(from_owned=_new_text(String(error)))
        var kind = Self(from_borrowed=_pointed["PyExc_Exception"]())
        var raised = kind(text)
        return Bool(self.__getattr__("__exit__")(kind, raised, None))

    # -- comparison ----------------------------------------------------------------------------------

    def __is__(self, other: Self) -> Bool:
        """`self is other`."""
        return self._ptr == other._ptr

    def __isnot__(self, other: Self) -> Bool:
        """`self is not other`."""
        return self._ptr != other._ptr

    def __lt__(self, other: Self) raises -> Self:
        """`self < other`, whatever Python makes of it: a truth value, or an array of them."""
        return _object(_call["PyObject_RichCompare", PyObjectPtr](self._ptr, other._ptr, Int32(0)))

    def __le__(self, other: Self) raises -> Self:
        """`self <= other`, whatever Python makes of it: a truth value, or an array of them."""
        return _object(_call["PyObject_RichCompare", PyObjectPtr](self._ptr, other._ptr, Int32(1)))

    def __eq__(self, other: Self) raises -> Self:
        """`self == other`, whatever Python makes of it: a truth value, or an array of them."""
        return _object(_call["PyObject_RichCompare", PyObjectPtr](self._ptr, other._ptr, Int32(2)))

    def __ne__(self, other: Self) raises -> Self:
        """`self != other`, whatever Python makes of it: a truth value, or an array of them."""
        return _object(_call["PyObject_RichCompare", PyObjectPtr](self._ptr, other._ptr, Int32(3)))

    def __gt__(self, other: Self) raises -> Self:
        """`self > other`, whatever Python makes of it: a truth value, or an array of them."""
        return _object(_call["PyObject_RichCompare", PyObjectPtr](self._ptr, other._ptr, Int32(4)))

    def __ge__(self, other: Self) raises -> Self:
        """`self >= other`, whatever Python makes of it: a truth value, or an array of them."""
        return _object(_call["PyObject_RichCompare", PyObjectPtr](self._ptr, other._ptr, Int32(5)))

    # -- operators -------------------------------------------------------------------------------------

    def __add__(self, other: Self) raises -> Self:
        """`self + other`."""
        return _object(_call["PyNumber_Add", PyObjectPtr](self._ptr, other._ptr))

    def __radd__(self, other: Self) raises -> Self:
        """`other + self`."""
        return _object(_call["PyNumber_Add", PyObjectPtr](other._ptr, self._ptr))

    def __iadd__(mut self, other: Self) raises:
        """`self += other`."""
        self = _object(_call["PyNumber_InPlaceAdd", PyObjectPtr](self._ptr, other._ptr))

    def __sub__(self, other: Self) raises -> Self:
        """`self - other`."""
        return _object(_call["PyNumber_Subtract", PyObjectPtr](self._ptr, other._ptr))

    def __rsub__(self, other: Self) raises -> Self:
        """`other - self`."""
        return _object(_call["PyNumber_Subtract", PyObjectPtr](other._ptr, self._ptr))

    def __isub__(mut self, other: Self) raises:
        """`self -= other`."""
        self = _object(_call["PyNumber_InPlaceSubtract", PyObjectPtr](self._ptr, other._ptr))

    def __mul__(self, other: Self) raises -> Self:
        """`self * other`."""
        return _object(_call["PyNumber_Multiply", PyObjectPtr](self._ptr, other._ptr))

    def __rmul__(self, other: Self) raises -> Self:
        """`other * self`."""
        return _object(_call["PyNumber_Multiply", PyObjectPtr](other._ptr, self._ptr))

    def __imul__(mut self, other: Self) raises:
        """`self *= other`."""
        self = _object(_call["PyNumber_InPlaceMultiply", PyObjectPtr](self._ptr, other._ptr))

    def __truediv__(self, other: Self) raises -> Self:
        """`self / other`."""
        return _object(_call["PyNumber_TrueDivide", PyObjectPtr](self._ptr, other._ptr))

    def __rtruediv__(self, other: Self) raises -> Self:
        """`other / self`."""
        return _object(_call["PyNumber_TrueDivide", PyObjectPtr](other._ptr, self._ptr))

    def __itruediv__(mut self, other: Self) raises:
        """`self /= other`."""
        self = _object(_call["PyNumber_InPlaceTrueDivide", PyObjectPtr](self._ptr, other._ptr))

    def __floordiv__(self, other: Self) raises -> Self:
        """`self // other`."""
        return _object(_call["PyNumber_FloorDivide", PyObjectPtr](self._ptr, other._ptr))

    def __rfloordiv__(self, other: Self) raises -> Self:
        """`other // self`."""
        return _object(_call["PyNumber_FloorDivide", PyObjectPtr](other._ptr, self._ptr))

    def __ifloordiv__(mut self, other: Self) raises:
        """`self //= other`."""
        self = _object(_call["PyNumber_InPlaceFloorDivide", PyObjectPtr](self._ptr, other._ptr))

    def __mod__(self, other: Self) raises -> Self:
        """`self % other`."""
        return _object(_call["PyNumber_Remainder", PyObjectPtr](self._ptr, other._ptr))

    def __rmod__(self, other: Self) raises -> Self:
        """`other % self`."""
        return _object(_call["PyNumber_Remainder", PyObjectPtr](other._ptr, self._ptr))

    def __imod__(mut self, other: Self) raises:
        """`self %= other`."""
        self = _object(_call["PyNumber_InPlaceRemainder", PyObjectPtr](self._ptr, other._ptr))

    def __matmul__(self, other: Self) raises -> Self:
        """`self @ other`."""
        return _object(_call["PyNumber_MatrixMultiply", PyObjectPtr](self._ptr, other._ptr))

    def __rmatmul__(self, other: Self) raises -> Self:
        """`other @ self`."""
        return _object(_call["PyNumber_MatrixMultiply", PyObjectPtr](other._ptr, self._ptr))

    def __imatmul__(mut self, other: Self) raises:
        """`self @= other`."""
        self = _object(_call["PyNumber_InPlaceMatrixMultiply", PyObjectPtr](self._ptr, other._ptr))

    def __and__(self, other: Self) raises -> Self:
        """`self & other`."""
        return _object(_call["PyNumber_And", PyObjectPtr](self._ptr, other._ptr))

    def __rand__(self, other: Self) raises -> Self:
        """`other & self`."""
        return _object(_call["PyNumber_And", PyObjectPtr](other._ptr, self._ptr))

    def __iand__(mut self, other: Self) raises:
        """`self &= other`."""
        self = _object(_call["PyNumber_InPlaceAnd", PyObjectPtr](self._ptr, other._ptr))

    def __or__(self, other: Self) raises -> Self:
        """`self | other`."""
        return _object(_call["PyNumber_Or", PyObjectPtr](self._ptr, other._ptr))

    def __ror__(self, other: Self) raises -> Self:
        """`other | self`."""
        return _object(_call["PyNumber_Or", PyObjectPtr](other._ptr, self._ptr))

    def __ior__(mut self, other: Self) raises:
        """`self |= other`."""
        self = _object(_call["PyNumber_InPlaceOr", PyObjectPtr](self._ptr, other._ptr))

    def __xor__(self, other: Self) raises -> Self:
        """`self ^ other`."""
        return _object(_call["PyNumber_Xor", PyObjectPtr](self._ptr, other._ptr))

    def __rxor__(self, other: Self) raises -> Self:
        """`other ^ self`."""
        return _object(_call["PyNumber_Xor", PyObjectPtr](other._ptr, self._ptr))

    def __ixor__(mut self, other: Self) raises:
        """`self ^= other`."""
        self = _object(_call["PyNumber_InPlaceXor", PyObjectPtr](self._ptr, other._ptr))

    def __lshift__(self, other: Self) raises -> Self:
        """`self << other`."""
        return _object(_call["PyNumber_Lshift", PyObjectPtr](self._ptr, other._ptr))

    def __rlshift__(self, other: Self) raises -> Self:
        """`other << self`."""
        return _object(_call["PyNumber_Lshift", PyObjectPtr](other._ptr, self._ptr))

    def __ilshift__(mut self, other: Self) raises:
        """`self <<= other`."""
        self = _object(_call["PyNumber_InPlaceLshift", PyObjectPtr](self._ptr, other._ptr))

    def __rshift__(self, other: Self) raises -> Self:
        """`self >> other`."""
        return _object(_call["PyNumber_Rshift", PyObjectPtr](self._ptr, other._ptr))

    def __rrshift__(self, other: Self) raises -> Self:
        """`other >> self`."""
        return _object(_call["PyNumber_Rshift", PyObjectPtr](other._ptr, self._ptr))

    def __irshift__(mut self, other: Self) raises:
        """`self >>= other`."""
        self = _object(_call["PyNumber_InPlaceRshift", PyObjectPtr](self._ptr, other._ptr))

    def __pow__(self, other: Self) raises -> Self:
        """`self ** other`."""
        return _object(_call["PyNumber_Power", PyObjectPtr](self._ptr, other._ptr, _none()))

    def __rpow__(self, other: Self) raises -> Self:
        """`other ** self`."""
        return _object(_call["PyNumber_Power", PyObjectPtr](other._ptr, self._ptr, _none()))

    def __ipow__(mut self, other: Self) raises:
        """`self **= other`."""
        self = _object(_call["PyNumber_InPlacePower", PyObjectPtr](self._ptr, other._ptr, _none()))

    def __neg__(self) raises -> Self:
        """`-self`."""
        return _object(_call["PyNumber_Negative", PyObjectPtr](self._ptr))

    def __pos__(self) raises -> Self:
        """`+self`."""
        return _object(_call["PyNumber_Positive", PyObjectPtr](self._ptr))

    def __invert__(self) raises -> Self:
        """`~self`."""
        return _object(_call["PyNumber_Invert", PyObjectPtr](self._ptr))

    def __abs__(self) raises -> Self:
        """`abs(self)`."""
        return _object(_call["PyNumber_Absolute", PyObjectPtr](self._ptr))

comptime TypedPythonObject[type_hint: StringLiteral] = PythonObject
"""A Python object whose type is known.

Example:

```mojo
from std.python.python_object import TypedPythonObject
from std.python import PythonObject

var number: TypedPythonObject["int"] = PythonObject(7)
print(number)  # 7
```
"""


def _taken(values: VariadicList[PythonObject]) -> List[PythonObject]:
    # The elements of a display, moved out of where the call put them.
    var result = List[PythonObject](capacity=len(values))
    for i in range(len(values)):
        result.append(__get_address_as_owned_value[PythonObject](values._element_address(i)))
    return result^


def _arguments(values: VariadicList[PythonObject]) raises -> PythonObject:
    # A tuple of the values.
    var made = _object(_call["PyTuple_New", PyObjectPtr](len(values)))
    for i in range(len(values)):
        _keep(values[i]._ptr)
        _check(_call["PyTuple_SetItem", Int32](made._at(), i, values[i]._ptr))
    return made^


def _key(keys: VariadicList[PythonObject]) raises -> PythonObject:
    # One key, or a tuple of several.
    return keys[0] if len(keys) == 1 else _arguments(keys)


struct _PyIter(Movable):
    """Walks whatever Python can walk."""

    comptime Element = PythonObject

    var _iterator: PythonObject
    var _next: PyObjectPtr
    """The element found by `__has_next__`, not yet given out."""
    var _failed: Bool

    def __init__(out self, var iterator: PythonObject):
        self._iterator = iterator^
        self._next = PyObjectPtr()
        self._failed = False

    def __init__(out self, *, deinit move: Self):
        self._iterator = move._iterator^
        self._next = move._next
        self._failed = move._failed

    def __deinit__(deinit self):
        if self._next:
            _drop(self._next)

    def __iter__(var self) -> Self:
        return self^

    def __has_next__(mut self) -> Bool:
        """Asks Python for an element; an exception counts as one, and `__next__` raises it."""
        if not self._next and not self._failed:
            self._next = _call["PyIter_Next", PyObjectPtr](self._iterator._ptr)
            self._failed = not self._next and Bool(_call["PyErr_Occurred", _Address]())
        return Bool(self._next) or self._failed

    def __next__(mut self) raises -> PythonObject:
        """The next element."""
        if not self.__has_next__():
            raise Error("StopIteration")
        if self._failed:
            self._failed = False
            raise take_error()
        var found = self._next
        self._next = PyObjectPtr()
        return PythonObject(from_owned=found)

"""Mojo functions and types for Python: modules are built by a function `PyInit_name`.

`ember build --emit shared-lib name.mojo -o name.so` makes a module that Python imports; with `import ember.importer`,
Python imports `name.mojo` itself.
"""

from std.memory.memory import _allocate as _allocate_memory
from std.python._calls import entry_of_function, entry_of_method
from std.python._cpython import PyObjectPtr, _call, _keep, _new_text, _pointed, _symbol
from std.python._errors import enter_from_python, give_error, leave_to_python, sentence, set_exception
from std.python._library import _Address, ensure_python
from std.python._values import _deallocate, _flag, _object_size, _type_place, _value
from std.python.python_object import PythonObject, _check, _object

comptime _VARARGS = 1
comptime _KEYWORDS = 2
comptime _STATIC = 0x20
comptime _FASTCALL = 0x80

comptime _PyFunction = def(PythonObject, PythonObject) raises thin -> PythonObject
comptime _PyFunctionWithKeywords = def(PythonObject, PythonObject, PythonObject) raises thin -> PythonObject
comptime _CFunction = def(PyObjectPtr, PyObjectPtr) thin abi("C") -> PyObjectPtr
comptime _CFunctionWithKeywords = def(PyObjectPtr, PyObjectPtr, PyObjectPtr) thin abi("C") -> PyObjectPtr
comptime _CDestructor = def(PyObjectPtr) thin abi("C") -> NoneType
comptime _CText = def(PyObjectPtr) thin abi("C") -> PyObjectPtr
comptime _CInit = def(PyObjectPtr, PyObjectPtr, PyObjectPtr) thin abi("C") -> Int32


# -- modules -----------------------------------------------------------------------------------------


struct PythonModuleBuilder(Movable):
    """Puts a Python module together from Mojo functions and types.

    ```mojo
    from std.os import abort
    from std.python import PythonObject
    from std.python.bindings import PythonModuleBuilder

    def add(a: Int, b: Int) -> Int:
        return a + b

    @export
    def PyInit_numbers_in_mojo() -> PythonObject:
        try:
            var module = PythonModuleBuilder("numbers_in_mojo")
            module.def_function[add]("add", docstring="The sum of two integers.")
            return module.finalize()
        except error:
            abort(String("cannot make the module: ", error))
    ```

    ```mojo
    from std.python import PythonObject
    from std.python.bindings import PythonModuleBuilder

    @fieldwise_init
    struct Point(Defaultable, Movable):
        var x: Int

        def __init__(out self):
            self.x = 0

    def count(module: PythonObject, arguments: PythonObject) raises -> PythonObject:
        return PythonObject(len(arguments))

    var builder = PythonModuleBuilder("shapes_in_mojo")
    builder.def_py_function[count]("count")
    _ = builder.add_type[Point]("Point").def_init_defaultable[Point]()
    var module = builder.finalize()
    print(module.count(7, 8, 9))  # 3
    ```
    """

    var name: String
    """The name that Python imports."""
    var _functions: _Methods
    var _types: List[PythonTypeBuilder]

    def __init__(out self, name: StringSlice[ImmAnyOrigin]) raises:
        """A module without contents."""
        ensure_python()
        self.name = String(name)
        self._functions = _Methods()
        self._types = List[PythonTypeBuilder]()

    def def_function[
        F: AnyType, //, func: F
    ](mut self, func_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = ""):
        """Adds a function of up to eight arguments.

        An argument may be a number, Bool, String, PythonObject, a type with a constructor from Python
        (`ConvertibleFromPython`), or a `Span` or `UnsafePointer` of numbers, which sees the memory of an array. What the
        function raises is an exception in Python.
        """
        self._functions.add(func_name, entry_of_function[func](), _FASTCALL, docstring)

    def def_py_function[
        func: _PyFunction
    ](mut self, func_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = ""):
        """Adds a function that gets the module and a tuple of all arguments."""
        self._functions.add(func_name, _entry_of_py_function[func](), _VARARGS, docstring)

    def def_py_function[
        func: _PyFunctionWithKeywords
    ](mut self, func_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = ""):
        """Adds a function that gets the module, a tuple of arguments, and a dict of those with names."""
        self._functions.add(func_name, _entry_with_keywords[func](), _VARARGS | _KEYWORDS, docstring)

    def def_py_c_function(
        mut self, func: _CFunction, func_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = ""
    ):
        """Adds a C function that gets the module and a tuple of all arguments, and gives a new reference.

        ```mojo
        from std.python import PyObjectPtr, PythonObject
        from std.python.bindings import PythonModuleBuilder

        def echo(module: PyObjectPtr, args: PyObjectPtr) -> PyObjectPtr:
            return PythonObject(from_borrowed=args).steal_data()

        var builder = PythonModuleBuilder("echoes")
        builder.def_py_c_function(echo, "echo")
        print(builder.finalize().echo(1, "two"))  # (1, 'two')
        ```
        """
        var place = func
        self._functions.add(func_name, UnsafePointer(to=place).bitcast[_Address]()[], _VARARGS, docstring)

    def add_type[T: Movable & Deinitable](mut self, type_name: StringSlice[ImmAnyOrigin]) -> ref[self] PythonTypeBuilder:
        """Adds a Mojo type; what comes back takes its methods."""
        var builder = PythonTypeBuilder.bind[T](sentence(self.name, ".", type_name))
        self._types.append(builder^)
        return self._types[len(self._types) - 1]

    def finalize(mut self) raises -> PythonObject:
        """The finished module."""
        var definition = _zeroed(_MODULE_DEFINITION)
        var words = definition.bitcast[Int]()
        words[0] = 1
        words[5] = Int(_immortal(self.name))
        words[7] = -1  # modules of this kind have no state of their own
        words[8] = Int(self._functions.table())
        var module = _object(_call["PyModule_Create2", PyObjectPtr](definition, Int32(3)))
        for i in range(len(self._types)):
            var type = self._types[i].finalize()
            var name = PythonObject(self._types[i]._short_name())
            _check(_call["PyObject_SetAttr", Int32](module._at(), name._at(), type._at()))
        return module^


comptime _MODULE_DEFINITION = 104


# -- types -------------------------------------------------------------------------------------------


struct PythonTypeBuilder(Copyable, Movable):
    """Puts a Python type together whose objects hold values of a Mojo type.

    ```mojo
    from std.python import Python, PythonObject
    from std.python.bindings import PythonTypeBuilder

    @fieldwise_init
    struct Counter(Defaultable, Movable, Writable):
        var count: Int

        def __init__(out self):
            self.count = 0

        @staticmethod
        def step(self_ptr: UnsafePointer[Self, MutAnyOrigin], by: Int) -> Int:
            self_ptr[].count += by
            return self_ptr[].count

    var builder = PythonTypeBuilder.bind[Counter]("Counter")
    _ = builder.def_init_defaultable[Counter]().def_method[Counter.step]("step")
    var type = builder.finalize()
    var counter = type()
    _ = counter.step(5)
    print(counter.step(2))  # 7
    print(counter)  # Counter(count=7)
    ```

    ```mojo
    from std.python import PythonObject
    from std.python.bindings import PythonTypeBuilder

    @fieldwise_init
    struct Pair(Movable, Writable):
        var first: Int
        var second: Int

    def make(arguments: PythonObject, options: PythonObject) raises -> Pair:
        return Pair(Int(py=arguments[0]), Int(py=arguments[1]))

    def first(object: PythonObject, arguments: PythonObject) raises -> PythonObject:
        return PythonObject(object.downcast_value_ptr[Pair]()[].first)

    def twice(x: Int) -> Int:
        return 2 * x

    var builder = PythonTypeBuilder.bind[Pair]("Pair")
    _ = builder.def_py_init[make]().def_py_method[first]("first").def_staticmethod[twice]("twice")
    var type = builder.finalize()
    print(type(3, 4).first(), type.twice(7))  # 3 14
    print(type(3, 4).unchecked_downcast_value_ptr[Pair]()[].second)  # 4
    ```
    """

    var type_name: String
    """The type's name, with its module's in front when it has one."""
    var basicsize: Int
    """How many bytes an object takes."""
    var _place: UnsafePointer[PyObjectPtr, MutAnyOrigin]
    var _deallocator: _Address
    var _text: _Address
    var _init: _Address
    var _methods: _Methods

    def __init__(out self, type_name: StringSlice[ImmAnyOrigin], *, basicsize: Int):
        """A type without methods."""
        self.type_name = String(type_name)
        self.basicsize = basicsize
        self._place = UnsafePointer[PyObjectPtr, MutAnyOrigin]()
        self._deallocator = _Address()
        self._text = _Address()
        self._init = _Address()
        self._methods = _Methods()

    @staticmethod
    def bind[T: Movable & Deinitable](type_name: StringSlice[ImmAnyOrigin]) -> Self:
        """A Python type for a Mojo type."""
        var builder = Self(type_name, basicsize=_object_size[T]())
        builder._place = _type_place[T]()
        var deallocator: _CDestructor = _deallocate[T]
        builder._deallocator = UnsafePointer(to=deallocator).bitcast[_Address]()[]
        comptime if conforms_to(T, Writable) or conforms_to(T, Representable):
            var text: _CText = _text_of_value[T]
            builder._text = UnsafePointer(to=text).bitcast[_Address]()[]
        return builder^

    def def_init_defaultable[T: Movable & Defaultable & Deinitable](mut self) -> ref[self] Self:
        """Lets Python make objects: `Type()` holds the type's default value."""
        var init: _CInit = _init_by_default[T]
        self._init = UnsafePointer(to=init).bitcast[_Address]()[]
        return self

    def def_py_init[
        T: Movable & Deinitable, //, init_func: def(PythonObject, PythonObject) raises thin -> T
    ](mut self) -> ref[self] Self:
        """Lets Python make objects with a function of a tuple of arguments and a dict of those with names."""
        var init: _CInit = _init_by_function[init_func]
        self._init = UnsafePointer(to=init).bitcast[_Address]()[]
        return self

    def def_method[
        F: AnyType, //, method: F
    ](mut self, method_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = "") -> ref[self] Self:
        """Adds a method; its first argument is a pointer to the Mojo value, or the Python object around it."""
        self._methods.add(method_name, entry_of_method[method](), _FASTCALL, docstring)
        return self

    def def_staticmethod[
        F: AnyType, //, method: F
    ](mut self, method_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = "") -> ref[self] Self:
        """Adds a function that is called on the type."""
        self._methods.add(method_name, entry_of_function[method](), _FASTCALL | _STATIC, docstring)
        return self

    def def_py_method[
        method: _PyFunction
    ](mut self, method_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = "") -> ref[self] Self:
        """Adds a method that gets the object and a tuple of all arguments."""
        self._methods.add(method_name, _entry_of_py_function[method](), _VARARGS, docstring)
        return self

    def def_py_method[
        method: _PyFunctionWithKeywords
    ](mut self, method_name: StringSlice[ImmAnyOrigin], docstring: StringSlice[ImmAnyOrigin] = "") -> ref[self] Self:
        """Adds a method that gets the object, a tuple of arguments, and a dict of those with names."""
        self._methods.add(method_name, _entry_with_keywords[method](), _VARARGS | _KEYWORDS, docstring)
        return self

    def _short_name(self) -> String:
        # The name without the module's.
        var parts = self.type_name.split(".")
        return String(parts[len(parts) - 1])

    def finalize(mut self) raises -> PythonObject:
        """The finished type; raises when the Mojo type has a Python type already."""
        if self._place and self._place[]:
            raise Error(sentence("the Mojo type of '", self.type_name, "' has a Python type already"))
        var made = _object(_call["PyType_FromSpec", PyObjectPtr](self._specification()))
        if self._place:
            _keep(made._ptr)
            self._place[] = made._ptr
        return made^

    def _specification(mut self) -> _Address:
        # Python's `PyType_Spec`, with a list of slots that ends with a zero.
        var slots = _Slots(_zeroed(16 * 8).bitcast[Int]())
        slots.add(_TP_DEALLOC, self._deallocator)
        slots.add(_TP_REPR, self._text)
        slots.add(_TP_METHODS, self._methods.table())
        if self._init:
            slots.add(_TP_INIT, self._init)
            slots.add(_TP_NEW, _symbol["PyType_GenericNew"]()[])
        var specification = _zeroed(32)
        specification.bitcast[Int]()[0] = Int(_immortal(self.type_name))
        specification.bitcast[Int32]()[2] = Int32(self.basicsize)
        specification.bitcast[Int32]()[4] = _MAY_BE_BASE if self._init else _ONLY_MADE_HERE
        specification.bitcast[Int]()[3] = Int(slots.first)
        return specification


comptime _TP_DEALLOC = 52
comptime _TP_INIT = 60
comptime _TP_METHODS = 64
comptime _TP_NEW = 65
comptime _TP_REPR = 66
comptime _MAY_BE_BASE = Int32(1 << 10)
comptime _ONLY_MADE_HERE = Int32(1 << 7)


@fieldwise_init
struct _Slots(Movable):
    """A list of numbered functions that ends with a zero."""

    var first: UnsafePointer[Int, MutAnyOrigin]
    var count: Int

    def __init__(out self, first: UnsafePointer[Int, MutAnyOrigin]):
        self.first = first
        self.count = 0

    def add(mut self, number: Int, function: _Address):
        if function:
            self.first[2 * self.count] = number
            self.first[2 * self.count + 1] = Int(function)
            self.count += 1


@fieldwise_init
struct _Method(Copyable, Movable):
    """One function of a module or type."""

    var name: String
    var function: _Address
    var flags: Int
    var docstring: String


struct _Methods(Copyable, Movable):
    """The functions of a module or type."""

    var _all: List[_Method]

    def __init__(out self):
        self._all = List[_Method]()

    def add(
        mut self,
        name: StringSlice[ImmAnyOrigin],
        function: _Address,
        flags: Int,
        docstring: StringSlice[ImmAnyOrigin],
    ):
        self._all.append(_Method(String(name), function, flags, String(docstring)))

    def table(self) -> _Address:
        # Python's array of `PyMethodDef`, which ends with zeros and is never given back.
        var rows = _zeroed(32 * (len(self._all) + 1)).bitcast[Int]()
        for i in range(len(self._all)):
            rows[4 * i] = Int(_immortal(self._all[i].name))
            rows[4 * i + 1] = Int(self._all[i].function)
            rows[4 * i + 2] = self._all[i].flags
            if self._all[i].docstring:
                rows[4 * i + 3] = Int(_immortal(self._all[i].docstring))
        return rows.bitcast[Byte]()


# -- the C functions behind them -----------------------------------------------------------------------


def _call_py_function[function: _PyFunction](self_: PyObjectPtr, arguments: PyObjectPtr) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        var found = function(PythonObject(from_borrowed=self_), PythonObject(from_borrowed=arguments))
        result = found^.steal_data()
    except error:
        give_error(error)
    leave_to_python()
    return result


def _entry_of_py_function[function: _PyFunction]() -> _Address:
    var entry: _CFunction = _call_py_function[function]
    return UnsafePointer(to=entry).bitcast[_Address]()[]


def _call_with_keywords[
    function: _PyFunctionWithKeywords
](self_: PyObjectPtr, arguments: PyObjectPtr, keywords: PyObjectPtr) -> PyObjectPtr:
    enter_from_python()
    var result = PyObjectPtr()
    try:
        var found = function(
            PythonObject(from_borrowed=self_), PythonObject(from_borrowed=arguments), _keywords_or_none(keywords)
        )
        result = found^.steal_data()
    except error:
        give_error(error)
    leave_to_python()
    return result


def _keywords_or_none(keywords: PyObjectPtr) -> PythonObject:
    if keywords:
        return PythonObject(from_borrowed=keywords)
    return PythonObject()


def _entry_with_keywords[function: _PyFunctionWithKeywords]() -> _Address:
    var entry: _CFunctionWithKeywords = _call_with_keywords[function]
    return UnsafePointer(to=entry).bitcast[_Address]()[]


def _text_of_value[T: AnyType](object: PyObjectPtr) -> PyObjectPtr:
    if _flag[T](object)[] == 0:
        return _new_text("<uninitialised>")
    comptime if conforms_to(T, Writable):
        return _new_text(String(_value[T](object)[]))
    else:
        return _new_text(repr(_value[T](object)[]))


def _store[T: Movable & Deinitable](object: PyObjectPtr, var value: T):
    # Puts a value into an object, in place of the one it may hold.
    if _flag[T](object)[] != 0:
        _value[T](object).destroy_pointee()
    _value[T](object).init_pointee_move(value^)
    _flag[T](object)[] = 1


def _init_by_default[
    T: Movable & Defaultable & Deinitable
](object: PyObjectPtr, arguments: PyObjectPtr, keywords: PyObjectPtr) -> Int32:
    var count = _call["PyObject_Size", Int](arguments)
    if keywords:
        count += _call["PyObject_Size", Int](keywords)
    if count > 0:
        set_exception(_pointed["PyExc_TypeError"](), sentence("expected no arguments, got ", String(count)))
        return -1
    _store(object, T())
    return 0


def _init_by_function[
    T: Movable & Deinitable, //, function: def(PythonObject, PythonObject) raises thin -> T
](object: PyObjectPtr, arguments: PyObjectPtr, keywords: PyObjectPtr) -> Int32:
    enter_from_python()
    var status = Int32(0)
    try:
        _store(object, function(PythonObject(from_borrowed=arguments), _keywords_or_none(keywords)))
    except error:
        give_error(error)
        status = -1
    leave_to_python()
    return status


# -- memory that Python keeps for good -------------------------------------------------------------------


def _zeroed(size: Int) -> _Address:
    var place = _Address(mlir_value=_allocate_memory(size))
    for i in range(size):
        place[i] = 0
    return place


def _immortal(text: StringSlice[ImmAnyOrigin]) -> _Address:
    # A copy of a text that ends with a zero.
    var size = text.byte_length()
    var place = _zeroed(size + 1)
    var source = _Address(mlir_value=text._data)
    for i in range(size):
        place[i] = source[i]
    return place

"""A module for Python with every kind of function and type; test_modules.py calls them."""

from std.os import abort
from std.python import ConvertibleFromPython, PyObjectPtr, Python, PythonObject
from std.python.bindings import PythonModuleBuilder


@fieldwise_init
struct Celsius(ConvertibleFromPython, ImplicitlyCopyable):
    var degrees: Float64

    def __init__(out self, *, py: PythonObject) raises:
        self.degrees = Float64(py=py["degrees"])


def nothing() -> Int:
    return 7


def add(a: PythonObject, b: PythonObject) raises -> PythonObject:
    return a + b


def typed(a: Int, b: Float64, c: String, d: Bool) -> String:
    return String(a, " ", b, " ", c, " ", d)


def small(a: Int8, b: UInt16) -> Int:
    return Int(a) + Int(b)


def warmth(t: Celsius) -> Float64:
    return t.degrees * 1.8 + 32


def double(xs: Span[Float32, MutAnyOrigin]):
    for i in range(len(xs)):
        xs[i] *= 2


def eight(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int) -> Int:
    return a + b + c + d + e + f + g + h


def complain(text: String) raises:
    raise Error("complaint: ", text)


def pass_on(function: PythonObject) raises -> PythonObject:
    return function()


def swallow(function: PythonObject) raises -> String:
    try:
        _ = function()
    except error:
        return String(error)
    return "nothing"


def replace_error(function: PythonObject) raises:
    try:
        _ = function()
    except error:
        raise Error("instead of: ", error)


def count(py_self: PythonObject, args: PythonObject) raises -> PythonObject:
    return len(args)


def keywords(py_self: PythonObject, args: PythonObject, kwargs: PythonObject) raises -> PythonObject:
    return Python.tuple(args, kwargs)


def raw(module: PyObjectPtr, args: PyObjectPtr) -> PyObjectPtr:
    return PythonObject(from_borrowed=args).steal_data()


struct Account(Defaultable, Movable, Writable):
    var owner: String
    var balance: Int

    def __init__(out self):
        self.owner = "nobody"
        self.balance = 0

    def __init__(out self, var owner: String, balance: Int):
        self.owner = owner^
        self.balance = balance

    def __deinit__(deinit self):
        _destroyed()[] += 1

    def write_to(self, mut writer: Some[Writer]):
        writer.write("Account(", self.owner, ": ", self.balance, ")")

    @staticmethod
    def opened(args: PythonObject, kwargs: PythonObject) raises -> Account:
        if len(args) != 1:
            raise Error("an account needs an owner")
        return Account(String(args[0]), 100)

    @staticmethod
    def deposit(self_ptr: UnsafePointer[Self, MutAnyOrigin], amount: Int) raises -> Int:
        if amount < 0:
            raise Error("cannot deposit ", amount)
        self_ptr[].balance += amount
        return self_ptr[].balance

    @staticmethod
    def owned_by(py_self: PythonObject) raises -> PythonObject:
        return py_self.downcast_value_ptr[Self]()[].owner

    @staticmethod
    def richer(py_self: PythonObject, other: PythonObject) raises -> Bool:
        return py_self.downcast_value_ptr[Self]()[].balance > other.downcast_value_ptr[Self]()[].balance

    @staticmethod
    def of(owner: String) raises -> PythonObject:
        return PythonObject(alloc=Account(owner, 1))

    @staticmethod
    def all_arguments(py_self: PythonObject, args: PythonObject) raises -> PythonObject:
        return args


struct Sealed(Movable):
    var value: Int

    def __init__(out self):
        self.value = 5


def _destroyed() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["workshop_destroyed", Int]())


def destroyed() -> Int:
    return _destroyed()[]


def sealed() raises -> PythonObject:
    return PythonObject(alloc=Sealed())


@export
def PyInit_workshop() -> PythonObject:
    try:
        var module = PythonModuleBuilder("workshop")
        module.def_function[nothing]("nothing", docstring="Gives seven.")
        module.def_function[add]("add")
        module.def_function[typed]("typed")
        module.def_function[small]("small")
        module.def_function[warmth]("warmth")
        module.def_function[double]("double")
        module.def_function[eight]("eight")
        module.def_function[complain]("complain")
        module.def_function[pass_on]("pass_on")
        module.def_function[swallow]("swallow")
        module.def_function[replace_error]("replace_error")
        module.def_py_function[count]("count")
        module.def_py_function[keywords]("keywords")
        module.def_py_c_function(raw, "raw", docstring="The arguments themselves.")
        module.def_function[destroyed]("destroyed")
        module.def_function[sealed]("sealed")
        _ = (
            module.add_type[Account]("Account")
            .def_py_init[Account.opened]()
            .def_method[Account.deposit]("deposit", docstring="Adds money.")
            .def_method[Account.owned_by]("owned_by")
            .def_method[Account.richer]("richer")
            .def_staticmethod[Account.of]("of")
            .def_py_method[Account.all_arguments]("all_arguments")
        )
        _ = module.add_type[Sealed]("Sealed")
        return module.finalize()
    except error:
        abort(String("cannot make 'workshop': ", error))

"""Shared libraries."""

from std.ffi import _call_address, external_call
from std.os.pathlike import PathLike


struct RTLD:
    """How a library is loaded.

    Example:

    ```mojo
    from std.ffi import OwnedDLHandle, RTLD

    var program = OwnedDLHandle(flags=RTLD.LAZY)
    print(Bool(program))  # True
    ```
    """

    comptime LAZY = 1
    """Looks names up when they are used."""
    comptime NOW = 2
    """Looks all names up at once."""
    comptime LOCAL = 0
    """Keeps the names to itself."""
    comptime GLOBAL = 256
    """Offers the names to libraries loaded later."""
    comptime NODELETE = 4096
    """Stays loaded."""


comptime DEFAULT_RTLD = RTLD.NOW | RTLD.GLOBAL
"""How a library is loaded if nothing else is said.

Example:

```mojo
from std.ffi import DEFAULT_RTLD, RTLD

print(DEFAULT_RTLD == RTLD.NOW | RTLD.GLOBAL)  # True
```
"""


struct OwnedDLHandle(Boolable, Deinitable, Movable):
    """A loaded library; it is closed when dropped.

    Example:

    ```mojo
    from std.ffi import OwnedDLHandle

    var program = OwnedDLHandle()
    print(program.check_symbol("puts"))  # True
    print(program.call["abs", Int32](Int32(-3)))  # 3
    ```

    ```mojo
    from std.ffi import OwnedDLHandle

    var program = OwnedDLHandle()
    var absolute = program.get_function[def(Int32) thin abi("C") -> Int32]("abs")
    print(absolute(-7), Bool(program.get_symbol[UInt8]("abs")))  # 7 True
    var handle = program.borrow()
    print(handle.call["abs", Int32](Int32(-3)))  # 3
    program.close()
    ```
    """

    var _handle: UnsafePointer[Byte, MutAnyOrigin]

    def __init__(out self, *, flags: Int = DEFAULT_RTLD) raises:
        """The program itself."""
        var none = UnsafePointer[Byte, MutAnyOrigin]()
        self._handle = external_call["dlopen", UnsafePointer[Byte, MutAnyOrigin]](none.address, Int32(flags))
        if not self._handle:
            raise Error("dlopen failed: ", _loading_error())

    def __init__(out self, path: StringSlice[ImmAnyOrigin], flags: Int = DEFAULT_RTLD) raises:
        """Loads a library."""
        var name = String(path)
        self._handle = external_call["dlopen", UnsafePointer[Byte, MutAnyOrigin]](
            name.unsafe_cstr_ptr().address, Int32(flags)
        )
        if not self._handle:
            raise Error("dlopen failed: ", _loading_error())

    def __init__[T: PathLike](out self, path: T, flags: Int = DEFAULT_RTLD) raises:
        """Loads a library."""
        self = Self(path.__fspath__(), flags)

    def __init__(out self, *, deinit move: Self):
        """Takes the library over."""
        self._handle = move._handle

    def __deinit__(deinit self):
        """Closes the library."""
        if self._handle:
            _ = external_call["dlclose", Int32](self._handle.address)

    def __bool__(self) -> Bool:
        """True when a library is loaded."""
        return Bool(self._handle)

    def check_symbol(self, name: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when the library has the symbol."""
        return Bool(self._symbol(name))

    def _symbol(self, name: StringSlice[ImmAnyOrigin]) -> UnsafePointer[Byte, MutAnyOrigin]:
        var text = String(name)
        var found = external_call["dlsym", UnsafePointer[Byte, MutAnyOrigin]](
            self._handle.address, text.unsafe_cstr_ptr().address
        )
        return found

    def get_function[F: TrivialRegisterPassable](self, name: StringSlice[ImmAnyOrigin]) -> F where __is_function_type[F]():
        """The function with this name, whose type is `F`."""
        var found = self._symbol(name)
        return UnsafePointer(to=found).bitcast[F]()[]

    def get_function[return_type: AnyType = NoneType](
        ref self, name: StringSlice[ImmAnyOrigin]
    ) raises -> _Callable[return_type, origin_of(self)] where not __is_function_type[return_type]():
        """The function with this name, which gives a `return_type`; raises if there is none."""
        var found = self._symbol(name)
        if not found:
            raise Error("symbol not found: ", name)
        return _Callable[return_type, origin_of(self)](found)

    def call[name: StringLiteral, R: AnyType = NoneType, *Ts: AnyType](self, *args: *Ts) -> R:
        """Calls a function, which must be there."""
        return _call_address[R](self._symbol(name), *args)

    def get_symbol[T: AnyType](ref self, name: StringSlice[ImmAnyOrigin]) -> Optional[Pointer[T, origin_of(self)]]:
        """The address of the symbol with this name, if there is one."""
        var found = self._symbol(name)
        if not found:
            return None
        return Pointer[T, origin_of(self)](mlir_value=found.address)

    def close(mut self):
        """Closes the library."""
        if self._handle:
            _ = external_call["dlclose", Int32](self._handle.address)
        self._handle = UnsafePointer[Byte, MutAnyOrigin]()

    def borrow(self) -> DLHandle:
        """A handle that does not close the library."""
        return DLHandle(self._handle)


@fieldwise_init
struct DLHandle(Boolable, Copyable, ImplicitlyCopyable, Movable):
    """A loaded library that stays loaded.

    Example:

    ```mojo
    from std.ffi import DLHandle, OwnedDLHandle

    var program = OwnedDLHandle()
    var handle = program.borrow()
    print(handle.check_symbol("no_such_function"))  # False
    ```

    ```mojo
    from std.ffi import OwnedDLHandle

    var program = OwnedDLHandle()
    var handle = program.borrow()
    print(handle.get_function[def(Int32) thin abi("C") -> Int32]("abs")(-7))  # 7
    print(handle.call["abs", Int32](Int32(-3)), Bool(handle.get_symbol[UInt8]("abs")))  # 3 True
    handle.close()
    ```
    """

    var _handle: UnsafePointer[Byte, MutAnyOrigin]

    def __init__(out self, path: StringSlice[ImmAnyOrigin], flags: Int = DEFAULT_RTLD) raises:
        """Loads a library."""
        var name = String(path)
        self._handle = external_call["dlopen", UnsafePointer[Byte, MutAnyOrigin]](
            name.unsafe_cstr_ptr().address, Int32(flags)
        )
        if not self._handle:
            raise Error("dlopen failed: ", _loading_error())

    def __bool__(self) -> Bool:
        """True when a library is loaded."""
        return Bool(self._handle)

    def check_symbol(self, name: StringSlice[ImmAnyOrigin]) -> Bool:
        """True when the library has the symbol."""
        return Bool(self._symbol(name))

    def _symbol(self, name: StringSlice[ImmAnyOrigin]) -> UnsafePointer[Byte, MutAnyOrigin]:
        var text = String(name)
        var found = external_call["dlsym", UnsafePointer[Byte, MutAnyOrigin]](
            self._handle.address, text.unsafe_cstr_ptr().address
        )
        return found

    def get_function[F: TrivialRegisterPassable](self, name: StringSlice[ImmAnyOrigin]) -> F where __is_function_type[F]():
        """The function with this name, whose type is `F`."""
        var found = self._symbol(name)
        return UnsafePointer(to=found).bitcast[F]()[]

    def get_function[return_type: AnyType = NoneType](
        ref self, name: StringSlice[ImmAnyOrigin]
    ) raises -> _Callable[return_type, origin_of(self)] where not __is_function_type[return_type]():
        """The function with this name, which gives a `return_type`; raises if there is none."""
        var found = self._symbol(name)
        if not found:
            raise Error("symbol not found: ", name)
        return _Callable[return_type, origin_of(self)](found)

    def call[name: StringLiteral, R: AnyType = NoneType, *Ts: AnyType](self, *args: *Ts) -> R:
        """Calls a function, which must be there."""
        return _call_address[R](self._symbol(name), *args)

    def get_symbol[T: AnyType](ref self, name: StringSlice[ImmAnyOrigin]) -> Optional[Pointer[T, origin_of(self)]]:
        """The address of the symbol with this name, if there is one."""
        var found = self._symbol(name)
        if not found:
            return None
        return Pointer[T, origin_of(self)](mlir_value=found.address)

    def close(mut self):
        """Closes the library."""
        if self._handle:
            _ = external_call["dlclose", Int32](self._handle.address)
        self._handle = UnsafePointer[Byte, MutAnyOrigin]()


@fieldwise_init
struct _Callable[return_type: AnyType, origin: Origin](TrivialRegisterPassable):
    """A function of a library, which stays loaded as long."""

    var _address: UnsafePointer[Byte, Self.origin]

    @always_inline
    def __call__[*Ts: AnyType](self, *args: *Ts) -> Self.return_type:
        return _call_address[Self.return_type](self._address, *args)


def _loading_error() -> String:
    var text = external_call["dlerror", UnsafePointer[Byte, MutAnyOrigin]]()
    if not text:
        return String("unknown error")
    return String(unsafe_from_utf8_ptr=text)

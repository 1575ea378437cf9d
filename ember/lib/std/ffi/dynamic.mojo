"""Shared libraries."""

from std.ffi import external_call


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

    def __init__(out self, *, flags: Int = RTLD.NOW) raises:
        """The program itself."""
        var none = UnsafePointer[Byte, MutAnyOrigin]()
        self._handle = external_call["dlopen", UnsafePointer[Byte, MutAnyOrigin]](none.address, Int32(flags))
        if not self._handle:
            raise Error("dlopen failed: ", _loading_error())

    def __init__(out self, path: StringSlice[ImmAnyOrigin], flags: Int = RTLD.NOW) raises:
        """Loads a library."""
        var name = String(path)
        self._handle = external_call["dlopen", UnsafePointer[Byte, MutAnyOrigin]](
            name.unsafe_cstr_ptr().address, Int32(flags)
        )
        if not self._handle:
            raise Error("dlopen failed: ", _loading_error())

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

    def get_function[F: AnyType](self, name: StringSlice[ImmAnyOrigin]) -> F:
        """The function with this name."""
        var found = self._symbol(name)
        return UnsafePointer(to=found).bitcast[F]()[]

    def call[name: StringLiteral, R: AnyType](self) -> R:
        """Calls a function without arguments."""
        return self.get_function[def() thin abi("C") -> R](name)()

    def call[name: StringLiteral, R: AnyType, A: AnyType](self, a: A) -> R:
        """Calls a function with one argument."""
        return self.get_function[def(A) thin abi("C") -> R](name)(a)

    def call[name: StringLiteral, R: AnyType, A: AnyType, B: AnyType](self, a: A, b: B) -> R:
        """Calls a function with two arguments."""
        return self.get_function[def(A, B) thin abi("C") -> R](name)(a, b)

    def call[
        name: StringLiteral, R: AnyType, A: AnyType, B: AnyType, C: AnyType
    ](self, a: A, b: B, c: C) -> R:
        """Calls a function with three arguments."""
        return self.get_function[def(A, B, C) thin abi("C") -> R](name)(a, b, c)

    def call[
        name: StringLiteral, R: AnyType, A: AnyType, B: AnyType, C: AnyType, D: AnyType
    ](self, a: A, b: B, c: C, d: D) -> R:
        """Calls a function with four arguments."""
        return self.get_function[def(A, B, C, D) thin abi("C") -> R](name)(a, b, c, d)

    def get_symbol[T: AnyType](self, name: StringSlice[ImmAnyOrigin]) -> UnsafePointer[T, MutAnyOrigin]:
        """The address of the symbol with this name."""
        return self._symbol(name).bitcast[T]()

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

    def __init__(out self, path: StringSlice[ImmAnyOrigin], flags: Int = RTLD.NOW) raises:
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

    def get_function[F: AnyType](self, name: StringSlice[ImmAnyOrigin]) -> F:
        """The function with this name."""
        var found = self._symbol(name)
        return UnsafePointer(to=found).bitcast[F]()[]

    def call[name: StringLiteral, R: AnyType](self) -> R:
        """Calls a function without arguments."""
        return self.get_function[def() thin abi("C") -> R](name)()

    def call[name: StringLiteral, R: AnyType, A: AnyType](self, a: A) -> R:
        """Calls a function with one argument."""
        return self.get_function[def(A) thin abi("C") -> R](name)(a)

    def call[name: StringLiteral, R: AnyType, A: AnyType, B: AnyType](self, a: A, b: B) -> R:
        """Calls a function with two arguments."""
        return self.get_function[def(A, B) thin abi("C") -> R](name)(a, b)

    def call[
        name: StringLiteral, R: AnyType, A: AnyType, B: AnyType, C: AnyType
    ](self, a: A, b: B, c: C) -> R:
        """Calls a function with three arguments."""
        return self.get_function[def(A, B, C) thin abi("C") -> R](name)(a, b, c)

    def call[
        name: StringLiteral, R: AnyType, A: AnyType, B: AnyType, C: AnyType, D: AnyType
    ](self, a: A, b: B, c: C, d: D) -> R:
        """Calls a function with four arguments."""
        return self.get_function[def(A, B, C, D) thin abi("C") -> R](name)(a, b, c, d)

    def get_symbol[T: AnyType](self, name: StringSlice[ImmAnyOrigin]) -> UnsafePointer[T, MutAnyOrigin]:
        """The address of the symbol with this name."""
        return self._symbol(name).bitcast[T]()

    def close(mut self):
        """Closes the library."""
        if self._handle:
            _ = external_call["dlclose", Int32](self._handle.address)
        self._handle = UnsafePointer[Byte, MutAnyOrigin]()


def _loading_error() -> String:
    var text = external_call["dlerror", UnsafePointer[Byte, MutAnyOrigin]]()
    if not text:
        return String("unknown error")
    return String(unsafe_from_utf8_ptr=text)

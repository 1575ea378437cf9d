"""MaybeUninit: room for a value that may not be there yet."""


struct MaybeUninit[T: AnyType](
    Defaultable,
    ImplicitlyCopyable where __trivially_copyable[T]() and __trivially_movable[T](),
    Movable,
):
    """Memory for one value; nobody drops the value for you.

    Example:

    ```mojo
    from std.memory.maybe_uninitialized import MaybeUninit

    var place = MaybeUninit[Int]()
    place.write(7)
    print(place.assume_initialized())  # 7
    ```

    ```mojo
    from std.memory.maybe_uninitialized import MaybeUninit

    var place = MaybeUninit[String].uninitialized()
    place.init_from("a")
    print(place.unsafe_assume_init_ref(), place.unsafe_ptr()[])  # a a
    place.assume_initialized_destroy()
    place.write("b")
    print(place^.unsafe_assume_init_take())  # b
    print(MaybeUninit[Int].zeroed().assume_initialized())  # 0
    ```

    ```mojo
    from std.memory.maybe_uninitialized import MaybeUninit

    var place = MaybeUninit[String]("a")
    place.unsafe_assume_init_destroy()
    place.write("b")
    print(place^.unsafe_take())  # b
    ```

    ```mojo
    from std.memory.maybe_uninitialized import MaybeUninit

    var place = MaybeUninit[String]()
    place.unsafe_write("a")
    print(place.unsafe_assume_init())  # a
    place^.unsafe_deinit()
    var other = MaybeUninit[String]("b")
    print(other^.unsafe_assume_init())  # b
    MaybeUninit[String]().unsafe_forget()
    ```
    """

    comptime _Storage = __mlir_type[`!pop.array<`, 1, `, `, Self.T, `>`]

    var _storage: Self._Storage

    @always_inline
    def __init__(out self):
        """No value yet."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()

    @always_inline
    def __init__(out self, var value: Self.T) where conforms_to(Self.T, Movable):
        """Holds a value."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        __get_address_as_uninit_lvalue[Self.T](__address_of(self._storage)) = value^

    @staticmethod
    @always_inline
    def uninitialized() -> Self:
        """No value yet."""
        return Self()

    @staticmethod
    @always_inline
    def zeroed() -> Self:
        """All bytes zero."""
        var result = Self()
        __mlir_op.`pop.memset`(__address_of(result._storage), UInt8(0).value, __size_of[Self.T]()._index())
        return result^

    @always_inline
    def write(mut self, var value: Self.T) where conforms_to(Self.T, Movable):
        """Puts a value in; one that was there is not dropped."""
        __get_address_as_uninit_lvalue[Self.T](__address_of(self._storage)) = value^

    @always_inline
    def init_from(mut self, var value: Self.T) where conforms_to(Self.T, Movable):
        """Puts a value in; one that was there is not dropped."""
        self.write(value^)

    @always_inline
    def unsafe_write(mut self, var value: Self.T) where conforms_to(Self.T, Movable):
        """Puts a value in; one that was there is not dropped."""
        self.write(value^)

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the value is."""
        return UnsafePointer[Self.T, MutAnyOrigin](mlir_value=__address_of(self._storage))

    @always_inline
    def assume_initialized(ref self) -> ref[self] Self.T:
        """The value, which must be there."""
        return __get_address_as_lvalue[Self.T, origin_of(self)](__address_of(self._storage))

    @always_inline
    def unsafe_assume_init_ref(ref self) -> ref[self] Self.T:
        """The value, which must be there."""
        return self.assume_initialized()

    @always_inline
    def unsafe_assume_init_take(deinit self) -> Self.T:
        """Moves the value out."""
        return __get_address_as_owned_value[Self.T](__address_of(self._storage))

    @always_inline
    def unsafe_assume_init(ref self) -> ref[self] Self.T:
        """The value, which must be there."""
        return self.assume_initialized()

    @always_inline
    def unsafe_assume_init(deinit self) -> Self.T:
        """Moves the value out."""
        return __get_address_as_owned_value[Self.T](__address_of(self._storage))

    @always_inline
    def unsafe_take(deinit self) -> Self.T:
        """Moves the value out."""
        return __get_address_as_owned_value[Self.T](__address_of(self._storage))

    @always_inline
    def unsafe_assume_init_destroy(mut self):
        """Drops the value, which must be there."""
        self.unsafe_ptr().destroy_pointee()

    @always_inline
    def assume_initialized_destroy(mut self):
        """Drops the value, which must be there."""
        self.unsafe_ptr().destroy_pointee()

    @always_inline
    def unsafe_deinit(deinit self) where conforms_to(Self.T, Deinitable):
        """Drops the value, which must be there."""
        _ = __get_address_as_owned_value[Self.T](__address_of(self._storage))

    @always_inline
    def unsafe_forget(deinit self):
        """Gives up the memory without dropping a value."""
        pass


comptime UnsafeMaybeUninitialized = MaybeUninit
"""An older name of `MaybeUninit`.

Example:

```mojo
from std.memory.maybe_uninitialized import UnsafeMaybeUninitialized

print(UnsafeMaybeUninitialized(7).unsafe_assume_init_ref())  # 7
```
"""
comptime UnsafeMaybeUninit = MaybeUninit
"""An older name of `MaybeUninit`."""

"""OwnedPointer: a value on the heap with one owner."""

from std.memory.memory import _free, _malloc


struct OwnedPointer[T: AnyType](Deinitable, Movable, Writable):
    """Owns a value on the heap and drops it with itself.

    Example:

    ```mojo
    from std.memory import OwnedPointer

    var number = OwnedPointer(7)
    number[] += 1
    print(number[])  # 8
    ```

    ```mojo
    from std.memory import OwnedPointer

    var number = OwnedPointer(7)
    print(number.unsafe_ptr()[])  # 7
    print(number^.take(), OwnedPointer(8).into_inner())  # 7 8
    var memory = OwnedPointer(9).steal_data()
    print(memory[])  # 9
    memory.free()
    ```

    ```mojo
    from std.memory import OwnedPointer

    var number = OwnedPointer(7)
    print(number.ptr()[])  # 7
    ```
    """

    var _pointer: UnsafePointer[Self.T, MutAnyOrigin]

    @always_inline
    def __init__(out self, var value: Self.T):
        """Puts a value on the heap."""
        self._pointer = _malloc[Self.T](1)
        self._pointer.init_pointee_move(value^)

    @always_inline
    def __init__(out self, *, copy_value: Self.T):
        """Puts a copy of a value on the heap."""
        self._pointer = _malloc[Self.T](1)
        self._pointer.init_pointee_copy(copy_value)

    @always_inline
    def __init__(out self, *, other: OwnedPointer[Self.T]):
        """Puts a copy of another owner's value on the heap."""
        self._pointer = _malloc[Self.T](1)
        self._pointer.init_pointee_copy(other[])

    @always_inline
    def __init__(out self, *, unsafe_from_raw_pointer: UnsafePointer[Self.T, _]):
        """Takes over a value that is on the heap."""
        self._pointer = UnsafePointer[Self.T, MutAnyOrigin](mlir_value=unsafe_from_raw_pointer.address)

    @always_inline
    def __deinit__(deinit self):
        """Drops the value."""
        self._pointer.destroy_pointee()
        _free(self._pointer.address)

    @always_inline
    def __getitem__(ref self) -> ref[origin_of(self)._get_owned_interior["value"]] Self.T:
        """The value."""
        return __get_address_as_lvalue[Self.T, origin_of(self)](self._pointer.address)

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the value is."""
        return self._pointer

    @always_inline
    def take(deinit self) -> Self.T where conforms_to(Self.T, Movable):
        """Moves the value out."""
        var value = self._pointer.take_pointee()
        _free(self._pointer.address)
        return value^

    @always_inline
    def into_inner(deinit self) -> Self.T where conforms_to(Self.T, Movable):
        """Moves the value out."""
        var value = self._pointer.take_pointee()
        _free(self._pointer.address)
        return value^

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes the value."""
        writer.write(self._pointer[])

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable):
        """Writes the type and the value."""
        writer.write(__type_name[Self](), "(", repr(self._pointer[]), ")")

    @always_inline
    def steal_data(deinit self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Gives up ownership; the caller drops and frees."""
        return self._pointer

    def ptr(ref self) -> UnsafePointer[Self.T, origin_of(self)]:
        """Where the value is."""
        return UnsafePointer[Self.T, origin_of(self)](unsafe_from_address=Int(self._pointer))


comptime OwnedBox = OwnedPointer
"""Another name of `OwnedPointer`."""
comptime Box = OwnedPointer
"""Another name of `OwnedPointer`.

Example:

```mojo
from std.memory.owned_pointer import Box

print(Box(7)[])  # 7
```
"""

"""ArcPointer: a value on the heap with several owners, counted atomically."""

from std.format import write_value
from std.memory.memory import _free, _malloc


@fieldwise_init
struct _Shared[T: AnyType]:
    """The value and how many owners it has."""

    var count: Int
    var value: Self.T


struct ArcPointer[T: AnyType](
    Copyable,
    Deinitable,
    Equatable where conforms_to(T, Equatable),
    Hashable where conforms_to(T, Hashable),
    Identifiable,
    ImplicitlyCopyable,
    Movable,
    Writable where conforms_to(T, Writable),
):
    """Shares a value; the last owner drops it.

    Example:

    ```mojo
    from std.memory import ArcPointer

    var first = ArcPointer(7)
    var second = first
    second[] += 1
    print(first[], first.count(), second[])  # 8 2 8
    ```

    ```mojo
    from std.memory import ArcPointer

    var number = ArcPointer(7)
    print(number.unsafe_ptr()[], number.as_ptr()[], number == ArcPointer(7), number)  # 7 7 True 7
    ```
    """

    var _shared: UnsafePointer[_Shared[Self.T], MutAnyOrigin]

    @always_inline
    def __init__(out self, var value: Self.T):
        """Puts a value on the heap."""
        self._shared = _malloc[_Shared[Self.T]](1)
        self._shared.init_pointee_move(_Shared[Self.T](1, value^))

    @always_inline
    def __init__(out self, *, copy: Self):
        """Becomes one more owner."""
        self._shared = copy._shared
        _ = __mlir_op.`pop.atomic.rmw`[kind="add", ordering="monotonic", scope="", _type = __mlir_type.`!pop.scalar<index>`](
            self._shared.address, Int(1).value
        )

    def __deinit__(deinit self):
        """One owner less; the last one drops the value."""
        var before = Int(
            mlir_value=__mlir_op.`pop.atomic.rmw`[kind="sub", ordering="acq_rel", scope="", _type = __mlir_type.`!pop.scalar<index>`](
                self._shared.address, Int(1).value
            )
        )
        if before == 1:
            self._shared.destroy_pointee()
            _free(self._shared.address)

    def __eq__(self, other: Self) -> Bool:
        """True when the values are equal."""
        return self[] == other[]

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the value."""
        self[].__hash__(hasher)

    def write_to(self, mut writer: Some[Writer]):
        """Writes the value."""
        write_value(self[], writer)

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the type and the value."""
        writer.write(__type_name[Self](), "(", repr(self[]), ")")

    @always_inline
    def __getitem__(self) -> ref[MutAnyOrigin] Self.T:
        """The value."""
        return self._shared[].value

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the value is."""
        return UnsafePointer[Self.T, MutAnyOrigin](mlir_value=__address_of(self._shared[].value))

    @always_inline
    def as_ptr(self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the value is."""
        return self.unsafe_ptr()

    def count(self) -> UInt64:
        """How many owners there are."""
        return UInt64(self._shared[].count)

    def __is__(self, rhs: Self) -> Bool:
        """True when both share one value."""
        return self._shared == rhs._shared

    def __isnot__(self, rhs: Self) -> Bool:
        """True when they share different values."""
        return self._shared != rhs._shared


comptime Arc = ArcPointer
"""An older name of `ArcPointer`.

Example:

```mojo
from std.memory.arc_pointer import Arc

print(Arc(7)[])  # 7
```
"""

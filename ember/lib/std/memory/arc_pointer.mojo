"""ArcPointer: a value on the heap with several owners, counted atomically."""

from std.atomic import Atomic
from std.format import write_value
from std.memory.memory import _free, _malloc


@fieldwise_init
struct _Shared[T: AnyType]:
    """The value, how many owners it has, and how many know of it: the weak pointers, and the owners as one."""

    var count: Int
    var weak: Int
    var value: Self.T


@always_inline
def _changed[kind: StringLiteral, ordering: StringLiteral](counter: UnsafePointer[Int, _]) -> Int:
    # Counts one more or one less; what the counter was before.
    return Int(
        mlir_value=__mlir_op.`pop.atomic.rmw`[
            kind=kind, ordering=ordering, scope="", _type = __mlir_type.`!pop.scalar<index>`
        ](counter.address, Int(1).value)
    )


def _forget[T: AnyType](shared: UnsafePointer[_Shared[T], MutAnyOrigin]):
    # One less knows of the value; the last one gives its memory back.
    if _changed["sub", "acq_rel"](UnsafePointer(to=shared[].weak)) == 1:
        _free(shared.address)


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
    print(first[], first.count(), second[], first.weak_count())  # 8 2 8 0
    ```

    ```mojo
    from std.memory import ArcPointer

    var number = ArcPointer(7)
    print(number.unsafe_ptr()[], number == ArcPointer(7), number)  # 7 True 7
    ```

    ```mojo
    from std.memory import ArcPointer

    var number = ArcPointer(7)
    print(number.ptr()[])  # 7
    ```
    """

    comptime WeakPointer = WeakPointer[Self.T]
    """A pointer that does not keep the value."""

    var _shared: UnsafePointer[_Shared[Self.T], MutAnyOrigin]

    @always_inline
    def __init__(out self, var value: Self.T):
        """Puts a value on the heap."""
        self._shared = _malloc[_Shared[Self.T]](1)
        self._shared.init_pointee_move(_Shared[Self.T](1, 1, value^))

    @always_inline
    def __init__(out self, *, copy: Self):
        """Becomes one more owner."""
        self._shared = copy._shared
        _ = _changed["add", "monotonic"](UnsafePointer(to=self._shared[].count))

    @always_inline
    def __init__(out self, *, _owned: UnsafePointer[_Shared[Self.T], MutAnyOrigin]):
        """One owner that is counted already."""
        self._shared = _owned

    def __deinit__(deinit self):
        """One owner less; the last one drops the value."""
        if _changed["sub", "acq_rel"](UnsafePointer(to=self._shared[].count)) == 1:
            UnsafePointer(to=self._shared[].value).destroy_pointee()
            _forget(self._shared)

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when the values are equal."""
        return self[] == other[]

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.T, Hashable):
        """Feeds the value."""
        self[].__hash__(hasher)

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes the value."""
        write_value(self[], writer)

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the type and the value."""
        writer.write(__type_name[Self](), "(", repr(self[]), ")")

    @always_inline
    def __getitem__(ref self) -> ref[origin_of(self)._get_owned_interior["value"], MutAnyOrigin] Self.T:
        """The value, which every owner may change."""
        return self._shared[].value

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the value is."""
        return UnsafePointer[Self.T, MutAnyOrigin](mlir_value=__address_of(self._shared[].value))

    def count(self) -> UInt64:
        """How many owners there are."""
        return UInt64(self._shared[].count)

    def weak_count(self) -> UInt64:
        """How many weak pointers there are."""
        return UInt64(self._shared[].weak - 1)

    def __is__(self, rhs: Self) -> Bool:
        """True when both share one value."""
        return self._shared == rhs._shared

    def __isnot__(self, rhs: Self) -> Bool:
        """True when they share different values."""
        return self._shared != rhs._shared

    def ptr(ref self) -> UnsafePointer[Self.T, origin_of(self)]:
        """Where the value is."""
        return UnsafePointer[Self.T, origin_of(self)](unsafe_from_address=Int(UnsafePointer(to=self._shared[].value)))


struct WeakPointer[T: AnyType](Copyable, Deinitable, ImplicitlyCopyable, Movable):
    """Knows of a shared value without keeping it.

    Parameters:
        T: The type of the value.

    Example:

    ```mojo
    from std.memory import ArcPointer
    from std.memory.arc_pointer import WeakPointer

    var number = ArcPointer(7)
    var weak = WeakPointer(downgrade=number)
    print(weak.try_upgrade().value()[])  # 7
    _ = number^
    print(Bool(weak.try_upgrade()))  # False
    ```
    """

    var _shared: UnsafePointer[_Shared[Self.T], MutAnyOrigin]

    @always_inline
    def __init__(out self, *, downgrade: ArcPointer[Self.T]):
        """Knows of what others share."""
        self._shared = downgrade._shared
        _ = _changed["add", "monotonic"](UnsafePointer(to=self._shared[].weak))

    @always_inline
    def __init__(out self, *, copy: Self):
        """One more that knows of it."""
        self._shared = copy._shared
        _ = _changed["add", "monotonic"](UnsafePointer(to=self._shared[].weak))

    def __deinit__(deinit self):
        """One less that knows of it."""
        _forget(self._shared)

    def try_upgrade(self) -> Optional[ArcPointer[Self.T]]:
        """One more owner of the value, if it is still there."""
        var counter = UnsafePointer(to=self._shared[].count).bitcast[Atomic[Int64]]()
        var seen = counter[].load()
        while seen > 0:
            if counter[].compare_exchange(seen, seen + 1):
                return ArcPointer[Self.T](_owned=self._shared)
        return None


comptime Arc = ArcPointer
"""An older name of `ArcPointer`.

Example:

```mojo
from std.memory.arc_pointer import Arc

print(Arc(7)[])  # 7
```
"""

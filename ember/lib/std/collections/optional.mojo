"""Optional: a value or nothing."""

from std.format import write_value
from std.builtin.debug_assert import _value_missing
from std.memory.pointer import _PointerValue


trait _NullableResult(AnyType):
    """What a C function may give where it gives a pointer that may be null."""

    @staticmethod
    def __from_c__(address: __mlir_type.`!kgen.pointer<none>`) -> Self:
        ...


struct Optional[T: AnyType](
    Boolable,
    Copyable where conforms_to(T, Copyable),
    Defaultable,
    Deinitable,
    Equatable where conforms_to(T, Equatable),
    Hashable where conforms_to(T, Hashable),
    ImplicitlyCopyable where conforms_to(T, ImplicitlyCopyable),
    Iterable,
    Movable,
    Representable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    Stringable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    Writable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    _NullableResult where conforms_to(T, _PointerValue),
):
    """Holds a value of type `T`, or None.

    Example:

    ```mojo
    def half(x: Int) -> Optional[Int]:
        return Optional(x // 2) if x % 2 == 0 else None

    if half(8):
        print(half(8).value(), half(7).or_else(0))  # 4 0
    ```

    ```mojo
    var number = Optional(7)
    print(number.unsafe_value())  # 7
    print(number.take(), Bool(number))  # 7 False
    number = 8
    print(number.unsafe_take())  # 8
    ```

    ```mojo
    def half(x: Int) -> Optional[Int]:
        return Optional(x // 2) if x % 2 == 0 else None

    def double(x: Int) -> Int:
        return 2 * x

    print(Optional(4).map(double).value(), Bool(Optional(3).and_then(half)))  # 8 False
    var number = 7
    print(Optional(Pointer(to=number)).copied().value())  # 7
    ```

    ```mojo
    def show(var x: Int):
        print(x)

    var number = Optional(7)
    print(number.bounds()[0])  # 1
    number^.deinit_with(show)
    # prints: 7
    Optional[Int]().deinit_assert_empty()
    ```
    """

    comptime Element = Self.T
    """The type of the value."""
    comptime __copy_ctor_is_trivial = __trivially_copyable[Self.T]()
    """Whether copying is copying bytes."""
    comptime __move_ctor_is_trivial = __trivially_movable[Self.T]()
    """Whether moving is copying bytes."""
    comptime __del__is_trivial = __trivially_destructible[Self.T]()
    """Whether nothing happens when a value is dropped."""

    comptime _Storage = __mlir_type[`!pop.array<`, 1, `, `, Self.T, `>`]

    var _storage: Self._Storage
    var _present: Bool

    @always_inline
    def __init__(out self):
        """Nothing."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._present = False

    @always_inline
    @implicit
    def __init__(out self, value: NoneType):
        """Nothing."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._present = False

    @always_inline
    @implicit
    def __init__(out self, var value: Self.T) where conforms_to(Self.T, Movable):
        """A value."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._present = True
        __get_address_as_uninit_lvalue[Self.T](__address_of(self._storage)) = value^

    def __init__[F: def() -> Self.T, //](out self, *, init_with: F):
        """What a function gives."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._present = True
        __get_address_as_uninit_lvalue[Self.T](__address_of(self._storage)) = init_with()

    @always_inline
    def __init__(out self, *, copy: Self) where conforms_to(Self.T, Copyable):
        """A copy of the value, if there is one."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._present = copy._present
        if copy._present:
            __get_address_as_uninit_lvalue[Self.T](__address_of(self._storage)) = copy._get().copy()

    @always_inline
    def __init__(out self, *, deinit move: Self):
        """Takes the value over."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._present = move._present
        if move._present:
            __get_address_as_uninit_lvalue[Self.T](__address_of(self._storage)) = __get_address_as_owned_value[
                Self.T
            ](__address_of(move._storage))

    @always_inline
    def __deinit__(deinit self):
        """Drops the value."""
        comptime if not __trivially_destructible[Self.T]():
            comptime assert conforms_to(Self.T, Deinitable), "only values of deinitable types are dropped"
            if self._present:
                _ = __get_address_as_owned_value[Self.T](__address_of(self._storage))

    @always_inline
    def _get(ref self) -> ref[origin_of(self)._get_owned_interior["value"]] Self.T:
        return __get_address_as_lvalue[Self.T, origin_of(self)](__address_of(self._storage))

    @always_inline
    def __bool__(self) -> Bool:
        """True when there is a value."""
        return self._present

    @always_inline
    def __is__(self, other: NoneType) -> Bool:
        """`x is None`."""
        return not self._present

    @always_inline
    def __isnot__(self, other: NoneType) -> Bool:
        """`x is not None`."""
        return self._present

    @always_inline
    def __getitem__(ref self) raises -> ref[origin_of(self)._get_owned_interior["value"]] Self.T:
        """The value; raises when there is none."""
        if not self._present:
            raise Error("EmptyOptionalError[", __type_name[Self.T](), "]()")
        return self._get()

    @always_inline
    def value(ref self, *, _at: StaticString = __call_site_text()) -> ref[origin_of(self)._get_owned_interior["value"]] Self.T:
        """The value; ends the program when there is none."""
        if not self._present:
            _value_missing(_at, "`Optional.value()` called on empty `Optional`. Consider using `if optional:` to check whether the `Optional` is empty before calling `.value()`, or use `.or_else()` to provide a default value.")
        return self._get()

    @always_inline
    def unsafe_value(ref self) -> ref[origin_of(self)._get_owned_interior["value"]] Self.T:
        """The value, which must be there."""
        return self._get()

    def take(mut self, *, _at: StaticString = __call_site_text()) -> Self.T:
        """Moves the value out and leaves nothing."""
        if not self._present:
            _value_missing(_at, "`Optional.take()` called on empty `Optional`. Consider using `if optional:` to check whether the `Optional` is empty before calling `.take()`, or use `.or_else()` to provide a default value.")
        self._present = False
        return __get_address_as_owned_value[Self.T](__address_of(self._storage))

    @always_inline
    def unsafe_take(mut self) -> Self.T:
        """Moves the value out, which must be there, and leaves nothing."""
        self._present = False
        return __get_address_as_owned_value[Self.T](__address_of(self._storage))

    @always_inline
    def or_else(self, var default: Self.T) -> Self.T where conforms_to(Self.T, Copyable) and conforms_to(Self.T, Deinitable) and not conforms_to(Self.T, ImplicitlyCopyable):
        """A copy of the value, or `default` when there is none."""
        if self._present:
            return self._get().copy()
        return default^

    @always_inline
    def or_else(deinit self, var default: Self.T) -> Self.T where conforms_to(Self.T, Deinitable) and conforms_to(Self.T, Movable):
        """The value, or `default` when there is none."""
        if self._present:
            return __get_address_as_owned_value[Self.T](__address_of(self._storage))
        return default^

    @always_inline
    def __c_value__(self) -> __mlir_type.`!kgen.pointer<none>` where conforms_to(Self.T, _PointerValue):
        """What C functions get for an optional pointer: its address, or null."""
        var address = self._get().address if self._present else UnsafePointer[NoneType, MutAnyOrigin]().address
        return address

    @staticmethod
    @always_inline
    def __from_c__(address: __mlir_type.`!kgen.pointer<none>`) -> Self where conforms_to(Self.T, _PointerValue):
        """The pointer that a C function gave, or nothing if it is null."""
        if not UnsafePointer[NoneType, MutAnyOrigin](mlir_value=address):
            return None
        return Self(Self.T(mlir_value=address))

    def map[F: AnyType, //](var self, mapper: F) -> Optional[type_of(mapper(self._taken()))]:
        """The result of a function for the value, or nothing."""
        if self._present:
            return Optional(mapper(self._taken()))
        return None

    def and_then[F: AnyType, //](var self, mapper: F) -> type_of(mapper(self._taken())):
        """The optional result of a function for the value, or nothing."""
        if self._present:
            return mapper(self._taken())
        return None

    @always_inline
    def _taken(mut self) -> Self.T:
        # The value, which is there, moved out.
        self._present = False
        return __get_address_as_owned_value[Self.T](__address_of(self._storage))

    def copied(self) -> Optional[type_of(self._get()[])]:
        """A copy of what the pointer points to, or nothing."""
        if self._present:
            return Optional(self._get()[].copy())
        return None

    def __eq__(self, rhs: NoneType) -> Bool:
        """True when there is no value."""
        return not self._present

    def __eq__(self, rhs: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when both are empty or hold equal values."""
        if self._present != rhs._present:
            return False
        return not self._present or self._get() == rhs._get()

    def __ne__(self, rhs: NoneType) -> Bool:
        """True when there is a value."""
        return self._present

    def __ne__(self, rhs: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when they differ."""
        return not (self == rhs)

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.T, Hashable):
        """Feeds the value."""
        self._present.__hash__(hasher)
        if self._present:
            self._get().__hash__(hasher)

    @always_inline
    def __iter__(ref self) -> _OptionalIter[Self.T, origin_of(self)._get_owned_interior["value"]]:
        """Walks the value, if there is one."""
        return {__address_of(self._storage), self._present}

    @always_inline
    def __invert__(self) -> Bool:
        """True when there is no value."""
        return not self._present

    @always_inline
    def __and__[U: Boolable](self, other: U) -> Bool:
        """True when there is a value and `other` is true."""
        return self._present and other.__bool__()

    @always_inline
    def __or__[U: Boolable](self, other: U) -> Bool:
        """True when there is a value or `other` is true."""
        return self._present or other.__bool__()

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes the value or `None`."""
        if self._present:
            write_value(self._get(), writer)
        else:
            writer.write_string("None")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `Optional[Int](Int(3))`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("(")
        if self._present:
            self._get().write_repr_to(writer)
        else:
            writer.write_string("None")
        writer.write_string(")")

    def __str__(self) -> String where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^

    def deinit_with[F: def(var Self.T) -> None, //](deinit self, deinit_func: F, /):
        """Ends it; the function gets the value, if there is one."""
        if self._present:
            deinit_func(__get_address_as_owned_value[Self.T](__address_of(self._storage)))

    def deinit_assert_empty(deinit self):
        """Ends it; there must not be a value."""
        debug_assert[assert_mode="safe"](not self._present, "the Optional is not empty")

    def bounds(self) -> Tuple[Int, Optional[Int]]:
        """How many elements a walk over it has left, at least and at most."""
        return (Int(self._present), Optional(Int(self._present)))


@fieldwise_init
struct _OptionalIter[T: AnyType, origin: Origin](CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks the one value of an Optional."""

    comptime Element = Self.T

    var address: __mlir_type.`!kgen.pointer<none>`
    var present: Bool

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return self.present

    @always_inline
    def __next__(mut self) -> ref[Self.origin] Self.T:
        self.present = False
        return __get_address_as_lvalue[Self.T, Self.origin](self.address)

    @always_inline
    def __len__(self) -> Int:
        return 1 if self.present else 0


comptime OptionalReg = Optional
"""An older name of `Optional`.

Example:

```mojo
from std.collections.optional import OptionalReg

print(OptionalReg[Int](7).value())  # 7
```
"""

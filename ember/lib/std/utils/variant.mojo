"""Variant: a value of one of several types."""

from std.format import write_value
from std.builtin.debug_assert import _value_missing


struct Variant[*Ts: AnyType](
    Copyable where conforms_to(Ts, Copyable),
    Deinitable,
    Equatable where conforms_to(Ts, Equatable),
    Hashable where conforms_to(Ts, Hashable),
    ImplicitlyCopyable where conforms_to(Ts, ImplicitlyCopyable),
    Movable,
    Writable where conforms_to(Ts, Writable) or conforms_to(Ts, Stringable),
):
    """Holds a value of one of the types, and says of which.

    Example:

    ```mojo
    from std.utils import Variant

    var value: Variant[Int, String] = 7
    print(value.isa[Int](), value[Int])  # True 7
    value = String("seven")
    print(value[String])  # seven
    ```

    ```mojo
    from std.utils import Variant

    var value: Variant[Int, String] = 7
    print(value.unsafe_get[Int](), Variant[Int, String].is_type_supported[Bool]())  # 7 False
    print(value.replace[String, Int]("seven"))  # 7
    value.set[Int](8)
    print(value.take[Int]())  # 8
    var other: Variant[Int, String] = 9
    print(other^.unwrap[Int]())  # 9
    var last: Variant[Int, String] = 10
    print(last.unsafe_take[Int]())  # 10
    ```

    ```mojo
    from std.utils import Variant

    var value: Variant[Int, String] = 7
    print(value.unsafe_replace[String, Int]("seven"), value)  # 7 seven
    ```

    ```mojo
    from std.utils import Variant

    def show(var x: Int):
        print(x)

    var value: Variant[Int, String] = 7
    var other = value
    print(value^.unsafe_unwrap[Int]())  # 7
    other^.deinit_with(show)
    # prints: 7
    ```
    """

    comptime __copy_ctor_is_trivial = _all_copyable[*Self.Ts]()
    """Whether copying is copying bytes."""
    comptime __move_ctor_is_trivial = _all_movable[*Self.Ts]()
    """Whether moving is copying bytes."""
    comptime __del__is_trivial = _all_destructible[*Self.Ts]()
    """Whether nothing happens when a value is dropped."""
    comptime _Storage = __mlir_type[`!pop.union<`, *Self.Ts, `>`]
    comptime _count = Self.Ts.__len__()

    var _storage: Self._Storage
    var _index: Int8

    @always_inline
    @implicit
    def __init__[T: AnyType](out self, var value: T):
        """Holds a value of one of the types."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._index = Int8(Self._position_for[T]())
        comptime i = Self._position_for[T]()
        comptime assert i >= 0, "the value is of none of the variant's types"
        __get_address_as_uninit_lvalue[Self.Ts[i]](__address_of(self._storage)) = value^

    def __init__[T: AnyType, F: def() -> T, //](out self, *, init_with: F):
        """Holds what a function gives."""
        comptime i = Self._position_for[T]()
        comptime assert i >= 0, "the value is of none of the variant's types"
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._index = Int8(i)
        __get_address_as_uninit_lvalue[Self.Ts[i]](__address_of(self._storage)) = init_with()

    def __init__(out self, *, unsafe_uninitialized: Bool):
        """Holds nothing yet; the caller must set a value."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._index = -1

    def __init__(out self, *, copy: Self) where conforms_to(Self.Ts, Copyable):
        """A copy of the value."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._index = copy._index
        comptime for i in range(Self._count):
            if copy._index == Int8(i):
                __get_address_as_uninit_lvalue[Self.Ts[i]](__address_of(self._storage)) = copy._get[
                    Self.Ts[i]
                ]().copy()

    def __init__(out self, *, deinit move: Self):
        """Takes the value over."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        self._index = move._index
        comptime for i in range(Self._count):
            if move._index == Int8(i):
                __get_address_as_uninit_lvalue[Self.Ts[i]](
                    __address_of(self._storage)
                ) = __get_address_as_owned_value[Self.Ts[i]](__address_of(move._storage))

    def __deinit__(deinit self):
        """Drops the value."""
        comptime for i in range(Self._count):
            comptime if not __trivially_destructible[Self.Ts[i]]():
                comptime assert conforms_to(Self.Ts[i], Deinitable), "only values of deinitable types are dropped"
                if self._index == Int8(i):
                    _ = __get_address_as_owned_value[Self.Ts[i]](__address_of(self._storage))

    @staticmethod
    def _position[T: AnyType]() -> Int:
        # Which of the types T is, or -1.
        comptime for i in range(Self._count):
            comptime if __same_type[Self.Ts[i], T]():
                return i
        return -1

    @staticmethod
    def _position_for[T: AnyType]() -> Int:
        # As `_position`; a literal counts as the type it becomes.
        comptime exact = Self._position[T]()
        comptime if exact >= 0:
            return exact
        elif __same_type[T, IntLiteral]():
            return Self._position[Int]()
        elif __same_type[T, FloatLiteral]():
            return Self._position[Float64]()
        elif __same_type[T, StringLiteral]():
            return Self._position[String]()
        else:
            return -1

    @always_inline
    def isa[T: AnyType](self) -> Bool:
        """True when the value is of type `T`."""
        return self._index == Int8(Self._position[T]())

    @staticmethod
    def is_type_supported[T: AnyType]() -> Bool:
        """True when `T` is one of the types."""
        return Self._position[T]() >= 0

    @always_inline
    def _get[T: AnyType](ref self) -> ref[origin_of(self)._get_owned_interior["value"]] T:
        return __get_address_as_lvalue[T, origin_of(self)](__address_of(self._storage))

    @always_inline
    def __getitem__[T: AnyType](ref self) -> ref[origin_of(self)._get_owned_interior["value"]] T:
        """The value, which must be of type `T`."""
        if not self.isa[T]():
            _value_missing(__call_location_text(), "get: wrong variant type")
        return self._get[T]()

    @always_inline
    def unsafe_get[T: AnyType](ref self) -> ref[origin_of(self)._get_owned_interior["value"]] T:
        """The value, taken to be of type `T`."""
        return self._get[T]()

    def take[T: AnyType](mut self, *, _at: StaticString = __call_site_text()) -> T:
        """Moves the value out, which must be of type `T`."""
        if not self.isa[T]():
            _value_missing(_at, "taking the wrong type!")
        self._index = -1
        return __get_address_as_owned_value[T](__address_of(self._storage))

    def unwrap[T: AnyType](deinit self, *, _at: StaticString = __call_site_text()) -> T:
        """Gives up the variant for its value, which must be of type `T`."""
        if not self.isa[T]():
            _value_missing(_at, "taking the wrong type!")
        return __get_address_as_owned_value[T](__address_of(self._storage))

    def unsafe_take[T: AnyType](mut self) -> T:
        """Moves the value out, taken to be of type `T`."""
        self._index = -1
        return __get_address_as_owned_value[T](__address_of(self._storage))

    def set[T: AnyType](mut self, var value: T):
        """Replaces the value."""
        self = Self(value^)

    def set[T: AnyType, F: def() -> T, //](mut self, *, init_with: F):
        """Replaces the value with what a function gives."""
        self = Self(init_with=init_with)

    def replace[Tin: AnyType, Tout: AnyType](mut self, var value: Tin) -> Tout where conforms_to(Tout, Movable):
        """Replaces the value and gives the old one."""
        var old = self.take[Tout]()
        self = Self(value^)
        return old^

    def unsafe_replace[Tin: AnyType, Tout: AnyType](mut self, var value: Tin) -> Tout where conforms_to(Tout, Movable):
        """Replaces the value and gives the old one, taken to be of type `Tout`."""
        var old = self.unsafe_take[Tout]()
        self = Self(value^)
        return old^

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.Ts, Equatable):
        """True when both hold equal values of one type."""
        if self._index != other._index:
            return False
        comptime for i in range(Self._count):
            if self._index == Int8(i):
                return self._get[Self.Ts[i]]() == other._get[Self.Ts[i]]()
        return True

    def __ne__(self, other: Self) -> Bool where conforms_to(Self.Ts, Equatable):
        """True when they differ."""
        return not (self == other)

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.Ts, Hashable):
        """Feeds the number of the type and the value."""
        self._index.__hash__(hasher)
        comptime for i in range(Self._count):
            if self._index == Int8(i):
                self._get[Self.Ts[i]]().__hash__(hasher)

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.Ts, Writable) or conforms_to(Self.Ts, Stringable):
        """Writes `Variant[Int, String](Int(4))`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("(")
        comptime for i in range(Self._count):
            if self._index == Int8(i):
                self._get[Self.Ts[i]]().write_repr_to(writer)
        writer.write_string(")")

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.Ts, Writable) or conforms_to(Self.Ts, Stringable):
        """Writes the value."""
        comptime for i in range(Self._count):
            if self._index == Int8(i):
                write_value(self._get[Self.Ts[i]](), writer)

    def unsafe_unwrap[T: AnyType](deinit self) -> T:
        """Gives up the variant for its value, taken to be of type `T`."""
        return __get_address_as_owned_value[T](__address_of(self._storage))

    def deinit_with[T: AnyType, F: def(var T) -> None, //](deinit self, deinit_func: F, /):
        """Ends the variant; the function gets the value, which must be of its argument's type."""
        deinit_func(__get_address_as_owned_value[T](__address_of(self._storage)))


def _all_copyable[*Ts: AnyType]() -> Bool:
    comptime for i in range(Ts.__len__()):
        comptime if not __trivially_copyable[Ts[i]]():
            return False
    return True


def _all_movable[*Ts: AnyType]() -> Bool:
    comptime for i in range(Ts.__len__()):
        comptime if not __trivially_movable[Ts[i]]():
            return False
    return True


def _all_destructible[*Ts: AnyType]() -> Bool:
    comptime for i in range(Ts.__len__()):
        comptime if not __trivially_destructible[Ts[i]]():
            return False
    return True

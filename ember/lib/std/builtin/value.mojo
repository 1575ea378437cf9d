"""Traits of single values: truth, numbers, length, text, order, iteration."""

from std.hashlib.hasher import Hasher


trait Boolable(AnyType):
    """Values with a truth value."""

    def __bool__(self) -> Bool:
        ...


trait ImplicitlyBoolable(Boolable):
    """Values that stand for a Bool where one is wanted."""

    pass


trait Intable(AnyType):
    """Values with an integer value."""

    def __int__(self) -> Int:
        ...


trait IntableRaising(AnyType):
    """Values whose integer value may not exist."""

    def __int__(self) raises -> Int:
        ...


trait ImplicitlyIntable(Intable):
    """Values that stand for an Int where one is wanted."""

    pass


trait Indexer(AnyType):
    """Values usable as a subscript."""

    def __index__(self) -> Int:
        ...


trait Floatable(AnyType):
    """Values with a floating point value."""

    def __float__(self) -> Float64:
        ...


trait FloatableRaising(AnyType):
    """Values whose floating point value may not exist."""

    def __float__(self) raises -> Float64:
        ...


trait Sized(AnyType):
    """Values with a length."""

    def __len__(self) -> Int:
        ...


trait SizedRaising(AnyType):
    """Values whose length may not be known."""

    def __len__(self) raises -> Int:
        ...


trait Stringable(AnyType):
    """Values that give their text as a String."""

    def __str__(self) -> String:
        ...


trait StringableRaising(AnyType):
    """Values that may fail to give their text."""

    def __str__(self) raises -> String:
        ...


trait Representable(AnyType):
    """Values that give the source text that would make them."""

    def __repr__(self) -> String:
        ...


trait Equatable(AnyType):
    """Values that can be compared with `==`; by default all fields must be equal."""

    def __eq__(self, other: Self) -> Bool:
        """True when all fields are equal."""
        comptime for i in range(__struct_field_count[Self]()):
            if __struct_field_ref[i](self) != __struct_field_ref[i](other):
                return False
        return True

    @always_inline
    def __ne__(self, other: Self) -> Bool:
        """The opposite of `==`."""
        return not (self == other)


trait Comparable(Equatable):
    """Values with an order given by `__lt__`."""

    def __lt__(self, rhs: Self) -> Bool:
        ...

    @always_inline
    def __gt__(self, rhs: Self) -> Bool:
        """True when `rhs` is less."""
        return rhs < self

    @always_inline
    def __le__(self, rhs: Self) -> Bool:
        """True when `rhs` is not less."""
        return not (rhs < self)

    @always_inline
    def __ge__(self, rhs: Self) -> Bool:
        """True when it is not less than `rhs`."""
        return not (self < rhs)


trait Hashable(AnyType):
    """Values that feed a hasher; by default field by field."""

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds every field."""
        comptime for i in range(__struct_field_count[Self]()):
            __struct_field_ref[i](self).__hash__(hasher)


trait Identifiable(AnyType):
    """Values that can be compared with `is`."""

    def __is__(self, rhs: Self) -> Bool:
        ...


trait Absable(AnyType):
    """Values with a magnitude."""

    def __abs__(self) -> Self:
        ...


trait Powable(AnyType):
    """Values that can be raised to a power."""

    def __pow__(self, exp: Self) -> Self:
        ...


trait Roundable(AnyType):
    """Values that can be rounded."""

    def __round__(self) -> Self:
        ...


trait Ceilable(AnyType):
    """Values that can be rounded up."""

    def __ceil__(self) -> Self:
        ...


trait Floorable(AnyType):
    """Values that can be rounded down."""

    def __floor__(self) -> Self:
        ...


trait Truncable(AnyType):
    """Values that can be rounded toward zero."""

    def __trunc__(self) -> Self:
        ...


trait CeilDivable(AnyType):
    """Values with a division that rounds up."""

    def __ceildiv__(self, denominator: Self) -> Self:
        ...


trait DivModable(AnyType):
    """Values with a combined quotient and remainder."""

    pass


trait Iterator(Movable):
    """Gives elements one after the other."""

    comptime Element: AnyType


trait CheckedIterator(Iterator):
    """An iterator that says beforehand whether there is another element."""

    def __has_next__(self) -> Bool:
        ...


trait Iterable(AnyType):
    """Values that can be looped over."""

    def __iter__(ref self):
        ...


trait IterableOwned(AnyType):
    """Values that can be looped over while giving their elements away."""

    pass


trait ReversibleRange(AnyType):
    """Ranges that can be walked backwards."""

    pass


trait DevicePassable(AnyType):
    """Values that may be arguments of a device kernel."""

    pass


comptime EqualityComparable = Equatable
comptime LessThanComparable = Comparable
comptime GreaterThanComparable = Comparable
comptime LessThanOrEqualComparable = Comparable
comptime GreaterThanOrEqualComparable = Comparable
comptime TestSubject = AnyType

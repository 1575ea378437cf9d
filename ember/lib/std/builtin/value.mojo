"""Traits of single values: truth, numbers, length, text, order, iteration."""

from std.builtin._iterating import CheckedIterator, Iterable, IterableOwned, Iterator
from std.hashlib.hasher import Hasher


trait Boolable(AnyType):
    """Values with a truth value.

    Example:

    ```mojo
    @fieldwise_init
    struct Basket(Boolable):
        var count: Int

        def __bool__(self) -> Bool:
            return self.count > 0

    print(Bool(Basket(0)), Bool(Basket(2)))  # False True
    ```
    """

    def __bool__(self) -> Bool:
        """Whether the value counts as true."""
        ...


trait ImplicitlyBoolable(Boolable):
    """Values that stand for a Bool where one is wanted.

    Example:

    ```mojo
    @fieldwise_init
    struct Switch(ImplicitlyBoolable):
        var on: Bool

        def __bool__(self) -> Bool:
            return self.on

    if Switch(True):
        print("on")  # on
    ```
    """

    pass


trait Intable(AnyType):
    """Values with an integer value.

    Example:

    ```mojo
    @fieldwise_init
    struct Dozen(Intable):
        var count: Int

        def __int__(self) -> Int:
            return self.count * 12

    print(Int(Dozen(2)))  # 24
    ```
    """

    def __int__(self) -> Int:
        """The value as an integer."""
        ...


trait IntableRaising(AnyType):
    """Values whose integer value may not exist.

    Example:

    ```mojo
    print(Int("12") + 1)  # 13
    ```
    """

    def __int__(self) raises -> Int:
        """The value as an integer, if it has one."""
        ...


trait ImplicitlyIntable(Intable):
    """Values that stand for an Int where one is wanted.

    Example:

    ```mojo
    @fieldwise_init
    struct Level(ImplicitlyIntable):
        var number: Int

        def __int__(self) -> Int:
            return self.number

    print(Int(Level(3)))  # 3
    ```
    """

    pass


trait Indexer(AnyType):
    """Values usable as a subscript.

    Example:

    ```mojo
    @fieldwise_init
    struct Column(Indexer):
        var number: Int

        def __index__(self) -> Int:
            return self.number

    print(index(Column(2)))  # 2
    ```
    """

    def __index__(self) -> Int:
        """The value as a subscript."""
        return Int(mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](self.__mlir_index__()))

    def __mlir_index__(self) -> __mlir_type.index:
        """The value as a raw machine word; a type defines this or `__index__`."""
        return self.__index__()._index()


trait Floatable(AnyType):
    """Values with a floating point value.

    Example:

    ```mojo
    @fieldwise_init
    struct Percent(Floatable):
        var value: Int

        def __float__(self) -> Float64:
            return Float64(self.value) / 100

    print(Float64(Percent(25)))  # 0.25
    ```
    """

    def __float__(self) -> Float64:
        """The value as a floating point number."""
        ...


trait FloatableRaising(AnyType):
    """Values whose floating point value may not exist.

    Example:

    ```mojo
    print(Float64("0.5") * 2)  # 1.0
    ```
    """

    def __float__(self) raises -> Float64:
        """The value as a floating point number, if it has one."""
        ...


trait Sized(AnyType):
    """Values with a length.

    Example:

    ```mojo
    @fieldwise_init
    struct Team(Sized):
        var members: List[String]

        def __len__(self) -> Int:
            return len(self.members)

    print(len(Team(["Ada", "Alan"])))  # 2
    ```
    """

    def __len__(self) -> Int:
        """The number of elements."""
        ...


trait SizedRaising(AnyType):
    """Values whose length may not be known.

    Example:

    ```mojo
    @fieldwise_init
    struct Stream(SizedRaising):
        def __len__(self) raises -> Int:
            raise Error("endless")

    try:
        print(Stream().__len__())
    except e:
        print(e)
    # prints: endless
    ```
    """

    def __len__(self) raises -> Int:
        """The number of elements, if it is known."""
        ...


trait Stringable(AnyType):
    """Values that give their text as a String.

    Example:

    ```mojo
    @fieldwise_init
    struct Color(Stringable):
        var name: String

        def __str__(self) -> String:
            return self.name

    print(String(Color("red")))  # red
    ```
    """

    def __str__(self) -> String:
        """The text."""
        ...


trait StringableRaising(AnyType):
    """Values that may fail to give their text.

    Example:

    ```mojo
    @fieldwise_init
    struct Secret(StringableRaising):
        def __str__(self) raises -> String:
            raise Error("not telling")

    try:
        print(Secret().__str__())
    except e:
        print(e)
    # prints: not telling
    ```
    """

    def __str__(self) raises -> String:
        """The text, if there is one."""
        ...


trait Representable(AnyType):
    """Values that give the source text that would make them.

    Example:

    ```mojo
    @fieldwise_init
    struct Age(Representable):
        var years: Int

        def __repr__(self) -> String:
            return String("Age(", self.years, ")")

    print(repr(Age(36)))  # Age(36)
    ```
    """

    def __repr__(self) -> String:
        """The source text that would make the value."""
        ...


trait Equatable(AnyType):
    """Values that can be compared with `==`; by default all fields must be equal.

    Example:

    ```mojo
    @fieldwise_init
    struct Point(Equatable):
        var x: Int
        var y: Int

    print(Point(1, 2) == Point(1, 2), Point(1, 2) != Point(3, 4))  # True True
    ```
    """

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
    """Values with an order given by `__lt__`.

    Example:

    ```mojo
    @fieldwise_init
    struct Version(Comparable):
        var major: Int

        def __lt__(self, rhs: Self) -> Bool:
            return self.major < rhs.major

    print(Version(1) < Version(2), Version(1) >= Version(2))  # True False
    ```
    """

    def __lt__(self, rhs: Self) -> Bool:
        """True when this comes before `rhs`."""
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
    """Values that feed a hasher; by default field by field.

    Example:

    ```mojo
    @fieldwise_init
    struct Key(Hashable):
        var number: Int

    print(hash(Key(1)) == hash(Key(1)))  # True
    ```
    """

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds every field; what a `__hash__` of 2025 returns, if the struct has one."""
        comptime if conforms_to(Self, _HashesToNumber):
            self.__hash__().__hash__(hasher)
            return
        comptime for i in range(__struct_field_count[Self]()):
            __struct_field_ref[i](self).__hash__(hasher)


trait _HashesToNumber(AnyType):
    """Values that hash themselves, in the spelling of 2025."""

    def __hash__(self) -> UInt:
        ...


trait Identifiable(AnyType):
    """Values that can be compared with `is`.

    Example:

    ```mojo
    @fieldwise_init
    struct Account(Identifiable):
        var id: Int

        def __is__(self, rhs: Self) -> Bool:
            return self.id == rhs.id

    print(Account(1) is Account(1))  # True
    ```
    """

    def __is__(self, rhs: Self) -> Bool:
        """True when both are the same thing."""
        ...


trait Absable(AnyType):
    """Values with a magnitude.

    Example:

    ```mojo
    def distance[T: Absable](value: T) -> T:
        return abs(value)

    print(distance(-4))  # 4
    ```
    """

    def __abs__(self) -> Self:
        """The magnitude."""
        ...


trait Powable(AnyType):
    """Values that can be raised to a power.

    Example:

    ```mojo
    @fieldwise_init
    struct Ten(Powable):
        var exponent: Int

        def __pow__(self, exp: Self) -> Self:
            return Self(self.exponent * exp.exponent)

    print((Ten(2) ** Ten(3)).exponent)  # 6
    ```
    """

    def __pow__(self, exp: Self) -> Self:
        """This, raised to a power."""
        ...


trait Roundable(AnyType):
    """Values that can be rounded.

    Example:

    ```mojo
    def whole[T: Roundable](value: T) -> T:
        return round(value)

    print(whole(2.7))  # 3.0
    ```
    """

    def __round__(self) -> Self:
        """The nearest whole value."""
        ...

    def __round__(self, ndigits: Int) -> Self:
        """Rounded to a number of decimal digits."""
        ...


trait Ceilable(AnyType):
    """Values that can be rounded up.

    Example:

    ```mojo
    from std.math import ceil

    @fieldwise_init
    struct Meters(Ceilable):
        var value: Float64

        def __ceil__(self) -> Self:
            return Self(ceil(self.value))

    print(ceil(Meters(1.2)).value)  # 2.0
    ```
    """

    def __ceil__(self) -> Self:
        """The next whole value upwards."""
        ...


trait Floorable(AnyType):
    """Values that can be rounded down.

    Example:

    ```mojo
    from std.math import floor

    @fieldwise_init
    struct Meters(Floorable):
        var value: Float64

        def __floor__(self) -> Self:
            return Self(floor(self.value))

    print(floor(Meters(1.8)).value)  # 1.0
    ```
    """

    def __floor__(self) -> Self:
        """The next whole value downwards."""
        ...


trait Truncable(AnyType):
    """Values that can be rounded toward zero.

    Example:

    ```mojo
    from std.math import trunc

    @fieldwise_init
    struct Meters(Truncable):
        var value: Float64

        def __trunc__(self) -> Self:
            return Self(trunc(self.value))

    print(trunc(Meters(-1.8)).value)  # -1.0
    ```
    """

    def __trunc__(self) -> Self:
        """The next whole value toward zero."""
        ...


trait CeilDivable(AnyType):
    """Values with a division that rounds up.

    Example:

    ```mojo
    from std.math import ceildiv

    print(ceildiv(7, 2))  # 4
    ```
    """

    def __ceildiv__(self, denominator: Self) -> Self:
        """The quotient, rounded up."""
        ...


trait CeilDivableRaising(AnyType):
    """Values with a division that rounds up, or raises an error.

    Example:

    ```mojo
    from std.math import CeilDivableRaising, ceildiv

    @fieldwise_init
    struct Pages(CeilDivableRaising, ImplicitlyCopyable):
        var count: Int

        def __ceildiv__(self, denominator: Self) raises -> Self:
            if denominator.count == 0:
                raise Error("no pages")
            return Pages(ceildiv(self.count, denominator.count))

    print(ceildiv(Pages(7), Pages(2)).count)  # 4
    ```
    """

    def __ceildiv__(self, denominator: Self) raises -> Self:
        """The quotient, rounded up."""
        ...


trait DivModable(AnyType):
    """Values with a combined quotient and remainder.

    Example:

    ```mojo
    print(divmod(9, 4))  # (2, 1)
    ```
    """

    def __divmod__(self, denominator: Self) -> Tuple[Self, Self]:
        """Quotient and remainder."""
        ...


trait ReversibleRange(AnyType):
    """Ranges that can be walked backwards.

    Example:

    ```mojo
    for i in reversed(range(3)):
        print(i, end=" ")  # 2 1 0
    ```
    """

    pass


trait DevicePassable(AnyType):
    """Values that may be arguments of a device kernel, perhaps as another type: a buffer arrives as a pointer.

    Example:

    ```mojo
    @fieldwise_init
    struct Grid(DevicePassable):
        comptime device_type = Int32
        var width: Int32

    print(Grid.get_type_name())  # Grid
    ```

    ```mojo
    @fieldwise_init
    struct Grid(DevicePassable):
        comptime device_type = Int32
        var width: Int32

    print(Grid.get_device_type_name() != "")  # True
    ```
    """

    comptime device_type: AnyType
    """What the kernel gets."""

    def _to_device_type(self, target: UnsafePointer[NoneType, MutAnyOrigin]):
        """Writes what the kernel gets to `target`."""
        __mlir_op.`pop.memcpy`[overlapping=False](
            target.address, __address_of(self), __size_of[Self.device_type]()._index()
        )

    @staticmethod
    def get_type_name() -> String:
        """The name of the type."""
        return String(__type_name[Self]())

    @staticmethod
    def get_device_type_name() -> String:
        """The name of the type the kernel gets."""
        return String(__type_name[Self.device_type]())


trait _DeviceView(DevicePassable):
    """Views of memory; `device_type` is the same view with anybody's origin, since origins mean nothing to a device."""

    comptime is_mutable: Bool


trait _PythonValue(AnyType):
    """What only PythonObject is: lets numbers and texts be made of one without knowing it."""

    def __int__(self) raises -> Int:
        ...

    def __float__(self) raises -> Float64:
        ...

    def _to_unsigned(self) raises -> UInt64:
        ...

    def _to_bool(self) raises -> Bool:
        ...

    def _to_text(self) raises -> String:
        ...


comptime EqualityComparable = Equatable
"""An older name of `Equatable`.

Example:

```mojo
def same[T: EqualityComparable](a: T, b: T) -> Bool:
    return a == b

print(same(1, 1))  # True
```
"""
comptime LessThanComparable = Comparable
"""An older name of `Comparable`."""
comptime GreaterThanComparable = Comparable
"""An older name of `Comparable`."""
comptime LessThanOrEqualComparable = Comparable
"""An older name of `Comparable`."""
comptime GreaterThanOrEqualComparable = Comparable
"""An older name of `Comparable`."""
comptime TestSubject = AnyType
"""An older name of `AnyType`."""


@always_inline
def deinit[T: Deinitable](var value: T, /):
    """Ends a value now.

    Example:

    ```mojo
    var words: List[String] = ["a", "b"]
    deinit(words^)
    ```
    """
    pass

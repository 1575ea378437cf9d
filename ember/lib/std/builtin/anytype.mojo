"""The lifecycle traits: what a type allows to be done with its values as wholes."""


trait AnyType:
    """Every type.

    Example:

    ```mojo
    def describe[T: AnyType](ref value: T) -> String:
        return "something"

    print(describe(1))  # something
    ```
    """

    comptime __del__is_trivial = __trivially_destructible[Self]()
    """Whether nothing happens when a value is dropped. A struct with `__deinit__` may declare it."""


trait Deinitable(AnyType):
    """Values that may be dropped: `__deinit__` runs (or nothing, when there is none).

    Example:

    ```mojo
    @fieldwise_init
    struct Door(Deinitable):
        var name: String

        def __deinit__(deinit self):
            print("closing", self.name)

    var door = Door("front")
    print("open", door.name)  # open front
    # prints: closing front
    ```
    """

    pass


trait Movable(AnyType):
    """Values that can be given away with `x^`.

    Example:

    ```mojo
    @fieldwise_init
    struct Ticket(Movable):
        var number: Int

    var mine = Ticket(7)
    var yours = mine^
    print(yours.number)  # 7
    ```
    """

    comptime __move_ctor_is_trivial = __trivially_movable[Self]()
    """Whether moving is copying bytes. A struct with a move constructor may declare it."""
    comptime __moveinit__is_trivial = __trivially_movable[Self]()
    """The name of `__move_ctor_is_trivial` in 2025."""


trait Copyable(Movable):
    """Values that can be duplicated with `x.copy()`.

    Example:

    ```mojo
    @fieldwise_init
    struct Note(Copyable):
        var text: String

    var first = Note("a")
    var second = first.copy()
    second.text += "b"
    print(first.text, second.text)  # a ab
    ```
    """

    comptime __copy_ctor_is_trivial = __trivially_copyable[Self]()
    """Whether copying is copying bytes. A struct with a copy constructor may declare it."""
    comptime __copyinit__is_trivial = __trivially_copyable[Self]()
    """The name of `__copy_ctor_is_trivial` in 2025."""

    @always_inline
    def copy(self) -> Self:
        """A duplicate of the value."""
        return Self(copy=self)


trait ImplicitlyCopyable(Copyable):
    """Values that are duplicated wherever an owned one is needed.

    Example:

    ```mojo
    @fieldwise_init
    struct Point(ImplicitlyCopyable):
        var x: Int

    var a = Point(1)
    var b = a
    b.x = 2
    print(a.x, b.x)  # 1 2
    ```
    """

    pass


trait RegisterPassable(Movable):
    """Values without a fixed place in memory.

    Example:

    ```mojo
    @fieldwise_init
    struct Handle(RegisterPassable):
        var id: Int

    print(Handle(3).id)  # 3
    ```
    """

    pass


trait TrivialRegisterPassable(ImplicitlyCopyable, RegisterPassable, Deinitable):
    """Plain bits: passed in registers, copied by value, dropped without effect.

    Example:

    ```mojo
    @fieldwise_init
    struct Celsius(TrivialRegisterPassable):
        var degrees: Float64

    var today = Celsius(21.5)
    var copy = today
    print(copy.degrees)  # 21.5
    ```
    """

    pass


trait Defaultable(AnyType):
    """Types with a constructor that takes nothing.

    Example:

    ```mojo
    def make[T: Defaultable]() -> T:
        return T()

    print(make[Int](), make[Bool]())  # 0 False
    ```
    """

    def __init__(out self):
        """The default value."""
        ...


comptime ImplicitlyDestructible = Deinitable
"""An older name of `Deinitable`.

Example:

```mojo
def drop[T: CollectionElement](var value: T):
    pass

drop(1)
```
"""
comptime ImplicitlyDeletable = Deinitable
"""An older name of `Deinitable`."""
comptime UnknownDestructibility = AnyType
"""An older name of `AnyType`."""
comptime ExplicitlyCopyable = Copyable
"""An older name of `Copyable`."""
comptime CollectionElement = Copyable & Movable
"""An older name of `Copyable & Movable`."""
comptime ComparableCollectionElement = Copyable & Movable
"""An older name of `Copyable & Movable`."""
comptime StringableCollectionElement = Copyable & Movable & Stringable
"""An older name of `Copyable & Movable & Stringable`."""
comptime BoolableCollectionElement = Copyable & Movable & Boolable
"""An older name of `Copyable & Movable & Boolable`."""
comptime EqualityComparableCollectionElement = Copyable & Movable & Equatable
"""An older name of `Copyable & Movable & Equatable`."""
comptime RepresentableCollectionElement = Copyable & Movable & Representable
"""An older name of `Copyable & Movable & Representable`."""
comptime KeyElement = Copyable & Movable & Hashable & Equatable
"""An older name of what the keys of a dictionary conform to."""
comptime AnyTrivialRegType = AnyType
"""The bound of 2025 for what fits in registers; a function given as a parameter is one."""

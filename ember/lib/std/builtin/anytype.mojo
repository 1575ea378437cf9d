"""The lifecycle traits: what a type allows to be done with its values as wholes."""


trait AnyType:
    """Every type."""

    pass


trait Deinitable(AnyType):
    """Values that may be dropped: `__deinit__` runs (or nothing, when there is none)."""

    pass


trait Movable(AnyType):
    """Values that can be given away with `x^`."""

    pass


trait Copyable(Movable):
    """Values that can be duplicated with `x.copy()`."""

    @always_inline
    def copy(self) -> Self:
        """A duplicate of the value."""
        return Self(copy=self)


trait ImplicitlyCopyable(Copyable):
    """Values that are duplicated wherever an owned one is needed."""

    pass


trait RegisterPassable(Movable):
    """Values without a fixed place in memory."""

    pass


trait TrivialRegisterPassable(ImplicitlyCopyable, RegisterPassable, Deinitable):
    """Plain bits: passed in registers, copied by value, dropped without effect."""

    pass


trait Defaultable(AnyType):
    """Types with a constructor that takes nothing."""

    def __init__(out self):
        ...


comptime ImplicitlyDestructible = Deinitable
comptime ImplicitlyDeletable = Deinitable
comptime UnknownDestructibility = AnyType
comptime ExplicitlyCopyable = Copyable
comptime CollectionElement = Copyable & Movable
comptime ComparableCollectionElement = Copyable & Movable
comptime KeyElement = Copyable & Movable

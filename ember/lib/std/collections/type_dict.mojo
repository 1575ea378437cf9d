"""TypeDict: types by keys, at compile time."""


struct TypeDict[Keys: AnyType, //, keys: Keys, *values: AnyType](Sized, TrivialRegisterPassable):
    """Types that are found by keys at compile time.

    Example:

    ```mojo
    from std.collections import TypeDict

    comptime by_bits = TypeDict[[8, 64], Int8, Int64]
    var small: by_bits.get[8] = 7
    print(small, by_bits.length, len(by_bits()))  # 7 2 2
    ```
    """

    comptime length = len(Self.values)
    """How many types there are."""
    comptime get[T: AnyType, //, key: T] = Self.values[Self._place[key]()]
    """The type of a key; a key that is not there is an error."""

    def __init__(out self):
        """Nothing: everything is known at compile time."""
        pass

    @staticmethod
    def _place[T: AnyType, //, key: T]() -> Int:
        comptime place = _position(Self.keys, key)
        comptime assert place >= 0, "the TypeDict has no such key"
        return place

    def __len__(self) -> Int:
        """How many types there are."""
        return Self.length


def _position[Keys: AnyType, T: AnyType](keys: Keys, key: T) -> Int where conforms_to(Keys, Sized):
    for i in range(len(keys)):
        if keys[i] == key:
            return i
    return -1

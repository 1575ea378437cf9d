"""NoneType and the other types with one value."""


struct NoneType(Boolable, Defaultable, Equatable, Hashable, TrivialRegisterPassable, Writable):
    """The type of `None`.

    Example:

    ```mojo
    def nothing() -> NoneType:
        return None

    print(nothing())  # None
    ```
    """

    var value: __mlir_type.`!kgen.none`
    """The raw value."""

    @always_inline("nodebug")
    def __init__(out self):
        """Makes None."""
        self = None

    @always_inline("nodebug")
    def __bool__(self) -> Bool:
        """False."""
        return False

    @always_inline("nodebug")
    def __eq__(self, rhs: Self) -> Bool:
        """True."""
        return True

    @always_inline("nodebug")
    def __is__(self, rhs: Self) -> Bool:
        """True."""
        return True

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds nothing."""
        pass

    def write_to(self, mut writer: Some[Writer]):
        """Writes `None`."""
        writer.write_string("None")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `None`."""
        writer.write_string("None")


struct EllipsisType(TrivialRegisterPassable):
    """The type of `...`.

    Example:

    ```mojo
    def anything(value: EllipsisType) -> String:
        return "anything"

    print(anything(EllipsisType()))  # anything
    ```
    """

    @always_inline("nodebug")
    def __init__(out self):
        """Makes one."""
        pass


struct Never(TrivialRegisterPassable):
    """The type without values: what a function that never returns gives.

    Example:

    ```mojo
    from std.os import abort

    def unreachable() -> Never:
        abort("never here")

    def pick(ok: Bool) -> Int:
        if not ok:
            unreachable()
        return 1

    print(pick(True))  # 1
    ```
    """

    pass


struct StopIteration(TrivialRegisterPassable, Writable):
    """What an iterator raises when it has no more elements.

    Example:

    ```mojo
    var numbers = [1, 2]
    var it = iter(numbers)
    try:
        while True:
            print(next(it))
    except e:
        print("done")
    # prints: 1
    # prints: 2
    # prints: done
    ```
    """

    @always_inline("nodebug")
    def __init__(out self):
        """Makes one."""
        pass

    def write_to(self, mut writer: Some[Writer]):
        """Writes the name."""
        writer.write_string("StopIteration")

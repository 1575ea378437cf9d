"""NoneType and the other types with one value."""


struct NoneType(Boolable, Equatable, Hashable, TrivialRegisterPassable, Writable):
    """The type of `None`."""

    var value: __mlir_type.`!kgen.none`

    @always_inline("nodebug")
    def __init__(out self):
        """Makes None."""
        self.value = __mlir_op.`kgen.undefined`[_type = __mlir_type.`!kgen.none`]()

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
    """The type of `...`."""

    @always_inline("nodebug")
    def __init__(out self):
        """Makes one."""
        pass


struct Never(TrivialRegisterPassable):
    """The type without values: what a function that never returns gives."""

    pass


struct StopIteration(TrivialRegisterPassable, Writable):
    """What an iterator raises when it has no more elements."""

    @always_inline("nodebug")
    def __init__(out self):
        """Makes one."""
        pass

    def write_to(self, mut writer: Some[Writer]):
        """Writes the name."""
        writer.write_string("StopIteration")

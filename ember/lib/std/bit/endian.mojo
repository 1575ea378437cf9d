"""Endian: in which order the bytes of a number lie in memory."""

from std.sys.info import is_big_endian


struct Endian(Equatable, TrivialRegisterPassable, Writable):
    """The order of bytes.

    Example:

    ```mojo
    from std.sys import Endian

    print(UInt16(0x1234).as_bytes[endian=Endian.big]()[0] == 0x12, Endian.little)  # True little
    print(Endian.native() == Endian.little)  # True
    ```
    """

    comptime little = Self(_value=0)
    """The lowest byte first."""
    comptime big = Self(_value=1)
    """The highest byte first."""

    var _value: Int8

    @always_inline
    def __init__(out self, *, _value: Int8):
        """An order by its number."""
        self._value = _value

    @always_inline
    @staticmethod
    def native() -> Self:
        """The order of the machine."""
        return Self.big if is_big_endian() else Self.little

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """Whether both are the same order."""
        return self._value == other._value

    def write_to(self, mut writer: Some[Writer]):
        """Writes `little` or `big`."""
        writer.write("little" if self._value == 0 else "big")

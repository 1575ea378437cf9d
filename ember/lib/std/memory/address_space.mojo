"""AddressSpace: which memory a pointer points into."""


struct AddressSpace(Equatable, TrivialRegisterPassable, Writable):
    """A number for a kind of memory; only devices have others than GENERIC.

    Example:

    ```mojo
    from std.memory import AddressSpace

    print(AddressSpace.SHARED.value(), AddressSpace.GENERIC == AddressSpace(0))  # 3 True
    ```
    """

    var _value: Int

    comptime GENERIC = AddressSpace(0)
    """Ordinary memory."""
    comptime GLOBAL = AddressSpace(1)
    """The memory of a device."""
    comptime SHARED = AddressSpace(3)
    """Memory that a block of threads shares."""
    comptime CONSTANT = AddressSpace(4)
    """Memory that kernels only read."""
    comptime LOCAL = AddressSpace(5)
    """Memory of one thread."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def value(self) -> Int:
        """The number."""
        return self._value

    @always_inline("nodebug")
    def __int__(self) -> Int:
        """The number."""
        return self._value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same memory."""
        return self._value == other._value

    def write_to(self, mut writer: Some[Writer]):
        """Writes `AddressSpace(0)`."""
        writer.write("AddressSpace(", self._value, ")")


comptime _GPUAddressSpace = AddressSpace
comptime GPUAddressSpace = AddressSpace
"""An older name of `AddressSpace`.

Example:

```mojo
from std.memory.address_space import GPUAddressSpace

print(GPUAddressSpace.GLOBAL.value())  # 1
```
"""

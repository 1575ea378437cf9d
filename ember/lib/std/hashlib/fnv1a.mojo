"""FNV-1a: the simple hasher, byte by byte."""

from std.hashlib.hasher import Hasher


struct Fnv1a(Hasher, Movable):
    """Exclusive or and multiply for every byte.

    Example:

    ```mojo
    from std.hashlib.fnv1a import Fnv1a

    var hasher = Fnv1a()
    hasher.update(UInt8(1))
    print(hasher^.finish() != 0)  # True
    ```
    """

    var state: UInt64
    """The hash so far."""

    @always_inline
    def __init__(out self):
        """Starts from the offset basis."""
        self.state = 0xCBF2_9CE4_8422_2325

    @always_inline
    def _update_byte(mut self, byte: UInt64):
        self.state = (self.state ^ byte) * 0x100_0000_01B3

    def _update_with_bytes(mut self, data: Span[Byte, _]):
        """Takes bytes."""
        for i in range(len(data)):
            self._update_byte(UInt64(data._data[i]))

    def _update_with_simd(mut self, value: SIMD):
        """Takes all lanes."""
        comptime for i in range(Int(value.length)):
            var bits = value[i].to_bits()
            comptime for byte in range(value.dtype.size_of()):
                self._update_byte((bits >> type_of(bits)(8 * byte)).cast[DType.uint64]() & 0xFF)

    @always_inline
    def finish(var self) -> UInt64:
        """The number."""
        return self.state


comptime default_comp_time_hasher = Fnv1a
"""The hasher for values that are known at compile time.

Example:

```mojo
from std.hash import default_comp_time_hasher, hash

print(hash[HasherType=default_comp_time_hasher](1) != 0)  # True
```
"""

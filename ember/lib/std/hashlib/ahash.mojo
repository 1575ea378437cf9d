"""The default hasher: multiply, fold, rotate."""

from std.hashlib.hasher import Hasher

comptime _MULTIPLIER = UInt64(0x9E37_79B9_7F4A_7C15)


struct _Mixer(Hasher, Movable):
    """A fast hasher for tables; not for secrets."""

    var state: UInt64

    @always_inline
    def __init__(out self):
        """Starts from a fixed seed."""
        self.state = 0x243F_6A88_85A3_08D3

    @always_inline
    def _update_word(mut self, value: UInt64):
        """Takes one number."""
        var mixed = (self.state ^ value) * _MULTIPLIER
        self.state = mixed ^ (mixed >> 29)

    @always_inline
    def _update_with_simd(mut self, value: SIMD):
        """Takes all lanes."""
        comptime for i in range(Int(value.length)):
            self._update_word(_word_of(value[i]))
            comptime for word in range(1, value.dtype.bit_width() // 64):
                self._update_word((value[i] >> Scalar[value.dtype](64 * word)).cast[DType.uint64]())

    def _update_with_bytes(mut self, data: Span[Byte, _]):
        """Takes bytes, eight at a time."""
        var length = len(data)
        var position = 0
        while position + 8 <= length:
            self._update_word(_eight_bytes(data._data.address, position))
            position += 8
        var rest = UInt64(length)
        while position < length:
            rest = rest << 8 | UInt64(data._data[position])
            position += 1
        self._update_word(rest)

    @always_inline
    def finish(var self) -> UInt64:
        """The number."""
        var mixed = (self.state ^ (self.state >> 32)) * _MULTIPLIER
        return mixed ^ (mixed >> 32)


@always_inline
def _eight_bytes(data: __mlir_type.`!kgen.pointer<none>`, position: Int) -> UInt64:
    return UInt64(
        mlir_value=__mlir_op.`pop.load`[_type = __mlir_type.`!pop.scalar<ui64>`, alignment=1](
            __mlir_op.`pop.offset`[element=UInt8](data, position._index())
        )
    )


@always_inline
def _word_of[dtype: DType](value: Scalar[dtype]) -> UInt64:
    # 64 bits that differ for different numbers of up to 64 bits.
    comptime if dtype.is_floating_point():
        return UInt64((value + Scalar[dtype](0)).to_bits())
    else:
        return value.cast[DType.uint64]()


comptime AHasher = _Mixer
"""A fast hasher.

Example:

```mojo
from std.hashlib.ahash import AHasher

var hasher = AHasher()
hasher.update(7)
print(hasher^.finish() == hash(7))  # True
```
"""
comptime default_hasher = _Mixer
"""The hasher that `hash` uses."""

"""Encodings of weights in blocks: what the bytes of 32 or 256 weights mean.

A kernel looks at as many rows as a vector has lanes, whose blocks are woven into each other: two or four bytes of the first row,
as many of the second, and so on (`chunk` says where two). A block of one row is such a group of one, so one definition
serves products and `dequantize`.
"""

from quantization.dot import HAS_SDOT, HAS_VNNI

comptime Bytes = UnsafePointer[UInt8, MutAnyOrigin]
"""Where encoded weights are.

Example:

```mojo
from quantization.encodings import PART

print(PART)  # 32
```
"""
comptime PART = 32
"""So many weights of a row are treated together, as there are numbers in a block of quantised activations."""


@fieldwise_init
struct Part[lanes: Int](TrivialRegisterPassable):
    """32 weights of each of some rows: `scale * q / times + offset`, in the second half of them perhaps by another scale and offset.

    Example:

    ```mojo
    from quantization.encodings import Blocks

    var block = List[UInt8](length=20, fill=0x9A)  # 16 bytes of two weights each
    block[0] = block[2] = 0
    block[1] = 0x3C  # the scale, 1.0
    block[3] = 0xC0  # the offset, -2.0
    var part = Blocks[4, True].part[1, 0](block.unsafe_ptr(), 0)
    print(part.weights[0], part.weights[31], part.scale, part.offset)  # 10 9 1.0 -2.0
    _ = block
    ```
    """

    var weights: SIMD[DType.uint8, 32 * Self.lanes]
    """Four of the first row, four of the second and so on; then the next four of each."""
    var scale: SIMD[DType.float32, Self.lanes]
    """What they are multiplied with."""
    var offset: SIMD[DType.float32, Self.lanes]
    """What is added then."""
    var second_scale: SIMD[DType.float32, Self.lanes]
    """The same for the second half, where an encoding has two scales."""
    var second_offset: SIMD[DType.float32, Self.lanes]
    """The same for the second half."""


trait Encoding:
    """What the bytes of a block mean.

    Example:

    ```mojo
    from quantization import Encoding
    from quantization.encodings import Blocks

    def bits[E: Encoding]() -> Float64:
        return 8 * E.bytes / E.elements

    print(bits[Blocks[4, True]]())  # 5.0
    ```
    """

    comptime elements: Int
    """Weights of a block."""
    comptime bytes: Int
    """Bytes of a block."""
    comptime signed: Bool
    """Whether the weights of a part are signed bytes."""
    comptime times: Int
    """How many times too large the weights of a part are for their scales: 1, or 16 where products undo it at no cost."""
    comptime has_two_scales: Bool
    """Whether the halves of a part have scales of their own."""
    comptime kinds: Int
    """How many parts follow each other before their bits lie in the same places again."""

    @staticmethod
    def chunk(offset: Int) -> Int:
        """How many bytes of a row stay together at this place of a block: 2 or 4."""
        ...

    @staticmethod
    def prepare(block: Bytes):
        """Puts the bits of one block into the order that `part` wants."""
        ...

    @staticmethod
    def part[lanes: Int, kind: Int](block: Bytes, index: Int) -> Part[lanes]:
        """The weights `32 * index` to `32 * index + 31` of woven blocks; `kind` is `index % kinds`."""
        ...


@always_inline
def halves[lanes: Int](block: Bytes, offset: Int) -> SIMD[DType.float32, lanes]:
    """The half-precision numbers at a place of woven blocks.

    Example:

    ```mojo
    from quantization.encodings import halves

    var block: List[UInt8] = [0, 0x3C, 0, 0x40]
    print(halves[2](block.unsafe_ptr(), 0))  # [1.0, 2.0]
    _ = block
    ```
    """
    return (block + offset * lanes).bitcast[DType.float16]().load[width=lanes, alignment=1]().cast[DType.float32]()


@always_inline
def woven[count: Int, lanes: Int](block: Bytes, offset: Int) -> SIMD[DType.uint8, count * lanes]:
    """`count` bytes of each row at a place of woven blocks.

    Example:

    ```mojo
    from quantization.encodings import woven

    var block: List[UInt8] = [1, 2, 3, 4]
    print(woven[4, 1](block.unsafe_ptr(), 0))  # [1, 2, 3, 4]
    _ = block
    ```
    """
    return (block + offset * lanes).load[width = count * lanes, alignment=1]()


@always_inline
def _fifth_bits[lanes: Int](high: SIMD[DType.uint8, 4 * lanes]) -> SIMD[DType.uint8, 32 * lanes]:
    # Bit k of a byte belongs to the k-th four weights.
    comptime shifts = _numbers_of_fours[lanes]()
    var twice = high.join(high)
    var many = twice.join(twice)
    return ((many.join(many) >> shifts) & 1) << 4


def _numbers_of_fours[lanes: Int]() -> SIMD[DType.uint8, 32 * lanes]:
    var result = SIMD[DType.uint8, 32 * lanes]()
    for i in range(32 * lanes):
        result[i] = UInt8(i // (4 * lanes))
    return result


struct Blocks[bits: Int, has_offset: Bool](Encoding):
    """32 weights of 4, 5 or 8 bits with one scale, and an offset or none: Q4_0, Q4_1, Q5_0, Q5_1, Q8_0.

    Example:

    ```mojo
    from quantization.encodings import Blocks

    comptime Q5_1 = Blocks[5, True]
    print(Q5_1.bytes, Q5_1.elements, Q5_1.signed, Q5_1.has_two_scales, Q5_1.kinds)  # 24 32 False False 1
    print(Q5_1.chunk(0), Q5_1.chunk(4))  # 2 4
    ```

    ```mojo
    from quantization.encodings import Blocks

    var block = List[UInt8](length=22, fill=0)
    block[2] = 0x10  # the fifth bit of the fifth weight
    Blocks[5, False].prepare(block.unsafe_ptr())
    print(block[2], Blocks[5, False].part[1, 0](block.unsafe_ptr(), 0).weights[4])  # 2 16
    ```
    """

    comptime elements = 32
    """Weights of a block."""
    comptime _high = 4 if Self.has_offset else 2
    comptime _low = Self._high + (4 if Self.bits == 5 else 0)
    comptime bytes = Self._low + (32 if Self.bits == 8 else 16)
    """Bytes of a block."""
    comptime _in_high_bits = Self.bits == 4 and not Self.has_offset and HAS_SDOT
    """Whether four bits become the high ones of a signed byte: the weight times 16, which needs no offset."""
    comptime signed = Self._in_high_bits or (Self.bits == 8 and not HAS_VNNI)
    """Whether the weights of a part are signed bytes."""
    comptime times = 16 if Self._in_high_bits else 1
    """Four high bits are 16 times what they mean."""
    comptime has_two_scales = False
    """There is one scale."""
    comptime kinds = 1
    """There is one part."""

    @staticmethod
    @always_inline
    def chunk(offset: Int) -> Int:
        """The scale and the offset have two bytes."""
        return 2 if offset < Self._high else 4

    @staticmethod
    @always_inline
    def prepare(block: Bytes):
        """The fifth bits of four neighbours go to the same place of four bytes; four bits may get a sign."""
        comptime if Self._in_high_bits:
            var place = block + Self._low
            place.store[alignment=1](0, place.load[width=16, alignment=1]() ^ 0x88)
        comptime if Self.bits == 5:
            var place = (block + Self._high).bitcast[DType.uint32]()
            var bits = place.load[width=1, alignment=1]()
            var woven = UInt32(0)
            for element in range(32):
                woven |= ((bits >> UInt32(element)) & 1) << UInt32(8 * (element % 4) + element // 4)
            place.store[width=1, alignment=1](0, woven)

    @staticmethod
    @always_inline
    def part[lanes: Int, kind: Int](block: Bytes, index: Int) -> Part[lanes]:
        """All weights of the block."""
        var scale = halves[lanes](block, 0)
        var offset = SIMD[DType.float32, lanes](0)
        comptime if Self.has_offset:
            offset = halves[lanes](block, 2)
        elif not Self.signed:
            offset = scale * Float32(-(1 << (Self.bits - 1)))
        return {Self._weights[lanes](block), scale, offset, scale, offset}

    @staticmethod
    @always_inline
    def _weights[lanes: Int](block: Bytes) -> SIMD[DType.uint8, 32 * lanes]:
        comptime if Self.bits == 8:
            var bytes = woven[32, lanes](block, Self._low)
            comptime if Self.signed:
                return bytes
            else:
                return bytes ^ 0x80
        elif Self._in_high_bits:
            var bytes = woven[16, lanes](block, Self._low)
            return rebind[SIMD[DType.uint8, 32 * lanes]]((bytes << 4).join(bytes & 0xF0))
        else:
            var bytes = woven[16, lanes](block, Self._low)
            var low = rebind[SIMD[DType.uint8, 32 * lanes]]((bytes & 15).join(bytes >> 4))
            comptime if Self.bits == 5:
                return low | _fifth_bits[lanes](woven[4, lanes](block, Self._high))
            else:
                return low

"""GPTQ: 4 bits a weight; as many neighbours of a row as a group has share a scale and a whole number that stands for zero.

Files have the weights of a layer as words of eight weights, one row of words for eight rows of the layer's matrix; `group_rows` makes rows of blocks of them.
"""

from quantization.encodings import PART, Bytes, Encoding, Part, halves, woven
from std.algorithm.parallel import sync_parallelize
from std.math import ceildiv

comptime _TOGETHER = 16
"""Columns of words that are read together: they lie in one line of memory."""


struct Groups[size: Int](Encoding):
    """A scale, the number that stands for zero, both of half precision, and `size` weights of 4 bits: `scale * (q - zero)`.

    Example:

    ```mojo
    from quantization.gptq import Groups

    var block = List[UInt8](length=68, fill=0x9A)  # 64 bytes of two weights each
    block[0] = block[2] = 0
    block[1] = 0x3C  # the scale, 1.0
    block[3] = 0x48  # zero is 8.0
    Groups[128].prepare(block.unsafe_ptr())
    print(Groups[128].chunk(0), Groups[128].chunk(4))  # 2 4
    var part = Groups[128].part[1, 0](block.unsafe_ptr(), 3)
    print(part.weights[0], part.weights[31], part.scale, part.offset)  # 10 9 1.0 -8.0
    _ = block
    ```
    """

    comptime elements = Self.size
    """Weights of a block."""
    comptime _head = 4
    comptime bytes = Self._head + Self.size // 2
    """Bytes of a block."""
    comptime signed = False
    """Weights are 0 to 15."""
    comptime times = 1
    """They are as large as they mean."""
    comptime has_two_scales = False
    """There is one scale."""
    comptime kinds = 1
    """All parts are alike."""

    @staticmethod
    @always_inline
    def chunk(offset: Int) -> Int:
        """The scale and the zero have two bytes."""
        return 2 if offset < Self._head else 4

    @staticmethod
    @always_inline
    def prepare(block: Bytes):
        """The bits lie as `part` wants them."""
        pass

    @staticmethod
    @always_inline
    def part[lanes: Int, kind: Int](block: Bytes, index: Int) -> Part[lanes]:
        """32 weights: the low bits of 16 bytes, then the high ones."""
        var scale = halves[lanes](block, 0)
        var offset = -scale * halves[lanes](block, 2)
        var bytes = woven[PART // 2, lanes](block, Self._head + index * (PART // 2))
        var weights = rebind[SIMD[DType.uint8, 32 * lanes]]((bytes & 15).join(bytes >> 4))
        return {weights, scale, offset, scale, offset}


def group_rows(
    result: Span[mut=True, UInt8, _],
    words: Span[UInt32, _],
    zeros: Span[UInt32, _],
    scales: Span[UInt16, _],
    order: Span[Int32, _],
    groups: Span[Int32, _],
    *,
    size: Int,
    less: Int,
):
    """Rows of blocks of `size` weights, as `Groups[size]` has them, of what a file has.

    Args:
        result: The rows, one after the other.
        words: Eight weights each, the first in the lowest bits: a row for each eight weights, with a word for each row of the result.
        zeros: What stands for zero, less `less`, eight in a word: a row for each group.
        scales: The bits of one for each group and row of the result.
        order: Which weight of the file comes first in a row, second and so on.
        groups: The group of each weight, in the order of the file.
        size: Weights of a block.
        less: What the numbers in `zeros` are too small by: 1 or 0.

    Example:

    ```mojo
    from quantization.gptq import group_rows

    var words = List[UInt32](length=32, fill=0x76543210)  # 32 weights, of 8 rows
    var zeros: List[UInt32] = [0x77777777]
    var scales = List[UInt16](length=8, fill=0x3C00)
    var order = List[Int32](length=32, fill=0)
    for i in range(32):
        order[i] = Int32(i)
    var groups = List[Int32](length=32, fill=0)
    var rows = List[UInt8](length=8 * 20, fill=0)
    group_rows(rows, words, zeros, scales, order, groups, size=32, less=1)
    print(rows[3], rows[4], rows[5])  # 72 0 17
    ```
    """
    var depth = len(order)
    var columns = len(words) * 8 // depth
    var block_bytes = 4 + size // 2

    @__parameter
    def some(index: Int):
        var first = index * _TOGETHER
        var end = min(first + _TOGETHER, columns)
        for block in range(depth // size):
            var group = Int(groups[Int(order[block * size])])
            var place = first * (depth // size) * block_bytes + block * block_bytes
            for column in range(first, end):
                var zero = Int(zeros[group * ceildiv(columns, 8) + column // 8] >> UInt32(column % 8 * 4)) + less
                _put_half(result, place, scales[group * columns + column])
                _put_half(result, place + 2, Float16(zero & 15).to_bits[DType.uint16]())
                place += depth // size * block_bytes
            for i in range(size // 2):
                var weight = block * size + i // (PART // 2) * PART + i % (PART // 2)
                var low = Int(order[weight])
                var high = Int(order[weight + PART // 2])
                place = (first * (depth // size) + block) * block_bytes + 4 + i
                for column in range(first, end):
                    var a = (words[low // 8 * columns + column] >> UInt32(low % 8 * 4)) & 15
                    var b = (words[high // 8 * columns + column] >> UInt32(high % 8 * 4)) & 15
                    result[place] = (a | b << 4).cast[DType.uint8]()
                    place += depth // size * block_bytes

    sync_parallelize[some](ceildiv(columns, _TOGETHER))


@always_inline
def _put_half(result: Span[mut=True, UInt8, _], place: Int, bits: UInt16):
    result[place] = (bits & 255).cast[DType.uint8]()
    result[place + 1] = (bits >> 8).cast[DType.uint8]()

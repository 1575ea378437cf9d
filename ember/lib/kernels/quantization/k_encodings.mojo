"""Encodings of 256 weights whose parts have quantised scales: Q4_K, Q5_K, Q6_K."""

from std.memory import bitcast
from quantization.dot import HAS_VNNI
from quantization.encodings import Bytes, Encoding, Part, halves, woven


struct KBlocks[bits: Int](Encoding):
    """256 weights of 4 or 5 bits; each 32 have a scale and an offset of 6 bits: Q4_K, Q5_K.

    Example:

    ```mojo
    from quantization.k_encodings import KBlocks

    comptime Q4_K = KBlocks[4]
    print(Q4_K.bytes, Q4_K.elements, Q4_K.signed, Q4_K.has_two_scales, Q4_K.chunk(2), Q4_K.chunk(4), Q4_K.kinds)  # 144 256 False False 2 4 2
    ```

    ```mojo
    from quantization.k_encodings import KBlocks

    var block = List[UInt8](length=144, fill=0)
    block[1] = 0x3C  # 1.0
    block[4] = 5  # the first scale
    block[16] = 0x73  # a weight of the first and one of the second part
    KBlocks[4].prepare(block.unsafe_ptr())
    var part = KBlocks[4].part[1, 0](block.unsafe_ptr(), 0)
    print(part.weights[0], part.scale)  # 3 5.0
    ```
    """

    comptime elements = 256
    """Weights of a block."""
    comptime _high = 16
    comptime _low = Self._high + (32 if Self.bits == 5 else 0)
    comptime bytes = Self._low + 128
    """Bytes of a block."""
    comptime signed = False
    """Weights are not negative."""
    comptime times = 1
    """Weights are as they are."""
    comptime has_two_scales = False
    """A part has one scale."""
    comptime kinds = 2
    """Low and high halves of bytes."""

    @staticmethod
    @always_inline
    def chunk(offset: Int) -> Int:
        """The scales of the scales have two bytes."""
        return 2 if offset < 4 else 4

    @staticmethod
    @always_inline
    def prepare(block: Bytes):
        """Nothing is to be done."""
        pass

    @staticmethod
    @always_inline
    def part[lanes: Int, kind: Int](block: Bytes, index: Int) -> Part[lanes]:
        """The weights `32 * index` to `32 * index + 31`."""
        comptime Weights = SIMD[DType.uint8, 32 * lanes]
        var bytes = woven[32, lanes](block, Self._low + 32 * (index // 2))
        var weights = bytes >> 4 if kind == 1 else bytes & 15
        comptime if Self.bits == 5:
            weights |= ((woven[32, lanes](block, Self._high) >> Weights(UInt8(index))) & 1) << 4
        var scale = halves[lanes](block, 0) * Self._six_bits[lanes, 0](block, index)
        var offset = -halves[lanes](block, 2) * Self._six_bits[lanes, 1](block, index)
        return {weights, scale, offset, scale, offset}

    @staticmethod
    @always_inline
    def _six_bits[lanes: Int, which: Int](block: Bytes, index: Int) -> SIMD[DType.float32, lanes]:
        # Scales or offsets 0 to 3 lie in four bytes; of 4 to 7 the low bits lie in the last four, the others in the rest.
        # Which it is changes places and masks, not the way: no branch.
        comptime Words = SIMD[DType.uint32, lanes]
        var is_late = index >= 4
        var shift = UInt32(8 * (index % 4))
        var own = bitcast[DType.uint32, lanes](woven[4, lanes](block, 4 + 4 * which))
        var main = bitcast[DType.uint32, lanes](woven[4, lanes](block, 12 if is_late else 4 + 4 * which))
        var low = (main >> Words(shift + UInt32(4 * which if is_late else 0))) & Words(15 if is_late else 63)
        var high = (own >> Words(shift + 2)) & Words(48 if is_late else 0)
        return (low | high).cast[DType.float32]()


struct Q6K(Encoding):
    """256 weights of 6 bits; each 16 have a scale of 8 bits.

    Example:

    ```mojo
    from quantization.k_encodings import Q6K

    print(Q6K.bytes, Q6K.elements, Q6K.has_two_scales, Q6K.chunk(0), Q6K.chunk(208), Q6K.kinds)  # 210 256 True 4 2 4
    ```

    ```mojo
    from quantization.k_encodings import Q6K

    var block = List[UInt8](length=210, fill=0)
    block[0] = 5
    block[192] = 2  # the first scale
    block[209] = 0x3C  # times 1.0
    Q6K.prepare(block.unsafe_ptr())
    var part = Q6K.part[1, 0](block.unsafe_ptr(), 0)
    print(part.scale, part.second_scale)  # 2.0 0.0
    ```
    """

    comptime elements = 256
    """Weights of a block."""
    comptime bytes = 210
    """Bytes of a block."""
    comptime signed = not HAS_VNNI
    """Whether the weights of a part are signed bytes."""
    comptime times = 1
    """Weights are as they are."""
    comptime has_two_scales = True
    """Each 16 weights have a scale."""
    comptime kinds = 4
    """Four parts share the bytes of the high bits."""

    @staticmethod
    @always_inline
    def chunk(offset: Int) -> Int:
        """The scale of the scales is the last."""
        return 2 if offset == 208 else 4

    @staticmethod
    @always_inline
    def prepare(block: Bytes):
        """Nothing is to be done."""
        pass

    @staticmethod
    @always_inline
    def part[lanes: Int, kind: Int](block: Bytes, index: Int) -> Part[lanes]:
        """The weights `32 * index` to `32 * index + 31`."""
        var half = index // 4
        var low = woven[32, lanes](block, 64 * half + 32 * (kind % 2))
        var high = woven[32, lanes](block, 128 + 32 * half)
        low = low >> 4 if kind >= 2 else low & 15
        high = high << UInt8(4 - 2 * kind) if kind < 2 else high >> UInt8(2 * kind - 4)
        var weights = low | (high & 48)
        comptime if Self.signed:
            weights -= 32
        var scale = halves[lanes](block, 208)
        var scales = bitcast[DType.int32, lanes](woven[4, lanes](block, 192 + 8 * half + kind // 2 * 4))
        comptime left = Int32(24 - 16 * (kind % 2))
        var first = scale * ((scales << left) >> 24).cast[DType.float32]()
        var second = scale * ((scales << (left - 8)) >> 24).cast[DType.float32]()
        comptime offset = Float32(0 if Self.signed else -32)
        return {weights, first, first * offset, second, second * offset}

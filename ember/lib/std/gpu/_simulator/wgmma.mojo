"""Products of tiles in shared memory and registers by four warps together (wgmma) on the simulated device.

A descriptor is the hardware's word. Bits 0-13: where the tile starts; 16-29 and 32-45: the *leading* and the *stride*
distance, all in units of 16 bytes; 62-63: how 16-byte pieces are permuted. A piece is 16 bytes of a row. Rows that
follow the summation (K) come in groups of 8, a stride apart; without permutation a group is 128 bytes and the second
piece of its rows is a leading distance away, with permutation the rows of a group are 32, 64 or 128 bytes long. Tiles that lie the
other way have rows along M or N; their groups are 8 values of K, a leading or stride distance apart likewise.
"""

from std.gpu._simulator.check import READ, is_checking, touch_as
from std.gpu._simulator.copies import swizzled
from std.gpu._simulator.rendezvous import join_warpgroup
from std.gpu._simulator.state import Bytes, Failure, fail, shared_start, simulation

comptime GROUP = 128
"""The threads of four warps."""


@fieldwise_init
struct _Share(TrivialRegisterPassable):
    """What a thread brings: which tiles, or its part of A, and its part of the sums."""

    var a: UInt64
    var fragment: SIMD[DType.uint32, 4]
    var b: UInt64
    var sums: UnsafePointer[Float32, MutAnyOrigin]


@always_inline
def multiply_tiles[
    element: DType, n: Int, k: Int, a_turned: Bool, b_turned: Bool
](a: UInt64, b: UInt64, sums: UnsafePointer[Float32, MutAnyOrigin]):
    """Adds this thread's part of A B to its `n / 2` sums, when all threads of the four warps are here."""
    _join[_multiply_all[element, n, k, _read_tile[element, 64, k, a_turned], b_turned]](
        _Share(a, SIMD[DType.uint32, 4](0), b, sums)
    )


@always_inline
def multiply_fragments[
    element: DType, n: Int, k: Int, b_turned: Bool
](fragment: SIMD[DType.uint32, 4], b: UInt64, sums: UnsafePointer[Float32, MutAnyOrigin]):
    """The same with A in the registers of the threads."""
    _join[_multiply_all[element, n, k, _gather_fragments[element, k], b_turned]](_Share(0, fragment, b, sums))


@always_inline
def _join[complete: def(Int) thin -> None](var share: _Share):
    join_warpgroup(UnsafePointer[_Share, MutAnyOrigin](mlir_value=__address_of(share)).bitcast[Byte](), complete)


def _multiply_all[
    element: DType, n: Int, k: Int, read_a: def(Int, UInt64, UnsafePointer[Float32, MutAnyOrigin]) thin -> None, b_turned: Bool
](first: Int):
    var mine = _share_of(first)
    for thread in range(first + 1, first + GROUP):
        if _share_of(thread).a != mine.a or _share_of(thread).b != mine.b:
            fail(Failure.DIVERGED, thread)
    var a = InlineArray[Float32, 64 * k](fill=0)
    var b = InlineArray[Float32, n * k](fill=0)
    read_a(first, mine.a, a.unsafe_ptr())
    _read_tile[element, n, k, b_turned](first, mine.b, b.unsafe_ptr())
    for thread in range(GROUP):
        var sums = _share_of(first + thread).sums
        for i in range(n // 2):
            var row = 16 * (thread >> 5) + ((thread & 31) >> 2) + 8 * ((i >> 1) & 1)
            var column = 8 * (i >> 2) + 2 * (thread & 3) + (i & 1)
            for depth in range(k):
                sums[i] += a[row * k + depth] * b[column * k + depth]


@always_inline
def _share_of(thread: Int) -> _Share:
    return simulation()[].threads[thread].payload.bitcast[_Share]()[]


def _gather_fragments[
    element: DType, k: Int
](first: Int, descriptor: UInt64, values: UnsafePointer[Float32, MutAnyOrigin]):
    # A register holds 4 bytes of a row: rows alternate first, then the second 16 bytes follow.
    comptime size = element.size_of()
    for thread in range(GROUP):
        var words = _share_of(first + thread).fragment
        var start = UnsafePointer[SIMD[DType.uint32, 4], MutAnyOrigin](mlir_value=__address_of(words)).bitcast[Byte]()
        for i in range(16 // size):
            var register = i * size // 4
            var row = 16 * (thread >> 5) + ((thread & 31) >> 2) + 8 * (register & 1)
            var offset = 16 * (register >> 1) + 4 * (thread & 3) + i * size % 4
            values[row * k + offset // size] = _value[element](start + i * size)


def _read_tile[
    element: DType, rows: Int, k: Int, turned: Bool
](first: Int, descriptor: UInt64, values: UnsafePointer[Float32, MutAnyOrigin]):
    # Row i of the tile are the k values that row i of A, or column i of B, contributes to a sum.
    var start = shared_start()[] + Int(descriptor & 0x3FFF) * 16
    var leading = Int((descriptor >> 16) & 0x3FFF) * 16
    var stride = Int((descriptor >> 32) & 0x3FFF) * 16
    var mode = Int(descriptor >> 62)
    # 128, 64 or 32 bytes; without permutation a row of a group is one piece.
    var width = 16 if mode == 0 else 256 >> mode
    comptime size = element.size_of()
    comptime per_piece = 16 // size
    for row in range(rows):
        for depth in range(k):
            var address = start
            comptime if turned:
                # Along a row: pieces, then the next row of pieces; across: 8 values of K, then the next 8.
                var piece = row // per_piece
                var pieces = width // 16
                address += row % per_piece * size + depth % 8 * width
                if mode == 0:
                    address += piece * stride + depth // 8 * leading
                else:
                    address += piece % pieces * 16 + piece // pieces * leading + depth // 8 * stride
            else:
                address += row // 8 * stride + row % 8 * width + depth * size % 16
                address += depth * size // 16 * (leading if mode == 0 else 16)
            if mode != 0:
                address = swizzled(address, width)
            comptime if is_checking():
                touch_as(first, address, size, READ)
            values[row * k + depth] = _value[element](Bytes(unsafe_from_address=address))


@always_inline
def _value[element: DType](address: Bytes) -> Float32:
    comptime if element == DType.float32:
        # TF32: the lowest 13 bits of the fraction do not take part.
        var word = address.bitcast[UInt32]()[] & ~UInt32(0x1FFF)
        return UnsafePointer[UInt32, MutAnyOrigin](mlir_value=__address_of(word)).bitcast[Float32]()[]
    else:
        return address.bitcast[Scalar[element]]()[].cast[DType.float32]()

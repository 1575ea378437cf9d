"""Products with weights of 4 bits on devices: they become 16-bit numbers in the registers from which tensor cores multiply them, so that memory is read once.

A warp has eight columns. Four lanes take 32 neighbouring weights of a column each, and the numbers of the rows that belong to them: which of the weights are multiplied in
which step does not matter to sums. The warps of a block take turns along the depth; what they found is added in their order, so that the bits of a row do not depend on the others.
"""

from extensibility import ManagedTensorSlice
from std.gpu import barrier, block_idx, lane_id, thread_idx
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext
from std.gpu.mma import mma
from std.math import ceildiv
from std.memory import bitcast, stack_allocation
from std.memory.address_space import AddressSpace
from std.utils.index import Index

comptime _BF16 = DType.bfloat16
comptime _F32 = DType.float32
comptime _PART = 32
"""Weights that a lane takes at a time, 16 bytes."""
comptime _COLUMNS = 8
comptime _ROWS = 16
comptime _WARPS = 8
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _Four = SIMD[_F32, 4]


@fieldwise_init
struct FourBits(TrivialRegisterPassable):
    """How weights of 4 bits lie in rows of bytes: groups of `size`, each with a head of `head` bytes."""

    var size: Int
    """Weights that share a scale."""
    var head: Int
    """Bytes of the scale, and of what is beside it."""
    var has_least: Bool
    """Whether beside the scale is the least weight, and not the number that stands for zero."""

    @staticmethod
    def of(encoding: StaticString) -> Self:
        """Those of a name; of size 0 if it names no such weights."""
        if encoding == "q4_0":
            return Self(32, 2, False)
        if encoding == "q4_1":
            return Self(32, 4, True)
        if encoding == "gptq_32":
            return Self(32, 4, False)
        if encoding == "gptq_64":
            return Self(64, 4, False)
        return Self(128 if encoding == "gptq_128" else 0, 4, False)

    @always_inline
    def bytes(self) -> Int:
        """Of a group."""
        return self.head + self.size // 2


def multiply_groups_on_device[
    bits: FourBits
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[dtype=_BF16, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b.T`, where a row of `b` is a row of weights of 4 bits; what is fused into `c` gets the elements."""
    var row = a.dim_size[1]() // bits.size * bits.bytes()
    if a.dim_size[1]() % bits.size != 0 or row != b.dim_size[1]():
        raise Error("the rows of the weights have ", b.dim_size[1](), " bytes, which is not ", a.dim_size[1](), " weights")
    if c.size() == 0:
        return
    if a.dim_size[0]() <= _ROWS:
        _launch[bits, 1](c, a, b, context)
    else:
        _launch[bits, 4](c, a, b, context)


def _launch[
    bits: FourBits, tiles: Int
](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[dtype=_BF16, rank=2, ...],
    b: ManagedTensorSlice[dtype = DType.uint8, rank=2, ...],
    context: DeviceContext,
) raises:
    # `tiles`: of 16 rows, with which weights are multiplied once they are numbers.
    @__parameter
    @__llvm_metadata(_MAX_THREADS = _WARPS * WARP_SIZE)
    def kernel() {var c, var a, var b}:
        var lane = Int(lane_id())
        var warp = Int(thread_idx.x) // WARP_SIZE
        var m = a.dim_size[0]()
        var n = b.dim_size[0]()
        var k = a.dim_size[1]()
        var first_row = Int(block_idx.y) * (tiles * _ROWS)
        var first_column = Int(block_idx.x) * _COLUMNS
        var weights = b.unsafe_ptr() + min(first_column + lane // 4, n - 1) * b.dim_size[1]()
        var sums = InlineArray[_Four, tiles](fill=_Four(0))
        for turn in range(warp * 4 * _PART, k, _WARPS * 4 * _PART):
            var depth = turn + lane % 4 * _PART
            var part = _Part[bits]()
            if depth < k:
                part = _Part[bits](weights, depth)
            comptime for step in range(_PART // 4):
                var column = part.four[step]()
                comptime for tile in range(tiles):
                    var row = first_row + tile * _ROWS + lane // 4
                    var near = SIMD[_BF16, 4](0)
                    var far = SIMD[_BF16, 4](0)
                    var numbers = a.unsafe_ptr() + (row * k + depth + step * 4)
                    if depth < k and row < m:
                        near = numbers.load[width=4, alignment=8]()
                    if depth < k and row + 8 < m:
                        far = numbers.load[width=4, alignment=8](8 * k)
                    var low = near.slice[2]().join(far.slice[2]())
                    var high = near.slice[2, offset=2]().join(far.slice[2, offset=2]())
                    mma(sums[tile], low.join(high), column, sums[tile])
        var found = stack_allocation[
            _WARPS * tiles * WARP_SIZE * 4, _F32, alignment=16, address_space = AddressSpace.SHARED
        ]()
        comptime for tile in range(tiles):
            found.store[alignment=16](((warp * tiles + tile) * WARP_SIZE + lane) * 4, sums[tile])
        barrier()
        for i in range(Int(thread_idx.x), tiles * WARP_SIZE, _WARPS * WARP_SIZE):
            var total = _Four(0)
            comptime for other in range(_WARPS):
                total += found.load[width=4, alignment=16]((other * tiles * WARP_SIZE + i) * 4)
            comptime for j in range(4):
                var row = first_row + i // WARP_SIZE * _ROWS + i % WARP_SIZE // 4 + j // 2 * 8
                var column = first_column + i % 4 * 2 + j % 2
                if row < m and column < n:
                    c._fused_store[1](Index(row, column), total[j].cast[c.dtype]())

    context.enqueue_function[kernel](
        grid_dim= (ceildiv(b.dim_size[0](), _COLUMNS), ceildiv(a.dim_size[0](), tiles * _ROWS)),
        block_dim=_WARPS * WARP_SIZE,
    )


struct _Part[bits: FourBits](TrivialRegisterPassable):
    # 32 weights: the low bits of 16 bytes, then the high ones.
    var words: SIMD[DType.uint32, 4]
    var scale: Float32
    var least: Float32

    @always_inline
    def __init__(out self):
        self.words = SIMD[DType.uint32, 4](0)
        self.scale = 0
        self.least = 0

    @always_inline
    def __init__(out self, row: UnsafePointer[UInt8, _], depth: Int):
        comptime bits = Self.bits
        var group = row + depth // bits.size * bits.bytes()
        var halves = group.bitcast[Float16]()
        self.scale = halves.load[width=1, alignment=2]().cast[_F32]()
        self.least = -8 * self.scale
        comptime if bits.head == 4:
            var beside = halves.load[width=1, alignment=2](1).cast[_F32]()
            self.least = beside if bits.has_least else -self.scale * beside
        var place = group + (bits.head + depth % bits.size // 2)
        self.words = SIMD[DType.uint32, 4](0)
        comptime if bits.head == 4:
            comptime for i in range(4):
                self.words[i] = place.bitcast[UInt32]().load[width=1, alignment=4](i)
        else:
            comptime for i in range(4):
                var low = place.bitcast[UInt16]().load[width=1, alignment=2](2 * i).cast[DType.uint32]()
                var high = place.bitcast[UInt16]().load[width=1, alignment=2](2 * i + 1).cast[DType.uint32]()
                self.words[i] = low | high << 16

    @always_inline
    def four[step: Int](self) -> SIMD[_BF16, 4]:
        # The weights from `4 * step` on.
        var numbers = _Four(0)
        comptime for i in range(4):
            comptime shift = UInt32(8 * i + step // 4 * 4)
            numbers[i] = ((self.words[step % 4] >> shift) & 15).cast[_F32]()
        return numbers.fma(_Four(self.scale), _Four(self.least)).cast[_BF16]()

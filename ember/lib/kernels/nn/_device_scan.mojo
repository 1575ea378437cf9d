"""Sums so far on devices: a block for each tile of a row. One launch sums up tiles, one finds what is before each, one makes the sums of places."""

from std.gpu import barrier, block_idx, lane_id, thread_idx, warp
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.memory import stack_allocation

comptime _THREADS = 512
comptime _WARPS = _THREADS // WARP_SIZE
comptime _CHUNKS = 4
"""Vectors that a lane has of a tile."""
comptime _WIDTH = 4
"""Numbers of a vector."""
comptime TILE = _THREADS * _CHUNKS * _WIDTH
"""Numbers of a tile."""
comptime _MAX_THREADS = "nvvm.maxntid"


def scan_on_device[
    acc: DType, //,
    load: def(Int, Int) capturing -> SIMD[acc, _WIDTH],
    store: def(Int, Int, SIMD[acc, _WIDTH]) capturing -> None,
    exclusive: Bool,
](rows: Int, length: Int, ctx: DeviceContext) raises:
    """Gives `store` the sums of rows up to each place: of vectors whose row and first place `load` gets; what is beyond a row, it gives as 0."""
    var tiles = ceildiv(length, TILE)
    if rows * tiles == 0:
        return
    var room = ctx.enqueue_create_buffer[acc](rows * tiles)
    var before = room.unsafe_ptr()

    @__parameter
    @__llvm_metadata(_MAX_THREADS=_THREADS)
    def sum_tiles() {var before, var tiles}:
        var row = Int(block_idx.x) // tiles

        @__parameter
        @always_inline
        def number(i: Int) -> SIMD[acc, _WIDTH]:
            return load(row, i)

        var tile = _Tile[acc].of[number](Int(block_idx.x) % tiles * TILE)
        if Int(thread_idx.x) == _THREADS - 1:
            before[Int(block_idx.x)] = tile.before + tile.total

    @__parameter
    @__llvm_metadata(_MAX_THREADS=_THREADS)
    def sum_rows() {var before, var tiles}:
        var own = before + Int(block_idx.x) * tiles

        @__parameter
        @always_inline
        def number(i: Int) -> SIMD[acc, _WIDTH]:
            var result = SIMD[acc, _WIDTH](0)
            comptime for k in range(_WIDTH):
                if i + k < tiles:
                    result[k] = own[i + k]
            return result

        var carry = Scalar[acc](0)
        var next = stack_allocation[1, acc, address_space = AddressSpace.SHARED]()
        for first in range(0, tiles, TILE):
            var tile = _Tile[acc].of[number](first)

            @__parameter
            @always_inline
            def put(i: Int, sums: SIMD[acc, _WIDTH]):
                comptime for k in range(_WIDTH):
                    if i + k < tiles:
                        own[i + k] = sums[k]

            tile.store[put, True](first, carry)
            if Int(thread_idx.x) == _THREADS - 1:
                next[0] = carry + (tile.before + tile.total)
            barrier()
            carry = next[0]
            barrier()

    @__parameter
    @__llvm_metadata(_MAX_THREADS=_THREADS)
    def sum_places() {var before, var tiles}:
        var row = Int(block_idx.x) // tiles
        var first = Int(block_idx.x) % tiles * TILE

        @__parameter
        @always_inline
        def number(i: Int) -> SIMD[acc, _WIDTH]:
            return load(row, i)

        @__parameter
        @always_inline
        def put(i: Int, sums: SIMD[acc, _WIDTH]):
            store(row, i, sums)

        _Tile[acc].of[number](first).store[put, exclusive](first, before[Int(block_idx.x)])

    ctx.enqueue_function[sum_tiles](grid_dim=rows * tiles, block_dim=_THREADS)
    ctx.enqueue_function[sum_rows](grid_dim=rows, block_dim=_THREADS)
    ctx.enqueue_function[sum_places](grid_dim=rows * tiles, block_dim=_THREADS)
    _ = room^


@always_inline
def warp_prefix[dtype: DType, //](value: Scalar[dtype]) -> Scalar[dtype]:
    """The sum of the values of the lanes up to this one."""
    var sum = value
    comptime for bit in range(6 if WARP_SIZE == 64 else 5):
        var other = warp.shuffle_up(sum, UInt32(1 << bit))
        if Int(lane_id()) >= 1 << bit:
            sum += other
    return sum


struct _Tile[acc: DType]:
    """A thread's numbers of a tile, and the sums before them. A warp has a run of vectors; lanes take them in turns, so that they read lines."""

    comptime Vector = SIMD[Self.acc, _WIDTH]

    var numbers: InlineArray[Self.Vector, _CHUNKS]
    var starts: InlineArray[Scalar[Self.acc], _CHUNKS]
    """What the warp has before each of this lane's vectors."""
    var total: Scalar[Self.acc]
    """Of the warp."""
    var before: Scalar[Self.acc]
    """What other warps of the tile have before this one."""

    @always_inline
    def __init__(out self):
        self.numbers = InlineArray[Self.Vector, _CHUNKS](fill=Self.Vector(0))
        self.starts = InlineArray[Scalar[Self.acc], _CHUNKS](fill=0)
        self.total = 0
        self.before = 0

    @staticmethod
    @always_inline
    def of[load: def(Int) capturing -> Self.Vector](first: Int) -> Self:
        """The tile from a place on; all threads of the block call it."""
        var result = Self()
        var thread = Int(thread_idx.x)
        comptime for chunk in range(_CHUNKS):
            result.numbers[chunk] = load(first + Self.place(chunk))
        comptime for chunk in range(_CHUNKS):
            var end = warp_prefix(result.numbers[chunk].reduce_add())
            var start = warp.shuffle_up(end, 1)
            result.starts[chunk] = result.total + (start if Int(lane_id()) > 0 else 0)
            result.total += warp.shuffle_idx(end, UInt32(WARP_SIZE - 1))
        var totals = stack_allocation[_WARPS, Self.acc, address_space = AddressSpace.SHARED]()
        if thread % WARP_SIZE == 0:
            totals[thread // WARP_SIZE] = result.total
        barrier()
        for i in range(thread // WARP_SIZE):
            result.before += totals[i]
        barrier()
        return result^

    @staticmethod
    @always_inline
    def place(chunk: Int) -> Int:
        """Where in a tile a vector of this lane begins."""
        var thread = Int(thread_idx.x)
        return ((thread // WARP_SIZE * _CHUNKS + chunk) * WARP_SIZE + thread % WARP_SIZE) * _WIDTH

    @always_inline
    def store[put: def(Int, Self.Vector) capturing -> None, exclusive: Bool](self, first: Int, before: Scalar[Self.acc]):
        """Gives the sums of this thread's numbers, and of all that is before."""
        comptime for chunk in range(_CHUNKS):
            var sum = before + self.before + self.starts[chunk]
            var sums = Self.Vector(0)
            comptime for k in range(_WIDTH):
                comptime if exclusive:
                    sums[k] = sum
                sum += self.numbers[chunk][k]
                comptime if not exclusive:
                    sums[k] = sum
            put(first + Self.place(chunk), sums)

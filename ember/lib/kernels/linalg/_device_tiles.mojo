"""Products of matrices on the plain cores of devices, in tiles: every thread keeps 8 by 8 sums.

Tiles of both factors, with the depth outermost, alternate between two buffers in shared memory: while one is multiplied, the
next is on its way. The sums have the order of those on processors.
"""

from extensibility import ManagedTensorSlice
from linalg.matrix import accumulator_of
from linalg.tiles import multiply_add
from std.gpu import barrier, block_idx, thread_idx
from std.gpu.host import DeviceContext
from std.math import ceildiv
from std.memory import stack_allocation
from std.memory.address_space import AddressSpace
from std.utils.index import Index

comptime _TILE = 128
comptime _DEPTH = 16
comptime _PITCH = _TILE + 4
comptime _THREADS = 256
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _BUFFER = _DEPTH * _PITCH  # numbers


def fits_tiles(dtype: DType) -> Bool:
    """Whether tiles of such numbers fit into the buffers."""
    return accumulator_of(dtype).size_of() <= 4


def multiply_in_tiles[transpose_b: Bool](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype=a.dtype, rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b`, or to `a @ b.T`; what is fused into `c` gets the elements."""
    var lines_a = _Lines(a)
    var lines_b = _Lines(b)

    @__parameter
    @__llvm_metadata(_MAX_THREADS=_THREADS)
    def kernel() {var c, var lines_a, var lines_b}:
        var tiles = stack_allocation[
            4 * _BUFFER,
            Scalar[accumulator_of(a.dtype)],
            alignment=16,
            address_space=AddressSpace.SHARED,
        ]()
        var row = Int(block_idx.y) * _TILE
        var column = Int(block_idx.x) * _TILE
        var is_whole = lines_a.is_whole(row + _TILE) and lines_a.columns % _DEPTH == 0
        comptime if transpose_b:
            is_whole = is_whole and lines_b.is_whole(column + _TILE)
        else:
            is_whole = is_whole and lines_b.is_aligned and column + _TILE <= lines_b.columns
        if is_whole:
            _multiply_block[transpose_b, whole=True](c, lines_a, lines_b, row, column, tiles)
        else:
            _multiply_block[transpose_b, whole=False](c, lines_a, lines_b, row, column, tiles)

    context.enqueue_function[kernel](
        grid_dim= (ceildiv(c.dim_size[1](), _TILE), ceildiv(c.dim_size[0](), _TILE)),
        block_dim=_THREADS,
    )


@always_inline
def _multiply_block[dtype: DType, //, transpose_b: Bool, *, whole: Bool](
    c: ManagedTensorSlice[rank=2, ...],
    a: _Lines[dtype],
    b: _Lines[dtype],
    row: Int,
    column: Int,
    tiles_a: UnsafePointer[
        Scalar[accumulator_of(dtype)],
        MutAnyOrigin,
        address_space=AddressSpace.SHARED,
    ],
):
    # `whole`: no part of the block's tiles is outside of the matrices.
    comptime sum_type = accumulator_of(dtype)
    comptime Four = SIMD[sum_type, 4]
    comptime OfA = _Piece[sum_type, along_depth=True]
    comptime OfB = _Piece[sum_type, along_depth=transpose_b]
    var tiles_b = tiles_a + 2 * _BUFFER
    var thread = Int(thread_idx.x)
    var x = thread % 16 * 4
    var y = thread // 16 * 4
    var sums = InlineArray[Four, 16](fill=Four(0))
    var next_a = OfA.load[whole](a, row, 0)
    var next_b = OfB.load[whole](b, column, 0)
    next_a.put(tiles_a)
    next_b.put(tiles_b)
    barrier()
    var buffer = 0
    var steps = ceildiv(a.columns, _DEPTH)
    for step in range(1, steps + 1):
        if step < steps:
            next_a = OfA.load[whole](a, row, step * _DEPTH)
            next_b = OfB.load[whole](b, column, step * _DEPTH)
        var of_a = tiles_a + (buffer * _BUFFER + y)
        var of_b = tiles_b + (buffer * _BUFFER + x)
        comptime for d in range(_DEPTH):
            var low = of_b.load[width=4, alignment=16](d * _PITCH)
            var high = of_b.load[width=4, alignment=16](d * _PITCH + 64)
            comptime for half in range(2):
                var some = of_a.load[width=4, alignment=16](d * _PITCH + half * 64)
                comptime for i in range(4):
                    comptime at = half * 8 + i * 2
                    sums[at] = multiply_add(low, Four(some[i]), sums[at])
                    sums[at + 1] = multiply_add(high, Four(some[i]), sums[at + 1])
        if step < steps:
            buffer = 1 - buffer
            next_a.put(tiles_a + buffer * _BUFFER)
            next_b.put(tiles_b + buffer * _BUFFER)
            barrier()
    comptime for i in range(16):
        _store(c, row + y + i // 2 % 4 + i // 8 * 64, column + x + i % 2 * 64, sums[i])


@fieldwise_init
struct _Lines[dtype: DType](TrivialRegisterPassable):
    # A matrix in memory whose numbers lie side by side within a row.
    var start: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    var rows: Int
    var columns: Int
    var stride: Int
    var is_aligned: Bool

    def __init__(out self, x: ManagedTensorSlice[dtype=Self.dtype, rank=2, ...]):
        self.start = x.unsafe_ptr()
        self.rows = x.dim_size[0]()
        self.columns = x.dim_size[1]()
        self.stride = x.stride_length[0]()
        comptime size = 4 * Self.dtype.size_of()
        self.is_aligned = self.stride % 4 == 0 and Int(self.start) % size == 0

    @always_inline
    def is_whole(self, end: Int) -> Bool:
        # Whether rows up to `end` can be read in vectors.
        return self.is_aligned and end <= self.rows

    @always_inline
    def four[whole: Bool](self, row: Int, column: Int) -> SIMD[Self.dtype, 4]:
        # Numbers of a row; zero where there are none.
        var place = self.start + (row * self.stride + column)
        comptime if whole:
            return place.load[width=4, alignment=4 * Self.dtype.size_of()]()
        var result = SIMD[Self.dtype, 4](0)
        if row >= self.rows:
            return result
        if self.is_aligned and column + 4 <= self.columns:
            return place.load[width=4, alignment=4 * Self.dtype.size_of()]()
        comptime for i in range(4):
            if column + i < self.columns:
                result[i] = place[i]
        return result


@fieldwise_init
struct _Piece[sum_type: DType, along_depth: Bool](TrivialRegisterPassable):
    # What one thread copies of a tile: from memory to registers, then to shared memory.
    var first: SIMD[Self.sum_type, 4]
    var second: SIMD[Self.sum_type, 4]

    @staticmethod
    @always_inline
    def load[whole: Bool](lines: _Lines, place: Int, depth: Int) -> Self:
        var thread = Int(thread_idx.x)
        comptime if Self.along_depth:
            var row = place + thread // 4
            var column = depth + thread % 4 * 4
            return Self(
                lines.four[whole](row, column).cast[Self.sum_type](),
                lines.four[whole](row + 64, column).cast[Self.sum_type](),
            )
        else:
            var row = depth + thread // 32
            var column = place + thread % 32 * 4
            return Self(
                lines.four[whole](row, column).cast[Self.sum_type](),
                lines.four[whole](row + 8, column).cast[Self.sum_type](),
            )

    @always_inline
    def put(self, tile: UnsafePointer[Scalar[Self.sum_type], _, address_space=AddressSpace.SHARED]):
        var thread = Int(thread_idx.x)
        comptime if Self.along_depth:
            var target = tile + (thread % 4 * 4 * _PITCH + thread // 4)
            comptime for i in range(4):
                target[i * _PITCH] = self.first[i]
                target[i * _PITCH + 64] = self.second[i]
        else:
            var target = tile + (thread // 32 * _PITCH + thread % 32 * 4)
            target.store[alignment=16](0, self.first)
            target.store[alignment=16](8 * _PITCH, self.second)


@always_inline
def _store[dtype: DType, //](
    c: ManagedTensorSlice[rank=2, ...],
    row: Int,
    column: Int,
    numbers: SIMD[dtype, 4],
):
    if row >= c.dim_size[0]():
        return
    if column + 4 <= c.dim_size[1]():
        if c.dim_size[1]() % 4 == 0:
            c._fused_store[4, 4](Index(row, column), numbers.cast[c.dtype]())
        else:
            c._fused_store[4](Index(row, column), numbers.cast[c.dtype]())
        return
    comptime for i in range(4):
        if column + i < c.dim_size[1]():
            c._fused_store[1](Index(row, column + i), numbers[i].cast[c.dtype]())

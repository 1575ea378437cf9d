"""Products of matrices on the plain cores of devices, in tiles: every thread keeps 8 by 8 sums.

Tiles of both factors, with the depth outermost, alternate between two buffers in shared memory: while one is multiplied, the
next is on its way, through registers or, where numbers stay as they are, by copies that need none. The sums have the order of those on processors.
"""

from extensibility import ManagedTensorSlice
from linalg.matrix import accumulator_of
from linalg.tiles import multiply_add
from std.gpu import barrier, block_idx, thread_idx
from std.gpu.host import DeviceContext
from std.gpu.memory import async_copy, async_copy_wait_all, external_memory
from std.math import ceildiv
from std.memory.address_space import AddressSpace
from std.sys.info import is_nvidia_gpu
from std.utils.index import Index

comptime _TILE = 128
comptime _DEPTH = 16
comptime _PITCH = _TILE + 4
comptime _THREADS = 256
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _BUFFER = _DEPTH * _PITCH  # numbers
comptime _FAR_X = 32  # columns between the two vectors of a lane
comptime _FAR_Y = 16  # and rows


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
    _launch[transpose_b, 2 if a.dtype == DType.float32 else 1](c, a, b, context)


def _launch[transpose_b: Bool, resident: Int](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype=a.dtype, rank=2, ...],
    context: DeviceContext,
) raises:
    # `resident`: blocks that share a processor.
    var lines_a = _Lines(a)
    var lines_b = _Lines(b)

    @__parameter
    @__llvm_metadata(_MAX_THREADS=_THREADS, _MIN_BLOCKS=resident)
    def kernel() {var c, var lines_a, var lines_b}:
        var tiles = external_memory[Scalar[accumulator_of(a.dtype)], address_space=AddressSpace.SHARED, alignment=16]()
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
        shared_mem_bytes=4 * _BUFFER * accumulator_of(a.dtype).size_of(),
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
    comptime is_async = whole and dtype == DType.float32 and is_nvidia_gpu()
    comptime OfA = _Piece[sum_type, along_depth=True]
    comptime OfB = _Piece[sum_type, along_depth=transpose_b]
    var tiles_b = tiles_a + 2 * _BUFFER
    var thread = Int(thread_idx.x)
    # A warp has 32 rows and 64 columns, a lane 4 rows and 4 columns, and those 16 and 32 further on.
    var x = thread // 32 % 2 * 64 + thread % 8 * 4
    var y = thread // 64 * 32 + thread % 32 // 8 * 4
    var sums = InlineArray[Four, 16](fill=Four(0))
    var buffer = 0
    var steps = ceildiv(a.columns, _DEPTH)

    @__parameter
    @always_inline
    def multiply():
        var of_a = tiles_a + (buffer * _BUFFER + y)
        var of_b = tiles_b + (buffer * _BUFFER + x)
        comptime for d in range(_DEPTH):
            var low = of_b.load[width=4, alignment=16](d * _PITCH)
            var high = of_b.load[width=4, alignment=16](d * _PITCH + _FAR_X)
            comptime for half in range(2):
                var some = of_a.load[width=4, alignment=16](d * _PITCH + half * _FAR_Y)
                comptime for i in range(4):
                    comptime at = half * 8 + i * 2
                    sums[at] = multiply_add(low, Four(some[i]), sums[at])
                    sums[at + 1] = multiply_add(high, Four(some[i]), sums[at + 1])

    comptime if is_async:

        @__parameter
        @always_inline
        def start(step: Int, buffer: Int):
            OfA.start(a, row, step * _DEPTH, tiles_a.bitcast[Scalar[dtype]]() + buffer * _BUFFER)
            OfB.start(b, column, step * _DEPTH, tiles_b.bitcast[Scalar[dtype]]() + buffer * _BUFFER)

        start(0, 0)
        for step in range(steps):
            async_copy_wait_all()
            barrier()
            if step + 1 < steps:
                start(step + 1, 1 - buffer)
            multiply()
            buffer = 1 - buffer
    else:
        var next_a = OfA.load[whole](a, row, 0)
        var next_b = OfB.load[whole](b, column, 0)
        next_a.put(tiles_a)
        next_b.put(tiles_b)
        barrier()
        for step in range(1, steps + 1):
            if step < steps:
                next_a = OfA.load[whole](a, row, step * _DEPTH)
                next_b = OfB.load[whole](b, column, step * _DEPTH)
            multiply()
            if step < steps:
                buffer = 1 - buffer
                next_a.put(tiles_a + buffer * _BUFFER)
                next_b.put(tiles_b + buffer * _BUFFER)
                barrier()
    comptime for i in range(16):
        _store(c, row + y + i // 2 % 4 + i // 8 * _FAR_Y, column + x + i % 2 * _FAR_X, sums[i])


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
    def start[
        dtype: DType, //
    ](
        lines: _Lines[dtype],
        place: Int,
        depth: Int,
        tile: UnsafePointer[Scalar[dtype], MutAnyOrigin, address_space=AddressSpace.SHARED],
    ):
        # The same without registers: threads copy single numbers where a tile lies the other way than the matrix.
        var thread = Int(thread_idx.x)
        var start = lines.start.address_space_cast[AddressSpace.GLOBAL]()
        comptime if Self.along_depth:
            comptime rows = _THREADS // _DEPTH
            var source = start + ((place + thread // _DEPTH) * lines.stride + depth + thread % _DEPTH)
            var target = tile + (thread % _DEPTH * _PITCH + thread // _DEPTH)
            comptime for i in range(_TILE // rows):
                async_copy[4](source + i * rows * lines.stride, target + i * rows)
        else:
            var source = start + ((depth + thread // 32) * lines.stride + place + thread % 32 * 4)
            var target = tile + (thread // 32 * _PITCH + thread % 32 * 4)
            comptime for i in range(2):
                async_copy[16](source + i * 8 * lines.stride, target + i * 8 * _PITCH)

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

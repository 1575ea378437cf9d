"""Products of matrices on Hopper's tensor cores (wgmma, fed by TMA).

A block stays on its processor and takes one tile of the result after the other. One warp group copies: it keeps `stages` tiles
of both factors on their way into shared memory. The others multiply, 64 rows each, and give a stage back when they have read it.
A pair of memory barriers per stage says who may go on. The blocks of a cluster work on tiles one below the other, which need
the same columns of the second factor: each fetches its share of them, and the copy engine hands it to all.

Where there are few tiles, the depth is cut in parts, so that all processors have work and no sum waits for many products: warp groups of a block
and the blocks of a cluster take a part each, and what they found is added through shared memory. Or one block takes them one after the other,
with the same bits.

Tiles over the edge are filled with zeros by the copy engine, or left as they are, and cut when they are stored. A sum has its order from the depth
and its parts alone, so that the bits of a row do not depend on how many there are.
"""

from linalg._row_factors import FINDERS, RowFactors, RowSquares
from linalg._stages import Turn
from std.gpu.cluster import cluster_sync, map_shared_rank, mbarrier_arrive_cluster
from std.gpu.grid_controls import launch_dependent_grids, wait_on_dependent_grids
from std.gpu.host import DeviceBuffer, DeviceContext, Dim
from std.gpu.host.device_attribute import DeviceAttribute
from std.gpu.host.info import uses_simulator
from std.gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from std.gpu.id import block_idx, grid_dim, thread_idx
from std.gpu.intrinsics import warpgroup_reg_alloc, warpgroup_reg_dealloc
from std.gpu.memory import (
    cp_async_bulk_tensor_shared_cluster_global,
    cp_async_bulk_tensor_shared_cluster_global_multicast,
    external_memory,
    prefetch_tensor_map,
)
from std.gpu.sync import (
    barrier,
    fence_mbarrier_init,
    mbarrier_arrive,
    mbarrier_arrive_expect_tx_shared,
    mbarrier_init,
    mbarrier_wait_parity,
    named_barrier,
    syncwarp,
)
from std.gpu.wgmma import (
    WGMMADescriptor,
    WGMMASwizzle,
    wgmma_async,
    wgmma_commit_group_sync,
    wgmma_fence_aligned,
    wgmma_wait_group_sync,
)
from std.math import ceildiv
from std.memory.address_space import AddressSpace
from std.utils.index import Index

comptime _ROW_BYTES = 128  # of a tile in shared memory: as much as is swizzled
comptime _GROUP = 128  # threads
comptime _CHUNK = 32  # columns that a warp turns from the order of sums into rows at a time
comptime _PITCH = _CHUNK + 8
comptime _LINE = 8  # elements stored at a time
comptime _COPIER_REGISTERS = 40  # those who copy give registers to those who multiply
comptime _OTHER_REGISTERS = 64  # of a thread that multiplies, besides its sums
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _WAITS = "ember.waits"
comptime _PROCESSOR_BYTES = 228 * 1024  # shared memory of a processor
comptime _RESERVED_BYTES = 1024  # of it for each block


struct HopperTiles(TrivialRegisterPassable):
    """How the work is cut: a block's tile, the stages on their way, blocks of a cluster, rows of tiles that go together.

    Example:

    ```mojo
    from linalg.hopper import HopperTiles

    comptime tiles = HopperTiles(rows=128, columns=256, stages=4, cluster=2, band=8)
    print(tiles.workers(), tiles.threads(), tiles.registers())  # 2 384 232
    print(tiles.stage_bytes(), tiles.shared_bytes(), tiles.resident())  # 49152 217152 1
    comptime cut = HopperTiles(rows=64, columns=64, stages=6, cluster=1, band=16, parts=4, spread=2, groups=2)
    print(cut.blocks(), cut.is_spread(), cut.pitch(), cut.barrier_bytes())  # 2 True 72 96
    ```
    """

    var rows: Int
    """Rows of a block's tile: 64 for each warp group that multiplies."""
    var columns: Int
    """Columns of a block's tile: 32 to 256."""
    var stages: Int
    """Tiles of both factors in shared memory at a time."""
    var cluster: Int
    """Blocks, one below the other, that share columns."""
    var band: Int
    """Rows of clusters that are gone through together, so that what they share is still in the cache."""
    var parts: Int
    """Parts of the depth that are summed for themselves, then added."""
    var spread: Int
    """Blocks of a cluster that share the parts."""
    var groups: Int
    """Warp groups of a block that share the parts of the block. If there is one block and one group, it takes the parts one after the other."""

    @always_inline
    def __init__(
        out self,
        rows: Int,
        columns: Int,
        stages: Int,
        cluster: Int,
        band: Int,
        parts: Int = 1,
        spread: Int = 1,
        groups: Int = 1,
    ):
        """Tiles of a size; the depth is one part where nothing else is said.

        Args:
            rows: Rows of a block's tile.
            columns: Columns of a block's tile.
            stages: Tiles of both factors in shared memory at a time.
            cluster: Blocks that share columns.
            band: Rows of clusters that are gone through together.
            parts: Parts of the depth.
            spread: Blocks that share the parts.
            groups: Warp groups of a block that share its parts.
        """
        self.rows = rows
        self.columns = columns
        self.stages = stages
        self.cluster = cluster
        self.band = band
        self.parts = parts
        self.spread = spread
        self.groups = groups

    @always_inline
    def blocks(self) -> Int:
        """Blocks of a cluster: those that share columns, times those that share a sum."""
        return self.cluster * self.spread

    @always_inline
    def is_spread(self) -> Bool:
        """Whether parts are summed at the same time."""
        return self.spread * self.groups > 1

    @always_inline
    def workers(self) -> Int:
        """Warp groups that multiply."""
        return self.rows // 64 * self.groups

    @always_inline
    def threads(self) -> Int:
        """Threads of a block."""
        return (self.workers() + 1) * _GROUP

    @always_inline
    def registers(self) -> Int:
        """Registers of a thread that multiplies: those that the copying threads give back are shared out."""
        var all = 65536 // self.threads() // 8 * 8 * (self.workers() + 1)
        return min((all - _COPIER_REGISTERS) // self.workers() // 8 * 8, 232)

    @always_inline
    def stage_bytes(self) -> Int:
        """Bytes of a tile of each factor."""
        return (self.rows + self.columns) * _ROW_BYTES

    @always_inline
    def shared_bytes(self) -> Int:
        """All of a block's shared memory."""
        var tiles = self.stages * self.stage_bytes()
        if self.is_spread():
            return tiles + self.barrier_bytes()  # sums take the place of tiles
        return tiles + self.barrier_bytes() + self.workers() * 4 * 16 * _PITCH * 4

    @always_inline
    def barrier_bytes(self) -> Int:
        """Two barriers for each stage."""
        return self.stages * 16

    @always_inline
    def pitch(self) -> Int:
        """From one row of sums to the next where blocks exchange them."""
        return self.columns + 8

    @always_inline
    def resident(self) -> Int:
        """Blocks that share a processor: as many as their memory and registers allow, or one where threads take all registers."""
        if self.rows > 64:
            return 1
        var by_memory = _PROCESSOR_BYTES // (self.shared_bytes() + _RESERVED_BYTES)
        var by_registers = 65536 // (self.threads() * (self.columns // 2 + _OTHER_REGISTERS))
        return max(min(by_memory, by_registers), 1)


comptime _Tiles = UnsafePointer[Byte, MutAnyOrigin, address_space=AddressSpace.SHARED]
comptime _Barriers = UnsafePointer[Int64, MutAnyOrigin, address_space=AddressSpace.SHARED]


def multiply_on_hopper[
    dtype: DType,
    //,
    tiles: HopperTiles,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
    *,
    transpose_b: Bool = False,
    b_is_constant: Bool = False,
    has_factors: Bool = False,
](
    a: UnsafePointer[Scalar[dtype], _],
    b: UnsafePointer[Scalar[dtype], _],
    m: Int,
    n: Int,
    k: Int,
    context: DeviceContext,
    squares: RowSquares = RowSquares(),
) raises:
    """Gives the elements of `a @ b`, or `a @ b.T`, to `store(row, column, numbers)`; float32 factors are rounded to TF32.

    `b_is_constant` promises that the kernel before this one does not write `b`: it is read before that kernel has ended. If the result `has_factors`, its
    rows, 64 at most, are divided by the roots of the means of `squares`.
    The rows of both factors must be multiples of 16 bytes. `store` gets eight numbers whose column is a multiple of eight, or one.

    Example:

    ```mojo
    from linalg.hopper import HopperTiles, multiply_on_hopper
    from std.gpu.host import DeviceContext

    def main() raises:
        var context = DeviceContext()
        var a = context.enqueue_create_buffer[DType.bfloat16](64 * 16)
        var b = context.enqueue_create_buffer[DType.bfloat16](16 * 32)
        var c = context.enqueue_create_buffer[DType.float32](64 * 32)
        context.enqueue_fill(a, 1)
        context.enqueue_fill(b, 2)
        var target = c.unsafe_ptr()

        @__parameter
        def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
            target.store(row * 32 + column, numbers)

        comptime tiles = HopperTiles(rows=64, columns=32, stages=2, cluster=1, band=1)
        multiply_on_hopper[tiles, store, transpose_b=True](a.unsafe_ptr(), b.unsafe_ptr(), 64, 32, 16, context)
        with c.map_to_host() as host:
            print(host[0])  # 32.0
        _ = (a^, b^)
    ```
    """
    comptime assert transpose_b or dtype.size_of() == 2, "only factors of 16-bit elements can lie row by row"
    comptime assert tiles.rows % 64 == 0 and tiles.columns % (
        _CHUNK * tiles.cluster
    ) == 0, "a tile of whole parts"
    comptime assert transpose_b or tiles.columns % (
        64 * tiles.cluster
    ) == 0, "a tile of whole parts"
    comptime assert tiles.spread * tiles.groups in (1, tiles.parts), "parts for all who share them"
    comptime assert tiles.groups == 1 or (tiles.rows == 64 and tiles.cluster == 1), "groups of one row of tiles"
    comptime assert not has_factors or tiles.rows == 64, "factors for the rows of one tile"
    # A stage is given back when the next one of the group is there.
    comptime assert tiles.stages > tiles.groups, "a stage more than groups"
    comptime assert (
        not tiles.is_spread()
        or tiles.groups * tiles.rows * tiles.pitch() * 4 <= tiles.stages * tiles.stage_bytes()
    ), "stages that have room for the sums"
    comptime depth = _ROW_BYTES // dtype.size_of()
    comptime swizzle = TensorMapSwizzle.SWIZZLE_128B
    var all_a = DeviceBuffer[dtype](context, a, m * k, owning=False)
    var all_b = DeviceBuffer[dtype](context, b, n * k, owning=False)
    # Rows that are not there are not copied: the engine is slow at filling them with zeros, and nobody looks at what they give. The simulated
    # device takes it for a mistake to read what was never written.
    var rows = min(m, tiles.rows)
    comptime if uses_simulator():
        rows = tiles.rows
    var map_a = create_tma_descriptor[dtype, 2, swizzle](
        all_a,
        Index(m, k),
        Index(rows, depth),
    )
    var map_b: TMADescriptor
    comptime if transpose_b:
        map_b = create_tma_descriptor[dtype, 2, swizzle](
            all_b,
            Index(n, k),
            Index(tiles.columns // tiles.cluster, depth),
        )
    else:
        map_b = create_tma_descriptor[dtype, 2, swizzle](all_b, Index(k, n), Index(depth, 64))
    var count = ceildiv(m, tiles.rows * tiles.cluster) * ceildiv(n, tiles.columns)
    var processors = context.get_attribute(DeviceAttribute.MULTIPROCESSOR_COUNT)
    var clusters = count
    comptime if not tiles.is_spread():
        clusters = min(count, max(processors * tiles.resident() // tiles.cluster, 1))
    context.enqueue_function[_multiply[dtype, tiles, transpose_b, b_is_constant, has_factors, store]](
        map_a,
        map_b,
        Int32(m),
        Int32(n),
        Int32(k),
        Int32((rows + tiles.columns) * _ROW_BYTES),
        squares.sums,
        squares.count,
        squares.epsilon,
        grid_dim=clusters * tiles.blocks(),
        block_dim=tiles.threads(),
        cluster_dim=Dim(tiles.blocks()),
        shared_mem_bytes=tiles.shared_bytes(),
    )


@fieldwise_init
struct _Schedule[tiles: HopperTiles](TrivialRegisterPassable):
    # Which tiles of the result the blocks of a cluster take, in which order.
    var high: Int
    var wide: Int

    @always_inline
    def __init__(out self, m: Int, n: Int):
        self.high = ceildiv(m, Self.tiles.rows * Self.tiles.cluster)
        self.wide = ceildiv(n, Self.tiles.columns)

    @always_inline
    def first(self) -> Int:
        return Int(block_idx.x) // Self.tiles.blocks()

    @always_inline
    def step(self) -> Int:
        return Int(grid_dim.x) // Self.tiles.blocks()

    @always_inline
    def count(self) -> Int:
        return self.high * self.wide

    @always_inline
    def place(self, number: Int) -> Tuple[Int, Int]:
        # The first row and column of this block's tile: band by band, column by column within a band. Short divisions are quick ones.
        var wide = UInt32(self.wide)
        var first = UInt32(number) // (UInt32(Self.tiles.band) * wide) * UInt32(Self.tiles.band)
        var height = min(UInt32(self.high) - first, UInt32(Self.tiles.band))
        var rest = UInt32(number) - first * wide
        var row = Int(first + rest % height) * Self.tiles.cluster + _rank[Self.tiles]()
        return (row * Self.tiles.rows, Int(rest // height) * Self.tiles.columns)


@fieldwise_init
struct _Steps[tiles: HopperTiles](TrivialRegisterPassable):
    # The steps along the depth, and those of a part. A block has turns: its groups take them one after the other.
    var all: Int

    @always_inline
    def of_part(self) -> Int:
        return ceildiv(self.all, Self.tiles.parts)

    @always_inline
    def count(self, part: Int) -> Int:
        return max(min(self.all - part * self.of_part(), self.of_part()), 0)

    @always_inline
    def turns(self) -> Int:
        comptime if Self.tiles.is_spread():
            comptime if Self.tiles.groups == 1:
                return self.count(_part[Self.tiles]())
            return self.of_part() * Self.tiles.groups
        return self.all

    @always_inline
    def step(self, turn: Int) -> Int:
        # The step of a turn, or -1 where a group has none left.
        comptime if Self.tiles.is_spread():
            var part = _part[Self.tiles]() * Self.tiles.groups + turn % Self.tiles.groups
            var step = turn // Self.tiles.groups
            return part * self.of_part() + step if step < self.count(part) else -1
        return turn


@always_inline
def _rank[tiles: HopperTiles]() -> Int:
    # Among the blocks that share columns.
    return Int(block_idx.x) % tiles.cluster


@always_inline
def _part[tiles: HopperTiles]() -> Int:
    # Which of the blocks that share the parts of the depth this one is.
    return Int(block_idx.x) % tiles.blocks() // tiles.cluster


@__llvm_metadata(_MAX_THREADS=tiles.threads(), _MIN_BLOCKS=tiles.resident(), _WAITS=1)
def _multiply[
    dtype: DType,
    tiles: HopperTiles,
    transpose_b: Bool,
    b_is_constant: Bool,
    has_factors: Bool,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    a: TMADescriptor,
    b: TMADescriptor,
    m: Int32,
    n: Int32,
    k: Int32,
    step_bytes: Int32,
    squares: UnsafePointer[Float32, MutAnyOrigin],
    squares_of_row: Int32,
    epsilon: Float32,
):
    # `step_bytes`: what is copied for a step.
    var memory = external_memory[Byte, address_space=AddressSpace.SHARED, alignment=1024]()
    var full = (memory + tiles.stages * tiles.stage_bytes()).bitcast[Int64]()
    var empty = full + tiles.stages
    var thread = Int(thread_idx.x)
    var group = thread // _GROUP
    if thread == tiles.workers() * _GROUP:
        prefetch_tensor_map(UnsafePointer(to=a))
        prefetch_tensor_map(UnsafePointer(to=b))
    var factors = RowFactors[has_factors]()
    if thread == 0:
        comptime for stage in range(tiles.stages):
            mbarrier_init(full + stage, 1)
            mbarrier_init(empty + stage, Int32(tiles.rows // 64 * tiles.cluster))
        factors.init()
        fence_mbarrier_init()
    _meet[tiles]()

    @__parameter
    @always_inline
    def store_scaled[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        comptime if has_factors:
            store(row, column, numbers * factors.of(row))
        else:
            store(row, column, numbers)

    var schedule = _Schedule[tiles](Int(m), Int(n))
    comptime depth = _ROW_BYTES // dtype.size_of()
    var steps = _Steps[tiles](ceildiv(Int(k), depth))
    if group == tiles.workers():
        comptime if tiles.rows > 64:
            warpgroup_reg_dealloc[_COPIER_REGISTERS]()
        if thread == tiles.workers() * _GROUP:
            _copy[depth, tiles, transpose_b, b_is_constant](
                a, b, memory, full, empty, schedule, steps, step_bytes
            )
        elif thread >= tiles.threads() - FINDERS:
            var sums = RowSquares(squares, squares_of_row, epsilon)
            factors.find(sums, thread - (tiles.threads() - FINDERS), Int(m))
    else:
        _wait_for_kernel_before()
        comptime if tiles.rows > 64:
            warpgroup_reg_alloc[tiles.registers()]()
        var staging = (empty + tiles.stages).bitcast[Float32]() + thread // 32 * (16 * _PITCH)
        comptime if tiles.is_spread():
            staging = memory.bitcast[Float32]()
        _work[dtype, tiles, transpose_b, store_scaled](
            memory,
            full,
            empty,
            staging,
            schedule,
            steps,
            group,
            Int(m),
            Int(n),
        )
    comptime if tiles.is_spread():
        _meet[tiles]()
        if group < tiles.workers():
            _add_parts[tiles, store_scaled](memory.bitcast[Float32](), schedule, Int(m), Int(n))
    comptime if tiles.blocks() > 1:
        cluster_sync()  # nobody leaves while others may still arrive at its barriers, or read its sums


@always_inline
def _meet[tiles: HopperTiles]():
    comptime if tiles.blocks() > 1:
        cluster_sync()
    else:
        barrier()


@always_inline
def _wait_for_kernel_before():
    wait_on_dependent_grids()
    launch_dependent_grids()


@always_inline
def _copy[depth: Int, tiles: HopperTiles, transpose_b: Bool, b_is_constant: Bool](
    a: TMADescriptor,
    b: TMADescriptor,
    memory: _Tiles,
    full: _Barriers,
    empty: _Barriers,
    schedule: _Schedule[tiles],
    steps: _Steps[tiles],
    step_bytes: Int32,
):
    @__parameter
    @always_inline
    def rows(turn: Turn[tiles.stages], place: Tuple[Int, Int], step: Int):
        var tile = memory + turn.stage * tiles.stage_bytes()
        cp_async_bulk_tensor_shared_cluster_global(
            tile,
            UnsafePointer(to=a),
            full + turn.stage,
            Index(step * depth, place[0]),
        )

    @__parameter
    @always_inline
    def columns(turn: Turn[tiles.stages], place: Tuple[Int, Int], step: Int):
        var arrival = full + turn.stage
        mbarrier_arrive_expect_tx_shared(arrival, step_bytes)
        var tile = memory + turn.stage * tiles.stage_bytes() + tiles.rows * _ROW_BYTES
        _copy_columns[depth, tiles, transpose_b](b, tile, arrival, place[1], step * depth)

    var turn = Turn[tiles.stages](0, 1)
    # Columns for which all stages are free, before the kernel that makes the rows has ended.
    var early = 0
    comptime if b_is_constant and tiles.cluster == 1:
        early = min(steps.turns(), tiles.stages)
        var place = schedule.place(schedule.first())
        var ahead = turn
        for number in range(early):
            if steps.step(number) >= 0:
                columns(ahead, place, steps.step(number))
            ahead.advance()
    _wait_for_kernel_before()
    for number in range(schedule.first(), schedule.count(), schedule.step()):
        var place = schedule.place(number)
        for number in range(steps.turns()):
            var step = steps.step(number)
            mbarrier_wait_parity(empty + turn.stage, turn.phase)
            if step < 0:
                _ = mbarrier_arrive(full + turn.stage)
            else:
                if early == 0:
                    columns(turn, place, step)
                rows(turn, place, step)
            early = max(early - 1, 0)
            turn.advance()


@always_inline
def _copy_columns[depth: Int, tiles: HopperTiles, transpose_b: Bool](
    b: TMADescriptor,
    tile: _Tiles,
    arrival: _Barriers,
    column: Int,
    deep: Int,
):
    # This block's share of the columns, to all blocks of the cluster.
    var everyone = UInt16((1 << tiles.cluster) - 1)
    comptime if tiles.spread > 1:
        everyone <<= UInt16(_part[tiles]() * tiles.cluster)
    comptime share = tiles.columns // tiles.cluster
    var first = _rank[tiles]() * share
    comptime part = share if transpose_b else 64
    comptime for i in range(share // part):
        var skipped = first + i * part
        var target = tile + skipped * _ROW_BYTES
        var place = Index(deep, column + skipped) if transpose_b else Index(column + skipped, deep)
        comptime if tiles.cluster == 1:
            cp_async_bulk_tensor_shared_cluster_global(target, UnsafePointer(to=b), arrival, place)
        else:
            cp_async_bulk_tensor_shared_cluster_global_multicast(
                target,
                UnsafePointer(to=b),
                arrival,
                place,
                everyone,
            )


@always_inline
def _work[
    dtype: DType,
    tiles: HopperTiles,
    transpose_b: Bool,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    memory: _Tiles,
    full: _Barriers,
    empty: _Barriers,
    staging: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED],
    schedule: _Schedule[tiles],
    steps: _Steps[tiles],
    group: Int,
    m: Int,
    n: Int,
):
    comptime Sums = SIMD[DType.float32, tiles.columns // 2]
    var turn = Turn[tiles.stages](group if tiles.groups > 1 else 0, 0)

    @__parameter
    @always_inline
    def sums_of(count: Int) -> Sums:
        var sums = Sums(0)
        var before = 0
        for step in range(count):
            mbarrier_wait_parity(full + turn.stage, turn.phase)
            var tile = memory + turn.stage * tiles.stage_bytes()
            wgmma_fence_aligned()
            _multiply_tile[dtype, tiles, transpose_b](
                tile + (0 if tiles.groups > 1 else group) * 64 * _ROW_BYTES,
                tile + tiles.rows * _ROW_BYTES,
                sums,
            )
            wgmma_commit_group_sync()
            # The products of the step before are done, and those of this one go on.
            wgmma_wait_group_sync[1]()
            if step > 0:
                _give_back[tiles](empty + before)
            before = turn.stage
            turn.advance(tiles.groups)
        wgmma_wait_group_sync[0]()
        if count > 0:
            _give_back[tiles](empty + before)
        comptime if tiles.groups > 1:
            for _ in range(count, steps.of_part()):  # turns without a step
                mbarrier_wait_parity(full + turn.stage, turn.phase)
                _give_back[tiles](empty + turn.stage)
                turn.advance(tiles.groups)
        return sums

    for number in range(schedule.first(), schedule.count(), schedule.step()):
        var place = schedule.place(number)
        comptime if tiles.is_spread():
            var own = group if tiles.groups > 1 else 0
            var sums = sums_of(steps.count(_part[tiles]() * tiles.groups + own))
            # All have read their tiles, whose memory the sums take.
            named_barrier[Int32(tiles.workers() * _GROUP), 1]()
            var first = 0 if tiles.groups > 1 else group * 64
            _put_sums[tiles](sums, staging + group * 64 * tiles.pitch(), m - place[0] - first)
        else:
            var sums = sums_of(steps.count(0))
            for part in range(1, tiles.parts):
                sums += sums_of(steps.count(part))
            _store_tile[store](sums, staging, place[0] + group * 64, place[1], m, n)


@always_inline
def _multiply_tile[dtype: DType, tiles: HopperTiles, transpose_b: Bool](
    rows: _Tiles,
    columns: _Tiles,
    mut sums: SIMD[DType.float32, tiles.columns // 2],
):
    comptime Descriptor = WGMMADescriptor[dtype]
    comptime depth = _ROW_BYTES // dtype.size_of()
    comptime part = 32 // dtype.size_of()
    comptime for i in range(4):
        var of_a = Descriptor.create[1024, 16, WGMMASwizzle.B128](
            (rows + i * 32).bitcast[Scalar[dtype]]()
        )
        comptime if transpose_b:
            var of_b = Descriptor.create[1024, 16, WGMMASwizzle.B128](
                (columns + i * 32).bitcast[Scalar[dtype]]()
            )
            sums = wgmma_async[64, tiles.columns, part](of_a, of_b, sums)
        else:
            # Parts of 64 columns, one after the other, each with `depth` rows.
            var of_b = Descriptor.create[1024, depth * _ROW_BYTES, WGMMASwizzle.B128](
                (columns + i * part * _ROW_BYTES).bitcast[Scalar[dtype]]()
            )
            sums = wgmma_async[64, tiles.columns, part, layout_b="row"](of_a, of_b, sums)


@always_inline
def _give_back[tiles: HopperTiles](empty: _Barriers):
    # One thread for each block that writes into this stage of ours.
    var thread = Int(thread_idx.x) % _GROUP
    if thread < tiles.cluster:
        var rank = thread
        comptime if tiles.spread > 1:
            rank += _part[tiles]() * tiles.cluster
        mbarrier_arrive_cluster[relaxed=True](empty, UInt32(rank))


@always_inline
def _put_sums[tiles: HopperTiles](
    sums: SIMD[DType.float32, tiles.columns // 2],
    rows: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED],
    count: Int,
):
    # The sums of a warp group, where others of the cluster can read them; only `count` rows are there.
    var thread = Int(thread_idx.x) % _GROUP
    var lane = thread % 32
    var row = thread // 32 * 16 + lane // 4
    var pairs = rows + row * tiles.pitch() + lane % 4 * 2
    comptime for half in range(2):
        if row + half * 8 < count:
            comptime for j in range(tiles.columns // 8):
                pairs.store[alignment=8](
                    j * 8 + half * 8 * tiles.pitch(), sums.slice[2, offset=j * 4 + half * 2]()
                )


@always_inline
def _add_parts[
    tiles: HopperTiles, store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None
](
    sums: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED],
    schedule: _Schedule[tiles],
    m: Int,
    n: Int,
):
    # A block adds its share of the lines, the parts in their order, out of the memory of all who summed them.
    comptime lines = tiles.columns // _LINE
    comptime step = tiles.spread * tiles.workers() * _GROUP
    var place = schedule.place(schedule.first())
    var end = min(m - place[0], tiles.rows) * lines
    for i in range(Int(thread_idx.x) * tiles.spread + _part[tiles](), end, step):
        var own = sums + (i // lines * tiles.pitch() + i % lines * _LINE)
        var total = _line_of[tiles](own, 0)
        comptime for part in range(1, tiles.parts):
            total += _line_of[tiles](own, part)
        _store_line[store](place[0] + i // lines, place[1] + i % lines * _LINE, total, m, n)


@always_inline
def _line_of[tiles: HopperTiles](
    own: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED], part: Int
) -> SIMD[DType.float32, _LINE]:
    # What the group of a part, in this block's row, has at a place.
    var local = own + part % tiles.groups * (64 * tiles.pitch())
    comptime if tiles.spread == 1:
        return local.load[width=4, alignment=16]().join(local.load[width=4, alignment=16](4))
    var there = map_shared_rank(local, UInt32(part // tiles.groups * tiles.cluster + _rank[tiles]()))
    return there.load[width=4, alignment=16]().join(there.load[width=4, alignment=16](4))


@always_inline
def _store_tile[
    count: SIMDLength,
    //,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    sums: SIMD[DType.float32, count],
    staging: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED],
    row: Int,
    column: Int,
    m: Int,
    n: Int,
):
    # A warp has 16 rows of sums, a lane pairs of two rows: they are turned in shared memory, so that lanes store whole lines.
    var thread = Int(thread_idx.x)
    var lane = thread % 32
    var first = row + thread // 32 % 4 * 16
    var pairs = staging + lane // 4 * _PITCH + lane % 4 * 2
    var line = staging + lane // 4 * _PITCH + lane % 4 * _LINE
    comptime for chunk in range(Int(count) * 2 // _CHUNK):
        comptime for j in range(_CHUNK // 8):
            comptime offset = (chunk * (_CHUNK // 8) + j) * 4
            pairs.store[alignment=8](j * 8, sums.slice[2, offset=offset]())
            pairs.store[alignment=8](j * 8 + 8 * _PITCH, sums.slice[2, offset=offset + 2]())
        syncwarp()
        comptime for half in range(2):
            var numbers = line.load[width=_LINE, alignment=16](half * 8 * _PITCH)
            _store_line[store](
                first + half * 8 + lane // 4,
                column + chunk * _CHUNK + lane % 4 * _LINE,
                numbers,
                m,
                n,
            )
        syncwarp()


@always_inline
def _store_line[store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None](
    row: Int,
    column: Int,
    numbers: SIMD[DType.float32, _LINE],
    m: Int,
    n: Int,
):
    if row >= m:
        return
    if n % _LINE == 0:
        if column < n:
            store(row, column, numbers)
    else:
        comptime for i in range(_LINE):
            if column + i < n:
                store(row, column + i, SIMD[DType.float32, 1](numbers[i]))

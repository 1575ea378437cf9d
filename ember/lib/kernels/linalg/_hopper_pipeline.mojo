"""What a block does that multiplies matrices on Hopper's tensor cores, wherever its rows come from and however its tiles are counted.

One warp group copies, the others multiply; `linalg.hopper` tells how they go together.
"""

from linalg._hopper_tiles import CHUNK, COPIER_REGISTERS, GROUP, HopperTiles, PITCH, ROW_BYTES
from linalg._row_factors import FINDERS, RowFactors, RowSquares
from linalg._stages import Turn
from std.gpu.cluster import cluster_sync, map_shared_rank, mbarrier_arrive_cluster
from std.gpu.grid_controls import launch_dependent_grids, wait_on_dependent_grids
from std.gpu.host.tensor_map import TMADescriptor
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

comptime _LINE = 8  # elements stored at a time

comptime SharedTile = UnsafePointer[Byte, MutAnyOrigin, address_space=AddressSpace.SHARED]
"""A tile of a factor."""
comptime SharedBarriers = UnsafePointer[Int64, MutAnyOrigin, address_space=AddressSpace.SHARED]
"""Memory barriers, one for each stage."""


@fieldwise_init
struct Place(TrivialRegisterPassable):
    """Where a tile of the result lies."""

    var row: Int
    """Its first row."""
    var column: Int
    """Its first column."""
    var end: Int
    """Rows from here on are not its own."""
    var weights: Int
    """Columns of the second factor before those that are meant; negative if there are none, and the result is zero."""


trait Places(TrivialRegisterPassable):
    """The tiles of the result, by number: those of a block are `first`, `first + step` … below `count`."""

    def first(self) -> Int:
        """The first tile of this block."""
        ...

    def step(self) -> Int:
        """From one tile of this block to the next."""
        ...

    def count(self) -> Int:
        """All tiles."""
        ...

    def place(self, number: Int) -> Place:
        """Where a tile lies."""
        ...

    def row(self, number: Int, end: Int) -> Int:
        """What `store` gets as the number of a row; negative if there is no such row. `end` is that of the tile's place."""
        ...


@fieldwise_init
struct TilesInBands[tiles: HopperTiles](Places):
    """Which tiles of a whole matrix the blocks of a cluster take, in which order: band by band, column by column within a band."""

    var rows: Int
    """Of the matrix."""
    var high: Int
    """Rows of tiles, as many as the cluster has blocks for one."""
    var wide: Int
    """Tiles side by side."""

    @always_inline
    def __init__(out self, m: Int, n: Int):
        """For a result of `m` rows and `n` columns."""
        self.rows = m
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
    def place(self, number: Int) -> Place:
        # Short divisions are quick ones.
        var wide = UInt32(self.wide)
        var first = UInt32(number) // (UInt32(Self.tiles.band) * wide) * UInt32(Self.tiles.band)
        var height = min(UInt32(self.high) - first, UInt32(Self.tiles.band))
        var rest = UInt32(number) - first * wide
        var row = Int(first + rest % height) * Self.tiles.cluster + Int(block_idx.x) % Self.tiles.cluster
        return Place(row * Self.tiles.rows, Int(rest // height) * Self.tiles.columns, self.rows, 0)

    @always_inline
    def row(self, number: Int, end: Int) -> Int:
        return number if number < end else -1


@always_inline
def multiply_in_block[
    P: Places,
    //,
    dtype: DType,
    tiles: HopperTiles,
    copy_rows: def(SharedTile, SharedBarriers, Int, Int) capturing -> None,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
    *,
    transpose_b: Bool,
    b_is_constant: Bool = False,
    has_factors: Bool = False,
](places: P, b: TMADescriptor, n: Int, k: Int, step_bytes: Int32, squares: RowSquares = RowSquares()):
    """Gives `store` the tiles of a block. `copy_rows(tile, barrier, row, step)` starts the copies of rows for a step along the depth; together with
    the columns they are `step_bytes`."""
    var memory = external_memory[Byte, address_space=AddressSpace.SHARED, alignment=1024]()
    var full = (memory + tiles.stages * tiles.stage_bytes()).bitcast[Int64]()
    var empty = full + tiles.stages
    var thread = Int(thread_idx.x)
    var group = thread // GROUP
    if thread == tiles.workers() * GROUP:
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

    comptime depth = ROW_BYTES // dtype.size_of()
    var steps = _Steps[tiles](ceildiv(k, depth))
    if group == tiles.workers():
        comptime if tiles.rows > 64:
            warpgroup_reg_dealloc[COPIER_REGISTERS]()
        if thread == tiles.workers() * GROUP:
            _copy[depth, tiles, transpose_b, b_is_constant, copy_rows](
                b, memory, full, empty, places, steps, step_bytes
            )
        elif thread >= tiles.threads() - FINDERS:
            comptime if has_factors:
                factors.find(squares, thread - (tiles.threads() - FINDERS), places.place(places.first()).end)
    else:
        _wait_for_kernel_before()
        comptime if tiles.rows > 64:
            warpgroup_reg_alloc[tiles.registers()]()
        var staging = (empty + tiles.stages).bitcast[Float32]() + thread // 32 * (16 * PITCH)
        comptime if tiles.is_spread():
            staging = memory.bitcast[Float32]()
        _work[dtype, tiles, transpose_b, store_scaled](
            memory,
            full,
            empty,
            staging,
            places,
            steps,
            group,
            n,
        )
    comptime if tiles.is_spread():
        _meet[tiles]()
        if group < tiles.workers():
            _add_parts[tiles, store_scaled](memory.bitcast[Float32](), places, n)
    comptime if tiles.blocks() > 1:
        cluster_sync()  # nobody leaves while others may still arrive at its barriers, or read its sums


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
def _copy[
    P: Places,
    //,
    depth: Int,
    tiles: HopperTiles,
    transpose_b: Bool,
    b_is_constant: Bool,
    copy_rows: def(SharedTile, SharedBarriers, Int, Int) capturing -> None,
](
    b: TMADescriptor,
    memory: SharedTile,
    full: SharedBarriers,
    empty: SharedBarriers,
    places: P,
    steps: _Steps[tiles],
    step_bytes: Int32,
):
    @__parameter
    @always_inline
    def columns(turn: Turn[tiles.stages], place: Place, step: Int):
        var arrival = full + turn.stage
        mbarrier_arrive_expect_tx_shared(arrival, step_bytes)
        var tile = memory + turn.stage * tiles.stage_bytes() + tiles.rows * ROW_BYTES
        _copy_columns[depth, tiles, transpose_b](b, tile, arrival, place.weights + place.column, step * depth)

    var turn = Turn[tiles.stages](0, 1)
    # Columns for which all stages are free, before the kernel that makes the rows has ended.
    var early = 0
    comptime if b_is_constant and tiles.cluster == 1:
        early = min(steps.turns(), tiles.stages)
        var place = places.place(places.first())
        var ahead = turn
        for number in range(early):
            if steps.step(number) >= 0:
                columns(ahead, place, steps.step(number))
            ahead.advance()
    _wait_for_kernel_before()
    for number in range(places.first(), places.count(), places.step()):
        var place = places.place(number)
        for number in range(steps.turns() if place.weights >= 0 else 0):
            var step = steps.step(number)
            mbarrier_wait_parity(empty + turn.stage, turn.phase)
            if step < 0:
                _ = mbarrier_arrive(full + turn.stage)
            else:
                if early == 0:
                    columns(turn, place, step)
                copy_rows(memory + turn.stage * tiles.stage_bytes(), full + turn.stage, place.row, step)
            early = max(early - 1, 0)
            turn.advance()


@always_inline
def _copy_columns[depth: Int, tiles: HopperTiles, transpose_b: Bool](
    b: TMADescriptor,
    tile: SharedTile,
    arrival: SharedBarriers,
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
        var target = tile + skipped * ROW_BYTES
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
    P: Places,
    //,
    dtype: DType,
    tiles: HopperTiles,
    transpose_b: Bool,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    memory: SharedTile,
    full: SharedBarriers,
    empty: SharedBarriers,
    staging: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED],
    places: P,
    steps: _Steps[tiles],
    group: Int,
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
                tile + (0 if tiles.groups > 1 else group) * 64 * ROW_BYTES,
                tile + tiles.rows * ROW_BYTES,
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

    for number in range(places.first(), places.count(), places.step()):
        var place = places.place(number)
        comptime if tiles.is_spread():
            var own = group if tiles.groups > 1 else 0
            var sums = sums_of(steps.count(_part[tiles]() * tiles.groups + own))
            # All have read their tiles, whose memory the sums take.
            named_barrier[Int32(tiles.workers() * GROUP), 1]()
            var first = 0 if tiles.groups > 1 else group * 64
            _put_sums[tiles](sums, staging + group * 64 * tiles.pitch(), place.end - place.row - first)
        else:
            var sums = sums_of(steps.count(0) if place.weights >= 0 else 0)
            for part in range(1, tiles.parts):
                sums += sums_of(steps.count(part) if place.weights >= 0 else 0)
            _store_tile[store](sums, staging, places, place, group * 64, n)


@always_inline
def _multiply_tile[dtype: DType, tiles: HopperTiles, transpose_b: Bool](
    rows: SharedTile,
    columns: SharedTile,
    mut sums: SIMD[DType.float32, tiles.columns // 2],
):
    comptime Descriptor = WGMMADescriptor[dtype]
    comptime depth = ROW_BYTES // dtype.size_of()
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
            var of_b = Descriptor.create[1024, depth * ROW_BYTES, WGMMASwizzle.B128](
                (columns + i * part * ROW_BYTES).bitcast[Scalar[dtype]]()
            )
            sums = wgmma_async[64, tiles.columns, part, layout_b="row"](of_a, of_b, sums)


@always_inline
def _give_back[tiles: HopperTiles](empty: SharedBarriers):
    # One thread for each block that writes into this stage of ours.
    var thread = Int(thread_idx.x) % GROUP
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
    var thread = Int(thread_idx.x) % GROUP
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
    P: Places,
    //,
    tiles: HopperTiles,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    sums: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED], places: P, n: Int
):
    # A block adds its share of the lines, the parts in their order, out of the memory of all who summed them.
    comptime lines = tiles.columns // _LINE
    comptime step = tiles.spread * tiles.workers() * GROUP
    var place = places.place(places.first())
    var end = min(place.end - place.row, tiles.rows) * lines
    for i in range(Int(thread_idx.x) * tiles.spread + _part[tiles](), end, step):
        var own = sums + (i // lines * tiles.pitch() + i % lines * _LINE)
        var total = _line_of[tiles](own, 0)
        comptime for part in range(1, tiles.parts):
            total += _line_of[tiles](own, part)
        _store_line[store](place.row + i // lines, place.column + i % lines * _LINE, total, n)


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
    P: Places,
    //,
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
](
    sums: SIMD[DType.float32, count],
    staging: UnsafePointer[Float32, MutAnyOrigin, address_space=AddressSpace.SHARED],
    places: P,
    place: Place,
    down: Int,
    n: Int,
):
    # `down`: rows of the tile before those of this warp group. A warp has 16 rows of sums, a lane pairs of two rows: they are turned in shared memory, so that lanes store whole lines.
    var thread = Int(thread_idx.x)
    var lane = thread % 32
    var first = place.row + down + thread // 32 % 4 * 16 + lane // 4
    var upper = places.row(first, place.end)
    var lower = places.row(first + 8, place.end)
    var pairs = staging + lane // 4 * PITCH + lane % 4 * 2
    var line = staging + lane // 4 * PITCH + lane % 4 * _LINE
    comptime for chunk in range(Int(count) * 2 // CHUNK):
        comptime for j in range(CHUNK // 8):
            comptime offset = (chunk * (CHUNK // 8) + j) * 4
            pairs.store[alignment=8](j * 8, sums.slice[2, offset=offset]())
            pairs.store[alignment=8](j * 8 + 8 * PITCH, sums.slice[2, offset=offset + 2]())
        syncwarp()
        comptime for half in range(2):
            var numbers = line.load[width=_LINE, alignment=16](half * 8 * PITCH)
            _store_line[store](
                upper if half == 0 else lower,
                place.column + chunk * CHUNK + lane % 4 * _LINE,
                numbers,
                n,
            )
        syncwarp()


@always_inline
def _store_line[store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None](
    row: Int,
    column: Int,
    numbers: SIMD[DType.float32, _LINE],
    n: Int,
):
    if row < 0:
        return
    if n % _LINE == 0:
        if column < n:
            store(row, column, numbers)
    else:
        comptime for i in range(_LINE):
            if column + i < n:
                store(row, column + i, SIMD[DType.float32, 1](numbers[i]))

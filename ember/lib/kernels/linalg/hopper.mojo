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

from linalg._hopper_pipeline import SharedBarriers, SharedTile, TilesInBands, multiply_in_block
from linalg._hopper_tiles import CHUNK, GROUP, HopperTiles, ROW_BYTES
from linalg._row_factors import RowSquares
from std.gpu.host import DeviceBuffer, DeviceContext, Dim
from std.gpu.host.device_attribute import DeviceAttribute
from std.gpu.host.info import uses_simulator
from std.gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from std.gpu.id import thread_idx
from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global, prefetch_tensor_map
from std.math import ceildiv
from std.utils.index import Index

comptime _MAX_THREADS = "nvvm.maxntid"
comptime _MIN_BLOCKS = "nvvm.minctasm"
comptime _WAITS = "ember.waits"


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
        CHUNK * tiles.cluster
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
    comptime depth = ROW_BYTES // dtype.size_of()
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
        Int32((rows + tiles.columns) * ROW_BYTES),
        squares.sums,
        squares.count,
        squares.epsilon,
        grid_dim=clusters * tiles.blocks(),
        block_dim=tiles.threads(),
        cluster_dim=Dim(tiles.blocks()),
        shared_mem_bytes=tiles.shared_bytes(),
    )


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
    if Int(thread_idx.x) == tiles.workers() * GROUP:
        prefetch_tensor_map(UnsafePointer(to=a))

    @__parameter
    @always_inline
    def copy_rows(tile: SharedTile, arrival: SharedBarriers, row: Int, step: Int):
        comptime depth = ROW_BYTES // dtype.size_of()
        cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=a), arrival, Index(step * depth, row))

    multiply_in_block[
        dtype,
        tiles,
        copy_rows,
        store,
        transpose_b=transpose_b,
        b_is_constant=b_is_constant,
        has_factors=has_factors,
    ](
        TilesInBands[tiles](Int(m), Int(n)),
        b,
        Int(n),
        Int(k),
        step_bytes,
        RowSquares(squares, squares_of_row, epsilon),
    )

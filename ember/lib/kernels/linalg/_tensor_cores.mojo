"""Products of matrices on tensor cores: which way of cutting them suits a shape."""

from extensibility import ManagedTensorSlice
from linalg._row_factors import RowSquares
from linalg.hopper import HopperTiles, multiply_on_hopper
from std.gpu.host import DeviceContext
from std.gpu.host.info import GPU_ARCH, uses_simulator
from std.math import ceildiv
from std.sys.defines import get_defined_string
from std.utils.index import IndexList

comptime _PROCESSORS = 132  # what the times below were measured on
comptime _BEGIN = 2500  # nanoseconds before and after the steps of a tile


@fieldwise_init
struct _Kind(TrivialRegisterPassable):
    # A way to cut, and how many nanoseconds all processors together need for a step along the depth (bench/gpu/matmul_tiles.mojo).
    var tiles: HopperTiles
    var step: Int

    def cost(self, m: Int, n: Int, k: Int) -> Int:
        # Nanoseconds for all: a part-filled round of tiles takes as long as a full one.
        var blocks = ceildiv(m, self.tiles.rows * self.tiles.cluster) * ceildiv(
            n,
            self.tiles.columns,
        ) * self.tiles.cluster
        return ceildiv(blocks, _PROCESSORS) * (ceildiv(k, 64) * self.step + _BEGIN)


comptime _LARGE = _Kind(HopperTiles(rows=128, columns=256, stages=4, cluster=2, band=8), 600)
comptime _MIDDLE = _Kind(HopperTiles(rows=128, columns=128, stages=6, cluster=2, band=8), 436)
comptime _SMALL = _Kind(HopperTiles(rows=64, columns=128, stages=8, cluster=1, band=16), 340)
comptime FEW_ROWS = 64
"""So many are one tile: then the speed of memory decides, and all processors have to read."""
comptime _NARROW = HopperTiles(rows=64, columns=32, stages=16, cluster=1, band=16)
comptime _SLIM = HopperTiles(rows=64, columns=64, stages=12, cluster=1, band=16)
comptime _DEPTH = 64  # of a step
comptime _STAGE_BYTES = 192 * 1024  # of all stages of a block
comptime _TUNED = get_defined_string["EMBER_TILES", ""]()  # what `ember tune` found: weights and their cuts
comptime _KNOWN = (  # what it found on an H200 for 1 and 32 rows: columns, depth, tile, stages, blocks, groups
    "6144 4096 128 8 2 1;4096 4096 64 12 2 1;4096 14336 64 12 2 1;"
    "3072 576 64 9 1 1;576 1536 64 3 8 1"
)
comptime _STEP = 190  # nanoseconds that the products of a step take one after the other
comptime _BLOCKS_ADD = 1500  # nanoseconds until the blocks of a cluster have added their sums
comptime _GROUPS_ADD = 1000  # and the warp groups of a block: they are more threads to begin with, too
comptime _ROUND = 500  # between one round of blocks and the next


def _for_few_rows(n: Int) -> HopperTiles:
    # As few columns as keep all processors busy.
    if n <= _PROCESSORS * _NARROW.columns:
        return _NARROW
    return _SLIM if n <= _PROCESSORS * _SLIM.columns else _SMALL.tiles


def _for_weights(n: Int, k: Int) -> HopperTiles:
    # The best cut of a weight's columns and depth for few rows; its parts are those of any number of rows.
    for entry in (String(_TUNED) + ";" + _KNOWN).split(";"):
        var words = entry.split(" ")
        if len(words) == 6 and _number(words[0]) == n and _number(words[1]) == k:
            return _few_rows(_number(words[2]), _number(words[4]), _number(words[5]), k, _number(words[3]))
    return cut_of_rank(n, k, 0)


def _number(digits: StringSlice) -> Int:
    var result = 0
    for byte in digits.as_bytes():
        result = result * 10 + Int(byte) - ord("0")
    return result


def cut_of_rank(n: Int, k: Int, rank: Int) -> HopperTiles:
    """The cut of a weight for few rows that should be the best, or the one after so many better ones."""
    var cuts = _cuts(k)
    var order = List[Int]()
    for i in range(len(cuts)):
        var at = len(order)
        while at > 0 and _nanoseconds(cuts[i], n, k) < _nanoseconds(cuts[order[at - 1]], n, k):
            at -= 1
        order.insert(at, i)
    return cuts[order[min(rank, len(cuts) - 1)]]


def _cuts(k: Int) -> List[HopperTiles]:
    var result = List[HopperTiles]()
    for columns in [32, 64, 128]:
        for blocks in [1, 2, 4, 8]:
            for groups in [1, 2, 4]:
                if blocks * groups <= max(1, ceildiv(k, _DEPTH)):
                    result.append(_few_rows(columns, blocks, groups, k))
    return result^


def _few_rows(columns: Int, blocks: Int, groups: Int, k: Int, most_stages: Int = 16) -> HopperTiles:
    var parts = blocks * groups
    var most = _STAGE_BYTES // ((FEW_ROWS + columns) * 128)
    var turns = ceildiv(ceildiv(k, _DEPTH), parts) * groups
    var stages = max(min(most, turns, most_stages), groups + groups // 2 + 1)
    return HopperTiles(
        rows=FEW_ROWS,
        columns=columns,
        stages=stages,
        cluster=1,
        band=16,
        parts=parts,
        spread=blocks,
        groups=groups,
    )


def _nanoseconds(tiles: HopperTiles, n: Int, k: Int) -> Int:
    # A processor reads a line of 128 bytes in 2.05 ns, or in 4.1 if all do; some of them are rows.
    var blocks = ceildiv(n, tiles.columns) * tiles.spread
    var half = _PROCESSORS // 2
    var line = 205 + 205 * min(max(blocks - half, 0), half) // half
    var steps = ceildiv(k, _DEPTH)
    var reading = ceildiv(steps, tiles.spread) * (tiles.columns + 8) * line // 100
    var time = max(ceildiv(steps, tiles.parts) * _STEP, reading)
    if tiles.spread > 1:
        time += _BLOCKS_ADD
    if tiles.groups > 1:
        time += _GROUPS_ADD
    var rounds = ceildiv(blocks, _room(tiles))
    if tiles.is_spread():
        time += _ROUND * (rounds - 1)
    return rounds * time


def _room(tiles: HopperTiles) -> Int:
    # Blocks that run at the same time: large clusters of blocks that fill a processor leave some processors empty.
    if tiles.spread > 2 and tiles.shared_bytes() > 100 * 1024:
        return _PROCESSORS - 16
    return _PROCESSORS


def has_tensor_cores(dtype: DType) -> Bool:
    """Whether the device that is compiled for multiplies numbers of this type so."""
    return (dtype == DType.bfloat16 or dtype == DType.float16) and (
        uses_simulator() or GPU_ARCH == "sm_90a"
    )


@always_inline
def fits_tensor_cores(
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[rank=2, ...],
) -> Bool:
    """Whether the copy engine can read the matrices: rows lie one after the other and begin at multiples of 16 bytes."""
    return _is_readable(a) and _is_readable(b)


@always_inline
def _is_readable(x: ManagedTensorSlice[rank=2, ...]) -> Bool:
    var row = x.dim_size[1]()
    var lies_whole = x.stride_length[1]() == 1 and x.stride_length[0]() == row
    return lies_whole and row % 8 == 0 and Int(x.unsafe_ptr()) % 16 == 0 and x.size() > 0


def multiply_on_tensor_cores[transpose_b: Bool, b_is_constant: Bool = False](
    c: ManagedTensorSlice[rank=2, ...],
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype=a.dtype, rank=2, ...],
    context: DeviceContext,
) raises:
    """Sets `c` to `a @ b`, or to `a @ b.T`; what is fused into `c` gets the elements. Bits of a row do not depend on the others."""

    @__parameter
    @always_inline
    def store[width: Int](row: Int, column: Int, numbers: SIMD[DType.float32, width]):
        c._fused_store[width, width](IndexList[2](row, column), numbers.cast[c.dtype]())

    multiply_storing[store, transpose_b, b_is_constant, c.static_spec.shape[1]](a, b, c.dim_size[1](), context)


def multiply_storing[
    store: def[width: Int](Int, Int, SIMD[DType.float32, width]) capturing -> None,
    transpose_b: Bool,
    b_is_constant: Bool = False,
    columns: Int = -1,
    has_factors: Bool = False,
](
    a: ManagedTensorSlice[rank=2, ...],
    b: ManagedTensorSlice[dtype=a.dtype, rank=2, ...],
    n: Int,
    context: DeviceContext,
    squares: RowSquares = RowSquares(),
) raises:
    """Gives `store` the elements of `a @ b`, or of `a @ b.T`, by row and column: eight at a time where the columns, `columns` if that is known, are
    a multiple of eight, else single ones. Up to `FEW_ROWS` rows can have factors, as `multiply_on_hopper` says."""
    var m = a.dim_size[0]()
    var k = a.dim_size[1]()

    @__parameter
    @always_inline
    def multiply[tiles: HopperTiles]() raises:
        multiply_on_hopper[
            tiles,
            store,
            transpose_b=transpose_b,
            b_is_constant=b_is_constant,
            has_factors = has_factors and tiles.rows <= FEW_ROWS,
        ](
            a.unsafe_ptr(),
            b.unsafe_ptr(),
            m,
            n,
            k,
            context,
            squares,
        )

    # Weights of known sizes may be cut along the depth; then they are for any number of rows, which get the same bits.
    comptime depth = a.static_spec.shape[1]
    comptime if transpose_b and columns >= 0 and depth >= 0:
        comptime tiles = _for_weights(columns, depth)
        if m <= FEW_ROWS:
            multiply[tiles]()
            return
        comptime if tiles.parts > 1:
            comptime cut = _MIDDLE.tiles
            multiply[HopperTiles(cut.rows, cut.columns, cut.stages, cut.cluster, cut.band, tiles.parts)]()
            return
    comptime if uses_simulator():
        multiply[_SMALL.tiles]()  # it has no speeds to choose by
        return
    comptime if transpose_b:
        if m <= FEW_ROWS and _for_few_rows(n).columns == _NARROW.columns:
            multiply[_NARROW]()
            return
        if m <= FEW_ROWS and _for_few_rows(n).columns == _SLIM.columns:
            multiply[_SLIM]()
            return
    var small = _SMALL.cost(m, n, k)
    var middle = _MIDDLE.cost(m, n, k)
    if small < middle and small < _LARGE.cost(m, n, k):
        multiply[_SMALL.tiles]()
    elif middle < _LARGE.cost(m, n, k):
        multiply[_MIDDLE.tiles]()
    else:
        multiply[_LARGE.tiles]()

"""Attention on Hopper's tensor cores (wgmma, fed by TMA), without the matrix of scores in memory.

A block has `_ROWS` queries of one head and goes through the keys that they see, from the last block of them to the first. One warp
group copies keys and values, `_STAGES` blocks ahead. The two others have 64 queries each: scores are products in registers, their
powers become the left factor of the product with the values, and what was summed before is scaled when a larger score appears.
The scores of the next block are multiplied while the powers of this one are taken, and the two groups take turns, so that the tensor cores
multiply for one while the other takes powers.
"""

from linalg._stages import Turn
from std.gpu import block_idx, thread_idx, warp
from std.gpu.host import DeviceBuffer, DeviceContext
from std.gpu.host.tensor_map import TMADescriptor, TensorMapSwizzle, create_tma_descriptor
from std.gpu.intrinsics import warpgroup_reg_alloc, warpgroup_reg_dealloc
from std.gpu.memory import cp_async_bulk_tensor_shared_cluster_global, external_memory
from std.gpu.sync import (
    barrier,
    fence_mbarrier_init,
    mbarrier_arrive,
    mbarrier_arrive_expect_tx_shared,
    mbarrier_init,
    mbarrier_wait_parity,
    named_barrier,
    named_barrier_arrive,
)
from std.gpu.wgmma import (
    WGMMADescriptor,
    WGMMASwizzle,
    wgmma_async,
    wgmma_commit_group_sync,
    wgmma_fence_aligned,
    wgmma_wait_group_sync,
)
from std.math import ceildiv, exp2
from std.memory.address_space import AddressSpace
from std.utils.index import Index, IndexList

comptime _ROWS = 128  # queries of a block, 64 for each warp group
comptime _KEYS = 128  # of a step
comptime _STAGES = 2
comptime _PART = 64  # elements of 128 bytes, the width of what is swizzled
comptime _WORKERS = 2
comptime _THREADS = (_WORKERS + 1) * 128
comptime _MAX_THREADS = "nvvm.maxntid"
comptime _LOG2_E = Float32(1.4426950408889634)
comptime _NOTHING = Float32.MIN  # less than any score

comptime _Tiles = UnsafePointer[Byte, MutAnyOrigin, address_space=AddressSpace.SHARED]
comptime _Barriers = UnsafePointer[Int64, MutAnyOrigin, address_space=AddressSpace.SHARED]


@fieldwise_init
struct AttentionShape(TrivialRegisterPassable):
    """Sizes of queries, keys and values: `batch` sequences, each with heads; some heads of queries share those of keys.

    Example:

    ```mojo
    from nn.hopper_attention import AttentionShape

    print(AttentionShape(batch=1, heads=8, key_heads=2, queries=64, keys=128).heads)  # 8
    ```
    """

    var batch: Int
    """Sequences."""
    var heads: Int
    """Heads of queries."""
    var key_heads: Int
    """Heads of keys and values."""
    var queries: Int
    """Queries of a sequence; they are the last of its positions."""
    var keys: Int
    """Keys of a sequence."""


def attend_on_hopper[dtype: DType, //, head_dim: Int, *, causal: Bool = True](
    result: UnsafePointer[mut=True, Scalar[dtype], _],
    q: UnsafePointer[Scalar[dtype], _],
    k: UnsafePointer[Scalar[dtype], _],
    v: UnsafePointer[Scalar[dtype], _],
    shape: AttentionShape,
    scale: Float32,
    context: DeviceContext,
) raises:
    """Softmax of scaled products of queries and keys, times values; all are (batch, heads, positions, head_dim), row by row.

    Example:

    ```mojo
    from nn.hopper_attention import AttentionShape, attend_on_hopper
    from std.gpu.host import DeviceContext

    def main() raises:
        var context = DeviceContext()
        var x = context.enqueue_create_buffer[DType.bfloat16](64)
        var y = context.enqueue_create_buffer[DType.bfloat16](64)
        context.enqueue_fill(x, 2)
        var shape = AttentionShape(batch=1, heads=1, key_heads=1, queries=1, keys=1)
        attend_on_hopper[64](y.unsafe_ptr(), x.unsafe_ptr(), x.unsafe_ptr(), x.unsafe_ptr(), shape, 0.125, context)
        with y.map_to_host() as host:
            print(host[0])  # 2.0
        _ = x^
    ```
    """
    comptime assert dtype == DType.bfloat16 or dtype == DType.float16, "queries, keys and values have 16-bit elements"
    comptime assert head_dim == 64 or head_dim == 128, "a head has 64 or 128 elements"
    if shape.queries == 0 or shape.batch == 0:
        return
    var map_q = _map[dtype, head_dim](q, shape.batch, shape.heads, shape.queries, _ROWS, context)
    var map_k = _map[dtype, head_dim](k, shape.batch, shape.key_heads, shape.keys, _KEYS, context)
    var map_v = _map[dtype, head_dim](v, shape.batch, shape.key_heads, shape.keys, _KEYS, context)
    var blocks = ceildiv(shape.queries, _ROWS)
    context.enqueue_function[_attend[dtype, head_dim, causal]](
        map_q,
        map_k,
        map_v,
        result,
        Int32(shape.heads),
        Int32(shape.heads // shape.key_heads),
        Int32(shape.queries),
        Int32(shape.keys),
        scale * _LOG2_E,
        grid_dim=blocks * shape.heads * shape.batch,
        block_dim=_THREADS,
        shared_mem_bytes=_bytes_of(_ROWS, head_dim)
        + 2 * _STAGES * _bytes_of(_KEYS, head_dim)
        + (4 * _STAGES + 1) * 8,
    )


def _map[dtype: DType, head_dim: Int](
    start: UnsafePointer[Scalar[dtype], _],
    batch: Int,
    heads: Int,
    positions: Int,
    tile: Int,
    context: DeviceContext,
) raises -> TMADescriptor:
    var all = DeviceBuffer[dtype](
        context,
        start,
        batch * heads * positions * head_dim,
        owning=False,
    )
    return create_tma_descriptor[dtype, 3, TensorMapSwizzle.SWIZZLE_128B](
        all,
        Index(batch * heads, positions, head_dim),
        Index(1, tile, _PART),
    )


def _bytes_of(rows: Int, head_dim: Int) -> Int:
    return rows * head_dim * 2


@fieldwise_init
struct _Room[head_dim: Int](TrivialRegisterPassable):
    # Where things lie in shared memory.
    var start: _Tiles

    @always_inline
    def queries(self) -> _Tiles:
        return self.start

    @always_inline
    def keys(self, stage: Int) -> _Tiles:
        return self.start + (
            _bytes_of(_ROWS, Self.head_dim) + stage * _bytes_of(_KEYS, Self.head_dim)
        )

    @always_inline
    def values(self, stage: Int) -> _Tiles:
        return self.keys(_STAGES + stage)

    @always_inline
    def _barriers(self) -> _Barriers:
        return self.keys(2 * _STAGES).bitcast[Int64]()

    @always_inline
    def full_keys(self, stage: Int) -> _Barriers:
        return self._barriers() + stage

    @always_inline
    def full_values(self, stage: Int) -> _Barriers:
        return self._barriers() + (_STAGES + stage)

    @always_inline
    def empty_keys(self, stage: Int) -> _Barriers:
        return self._barriers() + (2 * _STAGES + stage)

    @always_inline
    def empty_values(self, stage: Int) -> _Barriers:
        return self._barriers() + (3 * _STAGES + stage)

    @always_inline
    def full_queries(self) -> _Barriers:
        return self._barriers() + 4 * _STAGES


@__llvm_metadata(_MAX_THREADS=_THREADS)
def _attend[dtype: DType, head_dim: Int, causal: Bool](
    q: TMADescriptor,
    k: TMADescriptor,
    v: TMADescriptor,
    result: UnsafePointer[Scalar[dtype], MutAnyOrigin],
    heads: Int32,
    sharing: Int32,
    queries: Int32,
    keys: Int32,
    scale: Float32,
):
    var room = _Room[head_dim](
        external_memory[Byte, address_space=AddressSpace.SHARED, alignment=1024]()
    )
    var thread = Int(thread_idx.x)
    var group = thread // 128
    if thread == 0:
        comptime for stage in range(_STAGES):
            mbarrier_init(room.full_keys(stage), 1)
            mbarrier_init(room.full_values(stage), 1)
            mbarrier_init(room.empty_keys(stage), Int32(_WORKERS))
            mbarrier_init(room.empty_values(stage), Int32(_WORKERS))
        mbarrier_init(room.full_queries(), 1)
        fence_mbarrier_init()
    barrier()
    # The blocks of a head one after the other, those with most keys first.
    var blocks = ceildiv(Int(queries), _ROWS)
    var head = Int(block_idx.x) // blocks
    var row = (blocks - 1 - Int(block_idx.x) % blocks) * _ROWS
    var seen = Int(keys)
    comptime if causal:
        seen = min(seen, row + _ROWS + Int(keys) - Int(queries))
    var steps = ceildiv(max(seen, 0), _KEYS)
    if group == _WORKERS:
        warpgroup_reg_dealloc[24]()
        if thread == _WORKERS * 128:
            _copy[head_dim](q, k, v, room, head, head // Int(sharing), row, steps)
    else:
        warpgroup_reg_alloc[240]()
        var worker = _Worker[dtype, head_dim, causal](room, Int32(row + group * 64), keys, keys - queries, scale)
        worker.run(steps, group)
        worker.store(result + head * Int(queries) * head_dim, Int(queries))


@always_inline
def _copy[head_dim: Int](
    q: TMADescriptor,
    k: TMADescriptor,
    v: TMADescriptor,
    room: _Room[head_dim],
    head: Int,
    key_head: Int,
    row: Int,
    steps: Int,
):
    mbarrier_arrive_expect_tx_shared(room.full_queries(), Int32(_bytes_of(_ROWS, head_dim)))
    _copy_tile[head_dim, _ROWS](q, room.queries(), room.full_queries(), row, head)
    var turn = Turn[_STAGES](0, 1)
    for i in range(steps):
        var first = (steps - 1 - i) * _KEYS
        mbarrier_wait_parity(room.empty_keys(turn.stage), turn.phase)
        mbarrier_arrive_expect_tx_shared(
            room.full_keys(turn.stage),
            Int32(_bytes_of(_KEYS, head_dim)),
        )
        _copy_tile[head_dim, _KEYS](
            k,
            room.keys(turn.stage),
            room.full_keys(turn.stage),
            first,
            key_head,
        )
        mbarrier_wait_parity(room.empty_values(turn.stage), turn.phase)
        mbarrier_arrive_expect_tx_shared(
            room.full_values(turn.stage),
            Int32(_bytes_of(_KEYS, head_dim)),
        )
        _copy_tile[head_dim, _KEYS](
            v,
            room.values(turn.stage),
            room.full_values(turn.stage),
            first,
            key_head,
        )
        turn.advance()


@always_inline
def _copy_tile[head_dim: Int, rows: Int](
    tensor: TMADescriptor,
    target: _Tiles,
    arrival: _Barriers,
    row: Int,
    head: Int,
):
    # Parts of 64 columns, one after the other.
    comptime for part in range(head_dim // _PART):
        cp_async_bulk_tensor_shared_cluster_global(
            target + part * rows * 128,
            UnsafePointer(to=tensor),
            arrival,
            Index(part * _PART, row, head),
        )


comptime _Scores = SIMD[DType.float32, _KEYS // 2]


struct _Worker[dtype: DType, head_dim: Int, causal: Bool](TrivialRegisterPassable):
    # A thread of a warp group with 64 queries. It holds numbers of two of them: `lane / 4` of the warp's 16, and 8 further on.
    comptime Sums = SIMD[DType.float32, Self.head_dim // 2]
    comptime Descriptor = WGMMADescriptor[Self.dtype]

    var room: _Room[Self.head_dim]
    var row: Int32  # the first of the warp group's queries
    var keys: Int32
    var ahead: Int32  # positions before the first query
    var scale: Float32
    var sums: Self.Sums
    var most: SIMD[DType.float32, 2]  # the largest scores of the two queries, scaled
    var total: SIMD[DType.float32, 2]  # this thread's shares of the sums of their powers

    @always_inline
    def __init__(
        out self,
        room: _Room[Self.head_dim],
        row: Int32,
        keys: Int32,
        ahead: Int32,
        scale: Float32,
    ):
        self.room = room
        self.row = row
        self.keys = keys
        self.ahead = ahead
        self.scale = scale
        self.sums = Self.Sums(0)
        self.most = SIMD[DType.float32, 2](_NOTHING)
        self.total = SIMD[DType.float32, 2](0)

    @always_inline
    def run(mut self, steps: Int, group: Int):
        if steps == 0:
            return
        mbarrier_wait_parity(self.room.full_queries(), 0)
        var of_keys = Turn[_STAGES](0, 0)
        var of_values = Turn[_STAGES](0, 0)
        mbarrier_wait_parity(self.room.full_keys(0), 0)
        var scores = _Scores(0)
        wgmma_fence_aligned()
        self.score(group, 0, scores)
        wgmma_commit_group_sync()
        wgmma_wait_group_sync[0]()
        _give_back(self.room.empty_keys(0))
        of_keys.advance()
        self.hide(scores, Int32((steps - 1) * _KEYS))
        _ = self.take_powers(scores)
        var powers = scores.cast[Self.dtype]()
        # The groups ask for products in turns: while one takes powers, those of the other are multiplied.
        if group == 1 and steps > 1:
            named_barrier_arrive[_WORKERS * 128, 1]()
        for i in range(1, steps):
            # The next scores, and the sums with the powers of the last ones, are multiplied while powers are taken.
            mbarrier_wait_parity(self.room.full_keys(of_keys.stage), of_keys.phase)
            if group == 0:
                named_barrier[_WORKERS * 128, 1]()
            else:
                named_barrier[_WORKERS * 128, 2]()
            scores = _Scores(0)
            wgmma_fence_aligned()
            self.score(group, of_keys.stage, scores)
            wgmma_commit_group_sync()
            mbarrier_wait_parity(self.room.full_values(of_values.stage), of_values.phase)
            self.add_values(powers, of_values.stage)
            wgmma_commit_group_sync()
            if group == 0:
                named_barrier_arrive[_WORKERS * 128, 2]()
            elif i + 1 < steps:
                named_barrier_arrive[_WORKERS * 128, 1]()
            wgmma_wait_group_sync[1]()
            _give_back(self.room.empty_keys(of_keys.stage))
            of_keys.advance()
            self.hide(scores, Int32((steps - 1 - i) * _KEYS))
            var factors = self.take_powers(scores)
            wgmma_wait_group_sync[0]()
            _give_back(self.room.empty_values(of_values.stage))
            of_values.advance()
            comptime for j in range(Self.head_dim // 8):
                comptime for half in range(2):
                    self.sums[4 * j + 2 * half] *= factors[half]
                    self.sums[4 * j + 2 * half + 1] *= factors[half]
            powers = scores.cast[Self.dtype]()
        mbarrier_wait_parity(self.room.full_values(of_values.stage), of_values.phase)
        wgmma_fence_aligned()
        self.add_values(powers, of_values.stage)
        wgmma_commit_group_sync()
        wgmma_wait_group_sync[0]()

    @always_inline
    def score(self, group: Int, stage: Int, mut scores: _Scores):
        var rows = self.room.queries() + group * 64 * 128
        var columns = self.room.keys(stage)
        comptime for part in range(Self.head_dim // _PART):
            comptime for i in range(4):
                scores = wgmma_async[64, _KEYS, 16](
                    Self.Descriptor.create[1024, 16, WGMMASwizzle.B128](
                        (rows + (part * _ROWS * 128 + i * 32)).bitcast[Scalar[Self.dtype]]()
                    ),
                    Self.Descriptor.create[1024, 16, WGMMASwizzle.B128](
                        (columns + (part * _KEYS * 128 + i * 32)).bitcast[Scalar[Self.dtype]]()
                    ),
                    scores,
                )

    @always_inline
    def add_values(mut self, powers: SIMD[Self.dtype, _KEYS // 2], stage: Int):
        var values = self.room.values(stage)
        comptime for i in range(_KEYS // 16):
            self.sums = wgmma_async[64, Self.head_dim, 16, layout_b="row"](
                powers.slice[8, offset=8 * i](),
                Self.Descriptor.create[1024, _KEYS * 128, WGMMASwizzle.B128](
                    (values + i * 16 * 128).bitcast[Scalar[Self.dtype]]()
                ),
                self.sums,
            )

    @always_inline
    def hide(self, mut scores: _Scores, first: Int32):
        # Keys that the queries do not see, or that there are none of.
        var end = self.keys
        comptime if Self.causal:
            end = min(end, self.row + self.ahead + 1)
        if first + _KEYS <= end:
            return
        var lane = Int32(thread_idx.x) % 32
        var query = self.row + Int32(thread_idx.x) // 32 % 4 * 16 + lane // 4
        comptime for half in range(2):
            var left = self.keys - first - lane % 4 * 2  # keys from this thread's first on
            comptime if Self.causal:
                left = min(left, query + Int32(half * 8) + self.ahead + 1 - first - lane % 4 * 2)
            comptime for j in range(_KEYS // 8):
                comptime for i in range(2):
                    if left <= Int32(j * 8 + i):
                        scores[4 * j + 2 * half + i] = _NOTHING

    @always_inline
    def take_powers(mut self, mut scores: _Scores) -> SIMD[DType.float32, 2]:
        # Scores become powers, relative to the largest so far; returns what the sums before have to be multiplied with.
        var factors = SIMD[DType.float32, 2]()
        comptime for half in range(2):
            var most = scores[2 * half]
            comptime for j in range(_KEYS // 8):
                most = max(most, max(scores[4 * j + 2 * half], scores[4 * j + 2 * half + 1]))
            most = max(most, warp.shuffle_xor(most, 1))
            most = max(most, warp.shuffle_xor(most, 2))
            var scaled = max(self.most[half], most * self.scale)
            factors[half] = exp2(self.most[half] - scaled)
            self.most[half] = scaled
            var sum = Float32(0)
            comptime for j in range(_KEYS // 8):
                comptime for i in range(2):
                    comptime at = 4 * j + 2 * half + i
                    var power = exp2(scores[at].fma(self.scale, -scaled))
                    scores[at] = power
                    sum += power
            self.total[half] = self.total[half].fma(factors[half], sum)
        return factors

    @always_inline
    def store(self, result: UnsafePointer[Scalar[Self.dtype], MutAnyOrigin], queries: Int):
        var lane = Int(thread_idx.x) % 32
        var first = Int(self.row) + Int(thread_idx.x) // 32 % 4 * 16 + lane // 4
        comptime for half in range(2):
            var total = self.total[half]
            total += warp.shuffle_xor(total, 1)
            total += warp.shuffle_xor(total, 2)
            var inverse = 1 / total if total > 0 else Float32(0)
            var row = first + half * 8
            if row < queries:
                var line = result + (row * Self.head_dim + lane % 4 * 2)
                comptime for j in range(Self.head_dim // 8):
                    var pair = self.sums.slice[2, offset=4 * j + 2 * half]() * inverse
                    line.store[alignment=4](j * 8, pair.cast[Self.dtype]())


@always_inline
def _give_back(empty: _Barriers):
    if Int(thread_idx.x) % 128 == 0:
        _ = mbarrier_arrive(empty)

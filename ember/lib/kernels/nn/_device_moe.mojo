"""Which tokens go to which expert, on devices: a block for each expert counts those before it, then puts its own in their places."""

from extensibility import ManagedTensorSlice
from std.atomic import Atomic
from std.bit import pop_count
from std.gpu import block, warp
from std.gpu.globals import WARP_SIZE
from std.gpu.host import DeviceContext
from std.gpu.id import block_idx, lane_id, thread_idx
from std.gpu.sync import barrier
from std.memory import stack_allocation
from std.memory.address_space import AddressSpace
from std.utils.index import IndexList

comptime _THREADS = 256
comptime _WARPS = _THREADS // WARP_SIZE
comptime _LANES = DType.uint64 if WARP_SIZE == 64 else DType.uint32
comptime _COUNTED = 1024
"""Experts whose choices are counted together."""


def create_indices_on_device(
    order: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    starts: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    restore: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    ids: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    usage: ManagedTensorSlice[dtype = DType.uint32, rank=1, ...],
    chosen: ManagedTensorSlice[dtype = DType.int32, rank=1, ...],
    context: DeviceContext,
) raises:
    """Choices in the order of experts, as `mo.moe.create.indices` says; a choice of no expert is left out, and its places are not written."""
    var experts = ids.dim_size[0]()
    var count = chosen.dim_size[0]()

    @__parameter
    def kernel() {var order, var starts, var restore, var ids, var usage, var chosen, var experts, var count}:
        var expert = Int(block_idx.x)
        var thread = Int(thread_idx.x)
        if expert == experts:
            var most = _most_of_one(chosen, experts)
            if thread == 0:
                usage.store[1](IndexList[1](0), most)
                usage.store[1](IndexList[1](1), UInt32(experts))
            return
        var totals = stack_allocation[_WARPS, DType.uint32, address_space=AddressSpace.SHARED]()
        var before = UInt32(0)
        for i in range(thread, count, _THREADS):
            before += UInt32(Int(chosen.load[1](IndexList[1](i))) < expert)
        var first = block.sum[block_size=_THREADS](before)
        var next = first
        for begin in range(0, count, _THREADS):
            var i = begin + thread
            var is_own = i < count and Int(chosen.load[1](IndexList[1](min(i, count - 1)))) == expert
            var lanes = warp.vote[_LANES](is_own)
            if Int(lane_id()) == 0:
                totals[thread // WARP_SIZE] = pop_count(lanes).cast[DType.uint32]()
            barrier()
            var place = next
            comptime for j in range(_WARPS):
                if j < thread // WARP_SIZE:
                    place += totals[j]
                next += totals[j]
            place += pop_count(lanes & ((Scalar[_LANES](1) << Scalar[_LANES](lane_id())) - 1)).cast[DType.uint32]()
            if is_own:
                order.store[1](IndexList[1](Int(place)), UInt32(i))
                restore.store[1](IndexList[1](i), place)
            barrier()
        if thread == 0:
            starts.store[1](IndexList[1](expert + 1), next)
            ids.store[1](IndexList[1](expert), Int32(expert))
            if expert == 0:
                starts.store[1](IndexList[1](0), 0)

    context.enqueue_function[kernel](grid_dim=experts + 1, block_dim=_THREADS)


@always_inline
def _most_of_one(chosen: ManagedTensorSlice[dtype = DType.int32, rank=1, ...], experts: Int) -> UInt32:
    # The most choices that one expert has.
    var counts = stack_allocation[_COUNTED, DType.uint32, address_space=AddressSpace.SHARED]()
    var most = UInt32(0)
    for first in range(0, experts, _COUNTED):
        for i in range(Int(thread_idx.x), _COUNTED, _THREADS):
            counts[i] = 0
        barrier()
        for i in range(Int(thread_idx.x), chosen.dim_size[0](), _THREADS):
            var place = Int(chosen.load[1](IndexList[1](i))) - first
            if 0 <= place < _COUNTED:
                _ = Atomic.fetch_add(counts + place, 1)
        barrier()
        for i in range(Int(thread_idx.x), _COUNTED, _THREADS):
            most = max(most, counts[i])
        barrier()
    return block.max[block_size=_THREADS](most)

"""LLVM's NVVM intrinsics on the simulated device.

A call of `llvm.nvvm.a.b.c` in a kernel becomes a call of `a_b_c` here, with the same operands.
"""

from std.ffi import external_call
from std.gpu._registers import Pair, Predicated, Quad
from std.gpu._simulator.copies import (
    Coordinates,
    GlobalBytes,
    Tile,
    copy_bulk_to_global,
    copy_bulk_to_shared,
    copy_tile,
    copy_to_shared,
)
from std.gpu._simulator.matrix import SharedWords, load_matrices, multiply, store_matrices
from std.gpu._simulator.mbarrier import (
    MemoryBarrier,
    announce,
    arrive_at,
    has_left,
    initialize,
    missing_arrivals,
    state_of_parity,
)
from std.gpu._simulator.rendezvous import active_lanes, arrive, arrive_at_cluster, take_turns, wait_for_cluster
from std.gpu._simulator.state import Bytes, SharedBytes, simulation
from std.gpu._simulator.warp_operations import (
    Reduction,
    Shuffle,
    ballot,
    elect,
    match_values,
    reduce_values,
    shuffle,
    synchronize_lanes,
    voters,
)
from std.memory import bitcast
from std.sys.intrinsics import llvm_intrinsic

comptime ClusterBytes = UnsafePointer[Byte, MutAnyOrigin, address_space = AddressSpace(7)]

# -- special registers ---------------------------------------------------------------------------------


@always_inline
def read_ptx_sreg_tid_x() -> UInt32:
    return simulation()[].thread_x


@always_inline
def read_ptx_sreg_ntid_x() -> UInt32:
    return simulation()[].block_dim_x


@always_inline
def read_ptx_sreg_ctaid_x() -> UInt32:
    return simulation()[].block_x


@always_inline
def read_ptx_sreg_nctaid_x() -> UInt32:
    return simulation()[].grid_dim_x


@always_inline
def read_ptx_sreg_clusterid_x() -> UInt32:
    return simulation()[].block_x


@always_inline
def read_ptx_sreg_nclusterid_x() -> UInt32:
    return simulation()[].grid_dim_x


@always_inline
def read_ptx_sreg_cluster_ctaid_x() -> UInt32:
    return 0


@always_inline
def read_ptx_sreg_cluster_nctaid_x() -> UInt32:
    return 1


@always_inline
def read_ptx_sreg_tid_y() -> UInt32:
    return simulation()[].thread_y


@always_inline
def read_ptx_sreg_ntid_y() -> UInt32:
    return simulation()[].block_dim_y


@always_inline
def read_ptx_sreg_ctaid_y() -> UInt32:
    return simulation()[].block_y


@always_inline
def read_ptx_sreg_nctaid_y() -> UInt32:
    return simulation()[].grid_dim_y


@always_inline
def read_ptx_sreg_clusterid_y() -> UInt32:
    return simulation()[].block_y


@always_inline
def read_ptx_sreg_nclusterid_y() -> UInt32:
    return simulation()[].grid_dim_y


@always_inline
def read_ptx_sreg_cluster_ctaid_y() -> UInt32:
    return 0


@always_inline
def read_ptx_sreg_cluster_nctaid_y() -> UInt32:
    return 1


@always_inline
def read_ptx_sreg_tid_z() -> UInt32:
    return simulation()[].thread_z


@always_inline
def read_ptx_sreg_ntid_z() -> UInt32:
    return simulation()[].block_dim_z


@always_inline
def read_ptx_sreg_ctaid_z() -> UInt32:
    return simulation()[].block_z


@always_inline
def read_ptx_sreg_nctaid_z() -> UInt32:
    return simulation()[].grid_dim_z


@always_inline
def read_ptx_sreg_clusterid_z() -> UInt32:
    return simulation()[].block_z


@always_inline
def read_ptx_sreg_nclusterid_z() -> UInt32:
    return simulation()[].grid_dim_z


@always_inline
def read_ptx_sreg_cluster_ctaid_z() -> UInt32:
    return 0


@always_inline
def read_ptx_sreg_cluster_nctaid_z() -> UInt32:
    return 1


@always_inline
def read_ptx_sreg_cluster_ctarank() -> UInt32:
    return 0


@always_inline
def read_ptx_sreg_cluster_nctarank() -> UInt32:
    return 1


@always_inline
def is_explicit_cluster() -> Bool:
    return False


@always_inline
def read_ptx_sreg_laneid() -> UInt32:
    return UInt32(simulation()[].thread & 31)


@always_inline
def read_ptx_sreg_warpid() -> UInt32:
    return UInt32(simulation()[].thread >> 5)


@always_inline
def read_ptx_sreg_nwarpid() -> UInt32:
    return UInt32((simulation()[].thread_count + 31) >> 5)


@always_inline
def read_ptx_sreg_smid() -> UInt32:
    return 0


@always_inline
def read_ptx_sreg_nsmid() -> UInt32:
    return 1


@always_inline
def read_ptx_sreg_gridid() -> UInt64:
    return 0


@always_inline
def read_ptx_sreg_lanemask_eq() -> UInt32:
    return UInt32(1) << UInt32(simulation()[].thread & 31)


@always_inline
def read_ptx_sreg_lanemask_lt() -> UInt32:
    return (UInt32(1) << UInt32(simulation()[].thread & 31)) - 1


@always_inline
def read_ptx_sreg_lanemask_le() -> UInt32:
    return read_ptx_sreg_lanemask_lt() | read_ptx_sreg_lanemask_eq()


@always_inline
def read_ptx_sreg_lanemask_gt() -> UInt32:
    return ~read_ptx_sreg_lanemask_le()


@always_inline
def read_ptx_sreg_lanemask_ge() -> UInt32:
    return ~read_ptx_sreg_lanemask_lt()


@always_inline
def read_ptx_sreg_dynamic_smem_size() -> UInt32:
    return UInt32(simulation()[].shared_size)


@always_inline
def read_ptx_sreg_total_smem_size() -> UInt32:
    return UInt32(simulation()[].shared_size)


def read_ptx_sreg_clock() -> UInt32:
    return UInt32(read_ptx_sreg_clock64() & 0xFFFFFFFF)


def read_ptx_sreg_clock64() -> UInt64:
    # Nanoseconds of the monotonic clock.
    var time = InlineArray[Int, 2](fill=0)
    _ = external_call["clock_gettime", Int32](Int32(1), UnsafePointer(to=time))
    return UInt64(time[0] * 1000000000 + time[1])


def read_ptx_sreg_globaltimer() -> UInt64:
    return read_ptx_sreg_clock64()


# -- barriers of the block ---------------------------------------------------------------------------


@always_inline
def barrier0():
    _ = arrive(0, 0, False, True)


@always_inline
def bar_sync(number: UInt32):
    _ = arrive(Int(number), 0, False, True)


@always_inline
def barrier_cta_sync_aligned_all(number: UInt32):
    _ = arrive(Int(number), 0, False, True)


@always_inline
def barrier_cta_sync_aligned_count(number: UInt32, count: UInt32):
    _ = arrive(Int(number), Int(count), False, True)


@always_inline
def barrier_cta_arrive_aligned_count(number: UInt32, count: UInt32):
    _ = arrive(Int(number), Int(count), False, False)


@always_inline
def barrier_cta_red_popc_aligned_all(number: UInt32, predicate: Bool) -> UInt32:
    return arrive(Int(number), 0, predicate, True)


@always_inline
def barrier_cta_red_or_aligned_all(number: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), 0, predicate, True) != 0


@always_inline
def barrier_cta_red_and_aligned_all(number: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), 0, not predicate, True) == 0


@always_inline
def barrier_cta_red_popc_aligned_count(number: UInt32, count: UInt32, predicate: Bool) -> UInt32:
    return arrive(Int(number), Int(count), predicate, True)


@always_inline
def barrier_cta_red_or_aligned_count(number: UInt32, count: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), Int(count), predicate, True) != 0


@always_inline
def barrier_cta_red_and_aligned_count(number: UInt32, count: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), Int(count), not predicate, True) == 0


@always_inline
def barrier_cta_sync_all(number: UInt32):
    _ = arrive(Int(number), 0, False, True)


@always_inline
def barrier_cta_sync_count(number: UInt32, count: UInt32):
    _ = arrive(Int(number), Int(count), False, True)


@always_inline
def barrier_cta_arrive_count(number: UInt32, count: UInt32):
    _ = arrive(Int(number), Int(count), False, False)


@always_inline
def barrier_cta_red_popc_all(number: UInt32, predicate: Bool) -> UInt32:
    return arrive(Int(number), 0, predicate, True)


@always_inline
def barrier_cta_red_or_all(number: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), 0, predicate, True) != 0


@always_inline
def barrier_cta_red_and_all(number: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), 0, not predicate, True) == 0


@always_inline
def barrier_cta_red_popc_count(number: UInt32, count: UInt32, predicate: Bool) -> UInt32:
    return arrive(Int(number), Int(count), predicate, True)


@always_inline
def barrier_cta_red_or_count(number: UInt32, count: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), Int(count), predicate, True) != 0


@always_inline
def barrier_cta_red_and_count(number: UInt32, count: UInt32, predicate: Bool) -> Bool:
    return arrive(Int(number), Int(count), not predicate, True) == 0


@always_inline
def barrier0_popc(predicate: UInt32) -> UInt32:
    return arrive(0, 0, predicate != 0, True)


@always_inline
def barrier0_or(predicate: UInt32) -> UInt32:
    return UInt32(1) if arrive(0, 0, predicate != 0, True) != 0 else UInt32(0)


@always_inline
def barrier0_and(predicate: UInt32) -> UInt32:
    return UInt32(1) if arrive(0, 0, predicate == 0, True) == 0 else UInt32(0)


@always_inline
def barrier_cluster_arrive():
    arrive_at_cluster()


@always_inline
def barrier_cluster_arrive_aligned():
    arrive_at_cluster()


@always_inline
def barrier_cluster_arrive_relaxed():
    arrive_at_cluster()


@always_inline
def barrier_cluster_arrive_relaxed_aligned():
    arrive_at_cluster()


@always_inline
def barrier_cluster_wait():
    wait_for_cluster()


@always_inline
def barrier_cluster_wait_aligned():
    wait_for_cluster()


@always_inline
def exit():
    simulation()[].exit()


@always_inline
def nanosleep(time: UInt32):
    take_turns()


# -- fences: threads take turns, so memory is always in order -----------------------------------------------


@always_inline
def membar_cta():
    pass


@always_inline
def membar_gl():
    pass


@always_inline
def membar_sys():
    pass


@always_inline
def fence_sc_cluster():
    pass


@always_inline
def fence_acquire_sync_restrict_space_cluster_scope_cluster():
    pass


@always_inline
def fence_release_sync_restrict_space_cta_scope_cluster():
    pass


@always_inline
def fence_mbarrier_init_release_cluster():
    pass


@always_inline
def fence_proxy_async():
    pass


@always_inline
def fence_proxy_async_global():
    pass


@always_inline
def fence_proxy_async_shared_cta():
    pass


@always_inline
def fence_proxy_async_shared_cluster():
    pass


@always_inline
def fence_proxy_alias():
    pass


@always_inline
def fence_proxy_tensormap_generic_release_cta():
    pass


@always_inline
def fence_proxy_tensormap_generic_release_cluster():
    pass


@always_inline
def fence_proxy_tensormap_generic_release_gpu():
    pass


@always_inline
def fence_proxy_tensormap_generic_release_sys():
    pass


@always_inline
def griddepcontrol_wait():
    pass


@always_inline
def griddepcontrol_launch_dependents():
    pass


@always_inline
def wgmma_fence_sync_aligned():
    pass


@always_inline
def wgmma_commit_group_sync_aligned():
    pass


@always_inline
def fence_proxy_tensormap_generic_acquire_cta(address: Bytes, size: UInt32):
    pass


@always_inline
def fence_proxy_tensormap_generic_acquire_cluster(address: Bytes, size: UInt32):
    pass


@always_inline
def fence_proxy_tensormap_generic_acquire_gpu(address: Bytes, size: UInt32):
    pass


@always_inline
def fence_proxy_tensormap_generic_acquire_sys(address: Bytes, size: UInt32):
    pass


@always_inline
def wgmma_wait_group_sync_aligned(count: UInt64):
    pass


@always_inline
def setmaxnreg_inc_sync_aligned_u32(count: UInt32):
    pass


@always_inline
def setmaxnreg_dec_sync_aligned_u32(count: UInt32):
    pass


@always_inline
def prefetch_global_L1(address: GlobalBytes):
    pass


@always_inline
def prefetch_global_L2(address: GlobalBytes):
    pass


@always_inline
def prefetch_L1(address: Bytes):
    pass


@always_inline
def prefetch_L2(address: Bytes):
    pass


@always_inline
def prefetchu_L1(address: Bytes):
    pass


@always_inline
def prefetch_tensormap(address: Bytes):
    pass


# -- lanes of a warp ----------------------------------------------------------------------------------


@always_inline
def bar_warp_sync(mask: UInt32):
    synchronize_lanes(mask)


@always_inline
def activemask() -> UInt32:
    return active_lanes()


@always_inline
def elect_sync(mask: UInt32) -> Predicated[DType.uint32]:
    return elect(mask)


@always_inline
def shfl_sync_idx_i32(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> UInt32:
    return shuffle[Shuffle.INDEX](mask, value, lane, clamp).value


@always_inline
def shfl_sync_idx_i32p(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> Predicated[DType.uint32]:
    return shuffle[Shuffle.INDEX](mask, value, lane, clamp)


@always_inline
def shfl_sync_idx_f32(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Float32:
    return bitcast[DType.float32](shuffle[Shuffle.INDEX](mask, bitcast[DType.uint32](value), lane, clamp).value)


@always_inline
def shfl_sync_idx_f32p(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Predicated[DType.float32]:
    var got = shuffle[Shuffle.INDEX](mask, bitcast[DType.uint32](value), lane, clamp)
    return Predicated[DType.float32](bitcast[DType.float32](got.value), got.flag)


@always_inline
def shfl_sync_up_i32(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> UInt32:
    return shuffle[Shuffle.UP](mask, value, lane, clamp).value


@always_inline
def shfl_sync_up_i32p(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> Predicated[DType.uint32]:
    return shuffle[Shuffle.UP](mask, value, lane, clamp)


@always_inline
def shfl_sync_up_f32(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Float32:
    return bitcast[DType.float32](shuffle[Shuffle.UP](mask, bitcast[DType.uint32](value), lane, clamp).value)


@always_inline
def shfl_sync_up_f32p(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Predicated[DType.float32]:
    var got = shuffle[Shuffle.UP](mask, bitcast[DType.uint32](value), lane, clamp)
    return Predicated[DType.float32](bitcast[DType.float32](got.value), got.flag)


@always_inline
def shfl_sync_down_i32(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> UInt32:
    return shuffle[Shuffle.DOWN](mask, value, lane, clamp).value


@always_inline
def shfl_sync_down_i32p(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> Predicated[DType.uint32]:
    return shuffle[Shuffle.DOWN](mask, value, lane, clamp)


@always_inline
def shfl_sync_down_f32(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Float32:
    return bitcast[DType.float32](shuffle[Shuffle.DOWN](mask, bitcast[DType.uint32](value), lane, clamp).value)


@always_inline
def shfl_sync_down_f32p(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Predicated[DType.float32]:
    var got = shuffle[Shuffle.DOWN](mask, bitcast[DType.uint32](value), lane, clamp)
    return Predicated[DType.float32](bitcast[DType.float32](got.value), got.flag)


@always_inline
def shfl_sync_bfly_i32(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> UInt32:
    return shuffle[Shuffle.BUTTERFLY](mask, value, lane, clamp).value


@always_inline
def shfl_sync_bfly_i32p(mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> Predicated[DType.uint32]:
    return shuffle[Shuffle.BUTTERFLY](mask, value, lane, clamp)


@always_inline
def shfl_sync_bfly_f32(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Float32:
    return bitcast[DType.float32](shuffle[Shuffle.BUTTERFLY](mask, bitcast[DType.uint32](value), lane, clamp).value)


@always_inline
def shfl_sync_bfly_f32p(mask: UInt32, value: Float32, lane: UInt32, clamp: UInt32) -> Predicated[DType.float32]:
    var got = shuffle[Shuffle.BUTTERFLY](mask, bitcast[DType.uint32](value), lane, clamp)
    return Predicated[DType.float32](bitcast[DType.float32](got.value), got.flag)


@always_inline
def vote_all_sync(mask: UInt32, predicate: Bool) -> Bool:
    return ballot(mask, not predicate) == 0


@always_inline
def vote_any_sync(mask: UInt32, predicate: Bool) -> Bool:
    return ballot(mask, predicate) != 0


@always_inline
def vote_uni_sync(mask: UInt32, predicate: Bool) -> Bool:
    var lanes = voters(mask)
    var ayes = ballot(mask, predicate)
    return ayes == 0 or ayes == lanes


@always_inline
def vote_ballot_sync(mask: UInt32, predicate: Bool) -> UInt32:
    return ballot(mask, predicate)


@always_inline
def match_any_sync_i32(mask: UInt32, value: UInt32) -> UInt32:
    return match_values(mask, UInt64(value)).value


@always_inline
def match_all_sync_i32p(mask: UInt32, value: UInt32) -> Predicated[DType.uint32]:
    var found = match_values(mask, UInt64(value))
    return Predicated[DType.uint32](found.value if found.flag else UInt32(0), found.flag)


@always_inline
def match_any_sync_i64(mask: UInt32, value: UInt64) -> UInt32:
    return match_values(mask, UInt64(value)).value


@always_inline
def match_all_sync_i64p(mask: UInt32, value: UInt64) -> Predicated[DType.uint32]:
    var found = match_values(mask, UInt64(value))
    return Predicated[DType.uint32](found.value if found.flag else UInt32(0), found.flag)


@always_inline
def redux_sync_add(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.ADD](value, mask)


@always_inline
def redux_sync_umin(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.UNSIGNED_MIN](value, mask)


@always_inline
def redux_sync_umax(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.UNSIGNED_MAX](value, mask)


@always_inline
def redux_sync_min(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.MIN](value, mask)


@always_inline
def redux_sync_max(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.MAX](value, mask)


@always_inline
def redux_sync_and(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.AND](value, mask)


@always_inline
def redux_sync_or(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.OR](value, mask)


@always_inline
def redux_sync_xor(value: UInt32, mask: UInt32) -> UInt32:
    return reduce_values[Reduction.XOR](value, mask)


# -- asynchronous copies -------------------------------------------------------------------------------


@always_inline
def cp_async_ca_shared_global_4(target: SharedBytes, source: GlobalBytes):
    copy_to_shared[4](target, source)


@always_inline
def cp_async_ca_shared_global_4_s(target: SharedBytes, source: GlobalBytes, count: UInt32):
    copy_to_shared[4](target, source, count)


@always_inline
def cp_async_ca_shared_global_8(target: SharedBytes, source: GlobalBytes):
    copy_to_shared[8](target, source)


@always_inline
def cp_async_ca_shared_global_8_s(target: SharedBytes, source: GlobalBytes, count: UInt32):
    copy_to_shared[8](target, source, count)


@always_inline
def cp_async_ca_shared_global_16(target: SharedBytes, source: GlobalBytes):
    copy_to_shared[16](target, source)


@always_inline
def cp_async_ca_shared_global_16_s(target: SharedBytes, source: GlobalBytes, count: UInt32):
    copy_to_shared[16](target, source, count)


@always_inline
def cp_async_cg_shared_global_16(target: SharedBytes, source: GlobalBytes):
    copy_to_shared[16](target, source)


@always_inline
def cp_async_cg_shared_global_16_s(target: SharedBytes, source: GlobalBytes, count: UInt32):
    copy_to_shared[16](target, source, count)


@always_inline
def cp_async_commit_group():
    pass


@always_inline
def cp_async_wait_all():
    pass


@always_inline
def cp_async_bulk_commit_group():
    pass


@always_inline
def cp_async_wait_group(count: UInt32):
    pass


@always_inline
def cp_async_bulk_wait_group(count: UInt32):
    pass


@always_inline
def cp_async_bulk_wait_group_read(count: UInt32):
    pass


@always_inline
def cp_async_mbarrier_arrive_shared(barrier: MemoryBarrier):
    pass


@always_inline
def cp_async_mbarrier_arrive_noinc_shared(barrier: MemoryBarrier):
    _ = arrive_at(barrier, 1, 0)


@always_inline
def cp_async_bulk_global_to_shared_cluster(
    target: ClusterBytes,
    barrier: MemoryBarrier,
    source: GlobalBytes,
    size: UInt32,
    blocks: UInt16,
    policy: UInt64,
    multicast: Bool,
    hint: Bool,
):
    copy_bulk_to_shared(Int(target), barrier, source, size)


@always_inline
def cp_async_bulk_global_to_shared_cta(
    target: SharedBytes, barrier: MemoryBarrier, source: GlobalBytes, size: UInt32, policy: UInt64, hint: Bool
):
    copy_bulk_to_shared(Int(target), barrier, source, size)


@always_inline
def cp_async_bulk_shared_cta_to_global(
    target: GlobalBytes, source: SharedBytes, size: UInt32, policy: UInt64, hint: Bool
):
    copy_bulk_to_global(target, source, size)


@always_inline
def cp_async_bulk_prefetch_L2(source: GlobalBytes, size: UInt32, policy: UInt64, hint: Bool):
    pass


def cp_async_bulk_tensor_g2s_tile_1d(
    target: ClusterBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    blocks: UInt16,
    policy: UInt64,
    multicast: Bool,
    hint: Bool,
    group: UInt32,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, 0, 0, 0, 0, 0, 0, 0)))


def cp_async_bulk_tensor_g2s_cta_tile_1d(
    target: SharedBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    policy: UInt64,
    hint: Bool,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, 0, 0, 0, 0, 0, 0, 0)))


def cp_async_bulk_tensor_s2g_tile_1d(
    source: SharedBytes, tensor: Bytes, x: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.STORE](tensor, Int(source), Coordinates(x, 0, 0, 0, 0, 0, 0, 0))


def cp_async_bulk_tensor_reduce_add_tile_1d(
    source: SharedBytes, tensor: Bytes, x: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.ADD](tensor, Int(source), Coordinates(x, 0, 0, 0, 0, 0, 0, 0))


def cp_async_bulk_tensor_prefetch_tile_1d(tensor: Bytes, x: Int32, policy: UInt64, hint: Bool):
    pass


def cp_async_bulk_tensor_g2s_tile_2d(
    target: ClusterBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    blocks: UInt16,
    policy: UInt64,
    multicast: Bool,
    hint: Bool,
    group: UInt32,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, 0, 0, 0, 0, 0, 0)))


def cp_async_bulk_tensor_g2s_cta_tile_2d(
    target: SharedBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    policy: UInt64,
    hint: Bool,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, 0, 0, 0, 0, 0, 0)))


def cp_async_bulk_tensor_s2g_tile_2d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.STORE](tensor, Int(source), Coordinates(x, y, 0, 0, 0, 0, 0, 0))


def cp_async_bulk_tensor_reduce_add_tile_2d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.ADD](tensor, Int(source), Coordinates(x, y, 0, 0, 0, 0, 0, 0))


def cp_async_bulk_tensor_prefetch_tile_2d(tensor: Bytes, x: Int32, y: Int32, policy: UInt64, hint: Bool):
    pass


def cp_async_bulk_tensor_g2s_tile_3d(
    target: ClusterBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    z: Int32,
    blocks: UInt16,
    policy: UInt64,
    multicast: Bool,
    hint: Bool,
    group: UInt32,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, z, 0, 0, 0, 0, 0)))


def cp_async_bulk_tensor_g2s_cta_tile_3d(
    target: SharedBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    z: Int32,
    policy: UInt64,
    hint: Bool,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, z, 0, 0, 0, 0, 0)))


def cp_async_bulk_tensor_s2g_tile_3d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, z: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.STORE](tensor, Int(source), Coordinates(x, y, z, 0, 0, 0, 0, 0))


def cp_async_bulk_tensor_reduce_add_tile_3d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, z: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.ADD](tensor, Int(source), Coordinates(x, y, z, 0, 0, 0, 0, 0))


def cp_async_bulk_tensor_prefetch_tile_3d(tensor: Bytes, x: Int32, y: Int32, z: Int32, policy: UInt64, hint: Bool):
    pass


def cp_async_bulk_tensor_g2s_tile_4d(
    target: ClusterBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    z: Int32,
    u: Int32,
    blocks: UInt16,
    policy: UInt64,
    multicast: Bool,
    hint: Bool,
    group: UInt32,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, z, u, 0, 0, 0, 0)))


def cp_async_bulk_tensor_g2s_cta_tile_4d(
    target: SharedBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    z: Int32,
    u: Int32,
    policy: UInt64,
    hint: Bool,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, z, u, 0, 0, 0, 0)))


def cp_async_bulk_tensor_s2g_tile_4d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, z: Int32, u: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.STORE](tensor, Int(source), Coordinates(x, y, z, u, 0, 0, 0, 0))


def cp_async_bulk_tensor_reduce_add_tile_4d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, z: Int32, u: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.ADD](tensor, Int(source), Coordinates(x, y, z, u, 0, 0, 0, 0))


def cp_async_bulk_tensor_prefetch_tile_4d(tensor: Bytes, x: Int32, y: Int32, z: Int32, u: Int32, policy: UInt64, hint: Bool):
    pass


def cp_async_bulk_tensor_g2s_tile_5d(
    target: ClusterBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    z: Int32,
    u: Int32,
    v: Int32,
    blocks: UInt16,
    policy: UInt64,
    multicast: Bool,
    hint: Bool,
    group: UInt32,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, z, u, v, 0, 0, 0)))


def cp_async_bulk_tensor_g2s_cta_tile_5d(
    target: SharedBytes,
    barrier: MemoryBarrier,
    tensor: Bytes,
    x: Int32,
    y: Int32,
    z: Int32,
    u: Int32,
    v: Int32,
    policy: UInt64,
    hint: Bool,
):
    announce(barrier, -copy_tile[Tile.LOAD](tensor, Int(target), Coordinates(x, y, z, u, v, 0, 0, 0)))


def cp_async_bulk_tensor_s2g_tile_5d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, z: Int32, u: Int32, v: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.STORE](tensor, Int(source), Coordinates(x, y, z, u, v, 0, 0, 0))


def cp_async_bulk_tensor_reduce_add_tile_5d(
    source: SharedBytes, tensor: Bytes, x: Int32, y: Int32, z: Int32, u: Int32, v: Int32, policy: UInt64, hint: Bool
):
    _ = copy_tile[Tile.ADD](tensor, Int(source), Coordinates(x, y, z, u, v, 0, 0, 0))


def cp_async_bulk_tensor_prefetch_tile_5d(tensor: Bytes, x: Int32, y: Int32, z: Int32, u: Int32, v: Int32, policy: UInt64, hint: Bool):
    pass


# -- barriers in shared memory ------------------------------------------------------------------------------


@always_inline
def mbarrier_init_shared(barrier: MemoryBarrier, count: UInt32):
    initialize(barrier, count)


@always_inline
def mbarrier_inval_shared(barrier: MemoryBarrier):
    pass


@always_inline
def mbarrier_arrive_shared(barrier: MemoryBarrier) -> UInt64:
    return arrive_at(barrier, 1, 0)


@always_inline
def mbarrier_arrive_noComplete_shared(barrier: MemoryBarrier, count: UInt32) -> UInt64:
    return arrive_at(barrier, count, 0)


@always_inline
def mbarrier_arrive_drop_shared(barrier: MemoryBarrier) -> UInt64:
    return arrive_at(barrier, 1, 0, drops=True)


@always_inline
def mbarrier_test_wait_shared(barrier: MemoryBarrier, state: UInt64) -> Bool:
    return has_left(barrier, state)


@always_inline
def mbarrier_pending_count(state: UInt64) -> UInt32:
    return missing_arrivals(state)


@always_inline
def mbarrier_arrive_scope_cta_space_cta(barrier: MemoryBarrier, count: UInt32) -> UInt64:
    return arrive_at(barrier, count, 0)


@always_inline
def mbarrier_arrive_relaxed_scope_cta_space_cta(barrier: MemoryBarrier, count: UInt32) -> UInt64:
    return arrive_at(barrier, count, 0)


@always_inline
def mbarrier_arrive_expect_tx_scope_cta_space_cta(barrier: MemoryBarrier, bytes: UInt32) -> UInt64:
    return arrive_at(barrier, 1, Int(bytes))


@always_inline
def mbarrier_arrive_expect_tx_relaxed_scope_cta_space_cta(barrier: MemoryBarrier, bytes: UInt32) -> UInt64:
    return arrive_at(barrier, 1, Int(bytes))


@always_inline
def mbarrier_expect_tx_scope_cta_space_cta(barrier: MemoryBarrier, bytes: UInt32):
    announce(barrier, Int(bytes))


@always_inline
def mbarrier_complete_tx_scope_cta_space_cta(barrier: MemoryBarrier, bytes: UInt32):
    announce(barrier, -Int(bytes))


@always_inline
def mbarrier_try_wait_scope_cta_space_cta(barrier: MemoryBarrier, state: UInt64) -> Bool:
    return has_left(barrier, state)


@always_inline
def mbarrier_try_wait_parity_scope_cta_space_cta(barrier: MemoryBarrier, parity: UInt32) -> Bool:
    return has_left(barrier, state_of_parity(parity))


@always_inline
def mbarrier_test_wait_scope_cta_space_cta(barrier: MemoryBarrier, state: UInt64) -> Bool:
    return has_left(barrier, state)


@always_inline
def mbarrier_test_wait_parity_scope_cta_space_cta(barrier: MemoryBarrier, parity: UInt32) -> Bool:
    return has_left(barrier, state_of_parity(parity))


@always_inline
def mbarrier_arrive_scope_cluster_space_cta(barrier: MemoryBarrier, count: UInt32) -> UInt64:
    return arrive_at(barrier, count, 0)


@always_inline
def mbarrier_arrive_relaxed_scope_cluster_space_cta(barrier: MemoryBarrier, count: UInt32) -> UInt64:
    return arrive_at(barrier, count, 0)


@always_inline
def mbarrier_arrive_expect_tx_scope_cluster_space_cta(barrier: MemoryBarrier, bytes: UInt32) -> UInt64:
    return arrive_at(barrier, 1, Int(bytes))


@always_inline
def mbarrier_arrive_expect_tx_relaxed_scope_cluster_space_cta(barrier: MemoryBarrier, bytes: UInt32) -> UInt64:
    return arrive_at(barrier, 1, Int(bytes))


@always_inline
def mbarrier_expect_tx_scope_cluster_space_cta(barrier: MemoryBarrier, bytes: UInt32):
    announce(barrier, Int(bytes))


@always_inline
def mbarrier_complete_tx_scope_cluster_space_cta(barrier: MemoryBarrier, bytes: UInt32):
    announce(barrier, -Int(bytes))


@always_inline
def mbarrier_try_wait_scope_cluster_space_cta(barrier: MemoryBarrier, state: UInt64) -> Bool:
    return has_left(barrier, state)


@always_inline
def mbarrier_try_wait_parity_scope_cluster_space_cta(barrier: MemoryBarrier, parity: UInt32) -> Bool:
    return has_left(barrier, state_of_parity(parity))


@always_inline
def mbarrier_test_wait_scope_cluster_space_cta(barrier: MemoryBarrier, state: UInt64) -> Bool:
    return has_left(barrier, state)


@always_inline
def mbarrier_test_wait_parity_scope_cluster_space_cta(barrier: MemoryBarrier, parity: UInt32) -> Bool:
    return has_left(barrier, state_of_parity(parity))


@always_inline
def mapa(address: Bytes, block: UInt32) -> Bytes:
    return address


@always_inline
def mapa_shared_cluster(address: SharedBytes, block: UInt32) -> ClusterBytes:
    return ClusterBytes(unsafe_from_address=Int(address))


@always_inline
def getctarank_shared_cluster(address: SharedBytes) -> UInt32:
    return 0


# -- matrices ------------------------------------------------------------------------------------------


comptime Half2 = SIMD[DType.float16, 2]


@always_inline
def _word(pair: Half2) -> UInt64:
    return UInt64(bitcast[DType.uint32, 1](pair))


@always_inline
def _quad(sums: SIMD[DType.float32, 4]) -> Quad[DType.float32]:
    return Quad[DType.float32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def _halves(sums: SIMD[DType.float16, 4]) -> Pair[DType.float16, 2]:
    return Pair[DType.float16, 2](Half2(sums[0], sums[1]), Half2(sums[2], sums[3]))


@always_inline
def mma_m16n8k16_row_col_f32_f32(
    a0: Half2, a1: Half2, a2: Half2, a3: Half2,
    b0: Half2, b1: Half2,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float16, DType.float32, 16](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), _word(a2), _word(a3)),
            SIMD[DType.uint64, 2](_word(b0), _word(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k8_row_col_f32_f32(
    a0: Half2, a1: Half2,
    b0: Half2,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float16, DType.float32, 8](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), 0, 0),
            SIMD[DType.uint64, 2](_word(b0), 0),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k16_row_col_f16_f16(
    a0: Half2, a1: Half2, a2: Half2, a3: Half2,
    b0: Half2, b1: Half2,
    c0: Half2, c1: Half2,
) -> Pair[DType.float16, 2]:
    return _halves(multiply[DType.float16, DType.float16, 16](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), _word(a2), _word(a3)),
            SIMD[DType.uint64, 2](_word(b0), _word(b1)),
            SIMD[DType.float16, 4](c0[0], c0[1], c1[0], c1[1]),
        ))


@always_inline
def mma_m16n8k8_row_col_f16_f16(
    a0: Half2, a1: Half2,
    b0: Half2,
    c0: Half2, c1: Half2,
) -> Pair[DType.float16, 2]:
    return _halves(multiply[DType.float16, DType.float16, 8](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), 0, 0),
            SIMD[DType.uint64, 2](_word(b0), 0),
            SIMD[DType.float16, 4](c0[0], c0[1], c1[0], c1[1]),
        ))


@always_inline
def mma_m16n8k16_row_col_bf16(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.bfloat16, DType.float32, 16](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k8_row_col_bf16(
    a0: UInt32, a1: UInt32,
    b0: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.bfloat16, DType.float32, 8](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), 0, 0),
            SIMD[DType.uint64, 2](UInt64(b0), 0),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k8_row_col_tf32(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float32, DType.float32, 8](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k4_row_col_tf32(
    a0: UInt32, a1: UInt32,
    b0: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float32, DType.float32, 4](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), 0, 0),
            SIMD[DType.uint64, 2](UInt64(b0), 0),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k32_row_col_s8(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Int32, c1: Int32, c2: Int32, c3: Int32,
) -> Quad[DType.int32]:
    var sums = multiply[DType.int8, DType.int32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.int32, 4](c0, c1, c2, c3),
        )
    return Quad[DType.int32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def mma_m16n8k16_row_col_s8(
    a0: UInt32, a1: UInt32,
    b0: UInt32,
    c0: Int32, c1: Int32, c2: Int32, c3: Int32,
) -> Quad[DType.int32]:
    var sums = multiply[DType.int8, DType.int32, 16](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), 0, 0),
            SIMD[DType.uint64, 2](UInt64(b0), 0),
            SIMD[DType.int32, 4](c0, c1, c2, c3),
        )
    return Quad[DType.int32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def mma_m16n8k32_row_col_u8(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Int32, c1: Int32, c2: Int32, c3: Int32,
) -> Quad[DType.int32]:
    var sums = multiply[DType.uint8, DType.int32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.int32, 4](c0, c1, c2, c3),
        )
    return Quad[DType.int32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def mma_m16n8k32_row_col_f32_e4m3_e4m3_f32(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float8_e4m3fn, DType.float32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k32_row_col_f32_e5m2_e5m2_f32(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float8_e5m2, DType.float32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m8n8k4_row_col_f64(
    a0: Float64,
    b0: Float64,
    c0: Float64, c1: Float64,
) -> Pair[DType.float64]:
    var sums = multiply[DType.float64, DType.float64, 4](
            SIMD[DType.uint64, 4](bitcast[DType.uint64](a0), 0, 0, 0),
            SIMD[DType.uint64, 2](bitcast[DType.uint64](b0), 0),
            SIMD[DType.float64, 4](c0, c1, 0, 0),
        )
    return Pair[DType.float64](sums[0], sums[1])


@always_inline
def ldmatrix_sync_aligned_m8n8_x1_b16_p3(row: SharedWords) -> UInt32:
    return load_matrices[1, False](row)[0]


@always_inline
def ldmatrix_sync_aligned_m8n8_x2_b16_p3(row: SharedWords) -> Pair[DType.uint32]:
    var words = load_matrices[2, False](row)
    return Pair[DType.uint32](words[0], words[1])


@always_inline
def ldmatrix_sync_aligned_m8n8_x4_b16_p3(row: SharedWords) -> Quad[DType.uint32]:
    var words = load_matrices[4, False](row)
    return Quad[DType.uint32](words[0], words[1], words[2], words[3])


@always_inline
def stmatrix_sync_aligned_m8n8_x1_b16_p3(row: SharedWords, a: UInt32):
    store_matrices[1, False](row, SIMD[DType.uint32, 4](a, 0, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x2_b16_p3(row: SharedWords, a: UInt32, b: UInt32):
    store_matrices[2, False](row, SIMD[DType.uint32, 4](a, b, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x4_b16_p3(row: SharedWords, a: UInt32, b: UInt32, c: UInt32, d: UInt32):
    store_matrices[4, False](row, SIMD[DType.uint32, 4](a, b, c, d))


@always_inline
def ldmatrix_sync_aligned_m8n8_x1_trans_b16_p3(row: SharedWords) -> UInt32:
    return load_matrices[1, True](row)[0]


@always_inline
def ldmatrix_sync_aligned_m8n8_x2_trans_b16_p3(row: SharedWords) -> Pair[DType.uint32]:
    var words = load_matrices[2, True](row)
    return Pair[DType.uint32](words[0], words[1])


@always_inline
def ldmatrix_sync_aligned_m8n8_x4_trans_b16_p3(row: SharedWords) -> Quad[DType.uint32]:
    var words = load_matrices[4, True](row)
    return Quad[DType.uint32](words[0], words[1], words[2], words[3])


@always_inline
def stmatrix_sync_aligned_m8n8_x1_trans_b16_p3(row: SharedWords, a: UInt32):
    store_matrices[1, True](row, SIMD[DType.uint32, 4](a, 0, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x2_trans_b16_p3(row: SharedWords, a: UInt32, b: UInt32):
    store_matrices[2, True](row, SIMD[DType.uint32, 4](a, b, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x4_trans_b16_p3(row: SharedWords, a: UInt32, b: UInt32, c: UInt32, d: UInt32):
    store_matrices[4, True](row, SIMD[DType.uint32, 4](a, b, c, d))


# -- arithmetic ----------------------------------------------------------------------------------------


@always_inline
def ex2_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_f32(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_ftz_f32(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def lg2_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.log2.f32", Float32, has_side_effect=False](x)


@always_inline
def lg2_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.log2.f32", Float32, has_side_effect=False](x)


@always_inline
def sin_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sin.f32", Float32, has_side_effect=False](x)


@always_inline
def sin_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sin.f32", Float32, has_side_effect=False](x)


@always_inline
def cos_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.cos.f32", Float32, has_side_effect=False](x)


@always_inline
def cos_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.cos.f32", Float32, has_side_effect=False](x)


@always_inline
def sqrt_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sqrt.f32", Float32, has_side_effect=False](x)


@always_inline
def sqrt_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sqrt.f32", Float32, has_side_effect=False](x)


@always_inline
def sqrt_rn_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sqrt.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_f16(x: Float16) -> Float16:
    return ex2_approx_f32(x.cast[DType.float32]()).cast[DType.float16]()


@always_inline
def rsqrt_approx_f(x: Float32) -> Float32:
    return Float32(1) / sqrt_approx_f(x)


@always_inline
def tanh_approx_f32(x: Float32) -> Float32:
    return external_call["tanhf", Float32](x)


@always_inline
def rsqrt_approx_ftz_f(x: Float32) -> Float32:
    return Float32(1) / sqrt_approx_f(x)


@always_inline
def rsqrt_approx_d(x: Float64) -> Float64:
    return Float64(1) / llvm_intrinsic["llvm.sqrt.f64", Float64, has_side_effect=False](x)


@always_inline
def rcp_approx_ftz_f(x: Float32) -> Float32:
    return Float32(1) / x


@always_inline
def rcp_rn_f(x: Float32) -> Float32:
    return Float32(1) / x


@always_inline
def div_approx_f(x: Float32, y: Float32) -> Float32:
    return x / y


@always_inline
def fma_rn_f(x: Float32, y: Float32, z: Float32) -> Float32:
    return x.fma(y, z)


@always_inline
def mulhi_ui(x: UInt32, y: UInt32) -> UInt32:
    return UInt32((UInt64(x) * UInt64(y)) >> 32)


@always_inline
def mulhi_i(x: Int32, y: Int32) -> Int32:
    return Int32((Int64(x) * Int64(y)) >> 32)


def prmt(x: UInt32, y: UInt32, selector: UInt32) -> UInt32:
    # Each byte of the result is one of the eight bytes of x and y, or eight times its sign.
    var bytes = UInt64(x) | (UInt64(y) << 32)
    var result = UInt32(0)
    for i in range(4):
        var choice = UInt64((selector >> UInt32(4 * i)) & 0xF)
        var byte = UInt32((bytes >> ((choice & 7) * 8)) & 0xFF)
        if choice & 8 != 0:
            byte = UInt32(0xFF) if byte & 0x80 != 0 else UInt32(0)
        result |= byte << UInt32(8 * i)
    return result


# -- what is no intrinsic --------------------------------------------------------------------------------


@always_inline
def dynamic_shared_memory() -> SharedBytes:
    return SharedBytes(unsafe_from_address=Int(simulation()[].shared))

"""Registers, barriers, fences and warp operations as LLVM's NVVM intrinsics."""

from std.ffi import external_call
from std.gpu._registers import Predicated
from std.gpu._simulator.copies import GlobalBytes
from std.gpu._simulator.rendezvous import active_lanes, arrive, arrive_at_cluster, take_turns, wait_for_cluster
from std.gpu._simulator.state import Bytes, SharedBytes, shared_start, simulation
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


# -- special registers -----------------------------------------------------------------------------------


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
    return simulation()[].block_x // simulation()[].cluster_dim_x


@always_inline
def read_ptx_sreg_nclusterid_x() -> UInt32:
    return simulation()[].grid_dim_x // simulation()[].cluster_dim_x


@always_inline
def read_ptx_sreg_cluster_ctaid_x() -> UInt32:
    return simulation()[].block_x % simulation()[].cluster_dim_x


@always_inline
def read_ptx_sreg_cluster_nctaid_x() -> UInt32:
    return simulation()[].cluster_dim_x


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
    return simulation()[].block_y // simulation()[].cluster_dim_y


@always_inline
def read_ptx_sreg_nclusterid_y() -> UInt32:
    return simulation()[].grid_dim_y // simulation()[].cluster_dim_y


@always_inline
def read_ptx_sreg_cluster_ctaid_y() -> UInt32:
    return simulation()[].block_y % simulation()[].cluster_dim_y


@always_inline
def read_ptx_sreg_cluster_nctaid_y() -> UInt32:
    return simulation()[].cluster_dim_y


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
    return simulation()[].block_z // simulation()[].cluster_dim_z


@always_inline
def read_ptx_sreg_nclusterid_z() -> UInt32:
    return simulation()[].grid_dim_z // simulation()[].cluster_dim_z


@always_inline
def read_ptx_sreg_cluster_ctaid_z() -> UInt32:
    return simulation()[].block_z % simulation()[].cluster_dim_z


@always_inline
def read_ptx_sreg_cluster_nctaid_z() -> UInt32:
    return simulation()[].cluster_dim_z


@always_inline
def read_ptx_sreg_cluster_ctarank() -> UInt32:
    return UInt32(simulation()[].rank)


@always_inline
def read_ptx_sreg_cluster_nctarank() -> UInt32:
    return UInt32(simulation()[].cluster_size)


@always_inline
def is_explicit_cluster() -> Bool:
    return simulation()[].cluster_size > 1


@always_inline
def read_ptx_sreg_laneid() -> UInt32:
    return UInt32(simulation()[].thread & 31)


@always_inline
def read_ptx_sreg_warpid() -> UInt32:
    return UInt32((simulation()[].thread - simulation()[].first_thread) >> 5)


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
    return UInt32(simulation()[].dynamic_bytes)


@always_inline
def read_ptx_sreg_total_smem_size() -> UInt32:
    return UInt32(simulation()[].array_bytes + simulation()[].dynamic_bytes)


def read_ptx_sreg_clock() -> UInt32:
    return UInt32(read_ptx_sreg_clock64() & 0xFFFFFFFF)


def read_ptx_sreg_clock64() -> UInt64:
    # Nanoseconds of the monotonic clock.
    var time = InlineArray[Int, 2](fill=0)
    _ = external_call["clock_gettime", Int32](Int32(1), UnsafePointer(to=time))
    return UInt64(time[0] * 1000000000 + time[1])


def read_ptx_sreg_globaltimer() -> UInt64:
    return read_ptx_sreg_clock64()


# -- barriers of the block -------------------------------------------------------------------------------


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


# -- fences: threads take turns, so memory is always in order --------------------------------------------


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
def prefetch_tensormap_p0(address: Bytes):
    pass


# -- lanes of a warp -------------------------------------------------------------------------------------


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


# -- what is no intrinsic --------------------------------------------------------------------------------


@always_inline
def dynamic_shared_memory() -> SharedBytes:
    return SharedBytes(unsafe_from_address=shared_start()[] + simulation()[].array_bytes)

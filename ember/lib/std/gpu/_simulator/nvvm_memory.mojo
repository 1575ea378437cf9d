"""Asynchronous copies and barriers in shared memory as LLVM's NVVM intrinsics."""

from std.gpu._simulator.check import checks, is_checking
from std.gpu._simulator.check_copies import begin_copy, end_group, tell_barrier, wait_for_all, wait_for_groups
from std.gpu._simulator.copies import (
    Coordinates,
    GlobalBytes,
    Tile,
    copy_bulk,
    copy_bulk_to_global,
    copy_bulk_to_shared,
    copy_tile,
    copy_to_shared,
)
from std.gpu._simulator.mbarrier import (
    MemoryBarrier,
    announce,
    arrive_at,
    has_left,
    initialize,
    missing_arrivals,
    state_of_parity,
)
from std.gpu._simulator.state import Bytes, Failure, SHARED_ROOM, SharedBytes, fail, shared_of, simulation

comptime ClusterBytes = UnsafePointer[Byte, MutAnyOrigin, address_space = AddressSpace(7)]
comptime ClusterBarrier = UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace(7)]


# -- asynchronous copies ---------------------------------------------------------------------------------


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
    comptime if is_checking():
        end_group(checks()[].copies)


@always_inline
def cp_async_wait_all():
    comptime if is_checking():
        wait_for_all(checks()[].copies)


@always_inline
def cp_async_bulk_commit_group():
    pass


@always_inline
def cp_async_wait_group(count: UInt32):
    comptime if is_checking():
        wait_for_groups(checks()[].copies, Int(count))


@always_inline
def cp_async_bulk_wait_group(count: UInt32):
    pass


@always_inline
def cp_async_bulk_wait_group_read(count: UInt32):
    pass


@always_inline
def cp_async_mbarrier_arrive_shared(barrier: MemoryBarrier):
    comptime if is_checking():
        tell_barrier(checks()[].copies, Int(barrier))


@always_inline
def cp_async_mbarrier_arrive_noinc_shared(barrier: MemoryBarrier):
    comptime if is_checking():
        tell_barrier(checks()[].copies, Int(barrier))
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
    if not multicast:
        copy_bulk_to_shared(Int(target), barrier, source, size)
        return
    for rank in range(simulation()[].cluster_size):
        if (blocks >> UInt16(rank)) & 1 == 1:
            copy_bulk_to_shared(shared_of(Int(target), rank), _barrier_of(barrier, rank), source, size)


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


def _load_tile(
    tensor: Bytes, target: Int, barrier: MemoryBarrier, position: Coordinates, blocks: UInt16, multicast: Bool
):
    # To the own block's shared memory, or to the same place in that of every block of the mask.
    if not multicast:
        _load_one(tensor, target, barrier, position)
        return
    for rank in range(simulation()[].cluster_size):
        if (blocks >> UInt16(rank)) & 1 == 1:
            _load_one(tensor, shared_of(target, rank), _barrier_of(barrier, rank), position)


def _load_one(tensor: Bytes, target: Int, barrier: MemoryBarrier, position: Coordinates):
    var size = copy_tile[Tile.LOAD](tensor, target, position)
    comptime if is_checking():
        begin_copy(checks()[].copies, target, size, Int(barrier))
    announce(barrier, -size)


@always_inline
def _barrier_of(barrier: MemoryBarrier, rank: Int) -> MemoryBarrier:
    return MemoryBarrier(unsafe_from_address=shared_of(Int(barrier), rank))


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
    _load_tile(tensor, Int(target), barrier, Coordinates(x, 0, 0, 0, 0, 0, 0, 0), blocks, multicast)


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
    _load_tile(tensor, Int(target), barrier, Coordinates(x, y, 0, 0, 0, 0, 0, 0), blocks, multicast)


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
    _load_tile(tensor, Int(target), barrier, Coordinates(x, y, z, 0, 0, 0, 0, 0), blocks, multicast)


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
    _load_tile(tensor, Int(target), barrier, Coordinates(x, y, z, u, 0, 0, 0, 0), blocks, multicast)


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
    _load_tile(tensor, Int(target), barrier, Coordinates(x, y, z, u, v, 0, 0, 0), blocks, multicast)


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


# -- barriers in shared memory ---------------------------------------------------------------------------


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


# -- the shared memory of other blocks -------------------------------------------------------------------


def mapa(address: Bytes, block: UInt32) -> Bytes:
    return Bytes(unsafe_from_address=_of_block(Int(address), block))


def mapa_shared_cluster(address: SharedBytes, block: UInt32) -> ClusterBytes:
    return ClusterBytes(unsafe_from_address=_of_block(Int(address), block))


def _of_block(address: Int, block: UInt32) -> Int:
    if Int(block) >= simulation()[].cluster_size:
        fail(Failure.RANK, Int(block))
    return shared_of(address, Int(block))


@always_inline
def getctarank(address: Bytes) -> UInt32:
    return UInt32((Int(address) - simulation()[].memory) // SHARED_ROOM)


@always_inline
def getctarank_shared_cluster(address: ClusterBytes) -> UInt32:
    return UInt32((Int(address) - simulation()[].memory) // SHARED_ROOM)


@always_inline
def mbarrier_arrive_scope_cluster_space_cluster(barrier: ClusterBarrier, count: UInt32):
    _ = arrive_at(_as_own(barrier), count, 0)


@always_inline
def mbarrier_arrive_relaxed_scope_cluster_space_cluster(barrier: ClusterBarrier, count: UInt32):
    _ = arrive_at(_as_own(barrier), count, 0)


@always_inline
def mbarrier_arrive_expect_tx_scope_cluster_space_cluster(barrier: ClusterBarrier, bytes: UInt32):
    _ = arrive_at(_as_own(barrier), 1, Int(bytes))


@always_inline
def mbarrier_expect_tx_scope_cluster_space_cluster(barrier: ClusterBarrier, bytes: UInt32):
    announce(_as_own(barrier), Int(bytes))


@always_inline
def mbarrier_complete_tx_scope_cluster_space_cluster(barrier: ClusterBarrier, bytes: UInt32):
    announce(_as_own(barrier), -Int(bytes))


def cp_async_bulk_shared_cta_to_cluster(
    target: ClusterBytes, barrier: ClusterBarrier, source: SharedBytes, size: UInt32
):
    copy_bulk(Int(target), Int(source), Int(size))
    announce(_as_own(barrier), -Int(size))


@always_inline
def _as_own(barrier: ClusterBarrier) -> MemoryBarrier:
    return MemoryBarrier(unsafe_from_address=Int(barrier))

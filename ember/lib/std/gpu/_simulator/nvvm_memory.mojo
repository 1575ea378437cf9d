"""Asynchronous copies and barriers in shared memory as LLVM's NVVM intrinsics."""

from std.gpu._simulator.copies import (
    Coordinates,
    GlobalBytes,
    Tile,
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
from std.gpu._simulator.state import Bytes, SharedBytes

comptime ClusterBytes = UnsafePointer[Byte, MutAnyOrigin, address_space = AddressSpace(7)]


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


@always_inline
def mapa(address: Bytes, block: UInt32) -> Bytes:
    return address


@always_inline
def mapa_shared_cluster(address: SharedBytes, block: UInt32) -> ClusterBytes:
    return ClusterBytes(unsafe_from_address=Int(address))


@always_inline
def getctarank_shared_cluster(address: SharedBytes) -> UInt32:
    return 0

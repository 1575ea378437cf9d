"""Clusters: blocks that run at the same time and reach each other's shared memory."""

from std.gpu._registers import Predicated
from std.gpu._target import requires_nvidia
from std.sys.intrinsics import llvm_intrinsic


@always_inline("nodebug")
def block_rank_in_cluster() -> UInt32:
    """The number of the block in its cluster."""
    requires_nvidia["block_rank_in_cluster"]()
    return llvm_intrinsic["llvm.nvvm.read.ptx.sreg.cluster.ctarank", UInt32, has_side_effect=False]()


@always_inline("nodebug")
def block_count_in_cluster() -> UInt32:
    """How many blocks the cluster has."""
    requires_nvidia["block_count_in_cluster"]()
    return llvm_intrinsic["llvm.nvvm.read.ptx.sreg.cluster.nctarank", UInt32, has_side_effect=False]()


@always_inline("nodebug")
def cluster_arrive_relaxed():
    """Arrives at the cluster's barrier without ordering memory."""
    requires_nvidia["cluster_arrive_relaxed"]()
    llvm_intrinsic["llvm.nvvm.barrier.cluster.arrive.relaxed.aligned", NoneType]()


@always_inline("nodebug")
def cluster_arrive():
    """Arrives at the cluster's barrier."""
    requires_nvidia["cluster_arrive"]()
    llvm_intrinsic["llvm.nvvm.barrier.cluster.arrive.aligned", NoneType]()


@always_inline("nodebug")
def cluster_wait():
    """Waits until all threads of the cluster have arrived."""
    requires_nvidia["cluster_wait"]()
    llvm_intrinsic["llvm.nvvm.barrier.cluster.wait.aligned", NoneType]()


@always_inline("nodebug")
def cluster_sync():
    """Waits until all threads of the cluster are here."""
    cluster_arrive()
    cluster_wait()


@always_inline("nodebug")
def cluster_sync_relaxed():
    """Waits until all threads of the cluster are here, without ordering memory."""
    cluster_arrive_relaxed()
    cluster_wait()


@always_inline("nodebug")
def cluster_sync_acquire():
    """Orders what other blocks of the cluster wrote before what follows."""
    requires_nvidia["cluster_sync_acquire"]()
    llvm_intrinsic["llvm.nvvm.fence.acquire.sync_restrict.space.cluster.scope.cluster", NoneType]()


@always_inline("nodebug")
def elect_one_sync() -> Bool:
    """True in exactly one lane of the warp."""
    return elect_one_sync_with_mask(0xFFFFFFFF)


@always_inline("nodebug")
def elect_one_sync_with_mask(mask: UInt32 = 0xFFFFFFFF) -> Bool:
    """True in exactly one of the lanes of the mask."""
    requires_nvidia["elect_one_sync"]()
    return llvm_intrinsic["llvm.nvvm.elect.sync", Predicated[DType.uint32]](mask).flag


@always_inline("nodebug")
def cluster_mask_base[cluster_shape_x: Int, cluster_shape_y: Int](row_wise: Bool = True) -> UInt16:
    """The mask of the blocks in the first row, or column, of a cluster."""
    comptime row = (1 << cluster_shape_x) - 1
    if row_wise:
        return UInt16(row)
    var mask = UInt16(0)
    comptime for y in range(cluster_shape_y):
        mask |= UInt16(1 << (y * cluster_shape_x))
    return mask


@always_inline("nodebug")
def map_shared_rank[
    T: AnyType, //
](
    ptr: UnsafePointer[T, _, address_space = AddressSpace.SHARED], rank: UInt32
) -> UnsafePointer[T, MutAnyOrigin, address_space = AddressSpace(7)]:
    """The same place in the shared memory of another block of the cluster."""
    requires_nvidia["map_shared_rank"]()
    return llvm_intrinsic[
        "llvm.nvvm.mapa.shared.cluster",
        UnsafePointer[T, MutAnyOrigin, address_space = AddressSpace(7)],
        has_side_effect=False,
    ](ptr, rank)

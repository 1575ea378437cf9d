"""Programming GPUs: which thread this is, warps, blocks, memory, synchronisation, matrices; `gpu.host` launches kernels."""

from std.gpu.globals import MAX_THREADS_PER_BLOCK_METADATA, WARPGROUP_SIZE, WARP_SIZE
from std.gpu.id import (
    block_dim,
    block_id_in_cluster,
    block_idx,
    cluster_dim,
    cluster_idx,
    global_idx,
    grid_dim,
    lane_id,
    sm_id,
    thread_idx,
    warp_id,
)
from std.gpu.memory import AddressSpace, CacheEviction, CacheOperation, Consistency, ReduceOp, external_memory
from std.gpu.sync import barrier, named_barrier, named_barrier_arrive, syncwarp

"""What the threads of blocks and clusters do together."""

from std.gpu import block, cluster, grid_controls, warp
from std.gpu.cluster import (
    block_rank_in_cluster,
    cluster_arrive,
    cluster_arrive_relaxed,
    cluster_sync,
    cluster_sync_relaxed,
    cluster_wait,
    elect_one_sync,
)
from std.gpu.grid_controls import PDL, PDLLevel, launch_dependent_grids, wait_on_dependent_grids

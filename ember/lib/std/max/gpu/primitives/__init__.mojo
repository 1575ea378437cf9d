"""What the threads of blocks and clusters do together."""

from std.gpu import block, cluster, grid_controls, warp

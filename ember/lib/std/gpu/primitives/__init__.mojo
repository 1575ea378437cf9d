"""What threads do: coordinates, warps, blocks, clusters. The names of `gpu.id`, `gpu.warp`, … under one roof."""

from std.gpu import block, cluster, grid_controls, id, warp

"""GPUs, beyond coordinates and warps: what blocks do together, memory, barriers, matrices, the host."""

from std.max.gpu import memory, primitives, sync

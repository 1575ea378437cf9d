"""GPUs: coordinates and warps as `std.gpu` has them, what blocks do together, memory, barriers, matrices, the host."""

from std.gpu import *
from std.max.gpu import memory, primitives, sync

"""Instructions of GPUs, as `std.gpu.intrinsics`."""

from std.gpu.amd_instructions import permlane_shuffle, permlane_swap
from std.gpu.intrinsics import *

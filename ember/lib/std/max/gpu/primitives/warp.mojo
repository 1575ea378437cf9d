"""As `std.gpu.warp`."""

from std.gpu.globals import WARP_SIZE
from std.gpu.warp import *
from std.gpu.amd_instructions import permlane_shuffle

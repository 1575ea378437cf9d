"""Compiling kernels, as `std.gpu.host.compile`."""

from std.gpu.host.compile import *
from std.gpu.host.info import get_gpu_target

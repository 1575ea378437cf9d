"""LLVM's NVVM intrinsics on the simulated device.

A call of `llvm.nvvm.a.b.c` in a kernel becomes a call of `a_b_c` here, with the same operands.
"""

from std.gpu._simulator.nvvm_arithmetic import *
from std.gpu._simulator.nvvm_memory import *
from std.gpu._simulator.nvvm_threads import *

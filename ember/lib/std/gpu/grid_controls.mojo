"""Kernels that start before the kernel they depend on has finished."""

from std.gpu._target import requires_nvidia
from std.sys.intrinsics import llvm_intrinsic


@always_inline("nodebug")
def launch_dependent_grids():
    """Lets kernels that depend on this one start."""
    requires_nvidia["launch_dependent_grids"]()
    llvm_intrinsic["llvm.nvvm.griddepcontrol.launch.dependents", NoneType]()


@always_inline("nodebug")
def wait_on_dependent_grids():
    """Waits until the kernels this one depends on have finished."""
    requires_nvidia["wait_on_dependent_grids"]()
    llvm_intrinsic["llvm.nvvm.griddepcontrol.wait", NoneType]()

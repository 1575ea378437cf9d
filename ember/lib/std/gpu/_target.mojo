"""What the code of a kernel is made for."""

from std.sys.info import is_amd_gpu, is_gpu, is_nvidia_gpu


@always_inline("nodebug")
def is_simulated() -> Bool:
    """True in kernels that run on the simulated device."""
    return __target_info["simulated"]() == 1


@always_inline("nodebug")
def requires_nvidia[what: StringLiteral]():
    """Fails to compile in code for anything but an NVIDIA GPU."""
    comptime assert is_nvidia_gpu(), what + " is an instruction of NVIDIA GPUs"


@always_inline("nodebug")
def requires_amd[what: StringLiteral]():
    """Fails to compile in code for anything but an AMD GPU."""
    comptime assert is_amd_gpu(), what + " is an instruction of AMD GPUs"


@always_inline("nodebug")
def requires_hopper[what: StringLiteral]():
    """Fails to compile in code for a GPU without the instructions that only `sm_90a` has."""
    requires_nvidia[what]()
    comptime assert is_simulated() or __target_info["cpu"]() == "sm_90a", what + " is an instruction of sm_90a alone"

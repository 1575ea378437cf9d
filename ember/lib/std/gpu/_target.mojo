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

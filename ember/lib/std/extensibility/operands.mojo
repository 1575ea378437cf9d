"""What kernels do with the arguments they get besides tensors: each type says it in `kernel_role`."""

from std.gpu.host.device_context import DeviceContext
from std.gpu.host.device_context_ptr import DeviceContextPtr
from std.utils.index import IndexList


__extension SIMD:
    comptime kernel_role = "scalar"
    """A tensor of one number, which the kernel gets as that number."""


__extension IndexList:
    comptime kernel_role = "shape"
    """A shape."""


__extension DeviceContext:
    comptime kernel_role = "context"
    """The device to work on."""


__extension DeviceContextPtr:
    comptime kernel_role = "context"
    """The device to work on."""

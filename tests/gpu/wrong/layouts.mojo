# devices: sim sm_90a
# A struct that looks different on the device cannot be passed to it (device-layout).
from std.gpu.host import DeviceContext
from std.sys import is_gpu

comptime Word = Int64 if is_gpu() else Int32


@fieldwise_init
struct Mixed(TrivialRegisterPassable):
    var word: Word


def taking(value: Mixed):
    pass


def main() raises:
    var context = DeviceContext()
    context.enqueue_function[taking](Mixed(1), grid_dim=1, block_dim=1)  # error: the argument 'value' of 'taking' is a 'Mixed', which is laid out differently on the device (4 bytes on the host, 8 on the device): pass what both sides see alike

from std.gpu import thread_idx, block_idx, block_dim
from std.gpu.host import DeviceContext


def scale(out_ptr: UnsafePointer[Float32, MutAnyOrigin], n: Int):
    i = threadIdx.x + blockIdx.x * blockDim.x
    if i < n:
        out_ptr[i] = out_ptr[i] * 2


def main() raises:
    var ctx = DeviceContext()
    var buffer = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[scale](buffer, 64, grid_dim=1, block_dim=64)
    ctx.synchronize()

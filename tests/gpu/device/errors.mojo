# Launches that a real GPU refuses; the last one ruins the context, so it comes last.
from std.gpu import thread_idx
from std.gpu.host import DeviceContext


def fine(data: UnsafePointer[Int32, MutAnyOrigin]):
    data[thread_idx.x] = 1


def bad_address(data: UnsafePointer[Int32, MutAnyOrigin]):
    UnsafePointer[Int32, MutAnyOrigin](unsafe_from_address=64)[] = 1


def begins(text: String, start: StaticString) -> Bool:
    return text.startswith(start)


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.int32](32)
    try:
        ctx.enqueue_function[fine](data, grid_dim=1, block_dim=2000)
    except e:
        print(begins(String(e), "kernel 'fine': CUDA_ERROR_INVALID_VALUE"))
    try:
        ctx.enqueue_function[fine](data, grid_dim=1, block_dim=32, shared_mem_bytes=10000000)
    except e:
        print(begins(String(e), "kernel 'fine': CUDA_ERROR_INVALID_VALUE"))
    try:
        _ = ctx.enqueue_create_buffer[DType.float32](1 << 50)
    except e:
        print(begins(String(e), "CUDA_ERROR_OUT_OF_MEMORY") or begins(String(e), "CUDA_ERROR_INVALID_VALUE"))
    try:
        _ = DeviceContext(99)
    except e:
        print(begins(String(e), "CUDA_ERROR_INVALID_DEVICE"))
    ctx.enqueue_function[fine](data, grid_dim=1, block_dim=32)
    ctx.synchronize()
    print("still works")
    ctx.enqueue_function[bad_address](data, grid_dim=1, block_dim=1)
    try:
        ctx.synchronize()
    except e:
        print(begins(String(e), "kernel 'bad_address' or one before it: CUDA_ERROR_ILLEGAL_ADDRESS"))

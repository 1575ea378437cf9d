# Kernels that are nested functions: what they captured, also through other functions, goes to the device as copies.
from std.gpu import global_idx, thread_idx
from std.gpu.host import DeviceContext


def each[func: def(Int) capturing -> None](n: Int, ctx: DeviceContext) raises:
    @__parameter
    def kernel() {var n}:
        var i = global_idx.x
        if i < n:
            func(i)

    ctx.enqueue_function[kernel](grid_dim=(n + 31) // 32, block_dim=32)
    ctx.synchronize()


def filled[func: def(Int) capturing -> Float32](data: UnsafePointer[Float32, MutAnyOrigin]):
    data[thread_idx.x] = func(thread_idx.x)


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    var p = data.unsafe_ptr()
    var scale = Float32(2.5)

    @__parameter
    def work(i: Int):
        p[i] = Float32(i) * scale

    each[work](40, ctx)
    with data.map_to_host() as host:
        print(host[0], host[1], host[39])
    var table = InlineArray[Float32, 3](1, 20, 300)

    def pick() {imm table, imm p, var scale}:
        p[thread_idx.x] = table[thread_idx.x] * scale

    table[1] = 40
    ctx.enqueue_function[pick](grid_dim=1, block_dim=3)
    with data.map_to_host() as host:
        print(host[0], host[1], host[2])

    @__parameter
    def scaled(i: Int) -> Float32:
        return Float32(i) * scale + table[1]

    ctx.enqueue_function[filled[scaled]](data, grid_dim=1, block_dim=3)
    scale = 0.5
    with data.map_to_host() as host:
        print(host[0], host[1], host[2])
    ctx.enqueue_function[filled[scaled]](data, grid_dim=1, block_dim=3)
    with data.map_to_host() as host:
        print(host[0], host[1], host[2])

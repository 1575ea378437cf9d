from std.gpu import thread_idx, global_idx
from std.memory import unsafe_stack_allocation
from max.gpu.host import DeviceContext
from max.gpu.sync import barrier
from layout import TileTensor, TensorLayout, row_major, stack_allocation, Idx

comptime dtype = DType.float32
comptime N = 8
comptime L = row_major[N, N]()
comptime LayoutType = type_of(L)

def scale(out_: TileTensor[mut=True, dtype, LayoutType, MutAnyOrigin], a: TileTensor[mut=False, dtype, LayoutType, MutAnyOrigin], factor: Float32, size: Int32):
    var row = thread_idx.y
    var col = thread_idx.x
    var shared = stack_allocation[dtype=dtype, address_space=AddressSpace.SHARED](row_major[N, N]())
    if row < Int(size) and col < Int(size):
        shared[row, col] = a[row, col]
    barrier()
    out_[row, col] = shared[col, row] * factor

def generic[LT: TensorLayout](out_: TileTensor[mut=True, dtype, LT, MutAnyOrigin], a: TileTensor[dtype, LT, ImmutAnyOrigin]):
    var i = Int(global_idx.x)
    comptime n = LT.static_shape[0]
    if i < Int(out_.dim[0]()):
        var sum: Float32 = 0
        for j in range(out_.dim[1]()):
            sum += a[i, j]
        out_[i, 0] = sum

def raw(p: UnsafePointer[Float32, MutAnyOrigin]):
    var s = unsafe_stack_allocation[N, Float32, address_space=AddressSpace.SHARED]()
    var t = unsafe_stack_allocation[N, DType.float32]()
    t[thread_idx.x] = 1
    s[thread_idx.x] = p[thread_idx.x] + t[thread_idx.x]
    barrier()
    p[thread_idx.x] = s[N - 1 - thread_idx.x]

def main() raises:
    with DeviceContext() as ctx:
        var a = ctx.enqueue_create_buffer[dtype](N * N)
        var o = ctx.enqueue_create_buffer[dtype](N * N)
        o.enqueue_fill(0)
        with a.map_to_host() as h:
            for i in range(N * N):
                h[i] = Float32(i)
        var at = TileTensor[mut=False, dtype, LayoutType](a, L)
        var ot = TileTensor(o, L)
        ctx.enqueue_function[scale](ot, at, Float32(2), Int32(N), grid_dim=1, block_dim=(N, N))
        ctx.synchronize()
        with o.map_to_host() as h:
            print(TileTensor(h, L).tile[2, 4](0, 0))
        comptime k = generic[LayoutType]
        ctx.enqueue_function[k](ot, at, grid_dim=1, block_dim=N)
        with o.map_to_host() as h:
            print(h[0], h[8])
        var rows = N
        var dl = row_major(rows, Idx[N])
        comptime k2 = generic[type_of(dl)]
        ctx.enqueue_function[k2](TileTensor(o, dl), TileTensor(a, dl), grid_dim=1, block_dim=N)
        ctx.enqueue_function[raw](o, grid_dim=1, block_dim=N)
        with o.map_to_host() as h:
            print(h[0], h[8], h[7])

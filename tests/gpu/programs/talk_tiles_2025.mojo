# The talk's kernels over tiles, in its spelling: tiles with layout and placement, copies that are awaited, the pipelined
# matrix product over fragments of the tensor cores, the sum over tiles of warps. Then the same product through stages of
# shared memory by the library's pipeline, swizzled.
from gpu import WARP_SIZE, barrier, block_dim, block_idx, global_idx, lane_id, thread_idx, warp_id
from gpu.host import DeviceContext
from layout import Layout
from layout.fragments import RegisterTile, TF32_A, TF32_B, TF32_C
from layout.swizzle import Swizzle
from layout.tiles import SHARED, WARP, Tile, pipeline
from memory import UnsafePointer
from os.atomic import Atomic

alias layout_a_mma = Layout(((4, 8), (2, 2)), ((16, 1), (8, 64)))
alias layout_b_mma = Layout(((4, 8), 2), ((8, 1), 32))
alias layout_c_mma = Layout(((4, 8), (2, 2)), ((32, 1), (16, 8)))

alias a_layout = TF32_A.times[1, 2]()
alias b_layout = TF32_B.times[2, 2]()
alias c_layout = TF32_C.times[1, 2]()

alias K = 64
alias Matrix = Tile[DType.float32, Layout.row_major(K, K)]
alias Floats = UnsafePointer[Float32]


fn matmul(a_ptr: Floats, b_ptr: Floats, c_ptr: Floats):
    var a = Matrix(a_ptr)
    var b = Matrix(b_ptr)
    var c = Matrix(c_ptr)
    var aRow = Int(block_idx.y) * 16
    var bCol = Int(block_idx.x) * 16
    var a_frag = a[aRow, 0, shape=(16,16), layout=a_layout]
    var b_frag = b[0, bCol, shape=(16,16), layout=b_layout]
    var next_a_frag = RegisterTile[shape=(16, 16), layout=a_layout]()
    var next_b_frag = RegisterTile[shape=(16, 16), layout=b_layout]()
    var acc_frag = RegisterTile[shape=(16, 16), layout=c_layout](0)
    for i in range(16, K, 16):
        next_a_frag = a[aRow, i, shape=(16,16), layout=a_layout]
        next_b_frag = b[i, bCol, shape=(16,16), layout=b_layout]
        acc_frag += (await a_frag) @ (await b_frag)
        swap(a_frag, next_a_frag)
        swap(b_frag, next_b_frag)
    acc_frag += (await a_frag) @ (await b_frag)
    c.store(aRow, bCol, acc_frag, layout=c_layout)


alias STAGES = 3
alias swizzle = Swizzle(2, 2, 4)
alias Stage = Tile[DType.float32, Layout.row_major(16, 16), placement=SHARED, swizzle=swizzle]
alias Room = Tile[DType.float32, Layout(STAGES * 256), placement=SHARED]


fn matmul_by_stages(a_ptr: Floats, b_ptr: Floats, c_ptr: Floats):
    var row = Int(block_idx.y)
    var column = Int(block_idx.x)
    var a_room = Room.allocate()
    var b_room = Room.allocate()
    var acc_frag = RegisterTile[shape=(16, 16), layout=c_layout](0)

    fn load(step: Int, stage: Int) {read}:
        Matrix(a_ptr).tile[16, 16](row, step).copy_to(Stage(a_room.ptr + 256 * stage))
        Matrix(b_ptr).tile[16, 16](step, column).copy_to(Stage(b_room.ptr + 256 * stage))

    fn use(step: Int, stage: Int) {mut acc_frag, read}:
        var a_frag = Stage(a_room.ptr + 256 * stage)[0, 0, shape=(16, 16), layout=a_layout]
        var b_frag = Stage(b_room.ptr + 256 * stage)[0, 0, shape=(16, 16), layout=b_layout]
        acc_frag += (await a_frag) @ (await b_frag)

    pipeline[STAGES](K // 16, load, use)
    Matrix(c_ptr).store(16 * row, 16 * column, acc_frag, layout=c_layout)


alias WARPS = 4


fn add(a: Float32, b: Float32) -> Float32:
    return a + b


fn sum_reduction(buf_ptr: Floats, global_atomic: Floats):
    var buf = Tile[DType.float32, Layout(K * K)](buf_ptr)
    var smem = Tile[DType.float32, Layout(WARPS), placement=SHARED].allocate()
    var tile = buf.load_tile[WARP](Int(global_idx.x))
    var sum = tile.reduce(add)
    if not lane_id():
        smem.store(Int(warp_id()), sum)
    barrier()
    if not thread_idx.x:
        _ = Atomic[DType.float32].fetch_add(global_atomic, await smem.reduce(add))


fn turned(input_ptr: Floats, output: Floats):
    # One tile of 8 by 4 per block, turned over, while the copy is under way the block does something else.
    var smem = Matrix(input_ptr).tile[8, 4](Int(block_idx.y), Int(block_idx.x)).copy[SHARED]()
    var amount = Float32(block_idx.x + 10 * block_idx.y)
    var tile = await smem
    var i = Int(thread_idx.x)
    output[(Int(block_idx.y) * 8 + Int(block_idx.x)) * 32 + i] = tile[7 - i // 4, 3 - i % 4] + 10000 * amount


fn wrong_products(c: UnsafePointer[Float32]) -> Int:
    var wrong = 0
    for row in range(K):
        for column in range(K):
            var expected = 0
            for k in range(K):
                expected += ((row * K + k) % 7 - 3) * ((k * K + column) % 5 - 2)
            if c[row * K + column] != Float32(expected):
                wrong += 1
    return wrong


def main():
    print(TF32_A.layout == layout_a_mma, TF32_B.layout == layout_b_mma, TF32_C.layout == layout_c_mma)
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.float32](K * K)
    var b = ctx.enqueue_create_buffer[DType.float32](K * K)
    var c = ctx.enqueue_create_buffer[DType.float32](K * K)
    with a.map_to_host() as host:
        for i in range(K * K):
            host[i] = Float32(i % 7 - 3)
    with b.map_to_host() as host:
        for i in range(K * K):
            host[i] = Float32(i % 5 - 2)
    ctx.enqueue_function[matmul](a, b, c, grid_dim=(K // 16, K // 16), block_dim=32)
    with c.map_to_host() as host:
        print("matmul, wrong:", wrong_products(host.unsafe_ptr()))
    _ = c.enqueue_fill(0)
    ctx.enqueue_function[matmul_by_stages](a, b, c, grid_dim=(K // 16, K // 16), block_dim=32)
    with c.map_to_host() as host:
        print("matmul by stages, wrong:", wrong_products(host.unsafe_ptr()))
    var total = ctx.enqueue_create_buffer[DType.float32](1)
    _ = total.enqueue_fill(0)
    ctx.enqueue_function[sum_reduction](a, total, grid_dim=K * K // (32 * WARPS), block_dim=32 * WARPS)
    with total.map_to_host() as host:
        print("sum_reduction:", host[0])
    ctx.enqueue_function[turned](a, c, grid_dim=(8, 4), block_dim=32)
    with c.map_to_host() as host:
        print("turned:", host[0], host[31], host[32], host[1023])

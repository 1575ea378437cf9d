# The talk's kernels over tiles, in its spelling: 'Tile' with layout and placement, copies that are awaited, the pipelined
# matrix product over fragments of the tensor cores, the sum over tiles of warps.
from gpu import WARP_SIZE, barrier, block_dim, block_idx, global_idx, lane_id, thread_idx, warp_id
from gpu import warp
from gpu.host import DeviceContext
from gpu.memory import async_copy, async_copy_wait_all
from gpu.mma import mma
from gpu.sync import async_copy_arrive_noinc, mbarrier_init, mbarrier_wait_parity, syncwarp
from layout import Layout
from layout.layout import MakeLayoutList, zipped_divide
from memory import AddressSpace, UnsafePointer, stack_allocation
from os.atomic import Atomic

alias layout_a_mma = Layout(((4, 8), (2, 2)), ((16, 1), (8, 64)))
alias layout_b_mma = Layout(((4, 8), 2), ((8, 1), 32))
alias layout_c_mma = Layout(((4, 8), (2, 2)), ((32, 1), (16, 8)))


@register_passable("trivial")
struct Placement(EqualityComparable):
    """Who owns a tile."""

    var _value: Int

    alias DEVICE = Placement(0)
    alias BLOCK = Placement(1)

    fn __init__(out self, value: Int):
        self._value = value

    fn __eq__(self, other: Self) -> Bool:
        return self._value == other._value

    fn __ne__(self, other: Self) -> Bool:
        return self._value != other._value

    fn address_space(self) -> AddressSpace:
        return AddressSpace.SHARED if self == Placement.BLOCK else AddressSpace.GENERIC


@register_passable("trivial")
struct Tile[
    dtype: DType, layout: Layout, *,
    placement: Placement]:
    """A part of a tensor, somewhere."""

    alias Pointer = UnsafePointer[Scalar[dtype], address_space = placement.address_space()]

    var ptr: Self.Pointer

    fn __init__(out self, ptr: Self.Pointer):
        self.ptr = ptr

    @staticmethod
    fn _compute_tile_layout[M: Int, N: Int]() -> Layout:
        return zipped_divide(Self.layout, MakeLayoutList(Layout(M), Layout(N)))

    fn tile[M: Int, N: Int, *,
            layout: Layout =
                Self._compute_tile_layout[M, N](),
            ](self, m: Int, n: Int) -> Tile[
        dtype, layout[0], placement=placement
    ]:
        alias sm, sn = layout[1].stride
        var offset = m * sm.value() + n * sn.value()
        return Tile[
            dtype, layout[0], placement=placement
        ](self.ptr + offset)

    @always_inline
    fn copy[to: Placement](self) -> Copying[dtype, Layout(layout.size()), to]:
        """Starts copying to where `to` is; the threads of the block share the work."""
        var target = stack_allocation[
            layout.size(), Scalar[dtype], alignment=16, address_space = to.address_space()
        ]()
        for i in range(thread_idx.x, UInt(layout.size()), block_dim.x):
            var source = self.ptr + materialize[layout]()(Int(i))
            async_copy[4](source.address_space_cast[AddressSpace.GLOBAL](), (target + i).address_space_cast[AddressSpace.SHARED]())
        return Copying[dtype, Layout(layout.size()), to](Tile[dtype, Layout(layout.size()), placement=to](target))

    async fn reduce[op: fn (Scalar[dtype], Scalar[dtype]) -> Scalar[dtype]](self) -> Scalar[dtype]:
        """All elements in one."""
        var result = self.ptr[0]
        for i in range(1, layout.size()):
            result = op(result, self.ptr[i])
        return result

    fn load_tile(self, position: Int) -> WarpTile[dtype]:
        """One element per lane of the warp."""
        return WarpTile(self.ptr[position])

    fn store[fragment: Layout](self, row: Int, column: Int, values: Fragment[fragment]):
        """Puts the registers of a warp where the fragment's layout says, 16 rows from here."""
        var corner = self.ptr + row * layout.stride[0].value() + column

        @parameter
        for v in range(fragment.size() // WARP_SIZE):
            var place = fragment_place[fragment](v)
            corner[place % 16 * layout.stride[0].value() + place // 16] = values.registers[v]


@register_passable("trivial")
struct Copying[dtype: DType, layout: Layout, placement: Placement]:
    """A tile on its way."""

    var tile: Tile[dtype, layout, placement=placement]

    fn __init__(out self, tile: Tile[dtype, layout, placement=placement]):
        self.tile = tile

    fn __await__(self) -> Tile[dtype, layout, placement=placement]:
        async_copy_wait_all()
        barrier()
        return self.tile


@register_passable("trivial")
struct WarpTile[dtype: DType]:
    """One element per lane."""

    var value: Scalar[dtype]

    fn __init__(out self, value: Scalar[dtype]):
        self.value = value

    fn reduce(self) -> Scalar[dtype]:
        return warp.sum(self.value)


fn add(a: Float32, b: Float32) -> Float32:
    return a + b


# -- fragments of the tensor cores --------------------------------------------------------------------------


@always_inline
fn fragment_place[layout: Layout](register: Int) -> Int:
    """The place, by columns, of a register of this lane: its thread is (lane mod 4, lane / 4)."""
    alias threads = layout[0]
    alias values = layout[1]
    var lane = Int(lane_id())
    var place = lane % 4 * threads.stride[0].value() + lane // 4 * threads.stride[1].value()
    return place + materialize[values]()(register)


@register_passable("trivial")
struct Fragment[layout: Layout]:
    """A matrix in the registers of a warp."""

    alias size = layout.size() // WARP_SIZE

    var registers: SIMD[DType.float32, Self.size]

    fn __init__(out self, registers: SIMD[DType.float32, Self.size]):
        self.registers = registers

    fn __matmul__(self, other: Fragment[layout_b_mma]) -> Fragment[layout_c_mma]:
        var sums = SIMD[DType.float32, 4](0)
        mma(sums, rebind[SIMD[DType.float32, 4]](self.registers), rebind[SIMD[DType.float32, 2]](other.registers), sums)
        return Fragment[layout_c_mma](sums)

    fn __iadd__(mut self, other: Self):
        self.registers += other.registers


@register_passable("trivial")
struct Loading[layout: Layout, rows: Int, columns: Int, turned: Bool]:
    """A fragment whose elements are on their way to shared memory; the layout of B counts by rows."""

    var room: UnsafePointer[Float32, address_space = AddressSpace.SHARED]
    var arrived: UnsafePointer[UInt64, address_space = AddressSpace.SHARED]
    var phase: Int32

    fn __init__(
        out self,
        room: UnsafePointer[Float32, address_space = AddressSpace.SHARED],
        arrived: UnsafePointer[UInt64, address_space = AddressSpace.SHARED],
        phase: Int32,
    ):
        self.room = room
        self.arrived = arrived
        self.phase = phase

    fn __await__(self) -> Fragment[layout]:
        mbarrier_wait_parity(self.arrived, self.phase)
        var registers = SIMD[DType.float32, layout.size() // WARP_SIZE](0)

        @parameter
        for v in range(layout.size() // WARP_SIZE):
            var place = fragment_place[layout](v)
            registers[v] = self.room[place if turned else place % rows * columns + place // rows]
        return Fragment[layout](registers)


@register_passable("trivial")
struct Fragments[layout: Layout, fragment: Layout, rows: Int, columns: Int, *, turned: Bool = False]:
    """A matrix whose fragments come one after the other, through two places in shared memory."""

    var matrix: Tile[DType.float32, layout, placement = Placement.DEVICE]
    var room: UnsafePointer[Float32, address_space = AddressSpace.SHARED]
    var arrived: UnsafePointer[UInt64, address_space = AddressSpace.SHARED]
    var count: Int

    @always_inline
    fn __init__(out self, matrix: Tile[DType.float32, layout, placement = Placement.DEVICE]):
        self.matrix = matrix
        self.room = stack_allocation[2 * rows * columns, Float32, alignment=16, address_space = AddressSpace.SHARED]()
        self.arrived = stack_allocation[2, UInt64, alignment=8, address_space = AddressSpace.SHARED]()
        self.count = 0
        if thread_idx.x == 0:
            mbarrier_init(self.arrived, 32)
            mbarrier_init(self.arrived + 1, 32)
        barrier()

    fn __getitem__(mut self, row: Int, column: Int) -> Loading[fragment, rows, columns, turned]:
        """Starts copying the fragment at a place."""
        syncwarp()
        var stage = self.count % 2
        var room = self.room + stage * rows * columns
        var corner = self.matrix.tile[rows, columns](row, column).ptr
        for i in range(Int(lane_id()), rows * columns, 32):
            var source = corner + i // columns * layout.stride[0].value() + i % columns
            async_copy[4](source.address_space_cast[AddressSpace.GLOBAL](), room + i)
        async_copy_arrive_noinc(self.arrived + stage)
        self.count += 1
        return Loading[fragment, rows, columns, turned](room, self.arrived + stage, Int32((self.count - 1) // 2 % 2))


alias N = 32
alias matrix = Layout.row_major(N, N)
alias Matrix = Tile[DType.float32, matrix, placement = Placement.DEVICE]


fn matmul(a_ptr: UnsafePointer[Float32], b_ptr: UnsafePointer[Float32], c_ptr: UnsafePointer[Float32]):
    var a = Fragments[matrix, layout_a_mma, 16, 8](Matrix(a_ptr))
    var b = Fragments[matrix, layout_b_mma, 8, 8, turned=True](Matrix(b_ptr))
    var c = Matrix(c_ptr)
    var row = Int(block_idx.y)
    var column = Int(block_idx.x)
    var a_frag = a[row, 0]
    var b_frag = b[0, column]
    var acc_frag = Fragment[layout_c_mma](0)
    for i in range(1, N // 8):
        var next_a_frag = a[row, i]
        var next_b_frag = b[i, column]
        acc_frag += (await a_frag) @ (await b_frag)
        swap(a_frag, next_a_frag)
        swap(b_frag, next_b_frag)
    acc_frag += (await a_frag) @ (await b_frag)
    c.store(row * 16, column * 8, acc_frag)


alias WARPS = 4


fn sum_reduction(buf_ptr: UnsafePointer[Float32], global_atomic: UnsafePointer[Float32]):
    var buf = Tile[DType.float32, Layout(1024), placement = Placement.DEVICE](buf_ptr)
    var smem = Tile[DType.float32, Layout(WARPS), placement = Placement.BLOCK](
        stack_allocation[WARPS, Float32, address_space = AddressSpace.SHARED]()
    )
    var tile = buf.load_tile(Int(global_idx.x))
    var sum = tile.reduce()
    if not lane_id():
        smem.ptr[warp_id()] = sum
    barrier()
    if not thread_idx.x:
        _ = Atomic[DType.float32].fetch_add(global_atomic, await smem.reduce[add]())


fn turned(input_ptr: UnsafePointer[Float32], output: UnsafePointer[Float32]):
    # One tile of 8 by 4 per block, turned over, while the copy is under way the block does something else.
    var input = Matrix(input_ptr)
    var smem = input.tile[8, 4](Int(block_idx.y), Int(block_idx.x)).copy[Placement.BLOCK]()
    var amount = Float32(block_idx.x + 10 * block_idx.y)
    var tile = await smem
    var i = Int(thread_idx.x)
    output[(Int(block_idx.y) * 8 + Int(block_idx.x)) * 32 + i] = tile.ptr[31 - i] + 10000 * amount


def main():
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.float32](N * N)
    var b = ctx.enqueue_create_buffer[DType.float32](N * N)
    var c = ctx.enqueue_create_buffer[DType.float32](N * N)
    with a.map_to_host() as host:
        for i in range(N * N):
            host[i] = Float32(i % 7 - 3)
    with b.map_to_host() as host:
        for i in range(N * N):
            host[i] = Float32(i % 5 - 2)
    ctx.enqueue_function[matmul](a, b, c, grid_dim=(N // 8, N // 16), block_dim=32)
    var wrong = 0
    with c.map_to_host() as host:
        for row in range(N):
            for column in range(N):
                var expected = 0
                for k in range(N):
                    expected += ((row * N + k) % 7 - 3) * ((k * N + column) % 5 - 2)
                if host[row * N + column] != Float32(expected):
                    wrong += 1
    print("matmul, wrong:", wrong)
    var total = ctx.enqueue_create_buffer[DType.float32](1)
    _ = total.enqueue_fill(0)
    ctx.enqueue_function[sum_reduction](a, total, grid_dim=8, block_dim=32 * WARPS)
    with total.map_to_host() as host:
        print("sum_reduction:", host[0])
    ctx.enqueue_function[turned](a, c, grid_dim=(8, 4), block_dim=32)
    with c.map_to_host() as host:
        print("turned:", host[0], host[31], host[32], host[1023])

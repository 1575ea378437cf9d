"""Tiles as values: parts of tensors that know their layout and who has them, copies that are awaited, software pipelines.

Matrices in the registers of warps are in `layout.fragments`.
"""

from std.gpu.id import block_dim, thread_idx
from std.gpu.memory import async_copy, async_copy_commit_group, async_copy_wait_all, async_copy_wait_group
from std.gpu.sync import barrier
from std.gpu.warp import shuffle_xor
from std.gpu.globals import WARP_SIZE
from std.layout._tiling import inside
from std.layout.fragments import Fragment, FragmentLayout
from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout
from std.layout.runtime_layout import RuntimeLayout
from std.layout.swizzle import Swizzle
from std.memory import stack_allocation


@fieldwise_init
struct Placement(Equatable, TrivialRegisterPassable):
    """Who has a tile: the whole device, a cluster, a block, or a warp.

    Example:

    ```mojo
    from layout.tiles import Placement

    print(Placement.BLOCK.address_space() == AddressSpace.SHARED, Placement.WARP == Placement.DEVICE)  # True False
    ```
    """

    var _value: Int

    comptime DEVICE = Placement(0)
    """All of the device: global memory."""
    comptime CLUSTER = Placement(1)
    """The blocks of a cluster: their shared memory."""
    comptime BLOCK = Placement(2)
    """A block: shared memory."""
    comptime WARP = Placement(3)
    """A warp: the registers of its lanes."""

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """True for the same place."""
        return self._value == other._value

    @always_inline
    def address_space(self) -> AddressSpace:
        """The memory that such tiles are in."""
        return AddressSpace.GENERIC if self == Placement.DEVICE or self == Placement.WARP else AddressSpace.SHARED


comptime DEVICE = Placement.DEVICE
"""The place of tiles in global memory.

Example:

```mojo
from layout.tiles import DEVICE, SHARED, WARP

print(DEVICE == SHARED, WARP == WARP)  # False True
```
"""
comptime SHARED = Placement.BLOCK
"""The place of tiles in a block's shared memory."""
comptime WARP = Placement.WARP
"""The place of tiles in a warp's registers."""


struct Tile[
    dtype: DType, layout: Layout, *, placement: Placement = Placement.DEVICE, swizzle: Optional[Swizzle] = None
](TrivialRegisterPassable):
    """A part of a tensor: a layout known while compiling, and a place.

    Example:

    ```mojo
    from layout import Layout
    from layout.tiles import SHARED, Tile
    from std.gpu import thread_idx
    from std.gpu.host import DeviceContext

    comptime Matrix = Tile[DType.float32, Layout.row_major(8, 8)]

    def turned(input: UnsafePointer[Float32, MutAnyOrigin], output: UnsafePointer[Float32, MutAnyOrigin]):
        var on_the_way = Matrix(input).tile[4, 4](1, 0).copy[SHARED]()
        var tile = await on_the_way
        Matrix(output)[thread_idx.x // 4, thread_idx.x % 4] = tile[thread_idx.x % 4, thread_idx.x // 4]

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.float32](64)
    var b = context.enqueue_create_buffer[DType.float32](64)
    with a.map_to_host() as values:
        for i in range(64):
            values[i] = Float32(i)
    context.enqueue_function[turned](a, b, grid_dim=1, block_dim=16)
    with b.map_to_host() as values:
        print(values[1], values[8])  # 40.0 33.0
    ```

    ```mojo
    from layout import Layout
    from layout.tiles import Tile

    def larger(a: Int32, b: Int32) -> Int32:
        return max(a, b)

    var numbers: List[Int32] = [3, 1, 4, 1, 5, 9]
    var tile = Tile[DType.int32, Layout.row_major(2, 3)](numbers.unsafe_ptr())
    tile.store(0, 7)
    print(tile.load(0), tile[1, 2], tile.size, await tile.reduce(larger))  # 7 9 6 9
    _ = numbers
    ```

    ```mojo
    from layout import Layout
    from layout.tiles import SHARED, Tile, WARP
    from std.gpu import thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.memory import async_copy_wait_all
    from std.gpu.sync import barrier

    def kernel(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        var room = Tile[DType.int32, Layout(32), placement=SHARED].allocate()
        Tile[DType.int32, Layout(32)](numbers).copy_to(room)
        async_copy_wait_all()
        barrier()
        numbers[thread_idx.x] = room.load_tile[WARP](31 - thread_idx.x).value

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    with numbers.map_to_host() as values:
        for i in range(32):
            values[i] = Int32(i)
    context.enqueue_function[kernel](numbers, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[0], values[30])  # 31 1
    ```
    """

    comptime Pointer = UnsafePointer[Scalar[Self.dtype], MutAnyOrigin, address_space = Self.placement.address_space()]
    """The type of the address of the elements."""
    comptime size = Self.layout.size()
    """How many elements there are."""

    var ptr: Self.Pointer
    """Where the element of coordinate zero is."""

    @always_inline
    def __init__(out self, ptr: UnsafePointer[Scalar[Self.dtype], _, address_space = Self.placement.address_space()]):
        """The elements from an address on."""
        self.ptr = {mlir_value = ptr.address}

    @staticmethod
    @always_inline
    def allocate() -> Self:
        """A tile in memory of the block's own."""
        comptime assert Self.placement.address_space() == AddressSpace.SHARED, "only blocks allocate tiles"
        return Self(
            stack_allocation[
                Self.layout.cosize(), Scalar[Self.dtype], alignment=16, address_space = Self.placement.address_space()
            ]()
        )

    @always_inline
    def _offset(self, offset: Int) -> Int:
        comptime if Self.swizzle:
            return Self.swizzle.value()(offset)
        else:
            return offset

    @always_inline
    def _place(self, row: Int, column: Int) -> Int:
        var layout = RuntimeLayout[Self.layout]()
        return self._offset(layout.mode_offset[0](row) + layout.mode_offset[1](column))

    @always_inline
    def load(self, i: Int) -> Scalar[Self.dtype]:
        """An element by its number, counted by columns."""
        return self.ptr[self._offset(RuntimeLayout[Self.layout]()(i))]

    @always_inline
    def store(self, i: Int, value: Scalar[Self.dtype]):
        """Sets an element by its number, counted by columns."""
        self.ptr[self._offset(RuntimeLayout[Self.layout]()(i))] = value

    @always_inline
    def __getitem__(self, row: Int, column: Int) -> Scalar[Self.dtype]:
        """An element of a matrix."""
        return self.ptr[self._place(row, column)]

    @always_inline
    def __setitem__(self, row: Int, column: Int, value: Scalar[Self.dtype]):
        """Sets an element of a matrix."""
        self.ptr[self._place(row, column)] = value

    @always_inline
    def tile[
        M: Int, N: Int
    ](self, m: Int, n: Int) -> Tile[Self.dtype, inside(Self.layout, IntTuple(M, N)), placement = Self.placement]:
        """One of the tiles of `M` rows and `N` columns."""
        comptime assert not Self.swizzle, "a swizzled tile has no parts"
        var layout = RuntimeLayout[Self.layout]()
        return {self.ptr + layout.mode_offset[0](m * M) + layout.mode_offset[1](n * N)}

    # -- copies ---------------------------------------------------------------------------------

    @always_inline
    def copy[
        to: Placement, swizzle: Optional[Swizzle] = None
    ](self) -> TileCopy[Self.dtype, _packed(Self.layout), to, swizzle]:
        """Starts copying the tile to a block's shared memory; the threads of the block share the work. `await` gives the copy."""
        var target = Tile[Self.dtype, _packed(Self.layout), placement=to, swizzle=swizzle].allocate()
        self.copy_to(target)
        return {target}

    @always_inline
    def copy_to(self, target: Tile[Self.dtype, _, placement=_, swizzle=_]):
        """Starts copying the tile to one in shared memory; whoever reads it waits for that."""
        comptime assert target.size == Self.size, "both tiles must have the same elements"
        for i in range(Int(thread_idx.x), Self.size, Int(block_dim.x)):
            var source = self.ptr + self._offset(RuntimeLayout[Self.layout]()(i))
            var place = target.ptr + target._offset(RuntimeLayout[target.layout]()(i))
            comptime if Self.dtype.size_of() == 4 or Self.dtype.size_of() == 8:
                async_copy[Self.dtype.size_of()](
                    source.address_space_cast[AddressSpace.GLOBAL](), place.address_space_cast[AddressSpace.SHARED]()
                )
            else:
                place[] = source[]

    # -- registers ------------------------------------------------------------------------------

    @always_inline
    def __getitem__[
        F: FragmentLayout
    ](self, row: Int, column: Int, *, shape: Tuple[Int, Int], layout: F) -> Fragment[Self.dtype, F]:
        """Starts loading the matrix of the given shape from a row and column on into the registers of this warp; `await` gives them."""
        debug_assert(shape[0] == F.rows and shape[1] == F.columns, "the layout is of another shape")
        var result = Fragment[Self.dtype, F]()
        comptime for v in range(F.size):
            var place = F.place[v]()
            result.registers[v] = self[row + place[0], column + place[1]]
        return result

    @always_inline
    def store[F: FragmentLayout](self, row: Int, column: Int, values: Fragment[Self.dtype, F], *, layout: F):
        """Puts a matrix from the registers of this warp to a row and column."""
        comptime for v in range(F.size):
            var place = F.place[v]()
            self[row + place[0], column + place[1]] = values.registers[v]

    @always_inline
    def load_tile[to: Placement](self, i: Int) -> WarpTile[Self.dtype]:
        """One element for each lane of a warp: this lane's is number `i`."""
        comptime assert to == Placement.WARP, "tiles are loaded into registers of warps"
        return {self.load(i)}

    async def reduce[
        Op: def(Scalar[Self.dtype], Scalar[Self.dtype]) -> Scalar[Self.dtype], //
    ](self, op: Op) -> Scalar[Self.dtype]:
        """All elements in one, computed by this thread."""
        var result = self.load(0)
        for i in range(1, Self.size):
            result = op(result, self.load(i))
        return result


def _packed(layout: Layout) -> Layout:
    # The elements of a tile close together, the last index running fastest.
    return Layout.row_major(layout.shape)


@fieldwise_init
struct TileCopy[dtype: DType, layout: Layout, placement: Placement, swizzle: Optional[Swizzle]](TrivialRegisterPassable):
    """A tile on its way to a block; `await` waits, with the whole block, and gives it.

    Example:

    ```mojo
    from layout.tiles import SHARED, TileCopy
    from layout import Layout

    comptime Copy = TileCopy[DType.float32, Layout.row_major(4, 4), SHARED, None]
    print(Copy.layout)  # ((4, 4):(4, 1))
    ```
    """

    var tile: Tile[Self.dtype, Self.layout, placement = Self.placement, swizzle = Self.swizzle]
    """Where it will be."""

    @always_inline
    def __await__(self) -> Tile[Self.dtype, Self.layout, placement = Self.placement, swizzle = Self.swizzle]:
        """The tile, once all of it is there."""
        async_copy_wait_all()
        barrier()
        return self.tile


@fieldwise_init
struct WarpTile[dtype: DType](TrivialRegisterPassable):
    """One element in each lane of a warp.

    Example:

    ```mojo
    from layout import Layout
    from layout.tiles import Tile, WARP
    from std.gpu import thread_idx
    from std.gpu.host import DeviceContext

    def add(a: Int32, b: Int32) -> Int32:
        return a + b

    def kernel(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        var tile = Tile[DType.int32, Layout.row_major(32)](numbers).load_tile[WARP](thread_idx.x)
        numbers[thread_idx.x] = tile.reduce(add)

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](32)
    numbers.enqueue_fill(2)
    context.enqueue_function[kernel](numbers, grid_dim=1, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[0], values[31])  # 64 64
    ```
    """

    var value: Scalar[Self.dtype]
    """This lane's element."""

    @always_inline
    def reduce[
        Op: def(Scalar[Self.dtype], Scalar[Self.dtype]) -> Scalar[Self.dtype], //
    ](self, op: Op) -> Scalar[Self.dtype]:
        """All elements in one, for every lane."""
        var result = self.value
        var offset = WARP_SIZE // 2
        while offset > 0:
            result = op(result, shuffle_xor(result, UInt32(offset)))
            offset //= 2
        return result


@always_inline
def pipeline[
    Load: def(Int, Int) -> None, Use: def(Int, Int) -> None, //, stages: Int
](steps: Int, load: Load, use: Use):
    """A software pipeline: `load(step, stage)` starts the copies of a step, `use(step, stage)` works with them when they are there, while
    the copies of the next `stages - 1` steps are under way. All threads of the block take part.

    Example:

    ```mojo
    from layout import Layout
    from layout.tiles import SHARED, Tile, pipeline
    from std.gpu import thread_idx
    from std.gpu.host import DeviceContext

    comptime Numbers = Tile[DType.float32, Layout.row_major(8, 32)]
    comptime Stages = Tile[DType.float32, Layout.row_major(3, 32), placement=SHARED]

    def sums(input: UnsafePointer[Float32, MutAnyOrigin], output: UnsafePointer[Float32, MutAnyOrigin]):
        var room = Stages.allocate()
        var sum = Float32(0)

        def load(step: Int, stage: Int) {imm}:
            Numbers(input).tile[1, 32](step, 0).copy_to(room.tile[1, 32](stage, 0))

        def use(step: Int, stage: Int) {mut sum, imm}:
            sum += room[stage, 31 - thread_idx.x]

        pipeline[3](8, load, use)
        output[thread_idx.x] = sum

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.float32](256)
    var b = context.enqueue_create_buffer[DType.float32](32)
    with a.map_to_host() as values:
        for i in range(256):
            values[i] = Float32(i)
    context.enqueue_function[sums](a, b, grid_dim=1, block_dim=32)
    with b.map_to_host() as values:
        print(values[0], values[31])  # 1144.0 896.0
    ```
    """
    comptime assert stages > 1, "a pipeline has at least two stages"
    for step in range(stages - 1):
        if step < steps:
            load(step, step)
        async_copy_commit_group()
    for step in range(steps):
        async_copy_wait_group[Int32(stages - 2)]()
        barrier()
        var ahead = step + stages - 1
        if ahead < steps:
            load(ahead, ahead % stages)
        async_copy_commit_group()
        use(step, step % stages)

"""Matrices in the registers of a warp: which lane holds which element, as a layout, and products by the tensor cores."""

from std.gpu.globals import WARP_SIZE
from std.gpu.id import lane_id
from std.gpu.mma import mma
from std.layout.layout import Layout
from std.layout.runtime_layout import RuntimeLayout
from std.utils.index import Index, IndexList


trait FragmentLayout(Defaultable, TrivialRegisterPassable):
    """Where the elements of a matrix are in the registers of a warp.

    Example:

    ```mojo
    from layout.fragments import FragmentLayout, TF32_A

    def registers[F: FragmentLayout](layout: F) -> Int:
        return F.size

    print(registers(TF32_A), registers(TF32_A.times[1, 2]()))  # 4 8
    ```
    """

    comptime rows: Int
    """How many rows the matrix has."""
    comptime columns: Int
    """How many columns the matrix has."""
    comptime base: Int
    """How many registers of a lane an instruction takes."""
    comptime down: Int
    """How many such parts lie below one another."""
    comptime across: Int
    """How many such parts lie beside one another."""
    comptime size: Int
    """How many registers of a lane the matrix takes."""

    @staticmethod
    def place[register: Int]() -> IndexList[2]:
        """The row and column of what a register of this lane holds."""
        ...


struct MatrixLayout[
    layout: Layout, part_rows: Int, part_columns: Int, *, by_rows: Bool = False, grid_rows: Int = 1, grid_columns: Int = 1
](FragmentLayout):
    """What an instruction of the tensor cores holds where: the first mode of the layout is the lane, the second the register; it gives
    a number of the element, counted by columns or by rows. Larger matrices are grids of such parts.

    Example:

    ```mojo
    from layout.fragments import TF32_A, TF32_B, TF32_C

    comptime larger = TF32_B.times[2, 2]()
    print(type_of(larger).rows, type_of(larger).columns, type_of(larger).size)  # 16 16 8
    print(TF32_A.layout, TF32_C.layout)  # (((4, 8), (2, 2)):((16, 1), (8, 64))) (((4, 8), (2, 2)):((32, 1), (16, 8)))
    ```
    """

    comptime rows = Self.part_rows * Self.grid_rows
    """How many rows the matrix has."""
    comptime columns = Self.part_columns * Self.grid_columns
    """How many columns the matrix has."""
    comptime base = Self.layout.size() // 32
    """How many registers of a lane an instruction takes."""
    comptime down = Self.grid_rows
    """How many such parts lie below one another."""
    comptime across = Self.grid_columns
    """How many such parts lie beside one another."""
    comptime size = Self.base * Self.down * Self.across
    """How many registers of a lane the matrix takes."""

    @always_inline
    def __init__(out self):
        """The layout."""
        pass

    @always_inline
    def times[
        rows: Int, columns: Int
    ](self) -> MatrixLayout[
        Self.layout, Self.part_rows, Self.part_columns, by_rows = Self.by_rows, grid_rows=rows, grid_columns=columns
    ]:
        """The layout of a grid of such matrices."""
        return {}

    @staticmethod
    @always_inline
    def place[register: Int]() -> IndexList[2]:
        """The row and column of what a register of this lane holds."""
        comptime part = register // Self.base
        var number = RuntimeLayout[Self.layout[0]]()(Int(lane_id())) + RuntimeLayout[Self.layout[1]]()(register % Self.base)
        comptime if Self.by_rows:
            var row = number // Self.part_columns
            return _in_grid[part, Self.across](row, number % Self.part_columns, Self.part_rows, Self.part_columns)
        else:
            var row = number % Self.part_rows
            return _in_grid[part, Self.across](row, number // Self.part_rows, Self.part_rows, Self.part_columns)


@always_inline
def _in_grid[part: Int, across: Int](row: Int, column: Int, rows: Int, columns: Int) -> IndexList[2]:
    return Index(row + part // across * rows, column + part % across * columns)


comptime TF32_A = MatrixLayout[Layout([[4, 8], [2, 2]], [[16, 1], [8, 64]]), 16, 8]()
"""The left operand of `m16n8k8` with tf32 numbers.

Example:

```mojo
from layout.fragments import HALF_A, TF32_A

print(TF32_A.columns, HALF_A.columns)  # 8 16
```
"""
comptime TF32_B = MatrixLayout[Layout([[4, 8], 2], [[8, 1], 32]), 8, 8, by_rows=True]()
"""The right operand of `m16n8k8` with tf32 numbers."""
comptime TF32_C = MatrixLayout[Layout([[4, 8], [2, 2]], [[32, 1], [16, 8]]), 16, 8]()
"""The sums of `m16n8k8` and `m16n8k16`."""
comptime HALF_A = MatrixLayout[Layout([[4, 8], [2, 2, 2]], [[32, 1], [16, 8, 128]]), 16, 16]()
"""The left operand of `m16n8k16` with numbers of 16 bits."""
comptime HALF_B = MatrixLayout[Layout([[4, 8], [2, 2]], [[16, 1], [8, 64]]), 16, 8, by_rows=True]()
"""The right operand of `m16n8k16` with numbers of 16 bits."""


struct Fragment[dtype: DType, F: FragmentLayout](TrivialRegisterPassable):
    """A matrix in the registers of a warp. Loads into it are under way until it is awaited.

    Example:

    ```mojo
    from layout import Layout
    from layout.fragments import Fragment, TF32_A, TF32_B, TF32_C
    from layout.tiles import Tile
    from std.gpu.host import DeviceContext

    comptime Square = Tile[DType.float32, Layout.row_major(16, 16)]
    comptime a_layout = TF32_A.times[1, 2]()
    comptime b_layout = TF32_B.times[2, 2]()
    comptime c_layout = TF32_C.times[1, 2]()

    def product(a: UnsafePointer[Float32, MutAnyOrigin], b: UnsafePointer[Float32, MutAnyOrigin], c: UnsafePointer[Float32, MutAnyOrigin]):
        var a_frag = Square(a)[0, 0, shape=(16, 16), layout=a_layout]
        var b_frag = Square(b)[0, 0, shape=(16, 16), layout=b_layout]
        var sums = Fragment[DType.float32, type_of(c_layout)](0)
        sums += (await a_frag) @ (await b_frag)
        Square(c).store(0, 0, sums, layout=c_layout)

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.float32](256)
    var c = context.enqueue_create_buffer[DType.float32](256)
    a.enqueue_fill(2)
    context.enqueue_function[product](a, a, c, grid_dim=1, block_dim=32)
    with c.map_to_host() as values:
        print(values[0], values[255])  # 64.0 64.0
    ```
    """

    var registers: SIMD[Self.dtype, Self.F.size]
    """What this lane holds."""

    @always_inline
    def __init__(out self, value: Scalar[Self.dtype] = 0):
        """The same number everywhere."""
        self.registers = SIMD[Self.dtype, Self.F.size](value)

    @always_inline
    def __await__(self) -> Self:
        """The matrix, once it is there."""
        return self

    @always_inline
    def __iadd__(mut self, other: Self):
        """Adds another matrix."""
        self.registers += other.registers

    @always_inline
    def __iadd__[A: FragmentLayout, B: FragmentLayout, of: DType](mut self, product: Product[of, A, B]):
        """Adds a product of two matrices, by the tensor cores."""
        comptime assert A.rows == Self.F.rows and B.columns == Self.F.columns, "the product has another shape"
        comptime assert A.columns == B.rows, "the matrices do not fit"
        comptime for m in range(Self.F.down):
            comptime for n in range(Self.F.across):
                comptime first = (m * Self.F.across + n) * Self.F.base
                var sums = self.registers.slice[Self.F.base, offset=first]()
                comptime for k in range(A.across):
                    var a = product.a.registers.slice[A.base, offset = (m * A.across + k) * A.base]()
                    var b = product.b.registers.slice[B.base, offset = (k * B.across + n) * B.base]()
                    mma(sums, a, b, sums)
                self.registers = self.registers.insert[offset=first](sums)

    @always_inline
    def __matmul__[B: FragmentLayout](self, other: Fragment[Self.dtype, B]) -> Product[Self.dtype, Self.F, B]:
        """The product of two matrices, which is computed where it is added."""
        return {self, other}


@fieldwise_init
struct Product[dtype: DType, A: FragmentLayout, B: FragmentLayout](TrivialRegisterPassable):
    """Two matrices to be multiplied.

    Example:

    ```mojo
    from layout.fragments import Product, TF32_A, TF32_B

    comptime Pair = Product[DType.float32, type_of(TF32_A), type_of(TF32_B)]
    print(Pair.A.columns, Pair.B.rows)  # 8 8
    ```
    """

    var a: Fragment[Self.dtype, Self.A]
    """The left one."""
    var b: Fragment[Self.dtype, Self.B]
    """The right one."""


comptime RegisterTile[
    F: FragmentLayout, //, *, shape: Tuple[Int, Int], layout: F, dtype: DType = DType.float32
] = Fragment[dtype, F]
"""A matrix in the registers of a warp, by its shape and its layout.

Example:

```mojo
from layout.fragments import RegisterTile, TF32_A

var tile = RegisterTile[shape=(16, 8), layout=TF32_A](3)
print(tile.registers)  # [3.0, 3.0, 3.0, 3.0]
```
"""

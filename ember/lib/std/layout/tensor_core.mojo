"""TensorCore: matrix instructions on tiles of tensors. The lanes of a warp hold a tile's elements together, as fragments."""

from std.gpu.id import lane_id
from std.gpu.mma import mma
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.tile_layout import row_major
from std.layout.tile_tensor import TileTensor, stack_allocation
from std.sys.info import is_amd_gpu
from std.utils.index import Index, IndexList

comptime shape_16x8x4 = Index(16, 8, 4)
"""The tile of `m16n8k4`.

```mojo
from layout.tensor_core import shape_16x8x8

print(shape_16x8x8)  # (16, 8, 8)
```
"""
comptime shape_16x8x8 = Index(16, 8, 8)
"""The tile of `m16n8k8`."""
comptime shape_16x8x16 = Index(16, 8, 16)
"""The tile of `m16n8k16`."""
comptime shape_16x8x32 = Index(16, 8, 32)
"""The tile of `m16n8k32`."""
comptime shape_8x8x4 = Index(8, 8, 4)
"""The tile of `m8n8k4`."""
comptime shape_16x16x4 = Index(16, 16, 4)
"""A tile of AMD's instructions."""
comptime shape_16x16x16 = Index(16, 16, 16)
"""A tile of AMD's instructions."""
comptime shape_16x16x32 = Index(16, 16, 32)
"""A tile of AMD's instructions."""
comptime shape_32x32x8 = Index(32, 32, 8)
"""A tile of AMD's instructions."""
comptime shape_32x32x16 = Index(32, 32, 16)
"""A tile of AMD's instructions."""
comptime shape_null = Index(0, 0, 0)
"""No tile."""


struct TensorCore[out_type: DType, in_type: DType, shape: IndexList[3], transpose_b: Bool = False](
    Defaultable, TrivialRegisterPassable
):
    """D = A B + C for tiles of `shape` (rows of A, columns of B, columns of A); with `transpose_b`, B's tiles are transposed.

    The types of the tiles choose the instruction, as in `gpu.mma.mma`.

    ```mojo
    from layout import TileTensor, row_major
    from layout.tensor_core import TensorCore
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime f32 = DType.float32
    comptime A = row_major[16, 8]()
    comptime B = row_major[8, 8]()

    def kernel(
        a: TileTensor[mut=False, f32, type_of(A), MutAnyOrigin],
        b: TileTensor[mut=False, f32, type_of(B), MutAnyOrigin],
        c: TileTensor[mut=True, f32, type_of(A), MutAnyOrigin],
    ):
        var op = TensorCore[f32, f32, Index(16, 8, 8)]()
        op.store_d(c, op.mma_op(op.load_a(a), op.load_b(b), op.load_c(c)))

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[f32](128)
    var b = context.enqueue_create_buffer[f32](64)
    var c = context.enqueue_create_buffer[f32](128)
    a.enqueue_fill(1)
    b.enqueue_fill(2)
    c.enqueue_fill(3)
    context.enqueue_function[kernel](TileTensor(a, A), TileTensor(b, B), TileTensor(c, A), grid_dim=1, block_dim=32)
    with c.map_to_host() as values:
        print(values[0], values[127])  # 19.0 19.0
    ```

    A warp's tiles, of several rows and columns of such tiles:

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.tensor_core import TensorCore
    from std.gpu.host import DeviceContext
    from std.utils import Index

    comptime Matrix = LayoutTensor[DType.float32, Layout.row_major(32, 32), MutAnyOrigin]
    comptime Parts[rows: Int, size: Int] = LayoutTensor[
        DType.float32, Layout.row_major(rows, size), MutAnyOrigin, address_space = AddressSpace.LOCAL
    ]

    def kernel(a: Matrix, b: Matrix, c: Matrix):
        var op = TensorCore[DType.float32, DType.float32, Index(16, 8, 8)]()
        var a_parts = Parts[2, 4].stack_allocation().vectorize[1, 4]()
        var b_parts = Parts[4, 2].stack_allocation().vectorize[1, 2]()
        var sums = Parts[8, 4].stack_allocation().fill(0)
        comptime for k in range(4):
            op.load_a(a, a_parts, k)
            op.load_b(b, b_parts, k)
            op.mma(a_parts, b_parts, sums.vectorize[1, 4]())
        comptime for m in range(2):
            comptime for n in range(4):
                op.store_d(c.tile[16, 8](m, n), sums.tile[1, 4](2 * n + m, 0))

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.float32](1024)
    var c = context.enqueue_create_buffer[DType.float32](1024)
    with a.map_to_host() as values:
        for i in range(1024):
            values[i] = 2 if i % 33 == 0 else 0
        values[5] = 1
    context.enqueue_function[kernel](Matrix(a), Matrix(a), Matrix(c), grid_dim=1, block_dim=32)
    with c.map_to_host() as values:
        print(values[0], values[5], values[6], values[1023])  # 4.0 4.0 0.0 4.0
    ```
    """

    comptime a_size = Self.shape[0] * Self.shape[2] // 32
    """How many elements of A a lane holds."""
    comptime b_size = Self.shape[1] * Self.shape[2] // 32
    """How many elements of B a lane holds."""
    comptime c_size = Self.shape[0] * Self.shape[1] // 32
    """How many elements of C a lane holds."""
    comptime Fragment[dtype: DType, size: Int] = LayoutTensor[
        dtype, Layout.row_major(1, size), MutAnyOrigin, address_space = AddressSpace.LOCAL
    ]
    """What a lane holds of a LayoutTensor."""
    comptime TileFragment[dtype: DType, size: Int] = TileTensor[
        dtype, type_of(row_major[1, size]()), MutUntrackedOrigin, address_space = AddressSpace.LOCAL
    ]
    """What a lane holds of a TileTensor."""

    @always_inline
    def __init__(out self):
        """The operation."""
        comptime assert not is_amd_gpu(), "TensorCore is for NVIDIA GPUs"

    # -- LayoutTensors --------------------------------------------------------------------------

    @always_inline
    def load_a(self, a: LayoutTensor) -> Self.Fragment[a.dtype, Self.a_size]:
        """This lane's part of a tile of A."""
        var result = Self.Fragment[a.dtype, Self.a_size].stack_allocation()
        comptime for i in range(Self.a_size):
            var place = _place_in_a[a.dtype, i]()
            result[0, i] = a[place[0], place[1]][0]
        return result

    @always_inline
    def load_b(self, b: LayoutTensor) -> Self.Fragment[b.dtype, Self.b_size]:
        """This lane's part of a tile of B."""
        var result = Self.Fragment[b.dtype, Self.b_size].stack_allocation()
        comptime for i in range(Self.b_size):
            var place = _place_in_b[b.dtype, i, Self.transpose_b]()
            result[0, i] = b[place[0], place[1]][0]
        return result

    @always_inline
    def load_c(self, c: LayoutTensor) -> Self.Fragment[c.dtype, Self.c_size]:
        """This lane's part of a tile of C."""
        var result = Self.Fragment[c.dtype, Self.c_size].stack_allocation()
        comptime for i in range(Self.c_size):
            var place = _place_in_c[i]()
            result[0, i] = c[place[0], place[1]][0]
        return result

    @always_inline
    def mma_op(self, a: LayoutTensor, b: LayoutTensor, c: LayoutTensor) -> Self.Fragment[c.dtype, Self.c_size]:
        """The product of fragments, and C added."""
        var result = Self.Fragment[c.dtype, Self.c_size].stack_allocation()
        var sums = _values[Self.c_size](c)
        mma(sums, _values[Self.a_size](a), _values[Self.b_size](b), sums)
        comptime for i in range(Self.c_size):
            result[0, i] = sums[i]
        return result

    @always_inline
    def store_d(self, d_dst: LayoutTensor, d_src: LayoutTensor):
        """Puts this lane's part into a tile."""
        var values = _values[Self.c_size](d_src)
        comptime for i in range(Self.c_size):
            var place = _place_in_c[i]()
            d_dst[place[0], place[1]] = values[i].cast[d_dst.dtype]()

    # -- TileTensors ----------------------------------------------------------------------------

    @always_inline
    def load_a(self, a: TileTensor) -> Self.TileFragment[a.dtype, Self.a_size]:
        """This lane's part of a tile of A."""
        var result = stack_allocation[a.dtype, address_space = AddressSpace.LOCAL](row_major[1, Self.a_size]())
        comptime for i in range(Self.a_size):
            var place = _place_in_a[a.dtype, i]()
            result[0, i] = a[place[0], place[1]][0]
        return result

    @always_inline
    def load_b(self, b: TileTensor) -> Self.TileFragment[b.dtype, Self.b_size]:
        """This lane's part of a tile of B."""
        var result = stack_allocation[b.dtype, address_space = AddressSpace.LOCAL](row_major[1, Self.b_size]())
        comptime for i in range(Self.b_size):
            var place = _place_in_b[b.dtype, i, Self.transpose_b]()
            result[0, i] = b[place[0], place[1]][0]
        return result

    @always_inline
    def load_c(self, c: TileTensor) -> Self.TileFragment[c.dtype, Self.c_size]:
        """This lane's part of a tile of C."""
        var result = stack_allocation[c.dtype, address_space = AddressSpace.LOCAL](row_major[1, Self.c_size]())
        comptime for i in range(Self.c_size):
            var place = _place_in_c[i]()
            result[0, i] = c[place[0], place[1]][0]
        return result

    @always_inline
    def mma_op(self, a: TileTensor, b: TileTensor, c: TileTensor) -> Self.TileFragment[c.dtype, Self.c_size]:
        """The product of fragments, and C added."""
        var result = stack_allocation[c.dtype, address_space = AddressSpace.LOCAL](row_major[1, Self.c_size]())
        var sums = _values[Self.c_size](c.to_layout_tensor())
        mma(sums, _values[Self.a_size](a.to_layout_tensor()), _values[Self.b_size](b.to_layout_tensor()), sums)
        comptime for i in range(Self.c_size):
            result[0, i] = sums[i]
        return result

    @always_inline
    def store_d(self, d_dst: TileTensor, d_src: TileTensor):
        """Puts this lane's part into a tile."""
        var values = _values[Self.c_size](d_src.to_layout_tensor())
        comptime for i in range(Self.c_size):
            var place = _place_in_c[i]()
            d_dst[place[0], place[1]] = values[i].cast[d_dst.dtype]()

    @always_inline
    def store_d(self, d_dst: TileTensor, d_src: LayoutTensor):
        """Puts this lane's part into a tile."""
        self.store_d(d_dst.to_layout_tensor(), d_src)

    # -- tiles of warps -------------------------------------------------------------------------

    @always_inline
    def load_a(self, warp_tile: LayoutTensor, fragments: LayoutTensor, mma_tile_coord_k: Int = 0):
        """This lane's parts of all tiles of A below one another in a tile of the warp, one vector each; `mma_tile_coord_k` is their column."""
        comptime for m in range(warp_tile.shape[0]() // Self.shape[0]):
            var part = self.load_a(warp_tile.tile[Self.shape[0], Self.shape[2]](m, mma_tile_coord_k))
            fragments[m, 0] = rebind[fragments.element_type](_values[Self.a_size](part))

    @always_inline
    def load_b(
        self, warp_tile: LayoutTensor, fragments: LayoutTensor, mma_tile_coord_k: Int = 0, warp_tile_coord_n: Int = 0
    ):
        """This lane's parts of all tiles of B beside one another in a tile of the warp, one vector each; `mma_tile_coord_k` is their row."""
        comptime count = fragments.shape[0]()
        comptime for n in range(count):
            var place = warp_tile_coord_n * count + n
            comptime if Self.transpose_b:
                var part = self.load_b(warp_tile.tile[Self.shape[1], Self.shape[2]](place, mma_tile_coord_k))
                fragments[n, 0] = rebind[fragments.element_type](_values[Self.b_size](part))
            else:
                var part = self.load_b(warp_tile.tile[Self.shape[2], Self.shape[1]](mma_tile_coord_k, place))
                fragments[n, 0] = rebind[fragments.element_type](_values[Self.b_size](part))

    @always_inline
    def mma(self, a_frag: LayoutTensor, b_frag: LayoutTensor, c_frag: LayoutTensor):
        """Adds the products of all parts of A with all parts of B to those of C, which lie in the order of A's, then of B's."""
        comptime rows = a_frag.shape[0]()
        comptime for m in range(rows):
            comptime for n in range(b_frag.shape[0]()):
                var a = rebind[SIMD[a_frag.dtype, Self.a_size]](a_frag[m, 0])
                var b = rebind[SIMD[b_frag.dtype, Self.b_size]](b_frag[n, 0])
                var sums = rebind[SIMD[c_frag.dtype, Self.c_size]](c_frag[n * rows + m, 0])
                mma(sums, a, b, sums)
                c_frag[n * rows + m, 0] = rebind[c_frag.element_type](sums)

    @always_inline
    def load_a(self, warp_tile: TileTensor, fragments: TileTensor, mma_tile_coord_k: Int = 0):
        """This lane's parts of all tiles of A below one another in a tile of the warp."""
        self.load_a(warp_tile.to_layout_tensor(), fragments.to_layout_tensor(), mma_tile_coord_k)

    @always_inline
    def load_b(
        self, warp_tile: TileTensor, fragments: TileTensor, mma_tile_coord_k: Int = 0, warp_tile_coord_n: Int = 0
    ):
        """This lane's parts of all tiles of B beside one another in a tile of the warp."""
        self.load_b(warp_tile.to_layout_tensor(), fragments.to_layout_tensor(), mma_tile_coord_k, warp_tile_coord_n)

    @always_inline
    def mma(self, a_frag: TileTensor, b_frag: TileTensor, c_frag: TileTensor):
        """Adds the products of all parts of A with all parts of B to those of C."""
        self.mma(a_frag.to_layout_tensor(), b_frag.to_layout_tensor(), c_frag.to_layout_tensor())


def get_mma_shape[input_type: DType, accum_type: DType, shape_id: Int = 0]() -> IndexList[3]:
    """The tile that an instruction for these types multiplies.

    ```mojo
    from layout.tensor_core import get_fragment_size, get_mma_shape, num_matrix_reg

    comptime shape = get_mma_shape[DType.bfloat16, DType.float32]()
    print(shape, get_fragment_size[shape](), num_matrix_reg[16, 8]())  # (16, 8, 16) (8, 4, 4) 4
    ```
    """
    comptime if input_type.size_of() == 4:
        comptime assert shape_id < 2, "tiles of 4 and of 8 columns are multiplied"
        return shape_16x8x8 if shape_id == 0 else shape_16x8x4
    elif input_type.size_of() == 2:
        comptime assert shape_id < 2, "tiles of 8 and of 16 columns are multiplied"
        return shape_16x8x16 if shape_id == 0 else shape_16x8x8
    else:
        comptime assert input_type.size_of() == 1, "no instruction multiplies such numbers"
        return shape_16x8x32


def get_fragment_size[mma_shape: IndexList[3]]() -> IndexList[3]:
    """How many elements of A, B and C a lane holds.

    ```mojo
    from layout.tensor_core import get_fragment_size, shape_16x8x8

    print(get_fragment_size[shape_16x8x8]())  # (4, 2, 4)
    ```
    """
    return Index(
        num_matrix_reg[mma_shape[0], mma_shape[2]](),
        num_matrix_reg[mma_shape[2], mma_shape[1]](),
        num_matrix_reg[mma_shape[0], mma_shape[1]](),
    )


def num_matrix_reg[dim_1: Int, dim_2: Int]() -> Int:
    """How many elements of a matrix a lane holds.

    ```mojo
    from layout.tensor_core import num_matrix_reg

    print(num_matrix_reg[16, 16]())  # 8
    ```
    """
    return dim_1 * dim_2 // 32


@always_inline
def load_to_simd(tensor: LayoutTensor) -> SIMD[tensor.dtype, tensor.layout.size() * tensor.element_size]:
    """All numbers of a small tensor as a vector.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.tensor_core import load_to_simd

    var numbers: List[Float32] = [1, 2, 3, 4]
    print(load_to_simd(LayoutTensor[DType.float32, Layout.row_major(1, 4)](numbers)))  # [1.0, 2.0, 3.0, 4.0]
    ```
    """
    return _values[tensor.layout.size() * tensor.element_size](tensor)


@always_inline
def load_to_simd(tensor: TileTensor) -> SIMD[tensor.dtype, tensor.LayoutType.static_product * tensor.element_size]:
    """All numbers of a small tensor as a vector."""
    return _values[tensor.LayoutType.static_product * tensor.element_size](tensor.to_layout_tensor())


@always_inline
def _values[size: Int](fragment: LayoutTensor) -> SIMD[fragment.dtype, size]:
    # All numbers of a fragment, whether its elements are numbers or vectors.
    var result = SIMD[fragment.dtype, size]()
    comptime for i in range(size // fragment.element_size):
        var element = fragment._load(fragment.runtime_layout(i))
        comptime for k in range(fragment.element_size):
            result[i * fragment.element_size + k] = element[k]
    return result


@always_inline
def _place_in_a[dtype: DType, i: Int]() -> IndexList[2]:
    # The row and column of element `i` of a lane: elements lie in registers of 32 bits, rows alternate by 8.
    comptime per = max(1, 4 // dtype.size_of())
    var lane = Int(lane_id())
    return Index(lane // 4 + 8 * (i // per % 2), per * (lane % 4) + 4 * per * (i // per // 2) + i % per)


@always_inline
def _place_in_b[dtype: DType, i: Int, transposed: Bool]() -> IndexList[2]:
    comptime per = max(1, 4 // dtype.size_of())
    var lane = Int(lane_id())
    var row = per * (lane % 4) + 4 * per * (i // per) + i % per
    comptime if transposed:
        return Index(lane // 4, row)
    else:
        return Index(row, lane // 4)


@always_inline
def _place_in_c[i: Int]() -> IndexList[2]:
    var lane = Int(lane_id())
    return Index(lane // 4 + 8 * (i // 2), 2 * (lane % 4) + i % 2)

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

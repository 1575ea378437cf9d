"""TensorCoreAsync: products of tiles in shared memory by a group of four warps (`wgmma`), and the layouts of such tiles."""

from std.gpu.host.tensor_map import TensorMapSwizzle
from std.gpu.wgmma import (
    WGMMADescriptor,
    WGMMASwizzle,
    wgmma_async,
    wgmma_commit_group_sync,
    wgmma_fence_aligned,
    wgmma_wait_group_sync,
)
from std.layout.int_tuple import IntTuple
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.tile_tensor import TileTensor
from std.utils.index import IndexList

comptime WGMMA_K_BYTES = 32
"""How many bytes of a row of A an instruction takes.

```mojo
from layout.tensor_core_async import WGMMA_K_BYTES

print(WGMMA_K_BYTES)  # 32
```
"""


def tile_layout_k_major[
    dtype: DType, BM: Int, BK: Int, swizzle_mode: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE
]() -> Layout:
    """How a tile of `BM` rows along K lies in shared memory for `wgmma`: eight rows of a swizzle's width (16 bytes without one) close
    together, then the next eight rows, then the next columns. Swizzled copies permute the bytes, not the layout.

    ```mojo
    from layout.tensor_core_async import tile_layout_k_major

    print(tile_layout_k_major[DType.bfloat16, 64, 16]())  # (((8, 8), (8, 2)):((8, 64), (1, 512)))
    ```
    """
    var width = _width(swizzle_mode) // dtype.size_of()
    return Layout(
        IntTuple(IntTuple(8, BM // 8), IntTuple(width, BK // width)),
        IntTuple(IntTuple(width, 8 * width), IntTuple(1, BM * width)),
    )


def _width(swizzle: TensorMapSwizzle) -> Int:
    return max(swizzle.bytes(), 16)


struct TensorCoreAsync[
    c_type: DType,
    a_type: DType,
    b_type: DType,
    mma_shape: IndexList[3],
    /,
    a_swizzle: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE,
    b_swizzle: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE,
    transpose_b: Bool = False,
](Defaultable, TrivialRegisterPassable):
    """Products of tiles in shared memory: `arrive`, any number of `wgmma`, `commit_group`, `wait_group`. Tiles lie as `tile_layout_k_major` says;
    B's is `N` by `K` (`transpose_b`). A thread's sums of the product of 64 rows with `mma_shape[1]` columns are a row of C's tensor.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.tensor_core_async import TensorCoreAsync, tile_layout_k_major
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.sync import fence_async_view_proxy
    from std.utils import Index

    comptime bf16 = DType.bfloat16
    comptime LEFT = tile_layout_k_major[bf16, 64, 32]()
    comptime RIGHT = tile_layout_k_major[bf16, 8, 32]()

    def kernel(result: UnsafePointer[Float32, MutAnyOrigin]):
        var a = LayoutTensor[bf16, LEFT, MutAnyOrigin, address_space = AddressSpace.SHARED, alignment=128].stack_allocation()
        var b = LayoutTensor[bf16, RIGHT, MutAnyOrigin, address_space = AddressSpace.SHARED, alignment=128].stack_allocation()
        for i in range(thread_idx.x, 64 * 32, 128):
            a[i // 32, i % 32] = BFloat16(i // 32)
        for i in range(thread_idx.x, 8 * 32, 128):
            b[i // 32, i % 32] = BFloat16(i // 32 + 1)
        fence_async_view_proxy()
        barrier()
        var c = LayoutTensor[DType.float32, Layout.row_major(1, 4), MutAnyOrigin, address_space = AddressSpace.LOCAL].stack_allocation().fill(0)
        var op = TensorCoreAsync[DType.float32, bf16, bf16, Index(64, 8, 16), transpose_b=True]()
        op.arrive()
        op.wgmma(a, b, c)
        op.commit_group()
        op.wait_group()
        result[thread_idx.x] = c[0, 3][0]

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.float32](128)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=128)
    with result.map_to_host() as values:
        print(values[0], values[5], values[127])  # 512.0 1152.0 16128.0
    ```
    """

    @always_inline
    def __init__(out self):
        """The operation."""
        comptime assert Self.a_type == Self.b_type, "both tiles must be of the same type"
        comptime assert Self.c_type == DType.float32, "sums are of type float32"
        comptime assert Self.transpose_b, "B's tiles must lie along K: give 'transpose_b'"

    @staticmethod
    @always_inline
    def arrive():
        """Orders what was done with registers and shared memory before the products."""
        wgmma_fence_aligned()

    @staticmethod
    @always_inline
    def commit_group():
        """Makes a group of the products since the last group."""
        wgmma_commit_group_sync()

    @staticmethod
    @always_inline
    def wait_group[group: Int = 0]():
        """Waits until at most `group` groups are under way."""
        wgmma_wait_group_sync[group]()

    @staticmethod
    @always_inline
    def wgmma[
        num_warp_groups: Int = 1
    ](a_smem_tile: LayoutTensor, b_smem_tile: LayoutTensor, c_reg_tile: LayoutTensor, wg_idx: Int = 0):
        """Starts adding the product of two tiles to C. Of several groups of warps, each takes its share of A's rows."""
        comptime columns = Self.mma_shape[1]
        comptime rows = a_smem_tile.shape[0]() // (64 * num_warp_groups)
        comptime a_bytes = a_smem_tile.shape[0]() * _width(Self.a_swizzle)
        comptime b_bytes = b_smem_tile.shape[0]() * _width(Self.b_swizzle)
        var a = _describe[Self.a_swizzle, a_bytes](a_smem_tile) + wg_idx * rows * 64 * _width(Self.a_swizzle)
        var b = _describe[Self.b_swizzle, b_bytes](b_smem_tile)
        comptime for m in range(rows):
            comptime for n in range(b_smem_tile.shape[0]() // columns):
                comptime place = n * rows + m
                var sums = SIMD[DType.float32, columns // 2]()
                comptime for i in range(columns // 2):
                    sums[i] = rebind[Float32](c_reg_tile[place, i])
                comptime for k in range(a_smem_tile.shape[1]() // Self.mma_shape[2]):
                    comptime left = m * 64 * _width(Self.a_swizzle) + _step[Self.a_swizzle, a_bytes](k)
                    comptime right = n * columns * _width(Self.b_swizzle) + _step[Self.b_swizzle, b_bytes](k)
                    sums = wgmma_async[64, columns, Self.mma_shape[2]](
                        WGMMADescriptor[Self.a_type](a.desc) + left, WGMMADescriptor[Self.a_type](b.desc) + right, sums
                    )
                comptime for i in range(columns // 2):
                    c_reg_tile[place, i] = rebind[c_reg_tile.element_type](SIMD[DType.float32, 1](sums[i]))

    @staticmethod
    @always_inline
    def wgmma[
        num_warp_groups: Int = 1
    ](a_smem_tile: TileTensor, b_smem_tile: TileTensor, c_reg_tile: TileTensor, wg_idx: Int = 0):
        """Starts adding the product of two tiles to C."""
        Self.wgmma[num_warp_groups](
            a_smem_tile.to_layout_tensor(), b_smem_tile.to_layout_tensor(), c_reg_tile.to_layout_tensor(), wg_idx
        )


@always_inline
def _describe[swizzle: TensorMapSwizzle, column_bytes: Int](tile: LayoutTensor) -> WGMMADescriptor[tile.dtype]:
    # Eight rows follow one another at eight times their width; without a swizzle the next 16 bytes of a row are a column of rows away.
    comptime leading = column_bytes if swizzle.bytes() == 0 else 16
    comptime mode = WGMMASwizzle(_mode(swizzle))
    return WGMMADescriptor[tile.dtype].create[8 * _width(swizzle), leading, mode](
        UnsafePointer[Scalar[tile.dtype], MutAnyOrigin, address_space = AddressSpace.SHARED](mlir_value=tile.ptr.address)
    )


def _mode(swizzle: TensorMapSwizzle) -> Int:
    # The hardware counts from the widest.
    return 0 if swizzle.bytes() == 0 else 128 // swizzle.bytes() - (128 // swizzle.bytes()) // 4


def _step[swizzle: TensorMapSwizzle, column_bytes: Int](k: Int) -> Int:
    # How far the next 32 bytes of all rows are: within a swizzle's width, or in the next column of rows.
    return k * WGMMA_K_BYTES % _width(swizzle) + k * WGMMA_K_BYTES // _width(swizzle) * column_bytes

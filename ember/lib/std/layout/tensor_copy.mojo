"""Copies that the threads of a block share: between global memory, shared memory and registers.

Every thread copies its share of the elements, as a layout of threads says. A barrier afterwards is the caller's.
"""

from std.gpu.id import block_dim, lane_id, thread_idx
from std.gpu.memory import async_copy, async_copy_commit_group, async_copy_wait_all
from std.layout.layout import Layout
from std.layout.layout_tensor import LayoutTensor
from std.layout.swizzle import Swizzle
from std.sys.info import is_nvidia_gpu


struct ThreadScope(Equatable, TrivialRegisterPassable):
    """Whose threads share a copy.

    ```mojo
    from layout.layout_tensor import ThreadScope

    print(ThreadScope.BLOCK == ThreadScope.WARP)  # False
    ```
    """

    var _value: Int

    comptime BLOCK = ThreadScope(0)
    """The threads of a block."""

    comptime WARP = ThreadScope(1)
    """The threads of a warp."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same threads."""
        return self._value == other._value


@always_inline
def _worker[scope: ThreadScope, block_dim_count: Int]() -> Int:
    # The number of this thread among those that share the copy.
    comptime if scope == ThreadScope.WARP:
        return Int(lane_id())
    elif block_dim_count == 1:
        return Int(thread_idx.x)
    elif block_dim_count == 2:
        return Int(thread_idx.y) * Int(block_dim.x) + Int(thread_idx.x)
    else:
        return (Int(thread_idx.z) * Int(block_dim.y) + Int(thread_idx.y)) * Int(block_dim.x) + Int(thread_idx.x)


@always_inline
def _copy_shares[
    dst_thread_layout: Layout,
    src_thread_layout: Layout,
    swizzle: Optional[Swizzle],
    num_threads: Int,
    asynchronous: Bool,
](dst: LayoutTensor, src: LayoutTensor, thread: Int):
    # The share of one thread; threads beyond the layout have none.
    comptime workers = src_thread_layout.size()
    comptime if num_threads > workers:
        if thread >= workers:
            return
    var to = dst.distribute[dst_thread_layout, swizzle=swizzle](thread)
    var source = src.distribute[src_thread_layout](thread)
    comptime if asynchronous:
        to.copy_from_async(source)
    else:
        to.copy_from(source)


@always_inline
def copy_dram_to_sram[
    src_thread_layout: Layout,
    dst_thread_layout: Layout = src_thread_layout,
    /,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = src_thread_layout.size(),
    thread_scope: ThreadScope = ThreadScope.BLOCK,
    block_dim_count: Int = 1,
](dst: LayoutTensor, src: LayoutTensor):
    """Copies a tile from global to shared memory.

    ```mojo no-run
    from gpu import barrier
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_dram_to_sram
    from std.memory import AddressSpace

    comptime layout = Layout.row_major(16, 16)

    def kernel(matrix: LayoutTensor[DType.float32, layout, MutAnyOrigin]):
        var tile = LayoutTensor[
            DType.float32, layout, MutAnyOrigin, address_space = AddressSpace.SHARED
        ].stack_allocation()
        copy_dram_to_sram[Layout.row_major(8, 16)](tile, matrix)
        barrier()
    ```
    """
    _copy_shares[dst_thread_layout, src_thread_layout, swizzle, num_threads, False](
        dst, src, _worker[thread_scope, block_dim_count]()
    )


@always_inline
def copy_dram_to_sram[
    *,
    thread_layout: Layout,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = thread_layout.size(),
    thread_scope: ThreadScope = ThreadScope.BLOCK,
    block_dim_count: Int = 1,
](dst: LayoutTensor, src: LayoutTensor):
    """The same with one layout of threads for both tensors."""
    _copy_shares[thread_layout, thread_layout, swizzle, num_threads, False](
        dst, src, _worker[thread_scope, block_dim_count]()
    )


@always_inline
def copy_dram_to_sram_async[
    src_thread_layout: Layout,
    dst_thread_layout: Layout = src_thread_layout,
    /,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = src_thread_layout.size(),
    thread_scope: ThreadScope = ThreadScope.BLOCK,
    block_dim_count: Int = 1,
](dst: LayoutTensor, src: LayoutTensor):
    """Starts copying a tile from global to shared memory; `async_copy_wait_all` waits for it.

    Elements must be 4, 8 or 16 bytes large. Where the device has no such copies, it is a plain copy.

    ```mojo no-run
    from gpu import barrier
    from gpu.memory import async_copy_wait_all
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_dram_to_sram_async
    from std.memory import AddressSpace

    comptime layout = Layout.row_major(16, 16)

    def kernel(matrix: LayoutTensor[DType.float32, layout, MutAnyOrigin]):
        var tile = LayoutTensor[
            DType.float32, layout, MutAnyOrigin, address_space = AddressSpace.SHARED
        ].stack_allocation()
        copy_dram_to_sram_async[Layout.row_major(8, 4)](tile.vectorize[1, 4](), matrix.vectorize[1, 4]())
        async_copy_wait_all()
        barrier()
    ```
    """
    _copy_shares[dst_thread_layout, src_thread_layout, swizzle, num_threads, True](
        dst, src, _worker[thread_scope, block_dim_count]()
    )


@always_inline
def copy_dram_to_sram_async[
    *,
    thread_layout: Layout,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = thread_layout.size(),
    thread_scope: ThreadScope = ThreadScope.BLOCK,
    block_dim_count: Int = 1,
](dst: LayoutTensor, src: LayoutTensor):
    """The same with one layout of threads for both tensors."""
    _copy_shares[thread_layout, thread_layout, swizzle, num_threads, True](
        dst, src, _worker[thread_scope, block_dim_count]()
    )


@always_inline
def copy_sram_to_dram[
    thread_layout: Layout,
    /,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = thread_layout.size(),
    thread_scope: ThreadScope = ThreadScope.BLOCK,
    block_dim_count: Int = 1,
](dst: LayoutTensor, src: LayoutTensor):
    """Copies a tile from shared to global memory.

    ```mojo no-run
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_sram_to_dram
    from std.memory import AddressSpace

    comptime layout = Layout.row_major(16, 16)

    def kernel(matrix: LayoutTensor[DType.float32, layout, MutAnyOrigin]):
        var tile = LayoutTensor[
            DType.float32, layout, MutAnyOrigin, address_space = AddressSpace.SHARED
        ].stack_allocation()
        copy_sram_to_dram[Layout.row_major(8, 16)](matrix, tile)
    ```
    """
    var thread = _worker[thread_scope, block_dim_count]()
    comptime if num_threads > thread_layout.size():
        if thread >= comptime (thread_layout.size()):
            return
    dst.distribute[thread_layout](thread).copy_from(src.distribute[thread_layout, swizzle=swizzle](thread))


@always_inline
def copy_dram_to_local[
    src_thread_layout: Layout, /, *, thread_scope: ThreadScope = ThreadScope.BLOCK, block_dim_count: Int = 1
](dst: LayoutTensor, src: LayoutTensor):
    """Copies this thread's share of a tile in global memory to its registers.

    ```mojo no-run
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_dram_to_local

    def kernel(matrix: LayoutTensor[DType.float32, Layout.row_major(16, 16), MutAnyOrigin]):
        var share = LayoutTensor[DType.float32, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation()
        copy_dram_to_local[Layout.row_major(8, 16)](share, matrix)
    ```
    """
    dst.copy_from(src.distribute[src_thread_layout](_worker[thread_scope, block_dim_count]()))


@always_inline
def copy_sram_to_local[
    src_warp_layout: Layout, /, *, thread_scope: ThreadScope = ThreadScope.BLOCK, block_dim_count: Int = 1
](dst: LayoutTensor, src: LayoutTensor):
    """Copies this thread's share of a tile in shared memory to its registers.

    ```mojo no-run
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_sram_to_local
    from std.memory import AddressSpace

    def kernel():
        var tile = LayoutTensor[
            DType.float32, Layout.row_major(16, 16), MutAnyOrigin, address_space = AddressSpace.SHARED
        ].stack_allocation()
        var share = LayoutTensor[DType.float32, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation()
        copy_sram_to_local[Layout.row_major(8, 16)](share, tile)
    ```
    """
    dst.copy_from(src.distribute[src_warp_layout](_worker[thread_scope, block_dim_count]()))


@always_inline
def copy_local_to_dram[
    dst_thread_layout: Layout, /, *, thread_scope: ThreadScope = ThreadScope.BLOCK, block_dim_count: Int = 1
](dst: LayoutTensor, src: LayoutTensor):
    """Copies registers to this thread's share of a tile in global memory.

    ```mojo no-run
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_local_to_dram

    def kernel(matrix: LayoutTensor[DType.float32, Layout.row_major(16, 16), MutAnyOrigin]):
        var share = LayoutTensor[DType.float32, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation().fill(1)
        copy_local_to_dram[Layout.row_major(8, 16)](matrix, share)
    ```
    """
    dst.distribute[dst_thread_layout](_worker[thread_scope, block_dim_count]()).copy_from(src)


@always_inline
def copy_local_to_shared[
    thread_layout: Layout,
    /,
    *,
    swizzle: Optional[Swizzle] = None,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
    block_dim_count: Int = 1,
](dst: LayoutTensor, src: LayoutTensor):
    """Copies registers to this thread's share of a tile in shared memory.

    ```mojo no-run
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_local_to_shared
    from std.memory import AddressSpace

    def kernel():
        var tile = LayoutTensor[
            DType.float32, Layout.row_major(16, 16), MutAnyOrigin, address_space = AddressSpace.SHARED
        ].stack_allocation()
        var share = LayoutTensor[DType.float32, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation().fill(1)
        copy_local_to_shared[Layout.row_major(8, 16)](tile, share)
    ```
    """
    dst.distribute[thread_layout, swizzle=swizzle](_worker[thread_scope, block_dim_count]()).copy_from(src)


comptime copy_local_to_sram = copy_local_to_shared
"""An older name.

```mojo no-run
from layout import Layout, LayoutTensor
from layout.layout_tensor import copy_local_to_sram
from std.memory import AddressSpace

def kernel():
    var tile = LayoutTensor[
        DType.float32, Layout.row_major(16, 16), MutAnyOrigin, address_space = AddressSpace.SHARED
    ].stack_allocation()
    var share = LayoutTensor[DType.float32, Layout.row_major(2, 1), MutAnyOrigin].stack_allocation().fill(1)
    copy_local_to_sram[Layout.row_major(8, 16)](tile, share)
```
"""


@always_inline
def copy_local_to_local(dst: LayoutTensor, src: LayoutTensor):
    """Copies registers, converting the numbers where the types differ.

    ```mojo
    from layout import Layout, LayoutTensor
    from layout.layout_tensor import copy_local_to_local

    var floats = LayoutTensor[DType.float32, Layout.row_major(2), MutAnyOrigin].stack_allocation().fill(1.75)
    var halves = LayoutTensor[DType.float16, Layout.row_major(2), MutAnyOrigin].stack_allocation()
    copy_local_to_local(halves, floats)
    print(halves)  # 1.75 1.75
    ```
    """
    comptime for i in range(comptime (dst.layout.size())):
        var value = src._load(src.runtime_layout(i)).cast[dst.dtype]()
        dst._store(dst.runtime_layout(i), rebind[dst.element_type](value))


@always_inline
def _start_copy[
    dtype: DType, //, width: Int
](
    dst: UnsafePointer[Scalar[dtype], _, address_space=_],
    src: UnsafePointer[Scalar[dtype], _, address_space=_],
):
    # One element, without waiting where the device can.
    comptime if is_nvidia_gpu():
        async_copy[width * dtype.size_of()](
            src.address_space_cast[AddressSpace.GLOBAL](), dst.address_space_cast[AddressSpace.SHARED]()
        )
    else:
        dst.store[width=width](src.load[width=width]())

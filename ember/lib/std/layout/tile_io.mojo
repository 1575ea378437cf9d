"""Copies of TileTensors between memories, shared among the threads of a block. A barrier afterwards is the caller's."""

from std.gpu.id import _linear_thread, lane_id
from std.layout.swizzle import Swizzle
from std.layout.tensor_copy import ThreadScope
from std.layout.tile_layout import TensorLayout
from std.layout.tile_tensor import TileTensor


trait TileCopier(AnyType):
    """A way to copy a tile.

    ```mojo
    from layout import TileTensor, row_major
    from layout.tile_io import GenericToSharedTileCopier, TileCopier

    def copied[C: TileCopier](copier: C, dst: TileTensor, src: TileTensor):
        copier.copy(dst, src)

    def main():
        pass
    ```
    """

    def copy(self, dst: TileTensor, src: TileTensor):
        """Copies this thread's share."""
        ...


@always_inline
def _worker[scope: ThreadScope]() -> Int:
    comptime if scope == ThreadScope.WARP:
        return Int(lane_id())
    else:
        return Int(_linear_thread())


@always_inline
def _share_both[
    L: TensorLayout, //, thread_layout: L, to_swizzle: Optional[Swizzle], from_swizzle: Optional[Swizzle], num_threads: Int
](dst: TileTensor, src: TileTensor, thread: Int):
    # Threads beyond the layout have no share.
    comptime if num_threads > L.static_product:
        if thread >= L.static_product:
            return
    var target = dst.distribute[thread_layout, swizzle=to_swizzle](thread)
    target.copy_from(src.distribute[thread_layout, swizzle=from_swizzle](thread))


struct GenericToSharedTileCopier[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](Defaultable, TileCopier, TrivialRegisterPassable):
    """From global to shared memory.

    ```mojo
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import GenericToSharedTileCopier, SharedToGenericTileCopier
    from std.gpu import barrier
    from std.gpu.host import DeviceContext

    comptime L = row_major[4, 8]()
    comptime threads = row_major[4, 4]()

    def kernel(
        result: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin],
        numbers: TileTensor[mut=False, DType.float32, type_of(L), MutAnyOrigin],
    ):
        var tile = stack_allocation[DType.float32, address_space = AddressSpace.SHARED](L)
        GenericToSharedTileCopier[threads]().copy(tile, numbers)
        barrier()
        SharedToGenericTileCopier[threads]().copy(result, tile)

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.float32](32)
    var b = context.enqueue_create_buffer[DType.float32](32)
    a.enqueue_fill(5)
    context.enqueue_function[kernel](TileTensor(b, L), TileTensor(a, L), grid_dim=1, block_dim=16)
    with b.map_to_host() as values:
        print(values[0], values[31])  # 5.0 5.0
    ```
    """

    @always_inline
    def __init__(out self):
        """The way."""
        pass

    @always_inline
    def copy(self, dst: TileTensor, src: TileTensor):
        """Copies this thread's share."""
        _share_both[Self.thread_layout, Self.swizzle, None, Self.num_threads](dst, src, _worker[Self.thread_scope]())


struct SharedToGenericTileCopier[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](Defaultable, TileCopier, TrivialRegisterPassable):
    """From shared to global memory.

    ```mojo
    from layout import row_major
    from layout.tile_io import SharedToGenericTileCopier

    _ = SharedToGenericTileCopier[row_major[4, 8]()]()
    ```
    """

    @always_inline
    def __init__(out self):
        """The way."""
        pass

    @always_inline
    def copy(self, dst: TileTensor, src: TileTensor):
        """Copies this thread's share."""
        _share_both[Self.thread_layout, None, Self.swizzle, Self.num_threads](dst, src, _worker[Self.thread_scope]())


struct GenericToSharedAsyncTileCopier[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
    masked: Bool = False,
](Defaultable, TileCopier, TrivialRegisterPassable):
    """From global to shared memory without waiting; `async_copy_commit_group` and `async_copy_wait_all` are the caller's.

    ```mojo
    from layout import row_major
    from layout.tile_io import GenericToSharedAsyncTileCopier

    _ = GenericToSharedAsyncTileCopier[row_major[4, 8]()]()
    ```
    """

    @always_inline
    def __init__(out self):
        """The way."""
        pass

    @always_inline
    def copy(self, dst: TileTensor, src: TileTensor):
        """Starts the copy of this thread's share."""
        var thread = _worker[Self.thread_scope]()
        comptime if Self.num_threads > Self.L.static_product:
            if thread >= Self.L.static_product:
                return
        var target = dst.distribute[Self.thread_layout, swizzle = Self.swizzle](thread)
        target.to_layout_tensor().copy_from_async(src.distribute[Self.thread_layout](thread).to_layout_tensor())


struct GenericToLocalTileCopier[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](Defaultable, TileCopier, TrivialRegisterPassable):
    """From global memory to a thread's own.

    ```mojo
    from layout import row_major
    from layout.tile_io import GenericToLocalTileCopier

    _ = GenericToLocalTileCopier[row_major[4, 8]()]()
    ```
    """

    @always_inline
    def __init__(out self):
        """The way."""
        pass

    @always_inline
    def copy(self, dst: TileTensor, src: TileTensor):
        """Copies this thread's share."""
        var thread = _worker[Self.thread_scope]()
        comptime if Self.num_threads > Self.L.static_product:
            if thread >= Self.L.static_product:
                return
        dst.copy_from(src.distribute[Self.thread_layout](thread))


struct LocalToGenericTileCopier[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](Defaultable, TileCopier, TrivialRegisterPassable):
    """From a thread's own memory to global memory.

    ```mojo
    from layout import row_major
    from layout.tile_io import LocalToGenericTileCopier

    _ = LocalToGenericTileCopier[row_major[4, 8]()]()
    ```
    """

    @always_inline
    def __init__(out self):
        """The way."""
        pass

    @always_inline
    def copy(self, dst: TileTensor, src: TileTensor):
        """Copies this thread's share."""
        var thread = _worker[Self.thread_scope]()
        comptime if Self.num_threads > Self.L.static_product:
            if thread >= Self.L.static_product:
                return
        dst.distribute[Self.thread_layout](thread).copy_from(src)


comptime SharedToLocalTileCopier = GenericToLocalTileCopier
"""From shared memory to a thread's own.

```mojo
from layout import row_major
from layout.tile_io import SharedToLocalTileCopier

_ = SharedToLocalTileCopier[row_major[4, 8]()]()
```
"""


struct LocalToSharedTileCopier[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](Defaultable, TileCopier, TrivialRegisterPassable):
    """From a thread's own memory to shared memory.

    ```mojo
    from layout import row_major
    from layout.tile_io import LocalToSharedTileCopier

    _ = LocalToSharedTileCopier[row_major[4, 8]()]()
    ```
    """

    @always_inline
    def __init__(out self):
        """The way."""
        pass

    @always_inline
    def copy(self, dst: TileTensor, src: TileTensor):
        """Copies this thread's share."""
        var thread = _worker[Self.thread_scope]()
        comptime if Self.num_threads > Self.L.static_product:
            if thread >= Self.L.static_product:
                return
        dst.distribute[Self.thread_layout, swizzle = Self.swizzle](thread).copy_from(src)


@always_inline
def copy_dram_to_sram[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](dst: TileTensor, src: TileTensor):
    """Copies from global to shared memory.

    ```mojo no-run
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import copy_dram_to_sram

    comptime L = row_major[4, 8]()

    def kernel(tensor: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin]):
        var tile = stack_allocation[DType.float32, address_space = AddressSpace.SHARED](L)
        copy_dram_to_sram[row_major[4, 8]()](tile, tensor)
    ```
    """
    GenericToSharedTileCopier[thread_layout, swizzle=swizzle, num_threads=num_threads, thread_scope=thread_scope]().copy(dst, src)


@always_inline
def copy_dram_to_sram_async[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](dst: TileTensor, src: TileTensor):
    """Copies from global to shared memory without waiting.

    ```mojo no-run
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import copy_dram_to_sram_async

    comptime L = row_major[4, 8]()

    def kernel(tensor: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin]):
        var tile = stack_allocation[DType.float32, address_space = AddressSpace.SHARED](L)
        copy_dram_to_sram_async[row_major[4, 8]()](tile, tensor)
    ```
    """
    GenericToSharedAsyncTileCopier[thread_layout, swizzle=swizzle, num_threads=num_threads, thread_scope=thread_scope]().copy(dst, src)


@always_inline
def copy_sram_to_dram[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](dst: TileTensor, src: TileTensor):
    """Copies from shared to global memory.

    ```mojo no-run
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import copy_sram_to_dram

    comptime L = row_major[4, 8]()

    def kernel(tensor: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin]):
        var tile = stack_allocation[DType.float32, address_space = AddressSpace.SHARED](L)
        copy_sram_to_dram[row_major[4, 8]()](tensor, tile)
    ```
    """
    SharedToGenericTileCopier[thread_layout, swizzle=swizzle, num_threads=num_threads, thread_scope=thread_scope]().copy(dst, src)


@always_inline
def copy_dram_to_local[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](dst: TileTensor, src: TileTensor):
    """Copies from global memory to a thread's own.

    ```mojo no-run
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import copy_dram_to_local

    comptime L = row_major[4, 8]()

    def kernel(tensor: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin]):
        var share = stack_allocation[DType.float32, address_space = AddressSpace.LOCAL](row_major[1, 1]())
        copy_dram_to_local[row_major[4, 8]()](share, tensor)
    ```
    """
    GenericToLocalTileCopier[thread_layout, num_threads=num_threads, thread_scope=thread_scope]().copy(dst, src)


@always_inline
def copy_local_to_dram[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](dst: TileTensor, src: TileTensor):
    """Copies from a thread's own memory to global memory.

    ```mojo no-run
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import copy_local_to_dram

    comptime L = row_major[4, 8]()

    def kernel(tensor: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin]):
        var share = stack_allocation[DType.float32, address_space = AddressSpace.LOCAL](row_major[1, 1]())
        copy_local_to_dram[row_major[4, 8]()](tensor, share)
    ```
    """
    LocalToGenericTileCopier[thread_layout, num_threads=num_threads, thread_scope=thread_scope]().copy(dst, src)


@always_inline
def copy_sram_to_local[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](dst: TileTensor, src: TileTensor):
    """Copies from shared memory to a thread's own.

    ```mojo no-run
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import copy_sram_to_local

    comptime L = row_major[4, 8]()

    def kernel(tensor: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin]):
        var share = stack_allocation[DType.float32, address_space = AddressSpace.LOCAL](row_major[1, 1]())
        copy_sram_to_local[row_major[4, 8]()](share, tensor)
    ```
    """
    SharedToLocalTileCopier[thread_layout, num_threads=num_threads, thread_scope=thread_scope]().copy(dst, src)


@always_inline
def copy_local_to_shared[
    L: TensorLayout, //,
    thread_layout: L,
    *,
    swizzle: Optional[Swizzle] = None,
    num_threads: Int = L.static_product,
    thread_scope: ThreadScope = ThreadScope.BLOCK,
](dst: TileTensor, src: TileTensor):
    """Copies from a thread's own memory to shared memory.

    ```mojo no-run
    from layout import TileTensor, row_major, stack_allocation
    from layout.tile_io import copy_local_to_shared

    comptime L = row_major[4, 8]()

    def kernel(tensor: TileTensor[mut=True, DType.float32, type_of(L), MutAnyOrigin]):
        var share = stack_allocation[DType.float32, address_space = AddressSpace.LOCAL](row_major[1, 1]())
        copy_local_to_shared[row_major[4, 8]()](tensor, share)
    ```
    """
    LocalToSharedTileCopier[thread_layout, swizzle=swizzle, num_threads=num_threads, thread_scope=thread_scope]().copy(dst, src)

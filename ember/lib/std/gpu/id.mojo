"""Which thread this is: its coordinates in the block, the block's in the grid, and their sizes."""

from std.gpu.globals import WARP_SIZE
from std.sys.info import is_amd_gpu, is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic


@always_inline("nodebug")
def _register[name: StringLiteral]() -> UInt32:
    return llvm_intrinsic[name, UInt32, has_side_effect=False]()


@always_inline("nodebug")
def _check_dimension[dim: StringLiteral]():
    comptime assert dim == "x" or dim == "y" or dim == "z", "the coordinates of a thread are x, y and z"


# -- raw coordinates, in the device's own registers -----------------------------------------------------


@always_inline("nodebug")
def _thread_index[dim: StringLiteral]() -> UInt32:
    _check_dimension[dim]()
    comptime if is_nvidia_gpu():
        return _register["llvm.nvvm.read.ptx.sreg.tid." + dim]()
    elif is_amd_gpu():
        return _register["llvm.amdgcn.workitem.id." + dim]()
    else:
        return _only_on_devices["thread_idx"]()


@always_inline("nodebug")
def _block_index[dim: StringLiteral]() -> UInt32:
    _check_dimension[dim]()
    comptime if is_nvidia_gpu():
        return _register["llvm.nvvm.read.ptx.sreg.ctaid." + dim]()
    elif is_amd_gpu():
        return _register["llvm.amdgcn.workgroup.id." + dim]()
    else:
        return _only_on_devices["block_idx"]()


@always_inline("nodebug")
def _block_size[dim: StringLiteral]() -> UInt32:
    _check_dimension[dim]()
    comptime if is_nvidia_gpu():
        return _register["llvm.nvvm.read.ptx.sreg.ntid." + dim]()
    elif is_amd_gpu():
        return UInt32(_dispatch_packet().bitcast[UInt16]()[2 + _number_of[dim]()])
    else:
        return _only_on_devices["block_dim"]()


@always_inline("nodebug")
def _grid_size[dim: StringLiteral]() -> UInt32:
    _check_dimension[dim]()
    comptime if is_nvidia_gpu():
        return _register["llvm.nvvm.read.ptx.sreg.nctaid." + dim]()
    elif is_amd_gpu():
        return _dispatch_packet().bitcast[UInt32]()[3 + _number_of[dim]()] // _block_size[dim]()
    else:
        return _only_on_devices["grid_dim"]()


@always_inline("nodebug")
def _dispatch_packet() -> UnsafePointer[Byte, MutAnyOrigin, address_space = AddressSpace.CONSTANT]:
    # The packet that launched the kernel: block sizes at bytes 4, 6 and 8, sizes of the grid in threads from byte 12 on.
    return llvm_intrinsic[
        "llvm.amdgcn.dispatch.ptr", UnsafePointer[Byte, MutAnyOrigin, address_space = AddressSpace.CONSTANT]
    ]()


def _number_of[dim: StringLiteral]() -> Int:
    comptime if dim == "x":
        return 0
    elif dim == "y":
        return 1
    else:
        return 2


@always_inline("nodebug")
def _only_on_devices[what: StringLiteral]() -> UInt32:
    comptime assert False, "'" + what + "' has a meaning in kernels only; this is code for the host"
    return 0


@always_inline("nodebug")
def _linear_thread() -> UInt32:
    # The threads of a block are numbered x first.
    return _thread_index["x"]() + _block_size["x"]() * (_thread_index["y"]() + _block_size["y"]() * _thread_index["z"]())


# -- the names programs use ---------------------------------------------------------------------------------


@fieldwise_init
struct _ThreadIdx(Defaultable, TrivialRegisterPassable):
    """The coordinates of the thread in its block."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_thread_index[dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_thread_index[dim]())


@fieldwise_init
struct _BlockIdx(Defaultable, TrivialRegisterPassable):
    """The coordinates of the block in the grid."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_block_index[dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_block_index[dim]())


@fieldwise_init
struct _BlockDim(Defaultable, TrivialRegisterPassable):
    """The threads of a block in each direction."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_block_size[dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_block_size[dim]())


@fieldwise_init
struct _GridDim(Defaultable, TrivialRegisterPassable):
    """The blocks of the grid in each direction."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_grid_size[dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_grid_size[dim]())


@fieldwise_init
struct _GlobalIdx(Defaultable, TrivialRegisterPassable):
    """The coordinates of the thread in the grid."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_block_index[dim]() * _block_size[dim]() + _thread_index[dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_block_index[dim]() * _block_size[dim]() + _thread_index[dim]())


@fieldwise_init
struct _ClusterIdx(Defaultable, TrivialRegisterPassable):
    """The coordinates of the cluster in the grid."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_cluster_register["clusterid." + dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_cluster_register["clusterid." + dim]())


@fieldwise_init
struct _ClusterDim(Defaultable, TrivialRegisterPassable):
    """The blocks of a cluster in each direction."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_cluster_register["cluster.nctaid." + dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_cluster_register["cluster.nctaid." + dim]())


@fieldwise_init
struct _BlockInCluster(Defaultable, TrivialRegisterPassable):
    """The coordinates of the block in its cluster."""

    @always_inline("nodebug")
    @__only_2025("coordinates are of type Int")
    def __getattr__[dim: StringLiteral](self) -> UInt:
        """The coordinate `x`, `y` or `z`."""
        return UInt(_cluster_register["cluster.ctaid." + dim]())

    @always_inline("nodebug")
    def __getattr__[dim: StringLiteral](self) -> Int:
        """The coordinate `x`, `y` or `z`."""
        return Int(_cluster_register["cluster.ctaid." + dim]())


@always_inline("nodebug")
def _cluster_register[name: StringLiteral]() -> UInt32:
    comptime assert is_nvidia_gpu(), "only NVIDIA GPUs have clusters of blocks"
    return _register["llvm.nvvm.read.ptx.sreg." + name]()


comptime thread_idx = _ThreadIdx()
"""The place of the thread in its block.

Example:

```mojo
from std.gpu import block_dim, block_idx, thread_idx
from std.gpu.host import DeviceContext

def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
    var place = block_idx.x * block_dim.x + thread_idx.x
    result[place] = Int32(2 * place)

var context = DeviceContext()
var result = context.enqueue_create_buffer[DType.int32](64)
context.enqueue_function[kernel](result, grid_dim=2, block_dim=32)
with result.map_to_host() as values:
    print(values[40])  # 80
```
"""
comptime block_idx = _BlockIdx()
"""The place of the block in the grid."""
comptime block_dim = _BlockDim()
"""How many threads a block has in each direction."""
comptime grid_dim = _GridDim()
"""How many blocks the grid has in each direction."""
comptime global_idx = _GlobalIdx()
"""The place of the thread in the grid."""
comptime cluster_idx = _ClusterIdx()
"""The place of the cluster in the grid."""
comptime cluster_dim = _ClusterDim()
"""How many blocks a cluster has in each direction."""
comptime block_id_in_cluster = _BlockInCluster()
"""The place of the block in its cluster."""


@always_inline("nodebug")
@__only_2025("it is of type Int")
def lane_id() -> UInt:
    """The thread's place in its warp.

    Example:

    ```mojo
    from std.gpu import lane_id, thread_idx
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(lane_id())

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](64)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=64)
    with result.map_to_host() as values:
        print(values[37])  # 5
    ```
    """
    return UInt(_lane())


@always_inline("nodebug")
def lane_id() -> Int:
    """The thread's place in its warp."""
    return Int(_lane())


@always_inline("nodebug")
@__only_2025("it is of type Int")
def warp_id() -> UInt:
    """The number of the warp in its block.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp_id
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(warp_id())

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](64)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=64)
    with result.map_to_host() as values:
        print(values[37])  # 1
    ```
    """
    return UInt(_linear_thread() // UInt32(WARP_SIZE))


@always_inline("nodebug")
def warp_id() -> Int:
    """The number of the warp in its block."""
    return Int(_linear_thread() // UInt32(WARP_SIZE))


@always_inline("nodebug")
@__only_2025("it is of type Int")
def sm_id() -> UInt:
    """The number of the multiprocessor the block runs on.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.id import sm_id
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = Int32(sm_id() >= 0)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    return UInt(_multiprocessor())


@always_inline("nodebug")
def sm_id() -> Int:
    """The number of the multiprocessor the block runs on."""
    return Int(_multiprocessor())


@always_inline("nodebug")
def _lane() -> UInt32:
    comptime if is_nvidia_gpu():
        return _register["llvm.nvvm.read.ptx.sreg.laneid"]()
    elif is_amd_gpu():
        var low = llvm_intrinsic["llvm.amdgcn.mbcnt.lo", UInt32, has_side_effect=False](~UInt32(0), UInt32(0))
        return llvm_intrinsic["llvm.amdgcn.mbcnt.hi", UInt32, has_side_effect=False](~UInt32(0), low)
    else:
        return _only_on_devices["lane_id"]()


@always_inline("nodebug")
def _multiprocessor() -> UInt32:
    comptime assert is_nvidia_gpu(), "only NVIDIA GPUs number their multiprocessors"
    return _register["llvm.nvvm.read.ptx.sreg.smid"]()

"""Kernels that start before the kernel they depend on has finished."""

from std.gpu._target import requires_nvidia
from std.sys.intrinsics import llvm_intrinsic


@always_inline("nodebug")
def launch_dependent_grids():
    """Lets kernels that depend on this one start.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.grid_controls import launch_dependent_grids
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        launch_dependent_grids()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["launch_dependent_grids"]()
    llvm_intrinsic["llvm.nvvm.griddepcontrol.launch.dependents", NoneType]()


@always_inline("nodebug")
def wait_on_dependent_grids():
    """Waits until the kernels this one depends on have finished.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.grid_controls import wait_on_dependent_grids
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        wait_on_dependent_grids()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["wait_on_dependent_grids"]()
    llvm_intrinsic["llvm.nvvm.griddepcontrol.wait", NoneType]()

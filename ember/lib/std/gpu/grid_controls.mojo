"""Kernels that start before the kernel they depend on has finished."""

from std.gpu._target import requires_nvidia
from std.gpu.host.device_attribute import LaunchAttribute, LaunchAttributeID
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


@fieldwise_init
struct PDLLevel(Defaultable, Equatable, TrivialRegisterPassable):
    """How far a kernel overlaps with the one before it on the stream.

    Example:

    ```mojo
    from std.gpu.grid_controls import PDLLevel

    print(PDLLevel() == PDLLevel.OFF, PDLLevel.OVERLAP_AT_END > PDLLevel.OFF)  # True True
    ```
    """

    var _level: Int

    comptime OFF = PDLLevel(0)
    """Not at all."""
    comptime OVERLAP_AT_END = PDLLevel(1)
    """The next kernel starts when this one's results are written."""
    comptime OVERLAP_AT_BEGINNING = PDLLevel(2)
    """The next kernel starts when this one has started."""
    comptime NO_WAIT_OVERLAP_AT_END = PDLLevel(3)
    """As `OVERLAP_AT_END`, and this kernel does not wait for the one before it."""

    @always_inline
    def __init__(out self):
        """Off."""
        self = Self.OFF

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """True for the same level."""
        return self._level == other._level

    @always_inline
    def __eq__(self, other: Int) -> Bool:
        """True for the level of a number."""
        return self._level == other

    @always_inline
    def __gt__(self, other: Self) -> Bool:
        """True for a higher level."""
        return self._level > other._level

    @always_inline
    def __ge__(self, other: Self) -> Bool:
        """True for the same or a higher level."""
        return self._level >= other._level


@fieldwise_init
struct PDL(Defaultable, TrivialRegisterPassable):
    """Work between the kernels it depends on and those that depend on it: waits on entry, lets them start on exit.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.grid_controls import PDL
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        with PDL():
            result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """

    @always_inline
    def __enter__(self):
        """Waits until the kernels this one depends on have finished."""
        wait_on_dependent_grids()

    @always_inline
    def __exit__(self):
        """Lets kernels that depend on this one start."""
        launch_dependent_grids()


def pdl_launch_attributes(pdl_level: PDLLevel = PDLLevel()) -> List[LaunchAttribute]:
    """What a launch needs for a level: nothing if it is off.

    Example:

    ```mojo
    from std.gpu.grid_controls import PDLLevel, pdl_launch_attributes

    print(len(pdl_launch_attributes()), len(pdl_launch_attributes(PDLLevel.OVERLAP_AT_END)))  # 0 1
    ```
    """
    if pdl_level == PDLLevel.OFF:
        return []
    return [LaunchAttribute(LaunchAttributeID.PROGRAMMATIC_STREAM_SERIALIZATION, 1)]

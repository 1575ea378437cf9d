"""Numbers of a device, of a kernel and of a launch that can be asked for or set."""


@fieldwise_init
struct DeviceAttribute(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """A number that the driver knows about a device.

    Example:

    ```mojo
    from std.gpu.host import DeviceAttribute, DeviceContext

    print(DeviceContext().get_attribute(DeviceAttribute.WARP_SIZE))  # 32
    ```
    """

    var _value: Int32

    comptime MAX_THREADS_PER_BLOCK = DeviceAttribute(1)
    """Threads of a block at most."""
    comptime MAX_BLOCK_DIM_X = DeviceAttribute(2)
    """Threads of a block in the first direction at most."""
    comptime MAX_BLOCK_DIM_Y = DeviceAttribute(3)
    """Threads of a block in the second direction at most."""
    comptime MAX_BLOCK_DIM_Z = DeviceAttribute(4)
    """Threads of a block in the third direction at most."""
    comptime MAX_GRID_DIM_X = DeviceAttribute(5)
    """Blocks of a grid in the first direction at most."""
    comptime MAX_GRID_DIM_Y = DeviceAttribute(6)
    """Blocks of a grid in the second direction at most."""
    comptime MAX_GRID_DIM_Z = DeviceAttribute(7)
    """Blocks of a grid in the third direction at most."""
    comptime MAX_SHARED_MEMORY_PER_BLOCK = DeviceAttribute(8)
    """Bytes of shared memory of a block."""
    comptime WARP_SIZE = DeviceAttribute(10)
    """Threads of a warp."""
    comptime MAX_REGISTERS_PER_BLOCK = DeviceAttribute(12)
    """Registers of a block at most."""
    comptime CLOCK_RATE = DeviceAttribute(13)
    """The clock in kilohertz."""
    comptime MULTIPROCESSOR_COUNT = DeviceAttribute(16)
    """How many multiprocessors there are."""
    comptime MAX_THREADS_PER_MULTIPROCESSOR = DeviceAttribute(39)
    """Threads of a multiprocessor at most."""
    comptime COMPUTE_CAPABILITY_MAJOR = DeviceAttribute(75)
    """The compute capability before the point."""
    comptime COMPUTE_CAPABILITY_MINOR = DeviceAttribute(76)
    """The compute capability after the point."""
    comptime MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = DeviceAttribute(81)
    """Bytes of shared memory of a multiprocessor."""
    comptime MAX_REGISTERS_PER_MULTIPROCESSOR = DeviceAttribute(82)
    """Registers of a multiprocessor at most."""
    comptime MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = DeviceAttribute(97)
    """Bytes of shared memory that a block may ask for."""
    comptime COOPERATIVE_LAUNCH = DeviceAttribute(95)
    """Whether all blocks of a grid can wait for each other."""
    comptime MAX_BLOCKS_PER_MULTIPROCESSOR = DeviceAttribute(106)
    """Blocks of a multiprocessor at most."""
    comptime MAX_ACCESS_POLICY_WINDOW_SIZE = DeviceAttribute(109)
    """Bytes that an access policy may cover."""


@fieldwise_init
struct Attribute(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """A number that the driver knows about a loaded kernel.

    Example:

    ```mojo
    from std.gpu.host import Attribute

    print(Attribute.NUM_REGS.code)  # 4
    ```
    """

    var code: Int32
    """The number that the driver knows it by."""

    comptime MAX_THREADS_PER_BLOCK = Attribute(0)
    """Threads of a block at most."""
    comptime SHARED_SIZE_BYTES = Attribute(1)
    """Bytes of shared memory of a block."""
    comptime CONST_SIZE_BYTES = Attribute(2)
    """Bytes of constant memory."""
    comptime LOCAL_SIZE_BYTES = Attribute(3)
    """Bytes of local memory of a thread."""
    comptime NUM_REGS = Attribute(4)
    """Registers of a thread."""
    comptime PTX_VERSION = Attribute(5)
    """The version of PTX it was compiled for."""
    comptime BINARY_VERSION = Attribute(6)
    """The architecture it was compiled for."""
    comptime MAX_DYNAMIC_SHARED_SIZE_BYTES = Attribute(8)
    """Bytes of shared memory that a launch may ask for."""
    comptime PREFERRED_SHARED_MEMORY_CARVEOUT = Attribute(9)
    """The share of the first cache that is shared memory, in percent."""


@fieldwise_init
struct FuncAttribute(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """A number to set for a kernel before it is launched.

    Example:

    ```mojo
    from std.gpu.host import FuncAttribute

    print(FuncAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES(65536).value)  # 65536
    ```

    ```mojo
    from std.gpu.host import FuncAttribute

    print(FuncAttribute.PREFERRED_SHARED_MEMORY_CARVEOUT(50).value)  # 50
    ```
    """

    var attribute: Attribute
    """Which number."""
    var value: Int32
    """What it is set to."""

    comptime NULL = FuncAttribute(Attribute(-1), -1)
    """Nothing to set."""

    @staticmethod
    def MAX_DYNAMIC_SHARED_SIZE_BYTES(val: UInt32) -> Self:
        """Launches may ask for this much shared memory."""
        return Self(Attribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, Int32(val))

    @staticmethod
    def PREFERRED_SHARED_MEMORY_CARVEOUT(val: Int32) -> Self:
        """The part of a multiprocessor's cache to use as shared memory, in percent."""
        return Self(Attribute.PREFERRED_SHARED_MEMORY_CARVEOUT, val)


@fieldwise_init
struct LaunchAttributeID(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """Which property of a launch is meant.

    Example:

    ```mojo
    from std.gpu.host import LaunchAttribute, LaunchAttributeID

    var attribute = LaunchAttribute(LaunchAttributeID.PRIORITY, 1)
    print(attribute.value[0])  # 1
    ```
    """

    var _value: Int32

    comptime COOPERATIVE = LaunchAttributeID(2)
    """All blocks of the grid can wait for each other."""
    comptime CLUSTER_DIMENSION = LaunchAttributeID(4)
    """The size of clusters."""
    comptime PROGRAMMATIC_STREAM_SERIALIZATION = LaunchAttributeID(6)
    """The kernel may start before the one before it has finished."""
    comptime PRIORITY = LaunchAttributeID(8)
    """The priority."""


struct LaunchAttribute(ImplicitlyCopyable, Movable):
    """A property of a launch, as the driver wants it: 72 bytes.

    Example:

    ```mojo
    from std.gpu.host import LaunchAttribute

    print(LaunchAttribute.cluster(2, 1, 1).value[0])  # 2
    ```
    """

    var id: LaunchAttributeID
    """Which property."""
    var _unused: Int32
    var value: InlineArray[UInt32, 16]
    """Its value."""

    def __init__(out self, id: LaunchAttributeID, value: UInt32):
        """A property that is one number."""
        self.id = id
        self._unused = 0
        self.value = InlineArray[UInt32, 16](fill=0)
        self.value[0] = value

    @staticmethod
    def cluster(x: Int, y: Int, z: Int) -> Self:
        """The size of a cluster of blocks."""
        var result = Self(LaunchAttributeID.CLUSTER_DIMENSION, UInt32(x))
        result.value[1] = UInt32(y)
        result.value[2] = UInt32(z)
        return result


@fieldwise_init
struct ConstantMemoryMapping(ImplicitlyCopyable, Movable):
    """Bytes to put into a kernel's constant memory before it runs.

    Example:

    ```mojo
    from std.gpu.host import ConstantMemoryMapping

    var numbers: List[UInt8] = [1, 2]
    var mapping = ConstantMemoryMapping("table", numbers.unsafe_ptr(), 2)
    print(mapping.byte_count)  # 2
    ```
    """

    var name: StaticString
    """The name of the constant."""
    var ptr: UnsafePointer[Byte, MutAnyOrigin]
    """Where the bytes are."""
    var byte_count: Int
    """How many there are."""
